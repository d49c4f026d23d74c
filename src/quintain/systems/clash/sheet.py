"""What a unit, a battlefield and a round have; derived numbers; who may see which.

Characters, objects and hazards are all units here: the book's objects are units without an Action Score (CL-88), and a hazard
strikes like an attacker (CL-91). Units never leave the list, so that an index stays good: whoever is removed is `gone`.
"""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import GM
from quintain.engine.dice import Handful
from quintain.engine.event import Event
from quintain.engine.reading import Reading
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration, Names
from quintain.systems.clash.fields_blocks import Ability as Ability
from quintain.systems.clash.fields_blocks import Attack as Attack
from quintain.systems.clash.fields_blocks import Goal as Goal
from quintain.systems.clash.fields_blocks import Revert as Revert
from quintain.systems.clash.fields_blocks import Sheet as Sheet
from quintain.systems.clash.fields_sheet import BattleFields, UnitFields
from quintain.systems.clash.fields_sheet import Feat as Feat
from quintain.systems.clash.fields_sheet import Timer as Timer
from quintain.systems.clash.modifiers import Modifier as Modifier
from quintain.systems.clash.round import Round, Turn
from quintain.systems.clash.switches import Switches
from quintain.systems.clash.zones import Field, Place

SCORE: Final = "score"
LOWEST: Final = -999
HIGHEST: Final = 999
"""What is learned of an NPC's score in public lies between these."""


@final
class ClashUnit(UnitFields):
    def __init__(self, id: str, name: str, side: str, controller: str, sheet: Sheet) -> None:
        super().__init__(id, name, side, controller)
        self.sheet: Sheet = sheet
        self._place: Place | None = None

    def copy(self) -> ClashUnit:
        other = ClashUnit(self.id, self.name, self.side, self.controller, self.sheet)
        self.copy_common(other)
        self.copy_fields(other)
        return other

    def key(self) -> tuple[object, ...]:
        return (self.id, self.side, self.controller, self.hidden, self.key_fields())

    def is_character(self) -> bool:
        return self.unit_class != v.OBJECT and self.unit_class != v.HAZARD

    def is_present(self) -> bool:
        """Can it be asked? Awake or incapacitated, a character, and already on the map."""
        return self.arrives == 0 and (self.state == v.ACTIVE or self.state == v.INCAPACITATED) and self.is_character()

    def is_active(self) -> bool:
        return self.state == v.ACTIVE and self.arrives == 0 and self.is_character()

    def is_there(self) -> bool:
        """Can anybody aim at it?"""
        return self.arrives == 0 and (self.state == v.ACTIVE or self.state == v.INCAPACITATED)

    def is_player(self) -> bool:
        return self.control == "player"

    def is_seated(self) -> bool:
        """Is it run by a player, whether it rolls or not? Then its options know of nothing hidden (section 7)."""
        return self.controller != GM

    def is_secret(self) -> bool:
        """Does only the GM know of it (section 7): hidden, or still to come?"""
        return self.hidden or self.arrives > 0

    def knows(self, other: ClashUnit) -> bool:
        """Does whoever runs this unit know of that one (section 7)?"""
        return not (other.hidden and self.is_seated())

    def sweeps(self, ability: int) -> bool:
        """Does this ability of its strike every enemy in the zone?"""
        return ability >= 0 and self.sheet.abilities[ability].targets.startswith("all")

    def takes(self) -> int:
        """How it takes hits: MARKS, HEALTH or UNBREAKABLE (CL-62..65, CL-88)."""
        kind = self.unit_class
        if kind == v.OBJECT:
            kind = self.sheet.durability
        if kind in (v.PEON, v.GRUNT):
            return v.MARKS
        return v.HEALTH if kind in (v.PC, v.FOE, "health") else v.UNBREAKABLE

    def attribute(self, which: int) -> int:
        if which == v.MIGHT:
            return self.might
        if which == v.FINESSE:
            return self.finesse
        if which == v.WITS:
            return self.wits
        return self.spirit if which == v.SPIRIT else 0

    def place(self) -> Place:
        """Where it is, as a place that never changes: the same one until it moves."""
        known = self._place
        if known is None or known.zone != self.zone or known.x != self.x or known.y != self.y:
            known = self._place = Place(self.zone, self.x, self.y)
        return known

    def put(self, place: Place) -> None:
        self.zone = place.zone
        self.x = place.x
        self.y = place.y

    def most_marks(self) -> int:
        return v.MARKS_OF.get(self.sheet.durability if self.unit_class == v.OBJECT else self.unit_class, 2)

    def stamina(self) -> int:
        """The marks or the Health it has left."""
        return self.marks if self.takes() == v.MARKS else self.health

    def bar(self) -> int:
        """Health in tenths, rounded up, so that only a beaten one shows empty (CL-64, R-58)."""
        return -(-10 * self.health // self.max_health) if self.max_health > 0 else 0


@final
class ClashBattle(BattleFields):
    def __init__(self, reading: Reading, field: Field, switches: Switches) -> None:
        super().__init__(reading)
        self.field: Field = field
        self.switches: Switches = switches
        self.names: Names = Names([], [zone.id for zone in field.zones])
        self.now: Round | None = None
        self.crew: list[ClashUnit] = []
        """The units again, by their own type."""

    def copy(self) -> ClashBattle:
        other = ClashBattle(self.reading, self.field, self.switches)
        self.copy_common(other)
        self.copy_fields(other)
        other.names = self.names
        other.crew = [unit for unit in other.units if isinstance(unit, ClashUnit)]
        return other

    def key(self) -> tuple[object, ...]:
        return (
            tuple([unit.key() for unit in self.units]), tuple([max(0, unit.arrives - self.round) for unit in self.crew]),
            self.rhythm(), self.field.key(), self.key_fields(), tuple(self.forbidden.items()), self.begun, len(self.forces),
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

    def this_round(self) -> Round:
        """The round under way, where there must be one."""
        assert self.now is not None
        return self.now

    def turn(self, at: int) -> Turn:
        assert self.now is not None
        return self.now.turns[at]

    def turn_of(self, id: str) -> Turn | None:
        """A unit's part in the round under way, if there is one."""
        return self.now.turns[self.index[id]] if self.now is not None else None

    def stated(self, at: int) -> Declaration | None:
        """What a unit has announced for the round under way, if there is one."""
        return self.now.turns[at].stated if self.now is not None else None

    def at(self, id: str) -> int:
        """The index of a unit; -1 where nobody is called that."""
        return self.index.get(id, v.NOBODY)

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
        self.things = [at for at, unit in enumerate(self.crew) if unit.unit_class == v.OBJECT]

    def carried_by(self, at: int) -> list[ClashUnit]:
        """The objects that a unit holds."""
        return [self.crew[thing] for thing in self.things if self.crew[thing].holder == at]

    def hazards(self) -> list[int]:
        return [at for at, unit in enumerate(self.crew) if unit.unit_class == v.HAZARD]

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
        return self.field.together(a, b) or (self.switches.clusters and self.field.mode != v.FIXED and self._are_linked(a, b))

    def within(self, a: Place, b: Place, range: int) -> bool:
        """Within a range in zones and in sight; whoever shares a zone is."""
        return self.field.within(a, b, range) or (self.switches.clusters and self.together(a, b))

    def in_reach(self, attack: Attack, here: Place, there: Place) -> bool:
        """Melee needs the target in the attacker's zone, ranged within range and sight (CL-61)."""
        return self.within(here, there, attack.range) if attack.ranged else self.together(here, there)

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
