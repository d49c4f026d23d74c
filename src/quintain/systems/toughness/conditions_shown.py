"""What everybody sees of a combatant's condition, in a few words: also counted after every sampled fight."""

from __future__ import annotations

from quintain.systems.toughness.fields import ON_TRACKS, STATE, WORST_FIRST
from quintain.systems.toughness.fields_states import states_shown, times_held
from quintain.systems.toughness.sheet import Fighter, Fray


def state_words(fighter: Fighter) -> list[str]:
    """The states held, worst first, marks counted by repetition: everybody sees them."""
    if fighter.dead:
        return ["Dead"]
    counts = [(state, times_held(fighter, 0, state)) for state in WORST_FIRST]
    return [state if count == 1 else f"{state} x{count}" for state, count in counts if count]


def circumstances(fray: Fray, fighter: Fighter) -> list[str]:
    """What else everybody sees of it."""
    words = ["escaped"] if fighter.escaped else []
    for id in states_shown(fighter, fray.now):
        if id == "held":
            words.append(f"held by {fray.name_of(fighter.held_by)}")
        elif id == "holding":
            words.append(f"holding {fray.name_of(fighter.holding)}")
        elif id not in ON_TRACKS:
            words.append(STATE[id].name)
    return words


def status_words(fray: Fray, fighter: Fighter) -> str:
    """One short public phrase."""
    return status_and_state(fray, fighter)[0]


def status_and_state(fray: Fray, fighter: Fighter) -> tuple[str, str]:
    """One short public phrase, and the worst state alone."""
    if fighter.dead:
        return "dead", "Dead"
    states = state_words(fighter)
    words = states + circumstances(fray, fighter)
    return ", ".join(words) if words else "unharmed", states[0].split(" ")[0] if states else "unharmed"
