"""Exact odds: joint, because one d20 is attack and defence at once; equal to brute force; within what a seat may know."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from time import process_time
from typing import Any

import pytest

from quintain.engine import Entry, ExactReading, Option, Position, Question, Tactic, Tactics, leaves_from
from quintain.engine.battle import Battle
from quintain.engine.budget import Budget
from quintain.engine.reading import StopHere
from quintain.library.encounters import play, sample
from quintain.systems.clash import SYSTEM
from quintain.systems.clash.odds import AS_ANNOUNCED, fates
from quintain.systems.clash.sheet import ClashBattle
from tests.brute import ScriptReading, every_way
from tests.support import clause
from tests.systems.clash.arena import RANGED, Data, Scene, finish_within, line, npc, pc

Fate = tuple[tuple[str, str], ...]


class Fixed(Tactic):
    """Declares what it is told, and takes what is lent."""

    def __init__(self, picks: dict[str, str]) -> None:
        super().__init__("fixed", 1)
        self.picks = picks

    def answer(self, question: Question) -> Option:
        option = question.find(self.picks.get(question.who, "nothing") if question.about != "lent" else "yes")
        assert option is not None
        return option


class UntilTheAction(ScriptReading):
    def reached(self, battle: Battle, place: str) -> None:
        if place == "action":
            raise StopHere


def told(picks: dict[str, str]) -> Tactics:
    tactics = Tactics(SYSTEM, {"*": "steady"})
    tactics.rest = tactics.by_side["*"] = Fixed(picks)
    return tactics


def started(scene: Scene) -> ClashBattle:
    battle = scene.fight.checkpoints[-1].battle.copy()
    assert isinstance(battle, ClashBattle)
    return battle


def by_brute_force(scene: Scene, picks: dict[str, str], ids: list[str]) -> dict[Fate, Fraction]:
    """The same round with every sequence of faces."""

    def play(faces: list[int]) -> Fate:
        battle = started(scene)
        battle.read_by(UntilTheAction(told(picks), faces))
        with suppress(StopHere):
            SYSTEM.step(battle)
        return tuple((id, fates(battle, battle, id, ALONE)[0][1]) for id in ids)

    return every_way(play)


class Alone(Option):
    """Aimed at nobody: only the fate of the one who takes it is asked."""

    def id(self) -> str:
        return "nothing"


ALONE = Alone()


def by_exact(scene: Scene, picks: dict[str, str], ids: list[str]) -> dict[Fate, Fraction]:
    reading = ExactReading(SYSTEM, told(picks), "action")
    reading.asked = ids
    found: dict[Fate, Fraction] = {}
    for leaf in leaves_from(SYSTEM, reading, Position(started(scene), [], {})):
        assert isinstance(leaf.battle, ClashBattle)
        fate = tuple((id, fates(leaf.battle, leaf.battle, id, ALONE)[0][1]) for id in ids)
        found[fate] = found.get(fate, Fraction(0)) + Fraction(leaf.over, leaf.under)
    return found


DOWN: Data = {"state": "incapacitated", "health": 0}
CLUB: Data = {"full": "1d6", "glancing": "1d6"}
"""Few dice keep brute force short."""
BELL: Data = {"name": "Bell", "hinder": 3, "full": "1d6"}
CASES: dict[str, tuple[list[Data], dict[str, str], list[str]]] = {
    "duel": (
        [pc("ana", might=3, health=7), npc("thug", score=15, health=9, attack=CLUB)],
        {"ana": "standing_attack@thug", "thug": "standing_attack@ana"},
        ["ana", "thug"],
    ),
    "cover": (
        [pc("ana", health=4), pc("cy"), npc("thug", score=16, kind="grunt", attack=CLUB)],
        {"ana": "standing_attack@thug", "cy": "cover@ana", "thug": "standing_attack@ana"},
        ["ana"],
    ),
    "two on a grunt": (
        [pc("ana"), pc("bo", might=2), npc("grunt", score=15, kind="grunt", attack=CLUB), npc("rest", "e")],
        {"ana": "standing_attack@grunt", "bo": "standing_attack@grunt", "grunt": "standing_attack@bo"},
        ["grunt"],
    ),
    "revive with a surge under fire": (
        [pc("ana", spirit=1, **DOWN), npc("thug", score=12, attack=CLUB)],
        {"ana": "revive+surge", "thug": "standing_attack@ana"},
        ["ana"],
    ),
    "tend": (
        [pc("ana", **DOWN), pc("bo", wits=3), npc("thug", "e")],
        {"ana": "revive", "bo": "tend@ana"},
        ["ana"],
    ),
    "recover and be hit": (
        [pc("ana", health=4, ardor=0), npc("thug", score=17)],
        {"ana": "recover", "thug": "standing_attack@ana"},
        ["ana"],
    ),
    "flee from a shot and a blow": (
        [pc("ana", health=9), npc("thug", score=13, attack=CLUB), npc("bow", "b", 17, attack={**RANGED, **CLUB})],
        {"ana": "flee/b", "thug": "standing_attack@ana", "bow": "standing_attack@ana"},
        ["ana"],
    ),
    "a small ability": (
        [pc("ana", abilities=[BELL]), npc("thug", score=20, health=3)],
        {"ana": "standing_attack+bell@thug", "thug": "defend"},
        ["thug"],
    ),
}


@clause("CL-30", "CL-59")
@pytest.mark.parametrize("name", sorted(CASES))
def test_the_odds_of_a_round_equal_brute_force_over_all_dice(name: str) -> None:
    units, picks, ids = CASES[name]
    scene = Scene(units)
    exact = by_exact(scene, picks, ids)
    assert sum(exact.values()) == 1
    assert exact == by_brute_force(scene, picks, ids)


def test_attack_and_defence_are_joint_not_independent() -> None:
    # AS = d20 + 6 against a fixed 15, both attacking.
    scene = Scene([pc("hero", might=3), npc("villain", score=15)])
    scene.fight.answer("intent:villain#1", "standing_attack@hero")
    odds = scene.fight.odds("declare:hero#1", "standing_attack@villain")
    # Hero Full from d20 9 on: 12/20, else Glancing; the villain's blow is Full up to 15, Glancing up to 24, else a Miss.
    assert odds.chances["full"] == Fraction(12, 20) and odds.chances["glancing"] == Fraction(8, 20)
    assert odds.chances["full:villain"] == Fraction(9, 20) and odds.chances["glancing:villain"] == Fraction(9, 20)
    assert sum(odds.outcomes.values()) == 1
    joint = joint_bands(scene)
    assert joint == {
        ("Full Hit", "Full Hit"): Fraction(1, 20),  # only d20 = 9
        ("Full Hit", "Glancing Hit"): Fraction(9, 20),  # d20 10 to 18
        ("Full Hit", "Miss"): Fraction(2, 20),
        ("Glancing Hit", "Full Hit"): Fraction(8, 20),
    }


def joint_bands(scene: Scene) -> dict[tuple[str, str], Fraction]:
    """The two bands together, at the moment before consequences are written."""
    from quintain.systems.clash.vocabulary import BANDS

    reading = ExactReading(SYSTEM, told({"hero": "standing_attack@villain", "villain": "standing_attack@hero"}), "consequences")
    found: dict[tuple[str, str], Fraction] = {}
    for leaf in leaves_from(SYSTEM, reading, Position(started(scene), [], {})):
        assert isinstance(leaf.battle, ClashBattle) and leaf.battle.now is not None
        one, two = leaf.battle.now.strikes
        bands = (BANDS[one.band], BANDS[two.band])
        found[bands] = found.get(bands, Fraction(0)) + Fraction(leaf.over, leaf.under)
    return found


@clause("CL-96", "CL-97")
def test_the_chance_to_finish_an_effort_within_n_rounds_is_exact() -> None:
    feat = {"id": "dig", "kind": "effort", "cs": 14, "goal": 7, "bonus": {"doc": 5}}
    scene = Scene([pc("doc")], feats=[feat], goals=[{"feat": "dig", "result": "done", "winner": "party"}])
    battle = SYSTEM.build(scene.data)
    assert isinstance(battle, ClashBattle)
    # One round: 14 or more needs d20 9+: 12/20 with 2d6 >= 7: 21/36; the rest 1d6 never reaches 7 in one round.
    one = Fraction(12, 20) * Fraction(21, 36)
    assert finish_within(battle, "dig", 1) == one
    # Two rounds, by hand over the four kinds of dice: P(sum of both rounds >= 7) + what the first round did alone.
    two = Fraction(0)
    for first, p in progress():
        for second, q in progress():
            if first >= 7 or first + second >= 7:
                two += p * q
    assert finish_within(battle, "dig", 2) == two


def progress() -> list[tuple[int, Fraction]]:
    """Progress of one round at d20 + 5 against 14: 12 faces bring 2d6, the other 8 (6 to 13, never 10 short) 1d6."""
    found = [(face, Fraction(8, 20) / 6) for face in range(1, 7)]
    found += [(a + b, Fraction(12, 20) / 36) for a in range(1, 7) for b in range(1, 7)]
    return found


def test_a_players_odds_do_not_know_npc_scores_unless_the_table_shows_them() -> None:
    units = [pc("ana", controller="ann"), npc("thug", score=15)]
    scene = Scene(units)
    scene.fight.answer("intent:thug#1", "standing_attack@ana")
    odds = scene.fight.odds("declare:ana#1", "standing_attack@thug", seat="ann")
    assert odds.unknown == ["the score of Thug", "the Health of Thug"] and odds.outcomes == {}
    # The bar is of the figure that is shown, and what is no full hit may still be a glancing one: no miss.
    data: Any = odds.as_data()
    low, high = data["headline"]["low"], data["headline"]["high"]
    assert [round(part["share"], 9) for part in data["bar"]] == [round(share, 9) for share in (low, high - low, 1 - high) if share]
    assert "miss" not in [part["label"] for part in data["bar"]]
    # Nothing is known: from 4 below to 6 above the Challenge Score of 14. d20 + 3 against 10: 14 faces; against 20: 4.
    assert odds.ranges["full"] == (Fraction(4, 20), Fraction(14, 20)) and "drop" not in odds.ranges
    scene = Scene(units, options={"show_npc_scores": "yes"})
    scene.fight.answer("intent:thug#1", "standing_attack@ana")
    odds = scene.fight.odds("declare:ana#1", "standing_attack@thug", seat="ann")
    assert odds.unknown == ["the Health of Thug"] and odds.ranges["full"] == (Fraction(9, 20), Fraction(9, 20))


def test_what_was_seen_of_a_score_narrows_a_players_odds() -> None:
    # Round 1: Ana 10 + 3 = 13 is Glancing, so the score is 14 to 22; the thug's blow on her 13 is Full: 13 or more.
    scene = Scene([pc("ana", controller="ann"), npc("thug", score=15)], [10, 1, 1, 1])
    scene.round(ana="standing_attack@thug", thug="standing_attack@ana")
    scene.intents(thug="standing_attack@ana")
    odds = scene.fight.odds(scene.ask("ana"), "standing_attack@thug", seat="ann")
    assert odds.unknown[0] == "the score of Thug (14 to 22 so far)"
    assert odds.ranges["full"] == (Fraction(4, 20), Fraction(10, 20))  # from 20 (6 above 14) to 14


@clause("CL-23")
def test_a_players_odds_take_npcs_at_their_word() -> None:
    units = [pc("ana", controller="ann"), npc("thug", score=15)]
    scene = Scene(units, options={"show_npc_scores": "yes"})
    scene.fight.answer("intent:thug#1", "standing_attack@ana~seems~defend")
    player = scene.fight.odds("declare:ana#1", "defend", seat="ann")
    game_master = scene.fight.odds("declare:ana#1", "defend")
    assert player.unknown == [] and player.of("Ana") == {"16 Health": Fraction(1)}
    assert game_master.chances["hurt"] == Fraction(13, 20)  # d20 + 2 of 15 or less


def test_the_odds_of_a_feat_report_its_progress() -> None:
    feat = {"id": "dig", "name": "Dig", "kind": "effort", "cs": 15, "goal": 3}
    scene = Scene([pc("ana"), npc("thug", "e")], feats=[feat])
    scene.intents()
    odds = scene.fight.odds(scene.ask("ana"), "improvise=feat:dig")
    # 15 or more: 6/20, 2d6: 3 or more in 35/36. 6 to 14: 9/20, 1d6: 3 or more in 4/6. Below: nothing.
    assert odds.of("Dig")["done"] == Fraction(6, 20) * Fraction(35, 36) + Fraction(9, 20) * Fraction(4, 6)
    assert odds.of("Dig")["0 of 3"] == Fraction(5, 20)


def test_no_entry_is_made_by_asking_for_odds() -> None:
    scene = Scene([pc("ana"), npc("thug")])
    scene.intents()
    before: list[Entry] = list(scene.fight.written)
    scene.fight.odds(scene.ask("ana"), "defend")
    assert scene.fight.written == before


@clause("CL-89")
def test_the_chance_to_get_a_contested_object_is_shown() -> None:
    idol = {"id": "idol", "name": "Idol", "at": "a", "portable": True}
    scene = Scene([pc("ana", controller="ann"), npc("thief", score=12)], objects=[idol]).intents(thief="improvise=take@idol")
    take = "improvise=take@idol"
    found = scene.fight.odds(scene.ask("ana"), take)
    bonus = scene.unit("ana").sheet.flat  # improvising adds nothing of its own
    won = Fraction(len([face for face in range(1, 21) if face + bonus > 12]), 20)
    assert found.chances["got"] in (won, won + Fraction(1, 20))  # a tie goes to the one or the other
    hers = scene.fight.odds(scene.ask("ana"), take, "ann")
    assert hers.unknown == ["the score of Thief"]
    low, high = hers.ranges["got"]
    assert low <= found.chances["got"] <= high and low < high
    headline = hers.as_data()["headline"]
    assert isinstance(headline, dict) and headline["label"] == "got"


@clause("CL-08")
def test_a_range_holds_the_truth_where_a_low_score_never_arrives() -> None:
    """The thug must come over an edge of CS 13: with a low score it fails its check, and nobody is there to be struck."""
    units = [pc("ana", "a", controller="ann"), npc("thug", "b", score=14)]
    scene = Scene(units, zones=line("ab")["zones"], edges=[{"between": ["a", "b"], "needs_check": True, "cs": 13}])
    scene.intents(thug="move_to_attack/a@ana")
    for option in ("standing_attack@thug", "defend"):
        real = scene.fight.odds(scene.ask("ana"), option)
        hers = scene.fight.odds(scene.ask("ana"), option, "ann")
        assert hers.ranges
        for name, (low, high) in hers.ranges.items():
            assert low <= real.chances.get(name, 0) <= high, name


@clause("CL-46")
def test_the_odds_of_getting_up_stay_within_their_budget_in_the_largest_fight() -> None:
    """With a Surge its d6 stands beside everybody's d20: that once took half a minute; now 0.6 s of CPU, compiled 0.12."""
    fight = play(sample("clash/dunes"), seed="rs1", auto={"enemy": "steady"})
    for hero in ("brannoc", "ysolde"):
        fight.rule("state", who=hero, state="incapacitated")
    asked = next(one for one in fight.questions if one.who == "brannoc")
    assert "revive+surge" in [option.id for option in asked.options]
    for seat in ("gm", "players"):
        began = process_time()
        found = fight.odds(asked.id, "revive+surge", seat)
        assert process_time() - began < 2.5, seat
        low, high = found.ranges.get("up", (found.chances.get("up", 0), 1))
        assert 0 < low <= high <= 1


@clause("CL-23")
def test_who_helps_with_a_feat_and_whether_intents_are_true_is_not_known() -> None:
    fight = play(sample("clash/reading"), seed="helped")
    while not fight.questions[0].id.startswith("declare:"):
        asked = next(one for one in fight.questions if not one.picked)
        assert asked.question is not None
        fight.answer(asked.id, asked.question.choose(fight.system.tactic("steady")).id())
    assert any(event.text == "The Clerk means to work on Read the ledger." for event in fight.events)
    for seat, note in (("ann", AS_ANNOUNCED), ("gm", "")):
        odds = fight.odds(fight.questions[0].id, "improvise=feat:read", seat, budget=Budget(work=1_000, samples=20))
        assert ("the score of The Clerk" in odds.unknown) == bool(odds.ranges) == (seat == "ann") and odds.note == note
