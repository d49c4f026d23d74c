"""What may be chosen: strike an enemy in sight, or wait. `why_not` is the one source of legality."""

from __future__ import annotations

from brawl.sheet import Fighter, Fray
from quintain.engine import Option, Plain, Question, Tactic, Unit

WAIT = Plain("wait", "Wait")


class Strike(Plain):
    def __init__(self, target: Unit) -> None:
        super().__init__(f"strike:{target.id}", f"Strike {target.name}", target.id)

    def weighs(self) -> bool:
        return True


class Turn(Question):
    def __init__(self, battle: Fray, who: Fighter) -> None:
        super().__init__(battle, "turn", who.id)
        self.fray = battle
        self.side = who.side

    def title(self) -> str:
        return f"What does {self.fray.name_of(self.who)} do?"

    def options(self) -> list[Option]:
        strikes: list[Option] = [Strike(unit) for unit in self.fray.units]
        return [option for option in [*strikes, WAIT] if not self.why_not(option)]

    def find(self, id: str) -> Option | None:
        target = self.fray.fighter(id.removeprefix("strike:")) if id.startswith("strike:") else None
        return WAIT if id == "wait" else Strike(target) if target is not None else None

    def why_not(self, option: Option) -> str:
        if option.id() == "wait":
            return ""
        target = self.fray.fighter(option.target())
        if target is None or target.hidden:
            return "nobody of that name is in sight"
        if target.side == self.side:
            return f"{target.name} is a friend"
        return "" if target.is_present() else f"{target.name} is out already"

    def choose(self, tactic: Tactic) -> Option:
        """The one tactic: whoever is nearest to falling is struck first; a reckless fighter strikes the first it sees."""
        strikes = [option for option in self.options() if option.target()]
        if not strikes or tactic.level == 0:
            return strikes[0] if strikes else WAIT
        left = {unit.id: unit.hp for unit in self.fray.units if isinstance(unit, Fighter)}
        return min(strikes, key=lambda option: left[option.target()])
