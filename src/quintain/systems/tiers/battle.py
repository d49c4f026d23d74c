"""The state of a fight: creatures, ground, round and stage, the GM's standing words, objectives, goals, arrivals."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from quintain.engine.battle import GM
from quintain.engine.dice import Dice
from quintain.engine.event import Event
from quintain.engine.question import Question
from quintain.engine.reading import Reading
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battlefield import Battlemap, feet_between
from quintain.systems.tiers.fields_blocks import Clock as Clock
from quintain.systems.tiers.fields_blocks import Goal as Goal
from quintain.systems.tiers.fields_blocks import Improvised as Improvised
from quintain.systems.tiers.fields_blocks import Lying as Lying
from quintain.systems.tiers.fields_blocks import Wave as Wave
from quintain.systems.tiers.fields_sheet import BattleFields
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.switches import Switches

CONTROLLED: Final = (1 << v.CHARMED) | (1 << v.DOMINATED)

# What the GM may override for a pair of creatures (TI-90).
PAIR_CONCEALED: Final = 0
PAIR_SHELTERED: Final = 1
PAIR_HIDDEN: Final = 2
PAIR_FLANKING: Final = 3
UNSEEN: Final = "somebody unseen"
SHOWN: Final = ("hit", "miss", "damage", "strike", "interpose", "reveal")
"""What an attack by somebody out of sight shows of it."""
PAIRS: Final = ("concealed", "sheltered", "hidden", "flanking")


class Awaited:
    """Dice on which figures bear that a ruling may change while they are awaited: then they fall away, and others are thrown."""

    def dice_now(self, battle: TiersBattle) -> Dice | None:
        """What would be thrown as things stand; None where nothing would."""
        raise NotImplementedError

    def gains(self, battle: TiersBattle) -> bool:
        """Can a Push still do something for it?"""
        return self.dice_now(battle) is not None


@final
class TiersBattle(BattleFields):
    """A fight under these rules."""

    def __init__(self, reading: Reading, battlemap: Battlemap, switches: Switches, data: dict[str, object]) -> None:
        super().__init__(reading)
        self.map = battlemap
        self.switches = switches
        self.data = data
        """The encounter it was built from, for export and arrivals."""
        self.creatures: list[Creature] = []
        self.built: dict[int, Creature] = {}
        """Newcomers of waves as they are built, by wave and place in it: worked out once for all copies."""
        self.weigher = v.NONE
        """Index of the creature whose tactic is weighing its options; meanwhile nothing changes, and what follows holds."""
        self.weighing = 0
        """Counts such times: what was found in another does not hold."""
        self.melee_known: list[int] = []
        self.flank_known: list[int] = []
        """By index: is it in melee, does the weigher flank it? Twice the time when that was found, plus 1 for yes."""
        self._order: list[Creature] = []
        self.awaited: Awaited | None = None
        self.awaited_dice: Dice | None = None
        """The throw that is being made, and its dice."""
        self.though_stunned = False
        """Was whoever acts Stunned when this Act began, and has paid for that (TI-108)?"""
        self.verdicts: dict[int, bool] = {}
        """By who rolled it: has the last roll brought what was hoped of it? For odds: no rule reads it."""

    def copy(self) -> TiersBattle:
        other = TiersBattle(self.reading, self.map, self.switches, self.data)
        self.copy_common(other)
        self.copy_fields(other)
        for unit in other.units:
            assert isinstance(unit, Creature)
            other.creatures.append(unit)
        other.built = self.built
        other.weighing = self.weighing
        other.though_stunned = self.though_stunned
        return other

    def key(self) -> tuple[object, ...]:
        return (
            tuple(creature.key() for creature in self.creatures), tuple(self.map.terrain), self.key_fields(),
            -1 if not self.waves else self.round, self.round <= 1, tuple(sorted(self.forbidden)), self.begun, self.outcome is None,
            len(self.forces),
        )  # fmt: skip

    # -- creatures -------------------------------------------------------------------------------------------------------

    def join(self, creature: Creature) -> None:
        creature.index = len(self.creatures)
        self.add_unit(creature)
        self.creatures.append(creature)

    def tell(self, event: Event) -> None:
        """Section 7: of an adversary out of sight the players are told nothing but what its own attack shows them."""
        if not self.telling:
            return
        for place, id in enumerate(event.who):
            creature = self.creature(id)
            if creature is None or not self.is_unseen(creature):
                continue
            if event.kind not in SHOWN:
                event.audience, event.public = GM, ""
            elif place > 0 and event.audience == "all":
                event.audience, event.public = GM, event.text.split(" [")[0].replace(creature.name, UNSEEN)
            elif creature.hidden:
                event.audience, event.public = GM, ""
        super().tell(event)

    def is_unseen(self, creature: Creature) -> bool:
        """Is this an adversary that the GM has not shown, one that lies in wait while nothing has begun, or one Hidden from some
        player character?"""
        if creature.sheet.is_pc:
            return False
        if creature.hidden or creature.has_boon(v.B_HIDDEN) or (creature.lurking and self.round == 0):
            return True
        return any(
            word > 0 and key % 4 == PAIR_HIDDEN and key // 4 // 4096 == creature.index for key, word in self.pairs.items()
        )

    def unseen_place(self, creature: Creature) -> int:
        """Its place in the list of combatants where it is unseen; else NONE."""
        return creature.index if self.is_unseen(creature) else v.NONE

    def lying_for(self, players: bool) -> list[Lying]:
        """What lies about: for players without what somebody let go of whom they do not see, unless one of theirs stands there."""
        if not players:
            return self.ground
        return [
            one for one in self.ground
            if one.of == v.NONE or not self.is_unseen(self.creatures[one.of]) or self._is_stood_on(one.x, one.y)
        ]  # fmt: skip

    def _is_stood_on(self, x: int, y: int) -> bool:
        """Does a player character stand in this square?"""
        for one in self.creatures:
            if one.sheet.is_pc and one.is_present() and 0 <= x - one.x < one.sheet.size and 0 <= y - one.y < one.sheet.size:
                return True
        return False

    def creature(self, id: str) -> Creature | None:
        place = self.index.get(id, v.NONE)
        return self.creatures[place] if place >= 0 else None

    def clock(self, name: str) -> Clock | None:
        return next((clock for clock in self.clocks if clock.name == name), None)

    def master_of(self, creature: Creature) -> Creature | None:
        """Who commands a dominated or charmed creature (TI-96, TI-100); the dominator before the charmer."""
        if not creature.wound_bits & CONTROLLED:
            return None
        for wound in (v.DOMINATED, v.CHARMED):
            for effect in creature.wounds:
                if effect.kind == wound and effect.source >= 0 and effect.source != creature.index:
                    master = self.creatures[effect.source]
                    if master.is_present():
                        return master
        return None

    def side_of(self, creature: Creature) -> str:
        """The side it fights for now."""
        if not creature.wound_bits & CONTROLLED:
            return creature.side
        master = self.master_of(creature)
        return creature.side if master is None else master.side

    def hostile(self, a: Creature, b: Creature) -> bool:
        bits: i64 = a.wound_bits
        others: i64 = b.wound_bits
        if (bits | others) & CONTROLLED == 0:
            return a.side is not b.side and a.side != b.side
        return self.side_of(a) != self.side_of(b)

    def controller_of(self, id: str) -> str:
        """TI-R33: Acts and Reacts of the charmed and dominated are chosen by whoever runs their master."""
        creature = self.creature(id)
        if creature is None:
            return GM
        master = self.master_of(creature)
        return creature.controller if master is None else master.controller

    def tactic_side(self, question: Question) -> str:
        if isinstance(question, TableQuestion):
            return question.side
        creature = self.creature(question.who)
        return "" if creature is None else self.side_of(creature)

    def feet(self, a: Creature, b: Creature) -> int:
        if self.map.alternating:
            return self.map.feet(a.x, a.y, a.sheet.size, b.x, b.y, b.sheet.size)
        return feet_between(a.x, a.y, a.sheet.size, b.x, b.y, b.sheet.size)

    def in_order(self) -> list[Creature]:
        """Everybody in the order in which Reacts are offered: the players' side first, then the GM's (TI-R13)."""
        if len(self._order) != len(self.creatures):
            first = [creature for creature in self.creatures if creature.sheet.is_pc]
            self._order = first + [creature for creature in self.creatures if not creature.sheet.is_pc]
        return self._order

    def weigh(self, creature: Creature) -> None:
        """From here to `weighed` nothing changes: who is in melee and whom this creature flanks is worked out once."""
        self.weigher = creature.index
        self.weighing += 1
        if len(self.melee_known) != len(self.creatures):
            self.melee_known = [0] * len(self.creatures)
            self.flank_known = [0] * len(self.creatures)

    def weighed(self) -> None:
        self.weigher = v.NONE

    def up(self, side: str) -> list[Creature]:
        return [creature for creature in self.creatures if creature.status == v.UP and creature.side == side]

    def end_is_due(self) -> bool:
        """TI-33: is nobody of some side up, in a round in which the GM has not said that it goes on?"""
        first: Creature | None = None
        for creature in self.creatures:
            if creature.status == v.UP:
                if first is not None and creature.side != first.side:
                    return False
                first = creature
        return self.end_refused != self.round and len(self.sides()) > 1

    def sides(self) -> list[str]:
        return list(dict.fromkeys([creature.side for creature in self.creatures]))

    def beaten(self) -> str:
        """The side that has nobody up; the first of several."""
        return next((side for side in self.sides() if not self.up(side)), "")

    def has_turn_now(self, creature: Creature) -> bool:
        """Does this creature's turn come in the stage that is on? (TI-19, TI-21, TI-24 to TI-27)"""
        if creature.acted or creature.surprised:
            return False
        if self.stage == v.STAGE_AMBUSH or creature.ambushing:
            return creature.ambushing and self.stage == v.STAGE_AMBUSH
        if not creature.sheet.is_pc:
            return self.stage == v.STAGE_MONSTERS
        return self.stage == (v.STAGE_RASH if creature.stance == v.RASH else v.STAGE_CAUTIOUS)

    def may_go_first(self, creature: Creature) -> list[Creature]:
        """Who may go before this one, whose turn has begun unasked: unseen ones, as long as it has done nothing and nobody else of the
        group waits whom all see, for then somebody was asked (TI-26, section 7)."""
        if creature.acts_used:
            return []
        others = [
            other for other in self.creatures
            if other.status == v.UP and other.sheet.is_pc == creature.sheet.is_pc and self.has_turn_now(other)
        ]  # fmt: skip
        return [] if any(not self.is_kept_secret(other) for other in others) else others

    def is_kept_secret(self, creature: Creature) -> bool:
        """Is this one that some player may know nothing of?"""
        return creature.hidden or self.is_unseen(creature)

    def turn_of(self, creature: Creature) -> bool:
        return self.acting == creature.index

    def pair_word(self, what: int, a: Creature, b: Creature) -> int:
        """The GM's word for a pair: 1 yes, -1 no, 0 none."""
        if not self.pairs:
            return 0
        return self.pairs.get((a.index * 4096 + b.index) * 4 + what, 0)

    def set_pair(self, what: int, first: Creature, second: Creature, word: int) -> None:
        """The GM's word on `first` in respect of `second` (TI-90); 0: as the map says.

        Concealed and Sheltered are asked from the attacker's side, Hidden of the hidden one.
        """
        a, b = (second, first) if what in (PAIR_CONCEALED, PAIR_SHELTERED) else (first, second)
        key = (a.index * 4096 + b.index) * 4 + what
        pairs = {other: value for other, value in self.pairs.items() if other != key}
        if word:
            pairs[key] = word
        self.pairs = pairs

    def standing_at(self, x: int, y: int, size: int, but: Creature) -> Creature | None:
        """Who else stands (or lies, alive) anywhere on this footprint."""
        for other in self.creatures:
            if other is but or other.x >= x + size or other.y >= y + size:
                continue
            width = other.sheet.size
            if x < other.x + width and y < other.y + width and other.is_present():
                return other
        return None


    def free_spot(self, creature: Creature) -> tuple[int, int] | None:
        """The free place nearest to where a creature would stand, the first in reading order; None where there is none."""
        best: tuple[int, int] | None = None
        if self._is_free(creature.x, creature.y, creature):
            return creature.x, creature.y
        nearest: i64 = 1_000_000
        column: i64 = creature.x
        row: i64 = creature.y
        for y in range(self.map.height):
            down: i64 = y - row
            if down < 0:
                down = -down
            if down >= nearest:
                continue
            for x in range(self.map.width):
                far: i64 = x - column
                if far < 0:
                    far = -far
                if far < down:
                    far = down
                if far < nearest and self._is_free(x, y, creature):
                    best, nearest = (x, y), far
        return best

    def _is_free(self, x: int, y: int, creature: Creature) -> bool:
        size = creature.sheet.size
        return self.map.enterable(x, y, size) and self.standing_at(x, y, size, creature) is None


class CreatureQuestion(Question):
    """A question to whoever runs a creature."""

    def __init__(self, battle: TiersBattle, about: str, creature: Creature) -> None:
        super().__init__(battle, about, creature.id)
        self.arena = battle
        self.creature = creature


class ForcedQuestion(CreatureQuestion):
    """One whose only answer, where there is but one, is taken without asking."""

    def obvious(self) -> str:
        options = self.options()
        return options[0].id() if len(options) == 1 else ""


class TableQuestion(Question):
    """A question to a whole side: who of them goes next, whether to accept a ceasefire; or to nobody's in particular."""

    def __init__(self, battle: TiersBattle, about: str, side: str) -> None:
        super().__init__(battle, about, "")
        self.arena = battle
        self.side = side
