"""The shipped stat blocks have the figures of the book, and files are refused with sentences."""

from __future__ import annotations

import re
from typing import Any

import pytest

from quintain.engine import Refusal
from quintain.engine.battle import GM
from quintain.library.encounters import from_data, play, sample, samples
from quintain.systems.toughness.blocks import BARE
from quintain.systems.toughness.defense import better_guard as better
from quintain.systems.toughness.defense import damage_bonus, defense, grapple_score
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.sheet import Fighter, Fray
from quintain.systems.toughness.vocabulary import MELEE, MISSILE
from tests.systems.toughness.scene import CUDGEL, SWORD, Scene, foe, one

HIT = Weapon("sword", "sword", 3, MELEE, True)
SHOT = Weapon("bow", "bow", 3, MISSILE, True, increment_ft=60, max_increments=10)

# Name: BCB, melee, ranged, grapple, Dodge, Parry, Defense in melee and against shots, Toughness, Fortitude, Reflex, Will.
FIGURES: dict[str, tuple[int, ...]] = {
    "brannoch": (4, 6, 5, 7, 1, 3, 18, 16, 6, 6, 2, 1),
    "sefa": (3, 8, 7, 3, 5, 0, 18, 18, 5, 3, 8, 1),
    "ilvane": (2, 3, 5, 2, 3, 0, 15, 15, 4, 3, 2, 7),
    "oda": (3, 5, 4, 8, 1, 4, 17, 14, 5, 4, 2, 1),
    "brawler": (2, 2, 2, 5, 0, 3, 15, 12, 4, 5, 0, 0),
    "archer": (2, 5, 6, 2, 3, 0, 15, 15, 2, 2, 6, 1),
    "ysolde": (5, 8, 7, 8, 2, 3, 19, 18, 7, 6, 3, 2),
    "tusker": (3, 4, 2, 12, 0, 5, 12, 12, 8, 7, 1, 1),
    "imp": (0, 4, 4, -5, 3, -1, 14, 14, -1, 0, 5, 0),
    "candle-eater": (2, 4, 5, 2, 4, 0, 16, 16, 3, 2, 3, 8),
}
# Damage Difficulties with weapons and powers.
DIFFICULTIES: dict[str, dict[str, int]] = {
    "brannoch": {"broadsword": 21, "javelin": 20},
    "sefa": {"thorn": 18, "knives": 16},
    "ilvane": {"staff": 17},
    "oda": {"maul": 22, "bare": 19},
    "brawler": {"cudgel": 20, "bare": 18},
    "archer": {"bow": 18, "knife": 16},
    "ysolde": {"longsword": 21, "crossbow": 19},
    "tusker": {"tusks": 22},
    "imp": {"claws": 16},
}


def shipped(name: str) -> tuple[Fray, Fighter]:
    data: dict[str, Any] = {
        "system": "toughness", "name": "x", "map": ["...."],
        "combatants": [{"use": name, "side": "heroes", "at": [0, 0]}, foe("rat", [1, 0])],
    }  # fmt: skip
    fray = from_data(data).battle()
    assert isinstance(fray, Fray)
    return fray, fray.here(name)


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_a_shipped_combatant_has_its_figures(name: str) -> None:
    fray, fighter = shipped(name)
    block, rat = fighter.block, fray.here("rat")
    assert FIGURES[name] == (
        block.bcb, block.melee, block.ranged, grapple_score(fray, fighter), block.dodge, block.parry,
        defense(fray, fighter, rat, HIT, better(fray, fighter, HIT)), defense(fray, fighter, rat, SHOT, "dodge"),
        block.toughness, block.fort, block.ref, block.will,
    )  # fmt: skip


@pytest.mark.parametrize("name", sorted(DIFFICULTIES))
def test_a_shipped_weapon_has_its_difficulty(name: str) -> None:
    fray, fighter = shipped(name)
    for key, difficulty in DIFFICULTIES[name].items():
        weapon = BARE if key == "bare" else fighter.block.weapon_named(key)
        assert weapon is not None
        assert 15 + damage_bonus(fray, fighter, weapon, False) == difficulty, key


def test_shipped_powers_and_points() -> None:
    fray, ilvane = shipped("ilvane")
    powers = {power.key: power for power in ilvane.block.powers}
    assert 15 + damage_bonus(fray, ilvane, powers["dart"].weapon, False) == 20
    assert ilvane.block.power_difficulty(powers["hush"]) == 15 and powers["mend"].uses == 2
    assert (ilvane.conviction, ilvane.block.medicine) == (4, 5)
    _, eater = shipped("candle-eater")
    powers = {power.key: power for power in eater.block.powers}
    assert [eater.block.power_difficulty(powers[key]) for key in ("burst", "snuff")] == [16, 16]
    assert (eater.conviction, powers["burst"].uses, powers["burst"].damage) == (1, 2, 6)
    assert shipped("ysolde")[1].conviction == 2 and shipped("ysolde")[1].block.fight_on


def test_four_encounters_are_shipped_and_start() -> None:
    assert samples("toughness") == [f"toughness/{name}" for name in ("bridge", "pens", "standard", "vault")]
    for name in samples("toughness"):
        assert play(sample(name), seed="start").questions


def test_the_scout_starts_dying_at_twelve_and_the_gate_opens_in_round_four() -> None:
    vault = sample("toughness/vault").battle()
    assert isinstance(vault, Fray)
    assert (vault.here("scout").dying, vault.here("scout").dying_dc) == (True, 12)
    pens = Scene(one("ann", [0, 0]), foe("rat", [9, 0]), gates=[{"round": 4, "at": [15, 2]}])
    pens.end_turns(5)
    assert pens.fray.exits == []
    pens.end_turns(1)
    assert pens.fray.round == 4 and pens.fray.exits == [pens.fray.ground.cell("15,2")]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"map": ["..?."]}, "no sign of the map"),
        ({"combatants": [{"use": "dragon", "side": "heroes", "at": [0, 0]}]}, "no stat block called 'dragon'"),
        ({"combatants": [one("ann", [9, 9])]}, "not on the map"),
        ({"combatants": [one("ann", [0, 0]), foe("rat", [0, 0])]}, "somebody else"),
        ({"combatants": [one("ann", [0, 0]), one("ann", [1, 0])]}, "two combatants are called 'ann'"),
        ({"combatants": [one("ann", [0, 0], size="giant")]}, "it must be tiny"),
        ({"combatants": [one("ann", [0, 0], weapons=[{"name": "bow", "form": "missile"}])]}, "needs an increment_ft"),
        ({"combatants": [one("ann", [0, 0], powers=[{"name": "Hex", "kind": "save"}])]}, "needs save and state"),
    ],
)
def test_a_bad_file_gets_a_sentence(change: dict[str, Any], sentence: str) -> None:
    data = {"system": "toughness", "name": "x", "map": ["...."], "combatants": [one("ann", [0, 0]), foe("rat", [1, 0])]}
    with pytest.raises(Refusal, match=sentence):
        from_data({**data, **change})


def test_a_running_fight_is_written_out_with_its_marks_and_clocks() -> None:
    scene = Scene(one("ann", [0, 0], state={"hurt": [7], "wounded": 1}), foe("rat", [1, 0]), dice=[15, 11])
    scene.do("attack:sword:rat:lethal")
    scene.end_turns()
    again = from_data(scene.fight.export()).battle()
    assert isinstance(again, Fray)
    assert (again.here("rat").wounded, again.here("rat").owes, len(again.here("rat").dazed)) == (1, 0, 1)
    assert again.here("ann").wounded == 1 and again.here("ann").controller != GM


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"weapons": [SWORD, {**SWORD, "damage": 5}]}, "two weapons"),
        ({"weapons": [{"name": "Hold", "damage": 1}]}, "another key"),
        ({"weapons": [{"name": "x", "key": "bare"}]}, "another key"),
        ({"weapons": [{"name": "x", "damage": 10**9}]}, "at most 1000"),
        ({"weapons": [{"name": "x", "crit_bonus": -1}]}, "at least 0"),
        ({"powers": [{"name": "x", "kind": "mend"}, {"name": "X", "kind": "mend"}]}, "two powers"),
        ({"speed_ft": 7}, "multiple of 5"),
        ({"bcb": -1}, "at least 0"),
        ({"feats": [{"slot": "luck", "amount": 1}]}, "slot"),
        ({"state": {"held_by": "nobody"}}, "hand free"),
        ({"state": {"held_by": "ann"}}, "hand free"),
        ({"state": {"in_hand": "axe"}}, "no weapon with the key"),
        ({"state": {"prepared": "dance"}}, "a trigger is"),
        ({"state": {"hurt": [[1, 2, 3]]}}, "hurt"),
        ({"state": {"hurt": [-1]}}, "hurt"),
        ({"state": {"place": 2}}, "somebody else has it"),
    ],
)
def test_a_strange_combatant_is_refused_with_a_sentence(change: dict[str, Any], why: str) -> None:
    rows = [foe("rat", [9, 0], state={"place": 2}), one("ann", [0, 0], **change)]
    data = {"system": "toughness", "name": "x", "map": ["." * 20], "round": 2, "combatants": rows}
    with pytest.raises(Refusal, match=why):
        from_data(data).battle()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"map": ["." * 300] * 300}, "at most 10,000 in all"),
        ({"map": [""]}, "no square"),
        ({"map": ["?"]}, "no sign"),
        ({"hazards": [{"name": "pit", "sign": "^"}]}, "covers no square"),
        ({"hazards": [{"name": "pit", "squares": [[99, 0]]}]}, "not on the map"),
        ({"options": {"round_cap": 10**9}}, "round_cap"),
        ({"options": {"crit_default": True}}, "crit_default"),
        ({"options": {"conviction_extra": "push"}}, "conviction_extra"),
        ({"exits": [[0, 9]]}, "not on the map"),
        ({"round": -1}, "round"),
        ({"blocks": {"a:b": {"name": "Odd"}}, "combatants": [{"use": "a:b", "side": "", "at": [0, 0]}]}, "side"),
    ],
)
def test_a_strange_encounter_is_refused_with_a_sentence(change: dict[str, Any], why: str) -> None:
    data = {"system": "toughness", "name": "x", "map": ["." * 20], "combatants": [one("ann", [0, 0]), foe("rat", [9, 0])], **change}
    with pytest.raises(Refusal, match=why):
        from_data(data).battle()


def test_a_stat_block_with_an_odd_name_gets_an_id_that_can_be_typed() -> None:
    data = {
        "system": "toughness", "name": "x", "map": ["." * 20], "blocks": {"a:b @c": {"name": "Odd"}},
        "combatants": [{"use": "a:b @c", "side": "foes", "at": [5, 0]}, one("ann", [0, 0], weapons=[CUDGEL])],
    }  # fmt: skip
    assert [unit.id for unit in from_data(data).battle().units] == ["a-b-c", "ann"]


@pytest.mark.parametrize("name", ["standard", "bridge", "pens", "vault"])
def test_the_log_names_people_and_places_never_ids_or_squares(name: str) -> None:
    for number, tactic in enumerate(("steady", "random", "random", "random", "random", "careful")):
        fight = play(sample(f"toughness/{name}"), seed=f"words:{number}", auto={"*": tactic})
        ids = [unit.id for unit in fight.battle.units if unit.id not in unit.name.lower()]
        for event in fight.events:
            for text in (event.text, event.public):
                assert not re.search(r"\d,\d|@", text), text
                assert not any(re.search(rf"\b{re.escape(id)}\b", text) for id in ids), text
