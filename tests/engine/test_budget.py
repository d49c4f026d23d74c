"""Odds within bounds: budgets, deadlines and cancels are kept, and where they end the answer is sampled and says so."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quintain.engine import (
    D6,
    D20,
    Battle,
    Budget,
    Fight,
    Malformed,
    Odds,
    Option,
    Plain,
    Question,
    Tactic,
    Unavailable,
)
from quintain.engine.budget import SLOW_WORK, USUAL_WORK
from quintain.engine.menu import menu_odds
from tests.engine.tilt import DUEL, Tilt, TiltSystem

GO = Plain("go", "Go")


class Start(Question):
    """One question before the piece of rules under test."""

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle, "start", "ann")

    def options(self) -> list[Option]:
        return [GO]

    def kind(self) -> str:
        return "reaction"


class Many(TiltSystem):
    """So many d6 are thrown, each of which is looked at; the first is a hit on 4 and more."""

    def __init__(self, throws: int) -> None:
        super().__init__()
        self.throws = throws
        self.made = 0

    def begin(self, battle: Battle) -> None:
        return

    def step(self, battle: Battle) -> None:
        assert isinstance(battle, Tilt)
        battle.ask(Start(battle))
        battle.note("use:go", "ann")
        total = 0
        for number in range(self.throws):
            face = battle.roll("ann", f"x{number}", D6).total()
            self.made += 1
            total += face
            if number == 0 and face >= 4:
                battle.note("hit", "ann")
        battle.aims = {"total": str(total)}
        battle.reached("action")

    def fates(self, before: Battle, after: Battle, who: str, option: Option) -> tuple[tuple[str, str], ...]:
        assert isinstance(after, Tilt)
        return (("total", after.aims["total"]),)


def odds_of(throws: int, budget: Budget | None = None) -> tuple[Odds, Many]:
    system = Many(throws)
    fight = Fight(system, system.build(DUEL), DUEL, "budget")
    system.made = 0
    return fight.odds(fight.questions[0].id, "go", budget=budget), system


class Ticking:
    """A clock that goes on by a millisecond, or so much, whenever it is looked at."""

    def __init__(self, step: float = 0.001) -> None:
        self.looks = 0
        self.step = step

    def __call__(self) -> float:
        self.looks += 1
        return self.looks * self.step


@pytest.mark.parametrize("throws", [2, 5, 40])
def test_the_clock_ends_a_players_odds_and_has_no_other_say(throws: int) -> None:
    """However fast it goes, a player is told what the counted work comes to, or that there was no time."""
    system = Many(throws)
    fight = Fight(system, system.build(DUEL), DUEL, "budget")
    asked = fight.questions[0].id
    told = fight.odds(asked, "go", "ann", budget=Budget(work=6_000)).as_data()
    assert told["chances"] and ("sampled" in told) == (throws > 2)
    menu = [row.as_data() for row in menu_odds(fight, asked, "ann", Budget(work=6_000))]
    ends: set[bool] = set()
    nothing = fight.odds(asked, "go", "ann", budget=Budget(clock=Ticking(), seconds=0.0)).as_data()
    assert nothing["note"] == "stopped before it was worked out"
    for place in range(14):
        step = 0.24 / 2.2**place
        timed = fight.odds(asked, "go", "ann", budget=Budget(work=6_000, clock=Ticking(step))).as_data()
        assert timed in (told, nothing)
        ends.add(timed == told)
        rows = [row.as_data() for row in menu_odds(fight, asked, "ann", Budget(work=6_000, clock=Ticking(step)))]
        assert rows in (menu, [{"option": "go", "how": "left out", "odds": None}])
    assert ends == {True, False}


def test_a_menu_shares_its_work_by_what_each_option_has_used() -> None:
    menu = Budget(work=1_000)
    first = menu.share(1.0)
    assert first.work == 1_000
    first.limit(1.0).spend(900)
    second = menu.share(0.5)
    assert second.work == 1_000
    second.limit(1.0).spend(1_000)
    assert menu.share(0.5).work == 1_000
    assert menu.share(0.25).work == (4_000 - 1_900) // 4
    assert Budget(clock=Ticking()).work in (USUAL_WORK, SLOW_WORK)


def test_few_ways_are_counted_and_many_are_sampled_with_their_interval() -> None:
    few, _ = odds_of(3)
    assert not few.sampled and few.chances["hit"] == Fraction(1, 2) and sum(few.outcomes.values()) == 1
    lots, _ = odds_of(40)
    assert lots.sampled and abs(lots.chances["hit"] - Fraction(1, 2)) < 3 * lots.interval(0.5)
    shown = lots.as_data()
    assert shown["exact"] is False and shown["sampled"] == lots.sampled
    headline = shown["headline"]
    assert isinstance(headline, dict) and 0 < headline["plus_minus"] < 0.1
    assert odds_of(40)[0].as_data() == shown, "without a clock the same budget leads to the same odds"


def test_a_deadline_is_kept_inside_one_long_run_of_the_rules() -> None:
    clock = Ticking()
    late, system = odds_of(1_000_000, Budget(clock=clock, seconds=0.05))
    # Fifty looks at the clock, and at most a few more; not even one way has come to its end.
    assert clock.looks < 60 and system.made < 1_000
    assert late.chances == {} and late.as_data()["exact"] is False and "stopped" in late.note


def test_a_cancel_is_obeyed_at_once() -> None:
    asked: list[int] = []

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) > 5

    stopped, system = odds_of(1_000_000, Budget(cancelled=cancelled))
    assert "stopped" in stopped.note and system.made < 200


class Voter(Start):
    """One of many who choose at once; how often tactics are asked is counted."""

    def __init__(self, battle: Battle, counted: list[int]) -> None:
        super().__init__(battle)
        self.counted = counted

    def choose(self, tactic: Tactic) -> Option:
        self.counted.append(1)
        return GO


class Crowd(Many):
    """After the first question a thousand choose at once."""

    def __init__(self) -> None:
        super().__init__(0)
        self.chosen: list[int] = []

    def step(self, battle: Battle) -> None:
        battle.ask(Start(battle))
        battle.ask_all([Voter(battle, self.chosen) for _ in range(1_000)])


def test_a_deadline_is_kept_while_many_choose_at_once() -> None:
    system, clock = Crowd(), Ticking()
    fight = Fight(system, system.build(DUEL), DUEL, "budget")
    late = fight.odds(fight.questions[0].id, "go", budget=Budget(clock=clock, seconds=0.05))
    assert "stopped" in late.note and len(system.chosen) < 400 and clock.looks < 80


def test_looking_for_what_follows_a_move_ends_with_the_budget() -> None:
    system, clock = Many(1_000_000), Ticking()
    fight = Fight(system, system.build(DUEL), DUEL, "budget")
    system.made = 0
    with pytest.raises(Unavailable, match="stopped before"):
        fight.odds(fight.questions[0].id, "strike", budget=Budget(clock=clock, seconds=0.05), after=["go"])
    assert clock.looks < 60 and system.made < 1_000


def test_counting_that_cannot_end_is_given_up_early() -> None:
    lots, system = odds_of(40, Budget(work=1_000_000, samples=100))
    # Far less than the half of the budget that counting may take.
    assert lots.sampled == 100 and system.made < 30_000


class Uneven(Many):
    """A d20 that is hit on 3 and more, then one that is looked at for a 20: light ways."""

    def step(self, battle: Battle) -> None:
        assert isinstance(battle, Tilt)
        battle.ask(Start(battle))
        battle.note("use:go", "ann")
        if battle.roll("ann", "x", D20).at_least(3):
            battle.note("hit", "ann")
        top = battle.roll("ann", "y", D20).natural_is(20)
        battle.aims = {"total": "top" if top else "else"}
        battle.reached("action")


def test_what_was_noted_before_a_cut_counts_in_full() -> None:
    system = Uneven(0)
    system.cut_below = 0.046  # of the misses (1/10) the 20 has 1/200, of the hits 9/200: both are cut
    fight = Fight(system, system.build(DUEL), DUEL, "budget")
    found = fight.odds(fight.questions[0].id, "go")
    assert found.cut == Fraction(1, 20)
    assert found.chances["use:go"] == 1 and found.chances["hit"] == Fraction(9, 10)


def test_a_menu_is_priced_within_one_budget_and_says_what_was_left_out() -> None:
    system = Many(3)
    fight = Fight(system, system.build(DUEL), DUEL, "budget")
    asked = fight.questions[0].id
    assert [(row.option, row.how) for row in menu_odds(fight, asked, "gm", Budget())] == [("go", "exact")]
    late = menu_odds(fight, asked, "gm", Budget(clock=Ticking(), seconds=0.0))
    assert [(row.option, row.how, row.odds) for row in late] == [("go", "left out", None)]
    assert late[0].as_data() == {"option": "go", "how": "left out", "odds": None}


def test_knowledge_is_one_of_three_words() -> None:
    system = Many(1)
    fight = Fight(system, system.build(DUEL), DUEL, "budget")
    with pytest.raises(Malformed, match="open, learned, hidden"):
        fight.odds(fight.questions[0].id, "go", knowledge="all")
