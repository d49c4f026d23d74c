"""Resolving attacks: roll, judge, Reacts, damage, wounds, in the order of the book (part H, dice in the order of section 6)."""

from __future__ import annotations

from typing import final

from quintain.engine.dice import Dice
from quintain.engine.roll import Roll, compared
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import Attack, defense_against, effect_dice
from quintain.systems.tiers.audience import dice_of
from quintain.systems.tiers.awaiting import await_handful
from quintain.systems.tiers.battle import Awaited, Lying, TiersBattle
from quintain.systems.tiers.conditions import end_kind, is_immune, refresh, weakness
from quintain.systems.tiers.forced_movement import Origin, collide, force, hit_in_tank, is_forced, stays_put
from quintain.systems.tiers.pools import BOX
from quintain.systems.tiers.reactions import (
    HitQuestion,
    React,
    StrikeQuestion,
    can_answer,
    counters,
    melee_choices,
    strike_power,
    use_up,
)
from quintain.systems.tiers.rolling import announce, fails_unrolled, is_final, is_lost, push, steps_above, throw
from quintain.systems.tiers.sentences_attacks import (
    tell_cut_short,
    tell_damage,
    tell_disarmed,
    tell_immune,
    tell_interpose,
    tell_lost,
    tell_parried,
    tell_parry,
    tell_reveal,
    tell_strike,
    tell_verdict,
)
from quintain.systems.tiers.sentences_stakes import knows
from quintain.systems.tiers.sheet import Creature, Effect
from quintain.systems.tiers.situation import can_react, hidden_from
from quintain.systems.tiers.stat_block import Rider, boon_of
from quintain.systems.tiers.stress import spend_react
from quintain.systems.tiers.suffering import fend_off, suffer, suffer_wound, suits_attack
from quintain.systems.tiers.throws import AttackRoll, Hit, Parry, Threat
from quintain.systems.tiers.wound_choices import CritQuestion, NamingQuestion, critical_severity, items_to_strike_away


def make_attack(battle: TiersBattle, attack: Attack) -> None:
    """TI-54: for each target in declared order the roll, then what comes of it, before the next. Hidden ends after it (TI-86)."""
    attacker = attack.attacker
    revealed = attacker.hidden
    if revealed:
        show(battle, attacker)
    if attack.power is None:
        battle.note("use:bare hands" if attack.item is None else attack.item.used, attacker.id)
    targets = list(attack.targets)
    for target in targets:
        hit = attack_roll(battle, attack, target, target is not targets[0])
        if target is targets[-1]:
            battle.position = 1  # TI-62: it was for this attack; what the GM says from here on is for the next
        if hit is not None:
            resolve(battle, hit)
    attacked = attack.is_made or revealed or not attack.targets
    if attacked and battle.switches.hidden_after_attack == "ends" and attacker.has_boon(v.B_HIDDEN):
        end_kind(battle, attacker, v.B_HIDDEN, True, "it attacked")


def attack_on(battle: TiersBattle, attack: Attack, target: Creature) -> None:
    """An attack on one target."""
    attack.targets = [target]
    make_attack(battle, attack)


def show(battle: TiersBattle, attacker: Creature) -> None:
    """Whoever was not revealed yet is so by attacking; for this one attack it counts as Hidden (TI-86)."""
    attacker.hidden = False
    attacker.boons = [*attacker.boons, boon_of(v.B_HIDDEN, 0)]
    refresh(attacker)
    tell_reveal(battle, attacker)


def attack_roll(battle: TiersBattle, attack: Attack, target: Creature, later: bool) -> Hit | None:
    """TI-54 for one target: Push, Aid, the dice against each Defense the attack names; failing, perhaps the dice again.

    `later`: much may have happened since it was chosen. None: it came to nothing.
    """
    attacker, made = attack.attacker, AttackRoll(attack, target)
    if fails_unrolled(battle, made):  # TI-93, TI-97
        is_made(attack)
        return None
    if (later or attacker.status != v.UP or not target.is_present()) and is_lost(battle, made):
        return None
    if not announce(battle, made):  # TI-57, TI-48, TI-52
        return None
    while True:
        roll = throw(battle, made, target.id, target.id if target.index >= 0 else "")  # TI-55
        if roll.void:
            return None
        is_made(attack)
        hit = Hit(attack, target, made, roll, hidden_from(battle, attacker, target))
        judge(battle, hit)
        if not let_stand(battle, hit):
            is_lost(battle, made)
            return None
        made.number = hit.numbers[0] if knows(attacker, target) else 0
        if is_final(battle, made, hit.is_hit()):
            return hit


def resolve(battle: TiersBattle, hit: Hit) -> None:
    """TI-54: Reacts to a hit, then damage and other effects; or the miss effects."""
    attacker = hit.attack.attacker
    if hit.is_hit():
        react_to_hit(battle, hit)  # TI-50, TI-52
    battle.verdicts[attacker.index] = hit.is_hit()
    if not hit.lands(battle):
        tell_lost(battle, hit.attack, hit.target)
        return
    if hit.is_hit():
        battle.note("hit", attacker.id)
        land(battle, hit)
    else:
        miss(battle, hit)
    battle.reached("consequences")


def is_made(attack: Attack) -> None:
    """The blow or the shot falls: what has to be loaded is empty now (TI-46)."""
    attack.is_made = True
    attacker, item = attack.attacker, attack.item
    if item is not None and item.tags & v.RELOAD and attack.kind != v.MELEE and item.id not in attacker.unloaded:
        attacker.unloaded = [*attacker.unloaded, item.id]


def judge(battle: TiersBattle, hit: Hit) -> None:
    """TI-05, TI-56: hit or miss, Defense by Defense."""
    hit.numbers = [defense_against(battle, hit.attack, hit.target, defense, None) for defense in hit.attack.defenses()]
    hit.struck = [hit.roll.at_least(number, "hit") for number in hit.numbers]


def let_stand(battle: TiersBattle, hit: Hit) -> bool:
    """The verdict is told and held for the GM's nod, judged anew for as long as something changes; False: it cannot land any more."""
    while True:
        tell_verdict(battle, hit)
        if not battle.hold("attack"):
            learn(battle, hit)
            return True
        if not hit.lands(battle):
            return False
        judge(battle, hit)


def learn(battle: TiersBattle, hit: Hit) -> None:
    """What everybody can work out of an open roll that hit or missed: how high the Defense can be."""
    roll, target = hit.roll, hit.target
    by = hit.attack.attacker
    if not battle.telling or not roll.settled or target.sheet.is_pc or dice_of(battle, by) != "all" or by.hidden:
        return
    if target.is_incapacitated() or roll.forced is not None or any(effect.trait for effect in [*target.boons, *target.wounds]):
        # What is printed on its sheet may count and is no more known than the Defense.
        return
    for place, defense in enumerate(hit.attack.defenses()):
        base = (target.iron, target.ward, target.grit)[defense]
        edge = roll.total() - (hit.numbers[place] - base)
        low, high = (0, edge) if hit.struck[place] else (edge + 1, 99)
        battle.learn(target.id, v.DEFENSES[defense], low, high)


# -- Reacts to the hit ----------------------------------------------------------------------------------------------


def react_to_hit(battle: TiersBattle, hit: Hit) -> None:
    """Offered in order until the hit is turned into a miss or somebody else has taken it (TI-50, TI-52)."""
    for creature in battle.in_order():
        if not can_answer(battle, creature, hit):
            continue
        answer = battle.ask(HitQuestion(battle, creature, hit))
        if answer is None and not hit.lands(battle):
            return
        if not isinstance(answer, React) or not can_react(battle, creature):
            continue
        hit.reacted.append(creature.index)
        spend_react(battle, creature)
        if answer.what == "interpose":
            interpose(battle, hit, creature)
            return
        parry(battle, hit, creature, answer)
        if not hit.is_hit():
            return


def interpose(battle: TiersBattle, hit: Hit, creature: Creature) -> None:
    """TI-50: everything the hit would do falls on the interposer, who meets it with its own types, Soak and resistance."""
    battle.note("use:Interpose", creature.id)
    tell_interpose(battle, creature, hit.target)
    hit.target = creature
    hit.interposed = True


def parry(battle: TiersBattle, hit: Hit, creature: Creature, answer: React) -> None:
    """An Action Roll whose total may raise the Defense for this attack; hit and multiplier are judged again."""
    use_up(battle, creature, answer.power)
    made = Parry(creature, answer.action, hit, creature.sheet.powers[answer.power].name)
    if not announce(battle, made):
        return
    while True:
        roll = throw(battle, made, creature.id)
        if roll.void:
            return
        tell_parry(battle, made)
        made.has_one = battle.switches.botch_points == "count" and roll.flagged()
        judge_parried(hit, roll)
        battle.verdicts[creature.index] = not hit.is_hit()
        tell_parried(battle, creature, hit)
        # While the blow still lands the roll has failed at what it was for: Aid or a Beacon Point may throw it again.
        if is_final(battle, made, not hit.is_hit()):
            return


def judge_parried(hit: Hit, parried: Roll) -> None:
    """Hit and critical steps against the higher of the old Defense and the parry, without reading either total."""
    if len(hit.numbers) == 1:
        band = compared(hit.roll, parried, list(range(0, 200, 10)), hit.numbers[0])
        hit.struck = [band > 0]
        hit.steps = band - 1
        return
    hit.raised = parried.total() if parried.at_least(min(hit.numbers) + 1) else 0
    hit.struck = [hit.roll.at_least(max(hit.raised, number), "hit") for number in hit.numbers]


# -- what a hit does ------------------------------------------------------------------------------------------------


def land(battle: TiersBattle, hit: Hit) -> None:
    """Damage, then wounds in the order listed, then an answer in kind. Full immunity: nothing at all (TI-70)."""
    attack, target = hit.attack, hit.target
    attacker = attack.attacker
    was_up = target.status == v.UP
    if is_immune(target, attack.energy()):  # TI-70
        tell_immune(battle, target)
    else:
        if not hit.struck[0]:  # TI-56: damage goes with the first Defense named
            miss(battle, hit)
        elif attack.damage() != v.NO_DAMAGE and not roll_damage(battle, hit):
            tell_lost(battle, attack, target)
            return
        land_riders(battle, hit)  # TI-73
    if was_up and target.status != v.UP:
        battle.note("drop", attacker.id)
    answer_in_kind(battle, hit)  # TI-52


def land_riders(battle: TiersBattle, hit: Hit) -> None:
    """The wounds and events in the order listed, while the target is still up (TI-73); collisions after them all (section 6)."""
    attack, target = hit.attack, hit.target
    if target.index < 0:
        return
    crash = 0
    riders = attack.riders() if hit.critical is None else [*attack.riders(), hit.critical]
    for rider in riders:
        if target.status != v.UP or attack.attacker.status != v.UP:
            break
        if is_immune(target, attack.energy()):
            return  # TI-70, by the GM's word since it struck
        against = attack.defenses().index(rider.against) if rider.against >= 0 else 0
        if hit.struck[against]:
            crash = max(crash, apply_rider(battle, hit, rider, attack.defenses()[against]))
    if attack.attacker.status != v.UP:
        tell_cut_short(battle, hit, riders)
    elif crash and target.status == v.UP:
        collide(battle, target, crash, threat_of(battle, hit, attack.defenses()[0]))


def threat_of(battle: TiersBattle, hit: Hit, defense: int, is_wound: bool = False) -> Threat:
    unseen = hit.unseen and not hit.interposed
    suits = suits_attack(battle, defense)
    return Threat(hit.attack.attacker.index, defense, hit.roll, unseen, suits, hit.attack.energy(), hit.attack, is_wound)


def roll_damage(battle: TiersBattle, hit: Hit) -> bool:
    """TI-63 to TI-67: Effect dice, one more for each critical step and for a Push, then the attribute die; summed (TI-09).

    False: nobody is there any more to throw them, or to suffer them.
    """
    attack = hit.attack
    steps = hit.steps if hit.steps >= 0 else steps_above(hit.roll, max(hit.raised, hit.numbers[0]))  # TI-06
    if steps:
        battle.note("crit", attack.attacker.id)
    if steps and battle.switches.crit_wound == "on" and give_up_dice(battle, hit, steps):  # TI-R62
        steps = 0
    pushed = False
    if effect_dice(attack)[1]:
        # TI-66; with `push_bundle: together` the Push of the attack roll has bought this die as well.
        bundled = hit.made.pushed and battle.switches.push_bundle == "together"
        pushed = bundled or push(battle, hit.made, Damage(hit, steps, False), hit, steps)
    return deal(battle, Damage(hit, steps + pushed, False), steps, pushed)


def give_up_dice(battle: TiersBattle, hit: Hit, steps: int) -> bool:
    """Are the critical dice given up? Then the wound is one more that the hit carries, after those listed."""
    answer = battle.ask(CritQuestion(battle, hit, steps))
    if answer is None or answer.id() not in v.WOUNDS:
        return False
    wound = v.WOUNDS.index(answer.id())
    hit.critical = Rider(wound, critical_severity(wound, steps), v.NONE, 0, 0, v.NONE)
    return True


@final
class Damage(Awaited):
    """The damage dice of a hit, or half of them where a miss brings them."""

    def __init__(self, hit: Hit, more: int, halves: bool) -> None:
        self.hit = hit
        self.more = more
        self.halves = halves

    def gains(self, battle: TiersBattle) -> bool:
        """TI-66: would one Effect die more change what is thrown?"""
        return self.dice_now(battle) is not Damage(self.hit, self.more + 1, self.halves).dice_now(battle)

    def dice_now(self, battle: TiersBattle) -> Dice | None:
        """TI-63 to TI-67: the Effect dice, not below 0, then the attribute die; None without any, or against the Immune (TI-70),
        or where the hit cannot land any more."""
        attack = self.hit.attack
        if not self.hit.can_harm(battle):
            return None
        attacker = attack.attacker
        count, sides, attribute = effect_dice(attack)  # TI-63, TI-64
        count += self.more + attacker.quality(v.B_STRENGTHENED)  # TI-65 to TI-67
        if battle.switches.weakened_mode == "dice":
            count -= weakness(battle, attacker)
        count = max(0, count // 2 if self.halves else count) if sides else 0
        if count == 0 and attribute == 0:
            return None
        return BOX.handful(count, sides, attribute)


def deal(battle: TiersBattle, damage: Damage, steps: int, pushed: bool) -> bool:
    """Throw the damage and let the target suffer it; False where the hit cannot land any more."""
    hit = damage.hit
    attack, target = hit.attack, hit.target
    attacker = attack.attacker
    thrown = await_handful(battle, attacker, "damage", damage, target.id, target.id if target.index >= 0 else "")
    if thrown is None and not hit.lands(battle):
        return False
    rolled = thrown[1].total() if thrown is not None else 0  # TI-09
    if battle.switches.weakened_mode == "flat":
        rolled = max(0, rolled - weakness(battle, attacker))
    tell_damage(battle, hit, rolled, thrown, steps, pushed)
    if target.index < 0:
        # Nothing but the tank bursting can come of it.
        hit_in_tank(battle, target, rolled)
        return True
    dealt = suffer(battle, target, rolled, threat_of(battle, hit, attack.defenses()[0]), attack.name(), "TI-68")
    battle.note("damage", attacker.id, dealt)
    hit_in_tank(battle, target, dealt)
    return True


def miss(battle: TiersBattle, hit: Hit) -> None:
    """TI-54: the listed miss effects: here half as many dice, rounded down, no critical."""
    attack = hit.attack
    power = attack.power
    if power is None or not power.half_on_miss or is_immune(hit.target, attack.energy()):
        return
    deal(battle, Damage(hit, 0, True), 0, False)


# -- wounds and events ----------------------------------------------------------------------------------------------


def apply_rider(battle: TiersBattle, hit: Hit, rider: Rider, defense: int) -> int:
    """One wound or event of the hit: named where it needs a name, fended off where it can be, else suffered.

    Returns the feet a collision counts, where somebody was Slammed into something.
    """
    attacker, target = hit.attack.attacker, hit.target
    threat = threat_of(battle, hit, defense, True)
    param = rider.param
    item = ""
    about = v.WOUND_KINDS[rider.wound].about
    if param < 0 and (about or rider.wound == v.DISARMED):
        if rider.wound == v.DISARMED and not items_to_strike_away(target):
            return 0
        answer = battle.ask(NamingQuestion(battle, attacker, target, rider.wound, threat))
        if answer is None or threat.is_over(target):
            return 0
        item = answer.id()
        if about:
            param = v.ABOUT[about].index(item)
    severity = rider.severity or v.WOUND_SEVERITY[rider.wound]
    if is_forced(rider.wound) or rider.wound == v.DISARMED:
        if rider.wound != v.DISARMED and stays_put(battle, target):
            return 0
        if fend_off(battle, target, threat, rider.wound, severity) <= 0:
            return 0
        if rider.wound == v.DISARMED:
            disarm(battle, target, item)
            return 0
        return force(battle, target, Origin(attacker, hit.attack.ox, hit.attack.oy), rider.wound, rider.feet, threat)
    suffer_wound(battle, target, threat, Effect(rider.wound, severity, attacker.index, param, rider.rounds))
    return 0


def disarm(battle: TiersBattle, target: Creature, id: str) -> None:
    """TI-98: the item lies in its square."""
    for item in target.held:
        if item.id == id and not item.tags & v.NATURAL:
            target.release(item)
            battle.ground = [*battle.ground, Lying(target.x, target.y, item, battle.unseen_place(target))]
            tell_disarmed(battle, target, item.name)
            return


# -- in return ------------------------------------------------------------------------------------------------------


def answer_in_kind(battle: TiersBattle, hit: Hit) -> None:
    """TI-52: a power that answers a hit with a basic melee attack, in full, once the hit is done with."""
    place = counters(battle, hit)
    if place < 0:
        return
    # TI-62: the position of an attack on several, of whom some are still to come, is not that of the answer.
    position, battle.position = battle.position, 1
    answer = wanted_strike(battle, hit.target, hit.attack.attacker, place)
    if answer is not None and counters(battle, hit) == place:
        hit.reacted.append(hit.target.index)
        strike(battle, hit.target, hit.attack.attacker, answer)
    if battle.position == 1:
        battle.position = position


def offer_strike(battle: TiersBattle, creature: Creature, mover: Creature, leaving: bool) -> None:
    """TI-51: a Reaction Strike, if its owner wants it, at whoever is about to leave or has just come."""
    if not melee_choices(creature, battle.feet(creature, mover)):
        return
    place = strike_power(battle, creature)
    answer = wanted_strike(battle, creature, mover, place, leaving)
    if answer is not None and strike_power(battle, creature) == place:
        strike(battle, creature, mover, answer)
        # An action of its own: the odds of a strike end with it, not with the rest of the move.
        battle.reached("action")


def wanted_strike(battle: TiersBattle, creature: Creature, target: Creature, place: int, leaving: bool = False) -> React | None:
    """The blow that its owner wants, and that can still be struck."""
    answer = battle.ask(StrikeQuestion(battle, creature, target, place, leaving))
    return answer if isinstance(answer, React) and answer.item is not None and can_react(battle, creature) else None


def strike(battle: TiersBattle, creature: Creature, target: Creature, blow: React) -> None:
    """A basic melee attack as a React, in full."""
    spend_react(battle, creature)
    if blow.power >= 0:
        use_up(battle, creature, blow.power)
    if blow.what == "strike":
        battle.note("use:Reaction Strike", creature.id)
        tell_strike(battle, creature, target)
    attack_on(battle, Attack(creature, blow.item, None, blow.action, v.MELEE), target)
