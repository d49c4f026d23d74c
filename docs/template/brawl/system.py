"""Brawl as the engine knows it. Every door of `System` has a default that does for a small book; these are the ones it needs."""

from __future__ import annotations

from brawl import flow
from brawl.sheet import Fighter, Fray
from quintain.engine import GM, Battle, Option, Reading, Stat, System, Unit
from quintain.engine.protocol_units import Vital
from quintain.engine.rows import vital
from quintain.engine.viewer import Viewer


class Brawl(System):
    def __init__(self) -> None:
        super().__init__("brawl", "Brawl", "1")
        self.standard = "brawl/alley"
        self.unit_stats = [
            Stat("hp", "int", "all", "hit points left", 0, 99),
            Stat("most", "int", "all", "hit points at most", 1, 99),
            Stat("skill", "int", "all", "added to the d20", -10, 10),
        ]
        self.shown_elsewhere = {"hp", "most"}

    def build(self, data: dict[str, object]) -> Battle:
        from brawl.files import EncounterModel

        model = EncounterModel.model_validate(data)
        battle = Fray(Reading())
        battle.round, battle.turn, battle.begun = model.round, model.turn, model.round > 0
        for row in model.combatants:
            block, hp = row.block, row.block.hp if row.hp is None else row.hp
            unit = Fighter(row.id, row.name or block.name, row.side, row.controller, block.skill, block.hp, hp)
            unit.hidden = row.hidden
            battle.add_unit(unit)
        return battle

    def export(self, battle: Battle) -> dict[str, object]:
        assert isinstance(battle, Fray)
        rows = [
            {"id": unit.id, "name": unit.name, "side": unit.side, "controller": unit.controller, "hidden": unit.hidden, "hp": unit.hp,
             "block": {"name": unit.name, "skill": unit.skill, "hp": unit.most}}
            for unit in battle.units if isinstance(unit, Fighter)
        ]  # fmt: skip
        return {"system": "brawl", "name": "Brawl, going on", "round": battle.round, "turn": battle.turn, "combatants": rows}

    def step(self, battle: Battle) -> None:
        assert isinstance(battle, Fray)
        flow.step(battle)

    def changed(self, battle: Battle) -> None:
        assert isinstance(battle, Fray)
        battle.outcome = battle.outcome or flow.decided(battle)

    def audience(self, battle: Battle, unit: Unit, stat: Stat) -> str:
        """How good the GM's fighters are only the GM knows."""
        return GM if stat.name == "skill" and unit.controller == GM else stat.audience

    def health(self, battle: Battle, unit: Unit, viewer: Viewer) -> str:
        assert isinstance(unit, Fighter)
        return "down" if unit.hp == 0 else "unhurt" if unit.hp == unit.most else "hurt"

    def vitals(self, battle: Battle, unit: Unit, viewer: Viewer) -> list[Vital]:
        assert isinstance(unit, Fighter)
        return [vital("hp", "hit points", unit.hp, unit.most, set="hp")]

    def fates(self, before: Battle, after: Battle, who: str, option: Option) -> tuple[tuple[str, str], ...]:
        target = after.find(option.target())
        return ((target.name, f"{target.hp} hp"),) if isinstance(target, Fighter) else ()
