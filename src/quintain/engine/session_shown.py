"""What each seat of a session is shown: whole views, what is new since a version, and questions under ids of its own."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Final, cast

from quintain.engine.asked import OpenQuestion
from quintain.engine.battle import GM
from quintain.engine.fight import Fight
from quintain.engine.given import given
from quintain.engine.journal import Packed
from quintain.engine.ledger import Ledger
from quintain.engine.receipt import Keys
from quintain.engine.record import Entry, copied_plain
from quintain.engine.refusal import Malformed, NotYours, Stale
from quintain.engine.seat import NOBODY, Settings, settings_from
from quintain.engine.undo_tree import same_start
from quintain.engine.view import scene

if TYPE_CHECKING:
    from quintain.engine.protocol import Changes, View

MOST_CUTS: Final = 40
MANY_QUESTIONS: Final = 8
"""Of so many questions asked at once only those that differ are told again."""


class Situation:
    """A question as one seat knows it: its id, and the last entry of the record before it was put."""

    __slots__ = ("before", "id")

    def __init__(self, id: str, before: Entry | None) -> None:
        self.id = id
        self.before = before


class Asked:
    """What one seat is asked, by the fight's own names, and how many questions it has been asked so far."""

    def __init__(self) -> None:
        self.count = 0
        self.open: dict[str, Situation] = {}
        self.changed = 1
        """The version at which its questions were last others, by their ids."""

    def name_of(self, id: object) -> str:
        """The fight's own name of a question of this seat; a refusal where it is not open."""
        for name, situation in self.open.items():
            if situation.id == id:
                return name
        raise Stale(f"that question is not open any more; open for you now: {', '.join(self.ids()) or 'none'}.")

    def ids(self) -> list[str]:
        return [situation.id for situation in self.open.values()]

    def put(self, count: int, now: dict[str, Situation], version: int) -> None:
        """What is asked from this version on."""
        if count != self.count or len(now) != len(self.open):
            self.changed = version
        self.count = count
        self.open = now

    def gone_before(self, name: str, open: set[str]) -> Situation | None:
        """The question of the same kind of the same unit that was open before this one and is not any more."""
        kind = name.partition("#")[0]
        return next((one for was, one in self.open.items() if was not in open and was.partition("#")[0] == kind), None)


class Seen:
    """What a seat was shown last, part by part, and since which version each part has been so."""

    def __init__(self, version: int) -> None:
        self.first = version
        self.parts: dict[str, object] = {}
        self.since: dict[str, int] = {}
        self.units: dict[str, object] = {}
        self.units_since: dict[str, int] = {}
        self.gone_since: dict[str, int] = {}
        self.looked = 0
        self.kept_questions: list[int] = []
        """Of many questions, for each its place in the list before, where it stayed as it was; else -1."""
        self.questions_before = 0
        """The version from which on that list before was shown."""
        self.history_cuts: list[tuple[int, int]] = []
        """By version, the last few: how many nodes of the history stayed as they were."""

    def note_history(self, version: int, before: Any, after: Any) -> None:
        same, most = 0, min(len(before), len(after))
        if before[: most - 1] == after[: most - 1]:
            same = max(0, most - 1)
        while same < most and before[same] == after[same]:
            same += 1
        self.history_cuts = [*self.history_cuts[1 - MOST_CUTS :], (version, same)]

    def note_questions(self, before: Any, after: Any) -> None:
        """Where many are asked at once: which of the questions stayed as they were, by their places before."""
        self.kept_questions = []
        self.questions_before = self.since.get("questions", 0)
        if before is not None and len(after) >= MANY_QUESTIONS:
            places = {question["id"]: place for place, question in enumerate(before) if question["id"]}
            for question in after:
                place = places.get(question["id"], -1)
                self.kept_questions.append(place if place >= 0 and before[place] == question else -1)

    def history_from(self, since: int) -> int:
        """How many nodes of the history are as they were at version `since`."""
        if not self.history_cuts or (len(self.history_cuts) == MOST_CUTS and self.history_cuts[0][0] > since + 1):
            return 0
        return min([same for version, same in self.history_cuts if version > since], default=0)


class Proposal:
    """A player's wish to take back, which waits for the GM."""

    def __init__(self, number: int, seat: str, place: int, fresh: bool) -> None:
        self.number = number
        self.seat = seat
        self.place = place
        self.fresh = fresh

    def moved(self, before: list[Entry], after: list[Entry]) -> list[Proposal]:
        """The same once the record has changed: where that entry stands now; none where it does not stand any more."""
        earlier = sum([entry.same_as(before[self.place]) for entry in before[: self.place]])
        same = [place for place, entry in enumerate(after) if entry.same_as(before[self.place])][earlier : earlier + 1]
        return [Proposal(self.number, self.seat, place, self.fresh) for place in same]

    def as_data(self) -> dict[str, object]:
        return {"proposal": self.number, "seat": self.seat, "place": self.place, "fresh": self.fresh}


class Shown:
    """What each seat of a session is shown, by the session's own ids and numbers; what is done there is `Session`."""

    def __init__(self, fight: Fight, settings: Settings | None = None) -> None:
        self.fight = fight
        self.agreed = settings or Settings()
        self.ledger = Ledger(fight.system.turning)
        self.proposals: list[Proposal] = []
        self.proposed = 0
        self.keys = Keys()
        self.touched = 1
        """The version at which the record last changed."""
        self.rewritten = 1
        """The version at which the past was last rewritten."""
        self._asked: dict[str, Asked] = {}
        self._known: list[str] = []
        """Every seat that was ever at this table."""
        self._seen: dict[str, Seen] = {}
        self._journal = Packed()
        """The operations, but for what they told, which is the ledger's."""
        self._written: dict[str, object] = {}
        self._watched: tuple[int, dict[str, Any]] | None = None
        """What those see who only watch, as of which version."""
        self._told_at: array[int] = array("i", [0])
        """By version: how much of the ledger had been told."""

    @property
    def version(self) -> int:
        """How many operations made this session what it is; the first is its start."""
        return len(self._told_at) - 1

    @property
    def settings(self) -> Settings:
        """What the table has agreed on: a copy of the caller's own. The engine itself reads what is `agreed`."""
        return settings_from(self.agreed.as_data())

    # -- looking -----------------------------------------------------------------------------------------------------

    def view(self, seat: object, role: str = "", shared: bool = False) -> View:
        """The fight as this seat may see it: `engine.view`, with the session's version, ids and lines; `role` is shown as it is.

        A copy of the caller's own; with `shared` it may only be read, and at once: the next command makes another.
        """
        who = self._seated(seat)
        self._look(who)
        seen = self._seen[who]
        shown = {name: part for name, part in seen.parts.items() if part is not None}
        shown["units"] = list(seen.units.values())
        shown["version"] = self.version
        if role:
            shown["role"] = role
        shown["log"] = self.ledger.lines(who)
        shown["taken_back"] = self.ledger.taken_back(who)
        outcome: Any = shown.get("outcome")
        if outcome is not None:
            shown["outcome"] = {**outcome, "moments": self.ledger.moments(who)}
        copied: Any = shown if shared else copied_plain(shown)
        view: View = copied
        return view

    def changes(self, seat: object, since: object, shared: bool = False) -> Changes:
        """What is new for this seat since version `since`; `whole` is true where it should take a whole view instead.

        `events` are new lines, `taken_back` the numbers of lines that no longer hold, `view` the parts of the view that differ (of
        `units` only those that do), `gone` the ids of units that the seat no longer knows of. `shared`: as for `view`.
        """
        who = self._seated(seat)
        if not isinstance(since, int) or isinstance(since, bool) or since < 0 or since > self.version:
            raise Malformed("since is the version of the view that you have.")
        known = who in self._seen and self._seen[who].first <= since
        self._look(who)
        seen = self._seen[who]
        changed: dict[str, object] = {
            "version": self.version, "since": since, "whole": not known, "events": [], "taken_back": [], "view": {}, "gone": [],
        }  # fmt: skip
        if not known:
            whole: Any = changed
            return cast("Changes", whole)
        told = self._told_at[since]
        parts = {name: part for name, part in seen.parts.items() if seen.since[name] > since}
        units = [unit for id, unit in seen.units.items() if seen.units_since[id] > since]
        if units:
            parts["units"] = units
        nodes: Any = parts.get("history")
        if nodes is not None:
            changed["history_from"] = seen.history_from(since)
            parts["history"] = nodes[seen.history_from(since) :]
        asked: Any = parts.get("questions")
        if asked is not None and seen.kept_questions and seen.questions_before <= since:
            changed["questions_from"] = list(seen.kept_questions)
            parts["questions"] = [one for one, place in zip(asked, seen.kept_questions, strict=True) if place < 0]
        changed["events"] = self.ledger.lines(who, told)
        changed["taken_back"] = self.ledger.taken_back(who, told)
        changed["view"] = parts
        changed["gone"] = [id for id, version in seen.gone_since.items() if version > since]
        outcome: Any = parts.get("outcome")
        if outcome:
            parts["outcome"] = {**outcome, "moments": self.ledger.moments(who)}
        copied: Any = changed if shared else copied_plain(changed)
        found: Changes = copied
        return found

    def question(self, seat: object, id: object) -> str:
        """The fight's own name of an open question of this seat's, for odds."""
        return self._of(self._seated(seat)).name_of(id)

    def id_of(self, seat: object, name: object) -> str:
        """The other way round: the id that this seat knows an open question by; "" where it may not answer it."""
        situation = self._of(self._seated(seat)).open.get(given(name, str, "a question"))
        return situation.id if situation is not None else ""

    @property
    def over(self) -> str:
        """How the fight ended, in a word; "" while it goes on."""
        return self.fight.outcome.result if self.fight.outcome is not None else ""

    def _look(self, seat: str) -> None:
        """Bring what this seat is shown up to date."""
        seen = self._seen.get(seat)
        if seen is None:
            seen = self._seen[seat] = Seen(self.version)
        elif seen.looked == self.version:
            return
        shown = self._scene(seat)
        units: Any = shown.pop("units")
        for name in [name for name in seen.parts if name not in shown]:
            shown[name] = None
        for name, part in shown.items():
            known = seen.parts.get(name)
            if known is part or (name in seen.parts and known == part):
                continue
            if name == "history" and known is not None:
                seen.note_history(self.version, known, part)
            elif name == "questions":
                seen.note_questions(known, part)
            seen.parts[name] = part
            seen.since[name] = self.version
        now: dict[str, object] = {unit["id"]: unit for unit in units}
        for id in seen.units:
            if id not in now:
                seen.gone_since[id] = self.version
        for id, unit in now.items():
            known = seen.units.get(id)
            if known is not unit and known != unit:
                seen.units_since[id] = self.version
            seen.gone_since.pop(id, None)
        seen.units = now
        seen.looked = self.version

    def _scene(self, seat: str) -> dict[str, object]:
        """Everything but the log, under the session's own names for questions."""
        shown: Any
        if seat in self.agreed.watchers:
            if self._watched is None or self._watched[0] != self.version:
                self._watched = (self.version, {**scene(self.fight, NOBODY)})
            shown = {**self._watched[1]}
            shown["questions"] = [{**question} for question in shown["questions"]]
        else:
            shown = scene(self.fight, seat)
        del shown["log"], shown["version"]
        shown["seat"] = seat
        asked, controllers = self._of(seat), {one.id: one.controller for one in self.fight.open_now}
        for question in shown["questions"]:
            name = question["id"]
            question["id"] = asked.open[name].id if name in asked.open else ""
            if question["yours"] and not self.agreed.may_answer(controllers[name], seat):
                for field in ("title", "who", "about", "declared", "picked", "dice", "held", "reach", "mayinsist"):
                    question.pop(field, None)
                question.update({"id": "", "yours": False, "options": [], "closed": [], "stakes": [], "orders": []})
        may = "gm" if seat in self.agreed.watchers else self.agreed.undo
        shown["can_undo"] = seat == GM or may != "gm"
        shown["can_redo"] = self.fight.may_redo(seat) and (seat == GM or may == "anyone")
        shown["settings"] = self.agreed.as_data()
        shown["proposals"] = [
            {"proposal": one.number, "seat": one.seat} for one in self.proposals if seat in (GM, one.seat)
        ]
        found: dict[str, object] = shown
        return found

    # -- inside ------------------------------------------------------------------------------------------------------

    def _seated(self, seat: object) -> str:
        if isinstance(seat, str) and (seat == GM or seat in self.agreed.seats or seat in self.agreed.watchers):
            return seat
        raise NotYours("that is no seat at this table.")

    def _eyes(self, seat: str) -> str:
        return NOBODY if seat in self.agreed.watchers else seat

    def _of(self, seat: str) -> Asked:
        asked = self._asked.get(seat)
        if asked is None:
            asked = self._asked[seat] = Asked()
        return asked

    def _entry_before(self, asked: OpenQuestion) -> Entry | None:
        return self.fight.written[asked.since - 1] if asked.since > 0 else None

    def _name_questions(self, before: list[Entry], told: int) -> dict[str, object]:
        """Give every open question its id for each seat that may answer it; returns what is new of that.

        The record was `before`, and the ledger `told` lines long. For a seat that knows of nothing that happened since, nothing has:
        what it is asked keeps its id, even where the rules ask it anew.
        """
        changed: dict[str, object] = {}
        open = {one.id for one in self.fight.open_now}
        for seat in [GM, *self.agreed.seats]:
            asked, now, renamed = self._of(seat), dict[str, Situation](), False
            count = asked.count
            for one in self.fight.open_now:
                offered = one.question is not None and bool(one.question.offers(seat))
                if not self.agreed.may_answer(one.controller, seat) and not offered:
                    continue
                tied, known = self._entry_before(one), asked.open.get(one.id)
                if known is None or known.before is not tied:
                    renamed = renamed or known is None
                    known = known or asked.gone_before(one.id, open)
                    if known is None or known in now.values() or self._knows_more(seat, before, told):
                        count += 1
                        renamed, known = True, Situation(f"q{count}", tied)
                    else:
                        known = Situation(known.id, tied)
                now[one.id] = known
            if renamed or len(now) != len(asked.open):
                changed[seat] = {"count": count, "open": {name: situation.id for name, situation in now.items()}}
            asked.put(count, now, self.version + 1)
        return changed

    def _knows_more(self, seat: str, before: list[Entry], told: int) -> bool:
        """Does this seat know of anything that happened since the record was `before` and the ledger `told` lines long?"""
        return seat == GM or bool(self.ledger.numbers(seat, told)) or self._knows_entries(seat, before)

    def _knows_entries(self, seat: str, before: list[Entry]) -> bool:
        """The same, of what stands in the record whether lines tell of it or not: what others declare, above all."""
        same, eyes = same_start(before, self.fight.written), self._eyes(seat)
        found: list[list[tuple[object, ...]]] = []
        for entries in (before, self.fight.written):
            known = [entry for entry in entries[same:] if self.fight.is_known(entry, eyes)]
            found.append([(one.do, one.at.partition("#")[0], one.value, one.by, one.faces) for one in known])
        return found[0] != found[1]
