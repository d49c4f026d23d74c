"""Exact odds: against every face of every die, against Icepool, against samples; and a duel to the death, solved."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import icepool
import pytest

from quintain.engine import Battle, Fight, Odds, Roll, SampleReading, Tactics, sample_fight, solve
from quintain.engine.dice import Dice
from quintain.engine.drive import next_joint
from quintain.engine.stream import Written
from quintain.library.encounters import sample
from quintain.odds import odds
from quintain.systems.riposte import SYSTEM
from quintain.systems.riposte.sheet import Skirmish
from quintain.systems.riposte.tactics_expected_harm import Weighing
from tests.systems.riposte.scene import begin, field, foe, offered, person, scene, who

Row = dict[str, object]
ANN: Row = {"might": 11, "accuracy": 85, "critical": 12, "avoid": 2, "hp": 24, "spd": 9}
BOB: Row = {"might": 12, "accuracy": 75, "critical": 9, "avoid": 3, "hp": 22}


def pair(mine: Row, theirs: Row) -> list[Row]:
    return [person("ann", [0, 0], **mine), foe("bob", [1, 0], **theirs), foe("dan", [7, 3])]  # type: ignore[arg-type]


def pairs(found: Odds) -> dict[tuple[int, int], Fraction]:
    """The probability of each pair of ending HP, ann's first."""
    result: dict[tuple[int, int], Fraction] = {}
    for fates, chance in found.outcomes.items():
        hp = dict(fates)
        key = (int(hp["Ann"].split()[0]), int(hp["Bob"].split()[0]))
        result[key] = result.get(key, Fraction(0)) + chance
    return result


class Scripted(SampleReading):
    """A sampled reading whose dice are written down."""

    def __init__(self, tactics: Tactics) -> None:
        super().__init__(tactics)
        self.written = Written([])

    def roll(self, battle: Battle, who: str, what: str, dice: Dice, audience: str, about: str, against: str) -> Roll:
        faces = dice.throw(self.written)
        return Roll(self, dice.total(faces), dice.natural(faces), dice.flag(faces))


def every_face(fight: Fight, dice: int) -> dict[tuple[int, int], Fraction]:
    """Ann's attack on bob, run once for every way so many dice can fall; every one of them is thrown."""
    reading = Scripted(Tactics(SYSTEM, {"*": "steady"}))
    found: dict[tuple[int, int], int] = {}
    start = fight.checkpoints[-1].battle
    assert isinstance(start, Skirmish) and start.acting == "ann"
    for number in range(100**dice):
        battle = start.copy()
        reading.written = Written([number // 100**place % 100 for place in range(dice)])
        battle.read_by(reading)
        next_joint(SYSTEM, battle)
        ann, bob = battle.fighter("ann"), battle.fighter("bob")
        assert ann is not None and bob is not None
        found[ann.hp, bob.hp] = found.get((ann.hp, bob.hp), 0) + 1
    return {key: Fraction(count, 100**dice) for key, count in found.items()}


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({**ANN, "spd": 5}, BOB),
        ({**ANN, "spd": 5, "now": 9}, {**BOB, "now": 8}),
        ({**ANN, "spd": 5}, {**BOB, "weapons": [], "traits": ["Buckler"], "stats": {"DEX": 40}}),
    ],
)
def test_exact_odds_equal_every_face_of_every_die(mine: Row, theirs: Row) -> None:
    fight = begin(pair(mine, theirs))
    exact = pairs(odds(fight, "engage:bob"))
    assert exact == every_face(fight, 2)
    assert sum(exact.values()) == 1


def strike_die(hit: int, crit: int, damage: int) -> icepool.Die[int]:
    """Damage of one strike as Icepool says it, from a die with the faces 0 to 99."""
    hit = max(0, min(100, hit))
    return icepool.d(100).map(
        lambda face: 0 if face - 1 >= hit else 3 * damage if face - 1 < crit else damage
    )


def by_icepool(order: str, ann: icepool.Die[int], bob: icepool.Die[int], hp: tuple[int, int]) -> dict[tuple[int, int], Fraction]:
    """A whole engagement: strikes of a and b in this order, stopping at the first drop."""
    state: icepool.Die[tuple[int, int]] = icepool.Die([hp])
    for striker in order:
        die = ann if striker == "a" else bob

        def after(state: tuple[int, int], damage: int, striker: str = striker) -> tuple[int, int]:
            mine, theirs = state
            if mine == 0 or theirs == 0:
                return state
            return (mine, max(0, theirs - damage)) if striker == "a" else (max(0, mine - damage), theirs)

        state = icepool.map(after, state, die)
    whole = state.denominator()
    return {(pair[0], pair[1]): Fraction(count, whole) for pair, count in state.items()}


def test_exact_odds_of_a_four_strike_exchange_equal_icepool() -> None:
    # Ann is 4 faster, bob has a follow-through by trait: A R FA FR. Hit 85 - 10 = 75, crit 12 - 3 = 9, 11 - 3 = 8;
    # bob 75 - 10 = 65, 9 - 2 = 7, 12 - 3 = 9.
    again = {"name": "again", "follow_throughs": [{"slot": "riposte"}]}
    fight = begin(pair(ANN, {**BOB, "traits": [again]}))
    exact = pairs(odds(fight, "engage:bob"))
    expected = by_icepool("abab", strike_die(75, 9, 8), strike_die(65, 7, 9), (24, 22))
    assert exact == expected and len(exact) > 10 and sum(exact.values()) == 1


def test_exact_odds_agree_with_sampled_engagements() -> None:
    fight = begin(pair(ANN, BOB))
    exact = pairs(odds(fight, "engage:bob"))
    start = fight.checkpoints[-1].battle
    assert isinstance(start, Skirmish)
    reading = SampleReading(Tactics(SYSTEM, {"*": "steady"}))
    reading.begin("odds against samples")
    count = 4000
    seen: dict[tuple[int, int], int] = {}
    for _ in range(count):
        battle = start.copy()
        battle.read_by(reading)
        next_joint(SYSTEM, battle)
        ann, bob = battle.fighter("ann"), battle.fighter("bob")
        assert ann is not None and bob is not None
        seen[ann.hp, bob.hp] = seen.get((ann.hp, bob.hp), 0) + 1
    assert set(seen) <= set(exact)
    for key, chance in exact.items():
        p = float(chance)
        sigma = sqrt(p * (1 - p) / count)
        assert abs(seen.get(key, 0) / count - p) <= 4.5 * sigma + 1 / count, key


def test_what_a_tactic_expects_of_an_engagement_is_what_the_exact_reading_says() -> None:
    fight = begin(
        pair(
            {**ANN, "traits": ["Bold", "Desperation"], "stats": {"DEX": 30}},
            {**BOB, "traits": ["Vantage", "Cornered Strike (STR)", "Buckler"], "stats": {"DEX": 20}, "level": 20},
        )
    )
    exact = pairs(odds(fight, "engage:bob"))
    found = Weighing(field(fight), who(fight, "ann"), 0, 0, who(fight, "bob"), 0, 1).weigh()
    assert found.dealt == pytest.approx(float(sum(chance * (22 - bob) for (_, bob), chance in exact.items())))
    assert found.taken == pytest.approx(float(sum(chance * (24 - ann) for (ann, _), chance in exact.items())))
    assert found.kill == pytest.approx(float(sum(chance for (_, bob), chance in exact.items() if bob == 0)))
    assert found.death == pytest.approx(float(sum(chance for (ann, _), chance in exact.items() if ann == 0)))


def test_looking_at_odds_leaves_the_fight_as_it_was_and_throws_no_die() -> None:
    fight = begin(pair(ANN, BOB))
    before = (fight.battle.key(), len(fight.entries))
    for option in offered(fight):
        if option.startswith("engage"):
            odds(fight, option)
    assert (fight.battle.key(), len(fight.entries)) == before


def test_the_odds_of_a_check_say_how_the_task_may_stand() -> None:
    people = [person("ann", [0, 0], stats={"INT": 12}), foe("bob", [7, 3])]
    fight = begin(people, tasks=[{"id": "plan", "label": "the plan", "hp": 5}])
    found = odds(fight, "check:plan:INT")
    # Below 12: 4 off; below 37: 3; below 62: 2; else nothing. LUK 0: never critical.
    assert found.of("the plan") == {
        "1 left": Fraction(12, 100), "2 left": Fraction(25, 100), "3 left": Fraction(25, 100), "5 left": Fraction(38, 100),
    }  # fmt: skip


def duel_by_hand(hp: tuple[int, int]) -> float:
    """Ann's chance to win when both only strike: ann's turn, bob's turn, and so on, each with a riposte."""
    ann, bob = (0.75, 0.09, 8), (0.65, 0.07, 9)
    states = [(a, b, turn) for a in range(1, hp[0] + 1) for b in range(1, hp[1] + 1) for turn in (0, 1)]
    value = dict.fromkeys(states, 0.0)

    def struck(a: int, b: int, order: list[int], turn: int) -> float:
        if a <= 0:
            return 0.0
        if b <= 0:
            return 1.0
        if not order:
            return value[a, b, turn]
        hit, crit, damage = (ann, bob)[order[0]]
        total = 0.0
        for chance, harm in ((1 - hit, 0), (hit - crit, damage), (crit, 3 * damage)):
            after = (a, b - harm) if order[0] == 0 else (a - harm, b)
            total += chance * struck(*after, order[1:], turn)
        return total

    for _ in range(200):
        change = 0.0
        for state in states:
            a, b, turn = state
            new = struck(a, b, [turn, 1 - turn], 1 - turn)
            change = max(change, abs(new - value[state]))
            value[state] = new
        if change < 1e-13:
            break
    return value[hp[0], hp[1], 0]


def test_a_duel_to_the_death_is_solved_exactly_by_merging_equal_states() -> None:
    people = [person("ann", [0, 0], **{**ANN, "spd": 5}), foe("bob", [1, 0], **BOB)]  # type: ignore[arg-type]
    encounter = scene(people, [".."])
    solution = solve(SYSTEM, encounter.battle(), {"*": "reckless"})
    assert sum(solution.endings.values()) == 1 and solution.states < 400
    assert float(solution.wins("heroes")) == pytest.approx(duel_by_hand((24, 22)), abs=1e-9)
    # And the sampled duel says the same within four sigma.
    reading = SampleReading(Tactics(SYSTEM, {"*": "reckless"}))
    count = 600
    template = encounter.battle()
    wins = 0
    for number in range(count):
        outcome = sample_fight(SYSTEM, template, reading, f"duel:{number}").outcome
        wins += 1 if outcome is not None and outcome.winner == "heroes" else 0
    p = float(solution.wins("heroes"))
    assert abs(wins / count - p) < 4 * sqrt(p * (1 - p) / count)


def test_a_duel_of_shipped_people_is_solved_exactly() -> None:
    ferry = sample("riposte/ferry").data["combatants"]
    assert isinstance(ferry, list)
    tamsin = {**next(row for row in ferry if row["id"] == "tamsin"), "at": [0, 0]}
    vail = {**next(row for row in ferry if row["id"] == "vail"), "at": [1, 0]}
    solution = solve(SYSTEM, scene([tamsin, vail], ["...."]).battle(), {"*": "steady"})
    assert sum(solution.endings.values()) == 1
    assert Fraction(0) < solution.wins("heroes") < 1


def test_a_seat_sees_the_odds_only_where_forecasts_are_open() -> None:
    people = pair(ANN, BOB)
    fight = begin(people)
    assert odds(fight, "engage:bob", seat="ann").outcomes
    fight = begin(people, options={"forecast": "closed"})
    closed = odds(fight, "engage:bob", seat="ann")
    assert closed.outcomes == {} and closed.unknown == ["Bob's Dodge, Avoid and Defense"]
    assert odds(fight, "engage:bob").outcomes


def test_the_table_says_what_players_may_know_of_their_foes() -> None:
    """Closed forecasts: nothing of Bob is known; with open knowledge his true figures count all the same."""
    fight = begin([person("ann", [0, 0], controller="ann"), foe("bob", [1, 0])], options={"forecast": "closed"})
    whole = odds(fight, "engage:bob")
    assert odds(fight, "engage:bob", seat="ann", knowledge="open").outcomes == whole.outcomes
    for knowledge in ("learned", "hidden"):
        shown = odds(fight, "engage:bob", seat="ann", knowledge=knowledge)
        assert shown.unknown and shown.outcomes == {} and shown.as_data()["headline"] is None
