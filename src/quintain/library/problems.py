"""What is wrong with a file, in sentences that say where, what and what would be right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from quintain.engine.refusal import Malformed

Path = tuple[str | int, ...]
"""Where something stands in a file: the keys and list places that lead to it."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a file. Lines and columns count from 1; 0 means that the place is not known."""

    file: str
    line: int
    column: int
    path: Path
    what: str

    def __str__(self) -> str:
        place = f"{self.file} line {self.line}" if self.line else self.file
        field = f", field {field_name(self.path)}" if self.path else ""
        return f"{place}{field}: {self.what}"


class FileProblem(Malformed):
    """A file that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


def field_name(path: Path) -> str:
    """A path as people write it: `units[2].weapon`. Places in lists count from 0."""
    name = ""
    for part in path:
        if isinstance(part, int):
            name += f"[{part}]"
        else:
            plain = re.fullmatch(r"[\w-]+", part)
            name += f".{part}" if plain else f".{part!r}"
    return name.removeprefix(".")


def shown(value: object) -> str:
    """A value as it may be quoted in a sentence: short, on one line, in the words of the file."""
    match value:
        case None:
            return "empty"
        case bool():
            return "true" if value else "false"
        case dict():
            return "a block of fields"
        case list():
            return "a list"
        case str():
            text = " ".join(value.split())
            return f"'{text if len(text) <= 40 else text[:37] + '...'}'"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def did_you_mean(word: object, known: list[str]) -> str:
    """What a known word so similar to this one that it was probably meant adds to a sentence; else nothing."""
    if not isinstance(word, str):
        return ""
    folded = {name.casefold().replace("-", "_").replace(" ", "_"): name for name in known}
    near = get_close_matches(word.casefold().replace("-", "_").replace(" ", "_"), list(folded), n=1, cutoff=0.6)
    return f"did you mean {folded[near[0]]}?" if near else ""


def listed(words: list[str], join: str = "or", most: int = 30) -> str:
    """Words in a row: `a`, `a or b`, `a, b or c`; cut when there are too many to read."""
    if len(words) > most:
        return ", ".join(words[:most]) + f" ... ({len(words)} in all)"
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {join} {words[-1]}"
