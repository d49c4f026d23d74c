"""The system as the engine, the lab, the command line and the table use it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.battle import Battle, Unit
from quintain.engine.doors import DoorSystem
from quintain.engine.question import Option
from quintain.engine.reading import Reading
from quintain.engine.refusal import Malformed, Unavailable
from quintain.engine.system import Stat
from quintain.systems.escalation import files as content
from quintain.systems.escalation.file_format import building, exporting
from quintain.systems.escalation.play import (
    board,
    odds,
    rulings,
    screen,
    sentences,
    sentences_bonuses,
    sentences_effects,
)
from quintain.systems.escalation.play.sentences_occasions import occasion_text
from quintain.systems.escalation.printed import tables
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Note
from quintain.systems.escalation.rules import flow, initiative, targeting, turn
from quintain.systems.escalation.rules.conditions import recompute
from quintain.systems.escalation.rules.figures import hp_of, is_staggered
from quintain.systems.escalation.rules.harm import die, drop_pc, leave, may_recover, tell_staggered, wear_wounds
from quintain.systems.escalation.rules.positions import members, next_to
from quintain.systems.escalation.rules.sheet import (
    DYING,
    GONE,
    HIDDEN_OF_FOES,
    SLAIN,
    STABLE,
    STATES,
    UNIT_STATS,
    UP,
    WAITING,
    Fighter,
)
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.switches import DECLARED

if TYPE_CHECKING:
    from quintain.engine.viewer import Viewer


ABOUTS: Final = [
    "turn", "opportunity", "intercept", "interrupt", "triggered", "occasion", "fire", "flexible", "reroll", "escalation die", "aim",
    "choose", "ally", "enemy", "compel", "redirect", "dispel", "end effect", "spare", "go on", "free move", "teleport", "step in",
    "ready", "trigger", "background", "spirit", "grant", "set up", "opener", "advance_after_ambush", "flee vote", "rest", "retreat",
    "recover",
]  # fmt: skip
"""What is asked."""


def skirmish(battle: Battle) -> Skirmish:
    if not isinstance(battle, Skirmish):
        raise Unavailable("this is no battle of this book.")
    return battle


def fighter(unit: Unit) -> Fighter:
    if not isinstance(unit, Fighter):
        raise Unavailable("this is no combatant of this book.")
    return unit


class Escalation(DoorSystem):
    """Escalation: the die that rises, engagement instead of squares."""

    def __init__(self) -> None:
        super().__init__("escalation", "Escalation", "1.6", board, screen, odds)
        self.party = "party"
        self.switches = DECLARED
        self.standard = "escalation/toll"
        self.abouts = ABOUTS
        self.unit_stats = list(UNIT_STATS)
        self.rulings = rulings.RULINGS
        self.headlines = ["hit", "crit", "drop", "success", "heals"]
        self.turning = {"drop", "death"}
        self.shown_elsewhere = {
            "hp", "max_hp", "temp_hp", "staggered", "recoveries", "recoveries_max", "death_fails", "potions", "wounds", "airborne",
            "delaying", "where", "state",
            "engaged_with", "behind_whom", "next_to_whom", "conditions_shown", "powers_shown",
            "attacks_shown", "traits_shown", "notes_shown",
        }  # fmt: skip

    # -- files and flow ----------------------------------------------------------------------------------------------

    def build(self, data: dict[str, object]) -> Battle:
        return building.build(content.EncounterRow.model_validate(data), Reading())

    def export(self, battle: Battle) -> dict[str, object]:
        return exporting.exported(skirmish(battle))

    def begin(self, battle: Battle) -> None:
        flow.begin(skirmish(battle))

    def step(self, battle: Battle) -> None:
        flow.step(skirmish(battle))

    def former_options(self, version: str) -> dict[str, object]:
        return {"stray_hits": "on"} if version == "1.0" else {}

    def may_roll(self, battle: Battle, who: str, what: str, against: str) -> bool:
        """As long as whoever throws them is there and what they are for still holds (`Skirmish.roll_while`); none are thrown in a
        battle that the GM has ended."""
        fight = skirmish(battle)
        thrower = fight.named(who)
        return not fight.ended and (thrower is None or may_recover(fight, thrower)) and fight.awaited.holds()

    # -- sheets --------------------------------------------------------------------------------------------------------

    def read_stat(self, battle: Battle, unit: Unit, stat: Stat) -> object:
        here, one = skirmish(battle), fighter(unit)
        name = stat.name
        if name == "hp":
            return hp_of(here, one)
        if name == "state":
            return STATES[one.state]
        if name in _PRINTED:
            return {"kind": b.KINDS[one.block.kind], "level": one.block.level, "category": one.block.category}.get(
                name, one.block.role
            )
        if stat.derived:
            return _derived(here, one, name)
        return getattr(one, name)

    def write_stat(self, battle: Battle, unit: Unit, stat: Stat, value: object) -> None:
        here, one = skirmish(battle), fighter(unit)
        if stat.name == "state":
            _set_state(here, one, STATES.index(str(value)))
        elif stat.name == "hp" and isinstance(value, int):
            _set_hp(here, one, value)
        elif stat.name in ("max_hp", "wounds") and isinstance(value, int):
            _set_most(here, one, stat.name, value)
        elif stat.name == "airborne" and value and not one.block.flies:
            raise Malformed(f"{one.name} does not fly.")
        else:
            setattr(one, stat.name, value)

    def stat_changed(self, battle: Battle, unit: Unit, stat: Stat) -> None:
        here, one = skirmish(battle), fighter(unit)
        if stat.name == "initiative" and one.number in here.order:
            initiative.place_by_count(here, one)
        recompute(one)

    def audience(self, battle: Battle, unit: Unit, stat: Stat) -> str:
        """Section 7: what only the GM knows of monsters; `reveal` shows more of their health."""
        one = fighter(unit)
        switches = skirmish(battle).switches
        if one.team == 0:
            return "all" if stat.name in ("crit_floor", "uses_escalation") else stat.audience
        if stat.name in ("where", "behind_whom", "next_to_whom") and board.is_unseen(one):
            return "gm"
        if stat.name == "initiative":
            return "all" if one.revealed_count else "gm"
        if stat.name in ("hp", "max_hp") and switches.reveal == "all" and one.mob < 0:
            return "all"
        return "gm" if stat.name in HIDDEN_OF_FOES else stat.audience

    def mask(self, battle: Battle, unit: Unit, stat: Stat) -> object:
        here, one = skirmish(battle), fighter(unit)
        if stat.name == "hp" and here.switches.reveal == "hp_bars" and one.mob < 0:
            share = max(0, one.hp) * 10 // one.max_hp
            return f"about {max(1, share) * 10 if one.hp > 0 else 0} %"
        return None

    def sees_unit(self, battle: Battle, unit: Unit, own: list[str]) -> bool:
        one = fighter(unit)
        return one.state != WAITING and (not unit.hidden or unit.id in own)

    # -- rulings that need the system's help -----------------------------------------------------------------------------

    def add_unit(self, battle: Battle, data: dict[str, object]) -> Unit:
        here = skirmish(battle)
        in_play = {each.block.id: each.block for each in here.fighters}
        row, block = content.newcomer({**data, "battle": here.part + 1}, in_play)
        if (row.id or block.id) in here.index:
            number = 2
            while f"{row.id or block.id}-{number}" in here.index:
                number += 1
            row.id, row.name = f"{row.id or block.id}-{number}", f"{row.name or block.name} {number}"
        one = building.enlist(here, row, block)
        try:
            building.relate(here, one, row)
        except Malformed:
            here.fighters.pop()
            here.drop_unit(one.id)
            raise
        if one.mob >= 0:
            while len(here.pools) <= one.mob:
                here.pools = [*here.pools, 0]
            here.pools[one.mob] += one.max_hp
        here.look_around()
        if here.begun and here.phase != b.REST:
            initiative.join(here, one)
        return one

    def remove_unit(self, battle: Battle, unit: Unit) -> None:
        rulings.take_out(skirmish(battle), fighter(unit), GONE)

    def move_unit(self, battle: Battle, unit: Unit, where: object) -> None:
        here = skirmish(battle)
        rulings.put(here, fighter(unit), rulings.zone_of(here, where))

    def changed(self, battle: Battle) -> None:
        here = skirmish(battle)
        here.ranks_changed = True
        if here.begun and here.phase != b.REST:
            turn.check_over(here)

    # -- screens -----------------------------------------------------------------------------------------------------------

    def heading(self, battle: Battle) -> str:
        return flow.heading(skirmish(battle), [unit.id for unit in battle.units])

    def heading_for(self, battle: Battle, visible: list[str]) -> str:
        return flow.heading(skirmish(battle), visible)

    def status(self, battle: Battle, unit: Unit) -> str:
        return sentences.status(skirmish(battle), fighter(unit))

    def part_left(self, battle: Battle, unit: Unit) -> float:
        here, one = skirmish(battle), fighter(unit)
        return max(0, hp_of(here, one)) / one.max_hp

    def place_of(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        return screen.place_of(skirmish(battle), fighter(unit), viewer)

    def has_acted(self, battle: Battle, unit: Unit, viewer: Viewer) -> bool:
        one = fighter(unit)
        return one.acted and (viewer.gm or one.team == 0 or one.revealed_count)

    # -- odds and statistics -------------------------------------------------------------------------------------------------

    def asked_about(self, battle: Battle, who: str, option: Option) -> list[str]:
        return odds.asked_about(who, option)

    def may_come_to_nothing(self, battle: Battle, own: list[str], who: str, option: Option) -> bool:
        return odds.may_come_to_nothing(skirmish(battle), who, option)

    def suppose(self, battle: Battle, own: list[str], who: str, option: Option, best: bool) -> list[str]:
        return odds.suppose(skirmish(battle), own, who, option, best)

    def left(self, battle: Battle) -> dict[str, dict[str, object]]:
        here = skirmish(battle)
        return {each.id: _left(here, each) for each in here.fighters if each.state != WAITING}

    def abilities(self, battle: Battle, unit: Unit) -> list[str]:
        """Everything of a sheet that statistics can say was used or never used."""
        one = fighter(unit)
        names = [power.name for power in one.block.powers] + [each.rider.name for each in one.block.flexibles]
        names += [each.name for each in one.block.occasions]
        if one.block.kind == b.PC:
            names.append("Rally")
        return names + (["Potion"] if one.block.potions else [])

    def budget(self, battle: Battle) -> str:
        """ES-174: the sum of what the foes count, beside the number of PCs."""
        here = skirmish(battle)
        party = [each for each in here.fighters if each.team == 0 and each.block.kind == b.PC]
        if not party:
            return ""
        level = sum(each.block.level for each in party) // len(party)
        sums: list[str] = []
        for part in range(len(here.parts)):
            foes = [each for each in here.fighters if each.team != 0 and each.part == part]
            tenths = sum(tables.monster_cost_tenths(each.block.level, each.block.category, level) for each in foes)
            sums.append(f"{tenths / 10:g}")
        return f"budget {' + '.join(sums)} for {len(party)} characters (ordinary: {len(party)}, standard: {len(party) * 3 / 2:g})"


_PRINTED = ("kind", "level", "category", "role")


def _note_row(note: Note) -> dict[str, object]:
    """A note for the GM: its text, and what applying it brings, part by part."""
    row: dict[str, object] = {"name": note.name, "text": note.text}
    if note.effects:
        row["brings"] = [sentences_effects.part(each) for each in note.effects]
    return row


def _derived(battle: Skirmish, one: Fighter, name: str) -> object:
    if name == "staggered":
        return is_staggered(one)
    if name == "where":
        names = battle.ground().zones.names
        return names[one.zone] if one.state != WAITING and one.zone < len(names) else ""
    if name == "engaged_with":
        return [each.id for each in members(battle, one.engaged)]
    if name == "behind_whom":
        return [each.id for each in members(battle, one.behind)]
    if name == "next_to_whom":
        return [each.id for each in battle.fighters if each.number != one.number and next_to(one, each)]
    if name == "conditions_shown":
        return [f"{sentences_effects.effect_words(each)} ({sentences_effects.until_words(battle, one, each)})" for each in one.lasting]
    if name == "traits_shown":
        at_times = [{"name": each.name, "text": occasion_text(each)} for each in one.block.occasions]
        return at_times + [{"name": row.name, "text": sentences_bonuses.sentence(row)} for row in one.block.bonuses]
    if name == "notes_shown":
        return [_note_row(note) for note in one.block.notes]
    shown: list[dict[str, object]] = []
    for power in one.block.powers:
        if power.rolls != (name == "attacks_shown"):
            continue
        row: dict[str, object] = {"name": power.name, "action": b.ACTIONS[power.action], "text": power.text}
        if power.rolls:
            row["bonus"] = power.bonus
            row["defence"] = b.DEFENCES[power.defence]
            row["kind"] = b.ATTACK_KINDS[power.kind]
        if power.limited():
            row["left"] = targeting.uses_left(battle, one, power)
        shown.append(row)
    return shown


def _set_state(battle: Skirmish, one: Fighter, state: int) -> None:
    if state == one.state:
        return
    if state in (DYING, STABLE) and not one.block.dies_like_a_pc():
        raise Malformed(f"{one.name} does not die like a PC: set its state to up, slain, knocked_out or gone.")
    if one.mob >= 0 and one.state == UP:
        rulings.take_out(battle, one, state)
    elif state in (DYING, STABLE):
        one.hp = min(one.hp, 0)
        one.state = state
        one.dropped = True
    elif state == UP:
        if one.state == WAITING:
            one.part = battle.part
        one.state = UP
        initiative.back_in_order(battle, one)
        one.hp = max(1, one.hp)
        if one.mob >= 0:
            battle.pools[one.mob] += one.max_hp
    else:
        leave(battle, one, state)


def _set_most(battle: Skirmish, one: Fighter, name: str, value: int) -> None:
    """The most hit points, or the lasting wounds that lower them (ES-131), by the GM's word."""
    if one.mob >= 0:
        raise Malformed(f"{one.name} shares the pool of its mob: set its hp, or bring in others.")
    before = is_staggered(one)
    if name == "max_hp":
        one.base_hp = value + one.wounds * (2 + one.block.level)
    else:
        one.wounds = value
    wear_wounds(one)
    tell_staggered(battle, one, before)  # ES-132
    _die_at_the_threshold(battle, one)


def _set_hp(battle: Skirmish, one: Fighter, value: int) -> None:
    """Hit points by the GM's word, with what follows: dropping, dying, waking, falling."""
    if one.mob >= 0:
        if not 0 <= value <= one.max_hp:
            raise Malformed(f"a mook has 0 to {one.max_hp} hit points, not {value}.")
        if one.state != UP:
            raise Malformed(f"{one.name} is out of the fight.")
        battle.pools[one.mob] += value - hp_of(battle, one)
        if value == 0:
            leave(battle, one, SLAIN)
        return
    if value > one.max_hp:
        raise Malformed(f"{one.name} has at most {one.max_hp} hit points.")
    before = is_staggered(one)
    one.hp = value
    if one.is_present() and (value > 0 or one.block.dies_like_a_pc()):
        tell_staggered(battle, one, before)
    if one.block.dies_like_a_pc():
        if value > 0 and one.state in (DYING, STABLE):
            one.state = UP
        elif value <= 0 and one.state == UP:
            drop_pc(battle, one, one)
        _die_at_the_threshold(battle, one)
        return
    one.hp = max(0, value)
    if value <= 0 and one.state == UP:
        leave(battle, one, SLAIN)
    elif value > 0 and one.state > STABLE and one.state != WAITING:
        one.state = UP
        initiative.back_in_order(battle, one)


def _die_at_the_threshold(battle: Skirmish, one: Fighter) -> None:
    """ES-124"""
    if one.block.dies_like_a_pc() and one.is_present() and one.hp <= -(one.max_hp // 2):
        die(battle, one, "hit points at minus half of the maximum", four_failures=False)


def _left(battle: Skirmish, one: Fighter) -> dict[str, object]:
    row: dict[str, object] = {"up": one.state == UP, "hp": max(0, hp_of(battle, one)), "of": one.max_hp}
    if one.block.kind <= b.COMPANION:
        row["recoveries"] = one.recoveries
        row["dead"] = STATES[one.state] == "dead"
    return row


SYSTEM = Escalation()
