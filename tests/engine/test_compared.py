"""Comparing two unknown rolls while one of them can be asked again."""

from __future__ import annotations

from fractions import Fraction

from quintain.engine.dice import Die, Keep
from quintain.engine.reading import Reading
from quintain.engine.roll import Roll, compared


class Branching(Reading):
    """Follows a list of choices, then the first part of every split; remembers the weights of each."""

    def __init__(self, choices: list[int]) -> None:
        super().__init__()
        self.choices = choices
        self.seen: list[list[int]] = []

    def branch(self, weights: list[int]) -> int:
        self.seen.append(weights)
        return self.choices[len(self.seen) - 1] if len(self.seen) <= len(self.choices) else 0


def opened(reading: Reading, dice: Die | Keep) -> Roll:
    roll = Roll(reading, 0, 0, False)
    roll.open(dice.table())
    return roll


def ways() -> dict[tuple[int, int, int], Fraction]:
    """Every way a d6 fares against two d4s (the higher kept, but never less than 2), one after the other."""
    found: dict[tuple[int, int, int], Fraction] = {}
    waiting: list[list[int]] = [[]]
    while waiting:
        choices = waiting.pop()
        reading = Branching(choices)
        kept = opened(reading, Die(6))
        first = compared(kept, opened(reading, Keep(2, 4, explode=False)), [0, 2], 2)
        second = compared(kept, opened(reading, Keep(2, 4, explode=False)), [1], by_flag=True)
        total = kept.total()
        if len(reading.seen) > len(choices):
            waiting += [[*choices, place] for place in range(len(reading.seen[len(choices)]))]
            continue
        chance = Fraction(1)
        for weights, place in zip(reading.seen, choices, strict=True):
            chance *= Fraction(weights[place], sum(weights))
        found[(first, second, total)] = found.get((first, second, total), Fraction(0)) + chance
    return found


def by_hand() -> dict[tuple[int, int, int], Fraction]:
    found: dict[tuple[int, int, int], Fraction] = {}
    for face in range(1, 7):
        for a in range(1, 5):
            for b in range(1, 5):
                first = sum(1 for cut in (0, 2) if face - max(2, a, b) >= cut)
                for c in range(1, 5):
                    for d in range(1, 5):
                        second = 1 if face - max(c, d) >= 1 else 0
                        if second == 1 and 1 in (c, d):
                            second = 2
                        key = (first, second, face)
                        found[key] = found.get(key, Fraction(0)) + Fraction(1, 6 * 4**4)
    return found


def test_a_roll_compared_twice_and_then_read_has_the_weights_counted_by_hand() -> None:
    assert ways() == by_hand()


def test_known_rolls_are_simply_compared() -> None:
    reading = Reading()
    kept, other = Roll(reading, 17, 17, False), Roll(reading, 12, 12, True)
    assert compared(kept, other, [0, 10]) == 1
    assert kept.total() == 17
    assert compared(kept, Roll(reading, 3, 3, True), [1], by_flag=True) == 2
