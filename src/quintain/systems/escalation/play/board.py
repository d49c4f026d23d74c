"""The battlefield as data: zones, who is engaged with whom, who is free, who stands behind whom. No coordinates (ES-42)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.rows import bar_row, counter
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.positions import members
from quintain.systems.escalation.rules.sheet import GONE, WAITING, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish

if TYPE_CHECKING:
    from quintain.engine.protocol_board import Bar, BarRow, Counter, Place, PlacesBoard, Way
    from quintain.engine.viewer import Viewer


def board(battle: Skirmish, viewer: Viewer) -> PlacesBoard:
    """Per zone: groups of those engaged together, and pairs of who stands behind whom. The GM sees the invisible where they are."""
    zones = battle.ground().zones
    places: list[Place] = []
    engaged: list[list[str]] = []
    for number, name in enumerate(zones.names):
        here = [each for each in battle.fighters if viewer.sees(each.id) and _shown_in(each, number, viewer)]
        if not here and not battle.room[number]:
            continue
        places.append(
            {
                "id": name, "name": name, "note": _note(battle, number), "units": [each.id for each in here],
                "groups": _groups(here), "behind": _behind(battle, here, viewer),
            }
        )  # fmt: skip
        for place, one in enumerate(here):
            engaged.extend([[one.id, other.id] for other in here[place + 1 :] if one.engaged & other.bit])
    unseen = [each.id for each in battle.fighters if viewer.sees(each.id) and _is_on_the_board(each) and is_lost_to(each, viewer)]
    if unseen:
        places.append(
            {"id": "unseen", "name": "somewhere unseen", "note": "invisible", "units": unseen, "groups": [], "behind": []}
        )
    room = battle.room
    ways: list[Way] = [
        {"between": [zones.names[edge.a], zones.names[edge.b]], "label": "", "barred": not (room[edge.a] and room[edge.b])}
        for edge in zones.edges
    ]
    return {"kind": "groups", "places": places, "ways": ways, "engaged": engaged, "marks": []}


def is_lost_to(fighter: Fighter, viewer: Viewer) -> bool:
    """Does this seat not know where it is, though it knows of it?"""
    return is_unseen(fighter) and not viewer.gm and fighter.id not in viewer.own


def is_unseen(fighter: Fighter) -> bool:
    """Section 7: where an invisible enemy is only the GM knows, unless it stands in melee."""
    return fighter.team != 0 and bool(fighter.conditions & b.INVISIBLE) and fighter.engaged == 0


def _shown_in(fighter: Fighter, zone: int, viewer: Viewer) -> bool:
    return _is_on_the_board(fighter) and fighter.zone == zone and not is_lost_to(fighter, viewer)


def _is_on_the_board(fighter: Fighter) -> bool:
    return fighter.is_present() or (fighter.block.dies_like_a_pc() and fighter.state not in (WAITING, GONE))


def _behind(battle: Skirmish, here: list[Fighter], viewer: Viewer) -> list[list[str]]:
    """Who stands behind whom, as pairs."""
    pairs: list[list[str]] = []
    for each in here:
        for ally in members(battle, each.behind):
            if viewer.sees(ally.id) and not is_lost_to(ally, viewer):
                pairs.append([each.id, ally.id])
    return pairs


def _note(battle: Skirmish, zone: int) -> str:
    notes: list[str] = []
    if not battle.room[zone]:
        notes.append("no room")
    if not battle.head_room[zone]:
        notes.append("no head-room")
    return ", ".join(notes)


def _groups(here: list[Fighter]) -> list[list[str]]:
    """Those linked by engagement, however many hands it takes."""
    left = [each for each in here if each.engaged]
    groups: list[list[str]] = []
    while left:
        group = [left.pop(0)]
        grown = True
        while grown:
            grown = False
            mask = 0
            for each in group:
                mask |= each.engaged
            for other in list(left):
                if mask & other.bit:
                    group.append(other)
                    left.remove(other)
                    grown = True
        if len(group) > 1:
            groups.append([each.id for each in group])
    return groups


# -- where the round stands ---------------------------------------------------------------------------------------------


def bar(battle: Skirmish, viewer: Viewer) -> Bar:
    """The order as people see it (ES-09), with the escalation die. The GM sees the whole of it with every count.

    For others, monsters that have not acted yet stand at the end, so that no place gives a count away.
    """
    rows: list[BarRow] = []
    late: list[tuple[int, BarRow]] = []
    acting = battle.fighters[battle.turn].id if battle.turn >= 0 else ""
    for number in battle.order:
        one = battle.fighters[number]
        if not viewer.sees(one.id) or not one.is_present():
            continue
        known = viewer.gm or one.team == 0 or one.revealed_count
        state = "now" if one.id == acting else "done" if one.acted and known else "waiting"
        if one.delaying:
            state = "skipped"
        row = bar_row(one.id, one.name, state, one.id, count=str(one.initiative) if known else "")
        if known:
            rows.append(row)
        else:
            late.append((number, row))
    late.sort(key=_number)
    rows.extend([row for _, row in late])
    for row in rows:
        if row["state"] == "waiting":
            row["state"] = "next"
            break
    pin_ends(battle, viewer, rows)
    counters: list[Counter] = [counter("escalation", "escalation die", battle.escalation, "added to the party's attacks", 6)]
    return {"kind": "order", "rows": rows, "counters": counters}


def pin_ends(battle: Skirmish, viewer: Viewer, rows: list[BarRow]) -> None:
    """Pin what lasts until somebody's turn to that one's place in the order."""
    at = {row["id"]: row for row in rows}
    for one in battle.fighters:
        if not viewer.sees(one.id) or not one.is_present():
            continue
        for each in one.lasting:
            ends = ends_with(battle, one, each)
            if ends in at and viewer.sees(ends):
                at[ends]["ends"].append(f"{each.name} ({one.name})")


def ends_with(battle: Skirmish, owner: Fighter, each: Lasting) -> str:
    """The id of the one at whose turn a lasting effect ends; "" where no turn ends it."""
    if each.until in (b.END_OF_TARGET, b.START_OF_TARGET):
        return owner.id
    if each.until in (b.END_OF_SOURCE, b.START_OF_SOURCE):
        return battle.fighters[each.source].id
    if each.until == b.END_OF_TURN and battle.turn >= 0:
        return battle.fighters[battle.turn].id
    return ""


def _number(entry: tuple[int, BarRow]) -> int:
    return entry[0]
