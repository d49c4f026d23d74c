"""Everything a seat is sent has its declared shape, in every system; schemas, page and forms follow the declaration."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from quintain.engine import Fight, Session, settings_from, view
from quintain.engine.protocol import View
from quintain.engine.protocol_forms import RulingForm, Switch
from quintain.engine.protocol_units import ICONS
from quintain.engine.switches import SEVERAL
from quintain.engine.system import stat_named
from quintain.library.encounters import play, sample, samples
from quintain.library.forms import ruling_forms, switches_of
from quintain.library.protocol import protocol_schema, protocol_text, shapes, with_tables
from quintain.systems import SHIPPED, system
from tests.conformance.enrolled import SYSTEMS
from tests.support import many

DOCS = Path(__file__).resolve().parents[2] / "docs"
VIEW = TypeAdapter(View)


def some_fight(name: str, seed: str) -> Fight:
    return play(sample(system(name).standard), seed=seed)


def seats_of(fight: Fight) -> list[str]:
    return ["gm", "stranger", *sorted({unit.controller for unit in fight.battle.units if unit.controller != "gm"})]


def go_on(fight: Fight) -> None:
    """One answer further, as steady play would have it."""
    asked = next(open for open in fight.questions if not open.picked)
    assert asked.question is not None
    fight.answer(asked.id, fight.system.tactic("steady").answer(asked.question).id())


def undeclared(data: object, shape: dict[str, Any], definitions: dict[str, Any]) -> list[str]:
    """Keys of data that its shape does not know, by the published schema, wherever they are."""
    shape = definitions[shape["$ref"].rpartition("/")[2]] if "$ref" in shape else shape
    kinds = shape.get("anyOf") or shape.get("oneOf")
    if kinds:
        return min([undeclared(data, kind, definitions) for kind in kinds], key=len)
    if isinstance(data, list):
        return [key for part in data for key in undeclared(part, shape.get("items", {}), definitions)]
    if not isinstance(data, dict):
        return []
    known, others = shape.get("properties", {}), shape.get("additionalProperties")
    found = [key for key in data if key not in known and not others]
    return found + [key for name in known if name in data for key in undeclared(data[name], known[name], definitions)]


@pytest.mark.parametrize("name", SYSTEMS)
def test_nothing_is_sent_that_is_not_declared(name: str) -> None:
    """A session's views and changes hold no key that the schema does not have; to the end of a fight, odds and what is taken back."""
    definitions = protocol_schema()["$defs"]
    fight = some_fight(name, "declared")
    session = Session.start(fight, settings_from({"seats": ["ann"], "watchers": ["wall"], "undo": "propose"}))
    hero = next(one.id for one in fight.battle.units if one.controller == "players")
    session.do("gm", {"do": "hand_over", "who": hero, "to": "ann"})
    commands: list[dict[str, Any]] = [{"do": "undo"}, {"do": "redo"}, {"do": "hold", "on": True}, {"do": "hold", "on": False}]
    for number in range(8):
        asked = next(open for open in fight.questions if not open.picked)
        assert asked.question is not None
        option = fight.system.tactic("steady").answer(asked.question).id()
        assert not undeclared(fight.odds(asked.id, option).as_data(), definitions["OddsData"], definitions)
        commands.append({"do": "answer", "question": session.id_of("gm", asked.id), "option": option})
        before = session.version
        seen = [session.view(seat) for seat in ("gm", "ann", "wall")]
        session.do("gm", commands.pop())
        if number == 5:
            for command in [*commands, {"do": "automate", "who": "*", "tactic": "steady"}]:
                session.do("gm", command)
        for seat, shown in zip(("gm", "ann", "wall"), seen, strict=True):
            assert not undeclared(shown, definitions["View"], definitions)
            assert not undeclared(session.changes(seat, before), definitions["Changes"], definitions)
        if fight.outcome is not None:
            break
    assert not undeclared(session.view("ann"), definitions["View"], definitions)
    assert undeclared({**session.view("ann"), "more": 1}, definitions["View"], definitions) == ["more"]


def check(shown: View) -> None:
    VIEW.validate_json(json.dumps(shown), strict=True)
    ids = [unit["id"] for unit in shown["units"]]
    assert len({unit["initials"] for unit in shown["units"]}) == len(ids)
    for unit in shown["units"]:
        assert unit["health"] and all(row["icon"] in ICONS for row in unit["conditions"])
    known = {row["id"] for row in shown["bar"]["rows"]}
    for unit in shown["units"]:
        assert all(row["ends_at"] in known for row in unit["conditions"] if "ends_at" in row)
    for question in shown["questions"]:
        for option in question["options"]:
            assert all(one in ids for one in [*option["targets"], *option["caught"]])
            assert option["verb"] and option["row_label"]
        labels = {option["row"]: option["row_label"] for option in question["options"]}
        assert len({option["row"]: 0 for option in question["options"]}) == len(labels)
    for event in shown["log"]:
        assert "cause" not in event or event["cause"] < event["number"]


@pytest.mark.parametrize("name", SYSTEMS)
def test_views_have_their_declared_shape_at_every_question(name: str) -> None:
    fight = some_fight(name, "shape")
    seats = seats_of(fight)
    looked = 0
    for _ in range(many(14, 200)):
        if not fight.questions:
            break
        for seat in seats:
            check(view(fight, seat))
            looked += 1
        go_on(fight)
    assert looked >= len(seats)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_end_is_told_with_its_story(name: str) -> None:
    fight = some_fight(name, "story")
    fight.automate("*", "steady")
    for seat in seats_of(fight):
        shown = view(fight, seat)
        check(shown)
        outcome = shown["outcome"]
        assert outcome["story"] and outcome["why"] and outcome["rounds"] == fight.battle.round
        numbers = [event["number"] for event in shown["log"]]
        assert set(outcome["moments"]) <= set(numbers)


ROLLS = {
    "clash": {"score": "faces", "attack": "against", "met": "against", "progress": "against", "damage": "faces"},
    "riposte": {"strike": "both", "activation": "both", "check": "both"},
}
"""Kinds of events behind which dice stand, and what is shown: the faces, what they were held against with what came of it, or both."""


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name in ROLLS])
def test_every_roll_is_told_with_its_dice_and_what_it_was_held_against(name: str) -> None:
    seen = set()
    for encounter in samples(name):
        fight = play(sample(encounter), seed="rolls", auto={"*": "random"})
        for event in view(fight, "gm")["log"]:
            shows = ROLLS[name].get(event["kind"], "")
            if shows in ("both", "against"):
                assert event["against"]["value"] is not None and event["verdict"], event["text"]
            if shows == "both" or (shows == "faces" and any("d" in term["label"][:2] for term in event["terms"])):
                assert any(term.get("faces") for term in event["terms"]), event["text"]
                assert all(sum(term["faces"]) == term["value"] for term in event["terms"] if "faces" in term), event["text"]
            if shows:
                seen.add(event["kind"])
    assert len(seen) >= len(ROLLS[name]) - 1


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_turn_is_a_few_rows_and_folds(name: str) -> None:
    fight = some_fight(name, "rows")
    for _ in range(many(20, 200)):
        if not fight.questions:
            break
        for question in view(fight, "gm")["questions"]:
            rows = {option["row"] for option in question["options"] if option["kind"] != "square" and not option["fold"]}
            folds = {option["fold"] for option in question["options"]}
            assert len(rows) <= 24 and len(folds) <= 8
        go_on(fight)


@pytest.mark.parametrize("name", SYSTEMS)
def test_rulings_and_switches_are_forms(name: str) -> None:
    fight = some_fight(name, "forms")
    forms = ruling_forms(fight.system, fight.battle)
    TypeAdapter(list[RulingForm]).validate_json(json.dumps(forms), strict=True)
    by_name = {form["name"]: form for form in forms}
    who, stat, _ = by_name["set"]["fields"]
    assert [choice[0] for choice in who["choices"]] == [unit.id for unit in fight.battle.units]
    for choice, _ in stat["choices"]:
        assert stat_named(fight.system, choice).kind in ("int", "bool", "text", "choice")
    switches = switches_of(name)
    TypeAdapter(list[Switch]).validate_json(json.dumps(switches), strict=True)
    lists = [one.name for one in fight.system.switches if one.kind == SEVERAL]
    assert len(switches) >= (20 if name in SHIPPED else 0) and all(row["doc"] for row in switches)
    assert all(row["default"] == ("" if row["name"] in lists else row["choices"][0][0]) for row in switches)


def test_schema_and_page_are_current() -> None:
    """tools/schemas.py writes both."""
    assert (DOCS / "schema" / "protocol.json").read_text(encoding="utf-8") == protocol_text()
    page = (DOCS / "protocol.md").read_text(encoding="utf-8")
    assert with_tables(page) == page
    assert all(f"### {shape.name}\n" in page and shape.doc for shape in shapes())
