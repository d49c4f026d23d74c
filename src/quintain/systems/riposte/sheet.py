"""What a fighter and a fight have: the changing part of the state, and who may see which of it."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import GM, Battle, Unit
from quintain.engine.question import Question
from quintain.engine.reading import Reading
from quintain.engine.roll import Roll
from quintain.engine.system import Stat
from quintain.systems.riposte.engagement import Activation, Numbers
from quintain.systems.riposte.ground import BASIC, NOWHERE, Ground
from quintain.systems.riposte.stats import (
    ATTACK,
    ATTACKING,
    BASE_STATS,
    CALCULATED,
    FOLLOW_ATTACK,
    NO_WEAPON,
    RIPOSTING,
    Block,
    Figures,
    Weapon,
    calculated,
)
from quintain.systems.riposte.switches import Switches
from quintain.systems.riposte.tactics_tables import Ranges, Tables

HEROES: Final = "heroes"
ENEMIES: Final = "enemies"
ALLIES: Final = "allies"
INDEPENDENTS: Final = "independents"

FRIENDLY: Final = 0
NEUTRAL: Final = 1
HOSTILE: Final = 2
STANCE_NAMES: Final = ("friendly", "neutral", "hostile")

UP: Final = "up"
DOWN: Final = "down"
FALLEN: Final = "fallen"
STABILISED: Final = "stabilised"
DEAD: Final = "dead"
SPARED: Final = "spared"
RETREATED: Final = "retreated"
FLED: Final = "fled"
ESCAPED: Final = "escaped"
CAPTURED: Final = "captured"
RESERVE: Final = "reserve"
STATUSES: Final = (UP, DOWN, FALLEN, STABILISED, DEAD, SPARED, RETREATED, FLED, ESCAPED, CAPTURED, RESERVE)

NO_NUMBERS: Final = Numbers(0, 0, 0)

# Where the flow stands between two steps.
DEPLOYMENT: Final = 0
PHASE_START: Final = 1
PHASE: Final = 2


@final
class Fighter(Unit):
    """A combatant: its stat block, shared until the GM changes it, and what the fight changes."""

    def __init__(self, id: str, name: str, side: str, controller: str, kind: str, block: Block) -> None:
        super().__init__(id, name, side, controller)
        self.kind: str = kind
        """"pc", "extra" (a companion run by the players) or "npc"."""
        self.block: Block = block
        self.number: int = 0
        """Its place among the combatants."""
        self.team: int = 0
        """The number of the side among `Skirmish.sides`."""
        self.hp: int = block.max_hp
        self.weapon: int = 0 if block.weapons else NO_WEAPON
        self.status: str = UP
        self.up: bool = True
        self.place: int = NOWHERE
        self.movement: int = 0
        self.acted: bool = False
        self.turn_over: bool = True
        self.restarted: bool = False
        """Somebody sang for it in this phase (RI-127)."""
        self.had_turn: bool = False
        """It has had a turn in this round (RI-74)."""
        self.recovered: bool = False
        """It has had its recovery in this round, and gets none after changing sides (R85)."""
        self.waiting: bool = False
        """It arrived or changed sides: it waits for the next phase of its side that starts (RI-74)."""
        self.significant: bool = False
        self.outside: bool = False
        """It left the deployment box before the fight: its position is tracked (RI-79)."""
        self.arrives: int = 0
        """The round in which it comes from the reserve; 0: at the GM's word."""
        self.gave_way: bool = False
        """Talked or frightened into giving way (RI-90)."""
        self.freed: bool = False
        self.since: int = 0
        """The round in which it came to its status, for screens."""

    def copy(self) -> Fighter:
        other = Fighter(self.id, self.name, self.side, self.controller, self.kind, self.block)
        self.copy_common(other)
        other.number = self.number
        other.team = self.team
        other.hp = self.hp
        other.weapon = self.weapon
        other.status = self.status
        other.up = self.up
        other.place = self.place
        other.movement = self.movement
        other.acted = self.acted
        other.turn_over = self.turn_over
        other.restarted = self.restarted
        other.had_turn = self.had_turn
        other.recovered = self.recovered
        other.waiting = self.waiting
        other.significant = self.significant
        other.outside = self.outside
        other.arrives = self.arrives
        other.gave_way = self.gave_way
        other.freed = self.freed
        other.since = self.since
        return other

    def key(self) -> tuple[object, ...]:
        marks = (
            (1 if self.acted else 0)
            | (2 if self.turn_over else 0)
            | (4 if self.restarted else 0)
            | (8 if self.had_turn else 0)
            | (16 if self.waiting else 0)
            | (32 if self.hidden else 0)
            | (64 if self.gave_way else 0)
            | (128 if self.freed else 0)
            | (256 if self.significant else 0)
            | (512 if self.outside else 0)
            | (1024 if self.recovered else 0)
        )
        return (
            self.id, self.team, self.controller, self.kind, self.hp, self.weapon, self.status, self.place, self.movement, marks,
            self.arrives,
        )  # fmt: skip

    def is_present(self) -> bool:
        return self.up

    def set_status(self, status: str) -> None:
        self.status = status
        self.up = status == UP

    @property
    def in_party(self) -> bool:
        """Player characters and the companions they run (RI-84, R55)."""
        return self.kind != "npc"

    @property
    def stands_with_party(self) -> bool:
        """Of the party, and on its side now: a person's character on another side counts for defeat and for the death rule
        with that side (R84); a companion who acts with the allies is still one of the party (R55)."""
        return self.kind != "npc" and (self.side == HEROES or (self.kind == "extra" and self.side == ALLIES))

    @property
    def is_run_by_players(self) -> bool:
        """A player's own character, or anybody whom a player runs; a companion who acts with the allies is not (RI-65, RI-116)."""
        return self.kind == "pc" or self.controller != GM

    def in_hand(self) -> Weapon | None:
        return self.block.weapons[self.weapon] if self.weapon >= 0 else None

    def reaches(self, distance: int) -> bool:
        """Whether the weapon in hand supports the distance; empty hands reach nothing (RI-33, RI-36)."""
        return self.weapon >= 0 and self.block.weapons[self.weapon].range_bits >> distance & 1 == 1

    def figures(self, role: int) -> Figures:
        return self.block.figures(self.weapon, role, self.hp)

    def formula(self, stat: int) -> int:
        """A calculated stat (counted from Might) by its formula, modifiers left aside."""
        return calculated(self.block.stats, self.in_hand())[stat]


@final
class Blow:
    """One strike under way: who strikes whom in which slot, the dice thrown for it so far, and what they make of it now."""

    def __init__(self, striker: Fighter, target: Fighter, slot: int) -> None:
        self.striker: Fighter = striker
        self.target: Fighter = target
        self.slot: int = slot
        self.role: int = ATTACKING if slot in (ATTACK, FOLLOW_ATTACK) else RIPOSTING
        self.other_role: int = RIPOSTING if self.role == ATTACKING else ATTACKING
        self.die: Roll | None = None
        self.crit_die: Roll | None = None
        self.guard_die: Roll | None = None
        self.guard: str = ""
        """What of the target's may halve the hit (RI-136), and how likely it does."""
        self.guard_chance: int = 0
        self.numbers: Numbers = NO_NUMBERS
        self.hit: bool = False
        self.crit: bool = False
        self.guarded: bool = False
        self.damage: int = 0


@final
class Engagement:
    """An engagement under way: its parties, the distance and the attacker's weapon as declared, and how far it has come."""

    def __init__(self, attacker: Fighter, defender: Fighter, distance: int) -> None:
        self.attacker: Fighter = attacker
        self.defender: Fighter = defender
        self.distance: int = distance
        self.weapon: int = attacker.weapon
        self.riposte: bool = False
        """The defender reaches and does not hold back (RI-17, R12)."""
        self.fired: list[Activation] = []
        self.activation: Activation | None = None
        """The activation roll that is being made."""
        self.blow: Blow | None = None
        """The strike that is being made."""


@final
class Effect:
    """What an object or a finished task brings about (RI-59, RI-63, RI-90)."""

    def __init__(self, kind: str, who: list[str], places: list[int], sides: list[str], text: str) -> None:
        self.kind: str = kind
        """"open", "close", "goal", "free", "flee", "stance" or "note"."""
        self.who: list[str] = who
        self.places: list[int] = places
        self.sides: list[str] = sides
        self.text: str = text
        """A goal's label, a stance, or the words of a note."""


@final
class Thing:
    """An object on the battlefield that can be used (RI-59)."""

    def __init__(self, id: str, label: str, place: int, effects: list[Effect], uses: int) -> None:
        self.id: str = id
        self.label: str = label
        self.place: int = place
        self.effects: list[Effect] = effects
        self.uses: int = uses
        """How often it can still be used; -1: without limit."""

    def copy(self) -> Thing:
        return Thing(self.id, self.label, self.place, self.effects, self.uses)


@final
class Task:
    """Something to be achieved by skill checks: with HP, or a single check when `hp` is 0 (RI-62, RI-63, RI-90)."""

    def __init__(self, id: str, label: str, hp: int, tier: int, effects: list[Effect], party_hp: int = -1) -> None:
        self.id: str = id
        self.label: str = label
        self.hp: int = hp
        self.left: int = hp
        self.tier: int = tier
        """The bonus of its tier (RI-141)."""
        self.effects: list[Effect] = effects
        self.party_hp: int = party_hp
        """What the party can still lose over it; -1: nothing is counted (RI-143)."""
        self.open: bool = True
        self.done: bool = False
        """Achieved; a task may also be lost, or closed by the GM."""

    def copy(self) -> Task:
        other = Task(self.id, self.label, self.hp, self.tier, self.effects, self.party_hp)
        other.left = self.left
        other.open = self.open
        other.done = self.done
        return other


@final
class Goal:
    """One objective of the heroes (RI-87)."""

    def __init__(
        self, kind: str, label: str, who: list[str], count: int, area: list[int], required: bool, hidden: bool
    ) -> None:
        self.kind: str = kind
        self.label: str = label
        self.who: list[str] = who
        self.count: int = count
        self.area: list[int] = area
        self.required: bool = required
        self.hidden: bool = hidden
        self.declared: bool = False
        """Met by an object's effect, a task or the GM's word."""

    def copy(self) -> Goal:
        other = Goal(self.kind, self.label, self.who, self.count, self.area, self.required, self.hidden)
        other.declared = self.declared
        return other


@final
class Skirmish(Battle):
    """A fight of riposte."""

    def __init__(self, reading: Reading, ground: Ground, switches: Switches, sides: list[str]) -> None:
        super().__init__(reading)
        self.ground: Ground = ground
        self.switches: Switches = switches
        self.sides: list[str] = sides
        """Heroes, the enemy teams in their order, allies, independents (RI-64)."""
        self.stances: list[int] = default_stances(sides)
        """Row by row, how each side stands to each other (RI-73)."""
        self.stage: int = DEPLOYMENT
        self.phases: list[list[int]] = []
        """The sides that act together, in order; enemy teams share a phase when merged (RI-70)."""
        self.phase: int = 0
        self.acting: str = ""
        """Whose turn it is; "" between turns."""
        self.ordered_by: str = ""
        """Who gave the order for the deed under way, where that was written down (R53)."""
        self.merged: bool = switches.merged
        self.merge_next: bool = switches.merged
        """Whether the enemy teams act together from the next round on."""
        self.goals: list[Goal] = []
        self.tasks: list[Task] = []
        self.things: list[Thing] = []
        self.more_to_come: bool = False
        """The GM has announced, or hides, enemies still to come (RI-82)."""
        self.provokers_met: list[str] = []
        """Provokers engaged in this phase (switch provoke.zone)."""
        self.falling: str = ""
        """Who has just lost the last HP, while it is being settled what becomes of it (RI-104 to RI-107)."""
        self.engagement: Engagement | None = None
        """The engagement under way; none at a joint."""
        self.tables: Tables = Tables()
        self.ranges: Ranges = Ranges()
        self.source: dict[str, object] = {}
        """The encounter as written, for what a fight never changes."""
        self.crew: list[Fighter] = []
        """The units, as fighters."""
        self.arrange_phases()

    def set_status(self, fighter: Fighter, status: str) -> None:
        """How somebody stands from this round on."""
        fighter.set_status(status)
        fighter.since = self.round

    def copy(self) -> Skirmish:
        other = Skirmish(self.reading, self.ground, self.switches, self.sides)
        self.copy_common(other)
        other._muster()
        other.stances = list(self.stances)
        other.stage = self.stage
        other.phases = self.phases
        other.phase = self.phase
        other.acting = self.acting
        other.ordered_by = self.ordered_by
        other.merged = self.merged
        other.merge_next = self.merge_next
        other.goals = [goal.copy() for goal in self.goals]
        other.tasks = [task.copy() for task in self.tasks]
        other.things = [thing.copy() for thing in self.things]
        other.more_to_come = self.more_to_come
        other.provokers_met = list(self.provokers_met)
        other.falling = self.falling
        other.tables = self.tables
        other.ranges = self.ranges
        other.source = self.source
        return other

    def key(self) -> tuple[object, ...]:
        return (
            tuple([unit.key() for unit in self.units]),
            self.stage, self.phase, self.acting, self.merged, self.merge_next,
            tuple(self.stances),
            tuple([(task.left, task.party_hp, task.open, task.done) for task in self.tasks]),
            tuple([thing.uses for thing in self.things]),
            tuple([goal.declared for goal in self.goals]),
            tuple(self.provokers_met),
            self.ground.signature,
            self.outcome.result if self.outcome is not None else "",
            self.rounds_that_matter(),
        )  # fmt: skip

    def rounds_that_matter(self) -> int:
        """How many rounds until the next arrival or the cap, where either can still come; else 0."""
        soonest = 0
        if not self.uncapped:
            soonest = self.switches.round_cap - self.round + 1
        for fighter in self.crew:
            if fighter.status == RESERVE and fighter.arrives > self.round:
                wait = fighter.arrives - self.round
                soonest = wait if soonest == 0 else min(soonest, wait)
        return soonest

    # -- who is here ---------------------------------------------------------------------------------------------------

    def add_unit(self, unit: Unit) -> None:
        super().add_unit(unit)
        self._muster()

    def drop_unit(self, id: str) -> None:
        super().drop_unit(id)
        self._muster()

    def _muster(self) -> None:
        crew: list[Fighter] = []
        for unit in self.units:
            assert isinstance(unit, Fighter)
            unit.number = len(crew)
            crew.append(unit)
        self.crew = crew

    def fighter(self, id: str) -> Fighter | None:
        place = self.index.get(id, -1)
        return self.crew[place] if place >= 0 else None

    def up_fighter(self, id: str) -> Fighter | None:
        """This fighter, if it is still in the fight."""
        fighter = self.fighter(id)
        return fighter if fighter is not None and fighter.up else None

    def holds(self, fighter: Fighter) -> bool:
        """Whether this fighter is still in the fight: up, and not taken out by the GM."""
        return fighter.up and fighter.number < len(self.crew) and self.crew[fighter.number] is fighter

    # -- sides and stances ---------------------------------------------------------------------------------------------

    def stance(self, a: int, b: int) -> int:
        return self.stances[a * len(self.sides) + b]

    def set_stance(self, a: int, b: int, stance: int) -> None:
        self.stances[a * len(self.sides) + b] = stance
        self.stances[b * len(self.sides) + a] = stance
        self.ranges = Ranges()

    def are_friends(self, a: Fighter, b: Fighter) -> bool:
        return self.stances[a.team * len(self.sides) + b.team] == FRIENDLY

    def are_hostile(self, a: Fighter, b: Fighter) -> bool:
        return self.stances[a.team * len(self.sides) + b.team] == HOSTILE

    def is_enemy(self, fighter: Fighter) -> bool:
        """Of a side that opposes the heroes by name (RI-65)."""
        return fighter.side.startswith(ENEMIES)

    def arrange_phases(self) -> None:
        """Heroes, the enemy teams one by one or merged, allies, independents (RI-64, RI-70)."""
        enemies = [team for team, side in enumerate(self.sides) if side.startswith(ENEMIES)]
        phases: list[list[int]] = []
        for team in range(len(self.sides)):
            if team not in enemies or not self.merged:
                phases.append([team])
            elif team == enemies[0]:
                phases.append(enemies)
        self.phases = phases

    def insert_side(self, side: str) -> None:
        """A further enemy team behind the others; whose phase it is stays the same."""
        old = self.sides
        place = max([team for team, name in enumerate(old) if name.startswith(ENEMIES)]) + 1
        self.sides = [*old[:place], side, *old[place:]]
        stances = default_stances(self.sides)
        wide = len(self.sides)
        for a in range(len(old)):
            for b in range(len(old)):
                row, column = (team + (1 if team >= place else 0) for team in (a, b))
                stances[row * wide + column] = self.stances[a * len(old) + b]
        self.stances = stances
        acting = self.phases[self.phase][0]
        for fighter in self.crew:
            fighter.team = self.sides.index(fighter.side)
        self.arrange_phases()
        acting += 1 if acting >= place else 0
        for number, teams in enumerate(self.phases):
            if acting in teams:
                self.phase = number

    def phase_name(self, phase: int = -1) -> str:
        """Of the phase that is under way, or of another."""
        return side_name(self.sides[self.phases[self.phase if phase < 0 else phase][0]], self.merged)

    def is_hero_phase(self) -> bool:
        return self.sides[self.phases[self.phase][0]] == HEROES

    def acts_now(self, fighter: Fighter) -> bool:
        """Whether this fighter may still have a turn, or the rest of one, in this phase."""
        return fighter.up and not fighter.turn_over and not fighter.waiting and fighter.team in self.phases[self.phase]

    def controller_of(self, id: str) -> str:
        fighter = self.fighter(id)
        return fighter.controller if fighter is not None else GM

    def tactic_side(self, question: Question) -> str:
        """One tactic for the heroes, one for all enemy teams, and so on."""
        if question.about == "next":
            return HEROES if self.is_hero_phase() and self._players_act() else ""
        fighter = self.fighter(question.who)
        if fighter is None:
            return HEROES if question.controller() != GM else ""
        return ENEMIES if fighter.side.startswith(ENEMIES) else fighter.side

    def _players_act(self) -> bool:
        """Whether anybody is run by a player of those who may still act in this phase."""
        return any(fighter.controller != GM and self.acts_now(fighter) for fighter in self.crew)

    # -- places --------------------------------------------------------------------------------------------------------

    def cover_of(self, fighter: Fighter) -> int:
        """The terrain whose bonuses this fighter enjoys; a flier over a blocker has none (RI-47, RI-51, RI-53)."""
        if fighter.place < 0:
            return BASIC
        return self.cover_at(fighter, fighter.place)

    def cover_at(self, fighter: Fighter, place: int) -> int:
        if fighter.block.flight and not self.switches.flier_cover:
            return BASIC
        return self.ground.cover[place]

    def distance(self, a: Fighter, b: Fighter) -> int:
        """On squares, how far two fighters are apart; in zones there are no distances (RI-32, RI-93)."""
        return self.ground.distance(a.place, b.place)

    def occupant(self, place: int, besides: Fighter | None = None) -> Fighter | None:
        """Who is up on this square (RI-44, RI-56)."""
        for fighter in self.crew:
            if fighter.up and fighter.place == place and fighter is not besides:
                return fighter
        return None


def default_stances(sides: list[str]) -> list[int]:
    """Heroes and allies are friends, enemies hostile to both, independents and other enemy teams neutral (RI-73)."""
    return [default_stance(a, b) for a in sides for b in sides]


def default_stance(a: str, b: str) -> int:
    if a == b:
        return FRIENDLY
    pair = {a.split(":")[0], b.split(":")[0]}
    if pair == {HEROES, ALLIES}:
        return FRIENDLY
    if ENEMIES in pair and (HEROES in pair or ALLIES in pair):
        return HOSTILE
    return NEUTRAL


def side_name(side: str, merged: bool = False) -> str:
    """A side in words: "Heroes", "Enemies (toll-takers)"."""
    name, _, team = side.partition(":")
    return f"{name.capitalize()} ({team})" if team and not merged else name.capitalize()


def unit_stats() -> list[Stat]:
    """Every field of a fighter, once: its kind, its bounds and who may see it (section 7 of the rules)."""
    stats = [
        Stat("kind", "choice", "all", "player character, companion run by the players, or other", choices=["pc", "extra", "npc"]),
        Stat("hp", "int", "all", "hit points left", low=0, high=9999),
        Stat("max_hp", "int", "all", "most hit points", low=1, high=9999),
        Stat("status", "choice", "all", "up, or how it is out", choices=list(STATUSES)),
        Stat("weapon", "int", "all", "which carried weapon is in hand, from 0; -1 for none", low=-1, high=99),
        Stat("movement", "int", "all", "movement left this turn", low=0, high=999),
        Stat("acted", "bool", "all", "has taken its action this turn"),
        Stat("turn_over", "bool", "all", "its turn is over"),
        Stat("restarted", "bool", "all", "somebody sang for it this phase"),
        Stat("had_turn", "bool", "all", "has had a turn this round"),
        Stat("recovered", "bool", "all", "has had its recovery this round"),
        Stat("waiting", "bool", "all", "waits for the next phase of its side"),
        Stat("outside", "bool", "all", "left the deployment box before the fight"),
        Stat("significant", "bool", "gm", "the GM may let it retreat"),
        Stat("arrives", "int", "gm", "round in which it comes from the reserve", low=0, high=999),
        Stat("gave_way", "bool", "all", "talked or frightened into giving way"),
        Stat("freed", "bool", "all", "rescued"),
        Stat("place", "text", "all", "where it stands"),
        Stat("level", "int", "all", "level", low=1, high=60),
        Stat("creature", "text", "all", "what kind of creature"),
        Stat("mov", "int", "all", "movement per turn", low=0, high=99),
        Stat("flight", "bool", "all", "flies"),
        Stat("ride", "bool", "all", "may move after its action"),
        Stat("sing", "bool", "all", "may grant a friend a new turn"),
        Stat("provoke", "int", "all", "Provoke level", low=0, high=3),
        Stat("pass_level", "int", "all", "Pass level", low=0, high=3),
    ]
    stats.extend([Stat(name, "int", "side", f"base stat {name}", low=0, high=999) for name in BASE_STATS])
    stats.extend([Stat(name, "int", "all", f"calculated {name}, weapon in hand", low=-999, high=999) for name in CALCULATED])
    stats.append(Stat("carried", "data", "all", "weapons, first to last"))
    stats.append(Stat("reach", "data", "all", "the distances each of them covers"))
    stats.append(Stat("traits", "data", "side", "skills and abilities"))
    stats.append(Stat("quirks", "data", "side", "what it is good at outside a fight"))
    return stats
