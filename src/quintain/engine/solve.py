"""A whole fight solved exactly: equal states are merged at the joints, and the chain they form is solved in fractions."""

from __future__ import annotations

from fractions import Fraction

from quintain.engine.battle import Battle
from quintain.engine.exact import ExactReading, Position, leaves_from
from quintain.engine.refusal import Unavailable
from quintain.engine.sample import Tactics
from quintain.engine.system import System

Ending = tuple[str, ...]
Moves = dict[int, Fraction]


class Solution:
    """How a fight ends, exactly, under named tactics."""

    def __init__(self, endings: dict[Ending, Fraction], states: int, tactics: str, within: int) -> None:
        self.endings = endings
        """Probability by ending: (result, winner)."""
        self.states = states
        self.tactics = tactics
        self.within = within
        """0, or the number of joints after which what is not decided counts as "undecided"."""

    def wins(self, side: str) -> Fraction:
        return sum((chance for ending, chance in self.endings.items() if ending[1] == side), Fraction(0))


class _Solver:
    """A system and its tactics, and how many ways the dice can fall may still be followed."""

    def __init__(self, system: System, tactics: Tactics, most_states: int, most_ways: int) -> None:
        self.system = system
        self.tactics = tactics
        self.most_states = most_states
        self.ways_left = most_ways


def solve(
    system: System, battle: Battle, names: dict[str, str], most_states: int = 20_000, within: int = 0,
    most_ways: int = 1_000_000_000,
) -> Solution:  # fmt: skip
    """Solve a fight to its end. With `within`, only so many joints far; without, endless loops are solved too.

    Refused where there are more states than `most_states`, or more ways through all of them together than `most_ways`.
    """
    tactics = Tactics(system, names)
    tactics.begin("exact")
    start = battle.copy()
    start.uncapped = within == 0
    solver = _Solver(system, tactics, most_states, most_ways)
    if within:
        return _stepwise(solver, start, within)
    states, moves, endings = _explored(solver, start)
    return Solution(_absorbed(moves, endings), len(states), _named(tactics), 0)


def _named(tactics: Tactics) -> str:
    return ", ".join(f"{side}: {name}" for side, name in sorted(tactics.names.items()))


def _successors(solver: _Solver, battle: Battle) -> list[tuple[Battle, Fraction]]:
    """Every state one joint on, equal ones merged."""
    reading = ExactReading(solver.system, solver.tactics)
    reading.most = min(reading.most, solver.ways_left)
    merged: dict[tuple[object, ...], tuple[Battle, Fraction]] = {}
    for leaf in leaves_from(solver.system, reading, Position(battle, [], {})):
        key = _key(leaf.battle)
        weight = Fraction(leaf.over, leaf.under)
        if key in merged:
            merged[key] = (merged[key][0], merged[key][1] + weight)
        else:
            merged[key] = (leaf.battle, weight)
    solver.ways_left -= reading.leaves
    return list(merged.values())


def _key(battle: Battle) -> tuple[object, ...]:
    if battle.outcome is not None:
        return ("over", battle.outcome.result, battle.outcome.winner)
    return (battle.begun, battle.key())


def _ending(battle: Battle) -> Ending | None:
    return (battle.outcome.result, battle.outcome.winner) if battle.outcome is not None else None


def _explored(solver: _Solver, start: Battle) -> tuple[list[Battle], list[Moves], dict[int, Ending]]:
    """All states that can be reached, and how likely each leads to which."""
    states: list[Battle] = [start]
    number: dict[tuple[object, ...], int] = {_key(start): 0}
    moves: list[Moves] = []
    endings: dict[int, Ending] = {}
    place = 0
    while place < len(states):
        battle = states[place]
        ending = _ending(battle)
        moves.append({})
        if ending is not None:
            endings[place] = ending
            place += 1
            continue
        for after, weight in _successors(solver, battle):
            key = _key(after)
            if key not in number:
                number[key] = len(states)
                states.append(after)
                if len(states) > solver.most_states:
                    most = f"{solver.most_states:,}"
                    raise Unavailable(f"more than {most} states: too many to solve exactly; sample, or give a horizon.")
            target = number[key]
            moves[place][target] = moves[place].get(target, Fraction(0)) + weight
        place += 1
    return states, moves, endings


def _absorbed(moves: list[Moves], endings: dict[int, Ending]) -> dict[Ending, Fraction]:
    """Where the walk from state 0 ends: states are taken out one by one, their way in joined to their way out."""
    into: list[set[int]] = [set() for _ in moves]
    for source, steps in enumerate(moves):
        for target in steps:
            into[target].add(source)
    for gone in range(len(moves) - 1, 0, -1):
        if gone in endings:
            continue
        _take_out(moves, into, gone)
    steps = moves[0]
    stay = steps.pop(0, Fraction(0))
    if stay == 1 or (not steps and 0 not in endings):
        raise Unavailable("this fight can go on for ever without an end.")
    found: dict[Ending, Fraction] = {}
    if 0 in endings:
        return {endings[0]: Fraction(1)}
    for target, weight in steps.items():
        ending = endings[target]
        found[ending] = found.get(ending, Fraction(0)) + weight / (1 - stay)
    return found


def _take_out(moves: list[Moves], into: list[set[int]], gone: int) -> None:
    steps = moves[gone]
    stay = steps.pop(gone, Fraction(0))
    into[gone].discard(gone)
    if stay == 1:
        raise Unavailable("this fight can go on for ever without an end.")
    for source in into[gone]:
        weight = moves[source].pop(gone) / (1 - stay)
        for target, further in steps.items():
            moves[source][target] = moves[source].get(target, Fraction(0)) + weight * further
            into[target].add(source)
    for target in steps:
        into[target].discard(gone)
    moves[gone] = {}


def _stepwise(solver: _Solver, start: Battle, within: int) -> Solution:
    """Only so far: the weight of each state joint by joint."""
    here: dict[tuple[object, ...], tuple[Battle, Fraction]] = {_key(start): (start, Fraction(1))}
    known: dict[tuple[object, ...], list[tuple[Battle, Fraction]]] = {}
    for _ in range(within):
        onward: dict[tuple[object, ...], tuple[Battle, Fraction]] = {}
        for key, (battle, weight) in here.items():
            if battle.outcome is not None:
                _pour(onward, key, battle, weight)
                continue
            if key not in known:
                known[key] = _successors(solver, battle)
            for after, share in known[key]:
                _pour(onward, _key(after), after, weight * share)
        here = onward
        if len(known) > solver.most_states:
            raise Unavailable(f"more than {solver.most_states:,} states: too many to solve exactly; sample instead.")
    endings: dict[Ending, Fraction] = {}
    for battle, weight in here.values():
        ending = _ending(battle) or ("undecided", "")
        endings[ending] = endings.get(ending, Fraction(0)) + weight
    return Solution(endings, len(known), _named(solver.tactics), within)


def _pour(
    into: dict[tuple[object, ...], tuple[Battle, Fraction]], key: tuple[object, ...], battle: Battle, weight: Fraction
) -> None:
    if key in into:
        into[key] = (into[key][0], into[key][1] + weight)
    else:
        into[key] = (battle, weight)
