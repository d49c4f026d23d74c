"""From a checked encounter to the fight it starts as. What makes no sense is refused with a sentence, and where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.event import Outcome
from quintain.engine.plain_data import take_words
from quintain.engine.reading import Reading
from quintain.engine.refusal import Illegal, within
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.combatants import make_fighter
from quintain.systems.riposte.fields_rows import load_goal, load_progress, load_task
from quintain.systems.riposte.layout import lay_out, place_of, places_in, set_stances, sides_of, two_sides
from quintain.systems.riposte.movement import free_places, may_stand, put_at
from quintain.systems.riposte.other_actions import TIERS
from quintain.systems.riposte.sheet import Effect, Fighter, Goal, Skirmish, Task, Thing
from quintain.systems.riposte.switches import Switches

if TYPE_CHECKING:
    from quintain.systems.riposte.fields_files import EffectModel, GoalModel, ProgressModel, TaskModel, ThingModel
    from quintain.systems.riposte.files import EncounterModel


def build(model: EncounterModel, source: dict[str, object]) -> Skirmish:
    """The fight an encounter starts as."""
    switches = Switches(dict(model.options))
    battle = Skirmish(Reading(), lay_out(model, switches), switches, sides_of(model))
    battle.source = source
    set_stances(battle, model)
    for number, row in enumerate(model.combatants):
        with within("combatants", number):
            check_new(battle.index, row.id, "a combatant")
            battle.add_unit(make_fighter(battle, row))
    gone = [] if model.state is None else model.state.gone
    set_goals(battle, model, gone)
    for number, task in enumerate(model.tasks):
        with within("tasks", number):
            check_new({one.id: 0 for one in battle.tasks}, task.id, "a task")
            battle.tasks.append(make_task(battle, task, gone))
    for number, thing in enumerate(model.objects):
        with within("objects", number):
            check_new({one.id: 0 for one in battle.things}, thing.id, "an object")
            battle.things.append(make_thing(battle, thing, gone))
    battle.more_to_come = model.more_to_come
    if model.state is not None:
        with within("state"):
            take_up(battle, model.state)
    place_heroes(battle)
    check_battle(battle, model.state is not None)
    return battle


def check_new(known: dict[str, int], id: str, what: str) -> None:
    """Options and rulings name things by id, so no two may have the same."""
    if id in known:
        raise Illegal(f"there is already {what} called {id!r}: give each an id of its own.", ("id",))


def take_up(battle: Skirmish, state: ProgressModel) -> None:
    """Go on where a fight was exported."""
    if (state.stage == v.DEPLOYMENT) != (state.round == 0):
        raise Illegal("a fight under way (stage 1 or 2) is in round 1 or later; before it, stage and round are 0.", ("round",))
    battle.round = state.round
    load_progress(battle, state)
    battle.arrange_phases()
    if state.phase >= len(battle.phases):
        raise Illegal(f"there is no phase {state.phase}: a round has phases 0 to {len(battle.phases) - 1}.", ("phase",))
    battle.phase = state.phase
    if state.acting:
        with within("acting"):
            check_known(battle, state.acting, [], "acting")
    battle.acting = state.acting
    for number, id in enumerate(state.provokers_met):
        with within("provokers_met", number):
            check_known(battle, id, state.gone, "provokers_met")
    take_words(battle, state.forbidden, state.forces)
    if state.outcome is not None:
        battle.outcome = Outcome(state.outcome.result, state.outcome.winner, state.outcome.why)
    battle.begun = True


def check_known(battle: Skirmish, id: str, gone: list[str], what: str) -> None:
    """Refuse a name that is no combatant's, unless the GM took that one out of the fight."""
    if battle.fighter(id) is None and id not in gone:
        ids = ", ".join([fighter.id for fighter in battle.crew])
        raise Illegal(f"{what} names {id!r}, who is not among the combatants: there are {ids}.")


# -- goals, objects, tasks ---------------------------------------------------------------------------------------------


def set_goals(battle: Skirmish, model: EncounterModel, gone: list[str]) -> None:
    for number, row in enumerate(model.objectives):
        with within("objectives", number):
            goal = make_goal(battle, row, gone, model.state is not None)
            if goal.label in [other.label for other in battle.goals]:
                sentence = f"two objectives are called {goal.label!r}: give each a label of its own."
                raise Illegal(sentence, ("label",) if row.label else ())
            battle.goals.append(goal)
    if not battle.goals:
        battle.goals = [Goal("rout", "rout", [], 1, [], False, False)]


def make_goal(battle: Skirmish, model: GoalModel, gone: list[str], taken_up: bool) -> Goal:
    area = places_in(battle.ground, "area", model.area)
    if model.type == "break_through" and not area:
        area = list(battle.ground.exits)
    goal = Goal(
        model.type, model.label or model.type.replace("_", " "), list(model.who), model.count, area, model.required, model.hidden
    )
    load_goal(goal, model)
    check_goal(battle, goal, gone, taken_up)
    return goal


def check_goal(battle: Skirmish, goal: Goal, gone: list[str], taken_up: bool) -> None:
    """`taken_up`: in the middle of a fight the GM may have closed the exits."""
    if goal.kind in ("defeat", "rescue", "talk_down") and not goal.who:
        raise Illegal(f"the goal {goal.label!r} must name who is meant (who: [...]).")
    for number, id in enumerate(goal.who):
        with within("who", number):
            check_known(battle, id, gone, f"the goal {goal.label!r}")
    if goal.kind == "escape" and not battle.ground.exits and not taken_up:
        raise Illegal("the goal escape needs at least one exit (exits: [...]).")
    if goal.kind == "break_through" and not goal.area:
        raise Illegal("the goal break_through needs an area to get to (area: [...]), or exits.")


def make_task(battle: Skirmish, model: TaskModel, gone: list[str]) -> Task:
    task = Task(model.id, model.label, model.hp, TIERS[model.tier], make_effects(battle, model.effects, gone), model.party_hp)
    if model.hp == 0 and model.left:
        raise Illegal("a single check (hp: 0) has nothing left to count: leave `left` out, or give the task HP.", ("left",))
    load_task(task, model)
    return task


def make_thing(battle: Skirmish, model: ThingModel, gone: list[str]) -> Thing:
    with within("at"):
        place = place_of(battle.ground, model.at)
    return Thing(model.id, model.label, place, make_effects(battle, model.effects, gone), model.uses)


def make_effects(battle: Skirmish, models: list[EffectModel], gone: list[str]) -> list[Effect]:
    found: list[Effect] = []
    for number, model in enumerate(models):
        with within("effects", number):
            found.append(make_effect(battle, model, gone))
    return found


SAYS = {
    "open": ["places"], "close": ["places"], "goal": ["text"], "free": ["who"], "flee": ["who"], "stance": ["sides", "text", "who"],
    "note": ["text"],
}  # fmt: skip
"""Per kind of effect, what it may say, and first what it must: anything else would do nothing."""


def make_effect(battle: Skirmish, model: EffectModel, gone: list[str]) -> Effect:
    says = SAYS[model.kind]
    given = {"places": len(model.places), "who": len(model.who), "sides": len(model.sides), "text": len(model.text)}
    for field, length in given.items():
        if length and field not in says:
            raise Illegal(f"an effect {model.kind} takes {', '.join(says)}, not {field}.", (field,))
    if not given[says[0]]:
        raise Illegal(f"an effect {model.kind} must say {says[0]}: as it stands it does nothing.")
    for number, id in enumerate(model.who):
        with within("who", number):
            check_known(battle, id, gone, "an effect")
    if model.kind == "goal" and model.text not in [goal.label for goal in battle.goals]:
        labels = ", ".join([repr(goal.label) for goal in battle.goals])
        raise Illegal(f"an effect names the goal {model.text!r}, which is not there: there are {labels}.", ("text",))
    if model.kind == "stance":
        check_stance(battle, model)
    if model.kind in ("open", "close") and not battle.ground.is_grid:
        raise Illegal("only squares can be opened or closed, and this fight is in zones.")
    return Effect(model.kind, list(model.who), places_in(battle.ground, "places", model.places), list(model.sides), model.text)


def check_stance(battle: Skirmish, model: EffectModel) -> None:
    with within("sides"):
        if len(model.sides) != 2:
            raise Illegal("a stance effect names two sides.")
        two_sides(battle, model.sides)
    if model.text not in v.STANCE_NAMES:
        raise Illegal("a stance effect has friendly, neutral or hostile as its text.", ("text",))


# -- placing and checking ----------------------------------------------------------------------------------------------


def place_heroes(battle: Skirmish) -> None:
    """Whoever has no place yet gets one in the box: melee nearest to the enemy, others behind (RI-77, R41)."""
    unplaced = [fighter for fighter in battle.crew if fighter.place == v.NOWHERE and fighter.up]
    for fighter in sorted(unplaced, key=keeps_away):
        if fighter.side != v.HEROES or not battle.ground.box:
            sentence = f"{fighter.name} needs a place (at:), or a deployment box if it is a hero."
            raise Illegal(sentence, ("combatants", fighter.number))
        free = free_places(battle, fighter, battle.ground.box)
        if not free:
            sentence = f"the deployment box is too small: there is no square left on which {fighter.name} could stop."
            raise Illegal(sentence, ("box",))
        put_at(battle, fighter, min(free, key=lambda place: to_nearest_enemy(battle, place)))


def keeps_away(fighter: Fighter) -> int:
    """0 for those who strike next to them, more for those who can strike from afar."""
    return max([weapon.distances[-1] for weapon in fighter.block.weapons], default=1)


def to_nearest_enemy(battle: Skirmish, place: int) -> int:
    away = [
        battle.ground.steps(place, other.place)
        for other in battle.crew
        if other.up and battle.is_enemy(other) and other.place != v.NOWHERE and not other.hidden
    ]
    return min(away, default=0)


def check_battle(battle: Skirmish, taken_up: bool) -> None:
    """Refuse what cannot be: two on one square, somebody inside a wall, nobody to fight."""
    for fighter in battle.crew:
        with within("combatants", fighter.number):
            if fighter.status == v.RESERVE and fighter.place == v.NOWHERE:
                raise Illegal(f"{fighter.name} comes in round {fighter.arrives} and needs a place to come to (at:).")
            if fighter.up:
                check_standing(battle, fighter)
    if taken_up:
        return
    if not any(fighter.in_party for fighter in battle.crew):
        raise Illegal("somebody must be a player's character or companion (kind: pc or extra).", ("combatants",))
    if not any(battle.is_enemy(fighter) for fighter in battle.crew) and not battle.more_to_come:
        raise Illegal("there is no enemy in this fight: put somebody on the side of the enemies.", ("combatants",))


def check_standing(battle: Skirmish, fighter: Fighter) -> None:
    where = battle.ground.name(fighter.place)
    if not may_stand(battle, fighter, fighter.place):
        raise Illegal(f"{fighter.name} cannot stand at {where}: there is a {battle.ground.ground_word(fighter.place)}.", ("at",))
    other = battle.occupant(fighter.place, fighter)
    if other is not None:
        raise Illegal(f"{fighter.name} and {other.name} both stand at {where}: a square holds one.", ("at",))
