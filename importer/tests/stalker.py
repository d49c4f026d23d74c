"""A creature made up for the tests of traits that wait for their moment: it has three attacks, and one trait to be read."""

from __future__ import annotations

from quintain_bestiary.speaker import Speaker
from quintain_bestiary.text import Row
from quintain_bestiary.triggers import read_triggers


def read(text: str) -> tuple[list[Row], list[str]]:
    """The occasions of a trait of the stalker, and what of it stays text."""
    speaker = Speaker.of("Reed Stalker", "beast", "", ["Bite", "Mud spit", "Eel's kiss"])
    found = read_triggers("Trait", text, speaker)
    return [{key: value for key, value in row.items() if key != "name"} for row in found.rows], found.left


def block(rows: list[Row]) -> dict[str, object]:
    """The stalker with these occasions, as a file has it."""
    attacks = [
        {"name": name, "bonus": 5, "defence": "AC", "hit": [{"damage": 3}]}
        for name in ("Bite", "Mud spit", "Eel's kiss")
    ]
    figures = {"name": "Reed Stalker", "level": 3, "initiative": 5, "ac": 18, "pd": 16, "md": 14, "hp": 40}
    return {**figures, "attacks": attacks, "occasions": [{"name": "Trait", **row} for row in rows]}


HEAD = """---
level: 3
---
```statblock
layout: Basic 13th Age Monster Layout
name: Reed Stalker
size: normal
level: 3
levelOrdinal: 3rd
role: troop
type: beast
initiative: 5
actions:
  - name: "Bite +8 vs. AC"
    desc: "10 damage"
"""
"""The page of a stalker as far as its bite; further attacks and traits follow, then the foot."""
FOOT = """ac: 18
pd: 16
md: 14
hp: 40
```
"""
