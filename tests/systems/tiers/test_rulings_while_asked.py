"""The GM's word while somebody is asked: figures, targets and tasks are those of the moment in which the answer takes effect."""

from __future__ import annotations

import pytest

from quintain.engine import Fight
from tests.conformance.enrolled import check_replays
from tests.support import clause
from tests.systems.tiers.scene import (
    BOW,
    Row,
    about,
    act,
    answer,
    asked,
    awaited,
    begin,
    boons,
    finish,
    foe,
    hp,
    let_stand,
    offered,
    person,
    settle,
    stances,
    texts,
    throw,
    to_turn,
    typed,
    who,
    wounds,
)

Words = dict[str, object]


def struck(wound: str = "", **ann: object) -> Fight:
    """Bob hits Ann, who has armor, with 15 + 4 against Iron 17; 8 + 7 damage are thrown, and she is asked."""
    blow: Row = {"name": "Blow", "kind": "melee", "action": "Skirmish", "damage": "weapon"}
    if wound:
        blow["wounds"] = [{"wound": wound}]
    people = [person("ann", (5, 5), soak=2, items=["sword", "dagger"], **ann), foe("bob", (6, 5), powers=[blow])]  # type: ignore[arg-type]
    fight = begin(people, [15, 9, 4, 3, 8, 7])
    to_turn(fight, "bob")
    answer(fight, "power:0:sword:@ann")
    assert asked(fight) == "damage:ann" and offered(fight) == ["take", "soak:1", "soak:2", "resist"]
    return fight


# -- damage and wounds about to be suffered ------------------------------------------------------------------------------


@clause("TI-68", "TI-69", "TI-71", "TI-146")
@pytest.mark.parametrize(
    ("word", "named", "boxes", "damage"),
    [
        ("boon", {"boon": "Resistant", "energy": "Kinetic"}, 1, 8),  # 15 halved, up
        ("wound", {"wound": "vulnerable", "energy": "Kinetic"}, 2, 30),
        ("boon", {"boon": "Sheltered"}, 1, 8),
        ("pair", {"to": "bob", "what": "sheltered", "is": "yes"}, 1, 8),
    ],
)
def test_damage_that_is_asked_about_is_what_types_and_cover_make_of_it_by_then(
    word: str, named: Words, boxes: int, damage: int
) -> None:
    fight = struck()
    fight.rule(word, who="ann", **named)
    assert asked(fight) == "damage:ann" and fight.questions[0].title.startswith(
        f"Ann is about to suffer {damage} damage"
    )
    assert [id for id in offered(fight) if id.startswith("soak")] == [f"soak:{box}" for box in range(1, boxes + 1)]
    answer(fight, "take")
    assert hp(fight, "ann") == [40 - damage]
    finish(fight)


@clause("TI-68", "TI-74")
def test_damage_that_was_halved_is_whole_again_where_the_boon_ends_while_it_is_asked_about() -> None:
    """15 halved are 8; Resistant ended, one box leaves 5 of the 15, and the log says why."""
    people = [person("ann", (5, 5), soak=2, effects=[{"boon": "Resistant", "energy": "Kinetic"}]), foe("bob", (6, 5))]
    fight = begin(people, [15, 9, 4, 3, 8, 7])
    to_turn(fight, "bob")
    answer(fight, "attack:sword:skirmish:@ann")
    assert offered(fight) == ["take", "soak:1", "resist"]
    fight.rule("end_boon", who="ann", boon="Resistant")
    answer(fight, "soak:1")
    assert hp(fight, "ann") == [35]
    assert texts(fight.events, "types") == [
        "15 Kinetic damage to Ann is halved: 8.",
        "15 Kinetic damage to Ann is suffered in full: 15.",
    ]
    finish(fight)


@clause("TI-70", "TI-135")
def test_whoever_is_immune_by_then_suffers_neither_the_damage_nor_the_wounds_that_are_asked_about() -> None:
    fight = struck()
    fight.rule("boon", who="ann", boon="Immune", energy="Kinetic")
    assert about(fight) != "damage" and hp(fight, "ann") == [40]
    assert "Ann is Immune to that." in texts(fight.events, "types")
    check_replays(fight)
    for wound in ("stunned", "disarmed", "pushed"):
        fight = struck(wound)
        answer(fight, "take")
        assert asked(fight) == ("wound:ann" if wound != "disarmed" else "name:bob")
        fight.rule("boon", who="ann", boon="Immune", energy="Kinetic")
        settle(fight)
        assert (
            hp(fight, "ann") == [25]
            and wounds(fight, "ann") == {}
            and (who(fight, "ann").x, who(fight, "ann").y) == (5, 5)
        )
        assert [item.name for item in who(fight, "ann").held] == ["sword", "dagger"]
        check_replays(fight)


@clause("TI-75", "TI-115", "TI-70")
@pytest.mark.parametrize(
    ("how", "clauses"), [("soak:1", ["TI-75"]), ("resist", ["TI-115"]), ("take", []), ("immune", []), ("gone", [])]
)
def test_a_wound_that_is_avoided_is_told_by_the_clause_that_avoids_it_and_no_other_is(how: str, clauses: list[str]) -> None:
    fight = struck("stunned")
    answer(fight, "take")
    assert asked(fight) == "wound:ann"
    if how == "immune":
        fight.rule("boon", who="ann", boon="Immune", energy="Kinetic")
    elif how == "gone":
        fight.rule("remove", who="ann")
    else:
        fight.add_script([15, 3, 2] if how == "resist" else [])
        answer(fight, how)
    assert [event.clause for event in fight.events if "avoids being" in event.text] == clauses
    check_replays(fight)


# -- who goes next, and what is offered ----------------------------------------------------------------------------------


@clause("TI-19", "TI-26")
def test_whoever_is_surprised_while_it_is_asked_who_goes_next_is_not_among_them() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (12, 5)), foe("dan", (15, 5)), foe("eve", (15, 8))])
    stances(fight)
    assert offered(fight) == ["next:@bob", "next:@dan", "next:@eve"]
    fight.rule("surprise", who="dan")
    assert offered(fight) == ["next:@bob", "next:@eve"]
    check_replays(fight)


@clause("TI-25", "TI-27")
def test_whose_stance_the_gm_changes_while_it_is_asked_who_goes_next_goes_in_the_other_stage() -> None:
    fight = begin([person("ann", (5, 5)), person("cat", (5, 6)), person("dee", (5, 7)), foe("bob", (12, 5))])
    stances(fight, ("ann", "cat", "dee"))
    fight.rule("set", who="ann", stat="stance", value="Cautious")
    assert offered(fight) == ["next:@cat", "next:@dee"]
    check_replays(fight)


@clause("TI-33")
def test_a_ceasefire_is_off_when_its_leader_is_out_before_it_is_accepted() -> None:
    goal: Row = {"kind": "ceasefire", "side": "foes", "who": "bob"}
    fight = begin([person("ann", (5, 5)), foe("bob", (12, 5), hp=10, max_hp=40), foe("dan", (15, 5))], goals=[goal])
    to_turn(fight, "bob")
    answer(fight, "stop")
    answer(fight, "yes")
    assert asked(fight) == "accept truce:"
    fight.rule("remove", who="bob")
    assert asked(fight) == "act:dan" and fight.outcome is None
    check_replays(fight)


@clause("TI-16", "TI-21", "TI-146")
def test_a_lurker_whom_the_gm_takes_out_of_hiding_while_awareness_is_asked_does_not_ambush() -> None:
    people = [person("ann", (5, 5)), foe("bob", (12, 5), lurking=True), foe("dan", (15, 5), lurking=True)]
    fight = begin(people)
    assert asked(fight) == "awareness:ann"
    fight.rule("ambush", who="bob", on=False)
    answer(fight, "surprised")
    assert not who(fight, "bob").ambushing and who(fight, "dan").ambushing
    check_replays(fight)


@clause("TI-17", "TI-146")
def test_a_lurker_whom_the_gm_makes_one_while_awareness_is_asked_rolls_prowl_too() -> None:
    """Bob's 9 + 2 would be noticed by 12 + 2; Dan's 15 + 3 are not."""
    people = [person("ann", (5, 5), awareness="roll"), foe("bob", (12, 5), lurking=True), foe("dan", (15, 5))]
    fight = begin(people, [9, 3, 4, 2, 15, 3, 4, 3, 12, 5, 4, 2])
    fight.rule("ambush", who="dan")
    answer(fight, "roll")
    settle(fight)
    assert who(fight, "ann").surprised and who(fight, "bob").ambushing and who(fight, "dan").ambushing
    finish(fight)


# -- what an Act was for -------------------------------------------------------------------------------------------------


@clause("TI-147")
def test_a_task_ticks_though_another_one_was_closed_while_its_dice_were_awaited() -> None:
    """15 + 5 against 10 + Tier 2: one segment, of the gate."""
    clocks: list[Row] = [{"name": "omen"}, {"name": "gate"}, {"name": "fire"}]
    fight = typed([person("ann", (0, 0)), person("cat", (5, 5)), foe("bob", (9, 0))], clocks=clocks)
    to_turn(fight, "ann", ("ann",))
    answer(fight, "objective:skirmish:gate")
    let_stand(fight)
    fight.rule("close", name="omen")
    assert awaited(fight).startswith("ann objective")
    throw(fight, 15, 3, 5, 2)
    assert "gate: 1 of 4." in texts(fight.events, "clock")
    assert not any(text.startswith("fire") for text in texts(fight.events, "clock"))
    check_replays(fight)


@clause("TI-44")
def test_a_power_for_an_ally_comes_to_nothing_where_the_ally_is_gone_before_its_price_is_paid() -> None:
    aegis: Row = {"name": "Aegis", "form": "bestow", "boon": "focused", "within": 30, "stress": 2, "rounds": 2}
    fight = begin([person("ann", (5, 5), beacon=1, powers=[aegis]), person("cat", (6, 5)), foe("bob", (15, 5))])
    to_turn(fight, "ann")
    answer(fight, "power:0:@cat")
    assert asked(fight) == "price:ann"
    fight.rule("remove", who="cat")
    answer(fight, "stress")
    assert who(fight, "ann").stress == 2 and boons(fight, "cat") == {}
    assert "Ann's Aegis comes to nothing: Cat is gone." in texts(fight.events, "lost")
    check_replays(fight)


@clause("TI-44", "TI-54")
@pytest.mark.parametrize(("form", "said"), [("attack", "Ann's attack on Bob comes to nothing: Ann is down."),
                                            ("bestow", "Ann's Aegis comes to nothing: Ann is down.")])  # fmt: skip
def test_a_power_whose_user_is_down_before_its_price_is_paid_comes_to_nothing_and_the_log_says_so(form: str, said: str) -> None:
    aegis: Row = {"name": "Aegis", "form": form, "within": 30, "stress": 2, "action": "Skirmish"}
    fight = begin([person("ann", (5, 5), beacon=1, powers=[{**aegis, "boon": "focused"}]), person("cat", (6, 5)), foe("bob", (9, 5))])
    to_turn(fight, "ann")
    answer(fight, "power:0:@bob" if form == "attack" else "power:0:@cat")
    assert asked(fight) == "price:ann"
    fight.rule("set", who="ann", stat="hp", value=0)
    settle(fight)
    assert texts(fight.events, "lost") == [said]
    check_replays(fight)


@clause("TI-45", "TI-146")
def test_what_is_listed_for_a_creature_in_a_players_hands_can_be_answered_though_the_player_sees_less() -> None:
    """Ann's player runs an archer too; the archer may aid a hound that Ann does not see, and the player is not told of it."""
    people = [
        person("ann", (5, 5)),
        foe("bob", (12, 5), stress=4, items=BOW),
        foe("dan", (15, 5), unrevealed=True),
        foe("eve", (16, 9)),
    ]
    fight = begin(people)
    fight.rule("hand_over", who="bob", to="players")
    to_turn(fight, "bob")
    assert "aid:@dan" in offered(fight)
    assert "aid:@dan" not in str(fight.view("players"))
    act(fight, "aid:@dan")
    assert who(fight, "dan").aided_by == who(fight, "bob").index
    check_replays(fight)
