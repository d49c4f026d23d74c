"""A combatant's condition in words: states, marks with what they do and when they may clear. Health is never a number."""

from __future__ import annotations

from typing import Final

from quintain.systems.toughness.clock import NEVER, in_words, rounds_left
from quintain.systems.toughness.conditions import is_exposed, worst_lethal, worst_subdual
from quintain.systems.toughness.sheet import Fighter, Fray

DOES: Final[dict[str, str]] = {
    "Bruised": "-1 to Toughness against subdual damage",
    "Dazed": "-1 to Toughness against subdual damage",
    "Staggered": "half speed",
    "Unconscious": "helpless",
    "Hurt": "-1 to Toughness",
    "Wounded": "-1 to Toughness, -2 on every other roll but CON checks",
    "Disabled": "half speed; straining means dying",
    "Dying": "helpless; a check every round",
}


def state_words(fighter: Fighter) -> list[str]:
    """The states held, worst first, marks counted by repetition: everybody sees them."""
    if fighter.dead:
        return ["Dead"]
    words: list[str] = []
    for held, state in ((fighter.dying, "Dying"), (fighter.unconscious, "Unconscious"), (fighter.disabled, "Disabled")):
        if held:
            words.append(state)
    if fighter.staggered:
        words.append("Staggered")
    for count, state in ((fighter.wounded, "Wounded"), (len(fighter.dazed), "Dazed")):
        words += several(state, count)
    for count, state in ((len(fighter.hurt), "Hurt"), (len(fighter.bruised), "Bruised")):
        words += several(state, count)
    return words


def several(state: str, count: int) -> list[str]:
    if count == 0:
        return []
    return [state if count == 1 else f"{state} x{count}"]


def circumstances(fray: Fray, fighter: Fighter) -> list[str]:
    """What else everybody sees of it."""
    words: list[str] = []
    if fighter.escaped:
        words.append("escaped")
    if fighter.yielded:
        words.append("yielded")
    if fighter.bound:
        words.append("bound")
    if fighter.pinned:
        words.append("pinned")
    elif fighter.held_by:
        words.append(f"held by {fray.name_of(fighter.held_by)}")
    if fighter.holding:
        words.append(f"holding {fray.name_of(fighter.holding)}")
    if fighter.owes and fighter.able:
        words.append("loses its turn")
    if is_exposed(fray, fighter) and fighter.able:
        words.append("exposed")
    if fighter.surprised:
        words.append("surprised")
    if fighter.prone and not fighter.helpless:
        words.append("prone")
    if fighter.delayed:
        words.append("waiting")
    if fighter.prepared:
        words.append("prepared")
    return words


def status_words(fray: Fray, fighter: Fighter) -> str:
    """One short public phrase."""
    if fighter.dead:
        return "dead"
    words = [*state_words(fighter), *circumstances(fray, fighter)]
    return ", ".join(words) if words else "unharmed"


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
        rows.append({"state": "Dying", "track": "lethal", "does": DOES["Dying"], "clears": clears})
    return rows


def timed(fray: Fray, state: str, track: str, ends: list[int], blocked: bool) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for end in ends:
        left = rounds_left(end, fray.now)
        clears = f"in {in_words(left)}" if left else "as soon as nothing worse stands on this track"
        if blocked and left:
            clears += ", if nothing worse stands on this track then"
        rows.append({"state": state, "track": track, "does": DOES[state], "clears": clears})
    return rows


def checked(fray: Fray, state: str, track: str, count: int, due: int, blocked: bool) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for _ in range(count):
        if blocked or due == NEVER:
            clears = "once the worse state above it is gone"
        else:
            left = rounds_left(due, fray.now)
            clears = f"by a CON check in {in_words(left)}" if left else "by a CON check at its next turn"
        rows.append({"state": state, "track": track, "does": DOES[state], "clears": clears})
    return rows
