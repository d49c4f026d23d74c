"""Results in the terminal."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from quintain.lab.forecast import Combatant, Forecast
from quintain.lab.intervals import Estimate

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
    for name in ["falls", *(f"{name} left" for name in figures), "damage", "taken"]:
        table.add_column(name, justify="right")
    table.add_column("states at the end")
    for one in forecast.combatants:
        table.add_row(
            one.name if one.name.lower() == one.id.lower() else f"{one.name} ({one.id})",
            one.side,
            one.falls.shown,
            *(_plus_minus(one.left.get(name)) for name in figures),
            _plus_minus(one.dealt),
            _plus_minus(one.taken),
            _states(one),
        )
    return table


def _figure_order(name: str) -> tuple[int, str]:
    return (0 if name in ("hp", "share") else 1, name)


def _plus_minus(figure: Estimate | None) -> str:
    if figure is None:
        return ""
    return f"{figure.value:.1f} ± {figure.half:.1f}"


def _states(one: Combatant) -> str:
    shown = []
    for words in one.states.values():
        often = sorted(words.items(), key=lambda pair: -pair[1].value)
        shown += [f"{word} {share.shown}" for word, share in often[:3] if word]
    return ", ".join(shown)


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
