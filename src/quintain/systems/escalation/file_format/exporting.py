"""From a running battle back to an encounter that can be taken up where this one stands."""

from __future__ import annotations

from quintain.systems.escalation.fields_rows import laid_fields, readied_row, resume_fields, start_fields
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.file_format.lasting_building import STATE_VERBS
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import condition_names
from quintain.systems.escalation.rules.positions import members
from quintain.systems.escalation.rules.sheet import GONE, STATES, WAITING, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish

FROM_HERE = ", from here"
UNDER_WAY = ("temp_hp", "initiative", "tie", "delaying", "acted", "opportunities", "flank_used", "barred_way", "spirit_told")
"""What begins anew with every battle, round or turn, and so is said of a battle under way only."""


FIGURES = {"max_hp": "base_hp"} | {
    name: name
    for name in ("ac", "pd", "md", "init_bonus", "recoveries_max", "crit_floor", "uses_escalation", "named_villain", "line")
}
"""What a file may say of a figure that is not the stat block's any more, and where a sheet keeps it."""


def exported(battle: Skirmish) -> dict[str, object]:
    """This state, between two turns, as an encounter: the battles still to come included."""
    running = (battle.begun or battle.resumed) and (battle.phase == b.REST or battle.order != [])
    first = battle.part
    parts = battle.parts[first:]
    people = [each for each in battle.fighters if _goes_along(each, first)]
    ids = {each.id for each in people}
    data: dict[str, object] = {
        "system": "escalation",
        "options": dict(battle.switches.chosen),
        "blocks": {each.block.id: each.block.written for each in people},
        "combatants": [_row_of(battle, each, first, ids, running) for each in people],
        "rest_after": battle.rest_after,
        "battles_since_heal_up": battle.battles_since_heal_up,
        "campaign_losses": battle.campaign_losses,
    }
    if len(parts) == 1:
        data.update(parts[0].written)
    else:
        data["battles"] = [part.written for part in parts]
    data["name"] = f"{(parts[0].title or 'battle').removesuffix(FROM_HERE)}{FROM_HERE}"
    if running:
        data["resume"] = _where_it_stands(battle, people, ids)
    return data


def _goes_along(fighter: Fighter, first: int) -> bool:
    """The party, dead or alive; of the others those of this battle, felled or not, and of the battles to come."""
    if fighter.team == 0:
        return fighter.state != WAITING
    return fighter.part >= first


def _row_of(battle: Skirmish, fighter: Fighter, first: int, ids: set[str], running: bool) -> dict[str, object]:
    row: dict[str, object] = {
        "use": fighter.block.id, "id": fighter.id, "name": fighter.name, "side": fighter.side,
        "controller": fighter.controller, "battle": max(0, fighter.part - first) + 1, "hidden": fighter.hidden,
        "start": _start_of(battle, fighter, running, ids),
    }  # fmt: skip
    names = battle.parts[max(first, fighter.part) if fighter.team else first].ground.zones.names
    row["zone"] = names[fighter.zone if fighter.zone < len(names) else 0]
    if running:
        row["airborne"] = fighter.airborne
        for name, mask in (("engaged", fighter.engaged), ("behind", fighter.behind), ("beside", fighter.beside)):
            row[name] = [each.id for each in members(battle, mask) if each.id in ids]
    return row


def _start_of(battle: Skirmish, fighter: Fighter, running: bool, ids: set[str]) -> dict[str, object]:
    powers = fighter.block.powers
    start: dict[str, object] = {
        **start_fields(fighter),
        "hp": fighter.hp,
        "spent": [entry.name for entry in powers if fighter.out[entry.number]],
        "state": STATES[fighter.state] if fighter.state <= GONE else "up",
        "figures": _changed_figures(fighter),
    }  # fmt: skip
    if start["state"] == "up" and fighter.hp < 1:
        start["hp"] = 1
    if not running:
        return {name: value for name, value in start.items() if name not in UNDER_WAY}
    start.update(
        {
            "used": {entry.name: fighter.used[entry.number] for entry in powers if fighter.used[entry.number]},
            "met": [each.id for each in members(battle, fighter.met) if each.id in ids],
            "grabbed_by": battle.fighters[fighter.grabber].id if fighter.grabber >= 0 else "",
            "unloaded": [entry.name for entry in powers if fighter.unloaded >> entry.number & 1],
            "effects": [_effect_of(battle, fighter, each, ids) for each in fighter.lasting if _still_means(battle, each, ids)],
            "attacked": [each.id for each in battle.fighters if fighter.attacked & each.bit and each.id in ids],
            "readied": _readied_of(battle, fighter),
            "last_gasp": _gasp_of(battle, fighter, ids),
            "staggered": None if fighter.staggered_word == 0 else fighter.staggered_word == 1,
        }
    )
    start.update(_marks_of(fighter))
    return start


def _changed_figures(fighter: Fighter) -> dict[str, int]:
    """What the GM has set otherwise than the stat block says; and its place in the line, which no block says."""
    fresh = Fighter(fighter.id, fighter.name, fighter.side, fighter.controller, fighter.block, fighter.number)
    fresh.line = -1
    now = {name: int(getattr(fighter, kept)) for name, kept in FIGURES.items()}
    return {name: value for name, value in now.items() if value != int(getattr(fresh, FIGURES[name]))}


def _marks_of(fighter: Fighter) -> dict[str, object]:
    """What has been used this round or this battle, one thing at a time."""
    powers = fighter.block.powers
    return {
        "used_round": {each.name: fighter.used_round[each.number] for each in powers if fighter.used_round[each.number]},
        "limits": {each.name: fighter.limits[each.number] for each in powers if each.number in fighter.limits},
        "last_turn": [each.name for each in powers if fighter.turn_uses >> each.number & 1],
        "turn_before": [each.name for each in powers if fighter.last_turn_uses >> each.number & 1],
        "rally": "barred" if fighter.rally_barred else "allowed" if fighter.rally_allowed else "",
        "learned": {name: list(span) for name, span in fighter.learned.items()},
    }


def _readied_of(battle: Skirmish, fighter: Fighter) -> dict[str, object] | None:
    held = fighter.readied
    if held is None:
        return None
    whom = battle.fighters[held.whom].id if held.whom >= 0 else ""
    return {**readied_row(held), "whom": whom}


def _source(battle: Skirmish, bearer: Fighter, number: int, ids: set[str]) -> str:
    """Whoever caused it, or where that one does not go along the bearer itself."""
    id = battle.fighters[number].id
    return id if id in ids else bearer.id


def _gasp_of(battle: Skirmish, fighter: Fighter, ids: set[str]) -> dict[str, object] | None:
    gasp = fighter.gasp
    if gasp is None:
        return None
    return {
        "name": gasp.name,
        "source": _source(battle, fighter, gasp.source, ids),
        "conditions": condition_names(gasp.effect.conditions),
        "turns": fighter.gasp_turns,
        "failures": fighter.gasp_fails,
        "fallen": gasp.effect.on_the_fallen,
    }


def _still_means(battle: Skirmish, each: Lasting, ids: set[str]) -> bool:
    """What counts against one opponent only means nothing without it."""
    return each.versus < 0 or battle.fighters[each.versus].id in ids


def _effect_of(battle: Skirmish, bearer: Fighter, each: Lasting, ids: set[str]) -> dict[str, object]:
    return {
        **laid_fields(each),
        "source": _source(battle, bearer, each.source, ids),
        "versus": battle.fighters[each.versus].id if each.versus >= 0 else "",
        "each_failed_save": each.effect.failed_save_written,
        "failed_saves": each.effect.failed_saves_written,
        "more": _whole(each.effect.written) if each.effect.written else None,
    }


def _whole(written: dict[str, object]) -> dict[str, object]:
    """A row with a verb of its own; where the verb is a plain figure that stands elsewhere, a bare mark."""
    return written if any(verb in written for verb in STATE_VERBS) else {"mark": "", **written}


def _where_it_stands(battle: Skirmish, people: list[Fighter], ids: set[str]) -> dict[str, object]:
    order = [battle.fighters[number].id for number in battle.order]
    mobs: list[int] = []
    for fighter in people:
        if fighter.mob >= 0 and fighter.mob not in mobs:
            mobs.append(fighter.mob)
    opener = battle.fighters[battle.opener].id if battle.opener >= 0 else ""
    return {
        **resume_fields(battle),
        "order": [id for id in order if id in ids],
        "last": battle.fighters[battle.last].id if battle.last >= 0 and battle.fighters[battle.last].id in ids else "",
        "pools": [battle.pools[mob] for mob in mobs],
        "opener": opener if opener in ids else "",
        "surprised": [each.id for each in people if battle.surprised & each.bit],
        **_rulings_of(battle, ids),
    }


def _rulings_of(battle: Skirmish, ids: set[str]) -> dict[str, object]:
    """What the GM has ruled about places, targets and stunts."""
    past: list[dict[str, object]] = []
    for code, counts in sorted(battle.past.items()):
        mover, defender = battle.fighters[code // 1000].id, battle.fighters[code % 1000].id
        if mover in ids and defender in ids:
            past.append({"mover": mover, "defender": defender, "past": counts})
    targets: list[dict[str, object]] = []
    for codes, legal in ((battle.banned_targets, False), (battle.allowed_targets, True)):
        for code in codes:
            target = battle.fighters[code % 1000].id
            who = battle.fighters[code // 1000 - 1].id if code >= 1000 else ""
            if target in ids and (not who or who in ids):
                targets.append({"target": target, "who": who, "legal": legal})
    ground = battle.ground()
    zones: list[dict[str, object]] = []
    for number, name in enumerate(ground.zones.names):
        now = (battle.room[number], battle.head_room[number])
        if now != (ground.room[number], ground.head_room[number]):
            zones.append({"name": name, "has_room": now[0], "head_room": now[1]})
    stunts: list[dict[str, object]] = []
    for stunt in battle.stunts:
        whom = battle.fighters[stunt.whom].id if stunt.whom >= 0 else ""
        if not whom or whom in ids:
            stunts.append({**stunt.written, "who": whom})
    return {"past": past, "targets": targets, "zones": zones, "stunts": stunts}
