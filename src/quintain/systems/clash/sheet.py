"""What a unit, a battlefield and a round have; derived numbers; who may see which.

Characters, objects and hazards are all units here: the book's objects are units without an Action Score (CL-88), and a hazard
strikes like an attacker (CL-91). Units never leave the list, so that an index stays good: whoever is removed is `gone`.
"""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import GM, Battle, Unit
from quintain.engine.dice import Handful
from quintain.engine.event import Event
from quintain.engine.reading import Reading
from quintain.systems.clash.declaration import Names
from quintain.systems.clash.round import Round, Turn
from quintain.systems.clash.switches import Switches
from quintain.systems.clash.zones import FIXED, Field, Place

NOBODY: Final = -1

PC: Final = "pc"
PEON: Final = "peon"
GRUNT: Final = "grunt"
FOE: Final = "foe"
OBJECT: Final = "object"
HAZARD: Final = "hazard"
CLASSES: Final = [PC, PEON, GRUNT, FOE, OBJECT, HAZARD]

ACTIVE: Final = "active"
INCAPACITATED: Final = "incapacitated"
DEFEATED: Final = "defeated"
DEAD: Final = "dead"
GONE: Final = "gone"
STATES: Final = [ACTIVE, INCAPACITATED, DEFEATED, DEAD, GONE]

ATTRIBUTES: Final = ["might", "finesse", "wits", "spirit"]
MIGHT: Final = 0
FINESSE: Final = 1
WITS: Final = 2
SPIRIT: Final = 3

SCORE: Final = "score"
LOWEST: Final = -999
HIGHEST: Final = 999
"""What is learned of an NPC's score in public lies between these."""

MARKS: Final = 1
HEALTH: Final = 2
UNBREAKABLE: Final = 0
MARKS_OF: Final = {PEON: 1, GRUNT: 2}


@final
class Attack:
    """A basic attack: melee or ranged, the attribute behind it, its range in zones, its dice (CL-52)."""

    def __init__(self, name: str, ranged: bool, attribute: int, range: int, full: int, glancing: int) -> None:
        self.name: str = name
        self.ranged: bool = ranged
        self.attribute: int = attribute
        self.range: int = range
        """In zones; -1: as far as one sees."""
        self.full: int = full
        """How many d6 a Full Hit deals."""
        self.glancing: int = glancing


@final
class Ability:
    """A special action: what it costs, which action it rides on, and what a Full Hit adds."""

    def __init__(self, id: str, name: str, base: int, targets: str) -> None:
        self.id: str = id
        self.name: str = name
        self.base: int = base
        self.targets: str = targets
        """"one", "all_enemies_in_strike_zone" or "ally_in_zone"."""
        self.cost: int = 0
        self.rhythm: str = ""
        """"", "even" or "odd": the rounds in which it can be used."""
        self.attribute: int = NOBODY
        self.full: int = 2
        self.glancing: int = 1
        self.hinder: int = 0
        self.pin: bool = False
        self.shift: int = 0
        self.step: bool = False
        self.heal: int = 0
        self.hint: str = ""
        """When automatic play uses it: "foes", "melee_foes_elsewhere", "hurt_ally", "several", "always"."""


@final
class Modifier:
    """A bonus or penalty (CL-33). Immutable; `rounds` -1 means until it is cleared."""

    def __init__(self, kind: str, value: int, reason: str, rounds: int = 1, scope: str = "", source: str = "") -> None:
        self.kind: str = kind
        """"score", "pin" or "move"."""
        self.value: int = value
        self.reason: str = reason
        self.rounds: int = rounds
        self.scope: str = scope
        """"" for everything, an action's name, or "feat:ID"."""
        self.source: str = source
        """The name of the ability it comes from: one instance per name counts."""

    def key(self) -> tuple[object, ...]:
        return (self.kind, self.value, self.rounds, self.scope, self.source)

    def fits(self, action: str, feat: str) -> bool:
        return not self.scope or self.scope == action or (feat != "" and self.scope == "feat:" + feat)


@final
class Sheet:
    """What never changes about a unit."""

    def __init__(self, attack: Attack, abilities: list[Ability]) -> None:
        self.attack: Attack = attack
        self.abilities: list[Ability] = abilities
        self.flat: int = 0
        """The one number behind every action, where the table plays with one (`attribute_mode`)."""
        self.role: str = ""
        """How automatic play runs an NPC: "", "guard", "skirmisher", "raider", "worker"."""
        self.ward: str = ""
        """Whom a guard covers, what a raider is after, or on which feat a worker works."""
        self.durability: str = ""
        """Objects: "peon", "grunt", "health" or "unbreakable"."""
        self.portable: bool = False
        self.gate: list[str] = []
        """Objects: using this one shuts or opens the edge between these two zones."""
        self.text: str = ""
        self.secret_cs: bool = False
        """Is the CS of this object or hazard the GM's alone?"""
        self.seeming: str = ""
        """What an NPC seems to do in round 1, if that is a bluff: an action's name."""


@final
class ClashUnit(Unit):
    def __init__(self, id: str, name: str, side: str, controller: str, sheet: Sheet) -> None:
        super().__init__(id, name, side, controller)
        self.sheet: Sheet = sheet
        self.unit_class: str = FOE
        self.control: str = "gm"
        self.might: int = 0
        self.finesse: int = 0
        self.wits: int = 0
        self.spirit: int = 0
        self.max_health: int = 0
        self.health: int = 0
        self.marks: int = 0
        self.surges: int = 0
        self.max_surges: int = 0
        self.ardor: int = 0
        self.max_ardor: int = 0
        self.scored: bool = False
        """Has it a score of its own: an NPC's Action Score, an object's or a hazard's Challenge Score?"""
        self.score: int = 0
        self.zone: int = NOBODY
        self.x: float = 0.0
        self.y: float = 0.0
        self.state: str = ACTIVE
        self.prepared: int = 0
        self.mods: list[Modifier] = []
        self.coming: list[Modifier] = []
        """Modifiers that start with the next round (R-72)."""
        self.busy: int = 0
        """Rounds of work left on a feat whose roll was waived (CL-100)."""
        self.busy_on: str = ""
        self.holder: int = NOBODY
        """Objects: who carries it."""
        self.guarded: bool = False
        """Objects: does the GM ask for a check against its CS from whoever handles it (CL-89)?"""
        self.used_by: str = ""
        """Objects: the side that has worked it."""
        self.arrives: int = 0
        """The round in which it enters; 0 for those there from the start."""
        self.falls: int = 0
        """How often it was brought to 0 (for `death_rule`)."""
        self.down_since: int = 0
        """The round in which it fell last."""
        self.woken: bool = False
        """Did it lie incapacitated when the fight ended?"""

    def copy(self) -> ClashUnit:
        other = ClashUnit(self.id, self.name, self.side, self.controller, self.sheet)
        self.copy_common(other)
        other.unit_class = self.unit_class
        other.control = self.control
        other.might = self.might
        other.finesse = self.finesse
        other.wits = self.wits
        other.spirit = self.spirit
        other.max_health = self.max_health
        other.health = self.health
        other.marks = self.marks
        other.surges = self.surges
        other.max_surges = self.max_surges
        other.ardor = self.ardor
        other.max_ardor = self.max_ardor
        other.scored = self.scored
        other.score = self.score
        other.zone = self.zone
        other.x = self.x
        other.y = self.y
        other.state = self.state
        other.prepared = self.prepared
        other.mods = self.mods
        other.coming = self.coming
        other.busy = self.busy
        other.busy_on = self.busy_on
        other.holder = self.holder
        other.guarded = self.guarded
        other.used_by = self.used_by
        other.arrives = self.arrives
        other.falls = self.falls
        other.down_since = self.down_since
        other.woken = self.woken
        return other

    def key(self) -> tuple[object, ...]:
        return (
            self.id, self.side, self.controller, self.hidden, self.unit_class, self.control,
            self.might, self.finesse, self.wits, self.spirit,
            self.max_health, self.health, self.marks, self.surges, self.max_surges, self.ardor, self.max_ardor,
            self.scored, self.score, self.zone, self.x, self.y, self.state, self.prepared,
            tuple([mod.key() for mod in self.mods]), tuple([mod.key() for mod in self.coming]),
            self.busy, self.busy_on, self.holder, self.guarded, self.used_by, self.falls,
        )  # fmt: skip

    def is_character(self) -> bool:
        return self.unit_class != OBJECT and self.unit_class != HAZARD

    def is_present(self) -> bool:
        """Can it be asked? Awake or incapacitated, a character, and already on the map."""
        return self.arrives == 0 and (self.state == ACTIVE or self.state == INCAPACITATED) and self.is_character()

    def is_active(self) -> bool:
        return self.state == ACTIVE and self.arrives == 0 and self.is_character()

    def is_there(self) -> bool:
        """Can anybody aim at it?"""
        return self.arrives == 0 and (self.state == ACTIVE or self.state == INCAPACITATED)

    def is_player(self) -> bool:
        return self.control == "player"

    def is_seated(self) -> bool:
        """Is it run by a player, whether it rolls or not? Then its options know of nothing hidden (section 7)."""
        return self.controller != GM

    def is_secret(self) -> bool:
        """Does only the GM know of it (section 7): hidden, or still to come?"""
        return self.hidden or self.arrives > 0

    def takes(self) -> int:
        """How it takes hits: MARKS, HEALTH or UNBREAKABLE (CL-62..65, CL-88)."""
        kind = self.unit_class
        if kind == OBJECT:
            kind = self.sheet.durability
        if kind in (PEON, GRUNT):
            return MARKS
        return HEALTH if kind in (PC, FOE, "health") else UNBREAKABLE

    def attribute(self, which: int) -> int:
        if which == MIGHT:
            return self.might
        if which == FINESSE:
            return self.finesse
        if which == WITS:
            return self.wits
        return self.spirit if which == SPIRIT else 0

    def place(self) -> Place:
        return Place(self.zone, self.x, self.y)

    def most_marks(self) -> int:
        return MARKS_OF.get(self.sheet.durability if self.unit_class == OBJECT else self.unit_class, 2)

    def bar(self) -> int:
        """Health in tenths, rounded up, so that only a beaten one shows empty (CL-64, R-58)."""
        return -(-10 * self.health // self.max_health) if self.max_health > 0 else 0


@final
class Feat:
    """A Feat of Skill or of Effort (3.14)."""

    def __init__(self, id: str, name: str, effort: bool) -> None:
        self.id: str = id
        self.name: str = name
        self.effort: bool = effort
        self.has_cs: bool = False
        self.cs: int = 0
        self.goal: int = 0
        self.progress: int = 0
        self.done: bool = False
        self.partial: bool = False
        self.hidden: bool = False
        self.closed: bool = False
        """No further try (CL-95)."""
        self.zone: int = NOBODY
        self.attribute: int = NOBODY
        self.who: list[str] = []
        """Who may work on it; nobody named: anybody."""
        self.needs: str = ""
        """Another feat that must be done first."""
        self.bonus: dict[str, int] = {}
        self.waived: dict[str, int] = {}
        """For whom the roll is waived, and how many rounds it takes then (CL-100)."""
        self.by: dict[str, int] = {}
        """Progress by unit, where efforts are not shared (R-50)."""
        self.stops: str = ""
        """The timer that stops when it is done."""
        self.thing: str = ""
        """The object that must be at hand to work on it."""

    def copy(self) -> Feat:
        other = Feat(self.id, self.name, self.effort)
        other.has_cs = self.has_cs
        other.cs = self.cs
        other.goal = self.goal
        other.progress = self.progress
        other.done = self.done
        other.partial = self.partial
        other.hidden = self.hidden
        other.closed = self.closed
        other.zone = self.zone
        other.attribute = self.attribute
        other.who = self.who
        other.needs = self.needs
        other.bonus = self.bonus
        other.waived = self.waived
        other.by = dict(self.by)
        other.stops = self.stops
        other.thing = self.thing
        return other

    def key(self) -> tuple[object, ...]:
        progress = 0 if self.done else min(self.progress, self.goal)
        return (
            self.id, self.effort, self.has_cs, self.cs, self.goal, progress, self.done, self.partial, self.hidden,
            self.closed, self.zone, self.attribute, tuple(self.who), self.needs, tuple(self.bonus.items()),
            tuple(self.waived.items()), tuple(self.by.items()),
        )  # fmt: skip


@final
class Timer:
    """Counts rounds down; at 0 its consequence happens (CL-102)."""

    def __init__(self, id: str, name: str, left: int) -> None:
        self.id: str = id
        self.name: str = name
        self.left: int = left
        self.hidden: bool = False
        self.stopped: bool = False
        self.text: str = ""
        self.result: str = ""
        """How the fight ends at 0; "" where it does not."""
        self.winner: str = ""
        self.strike: int = 0
        """The score of a strike on everybody at 0; with dice below."""
        self.full: int = 0
        self.glancing: int = 0

    def copy(self) -> Timer:
        other = Timer(self.id, self.name, self.left)
        other.hidden = self.hidden
        other.stopped = self.stopped
        other.text = self.text
        other.result = self.result
        other.winner = self.winner
        other.strike = self.strike
        other.full = self.full
        other.glancing = self.glancing
        return other

    def key(self) -> tuple[object, ...]:
        return (self.id, self.left, self.hidden, self.stopped, self.result, self.winner, self.strike, self.full, self.glancing)


@final
class Goal:
    """What ends the fight early (CL-112): "feat" done, "object" carried out, "unit" down."""

    def __init__(self, kind: str, id: str, result: str, winner: str) -> None:
        self.kind: str = kind
        self.id: str = id
        self.result: str = result
        self.winner: str = winner


@final
class Revert:
    """A score changed for this round only (CL-105): what it goes back to."""

    def __init__(self, kind: str, id: int, had: bool, value: int, name: str = "") -> None:
        self.kind: str = kind
        """"map", "zone", "unit", or "check" with the name of the check."""
        self.id: int = id
        self.had: bool = had
        self.value: int = value
        self.name: str = name

    def key(self) -> tuple[object, ...]:
        return (self.kind, self.id, self.had, self.value, self.name)


@final
class ClashBattle(Battle):
    def __init__(self, reading: Reading, field: Field, switches: Switches) -> None:
        super().__init__(reading)
        self.field: Field = field
        self.switches: Switches = switches
        self.cs: int = 14
        self.filled: bool = False
        """Is that CS the default, because none was given (R-65)?"""
        self.party: str = "party"
        self.feats: list[Feat] = []
        self.timers: list[Timer] = []
        self.goals: list[Goal] = []
        self.lone: bool = False
        """Did the encounter start with one side only (CL-116)?"""
        self.checks: dict[str, int] = {}
        """The GM's modifiers of single checks: "feat:ID", "object:ID", "zone:ID", "edge:A-B" (CL-16)."""
        self.zone_mods: list[tuple[int, Modifier]] = []
        self.reverts: list[Revert] = []
        self.waved: dict[str, bool] = {}
        """Declarations the GM lets pass although the rules would not: "unit:option id"."""
        self.names: Names = Names([], [zone.id for zone in field.zones])
        self.now: Round | None = None
        self.version: int = 0
        """Counts rulings: whoever compared before one compares again."""
        self.crew: list[ClashUnit] = []
        """The units again, by their own type."""
        self.lineup: list[int] = []
        """The roster, worked out when somebody joins or changes hands."""
        self.things: list[int] = []
        """Where the objects are among the units."""

    def copy(self) -> ClashBattle:
        other = ClashBattle(self.reading, self.field, self.switches)
        self.copy_common(other)
        other.cs = self.cs
        other.filled = self.filled
        other.party = self.party
        other.feats = [feat.copy() for feat in self.feats]
        other.timers = [timer.copy() for timer in self.timers]
        other.goals = self.goals
        other.lone = self.lone
        other.checks = self.checks
        other.zone_mods = self.zone_mods
        other.reverts = self.reverts
        other.waved = self.waved
        other.names = self.names
        other.version = self.version
        other.crew = [unit for unit in other.units if isinstance(unit, ClashUnit)]
        other.lineup = self.lineup
        other.things = self.things
        return other

    def key(self) -> tuple[object, ...]:
        return (
            tuple([unit.key() for unit in self.units]),
            tuple([max(0, self.unit(i).arrives - self.round) for i in range(len(self.units))]),
            self.rhythm(), self.cs, self.field.key(),
            tuple([feat.key() for feat in self.feats]),
            tuple([timer.key() for timer in self.timers]),
            tuple(self.checks.items()), tuple([(zone, mod.key()) for zone, mod in self.zone_mods]),
            tuple(self.forbidden.items()), tuple(self.waved), self.lone, self.begun, len(self.forces),
            tuple([change.key() for change in self.reverts]),
        )  # fmt: skip

    def rhythm(self) -> int:
        """Odd and even rounds differ only where an ability has a rhythm; the first differs where somebody bluffs in it."""
        told = 2 if self.round == 0 and any(self.unit(i).sheet.seeming for i in range(len(self.units))) else 0
        for i in range(len(self.units)):
            for ability in self.unit(i).sheet.abilities:
                if ability.rhythm:
                    return told + self.round % 2
        return told

    def unit(self, at: int) -> ClashUnit:
        return self.crew[at]

    def turn(self, at: int) -> Turn:
        assert self.now is not None
        return self.now.turns[at]

    def at(self, id: str) -> int:
        """The index of a unit; -1 where nobody is called that."""
        return self.index.get(id, NOBODY)

    def roster(self) -> list[int]:
        """Players' units in seating order, then the GM's in the order they were added (section 6)."""
        return self.lineup

    def cast(self) -> list[int]:
        """The roster without those who were out before this round."""
        return self.now.cast if self.now is not None else self.lineup

    def line_up(self) -> None:
        """Work the roster out again."""
        characters = [at for at, unit in enumerate(self.crew) if unit.is_character()]
        players = [at for at in characters if self.crew[at].is_player()]
        self.lineup = players + [at for at in characters if not self.crew[at].is_player()]
        self.things = [at for at, unit in enumerate(self.crew) if unit.unit_class == OBJECT]

    def hazards(self) -> list[int]:
        return [at for at, unit in enumerate(self.crew) if unit.unit_class == HAZARD]

    def tell(self, event: Event) -> None:
        """What concerns somebody still to come is the GM's, like what concerns somebody hidden."""
        if self.telling:
            for id in event.who:
                at = self.at(id)
                if at >= 0 and self.crew[at].arrives:
                    event.audience = GM
                    event.public = ""
            self.reading.tell(self, event)

    def together(self, a: Place, b: Place) -> bool:
        """In the same zone, hence in melee range (CL-02, CL-09); with `fluid_grouping` cluster also by a chain of units each of which
        is within 10 feet of the next (R-02)."""
        return self.field.together(a, b) or (self.switches.clusters and self.field.mode != FIXED and self._are_linked(a, b))

    def within(self, a: Place, b: Place, range: int) -> bool:
        """Within a range in zones and in sight; whoever shares a zone is."""
        return self.field.within(a, b, range) or (self.switches.clusters and self.together(a, b))

    def _are_linked(self, a: Place, b: Place) -> bool:
        """Is there such a chain, by where everybody stands?"""
        left = [unit.place() for unit in self.crew if unit.is_there() and unit.is_character()]
        chain = [a]
        while chain:
            here = chain.pop()
            if self.field.together(here, b):
                return True
            chain.extend([place for place in left if self.field.together(here, place)])
            left = [place for place in left if not self.field.together(here, place)]
        return False

    def is_unseen(self, at: int) -> bool:
        """Are these the odds of a player's seat, which knows nothing of this unit (section 7)?"""
        return self.crew[at].hidden and self.reading.seat != GM and not self.reading.feeding

    def feat(self, id: str) -> Feat | None:
        for feat in self.feats:
            if feat.id == id:
                return feat
        return None

    def enlist(self, unit: ClashUnit) -> int:
        """Add a unit, give it its names and, in the middle of a round, a part in it."""
        self.add_unit(unit)
        self.crew.append(unit)
        self.line_up()
        self.names = Names([one.id for one in self.units], self.names.zones)
        if self.now is not None:
            self.now.turns.append(Turn(unit.place()))
            self.now.cast = [*self.now.cast, len(self.units) - 1]
        return len(self.units) - 1


HANDFULS: Final = [Handful([(count, 6)]) for count in range(13)]
"""No dice, 1d6, 2d6 ... shared by all."""


def dice_of(count: int) -> Handful:
    return HANDFULS[count] if count < len(HANDFULS) else Handful([(count, 6)])
