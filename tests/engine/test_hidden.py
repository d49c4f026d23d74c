"""Hidden rolls: a seat's odds treat them as unknown, narrowed by what that seat was told."""

from __future__ import annotations

from fractions import Fraction

from quintain.engine import (
    D6,
    Battle,
    Choice,
    Entry,
    ExactReading,
    Fight,
    Option,
    Plain,
    Position,
    Tactics,
    leaves_from,
)
from tests.engine.tilt import DUEL, Tilt, TiltSystem


class Feint(TiltSystem):
    """The GM throws a hidden d6; whether it is 4 or more is told; then Ann guesses high or low and wins if the die is 5 or more."""

    def __init__(self, quiet: bool) -> None:
        super().__init__()
        self.quiet = quiet

    def step(self, battle: Battle) -> None:
        assert isinstance(battle, Tilt)
        roll = battle.roll("cid", "feint", D6, audience="gm")
        roll.quiet = self.quiet
        roll.at_least(4)
        roll.quiet = False
        battle.ask(Choice(battle, "guess", "ann", "High?", [Plain("yes", "High"), Plain("no", "Low")]))
        if roll.at_least(5):
            battle.end("won", "red", "a good guess")
        battle.end("lost", "blue", "a bad guess")


def chance_of_winning(quiet: bool, face: int, seat: str) -> Fraction:
    system = Feint(quiet)
    fight = Fight(system, system.build(DUEL), DUEL, "feint", [face])
    (asked,) = fight.questions
    joint = fight.checkpoints[-1]
    entries = [*fight.entries[joint.position :], Entry("answer", asked.id, "yes", "ann")]
    reading = ExactReading(system, Tactics(system, {}), "", seat)
    won = Fraction(0)
    for leaf in leaves_from(system, reading, Position(joint.battle, entries, joint.counts)):
        assert leaf.battle.outcome is not None
        if leaf.battle.outcome.result == "won":
            won += Fraction(leaf.over, leaf.under)
    return won


def test_the_gm_knows_the_die() -> None:
    assert chance_of_winning(False, 4, "gm") == 0
    assert chance_of_winning(False, 6, "gm") == 1


def test_a_player_knows_only_what_was_told() -> None:
    # Told that it is 4 or more: 5 and 6 of 4, 5, 6. Told that it is less: never.
    assert chance_of_winning(False, 4, "ann") == chance_of_winning(False, 6, "ann") == Fraction(2, 3)
    assert chance_of_winning(False, 1, "ann") == chance_of_winning(False, 3, "ann") == 0


def test_a_question_asked_quietly_tells_nothing() -> None:
    for face in range(1, 7):
        assert chance_of_winning(True, face, "ann") == Fraction(2, 6)


class Veiled(TiltSystem):
    """Cid's skill is a secret; all that can be known is what was learned in public."""

    def unknown(self, battle: Battle, own: list[str], who: str, option: Option) -> list[str]:
        return ["skill of Cid"]

    def suppose(self, battle: Battle, own: list[str], who: str, option: Option, best: bool) -> list[str]:
        assert isinstance(battle, Tilt)
        low, high = battle.rider("cid").learned.get("skill", (0, 3))
        battle.rider("cid").skill = low if best else high
        return ["hit:cid"]


def asked_to_raise_the_shield(skill: int) -> Fight:
    """Cid rides at Ann: the strike needs 4 less Cid's skill on a d6."""
    system = Veiled()
    data: dict[str, object] = {"riders": [["cid", "Cid", "blue", "gm", skill, 3], ["ann", "Ann", "red", "ann", 1, 3]]}
    fight = Fight(system, system.build(data), data, "veiled")
    fight.answer("aim:cid#1", "ride:ann")
    fight.answer("aim:ann#1", "ride:cid")
    return fight


def test_what_is_unknown_is_given_as_a_range_that_does_not_depend_on_the_truth() -> None:
    for skill in (0, 1, 3):
        odds = asked_to_raise_the_shield(skill).odds("shield:ann#1", "no", seat="ann")
        assert odds.unknown == ["skill of Cid"] and odds.outcomes == {}
        # skill 0 needs 4 (3 in 6), skill 3 needs 1 (always)
        assert odds.ranges == {"hit:cid": (Fraction(1, 2), Fraction(1))}
    assert asked_to_raise_the_shield(1).odds("shield:ann#1", "no").chances["hit:cid"] == Fraction(4, 6)


def test_the_range_narrows_with_what_is_learned_in_public() -> None:
    fight = asked_to_raise_the_shield(1)
    for low, high in ((0, 2), (1, 9)):
        fight.battle.learn("cid", "skill", low, high)
        fight.checkpoints[-1].battle.read_by(fight.battle.reading)
        fight.checkpoints[-1].battle.learn("cid", "skill", low, high)
    assert fight.odds("shield:ann#1", "no", seat="ann").ranges == {"hit:cid": (Fraction(4, 6), Fraction(5, 6))}
    units = fight.view("ann")["units"]
    assert [unit["learned"] for unit in units] == [[["skill", "1 to 2"]], []]
