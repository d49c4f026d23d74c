"""Forced movement, collisions, teleport, and what the ground does to whoever enters it (parts K and O)."""

from __future__ import annotations

from typing import Final

from quintain.engine.battle import Battle
from quintain.engine.event import Event
from quintain.engine.question import Option, Question
from quintain.engine.tactic import Tactic
from quintain.systems.tiers.arena import TiersBattle
from quintain.systems.tiers.conditions import end_wounds
from quintain.systems.tiers.field import DIFFICULT, HAZARD, TANK, Field, feet_between
from quintain.systems.tiers.harm import Threat, collision_threat, suffer, suffer_wound
from quintain.systems.tiers.pools import BOX
from quintain.systems.tiers.sheet import Creature, Mark
from quintain.systems.tiers.terms import BURNING, IRON, KINETIC, PULLED, PUSHED, ROOTED, SLAMMED, SLID, WOUNDS

HEADINGS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class Heading(Option):
    def __init__(self, place: int) -> None:
        self.place = place

    def id(self) -> str:
        return COMPASS[self.place]

    def label(self, battle: Battle) -> str:
        return COMPASS[self.place].capitalize()


class HeadingQuestion(Question):
    """TI-82: the controller of the effect picks the way among those that lead where they must; default the straightest."""

    def __init__(self, battle: TiersBattle, who: Creature, moved: Creature, origin: Creature, how: int) -> None:
        super().__init__(battle, "heading", who.id)
        self.arena = battle
        self.moved = moved
        self.origin = origin
        self.how = how

    def title(self) -> str:
        return f"{self.moved.name} is {WOUNDS[self.how]}: which way?"

    def options(self) -> list[Option]:
        return [Heading(place) for place in headings(self.arena, self.moved, self.origin, self.how)]

    def choose(self, tactic: Tactic) -> Option:
        return self.options()[0]

    def withdrawn(self) -> bool:
        return super().withdrawn() or not self.moved.is_present() or not self.options()


def headings(battle: TiersBattle, moved: Creature, origin: Creature, how: int) -> list[int]:
    """The directions this forced movement may take, the straightest first. A slide may go anywhere."""
    size, osize = moved.sheet.size, origin.sheet.size
    vx, vy = 2 * moved.x + size - 2 * origin.x - osize, 2 * moved.y + size - 2 * origin.y - osize
    if how == PULLED:
        vx, vy = -vx, -vy
    now = battle.feet(moved, origin)
    ranked: list[tuple[int, int]] = []
    for place, (dx, dy) in enumerate(HEADINGS):
        then = feet_between(moved.x + dx, moved.y + dy, size, origin.x, origin.y, osize)
        if how == SLID or (then < now if how == PULLED else then > now):
            dot = vx * dx + vy * dy
            # By the cosine, without a root: sign(dot) * dot^2 / |heading|^2.
            square = dot * dot * (1 if dx and dy else 2)
            ranked.append((-square if dot > 0 else square, place))
    ranked.sort()
    return [place for _, place in ranked]


def force(battle: TiersBattle, moved: Creature, origin: Creature, how: int, feet: int, threat: Threat) -> int:
    """TI-82, TI-124, TI-125: moved by somebody else: no strikes, no price for difficult ground, stopped by what is closed.

    Returns the feet its collision counts: 0 unless it was Slammed and something was in the way.
    """
    if moved.has(ROOTED) or not moved.is_present():
        if battle.telling:
            battle.tell(Event("move", f"{moved.name} is rooted and stays.", [moved.id], clause="TI-105"))
        return 0
    ways = headings(battle, moved, origin, how)
    if not ways:
        return 0
    place = ways[0]
    chooser = origin if origin.is_present() else moved
    if len(ways) > 1:
        answer = battle.ask(HeadingQuestion(battle, chooser, moved, origin, how))
        if not isinstance(answer, Heading) or not moved.is_present():
            return 0
        place = answer.place
    steps, stopped = _slide_along(battle, moved, origin, how, HEADINGS[place], feet)
    if battle.telling:
        battle.tell(Event("move", f"{moved.name} is {WOUNDS[how]} {5 * steps}'.", [moved.id], clause="TI-82"))
    ground(battle, moved, threat)
    if how != SLAMMED or not stopped:
        return 0
    return feet if battle.rules.slam_distance == "full" else 5 * steps


def _slide_along(
    battle: TiersBattle, moved: Creature, origin: Creature, how: int, heading: tuple[int, int], feet: int
) -> tuple[int, bool]:
    """Squares moved, and whether something was in the way."""
    dx, dy = heading
    steps = 0
    size = moved.sheet.size
    left = feet
    while left >= 5:
        x, y = moved.x + dx, moved.y + dy
        if not battle.field.enterable(x, y, size) or battle.standing_at(x, y, size, moved) is not None:
            return steps, True
        price = 10 if battle.rules.forced_difficult == "costs" and battle.field.under(x, y, size) & DIFFICULT else 5
        if price > left:
            return steps, False
        if how == PULLED and feet_between(x, y, size, origin.x, origin.y, origin.sheet.size) >= battle.feet(moved, origin):
            return steps, False
        moved.x, moved.y = x, y
        left -= price
        steps += 1
    return steps, False


def collide(battle: TiersBattle, moved: Creature, feet: int, threat: Threat) -> None:
    """TI-125: d10 Kinetic for every full 10' moved; the obstacle is unhurt."""
    count = feet // 10
    if count == 0:
        return
    roller = battle.creatures[threat.source].id if threat.source >= 0 else moved.id
    roll = battle.roll(roller, "collision", BOX.handful(count, 10), about=moved.id)
    suffer(battle, moved, roll.total(), KINETIC, collision_threat(threat), False, "collision", "TI-125")


def ground(battle: TiersBattle, creature: Creature, threat: Threat | None) -> None:
    """What the squares it has come to do: a hazard's wound, water against fire."""
    if not creature.is_present():
        return
    bits = battle.field.under(creature.x, creature.y, creature.sheet.size)
    if bits & HAZARD and battle.field.hazard is not None:
        hazard = battle.field.hazard
        source = -1 if threat is None else threat.source
        mark = Mark(hazard.wound, hazard.severity, source, hazard.param, hazard.rounds, False, False)
        suffer_wound(battle, creature, Threat(source, IRON, None, False, False), mark)
    if bits & TANK and not battle.tank_burst and creature.has(BURNING):
        end_wounds(battle, creature, BURNING, "the water")


def burst_tank(battle: TiersBattle) -> None:
    """The tank breaks: everything within 10' of it is difficult ground from now on."""
    if battle.tank_burst:
        return
    battle.tank_burst = True
    if battle.field.soaked is None:
        battle.field.soaked = _soaked(battle.field)
    battle.field = battle.field.soaked
    if battle.telling:
        battle.tell(Event("terrain", "The tank bursts: the ground within 10' of it is difficult now."))


def _soaked(field: Field) -> Field:
    tank = [cell for cell in range(field.grid.cells) if field.terrain[cell] & TANK]
    wet: list[int] = []
    for cell in range(field.grid.cells):
        x, y = field.grid.x(cell), field.grid.y(cell)
        if any(feet_between(x, y, 1, field.grid.x(other), field.grid.y(other), 1) <= 10 for other in tank):
            wet.append(cell)
    return field.changed(wet, DIFFICULT, 0)


def hit_in_tank(battle: TiersBattle, target: Creature, damage: int) -> None:
    """A hit of 10 or more on somebody in the tank bursts it."""
    if damage >= 10 and not battle.tank_burst and battle.field.under(target.x, target.y, target.sheet.size) & TANK:
        burst_tank(battle)


def can_teleport(battle: TiersBattle, creature: Creature, x: int, y: int, feet: int) -> bool:
    size = creature.sheet.size
    if feet_between(creature.x, creature.y, size, x, y, size) > feet and feet_between(creature.x, creature.y, 1, x, y, 1) > feet:
        return False
    return battle.field.enterable(x, y, size) and battle.standing_at(x, y, size, creature) is None


def teleport(battle: TiersBattle, creature: Creature, x: int, y: int) -> None:
    creature.x, creature.y = x, y
    if battle.telling:
        battle.tell(Event("move", f"{creature.name} is somewhere else in a blink.", [creature.id], clause="TI-83"))
    ground(battle, creature, None)


def is_forced(wound: int) -> bool:
    return wound in (PUSHED, PULLED, SLID, SLAMMED)
