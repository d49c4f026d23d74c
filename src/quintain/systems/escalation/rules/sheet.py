"""What a combatant and a battle have, and who may see which of it.

Combatants are known by their number, the place in `battle.units`, which never changes: whoever leaves stays listed with a
state that says so. Sets of combatants (whom one is engaged with, behind, beside) are bits by number.
"""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import Unit
from quintain.engine.system import Stat
from quintain.systems.escalation.printed.rows import LastingEffect
from quintain.systems.escalation.printed.stat_block import Block

# states
UP: Final = 0
DYING: Final = 1
STABLE: Final = 2
COMATOSE: Final = 3
DEAD: Final = 4
SLAIN: Final = 5
KNOCKED_OUT: Final = 6
GONE: Final = 7
WAITING: Final = 8  # belongs to a later battle of the day, or is a reinforcement yet to come
STATES: Final = ("up", "dying", "stable", "comatose", "dead", "slain", "knocked_out", "gone", "waiting")

# actions left, as bits
HAS_STANDARD: Final = 1
HAS_MOVE: Final = 2
HAS_QUICK: Final = 4
ALL_ACTIONS: Final = 7


@final
class Lasting:
    """Something that lasts on a combatant. Never changed, only replaced, so copies share it."""

    def __init__(self, name: str, source: int, effect: LastingEffect, ongoing: int, until: int, save: int, turns: int) -> None:
        self.name: str = name
        self.source: int = source
        self.effect: LastingEffect = effect
        self.conditions: int = effect.conditions
        self.modifiers: list[int] = effect.modifiers
        self.exposes: list[int] = effect.exposes
        self.ongoing: int = ongoing
        self.until: int = until
        self.save: int = save
        self.turns: int = turns
        self.failed: int = 0
        self.versus: int = -1
        """Modifiers and vulnerability count only between the bearer and this combatant; -1: everybody."""
        self.narrow: bool = bool(effect.with_power)
        """Do its modifiers count for some attacks only?"""
        self.piled: int = 1
        """How often a cumulative effect has come about."""

    def changed(self, until: int, save: int, turns: int) -> Lasting:
        """The same with another end."""
        other = Lasting(self.name, self.source, self.effect, self.ongoing, until, save, turns)
        other.conditions, other.modifiers, other.exposes = self.conditions, self.modifiers, self.exposes
        other.versus, other.narrow, other.failed, other.piled = self.versus, self.narrow, self.failed, self.piled
        return other

    def key(self) -> tuple[object, ...]:
        return (
            self.name, self.source, self.ongoing, self.until, self.save, self.turns, self.conditions, tuple(self.modifiers),
            self.versus, self.effect.with_power, self.effect.weak_to, self.failed, self.effect.tag,
            tuple(self.exposes), self.piled,
        )  # fmt: skip


@final
class Readied:
    """A readied action (ES-17): an option of the turn ("*" stands for whoever sets it off), and what sets it off."""

    def __init__(self, option: str, action: int, on: str, whom: int, said: str = "") -> None:
        self.option: str = option
        self.action: int = action
        self.on: str = on
        """attacks, moves, engages, casts; or words, for what only people can see (R-86)"""
        self.said: str = said
        """Of words: which."""
        self.whom: int = whom
        """who must do it; -1 for any enemy"""

    def key(self) -> tuple[object, ...]:
        return (self.option, self.action, self.on, self.whom, self.said)


@final
class Fighter(Unit):
    """A combatant."""

    def __init__(self, id: str, name: str, side: str, controller: str, block: Block, number: int) -> None:
        super().__init__(id, name, side, controller)
        self.block: Block = block
        self.number: int = number
        self.bit: int = 1 << number
        self.team: int = 0
        self.part: int = 0
        self.mob: int = -1
        self.base_hp: int = block.max_hp
        self.max_hp: int = block.max_hp
        self.hp: int = block.max_hp
        self.temp_hp: int = 0
        self.ac: int = block.defences[0]
        self.pd: int = block.defences[1]
        self.md: int = block.defences[2]
        self.init_bonus: int = block.init_bonus
        self.initiative: int = 0
        self.tie: int = 0
        """What it rolled to break a tie (`init_tie: rolloff`); 0 where it has not."""
        self.recoveries: int = block.recoveries
        self.recoveries_max: int = block.recoveries
        self.overdraft: int = 0
        self.crit_floor: int = block.crit_floor
        self.uses_escalation: bool = block.uses_escalation
        self.named_villain: bool = block.named_villain
        self.airborne: bool = block.flies
        self.state: int = UP
        self.death_fails: int = 0
        self.rallies: int = 0
        self.rally_barred: bool = False
        self.rally_allowed: bool = False
        self.wounds: int = 0
        self.dropped: bool = False
        self.villain_blow: bool = False
        self.staggered_word: int = 0
        self.actions: int = 0
        self.interrupt_used: bool = False
        self.acted: bool = False
        self.revealed_count: bool = False
        self.delaying: bool = False
        self.readied: Readied | None = None
        self.zone: int = 0
        self.line: int = number
        self.engaged: int = 0
        self.behind: int = 0
        self.beside: int = 0
        self.grabber: int = -1
        self.hit_this_turn: int = 0
        self.attacked: int = 0
        """Whom it has attacked in this battle (bits by number)."""
        self.hits_taken: dict[str, int] = {}
        """How often attacks that count their hits have hit it in this battle, by name."""
        self.sequence: list[int] = [0, 0, 0, 0, 0, 0]
        """Of the attacks one act consists of: how many, how many made, how many hit; this one's targets and hits, and whom
        it staggered (bits by number)."""
        self.lasting: list[Lasting] = []
        self.conditions: int = 0
        self.modifiers: list[int] = [0, 0, 0, 0, 0, 0, 0, 0]
        self.narrowed: bool = False
        """Has it effects that count for some attacks or some opponents only?"""
        self.used: list[int] = [0] * len(block.powers)
        self.used_round: list[int] = [0] * len(block.powers)
        self.out: list[int] = [0] * len(block.powers)
        self.limits: dict[int, int] = {}
        """How often powers whose uses are rolled can be used in this battle, by number."""
        self.called: int = 0
        """Attacks that wait to be granted and that the GM has called for, on this turn of its own (bits by number)."""
        self.slipping: bool = False
        """Has it slipped past a flyer on this turn (`swoop: slip_past`)? Its attacks are at -2."""
        self.moved: bool = False
        self.met: int = 0
        """Has it moved on this turn, and whom was it engaged with when the turn began?"""
        self.turn_uses: int = 0
        self.last_turn_uses: int = 0
        """Which powers it has used on this turn of its own, and on the one before (bits by number)."""
        self.unloaded: int = 0
        self.flank_used: bool = False
        self.barred_way: bool = False
        self.opportunities: int = 0
        self.disengage_failed: bool = False
        self.riders_used: list[str] = []
        self.potions: int = block.potions
        self.regenerated: int = 0
        self.gasp: Lasting | None = None
        self.gasp_turns: int = 0
        self.gasp_fails: int = 0
        self.spare: int = 0
        """Standard actions it has on its next turn besides the usual one."""
        self.absorbed: int = 0
        """How much of the damage of the turn going on it has taken without harm."""
        self.got_away: bool = False
        """Has something turned its failed disengage check into a success? Only while that is being settled."""
        self.spirit_told: bool = False
        self.notes_used: list[str] = []

    def is_present(self) -> bool:
        return self.state <= STABLE

    def kin(self) -> str:
        return f"{self.name_of_kind()}/{self.block.name}/{self.block.defences}"

    def copy(self) -> Fighter:
        other = Fighter(self.id, self.name, self.side, self.controller, self.block, self.number)
        self.copy_common(other)
        other.team, other.part, other.mob = self.team, self.part, self.mob
        other.base_hp, other.max_hp, other.hp, other.temp_hp = self.base_hp, self.max_hp, self.hp, self.temp_hp
        other.ac, other.pd, other.md = self.ac, self.pd, self.md
        other.init_bonus, other.initiative, other.tie = self.init_bonus, self.initiative, self.tie
        other.recoveries, other.recoveries_max, other.overdraft = self.recoveries, self.recoveries_max, self.overdraft
        other.crit_floor, other.uses_escalation = self.crit_floor, self.uses_escalation
        other.named_villain, other.airborne, other.state = self.named_villain, self.airborne, self.state
        other.death_fails, other.rallies, other.rally_barred = self.death_fails, self.rallies, self.rally_barred
        other.rally_allowed, other.wounds, other.dropped = self.rally_allowed, self.wounds, self.dropped
        other.villain_blow, other.staggered_word, other.actions = self.villain_blow, self.staggered_word, self.actions
        other.interrupt_used, other.acted, other.revealed_count = self.interrupt_used, self.acted, self.revealed_count
        other.delaying, other.readied, other.zone, other.line = self.delaying, self.readied, self.zone, self.line
        other.engaged, other.behind, other.beside = self.engaged, self.behind, self.beside
        other.grabber, other.hit_this_turn = self.grabber, self.hit_this_turn
        other.attacked, other.sequence = self.attacked, self.sequence
        other.hits_taken = self.hits_taken.copy() if self.hits_taken else self.hits_taken
        other.lasting = self.lasting.copy()
        other.conditions, other.modifiers, other.narrowed = self.conditions, self.modifiers, self.narrowed
        other.turn_uses, other.last_turn_uses = self.turn_uses, self.last_turn_uses
        other.limits = self.limits.copy() if self.limits else self.limits
        other.called, other.moved, other.met, other.slipping = self.called, self.moved, self.met, self.slipping
        other.used, other.used_round, other.out = self.used.copy(), self.used_round.copy(), self.out.copy()
        other.unloaded, other.flank_used, other.barred_way = self.unloaded, self.flank_used, self.barred_way
        other.opportunities, other.disengage_failed = self.opportunities, self.disengage_failed
        other.riders_used, other.potions = self.riders_used.copy(), self.potions
        other.regenerated, other.gasp = self.regenerated, self.gasp
        other.gasp_turns, other.gasp_fails = self.gasp_turns, self.gasp_fails
        other.spare, other.absorbed, other.got_away = self.spare, self.absorbed, self.got_away
        other.spirit_told, other.notes_used = self.spirit_told, self.notes_used.copy()
        return other

    def key(self) -> tuple[object, ...]:
        readied = None if self.readied is None else self.readied.key()
        return (
            self.id, self.side, self.controller, self.hidden, self.part, self.base_hp, self.max_hp, self.hp, self.temp_hp, self.ac,
            self.pd, self.md, self.init_bonus, self.initiative, self.tie, self.recoveries, self.recoveries_max, self.overdraft,
            self.crit_floor, self.uses_escalation, self.named_villain, self.airborne, self.state, self.death_fails,
            self.rallies, self.rally_barred, self.rally_allowed, self.wounds, self.dropped, self.villain_blow,
            self.staggered_word, self.actions, self.interrupt_used, self.acted, self.revealed_count, self.delaying, readied,
            self.zone, self.line, self.engaged, self.behind, self.beside, self.grabber, self.hit_this_turn,
            self.attacked, tuple(sorted(self.hits_taken.items())), tuple(self.sequence),
            tuple([each.key() for each in self.lasting]), tuple(self.used), tuple(self.used_round), tuple(self.out),
            self.unloaded, self.flank_used, self.barred_way, self.opportunities, self.disengage_failed,
            self.turn_uses, self.last_turn_uses, tuple(sorted(self.limits.items())), self.called, self.moved, self.met, self.slipping,
            tuple(self.riders_used), self.potions, self.regenerated,
            None if self.gasp is None else self.gasp.key(),
            self.gasp_turns, self.gasp_fails, self.spirit_told, tuple(self.notes_used),
            self.spare, self.absorbed, self.got_away,
        )  # fmt: skip


UNIT_STATS: Final = [
    Stat("kind", "text", "all", "pc, companion, npc or monster", derived=True),
    Stat("level", "int", "all", "level", derived=True),
    Stat("category", "text", "all", "mook, normal, large ...", derived=True),
    Stat("role", "text", "all", "role", derived=True),
    Stat("state", "choice", "all", "up, dying, stable ...", choices=list(STATES)),
    Stat("hp", "int", "all", "hit points; a mook's own share of its mob's pool"),
    Stat("max_hp", "int", "all", "most hit points", low=1),
    Stat("temp_hp", "int", "all", "temporary hit points", low=0),
    Stat("staggered", "bool", "all", "at half or less", derived=True),
    Stat("ac", "int", "all", "armour class"),
    Stat("pd", "int", "all", "physical defence"),
    Stat("md", "int", "all", "mental defence"),
    Stat("init_bonus", "int", "all", "initiative bonus"),
    Stat("initiative", "int", "all", "count in the order"),
    Stat("recoveries", "int", "all", "recoveries left", low=0),
    Stat("recoveries_max", "int", "all", "recoveries at a full heal-up", low=0),
    Stat("overdraft", "int", "all", "recoveries used that were not there", low=0),
    Stat("wounds", "int", "all", "lasting wounds", low=0),
    Stat("death_fails", "int", "all", "failed death saves in this battle", low=0, high=4),
    Stat("rallies", "int", "all", "rallies in this battle", low=0),
    Stat("crit_floor", "int", "gm", "lowest natural roll that crits", low=2, high=20),
    Stat("uses_escalation", "bool", "gm", "adds the escalation die to attacks"),
    Stat("named_villain", "bool", "gm", "can truly kill under meaningful_death"),
    Stat("airborne", "bool", "all", "in the air"),
    Stat("potions", "int", "all", "healing potions", low=0),
    Stat("interrupt_used", "bool", "all", "interrupt spent until the end of its next turn"),
    Stat("delaying", "bool", "all", "has suspended its turn", settable=False),
    Stat("where", "text", "all", "zone", derived=True),
    Stat("engaged_with", "data", "all", "enemies it is in melee with", derived=True),
    Stat("behind_whom", "data", "all", "allies it stands behind", derived=True),
    Stat("next_to_whom", "data", "all", "allies it is next to", derived=True),
    Stat("conditions_shown", "data", "all", "conditions and effects with their ends", derived=True),
    Stat("powers_shown", "data", "all", "powers and what is left of them", derived=True),
    Stat("attacks_shown", "data", "all", "attacks", derived=True),
    Stat("traits_shown", "data", "all", "what holds while its conditions do, what happens by itself, and when", derived=True),
    Stat("notes_shown", "data", "gm", "text for the GM to apply by hand", derived=True),
]


HIDDEN_OF_FOES: Final = (
    "hp", "max_hp", "temp_hp", "ac", "pd", "md", "init_bonus", "recoveries", "recoveries_max", "overdraft", "attacks_shown",
    "powers_shown", "traits_shown", "potions", "death_fails", "wounds", "rallies", "interrupt_used",
)  # fmt: skip
