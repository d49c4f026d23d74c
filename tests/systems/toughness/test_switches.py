"""House-rule switches: each value does what it says, and what is not offered is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from quintain.engine import Refusal
from quintain.engine.switches import NUMBER, SEVERAL
from quintain.library.encounters import fight_of, from_data, play, sample
from quintain.odds import odds
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
from quintain.systems.toughness.switches import DECLARED
from quintain.systems.toughness.vocabulary import DODGE, MELEE, MISSILE
from tests.support import clause
from tests.systems.toughness.scene import BOW, Scene, foe, one

HIT = Weapon("sword", "sword", 3, MELEE, True)
KEEN = Weapon("keen", "keen", 3, MELEE, True, threat=15)
SHOT = Weapon("bow", "bow", 3, MISSILE, True, increment_ft=60, max_increments=10)


def under(name: str, value: Any, ann: dict[str, Any] | None = None, dice: list[int] | None = None) -> Scene:
    """Ann beside Rat, Bob and Cat far off, one switch set."""
    return Scene(
        one("ann", [0, 0], **(ann or {})), one("bob", [0, 4]), foe("rat", [1, 0]), foe("cat", [9, 4]),
        options={name: value}, dice=dice,
    )  # fmt: skip


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
    with pytest.raises(Exception, match="no switch called 'gravity'"):
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


REROLL = ["reroll"]


def rerolled(dice: list[int], foes_dex: int = 0, threat: int = 20) -> Scene:
    """Ann (melee +1, two points) strikes Rat (Defense 11 and its DEX) and is asked whether to roll again."""
    scene = Scene(
        one("ann", [0, 0], conviction=2, weapons=[{"name": "sword", "damage": 3, "threat": threat}]),
        foe("rat", [1, 0], abilities={"dex": foes_dex}), foe("cat", [9, 4]),
        options={"conviction_extra": REROLL, "initiative_groups": "each"}, dice=dice,
    )  # fmt: skip
    scene.do("attack:sword:rat:lethal")
    assert scene.asked == "reroll of ann"
    return scene


@pytest.mark.parametrize(
    ("first", "second", "counts"), [(3, 5, 15), (3, 14, 14), (12, 1, 12), (12, 2, 12), (11, 1, 11), (18, 12, 18), (2, 10, 20)]
)
def test_a_point_buys_a_second_die_and_the_better_total_counts(first: int, second: int, counts: int) -> None:
    # A second die of 1 to 10 counts 10 more. Rat's save: 20 against 18.
    scene = rerolled([first, second, 20] if counts + 1 >= 11 else [first, second])
    scene.do("yes")
    assert f"{counts} + 1 = {counts + 1} against Defense 11" in scene.texts("attack")[0]
    assert scene.of("ann").conviction == 1
    assert scene.texts("conviction") == [f"Ann spends Conviction and rolls again for attack: {first}, then {second}."]
    scene.check_done()


def test_a_lifted_die_is_no_natural_twenty_and_threatens_nothing() -> None:
    # Defense 25: 10 lifted to 20 makes 21, and no natural hits. Defense 11, threat 15: 8 lifted to 18 hits without a threat.
    hard = rerolled([2, 10], foes_dex=10)
    hard.rule("modify", who="rat", slot="defense", amount=4)
    hard.do("yes")
    assert hard.texts("attack")[0].endswith("against Defense 25: miss (lifted by Conviction: no natural 20).")
    keen = rerolled([2, 8, 20], threat=15)
    keen.do("yes")
    assert keen.texts("attack")[0].endswith("hit.") and keen.texts("confirmation") == []
    real = rerolled([2, 20, 5, 20], foes_dex=10)
    real.rule("modify", who="rat", slot="defense", amount=4)
    real.do("yes")  # a true natural 20 on the second die hits and threatens; the confirmation is a roll of its own
    real.do("no", "reroll of ann")
    assert real.texts("attack")[0].endswith("hit (a natural 20).") and len(real.texts("confirmation")) == 1
    for scene in (hard, keen, real):
        scene.check_done()


def test_a_die_may_be_kept_and_a_lifted_twenty_shows_no_mercy_on_a_save() -> None:
    kept = rerolled([5])
    kept.do("no")
    assert kept.of("ann").conviction == 2 and kept.texts("attack")[0].endswith("miss.")
    # Difficulty 45: 10 lifted to 20 is missed by 25 and kills; a natural 20 would only bruise and hurt.
    ram = {"name": "ram", "damage": 30}
    for second, states in ((10, ["Dead"]), (20, ["Hurt", "Bruised"])):
        scene = Scene(
            foe("rat", [1, 0], weapons=[ram]), one("ann", [0, 0], conviction=1), one("bob", [9, 4], conviction=0),
            options={"conviction_extra": REROLL}, dice=[15, 3, second],
        )  # fmt: skip
        scene.do("attack:ram:ann:lethal")
        scene.do("yes", "reroll of ann")
        assert scene.states("ann") == states
        scene.check_done()


def test_one_point_per_roll_and_none_left_no_question() -> None:
    state = {"staggered": True, "subdual_check": 0}
    scene = under("conviction_extra", REROLL, {"conviction": 2, "state": state}, [4])
    scene.do("yes", "floor of ann")  # a point is in this roll already
    assert scene.asked == "turn of ann" and scene.of("ann").conviction == 1 and scene.states("ann") == []
    other = under("conviction_extra", REROLL, {"conviction": 1, "state": state}, [4, 1])
    other.do("no", "floor of ann")
    other.do("yes", "reroll of ann")  # 1 counts 11
    assert other.states("ann") == [] and other.of("ann").conviction == 0
    scene.check_done()
    other.check_done()


def test_the_odds_of_rolling_again_are_those_of_the_better_die() -> None:
    # 5 and 1 miss Defense 17. A second die: 16 or more of 11 to 20 each twice in twenty: 10 of 20 faces.
    scene = rerolled([5], foes_dex=6)
    assert odds(scene.fight, "yes").chances["hit"] == Fraction(10, 20)
    assert odds(scene.fight, "no").chances["hit"] == 0
    hidden = odds(scene.fight, "yes", seat="ann")
    assert hidden.outcomes == {} and hidden.chances == {} and hidden.unknown == ["Rat's figures"]
    before = Scene(
        one("ann", [0, 0], conviction=2), foe("rat", [1, 0]), foe("cat", [9, 4]), options={"conviction_extra": REROLL}
    )
    assert sum(odds(before.fight, "attack:sword:rat:lethal").outcomes.values()) == 1


def test_rolling_initiative_again_is_offered_without_odds() -> None:
    # 3 rolled again: 5 counts 15, ahead of Rat's 9.
    scene = Scene(
        one("ann", [0, 0], conviction=1), foe("rat", [9, 0]), options={"conviction_extra": REROLL}, roll=True, dice=[3, 5, 9]
    )
    assert scene.asked == "reroll of ann" and not any(option.weighs for option in scene.fight.questions[0].options)
    scene.do("yes")
    assert scene.of("ann").initiative == 15 and scene.asked == "turn of ann"
    scene.check_done()


def test_fights_with_rerolls_run_to_their_end_and_replay() -> None:
    data = {**sample("toughness/standard").data, "options": {"conviction_extra": ["reroll", "escape_death"]}}
    fight = play(from_data(data), seed="rerolls", auto={"*": "steady"})
    assert fight.outcome is not None and any("rolls again" in event.text for event in fight.events)
    again = fight_of(fight.record)
    assert [event.text for event in again.events] == [event.text for event in fight.events]


# -- the floor under any own d20 ---------------------------------------------------------------------------------------

ANY = {"conviction_scope": "any_own_d20"}


def floored(dice: list[int], *more: str, **ann: Any) -> Scene:
    """Ann beside Rat, with the floor for any own d20 and these other switches, such as "conviction_when=after"."""
    options = {**ANY, **dict(switch.split("=") for switch in more)}
    return Scene(one("ann", [0, 0], conviction=2, **ann), foe("rat", [1, 0]), options=options, dice=dice)


def test_conviction_scope_is_recovery_alone_unless_any_own_d20_is_chosen() -> None:
    plain = Scene(one("ann", [0, 0], conviction=2), foe("rat", [1, 0]), dice=[4])
    plain.do("attack:sword:rat:lethal")
    assert plain.asked == "turn of ann" and plain.of("ann").conviction == 2
    plain.check_done()


def test_a_point_before_an_attack_makes_its_total_at_least_10() -> None:
    # +1 against Defense 10 (DEX -1): a 4 makes 5 and would miss; lifted to 10 it hits. Toughness 12 against 18: second degree.
    lifted, plain = "9 + 1 = 10 against Defense 10: hit", "4 + 1 = 5 against Defense 10: miss"
    for dice, spends, text in (([4, 12], "yes", lifted), ([4], "no", plain)):
        scene = Scene(
            one("ann", [0, 0], conviction=2), foe("rat", [1, 0], abilities={"dex": -1}), options=ANY, dice=dice
        )
        scene.do("attack:sword:rat:lethal")
        scene.do(spends, "floor of ann")
        assert text in scene.texts("attack")[0]
        assert scene.of("ann").conviction == (1 if spends == "yes" else 2)
        scene.check_done()


def test_the_floor_is_no_help_above_10_and_costs_the_point_all_the_same() -> None:
    scene = floored([4])
    scene.do("attack:sword:rat:lethal")
    scene.do("yes", "floor of ann")
    assert "9 + 1 = 10 against Defense 11: miss" in scene.texts("attack")[0]
    assert scene.of("ann").conviction == 1 and "counts as at least 10" in scene.texts("conviction")[0]
    scene.check_done()


def test_the_floor_on_the_die_adds_the_bonus_to_10() -> None:
    # 10 + 1 = 11 meets Defense 11; then Rat's Toughness 20 against 18 holds.
    scene = floored([4, 20], "conviction_floor=die")
    scene.do("attack:sword:rat:lethal")
    scene.do("yes", "floor of ann")
    assert "10 + 1 = 11 against Defense 11: hit" in scene.texts("attack")[0]
    scene.check_done()


def test_what_the_floor_lifts_is_no_natural_1_and_a_high_die_is_left_alone() -> None:
    one_face = floored([1, 20], "conviction_floor=die")
    one_face.do("attack:sword:rat:lethal")
    one_face.do("yes", "floor of ann")
    assert "10 + 1 = 11 against Defense 11: hit" in one_face.texts("attack")[0]
    one_face.check_done()
    high = floored([20, 3, 20], "conviction_floor=die")
    high.do("attack:sword:rat:lethal")
    high.do("yes", "floor of ann")
    assert "20 + 1 = 21 against Defense 11: hit" in high.texts("attack")[0]
    # The threat's confirmation is another die, for which another point may be spent.
    high.do("no", "floor of ann")
    assert "3 + 1 = 4 against Defense 11: an ordinary hit" in high.texts("confirmation")[0]
    high.check_done()


def test_a_toughness_save_is_lifted_before_its_degree_is_read() -> None:
    # Rat's sword: against 18. A 2 is missed by 16 (fourth degree), 10 by 8 (second).
    for spends, states in (("yes", ["Wounded", "Dazed"]), ("no", ["Dying", "Unconscious"])):
        scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], conviction=1), one("bob", [9, 4]), options=ANY, dice=[15, 2])
        scene.do("attack:sword:ann:lethal")
        scene.do(spends, "floor of ann")
        assert scene.states("ann") == states
        scene.check_done()


def test_with_conviction_when_after_the_point_is_asked_for_once_the_die_is_seen() -> None:
    scene = Scene(
        one("ann", [0, 0], conviction=2), foe("rat", [1, 0], abilities={"dex": -1}), dice=[4, 20],
        options={**ANY, "conviction_when": "after"},
    )  # fmt: skip
    scene.do("attack:sword:rat:lethal")
    assert "rolls 4 for attack" in scene.fight.questions[0].title
    scene.do("yes", "floor of ann")
    assert "9 + 1 = 10 against Defense 10: hit" in scene.texts("attack")[0]
    scene.check_done()


def test_one_point_at_most_goes_into_a_die() -> None:
    """TO-106: whoever has spent one on the floor is not asked about rolling again, and the other way round."""
    options: dict[str, Any] = {**ANY, "conviction_extra": ["reroll"]}
    scene = Scene(one("ann", [0, 0], conviction=2), foe("rat", [1, 0]), options=options, dice=[4])
    scene.do("attack:sword:rat:lethal")
    scene.do("yes", "floor of ann")
    assert scene.asked == "turn of ann"
    scene.check_done()
    options["conviction_when"] = "after"
    after = Scene(one("ann", [0, 0], conviction=2), foe("rat", [1, 0]), options=options, dice=[4, 3, 20])
    after.do("attack:sword:rat:lethal")
    after.do("yes", "reroll of ann")
    # 3 counts as 13: a hit; no further question before Rat's save.
    assert after.asked == "turn of ann" and "13 + 1 = 14 against Defense 11: hit" in after.texts("attack")[0]
    after.check_done()


def test_saves_first_aid_grapples_and_initiative_are_own_d20s_too() -> None:
    burst = {"name": "Burst", "kind": "area", "range_ft": 60, "radius_ft": 5, "save": "ref", "success": "negates", "damage": 4}
    # Difficulty 10 + 0 + 0: a Reflex of +0 lifted to 10 saves and negates.
    hero = one("ann", [9, 2], conviction=1)
    adept = foe("rat", [0, 0], roles=[{"role": "adept", "level": 1}], powers=[burst])
    saved = Scene(adept, hero, options=ANY, dice=[2])
    saved.do("power:burst:@9,2")
    saved.do("yes", "floor of ann")
    assert saved.states("ann") == [] and saved.of("ann").conviction == 0
    saved.check_done()
    held = Scene(foe("rat", [1, 0]), one("ann", [0, 0], conviction=1), options=ANY, dice=[15, 8, 2])
    held.do("hold:ann")
    held.do("yes", "floor of ann")
    # Rat 8 + 1 = 9, Ann 2 + 1 = 3 lifted to 10: not held.
    assert held.of("ann").held_by == ""
    held.check_done()
    first = Scene(one("ann", [0, 0], conviction=1), foe("rat", [9, 0]), options=ANY, dice=[3, 9], roll=True)
    first.do("yes", "floor of ann")
    assert (first.of("ann").initiative, first.of("rat").initiative) == (10, 9)
    first.check_done()


def test_odds_of_the_floor_are_exact_where_the_figures_are_known() -> None:
    scene = Scene(one("ann", [0, 0], conviction=2), foe("rat", [1, 0], abilities={"dex": -1}), options=ANY)
    scene.do("attack:sword:rat:lethal")
    # +1 against 10: 9 or more hits; with the point every face does.
    assert odds(scene.fight, "yes").chances["hit"] == 1
    assert odds(scene.fight, "no").chances["hit"] == Fraction(12, 20)


@clause("TO-19", "TO-15")
@pytest.mark.parametrize("places", ["words", "squares"])
def test_the_log_tells_a_place_by_who_is_near_or_by_its_square(places: str) -> None:
    # Eve, hidden, is named by nobody. Cat and Rat stand side by side; then nobody is near.
    scene = Scene(
        one("ann", [0, 0]), foe("rat", [5, 0]), foe("cat", [5, 1]), foe("eve", [4, 2], hidden=True), options={"places_told": places}
    )
    scene.do("move:@4,0")
    scene.do("move:@4,3")
    scene.end_turns(2)
    scene.rule("remove", who="eve")
    scene.do("retreat:@0,4", "turn of ann")
    assert scene.texts("move") + scene.texts("retreat") == {
        "words": ["Ann moves 20 ft, beside Rat and Cat.", "Ann moves 15 ft, 10 ft from Cat.", "Ann retreats 20 ft, 25 ft from Rat."],
        "squares": ["Ann moves to 4,0.", "Ann moves to 4,3.", "Ann retreats to 0,4."],
    }[places]
    assert [event.data for event in scene.fight.events if event.kind == "move"] == [{"at": [4, 0]}, {"at": [4, 3]}]
    scene.check_done()


@clause("TO-105", "TO-15", "TO-22")
def test_what_the_gm_rules_of_places_and_reactions_is_told_in_words() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]))
    scene.rule("blast", at="2,0", radius_ft=5, save="ref", dc=15, damage=5)
    scene.rule("exit", at="9,1")
    scene.rule("react", who="ann", act="drop")
    assert scene.texts("ruling") == [
        "The blast breaks out 10 ft from Ann.", "A way out beside Rat is open.", "Ann reacts: drops what it holds.",
    ]  # fmt: skip
    scene.check_done()
