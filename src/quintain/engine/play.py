"""The played reading: people answer, or a tactic or a standing order on their behalf; dice come from the seed or a hand."""

from __future__ import annotations

from array import array
from math import isqrt

from quintain.engine.battle import GM, Battle
from quintain.engine.dice import Dice
from quintain.engine.event import Event, cause_of
from quintain.engine.feed import Asked, FedReading
from quintain.engine.question import Option, Question
from quintain.engine.record import FRESH, Automation, Entry
from quintain.engine.refusal import Unavailable
from quintain.engine.roll import Roll
from quintain.engine.ruling import apply_ruling
from quintain.engine.sample import instead_of
from quintain.engine.seat import auto_key
from quintain.engine.stream import Numbered, Seeds, Written
from quintain.engine.system import System, open_options, why_not
from quintain.engine.tactic import Tactic
from quintain.engine.viewer import own_units


class Pending:
    """A roll that somebody is to type in."""

    def __init__(self, key: str, who: str, what: str, dice: Dice, controller: str) -> None:
        self.key = key
        self.who = who
        self.what = what
        self.thrown = dice
        self.dice = dice.asked_for()
        """What is typed in of the dice that are thrown."""
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


LEAST_AT_ONCE = 5
"""So many lines are told before automatic play rests, however many fight."""
SHOWN_TO_ALL = ("turn", "declaration", "setup")
"""Kinds of questions of which everybody is told who is asked."""
MOST_ORDERED = 100
"""So often in a round a standing order answers one kind of question of one unit; then people are asked, lest it go on for ever."""


class PlayReading(FedReading):
    """Feeds the record; past its end answers what is automatic, writes it down, and stops at the first person asked."""

    def __init__(
        self,
        system: System,
        entries: list[Entry],
        position: int,
        counts: dict[str, int],
        automation: Automation,
        seeds: Seeds,
        script: list[int],
        events: list[Event],
    ) -> None:
        super().__init__(system, entries, position, counts)
        self.telling = True
        self.automation = automation
        self.seeds = seeds
        self.script = script
        self.scripted = 0
        self.events = events
        self.seed = seeds.values[0]
        self.drawing = 0
        """The place of the seed that dice come from."""
        self.stream: Numbered = seeds.stream(0, 0)
        self.fresh = 0
        self.holding = False
        """Are results held here? The record says where that changed."""
        self.ordered: dict[str, int] = {}
        """How often a standing order has answered in this round, by kind of question and unit."""
        self.ordered_in = 0
        self.joint_events = len(events)
        """How much had been told at the last joint."""
        self._start = len(entries)
        self.told = 0
        """How many lines everybody has been told since this run began."""
        self.told_before = -1
        """How many of them before the first question that everybody knows of."""
        self.notes: array[int] = array("q")
        self.note_names: dict[tuple[str, str], int] = {}
        """What the rules note, for the story of the fight: see `Fight`."""
        self.at_once = 0
        """How much at most, by the lines that all are told and the combatants that all see, where there is a bound."""
        self.rests = 0 < automation.resting == len(entries)
        """So many that the rest is left to people; as it was when the record was as long as now."""
        self._tactics: dict[str, Tactic] = {}
        self.doubted = False
        """Was it told of a die that it is not what the seed draws?"""

    def keep_joint(self, battle: Battle) -> None:
        super().keep_joint(battle)
        self.joint_events = len(self.events)

    def draw_from(self, drawing: int, number: int, fresh: int) -> None:
        """Go on with this seed at this number."""
        self.drawing = drawing
        self.fresh = fresh
        self.stream = self.seeds.stream(drawing, number)

    def put_aside(self, battle: Battle, entry: Entry) -> None:
        if entry.do == "fresh":
            self.fresh = entry.times() or self.fresh + 1
            self.stream.jump(self.fresh * FRESH)
        elif entry.do == "hold":
            self.holding = entry.value == "on"
        elif entry.do == "seed":
            place = entry.times()
            if place < 1 or place >= len(self.seeds.values):
                raise self._mismatch("one of the record's seeds", entry)
            self.draw_from(place, 0, self.fresh)
            battle.tell(Event("seed", f"Other dice from here on, from a new seed; its SHA-256 is {self.seeds.commitment(place)}."))

    def tell(self, battle: Battle, event: Event) -> None:
        event.number = len(self.events) + 1
        event.round = battle.round
        event.entry = self.position
        for id in event.who:
            unit = battle.find(id)
            if unit is not None and self.system.is_secret(battle, unit):
                event.audience = GM
                event.public = ""
        for audience in (event.audience, event.math_for):
            if audience.startswith("side:"):
                event.runners[audience] = sorted({unit.controller for unit in battle.units if unit.side == audience[5:]})
        event.settle()
        event.cause = cause_of(self.events, event, self.system.consequences)
        if self.compares_again and any(event.says_as(earlier) for earlier in self.events[self.joint_events :]):
            return
        self.events.append(event)
        if event.public or event.audience == "all":
            self.told += 1

    def note(self, battle: Battle, what: str, who: str, amount: int) -> None:
        names = self.note_names
        self.notes.append(names.setdefault((what, who), len(names)))
        self.notes.append(amount)

    # -- questions ---------------------------------------------------------------------------------------------------

    def open_ask(self, battle: Battle, asked: Asked) -> None:
        picks: dict[str, list[tuple[Question, Option]]] = {}
        answered = False
        self._look_whether_to_rest(battle, asked)
        for place in asked.unanswered() if not self.rests else []:
            question = asked.questions[place]
            by = self._answered(battle, asked, place, picks)
            answered = answered or by
            question.earlier = []
        if not answered:
            raise Suspended(asked, None, "", self.asking_since)

    def _look_whether_to_rest(self, battle: Battle, asked: Asked) -> None:
        """Has so much been told that the rest is left to people?

        Whoever sees where automatic play rests must not learn from it what they cannot know. So it rests only at questions that
        everybody is shown, a turn or a declaration of somebody whom all see, and by a count of what all are told: how often the
        unseen were asked, and how many they are, changes nothing.
        """
        if self.at_once == 0 or self.rests:
            return
        sees_unit = self.system.sees_unit
        for question in asked.questions:
            unit = battle.find(question.who)
            if unit is not None and question.kind() in SHOWN_TO_ALL and sees_unit(battle, unit, []):
                break
        else:
            return
        if self.told_before < 0:
            self.told_before = self.told
        elif self.told - self.told_before >= LEAST_AT_ONCE:
            seen = len([unit for unit in battle.units if sees_unit(battle, unit, [])])
            self.rests = self.told - self.told_before >= max(LEAST_AT_ONCE, self.at_once // (seen * isqrt(seen)))

    def _answered(self, battle: Battle, asked: Asked, place: int, picks: dict[str, list[tuple[Question, Option]]]) -> bool:
        question = asked.questions[place]
        controller = question.controller()
        order = self._order(question, controller)
        ordered = _obeyed(question, order)
        if ordered is not None and self._names_known(battle, ordered, controller):
            self.count_order(battle, question)
            self.give(asked, place, ordered, "order")
            return True
        handed = handed_to(self.automation, battle, question, controller)
        if not handed:
            plain = _unasked(question, order)
            if plain is None:
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
        self.give(asked, place, option, f"tactic:{self.automation.auto[handed]}")
        return True

    def _names_known(self, battle: Battle, option: Option, controller: str) -> bool:
        """Does whoever runs it know of everybody whom an option names? A standing order takes no other."""
        if controller == GM:
            return True
        own, units = own_units(battle, controller), [battle.find(one) for one in option.named_units()]
        return all(self.system.sees_unit(battle, unit, own) for unit in units if unit is not None)

    def _order(self, question: Question, controller: str) -> str:
        """The standing order that fits, the last one said; "" for none."""
        found = ""
        for who, about, order in self.automation.orders:
            if who in ("*", question.who, controller) and question.is_about(about):
                found = order
        return "" if self._has_had_its_way(question) else found

    def fed_answer(self, battle: Battle, question: Question, by: str) -> None:
        if by == "order":
            self.count_order(battle, question)

    def count_order(self, battle: Battle, question: Question) -> None:
        if self.ordered_in != battle.round:
            self.ordered = {}
            self.ordered_in = battle.round
        kind = f"{question.about}:{question.who}"
        self.ordered[kind] = self.ordered.get(kind, 0) + 1

    def _has_had_its_way(self, question: Question) -> bool:
        """Has a standing order answered this so often that it may go on for ever?"""
        battle = question.battle
        return self.ordered_in == battle.round and self.ordered.get(f"{question.about}:{question.who}", 0) >= MOST_ORDERED

    def _tactic(self, handed: str) -> Tactic:
        """The tactic that `auto` names under this key; it starts afresh where this run starts."""
        tactic = self._tactics.get(handed)
        if tactic is None:
            tactic = self.system.tactic(self.automation.auto[handed])
            tactic.begin(self.seed if self._start == 0 else f"{self.seed}:{self._start}")
            self._tactics[handed] = tactic
        return tactic

    # -- dice --------------------------------------------------------------------------------------------------------

    def open_roll(self, battle: Battle, key: str, who: str, what: str, dice: Dice, audience: str, about: str) -> Roll:
        forced = bool(self.fixed_faces(battle, who, what, dice))
        controller = battle.controller_of(who)
        by = GM if forced else "seed"
        if not forced and self.scripted < len(self.script):
            return self._scripted(battle, key, who, what, dice)
        if not forced and typed_by(self.automation, who, controller):
            raise Suspended(None, Pending(key, who, what, dice, controller), "", self.asking_since)
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
        here, drawn, seed = self.stream.number, entry.drawn(), entry.drawn_of(self.drawing)
        if drawn >= 0:
            faces = dice.throw(self.seeds.stream(seed, drawn))
        else:
            faces = dice.throw(self.stream)
            self.stream.jump(here + len(entry.faces))
        # Dice are left where they fell by a change of the past only, which also has other dice come from there on.
        if battle.telling and (faces != entry.faces or (drawn >= self.fresh * FRESH and seed == self.drawing and drawn >= 0)):
            self._doubt(battle, entry, dice, faces, audience)

    def _doubt(self, battle: Battle, entry: Entry, dice: Dice, drawn: list[int], audience: str) -> None:
        """Told to everybody, without the figures where the roll is hidden."""
        self.doubted = True
        where = f"entry {self.position} of the record"
        shown, meant = ", ".join([str(face) for face in entry.faces]), ", ".join([str(face) for face in drawn])
        text = f"Not what the seed draws: {where} has {dice.name} at {entry.at} show {shown}, the seed {meant}."
        if drawn == entry.faces:
            text = f"Not what the seed draws: {where} takes {shown} at {entry.at} from elsewhere in the seed, nothing being changed."
        event = Event("doubt", text, audience=audience)
        if audience != "all":
            event.public = f"Not what the seed draws: the dice of {where}."
        battle.tell(event)

    # -- holding -----------------------------------------------------------------------------------------------------

    def open_hold(self, battle: Battle, key: str) -> bool:
        if not self.holding:
            return False
        # Whatever comes next is about this: what was taken back before it is said now, and not when it comes.
        self.read_asides(battle)
        raise Suspended(None, None, key, self.asking_since)

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


def _unasked(question: Question, order: str) -> Option | None:
    """What is taken without asking anybody: what is obvious here, or what the GM's word left, where that is to decline."""
    plain = question.find(question.obvious()) if order != "ask" and question.obvious() else None
    if plain is not None and not why_not(question, plain):
        return plain
    reacts, never = question.kind() == "reaction", question.standing("never")
    if not question.battle.forbidden or question.kind() in SHOWN_TO_ALL or not (reacts or never):
        return None
    left = open_options(question)
    if len(left) != 1 or len(question.options()) == 1:
        return None
    return left[0] if reacts or left[0].id() == never else None


def handed_to(automation: Automation, battle: Battle, question: Question, controller: str) -> str:
    """The key of `auto` that hands this question to a tactic; "" where a person answers."""
    for name in (question.who, auto_key(automation.auto, controller), battle.tactic_side(question), "*"):
        if name and name in automation.auto:
            return name
    return ""


def typed_by(automation: Automation, who: str, controller: str) -> bool:
    typed = automation.typed
    return who in typed or "*" in typed or any(name in typed for name in controller.split("+"))


def tactic_checked(system: System, name: str) -> str:
    """This tactic's name, if the system has it."""
    if name not in system.tactic_names():
        raise Unavailable(f"{system.title} has no tactic called {name!r}: there are {', '.join(system.tactic_names())}.")
    return name
