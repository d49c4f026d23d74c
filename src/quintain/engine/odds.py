"""Odds of one option: what the ways it can come out add up to, and how that is told to a seat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from quintain.engine.battle import Battle
from quintain.engine.budget import Spent
from quintain.engine.display import chart_of, odds_html
from quintain.engine.exact import Assumption, CutTally, Leaf
from quintain.engine.question import Option
from quintain.engine.system import System

Fates = tuple[tuple[str, str], ...]
MOST_FATES: Final = 4_000
"""More joint fates than this are not kept: nobody reads them, and they take memory."""
MOST_DENOMINATORS: Final = 24
MOST_BACK: Final = 6
SURE: Final = 1.96
"""Standard errors on either side of a sampled share that make its 95 % interval."""

GOOD_NOTES: Final = {
    "full": "full hit", "crit": "critical", "hit": "hit", "glancing": "glancing", "success": "success", "done": "done", "up": "up",
    "hold": "held", "pin": "pinned", "bind": "bound", "escape": "free", "kill": "killed",
    "got": "got it", "pass": "success", "heals": "healed", "saved": "saved", "better": "better",
}  # fmt: skip
"""Notes of whoever acts that make a result a good one, the better first, with the word for the bar."""
ABOUT_ONESELF: Final = ("hurt", "down")
NOTHING: Final = {
    "hit": "miss", "full": "miss", "success": "failure", "pass": "failure", "done": "not done", "up": "stays down", "got": "not got",
    "drop": "stays up", "heals": "no better", "saved": "not saved", "better": "no better",
}  # fmt: skip
"""What a way is called in which nothing of it came about, by the first headline."""


class Each:
    """The fate of one unit among many that an option touches, each with dice of its own."""

    def __init__(self, id: str, name: str, fates: dict[str, Fraction]) -> None:
        self.id = id
        self.name = name
        self.fates = fates


class Weights:
    """Weights added up exactly: by denominator as long as those are few, which is far cheaper than adding fractions."""

    def __init__(self) -> None:
        self._by_under: dict[int, int] = {}
        self._rest = Fraction(0)

    def add(self, over: int, under: int) -> None:
        known = self._by_under
        known[under] = known.get(under, 0) + over
        if len(known) > MOST_DENOMINATORS:
            self._rest = self.sum()
            self._by_under = {}

    def sum(self) -> Fraction:
        total = self._rest
        for under, over in self._by_under.items():
            total += Fraction(over, under)
        return total


class Back:
    """What whoever acts may lose by it: of one kind, how likely, at least and at most."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.weights = Weights()
        self.least = 0
        self.most = 0

    def add(self, leaf: Leaf, amount: int) -> None:
        self.least = amount if self.most == 0 else min(self.least, amount)
        self.most = max(self.most, amount)
        self.weights.add(leaf.over, leaf.under)


class BackRow:
    """A row of what comes back: its words, and how likely it is at least and at most."""

    def __init__(self, kind: str, label: str, low: Fraction, high: Fraction) -> None:
        self.kind = kind
        self.label = label
        self.low = low
        self.high = high


class Tally(CutTally):
    """Adds the ways up as they come; no battle is kept."""

    def __init__(self, system: System, before: Battle, who: str, option: Option, alone: str, own: list[str] | None) -> None:
        self.system = system
        self.before = system.compared_with(before, who, option)
        self.who = who
        self.option = option
        self.alone = alone
        self.own = own
        """The units the seat runs; None for the GM."""
        self.open = own is None
        """Are the figures of those it sees open to it?"""
        unseen = [unit.name for unit in before.units if not system.sees_unit(before, unit, own)] if own is not None else []
        self._unseen = unseen
        self.with_fates = True
        self.apart: list[str] = []
        """Whose fates are told one by one where ways are drawn."""
        self.ways = 0
        self.headlines = system.headlines_for(before, who, option)
        self._fates: dict[Fates, Weights] = {}
        self._noted: dict[str, Weights] = {}
        self._parts: dict[tuple[str, str], Weights] = {}
        self._back: dict[str, Back] = {}
        self._each: list[dict[tuple[str, str], Weights]] = []

    def take(self, leaf: Leaf) -> None:
        self.ways += 1
        before, after = self.before, leaf.battle
        if self.with_fates:
            self._take_fates(leaf)
        for (what, whose), amount in leaf.notes.items():
            if amount > 0:
                self._note(what if whose == self.who else f"{what}:{whose}", leaf.over, leaf.under)
        achieved = self.system.achieved(before, after, self.who, self.option)
        for name in achieved:
            self._note(name, leaf.over, leaf.under)
        fallen = False
        for kind, amount in self.system.back(before, after, self.who):
            if amount > 0:
                fallen = fallen or not self.system.is_amount(kind)
                back = self._back.get(kind)
                if back is None:
                    back = Back(kind)
                    self._back[kind] = back
                back.add(leaf, amount)
        part = self._part(leaf, fallen, achieved)
        weights = self._parts.get(part)
        if weights is None:
            weights = Weights()
            self._parts[part] = weights
        weights.add(leaf.over, leaf.under)

    def take_cut(self, over: int, under: int, notes: dict[tuple[str, str], int]) -> None:
        for (what, whose), amount in notes.items():
            if amount > 0:
                self._note(what if whose == self.who else f"{what}:{whose}", over, under)

    def _take_fates(self, leaf: Leaf) -> None:
        before, after = self.before, leaf.battle
        if self.apart:
            harmed = 0
            for place, id in enumerate(self.apart):
                if place == len(self._each):
                    self._each.append({})
                pair = self.system.fate_apart(before, after, id)
                harmed += 1 if pair[1] != self.system.unharmed else 0
                self._weigh(self._each[place], pair, leaf)
            fate: Fates = (("harmed", f"{harmed} of {len(self.apart)}"),)
        elif self.alone:
            fate = (self.system.fate_apart(before, after, self.alone),)
        else:
            fate = self.system.fates(before, after, self.who, self.option)
            if self.own is not None:
                fate = self._told(fate, self.own)
        found = self._fates.get(fate)
        if found is None:
            if len(self._fates) >= MOST_FATES:
                raise Spent()
            found = Weights()
            self._fates[fate] = found
        found.add(leaf.over, leaf.under)

    def _told(self, fate: Fates, own: list[str]) -> Fates:
        """Of these fates, what the seat may be told."""
        if self._unseen:
            fate = tuple([pair for pair in fate if pair[0] not in self._unseen])
        return fate if self.open else self.system.fates_told(self.before, fate, own, self.who, self.option)

    def _weigh(self, into: dict[tuple[str, str], Weights], key: tuple[str, str], leaf: Leaf) -> None:
        weights = into.get(key)
        if weights is None:
            weights = Weights()
            into[key] = weights
        weights.add(leaf.over, leaf.under)

    def _note(self, name: str, over: int, under: int) -> None:
        weights = self._noted.get(name)
        if weights is None:
            weights = Weights()
            self._noted[name] = weights
        weights.add(over, under)

    def _part(self, leaf: Leaf, fallen: bool, achieved: list[str]) -> tuple[str, str]:
        """To which part of the bar this way belongs."""
        notes, who = leaf.notes, self.who
        if notes.get(("drop", who), 0) > 0:
            return ("dropped", "best")
        for name, word in GOOD_NOTES.items():
            if name in achieved or notes.get((name, who), 0) > 0:
                return (word, "good")
        if fallen:
            return ("it harms you", "bad")
        return (NOTHING.get(self.headlines[0], "nothing") if self.headlines else "nothing", "none")

    def odds(self, cut: Fraction, policy: str, drawn: bool) -> Odds:
        """What it all adds up to. `drawn`: every way counts as one of so many samples."""
        whole = Fraction(1, self.ways) if drawn and self.ways else Fraction(1)
        outcomes = {fate: weights.sum() * whole for fate, weights in self._fates.items()}
        chances = {name: weights.sum() * whole for name, weights in self._noted.items()}
        for name in self.headlines:
            chances.setdefault(name, Fraction(0))
        found = Odds(outcomes, chances, cut, [], policy, self.ways)
        found.sampled = self.ways if drawn else 0
        found.parts = {part: weights.sum() * whole for part, weights in self._parts.items()}
        # What comes back is told of the ways that were followed to their end: cut ones would make the certain less than certain.
        ended = sum(found.parts.values(), Fraction(0)) or Fraction(1)
        for kind, back in self._back.items():
            share = back.weights.sum() * whole / ended
            found.back.append(BackRow(kind, self.system.back_words(kind, back.least, back.most), share, share))
        for place, id in enumerate(self.apart):
            rows = {pair[1]: weights.sum() * whole for pair, weights in self._each[place].items()}
            found.each.append(Each(id, next(iter(self._each[place]))[0], rows))
        return found


class Odds:
    """What is known of how one option comes out."""

    def __init__(
        self, outcomes: dict[Fates, Fraction], chances: dict[str, Fraction], cut: Fraction, unknown: list[str], policy: str,
        leaves: int,
    ) -> None:  # fmt: skip
        self.outcomes = outcomes
        """Each way it can end, as pairs of subject and fate, with its probability. Sums to 1 less what was cut."""
        self.chances = chances
        """The chance that something is noted at least once: "hit", "crit", "drop" for the actor; "hit:vail" for others."""
        self.cut = cut
        self.unknown = unknown
        """What this seat does not know and the odds would give away; where not empty, no figures are given but `ranges`."""
        self.policy = policy
        """How the choices that follow the dice were made."""
        self.leaves = leaves
        self.sampled = 0
        """0 where every way was counted, else how many were drawn."""
        self.ranges: dict[str, tuple[Fraction, Fraction]] = {}
        """Where something is unknown: the lowest and the highest each chance can be."""
        self.figures: dict[str, dict[str, object]] = {}
        """What the rule book itself forecasts of this option, by unit, where the seat may know it."""
        self.each: list[Each] = []
        """Where too many are touched for joint fates: the fate of each, exact; `outcomes` then says how many are harmed."""
        self.parts: dict[tuple[str, str], Fraction] = {}
        """The parts of the bar: words and tone, with their shares."""
        self.back: list[BackRow] = []
        """What may come back to whoever acts."""
        self.assumed: list[Assumption] = []
        self.headlines: list[str] = []
        self.words: dict[str, str] = {}
        """The words of the book for chances, where the note's name is none."""
        self.ids: dict[str, str] = {}
        """The ids of the subjects of fates that are units."""
        self.note = ""

    def of(self, subject: str) -> dict[str, Fraction]:
        """The fate of one subject alone."""
        for one in self.each:
            if one.name == subject:
                return one.fates
        found: dict[str, Fraction] = {}
        for outcome, chance in self.outcomes.items():
            for name, fate in outcome:
                if name == subject:
                    found[fate] = found.get(fate, Fraction(0)) + chance
        return found

    def interval(self, chance: float) -> float:
        """Half the width of the 95 % interval (Wilson's) around a sampled chance; 0 where it is exact."""
        if not self.sampled:
            return 0.0
        n, p = self.sampled, chance
        inner: float = (p * (1 - p) / n + SURE * SURE / (4 * n * n)) ** 0.5
        middle = (p + SURE * SURE / (2 * n)) / (1 + SURE * SURE / n)
        return SURE * inner / (1 + SURE * SURE / n) + abs(middle - p)

    def as_data(self) -> dict[str, object]:
        """The odds as they are sent: an `OddsData` of `engine.protocol_odds`."""
        chances = self._chances()
        shown: dict[str, object] = {"exact": not self.sampled and not self.is_empty()}
        if self.sampled:
            shown["sampled"] = self.sampled
        shown["headline"] = self._headline(chances)
        shown["chances"] = chances
        shown["bar"] = self._bar()
        shown["fates"] = self._fates()
        shown["back"] = [self._back_row(row) for row in self.back[:MOST_BACK]]
        shown["figures"] = [
            {"who": id, "rows": [figure_row(name, value) for name, value in rows.items()]}
            for id, rows in self.figures.items()
        ]
        shown["assumed"] = [{"id": row.id, "label": row.label, "on": row.on} for row in self.assumed]
        shown["unknown"] = list(self.unknown)
        shown["cut"] = float(self.cut)
        shown["note"] = self.note
        return shown

    def _repr_html_(self) -> str:
        """For notebooks."""
        return odds_html(self.as_data())

    def chart(self) -> Any:
        """The chances and fates, as an Altair chart."""
        return chart_of(self)

    def is_empty(self) -> bool:
        return not self.outcomes and not self.ranges and not self.parts

    def leave_out_zero(self) -> None:
        """Of an option that throws no dice of its own, no chance is worth saying that is none: letting be does not "hit 0 %"."""
        self.headlines = [name for name in self.headlines if self.chances.get(name, Fraction(0)) > 0 or name in self.ranges]
        self.ranges = {name: ends for name, ends in self.ranges.items() if ends[1] > 0}

    def shown_chances(self) -> list[tuple[str, float, float]]:
        """Words, lowest and highest of each chance that is shown: the headlines first, and 0 % only of the first."""
        names = [name for name in self.headlines if name in self.chances or name in self.ranges]
        names += [name for name in self.ranges if name not in names]
        found: list[tuple[str, float, float]] = []
        for name in names:
            low, high = self.ranges[name] if name in self.ranges else (self.chances[name], self.chances[name])
            if high > 0 or name == names[0]:
                found.append((self.word_for(name), float(low), float(high)))
        return found

    def word_for(self, name: str) -> str:
        """The word for a chance; of what somebody else does, with that one's name."""
        what, _, who = name.partition(":")
        by = next((subject for subject, id in self.ids.items() if who and id == who), "")
        return f"{self.words.get(what, what)} by {by}" if by else self.words.get(name, name)

    def _chances(self) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        for label, low, high in self.shown_chances():
            row: dict[str, object] = {"label": label, "low": low, "high": high}
            if self.sampled:
                row["plus_minus"] = round(max(self.interval(low), self.interval(high)), 4)
            found.append(row)
        return found

    def _headline(self, chances: list[dict[str, object]]) -> dict[str, object] | None:
        """The figure people want: how likely it drops its target; else the first that the book has."""
        for row in chances:
            if row["label"] in ("drop", "kill", "done", "up", "got") and row["high"] != 0:
                return row
        for row in chances:
            if row["label"] not in ABOUT_ONESELF:
                return row
        return chances[0] if chances else None

    def _bar(self) -> list[dict[str, object]]:
        if self.ranges:
            return self._bar_of_range()
        order = {"best": 0, "good": 1, "none": 2, "bad": 3}
        words = [*GOOD_NOTES.values()]
        parts = sorted(
            self.parts.items(), key=lambda pair: (order.get(pair[0][1], 4), words.index(pair[0][0]) if pair[0][0] in words else 99)
        )
        found: list[dict[str, object]] = [{"label": label, "share": float(share), "kind": kind} for (label, kind), share in parts]
        if found and self.cut > 0 and not self.sampled:
            found.append({"label": "left out", "share": float(self.cut), "kind": "unknown"})
        return found

    def _bar_of_range(self) -> list[dict[str, object]]:
        """Of the figure people want: what is sure of it, what hangs on the unknown, and what is sure not to be."""
        wanted = self._headline(self._chances())
        name = next((name for name in self.ranges if wanted and self.word_for(name) == wanted["label"]), next(iter(self.ranges)))
        low, high = self.ranges[name]
        label = self.word_for(name)
        rest = "not full" if name == "full" and len(self.ranges) > 1 else NOTHING.get(name, f"no {label}")
        kind = "bad" if name in ABOUT_ONESELF or ":" in name else "good"
        parts = [(label, low, kind), ("open", high - low, "unknown"), (rest, 1 - high, "none")]
        return [{"label": word, "share": float(share), "kind": tone} for word, share, tone in parts if share > 0]

    def _fates(self) -> list[dict[str, object]]:
        if self.each:
            rows = [(one.id, one.name, one.fates) for one in self.each]
        else:
            names: list[str] = []
            for outcome in self.outcomes:
                names += [name for name, _ in outcome if name not in names]
            rows = [(self.ids.get(name, ""), name, self.of(name)) for name in names]
        return [
            {
                "who": id,
                "name": name,
                "outcomes": [
                    {"text": text, "share": float(share)} for text, share in sorted(fates.items(), key=lambda one: (-one[1], one[0]))
                ],
            }
            for id, name, fates in rows
        ]

    def _back_row(self, row: BackRow) -> dict[str, object]:
        shown: dict[str, object] = {"label": row.label, "share": float(row.high)}
        if row.low != row.high:
            shown["low"] = float(row.low)
        return shown


def figure_row(name: str, value: object) -> list[str]:
    """A figure of the book's forecast in words."""
    if isinstance(value, bool):
        return [name.replace("_", " "), "yes" if value else "no"]
    if name in ("hit", "crit"):
        return ["critical" if name == "crit" else name, f"{value} %"]
    return [name.replace("_", " "), str(value)]
