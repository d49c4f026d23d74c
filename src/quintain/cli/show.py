"""What a view says, in lines for people: who is there, what may be chosen, what happened and why."""

from __future__ import annotations

import shutil
import sys
import textwrap
from fractions import Fraction
from typing import cast

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from quintain.cli.draw import Squares, board, style_of
from quintain.engine import Odds
from quintain.engine.protocol import EventView, Term, View
from quintain.engine.protocol_odds import ChanceData, OddsData
from quintain.engine.protocol_units import Condition, UnitView, Vital


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


def heading(view: View, name: str, width: int) -> Text:
    """A rule across the screen: where the fight stands, and which fight it is where there is room."""
    left, right = f" {view['heading']} ", f" {name} "
    if len(left) + len(right) + 6 > width:
        right = ""
    rest = max(0, width - len(left) - len(right) - 4)
    line = Text("──" + left + "─" * rest + right + "──", style="bold")
    line.truncate(width)
    return line


def notices(view: View, width: int) -> Text:
    """What everybody knows about the fight as a whole: goals, tasks, rules of this fight; what is done is dimmed."""
    drawn = Text()
    for notice in view["notices"]:
        said = ": ".join(part for part in (notice["label"], notice["text"]) if part)
        said = {"goal": "Goal, ", "task": "Task, "}.get(notice["kind"], "") + said
        done = notice["done"]
        drawn.append(wrapped(f"{said} (done)" if done else said, width) + "\n", style="dim" if done else "")
    return drawn


def order(view: View, width: int) -> Text:
    """The order, phases or stages in a line, whose turn it is in brackets, with what ends where."""
    parts: list[str] = []
    for row in view["bar"]["rows"]:
        count = f" {row['count']}" if row.get("count") else ""
        ends = f" {{{', '.join(row['ends'])} ends}}" if row["ends"] else ""
        label = f"{row['label']}{count}{ends}"
        parts.append(f"[{label}]" if row["state"] == "now" else label)
    counters = [f"{one['name']} {one['value']}" for one in view["bar"]["counters"]]
    said = "  ".join([*counters, ", ".join(parts)]) if parts else "  ".join(counters)
    return Text(wrapped(said, width) + "\n", style="dim") if said else Text("")


def units(view: View, width: int = 80) -> Text:
    """A line for each combatant: initials, name, what may be known of it."""
    drawn = Text()
    for side in dict.fromkeys(unit["side"] for unit in view["units"]):
        drawn.append(f" {side or 'of no side'}\n", style="dim")
        for unit in view["units"]:
            if unit["side"] == side:
                drawn.append_text(unit_line(view, unit, width))
    return drawn


def unit_line(view: View, unit: UnitView, width: int) -> Text:
    """Initials, name, what it has left, its state, what it intends."""
    most = max(len(other["vitals"]) for other in view["units"])
    name_width = 18 if width < 60 else (22 if most > 2 else 26)
    line = Text(f" {unit['initials']:<3}", style=style_of(unit))
    line.append(f"{unit['name']:<{name_width}.{name_width}}", style="default")
    vitals = ", ".join(vital_words(one) for one in unit["vitals"][: 3 if width >= 60 else 1])
    if vitals:
        line.append(f" {vitals}", style="default")
    elif not unit["status"]:
        line.append(f" {unit['health']}", style="default")
    status = unit["status"]
    if status and cell_len(line.plain) + len(status) + 2 > width:
        # Wounds are no less needed than what stands before them: go on in a second line.
        line.append("\n" + wrapped(status, width - 1, " " * 6, " " * 6), style="yellow")
        return line.append("\n")
    if status:
        line.append(f" {status}", style="yellow")
    if "intent" in unit:
        truly = f" (in truth: {unit['truly']})" if "truly" in unit else ""
        line.append(f" -> {unit['intent']}{truly}", style="dim")
    line.truncate(width - 1, overflow="ellipsis")
    return line.append("\n")


def vital_words(vital: Vital) -> str:
    """A pair that people watch: "hp 12/31", "Stress 4/12"."""
    most = f"/{vital['most']}" if "most" in vital else ""
    return f"{vital['label']} {vital['value']}{most}"


def condition_words(condition: Condition) -> str:
    """A state with what it does, from whom and until when."""
    level = f" {condition['level']}" if "level" in condition else ""
    source = f" (from {condition['source']})" if "source" in condition else ""
    does = f": {condition['does']}" if condition["does"] and condition["does"] != condition["name"] else ""
    ends = f"; {condition['ends']}" if "ends" in condition else ""
    return f"{condition['name']}{level}{source}{does}{ends}"


def scene(view: View, width: int, reach: Squares, risky: Squares | None = None) -> RenderableType:
    """Board and combatants, side by side where there is room."""
    drawn = board(view, width, reach, risky)
    lines = drawn.plain.splitlines()
    broad = max((cell_len(line) for line in lines), default=0)
    if view["board"]["kind"] == "grid" and broad + 38 <= width:
        both = Table.grid(padding=(0, 1))
        both.add_row(drawn, units(view, width - broad - 2))
        return both
    drawn.append_text(units(view, width))
    return drawn


def event_line(event: EventView, width: int, opened: bool = False) -> Text:
    """A line of the log; opened, with its clause and its arithmetic. Consequences are indented under their cause."""
    clause = f" [{event['clause']}]" if opened and "clause" in event else ""
    indent = "    " if "cause" in event else "  "
    drawn = Text(wrapped(f"{event['text']}{clause}", width, indent, indent + "  ") + "\n")
    if opened and event["terms"]:
        terms = ", ".join(term_words(one) for one in event["terms"])
        if "against" in event:
            terms += f", against {term_words(event['against'])}"
        if event.get("against_terms"):
            terms += f" ({', '.join(term_words(one) for one in event['against_terms'])})"
        if event.get("damage"):
            terms += f"; damage {', '.join(term_words(one) for one in event['damage'])}"
        drawn.append(wrapped(terms, width, "      ", "      ") + "\n", style="dim")
    return drawn


def term_words(term: Term) -> str:
    faces = f" ({', '.join(str(face) for face in term['faces'])})" if len(term.get("faces", [])) > 1 else ""
    return f"{term['label']} {term['value']}{faces}"


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
    about = "±" if found.sampled else ""
    return "  ".join(
        f"{name} {about}" + (percent(high) if high == low else f"{percent(low).rstrip('%')}–{percent(high)}")
        for name, (low, high) in chances
        if high or name == names[0]
    )


def odds_words(found: Odds) -> str:
    """The chances of an option for its line: the one people look for first, then others that can come about."""
    data = cast(OddsData, found.as_data())
    if data["headline"] is None:
        return "odds unknown" if found.unknown else ""
    first = data["headline"]
    others = [one for one in data["chances"] if one["label"] != first["label"] and one["high"] > 0]
    return "  ".join(chance_words(one) for one in [first, *others[:2]])


def chance_words(chance: ChanceData) -> str:
    low, high = percent(Fraction(chance["low"])), percent(Fraction(chance["high"]))
    about = "±" if chance.get("plus_minus") else ""
    return f"{chance['label']} {about}{high}" if low == high else f"{chance['label']} {about}{low.rstrip('%')}–{high}"


def fates(view: View) -> list[str]:
    """What is exactly known to become of somebody whatever is chosen now, where this seat may know it."""
    return [
        f"  {unit['name']}, {figure['label']}: {figure['value']}"
        for unit in view["units"]
        for figure in unit["figures"]
        if figure["group"] == "fate"
    ]


def odds_table(found: Odds, names: list[str], width: int = 80, most: int = 14) -> Text:
    """The whole distribution of an option's odds."""
    drawn = Text()
    if found.unknown:
        drawn.append(wrapped(f"Not known to you: {', '.join(found.unknown)}.", width) + "\n")
        for name, (low, high) in found.ranges.items():
            share = percent(low) if low == high else f"between {percent(low)} and {percent(high)}, depending on that"
            drawn.append(f"  {name}: {share}\n")
        basis = f"{_basis(found)}, at either end; l" if found.ranges else "L"
        drawn.append(wrapped(f"{basis}ater choices as by {found.policy}.", width) + "\n", style="dim")
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
    cut = f"; {float(found.cut):.1e} of the weight was cut" if found.cut and not found.sampled else ""
    ways = "" if found.sampled else ", one way it can fall" if found.leaves == 1 else f", {found.leaves} ways it can fall"
    drawn.append(wrapped(f"{_basis(found)}{ways}; later choices as by {found.policy}{cut}.", width) + "\n", style="dim")
    return drawn


def _basis(found: Odds) -> str:
    """Whether every way was counted, or so many drawn, and then how well a share is known at least."""
    if not found.sampled:
        return "Exact"
    return f"Sampled, n = {found.sampled:,}: shares are known to {100 * found.interval(0.5):.0f} points or better (95 %)"
