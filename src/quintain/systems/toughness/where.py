"""Where to go with a prepared move (TO-17)."""

from __future__ import annotations

from typing import final

from quintain.engine.question import Option, Question
from quintain.engine.tactic import Tactic
from quintain.systems.toughness.acts import Act, parse_act
from quintain.systems.toughness.moves import reachable, way_to
from quintain.systems.toughness.sheet import Fray


@final
class WhereQuestion(Question):
    """The squares a prepared move may go to; staying is always possible."""

    def __init__(self, fray: Fray, who: str) -> None:
        super().__init__(fray, "where", who)
        self.fray = fray

    def title(self) -> str:
        return f"Where does {self.fray.name_of(self.who)} move?"

    def options(self) -> list[Option]:
        fighter = self.fray.here(self.who)
        found = reachable(self.fray, fighter, fighter.speed_ft)
        spots: list[Option] = [Act("end")]
        for cell in found.stops():
            if cell != fighter.cell:
                spots.append(Act("move", cell=cell, spot=self.fray.ground.spot(cell)))
        return spots

    def find(self, id: str) -> Option | None:
        act = parse_act(self.fray, id)
        return act if act is not None and act.kind in ("move", "end") else None

    def why_not(self, option: Option) -> str:
        if not isinstance(option, Act) or option.kind not in ("move", "end"):
            return "that is not a square to move to"
        fighter = self.fray.here(self.who)
        if option.kind == "move" and not way_to(self.fray, fighter, option.cell, fighter.speed_ft):
            return f"that is no free square within {fighter.speed_ft} ft"
        return ""

    def choose(self, tactic: Tactic) -> Option:
        """Away from the nearest able foe, as far as it goes."""
        fray, fighter = self.fray, self.fray.here(self.who)
        foes = [foe for foe in fray.foes_of(fighter) if foe.able]
        best, best_feet = fighter.cell, -1
        for cell in reachable(fray, fighter, fighter.speed_ft).stops():
            feet = min([fray.ground.feet(cell, foe.cell) for foe in foes], default=0)
            if feet > best_feet:
                best, best_feet = cell, feet
        return Act("end") if best == fighter.cell else Act("move", cell=best, spot=fray.ground.spot(best))

    def withdrawn(self) -> bool:
        fighter = self.fray.fighter(self.who)
        return fighter is None or not fighter.able
