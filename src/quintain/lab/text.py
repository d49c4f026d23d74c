"""Results in the terminal."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from quintain.lab.compare import Comparison
from quintain.lab.forecast import Combatant, Forecast
from quintain.lab.intervals import Estimate
from quintain.lab.rank import Ranking
from quintain.lab.sweep import Sweep
from quintain.lab.tune import Tuning

BAR = 40


def as_text(shown: RenderableType, width: int = 110) -> str:
    """A renderable as plain text."""
    console = Console(width=width, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as caught:
        console.print(shown)
    return caught.get().rstrip()


def forecast_text(forecast: Forecast) -> str:
    return as_text(forecast_view(forecast))


def forecast_view(forecast: Forecast) -> RenderableType:
    """The report of a forecast."""
    parts: list[RenderableType] = [Text(heading(forecast), style="bold"), Text(forecast.sentence), Text("")]
    parts.append(_results(forecast))
    if forecast.budget:
        parts.append(Text(f"The book's own estimate: {forecast.budget}. Measured: {forecast.wins.shown} wins."))
    parts += [Text(""), _lengths(forecast), Text(""), _combatants(forecast)]
    parts += _abilities(forecast)
    parts += _closing(forecast)
    return Group(*parts)


def heading(forecast: Forecast) -> str:
    here = " from here" if forecast.setting.record is not None else ""
    tactics = ", ".join(f"{side} {name}" for side, name in forecast.tactics.items())
    return f"{forecast.name}{here} ({forecast.system}), tactics: {tactics}; {forecast.fights:,} fights, seed {forecast.seed}"


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


def _lengths(forecast: Forecast) -> Table:
    table = Table(box=None, pad_edge=False, title="Rounds", title_justify="left", show_header=False)
    histogram = forecast.length.histogram
    most = max(histogram.values(), default=1)
    for rounds, count in _folded(histogram):
        table.add_row(rounds, f"{100 * count / forecast.fights:5.1f} %", Text("▇" * round(count / most * BAR), style="cyan"))
    table.caption = f"mean {forecast.length.mean}; 10 % end by round {forecast.length.short}, 90 % by round {forecast.length.long}"
    table.caption_justify = "left"
    return table


def _folded(histogram: dict[int, int], most: int = 16) -> list[tuple[str, int]]:
    """A histogram in at most so many rows."""
    if not histogram:
        return []
    low, high = min(histogram), max(histogram)
    width = (high - low) // most + 1
    rows: list[tuple[str, int]] = []
    for start in range(low, high + 1, width):
        count = sum(histogram.get(value, 0) for value in range(start, start + width))
        rows.append((str(start) if width == 1 else f"{start}-{start + width - 1}", count))
    return rows


def _combatants(forecast: Forecast) -> Table:
    figures = sorted({name for one in forecast.combatants for name in one.left}, key=_figure_order)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("combatant")
    table.add_column("side")
    damage = any(one.dealt is not None or one.taken is not None for one in forecast.combatants)
    for name in ["falls", *(figure_heading(forecast, name) for name in figures), *(["damage", "taken"] if damage else [])]:
        table.add_column(name, justify="right")
    table.add_column("states at the end")
    for one in forecast.combatants:
        table.add_row(
            one.name if one.name.lower() == one.id.lower() else f"{one.name} ({one.id})",
            one.side,
            one.falls.shown,
            *(_plus_minus(one.left.get(name)) for name in figures),
            *([_plus_minus(one.dealt), _plus_minus(one.taken)] if damage else []),
            _states(one),
        )
    return table


def figure_heading(forecast: Forecast, name: str) -> str:
    """"hp left" for what is counted, "dead" for what is so or not."""
    is_share = any(name in one.left and one.left[name].share for one in forecast.combatants)
    return name if is_share else f"{name} left"


def _figure_order(name: str) -> tuple[int, str]:
    return (0 if name == "hp" else 1, name)


def _plus_minus(figure: Estimate | None) -> str:
    if figure is None:
        return ""
    if figure.share:
        return figure.shown
    return f"{figure.value:.1f} ± {figure.half:.1f}"


def _states(one: Combatant) -> str:
    return ", ".join(f"{word} {share.shown}" for word, share in one.usual_states[:3])


def _abilities(forecast: Forecast) -> list[RenderableType]:
    if not any(one.used or one.never for one in forecast.combatants):
        return []
    lines: list[RenderableType] = [Text(""), Text("What the tactics really used (share of fights)", style="bold")]
    for one in forecast.combatants:
        used = ", ".join(f"{name} {share.shown}" for name, share in sorted(one.used.items(), key=lambda p: -p[1].value))
        line = Text(f"{one.name}: {used or 'nothing'}")
        if one.never:
            line.append(f"; never {', '.join(one.never)}", style="yellow")
        lines.append(line)
    return lines


def _closing(forecast: Forecast) -> list[RenderableType]:
    picks = ", ".join(f"{name} {number}" for name, number in forecast.representative().items())
    lines: list[RenderableType] = [Text(""), Text(f"Fights to watch: {picks}", style="dim")]
    if forecast.stopped == "interrupted":
        lines.append(Text(f"Interrupted: {forecast.fights:,} of {forecast.asked:,} fights are counted.", style="yellow"))
    elif forecast.stopped == "enough":
        lines.append(Text(f"Stopped after {forecast.fights:,} of at most {forecast.asked:,} fights: narrow enough.", style="dim"))
    lines.append(Text("Sampled; intervals are 95 % (Wilson for shares, normal for means).", style="dim"))
    return lines


# -- the other results ------------------------------------------------------------------------------------------------------


def comparison_text(comparison: Comparison) -> str:
    return as_text(comparison_view(comparison))


def comparison_view(comparison: Comparison) -> RenderableType:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for name in ("wins", "95 %", "losses", "rounds", "difference", "95 %"):
        table.add_column(name, justify="right")
    for place, (name, one) in enumerate(zip(comparison.names, comparison.forecasts, strict=True)):
        difference = comparison.differences[place - 1] if place else None
        table.add_row(
            name,
            one.wins.shown,
            one.wins.interval,
            one.losses.shown,
            f"{one.length.mean.value:.1f}",
            f"{100 * difference.wins.value:+.1f}" if difference else "",
            f"{100 * difference.wins.low:+.1f} to {100 * difference.wins.high:+.1f}" if difference else "",
        )
    lines = [Text(difference.sentence) for difference in comparison.differences]
    note = f"Sampled, {comparison.forecasts[0].fights:,} fights each on the same dice, seed {comparison.forecasts[0].seed}."
    return Group(table, Text(""), *lines, Text(note, style="dim"))


def sweep_text(sweep: Sweep) -> str:
    return as_text(sweep_view(sweep))


def sweep_view(sweep: Sweep) -> RenderableType:
    shown = _one_way(sweep) if len(sweep.axes) == 1 else _two_way(sweep)
    lines: list[RenderableType] = [shown, Text(""), Text(sweep.sentence)]
    widest = max(one.wins.half for one in sweep.points.values())
    lines.append(Text(f"Sampled; each share is known to ± {100 * widest:.1f} points or better (95 %).", style="dim"))
    if sweep.refused:
        point, why = next(iter(sweep.refused.items()))
        said = ", ".join(str(value) for value in point)
        lines.append(Text(f"{len(sweep.refused)} points could not be built, such as {said}: {why}", style="yellow"))
    return Group(*lines)


def _one_way(sweep: Sweep) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in (sweep.axes[0], "wins", "95 %", "rounds", ""):
        table.add_column(name, justify="left" if not name else "right")
    for point, one in sweep.points.items():
        bar = Text("█" * round(one.wins.value * BAR), style="green")
        table.add_row(str(point[0]), one.wins.shown, one.wins.interval, f"{one.length.mean.value:.1f}", bar)
    return table


def _two_way(sweep: Sweep) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", title=f"wins; down: {sweep.axes[0]}, across: {sweep.axes[1]}")
    table.title_justify = "left"
    table.add_column("")
    for value in sweep.values[1]:
        table.add_column(str(value), justify="right")
    for down in sweep.values[0]:
        cells = []
        for across in sweep.values[1]:
            one = sweep.points.get((down, across))
            cells.append(Text(one.wins.shown, style=_shade(one.wins.value)) if one is not None else Text("-", style="dim"))
        table.add_row(Text(str(down), style="bold"), *cells)
    return table


def _shade(share: float) -> str:
    """A background from red over grey to green, and readable letters on it."""
    red, green = round(170 * (1 - share)), round(150 * share)
    return f"white on rgb({red},{green},70)"


def tuning_text(tuning: Tuning) -> str:
    return as_text(tuning_view(tuning))


def tuning_view(tuning: Tuning) -> RenderableType:
    parts: list[RenderableType] = [Text(tuning.sentence, style="bold"), Text("")]
    for answer in [*tuning.answers, *tuning.others]:
        table = Table(box=None, pad_edge=False, title=answer.parameter.label, title_justify="left", header_style="bold")
        for name in ("value", "wins", "95 %", "n"):
            table.add_column(name, justify="right")
        for value, one in sorted(answer.tries.items()):
            style = "bold green" if one is answer.best else ""
            table.add_row(str(value), one.wins.shown, one.wins.interval, f"{one.wins.n:,}", style=style)
        parts += [table, Text("")]
    parts.append(Text(f"Sampled; {tuning.fights:,} fights in all, every value on the same dice.", style="dim"))
    return Group(*parts)


def ranking_text(ranking: Ranking) -> str:
    return as_text(ranking_view(ranking))


def ranking_view(ranking: Ranking, most: int = 40) -> RenderableType:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("who", "change"):
        table.add_column(name)
    for name in ("wins, points", "95 %", "clear"):
        table.add_column(name, justify="right")
    for one in ranking.levers[:most]:
        points = f"{100 * one.wins.value:+.1f}"
        interval = f"{100 * one.wins.low:+.1f} to {100 * one.wins.high:+.1f}"
        clear, style = ("yes", "") if one.effect.clear else ("", "dim")
        table.add_row(one.who, one.change, points, interval, clear, style=style)
    parts: list[RenderableType] = [Text(ranking.sentence), Text(""), table]
    if len(ranking.levers) > most:
        parts.append(Text(f"... and {len(ranking.levers) - most} weaker ones.", style="dim"))
    if ranking.left_out:
        parts.append(Text(f"{len(ranking.left_out)} could not be changed, such as {ranking.left_out[0]}", style="dim"))
    as_it_is = f"as it is, the {ranking.base.party} win {ranking.base.wins}"
    return Group(*parts, Text(f"Sampled, {ranking.base.fights:,} fights each on the same dice; {as_it_is}.", style="dim"))
