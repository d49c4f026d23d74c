"""The doors of this system, for the engine, the lab and the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.battle import Battle, Unit
from quintain.engine.declare import stats_of
from quintain.engine.doors import DoorSystem
from quintain.engine.question import Option, Question
from quintain.engine.refusal import Illegal, Malformed
from quintain.engine.system import Stat
from quintain.systems.tiers import board as boards
from quintain.systems.tiers import flow, odds, screen
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.awaiting import may_roll
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.building import build, join_fight
from quintain.systems.tiers.conditions import source_gone
from quintain.systems.tiers.exporting import exported, take_up
from quintain.systems.tiers.fields import CREATURE
from quintain.systems.tiers.rulings import RULINGS, why_not_hurried
from quintain.systems.tiers.sentences import effects_words, status_words
from quintain.systems.tiers.sheet import REMOVED, Creature
from quintain.systems.tiers.situation import perceived
from quintain.systems.tiers.switches import DECLARED
from quintain.systems.tiers.zero_hp import fall_by_word

if TYPE_CHECKING:
    from quintain.engine.protocol import Notice
    from quintain.engine.viewer import Viewer


def arena(battle: Battle) -> TiersBattle:
    assert isinstance(battle, TiersBattle)
    return battle


def creature(unit: Unit) -> Creature:
    assert isinstance(unit, Creature)
    return unit


ABOUTS: Final = [
    "aid", "before roll", "hit", "strike", "answer", "damage", "wound", "push", "push damage", "price", "redo", "beacon", "fate",
    "act", "stance", "next", "end of turn", "second blade", "name", "critical", "heading", "awareness", "offer truce", "accept truce",
    "end",
]  # fmt: skip
"""What is asked; "aid" is a "before roll" where Aid is all that can be done."""


class Tiers(DoorSystem):
    """Players act before the monsters or after them; dice pools grow and shrink; wounds are shaken off step by step."""

    def __init__(self) -> None:
        super().__init__("tiers", "Tiers", "7", boards, screen, odds)
        self.standard = "tiers/standard"
        self.unit_stats = stats_of(CREATURE)
        self.rulings = RULINGS
        self.switches = DECLARED
        self.abouts = ABOUTS
        self.cut_below = 1e-9
        self.headlines = ["hit", "crit", "drop", "heals"]
        self.shown_elsewhere = {
            "hp", "max_hp", "winded", "stress", "max_stress", "soak", "soak_marked", "beacon", "acts_left", "reacts_left", "wounds",
            "boons", "held", "powers",
        }  # fmt: skip

    # -- files and flow ----------------------------------------------------------------------------------------------

    def build(self, data: dict[str, object]) -> Battle:
        battle = build(data)
        take_up(battle, data)
        return battle

    def export(self, battle: Battle) -> dict[str, object]:
        return exported(arena(battle))

    def begin(self, battle: Battle) -> None:
        flow.begin(arena(battle))

    def step(self, battle: Battle) -> None:
        flow.step(arena(battle))

    def after(self, battle: Battle) -> None:
        flow.after(arena(battle))

    def former_options(self, version: str) -> dict[str, object]:
        return {"log_places": "squares"} if version in ("1", "2") else {}

    def may_roll(self, battle: Battle, who: str, what: str, against: str) -> bool:
        return may_roll(arena(battle))

    # -- sheets ------------------------------------------------------------------------------------------------------

    def read_stat(self, battle: Battle, unit: Unit, stat: Stat) -> object:
        one = creature(unit)
        name = stat.name
        if name == "stance":
            return v.STANCES[one.stance]
        if name == "status":
            return v.STATUSES[one.status] if one.status < len(v.STATUSES) else "removed"
        if not stat.derived:
            return getattr(one, name)
        return self._derived(arena(battle), one, name)

    def _derived(self, battle: TiersBattle, one: Creature, name: str) -> object:
        sheet, parts = one.sheet, [item.name for item in one.held]
        if name == "winded":
            return one.is_winded()
        if name == "iron_held":
            return one.base_defense(v.IRON)
        if name in ("acts_left", "reacts_left"):
            return one.acts_left() if name == "acts_left" else one.reacts_left()
        if name in ("wounds", "boons"):
            return effects_words(battle, one.wounds if name == "wounds" else one.boons)
        if name == "ratings":
            parts = [f"{v.ACTIONS[at]} {rating}" for at, rating in enumerate(sheet.ratings) if rating]
        elif name == "attributes":
            parts = [f"{v.ATTRIBUTES[at]} d{die}" for at, die in enumerate(sheet.dice) if die]
        elif name == "powers":
            parts = [f"{power.name} ({one.uses[at]} left)" if power.uses else power.name for at, power in enumerate(sheet.powers)]
        return ", ".join(parts)

    def write_stat(self, battle: Battle, unit: Unit, stat: Stat, value: object) -> None:
        one = creature(unit)
        if stat.name == "stance":
            one.stance = v.STANCES.index(str(value))
        elif stat.name == "status":
            back = not one.is_present() and value in ("up", "unconscious")
            if back and arena(battle).standing_at(one.x, one.y, one.sheet.size, one) is not None:
                raise Illegal(f"somebody stands where {one.name} would: move one of them first.")
            one.status = v.STATUSES.index(str(value))
            if one.status == v.UP and one.hp == 0:
                one.hp = 1
            elif one.status in (v.UNCONSCIOUS, v.DEAD):
                one.hp = 0
        elif stat.name == "beacon":
            assert isinstance(value, int)
            if value and not one.sheet.is_pc:
                raise Illegal("only player characters have Beacon Points.")
            one.beacon = value
        elif stat.name == "stride":
            assert isinstance(value, int)
            if value % 5:
                raise Malformed("a Stride is a multiple of 5 feet.")
            one.stride = value
        elif stat.name == "hp" and isinstance(value, int) and value > one.max_hp:
            raise Malformed(f"{one.name} has {one.max_hp} HP at most.")
        elif stat.name == "stress" and isinstance(value, int) and value > one.max_stress:
            raise Malformed(f"{one.name} has {one.max_stress} Stress boxes.")
        else:
            setattr(one, stat.name, value)

    def stat_changed(self, battle: Battle, unit: Unit, stat: Stat) -> None:
        """0 HP by the GM's word leaves it down without a question; HP given wake it."""
        one = creature(unit)
        if stat.name in ("hp", "max_hp"):
            one.hp = min(one.hp, one.max_hp)
            if one.hp == 0 and one.status == v.UP:
                fall_by_word(arena(battle), one)
            elif one.hp > 0 and one.status == v.UNCONSCIOUS:
                one.status, one.stable = v.UP, True
        elif stat.name == "max_stress":
            one.stress = min(one.stress, one.max_stress)
        if not one.is_present():
            source_gone(arena(battle), one)

    def audience(self, battle: Battle, unit: Unit, stat: Stat) -> str:
        """Section 7: figures of player characters for their side, those of others for the GM; of their effects what shows."""
        one = creature(unit)
        if stat.name in ("wounds", "boons") and not one.sheet.is_pc:
            return "gm"
        if stat.audience == "all":
            return "all"
        if stat.name in ("acts_left", "reacts_left") and one.sheet.is_pc:
            return "all"
        return stat.audience if one.sheet.is_pc else "gm"

    def mask(self, battle: Battle, unit: Unit, stat: Stat) -> object:
        if stat.name not in ("wounds", "boons"):
            return None
        return effects_words(arena(battle), creature(unit).wounds if stat.name == "wounds" else creature(unit).boons, False)

    def sees_unit(self, battle: Battle, unit: Unit, own: list[str]) -> bool:
        one = creature(unit)
        if one.status == REMOVED:
            return False
        return perceived(arena(battle), one, own)

    # -- rulings -----------------------------------------------------------------------------------------------------

    def add_unit(self, battle: Battle, data: dict[str, object]) -> Unit:
        from quintain.systems.tiers.files import newcomer

        return join_fight(arena(battle), newcomer(data))

    def remove_unit(self, battle: Battle, unit: Unit) -> None:
        """It keeps its place in the list, so that whoever was dealing with it finds it gone."""
        creature(unit).status = REMOVED
        source_gone(arena(battle), creature(unit))

    def move_unit(self, battle: Battle, unit: Unit, where: object) -> None:
        one, battlemap = creature(unit), arena(battle)
        if not isinstance(where, (list, tuple)) or len(where) != 2 or not all(isinstance(part, int) for part in where):
            raise Malformed("to is a square: [column, row].")
        x, y = int(where[0]), int(where[1])
        if not battlemap.map.enterable(x, y, one.sheet.size):
            raise Illegal(f"{one.name} cannot stand at {x},{y}: it is closed or off the map.")
        other = battlemap.standing_at(x, y, one.sheet.size, one)
        if other is not None and one.is_present():
            raise Illegal(f"{one.name} cannot stand at {x},{y}: {other.name} is there.")
        one.x, one.y = x, y

    # -- screens -----------------------------------------------------------------------------------------------------

    def heading(self, battle: Battle) -> str:
        return boards.heading_for(arena(battle), arena(battle).stage, list(battle.index))

    def heading_for(self, battle: Battle, visible: list[str]) -> str:
        """A stage in which only those act whom nobody knows of passes as part of the one before it."""
        return boards.heading_for(arena(battle), boards.shown_stage(arena(battle), visible), visible)

    def turn_shown(self, battle: Battle, visible: list[str]) -> str:
        here = arena(battle)
        return boards.turn_shown(here, visible) if here.put_off >= 0 else ""

    def notices(self, battle: Battle, viewer: Viewer) -> list[Notice]:
        return boards.notices(arena(battle), viewer)

    def status(self, battle: Battle, unit: Unit) -> str:
        return status_words(arena(battle), creature(unit))

    def status_for(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        return status_words(arena(battle), creature(unit), viewer.gm)

    def part_left(self, battle: Battle, unit: Unit) -> float:
        return creature(unit).hp / creature(unit).max_hp

    def place_of(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        return f"{creature(unit).x},{creature(unit).y}" if creature(unit).is_present() else ""

    def has_acted(self, battle: Battle, unit: Unit, viewer: Viewer) -> bool:
        return creature(unit).acted

    # -- odds and statistics -------------------------------------------------------------------------------------------

    def asked_about(self, battle: Battle, who: str, option: Option) -> list[str]:
        return odds.asked_about(arena(battle), who, option)

    def back_words(self, kind: str, least: int, most: int) -> str:
        if kind == "Stress":
            return f"costs {least} Stress" if least == most else f"costs {least} to {most} Stress"
        return super().back_words(kind, least, most)

    def assumed(self, question: Question) -> str:
        return "never" if question.about in odds.AT_A_PRICE else ""

    def suppose(self, battle: Battle, own: list[str], who: str, option: Option, best: bool) -> list[str]:
        return odds.suppose(arena(battle), own, who, option, best)

    def seconds_for(self, battle: Battle, about: str) -> int:
        """TI-28: `decision_timer` for settling stances."""
        return arena(battle).switches.decision_timer if about == "stance" else 0

    def when_time_is_up(self, battle: Battle, about: str) -> tuple[str, str]:
        """TI-28: one NPC acts immediately, somebody seen before somebody hidden."""
        able = [one for one in arena(battle).creatures if why_not_hurried(one) == ""]
        return ("hurry", min(able, key=lambda one: one.hidden).id) if able else ("", "")

    def abilities(self, battle: Battle, unit: Unit) -> list[str]:
        sheet = creature(unit).sheet
        return [item.name for item in sheet.items if item.die] + [power.name for power in sheet.powers]

    def left(self, battle: Battle) -> dict[str, dict[str, object]]:
        found: dict[str, dict[str, object]] = {}
        for one in arena(battle).creatures:
            up = one.status in (v.UP, v.FLED)
            found[one.id] = {
                "up": up, "dead": one.status == v.DEAD, "hp": one.hp, "of": one.max_hp, "stress": one.stress, "beacon": one.beacon,
                "soak": one.free_soak(),
            }  # fmt: skip
        return found


SYSTEM = Tiers()


