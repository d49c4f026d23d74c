"""What a fighter and a fight have: the changing part of the state, and who may see which of it."""

from __future__ import annotations

from typing import final

from quintain.engine.battle import GM, Unit
from quintain.engine.declare import stats_of
from quintain.engine.question import Question
from quintain.engine.reading import Reading
from quintain.engine.roll import Roll
from quintain.engine.system import Stat
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.engagement import Activation
from quintain.systems.riposte.fields import SHOWN
from quintain.systems.riposte.fields_blocks import Effect as Effect
from quintain.systems.riposte.fields_sheet import FighterFields, SkirmishFields
from quintain.systems.riposte.fields_sheet import Goal as Goal
from quintain.systems.riposte.fields_sheet import Task as Task
from quintain.systems.riposte.fields_sheet import Thing as Thing
from quintain.systems.riposte.ground import Ground
from quintain.systems.riposte.stats import Block, Figures, Weapon
from quintain.systems.riposte.switches import Switches
from quintain.systems.riposte.tactics_tables import Ranges, Tables


@final
class Fighter(FighterFields):
    """A combatant: its stat block, shared until the GM changes it, and what the fight changes."""

    def __init__(self, id: str, name: str, side: str, controller: str, kind: str, block: Block) -> None:
        super().__init__(id, name, side, controller)
        self.kind = kind
        self.block: Block = block
        self.hp = block.max_hp
        self.weapon = 0 if block.weapons else v.NO_WEAPON

    def copy(self) -> Fighter:
        other = Fighter(self.id, self.name, self.side, self.controller, self.kind, self.block)
        self.copy_common(other)
        self.copy_fields(other)
        return other

    def key(self) -> tuple[object, ...]:
        return (self.id, self.controller, self.hidden, self.key_fields())

    def is_present(self) -> bool:
        return self.up

    def set_status(self, status: str) -> None:
        self.status = status
        self.up = status == v.UP

    @property
    def in_party(self) -> bool:
        """Player characters and the companions they run (RI-84, R55)."""
        return self.kind != "npc"

    @property
    def stands_with_party(self) -> bool:
        """Of the party, and on its side now: a person's character on another side counts for defeat and for the death rule
        with that side (R84); a companion who acts with the allies is still one of the party (R55)."""
        return self.in_party and (self.side == v.HEROES or (self.kind == "extra" and self.side == v.ALLIES))

    @property
    def is_run_by_players(self) -> bool:
        """A player's own character, or anybody whom a player runs; a companion who acts with the allies is not (RI-65, RI-116)."""
        return self.kind == "pc" or self.controller != GM

    def knows_of(self, other: Fighter) -> bool:
        """Whether whoever runs this fighter knows that the other is there."""
        return not other.hidden or self.controller == GM or self.controller == other.controller

    def in_hand(self) -> Weapon | None:
        return self.block.weapons[self.weapon] if self.weapon >= 0 else None

    def reaches(self, distance: int) -> bool:
        """Whether the weapon in hand supports the distance; empty hands reach nothing (RI-33, RI-36)."""
        return self.weapon >= 0 and self.block.weapons[self.weapon].range_bits >> distance & 1 == 1

    def figures(self, role: int) -> Figures:
        return self.block.figures(self.weapon, role, self.hp)


@final
class Blow:
    """One strike under way: who strikes whom in which slot, its figures, the dice thrown for it so far, and what they make of it."""

    def __init__(self, striker: Fighter, target: Fighter, slot: int) -> None:
        self.striker: Fighter = striker
        self.target: Fighter = target
        self.slot: int = slot
        self.role: int = v.ATTACKING if slot in (v.ATTACK, v.FOLLOW_ATTACK) else v.RIPOSTING
        self.other_role: int = v.RIPOSTING if self.role == v.ATTACKING else v.ATTACKING
        self.die: Roll | None = None
        self.crit_die: Roll | None = None
        self.guard_die: Roll | None = None
        self.guard: str = ""
        """What of the target's may halve the hit (RI-136), and how likely it does."""
        self.guard_chance: int = 0
        self.tried_guard: bool = False
        """Does the guard's die count: was there something to halve?"""
        self.hit_chance: int = 0
        self.crit_chance: int = 0
        """Not yet limited to 0-100."""
        self.plain_damage: int = 0
        """Of a hit that is neither critical nor halved (RI-08)."""
        self.cover: int = v.BASIC
        self.shelter: int = 0
        """The ground the target is on, and what Defense it gives against this (RI-47)."""
        self.edge: int = 0
        self.slaying: int = 0
        """What the colours of both weapons (RI-125) and the slayer in the striker's (RI-123) add to its Might."""
        self.magical: bool = False
        """Is it met by Resistance (RI-08)?"""
        self.hit: bool = False
        self.crit: bool = False
        self.guarded: bool = False
        self.damage: int = 0


@final
class Engagement:
    """An engagement under way: its parties, the distance and the attacker's weapon as declared, and how far it has come."""

    def __init__(self, attacker: Fighter, defender: Fighter, distance: int) -> None:
        self.attacker: Fighter = attacker
        self.defender: Fighter = defender
        self.distance: int = distance
        self.weapon: int = attacker.weapon
        self.apart: int = distance
        """How far apart they were when it was declared: more than the distance where the GM insisted on it across two zones."""
        self.friendly: bool = False
        self.blind: bool = False
        """Did the GM insist on it between friends (R38), or through a wall?"""
        self.held_back: bool = False
        """The defender has chosen not to riposte (R12)."""
        self.ruled: bool = False
        """Has a ruling come since it was declared?"""
        self.fired: list[Activation] = []
        self.activation: Activation | None = None
        """The activation roll that is being made."""
        self.blow: Blow | None = None
        """The strike that is being made."""


@final
class Skirmish(SkirmishFields):
    """A fight of riposte."""

    def __init__(self, reading: Reading, ground: Ground, switches: Switches, sides: list[str]) -> None:
        super().__init__(reading)
        self.ground: Ground = ground
        self.switches: Switches = switches
        self.sides: list[str] = sides
        """Heroes, the enemy teams in their order, allies, independents (RI-64)."""
        self.stances = default_stances(sides)
        self.merged = self.merge_next = switches.merged
        self.engagement: Engagement | None = None
        """The engagement under way; none at a joint."""
        self.tables: Tables = Tables()
        self.ranges: Ranges = Ranges()
        self.crew: list[Fighter] = []
        """The units, as fighters."""
        self.arrange_phases()

    def set_status(self, fighter: Fighter, status: str) -> None:
        """How somebody stands from this round on."""
        fighter.set_status(status)
        fighter.since = self.round

    def copy(self) -> Skirmish:
        other = Skirmish(self.reading, self.ground, self.switches, self.sides)
        self.copy_common(other)
        self.copy_fields(other)
        other.tables, other.ranges = self.tables, self.ranges
        other._muster()
        return other

    def key(self) -> tuple[object, ...]:
        return (
            tuple([unit.key() for unit in self.units]), self.key_fields(), self.ground.signature,
            self.outcome.result if self.outcome is not None else "", self.rounds_that_matter(),
        )  # fmt: skip

    def rounds_that_matter(self) -> int:
        """How many rounds until the next arrival or the cap, where either can still come; else 0."""
        waits = [one.arrives - self.round for one in self.crew if one.status == v.RESERVE and one.arrives > self.round]
        if not self.uncapped:
            waits.append(self.switches.round_cap - self.round + 1)
        return min(waits, default=0)

    # -- who is here ---------------------------------------------------------------------------------------------------

    def add_unit(self, unit: Unit) -> None:
        super().add_unit(unit)
        self._muster()

    def drop_unit(self, id: str) -> None:
        super().drop_unit(id)
        self._muster()

    def _muster(self) -> None:
        crew: list[Fighter] = []
        for unit in self.units:
            assert isinstance(unit, Fighter)
            unit.number = len(crew)
            crew.append(unit)
        self.crew = crew

    def fighter(self, id: str) -> Fighter | None:
        place = self.index.get(id, -1)
        return self.crew[place] if place >= 0 else None

    def up_fighter(self, id: str) -> Fighter | None:
        """This fighter, if it is still in the fight."""
        fighter = self.fighter(id)
        return fighter if fighter is not None and fighter.up else None

    def task(self, id: str) -> Task | None:
        return next((task for task in self.tasks if task.id == id), None)

    def object_by_id(self, id: str) -> Thing | None:
        """An object by its id."""
        return next((thing for thing in self.things if thing.id == id), None)

    def is_in(self, fighter: Fighter) -> bool:
        """Whether this fighter is still in the fight: up, and not taken out by the GM."""
        return fighter.up and fighter.number < len(self.crew) and self.crew[fighter.number] is fighter

    # -- sides and stances ---------------------------------------------------------------------------------------------

    def stance(self, a: int, b: int) -> int:
        return self.stances[a * len(self.sides) + b]

    def set_stance(self, a: int, b: int, stance: int) -> None:
        self.stances[a * len(self.sides) + b] = stance
        self.stances[b * len(self.sides) + a] = stance
        self.ranges = Ranges()

    def are_friends(self, a: Fighter, b: Fighter) -> bool:
        return self.stances[a.team * len(self.sides) + b.team] == v.FRIENDLY

    def are_hostile(self, a: Fighter, b: Fighter) -> bool:
        return self.stances[a.team * len(self.sides) + b.team] == v.HOSTILE

    def is_enemy(self, fighter: Fighter) -> bool:
        """Of a side that opposes the heroes by name (RI-65)."""
        return fighter.side.startswith(v.ENEMIES)

    def arrange_phases(self) -> None:
        """Heroes, the enemy teams one by one or merged, allies, independents (RI-64, RI-70)."""
        enemies = [team for team, side in enumerate(self.sides) if side.startswith(v.ENEMIES)]
        phases: list[list[int]] = []
        for team in range(len(self.sides)):
            if team not in enemies or not self.merged:
                phases.append([team])
            elif team == enemies[0]:
                phases.append(enemies)
        self.phases = phases

    def insert_side(self, side: str) -> None:
        """A further enemy team behind the others; whose phase it is stays the same."""
        old = self.sides
        place = max([team for team, name in enumerate(old) if name.startswith(v.ENEMIES)]) + 1
        self.sides = [*old[:place], side, *old[place:]]
        known, self.stances = self.stances, default_stances(self.sides)
        for number, stance in enumerate(known):
            a, b = divmod(number, len(old))
            self.set_stance(self.sides.index(old[a]), self.sides.index(old[b]), stance)
        for fighter in self.crew:
            fighter.team = self.sides.index(fighter.side)
        acting = self.sides.index(old[self.phases[self.phase][0]])
        self.arrange_phases()
        self.phase = next(number for number, teams in enumerate(self.phases) if acting in teams)

    def phase_name(self, phase: int = -1) -> str:
        """Of the phase that is under way, or of another."""
        return side_name(self.sides[self.phases[self.phase if phase < 0 else phase][0]], self.merged)

    def is_hero_phase(self) -> bool:
        return self.sides[self.phases[self.phase][0]] == v.HEROES

    def acts_now(self, fighter: Fighter) -> bool:
        """Whether this fighter may still have a turn, or the rest of one, in this phase."""
        return fighter.up and not fighter.turn_over and not fighter.waiting and fighter.team in self.phases[self.phase]

    def may_go_first(self, fighter: Fighter) -> list[Fighter]:
        """Who may go before this one, which has begun its turn unasked: hidden ones, as long as it has done nothing and nobody else is
        left whom all see, for then somebody was asked (RI-69, section 7)."""
        others = [other for other in self.crew if other is not fighter and self.acts_now(other)]
        begun = fighter.acted or fighter.movement != fighter.block.mov
        return [] if begun or any(not other.hidden for other in others) else others

    def is_put_off(self, fighter: Fighter, visible: list[str]) -> bool:
        """Is it this one's turn for somebody who knows of these only, since somebody else acts, or is to be chosen, of whom that one
        knows nothing? So of the only one left whom all see."""
        acts = self.acting == fighter.id or self.acting in visible
        if acts or self.outcome is not None or fighter.hidden or not self.acts_now(fighter):
            return False
        return not any(other is not fighter and not other.hidden and self.acts_now(other) for other in self.crew)

    def controller_of(self, id: str) -> str:
        fighter = self.fighter(id)
        return fighter.controller if fighter is not None else GM

    def tactic_side(self, question: Question) -> str:
        """One tactic for the heroes, one for all enemy teams, and so on."""
        if question.about == "next":
            return v.HEROES if self.is_hero_phase() and self._players_act() else ""
        fighter = self.fighter(question.who)
        if fighter is None:
            return v.HEROES if question.controller() != GM else ""
        return v.ENEMIES if fighter.side.startswith(v.ENEMIES) else fighter.side

    def _players_act(self) -> bool:
        """Whether anybody is run by a player of those who may still act in this phase."""
        return any(fighter.controller != GM and self.acts_now(fighter) for fighter in self.crew)

    # -- places --------------------------------------------------------------------------------------------------------

    def cover_of(self, fighter: Fighter) -> int:
        """The terrain whose bonuses this fighter enjoys; a flier over a blocker has none (RI-47, RI-51, RI-53)."""
        return self.cover_at(fighter, fighter.place)

    def cover_at(self, fighter: Fighter, place: int) -> int:
        if fighter.block.flight and not self.switches.flier_cover:
            return v.BASIC
        return self.ground.cover[place]

    def in_sight(self, a: int, b: int) -> bool:
        """May one strike from a square at another: walls matter only where the table says so (`grid.line_of_sight`, R22)."""
        return not self.switches.line_of_sight or not self.ground.is_grid or self.ground.in_sight(a, b)

    def known_at(self, fighter: Fighter, place: int) -> Fighter | None:
        """Who else is on this square, of those whom the fighter knows of."""
        other = self.occupant(place, fighter)
        return other if other is not None and fighter.knows_of(other) else None

    def occupant(self, place: int, besides: Fighter) -> Fighter | None:
        """Who is up on this square (RI-44, RI-56); a zone holds any number (RI-93)."""
        for fighter in self.crew if self.ground.is_grid else []:
            if fighter.up and fighter.place == place and fighter is not besides:
                return fighter
        return None


def default_stances(sides: list[str]) -> list[int]:
    """Heroes and allies are friends, enemies hostile to both, independents and other enemy teams neutral (RI-73)."""
    return [default_stance(a, b) for a in sides for b in sides]


def default_stance(a: str, b: str) -> int:
    if a == b:
        return v.FRIENDLY
    pair = {a.split(":")[0], b.split(":")[0]}
    if pair == {v.HEROES, v.ALLIES}:
        return v.FRIENDLY
    if v.ENEMIES in pair and (v.HEROES in pair or v.ALLIES in pair):
        return v.HOSTILE
    return v.NEUTRAL


def side_name(side: str, merged: bool = False) -> str:
    """A side in words: "Heroes", "Enemies (toll-takers)"."""
    name, _, team = side.partition(":")
    return f"{name.capitalize()} ({team})" if team and not merged else name.capitalize()


def unit_stats() -> list[Stat]:
    """Every field of a fighter, once: its kind, its bounds and who may see it (section 7 of the rules)."""
    stats = stats_of(SHOWN)
    stats.extend([Stat(name, "int", "side", f"base stat {name}", low=0, high=999) for name in v.BASE_STATS])
    stats.extend([Stat(name, "int", "all", f"calculated {name}, weapon in hand", low=-999, high=999) for name in v.CALCULATED])
    stats.append(Stat("carried", "data", "all", "weapons, first to last"))
    stats.append(Stat("reach", "data", "all", "the distances each of them covers"))
    stats.append(Stat("traits", "data", "side", "skills and abilities"))
    stats.append(Stat("quirks", "data", "side", "what it is good at outside a fight"))
    return stats
