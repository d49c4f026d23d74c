"""Where a fighter can go and what happens on the way (chapters E and J, RI-140, and hidden units)."""

from __future__ import annotations

from typing import Final, final

from quintain.space.grid import Reach, reach
from quintain.space.zones import Zones
from quintain.systems.riposte import sentences
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.goals import check_goals, decided, is_telling_step
from quintain.systems.riposte.sheet import Fighter, Skirmish
from quintain.systems.riposte.tactics_tables import MOST_RANGES


@final
class Way:
    """The places entered one by one, and what has been paid when each is entered."""

    def __init__(self, start: int, places: list[int], costs: list[int]) -> None:
        self.start: int = start
        self.places: list[int] = places
        self.costs: list[int] = costs


@final
class Footing:
    """A place to engage somebody from: with which weapon, at what distance, on what ground, and what it costs to get there."""

    def __init__(
        self, target: int, weapon: int, distance: int, place: int, cover: int, target_cover: int, cost: int, key: int
    ) -> None:
        self.target: int = target
        """The target's place among the combatants."""
        self.weapon: int = weapon
        self.distance: int = distance
        self.place: int = place
        self.cover: int = cover
        self.target_cover: int = target_cover
        self.cost: int = cost
        self.key: int = key
        """See `tactics_expected_harm.lasting_key`."""


NOT_LOOKED: Final = -2


@final
class Range:
    """Everywhere a fighter can get to with a budget of movement, on squares or in zones.

    `cost` holds per place the movement it takes to get there, -1 where it is too far; `no_stop` is not 0 where one may pass
    but not stay.
    """

    def __init__(self, battle: Skirmish, fighter: Fighter, budget: int) -> None:
        self.start: int = fighter.place
        self.footings: dict[bool, list[Footing]] = {}
        """From where whom to engage, once a tactic has looked, careful or not."""
        self.toward_foes: int = NOT_LOOKED
        """Where to go to get nearer to the foes, once a tactic has looked."""
        self.no_stop: list[int] | None = None
        self._squares: Reach | None = None
        self._zones: Zones | None = None
        if battle.ground.is_grid:
            self._squares = squares_in_reach(battle, fighter, budget)
            self.cost: list[int] = self._squares.cost
            self.no_stop = self._squares.no_stop
        else:
            self._zones = battle.ground.zones
            self.cost = zone_costs(battle, fighter.place, budget)

    def may_stop(self, place: int) -> bool:
        if self._squares is not None:
            return self._squares.may_stop(place)
        return self.cost[place] >= 0

    def stops(self) -> list[int]:
        """Everywhere it may stop, the place where it stands included."""
        return [place for place in range(len(self.cost)) if self.may_stop(place)]

    def way(self, place: int) -> Way:
        if self._squares is not None:
            steps = self._squares.path(place)
        else:
            assert self._zones is not None
            steps = self._zones.route(self.start, place)
        return Way(self.start, steps, [self.cost[step] for step in steps])


def range_of(battle: Skirmish, fighter: Fighter) -> Range:
    """Where the fighter can get to now. On squares the same situations come up again and again, so they are kept."""
    if not battle.ground.is_grid:
        return Range(battle, fighter, fighter.movement)
    situation = [fighter.number, fighter.place, fighter.movement]
    for other in battle.crew:
        if not other.up:
            situation.append(v.NOWHERE)
        else:
            situation.append(other.place + UNSEEN if other.hidden else other.place)
    key = tuple(situation)
    found = battle.ranges.known.get(key)
    if found is None:
        found = Range(battle, fighter, fighter.movement)
        if len(battle.ranges.known) < MOST_RANGES:
            battle.ranges.known[key] = found
    return found


UNSEEN: Final = 1_000_000


def may_pass(battle: Skirmish, fighter: Fighter, other: Fighter) -> bool:
    """Friends may be walked through, others only by those with Pass (RI-55, RI-140)."""
    switches = battle.switches
    if switches.pass_nobody:
        return fighter.block.pass_level > 0 and not battle.are_friends(fighter, other)
    return switches.pass_anybody or fighter.block.pass_level > 0 or battle.are_friends(fighter, other)


def squares_in_reach(battle: Skirmish, fighter: Fighter, budget: int) -> Reach:
    """One search over the squares: terrain, blockers, people in the way, Provoke (RI-45, RI-50 to RI-56, RI-140)."""
    ground = battle.ground
    assert ground.grid is not None
    enter = list(ground.fly if fighter.block.flight else ground.walk)
    no_stop: list[int] | None = None
    leave: list[int] | None = None
    for other in battle.crew:
        if not other.up or other is fighter or (other.hidden and not fighter.knows_of(other)):
            continue
        if may_pass(battle, fighter, other):
            if no_stop is None:
                no_stop = [0] * len(enter)
            no_stop[other.place] = 1
        else:
            enter[other.place] = 0
        if other.block.provoke > fighter.block.pass_level and battle.are_hostile(fighter, other):
            if leave is None:
                leave = [0] * len(enter)
            hamper(battle, other, leave)
    return reach(ground.grid, fighter.place, budget, enter, ground.metric, True, leave, no_stop)


def hamper(battle: Skirmish, provoker: Fighter, leave: list[int]) -> None:
    """Add what leaving the squares around this provoker costs on top; the dearest one counts (RI-140)."""
    level = provoker.block.provoke
    price = 1 if level == 1 else 2
    for distance in range(1, 3 if level == 3 else 2):
        for place in battle.ground.ring(provoker.place, distance):
            if leave[place] < price:
                leave[place] = price


def why_not_past_provokers(battle: Skirmish, fighter: Fighter, target: Fighter, place: int) -> str:
    """While a hostile provoker is up in the zone, engagements there are with provokers (RI-100)."""
    if provokes_in_zone(battle, fighter, target, place):
        return ""
    met = battle.provokers_met if battle.switches.provoke_once else []  # One engagement a phase may be enough (R50).
    for other in battle.crew:
        if provokes_in_zone(battle, fighter, other, place) and other.id not in met:
            return f"{other.name} provokes and must be engaged first"
    return ""


def provokes_in_zone(battle: Skirmish, fighter: Fighter, other: Fighter, place: int) -> bool:
    if not (other.up and other.place == place and other.block.provoke > 0 and battle.are_hostile(fighter, other)):
        return False
    if battle.switches.provoke_players and not other.in_party:
        return False
    return fighter.knows_of(other)


def zone_costs(battle: Skirmish, start: int, budget: int) -> list[int]:
    """Three movement for each link, for everyone (RI-96, RI-98)."""
    assert battle.ground.zones is not None
    costs: list[int] = []
    for links in battle.ground.zones.distances(start):
        cost = links * v.ZONE_COST
        costs.append(cost if 0 <= cost <= budget else -1)
    return costs


def may_stand(battle: Skirmish, fighter: Fighter, place: int) -> bool:
    """Whether this ground lets the fighter stop, whoever is there (RI-52 to RI-54, R42)."""
    if not battle.ground.is_grid:
        return True
    return (battle.ground.fly if fighter.block.flight else battle.ground.walk)[place] > 0


def free_places(battle: Skirmish, fighter: Fighter, places: list[int]) -> list[int]:
    """Those of these where the fighter may stop and, on squares, nobody stands whom all see (RI-76)."""
    taken = [other.place for other in battle.crew if other.up and not other.hidden] if battle.ground.is_grid else []
    return [place for place in places if place not in taken and may_stand(battle, fighter, place)]


def put_at(battle: Skirmish, fighter: Fighter, place: int) -> None:
    """Placed there before the fight; whoever stands there unseen gives way unseen."""
    fighter.place = place
    other = battle.occupant(place, fighter)
    if other is not None:
        put_near(battle, other, place)


def put_near(battle: Skirmish, fighter: Fighter, place: int) -> bool:
    """To the nearest free place; False where there is none, and it stays where it is."""
    free = nearest_free(battle, fighter, place)
    if free == v.NOWHERE:
        return False
    fighter.place = free
    return True


def nearest_free(battle: Skirmish, fighter: Fighter, place: int) -> int:
    """The nearest place where the fighter may stop and nobody stands; `place` itself if it is one (R30)."""
    ground = battle.ground
    if ground.grid is None:
        return place
    allowed = [1 if may_stand(battle, fighter, square) else 0 for square in range(ground.grid.cells)]
    for other in battle.crew:
        if other.up and other is not fighter and other.place >= 0:
            allowed[other.place] = 0
    return ground.grid.nearest(place, allowed, ground.metric)


def make_room(battle: Skirmish) -> None:
    """Whoever stands where nobody of its kind can is moved to the nearest free square (R30)."""
    for fighter in battle.crew:
        if fighter.up and not may_stand(battle, fighter, fighter.place):
            give_way(battle, fighter)


def give_way(battle: Skirmish, fighter: Fighter) -> None:
    """To the nearest free square, if there is one."""
    if put_near(battle, fighter, fighter.place):
        sentences.tell_shift(battle, fighter)


def walk(battle: Skirmish, fighter: Fighter, way: Way) -> bool:
    """Go step by step (RI-45, RI-95). False when somebody hidden stood in the way: the fighter stops before them."""
    start = fighter.place
    budget = fighter.movement
    met: Fighter | None = None
    lurkers = [other for other in battle.crew if other.up and not fighter.knows_of(other)] if battle.ground.is_grid else []
    for step, place in enumerate(way.places):
        met = unseen_at(battle, fighter, lurkers, place, step == len(way.places) - 1) if lurkers else None
        if met is not None:
            back_off(battle, fighter, way, step, budget)
            break
        fighter.place = place
        fighter.movement = budget - way.costs[step]
        if is_telling_step(battle, fighter):
            if battle.telling and decided(battle) is not None:
                sentences.tell_walk(battle, fighter, start, budget - fighter.movement)
            check_goals(battle)
    if battle.telling and fighter.place != start:
        sentences.tell_walk(battle, fighter, start, budget - fighter.movement)
    if met is not None:
        met.hidden = False
        sentences.tell_run_into(battle, fighter, met)
    return met is None


def unseen_at(battle: Skirmish, fighter: Fighter, lurkers: list[Fighter], place: int, last: bool) -> Fighter | None:
    """Whoever of these, of whom the mover knows nothing, keeps it out of this square."""
    for other in lurkers:
        if other.place == place and (last or not may_pass(battle, fighter, other)):
            return other
    return None


def back_off(battle: Skirmish, fighter: Fighter, way: Way, step: int, budget: int) -> None:
    """Stop before the unseen one, on the last square of the way that is free; steps not taken are not paid for."""
    while step > 0:
        step -= 1
        if battle.occupant(way.places[step], fighter) is None:
            fighter.place = way.places[step]
            fighter.movement = budget - way.costs[step]
            return
    fighter.place = way.start
    fighter.movement = budget
