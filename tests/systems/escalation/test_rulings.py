"""Where clauses of escalation meet, and the GM's word in the middle of them: the rulings R-80 to R-86."""

from __future__ import annotations

import pytest

from quintain.engine import Automation, Illegal
from quintain.lab.forecast import forecast
from quintain.library.encounters import from_data, play
from quintain.library.problems import FileProblem
from quintain.systems.escalation.printed.vocabulary import CONDITIONS
from quintain.systems.escalation.rules.figures import frightened
from quintain.systems.escalation.rules.sheet import SLAIN, UP, Fighter
from tests.support import clause
from tests.systems.escalation.scene import DUMMY, Scene, dummy, pc, person, row

BOW: dict[str, object] = {"name": "Bow", "kind": "ranged", "bonus": 5, "defence": "AC", "hit": [{"damage": 7}]}
SWORD: dict[str, object] = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}], "miss": [{"damage": 3}]}


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


def test_effects_of_the_start_count_without_a_battle_to_be_taken_up() -> None:
    effect = {"name": "Curse", "modifiers": {"attack": -2}, "until": "end of battle"}
    scene = Scene([pc("ann", initiative=20, start={"effects": [effect]}), dummy(engaged=["ann"])], [20, 1])
    assert scene.get("ann").modifiers[0] == -2


def test_a_grab_a_readied_action_and_last_gasp_saves_of_the_start_count_as_well() -> None:
    held = {"grabbed_by": "dummy", "readied": {"action": "use:0:*", "when": "attacks", "whom": "dummy"}}
    gasp = {"last_gasp": {"name": "Venom", "source": "dummy", "conditions": ["helpless"], "turns": 1, "failures": 2}}
    people = [pc("ann", start=held), pc("bob", start=gasp), dummy(initiative=20, engaged=["ann"])]
    scene = Scene(people, [2, 1, 20])  # the dummy goes first
    assert scene.get("ann").grabber == scene.get("dummy").number
    assert scene.get("ann").readied is not None
    assert scene.get("bob").gasp is not None and scene.get("bob").gasp_fails == 2


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


# -- dice and questions that a ruling has made pointless -------------------------------------------------------------------


@clause("ES-122")
def test_no_death_save_is_asked_of_one_whom_the_gm_has_brought_round() -> None:
    scene = Scene([pc("ann", initiative=20), pc("bob", initiative=10), dummy()], [20, 10, 1])
    scene.fight.type_dice("bob")
    scene.rule("set", who="bob", stat="hp", value=-3)
    scene.end_turn()
    assert scene.now == "roll bob"
    scene.rule("set", who="bob", stat="hp", value=20)
    assert scene.now == "turn bob"
    assert scene.get("bob").recoveries == 8


@clause("ES-127")
def test_nobody_who_is_awake_is_stabilised() -> None:
    scene = Scene(["ilse", person("caul", beside=["ilse"]), dummy()], [19, 5, 1])
    scene.fight.type_dice("ilse")
    scene.rule("set", who="caul", stat="hp", value=-3)
    scene.do("stabilise:caul")
    assert scene.now == "roll ilse"
    scene.rule("set", who="caul", stat="hp", value=5)
    assert scene.now == "turn ilse"
    assert scene.hp("caul") == 5


@clause("ES-56", "ES-57")
def test_no_disengage_check_is_made_from_foes_who_are_gone() -> None:
    scene = Scene([pc("ann", initiative=20, engaged=["one"]), dummy("one"), dummy("two")], [20, 1, 2])
    scene.fight.type_dice("ann")
    scene.do("disengage")
    scene.rule("remove", who="one")
    assert scene.now == "go on ann"


@clause("ES-98", "ES-103")
@pytest.mark.parametrize(("who", "face", "about"), [("odrun", 12, "flexible"), ("vessa", 2, "reroll")])
def test_whoever_falls_after_its_die_is_offered_no_choice_that_follows(who: str, face: int, about: str) -> None:
    """R-85: the attack is carried through as it was rolled."""
    scene = Scene([who, "ilse", person("hound-a", engaged=[who]), dummy()], [20, 1, 1, 1])
    scene.do("use:0:hound-a", face)
    assert scene.now == f"{about} {who}"
    scene.rule("set", who=who, stat="hp", value=-1)
    assert not scene.now.startswith(about)
    assert any(f"natural {face}" in text for text in scene.texts())


@clause("ES-120")
def test_whoever_is_down_by_then_is_not_asked_to_spare_and_who_is_up_again_does_not_fall() -> None:
    """R-85. The hound has 5 hit points, the sword deals 10."""
    people = [pc("ann", initiative=20), pc("bob"), person("hound-a", engaged=["ann"]), dummy()]
    down = Scene(people, [20, 2, 1, 1])
    down.rule("set", who="hound-a", stat="hp", value=5)
    down.do("use:0:hound-a", 15)
    assert down.now == "spare ann"
    down.rule("set", who="ann", stat="hp", value=0)
    assert down.get("hound-a").state == SLAIN
    spared = Scene(people, [20, 2, 1, 1])
    spared.rule("set", who="hound-a", stat="hp", value=5)
    spared.do("use:0:hound-a", 15)
    spared.rule("set", who="hound-a", stat="hp", value=9)
    assert (spared.now, spared.get("hound-a").state, spared.hp("hound-a")) == ("turn ann", UP, 9)


@clause("ES-25")
def test_a_readied_action_that_can_no_longer_be_taken_is_not_asked_about_and_stays() -> None:
    scene = Scene([pc("ann", initiative=20), dummy(engaged=["ann"]), dummy("two")], [20, 10, 1])
    for option in ("ready", "use:0:*", "attacks:dummy", "end"):
        scene.do(option)
    scene.do("use:0:ann")
    assert scene.now == "fire ann"
    scene.rule("crit_bonus", 15, who="ann", condition="stunned")
    assert scene.now == "turn dummy"
    assert scene.get("ann").readied is not None
    assert scene.hp("dummy") == 100


@clause("ES-31")
def test_whoever_is_stunned_by_then_is_not_asked_for_an_interrupt() -> None:
    scene = Scene([person("vessa", engaged=["hound-a"]), "odrun", "hound-a"], [1, 1, 20])
    scene.do("use:0:vessa", 15)
    assert scene.now == "interrupt vessa"
    scene.rule("crit_bonus", who="vessa", condition="stunned")
    assert scene.now == "turn hound-a"
    assert scene.hp("vessa") == 30


@clause("ES-106")
def test_a_stray_shot_does_not_find_whoever_has_left_while_the_gm_was_asked() -> None:
    people = [pc("ann", initiative=20, attacks=[BOW]), *[pc(id, engaged=["dummy"]) for id in ("bob", "cid", "dan")], dummy()]
    scene = Scene(people, [20, 2, 2, 2, 1], options={"redirect": "gm"})
    scene.do("use:0:dummy", 1)
    assert scene.options == ["bob", "cid", "dan"]
    scene.rule("remove", who="cid")
    assert scene.options == ["bob", "dan"]
    scene.rule("remove", 15, who="bob")
    assert scene.hp("dan") == 33
    scene.check_clean()


@clause("ES-119", "ES-75", "ES-87", "ES-56", "ES-108")
@pytest.mark.parametrize(
    ("first", "option"),
    [
        ("stunt", "stunt:0"), ("set", "try rally"), ("note", "disengage"), ("crit_bonus", "use:0:dummy"),
    ],
)  # fmt: skip
def test_no_die_of_an_act_is_thrown_by_whoever_is_down_by_then(first: str, option: str) -> None:
    scene = Scene([pc("ann", initiative=20, engaged=["dummy"]), pc("bob"), dummy()], [20, 2, 1])
    scene.fight.type_dice("ann")
    before: dict[str, dict[str, object]] = {
        "stunt": {"ability": "dex", "dc": 15, "failure_damage": 5}, "set": {"who": "ann", "stat": "rallies", "value": 1},
        "note": {"text": "now"}, "crit_bonus": {"who": "dummy", "condition": "invisible"},
    }  # fmt: skip
    scene.rule(first, **before[first])
    scene.do(option)
    assert scene.now == "roll ann"
    scene.rule("set", who="ann", stat="hp", value=-1)
    assert scene.now == "turn bob"
    assert scene.hp("ann") == -1


@clause("ES-119", "ES-17", "ES-75")
@pytest.mark.parametrize(("options", "about"), [(["ready", "use:1:*"], "trigger"), (["stunt:0"], "background")])
def test_no_choice_of_an_act_is_asked_of_whoever_is_down_by_then(options: list[str], about: str) -> None:
    scene = Scene(["odrun", "ilse", dummy()], [20, 2, 1])
    scene.rule("stunt", ability="dex", dc=15)
    for option in options:
        scene.do(option)
    assert scene.now == f"{about} odrun"
    scene.rule("set", who="odrun", stat="hp", value=-1)
    assert scene.now == "turn ilse"


@clause("ES-89")
def test_an_attack_goes_with_whoever_is_taken_out_while_its_result_is_held() -> None:
    scene = Scene([pc("ann", initiative=20, engaged=["dummy"]), pc("bob"), dummy()], [20, 2, 1])
    scene.fight.hold_results(True)
    scene.do("use:0:dummy", 19)
    assert scene.fight.questions[0].about == "hold"
    scene.rule("remove", who="ann")
    assert scene.now == "turn bob"
    assert scene.hp("dummy") == 100
    assert not [event for event in scene.fight.events if event.kind == "attack"]


@clause("ES-89", "ES-103")
def test_an_attack_goes_with_whoever_is_taken_out_while_it_is_asked_whether_to_roll_again() -> None:
    scene = Scene([pc("ann", initiative=20, two_weapons=True, engaged=["dummy"]), pc("bob"), dummy()], [20, 2, 1])
    scene.do("use:0:dummy", 2)
    assert scene.now == "reroll ann"
    scene.rule("remove", who="ann")
    assert (scene.now, scene.hp("dummy")) == ("turn bob", 100)
    assert not [event for event in scene.fight.events if event.kind == "attack"]


@clause("ES-113")
def test_no_recovery_is_rolled_by_whoever_is_taken_out_while_its_dice_are_awaited() -> None:
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy()], [20, 2, 1])
    scene.fight.type_dice("ann")
    scene.do("rally")
    assert scene.now == "roll ann"
    scene.rule("remove", who="ann")
    assert scene.now == "turn bob"


# -- what an attack or an effect leaves open to somebody --------------------------------------------------------------------

OPEN: list[tuple[str, dict[str, object]]] = [
    ("enemy", {"damage": 4, "on": "one_nearby"}),
    ("ally", {"heal": 4, "on": "ally"}),
    ("compel", {"compel": "basic"}),
    ("dispel", {"dispel": True}),
]
HEX: dict[str, object] = {
    "name": "Hex", "kind": "ranged", "spell": True, "bonus": 30, "defence": "MD", "hit": [{"inflict": "dazed", "until": "save"}],
}  # fmt: skip


def with_rider(effect: dict[str, object]) -> Scene:
    """Ann's sword hits the dummy, and its rider leaves something open; Cid's spell lies on the other dummy by then."""
    rider = {"when": "hit", "effects": [effect], "name": "Rider"}
    sword = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}], "riders": [rider]}
    people = [pc("ann", attacks=[sword], engaged=["dummy"]), pc("bob"), pc("cid", attacks=[HEX]), dummy(), dummy("other")]
    scene = Scene(people, [5, 4, 20, 1, 1])
    scene.do("use:0:other", 10)
    scene.end_turn()
    scene.do("use:0:dummy", 15)
    return scene


@clause("ES-119", "ES-170")
@pytest.mark.parametrize("down", [{"stat": "hp", "value": -1}, {"stat": "state", "value": "gone"}])
@pytest.mark.parametrize(("about", "effect"), OPEN)
def test_whoever_is_down_by_then_is_asked_nothing_by_its_riders_and_nothing_comes_of_them(
    about: str, effect: dict[str, object], down: dict[str, object]
) -> None:
    """R-85: the sword's 10 are dealt, the rider that asks comes to nothing."""
    scene = with_rider(effect)
    assert scene.now == f"{about} ann"
    scene.rule("set", who="ann", **down)
    assert scene.now == "turn bob"
    assert (scene.hp("dummy"), scene.hp("other"), len(scene.get("other").lasting)) == (90, 100, 1)
    scene.check_clean()


@clause("ES-159", "ES-170")
@pytest.mark.parametrize(("about", "effect"), OPEN)
def test_the_stunned_are_awake_and_still_asked_the_helpless_are_not(about: str, effect: dict[str, object]) -> None:
    scene = with_rider(effect)
    scene.rule("crit_bonus", who="ann", condition="stunned")
    assert scene.now == f"{about} ann"
    scene.rule("crit_bonus", who="ann", condition="helpless")
    assert scene.now == "turn bob"


@clause("ES-170")
def test_whoever_has_fallen_or_left_by_then_is_no_choice_any_more() -> None:
    """Of two nearby enemies one goes: the other is left; where both go, nobody is asked."""
    scene = with_rider({"damage": 4, "on": "one_nearby"})
    assert scene.options == ["dummy", "other"]
    scene.rule("remove", who="dummy")
    assert scene.options == ["other"]
    assert "'dummy' is not an option here" in scene.why_not("dummy")
    scene.do("other")
    assert scene.hp("other") == 96
    scene.check_clean()
    compelled = with_rider({"compel": "basic"})
    compelled.rule("crit_bonus", who="dummy", condition="stunned")
    compelled.do("other")  # the stunned strike nobody
    assert (compelled.now, compelled.hp("other")) == ("turn ann", 100)
    compelled.check_clean()


@clause("ES-170")
def test_an_effect_that_has_ended_by_then_is_no_choice_for_dispelling() -> None:
    scene = with_rider({"dispel": True})
    assert scene.options == ["1", "none"]
    scene.rule("end_condition", who="other", condition="dazed")
    assert scene.options == ["none"]


@clause("ES-88", "ES-119")
@pytest.mark.parametrize("by", ["attacker", "target"])
def test_of_several_things_the_first_happens_where_whoever_would_say_is_down(by: str) -> None:
    """R-85: the attack is carried through: 12 fire, or 12 cold against somebody who resists fire on anything below 16."""
    ways = [[{"damage": 12, "type": "fire"}], [{"damage": 12, "type": "cold"}]]
    staff = {"name": "Staff", "bonus": 8, "defence": "AC", "hit": [{"choose": {"by": by, "options": ways}}]}
    scene = Scene([pc("ann", resist={"fire": 16}, hp=40), pc("bob"), dummy(attacks=[staff], engaged=["ann"])], [5, 4, 20])
    scene.do("use:0:ann", 12)
    assert scene.now == f"choose {'ann' if by == 'target' else 'dummy'}"
    if by == "target":
        scene.rule("set", who="ann", stat="hp", value=-1)
    else:
        scene.rule("crit_bonus", who="dummy", condition="helpless")
    # natural 12 is below 16: half of the fire
    assert scene.hp("ann") == (-7 if by == "target" else 34)
    scene.check_clean()


@clause("ES-119", "ES-170")
def test_riders_that_ask_come_to_nothing_in_odds_too_where_their_maker_has_fallen() -> None:
    """R-85: Ann's thorns fell the dummy (3 hit points) before its rider asks which enemy it burns."""
    swat = {**dict(HEX), "name": "Swat", "kind": "melee", "spell": False, "hit": [{"damage": 5}]}
    swat["riders"] = [{"when": "hit", "effects": [{"damage": 4, "on": "one_nearby"}], "name": "Burn"}]
    thorns = row("struck", {"damage": 9})
    people = [pc("ann", occasions=thorns, engaged=["dummy"]), pc("bob"), dummy(attacks=[swat], hp=3), dummy("other")]
    scene = Scene(people, [5, 4, 20, 1])
    fates = scene.fight.odds(scene.asked.id, "use:0:ann").outcomes
    assert {dict(fate)["Bob"] for fate in fates if "Bob" in dict(fate)} <= {"40 hp"}
    scene.do("use:0:ann", 10)
    assert (scene.get("dummy").state, scene.hp("ann"), scene.hp("bob")) == (SLAIN, 35, 40)
    scene.check_clean()


@clause("ES-35", "ES-157")
def test_no_save_is_rolled_against_an_effect_that_the_gm_has_ended_by_then() -> None:
    """Typed: the die is withdrawn. Nothing follows from a save that was never rolled."""
    worse = {"inflict": "dazed", "until": "save", "each_failed_save": [{"inflict": "stunned", "until": "save"}]}
    swat = {"name": "Swat", "bonus": 8, "defence": "AC", "hit": [worse]}
    scene = Scene([pc("ann", engaged=["dummy"]), pc("bob", initiative=0), dummy(attacks=[swat])], [10, 1, 20])
    scene.fight.type_dice("ann")
    scene.do("use:0:ann", 12)
    scene.end_turn()
    scene.end_turn()
    assert scene.now == "roll ann"
    scene.rule("end_condition", who="ann", condition="dazed")
    assert (scene.now, scene.get("ann").lasting) == ("turn bob", [])
    scene.check_clean()


@clause("ES-167")
def test_no_help_is_rolled_for_somebody_whose_last_gasp_is_over() -> None:
    gaze = {"name": "Gaze", "kind": "ranged", "bonus": 30, "defence": "PD", "hit": [{"last_gasp": "helpless"}]}
    scene = Scene([pc("ann", beside=["bob"]), pc("bob", initiative=0), dummy(attacks=[gaze], initiative=30)], [10, 1, 1])
    scene.do("use:0:ann", 10)
    scene.end_turn()
    scene.end_turn(15)  # a hard save: 16
    scene.fight.type_dice("ann")
    scene.do("help:ann")
    assert scene.now == "roll ann"
    scene.rule("end_condition", who="ann", condition="Gaze")
    assert scene.now == "turn bob"


@clause("ES-30", "ES-31")
def test_whoever_is_no_longer_next_to_the_one_who_is_hit_is_not_asked_to_shoulder_in() -> None:
    scene = Scene(["odrun", "vessa", person("hound-a", engaged=["vessa", "odrun"])], [1, 1, 20])
    scene.do("use:0:vessa", 13)  # 13 + 8 against AC 17
    scene.do("no")
    assert scene.now == "interrupt odrun"
    scene.rule("set_zone", who="odrun", zone="rear")
    assert (scene.now, scene.hp("vessa"), scene.get("odrun").interrupt_used) == ("turn hound-a", 30, False)
    scene.check_clean()


# -- fresh cases of R-80 to R-86 -------------------------------------------------------------------------------------------

YARD = [{"name": "yard", "links": ["gate"]}, {"name": "gate", "links": ["yard"]}]


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
        scene.do("yes", 10, *([15] if cast else []))
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
    with pytest.raises(Exception, match="cannot act"):
        scene.rule("set_off", who="ann", cause="dummy")
    scene.rule("end_condition", who="ann", condition="stunned")
    with pytest.raises(Exception, match="nothing that can be done"):
        scene.rule("set_off", who="ann", cause="bob")  # no enemy of hers
    assert scene.get("ann").readied is not None
    scene.rule("set_off", who="ann", cause="dummy")
    assert scene.now == "fire ann"
    scene.rule("remove", who="dummy")
    assert scene.hp("ann") == 40 and scene.now != "fire ann"


# -- the GM's word while dice are awaited ----------------------------------------------------------------------------------


def awaited(scene: Scene) -> str:
    """Which die is awaited, and of whom."""
    pending = scene.asked.pending
    return f"{pending.what} {pending.who}" if pending is not None else ""


@clause("ES-07")
def test_whoever_joins_while_initiative_is_rolled_has_a_place_in_the_order() -> None:
    """The newcomer comes while Ann's die is awaited: it rolls after the others, and has its turn."""
    for ambush in ("", "foes", "party"):
        scene = Scene([pc("ann"), dummy()], [], ambush=ambush, set_up="ask")
        scene.fight.type_dice("*")
        while not awaited(scene):
            scene.do(scene.options[0])
        scene.rule("add", unit={"id": "foe", "side": "foes", "block": {**DUMMY, "name": "Late", "initiative": 7}})
        scene.rule("add", unit={"id": "cid", "side": "party", "block": pc("cid")["block"]})
        for _ in range(12):
            if awaited(scene):
                scene.fight.enter(scene.asked.id, [10])
            elif scene.now.startswith("turn"):
                scene.do("end")
            else:
                scene.do(scene.options[0])
        assert sorted(scene.order) == ["ann", "cid", "dummy", "foe"]
        assert (scene.get("cid").initiative, scene.get("foe").initiative) == (15, 17)
        assert {"cid", "foe"} <= {event.who[0] for event in scene.fight.events if event.kind == "turn"}


@clause("ES-04", "ES-09")
def test_no_initiative_is_asked_for_somebody_taken_out_while_others_roll() -> None:
    scene = Scene([pc("ann"), pc("bob"), dummy()], [], set_up="ask")
    scene.fight.type_dice("*")
    while not awaited(scene):
        scene.do(scene.options[0])
    scene.rule("remove", who="bob")
    scene.fight.enter(scene.asked.id, [10])
    assert awaited(scene) == "initiative dummy"


@clause("ES-163", "ES-09")
def test_who_is_gone_while_its_resistance_is_rolled_is_not_struck() -> None:
    scene = Scene([pc("ann", initiative=20), dummy(resist={"fire": 12}), dummy("other")], [20, 1, 2])
    scene.fight.type_dice("*")
    scene.rule("crit_bonus", who="dummy", damage=30, type="fire")
    assert awaited(scene) == "resistance dummy"
    scene.rule("remove", who="dummy")
    assert not awaited(scene) and scene.hp("dummy") == 100
    assert not any("takes" in event.text for event in scene.fight.events)


@pytest.mark.parametrize(
    ("ruling", "args"), [("remove", {}), ("set", {"stat": "hp", "value": 0}), ("set", {"stat": "state", "value": "gone"})]
)
@clause("ES-88", "ES-109")
def test_no_damage_is_rolled_for_a_blow_at_somebody_taken_out_while_its_result_is_held(ruling: str, args: dict[str, object]) -> None:
    """Nor is it told, or counted, that whoever is gone was hit. The blow at a mook that was slain goes on into its mob (ES-171)."""
    scene = Scene([person("odrun", engaged=["dummy"]), dummy(), dummy("other")], [20, 1, 2])
    scene.fight.type_dice("*")
    scene.fight.hold_results(True)
    scene.do("use:0:dummy")
    scene.fight.enter(scene.asked.id, [15])
    scene.rule(ruling, who="dummy", **args)
    assert not awaited(scene) and scene.now == "turn odrun"
    assert "attack" not in [event.kind for event in scene.fight.events]
    mob = Scene([person("odrun", engaged=["jackal-1"]), person("jackal", count=3)], [20, 1])
    mob.fight.type_dice("*")
    mob.fight.hold_results(True)
    mob.do("use:0:jackal-1")
    mob.fight.enter(mob.asked.id, [15])
    mob.rule(ruling, who="jackal-1", **args)
    assert awaited(mob) == ("damage odrun" if mob.get("jackal-1").state == SLAIN else "")
    if awaited(mob):
        mob.fight.enter(mob.asked.id, [2, 2, 3])  # 7 + 4: one more of the two that are left
        assert mob.battle.pools == [11]


@clause("ES-88", "ES-95")
def test_damage_for_several_is_not_rolled_where_those_hit_are_gone() -> None:
    """18 + 7 hits the first dummy, which the GM takes out while the second's d20 is awaited; 2 + 7 misses that one."""
    sweep = {"name": "Sweep", "kind": "close", "bonus": 7, "defence": "AC", "targets": {"count": "all"}, "hit": [{"damage": "1d6"}]}
    for second, dice in ((2, False), (12, True)):
        scene = Scene([pc("ann", initiative=20, attacks=[sweep]), dummy("x"), dummy("y")], [20, 2, 1])
        scene.fight.type_dice("*")
        scene.do("use:0")
        scene.fight.enter(scene.asked.id, [18])
        scene.rule("remove", who="x")
        scene.fight.enter(scene.asked.id, [second])
        assert (awaited(scene) == "damage ann") == dice


@clause("ES-133", "ES-113")
def test_no_recovery_is_rolled_for_somebody_in_a_coma() -> None:
    people = [pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])]
    scene = Scene(people, [20, 2, 1], options={"meaningful_death": "on"})
    scene.fight.type_dice("*")
    scene.do("rally")
    scene.rule("set", who="ann", stat="hp", value=-30)
    assert not awaited(scene) and scene.get("ann").recoveries == 8
    assert "coma" in " ".join(scene.texts())


@clause("ES-124", "ES-123")
def test_a_death_names_the_clause_it_follows_from() -> None:
    dying = {"hp": -1, "state": "dying", "death_fails": 3}
    scene = Scene([pc("ann", initiative=20), pc("bob", start=dying), pc("cid"), dummy()], [20, 2, 3, 10])
    scene.rule("mishap", who="ann", damage=60)
    scene.until("turn cid")
    scene.end_turn(4)  # Bob's fourth failed death save
    assert [event.clause for event in scene.fight.events if event.kind == "death"] == ["ES-124", "ES-123"]


@clause("ES-161", "ES-46")
def test_a_confused_grabber_holds_no_friend() -> None:
    """ES-159: the confused strike at allies; engagement, and so a grab, is with enemies only."""
    hug = {"name": "Hug", "bonus": 40, "defence": "AC", "hit": [{"damage": 1}, {"grab": True}]}
    scene = Scene([pc("ann"), dummy(initiative=20, attacks=[hug]), dummy("friend")], [1, 20, 2])
    scene.rule("condition", who="dummy", condition="confused", until="end of battle")
    scene.do("confused", 10)
    assert scene.hp("friend") == 99 and scene.get("friend").grabber == -1 and scene.get("friend").engaged == 0
    scene.check_clean()


@clause("ES-171")
def test_a_mook_has_no_hit_points_of_its_own_to_grow() -> None:
    trick = {"name": "Trick", "kind": "close", "action": "quick", "targets": {"who": "ally"}, "hit": [{"fresh_hp": 10}]}
    scene = Scene([pc("ann"), "jackal-a", "jackal-b", dummy(initiative=20, powers=[trick])], [1, 2, 20])
    scene.do("use:1:jackal-a")
    assert scene.battle.pools[scene.get("jackal-a").mob] == 22 and scene.get("jackal-a").max_hp == 11
    scene.check_clean()


# -- what a file says of the start -----------------------------------------------------------------------------------------


@clause("ES-34", "ES-26")
@pytest.mark.parametrize(
    ("until", "after"),
    [
        ("start of target's next turn", [0, 0]), ("end of target's next turn", [-2, 0]), ("end of turn", [-2, 0]),
        ("start of own next turn", [-2, 0]), ("end of own next turn", [-2, -2, 0]),
    ],
)  # fmt: skip
def test_an_effect_of_the_start_ends_when_it_says(until: str, after: list[int]) -> None:
    curse = {"name": "Curse", "source": "dummy", "modifiers": {"attack": -2}, "until": until}
    scene = Scene([pc("ann", initiative=20, start={"effects": [curse]}), dummy()], [20, 1])
    found: list[int] = []
    for _ in after:
        found.append(scene.get("ann").modifiers[0])
        scene.end_turn()
    assert found == after


def test_a_ward_of_the_start_and_of_an_exported_battle_takes_the_edge_off_a_blow() -> None:
    ward = {"name": "Ward", "more": {"blunts": "bearer"}, "until": "end of battle"}
    scene = Scene([pc("ann", start={"effects": [ward]}), dummy(initiative=20, engaged=["ann"])], [1, 20])
    again = play(from_data(scene.fight.system.export(scene.battle)), seed="again", dice=[15])
    scene.fight.add_script([15])
    for fight in (scene.fight, again):
        while fight.questions[0].who != "dummy":
            fight.answer(fight.questions[0].id, "end")
        fight.answer(fight.questions[0].id, "use:0:ann")
        ann = fight.battle.find("ann")
        assert isinstance(ann, Fighter) and ann.hp == 38  # half of 5


@clause("ES-159")
def test_a_fear_that_lies_on_somebody_stays_when_a_newcomer_is_added() -> None:
    dread = {"name": "Dread", "source": "dummy", "more": {"fear_of": 50}, "until": "end of battle"}
    scene = Scene([pc("ann", initiative=20, start={"effects": [dread]}), dummy(engaged=["ann"])], [20, 1])
    assert frightened(scene.battle, scene.get("ann"))
    scene.rule("add", 1, unit={"id": "late", "side": "foes", "block": {**DUMMY, "name": "Late"}})
    assert frightened(scene.battle, scene.get("ann"))


@clause("ES-161")
def test_whoever_starts_held_is_in_melee_with_its_holder() -> None:
    scene = Scene([pc("ann", start={"grabbed_by": "dummy"}), dummy(initiative=20)], [1, 20])
    ann, holder = scene.get("ann"), scene.get("dummy")
    assert (ann.grabber, ann.engaged, holder.engaged) == (holder.number, holder.bit, ann.bit)


@clause("ES-162")
def test_temporary_hit_points_are_gone_with_the_roll_for_initiative() -> None:
    """Ann has 8 of them by the GM's word while everybody is still taking places."""
    scene = Scene([pc("ann"), dummy()], [], set_up="ask")
    scene.rule("set", who="ann", stat="temp_hp", value=8)
    assert scene.now == "set up ann" and scene.get("ann").temp_hp == 8
    scene.do("front", 20, 1)
    assert scene.now == "turn ann" and scene.get("ann").temp_hp == 0
    scene.check_clean()


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ({"temp_hp": 5}, "without `resume`"), ({"delaying": True}, "without `resume`"),
        ({"initiative": 17}, "without `resume`"), ({"rally": "barred"}, "without `resume`"),
        ({"spent": ["Nope"]}, "ann has no 'Nope': there are Sword, Unarmed"), ({"used": {"Nope": 1}}, "no 'Nope'"),
        ({"readied": {"action": "use:9:*", "when": "attacks"}}, "nothing to do on a turn"),
        ({"grabbed_by": "bob"}, "who is no enemy"), ({"grabbed_by": "far"}, "another zone"),
    ],
)  # fmt: skip
def test_what_a_start_cannot_mean_is_refused_by_its_field(start: dict[str, object], why: str) -> None:
    people = [pc("ann", zone="yard", start=start), pc("bob", zone="yard"), dummy("far", zone="gate")]
    with pytest.raises(FileProblem) as no:
        Scene(people, [], zones=YARD)
    assert why in str(no.value) and f"start.{next(iter(start))}" in str(no.value)


@clause("ES-171")
def test_a_mook_that_is_slain_at_the_start_brings_nothing_to_its_mob() -> None:
    """Three jackals of 11, one of them slain: 22, of which two stand."""
    people = [pc("ann", initiative=20), person("jackal-a", start={"state": "slain"}), person("jackal", count=2)]
    scene = Scene(people, [20, 1])
    assert scene.battle.pools == [22]
    scene.rule("crit_bonus", who="jackal-1", damage=11)
    assert scene.battle.pools == [11] and scene.get("jackal-2").state == UP


def test_a_battle_exported_while_initiative_is_rolled_begins_anew() -> None:
    scene = Scene([pc("ann"), pc("bob"), dummy()], [], set_up="ask")
    scene.fight.type_dice("*")
    while not awaited(scene):
        scene.do(scene.options[0])
    scene.fight.enter(scene.asked.id, [10])
    assert scene.get("ann").initiative == 15 and not scene.order
    again = play(from_data(scene.fight.system.export(scene.battle)), seed="anew", auto={"*": "steady"})
    assert again.outcome is not None


@clause("ES-159", "ES-141")
def test_a_condition_by_the_gms_word_is_told_in_words() -> None:
    for number, name in enumerate(CONDITIONS):
        scene = Scene([pc("ann", initiative=20), dummy()], [20, 1])
        before = len(scene.texts())
        scene.rule("condition", who="dummy", condition=name)
        assert scene.get("dummy").conditions == 1 << number
        scene.rule("end_condition", who="dummy", condition=name)
        assert scene.get("dummy").conditions == 0
        assert "_" not in " ".join(scene.texts()[before:])
    assert scene.texts()[before] == "The GM: Dummy dummy has no escalation die for weapons."


# -- moved away in the middle of an attack ---------------------------------------------------------------------------------

BLAST = {
    "name": "Blast", "kind": "close", "bonus": 8, "defence": "PD", "hit": [{"damage": 7}],
    "targets": {"range": "nearby", "count": 3},
}  # fmt: skip


def blasting(**power: object) -> Scene:
    """Ann's blast goes at three at once; the die of the first is awaited."""
    foes = [dummy(name, zone="yard") for name in ("one", "two", "three")]
    scene = Scene([pc("ann", initiative=20, zone="yard", attacks=[{**BLAST, **power}]), *foes], [20, 1, 1, 1], zones=YARD)
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:0")
    assert scene.now == "roll ann"
    return scene


@clause("ES-43", "ES-88")
@pytest.mark.parametrize("thrown", [0, 1])
def test_whoever_is_moved_out_of_an_area_before_its_own_die_is_not_struck(thrown: int) -> None:
    scene = blasting()
    for _ in range(thrown):
        scene.fight.enter(scene.asked.id, [15])
    scene.rule("set_zone", who="two", zone="gate")
    while scene.now == "roll ann":
        scene.fight.enter(scene.asked.id, [15])
    assert [scene.hp(id) for id in ("one", "two", "three")] == [93, 100, 93]
    assert scene.texts().count("Dummy two is out of reach of Blast by now.") == 1
    assert [entry.do for entry in scene.fight.entries].count("withdrawn") == thrown
    scene.check_clean()


@clause("ES-44", "ES-88")
def test_whoever_is_moved_away_from_what_reaches_far_is_struck_all_the_same() -> None:
    scene = blasting(kind="ranged", targets={"range": "faraway", "count": 3})
    scene.rule("set_zone", who="two", zone="gate")
    while scene.now == "roll ann":
        scene.fight.enter(scene.asked.id, [15])
    assert [scene.hp(id) for id in ("one", "two", "three")] == [93, 93, 93]


@clause("ES-52")
def test_a_blow_in_melee_does_not_follow_whoever_is_moved_away_while_it_is_held() -> None:
    scene = Scene([pc("ann", initiative=20, zone="yard"), dummy(engaged=["ann"], zone="yard")], [20, 1], zones=YARD)
    scene.fight.hold_results(True)
    scene.do("use:0:dummy", 15)
    assert scene.now.startswith("hold")
    scene.rule("set_zone", who="dummy", zone="gate")
    assert scene.hp("dummy") == 100 and scene.now == "turn ann"
    told = next(event for event in scene.fight.events if "out of reach" in event.text)
    assert (told.text, told.clause) == ("Dummy dummy is out of reach of Sword by now.", "ES-52")
    scene.check_clean()


# -- saves, one effect after another ---------------------------------------------------------------------------------------


def bitten(*hit: dict[str, object], quick: list[dict[str, object]] | None = None) -> Scene:
    """The dummy's Venom has hit Ann, and its Bile where it has one; it is Ann's turn."""
    attacks = [{"name": "Venom", "bonus": 30, "defence": "AC", "hit": list(hit)}]
    if quick is not None:
        attacks.append({"name": "Bile", "action": "quick", "bonus": 30, "defence": "AC", "hit": quick})
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(attacks=attacks, initiative=30)], [10, 10])
    for number in range(len(attacks)):
        scene.do(f"use:{number}:ann", 10)
    scene.end_turn()
    return scene


@clause("ES-34", "ES-35")
def test_an_effect_that_another_has_made_worse_still_bites_and_is_saved_against() -> None:
    """Venom's failed save makes all poison worse by 2: Bile, next in order, deals 5 instead of 3."""
    worse = {"ongoing": 5, "type": "poison", "each_failed_save": [{"worsen": 2, "type": "poison"}]}
    scene = bitten(worse, quick=[{"ongoing": 3, "type": "poison"}])
    scene.end_turn(2, 15)
    assert scene.hp("ann") == 40 - 5 - 5
    assert [(each.name, each.ongoing) for each in scene.get("ann").lasting] == [("Venom", 7)]
    grown = [text for text in scene.texts() if "save ends" in text][-2:]
    assert ["7 ongoing" in grown[0], "5 ongoing" in grown[1]] == [True, True]
    scene.check_clean()


@clause("ES-34", "ES-157")
def test_no_save_is_awaited_against_what_the_gm_has_ended_though_another_part_of_the_attack_lasts() -> None:
    """Both go by the name of the attack: the save that is awaited is against being dazed, and that is over."""
    scene = bitten({"inflict": "dazed"}, {"ongoing": 5})
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "end")
    assert (scene.asked.id, scene.hp("ann")) == ("save:ann#1", 40)
    scene.rule("end_condition", who="ann", condition="dazed")
    assert (scene.asked.id, scene.hp("ann")) == ("save:ann#2", 35)
    scene.fight.enter(scene.asked.id, [15])
    assert scene.get("ann").lasting == [] and scene.now == "turn dummy"
    assert [event.text for event in scene.fight.events if event.kind == "effect ended"] == [
        "Ann is rid of dazed: the GM.", "Ann is rid of 5 ongoing damage: saved.",
    ]  # fmt: skip
    scene.check_clean()


# -- dice that decide among several, and dice about what is over -------------------------------------------------------------


@clause("ES-106")
def test_a_die_among_several_is_not_awaited_when_one_of_them_is_gone() -> None:
    """R-49: Ann's arrow strays into the melee of Bob and Cid; with Cid gone it finds Bob, and no die is needed."""
    bow = {"name": "Bow", "kind": "ranged", "bonus": 7, "defence": "PD", "targets": {"range": "nearby"}, "hit": [{"damage": 5}]}
    scene = Scene([pc("ann", initiative=20, attacks=[bow]), pc("bob"), pc("cid"), dummy(engaged=["bob", "cid"])], [20, 3, 2, 1])
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:0:dummy")
    scene.fight.enter(scene.asked.id, [1])
    assert scene.asked.id == "stray shot:ann#1"
    scene.rule("remove", who="cid")
    assert scene.asked.id == "attack:ann#2"
    scene.fight.enter(scene.asked.id, [12])
    assert (scene.hp("bob"), scene.hp("dummy")) == (35, 100)
    scene.check_clean()


@clause("ES-159")
def test_the_confused_need_no_die_when_one_ally_is_left() -> None:
    foes = [dummy("one", initiative=20, engaged=["ann"]), dummy("two"), dummy("three")]
    scene = Scene([pc("ann"), *foes], [3, 20, 2, 1])
    scene.rule("crit_bonus", who="one", condition="confused")
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "confused")
    assert scene.asked.id == "random target:one#1"
    scene.rule("remove", who="two")
    assert scene.asked.id == "attack:one#1"
    scene.fight.enter(scene.asked.id, [15])
    assert scene.hp("three") == 95
    scene.check_clean()


@clause("ES-108")
def test_no_die_is_awaited_for_whether_somebody_is_seen_who_is_invisible_no_more() -> None:
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    scene.rule("condition", who="dummy", condition="invisible")
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:0:dummy")
    assert scene.asked.id == "unseen target:ann#1"
    scene.rule("end_condition", who="dummy", condition="invisible")
    assert scene.asked.id == "attack:ann#1"
    scene.fight.enter(scene.asked.id, [15])
    assert scene.hp("dummy") == 90 and not [event for event in scene.fight.events if event.kind == "unseen"]
    scene.check_clean()


@clause("ES-30")
def test_nothing_is_told_of_a_traits_die_that_nobody_throws_any_more() -> None:
    trait = row("attacked", {"damage": 3}, chance="d20 16+")
    scene = Scene([pc("ann", initiative=20), dummy("one", engaged=["ann"], occasions=trait), dummy("two")], [20, 1, 1])
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:0:one")
    scene.fight.enter(scene.asked.id, [15])
    assert scene.asked.id == "Trait:one#1"
    scene.rule("remove", who="one")
    assert scene.now == "turn ann" and not [text for text in scene.texts() if "Trait" in text]
    scene.check_clean()


# -- the battle is over by the GM's word -----------------------------------------------------------------------------------

SPRAY = {
    "name": "Spray", "kind": "close", "bonus": 8, "defence": "PD", "hit": [{"damage": "1d6"}],
    "targets": {"range": "nearby", "count": "1d3", "random": True},
}  # fmt: skip


@clause("ES-141")
@pytest.mark.parametrize("thrown", [[], [2], [2, 1], [2, 1, 1], [2, 1, 1, 15]])
def test_no_die_of_a_battle_is_awaited_that_the_gm_has_ended(thrown: list[int]) -> None:
    """How many, which of them, at the one, at the other, for how much: whichever it is, it falls away."""
    foes = [dummy(name) for name in ("one", "two", "three")]
    scene = Scene([pc("ann", initiative=20, attacks=[SPRAY]), *foes], [20, 1, 1, 1])
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:0")
    for face in thrown:
        scene.fight.enter(scene.asked.id, [face])
    assert scene.asked.pending is not None
    scene.rule("end_battle", outcome="victory")
    assert scene.now == "over" and scene.fight.outcome is not None
    scene.check_clean()


@clause("ES-04", "ES-141")
def test_nobody_rolls_initiative_for_a_battle_that_the_gm_has_ended() -> None:
    automation = Automation()
    automation.typed = ["*"]
    scene = Scene([pc("ann"), dummy()], [], automation=automation)
    assert scene.asked.id == "initiative:ann#1"
    scene.rule("end_battle", outcome="draw")
    assert scene.now == "over"
    scene.check_clean()


@clause("ES-56", "ES-159")
def test_who_becomes_stuck_while_its_disengage_die_is_awaited_stays_where_it_is() -> None:
    scene = Scene([pc("ann", initiative=20), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "disengage")
    scene.rule("condition", who="ann", condition="stuck")
    assert scene.now == "turn ann" and scene.get("ann").engaged
    assert not [event for event in scene.fight.events if event.kind == "disengage"]
    scene.check_clean()


@clause("ES-56", "ES-159")
@pytest.mark.parametrize("condition", ["stuck", "no_disengage"])
def test_a_check_that_takes_no_action_gets_nobody_away_who_is_stuck(condition: str) -> None:
    step = {"name": "Step", "kind": "close", "action": "quick", "targets": {"who": "self"}, "hit": [{"slip_away": True, "on": "self"}]}
    scene = Scene([pc("ann", initiative=20, powers=[step]), pc("bob"), dummy(engaged=["ann"])], [20, 2, 1])
    scene.rule("condition", who="ann", condition=condition)
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:1")
    assert scene.now == "turn ann" and scene.get("ann").engaged
    scene.check_clean()


@clause("ES-62")
@pytest.mark.parametrize("gone", ["cid", "dummy"])
def test_nobody_is_asked_to_step_in_the_way_to_somebody_who_is_gone_or_of_somebody(gone: str) -> None:
    """The dummy rushes at Cid, behind Bob: with either of the two taken away there is nothing to step into."""
    people = [pc("bob"), pc("cid", behind=["bob"]), pc("dan"), dummy(initiative=30), dummy("other", initiative=-20)]
    scene = Scene(people, [3, 2, 1, 1, 1])
    scene.do("move/engage:cid")
    assert scene.now == "intercept bob"
    scene.rule("remove", who=gone)
    assert not scene.now.startswith("intercept") and not scene.get("bob").engaged
    scene.check_clean()


@clause("ES-60")
def test_nobody_strikes_at_an_opening_of_somebody_who_lies_there_by_then() -> None:
    """R-31: Ann walks away from two; as the first is asked the GM brings her down."""
    people = [pc("ann", initiative=20), pc("bob"), dummy("one", engaged=["ann"]), dummy("two", engaged=["ann"])]
    scene = Scene(people, [20, 2, 1, 1])
    scene.do("move/away")
    assert scene.now == "opportunity one"
    scene.rule("set", who="ann", stat="hp", value=-1)
    assert scene.now == "turn bob" and scene.hp("ann") == -1
    scene.check_clean()


@clause("ES-135")
@pytest.mark.parametrize(("hp", "then"), [(40, "retreat ann"), (30, "recover ann"), (15, "recover ann")])
def test_whom_the_gm_heals_in_the_rest_need_not_use_a_recovery(hp: int, then: str) -> None:
    battles = [{"name": "first"}, {"name": "second"}]
    scene = Scene([pc("ann", start={"hp": 5}), dummy("a"), dummy("b", battle=2)], [20, 1], battles=battles)
    scene.rule("end_battle", outcome="victory")
    scene.do("quick")
    assert (scene.now, scene.options) == ("recover ann", ["recover"])
    scene.rule("set", who="ann", stat="hp", value=hp)
    assert scene.now == then
    assert hp == 40 or scene.options == (["recover"] if hp < 21 else ["recover", "enough"])


@clause("ES-30")
def test_no_blow_is_struck_in_answer_at_somebody_who_is_gone() -> None:
    riposte = {
        "name": "Answer", "bonus": 8, "defence": "AC", "trigger": "self_missed", "action": "free", "usage": "1/battle",
        "hit": [{"damage": 5}],
    }  # fmt: skip
    scene = Scene([pc("ann", attacks=[riposte]), pc("bob"), dummy(initiative=30, engaged=["ann"])], [3, 2, 1])
    scene.do("use:0:ann", 2)
    assert scene.now == "triggered ann"
    scene.rule("remove", who="dummy")
    assert not scene.now.startswith("triggered") and scene.get("ann").used[0] == 0


@clause("ES-112", "ES-162")
@pytest.mark.parametrize("gift", ["heal", "temp_hp"])
def test_no_die_is_awaited_for_what_is_given_to_somebody_who_is_gone(gift: str) -> None:
    mend = {
        "name": "Mend", "kind": "close", "action": "quick", "targets": {"who": "ally", "range": "nearby"}, "hit": [{gift: "2d6"}],
    }  # fmt: skip
    scene = Scene([pc("ann", initiative=20, powers=[mend]), pc("bob", start={"hp": 9}), dummy()], [20, 2, 1])
    scene.fight.type_dice("*")
    scene.fight.answer(scene.asked.id, "use:1:bob")
    assert scene.asked.pending is not None
    scene.rule("remove", who="bob")
    assert scene.now == "turn ann" and (scene.hp("bob"), scene.get("bob").temp_hp) == (9, 0)
    assert not [event for event in scene.fight.events if event.kind == "heal"]
    scene.check_clean()
