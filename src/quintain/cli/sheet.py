"""All that a viewer may know of one combatant, in lines for people."""

from __future__ import annotations

from rich.text import Text

from quintain.cli.show import condition_words, vital_words, wrapped
from quintain.engine import Unavailable
from quintain.engine.protocol import View
from quintain.engine.protocol_units import Ability, UnitView


def sheet(view: View, wanted: str, width: int) -> Text:
    """What it is and how it stands, then its tracks, states, what it can use, and the figures."""
    unit = _named(view, wanted)
    kind = f", {unit['kind']}" if unit["kind"] else ""
    drawn = Text(f"  {unit['name']} ({unit['id']}), {unit['side'] or 'of no side'}{kind}\n", style="bold")
    first = [vital_words(one) for one in unit["vitals"]] or [unit["health"]]
    where = [f"at {unit['where']}"] if unit["where"] else []
    drawn.append(wrapped(", ".join([*first, *where]), width, "    ", "    ") + "\n")
    if "intent" in unit:
        truly = f" (in truth: {unit['truly']})" if "truly" in unit else ""
        drawn.append(wrapped(f"intends: {unit['intent']}{truly}", width, "    ", "      ") + "\n")
    for track in unit["tracks"]:
        marks = [f"{rung['name']} {rung['marks']}" for rung in track["rungs"] if rung["marks"]]
        if marks:
            drawn.append(wrapped(f"{track['label']}: {', '.join(marks)}", width, "    ", "      ") + "\n")
    for condition in unit["conditions"]:
        drawn.append(wrapped(condition_words(condition), width, "    ", "      ") + "\n", style="yellow")
    for ability in unit["abilities"]:
        drawn.append(wrapped(ability_words(ability), width, "    ", "      ") + "\n")
    figures = [f"{one['label']} {one['value']}" if one["value"] is not True else one["label"] for one in unit["figures"]]
    figures += [f"{name} {known}" for name, known in unit["learned"]]
    if figures:
        drawn.append(wrapped(", ".join(figures), width, "    ", "    ") + "\n", style="dim")
    return drawn


def ability_words(ability: Ability) -> str:
    figures = ", ".join(f"{name} {value}" for name, value in ability["figures"])
    left = f"{ability['left']} of {ability['most']} left" if "left" in ability and "most" in ability else ""
    if "left" in ability and not left:
        left = f"{ability['left']} left"
    inside = ", ".join(part for part in (ability["cost"], left) if part)
    said = "; ".join(part for part in (ability["does"], figures) if part)
    return f"{ability['name']}{f' ({inside})' if inside else ''}{f': {said}' if said else ''}"


def _named(view: View, wanted: str) -> UnitView:
    units = view["units"]
    found = [unit for unit in units if unit["id"] == wanted]
    found += [unit for unit in units if unit["name"].lower().startswith(wanted.lower())]
    if found:
        return found[0]
    raise Unavailable(f"nobody here is called {wanted}: there are {', '.join(unit['id'] for unit in units)}.")
