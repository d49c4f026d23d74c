"""Section 7, attacked: fights that differ only in what the GM knows look the same to the players, odds and options included."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from quintain.engine import Fight, Refusal, view
from quintain.engine.event import Event
from quintain.library.encounters import from_data, play, sample
from tests.conformance.enrolled import Dicey
from tests.support import check_replays, clause
from tests.systems.tiers.scene import (
    BOW,
    Row,
    about,
    act,
    answer,
    arena,
    asked,
    begin,
    foe,
    hit,
    let_stand,
    offered,
    person,
    scene,
    stances,
    to_turn,
    who,
)

PLAIN: Row = {"soak": 0, "ratings": {"skirmish": 2}, "hp": 40, "max_hp": 40}
SECRETS: list[Row] = [
    {"ratings": {"skirmish": 4, "command": 2}},
    {"hp": 30, "max_hp": 55},
    {"soak": 3},
    {"tier": 3, "iron": 22},
    {"iron": 12, "ward": 9, "grit": 21},
    {"stress": 6, "powers": [{"name": "Answer in Kind", "form": "counter", "react": True, "stress": 1}]},
    {"powers": [{"name": "Turn the Blade", "form": "parry", "react": True}], "ratings": {"skirmish": 5}},
    {"traits": [{"boon": "Resistant", "energy": "Kinetic"}, {"boon": "Deflecting", "energy": "Kinetic"}]},
    {"traits": [{"wound": "vulnerable", "energy": "Kinetic"}, {"wound": "Exposed", "defense": "Iron"}]},
]


def facing(secret: Row, **more: object) -> Fight:
    """Ann, run by her own seat, faces Bob, of whom this is secret; Dee is beside her."""
    people = [person("ann", (5, 5)), person("dee", (5, 6)), foe("bob", (6, 5), **{**PLAIN, **secret})]  # type: ignore[arg-type]
    people[0]["controller"] = "ann"
    return begin(people, **more)  # type: ignore[arg-type]


def shown(fight: Fight, seat: str = "ann") -> str:
    return json.dumps(view(fight, seat), default=str, sort_keys=True)


def odds_of(fight: Fight, options: list[str], seat: str = "ann") -> list[object]:
    asked_now = fight.questions[0]
    return [fight.odds(asked_now.id, option, seat).as_data() for option in options]


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: "+".join(secret))
def test_no_secret_of_an_adversary_shows_in_views_or_odds(secret: Row) -> None:
    plain, other = facing({}), facing(secret)
    for fight in (plain, other):
        assert asked(fight) == "stance:ann"
    assert shown(plain) == shown(other)
    for fight in (plain, other):
        to_turn(fight, "ann")
    assert shown(plain) == shown(other)
    options = ["attack:sword:skirmish:@bob", "attack:sword:finesse:@bob", "advance:2,5", "maneuver:4,4", "stop", "aid:@dee"]
    assert odds_of(plain, options) == odds_of(other, options)


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: "+".join(secret))
def test_no_secret_shows_in_the_odds_of_a_react(secret: Row) -> None:
    """Bob leaves Ann's reach: the range of her Reaction Strike is the same whatever he keeps to himself."""
    found: list[object] = []
    for kept in ({}, secret):
        fight = facing(kept)
        stances(fight)
        answer(fight, "advance:9,5")
        assert asked(fight) == "strike:ann"
        found.append(odds_of(fight, offered(fight)))
        ranges = fight.odds(fight.questions[0].id, "strike:sword:skirmish", "ann").ranges
        assert 0 < ranges["hit"][0] < ranges["hit"][1] < 1
    assert found[0] == found[1]


def test_the_range_of_a_strike_is_the_range_of_the_same_attack_on_a_turn() -> None:
    fight = facing({})
    to_turn(fight, "ann")
    turn = fight.odds(fight.questions[0].id, "attack:sword:skirmish:@bob", "ann").ranges
    fight = facing({})
    stances(fight)
    answer(fight, "advance:9,5")
    assert fight.odds(fight.questions[0].id, "strike:sword:skirmish", "ann").ranges == turn


def test_a_parry_shows_a_player_nothing_of_the_damage_to_come() -> None:
    """Odds of Turn the Blade would tell Bob's Effect dice."""
    found: list[object] = []
    for rating in (2, 5):
        parry: Row = {"name": "Turn the Blade", "form": "parry", "react": True, "stress": 1}
        people = [person("ann", (5, 5), powers=[parry]), foe("bob", (6, 5), ratings={"skirmish": rating})]
        fight = begin(people, [15, 2, 7, *[1] * (rating - 1)])
        stances(fight)
        answer(fight, "attack:sword:skirmish:@ann")
        assert asked(fight) == "hit:ann"
        data = [fight.odds(fight.questions[0].id, option, "ann").as_data() for option in offered(fight)]
        assert all(one["fates"] == [] and one["unknown"] for one in data)
        found.append(data)
    assert found[0] == found[1]


# -- out of sight ------------------------------------------------------------------------------------------------------


def lurking(at: tuple[int, int], **more: object) -> Fight:
    """Ann, with a burst, an area and a blink; Bob in the open; Cat out of sight somewhere."""
    powers: list[Row] = [
        {"name": "Roar", "kind": "area", "burst": 15, "action": "Skirmish", "defenses": ["Ward"]},
        {"name": "Pot", "kind": "area", "square": 10, "within": 30, "action": "Hunt", "damage": "power", "die": 4,
         "energy": ["Thermal"]},
        {"name": "Blink", "form": "teleport", "within": 30},
        {"name": "Slip", "form": "hide", "rounds": 1},
    ]  # fmt: skip
    people = [person("ann", (5, 5), items=["longbow", "dagger"], powers=powers), foe("bob", (12, 5)), foe("cat", at, **more)]  # type: ignore[arg-type]
    people[0]["controller"] = "ann"
    return begin(people)


@pytest.mark.parametrize("how", ["hiding", "unrevealed", "pair"])
def test_where_somebody_out_of_sight_stands_changes_nothing_a_player_sees(how: str) -> None:
    """Cat is beside Ann (in melee with her!), in the middle of her way, inside an area, or far off: all the same to Ann's player."""
    seen: list[object] = []
    for spot in ((15, 10), (6, 5), (9, 5), (12, 6)):
        fight = lurking(spot, **({how: True} if how != "pair" else {}))
        if how == "pair":
            fight.rule("pair", who="cat", to="ann", what="hidden", **{"is": "yes"})
        stances(fight)
        while about(fight) != "act" or fight.questions[0].who != "ann":
            answer(fight, offered(fight)[0] if about(fight) == "next" else "stop")
        options = ["attack:longbow:hunt:@bob:ranged", "power:1:11,5", "power:1:12,5", "advance:10,5", "power:2:9,5"]
        seen.append((shown(fight), odds_of(fight, options)))
    assert all(one == seen[0] for one in seen)
    assert "Cat" not in str(seen) and "somebody unseen" not in str(seen)


def test_a_seat_without_a_character_sees_no_more_than_the_party() -> None:
    fight = lurking((9, 5), hiding=True)
    assert "Cat" not in shown(fight, "stranger") and '"cat"' not in shown(fight, "stranger")
    fight.rule("set", who="ann", stat="status", value="dead")
    assert '"cat"' not in shown(fight, "ann") or who(fight, "cat").boons == []


def test_what_befalls_somebody_out_of_sight_is_the_gms() -> None:
    """Cat burns, bleeds, is healed and shakes something off: no line of it for the players, in any form."""
    fight = lurking((9, 5), hiding=True)
    fight.rule("wound", who="cat", wound="burning", severity=1)
    fight.rule("wound", who="cat", wound="rooted")
    stances(fight)
    to_turn(fight, "ann")
    fight.rule("recover", who="cat")
    fight.rule("restore_soak")
    fight.rule("armor", who="cat", suits="yes")
    whole = " ".join(event.text for event in fight.events)
    assert "Cat loses" in whole and "Cat regains" in whole
    assert "Cat" not in shown(fight)


def test_an_area_that_catches_somebody_unseen_does_not_name_them() -> None:
    """TI-R28: they are rolled for all the same."""
    fight = lurking((12, 6), hiding=True)
    to_turn(fight, "ann")
    act(fight, "power:1:11,5")
    texts = " ".join(event.text for event in fight.events)
    assert "hits Cat" in texts or "misses Cat" in texts
    assert "Cat" not in shown(fight) and "somebody unseen with Pot" in shown(fight)


def test_an_attack_from_hiding_is_told_to_its_target() -> None:
    """Cat strikes Ann from hiding and is no longer hidden after it: the players read who did what."""
    fight = begin([person("ann", (5, 5)), foe("cat", (6, 5), hiding=True)], [15, 2, 3, 7, 1, 3, 4])
    stances(fight)
    hit(fight, "cat", "ann")
    log = [str(line["text"]) for line in view(fight, "ann")["log"]]
    assert any(text.startswith("Cat hits Ann") for text in log) and "Ann loses 7 HP." in log


# -- numbers -----------------------------------------------------------------------------------------------------------


def lines(fight: Fight, seat: str = "ann") -> list[str]:
    return [json.dumps(line) for line in view(fight, seat)["log"]]


def test_the_number_an_adversary_needs_against_a_wound_is_not_told() -> None:
    """10 + Tier would be its Tier. With open rolls the total is told, with hidden ones not even that."""
    for word, told in (("open", True), ("hidden", False)):
        people = [person("ann", (5, 5)), foe("bob", (15, 5), effects=[{"wound": "rooted"}])]
        fight = begin(people, [14, 3, 3], options={"gm_rolls": word})
        stances(fight)
        act(fight, "resist:rooted.-1.-1")
        text = next(line for line in lines(fight) if "shakes off" in line)
        assert "12" not in text and "needed" not in text and ("14 rolled" in text) is told
        assert any("12 needed" in line for line in lines(fight, "gm"))


def test_the_stress_an_adversary_pays_for_resisting_is_not_told() -> None:
    """The leader (6 Stress) resists Ann's 15 + 7: 2d20 and d8 come to 16 + 7 = 23, a success for 2 Stress."""
    people = [person("ann", (5, 5)), foe("bob", (6, 5), stress=6)]
    fight = begin(people, [15, 2, 7, 1, 8, 8, 16, 2, 7])
    to_turn(fight, "ann")
    hit(fight, "ann", "bob", {"damage": "resist"})
    assert who(fight, "bob").stress == 2 and who(fight, "bob").hp == 34
    text = next(line for line in lines(fight) if "resists" in line)
    assert "Stress" not in text and "price" not in text


def test_with_hidden_rolls_the_total_a_player_resists_against_is_not_told() -> None:
    """Bob's 17 + 7 = 24 behind the screen; Ann's own 16 + 9 = 25 is her business."""
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], [17, 2, 7, 1, 8, 8, 16, 9, 8, 1], options={"gm_rolls": "hidden"})
    stances(fight)
    hit(fight, "bob", "ann", {"damage": "resist"})
    text = next(line for line in lines(fight) if "resists" in line)
    assert "24" not in text and "25 rolled" in text and "price 2 Stress" in text


def test_an_improvised_attack_does_not_tell_the_defense_it_met() -> None:
    """Bob's Grit 13."""
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))], [15, 2, 1, 2])
    to_turn(fight, "ann")
    fight.rule("improvise", who="ann", what="stare him down", action="Sway", defense="Grit", target="bob", wound="Distracted")
    act(fight, "other:0")
    text = next(line for line in lines(fight) if "with stare him down" in line)
    assert "13" not in text and "hits" in text


def test_what_the_gm_prepares_for_an_adversary_is_not_said_in_public() -> None:
    """An improvised Act of Bob's, and what his unused power rests on; of Ann's both are told."""
    song: Row = {"name": "Song", "range": 30, "action": "Utter", "defenses": ["Ward"]}
    fight = begin([person("ann", (5, 5), powers=[{**song, "name": "Hymn"}]), foe("bob", (9, 5), powers=[song])])
    to_turn(fight, "ann")
    before = lines(fight)
    fight.rule("improvise", who="bob", what="call the dogs", action="Command")
    fight.rule("senses", what="Song", depends_on="sound")
    assert lines(fight) == before
    fight.rule("senses", what="Hymn", depends_on="sound")
    assert "Hymn involves sound." in lines(fight)[-1] and len(lines(fight)) == len(before) + 1


def test_the_source_of_a_wound_is_not_named_while_it_is_not_revealed() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (9, 5)), foe("cat", (9, 6), unrevealed=True)])
    to_turn(fight, "ann")
    fight.rule("wound", who="ann", wound="terrified", source="cat")
    assert "cat" not in shown(fight, "players").lower() and "somebody unseen" in shown(fight, "players")
    fight.rule("reveal", who="cat")
    assert "terrified 3 (by Cat)" in shown(fight, "players")


def test_a_stage_in_which_only_the_unseen_act_is_not_announced() -> None:
    """Bob is Surprised, so that the monster turn of round 1 is Cat's alone."""
    fight = begin([person("ann", (5, 5)), foe("bob", (9, 5), awareness="surprised"), foe("cat", (9, 6), unrevealed=True)])
    answer(fight, "surprised")
    to_turn(fight, "ann")
    staged = [line for line in lines(fight) if "Stage" in line]
    assert len(staged) == 1 and "Stage 5: Cautious." in staged[0]


@pytest.mark.parametrize("there", [{"unrevealed": True}, {"hiding": True}], ids=["unrevealed", "hiding"])
def test_nobody_is_found_out_by_naming_them(there: Row) -> None:
    """Whether Cat is out of sight or not there at all: the same refusals, for choices and for odds."""
    told: list[list[str]] = []
    for people in ([foe("bob", (9, 5)), foe("cat", (6, 5), **there)], [foe("bob", (9, 5))]):  # type: ignore[arg-type]
        fight = begin([person("ann", (5, 5)), *people])
        to_turn(fight, "ann")
        told.append([])
        for id in ("attack:sword:skirmish:@cat", "aid:@cat", "attack:sword:hunt:@cat:ranged"):
            for way in (lambda f, i: answer(f, i), lambda f, i: f.odds(f.questions[0].id, i, "players")):
                with pytest.raises(Refusal) as refused:
                    way(fight, id)
                told[-1].append(f"{refused.typename}: {refused.value}")
    assert told[0] == told[1] and "Unavailable" in told[0][0]


def test_a_secret_objective_is_not_offered_named_or_closed_in_public() -> None:
    clock: Row = {"name": "the ritual", "size": 4, "secret": True}
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5))], clocks=[clock])
    to_turn(fight, "ann")
    assert not any("ritual" in id for id in offered(fight))
    with pytest.raises(Refusal, match="no such objective"):
        answer(fight, "objective:craft:the ritual")
    fight.rule("tick", name="the ritual")
    fight.rule("close", name="the ritual")
    assert "ritual" not in shown(fight)


def test_the_dice_of_ticks_and_collisions_stay_behind_the_screen() -> None:
    people = [person("ann", (5, 5)), foe("bob", (15, 5), effects=[{"wound": "burning", "level": 3}])]
    fight = begin(people, [7], options={"gm_rolls": "hidden"})
    to_turn(fight, "ann")
    assert who(fight, "bob").hp == 33
    assert [line for line in lines(fight) if "hurt" in line or "burn" in line] == [
        json.dumps({"number": 5, "round": 1, "kind": "public", "text": "Bob is hurt.", "who": [], "terms": []})
    ]


# -- what somebody unseen drops, and whom somebody unseen hinders ---------------------------------------------------------------


def on_the_board(fight: Fight, seat: str) -> list[str]:
    board: Any = view(fight, seat)["board"]
    return [mark["name"] for mark in board["marks"]]


@pytest.mark.parametrize("dropped", [True, False])
def test_what_somebody_unseen_lets_go_of_is_seen_once_that_one_is(dropped: bool) -> None:
    """A thing that comes to lie in a square would tell that somebody stands there. Ann's fellow may walk there and find it."""
    people = [person("ann", (5, 5)), foe("bob", (15, 5)), foe("cat", (6, 5)), foe("dan", (7, 9))]
    fight, without = begin(people), begin(people)
    for one in (fight, without):
        one.rule("hide", who="cat")
        to_turn(one, "ann")
    if dropped:
        fight.rule("disarm", who="cat", item="sword")
        without.rule("note", text="nothing", secret=True)
    assert on_the_board(fight, "gm") == (["sword"] if dropped else []) and on_the_board(fight, "players") == []
    assert shown(fight) == shown(without)
    said = []
    for one in (fight, without):
        with pytest.raises(Refusal) as no:
            answer(one, "pickup:sword")
        said.append(no.value.sentence)
    assert said[0] == said[1]
    again = play(from_data(fight.export()), seed="again")
    assert on_the_board(again, "players") == []
    if dropped:
        moved = fight.fork()
        moved.rule("move", who="cat", to=[9, 9])
        moved.rule("move", who="ann", to=[6, 5])
        assert on_the_board(moved, "players") == ["sword"], "whoever stands there sees it"
    fight.rule("reveal", who="cat")
    assert on_the_board(fight, "players") == on_the_board(fight, "gm") == (["sword"] if dropped else [])


def told_in(events: list[Event]) -> str:
    """The sentences and terms of these, in one."""
    return " ".join([event.text + str(event.math) for event in events])


def stakes_of(fight: Fight) -> list[Any]:
    question: Any = view(fight, "players")["questions"][0]
    return [question["stakes"], [option["stakes"] for option in question["options"]]]


@clause("TI-57", "TI-59")
def test_what_a_push_is_worth_is_told_as_if_nobody_unseen_stood_beside_the_archer() -> None:
    """That she is hindered shows by the dice, and the log then says no more than that."""
    told: list[Any] = []
    for at in ((6, 5), (1, 11)):
        people = [person("ann", (5, 5), items=BOW), foe("bob", (15, 5)), foe("cat", at)]
        fight = begin(people)
        fight.rule("hide", who="cat")
        to_turn(fight, "ann")
        answer(fight, "attack:longbow:hunt:@bob:ranged")
        assert about(fight) == "push"
        told.append(stakes_of(fight))
        events = answer(fight, "no")
        terms = told_in(events)
        assert ("hindered" in terms) == (at == (6, 5)) and "in melee" not in terms
    assert told[0] == told[1]


@clause("TI-61", "TI-122")
def test_the_log_names_no_melee_and_no_flanking_with_somebody_unseen() -> None:
    people = [person("ann", (5, 5)), foe("bob", (15, 5), items=BOW), foe("cat", (6, 5))]
    fight = begin(people)
    fight.rule("hide", who="cat")
    to_turn(fight, "bob")
    events = answer(fight, "attack:longbow:hunt:@ann:ranged")
    terms = told_in(events)
    assert "hindered" in terms and "in melee" not in terms
    people = [person("ann", (5, 5)), foe("bob", (6, 5)), person("eve", (7, 5), pc=False)]
    fight = begin(people)
    fight.rule("hide", who="eve")
    to_turn(fight, "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    terms = told_in(answer(fight, "no"))
    assert "helped" in terms and "Flanking" not in terms


# -- random fights -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(6))
def test_in_random_fights_what_an_adversary_has_left_shows_nowhere(number: int) -> None:
    """HP (Winded or not kept), Soak, Defenses and Reacts of an adversary changed at any question: the same view and odds."""
    name = ("reed-causeway", "kiln-yard", "toll-gang")[number % 3]
    dicey = Dicey(f"secrecy {number}")
    fight = play(sample(f"tiers/{name}"), seed=f"secrecy {number}")
    compared = 0
    for _ in range(40):
        if not fight.questions:
            break
        question = fight.questions[dicey.below(len(fight.questions))]
        foes = [one for one in arena(fight).creatures if not one.sheet.is_pc and one.is_up() and one.hp > 2]
        if foes and dicey.below(3) == 0:
            one = foes[dicey.below(len(foes))]
            twin = fight.fork()
            for stat, value in (("hp", one.hp - 1 if one.is_winded() or 2 * (one.hp - 1) > one.max_hp else one.hp),
                                ("soak", one.soak + 1), ("iron", one.iron + 2), ("reacts_used", 1)):  # fmt: skip
                twin.rule("set", who=one.id, stat=stat, value=value)
            if [a.id for a in twin.questions] == [a.id for a in fight.questions]:
                compared += 1
                assert shown(twin) == shown(fight)
                if question.controller == "players":
                    weighing = [option.id for option in question.options if option.weighs][:3]
                    for id in weighing:
                        assert twin.odds(question.id, id, "ann").as_data() == fight.odds(question.id, id, "ann").as_data()
        fight.answer(question.id, question.options[dicey.below(len(question.options))].id)
    assert compared > 0


def test_those_who_lie_in_wait_are_not_on_the_board_while_surprise_is_settled() -> None:
    """The archers of the causeway lurk without being Hidden: the players see them once the fight is on."""
    fight = play(sample("tiers/reed-causeway"), seed="lurk")
    assert about(fight) == "awareness" and "Archer" not in shown(fight) and "Hound" not in shown(fight)
    while about(fight) == "awareness":
        answer(fight, "aware")
    assert "Archer" in shown(fight) and "Hound" not in shown(fight)


# -- dice typed in ---------------------------------------------------------------------------------------------------------


@clause("TI-08", "TI-59", "TI-122")
def test_whoever_types_dice_is_asked_for_those_that_are_thrown_if_nobody_unseen_is_there() -> None:
    """What somebody unseen adds or takes away comes beside them when they have fallen, and is written down with them."""
    for people, option, one_more in (
        ([person("ann", (5, 5), items=BOW), foe("bob", (15, 5)), foe("cat", (6, 5))], "attack:longbow:hunt:@bob:ranged", -1),
        ([person("ann", (5, 5)), foe("bob", (6, 5)), person("cat", (7, 5), pc=False)], "attack:sword:skirmish:@bob", 1),
    ):
        told: list[str] = []
        thrown: list[list[int]] = []
        for tier, unseen in itertools.product((1, 2), (True, False)):
            block: Any = people[0]["block"]
            block["tier"] = tier
            fight = play(scene(people), seed="typed")
            fight.rule("hide", who="cat")
            if not unseen:
                fight.rule("remove", who="cat")
            fight.type_dice("*")
            to_turn(fight, "ann")
            answer(fight, option)
            let_stand(fight)
            told.append(json.dumps([fight.questions[0].title, view(fight, "players")["questions"]]))
            asked_for = fight.questions[0].pending
            assert asked_for is not None and asked_for.dice.name.startswith(f"{tier}d20 best")
            rest = asked_for.dice.faces_of()[tier:]
            fight.enter(fight.questions[0].id, [*range(9, 9 + tier), *[1] * len(rest)])
            roll = next(entry for entry in reversed(fight.entries) if entry.do == "roll")
            thrown.append(roll.faces[: len(roll.faces) - len(rest)])
            check_replays(fight)
        assert told[0] == told[1] and told[2] == told[3]
        assert thrown[1] == [9] and thrown[3] == [9, 10]
        if one_more > 0:
            # A 20 among those thrown beside them goes on.
            assert len(thrown[0]) == (2 if thrown[0][1] < 20 else 3) and thrown[0][0] == 9
            assert len(thrown[2]) == (3 if thrown[2][2] < 20 else 4) and thrown[2][:2] == [9, 10]
        else:
            assert len(thrown[0]) == 2 and thrown[0][0] == 9 and thrown[2] in ([9], [10])
