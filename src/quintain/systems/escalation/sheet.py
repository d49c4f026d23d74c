"""What a combatant and a battle have, and who may see which of it.

Combatants are known by their number, the place in `battle.units`, which never changes: whoever leaves stays listed with a
state that says so. Sets of combatants (whom one is engaged with, behind, beside) are bits by number.
"""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import Battle, Unit
from quintain.engine.question import Question
from quintain.engine.reading import Reading
from quintain.engine.system import Stat
from quintain.space.zones import Zones
from quintain.systems.escalation.deeds import Effect
from quintain.systems.escalation.house import House
from quintain.systems.escalation.printed import Block

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

# phases of a battle
AMBUSH: Final = 0
ROUNDS: Final = 1
REST: Final = 2


@final
class Lasting:
    """Something that lasts on a combatant. Never changed, only replaced, so copies share it."""

    def __init__(self, name: str, source: int, effect: Effect, ongoing: int, until: int, save: int, turns: int) -> None:
        self.name: str = name
        self.source: int = source
        self.effect: Effect = effect
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

    Of an occasion (`happenings.QUEUED` and more) also the attack's natural roll, how much damage of which types, and how
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


@final
class Skirmish(Battle):
    """The state of a fight, or of a day of several."""

    def __init__(self, reading: Reading, house: House, parts: list[Part]) -> None:
        super().__init__(reading)
        self.fighters: list[Fighter] = []
        self.sides: list[str] = ["party", "foes"]
        self.house: House = house
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
        self.any_fear: bool = False
        self.wide_fear: bool = False
        """Does the fear of anybody here reach further than melee?"""
        self.any_dazing: bool = False
        """Does any standing row daze others?"""
        self.any_bonus: bool = False
        """Has anybody here a standing row? Asked at every roll, so kept here."""
        self.any_aura: bool = False
        """Does a standing row make anybody vulnerable?"""
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
        other = Skirmish(self.reading, self.house, self.parts)
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
        other.any_fear, other.any_readied = self.any_fear, self.any_readied
        other.any_dazing = self.any_dazing
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
        here = [each.block for each in self.fighters]
        self.any_fear = any(block.fear > 0 for block in here)
        self.wide_fear = any(block.fear_nearby for block in here)
        self.any_bonus = any(len(block.bonuses) > 0 for block in here)
        self.any_dazing = any(row.dazes for block in here for row in block.bonuses)
        self.any_aura = any(row.vulnerable for block in here for row in block.bonuses)
        for block in here:
            self.occasions |= block.occasion_mask

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

BATTLE_STATS: Final = [
    Stat("escalation", "int", "all", "the escalation die", low=0, high=6),
    Stat("held", "bool", "gm", "the next rise will not happen"),
    Stat("campaign_losses", "int", "all", "campaign losses", low=0),
    Stat("battles_since_heal_up", "int", "all", "battles since the last full heal-up", low=0),
]

HIDDEN_OF_FOES: Final = (
    "hp", "max_hp", "temp_hp", "ac", "pd", "md", "init_bonus", "recoveries", "recoveries_max", "overdraft", "attacks_shown",
    "powers_shown", "traits_shown", "potions", "death_fails", "wounds", "rallies", "interrupt_used",
)  # fmt: skip
