"""Forecasts on known answers; reproducible, interruptible, flat in memory; and the very fight to watch."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
from collections.abc import Callable
from concurrent.futures import Future
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Any

import pytest

import quintain as q
from quintain.engine import Malformed, Over, Unavailable, solve
from quintain.lab import forecast
from quintain.lab.combatants import folded
from quintain.lab.forecast import Band, narrow_after
from quintain.lab.intervals import proportion
from quintain.lab.run import SMALL_CHUNK
from quintain.lab.setting import Stage, setting_of
from quintain.lab.tally import Tally, count_fights
from quintain.library.encounters import Encounter
from tests.lab.conftest import duel, two_a_side
from tests.support import many


def test_a_mirror_match_gives_even_odds() -> None:
    found = forecast(duel(), 4_000, processes=1)
    # 15 of 36 ways each, and 6 of 36 equal
    assert not found.wins.excludes(15 / 36) and not found.losses.excludes(15 / 36) and not found.draws.excludes(6 / 36)
    assert abs(found.wins.value - found.losses.value) < 3.3 * (30 / 36 / 4_000) ** 0.5


REPEATS = many(600, 2_000)
FIGHTS_EACH = 100


@pytest.mark.parametrize("bonus", [0, 2, 4])
def test_intervals_cover_the_exact_odds_at_the_stated_rate(bonus: int) -> None:
    """A count moves in steps, so how often Wilson's interval covers is itself known exactly: the repeats must agree with it."""
    enc = duel(bonus)
    exact = solve(enc.system, enc.battle(), {"*": "steady"}, within=3).wins("us")
    assert exact == Fraction(sum(1 for a in range(1, 7) for b in range(1, 7) if a + bonus > b), 36)
    covering = [wins for wins in range(FIGHTS_EACH + 1) if not proportion(wins, FIGHTS_EACH).excludes(float(exact))]
    p = float(exact)
    stated = sum(comb(FIGHTS_EACH, wins) * p**wins * (1 - p) ** (FIGHTS_EACH - wins) for wins in covering)
    assert 0.94 <= stated <= 0.96
    stage = Stage(setting_of(enc, "steady", f"coverage {bonus}"))
    covered = 0
    for repeat in range(REPEATS):
        tally = count_fights(stage, 1 + repeat * FIGHTS_EACH, FIGHTS_EACH)
        covered += tally.results[0] in covering
    # three standard errors: of 2,000 repeats 0.015
    assert abs(covered / REPEATS - stated) < 3 * (stated * (1 - stated) / REPEATS) ** 0.5


@pytest.mark.parametrize("name", ["clash/dunes", "tiers/standard", "riposte/ferry", "toughness/standard", "escalation/toll"])
def test_sampled_fights_leave_nothing_to_the_garbage_collector(name: str) -> None:
    """Objects that refer to each other keep a whole fight in memory until they are looked for, which took a fifth of the time."""
    stage = Stage(setting_of(q.sample(name), "careful", "garbage"))
    count_fights(stage, 1, 2)
    gc.collect()
    gc.disable()
    try:
        count_fights(stage, 3, 2)
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_small_fight_is_solved_exactly_beside_the_sample() -> None:
    found = forecast(duel(2), 400, processes=1)
    assert found.solved is not None and found.solved.shares[:3] == [Fraction(26, 36), Fraction(6, 36), Fraction(4, 36)]
    assert not found.wins.excludes(26 / 36)
    assert "Solved exactly: wins 72.2 %, losses 16.7 %, draws 11.1 %" in str(found)
    assert found.html().count('<span class="kind">exact</span>') == 3
    spines = forecast(q.sample("clash/spines"), 300, processes=1)
    assert spines.solved is not None and not spines.wins.excludes(spines.solved.share(0).value)


def test_what_is_large_or_thrown_by_a_tactic_is_only_sampled() -> None:
    assert forecast(q.sample("riposte/cellar"), 10, processes=1).solved is None
    assert forecast(duel(), 10, tactics="random", processes=1).solved is None
    assert forecast(duel(), 10, processes=1).as_data()["exact"] is not None


def test_harm_is_counted_in_marks_where_a_book_has_no_hit_points() -> None:
    found = forecast(q.sample("toughness/standard"), 30, processes=1)
    assert found.measure == "marks" and "marks" in str(found)
    ours = [one for one in found.combatants if one.side == "heroes"]
    dealt = sum(one.dealt.value for one in found.combatants if one.dealt is not None)
    taken = sum(one.taken.value for one in found.combatants if one.taken is not None)
    assert all(one.dealt is not None and one.dealt.value > 0 for one in ours)
    # whoever is struck by nobody (a pit, the dying) is marked all the same
    assert 0 < dealt <= taken + 1e-9


def test_the_distribution_of_length_is_folded_without_losing_a_fight() -> None:
    histogram = {rounds: rounds for rounds in range(2, 60)}
    rows = folded(histogram)
    assert len(rows) <= 16 and sum(count for *_, count in rows) == sum(histogram.values())
    assert rows[0][0] == 2 and all(a[1] + 1 == b[0] for a, b in pairwise(rows))


def test_the_result_depends_on_the_seed_and_not_on_the_processes() -> None:
    enc = q.sample("riposte/cellar")
    one = forecast(enc, 450, seed=5, processes=1, rows=True)
    two = forecast(enc, 450, seed=5, processes=2, rows=True)
    assert one.as_data() == two.as_data() and one.tally.rows == two.tally.rows
    assert forecast(enc, 450, seed=6, processes=1).tally.margins != one.tally.margins


def test_stopping_early_is_decided_in_the_order_of_the_fights() -> None:
    enc = two_a_side()
    found = forecast(enc, 100_000, within=0.02, processes=1)
    assert found.stopped == "enough" and found.wins.half <= 0.02
    assert found.fights % SMALL_CHUNK == 0 and found.fights < 5_000
    assert forecast(enc, found.fights, processes=1).wins.value == found.wins.value


class Later:
    """Runs what it is given when somebody waits for it, and counts the fights it was given."""

    at_once = 4

    def __init__(self) -> None:
        self.given = 0

    def to_a_task(self, chunks: int) -> int:
        return 1

    def submit(self, work: Callable[..., Any], *args: Any) -> Future[Any]:
        later = _Later(lambda: work(*args))
        self.given += sum(count for _, count in args[1])
        return later


class _Later(Future[Any]):
    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self.work = work

    def result(self, timeout: float | None = None) -> Any:
        return self.work()


def test_the_band_fills_the_end_of_a_run_and_hardly_a_fight_is_played_for_nothing() -> None:
    runs = Later()
    found = forecast(two_a_side(), 100_000, within=0.02, runs=runs)
    assert found.stopped == "enough" and found.band is not None
    counted = found.fights + found.band.other.fights
    assert counted <= runs.given <= counted + 2 * SMALL_CHUNK
    alone = forecast(two_a_side(), 100_000, within=0.02, processes=1)
    assert alone.as_data() == found.as_data()
    assert found.band.other.fights == max(300, found.fights // 20)
    # the same as if the careful fights had been sampled by themselves
    careful = forecast(two_a_side(), found.band.other.fights, tactics="careful", processes=1)
    assert careful.tally.codes == found.band.other.tally.codes and careful.tally.noted == found.band.other.tally.noted


def test_how_many_fights_an_interval_will_take_is_foreseen() -> None:
    for wins in (0, 30, 150, 500, 870, 1_000):
        tally = Tally()
        tally.n, tally.results = 1_000, [wins, 1_000 - wins, 0, 0]
        n = narrow_after(0.01)(tally)
        assert proportion(round(wins * n / 1_000), n).reach == pytest.approx(0.01, rel=0.05)


def test_interrupted_it_still_reports_what_is_done() -> None:
    seen: list[int] = []

    def stop(tally: Tally) -> None:
        seen.append(tally.n)
        if tally.n >= 400:
            raise KeyboardInterrupt

    found = forecast(two_a_side(), 10_000, processes=1, counted=stop)
    assert found.stopped == "interrupted" and found.fights == 400 and seen == [200, 400]
    assert str(found).startswith("Interrupted: 400 of 10,000 fights") and found.sentence.startswith("Interrupted: 400 of 10,000")
    assert found.as_data()["unfinished"] is True


def test_figures_per_combatant() -> None:
    found = forecast(duel(), 1_000, processes=1)
    ann, cid = found.of("ann"), found.of("cid")
    assert ann.falls is not None and cid.falls is not None
    assert ann.falls.value == found.losses.value and cid.falls.value == found.wins.value
    assert ann.dealt is not None and ann.dealt.value == pytest.approx(found.wins.value)
    assert ann.taken is not None and ann.taken.value == pytest.approx(found.losses.value)
    assert ann.states["state"]["out"].value == ann.falls.value
    assert ann.never == ["Boldness"] and not ann.used
    assert found.length.histogram == {1: 1_000} and found.budget == "an even match"
    assert found.endings["draw: equal throws"].value == found.draws.value


def test_an_ability_that_was_used_is_counted() -> None:
    found = forecast(duel(), 400, tactics={"us": "random", "*": "steady"}, processes=1)
    ann = found.of("ann")
    assert not ann.used["Boldness"].excludes(0.5) and ann.never == []
    assert found.of("cid").never == ["Boldness"]


def test_memory_does_not_grow_but_for_a_few_bytes_per_fight() -> None:
    stage = Stage(setting_of(two_a_side(), "steady", 1))
    few, many = count_fights(stage, 1, 400), count_fights(stage, 1, 2_400)
    grown = len(pickle.dumps(many)) - len(pickle.dumps(few))
    # a byte each for the result and how many of the party are down and dead, two for the rounds, four each for the margin and what the
    # party has left; and some room for longer numbers in the sums
    assert grown <= 13 * 2_000 + 600


def test_tallies_merge_only_in_order() -> None:
    stage = Stage(setting_of(two_a_side(), "steady", 1))
    whole, first, second = count_fights(stage, 1, 60), count_fights(stage, 1, 25), count_fights(stage, 26, 35)
    first.merge(second)
    assert first.codes == whole.codes and first.lengths == whole.lengths and first.results == whole.results
    with pytest.raises(ValueError, match="do not follow"):
        first.merge(second)


# -- watching -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tactic", ["steady", "careful", "random"])
@pytest.mark.parametrize("name", q.samples())
def test_a_watched_fight_is_the_fight_that_was_sampled(name: str, tactic: str) -> None:
    stage = Stage(setting_of(q.sample(name), tactic, f"watch {tactic}"))
    for number in range(1, 4):
        battle, _ = stage.run(number)
        fight = stage.watch(number)
        assert fight.outcome is not None and battle.outcome is not None
        assert fight.outcome.as_data() == battle.outcome.as_data()
        assert fight.battle.key() == battle.key() and fight.battle.round == battle.round
        assert stage.system.left(fight.battle) == stage.system.left(battle)


def test_a_watched_fight_replays_from_its_record() -> None:
    fight = forecast(q.sample("riposte/ferry"), 20, processes=1).watch(7)
    again = q.fight_of(fight.record)
    assert again.battle.key() == fight.battle.key()
    assert [event.text for event in again.log] == [event.text for event in fight.log]


def test_representative_fights_are_what_their_names_say() -> None:
    found = forecast(two_a_side(), 400, processes=1)
    picks = found.representative()
    assert set(picks) == {"median", "closest win", "clearest win", "closest loss", "worst loss", "longest"}
    assert found.tally.rounds[picks["median"] - 1] == found.length.median
    assert found.tally.margins[picks["worst loss"] - 1] == min(found.tally.margins)
    assert found.tally.rounds[picks["longest"] - 1] == max(found.tally.rounds)
    won = found.watch("closest win").outcome
    assert won is not None and won.winner == "red"


def test_a_kind_of_fight_that_there_is_not_gets_a_sentence() -> None:
    found = forecast(duel(9), 50, processes=1)
    with pytest.raises(Unavailable, match="none of the 50 fights was a loss"):
        found.pick("worst loss")
    with pytest.raises(Unavailable, match="there are median"):
        found.pick("funniest")
    with pytest.raises(Unavailable, match="fights 1 to 50"):
        found.watch(51)


# -- from here --------------------------------------------------------------------------------------------------------------


def test_from_a_fight_under_way() -> None:
    fight = q.play(two_a_side(), seed=3)
    for _ in range(6):
        asked = fight.questions[0]
        fight.answer(asked.id, asked.options[0].id)
    before = len(fight.entries)
    found = forecast(fight, 400, processes=1)
    assert len(fight.entries) == before
    assert "from here" in str(found)
    watched = found.watch("median")
    assert [entry.as_data() for entry in watched.entries[:before]] == [entry.as_data() for entry in fight.entries]
    assert watched.outcome is not None


def test_a_ruling_changes_the_forecast_from_here() -> None:
    fight = q.play(two_a_side(), seed=3)
    before = forecast(fight, 400, processes=1)
    fight.rule("set", who="ann", stat="heart", value=30)
    assert forecast(fight, 400, processes=1).wins.value > before.wins.value + 0.2


def test_a_fight_that_is_over_has_no_forecast() -> None:
    fight = forecast(two_a_side(), 5, processes=1).watch(1)
    with pytest.raises(Over, match="over"):
        forecast(fight, 10)


# -- bad input --------------------------------------------------------------------------------------------------------------


def test_no_fights_get_a_sentence() -> None:
    with pytest.raises(Malformed, match="at least one fight"):
        forecast(duel(), 0)
    with pytest.raises(Malformed, match="at most 100,000,000"):
        forecast(duel(), 10**12)
    with pytest.raises(Malformed, match="share between 0 and 50 %"):
        forecast(duel(), 10, within=2)
    with pytest.raises(Malformed, match="at least one process"):
        forecast(duel(), 1_000, processes=0)


def test_an_empty_side_gets_a_sentence() -> None:
    alone: dict[str, object] = {"throwers": [{"id": "ann", "side": "us", "bonus": 0}]}
    with pytest.raises(Unavailable, match="everybody is on the side 'us'"):
        forecast(Encounter("throws", alone), 10)
    with pytest.raises(Unavailable, match="there are us, them"):
        forecast(duel(), 10, party="nobody")


def test_an_unknown_tactic_or_side_gets_a_sentence() -> None:
    with pytest.raises(Unavailable, match="there are reckless, steady, careful"):
        forecast(duel(), 10, tactics="clever")
    with pytest.raises(Unavailable, match="there are us, them"):
        forecast(duel(), 10, tactics={"heroes": "steady"})


def test_a_fight_that_cannot_end_is_said_to_be_undecided() -> None:
    endless = Encounter("throws", {**duel().data, "options": {"endless": True}})
    found = forecast(endless, 50, processes=1)
    assert found.unresolved.value == 1.0
    assert "None of the 50 fights came to a decision" in found.sentence


def test_within_a_point_means_a_point_to_either_side_near_the_ends_too() -> None:
    found = forecast(duel(6), 20_000, within=0.01, processes=1)  # the party always wins
    assert found.wins.value == 1.0 and found.wins.low >= 0.99 and found.stopped == "enough"
    near = forecast(duel(5), 20_000, within=0.01, processes=1)  # 35 of 36 ways
    assert near.wins.value - near.wins.low <= 0.01 and near.wins.high - near.wins.value <= 0.01


def test_things_do_not_fall_and_marks_are_counted_beside_damage() -> None:
    found = forecast(q.sample("clash/dunes"), 30, processes=1, band=False)
    template = found.stage.template
    things = [unit.id for unit in template.units if unit.id not in found.stage.before]
    assert not any(one.id in things for one in found.combatants)
    assert found.harms == ["damage", "marks"]
    peons = [one for one in found.combatants if one.harm["marks"][1].value > 0]
    assert peons and all(one.harm["damage"][1].value == 0 for one in peons)


def test_how_fights_ended_is_not_hidden_behind_draws() -> None:
    found = forecast(duel(), 400, processes=1)
    assert "draw: equal throws" in str(found) and "won: the higher throw" in str(found)


def test_names_that_look_like_markup_are_shown_as_they_are() -> None:
    enc = q.sample("riposte/cellar")
    data = copy.deepcopy(enc.data)
    combatants = data["combatants"]
    assert isinstance(combatants, list)
    combatants[0]["name"] = "Odalys [/b] [red]"
    found = forecast(q.from_data(data), 5, processes=1, band=False)
    assert "Odalys [/b] [red]" in str(found) and "Odalys [/b] [red]" in found.html()


def test_some_fights_are_played_carefully_as_well() -> None:
    found = forecast(q.sample("riposte/cellar"), 50, processes=1)
    assert found.band is not None and found.band.other.fights == 50 and set(found.band.tactics.values()) == {"careful"}
    assert found.band.sentence in str(found).replace("\n  ", " ").replace("\n", " ")
    assert forecast(q.sample("riposte/cellar"), 5, tactics="careful", processes=1).band is None
    assert found.band.low <= found.wins.low and found.band.high >= found.band.wins.high


def test_a_forecast_that_is_stopped_beside_its_fights_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    found = forecast(two_a_side(), 400, processes=1, counted=lambda tally: seen.append(tally.n), cancelled=lambda: 400 in seen)
    assert found.fights == 400 and found.band is None and found.unfinished and found.sentence.startswith("Interrupted: ")

    def pressed(stage: Stage) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["quintain.lab.forecast"], "solved", pressed)
    while_solving = forecast(duel(), 20, processes=1, band=False)
    assert while_solving.fights == 20 and while_solving.unfinished and while_solving.solved is None


def test_a_band_that_matters_is_flagged() -> None:
    first = forecast(duel(0), 400, processes=1, band=False)
    band = Band(first, forecast(duel(3), 400, tactics="careful", processes=1))
    assert band.matters and "the result hangs on how it is played" in band.sentence


def test_further_measures_are_counted_when_asked_for() -> None:
    found = forecast(q.sample("escalation/toll"), 20, processes=1, band=False, measures=["spent.recoveries", "spent", "left.hp"])
    spent, left = found.measured("spent.recoveries"), found.measured("left.hp")
    party = [one for one in found.combatants if one.side == found.party]
    assert left.value == pytest.approx(sum(one.left["hp"].value for one in party), abs=0.01)
    before = sum(float(str(found.stage.before[one.id]["recoveries"])) for one in party)
    assert spent.value == pytest.approx(before - sum(one.left["recoveries"].value for one in party), abs=0.01)
    assert set(found.as_data()["further"]) == {"spent.recoveries", "spent", "left.hp"}  # type: ignore[call-overload]
