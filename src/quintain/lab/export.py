"""Results as files: pages, pictures, JSON, and tidy tables for other tools."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quintain.engine import Malformed, Unavailable
from quintain.lab.compare import Comparison
from quintain.lab.finding import Finding
from quintain.lab.forecast import Forecast
from quintain.lab.measure import RESULTS
from quintain.lab.rank import Ranking
from quintain.lab.sweep import Sweep
from quintain.lab.tally import counted_as
from quintain.lab.tune import Tuning
from quintain.lab.whatif import WhatIf

if TYPE_CHECKING:
    from quintain.lab.plots import Chart
    from quintain.lab.review import Review

KINDS = (".html", ".svg", ".png", ".json", ".csv", ".parquet")
Rows = list[dict[str, object]]


def save_forecast(forecast: Forecast, path: str) -> None:
    _save("forecast", forecast, path, fight_rows)


def save(found: Finding, path: str) -> None:
    _save(found.word, found, path, ROWS[found.word])


def save_review(review: Review, path: str) -> None:
    _save("review", review, path, review_rows)


def save_what_if(found: WhatIf, path: str) -> None:
    _save("review", found, path, WhatIf.rows)


def kind_of(path: str) -> str:
    """What is to be written, by the ending of the name."""
    kind = Path(path).suffix.lower()
    if kind not in KINDS:
        raise Malformed(f"{path!r} does not say what to write: its name should end in {', '.join(KINDS)}.")
    return kind


def check_writable(path: Path) -> None:
    if path.is_dir():
        raise Unavailable(f"{path} is a folder; name a file in it.")
    if not path.parent.is_dir():
        raise Unavailable(f"{path} cannot be written: there is no folder {path.parent}.")


# -- tables -------------------------------------------------------------------------------------------------------------------


def fight_rows(forecast: Forecast) -> Rows:
    """One row per fight; the margin only where a book has hit points to take shares of."""
    rows = _fight_rows(forecast)
    return rows if forecast.counts_health else [{name: row[name] for name in row if name != "margin"} for row in rows]


def _fight_rows(forecast: Forecast) -> Rows:
    """Without `rows=True` at the forecast, only what is always kept: result, rounds and margin."""
    if forecast.tally.rows is not None:
        # What was counted in other fights happened 0 times in this one; a figure of somebody who was not there stays empty.
        counted = dict.fromkeys((counted_as(what, who) for what, who in sorted(forecast.tally.noted)), 0)
        return [{**row, **{name: row.get(name, none) for name, none in counted.items()}} for row in forecast.tally.rows]
    tally = forecast.tally
    return [
        {
            "fight": number,
            "seed": forecast.setting.seed_of(number),
            "party": RESULTS[code],
            "rounds": rounds,
            "margin": round(margin, 6),
        }
        for number, (code, rounds, margin) in enumerate(zip(tally.codes, tally.rounds, tally.margins, strict=True), 1)
    ]


def comparison_rows(comparison: Comparison) -> Rows:
    rows: Rows = []
    for place, (name, one) in enumerate(zip(comparison.names, comparison.forecasts, strict=True)):
        row: dict[str, object] = {"name": name, "fights": one.fights}
        for measure in comparison.measures:
            row |= _estimate(measure.name, measure.of(one.tally))
            if place:
                row |= _estimate(f"{measure.name}_difference", comparison.differences[place - 1].by[measure.name])
        rows.append(row)
    return rows


def tuning_rows(tuning: Tuning) -> Rows:
    names = [one.name for one in tuning.parameters]
    return [
        {**dict(zip(names, point, strict=True)), **_estimate(tuning.measure.name, one.figure), "fights": one.figure.n}
        for point, one in tuning.tries.items()
    ]


def ranking_rows(ranking: Ranking) -> Rows:
    return [
        {
            "who": one.who, "what": one.what, "kind": one.kind, "change": one.change,
            **_estimate(ranking.measure.name, one.moved), "fights": one.moved.n,
        }
        for one in ranking.levers
    ]


ROWS: dict[str, Callable[[Any], Rows]] = {
    "comparison": comparison_rows,
    "sweep": Sweep.rows,
    "tuning": tuning_rows,
    "ranking": ranking_rows,
}


def review_rows(review: Review) -> Rows:
    """One row per joint: the chance to win, and how the step after it splits."""
    data = review.as_data()
    swings = {swing["entry"]: swing for swing in data["swings"]}
    rows: Rows = []
    for point in data["curve"]:
        row: dict[str, object] = dict(point)
        swing = swings.get(point["entry"])
        if swing is not None:
            row |= {"luck": swing["luck"]["value"], "decisions": swing["decisions"]["value"], "rulings": swing["rulings"]["value"]}
        rows.append(row)
    return rows


def _estimate(name: str, figure: Any) -> dict[str, object]:
    return {name: figure.value, f"{name}_low": figure.low, f"{name}_high": figure.high}


def _columns(rows: Rows) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def _save_rows(rows: Rows, path: str) -> None:
    if path.endswith(".parquet"):
        _save_parquet(rows, path)
        return
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, _columns(rows), restval="")
        writer.writeheader()
        writer.writerows(rows)


def _save_parquet(rows: Rows, path: str) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Unavailable("Parquet needs pyarrow: install quintain[parquet], or write .csv instead.") from None
    columns = {name: [row.get(name) for row in rows] for name in _columns(rows)}
    for name, values in columns.items():
        kinds = {type(value) for value in values if value is not None}
        if len(kinds) > 1:
            one = float if float in kinds else int
            plain: Callable[[Any], object] = one if kinds <= {int, float, bool} else str
            columns[name] = [None if value is None else plain(value) for value in values]
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


# -- pages and pictures -------------------------------------------------------------------------------------------------------


def _save(name: str, result: Any, path: str, rows: Callable[[Any], Rows]) -> None:
    kind = kind_of(path)
    check_writable(Path(path))
    try:
        if kind in (".csv", ".parquet"):
            _save_rows(rows(result), path)
        elif kind == ".json":
            Path(path).write_text(json.dumps(result.as_data(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        else:
            _save_picture(name, result, path)
    except OSError as problem:
        raise Unavailable(f"{path} cannot be written: {problem.strerror}.") from None


def _save_picture(name: str, result: Any, path: str) -> None:
    from quintain.lab import plots, report

    if kind_of(path) == ".html":
        page = result.html() if name == "review" else report.PAGES[name](result)
        Path(path).write_text(page, encoding="utf-8")
    else:
        save_chart(result.chart() if name == "review" else plots.CHARTS[name](result), path)


def save_chart(chart: Chart, path: str, theme: str = "light") -> None:
    from quintain.lab.plots import rendered

    Path(path).write_bytes(rendered(chart, kind_of(path)[1:], theme))
