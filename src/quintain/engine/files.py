"""What the systems' readers of content files have in common: rows that a GM hands in, and stat blocks by name."""

from __future__ import annotations

from importlib.resources import files
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from quintain.engine.refusal import Malformed

Model = TypeVar("Model", bound=BaseModel)


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
