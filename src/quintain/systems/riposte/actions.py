"""What may be chosen, when, and why not: deployment, the order of turns, the turn itself (chapters D to H and J)."""

from __future__ import annotations

from typing import final

from quintain.engine.battle import GM, PLAYERS
from quintain.engine.question import Closed, Option, Question
from quintain.engine.seat import may_answer
from quintain.engine.system import forbidden
from quintain.engine.tactic import Tactic
from quintain.systems.riposte import options as o
from quintain.systems.riposte import tactics
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.legality import NOT_HERE, why_barred, why_not_deed
from quintain.systems.riposte.movement import Range, may_stand
from quintain.systems.riposte.options import Deed, Pick, Put
from quintain.systems.riposte.sheet import Fighter, Skirmish

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
        self.skirmish: Skirmish = battle

    def title(self) -> str:
        return "Place your characters, then start the fight."

    def kind(self) -> str:
        return "setup"

    def controller(self) -> str:
        return joined_controllers(self.placed())

    def placed(self) -> list[Fighter]:
        """Those of the heroes who are to be placed: inside the box (RI-79, RI-80)."""
        return [fighter for fighter in self.skirmish.crew if is_placed(self.skirmish, fighter)]

    def options(self) -> list[Option]:
        found: list[Option] = [Put(self.skirmish.ground, "", v.NOWHERE)]
        for fighter in self.placed():
            for place in self.skirmish.ground.box:
                option = Put(self.skirmish.ground, fighter.id, place)
                if place != fighter.place and not self.why_not(option):
                    found.append(option)
        return found

    def find(self, id: str) -> Option | None:
        if id == o.START:
            return Put(self.skirmish.ground, "", v.NOWHERE)
        who, _, where = id.removeprefix("put:").partition("@")
        place = self.skirmish.ground.find(where)
        if not id.startswith("put:") or self.skirmish.fighter(who) is None or place == v.NOWHERE:
            return None
        return Put(self.skirmish.ground, who, place)

    def why_not(self, option: Option) -> str:
        if not isinstance(option, Put):
            return UNKNOWN
        if not option.who:
            return ""
        fighter = self.skirmish.fighter(option.who)
        if fighter is None or not is_placed(self.skirmish, fighter):
            return f"{self.skirmish.name_of(option.who)} is not placed by the players"
        if option.at not in self.skirmish.ground.box:
            return "that is outside the deployment box"
        if not may_stand(self.skirmish, fighter, option.at):
            return f"{fighter.name} could not stop there"
        other = self.skirmish.known_at(fighter, option.at)
        if other is None:
            return ""
        if not is_placed(self.skirmish, other):
            return f"{other.name} stands there"
        if not may_stand(self.skirmish, other, fighter.place):
            return f"{other.name} would have to change places, and could not stop there"
        return ""

    def not_yours(self, option: Option, seat: str) -> str:
        """Each player places the characters they run, and moves nobody else's out of the way (RI-77)."""
        fighter = self.skirmish.fighter(option.who) if isinstance(option, Put) and option.who else None
        if fighter is None or not isinstance(option, Put):
            return ""
        if not may_answer(fighter.controller, seat):
            return f"{fighter.name} is placed by {fighter.controller}"
        other = self.skirmish.known_at(fighter, option.at)
        if other is not None and is_placed(self.skirmish, other) and not may_answer(other.controller, seat):
            return f"{other.name}, whom {other.controller} places, stands there"
        return ""

    def choose(self, tactic: Tactic) -> Option:
        """As written in the encounter, or as `files` laid them out."""
        return Put(self.skirmish.ground, "", v.NOWHERE)

    def instead(self, tactic: Tactic, left: list[Option]) -> Option | None:
        """Rearranging leads nowhere: whoever may not start lets it start."""
        return None


def is_placed(battle: Skirmish, fighter: Fighter) -> bool:
    """Whether the players place this one: a hero inside the box; whoever is outside it stays there (RI-80)."""
    return fighter.up and fighter.side == v.HEROES and not fighter.outside and fighter.place in battle.ground.box


# -- who is next (RI-67 to RI-69) --------------------------------------------------------------------------------------


@final
class NextTurn(Question):
    """The order of turns within a phase is chosen as it goes; the phase may be ended early."""

    def __init__(self, battle: Skirmish) -> None:
        super().__init__(battle, "next", "")
        self.skirmish: Skirmish = battle

    def title(self) -> str:
        return f"Round {self.skirmish.round}, {self.skirmish.phase_name()}: who goes next?"

    def ready(self) -> list[Fighter]:
        """Those who may still act in this phase."""
        return [fighter for fighter in self.skirmish.crew if self.skirmish.acts_now(fighter)]

    def controller(self) -> str:
        return joined_controllers(self.ready()) if self.skirmish.is_hero_phase() else GM

    def withdrawn(self) -> bool:
        """With one left there is nothing to choose, and with none the phase is over."""
        return len(self.ready()) < 2

    def options(self) -> list[Option]:
        found: list[Option] = [Pick(fighter.id) for fighter in self.ready()]
        found.append(Pick(o.END_PHASE))
        return found

    def closed(self) -> list[Closed]:
        teams = self.skirmish.phases[self.skirmish.phase]
        return [
            Closed(fighter.name, "waits for the next phase of its side" if fighter.waiting else "its turn is over", [fighter.id])
            for fighter in self.skirmish.crew
            if fighter.up and fighter.team in teams and not self.skirmish.acts_now(fighter)
        ]

    def why_not(self, option: Option) -> str:
        if not isinstance(option, Pick):
            return UNKNOWN
        if option.who == o.END_PHASE:
            return ""
        fighter = self.skirmish.fighter(option.who)
        if fighter is None or not fighter.up:
            return NOT_HERE
        return "" if self.skirmish.acts_now(fighter) else "it has no turn now"

    def find(self, id: str) -> Option | None:
        return Pick(id) if id == o.END_PHASE or self.skirmish.fighter(id) is not None else None

    def obvious(self) -> str:
        """Where at most one of several is seen by all, that one begins: nobody is asked for the sake of the unseen. Its turn then lets
        others go first (`Skirmish.may_go_first`)."""
        ready = self.ready()
        seen = [fighter for fighter in ready if not fighter.hidden]
        if len(seen) > 1:
            return ""
        return next((one.id for one in [*seen, *ready] if not forbidden(self.skirmish, self, Pick(one.id))), "")

    def choose(self, tactic: Tactic) -> Option:
        return Pick(tactics.next_up(self.skirmish, self.ready()))


# -- a turn (RI-37 to RI-43) -------------------------------------------------------------------------------------------


@final
class Turn(Question):
    """Move, change weapons, and one action, which closes the turn."""

    def __init__(self, battle: Skirmish, who: str) -> None:
        super().__init__(battle, "turn", who)
        self.skirmish: Skirmish = battle

    def title(self) -> str:
        fighter = self.skirmish.fighter(self.who)
        if fighter is None:
            return "Turn"
        weapon = fighter.in_hand()
        held = weapon.name if weapon is not None else "empty hands"
        where = "" if self.skirmish.ground.is_grid else f" at {self.skirmish.ground.name(fighter.place)}"
        return f"{fighter.name}{where}, {held}, {fighter.movement} movement left: what now?"

    def withdrawn(self) -> bool:
        fighter = self.skirmish.fighter(self.who)
        return fighter is None or not self.skirmish.acts_now(fighter)

    def choose(self, tactic: Tactic) -> Option:
        fighter = self.skirmish.fighter(self.who)
        assert fighter is not None
        return tactics.choose_deed(self.skirmish, fighter, tactic)

    def instead(self, tactic: Tactic, left: list[Option]) -> Option | None:
        fighter = self.skirmish.fighter(self.who)
        return tactics.next_best(self.skirmish, fighter, tactic, left) if fighter is not None else None

    def options(self) -> list[Option]:
        fighter = self.skirmish.up_fighter(self.who)
        if fighter is None:
            return []
        return list(open_deeds(self.skirmish, fighter, Range(self.skirmish, fighter, fighter.movement)))

    def reach(self) -> list[list[int]]:
        """Where the fighter can go, and whom it could strike from there: every square in reach of a weapon it carries."""
        fighter = self.skirmish.up_fighter(self.who)
        ground = self.skirmish.ground
        if fighter is None or not ground.is_grid:
            return []
        stops = Range(self.skirmish, fighter, fighter.movement).stops()
        found = [[*ground.spot(place), 1] for place in stops if place != fighter.place]
        distances = sorted({distance for weapon in fighter.block.weapons for distance in weapon.distances})
        struck: set[int] = set()
        if not fighter.acted:
            for place in stops:
                for distance in distances:
                    struck.update([seen for seen in ground.ring(place, distance) if self.skirmish.in_sight(place, seen)])
        struck.difference_update(stops)
        found.extend([[*ground.spot(place), 2] for place in sorted(struck)])
        return found

    def closed(self) -> list[Closed]:
        return self.listing()[1]

    def listing(self) -> tuple[list[Option], list[Closed]]:
        fighter = self.skirmish.up_fighter(self.who)
        if fighter is None:
            return ([], [])
        there = Range(self.skirmish, fighter, fighter.movement)
        deeds = open_deeds(self.skirmish, fighter, there)
        return (list(deeds), closed_targets(self.skirmish, fighter, there, [deed.aim for deed in deeds if deed.verb == o.ENGAGE]))

    def why_not(self, option: Option) -> str:
        if not isinstance(option, Deed):
            return UNKNOWN
        fighter = self.skirmish.up_fighter(self.who)
        if fighter is None:
            return NOT_HERE
        return why_not_deed(self.skirmish, fighter, option, Range(self.skirmish, fighter, fighter.movement))

    def find(self, id: str) -> Option | None:
        fighter = self.skirmish.fighter(self.who)
        deed = parse_deed(self.skirmish, id)
        if fighter is None or deed is None or not makes_sense(self.skirmish, fighter, deed):
            return None
        return deed.leave_out_unchanged(fighter)


def makes_sense(battle: Skirmish, fighter: Fighter, deed: Deed) -> bool:
    """Whether this fighter could be meant to do this at all, allowed or not: nothing missing, nothing that says nothing."""
    verb = deed.verb
    aims = o.VERBS[verb].aims
    if aims in (o.FOE, o.FRIEND):
        other = battle.fighter(deed.aim)
        if other is None or not fighter.knows_of(other):
            return False
    elif verb == o.USE:
        if battle.object_by_id(deed.aim) is None:
            return False
    elif verb == o.CHECK:
        if battle.task(deed.aim) is None:
            return False
    elif deed.aim and (verb != o.PAUSE or battle.fighter(deed.aim) is None):
        return False
    if (verb == o.CHECK) != (deed.stat >= 0):
        return False
    if verb in (o.MOVE, o.CROSS) and (deed.at == o.HERE or (battle.ground.is_grid and verb == o.CROSS)):
        return False
    if verb in (o.MOVE, o.CROSS, o.PAUSE) and deed.weapon != o.AS_IS:
        return False
    if verb == o.EQUIP:
        return deed.at == o.HERE and carries(fighter, deed.weapon)
    return deed.weapon == o.AS_IS or carries(fighter, deed.weapon)


def carries(fighter: Fighter, weapon: int) -> bool:
    """Whether there is such a weapon to take in hand; none is one."""
    return v.NO_WEAPON <= weapon < len(fighter.block.weapons)


def parse_deed(battle: Skirmish, id: str) -> Deed | None:
    """A deed from its id, whether allowed or not; None where the text means nothing."""
    text, _, where = id.partition("@")
    text, _, held = text.partition("/")
    parts = text.split(":")
    if parts[0] not in o.BY_WORD or len(parts) > 3:
        return None
    at = o.HERE
    if where:
        at = battle.ground.find(where)
        if at == v.NOWHERE:
            return None
    weapon = o.AS_IS
    if held:
        if not held.removeprefix("-").isdecimal() or len(held) > 3:
            return None
        weapon = int(held)
    stat = -1
    if len(parts) == 3:
        if parts[2] not in v.BASE_STATS:
            return None
        stat = v.BASE_STATS.index(parts[2])
    return Deed(battle.ground, o.BY_WORD[parts[0]], parts[1] if len(parts) > 1 else "", at, weapon, stat)


def open_deeds(battle: Skirmish, fighter: Fighter, there: Range) -> list[Deed]:
    """Everything worth doing that is allowed."""
    found = [deed for deed in candidates(battle, fighter, there) if not why_not_deed(battle, fighter, deed, there)]
    for deed in found:
        deed.there = there
    return found


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
            found.append(Deed(ground, o.MOVE, "", place))
    for weapon in range(-1, len(fighter.block.weapons)):
        if weapon != fighter.weapon:
            found.append(Deed(ground, o.EQUIP, "", o.HERE, weapon))
    if battle.switches.interleave:
        found.append(Deed(ground, o.PAUSE))
    found.extend([Deed(ground, o.PAUSE, other.id) for other in battle.may_go_first(fighter)])
    found.append(Deed(ground, o.WAIT))
    return found


def engage_candidates(battle: Skirmish, fighter: Fighter, there: Range, stops: list[int]) -> list[Deed]:
    """Every target with every weapon: from here, and from the best square of each kind of ground at each distance."""
    found: list[Deed] = []
    for other in battle.crew:
        if not other.up or other is fighter or not fighter.knows_of(other) or battle.are_friends(fighter, other):
            continue
        for number, weapon in enumerate(fighter.block.weapons):
            places = stops
            if battle.ground.is_grid:
                places = attack_places(battle, fighter, there, other.place, weapon.distances)
            found.extend([Deed(battle.ground, o.ENGAGE, other.id, place, number).leave_out_unchanged(fighter) for place in places])
    return found


def attack_places(battle: Skirmish, fighter: Fighter, there: Range, target: int, distances: list[int]) -> list[int]:
    """Where to strike from: per distance and kind of ground the nearest square from which the target is seen (R22)."""
    found: list[int] = []
    for distance in distances:
        nearest: dict[int, int] = {}
        for place in battle.ground.ring(target, distance):
            if not there.may_stop(place) or not battle.in_sight(place, target):
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
        if other is fighter or other.place == v.NOWHERE:
            continue
        if other.status == v.FALLEN:
            found.extend(nearest_deed(battle, fighter, there, Deed(battle.ground, o.STABILISE, other.id), stops))
        if not other.up or not battle.are_friends(fighter, other):
            continue
        if fighter.block.sing:
            found.extend(nearest_deed(battle, fighter, there, Deed(battle.ground, o.SING, other.id), stops))
        for number, weapon in enumerate(fighter.block.weapons):
            if weapon.heals:
                found.extend(nearest_deed(battle, fighter, there, Deed(battle.ground, o.HEAL, other.id, o.HERE, number), stops))
    return found


def nearest_deed(battle: Skirmish, fighter: Fighter, there: Range, deed: Deed, stops: list[int]) -> list[Deed]:
    """The deed from where one stands if it can be done there, else from the nearest place where it can."""
    best: Deed | None = None
    for place in stops:
        tried = Deed(deed.ground, deed.verb, deed.aim, place, deed.weapon).leave_out_unchanged(fighter)
        if best is not None and there.cost[place] >= there.cost[best.place_for(fighter)]:
            continue
        if not why_not_deed(battle, fighter, tried, there):
            best = tried
    return [best] if best is not None else []


def other_candidates(battle: Skirmish, fighter: Fighter, stops: list[int]) -> list[Deed]:
    ground = battle.ground
    found: list[Deed] = []
    for thing in battle.things:
        found.extend([Deed(ground, o.USE, thing.id, place).leave_out_unchanged(fighter) for place in stops])
    for task in battle.tasks:
        if task.open:
            found.extend([Deed(ground, o.CHECK, task.id, o.HERE, o.AS_IS, stat) for stat in v.CHECK_STATS])
    found.extend([Deed(ground, o.LEAVE, "", place).leave_out_unchanged(fighter) for place in stops if ground.is_exit[place]])
    if not ground.is_grid:
        found.extend([Deed(ground, o.CROSS, "", place) for place in ground.linked(fighter.place)])
    return found


def closed_targets(battle: Skirmish, fighter: Fighter, there: Range, reachable: list[str]) -> list[Closed]:
    """Foes that cannot be engaged this turn, each with the reason."""
    found: list[Closed] = []
    far: Range | None = None
    for other in battle.crew:
        if not other.up or other.id in reachable or not fighter.knows_of(other):
            continue
        if battle.are_friends(fighter, other):
            continue
        if far is None:
            far = Range(battle, fighter, 999)
        found.append(Closed(f"Engage {other.name}", why_not_this_turn(battle, fighter, other, there, far), [other.id]))
    if battle.ground.is_exit[fighter.place] and fighter.acted:
        found.append(Closed("Leave the field", "only before acting"))
    return found


def why_not_this_turn(battle: Skirmish, fighter: Fighter, other: Fighter, there: Range, far: Range) -> str:
    """In a phrase, why a foe cannot be engaged with any weapon from anywhere in reach; `far` is where it could get to in time."""
    if fighter.acted or not fighter.block.weapons or why_barred(battle, fighter, other):
        return why_not_deed(battle, fighter, Deed(battle.ground, o.ENGAGE, other.id), there)
    if not battle.ground.is_grid:
        in_its_zone = Deed(battle.ground, o.ENGAGE, other.id, other.place, 0).leave_out_unchanged(fighter)
        return why_not_deed(battle, fighter, in_its_zone, there)
    distances = {distance for weapon in fighter.block.weapons for distance in weapon.distances}
    squares = [place for distance in sorted(distances) for place in battle.ground.ring(other.place, distance)]
    costs = [far.cost[place] for place in squares if far.may_stop(place) and battle.in_sight(place, other.place)]
    away = battle.ground.distance(fighter.place, other.place)
    if not costs:
        return f"{away} away, and no square from which a weapon reaches {other.name} can be got to"
    return f"{away} away: to get within reach takes {min(costs)} movement and {fighter.movement} is left"
