"""Whatever the GM forbids, tactics keep to it and the fight comes to its end: every question, every kind of option (RI-120)."""

from __future__ import annotations

import pytest

from quintain.engine import Fight
from quintain.engine.system import why_not
from quintain.library.encounters import play
from tests.support import clause
from tests.systems.riposte.scene import answer, asked, begin, blade, finish, foe, offered, person, scene, texts, turn

Row = dict[str, object]
STAFF: Row = {"name": "staff", "range": [1], "heals": True}
HALL: Row = {"mode": "zones", "zones": ["Hall", "Stair"], "links": [["Hall", "Stair"]], "exits": ["Stair"]}


def yard(**options: object) -> Fight:
    """A fight in which every kind of deed on squares is open to ann."""
    people = [
        person("ann", [1, 1], weapons=[STAFF, blade(1, 2)], traits=["Sing"]),
        person("cat", [1, 0], now=5, controller="ben"),
        person("dee", [0, 1], status="fallen"),
        foe("bob", [2, 1], weapons=[blade(), blade(2)], significant=True, hp=12),
        foe("dan", [5, 1], hp=12),
        foe("eve", [5, 2], side="allies", hp=12),
    ]
    return play(
        scene(
            people, box=[[1, 0], [1, 1], [1, 2]], exits=[[1, 1]], options=options, tasks=[{"id": "talk", "label": "talk", "hp": 4}],
            objects=[{"id": "bell", "label": "the bell", "at": [1, 2], "effects": [{"kind": "note", "text": "It rings."}]}],
        ),
        seed="yard",
    )  # fmt: skip


def check_to_the_end(fight: Fight, about: str, option: str) -> None:
    """Forbid it for everybody, let tactics play on, and see that nobody took it."""
    start = len(fight.entries)
    fight.rule("forbid", about=about, option=option, why="a test")
    fight.automate("*", "steady")
    assert fight.outcome is not None
    taken = [entry for entry in fight.entries[start:] if entry.do == "answer" and entry.at.startswith(f"{about}:")]
    assert not any(option in ("*", entry.value) for entry in taken), option


DEEDS = [
    "wait", "move@0,0", "equip/-1", "engage:bob/1", "heal:cat", "sing:cat", "stabilise:dee", "use:bell", "check:talk:STR", "leave",
]  # fmt: skip


@clause("RI-120")
@pytest.mark.parametrize("deed", [*DEEDS, "pause", "*"])
def test_a_forbidden_deed_is_not_done_and_the_fight_ends(deed: str) -> None:
    fight = yard(**{"turns.order": "interleave"})
    answer(fight, "start")
    turn(fight, "cat", "wait")
    if deed == "pause":
        fight.undo()
        fight.undo()
        answer(fight, "ann")
    assert asked(fight) == "turn:ann" and (deed == "*" or deed in offered(fight)), offered(fight)
    check_to_the_end(fight, "turn", deed)


@clause("RI-120")
@pytest.mark.parametrize(
    ("about", "option"), [("deploy", "start"), ("deploy", "*"), ("next", "ann"), ("next", "cat"), ("next", "end phase"), ("next", "*")]
)
def test_a_forbidden_order_of_turns_or_start_is_not_taken_and_the_fight_ends(about: str, option: str) -> None:
    check_to_the_end(yard(), about, option)


@clause("RI-120")
@pytest.mark.parametrize(
    ("about", "option"),
    [
        ("riposte", "yes"), ("riposte", "*"), ("switch", "0"), ("switch", "*"), ("lethal", "dead"), ("lethal", "*"),
        ("fate", "spared"), ("fate", "*"), ("retreat", "yes"), ("retreat", "*"), ("aftermath", "captured"), ("aftermath", "*"),
    ],
)  # fmt: skip
def test_a_forbidden_answer_in_the_middle_of_an_engagement_or_afterwards_is_not_given(about: str, option: str) -> None:
    for enemy in (10, 40):
        fight = yard(**{"riposte.choice": "optional", "weapon.switch": "any_time", "stabilise.after_win": "gm"})
        answer(fight, "start")
        for id in ("bob", "dan"):
            fight.rule("set", who=id, stat="Might", value=enemy)
        check_to_the_end(fight, about, option)


@clause("RI-120")
@pytest.mark.parametrize("deed", ["cross@Stair", "move@Stair", "leave", "wait", "engage:bob", "*"])
def test_in_zones_too(deed: str) -> None:
    people = [person("ann", "Hall"), person("cat", "Stair"), foe("bob", "Stair"), foe("dan", "Hall", mov=0)]
    for goal in ("rout", "escape"):
        fight = begin(people, **HALL, objectives=[{"type": goal}])
        check_to_the_end(fight, "turn", deed)


@clause("RI-120")
def test_when_its_place_is_forbidden_a_tactic_attacks_from_elsewhere() -> None:
    # From the Medium square at (1,0) ann would be best off; without it she attacks from the next best place.
    people = [person("ann", [0, 2]), foe("bob", [2, 0])]
    rows = [".m......", "........", "........"]
    fight = begin(people, [99, 99], rows)
    free = fight.fork()
    fight.rule("forbid", about="turn", option="engage:bob@1,0")
    for one, chosen in ((free, "engage:bob@1,0"), (fight, "engage:bob@2,1")):
        one.automate("heroes", "steady")
        assert next(entry.value for entry in one.entries if entry.by.startswith("tactic")) == chosen


@clause("RI-120")
def test_the_only_one_left_does_not_go_next_against_the_gms_word() -> None:
    fight = begin([person("ann", [0, 0]), person("cat", [0, 2]), foe("bob", [7, 3])])
    fight.rule("forbid", about="next", option="cat", why="she is bound")
    turn(fight, "ann", "wait")
    assert "The phase of Heroes is ended." in texts(fight, "phase") and asked(fight) == "turn:bob"
    finish(fight)


@clause("RI-120")
def test_a_turn_in_which_nothing_may_be_done_is_over() -> None:
    fight = begin([person("ann", [0, 0]), person("cat", [0, 2]), foe("bob", [7, 3])])
    answer(fight, "ann")
    fight.rule("forbid", about="turn", who="ann", option="*", why="a spell holds her")
    assert asked(fight) == "turn:cat"
    question = fight.questions[0].question
    assert question is not None and not why_not(question, question.options()[0])
    finish(fight)
