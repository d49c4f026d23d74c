"""Suffering a hit: types, Soak, Resistance Rolls, hit points, wounds (parts I, J and N)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.question import Closed, Option, Plain
from quintain.engine.roll import Roll, compared
from quintain.engine.tactic import Tactic
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import halved_by_cover
from quintain.systems.tiers.audience import dice_of
from quintain.systems.tiers.battle import CreatureQuestion, TiersBattle
from quintain.systems.tiers.conditions import after_types, gain, is_immune, lower, wound_by_id
from quintain.systems.tiers.rolling import is_final, is_lost, throw
from quintain.systems.tiers.sentences import meaning_of
from quintain.systems.tiers.sentences_attacks import (
    IN_FULL,
    tell_avoided,
    tell_immune,
    tell_resistance,
    tell_shake_off,
    tell_soak,
    tell_types,
)
from quintain.systems.tiers.sentences_stakes import damage_stakes, left_stakes, stake, wound_stakes
from quintain.systems.tiers.sheet import Creature, Effect
from quintain.systems.tiers.situation import can_react
from quintain.systems.tiers.stress import owe, spend_react
from quintain.systems.tiers.tactics_careful import met_damage, met_wound
from quintain.systems.tiers.throws import Resistance, ShakeOff, Staked, Threat, Throwing
from quintain.systems.tiers.zero_hp import lose_hp

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


def armor_suits(target: Creature, threat: Threat) -> bool:
    """TI-74: by the book, unless the GM has said otherwise."""
    return target.armor_word > 0 if target.armor_word else threat.suits


def suits_attack(battle: TiersBattle, defense: int) -> bool:
    """TI-R23: against hits on Iron, unless the table casts the net wider."""
    return defense == v.IRON or battle.switches.soak_scope != "iron"


def can_resist(battle: TiersBattle, target: Creature, threat: Threat) -> bool:
    """TI-49, TI-118: a React and a free Stress box (NPCs without Stress: TI-R52)."""
    if threat.unseen or not can_react(battle, target):
        return False
    if target.free_stress() >= 1:
        return True
    return battle.switches.npc_resist == "free_test" and not target.sheet.is_pc and target.max_stress == 0


class SufferQuestion(CreatureQuestion):
    """Damage, or one wound, is about to be suffered: mark Soak, resist, or take it (TI-74 to TI-76)."""

    def __init__(self, battle: TiersBattle, target: Creature, threat: Threat, rolled: int, wound: int, severity: int) -> None:
        super().__init__(battle, "damage" if rolled else "wound", target)
        self.threat = threat
        self.rolled = rolled
        """What the damage dice came to; 0: it is about a wound."""
        self.wound = wound
        self.severity = severity

    def damage(self) -> int:
        return damage_now(self.arena, self.creature, self.rolled, self.threat)[0]

    def title(self) -> str:
        what = f"{v.WOUNDS[self.wound]} {self.severity}{meaning_of(self.wound, self.severity)}"
        if self.rolled:
            what = f"{self.damage()} damage{f' ({self.creature.hp} HP left)' if self.creature.sheet.is_pc else ''}"
        return f"{self.creature.name} is about to suffer {what}."

    def between(self) -> list[str]:
        if self.threat.source == v.NONE or self.threat.unseen:
            return []
        return [self.arena.creatures[self.threat.source].id, self.creature.id]

    def stakes(self) -> list[Stake]:
        if self.rolled:
            return damage_stakes(self.creature, self.damage())
        return wound_stakes(self.wound, self.severity, self.creature)

    def options(self) -> list[Option]:
        creature, damage = self.creature, self.damage()
        found: list[Option] = [Staked("take", "Take it", left_stakes(creature, damage) if self.rolled else [])]
        if armor_suits(creature, self.threat):
            if self.rolled:
                for boxes in range(1, min(creature.free_soak(), (damage + 9) // 10) + 1):
                    left = max(0, damage - 10 * boxes)
                    found.append(Staked(f"soak:{boxes}", f"Mark {boxes} Soak: {left} damage left", left_stakes(creature, left)))
            elif creature.free_soak() > 0:
                found.append(Plain("soak:1", "Mark 1 Soak against it"))
        if can_resist(self.arena, creature, self.threat):
            amount = self.arena.switches.resist_amount
            how = "React" if creature.reacts_left() > 0 else "React for a Beacon Point"
            gain = f"{amount} damage less" if self.rolled else "avoid it"
            price = "; the roll sets the price: 2, 4 or 6 Stress" if creature.max_stress else ""
            stakes = stake("a success costs 2 Stress, a failure 4") if creature.max_stress else []
            if self.rolled:
                stakes = left_stakes(creature, max(0, damage - amount))
            made = Resistance(creature, self.threat)
            found.append(Throwing(self.arena, "resist", f"{how}: resist ({gain}{price})", made, stakes=stakes))
        return found

    def closed(self) -> list[Closed]:
        found: list[Closed] = []
        if self.creature.free_soak() > 0 and not armor_suits(self.creature, self.threat):
            found.append(Closed("Mark Soak", "armor does not help against this"))
        if self.threat.unseen:
            found.append(Closed("Resist", "the attacker was Hidden: no React"))
        elif self.arena.turn_of(self.creature) and not can_react(self.arena, self.creature):
            found.append(Closed("Resist", "Reacts are for the turns of others"))
        elif not can_react(self.arena, self.creature):
            found.append(Closed("Resist", "no React left"))
        elif not can_resist(self.arena, self.creature, self.threat):
            found.append(Closed("Resist", "no free Stress box"))
        return found

    def withdrawn(self) -> bool:
        """Also where it can do nothing by then."""
        return super().withdrawn() or len(self.options()) == 1 or self.threat.is_over(self.creature)

    def choose(self, tactic: Tactic) -> Option:
        target, soaks = self.creature, armor_suits(self.creature, self.threat)
        may_resist = can_resist(self.arena, target, self.threat)
        if not self.rolled:
            return met_wound(target, self.wound, soaks, may_resist)
        return met_damage(target, self.damage(), soaks, may_resist, self.arena.switches.resist_amount, tactic.level)

    def standing(self, order: str) -> str:
        return "take" if order == "never" else ""


def answer_threat(
    battle: TiersBattle, target: Creature, threat: Threat, rolled: int, wound: int, severity: int
) -> tuple[int, bool]:
    """Ask what the target does about one consequence: how many boxes it marks, and whether it resists.

    Marking is no React (TI-77). Nobody is asked who can do nothing.
    """
    soaks = target.free_soak() > 0 and armor_suits(target, threat)
    if not soaks and not can_resist(battle, target, threat):
        return 0, False
    answer = battle.ask(SufferQuestion(battle, target, threat, rolled, wound, severity))
    if answer is None or not target.is_present():
        return 0, False
    id = answer.id()
    if id == "resist":
        return 0, resist(battle, target, threat)
    if id.startswith("soak:"):
        boxes = min(int(id[5:]), target.free_soak())
        target.soak_marked += boxes
        battle.note("soak", target.id, boxes)
        tell_soak(battle, target, boxes, "TI-74" if rolled else "TI-75")
        return boxes, False
    return 0, False


def resist(battle: TiersBattle, target: Creature, threat: Threat) -> bool:
    """TI-114 to TI-118: the roll sets the price; it works anyway (not so for NPCs without Stress, TI-R52)."""
    if not can_resist(battle, target, threat):
        return False
    spend_react(battle, target)
    free_test = target.max_stress == 0 and not target.sheet.is_pc
    made = Resistance(target, threat)
    while True:
        roll = throw(battle, made, target.id)
        if roll.void:
            return False
        made.number = number_to_resist(battle, target, threat) if battle.telling else 0
        price = made.price = price_of(roll, target, threat)
        battle.verdicts[target.index] = price < 4
        if is_final(battle, made, price < 4):
            break
    if is_lost(battle, made):
        return False
    tell_resistance(battle, made, threat, price, free_test)
    return price < 4 if free_test else owe(battle, target, price, "resisting")


def number_to_resist(battle: TiersBattle, target: Creature, threat: Threat) -> int:
    """TI-114: the attack's total, or 10 + own Tier where there was no attack; 0 where its dice lie behind the screen."""
    if threat.roll is None:
        return 10 + target.tier
    hidden = target.sheet.is_pc and dice_of(battle, battle.creatures[threat.source]) != "all"
    return 0 if hidden else threat.roll.total()


def price_of(roll: Roll, target: Creature, threat: Threat) -> int:
    """TI-116, TI-117: -1 (a box cleared) on a critical, 2 on a success, 4 on a failure, 6 on a botch.

    Two rolls are compared without reading either: the attack's may be asked again for the next consequence.
    """
    if roll.forced is not None and "resist" in roll.forced:
        return (4, 2, -1)[roll.forced["resist"]]
    if threat.roll is None:
        return price_at(roll, roll.band([10 + target.tier, 20 + target.tier]))
    # The attack's lead over the resistance: 1 or more is a failure, -10 or less a critical success.
    return (-1, 2, 4, 6)[compared(threat.roll, roll, [-9, 1], by_flag=True)]


def price_at(roll: Roll, steps: int) -> int:
    """The same, from how often the roll reaches the number and ten above it."""
    if steps == 0:
        return 6 if roll.flagged() else 4
    return 2 if steps == 1 else -1


# -- damage ---------------------------------------------------------------------------------------------------------


def damage_now(battle: TiersBattle, target: Creature, rolled: int, threat: Threat) -> tuple[int, str]:
    """What so much damage comes to by types and cover as things stand (TI-69 to TI-72, TI-87, TI-129), and how."""
    attack = threat.attack
    sheltered = target.has_boon(v.B_SHELTERED) if attack is None else halved_by_cover(battle, attack, target)
    return after_types(battle, target, rolled, threat.energy, sheltered)


def suffer(battle: TiersBattle, target: Creature, rolled: int, threat: Threat, why: str, clause: str) -> int:
    """TI-68: types, then Soak or a Resistance Roll, then hit points. Returns the damage that got through."""
    amount, how = damage_now(battle, target, rolled, threat)
    tell_types(battle, target, rolled, threat.energy, how, amount)
    if amount <= 0:
        return 0
    asked_of = amount
    boxes, resisted = answer_threat(battle, target, threat, rolled, v.NONE, 0)
    if not target.is_present():
        return 0
    amount, how = damage_now(battle, target, rolled, threat)
    if amount != asked_of:
        tell_types(battle, target, rolled, threat.energy, how or IN_FULL, amount)
    amount -= 10 * boxes
    if resisted:
        amount -= battle.switches.resist_amount
    amount = max(0, amount)
    lose_hp(battle, target, amount, why, clause)
    return amount


# -- wounds ---------------------------------------------------------------------------------------------------------


def fend_off(battle: TiersBattle, target: Creature, threat: Threat, wound: int, severity: int) -> int:
    """TI-75, TI-115: what severity is left of a wound or event after Soak or a Resistance Roll; 0: avoided.

    The GM's word decides whether it is avoided or lowered by 1 (TI-146); else `soak_vs_wound` does for boxes.
    """
    boxes, resisted = answer_threat(battle, target, threat, 0, wound, severity)
    if threat.is_over(target):  # by the GM's word since it struck
        if is_immune(target, threat.energy):  # TI-70
            tell_immune(battle, target)
        return 0
    if not boxes and not resisted:
        return severity
    lessened = battle.lessen == "lower" or (battle.lessen == "" and boxes > 0 and battle.switches.soak_vs_wound == "reduce")
    left = severity - 1 if lessened and wound < v.FIRST_EVENT else 0
    if left <= 0 and wound < v.FIRST_EVENT:
        tell_avoided(battle, target, wound, "TI-75" if boxes else "TI-115")
    return left


def suffer_wound(battle: TiersBattle, target: Creature, threat: Threat, effect: Effect) -> None:
    """One wound lands, unless it is fended off."""
    severity = fend_off(battle, target, threat, effect.kind, effect.level)
    if severity <= 0 or not target.is_present():
        return
    gain(battle, target, effect.changed(severity, effect.left, effect.counting))
    battle.note(f"wound:{v.WOUNDS[effect.kind]}", target.id)


def collision_threat(threat: Threat) -> Threat:
    """Collision damage: armor suits (TI-R23); resisted with BODY."""
    return Threat(threat.source, v.IRON, threat.roll, threat.unseen, True, v.KINETIC)


# -- shaking wounds off ---------------------------------------------------------------------------------------------


def shake_off(battle: TiersBattle, creature: Creature, effect: Effect, is_act: bool = False) -> None:
    """TI-113: (1 + Tier) d20s, the best, against 10 + own Tier; success lowers the wound by 1. Other ways: TI-R41."""
    if battle.switches.wound_resist == "auto":
        lower(battle, creature, effect, "shaken off")
        return
    if why_not_shake(battle, creature):
        return
    priced = battle.switches.wound_resist == "stress"
    made = ShakeOff(creature, effect, is_act)
    while True:
        roll = throw(battle, made, creature.id)
        left = wound_by_id(creature, made.wound)
        if roll.void or left is None:
            return
        number = made.number = wound_number(battle, creature, left)
        steps = roll.band([number, number + 10], "resist") if priced else int(roll.at_least(number, "resist"))
        made.price = price_at(roll, steps) if priced else 0
        success = battle.verdicts[creature.index] = steps > 0
        if is_final(battle, made, success):
            break
    if is_lost(battle, made):
        return
    tell_shake_off(battle, made, left, success)
    shaken = owe(battle, creature, made.price, "shaking off a wound") if priced else success
    left = wound_by_id(creature, made.wound)
    if shaken and left is not None:
        lower(battle, creature, left, "shaken off" if priced else "resisted")


def why_not_shake(battle: TiersBattle, creature: Creature) -> str:
    """With `wound_resist: stress` the roll has a price, and needs a free box as resisting does (TI-118)."""
    return "no free Stress box" if battle.switches.wound_resist == "stress" and creature.free_stress() < 1 else ""


def wound_number(battle: TiersBattle, creature: Creature, effect: Effect) -> int:
    if battle.switches.wound_tn == "11":
        return 11
    if battle.switches.wound_tn == "source" and effect.source >= 0:
        return battle.resist_base + battle.creatures[effect.source].tier
    return battle.resist_base + creature.tier
