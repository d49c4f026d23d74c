"""Section 7 of the book: who may know what; and what a screen is given."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quintain.engine import Fight, view
from quintain.systems.tiers.sentences import meaning_of
from quintain.systems.tiers.vocabulary import WOUNDS
from tests.support import stats_of
from tests.systems.tiers.scene import act, answer, asked, begin, foe, hit, offered, person, stances, to_turn, who

PEOPLE = [
    person("ann", (5, 5)),
    foe("bob", (6, 5), soak=1, tier=2, hp=20, max_hp=37, powers=[{"name": "Secret Art", "action": "Hunt", "range": 30}]),
]
PEOPLE[0]["controller"] = "ann"


def seen(fight: Fight, seat: str = "ann") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(view(fight, seat), default=str))
    return found


def unit(fight: Fight, id: str, seat: str = "ann") -> dict[str, Any]:
    return next(unit for unit in seen(fight, seat)["units"] if unit["id"] == id)


def test_players_see_their_own_figures_and_of_adversaries_only_what_is_public() -> None:
    fight = begin(PEOPLE)
    stances(fight)
    own, other = stats_of(fight, "ann", "ann"), stats_of(fight, "ann", "bob")
    assert {"hp", "stress", "soak", "beacon", "iron", "tier", "ratings", "acts_left", "reacts_left"} <= set(own)
    secret = {"hp", "max_hp", "stress", "soak", "soak_marked", "iron", "ward", "grit", "tier", "ratings", "powers", "reacts_left"}
    assert not secret & set(other)
    assert {"winded", "stance", "status", "wounds"} <= set(other)
    assert secret <= set(stats_of(fight, "gm", "bob"))
    assert unit(fight, "bob")["vitals"] == [] and "part" not in unit(fight, "bob")
    assert "Secret Art" not in json.dumps(seen(fight))


def test_winded_is_said_and_hit_points_of_adversaries_are_not() -> None:
    """15 + 7 hits for 2 + 3: 20 - 5 = 15 of 37. The player rolled 5 and reads it; what was lost, left and needed is the GM's."""
    fight = begin(PEOPLE, [15, 2, 7, 1, 2, 3])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    texts = [line["text"] for line in seen(fight)["log"]]
    assert "sword deals 5 Kinetic damage to Bob." in texts
    assert "Bob is hurt and is Winded." in texts
    assert not any("loses" in text or "needed" in text for text in texts)
    assert "Winded" in unit(fight, "bob")["status"]
    whole = [line["text"] for line in seen(fight, "gm")["log"]]
    assert "Bob loses 5 HP and is Winded." in whole and any("needed 17" in text for text in whole)


def test_adversaries_dice_are_open_or_hidden_as_the_table_likes() -> None:
    for word, shown in (("open", True), ("hidden", False)):
        fight = begin(PEOPLE, [4, 2, 3, 1], options={"gm_rolls": word})
        stances(fight)
        hit(fight, "bob", "ann")
        line = next(line for line in seen(fight)["log"] if line["kind"] == "miss")
        assert bool(line["terms"]) is shown and "Tier" not in line["text"]


def test_whoever_is_hidden_from_the_players_is_nowhere_in_their_view() -> None:
    """Cat is Hidden: not on the board, not in the list, her moves are not told, her square is offered like any other."""
    people = [*PEOPLE, foe("cat", (9, 5), hiding=True)]
    fight = begin(people)
    stances(fight)
    answer(fight, "first:@cat")
    act(fight, "maneuver:9,4")
    answer(fight, "stop")
    assert asked(fight) == "act:bob"
    to_turn(fight, "ann")
    shown = seen(fight)
    assert "cat" not in [one["id"] for one in shown["units"]] and "cat" not in [one["id"] for one in shown["board"]["stands"]]
    assert "Cat" not in json.dumps(shown)
    assert "advance:9,4" in offered(fight)
    # Walking there ends beside her.
    act(fight, "advance:9,4", {"strike:bob": "no"})
    assert (who(fight, "ann").x, who(fight, "ann").y) != (9, 4)


def test_the_board_and_the_heading_say_where_the_fight_stands() -> None:
    fight = begin([person("ann", (1, 2)), foe("bob", (3, 0), size="large")], map={"width": 6, "height": 4})
    board = seen(fight, "gm")["board"]
    assert (board["kind"], board["width"], board["height"]) == ("grid", 6, 4)
    assert {one["id"]: (one["at"], one["size"]) for one in board["stands"]} == {"ann": ([1, 2], 1), "bob": ([3, 0], 2)}
    stances(fight)
    assert seen(fight, "gm")["heading"] == "Round 1, stage 4: monster turn, Bob acts"
    assert "Cautious; 2 Acts, 2 Reacts" in unit(fight, "ann", "gm")["status"]


def test_one_is_one_and_of_two_daggers_that_are_alike_one_is_offered() -> None:
    fight = begin([person("ann", (1, 2), items=["dagger", "dagger"]), foe("bob", (2, 2))])
    to_turn(fight, "ann")
    labels = {option.id: option.label for option in fight.questions[0].options}
    assert len(set(labels.values())) == len(labels), "two options read alike"
    assert [label for label in labels.values() if label.startswith("Strike")] == [
        "Strike Bob with dagger (Skirmish)", "Strike Bob with dagger (Finesse)"
    ]  # fmt: skip
    assert "Stow dagger and stow second dagger" in labels.values() and "Stow second dagger" not in labels.values()
    answer(fight, "ready:dagger-2")  # though it may be chosen all the same
    assert "Draw second dagger" in [option.label for option in fight.questions[0].options]
    fight.undo()
    fight.rule("set", who="ann", stat="acts_used", value=1)
    assert "1 Act, 2 Reacts" in unit(fight, "ann", "gm")["status"]


def test_squares_warn_of_strikes_hazards_and_terror() -> None:
    """Bob's pike reaches 10': to come beside him draws a strike, to stay away does not; nor does a Maneuver warn of any."""
    pike = {"name": "pike", "die": 8, "melee": 10, "hands": 2}
    ground = {"rows": ["........", "....F...", "........"], "legend": {"F": ["hazard"]}, "hazard": {"wound": "burning"}}
    ann = person("ann", (2, 2), effects=[{"wound": "terrified", "source": 2}])
    people = [ann, foe("bob", (6, 0), items=[pike]), foe("cat", (0, 0), hp=40, items=[])]
    fight = begin(people, map=ground)
    to_turn(fight, "ann")
    labels = {option.id: option.label for option in fight.questions[0].options}
    assert labels["advance:3,2"] == "Advance to 3,2"
    assert labels["advance:5,2"] == "Advance to 5,2 (draws a strike from Bob)"
    assert labels["advance:4,1"] == "Advance to 4,1 (draws a strike from Bob; through a hazard)"
    assert labels["advance:1,1"] == "Advance to 1,1 (1 Stress: it approaches what terrifies)"
    assert labels["maneuver:1,1"] == "Maneuver to 1,1 (1 Stress: it approaches what terrifies)"


def test_labels_say_what_distance_and_resisting_cost() -> None:
    bow: list[object] = ["shortbow"]
    fight = begin([person("ann", (1, 2), items=bow, beacon=1), foe("bob", (13, 2)), foe("cat", (5, 2))], [15, 2, 7, 1, 4, 4, 2, 3, 1])
    to_turn(fight, "ann")
    labels = {option.id: option.label for option in fight.questions[0].options}
    assert labels["attack:shortbow:hunt:@bob:ranged"] == "Shoot Bob with shortbow (Hunt, long range: -1 Tier)"
    assert labels["attack:shortbow:hunt:@cat:ranged"] == "Shoot Cat with shortbow (Hunt)"
    answer(fight, "stop")
    to_turn(fight, "cat")
    fight.rule("move", who="cat", to=[2, 2])
    answer(fight, "attack:sword:skirmish:@ann")
    assert "2, 4 or 6 Stress" in fight.questions[0].options[1].label
    assert fight.questions[0].title == "Ann is about to suffer 8 damage (40 HP left)."
    answer(fight, "resist")
    assert fight.questions[0].title == "Ann's resistance roll failed. As it is, it costs 4 Stress. Throw it again?"


@pytest.mark.parametrize("place", range(len(WOUNDS)))
def test_whoever_is_about_to_suffer_a_wound_is_told_what_it_does(place: int) -> None:
    said = meaning_of(place, 2)
    moved = WOUNDS[place] in ("pushed", "pulled", "slid", "Surprised")
    assert "{" not in said and (said == "") == moved
    assert ("d6" in said) == (WOUNDS[place] in ("bleeding", "blighted", "burning", "corroding"))


def stakes(fight: Fight, seat: str) -> list[str]:
    return [row["text"] for question in fight.view(seat)["questions"] for row in question["stakes"]]


def worth(fight: Fight, seat: str) -> dict[str, list[str]]:
    """By its id, what each answer that is open says it comes to."""
    options = [option for question in fight.view(seat)["questions"] for option in question["options"]]
    return {option["id"]: [row["text"] for row in option["stakes"]] for option in options}


def test_each_answer_says_what_it_comes_to() -> None:
    """Ann pushes or not against figures that she does not know; of 14 damage a box of Soak keeps 10 away, and so does resisting."""
    people = [person("ann", (5, 5), hp=30, soak=1), foe("bob", (6, 5))]
    fight = to_turn(begin(people, [5, 2, 3, 1, 19, 4, 7, 2, 6, 8]), "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    stress = who(fight, "ann").max_stress
    assert worth(fight, "players") == {"no": ["the best of 2d20"], "yes": ["the best of 3d20", f"0 of {stress} Stress: 1 after it"]}
    answer(fight, "no")
    answer(fight, "stop")
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    while asked(fight) != "damage:ann":
        answer(fight, "no")
    left = worth(fight, "players")
    assert left["take"] == ["16 of 30 HP left"] and left["soak:1"] == left["resist"] == ["26 of 30 HP left"]


def test_questions_after_the_dice_say_in_figures_what_is_at_stake() -> None:
    """Ann (Tier 2, 2d20 and 2d8) rolls 5 + 3 against Bob's Iron 17, which is the GM's to know; Bob rolls 19 + 7 against Ann's 17."""
    people = [person("ann", (5, 5), beacon=2, hp=12, soak=1), person("dee", (4, 4)), foe("bob", (6, 5))]
    fight = to_turn(begin(people, [5, 2, 3, 1, 19, 4, 7, 2, 6, 8]), "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    assert asked(fight) == "push:ann" and stakes(fight, "players") == ["the best of 2d20 as it is, the best of 3d20 with the Push"]
    while asked(fight) != "redo:ann":
        answer(fight, "no")
    assert stakes(fight, "players") == ["8 rolled"]
    answer(fight, "no")
    answer(fight, "stop")
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    while asked(fight) == "before roll:dee":
        answer(fight, "no")
    assert asked(fight) == "hit:dee"
    assert stakes(fight, "players") == ["Ann has 12 of 12 HP", "Dee has 40 of 40 HP and 0 Soak"]
    answer(fight, "no")
    assert asked(fight) == "damage:ann" and stakes(fight, "players") == ["14 damage of 12 HP: this drops you"]


def test_a_question_out_of_turn_says_whose_act_it_answers_and_at_whom_as_far_as_that_seat_knows() -> None:
    people = [person("ann", (5, 5), beacon=2, hp=12, soak=1), person("dee", (4, 4)), foe("bob", (6, 5))]
    fight = to_turn(begin(people, [19, 4, 7, 2, 6, 8, 5, 2, 3, 1]), "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    while asked(fight) == "before roll:dee":
        assert between(fight, "players") == ["bob", "ann"]
        answer(fight, "no")
    assert asked(fight) == "hit:dee" and between(fight, "players") == ["bob", "ann"]
    fight.rule("hide", who="bob")
    assert between(fight, "players") is None and between(fight, "gm") == ["bob", "ann"]
    fight.rule("reveal", who="bob")
    answer(fight, "no")
    assert asked(fight) == "damage:ann" and between(fight, "players") == ["bob", "ann"]


def between(fight: Fight, seat: str) -> list[str] | None:
    return next((question["between"] for question in fight.view(seat)["questions"] if "between" in question), None)


def test_a_roll_event_shows_faces_number_and_verdict_as_far_as_one_may_know() -> None:
    fight = to_turn(begin([person("ann", (5, 5)), foe("bob", (6, 5))], [5, 2, 3, 1, 19, 4, 7, 2, 6, 8]), "ann")
    act(fight, "attack:sword:skirmish:@bob")
    miss = next(event for event in fight.view("players")["log"] if event["kind"] == "miss")
    assert [term["faces"] for term in miss["terms"]] == [[5, 2], [3, 1]] and miss["verdict"] == "miss" and "against" not in miss
    answer(fight, "stop")
    to_turn(fight, "bob")
    act(fight, "attack:sword:skirmish:@ann")
    hit = next(event for event in fight.view("players")["log"] if event["kind"] == "hit")
    assert hit["against"] == {"label": "Iron", "value": 17} and hit["verdict"] == "hit"
    damage = next(event for event in fight.view("players")["log"] if event["kind"] == "damage")
    assert [term["faces"] for term in damage["terms"]] == [[6, 8]]
