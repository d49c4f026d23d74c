"""The state of a battle, or of a day of several: its ground, order and die, and what waits to be settled."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from quintain.engine.battle import Battle
from quintain.engine.dice import Dice
from quintain.engine.question import Question
from quintain.engine.reading import Reading
from quintain.engine.roll import Roll
from quintain.space.zones import Zones
from quintain.systems.escalation.printed import occasion_rows as h
from quintain.systems.escalation.printed.rows import Effect
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.strike import Strike
from quintain.systems.escalation.rules.switches import Switches

# phases of a battle
AMBUSH: Final = 0
ROUNDS: Final = 1
REST: Final = 2


@final
class Call:
    """What the GM has called for out of turn: an attack that waits, or a note with its effects on those the GM named."""

    def __init__(self, holder: int, power: int, note: int = -1, targets: int = 0, part: int = -1) -> None:
        self.holder: int = holder
        self.power: int = power
        self.note: int = note
        """Which note of its block; -1: it is an attack."""
        self.targets: int = targets
        """Whom the effects of a note fall on, as bits."""
        self.part: int = part
        """Which of the effects; -1: all of them."""

    def key(self) -> tuple[object, ...]:
        return (self.holder, self.power, self.note, self.targets, self.part)


@final
class SetOff:
    """Somebody was staggered or dropped: who, which trigger, by whom, and whom it was engaged with at that moment.

    Of an occasion (`occasion_rows.QUEUED` and more) also the attack's natural roll, how much damage of which types, and how
    many occasions had set off one another before it.
    """

    def __init__(
        self, holder: int, trigger: int, by: int, engaged: int, natural: int = 21, amount: int = 0, types: tuple[str, ...] = (),
        in_a_row: int = 0,
    ) -> None:  # fmt: skip
        self.holder: int = holder
        self.trigger: int = trigger
        self.by: int = by
        self.engaged: int = engaged
        self.natural: int = natural
        self.amount: int = amount
        self.types: tuple[str, ...] = types
        self.in_a_row: int = in_a_row

    def key(self) -> tuple[object, ...]:
        return (self.holder, self.trigger, self.by, self.engaged, self.natural, self.amount, self.types, self.in_a_row)


@final
class Ground:
    """A battlefield as written: zones in a graph, which have room, which have head-room (ES-03, ES-45, ES-76)."""

    def __init__(self, zones: Zones, room: list[bool], head_room: list[bool]) -> None:
        self.zones: Zones = zones
        self.room: list[bool] = room
        self.head_room: list[bool] = head_room


@final
class Part:
    """One battle of a day: its title and ground, who ambushes, whether a full heal-up comes before it."""

    def __init__(self, title: str, ground: Ground) -> None:
        self.title: str = title
        self.ground: Ground = ground
        self.ambush: str = ""
        self.ask_set_up: bool = False
        self.heal_up_before: bool = False
        self.stunts: list[Stunt] = []
        self.written: dict[str, object] = {}


@final
class Stunt:
    """A daring move the surroundings offer (ES-75): a check, and what comes of it."""

    def __init__(self, name: str, ability: int, dc: int, action: int) -> None:
        self.name: str = name
        self.ability: int = ability
        self.dc: int = dc
        self.action: int = action
        self.on_success: list[Effect] = []
        self.on_failure: list[Effect] = []
        self.whom: int = -1
        self.stealth: int = 0
        """Of a stealth check: what being invisible adds (ES-107)."""
        self.written: dict[str, object] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class Procedures:
    """What a chapter may set off that stands in a later one: an effect leads to an attack, an attack to a readied action.

    Modules that come first call these through `battle.procedures`, so that they need not import what comes after them;
    `procedures.py` has them carried out.
    """

    def make_attack(self, battle: Skirmish, strike: Strike, targets: list[Fighter]) -> None:
        """One attack on its targets (section 6 of the dice order)."""
        raise NotImplementedError

    def carry_out_grants(self, battle: Skirmish, strike: Strike) -> None:
        """The attacks that an attack, a power or an effect has granted (R-32, R-78)."""
        raise NotImplementedError

    def sets_off_and_draws(self, battle: Skirmish, fighter: Fighter, power: Power, targets: list[Fighter]) -> bool:
        """An attack out of turn sets off readied actions and opportunity attacks; False: it can no longer be made."""
        raise NotImplementedError

    def fire_readied(self, battle: Skirmish, actor: Fighter, act: str, about: str) -> bool:
        """Whoever readied for this goes first (ES-19); False: the actor can no longer act."""
        raise NotImplementedError


@final
class Skirmish(Battle):
    """The state of a fight, or of a day of several."""

    def __init__(self, reading: Reading, switches: Switches, parts: list[Part], procedures: Procedures) -> None:
        super().__init__(reading)
        self.procedures: Procedures = procedures
        self.fighters: list[Fighter] = []
        self.sides: list[str] = ["party", "foes"]
        self.switches: Switches = switches
        self.parts: list[Part] = parts
        self.part: int = 0
        self.phase: int = ROUNDS
        self.decided: str = ""
        self.turn: int = -1
        self.last: int = -1
        self.order: list[int] = []
        self.escalation: int = 0
        self.held: bool = False
        self.surprised: int = 0
        self.opener: int = -1
        self.ambush_turns: int = 0
        self.ambush_raise: int = 0
        """Does the die go up after the ambush (ES-73)? 0 not said yet, 1 yes, 2 no."""
        self.pools: list[int] = []
        self.room: list[bool] = []
        self.head_room: list[bool] = []
        self.past: dict[int, bool] = {}
        self.banned_targets: list[int] = []
        self.allowed_targets: list[int] = []
        self.refuse_free: bool = False
        self.spirit_used: bool = False
        self.flight: int = -1
        self.flight_refused: bool = False
        self.stepped_in: bool = False
        self.stunts: list[Stunt] = []
        self.campaign_losses: int = 0
        self.battles_since_heal_up: int = 0
        self.rest_after: bool = False
        self.resumed: bool = False
        self.lines: int = 0
        self.shared_uses: dict[str, int] = {}
        self.looked_at: int = 0
        """How many there were when `look_around` did so."""
        self.any_fear: bool = False
        self.most_fear: int = 0
        """The highest threshold of anything fearsome so far: whoever has more hit points fears nothing."""
        self.wide_fear: bool = False
        """Does the fear of anybody here reach further than melee?"""
        self.any_dazing: bool = False
        """Does any standing row daze others?"""
        self.any_bonus: bool = False
        """Has anybody here a standing row? Asked at every roll, so kept here."""
        self.any_aura: bool = False
        """Does a standing row make anybody vulnerable?"""
        self.thrown: list[int] = []
        """What the last dice of an act showed, where somebody is told; nothing else reads it."""
        self.supposing: int = -1
        """Of a player's odds: the side whose knowledge they use; what standing rows of others do counts only once it was seen."""
        self.any_readied: bool = False
        self.any_delaying: bool = False
        self.any_linked: bool = False
        """Does any lasting effect answer what its bearer does or suffers?"""
        self.any_blunt: bool = False
        """Does any lasting effect take the edge off a blow?"""
        self.any_clock: bool = False
        """Does any effect end at a turn? Asked at every turn, so kept here."""
        self.calls: list[Call] = []
        """What the GM has called for out of turn."""
        self.set_off: list[SetOff] = []
        """Who has been staggered or dropped and holds a power that answers it; empty between two turns."""
        self.occasions: int = 0
        """The moments at which somebody's occasion may come, as bits; 0: nobody has any."""
        self.in_a_row: int = 0
        """How many occasions have set off one another; 0 between two turns."""
        self.ranks_changed: bool = True
        """Has anyone fallen or risen since it was last asked whether the battle is over?"""

    def copy(self) -> Skirmish:
        other = Skirmish(self.reading, self.switches, self.parts, self.procedures)
        self.copy_common(other)
        other.fighters = [unit for unit in other.units if isinstance(unit, Fighter)]
        other.sides = self.sides
        other.part, other.phase, other.decided = self.part, self.phase, self.decided
        other.turn, other.last, other.order = self.turn, self.last, self.order.copy()
        other.escalation, other.held = self.escalation, self.held
        other.surprised, other.opener, other.ambush_turns = self.surprised, self.opener, self.ambush_turns
        other.ambush_raise = self.ambush_raise
        other.pools, other.room, other.head_room = self.pools.copy(), self.room.copy(), self.head_room.copy()
        other.past = self.past.copy()
        other.banned_targets, other.allowed_targets = self.banned_targets.copy(), self.allowed_targets.copy()
        other.refuse_free, other.spirit_used, other.flight = self.refuse_free, self.spirit_used, self.flight
        other.flight_refused, other.stepped_in = self.flight_refused, self.stepped_in
        other.stunts, other.campaign_losses = self.stunts.copy(), self.campaign_losses
        other.battles_since_heal_up = self.battles_since_heal_up
        other.rest_after, other.lines, other.resumed = self.rest_after, self.lines, self.resumed
        other.shared_uses = self.shared_uses.copy()
        other.any_fear, other.most_fear, other.any_readied = self.any_fear, self.most_fear, self.any_readied
        other.any_dazing, other.looked_at = self.any_dazing, self.looked_at
        other.any_bonus, other.supposing, other.wide_fear = self.any_bonus, self.supposing, self.wide_fear
        other.set_off, other.calls = self.set_off.copy(), self.calls.copy()
        other.occasions, other.in_a_row = self.occasions, self.in_a_row
        other.any_delaying, other.any_clock, other.ranks_changed = self.any_delaying, self.any_clock, self.ranks_changed
        other.any_linked, other.any_blunt, other.any_aura = self.any_linked, self.any_blunt, self.any_aura
        return other

    def key(self) -> tuple[object, ...]:
        return (
            tuple([fighter.key() for fighter in self.fighters]), self.part, self.phase, self.decided, self.turn, self.last,
            tuple(self.order), self.escalation, self.held, self.surprised, self.opener, self.ambush_turns, self.ambush_raise,
            tuple(self.pools), tuple(self.room), tuple(self.head_room), tuple(sorted(self.past.items())),
            tuple(self.banned_targets), tuple(self.allowed_targets), self.refuse_free, self.spirit_used, self.flight,
            len(self.stunts), self.campaign_losses, self.battles_since_heal_up, self.lines,
            tuple(sorted(self.shared_uses.items())), tuple([each.key() for each in self.set_off]),
            tuple([each.key() for each in self.calls]), self.in_a_row, self.round == 0, tuple(sorted(self.forbidden.items())),
        )  # fmt: skip

    def look_around(self) -> None:
        """Who is here, as far as it is asked at every roll: the fearsome, and those with standing rows."""
        if self.looked_at == len(self.fighters):
            return  # blocks never change, and nobody is ever taken off the list
        self.looked_at = len(self.fighters)
        here = [each.block for each in self.fighters]
        self.any_fear = self.any_fear or any(block.fear > 0 for block in here)
        self.most_fear = max([self.most_fear, *[block.fear for block in here]])
        self.wide_fear = any(block.fear_nearby for block in here)
        self.any_bonus = any(len(block.bonuses) > 0 for block in here)
        self.any_dazing = any(row.dazes for block in here for row in block.bonuses)
        self.any_aura = any(row.vulnerable for block in here for row in block.bonuses)
        for block in here:
            self.occasions |= block.occasion_mask

    def throw(self, maker: Fighter, what: str, dice: Dice, about: str = "") -> Roll:
        """Dice of an act under way: where its maker is out by then, the GM throws them, and the act is carried through (R-85)."""
        roll = self.roll(maker.id, what, dice, about=about)
        if roll.void:
            roll = self.roll("", what, dice, about=about)
        if self.telling:
            self.thrown = list(roll.faces)
        return roll

    def ground(self) -> Ground:
        return self.parts[self.part].ground

    def named(self, id: str) -> Fighter | None:
        place = self.index.get(id, -1)
        return self.fighters[place] if place >= 0 else None

    def controller_of(self, id: str) -> str:
        fighter = self.named(id)
        return fighter.controller if fighter is not None else "gm"

    def tactic_side(self, question: Question) -> str:
        fighter = self.named(question.who)
        return fighter.side if fighter is not None else ""


NO_NATURAL: Final = 21  # no attack die to compare with a resistance: nothing is resisted


def set_off_occasion(
    battle: Skirmish, when: int, holder: Fighter, other: Fighter, natural: int = NO_NATURAL, amount: int = 0,
    types: tuple[str, ...] = (),
) -> None:  # fmt: skip
    """A moment in the middle of an act: remembered, and lived through once the act is resolved (`reactions.settle`)."""
    if holder.block.occasion_mask >> when & 1:
        came = SetOff(holder.number, h.QUEUED + when, other.number, holder.engaged, natural, amount, types, battle.in_a_row)
        battle.set_off.append(came)
