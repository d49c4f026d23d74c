"""What may be chosen, when, and why not: deployment, the order of turns, the turn itself (chapters D to H and J)."""

from __future__ import annotations

from typing import final

from quintain.engine.battle import GM, PLAYERS
from quintain.engine.question import Closed, Option, Question
from quintain.engine.tactic import Tactic
from quintain.systems.riposte import tactics
from quintain.systems.riposte.deeds import find_task, find_thing
from quintain.systems.riposte.ground import NOWHERE
from quintain.systems.riposte.movement import Range, knows_of, may_stand, why_not_past_provokers
from quintain.systems.riposte.options import (
    AS_IS,
    CHECK,
    CROSS,
    END_PHASE,
    ENGAGE,
    EQUIP,
    HEAL,
    HERE,
    LEAVE,
    MOVE,
    PAUSE,
    SING,
    STABILISE,
    START,
    USE,
    VERBS,
    WAIT,
    Deed,
    Pick,
    Put,
)
from quintain.systems.riposte.sheet import ALLIES, FALLEN, HEROES, Fighter, Skirmish
from quintain.systems.riposte.stats import BASE_STATS, CHECK_STATS, NO_WEAPON

NOT_HERE = "it is not in this fight any more"
UNKNOWN = "that is not among the options"


def joined_controllers(fighters: list[Fighter]) -> str:
    """Whoever runs any of these, as one controller."""
    seats: list[str] = []
    for fighter in fighters:
        if fighter.controller == PLAYERS:
            return PLAYERS
        for seat in fighter.controller.split("+"):
            if seat not in seats:
                seats.append(seat)
    return "+".join(seats) if seats else GM


# -- deployment (RI-77 to RI-80, RI-102) -------------------------------------------------------------------------------


@final
class Deployment(Question):
    """Those inside the box may be placed and rearranged freely, until somebody starts the fight."""

    def __init__(self, battle: Skirmish) -> None:
        super().__init__(battle, "deploy", "")
        self.field: Skirmish = battle

    def title(self) -> str:
        return "Place your characters, then start the fight."

    def controller(self) -> str:
        return joined_controllers(self.placed())

    def placed(self) -> list[Fighter]:
        """Those of the heroes who are to be placed: inside the box, or not on the map yet (RI-79, RI-80)."""
        return [fighter for fighter in self.field.crew if is_placed(self.field, fighter)]

    def options(self) -> list[Option]:
        found: list[Option] = [Put(self.field.ground, "", NOWHERE)]
        for fighter in self.placed():
            for place in self.field.ground.box:
                option = Put(self.field.ground, fighter.id, place)
                if place != fighter.place and not self.why_not(option):
                    found.append(option)
        return found

    def find(self, id: str) -> Option | None:
        if id == START:
            return Put(self.field.ground, "", NOWHERE)
        who, _, where = id.removeprefix("put:").partition("@")
        place = self.field.ground.find(where)
        if not id.startswith("put:") or self.field.fighter(who) is None or place == NOWHERE:
            return None
        return Put(self.field.ground, who, place)

    def why_not(self, option: Option) -> str:
        if not isinstance(option, Put):
            return UNKNOWN
        if not option.who:
            return ""
        fighter = self.field.fighter(option.who)
        if fighter is None or not is_placed(self.field, fighter):
            return f"{self.field.name_of(option.who)} is not placed by the players"
        if option.at not in self.field.ground.box:
            return "that is outside the deployment box"
        if not may_stand(self.field, fighter, option.at):
            return f"{fighter.name} could not stop there"
        other = self.field.occupant(option.at, fighter) if self.field.ground.is_grid else None
        if other is not None and not is_placed(self.field, other):
            return f"{other.name} stands there"
        if other is not None and not may_stand(self.field, other, fighter.place):
            return f"{other.name} would have to change places, and could not stop there"
        return ""

    def choose(self, tactic: Tactic) -> Option:
        """As written in the encounter, or as `files` laid them out."""
        return Put(self.field.ground, "", NOWHERE)


def is_placed(battle: Skirmish, fighter: Fighter) -> bool:
    """Whether the players place this one: a hero who has not left the box before the fight."""
    return fighter.up and fighter.side == HEROES and not fighter.outside


# -- who is next (RI-67 to RI-69) --------------------------------------------------------------------------------------


@final
class NextTurn(Question):
    """The order of turns within a phase is chosen as it goes; the phase may be ended early."""

    def __init__(self, battle: Skirmish) -> None:
        super().__init__(battle, "next", "")
        self.field: Skirmish = battle

    def title(self) -> str:
        return f"Round {self.field.round}, {self.field.phase_name()}: who goes next?"

    def ready(self) -> list[Fighter]:
        return [fighter for fighter in self.field.crew if self.field.acts_now(fighter)]

    def controller(self) -> str:
        return joined_controllers(self.ready()) if self.field.is_hero_phase() else GM

    def options(self) -> list[Option]:
        found: list[Option] = [Pick(fighter.id) for fighter in self.ready()]
        found.append(Pick(END_PHASE))
        return found

    def closed(self) -> list[Closed]:
        done = [
            fighter
            for fighter in self.field.crew
            if fighter.up and not fighter.hidden and fighter.team in self.field.phases[self.field.phase]
        ]
        return [
            Closed(fighter.name, "waits for the next phase of its side" if fighter.waiting else "its turn is over")
            for fighter in done
            if not self.field.acts_now(fighter)
        ]

    def why_not(self, option: Option) -> str:
        if not isinstance(option, Pick):
            return UNKNOWN
        if option.who == END_PHASE:
            return ""
        fighter = self.field.fighter(option.who)
        if fighter is None or not fighter.up:
            return NOT_HERE
        return "" if self.field.acts_now(fighter) else "it has no turn now"

    def find(self, id: str) -> Option | None:
        return Pick(id) if id == END_PHASE or self.field.fighter(id) is not None else None

    def choose(self, tactic: Tactic) -> Option:
        return Pick(tactics.next_up(self.field, self.ready(), tactic))


# -- a turn (RI-37 to RI-43) -------------------------------------------------------------------------------------------


@final
class Turn(Question):
    """Move, change weapons, and one action, which closes the turn."""

    def __init__(self, battle: Skirmish, who: str) -> None:
        super().__init__(battle, "turn", who)
        self.field: Skirmish = battle

    def title(self) -> str:
        fighter = self.field.fighter(self.who)
        if fighter is None:
            return "Turn"
        weapon = fighter.in_hand()
        held = weapon.name if weapon is not None else "empty hands"
        where = self.field.ground.name(fighter.place)
        return f"{fighter.name} at {where}, {held}, {fighter.movement} movement left: what now?"

    def withdrawn(self) -> bool:
        fighter = self.field.fighter(self.who)
        return fighter is None or not self.field.acts_now(fighter)

    def choose(self, tactic: Tactic) -> Option:
        fighter = self.field.fighter(self.who)
        assert fighter is not None
        return tactics.choose_deed(self.field, fighter, tactic)

    def options(self) -> list[Option]:
        fighter = self.field.up_fighter(self.who)
        if fighter is None:
            return []
        found: list[Option] = []
        there = Range(self.field, fighter, fighter.movement)
        for deed in candidates(self.field, fighter, there):
            if not why_not_deed(self.field, fighter, deed, there):
                found.append(deed)
        return found

    def closed(self) -> list[Closed]:
        fighter = self.field.up_fighter(self.who)
        if fighter is None:
            return []
        there = Range(self.field, fighter, fighter.movement)
        return closed_targets(self.field, fighter, there)

    def why_not(self, option: Option) -> str:
        if not isinstance(option, Deed):
            return UNKNOWN
        fighter = self.field.up_fighter(self.who)
        if fighter is None:
            return NOT_HERE
        return why_not_deed(self.field, fighter, option, Range(self.field, fighter, fighter.movement))

    def find(self, id: str) -> Option | None:
        return parse_deed(self.field, id)


def parse_deed(battle: Skirmish, id: str) -> Deed | None:
    """A deed from its id, whether allowed or not; None where the text means nothing."""
    text, _, where = id.partition("@")
    text, _, held = text.partition("/")
    parts = text.split(":")
    if parts[0] not in VERBS or len(parts) > 3:
        return None
    at = HERE
    if where:
        at = battle.ground.find(where)
        if at == NOWHERE:
            return None
    weapon = AS_IS
    if held:
        if not held.removeprefix("-").isdecimal():
            return None
        weapon = int(held)
    stat = -1
    if len(parts) == 3:
        if parts[2] not in BASE_STATS:
            return None
        stat = BASE_STATS.index(parts[2])
    return Deed(battle.ground, VERBS.index(parts[0]), parts[1] if len(parts) > 1 else "", at, weapon, stat)


def candidates(battle: Skirmish, fighter: Fighter, there: Range) -> list[Deed]:
    """Everything worth looking at; `why_not_deed` says which of it is allowed."""
    ground = battle.ground
    found: list[Deed] = []
    stops = there.stops()
    if not fighter.acted:
        found.extend(engage_candidates(battle, fighter, there, stops))
        found.extend(help_candidates(battle, fighter, there, stops))
        found.extend(other_candidates(battle, fighter, stops))
    for place in stops:
        if place != fighter.place:
            found.append(Deed(ground, MOVE, "", place))
    for weapon in range(-1, len(fighter.block.weapons)):
        if weapon != fighter.weapon:
            found.append(Deed(ground, EQUIP, "", HERE, weapon))
    if battle.switches.interleave:
        found.append(Deed(ground, PAUSE))
    found.append(Deed(ground, WAIT))
    return found


def engage_candidates(battle: Skirmish, fighter: Fighter, there: Range, stops: list[int]) -> list[Deed]:
    """Every target with every weapon: from here, and from the best square of each kind of ground at each distance."""
    found: list[Deed] = []
    for other in battle.crew:
        if not other.up or other is fighter or not knows_of(battle, fighter, other) or battle.are_friends(fighter, other):
            continue
        for number, weapon in enumerate(fighter.block.weapons):
            hold = AS_IS if number == fighter.weapon else number
            places = (
                attack_places(battle, fighter, there, other.place, weapon.distances) if battle.ground.is_grid else stops
            )
            for place in places:
                at = HERE if place == fighter.place else place
                found.append(Deed(battle.ground, ENGAGE, other.id, at, hold))
    return found


def attack_places(battle: Skirmish, fighter: Fighter, there: Range, target: int, distances: list[int]) -> list[int]:
    """Where to strike from: the square one is on, else per distance and kind of ground the nearest one."""
    found: list[int] = []
    for distance in distances:
        nearest: dict[int, int] = {}
        for place in battle.ground.ring(target, distance):
            if not there.may_stop(place):
                continue
            cover = battle.cover_at(fighter, place)
            if cover not in nearest or there.cost[place] < there.cost[nearest[cover]]:
                nearest[cover] = place
        found.extend(nearest.values())
    return found


def help_candidates(battle: Skirmish, fighter: Fighter, there: Range, stops: list[int]) -> list[Deed]:
    """Mending, singing and stabilising, from here or from the nearest place where it can be done."""
    found: list[Deed] = []
    for other in battle.crew:
        if other is fighter or other.place == NOWHERE:
            continue
        if other.status == FALLEN:
            found.extend(nearest_deed(battle, fighter, there, Deed(battle.ground, STABILISE, other.id), stops))
        if not other.up or not battle.are_friends(fighter, other):
            continue
        if fighter.block.sing:
            found.extend(nearest_deed(battle, fighter, there, Deed(battle.ground, SING, other.id), stops))
        for number, weapon in enumerate(fighter.block.weapons):
            if weapon.heals:
                hold = AS_IS if number == fighter.weapon else number
                deed = Deed(battle.ground, HEAL, other.id, HERE, hold)
                found.extend(nearest_deed(battle, fighter, there, deed, stops))
    return found


def nearest_deed(battle: Skirmish, fighter: Fighter, there: Range, deed: Deed, stops: list[int]) -> list[Deed]:
    """The deed from where one stands if it can be done there, else from the nearest place where it can."""
    best: Deed | None = None
    for place in stops:
        at = HERE if place == fighter.place else place
        tried = Deed(deed.ground, deed.verb, deed.aim, at, deed.weapon, deed.stat)
        if best is not None and there.cost[place] >= there.cost[fighter.place if best.at == HERE else best.at]:
            continue
        if not why_not_deed(battle, fighter, tried, there):
            best = tried
    return [best] if best is not None else []


def other_candidates(battle: Skirmish, fighter: Fighter, stops: list[int]) -> list[Deed]:
    ground = battle.ground
    found: list[Deed] = []
    for thing in battle.things:
        for place in stops:
            found.append(Deed(ground, USE, thing.id, HERE if place == fighter.place else place))
    for task in battle.tasks:
        if task.open:
            for stat in CHECK_STATS:
                found.append(Deed(ground, CHECK, task.id, HERE, AS_IS, stat))
    for place in stops:
        if ground.is_exit[place]:
            found.append(Deed(ground, LEAVE, "", HERE if place == fighter.place else place))
    if not ground.is_grid:
        for place in ground.linked(fighter.place):
            found.append(Deed(ground, CROSS, "", place))
    return found


def closed_targets(battle: Skirmish, fighter: Fighter, there: Range) -> list[Closed]:
    """Foes that cannot be engaged this turn, each with the reason."""
    found: list[Closed] = []
    stops = there.stops()
    reachable = {deed.aim for deed in engage_candidates(battle, fighter, there, stops)
                 if not why_not_deed(battle, fighter, deed, there)}  # fmt: skip
    for other in battle.crew:
        if not other.up or other.id in reachable or not knows_of(battle, fighter, other):
            continue
        if battle.are_friends(fighter, other):
            continue
        found.append(Closed(f"Engage {other.name}", why_not_this_turn(battle, fighter, other, there)))
    if battle.ground.is_exit[fighter.place] and fighter.acted:
        found.append(Closed("Leave the field", "only before acting"))
    return found


def why_not_this_turn(battle: Skirmish, fighter: Fighter, other: Fighter, there: Range) -> str:
    """In a phrase, why a foe cannot be engaged with any weapon from anywhere in reach."""
    if fighter.acted or not fighter.block.weapons or not battle.ground.is_grid:
        return why_not_deed(battle, fighter, Deed(battle.ground, ENGAGE, other.id), there)
    return f"{battle.distance(fighter, other)} away, out of reach this turn"


# -- the one source of legality ----------------------------------------------------------------------------------------


def why_not_deed(battle: Skirmish, fighter: Fighter, deed: Deed, there: Range) -> str:
    """Why this fighter may not do this now; "" when it may."""
    verb = deed.verb
    if fighter.acted and verb not in (WAIT, MOVE, EQUIP):
        return "its action is spent"
    if verb == CROSS:
        return why_not_cross(battle, fighter, deed)
    if deed.at != HERE:
        why = why_not_go(battle, fighter, deed.at, there)
        if why:
            return why
    if deed.weapon != AS_IS and not NO_WEAPON <= deed.weapon < len(fighter.block.weapons):
        return "it carries no such weapon"
    place = fighter.place if deed.at == HERE else deed.at
    if verb == MOVE:
        return "it is there already" if deed.at == HERE or deed.at == fighter.place else ""
    if verb == EQUIP:
        return "name the weapon to hold" if deed.weapon == AS_IS else ""
    if verb == PAUSE:
        return why_not_pause(battle, fighter)
    if verb == LEAVE:
        return "" if battle.ground.is_exit[place] else "there is no exit"
    if verb == ENGAGE:
        return why_not_engage(battle, fighter, deed, place)
    if verb in (HEAL, SING, STABILISE):
        return why_not_help(battle, fighter, deed, place)
    if verb == USE:
        return why_not_use(battle, deed, place)
    return why_not_check(battle, fighter, deed) if verb == CHECK else ""


def why_not_go(battle: Skirmish, fighter: Fighter, place: int, there: Range) -> str:
    """RI-38, RI-44, RI-45, RI-52 to RI-55."""
    if place == fighter.place or there.may_stop(place):
        return ""
    for other in battle.crew:
        if battle.ground.is_grid and other.up and other.place == place and knows_of(battle, fighter, other):
            return f"{other.name} stands there"
    if not may_stand(battle, fighter, place):
        word = battle.ground.ground_word(place)
        return f"there is a {word}" if not battle.ground.may_hover(place) or not fighter.block.flight else word
    cost = Range(battle, fighter, 999).cost[place]
    if cost < 0:
        return "there is no way there"
    return f"it takes {cost} movement and {fighter.movement} is left"


def why_not_cross(battle: Skirmish, fighter: Fighter, deed: Deed) -> str:
    """RI-95, RI-97."""
    if battle.ground.is_grid:
        return "there are no zones here"
    if deed.at == HERE or deed.at not in battle.ground.linked(fighter.place):
        return "there is no link that way"
    return ""


def why_not_pause(battle: Skirmish, fighter: Fighter) -> str:
    """R33."""
    if not battle.switches.interleave:
        return "a turn begun is finished first"
    if fighter.side != HEROES:
        return "only heroes may take turns about"
    others = [other for other in battle.crew if other is not fighter and battle.acts_now(other)]
    return "" if others else "nobody else has a turn left"


def why_not_engage(battle: Skirmish, fighter: Fighter, deed: Deed, place: int) -> str:
    """RI-14, RI-33, RI-36, RI-73, RI-94, RI-100."""
    target = battle.up_fighter(deed.aim)
    if target is None or not knows_of(battle, fighter, target):
        return NOT_HERE
    if target is fighter or battle.are_friends(fighter, target):
        return f"{target.name} is a friend"
    number = fighter.weapon if deed.weapon == AS_IS else deed.weapon
    if number < 0:
        return "no weapon is in hand"
    weapon = fighter.block.weapons[number]
    if not battle.ground.is_grid:
        if target.place != place:
            return f"{target.name} is in another zone"
        return why_not_past_provokers(battle, fighter, target, place)
    distance = battle.ground.distance(place, target.place)
    if not weapon.reaches(distance):
        supported = " or ".join([str(known) for known in weapon.distances])
        return f"{target.name} is {distance} away and {weapon.name} reaches {supported}"
    if battle.switches.line_of_sight and not battle.ground.in_sight(place, target.place):
        return f"a wall stands between it and {target.name}"
    return ""


def why_not_help(battle: Skirmish, fighter: Fighter, deed: Deed, place: int) -> str:
    """RI-60, RI-112, RI-124, RI-127."""
    friend = battle.fighter(deed.aim)
    if friend is None or friend is fighter or not knows_of(battle, fighter, friend):
        return NOT_HERE if friend is None else "it must be somebody else"
    if deed.verb == STABILISE:
        return why_not_stabilise(battle, fighter, friend, place)
    if not friend.up:
        return NOT_HERE
    if not battle.are_friends(fighter, friend):
        return f"{friend.name} is no friend"
    if deed.verb == SING:
        return why_not_sing(battle, fighter, friend, place)
    number = fighter.weapon if deed.weapon == AS_IS else deed.weapon
    if number < 0 or not fighter.block.weapons[number].heals:
        return "that takes a weapon that heals"
    if not battle.ground.is_grid:
        return "" if friend.place == place else f"{friend.name} is in another zone"
    distance = battle.ground.distance(place, friend.place)
    return "" if fighter.block.weapons[number].reaches(distance) else f"{friend.name} is {distance} away"


def why_not_sing(battle: Skirmish, fighter: Fighter, friend: Fighter, place: int) -> str:
    if not fighter.block.sing:
        return "it cannot sing so"
    if not (friend.had_turn and friend.turn_over and friend.team in battle.phases[battle.phase]):
        return f"{friend.name} has not acted in this phase"
    if friend.restarted:
        return f"{friend.name} has been sung for in this phase"
    near = friend.place == place if not battle.ground.is_grid else battle.ground.distance(place, friend.place) == 1
    return "" if near else f"{friend.name} is too far away"


def why_not_stabilise(battle: Skirmish, fighter: Fighter, friend: Fighter, place: int) -> str:
    if friend.status != FALLEN:
        return f"{friend.name} has not fallen"
    if not fighter.in_party and not (battle.switches.allies_stabilise and fighter.side in (HEROES, ALLIES)):
        return "only a character run by a player may do that"
    return "" if is_beside(battle, place, friend.place) else f"{friend.name} is too far away"


def is_beside(battle: Skirmish, place: int, other: int) -> bool:
    """On or next to a square; in the same zone (RI-59, RI-94, RI-112)."""
    return battle.ground.distance(place, other) <= 1 if battle.ground.is_grid else place == other


def why_not_use(battle: Skirmish, deed: Deed, place: int) -> str:
    thing = find_thing(battle, deed.aim)
    if thing is None or thing.uses == 0:
        return "there is nothing to use"
    return "" if is_beside(battle, place, thing.place) else f"{thing.label} is too far away"


def why_not_check(battle: Skirmish, fighter: Fighter, deed: Deed) -> str:
    """RI-62, RI-63, RI-141."""
    task = find_task(battle, deed.aim)
    if task is None or not task.open:
        return "there is no such task"
    if not fighter.in_party:
        return "only a character run by a player may try"
    return "" if deed.stat in CHECK_STATS else "a check is made with STR, INT, DEX, SPD, CON or WIS"
