"""How this copy of Quintain was built: its version; compiled with mypyc, or plain Python."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

VERSION = "0.1.0"
__version__ = VERSION
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


def child_environment() -> dict[str, str]:
    """The environment for a process of our own.

    ./play starts before the rules are compiled, and says in QUINTAIN_BEHIND where they will stand and by which mark they are known:
    a process started after they are ready runs compiled.
    """
    environment = dict(os.environ)
    mark, _, build = environment.get("QUINTAIN_BEHIND", "").partition(":")
    for name in ("compiled", "compiled-part") if build and not compiled() else ():
        stamp = Path(build, name, "quintain-sources")
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == mark:
            environment["PYTHONPATH"] = str(stamp.parent)
            break
    return environment
