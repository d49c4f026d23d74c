"""What the odds of an option report, and what a seat may not learn from them."""

from __future__ import annotations

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
    if isinstance(option, TurnOption) and option.kind in ("disengage", "stabilise", "try rally", "stunt"):
        return []
    if target is not None and target.id not in own and target.team != 0:
        power = b.DEFENCES[0]
        if isinstance(option, TurnOption) and actor is not None and 0 <= option.power < len(actor.block.powers):
            power = b.DEFENCES[actor.block.powers[option.power].defence]
        return [f"{power} of {target.name}", f"hit points of {target.name}"]
    if isinstance(option, TurnOption) and option.kind in ("use", "confused") and target is None:
        return ["defences and hit points of the targets"]
    return []
