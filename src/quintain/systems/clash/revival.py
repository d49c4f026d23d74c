"""What brings Health back (CL-45..49, 8.4): Recover, abilities that heal, and getting up again with or without a tender."""

from __future__ import annotations

from typing import final

from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration
from quintain.systems.clash.movement import moments
from quintain.systems.clash.round import DECLINED, Turn
from quintain.systems.clash.scores import carried_out, cs_at, is_known, meets, reaches, value_of
from quintain.systems.clash.sheet import ClashBattle


@final
class Recovery:
    """What a declared action brings back in this round: how, with how many d6, to whom."""

    def __init__(self, declared: Declaration, how: str, dice: int, whom: int) -> None:
        self.declared: Declaration = declared
        self.how: str = how
        self.dice: int = dice
        self.whom: int = whom


def recovery(battle: ClashBattle, at: int) -> Recovery | None:
    """None where the action brings nobody anything; no dice where it comes to nothing."""
    declared = carried_out(battle, at)
    if declared is None:
        return None
    id = battle.unit(at).id
    if declared.action == v.RECOVER:
        return Recovery(declared, "recover", 1, at)
    if declared.action == v.REVIVE:
        lost = not battle.matters(id) or (is_slain(battle, at) and not battle.switches.damage_to_revivers)
        return Recovery(declared, "revive", 0 if lost else dice_with(battle, at, best_tender(battle, at)), at)
    heal = battle.unit(at).sheet.abilities[declared.ability].heal if declared.ability >= 0 else 0
    if heal > 0 and declared.action == v.IMPROVISE:
        heals = heals_now(battle, at, declared)
        return Recovery(declared, "heal", heal if heals else 0, declared.aim if heals else at)
    if heal > 0 and battle.matters(id) and draws_strength(battle, at):
        return Recovery(declared, "heal", heal, at)
    return None


def is_slain(battle: ClashBattle, at: int) -> bool:
    """Is it killed by a Full Hit, lying there since an earlier round (`death_rule`, R-33)? Whether it would have got up or not."""
    unit = battle.unit(at)
    if battle.switches.death_rule != "full_hit" or unit.state != v.INCAPACITATED or unit.down_since >= battle.round:
        return False
    return any(strike.victim == at and strike.band == v.FULL for strike in battle.this_round().strikes)


def heals_now(battle: ClashBattle, at: int, declared: Declaration) -> bool:
    """A healing ability needs a conscious ally with Health in the zone (8.4, R-47)."""
    if declared.aim < 0 or not battle.unit(declared.aim).is_active() or battle.unit(declared.aim).takes() != v.HEALTH:
        return False
    return any(battle.together(battle.turn(at).strike, place) for place in moments(battle, declared.aim))


def draws_strength(battle: ClashBattle, at: int) -> bool:
    """An attack that heals gives its dice to the attacker where it makes a Full Hit (8.4)."""
    if battle.unit(at).takes() != v.HEALTH:
        return False
    return any(strike.attacker == at and strike.band == v.FULL for strike in battle.this_round().strikes)


def dice_with(battle: ClashBattle, at: int, tender: int) -> int:
    """How many d6 of Health a revive brings, with this tender's help or by itself: 0 where it fails, 2 for a natural 20 behind the
    score used."""
    turn = battle.turn(at)
    needed = needed_to_rise(battle, at)
    if tender == v.NOBODY:
        if reaches(turn, needed):
            return 2 if is_natural_20(turn) else 1
        return 2 if battle.switches.nat20_auto and is_natural_20(turn) else 0
    return with_tender(battle, turn, battle.turn(tender), needed, surge_lent(battle, turn))


def needed_to_rise(battle: ClashBattle, at: int) -> int:
    """The CS of where it opened the round, as the GM adjusts it (CL-46)."""
    return cs_at(battle, battle.turn(at).opened) + battle.checks.get("revive:" + battle.unit(at).id, 0)


def surge_lent(battle: ClashBattle, own: Turn) -> int:
    """The d6 of a committed Surge, where it is added to a tender's score too (`tend_surge`, R-36)."""
    if not battle.switches.tend_surge_adds or own.declared is None or not own.declared.surge or own.die is None:
        return 0
    return own.die.total() - own.die.natural()


def with_tender(battle: ClashBattle, own: Turn, lent: Turn, needed: int, surge: int) -> int:
    """The higher score counts; the own one in a tie, unless only the tender's die is a 20 (CL-48, R-35, R-37)."""
    mine, theirs = value_of(own), value_of(lent) + surge
    my_20, their_20 = is_natural_20(own), is_natural_20(lent)
    uses_lent = theirs > mine or (theirs == mine and their_20 and not my_20)
    if battle.switches.tend_nat20 == "score_used":
        twenty = their_20 if uses_lent else my_20
    elif battle.switches.tend_nat20 == "own_only":
        twenty = my_20
    else:
        twenty = my_20 or their_20
    if meets(max(mine, theirs), needed):
        return 2 if twenty else 1
    return 2 if battle.switches.nat20_auto and (my_20 or twenty) else 0


def is_natural_20(turn: Turn) -> bool:
    return turn.die is not None and turn.die.natural_is(20)


def tend_may_matter(battle: ClashBattle, at: int) -> bool:
    """May a tender's score get this unit up, or bring it more? Not where all know that it gets up, or stays down, with either."""
    for other in [other for other in tenders(battle, at) if not battle.unit(other).hidden]:
        if battle.turn(at).open or not is_known(battle, other) or dice_with(battle, at, other) != dice_with(battle, at, v.NOBODY):
            return True
    return False


def may_rise(battle: ClashBattle, at: int) -> bool:
    """Is it awake after this round, or may it be, by what all know?"""
    if battle.unit(at).state != v.INCAPACITATED or battle.switches.damage_to_revivers or battle.turn(at).open:
        return True
    if carried_out(battle, at) is None:
        return False
    return dice_with(battle, at, v.NOBODY) > 0 or (battle.turn(at).use_tend != DECLINED and tend_may_matter(battle, at))


def best_tender(battle: ClashBattle, at: int) -> int:
    """The best of those who tend this unit, if it takes their help (CL-48); -1 for none."""
    best = v.NOBODY
    for other in tenders(battle, at) if battle.turn(at).use_tend != DECLINED else []:
        if best == v.NOBODY or value_of(battle.turn(other)) > value_of(battle.turn(best)):
            best = other
    return best


def tenders(battle: ClashBattle, at: int) -> list[int]:
    """Who tends this unit, in its zone (CL-48, R-38)."""
    found: list[int] = []
    for other in battle.cast():
        declared, turn = carried_out(battle, other), battle.turn(other)
        if declared is None or declared.action != v.TEND or declared.aim != at or battle.is_unseen(other):
            continue
        if turn.has_score and battle.together(turn.end, battle.turn(at).start):
            found.append(other)
    return found
