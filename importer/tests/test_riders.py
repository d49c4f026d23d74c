"""Riders that change what the attack above them does: failed saves, charges, the closest target."""

from __future__ import annotations

from itertools import product

from quintain.systems.escalation.published import stat_block
from quintain_bestiary import import_text
from quintain_bestiary.text import Row, Value

PAGE = """```statblock
name: "Reed ogre"
level: "3"
initiative: "5"
actions:
    - name: "{line}"
      desc: "{hit}"
      traits:
{riders}
ac: "19"
pd: "17"
md: "13"
hp: "90"
```
"""


def attack(hit: str, *riders: tuple[str, str], line: str = "Club +8 vs. AC") -> tuple[Row, list[Value]]:
    below = "\n".join(f'          - name: "{name}"\n            desc: "{text}"' for name, text in riders)
    block = import_text(PAGE.format(line=line, hit=hit, riders=below or "          []")).blocks[0].block
    stat_block(dict(block))
    attacks = block["attacks"]
    assert isinstance(attacks, list) and isinstance(attacks[0], dict)
    notes = block.get("notes", [])
    assert isinstance(notes, list)
    return attacks[0], notes


def test_what_each_failure_brings_in_its_order() -> None:
    made, notes = attack(
        "9 damage, and the target is weakened (save ends)",
        ("First failed save", "The target is hampered (save ends)."),
        ("Second failed save", "The target is instead helpless (hard save ends, 16+)."),
    )
    steps = [[{"inflict": ["hampered"], "until": "save"}], [{"inflict": ["helpless"], "until": "hard save"}]]
    assert made["hit"] == [{"damage": 9}, {"inflict": ["weakened"], "until": "save", "failed_saves": steps}]
    assert notes == []


def test_a_second_failure_without_a_first_stays_text() -> None:
    made, notes = attack("The target is weakened (save ends)", ("Second failed save", "The target is helpless (save ends)."))
    assert made["hit"] == [{"inflict": ["weakened"], "until": "save"}]
    assert [note["name"] for note in notes if isinstance(note, dict)] == ["Club: Second failed save"]


def test_each_failure_may_pile_a_penalty_up() -> None:
    made, notes = attack(
        "5 ongoing acid damage",
        ("Each failed save", "The target is slimed and takes a cumulative -1 penalty to attacks until the end of the battle."),
    )
    penalty = {"modifier": {"attack": -1}, "until": "end of battle", "cumulative": True}
    assert made["hit"] == [{"ongoing": 5, "type": "acid", "until": "save", "each_failed_save": [penalty]}]
    assert len(notes) == 1, "the slime is told"


def test_an_effect_that_is_only_a_name_carries_what_its_failures_do() -> None:
    made, _ = attack("9 damage, and the target feels the cold (save ends)", ("Each failed save", "The target takes 5 damage."))
    marked = {"mark": "cold", "until": "save", "each_failed_save": [{"damage": 5}]}
    assert made["hit"] == [{"damage": 9}, marked, {"text": "cold"}]


def test_a_charge_deals_the_difference() -> None:
    rider = {"when": "hit", "name": "Charge", "effects": [{"extra_damage": 8}], "needs": ["charged"]}
    for moves, was in product(("first moves", "moves first"), ("was not", "wasn't", "is not", "isn't")):
        charge = f"{moves} before attacking an enemy it {was} engaged with at the start of its turn"
        made, notes = attack(f"12 damage, or 20 damage if the ogre {charge}")
        assert (made["hit"], made["riders"], notes) == ([{"damage": 12}], [rider], [])
        made, notes = attack("12 damage", ("Furious charge", f"The attack instead deals 20 damage on a hit if the ogre {charge}."))
        assert (made["hit"], made["riders"], notes) == ([{"damage": 12}], [rider], [])


def test_the_closest_target_is_the_first_that_is_hit() -> None:
    line = "C: Bog breath +8 vs. PD (1d3 nearby enemies)"
    made, notes = attack("8 damage, and the closest target hit is dazed (save ends)", line=line)
    dazed = [{"inflict": ["dazed"], "until": "save"}]
    assert made["hit"] == [{"damage": 8}]
    assert made["riders"] == [{"when": "hit", "name": "Closest target", "effects": dazed, "once": "turn"}]
    assert notes == []


def test_a_condition_that_comes_instead_leaves_the_usual_one_to_the_other_faces() -> None:
    made, notes = attack(
        "8 damage, and the target is dazed (save ends)", ("Natural 18+", "The target is confused instead of dazed (save ends).")
    )
    assert made["hit"] == [{"damage": 8}]
    assert made["riders"] == [
        {"when": "natural 1-17 hit", "name": "Otherwise", "effects": [{"inflict": ["dazed"], "until": "save"}]},
        {"when": "natural 18+", "name": "Natural 18+", "effects": [{"inflict": ["confused"], "until": "save"}]},
    ]
    made, notes = attack(
        "The target is stuck (save ends)", ("Natural even hit", "The target is stunned instead of dazed (save ends).")
    )
    assert made["hit"] == [{"inflict": ["stuck"], "until": "save"}], "the hit does not daze"
    assert notes == []


def test_another_attack_is_granted_with_all_its_strikes() -> None:
    page = PAGE.format(line="Club +8 vs. AC (2 attacks)", hit="9 damage", riders="{riders}").replace(
        'ac: "19"', 'triggered_actions:\n    - name: "C: Splash +8 vs. PD (3 attacks)"\n      desc: "4 damage"\nac: "19"'
    )
    for text, grant in (
        ("The ogre can make a splash attack as a free action.", {"attack": "Splash", "times": 3}),
        ("The ogre can make a single splash attack as a free action.", {"attack": "Splash", "times": 1}),
        ("The ogre can make another club attack as a free action.", {"attack": "Club"}),
    ):
        rider = f'          - name: "Natural 16+"\n            desc: "{text}"'
        attacks = import_text(page.replace("{riders}", rider)).blocks[0].block["attacks"]
        assert isinstance(attacks, list) and isinstance(attacks[0], dict)
        assert attacks[0]["riders"] == [{"when": "natural 16+", "name": "Natural 16+", "effects": [grant]}]


def test_a_use_sets_the_faces_that_set_it_off_and_a_quick_variant_stands_beside_the_usual_attack() -> None:
    off_turn = "As a free action, when a nearby enemy rolls a natural 2-4 with an attack against it."
    made, _ = attack("9 damage", ("Limited use", off_turn))
    assert (made["trigger"], made["natural"], made["action"]) == ("self_attacked", "2-4", "free")
    sometimes = "This attack only requires a quick action (once per round) when the escalation die is even."
    page = PAGE.format(line="Club +8 vs. AC", hit="9 damage", riders=f'          - name: "Quick use"\n            desc: "{sometimes}"')
    attacks = import_text(page).blocks[0].block["attacks"]
    assert isinstance(attacks, list)
    usual, quick = (one for one in attacks if isinstance(one, dict))
    assert "action" not in usual and "needs" not in usual
    assert quick == {**usual, "name": "Club (quick)", "action": "quick", "usage": "1/round", "needs": ["escalation_even"]}
