"""Where clauses of escalation meet, and the GM's word in the middle of them: the rulings R-80 to R-86."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal, Refusal
from quintain.lab.forecast import forecast
from quintain.library.encounters import from_data
from tests.support import clause
from tests.systems.escalation.scene import BOW, SWORD, Scene, dummy, pc


@clause("ES-65")
def test_whoever_is_ruled_to_be_passed_may_step_in_wherever_the_mover_is_going() -> None:
    """R-80: the dummy only walks away to another zone; Ann, whom the GM rules it to go past, may stop it."""
    zones = [{"name": "yard", "links": ["gate"]}, {"name": "gate", "links": ["yard"]}]
    scene = Scene([pc("ann", zone="yard"), dummy(initiative=20, zone="yard")], [1, 20], zones=zones)
    scene.rule("rule_past", mover="dummy", defender="ann", past=True)
    scene.do("move/zone:gate")
    assert scene.now == "intercept ann"
    scene.do("yes")
    assert scene.get("dummy").zone == scene.get("ann").zone and scene.get("dummy").engaged
    scene.check_clean()


@clause("ES-104")
def test_unnamed_modifiers_are_different_circumstances_and_add() -> None:
    """R-81: +2 and +1 without names make +3; the same name again replaces."""
    scene = Scene([pc("ann", initiative=20), dummy(engaged=["ann"])], [20, 1, 8])
    scene.rule("modifier", who="ann", on="attack", value=2)
    scene.rule("modifier", who="ann", on="attack", value=1)
    assert scene.get("ann").modifiers[0] == 3
    scene.rule("modifier", who="ann", on="attack", value=1, name="high ground")
    scene.rule("modifier", who="ann", on="attack", value=2, name="high ground")
    assert scene.get("ann").modifiers[0] == 5


@clause("ES-106")
def test_a_shot_gone_astray_into_a_friend_is_no_hit() -> None:
    """R-82: a natural 1 finds Bob, who is engaged with the dummy: 15 + 5 = 20 against 18 harms him, and counts as no hit of Ann's."""
    ann = pc("ann", initiative=20, attacks=[SWORD, BOW])
    scene = Scene([ann, pc("bob"), dummy(engaged=["bob"])], [20, 2, 1, 1, 15])
    odds = scene.fight.odds(scene.asked.id, next(id for id in scene.options if id.startswith("use:1")))
    assert float(odds.chances["hit"]) == pytest.approx(8 / 20)  # 13 or more: 18 - 5
    scene.do(next(id for id in scene.options if id.startswith("use:1")))
    assert scene.hp("bob") == 33 and scene.hp("dummy") == 100
    scene.check_clean()


@clause("ES-60", "ES-161")
def test_a_shot_already_declared_is_made_though_the_attack_it_drew_grabs_the_shooter() -> None:
    """R-84: Ann shoots at one dummy while the other, engaged with her, hugs her for it: she is grabbed, and her arrow flies."""
    hug = {"name": "Hug", "bonus": 40, "defence": "AC", "hit": [{"grab": True}]}
    ann = pc("ann", initiative=20, attacks=[SWORD, BOW])
    scene = Scene([ann, dummy("near", attacks=[hug], engaged=["ann"]), dummy("far")], [20, 2, 1])
    scene.do("use:1:far")
    assert scene.now == "opportunity near"
    scene.do("yes", 10, 15)  # the hug hits, then 15 + 5 against 18
    assert scene.get("ann").grabber == scene.get("near").number
    assert scene.hp("far") == 93
    scene.check_clean()


@clause("ES-98")
def test_whoever_falls_after_the_roll_is_not_asked_for_a_flexible_attack() -> None:
    """R-85: the attack is carried through, the choice that follows it is not offered."""
    flexible = [{"name": "Press", "kind": "melee", "when": "natural even hit", "effects": [{"damage": 5}]}]
    scene = Scene([pc("ann", initiative=20, flexible=flexible), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    scene.fight.hold_results(True)
    scene.do(next(id for id in scene.options if id.startswith("use:")), 16)
    assert scene.now.startswith("hold")
    scene.rule("set", who="ann", stat="hp", value=-5)
    while scene.now.startswith("hold"):
        scene.do("go")
    assert not scene.now.startswith("flexible")
    assert scene.hp("dummy") == 90


@clause("ES-159", "ES-165")
def test_a_power_that_only_pops_free_is_not_offered_to_the_stuck() -> None:
    slip: dict[str, object] = {
        "name": "Slip", "kind": "close", "action": "quick", "targets": {"who": "self"}, "hit": [{"pop_free": "self", "on": "self"}],
    }  # fmt: skip
    scene = Scene([pc("ann", initiative=20, powers=[slip]), dummy(engaged=["ann"])], [20, 1])
    assert "use:1" in scene.options
    scene.rule("mishap", who="ann", condition="stuck")
    assert "use:1" not in scene.options and "stuck" in scene.why_not("use:1")


@clause("ES-17")
def test_words_that_a_player_readies_for_name_nobody() -> None:
    """Whatever they say: words of one's own, and such as somebody unseen is called by."""
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"]), dummy("lurker")], [20, 3, 1])
    scene.rule("hide", who="lurker")
    scene.do("ready")
    scene.do(next(id for id in scene.options if id.startswith("use:")))
    for words in ("words:the bell rings", "words:lurker", "words:nobody"):
        twin = scene.fight.fork()
        assert twin.answer(scene.asked.id, words, "cara")


@clause("ES-17")
def test_anything_in_the_open_may_be_readied_for_and_comes_at_the_gms_word() -> None:
    """R-86: "when the bell rings" is nothing the rules can see: the GM sets it off."""
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])], [20, 3, 1])
    scene.do("ready")
    scene.do(next(id for id in scene.options if id.startswith("use:")))
    scene.do("words:the bell rings")
    assert scene.get("ann").readied is not None
    assert any("the bell rings" in text for text in scene.texts())
    scene.do("end")
    scene.rule("set_off", who="ann", cause="dummy")
    assert scene.now == "fire ann"
    scene.do("yes", 15)
    assert scene.hp("dummy") == 90 and scene.get("ann").readied is None
    scene.check_clean()


@clause("ES-19")
def test_nothing_sets_off_what_is_held_before_the_turn_it_was_readied_on_is_over() -> None:
    """R-86: ready from the end of that turn on, also at the GM's word."""
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])], [20, 3, 1])
    for option in ("ready", "use:0:dummy", "words:the bell rings"):
        scene.do(option)
    assert scene.now == "turn ann"
    with pytest.raises(Illegal, match="Ann's own turn"):
        scene.rule("set_off", who="ann", cause="dummy")
    scene.end_turn()
    scene.rule("set_off", who="ann", cause="dummy")
    scene.do("yes", 15)
    assert scene.hp("dummy") == 90
    scene.check_clean()


@clause("ES-104", "ES-89")
def test_the_terms_told_are_those_that_counted() -> None:
    """R-69: two blessings of one name, +1 and +2, count +2 once; the terms sum to the total that was compared."""
    ends = {2: "end of battle", 1: "end of turn"}
    effects = [{"name": "blessing", "modifiers": {"attack": value}, "until": until} for value, until in ends.items()]
    scene = Scene([pc("ann", initiative=20, start={"effects": effects}), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    assert len(scene.get("ann").lasting) == 2
    scene.do(next(id for id in scene.options if id.startswith("use:")), 9)
    told = next(event for event in scene.fight.events if event.kind == "attack")
    assert sum(value for label, value in told.math if label == "blessing") == 2
    assert f"total {sum(value for _, value in told.math)}" in told.text


@clause("ES-89")
def test_an_attack_die_that_nobody_can_throw_falls_away() -> None:
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    scene.fight.type_dice("*")
    scene.do(next(id for id in scene.options if id.startswith("use:")))
    assert scene.asked.id.startswith("attack:ann")
    scene.rule("remove", who="dummy")
    assert scene.now == "over" or not scene.asked.id.startswith("attack:ann")


def test_a_foe_that_can_do_no_harm_is_still_felled() -> None:
    """Automatic play ends such a fight by winning it."""
    harmless = {"name": "Post", "level": 1, "initiative": 0, "ac": 14, "pd": 12, "md": 10, "hp": 20, "attacks": []}
    people = [pc("ann"), {"id": "post", "side": "foes", "block": harmless}]
    found = forecast(from_data({"system": "escalation", "name": "post", "combatants": people}), fights=40, seed=1)
    assert found.wins.value == 1.0


@clause("ES-88")
def test_damage_dice_of_an_attacker_who_is_gone_are_the_gms_to_throw() -> None:
    """R-85: the dummy's blow has hit when the GM slays it; nobody waits for its die, and the blow is carried through."""
    swat: dict[str, object] = {"name": "Swat", "bonus": 8, "defence": "AC", "hit": [{"damage": "1d6"}]}
    scene = Scene([pc("ann"), dummy(initiative=20, engaged=["ann"], attacks=[swat])], [1, 20])
    scene.fight.type_dice("*")
    scene.do("use:0:ann")
    pending = scene.asked.pending
    assert pending is not None and pending.who == "dummy"
    scene.fight.enter(scene.asked.id, [15])
    scene.rule("set", who="dummy", stat="state", value="slain")
    pending = scene.asked.pending
    assert pending is not None and (pending.what, pending.who) == ("damage", "")
    scene.fight.enter(scene.asked.id, [4])
    assert scene.hp("ann") == 36
    scene.check_clean()


@clause("ES-104")
def test_a_modifier_of_the_same_name_replaces_the_first_however_long_either_lasts() -> None:
    """R-81: on the rolls and defences that both speak of; the rest of the first stays."""
    scene = Scene([pc("ann", initiative=20), dummy()], [20, 1])
    scene.rule("modifier", who="ann", on="defences", value=4, name="cover")
    scene.rule("modifier", who="ann", on="ac", value=1, name="cover", until="save")
    assert scene.get("ann").modifiers[1:4] == [1, 4, 4]
    scene.rule("modifier", who="ann", on="ac", value=-2, name="cover", until="end of turn")
    assert scene.get("ann").modifiers[1:4] == [-2, 4, 4]
    scene.check_clean()


# -- fresh cases of R-80 to R-86 -------------------------------------------------------------------------------------------

@clause("ES-65", "ES-61")
def test_nobody_passed_steps_in_who_is_engaged_or_whom_the_gm_rules_out() -> None:
    """R-80: passing gives the option to the free only; ruled not to go past, even one who stands behind somebody is reached."""
    people = [pc("ann"), pc("bob", behind=["cid"]), pc("cid"), dummy(initiative=20), dummy("other", engaged=["ann"])]
    scene = Scene(people, [1, 2, 3, 20, 4])
    scene.rule("rule_past", mover="dummy", defender="ann", past=True)  # engaged with the other: she cannot
    scene.rule("rule_past", mover="dummy", defender="cid", past=False)  # whom bob stands behind
    scene.do("move/engage:bob")
    assert scene.get("dummy").engaged == scene.get("bob").bit
    scene.check_clean()


@clause("ES-64", "ES-65")
def test_a_mover_ruled_past_somebody_on_its_way_to_a_friend_is_stopped_there() -> None:
    """R-80: it was going to no enemy at all. The word comes while the attack that its leaving drew is still open (R-20)."""
    people = [pc("ann"), pc("bob"), dummy(initiative=20, engaged=["bob"]), dummy("friend")]
    scene = Scene(people, [1, 2, 20, 3])
    scene.do("move/beside:friend")
    assert scene.now == "opportunity bob"
    scene.rule("rule_past", mover="dummy", defender="ann", past=True)
    scene.do("no")
    assert scene.now == "intercept ann"
    scene.do("yes")
    assert scene.get("dummy").engaged == scene.get("ann").bit and not scene.get("dummy").beside
    scene.check_clean()


@clause("ES-106", "ES-170")
def test_a_stray_shot_sets_off_no_rider_and_a_second_natural_1_is_a_plain_fumble() -> None:
    """R-82, R-50: 18 would set off the rider on the target it was meant for; on Bob it deals its damage alone."""
    bow = {**BOW, "riders": [{"when": "natural 16+ hit", "effects": [{"inflict": "dazed"}]}]}
    ann = pc("ann", initiative=20, attacks=[SWORD, bow])
    scene = Scene([ann, pc("bob"), dummy(engaged=["bob"])], [20, 2, 1, 1, 18])
    fork = scene.fight.fork()
    scene.do("use:1:dummy")
    assert scene.hp("bob") == 33 and scene.get("bob").conditions == 0
    assert [event.verdict for event in scene.fight.events if event.kind == "attack"] == ["hit"]
    scene.check_clean()
    fork.rule_with("force", {"who": "ann", "what": "attack", "faces": [1]})
    fork.rule_with("force", {"who": "ann", "what": "attack", "faces": [1]})
    told = fork.answer(fork.questions[0].id, "use:1:dummy")
    assert [event.verdict for event in told if event.kind == "attack"] == ["fumble"]


@clause("ES-106", "ES-109")
def test_a_friend_whom_a_stray_shot_fells_is_nobodys_feat() -> None:
    """R-82: Bob has 3 hit points, a natural 1 (then 13 or more, 18 - 5) fells him: 1/20 x 8/20, and no drop or damage of Ann's."""
    ann = pc("ann", initiative=20, attacks=[SWORD, BOW])
    scene = Scene([ann, pc("bob", start={"hp": 3}), dummy(engaged=["bob"])], [20, 2, 1])
    chances = scene.fight.odds(scene.asked.id, "use:1:dummy").chances
    assert float(chances["dropped:bob"]) == pytest.approx(1 / 20 * 8 / 20)
    assert chances["drop"] == 0 and float(chances["damage"]) == pytest.approx(8 / 20)


@clause("ES-60", "ES-54")
def test_a_spell_goes_off_though_its_caster_is_grabbed_but_not_by_one_who_is_stunned_or_down() -> None:
    """R-84: being held does not undo what was declared; who can no longer act by then does (ES-60)."""
    bolt = {**BOW, "name": "Bolt", "spell": True}
    for brings, cast in (({"grab": True}, True), ({"inflict": "stunned"}, False), ({"damage": 99}, False)):
        hug = {"name": "Hug", "bonus": 40, "defence": "AC", "hit": [brings]}
        ann = pc("ann", initiative=20, attacks=[SWORD, bolt])
        scene = Scene([ann, pc("bob"), dummy(attacks=[hug], engaged=["ann"])], [20, 2, 1])
        scene.do("use:1:dummy")
        scene.do("yes", 10, *([15] if cast else [4] if "inflict" in brings else []))
        assert scene.hp("dummy") == (93 if cast else 100)
        scene.check_clean()


@clause("ES-25", "ES-19")
def test_what_was_readied_in_words_waits_for_one_who_can_take_it() -> None:
    """R-86: stunned, Ann is not asked; with the cause out of reach the moment passes, and what she holds stays hers."""
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])], [20, 3, 1])
    scene.do("ready")
    scene.do("use:0:*")
    scene.do("words:the bell rings")
    scene.do("end")
    scene.rule("condition", who="ann", condition="stunned")
    with pytest.raises(Refusal, match="cannot act"):
        scene.rule("set_off", who="ann", cause="dummy")
    scene.rule("end_condition", who="ann", condition="stunned")
    with pytest.raises(Refusal, match="nothing that can be done"):
        scene.rule("set_off", who="ann", cause="bob")  # no enemy of hers
    assert scene.get("ann").readied is not None
    scene.rule("set_off", who="ann", cause="dummy")
    assert scene.now == "fire ann"
    scene.rule("remove", who="dummy")
    assert scene.hp("ann") == 40 and scene.now != "fire ann"
