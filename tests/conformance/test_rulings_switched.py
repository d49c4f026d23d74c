"""The GM's word at any moment, at tables that play by other switches of the book, with rulings about what is really there.

The rulings of `test_rulings_midway` name combatants; these also name tasks, feats, timers, objects, zones, declarations and
squares, so that hardly any is refused.
"""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from quintain.engine import GM, Battle, Fight
from quintain.engine.ruling import COMMON
from quintain.engine.switches import FLAG, SEVERAL
from quintain.library.encounters import Encounter, from_data
from tests.conformance.enrolled import ENCOUNTERS, Dicey, check_replays, encounter, fields
from tests.conformance.test_rulings_midway import OF_THE_TABLE, interrupted, ruling_at, some_place, without_clause
from tests.support import many

BOOKS = ("clash", "riposte", "tiers", "toughness", "escalation")
NAMES = [name for name in ENCOUNTERS if name.split("/")[0] in BOOKS]
SET_PER_ENCOUNTER = ("mode", "zone_mode", "round_cap", "max_rounds")
LEFT_OUT = ("end", "ground", "note")
FORBIDS_ALL = ("tiers", "escalation")
"""Where many questions have the same few answers, forbidding what is offered soon leaves nothing of another one, as it should."""
WORDS = {
    "action": ["defend", "standing_attack", "tend", "cover"],
    "blocker": ["none", "object", "wall"],
    "how": ["retreated", "fled"],
    "kind": ["free", "flee", "skill", "effort"],
    "stance": ["friendly", "neutral", "hostile"],
    "state": ["active", "incapacitated", "defeated", "dead", "gone"],
    "terrain": ["Basic", "Light", "Medium", "Heavy", "Difficult"],
    "tier": ["Easy", "Average", "Difficult"],
    "to": ["pc", "peon", "grunt", "foe"],
}
"""What a field of a ruling may say, where it says one of few words and its form does not list them."""


def switched(name: str, seed: str) -> Encounter:
    """The encounter as another table would play it: every third switch has some value of its own."""
    dicey, enc = Dicey(f"switched {seed} {name}"), encounter(name)
    data: dict[str, Any] = copy.deepcopy(enc.data)
    options: dict[str, object] = dict(data.get("options") or {})
    for one in enc.system.switches:
        if one.name not in SET_PER_ENCOUNTER and dicey.below(3) == 0:
            value = dicey.below(2) == 1 if one.kind == FLAG else dicey.pick(list(one.values))
            options[one.name] = [value] if one.kind == SEVERAL else value
    return from_data({**data, "options": options})


def names_in(battle: Battle) -> list[str]:
    """Ids and labels of what is there besides combatants."""
    known = fields(battle)
    things = [thing for part in ("tasks", "things", "goals", "feats", "timers") for thing in known.get(part, []) or []]  # type: ignore[attr-defined]
    return ["word", *[str(fields(thing).get("id") or fields(thing).get("label")) for thing in things if not isinstance(thing, int)]]


def pointed_ruling(fight: Fight, dicey: Dicey) -> tuple[str, dict[str, object]]:
    """Any ruling of the book, its fields filled with what is there; a third of the time one that sets or moves somebody."""
    if dicey.below(3) == 0:
        return ruling_at(fight, dicey)
    rulings = {**COMMON, **fight.system.rulings}
    left_out = (*LEFT_OUT, "forbid") if fight.system.name in FORBIDS_ALL else LEFT_OUT
    name = dicey.pick([name for name in sorted(rulings) if name not in left_out])
    asked = {field: meaning for field, meaning in rulings[name].fields.items() if "?" not in meaning or dicey.below(2)}
    return name, {field: pointed(fight, dicey, name, field, meaning) for field, meaning in asked.items()}


def pointed(fight: Fight, dicey: Dicey, ruling: str, field: str, meaning: str) -> object:
    """A value for one field of a ruling, such as a GM would give."""
    units, kind = fight.battle.units, meaning.split(":", 1)[0].rstrip("?").strip()
    offered = [option.id for asked in fight.questions if asked.question is not None for option in asked.options[:20]]
    some = [unit.id for unit in units]
    if kind == "int":
        return dicey.below(8)
    if kind == "bool":
        return dicey.below(2) == 1
    if kind == "place":
        return some_place(fight, dicey)
    if kind == "list":
        of_places = field in ("at", "exits", "box", "no_hover")
        return [some_place(fight, dicey) if of_places else dicey.pick(some) for _ in range(1 + dicey.below(3))]
    if kind == "controller":
        return dicey.pick([GM, "players", "ann"])
    if kind == "side" or (ruling, field) in (("side", "to"), ("side", "side")):
        return dicey.pick(sorted({unit.side for unit in units}))
    if field in ("intent", "declaration", "option") and offered:
        return dicey.pick(offered)
    if field == "check":
        return dicey.pick(["feat:", "object:", "zone:", "revive:"]) + dicey.pick(names_in(fight.battle) + some)
    if field == "at":
        return ",".join(str(part) for part in (dicey.below(9), dicey.below(6)))
    listed = re.split(", | or ", meaning.split(": ", 1)[-1])
    words = listed if len(listed) > 1 else WORDS.get(field, names_in(fight.battle))
    return dicey.pick(some if kind == "unit" else words)


@pytest.mark.skipif(not NAMES, reason="only for the books that it was written for")
@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_ruled_and_however_the_table_plays_the_fight_stays_true(name: str) -> None:
    for number in range(many(1, 300)):
        fight = interrupted(name, f"switched {number}", switched(name, str(number)), pointed_ruling)
        check_replays(fight)
        assert without_clause(fight) == {}
        assert {event.kind for event in fight.events if not event.clause} <= set(OF_THE_TABLE)
