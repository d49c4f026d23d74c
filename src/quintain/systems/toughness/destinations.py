"""Where to go: the squares of a move or a retreat (TO-15, TO-17, TO-19)."""

from __future__ import annotations

from typing import final

from quintain.engine.question import Option, Plain, Question
from quintain.engine.tactic import Tactic
from quintain.systems.toughness.acts import Act, parse_act
from quintain.systems.toughness.ground import NOWHERE
from quintain.systems.toughness.moves import reachable, retreat_stops, retreat_way, way_to
from quintain.systems.toughness.sheet import Fray

STAY = Plain("stay", "Stay here (the action is used all the same)")


@final
class WhereQuestion(Question):
    """The squares a move or a retreat may go to; staying is always possible."""

    def __init__(self, fray: Fray, who: str, how: str) -> None:
        super().__init__(fray, "where", who)
        self.fray = fray
        self.how = how

    def title(self) -> str:
        return f"Where does {self.fray.name_of(self.who)} {self.how}?"

    def cells(self) -> list[int]:
        fighter = self.fray.here(self.who)
        if self.how == "retreat":
            return retreat_stops(self.fray, fighter)
        found = reachable(self.fray, fighter, fighter.speed_ft, False)
        return [cell for cell in found.stops() if cell != fighter.cell]

    def square(self, cell: int) -> Act:
        return Act(self.how, cell=cell, spot=self.fray.ground.spot(cell))

    def options(self) -> list[Option]:
        """Each with its way, all found by one search."""
        squares: list[Option] = [STAY]
        fray, fighter = self.fray, self.fray.here(self.who)
        around = reachable(fray, fighter, fighter.speed_ft)
        through = reachable(fray, fighter, fighter.speed_ft, False) if fray.hazards else around
        for cell in self.cells():
            act = self.square(cell)
            if self.how != "retreat":
                act.way = (around if around.may_stop(cell) else through).path(cell)
            squares.append(act)
        return squares

    def find(self, id: str) -> Option | None:
        if id == STAY.id():
            return STAY
        act = parse_act(self.fray, id)
        return act if act is not None and act.kind == self.how and act.cell != NOWHERE else None

    def why_not(self, option: Option) -> str:
        if option.id() == STAY.id():
            return ""
        if not isinstance(option, Act) or option.kind != self.how:
            return "that is not a square to go to"
        fighter = self.fray.here(self.who)
        if self.how == "retreat":
            way = retreat_way(self.fray, fighter, option.cell)
            return "" if way else "every step there would have to keep away from every able foe"
        way = way_to(self.fray, fighter, option.cell, fighter.speed_ft)
        return "" if way else f"that is no free square within {fighter.speed_ft} ft"

    def choose(self, tactic: Tactic) -> Option:
        """Away from the nearest able foe, as far as it goes."""
        fray, fighter = self.fray, self.fray.here(self.who)
        foes = [foe for foe in fray.foes_of(fighter) if foe.able]
        best, best_feet = NOWHERE, min([fray.feet(fighter, foe) for foe in foes], default=0)
        for cell in self.cells():
            feet = min([fray.ground.feet(cell, foe.cell) for foe in foes], default=0)
            if feet > best_feet:
                best, best_feet = cell, feet
        return STAY if best == NOWHERE else self.square(best)

    def withdrawn(self) -> bool:
        fray = self.fray
        fighter = fray.fighter(self.who)
        if fighter is None or not fighter.able:
            return True
        return fray.turn_lost if fray.actor == self.who else fighter.owes > 0  # TO-23, TO-77
