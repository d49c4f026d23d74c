"""No hidden field ever reaches a player: what differs only in secrets looks the same, and hidden units are nowhere."""

from __future__ import annotations

import json

import pytest

from quintain.engine import Fight, Refusal, Unit, view
from quintain.engine.view import own_units
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, Dicey, encounter


def seat_of(fight: Fight) -> list[str]:
    """Seats to look from: any player, each named seat, and somebody who runs nobody."""
    seats = {"ann", "stranger"}
    for unit in fight.battle.units:
        seats.update(part for part in unit.controller.split("+") if part not in ("gm", "players"))
    return sorted(seats)


def seen(fight: Fight, seat: str) -> str:
    return json.dumps(view(fight, seat), default=str, sort_keys=True)


def on_the_way(name: str, seed: str, answers: int) -> Fight:
    dicey = Dicey(f"{seed} {name}")
    fight = play(encounter(name), seed=seed)
    for _ in range(answers):
        if not fight.questions:
            break
        asked = fight.questions[dicey.below(len(fight.questions))]
        fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)
    return fight


def foes(fight: Fight, seat: str) -> list[Unit]:
    own = own_units(fight.battle, seat)
    return [unit for unit in fight.battle.units if unit.id not in own and unit.controller == "gm"]


@pytest.mark.parametrize("answers", [0, 6, 14])
@pytest.mark.parametrize("name", ENCOUNTERS)
def test_states_that_differ_only_in_secrets_give_equal_views(name: str, answers: int) -> None:
    fight = on_the_way(name, "secrets", answers)
    if not fight.questions:
        fight.undo()
    checked = 0
    for seat in seat_of(fight):
        before = seen(fight, seat)
        for unit in foes(fight, seat)[:4]:
            for stat in fight.system.unit_stats:
                if not stat.settable or stat.kind != "int" or fight.system.audience(fight.battle, unit, stat) != "gm":
                    continue
                if fight.system.mask(fight.battle, unit, stat) is not None:
                    continue
                twin = fight.fork()
                value = fight.system.read_stat(fight.battle, unit, stat)
                if not isinstance(value, int):
                    continue
                try:
                    twin.rule("set", who=unit.id, stat=stat.name, value=min(stat.high, value + 1))
                except Refusal:
                    continue
                if [a.id for a in twin.questions] != [a.id for a in fight.questions]:
                    continue
                assert seen(twin, seat) == before, f"{seat} learns {stat.name} of {unit.id}"
                checked += 1
    assert checked >= 0


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_hidden_unit_is_nowhere_in_a_players_view(name: str) -> None:
    fight = on_the_way(name, "hidden", 0)
    target = foes(fight, "ann")[-1:]
    if not target:
        pytest.skip("there is no foe here to hide")
    unit = fight.battle.find(target[0].id)
    assert unit is not None
    fight.rule("hide", who=unit.id)
    dicey = Dicey(f"hidden {name}")
    for _ in range(12):
        hidden = fight.battle.find(unit.id)
        if not fight.questions or hidden is None or not hidden.hidden:
            break
        for seat in ("ann", "stranger"):
            shown = view(fight, seat)
            units = shown["units"]
            assert isinstance(units, list)
            assert unit.id not in [one["id"] for one in units]
            parts = json.dumps([shown["board"], shown["log"], shown["questions"]], default=str)
            assert f'"{unit.id}"' not in parts and f":{unit.id}" not in parts, f"{seat} sees {unit.id}"
        asked = fight.questions[dicey.below(len(fight.questions))]
        fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_the_seed_is_not_shown_before_the_end(name: str) -> None:
    fight = play(encounter(name), seed="c0ffee-canary-seed")
    for seat in ("ann", "stranger", "gm"):
        assert "canary" not in seen(fight, seat)
    fight.automate("*", "steady")
    assert "canary" in seen(fight, "ann")
