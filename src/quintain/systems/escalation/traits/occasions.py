"""Carrying out occasions: traits that come into play by themselves when their moment comes (ES-30).

Where the text says that a creature *can*, it is asked; everything else just happens. An occasion may set off others:
the third in a row is the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from quintain.engine.dice import Die
from quintain.engine.question import Option, Plain
from quintain.engine.tactic import RECKLESS, Tactic
from quintain.systems.escalation.fields_blocks import SetOff
from quintain.systems.escalation.play import sentences, sentences_effects, sentences_stakes
from quintain.systems.escalation.printed import occasion_rows as h
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.occasion_rows import Occasion
from quintain.systems.escalation.printed.rows import Rider
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import conditions
from quintain.systems.escalation.rules.answers import LeftOpen, Reaction, chosen
from quintain.systems.escalation.rules.figures import escalation_bonus, fits_filters, meets_needs, target_meets
from quintain.systems.escalation.rules.positions import are_enemies, engaged_mask, holds, in_turn_order, nearby
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import NO_NATURAL, Skirmish
from quintain.systems.escalation.rules.strike import Blow, Strike, While
from quintain.systems.escalation.traits import crowds, granted_attacks
from quintain.systems.escalation.traits.row_facts import leaves_target_alone
from quintain.systems.escalation.traits.verb import carry_out as carry_out_row
from quintain.systems.escalation.traits.verb import carry_out_on_such

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

MOST_IN_A_ROW: Final = 3


# -- the moments -------------------------------------------------------------------------------------------------------


def happen(battle: Skirmish, when: int, holder: Fighter, other: Fighter) -> None:
    """This moment has come for the holder, and it is about the other."""
    if not holder.block.occasion_mask >> when & 1:
        return
    for occasion in holder.block.occasions:
        if occasion.when == when and not occasion.later:
            come_into_play(battle, occasion, holder, other, NO_NATURAL)


def at_turn(battle: Skirmish, fighter: Fighter, at_start: bool) -> None:
    """ES-26, ES-34: a turn starts or ends: its own occasions, then those of the others, in the order of battle."""
    happen(battle, b.WHEN_TURN_START if at_start else b.WHEN_TURN_END, fighter, fighter)
    when = b.WHEN_ENEMY_TURN_START if at_start else b.WHEN_ENEMY_TURN_END
    if not battle.occasions >> when & 1:
        return
    for number in in_turn_order(battle):
        holder = battle.fighters[number]
        if holder.team != fighter.team and fighter.is_present():
            happen(battle, when, holder, fighter)


def for_everybody(battle: Skirmish, when: int) -> None:
    """The battle begins, or the escalation die has changed."""
    for number in in_turn_order(battle):
        happen(battle, when, battle.fighters[number], battle.fighters[number])


def aimed_at(battle: Skirmish, strike: Strike, target: Fighter) -> bool:
    """An attack on it is declared, and nothing rolled yet. False: the attacker can no longer make it."""
    _answer_aim(battle, strike, target, b.WHEN_AIMED_AT)
    return strike.attacker.can_act()


def _answer_aim(battle: Skirmish, strike: Strike, holder: Fighter, when: int) -> None:
    for occasion in holder.block.occasions if not _is_secret(battle, holder) else []:
        if occasion.when == when and answers(occasion, strike):
            come_into_play(battle, occasion, holder, strike.attacker, NO_NATURAL)


def attacked(battle: Skirmish, strike: Strike, blow: Blow, target: Fighter, when: int = b.WHEN_ATTACKED) -> None:
    """An attack on it is resolved. Whoever it felled no longer answers it; what happens at its fall is a moment of its own."""
    for occasion in target.block.occasions:
        if occasion.when != when or not answers(occasion, strike) or (occasion.escalated and not blow.escalated):
            continue
        if occasion.label.fits(min(blow.natural, 20), blow.hit, blow.crit):
            come_into_play(battle, occasion, target, strike.attacker, blow.natural)


def seen_coming(battle: Skirmish, strike: Strike) -> bool:
    """An enemy is about to attack somebody, and nothing is rolled yet. False: it can no longer make that attack."""
    attacker = strike.attacker
    for number in in_turn_order(battle):
        holder = battle.fighters[number]
        if holder.block.occasion_mask >> b.WHEN_ENEMY_AIMS & 1 and are_enemies(holder, attacker):
            _answer_aim(battle, strike, holder, b.WHEN_ENEMY_AIMS)
    return attacker.can_act()


def seen(battle: Skirmish, strike: Strike, blow: Blow) -> None:
    """Somebody's attack on anybody is resolved: those who watch for such a roll, in the order of battle."""
    attacker = strike.attacker
    for number in in_turn_order(battle):
        holder = battle.fighters[number]
        if not holder.block.occasion_mask & h.ANYBODYS or number == attacker.number:
            continue
        when = b.WHEN_ENEMY_ATTACKS if are_enemies(holder, attacker) else b.WHEN_ALLY_ATTACKS
        for occasion in holder.block.occasions:
            if occasion.when == when and answers(occasion, strike) and occasion.label.fits(blow.natural, blow.hit, blow.crit):
                come_into_play(battle, occasion, holder, attacker, blow.natural)


def _is_secret(battle: Skirmish, holder: Fighter) -> bool:
    """In a player's odds: would this give away what a foe can do?"""
    return battle.supposing >= 0 and holder.team != battle.supposing


def goes_without_die(battle: Skirmish, strike: Strike, target: Fighter) -> bool:
    """Where adding the escalation die has a price, the attacker says before the roll whether it does (ES-37)."""
    attacker = strike.attacker
    if escalation_bonus(battle, attacker) <= 0:
        return False
    for occasion in target.block.occasions:
        if occasion.escalated and answers(occasion, strike) and may_come(battle, occasion, target, attacker):
            answer = chosen(battle, DieQuestion(battle, attacker, target, occasion))
            return answer is not None and answer.id() == "no"
    return False


@final
class DieQuestion(LeftOpen):
    """Add the escalation die at a price, or not. The machine does from 3 on; the reckless always."""

    def __init__(self, battle: Skirmish, attacker: Fighter, target: Fighter, occasion: Occasion) -> None:
        super().__init__(battle, "escalation die", attacker, "", [])
        self.foe: Fighter = target
        self.occasion: Occasion = occasion

    def withdrawn(self) -> bool:
        """Nor where there is no die to add any more, or no price to it."""
        battle, attacker = self.skirmish, self.chooser
        priced = may_come(battle, self.occasion, self.foe, attacker)
        return super().withdrawn() or escalation_bonus(battle, attacker) <= 0 or not priced

    def title(self) -> str:
        price = sentences_effects.rows(self.occasion.effects())
        return f"Add the escalation die (+{self.skirmish.escalation}) against {self.foe.name}? {self.occasion.name}: {price}"

    def options(self) -> list[Option]:
        return [Plain("yes", f"Add +{self.skirmish.escalation}"), Plain("no", "Leave it out")]

    def stakes(self) -> list[Stake]:
        """What the die is worth, and what it costs."""
        die = self.skirmish.escalation
        price = f"{self.occasion.name}: {sentences_effects.rows(self.occasion.effects())}"
        return [{"text": f"+{die}: {5 * die} % more to hit", "kind": "good"}, {"text": price, "kind": "bad"}]

    def choose(self, tactic: Tactic) -> Option:
        return self.options()[0 if tactic.level == RECKLESS or self.skirmish.escalation >= 3 else 1]


def answers(occasion: Occasion, strike: Strike) -> bool:
    """Is it the kind of attack that this occasion speaks of?"""
    power = strike.power
    if not occasion.kinds >> power.kind & 1 or not occasion.versus >> power.defence & 1:
        return False
    if occasion.opportunity and (occasion.opportunity == 1) != strike.opportunity:
        return False
    if (occasion.spell and not power.spell) or (occasion.limited and not power.limited()):
        return False
    if occasion.types and power.damage_type not in occasion.types:
        return False
    if occasion.except_types and power.damage_type in occasion.except_types:
        return False
    if occasion.weapons and not made_with(power, occasion.weapons):
        return False
    return not (occasion.not_weapons and made_with(power, occasion.not_weapons))


def made_with(power: Power, weapons: list[str]) -> bool:
    """Does the name of the attack hold one of these words? `unarmed` is the blow of a bare fist (ES-102)."""
    named = power.name.lower()
    return any(power.unarmed if each == "unarmed" else each in named for each in weapons)


def labels(battle: Skirmish, strike: Strike, target: Fighter) -> list[Rider]:
    """What this attack's roll may set off, at its target or at whoever watches; the exact reading keeps such faces apart."""
    found: list[Rider] = []
    for holder in battle.fighters if battle.occasions & h.ANYBODYS else []:
        for occasion in holder.block.occasions if holder.block.occasion_mask & h.ANYBODYS else []:
            if h.ANYBODYS >> occasion.when & 1 and answers(occasion, strike):
                found.append(occasion.label)
    for occasion in target.block.occasions:
        if (occasion.when in h.ATTACKS and answers(occasion, strike)) or occasion.when == b.WHEN_DROPS:
            found.append(occasion.label)
    return found


def reads_the_roll(labelled: list[Rider]) -> bool:
    """Does any of these count by the natural roll of the attack that set it off?"""
    for label in labelled:
        for effect in label.effects:
            if effect.amount.read_off == b.OFF_THE_ROLL:
                return True
    return False


def settle(battle: Skirmish, came: SetOff) -> None:
    """Something that came about in the middle of an act, now that the act is resolved."""
    holder, other = battle.fighters[came.holder], battle.fighters[came.by]
    when = came.trigger - h.QUEUED
    now, battle.in_a_row = battle.in_a_row, came.in_a_row
    for occasion in holder.block.occasions:
        if occasion.when != when or not _as_it_came(occasion, came):
            continue
        if when in (b.WHEN_ENEMY_DISENGAGES, b.WHEN_ENEMY_LEAVES) and not occasion.later:
            continue  # it has come already
        come_into_play(battle, occasion, holder, other, came.natural)
    battle.in_a_row = now


def _as_it_came(occasion: Occasion, came: SetOff) -> bool:
    label = occasion.label
    if label.faces != b.ANY_FACE and (came.natural < 1 or came.natural > 20 or not label.faces >> came.natural & 1):
        return False
    if occasion.types and not any(each in came.types for each in occasion.types):
        return False
    return came.amount >= occasion.least


# -- one occasion ------------------------------------------------------------------------------------------------------


def come_into_play(battle: Skirmish, occasion: Occasion, holder: Fighter, other: Fighter, natural: int) -> None:
    """If it may: the holder is asked, the dice are thrown, and the effects happen."""
    if not may_come(battle, occasion, holder, other):
        return
    if occasion.nth:
        holder.riders_used.append(occasion.count_key)
        if holder.riders_used.count(occasion.count_key) != occasion.nth:
            return
    if occasion.asks:
        answer = battle.ask(OccasionQuestion(battle, holder, occasion, other))
        if answer is None or answer.id() != "yes" or not may_come(battle, occasion, holder, other):
            return
    if not _dice_allow(battle, occasion, holder, other) or not may_come(battle, occasion, holder, other):
        return
    if occasion.once:
        holder.riders_used.append(occasion.use_key)
    if occasion.interrupt:
        holder.interrupt_used = True
    battle.note(occasion.power.use_note, holder.id)
    if battle.telling:
        battle.tell(sentences.OCCASION.of([holder], occasion.name))
    strike = Strike(holder, occasion.power)
    battle.in_a_row += 1
    for effect in occasion.effects():
        read = natural if effect.amount.read_off == b.OFF_THE_ROLL else NO_NATURAL
        if effect.against and effect.on in _SEVERAL:
            carry_out_on_such(battle, strike, effect, other, read)
        elif not effect.against or fits_filters(battle, holder, other, effect.against):
            carry_out_row(battle, strike, effect, other, read)
    granted_attacks.carry_out_grants(battle, strike)
    battle.in_a_row -= 1


_SEVERAL = (
    b.ON_EACH_ALLY, b.ON_EACH_ENGAGED, b.ON_EACH_NEARBY, b.ON_EACH_OTHER, b.ON_EACH_CREATURE, b.ON_ALL_ALLIES, b.ON_ALL_FOES,
)  # fmt: skip
"""Of several, each must fit what the row is limited to."""


def may_come(battle: Skirmish, occasion: Occasion, holder: Fighter, other: Fighter) -> bool:
    """Is everything as the occasion needs it?"""
    if battle.in_a_row >= MOST_IN_A_ROW or battle.decided or not holder.is_present():
        return False
    if not other.is_present() and not any(leaves_target_alone(row) for row in occasion.effects()):
        return False
    if (occasion.takes_action and not _can_act(battle, holder)) or (occasion.asks and holder.state != UP):
        return False
    if occasion.within == b.WITHIN_ENGAGED and not (holder.engaged & other.bit and holds(other)):
        return False
    if occasion.within == b.WITHIN_NEARBY and not nearby(holder, other):
        return False
    if occasion.interrupt and (holder.interrupt_used or battle.turn == holder.number):
        return False
    if occasion.alone and engaged_mask(battle, holder) & ~other.bit:
        return False
    if occasion.once and _uses(battle, occasion, holder) >= occasion.times:
        return False
    if occasion.against and not fits_filters(battle, holder, other, occasion.against):
        return False
    needs = occasion.needs
    return not needs.any or (not meets_needs(battle, holder, needs) and target_meets(holder, other, needs))


def _uses(battle: Skirmish, occasion: Occasion, holder: Fighter) -> int:
    if not occasion.shared:
        return holder.riders_used.count(occasion.use_key)
    return sum([each.riders_used.count(occasion.use_key) for each in battle.fighters if crowds.same_lot(holder, each)])


def _can_act(battle: Skirmish, holder: Fighter) -> bool:
    """ES-30: free actions are for those who can act, and the GM may refuse them."""
    if not holder.can_act() or battle.refuse_free:
        return False
    return not battle.surprised & holder.bit or battle.switches.surprised_react


def _dice_allow(battle: Skirmish, occasion: Occasion, holder: Fighter, other: Fighter) -> bool:
    if not occasion.save and not occasion.die:
        return True
    still = While(lambda: may_come(battle, occasion, holder, other))
    if occasion.save and not conditions.save(battle, holder, occasion.save, "save", still):
        return False
    if not occasion.die:
        return True
    if not occasion.die_least and battle.escalation == 0:
        return False
    roll = battle.roll_while(still, holder.id, occasion.name, Die(occasion.die))
    if roll.void:
        return False
    allowed = (
        roll.at_least(occasion.die_least, "success")
        if occasion.die_least
        else roll.below(battle.escalation + 1, "success")
    )
    if battle.telling:
        battle.tell(sentences.occasion_die(battle, holder, occasion, roll, allowed))
    return allowed


@final
class OccasionQuestion(Reaction):
    """Use a trait whose moment has come, or not. The machine does, unless it costs half of the hit points it has left, or it would
    have to run after somebody out of a melee; the reckless always do. It gives up its attacks only where it has none anyway."""

    def __init__(self, battle: Skirmish, holder: Fighter, occasion: Occasion, other: Fighter) -> None:
        super().__init__(battle, "occasion", holder, other)
        self.occasion: Occasion = occasion

    def between(self) -> list[str]:
        return []  # a trait of its own, whoever sets it off

    def title(self) -> str:
        about = "" if self.other.number == self.holder.number else f" ({self.other.name})"
        return f"{self.holder.name}: use {self.occasion.name}?{about}"

    def stakes(self) -> list[Stake]:
        """What it does, what it costs its holder where it does, and how whoever it is about is."""
        rows = self.occasion.effects()
        found: list[Stake] = [{"text": sentences_effects.rows(rows), "kind": "neutral"}]
        price = sum([each.amount.twice_mean for each in rows if each.op == b.DAMAGE and each.on == b.ON_SELF])
        if price:
            left = f"{self.holder.hp} of {self.holder.max_hp} hit points"
            found.append({"text": f"costs about {price // 2} of {self.holder.name}'s {left}", "kind": "bad"})
        if self.other.number != self.holder.number:
            found.append({"text": sentences_stakes.health(self.skirmish, self.holder, self.other), "kind": "neutral"})
        return found

    def options(self) -> list[Option]:
        return [Plain("yes", f"{self.occasion.name}: {sentences_effects.rows(self.occasion.effects())}"), Plain("no", "Let it be")]

    def choose(self, tactic: Tactic) -> Option:
        if tactic.level == RECKLESS:
            return self.options()[0]
        rows = self.occasion.effects()
        price = sum([each.amount.twice_mean for each in rows if each.op == b.DAMAGE and each.on == b.ON_SELF])
        held = any(each.op == b.CHASE for each in rows) and engaged_mask(self.skirmish, self.holder)
        idle = any(each.on == b.ON_SELF and each.conditions & b.NO_ATTACK for each in rows)
        if idle:
            return self.options()[0 if self.holder.conditions & (b.CANNOT_ACT | b.CONFUSED) else 1]
        return self.options()[1 if held or (price and price >= self.holder.hp) else 0]

    def still_may(self) -> bool:
        return may_come(self.skirmish, self.occasion, self.holder, self.other)
