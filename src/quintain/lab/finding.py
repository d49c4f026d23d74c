"""What every answer of the lab can do: print as text, show itself in a notebook, be drawn, be written to a file."""

from __future__ import annotations

from typing import Any, ClassVar


class Finding:
    """An answer of the lab. `word` is what text, reports, charts and files call its kind: "sweep"."""

    word: ClassVar[str] = ""

    @property
    def sentence(self) -> str:
        """It all in a sentence."""
        raise NotImplementedError

    def as_data(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.sentence}>"

    def __str__(self) -> str:
        from quintain.lab.text import VIEWS, as_text

        return as_text(VIEWS[self.word](self))

    def _repr_html_(self) -> str:
        from quintain.lab.report import FRAGMENTS

        return FRAGMENTS[self.word](self)

    def chart(self) -> Any:
        """What it found, as an Altair chart."""
        from quintain.lab.plots import CHARTS

        return CHARTS[self.word](self)

    def save(self, path: str) -> None:
        """Write it to a file; its ending says how: .html, .svg, .png, .json, .csv or .parquet."""
        from quintain.lab.export import save

        save(self, path)
