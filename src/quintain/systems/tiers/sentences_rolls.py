"""Dice in words: what was thrown, what counted, and what an event shows of it."""

from __future__ import annotations

from quintain.engine.event import Event
from quintain.systems.tiers.audience import dice_of
from quintain.systems.tiers.awaiting import Thrown
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.throws import Throw


def tell_thrown(battle: TiersBattle, made: Throw, kind: str, words: str, clause: str, math_for: str, verdict: str = "") -> None:
    """What somebody does by this throw, with its dice."""
    if battle.telling:
        roller = made.roller
        event = Event(kind, f"{roller.name} {words}.", [roller.id], clause=clause, math_for=math_for, verdict=verdict)
        battle.tell(told_roll(event, made))


def told_roll(event: Event, made: Throw) -> Event:
    """The event with the kept dice of this throw as its arithmetic; with none while the dice are unknown."""
    roll, dice = made.roll, made.dice
    if roll is None or dice is None or not roll.faces:
        return event
    first, second, middle = dice.split(roll.faces)
    _add_pool(event, roll.faces[:middle], dice.d20s, 20, dice.best, first)
    if dice.dice:
        _add_pool(event, roll.faces[middle:], dice.dice, dice.sides, dice.best_die, second)
    return event


def _add_pool(event: Event, faces: list[int], count: int, sides: int, best: bool, kept: int) -> None:
    label = f"{count}d{sides} ({', '.join([str(face) for face in faces])}) {'best' if best else 'worst'}"
    event.math.append((label, kept))
    event.faces[label] = faces


def told_handful(event: Event, thrown: Thrown | None, total: int) -> Event:
    """The event with a plain sum of Effect dice as its arithmetic (TI-09)."""
    label = "no dice"
    if thrown is not None:
        dice, roll = thrown
        label = f"{dice.name} ({', '.join([str(face) for face in roll.faces])})"
        event.faces[label] = list(roll.faces)
    event.math.append((label, total))
    return event


def rolled_words(battle: TiersBattle, made: Throw) -> str:
    """What players hear of an adversary's roll: its total where the table rolls openly (section 7), never the number needed."""
    if dice_of(battle, made.roller) != "all" or made.roll is None or made.dice is None or not made.roll.faces:
        return ""
    return f" ({made.dice.total(made.roll.faces)} rolled)"


def tier_words(made: Throw) -> str:
    """Where the number of d20s comes from: "Tier 2 + Flanking - Distracted"."""
    if made.terms is None:
        return ""
    parts = [f"Tier {made.terms[0][1]}"]
    for name, shift in made.terms[1:]:
        parts.append(f"{'+' if shift > 0 else '-'} {name}")
    return " ".join(parts)
