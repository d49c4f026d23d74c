"""Results as files: pages, pictures, JSON, and tidy tables for other tools."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from quintain.engine import Malformed, Unavailable
from quintain.lab.compare import Comparison
from quintain.lab.forecast import Forecast
from quintain.lab.rank import Ranking
from quintain.lab.sweep import Sweep
from quintain.lab.tune import Tuning

if TYPE_CHECKING:
    from quintain.lab.plots import Chart

KINDS = (".html", ".svg", ".png", ".json", ".csv", ".parquet")
Rows = list[dict[str, object]]


class _Data(Protocol):
    def as_data(self) -> dict[str, object]: ...


def save_forecast(forecast: Forecast, path: str) -> None:
    if Path(path).suffix in (".csv", ".parquet"):
        return _save_rows(fight_rows(forecast), path)
    from quintain.lab import plots, report

    return _save(forecast, path, lambda: plots.forecast_chart(forecast), lambda: report.forecast_page(forecast))


def save_comparison(comparison: Comparison, path: str) -> None:
    if Path(path).suffix in (".csv", ".parquet"):
        return _save_rows(comparison_rows(comparison), path)
    from quintain.lab import plots, report

    return _save(comparison, path, lambda: plots.comparison_chart(comparison), lambda: report.comparison_page(comparison))


def save_sweep(sweep: Sweep, path: str) -> None:
    if Path(path).suffix in (".csv", ".parquet"):
        return _save_rows(sweep.rows(), path)
    from quintain.lab import plots, report

    return _save(sweep, path, lambda: plots.sweep_chart(sweep), lambda: report.sweep_page(sweep))


def save_tuning(tuning: Tuning, path: str) -> None:
    if Path(path).suffix in (".csv", ".parquet"):
        return _save_rows(tuning_rows(tuning), path)
    from quintain.lab import plots, report

    return _save(tuning, path, lambda: plots.tuning_chart(tuning), lambda: report.tuning_page(tuning))


def save_ranking(ranking: Ranking, path: str) -> None:
    if Path(path).suffix in (".csv", ".parquet"):
        return _save_rows(ranking_rows(ranking), path)
    from quintain.lab import plots, report

    return _save(ranking, path, lambda: plots.ranking_chart(ranking), lambda: report.ranking_page(ranking))


# -- tables -------------------------------------------------------------------------------------------------------------------


def fight_rows(forecast: Forecast) -> Rows:
    """One row per fight. Without `rows=True` at the forecast, only what is always kept: result, rounds and margin."""
    if forecast.tally.rows is not None:
        return forecast.tally.rows
    from quintain.lab.setting import RESULTS

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
        row: dict[str, object] = {"name": name, **_estimate("wins", one.wins), "rounds": one.length.mean.value, "fights": one.fights}
        if place:
            row |= _estimate("difference", comparison.differences[place - 1].wins)
        rows.append(row)
    return rows


def tuning_rows(tuning: Tuning) -> Rows:
    return [
        {"parameter": answer.parameter.name, "value": value, **_estimate("wins", one.wins), "fights": one.wins.n}
        for answer in [*tuning.answers, *tuning.others]
        for value, one in sorted(answer.tries.items())
    ]


def ranking_rows(ranking: Ranking) -> Rows:
    return [
        {"who": one.who, "what": one.what, "kind": one.kind, "change": one.change, **_estimate("wins", one.wins), "fights": one.wins.n}
        for one in ranking.levers
    ]


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
    # Something not noted in a fight happened 0 times in it; a figure of somebody who was not there is empty.
    columns = {name: [row.get(name) for row in rows] for name in _columns(rows)}
    for name, values in columns.items():
        kinds = {type(value) for value in values if value is not None}
        if len(kinds) > 1 and not kinds <= {int, float, bool}:
            columns[name] = [None if value is None else str(value) for value in values]
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


# -- pages and pictures -------------------------------------------------------------------------------------------------------


def _save(result: _Data, path: str, chart: Any, page: Any) -> None:
    kind = Path(path).suffix
    if kind == ".html":
        Path(path).write_text(page(), encoding="utf-8")
    elif kind in (".svg", ".png"):
        save_chart(chart(), path)
    elif kind == ".json":
        Path(path).write_text(json.dumps(result.as_data(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        raise Malformed(f"{path!r} does not say what to write: its name should end in {', '.join(KINDS)}.")


def save_chart(chart: Chart, path: str, theme: str = "light") -> None:
    from quintain.lab.plots import rendered

    Path(path).write_bytes(rendered(chart, Path(path).suffix[1:], theme))
