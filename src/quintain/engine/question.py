"""Questions are objects: they list their options again, judge one, name who answers now, and choose by default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from quintain.engine.rows import all_stakes

if TYPE_CHECKING:
    from quintain.engine.battle import Battle
    from quintain.engine.protocol_questions import OptionView, Stake
    from quintain.engine.tactic import Tactic


@mypyc_attr(allow_interpreted_subclasses=True)
class Option:
    """One thing that may be chosen. Systems subclass it with typed fields; the id is built from them.

    Options name combatants by id or index, never by object: the battle may be copied between listing and taking.
    """

    def id(self) -> str:
        """Stable text that names this option within its question: "engage:vail", "wait"."""
        raise NotImplementedError

    def gist(self) -> str:
        """What is done, without how: forbidding this forbids every way of doing it. Usually the id itself."""
        return self.id()

    def label(self, battle: Battle) -> str:
        """Plain words for the button: "Strike Vail with the lance"."""
        raise NotImplementedError

    def group(self) -> str:
        """Options of one group are shown together ("move", "attack"); long groups may be folded."""
        return ""

    def target(self) -> str:
        """The id of the combatant it is aimed at, if any."""
        return ""

    def named_units(self) -> list[str]:
        """The ids of everybody it names: no option for a seat that knows nothing of one of them."""
        target = self.target()
        return [target] if target else []

    def weighs(self) -> bool:
        """Does it lead to dice at once, so that its odds are worth showing?"""
        return False

    def show(self, battle: Battle, who: str, shown: OptionView) -> None:
        """Fill in what a screen should know beyond id, label and target: verb, row, ways, squares, costs, warnings.

        `shown` comes with everything set as for an option that is a row of its own; `who` is the combatant asked. Name nobody
        here whom only the GM knows of, unless in `caught` or the `who` of a warning: those are looked through.
        """


@mypyc_attr(allow_interpreted_subclasses=True)
class Plain(Option):
    """An option that is no more than its id and its words."""

    def __init__(self, id: str, words: str, target: str = "") -> None:
        self._id = id
        self._words = words
        self._target = target

    def id(self) -> str:
        return self._id

    def label(self, battle: Battle) -> str:
        return self._words

    def target(self) -> str:
        return self._target


class Closed:
    """What may not be chosen now, and why; `targets` are the units it would be aimed at, or that its reason names."""

    def __init__(self, label: str, why: str, targets: list[str] | None = None) -> None:
        self.label = label
        self.why = why
        self.targets = targets or []


@mypyc_attr(allow_interpreted_subclasses=True)
class Question:
    """Someone must choose. `who` is the combatant concerned ("" for the table), `about` the kind of question."""

    def __init__(self, battle: Battle, about: str, who: str) -> None:
        self.battle = battle
        self.about = about
        self.who = who
        self.earlier: list[tuple[Question, Option]] = []
        """In a simultaneous declaration: what the same tactic has picked for others so far."""

    # -- what systems write ----------------------------------------------------------------------------------------

    def title(self) -> str:
        """What is asked, in plain words."""
        return self.about

    def options(self) -> list[Option]:
        """Everything that may be chosen now. Called again whenever it matters, so read the battle afresh."""
        raise NotImplementedError

    def closed(self) -> list[Closed]:
        """What people would look for and may not choose now, each with the reason."""
        return []

    def listing(self) -> tuple[list[Option], list[Closed]]:
        """Both at once, for a screen: override it where the same is judged for either."""
        return (self.options(), self.closed())

    def why_not(self, option: Option) -> str:
        """Why this option may not be taken; "" when it may. The one source of legality."""
        wanted = option.id()
        for open_option in self.options():
            if open_option.id() == wanted:
                return ""
        return "that is not among the options"

    def find(self, id: str) -> Option | None:
        """The option with this id, legal or not, or None where the text means nothing. Override where options are many."""
        for option in self.options():
            if option.id() == id:
                return option
        return None

    def choose(self, tactic: Tactic) -> Option:
        """What this tactic takes. Every question has a tactic."""
        return self.options()[0]

    def instead(self, tactic: Tactic, left: list[Option]) -> Option | None:
        """What this tactic takes of what is left when the GM forbids what it wanted; None where none of it leads on."""
        return left[0]

    def controller(self) -> str:
        """Who answers now: "gm", a seat, several seats as "ann+bob", or "players" for any player."""
        return self.battle.controller_of(self.who)

    def withdrawn(self) -> bool:
        """Has a ruling made this question pointless? Default: the combatant asked is gone."""
        return self.who != "" and not self.battle.is_present(self.who)

    def not_yours(self, option: Option, seat: str) -> str:
        """Why this very seat, though it is among those asked, may not choose this option; "" where it may."""
        return ""

    def offers(self, seat: str) -> list[Option]:
        """What a seat that is not asked may choose here all the same, such as a proposal anybody may make; usually nothing."""
        return []

    def is_about(self, about: str) -> bool:
        """Does a standing order about this mean this question? Where people have another word for it, override."""
        return about in ("*", self.about)

    def obvious(self) -> str:
        """The option id that is taken without asking anybody, unless a standing order says "ask"; "" where people choose."""
        return ""

    def heard(self, option: Option, seat: str) -> str:
        """In a declaration made together: what a seat that is not asked hears of this pick before the last one is in, in words;
        "" where it hears nothing, which is the rule."""
        return ""

    def standing(self, order: str) -> str:
        """The option id that a standing order ("always" or "never") stands for here; "" where it does not apply."""
        return ""

    def kind(self) -> str:
        """What sort of question it is, for screens: "turn", "reaction", "declaration", "setup" or "choice"."""
        return "turn" if self.about in ("turn", "next") else "choice"

    def concerns(self) -> list[str]:
        """Further units that its title names: whoever knows nothing of one of them is shown `title_unseen` instead."""
        return []

    def between(self) -> list[str]:
        """Out of turn: whose act it answers, and whom that is aimed at, where it is aimed at somebody. For drawing."""
        return []

    def title_unseen(self) -> str:
        """What is asked, without naming those."""
        return self.about.capitalize()

    def stakes(self) -> list[Stake]:
        """What is at stake here in figures, as whoever is asked may know it: "18 of 14 hit points: this drops you"."""
        return []

    def seems(self) -> str:
        """Where an answer may seem another than it is: what stands between the ids of the true one and the seeming one."""
        return ""

    def reach(self) -> list[list[int]]:
        """Squares for painting: [x, y, 1] can be gone to, [x, y, 2] can be struck. Empty: the squares of the options."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Choice(Question):
    """A question among a few fixed options, the first being the default tactic's pick unless `default` says otherwise.

    `at_stake` are words for what is at stake, in figures."""

    def __init__(
        self, battle: Battle, about: str, who: str, title: str, options: list[Option], default: str = "", asked: str = "",
        at_stake: list[str] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(battle, about, who)
        self._title = title
        self._options = options
        self._default = default
        self._asked = asked
        self._at_stake = at_stake

    def title(self) -> str:
        return self._title

    def stakes(self) -> list[Stake]:
        return all_stakes(self._at_stake) if self._at_stake is not None else []

    def options(self) -> list[Option]:
        return self._options

    def choose(self, tactic: Tactic) -> Option:
        for option in self._options:
            if option.id() == self._default:
                return option
        return self._options[0]

    def controller(self) -> str:
        return self._asked or self.battle.controller_of(self.who)

    def kind(self) -> str:
        return "reaction" if self.standing("never") else "choice"

    def standing(self, order: str) -> str:
        wanted = "yes" if order == "always" else "no"
        for option in self._options:
            if option.id() == wanted:
                return wanted
        return ""
