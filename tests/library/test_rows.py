"""Rows of combatants as authors write them: `count` and ids are the same in every system."""

from __future__ import annotations

import pytest

import quintain as q
from quintain.library.problems import FileProblem
from quintain.library.text import read_text

GROUND = {
    "clash": "challenge_score: 12\nzones: [{id: yard, name: Yard}, {id: gate, name: Gate}]\nedges: [[yard, gate]]",
    "tiers": "map: {width: 12, height: 8}",
    "riposte": 'map: ["........", "........", "........", "........"]',
    "toughness": 'map: ["........", "........", "........", "........"]',
    "escalation": "zones: [{name: yard, links: [gate]}, {name: gate}]",
}
PEOPLE = {
    "clash": ("brannoc", "party", "at: yard", "gnatling", "enemy", "at: gate"),
    "tiers": ("tam", "heroes", "at: [1, 1]", "hound", "foes", "at: [7, 2]"),
    "riposte": ("odalys", "heroes", "at: [0, 0]", "levy", "enemies", "at: [6, 2]"),
    "toughness": ("oda", "heroes", "at: [0, 0]", "brawler", "gang", "at: [6, 2]"),
    "escalation": ("odrun", "party", "zone: yard", "sedge-jackal", "foes", "zone: gate"),
}


def text_of(system: str, more: str, second: str = "") -> str:
    hero, side, here, foe, others, there = PEOPLE[system]
    rows = [f"  - {{use: {hero}, side: {side}, {here}}}", f"  - {{use: {foe}, side: {others}, {there}{more}}}"]
    rows += [f"  - {{use: {foe}, side: {others}, {second}}}"] if second else []
    return "\n".join([f"system: {system}", "name: Rows", GROUND[system], "combatants:", *rows, ""])


def loaded(text: str) -> q.Encounter:
    from quintain.library.encounters import from_document

    return from_document(read_text(text, "rows.yaml"))


@pytest.mark.parametrize("system", sorted(GROUND))
def test_several_alike_are_numbered_from_one_in_every_system(system: str) -> None:
    units = loaded(text_of(system, ", count: 3")).battle().units
    foe = PEOPLE[system][3]
    assert [unit.id for unit in units] == [PEOPLE[system][0], f"{foe}-1", f"{foe}-2", f"{foe}-3"]
    assert [unit.name.rsplit(" ", 1)[1] for unit in units[1:]] == ["1", "2", "3"]


@pytest.mark.parametrize("system", sorted(GROUND))
def test_an_id_of_their_own_is_numbered_too(system: str) -> None:
    units = loaded(text_of(system, ", id: wolf, count: 2")).battle().units
    assert [unit.id for unit in units[1:]] == ["wolf-1", "wolf-2"]


@pytest.mark.parametrize("system", sorted(GROUND))
def test_without_an_id_a_combatant_is_called_by_its_stat_block(system: str) -> None:
    beside = {"clash": "at: gate", "escalation": "zone: gate"}.get(system, "at: [6, 3]")
    units = loaded(text_of(system, "", beside)).battle().units
    foe = PEOPLE[system][3]
    assert [unit.id for unit in units[1:]] == [foe, f"{foe}-2"]


def test_on_squares_the_others_stand_on_the_nearest_free_ones() -> None:
    ground = ["........", "......#.", "......#.", "........"]
    walled = text_of("toughness", ", count: 4").replace(GROUND["toughness"], f"map: {ground}")
    walled = walled.replace("at: [6, 2], count", "at: [7, 2], count")
    rows = loaded(walled).data["combatants"]
    assert isinstance(rows, list)
    places = [tuple(row["at"]) for row in rows[1:]]
    assert places[0] == (7, 2) and len(set(places)) == 4 and not {(6, 1), (6, 2)} & set(places)


@pytest.mark.parametrize("system", sorted(GROUND))
@pytest.mark.parametrize("count", ["0", "41", "many", "true", "'3'"])
def test_a_count_that_is_none_gets_a_sentence_with_its_line(system: str, count: str) -> None:
    with pytest.raises(FileProblem) as refused:
        loaded(text_of(system, f", count: {count}"))
    assert "rows.yaml line" in str(refused.value) and "count is a whole number from 1 to 40" in str(refused.value)


def test_what_is_wrong_with_a_later_row_is_said_where_the_file_has_it() -> None:
    with pytest.raises(FileProblem) as refused:
        loaded(text_of("riposte", ", count: 3", "at: [1, 1], hp: many"))
    assert refused.value.problems[0].path[:2] == ("combatants", 2) and refused.value.problems[0].line == 7


@pytest.mark.parametrize("system", sorted(GROUND))
def test_an_id_that_is_given_twice_is_refused_in_every_system(system: str) -> None:
    beside = {"clash": "at: gate", "escalation": "zone: gate"}.get(system, "at: [6, 3]")
    with pytest.raises(FileProblem, match="called 'wolf'"):
        loaded(text_of(system, ", id: wolf", f"{beside}, id: wolf"))
