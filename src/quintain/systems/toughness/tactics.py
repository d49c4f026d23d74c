"""How the machine chooses on a turn: reckless, steady, careful. It weighs states, never a number of health."""

from __future__ import annotations

from typing import Final

from quintain.engine.tactic import CAREFUL, RECKLESS, Tactic
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.acts import Act, usual_intent
from quintain.systems.toughness.blocks import BARE
from quintain.systems.toughness.defense import grapple_bonus, toughness
from quintain.systems.toughness.fields_blocks import Power, Weapon
from quintain.systems.toughness.legality import why_no_room, why_not_act
from quintain.systems.toughness.moves import approach, charge_way, clear_line, reachable, retreat_stops
from quintain.systems.toughness.powers import caught
from quintain.systems.toughness.sheet import Fighter, Fray
from quintain.systems.toughness.tactics_worth import close_weapon, needed_face, weapon_at_hand, weighed

HARD_TO_HIT: Final = 14
"""From this face on a steady fighter goes all out by 2."""


def choose_act(fray: Fray, fighter: Fighter, tactic: Tactic) -> Act:
    """What to do next in this turn. Called again until it ends the turn or nothing is left."""
    level = tactic.level
    if fighter.held_by or fighter.holding:
        act = grappling(fray, fighter)
        if act is not None:
            return act
    if fighter.disabled and not fighter.block.fight_on:
        return give_up(fray, fighter, level)
    if fray.standard_used:
        return after_standard(fray, fighter)
    for_others = help_others(fray, fighter, level)
    if for_others is not None:
        return for_others
    if wants_away(fray, fighter, level):
        way_out = get_away(fray, fighter)
        if way_out is not None:
            return way_out
    return get_ready(fray, fighter) or fight(fray, fighter, level)


def after_standard(fray: Fray, fighter: Fighter) -> Act:
    """Nothing left but a move: get up or take up a weapon, else be done."""
    ready = get_ready(fray, fighter) if not fighter.held_by and not fighter.disabled else None
    return ready or Act("end")


def get_ready(fray: Fray, fighter: Fighter) -> Act | None:
    """With the first move: get up, or take up the weapon it dropped or another of its own."""
    if fray.moves_used:
        return None
    if fighter.prone:
        return Act("stand")
    if fighter.weapon_in_hand() is not None:
        return None
    for act in (Act("pickup"), *[Act("draw", tool=weapon.key) for weapon in fighter.block.weapons]):
        if why_not_act(fray, fighter, act) == "":
            return act
    return None


# -- holds ---------------------------------------------------------------------------------------------------------


def grappling(fray: Fray, fighter: Fighter) -> Act | None:
    """Held: escape unless hopeless, else strike the holder. Holding: pin, then blows; bind where prisoners are wanted."""
    if fray.standard_used:
        return Act("end") if fighter.held_by else None
    holder = fray.fighter(fighter.held_by)
    if holder is not None:
        if fighter.disabled and not fighter.block.fight_on:
            return Act("yield")
        if fighter.pinned or grapple_bonus(fray, fighter) >= grapple_bonus(fray, holder) - 4:
            return Act("escape")
        weapon = close_weapon(fighter)
        return Act("attack", holder.id, weapon.key, usual_intent(fighter, weapon))
    held = fray.fighter(fighter.holding)
    if held is None or (fighter.disabled and not fighter.block.fight_on):
        return None
    if not held.able:
        return Act("release")
    if not held.pinned:
        return Act("pin")
    return Act("bind") if fighter.block.captures and fray.moves_used == 0 else Act("blow")


# -- those who cannot or will not fight on -------------------------------------------------------------------------


def give_up(fray: Fray, fighter: Fighter, level: int) -> Act:
    """Disabled: first aid for a dying ally in reach, else yield rather than push.

    The careful stay on guard as long as an ally fights on: a foe that strikes at them does not strike at another.
    """
    if not fray.standard_used:
        for ally in fray.allies_of(fighter):
            if ally.dying and not ally.dead and ally.is_present() and fray.feet(fighter, ally) <= 5:
                return Act("aid", ally.id)
    if fray.standard_used or fray.moves_used:
        return Act("end")
    if level == CAREFUL and any(ally.able and not ally.disabled for ally in fray.allies_of(fighter)):
        return Act("total")
    return Act("yield")


def wants_away(fray: Fray, fighter: Fighter, level: int) -> bool:
    """Adversaries who do not fight on leave when Wounded and half their side is gone; those who flee do so when Wounded."""
    if not fray.exits or fighter.wounded == 0 or level == RECKLESS:
        return False
    if fighter.block.flees:
        return True
    if fighter.side == v.HEROES or fighter.block.fight_on:
        return False
    mine = [one for one in fray.fighters if one.side == fighter.side]
    left = [one for one in mine if one.able]
    return 2 * len(left) <= len(mine)


def get_away(fray: Fray, fighter: Fighter) -> Act | None:
    """Retreat to the square nearest to an exit."""
    if fighter.prone:
        return Act("stand") if fray.moves_used == 0 else None
    if fray.moves_used or fighter.held_by:
        return None
    if fighter.cell in fray.exits:
        return Act("retreat", cell=fighter.cell, spot=fray.ground.spot(fighter.cell))
    best = -1
    best_feet = nearest_exit(fray, fighter.cell)
    for cell in retreat_stops(fray, fighter):
        feet = nearest_exit(fray, cell)
        if feet < best_feet:
            best, best_feet = cell, feet
    return Act("retreat", cell=best, spot=fray.ground.spot(best)) if best >= 0 else None


def nearest_exit(fray: Fray, cell: int) -> int:
    return min([fray.ground.feet(cell, exit) for exit in fray.exits])


# -- helping -------------------------------------------------------------------------------------------------------


def help_others(fray: Fray, fighter: Fighter, level: int) -> Act | None:
    """First aid where no foe is in reach of the dying ally, mending, and a step towards either for the best healer."""
    if level == RECKLESS:
        return None
    for ally in fray.allies_of(fighter):
        if ally.dead or not ally.helpless or not ally.is_present():
            continue
        feet = fray.feet(fighter, ally)
        if ally.dying and not foe_beside(fray, ally):
            if feet <= 5:
                return Act("aid", ally.id)
            if fray.moves_used == 0 and not fighter.prone and is_best_healer(fray, fighter) and feet <= fighter.speed_ft + 5:
                way = approach(fray, fighter, ally, fighter.speed_ft, 5)
                if way and fray.ground.feet(way[-1], ally.cell) <= 5:
                    return walk_to(fray, way)
        elif not ally.dying and feet <= 5 and ally.unconscious:
            mending = mend_for(fray, fighter, ally)
            if mending is not None:
                return mending
    return None


def foe_beside(fray: Fray, ally: Fighter) -> bool:
    return any(foe.able and fray.feet(foe, ally) <= 5 for foe in fray.foes_of(ally))


def is_best_healer(fray: Fray, fighter: Fighter) -> bool:
    return not any(ally.able and ally.block.medicine > fighter.block.medicine for ally in fray.allies_of(fighter))


def mend_for(fray: Fray, fighter: Fighter, ally: Fighter) -> Act | None:
    for power in fighter.block.powers:
        if power.kind == v.MENDING and why_not_act(fray, fighter, Act("power", ally.id, power.key)) == "":
            return Act("power", ally.id, power.key)
    return None


# -- fighting ------------------------------------------------------------------------------------------------------


def fight(fray: Fray, fighter: Fighter, level: int) -> Act:
    """Strike or shoot whom it can, charge or walk up to whom it cannot."""
    foes = [foe for foe in fray.fighters if foe.side != fighter.side and foe.able and not foe.hidden]
    if not foes:
        return Act("end")
    if level == RECKLESS and len(foes) > 1:
        rush = fight_these(fray, fighter, [mightiest(fray, foes)], level)
        if rush.kind != "end":
            return rush
    return fight_these(fray, fighter, foes, level)


def mightiest(fray: Fray, foes: list[Fighter]) -> Fighter:
    """Whom the reckless throw themselves at, past everybody else: the most skilled and the hardest to hurt."""
    best, most = foes[0], -1000
    for foe in foes:
        might = foe.block.bcb + toughness(fray, foe, True)
        if might > most:
            best, most = foe, might
    return best


def fight_these(fray: Fray, fighter: Fighter, foes: list[Fighter], level: int) -> Act:
    act = use_best_power(fray, fighter, foes) or strike_in_reach(fray, fighter, foes, level)
    if level == CAREFUL:
        act = weighed(fray, fighter, act, foes)
    if act is not None:
        return act
    return close_in(fray, fighter, foes)


def strike_in_reach(fray: Fray, fighter: Fighter, foes: list[Fighter], level: int) -> Act | None:
    """The able foe in reach with the lowest Toughness; all out by 2 where the die must show 14 or more."""
    weapon = weapon_at_hand(fighter)
    target = weakest(fray, fighter, foes, weapon)
    if target is None:
        return None
    grapples = weapon.form == v.GRAPPLE or grapple_bonus(fray, fighter) > fighter.block.melee
    free = not target.held_by and not fighter.holding and fray.feet(fighter, target) <= 5
    if fighter.block.captures and grapples and free:
        return Act("hold", target.id)
    intent = usual_intent(fighter, weapon)
    hard = level != RECKLESS and needed_face(fray, fighter, target, weapon, intent == v.LETHAL_INTENT) >= HARD_TO_HIT
    if hard and why_no_room(fray, fighter, v.FULL) == "":
        return Act("fullout", target.id, weapon.key, intent, 2)
    return Act("attack", target.id, weapon.key, intent)


def weakest(fray: Fray, fighter: Fighter, foes: list[Fighter], weapon: Weapon) -> Fighter | None:
    """The one the blow is most likely to hurt: lowest Toughness as it stands, then the nearest."""
    lethal = weapon.lethal and not fighter.block.captures
    best: Fighter | None = None
    best_score = 0
    for foe in foes:
        feet = fray.feet(fighter, foe)
        if feet > weapon.far_ft or (weapon.is_ranged and not clear_line(fray, fighter, foe)):
            continue
        score = toughness(fray, foe, lethal) * 1000 + feet
        if best is None or score < best_score:
            best, best_score = foe, score
    return best


def use_best_power(fray: Fray, fighter: Fighter, foes: list[Fighter]) -> Act | None:
    """An area that catches two foes and no friend; else the attack power on the weakest foe in range."""
    for power in fighter.block.powers:
        if fighter.has_used_up(power):
            continue
        if power.kind == v.AREA_POWER:
            cell = best_middle(fray, fighter, power, foes)
            if cell >= 0:
                return Act("power", tool=power.key, cell=cell, spot=fray.ground.spot(cell))
        elif power.kind == v.ATTACK_POWER:
            near = [foe for foe in foes if fray.feet(fighter, foe) <= power.range_ft and clear_line(fray, fighter, foe)]
            target = weakest(fray, fighter, near, power.weapon)
            if target is not None:
                return Act("power", target.id, power.key)
    return None


def best_middle(fray: Fray, fighter: Fighter, power: Power, foes: list[Fighter]) -> int:
    """The foe's square around which most foes and no friends are caught; -1 where fewer than two are."""
    best = -1
    most = 1
    for foe in foes:
        if fray.ground.feet(fighter.cell, foe.cell) > power.range_ft:
            continue
        count = 0
        for id in caught(fray, foe.cell, power.radius_ft):
            one = fray.here(id)
            if one.side == fighter.side and not one.dead:
                count -= 100
            elif one.able:
                count += 1
        if count > most:
            best, most = foe.cell, count
    return best


def close_in(fray: Fray, fighter: Fighter, foes: list[Fighter]) -> Act:
    """Charge the nearest foe that can be charged, or walk up to the nearest."""
    if fighter.prone or fighter.held_by:
        return Act("end")
    weapon = close_weapon(fighter)
    shooting = weapon_at_hand(fighter).is_ranged
    nearest = sorted(foes, key=lambda foe: fray.feet(fighter, foe))
    if not shooting and why_no_room(fray, fighter, v.FULL) == "":
        for foe in nearest:
            way = charge_way(fray, fighter, foe, weapon.reach_ft)
            if way and is_safe(fray, way):
                intent = usual_intent(fighter, weapon)
                return Act("charge", foe.id, weapon.key, intent) if weapon is not BARE else Act("charge", foe.id, v.HOLD)
    if fray.moves_used >= 2 or (fray.moves_used == 1 and fighter.disabled):
        return Act("end")
    known = reachable(fray, fighter, fighter.speed_ft) if nearest else None
    for foe in nearest:
        way = approach(fray, fighter, foe, fighter.speed_ft, weapon.reach_ft, known)
        if way:
            return walk_to(fray, way)
    return when_stuck(fray, fighter, foes)


def when_stuck(fray: Fray, fighter: Fighter, foes: list[Fighter]) -> Act:
    """Nobody can be reached: untie a friend, or take up something that carries further."""
    for ally in fray.allies_of(fighter):
        if ally.bound and why_not_act(fray, fighter, Act("untie", ally.id)) == "":
            return Act("untie", ally.id)
    in_hand = fighter.weapon_in_hand()
    for weapon in fighter.block.weapons:
        useful = weapon.is_ranged and any(fray.feet(fighter, foe) <= weapon.far_ft for foe in foes)
        if useful and weapon is not in_hand and why_not_act(fray, fighter, Act("draw", tool=weapon.key)) == "":
            return Act("draw", tool=weapon.key)
    return Act("end")


def walk_to(fray: Fray, way: list[int]) -> Act:
    """A move along a way that has just been found, so that it need not be found again."""
    act = Act("move", cell=way[-1], spot=fray.ground.spot(way[-1]))
    act.way = way
    return act


def is_safe(fray: Fray, way: list[int]) -> bool:
    """No known hazard lies on it."""
    for hazard in fray.hazards:  # noqa: SIM110 - compiled, a loop costs less than a generator
        if fray.knows_of(hazard) and any(cell in hazard.cells for cell in way):
            return False
    return True
