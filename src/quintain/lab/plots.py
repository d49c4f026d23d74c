"""Charts of results, drawn with Altair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import altair as alt

from quintain.engine import Odds, Unavailable
from quintain.engine.display import percent_of
from quintain.engine.protocol_odds import OddsData
from quintain.lab.compare import Comparison
from quintain.lab.difficulty import Difficulty
from quintain.lab.finding import Finding
from quintain.lab.forecast import Forecast
from quintain.lab.intervals import Estimate
from quintain.lab.look import COLOURS, GRID, INK, SIDES, SOFT, WIDTH, Chart, data_of
from quintain.lab.measure import RESULTS
from quintain.lab.rank import Ranking
from quintain.lab.sweep import Sweep
from quintain.lab.tune import Tuning

MOST_FATES = 12
"""So many fates of one are drawn, the likeliest."""
Rows = list[dict[str, Any]]
SHARES = alt.Scale(domain=[0, 1])


def _row(name: str, figure: Estimate, times: float = 1, **more: object) -> dict[str, Any]:
    """A figure with its interval; `times` 100 for percentage points, -1 to the other side."""
    return {"name": name, "share": times * figure.value, "low": times * figure.low, "high": times * figure.high, **more}


def _by_name(rows: Rows, room: int = 280) -> alt.Chart:
    """A chart of rows with a name each, in their order from the top."""
    axis = alt.Axis(domain=False, ticks=False, labelPadding=8, labelLimit=room)
    return alt.Chart(data_of(rows)).encode(y=alt.Y("name:N", sort=[row["name"] for row in rows], title=None, axis=axis))


def _share_bars(base: alt.Chart, height: int, colour: alt.Color, thick: float, dx: int, text: str, size: int) -> Chart:
    """Bars of shares, each with its interval and its figure beside it."""
    x = alt.X("share:Q", scale=SHARES, axis=alt.Axis(format="%", tickCount=5), title=None)
    bars = base.mark_bar(height=height, cornerRadiusEnd=3).encode(x=x, color=colour)
    whiskers = base.mark_rule(strokeWidth=thick, color=INK).encode(x=alt.X("low:Q", scale=SHARES), x2="high:Q")
    labels = base.mark_text(align="left", dx=dx, color=text, fontSize=size).encode(x=alt.X("high:Q", scale=SHARES), text="label:N")
    return bars + whiskers + labels

# -- forecasts ----------------------------------------------------------------------------------------------------------------


def forecast_chart(forecast: Forecast) -> Chart:
    """All charts of a forecast, one below the other."""
    charts = [result_chart(forecast), length_chart(forecast), falls_chart(forecast)]
    damage = damage_chart(forecast)
    return alt.vconcat(*charts, *([damage] if damage is not None else []), spacing=28).resolve_scale(color="independent")


def result_chart(forecast: Forecast) -> Chart:
    shares = [(name, forecast.share(place)) for place, name in enumerate(RESULTS)]
    shown = [(name, one) for name, one in shares if one.value > 0 or name in ("win", "loss")]
    rows = [_row(name, one, label=f"{one.shown}  ({one.interval})") for name, one in shown]
    colour = alt.Color("name:N", scale=alt.Scale(domain=list(COLOURS), range=list(COLOURS.values())), legend=None)
    title = alt.TitleParams(
        f"How it ends for the {forecast.party}", subtitle=f"share of {forecast.fights:,} sampled fights, 95 % intervals"
    )
    return _share_bars(_by_name(rows), 20, colour, 2, 8, INK, 12).properties(width=WIDTH, height=34 * len(rows), title=title)


def length_chart(forecast: Forecast) -> Chart:
    counts: dict[tuple[int, int], int] = {}
    tally = forecast.tally
    for rounds, code in zip(tally.rounds, tally.codes, strict=True):
        counts[rounds, code] = counts.get((rounds, code), 0) + 1
    rows = [
        {"rounds": rounds, "result": RESULTS[code], "share": count / tally.n, "order": code}
        for (rounds, code), count in sorted(counts.items())
    ]
    present = [name for place, name in enumerate(RESULTS) if any(code == place for _, code in counts)]
    span = max(tally.rounds) - min(tally.rounds) + 1
    kind = "O" if span <= 30 else "Q"
    every: Any = alt.Scale(domain=list(range(min(tally.rounds), max(tally.rounds) + 1))) if kind == "O" else alt.Undefined
    chart = alt.Chart(data_of(rows)).mark_bar(cornerRadiusEnd=2).encode(
        x=alt.X(f"rounds:{kind}", title="rounds", scale=every, axis=alt.Axis(labelAngle=0, grid=False)),
        y=alt.Y("share:Q", title="share of fights", axis=alt.Axis(format="%", tickCount=4)),
        color=alt.Color("result:N", scale=alt.Scale(domain=present, range=[COLOURS[name] for name in present])),
        order="order:O",
    )  # fmt: skip
    length = forecast.length
    ends = f"half end by round {length.median}, nine in ten by round {length.long}"
    said = f"mean {length.mean.value:.1f} ± {length.mean.half:.2f} (95 %, n = {forecast.fights:,}); {ends}"
    return chart.properties(width=WIDTH, height=170, title=alt.TitleParams("How long it takes", subtitle=said))


def falls_chart(forecast: Forecast) -> Chart:
    rows = [
        _row(_unique_name(forecast, one.id), one.falls, side=one.side or "newcomers", label=one.falls.shown)
        for one in forecast.combatants
        if one.falls is not None
    ]
    sides = list(dict.fromkeys(str(row["side"]) for row in rows))
    colour = alt.Color("side:N", scale=alt.Scale(domain=sides, range=SIDES[: len(sides)]))
    said = f"share of {forecast.fights:,} sampled fights after which they are not up, 95 % intervals"
    title = alt.TitleParams("Who falls", subtitle=said)
    drawn = _share_bars(_by_name(rows), 12, colour, 1.5, 6, SOFT, 11)
    return drawn.properties(width=WIDTH, height=max(60, 20 * len(rows)), title=title)


def damage_chart(forecast: Forecast) -> Chart | None:
    rows = [
        _row(_unique_name(forecast, one.id), figure, times, what=what)
        for one in forecast.combatants
        for what, figure, times in (("deals", one.dealt, 1), ("takes", one.taken, -1))
        if figure is not None
    ]
    if not rows:
        return None
    base = _by_name(rows)
    axis = alt.Axis(labelExpr="abs(datum.value)", tickCount=7)
    bars = base.mark_bar(height=12).encode(
        x=alt.X("share:Q", title="per fight; taken to the left, dealt to the right", axis=axis),
        color=alt.Color("what:N", scale=alt.Scale(domain=["takes", "deals"], range=["#c9a53b", "#5aa469"])),
    )
    whiskers = base.mark_rule(strokeWidth=1.5, color=INK).encode(x="low:Q", x2="high:Q")
    names = len({row["name"] for row in rows})
    said = f"mean per fight, {forecast.fights:,} sampled fights, 95 % intervals"
    title = alt.TitleParams(f"{forecast.measure.capitalize()} dealt and taken", subtitle=said)
    return (bars + whiskers).properties(width=WIDTH, height=max(60, 20 * names), title=title)


def _unique_name(forecast: Forecast, id: str) -> str:
    one = forecast.of(id)
    same = sum(1 for other in forecast.combatants if other.name == one.name)
    return one.name if same == 1 else f"{one.name} ({id})"


# -- the other results ------------------------------------------------------------------------------------------------------


def comparison_chart(comparison: Comparison) -> Chart:
    named = zip(comparison.names, comparison.forecasts, strict=True)
    wins = [_row(name, one.wins, label=one.wins.shown) for name, one in named]
    title = alt.TitleParams("Wins", subtitle=f"{comparison.forecasts[0].fights:,} fights each on the same dice, 95 % intervals")
    above = _dots(wins, "%", title)
    differences = [_row(one.other_name, one.wins, 100, label=f"{100 * one.wins.value:+.1f}") for one in comparison.differences]
    apart = alt.TitleParams(f"Difference from {comparison.names[0]}", subtitle="percentage points, 95 % intervals")
    below = _dots(differences, "", apart, True)
    return alt.vconcat(above, below, spacing=26)


def difficulty_chart(found: Difficulty) -> Chart:
    named = (("the party wins", found.wins), ("somebody down", found.falls), ("somebody dies", found.dies))
    rows = [_row(name, one, label=one.shown) for name, one in named]
    return _dots(rows, "%", alt.TitleParams(found.word, subtitle=f"{found.wins.n:,} fights, 95 % intervals"))


def odds_chart(found: Odds) -> Chart:
    """How likely each thing is, exact or with its interval; where something is unknown, from the lowest to the highest it can be."""
    data = cast(OddsData, found.as_data())
    rows = []
    for one in data["chances"]:
        low, high, more = one["low"], one["high"], one.get("plus_minus", 0.0)
        ends = {"low": max(0.0, low - more), "high": min(1.0, high + more)}
        rows.append({"name": one["label"], "share": (low + high) / 2, **ends, "label": percent_of(low, high)})
    fates = [
        {"name": f"{one['name']}: {fate['text']}", "share": share, "low": share, "high": share, "label": percent_of(share)}
        for one in data["fates"]
        for fate in one["outcomes"][:MOST_FATES]
        for share in (fate["share"],)
    ]
    if not rows and not fates:
        raise Unavailable(f"there is nothing to draw: {data['note'] or 'no dice follow'}.")
    sampled = f"sampled, n = {found.sampled:,}, 95 % intervals" if found.sampled else "exact"
    open_ = f"; not known: {', '.join(data['unknown'])}" if data["unknown"] else ""
    parts = [_dots(rows, "%", alt.TitleParams("Chances", subtitle=f"{sampled}{open_}"))] if rows else []
    parts += [_dots(fates, "%", alt.TitleParams("What becomes of whom"))] if fates else []
    return alt.vconcat(*parts, spacing=26)


def _dots(rows: Rows, form: str, title: alt.TitleParams, zero: bool = False) -> Chart:
    """A dot with its interval for each row."""
    low, high = min(row["low"] for row in rows), max(row["high"] for row in rows)
    domain = [min(low, 0) * 1.1 - 0.5, max(high, 0) * 1.1 + 0.5] if zero else [0, 1]
    scale = alt.Scale(domain=domain)
    base = _by_name(rows)
    lines = base.mark_rule(strokeWidth=3, color=COLOURS["win"]).encode(
        x=alt.X("low:Q", scale=scale, title=None, axis=_signed() if zero else alt.Axis(format=form, tickCount=6)), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=90, color=COLOURS["win"], opacity=1).encode(x=alt.X("share:Q", scale=scale))
    labels = base.mark_text(align="left", dx=8, color=INK).encode(x=alt.X("high:Q", scale=scale), text="label:N")
    layers = [lines, dots, labels]
    if zero:
        layers.insert(0, alt.Chart(data_of([{"at": 0}])).mark_rule(color=SOFT, strokeDash=[3, 3]).encode(x=alt.X("at:Q", scale=scale)))
    return alt.layer(*layers).properties(width=WIDTH, height=34 * len(rows), title=title)


def _signed() -> alt.Axis:
    """An axis of differences: what is more has a plus, nothing has no sign."""
    return alt.Axis(tickCount=6, labelExpr="(datum.value > 0 ? '+' : '') + datum.label")


def sweep_chart(sweep: Sweep) -> Chart:
    return _line(sweep) if len(sweep.axes) == 1 else _heat(sweep)


def _line(sweep: Sweep) -> Chart:
    first = sweep.measures[0]
    rows = [_row("", first.of(one.tally), value=point[0]) for point, one in sweep.points.items()]
    kind = "Q" if all(isinstance(row["value"], int | float) for row in rows) else "N"
    x = alt.X(f"value:{kind}", title=sweep.axes[0], scale=alt.Scale(zero=False) if kind == "Q" else alt.Undefined)
    scale = SHARES if first.share else alt.Undefined
    y = alt.Y("share:Q", title=first.name, scale=scale, axis=alt.Axis(format="%") if first.share else alt.Undefined)
    base = alt.Chart(data_of(rows)).encode(x=x)
    band = base.mark_area(opacity=0.25, color=COLOURS["win"]).encode(y="low:Q", y2="high:Q")
    if kind == "N":
        band = base.mark_rule(strokeWidth=3, color=COLOURS["win"]).encode(y="low:Q", y2="high:Q")
    line = base.mark_line(color=COLOURS["win"], point=alt.OverlayMarkDef(filled=True, size=50)).encode(y=y)
    return (band + line).properties(width=WIDTH, height=260, title=_sweep_title(sweep))


def _heat(sweep: Sweep) -> Chart:
    first = sweep.measures[0]
    values = {point: first.of(one.tally).value for point, one in sweep.points.items()}
    rows = [
        {"down": str(a), "across": str(b), "share": value, "label": f"{100 * value:.0f}" if first.share else f"{value:.1f}"}
        for (a, b), value in values.items()
    ]
    cell = max(34, min(70, WIDTH // max(1, len(sweep.values[1]))))
    base = alt.Chart(data_of(rows)).encode(
        x=alt.X("across:N", sort=[str(value) for value in sweep.values[1]], title=sweep.axes[1], axis=alt.Axis(labelAngle=0)),
        y=alt.Y("down:N", sort=[str(value) for value in sweep.values[0]], title=sweep.axes[0]),
    )
    ends = (0.0, 1.0) if first.share else (min(values.values()), max(values.values()))
    middle, width = sum(ends) / 2, ends[1] - ends[0]
    colours = alt.Scale(domain=[ends[0], middle, ends[1]], range=["#d9722e", "#ece6da", "#3a80bd"], interpolate="rgb")
    legend = alt.Legend(format="%" if first.share else ".1f", orient="right", gradientLength=140)
    squares = base.mark_rect().encode(color=alt.Color("share:Q", scale=colours, legend=legend))
    dark = f"datum.share > {ends[0] + 0.82 * width} || datum.share < {ends[0] + 0.12 * width}"
    labels = base.mark_text(fontSize=12).encode(
        text="label:N", color=alt.condition(dark, alt.value("#ffffff"), alt.value("#1d2430"))
    )
    size = {"width": cell * len(sweep.values[1]), "height": 34 * len(sweep.values[0])}
    return (squares + labels).properties(**size, title=_sweep_title(sweep))


def _sweep_title(sweep: Sweep) -> alt.TitleParams:
    said = f"{sweep.fights:,} fights at each point on the same dice; 95 % intervals"
    first = sweep.measures[0]
    title = f"Wins of the {sweep.party}, %" if first.name == "wins" else f"{first.words[:1].upper()}{first.words[1:]}"
    return alt.TitleParams(title, subtitle=said)


def tuning_chart(tuning: Tuning) -> Chart:
    """What each value tried gave, with the target."""
    rows = [_row("", one.figure, value=one.point[tuning.axis], best=one is tuning.best) for one in tuning.along()]
    measure = tuning.measure
    label = tuning.parameters[tuning.axis].label
    scale = SHARES if measure.share else alt.Scale(zero=False)
    base = alt.Chart(data_of(rows)).encode(x=alt.X("value:Q", title=label, scale=alt.Scale(zero=False), axis=alt.Axis(tickMinStep=1)))
    goal = alt.Chart(data_of([{"at": tuning.target}])).mark_rule(color=COLOURS["loss"], strokeDash=[5, 4]).encode(
        y=alt.Y("at:Q", scale=scale)
    )  # fmt: skip
    axis = alt.Axis(format="%") if measure.share else alt.Undefined
    line = base.mark_line(color=GRID).encode(y=alt.Y("share:Q", scale=scale, title=measure.name, axis=axis))
    bars = base.mark_rule(strokeWidth=2, color=COLOURS["win"]).encode(y=alt.Y("low:Q", scale=scale), y2="high:Q")
    dots = base.mark_point(filled=True, opacity=1).encode(
        y=alt.Y("share:Q", scale=scale),
        size=alt.condition("datum.best", alt.value(170), alt.value(50)),
        color=alt.condition("datum.best", alt.value(COLOURS["loss"]), alt.value(COLOURS["win"])),
    )
    title = alt.TitleParams(tuning.named(tuning.best.point), subtitle=f"wanted {tuning.wanted}; 95 % intervals, all on the same dice")
    return alt.vconcat((goal + line + bars + dots).properties(width=WIDTH, height=240, title=title))


def ranking_chart(ranking: Ranking, most: int = 20) -> Chart:
    """A tornado: the strongest levers, each with its interval."""
    measure = ranking.measure
    times = 100 if measure.share else 1
    points = f"wins of the {ranking.base.party}, percentage points" if measure.name == "wins" else measure.words
    rows = [
        _row(f"{one.who}: {one.change}", one.moved, times, kind=one.kind, sure=1.0 if one.clear else 0.35)
        for one in ranking.levers[:most]
    ]
    base = _by_name(rows, 460)
    kinds = alt.Scale(domain=["figure", "ability"], range=[COLOURS["win"], "#5aa469"])
    bars = base.mark_bar(height=13).encode(
        x=alt.X("share:Q", axis=_signed(), title=points),
        color=alt.Color("kind:N", scale=kinds),
        opacity=alt.Opacity("sure:Q", scale=None),
    )
    whiskers = base.mark_rule(strokeWidth=1.5, color=INK).encode(x="low:Q", x2="high:Q")
    said = f"{ranking.base.fights:,} fights each on the same dice, 95 % intervals; pale: may be chance"
    title = alt.TitleParams("What moves the result most", subtitle=said)
    return (bars + whiskers).properties(width=WIDTH, height=max(60, 22 * len(rows)), title=title)


CHARTS: dict[type[Finding], Callable[[Any], Chart]] = {
    Forecast: forecast_chart,
    Comparison: comparison_chart,
    Difficulty: difficulty_chart,
    Sweep: sweep_chart,
    Tuning: tuning_chart,
    Ranking: ranking_chart,
}
