"""Decisions of a fight, weighed: what was chosen against what the tactic would have taken, and against the best of what could be."""

from __future__ import annotations

from quintain.lab.curve import FRESH, Figure, Sampler, paired
from quintain.lab.farsighted import gain_of
from quintain.lab.onward import Ends, Request
from quintain.lab.retold import Choice
from quintain.lab.review_data import Verdict
from quintain.lab.run import Watch

AGAINST = (48, 152)
"""Fights that set a choice beside the tactic's own, and so many more where that seems to matter."""
LEAST_AGAINST = 12
MOST_AGAINST = 10_000
FURTHER = 16
"""Of many choices, so many fights in all for the first of these, and so many choices that get the second."""
FIRST_LOOK = 16
LEAST_LOOK = 5
MOST_LOOKS = 10_000
"""Fights for every option of a choice at first, fewer where choices are so many that this would be more in all."""
SECOND_LOOK = 32
MOST_AGAIN = 60
"""The most promising options of so many choices get more."""
PROMISING = 0.3
"""By how many standard errors another option must seem better to be looked at again."""
PROVED = 12
PROOF = 200
"""So many choices are put to the proof, with so many fights on dice that had no part in finding them."""
MOST_SHOWN = 5


class Judged:
    """A choice, and what became of weighing it."""

    def __init__(self, choice: Choice, party: str) -> None:
        self.choice = choice
        self.sign = 1 if choice.side == party else -1
        """Whether the party's winning is what the chooser wants."""
        self.against = Figure()
        """What it did to the party's chance against what the tactic would have taken; nothing where it took just that."""
        self.better = ""
        self.cost: Figure | None = None
        """By how much the better option did better for whoever chose, on dice of its own; None where it was not looked into."""

    @property
    def clear(self) -> bool:
        return self.cost is not None and self.cost.low > 0

    @property
    def sentence(self) -> str:
        chosen = self.choice.labels[self.choice.chosen]
        if self.cost is None or not self.better:
            return f"Round {self.choice.round}: {chosen}."
        other = self.choice.labels[self.better]
        points = f"{100 * self.cost.value:.0f} points ({100 * self.cost.low:+.0f} to {100 * self.cost.high:+.0f})"
        if self.clear:
            return f"Round {self.choice.round}: {chosen}; better by {points}: {other}."
        return f"Round {self.choice.round}: {chosen}; cannot be told apart from {other}, {points}."

    def as_data(self) -> Verdict:
        choice = self.choice
        return {
            "joint": choice.joint, "entry": choice.entry, "round": choice.round, "player": choice.player, "who": choice.who,
            "side": choice.side, "question": choice.title, "chosen": choice.labels[choice.chosen], "chosen_id": choice.chosen,
            "better": choice.labels.get(self.better, ""), "better_id": self.better,
            "cost": (self.cost or Figure()).share(), "clear": self.clear, "against_tactic": self.against.share(),
            "sentence": self.sentence,
        }  # fmt: skip


def weigh_against_tactic(sampler: Sampler, judged: list[Judged], watch: Watch) -> None:
    """What each choice did against what the tactic would have taken, on the same dice."""
    apart = [one for one in judged if one.choice.chosen != one.choice.model]
    seen: dict[int, tuple[Ends, Ends]] = {id(one): (Ends(), Ends()) for one in apart}
    first = 0
    for number, most in enumerate(AGAINST):
        count = most if number or not apart else max(LEAST_AGAINST, min(most, sampler.room(MOST_AGAINST) // (2 * len(apart))))
        requests: list[Request] = []
        for one in apart:
            choice = one.choice
            told = [choice.told(choice.model), choice.told(choice.chosen)]
            requests += sampler.weighed(choice.joint, choice.since, told, first, count)
        found = iter(sampler.ends(requests, watch.part(number / 2, (number + 1) / 2)))
        for one in apart:
            for kept in seen[id(one)]:
                kept.wins.extend(next(found).wins)
            one.against = paired(*seen[id(one)])
        first += count
        apart = [one for one in apart if abs(one.against.value) >= 0.02]
        apart.sort(key=lambda one: (-abs(one.against.value), one.choice.entry))
        del apart[sampler.room(FURTHER) :]
    watch.at(1.0)


def find_better(sampler: Sampler, judged: list[Judged], watch: Watch) -> None:
    """For each choice the best of what else could be chosen; then the proof for those that seem to have cost most."""
    racing = [one for one in judged if len(one.choice.labels) > 1 and one.choice.side]
    options = {id(one): list(one.choice.labels) for one in racing}
    seen: dict[tuple[int, str], Ends] = {(id(one), option): Ends() for one in racing for option in options[id(one)]}
    look = max(LEAST_LOOK, min(FIRST_LOOK, sampler.room(MOST_LOOKS) // max(1, len(seen))))
    _look(sampler, racing, options, seen, 0, look, watch.part(0.0, 0.45))
    for one in racing:
        options[id(one)] = [one.choice.chosen, *_promising(one, options[id(one)], seen)[:2]]
    racing = [one for one in racing if len(options[id(one)]) > 1]
    racing.sort(key=lambda one: (-_gain(one, options[id(one)][1], seen), one.choice.entry))
    racing = sorted(racing[: sampler.room(MOST_AGAIN)], key=lambda one: one.choice.entry)
    _look(sampler, racing, options, seen, look, SECOND_LOOK, watch.part(0.45, 0.75))
    gains: list[tuple[float, Judged]] = []
    for one in racing:
        left = _promising(one, options[id(one)], seen)
        if left:
            one.better = left[0]
            gains.append((_gain(one, left[0], seen), one))
    gains.sort(key=lambda pair: (-pair[0], pair[1].choice.entry))
    _prove(sampler, [one for _, one in gains[: sampler.room(PROVED)]], watch.part(0.75, 1.0))
    watch.at(1.0)


def _look(
    sampler: Sampler,
    racing: list[Judged],
    options: dict[int, list[str]],
    seen: dict[tuple[int, str], Ends],
    first: int,
    count: int,
    watch: Watch,
) -> None:
    requests: list[Request] = []
    owners: list[tuple[int, str]] = []
    for one in racing:
        for option in options[id(one)]:
            requests += sampler.weighed(one.choice.joint, one.choice.since, [one.choice.told(option)], first, count)
            owners.append((id(one), option))
    for owner, ends in zip(owners, sampler.ends(requests, watch), strict=True):
        seen[owner].wins.extend(ends.wins)
        seen[owner].scores.extend(ends.scores)


def _scores(one: Judged, option: str, seen: dict[tuple[int, str], Ends]) -> list[float]:
    return [one.sign * score for score in seen[id(one), option].scores]


def _gain(one: Judged, option: str, seen: dict[tuple[int, str], Ends]) -> float:
    """How much better an option did than what was chosen, by who won and what was left, per fight."""
    chosen, other = _scores(one, one.choice.chosen, seen), _scores(one, option, seen)
    if not other or len(other) != len(chosen):
        return -1.0
    return (sum(other) - sum(chosen)) / len(other)


def _promising(one: Judged, options: list[str], seen: dict[tuple[int, str], Ends]) -> list[str]:
    """The options that seem better than what was chosen, the best first."""
    chosen = _scores(one, one.choice.chosen, seen)
    found = []
    for option in options:
        other = _scores(one, option, seen)
        if option != one.choice.chosen and other and len(other) == len(chosen) and gain_of(other, chosen) >= PROMISING:
            found.append(option)
    return sorted(found, key=lambda option: -_gain(one, option, seen))


def _prove(sampler: Sampler, best: list[Judged], watch: Watch) -> None:
    """What looked best among many may have been lucky: so new dice."""
    requests: list[Request] = []
    for one in best:
        told = [one.choice.told(one.choice.chosen), one.choice.told(one.better)]
        requests += sampler.weighed(one.choice.joint, one.choice.since, told, FRESH, PROOF)
    found = iter(sampler.ends(requests, watch))
    for one in best:
        chosen, other = next(found), next(found)
        one.cost = paired(chosen, other).times(one.sign)


def costliest(judged: list[Judged]) -> dict[str, list[Judged]]:
    """By player, the decisions that seem to have cost something, the costliest first."""
    found: dict[str, list[Judged]] = {}
    for one in sorted(judged, key=lambda one: (-(one.cost.value if one.cost is not None else 0.0), one.choice.entry)):
        if one.cost is not None and one.cost.value > 0:
            found.setdefault(one.choice.player, []).append(one)
    return {player: ones[:MOST_SHOWN] for player, ones in sorted(found.items())}
