"""What a screen offers to fill in: the GM's rulings as forms, and the switches of a system."""

from __future__ import annotations

from typing import Final

from quintain.engine.battle import Battle
from quintain.engine.commands import Command
from quintain.engine.protocol_forms import Field, RulingForm, Switch
from quintain.engine.rows import switch
from quintain.engine.ruling import COMMON
from quintain.engine.switches import NUMBER, SEVERAL, Declared
from quintain.engine.system import Ruling, System
from quintain.systems import system as system_named

KINDS: Final = {
    "int": "int", "bool": "bool", "text": "text", "unit": "unit", "unit or *": "unit", "stat": "stat", "place": "place",
    "side": "side", "controller": "seat", "list": "data", "data": "data", "any": "data",
}  # fmt: skip
"""What a ruling says it takes, and the kind of field that is."""

GROUPS: Final = {
    "set": "figures", "add": "people", "remove": "people", "move": "places", "hide": "people", "reveal": "people",
    "hand_over": "people", "force": "dice", "forbid": "fight", "allow": "fight", "end": "fight", "note": "fight",
}  # fmt: skip
FIGURES: Final = ("score", "pools", "award", "hurt", "heal", "set_", "pay", "stress", "initiative", "cs", "modifier", "modify")
STATES: Final = ("mark", "clear", "wound", "boon", "state", "condition", "stagger", "mishap", "lift", "effect", "rest")
PLACES: Final = ("zone", "edge", "terrain", "exit", "box", "room", "ground", "place", "map", "pair")


def ruling_forms(system: System, battle: Battle | None = None) -> list[RulingForm]:
    """Every ruling of a system as a form, the common ones first; with a battle, its units, sides and seats are the choices."""
    found = {**COMMON, **system.rulings}
    return [ruling_form(system, ruling, battle) for ruling in found.values()]


def ruling_form(system: System, ruling: Ruling, battle: Battle | None = None) -> RulingForm:
    return {
        "name": ruling.name,
        "label": ruling.name.replace("_", " ").capitalize(),
        "doc": ruling.doc,
        "group": _group(ruling.name),  # type: ignore[typeddict-item]
        "fields": [_limited(ruling, _field(system, name, meaning, battle)) for name, meaning in ruling.fields.items()],
    }


def _limited(ruling: Ruling, field: Field) -> Field:
    """With the words or numbers that a command declares as possible."""
    for one in ruling.parameters if isinstance(ruling, Command) else []:
        if one.name == field["name"]:
            if one.takes.one_of:
                field["choices"] = [[word, word] for word in one.takes.one_of]
            if one.takes.low is not None and one.takes.high is not None:
                field["low"], field["high"] = one.takes.low, one.takes.high
    return field


def _group(name: str) -> str:
    if name in GROUPS:
        return GROUPS[name]
    for words, group in ((PLACES, "places"), (STATES, "conditions"), (FIGURES, "figures")):
        if any(word in name for word in words):
            return group
    return "other"


def _field(system: System, name: str, meaning: str, battle: Battle | None) -> Field:
    kind, _, doc = meaning.partition(":")
    field: Field = {
        "name": name,
        "label": name.replace("_", " "),
        "kind": KINDS.get(kind.removesuffix("?"), "text"),  # type: ignore[typeddict-item]
        "doc": doc.strip(),
        "required": not kind.endswith("?"),
    }
    choices = _choices(system, field["kind"], battle)
    if choices:
        field["choices"] = choices
    return field


def _choices(system: System, kind: str, battle: Battle | None) -> list[list[str]]:
    if kind == "stat":
        return [[stat.name, stat.doc or stat.label] for stat in system.unit_stats if stat.settable]
    if battle is None:
        return []
    if kind == "unit":
        return [[unit.id, unit.name] for unit in battle.units]
    if kind == "side":
        return [[side, side] for side in dict.fromkeys(unit.side for unit in battle.units) if side]
    if kind == "seat":
        seats = [seat for unit in battle.units for seat in unit.controller.split("+")]
        return [[seat, seat] for seat in dict.fromkeys(["gm", "players", *seats])]
    return []


# -- switches ----------------------------------------------------------------------------------------------------------


def switches_of(system: str) -> list[Switch]:
    """The switches of a system, as it declares them; the first value is the default."""
    return [_declared(one) for one in system_named(system).switches]


def _declared(one: Declared) -> Switch:
    bounds = f", {one.low} to {one.high}" if one.low != one.high else ""
    choices = [[value, f"{value}: {words}" if one.kind == NUMBER else words] for value, words in one.values.items()]
    return switch(one.name, one.name.replace("_", " "), one.doc + bounds, one.clauses.split(",")[0], choices, one.default())


def switch_table(declared: list[Declared]) -> list[str]:
    """The switches as the lines of a table for docs/rules."""
    lines = ["| switch | values | about |", "| --- | --- | --- |"]
    for one in declared:
        if one.low != one.high:
            values = f"{one.default()}, or any number from {one.low} to {one.high}"
        else:
            values = ", ".join(value if value == words else f"{value} ({words})" for value, words in one.values.items())
            values = f"a list of {values}; usually none" if one.kind == SEVERAL else values
        about = f"{one.clauses}: {one.doc}" if one.clauses else one.doc
        lines.append(f"| `{one.name}` | {values} | {about} |")
    return lines


def with_switch_table(page: str, declared: list[Declared]) -> str:
    """A rules reference with its table of switches made anew from what the system declares."""
    before, _, after = page.partition("\n| switch | values | about |\n")
    rest = after.splitlines()
    while rest and rest[0].startswith("|"):
        rest.pop(0)
    return "\n".join([before, *switch_table(declared), *rest]) + "\n"
