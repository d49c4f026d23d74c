"""The condition of a combatant in words, with what each mark does and when it may clear. Health is never a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.systems.toughness.clock import NEVER, in_words, rounds_left
from quintain.systems.toughness.conditions import ends_of, worst
from quintain.systems.toughness.fields import LETHAL, ON_TRACKS, STATE, SUBDUAL, WORST_FIRST
from quintain.systems.toughness.fields_states import states_shown, times_held
from quintain.systems.toughness.sheet import Fighter, Fray

if TYPE_CHECKING:
    from quintain.engine.viewer import Viewer

# -- what everybody sees, also counted after every sampled fight ------------------------------------------------------


def state_words(fighter: Fighter) -> list[str]:
    """The states held, worst first, marks counted by repetition: everybody sees them."""
    if fighter.dead:
        return ["Dead"]
    counts = [(state, times_held(fighter, 0, state)) for state in WORST_FIRST]
    return [state if count == 1 else f"{state} x{count}" for state, count in counts if count]


def circumstances(fray: Fray, fighter: Fighter, viewer: Viewer | None) -> list[str]:
    """What else is seen of it, naming nobody whom the viewer knows nothing of."""
    words = ["escaped"] if fighter.escaped else []
    for id in states_shown(fighter, fray.now):
        if id == "held" and (viewer is None or viewer.sees(fighter.held_by)):
            words.append(f"held by {fray.name_of(fighter.held_by)}")
        elif id == "holding":
            words += [f"holding {fray.name_of(fighter.holding)}"] if viewer is None or viewer.sees(fighter.holding) else []
        elif id not in ON_TRACKS:
            words.append(STATE[id].name)
    return words


def status_and_state(fray: Fray, fighter: Fighter, viewer: Viewer | None = None) -> tuple[str, str]:
    """One short public phrase, and the worst state alone."""
    if fighter.dead:
        return "dead", "Dead"
    states = state_words(fighter)
    words = states + circumstances(fray, fighter, viewer)
    return ", ".join(words) if words else "unharmed", states[0].split(" ")[0] if states else "unharmed"


# -- the two ladders, for the owner ------------------------------------------------------------------------------------


def marks_in_full(fray: Fray, fighter: Fighter) -> list[dict[str, object]]:
    """Each mark with what it does and when it may clear, the lightest first."""
    rows: list[dict[str, object]] = []
    for lethal, states in ((False, SUBDUAL), (True, LETHAL)):
        most = worst(fighter, lethal)
        for degree in range(1, most + 1):
            state = states[degree]
            for clears in when_cleared(fray, fighter, state, lethal, most > degree):
                track = "lethal" if lethal else "subdual"
                rows.append({"state": state, "track": track, "does": STATE[state].does, "clears": clears})
    return rows


def when_cleared(fray: Fray, fighter: Fighter, state: str, lethal: bool, blocked: bool) -> list[str]:
    """When each mark of a state may clear. `blocked`: a worse state stands on its track (TO-88)."""
    if state == "Dying":
        return [f"check against {fighter.dying_dc} at its next turn, 10 more to be saved"]
    if ends_of(fighter, state):
        return [when_run_out(rounds_left(end, fray.now), blocked) for end in ends_of(fighter, state)]
    due = fighter.lethal_check if lethal else fighter.subdual_check
    left = rounds_left(due, fray.now)
    clears = f"by a CON check in {in_words(left)}" if left else "by a CON check at its next turn"
    if blocked or due == NEVER:
        clears = "once the worse state above it is gone"
    return [clears] * times_held(fighter, fray.now, state)


def when_run_out(left: int, blocked: bool) -> str:
    if not left:
        return "as soon as nothing worse stands on this track"
    return f"in {in_words(left)}{', if nothing worse stands on this track then' if blocked else ''}"
