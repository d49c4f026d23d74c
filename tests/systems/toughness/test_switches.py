"""House-rule switches: each value does what it says, and what is not offered is refused."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.engine import Refusal
from quintain.engine.switches import NUMBER, SEVERAL
from quintain.library.encounters import from_data
from quintain.systems.toughness.blocks import BARE
from quintain.systems.toughness.conditions import suffer
from quintain.systems.toughness.defense import (
    attack_bonus,
    attack_slot,
    damage_bonus,
    defense,
    grapple_score,
    may_parry,
    save_bonus,
    threat_of,
    toughness,
)
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.order import turn_order
from quintain.systems.toughness.stats import standing_defense
from quintain.systems.toughness.switches import DECLARED
from quintain.systems.toughness.vocabulary import DODGE, MELEE, MISSILE
from tests.systems.toughness.scene import BOW, Scene, foe, one, under

HIT = Weapon("sword", "sword", 3, MELEE, True)
KEEN = Weapon("keen", "keen", 3, MELEE, True, threat=15)
SHOT = Weapon("bow", "bow", 3, MISSILE, True, increment_ft=60, max_increments=10)


@pytest.mark.parametrize("name", sorted(one.name for one in DECLARED))
def test_every_offered_value_is_taken_and_every_other_refused(name: str) -> None:
    switch = next(one for one in DECLARED if one.name == name)
    for value in switch.values:
        assert switch.why_not([value] if switch.kind == SEVERAL else int(value) if switch.kind == NUMBER else value) == ""
    assert switch.why_not("sometimes").startswith(f"{name} is ")


def test_an_unknown_switch_or_value_in_a_file_is_refused_with_a_sentence() -> None:
    data = {
        "system": "toughness", "name": "x", "map": ["...."], "options": {"gravity": "off"},
        "combatants": [one("ann", [0, 0]), foe("rat", [1, 0])],
    }  # fmt: skip
    with pytest.raises(Refusal, match="no switch called 'gravity'"):
        from_data(data)
    by_name = {switch.name: switch for switch in DECLARED}
    assert "whole number" in by_name["crit_default"].why_not("much")
    assert "a list of reroll" in by_name["conviction_extra"].why_not(["luck"])


def test_defense_base_counts_ten_once_or_twice() -> None:
    for value, wanted in (("10", 11), ("20", 21)):
        scene = under("defense_base", value)
        assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, DODGE) == wanted


def test_lost_turns_overlap_or_add_up() -> None:
    for value, owed in (("overlap", 1), ("cumulative", 2)):
        scene = under("lost_turns", value)
        suffer(scene.fray, scene.of("bob"), 2, True)
        suffer(scene.fray, scene.of("bob"), 2, True)
        assert scene.of("bob").owes == owed


def test_penalties_of_marks() -> None:
    state = {"state": {"hurt": [9, 9], "wounded": 2, "bruised": [9, 9]}}
    scene = under("mark_penalties", "once", state)
    assert (toughness(scene.fray, scene.of("ann"), True), toughness(scene.fray, scene.of("ann"), False)) == (-2, -3)
    scoped = under("lethal_penalty_scope", "lethal_only", state)
    assert (toughness(scoped.fray, scoped.of("ann"), True), toughness(scoped.fray, scoped.of("ann"), False)) == (-4, -2)


def test_wounded_scope_reaches_less() -> None:
    state = {"state": {"wounded": 1}}
    for value, attack, save in (("all_d20", -1, -2), ("no_saves", -1, 0), ("ability_checks_only", 1, 0)):
        scene = under("wounded_scope", value, state)
        assert attack_bonus(scene.fray, scene.of("ann"), scene.of("rat"), HIT, True) == attack
        assert save_bonus(scene.fray, scene.of("ann"), "will") == save


def test_subdual_overflow_may_stop_at_unconscious() -> None:
    scene = under("subdual_overflow", "none", {"state": {"unconscious": True}})
    suffer(scene.fray, scene.of("ann"), 4, False)
    assert scene.states("ann") == ["Unconscious"]


def test_a_natural_one_may_fail_other_saves() -> None:
    scene = under("nat1_saves", "fail", dice=[1])
    scene.rule("save", who="ann", save="fort", dc=3)
    assert scene.texts("save")[0].endswith("3 against 3: failed (a natural 1).")


def test_threats_and_criticals() -> None:
    scene = under("threats", "natural_20_only")
    assert threat_of(scene.fray, scene.of("ann"), scene.of("rat"), KEEN) == 20
    five = under("crit_default", 5)
    assert damage_bonus(five.fray, five.of("ann"), HIT, True) == 3 + 5


def test_parry_and_bare_hands_and_missiles() -> None:
    parrying = under("parry_ranged", "yes", {"can_parry": True})
    assert may_parry(parrying.fray, parrying.of("ann"), SHOT)
    parrying.rule("set", who="ann", stat="str", value=3)  # 10 + 1 + Parry 3, on the sheet too
    assert standing_defense(parrying.fray, parrying.of("ann"), melee=False) == 14
    melee = under("unarmed_bonus", "melee")
    assert attack_slot(melee.fray, BARE) == "melee"
    # A hold is still an attack with Grapple: 9 + 1 + 5 = 15; 10 + 6 against 10 + 1 takes it.
    holding = under("unarmed_bonus", "melee", {"abilities": {"str": 5}}, [9, 10, 10])
    holding.do("hold:rat")
    assert holding.of("ann").holding == "rat"
    weak = under("missile_strength", "none", {"abilities": {"str": 4}, "weapons": [BOW]})
    assert damage_bonus(weak.fray, weak.of("ann"), weak.of("ann").block.weapons[0], False) == 3
    same = under("grapple_size", "same", {"size": "large"})
    assert grapple_score(same.fray, same.of("ann")) == 1 - 1


def test_intent_may_cost_four() -> None:
    scene = under("intent_penalty", "4")
    ann, rat = scene.of("ann"), scene.of("rat")
    assert attack_bonus(scene.fray, ann, rat, HIT, False) == 1 - 4
    assert attack_bonus(scene.fray, ann, rat, HIT, True) == 1


def test_timers_may_run_under_worse_states() -> None:
    scene = under("hourglass_timers", "run", {"state": {"hurt": [2], "wounded": 1}})
    scene.end_turns(9)
    assert scene.states("ann") == ["Wounded"]


def test_heart_and_shield_and_who_may_use_them() -> None:
    free = Scene(one("ann", [0, 0], conviction=0, state={"hurt": [9]}), foe("rat", [1, 0]), options={"heart_cost": "0"})
    free.end_turns()
    free.do("yield")
    free.do("yes", "heart of ann")
    assert free.states("ann") == [] and free.of("ann").conviction == 0
    mixed = {"roles": [{"role": "expert", "level": 1}, {"role": "warrior", "level": 1}], "conviction": 1, "state": {"hurt": [9]}}
    anyone = under("shield_who", "any_warrior_level", mixed)
    anyone.do("shield")
    assert anyone.states("ann") == []
    obeying = under("conviction_hourglass", "obey", {"conviction": 1, "state": {"hurt": [9], "bruised": [9], "wounded": 1}})
    obeying.do("shield")
    assert obeying.states("ann") == ["Wounded", "Hurt"]


def test_the_floor_may_lift_the_die_instead_of_the_total() -> None:
    # CON -2: a die lifted to 10 makes 8 against 10.
    ann = {"abilities": {"con": -2}, "conviction": 1, "state": {"staggered": True, "subdual_check": 0}}
    scene = under("conviction_floor", "die", ann, dice=[4])
    scene.do("yes", "floor of ann")
    assert scene.states("ann") == ["Staggered"]


def test_the_first_check_may_come_at_the_next_turn() -> None:
    scene = Scene(one("ann", [0, 0], conviction=0), foe("rat", [9, 0]), options={"first_check": "next_turn"}, dice=[15])
    scene.end_turns()
    scene.rule("mark", who="ann", state="Staggered")
    scene.end_turns()
    assert scene.states("ann") == [] and scene.fray.round == 2


@pytest.mark.parametrize("state", ["staggered", "disabled"])
def test_what_is_brought_along_is_checked_at_the_first_turn_too(state: str) -> None:
    ann = {"conviction": 0, "state": {state: True}}
    assert under("first_check", "next_turn", ann, [10]).states("ann") == []
    assert under("first_check", "after_interval", ann).texts("recovery") == []


def test_recovery_may_clear_a_whole_state() -> None:
    ann = {"conviction": 0, "state": {"wounded": 3, "lethal_check": 0}}
    assert under("recovery_clears", "whole_state", ann, dice=[15]).states("ann") == []


def test_what_pushes_may_be_more_or_nothing() -> None:
    disabled = {"state": {"disabled": True}, "conviction": 0}
    more = under("pushed", "any_standard", disabled)
    more.do("item")
    assert more.of("ann").dying
    nothing = under("pushed", "gm_only", disabled, dice=[2])
    nothing.do("attack:sword:rat:lethal")
    assert not nothing.of("ann").dying


def test_impaired_combatants_may_be_held_to_one_action() -> None:
    scene = under("impaired_actions", "single", {"state": {"staggered": True}})
    assert "one action a turn" in scene.refused("task")
    scene.do("handle")
    assert scene.asked == "turn of bob"


def test_dying_adversaries_may_die_at_once_or_stay_down_without_dice() -> None:
    dead = under("adversary_dying", "dead")
    dead.rule("mark", who="rat", state="Dying")
    assert dead.states("rat") == ["Dead"]
    out = under("adversary_dying", "out")
    out.rule("mark", who="rat", state="Dying")
    out.end_turns(9)
    assert out.states("rat") == ["Dying"] and out.texts("dying") == []


def test_helpless_defense_may_be_ten() -> None:
    scene = under("helpless_defense", "10", {"state": {"unconscious": True}})
    assert defense(scene.fray, scene.of("ann"), scene.of("rat"), HIT, DODGE) == 10


def test_open_rolls_show_everybody_the_adversaries_dice_and_numbers() -> None:
    for value, audience in (("off", "gm"), ("on", "all")):
        scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0]), options={"open_rolls": value}, dice=[5])
        scene.do("attack:sword:ann:lethal")
        assert [event.audience for event in scene.fight.events if event.kind == "attack"] == [audience]


def test_escape_death_may_be_bought() -> None:
    scene = under("conviction_extra", ["escape_death"], {"conviction": 1, "state": {"dying": True}})
    scene.do("yes", "escape death of ann")
    assert scene.states("ann") == ["Unconscious", "Disabled"] and scene.of("ann").conviction == 0
    assert scene.texts("conviction") == ["Ann spends Conviction and is out of danger."]


def test_a_fight_without_decision_ends_at_the_round_cap() -> None:
    scene = under("round_cap", 2)
    scene.end_turns(8)
    assert scene.fight.outcome is not None and scene.fight.outcome.result == "unresolved"


def test_the_penalty_of_wounded_may_last_a_round_only() -> None:
    scene = under("wounded_penalty_lasts", "one_round")
    scene.rule("mark", who="ann", state="Wounded")
    ann, rat = scene.of("ann"), scene.of("rat")
    assert attack_bonus(scene.fray, ann, rat, HIT, True) == 1 - 2 and toughness(scene.fray, ann, True) == -1
    scene.end_turns(3)
    ann, rat = scene.of("ann"), scene.of("rat")
    assert scene.fray.round == 2 and ann.wounded == 1
    assert attack_bonus(scene.fray, ann, rat, HIT, True) == 1 and toughness(scene.fray, ann, True) == -1


def test_conviction_may_be_spent_after_the_die_has_failed() -> None:
    state = {"staggered": True, "subdual_check": 0}
    failed = under("conviction_when", "after", {"conviction": 1, "state": state}, [4])
    failed.do("yes", "floor of ann")
    assert failed.states("ann") == [] and failed.of("ann").conviction == 0
    made = under("conviction_when", "after", {"conviction": 1, "state": state}, [12])
    assert made.asked == "turn of ann" and made.of("ann").conviction == 1  # nobody is asked where the die is enough
    dying = under("conviction_when", "after", {"conviction": 1, "state": {"dying": True}}, [4])
    dying.do("yes", "floor of ann")
    assert dying.of("ann").dying and dying.of("ann").dying_dc == 11
    hopeless = under("conviction_when", "after", {"conviction": 1, "state": {"dying": True, "dying_dc": 12}}, [4])
    assert hopeless.of("ann").dead and hopeless.of("ann").conviction == 1  # 10 would not help against 12
    for scene in (failed, made, dying, hopeless):
        scene.check_done()


def test_dying_checks_may_fall_at_the_start_of_the_round() -> None:
    # Nothing at Ann's own place in round 1; at the start of round 2 before anybody's turn, Cat first by its place.
    scene = under("dying_when", "round_start", {"conviction": 0, "state": {"dying": True}})
    scene.rule("mark", who="cat", state="Dying")
    scene.rule("place", who="cat", next_to="ann")
    assert scene.texts("dying") == [] and scene.asked == "turn of bob"
    scene.next_dice(12, 9)
    scene.end_turns(2)
    assert [text.split()[0] for text in scene.texts("dying")] == ["Cat", "Ann"] and scene.of("ann").dead
    assert (scene.asked, scene.fray.round) == ("turn of bob", 2)
    over = under("dying_when", "round_start", {"conviction": 0, "state": {"dying": True}}, [11, 2, 2])
    over.rule("remove", who="cat")
    over.rule("set", who="rat", stat="yielded", value=True)
    # The aftermath goes round by round too: 11 against 10, Bob's first aid with a 2, 2 against 11.
    assert over.of("ann").dead and len(over.texts("dying")) == 2 and len(over.texts("aid")) == 1
    scene.check_done()
    over.check_done()


def test_the_hourglass_may_run_over_both_tracks() -> None:
    # Staggered and Disabled are of one degree, lethal counts as worse: no check on Staggered before the day's check.
    state = {"staggered": True, "subdual_check": 0, "disabled": True, "bruised": [1], "hurt": [1]}
    scene = under("hourglass_scope", "both", {"conviction": 0, "state": state}, [10, 10])
    assert scene.texts("recovery") == []
    scene.rule("pass_time", amount=1, unit="days")
    assert [text.split("from ")[1].split(":")[0] for text in scene.texts("recovery")] == ["Disabled", "Staggered"]
    assert scene.states("ann") == []
    # Unconscious keeps Disabled from going; on its own track nothing would.
    state = {"unconscious": True, "disabled": True, "lethal_check": 0}
    asleep = under("hourglass_scope", "both", {"conviction": 0, "state": state})
    assert asleep.texts("recovery") == []
    plain = under("hourglass_scope", "track", {"conviction": 0, "state": state}, [3])
    assert len(plain.texts("recovery")) == 1
    hurt = under("hourglass_scope", "both", {"state": {"bruised": [1], "hurt": [3]}})
    hurt.end_turns(6)
    assert hurt.fray.round == 2 and hurt.states("ann") == ["Hurt", "Bruised"]
    scene.check_done()


@pytest.mark.parametrize(
    ("groups", "dice", "first"), [("each", [15, 3, 9, 8, 7], "ann"), ("by_type", [15, 3, 9], "ann"), ("by_side", [15, 4], "bob")]
)
def test_initiative_may_be_rolled_by_side_or_by_type(groups: str, dice: list[int], first: str) -> None:
    # Bob has DEX 2 and armor; the three foes are alike. One die for a side: Bob's own 2 put him ahead of Ann.
    rows = [
        one("ann", [0, 0]), one("bob", [0, 1], abilities={"dex": 2}, armor=1),
        foe("rat", [9, 0]), foe("cat", [9, 1]), foe("dog", [9, 2]),
    ]  # fmt: skip
    scene = Scene(*rows, options={"initiative_groups": groups}, roll=True, dice=dice)
    placed = [fighter.id for fighter in turn_order(scene.fray)]
    assert placed[0] == first and [id for id in placed if id in ("rat", "cat", "dog")] == ["rat", "cat", "dog"]
    scene.check_done()


@pytest.mark.parametrize(
    ("name", "said", "meant"), [("parry_ranged", True, "yes"), ("parry_ranged", False, "no"), ("open_rolls", True, "on")]
)
def test_a_bare_yes_or_no_in_a_file_means_what_it_says(name: str, said: bool, meant: str) -> None:
    # YAML reads yes, no, on and off as true and false.
    rows = [one("ann", [0, 0]), foe("rat", [9, 0])]
    data: dict[str, Any] = {"system": "toughness", "name": "x", "map": ["." * 20], "options": {name: said}, "combatants": rows}
    options: Any = from_data(data).data["options"]
    assert options == {name: meant}
    with pytest.raises(Refusal, match="defense_base"):
        from_data({**data, "options": {"defense_base": True}})
