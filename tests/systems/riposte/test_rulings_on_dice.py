"""The GM's word while a die or a decision is awaited whose owner or target is out by then."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, Illegal, view
from quintain.engine.record import Entry
from quintain.library.encounters import fight_of
from tests.conformance.enrolled import check_replays
from tests.support import awaited, clause
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    blade,
    engaged,
    foe,
    hp,
    pass_phase,
    person,
    place,
    slots,
    texts,
    throw,
    turn,
    who,
    withdrawn,
)

# -- a die whose owner or target is out falls away -----------------------------------------------------------------------


@clause("RI-103", "RI-25")
@pytest.mark.parametrize("gone", ["ann", "bob"])
@pytest.mark.parametrize("word", ["remove", "set"])
def test_a_die_falls_away_when_striker_or_target_is_out(gone: str, word: str) -> None:
    fight = engaged()
    if word == "remove":
        fight.rule("remove", who=gone)
    else:
        fight.rule("set", who=gone, stat="hp", value=0)
    assert awaited(fight) == "" and slots(fight) == []
    assert withdrawn(fight) == ["attack:ann"]
    assert not any(entry.do == "roll" for entry in fight.entries)
    check_replays(fight)


@clause("RI-103", "RI-131", "RI-132", "RI-133", "RI-134")
@pytest.mark.parametrize("gone", ["ann", "bob"])
@pytest.mark.parametrize(
    ("owner", "trait"),
    [("ann", "Superiority"), ("ann", "Foresight"), ("ann", "Bold"), ("ann", "Desperation"), ("bob", "Vantage"), ("bob", "Patience")],
)
def test_an_activation_die_falls_away_with_either_party_and_no_strike_comes(gone: str, owner: str, trait: str) -> None:
    stats = {"STR": 50, "INT": 50, "DEX": 50}
    ann = person("ann", [1, 0], spd=30, stats=stats, traits=[trait] if owner == "ann" else [])
    fight = engaged(ann, foe("bob", [2, 0], stats=stats, traits=[trait] if owner == "bob" else []))
    assert awaited(fight) == f"{owner} {trait}"
    fight.rule("set", who=gone, stat="hp", value=0)
    assert awaited(fight) == "" and slots(fight) == [] and withdrawn(fight) == [f"{trait}:{owner}"]
    check_replays(fight)


@clause("RI-62")
def test_a_check_falls_away_with_whoever_makes_it() -> None:
    tasks = [{"id": "parley", "label": "Parley", "hp": 6, "tier": "Average", "effects": []}]
    fight = begin([person("ann", [1, 0]), person("cat", [0, 3]), foe("bob", [5, 0])], tasks=tasks)
    fight.type_dice("*")
    turn(fight, "ann", "check:parley:STR")
    assert awaited(fight) == "ann check"
    fight.rule("set", who="ann", stat="hp", value=0)
    assert awaited(fight) == "" and not texts(fight, "check")


@clause("RI-62")
def test_a_check_falls_away_with_its_task() -> None:
    tasks = [{"id": "parley", "label": "Parley", "hp": 6, "tier": "Average", "effects": []}]
    fight = begin([person("ann", [1, 0]), person("cat", [0, 3]), foe("bob", [5, 0])], tasks=tasks)
    fight.type_dice("*")
    turn(fight, "ann", "check:parley:STR")
    fight.rule("close_task", id="parley")
    assert awaited(fight) == "" and not texts(fight, "check")


@clause("RI-103")
def test_an_old_record_in_which_such_a_die_was_thrown_still_replays() -> None:
    fight = engaged()
    record = fight.record
    entries = record["entries"]
    assert isinstance(entries, list)
    entries.append(Entry("rule", "attack:ann#1", "set", "gm", None, {"who": "bob", "stat": "hp", "value": 0}).as_data())
    entries.append(Entry("roll", "attack:ann#1", "d%", "ann", [10]).as_data())
    again = fight_of(record)
    assert slots(again) == [] and awaited(again) == ""


@clause("RI-17")
@pytest.mark.parametrize(
    ("word", "args"),
    [
        ("remove", {"who": "ann"}),
        ("set", {"who": "bob", "stat": "weapon", "value": -1}),
        ("move", {"who": "bob", "to": [5, 3]}),
    ],
)
def test_a_riposte_that_cannot_come_is_not_asked_about(word: str, args: dict[str, object]) -> None:
    fight = engaged(options={"riposte.choice": "optional"})
    assert asked(fight) == "riposte:bob"
    fight.rule_with(word, args)
    assert asked(fight) == ("attack:ann" if word == "set" else "turn:cat")
    check_replays(fight)


@clause("RI-17", "RI-13")
@pytest.mark.parametrize(
    ("forecast", "promised"), [("open", ["your riposte: 50 % to hit, 0 % critical, 7 damage of 20 HP"]), ("closed", [])]
)
def test_a_riposte_that_is_asked_about_promises_only_what_its_player_may_know(forecast: str, promised: list[str]) -> None:
    people = [person("ann", [1, 0]), person("cat", [0, 3]), foe("bob", [2, 0]), foe("dan", [7, 3])]
    fight = begin(people, options={"riposte.choice": "optional", "forecast": forecast})
    pass_phase(fight)
    turn(fight, "bob", "engage:ann")
    assert asked(fight) == "riposte:ann"
    shown = view(fight, fight.questions[0].controller)["questions"][0]
    assert [stake["text"] for stake in shown.get("stakes", [])] == promised


@clause("RI-35")
def test_who_carries_one_weapon_only_is_not_asked_which_one_to_hold() -> None:
    fight = engaged(options={"weapon.switch": "any_time"})
    assert awaited(fight) == "ann attack"


@clause("RI-36", "RI-125")
def test_empty_hands_have_no_colour_in_the_weapon_cycle() -> None:
    red = person("ann", [1, 0], weapons=[blade(colour="red", level=2)])
    fight = engaged(red, foe("bob", [2, 0], weapons=[]), options={"weapon_cycle": "on"})
    throw(fight, 49)
    (strike,) = [event for event in fight.events if event.kind == "strike"]
    assert [label for label, _ in strike.math if "cycle" in label] == [] and hp(fight, "bob") == [13]


@clause("RI-17", "RI-138")
@pytest.mark.parametrize("whose", ["ann", "bob"])
def test_nobody_is_asked_about_a_riposte_that_sweep_cancels(whose: str) -> None:
    sweep: list[object] = [blade(rune="Sweep")]
    ann = person("ann", [1, 0], weapons=sweep if whose == "ann" else None)
    bob = foe("bob", [2, 0], weapons=sweep if whose == "bob" else None)
    fight = engaged(ann, bob, options={"riposte.choice": "optional"})
    assert awaited(fight) == "ann attack"
    throw(fight, 99)
    assert slots(fight) == ["A"] and asked(fight) == "turn:cat"


@clause("RI-35")
@pytest.mark.parametrize(("taken", "then"), [("0", ["A", "R"]), ("-1", ["A"])])
def test_empty_hands_may_stay_so_as_an_attack_comes(taken: str, then: list[str]) -> None:
    fight = engaged(foe("bob", [2, 0], weapon=-1), options={"weapon.switch": "any_time"})
    assert [option.id for option in fight.questions[0].options] == ["0", "-1"]
    answer(fight, taken)
    for _ in then:
        throw(fight, 99)
    assert slots(fight) == then and asked(fight) == "turn:cat"
    check_replays(fight)


@clause("RI-35", "RI-34")
def test_a_tactic_takes_the_weapon_that_reaches_from_where_a_ruling_has_put_it() -> None:
    ann, bob = person("ann", [1, 0], weapons=[blade(1, 2)]), foe("bob", [2, 0], weapons=[blade(), blade(2, name="bow")])
    fight = engaged(ann, bob, options={"weapon.switch": "any_time"})
    assert asked(fight) == "switch:bob"
    fight.rule("move", who="bob", to=[3, 0])
    fight.automate("enemies", "steady")
    assert who(fight, "bob").weapon == 1 and awaited(fight) == "ann attack"


@clause("RI-35")
def test_nobody_changes_weapons_for_an_attack_that_does_not_come() -> None:
    bob = foe("bob", [2, 0], weapons=[blade(), blade(2)])
    fight = engaged(bob, options={"weapon.switch": "any_time"})
    assert asked(fight) == "switch:bob"
    fight.rule("remove", who="ann")
    assert asked(fight) == "turn:cat"


# -- does the blow kill? -------------------------------------------------------------------------------------------------


def felled(spd: int = 5, **more: object) -> Fight:
    """Ann's blow has felled bob, and her player is asked whether it kills."""
    fight = engaged(person("ann", [1, 0], controller="lea", spd=spd), foe("bob", [2, 0], now=1), **more)
    throw(fight, 10)
    assert asked(fight) == "lethal:ann"
    return fight


@clause("RI-104")
def test_whoever_ran_the_striker_decides_though_it_falls_meanwhile() -> None:
    fight = felled()
    fight.rule("set", who="ann", stat="hp", value=0)
    assert asked(fight) == "lethal:ann" and fight.questions[0].controller == "lea"
    fight.answer(fight.questions[0].id, "dead", by="lea")
    assert who(fight, "bob").status == "dead"


@clause("RI-104")
def test_whoever_ran_the_striker_decides_though_it_is_taken_away_meanwhile() -> None:
    fight = felled()
    fight.rule("remove", who="ann")
    assert asked(fight) == "lethal:ann" and fight.questions[0].controller == "lea"
    answer(fight, "dead")
    assert who(fight, "bob").status == "dead"
    check_replays(fight)


@clause("RI-104", "RI-106")
def test_whoever_ran_the_striker_decides_though_it_is_taken_away_while_the_gm_is_asked_about_retreat() -> None:
    fight = engaged(person("ann", [1, 0], controller="lea"), foe("bob", [2, 0], now=1, significant=True))
    throw(fight, 10)
    assert asked(fight) == "retreat:"
    fight.rule("remove", who="ann")
    answer(fight, "no")
    assert asked(fight) == "lethal:ann" and fight.questions[0].controller == "lea"
    answer(fight, "dead")
    assert who(fight, "bob").status == "dead"


@clause("RI-104", "RI-119")
def test_a_ruling_on_the_fallen_takes_the_decision_away() -> None:
    fight = felled()
    fight.rule("set", who="bob", stat="status", value="captured")
    assert asked(fight) != "lethal:ann" and who(fight, "bob").status == "captured"


@clause("RI-106", "RI-119")
@pytest.mark.parametrize("how", ["retreated", "fled"])
def test_the_gm_may_let_somebody_get_away_while_it_is_asked_whether_the_blow_kills(how: str) -> None:
    fight = felled()
    fight.rule("retreat", who="bob", how=how)
    assert asked(fight) != "lethal:ann" and who(fight, "bob").status == how
    with pytest.raises(Illegal, match="not in the fight"):
        fight.rule("retreat", who="bob")
    check_replays(fight)


@clause("RI-106", "RI-104", "RI-119")
@pytest.mark.parametrize(
    ("word", "args", "status"),
    [
        ("set", {"stat": "status", "value": "captured"}, "captured"),
        ("set", {"stat": "status", "value": "up"}, "up"),
        ("set", {"stat": "hp", "value": 4}, "up"),
        ("retreat", {}, "retreated"),
    ],
)
def test_a_ruling_on_the_fallen_while_retreat_is_asked_takes_the_players_decision_away_as_well(
    word: str, args: dict[str, object], status: str
) -> None:
    fight = engaged(person("ann", [1, 0], controller="lea"), foe("bob", [2, 0], now=1, significant=True))
    throw(fight, 10)
    assert asked(fight) == "retreat:"
    fight.rule_with(word, {"who": "bob", **args})
    assert asked(fight) == "turn:cat" and who(fight, "bob").status == status and texts(fight, "drop") == []
    check_replays(fight)


@clause("RI-25")
@pytest.mark.parametrize("seen", ["lethal:ann", "retreat:"])
def test_whoever_the_gm_has_up_again_while_its_fate_is_asked_strikes_no_more_in_that_engagement(seen: str) -> None:
    fight = engaged(person("ann", [1, 0], spd=20), foe("bob", [2, 0], now=1, significant=seen == "retreat:"))
    throw(fight, 10)
    assert asked(fight) == seen
    fight.rule("set", who="bob", stat="status", value="up")
    assert asked(fight) == "turn:cat" and slots(fight) == ["A"] and hp(fight, "bob") == [1]
    check_replays(fight)


@clause("RI-25", "RI-103", "RI-104")
def test_the_felled_stand_again_where_the_gm_gives_them_hp_while_their_fate_is_asked() -> None:
    fight = felled(spd=20)
    fight.rule("set", who="bob", stat="hp", value=4)
    assert asked(fight) == "turn:cat" and slots(fight) == ["A"] and hp(fight, "bob") == [4]
    assert who(fight, "bob").up and texts(fight, "drop") == []
    check_replays(fight)


@clause("RI-103", "RI-120")
def test_whoever_is_settled_to_be_out_does_not_stand_again_by_hp_alone() -> None:
    fight = felled()
    answer(fight, "spared")
    fight.rule("set", who="bob", stat="hp", value=4)
    assert who(fight, "bob").status == "spared" and not who(fight, "bob").up


@clause("RI-103", "RI-56")
def test_whoever_stands_again_makes_room_for_whoever_a_ruling_has_put_there_meanwhile() -> None:
    fight = felled()
    fight.rule("move", who="dan", to=[2, 0])
    fight.rule("set", who="bob", stat="hp", value=4)
    assert place(fight, "dan") == "(2,0)" and place(fight, "bob") != "(2,0)" and len(texts(fight, "shift")) == 1


@clause("RI-105", "RI-103")
@pytest.mark.parametrize(("stat", "value", "status"), [("status", "fled", "fled"), ("hp", 4, "up")])
def test_a_ruling_on_the_fallen_takes_the_gms_own_question_away_too(stat: str, value: object, status: str) -> None:
    people = [person("ann", [1, 0], controller="gm", kind="npc"), person("cat", [0, 3]), foe("bob", [2, 0], now=1), foe("dan", [7, 3])]
    fight = begin(people, [10])
    turn(fight, "ann", "engage:bob")
    assert asked(fight) == "fate:"
    fight.rule("set", who="bob", stat=stat, value=value)
    assert asked(fight) != "fate:" and who(fight, "bob").status == status
