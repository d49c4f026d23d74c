"""Charts of results, drawn with Altair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import altair as alt

from quintain.engine import Odds, Unavailable
from quintain.engine.display import percent_of
from quintain.engine.protocol_odds import OddsData
from quintain.lab.compare import Comparison
from quintain.lab.difficulty import Difficulty
from quintain.lab.finding import Finding
from quintain.lab.forecast import Forecast
from quintain.lab.look import COLOURS, GRID, INK, SIDES, SOFT, WIDTH, Chart, data_of, names_axis
from quintain.lab.measure import RESULTS
from quintain.lab.rank import Ranking
from quintain.lab.sweep import Sweep
from quintain.lab.tune import Tuning

MOST_FATES = 12
"""So many fates of one are drawn, the likeliest."""

# -- forecasts ----------------------------------------------------------------------------------------------------------------


def forecast_chart(forecast: Forecast) -> Chart:
    """All charts of a forecast, one below the other."""
    charts = [result_chart(forecast), length_chart(forecast), falls_chart(forecast)]
    damage = damage_chart(forecast)
    return alt.vconcat(*charts, *([damage] if damage is not None else []), spacing=28).resolve_scale(color="independent")


def result_chart(forecast: Forecast) -> Chart:
    rows = []
    for place, name in enumerate(RESULTS):
        share = forecast.share(place)
        if share.value > 0 or name in ("win", "loss"):
            label = f"{share.shown}  ({share.interval})"
            rows.append({"result": name, "share": share.value, "low": share.low, "high": share.high, "label": label})
    base = alt.Chart(data_of(rows)).encode(
        y=alt.Y("result:N", sort=list(RESULTS), title=None, axis=names_axis()),
    )
    scale = alt.Scale(domain=[0, 1])
    bars = base.mark_bar(height=20, cornerRadiusEnd=3).encode(
        x=alt.X("share:Q", scale=scale, axis=alt.Axis(format="%", tickCount=5), title=None),
        color=alt.Color("result:N", scale=alt.Scale(domain=list(COLOURS), range=list(COLOURS.values())), legend=None),
    )
    whiskers = base.mark_rule(strokeWidth=2, color=INK).encode(x=alt.X("low:Q", scale=scale), x2="high:Q")
    labels = base.mark_text(align="left", dx=8, color=INK, fontSize=12).encode(x=alt.X("high:Q", scale=scale), text="label:N")
    title = alt.TitleParams(
        f"How it ends for the {forecast.party}", subtitle=f"share of {forecast.fights:,} sampled fights, 95 % intervals"
    )
    return (bars + whiskers + labels).properties(width=WIDTH, height=34 * len(rows), title=title)


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
        {
            "name": _unique_name(forecast, one.id),
            "side": one.side or "newcomers",
            "share": one.falls.value,
            "low": one.falls.low,
            "high": one.falls.high,
            "label": one.falls.shown,
        }
        for one in forecast.combatants
        if one.falls is not None
    ]
    sides = list(dict.fromkeys(str(row["side"]) for row in rows))
    base = alt.Chart(data_of(rows)).encode(
        y=alt.Y("name:N", sort=[str(row["name"]) for row in rows], title=None, axis=names_axis()),
    )
    scale = alt.Scale(domain=[0, 1])
    bars = base.mark_bar(height=12, cornerRadiusEnd=3).encode(
        x=alt.X("share:Q", scale=scale, axis=alt.Axis(format="%", tickCount=5), title=None),
        color=alt.Color("side:N", scale=alt.Scale(domain=sides, range=SIDES[: len(sides)])),
    )
    whiskers = base.mark_rule(strokeWidth=1.5, color=INK).encode(x=alt.X("low:Q", scale=scale), x2="high:Q")
    labels = base.mark_text(align="left", dx=6, color=SOFT, fontSize=11).encode(x=alt.X("high:Q", scale=scale), text="label:N")
    said = f"share of {forecast.fights:,} sampled fights after which they are not up, 95 % intervals"
    title = alt.TitleParams("Who falls", subtitle=said)
    return (bars + whiskers + labels).properties(width=WIDTH, height=max(60, 20 * len(rows)), title=title)


def damage_chart(forecast: Forecast) -> Chart | None:
    rows: list[dict[str, Any]] = []
    for one in forecast.combatants:
        for what, figure in (("deals", one.dealt), ("takes", one.taken)):
            if figure is not None:
                sign = 1 if what == "deals" else -1
                rows.append(
                    {
                        "name": _unique_name(forecast, one.id),
                        "what": what,
                        "value": sign * figure.value,
                        "low": sign * figure.low,
                        "high": sign * figure.high,
                    }
                )
    if not rows:
        return None
    base = alt.Chart(data_of(rows)).encode(
        y=alt.Y("name:N", sort=[row["name"] for row in rows], title=None, axis=names_axis()),
    )
    axis = alt.Axis(labelExpr="abs(datum.value)", tickCount=7)
    bars = base.mark_bar(height=12).encode(
        x=alt.X("value:Q", title="per fight; taken to the left, dealt to the right", axis=axis),
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
    wins = [
        {"name": name, "share": one.wins.value, "low": one.wins.low, "high": one.wins.high, "label": one.wins.shown}
        for name, one in zip(comparison.names, comparison.forecasts, strict=True)
    ]
    title = alt.TitleParams("Wins", subtitle=f"{comparison.forecasts[0].fights:,} fights each on the same dice, 95 % intervals")
    above = _dots(wins, "%", title)
    differences = [
        {
            "name": one.other_name,
            "share": 100 * one.wins.value,
            "low": 100 * one.wins.low,
            "high": 100 * one.wins.high,
            "label": f"{100 * one.wins.value:+.1f}",
        }
        for one in comparison.differences
    ]
    apart = alt.TitleParams(f"Difference from {comparison.names[0]}", subtitle="percentage points, 95 % intervals")
    below = _dots(differences, "", apart, True)
    return alt.vconcat(above, below, spacing=26)


def difficulty_chart(found: Difficulty) -> Chart:
    named = (("the party wins", found.wins), ("somebody down", found.falls), ("somebody dies", found.dies))
    rows = [{"name": name, "share": one.value, "low": one.low, "high": one.high, "label": one.shown} for name, one in named]
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


def _dots(rows: list[dict[str, Any]], form: str, title: alt.TitleParams, zero: bool = False) -> Chart:
    """A dot with its interval for each row."""
    low, high = min(row["low"] for row in rows), max(row["high"] for row in rows)
    domain = [min(low, 0) * 1.1 - 0.5, max(high, 0) * 1.1 + 0.5] if zero else [0, 1]
    scale = alt.Scale(domain=domain)
    base = alt.Chart(data_of(rows)).encode(
        y=alt.Y("name:N", sort=[row["name"] for row in rows], title=None, axis=names_axis()),
    )
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
    rows = [
        {"value": point[0], "share": figure.value, "low": figure.low, "high": figure.high}
        for point, one in sweep.points.items()
        if (figure := first.of(one.tally))
    ]
    kind = "Q" if all(isinstance(row["value"], int | float) for row in rows) else "N"
    x = alt.X(f"value:{kind}", title=sweep.axes[0], scale=alt.Scale(zero=False) if kind == "Q" else alt.Undefined)
    scale = alt.Scale(domain=[0, 1]) if first.share else alt.Undefined
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
        {"down": _key(a), "across": _key(b), "share": value, "label": f"{100 * value:.0f}" if first.share else f"{value:.1f}"}
        for (a, b), value in values.items()
    ]
    cell = max(34, min(70, WIDTH // max(1, len(sweep.values[1]))))
    base = alt.Chart(data_of(rows)).encode(
        x=alt.X("across:N", sort=_order(sweep.values[1]), title=sweep.axes[1], axis=alt.Axis(labelAngle=0)),
        y=alt.Y("down:N", sort=_order(sweep.values[0]), title=sweep.axes[0]),
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


def _key(value: object) -> str:
    return str(value)


def _order(values: Sequence[object]) -> list[str]:
    return [_key(value) for value in values]


def tuning_chart(tuning: Tuning) -> Chart:
    """What each value tried gave, with the target."""
    rows = [
        {"value": one.point[tuning.axis], "share": one.figure.value, "low": one.figure.low, "high": one.figure.high,
         "best": one is tuning.best}
        for one in tuning.along()
    ]  # fmt: skip
    measure = tuning.measure
    label = tuning.parameters[tuning.axis].label
    scale = alt.Scale(domain=[0, 1]) if measure.share else alt.Scale(zero=False)
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
    scale = 100 if measure.share else 1
    points = f"wins of the {ranking.base.party}, percentage points" if measure.name == "wins" else measure.words
    rows = [
        {
            "name": f"{one.who}: {one.change}",
            "points": scale * one.moved.value,
            "low": scale * one.moved.low,
            "high": scale * one.moved.high,
            "kind": one.kind,
            "sure": 1.0 if one.clear else 0.35,
        }
        for one in ranking.levers[:most]
    ]
    base = alt.Chart(data_of(rows)).encode(
        y=alt.Y("name:N", sort=[str(row["name"]) for row in rows], title=None, axis=names_axis(460)),
    )
    kinds = alt.Scale(domain=["figure", "ability"], range=[COLOURS["win"], "#5aa469"])
    bars = base.mark_bar(height=13).encode(
        x=alt.X("points:Q", axis=_signed(), title=points),
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
