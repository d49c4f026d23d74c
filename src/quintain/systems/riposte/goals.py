"""What the heroes want, and when the fight is over (chapter I)."""

from __future__ import annotations

from quintain.engine.event import Outcome
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.sheet import Fighter, Goal, Skirmish

SUCCESS = "success"
DEFEAT = "defeat"
BROKEN_OFF = "broken off"
UNRESOLVED = "unresolved"
NO_ENEMY = "no enemy is left to stand in the way"
GOAL_REACHED = "the heroes have reached their goal"
PARTY_LEFT = "the party has left the field"
PARTY_OUT = "nobody of the party is left standing"
CLAUSES = {NO_ENEMY: "RI-83", GOAL_REACHED: "RI-83", PARTY_LEFT: "RI-145", PARTY_OUT: "RI-84"}
"""Why the rules end a fight, each with its clause; the GM gives reasons of their own (RI-85)."""


def stands_in_the_way(battle: Skirmish, fighter: Fighter) -> bool:
    """An enemy that could prevent the heroes' goal: of an enemy side that is hostile to them (RI-81)."""
    return fighter.team != 0 and battle.stances[fighter.team] == v.HOSTILE and battle.is_enemy(fighter)


def no_enemy_left(battle: Skirmish) -> bool:
    """No enemy is up and none is still to come (RI-82)."""
    if battle.more_to_come:
        return False
    return all(not ((fighter.up or fighter.status == v.RESERVE) and stands_in_the_way(battle, fighter)) for fighter in battle.crew)


def is_met(battle: Skirmish, goal: Goal) -> bool:
    """RI-87, RI-88."""
    if goal.declared:
        return True
    named = [battle.fighter(id) for id in goal.who]
    if goal.kind == "defeat":  # One taken off the board by the GM is out too.
        return not any(one is not None and (one.up or one.status == v.RESERVE) for one in named)
    if goal.kind == "escape":
        return anyone_escaped(battle) and not party_up(battle)
    if goal.kind == "break_through":
        return broken_through(battle, goal) >= goal.count
    if goal.kind == "rescue":
        return all(one is not None and (one.freed or one.status == v.ESCAPED) for one in named)
    if goal.kind == "talk_down":
        return all(one is not None and one.gave_way for one in named)
    return False


def broken_through(battle: Skirmish, goal: Goal) -> int:
    """How many of the party have reached the goal area; leaving by an exit counts."""
    party = [fighter for fighter in battle.crew if fighter.in_party]
    return len([one for one in party if one.status == v.ESCAPED or (one.up and one.place in goal.area)])


def party_up(battle: Skirmish) -> bool:
    return any(fighter.up and fighter.stands_with_party for fighter in battle.crew)


def anyone_escaped(battle: Skirmish) -> bool:
    return any(fighter.status == v.ESCAPED and fighter.stands_with_party for fighter in battle.crew)


def goals_met(battle: Skirmish) -> bool:
    """Every required goal, and one of the alternatives where there are any (RI-91)."""
    required = [is_met(battle, goal) for goal in battle.goals if goal.required]
    alternatives = [is_met(battle, goal) for goal in battle.goals if not goal.required]
    return False not in required and (True in alternatives or not alternatives)


def decided(battle: Skirmish) -> Outcome | None:
    """How the fight stands, success before defeat (RI-82 to RI-84, RI-145); None while it goes on."""
    if no_enemy_left(battle):
        return Outcome(SUCCESS, v.HEROES, NO_ENEMY)
    if goals_met(battle):
        return Outcome(SUCCESS, v.HEROES, GOAL_REACHED)
    if party_up(battle):
        return None
    if anyone_escaped(battle):
        return Outcome(BROKEN_OFF, "", PARTY_LEFT)
    return Outcome(DEFEAT, v.ENEMIES, PARTY_OUT)


def check_goals(battle: Skirmish) -> None:
    """Looked at after every engagement or action, at exits and goal squares, and when a phase ends (RI-83)."""
    outcome = decided(battle)
    if outcome is not None:
        battle.end(outcome.result, outcome.winner, outcome.why)


def is_telling_step(battle: Skirmish, fighter: Fighter) -> bool:
    """Whether goals are looked at where somebody has just stepped: an exit, or a goal area (RI-83)."""
    if battle.ground.is_exit[fighter.place]:
        return True
    return any(goal.area and fighter.place in goal.area for goal in battle.goals)
