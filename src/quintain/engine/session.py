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
from typing import Any, Final

from quintain.engine.asked import RESTS, OpenQuestion
from quintain.engine.battle import GM, PLAYERS
from quintain.engine.fight import Fight, fight_from
from quintain.engine.given import given
from quintain.engine.history import Kept, Taken, let_go
from quintain.engine.journal import text_of, text_with
from quintain.engine.receipt import Receipt, command_checked, is_about, takes_back
from quintain.engine.record import entry_from
from quintain.engine.refusal import Full, Malformed, NotYours, Stale, Unavailable
from quintain.engine.seat import Settings, controller_checked, is_reserved_id, settings_from
from quintain.engine.session_shown import Proposal, Shown, Situation
from quintain.engine.system import System
from quintain.engine.undo_tree import same_start
from quintain.engine.view import own_units

MOST_PROPOSALS: Final = 20
MOST_GONE = 2_000_000
"""So much of what was told may be taken back, in characters (10,000 lines and more): whoever looks anew is sent all of it."""
MOST_GIVEN = 20_000
"""So many commands a seat may give in one fight: every one is kept, and read again with the session."""
MOST_AUTOMATIC = 9_000
"""What one command may lead to by itself, in lines; among many each costs more: 560 of them among eight, 7 among 120."""


class Session(Shown):
    """A live table's fight. One process holds it; see the module for the door, the versions, the keys and the ids."""

    def __init__(self, fight: Fight, settings: Settings | None = None) -> None:
        super().__init__(fight, settings)
        fight.at_once = MOST_AUTOMATIC
        self._journaled = 0
        """How many entries of the record the journal has."""

    @staticmethod
    def start(fight: object, settings: object = None) -> Session:
        """A new session around a fight."""
        agreed = None if settings is None else settings_from(given(settings, Settings, "what the table has agreed on").as_data())
        started = given(fight, Fight, "a fight")
        session = Session(started, agreed)
        session._apply_settings()
        session._known = [*session.agreed.seats, *session.agreed.watchers]
        session.ledger.follow([], started.told, "", "")
        names = session._name_questions([], 0)
        session._written = session._aside()
        session._journaled = len(started.written)
        session._write({"op": "start", "record": started.record, "settings": session.agreed.as_data(), "names": names})
        return session

    # -- the door ----------------------------------------------------------------------------------------------------

    def do(self, seat: object, command: object, version: object = None, key: object = "") -> Receipt:
        """Carry out a command of this seat's, whole or not at all. See the module for what `version` and `key` are."""
        who = self._seated(seat)
        if who in self.agreed.watchers:
            raise NotYours("whoever watches does nothing here: take a player's seat.")
        given = command_checked(command)
        known = self.keys.receipt(who, key, given)
        if known is not None:
            return known
        self._check_right_to_the_past(who, given)
        self._check_version(who, given, version)
        if given["do"] == "fork":
            return Receipt(self.version, [], "", self.fight.record)
        if takes_back(given) and self.ledger.gone >= MOST_GONE and self.ledger.gone_for(who) >= MOST_GONE:
            raise Full(
                "so much was taken back and changed at this table that no more can be: play on, or fork the fight and go on there."
            )
        if self.keys.given.get(who, 0) >= MOST_GIVEN:
            raise Full("you did so much in this fight that no more of it can be kept: begin the next one, or fork the fight.")
        kept, told, standing = self.fight.kept(), len(self.ledger.told), self.ledger.standing[:]
        settings, proposals, proposed = self.agreed, list(self.proposals), self.proposed
        try:
            said = self._carry_out(who, given)
            self.ledger.follow(kept.events, self.fight.told, said or "The past was changed.", _quietly(given))
        except BaseException:
            self.fight.restore(kept)
            self.agreed, self.proposals, self.proposed = settings, proposals, proposed
            self.ledger.watchers = list(settings.watchers)
            self.ledger.forget(told)
            self.ledger.standing = standing
            raise
        if self.fight.automatic.resting and any(self.agreed.may_answer(one.controller, who) for one in self.fight.open_now):
            said = f"{said} {RESTS}".strip()
        return self._settled(who, given, key, kept, told, said)

    def _settled(self, who: str, given: dict[str, Any], key: object, before: Kept, told: int, said: str) -> Receipt:
        """Accepted: count it, name the questions, and write down what it did."""
        entries, undone = before.entries, before.undone
        version = self.version + 1
        same = same_start(entries, self.fight.written)
        if same < max(len(entries), len(self.fight.written)):
            self.touched = version
            self.proposals = [moved for one in self.proposals for moved in one.moved(entries, self.fight.written)]
        knowing: list[str] = []
        if same < len(entries):
            self.rewritten = version
            knowing = [seat for seat in self.agreed.seats if self._knows_entries(seat, entries)]
        names, joined = self._name_questions(entries, told), self._joined(told)
        receipt = Receipt(version, self.ledger.numbers(who, told), said, None)
        self.keys.keep(who, key, given, receipt)
        operation: dict[str, object] = {"op": "do", "seat": who, "command": given, "key": key, "said": said}
        cut = min(same, self._journaled)
        operation["had"], operation["cut"] = self._journaled, cut
        operation["entries"] = [entry.as_data() for entry in self.fight.written[cut:]]
        self._journaled = len(self.fight.written)
        kept = _same_lists(undone, self.fight.to_redo)
        if kept < max(len(undone), len(self.fight.to_redo)):
            operation["redo"] = {"keep": kept, "add": [taken.as_data() for taken in self.fight.to_redo[kept:]]}
        left = self.fight.branches
        if len(left) != len(before.left) or any(one is not other for one, other in zip(left, before.left, strict=True)):
            operation["left"] = [[taken.as_data() for taken in branch] for branch in left]
        now = self._aside()
        for name, part in now.items():
            if self._written.get(name) != part:
                operation[name] = part
        self._written = now
        if names:
            operation["names"] = names
        if knowing:
            operation["knowing"] = knowing
        if joined:
            operation["joined"] = joined
        self._write(operation)
        return receipt

    def _write(self, operation: dict[str, object]) -> None:
        operation["version"] = self.version + 1
        self._told_at.append(len(self.ledger.told))
        self.ledger.pack()
        self._journal.add(text_of(operation))

    def record(self, seat: object) -> dict[str, object]:
        """The record as it stands. The GM's: it holds the seed."""
        self._only_gm(self._seated(seat), "take the record")
        return self.fight.record

    def export(self, seat: object) -> dict[str, object]:
        """The fight as it stood at the last joint, as a new encounter. The GM's: it holds what is hidden."""
        self._only_gm(self._seated(seat), "export the fight")
        return self.fight.export()

    # -- keeping -----------------------------------------------------------------------------------------------------

    @property
    def journal(self) -> list[dict[str, Any]]:
        """Every operation from the start on, as plain data: enough for `restore`."""
        return self.ops_since(0)

    def ops_since(self, version: object) -> list[dict[str, Any]]:
        """The operations that led from that version to now."""
        return [json.loads(text) for text in self.texts_since(given(version, int, "version"))]

    def texts_since(self, version: int) -> list[bytes]:
        """The same, each as the text that is to be kept of it."""
        found: list[bytes] = []
        for number, text in enumerate(self._journal.texts_since(version), max(0, version)):
            told = self.ledger.kept(self._told_at[number], self._told_at[number + 1])
            found.append(text_with(text, b'{"told":' + told + b"}"))
        return found

    @staticmethod
    def restore(system: object, ops: object) -> Session:
        """The session that wrote these operations. A refusal says so where they do not fit the rules as they are now."""
        book = given(system, System, "a system")
        if not isinstance(ops, list) or not all(isinstance(one, dict) for one in ops) or not ops or ops[0].get("op") != "start":
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
        fight = fight_from(book, book.build(record["encounter"]), record)
        fight.put_back(redo, left)
        agreed = [one["settings"] for one in ops if "settings" in one]
        session = Session(fight, settings_from(agreed[-1]))
        session._known = sorted({seat for one in agreed for seat in [*one["seats"], *one.get("watchers", [])]})
        session.ledger.watchers = list(session.agreed.watchers)
        for operation in ops:
            session.ledger.withheld.update({seat: list(places) for seat, places in operation.get("joined", {}).items()})
        for operation in ops:
            session._read(operation)
        session._journaled = len(record["entries"])
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
        self._journal.add(text_of({name: part for name, part in operation.items() if name != "told"}))
        for seat, names in operation.get("names", {}).items():
            open = {name: Situation(id, None) for name, id in names["open"].items()}
            self._of(seat).put(names["count"], open, version)

    def _rejoin(self) -> None:
        """After reading a journal: which lines are the fight's log as it stands, and what the open questions are tied to."""
        gone = {place for back in self.ledger.backs.values() for place in back}
        stands = [place for place, event in enumerate(self.ledger.told) if place not in gone and event.kind != "changed"]
        self.ledger.standing = array("i", stands)
        for asked in self._asked.values():
            for one in self.fight.open_now:
                if one.id in asked.open:
                    asked.open[one.id].before = self._entry_before(one)
        # Under the rules as they are now it may have gone on from there by itself: the next operation writes that down.
        told = len(self.ledger.told)
        if len(self.fight.told) > len(stands):
            self.ledger.follow(self.fight.told[: len(stands)], self.fight.told, "", "")
        if any(one.id not in self._of(GM).open for one in self.fight.open_now):
            self._name_questions(self.fight.written, told)

    def _aside(self) -> dict[str, object]:
        """What an operation changes now and then, besides the record's entries: written down where it differs."""
        return {
            "house": self.fight.automatic.as_data(), "dice": self.fight.dice_state(), "settings": self.agreed.as_data(),
            "proposals": [one.as_data() for one in self.proposals],
        }  # fmt: skip

    def let_go(self) -> None:
        """Nobody will look at this session again: the fight and what is asked no longer hold each other, so that they go at once."""
        let_go(self.fight.battle)
        self.fight.open_now = []

    # -- inside ------------------------------------------------------------------------------------------------------

    def _joined(self, told: int) -> dict[str, object]:
        """Seats that are new at the table: what they are not told of what `told` lines had said before they came."""
        new = [seat for seat in [*self.agreed.seats, *self.agreed.watchers] if seat not in self._known]
        self._known.extend(new)
        found: dict[str, object] = {}
        found.update(self.ledger.withhold(self.fight.system, self.fight.battle, new, told) if new else {})
        return found

    def _check_right_to_the_past(self, seat: str, given: dict[str, Any]) -> None:
        """Whoever may not change the past at all is told so, and not that it is too late for it."""
        if given["do"] == "fork":
            self._only_gm(seat, "fork the fight")
        elif given["do"] == "amend":
            self._only_gm(seat, "change what happened")
        elif given["do"] == "redo" and seat != GM:
            if self.agreed.undo != "anyone":
                raise NotYours("only the GM may do again what was taken back.")
            if "branch" in given:
                self._only_gm(seat, "go on from a branch that was left")

    def _check_version(self, who: str, given: dict[str, Any], version: object) -> None:
        """Is it too late for this? For a player only what that seat knows to have happened since counts, or the refusal would tell of
        more: what the table agreed on and who wants to take back is no part of that."""
        if version is None:
            return
        if not isinstance(version, int) or isinstance(version, bool) or version < 0 or version > self.version:
            raise Malformed("version is that of the view you looked at.")
        about = is_about(given)
        late = about == "record" and version < self.version
        if late and (version < self.touched if who == GM else self._knows_of_change(who, version)):
            raise Stale("something was done since you looked: look again before you take back or change what happened.")
        if about == "past" and version < self.rewritten and who == GM:
            raise Stale("something was taken back or changed since you looked: look again before you rule.")

    def _knows_of_change(self, seat: str, version: int) -> bool:
        """Was this seat told or asked anything since, or does it know of anything done? From the journal: the same after a restart."""
        told = self._told_at[version]
        if self._of(seat).changed > version or self.ledger.numbers(seat, told) or self.ledger.taken_back(seat, told):
            return True
        for operation in self._journal.since(version):
            if seat in operation.get("knowing", []):
                return True
            # What was written in place of something else is no news as a whole: who knows of it stands there.
            new = operation.get("entries", []) if operation.get("cut") == operation.get("had") else []
            if any(self.fight.is_known(entry_from(entry), seat) for entry in new):
                return True
        return False

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
            if "branch" in given:
                self.fight.take_up(given["branch"])
            else:
                self.fight.redo(seat)
            return self._fallen(seat, "What was taken back is done again.")
        elif do == "amend":
            self.fight.amend(self._entry_of(seat, given), given.get("value", ""), given.get("faces"))
            return self._fallen(seat, "Changed.")
        elif do in ("automate", "order", "type_dice"):
            self._change_automation(seat, given)
        else:
            self._only_gm(seat, "change how the table plays")
            self._agree(given)
        return ""

    def _asked_of(self, seat: str, id: object) -> OpenQuestion:
        name = self._of(seat).name_of(id)
        for asked in self.fight.open_now:
            if asked.id == name:
                return asked
        raise Stale("that question is not open any more.")

    def _fallen(self, seat: str, said: str) -> str:
        """What was done, and what of it fell away. A player is not told what it was: others may have done it in secret."""
        lost = self.fight.undo_tree.dropped(self.fight)
        if lost and seat != GM:
            own = any(entry.is_personal() and entry.by != GM for entry in self.fight.dropped)
            lost = "Something that was done later can no longer be done, and is dropped." if own else ""
        return f"{said} {lost}".rstrip()

    def _hand_over(self, seat: str, who: str, to: str) -> None:
        if seat != GM and (who not in own_units(self.fight.battle, seat) or not self._runs(seat, who)):
            raise NotYours("you can hand over only whom you run.")
        for name in controller_checked(to).split("+"):
            if name != GM and name != PLAYERS and name not in self.agreed.seats:
                raise Unavailable(f"nobody sits at {name!r} here: there are gm, players, {', '.join(self.agreed.seats)}.")
        self.fight.rule_with("hand_over", {"who": who, "to": to}, GM)

    def _runs(self, seat: str, who: str) -> bool:
        return self.agreed.may_answer(self.fight.battle.controller_of(who), seat)

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
        if seat == GM or self.agreed.undo == "anyone":
            self.fight.undo_to(place, fresh, seat)
        elif self.agreed.undo == "own":
            since = [at for at in range(place, len(self.fight.written)) if self.fight.written[at].is_personal()]
            if any(self.fight.written[at].by != seat and self.fight.heard_of(at, seat) for at in since):
                raise NotYours("somebody else has done something since: only your own last deeds are yours to take back.")
            self.fight.undo_to(place, fresh, seat)
        elif self.agreed.undo == "propose":
            if sum([one.seat == seat for one in self.proposals]) >= MOST_PROPOSALS:
                raise Full("the GM has yet to answer earlier proposals.")
            self.proposed += 1
            self.proposals = [*self.proposals, Proposal(self.proposed, seat, place, fresh)]
            return "Proposed to the GM."
        else:
            raise NotYours("at this table only the GM takes back.")
        return ""

    def _undo_place(self, seat: str, given: dict[str, Any]) -> int:
        """The entry to go back to: the last personal one that this seat has heard of, or the last one before a line of its own."""
        entries = self.fight.written
        if "entry" in given:
            self._only_gm(seat, "name entries of the record")
            return self.fight.place(given["entry"])
        end = len(entries) if "to" not in given else self._standing(seat, given["to"])
        for place in range(end - 1, -1, -1):
            if entries[place].is_personal() and self.fight.heard_of(place, seat):
                return place
        raise Unavailable("there is nothing to take back.")

    def _standing(self, seat: str, number: int) -> int:
        """How many entries of the record had been read when line `number` of this seat was told."""
        at = self.ledger.stands_at(seat, number)
        if at < 0:
            raise Unavailable(f"line {number} is not part of what stands now.")
        return self.fight.told[at].entry

    def _entry_of(self, seat: str, given: dict[str, Any]) -> int:
        """Which entry of the record a change of the past means: by its place, or by the line that told of it."""
        if "entry" in given:
            return self.fight.place(given["entry"])
        if "event" not in given:
            raise Malformed("amend says which entry of the record, or which event, is to be changed.")
        kind = "roll" if "faces" in given else "answer"
        for place in range(self._standing(seat, given["event"]) - 1, -1, -1):
            if self.fight.written[place].do == kind:
                return place
        raise Unavailable(f"no {kind} stands behind line {given['event']}.")

    def _change_automation(self, seat: str, given: dict[str, Any]) -> None:
        who = given["who"]
        # A seat may be called like a combatant or a side.
        meant = [unit.id for unit in self.fight.battle.units if who in (unit.id, unit.side)]
        others = not all(self._runs(seat, one) for one in meant) or (who != seat and (who in self.agreed.seats or is_reserved_id(who)))
        if seat != GM and (others or (who != seat and self.fight.battle.find(who) is None)):
            raise NotYours("that is for whoever runs it: name yourself or a combatant of yours.")
        if given["do"] == "automate":
            self.fight.automate(who, given["tactic"])
        elif given["do"] == "order":
            self.fight.order(who, given["about"], given["order"], seat)
        else:
            if seat != GM and self.agreed.dice == "server":
                raise NotYours("at this table the GM says whose dice are typed in.")
            self.fight.type_dice(who, given["on"])

    def _agree(self, given: dict[str, Any]) -> None:
        """The GM changes how the table plays."""
        changed = self.agreed.as_data()
        if given["do"] == "settings":
            changed.update(given["settings"])
        elif given["do"] == "hold":
            changed["hold"] = given["on"]
        else:
            changed["level"] = given["level"]
        before, self.agreed = self.agreed, settings_from(changed)
        self._apply_settings(before)

    def _apply_settings(self, before: Settings | None = None) -> None:
        """What of the settings the fight itself and the ledger must know; `before`: those that held so far."""
        self.ledger.watchers = list(self.agreed.watchers)
        self.fight.set_level(self.agreed.level)
        self.fight.automatic.declarations = self.agreed.declarations
        if self.fight.automatic.hold != self.agreed.hold:
            self.fight.hold_results(self.agreed.hold)
        typed, no_more = self.agreed.throwing(), before.throwing() if before is not None else []
        for names, on in ((typed, True), (no_more, False)):
            changed = [name for name in names if name not in (no_more if on else typed)]
            if changed:
                self.fight.type_dice_of(changed, on)


def _same_lists(before: list[Taken], after: list[Taken]) -> int:
    most = min(len(before), len(after))
    same = 0
    while same < most and before[same] is after[same]:
        same += 1
    return same


def _quietly(given: dict[str, Any]) -> str:
    """What others than the GM hear where something that happened is changed and no event says so."""
    return "What was taken back is done again." if given["do"] == "redo" else "Something that had happened was changed."
