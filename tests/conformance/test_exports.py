"""Every export loads: whatever the GM has set in a fight, the encounter written from it can be read and checked."""

from __future__ import annotations

import json
import os

import pytest

from quintain.engine import Fight, Refusal
from quintain.engine.system import Stat
from quintain.library.encounters import from_data, play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter
from tests.support import LONG


def extremes(stat: Stat) -> list[object]:
    """The values most likely to be forgotten by whoever writes a file: the ends, the empty, the other."""
    if stat.kind == "int":
        return [stat.low, stat.high]
    if stat.kind == "bool":
        return [True, False]
    if stat.kind == "choice":
        return list(stat.choices)
    return ["", "x"]


def on_the_way(name: str, answers: int) -> Fight:
    fight = play(encounter(name), seed="exports")
    dicey = Dicey(f"exports {name}")
    for _ in range(answers):
        if not fight.questions:
            break
        asked = fight.questions[dicey.below(len(fight.questions))]
        options = asked.options
        fight.answer(asked.id, options[dicey.below(len(options))].id)
    return fight


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_export_loads_whatever_the_gm_has_set(system: str) -> None:
    long = bool(os.environ.get(LONG))
    names = [name for name in ENCOUNTERS if name.startswith(f"{system}/")]
    tried = 0
    for name in names if long else names[:1]:
        fight = on_the_way(name, 9)
        sides = {unit.side: unit for unit in fight.battle.units}
        for unit in fight.battle.units if long else list(sides.values())[:2]:
            for stat in fight.system.unit_stats:
                if not stat.settable:
                    continue
                for value in extremes(stat):
                    tried += _loads_with(fight, unit.id, stat.name, value)
    assert tried > 10


def _loads_with(fight: Fight, who: str, stat: str, value: object) -> bool:
    try:
        fight.rule("set", who=who, stat=stat, value=value)
    except Refusal:
        return False
    try:
        exported = json.loads(json.dumps(fight.system.export(fight.battle)))
        try:
            from_data(exported).battle()
        except Refusal as no:
            raise AssertionError(f"{stat} of {who} set to {value!r}: the export does not load: {no.sentence}") from None
    finally:
        fight.undo()
    return True


BEYOND: list[tuple[str, str, dict[str, object]]] = [
    ("toughness/standard", "award", {"who": "ilvane", "points": 10**14, "insist": True}),
    ("toughness/standard", "modify", {"who": "ilvane", "slot": "melee", "amount": 10**14}),
    ("toughness/standard", "modify", {"who": "ilvane", "slot": "melee", "amount": 2, "rounds": 10**14}),
    ("tiers/standard", "objective", {"name": "door", "rounds": -1}),
]


@pytest.mark.parametrize(("name", "ruling", "args"), [one for one in BEYOND if one[0] in ENCOUNTERS])
def test_what_no_file_may_hold_is_refused_when_it_is_ruled(name: str, ruling: str, args: dict[str, object]) -> None:
    fight = on_the_way(name, 3)
    with pytest.raises(Refusal):
        fight.rule_with(ruling, args)


def spoil(data: object) -> None:
    """Change whatever can be changed."""
    if isinstance(data, dict):
        for part in data.values():
            spoil(part)
        data["spoilt"] = True
    elif isinstance(data, list):
        for part in data:
            spoil(part)
        data.append("spoilt")


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_what_is_handed_out_is_a_copy(name: str) -> None:
    """An export, a record and a view are the caller's own: changing them changes no fight."""
    fight = on_the_way(name, 4)
    before = [json.dumps(part) for part in (fight.export(), fight.record, fight.view(), fight.view("ann"))]
    for part in (fight.export(), fight.record, fight.view(), fight.view("ann")):
        spoil(part)
    assert [json.dumps(part) for part in (fight.export(), fight.record, fight.view(), fight.view("ann"))] == before
