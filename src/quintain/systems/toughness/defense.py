"""The scores as they stand at this moment: attack bonuses, Defense against an attack, Toughness and the other saves."""

from __future__ import annotations

from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.blocks import BARE
from quintain.systems.toughness.conditions import toughness_penalty, wounded_penalty
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.fields_states import AFFECTED, effect_terms
from quintain.systems.toughness.scores import range_penalty
from quintain.systems.toughness.sheet import Fighter, Fray


def added(fray: Fray, fighter: Fighter, slot: str) -> int:
    """TO-44: what the GM's word and the conditions it holds add to a slot."""
    return fighter.modifier(slot) + (total_of(effect_terms(fighter, fray.now, slot)) if slot in AFFECTED else 0)


def total_of(terms: list[tuple[str, int]]) -> int:
    total = 0
    for _name, amount in terms:
        total += amount
    return total


# -- attacking ------------------------------------------------------------------------------------------------------


def attack_slot(fray: Fray, weapon: Weapon) -> str:
    """TO-32: which bonus an attack uses."""
    if weapon.form == v.GRAPPLE:
        return "melee" if fray.switches.unarmed_melee and weapon is BARE else "grapple"
    return "melee" if weapon.form == v.MELEE else "ranged"


def attack_terms(fray: Fray, attacker: Fighter, target: Fighter, weapon: Weapon, lethal: bool) -> list[tuple[str, int]]:
    """TO-29..TO-33, TO-76, TO-117: everything that goes to the attack die, by name; manoeuvres come on top."""
    block = attacker.block
    slot = attack_slot(fray, weapon)
    if slot == "grapple":
        terms = [("grapple", grapple_score(fray, attacker))]
    elif slot == "melee":
        terms = [("melee", block.melee)]
    else:
        terms = [("ranged", block.ranged)]
        if weapon.form != v.POWER:
            penalty = range_penalty(fray.feet(attacker, target), weapon.increment_ft)
            if penalty:
                terms.append(("range", -penalty))
    if attacker.wounded > 0:
        terms.append(("Wounded", -wounded_penalty(fray, attacker, fray.switches.wounded_on_attacks)))
    if slot in AFFECTED:
        terms += effect_terms(attacker, fray.now, slot)
    if attacker.modifiers:
        terms.append(("GM", attacker.modifier(slot)))
    if fray.switches.intent_penalty and weapon.form != v.GRAPPLE and lethal != weapon.lethal:
        terms.append(("intent", -fray.switches.intent_penalty))
    return terms


def attack_bonus(fray: Fray, attacker: Fighter, target: Fighter, weapon: Weapon, lethal: bool) -> int:
    return total_of(attack_terms(fray, attacker, target, weapon, lethal))


def grapple_score(fray: Fray, fighter: Fighter) -> int:
    """TO-31."""
    return fighter.block.grapple(fray.switches.grapple_size_same)


def grapple_bonus(fray: Fray, fighter: Fighter) -> int:
    """What goes to an opposed grapple die (TO-60)."""
    penalty = wounded_penalty(fray, fighter, fray.switches.wounded_on_attacks)
    return grapple_score(fray, fighter) + added(fray, fighter, "grapple") - penalty


def threat_of(fray: Fray, attacker: Fighter, target: Fighter, weapon: Weapon) -> int:
    """TO-48, TO-50, TO-120: the lowest face that threatens, at most 20; 21 where nothing does."""
    if attacker.block.minion and not target.block.minion:
        return 21
    if fray.switches.only_20_threatens:
        return 20
    return max(2, min(20, weapon.threat - attacker.block.threat_feats - attacker.modifier("threat")))


def damage_bonus(fray: Fray, attacker: Fighter, weapon: Weapon, critical: bool) -> int:
    """TO-65: weapon, Strength unless the weapon leaves it out, damage feats, and the critical."""
    bonus = weapon.damage + added(fray, attacker, "damage")
    if weapon.form != v.POWER:
        bonus += attacker.block.damage_feats
        if weapon.adds_strength and not (weapon.form == v.MISSILE and fray.switches.missiles_without_strength):
            bonus += attacker.block.strength
    if critical:
        bonus += fray.switches.crit_default if weapon.crit_bonus == v.USUAL_CRITICAL else weapon.crit_bonus
    return bonus


# -- defending -----------------------------------------------------------------------------------------------------


def loses_guard(fray: Fray, target: Fighter, attacker: Fighter) -> bool:
    """Has it no Dodge or Parry against this attacker: exposed, surprised, or busy in another's hold (TO-61, TO-78, TO-116)?"""
    if target.keeps_dodge:
        return False
    if target.surprised or target.exposed_until > fray.now:
        return True
    if target.holding and target.holding != attacker.id:
        return True
    return target.held_by != "" and target.held_by != attacker.id


def may_parry(fray: Fray, target: Fighter, weapon: Weapon) -> bool:
    """TO-37: able to, something in hand, and not against what comes from afar."""
    if not target.block.can_parry or not target.armed:
        return False
    return weapon.form == v.MELEE or weapon.form == v.GRAPPLE or (fray.switches.parry_ranged and weapon.form != v.POWER)


def guard_value(target: Fighter, guard: str) -> int:
    """Dodge or Parry as they stand (TO-35, TO-36), stances and the GM's word included (TO-18)."""
    base = target.block.parry if guard == v.PARRY else target.block.dodge
    return base + target.stance_guard + target.modifier(guard)


def better_guard(fray: Fray, target: Fighter, weapon: Weapon) -> str:
    """TO-37: the default choice, the higher one."""
    if may_parry(fray, target, weapon) and guard_value(target, v.PARRY) > guard_value(target, v.DODGE):
        return v.PARRY
    return v.DODGE


def bare_guard(target: Fighter, guard: str) -> int:
    """TO-38: what is left of Dodge or Parry while they are lost; the GM's word is part of the term (TO-44), stances are lost."""
    base = target.block.parry if guard == v.PARRY else target.block.dodge
    return min(0, base + target.modifier(guard))


def defense_terms(fray: Fray, target: Fighter, attacker: Fighter, weapon: Weapon, guard: str) -> list[tuple[str, int]]:
    """TO-34, TO-57, TO-78, TO-117: what Defense is made of against this attack, by name."""
    block = target.block
    if target.helpless:
        return [("helpless", fray.switches.helpless_defense), ("size", block.size_in_attack)]
    terms = [("base", fray.switches.defense_base), ("combat bonus", block.bcb)]
    if block.size_in_attack:
        terms.append(("size", block.size_in_attack))
    if block.defense_feats:
        terms.append(("feats", block.defense_feats))
    lost = loses_guard(fray, target, attacker)  # TO-18, TO-38: while lost, a positive one is 0 and another stays, without stances
    terms.append((f"no {guard}", bare_guard(target, guard)) if lost else (guard, guard_value(target, guard)))
    terms += circumstances(fray, target, attacker, weapon)
    if target.modifiers:
        terms.append(("GM", target.modifier("defense")))
    return terms


def circumstances(fray: Fray, target: Fighter, attacker: Fighter, weapon: Weapon) -> list[tuple[str, int]]:
    """The part of Defense that everybody sees: stances, exposed, pinned, prone."""
    terms: list[tuple[str, int]] = []
    if target.stance_defense:
        terms.append(("stance", target.stance_defense))
    terms += effect_terms(target, fray.now, "defense")
    if target.pinned and target.held_by != attacker.id:
        terms.append(("pinned", -4))
    if target.prone:
        near = weapon.form == v.MELEE or weapon.form == v.GRAPPLE
        terms.append(("prone", -4 if near else 4))
    return terms


def defense(fray: Fray, target: Fighter, attacker: Fighter, weapon: Weapon, guard: str) -> int:
    return total_of(defense_terms(fray, target, attacker, weapon, guard))


# -- saves ---------------------------------------------------------------------------------------------------------


def toughness(fray: Fray, fighter: Fighter, lethal: bool) -> int:
    """TO-40, TO-66: what goes to the Toughness die."""
    return fighter.block.toughness + added(fray, fighter, "toughness") - toughness_penalty(fray, fighter, lethal)


def save_bonus(fray: Fray, fighter: Fighter, save: str) -> int:
    """TO-41, TO-101: Fortitude, Reflex or Will, with Wounded's penalty."""
    penalty = wounded_penalty(fray, fighter, fray.switches.wounded_on_saves)
    return fighter.block.save(save) + added(fray, fighter, save) - penalty


def recovery_bonus(fray: Fray, fighter: Fighter) -> int:
    """TO-90, TO-96: what goes to recovery and dying checks; injuries take nothing from it."""
    return fighter.block.con + fighter.block.feat("recovery") + added(fray, fighter, "recovery")


def medicine_bonus(fray: Fray, healer: Fighter) -> int:
    """TO-98: what goes to the die of first aid."""
    block = healer.block
    return block.medicine + block.feat("medicine") + healer.modifier("medicine") - wounded_penalty(fray, healer, True)


def initiative_terms(fray: Fray, fighter: Fighter) -> list[tuple[str, int]]:
    """TO-03, TO-76: what goes to the die for the order, by name."""
    terms = [("DEX", fighter.block.dex)]
    if fighter.block.feat("initiative"):
        terms.append(("feats", fighter.block.feat("initiative")))
    if fighter.wounded > 0:
        terms.append(("Wounded", -wounded_penalty(fray, fighter, True)))
    if fighter.modifiers:
        terms.append(("GM", fighter.modifier("initiative")))
    return terms
