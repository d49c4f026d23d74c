"""Attacks that wait, and the traits that say when they are made."""

from __future__ import annotations

import pytest

from quintain.systems.escalation.published import stat_block
from quintain_bestiary import import_text
from quintain_bestiary.text import Row

PAGE = """```statblock
name: "Bog titan"
level: "4"
size: "large"
initiative: "4"
actions:
    - name: "Fist +9 vs. AC"
      desc: "20 damage{hit}"
      traits:
          - name: "Natural even hit"
            desc: "{rider}"
triggered_actions:
    - name: "Heave +9 vs. PD"
      desc: "14 damage"
traits:
    - name: "{title}"
      desc: "{trait}"
nastier_traits:
    - name: "Strength of the bog"
      desc: "{nastier}"
ac: "20"
pd: "18"
md: "14"
hp: "108"
```
"""


def heave(
    trait: str = "It hums.", hit: str = "", rider: str = "The target is dazed (save ends).", nastier: str = "It stinks.",
    title: str = "Heaving", on: bool = False,
) -> Row:
    found = import_text(PAGE.format(trait=trait, hit=hit, rider=rider, nastier=nastier, title=title), nastier=on)
    block = found.blocks[0].block
    stat_block(dict(block))
    attacks = block["attacks"]
    assert isinstance(attacks, list) and isinstance(attacks[1], dict)
    return {key: value for key, value in attacks[1].items() if key in ("action", "usage", "trigger", "natural", "needs", "targets")}


ONE: Row = {"targets": {"count": 1, "range": "engaged"}}


@pytest.mark.parametrize(
    ("trait", "expected"),
    [
        ("Twice per battle, the titan can make a heave attack as a quick action (once per round).",
         {"action": "quick", "usage": "2/battle"}),
        ("As a quick action when the escalation die is even, the titan can make a heave attack.",
         {"action": "quick", "usage": "1/round", "needs": ["escalation_even"]}),
        ("When the titan is first staggered, it makes a heave attack as a free action.",
         {"action": "free", "usage": "1/battle", "trigger": "self_staggered"}),
        ("The first time the titan is staggered, mud bursts from it. It can make a heave attack as a free action.",
         {"action": "free", "usage": "1/battle", "trigger": "self_staggered"}),
        ("When the bog titan is slain, it may make a heave attack as an interrupt action.",
         {"action": "interrupt", "trigger": "self_drops"}),
        ("When an enemy engages the titan, the bog titan can make a heave attack against it as a free action.",
         {"action": "free", "trigger": "enemy_engages"}),
        ("When a nearby enemy rolls a natural odd attack roll against the titan,"
         " the titan can make a heave attack against it as a free action.",
         {"action": "free", "trigger": "self_attacked", "natural": "odd"}),
        ("When the titan starts its turn grabbing an enemy, it can make a heave attack against that enemy as a free action.",
         {"action": "free", "usage": "1/round", "targets": {"count": 1, "range": "engaged", "filter": "grabbed"}}),
        ("The titan can make the heave attack.", {}),
    ],
)  # fmt: skip
def test_a_trait_says_when_a_waiting_attack_is_made(trait: str, expected: Row) -> None:
    assert heave(trait) == {**ONE, **expected}


@pytest.mark.parametrize(
    "trait",
    ["It hums.", "If it rains, the titan can make a heave attack as a free action.",
     "When the titan hits with an opportunity attack, it can make a heave attack as a free action."],
)  # fmt: skip
def test_without_such_a_trait_it_waits_for_the_game_master(trait: str) -> None:
    assert heave(trait) == {**ONE, "needs": ["granted"]}


def test_a_rider_grants_it_for_that_roll_only() -> None:
    assert heave(rider="The titan can make a heave attack as a free action.") == {**ONE, "needs": ["granted"]}


def test_a_hit_line_may_speak_of_later_turns() -> None:
    later = ", and the titan grabs the target. As a standard action, it can make a heave attack against an enemy it's grabbing."
    assert heave(hit=later) == {"targets": {"count": 1, "range": "engaged", "filter": "grabbed"}}


def test_a_line_of_a_table_is_no_occasion() -> None:
    assert heave("The titan can make a heave attack as a free action.", title="Roll 1d6: 5-6") == {**ONE, "needs": ["granted"]}


def test_a_limited_use_among_the_traits_belongs_to_the_attack_that_waits() -> None:
    assert heave("1/round, as a quick action.", title="Limited use") == {**ONE, "action": "quick", "usage": "1/round"}


def test_nastier_traits_count_only_when_they_are_switched_on() -> None:
    nastier = "Twice per battle, the titan can make a heave attack as a quick action."
    assert heave(nastier=nastier) == {**ONE, "needs": ["granted"]}
    assert heave(nastier=nastier, on=True) == {**ONE, "action": "quick", "usage": "2/battle"}
