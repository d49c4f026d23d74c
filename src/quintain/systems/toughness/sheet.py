"""What a combatant and a fight have in play: the changing part of the state, and the figures read from it."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import GM, PLAYERS, Battle, Unit
from quintain.engine.reading import Reading
from quintain.systems.toughness.blocks import BARE, Block, Weapon
from quintain.systems.toughness.clock import NEVER, stamp
from quintain.systems.toughness.ground import NOWHERE, Ground, Hazard
from quintain.systems.toughness.switches import Switches

HEROES: Final = "heroes"
EMPTY_HANDED: Final = -1
NO_PLACE: Final = 0


@final
class Modifier:
    """Something the GM gives to a slot: for one roll, until a time, or until it is lifted (TO-56)."""

    def __init__(self, slot: str, amount: int, until: int, once: bool) -> None:
        self.slot: Final[str] = slot
        self.amount: Final[int] = amount
        self.until: Final[int] = until
        self.once: Final[bool] = once


@final
class Fighter(Unit):
    """A combatant: its shared stat block, and what the fight changes."""

    def __init__(self, id: str, name: str, side: str, controller: str, block: Block) -> None:
        super().__init__(id, name, side, controller)
        self.block: Block = block
        self.cell: int = NOWHERE
        self.conviction: int = 0
        self.conviction_max: int = 0
        self.rolled: bool = False
        """Initiative has been rolled or set (TO-03)."""
        self.initiative: int = 0
        self.initiative_die: int = 0
        """What its initiative die showed, for those who share it (TOR-47)."""
        self.roll_off: list[int] = []
        self.place: int = NO_PLACE
        """Its place in the turn order; NO_PLACE before it has one."""
        self.bruised: list[int] = []
        self.dazed: list[int] = []
        self.hurt: list[int] = []
        """Of these three: when each mark runs out (TO-73, TO-74, TO-75)."""
        self.wounded: int = 0
        self.staggered: bool = False
        self.unconscious: bool = False
        self.disabled: bool = False
        self.dying: bool = False
        self.dead: bool = False
        self.dying_dc: int = 10
        self.subdual_check: int = NEVER
        self.lethal_check: int = NEVER
        """When the next recovery check for the worst state of the track falls due (TO-90)."""
        self.owes: int = 0
        self.exposed_until: int = NEVER
        self.reeling_until: int = NEVER
        """Until when Wounded costs 2 on other rolls, with `wounded_penalty_lasts: one_round` (TO-76)."""
        self.stance_defense: int = 0
        """Charge, full-out attack, retreat: to Defense until the next turn starts."""
        self.stance_guard: int = 0
        """Total defense, defensive attack: to Dodge and Parry until the next turn starts (TO-18)."""
        self.keeps_dodge: bool = False
        self.holding: str = ""
        self.held_by: str = ""
        self.pinned: bool = False
        self.bound: bool = False
        self.prepared: str = ""
        """Trigger and action, as in the option's id; empty for nothing (TO-17)."""
        self.delayed: bool = False
        self.acted: bool = False
        """It has had its turn in this round: whoever is moved in the order has no second one (TO-02)."""
        self.prone: bool = False
        self.surprised: bool = False
        self.yielded: bool = False
        self.escaped: bool = False
        self.in_hand: int = 0 if block.weapons else EMPTY_HANDED
        """Which of its weapons it holds; natural weapons are always there."""
        self.dropped: int = EMPTY_HANDED
        self.dropped_at: int = NOWHERE
        """Which weapon it has dropped, and where that lies."""
        self.used: list[int] = [0] * len(block.powers)
        self.modifiers: list[Modifier] = []
        self.push_word: int = 0
        """The GM's word on the next act of a Disabled one: 1 it pushes, -1 it does not (TO-84)."""
        self.reactions: bool = True
        self.spared: bool = False
        """The GM rules out finishing blows on it (TO-115)."""
        self.revealed: bool = False
        """The GM has laid its sheet open to everybody."""

    def copy(self) -> Fighter:
        other = Fighter(self.id, self.name, self.side, self.controller, self.block)
        other.hidden = self.hidden
        other.learned = self.learned
        other.cell = self.cell
        other.conviction = self.conviction
        other.conviction_max = self.conviction_max
        other.rolled = self.rolled
        other.initiative = self.initiative
        other.initiative_die = self.initiative_die
        other.roll_off = self.roll_off
        other.place = self.place
        other.bruised = self.bruised.copy()
        other.dazed = self.dazed.copy()
        other.hurt = self.hurt.copy()
        other.wounded = self.wounded
        other.staggered = self.staggered
        other.unconscious = self.unconscious
        other.disabled = self.disabled
        other.dying = self.dying
        other.dead = self.dead
        other.dying_dc = self.dying_dc
        other.subdual_check = self.subdual_check
        other.lethal_check = self.lethal_check
        other.owes = self.owes
        other.exposed_until = self.exposed_until
        other.reeling_until = self.reeling_until
        other.stance_defense = self.stance_defense
        other.stance_guard = self.stance_guard
        other.keeps_dodge = self.keeps_dodge
        other.holding = self.holding
        other.held_by = self.held_by
        other.pinned = self.pinned
        other.bound = self.bound
        other.prepared = self.prepared
        other.delayed = self.delayed
        other.acted = self.acted
        other.prone = self.prone
        other.surprised = self.surprised
        other.yielded = self.yielded
        other.escaped = self.escaped
        other.in_hand = self.in_hand
        other.dropped = self.dropped
        other.dropped_at = self.dropped_at
        other.used = self.used.copy()
        other.modifiers = self.modifiers.copy()
        other.push_word = self.push_word
        other.reactions = self.reactions
        other.spared = self.spared
        other.revealed = self.revealed
        return other

    def key(self) -> tuple[object, ...]:
        return self.key_at(0)

    def key_at(self, now: int) -> tuple[object, ...]:
        """The key with every clock counted from now; what is over counts as over, however long."""
        flags = (
            (1 if self.staggered else 0) | (2 if self.unconscious else 0) | (4 if self.disabled else 0)
            | (8 if self.dying else 0) | (16 if self.dead else 0) | (32 if self.pinned else 0) | (64 if self.bound else 0)
            | (128 if self.delayed else 0) | (256 if self.prone else 0) | (512 if self.surprised else 0)
            | (1024 if self.yielded else 0) | (2048 if self.escaped else 0)
            | (8192 if self.reactions else 0) | (16384 if self.spared else 0) | (32768 if self.hidden else 0)
            | (65536 if self.rolled else 0) | (1 << 17 if self.keeps_dodge else 0) | (1 << 18 if self.revealed else 0)
            | (1 << 19 if self.acted else 0)
        )  # fmt: skip
        return (
            self.id, self.side, self.controller, self.cell, self.conviction, self.initiative, self.place, flags,
            _relative(self.bruised, now), _relative(self.dazed, now), _relative(self.hurt, now), self.wounded,
            self.dying_dc if self.dying else 10, _left(self.subdual_check, now), _left(self.lethal_check, now),
            self.owes, _left(self.exposed_until, now), _left(self.reeling_until, now), self.stance_defense, self.stance_guard,
            self.holding, self.held_by,
            self.prepared, self.in_hand, self.dropped, self.dropped_at, tuple(self.used), self.push_word,
            tuple([(one.slot, one.amount, _left(one.until, now), one.once) for one in self.modifiers]),
        )  # fmt: skip

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
    def has_place(self) -> bool:
        """TO-07: the dead, the escaped and the yielded have none; whoever is Dying keeps it for the checks, wherever it is."""
        return self.place != NO_PLACE and not self.dead and (self.dying or not (self.escaped or self.yielded))

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


def _relative(stamps: list[int], now: int) -> tuple[int, ...]:
    return tuple([time - now if time > now else 0 for time in stamps])


def _left(time: int, now: int) -> int:
    if time == NEVER:
        return -1
    return time - now if time > now else 0


@final
class Fray(Battle):
    """A fight of toughness: the squares, the clock, and whose turn it is."""

    def __init__(self, reading: Reading, ground: Ground, switches: Switches) -> None:
        super().__init__(reading)
        self.ground: Ground = ground
        self.switches: Switches = switches
        self.fighters: list[Fighter] = []
        """The same objects as `units`, by their own type."""
        self.exits: list[int] = ground.exits()
        self.hazards: list[Hazard] = []
        self.met: list[str] = []
        """Hazards that people have met, by name."""
        self.gates: list[tuple[int, int]] = []
        """(round, square): exits that open when that round starts."""
        self.name: str = ""
        self.later: int = 0
        """Rounds that have passed on the clock beside those of the fight: after it, or by the GM's word (TO-97, TO-112)."""
        self.cursor: int = 0
        """The place in the order that has been reached in this round."""
        self.actor: str = ""
        """Whose turn it is; "" between turns."""
        self.standard_used: bool = False
        self.moves_used: int = 0
        self.turn_lost: bool = False
        """The acting one was struck so that the rest of its turn is lost (TO-77)."""
        self.turn_done: bool = False
        """The acting one has ended its turn or filled it with a full-round action."""
        self.stepped_in: bool = False
        """This turn is one that had been delayed (TO-21)."""
        self.boundary: bool = False
        """A turn has just ended: whoever delays may step in (TO-21)."""
        self.saving: str = ""
        """Whose Toughness die has fallen and not been judged yet: nothing wipes its marks in between (TO-100)."""

    @property
    def now(self) -> int:
        return stamp(self.round + self.later, self.cursor)

    def copy(self) -> Fray:
        other = Fray(self.reading, self.ground, self.switches)
        self.copy_common(other)
        for unit in other.units:
            assert isinstance(unit, Fighter)
            other.fighters.append(unit)
        other.exits = list(self.exits)
        other.hazards = list(self.hazards)
        other.met = list(self.met)
        other.gates = list(self.gates)
        other.name = self.name
        other.later = self.later
        other.cursor = self.cursor
        other.actor = self.actor
        other.standard_used = self.standard_used
        other.moves_used = self.moves_used
        other.turn_lost = self.turn_lost
        other.turn_done = self.turn_done
        other.stepped_in = self.stepped_in
        other.boundary = self.boundary
        other.saving = self.saving
        return other

    def key(self) -> tuple[object, ...]:
        now = self.now
        gates = tuple([(max(0, round - self.round), cell) for round, cell in self.gates])
        return (
            self.cursor, self.actor, self.standard_used, self.moves_used, self.turn_lost, self.turn_done, self.stepped_in,
            self.boundary, self.saving, self.begun, self.closing, self.closed, self.round == 1,
            tuple(self.exits), tuple(self.met), gates,
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
