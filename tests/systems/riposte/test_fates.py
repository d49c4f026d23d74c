"""Chapters K and L: at 0 HP, and companions."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, Illegal, NotYours
from tests.support import clause
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    field,
    finish,
    foe,
    heading,
    hp,
    offered,
    pass_phase,
    person,
    place,
    slots,
    texts,
    turn,
    who,
)

Row = dict[str, object]
FAR = foe("far", [7, 3], mov=0)


def felled(rule: str = "stabilise", people: list[Row] | None = None, **more: object) -> Fight:
    """Ann, at 7 HP, is felled by bob's riposte; cat is left."""
    ann = person("ann", [0, 0], now=7)
    fight = begin([ann, person("cat", [0, 3]), *(people or []), foe("bob", [1, 0], mov=0)], [99, 0],
                  options={"player_death": rule}, **more)  # fmt: skip
    turn(fight, "ann", "engage:bob")
    return fight


def clauses(fight: Fight, kind: str) -> list[str]:
    """The clauses that events of this kind name."""
    return [event.clause for event in fight.events if event.kind == kind]


@clause("RI-103")
def test_whoever_loses_the_last_hp_is_out_at_once() -> None:
    people = [person("ann", [0, 0]), person("cat", [0, 1]), foe("bob", [1, 0], now=7), foe("dan", [1, 1]), FAR]
    fight = begin(people, [0])
    turn(fight, "ann", "engage:bob")
    # While the question is still open, bob is out: no target, not on the map.
    assert asked(fight) == "lethal:ann" and not who(fight, "bob").up
    answer(fight, "spared")
    assert not any("bob" in option for option in offered(fight)) and "move@1,0" in offered(fight)
    pass_phase(fight)
    assert "bob" not in offered(fight)
    finish(fight)


@clause("RI-104")
def test_the_player_who_strikes_the_last_blow_says_dead_or_spared_also_on_a_riposte() -> None:
    people = [person("ann", [0, 0], controller="ann"), foe("bob", [1, 0], now=7), FAR]
    for choice in ("dead", "spared"):
        fight = begin(people, [99, 0])
        answer(fight, "wait")
        turn(fight, "bob", "engage:ann")
        assert heading(fight) == "Round 1, Enemies" and asked(fight) == "lethal:ann"
        with pytest.raises(NotYours):
            fight.answer(fight.questions[0].id, choice, by="dee")
        fight.answer(fight.questions[0].id, choice, by="ann")
        assert who(fight, "bob").status == choice and clauses(fight, "drop") == ["RI-104"]
        finish(fight)


@clause("RI-104")
@pytest.mark.parametrize(("switch", "fate"), [("lethal", "dead"), ("nonlethal", "spared")])
def test_played_automatically_the_switch_says_whether_last_blows_kill(switch: str, fate: str) -> None:
    people = [person("ann", [0, 0], accuracy=120), foe("bob", [1, 0], now=7), FAR]
    fight = begin(people, [50], options={"lethal.default": switch})
    fight.automate("heroes", "steady")
    assert slots(fight) == ["A"] and who(fight, "bob").status == fate
    # A person at the table is asked all the same.
    fight = begin(people, [50], options={"lethal.default": switch})
    turn(fight, "ann", "engage:bob")
    assert asked(fight) == "lethal:ann" and offered(fight) == ["dead", "spared"]


@clause("RI-105")
def test_felled_by_anyone_else_the_gm_decides() -> None:
    people = [person("ann", [0, 0]), foe("bob", [7, 0], now=7), foe("eve", [6, 0], side="allies"), FAR]
    fight = begin(people, [0])
    turn(fight, "ann", "wait")
    pass_phase(fight)
    turn(fight, "eve", "engage:bob")
    assert asked(fight) == "fate:" and fight.questions[0].controller == "gm"
    answer(fight, "dead")
    assert who(fight, "bob").status == "dead" and clauses(fight, "drop") == ["RI-105"]
    finish(fight)


@clause("RI-106")
def test_a_significant_enemy_may_retreat_and_the_gm_is_asked_first() -> None:
    people = [person("ann", [0, 0]), foe("bob", [1, 0], now=7, significant=True), FAR]
    fight = begin(people, [0])
    turn(fight, "ann", "engage:bob")
    assert asked(fight) == "retreat:" and fight.questions[0].controller == "gm"
    answer(fight, "yes")
    # The player's choice falls away.
    assert who(fight, "bob").status == "retreated" and asked(fight) == "turn:far" and clauses(fight, "drop") == ["RI-106"]
    finish(fight)
    fight = begin(people, [0])
    turn(fight, "ann", "engage:bob")
    answer(fight, "no")
    assert asked(fight) == "lethal:ann"
    answer(fight, "spared")
    assert who(fight, "bob").status == "spared"
    finish(fight)


@clause("RI-107")
@pytest.mark.parametrize("side", ["allies", "independents"])
def test_allies_and_independents_at_0_hp_are_the_gms_to_decide(side: str) -> None:
    people = [person("ann", [0, 0]), foe("eve", [6, 0], side=side, now=7), foe("bob", [7, 0])]
    stances = [{"between": ["independents", "enemies"], "is": "hostile"}]
    for fate in ("dead", "spared", "retreated"):
        fight = begin(people, [0], stances=stances)
        answer(fight, "wait")
        turn(fight, "bob", "engage:eve")
        assert asked(fight) == "fate:" and offered(fight) == ["spared", "dead", "retreated"]
        answer(fight, fate)
        assert who(fight, "eve").status == fate and clauses(fight, "drop") == ["RI-107"]
        finish(fight)


@clause("RI-108")
@pytest.mark.parametrize(("rule", "status"), [("stabilise", "fallen"), ("permadeath", "dead"), ("wipe_only", "down")])
def test_the_party_follows_the_death_rule_of_the_table(rule: str, status: str) -> None:
    fight = felled(rule)
    assert who(fight, "ann").status == status and not any(question.about == "lethal" for question in fight.questions)
    finish(fight)
    # Companions follow the same rule (R55).
    people = [person("ann", [0, 3]), person("pal", [0, 0], kind="extra", now=7), foe("bob", [1, 0])]
    fight = begin(people, [99, 0], options={"player_death": rule})
    turn(fight, "pal", "engage:bob")
    assert who(fight, "pal").status == status
    finish(fight)


@clause("RI-109")
def test_under_permadeath_the_dead_are_dead_and_a_newcomer_acts_from_the_next_hero_phase() -> None:
    fight = felled("permadeath", [foe("eve", [3, 3], side="allies")])
    assert who(fight, "ann").status == "dead"
    fight.rule("add", unit=person("ivy", [0, 1], controller="ann"))
    fight.rule("take_over", who="eve", player="ann")
    assert asked(fight) == "turn:cat"
    pass_phase(fight)
    pass_phase(fight)
    assert heading(fight) == "Round 2, Heroes" and offered(fight) == ["cat", "eve", "ivy", "end phase"]
    assert who(fight, "eve").controller == "ann" and who(fight, "eve").in_party
    finish(fight)


@clause("RI-110")
def test_under_wipe_only_the_down_live_if_anyone_is_up_or_escaped_at_the_end() -> None:
    fight = felled("wipe_only")
    fight.rule("end", result="broken off")
    assert who(fight, "ann").status == "stabilised" and hp(fight, "ann") == [1]
    fight = felled("wipe_only")
    fight.rule("set", who="cat", stat="status", value="escaped")
    assert fight.outcome is not None and who(fight, "ann").status == "stabilised"
    fight = felled("wipe_only")
    fight.rule("set", who="cat", stat="hp", value=0)
    assert fight.outcome is not None and fight.outcome.result == "defeat"
    assert who(fight, "ann").status == who(fight, "cat").status == "dead"


@clause("RI-111")
def test_under_stabilise_the_body_lies_where_it_fell_and_blocks_nobody() -> None:
    fight = felled("stabilise")
    assert who(fight, "ann").status == "fallen" and place(fight, "ann") == "(0,0)"
    turn(fight, "cat", "move@0,0")
    assert place(fight, "cat") == "(0,0)"
    finish(fight)


@clause("RI-112")
def test_another_players_character_on_or_beside_the_body_may_stabilise_it_without_a_roll() -> None:
    people = [foe("eve", [0, 1], side="allies"), person("pal", [2, 0], kind="extra")]
    fight = felled("stabilise", people)
    answer(fight, "pal")
    with pytest.raises(Illegal, match="too far away"):
        answer(fight, "stabilise:ann")
    answer(fight, "wait")
    turn(fight, "cat", "stabilise:ann@0,0")
    assert who(fight, "ann").status == "stabilised" and who(fight, "cat").acted and len(slots(fight)) == 2
    finish(fight)
    # An ally run by the GM may not, unless the switch says so.
    fight = felled("stabilise", people)
    pass_phase(fight)
    pass_phase(fight)
    with pytest.raises(Illegal, match="only a character run by a player"):
        answer(fight, "stabilise:ann")
    ann = person("ann", [0, 0], now=0, status="fallen")
    people = [ann, person("cat", [5, 3]), foe("eve", [0, 1], side="allies"), foe("bob", [7, 0])]
    fight = begin(people, options={"stabilise.who": "heroes_and_allies"})
    pass_phase(fight)
    pass_phase(fight)
    turn(fight, "eve", "stabilise:ann")
    assert who(fight, "ann").status == "stabilised"


@clause("RI-113")
def test_the_stabilised_survive_whatever_the_end_and_do_not_return() -> None:
    ann = person("ann", [0, 0], now=0, status="stabilised")
    fight = begin([ann, person("cat", [0, 3], now=7), foe("bob", [1, 3])], [99, 0])
    assert asked(fight) == "turn:cat"
    turn(fight, "cat", "engage:bob")
    answer(fight, "dead")
    # Defeat: cat, fallen and left behind, is the GM's to decide; ann lives.
    assert fight.outcome is not None and fight.outcome.result == "defeat"
    assert who(fight, "ann").status == "stabilised" and who(fight, "cat").status == "dead" and hp(fight, "ann") == [1]
    finish(fight)


@clause("RI-114")
def test_the_fallen_left_behind_are_lost_and_otherwise_count_as_stabilised() -> None:
    fight = felled("stabilise", exits=[[0, 3]], objectives=[{"type": "escape"}])
    turn(fight, "cat", "leave")
    assert asked(fight) == "aftermath:" and offered(fight) == ["captured", "dead"]
    answer(fight, "captured")
    assert who(fight, "ann").status == "captured"
    finish(fight)
    fight = felled("stabilise")
    fight.rule("end", result="success", winner="heroes")
    assert who(fight, "ann").status == "stabilised" and texts(fight, "settled") == ["Ann is stabilised."]


@clause("RI-114")
def test_by_the_switch_the_gm_decides_about_the_fallen_after_a_win() -> None:
    people = [person("ann", [0, 0], now=0, status="fallen"), person("cat", [0, 3]), foe("bob", [1, 3], now=7)]
    fight = begin(people, [0], options={"stabilise.after_win": "gm"})
    turn(fight, "cat", "engage:bob")
    answer(fight, "dead")
    assert asked(fight) == "aftermath:" and offered(fight) == ["stabilised", "captured", "dead"]
    answer(fight, "dead")
    assert who(fight, "ann").status == "dead"
    finish(fight)


@clause("RI-114", "RI-113")
@pytest.mark.parametrize(("ruling", "args"), [("set", {"stat": "status", "value": "stabilised"}), ("remove", {})])
def test_the_gm_is_not_asked_any_more_about_one_whose_fate_a_ruling_has_settled(ruling: str, args: dict[str, object]) -> None:
    fight = felled("stabilise", exits=[[0, 3]], objectives=[{"type": "escape"}])
    turn(fight, "cat", "leave")
    assert asked(fight) == "aftermath:"
    fight.rule(ruling, who="ann", **args)
    assert asked(fight) == "" and fight.outcome is not None and fight.outcome.result == "success"


@clause("RI-114")
def test_whom_the_gm_fells_while_the_fate_of_another_is_asked_is_settled_too() -> None:
    people = [person("cat", [0, 3]), person("ann", [0, 0], now=0, status="fallen"), foe("bob", [1, 3], now=7)]
    fight = begin(people, [0], options={"stabilise.after_win": "gm"})
    turn(fight, "cat", "engage:bob")
    answer(fight, "dead")
    assert asked(fight) == "aftermath:"
    fight.rule("set", who="cat", stat="status", value="fallen")
    answer(fight, "stabilised")
    assert asked(fight) == "aftermath:"
    answer(fight, "captured")
    assert [who(fight, id).status for id in ("ann", "cat")] == ["stabilised", "captured"]
    finish(fight)


# -- companions (RI-115, RI-116) -------------------------------------------------------------------------------------------


@clause("RI-115")
def test_each_player_runs_their_own_character() -> None:
    people = [person("ann", [0, 0], controller="anna"), person("cat", [0, 1], controller="carl"), foe("bob", [7, 0])]
    fight = begin(people)
    assert fight.questions[0].controller == "anna+carl"
    fight.answer(fight.questions[0].id, "cat", by="anna")
    with pytest.raises(NotYours):
        fight.answer(fight.questions[0].id, "wait", by="anna")
    fight.answer(fight.questions[0].id, "wait", by="carl")
    assert asked(fight) == "turn:ann"
    finish(fight)


@clause("RI-116")
@pytest.mark.parametrize(
    ("switch", "side", "controller"),
    [("shared", "heroes", "players"), ("assigned", "heroes", "carl"), ("ally_phase", "allies", "gm")],
)
def test_companions_are_run_together_or_by_one_player_or_act_with_the_allies(
    switch: str, side: str, controller: str
) -> None:
    people = [
        person("ann", [0, 0], controller="anna"),
        person("pal", [0, 1], kind="extra", controller="carl"),
        foe("bob", [7, 0]),
    ]
    fight = begin(people, options={"extras": switch})
    assert (who(fight, "pal").side, who(fight, "pal").controller) == (side, controller)
    assert who(fight, "pal").in_party
    if switch == "ally_phase":
        pass_phase(fight)
        pass_phase(fight)
        assert heading(fight) == "Round 1, Allies" and asked(fight) == "turn:pal"
    else:
        assert offered(fight) == ["ann", "pal", "end phase"]
    finish(fight)


@clause("RI-116")
def test_the_gm_assigns_companions_between_rounds() -> None:
    people = [person("ann", [0, 0], controller="anna"), person("pal", [0, 1], kind="extra"), foe("bob", [7, 0])]
    fight = begin(people)
    fight.rule("assign", who="pal", player="anna")
    answer(fight, "pal")
    assert fight.questions[0].controller == "anna"
    fight.rule("assign", who="pal")
    assert fight.questions[0].controller == "players"
    with pytest.raises(Illegal, match="no companion"):
        fight.rule("assign", who="ann", player="carl")
    assert field(fight).round == 1
    finish(fight)
