"""How this copy of Quintain was built: its version; compiled with mypyc, or plain Python."""

from __future__ import annotations

import importlib.util
from pathlib import Path

VERSION = "0.1.0"
NOTE = "_build_note.txt"


def compiled() -> bool:
    """Whether the engine and the rules run compiled."""
    spec = importlib.util.find_spec("quintain.space.grid")
    return spec is not None and spec.origin is not None and not spec.origin.endswith(".py")


def how_built() -> str:
    """One sentence for people: compiled or not, why not, and what to do about it."""
    note = Path(__file__).with_name(NOTE)
    why = note.read_text(encoding="utf-8").strip() if note.is_file() else "it runs from the source tree"
    if compiled():
        return "Quintain runs compiled." if why == "compiled" else f"Quintain runs compiled, {why}."
    return (
        f"Quintain runs as plain Python, several times slower than compiled, because {why}. "
        "Installing it with pip where there is a C compiler compiles it."
    )
