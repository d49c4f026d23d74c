"""What the odds of a declaration report: one d20 is attack and defence at once, so fates are joint (section 6)."""

from __future__ import annotations

from fractions import Fraction

from quintain.engine.question import Option
from quintain.engine.solve import solve
from quintain.engine.system import System
from quintain.systems.clash.declaration import COVER, FEAT, Declaration
from quintain.systems.clash.sheet import (
    ACTIVE,
    HEALTH,
    MARKS,
    NOBODY,
    ClashBattle,
    ClashUnit,
    Goal,
)


def fate(unit: ClashUnit) -> str:
    if unit.state != ACTIVE:
        return unit.state
    if unit.takes() == HEALTH:
        return f"{unit.health} Health"
    return f"{unit.marks} marks" if unit.takes() == MARKS else "unharmed"


def fates(after: ClashBattle, who: str, option: Option) -> tuple[tuple[str, str], ...]:
    """The fate of the one who declares, of whoever it is aimed at, and of the feat worked on."""
    found: list[tuple[str, str]] = []
    for id in asked_about(after, who, option):
        if id.startswith("feat:"):
            feat = after.feat(id[5:])
            if feat is not None:
                found.append((feat.name, "done" if feat.done else f"{feat.progress} of {feat.goal}"))
        else:
            at = after.at(id)
            if at >= 0:
                found.append((after.unit(at).name, fate(after.unit(at))))
    return tuple(found)


def asked_about(battle: ClashBattle, who: str, option: Option) -> list[str]:
    found = [who]
    if isinstance(option, Declaration):
        if option.aim >= 0 and battle.units[option.aim].id != who:
            found.append(battle.units[option.aim].id)
        if option.deed == FEAT:
            found.append("feat:" + option.what)
    return found


def unknown(battle: ClashBattle, who: str, option: Option) -> list[str]:
    """What a player does not know: NPC scores that bear on this declaration. Intents are taken as they were announced."""
    at = battle.at(who)
    if at < 0 or not isinstance(option, Declaration) or not battle.unit(at).is_player():
        return []
    if battle.switches.show_npc_scores == "yes":
        return []
    found: list[str] = []
    if option.aim >= 0 and not battle.unit(option.aim).is_player() and option.attacks() and battle.unit(option.aim).is_character():
        found.append(f"the Action Score of {battle.unit(option.aim).name}")
    wards = [at] + ([option.aim] if option.action == COVER else [])
    for other in range(len(battle.units)):
        stated = battle.turn(other).stated if battle.now is not None else None
        if battle.unit(other).is_player() or stated is None or not stated.attacks():
            continue
        if stated.aim in wards or stated.aim == NOBODY:
            phrase = f"the Action Score of {battle.unit(other).name}"
            if phrase not in found:
                found.append(phrase)
    return found


def finish_within(system: System, battle: ClashBattle, feat: str, rounds: int, tactics: dict[str, str]) -> Fraction:
    """The exact chance that a feat is done within so many rounds, by the same rules as played (CL-96, CL-97)."""
    start = battle.copy()
    start.goals = [Goal("feat", feat, "done", start.party), *start.goals]
    for timer in start.timers:
        timer.stopped = True
    joints = rounds if start.begun else rounds + 1
    solution = solve(system, start, tactics, within=joints)
    return sum((chance for ending, chance in solution.endings.items() if ending == ("done", battle.party)), Fraction(0))
