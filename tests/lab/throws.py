"""A tiny made-up system whose answers are known: two sides throw d6 + bonus once; the higher throw wins, equal throws draw.

Before the throw each side's leader is asked whether to be bold. Being bold adds 3 to the throw, yet every tactic's level says no: only
somebody who thinks ahead finds out. With an even bonus the party wins 15 of 36 ways and draws 6.
"""

from __future__ import annotations

from quintain.engine import (
    D6,
    GM,
    Battle,
    Choice,
    Outcome,
    Plain,
    Reading,
    Stat,
    System,
    Unit,
    contest,
)

BOLD = 3


class Thrower(Unit):
    def __init__(self, id: str, side: str, bonus: int) -> None:
        super().__init__(id, id.title(), side, GM)
        self.bonus = bonus
        self.bold = False
        self.out = False

    def copy(self) -> Thrower:
        twin = Thrower(self.id, self.side, self.bonus)
        self.copy_common(twin)
        twin.bold = self.bold
        twin.out = self.out
        return twin

    def key(self) -> tuple[object, ...]:
        return (self.id, self.side, self.bonus, self.bold, self.out)

    def is_present(self) -> bool:
        return not self.out


class Throws(Battle):
    def __init__(self, reading: Reading) -> None:
        super().__init__(reading)
        self.endless = False

    def copy(self) -> Throws:
        twin = Throws(self.reading)
        self.copy_common(twin)
        twin.endless = self.endless
        return twin

    def key(self) -> tuple[object, ...]:
        return (tuple(unit.key() for unit in self.units), self.round)

    def thrower(self, id: str) -> Thrower:
        unit = self.find(id)
        assert isinstance(unit, Thrower)
        return unit


class ThrowsSystem(System):
    def __init__(self) -> None:
        super().__init__("throws", "Throws", "1")
        self.party = "us"
        self.unit_stats = [Stat("bonus", low=-10, high=10)]

    def build(self, data: dict[str, object]) -> Battle:
        battle = Throws(Reading())
        throwers = data["throwers"]
        assert isinstance(throwers, list)
        for one in throwers:
            battle.add_unit(Thrower(one["id"], one["side"], one["bonus"]))
        battle.endless = data.get("options") == {"endless": True}
        return battle

    def step(self, battle: Battle) -> None:
        assert isinstance(battle, Throws)
        if battle.endless and battle.round == 3:
            battle.end("unresolved", "", "three rounds without a throw")
        battle.round += 1
        if battle.endless:
            return
        first, second = battle.units[0].id, battle.units[1].id
        for id in (first, second):
            asked = Choice(battle, "bold", id, "Be bold?", [Plain("no", "No"), Plain("yes", "Yes")])
            answer = battle.ask(asked)
            battle.thrower(id).bold = answer is not None and answer.id() == "yes"
            if battle.thrower(id).bold:
                battle.note("use:Boldness", id)
        left, right = battle.roll(first, "throw", D6), battle.roll(second, "throw", D6)
        lead = self.weight(battle.thrower(second)) - self.weight(battle.thrower(first))
        band = contest(left, right, [lead, lead + 1])
        if band == 1:
            battle.end("draw", "", "equal throws")
        loser = battle.thrower(first if band == 0 else second)
        winner = battle.thrower(second if band == 0 else first)
        loser.out = True
        battle.note("damage", winner.id, 1)
        battle.note("harm", loser.id, 1)
        battle.end("won", winner.side, "the higher throw")

    def weight(self, thrower: Thrower) -> int:
        return thrower.bonus + (BOLD if thrower.bold else 0)

    def left(self, battle: Battle) -> dict[str, dict[str, object]]:
        return {unit.id: {"up": unit.is_present(), "state": "up" if unit.is_present() else "out"} for unit in battle.units}

    def abilities(self, battle: Battle, unit: Unit) -> list[str]:
        return ["Boldness"]

    def budget(self, battle: Battle) -> str:
        return "an even match"

    def changed(self, battle: Battle) -> None:
        sides = {unit.side for unit in battle.units}
        if len(sides) == 1 and battle.begun:
            battle.outcome = Outcome("won", sides.pop(), "nobody else is there")


SYSTEM = ThrowsSystem()


def data(ours: int = 0, theirs: int = 0) -> dict[str, object]:
    return {
        "throwers": [
            {"id": "ann", "side": "us", "bonus": ours},
            {"id": "cid", "side": "them", "bonus": theirs},
        ]
    }
