"""Where one can go: moving, charging, retreating, reach and clear lines (TO-13, TO-15, TO-19, TO-54)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quintain.space.grid import DIAGONAL, Reach, reach
from quintain.space.sight import sees
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.ground import SQUARE_FT
from quintain.systems.toughness.sheet import Fighter, Fray

LEAST_CHARGE_FT: Final = 10


def enterable(fray: Fray, mover: Fighter, avoid_hazards: bool) -> list[int]:
    """What each square costs this mover to enter; 0 where it cannot.

    Foes who are up cannot be passed; friends and the helpless can, but not stood upon. The hidden give nothing away.
    """
    enter = fray.ground.enter.copy()
    for other in fray.fighters:
        if other.cell >= 0 and other.side != mover.side and other.able and not other.hidden:
            enter[other.cell] = 0
    if avoid_hazards:
        for hazard in fray.hazards:
            if fray.knows_of(hazard):
                for cell in hazard.cells:
                    enter[cell] = 0
    return enter


def taken(fray: Fray, mover: Fighter) -> list[int]:
    """1 for squares that are taken."""
    squares = [0] * fray.ground.grid.cells
    for other in fray.fighters:
        if other is not mover and other.cell >= 0 and other.is_present() and not other.hidden:
            squares[other.cell] = 1
    return squares


def reachable(fray: Fray, mover: Fighter, feet: int, avoid_hazards: bool = True) -> Reach:
    """TO-19: every square within this many feet of walking."""
    enter = enterable(fray, mover, avoid_hazards)
    squares = feet // SQUARE_FT
    return reach(fray.ground.grid, mover.cell, squares, enter, DIAGONAL, True, None, taken(fray, mover))


def way_to(fray: Fray, mover: Fighter, cell: int, feet: int) -> list[int]:
    """The squares entered on the way to a square, around known hazards where that is possible; empty when there is none."""
    if cell == mover.cell or cell < 0:
        return []
    found = reachable(fray, mover, feet)
    if not found.may_stop(cell):
        if not fray.hazards:
            return []
        found = reachable(fray, mover, feet, False)
        if not found.may_stop(cell):
            return []
    return found.path(cell)


def free_part(fray: Fray, mover: Fighter, way: list[int]) -> list[int]:
    """How far a way can still be walked: up to a foe who is up, and to a square that nobody is on."""
    occupied = taken(fray, mover)
    enter = enterable(fray, mover, False)
    last = 0
    for number, cell in enumerate(way):
        if enter[cell] == 0:
            break
        if not occupied[cell]:
            last = number + 1
    return way[:last]


def approach(fray: Fray, mover: Fighter, target: Fighter, feet: int, within_ft: int, known: Reach | None = None) -> list[int]:
    """The way, within this walk, to the square nearest to the target (or just within the wanted distance); empty to stay.

    `known` is what `reachable` found just before, where several targets are looked at.
    """
    ground = fray.ground
    found = known if known is not None else reachable(fray, mover, feet)
    far = ground.walk_to(target.cell)
    best = -1
    best_far: i64 = far[mover.cell] if far[mover.cell] >= 0 else 10_000
    best_cost: i64 = 0
    wanted: i64 = within_ft // SQUARE_FT
    for cell in found.stops():
        distance: i64 = far[cell]
        if distance < 0:
            continue
        if distance < wanted:
            distance = wanted
        if distance > best_far or (distance == best_far and best < 0):
            continue
        cost: i64 = found.cost[cell]
        if distance < best_far or cost < best_cost:
            best, best_far, best_cost = cell, distance, cost
    return found.path(best) if best >= 0 else []


# -- charging ------------------------------------------------------------------------------------------------------


def charge_way(fray: Fray, mover: Fighter, target: Fighter, reach_ft: int) -> list[int]:
    """TO-13: the squares of the straight run to within reach of the target; empty where no charge is possible.

    It stops as soon as the target is in reach and the run has its 10 ft.
    """
    ground = fray.ground
    width = ground.grid.width
    length = ground.feet(mover.cell, target.cell) // SQUARE_FT
    steps = max(length - reach_ft // SQUARE_FT, LEAST_CHARGE_FT // SQUARE_FT)
    if steps >= length or steps * SQUARE_FT > 2 * mover.speed_ft:
        return []
    x, y = mover.cell % width, mover.cell // width
    dx, dy = target.cell % width - x, target.cell // width - y
    way: list[int] = []
    occupied = taken(fray, mover)
    for step in range(1, steps + 1):
        cell = (y + rounded(dy * step, length)) * width + x + rounded(dx * step, length)
        if ground.enter[cell] != 1 or occupied[cell]:
            return []
        way.append(cell)
    return way


def rounded(part: int, whole: int) -> int:
    """part / whole to the nearest whole number, halves away from zero."""
    return (2 * part + whole) // (2 * whole) if part >= 0 else -((-2 * part + whole) // (2 * whole))


# -- retreating ----------------------------------------------------------------------------------------------------


def retreat_ways(fray: Fray, mover: Fighter) -> dict[int, int]:
    """TO-15: every square a retreat can reach, with the square before it on the way (the start has itself).

    Difficult squares cost what they cost in any move, so a square may be entered a step after its neighbours.
    """
    ground = fray.ground
    enter = enterable(fray, mover, True)
    foes = [foe.cell for foe in fray.foes_of(mover) if foe.able and not foe.hidden]
    before: dict[int, int] = {}
    most = 2 * mover.speed_ft // SQUARE_FT
    reached: list[list[tuple[int, int]]] = [[] for _ in range(most + 1)]
    reached[0].append((mover.cell, mover.cell))
    for spent in range(most + 1):
        for cell, previous in reached[spent]:
            if cell in before:
                continue
            before[cell] = previous
            for other in ground.grid.neighbours(cell, DIAGONAL):
                cost = enter[other]
                if other not in before and cost > 0 and spent + cost <= most and keeps_away(fray, cell, other, foes):
                    reached[spent + cost].append((other, cell))
    return before


def keeps_away(fray: Fray, here: int, there: int, foes: list[int]) -> bool:
    return all(fray.ground.feet(there, foe) >= fray.ground.feet(here, foe) for foe in foes)


def retreat_stops(fray: Fray, mover: Fighter) -> list[int]:
    """Where a retreat may end: any such square that is free; the own one too, where it is a way out."""
    occupied = taken(fray, mover)
    leaving = mover.cell in fray.exits and not mover.held_by
    return sorted([cell for cell in retreat_ways(fray, mover) if (leaving if cell == mover.cell else not occupied[cell])])


def retreat_way(fray: Fray, mover: Fighter, cell: int) -> list[int]:
    """The squares of a retreat to this one; one that stands on a way out may go from there. Empty where it cannot be."""
    if cell == mover.cell and cell in fray.exits:
        return [cell]
    before = retreat_ways(fray, mover)
    return [] if cell not in before or taken(fray, mover)[cell] else way_among(before, mover, cell)


def way_among(before: dict[int, int], mover: Fighter, cell: int) -> list[int]:
    """The way of a retreat to this square, all of them being known; empty where it stands there."""
    way: list[int] = []
    while cell != mover.cell:
        way.append(cell)
        cell = before[cell]
    way.reverse()
    return way


def why_no_way(fray: Fray, mover: Fighter, cell: int, retreats: bool) -> str:
    """TO-15, TO-19: why a move or a retreat does not get there; "" when it does."""
    if retreats:
        return "" if retreat_way(fray, mover, cell) else "every step there would have to keep away from every able foe"
    return "" if way_to(fray, mover, cell, mover.speed_ft) else f"that is no free square within {mover.speed_ft} ft"


# -- reach and range -----------------------------------------------------------------------------------------------


def why_out_of_reach(fray: Fray, attacker: Fighter, target: Fighter, weapon: Weapon) -> str:
    """TO-54: why this weapon does not reach the target from here; "" when it does."""
    feet = fray.feet(attacker, target)
    if weapon.is_ranged or weapon.form == v.POWER:
        if feet > weapon.far_ft:
            return f"{target.name} is {feet} ft away, and {weapon.name} reaches {weapon.far_ft} ft"
        return "" if clear_line(fray, attacker, target) else f"there is no clear line to {target.name}"
    if feet > weapon.reach_ft:
        return f"{target.name} is {feet} ft away, out of reach of {weapon.name}"
    return ""


def clear_line(fray: Fray, a: Fighter, b: Fighter) -> bool:
    ground = fray.ground
    return not ground.has_opaque or sees(ground.grid, a.cell, b.cell, ground.opaque)


def own_reach_ft(fighter: Fighter) -> int:
    """How far it reaches with what it has ready for close fighting."""
    return max([weapon.reach_ft for weapon in fighter.ready_weapons() if not weapon.is_ranged])  # bare hands reach 5 ft
