"""Traits that change an attack of the creature, each wording on a creature made up for it."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.systems.escalation.published import stat_block
from quintain_bestiary import import_text
from quintain_bestiary.text import Row

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


def _attacks(made: Row) -> dict[str, Row]:
    rows = made["attacks"]
    assert isinstance(rows, list)
    return {str(row["name"]): row for row in rows if isinstance(row, dict)}


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


# -- forms, and what begins in the middle of a fight ---------------------------------------------------------------------

FORM = (
    "Roll a d6 at the start of each of the stalker's turns. If you roll equal to or less than the escalation die, the stalker shifts"
    " into flood form until the end of the battle. While in this form, "
)


def test_a_form_may_hamper_whoever_is_engaged_with_it() -> None:
    suffers = {"inflict": ["hampered"], "until": "while engaged"}
    first = {"name": "Gift", "when": "turn_start", "chance": "d6 up to escalation", "once": "battle"}
    assert changed(f"{FORM}each enemy engaged with the stalker is hampered (and you stop rolling these checks).") == {
        "occasions": [
            {**first, "effects": [{"mark": "flood", "on": "self", "until": "end of battle"}, {**suffers, "on": "each_engaged"}]},
            {"name": "Gift (engaged)", "when": "enemy_engages", "needs": ["marked flood"], "effects": [suffers]},
            {"name": "Gift (engaging)", "when": "engages", "needs": ["marked flood"], "effects": [suffers]},
        ]
    }


def test_an_ability_gained_for_the_rest_of_the_battle_hangs_on_a_mark() -> None:
    gains = (
        "When an enemy scores a critical hit against the stalker, the stalker gains the following ability until the end of the"
        " battle:"
    )
    hurts = "When an enemy is engaged with the stalker at the start of its turn, it takes 5 damage."
    begins = {"mark": "gift", "on": "self", "until": "end of battle"}
    assert changed(f"{gains} {hurts}") == {
        "occasions": [
            {"name": "Gift", "when": "attacked", "roll": "crit", "once": "battle", "effects": [begins]},
            {
                "name": "Gift (gained)", "when": "enemy_turn_start", "within": "engaged", "needs": ["marked gift"],
                "effects": [{"damage": 5}],
            },
        ]
    }  # fmt: skip
    assert "occasions" not in changed(f"{gains} It sings.")


def test_the_improved_attack_of_a_form_is_the_one_that_shares_its_name() -> None:
    more = '  - name: "C: Flood of reeds +8 vs. PD (each nearby enemy)"\n    desc: "7 damage"\ntraits:'
    text = PAGE.replace("traits:\n  - name: Gift", f"{more}\n  - name: Gift")
    text = text.replace("TEXT", f"{FORM}it gains the following improved attack:")
    made = import_text(text).blocks[0].block
    assert made["occasions"] == [
        {
            "name": "Gift", "when": "turn_start", "chance": "d6 up to escalation", "once": "battle",
            "effects": [{"unlocks": "Flood of reeds", "on": "self", "until": "end of battle"}],
        }
    ]  # fmt: skip


def test_a_save_when_it_changes_its_form_is_a_power() -> None:
    shifts = "The stalker can shift forms once per round as a quick action."
    assert changed(f"{shifts} When the stalker shifts, it can roll a save against one save ends effect.") == {
        "powers": [
            {
                "name": "Gift", "kind": "close", "action": "quick", "usage": "1/round", "targets": {"who": "self"},
                "hit": [{"shake_off": "save_one", "on": "self"}],
            }
        ]
    }  # fmt: skip


@pytest.mark.parametrize(("level", "damage"), [(4, 5), (5, 10), (8, 20)])
def test_a_text_for_three_tiers_holds_as_the_level_says(level: int, damage: int) -> None:
    bite = "The first time each battle a creature takes damage from a stalker melee attack, it takes 5 extra damage"
    text = PAGE.replace("level: 3", f"level: {level}").replace("TEXT", f"{bite} (champion: 10 damage; epic: 20 damage).")
    made = import_text(text).blocks[0].block
    assert made["occasions"] == [
        {
            "name": "Gift", "when": "attacking", "kinds": ["melee"], "roll": "hit",
            "effects": [{"extra_damage": damage, "against": "not_marked gift"}, {"mark": "gift", "until": "end of battle"}],
        }
    ]  # fmt: skip
    stat_block(dict(made))


@pytest.mark.parametrize(("level", "die"), [(4, "escalation"), (5, "2x escalation"), (8, "3x escalation")])
def test_a_bonus_by_the_die_grows_with_the_tier(level: int, die: str) -> None:
    said = "The stalker deals extra damage equal to the escalation die (champion: double the die; epic: triple the die)."
    made = import_text(PAGE.replace("level: 3", f"level: {level}").replace("TEXT", said)).blocks[0].block
    assert made["bonuses"] == [{"name": "Gift", "damage": die}]


def test_attacks_of_which_one_can_be_made_share_their_uses() -> None:
    more = '  - name: "C: Reed storm +8 vs. PD (each nearby enemy)"\n    desc: "7 damage"\ntraits:'
    text = PAGE.replace("traits:\n  - name: Gift", f"{more}\n  - name: Gift").replace(
        "TEXT", "Once per battle as a standard action, the stalker can make one of the following strange attacks: Quill or Reed storm."
    )
    text = text.replace("desc: \"3 damage.\"", 'desc: "The stalker regains its gift attack if it\'s expended."')
    made = import_text(text).blocks[0].block
    stat_block(dict(made))
    rows = _attacks(made)
    assert [(rows[name]["usage"], rows[name]["pool"], "needs" in rows[name]) for name in ("Quill", "Reed storm")] == [
        ("1/battle", "gift", False), ("1/battle", "gift", False),
    ]  # fmt: skip
    assert rows["Mud spit"]["miss"] == [{"regain": "gift"}]


def test_an_attack_to_be_chosen_waits_until_it_is() -> None:
    said = "Each stalker has one of the following attacks. Choose, or roll a d2; 1: quill; 2: tail slap."
    text = PAGE.replace("TEXT", "It hums.").replace("name: Gift", f'name: "{said[:-12]}"').replace("It hums.", "tail slap.")
    plain, on = (import_text(text, with_traits=names).blocks[0].block for names in ((), ("Quill",)))
    assert [_attacks(made)["Quill"].get("needs") for made in (plain, on)] == [["granted"], None]


def test_conditions_may_be_ignored_at_a_price() -> None:
    said = "Whenever the stalker would suffer any of the following [[States|conditions]], it ignores the condition and takes 4 damage"
    said += " instead:"
    assert changed(f"{said} Dazed, or weakened.") == {"immune_conditions": ["dazed", "weakened"], "immune_price": 4}
