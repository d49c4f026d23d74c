"""The JSON Schema of a pydantic model: published for editors, and read here to say what would be right."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel

from quintain.library.problems import Path, listed, shown

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Node = dict[str, Any]


def schema_text(model: type[BaseModel], title: str) -> str:
    """The JSON Schema of a model as a file to publish."""
    schema: Node = {"$schema": DIALECT, **_with_count(model.model_json_schema()), "title": title}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _with_count(schema: Node) -> Node:
    """Rows of combatants may be counted in every system, since `count` is written out before a system reads them."""
    named = str(schema.get("properties", {}).get("combatants", {}).get("items", {}).get("$ref", "")).rpartition("/")[2]
    row = schema.get("$defs", {}).get(named)
    if isinstance(row, dict):
        counted = {"default": 1, "description": "so many alike, numbered", "maximum": 40, "minimum": 1, "type": "integer"}
        row.setdefault("properties", {}).setdefault("count", counted)
    return schema


def schema_files(system: str, models: dict[str, type[BaseModel]]) -> dict[str, str]:
    """The schemas to publish for a system, by file name: one for each kind of file that people write for it.

    Stat blocks are kept several to a file, by name, so theirs describes such a file.
    """
    files = {f"{system}-{kind}.json": schema_text(model, f"{system} {kind}") for kind, model in models.items()}
    if "combatant" in models:
        del files[f"{system}-combatant.json"]
        block = models["combatant"].model_json_schema()
        shared = {"$defs": block.pop("$defs")} if "$defs" in block else {}
        whole = {"$schema": DIALECT, "title": f"{system} combatants", "type": "object", "additionalProperties": block}
        files[f"{system}-combatants.json"] = json.dumps({**whole, **shared}, indent=2, ensure_ascii=False) + "\n"
    return files


class Schema:
    """The schema of a model, asked for the shape that belongs at a path."""

    def __init__(self, model: type[BaseModel]) -> None:
        self._root: Node = model.model_json_schema()

    def at(self, path: Path, data: object) -> Shape:
        """What may stand at this path of this document; where there are alternatives, those that fit what is there."""
        nodes = self._chosen([self._root], data)
        here = data
        for part in path:
            here = child(here, part)
            nodes = self._chosen([child for node in nodes for child in _below(node, part)], here)
        return Shape(nodes)

    def _chosen(self, nodes: list[Node], data: object) -> list[Node]:
        """The nodes with references followed and alternatives spread out, reduced by discriminators."""
        found: list[Node] = []
        for node in nodes:
            if "$ref" in node:
                target: Node = self._root["$defs"][node["$ref"].rsplit("/", 1)[-1]]
                beside = {key: value for key, value in node.items() if key != "$ref"}
                found += self._chosen([{**target, **beside}], data)
                continue
            options: list[Node] = node.get("anyOf") or node.get("oneOf") or node.get("allOf") or []
            if not options:
                found.append(node)
                continue
            mapping = node.get("discriminator", {})
            tag = child(data, mapping["propertyName"]) if mapping else None
            if isinstance(tag, str) and tag in mapping.get("mapping", {}):
                options = [{"$ref": mapping["mapping"][tag]}]
            outside: Node = {key: node[key] for key in ("description", "default") if key in node}
            found += [{**outside, **option} for option in self._chosen(options, data)]
        return found


class Shape:
    """What may stand at one place of a file: one kind of thing, or several."""

    def __init__(self, nodes: list[Node]) -> None:
        self._nodes = nodes
        self.known = bool(nodes)

    def fields(self) -> list[str]:
        return list(dict.fromkeys(name for node in self._nodes for name in node.get("properties", {})))

    def choices(self) -> list[str]:
        """The values it must be one of; none where it is free."""
        found: list[str] = []
        for node in self._nodes:
            for value in node.get("enum", [node["const"]] if "const" in node else []):
                found.append(value if isinstance(value, str) else shown(value))
        return found

    def description(self) -> str:
        return next((str(node["description"]) for node in self._nodes if "description" in node), "")

    def words(self) -> str:
        """What would be right, in a few words: `a whole number from 1 to 20 (hit points)`."""
        words = listed(list(dict.fromkeys(_words(node) for node in self._nodes if node.get("type") != "null")))
        meaning = self.description()
        plain = len(meaning) <= 100 and "\n" not in meaning
        return f"{words} ({meaning.rstrip('.')})" if meaning and plain else words


def has_child(data: object, part: str | int) -> bool:
    if isinstance(data, dict):
        return part in data
    return isinstance(data, list) and isinstance(part, int) and 0 <= part < len(data)


def child(data: object, part: str | int) -> object:
    """What stands below this part of a document under that name or at that place of its list; None if nothing does."""
    if isinstance(data, dict):
        return data.get(part)
    if isinstance(data, list) and isinstance(part, int) and 0 <= part < len(data):
        return data[part]
    return None


def _below(node: Node, part: str | int) -> list[Node]:
    """What a node says about its child of this name or place."""
    if isinstance(part, int):
        prefix = node.get("prefixItems", [])
        if part < len(prefix):
            return [prefix[part]]
        items = node.get("items")
        return [items] if isinstance(items, dict) else []
    if part in node.get("properties", {}):
        return [node["properties"][part]]
    other = node.get("additionalProperties")
    return [other] if isinstance(other, dict) else []


def _words(node: Node) -> str:
    if "const" in node:
        return shown(node["const"]).strip("'")
    if "enum" in node:
        return listed([value if isinstance(value, str) else shown(value) for value in node["enum"]])
    match node.get("type"):
        case "integer":
            return "a whole number" + _bounds(node)
        case "number":
            return "a number" + _bounds(node)
        case "string":
            return "a text"
        case "boolean":
            return "true or false"
        case "array":
            return "a list"
        case "object":
            fields = listed(list(node.get("properties", {})), "and", most=12)
            return f"a block with the fields {fields}" if fields else "a block of fields"
    return "a value"


def _bounds(node: Node) -> str:
    low = node.get("minimum", node["exclusiveMinimum"] + 1 if "exclusiveMinimum" in node else None)
    high = node.get("maximum", node["exclusiveMaximum"] - 1 if "exclusiveMaximum" in node else None)
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" of at least {low}"
    return f" of at most {high}" if high is not None else ""
