"""What the systems' readers of content files have in common: rows that a GM hands in, stat blocks by name, switches."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Any, Literal, TypeVar

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model

from quintain.engine.refusal import Malformed
from quintain.engine.switches import FLAG, NUMBER, SEVERAL, Declared

Model = TypeVar("Model", bound=BaseModel)


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


def switches_model(name: str, base: type[Model], declared: list[Declared]) -> type[Model]:
    """The model of what an encounter may say under `options`: one field for each switch, with its values and its default."""
    fields: dict[str, Any] = {one.name: (_type_of(one), _field_of(one)) for one in declared}
    return create_model(name, __base__=base, __doc__="The book's switches; the first value is the default.", **fields)


def _type_of(one: Declared) -> object:
    if one.kind == FLAG:
        return bool
    if one.kind == SEVERAL:
        return list[Literal[tuple(one.values)]]  # type: ignore[misc]
    if one.kind != NUMBER:
        return Annotated[Literal[tuple(one.values)], BeforeValidator(_word)]
    whole = BeforeValidator(_whole_or_none if "0" in one.values else _whole)
    if one.low != one.high:
        return Annotated[int, whole]
    return Annotated[Literal[tuple(int(value) for value in one.values)], whole]


def _field_of(one: Declared) -> Any:
    default: object = one.default()
    if one.kind == SEVERAL:
        return Field([], description=one.doc)
    if one.kind == FLAG:
        return Field(False, description=one.doc)
    if one.kind != NUMBER:
        return Field(default, description=one.doc)
    if one.low == one.high:
        return Field(int(one.default()), description=one.doc)
    return Field(int(one.default()), ge=one.low, le=one.high, description=one.doc)


def _word(value: object) -> object:
    """YAML reads a value such as 11 as a number."""
    return str(value) if type(value) is int else value


def _whole(value: object) -> object:
    """A form sends a number as text."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10 else value


def _whole_or_none(value: object) -> object:
    """Where 0 means that there is none, books write it so, or "off"."""
    return 0 if value in ("none", "off") or value is False else _whole(value)
