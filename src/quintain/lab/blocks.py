"""Where a combatant's figures and abilities stand in the data of an encounter, whatever its system."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

Data = dict[str, Any]


def combatants_of(data: Data) -> list[Data]:
    found = data.get("combatants")
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


def block_of(data: Data, entry: Data) -> Data | None:
    """A combatant's stat block: its own, or the one of the encounter's blocks that it uses."""
    own = entry.get("block")
    if isinstance(own, dict):
        return own
    shared = data.get("blocks")
    used = shared.get(entry.get("use")) if isinstance(shared, dict) else None
    return used if isinstance(used, dict) else None


def own_blocks(data: Data, entries: list[Data]) -> None:
    """Give combatants that share a stat block with others, who are not meant, a block for themselves."""
    shared = data.get("blocks")
    if not isinstance(shared, dict):
        return
    for name in {str(entry["use"]) for entry in entries if entry.get("use") in shared}:
        mine = [entry for entry in entries if entry.get("use") == name]
        if len(mine) == sum(1 for entry in combatants_of(data) if entry.get("use") == name):
            continue
        own = f"{name} of {mine[0]['id']}"
        shared[own] = copy.deepcopy(shared[name])
        for entry in mine:
            entry["use"] = own


def roots_of(data: Data, entry: Data) -> list[Data]:
    """Where to look for a combatant's figures: the block first, then what the encounter says of it."""
    block = block_of(data, entry)
    return [block, entry] if block is not None else [entry]


def place_of(roots: list[Data], path: str) -> tuple[Any, Any] | None:
    """Where a figure stands in a combatant's data: along a dotted path, or the one place where its name occurs."""
    for root in roots:
        found = _follow(root, path.split("."))
        if found is not None:
            return found
    wanted = path.casefold()
    spots = [(home, key) for home, key in _leaves(roots[0]) if isinstance(key, str) and key.casefold() == wanted]
    return spots[0] if len(spots) == 1 else None


def _follow(home: Any, parts: list[str]) -> tuple[Any, Any] | None:
    for place, part in enumerate(parts):
        key = _key_in(home, part)
        if key is None:
            return None
        if place == len(parts) - 1:
            return (home, key)
        home = home[key]
    return None


def _key_in(home: Any, part: str) -> Any:
    """The key of a mapping, the place in a list, or the row of a list that has this name."""
    if isinstance(home, dict):
        return next((key for key in home if str(key).casefold() == part.casefold()), None)
    if isinstance(home, list):
        if part.isdigit() and int(part) < len(home):
            return int(part)
        named = (place for place, row in enumerate(home) if isinstance(row, dict) and slug(str(row.get("name"))) == slug(part))
        return next(named, None)
    return None


def _leaves(home: Any) -> Iterator[tuple[Any, Any]]:
    items = home.items() if isinstance(home, dict) else enumerate(home)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from _leaves(value)
        else:
            yield (home, key)


def numbers_in(home: Any, path: str) -> dict[str, int]:
    found: dict[str, int] = {}
    items = home.items() if isinstance(home, dict) else enumerate(home)
    for key, value in items:
        name = str(value["name"]) if isinstance(value, dict) and isinstance(home, list) and "name" in value else str(key)
        here = f"{path}.{name}" if path else name
        if isinstance(value, dict | list):
            found.update(numbers_in(value, here))
        elif isinstance(value, int) and not isinstance(value, bool):
            found[here] = value
    return found


def drop_rows(home: Any, ability: str) -> int:
    """Leave out every row of a list, or entry of a mapping, that is this ability; how many were left out."""
    dropped = 0
    if isinstance(home, dict):
        for value in home.values():
            if isinstance(value, dict | list):
                dropped += drop_rows(value, ability)
    elif isinstance(home, list):
        kept = [row for row in home if not _is_named(row, ability)]
        dropped += len(home) - len(kept)
        home[:] = kept
        for value in home:
            if isinstance(value, dict | list):
                dropped += drop_rows(value, ability)
    return dropped


def _is_named(row: object, ability: str) -> bool:
    name = row.get("name") if isinstance(row, dict) else row
    return isinstance(name, str) and (slug(name) == slug(ability) or slug(re.sub(r"\s*(\(.*\)|\d+)$", "", name)) == slug(ability))


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
