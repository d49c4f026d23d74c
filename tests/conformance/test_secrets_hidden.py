"""A unit that a seat knows nothing of is in no part of its view, and nothing about it changes a byte of that view."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from quintain.engine import Budget, Fight, Refusal, Unit, view
from quintain.engine.menu import menu_odds
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter
from tests.support import many

SEATS = ("ann", "stranger")


def alone_in_name(fight: Fight, unit: Unit) -> bool:
    """Is neither its name nor its id part of anybody else's?"""
    others = [other for other in fight.battle.units if other is not unit]
    return not any(unit.name in other.name or unit.id in other.id for other in others) and len(unit.id) > 3


def hide_one(fight: Fight, of: str) -> Unit | None:
    """Hide somebody with a name of its own: a foe, or a hero whom only ben runs."""
    foe = of == "foe"
    for unit in reversed(fight.battle.units):
        if (unit.controller == "gm") == foe and unit.side and unit.is_present() and alone_in_name(fight, unit):
            if not foe:
                fight.rule("hand_over", who=unit.id, to="ben")
            fight.rule("hide", who=unit.id)
            return unit
    return None


def shown(fight: Fight, seat: str) -> str:
    """All that a seat is sent, without the name of the encounter and of notices its author wrote."""
    seen = view(fight, seat)
    seen["name"] = ""
    seen["notices"] = []
    return json.dumps(seen, sort_keys=True)


def later(fight: Fight, dicey: Dicey) -> None:
    """One answer further; whoever is asked answers, the hidden one too."""
    asked = fight.questions[dicey.below(len(fight.questions))]
    if asked.question is not None and asked.options:
        fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)


@pytest.mark.parametrize("of", ["foe", "hero"])
@pytest.mark.parametrize("name", ENCOUNTERS)
def test_neither_name_nor_id_of_the_hidden_is_anywhere_in_a_view(name: str, of: str) -> None:
    fight = play(encounter(name), seed=f"hidden {of}")
    told = {seat: len(view(fight, seat)["log"]) for seat in SEATS}
    unit = hide_one(fight, of)
    if unit is None:
        pytest.skip("nobody here has a name of its own")
    dicey = Dicey(f"whole view {name} {of}")
    for _ in range(many(10, 60)):
        hidden = fight.battle.find(unit.id)
        if not fight.questions or hidden is None or not hidden.hidden:
            break
        for seat in SEATS:
            seen = view(fight, seat)
            seen["log"] = seen["log"][told[seat] :]
            if of == "hero":
                # That it changed hands was said before it was hidden.
                seen["log"] = [line for line in seen["log"] if line["kind"] != "ruling"]
            seen["name"], seen["notices"] = "", []
            text = json.dumps(seen)
            assert unit.name not in text, f"{seat} reads {unit.name}: {_around(text, unit.name)}"
            assert f'"{unit.id}"' not in text and f":{unit.id}" not in text, f"{seat} reads {unit.id}"
        later(fight, dicey)


@pytest.mark.parametrize("system", SYSTEMS)
def test_odds_name_nobody_hidden(system: str) -> None:
    """Of a hero whom only ben runs, no reaction is taken for granted, no fate told."""
    name = next(name for name in ENCOUNTERS if name.startswith(f"{system}/") and name != "clash/spines")
    fight = play(encounter(name), seed="odds hidden")
    unit = hide_one(fight, "hero")
    if unit is None or not any(one.controller == "players" for one in fight.battle.units):
        pytest.skip("nobody here has a name of its own, or there is no other hero")
    dicey = Dicey(f"odds hidden {name}")
    priced = 0
    for _ in range(60):
        hidden = fight.battle.find(unit.id)
        if not fight.questions or hidden is None or not hidden.hidden or priced > many(10, 100):
            break
        for asked in [one for one in fight.questions if one.controller == "players" and one.who != unit.id][:1]:
            rows = [] if any(one.weighs for one in asked.options) else menu_odds(fight, asked.id, "ann", Budget())
            menu = [one.id for one in fight.options_for(asked, "ann")] + [row.option for row in rows]
            assert not any(unit.id in re.split("[:@/]", option) for option in menu)
            for option in asked.options[: many(2, 8)]:
                told = json.dumps(fight.odds(asked.id, option.id, "ann", knowledge="open").as_data())
                assert unit.name not in told and f'"{unit.id}"' not in told, _around(told, unit.name)
                priced += 1
        later(fight, dicey)
    assert priced


def _around(text: str, word: str) -> str:
    at = text.find(word)
    return text[max(0, at - 120) : at + 120]


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_no_figure_of_the_hidden_changes_a_byte(name: str) -> None:
    fight = play(encounter(name), seed="hidden twin")
    unit = hide_one(fight, "foe")
    if unit is None:
        pytest.skip("nobody here has a name of its own")
    dicey = Dicey(f"twin {name}")
    compared = 0
    for _ in range(many(6, 40)):
        hidden = fight.battle.find(unit.id)
        if not fight.questions or hidden is None or not hidden.hidden:
            break
        before = {seat: shown(fight, seat) for seat in SEATS}
        for stat in fight.system.unit_stats:
            value = fight.system.read_stat(fight.battle, hidden, stat)
            if not stat.settable or stat.kind != "int" or not isinstance(value, int) or value < 1:
                continue
            twin = fight.fork()
            try:
                twin.rule("set", who=unit.id, stat=stat.name, value=value + 1 if value < stat.high else value - 1)
            except Refusal:
                continue
            if [asked.id for asked in twin.questions] != [asked.id for asked in fight.questions]:
                continue
            compared += 1
            for seat in SEATS:
                assert shown(twin, seat) == before[seat], f"{seat} learns {stat.name}"
            if compared % 5 == 0:
                break
        later(fight, dicey)
    assert compared


# -- somebody unseen who is there, or not --------------------------------------------------------------------------------


def with_lurker(fight: Fight) -> Fight:
    """The same fight with somebody more whom only the GM knows of."""
    rows: Any = fight.encounter["combatants"]
    foes = [row for row in rows if row.get("controller") in ("gm", "", None) and row.get("side") not in ("heroes", "party")]
    row = {**copy.deepcopy(foes[-1]), "id": "lurker", "name": "Lurker"}
    twin = fight.fork()
    try:
        twin.rule("add", unit={**row, "hidden": True})
    except Refusal:
        twin.rule("add", unit=row)
        twin.rule("hide", who="lurker")
    return twin


def drawn_odds(fight: Fight, asked: str, option: str) -> list[object]:
    """Odds within budgets that end while samples are drawn."""
    budgets = [Budget(20, work, 2_000) for work in (14_000, 16_000)]
    return [fight.odds(asked, option, "ann", budget=budget).as_data() for budget in budgets]


@pytest.mark.parametrize("system", SYSTEMS)
def test_how_many_ways_are_drawn_tells_nothing_of_the_unseen(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is counted by what the seat knows of: with somebody more, or not, the same odds to the last digit."""
    monkeypatch.setattr("quintain.engine.study.LEAST_SAMPLES", 4)  # so that it is the work that ends it, after few samples
    names = [name for name in ENCOUNTERS if name.startswith(f"{system}/") and name != "clash/spines"]
    for name in [f"{system}/standard"] if f"{system}/standard" in names else names[: many(1, len(names))]:
        dicey = Dicey(f"drawn {name}")
        fight = play(encounter(name), seed="drawn", auto={"gm": "steady"})
        drawn = 0
        for _ in range(many(1, 20)):
            asked = [one for one in fight.questions if one.question is not None and one.controller == "players"]
            if not asked:
                break
            try:
                twin = with_lurker(fight)
            except Refusal:
                break  # somebody stands there
            options = fight.options_for(asked[0], "ann")
            long = [one for one in options if one.id.startswith("cover@")] or [one for one in options if one.weighs] or options
            for option in long[: many(1, 6)]:
                told = drawn_odds(fight, asked[0].id, option.id)
                assert drawn_odds(twin, asked[0].id, option.id) == told, f"{name}: {option.id} tells of somebody unseen"
                drawn += sum("sampled" in one for one in told if isinstance(one, dict))
            later(fight, dicey)
        assert drawn or name != "clash/standard", "there odds have too many ways to be counted"


# -- rulings about somebody unseen ---------------------------------------------------------------------------------------

MORE: dict[str, dict[str, object]] = {"stunt": {"ability": "dex", "dc": 15}, "score": {"value": 7}, "modifier": {"value": 2}}
"""By ruling: what it takes besides whom it is about."""
SEEN = ("reveal", "hand_over", "take_over", "disarm", "hurry", "cs")
"""Rulings that show somebody or leave something on the ground, or lead to somebody being asked."""


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_ruling_about_somebody_unseen_is_told_to_nobody(name: str) -> None:
    fight = play(encounter(name), seed="rulings unseen")
    unit = hide_one(fight, "foe")
    if unit is None:
        pytest.skip("nobody here has a name of its own")
    before = [shown(fight, seat) for seat in SEATS]
    for ruling in fight.system.rulings.values():
        about = [field for field, meaning in ruling.fields.items() if meaning.startswith("unit")][:1]
        if not about or ruling.name in SEEN:
            continue
        twin = fight.fork()
        try:
            twin.rule_with(ruling.name, {about[0]: unit.id, **MORE.get(ruling.name, {})})
        except Refusal:
            continue
        if not any(entry.do == "roll" for entry in twin.entries[len(fight.entries) :]):
            assert [shown(twin, seat) for seat in SEATS] == before, f"that {ruling.name} was ruled shows"
