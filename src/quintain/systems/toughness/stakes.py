"""What is at stake where Conviction may still change a roll, in figures, as far as the roller may know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM
from quintain.engine.rows import stake
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.conditions import clear_light_marks, degree_of, marks_of
from quintain.systems.toughness.defense import toughness
from quintain.systems.toughness.fields import LETHAL, SUBDUAL
from quintain.systems.toughness.sentences import SAVE_NAMES, sum_of
from quintain.systems.toughness.sheet import Attempt, Fighter, Fray

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


def knows(fray: Fray, asked: Fighter, other: Fighter | None) -> bool:
    """May the owner of `asked` know the figures of the other one?"""
    if asked.controller == GM:
        return True
    return other is not None and (fray.is_shared(other) or other.controller == asked.controller)


def attack_at_stake(fray: Fray, attacker: Fighter, target: Fighter, face: int, bonus: int, against: int) -> list[Stake]:
    known = knows(fray, attacker, target)
    if not face:
        needs = f"needs {max(2, min(20, against - bonus))} or more on the die" if known else f"d20 {bonus:+d}"
        return [stake(needs)]
    said = sum_of(face, bonus)
    if not known:
        return [stake(said)]
    short = against - face - bonus
    if face == 20 or (short <= 0 and face != 1):
        return [stake(f"{said} against Defense {against}: a hit as it is", "good")]
    return [stake(f"{said} against Defense {against}: a miss; {max(1, short)} more would hit", "bad")]


def save_at_stake(
    fray: Fray, target: Fighter, face: int, bonus: int, difficulty: int, lethal: bool, striker: Fighter | None
) -> list[Stake]:
    """TO-66, TO-67: how the Toughness save stands, and what failing it so would mark."""
    known = knows(fray, target, striker)
    if not face:
        return [stake(f"d20 {bonus:+d} against {difficulty}" if known else f"d20 {bonus:+d}")]
    said = sum_of(face, bonus)
    if not known:
        return [stake(said)]
    missed = difficulty - face - bonus
    if missed <= 0:
        return [stake(f"{said} against {difficulty}: no harm as it is", "good")]
    states = states_for(fray, target, missed, face, lethal)
    drops = "this drops you: " if any(state in ("Unconscious", "Dying", "Dead") for state in states) else ""
    return [stake(f"{said} against {difficulty}, missed by {missed}: {drops}{' and '.join(states) or 'nothing more'}", "bad")]


def sum_at_stake(fray: Fray, attempt: Attempt, face: int) -> list[Stake]:
    """Any other roll of one's own: the sum as it stands, and what it has to reach where that is known."""
    bonus, number = attempt.bonus(fray), attempt.number(fray)
    said = sum_of(face, bonus) if face else f"d20 {bonus:+d}"
    if number is None:
        return [stake(said)]
    if not face:
        return [stake(f"{said} against {number}")]
    short = number - face - bonus
    if short <= 0 or (face == 20 and attempt.what in SAVE_NAMES):  # TO-101
        return [stake(f"{said} against {number}: made as it is", "good")]
    return [stake(f"{said} against {number}: failed; {short} more would do", "bad")]


def states_for(fray: Fray, target: Fighter, missed: int, face: int, lethal: bool) -> list[str]:
    """TO-67 to TO-71, TO-120: the states that a save missed by so much marks."""
    minion = target.block.minion
    if lethal and missed >= 20 and (face != 20 or minion):
        return ["Dead"]
    subdual, deadly = marks_of(fray, target, degree_of(missed, face, minion), lethal)
    found = [SUBDUAL[subdual]] if subdual else []
    if deadly:
        found.append("Dead" if deadly == v.BEYOND else LETHAL[deadly])
    return found


def shield_at_stake(fray: Fray, fighter: Fighter, lethal: bool) -> list[Stake]:
    """TO-100: the Toughness save with and without the marks that a point would wipe."""
    marks = len(fighter.hurt) + len(fighter.bruised)
    wiped = fray.copy()
    clear_light_marks(wiped, wiped.here(fighter.id), False)
    now, then = toughness(fray, fighter, lethal), toughness(wiped, wiped.here(fighter.id), lethal)
    left = f"{fighter.conviction} of {fighter.conviction_max} Conviction"
    return [stake(f"{marks} mark{'' if marks == 1 else 's'}: Toughness {now:+d} with, {then:+d} without; {left}")]


def check_at_stake(bonus: int, difficulty: int, dying: bool) -> list[Stake]:
    """TO-90, TO-92: on which faces the check fails."""
    fails = max(0, min(20, difficulty - bonus - 1))
    what = "dies" if dying else "fails"
    if not fails:
        return [stake(f"CON {bonus:+d} against {difficulty}: it cannot fail", "good")]
    faces = f"on 1 to {fails}" if fails > 1 else "on a 1"
    return [stake(f"CON {bonus:+d} against {difficulty}: {what} {faces}, {fails * 5} %", "bad")]
