"""The GM's word in the middle of a turn: which dice are thrown, and who is still asked, is judged by how things stand by then."""

from __future__ import annotations

import json

import pytest

from quintain.library.encounters import fight_of
from tests.conformance.enrolled import check_replays
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    about,
    act,
    answer,
    asked,
    at,
    attacking,
    awaited,
    begin,
    finish,
    foe,
    hp,
    let_stand,
    person,
    stances,
    throw,
    to_turn,
    typed,
    who,
    wounds,
)

# -- dice that are awaited -----------------------------------------------------------------------------------------------


@clause("TI-08", "TI-99", "TI-146")
def test_dice_awaited_for_an_attack_are_those_of_the_tier_by_then() -> None:
    fight = attacking()
    assert awaited(fight) == "ann attack 2d20 best! + 2d8 best!"
    fight.rule("wound", who="ann", wound="distracted")
    assert awaited(fight) == "ann attack 1d20 best! + 2d8 best!"
    fight.rule("end_wound", who="ann", wound="distracted")
    assert awaited(fight) == "ann attack 2d20 best! + 2d8 best!"
    throw(fight, 15, 3, 5, 2)
    assert awaited(fight) == "ann damage 1d8 + 1d8"
    check_replays(fight)


@clause("TI-67", "TI-111")
def test_dice_awaited_for_damage_are_those_that_weakness_leaves_by_then() -> None:
    fight = attacking(ratings={"skirmish": 4})
    throw(fight, 15, 3, 5, 2, 1, 1)
    assert awaited(fight) == "ann damage 2d8 + 1d8"
    fight.rule("wound", who="ann", wound="weakened", severity=2)
    assert awaited(fight) == "ann damage 1d8"
    throw(fight, 6)
    assert hp(fight, "bob") == [34]
    check_replays(fight)


@clause("TI-70")
def test_no_damage_dice_are_awaited_against_one_who_is_immune_by_then() -> None:
    fight = attacking()
    throw(fight, 15, 3, 5, 2)
    assert awaited(fight) == "ann damage 1d8 + 1d8"
    fight.rule("boon", who="bob", boon="immune", energy="Kinetic")
    assert awaited(fight) == "" and hp(fight, "bob") == [40]
    check_replays(fight)


@clause("TI-94", "TI-70")
def test_the_die_of_a_ticking_wound_is_that_of_its_severity_by_then() -> None:
    burning: Row = {"wound": "burning", "level": 2}
    fight = typed([person("ann", (0, 0), effects=[burning]), foe("bob", (5, 0))])
    stances(fight, ("ann",))
    assert awaited(fight) == "ann burning 1d6"
    fight.rule("wound", who="ann", wound="burning", severity=4)
    assert awaited(fight) == "ann burning 1d10"
    fight.rule("boon", who="ann", boon="immune", energy="Thermal")
    assert asked(fight) == "act:ann" and hp(fight, "ann") == [40]
    check_replays(fight)


@clause("TI-18")
def test_a_survey_is_rolled_as_watchful_as_the_roller_is_by_then() -> None:
    fight = typed([person("ann", (0, 0), awareness="roll"), foe("bob", (9, 0), lurking=True)])
    answer(fight, "roll")
    let_stand(fight)
    throw(fight, 2, 2, 1, 1)
    assert awaited(fight).startswith("ann survey 2d20 best!")
    fight.rule("watch", who="ann", on=False)
    assert awaited(fight).startswith("ann survey 1d20 best!")


@clause("TI-70")
def test_a_hazard_of_its_type_does_nothing_to_the_immune() -> None:
    rows = ["..h" + "." * 17, *["." * 20] * 11]
    ground: Row = {"rows": rows, "legend": {"h": ["hazard"]}, "hazard": {"wound": "burning", "severity": 2}}
    immune: Row = {"boon": "immune", "energy": "Thermal"}
    fight = begin([person("ann", (0, 0), traits=[immune]), foe("bob", (9, 0))], map=ground)
    to_turn(fight, "ann")
    act(fight, "advance:2,0")
    assert at(fight, "ann") == (2, 0) and wounds(fight, "ann") == {}
    finish(fight)


# -- questions that are open ---------------------------------------------------------------------------------------------


@clause("TI-57")
def test_nobody_is_asked_to_push_for_an_attack_on_one_who_is_gone() -> None:
    fight = typed([person("ann", (0, 0)), foe("bob", (1, 0)), foe("dan", (9, 9))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "attack:sword:skirmish:@bob")
    assert asked(fight) == "push:ann"
    fight.rule("remove", who="bob")
    assert about(fight) != "push" and who(fight, "ann").stress == 0
    check_replays(fight)


@clause("TI-57", "TI-48")
def test_nobody_is_asked_to_push_or_aid_where_the_gm_allows_no_more_than_to_decline() -> None:
    fight = begin([person("ann", (5, 5)), person("dee", (4, 5)), foe("bob", (6, 5))], [15, 9, 4, 3, 5, 5])
    fight.rule("forbid", about="push", option="yes")
    to_turn(fight, "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    assert asked(fight) == "before roll:dee"
    fight.rule("forbid", about="before roll", option="aid")
    assert asked(fight) == "push damage:ann"
    answer(fight, "no")
    finish(fight)


@clause("TI-73")
def test_a_blow_whose_maker_is_taken_away_before_its_damage_carries_no_wound_either() -> None:
    maul: Row = {"name": "Maul", "kind": "melee", "action": "Skirmish", "damage": "weapon", "wounds": [{"wound": "stunned"}]}
    fight = typed([person("ann", (0, 0), powers=[maul]), person("cat", (5, 5)), foe("bob", (1, 0)), foe("dan", (9, 9))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "power:0:sword:@bob")
    let_stand(fight)
    fight.enter(fight.questions[0].id, [15, 3, 5, 2])
    assert asked(fight) == "push damage:ann"
    fight.rule("remove", who="ann")
    assert hp(fight, "bob") == [40] and wounds(fight, "bob") == {}
    check_replays(fight)


@clause("TI-51", "TI-88")
@pytest.mark.parametrize(
    ("word", "args"),
    [("flee", {"who": "ann"}), ("wound", {"who": "bob", "wound": "stunned"}), ("move", {"who": "ann", "to": [15, 3]})],
)
def test_a_reaction_strike_is_no_longer_asked_for_when_it_cannot_be_made(word: str, args: dict[str, object]) -> None:
    fight = begin([person("ann", (0, 0)), person("cat", (15, 8)), foe("bob", (1, 0)), foe("dan", (16, 3))])
    to_turn(fight, "ann", ("ann",))
    answer(fight, "advance:0,3")
    assert asked(fight) == "strike:bob"
    fight.rule_with(word, args)
    assert about(fight) != "strike", "nor does whoever is near where the GM has put her get one"
    check_replays(fight)


@clause("TI-33")
def test_the_end_is_proposed_when_the_gms_word_leaves_a_side_with_nobody_up_and_withdrawn_when_somebody_comes() -> None:
    fight = begin([person("ann", (0, 0)), foe("bob", (5, 0))])
    to_turn(fight, "ann")
    fight.rule("set", who="bob", stat="hp", value=0)
    assert about(fight) == "end"
    fight.rule("set", who="bob", stat="status", value="up")
    assert asked(fight) == "act:ann"
    check_replays(fight)


@clause("TI-57")
def test_an_old_record_in_which_such_a_question_was_answered_still_replays() -> None:
    fight = begin([person("ann", (0, 0)), foe("bob", (1, 0)), foe("dan", (9, 9))])
    to_turn(fight, "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    place = fight.questions[0].id
    fight.rule("remove", who="bob")
    record = json.loads(json.dumps(fight.record))
    (gone,) = [entry for entry in record["entries"] if entry["do"] == "withdrawn"]
    gone |= {"do": "answer", "at": place, "value": "yes", "by": "players"}
    again = fight_of(record)
    assert who(again, "ann").stress == 1 and asked(again) == asked(fight)
