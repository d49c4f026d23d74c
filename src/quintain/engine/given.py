"""What callers hand over, held against what it should be: a wrong type is refused in the same words, compiled or not.

Compiled code takes no argument of another type than it declares, and says so in words of its own. What people and programs
outside call therefore takes any `object` and looks at it here.
"""

from __future__ import annotations

from typing import Final, TypeVar

from quintain.engine.refusal import Malformed

MOST_FIRST: Final = 4
"""So many options may be taken first in odds of what comes after them."""

Kind = TypeVar("Kind")
KINDS: Final = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", dict: "a mapping", list: "a list"}
LONGEST_QUOTE: Final = 80


def given(value: object, kind: type[Kind], what: str) -> Kind:
    """This value, if it is of that kind; a refusal says what it should have been."""
    if isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
        return value
    raise Malformed(f"{what} is {KINDS.get(kind) or f'made by {kind.__name__}'}, not {quoted(value)}.")


def one_of(value: object, choices: tuple[str, ...], what: str) -> str:
    """This value, if it is one of these words."""
    if isinstance(value, str) and value in choices:
        return value
    raise Malformed(f"{what} is one of {', '.join(choices)}, not {quoted(value)}.")


def mapping(value: object, kind: type[Kind], what: str) -> dict[str, Kind]:
    """A copy of a mapping from texts to such values."""
    found: dict[str, Kind] = {}
    for name, part in given(value, dict, what).items():
        found[given(name, str, f"a name in {what}")] = given(part, kind, f"what {quoted(name)} is in {what}")
    return found


def faces_given(faces: object) -> list[int]:
    """Faces as they were typed in. Whoever calls may send anything."""
    if not isinstance(faces, list) or len(faces) > 1_000:
        raise Malformed("faces are a list of whole numbers, one for each die.")
    shown: list[int] = []
    for face in faces:
        if not isinstance(face, int) or isinstance(face, bool) or abs(face) > 1_000_000:
            raise Malformed("faces are whole numbers, one for each die.")
        shown.append(face)
    return shown


def quoted(value: object) -> str:
    """What was given, quoted, for a sentence: the beginning of it where it is very long."""
    shown = repr(value)
    return shown if len(shown) <= LONGEST_QUOTE else f"{shown[:LONGEST_QUOTE]}..."


def named_first(after: object) -> list[str]:
    """Options to be taken first, as whoever asks for odds names them."""
    if after is None:
        return []
    if not isinstance(after, list) or len(after) > MOST_FIRST or not all(isinstance(one, str) for one in after):
        raise Malformed(f"after is a list of at most {MOST_FIRST} options that are taken first, each by its id.")
    return after
