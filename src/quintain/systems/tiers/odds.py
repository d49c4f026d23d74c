"""What the odds of an option report: the fate of whom it is aimed at."""

from __future__ import annotations

from quintain.engine.question import Option
from quintain.systems.tiers.arena import TiersBattle
from quintain.systems.tiers.attack import in_area
from quintain.systems.tiers.options import Act
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.terms import DEAD, DEFENSES, UNCONSCIOUS, WOUNDS


def subjects(battle: TiersBattle, who: str, option: Option) -> list[str]:
    """The ids of those whose fates are asked about."""
    if isinstance(option, Act):
        if option.aim:
            return [option.aim]
        actor = battle.creature(who)
        if actor is not None and option.what == "power" and option.x >= 0:
            power = actor.sheet.powers[option.power]
            side = max(1, power.square // 5)
            inside = [other.id for other in battle.creatures if other.is_present() and in_area(option.x, option.y, side, other)]
            # One at a time: each target is rolled for separately, so the first stands for the rest.
            return inside[:1]
    return [who]


def fate_words(before: Creature, after: Creature) -> str:
    """What became of one creature, in words."""
    if after.status == DEAD:
        return "dead"
    if after.status == UNCONSCIOUS:
        return "down"
    parts = [f"{after.hp} HP"]
    had = {(mark.kind, mark.param, mark.source): mark.level for mark in before.wounds}
    for mark in after.wounds:
        if had.get((mark.kind, mark.param, mark.source), 0) != mark.level:
            parts.append(f"{WOUNDS[mark.kind]} {mark.level}")
    if (after.x, after.y) != (before.x, before.y):
        parts.append(f"at {after.x},{after.y}")
    if after.soak_marked > before.soak_marked:
        parts.append(f"{after.soak_marked - before.soak_marked} Soak")
    return ", ".join(parts)


def fates(before: TiersBattle, after: TiersBattle, who: str, option: Option) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for id in subjects(before, who, option):
        one, other = before.creature(id), after.creature(id)
        if one is not None and other is not None:
            found.append((one.name, fate_words(one, other)))
    return tuple(found)


def asked_about(battle: TiersBattle, who: str, option: Option) -> list[str]:
    """Rolls that touch only others are not split. The actor's own fate matters where it may be struck in return."""
    if isinstance(option, Act) and option.what in ("attack", "power"):
        return subjects(battle, who, option)
    return []


def unknown(battle: TiersBattle, own: list[str], who: str, option: Option) -> list[str]:
    """Section 7: a player never learns an adversary's Defenses, HP or Soak, which the odds would give away."""
    found: list[str] = []
    for id in subjects(battle, who, option):
        creature = battle.creature(id)
        if creature is not None and not creature.sheet.is_pc and id not in own:
            found.append(f"{creature.name}'s Defenses, HP and Soak")
    return found


LOWEST, HIGHEST = 7, 25
"""Defenses lie between 7 (Tier 0, no die) and 25 (Tier 6, d12), items aside."""


def suppose(battle: TiersBattle, own: list[str], who: str, option: Option, best: bool) -> list[str]:
    """A player's range: an adversary's Defenses as low, or as high, as the book and the rolls so far leave open.

    Chances to hit follow from them; of hit points nothing can be said.
    """
    for id in subjects(battle, who, option):
        creature = battle.creature(id)
        if creature is None or creature.sheet.is_pc or id in own:
            continue
        bounds = [creature.learned.get(name, (LOWEST, HIGHEST))[0 if best else 1] for name in DEFENSES]
        creature.iron, creature.ward, creature.grit = bounds
        creature.hp = creature.max_hp = 1000
        creature.soak = creature.stress = creature.max_stress = 0
    return ["hit"]
