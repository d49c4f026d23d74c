"""What each seat sees: states for everybody, figures for owners, and nowhere a number of health."""

from __future__ import annotations

import json
import re
from typing import Any

from quintain.engine import view
from quintain.engine.protocol import View
from quintain.engine.protocol_units import UnitView
from quintain.lab.forecast import forecast
from quintain.library.encounters import fight_of, from_data, play, sample
from quintain.systems.toughness.fields import ON_TRACKS
from tests.support import stats_of
from tests.systems.toughness.scene import Scene, foe, one


def told(scene: Scene, seat: str) -> list[str]:
    """The log as this seat reads it."""
    log: Any = view(scene.fight, seat)["log"]
    return [line["text"] for line in log]


def unit(shown: View, id: str) -> UnitView:
    return next(one for one in shown["units"] if one["id"] == id)


def test_everybody_sees_states_and_only_owners_figures_and_clocks() -> None:
    scene = Scene(
        one("ann", [0, 0], controller="ann", state={"hurt": [7], "wounded": 1}),
        foe("rat", [1, 0], state={"dazed": [3], "staggered": True}),
    )
    mine, stranger = view(scene.fight, "ann"), view(scene.fight, "bob")
    assert unit(mine, "ann")["status"] == "Wounded, Hurt"
    assert [row["name"] for row in unit(stranger, "rat")["conditions"]] == ["Staggered", "Dazed"]
    assert {"toughness", "conviction", "ladders", "melee"} <= set(stats_of(scene.fight, "ann", "ann"))
    for seat, id in (("ann", "rat"), ("bob", "rat"), ("bob", "ann")):
        secret = {"toughness", "conviction", "ladders", "melee", "defense_melee", "dying_dc"}
        assert not secret & set(stats_of(scene.fight, seat, id))
        shown = unit(view(scene.fight, seat), id)
        assert not any(row.get("ends") for row in shown["conditions"])
        assert not any(rung["clears"] for track in shown["tracks"] for rung in track["rungs"])
    assert [rung["marks"] for rung in unit(mine, "ann")["tracks"][1]["rungs"]] == [1, 1, 0, 0, 0]
    marks = stats_of(scene.fight, "ann", "ann")["ladders"]
    assert [(mark["state"], mark["track"]) for mark in marks] == [("Hurt", "lethal"), ("Wounded", "lethal")]
    assert marks[0]["clears"].startswith("in 7 rounds") and marks[1]["clears"] == "by a CON check in 1 hour"


def test_the_ladders_say_what_each_mark_does_and_what_blocks_it() -> None:
    state = {"bruised": [2], "staggered": True, "unconscious": True, "dying": True, "disabled": True, "dying_dc": 13}
    scene = Scene(
        one("ann", [0, 0], controller="ann", conviction=0, state=state), one("bob", [0, 4]), foe("rat", [9, 0]), dice=[20]
    )
    marks = {mark["state"]: mark["clears"] for mark in stats_of(scene.fight, "ann", "ann")["ladders"]}
    assert marks["Dying"] == "check against 14 at its next turn, 10 more to be saved"
    assert marks["Staggered"] == "once the worse state above it is gone"
    assert marks["Bruised"].endswith("if nothing worse stands on this track then")
    assert marks["Disabled"] == "once the worse state above it is gone"


def test_adversaries_dice_and_difficulties_are_kept_from_players() -> None:
    scene = Scene(foe("rat", [1, 0]), one("ann", [0, 0], controller="ann"), dice=[15, 11])
    scene.do("attack:sword:ann:lethal")
    log = told(scene, "ann")
    assert "Rat attacks Ann with sword: hit." in log
    assert "Toughness of Ann: 11 + 0 = 11: second degree." in log
    assert not any("against 18" in line or "15 + 1" in line for line in log)
    full = told(scene, "gm")
    assert "Rat attacks Ann with sword: 15 + 1 = 16 against Defense 11: hit." in full


def test_a_players_attack_shows_its_own_sum_and_not_the_defense() -> None:
    scene = Scene(one("ann", [0, 0], controller="ann"), foe("rat", [1, 0]), dice=[15, 11])
    scene.do("attack:sword:rat:lethal")
    log = told(scene, "ann")
    assert "Ann attacks Rat with sword: 15 + 1 = 16: hit." in log
    assert "Rat takes it badly: second degree." in log and "Rat is Wounded." in log
    assert not any("Defense 11" in line for line in log)


def test_prepared_triggers_and_dying_checks_of_adversaries_are_the_gms() -> None:
    scene = Scene(
        foe("rat", [9, 0]), foe("cat", [9, 4], state={"dying": True}), one("ann", [0, 0], controller="ann"), dice=[12]
    )
    scene.do("prepare:approach:attack:sword")
    shown = json.dumps(view(scene.fight, "ann"))
    assert "Rat prepares something." in shown and "comes within reach" not in shown
    scene.end_turns()
    assert "is dying:" not in json.dumps(view(scene.fight, "ann")["log"])
    assert "Cat is dying: 12 + 0 = 12 against 10" in json.dumps(view(scene.fight, "gm")["log"])


def test_a_hazard_that_nobody_has_met_is_not_on_the_players_board() -> None:
    pit = {"name": "spikes", "squares": [[2, 0]], "save": "ref", "dc": 14, "damage": 4, "known": False}
    scene = Scene(one("ann", [1, 0]), foe("rat", [9, 2]), hazards=[pit], dice=[20])
    assert "spikes" not in json.dumps(view(scene.fight, "ann")["board"])
    scene.do("move:@2,0")
    assert "spikes" in json.dumps(view(scene.fight, "ann")["board"])


def test_health_is_nowhere_a_number() -> None:
    fight = play(sample("toughness/standard"), seed="numbers", auto={"*": "steady"})
    assert not any("part" in unit or unit["health"].isdigit() for unit in view(fight, "gm")["units"])
    shown = json.dumps(view(fight, "gm")).replace('"health":', "") + json.dumps(fight.system.left(fight.battle))
    assert re.search(r"\bhp\b|hit points|health", shown, re.IGNORECASE) is None
    for left in fight.system.left(fight.battle).values():
        assert isinstance(left["status"], str) and set(left) == {"up", "status", "state", "dead", "conviction"}


def test_the_board_shows_squares_bodies_and_the_order() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0], state={"unconscious": True}), foe("cat", [9, 4]))
    board: Any = view(scene.fight, "ann")["board"]
    assert (board["kind"], board["width"], board["height"]) == ("grid", 20, 5)
    assert [(one["id"], one["at"], one["under"]) for one in board["stands"]] == [
        ("ann", [0, 0], False), ("rat", [9, 0], True), ("cat", [9, 4], False),
    ]  # fmt: skip
    rows = view(scene.fight, "ann")["bar"]["rows"]
    assert [(row["id"], row["state"]) for row in rows] == [("ann", "now"), ("rat", "next"), ("cat", "waiting")]


def test_that_an_adversary_has_conviction_is_kept_from_players() -> None:
    scene = Scene(one("ann", [9, 0], controller="ann"), foe("rat", [1, 0], conviction=1, state={"hurt": [5]}))
    scene.rule("react", who="rat", act="shield")
    assert "Rat shakes off every Bruised and Hurt mark." in told(scene, "ann")
    assert not any("Conviction" in line for line in told(scene, "ann"))
    assert "Rat spends Conviction and shakes off every Bruised and Hurt mark." in told(scene, "gm")


def test_forecasts_speak_of_states_and_marks_and_count_no_damage() -> None:
    found = forecast(sample("toughness/standard"), fights=40, seed="states", processes=1)
    for combatant in found.combatants:
        assert set(combatant.left) == {"dead", "conviction"}
        assert set(combatant.states["state"]) <= {"unharmed", *ON_TRACKS}
    assert not any(what in ("damage", "harm") for what, _ in found.tally.noted)
    shown = str(found)
    assert " hp" not in shown and "Disabled" in shown


def test_a_hidden_die_that_the_seed_does_not_draw_is_told_to_players_without_its_figures() -> None:
    """Rat's attack is the GM's: that the record has another die there than the seed is everybody's, what it shows is not."""
    rows = [foe("rat", [1, 0], initiative=20), one("ann", [0, 0], controller="ann", conviction=0, initiative=10)]
    data = {"system": "toughness", "name": "meddled", "map": ["...."], "combatants": rows}
    fight = play(from_data(data), seed="meddled", auto={"rat": "steady"})
    place = next(place for place, entry in enumerate(fight.entries) if entry.at == "attack:rat#1")
    record = json.loads(json.dumps(fight.record))
    drawn = record["entries"][place]["faces"][0]
    other = 2 if drawn != 2 else 3
    record["entries"] = record["entries"][: place + 1]
    record["entries"][place]["faces"] = [other]
    again = fight_of(record)
    assert again.doubts == [
        f"Not what the seed draws: entry {place + 1} of the record has d20 at attack:rat#1 show {other}, the seed {drawn}."
    ]
    shown: Any = view(again, "ann")
    lines = [line["text"] for line in shown["log"] if "the seed draws" in line["text"]]
    assert lines == [f"Not what the seed draws: the dice of entry {place + 1} of the record."]


def test_whoever_waits_with_its_turn_is_shown_waiting() -> None:
    scene = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), foe("cat", [9, 3]))
    scene.do("delay")
    states = {row["id"]: row["state"] for row in view(scene.fight, "gm")["bar"]["rows"]}
    assert states == {"ann": "waiting", "rat": "now", "cat": "next"}
