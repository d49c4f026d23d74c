"""Conflicting actions (3.11): of those that cannot all happen, the one with the highest Action Score does."""

from __future__ import annotations

from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration
from quintain.systems.clash.round import Conflict, Tie
from quintain.systems.clash.scores import acts, cs_of, reaches, value_of
from quintain.systems.clash.sheet import ClashBattle


def settle_ways(battle: ClashBattle) -> None:
    """Conflicts over a way, which the GM declares, come before anybody moves (CL-80)."""
    now = battle.this_round()
    now.settled = []
    for conflict in now.conflicts:
        if conflict.way:
            settle(battle, conflict)


def settle_claims(battle: ClashBattle) -> None:
    """Several claims on one object, and whatever else the GM has declared to conflict (CL-77)."""
    wanted = [at for at in battle.things if claimants_of(battle, at)]
    for at in wanted:
        lose_out_of_reach(battle, at)
    for conflict in battle.this_round().conflicts:
        thing = battle.at(conflict.about)
        if not conflict.way:
            holder = battle.unit(thing).holder if thing >= 0 else v.NOBODY
            conflict.keeper = holder if holder not in claimants_of(battle, thing) else v.NOBODY
            settle(battle, conflict)
    for at in wanted:
        settle_object(battle, at)


def claimants_of(battle: ClashBattle, at: int) -> list[int]:
    """Who claims an object, and has not lost that claim yet."""
    found: list[int] = []
    for other in battle.cast():
        declared = acts(battle, other)
        if declared is not None and claims(declared, at) and not is_lost(battle, other, at):
            found.append(other)
    return found


def lose_out_of_reach(battle: ClashBattle, at: int) -> None:
    """An object is for those in its zone when they act, and who meet its CS where the GM asks for that (CL-80, CL-89)."""
    thing = battle.unit(at)
    for other in claimants_of(battle, at):
        if not thing.is_there() or not battle.together(battle.turn(other).strike, battle.turn(at).end):
            lose(battle, other, at, f"{thing.name} is out of reach", "CL-80")
        elif thing.guarded and not reaches(battle.turn(other), cs_of(battle, at)):
            needed = "the check fails" if thing.sheet.secret_cs else f"short of {cs_of(battle, at)}"
            lose(battle, other, at, f"{needed} for {thing.name}", "CL-16")


def settle_object(battle: ClashBattle, at: int) -> None:
    """Of those who claim an object, and whoever carries it, the highest score has it."""
    claimants = claimants_of(battle, at)
    keeper = keeper_of(battle, at, claimants)
    parties = [*claimants, keeper] if keeper >= 0 else claimants
    if len(parties) > 1:
        conflict = Conflict(battle.unit(at).id, parties, v.NOBODY, False)
        conflict.keeper = keeper
        settle(battle, conflict)


def keeper_of(battle: ClashBattle, at: int, claimants: list[int]) -> int:
    """Who carries an object while doing something else, and has not lost it to a claimant in a conflict that the GM has declared."""
    holder = battle.unit(at).holder
    if holder < 0 or holder in claimants or not battle.unit(holder).is_active():
        return v.NOBODY
    declared = acts(battle, holder)
    drops = declared is not None and any(one.deed == v.DROP and one.aim == at for one in handlings(declared))
    beaten = any(holder in one.parties and one.won_by in claimants for one in battle.this_round().settled if not one.way)
    return v.NOBODY if drops or beaten else holder


def handlings(declared: Declaration) -> list[Declaration]:
    """What a unit does with objects in a round: by its action, and beside it where that is free (R-30)."""
    found = [declared] if declared.action == v.IMPROVISE and declared.deed in (v.TAKE, v.USE, v.DROP) else []
    return found if declared.handling is None else [*found, declared.handling]


def claims(declared: Declaration, at: int) -> bool:
    if declared.action != v.IMPROVISE and declared.handling is None:
        return False
    return any(one.aim == at and (one.deed == v.TAKE or one.deed == v.USE) for one in handlings(declared))


def is_beside(battle: ClashBattle, at: int, thing: int) -> bool:
    """Does a unit claim this object only beside its action?"""
    declared = acts(battle, at)
    return declared is not None and declared.handling is not None and declared.handling.aim == thing and declared.aim != thing


def is_lost(battle: ClashBattle, at: int, thing: int) -> bool:
    turn = battle.turn(at)
    return (turn.fumbled if is_beside(battle, at, thing) else turn.lost) != ""


def lose(battle: ClashBattle, at: int, thing: int, why: str, clause: str) -> None:
    """The part that conflicts fails, no more (CL-76)."""
    turn = battle.turn(at)
    turn.clause = clause
    if is_beside(battle, at, thing):
        turn.fumbled = why
    else:
        turn.lost = why


def settle(battle: ClashBattle, conflict: Conflict) -> None:
    """The highest own score of the round happens; the others fail in the part that conflicts (CL-76, CL-78)."""
    parties = [at for at in battle.cast() if at in conflict.parties and takes_part(battle, conflict, at)]
    if len(parties) < 2:
        return
    if conflict.winner in parties:
        winner = conflict.winner  # The GM's word.
    else:
        highest = max([value_of(battle.turn(at)) for at in parties])
        winner = untied(battle, conflict.about, [at for at in parties if value_of(battle.turn(at)) == highest], 0)
    conflict.won_by = winner
    battle.this_round().settled.append(conflict)
    name = "" if winner < 0 else "somebody unseen" if battle.unit(winner).hidden else battle.unit(winner).name
    why, clause = (f"{name} was faster", "CL-76") if name else ("all were equally fast", "CL-78")
    for at in parties:
        if at == winner or at == conflict.keeper:
            continue
        if conflict.way:
            battle.turn(at).blocked = why
        else:
            lose(battle, at, battle.at(conflict.about), why, clause)


def takes_part(battle: ClashBattle, conflict: Conflict, at: int) -> bool:
    """Has it a score, and a part in the round that is not lost already (CL-80)?"""
    if acts(battle, at) is None or not battle.turn(at).has_score:
        return False
    return at == conflict.keeper or not is_lost(battle, at, battle.at(conflict.about))


def untied(battle: ClashBattle, about: str, tied: list[int], again: int) -> int:
    """The winner of a tie; while it waits for a roll-off or the GM, the first of the roster (R-27)."""
    rule = battle.switches.conflict_tie
    if len(tied) > 1 and rule in ("pc_first", "npc_first"):
        preferred = [at for at in tied if battle.unit(at).is_player() == (rule == "pc_first")]
        tied = preferred or tied
    if len(tied) == 1:
        return tied[0]
    if rule == "nobody":
        return v.NOBODY
    players = any(battle.unit(at).is_player() for at in tied)
    tie = tie_about(battle, f"{about}#{again}", tied, rule == "gm" or (rule != "rolloff" and not players))
    if not tie.settled():
        return tied[0]
    if tie.winner >= 0:
        return tie.winner
    best = max([tie.rolls[at].total() for at in tied])
    left = [at for at in tied if tie.rolls[at].total() == best]
    return left[0] if len(left) == 1 else untied(battle, about, left, again + 1)


def tie_about(battle: ClashBattle, about: str, tied: list[int], ask_gm: bool) -> Tie:
    now = battle.this_round()
    alike = [tie for tie in now.ties if tie.about == about]
    found = [tie for tie in alike if tie.parties == tied]
    tie = found[0] if found else Tie(about, tied, ask_gm, alike[0].rolls if alike else {})
    if not found:
        now.ties.append(tie)
    tie.seen = now.compared
    return tie
