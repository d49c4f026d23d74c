"""How the machine chooses a square to go to."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from quintain.engine.tactic import RECKLESS
from quintain.space.grid import HOPELESS, Reach, costs_for_the_best
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.battlefield import DEAREST_STEP, HAZARD
from quintain.systems.tiers.legality import why_not_path
from quintain.systems.tiers.movement import approaches, is_quiet, path_to, prices, reachable_at
from quintain.systems.tiers.options import Act
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.situation import opposite, threatens

WINDED: Final = 3.0
"""How much rather a Winded enemy is run to than another."""
FLANKING: Final = 4.0
"""How much rather an enemy is run to that is flanked from there."""
A_FOOT_AWAY: Final = 0.02
A_FOOT_WALKED: Final = 0.001
"""What a foot of distance to the nearest enemy, and a foot of the way, take off a square."""
NO_WAY: Final = 2000
"""Feet that stand for an enemy whom one cannot walk to."""


def best_move(battle: TiersBattle, actor: Creature, enemies: list[Creature], level: int) -> Act | None:
    """The square to Advance to: one from which an enemy can be attacked, flanking if possible; else nearer."""
    enter, no_stop = prices(battle, actor)
    ways = reachable_at(battle, actor, actor.pace(), enter, no_stop)
    best_cell, best_score, stay = v.NONE, -1.0e9, -1.0e9
    view = Outlook(battle, actor, enemies, level)
    cost, start = ways.cost, ways.start
    merits: list[float] = []
    steps = walking_steps(view, enter, ways, no_stop, merits) if battle.map.has_closed else None
    for cell in range(battle.map.grid.cells):
        spent = cost[cell]
        if spent < 0 or (no_stop[cell] and cell != start):
            continue
        if steps is None:
            score = view.score(cell)
            score -= view.nearest * A_FOOT_AWAY + 5 * spent * A_FOOT_WALKED
        else:
            score = merits[cell] - (5 * steps[cell] if steps[cell] >= 0 else NO_WAY) * A_FOOT_AWAY
        if cell == start:
            stay = score
        elif score > best_score + 0.0001:
            best_cell, best_score = cell, score
    if best_cell < 0 or best_score <= stay + 0.001:
        return None
    return _checked_move(battle, actor, ways, best_cell, level)


def _checked_move(battle: TiersBattle, actor: Creature, ways: Reach, cell: int, level: int) -> Act | None:
    path = path_to(battle, actor, cell, actor.pace(), ways)
    if actor.has(v.TERRIFIED) or actor.has(v.CHARMED):
        if why_not_path(battle, actor, path, False) or (approaches(battle, actor, path) and actor.free_stress() < 2):
            return None
    elif level > RECKLESS and actor.hp * 4 <= actor.max_hp and not is_quiet(battle, actor, path):
        return None
    act = Act("advance", x=cell % battle.map.width, y=cell // battle.map.width)
    act.path = path
    return act


def shooting_range(actor: Creature) -> int:
    """How far its ranged attacks reach without penalty; 0 with none."""
    feet = 0
    for item in actor.held:
        feet = max(feet, item.ranged if not item.melee else 0)
    for place, power in enumerate(actor.sheet.powers):
        if power.form != v.ATTACK or power.kind != v.RANGED or power.damage == v.WEAPON_DAMAGE or not actor.may_use(place):
            continue
        if power.damage == v.NO_DAMAGE and actor.reach():
            # Whoever can only call names from afar belongs in the melee.
            continue
        if power.stress == 0 or not actor.sheet.is_pc:
            feet = max(feet, power.range or power.within)
    return feet


@final
class Outlook:
    """What one creature thinks of standing somewhere: whatever does not depend on the square is worked out once."""

    def __init__(self, battle: TiersBattle, actor: Creature, enemies: list[Creature], level: int) -> None:
        self.battle = battle
        self.actor = actor
        self.enemies = enemies
        self.level = level
        self.melee = actor.reach()
        self.ranged = shooting_range(actor)
        self.nearest = NO_WAY
        """Feet to the nearest enemy from the square scored last."""
        self.reaches = [enemy.reach() for enemy in enemies]
        self.worth = [10.0 + (WINDED if enemy.is_winded() else 0.0) for enemy in enemies]
        """What reaching each enemy is worth: more if it is Winded. A scratch does not call the whole band to it."""
        self.flankers: list[list[Creature] | None] = [None] * len(enemies)
        """The allies that threaten each enemy already, once that has been asked."""
        self.flanks = self.melee > 0 and not self.ranged and level > RECKLESS

    def score(self, cell: int) -> float:
        """Can somebody be attacked from there? Is it flanking, is it a hazard, is a shooter beset?"""
        battle, alternating = self.battle, self.battle.map.alternating
        size: i64 = self.actor.sheet.size
        ranged: i64 = self.ranged
        melee: i64 = self.melee
        square: i64 = cell
        width: i64 = battle.map.width
        x: i64 = square % width
        y: i64 = square // width
        score = 0.0
        nearest: i64 = NO_WAY
        if battle.map.has_hazard and battle.map.under(int(x), int(y), int(size)) & HAZARD:
            score -= 20.0
        for place, enemy in enumerate(self.enemies):
            # `feet_between`, written out.
            there: i64 = enemy.x
            below: i64 = enemy.y
            wide: i64 = enemy.sheet.size
            across: i64 = there - x - size + 1
            down: i64 = below - y - size + 1
            if across <= 0:
                across = x - there - wide + 1
            if down <= 0:
                down = y - below - wide + 1
            feet: i64 = 5 * down if down > across else 5 * across
            if feet < 0:
                feet = 0
            elif alternating and across > 0 and down > 0:
                feet += 5 * (min(across, down) // 2)
            if feet < nearest:
                nearest = feet
            if ranged:
                if feet <= ranged and score < 10.0:
                    score = 10.0
                if self.level > RECKLESS and feet <= self.reaches[place]:
                    score -= 3.0
            elif melee and feet <= melee:
                value = self.worth[place]
                if self.flanks and value + FLANKING > score and self._flanks(place, int(x), int(y)):
                    value += FLANKING
                if value > score:
                    score = value
        self.nearest = int(nearest)
        return score

    def _flanks(self, place: int, x: int, y: int) -> bool:
        enemy = self.enemies[place]
        flankers = self.flankers[place]
        if flankers is None:
            flankers = self.flankers[place] = _flankers(self.battle, self.actor, enemy)
        return any(opposite(self.battle, enemy, x, y, self.actor.sheet.size, other) for other in flankers)


def _flankers(battle: TiersBattle, actor: Creature, enemy: Creature) -> list[Creature]:
    """The allies that threaten this enemy already."""
    found: list[Creature] = []
    for other in battle.creatures:
        if other is not actor and other.status == v.UP and not battle.hostile(actor, other) and threatens(battle, other, enemy):
            found.append(other)
    return found


def walking_steps(view: Outlook, enter: list[int], ways: Reach, no_stop: list[int], merits: list[float]) -> list[int]:
    """Per square the steps to the nearest enemy where something is in the way of straight lines, as far as they matter: what is not
    the best square anyhow may be left out. `merits` is filled with what each is worth apart from them."""
    merits.extend([HOPELESS] * len(enter))
    most = HOPELESS
    for cell, spent in enumerate(ways.cost):
        if spent >= 0 and (not no_stop[cell] or cell == ways.start):
            merit = view.score(cell) - 5 * spent * A_FOOT_WALKED
            merits[cell] = merit
            if merit > most:
                most = merit
    battlemap = view.battle.map
    goals = [enemy.y * battlemap.width + enemy.x for enemy in view.enemies]
    return costs_for_the_best(battlemap.grid, goals, enter, 1, DEAREST_STEP, merits, most, 5 * A_FOOT_AWAY)
