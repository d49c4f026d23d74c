"""What is printed and never changes: stat blocks with their attacks and powers, targets, flexible attacks and notes.

Nothing here changes during a fight, so any number of fights share one block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.systems.escalation.fields_blocks import BlockTraits, PowerTraits, Targets
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import NOTHING, Amount, Effect, Rider

if TYPE_CHECKING:
    from quintain.systems.escalation.printed.bonus_rows import Standing
    from quintain.systems.escalation.printed.occasion_rows import Occasion


@final
class Power(PowerTraits):
    """An attack (it rolls against a defence) or a power (it just works)."""

    def __init__(self, name: str, number: int) -> None:
        super().__init__(name, number)
        self.use_note: str = f"use:{name}"
        self.shares: int = number
        """The power whose uses this one spends: itself, or another way to make the same attack."""
        self.targets: Targets = Targets()
        self.also: Power | None = None
        """The same attack with a second clause of targets, who come besides the first."""
        self.answers: Standing | None = None
        """Of a power that answers a hit: the attacks it answers; None: any."""

    def limited(self) -> bool:
        return self.usage != b.AT_WILL


@final
class Flexible:
    """A flexible attack (ES-98): its trigger on the natural die and what it adds."""

    def __init__(self, rider: Rider, kind: int) -> None:
        self.rider: Rider = rider
        self.kind: int = kind


@final
class Note:
    """Readable text whose moment the rules cannot see: the GM applies it, and what of it the rules know they carry out."""

    def __init__(self, name: str, text: str, kind: str, under: str, uses: int, effects: list[Effect]) -> None:
        self.name: str = name
        self.text: str = text
        self.kind: str = kind
        self.under: str = under
        self.uses: int = uses
        self.effects: list[Effect] = effects
        self.power: Power = Power(name, 0)


@final
class Block(BlockTraits):
    """A stat block. Two combatants with the same block share one initiative roll (ES-06)."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.kind: int = b.MONSTER
        self.level: int = 1
        self.category: str = "normal"
        self.mook: bool = False
        self.type: str = "humanoid"
        self.abilities: list[int] = [10, 10, 10, 10, 10, 10]
        self.max_hp: int = 1
        self.defences: list[int] = [10, 10, 10]
        self.init_bonus: int = 0
        self.recovery_die: int = 0
        self.recoveries: int = 0
        self.uses_escalation: bool = False
        self.immune_conditions: int = 0
        self.immune_ongoing: bool = False
        self.bonuses: list[Standing] = []
        self.pack_per: int = 0
        self.pack_max: int = 0
        self.staggered_damage: Amount = NOTHING
        self.staggered_type: str = ""
        self.flank: Amount = NOTHING
        self.regeneration: int = 0
        self.regeneration_times: int = 0
        self.remembers: bool = False
        """Is it kept whom its attacks have hit, because one of them counts those?"""
        self.occasions: list[Occasion] = []
        self.occasion_mask: int = 0
        """The moments at which one of its occasions may come, as bits."""
        self.tires: bool = False
        """Does it cost it hit points to be in the air at the end of a turn?"""
        self.backgrounds: dict[str, int] = {}
        self.healing_background: int = 0
        self.powers: list[Power] = []
        self.flexibles: list[Flexible] = []
        self.notes: list[Note] = []
        self.basic_melee: int = -1
        self.basic_ranged: int = -1
        self.reactions: list[int] = []
        self.handy: list[int] = []
        """Quick attacks, and powers without a roll that grant attacks, move, heal or free their user."""
        self.combined: list[int] = []
        """Standard actions that consist of attacks: its own, or those of allies."""
        self.plan: list[int] = []
        """The standard attacks a tactic weighs against each other."""
        self.threat: int = 1
        self.written: dict[str, object] = {}
        self.ranged_fighter: bool = False
        self.reaches_far: bool = False
        """Is its best attack good at faraway targets too?"""

    def modifier(self, ability: int) -> int:
        return (self.abilities[ability] - 10) // 2

    def multiplier(self) -> int:
        """ES-114: 1 to level 4, 2 from level 5, 3 from level 8."""
        return 1 if self.level < 5 else 2 if self.level < 8 else 3

    def dies_like_a_pc(self) -> bool:
        """R-15: PCs and companions are dying at 0; everyone else is slain."""
        return self.kind <= b.COMPANION
