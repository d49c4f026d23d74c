"""A session: a fight that several people play at once, over a wire that may drop, repeat or delay what they send.

Everything that changes anything goes through one door, `Session.do(seat, command, version, key)`: a command is a plain mapping with
`do`, such as `{"do": "answer", "question": "q7", "option": "engage:vail"}`. It is carried out whole or refused with a sentence, and
then nothing has changed. Each one accepted makes the session one version older and adds one operation to its journal, from which
`Session.restore` builds the very same session again.

- `version` says what the caller had before its eyes. An answer stays good as long as its question is open, whatever else has happened;
  taking back, doing again and changing the past are refused as stale if anything was done since, a ruling if the past was rewritten.
- `key` makes a command safe to send twice: the same key from the same seat returns the receipt of the first time and does nothing.
- Questions have ids of the session's own ("q7"), counted for each seat over what that seat was asked. An id never comes back for
  another situation: when something is taken back and the same is asked again, it is asked under a new id.
- What a seat was told stays told: see `Ledger`.
"""

from __future__ import annotations

import json
from array import array
from typing import TYPE_CHECKING, Any, Final, cast

from quintain.engine.asked import RESTS, OpenQuestion
from quintain.engine.battle import GM, PLAYERS
from quintain.engine.deeds import same_start
from quintain.engine.fight import Fight, fight_from
from quintain.engine.history import Kept, Taken, let_go
from quintain.engine.journal import Packed
from quintain.engine.ledger import Ledger
from quintain.engine.receipt import Keys, Receipt, command_checked, is_about
from quintain.engine.record import Entry, copied_plain
from quintain.engine.refusal import Malformed, NotYours, Stale, Unavailable
from quintain.engine.seat import NOBODY, Settings, controller_checked, may_answer, settings_from
from quintain.engine.system import System
from quintain.engine.view import own_units, scene

if TYPE_CHECKING:
    from quintain.engine.protocol import Changes, View

MOST_PROPOSALS: Final = 20
MOST_CUTS: Final = 40
MOST_AUTOMATIC = 9_000
"""What one command may lead to by itself, in lines; among many each costs more: 560 of them among eight, 7 among 120."""
MANY_QUESTIONS: Final = 8
"""Of so many questions asked at once only those that differ are told again."""


class Situation:
    """A question as one seat knows it: its id, and the last entry of the record before it was put."""

    __slots__ = ("id", "mark")

    def __init__(self, id: str, mark: Entry | None) -> None:
        self.id = id
        self.mark = mark


class Asked:
    """What one seat is asked, by the fight's own names, and how many questions it has been asked so far."""

    def __init__(self) -> None:
        self.count = 0
        self.open: dict[str, Situation] = {}

    def name_of(self, id: object) -> str:
        """The fight's own name of a question of this seat; a refusal where it is not open."""
        for name, situation in self.open.items():
            if situation.id == id:
                return name
        raise Stale(f"that question is not open any more; open for you now: {', '.join(self.ids()) or 'none'}.")

    def ids(self) -> list[str]:
        return [situation.id for situation in self.open.values()]


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

    def as_data(self) -> dict[str, object]:
        return {"proposal": self.number, "seat": self.seat, "place": self.place, "fresh": self.fresh}


class Session:
    """A live table's fight. One process holds it; see the module for the door, the versions, the keys and the ids."""

    def __init__(self, fight: Fight, settings: Settings | None = None) -> None:
        self.fight = fight
        fight.at_once = MOST_AUTOMATIC
        self.settings = settings or Settings()
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

    @staticmethod
    def start(fight: Fight, settings: Settings | None = None) -> Session:
        """A new session around a fight."""
        session = Session(fight, settings)
        session._apply_settings()
        session._known = [*session.settings.seats, *session.settings.watchers]
        session.ledger.follow([], fight.events, "", "")
        names = session._name_questions()
        session._written = session._aside()
        session._write({"op": "start", "record": fight.record, "settings": session.settings.as_data(), "names": names})
        return session

    @property
    def version(self) -> int:
        """How many operations made this session what it is; the first is its start."""
        return len(self._told_at) - 1

    # -- the door ----------------------------------------------------------------------------------------------------

    def do(self, seat: object, command: object, version: object = None, key: object = "") -> Receipt:
        """Carry out a command of this seat's, whole or not at all. See the module for what `version` and `key` are."""
        who = self._seated(seat)
        if who in self.settings.watchers:
            raise NotYours("whoever watches does nothing here: take a player's seat.")
        given = command_checked(command)
        known = self.keys.receipt(who, key, given)
        if known is not None:
            return known
        self._check_version(who, given, version)
        if given["do"] == "fork":
            self._only_gm(who, "fork the fight")
            return Receipt(self.version, [], "", self.fight.fork().record)
        kept, told, standing = self.fight.kept(), len(self.ledger.told), self.ledger.standing[:]
        settings, proposals, proposed = self.settings, list(self.proposals), self.proposed
        try:
            said = self._carry_out(who, given)
            self.ledger.follow(kept.events, self.fight.events, said or "The past was changed.", _quietly(given))
        except BaseException:
            self.fight.restore(kept)
            self.settings, self.proposals, self.proposed = settings, proposals, proposed
            self.ledger.watchers = list(settings.watchers)
            self.ledger.forget(told)
            self.ledger.standing = standing
            raise
        if self.fight.house.resting and any(self._may_answer(one, who) for one in self.fight.questions):
            said = f"{said} {RESTS}".strip()
        return self._settled(who, given, key, kept, told, said)

    def _settled(self, who: str, given: dict[str, Any], key: object, before: Kept, told: int, said: str) -> Receipt:
        """Accepted: count it, name the questions, and write down what it did."""
        entries, undone = before.entries, before.undone
        version = self.version + 1
        same = same_start(entries, self.fight.entries)
        if same < max(len(entries), len(self.fight.entries)):
            self.touched = version
            self.proposals = [one for one in self.proposals if one.place < same]
        if same < len(entries):
            self.rewritten = version
        names, joined = self._name_questions(), self._joined(told)
        receipt = Receipt(version, self.ledger.numbers(who, told), said, None)
        self.keys.keep(who, key, given, receipt)
        operation: dict[str, object] = {"op": "do", "seat": who, "command": given, "key": key, "said": said}
        operation["had"], operation["cut"] = len(entries), same
        operation["entries"] = [entry.as_data() for entry in self.fight.entries[same:]]
        kept = _same_lists(undone, self.fight.undone)
        if kept < max(len(undone), len(self.fight.undone)):
            operation["redo"] = {"keep": kept, "add": [taken.as_data() for taken in self.fight.undone[kept:]]}
        left = self.fight.left
        if len(left) != len(before.left) or any(one is not other for one, other in zip(left, before.left, strict=True)):
            operation["left"] = [[taken.as_data() for taken in branch] for branch in left]
        now = self._aside()
        for name, part in now.items():
            if self._written.get(name) != part:
                operation[name] = part
        self._written = now
        if names:
            operation["names"] = names
        if joined:
            operation["joined"] = joined
        self._write(operation)
        return receipt

    def _write(self, operation: dict[str, object]) -> None:
        operation["version"] = self.version + 1
        self._told_at.append(len(self.ledger.told))
        self.ledger.pack()
        self._journal.add(operation)

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

    def record(self, seat: object) -> dict[str, object]:
        """The record as it stands. The GM's: it holds the seed."""
        self._only_gm(self._seated(seat), "take the record")
        return self.fight.record

    def export(self, seat: object) -> dict[str, object]:
        """The fight as it stood at the last joint, as a new encounter. The GM's: it holds what is hidden."""
        self._only_gm(self._seated(seat), "export the fight")
        return self.fight.export()

    def question(self, seat: object, id: object) -> str:
        """The fight's own name of an open question of this seat's, for odds."""
        return self._of(self._seated(seat)).name_of(id)

    def id_of(self, seat: object, name: str) -> str:
        """The other way round: the id that this seat knows an open question by; "" where it may not answer it."""
        situation = self._of(self._seated(seat)).open.get(name)
        return situation.id if situation is not None else ""

    @property
    def over(self) -> str:
        """How the fight ended, in a word; "" while it goes on."""
        return self.fight.outcome.result if self.fight.outcome is not None else ""

    def waiting_for(self) -> list[str]:
        """The controllers who are asked now and have not answered: "gm", a seat, "ann+bob", "players"."""
        return sorted({asked.controller for asked in self.fight.questions if not asked.picked})

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
        if seat in self.settings.watchers:
            if self._watched is None or self._watched[0] != self.version:
                self._watched = (self.version, {**scene(self.fight, NOBODY)})
            shown = {**self._watched[1]}
            shown["questions"] = [{**question} for question in shown["questions"]]
        else:
            shown = scene(self.fight, seat)
        del shown["log"], shown["version"]
        shown["seat"] = seat
        asked = self._of(seat)
        for question in shown["questions"]:
            name = question["id"]
            question["id"] = asked.open[name].id if name in asked.open else ""
            if question["yours"] and question["asked"] == [PLAYERS] and not self.settings.may_speak(seat):
                for field in ("title", "who", "about", "declared", "picked", "dice", "held", "reach", "mayinsist"):
                    question.pop(field, None)
                question.update({"id": "", "yours": False, "options": [], "closed": [], "stakes": [], "orders": []})
        may = "gm" if seat in self.settings.watchers else self.settings.undo
        shown["can_undo"] = seat == GM or may != "gm"
        shown["can_redo"] = self.fight.may_redo(seat) and (seat == GM or may == "anyone")
        shown["settings"] = self.settings.as_data()
        shown["proposals"] = [
            {"proposal": one.number, "seat": one.seat} for one in self.proposals if seat in (GM, one.seat)
        ]
        found: dict[str, object] = shown
        return found

    # -- keeping -----------------------------------------------------------------------------------------------------

    @property
    def journal(self) -> list[dict[str, Any]]:
        """Every operation from the start on, as plain data: enough for `restore`."""
        return self.ops_since(0)

    def ops_since(self, version: int) -> list[dict[str, Any]]:
        """The operations that led from that version to now."""
        operations = self._journal.since(version)
        for operation in operations:
            number = operation["version"]
            operation["told"] = self.ledger.kept(self._told_at[number - 1], self._told_at[number])
        return operations

    @staticmethod
    def restore(system: System, ops: list[dict[str, Any]]) -> Session:
        """The session that wrote these operations. A refusal says so where they do not fit the rules as they are now."""
        if not ops or ops[0].get("op") != "start":
            raise Malformed("a journal begins with the start of its session.")
        record = json.loads(json.dumps(ops[0]["record"]))
        redo: list[Any] = []
        left: list[Any] = []
        for operation in ops[1:]:
            del record["entries"][operation["cut"] :]
            record["entries"].extend(operation["entries"])
            if "redo" in operation:
                del redo[operation["redo"]["keep"] :]
                redo.extend(operation["redo"]["add"])
            left = operation.get("left", left)
            record["house"] = operation.get("house", record["house"])
            if "dice" in operation:
                record.pop("script", None)
                record.update(operation["dice"])
        fight = fight_from(system, system.build(record["encounter"]), record)
        fight.put_back(redo, left)
        agreed = [one["settings"] for one in ops if "settings" in one]
        session = Session(fight, settings_from(agreed[-1]))
        session._known = sorted({seat for one in agreed for seat in [*one["seats"], *one.get("watchers", [])]})
        session.ledger.watchers = list(session.settings.watchers)
        for operation in ops:
            session.ledger.withheld.update(operation.get("joined", {}))
        for operation in ops:
            session._read(operation)
        session._rejoin()
        session._written = session._aside()
        return session

    def _read(self, operation: dict[str, Any]) -> None:
        """One operation of a journal: what it told, named and counted."""
        version = operation["version"]
        if version != self.version + 1:
            raise Malformed(f"operation {version} of the journal does not follow number {self.version}.")
        start = len(self.ledger.told)
        self.ledger.add_kept(operation["told"])
        self._told_at.append(len(self.ledger.told))
        self.ledger.pack()
        if operation["op"] == "do":
            if operation["entries"] or operation["cut"] < operation["had"]:
                self.touched = version
            if operation["cut"] < operation["had"]:
                self.rewritten = version
            if "proposals" in operation:
                self.proposals = [Proposal(p["proposal"], p["seat"], p["place"], p["fresh"]) for p in operation["proposals"]]
            self.proposed = max([self.proposed, *[one.number for one in self.proposals]])
            numbers = self.ledger.numbers(operation["seat"], start)
            receipt = Receipt(version, numbers, operation["said"], None)
            self.keys.keep(operation["seat"], operation["key"], operation["command"], receipt)
        self._journal.add({name: part for name, part in operation.items() if name != "told"})
        for seat, names in operation.get("names", {}).items():
            asked = self._of(seat)
            asked.count = names["count"]
            asked.open = {name: Situation(id, None) for name, id in names["open"].items()}

    def _rejoin(self) -> None:
        """After reading a journal: which lines are the fight's log as it stands, and what the open questions are tied to."""
        gone = {place for back in self.ledger.backs.values() for place in back}
        kinds = ("changed", "table")
        self.ledger.standing = array(
            "i", [place for place, event in enumerate(self.ledger.told) if place not in gone and event.kind not in kinds]
        )
        for asked in self._asked.values():
            for one in self.fight.questions:
                if one.id in asked.open:
                    asked.open[one.id].mark = self._mark(one)

    def _aside(self) -> dict[str, object]:
        """What an operation changes now and then, besides the record's entries: written down where it differs."""
        return {
            "house": self.fight.house.as_data(), "dice": self.fight.dice_state(), "settings": self.settings.as_data(),
            "proposals": [one.as_data() for one in self.proposals],
        }  # fmt: skip

    def let_go(self) -> None:
        """Nobody will look at this session again: the fight and what is asked no longer hold each other, so that they go at once."""
        let_go(self.fight.battle)
        self.fight.questions = []

    # -- inside ------------------------------------------------------------------------------------------------------

    def _seated(self, seat: object) -> str:
        if isinstance(seat, str) and (seat == GM or seat in self.settings.seats or seat in self.settings.watchers):
            return seat
        raise NotYours("that is no seat at this table.")

    def _eyes(self, seat: str) -> str:
        return NOBODY if seat in self.settings.watchers else seat

    def _of(self, seat: str) -> Asked:
        asked = self._asked.get(seat)
        if asked is None:
            asked = self._asked[seat] = Asked()
        return asked

    def _mark(self, asked: OpenQuestion) -> Entry | None:
        return self.fight.entries[asked.since - 1] if asked.since > 0 else None

    def _may_answer(self, asked: OpenQuestion, seat: str) -> bool:
        if asked.controller == PLAYERS:
            return self.settings.may_speak(seat)
        return may_answer(asked.controller, seat)

    def _name_questions(self) -> dict[str, object]:
        """Give every open question its id for each seat that may answer it; returns what is new of that."""
        changed: dict[str, object] = {}
        for seat in [GM, *self.settings.seats]:
            asked, now, fresh = self._of(seat), {}, False
            for one in self.fight.questions:
                offered = one.question is not None and bool(one.question.offers(seat))
                if not self._may_answer(one, seat) and not offered:
                    continue
                mark, known = self._mark(one), asked.open.get(one.id)
                if known is None or known.mark is not mark:
                    asked.count += 1
                    known, fresh = Situation(f"q{asked.count}", mark), True
                now[one.id] = known
            if fresh or len(now) != len(asked.open):
                changed[seat] = {"count": asked.count, "open": {name: situation.id for name, situation in now.items()}}
            asked.open = now
        return changed

    def _joined(self, told: int) -> dict[str, object]:
        """Seats that are new at the table: what they are not told of what `told` lines had said before they came."""
        found: dict[str, object] = {}
        for seat in [*self.settings.seats, *self.settings.watchers]:
            if seat not in self._known:
                self._known.append(seat)
                withheld = [place for place in self.ledger.withhold(self.fight.system, self.fight.battle, seat) if place < told]
                if withheld:
                    self.ledger.withheld[seat] = found[seat] = withheld
        return found

    def _check_version(self, who: str, given: dict[str, Any], version: object) -> None:
        """Is it too late for this? For a player only what that seat can see since then counts, or the refusal would tell of more."""
        if version is None:
            return
        if not isinstance(version, int) or isinstance(version, bool) or version < 0 or version > self.version:
            raise Malformed("version is that of the view you looked at.")
        about = is_about(given)
        if about == "record" and version < self.touched and (who == GM or self._sees_change(who, version)):
            raise Stale("something was done since you looked: look again before you take back or change what happened.")
        if about == "past" and version < self.rewritten and who == GM:
            raise Stale("something was taken back or changed since you looked: look again before you rule.")

    def _sees_change(self, seat: str, version: int) -> bool:
        new = self.changes(seat, version, True)
        return new["whole"] or bool(new["events"] or new["taken_back"] or new["view"] or new["gone"])

    def _only_gm(self, seat: str, what: str) -> None:
        if seat != GM:
            raise NotYours(f"only the GM may {what}.")

    # -- commands ----------------------------------------------------------------------------------------------------

    def _carry_out(self, seat: str, given: dict[str, Any]) -> str:
        """Do it; returns a sentence where something fell away or waits."""
        do = given["do"]
        if do in ("answer", "go"):
            asked = self._asked_of(seat, given["question"])
            self.fight.answer(asked.id, given.get("option", "go"), seat, given.get("insist", False))
        elif do == "enter":
            self.fight.enter(self._asked_of(seat, given["question"]).id, given["faces"], seat)
        elif do == "rule":
            self.fight.rule_with(given["ruling"], given.get("args", {}), seat)
        elif do == "hand_over":
            self._hand_over(seat, given["who"], given["to"])
        elif do in ("undo", "agree", "decline"):
            return self._take_back(seat, given)
        elif do == "redo":
            if seat != GM and self.settings.undo != "anyone":
                raise NotYours("only the GM may do again what was taken back.")
            if "branch" in given:
                self._only_gm(seat, "go on from a branch that was left")
                self.fight.take_up(given["branch"])
            elif not self.fight.may_redo(seat):
                raise Unavailable("there is nothing to do again.")
            else:
                self.fight.redo()
            return self._fallen("What was taken back is done again.")
        elif do == "amend":
            self._only_gm(seat, "change what happened")
            self.fight.amend(self._entry_of(seat, given), given.get("value", ""), given.get("faces"))
            return self._fallen("The GM changed what had happened.")
        elif do in ("automate", "order", "type_dice"):
            self._house(seat, given)
        else:
            self._only_gm(seat, "change how the table plays")
            self._agree(given)
        return ""

    def _asked_of(self, seat: str, id: object) -> OpenQuestion:
        name = self._of(seat).name_of(id)
        for asked in self.fight.questions:
            if asked.id == name:
                return asked
        raise Stale("that question is not open any more.")

    def _fallen(self, said: str) -> str:
        lost = len(self.fight.fell_away)
        return f"{said} {lost} later entries no longer fit and fell away." if lost else said

    def _hand_over(self, seat: str, who: str, to: str) -> None:
        if seat != GM and (who not in own_units(self.fight.battle, seat) or not self._runs(seat, who)):
            raise NotYours("you can hand over only whom you run.")
        for name in controller_checked(to).split("+"):
            if name != GM and name != PLAYERS and name not in self.settings.seats:
                raise Unavailable(f"nobody sits at {name!r} here: there are gm, players, {', '.join(self.settings.seats)}.")
        self.fight.rule_with("hand_over", {"who": who, "to": to}, GM)

    def _runs(self, seat: str, who: str) -> bool:
        controller = self.fight.battle.controller_of(who)
        return self.settings.may_speak(seat) if controller == PLAYERS else may_answer(controller, seat)

    def _take_back(self, seat: str, given: dict[str, Any]) -> str:
        if given["do"] != "undo":
            self._only_gm(seat, "agree to a proposal")
            found = [one for one in self.proposals if one.number == given["proposal"]]
            if not found:
                raise Unavailable("there is no such proposal: it was dropped when something else was taken back.")
            self.proposals = [one for one in self.proposals if one.number != given["proposal"]]
            if given["do"] == "agree":
                self.fight.undo_to(found[0].place, found[0].fresh)
            return ""
        place = self._undo_place(seat, given)
        fresh = given.get("fresh", False)
        if seat == GM or self.settings.undo == "anyone":
            self.fight.undo_to(place, fresh)
        elif self.settings.undo == "own":
            since = [at for at in range(place, len(self.fight.entries)) if self.fight.entries[at].is_personal()]
            if any(self.fight.entries[at].by != seat and self.fight.heard_of(at, seat) for at in since):
                raise NotYours("somebody else has done something since: only your own last deeds are yours to take back.")
            self.fight.undo_to(place, fresh)
        elif self.settings.undo == "propose":
            if len(self.proposals) >= MOST_PROPOSALS:
                raise Unavailable("the GM has yet to answer earlier proposals.")
            self.proposed += 1
            self.proposals = [*self.proposals, Proposal(self.proposed, seat, place, fresh)]
            return "Proposed to the GM."
        else:
            raise NotYours("at this table only the GM takes back.")
        return ""

    def _undo_place(self, seat: str, given: dict[str, Any]) -> int:
        """The entry to go back to: the last deed of a person that this seat has heard of, or the last one before a line of its own."""
        entries = self.fight.entries
        if "entry" in given:
            self._only_gm(seat, "name entries of the record")
            return self._in_record(given["entry"])
        end = len(entries) if "to" not in given else self._standing(seat, given["to"])
        for place in range(end - 1, -1, -1):
            if entries[place].is_personal() and self.fight.heard_of(place, seat):
                return place
        raise Unavailable("there is nothing to take back.")

    def _standing(self, seat: str, number: int) -> int:
        """How many entries of the record had been read when line `number` of this seat was told."""
        place = self.ledger.place_of(seat, number)
        if place < 0 or place not in self.ledger.standing:
            raise Unavailable(f"line {number} is not part of what stands now.")
        return self.fight.events[self.ledger.standing.index(place)].entry

    def _entry_of(self, seat: str, given: dict[str, Any]) -> int:
        """Which entry of the record a change of the past means: by its place, or by the line that told of it."""
        if "entry" in given:
            return self._in_record(given["entry"])
        if "event" not in given:
            raise Malformed("amend says which entry of the record, or which event, is to be changed.")
        kind = "roll" if "faces" in given else "answer"
        for place in range(self._standing(seat, given["event"]) - 1, -1, -1):
            if self.fight.entries[place].do == kind:
                return place
        raise Unavailable(f"no {kind} stands behind line {given['event']}.")

    def _in_record(self, place: int) -> int:
        if place < 0 or place >= len(self.fight.entries):
            raise Unavailable(f"the record has entries 0 to {len(self.fight.entries) - 1}, not {place}.")
        return place

    def _house(self, seat: str, given: dict[str, Any]) -> None:
        who = given["who"]
        if seat != GM and who != seat and not (self.fight.battle.find(who) is not None and self._runs(seat, who)):
            raise NotYours("that is for whoever runs it: name yourself or a combatant of yours.")
        if given["do"] == "automate":
            self.fight.automate(who, given["tactic"])
        elif given["do"] == "order":
            self.fight.order(who, given["about"], given["order"])
        else:
            if seat != GM and self.settings.dice == "server":
                raise NotYours("at this table the GM says whose dice are typed in.")
            self.fight.type_dice(who, given["on"])

    def _agree(self, given: dict[str, Any]) -> None:
        """The GM changes how the table plays."""
        changed = self.settings.as_data()
        if given["do"] == "settings":
            changed.update(given["settings"])
        elif given["do"] == "hold":
            changed["hold"] = given["on"]
        else:
            changed["level"] = given["level"]
        self.settings = settings_from(changed)
        self._apply_settings()

    def _apply_settings(self) -> None:
        """What of the settings the fight itself and the ledger must know."""
        self.ledger.watchers = list(self.settings.watchers)
        self.fight.set_level(self.settings.level)
        self.fight.house.declarations = self.settings.declarations
        if self.fight.house.hold != self.settings.hold:
            self.fight.hold_results(self.settings.hold)


def _same_lists(before: list[Taken], after: list[Taken]) -> int:
    most = min(len(before), len(after))
    same = 0
    while same < most and before[same] is after[same]:
        same += 1
    return same


def _quietly(given: dict[str, Any]) -> str:
    """What others than the GM hear where something that happened is changed and no event says so."""
    return "What was taken back is done again." if given["do"] == "redo" else "Something that had happened was changed."
