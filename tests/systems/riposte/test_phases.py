"""Chapter G: phases, sides and stances."""

from __future__ import annotations

import pytest

from quintain._build import compiled
from quintain.engine import Fight, Illegal, NotYours, Session, settings_from
from quintain.library.encounters import play
from quintain.systems.riposte.actions import NextTurn
from tests.support import clause
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    do,
    field,
    finish,
    foe,
    heading,
    hp,
    offered,
    pass_phase,
    person,
    place,
    scene,
    slots,
    turn,
    who,
)

Row = dict[str, object]


def all_sides(**more: object) -> Fight:
    people = [
        person("ann", [0, 0]),
        foe("bob", [7, 0], side="enemies:red"),
        foe("dan", [7, 3], side="enemies:blue"),
        foe("eve", [0, 3], side="allies"),
        foe("fox", [3, 3], side="independents"),
    ]
    return begin(people, **more)


def phases(fight: Fight, count: int) -> list[str]:
    found = []
    for _ in range(count):
        found.append(heading(fight))
        pass_phase(fight)
    return found


@clause("RI-64", "RI-72")
def test_heroes_then_each_enemy_team_then_allies_then_independents_then_heroes_again() -> None:
    fight = all_sides()
    assert phases(fight, 7) == [
        "Round 1, Heroes",
        "Round 1, Enemies (red)",
        "Round 1, Enemies (blue)",
        "Round 1, Allies",
        "Round 1, Independents",
        "Round 2, Heroes",
        "Round 2, Enemies (red)",
    ]
    assert fight.outcome is None
    finish(fight)


@clause("RI-64")
def test_an_ambush_may_begin_with_another_side() -> None:
    fight = all_sides(options={"first_phase": "enemies"})
    assert phases(fight, 5)[::4] == ["Round 1, Enemies (red)", "Round 2, Heroes"]
    finish(fight)


@clause("RI-65")
def test_heroes_are_run_by_players_and_the_rest_by_the_gm() -> None:
    fight = all_sides()
    assert {unit.id: unit.controller for unit in fight.battle.units} == {
        "ann": "players", "bob": "gm", "dan": "gm", "eve": "gm", "fox": "gm",
    }  # fmt: skip
    battle = field(fight)
    stances = {(a, b): battle.stance(a, b) for a in range(5) for b in range(5)}
    # 0 friendly, 1 neutral, 2 hostile; heroes, red, blue, allies, independents.
    assert stances[0, 3] == 0 and stances[0, 1] == stances[2, 3] == 2 and stances[1, 2] == stances[4, 0] == 1
    finish(fight)


@clause("RI-66")
def test_a_side_with_nobody_up_has_no_phase() -> None:
    people = [person("ann", [0, 0]), foe("bob", [7, 0]), foe("eve", [0, 3], side="allies", status="spared", now=0)]
    fight = begin(people)
    assert phases(fight, 3) == ["Round 1, Heroes", "Round 1, Enemies", "Round 2, Heroes"]
    finish(fight)


@clause("RI-67")
def test_the_players_choose_the_order_as_they_go_and_a_turn_is_finished_first() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 1]), person("dee", [0, 2]), foe("bob", [7, 0])]
    fight = begin(people)
    turn(fight, "dee", "move@1,2")
    assert asked(fight) == "turn:dee"
    answer(fight, "wait")
    assert offered(fight) == ["ann", "cat", "end phase"]
    turn(fight, "ann", "wait")
    assert asked(fight) == "turn:cat"
    finish(fight)


@clause("RI-67")
def test_by_the_switch_a_hero_may_pause_and_let_another_go_first() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 1]), foe("bob", [7, 0])]
    fight = begin(people, options={"turns.order": "interleave"})
    turn(fight, "ann", "move@2,0", "pause")
    turn(fight, "cat", "wait")
    assert asked(fight) == "turn:ann" and who(fight, "ann").movement == 3 and not who(fight, "ann").acted
    with pytest.raises(Illegal, match="nobody else has a turn left"):
        answer(fight, "pause")
    finish(fight)
    fight = begin(people)
    answer(fight, "ann")
    with pytest.raises(Illegal, match="a turn begun is finished first"):
        answer(fight, "pause")
    finish(fight)


@clause("RI-68")
def test_the_hero_phase_ends_when_all_are_done_or_the_players_say_so() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 1]), foe("bob", [7, 0])]
    fight = begin(people)
    turn(fight, "ann", "wait")
    turn(fight, "cat", "wait")
    assert heading(fight) == "Round 1, Enemies"
    pass_phase(fight)
    assert asked(fight) == "next:" and fight.questions[0].controller == "players"
    answer(fight, "end phase")
    assert heading(fight) == "Round 2, Enemies"
    finish(fight)


@clause("RI-69")
def test_in_other_phases_the_gm_orders_the_turns_and_may_end_them_early() -> None:
    people = [person("ann", [0, 0]), foe("bob", [7, 0]), foe("dan", [7, 1])]
    fight = begin(people)
    turn(fight, "ann", "wait")
    assert asked(fight) == "next:" and fight.questions[0].controller == "gm"
    with pytest.raises(NotYours):
        fight.answer(fight.questions[0].id, "bob", by="ann")
    turn(fight, "dan", "wait")
    fight.rule("end_phase")
    assert heading(fight) == "Round 2, Heroes" and not who(fight, "bob").had_turn
    finish(fight)


@clause("RI-70")
def test_enemy_teams_act_apart_or_merged_from_the_next_round_on() -> None:
    fight = all_sides()
    fight.rule("merge")
    assert phases(fight, 6)[1:3] == ["Round 1, Enemies (red)", "Round 1, Enemies (blue)"]
    assert heading(fight) == "Round 2, Enemies" and offered(fight) == ["bob", "dan", "end phase"]
    fight.rule("merge", split=True)
    assert phases(fight, 6)[-2:] == ["Round 3, Enemies (red)", "Round 3, Enemies (blue)"]
    finish(fight)


@clause("RI-70")
def test_by_the_switch_enemy_teams_are_merged_from_the_start() -> None:
    fight = all_sides(options={"enemy_teams": "merged"})
    assert phases(fight, 4) == ["Round 1, Heroes", "Round 1, Enemies", "Round 1, Allies", "Round 1, Independents"]
    finish(fight)


@clause("RI-71")
def test_a_phase_starts_with_recovery_then_movement_and_action_anew() -> None:
    blessed: Row = {"name": "staff", "range": [1], "rune": "Blessed", "rune_level": 1}
    people = [person("ann", [1, 0], hp=40, now=10, weapons=[blessed]), foe("bob", [2, 0], weapons=[])]
    fight = begin(people, [99], [".H......"])
    # Ground first (10), then the rune (3).
    assert hp(fight, "ann") == [23]
    assert [event.math for event in fight.events if event.kind == "recovery"] == [
        [("Heavy ground", 10)],
        [("rune Blessed", 3)],
    ]
    turn(fight, "ann", "engage:bob")
    assert who(fight, "ann").acted and who(fight, "ann").turn_over and who(fight, "ann").movement == 0
    turn(fight, "bob", "wait")
    assert not who(fight, "ann").acted and not who(fight, "ann").turn_over and who(fight, "ann").movement == 5
    finish(fight)


@clause("RI-73")
def test_anyone_up_of_a_side_not_friendly_may_be_engaged_and_a_neutral_becomes_hostile() -> None:
    people = [
        person("ann", [1, 1]),
        foe("bob", [2, 1]),
        foe("eve", [0, 1], side="allies"),
        foe("fox", [1, 0], side="independents", weapons=[]),
    ]
    fight = begin(people, [99])
    assert "engage:bob" in offered(fight) and "engage:fox" in offered(fight)
    with pytest.raises(Illegal, match="Eve is a friend"):
        answer(fight, "engage:eve")
    turn(fight, "ann", "engage:fox")
    # R37: the two sides are hostile to each other from now on.
    battle = field(fight)
    assert battle.are_hostile(who(fight, "fox"), who(fight, "ann")) and slots(fight) == ["A"]
    finish(fight)


@clause("RI-73")
def test_tactics_engage_the_hostile_only_and_the_gm_may_set_stances() -> None:
    people = [person("ann", [1, 1], hp=40), foe("bob", [7, 3], mov=0), foe("fox", [1, 0], side="independents", weapons=[])]
    fight = play(scene(people), seed="stances", auto={"heroes": "steady"})
    assert slots(fight) == [] and place(fight, "ann") != "(1,1)"
    fight = begin(people)
    fight.rule("stance", a="heroes", b="independents", stance="hostile")
    fight.automate("heroes", "steady")
    assert slots(fight) == ["A"]


@clause("RI-74")
def test_who_changes_sides_waits_for_the_next_phase_of_the_new_side_and_has_no_second_turn() -> None:
    people = [person("ann", [0, 0]), foe("bob", [7, 0]), foe("dan", [7, 3]), foe("eve", [0, 3], side="allies")]
    fight = begin(people)
    turn(fight, "ann", "wait")
    turn(fight, "bob", "wait")
    # Bob acted in round 1 and joins the allies in the same round: he waits for round 2's Ally phase.
    fight.rule("side", who="bob", to="allies")
    turn(fight, "dan", "wait")
    assert heading(fight) == "Round 1, Allies" and asked(fight) == "turn:eve"
    pass_phase(fight)
    pass_phase(fight)
    assert heading(fight) == "Round 2, Enemies" and asked(fight) == "turn:dan"
    pass_phase(fight)
    assert heading(fight) == "Round 2, Allies" and offered(fight) == ["bob", "eve", "end phase"]
    finish(fight)


@clause("RI-74")
def test_a_newcomer_acts_in_the_next_phase_of_its_side_that_starts() -> None:
    people = [person("ann", [0, 0]), foe("bob", [7, 0]), foe("gil", [7, 3], arrives=2)]
    fight = begin(people)
    newcomer = person("cat", [1, 0])
    fight.rule("add", unit=newcomer)
    assert asked(fight) == "turn:ann" and who(fight, "cat").waiting
    turn(fight, "ann", "wait")
    assert asked(fight) == "turn:bob" and who(fight, "gil").status == "reserve"
    pass_phase(fight)
    # Round 2: cat acts with the heroes, gil arrives and acts with the enemies.
    assert offered(fight) == ["ann", "cat", "end phase"] and place(fight, "gil") == "(7,3)"
    pass_phase(fight)
    assert offered(fight) == ["bob", "gil", "end phase"]
    finish(fight)


@clause("RI-74", "RI-71")
def test_who_is_back_by_the_gms_word_after_a_round_or_more_does_not_go_on_with_the_turn_in_which_it_fell() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 1]), person("dee", [0, 2]), foe("bob", [7, 0])]
    fight = begin(people)
    turn(fight, "ann", "move@3,0")
    fight.rule("set", who="ann", stat="hp", value=0)
    fight.rule("set", who="ann", stat="status", value="up")
    # In the same round nothing has happened: she has 2 of 5 movement left.
    assert offered(fight) == ["ann", "cat", "dee", "end phase"] and who(fight, "ann").movement == 2
    fight.rule("set", who="ann", stat="hp", value=0)
    pass_phase(fight)
    pass_phase(fight)
    fight.rule("set", who="ann", stat="status", value="up")
    assert heading(fight) == "Round 2, Heroes" and offered(fight) == ["cat", "dee", "end phase"]
    pass_phase(fight)
    pass_phase(fight)
    assert offered(fight) == ["ann", "cat", "dee", "end phase"]
    turn(fight, "ann")
    assert who(fight, "ann").movement == 5
    finish(fight)


@clause("RI-69")
@pytest.mark.skipif(compiled(), reason="what is compiled cannot be replaced by what older rules asked")
def test_a_table_kept_where_older_rules_asked_who_goes_next_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is open again where these rules lead to, and what comes next is kept with what led there."""
    people = [person("ann", [0, 0], controller="ann"), foe("bob", [7, 3]), foe("lurker", [5, 0], hidden=True)]
    with monkeypatch.context() as older:
        older.setattr(NextTurn, "obvious", lambda _: "")
        session = Session.start(begin(people, []), settings_from({"seats": ["ann"]}))
        do(session, "wait", "ann")
        assert asked(session.fight) == "next:"
        session = Session.restore(session.fight.system, session.journal)
        assert asked(session.fight) == "next:"
    session = Session.restore(session.fight.system, session.journal)
    assert asked(session.fight) == "turn:bob" and session.view("ann")["questions"][0]["who"] == "bob"
    for option in ("pause:lurker", "wait", "wait"):
        assert session.view("ann")["questions"][0]["who"] == "bob"
        do(session, option)
    again = Session.restore(session.fight.system, session.journal)
    assert asked(again.fight) == "turn:ann"
    for seat in ("ann", "gm"):
        assert again.view(seat) == session.view(seat)
