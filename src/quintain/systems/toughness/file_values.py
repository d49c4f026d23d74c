"""Values a file writes otherwise than a sheet holds them: squares, abilities, roles, and how long something still runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.refusal import Malformed
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.clock import GAP, NEVER, ROUND, place_of, round_of, stamp
from quintain.systems.toughness.scores import USUAL_GOOD_SAVE, Role
from quintain.systems.toughness.sheet import Fray

if TYPE_CHECKING:
    from quintain.systems.toughness.files import HazardModel
    from quintain.systems.toughness.types_files import AbilitiesModel, RoleModel

Clock = int | list[int]


def now_of(fray: Fray) -> int:
    """The time it is, or at which a fresh fight will start."""
    return fray.now if fray.round else ROUND


def time_of(fray: Fray, left: Clock) -> int:
    """When something ends that still runs for so long."""
    now = now_of(fray)
    return now + left * ROUND if isinstance(left, int) else stamp(round_of(now) + left[0], left[1] * GAP)


def left_of(fray: Fray, time: int, ranks: dict[int, int]) -> Clock:
    """How long something still runs: in rounds where it ends at the place now reached, else with the place; 0 where it is over."""
    now = now_of(fray)
    if time <= now:
        return 0
    rounds = round_of(time) - round_of(now)
    return rounds if place_of(time) == place_of(now) else [rounds, ranks[place_of(time)]]


def due_at(fray: Fray, left: Clock | None) -> int:
    return NEVER if left is None else time_of(fray, left)


def due_row(fray: Fray, time: int, ranks: dict[int, int]) -> Clock | None:
    return None if time == NEVER else left_of(fray, time, ranks)


def lasting(fray: Fray, left: bool | Clock) -> int:
    if isinstance(left, bool):
        return now_of(fray) + ROUND if left else NEVER
    return time_of(fray, left)


def lasting_row(fray: Fray, time: int, ranks: dict[int, int]) -> bool | Clock:
    return left_of(fray, time, ranks) if time > now_of(fray) else False


def modifier_row(fray: Fray, one: v.Modifier, ranks: dict[int, int]) -> dict[str, object]:
    return {"slot": one.slot, "amount": one.amount, "until": due_row(fray, one.until, ranks), "once": one.once}


def scores_of(row: AbilitiesModel) -> list[int]:
    return [row.str_, row.dex, row.con, row.int_, row.wis, row.cha]


def roles_of(rows: list[RoleModel]) -> list[Role]:
    return [Role(one.role, one.level, one.good_save or USUAL_GOOD_SAVE[one.role]) for one in rows]


def role_rows(roles: list[Role]) -> list[dict[str, object]]:
    return [{"role": one.name, "level": one.level, "good_save": one.good_save} for one in roles]


def cell_of(fray: Fray, spot: list[int]) -> int:
    grid = fray.ground.grid
    if not grid.contains(spot[0], spot[1]):
        raise Malformed(f"square {spot} is not on the map, which is {grid.width} by {grid.height}.")
    return grid.at(spot[0], spot[1])


def cells_of(fray: Fray, row: HazardModel) -> list[int]:
    """The squares a hazard names, and those of its sign."""
    cells = [cell_of(fray, spot) for spot in row.squares]
    if row.sign:
        cells += [cell for cell, sign in enumerate(fray.ground.signs) if sign == row.sign]
    if not cells:
        raise Malformed(f"{row.name} covers no square: give squares, or a sign that is on the map.")
    return cells
