"""The shape of the fight, and the one clause of the book: BR-01."""

from __future__ import annotations

from brawl.actions import Turn
from brawl.sheet import Fighter, Fray
from quintain.engine import D20, Event, Outcome

NEEDED, HARM, MOST_ROUNDS = 11, 3, 40


def step(battle: Fray) -> None:
    """From joint to joint: one turn, or the beginning of a round."""
    if battle.turn >= len(battle.units):
        battle.turn = 0
        battle.reached("round")
    if battle.turn == 0:
        if battle.round >= MOST_ROUNDS and not battle.uncapped:
            battle.end("draw", "", f"Nobody has won after {MOST_ROUNDS} rounds.")
        battle.round += 1
    unit = battle.units[battle.turn]
    battle.turn += 1
    if isinstance(unit, Fighter) and unit.is_present():
        option = battle.ask(Turn(battle, unit))
        target = battle.fighter(option.target()) if option is not None and option.target() else None
        if target is not None:
            strike(battle, unit, target)
        battle.reached("action")
    over = decided(battle)
    if over is not None:
        battle.end(over.result, over.winner, over.why)


def strike(battle: Fray, striker: Fighter, target: Fighter) -> None:
    """BR-01. Figures are read after the roll: the GM may have changed something while the die was awaited."""
    roll = battle.roll(striker.id, "strike", D20, against=target.id)
    if roll.void:
        return
    skill, before = striker.skill, target.hp
    hit = roll.at_least(NEEDED - skill, "hit")
    if hit:
        target.hp = max(0, before - HARM)
        battle.note("hit", striker.id)
        battle.note("damage", striker.id, before - target.hp)
        if target.hp == 0:
            battle.note("drop", striker.id)
    if battle.telling:
        what = f"for {HARM}: {target.hp} of {target.most} left" if hit else "and misses"
        event = Event("strike", f"{striker.name} strikes {target.name} {what}.", [striker.id, target.id], clause="BR-01")
        event.math, event.faces = [("d20", roll.faces[0]), ("Skill", skill)], {"d20": roll.faces}
        event.against, event.verdict = ("needed", NEEDED), "hit" if hit else "miss"
        battle.tell(event)


def decided(battle: Fray) -> Outcome | None:
    """The side that is left has won."""
    left = sorted({unit.side for unit in battle.units if unit.is_present()})
    if len(left) > 1:
        return None
    return Outcome("victory", left[0], f"Only {left[0]} still stand.") if left else Outcome("draw", "", "Nobody still stands.")
