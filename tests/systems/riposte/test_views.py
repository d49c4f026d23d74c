"""Section 7: who may know what; and what a screen is given."""

from __future__ import annotations

import json
from typing import Any

from quintain.engine import Fight, view
from quintain.library.encounters import play
from quintain.odds import odds
from tests.support import clause, stats_of
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    blade,
    finish,
    foe,
    offered,
    person,
    place,
    scene,
    turn,
    who,
)


def seen(fight: Fight, seat: str = "ann") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(view(fight, seat), default=str))
    return found


def unit(fight: Fight, id: str, seat: str = "ann") -> dict[str, Any]:
    return next(unit for unit in seen(fight, seat)["units"] if unit["id"] == id)


PEOPLE = [person("ann", [0, 0], controller="ann"), foe("bob", [1, 0], significant=True, traits=["Vantage"])]


def test_with_open_forecasts_players_see_figures_but_not_what_is_the_gms() -> None:
    fight = begin(PEOPLE, [0, 99])
    stats = stats_of(fight, "ann", "bob")
    assert stats["hp"] == 20 and stats["Dodge"] == 10 and stats["Might"] == 10
    assert not {"STR", "significant", "arrives", "traits"} & set(stats)
    assert {"STR", "traits"} <= set(stats_of(fight, "ann", "ann"))
    assert {"STR", "significant", "traits"} <= set(stats_of(fight, "gm", "bob"))
    assert [row["id"] for row in unit(fight, "bob")["vitals"]] == ["hp"]


def test_with_closed_forecasts_players_see_how_hurt_foes_look_and_no_arithmetic() -> None:
    people = [person("ann", [0, 0], controller="ann"), foe("bob", [1, 0], accuracy=61, dodge=11)]
    fight = begin(people, [0, 60], options={"forecast": "closed"})
    assert unit(fight, "bob")["health"] == "unhurt" and unit(fight, "bob")["vitals"] == []
    turn(fight, "ann", "engage:bob")
    stats = stats_of(fight, "ann", "bob")
    assert unit(fight, "bob")["health"] == "hurt" and "part" not in unit(fight, "bob")
    assert stats["hp"] == "hurt" and "Dodge" not in stats and "max_hp" not in stats
    texts = [line["text"] for line in seen(fight)["log"]]
    assert "Ann hits Bob for 7 (attack)." in texts and "Bob misses Ann (riposte)." in texts
    assert not any(line["terms"] or "against" in line or "against" in line["text"] for line in seen(fight)["log"])
    # The GM sees it all.
    assert any("00 against 49" in line["text"] for line in seen(fight, "gm")["log"])


def test_with_closed_forecasts_mending_and_activations_of_others_give_no_figures_away() -> None:
    staff: dict[str, object] = {"name": "staff", "range": [1], "heals": True}
    bob = foe("bob", [1, 0], traits=["Vantage"], stats={"DEX": 37})
    people = [person("ann", [0, 0], controller="ann"), bob, foe("dan", [2, 0], weapons=[staff], might=6)]
    people[1]["hp"] = 13
    fight = begin(people, [99, 99, 99], options={"forecast": "closed"})
    turn(fight, "ann", "engage:bob")
    turn(fight, "dan", "heal:bob")
    log = seen(fight)["log"]
    texts = [line["text"] for line in log]
    assert "Vantage of Bob does not work." in texts and "Dan mends Bob." in texts
    assert not any(figure in json.dumps(log) for figure in ("37", "19", '"terms": [{'))
    # The GM, and with open forecasts everybody, sees the figures.
    assert "Dan mends Bob: 6 HP regained, 19 of 20." in [line["text"] for line in seen(fight, "gm")["log"]]


def test_a_hidden_unit_that_flees_or_is_freed_stays_unknown() -> None:
    for ruling, args in (("retreat", {"how": "fled"}), ("retreat", {}), ("effect", {"kind": "flee"}), ("effect", {"kind": "free"})):
        fight = begin([*PEOPLE, foe("lurker", [0, 2], hidden=True)])
        fight.rule(ruling, who="lurker", **args)
        assert "urker" not in json.dumps(seen(fight)) and "urker" in json.dumps(seen(fight, "gm"))


def test_deployment_does_not_betray_who_hides_in_the_box() -> None:
    people = [person("ann", [0, 0], controller="ann"), foe("bob", [7, 3]), foe("lurker", [1, 0], hidden=True)]
    fight = play(scene(people, box=[[0, 0], [1, 0]]), seed="box")
    assert [option.id for option in fight.questions[0].options] == ["start", "put:ann@1,0"]
    answer(fight, "put:ann@1,0")
    # The one who hid there gives way to the nearest free square, and nobody is told.
    assert place(fight, "ann") == "(1,0)" and who(fight, "lurker").hidden
    assert place(fight, "lurker") in ("(0,0)", "(2,0)", "(1,1)") and "urker" not in json.dumps(seen(fight))
    finish(fight)


def test_a_player_is_not_offered_the_hidden_character_of_another() -> None:
    people = [person("ann", [0, 0], controller="ann"), person("cat", [0, 2], controller="ben", hidden=True), foe("bob", [7, 3])]
    fight = play(scene(people, box=[[0, 0], [0, 2], [0, 3]]), seed="box")
    assert "cat" not in json.dumps(seen(fight)) and "put:cat@0,3" in json.dumps(seen(fight, "ben"))
    answer(fight, "start")
    # Ann is not asked who goes first, as she would not be without Cat: her turn begins, and the GM may have Cat go before.
    assert asked(fight) == "turn:ann" and "cat" not in json.dumps(seen(fight)) and "pause:cat" in offered(fight)
    assert seen(fight, "ben")["questions"][0]["asked"] == ["ann"] and not seen(fight, "ben")["questions"][0]["options"]
    answer(fight, "wait")
    assert asked(fight) == "turn:cat"


def test_reserves_and_hidden_units_are_not_in_a_players_view_nor_in_the_way_of_their_options() -> None:
    people = [*PEOPLE, foe("late", [7, 3], arrives=4), foe("lurker", [0, 2], hidden=True, traits=["Provoke 1"])]
    fight = begin(people)
    shown = json.dumps(seen(fight))
    assert "urker" not in shown and '"late"' not in shown and "Late" not in shown
    # The square of the lurker is offered like any other, and its Provoke costs nothing yet.
    assert "move@0,2" in shown
    assert "urker" in json.dumps(seen(fight, "gm"))


def test_a_hidden_enemy_that_attacks_comes_into_view() -> None:
    people = [person("ann", [0, 0], controller="ann"), foe("bob", [7, 3]), foe("lurker", [1, 0], hidden=True)]
    fight = begin(people, [99, 99])
    answer(fight, "wait")
    answer(fight, "pause:lurker")
    turn(fight, "lurker", "engage:ann")
    texts = [line["text"] for line in seen(fight)["log"]]
    assert "Lurker comes into view." in texts and any("Lurker misses Ann" in text for text in texts)


def test_the_status_of_a_unit_is_a_word_and_the_weapon_in_hand_a_stat() -> None:
    people = [
        person("ann", [0, 0], weapons=[{"name": "knife", "range": [1]}]),
        person("cat", [0, 1], weapons=[]),
        person("dee", [0, 2], status="stabilised", now=0),
        person("eve", [0, 3]),
        foe("bob", [7, 3]),
    ]
    fight = begin(people)
    turn(fight, "eve", "wait")
    fight.rule("add", unit=person("fay", [3, 3]))
    found = {one["id"]: one.get("status", "") for one in seen(fight)["units"]}
    assert found == {"ann": "", "cat": "unarmed", "dee": "stabilised", "eve": "done", "bob": "", "fay": "waits"}
    assert stats_of(fight, "ann", "ann")["weapon"] == 0
    (knife,) = unit(fight, "ann")["abilities"]
    assert (knife["name"], knife["cost"], knife["figures"][0]) == ("knife", "in hand", ["reach", "1"])
    assert unit(fight, "bob")["abilities"][0]["figures"][0] == ["reach", "1"]


# -- what everybody may know about the fight as a whole ----------------------------------------------------------------


def noticed(fight: Fight, seat: str = "ann") -> dict[str, tuple[str, bool]]:
    return {row["label"]: (row["text"], row["done"]) for row in seen(fight, seat)["notices"]}


def test_goals_tasks_and_the_death_rule_are_in_every_view() -> None:
    people = [*PEOPLE, foe("dan", [7, 3])]
    goals: list[dict[str, object]] = [
        {"type": "defeat", "label": "the boss", "who": ["bob"]},
        {"type": "break_through", "area": [[7, 0], [7, 1]], "count": 1},
        {"type": "rout"},
        {"type": "custom", "label": "burn the papers", "hidden": True},
    ]
    task: dict[str, object] = {"id": "talk", "label": "talk them round", "hp": 6, "left": 4}
    fight = begin(people, [], objectives=goals, tasks=[task], options={"player_death": "wipe_only"})
    assert noticed(fight) == {
        "the boss": ("defeat Bob (one of these will do)", False),
        "break through": ("break through 1 to the goal squares (one of these will do)", False),
        "rout": ("no enemy is left (one of these will do)", False),
        "talk them round": ("Average, 4 of 6 HP left", False),
        "death rule": ("wipe_only: whoever of the party falls lives if anyone of it gets through", False),
    }
    # The GM sees what is hidden, too.
    assert noticed(fight, "gm")["burn the papers"] == ("custom (one of these will do) (hidden)", False)
    fight.rule("close_task", id="talk", done=True)
    assert noticed(fight)["talk them round"] == ("Average, 0 of 6 HP left, done", True)


def test_a_single_check_that_is_closed_is_not_called_done() -> None:
    fight = begin(PEOPLE, [], tasks=[{"id": "talk", "label": "talk", "hp": 0}])
    assert noticed(fight)["talk"] == ("Average, a single check", False)
    fight.rule("close_task", id="talk")
    assert noticed(fight)["talk"] == ("Average, a single check, closed", True)


def test_a_goal_does_not_name_whom_a_seat_knows_nothing_of() -> None:
    people = [*PEOPLE, foe("lurker", [0, 2], hidden=True)]
    fight = begin(people, [], objectives=[{"type": "defeat", "label": "the head", "who": ["lurker"]}])
    assert noticed(fight)["the head"] == ("defeat", False) and "urker" not in json.dumps(seen(fight))
    assert noticed(fight, "gm")["the head"] == ("defeat Lurker", False)


# -- rolls against base stats ------------------------------------------------------------------------------------------


def test_the_die_of_a_foes_activation_is_told_and_its_chance_is_not() -> None:
    bob = foe("bob", [1, 0], traits=["Vantage", "Buckler"], stats={"DEX": 37})
    ann = person("ann", [0, 0], controller="ann", traits=["Foresight"], stats={"INT": 23})
    fight = begin([ann, bob], [99, 36, 99, 0, 40])
    turn(fight, "ann", "engage:bob")
    # Foresight 99 fails, Vantage 36 works: bob's riposte misses on 99, ann hits on 0, and Buckler fails on 40.
    log = seen(fight)["log"]
    texts = [line["text"] for line in log]
    assert texts[2:6] == [
        "Foresight of Ann does not work (99 against 23).",
        "Vantage of Bob works (36 rolled).",
        "Bob misses Ann (riposte: 99 against 50).",
        "Buckler of Bob does not work (40 rolled).",
    ]
    assert "37" not in json.dumps(log)
    whole = [line["text"] for line in seen(fight, "gm")["log"]]
    assert "Vantage of Bob works (36 against 37)." in whole and "Buckler of Bob does not work (40 against 37)." in whole
    finish(fight)


def test_a_seats_odds_leave_aside_what_foes_may_roll_for() -> None:
    plain = begin([person("ann", [0, 0], controller="ann"), foe("bob", [1, 0])])
    grant: dict[str, object] = {"name": "again", "follow_throughs": [{"slot": "riposte", "chance": "CON"}]}
    tricks: list[object] = ["Vantage", "Patience", "Buckler", grant]
    ann = person("ann", [0, 0], controller="ann", traits=["Bold"], stats={"DEX": 0})
    bob = foe("bob", [1, 0], traits=tricks, stats={"DEX": 37, "CON": 50}, weapons=[blade(traits=["Escutcheon", "Vantage"])])
    sly = begin([ann, bob])
    whole = odds(sly, "engage:bob")
    known = odds(sly, "engage:bob", seat="ann")
    # To ann it looks as if bob had none of it; her own Bold (DEX 0: never) counts. The GM sees it all.
    assert known.outcomes == odds(plain, "engage:bob").outcomes and sum(known.outcomes.values()) == 1
    assert whole.outcomes != known.outcomes
    # Looking changed nothing, and the fight still has his tricks.
    assert odds(sly, "engage:bob").outcomes == whole.outcomes


def test_in_closed_forecasts_a_short_form_does_not_betray_a_hidden_unit() -> None:
    people = [person("ann", [7, 3], controller="ann"), foe("bob", [0, 0]), foe("lurker", [1, 0], side="allies", hidden=True)]
    fight = begin(people, [99, 99], options={"forecast": "closed"})
    answer(fight, "wait")
    turn(fight, "bob", "engage:lurker")
    assert "urker" not in json.dumps(seen(fight)) and "Bob misses Lurker" in json.dumps(seen(fight, "gm"))


def test_once_the_fight_is_over_nobody_is_shown_in_its_turn() -> None:
    fight = begin([person("ann", [1, 0]), person("cat", [0, 3]), foe("bob", [2, 0], now=1)], [10])
    turn(fight, "ann", "engage:bob")
    answer(fight, "dead")
    assert fight.outcome is not None and not who(fight, "cat").turn_over
    assert {tuple(vital["id"] for vital in unit["vitals"]) for unit in seen(fight, "gm")["units"]} == {("hp",)}


def test_the_board_of_a_grid_shows_ground_people_and_bodies() -> None:
    people = [person("ann", [0, 0]), person("cat", [2, 0], status="fallen", now=0), foe("bob", [1, 0])]
    fight = begin(people, [], ["..H#R4..", "..o....."], exits=[[7, 1]])
    board = seen(fight)["board"]
    assert (board["kind"], board["width"], board["height"]) == ("grid", 8, 2)
    letters = "".join(board["terrains"][number]["letter"] for number in board["ground"][0])
    assert letters == "..H#R4.." and [mark["squares"] for mark in board["marks"] if mark["look"] == "exit"] == [[[7, 1]]]
    assert {one["id"]: (one["at"], one["under"]) for one in board["stands"]} == {
        "ann": ([0, 0], False), "cat": ([2, 0], True), "bob": ([1, 0], False),
    }  # fmt: skip


def test_the_board_of_zones_shows_links_and_who_is_where() -> None:
    people = [person("ann", "Hall"), foe("bob", "Stair")]
    fight = begin(people, mode="zones", zones=["Hall", "Stair"], links=[["Hall", "Stair"]], exits=["Stair"])
    board = seen(fight)["board"]
    assert [(place["id"], place["name"], place["units"], place["note"]) for place in board["places"]] == [
        ("Hall", "Hall", ["ann"], ""),
        ("Stair", "Stair", ["bob"], "exit"),
    ]
    assert board["ways"] == [{"between": ["Hall", "Stair"], "label": "", "barred": False}]


def test_options_have_plain_labels_and_closed_ones_a_reason() -> None:
    people = [person("ann", [0, 0], weapons=[{"name": "knife", "range": [1]}, {"name": "bow", "range": [2]}]), *PEOPLE[1:]]
    people.append(foe("far", [7, 3]))
    fight = begin(people, [], ["........", "l......."] + ["........"] * 2)
    question = fight.questions[0]
    labels = {option.id: option.label for option in question.options}
    assert labels["engage:bob"] == "Engage Bob"
    assert labels["equip/1"] == "Hold the bow"
    assert labels["move@0,1"] == "Go to (0,1) (Light)"
    assert labels["engage:bob/1@0,1"] == "Go to (0,1) (Light): engage Bob with the bow"
    assert ("Engage Far", "10 away: to get within reach takes 9 movement and 5 is left") in question.closed


def test_a_strike_shows_its_die_the_chance_it_was_held_against_and_what_came_of_it() -> None:
    fight = begin([person("ann", [0, 0], controller="ann"), foe("bob", [1, 0])], [7, 99])
    turn(fight, "ann", "engage:bob")
    shown = next(event for event in seen(fight)["log"] if event["kind"] == "strike")
    assert shown["terms"] == [{"label": "d%", "value": 7, "faces": [7]}] and shown["verdict"] == "hit"
    assert shown["against"]["label"] == "Hit Chance"
    made_of = [term["value"] for term in shown["against_terms"] if term["label"].startswith(("Accuracy", "Dodge"))]
    assert sum(made_of) == shown["against"]["value"]


def test_who_is_out_is_so_since_a_round_and_the_question_of_its_fate_says_what_is_at_stake() -> None:
    fight = begin([person("ann", [0, 0], controller="ann"), foe("bob", [1, 0], now=7), foe("far", [7, 3], mov=0)], [0])
    turn(fight, "ann", "engage:bob")
    (question,) = seen(fight)["questions"]
    assert question["stakes"] == [{"text": "Bob has 0 of 20 HP and is out either way; 1 of its side is still up", "kind": "neutral"}]
    answer(fight, "spared")
    assert unit(fight, "bob")["conditions"][0]["since"] == "round 1"


def test_a_riposte_that_may_be_held_back_is_asked_about_with_its_forecast() -> None:
    people = [person("ann", [0, 0], controller="ann"), foe("bob", [1, 0], now=7), foe("far", [7, 3], mov=0)]
    fight = begin(people, [99], options={"riposte.choice": "optional"})
    answer(fight, "wait")
    turn(fight, "bob", "engage:ann")
    (question,) = seen(fight)["questions"]
    (stake,) = question["stakes"]
    assert stake["kind"] == "good" and stake["text"].startswith("your riposte: ") and "of 7 HP: this drops it" in stake["text"]


def test_whoever_runs_a_unit_is_told_which_tactic_plays_it() -> None:
    fight = begin(PEOPLE, [0, 99])
    fight.automate("enemies", "careful")
    assert unit(fight, "bob", "gm")["auto"] == "careful" and "auto" not in unit(fight, "bob")
    assert "auto" not in unit(fight, "ann")


@clause("RI-13")
def test_the_forecast_of_an_engagement_is_beside_its_odds_for_both_parties() -> None:
    fight = begin([person("ann", [0, 0], controller="ann"), foe("bob", [1, 0])], [0, 99])
    (asked,) = fight.questions
    option = next(one.id for one in asked.options if one.id.startswith("engage:bob"))
    shown: Any = fight.odds(asked.id, option, "ann").as_data()
    for party in shown["figures"]:
        assert [row[0] for row in party["rows"]] == ["hit", "critical", "damage", "strikes", "strikes back"]
    assert [party["who"] for party in shown["figures"]] == ["ann", "bob"]


@clause("RI-103", "RI-89", "RI-106", "RI-113", "RI-74")
def test_how_somebody_is_out_says_what_it_means_and_which_clause_has_it() -> None:
    statuses = ["fallen", "stabilised", "dead", "spared", "retreated", "fled", "escaped", "captured"]
    people = [person(f"p{number}", [number % 8, 2], status=status) for number, status in enumerate(statuses)]
    fight = begin([person("ann", [0, 0]), foe("bob", [7, 0]), foe("eve", [6, 0], arrives=3), *people])
    told = [row["conditions"][0] for row in seen(fight, "gm")["units"] if row["conditions"]]
    found = {condition["name"]: (condition["does"], condition["clause"]) for condition in told}
    assert found == {
        "fallen": ("can be stabilised; lost if left behind", "RI-111"),
        "stabilised": ("safe, and out of this fight", "RI-113"),
        "dead": ("", "RI-103"),
        "spared": ("beaten and alive", "RI-104"),
        "retreated": ("has left the field", "RI-106"),
        "fled": ("has left the field", "RI-90"),
        "escaped": ("has left the field", "RI-89"),
        "captured": ("in the hands of the other side", "RI-114"),
        "reserve": ("is still to come", "RI-74"),
    }


@clause("RI-49", "RI-08")
def test_a_screen_says_what_ground_gives_back_and_what_meets_magic_as_this_table_plays_it() -> None:
    wand = blade(kind="magical", name="wand")
    people = [person("ann", [0, 0], controller="ann", weapons=[wand]), foe("bob", [7, 0])]
    words: list[tuple[str, str]] = []
    for options in ({}, {"terrain.recovery": "percent", "damage.magic_vs": "defense"}):
        fight = begin(people, [], ["........", "H......."], options=options)
        (heavy,) = [row for row in seen(fight)["board"]["terrains"] if row["name"] == "Heavy"]
        words.append((heavy["does"].split(", ")[-1], unit(fight, "ann")["abilities"][0]["does"]))
    assert words == [
        ("10 HP at the start of a phase", "magical: against Resistance"),
        ("a tenth of all HP at the start of a phase", "magical: against Defense"),
    ]
