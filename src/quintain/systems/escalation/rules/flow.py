"""The shape of a battle: set-up, ambush, rounds, turns with their start and end steps, and how it ends."""

from __future__ import annotations

from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules import ambush, initiative, placement, rest, targeting
from quintain.systems.escalation.rules.sheet import COMATOSE, DYING, GONE, STABLE, UP, WAITING, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.turn import (
    calls_decide,
    check_over,
    everybody,
    start_round,
    take_slot,
    take_turn,
)

# -- the beginning -------------------------------------------------------------------------------------------------------


def begin(battle: Skirmish) -> None:
    """Set-up, then initiative: everyone at once, or the ambushers first (ES-04, ES-71, R-01)."""
    if battle.resumed:
        battle.resumed = False
        if battle.phase != b.REST:
            check_over(battle)
        return
    part = battle.parts[battle.part]
    battle.room = list(part.ground.room)
    battle.head_room = list(part.ground.head_room)
    battle.stunts = list(part.stunts)
    battle.escalation = 0
    battle.decided = ""
    battle.ranks_changed = True
    battle.any_delaying = False
    battle.spirit_used = False
    battle.surprised = 0
    battle.flight = -1
    battle.calls = []
    battle.round = 0
    present = [fighter for fighter in battle.fighters if fighter.is_present()]
    for fighter in present:
        targeting.roll_limits(battle, fighter)
    if battle.telling:
        battle.tell(sentences.battle_begins(part.title))
    if part.ask_set_up:
        for fighter in present:
            placement.set_up(battle, fighter)
        present = [fighter for fighter in battle.fighters if fighter.is_present()]
    if any(fighter.side == part.ambush for fighter in present):
        ambush.begin_ambush(battle, part.ambush)
        return
    initiative.roll_initiative(battle, present)
    initiative.set_order(battle, present)
    battle.phase = b.ROUNDS
    check_over(battle)  # the GM may have taken people out while they rolled
    if battle.occasions:
        everybody(battle, b.WHEN_BATTLE_START)
    if not battle.decided:
        start_round(battle)


# -- rounds and turns ----------------------------------------------------------------------------------------------------


def step(battle: Skirmish) -> None:
    """One joint further: a turn, with whatever steps into the gap after it; or a rest between two battles."""
    if battle.decided:
        _conclude(battle)
        return
    if battle.phase == b.REST:
        if rest.rest_step(battle):
            next_battle(battle)
        return
    if battle.phase == b.AMBUSH:
        ambush.ambush_step(battle)
        return
    if battle.calls and calls_decide(battle):
        return
    actor = _next_actor(battle)
    if actor is None:
        start_round(battle)
    else:
        take_slot(battle, actor)
    check_over(battle)
    while not battle.decided:
        latecomer = initiative.next_to_step_in(battle)
        if latecomer is None:
            return
        battle.stepped_in = True
        take_turn(battle, latecomer, True)
        battle.stepped_in = False
        check_over(battle)


def _next_actor(battle: Skirmish) -> Fighter | None:
    """The first in the order who has not had a turn this round (ES-08)."""
    for number in battle.order:
        fighter = battle.fighters[number]
        if not fighter.acted:
            return fighter
    return None


# -- the end -----------------------------------------------------------------------------------------------------------------


REASONS = {
    "victory": "no enemy is left standing",
    "defeat": "nobody of the party is left standing",
    "draw": "both sides' last fell together",
    "fled": "the party fled, at the price of a campaign loss",
}


def _conclude(battle: Skirmish) -> None:
    """The battle is decided. A victory with battles to come leads to a rest; everything else ends the day."""
    result = battle.decided
    battle.ended = False
    rest.aftermath(battle, result)
    if result in ("victory", "draw") and battle.part + 1 < len(battle.parts) and _anyone_left(battle):
        battle.decided = ""
        battle.phase = b.REST
        return
    if result == "victory" and battle.rest_after:
        rest.quick_rest(battle)
    winner = "party" if result == "victory" else battle.sides[1] if result == "defeat" else ""
    why = REASONS.get(result, "the GM ends the battle")
    if len(battle.parts) > 1:
        why = f"{why} (battle {battle.part + 1} of {len(battle.parts)})"
    battle.end(result, winner, why)


def _anyone_left(battle: Skirmish) -> bool:
    return any(each.team == 0 and each.state in (UP, DYING, STABLE, COMATOSE) for each in battle.fighters)


def next_battle(battle: Skirmish) -> None:
    """The next battle of the day begins: its foes come in, the party stands where it starts."""
    battle.part += 1
    for fighter in battle.fighters:
        if fighter.team == 0:
            fighter.zone = 0
            fighter.engaged = fighter.behind = fighter.beside = 0
            fighter.grabber = -1
            fighter.airborne = fighter.block.flies
        elif fighter.part == battle.part:
            if fighter.state == WAITING:
                fighter.state = UP
        elif fighter.state != WAITING:
            fighter.state = GONE if fighter.state == UP else fighter.state
    battle.pools = mob_pools(battle)
    battle.order = []
    battle.past = {}
    battle.shared_uses = {}
    battle.opener = -1
    battle.ambush_raise = 0
    battle.look_around()
    begin(battle)


def mob_pools(battle: Skirmish) -> list[int]:
    """ES-171: each mob's pool: so many hit points for each that is there."""
    pools = [0] * len({fighter.mob for fighter in battle.fighters if fighter.mob >= 0})
    for fighter in battle.fighters:
        if fighter.mob >= 0 and fighter.part == battle.part and fighter.state == UP:
            pools[fighter.mob] += fighter.max_hp
    return pools


def heading(battle: Skirmish, visible: list[str]) -> str:
    """Where the fight stands, in a few words, for somebody who knows of these."""
    if battle.phase == b.REST:
        return "Between battles"
    who = ""
    if battle.turn >= 0 and battle.fighters[battle.turn].id in visible:
        who = f", {battle.fighters[battle.turn].name}"
    which = f"{battle.parts[battle.part].title}: " if len(battle.parts) > 1 else ""
    if battle.phase == b.AMBUSH:
        return f"{which}Ambush{who}"
    return f"{which}Round {battle.round}, escalation {battle.escalation}{who}"

