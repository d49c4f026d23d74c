"""Rulings in the middle of an engagement: every slot, every die and every decision is judged when it comes up (R81 to R86)."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, view
from tests.conformance.enrolled import check_replays
from tests.support import awaited, clause
from tests.systems.riposte.scene import (
    Row,
    answer,
    asked,
    begin,
    blade,
    engaged,
    foe,
    hp,
    pass_phase,
    person,
    slots,
    texts,
    throw,
    turn,
    who,
    withdrawn,
)

# -- each slot is judged when it comes up --------------------------------------------------------------------------------


@clause("RI-36", "RI-17")
def test_a_defender_disarmed_between_attack_and_riposte_does_not_riposte() -> None:
    fight = engaged()
    fight.rule("set", who="bob", stat="weapon", value=-1)
    assert awaited(fight) == "ann attack"
    throw(fight, 99)
    assert slots(fight) == ["A"] and awaited(fight) == ""
    assert texts(fight, "no_strike") == ["Bob does not strike Ann: no weapon is in hand (riposte)."]


@clause("RI-36", "RI-17")
def test_a_defender_disarmed_while_its_die_is_awaited_does_not_throw_it() -> None:
    fight = engaged()
    throw(fight, 99)
    assert awaited(fight) == "bob riposte"
    fight.rule("set", who="bob", stat="weapon", value=-1)
    assert awaited(fight) == "" and slots(fight) == ["A"]
    assert withdrawn(fight) == ["riposte:bob"]
    check_replays(fight)


@clause("RI-34", "RI-33")
def test_who_is_moved_out_of_reach_is_neither_struck_nor_strikes() -> None:
    fight = engaged()
    throw(fight, 99)
    fight.rule("move", who="bob", to=[5, 0])
    assert awaited(fight) == "" and slots(fight) == ["A"] and asked(fight) != "turn:ann"


@clause("RI-94")
def test_who_is_moved_to_another_zone_is_out_of_reach() -> None:
    people = [person("ann", "Hall"), person("cat", "Hall"), foe("bob", "Hall"), foe("dan", "Yard")]
    fight = begin(people, mode="zones", zones=["Hall", "Yard"], links=[["Hall", "Yard"]])
    fight.type_dice("*")
    turn(fight, "ann", "engage:bob")
    throw(fight, 99)
    fight.rule("move", who="ann", to="Yard")
    assert awaited(fight) == "" and slots(fight) == ["A"]


@clause("RI-27", "RI-20")
def test_speed_set_while_an_activation_die_is_awaited_counts_for_follow_throughs() -> None:
    bold = person("ann", [1, 0], traits=["Bold"], stats={"DEX": 1})
    fight = engaged(bold)
    assert awaited(fight) == "ann Bold"
    fight.rule("set", who="ann", stat="SPD", value=12)
    assert awaited(fight) == "ann Bold"
    for face in (99, 99, 99, 99):
        throw(fight, face)
    assert slots(fight) == ["A", "R", "FA"]


@clause("RI-27", "RI-131")
def test_what_a_trait_has_brought_goes_with_the_weapon_that_bears_it() -> None:
    weapons: list[object] = [blade(traits=["Bold"]), blade()]
    fight = engaged(person("ann", [1, 0], traits=["Desperation"], stats={"DEX": 50}, weapons=weapons))
    throw(fight, 10)
    assert awaited(fight) == "ann Desperation"
    fight.rule("set", who="ann", stat="weapon", value=1)
    assert awaited(fight) == "ann attack" and withdrawn(fight) == ["Desperation:ann"]
    throw(fight, 99)
    throw(fight, 99)
    assert slots(fight) == ["A", "R"]
    check_replays(fight)


@clause("RI-76", "RI-73")
@pytest.mark.parametrize("option", ["", "weapon.switch", "riposte.choice"])
def test_whoever_the_gm_hides_in_mid_engagement_is_not_struck_and_does_not_strike(option: str) -> None:
    values = {"weapon.switch": "any_time", "riposte.choice": "optional"}
    bob = foe("bob", [2, 0], weapons=[blade(), blade(2)])
    fight = engaged(bob, options={option: values[option]} if option else {})
    assert asked(fight) == {"": "attack:ann", "weapon.switch": "switch:bob", "riposte.choice": "riposte:bob"}[option]
    fight.rule("hide", who="bob")
    assert asked(fight) == "turn:cat" and slots(fight) == [] and len(withdrawn(fight)) == 1
    assert texts(fight, "no_strike")[0] == "Ann does not strike Bob: Bob is out of sight (attack)."
    assert "out of sight" not in str(view(fight, "lea"))
    check_replays(fight)


@clause("RI-144")
def test_a_home_made_trait_may_be_called_like_another_die() -> None:
    check: Row = {"name": "check", "follow_throughs": [{"slot": "attack", "chance": "DEX"}]}
    fight = engaged(person("ann", [1, 0], traits=[check], stats={"DEX": 50}))
    fight.rule("set", who="bob", stat="SPD", value=6)
    assert awaited(fight) == "ann check" and withdrawn(fight) == []


@clause("RI-133", "RI-36")
def test_an_activation_that_can_change_nothing_any_more_is_not_thrown() -> None:
    fight = engaged(foe("bob", [2, 0], traits=["Vantage"], stats={"DEX": 50}))
    assert awaited(fight) == "bob Vantage"
    fight.rule("set", who="bob", stat="weapon", value=-1)
    assert awaited(fight) == "ann attack"
    throw(fight, 99)
    assert slots(fight) == ["A"]


@clause("RI-27", "RI-131")
def test_who_is_armed_before_the_plan_is_made_ripostes() -> None:
    bob = foe("bob", [2, 0], weapon=-1)
    fight = engaged(person("ann", [1, 0], traits=["Bold"], stats={"DEX": 50}), bob)
    fight.rule("set", who="bob", stat="weapon", value=0)
    throw(fight, 99)
    throw(fight, 99)
    assert awaited(fight) == "bob riposte"
    check_replays(fight)


@clause("RI-27", "RI-131", "RI-132")
@pytest.mark.parametrize(("trait", "spd"), [("Bold", 5), ("Desperation", 50)])
def test_nobody_throws_for_attacks_that_a_disarmed_attacker_will_not_make(trait: str, spd: int) -> None:
    fight = engaged(person("ann", [1, 0], traits=[trait], stats={"DEX": 50}, spd=spd))
    assert awaited(fight) == f"ann {trait}"
    fight.rule("set", who="ann", stat="weapon", value=-1)
    assert awaited(fight) == "bob riposte" and withdrawn(fight) == [f"{trait}:ann"]
    check_replays(fight)


@clause("RI-27", "RI-144")
@pytest.mark.parametrize(("first", "second", "then"), [("Bold", "", "ann attack"), ("", "Bold", "ann Bold")])
def test_activation_rolls_are_those_of_the_weapon_in_hand_by_then(first: str, second: str, then: str) -> None:
    weapons: list[object] = [blade(traits=[trait] if trait else []) for trait in (first, second)]
    fight = engaged(person("ann", [1, 0], traits=["Superiority"], stats={"DEX": 50, "STR": 50}, weapons=weapons))
    fight.rule("set", who="ann", stat="weapon", value=1)
    assert awaited(fight) == "ann Superiority"
    throw(fight, 99)
    assert awaited(fight) == then
    check_replays(fight)


@clause("RI-12", "RI-06")
def test_a_critical_die_is_not_awaited_for_what_has_become_a_miss() -> None:
    fight = engaged(options={"strike.crit_roll": "separate"})
    throw(fight, 40)
    assert awaited(fight) == "ann critical", "40 is below 60 - 10"
    fight.rule("set", who="bob", stat="Dodge", value=30)
    assert awaited(fight) == "bob riposte", "40 is not below 60 - 30"
    assert slots(fight) == ["A"] and hp(fight, "bob") == [20]


@clause("RI-136", "RI-10")
def test_a_guard_die_is_not_awaited_for_what_does_no_harm() -> None:
    fight = engaged(foe("bob", [2, 0], traits=["Buckler"], stats={"DEX": 50}))
    throw(fight, 10)
    assert awaited(fight) == "bob Buckler"
    fight.rule("set", who="bob", stat="Defense", value=30)
    assert awaited(fight) == "bob riposte" and hp(fight, "bob") == [20]


# -- sides, recovery -----------------------------------------------------------------------------------------------------


@clause("RI-84", "RI-74")
def test_a_persons_character_on_another_side_does_not_keep_the_party_from_defeat() -> None:
    people = [person("ann", [1, 0], now=1), person("cat", [0, 3]), foe("bob", [2, 0])]
    fight = begin(people)
    fight.rule("side", who="cat", to="enemies")
    assert fight.outcome is None
    fight.rule("set", who="ann", stat="hp", value=0)
    assert fight.battle.outcome is not None and fight.battle.outcome.result == "defeat"


@clause("RI-108", "RI-104")
def test_a_persons_character_on_another_side_falls_by_that_sides_rule() -> None:
    people = [person("ann", [1, 0]), person("cat", [2, 0], now=1), foe("bob", [7, 3])]
    fight = begin(people, [10])
    fight.rule("side", who="cat", to="enemies")
    turn(fight, "ann", "engage:cat")
    assert asked(fight) == "lethal:ann"
    answer(fight, "spared")
    assert who(fight, "cat").status == "spared"


@clause("RI-49", "RI-74")
def test_recovery_comes_once_a_round_also_for_who_changes_sides() -> None:
    rows = ["H.......", *["........"] * 3]
    fight = begin([person("ann", [0, 0], now=1), person("cat", [0, 3]), foe("bob", [7, 0]), foe("dan", [7, 3])], [], rows)
    assert hp(fight, "ann") == [11]
    fight.rule("side", who="ann", to="enemies")
    pass_phase(fight)
    assert hp(fight, "ann") == [11], "not again in the enemies' phase of the same round"
    pass_phase(fight)
    pass_phase(fight)
    assert hp(fight, "ann") == [20], "but in that of the next"


@clause("RI-51", "RI-49")
@pytest.mark.parametrize(("bonus", "left"), [("on", 11), ("off", 1)])
def test_a_flier_without_terrain_bonuses_recovers_nothing_either(bonus: str, left: int) -> None:
    rows = ["H.......", *["........"] * 3]
    flier = person("ann", [0, 0], now=1, traits=["Flight"])
    fight = begin([flier, foe("bob", [7, 0])], [], rows, options={"flight.terrain_bonus": bonus})
    assert hp(fight, "ann") == [left]


# -- why a foe cannot be engaged -----------------------------------------------------------------------------------------


@clause("RI-14", "RI-44")
def test_the_reason_names_what_really_keeps_one_from_a_foe() -> None:
    rows = ["..#.....", "..#.....", "........"]
    beyond = begin([person("ann", [0, 0]), foe("bob", [3, 0])], [], rows)
    turn(beyond, "ann")
    assert closed(beyond) == {"Engage Bob": "3 away: to get within reach takes 6 movement and 5 is left"}
    walled = begin([person("ann", [0, 0]), foe("bob", [3, 0])], [], [".#..", "####"])
    turn(walled, "ann")
    assert closed(walled) == {"Engage Bob": "3 away, and no square from which a weapon reaches Bob can be got to"}


def closed(fight: Fight) -> dict[str, str]:
    return dict(fight.questions[0].closed)


# -- what a ruling brings back, and what the log says of it ----------------------------------------------------------------


@clause("RI-17", "RI-36")
def test_a_defender_armed_between_attack_and_riposte_ripostes() -> None:
    fight = engaged(foe("bob", [2, 0], weapon=-1))
    assert awaited(fight) == "ann attack"
    fight.rule("set", who="bob", stat="weapon", value=0)
    throw(fight, 99)
    assert awaited(fight) == "bob riposte"
    throw(fight, 10)
    assert slots(fight) == ["A", "R"] and hp(fight, "ann") == [13]
    check_replays(fight)


@clause("RI-17", "RI-34", "RI-20")
def test_a_defender_moved_into_reach_ripostes_as_often_as_its_speed_gave_it() -> None:
    ann, bob = person("ann", [1, 0], weapons=[blade(1, 2)]), foe("bob", [3, 0], spd=9)
    fight = engaged(ann, bob)
    fight.rule("move", who="bob", to=[2, 0])
    for face in (99, 99, 99):
        throw(fight, face)
    assert slots(fight) == ["A", "R", "FR"] and awaited(fight) == ""
    check_replays(fight)


@clause("RI-19", "RI-134", "RI-138")
@pytest.mark.parametrize("why", ["reach", "Superiority", "Sweep", "held back"])
def test_a_cancelled_riposte_does_not_come_back_and_nothing_is_said_of_one_that_could_never_come(why: str) -> None:
    traits: list[object] = [why] if why == "Superiority" else []
    weapons: list[object] = [blade(1, 2, rune="Sweep") if why == "Sweep" else blade(1, 2)]
    ann = person("ann", [1, 0], weapons=weapons, traits=traits, stats={"STR": 100})
    bob = foe("bob", [3, 0] if why == "reach" else [2, 0])
    fight = engaged(ann, bob, options={"riposte.choice": "optional"} if why == "held back" else {})
    if why == "held back":
        answer(fight, "no")
    if why == "Superiority":
        throw(fight, 0)
    assert awaited(fight) == "ann attack"
    fight.rule("note", text="rain")
    throw(fight, 99)
    assert slots(fight) == ["A"] and awaited(fight) == "" and texts(fight, "no_strike") == []


@clause("RI-25", "RI-103", "RI-36")
@pytest.mark.parametrize(
    ("word", "args", "why"),
    [
        ("set", {"who": "bob", "stat": "hp", "value": 0}, "Bob is out"),
        ("set", {"who": "ann", "stat": "hp", "value": 0}, "Ann is out"),
        ("set", {"who": "ann", "stat": "weapon", "value": -1}, "no weapon is in hand"),
        ("move", {"who": "bob", "to": [6, 3]}, "Bob is out of reach"),
    ],
)
def test_a_strike_whose_die_has_fallen_and_that_a_ruling_takes_away_is_told(word: str, args: dict[str, object], why: str) -> None:
    fight = engaged()
    fight.automatic.hold = True
    throw(fight, 10)
    assert asked(fight) == "hold:strike"
    fight.rule_with(word, args)
    assert slots(fight) == [] and texts(fight, "no_strike")[0] == f"Ann does not strike Bob: {why} (attack)."
    check_replays(fight)


@clause("RI-136", "RI-10")
def test_nothing_is_said_of_a_guard_that_has_nothing_left_to_halve() -> None:
    fight = engaged(foe("bob", [2, 0], traits=["Buckler"], stats={"DEX": 50}))
    fight.automatic.hold = True
    throw(fight, 10)
    throw(fight, 20)
    assert asked(fight) == "hold:strike"
    fight.rule("set", who="bob", stat="Defense", value=30)
    answer(fight, "go")
    assert hp(fight, "bob") == [20] and texts(fight, "activation") == []


@clause("RI-35")
def test_nobody_changes_weapons_where_neither_attack_nor_riposte_can_come() -> None:
    bob = foe("bob", [2, 0], weapons=[blade(), blade(2)])
    fight = engaged(bob, options={"weapon.switch": "any_time"})
    fight.rule("move", who="bob", to=[3, 0])
    assert asked(fight) == "switch:bob", "with the other weapon a riposte reaches two squares"
    fight.rule("move", who="bob", to=[6, 2])
    assert asked(fight) == "turn:cat"
    check_replays(fight)


@clause("RI-106", "RI-104")
def test_nobody_is_asked_whether_it_retreats_who_is_not_significant_any_more() -> None:
    fight = engaged(person("ann", [1, 0], controller="lea"), foe("bob", [2, 0], now=1, significant=True))
    throw(fight, 10)
    assert asked(fight) == "retreat:"
    fight.rule("set", who="bob", stat="significant", value=False)
    assert asked(fight) == "lethal:ann"
    check_replays(fight)


# -- what is at stake when a weapon is chosen as the attack comes -----------------------------------------------------------


@clause("RI-13", "RI-35")
@pytest.mark.parametrize(
    ("forecast", "blades"), [("open", "riposte with the blade: 50 % to hit, 0 % critical, 7 damage of 20 HP"),
                             ("closed", "with the blade a riposte reaches Dan")],
)  # fmt: skip
def test_whoever_may_change_weapons_sees_what_each_promises(forecast: str, blades: str) -> None:
    ann = person("ann", [1, 0], weapons=[blade(), blade(2, name="bow")])
    fight = begin([ann, foe("dan", [2, 0])], options={"weapon.switch": "any_time", "forecast": forecast})
    turn(fight, "ann", "wait")
    turn(fight, "dan", "engage:ann")
    assert asked(fight) == "switch:ann"
    shown = view(fight, fight.questions[0].controller)["questions"][0]["stakes"]
    assert [stake["text"] for stake in shown] == [blades, "with the bow no riposte reaches Dan"]


# -- a target that is none any more --------------------------------------------------------------------------------------

TRUCES = [("stance", {"a": "heroes", "b": "independents", "stance": "friendly"}), ("side", {"who": "bob", "to": "heroes"})]


@clause("RI-73", "RI-14")
@pytest.mark.parametrize(("word", "args"), TRUCES)
@pytest.mark.parametrize("thrown", [0, 1])
def test_who_becomes_a_friend_in_mid_engagement_is_not_struck_and_does_not_strike(
    word: str, args: dict[str, object], thrown: int
) -> None:
    fight = engaged(foe("bob", [2, 0], side="independents"))
    for _ in range(thrown):
        throw(fight, 99)
    fight.rule_with(word, args)
    assert awaited(fight) == "" and slots(fight) == ["A", "R"][:thrown] and hp(fight, "ann", "bob") == [20, 20]
    first = ["Ann does not strike Bob: they are friends now (attack)."] if thrown == 0 else []
    assert texts(fight, "no_strike") == [*first, "Bob does not strike Ann: they are friends now (riposte)."]
    assert {event.clause for event in fight.events if event.kind == "no_strike"} == {"RI-73"}
    assert asked(fight) == "turn:cat"
    check_replays(fight)


@clause("RI-73", "RI-131", "RI-133")
@pytest.mark.parametrize(("word", "args"), TRUCES)
def test_nothing_is_rolled_for_an_engagement_between_friends(word: str, args: dict[str, object]) -> None:
    traits: list[object] = ["Superiority", "Bold"]
    fight = engaged(
        person("ann", [1, 0], traits=traits, stats={"DEX": 50, "STR": 50}),
        foe("bob", [2, 0], side="independents", traits=["Vantage"], stats={"DEX": 50}),
    )  # fmt: skip
    assert awaited(fight) == "ann Superiority"
    fight.rule_with(word, args)
    assert awaited(fight) == "" and slots(fight) == [] and asked(fight) == "turn:cat"
    check_replays(fight)


@clause("RI-73")
@pytest.mark.parametrize("options", [{"riposte.choice": "optional"}, {"weapon.switch": "any_time"}])
def test_a_friend_is_not_asked_how_it_meets_the_attack(options: dict[str, str]) -> None:
    bob = foe("bob", [2, 0], weapons=[blade(), blade(2)])
    fight = engaged(bob, options=options)
    assert asked(fight) in ("riposte:bob", "switch:bob")
    fight.rule("side", who="bob", to="heroes")
    assert asked(fight) == "turn:cat" and slots(fight) == []


@clause("RI-73")
def test_a_friend_whom_the_gm_lets_be_attacked_is_struck_and_strikes_back() -> None:
    fight = begin([person("ann", [1, 0]), person("cat", [2, 0]), foe("dan", [7, 3])])
    fight.type_dice("*")
    fight.automatic.level = "assist"
    turn(fight, "ann")
    fight.answer(fight.questions[0].id, "engage:cat", by="gm", insist=True)
    throw(fight, 10)
    fight.rule("note", text="they mean it")
    throw(fight, 10)
    assert slots(fight) == ["A", "R"] and hp(fight, "ann", "cat") == [13, 13]


def insisted(people: list[Row], deed: str, **more: object) -> Fight:
    """The GM has the first of these engage against the rules; the die is awaited, and something else is ruled."""
    fight = begin(people, **more)
    fight.type_dice("*")
    fight.automatic.level = "assist"
    turn(fight, "ann")
    fight.answer(fight.questions[0].id, deed, by="gm", insist=True)
    assert awaited(fight) == "ann attack"
    fight.rule("note", text="so be it")
    return fight


@clause("RI-14", "RI-94", "RI-36")
@pytest.mark.parametrize("against", ["another zone", "empty hands", "too far"])
def test_an_attack_that_the_gm_insists_on_comes_whatever_else_is_ruled_meanwhile(against: str) -> None:
    if against == "another zone":
        people = [person("ann", "Hall"), person("cat", "Hall"), foe("bob", "Yard")]
        fight = insisted(people, "engage:bob", mode="zones", zones=["Hall", "Yard"], links=[["Hall", "Yard"]])
    else:
        people = [person("ann", [0, 0], weapon=-1 if against == "empty hands" else 0), person("cat", [0, 3])]
        fight = insisted([*people, foe("bob", [1 if against == "empty hands" else 4, 0], weapon=-1)], "engage:bob")
    assert awaited(fight) == "ann attack"
    throw(fight, 10)
    assert slots(fight) == ["A"] and hp(fight, "bob") == [13] and asked(fight) == "turn:cat"
    check_replays(fight)


@clause("RI-17")
def test_whoever_the_gm_lets_strike_itself_does_not_riposte() -> None:
    fight = insisted([person("ann", [0, 0]), person("cat", [0, 3]), foe("bob", [5, 0])], "engage:ann")
    throw(fight, 10)
    assert slots(fight) == ["A"] and hp(fight, "ann") == [13] and asked(fight) == "turn:cat"


@clause("RI-63", "RI-62")
def test_no_die_is_thrown_for_a_closed_task_that_the_gm_lets_somebody_try() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 3]), foe("bob", [5, 0])]
    fight = begin(people, tasks=[{"id": "plea", "label": "plea", "hp": 5}])
    fight.type_dice("*")
    fight.automatic.level = "assist"
    turn(fight, "ann")
    fight.rule("close_task", id="plea")
    fight.answer(fight.questions[0].id, "check:plea:STR", by="gm", insist=True)
    assert awaited(fight) == "" and asked(fight) == "turn:cat" and who(fight, "ann").acted


@clause("RI-142")
def test_no_further_attempt_is_awaited_of_one_who_is_out_after_the_first() -> None:
    tasks = [{"id": "plea", "label": "plea", "hp": 9}]
    fight = begin([person("ann", [0, 0], stats={"STR": 10, "LUK": 50}), person("cat", [0, 3]), foe("bob", [5, 0])], tasks=tasks)
    fight.type_dice("*")
    turn(fight, "ann", "check:plea:STR")
    throw(fight, 1)
    fight.rule("set", who="ann", stat="hp", value=0)
    assert asked(fight) == "turn:cat" and withdrawn(fight) == ["check:ann"]
    check_replays(fight)


@clause("RI-73", "RI-36")
def test_a_friend_disarmed_in_such_a_fight_does_not_strike_for_want_of_a_weapon() -> None:
    fight = begin([person("ann", [1, 0]), person("cat", [2, 0]), foe("dan", [7, 3])])
    fight.type_dice("*")
    fight.automatic.level = "assist"
    turn(fight, "ann")
    fight.answer(fight.questions[0].id, "engage:cat", by="gm", insist=True)
    fight.rule("set", who="cat", stat="weapon", value=-1)
    throw(fight, 99)
    assert texts(fight, "no_strike") == ["Cat does not strike Ann: no weapon is in hand (riposte)."]
    assert [event.clause for event in fight.events if event.kind == "no_strike"] == ["RI-36"]


@clause("RI-73")
def test_enemies_who_are_only_neutral_by_now_go_on() -> None:
    fight = engaged(foe("bob", [2, 0], side="independents"))
    throw(fight, 99)
    fight.rule("stance", a="heroes", b="independents", stance="neutral")
    assert awaited(fight) == "bob riposte"


@clause("RI-14", "RI-117")
def test_a_wall_raised_in_mid_engagement_stops_arrows_where_sight_counts() -> None:
    archers = [person("ann", [1, 0], weapons=[blade(2)]), foe("bob", [3, 0], weapons=[blade(2)])]
    fight = engaged(*archers, options={"grid.line_of_sight": "on"})
    throw(fight, 10)
    fight.rule("blocker", at=[2, 0], blocker="wall")
    assert awaited(fight) == "" and slots(fight) == ["A"]
    assert texts(fight, "no_strike") == ["Bob does not strike Ann: a wall stands between them (riposte)."]
    assert [event.clause for event in fight.events if event.kind == "no_strike"] == ["RI-14"]


# -- who goes next, where a ruling leaves one or nobody ------------------------------------------------------------------


@clause("RI-67", "RI-68")
@pytest.mark.parametrize(
    ("word", "args", "then"),
    [
        ("end_phase", {}, "turn:bob"),
        ("set", {"who": "cat", "stat": "hp", "value": 0}, "turn:ann"),
        ("side", {"who": "ann", "to": "allies"}, "turn:cat"),
        ("set", {"who": "ann", "stat": "turn_over", "value": True}, "turn:cat"),
    ],
)
def test_who_goes_next_is_not_asked_any_more_where_there_is_nothing_to_choose(word: str, args: Row, then: str) -> None:
    fight = begin([person("ann", [0, 0]), person("cat", [0, 1]), foe("bob", [5, 0])])
    assert asked(fight) == "next:"
    fight.rule_with(word, args)
    assert asked(fight) == then
    check_replays(fight)
