"""Occasions, traits that come into play by themselves: what must allow them, how often, how they are told, what is refused."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from quintain.systems.escalation.file_format.block_files import stat_block
from quintain.systems.escalation.file_format.phrases import read_filter
from quintain.systems.escalation.play.sentences_conditions import filter_words
from quintain.systems.escalation.play.sentences_occasions import occasion_text
from quintain.systems.escalation.printed.vocabulary import ONS, SHAKES
from tests.support import clause
from tests.systems.escalation.scene import DUMMY, HURT, Scene, dummy, pc, row, taken_up


@pytest.mark.parametrize(("fields", "dice", "left"), [
    ({"save": 11}, [11], 36), ({"save": 11}, [10], 40), ({"chance": "d20 16+"}, [16], 36), ({"chance": "d20 16+"}, [15], 40),
])  # fmt: skip
def test_a_save_or_a_die_may_have_to_allow_it_first(fields: dict[str, object], dice: list[int], left: int) -> None:
    scene = Scene(
        [pc("ann", engaged=["dummy"]), dummy(occasions=row("attacked", HURT, roll="miss", **fields))], [20, 1]
    )
    scene.do("use:0:dummy", 5, *dice)
    assert scene.hp("ann") == left
    scene.check_clean()


@clause("ES-30")
def test_what_it_can_do_is_asked_and_is_for_those_who_can_act() -> None:
    back = row("attacked", {"attack": "Swat", "at": "same"}, roll="miss", asks=True, once="round", times=2)
    scene = Scene(
        [
            pc(
                "ann",
                engaged=["dummy"],
                attacks=[{"name": "Flurry", "bonus": 7, "defence": "AC", "attacks": "3", "hit": [{"damage": 1}]}],
            ),
            dummy(occasions=back),
        ],
        [20, 1],
    )
    scene.do("use:0:dummy", 5)
    assert scene.now == "occasion dummy"
    scene.do("no", 5)
    scene.do("yes", 10, 5)
    assert scene.hp("ann") == 35
    scene.do("yes", 10)
    assert scene.hp("ann") == 30
    scene.check_clean()
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=back)], [20, 1])
    scene.rule("mishap", who="dummy", condition="stunned", until="save")
    scene.do("use:0:dummy", 2)
    assert scene.now == "turn ann"
    scene.check_clean()


def test_two_creatures_whose_occasions_set_off_one_another_stop_after_three() -> None:
    """Ann's spikes and the dummy's answer each other: each hurt is damage that the other answers."""
    back = row("damaged", {"damage": 1})
    scene = Scene([pc("ann", engaged=["dummy"], occasions=back), dummy(occasions=back)], [20, 1])
    scene.do("use:0:dummy", 15)
    # 10 by the sword; 1 to Ann, 1 back to the dummy, 1 to Ann: the third in a row is the last.
    assert (scene.hp("dummy"), scene.hp("ann")) == (89, 38)
    assert scene.now == "turn ann"
    scene.check_clean()


def test_uses_and_what_is_left_survive_an_export() -> None:
    once = row("attacked", HURT, once="battle")
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(occasions=once)], [20, 1])
    scene.do("use:0:dummy", 15)
    assert scene.hp("ann") == 36
    scene.end_turn()
    loaded = taken_up(scene)
    assert loaded.get("dummy").riders_used == ["*:Trait"]
    loaded.end_turn()
    loaded.do("use:0:dummy", 15)
    assert loaded.hp("ann") == 36  # its one time is over


def test_a_row_that_makes_no_sense_is_refused_with_a_sentence() -> None:
    cases: list[tuple[dict[str, object], str]] = [
        ({"when": "turn_start", "roll": "miss"}, "are for attacked"),
        ({"when": "turn_start", "roll": "natural even"}, "no attack roll"),
        ({"when": "attacking", "asks": True}, "takes no save"), ({"when": "attacked", "with": "Bite"}, "for attacking"),
        ({"when": "turn_end", "kinds": ["melee"]}, "are for attacks"), ({"when": "attacked", "least": 3}, "for damaged"),
        ({"when": "turn_end", "chance": "2d6"}, "no chance"), ({"when": "noon"}, "turn_start"),
    ]  # fmt: skip
    for fields, words in cases:
        with pytest.raises(ValidationError, match=words):
            stat_block({**DUMMY, "occasions": [{"name": "X", "effects": [HURT], **fields}]})


def test_an_occasion_is_told_in_a_plain_sentence_and_shown_to_its_owner() -> None:
    block = stat_block({**DUMMY, "occasions": [
        *row("attacked", {"damage": 4, "type": "fire"}, roll="natural 1-5", kinds=["melee"], within="engaged", once="round"),
        *row("turn_start", {"heal": 5, "on": "self"}, chance="d6 up to escalation", needs=["self_staggered"]),
        *row("attacked", {"inflict": "dazed", "until": "end of target's next turn", "against": "staggered"}, spell=True),
        *row("drops", {"ongoing": 3, "on": "each_nearby", "until": "hard save"}),
    ]})  # fmt: skip
    assert [occasion_text(each) for each in block.occasions] == [
        "When it is attacked with a melee attack (natural 1-5) (engaged with it), once per round: 4 fire damage.",
        "At the start of its turn, if it is staggered, if a d6 shows no more than the escalation die: itself: heals 5 hp.",
        "When it is attacked with a spell: dazed (until the end of target's next turn) (only staggered).",
        "When it drops: each nearby enemy: 3 ongoing damage (hard save ends).",
    ]
    scene = Scene([pc("ann"), dummy(occasions=row("attacked", HURT))], [20, 1])
    shown = scene.fight.view("gm")
    assert "When it is attacked: 4 damage." in repr(shown)
    assert "When it is attacked: 4 damage." not in repr(scene.fight.view("seat:ann"))


# -- how they are told ---------------------------------------------------------------------------------------------------


def told(*effects: dict[str, object], when: str = "turn_start", **fields: object) -> str:
    """The occasion of a block in words."""
    return occasion_text(stat_block({**DUMMY, "occasions": row(when, *effects, **fields)}).occasions[0])


@pytest.mark.parametrize("on", ONS)
def test_every_one_on_whom_an_effect_may_fall_has_words(on: str) -> None:
    text = told({"damage": 3, "on": on})
    assert text.endswith("3 damage.") and "_" not in text


@pytest.mark.parametrize("which", SHAKES)
def test_whatever_may_be_shaken_off_has_words(which: str) -> None:
    assert "effect on it" in told({"shake_off": which}) or "a save against" in told({"shake_off": which})


@pytest.mark.parametrize(("effect", "words"), [
    ({"attack": "Swat", "at": "same"}, "it makes Swat against that one."),
    ({"attack": "Swat", "at": "other", "on": "ally"}, "an ally makes Swat against another."),
    ({"heal": "2d6"}, "heals 2d6 hp."), ({"temp_hp": 5}, "5 temporary hit points."),
    ({"roll_save": {"difficulty": 11, "failure": [{"damage": 4}], "success": [{"heal": 3}]}},
     "a save (11+); on a failure: 4 damage; on a success: healing."),
    ({"inflict": "dazed", "until": "hard save"}, "dazed (hard save ends)."),
    ({"inflict": "stuck", "until": "end of target's next turn"}, "stuck (until the end of target's next turn)."),
    ({"ongoing": 5, "type": "fire", "until": "while engaged"}, "5 ongoing fire damage (while engaged)."),
    ({"damage": 3, "against": ["staggered", "not_dazed"]}, "3 damage (only staggered or not dazed)."),
])  # fmt: skip
def test_what_happens_then_is_told_with_its_figures(effect: dict[str, object], words: str) -> None:
    assert told(effect) == f"At the start of its turn: {words}"


@pytest.mark.parametrize(("when", "fields", "words"), [
    ("attacked", {"opportunity": "only"}, "with an opportunity attack"),
    ("attacked", {"kinds": ["melee", "close"]}, "with a melee or close attack"),
    ("attacked", {"versus": ["AC", "MD"]}, "against AC or MD"), ("attacked", {"spell": True}, "with a spell"),
    ("attacked", {"limited": True}, "with a limited attack"), ("attacked", {"escalated": True}, "with the escalation die"),
    ("attacking", {"with": "Swat"}, "with Swat"), ("attacked", {"roll": "crit"}, "(a crit)"),
    ("attacked", {"roll": "miss"}, "(a miss)"),
    ("attacked", {"roll": "natural even hit"}, "(a hit) (natural even)"), ("attacked", {"roll": "natural odd"}, "(natural odd)"),
    ("attacked", {"roll": "natural 16+"}, "(natural 16+)"), ("attacked", {"roll": "natural 5/10/15/20"}, "(natural 5/10/15/20)"),
    ("damaged", {"types": ["fire", "cold"]}, "(fire or cold)"), ("damaged", {"least": 10}, "(10 or more)"),
    ("enemy_drops", {"within": "nearby"}, "(nearby)"), ("enemy_drops", {"within": "engaged"}, "(engaged with it)"),
    ("turn_start", {"save": 11}, ", if it makes a save (11+)"),
    ("turn_start", {"chance": "d6 up to escalation"}, "if a d6 shows no more than"),
    ("turn_start", {"once": "battle"}, ", once per battle"),
    ("turn_start", {"once": "round", "times": 2, "shared": True}, "2 times per round for all"),
    ("turn_start", {"nth": 2}, "only time 2"), ("turn_start", {"asks": True}, ", it may: "),
    ("turn_start", {"needs": ["self_staggered", "escalation_even"]}, ", if it is staggered and the escalation die is even"),
    ("turn_start", {"against": ["level 3-", "type beast", "role leader"]}, "(level 3 or less or beast or leader)"),
])  # fmt: skip
def test_on_what_an_occasion_hangs_is_told(when: str, fields: dict[str, object], words: str) -> None:
    assert words in told(HURT, when=when, **fields)


@pytest.mark.parametrize(("said", "words"), [
    ("hp 40-", "40 hp or fewer"), ("not_md 15-", "not with MD 15 or less"), ("beset 2", "beset by 2"),
    ("beset 2 by hound", "beset by 2 hound"),
    ("hit by source 2 times", "hit by it 2 times"), ("hit by Snap", "hit by snap"), ("ally", "an ally"),
    ("ally called Ann", "an ally called ann"),
    ("under Dirge", "under dirge"), ("marked cloaked", "cloaked"), ("called hound", "hound"), ("ongoing fire", "ongoing fire"),
    ("resists fire", "resists fire"), ("not_dazed", "not dazed"), ("loses_move", "loses move"),
])  # fmt: skip
def test_every_filter_has_words(said: str, words: str) -> None:
    assert filter_words(read_filter(said)) == words
