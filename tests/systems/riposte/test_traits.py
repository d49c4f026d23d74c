"""Section 8: calculated stats, weapons, class abilities, skills and runes."""

from __future__ import annotations

import pytest

from quintain.engine import Fight, Illegal
from quintain.library.encounters import blocks, sample
from quintain.library.problems import FileProblem
from quintain.systems.riposte.checks_files import ARMOURY
from quintain.systems.riposte.combatants import make_block
from quintain.systems.riposte.fields_files import BlockModel
from quintain.systems.riposte.stats import Block
from quintain.systems.riposte.traits import RUNES, rune_words, trait_words
from quintain.systems.riposte.vocabulary import ATTACKING, RIPOSTING
from tests.support import clause
from tests.systems.riposte.scene import (
    answer,
    asked,
    begin,
    blade,
    finish,
    foe,
    hp,
    offered,
    pass_phase,
    person,
    place,
    scene,
    slots,
    strikes,
    thrown,
    turn,
    who,
)

Row = dict[str, object]


def shipped(name: str) -> Block:
    return make_block(BlockModel.model_validate(blocks("riposte")[name]))


def figures(block: Block, weapon: int = 0, role: int = ATTACKING) -> str:
    f = block.figures(weapon, role, block.max_hp)
    return f"{f.might}/{f.accuracy}/{f.critical} - {f.dodge}/{f.avoid} - {f.defense}/{f.resistance}"


def engaged(mine: Row, theirs: Row, dice: list[int], **more: object) -> Fight:
    """Ann, beside bob, engages him; dan keeps the fight going."""
    ann, bob = person("ann", [0, 0], **mine), foe("bob", [1, 0], **theirs)  # type: ignore[arg-type]
    fight = begin([ann, bob, foe("dan", [7, 3])], dice, **more)
    turn(fight, "ann", "engage:bob")
    return fight


@clause("RI-121")
def test_a_stat_block_with_base_stats_and_a_weapon_yields_the_calculated_ones() -> None:
    # DEX 6, LUK 7, weapon Accuracy 90: 12 + 3 + 90 = 105.
    bow = {"name": "bow", "range": [2], "might": 3, "accuracy": 90, "critical": 1, "dodge": 2, "avoid": 3, "defense": 4}
    model = {"name": "A", "hp": 20, "stats": {"STR": 5, "DEX": 6, "LUK": 7, "SPD": 9, "CON": 4, "WIS": 6}, "weapons": [bow]}
    block = make_block(BlockModel.model_validate(model))
    # Might 5 + 3, Critical 3 + 1, Dodge 18 + 7 + 2, Avoid 7 + 3, Defense 4 + 4, Resistance 6.
    assert figures(block) == "8/105/4 - 27/10 - 8/6"


@clause("RI-121", "RI-128")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("odalys", "20/112/6 - 25/7 - 14/9"),
        ("tamsin", "19/121/11 - 40/10 - 6/5"),
        ("ivo", "20/115/5 - 32/10 - 5/6"),
        ("wren", "21/107/6 - 29/7 - 8/4"),
        ("levy", "17/105/4 - 18/4 - 9/4"),
        ("breaker", "21/100/4 - 16/4 - 6/4"),
        ("archer", "13/118/5 - 24/6 - 6/4"),
        ("chanter", "18/101/4 - 20/6 - 4/8"),
        ("hound", "18/100/4 - 34/4 - 5/2"),
        ("vail", "17/113/5 - 23/7 - 12/7"),
    ],
)
def test_the_shipped_people_have_the_figures_of_the_book(name: str, expected: str) -> None:
    """Armored (odalys, vail) is already inside their numbers (RI-128): it adds nothing more."""
    assert figures(shipped(name), 0, RIPOSTING if name == "wren" else ATTACKING) == expected


@clause("RI-128")
def test_armored_and_runed_change_nothing_in_a_finished_block() -> None:
    model: Row = {"name": "A", "hp": 20, "stats": {"CON": 4, "WIS": 4}, "mov": 4}
    plain = make_block(BlockModel.model_validate(model))
    armed = make_block(BlockModel.model_validate({**model, "traits": ["Armored", "Runed"]}))
    assert figures(armed, -1) == figures(plain, -1) and (armed.max_hp, armed.mov) == (20, 4)


@clause("RI-122")
def test_the_armoury_has_the_weapons_of_the_book() -> None:
    rows = {name: (row["might"], row["accuracy"], row["critical"], row["range"]) for name, row in ARMOURY.items()}
    assert len(rows) == 28
    assert rows["Copper Sword"] == (4, 95, 0, [1]) and rows["Bronze Sword"] == (6, 90, 0, [1])
    assert rows["Bronze Axe"] == (8, 80, 0, [1]) and rows["Bronze Club"] == (6, 80, 10, [1])
    assert rows["Copper Knives"] == (3, 90, 0, [1, 2]) and rows["Bronze Bow"] == (6, 85, 0, [2])
    assert rows["Bronze Staff"] == (1, 80, 0, [1, 2]) and rows["Bronze Light"] == (6, 80, 0, [1, 2])
    assert ARMOURY["Bronze Wind"]["kind"] == "magical" and ARMOURY["Bronze Wind"]["colour"] == "green"
    assert ARMOURY["Copper Fire"]["slays"] == ["Carnivore", "Herbivore"] and ARMOURY["Copper Staff"]["heals"] is True
    # A Katana gives +1 SPD, -1 CON and WIS per level.
    assert ARMOURY["Bronze Katana"]["stats"] == {"SPD": 2, "CON": -2, "WIS": -2}


@clause("RI-123")
@pytest.mark.parametrize(("creature", "traits", "damage"), [("Human", [], 5), ("Dragon", [], 11), ("Human", ["Flight"], 11)])
def test_a_slayer_weapon_triples_its_own_might(creature: str, traits: list[object], damage: int) -> None:
    # STR 10, weapon Might 3, Defense 8: 13 - 8 = 5; tripled 10 + 9 - 8 = 11.
    ann = person("ann", [0, 0], stats={"STR": 10, "DEX": 50}, weapons=[blade(might=3, slays=["Dragon", "Flight"])])
    block = ann["block"]
    assert isinstance(block, dict)
    block["calculated"] = {}
    bob = foe("bob", [1, 0], defense=8, creature=creature, traits=traits, weapons=[])
    fight = begin([ann, bob], [50])
    turn(fight, "ann", "engage:bob")
    assert strikes(fight) == [("ann", "attack", "hit", damage)]
    finish(fight)


@clause("RI-123")
def test_in_a_direct_block_slayer_adds_twice_the_weapons_might() -> None:
    fight = engaged({"weapons": [blade(might=3, slays=["Dragon"])]}, {"creature": "Dragon", "weapons": []}, [0])
    # 10 given outright + 6 - 3.
    assert strikes(fight)[0][3] == 13
    finish(fight)


@clause("RI-124")
def test_a_healing_weapon_restores_the_users_might_to_a_friend_at_its_distance() -> None:
    staff = blade(1, 2, name="staff", heals=True)
    people = [person("ann", [0, 0], might=15, weapons=[staff]), person("cat", [2, 0], now=2), foe("bob", [7, 0])]
    fight = begin(people)
    answer(fight, "ann")
    with pytest.raises(Illegal, match="somebody else"):
        answer(fight, "heal:ann")
    turn(fight, "ann", "heal:cat")
    assert hp(fight, "cat") == [17] and thrown(fight) == [] and who(fight, "ann").turn_over
    pass_phase(fight)
    pass_phase(fight)
    # Not above the maximum.
    turn(fight, "ann", "heal:cat")
    assert hp(fight, "cat") == [20]
    finish(fight)
    # A staff may also engage and riposte.
    fight = engaged({"weapons": [staff]}, {"weapons": [staff]}, [99, 99])
    assert slots(fight) == ["A", "R"]
    finish(fight)


@clause("RI-125")
@pytest.mark.parametrize(
    ("mine", "theirs", "edge"),
    [("red", "green", 2), ("green", "blue", 2), ("blue", "red", 2), ("green", "red", -2), ("red", "red", 0), ("grey", "red", 0)],
)
def test_by_the_switch_colours_beat_each_other_by_the_level_of_ones_own_weapon(mine: str, theirs: str, edge: int) -> None:
    # Level 2: 20 Accuracy and 2 Might up or down; the other's riposte is moved by its own level 1.
    ann: Row = {"weapons": [blade(colour=mine, level=2)]}
    bob: Row = {"weapons": [blade(colour=theirs, level=1)]}
    fight = engaged(ann, bob, [0, 0], options={"weapon_cycle": "on"})
    events = [event for event in fight.events if event.kind == "strike"]
    back = (0 if edge == 0 else 1 if edge < 0 else -1)
    assert [(event.data["hit_chance"], event.data["damage"]) for event in events] == [
        (50 + 10 * edge, 7 + edge), (50 + 10 * back, 7 + back),
    ]  # fmt: skip
    # The arithmetic told adds up, with the edge in it.
    for event in events:
        assert sum(value for _, value in event.math) == event.data["hit_chance"] + event.data["damage"]  # type: ignore[operator]
        assert [label for label, _ in event.math].count("weapon cycle") == (2 if edge else 0)
    finish(fight)
    fight = engaged(ann, bob, [0, 0])
    assert [event.data["hit_chance"] for event in fight.events if event.kind == "strike"] == [50, 50]


@clause("RI-126")
def test_a_rider_may_spend_left_over_movement_after_the_action() -> None:
    people = [person("ann", [0, 0], traits=["Ride"]), person("cat", [0, 3]), foe("bob", [3, 0])]
    fight = begin(people, [99, 99])
    turn(fight, "ann", "engage:bob@2,0")
    assert asked(fight) == "turn:ann" and who(fight, "ann").movement == 3
    assert not any(option.startswith("engage") for option in offered(fight))
    turn(fight, "ann", "move@0,1")
    assert place(fight, "ann") == "(0,1)"
    answer(fight, "wait")
    assert asked(fight) == "turn:cat"
    finish(fight)


@clause("RI-127")
def test_a_singer_gives_a_neighbour_who_has_acted_a_new_turn_once_per_phase() -> None:
    people = [
        person("ann", [0, 0], traits=["Sing"]),
        person("bea", [2, 0], traits=["Sing"]),
        person("cat", [1, 0]),
        foe("bob", [7, 0]),
    ]
    fight = begin(people)
    answer(fight, "ann")
    with pytest.raises(Illegal, match="Cat has not acted in this phase"):
        answer(fight, "sing:cat")
    answer(fight, "wait")
    fight.undo()
    fight.undo()
    turn(fight, "cat", "move@1,1", "move@1,0", "wait")
    turn(fight, "ann", "sing:cat")
    assert who(fight, "ann").turn_over and not who(fight, "cat").turn_over and who(fight, "cat").movement == 5
    turn(fight, "cat", "wait")
    with pytest.raises(Illegal, match="Cat has been sung for in this phase"):
        answer(fight, "sing:cat")
    finish(fight)


@clause("RI-127")
def test_a_song_reaches_a_neighbour_or_ones_own_zone_and_needs_the_ability() -> None:
    people = [person("ann", [0, 0], traits=["Sing"]), person("cat", [1, 1]), person("dee", [0, 1]), foe("bob", [7, 0])]
    fight = begin(people)
    turn(fight, "cat", "wait")
    answer(fight, "dee")
    with pytest.raises(Illegal, match="it cannot sing so"):
        answer(fight, "sing:cat")
    answer(fight, "wait")
    # Two steps away: too far from here, and from beside her it can be done.
    with pytest.raises(Illegal, match="Cat is too far away"):
        answer(fight, "sing:cat")
    assert "sing:cat@1,0" in offered(fight) and "sing:dee" in offered(fight)
    finish(fight)
    house: Row = {"mode": "zones", "zones": ["Hall", "Stair"], "links": [["Hall", "Stair"]]}
    people = [person("ann", "Hall", traits=["Sing"], mov=0), person("cat", "Hall"), person("dee", "Stair"), foe("bob", "Stair")]
    fight = begin(people, **house)
    turn(fight, "cat", "wait")
    turn(fight, "dee", "wait")
    with pytest.raises(Illegal, match="Dee is too far away"):
        answer(fight, "sing:dee")
    turn(fight, "ann", "sing:cat")
    assert asked(fight) == "turn:cat" and who(fight, "cat").movement == 5
    finish(fight)


@clause("RI-129")
def test_practiced_aggression_and_elegant_riposte_add_a_tenth_of_the_level_in_their_role() -> None:
    wren, odalys = shipped("wren"), shipped("odalys")
    # Wren: DEX 12 and 13: Accuracy 107, attacking 109. Odalys: Might 20, riposting 21.
    assert wren.figures(0, RIPOSTING, 25).accuracy == 107 and wren.figures(0, ATTACKING, 25).accuracy == 109
    assert odalys.figures(0, ATTACKING, 31).might == 20 and odalys.figures(0, RIPOSTING, 31).might == 21


@clause("RI-130")
def test_cornered_controlled_and_hearty() -> None:
    traits = ["Cornered Strike (STR)", "Controlled Strike (SPD)", "Hearty"]
    model: Row = {"name": "A", "level": 20, "hp": 16, "stats": {"STR": 5, "SPD": 5}, "traits": traits}
    block = make_block(BlockModel.model_validate(model))
    # 16 + 20 / 5 = 20 HP; two points below 10 HP (2 x 9 < 20), two points above 14 HP (10 x 15 > 7 x 20).
    assert block.max_hp == 20
    assert [block.figures(-1, ATTACKING, hp).stats[0] for hp in (9, 10, 14, 15)] == [7, 5, 5, 5]
    assert [block.figures(-1, ATTACKING, hp).speed for hp in (9, 10, 14, 15)] == [5, 5, 5, 7]
    # SPD +2 moves Dodge by 4.
    assert block.figures(-1, ATTACKING, 15).dodge - block.figures(-1, ATTACKING, 14).dodge == 4


@clause("RI-131")
@pytest.mark.parametrize(("roll", "expected"), [(12, ["A", "R", "FA"]), (13, ["A", "R"])])
def test_bold_gives_the_attacker_one_more_follow_through_on_dex(roll: int, expected: list[str]) -> None:
    fight = engaged({"traits": ["Bold"], "stats": {"DEX": 13}}, {}, [roll] + [99] * len(expected))
    assert slots(fight) == expected
    finish(fight)
    # It is the attacker's: engaged herself, she does not roll it.
    people = [person("ann", [0, 0], traits=["Bold"], stats={"DEX": 13}), foe("bob", [1, 0])]
    fight = begin(people, [99, 99])
    answer(fight, "wait")
    turn(fight, "bob", "engage:ann")
    assert slots(fight) == ["A", "R"]
    finish(fight)


@clause("RI-132")
@pytest.mark.parametrize(("roll", "expected"), [(8, ["A", "FA", "R"]), (9, ["A", "R", "FA"])])
def test_desperation_puts_the_follow_through_before_the_riposte_on_spd(roll: int, expected: list[str]) -> None:
    fight = engaged({"traits": ["Desperation"], "spd": 9}, {}, [roll, 99, 99, 99])
    assert slots(fight) == expected
    finish(fight)
    # Without a follow-through, or without a riposte, it could change nothing and is not rolled (R77).
    fight = engaged({"traits": ["Desperation"]}, {}, [99, 99])
    assert slots(fight) == ["A", "R"]
    finish(fight)
    fight = engaged({"traits": ["Desperation"], "spd": 9}, {"weapons": []}, [99, 99])
    assert slots(fight) == ["A", "FA"]
    finish(fight)


@clause("RI-133")
@pytest.mark.parametrize(
    ("traits", "dice", "expected"),
    [
        (["Vantage"], [10], ["R", "A", "FA"]),
        (["Vantage"], [11], ["A", "R", "FA"]),
        (["Patience"], [10], ["A", "FA", "R"]),
        (["Patience"], [11], ["A", "R", "FA"]),
        (["Vantage", "Patience"], [10], ["R", "A", "FA"]),
        (["Vantage", "Patience"], [11, 10], ["A", "FA", "R"]),
    ],
)
def test_vantage_puts_the_riposte_first_and_patience_last(traits: list[object], dice: list[int], expected: list[str]) -> None:
    fight = engaged({"spd": 9}, {"traits": traits, "stats": {"DEX": 11}}, dice + [99] * 3)
    assert slots(fight) == expected
    finish(fight)


@clause("RI-133")
def test_vantage_needs_reach_and_patience_a_follow_through_attack() -> None:
    out_of_reach: Row = {"traits": ["Vantage", "Patience"], "stats": {"DEX": 50}, "weapons": [blade(2)]}
    fight = engaged({"spd": 9}, out_of_reach, [99, 99])
    assert slots(fight) == ["A", "FA"]
    finish(fight)
    fight = engaged({}, {"traits": ["Patience"], "stats": {"DEX": 50}}, [99, 99])
    assert slots(fight) == ["A", "R"]
    finish(fight)


@clause("RI-132", "RI-133")
def test_vantage_comes_after_desperation_and_has_the_last_word() -> None:
    # Rolled in this order: Desperation 0 (A FA R), then Vantage 0: the riposte is first after all. Patience is not rolled any more.
    mine: Row = {"spd": 9, "traits": ["Desperation"]}
    fight = engaged(mine, {"traits": ["Patience", "Vantage"], "stats": {"DEX": 50}}, [0, 0, 99, 99, 99])
    assert slots(fight) == ["R", "A", "FA"] and thrown(fight) == [0, 0, 99, 99, 99]
    finish(fight)
    # With Desperation fired and Vantage failed, Patience could change nothing.
    fight = engaged(mine, {"traits": ["Patience", "Vantage"], "stats": {"DEX": 50}}, [0, 50, 99, 99, 99])
    assert slots(fight) == ["A", "FA", "R"]
    finish(fight)


@clause("RI-134")
def test_superiority_or_else_foresight_cancels_every_riposte() -> None:
    both: Row = {"traits": ["Superiority", "Foresight"], "stats": {"STR": 10, "INT": 20}}
    # Superiority fires on STR: Foresight is not rolled.
    fight = engaged(both, {"spd": 9}, [9, 99])
    assert slots(fight) == ["A"]
    finish(fight)
    # It fails, Foresight fires on INT.
    fight = engaged(both, {"spd": 9}, [10, 19, 99])
    assert slots(fight) == ["A"]
    finish(fight)
    # Both fail: riposte and follow-through riposte come.
    fight = engaged(both, {"spd": 9}, [10, 20, 99, 99, 99])
    assert slots(fight) == ["A", "R", "FR"]
    finish(fight)
    # No riposte possible: nothing is rolled.
    fight = engaged(both, {"weapons": []}, [99])
    assert slots(fight) == ["A"]
    finish(fight)


@clause("RI-135")
def test_cautious_above_half_takes_the_follow_throughs_from_both() -> None:
    bold: Row = {"traits": ["Bold"], "stats": {"DEX": 50}, "spd": 9}
    fight = engaged(bold, {"traits": ["Cautious"]}, [99, 99])
    assert slots(fight) == ["A", "R"]
    finish(fight)
    # At half (10 of 20) it does not count any more.
    fight = engaged(bold, {"traits": ["Cautious"], "now": 10}, [49, 99, 99, 99, 99])
    assert slots(fight) == ["A", "R", "FA", "FA"]
    finish(fight)


@clause("RI-136")
@pytest.mark.parametrize(
    ("kind", "trait", "roll", "damage"),
    [("physical", "Buckler", 9, 10), ("physical", "Buckler", 10, 21), ("magical", "Escutcheon", 9, 10)],
)
def test_buckler_and_escutcheon_halve_after_tripling(kind: str, trait: str, roll: int, damage: int) -> None:
    # 7, critical 21, halved and rounded down 10.
    ann: Row = {"critical": 50, "weapons": [blade(kind=kind)]}
    fight = engaged(ann, {"traits": [trait], "stats": {"DEX": 10}, "weapons": [], "hp": 40}, [5, roll])
    assert strikes(fight) == [("ann", "attack", "crit", damage)]
    finish(fight)


@clause("RI-136")
def test_the_guard_is_rolled_only_against_its_kind_and_for_a_hit_that_would_hurt() -> None:
    bob: Row = {"traits": ["Buckler"], "stats": {"DEX": 50}, "weapons": []}
    cases: list[tuple[Row, list[int]]] = [({"weapons": [blade(kind="magical")]}, [0]), ({"might": 3}, [0]), ({}, [99])]
    for ann, dice in cases:
        fight = engaged(ann, bob, dice)
        finish(fight)
        assert len(strikes(fight)) == 1


@clause("RI-137")
def test_brave_doubles_attacks_and_hero_doubles_everything() -> None:
    # SPD 14 - 5 = 9 against 5: a follow-through. Might 10 - 5 - 3 = 2.
    brave: Row = {"weapons": [blade(rune="Brave")], "spd": 14}
    fight = engaged(brave, {}, [0, 99, 99, 0, 99])
    assert slots(fight) == ["A", "A", "R", "FA", "FA"] and strikes(fight)[0][3] == 2
    finish(fight)
    # Brave does nothing for a riposte; Hero does.
    fight = engaged({}, {"weapons": [blade(rune="Brave")], "spd": 10}, [99, 99])
    assert slots(fight) == ["A", "R"]
    finish(fight)
    fight = engaged({}, {"weapons": [blade(rune="Hero")], "spd": 14}, [99] * 5)
    assert slots(fight) == ["A", "R", "R", "FR", "FR"]
    finish(fight)
    # A slot with no strike gains none: no follow-through (SPD 3 against 0), no riposte in reach.
    fight = engaged({"weapons": [blade(rune="Hero")], "spd": 8}, {"weapons": [blade(2, rune="Hero")]}, [99] * 2)
    assert slots(fight) == ["A", "A"]
    finish(fight)


SHADE = {"weapons": [blade(rune="Shadow Strike")]}


@clause("RI-138")
@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "expected"),
    [
        ({"spd": 9, **SHADE}, {}, [], ["A", "FA", "R"]),
        ({}, {"spd": 9, **SHADE}, [], ["A", "R", "FR"]),
        ({"traits": [{"name": "x", "follow_throughs": [{"slot": "attack"}]}]}, {"spd": 9, **SHADE}, [], ["A", "R", "FR", "FA"]),
        (
            {"traits": [{"name": "x", "follow_throughs": [{"slot": "attack"}]}]},
            {"spd": 9, "traits": ["Vantage"], "stats": {"DEX": 50}, **SHADE},
            [0],
            ["R", "FR", "A", "FA"],
        ),
    ],
)
def test_shadow_strike_runs_the_follow_through_right_behind_the_first_slot(
    mine: Row, theirs: Row, dice: list[int], expected: list[str]
) -> None:
    fight = engaged(mine, theirs, dice + [99] * len(expected))
    assert slots(fight) == expected
    finish(fight)


@clause("RI-138")
@pytest.mark.parametrize("whose", ["mine", "theirs"])
def test_sweep_cancels_every_riposte_whoever_has_it(whose: str) -> None:
    sweep: Row = {"weapons": [blade(rune="Sweep")]}
    fight = engaged(sweep if whose == "mine" else {}, {"spd": 9, **(sweep if whose == "theirs" else {})}, [99])
    assert slots(fight) == ["A"]
    finish(fight)


@clause("RI-139")
@pytest.mark.parametrize(
    ("rune", "expected"),
    [
        ("", "5/55/2 - 15/5 - 5/5"),
        ("Heavy", "7/55/2 - 15/5 - 5/5"),
        ("Light", "5/55/2 - 19/5 - 5/5"),
        ("Seeking", "5/65/2 - 15/5 - 5/5"),
        ("Evasive", "5/55/2 - 25/5 - 5/5"),
        ("Wicked", "5/55/12 - 15/5 - 5/5"),
        ("Defensive", "5/55/2 - 15/5 - 9/5"),
        ("Resistant", "5/55/2 - 15/5 - 5/9"),
        ("Thrown", "3/45/2 - 15/5 - 5/5"),
    ],
)
def test_the_runes_at_level_2(rune: str, expected: str) -> None:
    # All stats 5, weapon Accuracy 43: Might 5, Accuracy 10 + 2 + 43 = 55, Critical 2, Dodge 10 + 5, Avoid 5.
    weapon = blade(accuracy=43, rune=rune, rune_level=2)
    stats = dict.fromkeys(("STR", "INT", "DEX", "SPD", "LUK", "CON", "WIS"), 5)
    block = make_block(BlockModel.model_validate({"name": "A", "hp": 20, "stats": stats, "weapons": [weapon]}))
    assert figures(block) == expected
    assert block.weapons[0].distances == ([1, 2] if rune == "Thrown" else [1])


@clause("RI-139")
def test_blessed_regains_3_per_level_when_the_owners_phase_starts() -> None:
    fight = begin([person("ann", [0, 0], now=5, weapons=[blade(rune="Blessed", rune_level=2)]), foe("bob", [7, 0])])
    assert hp(fight, "ann") == [11]
    finish(fight)
    # Not above the maximum, not by a weapon that is only carried, and after the ground's own 10 (RI-71): 5 + 10 + 6 of 20.
    blessed = blade(rune="Blessed", rune_level=2)
    people = [person("ann", [0, 0], now=5, weapons=[blessed]), person("cat", [1, 0], now=5, weapons=[blade(), blessed])]
    fight = begin([*people, foe("bob", [7, 0])], [], ["H......."])
    assert hp(fight, "ann", "cat") == [20, 5]
    assert [event.clause for event in fight.events if event.kind == "recovery"] == ["RI-49", "RI-139"]
    pass_phase(fight)
    assert hp(fight, "ann", "cat") == [20, 5]
    finish(fight)


@clause("RI-144")
def test_home_made_traits_modify_grant_and_multiply() -> None:
    odd: Row = {
        "name": "odd",
        "modifiers": [{"stat": "Might", "amount": 2, "scope": "attack"}, {"stat": "LUK", "amount": 4}],
        "follow_throughs": [{"slot": "attack", "count": 2, "chance": "CON"}, {"slot": "riposte", "count": 1}],
        "strikes": {"attack": 2},
    }
    # LUK +4 in a direct block: Accuracy +2 (0 // 2 to 4 // 2), Dodge +4, Avoid +4. Grants are rolled on CON 30: 29 fires.
    fight = engaged({"traits": [odd], "stats": {"CON": 30}}, {}, [29] + [51] + [99] * 4)
    events = [event for event in fight.events if event.kind == "strike"]
    assert slots(fight) == ["A", "A", "R", "FA", "FA"]
    assert events[0].data["hit_chance"] == 52 and strikes(fight)[0] == ("ann", "attack", "hit", 9)
    # Her Dodge is 14 against the riposte.
    assert events[2].data["hit_chance"] == 46
    finish(fight)
    # A defender's grants are its follow-through ripostes.
    fight = engaged({}, {"traits": [odd]}, [99, 99, 99])
    assert slots(fight) == ["A", "R", "FR"]
    finish(fight)


@clause("RI-129", "RI-144")
def test_a_skill_on_a_weapon_reads_the_level_of_its_holder() -> None:
    keen = blade(traits=["Practiced Aggression (STR)", "Bold", "Buckler"])
    model: Row = {"name": "A", "level": 30, "hp": 20, "stats": {"STR": 5, "DEX": 4}, "weapons": [keen, blade()]}
    block = make_block(BlockModel.model_validate(model))
    # A tenth of 30; only with that weapon in hand.
    assert [block.figures(weapon, ATTACKING, 20).might for weapon in (0, 1)] == [8, 5]
    assert [len(block.figures(weapon, ATTACKING, 20).grants) for weapon in (0, 1)] == [1, 0]


@clause("RI-120", "RI-129", "RI-130")
def test_a_level_set_by_the_gm_moves_the_skills_that_go_by_it() -> None:
    ann = person("ann", [0, 0], level=10, hp=18, traits=["Elegant Riposte (STR)", "Hearty"], stats={"STR": 5})
    fight = begin([ann, foe("bob", [7, 3])])
    # Hearty: 18 + 10 / 5 = 20; the skill adds 1 to a Might of 10.
    assert who(fight, "ann").block.max_hp == 20 and who(fight, "ann").figures(RIPOSTING).might == 11
    fight.rule("set", who="ann", stat="level", value=35)
    assert who(fight, "ann").block.max_hp == 25 and who(fight, "ann").figures(RIPOSTING).might == 13


@clause("RI-144")
def test_a_trait_nobody_knows_is_refused() -> None:
    with pytest.raises(FileProblem, match="there is no trait written 'Lucky'"):
        scene([person("ann", [0, 0], traits=["Lucky"]), foe("bob", [7, 0])])


@clause("RI-122")
def test_the_shipped_people_carry_the_weapons_of_the_book() -> None:
    carried = {name: [weapon.name for weapon in shipped(name).weapons] for name in blocks("riposte")}
    assert carried["odalys"] == ["Bronze Lance (Heavy 1)", "Copper Lance"]
    assert carried["vail"] == ["Bronze Sword", "Copper Knives"]
    assert sample("riposte/ferry").battle().find("vail") is not None


def test_a_sheet_says_what_a_rune_does_at_its_level() -> None:
    assert rune_words("Heavy", 1) == "+1 Might" and rune_words("Seeking", 2) == "+10 Accuracy"
    assert rune_words("Blessed", 3) == "9 HP when the owner's phase starts" and rune_words("Sweep", 1) == "nobody ripostes"
    assert all(not word.endswith(("+n", "0n", "5n", "2n", "3n")) for rune in RUNES for word in rune_words(rune, 2).split())


@clause("RI-144")
def test_a_home_made_trait_is_not_said_to_do_what_one_of_the_book_does_whose_name_it_begins_with() -> None:
    assert trait_words("Pass 2") == "walks through enemies, and past provokers of its level"
    assert trait_words("Elegant Riposte (STR)") == "a tenth of the level to a stat when attacked"
    assert trait_words("Passionate") == trait_words("Bold as brass") == ""


@clause("RI-131", "RI-133")
def test_what_a_weapon_has_rolled_for_is_among_what_its_holder_could_use() -> None:
    weapons: list[object] = [blade(traits=["Bold", "Cautious"]), blade(2, traits=["Vantage"])]
    fight = begin([person("ann", [0, 0], weapons=weapons, traits=["Bold", "Sing"]), foe("bob", [7, 0])])
    assert fight.system.abilities(fight.battle, who(fight, "ann")) == ["blade", "Bold", "Vantage", "Sing"]
