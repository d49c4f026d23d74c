"""Small scenes for the clause tests: a few combatants, scripted dice, answers one after the other."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quintain.engine import Event, Fight, Refusal
from quintain.library.encounters import from_data, play
from quintain.systems.toughness.clock import ROUND, round_of
from quintain.systems.toughness.sheet import Fighter, Fray
from tests.support import check_done

SWORD = {"name": "sword", "damage": 3}
CUDGEL = {"name": "cudgel", "damage": 2, "kind": "subdual"}
BOW = {"name": "bow", "damage": 3, "form": "missile", "increment_ft": 60}


def block(**changes: Any) -> dict[str, Any]:
    """A plain warrior of level 1 with a sword: melee +1, Defense 11, Toughness +0, Fortitude +2, damage bonus +3."""
    return {"name": "Someone", "weapons": [SWORD], "can_parry": False, **changes}


def one(id: str, at: list[int], side: Any = "heroes", **more: Any) -> dict[str, Any]:
    """A combatant's row; keywords of the stat block go into the block, the rest onto the row."""
    on_row = {"conviction", "surprised", "hidden", "initiative", "captures", "flees", "state", "controller"}
    row: dict[str, Any] = {name: more.pop(name) for name in list(more) if name in on_row}
    sheet = block(name=id.capitalize(), **more)
    return {"id": id, "side": side, "at": at, "block": sheet, **row}


def foe(id: str, at: list[int], **more: Any) -> dict[str, Any]:
    return one(id, at, side="foes", **more)


class Scene:
    """A fight with scripted dice. Initiative falls from 20 down in roster order unless `roll` is set."""

    def __init__(
        self,
        *rows: dict[str, Any],
        dice: list[int] | None = None,
        options: dict[str, Any] | None = None,
        roll: bool = False,
        map: list[str] | None = None,
        **more: Any,
    ) -> None:
        for number, row in enumerate(rows):
            if not roll:
                row.setdefault("initiative", 20 - number)
        data = {
            "system": "toughness",
            "name": "a scene",
            "map": map or ["." * 20] * 5,
            "options": options or {},
            "combatants": list(rows),
            **more,
        }
        self.fight: Fight = play(from_data(data), seed="scene", dice=list(dice or []))

    @property
    def fray(self) -> Fray:
        assert isinstance(self.fight.battle, Fray)
        return self.fight.battle

    def of(self, id: str) -> Fighter:
        return self.fray.here(id)

    @property
    def asked(self) -> str:
        """Who is asked what: "turn of ann"."""
        if not self.fight.questions:
            return "nothing"
        return f"{self.fight.questions[0].about} of {self.fight.questions[0].who}"

    @property
    def winner(self) -> str:
        """Who has won; "open" while the fight goes on."""
        return self.fight.outcome.winner if self.fight.outcome is not None else "open"

    def do(self, option: str, expect: str = "") -> list[Event]:
        """Answer the open question; `expect` says who must be asked what."""
        if expect:
            assert self.asked == expect
        return self.fight.answer(self.fight.questions[0].id, option)

    def end_turns(self, count: int = 1) -> None:
        for _ in range(count):
            assert self.asked.startswith("turn of"), self.asked
            self.do("end")

    def options(self) -> list[str]:
        return [option.id for option in self.fight.questions[0].options]

    def refused(self, option: str) -> str:
        """The sentence with which an option is refused; nothing is changed by it."""
        before = json.dumps(self.fight.record)
        with pytest.raises(Refusal) as no:
            self.do(option)
        assert json.dumps(self.fight.record) == before
        return str(no.value)

    def rule(self, name: str, **args: Any) -> list[Event]:
        return self.fight.rule_with(name, args)

    def next_dice(self, *faces: int) -> None:
        self.fight.add_script(list(faces))

    def texts(self, kind: str) -> list[str]:
        return [event.text for event in self.fight.events if event.kind == kind]

    def states(self, id: str) -> list[str]:
        from quintain.systems.toughness.conditions_shown import state_words

        return state_words(self.of(id))

    def rounds_until(self, time: int) -> int:
        return round_of(time - self.fray.now + ROUND - 1)

    def check_done(self) -> None:
        check_done(self.fight)


REROLL = {"conviction_extra": ["reroll"]}


def typed(scene: Scene, *ids: str) -> Scene:
    for id in ids:
        scene.fight.type_dice(id)
    return scene


def held(scene: Scene) -> Scene:
    scene.fight.hold_results()
    return scene


def enter(scene: Scene, face: int) -> None:
    scene.fight.enter(scene.fight.questions[0].id, [face])


def let_stand(scene: Scene) -> None:
    while scene.asked.startswith("hold"):
        scene.do("go")


def duel(**ann: Any) -> Scene:
    return Scene(one("ann", [0, 0], **ann), one("bob", [0, 4]), foe("rat", [1, 0]), foe("cat", [9, 0]))


def under(name: str, value: Any, ann: dict[str, Any] | None = None, dice: list[int] | None = None) -> Scene:
    """Ann beside Rat, Bob and Cat far off, one switch set."""
    return Scene(
        one("ann", [0, 0], **(ann or {})), one("bob", [0, 4]), foe("rat", [1, 0]), foe("cat", [9, 4]),
        options={name: value}, dice=dice,
    )  # fmt: skip
