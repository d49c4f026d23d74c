"""What the systems' readers of content files have in common: rows that a GM hands in, stat blocks by name, switches."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from quintain.engine.refusal import Malformed
from quintain.engine.switches import FLAG, NUMBER, SEVERAL, Declared

Model = TypeVar("Model", bound=BaseModel)
Options = dict[str, str | int | bool | list[str]]
"""How a table sets a book's switches."""


class Row(BaseModel):
    """A block of fields; a field nobody knows is refused by name."""

    model_config = ConfigDict(extra="forbid")


class ForceModel(Row):
    """A die or a result that the GM has fixed in advance."""

    who: str = Field("*", description="who rolls; * for anybody")
    what: str = Field("*", description="what for; * for anything")
    faces: list[int] = Field([], description="the faces")
    answers: dict[str, int] = Field({}, description="what is asked of the roll, and its answer")


class OutcomeModel(Row):
    """How a fight ended."""

    result: str = Field(description="how it ended")
    winner: str = Field("", description="which side won")
    why: str = Field("", description="why")


def row_from(model: type[Model], data: object, what: str) -> Model:
    """What a ruling was given, as this model; a Refusal names the field that is wrong, or `what` where it is the whole."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        where = ".".join([str(part) for part in detail["loc"]]) or what
        said = str(detail["ctx"]["error"]) if detail["type"] == "value_error" else detail["msg"]
        raise Malformed(f"{where}: {said.rstrip('.')}.") from None


def shipped_blocks(package: str) -> dict[str, dict[str, object]]:
    """The stat blocks that a system brings along, by name."""
    text = files(package).joinpath("content", "combatants.yaml").read_text(encoding="utf-8")
    found: dict[str, dict[str, object]] = yaml.safe_load(text)
    return found


def block_named(
    name: str | None, whose: str, model: type[Model], own: dict[str, Model], shipped: dict[str, dict[str, object]]
) -> Model:
    """The stat block that a combatant uses: one of the encounter's own, or a shipped one."""
    if name is None:
        raise Malformed(f"combatant {whose or '?'} needs a stat block: use: NAME, or block: with its figures.")
    if name in own:
        return own[name]
    if name not in shipped:
        raise Malformed(f"there is no stat block called {name!r}: there are {', '.join(sorted({*own, *shipped}))}.", ("use",))
    return model.model_validate(shipped[name])


def checked_options(declared: list[Declared], said: object) -> object:
    """What an encounter says under `options`: switches that there are, each with a value that is offered."""
    if not isinstance(said, dict):
        return said
    known = {one.name: one for one in declared}
    found: dict[str, object] = {}
    for name, value in said.items():
        if name not in known:
            raise _wrong_option(name, f"there is no switch called {name!r}: there are {', '.join(known)}")
        found[name] = known[name].meant(value)
        why = known[name].why_not(found[name])
        if why:
            raise _wrong_option(name, why)
    return found


def _wrong_option(name: object, sentence: str) -> PydanticCustomError:
    return PydanticCustomError("switch", "{sentence}", {"sentence": sentence, "path": [str(name)]})


def options_schema(declared: list[Declared]) -> dict[str, Any]:
    """What an encounter may say under `options`, for editors: every switch with its values, its default and what it decides."""
    return {"type": "object", "additionalProperties": False, "properties": {one.name: _switch_schema(one) for one in declared}}


def _switch_schema(one: Declared) -> dict[str, Any]:
    values: list[object] = list(one.values)
    shape: dict[str, Any] = {"enum": values, "default": values[0]}
    if one.kind == FLAG:
        shape = {"type": "boolean", "default": False}
    elif one.kind == SEVERAL:
        shape = {"type": "array", "items": {"enum": values}, "default": []}
    elif one.kind == NUMBER and one.low != one.high:
        number = {"type": "integer", "minimum": one.low, "maximum": one.high}
        words = [value for value in one.values if not value.isdigit()]
        shape = {**({"anyOf": [number, {"enum": words}]} if words else number), "default": int(one.default())}
    elif one.kind == NUMBER:
        shape = {"enum": [int(value) for value in one.values], "default": int(one.default())}
    return {**shape, "description": one.doc}
