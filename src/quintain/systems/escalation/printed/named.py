"""What has a name and stays as it was printed."""

from __future__ import annotations

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Named:
    """Known by an id, shown by its name."""

    def __init__(self, name: str) -> None:
        self.id: str = name
        self.name: str = name
