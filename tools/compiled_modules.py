"""Which modules mypyc compiles: setup.py builds them, a structure test holds that they can be extended."""

from __future__ import annotations

from pathlib import Path

COMPILED = ("engine", "space", "systems/*")
NOT_COMPILED = ("__init__.py", "fields.py", "/fields_rows.py", "files.py")
"""How the names of modules end that cannot be compiled, or need not: models and declarations."""
AT_TABLES = {"building", "calls", "exporting", "file", "published", "rulings"}
SEATS = {
    "commands", "declare", "display", "history", "journal", "menu", "protocol", "receipt", "record", "room", "ruling", "story",
}  # fmt: skip
"""Words in the names of a system's and of the engine's modules that only people at a table need, and not at every answer. What an
answer costs a server, which is above all what its seats are shown (session, view, questions; a system's screen, board and
sentences), is compiled."""

SELDOM = {
    "acts", "ambush", "asked", "blocks", "board", "bonuses", "budget", "choices", "combatants", "dispelling", "event", "fallen",
    "feed", "fight", "guesses", "initiative", "layout", "linked", "occasion", "occasions", "odds", "other", "play", "powers",
    "prepared", "prompts", "question", "readied", "recorded", "recovery", "refit", "refusal", "rest", "screen",
    "sentences", "stakes", "study", "switches", "system", "traits", "turned", "verbs", "vocabulary", "wound",
}  # fmt: skip
"""Words in the names of modules in which no shipped encounter's sampled fights spend more than a few hundredths of their time: these
are compiled in a hurry, in half the time, and run a fifth slower."""


def is_compiled(path: Path) -> bool:
    """Whether mypyc compiles this module of engine, space or a system."""
    words = {word for part in path.with_suffix("").parts for word in (part, *part.split("_"))}
    return not path.as_posix().endswith(NOT_COMPILED) and not words & (AT_TABLES if "systems" in path.parts else SEATS)


def runs_seldom(module: str) -> bool:
    """Whether sampled fights spend next to no time in this module (its dotted name)."""
    last = module.rpartition(".")[2]
    return bool({last, *last.split("_")} & SELDOM)
