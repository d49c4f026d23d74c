"""What the log tells of attacks: rolls, verdicts, Reacts, damage and what is done about it. Nothing is told where nobody listens."""

from __future__ import annotations

from typing import Final

from quintain.engine.event import Event
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import Attack, Terms, defense_against
from quintain.systems.tiers.audience import dice_of, figures_of, private_to
from quintain.systems.tiers.awaiting import Thrown
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.conditions import IMMUNE, covered_by
from quintain.systems.tiers.sentences import say
from quintain.systems.tiers.sentences_rolls import rolled_words, tell_thrown, tier_words, told_handful, told_roll
from quintain.systems.tiers.sentences_round import tell_in_vain
from quintain.systems.tiers.sheet import Creature, Effect
from quintain.systems.tiers.stat_block import Rider
from quintain.systems.tiers.targets import why_not_aimed, why_not_strike
from quintain.systems.tiers.throws import Hit, Threat, Throw

# -- the roll -------------------------------------------------------------------------------------------------------


def tell_verdict(battle: TiersBattle, hit: Hit) -> None:
    """TI-55: hit or miss, with the dice; the number that was needed is the GM's, or that of a player character."""
    if not battle.telling:
        return
    attack, target, made = hit.attack, hit.target, hit.made
    attacker, verdict = attack.attacker, "hit" if hit.is_hit() else "miss"
    battle.holding = [[f"{attacker.name} against {target.name}", verdict]]
    words = "hits" if hit.is_hit() else "misses"
    if len(hit.struck) > 1 and hit.is_hit():
        # TI-56: of several Defenses, which were beaten.
        beaten = [v.DEFENSES[defense] for place, defense in enumerate(attack.defenses()) if hit.struck[place]]
        words = f"hits the {' and '.join(beaten)} of"
    tiers = f" [{tier_words(made)}]"
    push = tiers if attacker.sheet.is_pc else ""
    text = f"{attacker.name} {words} {target.name} with {attack.name()} ({v.ACTIONS[attack.action]}).{push}"
    event = Event(verdict, text, [attacker.id, target.id], clause="TI-55", math_for=dice_of(battle, attacker), verdict=verdict)
    told_roll(event, made)
    event.against = (v.DEFENSES[attack.defenses()[0]], hit.numbers[0])
    event.against_for = "" if target.sheet.is_pc else "gm"
    total = sum([value for _, value in event.math])
    if event.math_for == "all":
        event.data = {"total": total}
    battle.tell(event)
    terms: Terms = []
    defense_against(battle, attack, target, attack.defenses()[0], terms)
    needed = " + ".join(f"{name} {value}" for name, value in terms).replace("+ -", "- ")
    for place, defense in enumerate(attack.defenses()[1:], 1):
        needed += f"; {hit.numbers[place]} for {v.DEFENSES[defense]}"
    text = f"{attacker.name} needed {hit.numbers[0]} against {target.name}: {needed}.{'' if push else tiers}"
    event = Event("defense", text, [attacker.id, target.id], terms, "TI-61", audience="gm")
    battle.tell(event)


def tell_lost(battle: TiersBattle, attack: Attack, target: Creature) -> None:
    """An attack that could not be carried through, and why."""
    if battle.telling:
        why = why_not_strike(battle, attack) or why_not_aimed(battle, attack, target)
        tell_in_vain(battle, attack.attacker, f"attack on {target.name}", target, why, "TI-54")


def tell_cut_short(battle: TiersBattle, hit: Hit, riders: list[Rider]) -> None:
    """The wounds of a hit whose maker is down by then."""
    target, why = hit.target, "nothing more comes of it with its maker down"
    if battle.telling and riders and target.status == v.UP:
        tell_in_vain(battle, hit.attack.attacker, f"hit on {target.name}", target, why, "TI-73")


def tell_reveal(battle: TiersBattle, attacker: Creature) -> None:
    say(battle, "reveal", attacker, "comes into view", "TI-86")


def tell_botch(battle: TiersBattle, roller: Creature) -> None:
    say(battle, "botch", roller, "botches", "TI-07")


# -- Reacts ---------------------------------------------------------------------------------------------------------


def tell_interpose(battle: TiersBattle, creature: Creature, spared: Creature) -> None:
    if battle.telling:
        text = f"{creature.name} steps in and takes the hit for {spared.name}."
        battle.tell(Event("interpose", text, [creature.id, spared.id], clause="TI-50"))


def tell_parry(battle: TiersBattle, made: Throw) -> None:
    tell_thrown(battle, made, "parry", "tries to turn the blow aside", "TI-52", dice_of(battle, made.roller))


def tell_parried(battle: TiersBattle, creature: Creature, hit: Hit) -> None:
    if battle.telling:
        text = "The blow still lands." if hit.is_hit() else "The blow is turned."
        verdict = "still hit" if hit.is_hit() else "turned"
        battle.tell(Event("parry", text, [creature.id], clause="TI-52", verdict=verdict))


def tell_strike(battle: TiersBattle, creature: Creature, mover: Creature) -> None:
    if battle.telling:
        text = f"{creature.name} strikes at {mover.name} in passing."
        battle.tell(Event("strike", text, [creature.id, mover.id], clause="TI-51"))


# -- damage ---------------------------------------------------------------------------------------------------------


def tell_damage(battle: TiersBattle, hit: Hit, rolled: int, thrown: Thrown | None, steps: int, pushed: bool) -> None:
    if not battle.telling:
        return
    attack, target = hit.attack, hit.target
    attacker = attack.attacker
    text, who = f"{attack.name()} deals {rolled} damage to {target.name}.", [attacker.id]
    if target.index >= 0:
        parts = [f"{steps} critical step{'s' if steps > 1 else ''}"] if steps else []
        parts += ["pushed"] if pushed else []
        how = f" ({', '.join(parts)})" if parts else ""
        text = f"{attack.name()} deals {rolled} {'/'.join(v.energy_names(attack.energy()))} damage to {target.name}{how}."
        who.append(target.id)
    clause = "TI-54" if not hit.struck[0] else "TI-64" if attack.damage() == v.POWER_DAMAGE else "TI-63"
    battle.tell(told_handful(Event("damage", text, who, None, clause, math_for=dice_of(battle, attacker)), thrown, rolled))


def tell_types(battle: TiersBattle, target: Creature, rolled: int, energy: int, how: str, amount: int) -> None:
    if how == IMMUNE:
        tell_immune(battle, target)
    elif battle.telling and how:
        text = f"{rolled} {'/'.join(v.energy_names(energy))} damage to {target.name} is {how}: {amount}."
        clause = TYPE_CLAUSES.get(how, "")
        if not clause:  # halved: by a type, by not being wholly immune, or by cover
            resisted, covered = covered_by(target, v.B_RESISTANT), covered_by(target, v.B_IMMUNE)
            clause = "TI-69" if energy & resisted else "TI-70" if energy & covered else "TI-87"
        battle.tell(Event("types", text, [target.id], clause=clause, audience=figures_of(target)))


IN_FULL: Final = "suffered in full"
"""What is said of damage that was to be halved or doubled, and is not by the time it is suffered."""
TYPE_CLAUSES: Final = {"doubled": "TI-71", "halved and doubled": "TI-72", IN_FULL: "TI-68"}


def tell_immune(battle: TiersBattle, target: Creature) -> None:
    say(battle, "types", target, "is Immune to that", "TI-70", figures_of(target))


def tell_soak(battle: TiersBattle, target: Creature, boxes: int, clause: str) -> None:
    if battle.telling and boxes:
        text = f"{target.name} marks {boxes} Soak Box{'es' if boxes > 1 else ''}."
        left = [("boxes left", target.free_soak())]
        battle.tell(Event("soak", text, [target.id], left, clause, figures_of(target), math_for=private_to(target)))


def tell_disarmed(battle: TiersBattle, target: Creature, name: str) -> None:
    if battle.telling:
        battle.tell(Event("disarm", f"{target.name} loses the {name}.", [target.id], clause="TI-98"))


# -- resisting ------------------------------------------------------------------------------------------------------


def tell_resistance(battle: TiersBattle, made: Throw, threat: Threat, price: int, free: bool) -> None:
    """TI-116: what the roll came to, and its price."""
    if not battle.telling:
        return
    words = "succeeds critically" if price < 0 else ("succeeds" if price == 2 else "fails")
    number = 10 + made.roller.tier if threat.roll is None else threat.roll.total()
    cost = "" if free else (f", price {price} Stress" if price > 0 else ", 1 Stress cleared")
    target = made.roller
    text = f"{target.name} resists: the roll {words} against {number}{cost}."
    audience, public = figures_of(target), f"{target.name} resists{rolled_words(battle, made)}."
    if target.sheet.is_pc and threat.roll is not None and dice_of(battle, battle.creatures[threat.source]) != "all":
        # The number is what an adversary rolled behind the screen.
        audience, public = "gm", f"{target.name} resists{rolled_words(battle, made)}: the roll {words}{cost}."
    event = Event("resist", text, [target.id], None, "TI-116", audience, public)
    event.verdict = "critical success" if price < 0 else "success" if price == 2 else "failure" if price == 4 else "botch"
    event.against = ("number" if threat.roll is None else "the attack", number)
    battle.tell(told_roll(event, made))


def tell_avoided(battle: TiersBattle, target: Creature, wound: int, clause: str) -> None:
    if battle.telling:
        battle.tell(Event("wound", f"{target.name} avoids being {v.WOUNDS[wound]}.", [target.id], clause=clause))


def tell_shake_off(battle: TiersBattle, made: Throw, effect: Effect, success: bool) -> None:
    """A step of a wound is shaken off, or not; where the roll only sets the price (TI-R41) it always is."""
    if not battle.telling:
        return
    creature, price = made.roller, made.price
    words = f"{'shakes off a step of' if success or price else 'cannot shake off'} {v.WOUNDS[effect.kind]}"
    secret = f"price {price} Stress" if price > 0 else "1 Stress cleared" if price else f"{made.number} needed"
    text, public = f"{creature.name} {words}: {secret}.", f"{creature.name} {words}{rolled_words(battle, made)}."
    event = Event("resist", text, [creature.id], None, "TI-113", figures_of(creature), public)
    event.against, event.verdict = ("number", made.number), "success" if success else "failure"
    battle.tell(told_roll(event, made))
