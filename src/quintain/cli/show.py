"""What a view says, in lines for people: who is there, what may be chosen, what happened and why."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from quintain.cli.draw import board, marks, side_styles
from quintain.engine import Fight, Odds, OpenOption, OpenQuestion, Refusal

FOLD = 9
"""Groups with more options than this are folded into one line."""
ODDS_SECONDS = 1.5
ODDS_WAYS = 3000
"""What can come out in more ways is worked out only when asked for."""


def heading(view: Mapping[str, Any], name: str, width: int) -> Text:
    """A rule across the screen: where the fight stands, and which fight it is where there is room."""
    left, right = f" {view['heading']} ", f" {name} "
    if len(left) + len(right) + 6 > width:
        right = ""
    rest = max(0, width - len(left) - len(right) - 4)
    line = Text("──" + left + "─" * rest + right + "──", style="bold")
    line.truncate(width)
    return line


def units(view: Mapping[str, Any], width: int = 80) -> Text:
    """A line for each combatant: mark, name, what may be known of it."""
    styles, signs = side_styles(view), marks(view)
    name_width = 18 if width < 60 else 26
    drawn = Text()
    for side in styles:
        drawn.append(f" {side}\n", style="dim")
        for unit in view["units"]:
            if unit["side"] != side:
                continue
            line = Text(f" {signs[unit['id']]:<3}", style=styles[side])
            line.append(f"{unit['name']:<{name_width}.{name_width}} ", style="default")
            line.append(vital(unit), style="default")
            if unit.get("status"):
                line.append(f" {unit['status']}", style="yellow")
            line.truncate(width - 1)
            drawn.append_text(line)
            drawn.append("\n")
    return drawn


def scene(view: Mapping[str, Any], width: int, reach: set[tuple[int, int]]) -> RenderableType:
    """Board and combatants, side by side where there is room."""
    drawn = board(view, width, reach)
    lines = drawn.plain.splitlines()
    broad = max((cell_len(line) for line in lines), default=0)
    if (view.get("board") or {}).get("kind") == "grid" and broad + 38 <= width:
        both = Table.grid(padding=(0, 1))
        both.add_row(drawn, units(view, width - broad - 2))
        return both
    drawn.append_text(units(view, width))
    return drawn


def vital(unit: Mapping[str, Any]) -> str:
    """The few figures people look for first, as far as this viewer may know them."""
    stats = unit["stats"]
    for now, most in (("hp", "max_hp"), ("hp", "hp_max"), ("health", "max_health"), ("marks", "max_marks")):
        value = stats.get(now)
        if isinstance(value, (int, str)):
            return f"{value}/{stats[most]}" if isinstance(value, int) and stats.get(most) is not None else f"{value}"
    return ""


def sheet(view: Mapping[str, Any], id: str) -> Text:
    """Everything this viewer may know of one combatant."""
    for unit in view["units"]:
        if unit["id"] == id or unit["name"].lower().startswith(id.lower()):
            drawn = Text(f"  {unit['name']} ({unit['id']}), {unit['side']}\n", style="bold")
            line = "   "
            for name, value in unit["stats"].items():
                if value in (None, "", [], {}, False):
                    continue
                part = f" {name} {plain(value)};"
                if len(line) + len(part) > 78:
                    drawn.append(line + "\n")
                    line = "   "
                line += part
            drawn.append(line.rstrip(";") + "\n")
            return drawn
    return Text(f"  Nobody here is called {id}.\n", style="red")


def plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(plain(part) for part in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} {plain(part)}" for name, part in value.items()) or "none"
    return str(value)


def event_line(event: Mapping[str, Any], opened: bool = False) -> Text:
    """A line of the log; opened, with its arithmetic and its clause."""
    drawn = Text(f"  {event['text']}\n")
    if opened and (event.get("math") or event.get("clause")):
        terms = ", ".join(f"{label} {value}" for label, value in event.get("math", []))
        clause = f"[{event['clause']}]" if event.get("clause") else ""
        drawn.append(f"      {terms} {clause}".rstrip() + "\n", style="dim")
    return drawn


def percent(chance: Fraction) -> str:
    """A chance as people read it; never 0 or 100 unless it is."""
    if chance in (0, 1):
        return f"{int(chance * 100)}%"
    shown = float(chance) * 100
    if shown < 1:
        return "<1%"
    return ">99%" if shown > 99 else f"{shown:.0f}%"


def headline(found: Odds, names: list[str]) -> str:
    """The chances people look for first; of those that cannot happen only the first is worth its room."""
    if found.ranges:
        chances = list(found.ranges.items())
    elif found.unknown:
        return "odds unknown: " + ", ".join(found.unknown)
    else:
        chances = [(name, (found.chances[name], found.chances[name])) for name in names if name in found.chances]
    return "  ".join(
        f"{name} " + (percent(high) if high == low else f"{percent(low).rstrip('%')}–{percent(high)}")
        for place, (name, (low, high)) in enumerate(chances)
        if high or not place
    )


def options(fight: Fight, asked: OpenQuestion, seat: str, width: int = 80) -> tuple[Text, list[OpenOption]]:
    """The options in their groups, numbered; long groups folded. Returns the lines and the options by number."""
    drawn, numbered = Text(), []
    grouped: dict[str, list[OpenOption]] = {}
    for option in asked.options:
        grouped.setdefault(option.group, []).append(option)
    until = time.monotonic() + ODDS_SECONDS
    for group, members in grouped.items():
        if group and len(grouped) > 1:
            drawn.append(f"  {group.capitalize()}\n", style="bold")
        if len(members) > FOLD and not any(option.weighs for option in members):
            drawn.append_text(folded(members, bool(reach_of(asked))))
            continue
        for option in members:
            numbered.append(option)
            drawn.append(f"  {len(numbered):>3}  ", style="bold cyan")
            drawn.append(option.label)
            if option.weighs:
                found = odds_of(fight, asked, option, seat, until)
                room = width - 8 - cell_len(option.label)
                drawn.append(found if len(found) <= room else f"\n          {found.strip()}", style="green")
            drawn.append("\n")
    return drawn, numbered


def odds_of(fight: Fight, asked: OpenQuestion, option: OpenOption, seat: str, until: float) -> str:
    """The odds of an option for its line; "..." where there are so many that working them all out would take too long."""
    if time.monotonic() > until:
        return f"   ... (odds {option.id})"
    try:
        return "   " + headline(fight.odds(asked.id, option.id, seat, most=ODDS_WAYS), fight.system.headlines)
    except Refusal:
        return f"   ... (odds {option.id})"


def square_of(id: str) -> tuple[int, int] | None:
    """The square an option id ends in, if it ends in one."""
    found = re.search(r"(\d+),(\d+)$", id)
    return (int(found.group(1)), int(found.group(2))) if found else None


def short_id(id: str) -> str:
    """What is enough to type for an option: the square it leads to, else what stands after the first colon of its id."""
    square = square_of(id)
    return f"{square[0]},{square[1]}" if square is not None else id.split(":", 1)[-1]


def reach_of(asked: OpenQuestion) -> set[tuple[int, int]]:
    """The squares that a folded group of options leads to, where there is just one such group."""
    groups: dict[str, set[tuple[int, int]]] = {}
    for option in asked.options:
        square = square_of(option.id)
        if square is not None and not option.weighs:
            groups.setdefault(option.group, set()).add(square)
    found = [squares for squares in groups.values() if len(squares) > FOLD]
    return found[0] if len(found) == 1 else set()


def folded(members: list[OpenOption], on_board: bool) -> Text:
    """Many options of one kind in a few lines."""
    first = short_id(members[0].id)
    if on_board and all(square_of(option.id) is not None for option in members):
        return Text(f"       {len(members)} squares, marked + above: type one, such as {first}\n")
    drawn = Text()
    line = f"       {len(members)} ways, type one of: "
    short = [short_id(option.id) for option in members]
    plain_ids = len(set(short)) < len(short) or any(square_of(option.id) is not None for option in members)
    for part in [option.id for option in members] if plain_ids else short:
        if len(line) + len(part) > 76:
            drawn.append(line + "\n")
            line = "         "
        line += part + " "
    drawn.append(line + "\n")
    return drawn


def closed(asked: OpenQuestion, most: int = 4) -> Text:
    """What is not possible, and why; the first few."""
    drawn = Text()
    for label, why in asked.closed[:most]:
        drawn.append(f"    -  {label}: {why}\n", style="dim")
    if len(asked.closed) > most:
        drawn.append(f"    -  {len(asked.closed) - most} more are not possible: type closed\n", style="dim")
    return drawn


def odds_table(found: Odds, most: int = 14) -> Text:
    """The whole distribution of an option's odds."""
    drawn = Text()
    if found.unknown:
        drawn.append(f"  Not known to you: {', '.join(found.unknown)}.\n")
        for name, (low, high) in found.ranges.items():
            drawn.append(f"  {name}: {percent(low)} at worst, {percent(high)} at best, from what you could know.\n")
        return drawn
    ranked = sorted(found.outcomes.items(), key=lambda pair: (-pair[1], pair[0]))
    for outcome, chance in ranked[:most]:
        words = "; ".join(f"{subject}: {fate}" for subject, fate in outcome)
        drawn.append(f"  {float(chance) * 100:6.2f}%  {words}\n")
    if len(ranked) > most:
        rest = sum((chance for _, chance in ranked[most:]), Fraction(0))
        drawn.append(f"  {float(rest) * 100:6.2f}%  {len(ranked) - most} further ways\n", style="dim")
    cut = f"; {float(found.cut):.1e} of the weight was cut" if found.cut else ""
    drawn.append(f"  Exact, {found.leaves} ways it can fall; later choices as by {found.policy}{cut}.\n", style="dim")
    return drawn
