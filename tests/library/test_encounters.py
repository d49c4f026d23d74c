"""Encounters from files: whatever a system refuses while it reads or builds one has a line, a field and a sentence."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest
import yaml

from quintain.engine import Illegal, Malformed, within
from quintain.library.encounters import (
    fight_from_document,
    from_data,
    from_document,
    path_in,
    path_named,
    play,
    sample,
    samples,
)
from quintain.library.problems import FileProblem, Problem
from quintain.library.text import read_text
from quintain.systems import system_names

FERRY = """\
system: riposte
name: Landing
map:
  - "........"
  - "..#....."
box: {from: [0, 0], to: [1, 1]}
blocks:
  guard:
    name: Guard
    hp: 20
    weapons: [Bronze Lance]
combatants:
  - use: tamsin
    side: heroes
    at: [0, 0]
  - use: guard
    side: enemies
    at: [5, 1]
"""


def problem_of(text: str) -> Problem:
    """The one problem of an encounter file."""
    with pytest.raises(FileProblem) as caught:
        from_document(read_text(text, "landing.yaml"))
    assert len(caught.value.problems) == 1
    return caught.value.problems[0]


def changed(old: str, new: str) -> str:
    assert old in FERRY
    return FERRY.replace(old, new)


def test_a_refusal_gathers_its_path_from_the_parts_it_passes_through() -> None:
    with pytest.raises(Illegal) as caught, within("combatants", 3), within("block"):
        raise Illegal("no such stat.", ("stats", "LCK"))
    assert caught.value.path == ("combatants", 3, "block", "stats", "LCK") and str(caught.value) == "no such stat."
    # Other exceptions, and leaving without one, are none of its business.
    with pytest.raises(KeyError), within("combatants"):
        raise KeyError("x")
    with within("combatants"):
        pass
    assert Malformed("a sentence").path == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "field", "sentence"),
    [
        ("at: [5, 1]", "at: [0, 0]", 18, "combatants[0].at", "both stand at (0,0): a square holds one"),
        ("at: [5, 1]", "at: [2, 1]", 18, "combatants[1].at", "Guard cannot stand at (2,1): there is a wall"),
        ("at: [5, 1]", "at: [9, 9]", 18, "combatants[1].at", "'9,9' is not on the map: columns run from 0 to 7, rows from 0 to 1"),
        ("use: guard", "use: gaurd", 16, "combatants[1].use", "there is no stat block called 'gaurd'"),
        ("side: enemies", "side: allies", 12, "combatants", "there is no enemy in this fight"),
        ("    at: [5, 1]", "    at: [5, 1]\n    weapon: 1", 19, "combatants[1].weapon", "Guard carries 1 weapons"),
        ('  - "..#....."', '  - "..#.."', 5, "map[1]", "row 1 of the map has 5 squares and row 0 has 8"),
        ('  - "..#....."', '  - "..?....."', 5, "map[1]", "'?' at (2,1) is no terrain"),
        ("to: [1, 1]", "to: [1, 7]", 6, "box.to", "'1,7' is not on the map"),
        ("box:", "exits: [[1, 1], [8, 0]]\nbox:", 6, "exits[1]", "'8,0' is not on the map"),
        ("box:", "options: {player_death: never}\nbox:", 6, "options.player_death", "player_death is stabilise or permadeath"),
        ("box:", "zones: [Hall]\nbox:", 6, "zones", "a fight on squares (mode: grid) has no zones"),
        ("    at: [0, 0]\n", "", 14, "combatants[0]", "the deployment box is too small"),
    ],
)
def test_what_is_refused_while_building_has_its_line_field_and_what_would_be_right(
    old: str, new: str, line: int, field: str, sentence: str
) -> None:
    text = changed(old, new)
    if "too small" in sentence:
        text = text.replace("box: {from: [0, 0], to: [1, 1]}", "box: [[2, 1]]")
        line, field = 6, "box"
    if field == "combatants[0].at":
        line = 15
    problem = problem_of(text)
    assert sentence in problem.what
    assert str(problem).startswith(f"landing.yaml line {line}, field {field}: ")


def test_a_fault_in_a_stat_block_points_into_the_files_own_blocks() -> None:
    text = changed("weapons: [Bronze Lance]", "weapons: [{name: horn, range: [1], traits: [Provoke 1]}]")
    assert problem_of(text).line == 11
    # In resolved data each combatant has its block; in the file it may stand under `blocks`, or be a shipped one.
    data = read_text(FERRY).data
    assert isinstance(data, dict)
    assert path_in(data, ("combatants", 1, "block", "hp")) == ("blocks", "guard", "hp")
    assert path_in(data, ("combatants", 0, "block", "hp")) == ("combatants", 0, "use")
    assert path_in(data, ("combatants", 1, "at")) == ("combatants", 1, "at")
    assert path_in(data, ("map", 0)) == ("map", 0)


def test_a_refusal_without_a_path_stands_at_what_it_quotes_or_at_the_combatant_it_names() -> None:
    data: dict[str, object] = {"goals": [{"who": "zed"}], "combatants": [{"id": "ann"}, {"use": "orc", "name": "Big Orc"}]}
    assert path_named(data, "a goal names 'zed', who is not here.") == ("goals", 0, "who")
    assert path_named(data, "Big Orc cannot stand at 3,4.") == ("combatants", 1)
    assert path_named(data, "ann has no stat block.") == ("combatants", 0)
    assert path_named(data, "an annoying fault.") == ()


def test_plain_data_without_lines_still_names_the_field() -> None:
    data = read_text(changed("at: [5, 1]", "at: [9, 9]")).data
    with pytest.raises(FileProblem, match=r"^encounter, field combatants\[1\]\.at: '9,9' is not on the map"):
        from_data(data)


def test_a_fault_in_the_encounter_of_a_record_has_the_line_of_the_record() -> None:
    fight = play(from_document(read_text(FERRY)), seed="kept")
    kept = yaml.safe_dump(json.loads(json.dumps(fight.record)), sort_keys=False)
    assert fight_from_document(read_text(kept, "kept.yaml")).record == fight.record
    lines = kept.splitlines()
    at = lines.index("    - 5")
    lines[at] = "    - 55"
    with pytest.raises(FileProblem) as caught:
        fight_from_document(read_text("\n".join(lines), "kept.yaml"))
    (problem,) = caught.value.problems
    assert problem.path == ("encounter", "combatants", 1, "at") and problem.line == at and "'55,1' is not on the map" in problem.what


# -- every system ----------------------------------------------------------------------------------------------------------


def written(name: str) -> dict[str, object]:
    """A shipped encounter as plain data, to be spoilt."""
    data: dict[str, object] = deepcopy(sample(name).data)
    return data


def row_of(data: dict[str, object], place: int) -> dict[str, object]:
    rows = data["combatants"]
    assert isinstance(rows, list)
    row: dict[str, object] = rows[place]
    return row


def problem_in(data: dict[str, object]) -> Problem:
    with pytest.raises(FileProblem) as caught:
        from_data(data)
    return caught.value.problems[0]


FIRST = [next(name for name in samples() if name.startswith(f"{system}/")) for system in system_names()]


@pytest.mark.parametrize("name", FIRST)
def test_in_every_system_a_stat_block_nobody_knows_is_refused_where_it_is_named(name: str) -> None:
    data = written(name)
    row = row_of(data, 1)
    row.pop("block", None)
    row["use"] = "nobody-at-all"
    problem = problem_in(data)
    assert problem.path == ("combatants", 1, "use") and "there is no stat block called 'nobody-at-all'" in problem.what


@pytest.mark.parametrize(
    ("name", "spot", "field"),
    [
        ("clash/", "moon", "at"),
        ("escalation/", "moon", "zone"),
        ("riposte/bridge", [99, 99], "at"),
        ("tiers/", [99, 99], "at"),
        ("toughness/", [99, 99], "at"),
    ],
)
def test_in_every_system_an_impossible_place_is_refused_at_the_combatant_who_is_put_there(name: str, spot: object, field: str) -> None:
    encounter = next(one for one in samples() if one.startswith(name))
    data = written(encounter)
    row_of(data, 1)[field] = spot
    problem = problem_in(data)
    assert problem.path == ("combatants", 1, field), problem.what
