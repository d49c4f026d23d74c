"""States, marks and modifiers: how they start, bite and end."""

from __future__ import annotations

from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.sheet import Ability, ClashBattle, ClashUnit, Modifier


def set_stamina(unit: ClashUnit, value: int) -> None:
    """Health, and the marks of those who have marks, stay between 0 and their maximum (CL-68)."""
    if unit.takes() == v.MARKS:
        unit.marks = max(0, min(unit.most_marks(), value))
    else:
        unit.health = max(0, min(unit.max_health, value))


def update_state(battle: ClashBattle, at: int) -> bool:
    """The state a unit's Health or marks put it in (CL-62, CL-63, CL-69, CL-74). True when it fell just now."""
    unit = battle.unit(at)
    if unit.state not in (v.ACTIVE, v.INCAPACITATED):
        return False
    if not is_spent(unit):
        unit.state = v.ACTIVE
        return False
    if unit.state == v.INCAPACITATED:
        return False
    fall(battle, unit)
    return True


def stand_up(unit: ClashUnit) -> None:
    """By the GM's word: a defeated unit that has Health or marks again takes part again (CL-104)."""
    if unit.state == v.DEFEATED and unit.stamina() > 0:
        unit.state = v.ACTIVE


def is_spent(unit: ClashUnit) -> bool:
    """Has it no Health, or no marks, left?"""
    takes = unit.takes()
    return (unit.marks if takes == v.MARKS else unit.health) <= 0 and takes != v.UNBREAKABLE


def update_by_word(battle: ClashBattle, at: int) -> None:
    """After the GM's word: from the last declaration on, nobody falls before all is written, as if dice had done it (CL-75, R-76).
    For one who falls before, nothing is left to be netted."""
    now = battle.now
    if (now is None or not now.declared or now.written or not is_spent(battle.unit(at))) and update_state(battle, at):
        forget_word(battle, at)


def forget_word(battle: ClashBattle, at: int) -> None:
    """What the GM sets is what counts from here on, not what was netted so far (R-76)."""
    if battle.now is not None:
        turn = battle.turn(at)
        turn.hurt_by_word, turn.healed_by_word = 0, 0


def fall(battle: ClashBattle, unit: ClashUnit) -> None:
    """At 0: a PC is incapacitated, whoever else defeated, an object broken (CL-62, CL-63, CL-69, CL-74, R-31, R-33)."""
    lies = unit.unit_class == v.PC or (unit.unit_class == v.FOE and battle.switches.foe_at_zero == "incapacitated")
    unit.state = v.INCAPACITATED if lies else v.DEFEATED
    unit.falls += 1
    unit.down_since = battle.round
    if lies and battle.switches.death_rule == "third_down" and unit.falls >= 3:
        unit.state = v.DEAD


def refit(unit: ClashUnit) -> None:
    """After a change of class: marks or Health as the new class has them. Those with marks are never incapacitated (R-47)."""
    if unit.unit_class in v.MARKS_OF:
        unit.state = v.DEFEATED if unit.state == v.INCAPACITATED else unit.state
        most = v.MARKS_OF[unit.unit_class]
        unit.marks = (min(unit.marks, most) or most) if unit.state == v.ACTIVE else 0
    elif unit.unit_class in (v.PC, v.FOE):
        unit.max_health = unit.max_health or 18
        unit.health = (unit.health or unit.max_health) if unit.state == v.ACTIVE else unit.health


def let_go(battle: ClashBattle, at: int) -> None:
    """Who leaves the map takes along what it carries (CL-112, CL-113). Who falls still holds it (R-74)."""
    holder = battle.unit(at)
    for thing in battle.carried_by(at):
        thing.put(holder.place())
        if holder.state == v.GONE:
            thing.state = v.GONE
            thing.holder = v.NOBODY


def carry_along(battle: ClashBattle) -> None:
    """What is carried is where its bearer is."""
    for thing in [battle.unit(other) for other in battle.things if battle.unit(other).holder >= 0]:
        thing.put(battle.unit(thing.holder).place())


def burden(unit: ClashUnit, ability: Ability) -> None:
    """What a Full Hit with an ability lays on a survivor, from the next round on (8.4, R-72)."""
    if ability.hinder > 0:
        lay(unit, Modifier("score", -ability.hinder, ability.name, 1, "", ability.id))
    if ability.pin:
        lay(unit, Modifier("pin", 0, ability.name, 1, "", ability.id))


def lay(unit: ClashUnit, new: Modifier) -> None:
    """One instance of an ability, the worst (R-72)."""
    alike = [mod for mod in unit.coming if mod.source == new.source and mod.kind == new.kind]
    others = [mod for mod in unit.coming if mod not in alike]
    unit.coming = [*others, min([*alike, new], key=lambda mod: mod.value)]


def next_modifiers(unit: ClashUnit) -> None:
    """This round's modifiers fall away, those laid up for the next begin (CL-83 i, CL-105)."""
    if not unit.mods and not unit.coming:
        return
    unit.mods = [one for one in [a_round_on(mod) for mod in unit.mods] if one is not None] + unit.coming
    unit.coming = []


def a_round_on(mod: Modifier) -> Modifier | None:
    """A modifier as it is in the next round; None where this one was its last."""
    if mod.rounds < 0:
        return mod
    return Modifier(mod.kind, mod.value, mod.reason, mod.rounds - 1, mod.scope, mod.source) if mod.rounds > 1 else None


def extra_movement(unit: ClashUnit) -> int:
    """What the GM grants beyond an action's own movement (CL-06)."""
    return sum([mod.value for mod in unit.mods if mod.kind == "move"])
