"""Reading plain data that has been checked already: what is not there, or not of the kind asked for, is the default."""

from __future__ import annotations

from typing import Any

from quintain.engine.battle import Battle, Force
from quintain.engine.refusal import Malformed

Data = dict[str, object]


def number(data: Data, name: str, default: int = 0) -> int:
    value = data.get(name)
    return value if isinstance(value, int) else default


def text(data: Data, name: str, default: str = "") -> str:
    value = data.get(name)
    return value if isinstance(value, str) else default


def flag(data: Data, name: str, default: bool = False) -> bool:
    value = data.get(name)
    return value if isinstance(value, bool) else default


def rows(data: Data, name: str) -> list[Data]:
    value = data.get(name)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def words(data: Data, name: str) -> list[str]:
    value = data.get(name)
    return [str(one) for one in value] if isinstance(value, list) else []


def part(data: Data, name: str) -> Data:
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def square(data: Data, name: str) -> tuple[int, int]:
    """Column and row; (-1, -1) for nowhere."""
    value = data.get(name)
    return (int(value[0]), int(value[1])) if isinstance(value, list) else (-1, -1)


def take_words(battle: Battle, forbidden: dict[str, str], forces: list[Any]) -> None:
    """What the GM had ruled for good when a fight was written down: options that are forbidden, dice that are fixed."""
    for pattern in forbidden:
        if pattern.count(":") < 2:
            raise Malformed(f"{pattern!r} is not written as about:who:option.", ("forbidden", pattern))
    battle.forbidden = dict(forbidden)
    battle.forces = [Force(row.who, row.what, list(row.faces), dict(row.answers)) for row in forces]
