"""The door for the importer of bestiary pages: a distribution of its own, used where it is installed."""

from __future__ import annotations

from types import ModuleType

from quintain.engine import Unavailable


def bestiary_reader() -> ModuleType:
    """The module that reads bestiary pages: `import_bestiary` a folder or page, `import_text` a text."""
    try:
        import quintain_bestiary
    except ImportError:
        raise Unavailable(
            "bestiary pages are read by quintain-bestiary, which is not installed here: pip install ./importer in a clone of Quintain."
        ) from None
    return quintain_bestiary
