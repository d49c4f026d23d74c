"""Views: each seat sees what it may and nothing else."""

from __future__ import annotations

import json

from quintain.engine import Event, Fight, view
from quintain.engine.battle import Unit
from quintain.engine.event import cause_of
from quintain.engine.view import initials
from tests.engine.tilt import SYSTEM, TWO_A_SIDE
from tests.support import stats_of


def fight() -> Fight:
    return Fight(SYSTEM, SYSTEM.build(TWO_A_SIDE), TWO_A_SIDE, "test")


def test_each_stat_is_shown_to_its_audience() -> None:
    assert stats_of(fight(), "ann", "ann") == {"heart": 6, "skill": 1, "shield": True}
    assert stats_of(fight(), "ann", "bob") == {"heart": 6, "skill": 1}
    assert stats_of(fight(), "ann", "cid") == {"heart": 6}
    assert stats_of(fight(), "gm", "cid") == {"heart": 6, "skill": 1, "shield": True, "secret": 0}
    shown = {unit["id"]: [row["id"] for row in unit["figures"]] for unit in view(fight(), "seat:ann")["units"]}
    assert shown["ann"] == ["heart", "skill", "shield"] and shown["cid"] == ["heart"]


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
        assert "dan" not in [unit["id"] for unit in view(tilt, seat)["units"]]
    tilt.rule("reveal", who="dan")
    assert "Dan comes into view" in json.dumps(view(tilt, "ann")["log"])


def test_where_nobody_won_nobody_lost() -> None:
    tilt = fight()
    tilt.rule("end", result="a truce")
    assert "won" not in view(tilt, "ann")["outcome"] and "won" not in view(tilt, "gm")["outcome"]


def test_initials_are_short_and_all_different() -> None:
    names = ["Odrun", "Slag hound 1", "Slag hound 2", "Sedge jackal 1", "Sedge jackal 2", "Silt", "Ditch Cutter", "Ditch Cutter 2"]
    units = [Unit(name, name, "foes", "gm") for name in names]
    assert list(initials(units).values()) == ["Od", "H1", "H2", "J1", "J2", "Si", "C1", "C2"]
    crowd = initials([Unit(str(number), f"Gnat {number}", "foes", "gm") for number in range(120)])
    assert len(set(crowd.values())) == 120 and all(len(sign) <= 2 for sign in crowd.values())


def test_those_of_one_kind_share_their_letter_however_they_are_counted() -> None:
    names = ["First Reed Archer", "Second Reed Archer", "Ditch Levy", "Second Ditch Levy", "First Mate", "Bog Imp", "Bog imp 2"]
    units = [Unit(name, name, "foes", "gm") for name in names]
    assert list(initials(units).values()) == ["A1", "A2", "L1", "L2", "FM", "I1", "I2"]


def test_those_of_one_kind_share_their_letter() -> None:
    names = ["Sal", *[f"Slag jay {n}" for n in (1, 2, 3)], *[f"Sedge jackal {n}" for n in range(1, 13)], "Jot", "Sedge jackal 2"]
    units = [Unit(str(place), name, "foes", "gm") for place, name in enumerate(names)]
    signs = list(initials(units).values())
    assert signs[:16] == ["Sa", "J1", "J2", "J3", *[f"S{n}" for n in "123456789ABC"]]
    assert signs[16] == "Jo" and len(set(signs)) == len(names), "somebody of the same name and number has a sign too"


def test_others_are_told_the_public_form_of_a_secret_event() -> None:
    tilt = fight()
    tilt.battle.tell(Event("feint", "Cid feints low.", ["cid"], [("guile", 3)], audience="gm", public="Cid rides on."))
    tilt.battle.tell(Event("count", "Ann counts.", ["ann"], [("sum", 7)], math_for="side:red"))
    told = view(tilt, "ann")["log"]
    assert told[0]["text"] == "Cid rides on." and told[0]["terms"] == []
    assert told[1]["terms"] == [{"label": "sum", "value": 7}]
    assert view(tilt, "stranger")["log"][1]["terms"] == []


def test_a_player_who_runs_a_foe_as_well_still_tells_friend_from_foe() -> None:
    fight = Fight(SYSTEM, SYSTEM.build(TWO_A_SIDE), TWO_A_SIDE, "seed")
    fight.rule("hand_over", who="cid", to="ann")
    stances = {unit["id"]: unit["stance"] for unit in view(fight, "ann")["units"]}
    assert (stances["ann"], stances["cid"]) == ("party", "foe")
    assert stances == {unit["id"]: unit["stance"] for unit in view(fight, "gm")["units"]}


def test_what_an_event_follows_from_is_something_that_all_heard_who_hear_it() -> None:
    """What the GM alone was told stands between nothing, or a line without its cause would tell that there was something."""
    blow, harm = Event("blow", "Ash strikes Oak."), Event("harm", "Oak is hurt.")
    unseen = Event("blow", "Elm strikes Ash.", audience="gm")
    assert cause_of([blow], harm, {"harm"}) == 1
    assert cause_of([blow, unseen], harm, {"harm"}) == 2
    harm.audience = "gm"
    assert cause_of([blow, unseen], harm, {"harm"}) == 1
