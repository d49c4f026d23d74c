"""Views: each seat sees what it may and nothing else."""

from __future__ import annotations

import json

from quintain.engine import Event, Fight, view
from tests.engine.tilt import SYSTEM, TWO_A_SIDE


def fight() -> Fight:
    return Fight(SYSTEM, SYSTEM.build(TWO_A_SIDE), TWO_A_SIDE, "test")


def stats(shown: dict[str, object], who: str) -> dict[str, object]:
    units = shown["units"]
    assert isinstance(units, list)
    (found,) = [unit["stats"] for unit in units if unit["id"] == who]
    assert isinstance(found, dict)
    return found


def test_each_stat_is_shown_to_its_audience() -> None:
    shown = view(fight(), "seat:ann")
    assert stats(shown, "ann") == {"heart": 6, "skill": 1, "shield": True}
    assert stats(shown, "bob") == {"heart": 6, "skill": 1}
    assert stats(shown, "cid") == {"heart": 6}
    assert stats(view(fight(), "gm"), "cid") == {"heart": 6, "skill": 1, "shield": True, "secret": 0}


def test_two_fights_that_differ_only_in_secrets_look_the_same() -> None:
    one, two = fight(), fight()
    two.rule("set", who="cid", stat="secret", value=99)
    two.rule("set", who="dan", stat="shield", value=False)
    two.rule("note", text="canary", secret=True)
    assert json.dumps(view(one, "ann")) == json.dumps(view(two, "ann"))
    assert "canary" in json.dumps(view(two, "gm"))


def test_a_hidden_unit_and_whatever_names_it_are_the_gms() -> None:
    tilt = fight()
    tilt.rule("hide", who="dan")
    tilt.rule("set", who="dan", stat="heart", value=3)
    for seat in ("ann", "bob", "stranger"):
        assert "Dan" not in json.dumps(view(tilt, seat)["log"])
        assert "dan" not in [unit["id"] for unit in view(tilt, seat)["units"]]  # type: ignore[attr-defined]
    tilt.rule("reveal", who="dan")
    assert "Dan comes into view" in json.dumps(view(tilt, "ann")["log"])


def test_others_are_told_the_public_form_of_a_secret_event() -> None:
    tilt = fight()
    tilt.battle.tell(Event("feint", "Cid feints low.", ["cid"], [("guile", 3)], audience="gm", public="Cid rides on."))
    tilt.battle.tell(Event("count", "Ann counts.", ["ann"], [("sum", 7)], math_for="side:red"))
    told = view(tilt, "ann")["log"]
    assert told[0]["text"] == "Cid rides on." and "math" not in told[0]  # type: ignore[index]
    assert told[1]["math"] == [["sum", 7]]  # type: ignore[index]
    assert "math" not in view(tilt, "stranger")["log"][1]  # type: ignore[index]
