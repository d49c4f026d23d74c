"""A command of the GM's is declared once: its form, its checks and what its function is given follow from the parameters."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from quintain.engine import Fight, Refusal
from quintain.engine.commands import Commands, Takes
from quintain.library.forms import ruling_form
from tests.engine.tilt import DUEL, Rider, Tilt, TiltSystem

COMMANDS = Commands()
TOLD: list[tuple[str, str, int, bool, Rider | None, int]] = []


@COMMANDS.command("Cheer for a rider.")
def cheer(
    battle: Tilt, who: Annotated[Rider, Takes("whom", present=True)], how: Annotated[str, Takes(one_of=("loudly", "softly"))],
    times: Annotated[int, Takes("how often", low=1, high=3)] = 1, is_: Annotated[bool, Takes("honest?")] = True,
    with_: Annotated[Rider | None, Takes("together with")] = None, word: Annotated[int, Takes("which letter", read=ord)] = 0,
) -> None:  # fmt: skip
    TOLD.append((who.id, how, times, is_, with_, word))


class Cheering(TiltSystem):
    def __init__(self) -> None:
        super().__init__()
        self.rulings = COMMANDS.rulings


def cheering() -> Fight:
    system = Cheering()
    return Fight(system, system.build(DUEL), DUEL, "cheers")


def test_the_form_follows_from_the_parameters() -> None:
    system = Cheering()
    fields = {field["name"]: field for field in ruling_form(system, COMMANDS.rulings["cheer"])["fields"]}
    assert list(fields) == ["who", "how", "times", "is", "with", "word"]
    assert fields["who"]["kind"] == "unit" and fields["who"]["required"] and fields["who"]["doc"] == "whom"
    assert fields["how"]["choices"] == [["loudly", "loudly"], ["softly", "softly"]] and fields["how"]["doc"] == "loudly, softly"
    assert (fields["times"]["low"], fields["times"]["high"], fields["times"]["required"]) == (1, 3, False)
    assert fields["is"]["kind"] == "bool" and fields["word"]["kind"] == "text"


def test_the_function_is_given_what_was_said_or_the_default() -> None:
    fight = cheering()
    TOLD.clear()
    fight.rule("cheer", who="ann", how="softly")
    assert TOLD[0] == ("ann", "softly", 1, True, None, 0)
    more: dict[str, Any] = {"is": False, "with": "cid", "word": "A"}
    fight.rule("cheer", who="ann", how="loudly", times=3, **more)
    who, _how, times, honest, together, letter = TOLD[-1]
    assert together is not None and (who, times, honest, together.id, letter) == ("ann", 3, False, "cid", 65)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"who": "zoe", "how": "loudly"}, "nobody here is called 'zoe'"),
        ({"who": "ann", "how": "madly"}, "how is one of loudly, softly, not 'madly'."),
        ({"who": "ann", "how": "loudly", "times": 4}, "times is a whole number from 1 to 3, not 4."),
        ({"who": "ann", "how": "loudly", "times": "4"}, "times is a whole number, not '4'."),
        ({"who": "ann", "how": "loudly", "is": 1}, "is is true or false, not 1."),
        ({"who": "ann"}, "cheer needs how"),
        ({"who": "ann", "how": "loudly", "why": "so"}, "cheer takes who, how, times, is, with, word, not 'why'."),
    ],
)
def test_what_is_wrong_is_refused_in_a_sentence(given: dict[str, Any], sentence: str) -> None:
    TOLD.clear()
    with pytest.raises(Refusal) as no:
        cheering().rule("cheer", **given)
    assert no.value.sentence.startswith(sentence) and TOLD == []
