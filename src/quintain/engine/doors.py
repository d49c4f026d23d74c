"""The doors of a system that lead to its modules `board`, `screen` and `odds`, where functions of the same names do the work."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from quintain.engine.battle import Battle, Unit
from quintain.engine.question import Option
from quintain.engine.system import System

if TYPE_CHECKING:
    from quintain.engine.protocol_board import Bar, Board
    from quintain.engine.protocol_questions import OptionView
    from quintain.engine.protocol_units import Ability, Condition, Vital
    from quintain.engine.viewer import Viewer


@mypyc_attr(allow_interpreted_subclasses=True)
class DoorSystem(System):
    """A system whose fights are shown, and their odds told, by three modules. Each function takes what its door here takes.

    `board` has `board` and `bar`; `screen` has `row_reads`, `description`, `standing`, `health`, `vitals`, `conditions`, `usable`
    and `show_option`; `odds` has `fates`, `headlines_for`, `achieved`, `back`, `unknown` and `conceal`.
    Sampled fights need none of them: they are called by their names.
    """

    def __init__(self, name: str, title: str, version: str, board: ModuleType, screen: ModuleType, odds: ModuleType) -> None:
        super().__init__(name, title, version)
        self.board_module = board
        self.screen_module = screen
        self.odds_module = odds
        self.consequences = screen.CONSEQUENCES

    def board(self, battle: Battle, viewer: Viewer) -> Board:
        found: Board = self.board_module.board(battle, viewer)
        return found

    def bar(self, battle: Battle, viewer: Viewer) -> Bar:
        found: Bar = self.board_module.bar(battle, viewer)
        return found

    def row_reads(self, battle: Battle, unit: Unit) -> dict[str, object]:
        found: dict[str, object] = self.screen_module.row_reads(battle, unit)
        return found

    def description(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        return str(self.screen_module.description(battle, unit, viewer))

    def standing_of(self, battle: Battle, unit: Unit) -> str:
        return str(self.screen_module.standing(battle, unit))

    def health(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        return str(self.screen_module.health(battle, unit, viewer))

    def vitals(self, battle: Battle, unit: Unit, viewer: Viewer) -> list[Vital]:
        found: list[Vital] = self.screen_module.vitals(battle, unit, viewer)
        return found

    def conditions(self, battle: Battle, unit: Unit, viewer: Viewer) -> list[Condition]:
        found: list[Condition] = self.screen_module.conditions(battle, unit, viewer)
        return found

    def show_option(self, battle: Battle, who: str, option: Option, shown: OptionView) -> None:
        self.screen_module.show_option(battle, who, option, shown)

    def usable(self, battle: Battle, unit: Unit, viewer: Viewer) -> list[Ability]:
        found: list[Ability] = self.screen_module.usable(battle, unit, viewer)
        return found

    def fates(self, before: Battle, after: Battle, who: str, option: Option) -> tuple[tuple[str, str], ...]:
        found: tuple[tuple[str, str], ...] = self.odds_module.fates(before, after, who, option)
        return found

    def headlines_for(self, battle: Battle, who: str, option: Option) -> list[str]:
        found: list[str] = self.odds_module.headlines_for(battle, who, option)
        return found

    def achieved(self, before: Battle, after: Battle, who: str, option: Option) -> list[str]:
        found: list[str] = self.odds_module.achieved(before, after, who, option)
        return found

    def back(self, before: Battle, after: Battle, who: str) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = self.odds_module.back(before, after, who)
        return found

    def unknown(self, battle: Battle, own: list[str], who: str, option: Option) -> list[str]:
        found: list[str] = self.odds_module.unknown(battle, own, who, option)
        return found

    def conceal(self, battle: Battle, own: list[str]) -> None:
        self.odds_module.conceal(battle, own)
