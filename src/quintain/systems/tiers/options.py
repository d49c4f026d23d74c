"""What can be chosen on a turn, as data. What each kind of Act is stands in `act_kinds.py`."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from quintain.engine.battle import Battle
from quintain.engine.question import Option
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.act_kinds import ACT_KINDS
from quintain.systems.tiers.sentences import act_words
from quintain.systems.tiers.stat_block import Item


@mypyc_attr(allow_interpreted_subclasses=True)
class Risks:
    """What squares in reach cost besides the way; see `movement.py`."""

    def words(self, battle: Battle, x: int, y: int) -> str:
        return ""


def named_by(what: str, power: int, item: Item | None, action: int) -> list[str]:
    """The parts of an id: what is done, by which power, with what, by which Action."""
    parts = [what]
    if power >= 0:
        parts.append(str(power))
    if item is not None:
        parts.append(item.id)
    if action >= 0:
        parts.append(v.ACTIONS[action].lower())
    return parts


class Act(Option):
    """One thing to do on a turn. Which fields count depends on `what`."""

    def __init__(
        self, what: str, detail: str = "", aim: str = "", action: int = v.NONE, item: Item | None = None, power: int = v.NONE,
        x: int = v.NONE, y: int = v.NONE,
    ) -> None:  # fmt: skip
        self.what = what
        self.detail = detail
        """A wound, items, a clock ..."""
        self.aim = aim
        """Id of the creature aimed at."""
        self.action = action
        self.item = item
        self.power = power
        """Place of the power on the sheet."""
        self.x = x
        self.y = y
        self.path: list[int] | None = None
        """The way there, where whoever chose it has worked it out already."""
        self.risks: Risks | None = None
        """What would have to be warned of on the way, for whoever reads the list of squares."""

    def id(self) -> str:
        parts = named_by(self.what, self.power, self.item, self.action)
        if self.aim:
            parts.append(f"@{self.aim}")
        if self.detail:
            parts.append(self.detail)
        if self.x >= 0:
            parts.append(f"{self.x},{self.y}")
        return ":".join(parts)

    def label(self, battle: Battle) -> str:
        return act_words(battle, self)

    def group(self) -> str:
        return ACT_KINDS[self.what].group

    def target(self) -> str:
        return self.aim

    def warning(self, battle: Battle) -> str:
        """What comes of moving there besides: strikes, a hazard, Stress."""
        return "" if self.risks is None or self.detail else self.risks.words(battle, self.x, self.y)

    def weighs(self) -> bool:
        return ACT_KINDS[self.what].brings != "" or (self.what == "power" and (self.aim != "" or self.x >= 0))
