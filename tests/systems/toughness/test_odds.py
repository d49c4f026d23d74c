"""Exact odds against independent counts: brute force over every face, and Icepool."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
import pytest

from quintain.cli.odds import odds_command
from quintain.engine import sample_fight
from quintain.engine.sample import SampleReading, Tactics
from quintain.engine.solve import solve
from quintain.engine.view import own_units, view
from quintain.odds import odds
from quintain.systems.toughness import SYSTEM
from quintain.systems.toughness.odds import apart, dying_fate
from tests.support import clause
from tests.systems.toughness.scene import Scene, foe, one

SUBDUAL = ("", "Bruised", "Dazed", "Staggered", "Unconscious")
LETHAL = ("", "Hurt", "Wounded", "Disabled", "Dying")
Fates = dict[str, Fraction]


def counted(bonus: int, defense: int, threat: int, damage: int, crit: int, toughness: int, fate: Callable[[int, int], str]) -> Fates:
    """Every face of every die, one by one; `fate` names what a save missed by this much with this face brings."""
    found: Fates = {}

    def add(name: str, chance: Fraction) -> None:
        found[name] = found.get(name, Fraction(0)) + chance

    for attack in range(1, 21):
        if attack == 1 or (attack != 20 and attack + bonus < defense):
            add("unharmed", Fraction(1, 20))
            continue
        confirmed = 0
        if attack >= threat:
            confirmed = sum(1 for die in range(1, 21) if die == 20 or (die != 1 and die + bonus >= defense))
        for extra, share in ((crit, Fraction(confirmed, 400)), (0, Fraction(20 - confirmed, 400))):
            for save in range(1, 21):
                missed = 15 + damage + extra - (save + toughness)
                add(fate(missed, save), share / 20)
    return {name: chance for name, chance in found.items() if chance}


def plain_fate(missed: int, save: int) -> str:
    """What a lethal blow marks on somebody unhurt."""
    if missed <= 0:
        return "unharmed"
    if save == 20:
        return "Bruised + Hurt"
    if missed >= 20:
        return "Dead"
    degree = 1 if missed < 5 else 2 if missed < 10 else 3 if missed < 15 else 4
    return f"{SUBDUAL[degree]} + {LETHAL[degree]}"


def subdual_fate(missed: int, save: int) -> str:
    if missed <= 0:
        return "unharmed"
    return "Bruised" if save == 20 else SUBDUAL[1 if missed < 5 else 2 if missed < 10 else 3 if missed < 15 else 4]


def staggered_fate(missed: int, save: int) -> str:
    """The same on somebody Staggered and Disabled: the third degree climbs on both tracks."""
    if missed >= 10 and save != 20:
        return "Dead" if missed >= 20 else "Unconscious + Dying"
    return plain_fate(missed, save)


@pytest.mark.parametrize(
    ("level", "dexterity", "threat", "damage", "armor"),
    [(1, 0, 20, 3, 0), (6, 2, 19, 6, 4), (4, 9, 18, 9, 2), (10, 0, 20, 20, 0), (1, 10, 15, -4, 6)],
)
def test_the_odds_of_an_attack_are_the_whole_distribution_over_states(
    level: int, dexterity: int, threat: int, damage: int, armor: int
) -> None:
    weapon = {"name": "sword", "damage": damage, "threat": threat, "crit_bonus": 3}
    scene = Scene(
        one("ann", [0, 0], bcb=level, weapons=[weapon]),
        foe("rat", [1, 0], abilities={"dex": dexterity}, armor=armor), foe("cat", [9, 4]),
    )  # fmt: skip
    found = odds(scene.fight, "attack:sword:rat:lethal")
    assert found.of("Rat") == counted(level, 11 + dexterity, threat, damage, 3, armor, plain_fate)
    assert sum(found.of("Rat").values()) == 1
    subdual = odds(scene.fight, "attack:sword:rat:subdual")
    assert subdual.of("Rat") == counted(level, 11 + dexterity, threat, damage, 3, armor, subdual_fate)


def test_the_odds_know_states_that_are_held_and_climb() -> None:
    state = {"staggered": True, "disabled": True, "hurt": [9, 9]}
    scene = Scene(one("ann", [0, 0], bcb=4), foe("rat", [1, 0], state=state), foe("cat", [9, 4]))
    found = odds(scene.fight, "attack:sword:rat:lethal")
    assert found.of("Rat") == counted(4, 11, 20, 3, 3, -2, staggered_fate)


def test_full_out_and_charge_odds_carry_their_bonus_and_the_push_of_the_disabled() -> None:
    scene = Scene(one("ann", [0, 0], bcb=2), foe("rat", [1, 0], abilities={"dex": 5}), foe("cat", [9, 0], abilities={"dex": 5}))
    assert odds(scene.fight, "fullout:5:sword:rat:lethal").of("Rat") == counted(7, 16, 20, 3, 3, 0, plain_fate)
    clear = Scene(one("ann", [0, 0], bcb=2), foe("cat", [9, 0], abilities={"dex": 5}))
    assert odds(clear.fight, "charge:sword:cat:lethal").of("Cat") == counted(4, 16, 20, 3, 3, 0, plain_fate)
    pushed = Scene(one("ann", [0, 0], state={"disabled": True}), one("bob", [0, 4]), foe("rat", [1, 0]), foe("cat", [9, 0]))
    assert odds(pushed.fight, "attack:sword:rat:lethal").of("Ann") == {"Dying": Fraction(1)}


def test_the_chance_to_hit_to_confirm_and_the_degrees_agree_with_icepool() -> None:
    # Bonus +6 against 18; threat 19; damage +6 against Toughness +5.
    sword = {"name": "sword", "damage": 6, "threat": 19, "crit_bonus": 3}
    scene = Scene(one("ann", [0, 0], bcb=6, weapons=[sword]), foe("rat", [1, 0], abilities={"dex": 7}, armor=5), foe("cat", [9, 4]))
    found = odds(scene.fight, "attack:sword:rat:lethal")
    d20 = icepool.d(20)
    hit = d20.map(lambda face: face == 20 or (face != 1 and face + 6 >= 18))
    assert found.chances["hit"] == hit.probability(True)

    def struck(face: int) -> Any:
        if not (face == 20 or (face != 1 and face + 6 >= 18)):
            return "unharmed"
        if face < 19:
            return d20.map(lambda save: plain_fate(21 - save - 5, save))
        return hit.map(lambda sure: d20.map(lambda save: plain_fate((24 if sure else 21) - save - 5, save)))

    fates = d20.map(struck)
    assert found.of("Rat") == {fate: fates.probability(fate) for fate in fates.outcomes()}
    confirmed = d20.map(lambda face: hit if face >= 19 else False)
    assert found.chances["crit"] == confirmed.probability(True)


def test_a_hold_is_an_attack_and_an_opposed_roll() -> None:
    # Grapple +5 against Defense 11 (faces 6 to 20), then strictly higher than 1 + d20 with 5 + d20.
    scene = Scene(one("ann", [0, 0], abilities={"str": 4}), foe("rat", [1, 0]), foe("cat", [9, 4]))
    found = odds(scene.fight, "hold:rat").of("Rat")
    wins = sum(1 for mine in range(1, 21) for theirs in range(1, 21) if mine + 5 > theirs + 1)
    assert found["held"] == Fraction(15, 20) * Fraction(wins, 400)


def test_first_aid_and_a_recovery_check_have_their_odds() -> None:
    scene = Scene(
        one("ann", [0, 0], medicine=4), one("bob", [0, 1], conviction=0, state={"dying": True}), foe("rat", [19, 4])
    )
    assert odds(scene.fight, "aid:bob").of("Bob") == {
        "Unconscious + Disabled + no longer Dying": Fraction(10, 20), "still Dying": Fraction(10, 20),
    }  # fmt: skip


def test_an_area_reports_everybody_it_catches() -> None:
    burst = {"name": "Burst", "kind": "area", "range_ft": 60, "radius_ft": 5, "save": "ref", "damage": 4, "uses": 1}
    scene = Scene(
        one("ann", [0, 0], roles=[{"role": "adept", "level": 2}], powers=[burst]), foe("rat", [9, 2]), foe("cat", [10, 2])
    )
    found = odds(scene.fight, "power:burst:@9,2")
    # Reflex +0 against 11: half the faces halve the damage bonus to 2.
    single: Fates = {}
    for damage in (4, 2):
        for save in range(1, 21):
            name = plain_fate(15 + damage - save, save)
            single[name] = single.get(name, Fraction(0)) + Fraction(1, 40)
    assert found.of("Rat") == single and found.of("Cat") == single
    assert sum(found.outcomes.values()) == 1


def test_sampled_attacks_agree_with_the_exact_odds_within_four_standard_errors() -> None:
    rows = [one("ann", [0, 0], bcb=4), foe("rat", [1, 0], armor=2)]
    scene = Scene(*rows, options={"round_cap": 1})
    exact = odds(scene.fight, "attack:sword:rat:lethal").of("Rat")
    template = scene.fight.checkpoints[0].battle
    reading = SampleReading(Tactics(SYSTEM, {"*": "steady"}))
    fights, unharmed = 2000, 0
    for number in range(fights):
        after = sample_fight(SYSTEM, template, reading, f"odds:{number}")
        rat = after.find("rat")
        unharmed += 1 if rat is not None and SYSTEM.status(after, rat) == "unharmed" else 0
    chance = float(exact["unharmed"])
    assert abs(unharmed / fights - chance) < 4 * (chance * (1 - chance) / fights) ** 0.5


def test_players_are_not_shown_odds_that_would_give_an_adversarys_figures_away() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [1, 0]))
    hidden = odds(scene.fight, "attack:sword:rat:lethal", seat="ann")
    assert hidden.outcomes == {} and hidden.unknown == ["Rat's figures (Defense 10 to 19)"]
    scene.rule("set", who="rat", stat="revealed", value=True)
    shown = odds(scene.fight, "attack:sword:rat:lethal", seat="ann")
    assert shown.unknown == [] and sum(shown.outcomes.values()) == 1
    assert own_units(scene.fray, "ann") == ["ann"]


@pytest.mark.parametrize(("constitution", "conviction"), [(0, 0), (2, 0), (2, 1), (-1, 3), (4, 2)])
def test_a_dying_characters_fate_is_the_chain_worked_out_by_hand(constitution: int, conviction: int) -> None:
    # Policy of the tactic: a point for the floor while the difficulty is 10, so at most one is spent.
    scene = Scene(
        one("ann", [0, 0], abilities={"con": constitution}, conviction=conviction), one("bob", [0, 1]), foe("rat", [19, 4])
    )
    scene.rule("mark", who="ann", state="Dying")

    def saved_from(dc: int) -> Fraction:
        saved = lives = 0
        for face in range(1, 21):
            total = face + constitution
            if dc == 10 and conviction:
                total = max(10, total)
            saved += total >= dc + 10
            lives += total >= dc
        if lives == 0:
            return Fraction(0)
        onward = saved_from(dc + 1) if lives > saved else Fraction(0)
        return Fraction(saved, 20) + Fraction(lives - saved, 20) * onward

    fate = dying_fate(SYSTEM, scene.fray, "ann")
    assert fate["saved"] == saved_from(10)
    assert fate["dead"] == 1 - saved_from(10)


def test_a_duel_is_solved_exactly_within_a_horizon_and_its_weights_sum_to_one() -> None:
    frail = {"weapons": [{"name": "axe", "damage": 14}], "conviction": 0, "armor": 0}
    scene = Scene(one("ann", [0, 0], minion=True, **frail), foe("rat", [1, 0], minion=True, **frail))
    template = scene.fight.checkpoints[1].battle
    solved = solve(SYSTEM, template, {"*": "steady"}, within=6)
    assert sum(solved.endings.values()) == 1
    # Ann strikes first: 11 of 20 faces hit Defense 11 with +1, and no face saves a minion against 29: every hit decides.
    # Six joints are two rounds: Ann's turn, Rat's turn, the new round, and the same again.
    p = Fraction(11, 20)
    assert solved.wins("heroes") == p + (1 - p) ** 2 * p
    assert solved.wins("foes") == (1 - p) * p + (1 - p) ** 3 * p


BURST = {"name": "Burst", "kind": "area", "range_ft": 60, "radius_ft": 10, "save": "ref", "damage": 4, "uses": 1}


def bursting(*people: dict[str, Any], **more: Any) -> Scene:
    """Ann, whose Burst has a Difficulty of 11, and others near 9,2."""
    return Scene(one("ann", [0, 0], roles=[{"role": "adept", "level": 2}], powers=[BURST], **more), *people)


@clause("TO-105")
def test_an_area_that_catches_many_tells_the_fate_of_each_and_how_many_are_harmed() -> None:
    crowd = [foe("rat0", [9, 2]), foe("rat1", [10, 2], state={"bruised": [3, 3]}), foe("rat2", [11, 2], abilities={"dex": 5})]
    scene = bursting(one("bob", [9, 3]), *crowd)
    found = odds(scene.fight, "power:burst:@9,2")
    assert [each.id for each in found.each] == ["rat0", "rat1", "rat2", "bob"]
    spared = Fraction(1)
    for each in found.each:
        # Alone in the area each has the very same odds: nobody's dice have to do with another's.
        rows = [row for row in [one("bob", [9, 3]), *crowd] if row["id"] == each.id]
        far = [foe("far", [19, 4])] if each.id == "bob" else []
        alone = odds(bursting(*rows, *far).fight, "power:burst:@9,2")
        assert each.fates == alone.of(each.name) == found.of(each.name)
        assert sum(each.fates.values()) == 1
        spared *= each.fates["unharmed"]
    assert found.outcomes[(("harmed", "0 of 4"),)] == spared
    assert sum(found.outcomes.values()) == 1 and found.leaves < 200
    # Reflex +0, +0 and +5 against 11: 10, 10 and 5 faces fail; that of a friend is no hit.
    assert found.chances["hit"] == 1 - Fraction(10, 20) * Fraction(10, 20) * Fraction(15, 20)


def test_the_number_harmed_in_an_area_agrees_with_brute_force() -> None:
    scene = bursting(*[foe(f"rat{number}", [9 + number, 2]) for number in range(3)])
    found = odds(scene.fight, "power:burst:@9,2")
    p = 1 - found.each[0].fates["unharmed"]
    expected = {0: (1 - p) ** 3, 1: 3 * p * (1 - p) ** 2, 2: 3 * p**2 * (1 - p), 3: p**3}
    assert found.outcomes == {(("harmed", f"{n} of 3"),): chance for n, chance in expected.items()}


def test_an_area_is_not_told_one_by_one_where_somebody_prepared_may_spoil_it_for_all() -> None:
    scene = bursting(*[foe(f"rat{number}", [8 + number, 2]) for number in range(4)])
    scene.of("rat3").hidden = True
    question = scene.fight.questions[0].question
    assert question is not None
    option = question.find("power:burst:@9,2")
    assert option is not None
    assert apart(scene.fray, [], "ann", option) == ["rat0", "rat1", "rat2"]
    # Somebody hidden shows in no odds, prepared or not; whoever runs it knows.
    scene.of("rat3").prepared = "attack:sword:ann"
    assert apart(scene.fray, [], "ann", option) == ["rat0", "rat1", "rat2"]
    assert apart(scene.fray, ["rat3"], "ann", option) == []
    scene.of("rat3").prepared, scene.of("rat2").prepared = "", "attack:sword:ann"
    assert apart(scene.fray, [], "ann", option) == []


def test_a_players_odds_of_an_area_are_a_range_over_everybody_it_catches() -> None:
    ranges = []
    for reflex in (0, 3):
        scene = bursting(*[foe(f"rat{number}", [9 + number, 2], abilities={"dex": reflex}) for number in range(3)], controller="ann")
        found = scene.fight.odds(scene.fight.questions[0].id, "power:burst:@9,2", "ann")
        assert found.each == [] and found.outcomes == {} and len(found.unknown) == 3
        ranges.append(found.ranges["hit"])
    # Three may fail now, not two, whatever their Reflex; it does not show which it is.
    assert ranges[0] == ranges[1]
    pair = bursting(*[foe(f"rat{number}", [9 + number, 2]) for number in range(2)], controller="ann")
    two = pair.fight.odds(pair.fight.questions[0].id, "power:burst:@9,2", "ann").ranges["hit"]
    # With p for one of them at either end, two are 1 - (1 - p)^2 and three 1 - (1 - p)^3.
    for three, both in zip(ranges[0], two, strict=True):
        assert (1 - three) ** 2 == (1 - both) ** 3


def test_the_owner_of_a_dying_combatant_is_told_its_exact_fate_alone_and_with_aid() -> None:
    scene = Scene(one("ann", [0, 0], controller="ann", conviction=0), one("bob", [0, 1], medicine=4), foe("rat", [19, 4]))
    scene.rule("mark", who="ann", state="Dying")
    shown = next(unit for unit in view(scene.fight, "ann")["units"] if unit["id"] == "ann")
    fate = {row["label"]: row["value"] for row in shown["figures"] if row["group"] == "fate"}
    # Alone 1/20. With aid: half of each round, and only the first check can save (a natural 20).
    assert fate["dying alone"] == "saved 5.0 %, dead 95.0 %"
    saved = float(100 * dying_fate(SYSTEM, scene.fray, "ann", "bob")["saved"])
    assert fate["dying with first aid by Bob every round"] == f"saved {saved:.1f} %, dead {100 - saved:.1f} %"
    assert "saved 5.0 %" not in json.dumps(view(scene.fight, "stranger"))
    assert dying_fate(SYSTEM, scene.fray, "bob") == {"dead": 0, "saved": 0}


def test_spending_conviction_on_a_dying_check_has_its_odds() -> None:
    # DC 10, CON 0. Without: 9 faces kill, one saves. With: no face kills.
    scene = Scene(one("ann", [0, 0], conviction=1, state={"dying": True}), one("bob", [0, 1]), foe("rat", [19, 4]))
    assert scene.asked == "floor of ann"
    without, spent = odds(scene.fight, "no").of("Ann"), odds(scene.fight, "yes").of("Ann")
    assert without["Dead"] == Fraction(9, 20) and "Dead" not in spent
    assert without["Unconscious + Disabled + no longer Dying"] == spent["Unconscious + Disabled + no longer Dying"] == Fraction(1, 20)
    # Nobody attacks: there is nothing to hit or to miss, and to be out of danger is no harm.
    kept = {"saved": 0.05, "not saved": 0.5, "it harms you": 0.45}
    for answer, shares in (("yes", {"saved": 0.05, "not saved": 0.95}), ("no", kept)):
        said: Any = odds(scene.fight, answer).as_data()
        assert {part["label"]: part["share"] for part in said["bar"]} == shares
        assert said["chances"] == [{"label": "saved", "low": 0.05, "high": 0.05}]


@clause("TO-90", "TO-99", "TO-21")
def test_the_bar_of_a_check_of_the_heart_and_of_stepping_in_says_what_the_fates_say() -> None:
    staggered = {"staggered": True, "subdual_check": 0}
    check = Scene(foe("rat", [9, 0]), one("ann", [0, 0], conviction=1, state=staggered))
    check.do("end")
    heart = Scene(one("ann", [0, 0], conviction=1, state={"hurt": [5]}), foe("rat", [9, 0]))
    heart.rule("remove", who="rat")
    waits = Scene(one("ann", [0, 0]), foe("rat", [1, 0]), foe("cat", [9, 0]))
    waits.do("delay")
    waits.do("end")
    for scene, asked, answer, shares in (
        (check, "floor of ann", "yes", {"better": 1.0}), (check, "floor of ann", "no", {"better": 0.55, "no better": 0.45}),
        (heart, "heart of ann", "yes", {"better": 1.0}), (heart, "heart of ann", "no", {"nothing": 1.0}),
        (waits, "step in of ann", "yes", {"nothing": 1.0}),
    ):  # fmt: skip
        assert scene.asked == asked
        said: Any = odds(scene.fight, answer).as_data()
        assert {part["label"]: part["share"] for part in said["bar"]} == shares


@pytest.mark.parametrize(
    ("constitution", "conviction", "medicine", "wounded", "start"),
    [(0, 0, 4, 0, 10), (1, 2, 5, 1, 10), (-2, 1, 0, 0, 12), (6, 0, -4, 0, 10)],
)
def test_a_dying_characters_fate_with_aid_is_what_every_face_of_every_round_comes_to(
    constitution: int, conviction: int, medicine: int, wounded: int, start: int
) -> None:
    # Each round: the healer's die against 15 (Wounded: 2 less), then the check; a point for the floor while the difficulty is 10.
    scene = Scene(
        one("bob", [0, 1], medicine=medicine, conviction=0, state={"wounded": wounded}),
        one("ann", [0, 0], abilities={"con": constitution}, conviction=conviction), foe("rat", [19, 4]),
    )  # fmt: skip
    scene.rule("mark", who="ann", state="Dying")
    scene.rule("set", who="ann", stat="dying_dc", value=start)

    def brute(dc: int, points: int, rounds: int) -> tuple[Fraction, Fraction]:
        """Saved and dead after so many rounds, face by face."""
        if rounds == 0:
            return Fraction(0), Fraction(0)
        saved = dead = going_on = 0
        spent = 1 if dc <= 10 and points else 0
        for aid in range(1, 21):
            for check in range(1, 21):
                total = max(10, check + constitution) if spent else check + constitution
                if aid + medicine - (2 if wounded else 0) >= 15 or total >= dc + 10:
                    saved += 1
                elif total < dc:
                    dead += 1
                else:
                    going_on += 1
        later = brute(dc + 1, points - spent, rounds - 1) if going_on else (Fraction(0), Fraction(0))
        return Fraction(saved, 400) + Fraction(going_on, 400) * later[0], Fraction(dead, 400) + Fraction(going_on, 400) * later[1]

    fate = dying_fate(SYSTEM, scene.fray, "ann", "bob")
    saved, dead = brute(start, conviction, 60)
    assert (fate["saved"], fate["dead"]) == (saved, dead) and saved + dead == 1


def test_the_odds_command_tells_what_becomes_of_the_dying(capsys: pytest.CaptureFixture[str]) -> None:
    odds_command("toughness/vault", who="", option="", seat="gm", seed="odds")
    shown = capsys.readouterr().out
    # Difficulty 12 and CON +1: nobody gets to 22, so alone the scout dies.
    assert "Wounded Scout, dying alone: saved 0.0 %, dead 100.0 %" in shown
    assert "Wounded Scout, dying with first aid by Ilvane Marr every round: saved" in shown


def test_who_falls_by_its_own_doing_is_nobodys_success() -> None:
    # A Disabled attacker that strains itself goes down, which is no "drop" of its own; what it fells is.
    scene = Scene(one("ann", [0, 0], state={"disabled": True}), one("bob", [0, 4]), foe("rat", [1, 0]), foe("cat", [9, 4]))
    found = odds(scene.fight, "attack:sword:rat:lethal")
    felled = sum((chance for fate, chance in found.of("Rat").items() if "Unconscious" in fate or fate == "Dead"), Fraction(0))
    assert found.of("Ann") == {"Dying": Fraction(1)} and found.chances["drop"] == felled < 1
    # Nor is what a prepared answer does to the attacker: Rat's blow comes first.
    waiting = Scene(foe("rat", [1, 0], bcb=20, weapons=[{"name": "axe", "damage": 40}]), one("ann", [0, 0]), one("bob", [0, 4]))
    waiting.do("prepare:attack:attack:axe")
    waiting.do("end")
    found = odds(waiting.fight, "attack:sword:rat:lethal")
    assert found.chances["drop"] < Fraction(1, 10) and found.chances["drop:rat"] > Fraction(9, 10)
