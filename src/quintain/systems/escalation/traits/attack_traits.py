"""What traits, lasting effects and stat blocks do around an attack: before its d20, before its damage, after its results.

Each hook stands outside the line of the rule in `rules/resolve.py`, and costs nothing where nobody has such a thing.
"""

from __future__ import annotations

from typing import final

from quintain.engine.dice import D20
from quintain.engine.roll import Roll
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules import conditions, turned_hits
from quintain.systems.escalation.rules.answers import again_or_not, chosen
from quintain.systems.escalation.rules.attack_roll import AfterRoll, judge, second_roll
from quintain.systems.escalation.rules.figures import escalation_bonus
from quintain.systems.escalation.rules.positions import nearby
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import NO_LASTING, Blow, Strike, While
from quintain.systems.escalation.traits import amounts, bonuses, choices, linked_effects, occasions


@final
class AttackTraits:
    """What hangs on one attack from its declaration to its last result."""

    def __init__(self, battle: Skirmish, strike: Strike, targets: list[Fighter]) -> None:
        attacker = strike.attacker
        self.passing: list[Lasting] = conditions.until_next_attack(attacker, strike.power) if attacker.lasting else NO_LASTING
        """What lasts until its maker's next attack: this one."""
        self.borne: list[Lasting] = attacker.lasting.copy() if battle.any_linked else NO_LASTING
        """What lay on its maker when it was declared."""
        self.used_up: list[Lasting] = linked_effects.before_attack(battle, strike, targets) if battle.any_linked else NO_LASTING
        """What this attack ends on its targets."""
        stopped = battle.occasions >> b.WHEN_ENEMY_AIMS & 1 and strike.power.rolls and not occasions.seen_coming(battle, strike)
        self.targets: list[Fighter] = [] if stopped else targets

    def goes_on(self, battle: Skirmish, strike: Strike, target: Fighter) -> bool:
        """An attack on this one is declared, and nothing rolled yet. False: its maker can no longer make it."""
        return not target.block.occasion_mask >> b.WHEN_AIMED_AT & 1 or occasions.aimed_at(battle, strike, target)

    def before_damage(self, battle: Skirmish, strike: Strike, blows: list[Blow]) -> None:
        """Every d20 has fallen: choices in a hit line are made, and what turns or softens a blow does so."""
        attacker = strike.attacker
        if strike.power.offers:
            for blow in blows:
                if blow.hit and not blow.unseen:
                    blow.chosen = choices.chosen_rows(battle, strike, battle.fighters[blow.target])
        if battle.occasions >> b.WHEN_STRUCK & 1 and not attacker.block.overwhelming:
            for blow in blows:
                if not blow.unseen:
                    occasions.attacked(battle, strike, blow, battle.fighters[blow.target], b.WHEN_STRUCK)
        if battle.any_blunt:
            for blow in blows:
                if blow.hit and not blow.unseen:
                    turned_hits.blunt(battle, blow)

    def after_results(self, battle: Skirmish, strike: Strike, blows: list[Blow]) -> None:
        """Everything it does is done: what lasted until then ends, what counts attacks counts this one."""
        attacker = strike.attacker
        if self.passing:
            conditions.end_all(battle, attacker, self.passing, "the attack is made")
        if self.used_up:
            for target in self.targets:
                conditions.end_all(battle, target, self.used_up, "the attack is made")
        if strike.power.tracks or strike.power.counted or attacker.block.remembers:
            _remember(battle, strike, blows)
        if battle.any_linked:
            linked_effects.after_attack(battle, strike, blows, self.borne)


def count_in_sequence(strike: Strike, blows: list[Blow]) -> None:
    """One more of the attacks that an act consists of (ES-169), and how many targets it has."""
    total, made, hits = strike.attacker.sequence[:3]
    if strike.depth == 0 and not strike.opportunity:
        made += 1
        hits += 1 if any(blow.hit for blow in blows) else 0
    strike.attacker.sequence = [total, made, hits, len(blows), len([blow for blow in blows if blow.hit]), 0]


def _remember(battle: Skirmish, strike: Strike, blows: list[Blow]) -> None:
    """Whom it has attacked, and how often this attack has hit them."""
    name = strike.power.name.lower()
    for blow in blows:
        target = battle.fighters[blow.target]
        strike.attacker.attacked |= target.bit
        if blow.hit and strike.attacker.block.remembers:
            own = f"@{strike.attacker.id}"
            target.hits_taken = {**target.hits_taken, own: target.hits_taken.get(own, 0) + 1}
        if blow.hit and strike.power.counted:
            target.hits_taken = {**target.hits_taken, name: target.hits_taken.get(name, 0) + 1}


# -- around one d20 ------------------------------------------------------------------------------------------------------


def lost_from_sight(battle: Skirmish, strike: Strike, target: Fighter) -> bool:
    """ES-108: the attack misses outright, since nobody sees the target well enough."""
    if is_unseen_by(strike.attacker, target) and _loses_sight(battle, strike, target, False):
        return True
    return battle.any_bonus and blur(battle, strike, target) > 0 and _loses_sight(battle, strike, target, True)


def is_unseen_by(attacker: Fighter, target: Fighter) -> bool:
    return bool(target.conditions & b.INVISIBLE) and not attacker.block.sees_invisible


def blur(battle: Skirmish, strike: Strike, target: Fighter) -> int:
    """How many attacks in twenty on it miss outright by a trait."""
    strike.wards = bonuses.wards(battle, target, strike.power, strike.attacker, strike.opportunity)
    return bonuses.miss_chance(battle, strike.wards) if strike.wards else 0


def _may_lose_sight(battle: Skirmish, strike: Strike, target: Fighter) -> bool:
    """After a ruling: can the attack still be made, and miss outright?"""
    if not strike.can_be_made_at(target):
        return False
    return is_unseen_by(strike.attacker, target) or (battle.any_bonus and blur(battle, strike, target) > 0)


def _loses_sight(battle: Skirmish, strike: Strike, target: Fighter, blurred: bool) -> bool:
    """ES-108: before any attack roll, half of all attacks on the invisible miss outright; on the blurred, so many in twenty."""
    attacker = strike.attacker
    roll = battle.roll_while(While(lambda: _may_lose_sight(battle, strike, target)), attacker.id, "unseen target", D20)
    chance = blur(battle, strike, target) if blurred else 10 if is_unseen_by(attacker, target) else 0
    if roll.void or chance == 0:
        return roll.void and (attacker.state != UP or not target.is_present())
    missed = roll.below(chance + 1, "missed")
    if battle.telling:
        battle.tell(sentences.unseen(attacker, target, roll, chance, missed))
        if target.block.bonuses and attacker.team == 0:
            bonuses.told(battle, target, [row.name for row in target.block.bonuses if row.miss_chance or row.miss_chance_times])
    return missed


def before_roll(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """ES-37: where adding the escalation die has a price, the attacker says whether it does."""
    if target.block.occasion_mask >> b.WHEN_ATTACKED & 1:
        blow.without_die = occasions.goes_without_die(battle, strike, target)
        blow.escalated = not blow.without_die and escalation_bonus(battle, strike.attacker) > 0


def retry(battle: Skirmish, strike: Strike, target: Fighter, roll: Roll, blow: Blow) -> Roll:
    """A trait by which its maker may roll such a miss again; the second roll counts. Gives back the roll that counts."""
    attacker = strike.attacker
    for rider in strike.power.riders:
        if not rider.rerolls or not rider.fits(blow.natural, False, False):
            continue
        key = rider.use_key or f"{strike.power.number}:{rider.name}"
        if rider.once and attacker.riders_used.count(key) >= rider.times:
            continue
        options = again_or_not(strike.power.number, target, "Let it be a miss")
        answer = chosen(battle, AfterRoll(battle, strike, blow, "reroll", options, f"{rider.name}: roll the miss again?"))
        if answer is None or answer.id() != "yes":
            judge(battle, strike, target, roll, blow)  # as things are now that it stands
            if blow.hit:
                break
            continue
        if rider.once:
            attacker.riders_used.append(key)
        blow.retried = True
        if battle.telling:
            battle.tell(sentences.rolled_again(attacker, 0))
        return second_roll(battle, strike, target, roll, blow)
    return roll


def miss_by_trait(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """A hit that finds only an image, and an attack that passes through its target, do nothing to it."""
    if blow.hit and target.has_effects_for_some:
        _at_images(battle, strike, target, blow)
    if strike.wards and bonuses.ignores_on(strike.wards) >> blow.natural & 1:
        _passes_through(battle, strike, target, blow)


def _at_images(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """A hit on somebody among images of itself: another d20 finds it, or the images, which are gone then; that is no miss either."""
    images = [each for each in target.lasting if each.effect.images]
    if not images:
        return
    roll = battle.throw(
        strike.attacker, "images", D20, strike.about, While(lambda: target.is_present() and images[0] in target.lasting)
    )
    if roll.void:
        return
    found = roll.at_least(images[0].effect.images, "found")
    if battle.telling:
        battle.tell(sentences.images(strike.attacker, target, roll, images[0].effect.images, found))
    if found:
        return
    blow.unseen = True
    strike.misses_after_all(target, blow)
    conditions.end_all(battle, target, images, "the attack hit one of them")


def _passes_through(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """The attack does nothing at all to this target, hit or miss."""
    blow.unseen = True
    strike.misses_after_all(target, blow)
    if battle.telling:
        battle.tell(sentences.PASSED_THROUGH.of([strike.attacker, target]))


def anybody(battle: Skirmish, attacker: Fighter, target: Fighter) -> Fighter:
    """A random nearby creature, friend or foe, at which an attack is rolled again."""
    others = [each for each in battle.fighters if each.number != attacker.number]
    found = amounts.drawn(battle, attacker, lambda: [each for each in others if each.state == UP and nearby(each, attacker)]) or target
    if battle.telling:
        battle.tell(sentences.STRAY.of([attacker, found], target.name))
    return found
