"""Write the guides to the files of every system to docs: docs/files-riposte.md and so on.

    .venv/bin/python tools/guides.py

The tables come from the models that check the files; what is no author's business stands apart from what is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quintain.library.encounters import models
from quintain.library.shipped import TEMPLATE, content, samples
from quintain.systems import SHIPPED, system

FOLDER = Path(__file__).resolve().parent.parent / "docs"
UNDER_WAY = {
    "clash": (
        {"round", "lone", "checks", "forbidden", "forces", "waved"},
        {"health", "marks", "surges", "ardor", "state", "prepared", "busy", "busy_on", "falls", "modifiers", "learned"},
    ),
    "tiers": (
        {"words", "state"},
        {
            "hp", "stress", "soak_marked", "status", "uses", "dying", "unloaded", "aided_by", "armor", "aid_refused", "botches",
            "effects", "now", "learned",
        },
    ),
    "riposte": ({"state", "tasks"}, {"hp", "weapon", "outside", "status", "state"}),
    "toughness": ({"round", "reached", "between_turns", "forbidden", "forces"}, {"state"}),
    "escalation": ({"resume", "battles_since_heal_up", "campaign_losses"}, {"start"}),
}  # fmt: skip
"""Fields that say where a fight under way stands, of an encounter and of a combatant: the program writes them, authors need not."""
COUNT = ("count", "so many alike, numbered; on squares the further ones stand on the nearest free squares")


def guide(name: str) -> str:
    """The guide to the files of one system."""
    book = system(name)
    encounter, block = models(name)["encounter"].model_json_schema(), models(name)["combatant"].model_json_schema()
    row = _row(encounter)
    late, late_row = UNDER_WAY[name]
    template = content(name).joinpath(TEMPLATE).read_text(encoding="utf-8")
    shipped = ", ".join(f"`{one}`" for one in samples(name))
    counted = {} if "count" in row["properties"] else dict([COUNT])
    return "\n".join([
        f"# Files of {book.title}",
        "",
        f"An encounter is one YAML file. `quintain new {name} mine.yaml` writes this one, which checks and plays as it is;",
        f"`quintain show {samples(name)[0]}` prints a shipped one ({shipped}).",
        "`quintain check mine.yaml` says what is wrong, with its line and field, and what would be right; the schema for editors is",
        f"`docs/schema/{name}-encounter.json`.",
        "",
        "```yaml",
        template.rstrip(),
        "```",
        "",
        "## What authors write",
        "",
        "### The encounter",
        "",
        *_table(encounter["properties"], late),
        "",
        "### A combatant: a row of `combatants`",
        "",
        "Without an id, a combatant is called by the stat block it uses, the second one with `-2`, and so on; counted ones are",
        "numbered from `-1`.",
        "",
        *_table({**row["properties"], **{one: {"description": said} for one, said in counted.items()}}, late_row),
        "",
        "### A stat block: under `blocks`, or in a row's `block`",
        "",
        *_table(block["properties"], set()),
        "",
        "## What the program writes",
        "",
        "A fight that is written out in its middle (`export` while playing) is an encounter file too. These fields say where it",
        "stands; a new encounter leaves them out.",
        "",
        f"- of the encounter: {', '.join(f'`{one}`' for one in encounter['properties'] if one in late)}",
        f"- of a combatant: {', '.join(f'`{one}`' for one in row['properties'] if one in late_row)}",
        "",
    ])  # fmt: skip


def _row(encounter: dict[str, Any]) -> dict[str, Any]:
    named = encounter["properties"]["combatants"]["items"]["$ref"].rpartition("/")[2]
    found: dict[str, Any] = encounter["$defs"][named]
    return found


def _table(fields: dict[str, Any], left_out: set[str]) -> list[str]:
    rows = ["| field | meaning |", "| --- | --- |"]
    for name, field in fields.items():
        if name not in left_out:
            said = str(field.get("description", "")).replace("|", "\\|").strip()
            rows.append(f"| `{name}` | {said or _kind(field)} |")
    return rows


def _kind(field: dict[str, Any]) -> str:
    """What a field without a description is, in a word."""
    kinds = {"integer": "a whole number", "string": "a text", "boolean": "true or false", "array": "a list", "object": "a mapping"}
    return kinds.get(str(field.get("type", "")), "see the schema")


def guides() -> dict[str, str]:
    """Every guide as it should stand in docs, by file name."""
    return {f"files-{name}.md": guide(name) for name in SHIPPED}


def main() -> None:
    for name, text in guides().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
