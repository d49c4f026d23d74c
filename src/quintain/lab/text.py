"""Results in the terminal."""

from __future__ import annotations

import re
import textwrap

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from quintain.lab.compare import Comparison
from quintain.lab.forecast import Combatant, Forecast
from quintain.lab.intervals import Estimate
from quintain.lab.rank import Ranking
from quintain.lab.sweep import Sweep
from quintain.lab.tune import Tuning

BAR = 40
MOST_STATES = 4
MOST_COLUMNS = 2
"""Of what is left, so many figures have columns of their own; 80 characters have no room for more."""


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
    console = Console(width=width, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as caught:
        console.print(shown)
    return "\n".join(line.rstrip() for line in caught.get().rstrip().splitlines())


def forecast_text(forecast: Forecast) -> str:
    return as_text(forecast_view(forecast))


def forecast_view(forecast: Forecast) -> RenderableType:
    """The report of a forecast."""
    parts: list[RenderableType] = [Paragraph(heading(forecast), "bold"), Paragraph(forecast.sentence), Text("")]
    parts.append(_results(forecast))
    if forecast.solved is not None:
        parts.append(Paragraph(forecast.solved.sentence, "bold"))
    if forecast.budget:
        parts.append(Paragraph(f"The book's own estimate (exact): {forecast.budget}. Measured: {forecast.wins} wins."))
    parts += [Text(""), *_lengths(forecast), Text(""), _combatants(forecast)]
    parts += _resources(forecast)
    parts += _states(forecast)
    parts += _abilities(forecast)
    parts += _closing(forecast)
    return Group(*parts)


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


def _combatants(forecast: Forecast) -> Table:
    figures = _figures(forecast)[:MOST_COLUMNS]
    harm = any(one.dealt is not None or one.taken is not None for one in forecast.combatants)
    heads = [figure_heading(forecast, name).replace(" ", "\n") for name in figures]
    heads += [f"{forecast.measure}\ndealt", f"{forecast.measure}\ntaken"] if harm else []
    table = _table("combatant", "falls", *heads)
    side = ""
    for one in forecast.combatants:
        if one.side != side:
            side = one.side
            table.add_row(Text(f"{side or 'of no side'}", style="dim"))
        table.add_row(
            called(one),
            plus_minus(one.falls),
            *(plus_minus(one.left.get(name)) for name in figures),
            *([plus_minus(one.dealt), plus_minus(one.taken)] if harm else []),
        )
    return table


def called(one: Combatant) -> str:
    """A combatant's name, and its id where that cannot be guessed from the name."""
    words = one.name.casefold().split()
    return one.name if all(part in words for part in re.split("[-_ ]", one.id.casefold())) else f"{one.name} ({one.id})"


def figure_heading(forecast: Forecast, name: str) -> str:
    """"hp left" for what is counted, "dead" for what is so or not."""
    return name if _is_share(forecast, name) else f"{name} left"


def _is_share(forecast: Forecast, name: str) -> bool:
    return any(name in one.left and one.left[name].share for one in forecast.combatants)


def plus_minus(figure: Estimate | None) -> str:
    """A figure with half the width of its interval."""
    if figure is None:
        return ""
    if figure.exact:
        return figure.shown
    if figure.share:
        return f"{100 * figure.value:.1f} ± {100 * figure.half:.1f} %"
    return f"{figure.value:.1f} ± {figure.half:.1f}"


def usual_states(one: Combatant) -> str:
    """How it usually ends, the most frequent first."""
    return ", ".join(f"{word} {plus_minus(share)}" for word, share in one.usual_states[:MOST_STATES])


def _resources(forecast: Forecast) -> list[RenderableType]:
    """What more there is left than the table has columns for."""
    further = _figures(forecast)[MOST_COLUMNS:]
    if not further:
        return []
    lines: list[RenderableType] = [Text(""), Text("What else is left (mean per fight)", style="bold")]
    for one in forecast.combatants:
        left = [f"{name} {plus_minus(one.left[name])}" for name in further if name in one.left and one.left[name].high > 0]
        if left:
            lines.append(Paragraph(f"{one.name}: {', '.join(left)}", hang=2))
    return lines


def _states(forecast: Forecast) -> list[RenderableType]:
    if not any(one.usual_states for one in forecast.combatants):
        return []
    lines: list[RenderableType] = [Text(""), Text("How they end (share of fights)", style="bold")]
    return lines + [Paragraph(f"{one.name}: {usual_states(one)}", hang=2) for one in forecast.combatants if one.usual_states]


def uses(one: Combatant) -> str:
    """In what share of fights its abilities were used, the most used first."""
    return ", ".join(f"{name} {plus_minus(share)}" for name, share in sorted(one.used.items(), key=lambda p: -p[1].value))


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
    if forecast.stopped == "interrupted":
        lines.append(Paragraph(f"Interrupted: {forecast.fights:,} of {forecast.asked:,} fights are counted.", "yellow"))
    elif forecast.stopped == "enough":
        lines.append(Paragraph(f"Stopped after {forecast.fights:,} of at most {forecast.asked:,} fights: narrow enough.", "dim"))
    said = f"Sampled, n = {forecast.fights:,} fights; intervals and ± are 95 % (Wilson for shares, normal for means)."
    return [*lines, Paragraph(said, "dim")]


# -- the other results ------------------------------------------------------------------------------------------------------


def comparison_text(comparison: Comparison) -> str:
    return as_text(comparison_view(comparison))


def comparison_view(comparison: Comparison) -> RenderableType:
    table = _table("", "wins", "losses", "rounds", "difference, points")
    for place, (name, one) in enumerate(zip(comparison.names, comparison.forecasts, strict=True)):
        difference = points(comparison.differences[place - 1].wins) if place else ""
        table.add_row(name, plus_minus(one.wins), plus_minus(one.losses), plus_minus(one.length.mean), difference)
    lines = [Paragraph(difference.sentence) for difference in comparison.differences]
    first = comparison.forecasts[0]
    note = f"Sampled, {first.fights:,} fights each on the same dice, seed {first.seed}; intervals and ± are 95 %."
    return Group(table, Text(""), *lines, Paragraph(note, "dim"))


def points(difference: Estimate) -> str:
    """A difference of shares in percentage points, with its interval."""
    return f"{100 * difference.value:+.1f} ({100 * difference.low:+.1f} to {100 * difference.high:+.1f})"


def sweep_text(sweep: Sweep) -> str:
    return as_text(sweep_view(sweep))


def sweep_view(sweep: Sweep) -> RenderableType:
    widest = max(one.wins.half for one in sweep.points.values())
    known = f"each share of wins is known to ± {100 * widest:.1f} points or better (95 %)"
    lines: list[RenderableType] = _one_way(sweep) if len(sweep.axes) == 1 else _two_way(sweep)
    lines += [Text(""), Paragraph(sweep.sentence), Paragraph(f"Sampled, n = {sweep.fights:,} at each point; {known}.", "dim")]
    if sweep.refused:
        point, why = next(iter(sweep.refused.items()))
        said = ", ".join(str(value) for value in point)
        lines.append(Paragraph(f"{len(sweep.refused)} points could not be built, such as {said}: {why}", "yellow"))
    return Group(*lines)


def _one_way(sweep: Sweep) -> list[RenderableType]:
    table = _table(sweep.axes[0], "wins", "95 %", "rounds", "")
    for point, one in sweep.points.items():
        bar = Text("█" * round(one.wins.value * BAR / 2), style="green")
        table.add_row(str(point[0]), one.wins.shown, one.wins.interval, plus_minus(one.length.mean), bar)
    return [table]


def _two_way(sweep: Sweep) -> list[RenderableType]:
    table = _table("", *(str(value) for value in sweep.values[1]))
    for down in sweep.values[0]:
        cells = []
        for across in sweep.values[1]:
            one = sweep.points.get((down, across))
            cells.append(Text(one.wins.shown, style=_shade(one.wins.value)) if one is not None else Text("-", style="dim"))
        table.add_row(Text(str(down), style="bold"), *cells)
    return [Paragraph(f"wins; down: {sweep.axes[0]}, across: {sweep.axes[1]}"), table]


def _shade(share: float) -> str:
    """A background from red over grey to green, and readable letters on it."""
    red, green = round(170 * (1 - share)), round(150 * share)
    return f"white on rgb({red},{green},70)"


def tuning_text(tuning: Tuning) -> str:
    return as_text(tuning_view(tuning))


def tuning_view(tuning: Tuning) -> RenderableType:
    parts: list[RenderableType] = [Paragraph(tuning.sentence, "bold"), Text("")]
    for answer in [*tuning.answers, *tuning.others]:
        table = Table(box=None, pad_edge=False, title=answer.parameter.label, title_justify="left", header_style="bold")
        for name in ("value", "wins", "95 %", "n"):
            table.add_column(name, justify="right")
        for value, one in sorted(answer.tries.items()):
            style = "bold green" if one is answer.best else ""
            table.add_row(str(value), one.wins.shown, one.wins.interval, f"{one.wins.n:,}", style=style)
        parts += [table, Text("")]
    parts.append(Paragraph(f"Sampled, {tuning.fights:,} fights in all, every value on the same dice; intervals are 95 %.", "dim"))
    return Group(*parts)


def ranking_text(ranking: Ranking) -> str:
    return as_text(ranking_view(ranking))


def ranking_view(ranking: Ranking, most: int = 30) -> RenderableType:
    table = _table("who", "change", "wins, points", "clear", left=2)
    for one in ranking.levers[:most]:
        clear, style = ("yes", "") if one.clear else ("", "dim")
        table.add_row(one.who, one.change, points(one.wins), clear, style=style)
    parts: list[RenderableType] = [Paragraph(ranking.sentence), Text(""), table]
    if len(ranking.levers) > most:
        parts.append(Text(f"... and {len(ranking.levers) - most} weaker ones.", style="dim"))
    strongest = ranking.by_combatant()
    if len(strongest) > 1:
        parts += [Text(""), Text("The strongest of each", style="bold")]
        parts += [Paragraph(f"{who}: {one.change}, {points(one.wins)}", hang=2) for who, one in strongest.items()]
    if ranking.left_out:
        parts.append(Paragraph(f"{len(ranking.left_out)} could not be changed, such as {ranking.left_out[0]}", "dim"))
    as_it_is = f"as it is, the {ranking.base.party} win {ranking.base.wins}"
    note = f"Sampled, {ranking.base.fights:,} fights each on the same dice; intervals are 95 %; {as_it_is}."
    return Group(*parts, Paragraph(note, "dim"))
