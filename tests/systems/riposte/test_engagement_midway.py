"""Engagements written a second time, from the rules page: which die is awaited next, whatever is ruled in between (RI-15 to RI-29)."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

import pytest

from quintain.engine import Fight, Refusal, Stream
from quintain.systems.riposte.sheet import Fighter
from quintain.systems.riposte.vocabulary import ATTACKING, RIPOSTING, STAT_NAMES
from tests.conformance.enrolled import check_replays
from tests.support import awaited, clause, many
from tests.systems.riposte.scene import Row, answer, begin, field, foe, person, throw

T = TypeVar("T")
Die = tuple[str, str]
"""The weapon that bears a trait (for grants, which add up; "" for what a party has of itself), and the trait."""
HOME: dict[str, Row] = {
    "Extra": {"name": "Extra", "follow_throughs": [{"slot": "attack", "chance": "DEX"}]},
    "Echo": {"name": "Echo", "follow_throughs": [{"slot": "riposte", "chance": "DEX"}]},
}
ROLLED = {"Superiority": "STR", "Foresight": "INT", "Desperation": "SPD"}
"""Against which stat a trait is rolled; DEX for all others."""
OF_ANN = ["Superiority", "Foresight", "Bold", "Desperation", "Cautious", "Shadow Strike", "Extra"]
OF_BOB = ["Vantage", "Patience", "Shadow Strike", "Cautious", "Echo"]


class Chance:
    """Choices from a numbered stream."""

    def __init__(self, seed: int) -> None:
        self.stream = Stream(f"midway {seed}")

    def below(self, number: int) -> int:
        return self.stream.face(number, 0)

    def one(self, things: list[T]) -> T:
        return things[self.below(len(things))]

    def some(self, things: list[str], most: int) -> list[str]:
        found = [self.one(things) for _ in range(self.below(most + 1))]
        return list(dict.fromkeys(found))


class Armed:
    """What a party brings: traits of its own, and two weapons with their distances, traits and runes."""

    def __init__(self, chance: Chance, traits: list[str]) -> None:
        self.traits = chance.some(traits, 3)
        self.ranges = [chance.one([[1], [2], [1, 2]]) for _ in range(2)]
        self.borne = [chance.some(traits, 1) for _ in range(2)]
        self.runes = [chance.one(["", "", "", "Brave", "Hero", "Sweep"]) for _ in range(2)]

    def weapons(self) -> list[object]:
        return [
            {"name": f"blade {number}", "range": self.ranges[number], "rune": self.runes[number],
             "traits": [HOME.get(trait, trait) for trait in self.borne[number]]}
            for number in range(2)
        ]  # fmt: skip


class Told:
    """The engagement of ann with bob as the rules page has it: `dice` yields whose die is awaited, and takes its face, or None where
    a ruling has come instead."""

    def __init__(self, fight: Fight, arms: dict[str, Armed]) -> None:
        self.fight, self.arms = fight, arms
        self.held, self.apart, self.ruled = self.who("ann").weapon, self.distance(), False
        self.fired: list[Die] = []

    def who(self, id: str) -> Fighter:
        found = field(self.fight).fighter(id)
        assert found is not None
        return found

    def distance(self) -> int:
        (a, b), (c, d) = (field(self.fight).ground.spot(self.who(id).place) for id in ("ann", "bob"))
        return abs(a - c) + abs(b - d)

    def both(self) -> bool:
        return all(field(self.fight).up_fighter(id) is not None for id in ("ann", "bob"))

    def is_barred(self) -> bool:
        """Out, or since the declaration hidden from each other or friends (RI-17, RI-25)."""
        if not self.both():
            return True
        ann, bob = self.who("ann"), self.who("bob")
        hidden = bob.hidden and ann.controller not in ("gm", bob.controller)
        return self.ruled and (hidden or bob.side == "allies")

    def reaches(self, id: str) -> bool:
        weapon = self.who(id).weapon
        if id == "ann" and weapon == self.held and self.distance() == self.apart:
            return True
        return weapon >= 0 and self.distance() in self.arms[id].ranges[weapon]

    def traits(self, id: str) -> list[Die]:
        """What it has now, runes included."""
        weapon, arms = self.who(id).weapon, self.arms[id]
        found = [("", trait) for trait in arms.traits]
        if weapon >= 0:
            found += [(str(weapon), trait) for trait in (*arms.borne[weapon], arms.runes[weapon])]
        return [(bearer if trait in ("Bold", *HOME) else "", trait) for bearer, trait in found]

    def has(self, id: str, trait: str) -> bool:
        return ("", trait) in self.traits(id)

    def figure(self, id: str, stat: str) -> int:
        return self.who(id).figures(ATTACKING if id == "ann" else RIPOSTING).stats[STAT_NAMES.index(stat)]

    def activations(self) -> list[tuple[str, Die]]:
        """Whose, and which, in the order in which they are made."""
        found = [("ann", ("", trait)) for trait in ("Superiority", "Foresight") if self.has("ann", trait)]
        found += [("ann", die) for die in self.traits("ann") if die[1] in ("Bold", "Extra")]
        found += [("bob", die) for die in self.traits("bob") if die[1] == "Echo"]
        last = [("ann", "Desperation"), ("bob", "Vantage"), ("bob", "Patience")]
        return found + [(owner, ("", trait)) for owner, trait in last if self.has(owner, trait)]

    def plan(self) -> None:
        """Counts and order as they would be now (RI-20 to RI-27)."""
        live = [one[1] for one in self.fired if one in [die for _, die in self.activations()]]
        swept = self.has("ann", "Sweep") or self.has("bob", "Sweep")
        self.cancelled = swept or "Superiority" in live or "Foresight" in live
        self.riposte = not self.cancelled and not self.is_barred() and self.reaches("bob")
        ahead = self.figure("ann", "SPD") - self.figure("bob", "SPD")
        self.cautious = any(self.has(id, "Cautious") and 2 * self.who(id).hp > 20 for id in ("ann", "bob"))
        self.attacks = live.count("Bold") + live.count("Extra") + (1 if ahead >= 4 and not self.cautious else 0)
        self.ripostes = live.count("Echo") + (1 if ahead <= -4 and not self.cautious else 0)
        self.early = self.has("ann", "Shadow Strike") or "Desperation" in live or "Patience" in live
        self.first = "Vantage" in live

    def matters(self, trait: str) -> bool:
        """Would its success change anything (R77)?"""
        self.plan()
        if trait in ("Superiority", "Foresight"):
            return self.riposte
        if trait == "Echo":
            return self.riposte and not self.cautious
        if self.is_barred() or not self.reaches("ann"):
            return False
        if trait in ("Bold", "Extra"):
            return not self.cautious
        return self.riposte and (trait == "Vantage" or (self.attacks > 0 and not self.early and not self.first))

    def slots(self) -> list[str]:
        self.plan()
        late = self.has("bob", "Shadow Strike")
        order = ["attack", "riposte", "follow-through attack", "follow-through riposte"]
        if self.first:
            order = [order[1], order[3], order[0], order[2]] if late else [order[1], order[0], order[2], order[3]]
        elif self.early:
            order = [order[0], order[2], order[1], order[3]]
        elif late:
            order = [order[0], order[1], order[3], order[2]]
        twice = 2 if self.has("ann", "Brave") or self.has("ann", "Hero") else 1
        back = 0 if self.cancelled else 2 if self.has("bob", "Hero") else 1
        counts = {"attack": twice, "riposte": back, "follow-through attack": twice * self.attacks}
        return [slot for slot in order for _ in range(counts.get(slot, back * self.ripostes))]

    def dice(self) -> Generator[Die, int | None, None]:
        seen: list[Die] = []
        while self.both():
            coming = [one for one in self.activations() if one[1] not in seen]
            if not coming:
                break
            owner, die = coming[0]
            seen.append(die)
            while self.both() and die in [one for _, one in self.activations()] and self.matters(die[1]):
                face = yield (owner, die[1])
                if face is not None:
                    if face < self.figure(owner, ROLLED.get(die[1], "DEX")):
                        self.fired.append(die)
                    break
                self.ruled = True
        if not self.both():
            return
        slots, reached = self.slots(), self.riposte
        for slot in slots:
            striker, target = ("bob", "ann") if "riposte" in slot else ("ann", "bob")
            if not self.both():
                return
            if striker == "bob" and not reached and not self.ruled:
                continue
            while not self.is_barred() and (self.reaches(striker) or not self.ruled):
                face = yield (striker, slot)
                if face is not None:
                    break
                self.ruled = True
            found = field(self.fight).fighter(target)
            if found is None or found.hp == 0:
                return


def ruling(chance: Chance) -> tuple[str, Row]:
    """Something that may change what comes."""
    who = chance.one(["ann", "bob"])
    kinds: list[tuple[str, Row]] = [
        ("set", {"who": who, "stat": "weapon", "value": chance.below(3) - 1}),
        ("set", {"who": who, "stat": "weapon", "value": chance.below(2)}),
        ("set", {"who": who, "stat": "SPD", "value": chance.one([1, 5, 9, 15])}),
        ("set", {"who": who, "stat": "hp", "value": 1 + chance.below(20)}),
        ("set", {"who": who, "stat": "DEX", "value": chance.one([0, 50, 100])}),
        ("move", {"who": who, "to": [1 + chance.below(6), chance.below(3)]}),
        ("hide" if chance.below(3) == 0 else "reveal", {"who": "bob"}),
        ("side", {"who": "bob", "to": chance.one(["allies", "independents", "enemies"])}),
        ("hand_over", {"who": who, "to": chance.one(["gm", "zoe"])}),
        ("set", {"who": who, "stat": "hp", "value": chance.below(5)}),
        ("remove" if chance.below(4) == 0 else "reveal", {"who": who}),
    ]
    return chance.one(kinds)


def party(chance: Chance, arms: Armed, at: list[int], foes: bool) -> Row:
    return (foe if foes else person)(
        "bob" if foes else "ann", at, might=chance.one([5, 10, 16]), accuracy=chance.one([40, 80]), spd=chance.one([3, 5, 8, 12]),
        stats={"DEX": chance.one([30, 60]), "STR": chance.one([20, 50]), "INT": 50}, weapons=arms.weapons(),
        traits=[HOME.get(trait, trait) for trait in arms.traits], now=chance.one([20, 9]),
    )  # fmt: skip


@clause("RI-15", "RI-17", "RI-25", "RI-27", "RI-131", "RI-144")
@pytest.mark.parametrize("part", range(4))
def test_the_die_awaited_is_the_one_the_rules_name_whatever_is_ruled_in_between(part: int) -> None:
    thrown = 0
    for seed in range(part, many(80, 4_000), 4):
        chance = Chance(seed)
        arms = {"ann": Armed(chance, OF_ANN), "bob": Armed(chance, OF_BOB)}
        ann = party(chance, arms["ann"], [3, 1], False)
        bob = party(chance, arms["bob"], [3 + chance.one(arms["ann"].ranges[0]), 1], True)
        fight = begin([ann, bob, person("cat", [0, 3]), foe("dan", [7, 3])])
        fight.type_dice("*")
        answer(fight, "ann")
        told = Told(fight, arms)
        dice = told.dice()
        answer(fight, "engage:bob")
        expected = next(dice, None)
        while awaited(fight) or expected:
            assert awaited(fight) == (" ".join(expected) if expected else ""), f"seed {seed}"
            face: int | None = None
            if chance.below(3) == 0:
                try:
                    fight.rule_with(*ruling(chance))
                except Refusal:
                    continue
            else:
                face = chance.below(100)
                throw(fight, face)
                thrown += 1
            try:
                expected = dice.send(face)
            except StopIteration:
                expected = None
        if seed % 16 < 4:
            check_replays(fight)
    assert thrown > 30
