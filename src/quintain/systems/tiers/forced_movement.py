"""Forced movement, collisions, teleport, and what the ground does to whoever enters it (parts K and O)."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import Battle
from quintain.engine.dice import Dice
from quintain.engine.question import Option
from quintain.engine.tactic import Tactic
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.awaiting import await_handful
from quintain.systems.tiers.battle import Awaited, CreatureQuestion, TiersBattle
from quintain.systems.tiers.battlefield import DIFFICULT, HAZARD, TANK, Battlemap, feet_between
from quintain.systems.tiers.conditions import TICK_TYPES, end_kind, is_immune
from quintain.systems.tiers.pools import BOX
from quintain.systems.tiers.sentences_attacks import tell_immune
from quintain.systems.tiers.sentences_round import tell_forced, tell_rooted, tell_tank_bursts, tell_teleport
from quintain.systems.tiers.sheet import Creature, Effect
from quintain.systems.tiers.situation import hidden_from
from quintain.systems.tiers.suffering import collision_threat, suffer, suffer_wound
from quintain.systems.tiers.throws import Threat

HEADINGS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
COMPASS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
BY_SQUARES: Final = "square-by-square"


@final
class Origin:
    """Where a forced movement comes from: whoever made the attack, or the middle of a filled square (section 8)."""

    def __init__(self, who: Creature, ox: int, oy: int) -> None:
        self.who = who
        """Whose effect it is: its controller picks the way."""
        self.ox = ox
        self.oy = oy
        """The middle in doubled coordinates; -1: the creature itself is the origin."""

    def far(self, x: int, y: int, size: int) -> int:
        """How far a footprint is from it, in a measure that grows with every step away."""
        if self.ox < 0:
            return feet_between(x, y, size, self.who.x, self.who.y, self.who.sheet.size)
        return max(abs(2 * x + size - self.ox), abs(2 * y + size - self.oy))

    def straight(self, moved: Creature) -> tuple[int, int]:
        """The straight way from it to somebody, as doubled columns and rows."""
        cx, cy = self.ox, self.oy
        if cx < 0:
            cx, cy = 2 * self.who.x + self.who.sheet.size, 2 * self.who.y + self.who.sheet.size
        return 2 * moved.x + moved.sheet.size - cx, 2 * moved.y + moved.sheet.size - cy


class Heading(Option):
    """One direction; or, at place -1, the wish to be asked for every square."""

    def __init__(self, place: int, words: str) -> None:
        self.place = place
        self.words = words

    def id(self) -> str:
        return COMPASS[self.place] if self.place >= 0 else BY_SQUARES

    def label(self, battle: Battle) -> str:
        return self.words or self.id().capitalize()


class HeadingQuestion(CreatureQuestion):
    """TI-82, TI-R26: the controller of the effect picks among the squares that lead where they must, the straightest first.

    Asked once for the whole way; whoever wants a bent one is asked square by square.
    """

    def __init__(self, battle: TiersBattle, who: Creature, moved: Creature, origin: Origin, how: int, left: int, one: bool) -> None:
        super().__init__(battle, "heading", who)
        self.moved = moved
        self.origin = origin
        self.how = how
        self.left = left
        self.one = one
        """Only the next square is asked about."""

    def title(self) -> str:
        what = "which square next" if self.one else "which way"
        return f"{self.moved.name} is {v.WOUNDS[self.how]}, {self.left}' to go: {what}?"

    def options(self) -> list[Option]:
        found: list[Option] = [Heading(place, self._words(place)) for place in headings(self.moved, self.origin, self.how)]
        if found and not self.one and self.left >= 10:
            found.append(Heading(v.NONE, "Square by square"))
        return found

    def _words(self, place: int) -> str:
        moved, battle = self.moved, self.arena
        dx, dy = HEADINGS[place]
        x, y = moved.x + dx, moved.y + dy
        words = COMPASS[place].capitalize()
        if not battle.map.enterable(x, y, moved.sheet.size):
            return f"{words} (stopped at once)"
        other = battle.standing_at(x, y, moved.sheet.size, moved)
        if other is None or hidden_from(battle, other, self.creature):
            return words
        return f"{words} (stopped by {other.name})"

    def choose(self, tactic: Tactic) -> Option:
        return Heading(headings(self.moved, self.origin, self.how)[0], "")

    def withdrawn(self) -> bool:
        """Also where whose effect it is, or who is moved, is down by then (TI-73)."""
        down = self.origin.who.status != v.UP or self.moved.status != v.UP
        return super().withdrawn() or down or self.moved.has(v.ROOTED) or not self.options()


def leads(moved: Creature, origin: Origin, how: int, place: int) -> bool:
    """TI-81: does a step that way end farther from the origin, or nearer for a pull? A slide may go anywhere."""
    if how == v.SLID:
        return True
    dx, dy = HEADINGS[place]
    size = moved.sheet.size
    now, then = origin.far(moved.x, moved.y, size), origin.far(moved.x + dx, moved.y + dy, size)
    return then < now if how == v.PULLED else then > now


def headings(moved: Creature, origin: Origin, how: int) -> list[int]:
    """The directions the next step of this forced movement may take, the straightest first."""
    vx, vy = origin.straight(moved)
    if how == v.PULLED:
        vx, vy = -vx, -vy
    ranked: list[tuple[int, int]] = []
    for place, (dx, dy) in enumerate(HEADINGS):
        if leads(moved, origin, how, place):
            dot = vx * dx + vy * dy
            # By the cosine, without a root: sign(dot) * dot^2 / |heading|^2.
            square = dot * dot * (1 if dx and dy else 2)
            ranked.append((-square if dot > 0 else square, place))
    ranked.sort()
    return [place for _, place in ranked]


def stays_put(battle: TiersBattle, moved: Creature) -> bool:
    """TI-105: nothing pushes, pulls, slides or slams the rooted."""
    if moved.is_present() and not moved.has(v.ROOTED):
        return False
    if moved.is_present():
        tell_rooted(battle, moved)
    return True


def force(battle: TiersBattle, moved: Creature, origin: Origin, how: int, feet: int, threat: Threat) -> int:
    """TI-82, TI-124, TI-125: moved by somebody else: no strikes, no price for difficult ground, stopped by what is closed.

    Returns the feet its collision counts: 0 unless it was Slammed and something was in the way.
    """
    if stays_put(battle, moved):
        return 0
    way = ask_way(battle, moved, origin, how, feet, False)
    if way is None:
        return 0
    steps, stopped = drag(battle, moved, origin, how, feet, way.place, threat)
    if steps or moved.is_present():
        tell_forced(battle, moved, how, steps)
    if how != v.SLAMMED or not stopped:
        return 0
    return feet if battle.switches.slam_distance == "full" else 5 * steps


def ask_way(battle: TiersBattle, moved: Creature, origin: Origin, how: int, left: int, one: bool) -> Heading | None:
    """The direction whoever controls the effect picks; unasked where there is only one. None: there is none."""
    ways = headings(moved, origin, how)
    if not ways:
        return None
    if len(ways) == 1:
        return Heading(ways[0], "")
    answer = battle.ask(HeadingQuestion(battle, origin.who, moved, origin, how, left, one))
    if not isinstance(answer, Heading) or stays_put(battle, moved):
        return None
    return answer


def drag(
    battle: TiersBattle, moved: Creature, origin: Origin, how: int, feet: int, heading: int, threat: Threat
) -> tuple[int, bool]:
    """Step by step, by the heading while it leads where it must, else (a pull past a corner) by the straightest; at heading -1 as
    asked. Returns the squares moved (a diagonal that counts twice is two), and whether something was in the way."""
    steps, left, odd = 0, feet, False
    size = moved.sheet.size
    while left >= 5:
        place = heading
        if heading < 0:
            way = ask_way(battle, moved, origin, how, left, True)
            if way is None:
                return steps, False
            place = way.place
        elif not leads(moved, origin, how, heading):
            ways = headings(moved, origin, how)
            if not ways:
                return steps, False
            place = ways[0]
        dx, dy = HEADINGS[place]
        x, y = moved.x + dx, moved.y + dy
        if not battle.map.enterable(x, y, size) or battle.standing_at(x, y, size, moved) is not None:
            # The edge of the map is nothing to run into.
            return steps, battle.map.inside(x, y, size)
        price = 10 if battle.switches.forced_difficult == "costs" and battle.map.under(x, y, size) & DIFFICULT else 5
        slanted = dx * dy != 0
        counts = battle.map.squares_of_step(slanted, odd)
        if price * counts > left:
            return steps, False
        moved.x, moved.y = x, y
        odd = odd != slanted
        left -= price * counts
        steps += counts
        ground(battle, moved, threat)
        down = moved.status != v.UP or origin.who.status != v.UP  # TI-73
        if down or moved.has(v.ROOTED) or moved.x != x or moved.y != y:
            return steps, False
    return steps, False


@final
class Crash(Awaited):
    """The dice of a collision: none against one who is Immune by then (TI-R69) or down, nor of one who is (TI-73)."""

    def __init__(self, roller: Creature, moved: Creature, count: int) -> None:
        self.roller = roller
        self.moved = moved
        self.count = count

    def dice_now(self, battle: TiersBattle) -> Dice | None:
        down = self.moved.status != v.UP or self.roller.status != v.UP
        if not self.count or down or is_immune(self.moved, v.KINETIC):
            return None
        return BOX.handful(self.count, 10)


def collide(battle: TiersBattle, moved: Creature, feet: int, threat: Threat) -> None:
    """TI-125: d10 Kinetic for every full 10' moved; the obstacle is unhurt."""
    roller = battle.creatures[threat.source] if threat.source >= 0 else moved
    thrown = await_handful(battle, roller, "collision", Crash(roller, moved, feet // 10), moved.id, moved.id)
    if thrown is None:
        return
    suffer(battle, moved, thrown[1].total(), collision_threat(threat), "collision", "TI-125")


def ground(battle: TiersBattle, creature: Creature, threat: Threat | None) -> None:
    """What the squares it has come to do: a hazard's wound, water against fire."""
    if not creature.is_present():
        return
    bits = battle.map.under(creature.x, creature.y, creature.sheet.size)
    hazard = battle.map.hazard
    if bits & HAZARD and hazard is not None:
        source = -1 if threat is None else threat.source
        # TI-86: whoever may not React to an attack may not do so to where it was driven either.
        unseen = threat is not None and threat.unseen
        burns = Threat(source, v.IRON, None, unseen, False, TICK_TYPES.get(hazard.wound, 0))
        if is_immune(creature, burns.energy):  # TI-R69
            tell_immune(battle, creature)
        else:
            effect = Effect(hazard.wound, hazard.severity, source, hazard.param, hazard.rounds)
            suffer_wound(battle, creature, burns, effect)
    quench(battle, creature)


def quench(battle: TiersBattle, creature: Creature) -> None:
    """Standing in the tank ends burning."""
    if not creature.has(v.BURNING) or battle.tank_burst:
        return
    if battle.map.under(creature.x, creature.y, creature.sheet.size) & TANK:
        end_kind(battle, creature, v.BURNING, False, "the water")


def burst_tank(battle: TiersBattle) -> None:
    """The tank breaks: everything within 10' of it is difficult ground from now on."""
    if battle.tank_burst:
        return
    battle.tank_burst = True
    if battle.map.soaked is None:
        battle.map.soaked = _soaked(battle.map)
    battle.map = battle.map.soaked
    tell_tank_bursts(battle)


def _soaked(battlemap: Battlemap) -> Battlemap:
    tank = [cell for cell in range(battlemap.grid.cells) if battlemap.terrain[cell] & TANK]
    wet: list[int] = []
    for cell in range(battlemap.grid.cells):
        x, y = battlemap.grid.x(cell), battlemap.grid.y(cell)
        if any(battlemap.feet(x, y, 1, battlemap.grid.x(other), battlemap.grid.y(other), 1) <= 10 for other in tank):
            wet.append(cell)
    return battlemap.changed(wet, DIFFICULT, 0)


def hit_in_tank(battle: TiersBattle, target: Creature, damage: int) -> None:
    """A hit of 10 or more on somebody in the tank bursts it."""
    if damage >= 10 and not battle.tank_burst and battle.map.under(target.x, target.y, target.sheet.size) & TANK:
        burst_tank(battle)


def can_teleport(battle: TiersBattle, creature: Creature, x: int, y: int, feet: int) -> bool:
    """TI-83, as far as the creature can tell: a square is not known to be taken by somebody it does not perceive."""
    size = creature.sheet.size
    battlemap = battle.map
    if battlemap.feet(creature.x, creature.y, size, x, y, size) > feet and battlemap.feet(creature.x, creature.y, 1, x, y, 1) > feet:
        return False
    if not battle.map.enterable(x, y, size):
        return False
    other = battle.standing_at(x, y, size, creature)
    return other is None or hidden_from(battle, other, creature)


def teleport(battle: TiersBattle, creature: Creature, x: int, y: int) -> None:
    """TI-83. A square that turns out to be taken throws it back to where it was."""
    taken = battle.standing_at(x, y, creature.sheet.size, creature) is not None
    if not taken:
        creature.x, creature.y = x, y
    tell_teleport(battle, creature, taken)
    if not taken:
        ground(battle, creature, None)


def is_forced(wound: int) -> bool:
    return wound in (v.PUSHED, v.PULLED, v.SLID, v.SLAMMED)
