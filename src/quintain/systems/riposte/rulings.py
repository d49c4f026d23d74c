"""The GM's commands of this book (chapter M): the map, sides and phases, fates, deeds and tasks.

Setting figures, adding, removing, moving, hiding, revealing, handing over, forcing dice, forbidding options and ending the
fight are common to all systems and stand in the engine.
"""

from __future__ import annotations

from quintain.engine.battle import Battle
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import flag_of, number_of, text_of, told
from quintain.engine.system import Called, Ruling, unit_named
from quintain.space.zones import Edge, Zones
from quintain.systems.riposte.actions import is_placed
from quintain.systems.riposte.flow import arrive
from quintain.systems.riposte.ground import BLOCKER_NAMES, TERRAIN_NAMES, Square
from quintain.systems.riposte.layout import place_of, side_number, two_sides
from quintain.systems.riposte.movement import make_room, may_stand
from quintain.systems.riposte.other_actions import TIERS, find_task, find_thing, finish, take_effect, touch
from quintain.systems.riposte.rulings_map import lay_anew
from quintain.systems.riposte.sheet import (
    DEPLOYMENT,
    ENEMIES,
    HEROES,
    PHASE,
    RESERVE,
    STANCE_NAMES,
    Effect,
    Fighter,
    Goal,
    Skirmish,
    Task,
    Thing,
    side_name,
)

Args = dict[str, object]


def field_of(battle: Battle) -> Skirmish:
    assert isinstance(battle, Skirmish)
    return battle


def fighter_of(battle: Battle, args: Args, name: str = "who") -> Fighter:
    unit = unit_named(battle, args.get(name))
    assert isinstance(unit, Fighter)
    return unit


def places_of(battle: Skirmish, value: object) -> list[int]:
    """One place, or a list of them."""
    if isinstance(value, str):
        return [place_of(battle.ground, value)]
    if isinstance(value, list) and len(value) == 2 and all(isinstance(part, int) for part in value):
        return [place_of(battle.ground, value)]
    if isinstance(value, list):
        return [place_of(battle.ground, part) for part in value]
    raise Malformed(f"a place is [column, row] or a zone's name, not {value!r}.")


def one_of(args: Args, name: str, choices: tuple[str, ...], default: str = "") -> str:
    value = text_of(args, name, default)
    if value not in choices:
        raise Malformed(f"{name} is one of {', '.join(choices)}, not {value!r}.")
    return value


def new_id(args: Args) -> str:
    """A short name for something new: letters, digits, - and _ only, since options are named by it."""
    id = text_of(args, "id")
    if not id or not id.replace("-", "").replace("_", "").isalnum():
        raise Malformed(f"id is a short name of letters and digits, not {id!r}.")
    return id


# -- the map (RI-117) --------------------------------------------------------------------------------------------------


def set_terrain(battle: Battle, args: Args) -> None:
    field = field_of(battle)
    kind = one_of(args, "terrain", TERRAIN_NAMES)
    cost = number_of(args, "cost")
    if not 0 <= cost <= 999 or (kind == "Difficult") != (cost > 0):
        raise Malformed("Difficult ground, and no other, needs a cost of 1 to 999.")
    if cost and not field.ground.is_grid:
        raise Illegal("every zone costs the same to enter: Difficult is for squares.")
    places = places_of(field, args.get("at"))
    for place in places:
        old = field.ground.squares[place]
        terrain = TERRAIN_NAMES.index(kind)
        field.ground = field.ground.changed(place, Square(terrain, cost, old.blocker, old.roofed))
    told(battle, f"The ground at {named_places(field, places)} is {kind} now.")


def set_blocker(battle: Battle, args: Args) -> None:
    """Open or block squares, with or without a roof; whoever cannot stay is moved to the nearest free square (R30)."""
    field = field_of(battle)
    if not field.ground.is_grid:
        raise Illegal("zones have no blockers.")
    blocker = BLOCKER_NAMES.index(one_of(args, "blocker", BLOCKER_NAMES))
    roofed = flag_of(args, "roofed")
    places = places_of(field, args.get("at"))
    ground = field.ground
    for place in places:
        old = ground.squares[place]
        ground = ground.changed(place, Square(old.terrain, old.cost, blocker, roofed))
    field.ground = ground
    give_room(field)
    told(battle, f"{named_places(field, places)}: {BLOCKER_NAMES[blocker]}{', roofed' if roofed else ''}.")


def give_room(field: Skirmish) -> None:
    """Whoever cannot stay goes to the nearest free square (R30); where there is none left, nothing is changed."""
    make_room(field)
    for fighter in field.crew:
        if fighter.up and not may_stand(field, fighter, fighter.place):
            raise Illegal(f"there would be no square left on which {fighter.name} could stand.")


def forbid_hover(battle: Battle, args: Args) -> None:
    """RI-54."""
    field = field_of(battle)
    if not field.ground.is_grid:
        raise Illegal("in zones nobody hovers: there are no squares.")
    places = places_of(field, args.get("at"))
    barred = [place for place in field.ground.no_hover if place not in places]
    if not flag_of(args, "allow"):
        barred.extend(places)
    field.ground = field.ground.changed(no_hover=barred)
    give_room(field)
    told(battle, f"Hovering over {named_places(field, places)} is {'allowed' if flag_of(args, 'allow') else 'not possible'}.")


def named_places(field: Skirmish, places: list[int]) -> str:
    return ", ".join([field.ground.name(place) for place in places])


def set_link(battle: Battle, args: Args) -> None:
    field = field_of(battle)
    zones = field.ground.zones
    if zones is None:
        raise Illegal("squares have no links.")
    a, b = place_of(field.ground, args.get("a")), place_of(field.ground, args.get("b"))
    edges = [edge for edge in zones.edges if {edge.a, edge.b} != {a, b}]
    if not flag_of(args, "cut"):
        edges.append(Edge(a, b))
    try:
        field.ground = field.ground.changed(zones=Zones(zones.names, edges))
    except ValueError as problem:
        raise Illegal(f"{problem}.") from None
    told(battle, f"{zones.names[a]} and {zones.names[b]} are {'no longer ' if flag_of(args, 'cut') else ''}linked.")


def set_exits(battle: Battle, args: Args) -> None:
    field = field_of(battle)
    value = args.get("at")
    places = places_of(field, value) if value else []
    field.ground = field.ground.changed(exits=places)
    told(battle, f"Exits: {named_places(field, places) or 'none'}.")


def set_box(battle: Battle, args: Args) -> None:
    field = field_of(battle)
    if field.stage != DEPLOYMENT:
        raise Illegal("the fight has begun: there is nothing left to deploy.")
    value = args.get("at")
    if not isinstance(value, list):
        raise Malformed("at is a list of squares or zones.")
    places = places_of(field, value)
    for fighter in field.crew:
        if is_placed(field, fighter) and fighter.place not in places:
            free = [
                place
                for place in places
                if may_stand(field, fighter, place) and (not field.ground.is_grid or field.occupant(place) is None)
            ]
            if not free:
                raise Illegal(f"that box is too small: no square is left for {fighter.name}.")
            fighter.place = free[0]
    field.ground = field.ground.changed(box=places)
    told(battle, f"The deployment box has {len(places)} places.")


def leave_box(battle: Battle, args: Args) -> None:
    """A character walks out of the box before the fight; from then on its position counts (RI-79)."""
    field = field_of(battle)
    if field.stage != DEPLOYMENT:
        raise Illegal("the fight has begun: everybody's position counts.")
    fighter = fighter_of(battle, args)
    if fighter.side != HEROES:
        raise Illegal(f"{fighter.name} is not in the box: it is for the heroes.")
    place = place_of(field.ground, args.get("to"))
    if field.ground.is_grid and (not may_stand(field, fighter, place) or field.occupant(place, fighter) is not None):
        raise Illegal(f"{fighter.name} cannot stop at {field.ground.name(place)}.")
    fighter.place = place
    fighter.outside = True
    told(battle, f"{fighter.name} leaves the box for {field.ground.name(place)}.", [fighter.id])


def put_object(battle: Battle, args: Args) -> None:
    field = field_of(battle)
    id = new_id(args)
    if find_thing(field, id) is not None:
        raise Unavailable(f"there is already an object called {id!r}.")
    uses = number_of(args, "uses", -1)
    if uses == 0 or uses < -1:
        raise Malformed("uses is how often it can be used, 1 or more, or -1 for any number.")
    place = place_of(field.ground, args.get("at"))
    label = text_of(args, "label", id) or id
    effects: list[Effect] = []
    note = text_of(args, "note")
    if note:
        effects.append(Effect("note", [], [], [], note))
    field.things = [*field.things, Thing(id, label, place, effects, uses)]
    told(battle, f"{label} is at {field.ground.name(place)}.")


def take_object(battle: Battle, args: Args) -> None:
    field = field_of(battle)
    thing = find_thing(field, text_of(args, "id"))
    if thing is None:
        raise Unavailable(f"there is no object called {args.get('id')!r}.")
    field.things = [other for other in field.things if other is not thing]
    told(battle, f"{thing.label} is gone.")


# -- sides and phases (RI-118) -----------------------------------------------------------------------------------------


def set_stance(battle: Battle, args: Args) -> None:
    field = field_of(battle)
    a, b = two_sides(field, [text_of(args, "a"), text_of(args, "b")])
    stance = one_of(args, "stance", STANCE_NAMES)
    field.set_stance(a, b, STANCE_NAMES.index(stance))
    told(battle, f"{side_name(field.sides[a])} and {side_name(field.sides[b])} are {stance} now.")


def change_side(battle: Battle, args: Args) -> None:
    """It acts in the next phase of its new side that starts (RI-74)."""
    field = field_of(battle)
    fighter = fighter_of(battle, args)
    team = side_number(field, text_of(args, "to"))
    if team == fighter.team:
        raise Illegal(f"{fighter.name} is of {side_name(fighter.side)} already.")
    fighter.team = team
    fighter.side = field.sides[team]
    fighter.waiting = field.stage != DEPLOYMENT
    told(battle, f"{fighter.name} joins {side_name(fighter.side)}.", [fighter.id], "gm" if fighter.hidden else "all")


def add_team(battle: Battle, args: Args) -> None:
    """A further enemy team, acting after the others (RI-70)."""
    field = field_of(battle)
    name = text_of(args, "name")
    if name and not name.replace("-", "").replace("_", "").replace(" ", "").isalnum():
        raise Malformed(f"name is written with letters, digits and spaces, not {name!r}.")
    side = f"{ENEMIES}:{name}"
    if side in field.sides or name in ("", ENEMIES):
        raise Unavailable(f"there is already a team {side!r}, or no name of its own was given.")
    field.insert_side(side)
    told(battle, f"There is a team of {side_name(side)} now.")


def merge_teams(battle: Battle, args: Args) -> None:
    """Enemy teams act together, or apart again, from the next round on (RI-70)."""
    field = field_of(battle)
    field.merge_next = not flag_of(args, "split")
    told(battle, f"Enemy teams act {'together' if field.merge_next else 'one by one'} from the next round on.")


def bring_in(battle: Battle, args: Args) -> None:
    """Somebody from the reserve comes now."""
    field = field_of(battle)
    fighter = fighter_of(battle, args)
    if fighter.status != RESERVE:
        raise Illegal(f"{fighter.name} is not in the reserve.")
    if not arrive(field, fighter):
        raise Illegal(f"there is no free square left for {fighter.name}.")


def announce(battle: Battle, args: Args) -> None:
    """Whether enemies are still to come, so that an empty field does not end the fight (RI-82)."""
    field = field_of(battle)
    field.more_to_come = not flag_of(args, "no_more")
    told(battle, "More enemies are to come." if field.more_to_come else "No more enemies will come.", [], "gm")


def stop_phase(battle: Battle, args: Args) -> None:
    """RI-69."""
    field = field_of(battle)
    if field.stage != PHASE:
        raise Illegal("no phase is under way.")
    for fighter in field.crew:
        if fighter.team in field.phases[field.phase]:
            fighter.turn_over = True
    told(battle, f"The GM ends the phase of {field.phase_name()}.")


# -- goals -------------------------------------------------------------------------------------------------------------


def declare_goal(battle: Battle, args: Args) -> None:
    """A goal is met, or given up, by the GM's word (RI-87)."""
    field = field_of(battle)
    label = text_of(args, "label")
    for goal in field.goals:
        if goal.label == label:
            goal.declared = not flag_of(args, "not_met")
            told(battle, f"{label}: {'met' if goal.declared else 'not met'}.", [], "gm" if goal.hidden else "all")
            return
    raise Unavailable(f"there is no goal {label!r}: there are {', '.join([goal.label for goal in field.goals])}.")


def add_goal(battle: Battle, args: Args) -> None:
    field = field_of(battle)
    label = text_of(args, "label")
    if not label or label in [goal.label for goal in field.goals]:
        raise Malformed("a new goal needs a label of its own.")
    field.goals = [*field.goals, Goal("custom", label, [], 1, [], flag_of(args, "required"), flag_of(args, "hidden"))]
    told(battle, f"A goal: {label}.", [], "gm" if flag_of(args, "hidden") else "all")


# -- fates (RI-119) ----------------------------------------------------------------------------------------------------


def retreat(battle: Battle, args: Args) -> None:
    """Somebody gets away alive (RI-106), or flees (RI-90)."""
    fighter = fighter_of(battle, args)
    if not fighter.up:
        raise Illegal(f"{fighter.name} is not in the fight.")
    how = one_of(args, "how", ("retreated", "fled"), "retreated")
    if how == "fled":
        touch(field_of(battle), "flee", fighter.id)
    else:
        field_of(battle).set_status(fighter, how)
        told(battle, f"{fighter.name}: {how}.", [fighter.id])


def take_over(battle: Battle, args: Args) -> None:
    """A player picks up an NPC: it joins the heroes and acts from the next Hero phase on (RI-109)."""
    field = field_of(battle)
    fighter = fighter_of(battle, args)
    if not fighter.up:
        raise Illegal(f"{fighter.name} is not in the fight.")
    player = text_of(args, "player")
    if not player:
        raise Malformed("player names who runs it from now on.")
    fighter.kind = "pc"
    fighter.controller = player
    if fighter.side != HEROES:
        fighter.side = HEROES
        fighter.team = 0
        fighter.waiting = field.stage != DEPLOYMENT
    told(battle, f"{fighter.name} is run by {player} from now on.", [fighter.id])


def assign(battle: Battle, args: Args) -> None:
    """A companion is run by a named player, or by all together (RI-116)."""
    fighter = fighter_of(battle, args)
    if fighter.kind != "extra":
        raise Illegal(f"{fighter.name} is no companion: use hand_over.")
    fighter.controller = text_of(args, "player", "players") or "players"
    told(battle, f"{fighter.name} is run by {fighter.controller} from now on.", [fighter.id])


# -- deeds and tasks (RI-120) ------------------------------------------------------------------------------------------


def rule_deed(battle: Battle, args: Args) -> None:
    """A described deed of the acting fighter costs its action, or is free (RI-58, RI-61)."""
    field = field_of(battle)
    fighter = field.fighter(field.acting)
    if fighter is None:
        raise Illegal("nobody's turn is under way.")
    what = text_of(args, "what")
    costs = flag_of(args, "action", True)
    if costs and fighter.acted:
        raise Illegal(f"{fighter.name} has spent its action already.")
    told(battle, f"{fighter.name}: {what} ({'an action' if costs else 'free'}).", [fighter.id])
    if costs:
        fighter.acted = True
        if not fighter.block.ride or fighter.movement == 0:
            fighter.turn_over = True
            fighter.movement = 0


def open_task(battle: Battle, args: Args) -> None:
    """A task with HP, or a single check; those it covers flee when it is done (RI-63, RI-90)."""
    field = field_of(battle)
    id = new_id(args)
    if find_task(field, id) is not None:
        raise Unavailable(f"a new task needs an id of its own, not {id!r}.")
    tier = one_of(args, "tier", tuple(TIERS), "Average")
    hp = number_of(args, "hp")
    if hp < 0:
        raise Malformed("hp is 0 for a single check, or how much there is to do.")
    effects: list[Effect] = []
    covers = args.get("flee", [])
    if not isinstance(covers, list):
        raise Malformed("flee is a list of ids.")
    if covers:
        effects.append(Effect("flee", [unit_named(battle, who).id for who in covers], [], [], ""))
    party_hp = number_of(args, "party_hp", -1)
    if party_hp < -1:
        raise Malformed("party_hp is what the party may lose, 0 or more, or -1 where nothing is counted.")
    task = Task(id, text_of(args, "label", id) or id, hp, TIERS[tier], effects, party_hp)
    field.tasks = [*field.tasks, task]
    told(battle, f"A task: {task.label} ({tier}{f', {hp} HP' if hp else ''}).")


def adjust_task(battle: Battle, args: Args) -> None:
    field = field_of(battle)
    task = find_task(field, text_of(args, "id"))
    if task is None:
        raise Unavailable(f"there is no task {args.get('id')!r}.")
    left = number_of(args, "left", task.left)
    if left < 0:
        raise Malformed("left is 0 or more.")
    if left and not task.hp:
        raise Illegal(f"{task.label} is a single check: there is nothing left to count. Close it, done or not (close_task).")
    tier = args.get("tier")
    if tier is not None:
        task.tier = TIERS[one_of(args, "tier", tuple(TIERS))]
    task.left = left
    told(battle, f"{task.label}: {task.left} left.")
    if task.hp and task.left == 0 and task.open:
        finish(field, task)


def close_task(battle: Battle, args: Args) -> None:
    field = field_of(battle)
    task = find_task(field, text_of(args, "id"))
    if task is None or not task.open:
        raise Unavailable(f"there is no open task {args.get('id')!r}.")
    if flag_of(args, "done"):
        task.left = 0
        finish(field, task)
    else:
        task.open = False
        told(battle, f"{task.label} is closed.")


def let_happen(battle: Battle, args: Args) -> None:
    """The effect of an object is the GM's word: somebody is freed, or gives way (RI-59, RI-87)."""
    field = field_of(battle)
    kind = one_of(args, "kind", ("free", "flee"))
    fighter = fighter_of(battle, args)
    take_effect(field, Effect(kind, [fighter.id], [], [], ""))


ALL: list[Ruling] = [
    Called("ground", "Lay the fight out anew, on squares or in zones; the fields are those of an encounter file.",
           {"mode": "text: grid or zones", "map": "list?: rows of squares", "squares": "list?: squares that need more than a letter",
            "no_hover": "list?: squares nobody may hover over", "zones": "list?: names", "links": "list?: pairs of zones",
            "zone_terrain": "data?: zone -> terrain", "exits": "list?: where one can leave", "box": "list?: deployment box",
            "places": "data: combatant or object -> place"}, lay_anew),
    Called("terrain", "Change the ground of squares or zones.",
           {"at": "place: which", "terrain": "text: Basic, Light, Medium, Heavy or Difficult", "cost": "int?: of Difficult"},
           set_terrain),
    Called("blocker", "Block squares with a wall or an object, or open them.",
           {"at": "place: which", "blocker": "text: none, object or wall", "roofed": "bool?: stops fliers too"}, set_blocker),
    Called("hover", "Forbid, or allow again, hovering over a square.", {"at": "place: which", "allow": "bool?: allow it"},
           forbid_hover),
    Called("link", "Link two zones, or cut their link.", {"a": "place: zone", "b": "place: zone", "cut": "bool?: cut it"},
           set_link),
    Called("exits", "Say where one can leave the field.", {"at": "list?: squares or zones"}, set_exits),
    Called("box", "Mark the deployment box.", {"at": "list: squares or zones"}, set_box),
    Called("leave_box", "A character leaves the box before the fight.", {"who": "unit: whom", "to": "place: where"}, leave_box),
    Called("object", "Put something usable on the map.",
           {"id": "text: short name", "label": "text?: what it is", "at": "place: where", "uses": "int?: how often",
            "note": "text?: what using it brings"}, put_object),
    Called("remove_object", "Take an object away.", {"id": "text: which"}, take_object),
    Called("stance", "Say how two sides stand to each other.",
           {"a": "side: one", "b": "side: other", "stance": "text: friendly, neutral or hostile"}, set_stance),
    Called("side", "Move somebody to another side.", {"who": "unit: whom", "to": "side: where"}, change_side),
    Called("team", "Add an enemy team.", {"name": "text: its name"}, add_team),
    Called("merge", "Let enemy teams act together from the next round on, or split them.", {"split": "bool?: apart again"},
           merge_teams),
    Called("reinforce", "Bring somebody in from the reserve now.", {"who": "unit: whom"}, bring_in),
    Called("announce", "Enemies are still to come, or no more.", {"no_more": "bool?: no more will come"}, announce),
    Called("end_phase", "End this phase.", {}, stop_phase),
    Called("goal", "Declare a goal met, or not.", {"label": "text: which", "not_met": "bool?: take it back"}, declare_goal),
    Called("add_goal", "Set the heroes a further goal.",
           {"label": "text: in words", "required": "bool?: needed besides others", "hidden": "bool?: for the GM only"}, add_goal),
    Called("retreat", "Let somebody get away.", {"who": "unit: whom", "how": "text?: retreated or fled"}, retreat),
    Called("take_over", "A player takes over an NPC.", {"who": "unit: whom", "player": "controller: who runs it"}, take_over),
    Called("assign", "Say which player runs a companion.", {"who": "unit: whom", "player": "controller?: who; default all"},
           assign),
    Called("deed", "Rule that a deed costs the acting fighter's action, or is free.",
           {"what": "text: the deed", "action": "bool?: costs the action"}, rule_deed),
    Called("task", "Open a task, or a single check.",
           {"id": "text: short name", "label": "text?: in words", "hp": "int?: task HP, 0 for a single check",
            "tier": "text?: how hard", "flee": "list?: ids of those who flee when it is done",
            "party_hp": "int?: what the party may lose"}, open_task),
    Called("adjust_task", "Change what is left of a task, or its tier.",
           {"id": "text: which", "left": "int?: HP left", "tier": "text?: how hard"}, adjust_task),
    Called("close_task", "Close a task, done or not.", {"id": "text: which", "done": "bool?: as done"}, close_task),
    Called("effect", "Somebody is freed, or flees.", {"kind": "text: free or flee", "who": "unit: whom"}, let_happen),
]  # fmt: skip
RULINGS: dict[str, Ruling] = {ruling.name: ruling for ruling in ALL}
