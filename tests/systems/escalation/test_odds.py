"""Odds three ways: the exact reading against every face of every die, against Icepool, and against samples."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import icepool
from hypothesis import given
from hypothesis import strategies as st

from quintain.engine import view
from quintain.engine.sample import SampleReading, Tactics
from quintain.library.encounters import play
from quintain.systems.escalation.play import odds as system_odds
from quintain.systems.escalation.rules import actions, turn_options
from tests.conformance.enrolled import encounter
from tests.systems.escalation.scene import Scene, dummy, hp_odds, odds, pc, person


def weights(die: icepool.Die[int]) -> dict[int, Fraction]:
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items()}


def left(die: icepool.Die[int], hp: int) -> dict[int, Fraction]:
    """What a damage die leaves of so many hit points."""
    shown: dict[int, Fraction] = {}
    for damage, chance in weights(die).items():
        rest = max(0, hp - damage)
        shown[rest] = shown.get(rest, Fraction(0)) + chance
    return shown


def add(into: dict[int, Fraction], part: dict[int, Fraction], share: Fraction) -> None:
    for value, chance in part.items():
        into[value] = into.get(value, Fraction(0)) + share * chance


def test_an_attack_with_crits_miss_damage_and_flexible_attacks_is_what_icepool_says() -> None:
    scene = Scene([person("odrun", engaged=["hound"]), person("hound")], [20, 1])
    found = odds(scene, "use:0:hound")
    assert found.policy == "steady"
    sword = 3 @ icepool.d8 + 4
    expected: dict[int, Fraction] = {}
    face = Fraction(1, 20)
    for natural in range(1, 21):
        if natural == 1:
            add(expected, {44: Fraction(1)}, face)
        elif natural == 20:  # a crit with Hard Edge, the first of the listed preference: (3d8 + 4 + 3) x 2
            add(expected, left((sword + 3) * 2, 44), face)
        elif natural + 7 >= 18:  # Hard Edge at 16+
            add(expected, left(sword + 3 if natural >= 16 else sword, 44), face)
        else:  # an odd miss: 6 by Spiteful Follow-Through, an even one 3
            add(expected, {44 - (6 if natural % 2 else 3): Fraction(1)}, face)
    assert hp_odds(found, "Slag hound") == expected
    assert sum(found.outcomes.values()) == 1
    assert found.cut == 0
    assert found.chances["hit"] == Fraction(10, 20)
    assert found.chances["crit"] == Fraction(1, 20)


def test_resistance_halves_below_its_number_in_the_odds_too() -> None:
    scene = Scene(["caul", "hound"], [20, 1])
    found = odds(scene, "use:2:hound")  # +7 against PD 17: 10 or more hits; fire is resisted below 16
    fire = 4 @ icepool.d8
    expected: dict[int, Fraction] = {}
    for natural in range(1, 21):
        share = Fraction(1, 20)
        if natural == 1:
            add(expected, {44: Fraction(1)}, share)
        elif natural == 20:
            add(expected, left(fire * 2, 44), share)
        elif natural >= 10:
            add(expected, left(fire if natural >= 16 else fire // 2, 44), share)
        else:
            add(expected, {44 - 3 // 2: Fraction(1)}, share)  # 3 fire on a miss, halved to 1
    assert hp_odds(found, "Slag hound") == expected


def test_two_weapons_rerolling_follows_the_stated_policy() -> None:
    scene = Scene([person("vessa", engaged=["dummy"]), dummy()], [20, 1])
    found = odds(scene, "use:0:dummy")
    once = Fraction(10, 20)  # 11 or more hits AC 18
    assert found.chances["hit"] == once + Fraction(1, 20) * once  # a natural 2 is rolled again


def test_an_interrupt_that_turns_a_hit_is_in_the_odds() -> None:
    twist = {
        "name": "Twist", "kind": "close", "action": "interrupt", "trigger": "self_hit", "versus": ["AC"],
        "targets": {"who": "self"}, "hit": [{"defence": {"ac": 4}}],
    }  # fmt: skip
    scene = Scene([pc("ann", engaged=["dummy"], powers=[twist]), dummy(initiative=30)], [10, 10])
    found = odds(scene, "use:0:ann")
    # +8 against AC 18 hits on 10 to 20; the interrupt turns 10 to 13
    assert hp_odds(found, "Ann") == {40: Fraction(13, 20), 35: Fraction(6, 20), 30: Fraction(1, 20)}


def brute_force(needed: int, crit: int, hit: int, extra: int, miss: int, hp: int) -> dict[int, Fraction]:
    """Every face of the d20 and of the damage d6: an attack with an even-hit rider that deals more."""
    shown: dict[int, Fraction] = {}
    for natural, die in product(range(1, 21), range(1, 7)):
        lands = natural != 1 and (natural >= needed or natural == 20)
        if lands:
            damage = (die + hit + (extra if natural % 2 == 0 else 0)) * (2 if natural >= crit else 1)
        else:
            damage = 0 if natural == 1 else miss
        rest = max(0, hp - damage)
        shown[rest] = shown.get(rest, Fraction(0)) + Fraction(1, 120)
    return shown


@given(
    st.integers(3, 30), st.integers(15, 20), st.integers(0, 6), st.integers(0, 4), st.integers(0, 5), st.integers(5, 40)
)
def test_exact_odds_equal_brute_force_on_awkward_numbers(
    ac: int, crit: int, hit: int, extra: int, miss: int, hp: int
) -> None:
    blow = {
        "name": "Blow", "bonus": 5, "defence": "AC", "hit": [{"damage": f"1d6+{hit}"}], "miss": [{"damage": miss}],
        "riders": [{"when": "natural even hit", "effects": [{"extra_damage": extra}]}],
    }  # fmt: skip
    scene = Scene(
        [pc("ann", engaged=["dummy"], attacks=[blow], crit_floor=crit), dummy(ac=ac, hp=hp), dummy("b")], [20, 1, 1]
    )
    assert hp_odds(odds(scene, "use:0:dummy"), "Dummy dummy") == brute_force(ac - 5, crit, hit, extra, miss, hp)


def test_samples_agree_with_the_odds_within_four_sigma() -> None:
    scene = Scene([person("odrun", engaged=["hound"]), person("hound"), dummy("b")], [20, 1, 1])
    expected = hp_odds(odds(scene, "use:0:hound"), "Slag hound")
    mean = sum(hp * chance for hp, chance in expected.items())
    variance = sum((hp - mean) ** 2 * chance for hp, chance in expected.items())
    reading = SampleReading(Tactics(scene.fight.system, {}))
    total, count = 0, 2000
    for number in range(count):
        battle = scene.battle.copy()
        reading.begin(str(number))
        battle.read_by(reading)
        odrun, hound = battle.named("odrun"), battle.named("hound")
        assert odrun is not None
        assert hound is not None
        actions.perform(battle, odrun, turn_options.TurnOption("use", 0, "hound"))
        total += hound.hp
    sigma = (float(variance) / count) ** 0.5
    assert abs(total / count - float(mean)) < 4 * sigma


def test_a_disengage_check_and_a_stabilise_check() -> None:
    scene = Scene([pc("ann", engaged=["a", "b"]), dummy("a"), dummy("b")], [20, 2, 1])
    found = odds(scene, "disengage")
    assert found.of("Ann") == {"40 hp, free": Fraction(9, 20)}  # 12 or more of 20
    assert found.chances["success"] == Fraction(9, 20) and "hit" not in found.chances
    tending = Scene([person("ilse", beside=["ann"]), pc("ann", initiative=0), dummy()], [20, 1, 1])
    tending.rule("set", who="ann", stat="hp", value=-5)
    stable = odds(tending, "stabilise:ann")
    assert stable.of("Ann") == {"stable": Fraction(19, 20), "dying": Fraction(1, 20)}  # only a natural 1 fails
    assert stable.chances["success"] == Fraction(19, 20) and "hit" not in stable.chances


def test_the_odds_of_a_stunt_are_those_of_its_check() -> None:
    scene = Scene([person("vessa"), dummy()], [20, 1])
    scene.rule("stunt", name="swing from the crane", ability="dex", dc=20, failure_damage=4)
    # DEX 18 gives +4, level 3; no background is counted on: 13 or more of 20 reaches 20
    assert odds(scene, "stunt:0").chances == {"success": Fraction(8, 20), "damage": Fraction(12, 20), "harm": Fraction(12, 20)}


def test_a_players_odds_give_no_defence_away() -> None:
    scene = Scene([person("odrun", engaged=["hound"], controller="ann"), person("hound")], [20, 1])
    hidden = scene.fight.odds(scene.asked.id, "use:0:hound", seat="ann")
    assert hidden.outcomes == {}
    assert hidden.unknown == ["AC of Slag hound: 15 to 24", "hit points of Slag hound"]  # level 3 and 12 to 21
    shown = Scene(
        [person("odrun", engaged=["hound"], controller="ann"), person("hound")], [20, 1], options={"reveal": "all"}
    )
    open_health = shown.fight.odds(shown.asked.id, "use:0:hound", seat="ann")
    assert open_health.unknown == ["AC of Slag hound: 15 to 24"]  # `reveal` shows health, never a defence
    assert open_health.ranges == hidden.ranges


def test_every_face_is_told_apart_where_riders_scores_read_off_damage_and_two_interrupts_need_it() -> None:
    """The classes of faces against the twenty faces one by one, with whatever `steady` answers on the way."""

    def scene() -> Scene:
        riders = [
            {"when": "natural above con hit", "effects": [{"inflict": "stuck"}]},
            {"when": "natural odd hit", "effects": [{"extra_damage": "natural"}]},
            {"when": "natural 5/10/15 miss", "effects": [{"miss_damage": 4}]},
        ]
        claw = {"name": "Claw", "bonus": 9, "defence": "AC", "hit": [{"damage": 6}], "miss": [{"damage": 1}], "riders": riders}
        guard = {"kind": "close", "action": "interrupt", "usage": "1/battle", "versus": ["AC"], "targets": {"who": "self"}}
        twist = {**guard, "name": "Twist", "trigger": "self_hit", "hit": [{"defence": {"ac": 4}}]}
        cover = {**guard, "name": "Cover", "trigger": "ally_hit", "targets": {"who": "ally"}, "hit": [{"defence": {"ac": 2}}]}
        ann = pc("ann", ac=19, scores={"con": 15}, powers=[twist], engaged=["fiend"])
        bob = pc("bob", initiative=0, powers=[cover], engaged=["fiend"])
        return Scene([ann, bob, dummy("fiend", attacks=[claw], initiative=30)], [10, 5, 1])

    expected: dict[str, Fraction] = {}
    for face in range(1, 21):
        played = scene()
        played.do("use:0:ann", face)
        while played.now != "turn fiend":
            question = played.asked.question
            assert question is not None
            played.do(question.choose(played.fight.system.tactic("steady")).id())
        fate = system_odds.fate(played.battle, played.get("ann"))
        expected[fate] = expected.get(fate, Fraction(0)) + Fraction(1, 20)
    assert len(expected) > 5
    assert dict(odds(scene(), "use:0:ann").of("Ann")) == expected


def test_a_table_and_a_choice_in_a_hit_line_are_in_the_odds() -> None:
    """d20 + 8 against AC 18: 11 of 20 faces hit, one of them a crit. The die of the table is thrown once a blow has hit."""
    ways = {"1": [{"damage": 4}], "2-4": [{"damage": 10}]}
    ray = {"name": "Ray", "bonus": 8, "defence": "AC", "hit": [{"table": {"dice": "1d4", "results": ways}}]}
    scene = Scene([pc("ann"), dummy("fiend", attacks=[ray], initiative=30, engaged=["ann"])], [10, 1])
    face, low, high = Fraction(1, 20), Fraction(1, 4), Fraction(3, 4)
    expected = {40: 9 * face, 36: 10 * face * low, 30: 10 * face * high, 32: face * low, 20: face * high}
    found = odds(scene, "use:0:ann")
    assert hp_odds(found, "Ann") == expected
    assert sum(found.outcomes.values()) == 1
    either = [[{"damage": 12}], [{"damage": 7}]]
    for by, dealt in (("attacker", 12), ("target", 7)):  # the attacker takes what is listed first, the struck what hurts least
        bite = {"name": "Bite", "bonus": 8, "defence": "AC", "hit": [{"choose": {"by": by, "options": either}}]}
        choice = Scene([pc("ann"), dummy("fiend", attacks=[bite], initiative=30, engaged=["ann"])], [10, 1])
        shown = hp_odds(odds(choice, "use:0:ann"), "Ann")
        assert shown == {40: 9 * face, 40 - dealt: 10 * face, 40 - 2 * dealt: face}


def test_a_roll_that_counts_against_two_is_one_roll_in_the_odds() -> None:
    """+8 against AC 18 and AC 26: 10+ hits Ann, 18+ Bob; the rider spreads it on 16 or more."""
    eye = {
        "name": "Eye", "kind": "close", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}],
        "riders": [{"when": "natural 16+", "effects": [{"also_at": 1}]}],
    }  # fmt: skip
    people = [pc("ann"), pc("bob", initiative=0, ac=26), dummy("fiend", attacks=[eye], initiative=30)]
    found = odds(Scene(people, [10, 5, 1]), "use:0:ann")
    face = Fraction(1, 20)
    assert hp_odds(found, "Ann") == {40: 9 * face, 35: 10 * face, 30: face}
    bob = hp_odds(found, "Bob")
    assert (bob[35], bob[30]) == (2 * face, face)
    assert sum(found.outcomes.values()) == 1


def test_a_thrown_knife_is_as_likely_to_hit_as_the_player_is_shown() -> None:
    """escalation/toll, seed 15: Vessa may throw her knife at each of the hounds; the GM's figure lies inside her range."""
    fight = play(encounter("escalation/toll"), seed=15)
    knives = 0
    while fight.questions and len(fight.entries) < 130:
        asked = fight.questions[0]
        assert asked.question is not None
        for option in asked.options if asked.controller != "gm" and len(fight.entries) > 110 else []:
            if option.label.startswith("Thrown knife"):
                shown, truth = fight.odds(asked.id, option.id, "ann"), fight.odds(asked.id, option.id, "gm")
                low, high = shown.ranges["hit"]
                assert low <= truth.chances["hit"] <= high
                knives += 1
        fight.answer(asked.id, asked.question.choose(fight.system.tactic("steady")).id())
    assert knives >= 3


def test_odds_of_where_to_start_are_answered_at_once() -> None:
    """The very first question of escalation/toll: no dice hang on it before others have chosen, so there is nothing to count."""
    fight = play(encounter("escalation/toll"), seed=15)
    asked = fight.questions[0]
    assert asked.about == "set up"
    for option in asked.options:
        assert fight.odds(asked.id, option.id, "ann").is_empty()


def test_whoever_may_strike_at_an_opening_is_shown_the_odds_of_it() -> None:
    people = [person("odrun", engaged=["hound"], controller="ann"), person("hound")]
    scene = Scene(people, [1, 20])
    leave = next(option for option in scene.options if option.startswith("move/"))
    scene.do(leave)
    assert scene.now == "opportunity odrun"
    row = view(scene.fight, "ann")["questions"][0]
    assert [(one["id"], one["dice"], one["targets"]) for one in row["options"]] == [("yes", True, ["hound"]), ("no", False, [])]
    shown = scene.fight.odds(scene.asked.id, "yes", "ann").as_data()
    truth = scene.fight.odds(scene.asked.id, "yes")
    headline = shown["headline"]
    assert isinstance(headline, dict) and headline["label"] == "hit"
    assert headline["low"] <= truth.chances["hit"] <= headline["high"] and headline["low"] < headline["high"]
    assert truth.of("Slag hound"), "and what becomes of it, for the GM"
    let_be = scene.fight.odds(scene.asked.id, "no").as_data()
    assert let_be["headline"] is None, "letting it go does not hit 0 %"


def test_damage_is_told_die_by_die_to_whoever_saw_the_dice_fall() -> None:
    scene = Scene([person("odrun", engaged=["hound"], controller="ann"), person("hound")], [20, 1])
    scene.do("use:0:hound", 15, 3, 5, 8)
    told = [event for event in view(scene.fight, "ann")["log"] if "takes" in event["text"]]
    terms = told[-1]["terms"]
    assert terms[0] == {"label": "3d8", "value": 16, "faces": [3, 5, 8]}
    assert f"takes {sum(int(term['value']) for term in terms)} damage" in told[-1]["text"]


def test_healing_has_odds_on_the_menu() -> None:
    scene = Scene([person("odrun", controller="ann"), person("hound")], [20, 1])
    scene.rule("set", who="odrun", stat="hp", value=20)
    rally = next(one for one in view(scene.fight, "ann")["questions"][0]["options"] if one["id"] == "rally")
    assert rally["dice"], "its odds are worth asking for"
    shown = scene.fight.odds(scene.asked.id, "rally", "ann").as_data()
    assert shown["headline"] == {"label": "heals", "low": 1.0, "high": 1.0} and shown["fates"]


def test_answers_to_a_blow_have_odds_of_what_becomes_of_whoever_it_falls_on() -> None:
    """Natural 12 + 8 = 20 against AC 17: Twist Aside's +4 makes it a miss; let be, the bite takes 10 of 40 hit points."""
    scene = Scene(["vessa", "odrun", person("hound-a", engaged=["vessa", "odrun"])], [1, 1, 20])
    scene.do("use:0:vessa", 12)
    aside, taken = (odds(scene, each).as_data() for each in ("yes", "no"))
    assert aside["bar"] == [{"label": "saved", "share": 1.0, "kind": "good"}]
    assert taken["bar"] == [{"label": "up", "share": 1.0, "kind": "good"}]
    assert [hp_odds(odds(scene, each), "Vessa Marrow") for each in ("yes", "no")] == [{40: Fraction(1)}, {30: Fraction(1)}]
    shown = view(scene.fight, "vessa")["questions"][0]["stakes"]
    assert shown[0]["text"] == "+4 AC against its natural 12: a miss if it adds +8 or less"
    scene.do("no")
    scene.rule("set", who="vessa", stat="hp", value=8)  # 10 drop her, half of it does not
    assert scene.now == "interrupt odrun"
    assert odds(scene, "yes").as_data()["bar"] == [{"label": "up", "share": 1.0, "kind": "good"}]
    assert odds(scene, "no").as_data()["bar"] == [{"label": "not saved", "share": 1.0, "kind": "none"}]
    # a seat that does not know the bite's damage learns nothing of it from the odds
    assert scene.fight.odds(scene.asked.id, "no", seat="odrun").is_empty()


def test_a_natural_20_is_told_to_hit_whatever_is_added_to_the_defence() -> None:
    scene = Scene(["vessa", person("hound-a", engaged=["vessa"])], [1, 20])
    scene.do("use:0:vessa", 20)
    assert view(scene.fight, "vessa")["questions"][0]["stakes"][0]["text"] == "a natural 20 hits whatever the defence"


def test_a_roll_that_may_be_made_again_and_flexible_attacks_have_odds() -> None:
    scene = Scene(["vessa", person("hound-a", engaged=["vessa"])], [20, 1])
    scene.do("use:0:hound-a", 2)
    # +7 against AC 18: 11 and more, 10 of 20; she knows AC 15 to 24: 8 and more to 17 and more
    assert odds(scene, "yes").chances["hit"] == Fraction(10, 20)
    assert scene.fight.odds(scene.asked.id, "yes", seat="vessa").ranges["hit"] == (Fraction(4, 20), Fraction(13, 20))
    assert odds(scene, "no").as_data()["bar"] == [{"label": "miss", "share": 1.0, "kind": "none"}]
    sword = Scene([person("odrun", engaged=["hound"]), person("hound")], [20, 1])
    sword.rule("set", who="hound", stat="hp", value=20)
    sword.do("use:0:hound", 16)
    # 3d8 + 4 drop 20 with 16 and more of 3d8; with Hard Edge's 3 more, 13 and more of it do
    for option, needed in (("flexible:0", 13), ("none", 16)):
        rolled = weights(3 @ icepool.d8)
        assert odds(sword, option).chances["drop"] == sum([chance for total, chance in rolled.items() if total >= needed])
        assert sorted(odds(sword, option).parts) == [("dropped", "best"), ("hit", "good")]
