"""What the GM forbids and automatic play: bans bind tactics, a question without options is withdrawn, and nothing runs for ever."""

from __future__ import annotations

import pytest

from quintain.engine import Battle, Choice, Fight, Illegal, Option, Plain, Question, Reading, System, Tactic, Unit, view
from quintain.engine.drive import next_joint
from quintain.engine.fight import fight_from
from quintain.engine.sample import MOST_BARRED, OnwardReading, SampleReading, Tactics, allowed, sample_fight


class Pacer(Unit):
    """Somebody who walks up and down until told to stop."""

    def __init__(self) -> None:
        super().__init__("pat", "Pat", "walkers", "ann")
        self.steps = 0
        self.withdrawn = 0

    def copy(self) -> Pacer:
        twin = Pacer()
        self.copy_common(twin)
        twin.steps, twin.withdrawn = self.steps, self.withdrawn
        return twin

    def key(self) -> tuple[object, ...]:
        return (self.id, self.steps, self.withdrawn)

    def is_present(self) -> bool:
        return True


class Walk(Battle):
    def copy(self) -> Walk:
        twin = Walk(self.reading)
        self.copy_common(twin)
        return twin

    def key(self) -> tuple[object, ...]:
        return tuple(unit.key() for unit in self.units)


class Pacing(System):
    """A fight that is over when Pat stops; walking on never ends by itself."""

    def __init__(self) -> None:
        super().__init__("pacing", "Pacing", "1")

    def step(self, battle: Battle) -> None:
        pat = battle.units[0]
        assert isinstance(pat, Pacer)
        options: list[Option] = [Plain("left", "Walk left"), Plain("right", "Walk right"), Plain("stop", "Stop")]
        answer = battle.ask(Choice(battle, "walk", "pat", "Which way?", options, "stop"))
        pat = battle.units[0]
        assert isinstance(pat, Pacer)
        if answer is None:
            pat.withdrawn += 1
        elif answer.id() == "stop":
            battle.end("over", "walkers", "Pat stops")
        else:
            pat.steps += 1


def walk(auto: bool = False) -> Fight:
    battle = Walk(Reading())
    battle.add_unit(Pacer())
    fight = Fight(Pacing(), battle, {}, "walk")
    if auto:
        fight.automate("*", "steady")
    return fight


def pat(fight: Fight) -> Pacer:
    unit = fight.battle.units[0]
    assert isinstance(unit, Pacer)
    return unit


def test_a_tactic_takes_something_else_and_has_its_way_when_that_leads_nowhere() -> None:
    fight = walk()
    fight.rule("forbid", about="walk", option="stop", why="on your feet")
    fight.automate("*", "steady")
    # Thirty times it walks left, the first thing left; then it stops in spite of all.
    assert pat(fight).steps == MOST_BARRED and fight.outcome is not None and fight.outcome.result == "over"


def test_where_nothing_is_left_the_question_is_withdrawn_and_the_record_replays() -> None:
    fight = walk()
    fight.rule("forbid", about="walk", option="*", why="stand still")
    # The open question lost its options and was withdrawn; asked again, nobody can answer, and the GM may lift it.
    assert pat(fight).withdrawn == 1 and fight.questions[0].options == []
    with pytest.raises(Illegal, match="stand still"):
        fight.answer(fight.questions[0].id, "left")
    fight.automate("*", "steady")
    assert pat(fight).withdrawn == 1 + MOST_BARRED and pat(fight).steps == 0 and fight.outcome is not None
    again = fight_from(fight.system, fight.checkpoints[0].battle, fight.record)
    assert again.battle.key() == fight.battle.key() and again.record == fight.record


def test_sampled_onward_and_exact_readings_do_alike() -> None:
    fight = walk()
    fight.rule("forbid", about="walk", option="stop")
    start = fight.battle.copy()
    sampled = sample_fight(fight.system, start, SampleReading(Tactics(fight.system, {"*": "steady"})), "x")
    assert sampled.units[0].key() == ("pat", MOST_BARRED, 0)
    # A second fight of the same reading counts afresh.
    reading = SampleReading(Tactics(fight.system, {"*": "steady"}))
    keys = [sample_fight(fight.system, start, reading, seed).units[0].key() for seed in ("a", "b")]
    assert keys == [("pat", MOST_BARRED, 0)] * 2
    for keeping in (False, True):
        onward = OnwardReading(fight.system, list(fight.entries), 0, {}, Tactics(fight.system, {"*": "steady"}))
        onward.keeping = keeping
        onward.begin("x")
        battle = fight.checkpoints[0].battle.copy()
        battle.read_by(onward)
        while next_joint(fight.system, battle):
            pass
        assert battle.units[0].key() == ("pat", MOST_BARRED, 0)


class Stubborn(Question):
    """A question whose tactic knows what to take instead, and when nothing leads on."""

    def options(self) -> list[Option]:
        return [Plain("a", "A"), Plain("b", "B"), Plain("c", "C")]

    def instead(self, tactic: Tactic, left: list[Option]) -> Option | None:
        return next((option for option in left if option.id() == "c"), None)


def test_a_question_says_itself_what_is_taken_instead() -> None:
    battle = Walk(SampleReading(Tactics(Pacing(), {})))
    battle.add_unit(Pacer())
    question = Stubborn(battle, "pick", "pat")
    for banned, taken in (({}, "a"), ({"pick:*:a": "no"}, "c"), ({"pick:*:a": "no", "pick:pat:c": "no"}, "")):
        battle.forbidden = dict(banned)
        option = allowed(question, Tactic("steady"))
        assert (option.id() if option is not None else "") == taken


class Warding(Pacing):
    """A fight that is over once Pat has been asked whether to ward off a blow."""

    def step(self, battle: Battle) -> None:
        options: list[Option] = [Plain("yes", "Ward it off"), Plain("no", "Take it")]
        answer = battle.ask(Choice(battle, "ward", "pat", "Ward it off?", options, "no"))
        battle.end(answer.id() if answer is not None else "withdrawn", "walkers", "asked")


def warded(*forbidden: str, first: bool) -> Fight:
    """A fight in which this was forbidden before anybody was asked, or while the question was open."""
    battle = Walk(Reading())
    battle.add_unit(Pacer())
    if first:
        battle.forbidden = {f"ward:*:{option}": "the GM's word" for option in forbidden}
    fight = Fight(Warding(), battle, {}, "ward")
    for option in forbidden if not first else []:
        fight.rule("forbid", about="ward", option=option)
    return fight


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(("forbidden", "taken"), [("yes", "no"), ("no", "yes")])
def test_nobody_is_asked_to_react_where_the_gms_word_leaves_one_answer(first: bool, forbidden: str, taken: str) -> None:
    fight = warded(forbidden, first=first)
    assert fight.outcome is not None and fight.outcome.result == taken
    assert [(entry.value, entry.by) for entry in fight.entries if entry.do == "answer"] == [(taken, "engine")]
    again = fight_from(fight.system, fight.checkpoints[0].battle, fight.record)
    assert again.record == fight.record and again.outcome is not None and again.outcome.result == taken
    if not first:
        fight.undo()
        assert [option.id for option in fight.questions[0].options] == ["yes", "no"]


def test_whoever_has_both_answers_left_is_asked() -> None:
    assert len(warded("nothing", first=False).questions) == 1


def test_a_ban_that_names_somebody_hidden_is_the_gms() -> None:
    fight = walk()
    fight.rule("hide", who="pat")
    fight.rule("forbid", option="follow:pat")
    assert "pat" not in str(view(fight, "bob")["log"])
    assert "follow:pat" in str(view(fight)["log"])
