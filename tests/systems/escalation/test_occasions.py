"""Occasions, traits that come into play by themselves: what must allow them, how often, how they are told, what is refused."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from quintain.systems.escalation.file_format.block_files import stat_block
from quintain.systems.escalation.play.sentences_occasions import occasion_text
from tests.support import clause
from tests.systems.escalation.scene import DUMMY, HURT, Scene, dummy, pc, row
from tests.systems.escalation.test_exporting import taken_up


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
        "When it is attacked with a spell: dazed (until end of target's next turn) (only staggered).",
        "When it drops: each nearby enemy: 3 ongoing damage (hard save ends).",
    ]
    scene = Scene([pc("ann"), dummy(occasions=row("attacked", HURT))], [20, 1])
    shown = scene.fight.view("gm")
    assert "When it is attacked: 4 damage." in repr(shown)
    assert "When it is attacked: 4 damage." not in repr(scene.fight.view("seat:ann"))
