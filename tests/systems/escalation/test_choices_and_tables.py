"""Choices and tables inside each other, harm for every action or recovery, and what saves bring to those nearby."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from tests.support import clause
from tests.systems.escalation.fiend import Row, attack, fiend, rider, scene
from tests.systems.escalation.scene import Scene, dummy, pc


@clause("ES-170")
def test_a_choice_may_offer_a_table_and_a_table_a_choice() -> None:
    bargain: Row = {"choose": {"by": "target", "options": [[{"damage": 15}], [{"inflict": "stunned"}]]}}
    table: Row = {"table": {"dice": "1d2", "results": {"1": [{"inflict": "dazed"}], "2": [bargain]}}}
    madness = attack("Madness", hit=[{"choose": {"options": [[table], [{"inflict": "confused"}]]}}])
    found = scene(madness)
    found.do("use:0:ann", 11)
    assert (found.now, found.options) == ("choose fiend", ["1", "2"])
    found.do("1", 2)  # the die says: Ann must choose
    assert (found.now, found.options) == ("choose ann", ["1", "2"])
    found.do("1")
    assert (found.hp("ann"), found.get("ann").conditions) == (25, 0)  # 40 - 15
    found.check_clean()
    other = scene(madness)
    other.do("use:0:ann", 11)
    other.do("2")
    assert (other.hp("ann"), other.get("ann").conditions) == (40, b.CONFUSED)
    other.check_clean()


@clause("ES-170")
def test_an_effect_may_hurt_whenever_its_bearer_takes_an_action() -> None:
    knock = attack("Knock", hit=[{"each_time": {"when": "acts", "effects": [{"damage": 4}]}, "until": "save"}])
    found = Scene([pc("ann"), fiend(knock)], [10, 1])
    found.do("use:0:ann", 11)
    found.end_turn()
    assert found.hp("ann") == 40  # nothing yet: what it suffers is no action of hers
    found.do("use:0:fiend", 10)  # a standard action: 4
    assert found.hp("ann") == 36
    found.do("disengage", 5)  # a move action that comes to nothing: 4 more
    assert found.hp("ann") == 32
    found.end_turn(15)  # ending the turn is none; the save ends it
    assert (found.hp("ann"), found.get("ann").lasting) == (32, [])
    found.check_clean()


@clause("ES-170")
def test_an_effect_may_hurt_whenever_its_bearer_spends_a_recovery() -> None:
    hurts: Row = {"each_time": {"when": "spends a recovery", "effects": [{"damage": 3}]}, "until": "end of battle"}
    found = Scene([pc("ann"), fiend(attack("Brand", hit=[{"damage": 20}, hurts]))], [10, 1])
    found.do("use:0:ann", 11)
    found.end_turn()
    found.do("rally", 1, 1, 1)  # 40 - 20; 3d8 with 12 Constitution (+1) heal 3 + 1; then 3 from the brand
    assert found.hp("ann") == 20 + 4 - 3
    found.check_clean()


@clause("ES-157")
def test_what_a_save_brings_may_fall_on_somebody_nearby() -> None:
    spark: Row = {"damage": 7, "on": "random_other", "count": 1}
    burning: Row = {"ongoing": 5, "until": "save", "each_failed_save": [spark], "after_save": [spark], "after_save_natural": "11-15"}
    for save, bob in ((5, 33), (12, 33), (16, 40)):  # a failure, a success that says so, one that does not
        found = Scene([pc("ann"), pc("bob", initiative=0), fiend(attack("Burn", hit=[burning]))], [10, 5, 1])
        found.do("use:0:ann", 11)
        found.end_turn()
        found.end_turn(save)
        assert (found.hp("ann"), found.hp("bob")) == (35, bob)
        assert len(found.get("ann").lasting) == (save < 11)
        found.check_clean()


@clause("ES-170")
def test_an_attack_may_leave_its_maker_dazed_once_however_many_it_goes_at() -> None:
    dazed: Row = {"inflict": ["dazed"], "on": "self", "until": "start of own next turn"}
    price: Row = {"when": "always", "once": "turn", "effects": [dazed]}
    howl = attack("Howl", kind="close", targets={"count": "all", "range": "nearby"}, riders=[price])
    found = Scene([pc("ann"), pc("bob", initiative=0), dummy("fiend", attacks=[howl], initiative=30)], [10, 5, 1])
    found.do("use:0", 15, 15)
    assert len(found.get("fiend").lasting) == 1 and found.get("fiend").conditions == b.DAZED
    found.end_turn()
    found.until("turn fiend")
    assert found.get("fiend").conditions == 0


@clause("ES-170")
def test_a_form_begins_with_a_mark_and_holds_for_whoever_is_engaged() -> None:
    wave: Row = {"inflict": ["hampered"], "until": "while engaged"}
    begins: list[Row] = [{"mark": "wave", "on": "self", "until": "end of battle"}, {**wave, "on": "each_engaged"}]
    occasions: list[Row] = [
        {"name": "Wave", "when": "turn_start", "chance": "d4 up to escalation", "once": "battle", "effects": begins},
        {"name": "Wave later", "when": "enemy_engages", "needs": ["marked wave"], "effects": [wave]},
    ]
    flood = dummy("fiend", initiative=30, engaged=["ann"], occasions=occasions)
    found = Scene([pc("ann"), pc("bob", initiative=0), flood], [10, 5, 1])  # at escalation 0 there is nothing to roll
    found.end_turn()
    found.until("turn bob")
    assert found.get("ann").conditions == 0
    found.end_turn(1)  # the second round, escalation 1: a 1 will do
    assert found.now == "turn fiend"
    assert (found.get("ann").conditions, found.get("bob").conditions) == (b.HAMPERED, 0)
    found.end_turn()
    found.do("disengage", 15)  # Ann gets away, and is free of it
    assert found.get("ann").conditions == 0
    found.do("stay")
    found.until("turn bob")
    found.do("move/engage:fiend")  # Bob comes at it, and is not
    assert found.get("bob").conditions == b.HAMPERED
    found.check_clean()


@clause("ES-155")
def test_powers_of_one_pool_have_their_uses_in_common() -> None:
    flame, snare = (attack(name, usage="1/battle", pool="Stolen") for name in ("Flame", "Snare"))
    tail = attack("Tail", riders=[rider("natural 1-5", {"regain": "stolen"})])
    found = scene(flame, snare, tail)
    found.do("use:1:ann", 11)
    found.end_turn()
    found.until("turn fiend")
    assert all("used up" in found.why_not(f"use:{place}:ann") for place in (0, 1))
    found.do("use:2:ann", 5)
    found.end_turn()
    found.until("turn fiend")
    assert {"use:0:ann", "use:1:ann"} <= set(found.options)
    found.check_clean()


@clause("ES-159")
def test_a_condition_may_be_ignored_at_a_price() -> None:
    blow: Row = {"name": "Blow", "bonus": 30, "defence": "AC", "hit": [{"damage": 10}, {"inflict": ["dazed"], "until": "save"}]}
    trip: Row = {"name": "Trip", "bonus": 30, "defence": "AC", "hit": [{"inflict": ["stuck"], "until": "save"}]}
    tough = dummy("fiend", engaged=["ann"], immune_conditions=["dazed"], immune_price=5)
    found = Scene([pc("ann", attacks=[blow, trip]), tough], [10, 1])
    found.do("use:0:fiend", 11)
    assert (found.hp("fiend"), found.get("fiend").lasting) == (85, [])  # 100 - 10 - 5 instead of being dazed
    other = Scene([pc("ann", attacks=[blow, trip]), tough], [10, 1])
    other.do("use:1:fiend", 11)
    assert (other.hp("fiend"), other.get("fiend").conditions) == (100, b.STUCK)
    found.check_clean()
