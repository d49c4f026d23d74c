"""Content: what is shipped, what is refused with a sentence, and a running fight written as an encounter."""

from __future__ import annotations

import re

import pytest

from quintain.engine import Illegal, sample_fight
from quintain.engine.sample import SampleReading, Tactics
from quintain.library.encounters import from_data, play, sample, samples
from quintain.library.problems import FileProblem
from quintain.systems.riposte import SYSTEM
from quintain.systems.riposte.files import MODELS
from quintain.systems.riposte.sheet import Fighter, Skirmish
from tests.conformance.enrolled import joints
from tests.systems.riposte.scene import answer, begin, blade, field, foe, person, scene, who

Row = dict[str, object]
LEVER: Row = {"id": "lever", "label": "the lever", "at": [0, 1]}
TALK: Row = {"id": "talk", "label": "talk"}


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
        ({"teams": ["enemies", "enemies"]}, r"field teams\[1\]: the team 'enemies' is named twice"),
        ({"stances": [{"between": ["heroes", "heroes"], "is": "hostile"}]}, r"stances\[0\].between: a side is always"),
        (
            {"stances": [{"between": ["heroes", "allies"], "is": "hostile"}, {"between": ["allies", "heroes"], "is": "neutral"}]},
            r"stances\[1\].between: the stance between allies and heroes is given twice",
        ),
        ({"objects": [LEVER, LEVER]}, r"objects\[1\].id: there is already an object called 'lever'"),
        ({"tasks": [TALK, TALK]}, r"tasks\[1\].id: there is already a task called 'talk'"),
        ({"tasks": [{**TALK, "left": 3}]}, r"tasks\[0\].left: a single check \(hp: 0\) has nothing left to count"),
        (
            {"objectives": [{"type": "defeat", "who": ["bob"]}, {"type": "defeat", "who": ["bob"]}]},
            r"objectives\[1\]: two objectives are called 'defeat': give each a label",
        ),
        ({"objectives": [{"type": "defeat", "who": ["zed"]}]}, r"objectives\[0\].who\[0\]: the goal 'defeat' names 'zed'"),
        ({"objectives": [{"type": "rescue"}]}, r"objectives\[0\]: the goal 'rescue' must name who is meant"),
        ({"objectives": [{"type": "escape"}]}, r"objectives\[0\]: the goal escape needs at least one exit"),
        ({"squares": [{"at": [0, 1], "terrain": "Difficult"}]}, r"squares\[0\].cost: Difficult ground, and no other, needs a cost"),
        ({"squares": [{"at": [0, 9]}]}, r"squares\[0\]: '0,9' is not on the map"),
        ({"mode": "zones", "zones": ["Hall"]}, "field map: a fight in zones .mode: zones. has no map"),
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


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        ({"kind": "open"}, "effects[0]: an effect open must say places: as it stands it does nothing"),
        ({"kind": "free"}, "effects[0]: an effect free must say who: as it stands it does nothing"),
        ({"kind": "flee"}, "effects[0]: an effect flee must say who"),
        ({"kind": "note"}, "effects[0]: an effect note must say text"),
        ({"kind": "free", "who": ["bob"], "places": [[0, 0]]}, "effects[0].places: an effect free takes who, not places"),
        ({"kind": "free", "who": ["bob", "zed"]}, "effects[0].who[1]: an effect names 'zed', who is not among the combatants"),
        ({"kind": "goal", "text": "win"}, "effects[0].text: an effect names the goal 'win', which is not there: there are 'rout'"),
        ({"kind": "open", "places": [[9, 0]]}, "effects[0].places[0]: '9,0' is not on the map"),
        ({"kind": "stance", "sides": ["heroes"], "text": "hostile"}, "effects[0].sides: a stance effect names two sides"),
        ({"kind": "stance", "sides": ["heroes", "elves"], "text": "hostile"}, "effects[0].sides[1]: there is no side called"),
        ({"kind": "stance", "sides": ["heroes", "heroes"], "text": "hostile"}, "effects[0].sides: a side is always friendly"),
        ({"kind": "stance", "sides": ["heroes", "enemies"], "text": "cross"}, "effects[0].text: a stance effect has friendly"),
    ],
)
def test_an_effect_that_would_do_nothing_or_names_nobody_is_refused_where_it_stands(effect: Row, sentence: str) -> None:
    for where, row in (("tasks", TALK), ("objects", LEVER)):
        with pytest.raises(FileProblem, match=re.escape(f"field {where}[0].{sentence}")):
            scene([person("ann", [0, 0]), foe("bob", [7, 3])], **{where: [{**row, "effects": [effect]}]})


def test_nobody_is_up_without_hp_and_a_fallen_one_lies_somewhere() -> None:
    bob = foe("bob", [7, 3])
    with pytest.raises(FileProblem, match=r"combatants\[0\].hp: Ann has 0 HP and cannot be up: give it HP, or a status"):
        scene([person("ann", [0, 0], now=0), bob])
    with pytest.raises(FileProblem, match=r"combatants\[1\].hp: Bob has 0 HP and cannot be reserve"):
        scene([person("ann", [0, 0]), foe("bob", [7, 3], arrives=2, now=0)])
    with pytest.raises(FileProblem, match=r"combatants\[0\]: Ann has fallen and needs a place where the body lies"):
        scene([person("ann", None, status="fallen"), person("cat", [0, 0]), bob])
    # Those who are out in other ways need no place, and those who lost their last HP have none unless it is said.
    people = [person("ann", [0, 0]), person("cat", None, status="dead"), foe("dan", None, status="fled"), bob]
    battle = scene(people).battle()
    assert [unit.hp for unit in battle.units if isinstance(unit, Fighter)] == [20, 0, 20, 20]


def test_at_the_table_nobody_comes_back_without_a_place_or_fights_without_hp() -> None:
    people = [person("ann", [0, 0]), person("cat", None, status="dead"), foe("bob", [7, 3]), foe("dan", [6, 3], arrives=3)]
    fight = begin(people)
    for status in ("up", "fallen", "reserve"):
        with pytest.raises(Illegal, match="Cat is nowhere on the map: move it somewhere first"):
            fight.rule("set", who="cat", stat="status", value=status)
    fight.rule("move", who="cat", to=[0, 2])
    fight.rule("set", who="cat", stat="status", value="up")
    assert who(fight, "cat").up and who(fight, "cat").hp == 1
    # One of the reserve whose HP are taken does not arrive.
    fight.rule("set", who="dan", stat="hp", value=0)
    assert who(fight, "dan").status == "spared"
    fight.rule("set", who="dan", stat="status", value="reserve")
    assert who(fight, "dan").hp == 1
    # On a full map nobody comes back.
    fight = begin([person("ann", [0, 0]), person("cat", [1, 0], status="fallen"), foe("bob", [1, 0])], [], [".."])
    with pytest.raises(Illegal, match="there is no free square left for Cat"):
        fight.rule("set", who="cat", stat="status", value="up")


@pytest.mark.parametrize(
    ("zones", "sentence"),
    [
        (["Hall", "hall"], r"zones\[1\]: two zones are called 'Hall' and 'hall': give each a name of its own"),
        (["Hall", "Stair "], r"zones\[1\]: 'Stair ' is no name for a zone"),
        (["Hall", ""], r"zones\[1\]: '' is no name for a zone"),
    ],
)
def test_zones_that_could_not_be_told_apart_are_refused(zones: list[str], sentence: str) -> None:
    with pytest.raises(FileProblem, match=sentence):
        scene([person("ann", "Hall"), foe("bob", "Hall")], mode="zones", zones=zones)


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"acting": "zed"}, "state.acting: acting names 'zed', who is not among the combatants: there are ann, bob"),
        ({"phase": 4}, "state.phase: there is no phase 4: a round has phases 0 to 3"),
        ({"provokers_met": ["zed"]}, r"state.provokers_met\[0\]: provokers_met names 'zed'"),
        ({"round": 0}, "state.round: a fight under way .stage 1 or 2. is in round 1 or later"),
        ({"forbidden": {"wait": "no"}}, "state.forbidden.wait: 'wait' is not written as about:who:option"),
    ],
)
def test_a_running_fight_that_names_what_is_not_there_is_refused(state: Row, sentence: str) -> None:
    with pytest.raises(FileProblem, match=sentence):
        scene([person("ann", [0, 0]), foe("bob", [7, 3])], state={"round": 1, "stage": 2, **state})


@pytest.mark.parametrize("trait", ["Provoke 1", "Pass 2", "Flight", "Ride", "Sing", "Hearty", "Armored", "Runed"])
def test_abilities_of_a_person_are_refused_on_a_weapon(trait: str) -> None:
    sentence = rf"combatants\[0\].block.weapons\[0\].traits\[0\]: {trait} is of a person, not of a weapon; put it among the traits"
    with pytest.raises(FileProblem, match=sentence):
        scene([person("ann", [0, 0], weapons=[blade(traits=[trait])]), foe("bob", [7, 3])])


@pytest.mark.parametrize("traits", [["Provoke 1", "Provoke 3"], ["Flight", "Bold", "Flight"], ["Vantage", "Vantage"]])
def test_a_trait_that_counts_once_is_not_given_twice(traits: list[object]) -> None:
    at = len(traits) - 1
    with pytest.raises(FileProblem, match=rf"combatants\[0\].block.traits\[{at}\]: \w+ is given twice, and counts once"):
        scene([person("ann", [0, 0], traits=traits), foe("bob", [7, 3])])
    scene([person("ann", [0, 0], traits=["Bold", "Bold", "Elegant Riposte (STR)", "Elegant Riposte (STR)"]), foe("bob", [7, 3])])


def test_a_combatant_without_an_id_gets_one_that_can_be_written() -> None:
    ann, bob = person("ann", [0, 0]), foe("bob", [7, 3])
    for row, name in ((ann, "D'Arcy the Bold"), (bob, "!?")):
        del row["id"]
        block = row["block"]
        assert isinstance(block, dict)
        block["name"] = name
    assert [unit.id for unit in scene([ann, bob]).battle().units] == ["darcy", "nameless"]


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
    joint = next(battle for battle in joints(fight) if battle.round == 3)
    battle = joint
    came = [unit.id for unit in battle.units if isinstance(unit, Fighter) and unit.arrives == 3 and unit.up]
    assert came
    again = from_data(fight.system.export(battle)).battle()
    for id in came:
        unit = again.find(id)
        assert isinstance(unit, Fighter) and unit.up
