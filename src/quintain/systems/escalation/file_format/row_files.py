"""What every block of fields in a content file is."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from quintain.systems.escalation.file_format.meanings import MEANINGS


def _describe(schema: dict[str, Any]) -> None:
    """Give every field of a published schema its meaning."""
    for name, field in schema.get("properties", {}).items():
        if name in MEANINGS:
            field.setdefault("description", MEANINGS[name])


class Row(BaseModel):
    """A block of fields; a field nobody knows is refused by name."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_describe, serialize_by_alias=True, defer_build=True)
