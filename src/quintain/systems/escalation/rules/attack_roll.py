"""The attack roll (ES-89 to ES-95): everything added to the d20, the defence it meets, hit, critical hit and fumble."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from quintain.engine.dice import D20
from quintain.engine.question import Option
from quintain.engine.roll import Roll
from quintain.systems.escalation.play import sentences, sentences_effects, sentences_stakes
from quintain.systems.escalation.printed import occasion_rows as h
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Rider
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.printed.summaries import all_rows
from quintain.systems.escalation.rules import triggers
from quintain.systems.escalation.rules.answers import LeftOpen
from quintain.systems.escalation.rules.figures import beats, crit_floor, defence_against, printed_defence
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import NO_LASTING, Blow, Strike
from quintain.systems.escalation.rules.terms import attack_terms
from quintain.systems.escalation.traits import bonuses, occasions

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


def throw(battle: Skirmish, strike: Strike, target: Fighter) -> Roll:
    strike.target = target
    return battle.roll_while(strike, strike.attacker.id, "attack", D20, strike.about)


def second_roll(battle: Skirmish, strike: Strike, target: Fighter, first: Roll, blow: Blow) -> Roll:
    """Another d20 instead of the first, which stays where nobody can throw it any more."""
    again = throw(battle, strike, target)
    if again.void:
        return first
    judge(battle, strike, target, again, blow)
    return again


def roll_again(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow, penalty: int, without_die: bool = False) -> None:
    """The attack is rolled once more, with a penalty where one is printed; the second roll counts, whatever it shows."""
    if battle.telling:
        battle.tell(sentences.rolled_again(strike.attacker, penalty))
    strike.extra += penalty
    blow.without_die = blow.without_die or without_die
    roll = throw(battle, strike, target)
    if not roll.void:
        strike.roll = roll
        judge(battle, strike, target, roll, blow)
        say_roll(battle, strike, target, roll, blow)
    strike.extra -= penalty


def compare_again(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """The same roll goes against somebody else (ES-89)."""
    if strike.roll is None or not strike.power.rolls:
        return
    judge(battle, strike, target, strike.roll, blow)
    say_roll(battle, strike, target, strike.roll, blow)


def fights_with_two_weapons(strike: Strike) -> bool:
    """ES-103, R-48: a melee attack with a weapon, by somebody who fights with two."""
    power = strike.power
    return strike.attacker.block.two_weapons and power.kind == b.MELEE and not power.spell and not power.unarmed


@final
class FlexibleOption(Option):
    """One flexible attack whose trigger fits, by its place in the attacker's list of preference; -1: none of them."""

    def __init__(self, place: int, rider: Rider | None, to: str, hit: bool) -> None:
        self.place: int = place
        self.rider: Rider | None = rider
        self.to: str = to
        self.hit: bool = hit
        """Has the attack hit?"""

    def id(self) -> str:
        return f"flexible:{self.place}" if self.rider is not None else "none"

    def label(self, battle: object) -> str:
        return self.rider.name if self.rider is not None else "None of them"

    def target(self) -> str:
        return self.to

    def weighs(self) -> bool:
        return True


@final
class AfterRoll(LeftOpen):
    """A choice once the attack roll has fallen: its maker is told what it came to, and what each way brings."""

    def __init__(
        self, battle: Skirmish, strike: Strike, blow: Blow, about: str, options: list[Option], title: str = ""
    ) -> None:
        super().__init__(battle, about, strike.attacker, title, options)
        self.strike: Strike = strike
        self.blow: Blow = blow
        self.target: Fighter = battle.fighters[blow.target]

    def withdrawn(self) -> bool:
        """Nor is it asked whether to roll again at one who can be attacked no more."""
        return super().withdrawn() or (self.about == "reroll" and not self.strike.can_be_made_at(self.target))

    def title(self) -> str:
        hit = "hit" if self.blow.hit else "miss"
        return self._title or f"Natural {self.blow.natural}, a {hit}: which flexible attack?"

    def stakes(self) -> list[Stake]:
        blow, defence = self.blow, b.DEFENCES[self.strike.power.defence]
        came_to = "a critical hit" if blow.crit else "a hit" if blow.hit else "a miss"
        total = f"natural {blow.natural}, total {blow.natural + blow.terms.total} against {defence}: {came_to}"
        found: list[Stake] = [{"text": total, "kind": "good" if blow.hit else "bad"}]
        if self.about == "reroll":
            strike = self.strike
            text = sentences_stakes.hits_on(self.skirmish, strike.attacker, strike.power, self.target, strike.opportunity)
            found.append({"text": f"thrown again it {text}", "kind": "neutral"})
        for option in self._options:
            if isinstance(option, FlexibleOption) and option.rider is not None:
                way = option.rider
                found.append({"text": f"{way.name}: {sentences_effects.rows(way.effects)}", "kind": "neutral"})
        return found


MISS: Final = 0
HIT: Final = 1
CRIT: Final = 2


def judge(battle: Skirmish, strike: Strike, target: Fighter, roll: Roll, blow: Blow) -> None:
    """ES-89: d20 + bonus against the defence. Read afresh each time, so that a ruling in between counts."""
    _add_up(battle, strike, target, blow)
    blow.crit_floor = crit_floor(battle, strike.attacker, strike.power, target, strike.opportunity)  # ES-94
    _look_at_traits(battle, strike, target, blow)
    face = roll.natural() if roll.settled else face_class(battle, strike, target, roll, blow)
    reached = roll.at_least(blow.defence - blow.terms.total, "hit")  # d20 + bonus >= defence
    result = result_of(battle, blow, face, reached)
    if roll.forced is not None and "hit" in roll.forced:  # the GM's word
        result = MISS if not reached else CRIT if face >= blow.crit_floor or blow.surely & b.SURE_CRIT else HIT
    blow.natural = face
    blow.margin = face + blow.terms.total - blow.defence
    blow.hit = result != MISS
    blow.crit = result == CRIT
    blow.fumble = face == 1 and not blow.hit


def read_again(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """By how much the roll reaches the defence, as both are now: before something is added to the defence."""
    before = blow.terms.total - blow.defence
    _add_up(battle, strike, target, blow)
    blow.margin += blow.terms.total - blow.defence - before


def _add_up(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """ES-89: what is added to the d20, and the defence it meets."""
    attacker, power, opening = strike.attacker, strike.power, strike.opportunity
    blow.terms = attack_terms(
        battle, attacker, power, target, strike.extra, strike.why_extra, opening, blow.without_die, battle.telling
    )
    blow.defence = defence_against(battle, target, power, attacker, opening)


def result_of(battle: Skirmish, blow: Blow, face: int, reached: bool) -> int:
    """Miss, hit or critical hit, for this natural roll; `reached`: is the total the defence or more?"""
    hit = reached  # ES-89
    if face == 1:  # ES-95
        hit = False
    elif face == 20 or (face >= blow.crit_floor and battle.switches.expanded_crit_hits):  # ES-91; R-41
        hit = True
    if blow.never >> face & 1:
        hit = False
    if blow.surely & b.SURE_HIT:
        hit = True
    if not hit:
        return MISS
    return CRIT if face >= blow.crit_floor or blow.surely & b.SURE_CRIT else HIT  # ES-91, ES-94


def _look_at_traits(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """What standing rows and effects on the attacker say of rolls: those that miss whatever they add up to, and what is sure."""
    if battle.any_bonus:
        strike.wards = bonuses.wards(battle, target, strike.power, strike.attacker, strike.opportunity)
    blow.never = bonuses.misses_on(strike.wards) if strike.wards else 0
    blow.surely = 0
    for each in strike.attacker.lasting if strike.attacker.has_effects_for_some else NO_LASTING:
        if not each.effect.surely or each.versus not in (-1, target.number):
            continue
        if not each.effect.with_power or each.effect.with_power.lower() == strike.power.name.lower():
            blow.surely |= each.effect.surely


def say_roll(battle: Skirmish, strike: Strike, target: Fighter, roll: Roll, blow: Blow) -> None:
    if blow.hit and not blow.astray:
        battle.note("hit", strike.attacker.id)
        if blow.crit:
            battle.note("crit", strike.attacker.id)
        blow.again = bool(strike.attacker.hit_this_turn & target.bit)
        if battle.turn == strike.attacker.number:
            strike.attacker.hit_this_turn |= target.bit
    if battle.telling:
        battle.tell(sentences.attack_roll(strike, target, blow))
        _learn(battle, strike, target, roll, blow)
        if battle.any_bonus and strike.attacker.team == 0:
            seen = bonuses.figures(battle, strike.attacker, b.ON_ATTACK, strike.power, target, strike.opportunity)
            bonuses.told(battle, strike.attacker, list(seen))
            if battle.any_dazing:
                bonuses.told(battle, strike.attacker, bonuses.dazed_by(battle, strike.attacker))


def _learn(battle: Skirmish, strike: Strike, target: Fighter, roll: Roll, blow: Blow) -> None:
    """What everybody could work out of a foe's printed defence: a PC's total hit it, or missed it."""
    attacker, which = strike.attacker, strike.power.defence
    if attacker.team != 0 or target.team == 0 or attacker.hidden or roll.forced is not None or blow.natural in (1, 20):
        return
    if battle.any_bonus and bonuses.figures(battle, target, b.ON_AC + which, strike.power, attacker, strike.opportunity):
        return  # what it has besides its printed defence is nobody's business
    if strike.wards and bonuses.misses_on(strike.wards):
        return
    reached = printed_defence(target, which) + blow.margin
    if blow.hit and blow.margin >= 0:
        battle.learn(target.id, b.DEFENCES[which], 0, reached)
    elif not blow.hit and blow.margin < 0:
        battle.learn(target.id, b.DEFENCES[which], reached + 1, 99)


# -- in the exact reading ------------------------------------------------------------------------------------------------


def face_class(battle: Skirmish, strike: Strike, target: Fighter, roll: Roll, blow: Blow) -> int:
    """In the exact reading faces that lead to the same things are one branch: a face that stands for its like."""
    power = strike.power
    shift = triggers.most_defence(battle, strike, target)
    answers = triggers.faces_that_answer(battle, target)
    read_off = reads_the_roll(power)
    riders = list(power.riders)
    if strike.flexible:
        riders.extend([each.rider for each in strike.attacker.block.flexibles])
    if target.block.occasions or battle.occasions & h.ANYBODYS:
        labels = occasions.labels(battle, strike, target)
        riders.extend(labels)
        read_off = read_off or occasions.reads_the_roll(labels)
    two = fights_with_two_weapons(strike)
    fumble_matters = power.kind == b.RANGED or bool(power.miss)
    stand_ins: dict[tuple[int, ...], int] = {}
    classes = [0] * 21
    needed = blow.defence - blow.terms.total
    for face in range(1, 21):
        result = result_of(battle, blow, face, face >= needed)
        hit, crit = result != MISS, result == CRIT
        signs: list[int] = [result, int(face == 1 and fumble_matters), int(face == 2 and two), blow.never >> face & 1]
        if shift:
            # how far an interrupt can still turn it
            signs.extend([min(face - needed, shift) if hit else -1, int(face == 20)])
        signs.extend([int(face >= limit) for limit in target.block.resist.values()])
        signs.extend([int(face >= ward.resist) + 2 * (ward.ignores_on >> face & 1) for ward in strike.wards])
        if target.has_effects_for_some:
            for each in target.lasting:
                signs.extend([int(face >= limit) for limit in each.effect.resists.values()])
        signs.extend([int(rider.fits(face, hit, crit)) for rider in riders])
        signs.extend([int(rider.fits(face, hit, crit) and face == 1) for rider in riders])
        signs.extend([faces >> face & 1 for faces in answers])
        signs.extend([int(face > target.block.abilities[rider.above]) for rider in riders if rider.above >= 0])
        signs.append(power.strays >> face & 1)
        for rider in riders:
            if rider.beats >= 0:
                signs.append(int(beats(battle, target, power, strike.attacker, strike.opportunity, face - needed, rider.beats)))
        if read_off:
            signs.append(face)
        classes[face] = stand_ins.setdefault(tuple(signs), face)
    return roll.natural_in(classes)


def reads_the_roll(power: Power) -> bool:
    """Is any damage of this attack read off its natural roll?"""
    return any(each.amount.read_off == b.OFF_THE_ROLL for each in all_rows(power))
