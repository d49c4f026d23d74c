"""Part Q again: what a ruling must name, and what taking back leaves."""

from __future__ import annotations

import pytest

from quintain.engine.refusal import Illegal, Malformed, Refusal
from tests.support import clause
from tests.systems.tiers.scene import Row, answer, asked, begin, foe, person, stances, to_turn, who, wounds


@clause("TI-146", "TI-102", "TI-110", "TI-132")
@pytest.mark.parametrize(
    ("ruling", "args"),
    [
        ("wound", {"wound": "Exposed"}),
        ("wound", {"wound": "Exposed", "energy": "Thermal"}),
        ("wound", {"wound": "vulnerable", "defense": "Iron"}),
        ("boon", {"boon": "Fortified", "energy": "Thermal"}),
        ("boon", {"boon": "Immune"}),
    ],
)
def test_what_is_about_a_type_or_a_defense_must_name_one(ruling: str, args: Row) -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))])
    before = fight.battle.key()
    with pytest.raises(Malformed, match=r"names an energy type|names a Defense"):
        fight.rule_with(ruling, {"who": "ann", **args})
    assert fight.battle.key() == before


@clause("TI-146")
def test_what_is_about_neither_does_not_mind_being_told_one() -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))])
    fight.rule("wound", who="ann", wound="burning", energy="Thermal", defense="Iron")
    assert wounds(fight, "ann") == {"burning": 1} and who(fight, "ann").wounds[0].param == -1


@clause("TI-96", "TI-146")
def test_the_charmed_may_always_end_the_turn() -> None:
    people = [person("ann", (5, 5), effects=[{"wound": "charmed", "source": 1}]), foe("bob", (6, 5))]
    fight = begin(people)
    to_turn(fight, "ann")
    with pytest.raises(Illegal, match="may always end the turn"):
        fight.rule("veto", who="ann", option="stop")


@clause("TI-47", "TI-146")
@pytest.mark.parametrize("more", [{"wound": "Slammed"}, {"wound": "burning", "severity": 9}, {"defense": "Ward"}])
def test_what_is_improvised_must_make_sense(more: Row) -> None:
    fight = begin([person("ann", (5, 5)), foe("bob", (6, 5))])
    before = fight.battle.key()
    with pytest.raises(Refusal):
        fight.rule_with("improvise", {"who": "ann", "what": "a trick", "action": "Sway", **more})
    assert fight.battle.key() == before


def test_taking_back_and_doing_again_inside_nested_reacts_leaves_the_record_as_it_was() -> None:
    """Bob strikes at Ann, who parries; Dee is asked to aid that parry: questions in a question in a question."""
    parry: Row = {"name": "Turn the Blade", "form": "parry", "react": True, "stress": 1}
    fight = begin([person("ann", (5, 5), powers=[parry]), person("dee", (4, 5)), foe("bob", (6, 5))], [15, 2, 7, 1, 18, 2, 1, 6, 1])
    stances(fight)
    answer(fight, "attack:sword:skirmish:@ann")
    answer(fight, "parry:0:skirmish")
    answer(fight, "yes")
    assert asked(fight) == "before roll:dee"
    # Something taken back and left so: its remark stays in the record.
    answer(fight, "no")
    fight.undo()
    fight.rule("set", who="dee", stat="stress", value=3)
    whole = fight.record
    for _ in range(4):
        fight.undo()
    assert asked(fight) == "act:bob"
    for _ in range(4):
        fight.redo()
    assert fight.record == whole and asked(fight) == "before roll:dee" and who(fight, "dee").stress == 3
