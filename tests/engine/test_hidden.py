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
