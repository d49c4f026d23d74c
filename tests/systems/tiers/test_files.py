"""What a content file may not say: each is refused in a sentence that names the place."""

from __future__ import annotations

import pytest

from quintain.engine.refusal import Refusal
from quintain.library.encounters import play
from quintain.library.problems import FileProblem
from tests.systems.tiers.scene import Row, answer, begin, foe, offered, person, scene, to_turn, who

POWER: Row = {"name": "A", "action": "Hunt"}


def powers(*more: Row) -> Row:
    return person("ann", (5, 5), powers=[{**POWER, **one} for one in more])


BAD: dict[str, tuple[Row, str]] = {
    "uses": ({**powers({"uses": 2}, {"uses": 2}), "uses": [1]}, "2 powers: uses lists what is left of each"),
    "held": (person("ann", (5, 5), held=["spoon"]), "cannot hold 'spoon': there are sword"),
    "hands": (person("ann", (5, 5), items=["longbow", "greatsword"], held=["longbow", "greatsword"]), "two hands"),
    "source": (person("ann", (5, 5), effects=[{"wound": "goaded", "source": 9}]), "counted from 0 to 1"),
    "source of a trait": (person("ann", (5, 5), traits=[{"wound": "charmed", "source": 9}]), "counted from 0 to 1"),
    "hidden from nobody": (person("ann", (5, 5), traits=[{"boon": "Hidden", "hidden_from": 9}]), "counted from 0 to 1"),
    "0 HP": ({**person("ann", (5, 5)), "hp": 0}, "cannot be up"),
    "asleep": (person("ann", (5, 5), status="unconscious"), "set hp to 0"),
    "Exposed": (person("ann", (5, 5), effects=[{"wound": "Exposed", "energy": "Thermal"}]), "about a Defense"),
    "vulnerable": (person("ann", (5, 5), traits=[{"wound": "vulnerable"}]), "about an energy type"),
    "event": (person("ann", (5, 5), effects=[{"wound": "Slammed"}]), "is an event"),
    "healing": (person("ann", (5, 5), effects=[{"boon": "healing"}]), "works at once"),
    "against": (powers({"wounds": [{"wound": "burning", "against": "Grit"}]}), "is not rolled against"),
    "area": (powers({"kind": "area", "within": 30}), "a square or a burst"),
    "square": (powers({"kind": "area", "square": 10}), "within"),
    "parry": (powers({"form": "parry"}), "is a React"),
    "react": (powers({"react": True}), "is an Act"),
    "ward": (powers({"form": "ward", "react": True}), "how far it reaches"),
    "heal": (powers({"form": "heal", "within": 30}), "a quality of 1 to 5"),
    "bestow": (powers({"form": "bestow", "boon": "Fortified", "within": 30}), "about a Defense"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_combatant_that_could_not_be_played_is_refused(name: str) -> None:
    one, why = BAD[name]
    with pytest.raises(FileProblem, match=why):
        scene([one, foe("bob", (8, 5))])


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"goals": [{"kind": "drop", "side": "nobody", "count": 1}]}, "there are foes, heroes"),
        ({"goals": [{"kind": "drop", "side": "foes"}]}, "a count of 1 or more"),
        ({"goals": [{"kind": "ceasefire", "side": "foes"}]}, "who offers it"),
        ({"waves": [{"first": 2, "until": "gate", "combatants": [foe("late", (9, 9))]}]}, "no such clock"),
        ({"waves": [{"first": 2, "combatants": [foe("late", (9, 9), aided_by=9)]}]}, "counted from 0 to 1"),
        ({"clocks": [{"name": "gate", "size": 4, "filled": 8}]}, "cannot have 8 filled"),
        ({"clocks": [{"name": "gate"}, {"name": "gate"}]}, "the same name"),
        ({"map": {"rows": ["F" * 20] * 12, "legend": {"F": ["hazard"]}}}, "what they inflict"),
        ({"map": {"rows": [""]}}, "at least one square"),
    ],
)
def test_an_encounter_that_does_not_fit_together_is_refused(more: Row, why: str) -> None:
    with pytest.raises(FileProblem, match=why):
        scene([person("ann", (5, 5)), foe("bob", (8, 5))], **more)


@pytest.mark.parametrize(("who", "stat", "value", "why"), [
    ("ann", "stride", 41, "multiple of 5"), ("bob", "beacon", 2, "only player characters"), ("ann", "stress", 13, "12"),
])  # fmt: skip
def test_the_gm_sets_no_figure_that_a_file_could_not_say(who: str, stat: str, value: int, why: str) -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (8, 5))])
    before = fight.battle.key()
    with pytest.raises(Refusal, match=why):
        fight.rule("set", who=who, stat=stat, value=value)
    assert fight.battle.key() == before


def test_newcomers_who_find_no_room_stay_away() -> None:
    """A corridor of two squares, both taken: the wave of round 1 does not come, and the fight goes on to its end."""
    people = [person("ann", (0, 0)), foe("bob", (1, 0))]
    crowded: Row = {"map": {"rows": [".."]}, "waves": [{"first": 1, "every": 50, "combatants": [foe("late", (0, 0))]}]}
    fight = begin(people, [], **crowded)
    assert [unit.id for unit in fight.battle.units] == ["ann", "bob"]
    assert play(scene(people, **crowded), seed="crowd", auto={"*": "steady"}).outcome is not None


def test_things_of_any_name_can_be_let_go_of_and_readied() -> None:
    """Every option that is listed can be chosen by its id."""
    odd: list[Row] = [{"name": name, "die": 6, "melee": 5, "hands": 1} for name in ("@axe", "1,2", "hunt", "a:b+c", "")]
    fight = begin([person("ann", (5, 5), items=["sword", *odd]), foe("bob", (6, 5))], clocks=[{"name": "3,4"}, {"name": "craft"}])
    to_turn(fight, "ann")
    question = fight.questions[0].question
    assert question is not None
    for id in offered(fight):
        found = question.find(id)
        assert found is not None and found.id() == id and question.why_not(found) == ""
    answer(fight, "drop:-axe")
    assert [item.name for item in who(fight, "ann").held] == ["sword"]
