"""The GM's word at odd moments: while somebody's fate is asked, against what the rules allow, and on what cannot be."""

from __future__ import annotations

import json

import pytest

from quintain.engine import Fight, Illegal, Malformed, NotYours, Refusal, Unavailable
from quintain.engine.record import FRESH
from quintain.engine.sample import SampleReading, Tactics, sample_fight
from quintain.engine.stream import Stream
from quintain.library.encounters import fight_of, from_data, play
from quintain.systems.riposte import SYSTEM
from quintain.systems.riposte.sheet import Fighter
from tests.support import clause
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    blade,
    finish,
    foe,
    hp,
    offered,
    person,
    place,
    scene,
    strikes,
    texts,
    turn,
    who,
)

Row = dict[str, object]


def felled(**more: object) -> Fight:
    """Ann has just felled the last enemy: Accuracy 110 - 10 = 100, Might 30 - 3 = 27 of 20 HP."""
    fight = begin([person("ann", [0, 0], accuracy=110, might=30), foe("bob", [1, 0], **more)], [99])
    turn(fight, "ann", "engage:bob")
    return fight


def result(fight: Fight) -> str:
    return fight.outcome.result if fight.outcome is not None else ""


# -- while it is asked what becomes of somebody ------------------------------------------------------------------------


@clause("RI-83")
@clause("RI-104")
def test_a_ruling_while_lethality_is_asked_does_not_end_the_fight_before_it_is_said() -> None:
    fight = felled()
    assert asked(fight) == "lethal:ann"
    fight.rule("note", text="The rain stops.")
    assert asked(fight) == "lethal:ann" and result(fight) == ""
    answer(fight, "spared")
    assert who(fight, "bob").status == "spared" and result(fight) == "success"
    finish(fight)


@clause("RI-106")
def test_a_ruling_while_retreat_is_asked_leaves_the_question_open() -> None:
    fight = felled(significant=True)
    fight.rule("set", who="ann", stat="hp", value=3)
    assert asked(fight) == "retreat:" and hp(fight, "ann") == [3]
    answer(fight, "no")
    assert asked(fight) == "lethal:ann"
    answer(fight, "dead")
    assert who(fight, "bob").status == "dead" and fight.outcome is not None
    finish(fight)


@clause("RI-85")
def test_a_fight_that_the_gm_ends_over_an_unsettled_fate_leaves_nobody_in_between() -> None:
    fight = felled()
    fight.rule("end", result="broken off", why="night falls")
    assert fight.outcome is not None and fight.outcome.why == "night falls"
    assert who(fight, "bob").status == "spared" and texts(fight, "drop") == ["Bob is out: spared."]
    finish(fight)


@clause("RI-83")
def test_a_ruling_that_takes_the_last_enemy_in_mid_engagement_still_ends_the_fight_at_once() -> None:
    people = [person("ann", [0, 0]), foe("bob", [1, 0])]
    fight = play(scene(people), seed="typed")
    fight.type_dice("*")
    turn(fight, "ann", "engage:bob")
    assert asked(fight) == "attack:ann"
    fight.rule("retreat", who="bob")
    assert fight.outcome is not None and fight.outcome.result == "success" and strikes(fight) == []


@clause("RI-104")
@clause("RI-116")
def test_whoever_gave_a_shared_companion_its_order_says_whether_the_blow_kills() -> None:
    pal = person("pal", [0, 0], kind="extra", accuracy=110, might=30)
    people = [pal, person("ann", [7, 0], controller="ann"), foe("bob", [1, 0]), foe("dan", [0, 1], accuracy=0)]
    fight = begin(people, [99, 99, 99])
    fight.answer(fight.questions[0].id, "pal", "cat")
    fight.answer(fight.questions[0].id, "engage:bob", "cat")
    assert asked(fight) == "lethal:pal" and fight.questions[0].controller == "cat"
    with pytest.raises(NotYours, match="cat is asked here, not ann"):
        fight.answer(fight.questions[0].id, "dead", "ann")
    fight.answer(fight.questions[0].id, "spared", "cat")
    turn(fight, "ann", "wait")
    # Of a riposte nobody gave an order: whoever answers first.
    turn(fight, "dan", "engage:pal")
    assert asked(fight) == "lethal:pal" and fight.questions[0].controller == "players"
    fight.answer(fight.questions[0].id, "dead", "ann")
    assert (who(fight, "bob").status, who(fight, "dan").status) == ("spared", "dead")
    finish(fight)


# -- against the rules -------------------------------------------------------------------------------------------------


def assisted(**ann: object) -> Fight:
    people = [person("ann", [0, 0], **ann), person("cat", [0, 1]), foe("bob", [3, 0])]  # type: ignore[arg-type]
    fight = begin(people, [5, 5, 5], ["........", "....#...", "........"])
    fight.automatic.level = "assist"
    answer(fight, "ann")
    return fight


@clause("RI-120")
def test_a_move_that_the_gm_insists_on_is_made_with_all_movement_spent() -> None:
    fight = assisted()
    with pytest.raises(Illegal, match="it takes 9 movement and 5 is left"):
        answer(fight, "move@7,2")
    fight.answer(fight.questions[0].id, "move@7,2", "gm", insist=True)
    assert place(fight, "ann") == "(7,2)" and who(fight, "ann").movement == 0
    assert texts(fight, "walk") == ["Ann goes 7 right and 2 down for 5 movement."]
    fight.undo()
    # Nobody is put into a wall or on somebody else: as near as there is room.
    fight.answer(fight.questions[0].id, "move@0,1", "gm", insist=True)
    assert place(fight, "ann") != "(0,1)" and place(fight, "cat") == "(0,1)"
    again = fight_of(json.loads(json.dumps(fight.record)))
    assert again.battle.key() == fight.battle.key()


@clause("RI-103", "RI-60", "RI-112")
@pytest.mark.parametrize("deed", ["engage:dan", "heal:eve/1", "sing:eve", "stabilise:cat", "stabilise:bob", "check:plea:STR"])
def test_insistence_does_not_strike_or_help_the_out_nor_stabilise_who_is_up(deed: str) -> None:
    staff: object = {"name": "staff", "range": [1], "heals": True}
    people = [person("ann", [0, 0], weapons=[blade(), staff]), person("cat", [0, 1]), person("eve", [1, 1], status="fallen")]
    foes = [foe("bob", [3, 0]), foe("dan", [1, 0], status="spared")]
    fight = begin([*people, *foes], tasks=[{"id": "plea", "label": "a plea", "open": False}])
    fight.automatic.level = "assist"
    answer(fight, "ann")
    fight.answer(fight.questions[0].id, deed, "gm", insist=True)
    assert fight.events[-1].text == "The action of Ann comes to nothing." and asked(fight) == "turn:cat"
    assert hp(fight, "eve", "dan") == [0, 0] and who(fight, "cat").up and who(fight, "bob").up


@clause("RI-120")
@pytest.mark.parametrize(
    "nonsense",
    ["equip/9", "equip/-9", "equip", "engage:bob/5", "engage:bob/-7", "engage:zed", "engage:bob:STR", "wait/7", "wait:bob", "move",
     "move/0@1,1", "cross", "cross@1,1", "use:x", "check:x:STR", "check:x", "heal:zed", "leave:x", f"equip/{'9' * 5000}",
     f"move@{'9' * 5000},1"],
)  # fmt: skip
def test_not_even_insistence_makes_sense_of_what_means_nothing(nonsense: str) -> None:
    fight = assisted()
    before = json.dumps(fight.record)
    with pytest.raises(Unavailable, match="is not an option here") as no:
        fight.answer(fight.questions[0].id, nonsense, "gm", insist=True)
    assert len(str(no.value)) < 400 and json.dumps(fight.record) == before


@clause("RI-120")
@pytest.mark.parametrize("nonsense", ["equip/9", "equip/-9", "engage:zed", "cross", "use:x"])
def test_a_record_with_a_senseless_answer_is_refused_with_a_sentence(nonsense: str) -> None:
    fight = begin([person("ann", [0, 0]), person("cat", [0, 1]), foe("bob", [3, 0])])
    turn(fight, "ann", "move@1,0")
    record = json.loads(json.dumps(fight.record))
    record["entries"][1]["value"] = nonsense
    with pytest.raises(Malformed, match="entry 2 of the record is answer turn:ann#1"):
        fight_of(record)


# -- what is forbidden is so however it is written ---------------------------------------------------------------------


@clause("RI-120")
@pytest.mark.parametrize(
    ("forbidden", "ways"),
    [
        ("wait", ["wait", "wait/0", "wait/1", "wait@0,0", "wait@1,1"]),
        ("use:lever", ["use:lever", "use:lever/0", "use:lever@0,0", "use:lever@0,2"]),
        ("check:plea:STR", ["check:plea:STR", "check:plea:STR/1", "check:plea:STR@1,1"]),
        ("leave", ["leave", "leave@0,0", "leave/1"]),
        ("move@1,1", ["move@1,1", "move@(1,1)", "move/1@1,1", "move:x@1,1"]),
        ("engage:bob", ["engage:bob", "engage:bob/1", "engage:bob@1,1", "engage:bob/1@0,2"]),
    ],
)
def test_what_the_gm_forbids_is_forbidden_from_everywhere_and_however_it_is_written(forbidden: str, ways: list[str]) -> None:
    people = [person("ann", [0, 0], weapons=[blade(), blade(1, 2, name="knife")]), person("cat", [0, 1]), foe("bob", [1, 0])]
    lever, plea = {"id": "lever", "label": "the lever", "at": [0, 1]}, {"id": "plea", "label": "plea", "hp": 5}
    fight = begin(people, exits=[[0, 0]], objects=[lever], tasks=[plea])
    answer(fight, "ann")
    fight.rule("forbid", option=forbidden, why="a test")
    before = json.dumps(fight.record)
    for way in ways:
        with pytest.raises(Refusal):
            answer(fight, way)
        assert way not in offered(fight)
    assert json.dumps(fight.record) == before
    fight.rule("allow", option=forbidden)
    answer(fight, forbidden)


@clause("RI-120")
def test_a_question_of_which_everything_is_forbidden_says_so() -> None:
    fight = begin([person("ann", [0, 0]), person("cat", [0, 1]), foe("bob", [1, 0])])
    fight.rule("forbid", about="turn", option="*")
    answer(fight, "ann")
    assert offered(fight) == [] and "forbids everything" in fight.questions[0].title
    fight.rule("allow", option="*")
    assert offered(fight) and "forbids" not in fight.questions[0].title


# -- rulings that would leave something impossible ---------------------------------------------------------------------

IMPOSSIBLE: list[tuple[str, Row, str]] = [
    ("add", {"unit": foe("newt", None, arrives=5)}, "where the newcomer"),
    ("add", {"unit": foe("newt", None, status="reserve")}, "where the newcomer"),
    ("add", {"unit": foe("newt", [3, 3], traits=["Brav"])}, r"block\.traits\.0\S*: there is no trait written 'Brav'"),
    ("add", {"unit": {"use": "nobody", "side": "enemies", "at": [3, 3]}}, "there is no stat block called 'nobody'"),
    ("add", {"unit": {"side": "enemies", "at": [3, 3]}}, "needs a stat block"),
    ("task", {"id": "plea", "hp": 3, "party_hp": -5}, "0 or more"),
    ("team", {"name": "enemies"}, "no name of its own"),
    ("terrain", {"at": [1, 1], "terrain": "Difficult", "cost": 1000}, "1 to 999"),
    ("blocker", {"at": [[x, y] for x in range(8) for y in range(4)], "blocker": "wall"}, "no square left"),
    ("forbid", {"option": ""}, "option is what"),
    ("forbid", {"option": "wait", "about": "turn:ann"}, "about is one name"),
    ("hand_over", {"who": "ann", "to": " "}, "who runs it"),
]


@clause("RI-117")
@pytest.mark.parametrize(("ruling", "args", "why"), IMPOSSIBLE)
def test_a_ruling_that_would_leave_an_impossible_fight_is_refused(ruling: str, args: Row, why: str) -> None:
    fight = begin([person("ann", [0, 0]), person("cat", [0, 1]), foe("bob", [5, 0])])
    before = (json.dumps(fight.record), fight.battle.key())
    with pytest.raises(Refusal, match=why):
        fight.rule_with(ruling, args)
    assert (json.dumps(fight.record), fight.battle.key()) == before


@clause("RI-117")
def test_a_fight_whose_exits_the_gm_has_closed_goes_on_from_its_export() -> None:
    people = [person("ann", [0, 0]), foe("bob", [5, 0])]
    fight = begin(people, exits=[[7, 3]], objectives=[{"type": "escape"}])
    fight.rule("exits", at=[])
    turn(fight, "ann", "wait")
    data = json.loads(json.dumps(fight.export()))
    assert from_data(data).battle().key() == fight.checkpoints[-1].battle.key()
    # An encounter to start from is refused all the same.
    with pytest.raises(Refusal, match="needs at least one exit"):
        scene(people, objectives=[{"type": "escape"}])


@clause("RI-52")
def test_whoever_must_make_room_is_said_to() -> None:
    fight = begin([person("ann", [0, 0], traits=["Flight"]), person("cat", [1, 0], status="fallen"), foe("bob", [5, 0])])
    fight.rule("blocker", at=[0, 0], blocker="wall", roofed=True)
    assert texts(fight, "shift") == ["Ann cannot stay there and now stands 4 left of Bob."]
    assert place(fight, "ann") == "(1,0)"
    fight.rule("set", who="cat", stat="status", value="up")
    assert texts(fight, "shift")[1:] == ["Cat cannot stay there and now stands beside Ann."]
    assert place(fight, "cat") != "(1,0)"


# -- who is outside the box, and who is run by a player ----------------------------------------------------------------


@clause("RI-80")
def test_a_hero_whom_the_encounter_or_the_gm_puts_outside_the_box_is_not_rearranged() -> None:
    people = [person("ann", [5, 3]), person("cat", [0, 1]), foe("bob", [7, 0])]
    fight = play(scene(people, box={"from": [0, 0], "to": [2, 3]}), seed="box")
    assert not any(option.startswith("put:ann") for option in offered(fight))
    with pytest.raises(Illegal, match="Ann is not placed by the players"):
        answer(fight, "put:ann@0,0")
    fight.rule("move", who="ann", to=[1, 1])
    assert "put:ann@0,0" in offered(fight)
    fight.rule("move", who="cat", to=[5, 2])
    assert not any(option.startswith("put:cat") for option in offered(fight))
    # A box that the GM draws anew leaves those outside where they are.
    fight.rule("box", at=[[0, 0], [0, 1]])
    assert (place(fight, "ann"), place(fight, "cat")) == ("(0,0)", "(5,2)")
    answer(fight, "start")
    assert asked(fight) == "next:"


@clause("RI-112")
def test_whoever_a_player_runs_may_stabilise_and_a_companion_among_the_allies_may_not() -> None:
    fallen = person("cat", [0, 1], status="fallen")
    ally = person("dee", [1, 1], side="allies", kind="npc", controller="ann")
    fight = begin([person("ann", [0, 0]), fallen, ally, foe("bob", [7, 0])])
    turn(fight, "ann", "wait")
    turn(fight, "bob", "wait")
    turn(fight, "dee", "stabilise:cat")
    assert who(fight, "cat").status == "stabilised"
    companion = person("dee", [1, 1], kind="extra")
    fight = begin([person("ann", [0, 0]), fallen, companion, foe("bob", [7, 0])], options={"extras": "ally_phase"})
    turn(fight, "ann", "wait")
    turn(fight, "bob", "wait")
    assert asked(fight) == "turn:dee"
    with pytest.raises(Illegal, match="only a character run by a player"):
        answer(fight, "stabilise:cat")


# -- dice after a change of the past -----------------------------------------------------------------------------------


@clause("RI-120")
def test_dice_after_a_change_of_the_past_are_none_that_fell_before() -> None:
    """Three dice of the seed's, the first of them changed: the others stay, and the next is the first of the fresh ones."""
    fight = play(scene([person("ann", [0, 0], spd=20, hp=90), foe("bob", [1, 0], hp=90)]), seed="changed")
    turn(fight, "ann", "engage:bob")
    rolls = [number for number, entry in enumerate(fight.entries) if entry.do == "roll"]
    fell = [fight.entries[number].faces for number in rolls]
    assert len(fell) == 3
    fight.amend(rolls[0], faces=[33])
    assert [entry.faces for entry in fight.entries if entry.do == "roll"] == [[33], *fell[1:]]
    turn(fight, "bob", "engage:ann")
    # The two dice that were kept say at which numbers they were drawn, and use up none of the fresh ones.
    assert [entry.drawn() for entry in fight.entries if entry.do == "roll"][:3] == [-1, 1, 2]
    fresh = Stream("changed", FRESH)
    expected = [[fresh.face(100, 0)] for _ in range(3)]
    assert [entry.faces for entry in fight.entries if entry.do == "roll"][3:] == expected
    again = fight_of(json.loads(json.dumps(fight.record)))
    assert again.battle.key() == fight.battle.key() and again.record == fight.record


# -- what nothing else asked about -------------------------------------------------------------------------------------


@clause("RI-113")
def test_at_the_end_only_those_who_come_through_have_a_hit_point_again() -> None:
    people = [person("ann", [0, 0], accuracy=110, might=30), person("cat", [0, 1], status="stabilised"), foe("bob", [1, 0])]
    fight = begin(people, [99])
    turn(fight, "ann", "engage:bob")
    answer(fight, "dead")
    assert result(fight) == "success" and hp(fight, "cat", "bob") == [1, 0]
    finish(fight)


@clause("RI-130")
def test_a_level_moves_hit_points_only_with_hearty() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 1], traits=["Hearty"]), foe("bob", [5, 0])]
    fight = begin(people)
    for name in ("ann", "cat"):
        fight.rule("set", who=name, stat="level", value=10)
    # 20 and 20 + floor(1 / 5) before, 20 + floor(10 / 5) after.
    assert [who(fight, name).block.max_hp for name in ("ann", "cat")] == [20, 22]


@clause("RI-103")
def test_picking_somebody_who_is_out_says_so() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 1]), person("dee", [0, 2], status="fallen"), foe("bob", [5, 0])]
    fight = begin(people)
    with pytest.raises(Illegal, match="Dee: it is not in this fight any more"):
        answer(fight, "dee")
    with pytest.raises(Illegal, match="Bob: it has no turn now"):
        answer(fight, "bob")


@clause("RI-120")
def test_an_ability_that_the_gm_gives_or_takes_leaves_the_other_traits_alone() -> None:
    fight = begin([person("ann", [0, 0], traits=["Bold", "Provoke 1"]), foe("bob", [5, 0])])
    for stat, value in (("flight", True), ("provoke", 2)):
        fight.rule("set", who="ann", stat=stat, value=value)
    assert who(fight, "ann").block.trait_names == ["Bold", "Flight", "Provoke 2"]
    fight.rule("set", who="ann", stat="flight", value=False)
    assert who(fight, "ann").block.trait_names == ["Bold", "Provoke 2"]


@clause("RI-124")
def test_what_was_mended_is_counted_as_what_came_back() -> None:
    """Cat has 9 of 20, which is half or less: Ann's Might of 10 comes back to her."""
    staff: Row = {"name": "staff", "range": [1], "heals": True}
    people = [person("ann", [0, 0], weapons=[staff]), person("cat", [0, 1], now=9, mov=0), foe("bob", [7, 3], mov=0)]
    reading = SampleReading(Tactics(SYSTEM, {"*": "steady"}), counting=True)
    battle = sample_fight(SYSTEM, scene(people, options={"round_cap": 1}).battle(), reading, "mended")
    assert reading.counts[("heal", "ann")] == 10 and [unit.hp for unit in battle.units if isinstance(unit, Fighter)][1] == 19
