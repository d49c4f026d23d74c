"""What the odds of an option report: the fate of whom it is aimed at."""

from __future__ import annotations

from typing import Final

from quintain.engine.question import Option
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.act_kinds import ACT_KINDS
from quintain.systems.tiers.audience import dice_of
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.battlefield import feet_between
from quintain.systems.tiers.conditions import refresh
from quintain.systems.tiers.options import Act
from quintain.systems.tiers.reactions import React
from quintain.systems.tiers.sheet import REMOVED, Creature
from quintain.systems.tiers.situation import perceived
from quintain.systems.tiers.stat_block import boon_of
from quintain.systems.tiers.targets import area_targets, burst_targets
from quintain.systems.tiers.throws import Hit, Parry, Resistance, Throw, Throwing


def throw_of(option: Option) -> Throw | None:
    """The roll that an answer in the middle of an act helps, lets be, or makes."""
    return option.made if isinstance(option, (React, Throwing)) else None


def brings(option: Option) -> str:
    """What is hoped of the roll that an option is about."""
    if isinstance(option, Throwing):
        return option.brings
    made = throw_of(option)
    return made.brings() if made is not None else ""


def subjects(battle: TiersBattle, who: str, option: Option) -> list[str]:
    """The ids of those whose fates are asked about."""
    if isinstance(option, (React, Throwing)) and option.target():
        return [option.target()]
    if isinstance(option, Act):
        if option.aim:
            return [option.aim]
        # One at a time: each target is rolled for separately, so the first stands for the rest.
        inside = caught(battle, who, option)
        if inside:
            return inside[:1]
    return [who]


def caught(battle: TiersBattle, who: str, option: Act) -> list[str]:
    """The ids of those inside the area or burst of a power."""
    actor = battle.creature(who)
    if actor is None or option.what != "power" or option.power < 0:
        return []
    power = actor.sheet.powers[option.power]
    if power.form != v.ATTACK:
        return []
    if power.burst:
        return [other.id for other in burst_targets(battle, actor, power)]
    if power.square and option.x >= 0:
        return [other.id for other in area_targets(battle, actor, power, option.x, option.y)]
    return []


def fate_words(before: Creature, after: Creature) -> str:
    """What became of one creature, in words."""
    if after.status == v.DEAD:
        return "dead"
    if after.status == v.UNCONSCIOUS:
        return "down"
    parts = [f"{after.hp} HP"]
    had = {(effect.kind, effect.param, effect.source): effect.level for effect in before.wounds}
    for effect in after.wounds:
        if had.get((effect.kind, effect.param, effect.source), 0) != effect.level:
            parts.append(f"{v.WOUNDS[effect.kind]} {effect.level}")
    if (after.x, after.y) != (before.x, before.y):
        parts.append(f"moved {feet_between(before.x, before.y, 1, after.x, after.y, 1)}'")
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
    return [option.target()] if isinstance(option, (React, Throwing)) and option.target() else []


# -- what a player may know (section 7) -----------------------------------------------------------------------------

AT_A_PRICE: Final = ("push", "push damage", "redo", "before roll", "before damage")
"""What costs Stress or a React: odds show the plain roll, so that two ways of it compare, and whoever looks may switch these."""
LOWEST: Final = 7
HIGHEST: Final = 25
"""Defenses lie between 7 (Tier 0, no die) and 25 (Tier 6, d12), items aside."""
IMMUNE_TO_ALL: Final = [boon_of(v.B_IMMUNE, 5, v.NONE, energy) for energy in range(len(v.ENERGIES))]


def is_secret(creature: Creature | None, own: list[str]) -> bool:
    return creature is not None and not creature.sheet.is_pc and creature.id not in own


def is_aimed(battle: TiersBattle, who: str, option: Option) -> bool:
    """Is it an attack whose chance to hit can be said?"""
    if isinstance(option, (React, Throwing)):
        return brings(option) == "hit" or (isinstance(option, React) and option.aim != "")
    if not isinstance(option, Act):
        return False
    if option.what == "attack":
        return True
    actor = battle.creature(who)
    return option.what == "power" and actor is not None and actor.sheet.powers[option.power].form in (v.ATTACK, v.TWIN)


def unknown(battle: TiersBattle, own: list[str], who: str, option: Option) -> list[str]:
    """A player never learns an adversary's figures, powers or hiding place, which the odds would give away.

    Whatever an adversary may answer, or whoever may stand there unseen, makes the rest unknown as well.
    """
    actor = battle.creature(who)
    if actor is None or is_secret(actor, own):
        return ["what others can do"]
    if isinstance(option, Act) and not ACT_KINDS[option.what].secretive:
        return []
    made = throw_of(option)
    if made is not None and is_secret(made.roller, own):
        return ["what others can do"]
    if isinstance(made, Resistance):
        return ["what else is to come"]
    if brings(option) in ("better", "success"):
        return []
    if brings(option) == "saved":
        return ["what the blow would do"]
    if is_aimed(battle, who, option):
        if not option.target():
            return ["who stands there, and their Defenses, HP and Soak"]
        target = battle.creature(option.target())
        if target is not None and is_secret(target, own):
            return [f"{target.name}'s Defenses, HP and Soak"]
        return [f"what others do about {target.name}"] if target is not None and target.sheet.is_pc else []
    if isinstance(option, Act) and option.what == "power":
        helped = battle.creature(option.aim)
        if helped is not None and actor.sheet.powers[option.power].form in (v.HEAL, v.SALVE, v.BESTOW):
            return [f"{helped.name}'s HP"] if is_secret(helped, own) else []
    return ["what adversaries do about it"]


def suppose(battle: TiersBattle, own: list[str], who: str, option: Option, best: bool) -> list[str]:
    """A player's range: an adversary's Defenses as low, or as high, as the book and the rolls so far leave open.

    Chances to hit follow from them; of hit points nothing can be said. Nobody unseen is there, no adversary Reacts, and what
    is printed on their sheets does not count: all that is secret.
    """
    actor, made = battle.creature(who), throw_of(option)
    if actor is None or is_secret(actor, own) or (made is not None and is_secret(made.roller, own)):
        return []
    if isinstance(made, Resistance):
        roll, source = made.threat.roll, made.threat.source
        return ["success"] if roll is None or dice_of(battle, battle.creatures[source]) == "all" else []
    if isinstance(made, Parry):
        return _suppose_parry(battle, actor, made.hit)
    if not is_aimed(battle, who, option):
        return []
    conceal(battle, own)
    for one in battle.creatures:
        if is_secret(one, own):
            _suppose_of(one, best)
    return ["hit"]


def _suppose_parry(battle: TiersBattle, parrying: Creature, hit: Hit) -> list[str]:
    """Where the attack was rolled openly, the chance to turn it; of what it would do nothing is said."""
    if dice_of(battle, hit.attack.attacker) != "all":
        return []
    parrying.boons = [*parrying.boons, *IMMUNE_TO_ALL]
    refresh(parrying)
    return ["saved"]


def conceal(battle: TiersBattle, own: list[str]) -> None:
    """Nobody unseen is there."""
    unseen = [one for one in battle.creatures if is_secret(one, own) and not perceived(battle, one, own)]
    for one in unseen:
        one.status = REMOVED


def headlines_for(battle: TiersBattle, who: str, option: Option) -> list[str]:
    """An attack hits; what helps heals; a roll brings what is hoped of it; of all else there is no chance to show."""
    hoped = brings(option)
    if hoped and hoped != "hit":
        return [hoped]
    if not isinstance(option, Act) or ACT_KINDS[option.what].brings == "hit" or is_aimed(battle, who, option):
        return ["hit", "crit", "drop"]
    if ACT_KINDS[option.what].brings:
        return [ACT_KINDS[option.what].brings]
    return ["heals"] if option.what == "power" and option.aim else []


def achieved(before: TiersBattle, after: TiersBattle, who: str, option: Option) -> list[str]:
    """Is whoever was helped better off? Has the roll brought what was hoped of it? (What one does oneself to another is noted.)"""
    made = throw_of(option)
    if made is not None:
        hoped, told = brings(option), made.roller.id == who
        noted = told and hoped in ("hit", "drop")
        return [hoped] if hoped and not noted and after.verdicts.get(made.roller.index, False) else []
    if not isinstance(option, Act):
        return []
    hoped = ACT_KINDS[option.what].brings
    if hoped and hoped != "hit":
        actor = after.creature(who)
        return [hoped] if actor is not None and after.verdicts.get(actor.index, False) else []
    if option.what != "power" or not option.aim:
        return []
    old, new = before.creature(option.aim), after.creature(option.aim)
    return ["heals"] if old is not None and new is not None and new.hp > old.hp else []


def back(before: TiersBattle, after: TiersBattle, who: str) -> list[tuple[str, int]]:
    """What an act costs whoever does it: HP, Stress, or its feet."""
    old, new = before.creature(who), after.creature(who)
    if old is None or new is None:
        return []
    found = [("HP", old.hp - new.hp), ("Stress", new.stress - old.stress)]
    if new.status != old.status and new.status in (v.DEAD, v.UNCONSCIOUS):
        found.append(("dead" if new.status == v.DEAD else "down", 1))
    return found


def _suppose_of(one: Creature, best: bool) -> None:
    bounds: list[int] = []
    for name in v.DEFENSES:
        low, high = one.learned.get(name, (LOWEST, HIGHEST))
        low = max(low, LOWEST) if high >= LOWEST else low
        bounds.append(low if best else (high if high < 99 else max(low, HIGHEST)))
    one.iron, one.ward, one.grit = bounds
    one.hp = one.max_hp = 1000
    one.soak = one.stress = one.max_stress = 0
    one.reacts_used, one.extra_reacts, one.haste_used = 99, 0, True
    one.wounds = [effect for effect in one.wounds if not effect.trait]
    one.boons = [effect for effect in one.boons if not effect.trait]
    # Nothing is said of the damage, so no dice need be thrown for it.
    one.boons += IMMUNE_TO_ALL
    refresh(one)
