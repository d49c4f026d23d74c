"""What a combatant and a fight have in play: the changing part of the state, and the figures read from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from quintain.engine.battle import GM, PLAYERS, Unit
from quintain.engine.reading import Reading
from quintain.engine.roll import Roll
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.blocks import BARE, Block
from quintain.systems.toughness.clock import stamp
from quintain.systems.toughness.fields_blocks import Hazard, Power, Weapon
from quintain.systems.toughness.fields_sheet import FighterFields, FrayFields
from quintain.systems.toughness.ground import Ground
from quintain.systems.toughness.switches import Switches

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake



@final
class Fighter(FighterFields):
    """A combatant: its shared stat block, and what the fight changes (`fields.py`)."""

    def __init__(self, id: str, name: str, side: str, controller: str, block: Block) -> None:
        super().__init__(id, name, side, controller)
        self.block: Block = block
        self.in_hand = 0 if block.weapons else v.EMPTY_HANDED
        self.used = [0] * len(block.powers)

    def copy(self) -> Fighter:
        other = Fighter(self.id, self.name, self.side, self.controller, self.block)
        other.hidden = self.hidden
        other.learned = self.learned
        self.copy_fields(other)
        return other

    def key(self) -> tuple[object, ...]:
        return self.key_at(0)

    def key_at(self, now: int) -> tuple[object, ...]:
        """The key with every clock counted from now; what is over counts as over, however long."""
        return (self.id, self.side, self.controller, self.hidden, self.key_fields(now))

    def is_present(self) -> bool:
        return not self.dead and not self.escaped

    def kin(self) -> str:
        block = self.block
        return f"{self.name_of_kind()}/{block.abilities}/{block.feats}/{block.armor}/{block.size}"

    # -- states (section by section of the book) --------------------------------------------------------------------

    @property
    def helpless(self) -> bool:
        """TO-57: Unconscious, Dying or bound."""
        return self.unconscious or self.dying or self.bound

    @property
    def able(self) -> bool:
        """TO-110: still counts for its side."""
        return not (self.dead or self.dying or self.unconscious or self.escaped or self.yielded or self.bound)

    @property
    def depth(self) -> int:
        """TO-17: how far down it is; whoever gets further down has fallen."""
        if self.dead:
            return 4
        return (1 if self.unconscious or self.bound else 0) + (2 if self.dying else 0)

    @property
    def speed_ft(self) -> int:
        """TO-61, TO-83: nothing while held; half, down to a whole square and at least one, while Staggered or Disabled."""
        if self.held_by:
            return 0
        speed = self.block.speed_ft
        if self.staggered or self.disabled:
            return max(5, speed // 10 * 5)
        return speed

    # -- what is in hand --------------------------------------------------------------------------------------------

    def has_used_up(self, power: Power) -> bool:
        """TO-105, TO-121: as often as the fight allows?"""
        return power.uses >= 0 and self.used[self.block.powers.index(power)] >= power.uses

    def weapon_in_hand(self) -> Weapon | None:
        if self.in_hand < 0 or self.in_hand >= len(self.block.weapons):
            return None
        return self.block.weapons[self.in_hand]

    def wields(self, weapon: Weapon) -> bool:
        """Is this weapon ready: in hand, or part of the body?"""
        return weapon.natural or weapon is self.weapon_in_hand()

    def ready_weapons(self) -> list[Weapon]:
        """What it can attack with now, bare hands last."""
        ready = [weapon for weapon in self.block.weapons if self.wields(weapon)]
        ready.append(BARE)
        return ready

    @property
    def armed(self) -> bool:
        """TO-37: a weapon or a shield in hand, or a weapon of its own body."""
        if self.block.shield or self.weapon_in_hand() is not None:
            return True
        return any(weapon.natural for weapon in self.block.weapons)

    # -- modifiers by the GM's word ---------------------------------------------------------------------------------

    def modifier(self, slot: str) -> int:
        """TO-44, TO-56: what the GM has filed in this slot, all added up."""
        if not self.modifiers:
            return 0
        total = 0
        for one in self.modifiers:
            if one.slot == slot:
                total += one.amount
        return total

    def use_up(self, slot: str) -> None:
        """A roll with this slot was made: what was given for one roll is used up."""
        if self.modifiers:
            self.modifiers = [one for one in self.modifiers if not (one.once and one.slot == slot)]


class Attempt:
    """Something that one d20 of a combatant decides: an attack, a save, a check. `attempts.py` throws the die and has it judged.

    Its figures are worked out when the die is compared, never before: the GM may change something in between.
    """

    def __init__(self, fighter: Fighter, what: str, about: str = "", other: Fighter | None = None) -> None:
        self.fighter: Final[Fighter] = fighter
        self.what: str = what
        """What the die is for: "attack", "toughness", "will"."""
        self.about: Final[str] = about
        """The only combatant whose fate it touches, where there is only one."""
        self.other: Final[Fighter | None] = other
        self.floor: bool = False
        """A point of Conviction was spent so that it counts as at least 10."""
        self.judges_floor: bool = False
        """TO-107 gives it that floor, and `judge` reads it; else `conviction_scope` does (TOR-36), and the die is lifted."""
        self.die: Roll | None = None
        self.counts: Roll | None = None
        """The die as thrown, and as it counted last."""
        self.paid: bool = False
        """It was thrown again for a point of Conviction: no other goes into it (TO-106)."""

    def rolled(self) -> Roll:
        """The die as it counted last, once there is one."""
        assert self.counts is not None
        return self.counts

    def begins(self, fray: Fray) -> bool:
        """Is it undertaken at all, before anything is rolled?"""
        return self.goes_on(fray)

    def is_here(self, fray: Fray) -> bool:
        """Are those it takes still in the fight?"""
        return fray.still_here(self.fighter) and (self.other is None or fray.still_here(self.other))

    def may_roll(self, fray: Fray) -> bool:
        """Can the die still be thrown while it is awaited, and would it change anything (TOR-70)?"""
        return self.goes_on(fray)

    def goes_on(self, fray: Fray) -> bool:
        """Does it still count once the die is known (TOR-70)?"""
        return fray.takes_part(self.fighter)

    def may_throw(self, fray: Fray) -> bool:
        """Can a die be thrown for it now? One that fell already stands wherever people are by then: it may be thrown again, or a hit
        confirmed (TO-51)."""
        return self.may_roll(fray) if self.die is None else self.goes_on(fray)

    def would_gain(self, fray: Fray) -> bool:
        """Its die has fallen: would a point of Conviction for the floor still change how it ends (TO-107)?"""
        return True

    def bonus(self, fray: Fray) -> int:
        """What goes to the die."""
        raise NotImplementedError

    def number(self, fray: Fray) -> int | None:
        """What it has to reach, where the roller may know that."""
        return None

    def judge(self, fray: Fray, roll: Roll) -> int:
        """The rule: what the die comes to."""
        raise NotImplementedError

    def held_as(self, fray: Fray, verdict: int) -> list[str]:
        """What the GM reads of a result that is held: what it is, and what comes of it."""
        raise NotImplementedError

    def held_under(self) -> str:
        return self.what

    def at_stake(self, fray: Fray, face: int) -> list[Stake]:
        """What hangs on the die, in figures that the roller may know; face 0 before it has fallen, [] for the plain sum."""
        return []


@final
class Fray(FrayFields):
    """A fight of toughness: the squares, the clock, and whose turn it is (`fields.py`)."""

    def __init__(self, reading: Reading, ground: Ground, switches: Switches) -> None:
        super().__init__(reading)
        self.ground: Ground = ground
        self.switches: Switches = switches
        self.fighters: list[Fighter] = []
        """The same objects as `units`, by their own type."""
        self.exits = ground.exits()
        self.attempt: Attempt | None = None
        """What the die is for that is awaited just now."""

    @property
    def now(self) -> int:
        return stamp(self.round + self.later, self.cursor)

    def copy(self) -> Fray:
        other = Fray(self.reading, self.ground, self.switches)
        self.copy_common(other)
        for unit in other.units:
            assert isinstance(unit, Fighter)
            other.fighters.append(unit)
        self.copy_fields(other)
        return other

    def key(self) -> tuple[object, ...]:
        now = self.now
        return (
            self.key_fields(), self.begun, self.closing, self.closed, self.round == 1,
            tuple([fighter.key_at(now) for fighter in self.fighters]),
        )  # fmt: skip

    def add_unit(self, unit: Unit) -> None:
        assert isinstance(unit, Fighter)
        super().add_unit(unit)
        self.fighters.append(unit)

    def drop_unit(self, id: str) -> None:
        del self.fighters[self.index[id]]
        super().drop_unit(id)

    def fighter(self, id: str) -> Fighter | None:
        place = self.index.get(id, -1)
        return self.fighters[place] if place >= 0 else None

    def here(self, id: str) -> Fighter:
        """A fighter that must be there."""
        return self.fighters[self.index[id]]

    def still_here(self, fighter: Fighter) -> bool:
        """Has no ruling taken it out of the fight?"""
        place = self.index.get(fighter.id, -1)
        return place >= 0 and self.fighters[place] is fighter

    def takes_part(self, fighter: Fighter) -> bool:
        """Still here, not dead and not escaped: can it be struck, helped or asked for a die?"""
        return self.still_here(fighter) and fighter.is_present()

    def holds_place(self, fighter: Fighter) -> bool:
        """TO-07: not the dead, the escaped and the yielded; but the Dying, for their checks. TO-112: after the fight, wherever."""
        if fighter.place == v.NO_PLACE or fighter.dead:
            return False
        if not fighter.dying:
            return not (fighter.escaped or fighter.yielded)
        return self.awaits_fate(fighter)

    def awaits_fate(self, fighter: Fighter) -> bool:
        """TO-92: do the checks of one Dying fall due? Away from the field only when the fight is over, or as the switch says."""
        return not fighter.escaped or self.closing or self.switches.dying_anywhere

    def has_lost_turn(self, fighter: Fighter) -> bool:
        """TO-23, TO-77: the rest of its own turn, or the next one, is forfeited."""
        return self.turn_lost if self.actor == fighter.id else fighter.owes > 0

    def knows_of(self, hazard: Hazard) -> bool:
        """TO-102: do people see this hazard, or was it met?"""
        return hazard.known or hazard.name in self.met

    # -- where everybody is -----------------------------------------------------------------------------------------

    def feet(self, a: Fighter, b: Fighter) -> int:
        return self.ground.feet(a.cell, b.cell)

    def occupant(self, cell: int) -> Fighter | None:
        """Who stands there, upright or down; the dead and the escaped do not count."""
        for fighter in self.fighters:
            if fighter.cell == cell and fighter.is_present():
                return fighter
        return None

    # -- who is who -------------------------------------------------------------------------------------------------

    def foes_of(self, fighter: Fighter) -> list[Fighter]:
        side = fighter.side
        return [other for other in self.fighters if other.side != side]

    def allies_of(self, fighter: Fighter) -> list[Fighter]:
        side = fighter.side
        return [other for other in self.fighters if other.side == side and other is not fighter]

    def open_to(self, fighter: Fighter) -> str:
        """Who may see this one's dice: everybody for a player's, else the GM, unless rolls are open (section 7)."""
        if self.switches.open_rolls or fighter.controller != GM or fighter.revealed:
            return "all"
        return GM

    def is_shared(self, fighter: Fighter) -> bool:
        """May every player look at its sheet: run by all of them together, laid open, or with open rolls?"""
        return self.switches.open_rolls or fighter.revealed or fighter.controller == PLAYERS

    def is_secret(self, fighter: Fighter) -> bool:
        """Are its figures the GM's alone?"""
        return self.open_to(fighter) == GM
