"""The GM's commands of this book (chapter M): the map, sides and phases, fates, deeds and tasks.

Setting figures, adding, removing, moving, hiding, revealing, handing over, forcing dice, forbidding options and ending the
fight are common to all systems and stand in the engine.
"""

from __future__ import annotations

from typing import Annotated

from quintain.engine.commands import Takes
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import told
from quintain.engine.system import unit_named
from quintain.space.zones import Edge, Zones
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.actions import is_placed
from quintain.systems.riposte.flow import arrive, end_turn
from quintain.systems.riposte.ground import Square
from quintain.systems.riposte.layout import place_of, side_number, two_sides
from quintain.systems.riposte.movement import free_places, make_room, may_stand, put_at
from quintain.systems.riposte.other_actions import TIERS, finish, touch
from quintain.systems.riposte.rulings_map import COMMANDS
from quintain.systems.riposte.sentences import place_words, places_words
from quintain.systems.riposte.sheet import Effect, Fighter, Goal, Skirmish, Task, Thing, side_name

Who = Annotated[Fighter, Takes("whom")]
Which = Annotated[str, Takes("which")]
Somewhere = Annotated[object, Takes("which", kind="place")]
ListOfPlaces = Annotated[object, Takes("squares or zones", kind="list")]


def places_of(battle: Skirmish, value: object) -> list[int]:
    """One place, or a list of them."""
    if isinstance(value, str) or (isinstance(value, list) and len(value) == 2 and all(isinstance(part, int) for part in value)):
        return [place_of(battle.ground, value)]
    if isinstance(value, list):
        return [place_of(battle.ground, part) for part in value]
    raise Malformed(f"a place is [column, row] or a zone's name, not {value!r}.")


def new_id(id: str) -> str:
    """A short name for something new: letters, digits, - and _ only, since options are named by it."""
    if not id or not id.replace("-", "").replace("_", "").isalnum():
        raise Malformed(f"id is a short name of letters and digits, not {id!r}.")
    return id


NewId = Annotated[str, Takes("short name", read=new_id)]


# -- the map (RI-117) --------------------------------------------------------------------------------------------------


@COMMANDS.command("Change the ground of squares or zones.", "terrain")
def set_terrain(
    battle: Skirmish, at: Somewhere, terrain: Annotated[str, Takes(one_of=v.TERRAIN_NAMES)],
    cost: Annotated[int, Takes("of Difficult")] = 0,
) -> None:  # fmt: skip
    if not 0 <= cost <= 999 or (terrain == "Difficult") != (cost > 0):
        raise Malformed("Difficult ground, and no other, needs a cost of 1 to 999.")
    if cost and not battle.ground.is_grid:
        raise Illegal("every zone costs the same to enter: Difficult is for squares.")
    places = places_of(battle, at)
    old, number = battle.ground.squares, v.TERRAIN_NAMES.index(terrain)
    battle.ground = battle.ground.changed({place: Square(number, cost, old[place].blocker, old[place].roofed) for place in places})
    told(battle, f"The ground {places_words(battle, places)} is {terrain} now.")


@COMMANDS.command("Block squares with a wall or an object, or open them.", "blocker")
def set_blocker(
    battle: Skirmish, at: Somewhere, blocker: Annotated[int, Takes(one_of=v.BLOCKER_NAMES, read=v.BLOCKER_NAMES.index)],
    roofed: Annotated[bool, Takes("stops fliers too")] = False,
) -> None:  # fmt: skip
    """Open or block squares, with or without a roof; whoever cannot stay is moved to the nearest free square (R30)."""
    if not battle.ground.is_grid:
        raise Illegal("zones have no blockers.")
    places = places_of(battle, at)
    old = battle.ground.squares
    battle.ground = battle.ground.changed({place: Square(old[place].terrain, old[place].cost, blocker, roofed) for place in places})
    give_room(battle)
    what = ("The way is open", "Something is in the way", "There is a wall")[blocker]
    told(battle, f"{what} {places_words(battle, places)} now{' (roofed)' if roofed else ''}.")


def give_room(battle: Skirmish) -> None:
    """Whoever cannot stay goes to the nearest free square (R30); where there is none left, nothing is changed."""
    make_room(battle)
    for fighter in battle.crew:
        if fighter.up and not may_stand(battle, fighter, fighter.place):
            raise Illegal(f"there would be no square left on which {fighter.name} could stand.")


@COMMANDS.command("Forbid, or allow again, hovering over a square.", "hover")
def forbid_hover(battle: Skirmish, at: Somewhere, allow: Annotated[bool, Takes("allow it")] = False) -> None:
    """RI-54."""
    if not battle.ground.is_grid:
        raise Illegal("in zones nobody hovers: there are no squares.")
    places = places_of(battle, at)
    barred = [place for place in battle.ground.no_hover if place not in places]
    if not allow:
        barred.extend(places)
    battle.ground = battle.ground.changed(no_hover=barred)
    give_room(battle)
    told(battle, f"Hovering {places_words(battle, places)} is {'allowed' if allow else 'not possible'} now.")


@COMMANDS.command("Link two zones, or cut their link.", "link")
def set_link(
    battle: Skirmish, a: Annotated[object, Takes("zone", kind="place")], b: Annotated[object, Takes("zone", kind="place")],
    cut: Annotated[bool, Takes("cut it")] = False,
) -> None:  # fmt: skip
    zones = battle.ground.zones
    if zones is None:
        raise Illegal("squares have no links.")
    one, other = place_of(battle.ground, a), place_of(battle.ground, b)
    edges = [edge for edge in zones.edges if {edge.a, edge.b} != {one, other}]
    if not cut:
        edges.append(Edge(one, other))
    try:
        battle.ground = battle.ground.changed(zones=Zones(zones.names, edges))
    except ValueError as problem:
        raise Illegal(f"{problem}.") from None
    told(battle, f"{zones.names[one]} and {zones.names[other]} are {'no longer ' if cut else ''}linked.")


@COMMANDS.command("Say where one can leave the field.", "exits")
def set_exits(battle: Skirmish, at: ListOfPlaces = None) -> None:
    places = places_of(battle, at) if at else []
    battle.ground = battle.ground.changed(exits=places)
    told(battle, f"One can leave the field {places_words(battle, places)} now." if places else "Nobody can leave the field now.")


@COMMANDS.command("Mark the deployment box.", "box")
def set_box(battle: Skirmish, at: ListOfPlaces) -> None:
    if battle.stage != v.DEPLOYMENT:
        raise Illegal("the fight has begun: there is nothing left to deploy.")
    if not isinstance(at, list):
        raise Malformed("at is a list of squares or zones.")
    places = places_of(battle, at)
    for fighter in battle.crew:
        if is_placed(battle, fighter) and fighter.place not in places:
            free = free_places(battle, fighter, places)
            if not free:
                raise Illegal(f"that box is too small: no square is left for {fighter.name}.")
            put_at(battle, fighter, free[0])
    battle.ground = battle.ground.changed(box=places)
    told(battle, f"The deployment box has {len(places)} places.")


@COMMANDS.command("A character leaves the box before the fight.")
def leave_box(battle: Skirmish, who: Who, to: Annotated[object, Takes("where", kind="place")]) -> None:
    """A character walks out of the box before the fight; from then on its position counts (RI-79)."""
    if battle.stage != v.DEPLOYMENT:
        raise Illegal("the fight has begun: everybody's position counts.")
    if who.side != v.HEROES:
        raise Illegal(f"{who.name} is not in the box: it is for the heroes.")
    place = place_of(battle.ground, to)
    if not may_stand(battle, who, place) or battle.occupant(place, who) is not None:
        raise Illegal(f"{who.name} cannot stop at {battle.ground.name(place)}.")
    who.place = place
    who.outside = True
    told(battle, f"{who.name} leaves the box and stands {place_words(battle, place, who)}.", [who.id])


@COMMANDS.command("Put something usable on the map.", "object")
def put_object(
    battle: Skirmish, *, id: NewId, label: Annotated[str, Takes("what it is")] = "",
    at: Annotated[object, Takes("where", kind="place")], uses: Annotated[int, Takes("how often")] = -1,
    note: Annotated[str, Takes("what using it brings")] = "",
) -> None:  # fmt: skip
    if battle.object_by_id(id) is not None:
        raise Unavailable(f"there is already an object called {id!r}.")
    if uses == 0 or uses < -1:
        raise Malformed("uses is how often it can be used, 1 or more, or -1 for any number.")
    place = place_of(battle.ground, at)
    effects = [Effect("note", [], [], [], note)] if note else []
    battle.things = [*battle.things, Thing(id, label or id, place, effects, uses)]
    told(battle, f"{label or id} is {place_words(battle, place)}.")


@COMMANDS.command("Take an object away.", "remove_object")
def take_object(battle: Skirmish, id: Which) -> None:
    thing = battle.object_by_id(id)
    if thing is None:
        raise Unavailable(f"there is no object called {id!r}.")
    battle.things = [other for other in battle.things if other is not thing]
    told(battle, f"{thing.label} is gone.")


# -- sides and phases (RI-118) -----------------------------------------------------------------------------------------


@COMMANDS.command("Say how two sides stand to each other.", "stance")
def set_stance(
    battle: Skirmish, a: Annotated[str, Takes("one", kind="side")], b: Annotated[str, Takes("other", kind="side")],
    stance: Annotated[str, Takes(one_of=v.STANCE_NAMES)],
) -> None:  # fmt: skip
    one, other = two_sides(battle, [a, b])
    battle.set_stance(one, other, v.STANCE_NAMES.index(stance))
    told(battle, f"{side_name(battle.sides[one])} and {side_name(battle.sides[other])} are {stance} now.")


def join(battle: Skirmish, who: Fighter, team: int) -> None:
    who.team, who.side = team, battle.sides[team]
    who.waiting = battle.stage != v.DEPLOYMENT


@COMMANDS.command("Move somebody to another side.", "side")
def change_side(battle: Skirmish, who: Who, to: Annotated[str, Takes("where", kind="side")]) -> None:
    """It acts in the next phase of its new side that starts (RI-74)."""
    team = side_number(battle, to)
    if team == who.team:
        raise Illegal(f"{who.name} is of {side_name(who.side)} already.")
    join(battle, who, team)
    told(battle, f"{who.name} joins {side_name(who.side)}.", [who.id], "gm" if who.hidden else "all")


@COMMANDS.command("Add an enemy team.", "team")
def add_team(battle: Skirmish, name: Annotated[str, Takes("its name")]) -> None:
    """A further enemy team, acting after the others (RI-70)."""
    if name and not name.replace("-", "").replace("_", "").replace(" ", "").isalnum():
        raise Malformed(f"name is written with letters, digits and spaces, not {name!r}.")
    side = f"{v.ENEMIES}:{name}"
    if side in battle.sides or name in ("", v.ENEMIES):
        raise Unavailable(f"there is already a team {side!r}, or no name of its own was given.")
    battle.insert_side(side)
    told(battle, f"There is a team of {side_name(side)} now.")


@COMMANDS.command("Let enemy teams act together from the next round on, or split them.", "merge")
def merge_teams(battle: Skirmish, split: Annotated[bool, Takes("apart again")] = False) -> None:
    """Enemy teams act together, or apart again, from the next round on (RI-70)."""
    battle.merge_next = not split
    told(battle, f"Enemy teams act {'together' if battle.merge_next else 'one by one'} from the next round on.")


@COMMANDS.command("Bring somebody in from the reserve now.", "reinforce")
def bring_in(battle: Skirmish, who: Who) -> None:
    """Somebody from the reserve comes now."""
    if who.status != v.RESERVE:
        raise Illegal(f"{who.name} is not in the reserve.")
    if not arrive(battle, who):
        raise Illegal(f"there is no free square left for {who.name}.")


@COMMANDS.command("Enemies are still to come, or no more.")
def announce(battle: Skirmish, no_more: Annotated[bool, Takes("no more will come")] = False) -> None:
    """Whether enemies are still to come, so that an empty field does not end the fight (RI-82)."""
    battle.more_to_come = not no_more
    told(battle, "More enemies are to come." if battle.more_to_come else "No more enemies will come.", [], "gm")


@COMMANDS.command("End this phase.", "end_phase")
def stop_phase(battle: Skirmish) -> None:
    """RI-69."""
    if battle.stage != v.PHASE:
        raise Illegal("no phase is under way.")
    for fighter in battle.crew:
        if fighter.team in battle.phases[battle.phase]:
            fighter.turn_over = True
    told(battle, f"The GM ends the phase of {battle.phase_name()}.")


# -- goals -------------------------------------------------------------------------------------------------------------


@COMMANDS.command("Declare a goal met, or not.", "goal")
def declare_goal(battle: Skirmish, label: Which, not_met: Annotated[bool, Takes("take it back")] = False) -> None:
    """A goal is met, or given up, by the GM's word (RI-87)."""
    for goal in battle.goals:
        if goal.label == label:
            goal.declared = not not_met
            told(battle, f"{label}: {'met' if goal.declared else 'not met'}.", [], "gm" if goal.hidden else "all")
            return
    raise Unavailable(f"there is no goal {label!r}: there are {', '.join([goal.label for goal in battle.goals])}.")


@COMMANDS.command("Set the heroes a further goal.")
def add_goal(
    battle: Skirmish, label: Annotated[str, Takes("in words")],
    required: Annotated[bool, Takes("needed besides others")] = False,
    hidden: Annotated[bool, Takes("for the GM only")] = False,
) -> None:  # fmt: skip
    if not label or label in [goal.label for goal in battle.goals]:
        raise Malformed("a new goal needs a label of its own.")
    battle.goals = [*battle.goals, Goal("custom", label, [], 1, [], required, hidden)]
    told(battle, f"A goal: {label}.", [], "gm" if hidden else "all")


# -- fates (RI-119) ----------------------------------------------------------------------------------------------------


@COMMANDS.command("Let somebody get away.")
def retreat(battle: Skirmish, who: Who, how: Annotated[str, Takes(one_of=("retreated", "fled"))] = "retreated") -> None:
    """Somebody gets away alive (RI-106), also while it is asked what becomes of it; or flees (RI-90)."""
    if not who.up and battle.falling != who.id:
        raise Illegal(f"{who.name} is not in the fight.")
    if how == "fled" and who.up:
        touch(battle, "flee", who.id)
    else:
        battle.set_status(who, how)
        told(battle, f"{who.name}: {how}.", [who.id])


@COMMANDS.command("A player takes over an NPC.")
def take_over(battle: Skirmish, who: Who, player: Annotated[str, Takes("who runs it", kind="controller")]) -> None:
    """A player picks up an NPC: it joins the heroes and acts from the next Hero phase on (RI-109)."""
    if not who.up:
        raise Illegal(f"{who.name} is not in the fight.")
    if not player:
        raise Malformed("player names who runs it from now on.")
    who.kind = "pc"
    who.controller = player
    if who.side != v.HEROES:
        join(battle, who, 0)
    told(battle, f"{who.name} is run by {player} from now on.", [who.id])


@COMMANDS.command("Say which player runs a companion.")
def assign(
    battle: Skirmish, who: Who, player: Annotated[str, Takes("who; default all", kind="controller")] = "",
) -> None:  # fmt: skip
    """A companion is run by a named player, or by all together (RI-116)."""
    if who.kind != "extra":
        raise Illegal(f"{who.name} is no companion: use hand_over.")
    who.controller = player or "players"
    told(battle, f"{who.name} is run by {who.controller} from now on.", [who.id])


# -- deeds and tasks (RI-120) ------------------------------------------------------------------------------------------


@COMMANDS.command("Rule that a deed costs the acting fighter's action, or is free.", "deed")
def rule_deed(
    battle: Skirmish, what: Annotated[str, Takes("the deed")], action: Annotated[bool, Takes("costs the action")] = True,
) -> None:  # fmt: skip
    """A described deed of the acting fighter costs its action, or is free (RI-58, RI-61)."""
    fighter = battle.fighter(battle.acting)
    if fighter is None:
        raise Illegal("nobody's turn is under way.")
    if action and fighter.acted:
        raise Illegal(f"{fighter.name} has spent its action already.")
    told(battle, f"{fighter.name}: {what} ({'an action' if action else 'free'}).", [fighter.id])
    if action:
        fighter.acted = True
        if not fighter.block.ride or fighter.movement == 0:
            end_turn(battle, fighter)


@COMMANDS.command("Open a task, or a single check.", "task")
def open_task(
    battle: Skirmish, id: NewId, label: Annotated[str, Takes("in words")] = "",
    hp: Annotated[int, Takes("task HP, 0 for a single check")] = 0,
    tier: Annotated[str, Takes("how hard", one_of=tuple(TIERS))] = "Average",
    flee: Annotated[object, Takes("ids of those who flee when it is done", kind="list")] = (),
    party_hp: Annotated[int, Takes("what the party may lose")] = -1,
) -> None:  # fmt: skip
    """A task with HP, or a single check; those it covers flee when it is done (RI-63, RI-90)."""
    if battle.task(id) is not None:
        raise Unavailable(f"a new task needs an id of its own, not {id!r}.")
    if hp < 0:
        raise Malformed("hp is 0 for a single check, or how much there is to do.")
    if not isinstance(flee, list | tuple):
        raise Malformed("flee is a list of ids.")
    effects = [Effect("flee", [unit_named(battle, who).id for who in flee], [], [], "")] if flee else []
    if party_hp < -1:
        raise Malformed("party_hp is what the party may lose, 0 or more, or -1 where nothing is counted.")
    task = Task(id, label or id, hp, TIERS[tier], effects, party_hp)
    battle.tasks = [*battle.tasks, task]
    told(battle, f"A task: {task.label} ({tier}{f', {hp} HP' if hp else ''}).")


@COMMANDS.command("Change what is left of a task, or its tier.")
def adjust_task(
    battle: Skirmish, id: Which, left: Annotated[int | None, Takes("HP left")] = None,
    tier: Annotated[str | None, Takes("how hard", one_of=tuple(TIERS))] = None,
) -> None:  # fmt: skip
    task = battle.task(id)
    if task is None:
        raise Unavailable(f"there is no task {id!r}.")
    left = task.left if left is None else left
    if left < 0:
        raise Malformed("left is 0 or more.")
    if left and not task.hp:
        raise Illegal(f"{task.label} is a single check: there is nothing left to count. Close it, done or not (close_task).")
    if tier is not None:
        task.tier = TIERS[tier]
    task.left = left
    told(battle, f"{task.label}: {task.left} left.")
    if task.hp and task.left == 0 and task.open:
        finish(battle, task)


@COMMANDS.command("Close a task, done or not.")
def close_task(battle: Skirmish, id: Which, done: Annotated[bool, Takes("as done")] = False) -> None:
    task = battle.task(id)
    if task is None or not task.open:
        raise Unavailable(f"there is no open task {id!r}.")
    if done:
        task.left = 0
        finish(battle, task)
    else:
        task.open = False
        told(battle, f"{task.label} is closed.")


@COMMANDS.command("Somebody is freed, or flees.", "effect")
def let_happen(battle: Skirmish, kind: Annotated[str, Takes(one_of=("free", "flee"))], who: Who) -> None:
    """The effect of an object is the GM's word: somebody is freed, or gives way (RI-59, RI-87)."""
    if kind == "flee" and who.status not in (v.UP, v.RESERVE):
        raise Illegal(f"{who.name} is not in the fight.")
    touch(battle, kind, who.id)


RULINGS = COMMANDS.rulings
