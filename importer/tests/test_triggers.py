"""Traits that come into play by themselves: which sentences are read, which are kept, which turn hits; on creatures made for it."""

from __future__ import annotations

import pytest

from importer.tests.stalker import FOOT, HEAD, block, read
from quintain.systems.escalation.published import stat_block
from quintain_bestiary import import_text
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.text import Row
from quintain_bestiary.triggers import read_triggers


def test_one_sentence_may_name_two_moments_or_two_amounts() -> None:
    rows, left = read(
        "When an enemy engages the stalker or starts its turn engaged with the stalker, it takes 4 damage."
    )
    assert [row["when"] for row in rows] == ["enemy_turn_start", "enemy_engages"]
    rows, left = read(
        "Each time the stalker uses its bite attack, it takes 1d6 damage, or 2d6 damage if it's staggered."
    )
    assert [(row["needs"], row["once"], row["effects"]) for row in rows] == [
        (["not_staggered"], "turn", [{"damage": "1d6", "on": "self"}]),
        (["self_staggered"], "turn", [{"damage": "2d6", "on": "self"}]),
    ]
    assert left == []


def test_sentences_beside_the_moment_stay_text() -> None:
    rows, left = read(
        "Old reeds rattle round it. When an enemy intercepts the stalker, it takes 4 damage. Elders know a song against it."
    )
    assert len(rows) == 1
    assert left == ["Old reeds rattle round it.", "Elders know a song against it."]


@pytest.mark.parametrize(
    "text",
    [
        "When an enemy in metal armour hits the stalker with a melee attack, that enemy takes 4 damage.",
        "When an enemy hits the stalker with a melee weapon, that enemy takes 4 damage.",
        "When an enemy misses the stalker with an attack, it takes 4 damage instead of missing.",
        "When an enemy misses the stalker with an attack, the stalker can make a bite attack against it as a free action"
        " before the attack.",
        "When the stalker fails a save, it becomes a creature of mud until the end of its next turn.",
        "When the stalker hits with its bite attack, it takes 4 damage.",
        "As a quick action when an enemy misses the stalker with an attack, it takes 4 damage.",
        "When the marsh floods, each nearby enemy takes 4 damage.",
        "At the start of the stalker's turn, it is dazed until the end of its next turn.",
    ],
)
def test_a_moment_or_a_consequence_with_a_condition_that_is_not_understood_stays_text(text: str) -> None:
    """The metal, the weapon, a replacement, an order in time, a shape, an "it" that may be either: by hand."""
    rows, left = read(text)
    assert rows == []
    assert left == [text]


PAGE = f"""{HEAD}traits:
  - name: Barbs
    desc: "When an enemy misses the stalker with a melee attack, that enemy takes 4 damage."
nastier_traits:
  - name: Burst
    desc: "When the stalker drops to 0 hp, each nearby enemy takes 6 damage."
{FOOT}"""


def test_nastier_traits_are_counted_as_what_they_would_become_and_switched_on_only_when_asked_for() -> None:
    plain, nasty = import_text(PAGE), import_text(PAGE, nastier=True)
    assert [row["name"] for row in _occasions(plain.blocks[0].block)] == ["Barbs"]
    assert [row["name"] for row in _occasions(nasty.blocks[0].block)] == ["Barbs", "Burst"]
    fates = {account.name: account.fate for account in plain.blocks[0].accounts if account.what in ("trait", "nastier")}
    assert fates == {"Barbs": "whole", "Burst": "whole"}
    assert [note["name"] for note in plain.blocks[0].notes] == ["Burst"]
    assert nasty.blocks[0].notes == []


def _occasions(block: Row) -> list[Row]:
    rows = block.get("occasions", [])
    assert isinstance(rows, list)
    return [row for row in rows if isinstance(row, dict)]


@pytest.mark.parametrize(
    ("text", "power", "left"),
    [
        (
            "Once per battle as a free action when an attack targets the stalker's MD, it can force the attacker to reroll the"
            " attack.",
            {"usage": "1/battle", "versus": ["MD"], "hit": [{"reroll": 0}]},
            [],
        ),
        (
            "The first time the stalker is hit by an attack against PD, reroll the attack with a -2 attack penalty.",
            {"usage": "1/battle", "versus": ["PD"], "hit": [{"reroll": -2}]},
            [],
        ),
        (
            "Twice per battle as a free action when an enemy rolls a natural odd attack against the stalker, the stalker"
            " negates the attack"
            " (no damage or effects).",
            {"usage": "2/battle", "natural": "odd", "hit": [{"negate": True}]},
            [],
        ),
        (
            "Twice per battle, when struck by an attack that targets PD, it takes only half damage from the attack instead.",
            {"usage": "2/battle", "versus": ["PD"], "hit": [{"halve": True}]},
            [],
        ),
        (
            "Once per battle as a free action when an attack targets the stalker, it can force the attacker to reroll the"
            " attack and laughs.",
            {"usage": "1/battle", "hit": [{"reroll": 0}]},
            ["and laughs"],
        ),
    ],
)
def test_what_turns_a_hit_becomes_a_power_of_its_own(text: str, power: Row, left: list[str]) -> None:
    found = read_triggers("Trait", text, Speaker.of("Reed Stalker", "beast", "", ["Bite"]))
    common = {"name": "Trait", "kind": "close", "action": "free", "trigger": "self_hit", "targets": {"who": "self"}}
    assert (found.rows, found.powers, found.left) == ([], [{**common, **power}], left)
    stat_block({**block([]), "powers": found.powers})


def test_a_second_moment_or_a_form_that_is_not_understood_is_kept_and_the_rest_holds() -> None:
    rows, left = read(
        "When the stalker scores a critical hit OR when somebody whistles, the stalker can teleport to a nearby location it can see."
    )
    assert rows == [{"when": "attacking", "roll": "crit", "effects": [{"teleport": "self"}]}]
    assert left == ["when somebody whistles"]
    rows, left = read(
        "Roll a d8 at the start of each of the stalker's turns. If you roll less than or equal to the escalation die, this"
        " stalker shifts into tall reed"
        " form until the end of the battle. While in this form, the stalker gains a +3 bonus to PD and the deep roots ability (and you"
        " stop rolling reed checks)."
    )
    assert left == ["tall reed form", "the deep roots ability"]
    assert [(row["chance"], row["once"]) for row in rows] == [("d8 up to escalation", "battle")]


def test_the_price_of_the_escalation_die_falls_on_whoever_adds_it() -> None:
    rows, left = read(
        "Whenever you choose to add the escalation die to an attack against this stalker, you are stuck (save ends)."
    )
    assert rows == [{"when": "attacked", "escalated": True, "effects": [{"inflict": ["stuck"], "until": "save"}]}]
    assert left == []


def test_a_form_with_an_improved_attack_opens_the_one_attack_that_waits() -> None:
    text = (
        "Roll a d10 at the start of each of the stalker's turns. If you roll less than or equal to the escalation die, this"
        " stalker shifts into"
        " flood form until the end of the battle. While in this form, the stalker gains the following improved attack (and you stop"
        " rolling flood"
        " checks):"
    )
    speaker = Speaker.of("Reed Stalker", "beast", "", ["Bite", "Flood"])
    found = read_triggers("Trait", text, speaker, ("Flood",))
    effects = [{"unlocks": "Flood", "on": "self", "until": "end of battle"}]
    row = {"name": "Trait", "when": "turn_start", "chance": "d10 up to escalation", "once": "battle", "effects": effects}
    assert (found.rows, found.left) == ([row], ["flood form"])
    assert read_triggers("Trait", text, speaker, ("Flood", "Bite")).rows == []
