"""Riposte as the engine knows it: the doors, each leading to the module that does the work."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.battle import Battle, Unit
from quintain.engine.doors import DoorSystem
from quintain.engine.question import Option
from quintain.engine.refusal import Illegal, Malformed
from quintain.engine.system import Stat
from quintain.systems.riposte import board as boards
from quintain.systems.riposte import flow, odds, screen, sentences
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.building import build
from quintain.systems.riposte.combatants import make_fighter
from quintain.systems.riposte.conditions import party_fate
from quintain.systems.riposte.fields import BLOCK
from quintain.systems.riposte.goals import decided
from quintain.systems.riposte.layout import place_of
from quintain.systems.riposte.movement import give_way, may_stand, nearest_free, put_near
from quintain.systems.riposte.other_actions import may_check
from quintain.systems.riposte.resolve import may_roll
from quintain.systems.riposte.rulings import RULINGS
from quintain.systems.riposte.sheet import Fighter, Skirmish, unit_stats
from quintain.systems.riposte.stats import calculated, combine
from quintain.systems.riposte.switches import DECLARED
from quintain.systems.riposte.tactics_tables import FEW_RANGES, FEW_WORTHS, Ranges, Tables
from quintain.systems.riposte.traits import TRAITS, hearty, with_abilities

if TYPE_CHECKING:
    from quintain.engine.protocol import Notice
    from quintain.engine.viewer import Viewer

BLOCK_STATS = [field.name for field in BLOCK if field.sees]


@final
class Riposte(DoorSystem):
    """A percentile skirmish game in which whoever is attacked strikes back at once."""

    def __init__(self) -> None:
        super().__init__("riposte", "Riposte", "5", boards, screen, odds)
        self.standard = "riposte/ferry"
        self.abouts = ["turn", "next", "deploy", "riposte", "switch", "retreat", "lethal", "fate", "aftermath"]
        self.headlines = ["hit", "crit", "drop", "pass", "heals"]
        self.switches = DECLARED
        self.unit_stats = unit_stats()
        self.rulings = RULINGS
        self.shown_elsewhere = {
            "hp", "max_hp", "place", "waiting", "gave_way", "freed", "status", "carried", "reach", "traits", "quirks",
        }  # fmt: skip

    # -- files ---------------------------------------------------------------------------------------------------------

    def build(self, data: dict[str, object]) -> Battle:
        from quintain.systems.riposte.files import EncounterModel

        return build(EncounterModel.model_validate(data), data)

    def export(self, battle: Battle) -> dict[str, object]:
        from quintain.systems.riposte.exporting import exported

        return exported(as_skirmish(battle))

    # -- flow ----------------------------------------------------------------------------------------------------------

    def step(self, battle: Battle) -> None:
        flow.step(as_skirmish(battle))

    def tidy(self, battle: Battle) -> None:
        skirmish = as_skirmish(battle)
        if len(skirmish.ranges.known) > FEW_RANGES:
            skirmish.ranges.known.clear()
        if len(skirmish.tables.worth) > FEW_WORTHS:
            skirmish.tables.worth.clear()
            skirmish.tables.ways.clear()

    def after(self, battle: Battle) -> None:
        flow.after(as_skirmish(battle))

    # -- sheets --------------------------------------------------------------------------------------------------------

    def read_stat(self, battle: Battle, unit: Unit, stat: Stat) -> object:
        fighter = as_fighter(unit)
        name = stat.name
        if name in v.STAT_NAMES:
            return fighter.figures(v.EITHER).stats[v.STAT_NAMES.index(name)]
        if name in BLOCK_STATS:
            return getattr(fighter.block, name)
        if name == "place":
            return as_skirmish(battle).ground.name(fighter.place)
        if name == "carried":
            return [weapon.name for weapon in fighter.block.weapons]
        if name == "reach":
            return [list(weapon.distances) for weapon in fighter.block.weapons]
        if name == "traits":
            return list(fighter.block.trait_names)
        if name == "quirks":
            return list(fighter.block.quirks)
        return getattr(fighter, name)

    def write_stat(self, battle: Battle, unit: Unit, stat: Stat, value: object) -> None:
        fighter = as_fighter(unit)
        name = stat.name
        if name == "place":
            self.move_unit(battle, unit, value)
        elif name == "status":
            set_status(as_skirmish(battle), fighter, str(value))
        elif name == "weapon" and isinstance(value, int):
            if value >= len(fighter.block.weapons):
                raise Illegal(f"{fighter.name} carries {len(fighter.block.weapons)} weapons, counted from 0.")
            fighter.weapon = value
        elif name in v.STAT_NAMES or name in BLOCK_STATS:
            write_block(fighter, name, value)
        elif name == "hp" and isinstance(value, int) and value > fighter.block.max_hp:
            raise Illegal(f"{fighter.name} has at most {fighter.block.max_hp} HP: raise max_hp first.")
        else:
            setattr(fighter, name, value)

    def stat_changed(self, battle: Battle, unit: Unit, stat: Stat) -> None:
        """At 0 HP by the GM's word: out, by the death rule or spared; with HP again while its fate is asked, up again (RI-25)."""
        skirmish, fighter = as_skirmish(battle), as_fighter(unit)
        if stat.name == "hp" and fighter.hp == 0 and fighter.status in (v.UP, v.RESERVE):
            skirmish.set_status(fighter, party_fate(skirmish) if fighter.stands_with_party else v.SPARED)
        elif stat.name == "hp" and fighter.hp > 0 and skirmish.falling == fighter.id:
            set_status(skirmish, fighter, v.UP)
            return_to_map(skirmish, fighter)
        elif stat.name in ("status", "flight"):
            return_to_map(skirmish, fighter)

    def audience(self, battle: Battle, unit: Unit, stat: Stat) -> str:
        """Closed forecasts keep the figures of everybody but the party from the players (section 7)."""
        closed = as_skirmish(battle).switches.closed_forecast
        if closed and stat.audience == "all" and not as_fighter(unit).in_party and stat.name in CLOSED:
            return "side"
        return stat.audience

    def mask(self, battle: Battle, unit: Unit, stat: Stat) -> object:
        return sentences.hp_word(as_fighter(unit)) if stat.name == "hp" else None

    def is_secret(self, battle: Battle, unit: Unit) -> bool:
        """The hidden, and whoever is still to come (section 7)."""
        return unit.hidden or as_fighter(unit).status == v.RESERVE

    def sees_unit(self, battle: Battle, unit: Unit, own: list[str]) -> bool:
        return unit.id in own or not self.is_secret(battle, unit)

    # -- rulings -------------------------------------------------------------------------------------------------------

    def add_unit(self, battle: Battle, data: dict[str, object]) -> Unit:
        """A newcomer: acts from the next phase of its side on (RI-74, RI-109)."""
        from quintain.systems.riposte.files import newcomer

        skirmish = as_skirmish(battle)
        fighter = make_fighter(skirmish, newcomer(data))
        if fighter.status in (v.UP, v.RESERVE) and fighter.place == v.NOWHERE:
            raise Malformed("say where the newcomer stands, or comes to (at).")
        if fighter.up:
            if not put_near(skirmish, fighter, fighter.place):
                raise Illegal("there is no free square left.")
            fighter.waiting = skirmish.stage != v.DEPLOYMENT
        skirmish.add_unit(fighter)
        return fighter

    def remove_unit(self, battle: Battle, unit: Unit) -> None:
        battle.drop_unit(unit.id)

    def move_unit(self, battle: Battle, unit: Unit, where: object) -> None:
        skirmish = as_skirmish(battle)
        fighter = as_fighter(unit)
        place = place_of(skirmish.ground, where)
        if fighter.up:
            if not may_stand(skirmish, fighter, place):
                raise Illegal(f"{fighter.name} cannot stop there: {skirmish.ground.ground_word(place)}.")
            other = skirmish.occupant(place, fighter)
            if other is not None:
                raise Illegal(f"{other.name} stands there.")
        fighter.place = place

    def may_roll(self, battle: Battle, who: str, what: str, against: str) -> bool:
        """Dice fall away with whoever would throw them, with what they are aimed at, and where they can change nothing (R81, R83)."""
        skirmish = as_skirmish(battle)
        engagement = skirmish.engagement
        return may_check(skirmish, who, against) if engagement is None else may_roll(skirmish, engagement, what)

    def changed(self, battle: Battle) -> None:
        """After a ruling: what tactics worked out may be wrong now, and the fight may be decided."""
        skirmish = as_skirmish(battle)
        skirmish.tables = Tables()
        skirmish.ranges = Ranges()
        if skirmish.engagement is not None:
            skirmish.engagement.ruled = True
        if skirmish.stage != v.DEPLOYMENT and skirmish.outcome is None and not skirmish.falling:
            # While somebody's fate is being asked the engagement is not finished (RI-83): goals are looked at after it.
            skirmish.outcome = decided(skirmish)

    # -- screens -------------------------------------------------------------------------------------------------------

    def heading(self, battle: Battle) -> str:
        skirmish = as_skirmish(battle)
        return "Deployment" if skirmish.stage == v.DEPLOYMENT else f"Round {skirmish.round}, {skirmish.phase_name()}"

    def heading_for(self, battle: Battle, visible: list[str]) -> str:
        """A phase in which only those act whom nobody knows of passes as part of the one before it."""
        skirmish = as_skirmish(battle)
        if skirmish.stage == v.DEPLOYMENT:
            return "Deployment"
        return f"Round {skirmish.round}, {skirmish.phase_name(boards.shown_phase(skirmish, visible))}"

    def turn_shown(self, battle: Battle, visible: list[str]) -> str:
        skirmish = as_skirmish(battle)
        return next((fighter.id for fighter in skirmish.crew if skirmish.is_put_off(fighter, visible)), "")

    def notices(self, battle: Battle, viewer: Viewer) -> list[Notice]:
        return boards.notices(as_skirmish(battle), viewer.visible, viewer.gm)

    def status(self, battle: Battle, unit: Unit) -> str:
        """Only what people must know at a glance: how it is out, that it waits, that its turn is over, that it is unarmed."""
        fighter = as_fighter(unit)
        if not fighter.up:
            return fighter.status
        if fighter.waiting:
            return "waits"
        if fighter.turn_over and as_skirmish(battle).stage != v.DEPLOYMENT and fighter.had_turn:
            return "done"
        return "unarmed" if fighter.weapon < 0 else ""

    def stance(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        """As its side stands to the heroes, or to the sides this seat plays (RI-73)."""
        skirmish, fighter = as_skirmish(battle), as_fighter(unit)
        teams = [skirmish.sides.index(side) for side in viewer.sides] if viewer.sides and not viewer.gm else [0]
        stances = [skirmish.stance(fighter.team, team) for team in teams]
        return "party" if v.FRIENDLY in stances else "foe" if v.HOSTILE in stances else "other"

    def part_left(self, battle: Battle, unit: Unit) -> float:
        return as_fighter(unit).hp / as_fighter(unit).block.max_hp

    def place_of(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        fighter = as_fighter(unit)
        return as_skirmish(battle).ground.short_name(fighter.place) if fighter.place != v.NOWHERE else ""

    def has_acted(self, battle: Battle, unit: Unit, viewer: Viewer) -> bool:
        return as_skirmish(battle).stage != v.DEPLOYMENT and as_fighter(unit).turn_over and as_fighter(unit).had_turn

    # -- odds and statistics -------------------------------------------------------------------------------------------

    def figures(self, battle: Battle, who: str, option: Option) -> dict[str, dict[str, object]]:
        return odds.figures(as_skirmish(battle), who, option)

    def conceal_unseen(self, battle: Battle, own: list[str]) -> None:
        odds.conceal_unseen(as_skirmish(battle), own)

    def fates_told(
        self, before: Battle, fates: tuple[tuple[str, str], ...], own: list[str], who: str, option: Option
    ) -> tuple[tuple[str, str], ...]:
        return fates  # everybody's HP are open; with closed forecasts there are no fates at all

    def abilities(self, battle: Battle, unit: Unit) -> list[str]:
        block = as_fighter(unit).block
        traits = block.traits
        for weapon in block.weapons:
            traits = combine(traits, weapon.traits)
        rolled = [grant.label for grant in traits.grants if grant.chance_stat >= 0]
        knacks = [name for name, trait in TRAITS.items() if traits.knacks & v.ROLLED & trait.knack]
        used = [*[weapon.name for weapon in block.weapons], *rolled, *knacks, *(["Sing"] if block.sing else [])]
        return list(dict.fromkeys(used))

    def left(self, battle: Battle) -> dict[str, dict[str, object]]:
        return {
            fighter.id: {"up": fighter.up, "hp": fighter.hp, "of": fighter.block.max_hp, "status": fighter.status}
            for fighter in as_skirmish(battle).crew
        }


CLOSED = ("hp", "max_hp", *v.CALCULATED, *BLOCK_STATS, "movement", "reach")


def as_skirmish(battle: Battle) -> Skirmish:
    assert isinstance(battle, Skirmish)
    return battle


def as_fighter(unit: Unit) -> Fighter:
    assert isinstance(unit, Fighter)
    return unit


def write_block(fighter: Fighter, name: str, value: object) -> None:
    """A figure of the stat block: the fighter gets a block of its own (RI-120).

    A base stat moves the calculated ones that depend on it, given outright or not.
    """
    block = fighter.block.clone()
    if name in v.BASE_STATS and isinstance(value, int):
        stat = v.BASE_STATS.index(name)
        before = calculated(block.stats, fighter.in_hand())
        block.stats[stat] += value - fighter.figures(v.EITHER).stats[stat]
        after = calculated(block.stats, fighter.in_hand())
        block.direct = [
            None if own is None else own + after[place] - before[place] for place, own in enumerate(block.direct)
        ]
    elif name in v.CALCULATED and isinstance(value, int):
        stat = v.CALCULATED.index(name)
        outright = block.direct[stat]
        now = fighter.figures(v.EITHER).stats[7 + stat]
        block.direct[stat] = value - now + (outright if outright is not None else calculated(block.stats, fighter.in_hand())[stat])
    else:
        if name == "level" and isinstance(value, int) and "Hearty" in block.trait_names:
            block.max_hp = max(1, block.max_hp + hearty(value) - hearty(block.level))
        setattr(block, name, value)
        block.trait_names = [str(trait) for trait in with_abilities(list(block.trait_names), block)]
    block.refresh()
    fighter.block = block
    fighter.hp = min(fighter.hp, block.max_hp)


def set_status(battle: Skirmish, fighter: Fighter, status: str) -> None:
    """Back in the fight, or out of it. Whoever is to be on the map needs a place there, and HP to fight with."""
    if status in (v.UP, v.RESERVE, v.FALLEN) and fighter.place == v.NOWHERE:
        raise Illegal(f"{fighter.name} is nowhere on the map: move it somewhere first.")
    if status == v.UP and not fighter.up and nearest_free(battle, fighter, fighter.place) == v.NOWHERE:
        raise Illegal(f"there is no free square left for {fighter.name}.")
    if status == v.UP and not fighter.up and fighter.since < battle.round:
        fighter.waiting = True  # Out since an earlier round: it arrives (RI-74).
    battle.set_status(fighter, status)
    if status in (v.UP, v.RESERVE) and fighter.hp == 0:
        fighter.hp = 1


def return_to_map(battle: Skirmish, fighter: Fighter) -> None:
    """Somebody is back, or cannot hover any more: the nearest square where it may stand, if there is one (R30)."""
    if fighter.up and fighter.place != v.NOWHERE:
        taken = battle.occupant(fighter.place, fighter) is not None
        if taken or not may_stand(battle, fighter, fighter.place):
            give_way(battle, fighter)


