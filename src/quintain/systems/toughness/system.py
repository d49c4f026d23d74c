"""Toughness as the engine knows it: the doors, each leading to the module that does the work."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.battle import GM, Battle, Unit
from quintain.engine.doors import DoorSystem
from quintain.engine.event import Outcome
from quintain.engine.question import Option
from quintain.engine.refusal import Illegal, Malformed
from quintain.engine.system import Stat
from quintain.systems.toughness import board as boards
from quintain.systems.toughness import flow, odds, screen, stats
from quintain.systems.toughness.conditions import break_hold_on, let_go, part_if_apart, stop_acting
from quintain.systems.toughness.conditions_shown import status_and_state
from quintain.systems.toughness.endings import result_now, two_sides_stand
from quintain.systems.toughness.ground import NOWHERE
from quintain.systems.toughness.order import place_by_initiative, roll_initiative
from quintain.systems.toughness.perform import interrupt_falls
from quintain.systems.toughness.rulings import RULINGS
from quintain.systems.toughness.sheet import Fighter, Fray
from quintain.systems.toughness.switches import DECLARED

if TYPE_CHECKING:
    from quintain.engine.protocol_units import Track
    from quintain.engine.viewer import Viewer


@final
class Toughness(DoorSystem):
    """No hit points: a blow that lands asks for a save, and its failure marks states on two tracks."""

    def __init__(self) -> None:
        super().__init__("toughness", "Toughness", "8", boards, screen, odds)
        self.standard = "toughness/standard"
        self.abouts = [
            "turn", "where", "guard", "shield", "reroll", "floor", "heart", "escape death", "prepared", "step in", "track",
        ]  # fmt: skip
        self.unit_stats = stats.unit_stats()
        self.rulings = RULINGS
        self.switches = DECLARED
        self.headlines = ["hit", "mark", "crit", "drop", "kill", "saved", "better"]
        self.unharmed = odds.UNHARMED
        self.turning = {"death", "finish"}
        self.shown_elsewhere = {
            "conviction", "conviction_max", "prone", "surprised", "yielded", "escaped", "bound", "owes_turn", "at", "prepared",
            "states", "ladders", "roles", "feats", "weapons", "powers",
        }  # fmt: skip
        self.supposes_answers = True

    # -- files ------------------------------------------------------------------------------------------------------

    def build(self, data: dict[str, object]) -> Battle:
        from quintain.systems.toughness.building import build
        from quintain.systems.toughness.files import EncounterModel

        return build(EncounterModel.model_validate(data))

    def export(self, battle: Battle) -> dict[str, object]:
        from quintain.systems.toughness.exporting import exported
        from quintain.systems.toughness.files import encounter

        return encounter(exported(fray_of(battle)), {})

    # -- flow -------------------------------------------------------------------------------------------------------

    def begin(self, battle: Battle) -> None:
        flow.begin(fray_of(battle))

    def step(self, battle: Battle) -> None:
        flow.step(fray_of(battle))

    def after(self, battle: Battle) -> None:
        flow.after(fray_of(battle))

    def former_options(self, version: str) -> dict[str, object]:
        former: dict[str, object] = {"dying_away": "own_turn"} if version in ("1", "2", "3", "4") else {}
        return {"places_told": "squares", **former} if version in ("1", "2") else former

    def may_roll(self, battle: Battle, who: str, what: str, against: str) -> bool:
        """TOR-70: no die is rolled by a combatant who cannot, or for what it would not change."""
        attempt = fray_of(battle).attempt
        return attempt is not None and attempt.may_throw(fray_of(battle))

    # -- sheets -----------------------------------------------------------------------------------------------------

    def read_stat(self, battle: Battle, unit: Unit, stat: Stat) -> object:
        if stat.name == "fate":
            return odds.fate_in_words(self, fray_of(battle), fighter_of(unit))
        return stats.read(fray_of(battle), fighter_of(unit), stat.name)

    def write_stat(self, battle: Battle, unit: Unit, stat: Stat, value: object) -> None:
        stats.write(fray_of(battle), fighter_of(unit), stat.name, value)

    def stat_changed(self, battle: Battle, unit: Unit, stat: Stat) -> None:
        fighter = fighter_of(unit)
        if stat.name in ("yielded", "escaped", "bound") and not fighter.able:
            stop_acting(fray_of(battle), fighter)
            if stat.name == "escaped":
                break_hold_on(fray_of(battle), fighter)
        if stat.name == "bound":
            interrupt_falls(fray_of(battle), None, [fighter])

    def audience(self, battle: Battle, unit: Unit, stat: Stat) -> str:
        """Section 7: the sheets of adversaries are the GM's, unless revealed."""
        if stat.audience == "owner":
            if fighter_of(unit).revealed:
                return "all"
            return GM if unit.controller == GM else "owner"
        return stat.audience

    # -- rulings ----------------------------------------------------------------------------------------------------

    def add_unit(self, battle: Battle, data: dict[str, object]) -> Unit:
        """TO-08: a newcomer rolls initiative on arrival; if its place has gone by it first acts next round."""
        from quintain.systems.toughness.building import add_combatant
        from quintain.systems.toughness.files import newcomer

        fray = fray_of(battle)
        row = newcomer(data)
        if fray.find(row.id) is not None:
            raise Malformed(f"there is already a combatant called {row.id!r}.")
        fighter = add_combatant(fray, row)
        if fray.round > 0:
            if not fighter.rolled:
                roll_initiative(fray, fighter)
            place_by_initiative(fray, fighter)
        return fighter

    def remove_unit(self, battle: Battle, unit: Unit) -> None:
        fray, fighter = fray_of(battle), fighter_of(unit)
        let_go(fray, fighter)
        break_hold_on(fray, fighter)
        if fray.actor == unit.id:
            fray.actor = ""  # whoever comes by that name has a turn of its own
        battle.drop_unit(unit.id)

    def move_unit(self, battle: Battle, unit: Unit, where: object) -> None:
        fray, fighter = fray_of(battle), fighter_of(unit)
        cell = NOWHERE
        if isinstance(where, str):
            cell = fray.ground.cell(where)
        elif isinstance(where, list) and len(where) == 2 and all(isinstance(part, int) for part in where):
            cell = fray.ground.cell(f"{where[0]},{where[1]}")
        if cell == NOWHERE:
            raise Malformed("to is a square of the map: [3, 4], or 3,4.")
        if fray.ground.enter[cell] == 0:
            raise Illegal("nobody gets in there.")
        other = fray.occupant(cell)
        if other is not None and other is not fighter:
            raise Illegal(f"{other.name} is there.")
        fighter.cell = cell
        part_if_apart(fray, fighter)

    def changed(self, battle: Battle) -> None:
        """A ruling may decide the fight (TO-111)."""
        fray = fray_of(battle)
        if not fray.begun or fray.closing or fray.outcome is not None:
            return
        if not two_sides_stand(fray):
            result, winner = result_now(fray)
            fray.outcome = Outcome(result, winner, "by the GM's word nobody else is left who can and will fight")

    # -- screens ----------------------------------------------------------------------------------------------------

    def heading(self, battle: Battle) -> str:
        return self.heading_for(battle, [unit.id for unit in battle.units])

    def heading_for(self, battle: Battle, visible: list[str]) -> str:
        fray = fray_of(battle)
        if fray.round == 0:
            return "Initiative"
        if fray.closing:
            return "After the fight"
        return f"Round {fray.round}, {fray.name_of(fray.actor)}" if fray.actor in visible else f"Round {fray.round}"

    def status(self, battle: Battle, unit: Unit) -> str:
        return status_and_state(fray_of(battle), fighter_of(unit))[0]

    def status_for(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        return status_and_state(fray_of(battle), fighter_of(unit), viewer)[0]

    def place_of(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        fighter = fighter_of(unit)
        return fray_of(battle).ground.spot(fighter.cell) if boards.on_map(fighter) else ""

    def tracks(self, battle: Battle, unit: Unit, viewer: Viewer) -> list[Track]:
        return screen.tracks(fray_of(battle), fighter_of(unit), viewer)

    def has_acted(self, battle: Battle, unit: Unit, viewer: Viewer) -> bool:
        return fighter_of(unit).acted

    # -- odds and statistics ----------------------------------------------------------------------------------------

    def asked_about(self, battle: Battle, who: str, option: Option) -> list[str]:
        return odds.asked_about(fray_of(battle), who, odds.meant(option))

    def apart(self, battle: Battle, own: list[str], who: str, option: Option) -> list[str]:
        return odds.apart(fray_of(battle), own, who, odds.meant(option))

    def fate_apart(self, before: Battle, after: Battle, id: str) -> tuple[str, str]:
        return odds.fate_apart(fray_of(before), fray_of(after), id)

    def may_come_to_nothing(self, battle: Battle, own: list[str], who: str, option: Option) -> bool:
        return bool(odds.who_waits(fray_of(battle), own, odds.meant(option)))

    def fates_told(
        self, before: Battle, fates: tuple[tuple[str, str], ...], own: list[str], who: str, option: Option
    ) -> tuple[tuple[str, str], ...]:
        return fates  # states are for everybody to see, and where a secret figure enters there are no fates at all

    def suppose(self, battle: Battle, own: list[str], who: str, option: Option, best: bool) -> list[str]:
        return odds.suppose(fray_of(battle), own, who, odds.meant(option), best)

    def compared_with(self, battle: Battle, who: str, option: Option) -> Battle:
        return odds.compared_with(fray_of(battle), who, option)

    def staying_power(self, battle: Battle, unit: Unit) -> int:
        """Never shown: to judge who is ahead, each mark costs the more the worse it is."""
        fighter = fighter_of(unit)
        if not fighter.able:
            return 0
        light, heavy = len(fighter.bruised) + len(fighter.hurt), len(fighter.dazed) + fighter.wounded
        worst = (1 if fighter.staggered else 0) + (1 if fighter.disabled else 0)
        return max(5, 100 - 6 * light - 12 * heavy - 30 * worst)

    def abilities(self, battle: Battle, unit: Unit) -> list[str]:
        block = fighter_of(unit).block
        return [weapon.name for weapon in block.weapons] + [power.name for power in block.powers]

    def left(self, battle: Battle) -> dict[str, dict[str, object]]:
        fray = fray_of(battle)
        found: dict[str, dict[str, object]] = {}
        for fighter in fray.fighters:
            status, state = status_and_state(fray, fighter)
            found[fighter.id] = {
                "up": fighter.able, "status": status, "state": state, "dead": fighter.dead, "conviction": fighter.conviction,
            }  # fmt: skip
        return found


def fray_of(battle: Battle) -> Fray:
    assert isinstance(battle, Fray)
    return battle


def fighter_of(unit: Unit) -> Fighter:
    assert isinstance(unit, Fighter)
    return unit
