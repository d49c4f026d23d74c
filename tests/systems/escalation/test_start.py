"""What a file says of the start: effects, holds, hit points and readied actions that a battle begins with."""

from __future__ import annotations

import pytest

from quintain.library.encounters import from_data, play
from quintain.library.problems import FileProblem
from quintain.systems.escalation.printed.vocabulary import CONDITIONS
from quintain.systems.escalation.rules.figures import frightened
from quintain.systems.escalation.rules.sheet import UP, Fighter
from tests.support import awaited, clause
from tests.systems.escalation.scene import DUMMY, YARD, Scene, dummy, pc, person


def test_effects_of_the_start_count_without_a_battle_to_be_taken_up() -> None:
    effect = {"name": "Curse", "modifiers": {"attack": -2}, "until": "end of battle"}
    scene = Scene([pc("ann", initiative=20, start={"effects": [effect]}), dummy(engaged=["ann"])], [20, 1])
    assert scene.get("ann").modifiers[0] == -2


def test_a_grab_a_readied_action_and_last_gasp_saves_of_the_start_count_as_well() -> None:
    held = {"grabbed_by": "dummy", "readied": {"action": "use:0:*", "when": "attacks", "whom": "dummy"}}
    gasp = {"last_gasp": {"name": "Venom", "source": "dummy", "conditions": ["helpless"], "turns": 1, "failures": 2}}
    people = [pc("ann", start=held), pc("bob", start=gasp), dummy(initiative=20, engaged=["ann"])]
    scene = Scene(people, [2, 1, 20])  # the dummy goes first
    assert scene.get("ann").grabber == scene.get("dummy").number
    assert scene.get("ann").readied is not None
    assert scene.get("bob").gasp is not None and scene.get("bob").gasp_fails == 2


# -- what a file says of the start -----------------------------------------------------------------------------------------


@clause("ES-34", "ES-26")
@pytest.mark.parametrize(
    ("until", "after"),
    [
        ("start of target's next turn", [0, 0]), ("end of target's next turn", [-2, 0]), ("end of turn", [-2, 0]),
        ("start of own next turn", [-2, 0]), ("end of own next turn", [-2, -2, 0]),
    ],
)  # fmt: skip
def test_an_effect_of_the_start_ends_when_it_says(until: str, after: list[int]) -> None:
    curse = {"name": "Curse", "source": "dummy", "modifiers": {"attack": -2}, "until": until}
    scene = Scene([pc("ann", initiative=20, start={"effects": [curse]}), dummy()], [20, 1])
    found: list[int] = []
    for _ in after:
        found.append(scene.get("ann").modifiers[0])
        scene.end_turn()
    assert found == after


def test_a_ward_of_the_start_and_of_an_exported_battle_takes_the_edge_off_a_blow() -> None:
    ward = {"name": "Ward", "more": {"blunts": "bearer"}, "until": "end of battle"}
    scene = Scene([pc("ann", start={"effects": [ward]}), dummy(initiative=20, engaged=["ann"])], [1, 20])
    again = play(from_data(scene.fight.system.export(scene.battle)), seed="again", dice=[15])
    scene.fight.add_script([15])
    for fight in (scene.fight, again):
        while fight.questions[0].who != "dummy":
            fight.answer(fight.questions[0].id, "end")
        fight.answer(fight.questions[0].id, "use:0:ann")
        ann = fight.battle.find("ann")
        assert isinstance(ann, Fighter) and ann.hp == 38  # half of 5


@clause("ES-159")
def test_a_fear_that_lies_on_somebody_stays_when_a_newcomer_is_added() -> None:
    dread = {"name": "Dread", "source": "dummy", "more": {"fear_of": 50}, "until": "end of battle"}
    scene = Scene([pc("ann", initiative=20, start={"effects": [dread]}), dummy(engaged=["ann"])], [20, 1])
    assert frightened(scene.battle, scene.get("ann"))
    scene.rule("add", 1, unit={"id": "late", "side": "foes", "block": {**DUMMY, "name": "Late"}})
    assert frightened(scene.battle, scene.get("ann"))


@clause("ES-161")
def test_whoever_starts_held_is_in_melee_with_its_holder() -> None:
    scene = Scene([pc("ann", start={"grabbed_by": "dummy"}), dummy(initiative=20)], [1, 20])
    ann, holder = scene.get("ann"), scene.get("dummy")
    assert (ann.grabber, ann.engaged, holder.engaged) == (holder.number, holder.bit, ann.bit)


@clause("ES-162")
def test_temporary_hit_points_are_gone_with_the_roll_for_initiative() -> None:
    """Ann has 8 of them by the GM's word while everybody is still taking places."""
    scene = Scene([pc("ann"), dummy()], [], set_up="ask")
    scene.rule("set", who="ann", stat="temp_hp", value=8)
    assert scene.now == "set up ann" and scene.get("ann").temp_hp == 8
    scene.do("front", 20, 1)
    assert scene.now == "turn ann" and scene.get("ann").temp_hp == 0
    scene.check_clean()


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ({"temp_hp": 5}, "without `resume`"), ({"delaying": True}, "without `resume`"),
        ({"initiative": 17}, "without `resume`"), ({"rally": "barred"}, "without `resume`"),
        ({"spent": ["Nope"]}, "ann has no 'Nope': there are Sword, Unarmed"), ({"used": {"Nope": 1}}, "no 'Nope'"),
        ({"readied": {"action": "use:9:*", "when": "attacks"}}, "nothing to do on a turn"),
        ({"grabbed_by": "bob"}, "who is no enemy"), ({"grabbed_by": "far"}, "another zone"),
    ],
)  # fmt: skip
def test_what_a_start_cannot_mean_is_refused_by_its_field(start: dict[str, object], why: str) -> None:
    people = [pc("ann", zone="yard", start=start), pc("bob", zone="yard"), dummy("far", zone="gate")]
    with pytest.raises(FileProblem) as no:
        Scene(people, [], zones=YARD)
    assert why in str(no.value) and f"start.{next(iter(start))}" in str(no.value)


@clause("ES-171")
def test_a_mook_that_is_slain_at_the_start_brings_nothing_to_its_mob() -> None:
    """Three jackals of 11, one of them slain: 22, of which two stand."""
    people = [pc("ann", initiative=20), person("jackal-a", start={"state": "slain"}), person("jackal", count=2)]
    scene = Scene(people, [20, 1])
    assert scene.battle.pools == [22]
    scene.rule("crit_bonus", who="jackal-1", damage=11)
    assert scene.battle.pools == [11] and scene.get("jackal-2").state == UP


def test_a_battle_exported_while_initiative_is_rolled_begins_anew() -> None:
    scene = Scene([pc("ann"), pc("bob"), dummy()], [], set_up="ask")
    scene.fight.type_dice("*")
    while not awaited(scene.fight):
        scene.do(scene.options[0])
    scene.fight.enter(scene.asked.id, [10])
    assert scene.get("ann").initiative == 15 and not scene.order
    again = play(from_data(scene.fight.system.export(scene.battle)), seed="anew", auto={"*": "steady"})
    assert again.outcome is not None


@clause("ES-159", "ES-141")
def test_a_condition_by_the_gms_word_is_told_in_words() -> None:
    for number, name in enumerate(CONDITIONS):
        scene = Scene([pc("ann", initiative=20), dummy()], [20, 1])
        before = len(scene.texts())
        scene.rule("condition", who="dummy", condition=name)
        assert scene.get("dummy").conditions == 1 << number
        scene.rule("end_condition", who="dummy", condition=name)
        assert scene.get("dummy").conditions == 0
        assert "_" not in " ".join(scene.texts()[before:])
    assert scene.texts()[before] == "The GM: Dummy dummy has no escalation die for weapons."
