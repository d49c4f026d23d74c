"""What the odds of an option report, and what a seat may not learn from them."""

from __future__ import annotations

from typing import Final

from quintain.engine.question import Option
from quintain.systems.escalation import blocks as b
from quintain.systems.escalation.actions import TurnOption
from quintain.systems.escalation.figures import hp_of, mob_standing
from quintain.systems.escalation.positions import engaged_mask
from quintain.systems.escalation.sheet import STATES, UP, Fighter, Skirmish
from quintain.systems.escalation.words import effect_words


def fate(battle: Skirmish, fighter: Fighter) -> str:
    """How somebody stands, in a few words."""
    if fighter.state != UP:
        return STATES[fighter.state].replace("_", " ")
    if fighter.mob >= 0:
        return f"stands, {mob_standing(battle, fighter)} of the mob left"
    words = f"{hp_of(battle, fighter)} hp"
    for each in fighter.lasting:
        words += f", {effect_words(each)}"
    if fighter.grabber >= 0:
        words += ", grabbed"
    return words


def asked_about(battle: Skirmish, who: str, option: Option) -> list[str]:
    """Odds of a blow at somebody are about that one: what surely only scratches the actor on the way is not split."""
    if isinstance(option, TurnOption) and option.kind in ("use", "swoop") and option.to and option.to != who:
        return [option.to]
    return []


CHECKS: Final = ("disengage", "stabilise", "try rally", "stunt")
"""Rolled, but no attack: one succeeds or fails."""


def headlines_of(option: Option) -> list[str]:
    """A check succeeds; anything else that is rolled may hit."""
    return ["success"] if isinstance(option, TurnOption) and option.kind in CHECKS else ["hit", "crit", "drop"]


def fates(before: Skirmish, after: Skirmish, who: str, option: Option) -> tuple[tuple[str, str], ...]:
    """The fate of the target, of the actor where it changed, and of anybody else the act touched."""
    found: list[tuple[str, str]] = []
    target = option.target()
    actor = before.named(who)
    coarse = asked_about(before, who, option) != [] and actor is not None and engaged_mask(before, actor) != 0
    for old in before.fighters:
        new = after.fighters[old.number]
        now = fate(after, new)
        changed = now != fate(before, old) or new.engaged != old.engaged
        if new.id == target:
            found.append((new.name, now))
        elif new.id == who:
            if coarse:
                if new.state != old.state:
                    found.append((new.name, now))
            elif changed:
                found.append((new.name, now if new.engaged == old.engaged else f"{now}{', free' if not new.engaged else ''}"))
        elif changed and new.mob < 0:
            found.append((new.name, now))
    return tuple(found)


def unknown(battle: Skirmish, own: list[str], who: str, option: Option) -> list[str]:
    """What odds would give away: an enemy's defence and hit points, unless the table shows them (`reveal = all`)."""
    if battle.house.reveal == "all":
        return []
    actor = battle.named(who)
    target = battle.named(option.target())
    if isinstance(option, TurnOption) and option.kind in CHECKS:
        return []
    if target is not None and target.id not in own and target.team != 0:
        power = b.DEFENCES[0]
        if isinstance(option, TurnOption) and actor is not None and 0 <= option.power < len(actor.block.powers):
            power = b.DEFENCES[actor.block.powers[option.power].defence]
        low, high = supposed(target, b.DEFENCES.index(power))
        return [f"{power} of {target.name}: {low} to {high}", f"hit points of {target.name}"]
    if isinstance(option, TurnOption) and option.kind in ("use", "confused") and target is None:
        return ["defences and hit points of the targets"]
    return []


# A printed defence lies within so much of the creature's level, which everybody may know.
SPANS = {b.AC: (12, 21), b.PD: (8, 19), b.MD: (8, 19)}


def supposed(target: Fighter, which: int) -> tuple[int, int]:
    """The lowest and the highest a printed defence can be: by level, narrowed by what has been seen to hit and to miss."""
    low, high = SPANS[which]
    low, high = target.block.level + low, target.block.level + high
    seen = target.learned.get(b.DEFENCES[which], (low, high))
    return min(max(low, seen[0]), seen[1]), max(min(high, seen[1]), seen[0])


def suppose(battle: Skirmish, own: list[str], who: str, option: Option, best: bool) -> list[str]:
    """A player's odds: the defences of foes at their best or worst, nothing secret done in answer; only hitting means something."""
    actor = battle.named(who)
    if actor is None or actor.id not in own or not isinstance(option, TurnOption) or option.kind not in ("use", "swoop"):
        return []
    battle.supposing = actor.team
    for foe in battle.fighters:
        if foe.id in own or foe.team == actor.team:
            continue
        end = 0 if best else 1
        foe.ac, foe.pd, foe.md = supposed(foe, b.AC)[end], supposed(foe, b.PD)[end], supposed(foe, b.MD)[end]
        foe.interrupt_used = True
    return ["hit"]
