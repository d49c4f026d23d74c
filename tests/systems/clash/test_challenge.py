"""Challenge Scores and setting up (3.3, 3.4)."""

from __future__ import annotations

import pytest

from quintain.engine import Illegal, Malformed
from quintain.systems.clash.scores import cs_at, cs_of
from quintain.systems.clash.zones import Place
from tests.support import clause
from tests.systems.clash.arena import Data, Scene, check_done, held, line, npc, pc


@clause("CL-15")
def test_the_map_has_a_score_and_a_zone_may_have_another() -> None:
    scene = Scene([pc("ana"), npc("thug")], challenge_score=13, **line("ab", b=16))
    assert cs_at(scene.battle, Place(0)) == 13 and cs_at(scene.battle, Place(1)) == 16


@clause("CL-16")
def test_meeting_a_challenge_score_is_enough_and_the_gm_may_shift_the_check() -> None:
    feat = {"id": "leap", "kind": "skill"}
    # CS 14. Ana totals 14: done.
    scene = Scene([pc("ana"), npc("thug", "e")], [14], feats=[feat]).round(ana="improvise=feat:leap")
    assert scene.battle.feats[0].done
    check_done(scene)
    # The same 14 with the GM's +2 on that check: failed.
    scene = Scene([pc("ana"), npc("thug", "e")], [14], feats=[feat])
    scene.fight.rule("modifier", value=2, check="feat:leap", reason="slippery")
    scene.round(ana="improvise=feat:leap")
    assert not scene.battle.feats[0].done
    check_done(scene)


@clause("CL-17")
def test_the_nearest_defined_score_counts_and_zero_is_defined() -> None:
    chests = [
        {"id": "plain", "at": "b"},
        {"id": "given", "at": "b", "cs": 11},
        {"id": "bare", "at": "a"},
        {"id": "nil", "at": "b", "cs": 0},
    ]
    scene = Scene([pc("ana"), npc("thug")], objects=chests, **line("ab", b=16))
    found = {id: cs_of(scene.battle, scene.battle.at(id)) for id in ("plain", "given", "bare", "nil")}
    assert found == {"plain": 16, "given": 11, "bare": 14, "nil": 0}


@clause("CL-18")
@pytest.mark.parametrize(("face", "band", "dice"), [(12, "Full Hit", [3, 4]), (3, "Glancing Hit", [5]), (2, "Miss", [])])
def test_an_attack_on_a_door_reads_the_same_bands(face: int, band: str, dice: list[int]) -> None:
    # Door CS 15, Standing Attack +3: faces 12, 3, 2 make 15, 6, 5.
    door = {"id": "door", "at": "a", "cs": 15, "durability": 20}
    scene = Scene([pc("ana"), npc("thug", "e")], [face, *dice], objects=[door]).round(ana="standing_attack@door")
    assert scene.bands() == {("ana", "door"): band} and scene.unit("door").health == 20 - sum(dice)
    check_done(scene)


@clause("CL-19")
def test_only_a_map_units_and_the_map_score_are_needed_and_steps_may_be_revisited() -> None:
    scene = Scene([pc("ana"), npc("thug", score=None)], [10])
    assert scene.battle.cs == 14  # filled in where none is given
    assert scene.events("start")[0].text == "No Challenge Score is given for this place: 14 counts."
    scene.fight.rule("cs", value=15)
    scene.fight.rule("cs", zone="b", value=17)
    scene.fight.rule("score", who="thug", value=12)
    scene.fight.rule("move", who="thug", to="b")
    assert scene.battle.cs == 15 and scene.zone("thug") == "b" and scene.unit("thug").score == 12
    scene.round()
    assert scene.scores() == {"ana": 10, "thug": 12}
    check_done(scene)
    with pytest.raises(Malformed, match="needs zones"):
        Scene([pc("ana")], zones=[], edges=[])


@clause("CL-20")
def test_a_score_changed_after_the_rolls_still_counts_and_one_changed_later_counts_next_round() -> None:
    # Ana 11 + 3 = 14 meets AS 14: Full, 2d6 = 2 + 3. Held, the GM makes it 15: Glancing, the first die 2 counts.
    scene = Scene([pc("ana"), npc("thug")], [11, 2, 3], hold=True)
    scene.declare().go()
    scene.fight.answer(scene.ask("ana"), "standing_attack@thug")
    scene.fight.rule("score", who="thug", value=15)
    scene.go()
    assert scene.unit("thug").health == 18 - 2
    assert scene.battle.round == 2 and scene.unit("thug").score == 15
    scene.script(1)
    scene.declare().go()
    scene.fight.rule("score", who="thug", value=9)  # while Ana thinks: it counts for this round
    scene.fight.answer(scene.ask("ana"), "nothing")
    assert scene.scores()["thug"] == 9
    scene.go()
    check_done(scene)


@clause("CL-21")
def test_an_unscored_npc_has_the_score_of_the_zone_where_it_began_the_round() -> None:
    scene = Scene([pc("ana", "e"), npc("gnat", "b", None, "peon")], [1, 1], **line("abcde", b=16))
    scene.round(gnat="move_far/a")
    assert scene.scores()["gnat"] == 16 and scene.zone("gnat") == "a"
    scene.round()
    assert scene.scores()["gnat"] == 14
    check_done(scene)
    scene = Scene([pc("ana", "e"), npc("gnat", "b", None, "peon")], [1], options={"npc_default_zone": "end"}, **line("abcde", b=16))
    scene.round(gnat="move_far/a")
    assert scene.scores()["gnat"] == 14
    check_done(scene)


@clause("CL-20")
@pytest.mark.parametrize(
    ("ruling", "args"), [("set", {"stat": "score", "value": 30}), ("modifier", {"value": 5}), ("score", {}), ("roll_score", {})]
)
def test_a_locked_score_cannot_be_changed_by_any_command(ruling: str, args: Data) -> None:
    scene = Scene([pc("ana"), npc("thug")], [15], hold=True, options={"npc_score_lock": "after_declaration"})
    held(scene)
    with pytest.raises(Illegal, match="npc_score_lock"):
        scene.fight.rule(ruling, who="thug", **args)
    scene.fight.rule("modifier", who="ana", value=5)  # a player's unit has no fixed score to lock
    assert scene.scores() == {"ana": 20, "thug": 14}


@clause("CL-16", "CL-51")
@pytest.mark.parametrize(("face", "said"), [(16, "meets"), (15, "falls short of")])
def test_improvising_on_nothing_is_held_against_the_cs_of_the_place(face: int, said: str) -> None:
    scene = Scene([pc("ana"), npc("thug", "e")], [face], zones=[{"id": name, "cs": 16} for name in "abcde"])
    scene.round(ana="improvise/b")
    assert [event.text for event in scene.events("met")] == [f"Ana {said} the challenge of b ({face} against 16)."]
    check_done(scene)
