"""How the machine chooses, from reckless to careful (section 5 of the rules).

`reckless` minds its own harm not at all; `steady` weighs every engagement by what it can expect to deal and to take;
`careful` also looks at what the foes could do to it where it would stand. Weapons fit for any exchange, ground and
distance count; everything is weighed by `tactics_expected_harm`, one search for reach per turn.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from quintain.engine.battle import GM
from quintain.engine.question import Option
from quintain.engine.tactic import CAREFUL, RECKLESS, Tactic
from quintain.systems.riposte import options as o
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.legality import why_barred
from quintain.systems.riposte.movement import NOT_LOOKED, Footing, Range, range_of, why_not_past_provokers
from quintain.systems.riposte.options import Deed
from quintain.systems.riposte.resolve import engagement_distance
from quintain.systems.riposte.sheet import Fighter, Skirmish
from quintain.systems.riposte.stats import Weapon
from quintain.systems.riposte.tactics_expected_harm import (
    BOLD,
    HEEDLESS,
    KILL,
    OTHER_HP,
    OTHER_WEAPON,
    OWN_HP,
    WARY,
    lasting_key,
    worth_of,
)

LEAST_WORTH: Final = -8.0
EXPOSURE: Final = 0.15
"""How much a careful fighter minds what could be done to it where it would stand."""
PATIENCE: Final = 3
"""For so many rounds careful heroes let the enemy come to them."""
SURE_ENOUGH: Final = 0.5
"""With this chance to drop a foe, a fallen friend waits."""


@final
class Attack:
    """The best engagement found so far."""

    def __init__(self) -> None:
        self.worth: float = -1e9
        self.target: Fighter | None = None
        self.footing: Footing | None = None

    def is_beaten_by(self, worth: float, footing: Footing, target: Fighter) -> bool:
        """Better worth; at equal worth more terrain Dodge, fewer movement points, lower target HP, list order."""
        if self.target is None or self.footing is None or worth > self.worth + 1e-9:
            return True
        if worth < self.worth - 1e-9:
            return False
        if footing.cover != self.footing.cover:
            return v.COVER_DODGE[footing.cover] > v.COVER_DODGE[self.footing.cover]
        if footing.cost != self.footing.cost:
            return footing.cost < self.footing.cost
        return target.hp < self.target.hp

    def kill_chance(self, battle: Skirmish, fighter: Fighter) -> float:
        """How likely it is that this attack drops its target."""
        if self.target is None or self.footing is None:
            return 0.0
        one = self.footing
        return worth_of(battle, fighter, one.weapon, one.cover, self.target, one.target_cover, one.distance, KILL)


def caution(fighter: Fighter, level: int) -> int:
    """How much a fighter minds its own harm: a place among `tactics_expected_harm.CAUTION`."""
    if level == RECKLESS:
        return HEEDLESS
    return BOLD if fighter.side.startswith(v.ENEMIES) else WARY


# -- who goes next -----------------------------------------------------------------------------------------------------


def next_up(battle: Skirmish, ready: list[Fighter]) -> str:
    """Those nearest to a foe first, menders last."""
    best = o.END_PHASE
    least: i64 = 1_000_000
    foes: list[int] = []
    team = -1
    for fighter in ready:
        if fighter.team != team:
            team = fighter.team
            foes = foe_places(battle, fighter)
        rank: i64 = battle.ground.nearest_of(fighter.place, foes)
        if can_mend(fighter):
            rank += 10_000
        if rank < least:
            least = rank
            best = fighter.id
    return best


def foe_places(battle: Skirmish, fighter: Fighter) -> list[int]:
    """Where the foes this fighter knows of are."""
    return [foe.place for foe in foes_of(battle, fighter)]


def can_mend(fighter: Fighter) -> bool:
    return any(weapon.heals for weapon in fighter.block.weapons)


# -- a turn ------------------------------------------------------------------------------------------------------------


def choose_deed(battle: Skirmish, fighter: Fighter, tactic: Tactic) -> Deed:
    """Heal or help if that is due, else the best engagement, else get nearer to what is wanted."""
    if fighter.acted:
        return Deed(battle.ground, o.WAIT)
    there = range_of(battle, fighter)
    if is_to_be_rescued(battle, fighter):
        return head_for(battle, fighter, there, battle.ground.exits, True)
    level = tactic.level
    if level != RECKLESS:
        mending = mend(battle, fighter, there)
        if mending is not None:
            return mending
    attack = best_attack(battle, fighter, there, level)
    if fighter.is_run_by_players:
        helping = help_up(battle, fighter, there)
        if helping is not None and attack.kill_chance(battle, fighter) < SURE_ENOUGH:
            return helping
    if attack.target is not None and attack.footing is not None and attack.worth > LEAST_WORTH:
        place, weapon = attack.footing.place, attack.footing.weapon
        return going(fighter, there, Deed(battle.ground, o.ENGAGE, attack.target.id, place, weapon))
    if level == CAREFUL and waits_for_the_enemy(battle, fighter):
        return stay_clear(battle, fighter, there)
    return without_attack(battle, fighter, there)


def next_best(battle: Skirmish, fighter: Fighter, tactic: Tactic, left: list[Option]) -> Deed | None:
    """When the GM forbids what the fighter wanted: the best engagement left, else the end of the turn, else whatever ends it.

    Movement is the last resort, since it is used up; changing weapons or letting others go first would never end.
    """
    best: Deed | None = None
    most = LEAST_WORTH
    deeds = [option for option in left if isinstance(option, Deed)]
    for deed in deeds:
        if deed.verb == o.ENGAGE:
            worth = worth_of_deed(battle, fighter, deed, caution(fighter, tactic.level))
            if worth > most:
                best = deed
                most = worth
    if best is not None:
        return best
    return next((deed for verbs in LAST_RESORTS for deed in deeds if deed.verb in verbs), None)


LAST_RESORTS: Final = ((o.WAIT,), (o.CROSS, o.CHECK, o.USE, o.STABILISE, o.HEAL, o.SING), (o.ENGAGE, o.MOVE), (o.LEAVE,))


def worth_of_deed(battle: Skirmish, fighter: Fighter, deed: Deed, minding: int) -> float:
    """What an engagement is worth, declared as this deed says."""
    target = battle.fighter(deed.aim)
    number = deed.weapon_for(fighter)
    if target is None or number < 0 or not battle.are_hostile(fighter, target) or not is_aware_of(fighter, target):
        return LEAST_WORTH
    place = deed.place_for(fighter)
    weapon = fighter.block.weapons[number]
    distance = engagement_distance(battle, place, weapon, target)
    cover = battle.cover_at(fighter, place)
    return worth_of(battle, fighter, number, cover, target, battle.cover_of(target), distance, minding)


def going(fighter: Fighter, there: Range, deed: Deed) -> Deed:
    """The deed with its way filled in, or without one where the fighter stays."""
    if deed.leave_out_unchanged(fighter).at != o.HERE:
        deed.way = there.way(deed.at)
    return deed


def best_attack(battle: Skirmish, fighter: Fighter, there: Range, level: int) -> Attack:
    """Every hostile target with every weapon, from the best places for it; where from has been looked up if all stood so before."""
    best = Attack()
    minding = caution(fighter, level)
    careful = level == CAREFUL and battle.ground.is_grid
    footings = there.footings.get(careful)
    if footings is None:
        footings = look_around(battle, fighter, there, careful)
        there.footings[careful] = footings
    crew = battle.crew
    known_worth = battle.tables.worth
    own: i64 = fighter.hp
    own *= OWN_HP
    for footing in footings:
        target = crew[footing.target]
        if battle.forbidden and why_barred(battle, fighter, target):
            continue
        key: i64 = footing.key
        other: i64 = target.hp
        held: i64 = target.weapon + 1
        key = (key + own + other * OTHER_HP + held * OTHER_WEAPON) * 4 + minding
        worth = known_worth.get(int(key))
        if worth is None:
            worth = worth_of(
                battle, fighter, footing.weapon, footing.cover, target, footing.target_cover, footing.distance, minding
            )
        if careful:
            if best.target is not None and worth < best.worth - 1e-9:
                continue  # it gets no better by the danger there
            worth -= EXPOSURE * danger(battle, fighter, footing.place, target.id)
        if best.is_beaten_by(worth, footing, target):
            best.worth, best.target, best.footing = worth, target, footing
    return best


def foes_of(battle: Skirmish, fighter: Fighter) -> list[Fighter]:
    """The foes this fighter knows of."""
    found: list[Fighter] = []
    stances = battle.stances
    row = fighter.team * len(battle.sides)
    for other in battle.crew:
        if other.up and stances[row + other.team] == v.HOSTILE and (not other.hidden or is_aware_of(fighter, other)):
            found.append(other)
    return found


def is_aware_of(fighter: Fighter, foe: Fighter) -> bool:
    """Whether a tactic may reckon with a foe. The GM knows of everybody hidden, those whom the GM's tactics run do not (section 7)."""
    return not foe.hidden or (fighter.controller != GM and fighter.knows_of(foe))


def look_around(battle: Skirmish, fighter: Fighter, there: Range, careful: bool) -> list[Footing]:
    """From where whom to engage, and with what. Only a careful fighter looks at every square from which a target is in reach."""
    found: list[Footing] = []
    for target in foes_of(battle, fighter):
        target_cover = battle.cover_of(target)
        for number, weapon in enumerate(fighter.block.weapons):
            for distance in distances_to(battle, fighter, there, target, weapon):
                for place in places_to_strike(battle, fighter, there, target, distance, careful):
                    cover = battle.cover_at(fighter, place)
                    key = lasting_key(fighter, number, cover, target, target_cover, distance)
                    found.append(Footing(target.number, number, distance, place, cover, target_cover, there.cost[place], key))
    return found


def distances_to(battle: Skirmish, fighter: Fighter, there: Range, target: Fighter, weapon: Weapon) -> list[int]:
    """The distances at which this weapon can come to strike: in a zone one, where it can be got to and nobody else provokes there."""
    if battle.ground.is_grid:
        away: i64 = battle.ground.distance(fighter.place, target.place) - fighter.movement
        return [distance for distance in weapon.distances if away <= distance]
    if there.cost[target.place] < 0 or why_not_past_provokers(battle, fighter, target, target.place):
        return []
    return [engagement_distance(battle, target.place, weapon, target)]


def places_to_strike(
    battle: Skirmish, fighter: Fighter, there: Range, target: Fighter, distance: int, careful: bool
) -> list[int]:
    """Per target, weapon and distance only the ground matters, and more of it is never worse: one place is enough, unless what could
    happen to one who stands there is weighed as well."""
    if not battle.ground.is_grid:
        return [target.place]
    if careful:
        ring = battle.ground.ring(target.place, distance)
        return [place for place in ring if there.may_stop(place) and battle.in_sight(place, target.place)]
    best = best_place(battle, fighter, there, target.place, distance)
    return [best] if best != v.NOWHERE else []


def danger(battle: Skirmish, fighter: Fighter, place: int, besides: str) -> float:
    """What the foes who could get at this place in their next phase may be expected to do there."""
    total = 0.0
    cover = battle.cover_at(fighter, place)
    for foe in battle.crew:
        if not foe.up or foe.id == besides or not battle.are_hostile(fighter, foe) or not is_aware_of(fighter, foe):
            continue
        away = battle.ground.steps(foe.place, place) - foe.block.mov
        worst = 0.0
        for number, weapon in enumerate(foe.block.weapons):
            if away <= weapon.distances[-1]:
                worst = max(worst, worth_of(battle, foe, number, 0, fighter, cover, weapon.distances[-1], HEEDLESS))
        total += worst
    return total


def best_place(battle: Skirmish, fighter: Fighter, there: Range, target: int, distance: int) -> int:
    """Of the squares so far from the target, the one with most cover, then the one with least to pay."""
    ground = battle.ground
    covers = ground.cover
    level_ground = fighter.block.flight and not battle.switches.flier_cover
    costs = there.cost
    no_stop = there.no_stop
    found = v.NOWHERE
    least: i64 = 0
    most: i64 = -1
    for place in ground.ring(target, distance):
        cost: i64 = costs[place]
        if cost < 0 or (no_stop is not None and no_stop[place] != 0 and cost > 0):
            continue
        cover: i64 = 0 if level_ground else covers[place]
        if cover > most or (cover == most and cost < least):
            if not battle.in_sight(place, target):
                continue
            found = place
            most = cover
            least = cost
    return found


# -- helping -----------------------------------------------------------------------------------------------------------


def mend(battle: Skirmish, fighter: Fighter, there: Range) -> Deed | None:
    """A friend at half HP or less who can be reached is healed first, the worst off before the others."""
    number = -1
    for place, weapon in enumerate(fighter.block.weapons):
        if weapon.heals:
            number = place
    if number < 0:
        return None
    hurt: Fighter | None = None
    spot = v.NOWHERE
    for friend in battle.crew:
        if friend is fighter or not friend.up or 2 * friend.hp > friend.block.max_hp:
            continue
        if not battle.are_friends(fighter, friend) or (hurt is not None and friend.hp >= hurt.hp):
            continue
        if not fighter.knows_of(friend):
            continue
        found = place_beside(battle, there, friend.place, fighter.block.weapons[number].distances)
        if found != v.NOWHERE:
            hurt = friend
            spot = found
    if hurt is None:
        return None
    return going(fighter, there, Deed(battle.ground, o.HEAL, hurt.id, spot, number))


def place_beside(battle: Skirmish, there: Range, target: int, distances: list[int]) -> int:
    """The nearest place at one of these distances, or the zone itself; NOWHERE if none can be reached."""
    if not battle.ground.is_grid:
        return target if there.cost[target] >= 0 else v.NOWHERE
    best = v.NOWHERE
    for distance in distances:
        for place in battle.ground.ring(target, distance):
            if there.may_stop(place) and (best == v.NOWHERE or there.cost[place] < there.cost[best]):
                best = place
    return best


def help_up(battle: Skirmish, fighter: Fighter, there: Range) -> Deed | None:
    """Stabilise a fallen friend in reach."""
    for friend in battle.crew:
        if friend.status != v.FALLEN or not fighter.knows_of(friend):
            continue
        spot = place_beside(battle, there, friend.place, v.BESIDE)
        if spot != v.NOWHERE:
            return going(fighter, there, Deed(battle.ground, o.STABILISE, friend.id, spot))
    return None


# -- nothing to attack -------------------------------------------------------------------------------------------------


def is_to_be_rescued(battle: Skirmish, fighter: Fighter) -> bool:
    if fighter.in_party:
        return False
    return any(goal.kind == "rescue" and fighter.id in goal.who for goal in battle.goals)


def without_attack(battle: Skirmish, fighter: Fighter, there: Range) -> Deed:
    """Try an open task, else make for the goal, else for the nearest foe."""
    if fighter.in_party:
        for goal in battle.goals:
            if goal.kind == "escape":
                return head_for(battle, fighter, there, battle.ground.exits, True)
            if goal.kind == "break_through":
                return head_for(battle, fighter, there, goal.area, False)
    task = open_task(battle, fighter)
    if task is not None:
        return task
    if not battle.ground.is_grid:
        return head_for(battle, fighter, there, foe_places(battle, fighter), False)
    if there.toward_foes == NOT_LOOKED:
        there.toward_foes = head_for(battle, fighter, there, foe_places(battle, fighter), False).at
    return going(fighter, there, Deed(battle.ground, o.WAIT, "", there.toward_foes))


def waits_for_the_enemy(battle: Skirmish, fighter: Fighter) -> bool:
    """Whether a careful fighter waits for the enemy: heroes whose goal is no race, in the first rounds."""
    if not fighter.in_party or not battle.ground.is_grid or battle.round > PATIENCE:
        return False
    return all(goal.kind in ("rout", "defeat", "custom") for goal in battle.goals)


def stay_clear(battle: Skirmish, fighter: Fighter, there: Range) -> Deed:
    """As near to the foe as one can be out of every foe's reach; else where the least can happen."""
    best = fighter.place
    least = danger(battle, fighter, best, "")
    foes = foe_places(battle, fighter)
    nearest = battle.ground.nearest_of(best, foes)
    for place in range(len(there.cost)):
        if there.cost[place] <= 0 or not there.may_stop(place):
            continue
        risk = danger(battle, fighter, place, "")
        near = battle.ground.nearest_of(place, foes)
        if risk < least - 1e-9 or (risk <= least + 1e-9 and near < nearest):
            best = place
            least = risk
            nearest = near
    return going(fighter, there, Deed(battle.ground, o.WAIT, "", best))


def open_task(battle: Skirmish, fighter: Fighter) -> Deed | None:
    """The best stat on the first open task (section 5)."""
    if not fighter.is_run_by_players:
        return None
    for task in battle.tasks:
        if task.open:
            stats = fighter.figures(v.EITHER).stats
            best = max(v.CHECK_STATS, key=lambda stat: stats[stat])
            return Deed(battle.ground, o.CHECK, task.id, o.HERE, o.AS_IS, best)
    return None


def head_for(battle: Skirmish, fighter: Fighter, there: Range, goals: list[int], leave: bool) -> Deed:
    """As near as possible to the nearest of these places; out by an exit that can be reached."""
    ground = battle.ground
    if leave:
        for place in goals:
            if there.may_stop(place):
                return going(fighter, there, Deed(ground, o.LEAVE, "", place))
    goal, least = v.NOWHERE, -1
    for place in goals:
        left = ground.way_left(place, fighter.place, fighter.block.flight)
        if left >= 0 and (goal == v.NOWHERE or left < least):
            goal, least = place, left
    if goal == v.NOWHERE:
        return Deed(ground, o.WAIT)
    best = nearest_stop(battle, fighter, there, goal)
    if ground.is_grid:
        return going(fighter, there, Deed(ground, o.WAIT, "", best))
    if best != fighter.place:
        return going(fighter, there, Deed(ground, o.MOVE, "", best))
    for place in ground.linked(fighter.place):
        if ground.way_left(goal, place, False) < ground.way_left(goal, fighter.place, False):
            return Deed(ground, o.CROSS, "", place)
    return Deed(ground, o.WAIT)


def nearest_stop(battle: Skirmish, fighter: Fighter, there: Range, goal: int) -> int:
    """Among the places in reach, the one with the shortest way left; then better cover, then less to pay."""
    ways = battle.ground.ways_to(goal, fighter.block.flight)
    costs = there.cost
    best = fighter.place
    left = ways[best]
    for place in range(len(costs)):
        if costs[place] <= 0:
            continue
        further = ways[place]
        if further < 0 or further > left or not there.may_stop(place):
            continue
        if further < left or v.COVER_DODGE[battle.cover_at(fighter, place)] > v.COVER_DODGE[battle.cover_at(fighter, best)]:
            best = place
            left = further
    return best
