"""What the odds of an option report: the HP each party ends on, and who is out (RI-13)."""

from __future__ import annotations

from quintain.engine.question import Option
from quintain.systems.riposte import options as o
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.options import Deed
from quintain.systems.riposte.resolve import engagement_distance, judge, plan_between
from quintain.systems.riposte.sentences import shown_chance
from quintain.systems.riposte.sheet import Blow, Fighter, Skirmish, Task
from quintain.systems.riposte.tactics_tables import Ranges, Tables


def fates(before: Skirmish, after: Skirmish, who: str, option: Option) -> tuple[tuple[str, str], ...]:
    """The ending HP of both parties of an engagement; of a check, how the task stands."""
    if not isinstance(option, Deed):
        return ()
    if option.verb == o.CHECK:
        return tuple([(task.label, task_fate(task)) for task in after.tasks if task.id == option.aim])
    found: list[tuple[str, str]] = []
    for id in (who, option.aim):
        fighter = after.fighter(id)
        if fighter is not None:
            found.append((fighter.name, f"{fighter.hp} HP"))
    return tuple(found)


def headlines_for(battle: Skirmish, who: str, option: Option) -> list[str]:
    """An engagement hits, a check passes, healing heals; of all else there is no chance to show."""
    if not isinstance(option, Deed) or option.verb == o.ENGAGE:
        return ["hit", "crit", "drop"]
    return ["pass"] if option.verb == o.CHECK else ["heals"] if option.verb == o.HEAL else []


def achieved(before: Skirmish, after: Skirmish, who: str, option: Option) -> list[str]:
    """Has somebody been healed?"""
    if not isinstance(option, Deed) or option.verb != o.HEAL:
        return []
    old, new = before.fighter(option.aim), after.fighter(option.aim)
    return ["heals"] if old is not None and new is not None and new.hp > old.hp else []


def task_fate(task: Task) -> str:
    if not task.open:
        return "done" if task.done else "lost"
    return f"{task.left} left" if task.hp else "not done"


def unknown(battle: Skirmish, own: list[str], who: str, option: Option) -> list[str]:
    """With closed forecasts, players do not know their foes' figures (section 7)."""
    if not battle.switches.closed_forecast or not isinstance(option, Deed) or option.verb != o.ENGAGE:
        return []
    target = battle.fighter(option.aim)
    if target is None or target.in_party:
        return []
    return [f"{target.name}'s Dodge, Avoid and Defense"]


def conceal(battle: Skirmish, own: list[str]) -> None:
    """What only the GM knows would show in the odds (section 7): who has traits that are rolled for, and base stats; and who hides
    on the way."""
    sides = [fighter.side for fighter in battle.crew if fighter.id in own]
    for fighter in battle.crew:
        if fighter.side not in sides:
            fighter.block = fighter.block.without_rolls()
    conceal_unseen(battle, own)


def conceal_unseen(battle: Skirmish, own: list[str]) -> None:
    """Whoever is hidden is not there."""
    for fighter in battle.crew:
        if fighter.up and fighter.hidden and fighter.id not in own:
            fighter.set_status(v.RESERVE)
            fighter.arrives = 0
    battle.ranges = Ranges()
    battle.tables = Tables()


def back(before: Skirmish, after: Skirmish, who: str) -> list[tuple[str, int]]:
    """What the riposte costs whoever attacks: HP, and whether it is out."""
    old, new = before.fighter(who), after.fighter(who)
    if old is None or new is None:
        return []
    return [("HP", old.hp - new.hp), ("out", 1 if old.up and not new.up else 0)]


def figures(battle: Skirmish, who: str, option: Option) -> dict[str, dict[str, object]]:
    """The forecast of an engagement as the option says: from that place, with that weapon (RI-13)."""
    if not isinstance(option, Deed) or option.verb != o.ENGAGE:
        return {}
    then = battle.copy()
    attacker, defender = then.fighter(who), then.fighter(option.aim)
    if attacker is None or defender is None:
        return {}
    if option.at != o.HERE:
        attacker.place = option.at
    if option.weapon != o.AS_IS:
        attacker.weapon = option.weapon
    return forecast(then, attacker, defender)


def forecast(battle: Skirmish, attacker: Fighter, defender: Fighter) -> dict[str, dict[str, object]]:
    """Both parties' figures for an engagement declared now, activation rolls left aside (RI-13)."""
    distance = engagement_distance(battle, attacker.place, attacker.in_hand(), defender)
    riposte = defender.reaches(distance)
    order = plan_between(attacker, attacker.figures(v.ATTACKING), defender, riposte).strikes()
    mine = sum([1 for slot in order if slot in (v.ATTACK, v.FOLLOW_ATTACK)])
    return {
        attacker.id: _figures(battle, Blow(attacker, defender, v.ATTACK), mine),
        defender.id: _figures(battle, Blow(defender, attacker, v.RIPOSTE), len(order) - mine),
    }


def _figures(battle: Skirmish, blow: Blow, strikes: int) -> dict[str, object]:
    judge(battle, blow)
    return {
        "hit": shown_chance(blow.hit_chance),
        "crit": shown_chance(blow.crit_chance),
        "damage": blow.plain_damage,
        "strikes": strikes,
        "strikes_back": strikes > 0,
    }
