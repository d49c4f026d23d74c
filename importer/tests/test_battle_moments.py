"""Moments of the whole field, the company a trait needs, and sentences that lean on one another: on creatures made up for it."""

from __future__ import annotations

import pytest

from importer.tests.stalker import FOOT, HEAD
from quintain.systems.escalation.published import stat_block
from quintain.systems.escalation.published import vocabulary as b
from quintain_bestiary import import_text
from quintain_bestiary.labels import Use
from quintain_bestiary.occasions import take_occasions
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.text import Row
from quintain_bestiary.triggers import read_triggers


def read(text: str, name: str = "Reed Stalker") -> tuple[list[Row], list[str]]:
    speaker = Speaker.of(name, "beast", "", ["Bite", "Mud spit", "Long tail"])
    found = read_triggers("Trait", text, speaker)
    rows = [{key: value for key, value in row.items() if key != "name"} for row in found.rows]
    for row in found.rows:
        stat_block({"name": "X", "level": 1, "initiative": 0, "ac": 1, "pd": 1, "md": 1, "hp": 9, "occasions": [row]})
    return rows, found.left


FOUR: list[Row] = [{"damage": 4}]
BITE: list[Row] = [{"attack": "Bite", "at": "same"}]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (
            "When a nearby enemy uses a move action to move, the stalker can make a bite attack against that enemy as a free action"
            " that interrupts the move. The stalker can use this ability twice per round.",
            {"when": "enemy_moves", "within": "nearby", "once": "round", "times": 2, "asks": True, "effects": BITE},
        ),
        (
            "On rounds when the escalation die is even enemies must succeed at an easy save when they try to move or they become"
            " stuck (save ends).",
            {
                "when": "enemy_moves", "within": "nearby", "needs": ["escalation_even"],
                "effects": [{"roll_save": {"difficulty": 6, "failure": [{"inflict": ["stuck"], "until": "save"}]}}],
            },
        ),
        (
            "When the stalker is unengaged and an enemy moves to engage it, roll 1d20. On a 12+, the stalker can make a mud spit"
            " attack against that enemy as a free action just before being engaged.",
            {
                "when": "enemy_comes", "needs": ["free"], "chance": "d20 12+", "asks": True,
                "effects": [{"attack": "Mud spit", "at": "same"}],
            },
        ),
        (
            "When one of the stalker's allies engages a creature engaged with the stalker, the stalker can pop free as a free action.",
            {"when": "ally_engages", "asks": True, "effects": [{"pop_free": "self"}]},
        ),
        (
            "When an enemy disengages from the stalker, the stalker rolls a hard save. On a success, the stalker can move to engage"
            " that enemy as a free action.",
            {"when": "enemy_disengages", "save": 16, "asks": True, "effects": [{"chase": True}]},
        ),
        (
            "When the escalation die increases, if there are more stalkers in the battle than their enemies, one reed stalker in the"
            " battle can make a melee attack as a free action.",
            {
                "when": "escalation_rises", "needs": ["outnumber stalker"], "once": "round", "shared": True, "asks": True,
                "effects": [{"attack": "basic"}],
            },
        ),
        (
            "If the escalation die is 2+ and this creature has at least three reed allies in the battle, whenever an enemy engages the"
            " stalker, it takes 4 damage.",
            {"when": "enemy_engages", "needs": ["escalation 2+", "allies 3+ called reed"], "effects": FOUR},
        ),
        (
            "Until the escalation die is 4+, if no enemies are dazed at the start of the stalker's turn, it regenerates"
            " 2d6 hit points.",
            {"when": "turn_start", "needs": ["enemies 0 dazed", "escalation 3-"], "effects": [{"heal": "2d6", "on": "self"}]},
        ),
        (
            "At the start of each of the stalker's turns, if any enemy in the battle has 30 hp or fewer, the stalker can make a bite"
            " attack against one of those enemies as a free action.",
            {"when": "turn_start", "needs": ["enemies 1+ hp 30-"], "asks": True, "effects": [{"attack": "Bite"}]},
        ),
        (
            "Each creature engaged with a damaged reed stalker at the start of its turn takes 4 damage.",
            {"when": "enemy_turn_start", "within": "engaged", "needs": ["hurt"], "effects": FOUR},
        ),
        (
            "Whenever the last mook in a mob of reed stalkers dies it deals 2d6 cold damage to anybody engaged with it. Creatures that"
            " resist cold damage ignore this effect.",
            {
                "when": "drops", "needs": ["last"], "once": "battle", "shared": True,
                "effects": [{"damage": "2d6", "type": "cold", "on": "each_engaged", "against": "not_resists cold"}],
            },
        ),
        (
            "When a member of the mob dies, other reed stalkers gain +2 to damage until the end of the battle (max +6).",
            {
                "when": "ally_drops", "against": "called reed stalker",
                "effects": [{"modifier": {"damage": 2}, "until": "end of battle", "cumulative": True, "most": 6, "on": "self"}],
            },
        ),
        (
            "When reduced to 0 hp the stalker bursts into a cloud of reeds, causing 4 damage to anyone it is engaged"
            " with and 1d3 other"
            " nearby enemies.",
            {
                "when": "drops",
                "effects": [
                    {"damage": 4, "on": "each_engaged"},
                    {"damage": 4, "on": "random_nearby", "count": "1d3", "among": "not_engaged_with_it"},
                ],
            },
        ),
        (
            "When the stalker drops to 0 hp, each creature that isn't allied with it must roll an easy save (6+). On a"
            " failure, it takes"
            " 4 damage.",
            {"when": "drops", "effects": [{"roll_save": {"difficulty": 6, "failure": FOUR}, "on": "all_foes"}]},
        ),
        (
            "Once per battle, the stalker gains an additional use of bite when it becomes staggered.",
            {"when": "staggered", "once": "battle", "effects": [{"regain": "Bite", "extra": 1}]},
        ),
        (
            "The first time this battle the stalker is staggered, it becomes hard to see until the end of the battle,"
            " gaining a +2 bonus"
            " to all defences.",
            {"when": "staggered", "once": "battle",
             "effects": [{"modifier": {"defences": 2}, "until": "end of battle", "on": "self"}]},
        ),
        (
            "The second time the stalker is staggered, as a free action it gains 30 hit points and a third bite attack,"
            " and is considered"
            " undamaged at its new hit point total.",
            {
                "when": "staggered", "nth": 2, "asks": True,
                "effects": [{"fresh_hp": 30, "on": "self"}, {"more_attacks": "Bite", "on": "self", "until": "end of battle"}],
            },
        ),
        (
            "The first time the stalker is staggered during a fight, its many sacs burst, causing 4 acid damage plus 3"
            " ongoing acid damage"
            " to all nearby enemies (save ends). The stalker can then make its bite attack as a free action on the"
            " creature it is engaged"
            " with.",
            {
                "when": "staggered", "once": "battle",
                "effects": [
                    {"damage": 4, "type": "acid", "on": "each_nearby"},
                    {"ongoing": 3, "type": "acid", "until": "save", "on": "each_nearby"},
                    {"attack": "Bite"},
                ],
            },
        ),
        (
            "When the stalker starts its turn and no enemies can see it, it can make a long tail attack that turn as a standard"
            " action.",
            {
                "when": "turn_start", "needs": ["unseen"],
                "effects": [{"unlocks": "long tail", "on": "self", "until": "end of turn"}],
            },
        ),
        (
            "When the escalation die reaches 3, the stalker swells as a free action, acquiring its long tail attack.",
            {
                "when": "escalation", "needs": ["escalation 3+"], "once": "battle",
                "effects": [{"unlocks": "long tail", "on": "self", "until": "end of battle"}],
            },
        ),
    ],
)  # fmt: skip
def test_a_trait_of_the_field_becomes_an_occasion_of_the_block(text: str, row: Row) -> None:
    rows, left = read(text)
    assert rows == [row]
    assert left == []


def test_such_an_enemy_is_the_one_of_the_sentence_before() -> None:
    rows, left = read(
        "When the escalation die is odd, one enemy of the stalker's choice that is stuck from its mud spit takes 4 damage at the start"
        " of the stalker's turn. When the escalation die is even, one such stuck enemy of its choice is dazed (save ends)."
    )
    among = ["under mud spit", "stuck"]
    assert rows == [
        {"when": "turn_start", "needs": ["escalation_odd"], "effects": [{"damage": 4, "on": "one_nearby", "among": among}]},
        {
            "when": "turn_start", "needs": ["escalation_even"],
            "effects": [{"inflict": ["dazed"], "until": "save", "on": "one_nearby", "among": among}],
        },
    ]  # fmt: skip
    assert left == []


@pytest.mark.parametrize(
    "text",
    [
        "Whenever the last mook in a mob of mud toads dies it deals 2d6 damage to anybody engaged with it.",
        "When the escalation die increases, if there are more toads in the battle than their enemies, one mud toad in the battle can"
        " make a melee attack as a free action.",
        "Each creature engaged with a damaged mud toad at the start of its turn takes 4 damage.",
    ],
)
def test_what_is_said_of_others_is_left_alone(text: str) -> None:
    assert read(text) == ([], [text])


def test_a_misprint_of_the_name_by_one_letter_still_means_the_creature() -> None:
    rows, left = read("When an enemy engages the reed stolker, it takes 4 damage.")
    assert (rows, left) == ([{"when": "enemy_engages", "effects": FOUR}], [])
    assert read("When an enemy engages the reed stolken, it takes 4 damage.")[0] == []


def test_an_attack_that_waits_may_need_company() -> None:
    speaker = Speaker.of("Reed Stalker", "beast", "", ["Bite", "Chorus"])
    use = Use(needs=["granted"])
    text = (
        "Once per battle when the escalation die is 3+ and there are four or more stalkers in the battle, a reed stalker can make a"
        " chorus attack as a free action."
    )
    assert take_occasions(text, speaker, {"chorus": use}) == ""
    assert (use.action, use.usage, use.needs) == ("free", "1/battle", ["escalation 3+", "allies 3+ called stalker"])


PAGE = f"""{HEAD}  - name: "Great bite +8 vs. AC"
    desc: "18 damage"
traits:
  - name: Swelling
    desc: "When the escalation die reaches 2, the stalker swells as a free action, acquiring its great bite attack."
  - name: Slippery
    desc: "The stalker gains a +3 bonus to disengage checks, and whenever it successfully disengages, one enemy engaged with it takes 1d4 damage."
{FOOT}"""  # noqa: E501


def test_an_attack_acquired_later_waits_until_then_and_a_bonus_is_told_apart_from_a_moment() -> None:
    done = import_text(PAGE).blocks[0]
    block = stat_block(dict(done.block))
    assert [(power.name, power.needs.granted) for power in block.powers] == [("Bite", False), ("Great bite", True)]
    assert block.plan == [0, 1]  # the machine weighs it as soon as it may be used
    assert block.disengage_bonus == 3
    assert [(each.name, each.when) for each in block.occasions] == [
        ("Swelling", b.WHENS.index("escalation")), ("Slippery", b.WHENS.index("disengages")),
    ]  # fmt: skip
    assert done.notes == []
