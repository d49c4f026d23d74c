"""Standing rows: what holds while its conditions do, for the creature itself, its allies or its enemies."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quintain.engine import Refusal, view
from quintain.library.encounters import from_data
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.figures import (
    crit_floor,
    damage_bonus,
    defence_against,
    escalation_bonus,
    frightened,
)
from quintain.systems.escalation.rules.melee import may_intercept
from quintain.systems.escalation.rules.terms import disengage_terms
from tests.support import clause, stats_of
from tests.systems.escalation.scene import Scene, attack_bonus, dummy, pc

Row = dict[str, object]


def fiend(*bonuses: Row, **figures: object) -> dict[str, object]:
    """A foe that acts first and is engaged with Ann: Swat +8 against AC, 5 damage; AC 18, 100 hit points."""
    return dummy("fiend", **{"initiative": 30, "engaged": ["ann"], "bonuses": list(bonuses), **figures})


def scene(*bonuses: Row, people: list[object] | None = None, **figures: object) -> Scene:
    """Ann (Sword +7 against AC, 10 damage, miss 3; 40 hit points), Bob free, and the fiend, whose turn it is."""
    others = people if people is not None else [pc("ann"), pc("bob", initiative=0)]
    return Scene([*others, fiend(*bonuses, **figures)], [10, 5, 1, 1, 1][: len(others) + 1])


def swat(found: Scene, whom: str = "ann", who: str = "fiend", opportunity: bool = False) -> int:
    one = found.get(who)
    return attack_bonus(found.battle, one, one.block.powers[0], found.get(whom), 0, opportunity)


def armour(found: Scene, opportunity: bool = False, power: int = 0, who: str = "ann") -> int:
    """The fiend's defence against an attack of Ann's."""
    one = found.get(who)
    return defence_against(found.battle, found.get("fiend"), one.block.powers[power], one, opportunity)


# -- figures -------------------------------------------------------------------------------------------------------------


@clause("ES-89", "ES-117")
def test_a_bonus_against_the_staggered_counts_only_against_them_and_is_a_term_of_the_roll() -> None:
    found = scene({"name": "Cruel", "attack": 2, "damage": 3, "against": "staggered"})
    assert swat(found) == 8
    found.rule("set", who="ann", stat="hp", value=20)
    assert (swat(found), swat(found, "bob")) == (10, 8)
    events = found.do("use:0:ann", 8)  # 8 + 8 + 2 = 18: a hit for 5 + 3
    assert found.hp("ann") == 12
    assert ("Cruel", 2) in [tuple(term) for term in events[0].math or []]
    found.check_clean()


@clause("ES-36")
@pytest.mark.parametrize(
    ("needs", "dice"),
    [("escalation_even", [0, 2, 4, 6]), ("escalation_odd", [1, 3, 5]), ("escalation 4+", [4, 5, 6]), ("escalation 1-", [0, 1])],
)
def test_a_bonus_may_hang_on_the_escalation_die(needs: str, dice: list[int]) -> None:
    found = scene({"name": "Tide", "attack": 3, "needs": [needs]})
    holds: list[int] = []
    for value in range(7):
        found.rule("set_escalation", value=value)
        holds += [value] if swat(found) == 11 else []
    assert holds == dice


@clause("ES-36", "ES-94")
def test_a_figure_may_be_the_escalation_die_or_a_multiple_of_it() -> None:
    found = scene({"name": "Swords", "crit": "escalation", "damage": "3x escalation", "md": "-escalation"})
    found.rule("set_escalation", value=4)
    one = found.get("fiend")
    assert crit_floor(found.battle, one, one.block.powers[0], found.get("ann")) == 16
    assert damage_bonus(found.battle, one, one.block.powers[0], found.get("ann")) == 12
    assert (armour(found), found.get("fiend").md) == (18, 14)


@clause("ES-59")
def test_a_defence_may_count_against_opportunity_attacks_only_and_these_may_deal_half() -> None:
    nimble = [{"name": "Nimble", "ac": 4, "with": ["opportunity"]}, {"name": "Nimble", "resist": 21, "with": ["opportunity"]}]
    found = scene(*nimble)
    assert (armour(found), armour(found, True)) == (18, 22)
    found.do("move/away")
    found.do("yes", 15)  # Ann strikes: 15 + 7 = 22, a hit for 10, of which half arrives
    assert found.hp("fiend") == 95
    found.check_clean()


@clause("ES-104")
def test_a_defence_may_count_against_some_kinds_of_attack_and_against_the_faraway() -> None:
    bow = {"name": "Bow", "kind": "ranged", "bonus": 7, "defence": "AC", "hit": [{"damage": 4}], "targets": {"range": "faraway"}}
    sword = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}]}
    people: list[object] = [pc("ann", attacks=[sword, bow]), pc("bob", zone="gate", attacks=[sword, bow])]
    haze = [{"name": "Haze", "defences": 2, "with": ["ranged", "close"]}, {"name": "Haze", "defences": 5, "against": "faraway"}]
    found = Scene([*people, fiend(*haze)], [10, 5, 1], zones=[{"name": "yard", "links": ["gate"]}, {"name": "gate"}])
    assert [armour(found), armour(found, power=1), armour(found, power=1, who="bob")] == [18, 20, 23]  # the larger of two


@clause("ES-02")
def test_a_characters_bonus_counts_pcs_and_companions_only() -> None:
    pack: Row = {"name": "Pack", "attack": 1, "per": "ally_on_target"}
    hired = pc("gus", kind="npc", initiative=0)
    people: list[object] = [pc("ann", bonuses=[pack]), pc("bob", initiative=0), hired, fiend(engaged=["ann", "bob", "gus"])]
    found = Scene(people, [10, 5, 5, 1])
    assert swat(found, "fiend", "ann") == 7 + 1


@clause("ES-89")
def test_a_bonus_may_count_allies_on_the_target_or_nearby() -> None:
    pack = {"name": "Pack", "attack": 1, "per": "ally_on_target", "max": 2}
    wall = {"name": "Wall", "ac": 1, "per": "ally_nearby", "counting": ["called dummy", "not_mook"]}
    people: list[object] = [pc("ann"), *[dummy(name, engaged=["ann"]) for name in ("x", "y", "z")]]
    found = Scene([*people, fiend(pack, wall)], [10, 1, 1, 1, 1])
    assert (swat(found), armour(found)) == (10, 21)
    found.rule("set", who="x", stat="state", value="slain")
    found.rule("set", who="y", stat="state", value="slain")
    assert (swat(found), armour(found)) == (9, 19)


@clause("ES-94")
def test_a_crit_range_may_widen_against_a_type_or_against_one_defence_and_crits_follow_it() -> None:
    hate = [{"name": "Hate", "crit": 2, "against": "type humanoid"}, {"name": "Mind", "crit": 3, "with": ["MD"]}]
    found = scene(*hate)
    one = found.get("fiend")
    assert crit_floor(found.battle, one, one.block.powers[0], found.get("ann")) == 18
    found.do("use:0:ann", 18)  # 18 + 8 hits and crits: 10
    assert found.hp("ann") == 30
    found.check_clean()


@clause("ES-97")
def test_damage_hit_or_miss_is_dealt_on_a_miss_too() -> None:
    fury = {"name": "Fury", "damage": 2, "miss_damage": 2, "needs": ["self_staggered"]}
    found = scene(fury)
    found.rule("set", who="fiend", stat="hp", value=50)
    found.do("use:0:ann", 9)  # 17: a miss, 2
    assert found.hp("ann") == 38
    found.check_clean()


@clause("ES-157")
def test_saves_may_be_easier_for_it_or_harder_for_its_enemies() -> None:
    fire = {"name": "Burn", "bonus": 30, "defence": "AC", "hit": [{"ongoing": 5, "type": "fire"}]}
    found = scene({"name": "Embers", "save": -5, "types": ["fire"], "for": "engaged"}, attacks=[fire])
    found.do("use:0:ann", 11)
    found.end_turn()
    found.end_turn(15)  # 15 - 5 is less than 11
    assert len(found.get("ann").lasting) == 1
    assert [event.math for event in found.fight.events if event.kind == "save"] == [[("d20", 15), ("Embers", -5)]]
    assert found.get("fiend").learned["bonus Embers"] == (1, 1)  # everybody has seen it at work
    found.check_clean()
    pang = {"name": "Pang", "bonus": 30, "defence": "AC", "hit": [{"inflict": "dazed", "on": "self"}]}
    calm = scene({"name": "Calm", "save": "2x escalation"}, attacks=[pang])
    calm.rule("set_escalation", value=2)
    calm.do("use:0:ann", 11)
    calm.end_turn(7)  # 7 + 4 = 11
    assert calm.get("fiend").lasting == []
    # A foe's traits are nobody's business.
    assert [event.math for event in calm.fight.events if event.kind == "save"] == [[("d20", 7), ("bonus", 4)]]


@clause("ES-56")
def test_disengaging_may_be_easier_for_it_or_harder_for_those_it_holds() -> None:
    held = scene({"name": "Grip", "disengage": -5, "for": "engaged"}, {"name": "Slick", "disengage": 3})
    ann, one = held.get("ann"), held.get("fiend")
    assert disengage_terms(held.battle, ann, one.bit).total == -5
    assert disengage_terms(held.battle, one, ann.bit).total == 3


@clause("ES-04")
def test_initiative_may_be_raised_for_a_side() -> None:
    found = scene({"name": "Drums", "initiative": 4, "for": "side"})
    assert found.get("fiend").initiative == 1 + 30 + 4


# -- for others ----------------------------------------------------------------------------------------------------------


@clause("ES-01", "ES-43")
def test_a_leader_helps_nearby_allies_once_however_many_leaders_there_are() -> None:
    lead = {"name": "Lead", "attack": 2, "for": "allies"}
    people: list[object] = [pc("ann"), dummy("one", engaged=["ann"]), dummy("other", bonuses=[lead]), dummy("far", zone="gate")]
    zones = [{"name": "yard", "links": ["gate"]}, {"name": "gate"}]
    found = Scene([*people, fiend(lead)], [10, 1, 1, 1, 1], zones=zones)
    assert [swat(found, who=who) for who in ("one", "far", "fiend", "other")] == [10, 8, 10, 10]
    found.rule("set", who="other", stat="state", value="slain")
    assert [swat(found, who=who) for who in ("one", "fiend")] == [10, 8]


@clause("ES-161")
def test_allies_may_gain_against_whom_the_leader_is_grabbing() -> None:
    stab = {"name": "Hold still", "attack": 4, "for": "allies", "against": "grabbed"}
    found = Scene([pc("ann"), dummy("one", engaged=["ann"]), fiend(stab, attacks=[{**HOLD}])], [10, 1, 1])
    assert swat(found, who="one") == 8
    found.do("use:0:ann", 11)
    assert swat(found, who="one") == 12


HOLD: Row = {"name": "Hold", "bonus": 30, "defence": "AC", "hit": [{"damage": 1}, {"grab": True}]}


@clause("ES-37", "ES-38")
def test_the_die_may_be_given_to_allies_and_kept_from_enemies() -> None:
    found = Scene(
        [pc("ann"), dummy("one"), fiend({"name": "Gloom", "no_escalation": True, "for": "enemies"},
         {"name": "Song", "escalates": True, "for": "both", "needs": ["not_staggered"]})], [10, 1, 1])  # fmt: skip
    found.rule("set_escalation", value=3)
    assert [escalation_bonus(found.battle, found.get(who)) for who in ("ann", "one", "fiend")] == [0, 3, 3]
    found.rule("set", who="fiend", stat="hp", value=50)
    assert [escalation_bonus(found.battle, found.get(who)) for who in ("ann", "one", "fiend")] == [0, 0, 0]


@clause("ES-166")
def test_fear_may_reach_everybody_nearby() -> None:
    found = scene(fear=20, fear_nearby=True)
    assert not frightened(found.battle, found.get("bob"))
    found.rule("set", who="bob", stat="hp", value=20)
    assert frightened(found.battle, found.get("bob"))
    narrow = scene(fear=20)
    narrow.rule("set", who="bob", stat="hp", value=20)
    assert not frightened(narrow.battle, narrow.get("bob"))


def test_company_and_kind_decide_who_gains() -> None:
    faith = {"name": "Faith", "attack": 2, "company": ["lower_level", "called dummy x"]}
    people: list[object] = [pc("ann"), dummy("x", level=1)]
    found = Scene([*people, fiend(faith)], [10, 1, 1])
    assert swat(found) == 10
    found.rule("set", who="x", stat="state", value="slain")
    assert swat(found) == 8


# -- what attacks do to it -------------------------------------------------------------------------------------------------


@clause("ES-163")
def test_resistance_may_hold_against_attacks_on_one_defence_only() -> None:
    stone = {"name": "Stone", "resist": 16, "with": ["AC"], "except": ["holy"]}
    found = scene(stone)
    found.end_turn()
    found.do("use:0:fiend", 15)  # 22 hits; 15 is below 16: half of 10
    assert found.hp("fiend") == 95
    full = scene(stone)
    full.end_turn()
    full.do("use:0:fiend", 16)
    assert full.hp("fiend") == 90
    for each in (found, full):
        each.check_clean()


@clause("ES-95", "ES-96")
def test_some_natural_rolls_miss_it_and_some_do_nothing_at_all() -> None:
    wall = scene({"name": "Wall", "misses_on": "1-15"})
    wall.end_turn()
    wall.do("use:0:fiend", 15)  # would hit: a miss, and the miss line deals 3
    assert wall.hp("fiend") == 97
    ghost = scene({"name": "Ghost", "ignores_on": "1-15", "needs": ["escalation_even"]})
    ghost.end_turn()
    ghost.do("use:0:fiend", 15)
    assert ghost.hp("fiend") == 100
    for each in (wall, ghost):
        each.check_clean()


@clause("ES-108")
def test_a_miss_chance_is_rolled_before_the_attack() -> None:
    blur = {"name": "Blur", "miss_chance": 30}
    found = scene(blur)
    found.end_turn()
    found.do("use:0:fiend", 6)  # 1 to 6 of 20: missed, no attack roll, not even miss damage
    assert found.hp("fiend") == 100
    other = scene(blur)
    other.end_turn()
    other.do("use:0:fiend", 7, 11)  # 18 hits
    assert other.hp("fiend") == 90
    for each in (found, other):
        each.check_clean()


@clause("ES-92", "ES-93")
def test_a_crit_may_drop_it_or_be_doubled_once_more() -> None:
    head = scene({"name": "Glass skull", "slays_on_crit": True})
    head.end_turn()
    head.do("use:0:fiend", 20)
    assert head.now.startswith("spare") and head.hp("fiend") == 0
    three = scene({"name": "Brittle", "triple_on_crit": True})
    three.end_turn()
    three.do("use:0:fiend", 20)
    assert three.hp("fiend") == 70


def test_small_damage_may_be_shrugged_off() -> None:
    found = scene({"name": "Grit", "shrugs": 3, "except": ["fire"]})
    found.end_turn()
    found.do("use:0:fiend", 10)  # 17 misses: 3 damage, which is nothing
    assert found.hp("fiend") == 100
    found.check_clean()


@clause("ES-55", "ES-61")
def test_it_may_slip_away_and_past() -> None:
    found = scene({"name": "Gnat", "slips": ["moving", "interception"], "needs": ["not_staggered"]})
    found.do("move/away")
    assert found.now == "turn fiend" and found.get("fiend").engaged == 0
    bob = pc("bob", initiative=0)
    for hp, stops in ((100, False), (50, True)):
        past = Scene([pc("ann"), bob, pc("cat", behind=["bob"]), fiend(
            {"name": "Gnat", "slips": ["interception"], "needs": ["not_staggered"]}, engaged=[])], [10, 5, 5, 1])  # fmt: skip
        past.rule("set", who="fiend", stat="hp", value=hp)
        assert may_intercept(past.battle, past.get("bob"), past.get("fiend"), past.get("cat")) is stops


# -- odds, secrets, records ------------------------------------------------------------------------------------------------


@clause("ES-163")
def test_exact_odds_take_standing_rows_into_account() -> None:
    rows: list[Row] = [
        {"name": "Blur", "miss_chance": 30}, {"name": "Stone", "resist": 16, "with": ["AC"]}, {"name": "Wall", "misses_on": "11-12"},
    ]  # fmt: skip
    found = scene(*rows)
    found.end_turn()
    shown = found.fight.odds(found.asked.id, "use:0:fiend")
    # 14 of 20 find it; 13 to 20 hit (8 of 20): 13-15 for 5, 16-19 for 10, 20 for 20; the rest miss for 3, halved: 1; a 1: nothing
    fates = {dict(fate)["Dummy fiend"]: chance for fate, chance in shown.outcomes.items()}
    find = Fraction(14, 20)
    assert fates == {
        "100 hp": 1 - find + find * Fraction(1, 20), "99 hp": find * Fraction(11, 20), "95 hp": find * Fraction(3, 20),
        "90 hp": find * Fraction(4, 20), "80 hp": find * Fraction(1, 20),
    }  # fmt: skip


def test_a_players_odds_do_not_give_away_a_foes_rows_until_they_were_seen() -> None:
    plain, haze = scene(), scene({"name": "Haze", "ac": 4}, {"name": "Dread", "attack": -2, "for": "engaged"})
    shown: list[object] = []
    for each in (plain, haze):
        each.end_turn()
        shown.append(each.fight.odds(each.asked.id, "use:0:fiend", seat="ann").as_data())
    assert shown[0] == shown[1]
    assert view(plain.fight, "ann")["units"] == view(haze.fight, "ann")["units"]
    haze.do("use:0:fiend", 5)  # the penalty stands in the arithmetic of Ann's roll, so it is known from now on
    haze.end_turn()
    haze.end_turn()
    haze.end_turn()
    assert haze.now == "turn ann"
    plain.do("use:0:fiend", 5)
    for _ in range(3):
        plain.end_turn()
    low, high = (each.fight.odds(each.asked.id, "use:0:fiend", seat="ann").ranges["hit"] for each in (haze, plain))
    assert low[0] == high[0] - Fraction(2, 20)


def test_the_gm_reads_them_as_sentences_and_players_do_not() -> None:
    found = scene(
        {"name": "Haze", "ac": 4, "damage": "2x escalation", "with": ["opportunity"], "needs": ["escalation_odd"]},
        {"name": "Song", "escalates": True, "for": "allies", "whom": ["type undead"]},
        {"name": "Stone", "resist": 16, "except": ["holy"], "against": ["faraway", "not_dazed"], "misses_on": "1-4"},
    )
    assert stats(found, "gm")["traits_shown"] == [
        {
            "name": "Haze",
            "text": "+4 to AC; +2 times the escalation die to damage (attacks: opportunity) while the escalation die is odd.",
        },
        {"name": "Song", "text": "nearby allies (undead): adds the escalation die."},
        {
            "name": "Stone",
            "text": "half of all damage but holy below a natural 16; attacks with a natural 1-4 miss it"
            " against: faraway or not dazed.",
        },
    ]
    assert "traits_shown" not in stats(found, "ann")


def stats(found: Scene, seat: str) -> Row:
    """What a seat sees of the fiend."""
    return stats_of(found.fight, seat, "fiend")


def test_rows_survive_an_export() -> None:
    found = scene({"name": "Haze", "ac": 4, "with": ["opportunity"], "for": "both"})
    again = from_data(found.fight.system.export(found.battle)).battle()
    block = again.units[-1].block  # type: ignore[attr-defined]
    assert (block.bonuses[0].values[b.ON_AC], block.bonuses[0].opportunity, block.bonuses[0].for_) == (4, True, b.FOR_BOTH)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"name": "Empty"}, "changes nothing"),
        ({"name": "Odd", "attack": "many"}, "is no figure"),
        ({"name": "Blur", "miss_chance": 33}, "in steps of 5"),
        ({"name": "Who", "attack": 1, "against": "purple"}, "says nothing about a target"),
        ({"name": "When", "attack": 1, "needs": ["tuesday"]}, "is nothing an attack can need"),
    ],
)
def test_a_row_that_cannot_be_read_is_refused_with_a_sentence(row: Row, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        scene(row)
