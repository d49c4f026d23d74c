"""Results as files: pages, pictures, JSON, and tidy tables for other tools."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from quintain.engine import Malformed, Unavailable

if TYPE_CHECKING:
    from quintain.lab.look import Chart

KINDS = (".html", ".svg", ".png", ".json", ".csv", ".parquet")
Rows = list[dict[str, object]]


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


class Saved(Protocol):
    """What can be written to a file."""

    def as_data(self) -> Mapping[str, Any]: ...

    def rows(self) -> Rows: ...

    def html(self) -> str: ...

    def chart(self) -> Any: ...


def save(found: Saved, path: str) -> None:
    kind = kind_of(path)
    check_writable(Path(path))
    try:
        if kind in (".csv", ".parquet"):
            _save_rows(found.rows(), path)
        elif kind == ".json":
            Path(path).write_text(json.dumps(found.as_data(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        elif kind == ".html":
            Path(path).write_text(found.html(), encoding="utf-8")
        else:
            save_chart(found.chart(), path)
    except OSError as problem:
        raise Unavailable(f"{path} cannot be written: {problem.strerror}.") from None


def save_chart(chart: Chart, path: str, theme: str = "light") -> None:
    from quintain.lab.look import rendered

    Path(path).write_bytes(rendered(chart, kind_of(path)[1:], theme))
