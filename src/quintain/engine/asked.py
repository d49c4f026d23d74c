"""Open questions as people see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM
from quintain.engine.play import Pending
from quintain.engine.question import Closed, Option, Question
from quintain.engine.system import forbidden, open_options

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import ClosedView, OptionView, Stake
    from quintain.engine.record import Entry
    from quintain.engine.recorded import Recorded
    from quintain.engine.viewer import Viewer


RESTS = "So much was answered automatically at once that it waits here: answer this or hand over again, and it goes on."


class OpenOption:
    """An option as shown to people."""

    def __init__(self, id: str, label: str, group: str, target: str, weighs: bool) -> None:
        self.id = id
        self.label = label
        self.group = group
        self.target = target
        self.weighs = weighs
        """Does it lead to dice at once, so that its odds are worth showing?"""

    def apart(self) -> OpenOption:
        """A copy that shares nothing with it, for callers."""
        return OpenOption(self.id, self.label, self.group, self.target, self.weighs)

    def as_data(self) -> dict[str, object]:
        shown: dict[str, object] = {"id": self.id, "label": self.label}
        if self.group:
            shown["group"] = self.group
        if self.target:
            shown["target"] = self.target
        return shown


class WholeQuestion:
    """What there is to choose, as whoever knows of everybody is shown it: made once, and reduced for each seat."""

    def __init__(
        self, rows: list[OptionView], named: list[str], closed: list[ClosedView], stakes: list[Stake], orders: list[str],
        reach: list[list[int]],
    ) -> None:  # fmt: skip
        self.rows = rows
        self.named = named
        """Everybody whom they name or touch."""
        self.closed = closed
        self.stakes = stakes
        self.orders = orders
        self.reach = reach


class OpenQuestion:
    """A question the fight waits for: who must choose, what about, which options, and why others are closed."""

    def __init__(
        self, fight: Recorded, id: str, question: Question | None, picked: str, pending: Pending | None, secret: bool, since: int
    ) -> None:
        self.fight = fight
        self.id = id
        self.since = since
        """How long the record was when it was put: the same question at the same place of the same past is the same situation."""
        self.question = question
        self.pending = pending
        self.picked = picked
        """In a simultaneous declaration: the option chosen so far, changeable until the last one is in."""
        self.secret = secret
        self._listed: list[Option] | None = None
        self._options: list[OpenOption] | None = None
        self._closed: list[Closed] | None = None
        self.whole: WholeQuestion | None = None
        """Once somebody has looked at it."""
        self.after: list[Entry] | None = None
        """Where several are asked at once and nothing but their answers has come yet: the record as it was before."""

    @property
    def about(self) -> str:
        if self.question is not None:
            return self.question.about
        return "roll" if self.pending is not None else "hold"

    @property
    def who(self) -> str:
        if self.question is not None:
            return self.question.who
        return self.pending.who if self.pending is not None else ""

    @property
    def controller(self) -> str:
        if self.question is not None:
            return self.question.controller()
        return self.pending.controller if self.pending is not None else GM

    @property
    def title(self) -> str:
        if self.question is not None:
            title = self.question.title()
            if self.question.battle.forbidden and not self.shown():
                title += " (The GM forbids everything that could be chosen: allow something again, or take that back.)"
            if self.fight.automatic.resting:
                title += f" ({RESTS})"
            return title
        if self.pending is not None:
            return f"Roll {self.pending.dice.name} for {self.pending.what} and type in what it shows."
        return "The result is held. Change something, or let it stand."

    def title_for(self, viewer: Viewer) -> str:
        """The title, or where it names somebody this seat knows nothing of, the one that does not."""
        if self.question is not None and not all(viewer.is_seen(one) for one in self.question.concerns()):
            return self.question.title_unseen()
        return self.title

    def held_what(self) -> str:
        """What sort of result is held: "strike", "attack"."""
        return self.fight.battle.held_what

    @property
    def options(self) -> list[OpenOption]:
        """What can be chosen."""
        return [option.apart() for option in self.shown()]

    def shown(self) -> list[OpenOption]:
        """The same, made once: only to be read."""
        if self._options is None:
            self._options = self._made()
        return self._options

    def _made(self) -> list[OpenOption]:
        if self.question is None:
            return [] if self.pending is not None else [OpenOption("go", "Let it stand", "", "", False)]
        battle = self.question.battle
        return [
            OpenOption(option.id(), option.label(battle), option.group(), option.target(), option.weighs())
            for option in self.listed()
        ]

    def listed(self) -> list[Option]:
        """The options themselves, the GM's word included; listed once as long as the question is open."""
        if self._listed is None:
            self._listed = open_options(self.question) if self.question is not None else []
        return self._listed

    def judge(self) -> None:
        """Somebody is about to be shown both what can be chosen and what cannot: judge it once."""
        if self.question is not None and self._listed is None and not self.question.battle.forbidden:
            self._listed, self._closed = self.question.listing()

    def keep_shown(self, before: OpenQuestion) -> None:
        """The same question as before, with nothing changed since: what was listed and shown of it holds."""
        self._listed = before._listed
        self.whole = before.whole

    def heard_by(self, seat: str) -> str:
        """What this seat, though it is not asked, hears of what is picked here so far; "" where it hears nothing."""
        if self.fight.automatic.declarations == "secret":
            return ""
        option = self.question.find(self.picked) if self.question is not None and self.picked else None
        return self.question.heard(option, seat) if self.question is not None and option is not None else ""

    @property
    def closed(self) -> list[tuple[str, str]]:
        """What is not possible, and why."""
        return [(no.label, no.why) for no in self.not_possible()]

    def not_possible(self) -> list[Closed]:
        """The same, with whom each is about."""
        if self.question is None:
            return []
        battle = self.question.battle
        closed = list(self._closed if self._closed is not None else self.question.closed())
        for option in self.question.options() if battle.forbidden else []:
            why = forbidden(battle, self.question, option)
            if why:
                closed.append(Closed(option.label(battle), why, [option.target()] if option.target() in battle.index else []))
        return closed
