"""What attacks and riders do: each wording of the grammar becomes its row, and the rest stays text."""

from __future__ import annotations

import pytest

from quintain_bestiary.effects import read_effects
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.text import Row


def speaker() -> Speaker:
    made = Speaker.of("Marsh lurker", "beast", "Lurkers", ["Snap", "Mud spray", "Drowning pull"])
    made.current = "Snap"
    return made


def rows(text: str, hits_only: bool = True) -> list[Row]:
    read = read_effects(text, speaker(), hits_only)
    assert read.kept == []
    return read.rows


SAVE: Row = {"until": "save"}
POISON: Row = {"damage": 8, "type": "poison"}
OWN_END = "end of own next turn"
ITS_END = "end of target's next turn"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # damage
        ("7 damage", [{"damage": 7}]),
        ("7 damage.", [{"damage": 7}]),
        ("12 negative energy damage", [{"damage": 12, "type": "negative energy"}]),
        ("3d10 fire damage", [{"damage": "3d10", "type": "fire"}]),
        ("2d6 + 3 damage", [{"damage": "2d6+3"}]),
        ("1d6 x 10 lightning damage", [{"damage": "1d6x10", "type": "lightning"}]),
        ("7 damage, and 3 cold damage", [{"damage": 7}, {"damage": 3, "type": "cold"}]),
        ("The target takes 4 psychic damage", [{"damage": 4, "type": "psychic"}]),
        ("5 extra damage", [{"extra_damage": 5}]),
        ("The target takes 1d6 extra acid damage from its spittle", [{"extra_damage": "1d6", "type": "acid"}]),
        ("The attack deals +4 damage", [{"extra_damage": 4}]),
        ("The target takes +2d6 damage from a claw", [{"extra_damage": "2d6"}]),
        ("The attack does double damage, but the lurker takes 1d6 damage", [{"double_damage": True}, {"damage": "1d6", "on": "self"}]),
        ("The lurker takes 1d6 damage", [{"damage": "1d6", "on": "self"}]),
        ("The lurker loses 6 hit points", [{"damage": 6, "on": "self"}]),
        ("Both the lurker and its target take 1d4 damage!", [{"damage": "1d4"}, {"damage": "1d4", "on": "self"}]),
        ("Each nearby enemy takes 5 cold damage", [{"damage": 5, "type": "cold", "on": "each_nearby"}]),
        ("Each enemy engaged with the marsh lurker takes 3 damage", [{"damage": 3, "on": "each_engaged"}]),
        ("Each other enemy engaged with it takes 3 damage", [{"damage": 3, "on": "each_other"}]),
        (
            "Each nearby creature (including allies) takes 4 thunder damage",
            [{"damage": 4, "type": "thunder", "on": "each_creature"}],
        ),
        ("1d3 random nearby enemies each take 6 damage", [{"damage": 6, "on": "random_other", "count": "1d3"}]),
        (
            "The target and one other nearby enemy take 6 damage",
            [{"damage": 6}, {"damage": 6, "on": "random_other", "count": 1}],
        ),
        ("10 damage to each enemy engaged with the lurker", [{"damage": 10, "on": "each_engaged"}]),
        (
            "10 damage, or 14 damage against a staggered target",
            [{"damage": 10}, {"extra_damage": 4, "against": "staggered"}],
        ),
        (
            "10 damage; OR 15 damage against a creature taking ongoing poison damage",
            [{"damage": 10}, {"extra_damage": 5, "against": "ongoing poison"}],
        ),
        # ongoing damage
        ("5 ongoing damage", [{"ongoing": 5, **SAVE}]),
        ("7 damage, and 5 ongoing poison damage", [{"damage": 7}, {"ongoing": 5, "type": "poison", **SAVE}]),
        ("ongoing 10 damage (hard save ends, 16+)", [{"ongoing": 10, "until": "hard save"}]),
        ("5 ongoing fire damage, hard save (16+) ends", [{"ongoing": 5, "type": "fire", "until": "hard save"}]),
        (
            "The target also takes 3 ongoing acid damage (easy save ends, 6+)",
            [{"ongoing": 3, "type": "acid", "until": "easy save"}],
        ),
        ("The target takes 8 ongoing fire damage instead of 4", [{"ongoing": 8, "type": "fire", **SAVE}]),
        # conditions and their ends
        ("The target is dazed (save ends)", [{"inflict": ["dazed"], **SAVE}]),
        ("Target is weakened (normal save ends)", [{"inflict": ["weakened"], **SAVE}]),
        ("The target is confused (save 13+ ends)", [{"inflict": ["confused"], "until": "save 13+"}]),
        ("The target is stuck and hampered (save ends both)", [{"inflict": ["stuck", "hampered"], **SAVE}]),
        (
            "The target is vulnerable (crits vs. it come easier) until the end of the battle",
            [{"inflict": ["vulnerable"], "until": "end of battle"}],
        ),
        (
            "The target is also hampered (makes only basic attacks) until the end of the battle",
            [{"inflict": ["hampered"], "until": "end of battle"}],
        ),
        ("The target is stunned until the end of their next turn", [{"inflict": ["stunned"], "until": ITS_END}]),
        (
            "The target is dazed until the start of the lurker's next turn",
            [{"inflict": ["dazed"], "until": "start of own next turn"}],
        ),
        (
            "The target is weakened until the end of its next turn (-4 to attacks and defences)",
            [{"inflict": ["weakened"], "until": ITS_END}],
        ),
        ("Until the end of the lurker's next turn, the target is dazed", [{"inflict": ["dazed"], "until": OWN_END}]),
        (
            "The target is hampered while it's engaged with the lurker",
            [{"inflict": ["hampered"], "until": "while engaged"}],
        ),
        (
            "Until the end of the lurker's next turn, the target is hampered while engaged with the lurker",
            [{"inflict": ["hampered"], "until": OWN_END, "ends_when": ["parted"]}],
        ),
        ("The target falls unconscious (save ends)", [{"inflict": ["helpless"], **SAVE}]),
        (
            "If the target is staggered, it is dazed (save ends)",
            [{"inflict": ["dazed"], **SAVE, "against": "staggered"}],
        ),
        ("The target is weakened (save ends) if it's stuck", [{"inflict": ["weakened"], **SAVE, "against": "stuck"}]),
        ("The target can't use the escalation die (save ends)", [{"inflict": ["no_escalation"], **SAVE}]),
        ("The target loses its next move action", [{"inflict": ["loses_move"], "until": ITS_END}]),
        ("The target must start making last gasp saves as its blood thickens", [{"last_gasp": "helpless"}]),
        # one save for several effects
        (
            "5 ongoing cold damage and the target is dazed (save ends both)",
            [{"ongoing": 5, "type": "cold", **SAVE, "conditions": ["dazed"]}],
        ),
        (
            "The target is stuck and takes 5 ongoing damage (hard save ends both, 16+)",
            [{"ongoing": 5, "until": "hard save", "conditions": ["stuck"]}],
        ),
        (
            "The target is dazed (save ends). Each time the target fails the save, it takes 8 poison damage",
            [{"inflict": ["dazed"], **SAVE, "each_failed_save": [POISON]}],
        ),
        (
            "The target is stuck (save ends), and takes 4 damage each time it fails the save",
            [{"inflict": ["stuck"], **SAVE, "each_failed_save": [{"damage": 4}]}],
        ),
        # bonuses and penalties
        (
            "The lurker gains a +3 bonus to all defences until the start of the lurker's next turn",
            [{"modifier": {"defences": 3}, "until": "start of own next turn", "on": "self"}],
        ),
        (
            "The target takes a -2 penalty to attacks until the end of its next turn",
            [{"modifier": {"attack": -2}, "until": ITS_END}],
        ),
        ("The target takes a -4 penalty to saves (save ends)", [{"modifier": {"save": -4}, **SAVE}]),
        (
            "The lurker's crit range expands by 1 until the end of the battle",
            [{"modifier": {"crit": 1}, "on": "self", "until": "end of battle"}],
        ),
        # deeds
        ("The target pops free from the lurker", [{"pop_free": "target"}]),
        ("The target pops free from each enemy engaged with it", [{"pop_free": "target_from_all"}]),
        ("The lurker can pop free from the target", [{"pop_free": "self_from_target"}]),
        (
            "The lurker pops free from all enemies and can move as a free action",
            [{"pop_free": "self"}, {"free_move": "self"}],
        ),
        ("The lurker grabs the target", [{"grab": True}]),
        ("The lurker grabs the target if it isn't already grabbing a creature", [{"grab": "one"}]),
        ("The marsh lurker heals 2d6 hit points", [{"heal": "2d6", "on": "self"}]),
        ("The lurker gains 10 temporary hp", [{"temp_hp": 10, "on": "self"}]),
        ("The lurker regains the use of its mud spray if it's expended", [{"regain": "Mud spray"}]),
        ("The lurker can teleport somewhere nearby as a free action", [{"teleport": "self"}]),
        ("The escalation die decreases by one", [{"escalation": -1}]),
        # more attacks
        ("The lurker can make a mud spray attack as a free action", [{"attack": "Mud spray"}]),
        (
            "The lurker can make another snap attack against a different target as a free action",
            [{"attack": "Snap", "at": "other"}],
        ),
        (
            "As a free action, the lurker can make a drowning pull attack against the target",
            [{"attack": "Drowning pull", "at": "same"}],
        ),
        (
            "As a free action, the lurker can make a second attack against the same target",
            [{"attack": "Snap", "at": "same"}],
        ),
        ("Make a second snap attack (no more) as a free action", [{"attack": "Snap"}]),
        ("The lurker can make two more snap attacks as a free action", [{"attack": "Snap", "times": 2}]),
        # nothing at all
        ("The effect depends on the natural roll", []),
    ],
)  # fmt: skip
def test_a_known_wording_becomes_its_rows(text: str, expected: list[Row]) -> None:
    assert rows(text) == expected


def test_extra_damage_of_a_rider_that_may_follow_a_miss_is_damage_of_its_own() -> None:
    assert rows("The target takes 5 extra damage", hits_only=False) == [{"damage": 5}]


def test_half_damage_belongs_to_a_miss() -> None:
    assert rows("Half damage.", hits_only=False) == [{"damage": "half"}]
    assert read_effects("Half damage.", speaker(), True).kept == ["Half damage"]


@pytest.mark.parametrize(
    ("text", "expected", "kept"),
    [
        ("7 damage, and the target forgets its name", [{"damage": 7}], ["the target forgets its name"]),
        ("The target is dazed (save ends). On its first success it sneezes.", [{"inflict": ["dazed"], **SAVE}],
         ["On its first success it sneezes"]),
        (
            "The lurker swallows the target if it's smaller than a cow",
            [], ["The lurker swallows the target if it's smaller than a cow"],
        ),
        ("The lurker grabs the target unless the target is singing", [],
         ["The lurker grabs the target unless the target is singing"]),
        (
            "The target is vulnerable to loud music (save ends)",
            [], ["The target is vulnerable to loud music (save ends)"],
        ),
        (
            "The target must roll a save; on a failure, it's stunned",
            [], ["The target must roll a save; on a failure, it's stunned"],
        ),
        (
            "10 damage, or 20 damage if the lurker jumped first",
            [{"damage": 10}], ["or 20 damage if the lurker jumped first"],
        ),
        ("15 fire and cold damage", [{"damage": 15, "type": "fire"}], ["the damage type may be fire and cold"]),
        ("8 damage of the chosen type", [{"damage": 8}], ["damage of the chosen type"]),
        (
            "The target is helpless (save ends, or singing to it ends)",
            [{"inflict": ["helpless"], **SAVE}], ["or singing to it ends"],
        ),
        (
            "The lurker can make a tail attack as a free action",
            [], ["The lurker can make a tail attack as a free action"],
        ),
        (
            "One nearby ally can make a snap attack as a free action",
            [], ["One nearby ally can make a snap attack as a free action"],
        ),
        (
            "5 ongoing cold damage and dazed (save ends both); dazed part of the effect only affects the baptised",
            [{"ongoing": 5, "type": "cold", **SAVE}], ["dazed part of the effect only affects the baptised"],
        ),
        (
            "The target is dazed and stuck (save ends both); the stuck part of the effect only applies to riders",
            [{"inflict": ["dazed"], **SAVE}], ["the stuck part of the effect only applies to riders"],
        ),
        (
            "The target is dazed (save ends); the dazed part of the effect only affects the baptised",
            [], ["The target is dazed (save ends); the dazed part of the effect only affects the baptised"],
        ),
        (
            "The mud closes over its head. The target is stuck (save ends).",
            [{"inflict": ["stuck"], **SAVE}], ["The mud closes over its head"],
        ),
    ],
)  # fmt: skip
def test_what_the_grammar_does_not_know_is_kept_word_for_word(text: str, expected: list[Row], kept: list[str]) -> None:
    read = read_effects(text, speaker(), True)
    assert (read.rows, read.kept) == (expected, kept)


def test_the_creature_is_recognised_by_name_kind_and_family_and_nobody_else_is() -> None:
    made = speaker()
    for said in ("the marsh lurker", "The lurker", "this creature", "the beast", "a lurker"):
        assert len(made.mark(said)) == 1
        assert made.unmark(made.mark(said)) == said
    for said in ("the target", "the marshal", "each enemy"):
        assert made.mark(said) == said


def test_a_text_full_of_brackets_costs_no_more_than_its_length() -> None:
    hostile = "the target is dazed " + "(" * 2500 + "save " * 600 + ")" * 2500
    read = read_effects(hostile, speaker(), True)
    assert read.rows == [] and read.kept


@pytest.mark.parametrize(
    ("text", "difficulty"),
    [
        ("The target must roll a save; on a failure, it's dazed until the end of its next turn", 11),
        ("The target must roll an immediate hard save. On a failure, it's dazed until the end of its next turn", 16),
        ("The target rolls an easy save (6+). If it fails, it's dazed until the end of its next turn", 6),
    ],
)
def test_a_save_on_the_spot_decides_between_two_outcomes(text: str, difficulty: int) -> None:
    dazed: Row = {"inflict": ["dazed"], "until": ITS_END}
    assert rows(text) == [{"roll_save": {"difficulty": difficulty, "failure": [dazed]}}]
    hampered: Row = {"inflict": ["hampered"], "until": ITS_END}
    more = f"{text}. On a success, the target is hampered until the end of its next turn."
    assert rows(more) == [{"roll_save": {"difficulty": difficulty, "failure": [dazed], "success": [hampered]}}]


def test_smaller_than_it_is_anybody_for_a_big_creature_and_unknown_for_others() -> None:
    text = "The lurker grabs the target if it's smaller than the lurker"
    big = Speaker.of("Marsh lurker", "beast", "Lurkers", ["Snap"], big=True)
    assert read_effects(text, big, True).rows == [{"grab": True}]
    assert read_effects(text, speaker(), True).rows == [{"grab": True, "against": "smaller"}]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "4 ongoing fire damage to a random nearby enemy",
            [{"ongoing": 4, "type": "fire", "on": "random_other", **SAVE}],
        ),
        (
            "The lurker pops free from the target and can move to engage a nearby enemy",
            [{"pop_free": "self_from_target"}, {"free_move": "self"}],
        ),
        ("The lurker engulfs the target (functions like a grab)", [{"grab": True}]),
        ("The lurker pulls the target into engagement with it", [{"engage": True}]),
        ("The lurker can make a snap attack as a quick action this turn", [{"attack": "Snap", "action": "quick"}]),
        (
            "The lurker can make another snap attack as a free action, then it takes 1d6 damage",
            [{"attack": "Snap"}, {"damage": "1d6", "on": "self"}],
        ),
        (
            "The target takes 4 damage from a kick, and the lurker heals 3 hp",
            [{"damage": 4}, {"heal": 3, "on": "self"}],
        ),
        ("The lurker can pop free from one enemy engaged with it", [{"pop_free": "self_from_target"}]),
    ],
)  # fmt: skip
def test_rarer_wordings_become_rows_too(text: str, expected: list[Row]) -> None:
    assert rows(text) == expected


@pytest.mark.parametrize(
    ("text", "expected", "kept"),
    [
        ("A burst of sparks that also dazes the target (save ends)", [{"inflict": ["dazed"], **SAVE}], ["A burst of sparks"]),
        ("Pebbles fall from above, hampering them (save ends)", [{"inflict": ["hampered"], **SAVE}], ["Pebbles fall from above"]),
        ("The target falls unconscious as the reeds sing (save ends)", [{"inflict": ["helpless"], **SAVE}], []),
        ("If it rains, mud flies up, dazing them (save ends)", [], ["If it rains, mud flies up, dazing them (save ends)"]),
    ],
)
def test_a_condition_may_hide_behind_a_verb_or_a_story(text: str, expected: list[Row], kept: list[str]) -> None:
    read = read_effects(text, speaker(), True)
    assert (read.rows, read.kept) == (expected, kept)
