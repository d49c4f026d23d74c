"""Kinds of values that content files share: stats, places, traits, runes, weapons by name."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Literal

import yaml
from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from quintain.engine.files import Row
from quintain.systems.riposte.traits import RUNES, TRAITS, adds_up, read_trait

StatName = Literal["STR", "INT", "DEX", "SPD", "LUK", "CON", "WIS"]
Calculated = Literal["Might", "Accuracy", "Critical", "Dodge", "Avoid", "Defense", "Resistance"]
AnyStat = Literal[StatName, Calculated]
Place = Annotated[list[int], Field(min_length=2, max_length=2)] | str
Stance = Literal["friendly", "neutral", "hostile"]
Tier = Literal["Trivial", "Easy", "Average", "Difficult", "Legendary", "Impossible"]
SIDE = r"^(heroes|enemies|enemies:[\w -]+|allies|independents)$"
BaseStat = Annotated[int, Field(ge=0, le=999)]
Reach = Annotated[int, Field(ge=1, le=9)]


class ModifierRow(Row):
    stat: AnyStat = Field(description="the stat that is shifted")
    amount: int = Field(description="by how much, up or down")
    scope: Literal["attack", "riposte", "both"] = Field("both", description="in which role it counts")
    when: Literal["always", "below half", "above seven tenths"] = Field("always", description="at which health it counts")


class GrantRow(Row):
    slot: Literal["attack", "riposte"] = Field(description="follow-through attacks or follow-through ripostes")
    count: int = Field(1, ge=1, le=9, description="how many more")
    chance: StatName | None = Field(None, description="the stat to roll below, or nothing where no roll is needed")


class StrikesRow(Row):
    attack: int = Field(1, ge=1, le=9, description="how often the attack strikes")
    riposte: int = Field(1, ge=1, le=9, description="how often the riposte strikes")
    follow_attack: int = Field(1, ge=1, le=9, description="how often each follow-through attack strikes")
    follow_riposte: int = Field(1, ge=1, le=9, description="how often each follow-through riposte strikes")


class HomeTrait(Row):
    """A trait made at the table (RI-144)."""

    name: str = Field(min_length=1, description="what it is called")
    modifiers: list[ModifierRow] = Field([], description="stats it shifts")
    follow_throughs: list[GrantRow] = Field([], description="follow-throughs it grants")
    strikes: StrikesRow = Field(default_factory=lambda: StrikesRow.model_validate({}), description="slots it multiplies")


def known_trait(written: object) -> object:
    """Refuse a name nobody knows, saying how traits are written."""
    if isinstance(written, str) and read_trait(written) is None:
        known = ", ".join([name + trait.takes for name, trait in TRAITS.items()])
        raise ValueError(f"there is no trait written {written!r}; there are {known}")
    return written


def weapon_trait(written: object) -> object:
    """Refuse what a weapon cannot bring: abilities of a person, which would do nothing on it."""
    known_trait(written)
    trait = read_trait(written) if isinstance(written, str) else None
    if trait is not None and TRAITS[trait.name].personal:
        raise ValueError(f"{written} is of a person, not of a weapon; put it among the traits of whoever carries it")
    return written


Trait = Annotated[str | HomeTrait, BeforeValidator(known_trait)]
WeaponTrait = Annotated[str | HomeTrait, BeforeValidator(weapon_trait)]


def no_trait_twice(traits: list[str | HomeTrait]) -> list[str | HomeTrait]:
    known: list[str] = []
    for place, trait in enumerate(traits):
        named = read_trait(trait) if isinstance(trait, str) else None
        if named is None or adds_up(named.name):
            continue
        if named.name in known:
            sentence = f"{named.name} is given twice, and counts once; keep one"
            raise PydanticCustomError("twice", "{sentence}", {"sentence": sentence, "path": [place]})
        known.append(named.name)
    return traits


def known_rune(rune: str) -> str:
    if rune and rune not in RUNES:
        raise ValueError(f"there is no rune called {rune!r}: there are {', '.join(RUNES)}")
    return rune


Rune = Annotated[str, AfterValidator(known_rune), Field(description="the rune on it: " + ", ".join(RUNES))]


def armoury() -> dict[str, dict[str, object]]:
    """Every weapon of the armoury by name (RI-122)."""
    sheet = yaml.safe_load(files(__package__).joinpath("content", "weapons.yaml").read_text(encoding="utf-8"))
    found: dict[str, dict[str, object]] = {}
    for metal, level in sheet["metals"].items():
        for kind, row in sheet["types"].items():
            might, accuracy, critical = row[metal]
            found[f"{metal} {kind}"] = {
                "name": f"{metal} {kind}", "type": kind, "kind": row["kind"], "might": might, "accuracy": accuracy,
                "critical": critical, "range": list(row["range"]), "level": level, "colour": row["colour"],
                "slays": list(row.get("slays", [])), "heals": bool(row.get("heals", False)),
                "stats": {stat: amount * level for stat, amount in row.get("per_level", {}).items()},
            }  # fmt: skip
    return found


ARMOURY = armoury()


def weapon_by_name(value: object) -> object:
    """A weapon by name, with the rune written behind it: "Bronze Lance + Heavy 1"."""
    if not isinstance(value, str):
        return value
    name, _, rune = (part.strip() for part in value.partition("+"))
    if name not in ARMOURY:
        raise ValueError(f"the armoury has no {name!r}; it has {', '.join(sorted(ARMOURY))}")
    row = dict(ARMOURY[name])
    if rune:
        title, _, level = rune.rpartition(" ")
        if not level.isdecimal():
            title, level = rune, "1"
        row.update(rune=title, rune_level=int(level), name=f"{name} ({rune})")
    return row
