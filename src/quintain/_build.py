"""How this copy of Quintain was built: compiled with mypyc, or plain Python."""

from __future__ import annotations

import importlib.util
from importlib.resources import files


def compiled() -> bool:
    """Whether the engine and the rules run compiled."""
    spec = importlib.util.find_spec("quintain.space.grid")
    return spec is not None and spec.origin is not None and not spec.origin.endswith(".py")


def how_built() -> str:
    """One sentence for people: compiled or not, why not, and what to do about it."""
    if compiled():
        return "Quintain runs compiled."
    note = files("quintain").joinpath("_build_note.txt")
    why = note.read_text(encoding="utf-8").strip() if note.is_file() else "it runs from the source tree"
    return (
        f"Quintain runs as plain Python, several times slower than compiled, because {why}. "
        "Installing it with pip where there is a C compiler compiles it."
    )
