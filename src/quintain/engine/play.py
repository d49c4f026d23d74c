"""The played reading: people answer, or a tactic or a standing order on their behalf; dice come from the seed or a hand."""

from __future__ import annotations

from quintain.engine.battle import GM, Battle
from quintain.engine.dice import Dice
from quintain.engine.event import Event, cause_of
from quintain.engine.feed import Asked, FedReading
from quintain.engine.question import Option, Question
from quintain.engine.reading import FightOver
from quintain.engine.record import FRESH, Entry, House
from quintain.engine.refusal import Refusal, Unavailable
from quintain.engine.roll import Roll
from quintain.engine.ruling import apply_ruling
from quintain.engine.sample import instead_of
from quintain.engine.stream import Stream, Written
from quintain.engine.system import System, why_not
from quintain.engine.tactic import Tactic


class Pending:
    """A roll that somebody is to type in."""

    def __init__(self, key: str, who: str, what: str, dice: Dice, controller: str) -> None:
        self.key = key
        self.who = who
        self.what = what
        self.dice = dice
        self.controller = controller


class Suspended(Exception):
    """The record is used up: the fight waits for people."""

    def __init__(self, asked: Asked | None, pending: Pending | None, held: str, since: int) -> None:
        super().__init__("the fight waits")
        self.asked = asked
        self.pending = pending
        self.held = held
        self.since = since
        """Where in the record it began to wait."""


class PlayReading(FedReading):
    """Feeds the record; past its end answers what is automatic, writes it down, and stops at the first person asked."""

    def __init__(
        self,
        system: System,
        entries: list[Entry],
        position: int,
        counts: dict[str, int],
        house: House,
        stream: Stream,
        script: list[int],
        events: list[Event],
        seed: str,
    ) -> None:
        super().__init__(system, entries, position, counts)
        self.telling = True
        self.house = house
        self.stream = stream
        self.script = script
        self.scripted = 0
        self.events = events
        self.seed = seed
        self.fresh = 0
        self.pool: list[Entry] = []
        """After an edit: what came later and may still fit."""
        self._start = len(entries)
        self._tactics: dict[str, Tactic] = {}

    def tell(self, battle: Battle, event: Event) -> None:
        event.number = len(self.events) + 1
        event.round = battle.round
        event.entry = self.position
        event.cause = cause_of(self.events, event.kind, self.system.consequences)
        for id in event.who:
            unit = battle.find(id)
            if unit is not None and self.system.is_secret(battle, unit):
                event.audience = GM
                event.public = ""
        for audience in (event.audience, event.math_for):
            if audience.startswith("side:"):
                event.runners[audience] = sorted({unit.controller for unit in battle.units if unit.side == audience[5:]})
        self.events.append(event)

    # -- questions ---------------------------------------------------------------------------------------------------

    def open_ask(self, battle: Battle, asked: Asked) -> None:
        if self._from_pool(battle, asked):
            return
        picks: dict[str, list[tuple[Question, Option]]] = {}
        answered = False
        for place in asked.unanswered():
            question = asked.questions[place]
            by = self._automatic(battle, asked, place, picks)
            answered = answered or by
            question.earlier = []
        if not answered:
            raise Suspended(asked, None, "", self.asking_since)

    def _automatic(
        self, battle: Battle, asked: Asked, place: int, picks: dict[str, list[tuple[Question, Option]]]
    ) -> bool:
        """Answer by standing order or tactic, if either is set for this question."""
        question = asked.questions[place]
        controller = question.controller()
        order = self._order(question, controller)
        ordered = _obeyed(question, order)
        if ordered is not None:
            self.give(asked, place, ordered, "order")
            return True
        handed = handed_to(self.house, battle, question, controller)
        if not handed:
            plain = question.find(question.obvious()) if order != "ask" and question.obvious() else None
            if plain is None or why_not(question, plain):
                return False
            self.give(asked, place, plain, "engine")
            return True
        earlier = picks.setdefault(f"{handed}:{battle.tactic_side(question)}", [])
        question.earlier = earlier
        tactic = self._tactic(handed)
        option: Option | None = tactic.answer(question)
        if option is not None and why_not(question, option):
            # After a ruling a tactic may want what is no longer possible: take what is.
            option = instead_of(question, tactic, option)
        if option is None:
            self.withdraw(asked, place, True)
            return True
        earlier.append((question, option))
        self.give(asked, place, option, f"tactic:{self.house.auto[handed]}")
        return True

    def _order(self, question: Question, controller: str) -> str:
        """The standing order that fits, the last one said; "" for none."""
        found = ""
        for who, about, order in self.house.orders:
            if who in ("*", question.who, controller) and question.is_about(about):
                found = order
        return found

    def _tactic(self, handed: str) -> Tactic:
        """The tactic of this part of the house; it starts afresh where this run starts."""
        tactic = self._tactics.get(handed)
        if tactic is None:
            tactic = self.system.tactic(self.house.auto[handed])
            tactic.begin(self.seed if self._start == 0 else f"{self.seed}:{self._start}")
            self._tactics[handed] = tactic
        return tactic

    # -- dice --------------------------------------------------------------------------------------------------------

    def open_roll(self, battle: Battle, key: str, who: str, what: str, dice: Dice, audience: str, about: str) -> Roll:
        pooled = self._pooled_roll(battle, key, dice)
        if pooled is not None:
            self.entries.append(pooled)
            self.position = len(self.entries)
            return self.fed_roll(battle, pooled, who, what, dice, audience)
        forced = bool(self.fixed_faces(battle, who, what, dice))
        controller = battle.controller_of(who)
        by = GM if forced else "seed"
        if not forced and self.scripted < len(self.script):
            return self._scripted(battle, key, who, what, dice)
        if not forced and typed_by(self.house, who, controller):
            raise Suspended(None, Pending(key, who, what, dice, controller), "", self.position)
        roll = self.thrown(battle, who, what, dice, self.stream)
        self.entries.append(Entry("roll", key, dice.name, by, list(roll.faces), {"fixed": True} if forced else None))
        self.position = len(self.entries)
        return roll

    def _scripted(self, battle: Battle, key: str, who: str, what: str, dice: Dice) -> Roll:
        """Faces scripted by whoever set the fight up come first, then the seed goes on."""
        faces = dice.throw(Written(self.script[self.scripted :]))
        self.entries.append(Entry("roll", key, dice.name, "script", faces))
        self.position = len(self.entries)
        return self.fed_roll(battle, self.entries[-1], who, what, dice, "all")

    def fed_roll(self, battle: Battle, entry: Entry, who: str, what: str, dice: Dice, audience: str) -> Roll:
        roll = super().fed_roll(battle, entry, who, what, dice, audience)
        if entry.by == "seed":
            self._check_draw(battle, entry, dice, audience)
        elif entry.by == "script":
            self.scripted += len(entry.faces)
        return roll

    def _check_draw(self, battle: Battle, entry: Entry, dice: Dice, audience: str) -> None:
        """Is this what the seed draws here? Where it is not, the fight goes on by the record, and everybody is told."""
        here, drawn = self.stream.number, entry.drawn()
        if drawn >= 0:
            self.stream.jump(drawn)
        faces = dice.throw(self.stream)
        self.stream.jump(here if drawn >= 0 else here + len(entry.faces))
        # Dice are left where they fell by a change of the past only, which also has other dice come from there on.
        if battle.telling and (faces != entry.faces or (drawn >= 0 and drawn >= self.fresh * FRESH)):
            self._doubt(battle, entry, dice, faces, audience)

    def _doubt(self, battle: Battle, entry: Entry, dice: Dice, drawn: list[int], audience: str) -> None:
        """Told to everybody, without the figures where the roll is hidden."""
        where = f"entry {self.position} of the record"
        shown, meant = ", ".join([str(face) for face in entry.faces]), ", ".join([str(face) for face in drawn])
        text = f"Not what the seed draws: {where} has {dice.name} at {entry.at} show {shown}, the seed {meant}."
        if drawn == entry.faces:
            text = f"Not what the seed draws: {where} takes {shown} at {entry.at} from elsewhere in the seed, nothing being changed."
        event = Event("doubt", text, audience=audience)
        if audience != "all":
            event.public = f"Not what the seed draws: the dice of {where}."
        battle.tell(event)

    def freshen(self, number: int) -> None:
        self.fresh = number or self.fresh + 1
        self.stream.jump(self.fresh * FRESH)

    # -- holding -----------------------------------------------------------------------------------------------------

    def open_hold(self, battle: Battle, key: str) -> bool:
        for entry in self.pool:
            if entry.at == key and entry.do in ("rule", "go"):
                self._take(battle, entry)
                self.entries.append(entry)
                self.position = len(self.entries)
                if entry.do == "go":
                    return False
                self.ruled = True
                apply_ruling(self.system, battle, entry.value, entry.args)
                return True
        if self.house.hold and GM not in self.house.auto and "*" not in self.house.auto:
            raise Suspended(None, None, key, self.position)
        return False

    # -- after an edit -----------------------------------------------------------------------------------------------

    def _from_pool(self, battle: Battle, asked: Asked) -> bool:
        """Take the next later entry that still fits one of these questions."""
        for entry in self.pool:
            if entry.at not in asked.keys:
                continue
            if entry.do == "rule" and self._still_rules(battle, entry):
                self._void(asked)
                self._withdraw(asked)
                self._withdraw_empty(asked)
                return not asked.unanswered() or self._from_pool(battle, asked)
            if entry.do == "answer":
                at = asked.keys.index(entry.at)
                option = asked.questions[at].find(entry.value)
                if option is not None and not why_not(asked.questions[at], option):
                    self._take(battle, entry)
                    self.give(asked, at, option, entry.by)
                    return True
        return False

    def _take(self, battle: Battle, entry: Entry) -> None:
        """Out of the pool with a later entry that fits."""
        self._remark(battle, entry)
        self.pool.remove(entry)

    def _remark(self, battle: Battle, entry: Entry) -> None:
        """What was taken back before a later entry is still said before it."""
        for remark in self.pool[: self.pool.index(entry)]:
            if remark.do == "undone":
                self.pool.remove(remark)
                self.entries.append(remark)
                self.position = len(self.entries)
                self._tell_undone(battle, remark)

    def _still_rules(self, battle: Battle, entry: Entry) -> bool:
        self._remark(battle, entry)
        try:
            self.ruled = True
            apply_ruling(self.system, battle, entry.value, entry.args)
        except Refusal:
            return False
        self.pool.remove(entry)
        self.entries.append(entry)
        self.position = len(self.entries)
        if battle.outcome is not None and not battle.closing:
            raise FightOver()
        return True

    def _pooled_roll(self, battle: Battle, key: str, dice: Dice) -> Entry | None:
        for entry in self.pool:
            if entry.do == "roll" and entry.at == key and entry.value == dice.name:
                try:
                    dice.check(entry.faces)
                except Refusal:
                    return None
                self._take(battle, entry)
                return entry
        return None

    # -- after the end -----------------------------------------------------------------------------------------------

    def after_end(self, battle: Battle) -> None:
        """Rulings that came when all was over (time passes, somebody is patched up)."""
        while self.position < len(self.entries):
            entry = self.entries[self.position]
            if self._aside(battle, entry):
                continue
            if entry.do == "rule" and entry.at == "end":
                self._next()
                apply_ruling(self.system, battle, entry.value, entry.args)
            else:
                raise self._mismatch("nothing more, since the fight is over", entry)



def _obeyed(question: Question, order: str) -> Option | None:
    """What a standing order takes here; None where there is none, or it does not fit."""
    if order in ("", "ask"):
        return None
    wanted = question.standing(order) if order in ("always", "never") else order
    option = question.find(wanted) if wanted else None
    return option if option is not None and not why_not(question, option) else None

def handed_to(house: House, battle: Battle, question: Question, controller: str) -> str:
    """By which of its entries the house hands this question to a tactic; "" where a person answers."""
    for name in (question.who, controller, battle.tactic_side(question), "*"):
        if name and name in house.auto:
            return name
    return ""


def typed_by(house: House, who: str, controller: str) -> bool:
    return who in house.typed or controller in house.typed or "*" in house.typed


def tactic_checked(system: System, name: str) -> str:
    """This tactic's name, if the system has it."""
    if name not in system.tactic_names():
        raise Unavailable(f"{system.title} has no tactic called {name!r}: there are {', '.join(system.tactic_names())}.")
    return name
