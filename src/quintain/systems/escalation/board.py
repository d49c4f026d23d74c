"""The battlefield as data: zones, who is engaged with whom, who is free, who stands behind whom. No coordinates (ES-42)."""

from __future__ import annotations

from quintain.systems.escalation import blocks as b
from quintain.systems.escalation.positions import members
from quintain.systems.escalation.sheet import UP, WAITING, Fighter, Skirmish


def board(battle: Skirmish, visible: list[str]) -> dict[str, object]:
    """Per zone: groups of those engaged together, those free, and pairs of who stands behind whom."""
    zones = battle.ground().zones
    shown: list[dict[str, object]] = []
    for number, name in enumerate(zones.names):
        here = [each for each in battle.fighters if each.id in visible and _shown_in(each, number)]
        if not here and not battle.room[number]:
            continue
        groups = _groups(battle, here)
        together = {each for group in groups for each in group}
        shown.append(
            {
                "id": name,
                "name": name,
                "groups": groups,
                "free": [each.id for each in here if each.id not in together],
                "behind": _behind(battle, here, visible),
                "note": _note(battle, number),
            }
        )
    unseen = [each.id for each in battle.fighters if each.id in visible and _on_the_field(each) and is_unseen(each)]
    if unseen:
        shown.append({"id": "unseen", "name": "somewhere unseen", "groups": [], "free": unseen, "behind": [], "note": "invisible"})
    links = [[zones.names[edge.a], zones.names[edge.b]] for edge in zones.edges]
    return {
        "kind": "groups",
        "zones": shown,
        "links": links,
        "order": order(battle, visible),
        "escalation": battle.escalation,
        "turn": battle.fighters[battle.turn].id if battle.turn >= 0 and battle.fighters[battle.turn].id in visible else "",
    }


def is_unseen(fighter: Fighter) -> bool:
    """Section 7: where an invisible enemy is only the GM knows, unless it stands in melee."""
    return fighter.team != 0 and bool(fighter.conditions & b.INVISIBLE) and fighter.engaged == 0


def _shown_in(fighter: Fighter, zone: int) -> bool:
    return _on_the_field(fighter) and fighter.zone == zone and not is_unseen(fighter)


def _on_the_field(fighter: Fighter) -> bool:
    return fighter.is_present() or (fighter.block.dies_like_a_pc() and fighter.state not in (WAITING, 7))


def _behind(battle: Skirmish, here: list[Fighter], visible: list[str]) -> list[list[str]]:
    """Who stands behind whom, as pairs."""
    pairs: list[list[str]] = []
    for each in here:
        for ally in members(battle, each.behind):
            if ally.id in visible and not is_unseen(ally):
                pairs.append([each.id, ally.id])
    return pairs


def _note(battle: Skirmish, zone: int) -> str:
    notes: list[str] = []
    if not battle.room[zone]:
        notes.append("no room")
    if not battle.head_room[zone]:
        notes.append("no head-room")
    return ", ".join(notes)


def _groups(battle: Skirmish, here: list[Fighter]) -> list[list[str]]:
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


def order(battle: Skirmish, visible: list[str]) -> list[dict[str, object]]:
    """The order as people see it (ES-09). Monsters that have not acted yet stand at the end, so that no place gives a count away."""
    known: list[dict[str, object]] = []
    unknown: list[tuple[int, dict[str, object]]] = []
    for number in battle.order:
        fighter = battle.fighters[number]
        if fighter.id not in visible or not fighter.is_present():
            continue
        row: dict[str, object] = {"id": fighter.id, "delaying": fighter.delaying, "up": fighter.state == UP}
        if fighter.team == 0 or fighter.revealed_count:
            row["count"] = fighter.initiative
            row["acted"] = fighter.acted
            known.append(row)
        else:
            unknown.append((number, row))
    unknown.sort(key=_number)
    return known + [row for _, row in unknown]


def _number(entry: tuple[int, dict[str, object]]) -> int:
    return entry[0]
