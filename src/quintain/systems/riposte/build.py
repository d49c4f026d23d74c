"""From a checked encounter to the fight it starts as, and back. What makes no sense is refused with a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM, PLAYERS
from quintain.engine.reading import Reading
from quintain.engine.refusal import Illegal, Unavailable
from quintain.space.grid import Grid
from quintain.space.zones import Edge, Zones
from quintain.systems.riposte.deeds import TIERS
from quintain.systems.riposte.ground import (
    BASIC,
    DIFFICULT,
    NOWHERE,
    OBJECT,
    OBJECT_LETTER,
    ROOFED_LETTER,
    SQUARE_LETTERS,
    TERRAIN_NAMES,
    WALL,
    WALL_LETTER,
    Ground,
    Square,
)
from quintain.systems.riposte.movement import may_stand
from quintain.systems.riposte.sheet import (
    ALLIES,
    ENEMIES,
    HEROES,
    INDEPENDENTS,
    RESERVE,
    STANCE_NAMES,
    UP,
    Effect,
    Fighter,
    Goal,
    Skirmish,
    Task,
    Thing,
)
from quintain.systems.riposte.stats import (
    ALWAYS,
    ATTACKING,
    BASE_STATS,
    CALCULATED,
    CONTROLLED,
    CORNERED,
    EITHER,
    FOLLOW_ATTACK,
    FOLLOW_RIPOSTE,
    RIPOSTING,
    STAT_NAMES,
    Block,
    Grant,
    Modifier,
    Traits,
    Weapon,
    combine,
)
from quintain.systems.riposte.switches import Switches
from quintain.systems.riposte.traits import BLESSING_PER_LEVEL, THROWN_RANGE, add_named, read_trait, rune_traits

if TYPE_CHECKING:
    from quintain.systems.riposte.files import (
        BlockModel,
        CombatantModel,
        EffectModel,
        EncounterModel,
        GoalModel,
        HomeTrait,
        WeaponModel,
    )

ROLES = {"attack": ATTACKING, "riposte": RIPOSTING, "both": EITHER}
HEALTHS = {"always": ALWAYS, "below half": CORNERED, "above seven tenths": CONTROLLED}
DEFAULT_STAT = 2


def build(model: EncounterModel, source: dict[str, object]) -> Skirmish:
    """The fight an encounter starts as."""
    switches = Switches(dict(model.options))
    battle = Skirmish(Reading(), lay_out(model, switches), switches, sides_of(model, switches))
    battle.source = source
    set_stances(battle, model)
    for row in model.combatants:
        battle.add_unit(make_fighter(battle, row))
    battle.goals = [make_goal(battle, row) for row in model.objectives] or [Goal("rout", "rout", [], 1, [], False, False)]
    battle.tasks = []
    for task in model.tasks:
        made = Task(task.id, task.label, task.hp, TIERS[task.tier], make_effects(battle, task.effects), task.party_hp)
        made.left = task.hp if task.left is None else task.left
        made.open = task.open
        battle.tasks.append(made)
    battle.things = [
        Thing(thing.id, thing.label, place_of(battle.ground, thing.at), make_effects(battle, thing.effects), thing.uses)
        for thing in model.objects
    ]
    battle.more_to_come = model.more_to_come
    if model.state is not None:
        take_up(battle, model)
    place_heroes(battle)
    check_battle(battle)
    return battle


def take_up(battle: Skirmish, model: EncounterModel) -> None:
    """Go on where a fight was exported."""
    assert model.state is not None
    battle.round = model.state.round
    battle.stage = model.state.stage
    battle.merged = model.state.merged
    battle.merge_next = model.state.merge_next
    battle.arrange_phases()
    battle.phase = min(model.state.phase, len(battle.phases) - 1)
    battle.acting = model.state.acting
    battle.provokers_met = list(model.state.provokers_met)
    battle.begun = True


# -- the ground --------------------------------------------------------------------------------------------------------


def lay_out(model: EncounterModel, switches: Switches) -> Ground:
    if model.mode == "zones":
        return lay_out_zones(model)
    width = len(model.map[0])
    squares: list[Square] = []
    for y, row in enumerate(model.map):
        if len(row) != width:
            raise Illegal(f"row {y} of the map has {len(row)} squares and row 0 has {width}: all rows must be as long.")
        for x, letter in enumerate(row):
            squares.append(square_from(letter, x, y))
    grid = Grid(width, len(model.map))
    ground = Ground(grid, None, squares, [], [], [], switches.diagonal)
    return Ground(
        grid,
        None,
        squares,
        [place_of(ground, place) for place in model.exits],
        box_of(ground, model),
        [place_of(ground, place) for place in model.no_hover],
        switches.diagonal,
    )


def square_from(letter: str, x: int, y: int) -> Square:
    if letter in SQUARE_LETTERS:
        return Square(SQUARE_LETTERS.index(letter))
    if letter in (WALL_LETTER, ROOFED_LETTER):
        return Square(BASIC, 0, WALL, letter == ROOFED_LETTER)
    if letter == OBJECT_LETTER:
        return Square(BASIC, 0, OBJECT)
    if letter in "123456789":
        return Square(DIFFICULT, int(letter))
    raise Illegal(
        f"{letter!r} at ({x},{y}) is no terrain: use . Basic, l Light, m Medium, H Heavy, 2 to 9 Difficult, "
        "# wall, R roofed wall or o object."
    )


def lay_out_zones(model: EncounterModel) -> Ground:
    names = list(model.zones)
    edges: list[Edge] = []
    for a, b in model.links:
        for name in (a, b):
            if name not in names:
                raise Illegal(f"a link names the zone {name!r}: there are {', '.join(names)}.")
        edges.append(Edge(names.index(a), names.index(b)))
    squares = [Square() for _ in names]
    for name, terrain in model.zone_terrain.items():
        if name not in names:
            raise Illegal(f"zone_terrain names the zone {name!r}: there are {', '.join(names)}.")
        squares[names.index(name)] = Square(TERRAIN_NAMES.index(terrain))
    try:
        zones = Zones(names, edges)
    except ValueError as problem:
        raise Illegal(f"{problem}.") from None
    ground = Ground(None, zones, squares, [], [], [])
    exits = [place_of(ground, place) for place in model.exits]
    return Ground(None, zones, squares, exits, box_of(ground, model), [])


def box_of(ground: Ground, model: EncounterModel) -> list[int]:
    """The deployment box: two corners, or a list of places."""
    if isinstance(model.box, list):
        return [place_of(ground, place) for place in model.box]
    if ground.grid is None:
        raise Illegal("the deployment box of a fight in zones is a list of zones.")
    (ax, ay), (bx, by) = model.box.from_, model.box.to
    corners = [place_of(ground, [ax, ay]), place_of(ground, [bx, by])]
    assert NOWHERE not in corners
    return ground.grid.rectangle(min(ax, bx), min(ay, by), abs(ax - bx) + 1, abs(ay - by) + 1)


def place_of(ground: Ground, written: object) -> int:
    """A place as files and rulings write it: [column, row], "8,3" or a zone's name."""
    text = ",".join([str(part) for part in written]) if isinstance(written, list) else str(written)
    place = ground.find(text)
    if place != NOWHERE:
        return place
    if ground.zones is not None:
        raise Unavailable(f"there is no zone called {text!r}: there are {', '.join(ground.zones.names)}.")
    assert ground.grid is not None
    wide, high = ground.grid.width - 1, ground.grid.height - 1
    raise Unavailable(f"{text!r} is not on the map: columns run from 0 to {wide}, rows from 0 to {high}.")


# -- sides -------------------------------------------------------------------------------------------------------------


def sides_of(model: EncounterModel, switches: Switches) -> list[str]:
    """Heroes, the enemy teams in order, allies, independents (RI-64)."""
    teams = [team if team.startswith(ENEMIES) else f"{ENEMIES}:{team}" for team in model.teams]
    for row in model.combatants:
        if row.side.startswith(ENEMIES) and row.side not in teams:
            if model.teams:
                raise Illegal(f"{row.id or row.name} is of {row.side!r}, but the teams are {', '.join(model.teams)}.")
            teams.append(row.side)
    return [HEROES, *(teams or [ENEMIES]), ALLIES, INDEPENDENTS]


def side_number(battle: Skirmish, side: str) -> int:
    if side not in battle.sides:
        raise Unavailable(f"there is no side called {side!r}: there are {', '.join(battle.sides)}.")
    return battle.sides.index(side)


def set_stances(battle: Skirmish, model: EncounterModel) -> None:
    for row in model.stances:
        a, b = (side_number(battle, side) for side in row.between)
        battle.set_stance(a, b, STANCE_NAMES.index(row.is_))


# -- people ------------------------------------------------------------------------------------------------------------


def make_fighter(battle: Skirmish, row: CombatantModel) -> Fighter:
    """A combatant from its row: side by kind, controller by kind and the switch for companions (RI-65, RI-115, RI-116)."""
    assert row.block is not None
    block = make_block(row.block)
    kind = row.kind or row.block.kind
    side = row.side
    controller = row.controller or (GM if kind == "npc" else PLAYERS)
    # Out of a running fight everything stands as it is written, whatever an opening would make of it.
    taken_up = row.state is not None
    if kind == "extra" and not taken_up and battle.switches.extras == "ally_phase":
        side, controller = ALLIES, GM
    elif kind == "extra" and not taken_up and battle.switches.extras == "shared":
        controller = PLAYERS
    fighter = Fighter(row.id, row.name or row.block.name, side, controller, kind, block)
    fighter.team = side_number(battle, side)
    fighter.hidden = row.hidden
    fighter.significant = row.block.significant if row.significant is None else row.significant
    fighter.outside = row.outside
    fighter.hp = block.max_hp if row.hp is None else row.hp
    if fighter.hp > block.max_hp:
        raise Illegal(f"{fighter.name} cannot have {fighter.hp} HP: its most is {block.max_hp}.")
    if row.weapon >= len(block.weapons) and block.weapons:
        raise Illegal(f"{fighter.name} carries {len(block.weapons)} weapons: weapon {row.weapon} is not among them.")
    fighter.weapon = row.weapon if block.weapons else -1
    fighter.arrives = row.arrives
    waits = not taken_up and row.arrives > max(1, battle.round) and row.status == UP
    fighter.set_status(RESERVE if waits else row.status)
    if row.at is not None:
        fighter.place = place_of(battle.ground, row.at)
    if row.state is not None:
        fighter.movement = row.state.movement
        fighter.acted = row.state.acted
        fighter.turn_over = row.state.turn_over
        fighter.restarted = row.state.restarted
        fighter.had_turn = row.state.had_turn
        fighter.waiting = row.state.waiting
        fighter.gave_way = row.state.gave_way
        fighter.freed = row.state.freed
    return fighter


def make_block(model: BlockModel) -> Block:
    """Named traits and home-made ones become rows; Hearty is added to the hit points (RI-130, RI-144)."""
    traits = Traits()
    names: list[str] = []
    abilities: dict[str, int] = {}
    for trait in model.traits:
        if not isinstance(trait, str):
            traits = combine(traits, home_made(trait))
            names.append(trait.name)
            continue
        names.append(trait)
        add_named(traits, trait, model.level)
        named = read_trait(trait)
        if named is not None:
            abilities[named.name] = named.level
    missing = 0 if model.calculated else DEFAULT_STAT
    given = {str(stat): value for stat, value in model.stats.items()}
    direct: list[int | None] = [None] * len(CALCULATED)
    for stat, value in model.calculated.items():
        direct[CALCULATED.index(stat)] = value
    return Block(
        model.level,
        model.creature,
        model.hp + (model.level // 5 if "Hearty" in abilities else 0),
        [given.get(stat, missing) for stat in BASE_STATS],
        model.mov,
        [make_weapon(weapon) for weapon in model.weapons],
        traits,
        names,
        direct,
        "Flight" in abilities,
        "Ride" in abilities,
        "Sing" in abilities,
        abilities.get("Pass", 0),
        abilities.get("Provoke", 0),
        list(model.quirks),
        model.model_dump(mode="json", exclude_defaults=True),
    )


def home_made(model: HomeTrait) -> Traits:
    """RI-144."""
    return Traits(
        [
            Modifier(STAT_NAMES.index(row.stat), row.amount, ROLES[row.scope], HEALTHS[row.when])
            for row in model.modifiers
        ],
        [
            Grant(
                model.name,
                FOLLOW_ATTACK if row.slot == "attack" else FOLLOW_RIPOSTE,
                row.count,
                BASE_STATS.index(row.chance) if row.chance is not None else -1,
            )
            for row in model.follow_throughs
        ],
        0,
        [model.strikes.attack, model.strikes.riposte, model.strikes.follow_attack, model.strikes.follow_riposte],
    )


def make_weapon(model: WeaponModel) -> Weapon:
    traits = rune_traits(model.rune, model.rune_level)
    for stat, amount in model.stats.items():
        traits.modifiers.append(Modifier(BASE_STATS.index(stat), amount))
    for trait in model.traits:
        if isinstance(trait, str):
            add_named(traits, trait, model.level)
        else:
            traits = combine(traits, home_made(trait))
    return Weapon(
        model.name,
        model.type,
        model.kind == "magical",
        model.might,
        model.accuracy,
        model.critical,
        THROWN_RANGE if model.rune == "Thrown" else list(model.range),
        model.level,
        model.colour,
        list(model.slays),
        model.heals,
        [model.dodge, model.avoid, model.defense, model.resistance],
        model.rune,
        model.rune_level if model.rune else 0,
        BLESSING_PER_LEVEL * model.rune_level if model.rune == "Blessed" else 0,
        traits,
        model.model_dump(mode="json", exclude_defaults=True),
    )


# -- goals, objects, tasks ---------------------------------------------------------------------------------------------


def make_goal(battle: Skirmish, model: GoalModel) -> Goal:
    area = [place_of(battle.ground, place) for place in model.area]
    if model.type == "break_through" and not area:
        area = list(battle.ground.exits)
    goal = Goal(
        model.type, model.label or model.type.replace("_", " "), list(model.who), model.count, area, model.required, model.hidden
    )
    goal.declared = model.declared
    check_goal(battle, goal)
    return goal


def check_goal(battle: Skirmish, goal: Goal) -> None:
    if goal.kind in ("defeat", "rescue", "talk_down") and not goal.who:
        raise Illegal(f"the goal {goal.label!r} must name who is meant (who: [...]).")
    for id in goal.who:
        if battle.fighter(id) is None:
            raise Illegal(f"the goal {goal.label!r} names {id!r}, who is not among the combatants.")
    if goal.kind == "escape" and not battle.ground.exits:
        raise Illegal("the goal escape needs at least one exit.")
    if goal.kind == "break_through" and not goal.area:
        raise Illegal("the goal break_through needs an area to get to, or exits.")


def make_effects(battle: Skirmish, models: list[EffectModel]) -> list[Effect]:
    return [make_effect(battle, model) for model in models]


def make_effect(battle: Skirmish, model: EffectModel) -> Effect:
    for id in model.who:
        if battle.fighter(id) is None:
            raise Illegal(f"an effect names {id!r}, who is not among the combatants.")
    if model.kind == "stance":
        if len(model.sides) != 2 or model.text not in STANCE_NAMES:
            raise Illegal("a stance effect names two sides, and friendly, neutral or hostile as its text.")
        for side in model.sides:
            side_number(battle, side)
    if model.kind in ("open", "close") and not battle.ground.is_grid:
        raise Illegal("only squares can be opened or closed, and this fight is in zones.")
    places = [place_of(battle.ground, place) for place in model.places]
    return Effect(model.kind, list(model.who), places, list(model.sides), model.text)


# -- placing and checking ----------------------------------------------------------------------------------------------


def place_heroes(battle: Skirmish) -> None:
    """Whoever has no place yet gets one in the box: melee nearest to the enemy, others behind (RI-77, R41)."""
    unplaced = [fighter for fighter in battle.crew if fighter.place == NOWHERE and fighter.up]
    for fighter in sorted(unplaced, key=keeps_away):
        if fighter.side != HEROES or not battle.ground.box:
            raise Illegal(f"{fighter.name} needs a place (at:), or a deployment box if it is a hero.")
        free = [
            place
            for place in battle.ground.box
            if may_stand(battle, fighter, place) and not (battle.ground.is_grid and battle.occupant(place) is not None)
        ]
        if not free:
            raise Illegal(f"the deployment box is too small: there is no square left on which {fighter.name} could stop.")
        fighter.place = min(free, key=lambda place: to_nearest_enemy(battle, place))


def keeps_away(fighter: Fighter) -> int:
    """0 for those who strike next to them, more for those who can strike from afar."""
    return max([weapon.distances[-1] for weapon in fighter.block.weapons], default=1)


def to_nearest_enemy(battle: Skirmish, place: int) -> int:
    away = [
        battle.ground.steps(place, other.place)
        for other in battle.crew
        if other.up and battle.is_enemy(other) and other.place != NOWHERE
    ]
    return min(away, default=0)


def check_battle(battle: Skirmish) -> None:
    """Refuse what cannot be: two on one square, somebody inside a wall, nobody to fight."""
    for fighter in battle.crew:
        if fighter.status == RESERVE and fighter.place == NOWHERE:
            raise Illegal(f"{fighter.name} comes in round {fighter.arrives} and needs a place to come to (at:).")
        if not fighter.up or not battle.ground.is_grid:
            continue
        check_standing(battle, fighter)
    if not any(fighter.in_party for fighter in battle.crew):
        raise Illegal("somebody must be a player's character or companion (kind: pc or extra).")
    if not any(battle.is_enemy(fighter) for fighter in battle.crew) and not battle.more_to_come:
        raise Illegal("there is no enemy in this fight: put somebody on the side of the enemies.")


def check_standing(battle: Skirmish, fighter: Fighter) -> None:
    where = battle.ground.name(fighter.place)
    if not may_stand(battle, fighter, fighter.place):
        raise Illegal(f"{fighter.name} cannot stand at {where}: there is a {battle.ground.ground_word(fighter.place)}.")
    other = battle.occupant(fighter.place, fighter)
    if other is not None:
        raise Illegal(f"{fighter.name} and {other.name} both stand at {where}: a square holds one.")
