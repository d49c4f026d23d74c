"""Pydantic's errors as sentences with line, field, what is wrong and what would be right."""

from __future__ import annotations

import json
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from quintain.library.check import checked
from quintain.library.problems import FileProblem, listed
from quintain.library.schema import DIALECT, schema_text
from quintain.library.text import read_text


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=False)


class Arm(Strict):
    kind: Literal["arm"] = "arm"
    might: int = Field(ge=0, le=30, description="what it adds to a hit")
    reach: list[int] = Field(default=[1], min_length=1)


class Charm(Strict):
    kind: Literal["charm"]
    word: str = Field(pattern=r"^[a-z]+$", description="small letters only")


class Combatant(Strict):
    id: str
    hp: int = Field(ge=1, description="hit points")
    side: Literal["heroes", "enemies"]
    carries: list[Annotated[Arm | Charm, Field(discriminator="kind")]] = []
    at: tuple[int, int] | str | None = None
    flies: bool = False
    weight: float = 1.0


class Encounter(Strict):
    name: str
    units: list[Combatant] = Field(min_length=1)
    terrain: dict[str, int] = {}

    @model_validator(mode="after")
    def nobody_shares_a_name(self) -> Encounter:
        ids = [unit.id for unit in self.units]
        for place, name in enumerate(ids):
            if name in ids[:place]:
                where = ["units", place, "id"]
                raise PydanticCustomError("twice", "{name} is there twice", {"name": name, "path": where})
        if self.name == "nowhere":
            raise ValueError("an encounter needs a place")
        return self


GOOD = """\
name: Bridge
units:
  - id: ogre
    hp: 31
    side: enemies
    carries:
      - {might: 5, kind: arm}
      - kind: charm
        word: hush
terrain:
  mud: 2
"""


def complaints(text: str) -> list[str]:
    with pytest.raises(FileProblem) as caught:
        checked(read_text(text, "b.yaml"), Encounter)
    assert str(caught.value) == "\n".join(str(problem) for problem in caught.value.problems)
    return [str(problem) for problem in caught.value.problems]


def test_a_good_file_becomes_its_model() -> None:
    encounter = checked(read_text(GOOD), Encounter)
    assert (encounter.units[0].hp, encounter.terrain) == (31, {"mud": 2})
    assert isinstance(encounter.units[0].carries[1], Charm)


@pytest.mark.parametrize(
    ("good", "bad", "sentence"),
    [
        ("hp: 31", "hpp: 31\n    hp: 3", "line 4, field units[0].hpp: there is no field of this name; did you mean hp? "
         "known fields are at, carries, flies, hp, id, side and weight"),
        ("hp: 31", "flies: no", "line 3, field units[0].hp: this is missing; "
         "it must be a whole number of at least 1 (hit points)"),
        ("hp: 31", "hp: many", "line 4, field units[0].hp: must be a whole number, not 'many'; "
         "right would be a whole number of at least 1 (hit points)"),
        ("hp: 31", "hp: 3.5", "line 4, field units[0].hp: must be a whole number, not 3.5; "
         "right would be a whole number of at least 1 (hit points)"),
        ("hp: 31", "hp: 0", "line 4, field units[0].hp: must be at least 1, not 0"),
        ("hp: 31", "hp:", "line 4, field units[0].hp: must be a whole number, not empty; "
         "right would be a whole number of at least 1 (hit points)"),
        ("side: enemies", "side: enemy", "line 5, field units[0].side: 'enemy' is not possible here; "
         "did you mean enemies? it must be heroes or enemies"),
        ("might: 5", "might: 99", "line 7, field units[0].carries[0].might: must be at most 30, not 99"),
        ("might: 5", "mihgt: 5, might: 2", "line 7, field units[0].carries[0].mihgt: there is no field of this name; "
         "did you mean might? known fields are kind, might and reach"),
        ("kind: charm", "kind: harm", "line 8, field units[0].carries[1]: kind: 'harm' is not possible here; "
         "did you mean charm? it must be arm or charm"),
        ("word: hush", "word: HUSH", "line 9, field units[0].carries[1].word: 'HUSH' is not written as it must be; "
         "small letters only"),
        ("might: 5", "might: 5, reach: []", "line 7, field units[0].carries[0].reach: "
         "must have at least 1 entries, and has 0"),
        ("mud: 2", "mud: deep", "line 11, field terrain.mud: must be a whole number, not 'deep'; "
         "right would be a whole number"),
        ("hp: 31", "hp: 31\n    flies: maybe", "line 5, field units[0].flies: must be true or false, not 'maybe'; "
         "right would be true or false"),
        ("name: Bridge", "name: 7", "line 1, field name: must be text (quote it if it looks like a number), not 7; "
         "right would be a text"),
        ("name: Bridge", "name: nowhere", "line 1: an encounter needs a place"),
    ],
)  # fmt: skip
def test_each_mistake_is_answered_with_line_field_and_what_would_be_right(good: str, bad: str, sentence: str) -> None:
    assert good in GOOD
    assert complaints(GOOD.replace(good, bad)) == [f"b.yaml {sentence}"]


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    wrong = GOOD.replace("mud: 2", "mud: x").replace("hp: 31", "hp: 0").replace("name: Bridge", "nam: Bridge")
    lines = [line.split(":")[0] for line in complaints(wrong)]
    assert lines == ["b.yaml line 1, field name", "b.yaml line 1, field nam", "b.yaml line 4, field units[0].hp",
                     "b.yaml line 11, field terrain.mud"]  # fmt: skip


def test_a_validator_can_point_at_the_part_that_is_wrong() -> None:
    twice = GOOD.replace("terrain:", "  - {id: ogre, hp: 3, side: heroes}\nterrain:")
    assert complaints(twice) == ["b.yaml line 10, field units[1].id: ogre is there twice"]


def test_a_value_of_several_kinds_gets_one_sentence() -> None:
    [sentence] = complaints(GOOD.replace("hp: 31", "hp: 31\n    at: 5"))
    assert sentence.startswith("b.yaml line 5, field units[0].at: must be a list, not 5")
    assert "; or must be text" in sentence


def test_a_file_that_is_no_block_at_all_is_refused() -> None:
    assert complaints("- 1\n- 2\n") == [
        "b.yaml line 1: must be a block of fields, not a list; "
        "right would be a block with the fields name, units and terrain"
    ]


def test_words_in_a_row_read_as_a_sentence_does() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == ["", "a", "a or b", "a, b or c"]
    assert listed([str(n) for n in range(40)]).endswith("29 ... (40 in all)")


def test_the_published_schema_is_json_schema_with_its_title() -> None:
    schema = json.loads(schema_text(Encounter, "an encounter"))
    assert (schema["$schema"], schema["title"]) == (DIALECT, "an encounter")
    assert schema["properties"]["units"]["minItems"] == 1
