"""The doors of a system that lead to its modules `board` and `screen`, where functions of the same names do the work."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from quintain.engine.battle import Battle, Unit
from quintain.engine.question import Option
from quintain.engine.system import System

if TYPE_CHECKING:
    from quintain.engine.protocol import Ability, Bar, Board, Condition, OptionView, Vital
    from quintain.engine.viewer import Viewer


@mypyc_attr(allow_interpreted_subclasses=True)
class DoorSystem(System):
    """A system that shows its fights by two modules. Each function takes what its door here takes: the battle, the unit, the viewer.

    `board` has `board` and `bar`; `screen` has `row_reads`, `description`, `standing`, `health`, `vitals`, `conditions`, `usable`
    and `show_option`.
    What of a fight is shown is no matter of sampling: these modules are not compiled, and are called by their names.
    """

    def __init__(self, name: str, title: str, version: str, board: ModuleType, screen: ModuleType) -> None:
        super().__init__(name, title, version)
        self.board_module = board
        self.screen_module = screen
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
