"""All that a viewer may know of one combatant, in lines for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from quintain.cli.show import wrapped
from quintain.engine import Unavailable


def sheet(view: Mapping[str, Any], wanted: str, width: int) -> Text:
    """Numbers and words in a paragraph, then a line for each list: attacks, powers, states."""
    unit = _named(view, wanted)
    status = f"; {unit['status']}" if unit.get("status") else ""
    drawn = Text(f"  {unit['name']} ({unit['id']}), {unit['side'] or 'of no side'}{status}\n", style="bold")
    plain: list[str] = []
    lists: list[tuple[str, str]] = []
    for name, value in _paired(unit["stats"]).items():
        if value in (None, "", [], {}, False):
            continue
        label = name.removesuffix("_shown").replace("_", " ")
        if isinstance(value, list | dict):
            lists.append((label, said(value)))
        else:
            plain.append(label if value is True else f"{label} {value}")
    drawn.append(wrapped(", ".join(plain), width, "    ", "    ") + "\n")
    for label, text in lists:
        drawn.append(wrapped(f"{label}: {text}", width, "    ", "      ") + "\n")
    return drawn


def _named(view: Mapping[str, Any], wanted: str) -> Mapping[str, Any]:
    units: list[Mapping[str, Any]] = view["units"]
    found = [unit for unit in units if unit["id"] == wanted]
    found += [unit for unit in units if unit["name"].lower().startswith(wanted.lower())]
    if found:
        return found[0]
    raise Unavailable(f"nobody here is called {wanted}: there are {', '.join(unit['id'] for unit in units)}.")


def _paired(stats: Mapping[str, Any]) -> dict[str, Any]:
    """What is left and how much there was at first, together: hp 12 of 31."""
    found = dict(stats)
    for name, value in stats.items():
        for most in (f"max_{name}", f"{name}_max"):
            if isinstance(value, int) and isinstance(found.get(most), int):
                found[name] = f"{value} of {found.pop(most)}"
    return found


def said(value: object) -> str:
    """A value in words: rows by their names, with what else they say in brackets."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        rows = any(isinstance(part, dict) for part in value)
        return ("; " if rows else ", ").join(said(part) for part in value)
    if isinstance(value, dict):
        parts = [
            said(part) if isinstance(part, str) else f"{name} {said(part)}"
            for name, part in value.items()
            if name != "name" and part not in (None, "", [], {})
        ]
        rest = ", ".join(parts)
        return f"{value['name']} ({rest})" if "name" in value and rest else str(value.get("name") or rest)
    return str(value)
