"""Voluntary movement: where one can go, by which way, and the strikes it draws (part K, TI-51)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import final

from quintain.engine.battle import Battle
from quintain.space.grid import DIAGONAL, Reach, reach
from quintain.space.grid import path_cost as cost_of_way
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.battlefield import BLOCKED, HAZARD, Battlemap
from quintain.systems.tiers.forced_movement import ground
from quintain.systems.tiers.options import Risks
from quintain.systems.tiers.reactions import may_strike
from quintain.systems.tiers.resolve import offer_strike
from quintain.systems.tiers.sentences import price_words
from quintain.systems.tiers.sentences_round import tell_walk
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.situation import can_go_on, can_threaten, fears, hidden_from, is_afraid, threatens_at


def prices(battle: TiersBattle, mover: Creature) -> tuple[list[int], list[int]]:
    """Per place of the mover's top left square as how many steps stepping there counts (0: closed), and where it may pass but
    not stay (TI-80, TI-R60)."""
    battlemap = battle.map
    size = mover.sheet.size
    enter = list(battlemap.prices(size))
    no_stop = [0] * len(enter)
    for other in battle.creatures:
        if other is mover or not other.is_present():
            continue
        if (other.hidden or other.boon_bits or mover.wound_bits or battle.pairs) and hidden_from(battle, other, mover):
            # Nobody plans around whom they do not perceive; the walk itself stops before them.
            continue
        shut = other.status == v.UP and battle.hostile(mover, other)
        for row in range(max(0, other.y - size + 1), other.y + other.sheet.size):
            for column in range(max(0, other.x - size + 1), other.x + other.sheet.size):
                cell = row * battlemap.width + column
                no_stop[cell] = 1
                if shut:
                    enter[cell] = 0
    return enter, no_stop


def reachable(battle: TiersBattle, mover: Creature, feet: int) -> Reach:
    """Every square within this many feet, and the cheapest way to each."""
    enter, no_stop = prices(battle, mover)
    return reachable_at(battle, mover, feet, enter, no_stop)


def reachable_at(battle: TiersBattle, mover: Creature, feet: int, enter: list[int], no_stop: list[int]) -> Reach:
    """The same, the prices being known; what is found is counted in steps of 5'."""
    start = mover.y * battle.map.width + mover.x
    return reach(battle.map.grid, start, feet // 5, enter, battle.map.metric, True, None, no_stop)


def quiet_reachable(battle: TiersBattle, mover: Creature, feet: int) -> Reach:
    """The same, without passing squares that enemies threaten or that are hazards."""
    enter, no_stop = prices(battle, mover)
    battlemap = battle.map
    size = mover.sheet.size
    if battlemap.hazard is not None:
        for cell, price in enumerate(enter):
            if price and battlemap.under(cell % battlemap.width, cell // battlemap.width, size) & HAZARD:
                enter[cell] = 0
    for enemy in battle.creatures:
        if is_menace(battle, enemy, mover):
            _shut_threatened(battlemap, enemy, size, enter)
    return reachable_at(battle, mover, feet, enter, no_stop)


def _shut_threatened(battlemap: Battlemap, enemy: Creature, size: int, enter: list[int]) -> None:
    """Nothing of this size gets in where the enemy would have it in reach."""
    steps = enemy.reach() // 5
    for y in range(max(0, enemy.y - size + 1 - steps), min(battlemap.height, enemy.y + enemy.sheet.size + steps)):
        for x in range(max(0, enemy.x - size + 1 - steps), min(battlemap.width, enemy.x + enemy.sheet.size + steps)):
            # Of squares so near only a table that counts diagonals otherwise leaves some out.
            if not battlemap.alternating or battlemap.feet(enemy.x, enemy.y, enemy.sheet.size, x, y, size) <= enemy.reach():
                enter[y * battlemap.width + x] = 0


def path_to(
    battle: TiersBattle, mover: Creature, cell: int, feet: int, ways: Reach | None = None, quiet: Reach | None = None,
    among: list[Creature] | None = None,
) -> list[int]:
    """The squares entered on the way there: the cheapest, or one that draws no strike and meets no hazard if there is one.

    `among`: those that `near_strikers` found, where several ways are looked at.
    """
    if ways is None:
        ways = reachable(battle, mover, feet)
    if not ways.may_stop(cell):
        return []
    path = ways.path(cell)
    if mover.has(v.TERRIFIED) and is_afraid(battle, mover):
        return _frightened_path(battle, mover, cell, feet, path, quiet)
    if is_quiet(battle, mover, path, among):
        return path
    if quiet is None:
        quiet = quiet_reachable(battle, mover, feet)
    if quiet.may_stop(cell):
        other = quiet.path(cell)
        if is_quiet(battle, mover, other, among):
            return other
    return path


def _frightened_path(
    battle: TiersBattle, mover: Creature, cell: int, feet: int, path: list[int], quiet: Reach | None
) -> list[int]:
    """TI-109: of the ways there one that harms in no respect; else one that only comes nearer to what terrifies, if that can be
    paid; else one that does not come nearer."""
    nearer = _ends_nearer(battle, mover, cell)
    if path and is_quiet(battle, mover, path) and (nearer or not approaches(battle, mover, path)):
        return path
    if quiet is None:
        quiet = quiet_reachable(battle, mover, feet)
    found = [path]
    if nearer:
        # Then no way there keeps its distance.
        if quiet.may_stop(cell):
            found.append(quiet.path(cell))
    else:
        enter, no_stop = prices(battle, mover)
        found.append(calm_path(battle, mover, cell, feet, enter, no_stop))
        if quiet.may_stop(cell):
            found.append(quiet.path(cell))
            shut = [price if quiet.cost[place] >= 0 else 0 for place, price in enumerate(enter)]
            found.append(calm_path(battle, mover, cell, feet, shut, no_stop))
    calm = [one for one in found if one and not approaches(battle, mover, one)]
    still = [one for one in found if one and is_quiet(battle, mover, one)]
    for one in calm:
        if one in still:
            return one
    if still and mover.can_pay_both(1, 1 if mover.has(v.STUNNED) else 0):
        return still[0]
    return calm[0] if calm else path


def calm_path(battle: TiersBattle, mover: Creature, cell: int, feet: int, enter: list[int], no_stop: list[int]) -> list[int]:
    """The cheapest way there on which no step comes nearer to what terrifies; empty where there is none."""
    battlemap = battle.map
    width, size = battlemap.width, mover.sheet.size
    sources = fears(battle, mover)
    start, most = mover.y * width + mover.x, feet // 5
    if no_stop[cell]:
        return []
    cost, before = {start: 0}, {start: start}
    away: dict[int, list[int]] = {}
    waiting = [(0, start)]
    while waiting:
        spent, here = heappop(waiting)
        if here == cell:
            break
        if spent > cost[here]:
            continue
        now = _feet_from(battlemap, here, size, sources, away)
        for other in battlemap.grid.neighbours(here, DIAGONAL):
            total = spent + enter[other]
            if enter[other] <= 0 or total > most or total >= cost.get(other, most + 1):
                continue
            if total + max(abs(other % width - cell % width), abs(other // width - cell // width)) > most:
                continue  # from there it would be too far
            then = _feet_from(battlemap, other, size, sources, away)
            nearer = False
            for place in range(len(sources)):
                if then[place] < now[place]:
                    nearer = True
            if nearer:
                continue
            cost[other], before[other] = total, here
            heappush(waiting, (total, other))
    if cell not in cost:
        return []
    path: list[int] = []
    while cell != start:
        path.append(cell)
        cell = before[cell]
    path.reverse()
    return path if not battlemap.alternating or path_cost(battle, mover, path) <= feet else []


def _ends_nearer(battle: TiersBattle, mover: Creature, cell: int) -> bool:
    """Is it nearer to something that terrifies it there than here, whichever way it goes?"""
    battlemap = battle.map
    x, y, size = cell % battlemap.width, cell // battlemap.width, mover.sheet.size
    return any(battlemap.feet(x, y, size, one.x, one.y, one.sheet.size) < battle.feet(mover, one) for one in fears(battle, mover))


def _feet_from(battlemap: Battlemap, cell: int, size: int, sources: list[Creature], known: dict[int, list[int]]) -> list[int]:
    """How far each of these is from something of this size that stands there."""
    found = known.get(cell)
    if found is None:
        x, y = cell % battlemap.width, cell // battlemap.width
        found = [battlemap.feet(x, y, size, one.x, one.y, one.sheet.size) for one in sources]
        known[cell] = found
    return found


def chosen_path(battle: TiersBattle, mover: Creature, through: list[int], cell: int, feet: int) -> list[int]:
    """A way picked by hand: the cheapest from each square named to the next; empty where there is none so short."""
    enter, no_stop = prices(battle, mover)
    here = mover.y * battle.map.width + mover.x
    path: list[int] = []
    for there in [*through, cell]:
        if there in battle.map.grid.neighbours(here, DIAGONAL):
            leg = [there] if enter[there] > 0 else []
        else:
            leg = reach(battle.map.grid, here, feet // 5, enter, battle.map.metric, True).path(there)
        if not leg or 5 * len(path) > feet:
            return []
        path.extend(leg)
        here = there
    return path if not no_stop[cell] and path_cost(battle, mover, path) <= feet else []


def is_quiet(battle: TiersBattle, mover: Creature, path: list[int], among: list[Creature] | None = None) -> bool:
    """Does this way draw no strike and cross no hazard?"""
    return not crosses_hazard(battle, mover, path) and not provokes(battle, mover, path, among)


def crosses_hazard(battle: TiersBattle, mover: Creature, path: list[int]) -> bool:
    width = battle.map.width
    if battle.map.hazard is None:
        return False
    return any(battle.map.under(cell % width, cell // width, mover.sheet.size) & HAZARD for cell in path)


def near_strikers(battle: TiersBattle, mover: Creature, feet: int) -> list[Creature]:
    """Who could get a Reaction Strike out of some way of so many feet: nobody else need be looked at (`provokes_one`)."""
    found: list[Creature] = []
    for enemy in battle.creatures:
        if battle.feet(mover, enemy) <= feet + enemy.reach() and is_menace(battle, enemy, mover):
            found.append(enemy)
    return found


def is_menace(battle: TiersBattle, enemy: Creature, mover: Creature) -> bool:
    """Does it threaten whoever comes near as an enemy of the mover, who perceives it?"""
    if enemy.status != v.UP or not battle.hostile(mover, enemy) or not can_threaten(battle, enemy) or enemy.reach() == 0:
        return False
    return not hidden_from(battle, enemy, mover)


def provokes(battle: TiersBattle, mover: Creature, path: list[int], among: list[Creature] | None = None) -> bool:
    """Would some enemy that threatens, as far as the mover perceives, get a Reaction Strike out of this way?"""
    for enemy in near_way(battle, mover, path, battle.creatures if among is None else among):
        if provokes_one(battle, enemy, mover, path):
            return True
    return False


def near_way(battle: TiersBattle, mover: Creature, path: list[int], among: list[Creature]) -> list[Creature]:
    """Of these, whoever does not certainly stand too far from every square of a way to reach it."""
    width, size = battle.map.width, mover.sheet.size
    left = right = mover.x
    top = bottom = mover.y
    for cell in path:
        x, y = cell % width, cell // width
        if x < left:
            left = x
        elif x > right:
            right = x
        if y < top:
            top = y
        elif y > bottom:
            bottom = y
    found: list[Creature] = []
    for enemy in among:
        reach = enemy.reach() // 5
        own = enemy.sheet.size + reach
        if left - own < enemy.x < right + size + reach and top - own < enemy.y < bottom + size + reach:
            found.append(enemy)
    return found


def provokes_one(battle: TiersBattle, enemy: Creature, mover: Creature, path: list[int]) -> bool:
    if not is_menace(battle, enemy, mover):
        return False
    width = battle.map.width
    size = mover.sheet.size
    x, y = mover.x, mover.y
    inside = threatens_at(battle, enemy, x, y, size)
    for cell in path:
        seen = not battle.map.has_wall or _in_line(battle, enemy, x, y, size)
        x, y = cell % width, cell // width
        now = threatens_at(battle, enemy, x, y, size)
        if inside and not now and seen:
            return True
        if now and not inside:
            feet = battle.map.feet(x, y, size, enemy.x, enemy.y, enemy.sheet.size)
            if (not can_threaten(battle, mover) or mover.reach() < feet) and _in_line(battle, enemy, x, y, size):
                return True
        inside = now
    return False


def _in_line(battle: TiersBattle, enemy: Creature, x: int, y: int, size: int) -> bool:
    """Is no wall between an enemy and somebody of this size standing there?"""
    return not battle.map.line(enemy.x, enemy.y, enemy.sheet.size, x, y, size) & BLOCKED


def approaches(battle: TiersBattle, mover: Creature, path: list[int]) -> bool:
    """TI-109: does any step bring it nearer to what terrifies it?"""
    if not mover.has(v.TERRIFIED):
        return False
    width = battle.map.width
    size = mover.sheet.size
    for source in fears(battle, mover):
        before = battle.feet(mover, source)
        for cell in path:
            now = battle.map.feet(cell % width, cell // width, size, source.x, source.y, source.sheet.size)
            if now < before:
                return True
            before = now
    return False


@final
class Met:
    """What is met on the way to one square."""

    def __init__(self, path: list[int], strikers: list[Creature], hazard: bool, terror: bool) -> None:
        self.path = path
        self.strikers = strikers
        """Who would get a Reaction Strike."""
        self.hazard = hazard
        self.terror = terror
        """Does it approach what terrifies the mover?"""


class WayRisks(Risks):
    """What a mover would meet on the way to each square it can reach, worked out when somebody reads it."""

    def __init__(self, mover: Creature, feet: int, careful: bool, ways: Reach) -> None:
        self.mover = mover
        self.feet = feet
        self.careful = careful
        self.ways = ways
        self.quiet: Reach | None = None
        self.among: list[Creature] = []
        self.known: dict[int, Met] = {}

    def met(self, battle: TiersBattle, x: int, y: int) -> Met:
        cell = y * battle.map.width + x
        found = self.known.get(cell)
        if found is None:
            if self.quiet is None:
                self.quiet = quiet_reachable(battle, self.mover, self.feet)
                self.among = near_strikers(battle, self.mover, self.feet)
            path = path_to(battle, self.mover, cell, self.feet, self.ways, self.quiet, self.among)
            strikers: list[Creature] = []
            if not self.careful:
                near = near_way(battle, self.mover, path, self.among)
                strikers = [enemy for enemy in near if provokes_one(battle, enemy, self.mover, path)]
            found = Met(path, strikers, crosses_hazard(battle, self.mover, path), approaches(battle, self.mover, path))
            self.known[cell] = found
        return found

    def words(self, battle: Battle, x: int, y: int) -> str:
        assert isinstance(battle, TiersBattle)
        met = self.met(battle, x, y)
        parts: list[str] = []
        if met.strikers:
            parts.append(f"draws a strike from {', '.join([enemy.name for enemy in met.strikers])}")
        if met.hazard:
            parts.append("through a hazard")
        if met.terror:
            parts.append(f"{price_words(self.mover, 1)}: it approaches what terrifies")
        return f" ({'; '.join(parts)})" if parts else ""


def path_cost(battle: TiersBattle, mover: Creature, path: list[int]) -> int:
    """Feet that walking this way from where it stands costs."""
    battlemap, width, size = battle.map, battle.map.width, mover.sheet.size
    if battlemap.alternating:
        start = mover.y * width + mover.x
        return 5 * cost_of_way(battlemap.grid, start, path, battlemap.prices(size), battlemap.metric, True)
    return 5 * sum(battlemap.step_cost(cell % width, cell // width, size) for cell in path)


def walk(battle: TiersBattle, mover: Creature, path: list[int], careful: bool, dares: bool) -> None:
    """Step by step, as far as its feet carry it by then over the ground as it was; a Maneuver (`careful`) draws no strikes (TI-79).

    `dares`: it has paid for coming nearer to what terrifies it (TI-109).
    """
    planned, width = battle.map, battle.map.width
    free_x, free_y = old_x, old_y = mover.x, mover.y
    moved, spent, odd = 0, 0, False
    for cell in path:
        x, y = cell % width, cell // width
        if not can_go_on(battle, mover):
            break
        if not careful:
            strikes(battle, mover, x, y, True)
        if not can_go_on(battle, mover) or not _open(battle, mover, x, y) or mover.x != old_x or mover.y != old_y:
            # Whoever was moved off its way by a strike (or the GM) does not go on along it.
            break
        slanted = x != old_x and y != old_y
        counts = battle.map.squares_of_step(slanted, odd)
        spent += 5 * counts * planned.step_cost(x, y, mover.sheet.size)
        if spent > (5 if careful else mover.pace()) or (not dares and approaches(battle, mover, [cell])):
            break
        mover.x, mover.y = x, y
        moved += counts
        odd = odd != slanted
        if not careful:
            strikes(battle, mover, old_x, old_y, False)
        if mover.x == x and mover.y == y:
            ground(battle, mover, None)
        if mover.x != x or mover.y != y:
            break
        old_x, old_y = x, y
        if battle.standing_at(x, y, mover.sheet.size, mover) is None:
            free_x, free_y = x, y
    if mover.is_present() and battle.standing_at(mover.x, mover.y, mover.sheet.size, mover) is not None:
        # Stopped in the middle of somebody: back to where there was room (TI-R60).
        mover.x, mover.y = free_x, free_y
        mover.x, mover.y = battle.free_spot(mover) or (free_x, free_y)
    tell_walk(battle, mover, moved, careful)


def _open(battle: TiersBattle, mover: Creature, x: int, y: int) -> bool:
    """Can it still step there? (Things may have changed on the way.)"""
    if not battle.map.enterable(x, y, mover.sheet.size):
        return False
    other = battle.standing_at(x, y, mover.sheet.size, mover)
    return other is None or other.status != v.UP or not battle.hostile(mover, other)


def strikes(battle: TiersBattle, mover: Creature, x: int, y: int, leaving: bool) -> None:
    """One event: a step. Each who may strike is asked once, in order, while the mover still stands."""
    here_x, here_y = mover.x, mover.y
    for creature in battle.in_order():
        if creature.status != v.UP or creature is mover or not battle.hostile(creature, mover):
            continue
        if may_strike(battle, creature, mover, x, y, leaving):
            if not can_go_on(battle, mover) or mover.x != here_x or mover.y != here_y:
                return
            offer_strike(battle, creature, mover, leaving)
