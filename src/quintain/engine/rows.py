"""Rows of a view, made in one line: vitals, conditions, abilities, costs, warnings. Absent keys stay absent."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quintain.engine.protocol import Notice
    from quintain.engine.protocol_board import BarRow, Counter, Terrain
    from quintain.engine.protocol_forms import Switch
    from quintain.engine.protocol_questions import Cost, Stake, Warning
    from quintain.engine.protocol_units import Ability, Condition, Vital


def vital(id: str, label: str, value: int, most: int = -1, look: str = "bar", harm: bool = False, set: str = "") -> Vital:
    row: Vital = {"id": id, "label": label, "value": value, "look": look, "harm": harm}  # type: ignore[typeddict-item]
    if most >= 0:
        row["most"] = most
    if set:
        row["set"] = set
    return row


def condition(
    id: str, name: str, does: str = "", kind: str = "bad", icon: str = "dot", level: int = 0, source: str = "", since: str = "",
    ends: str = "", ends_at: str = "", clause: str = "",
) -> Condition:  # fmt: skip
    row: Condition = {"id": id, "name": name, "does": does, "kind": kind, "icon": icon}  # type: ignore[typeddict-item]
    if level:
        row["level"] = level
    if source:
        row["source"] = source
    if ends:
        row["ends"] = ends
    if ends_at:
        row["ends_at"] = ends_at
    if clause:
        row["clause"] = clause
    if since:
        row["since"] = since
    return row


def ability(
    id: str, name: str, kind: str, does: str, cost: str = "", left: int = -1, most: int = -1,
    figures: list[list[str]] | None = None,
) -> Ability:  # fmt: skip
    row: Ability = {"id": id, "name": name, "kind": kind, "does": does, "cost": cost, "figures": figures or []}  # type: ignore[typeddict-item]
    if left >= 0:
        row["left"] = left
    if most >= 0:
        row["most"] = most
    return row


def cost(label: str, amount: int = 0) -> Cost:
    row: Cost = {"label": label}
    if amount:
        row["amount"] = amount
    return row


def warning(kind: str, text: str, who: list[str] | None = None) -> Warning:
    row: Warning = {"kind": kind, "text": text}  # type: ignore[typeddict-item]
    if who:
        row["who"] = who
    return row


def stake(text: str, kind: str = "neutral") -> Stake:
    return {"text": text, "kind": kind}  # type: ignore[typeddict-item]


def all_stakes(texts: list[str]) -> list[Stake]:
    """A row for each of these sentences."""
    return [stake(text) for text in texts if text]


def bar_row(
    id: str, label: str, state: str, unit: str = "", units: list[str] | None = None, count: str = "", ends: list[str] | None = None
) -> BarRow:
    row: BarRow = {"id": id, "label": label, "state": state, "ends": ends or []}  # type: ignore[typeddict-item]
    if unit:
        row["unit"] = unit
    if units is not None:
        row["units"] = units
    if count:
        row["count"] = count
    return row


def counter(id: str, name: str, value: int, does: str, most: int = -1) -> Counter:
    row: Counter = {"id": id, "name": name, "value": value, "does": does}
    if most >= 0:
        row["most"] = most
    return row


def notice(kind: str, label: str, text: str, done: bool = False, value: int = -1, most: int = -1) -> Notice:
    row: Notice = {"kind": kind, "label": label, "text": text, "done": done}  # type: ignore[typeddict-item]
    if value >= 0:
        row["value"] = value
    if most >= 0:
        row["most"] = most
    return row


def switch(name: str, label: str, doc: str, clause: str, choices: list[list[str]], default: str) -> Switch:
    return {"name": name, "label": label, "doc": doc, "clause": clause, "choices": choices, "default": default}


def terrain(id: str, name: str, does: str, cost: float, blocks: str, look: str, letter: str) -> Terrain:
    return {"id": id, "name": name, "does": does, "cost": cost, "blocks": blocks, "look": look, "letter": letter}  # type: ignore[typeddict-item]
