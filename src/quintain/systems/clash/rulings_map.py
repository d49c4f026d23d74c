"""The GM's commands on the map (CL-104): Challenge Scores, zones drawn, merged and split, edges."""

from __future__ import annotations

import re
from typing import Annotated

from quintain.engine.battle import GM
from quintain.engine.commands import Commands, Takes
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.room import MOST_ZONES
from quintain.engine.ruling import told
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.conditions import carry_along
from quintain.systems.clash.declaration import Names
from quintain.systems.clash.sheet import ClashBattle, ClashUnit, Revert
from quintain.systems.clash.zones import Passage, Place, Zone

COMMANDS = Commands()
Who = Annotated[ClashUnit, Takes("whom")]
Whose = Annotated[ClashUnit, Takes("whose")]
Which = Annotated[str, Takes("which")]
Lasting = Annotated[bool, Takes("until cleared")]
ThisRound = Annotated[bool, Takes("for this round only")]
Score = Annotated[int | None, Takes("its CS", low=-50, high=99)]
"""A whole number that a file could say as well, so that what was ruled can be written down."""
Anchor = Annotated[int | None, Takes("anchor in feet")]


def unit_at(battle: ClashBattle, id: str) -> int:
    at = battle.at(id)
    if at < 0:
        raise Unavailable(f"nobody here is called {id!r}: there are {', '.join([unit.id for unit in battle.units])}.")
    return at


def whom(unit: ClashUnit) -> str:
    """Who may hear of a ruling on a unit."""
    return GM if unit.is_secret() else "all"


def zone_at(b: ClashBattle, id: str) -> int:
    at = b.field.zone_named(id)
    if at < 0:
        names = ", ".join([zone.id for zone in b.field.zones if not zone.merged]) or "none"
        raise Unavailable(f"there is no zone called {id!r}: there are {names}.")
    return at


def forget_revert(b: ClashBattle, kind: str, id: int, name: str = "") -> None:
    """A lasting change ends what was for this round only (CL-105)."""
    b.reverts = [one for one in b.reverts if one.kind != kind or one.id != id or one.name != name]


def keep_revert(b: ClashBattle, this_round: bool, change: Revert) -> None:
    """What a change for this round only goes back to when that is over; nothing where it is to last (CL-105)."""
    if this_round:
        b.reverts = [*b.reverts, change]
    else:
        forget_revert(b, change.kind, change.id, change.name)


def fresh_id(b: ClashBattle, id: str) -> str:
    """An id that a new zone may have."""
    if id in b.names.zones:
        raise Illegal(f"the id {id!r} cannot be used for a new zone: there is, or was, one.")
    check_id(id)
    return id


def check_id(id: str) -> None:
    if re.fullmatch("[a-z0-9][a-z0-9_-]*", id) is None:
        raise Malformed(f"an id is made of small letters, digits, - and _, not {id!r}.")


@COMMANDS.command("Set or clear the Challenge Score of the map or of a zone.", "cs")
def set_cs(
    battle: ClashBattle, value: Annotated[int | None, Takes("left out to clear a zone's", low=-50, high=99)] = None,
    zone: Annotated[str | None, Takes("which zone; none for the map")] = None,
    this_round: ThisRound = False,
) -> None:  # fmt: skip
    """Set or clear the CS of the map or of a zone (CL-15, CL-105)."""
    if zone is None:
        if value is None:
            raise Illegal("the map always has a CS: give a value.")
        before = battle.cs
        keep_revert(battle, this_round, Revert("map", 0, True, before))
        battle.cs, battle.filled = (value, False)
        told(battle, f"The GM changes the CS of the map from {before} to {value}.")
        return
    at = zone_at(battle, zone)
    old = battle.field.zones[at]
    was = str(old.cs) if old.has_cs else "none"
    keep_revert(battle, this_round, Revert("zone", at, old.has_cs, old.cs))
    battle.field = battle.field.with_cs(at, value is not None, value if value is not None else 0)
    told(battle, f"The GM changes the CS of {old.name} from {was} to {'none' if value is None else value}.")


@COMMANDS.command("Draw a zone.")
def draw_zone(
    battle: ClashBattle, zone: Annotated[str, Takes("its id")], name: Annotated[str | None, Takes("what it is called")] = None,
    joins: Annotated[object, Takes("adjacent zones", kind="list")] = None, cs: Score = None, x: Anchor = None, y: Anchor = None,
) -> None:  # fmt: skip
    """Draw a new zone: joined to others on a fixed map, with an anchor on one in feet, which is mixed from then on."""
    new = Zone(fresh_id(battle, zone), zone if name is None else name)
    passages = list(battle.field.passages)
    if battle.field.mode == v.FIXED:
        if not isinstance(joins, list) or not joins:
            raise Malformed("joins is a list of the zones it is adjacent to.")
        for other in joins:
            passages.append(Passage(zone_at(battle, str(other)), len(battle.field.zones)))
    else:
        new.x, new.y = anchor_of(battle, x, y)
    if cs is not None:
        new.has_cs, new.cs = True, cs
    add_zone(battle, new, passages)
    told(battle, f"The GM draws the zone {new.name}.")


def anchor_of(b: ClashBattle, x: int | None, y: int | None) -> tuple[float, float]:
    if x is None or y is None:
        raise Malformed("on a map in feet a zone has an anchor: give x and y.")
    if not b.field.on_map(float(x), float(y)):
        raise Illegal(f"({x:g}, {y:g}) is off the map.")
    return float(x), float(y)


def add_zone(b: ClashBattle, zone: Zone, passages: list[Passage]) -> None:
    zones = [*b.field.zones, zone]
    if len(zones) > MOST_ZONES:
        raise Illegal(f"a map has {MOST_ZONES} zones at most.")
    b.field = b.field.redrawn(zones, passages)
    if b.field.mode == v.FLUID:
        b.field.mode = v.MIXED
    b.names = Names(b.names.units, [one.id for one in zones])


@COMMANDS.command("Merge a zone into another.")
def merge_zones(battle: ClashBattle, zone: Which, into: Annotated[str, Takes("into which")]) -> None:
    """One zone becomes part of another: whoever is in it and whatever it is joined to goes over."""
    gone, kept = zone_at(battle, zone), zone_at(battle, into)
    if gone == kept:
        raise Malformed("a zone is merged into another one.")
    if battle.field.zones[kept].off and (not battle.field.zones[gone].off):
        raise Illegal(f"{battle.field.zones[kept].name} is off the map: who is to leave is set to gone.")
    zones = [one.copy() for one in battle.field.zones]
    zones[gone].merged = True
    passages = [p for p in battle.field.passages if gone not in (p.a, p.b)]
    for p in battle.field.passages:
        if gone in (p.a, p.b):
            other = p.b if p.a == gone else p.a
            if other != kept and (not any({q.a, q.b} == {other, kept} for q in passages)):
                passages.append(Passage(kept, other, p.blocks_move, p.blocks_sight, p.needs_check, p.has_cs, p.cs))
    battle.field = battle.field.redrawn(zones, passages)
    move_over(battle, gone, kept)
    forget_checks(battle, zones[gone].id)
    told(battle, f"The GM merges {zones[gone].name} into {zones[kept].name}.")


def forget_checks(b: ClashBattle, zone: str) -> None:
    """A zone that is no more has no checks, nor have its borders."""
    borders = [sorted([b.field.zones[p.a].id, b.field.zones[p.b].id]) for p in b.field.passages]
    edges = [f"edge:{first}-{second}" for first, second in borders]
    b.checks = {
        name: value for name, value in b.checks.items() if name != f"zone:{zone}" and (not name.startswith("edge:") or name in edges)
    }
    b.reverts = [one for one in b.reverts if one.kind != "check" or one.name in b.checks]


def move_over(b: ClashBattle, gone: int, kept: int) -> None:
    for unit in b.crew:
        if unit.zone == gone:
            unit.zone = kept
    for turn in b.now.turns if b.now is not None else []:
        if turn.opened.zone == gone:
            turn.opened = Place(kept, turn.opened.x, turn.opened.y)
    for feat in b.feats:
        if feat.zone == gone:
            feat.zone = kept
    b.zone_mods = [(kept if zone == gone else zone, mod) for zone, mod in b.zone_mods]


@COMMANDS.command("Split a new zone off another.")
def split_zone(
    battle: ClashBattle, zone: Which, new: Annotated[str, Takes("id of the new one")],
    name: Annotated[str | None, Takes("what it is called")] = None,
    units: Annotated[object, Takes("who is there", kind="list")] = (), x: Anchor = None, y: Anchor = None,
) -> None:  # fmt: skip
    """Part of a zone becomes a zone of its own, adjacent to it; the units named go there."""
    old = zone_at(battle, zone)
    part = Zone(fresh_id(battle, new), new if name is None else name)
    if not isinstance(units, list | tuple):
        raise Malformed("units is a list of ids.")
    movers = [battle.at(str(one)) for one in units]
    if any(at < 0 or battle.unit(at).zone != old for at in movers):
        raise Unavailable("units names those in the zone who are in the new part.")
    part.has_cs, part.cs = battle.field.zones[old].has_cs, battle.field.zones[old].cs
    passages = list(battle.field.passages)
    if battle.field.mode == v.FIXED:
        passages.append(Passage(old, len(battle.field.zones)))
    else:
        part.x, part.y = anchor_of(battle, x, y)
    add_zone(battle, part, passages)
    for at in movers:
        battle.unit(at).zone = len(battle.field.zones) - 1
    carry_along(battle)
    told(battle, f"The GM splits {part.name} off {battle.field.zones[old].name}.")


@COMMANDS.command("Join two zones, or change the border between them.", "edge")
def set_edge(
    battle: ClashBattle, zone: Annotated[str, Takes("one")], to: Annotated[str, Takes("the other")],
    blocks_move: Annotated[bool, Takes("nobody gets through")] = False,
    blocks_sight: Annotated[bool, Takes("nobody sees through")] = False,
    needs_check: Annotated[bool, Takes("passing needs a check")] = False,
    cs: Annotated[int | None, Takes("of the check", low=-50, high=99)] = None,
) -> None:  # fmt: skip
    """Join two zones, or change what passing between them takes."""
    a, c = zone_at(battle, zone), zone_at(battle, to)
    if a == c or battle.field.mode != v.FIXED:
        raise Illegal("an edge joins two different zones of a fixed map.")
    before = border_words(battle.field.passage(a, c))
    edge = Passage(a, c, blocks_move, blocks_sight, needs_check, cs is not None, cs or 0)
    battle.field = battle.field.with_passage(edge)
    names = f"{battle.field.zones[a].name} and {battle.field.zones[c].name}"
    told(battle, f"The GM changes the border between {names} from {before} to {border_words(edge)}.")


def border_words(passage: Passage | None) -> str:
    if passage is None:
        return "none"
    parts = ["no way through"] if passage.blocks_move else []
    if passage.blocks_sight:
        parts.append("no sight")
    if passage.needs_check:
        parts.append(f"a check against {passage.cs}" if passage.has_cs else "a check")
    return " and ".join(parts) or "open"
