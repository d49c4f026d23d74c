"""From a checked encounter to the ground it is fought on and the sides that fight. What makes no sense is refused where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.refusal import Illegal, Unavailable, within
from quintain.space.alike import Alike
from quintain.space.grid import grid_of
from quintain.space.zones import Edge, Zones
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.ground import Ground, Square
from quintain.systems.riposte.sheet import Skirmish
from quintain.systems.riposte.switches import Switches

if TYPE_CHECKING:
    from quintain.systems.riposte.checks_files import Place
    from quintain.systems.riposte.files import EncounterModel, SquareModel


# -- squares -----------------------------------------------------------------------------------------------------------


_grounds: Final[Alike[Ground]] = Alike()


def lay_out(model: EncounterModel, switches: Switches) -> Ground:
    if model.mode == "zones":
        return lay_out_zones(model)
    width = len(model.map[0])
    squares: list[Square] = []
    for y, row in enumerate(model.map):
        with within("map", y):
            if len(row) != width:
                raise Illegal(f"row {y} of the map has {len(row)} squares and row 0 has {width}: all rows must be as long.")
            for x, letter in enumerate(row):
                squares.append(square_from(letter, x, y))
    made_from = (*model.map, f"{model.squares} {model.exits} {model.box} {model.no_hover} {switches.diagonal}")
    known = _grounds.find(made_from)
    if known is not None:
        return known
    grid = grid_of(width, len(model.map))
    ground = Ground(grid, None, squares, [], [], [], switches.diagonal)
    for number, one in enumerate(model.squares):
        with within("squares", number):
            squares[place_of(ground, one.at)] = square_of(one)
    exits, hover = places_in(ground, "exits", model.exits), places_in(ground, "no_hover", model.no_hover)
    laid_out = Ground(grid, None, squares, exits, box_of(ground, model), hover, switches.diagonal)
    return _grounds.keep(made_from, laid_out, len(squares))


def square_from(letter: str, x: int, y: int) -> Square:
    if letter in v.SQUARE_LETTERS:
        return Square(v.SQUARE_LETTERS.index(letter))
    if letter in (v.WALL_LETTER, v.ROOFED_LETTER):
        return Square(v.BASIC, 0, v.WALL, letter == v.ROOFED_LETTER)
    if letter == v.OBJECT_LETTER:
        return Square(v.BASIC, 0, v.OBJECT)
    if letter in "123456789":
        return Square(v.DIFFICULT, int(letter))
    raise Illegal(
        f"{letter!r} at ({x},{y}) is no terrain: use . Basic, l Light, m Medium, H Heavy, 1 to 9 Difficult, "
        "# wall, R roofed wall or o object."
    )


def square_of(model: SquareModel) -> Square:
    """A square that a letter of the map cannot say: dear Difficult ground, or ground under a blocker (RI-46, RI-117)."""
    if (model.terrain == "Difficult") != (model.cost is not None):
        raise Illegal("Difficult ground, and no other, needs a cost of 1 or more.", ("cost",))
    return Square(v.TERRAIN_NAMES.index(model.terrain), model.cost or 0, v.BLOCKER_NAMES.index(model.blocker), model.roofed)


def box_of(ground: Ground, model: EncounterModel) -> list[int]:
    """The deployment box: two corners, or a list of places."""
    if isinstance(model.box, list):
        return places_in(ground, "box", model.box)
    if ground.grid is None:
        raise Illegal("the deployment box of a fight in zones is a list of zones.", ("box",))
    (ax, ay), (bx, by) = model.box.from_, model.box.to
    for corner, spot in (("from", [ax, ay]), ("to", [bx, by])):
        with within("box", corner):
            place_of(ground, spot)
    return ground.grid.rectangle(min(ax, bx), min(ay, by), abs(ax - bx) + 1, abs(ay - by) + 1)


# -- zones -------------------------------------------------------------------------------------------------------------


def lay_out_zones(model: EncounterModel) -> Ground:
    names = zone_names(model)
    edges: list[Edge] = []
    for number, (a, b) in enumerate(model.links):
        with within("links", number):
            for end, name in enumerate((a, b)):
                if name not in names:
                    raise Illegal(f"a link names the zone {name!r}: there are {', '.join(names)}.", (end,))
            edges.append(Edge(names.index(a), names.index(b)))
            try:
                Zones(names, edges)
            except ValueError as problem:
                raise Illegal(f"{problem}: a link joins two zones, once.") from None
    squares = [Square() for _ in names]
    for name, terrain in model.zone_terrain.items():
        if name not in names:
            raise Illegal(f"zone_terrain names the zone {name!r}: there are {', '.join(names)}.", ("zone_terrain", name))
        squares[names.index(name)] = Square(v.TERRAIN_NAMES.index(terrain))
    zones = Zones(names, edges)
    ground = Ground(None, zones, squares, [], [], [])
    return Ground(None, zones, squares, places_in(ground, "exits", model.exits), box_of(ground, model), [])


def zone_names(model: EncounterModel) -> list[str]:
    """Zones are found by name whatever the capitals, so two of them must differ by more than those."""
    known: dict[str, str] = {}
    for number, name in enumerate(model.zones):
        with within("zones", number):
            if not name or name != name.strip():
                raise Illegal(f"{name!r} is no name for a zone: it must begin and end with a letter or sign, not with a space.")
            other = known.get(name.lower())
            if other is not None:
                raise Illegal(f"two zones are called {other!r} and {name!r}: give each a name of its own, capitals aside.")
            known[name.lower()] = name
    return list(model.zones)


# -- places ------------------------------------------------------------------------------------------------------------


def places_in(ground: Ground, field: str, written: list[Place]) -> list[int]:
    """A field's list of places."""
    found: list[int] = []
    for number, spot in enumerate(written):
        with within(field, number):
            found.append(place_of(ground, spot))
    return found


def place_of(ground: Ground, written: object) -> int:
    """A place as files and rulings write it: [column, row], "8,3" or a zone's name."""
    text = ",".join([str(part) for part in written]) if isinstance(written, list) else str(written)
    place = ground.find(text)
    if place != v.NOWHERE:
        return place
    if ground.zones is not None:
        raise Unavailable(f"there is no zone called {text!r}: there are {', '.join(ground.zones.names)}.")
    assert ground.grid is not None
    wide, high = ground.grid.width - 1, ground.grid.height - 1
    raise Unavailable(f"{text!r} is not on the map: columns run from 0 to {wide}, rows from 0 to {high}.")


# -- sides -------------------------------------------------------------------------------------------------------------


def sides_of(model: EncounterModel) -> list[str]:
    """Heroes, the enemy teams in order, allies, independents (RI-64)."""
    teams: list[str] = []
    for number, team in enumerate(model.teams):
        side = team if team == v.ENEMIES or team.startswith(f"{v.ENEMIES}:") else f"{v.ENEMIES}:{team}"
        if side in teams:
            raise Illegal(f"the team {team!r} is named twice: each team acts once a round.", ("teams", number))
        teams.append(side)
    for number, row in enumerate(model.combatants):
        if row.side.startswith(v.ENEMIES) and row.side not in teams:
            if model.teams:
                sentence = f"{row.id or row.name} is of {row.side!r}, but the teams are {', '.join(model.teams)}."
                raise Illegal(sentence, ("combatants", number, "side"))
            teams.append(row.side)
    return [v.HEROES, *(teams or [v.ENEMIES]), v.ALLIES, v.INDEPENDENTS]


def side_number(battle: Skirmish, side: str) -> int:
    if side not in battle.sides:
        raise Unavailable(f"there is no side called {side!r}: there are {', '.join(battle.sides)}.")
    return battle.sides.index(side)


def two_sides(battle: Skirmish, sides: list[str]) -> tuple[int, int]:
    """The numbers of two sides that a stance can stand between."""
    found: list[int] = []
    for end, side in enumerate(sides):
        with within(end):
            found.append(side_number(battle, side))
    if found[0] == found[1]:
        raise Illegal("a side is always friendly to itself: name two different sides.")
    return found[0], found[1]


def set_stances(battle: Skirmish, model: EncounterModel) -> None:
    given: list[tuple[int, int]] = []
    for number, row in enumerate(model.stances):
        with within("stances", number, "between"):
            a, b = two_sides(battle, row.between)
            pair = (min(a, b), max(a, b))
            if pair in given:
                raise Illegal(f"the stance between {row.between[0]} and {row.between[1]} is given twice: keep one.")
            given.append(pair)
        battle.set_stance(a, b, v.STANCE_NAMES.index(row.is_))
