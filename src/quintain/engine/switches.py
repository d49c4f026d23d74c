"""Switches: what a book leaves open and a table decides before the fight."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

TEXT: Final = "text"
NUMBER: Final = "int"
FLAG: Final = "bool"
SEVERAL: Final = "list"


@final
class Declared:
    """Everything there is to know about one switch. The model of files, the form of a screen and the table in docs follow from it."""

    def __init__(self, name: str, clauses: str, doc: str, kind: str, values: dict[str, str], low: int, high: int) -> None:
        self.name = name
        self.clauses = clauses
        """The clauses it is about: "TI-140, TI-142"; "" for none."""
        self.doc = doc
        """What it decides."""
        self.kind = kind
        self.values = values
        """The values with what each means, the default first. Of a number with bounds: its default, and values worth offering."""
        self.low = low
        self.high = high
        """The bounds of a number that may be anything between them; both 0 where the values are all there are."""

    def default(self) -> str:
        return "" if self.kind == SEVERAL else next(iter(self.values))

    def meant(self, value: object) -> object:
        """What was meant by a value: YAML reads yes and on as true, and 11 as a number; a form sends everything as text."""
        if self.kind == NUMBER and "0" in self.values and (value is False or value in ("none", "off")):
            return 0  # where 0 means that there is none, books write it so
        if isinstance(value, bool):
            words = [word for word in (("yes", "on") if value else ("no", "off")) if word in self.values]
            return words[0] if words and self.kind != FLAG else value
        if self.kind == TEXT and isinstance(value, int):
            return str(value)
        if self.kind == NUMBER and isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
            return int(value)
        return value == "true" if self.kind == FLAG and value in ("true", "false") else value

    def why_not(self, value: object) -> str:
        """Why it cannot be set to this, and what it can be; "" where it can."""
        words = list(self.values)
        if self.kind == FLAG:
            right, offered = isinstance(value, bool), "true or false"
        elif self.kind == SEVERAL:
            right, offered = isinstance(value, list) and all(each in words for each in value), f"a list of {', '.join(words)}"
        elif self.kind == NUMBER and self.low != self.high:
            words = [word for word in words if not word.isdigit()]
            number = isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
            right, offered = number or value in words, " or ".join([f"a whole number from {self.low} to {self.high}", *words])
        else:
            right, offered = not isinstance(value, bool) and str(value) in words, " or ".join(words)
        return "" if right else f"{self.name} is {offered}, not {value!r}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Switches:
    """The switches of one system as set for one fight.

    A system's subclass declares each in its constructor by one statement, which is also where the rules read it:

        self.zero_hp = self.one_of("zero_hp", "TI-140", "What 0 HP means", {"beacon": "...", "knockout": "..."})
    """

    def __init__(self, chosen: dict[str, object]) -> None:
        self.chosen = chosen
        """What the encounter says under `options`."""
        self.declared: list[Declared] = []

    def one_of(self, name: str, clauses: str, doc: str, values: dict[str, str]) -> str:
        """A word among a few, the first being the default."""
        self.declared.append(Declared(name, clauses, doc, TEXT, values, 0, 0))
        return str(self.chosen.get(name, next(iter(values))))

    def either(self, name: str, clauses: str, doc: str, usual: tuple[str, str], other: tuple[str, str]) -> bool:
        """One of two words, each with what it means: is it the other than the usual one?"""
        return self.one_of(name, clauses, doc, dict([usual, other])) == other[0]

    def one_number_of(self, name: str, clauses: str, doc: str, values: dict[int, str]) -> int:
        """A number among a few, the first being the default."""
        words = {str(value): meaning for value, meaning in values.items()}
        self.declared.append(Declared(name, clauses, doc, NUMBER, words, 0, 0))
        return int(str(self.chosen.get(name, next(iter(values)))))

    def number(self, name: str, clauses: str, doc: str, low: int, high: int, values: dict[int, str]) -> int:
        """Any number between two bounds; the first value is the default, the others are worth offering."""
        words = {str(value): meaning for value, meaning in values.items()}
        self.declared.append(Declared(name, clauses, doc, NUMBER, words, low, high))
        return int(str(self.chosen.get(name, next(iter(values)))))

    def any_of(self, name: str, clauses: str, doc: str, values: dict[str, str]) -> list[str]:
        """Any of a few words; none of them unless they are listed."""
        self.declared.append(Declared(name, clauses, doc, SEVERAL, values, 0, 0))
        given = self.chosen.get(name)
        return [str(one) for one in given] if isinstance(given, list) else []

    def flag(self, name: str, clauses: str, doc: str, no: str, yes: str) -> bool:
        """False unless it is set."""
        self.declared.append(Declared(name, clauses, doc, FLAG, {"false": no, "true": yes}, 0, 0))
        return self.chosen.get(name, False) is True
