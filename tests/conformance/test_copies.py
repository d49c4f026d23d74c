"""A copy carries every field of a unit and of a battle, whatever it holds, also one that no shipped fight changes."""

from __future__ import annotations

import pytest

from tests.conformance.enrolled import ENCOUNTERS, encounter, fields


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_copy_of_a_unit_carries_every_field_whatever_it_holds(name: str) -> None:
    """Every plain field of a unit is changed in turn: a copy that leaves one out is seen, also where no fight changes it."""
    battle = encounter(name).battle()
    for unit in battle.units:
        for field, value in fields(unit).items():
            if field.startswith("_") or field in MADE_FROM_OTHERS:
                continue
            if isinstance(value, (bool, int, str)) or field == "learned":
                changed = perturbed(field, value)
                setattr(unit, field, changed)
                assert fields(unit.copy())[field] == changed, f"{type(unit).__name__}.copy leaves out {field}"
                setattr(unit, field, value)


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_copy_of_a_battle_carries_every_field_whatever_it_holds(name: str) -> None:
    """The same for the battle: what a checkpoint holds is a copy already, so only a planted value shows what a copy leaves out."""
    battle = encounter(name).battle()
    for field, value in fields(battle).items():
        if isinstance(value, (bool, int, str)) and not field.startswith("_") and field not in PASSING:
            changed = perturbed(field, value)
            setattr(battle, field, changed)
            assert fields(battle.copy())[field] == changed, f"{type(battle).__name__}.copy leaves out {field}"
            setattr(battle, field, value)


PASSING = ("telling", "held_what", "weigher")
"""Fields of a battle that mean something only while a step is under way, or follow from its reading."""
MADE_FROM_OTHERS = ("bit",)
"""Fields that a constructor works out from another one."""


def perturbed(field: str, value: object) -> object:
    if field == "learned":
        return {"score": (1, 2)}
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value}x"
