"""What every answer of the lab can do: print as text, show itself in a notebook, be drawn, be written to a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

from quintain.lab.export import Rows, save


class Display(Protocol):
    """Shows answers of every kind, so it stands above them all."""

    def text(self, found: Any) -> str: ...

    def fragment(self, found: Any) -> str: ...

    def page(self, found: Any) -> str: ...

    def chart(self, found: Any) -> Any: ...


class Finding:
    """An answer of the lab."""

    display: ClassVar[Display]
    """`quintain.lab.display`, which the package puts here."""
    command = ""
    """The command that makes this very answer again, where one made it."""
    cut_short = False

    @property
    def unfinished(self) -> bool:
        """Was it interrupted, so that this is what was known by then?"""
        return self.cut_short

    @property
    def sentence(self) -> str:
        """It all in a sentence."""
        raise NotImplementedError

    def as_data(self) -> Mapping[str, Any]:
        """Everything, ready for JSON."""
        raise NotImplementedError

    def rows(self) -> Rows:
        """What it found as a tidy table, one mapping a row."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.sentence}>"

    def __str__(self) -> str:
        return self.display.text(self)

    def _repr_html_(self) -> str:
        return self.display.fragment(self)

    def html(self) -> str:
        """A page of its own, complete in one file."""
        return self.display.page(self)

    def chart(self) -> Any:
        """What it found, as an Altair chart."""
        return self.display.chart(self)

    def save(self, path: str) -> None:
        """Write it to a file; its ending says how: .html, .svg, .png, .json, .csv or .parquet."""
        save(self, path)
