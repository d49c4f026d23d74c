"""What a party takes from one fight into the next: what outlasts a fight by its book, and nothing else."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from quintain.engine.fight import Fight
from quintain.library.encounters import Encounter, from_data, play, sample
from quintain.systems import system, system_names
from quintain.table.campaign import next_encounter
from quintain.table.carrying import BOOKS
from tests.support import many

FIGURES = {
    "clash": ("health", "surges", "ardor"), "tiers": ("hp", "stress", "soak_marked", "beacon"), "riposte": ("hp", "weapon"),
    "toughness": ("conviction", "wounded", "staggered", "unconscious", "disabled"),
    "escalation": ("hp", "recoveries", "overdraft", "wounds", "potions"),
}  # fmt: skip


def standard(name: str) -> Encounter:
    return sample(system(name).standard)


_fought: dict[str, Fight] = {}


def fought(encounter: Encounter, seed: str) -> Fight:
    """A fight played to its end by tactics; kept, since several tests look at the same."""
    key = f"{seed} {json.dumps(encounter.data, sort_keys=True)}"
    if key not in _fought:
        _fought[key] = play(encounter, seed, auto={"gm": "reckless", "players": "steady"})
    assert _fought[key].outcome is not None
    return _fought[key]


def party(fight: Fight | Encounter) -> dict[str, Any]:
    battle = fight.battle if isinstance(fight, Fight) else fight.battle()
    return {unit.id: unit for unit in battle.units if unit.controller != "gm"}


def with_row(name: str, place: int, **fields: Any) -> Encounter:
    data = copy.deepcopy(standard(name).data)
    rows: Any = data["combatants"]
    rows[place].update(fields)
    return from_data(data)


def started(name: str, place: int, **fields: Any) -> tuple[Fight, str]:
    """A fight just begun with one combatant in this state, and that one's id."""
    encounter = with_row(name, place, **fields)
    rows: Any = encounter.data["combatants"]
    return play(encounter, "1"), str(rows[place]["id"])


def test_every_book_says_what_lasts() -> None:
    assert set(BOOKS) == set(system_names()) == set(FIGURES)


@pytest.mark.parametrize("name", system_names())
def test_the_party_comes_as_the_last_fight_left_it(name: str) -> None:
    differing = sum(marks_carried_over(name, str(seed)) for seed in range(1, 1 + many(1, 10)))
    assert differing, "nothing was carried over"


def marks_carried_over(name: str, seed: str) -> int:
    """Fight, and come to the next; how many figures are not those of a fresh party (none, where nobody was marked for longer)."""
    fight = fought(standard(name), seed)
    coming, said = next_encounter(standard(name), fight, {})
    before, now, fresh = party(fight), party(coming), party(standard(name))
    assert said == "" and now
    differing = 0
    for id, unit in now.items():
        for figure in FIGURES[name]:
            was = getattr(before[id], figure)
            expected = max(1, was) if figure in ("hp", "health") else was
            assert getattr(unit, figure) == expected, (id, figure)
            differing += getattr(fresh[id], figure) != expected
    foes = [unit for unit in coming.battle().units if unit.controller == "gm"]
    assert len(foes) == len([unit for unit in standard(name).battle().units if unit.controller == "gm"]), "foes are fresh"
    assert play(coming, seed).questions, "it can be played"
    return differing


def test_another_system_begins_afresh() -> None:
    coming, said = next_encounter(standard("clash"), fought(standard("riposte"), "1"), {})
    assert said == "" and {id: unit.health for id, unit in party(coming).items()} == {
        id: unit.health for id, unit in party(standard("clash")).items()
    }


@pytest.mark.parametrize(
    ("name", "place", "fields"),
    [
        ("clash", 0, {"state": "dead"}), ("tiers", 0, {"status": "dead", "hp": 0}), ("riposte", 0, {"status": "dead", "hp": 0}),
        ("riposte", 0, {"status": "captured", "hp": 0}), ("toughness", 0, {"state": {"dead": True}}),
        ("escalation", 0, {"start": {"state": "dead", "hp": -40}}),
    ],
)  # fmt: skip
def test_who_is_lost_stays_away(name: str, place: int, fields: dict[str, Any]) -> None:
    fight, id = started(name, place, **fields)
    coming, said = next_encounter(standard(name), fight, {})
    assert id in party(standard(name)) and id not in party(coming)
    assert len(party(coming)) == len(party(standard(name))) - 1 and said == ""


def test_where_nobody_is_left_another_party_begins() -> None:
    data = copy.deepcopy(standard("riposte").data)
    rows: Any = data["combatants"]
    heroes = [row for row in rows if row["id"] in party(standard("riposte"))]
    for row in heroes:
        row.update(status="dead", hp=0)
    coming, said = next_encounter(standard("riposte"), play(from_data(data), "1"), {})
    assert "afresh" in said and len(party(coming)) == len(heroes)


def test_what_counts_per_fight_starts_anew() -> None:
    """Tiers: uses of powers and stances; riposte: who has moved; clash: what was prepared."""
    fight = fought(standard("tiers"), "1")
    coming, _ = next_encounter(standard("tiers"), fight, {})
    fresh = party(standard("tiers"))
    for id, unit in party(coming).items():
        assert unit.uses == fresh[id].uses and not unit.wounds and unit.status == 0


def test_toughness_keeps_marks_that_a_worse_state_holds() -> None:
    """TO-88, TO-90: Hurt fades in a minute unless Wounded keeps it; Bruised is gone."""
    fight, id = started("toughness", 0, state={"wounded": 2, "hurt": [3, 4], "bruised": [5]}, conviction=1)
    hero = party(next_encounter(standard("toughness"), fight, {})[0])[id]
    assert (hero.wounded, len(hero.hurt), len(hero.bruised), hero.conviction) == (2, 2, 0, 1)
    fight, id = started("toughness", 0, state={"hurt": [3, 4]})
    hero = party(next_encounter(standard("toughness"), fight, {})[0])[id]
    assert (hero.wounded, len(hero.hurt)) == (0, 0)


def test_escalation_rests_after_a_battle_and_counts_battles() -> None:
    """ES-134, ES-138: the quick rest is played at the end of a table's battle; battles since the last heal-up are counted."""
    first, _ = next_encounter(standard("escalation"), None, {})
    assert first.data["rest_after"] is True
    fight = fought(first, "1")
    assert fight.outcome is not None and fight.outcome.result == "victory"
    assert any("recover" in event.text.lower() for event in fight.events)
    coming, _ = next_encounter(standard("escalation"), fight, {})
    assert coming.data["battles_since_heal_up"] == 1
    again, _ = next_encounter(standard("escalation"), fought(coming, "4"), {})
    assert again.data["battles_since_heal_up"] == 2
