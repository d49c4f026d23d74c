"""The marks of a combatant in words, with what they do and when they may clear. Health is never a number."""

from __future__ import annotations

from quintain.systems.toughness.clock import NEVER, in_words, rounds_left
from quintain.systems.toughness.conditions import worst_lethal, worst_subdual
from quintain.systems.toughness.fields import STATE
from quintain.systems.toughness.sheet import Fighter, Fray


def marks_in_full(fray: Fray, fighter: Fighter) -> list[dict[str, object]]:
    """The two ladders for its owner: each mark with what it does and when it may clear."""
    rows: list[dict[str, object]] = []
    if not (fighter.bruised or fighter.dazed or fighter.staggered or fighter.unconscious or fighter.hurt or fighter.wounded
            or fighter.disabled or fighter.dying):  # fmt: skip
        return rows
    blocked = worst_subdual(fighter)
    rows += timed(fray, "Bruised", "subdual", fighter.bruised, blocked > 1)
    rows += timed(fray, "Dazed", "subdual", fighter.dazed, blocked > 2)
    rows += checked(fray, "Staggered", "subdual", 1 if fighter.staggered else 0, fighter.subdual_check, blocked > 3)
    rows += checked(fray, "Unconscious", "subdual", 1 if fighter.unconscious else 0, fighter.subdual_check, False)
    blocked = worst_lethal(fighter)
    rows += timed(fray, "Hurt", "lethal", fighter.hurt, blocked > 1)
    rows += checked(fray, "Wounded", "lethal", fighter.wounded, fighter.lethal_check, blocked > 2)
    rows += checked(fray, "Disabled", "lethal", 1 if fighter.disabled else 0, fighter.lethal_check, blocked > 3)
    if fighter.dying:
        clears = f"check against {fighter.dying_dc} at its next turn, 10 more to be saved"
        rows.append({"state": "Dying", "track": "lethal", "does": STATE["Dying"].does, "clears": clears})
    return rows


def timed(fray: Fray, state: str, track: str, ends: list[int], blocked: bool) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for end in ends:
        left = rounds_left(end, fray.now)
        clears = f"in {in_words(left)}" if left else "as soon as nothing worse stands on this track"
        if blocked and left:
            clears += ", if nothing worse stands on this track then"
        rows.append({"state": state, "track": track, "does": STATE[state].does, "clears": clears})
    return rows


def checked(fray: Fray, state: str, track: str, count: int, due: int, blocked: bool) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for _ in range(count):
        if blocked or due == NEVER:
            clears = "once the worse state above it is gone"
        else:
            left = rounds_left(due, fray.now)
            clears = f"by a CON check in {in_words(left)}" if left else "by a CON check at its next turn"
        rows.append({"state": state, "track": track, "does": STATE[state].does, "clears": clears})
    return rows
