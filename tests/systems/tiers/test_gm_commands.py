"""The GM's commands of TI-146 at odd times: nested in Reacts, at 0 HP, on people who are gone; and bad ones refused."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, Refusal
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.library.encounters import play, sample
from tests.conformance.enrolled import Dicey
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    about,
    answer,
    arena,
    asked,
    at,
    begin,
    boons,
    finish,
    foe,
    hit,
    hp,
    needed,
    offered,
    person,
    settle,
    stances,
    to_turn,
    who,
    wounds,
)

UP, UNCONSCIOUS, DEAD = 0, 1, 2


def down_to_the_question(option: Row, pc: bool) -> Fight:
    """Somebody with 6 HP has taken 4 + 5 = 9 and the question of life and death is open."""
    if pc:
        people = [person("ann", (5, 5), hp=6, max_hp=40, beacon=1, stress=0), person("dee", (1, 1)), foe("bob", (6, 5))]
    else:
        people = [foe("ann", (5, 5), hp=6, max_hp=40), foe("dee", (15, 11)), person("bob", (6, 5))]
    fight = begin(people, [10, 2, 7, 1, 4, 5], options=option)
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    while about(fight) in ("push", "before roll", "hit", "push damage"):
        answer(fight, "no")
    assert asked(fight) == ("beacon:ann" if pc else "fate:ann")
    return fight


@clause("TI-146", "TI-140", "TI-141")
@pytest.mark.parametrize("pc", [True, False])
def test_the_gms_word_settles_a_fate_that_is_being_asked(pc: bool) -> None:
    """Stable by the GM's word: the question is withdrawn, no Beacon Point is spent, nobody dies of a late answer."""
    fight = down_to_the_question({} if pc else {"npc_zero_hp": "ask"}, pc)
    fight.rule("fate", who="ann", **{"is": "stable"})
    ann = who(fight, "ann")
    assert asked(fight) != "beacon:ann" and asked(fight) != "fate:ann"
    assert (ann.status, ann.stable, ann.hp, ann.beacon) == (UNCONSCIOUS, True, 0, 1 if pc else 0)
    finish(fight)


@clause("TI-146", "TI-142")
def test_hp_given_while_the_beacon_is_asked_saves_it() -> None:
    fight = down_to_the_question({}, True)
    fight.rule("set", who="ann", stat="hp", value=3)
    ann = who(fight, "ann")
    assert about(fight) != "beacon" and (ann.status, ann.hp, ann.beacon) == (UP, 3, 1)
    finish(fight)


@clause("TI-146", "TI-141")
def test_0_hp_by_the_gms_word_is_what_the_table_plays_0_hp_as() -> None:
    for options, pc, status, stable in (
        ({}, True, UNCONSCIOUS, True), ({}, False, DEAD, True), ({"npc_zero_hp": "unconscious"}, False, UNCONSCIOUS, False),
        ({"zero_hp": "knockout"}, True, UNCONSCIOUS, False), ({"zero_hp": "lethal"}, True, DEAD, True),
    ):  # fmt: skip
        fight = begin([person("ann", (5, 5)), person("dee", (1, 1)), foe("bob", (9, 5)), foe("cat", (15, 5))], options=options)
        one = "ann" if pc else "bob"
        fight.rule("set", who=one, stat="hp", value=0)
        assert (who(fight, one).status, who(fight, one).stable) == (status, stable)
    fight = begin([person("ann", (5, 5)), foe("bob", (9, 5)), foe("cat", (15, 5))])
    fight.rule("set", who="bob", stat="status", value="dead")
    assert hp(fight, "bob") == [0]


@clause("TI-146", "TI-103", "TI-96")
@pytest.mark.parametrize("how", ["fate", "flee", "surrender", "remove", "set"])
def test_goad_and_charm_end_with_a_source_that_is_gone_however_it_went(how: str) -> None:
    people = [person("ann", (5, 5)), person("dee", (1, 1)), foe("bob", (9, 5)), foe("cat", (15, 5))]
    fight = begin(people)
    fight.rule("wound", who="ann", wound="goaded", source="bob")
    fight.rule("wound", who="dee", wound="charmed", source="bob")
    fight.rule("wound", who="dee", wound="terrified", source="bob")
    if how == "fate":
        fight.rule("fate", who="bob", **{"is": "dead"})
    elif how == "set":
        fight.rule("set", who="bob", stat="hp", value=0)
    else:
        fight.rule(how, who="bob")
    assert wounds(fight, "ann") == {} and wounds(fight, "dee") == {"terrified": 3}


@clause("TI-146")
def test_a_wound_may_be_lowered_and_one_of_several_taken() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (9, 5), traits=[{"boon": "Resistant", "energy": "Thermal"}])])
    fight.rule("wound", who="ann", wound="burning", severity=4)
    fight.rule("wound", who="ann", wound="burning", severity=2, exactly=True)
    assert wounds(fight, "ann") == {"burning": 2}
    for energy in ("Thermal", "Glacial"):
        fight.rule("wound", who="ann", wound="vulnerable", energy=energy)
    fight.rule("end_wound", who="ann", wound="vulnerable", energy="Glacial")
    assert [mark.param for mark in who(fight, "ann").wounds if mark.kind == 18] == [9]
    fight.rule("boon", who="bob", boon="Resistant", energy="Kinetic")
    fight.rule("end_boon", who="bob", boon="Resistant", energy="Thermal")
    assert [mark.param for mark in who(fight, "bob").boons] == [4]
    fight.rule("end_boon", who="bob", boon="Resistant")
    assert boons(fight, "bob") == {}


@clause("TI-146")
def test_a_target_removed_while_an_ally_is_asked_to_interpose_takes_nothing_and_nobody_else_does() -> None:
    people = [person("ann", (5, 5)), person("dee", (5, 6)), foe("bob", (6, 5))]
    fight = begin(people, [15, 2, 7, 1])
    stances(fight)
    answer(fight, "attack:sword:skirmish:@ann")
    assert asked(fight) == "hit:dee"
    fight.rule("remove", who="ann")
    settle(fight)
    assert asked(fight) == "act:bob" and hp(fight, "dee") == [40]
    finish(fight)


@clause("TI-146")
def test_an_attacker_removed_while_its_hit_is_answered_leaves_a_sound_fight() -> None:
    """Bob is taken out while Ann is asked about his damage: the blow lands, his turn is over."""
    people = [person("ann", (5, 5), soak=1), foe("bob", (6, 5)), foe("cat", (15, 5))]
    fight = begin(people, [15, 2, 7, 1, 3, 3])
    stances(fight)
    answer(fight, "next:@bob")
    answer(fight, "attack:sword:skirmish:@ann")
    while asked(fight) != "damage:ann":
        answer(fight, "no")
    fight.rule("remove", who="bob")
    answer(fight, "take")
    settle(fight)
    assert hp(fight, "ann") == [34] and asked(fight) == "act:cat"
    finish(fight)


@clause("TI-146", "TI-62")
def test_a_position_set_for_an_attack_does_not_shift_the_answer_in_kind() -> None:
    """Desperate: Ann meets 17 + 5. Bob's answer meets her 17 as it is, and her next attack is risky again."""
    kind: Row = {"name": "Answer in Kind", "form": "counter", "react": True}
    people = [person("ann", (5, 5)), foe("bob", (6, 5), powers=[kind])]
    fight = begin(people, [16, 2, 7, 1, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1])
    to_turn(fight, "ann")
    fight.rule("position", position="desperate")
    events = hit(fight, "ann", "bob", {"answer": "counter:0:sword:skirmish"})
    assert [sum(value for _, value in event.math) for event in events if event.kind == "defense"] == [22, 17]
    assert needed(hit(fight, "ann", "bob")) == 17
    finish(fight)


@clause("TI-146", "TI-74")
def test_armor_ruled_out_while_the_damage_is_asked_closes_soak_at_once() -> None:
    fight = begin([person("ann", (5, 5), soak=2, stress=0), foe("bob", (6, 5))], [15, 2, 7, 1, 8, 8])
    stances(fight)
    answer(fight, "attack:sword:skirmish:@ann")
    assert offered(fight) == ["take", "soak:1", "soak:2"]
    fight.rule("armor", who="ann", suits="no")
    assert about(fight) != "damage", "there is nothing left to choose"
    assert hp(fight, "ann") == [24] and who(fight, "ann").soak_marked == 0
    finish(fight)


@clause("TI-146", "TI-105")
def test_a_push_is_off_when_the_gm_roots_its_target_while_the_way_is_asked() -> None:
    shove: Row = {"name": "Shove", "kind": "melee", "action": "Skirmish", "within": 5, "wounds": [{"wound": "pushed", "feet": 10}]}
    fight = begin([person("ann", (5, 5), powers=[shove]), foe("bob", (6, 5))], [15, 2, 7, 1])
    to_turn(fight, "ann")
    answer(fight, "power:0:@bob")
    answer(fight, "no")
    assert asked(fight) == "heading:ann"
    fight.rule("wound", who="bob", wound="rooted")
    assert asked(fight) == "act:ann" and at(fight, "bob") == (6, 5)
    finish(fight)


BAD: list[tuple[str, Row, type[Refusal], str]] = [
    ("wound", {"who": "ann", "wound": "vulnerable"}, Malformed, "names an energy type"),
    ("wound", {"who": "ann", "wound": "Exposed"}, Malformed, "names a Defense"),
    ("wound", {"who": "ann", "wound": "goaded"}, Malformed, "comes from somebody"),
    ("wound", {"who": "ann", "wound": "charmed", "source": "ann"}, Malformed, "by itself"),
    ("wound", {"who": "ann", "wound": "burning", "rounds": -1}, Malformed, "rounds is a whole number from 0 to 99"),
    ("wound", {"who": "dan", "wound": "burning"}, Illegal, "not in the fight any more"),
    ("boon", {"who": "ann", "boon": "Immune"}, Malformed, "names an energy type"),
    ("boon", {"who": "ann", "boon": "Fortified", "energy": "Thermal"}, Malformed, "names a Defense"),
    ("boon", {"who": "ann", "boon": "healing"}, Illegal, "at once"),
    ("end_wound", {"who": "ann", "wound": "burning"}, Unavailable, "is not burning"),
    ("end_boon", {"who": "bob", "boon": "Resistant", "energy": "Glacial"}, Unavailable, "is not Resistant"),
    ("fate", {"who": "dan", "is": "dead"}, Illegal, "not in the fight any more"),
    ("fate", {"who": "dan", "is": "stable"}, Illegal, "somebody stands where Dan lies"),
    ("set", {"who": "dan", "stat": "status", "value": "unconscious"}, Illegal, "somebody stands where Dan would"),
    ("flee", {"who": "dan"}, Illegal, "not in the fight any more"),
    ("spend_beacon", {"who": "ann", "for": "act"}, Illegal, "no Beacon Point"),
    ("senses", {"what": "Song", "depends_on": "sound"}, Unavailable, "nobody here has"),
    ("pair", {"who": "ann", "to": "ann", "what": "hidden", "is": "yes"}, Malformed, "two creatures"),
    ("terrain", {"x": 5, "y": 5, "is": "wall"}, Illegal, "somebody stands there"),
    ("terrain", {"x": 1, "y": 1, "is": "hazard"}, Illegal, "what a hazard does"),
    ("improvise", {"who": "ann", "what": "trip him", "action": "Sway", "wound": "Exposed"}, Malformed, "a defense and a target too"),
    ("improvise", {"who": "ann", "what": "trip him", "action": "Sway", "wound": "Slammed"}, Illegal, "is an event"),
    ("improvise", {"who": "ann", "what": "spit", "action": "Sway", "defense": "Ward", "target": "bob", "kind": "area"}, Malformed,
     "kind is one of melee, ranged, touch"),
    ("objective", {"name": "a:b"}, Malformed, "without : and @"),
    ("add", {"unit": foe("new", (1, 1), effects=[{"wound": "charmed", "source": 9}])}, Malformed, "counted from 0 to 2"),
    ("add", {"unit": foe("new", (1, 1), aided_by=9)}, Malformed, "counted from 0 to 2"),
    ("set", {"who": "ann", "stat": "stress", "value": 11}, Malformed, "has 10 Stress boxes"),
    ("improvise", {"who": "ann", "what": "", "action": "Sway"}, Malformed, "a few words"),
    ("close", {"name": "nothing"}, Unavailable, "no objective"),
    ("hurry", {"who": "bob"}, Illegal, "stances"),
    ("recover", {"who": "dan"}, Illegal, "beyond recovery"),
]  # fmt: skip


@clause("TI-146")
@pytest.mark.parametrize(("name", "args", "kind", "words"), BAD, ids=lambda value: str(value)[:40])
def test_a_command_that_means_nothing_is_refused_in_a_sentence(name: str, args: Row, kind: type[Refusal], words: str) -> None:
    dead = foe("dan", (9, 5), status="dead", hp=0, max_hp=40)
    people = [person("ann", (5, 5)), dead, foe("bob", (9, 5), traits=[{"boon": "Resistant", "energy": "Thermal"}])]
    fight = begin(people)
    to_turn(fight, "ann")
    before, events = fight.battle.key(), len(fight.events)
    with pytest.raises(kind, match=words):
        fight.rule(name, **args)
    assert fight.battle.key() == before and len(fight.events) == events


# -- every command at any question -------------------------------------------------------------------------------------


def a_command(fight: Fight, dicey: Dicey) -> tuple[str, Row]:
    """Some command of TI-146 that makes sense most of the time."""
    ids = [one.id for one in arena(fight).creatures]
    one, other = dicey.pick(ids), dicey.pick(ids)
    square = [dicey.below(arena(fight).map.width), dicey.below(arena(fight).map.height)]
    commands: list[tuple[str, Row]] = [
        ("surprise", {"who": one, "on": dicey.below(2) == 0}), ("ambush", {"who": one}), ("hurry", {"who": one}),
        ("position", {"position": dicey.pick(["controlled", "risky", "desperate"])}),
        ("armor", {"who": one, "suits": dicey.pick(["yes", "no", "book"])}),
        ("pair", {"who": one, "to": other, "what": dicey.pick(["concealed", "sheltered", "hidden", "flanking"]), "is": "yes"}),
        ("lessen", {"wounds": dicey.pick(["avoid", "lower", "book"])}), ("refuse_aid", {"who": one}),
        ("fate", {"who": one, "is": dicey.pick(["dead", "dying", "stable"])}), ("flee", {"who": one}), ("surrender", {"who": one}),
        ("beacon", {"who": one}), ("spend_beacon", {"who": one, "for": dicey.pick(["act", "react"])}),
        ("recover", {"who": one}), ("restore_soak", {}), ("remove", {"who": one}), ("move", {"who": one, "to": square}),
        ("wound", {"who": one, "wound": dicey.pick(["stunned", "slowed", "Incapacitated", "rooted", "downed", "burning"])}),
        ("wound", {"who": one, "wound": dicey.pick(["charmed", "dominated", "goaded", "terrified"]), "source": other}),
        ("end_wound", {"who": one, "wound": dicey.pick(["stunned", "downed", "blighted"])}),
        ("boon", {"who": one, "boon": dicey.pick(["Hidden", "Hastened", "quickened", "regenerating", "Sheltered"]), "rounds": 1}),
        ("set", {"who": one, "stat": "hp", "value": dicey.below(30)}),
        ("set", {"who": one, "stat": "stress", "value": dicey.below(9)}),
        ("terrain", {"x": square[0], "y": square[1], "is": dicey.pick(["wall", "difficult", "soft cover", "open"])}),
        ("set", {"who": one, "stat": "status", "value": dicey.pick(["up", "unconscious", "dead", "fled"])}),
    ]  # fmt: skip
    return commands[dicey.below(len(commands))]


@clause("TI-146")
@pytest.mark.parametrize("number", range(8))
def test_commands_fired_at_any_question_leave_a_fight_that_replays(number: int) -> None:
    dicey = Dicey(f"words {number}")
    fight = play(sample(("tiers/standard", "tiers/kiln-yard", "tiers/toll-gang")[number % 3]), seed=f"words {number}")
    ruled = 0
    for _ in range(120):
        if not fight.questions:
            break
        if dicey.below(3) == 0:
            name, args = a_command(fight, dicey)
            before = fight.battle.key()
            try:
                fight.rule(name, **args)
                ruled += 1
            except Refusal:
                assert fight.battle.key() == before
            continue
        question = fight.questions[dicey.below(len(fight.questions))]
        fight.answer(question.id, question.options[dicey.below(len(question.options))].id)
        places = [(one.x, one.y) for one in arena(fight).creatures if one.is_present() and one.sheet.size == 1]
        assert len(set(places)) == len(places) or about(fight) in ("strike", "before roll", "hit", "damage", "wound", "push")
        for one in arena(fight).creatures:
            assert 0 <= one.hp <= one.max_hp and 0 <= one.stress <= max(one.stress, one.max_stress) and one.beacon >= 0
            assert one.status != UP or one.hp > 0 or about(fight) in ("beacon", "fate")
    assert ruled > 5
    finish_any(fight)


def finish_any(fight: Fight) -> None:
    """The record replays to the same state."""
    from quintain.library.encounters import fight_of

    again = fight_of(fight.record)
    assert again.battle.key() == fight.battle.key() and [a.id for a in again.questions] == [a.id for a in fight.questions]


@clause("TI-146", "TI-96")
def test_a_veto_is_over_with_the_charm() -> None:
    people = [person("ann", (1, 1)), foe("bob", (5, 5), effects=[{"wound": "charmed", "source": 0}]), foe("cat", (6, 5))]
    fight = begin(people)
    stances(fight)
    answer(fight, "next:@bob")
    assert "maneuver:4,4" in offered(fight)
    fight.rule("veto", who="bob", option="maneuver:4,4")
    assert "maneuver:4,4" not in offered(fight)
    fight.rule("end_wound", who="bob", wound="charmed")
    assert "maneuver:4,4" in offered(fight) and fight.questions[0].controller == "gm"


@clause("TI-146", "TI-47")
def test_an_improvised_attack_is_closed_once_its_target_is_gone() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5)), foe("cat", (15, 5))])
    to_turn(fight, "ann")
    fight.rule("improvise", who="ann", what="trip him", action="Sway", defense="Iron", target="bob", wound="downed")
    assert "other:0" in offered(fight)
    fight.rule("fate", who="bob", **{"is": "dead"})
    assert "other:0" not in offered(fight)
