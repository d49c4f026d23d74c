"""What may be varied: a figure of somebody, the number of a creature, or a switch of the rules."""

from __future__ import annotations

import re

from quintain.engine import Malformed
from quintain.lab.variant import chosen, figures_of, value_from, with_figure, with_number, with_option
from quintain.library.encounters import Encounter

MOST_VALUES = 1_000


class Parameter:
    """Something that is varied, and the values it takes.

    `name` is "levy.hp" for a figure, "levy" for the number of them, "option.flee_margin" for a switch.
    """

    def __init__(self, name: str, values: list[object]) -> None:
        if not values:
            raise Malformed(f"{name} has no value to try.")
        if len(values) > MOST_VALUES:
            raise Malformed(f"{name} has more than {MOST_VALUES:,} values: name fewer, or widen the step, such as 10..5000:10.")
        self.name = name
        self.values = values

    @property
    def is_number_of(self) -> bool:
        return "." not in self.name

    @property
    def label(self) -> str:
        """For tables and axes."""
        if self.is_number_of:
            return f"number of {self.name}"
        return self.name.removeprefix("option.")

    def applied(self, encounter: Encounter, value: object) -> Encounter:
        """The encounter with this value."""
        if self.name.startswith("option."):
            return with_option(encounter, self.name.removeprefix("option."), value)
        if not self.is_number_of:
            return with_figure(encounter, self.name, value)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise Malformed(f"the number of {self.name} is a whole number, not {value!r}.")
        return with_number(encounter, self.name, value)

    def now(self, encounter: Encounter) -> object:
        """The value in the encounter as it is; None where that cannot be said."""
        if self.name.startswith("option."):
            options = encounter.data.get("options")
            return options.get(self.name.removeprefix("option.")) if isinstance(options, dict) else None
        who, _, path = self.name.partition(".")
        ids = chosen(encounter, who)
        if not path:
            return len(ids)
        figures = figures_of(encounter, ids[0])
        found = [value for name, value in figures.items() if name == path or name.endswith(f".{path}")]
        return found[0] if found else None


def parameter_from(text: str) -> Parameter:
    """levy.hp=10..30, levy.hp=10..30:5, levy=1..6, option.flee_margin=3,5,8"""
    name, equals, written = text.partition("=")
    name, written = name.strip(), written.strip()
    if not equals or not name or not written:
        raise Malformed(f"{text!r} varies nothing: write levy.hp=10..30, levy=1..6 (how many) or option.name=a,b.")
    span = re.fullmatch(r"(-?\d+)\s*\.\.\s*(-?\d+)(?:\s*:\s*(\d+))?", written)
    if span is None:
        return Parameter(name, [value_from(part) for part in written.split(",")])
    low, high, step = int(span[1]), int(span[2]), int(span[3] or 1)
    if high < low or step < 1:
        raise Malformed(f"{written!r} is no range: the lower end comes first, and the step is at least 1.")
    return Parameter(name, list(range(low, high + 1, step)[: MOST_VALUES + 1]))


def whole_numbers(parameter: Parameter) -> list[int]:
    """Its values as rising whole numbers, for tuning."""
    found = [value for value in parameter.values if isinstance(value, int) and not isinstance(value, bool)]
    if len(found) != len(parameter.values) or len(found) < 2:
        raise Malformed(f"to tune {parameter.name}, give it a range of whole numbers, such as {parameter.name}=1..6.")
    return sorted(found)
