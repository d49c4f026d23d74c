"""What a view says, in lines for people: who is there, what may be chosen, what happened and why."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from quintain.cli.draw import board, marks, side_styles
from quintain.engine import Odds


def wrapped(text: str, width: int, indent: str = "  ", hang: str = "    ") -> str:
    """A paragraph broken between words to this width, its further lines indented deeper."""
    return textwrap.fill(
        text, width, initial_indent=indent, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False
    )


def for_screen(text: str) -> str:
    """A line as it is for a pipe or a file, and broken between words for a person's screen."""
    if not sys.stdout.isatty():
        return text
    return wrapped(text, shutil.get_terminal_size().columns, "", "  ")


def heading(view: Mapping[str, Any], name: str, width: int) -> Text:
    """A rule across the screen: where the fight stands, and which fight it is where there is room."""
    left, right = f" {view['heading']} ", f" {name} "
    if len(left) + len(right) + 6 > width:
        right = ""
    rest = max(0, width - len(left) - len(right) - 4)
    line = Text("──" + left + "─" * rest + right + "──", style="bold")
    line.truncate(width)
    return line


def notices(view: Mapping[str, Any], width: int) -> Text:
    """What everybody knows about the fight as a whole: goals, tasks, rules of this fight; what is done is dimmed."""
    drawn = Text()
    for notice in view.get("notices") or []:
        done = bool(notice.get("done"))
        said = ": ".join(str(part) for part in (notice.get("label"), notice.get("text")) if part)
        said = {"goal": "Goal, ", "task": "Task, "}.get(str(notice.get("kind")), "") + said
        drawn.append(wrapped(f"{said} (done)" if done else said, width) + "\n", style="dim" if done else "")
    return drawn


def units(view: Mapping[str, Any], width: int = 80) -> Text:
    """A line for each combatant: mark, name, what may be known of it."""
    drawn = Text()
    for side in side_styles(view):
        drawn.append(f" {side or 'of no side'}\n", style="dim")
        for unit in view["units"]:
            if unit["side"] == side:
                drawn.append_text(unit_line(view, unit, width))
    return drawn


def unit_line(view: Mapping[str, Any], unit: Mapping[str, Any], width: int) -> Text:
    tracked = any(other["stats"].get("max_stress") for other in view["units"])
    name_width = 18 if width < 60 else (22 if tracked else 26)
    line = Text(f" {marks(view)[unit['id']]:<3}", style=side_styles(view)[unit["side"]])
    line.append(f"{unit['name']:<{name_width}.{name_width}}", style="default")
    if vital(unit):
        line.append(f" {vital(unit)}", style="default")
    status = str(unit.get("status") or "")
    if status and width >= 60 and cell_len(line.plain) + len(status) + 2 > width:
        # Wounds are no less needed than what stands before them: go on in a second line.
        line.append("\n" + wrapped(status, width - 1, " " * 6, " " * 6), style="yellow")
        return line.append("\n")
    if status:
        line.append(f" {status}", style="yellow")
    if unit["stats"].get("intent"):
        line.append(f" {intent_words(unit)}", style="dim")
    line.truncate(width - 1, overflow="ellipsis")
    return line.append("\n")


def intent_words(unit: Mapping[str, Any]) -> str:
    """What somebody is said to do this round and, for the GM, what it truly does."""
    said, true = unit["stats"]["intent"], unit["stats"].get("true_intent")
    return f"-> {said}" if true in (None, said) else f"-> {said} (in truth: {true})"


def scene(
    view: Mapping[str, Any], width: int, reach: set[tuple[int, int]], risky: set[tuple[int, int]] | None = None
) -> RenderableType:
    """Board and combatants, side by side where there is room."""
    drawn = board(view, width, reach, risky)
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
            shown = f"{value}/{stats[most]}" if isinstance(value, int) and stats.get(most) is not None else f"{value}"
            return shown + _tracks(stats)
    return ""


def _tracks(stats: Mapping[str, Any]) -> str:
    """What a combatant pays with besides, where its book has such tracks."""
    found = ""
    if stats.get("max_stress"):
        found += f" Stress {stats.get('stress', 0)}/{stats['max_stress']}"
    if stats.get("soak"):
        found += f" Soak {stats['soak'] - stats.get('soak_marked', 0)}"
    return found


def event_line(event: Mapping[str, Any], width: int, opened: bool = False) -> Text:
    """A line of the log; opened, with its clause and its arithmetic."""
    clause = f" [{event['clause']}]" if opened and event.get("clause") else ""
    drawn = Text(wrapped(f"{event['text']}{clause}", width) + "\n")
    if opened and event.get("math"):
        terms = ", ".join(f"{label} {value}" for label, value in event["math"])
        drawn.append(wrapped(terms, width, "      ", "      ") + "\n", style="dim")
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
    """The chances people look for first; of those that cannot happen only that of a hit is worth its room."""
    if found.ranges:
        chances = list(found.ranges.items())
    elif found.unknown:
        return "odds unknown: " + ", ".join(found.unknown)
    else:
        chances = [(name, (found.chances[name], found.chances[name])) for name in names if name in found.chances]
    return "  ".join(
        f"{name} " + (percent(high) if high == low else f"{percent(low).rstrip('%')}–{percent(high)}")
        for name, (low, high) in chances
        if high or name == names[0]
    )


def fates(shown: Mapping[str, Any]) -> list[str]:
    """What is exactly known to become of somebody whatever is chosen now: the stat `fate`, where this seat may see it."""
    lines: list[str] = []
    for unit in shown["units"]:
        fate = unit.get("stats", {}).get("fate")
        if isinstance(fate, dict):
            lines += [f"  {unit['name']}, {how}: {chance}" for how, chance in fate.items()]
    return lines


def odds_table(found: Odds, names: list[str], width: int = 80, most: int = 14) -> Text:
    """The whole distribution of an option's odds."""
    drawn = Text()
    if found.unknown:
        drawn.append(wrapped(f"Not known to you: {', '.join(found.unknown)}.", width) + "\n")
        for name, (low, high) in found.ranges.items():
            share = percent(low) if low == high else f"between {percent(low)} and {percent(high)}, depending on that"
            drawn.append(f"  {name}: {share}\n")
        drawn.append("  Exact at either end; later choices as by " + found.policy + ".\n", style="dim")
        return drawn
    said = headline(found, names)
    if any(found.chances.get(name) for name in names):
        drawn.append(f"  {said}\n", style="green")
    ranked = sorted(found.outcomes.items(), key=lambda pair: (-pair[1], pair[0]))
    for outcome, chance in ranked[:most]:
        words = "; ".join(f"{subject}: {fate}" for subject, fate in outcome)
        drawn.append(wrapped(words, width, f"  {float(chance) * 100:6.2f}%  ", " " * 11) + "\n")
    if len(ranked) > most:
        rest = sum((chance for _, chance in ranked[most:]), Fraction(0))
        drawn.append(f"  {float(rest) * 100:6.2f}%  {len(ranked) - most} further ways\n", style="dim")
    for one in found.each:
        likeliest = sorted(one.fates.items(), key=lambda pair: (-pair[1], pair[0]))
        words = ", ".join(f"{fate} {percent(chance)}" for fate, chance in likeliest)
        drawn.append(wrapped(f"{one.name}: {words}", width, "  ", "    ") + "\n")
    cut = f"; {float(found.cut):.1e} of the weight was cut" if found.cut else ""
    ways = "one way" if found.leaves == 1 else f"{found.leaves} ways"
    drawn.append(wrapped(f"Exact, {ways} it can fall; later choices as by {found.policy}{cut}.", width) + "\n", style="dim")
    return drawn
