"""Attacks, modifiers, shooting into melee, invisibility (chapters M and N)."""

from __future__ import annotations

import pytest

from quintain.engine import Refusal
from quintain.systems.escalation.printed import tables
from quintain.systems.escalation.rules.figures import crit_floor
from quintain.systems.escalation.traits.verbs_actions import ANSWERS
from quintain.systems.escalation.traits.verbs_harm import HARM
from tests.support import clause
from tests.systems.escalation.scene import Scene, attack_bonus, dummy, pc, person


@clause("ES-88")
def test_an_attack_is_declared_struck_at_rolled_per_target_then_resolved() -> None:
    volley = {
        "name": "Volley", "kind": "ranged", "bonus": 7, "defence": "PD", "targets": {"count": 2, "in_group": True},
        "hit": [{"damage": "2d6"}],
    }  # fmt: skip
    foes: list[str | dict[str, object]] = [dummy("a"), dummy("b"), dummy("c", engaged=["ann"])]
    scene = Scene([pc("ann", attacks=[volley]), *foes], [20, 3, 2, 1])
    scene.do("use:0")
    scene.do("at:a+b")
    assert scene.now == "opportunity c"  # after declaring, before rolling
    scene.do("no", 10, 15, 3, 4)  # a d20 each in declared order, then the damage dice once: 7 for both
    assert [scene.hp("a"), scene.hp("b")] == [93, 93]
    kinds = [event.kind for event in scene.fight.events]
    assert kinds[-4:] == ["attack", "attack", "harm", "harm"]
    scene.check_clean()


@clause("ES-89")
def test_a_total_that_equals_the_defence_hits() -> None:
    scene = Scene([person("odrun", engaged=["dummy"]), dummy()], [20, 1])
    scene.rule("set_escalation", value=2)
    scene.do("use:0:dummy", 9, 1, 1, 1)  # 9 + 7 + 2 = 18 against AC 18; 9 odd and a hit: nothing flexible
    assert scene.hp("dummy") == 93
    event = next(event for event in scene.fight.events if event.kind == "attack")
    assert event.math == [("d20", 9), ("Longsword", 7), ("escalation die", 2)]
    scene.check_clean()


@clause("ES-90")
def test_spells_add_the_level_like_weapons() -> None:
    scene = Scene(["caul", dummy()], [20, 1])
    caul = scene.get("caul")
    lance = caul.block.powers[2]
    assert lance.spell
    assert lance.bonus == 4 + 3  # INT 18 and level 3
    rod = pc(
        "rod",
        scores={"int": 18},
        attacks=[{"name": "Ray", "kind": "ranged", "spell": True, "ability": "int", "magic": 1, "defence": "PD"}],
    )
    scene = Scene([rod, dummy()], [20, 1])
    assert scene.get("rod").block.powers[0].bonus == 8  # and an implement's +1


@clause("ES-91")
def test_a_natural_20_always_hits_and_crits() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(ac=60)], [20, 1])
    scene.do("use:0:dummy", 20)
    assert scene.hp("dummy") == 80  # 10 doubled
    scene.check_clean()


@clause("ES-92")
def test_a_crit_doubles_the_whole_total() -> None:
    scene = Scene([person("odrun", engaged=["dummy"]), dummy()], [20, 1])
    scene.do("use:0:dummy", 20)
    scene.do("none", 5, 2, 8)  # no flexible attack; 5 + 2 + 8 + 4 = 19, doubled 38
    assert scene.hp("dummy") == 62
    scene.rule("crit_bonus", who="dummy", damage=3, text="the shield splits")
    assert scene.hp("dummy") == 59
    scene.check_clean()


@clause("ES-93")
def test_doublings_add_up() -> None:
    def dealt(doublings: int) -> int:
        riders = [
            {"when": "always", "name": f"twice {n}", "effects": [{"double_damage": True}]} for n in range(doublings)
        ]
        blow = {"name": "Blow", "bonus": 7, "defence": "AC", "hit": [{"damage": "3d8+4"}], "riders": riders}
        scene = Scene([pc("ann", engaged=["dummy"], attacks=[blow]), dummy(hp=300)], [20, 1])
        scene.do("use:0:dummy", 20, 5, 2, 8)  # 19, a crit
        scene.check_clean()
        return 300 - scene.hp("dummy")

    assert [dealt(0), dealt(1), dealt(2)] == [38, 57, 76]


@clause("ES-94")
def test_each_expansion_lowers_the_natural_roll_that_crits() -> None:
    scene = Scene([pc("ann", engaged=["dummy"], crit_floor=18), dummy()], [20, 1])
    scene.do("use:0:dummy", 18)
    assert scene.hp("dummy") == 80
    miss = Scene([pc("ann", engaged=["dummy"], crit_floor=18), dummy(ac=40)], [20, 1])
    miss.do("use:0:dummy", 18)  # inside the range, but the total misses: 3 miss damage
    assert miss.hp("dummy") == 97
    house = Scene(
        [pc("ann", engaged=["dummy"], crit_floor=18), dummy(ac=40)], [20, 1], options={"expanded_crit_hits": "on"}
    )
    house.do("use:0:dummy", 18)
    assert house.hp("dummy") == 80
    low = Scene([pc("ann", engaged=["dummy"], crit_floor=2), dummy()], [20, 1])
    ann, target = low.get("ann"), low.get("dummy")
    assert crit_floor(low.battle, ann, ann.block.powers[0], target) == 2  # never below 2


@clause("ES-95")
def test_a_natural_1_does_nothing_to_the_target() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), dummy(ac=2)], [20, 1])
    scene.do("use:0:dummy", 1)  # 1 + 7 = 8 would hit AC 2
    assert scene.hp("dummy") == 100  # not even miss damage
    scene.rule("mishap", who="ann", damage=4, text="the plank gives way")
    assert scene.hp("ann") == 36
    scene.check_clean()


@clause("ES-96")
def test_a_miss_does_nothing_without_a_miss_line() -> None:
    scene = Scene([person("odrun", engaged=["dummy"]), dummy(), dummy("far")], [20, 1, 1])
    scene.do("use:0:dummy", 3)
    scene.do("none")
    assert scene.hp("dummy") == 97  # the longsword: its level, 3
    scene.end_turn()
    scene.until("turn odrun")
    scene.do("use:1:dummy", 2)
    assert scene.hp("dummy") == 97  # the javelin: nothing
    scene.check_clean()


@clause("ES-97")
def test_damage_bonuses_leave_miss_damage_alone() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), dummy()], [20, 1])
    scene.rule("modifier", who="ann", on="damage", value=5)
    scene.do("use:0:dummy", 3)
    assert scene.hp("dummy") == 97
    scene.end_turn()
    scene.until("turn ann")
    scene.do("use:0:dummy", 15)
    assert scene.hp("dummy") == 97 - 15  # 10 + 5 on a hit
    scene.check_clean()


@clause("ES-98")
def test_the_choice_after_the_roll_shows_what_it_came_to_and_what_each_way_brings() -> None:
    """Natural 17 + 7 (level 3, STR 4) + 6 for the die = 30 against AC 18."""
    scene = Scene([person("odrun", engaged=["dummy"]), dummy()], [20, 1])
    scene.rule("set_escalation", value=6)
    scene.do("use:0:dummy", 17)
    assert scene.now == "flexible odrun" and scene.asked.question is not None
    assert [stake["text"] for stake in scene.asked.question.stakes()] == [
        "natural 17, total 30 against AC: a hit", "Hard Edge: 3 damage",
    ]  # fmt: skip
    missed = Scene([person("odrun", engaged=["dummy"]), dummy()], [20, 1])
    missed.do("use:0:dummy", 5)
    assert missed.now == "flexible odrun" and missed.asked.question is not None
    assert missed.asked.question.stakes()[1]["text"] == "Spiteful Follow-Through: 6 damage"


def test_whatever_turns_a_blow_says_what_it_brings() -> None:
    unsaid = [verb.said for verb in [*HARM, *ANSWERS] if verb.words(verb.make()) == "something else"]
    assert unsaid == []


@clause("ES-98")
def test_a_flexible_attack_is_chosen_after_the_roll_by_the_natural_die() -> None:
    def offered(die: int, damage: list[int]) -> list[str]:
        scene = Scene([person("odrun", engaged=["dummy"]), dummy()], [20, 1])
        scene.rule("set_escalation", value=6)
        scene.do("use:0:dummy", die)
        names = [option.label for option in scene.asked.options] if scene.now == "flexible odrun" else []
        if names:
            scene.do("none", *damage)
        return names

    assert offered(12, [1, 1, 1]) == ["Ringing Parry", "None of them"]
    assert offered(17, [1, 1, 1]) == ["Hard Edge", "None of them"]
    scene = Scene([person("odrun", engaged=["dummy"]), dummy()], [20, 1])
    scene.do("use:0:dummy", 13, 1, 1, 1)  # natural 13, a hit: nothing fits, nobody is asked
    assert scene.now == "turn odrun"
    edge = Scene([person("odrun", engaged=["dummy"]), dummy()], [20, 1])
    edge.do("use:0:dummy", 17)
    edge.do("flexible:0", 1, 1, 1)
    assert edge.hp("dummy") == 100 - (3 + 4 + 3)  # Hard Edge: +3
    parry = Scene([person("odrun", engaged=["dummy"]), dummy()], [20, 1])
    parry.do("use:0:dummy", 4)  # a miss, and even
    parry.do("flexible:1")
    assert parry.get("odrun").modifiers[1] == 2
    spite = Scene([person("odrun", engaged=["dummy"]), dummy()], [20, 1])
    spite.do("use:0:dummy", 5)
    spite.do("flexible:2")
    assert spite.hp("dummy") == 94  # miss damage 6 instead of 3
    edge.check_clean()


@clause("ES-99")
def test_one_flexible_attack_per_roll_or_none() -> None:
    two = [
        {"name": "One", "when": "natural even", "effects": [{"temp_hp": 5, "on": "self"}]},
        {"name": "Two", "when": "natural 16+", "effects": [{"temp_hp": 9, "on": "self"}]},
    ]
    scene = Scene([pc("ann", engaged=["dummy"], flexible=two), dummy()], [20, 1])
    scene.do("use:0:dummy", 18)
    assert scene.options == ["flexible:0", "flexible:1", "none"]
    scene.do("flexible:0")
    assert scene.get("ann").temp_hp == 5  # the other did not happen
    assert scene.now == "turn ann"
    scene.check_clean()


@clause("ES-101")
def test_flexible_or_a_named_attack_is_said_before_rolling() -> None:
    scene = Scene([person("odrun", engaged=["dummy"]), dummy()], [20, 1])
    labels = {option.id: option.label for option in scene.asked.options}
    assert labels["use:0:dummy"] == "Longsword (flexible): Dummy dummy (normal)"
    assert labels["use:1:dummy"].startswith("Javelin:")  # not flexible
    scene.do("use:1:dummy", 16, 1, 1, 1)  # natural 16, a hit, and no flexible attack is offered
    assert scene.now == "turn odrun"
    scene.check_clean()


@clause("ES-102")
def test_unarmed_dice_by_level_and_the_attack_itself() -> None:
    shown = [tables.unarmed_dice(level) for level in range(1, 11)]
    assert shown == [
        [(1, 3)], [(1, 6)], [(1, 6), (1, 3)], [(2, 6)], [(2, 6), (1, 3)], [(3, 6)], [(3, 6), (1, 3)], [(4, 6)],
        [(4, 6), (1, 3)], [(5, 6)],
    ]  # fmt: skip
    scene = Scene([person("odrun", engaged=["dummy"]), dummy()], [20, 1])
    assert scene.get("odrun").block.powers[3].bonus == 4 + 3 - 2  # STR, level, -2
    scene.do("use:3:dummy", 13, 5, 2)  # 13 + 5 = 18: 1d6 + 1d3 + STR 4 = 5 + 2 + 4
    assert scene.hp("dummy") == 89
    scene.end_turn()
    scene.until("turn odrun")
    scene.do("use:3:dummy", 2)
    assert scene.hp("dummy") == 89  # a miss does nothing
    scene.check_clean()
    assert tables.unarmed_dice(3, odd_only_d3=True) == [(2, 3)]
    strong = pc("strong", level=5, scores={"str": 18})
    scaled = Scene([strong, dummy()], [20, 1], options={"unarmed_str": "scaled"})
    assert scaled.get("strong").block.powers[1].hit[0].amount.text() == "2d6+1d3+8"  # STR 4 x 2


@clause("ES-103")
def test_with_two_weapons_a_natural_2_may_be_rerolled_once() -> None:
    scene = Scene([person("vessa", engaged=["dummy"]), dummy()], [20, 1])
    scene.do("use:0:dummy", 2)
    assert scene.now == "reroll vessa"
    scene.do("yes", 15, 1, 1, 1)  # the roll is a natural 15 now: 15 + 7 = 22
    assert scene.hp("dummy") == 93
    event = [event for event in scene.fight.events if event.kind == "attack"][-1]
    assert event.math[0] == ("d20", 15)
    twice = Scene([person("vessa", engaged=["dummy"]), dummy()], [20, 1])
    twice.do("use:0:dummy", 2)
    twice.do("yes", 2)  # 2 again: it stands
    assert twice.now == "turn vessa"
    assert twice.hp("dummy") == 97
    twice.check_clean()
    scene.check_clean()


@clause("ES-104")
def test_the_standard_modifiers_are_plus_and_minus_two() -> None:
    scene = Scene([pc("ann", engaged=["dummy"]), dummy()], [20, 1])
    scene.rule("modifier", who="ann", on="attack", until="end of target's next turn", name="high ground")
    ann, target = scene.get("ann"), scene.get("dummy")
    assert attack_bonus(scene.battle, ann, ann.block.powers[0], target, 0) == 9
    scene.rule("modifier", who="ann", on="ac", value=-2)
    scene.rule("modifier", who="ann", on="attack", value=-2, name="mud")
    ann, target = scene.get("ann"), scene.get("dummy")
    assert attack_bonus(scene.battle, ann, ann.block.powers[0], target, 0) == 7  # different sources add
    assert ann.modifiers[1] == -2
    scene.end_turn()
    scene.until("turn ann")
    scene.end_turn()
    assert scene.get("ann").modifiers[0] == -2  # the high ground's time is up
    scene.check_clean()


@clause("ES-105")
def test_shooting_into_melee_has_no_penalty() -> None:
    scene = Scene(
        [
            pc("bow", attacks=[{"name": "Bow", "kind": "ranged", "bonus": 7, "defence": "AC", "hit": [{"damage": 5}]}]),
            pc("ann", engaged=["dummy"]),
            dummy(),
        ],
        [20, 10, 1],
    )
    bow, target = scene.get("bow"), scene.get("dummy")
    assert attack_bonus(scene.battle, bow, bow.block.powers[0], target, 0) == 7
    scene.do("use:0:dummy", 11)
    assert scene.hp("dummy") == 95  # 11 + 7 = 18


@clause("ES-106")
def test_a_natural_1_into_melee_is_rolled_again_at_the_ally() -> None:
    scene = Scene(["caul", person("odrun", engaged=["hound"]), "hound"], [20, 10, 1])
    scene.do("use:2:hound", 1, 12, 4, 4, 4, 4)  # 12 + 7 = 19 against Odrun's PD 16: 16 damage
    assert scene.hp("odrun") == 55 - 16
    assert scene.hp("hound") == 44
    scene.check_clean()

    two = [person("odrun", engaged=["hound"]), person("vessa", engaged=["hound"]), "hound"]
    random = Scene(["caul", *two], [20, 3, 2, 1])
    random.do("use:2:hound", 1, 2, 2)  # a d2 picks the second ally, Vessa; 2 + 7 = 9 misses PD 17: 3 miss damage
    assert random.hp("vessa") == 37
    random.check_clean()

    by_gm = Scene(["caul", *two], [20, 3, 2, 1], options={"redirect": "gm"})
    by_gm.do("use:2:hound", 1)
    assert (by_gm.now, by_gm.asked.controller) == ("redirect caul", "gm")
    by_gm.do("odrun", 1)  # a natural 1 on the new roll is a plain fumble
    assert by_gm.hp("odrun") == 55
    by_gm.check_clean()


@clause("ES-107")
def test_invisibility_helps_stealth_unless_senses_do_without_sight() -> None:
    veil = {"name": "Veil", "kind": "close", "action": "free", "targets": {"who": "self"}, "hit": [{"invisible": True}]}

    def sneaks(die: int, veiled: bool, seer: bool, adds: int = 5) -> bool:
        scene = Scene([pc("ann", powers=[veil]), dummy(), dummy("other", sees_invisible=seer)], [20, 1, 1])
        if veiled:
            scene.do("use:1")
        scene.rule("stunt", ability="dex", dc=15, stealth=adds)
        scene.do("stunt:0", die)
        scene.check_clean()
        return any("succeeds (stunt" in text for text in scene.texts())

    assert not sneaks(7, veiled=False, seer=False)  # 7 + level 3 = 10
    assert sneaks(7, veiled=True, seer=False)  # and 5 for being invisible: 15
    assert not sneaks(6, veiled=True, seer=False)
    assert sneaks(4, veiled=True, seer=False, adds=8)  # the GM may raise it
    assert not sneaks(7, veiled=True, seer=True)  # one of them does without sight
    scene = Scene([pc("ann"), dummy()], [20, 1])
    with pytest.raises(Refusal, match="at least 5"):
        scene.rule("stunt", ability="dex", dc=15, stealth=3)


@clause("ES-108")
def test_half_of_all_attacks_on_the_invisible_miss_before_any_roll() -> None:
    def veiled() -> Scene:
        scene = Scene([pc("ann", engaged=["cantor"]), person("cantor")], [1, 20])
        scene.do("use:2")  # Veil of soot
        scene.end_turn()
        return scene

    missed = veiled()
    missed.do("use:0:cantor", 8)  # missed: no attack die, no miss damage
    assert missed.hp("cantor") == 42
    missed.check_clean()
    found = veiled()
    found.do("use:0:cantor", 11, 11)  # found; then 11 + 7 = 18 against AC 18
    assert found.hp("cantor") == 32
    found.check_clean()
    backfire = {
        "name": "Rune",
        "bonus": 7,
        "defence": "PD",
        "hit": [{"damage": 5}],
        "miss": [{"damage": 4}, {"damage": 2, "on": "self"}],
    }
    side = Scene([pc("ann", engaged=["cantor"], attacks=[backfire]), person("cantor")], [1, 20])
    side.do("use:2")
    side.end_turn()
    side.do("use:0:cantor", 3)  # what the miss line does to others still happens
    assert (side.hp("cantor"), side.hp("ann")) == (42, 38)
    seer = Scene([pc("ann", engaged=["cantor"], sees_invisible=True), person("cantor")], [1, 20])
    seer.do("use:2")
    seer.end_turn()
    seer.do("use:0:cantor", 11)  # no d20 for sight
    assert seer.hp("cantor") == 32
    seer.check_clean()
