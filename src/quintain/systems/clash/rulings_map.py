"""The GM's commands on the map (CL-104): Challenge Scores, zones drawn, merged and split, edges."""

from __future__ import annotations

from quintain.engine.battle import GM, Battle
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import flag_of, number_of, text_of, told
from quintain.engine.system import Called, Ruling
from quintain.systems.clash.conditions import carry_along
from quintain.systems.clash.declaration import Names
from quintain.systems.clash.sheet import ClashBattle, ClashUnit, Revert
from quintain.systems.clash.zones import BLOCKS_MOVE, BLOCKS_SIGHT, FIXED, FLUID, MIXED, NEEDS_CHECK, Passage, Zone


def clash(battle: Battle) -> ClashBattle:
    assert isinstance(battle, ClashBattle)
    return battle


def unit_at(battle: ClashBattle, args: dict[str, object], name: str = "who") -> int:
    id = text_of(args, name)
    at = battle.at(id)
    if at < 0:
        raise Unavailable(f"nobody here is called {id!r}: there are {', '.join([unit.id for unit in battle.units])}.")
    return at


def whom(unit: ClashUnit) -> str:
    """Who may hear of a ruling on a unit."""
    return GM if unit.is_secret() else "all"


def number_within(args: dict[str, object], name: str, low: int, high: int, default: int = 0) -> int:
    """A whole number that a file could say as well, so that what was ruled can be written down."""
    value = number_of(args, name, default)
    if not low <= value <= high:
        raise Malformed(f"{name} is a whole number from {low} to {high}, not {value}.")
    return value


def zone_at(b: ClashBattle, id: str) -> int:
    at = b.field.zone_named(id)
    if at < 0:
        names = ", ".join([zone.id for zone in b.field.zones if not zone.merged]) or "none"
        raise Unavailable(f"there is no zone called {id!r}: there are {names}.")
    return at


def forget_revert(b: ClashBattle, kind: str, id: int, name: str = "") -> None:
    """A lasting change ends what was for this round only (CL-105)."""
    b.reverts = [one for one in b.reverts if one.kind != kind or one.id != id or one.name != name]


def fresh_id(b: ClashBattle, id: str) -> str:
    """An id that a new zone may have."""
    if id in b.names.zones:
        raise Illegal(f"the id {id!r} cannot be used for a new zone: there is, or was, one.")
    if not is_plain(id):
        raise Malformed(f"an id is made of small letters, digits, - and _, not {id!r}.")
    return id


def is_plain(id: str) -> bool:
    return bool(id) and all(letter in "abcdefghijklmnopqrstuvwxyz0123456789-_" for letter in id) and id[0] not in "-_"


def set_cs(battle: Battle, args: dict[str, object]) -> None:
    """Set or clear the CS of the map or of a zone (CL-15, CL-105)."""
    b = clash(battle)
    value = number_within(args, "value", -50, 99) if args.get("value") is not None else None
    this_round = flag_of(args, "this_round")
    if "zone" not in args:
        if value is None:
            raise Illegal("the map always has a CS: give a value.")
        before = b.cs
        if this_round:
            b.reverts = [*b.reverts, Revert("map", 0, True, before)]
        else:
            forget_revert(b, "map", 0)
        b.cs, b.filled = value, False
        told(b, f"The GM changes the CS of the map from {before} to {value}.")
        return
    at = zone_at(b, text_of(args, "zone"))
    zone = b.field.zones[at]
    was = str(zone.cs) if zone.has_cs else "none"
    if this_round:
        b.reverts = [*b.reverts, Revert("zone", at, zone.has_cs, zone.cs)]
    else:
        forget_revert(b, "zone", at)
    b.field = b.field.with_cs(at, value is not None, value if value is not None else 0)
    told(b, f"The GM changes the CS of {zone.name} from {was} to {'none' if value is None else value}.")


def draw_zone(battle: Battle, args: dict[str, object]) -> None:
    """Draw a new zone: joined to others on a fixed map, with an anchor on one in feet, which is mixed from then on."""
    b = clash(battle)
    id = fresh_id(b, text_of(args, "zone"))
    zone = Zone(id, text_of(args, "name", id))
    passages = list(b.field.passages)
    if b.field.mode == FIXED:
        joined = args.get("joins", [])
        if not isinstance(joined, list) or not joined:
            raise Malformed("joins is a list of the zones it is adjacent to.")
        for other in joined:
            passages.append(Passage(zone_at(b, str(other)), len(b.field.zones)))
    else:
        zone.x, zone.y = anchor_of(b, args)
    if "cs" in args:
        zone.has_cs, zone.cs = True, number_within(args, "cs", -50, 99)
    add_zone(b, zone, passages)
    told(b, f"The GM draws the zone {zone.name}.")


def anchor_of(b: ClashBattle, args: dict[str, object]) -> tuple[float, float]:
    if "x" not in args or "y" not in args:
        raise Malformed("on a map in feet a zone has an anchor: give x and y.")
    x, y = float(number_of(args, "x")), float(number_of(args, "y"))
    if not b.field.on_map(x, y):
        raise Illegal(f"({x:g}, {y:g}) is off the map.")
    return x, y


def add_zone(b: ClashBattle, zone: Zone, passages: list[Passage]) -> None:
    zones = [*b.field.zones, zone]
    b.field = b.field.redrawn(zones, passages)
    if b.field.mode == FLUID:
        b.field.mode = MIXED
    b.names = Names(b.names.units, [one.id for one in zones])


def merge_zones(battle: Battle, args: dict[str, object]) -> None:
    """One zone becomes part of another: whoever is in it and whatever it is joined to goes over."""
    b = clash(battle)
    gone, kept = zone_at(b, text_of(args, "zone")), zone_at(b, text_of(args, "into"))
    if gone == kept:
        raise Malformed("a zone is merged into another one.")
    if b.field.zones[kept].off and not b.field.zones[gone].off:
        raise Illegal(f"{b.field.zones[kept].name} is off the map: who is to leave is set to gone.")
    zones = [zone.copy() for zone in b.field.zones]
    zones[gone].merged = True
    passages = [p for p in b.field.passages if gone not in (p.a, p.b)]
    for p in b.field.passages:
        if gone in (p.a, p.b):
            other = p.b if p.a == gone else p.a
            if other != kept and not any({q.a, q.b} == {other, kept} for q in passages):
                passages.append(Passage(kept, other, p.flags, p.has_cs, p.cs))
    b.field = b.field.redrawn(zones, passages)
    move_over(b, gone, kept)
    forget_checks(b, zones[gone].id)
    told(b, f"The GM merges {zones[gone].name} into {zones[kept].name}.")


def forget_checks(b: ClashBattle, zone: str) -> None:
    """A zone that is no more has no checks, nor have its borders."""
    borders = [sorted([b.field.zones[p.a].id, b.field.zones[p.b].id]) for p in b.field.passages]
    edges = [f"edge:{first}-{second}" for first, second in borders]
    b.checks = {
        name: value
        for name, value in b.checks.items()
        if name != f"zone:{zone}" and (not name.startswith("edge:") or name in edges)
    }
    b.reverts = [one for one in b.reverts if one.kind != "check" or one.name in b.checks]


def move_over(b: ClashBattle, gone: int, kept: int) -> None:
    for at in range(len(b.units)):
        if b.unit(at).zone == gone:
            b.unit(at).zone = kept
    for feat in b.feats:
        if feat.zone == gone:
            feat.zone = kept
    b.zone_mods = [(kept if zone == gone else zone, mod) for zone, mod in b.zone_mods]


def split_zone(battle: Battle, args: dict[str, object]) -> None:
    """Part of a zone becomes a zone of its own, adjacent to it; the units named go there."""
    b = clash(battle)
    old = zone_at(b, text_of(args, "zone"))
    id = fresh_id(b, text_of(args, "new"))
    ids = args.get("units", [])
    if not isinstance(ids, list):
        raise Malformed("units is a list of ids.")
    movers = [b.at(str(one)) for one in ids]
    if any(at < 0 or b.unit(at).zone != old for at in movers):
        raise Unavailable("units names those in the zone who are in the new part.")
    zone = Zone(id, text_of(args, "name", id))
    zone.has_cs, zone.cs = b.field.zones[old].has_cs, b.field.zones[old].cs
    passages = list(b.field.passages)
    if b.field.mode == FIXED:
        passages.append(Passage(old, len(b.field.zones)))
    else:
        zone.x, zone.y = anchor_of(b, args)
    add_zone(b, zone, passages)
    for at in movers:
        b.unit(at).zone = len(b.field.zones) - 1
    carry_along(b)
    told(b, f"The GM splits {zone.name} off {b.field.zones[old].name}.")


def set_edge(battle: Battle, args: dict[str, object]) -> None:
    """Join two zones, or change what passing between them takes."""
    b = clash(battle)
    a, c = zone_at(b, text_of(args, "zone")), zone_at(b, text_of(args, "to"))
    if a == c or b.field.mode != FIXED:
        raise Illegal("an edge joins two different zones of a fixed map.")
    flags = (
        (BLOCKS_MOVE if flag_of(args, "blocks_move") else 0)
        | (BLOCKS_SIGHT if flag_of(args, "blocks_sight") else 0)
        | (NEEDS_CHECK if flag_of(args, "needs_check") else 0)
    )
    before = border_words(b.field.passage(a, c))
    kept = [p for p in b.field.passages if {p.a, p.b} != {a, c}]
    edge = Passage(a, c, flags, "cs" in args, number_within(args, "cs", -50, 99))
    b.field = b.field.redrawn(b.field.zones, [*kept, edge])
    names = f"{b.field.zones[a].name} and {b.field.zones[c].name}"
    told(b, f"The GM changes the border between {names} from {before} to {border_words(edge)}.")


def border_words(passage: Passage | None) -> str:
    if passage is None:
        return "none"
    parts = ["no way through"] if passage.flags & BLOCKS_MOVE else []
    if passage.flags & BLOCKS_SIGHT:
        parts.append("no sight")
    if passage.flags & NEEDS_CHECK:
        parts.append(f"a check against {passage.cs}" if passage.has_cs else "a check")
    return " and ".join(parts) or "open"


MAP_RULINGS: list[Ruling] = [
    Called(
        "cs",
        "Set or clear the Challenge Score of the map or of a zone.",
        {
            "value": "int?: left out to clear a zone's",
            "zone": "text?: which zone; none for the map",
            "this_round": "bool?: for this round only",
        },
        set_cs,
    ),
    Called(
        "draw_zone",
        "Draw a zone.",
        {
            "zone": "text: its id",
            "name": "text?: what it is called",
            "joins": "list?: adjacent zones",
            "cs": "int?: its CS",
            "x": "int?: anchor in feet",
            "y": "int?: anchor in feet",
        },
        draw_zone,
    ),
    Called("merge_zones", "Merge a zone into another.", {"zone": "text: which", "into": "text: into which"}, merge_zones),
    Called(
        "split_zone",
        "Split a new zone off another.",
        {
            "zone": "text: which",
            "new": "text: id of the new one",
            "name": "text?: what it is called",
            "units": "list?: who is there",
            "x": "int?: anchor in feet",
            "y": "int?: anchor in feet",
        },
        split_zone,
    ),
    Called(
        "edge",
        "Join two zones, or change the border between them.",
        {
            "zone": "text: one",
            "to": "text: the other",
            "blocks_move": "bool?: nobody gets through",
            "blocks_sight": "bool?: nobody sees through",
            "needs_check": "bool?: passing needs a check",
            "cs": "int?: of the check",
        },
        set_edge,
    ),
]
