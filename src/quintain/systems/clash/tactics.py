"""How the machine chooses (section 5): reckless only attacks; steady follows the book's automatic play; careful also waits,
shelters and minds the odds. Cheap on purpose: it reads figures, it lists nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.question import Option, Question
from quintain.engine.tactic import CAREFUL, RECKLESS, Tactic
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration, Stop
from quintain.systems.clash.feats import is_busy
from quintain.systems.clash.legality import (
    allies_beside,
    at_hand,
    end_of,
    is_pinned,
    known_foes,
    made,
    reaches_as_announced,
    using,
    why_illegal,
)
from quintain.systems.clash.revival import needed_to_rise
from quintain.systems.clash.scores import bonus_of
from quintain.systems.clash.sheet import ClashBattle, ClashUnit
from quintain.systems.clash.tactics_careful import weighed
from quintain.systems.clash.tactics_duties import guard, loot, protect, work
from quintain.systems.clash.tactics_steps import aimed, barred, nearest, walk_to
from quintain.systems.clash.zones import Place

if TYPE_CHECKING:
    from quintain.systems.clash.actions import Declare

LOW_HEALTH: Final = 7
DAMAGE_PER_ATTACK: Final = 5


def choose_declaration(battle: ClashBattle, question: Declare, tactic: Tactic) -> Option:
    """What this unit does. Whatever the GM's word forbids falls back to what is open."""
    at = question.at
    unit = battle.unit(at)
    if unit.state == v.INCAPACITATED:
        return rise(battle, at)
    if unit.busy > 0 and is_busy(battle, unit):
        return made(battle, v.IMPROVISE, deed=v.FEAT, what=unit.busy_on)
    chosen = by_role(battle, question, tactic.level)
    if unit.mods and why_illegal(battle, at, chosen):
        return made(battle, v.DEFEND)
    return chosen


def rise(battle: ClashBattle, at: int) -> Declaration:
    """Revive; with a Surge if the chance without one is under 60 %."""
    unit = battle.unit(at)
    chosen = made(battle, v.REVIVE)
    faces = 21 - (needed_to_rise(battle, at) - bonus_of(battle, at, chosen))
    chosen.surge = unit.is_player() and unit.surges > 0 and faces < 12
    return chosen


def by_role(battle: ClashBattle, question: Declare, level: int) -> Declaration:
    """Work, loot, guard, heal, then fight."""
    at = question.at
    unit = battle.unit(at)
    found = work(battle, question)
    if found is None and unit.sheet.role == "raider":
        found = loot(battle, at)
    if found is None and level > RECKLESS:
        if unit.sheet.role == "guard":
            found = guard(battle, at)
        elif unit.is_player() and battle.goals:
            found = protect(battle, question)
        if found is None:
            found = mend(battle, question, level)
    if found is None:
        found = fight(battle, question, level)
        if level == CAREFUL and unit.is_player():
            return weighed(battle, question, found)
    return found


# -- help ----------------------------------------


def mend(battle: ClashBattle, question: Declare, level: int) -> Declaration | None:
    """Tend the fallen, heal the hurt, recover oneself (section 5, steps 2 to 4)."""
    at = question.at
    unit = battle.unit(at)
    if unit.unit_class == v.PEON or unit.unit_class == v.GRUNT:
        return None
    here = unit.place()
    if unit.wits >= 2:
        for other, them in enumerate(battle.crew):
            if them.state != v.INCAPACITATED or them.side != unit.side or aimed(question, other, v.TEND):
                continue
            if not battle.together(here, them.place()):
                continue
            if level == CAREFUL and fight(battle, question, level).attacks():
                break  # a blow now is worth more than somebody on their feet a round sooner
            return made(battle, v.TEND, other)
    for number in at_hand(battle, at):
        if unit.sheet.abilities[number].heal > 0:
            hurt = most_hurt(battle, question, 8)
            if hurt >= 0:
                return using(battle, at, number, hurt)
    low = unit.health <= LOW_HEALTH and unit.health < unit.max_health
    if low and unit.takes() == v.HEALTH and unit.surges > 0 and level != CAREFUL:
        return made(battle, v.RECOVER)
    return None


def most_hurt(battle: ClashBattle, question: Declare, limit: int) -> int:
    """A conscious ally in the zone at `limit` Health or less, the weakest first."""
    best = v.NOBODY
    for other in allies_beside(battle, question.at):
        them = battle.unit(other)
        if them.takes() != v.HEALTH or them.health > limit or aimed(question, other, v.IMPROVISE):
            continue
        if best == v.NOBODY or them.health < battle.unit(best).health:
            best = other
    return best


# -- fighting ----------------------------------------


def fight(battle: ClashBattle, question: Declare, level: int) -> Declaration:
    """Attack where one stands, else one step off, else go nearer (section 5)."""
    at = question.at
    unit = battle.unit(at)
    targets = known_foes(battle, at)
    if not targets:
        return made(battle, v.PREPARE)
    here = unit.place()
    standing: list[int] = []
    farther: list[int] = []
    for other in targets:
        (standing if reaches_as_announced(battle, at, here, other) else farther).append(other)
    if not unit.is_player():
        return fight_npc(battle, question, targets, standing, level)
    stepping: list[int] = []
    if not is_pinned(unit):
        stepping = [other for other in farther if step_to(battle, at, other) is not None]
    best = pick(battle, question, standing, stepping, level)
    if best == v.NOBODY:
        return approach(battle, question, targets, level)
    return with_ability(battle, at, best) if best in standing else go_and_attack(battle, at, best)


def go_and_attack(battle: ClashBattle, at: int, target: int) -> Declaration:
    """An attack after one unit of movement, where there is one that brings the target within reach."""
    step = step_to(battle, at, target)
    assert step is not None
    return made(battle, v.MOVE_AND_ATTACK if battle.unit(at).sheet.attack.ranged else v.MOVE_TO_ATTACK, target, [step])


def step_to(battle: ClashBattle, at: int, target: int) -> Stop | None:
    """One unit of movement after which the target can be attacked."""
    unit = battle.unit(at)
    field = battle.field
    them = battle.unit(target)
    if field.mode == v.FIXED:
        for zone in field.around[unit.zone]:
            if not field.zones[zone].off and reaches_as_announced(battle, at, Place(zone), target):
                step = Stop(zone=zone)
                if not barred(battle, at, [step]):
                    return step
        return None
    far = field.apart(unit.place(), them.place())
    if far <= 1:
        return Stop(beside=target)
    if unit.sheet.attack.ranged and far <= unit.sheet.attack.range + 1:
        for stop in walk_to(battle, at, them.place(), 1):
            if battle.within(end_of(battle, at, [stop]), them.place(), unit.sheet.attack.range):
                return stop
    return None


def pick(battle: ClashBattle, question: Declare, standing: list[int], stepping: list[int], level: int) -> int:
    """A player's target: not yet dealt with by others, needing no move, the weakest, then roster order."""
    best = v.NOBODY
    least = 0
    told_off = attackers(question) if level > RECKLESS else {}
    for place, other in enumerate(standing + stepping):
        value = 0 if place < len(standing) else 100
        if enough(battle, told_off.get(other, 0), other):
            value += 1000
        value += weakness(battle, other)
        if battle.goals and has_booty(battle, other):
            value -= 5000
        if best == v.NOBODY or value < least:
            best = other
            least = value
    return best


def has_booty(battle: ClashBattle, at: int) -> bool:
    """Does it carry off an object that must not leave the map?"""
    for goal in battle.goals:
        if goal.kind == "object":
            thing = battle.at(goal.id)
            if thing >= 0 and battle.unit(thing).holder == at and goal.winner == battle.unit(at).side:
                return True
    return False


def weakness(battle: ClashBattle, at: int) -> int:
    """Peons first, then Grunts with one mark, Grunts, Foes by their bar."""
    unit = battle.unit(at)
    if unit.unit_class == v.PEON:
        return 0
    if unit.unit_class == v.GRUNT:
        return 1 if unit.marks == 1 else 2
    return 3 + unit.bar()


def attackers(question: Question) -> dict[int, int]:
    """By how many of its own side each enemy is attacked already."""
    found: dict[int, int] = {}
    for _, option in question.earlier:
        if isinstance(option, Declaration) and option.attacks():
            found[option.aim] = found.get(option.aim, 0) + 1
    return found


def enough(battle: ClashBattle, told_off: int, target: int) -> bool:
    """Do so many deal enough to it already? Surplus is wasted in a simultaneous round."""
    if told_off == 0:
        return False
    unit = battle.unit(target)
    if unit.unit_class == v.PEON:
        return True
    if unit.unit_class == v.GRUNT:
        return told_off >= unit.marks
    return told_off * DAMAGE_PER_ATTACK >= unit.health


def with_ability(battle: ClashBattle, at: int, target: int) -> Declaration:
    """A Standing Attack, with an ability where its hint fits."""
    unit = battle.unit(at)
    for number in at_hand(battle, at):
        ability = unit.sheet.abilities[number]
        if ability.base != v.STANDING_ATTACK or ability.targets != "one":
            continue
        if suits_hint(battle, unit, battle.unit(target), ability.hint):
            return using(battle, at, number, target)
    return made(battle, v.STANDING_ATTACK, target)


def suits_hint(battle: ClashBattle, unit: ClashUnit, them: ClashUnit, hint: str) -> bool:
    """Is this target one for an ability with such a hint?"""
    if hint == "always" or (them.unit_class != v.FOE and them.unit_class != v.PC):
        return hint == "always"
    elsewhere = hint == "melee_foes_elsewhere" and not them.sheet.attack.ranged
    return hint == "foes" or (elsewhere and not battle.together(unit.place(), them.place()))


def approach(battle: ClashBattle, question: Declare, targets: list[int], level: int) -> Declaration:
    """Nobody can be attacked: go nearer to the nearest, or wait prepared if they come anyway."""
    at = question.at
    unit = battle.unit(at)
    if is_pinned(unit):
        return made(battle, v.PREPARE)
    near = nearest(battle, at, targets)
    if level == CAREFUL and waits(battle, at, targets, near):
        return made(battle, v.PREPARE)
    way = walk_to(battle, at, battle.unit(near).place(), 2)
    return made(battle, v.MOVE_FAR, v.NOBODY, way) if way and not barred(battle, at, way) else made(battle, v.PREPARE)


def waits(battle: ClashBattle, at: int, targets: list[int], near: int) -> bool:
    """Whoever has to spend a round on coming near is struck first: let the others do it, for a few rounds."""
    unit = battle.unit(at)
    if unit.is_player():
        return any(comes(battle, other) for other in targets)
    for other in battle.crew:
        if other.side == unit.side and other.is_active() and other.unit_class == v.FOE and not other.sheet.attack.ranged:
            return False  # A leader who fights hand to hand is not left alone.
    return battle.round <= 3 and battle.field.apart(battle.unit(at).place(), battle.unit(near).place()) <= 2


def comes(battle: ClashBattle, at: int) -> bool:
    stated = battle.turn(at).stated
    return stated is not None and bool(stated.path)


# -- the GM's side ----------------------------------------


def fight_npc(battle: ClashBattle, question: Declare, targets: list[int], standing: list[int], level: int) -> Declaration:
    """An NPC attacks where it stands, else one step off, else comes nearer; its side spreads its attacks (section 5)."""
    at = question.at
    unit = battle.unit(at)
    swept = sweep(battle, at, standing)
    if swept is not None:
        return swept
    if level == CAREFUL and unit.sheet.attack.ranged and unit.takes() == v.HEALTH and 3 * unit.health <= unit.max_health:
        back = step_back(battle, at, targets) if not is_pinned(unit) else None
        if back is not None:
            return made(battle, v.FLEE, v.NOBODY, [back])
    if standing:
        target = spread(battle, question, standing, level)
        if unit.sheet.role == "skirmisher" and not is_pinned(unit):
            back = step_back(battle, at, targets)
            if back is not None:
                return made(battle, v.MOVE_AND_ATTACK, target, [back], True)
        return with_ability(battle, at, target)
    if not is_pinned(unit):
        stepping = [other for other in targets if step_to(battle, at, other) is not None]
        if stepping:
            return go_and_attack(battle, at, spread(battle, question, stepping, level))
    return approach(battle, question, targets, level)


def sweep(battle: ClashBattle, at: int, standing: list[int]) -> Declaration | None:
    """An attack on all enemies in the zone, in its rounds, if there is anybody to sweep."""
    unit = battle.unit(at)
    for number in at_hand(battle, at) if unit.sheet.abilities else []:
        if not unit.sweeps(number):
            continue
        bluffing = battle.round == 1 and unit.sheet.seeming != ""
        if bluffing or any(battle.together(unit.place(), battle.unit(other).place()) for other in standing):
            return using(battle, at, number)
    return None


def spread(battle: ClashBattle, question: Declare, targets: list[int], level: int) -> int:
    """The enemy with the fewest attackers so far, then the lowest Health, then roster order."""
    best = v.NOBODY
    least = 0
    told_off = attackers(question) if level > RECKLESS else {}
    for other in targets:
        unit = battle.unit(other)
        value = told_off.get(other, 0) * 1000
        value += unit.health if unit.takes() == v.HEALTH else 90
        if level == CAREFUL and any(goal.kind == "unit" and goal.id == unit.id for goal in battle.goals):
            value -= 100
        if best == v.NOBODY or value < least:
            best = other
            least = value
    return best


def step_back(battle: ClashBattle, at: int, targets: list[int]) -> Stop | None:
    """On a map of drawn zones, with an enemy in the own one, a zone without one."""
    unit, field = battle.unit(at), battle.field
    taken = [battle.unit(other).zone for other in targets]
    if field.mode != v.FIXED or unit.zone not in taken:
        return None
    for zone in field.around[unit.zone]:
        if not field.zones[zone].off and zone not in taken:
            return Stop(zone=zone)
    return None
