"""Traits that change an attack of the creature, each wording on a creature made up for it."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.library.bestiary import import_text
from quintain.library.bestiary_text import Row
from quintain.systems.escalation.block_files import stat_block

PAGE = """```statblock
name: Reed Stalker
level: 3
type: beast
initiative: 5
actions:
  - name: "Bite +8 vs. AC (2 attacks)"
    desc: "10 damage"
  - name: "C: Mud spit +9 vs. PD (one nearby enemy)"
    desc: "6 damage"
    traits:
      - name: Miss
        desc: "3 damage."
triggered_actions:
  - name: "R: Quill +7 vs. AC"
    desc: "5 damage"
traits:
  - name: Gift
    desc: "TEXT"
ac: 18
pd: 16
md: 14
hp: 40
```
"""


def changed(text: str) -> Row:
    """What a trait changes in the block, by the place where it does; the rest of its text stands under `notes`."""
    plain, made = (import_text(PAGE.replace("TEXT", said)).blocks[0].block for said in ("It hums.", text))
    stat_block(dict(made))
    found: Row = {}
    for key, value in made.items():
        if key in ("attacks", "occasions") and isinstance(value, list):
            known = plain.get(key, [])
            assert isinstance(known, list)
            found |= {key: [row for row in value if row not in known]}
        elif value != plain.get(key):
            found[key] = value
    return {key: value for key, value in found.items() if value != []}


BITE = {"name": "Bite", "kind": "melee", "bonus": 8, "defence": "AC", "attacks": 2, "targets": {"count": 1, "range": "engaged"}}
SPIT = {"name": "Mud spit", "kind": "close", "bonus": 9, "defence": "PD", "targets": {"count": 1, "range": "nearby"}}
QUILL = {"name": "Quill", "kind": "ranged", "bonus": 7, "defence": "AC", "targets": {"count": 1, "range": "nearby"}}


def at(attack: str, roll: str, *effects: Row) -> Row:
    return {"occasions": [{"name": "Gift", "when": "attacking", "roll": roll, "with": attack, "effects": list(effects)}]}


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Bite deals 1d6 extra damage on a natural even hit.", at("Bite", "natural even hit", {"extra_damage": "1d6"})),
        ("Mud spit now deals 7 damage on a miss.", at("Mud spit", "miss", {"miss_damage": 7})),
        ("The bite attack also deals 4 acid damage on a hit.", at("Bite", "hit", {"damage": 4, "type": "acid"})),
        ("Bite also deals 5 ongoing poison.", at("Bite", "hit", {"ongoing": 5, "type": "poison", "until": "save"})),
        (
            "Creatures hit by mud spit are dazed until the end of their next turn.",
            at("Mud spit", "hit", {"inflict": ["dazed"], "until": "end of target's next turn"}),
        ),
        (
            "Creatures hit by mud spit are vulnerable to attack by the stalker's allies until the end of the stalker's next turn.",
            at("Mud spit", "hit", {"exposes": {"crit": 2}, "by": "allies", "until": "end of own next turn"}),
        ),
        (
            "When the stalker rolls a natural odd hit with bite, it deals 25 damage instead of 10.",
            at("Bite", "natural odd hit", {"extra_damage": 15}),
        ),
        (
            "On a critical hit with bite, the target is stunned (save ends).",
            at("Bite", "crit", {"inflict": ["stunned"], "until": "save"}),
        ),
        (
            "When the stalker scores a critical hit with bite, it also stuns the target (save ends).",
            at("Bite", "crit", {"inflict": ["stunned"], "until": "save"}),
        ),
        (
            "If the natural roll with bite is above the target's Wisdom, it deals additional ongoing acid damage equal to twice the"
            " escalation die (save ends).",
            {
                "attacks": [
                    {
                        **BITE, "hit": [{"damage": 10}],
                        "riders": [
                            {
                                "when": "natural above wis hit", "name": "Gift",
                                "effects": [{"ongoing": "escalation x2", "type": "acid", "until": "save"}],
                            }
                        ],
                    }
                ]
            },
        ),
        (
            "Mud spit now targets MD and deals psychic damage.",
            {
                "attacks": [
                    {
                        **SPIT, "defence": "MD", "hit": [{"damage": 6, "type": "psychic"}],
                        "miss": [{"damage": 3, "type": "psychic"}],
                    }
                ]
            },
        ),
        (
            "Bite deals force damage, and when the stalker scores a critical hit with the attack, the target is dazed (save ends).",
            {
                "attacks": [{**BITE, "hit": [{"damage": 10, "type": "force"}]}],
                **at("Bite", "crit", {"inflict": ["dazed"], "until": "save"}),
            },
        ),
        (
            "The stalker's bite attack becomes icy kiss, deals cold damage, and on a natural 18+, the target is weakened (save ends).",
            {
                "attacks": [{**BITE, "hit": [{"damage": 10, "type": "cold"}]}],
                **at("Bite", "natural 18+", {"inflict": ["weakened"], "until": "save"}),
            },
        ),
        (
            "The stalker's melee attacks now deal half damage on a miss.",
            {"attacks": [{**BITE, "hit": [{"damage": 10}], "miss": [{"damage": "half"}]}]},
        ),
        (
            "The stalker's attacks deal half damage on a miss.",
            {
                "attacks": [
                    {**BITE, "hit": [{"damage": 10}], "miss": [{"damage": "half"}]},
                    {**QUILL, "needs": ["granted"], "hit": [{"damage": 5}], "miss": [{"damage": "half"}]},
                ]
            },
        ),
        ("The stalker gains a quill attack.", {"attacks": [{**QUILL, "hit": [{"damage": 5}]}]}),
        ("The stalker can make three bite attacks instead of two.", {"attacks": [{**BITE, "attacks": 3, "hit": [{"damage": 10}]}]}),
        (
            "Once per battle, for one turn; bite becomes a quick action to use.",
            {"attacks": [{**BITE, "name": "Bite (quick)", "action": "quick", "usage": "1/battle", "hit": [{"damage": 10}]}]},
        ),
        (
            "The bite attack is now a close attack against 1d3 enemies in a group.",
            {
                "attacks": [
                    {
                        **BITE, "kind": "close", "hit": [{"damage": 10}],
                        "targets": {"count": "1d3", "range": "nearby", "in_group": True},
                    }
                ]
            },
        ),
        ("-2 to all defenses", {"ac": 16, "pd": 14, "md": 12}),
        ("Add +2 to the dire beast's AC, and add +1 to its PD.", {"ac": 20, "pd": 17}),
        ("+10% to hit points (+4)", {"hp": 44}),
    ],
)  # fmt: skip
def test_a_trait_changes_an_attack_or_a_figure(text: str, made: Row) -> None:
    assert changed(text) == made


def test_all_attacks_are_changed_at_once() -> None:
    rows = changed("-1 to all attacks")["attacks"]
    assert [row["bonus"] for row in rows] == [7, 8, 6]  # type: ignore[union-attr,index,call-overload]


@pytest.mark.parametrize(
    "text",
    [
        "Bite deals 1d6 extra damage on a natural even hit against dwarves.",
        "Bite now targets MD if the moon is full.",
        "When the stalker rolls a natural odd hit with bite, it deals 5 damage instead of 10.",
        "Targets hit by mud spit are dazed and sing.",
        "The stalker gains a bite attack.",
        "+2 to all sorts of things",
    ],
)
def test_a_sentence_that_says_more_stays_text(text: str) -> None:
    made = changed(text)
    assert set(made) == {"notes"}
    notes: Any = made["notes"]
    [note] = notes
    assert (note["name"], note["text"], note["kind"]) == ("Gift", text, "trait")
