"""Damage against Toughness (TO-65..TO-72, TO-120), with the whole damage table row by row."""

from __future__ import annotations

import pytest

from quintain.engine.dice import D20
from quintain.engine.reading import Reading
from quintain.engine.roll import Roll
from quintain.systems.toughness.attempts import failed_by
from quintain.systems.toughness.conditions import degree_of, suffer
from quintain.systems.toughness.defense import damage_bonus
from quintain.systems.toughness.fields import LETHAL, SUBDUAL
from quintain.systems.toughness.vocabulary import DEGREES, FAILED_BY, FOURTH, NONE
from tests.support import clause
from tests.systems.toughness.scene import BOW, CUDGEL, Scene, foe, one

# Damage bonus: the save results of the first, second and third degree, then the highest of the fourth and of a kill.
TABLE: dict[int, tuple[tuple[int, int], tuple[int, int], tuple[int, int], int, int]] = {
    1: ((12, 15), (7, 11), (2, 6), 1, -4),
    2: ((13, 16), (8, 12), (3, 7), 2, -3),
    3: ((14, 17), (9, 13), (4, 8), 3, -2),
    4: ((15, 18), (10, 14), (5, 9), 4, -1),
    5: ((16, 19), (11, 15), (6, 10), 5, 0),
    6: ((17, 20), (12, 16), (7, 11), 6, 1),
    7: ((18, 21), (13, 17), (8, 12), 7, 2),
    8: ((19, 22), (14, 18), (9, 13), 8, 3),
    9: ((20, 23), (15, 19), (10, 14), 9, 4),
    10: ((21, 24), (16, 20), (11, 15), 10, 5),
    11: ((22, 25), (17, 21), (12, 16), 11, 6),
    12: ((23, 26), (18, 22), (13, 17), 12, 7),
    13: ((24, 27), (19, 23), (14, 18), 13, 8),
    14: ((25, 28), (20, 24), (15, 19), 14, 9),
    15: ((26, 29), (21, 25), (16, 20), 15, 10),
    16: ((27, 30), (22, 26), (17, 21), 16, 11),
    17: ((28, 31), (23, 27), (18, 22), 17, 12),
    18: ((29, 32), (24, 28), (19, 23), 18, 13),
    19: ((30, 33), (25, 29), (20, 24), 19, 14),
    20: ((31, 34), (26, 30), (21, 25), 20, 15),
}


def outcome(result: int, bonus: int) -> tuple[int, bool]:
    """Degree and kill for a save result, with a face that is not a natural 20: the bonus carries the rest."""
    face = 10
    reached = failed_by(Roll(Reading(), face, face, False), result - face, 15 + bonus, FAILED_BY, True, "degree")
    assert DEGREES[reached] == degree_of(15 + bonus - result, face, minion=False)
    assert degree_of(15 + bonus - result, face, minion=True) == (FOURTH if DEGREES[reached] else NONE)
    return DEGREES[reached], reached == 0


@clause("TO-67")
@pytest.mark.parametrize("bonus", sorted(TABLE))
def test_a_row_of_the_damage_table(bonus: int) -> None:
    first, second, third, fourth, kill = TABLE[bonus]
    for result in range(kill - 5, 15 + bonus + 3):
        degree, killed = outcome(result, bonus)
        if result >= 15 + bonus:
            wanted = 0
        elif first[0] <= result <= first[1]:
            wanted = 1
        elif second[0] <= result <= second[1]:
            wanted = 2
        elif third[0] <= result <= third[1]:
            wanted = 3
        else:
            assert result <= fourth
            wanted = 4
        assert degree == wanted, (bonus, result)
        assert killed == (result <= kill), (bonus, result)


@clause("TO-67")
@pytest.mark.parametrize("bonus", [-3, -1, 0, 21, 30])
def test_the_same_arithmetic_holds_outside_the_table(bonus: int) -> None:
    edge = 15 + bonus
    assert [outcome(edge - missed, bonus)[0] for missed in (0, 1, 4, 5, 9, 10, 14, 15)] == [0, 1, 1, 2, 2, 3, 3, 4]


@clause("TO-65")
def test_the_difficulty_is_fifteen_weapon_strength_and_damage_feats() -> None:
    strong = {"abilities": {"str": 3}}
    scene = Scene(one("ann", [0, 0], **strong, weapons=[{"name": "sword", "damage": 3, "crit_bonus": 4}]), foe("rat", [1, 0]))
    ann = scene.of("ann")
    assert 15 + damage_bonus(scene.fray, ann, ann.block.weapons[0], False) == 21
    assert 15 + damage_bonus(scene.fray, ann, ann.block.weapons[0], True) == 25
    crossbow = {**BOW, "strength": "none"}
    other = Scene(one("ann", [0, 0], **strong, weapons=[crossbow], feats=[{"slot": "damage", "amount": 1}]), foe("rat", [1, 0]))
    ann = other.of("ann")
    assert damage_bonus(other.fray, ann, ann.block.weapons[0], False) == 3 + 1


@clause("TO-66")
def test_a_save_that_reaches_the_difficulty_marks_nothing_though_it_was_a_hit() -> None:
    # Difficulty 15 + 3 = 18; Rat's Toughness +0, die 18.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[15, 18])
    scene.do("attack:sword:rat:lethal")
    assert scene.states("rat") == []
    assert scene.texts("attack")[0].endswith("hit.")
    assert "18 + 0 = 18 against 18: no harm done" in scene.texts("toughness")[0]
    scene.check_done()


@clause("TO-66")
def test_injury_penalties_lower_the_save() -> None:
    # Two Hurt marks: 18 - 2 = 16 against 18, missed by 2: first degree.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0], state={"hurt": [9, 9]}), dice=[15, 18])
    scene.do("attack:sword:rat:lethal")
    assert scene.states("rat") == ["Hurt x3", "Bruised"]
    scene.check_done()


@clause("TO-68", "TO-69")
@pytest.mark.parametrize(("die", "degree"), [(14, 1), (9, 2), (4, 3), (3, 4)])
def test_each_degree_names_its_states_and_a_lethal_blow_marks_both_tracks(die: int, degree: int) -> None:
    # Difficulty 18: die 14 misses by 4, 9 by 9, 4 by 14, 3 by 15.
    lethal = Scene(one("ann", [0, 0]), one("bob", [0, 1]), foe("rat", [1, 0]), foe("cat", [5, 0]), dice=[15, die])
    lethal.do("attack:sword:rat:lethal")
    assert set(lethal.states("rat")) == {SUBDUAL[degree], LETHAL[degree]}
    subdual = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [5, 0]), dice=[15, die])
    subdual.do("attack:sword:rat:subdual")
    assert subdual.states("rat") == [SUBDUAL[degree]]
    lethal.check_done()
    subdual.check_done()


@clause("TO-69")
def test_a_lethal_blow_missed_by_seven_marks_one_dazed_and_one_wounded() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[15, 11])
    scene.do("attack:sword:rat:lethal")
    assert scene.states("rat") == ["Wounded", "Dazed"]
    scene.check_done()


@clause("TO-70")
@pytest.mark.parametrize(("toughness", "states"), [(-1, ["Dead"]), (0, ["Dying", "Unconscious"])])
def test_missed_by_twenty_a_lethal_blow_kills(toughness: int, states: list[str]) -> None:
    # Damage 6 + critical 3: Difficulty 24. Die 5: result 4 is missed by 20, result 5 by 19.
    axe = {"name": "axe", "damage": 6, "threat": 20}
    feats = [{"slot": "toughness", "amount": toughness}]
    scene = Scene(one("ann", [0, 0], weapons=[axe]), foe("rat", [1, 0], feats=feats), foe("cat", [9, 0]), dice=[20, 15, 5])
    scene.do("attack:axe:rat:lethal")
    assert scene.states("rat") == states
    scene.check_done()


@clause("TO-70")
def test_missed_by_twenty_a_subdual_blow_still_only_knocks_out() -> None:
    axe = {"name": "axe", "damage": 9}
    scene = Scene(one("ann", [0, 0], weapons=[axe]), foe("rat", [1, 0]), foe("cat", [9, 0]), dice=[15, 1])
    scene.do("attack:axe:rat:subdual")  # Difficulty 24, result 1: missed by 23
    assert scene.states("rat") == ["Unconscious"]
    scene.check_done()


@clause("TO-71")
def test_a_natural_twenty_that_fails_is_only_the_first_degree() -> None:
    # Difficulty 40 against Toughness +2: 22, missed by 18.
    ram = {"name": "ram", "damage": 25}
    scene = Scene(one("ann", [0, 0], weapons=[ram]), foe("rat", [1, 0], armor=2), dice=[15, 20])
    scene.do("attack:ram:rat:lethal")
    assert scene.states("rat") == ["Hurt", "Bruised"]
    easy = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), dice=[15, 20])
    easy.do("attack:sword:rat:lethal")
    assert easy.states("rat") == []
    scene.check_done()
    easy.check_done()


@clause("TO-71")
def test_even_a_hopeless_save_is_rolled_and_beats_the_kill() -> None:
    ram = {"name": "ram", "damage": 60}
    scene = Scene(one("ann", [0, 0], weapons=[ram]), foe("rat", [1, 0]), dice=[15, 20])
    scene.do("attack:ram:rat:lethal")  # missed by 55, and still only Bruised and Hurt
    assert scene.states("rat") == ["Hurt", "Bruised"]
    scene.check_done()


@clause("TO-72")
def test_a_natural_one_on_the_save_means_nothing_of_its_own() -> None:
    # Toughness 10 + 4 = 14; die 1 makes 15 against Difficulty 16: missed by 1, first degree.
    feather = {"name": "feather", "damage": 1}
    scene = Scene(one("ann", [0, 0], weapons=[feather]), foe("rat", [1, 0], armor=10, abilities={"con": 4}), dice=[15, 1])
    scene.do("attack:feather:rat:lethal")
    assert scene.states("rat") == ["Hurt", "Bruised"]
    saved = Scene(one("ann", [0, 0], weapons=[CUDGEL]), foe("rat", [1, 0], armor=10, abilities={"con": 10}), dice=[15, 1])
    saved.do("attack:cudgel:rat:subdual")  # 21 against 17
    assert saved.states("rat") == []
    saved.check_done()


@clause("TO-120")
def test_a_minion_falls_at_any_failed_save_and_no_natural_twenty_helps_it() -> None:
    scene = Scene(one("ann", [0, 0]), foe("imp", [1, 0], minion=True), foe("cat", [9, 0]), dice=[15, 16])
    scene.do("attack:sword:imp:lethal")  # missed by 2
    assert scene.states("imp") == ["Dying", "Unconscious"]
    ram = {"name": "ram", "damage": 10}
    twenty = Scene(one("ann", [0, 0], weapons=[ram]), foe("imp", [1, 0], minion=True), foe("cat", [9, 0]), dice=[15, 20])
    twenty.do("attack:ram:imp:lethal")  # 20 against 25
    assert twenty.states("imp") == ["Dying", "Unconscious"]
    dead = Scene(one("ann", [0, 0], weapons=[ram]), foe("imp", [1, 0], minion=True), foe("cat", [9, 0]), dice=[15, 5])
    dead.do("attack:ram:imp:lethal")  # missed by 20
    assert dead.states("imp") == ["Dead"]
    scene.check_done()
    twenty.check_done()
    dead.check_done()


@clause("TO-120")
def test_a_minion_threatens_no_critical_against_others_but_does_against_minions() -> None:
    scene = Scene(foe("imp", [1, 0], minion=True), one("ann", [0, 0]), dice=[20, 18])
    scene.do("attack:sword:ann:lethal")  # hits, no confirmation die
    assert scene.texts("confirmation") == []
    both = Scene(foe("imp", [1, 0], minion=True), one("ann", [0, 0], minion=True), one("bob", [9, 0]), dice=[20, 15, 20])
    both.do("attack:sword:ann:lethal")
    assert len(both.texts("confirmation")) == 1
    scene.check_done()
    both.check_done()


def test_the_dice_of_a_toughness_save_are_one_d20() -> None:
    assert D20.table().whole == 20


@clause("TO-70", "TO-87")
def test_the_log_calls_a_kill_a_kill_and_tells_roll_over() -> None:
    """Toughness 1 against 21: missed by 20, dead. Staggered twice: Unconscious, and the log says why."""
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), foe("cat", [9, 2]), dice=[1, 9])
    scene.rule("save", who="rat", save="toughness", dc=21, kind="lethal")
    assert scene.texts("toughness")[0].endswith("missed by 20 or more, a killing blow.") and scene.of("rat").dead
    scene.rule("mark", who="cat", state="Staggered")
    scene.rule("save", who="cat", save="toughness", dc=20, kind="subdual")  # 9 against 20: third degree
    assert scene.texts("roll-over") == ["Cat is Staggered already: it counts as Unconscious."]
    assert scene.of("cat").unconscious
    scene.check_done()


@clause("TO-69", "TO-87", "TO-88")
def test_both_tracks_at_once_hit_after_hit() -> None:
    # Difficulty 18 each time; lethal marks count 1 each against the next save.
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 4]))
    seen = []
    for degree in (1, 2, 3, 3, 3):
        suffer(scene.fray, scene.of("rat"), degree, True)
        seen.append(scene.states("rat"))
    assert seen == [
        ["Hurt", "Bruised"],
        ["Wounded", "Dazed", "Hurt", "Bruised"],
        ["Disabled", "Staggered", "Wounded", "Dazed", "Hurt", "Bruised"],
        ["Dying", "Unconscious", "Disabled", "Staggered", "Wounded", "Dazed", "Hurt", "Bruised"],
        ["Dead"],  # the subdual half stays at Unconscious, the lethal half climbs past Dying
    ]


@clause("TO-87", "TO-104")
def test_a_lethal_state_that_gives_way_to_the_next_is_told_so() -> None:
    scene = Scene(one("ann", [0, 0], state={"disabled": True}), foe("rat", [9, 0]), one("bob", [0, 3]))
    scene.rule("mark", who="ann", state="Disabled")
    assert scene.texts("roll-over") == ["Ann is Disabled already: it counts as Dying."]
    assert scene.states("ann") == ["Dying", "Disabled"]
