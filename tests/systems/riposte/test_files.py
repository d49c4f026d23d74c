"""Content: what is shipped, what is refused with a sentence, and a running fight written as an encounter."""

from __future__ import annotations

import pytest

from quintain.engine import sample_fight
from quintain.engine.sample import SampleReading, Tactics
from quintain.library.encounters import from_data, play, sample, samples
from quintain.library.problems import FileProblem
from quintain.systems.riposte import SYSTEM
from quintain.systems.riposte.files import MODELS
from quintain.systems.riposte.sheet import Fighter, Skirmish
from tests.systems.riposte.scene import answer, begin, blade, field, foe, person, scene, who

Row = dict[str, object]


def test_three_encounters_ship() -> None:
    assert samples("riposte") == ["riposte/bridge", "riposte/cellar", "riposte/ferry"]
    for name in samples("riposte"):
        encounter = sample(name)
        assert encounter.summary and isinstance(encounter.battle(), Skirmish)


def test_the_ferry_landing_is_laid_out_as_the_book_says() -> None:
    battle = sample("riposte/ferry").battle()
    assert isinstance(battle, Skirmish)
    ground = battle.ground
    assert ground.grid is not None and (ground.grid.width, ground.grid.height) == (12, 8)
    words = {ground.name(place): ground.ground_word(place) for place in range(ground.grid.cells)}
    assert {place: word for place, word in words.items() if word != "Basic"} == {
        "(4,1)": "Light", "(7,1)": "Medium", "(2,2)": "Light", "(8,2)": "wall", "(4,3)": "wall", "(5,3)": "wall",
        "(8,3)": "wall", "(2,5)": "Medium", "(6,5)": "Light", "(8,5)": "Heavy", "(4,6)": "Light",
    }  # fmt: skip
    assert len(ground.box) == 12 and {fighter.id: ground.name(fighter.place) for fighter in battle.crew}["hound"] == "(11,3)"


def test_a_resolved_encounter_is_itself_a_valid_encounter() -> None:
    for name in samples("riposte"):
        once = sample(name).data
        assert from_data(once).data == once


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"map": ["..?....."] * 4}, r"'\?' at \(2,0\) is no terrain"),
        ({"map": ["........", "......"]}, "row 1 of the map has 6 squares and row 0 has 8"),
        ({"map": []}, "needs a map"),
        ({"options": {"player_death": "never"}}, "player_death is stabilise or permadeath or wipe_only"),
        ({"options": {"gravity": "off"}}, "there is no switch called 'gravity'"),
        ({"options": {"round_cap": 0}}, "round_cap is a whole number"),
        ({"exits": [[9, 9]]}, "is not on the map: columns run from 0 to 7, rows from 0 to 3"),
        ({"teams": ["red"]}, "the teams are red"),
        ({"stances": [{"between": ["heroes", "elves"], "is": "hostile"}]}, "no side called 'elves'"),
        ({"tasks": [{"id": "t", "label": "t", "effects": [{"kind": "flee", "who": ["zed"]}]}]}, "names 'zed'"),
        ({"surprise": True}, "no field of this name"),
    ],
)
def test_an_impossible_encounter_is_refused_with_a_sentence(change: Row, sentence: str) -> None:
    data: Row = {
        "system": "riposte", "name": "x", "map": ["........"] * 4, "combatants": [person("ann", [0, 0]), foe("bob", [7, 3])],
        **change,
    }  # fmt: skip
    with pytest.raises(FileProblem, match=sentence):
        from_data(data)


@pytest.mark.parametrize(
    ("people", "sentence"),
    [
        ([person("ann", [0, 0]), foe("bob", [0, 0])], r"both stand at \(0,0\): a square holds one"),
        ([person("ann", [0, 0]), person("ann", [1, 0]), foe("bob", [7, 3])], "already a combatant called 'ann'"),
        ([person("ann", [0, 0], weapons=[{"name": "stick", "range": []}]), foe("bob", [7, 3])], "at least 1 entries"),
        ([person("ann", [0, 0], weapons=[{"name": "stick"}]), foe("bob", [7, 3])], "range: this is missing"),
        ([person("ann", [0, 0], hp=-3), foe("bob", [7, 3])], "must be at least 1"),
        ([person("ann", [0, 0], now=-1), foe("bob", [7, 3])], "must be at least 0"),
        ([person("ann", [0, 0], now=21), foe("bob", [7, 3])], "cannot have 21 HP: its most is 20"),
        ([person("ann", [0, 0], weapons=["Iron Sword"]), foe("bob", [7, 3])], "the armoury has no 'Iron Sword'"),
        ([person("ann", [0, 0], weapons=["Copper Sword + Shiny 1"]), foe("bob", [7, 3])], "there is no rune called 'Shiny'"),
        ([person("ann", None), foe("bob", [7, 3])], "needs a place"),
        ([person("ann", [0, 0])], "there is no enemy in this fight"),
        ([foe("eve", [0, 0], side="allies"), foe("bob", [7, 3])], "somebody must be a player's character"),
        ([{"use": "zed", "id": "zed", "side": "heroes", "at": [0, 0]}, foe("bob", [7, 3])], "no stat block called 'zed'"),
        ([person("ann", [0, 0]), foe("bob", None, arrives=3)], "needs a place to come to"),
    ],
)
def test_impossible_people_are_refused_with_a_sentence(people: list[Row], sentence: str) -> None:
    with pytest.raises(FileProblem, match=sentence):
        scene(people)


def test_somebody_inside_a_wall_is_refused_and_a_flier_over_one_is_not() -> None:
    rows = ["#.......", "........"]
    with pytest.raises(FileProblem, match=r"Ann cannot stand at \(0,0\): there is a wall"):
        scene([person("ann", [0, 0]), foe("bob", [7, 1])], rows)
    scene([person("ann", [0, 0], traits=["Flight"]), foe("bob", [7, 1])], rows)


def test_links_to_zones_that_are_not_there_are_refused() -> None:
    people = [person("ann", "Hall"), foe("bob", "Hall")]
    for links, sentence in (([["Hall", "Moon"]], "the zone 'Moon'"), ([["Hall", "Hall"]], "joined to itself")):
        with pytest.raises(FileProblem, match=sentence):
            scene(people, mode="zones", zones=["Hall"], links=links)
    with pytest.raises(FileProblem, match="no zone called 'Moon'"):
        scene([person("ann", "Moon"), foe("bob", "Hall")], mode="zones", zones=["Hall"])


def test_every_field_of_the_files_is_described_in_the_schema() -> None:
    for model in MODELS.values():
        schema = model.model_json_schema()
        for name, field_schema in schema["properties"].items():
            assert field_schema.get("description"), name


def test_a_running_fight_is_exported_and_goes_on_alike() -> None:
    encounter = sample("riposte/bridge")
    fight = play(encounter, seed="export", auto={"enemies": "steady", "allies": "steady", "independents": "steady"})
    answer(fight, "start")
    for _ in range(6):
        asked = fight.questions[0]
        if asked.about == "next":
            answer(fight, asked.options[0].id)
        else:
            weighing = [option.id for option in asked.options if option.weighs]
            answer(fight, weighing[0] if weighing else asked.options[0].id)
    fight.rule("set", who="tamsin", stat="Might", value=25)
    fight.rule("set", who="odalys", stat="flight", value=True)
    again = from_data(fight.export())
    joint = fight.checkpoints[-1].battle
    assert again.battle().key() == joint.key()
    for seed in ("one", "two"):
        ends = []
        for start in (joint, again.battle()):
            battle = sample_fight(SYSTEM, start, SampleReading(Tactics(SYSTEM, {"*": "steady"})), seed)
            ends.append((battle.key(), battle.outcome.as_data() if battle.outcome is not None else {}))
        assert ends[0] == ends[1]


def test_home_made_traits_and_custom_weapons_survive_an_export() -> None:
    odd: Row = {"name": "odd", "modifiers": [{"stat": "Might", "amount": 2, "scope": "attack"}]}
    fight = begin([person("ann", [0, 0], traits=[odd, "Bold"], weapons=[blade(1, 2, rune="Heavy")]), foe("bob", [7, 3])])
    again = from_data(fight.export()).battle()
    assert isinstance(again, Skirmish)
    ann = again.fighter("ann")
    assert ann is not None and ann.figures(0).stats == who(fight, "ann").figures(0).stats
    assert ann.block.weapons[0].distances == [1, 2] and len(ann.block.traits.grants) == 1
    assert field(fight).key() == again.key()


def test_reinforcements_who_have_arrived_are_still_there_after_an_export() -> None:
    # The second team of Cellar Run comes in round 3.
    fight = play(sample("riposte/cellar"), seed="arrivals", auto={"*": "steady"})
    joint = next(joint for joint in fight.checkpoints if joint.battle.round == 3)
    battle = joint.battle
    came = [unit.id for unit in battle.units if isinstance(unit, Fighter) and unit.arrives == 3 and unit.up]
    assert came
    again = from_data(fight.system.export(battle)).battle()
    for id in came:
        unit = again.find(id)
        assert isinstance(unit, Fighter) and unit.up
