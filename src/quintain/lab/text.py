"""Results in the terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from quintain.lab.combatants import Combatant
from quintain.lab.compare import Comparison
from quintain.lab.difficulty import Difficulty
from quintain.lab.finding import Finding
from quintain.lab.forecast import Forecast
from quintain.lab.intervals import Estimate
from quintain.lab.measure import Measure
from quintain.lab.rank import Ranking
from quintain.lab.sweep import Sweep
from quintain.lab.tune import Tuning

BAR = 40
MOST_STATES = 4
MOST_ENDINGS = 8
COSTS = {"down": "somebody down at the end", "death": "somebody dead"}
SHORT = {"down": "somebody down", "death": "somebody dead", "left": "health left"}
"""Measures by a word or two, for tables."""
MOST_COLUMNS = 2
"""Of what is left, so many figures have columns of their own, where there is room for them beside whole names."""
LEAST_NAME = 12


class Paragraph:
    """Text broken between words, but never between a figure and its %; further lines stand under the first."""

    def __init__(self, text: str, style: str = "", hang: int = 0) -> None:
        self._text = text
        self._style = style
        self._hang = hang

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        glued = re.sub(r"(?<=\d) (?=%)|(?<=±) (?=\d)| (?=±)", "\u00a0", self._text)
        lines = textwrap.wrap(
            glued, options.max_width, subsequent_indent=" " * self._hang, break_long_words=False, break_on_hyphens=False
        )
        yield Text("\n".join(lines).replace("\u00a0", " "), style=self._style)


def as_text(shown: RenderableType, width: int = 110) -> str:
    """A renderable as plain text."""
    console = Console(width=width, markup=False, emoji=False, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as caught:
        console.print(shown)
    return "\n".join(line.rstrip() for line in caught.get().rstrip().splitlines())


def forecast_view(forecast: Forecast) -> RenderableType:
    """The report of a forecast."""
    parts: list[RenderableType] = [*_interrupted(forecast), Paragraph(heading(forecast), "bold"), Paragraph(forecast.sentence)]
    parts += [Text(""), _results(forecast), *_endings(forecast), *_band(forecast)]
    if forecast.solved is not None:
        parts.append(Paragraph(forecast.solved.sentence, "bold"))
    if forecast.budget:
        parts.append(Paragraph(f"The book's own estimate (exact): {forecast.budget}. Measured: {forecast.wins} wins."))
    parts += [Text(""), *_lengths(forecast), Text(""), _Combatants(forecast)]
    parts += _states(forecast)
    parts += _abilities(forecast)
    parts += _closing(forecast)
    return Group(*parts)


def _interrupted(forecast: Forecast) -> list[RenderableType]:
    if not forecast.unfinished:
        return []
    return [Paragraph(f"Interrupted: {forecast.fights:,} of {forecast.asked:,} fights are counted.", "yellow")]


def _endings(forecast: Forecast) -> list[RenderableType]:
    """How fights ended in the words of the rules, where a win, a loss or a draw is not all there is to say."""
    lines: list[RenderableType] = []
    for ending, share in list(forecast.endings.items())[:MOST_ENDINGS]:
        lines.append(Paragraph(f"  {ending} {interval(share)}", hang=4))
    return [Text("How fights ended", style="bold"), *lines] if len(lines) > 1 else []


def _band(forecast: Forecast) -> list[RenderableType]:
    """What becomes of the party, and how much of the result is the way of playing."""
    told = ", ".join(f"{words} {interval(forecast.measured(name))}" for name, words in COSTS.items())
    lines: list[RenderableType] = [Paragraph(f"The {forecast.party}: {told}.", hang=2)]
    if forecast.band is not None and not forecast.band.matters:
        lines.append(Paragraph(forecast.band.sentence, "dim", hang=2))
    return lines


def heading(forecast: Forecast) -> str:
    here = " from here" if forecast.setting.record is not None else ""
    tactics = ", ".join(f"{side} {name}" for side, name in forecast.tactics.items())
    return f"{forecast.name}{here} ({forecast.system}), tactics: {tactics}; {forecast.fights:,} fights, seed {forecast.seed}"


def _table(*columns: str, left: int = 1) -> Table:
    """A bare table; its first columns are words, the others figures that are not broken."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for place, name in enumerate(columns):
        table.add_column(name, justify="left" if place < left or not name else "right", no_wrap=place >= left)
    return table


def _results(forecast: Forecast) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, share, style in (
        ("wins", forecast.wins, "green"),
        ("losses", forecast.losses, "red"),
        ("draws", forecast.draws, "yellow"),
        ("unresolved", forecast.unresolved, "dim"),
    ):
        bar = "█" * round(share.value * BAR)
        table.add_row(name, f"{share.shown:>7}", Text(share.interval, style="dim"), Text(bar, style=style))
    return table


def interval(figure: Estimate) -> str:
    """A figure and its interval in a line of text."""
    if figure.exact:
        return f"{figure.shown} (exact)"
    if figure.share:
        return f"{100 * figure.value:.1f} % ({_ends(figure)})"
    return f"{figure.value:.1f} ({figure.low:.1f}-{figure.high:.1f})"


def _ends(share: Estimate) -> str:
    return f"{100 * share.low:.1f}-{100 * share.high:.1f}"


def _lengths(forecast: Forecast) -> list[RenderableType]:
    table = Table(box=None, pad_edge=False, show_header=False)
    rows = forecast.rounds()
    most = max((share.value for _, _, share in rows), default=1.0)
    for first, last, share in rows:
        name = str(first) if first == last else f"{first}-{last}"
        bar = "▇" * round(share.value / most * BAR) if most else ""
        table.add_row(name, f"{share.shown:>7}", Text(share.interval, style="dim"), Text(bar, style="cyan"))
    length = forecast.length
    said = f"mean {length.mean}; 10 % end by round {length.short}, 90 % by round {length.long}"
    return [Text("Rounds", style="bold"), table, Paragraph(said)]


def _figures(forecast: Forecast) -> list[str]:
    """What is left: hit points first, then what is so or not, then the rest."""
    names = {name for one in forecast.combatants for name in one.left}
    return sorted(names, key=lambda name: (name not in ("hp", "health"), not _is_share(forecast, name), name))


class _Combatants:
    """What becomes of each, and what is left: with as many columns as stand beside unbroken names, the rest in lines below."""

    def __init__(self, forecast: Forecast) -> None:
        self._forecast = forecast

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns, table = MOST_COLUMNS, _combatants(self._forecast, MOST_COLUMNS)
        while columns and table.__rich_measure__(console, options.update(max_width=1000)).maximum > options.max_width:
            columns -= 1
            table = _combatants(self._forecast, columns)
        yield table
        yield from _resources(self._forecast, columns)


def _combatants(forecast: Forecast, columns: int) -> Table:
    figures = _figures(forecast)[:columns]
    harm = any(one.dealt is not None or one.taken is not None for one in forecast.combatants)
    heads = [figure_heading(forecast, name).replace(" ", "\n") for name in figures]
    heads = [f"{head}, %" if _is_share(forecast, name) else head for head, name in zip(heads, figures, strict=True)]
    heads += [f"{forecast.measure}\ndealt", f"{forecast.measure}\ntaken"] if harm else []
    table = _table("combatant", "falls, %", *heads)
    table.columns[0].min_width = LEAST_NAME
    side = ""
    for one in forecast.combatants:
        if one.side != side:
            side = one.side
            table.add_row(Text(f"{side or 'of no side'}", style="dim"))
        table.add_row(
            Text(name_with_id(one)),
            plus_minus(one.falls),
            *(plus_minus(one.left.get(name)) for name in figures),
            *([plus_minus(one.dealt), plus_minus(one.taken)] if harm else []),
        )
    return table


def name_with_id(one: Combatant) -> str:
    """A combatant's name, and its id where that cannot be guessed from the name."""
    words = one.name.casefold().split()
    return one.name if all(part in words for part in re.split("[-_ ]", one.id.casefold())) else f"{one.name} ({one.id})"


def figure_heading(forecast: Forecast, name: str) -> str:
    """"hp left" for what is counted, "dead" for what is so or not."""
    return name if _is_share(forecast, name) else f"{name} left"


def _is_share(forecast: Forecast, name: str) -> bool:
    return any(name in one.left and one.left[name].share for one in forecast.combatants)


def plus_minus(figure: Estimate | None) -> str:
    """A figure for a table: a mean with how far its interval goes, a share (in percent) with its interval."""
    if figure is None:
        return "-"
    if figure.exact:
        return figure.shown
    if figure.share:
        return f"{100 * figure.value:.1f} ({_ends(figure)})"
    return f"{figure.value:.1f} ± {figure.reach:.1f}"


def usual_states(one: Combatant) -> str:
    """How it usually ends, the most frequent first."""
    return ", ".join(f"{word} {interval(share)}" for word, share in one.usual_states[:MOST_STATES])


def _resources(forecast: Forecast, columns: int) -> list[RenderableType]:
    """What more there is left than the table has columns for."""
    further = _figures(forecast)[columns:]
    lines: list[RenderableType] = [*_further_harm(forecast)]
    if not further:
        return lines
    lines += [Text(""), Text("What else is left (mean per fight)", style="bold")]
    for one in forecast.combatants:
        left = [f"{name} {interval(one.left[name])}" for name in further if name in one.left and one.left[name].value > 0]
        if left:
            lines.append(Paragraph(f"{one.name}: {', '.join(left)}", hang=2))
    return lines


def _further_harm(forecast: Forecast) -> list[RenderableType]:
    """Marks beside damage, where some have the one and some the other."""
    lines: list[RenderableType] = []
    for name in forecast.harms[1:]:
        lines += [Text(""), Text(f"{name.capitalize()} dealt and taken (mean per fight)", style="bold")]
        for one in forecast.combatants:
            dealt, taken = one.harm[name]
            if dealt.value or taken.value:
                lines.append(Paragraph(f"{one.name}: {interval(dealt)} dealt, {interval(taken)} taken", hang=2))
    return lines


def _states(forecast: Forecast) -> list[RenderableType]:
    if not any(one.usual_states for one in forecast.combatants):
        return []
    lines: list[RenderableType] = [Text(""), Text("How they end (share of fights)", style="bold")]
    return lines + [Paragraph(f"{one.name}: {usual_states(one)}", hang=2) for one in forecast.combatants if one.usual_states]


def uses(one: Combatant) -> str:
    """In what share of fights its abilities were used, the most used first."""
    return ", ".join(f"{name} {interval(share)}" for name, share in sorted(one.used.items(), key=lambda p: -p[1].value))


def _abilities(forecast: Forecast) -> list[RenderableType]:
    if not any(one.used or one.never for one in forecast.combatants):
        return []
    lines: list[RenderableType] = [Text(""), Text("What the tactics really used (share of fights)", style="bold")]
    for one in forecast.combatants:
        lines.append(Paragraph(f"{one.name}: {uses(one) or 'nothing'}", hang=2))
        if one.never:
            lines.append(Paragraph(f"  never: {', '.join(one.never)}", "yellow", hang=4))
    return lines


def _closing(forecast: Forecast) -> list[RenderableType]:
    picks = ", ".join(f"{name} {number}" for name, number in forecast.representative().items())
    lines: list[RenderableType] = [Text(""), Paragraph(f"Fights to watch: {picks}", "dim")]
    if forecast.stopped == "enough":
        lines.append(Paragraph(f"Stopped after {forecast.fights:,} of at most {forecast.asked:,} fights: narrow enough.", "dim"))
    said = f"Sampled, n = {forecast.fights:,} fights; what is in brackets and ± are 95 % intervals."
    return [*lines, Paragraph(said, "dim"), *made_by(forecast.command)]


def made_by(command: str) -> list[RenderableType]:
    """The command that makes a report again."""
    return [Paragraph(f"Again: {command}", "dim", hang=2)] if command else []


# -- the other results ------------------------------------------------------------------------------------------------------


def comparison_view(comparison: Comparison) -> RenderableType:
    parts: list[RenderableType] = [*_interrupted(comparison.forecasts[0])]
    for place, (name, one) in enumerate(zip(comparison.names, comparison.forecasts, strict=True)):
        parts.append(Paragraph(name, "bold", hang=2))
        table = Table(box=None, pad_edge=False, show_header=False)
        for measure in comparison.measures:
            apart = measure.points(comparison.differences[place - 1].by[measure.name]) if place else ""
            unit = " points" if apart and measure.percent else ""
            table.add_row(f"  {SHORT.get(measure.name, measure.name)}", measure.said(measure.of(one.tally)), Text(f"{apart}{unit}"))
        parts.append(table)
    lines = [Paragraph(difference.sentence) for difference in comparison.differences]
    first = comparison.forecasts[0]
    apart = f"the last column is the difference from {comparison.names[0]}"
    note = f"Sampled, {first.fights:,} fights each on the same dice, seed {first.seed}; intervals are 95 %; {apart}."
    return Group(*parts, Text(""), *lines, Paragraph(note, "dim"), *made_by(comparison.command))


def sweep_view(sweep: Sweep) -> RenderableType:
    widest = max(one.wins.reach for one in sweep.points.values())
    known = f"each share of wins is known to {100 * widest:.1f} points or better to either side (95 %)"
    lines: list[RenderableType] = []
    if sweep.unfinished:
        lines.append(Paragraph(f"Interrupted: {len(sweep.points)} of {sweep.wanted} points are done.", "yellow"))
    lines += _one_way(sweep) if len(sweep.axes) == 1 else _two_way(sweep)
    lines += [Text(""), Paragraph(sweep.sentence), Paragraph(f"Sampled, n = {sweep.fights:,} at each point; {known}.", "dim")]
    if sweep.refused:
        point, why = next(iter(sweep.refused.items()))
        said = ", ".join(str(value) for value in point)
        lines.append(Paragraph(f"{len(sweep.refused)} points could not be built, such as {said}: {why}", "yellow"))
    return Group(*lines, *made_by(sweep.command))


def _one_way(sweep: Sweep) -> list[RenderableType]:
    """A table for each measure: side by side they would not fit."""
    tables: list[RenderableType] = []
    for measure in sweep.measures:
        is_wins = measure.name == "wins"
        figures = ("wins", "95 %", "rounds", "") if is_wins else (SHORT.get(measure.name, measure.name),)
        table = _table(sweep.axes[0], *figures)
        for point, one in sweep.points.items():
            if is_wins:
                bar = Text("█" * round(one.wins.value * BAR / 2), style="green")
                table.add_row(Text(str(point[0])), one.wins.shown, one.wins.interval, plus_minus(one.length.mean), bar)
            else:
                table.add_row(Text(str(point[0])), measure.said(measure.of(one.tally)))
        tables += [*([Text("")] if tables else []), table]
    return tables


def _two_way(sweep: Sweep) -> list[RenderableType]:
    table = _table("", *(str(value) for value in sweep.values[1]))
    first = sweep.measures[0]
    for down in sweep.values[0]:
        cells = []
        for across in sweep.values[1]:
            one = sweep.points.get((down, across))
            cells.append(_shaded(first, one) if one is not None else Text("-", style="dim"))
        table.add_row(Text(str(down), style="bold"), *cells)
    return [Paragraph(f"{first.words}; down: {sweep.axes[0]}, across: {sweep.axes[1]}"), table]


def _shaded(measure: Measure, one: Forecast) -> Text:
    figure = measure.of(one.tally)
    shown = measure.said(figure).split(" (")[0]
    return Text(shown, style=_shade(figure.value)) if measure.name == "wins" else Text(shown)


def _shade(share: float) -> str:
    """A background from red over grey to green, and readable letters on it."""
    red, green = round(170 * (1 - share)), round(150 * share)
    return f"white on rgb({red},{green},70)"


def tuning_view(tuning: Tuning) -> RenderableType:
    parts: list[RenderableType] = [Paragraph(tuning.sentence, "bold"), Text("")]
    table = _table(*(one.label for one in tuning.parameters), tuning.measure.name, "n", left=0)
    for point, one in sorted(tuning.tries.items(), key=lambda pair: [(value is not None, value or 0) for value in pair[0]]):
        style = "bold green" if one is tuning.best else ""
        values = ["" if value is None else str(value) for value in point]
        table.add_row(*values, tuning.measure.said(one.figure), f"{one.figure.n:,}", style=style)
    note = f"Sampled, {tuning.fights:,} fights in all, every value on the same dice; intervals are 95 %; empty: as it is."
    return Group(*parts, table, Text(""), Paragraph(note, "dim"), *made_by(tuning.command))


def ranking_view(ranking: Ranking, most: int = 30) -> RenderableType:
    measure = ranking.measure
    table = _table("who", "change", f"{measure.name}{', points' if measure.percent else ''}", "clear", left=2)
    for one in ranking.levers[:most]:
        clear, style = ("yes", "") if one.clear else ("", "dim")
        table.add_row(Text(one.who), Text(one.change), measure.points(one.moved), clear, style=style)
    parts: list[RenderableType] = [Paragraph(ranking.sentence), Text(""), table]
    if len(ranking.levers) > most:
        parts.append(Text(f"... and {len(ranking.levers) - most} weaker ones.", style="dim"))
    strongest = ranking.by_combatant()
    if len(strongest) > 1:
        parts += [Text(""), Text("The strongest of each", style="bold")]
        parts += [Paragraph(f"{who}: {one.change}, {measure.points(one.moved)}", hang=2) for who, one in strongest.items()]
    if ranking.left_out:
        parts.append(Paragraph(f"{len(ranking.left_out)} could not be changed, such as {ranking.left_out[0]}", "dim"))
    as_it_is = f"as it is, the {ranking.base.party} win {ranking.base.wins}"
    note = f"Sampled, {ranking.base.fights:,} fights each on the same dice; intervals are 95 %; {as_it_is}."
    return Group(*parts, Paragraph(note, "dim"), *made_by(ranking.command))


def difficulty_view(found: Difficulty) -> RenderableType:
    return Paragraph(found.sentence)


VIEWS: dict[type[Finding], Callable[[Any], RenderableType]] = {
    Forecast: forecast_view,
    Comparison: comparison_view,
    Difficulty: difficulty_view,
    Sweep: sweep_view,
    Tuning: tuning_view,
    Ranking: ranking_view,
}
