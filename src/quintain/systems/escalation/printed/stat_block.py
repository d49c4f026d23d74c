"""What is printed and never changes: stat blocks with their attacks and powers, targets, flexible attacks and notes.

Nothing here changes during a fight, so any number of fights share one block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.systems.escalation.fields_blocks import BlockTraits
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import NO_NEEDS, NOTHING, Amount, Effect, Filter, Needs, Rider

if TYPE_CHECKING:
    from quintain.systems.escalation.printed.bonus_rows import Standing
    from quintain.systems.escalation.printed.occasion_rows import Occasion


@final
class Targets:
    """How many of whom, how far off."""

    def __init__(self) -> None:
        self.count: Amount = Amount([], 1)
        self.every: bool = False
        self.range: int = b.ENGAGED
        self.in_group: bool = False
        self.who: int = b.ENEMY
        self.hp_or_fewer: int = 0
        self.up_to: bool = False
        self.random: bool = False
        self.filter: list[Filter] = []
        self.faraway_penalty: int = 0
        self.foremost: int = 0
        """Of all these, only whoever has the fewest or most of something."""
        self.and_engaged: bool = False
        """The user's own allies who are engaged with the targets are targets too."""


@final
class Power:
    """An attack (it rolls against a defence) or a power (it just works)."""

    def __init__(self, name: str, number: int) -> None:
        self.name: str = name
        self.use_note: str = f"use:{name}"
        self.number: int = number
        self.shares: int = number
        """The power whose uses this one spends: itself, or another way to make the same attack."""
        self.rolls: bool = False
        self.kind: int = b.MELEE
        self.spell: bool = False
        self.magic: bool = False
        """Made with a magic weapon?"""
        self.action: int = b.STANDARD
        self.usage: int = b.AT_WILL
        self.uses: int = 0
        self.uses_dice: Amount = NOTHING
        """Uses per battle that are rolled when it begins."""
        self.group_per: int = 0
        """Of shared uses: so many for each this many of the block (rounded up); 0: so many in all."""
        self.pool: str = ""
        """Uses that it has in common with the other powers of its owner that name the same; "": none."""
        self.recharge: int = 0
        self.per_round: int = 0
        self.bonus: int = 0
        self.defence: int = b.AC
        self.attacks: Amount = Amount([], 1)
        self.different_targets: bool = False
        self.targets: Targets = Targets()
        self.needs: Needs = NO_NEEDS
        self.also: Power | None = None
        """The same attack with a second clause of targets, who come besides the first."""
        self.group_uses: bool = False
        self.trigger: int = b.NO_TRIGGER
        self.trigger_faces: int = b.ANY_FACE
        """The natural rolls of the attack that sets it off."""
        self.versus: int = 7
        self.strays: int = 0
        """The natural rolls with which it goes at a random nearby creature instead, rolled again."""
        self.hit: list[Effect] = []
        self.miss: list[Effect] = []
        self.crit: list[Effect] = []
        self.crit_total: int = 0
        """What a critical hit deals in all, instead of twice its damage; 0: as usual."""
        self.riders: list[Rider] = []
        self.flexible: bool = False
        self.unarmed: bool = False
        self.reload: int = b.FREE
        self.text: str = ""
        self.damage_type: str = ""
        self.twice_mean_hit: int = 0
        self.twice_mean_miss: int = 0
        self.heals: bool = False
        self.escapes: bool = False
        self.boosts: bool = False
        self.control: int = 0
        self.grants: bool = False
        self.moves: bool = False
        self.shakes: bool = False
        self.heals_self: int = 0
        """What it does for its user, for the machine: grants an attack, moves it, shakes effects off, heals so much on average."""
        self.price: int = 0
        """Twice the mean damage that it costs its user."""
        self.strikes: bool = False
        """Is it an attack, or damage dealt as by one, rather than something its user does to itself or for others?"""
        self.pairs: list[tuple[int, int]] = []
        """Attacks of its user that it consists of, by number, and how often each is made."""
        self.rushes: bool = False
        self.rouses: bool = False
        self.veils: bool = False
        """For the machine: it takes its user into melee, however far; gives allies more actions; surrounds its user with images."""
        """Of a power that answers a hit: only one by a spell."""
        self.not_crits: bool = False
        """Of a power that answers a hit: not a critical one."""
        self.answers: Standing | None = None
        """Of a power that answers a hit: the attacks it answers; None: any."""
        self.answers_nearby: bool = False
        """Of a power that answers a hit on an ally: nearby is close enough."""
        self.redirects: bool = False
        self.guards: bool = False
        """Does it take the edge off blows at its user or an ally?"""
        self.attack_count: int = 1
        self.target_count: int = 2
        self.tracks: bool = False
        """Does anything in it hang on its other attacks of the same act, on the number of its targets, or on earlier attacks?"""
        self.counted: bool = False
        """Are its hits counted, because an attack of the block asks for them?"""
        self.retries: bool = False
        """May it be rolled again by its maker?"""
        self.spreads: bool = False
        """May its roll count against further enemies?"""
        self.offers: bool = False
        """Does its hit line hold a choice?"""

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
