"""What the book says between its clauses, by the rulings TI-R66 to TI-R71, and the two table switches."""

from __future__ import annotations

import pytest

from quintain.engine.refusal import Illegal, Unavailable
from quintain.library.encounters import from_data, play
from quintain.systems.tiers.vocabulary import DEAD, UNCONSCIOUS, UP
from tests.support import clause
from tests.systems.tiers.scene import (
    Row,
    act,
    answer,
    asked,
    at,
    begin,
    boons,
    dice_thrown,
    finish,
    foe,
    hit,
    hp,
    offered,
    person,
    settle,
    stances,
    texts,
    to_turn,
    who,
)


@clause("TI-138", "TI-142")
def test_the_dying_regenerate_too_and_wake() -> None:
    """TI-R66: regenerating 1 + Tier 2: 3 HP for dying Cat, who takes her turn."""
    effects = [{"boon": "regenerating", "level": 1}]
    cat = foe("cat", (15, 5), hp=0, max_hp=40, status="unconscious", dying=True, effects=effects)
    fight = begin([person("ann", (5, 5)), foe("bob", (14, 9)), cat])
    assert who(fight, "cat").status == UNCONSCIOUS and not who(fight, "cat").stable
    to_turn(fight, "cat")
    assert who(fight, "cat").status == UP and hp(fight, "cat") == [3]
    finish(fight)


@clause("TI-138", "TI-143", "TI-34")
@pytest.mark.parametrize(
    ("options", "dice", "left", "status"),
    [
        ({"npc_zero_hp": "unconscious"}, [3], 4, UP),  # bleeds, falls again, regenerates 2 + Tier 2
        ({}, [3], 0, DEAD),  # bleeding is damage to the dying: dead, and the dead do not regenerate
        ({"tick_order": "heal_first"}, [3], 1, UP),  # 4 first, then 3 off
    ],
)
def test_the_dying_bleed_and_regenerate_in_the_order_of_the_table(options: Row, dice: list[int], left: int, status: int) -> None:
    """TI-R66, TI-R10."""
    effects = [{"boon": "regenerating", "level": 2}, {"wound": "bleeding", "level": 1}]
    cat = foe("cat", (15, 5), hp=0, max_hp=40, status="unconscious", dying=True, effects=effects)
    fight = begin([person("ann", (5, 5)), cat, foe("bob", (14, 9))], dice, options=options)
    to_turn(fight, "ann")
    assert hp(fight, "cat") == [left] and who(fight, "cat").status == status
    finish(fight)


@clause("TI-107", "TI-32")
@pytest.mark.parametrize(("rash", "boons", "most"), [(("ann",), [], 1), ((), [], 2), ((), [{"boon": "Hastened", "level": 4}], 3)])
def test_no_turn_holds_more_acts_for_slowed_being_paid_and_gone(rash: tuple[str, ...], boons: list[Row], most: int) -> None:
    """TI-R67: bought, then ended and inflicted again by the GM's word: the budget is that of the unslowed throughout."""
    effects: list[Row] = [{"wound": "slowed", "level": 2}, *boons]
    fight = begin([person("ann", (5, 5), effects=effects), foe("bob", (15, 5))])
    to_turn(fight, "ann", rash)
    assert who(fight, "ann").acts_left() == most - 1
    answer(fight, "slowed")
    for word in ("", "end_wound", "wound"):
        if word:
            fight.rule(word, who="ann", wound="slowed")
        assert who(fight, "ann").acts_left() == most and "slowed" not in offered(fight)


@clause("TI-107")
def test_the_act_bought_while_slowed_is_the_one_that_was_lost() -> None:
    """TI-R67: slowed 1, Ann buys her second Act and shakes slowed off with the first (3d20: 12 against 12): one Act is left."""
    fight = begin([person("ann", (5, 5), effects=[{"wound": "slowed", "level": 1}]), foe("bob", (15, 5))], [12, 3, 3])
    to_turn(fight, "ann")
    assert who(fight, "ann").acts_left() == 1
    answer(fight, "slowed")
    assert who(fight, "ann").acts_left() == 2 and "slowed" not in offered(fight)
    act(fight, next(id for id in offered(fight) if id.startswith("resist")))
    assert not who(fight, "ann").wounds and who(fight, "ann").acts_left() == 1
    answer(fight, "stop")
    finish(fight)


@clause("TI-107", "TI-32")
def test_stress_buys_back_only_an_act_that_being_slowed_has_cost() -> None:
    """TI-R67: slowed after her first Act, Ann may buy her second; slowed after her second, she has lost none, and is not asked."""
    for used, offers in ((1, True), (2, False)):
        fight = begin([person("ann", (5, 5), beacon=1), foe("bob", (15, 5))])
        to_turn(fight, "ann")
        for square in ("6,5", "5,5")[:used]:
            act(fight, f"maneuver:{square}")
        fight.rule("wound", who="ann", wound="slowed")
        assert ("slowed" in offered(fight)) is offers
        if offers:
            answer(fight, "slowed")
            assert who(fight, "ann").acts_left() == 1
        else:
            with pytest.raises(Illegal, match="it has cost no Act"):
                answer(fight, "slowed")
        finish(fight)


@clause("TI-121", "TI-108")
def test_no_beacon_point_buys_what_cannot_be_used() -> None:
    """Stunned, Ann cannot React; and without a box of Stress, or a second point, for it she cannot Act either."""
    fight = begin([person("ann", (5, 5), beacon=1, stress=0, effects=[{"wound": "stunned"}]), foe("bob", (15, 5))])
    to_turn(fight, "ann")
    for option, why in (("beacon:react", "it cannot React"), ("beacon:act", "the Act itself would cost Stress too")):
        assert option not in offered(fight)
        with pytest.raises(Illegal, match=why):
            answer(fight, option)
    fight.rule("beacon", who="ann", points=1)
    assert "beacon:act" in offered(fight)
    finish(fight)


@clause("TI-45", "TI-48")
def test_nobody_aids_ahead_whom_somebody_aids_already() -> None:
    fight = begin([person("ann", (5, 5)), person("cat", (5, 6)), foe("bob", (15, 5))])
    to_turn(fight, "ann")
    act(fight, "aid:@cat")
    assert "aid:@cat" not in offered(fight)
    with pytest.raises(Illegal, match="somebody aids its next roll already"):
        answer(fight, "aid:@cat")
    finish(fight)


@clause("TI-70", "TI-125")
def test_no_collision_dice_are_thrown_for_whoever_is_immune_to_them() -> None:
    """TI-R69: Ann slams Bob 10' into the wall; Kinetic does nothing to him, so the d10 stays in the box."""
    slam: Row = {"name": "Slam", "kind": "melee", "action": "Skirmish", "damage": "none", "wounds": [{"wound": "Slammed", "feet": 20}]}
    rows = [["." for _ in range(20)] for _ in range(12)]
    rows[5][9] = "#"
    ground = {"rows": ["".join(row) for row in rows], "legend": {"#": ["wall"]}}
    bob = foe("bob", (6, 5), traits=[{"boon": "Immune", "energy": "Thermal"}])
    for immune in (False, True):
        fight = begin([person("ann", (5, 5), powers=[slam]), bob], [15, 9, 4, 3, *([] if immune else [7])], map=ground)
        to_turn(fight, "ann")
        if immune:
            fight.rule("boon", who="bob", boon="Immune", energy="Kinetic")
        seen = hp(fight, "bob")[0]
        act(fight, next(id for id in offered(fight) if id.startswith("power:0:") and "bob" in id))
        assert at(fight, "bob") == (8, 5)
        assert dice_thrown(fight, "collision") == ([] if immune else ["1d10"])
        assert hp(fight, "bob") == [seen if immune else seen - 7]
        finish(fight)


@clause("TI-48", "TI-121")
def test_a_beacon_point_may_be_spent_on_the_second_throw_of_an_aid() -> None:
    """TI-R70: 3 and 2 + 1 miss, the Aid's throw 4, 2 and 2 + 1 too; a Beacon Point throws 4d20: 16 + 1 hits Iron 17."""
    dice = [3, 2, 2, 1, 1, 4, 2, 2, 1, 1, 16, 5, 4, 3, 1, 1, 6, 5]
    fight = begin([person("ann", (5, 5), beacon=1), person("dee", (4, 5)), foe("bob", (6, 5))], dice)
    to_turn(fight, "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    while asked(fight) != "redo:ann":
        answer(fight, "aid" if asked(fight) == "before roll:dee" else "no")
    answer(fight, "aid")
    assert asked(fight) == "redo:ann" and "beacon" in offered(fight) and "aid" not in offered(fight)
    answer(fight, "beacon")
    settle(fight)
    assert hp(fight, "bob") == [29] and who(fight, "ann").beacon == 0
    finish(fight)


@clause("TI-48", "TI-121")
def test_an_aids_second_throw_may_come_after_that_of_a_beacon_point() -> None:
    """TI-R70, the other way round: 3d20 miss, 4d20 of the point miss, 4d20 of the Aid: 16 + 1 hits Iron 17; 6 + 5 off."""
    dice = [3, 2, 2, 1, 1, 4, 3, 2, 2, 1, 1, 16, 5, 4, 2, 1, 1, 6, 5]
    fight = begin([person("ann", (5, 5), beacon=1), person("dee", (4, 5)), foe("bob", (6, 5))], dice)
    to_turn(fight, "ann")
    answer(fight, "attack:sword:skirmish:@bob")
    while asked(fight) != "redo:ann":
        answer(fight, "aid" if asked(fight) == "before roll:dee" else "no")
    answer(fight, "beacon")
    assert asked(fight) == "redo:ann" and offered(fight) == ["aid", "no"]
    answer(fight, "aid")
    settle(fight)
    assert hp(fight, "bob") == [29]
    finish(fight)


@clause("TI-111", "TI-139")
def test_weakened_and_strengthened_touch_the_damage_of_attacks_only() -> None:
    """TI-R68: Ann, weakened and strengthened, bleeds a whole d4 and heals Dee by 1 + Tier dice all the same."""
    mend: Row = {"name": "Mend", "form": "heal", "within": 30, "quality": 1}
    effects: list[Row] = [{"wound": "bleeding", "level": 1}, {"wound": "Weakened", "level": 3}, {"boon": "strengthened", "level": 2}]
    ann = person("ann", (5, 5), hp=20, max_hp=40, effects=effects, powers=[mend])
    fight = begin([ann, person("dee", (7, 5), hp=20, max_hp=40), foe("bob", (15, 5))], [3, 1, 2, 3])
    to_turn(fight, "ann")
    assert dice_thrown(fight, "bleeding") == ["1d4"] and hp(fight, "ann") == [17]
    act(fight, "power:0:@dee")
    assert dice_thrown(fight, "healing") == ["3d4"] and hp(fight, "dee") == [26]
    finish(fight)


@clause("TI-144", "TI-33")
def test_one_who_left_by_an_exit_recovers_in_downtime_like_everybody() -> None:
    """TI-R71: 10 + 11 of 41 HP for 1 Stress; in the fight itself she is out of reach."""
    fight = begin([person("ann", (5, 5), hp=10, max_hp=41), person("dee", (1, 1)), foe("bob", (15, 5))])
    fight.rule("set", who="ann", stat="status", value="fled")
    with pytest.raises(Illegal, match="beyond recovery"):
        fight.rule("recover", who="ann")
    fight.rule("recover", who="ann", downtime=True)
    assert hp(fight, "ann") == [21] and who(fight, "ann").stress == 1
    fight.rule("set", who="dee", stat="status", value="dead")
    with pytest.raises(Illegal, match="beyond recovery"):
        fight.rule("recover", who="dee", downtime=True)


@clause("TI-144", "TI-33")
def test_whoever_walks_out_by_an_exit_recovers_a_quarter_at_a_time() -> None:
    """TI-R71: 41 HP: 10, 21, 32, 41; 1 Stress each."""
    ground: Row = {"rows": ["E" + "." * 19, *["." * 20] * 11], "legend": {"E": ["exit"]}}
    people = [person("ann", (0, 0), hp=10, max_hp=41), person("dee", (3, 3)), foe("bob", (15, 5))]
    fight = begin(people, map=ground)
    to_turn(fight, "ann")
    act(fight, "leave")
    for left in (21, 32, 41):
        fight.rule("recover", who="ann", downtime=True)
        assert hp(fight, "ann") == [left]
    assert who(fight, "ann").stress == 3


@clause("TI-12")
def test_the_sheet_shows_iron_with_what_is_held() -> None:
    """Iron 17, and 1 for the Defensive shield."""
    fight = begin([person("ann", (5, 5), items=["sword", "light shield"], held=["sword", "light-shield"]), foe("bob", (15, 5))])
    stat = {stat.name: stat for stat in fight.system.unit_stats}
    shown = {name: fight.system.read_stat(fight.battle, who(fight, "ann"), stat[name]) for name in ("iron", "iron_held")}
    assert shown == {"iron": 17, "iron_held": 18}


def three_diagonals(diagonals: str) -> int:
    """How many squares away along a diagonal somebody with Stride 25 gets."""
    fight = begin([person("ann", (2, 2)), foe("bob", (19, 11))], options={"diagonals": diagonals})
    to_turn(fight, "ann")
    return max(steps for steps in range(1, 9) if f"advance:{2 + steps},{2 + steps}" in offered(fight))


@clause("TI-41", "TI-82")
def test_with_alternate_diagonals_every_second_one_counts_ten_feet() -> None:
    """25': five diagonals at 5', three at 5 + 10 + 5 (20'; the fourth would be the 30th foot). Distances and the log count alike."""
    assert three_diagonals("5") == 5 and three_diagonals("alternate") == 3
    people = [person("ann", (2, 2)), foe("bob", (6, 6))]
    for diagonals, feet in (("5", 20), ("alternate", 30)):
        fight = begin(people, options={"diagonals": diagonals})
        battle = fight.battle
        assert battle.feet(who(fight, "ann"), who(fight, "bob")) == feet  # type: ignore[attr-defined]
        to_turn(fight, "ann")
        told = texts(act(fight, "advance:5,5"), "move")
        assert told == [f"Ann advances {15 if diagonals == '5' else 20}' and stands beside Bob."]


@clause("TI-28")
def test_a_decision_timer_is_carried_for_whoever_runs_the_table() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5))], options={"decision_timer": 30})
    assert asked(fight) == "stance:ann"
    assert fight.system.seconds_for(fight.battle, "stance") == 30 and fight.system.seconds_for(fight.battle, "act") == 0


@clause("TI-47")
def test_an_improvised_act_on_offer_is_still_there_after_export() -> None:
    """Offered in stage 1 of round 1, written down at the next joint, and taken up there."""
    fight = begin([person("ann", (5, 5)), foe("bob", (15, 5))])
    fight.rule("improvise", who="ann", what="Pull the chain", action="Skirmish", number=12)
    stances(fight)
    answer(fight, "stop")
    again = from_data(fight.export())
    other = to_turn(play(again, seed="x"), "ann")
    assert "other:0" in offered(other) and boons(other, "ann") == {}


@clause("TI-48")
def test_never_aid_is_an_order_that_works() -> None:
    """The question before a roll is about "before roll"; an order about "aid" is understood as that."""
    fight = begin([person("ann", (5, 5)), person("dee", (4, 5)), foe("bob", (6, 5))], [3, 2, 2, 1])
    fight.order("dee", "aid", "never")
    to_turn(fight, "ann")
    hit(fight, "ann", "bob")
    assert not any(entry.at.startswith("before roll:dee") and entry.by != "order" for entry in fight.entries)
    finish(fight)


def test_an_order_about_nothing_that_is_asked_is_refused_and_says_what_is() -> None:
    fight = begin([person("ann", (1, 1)), foe("bob", (5, 5))])
    before = str(fight.record)
    for about in ("aidd", "befor roll", "strikes"):
        with pytest.raises(Unavailable) as no:
            fight.order("ann", about, "never")
        assert f"nothing is asked about {about!r}" in str(no.value) and "aid, before roll, hit, strike" in str(no.value)
    assert str(fight.record) == before


@clause("TI-54", "TI-58")
def test_a_die_that_nobody_can_throw_or_that_is_aimed_at_nobody_falls_away() -> None:
    """Typed dice: Ann's attack is awaited when the GM takes Bob away, then when Ann lies at 0 HP: nothing is thrown or told."""
    for ruling in ({"ruling": "remove", "who": "bob"}, {"ruling": "set", "who": "ann", "stat": "hp", "value": 0}):
        fight = begin([person("ann", (5, 5)), person("dee", (1, 1)), foe("bob", (6, 5)), foe("cat", (9, 9))])
        to_turn(fight, "ann")
        fight.type_dice("*")
        answer(fight, "attack:sword:skirmish:@bob")
        settle(fight)
        assert asked(fight) == "attack:ann"
        seen = len(fight.events)
        args = {name: value for name, value in ruling.items() if name != "ruling"}
        fight.rule_with(str(ruling["ruling"]), args)
        assert asked(fight) != "attack:ann"
        assert not {"hit", "miss", "damage"} & {event.kind for event in fight.events[seen:]}
        finish(fight)


@clause("TI-91")
def test_a_wound_healed_while_its_die_is_awaited_does_not_bleed() -> None:
    bleeding = [{"wound": "bleeding", "level": 1}]
    fight = begin([person("ann", (5, 5), effects=bleeding), foe("bob", (15, 5))])
    fight.type_dice("*")
    stances(fight)
    answer(fight, "stop")
    assert asked(fight) == "bleeding:ann"
    fight.rule("end_wound", who="ann", wound="bleeding")
    assert asked(fight) == "act:ann" and hp(fight, "ann") == [40]
    finish(fight)
