"""Any answers with any of this book's rulings in between leave a sound fight: holds, debts, clocks and squares fit together."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quintain.engine import Refusal
from quintain.engine.switches import SEVERAL
from quintain.library.encounters import fight_of
from quintain.systems.toughness import SYSTEM
from quintain.systems.toughness.clock import NEVER
from quintain.systems.toughness.fields import ON_TRACKS
from quintain.systems.toughness.prompts import YesNo
from quintain.systems.toughness.rulings import REACTIONS
from quintain.systems.toughness.sheet import Fighter, Fray
from quintain.systems.toughness.switches import DECLARED
from tests.conformance.enrolled import Dicey
from tests.systems.toughness.scene import BOW, CUDGEL, SWORD, Scene, foe, one

WRESTLER = {"feats": [{"slot": "grapple", "amount": 3}]}


def faults(fray: Fray) -> list[str]:
    return [fault for fighter in fray.fighters for fault in [*faults_in_holds(fray, fighter), *faults_in_states(fighter)]]


def faults_in_holds(fray: Fray, fighter: Fighter) -> list[str]:
    """TO-61..TO-63: two who are up or held, beside each other, and neither has forgotten it."""
    found: list[str] = []
    if fighter.holding:
        held = fray.fighter(fighter.holding)
        if held is None or held.held_by != fighter.id or not held.is_present():
            found.append(f"{fighter.id} holds {fighter.holding}, who is not held by it")
        elif fray.feet(fighter, held) > 5:
            found.append(f"{fighter.id} holds {held.id} from afar")
        if not fighter.able:
            found.append(f"{fighter.id} is down and holds {fighter.holding}")
    if fighter.held_by and (fray.fighter(fighter.held_by) is None or fray.here(fighter.held_by).holding != fighter.id):
        found.append(f"{fighter.id} is held by {fighter.held_by}, who does not hold it")
    if fighter.pinned and not fighter.held_by:
        found.append(f"{fighter.id} is pinned by nobody")
    return found


def faults_in_states(fighter: Fighter) -> list[str]:
    """TO-77, TO-90: no debt of those who are down, and a check is due exactly where there is a state to lift."""
    if fighter.dead:
        return [f"{fighter.id} is dead and busy"] if fighter.owes or fighter.prepared or fighter.delayed else []
    found: list[str] = []
    if (fighter.dying or fighter.unconscious) and fighter.owes:
        found.append(f"{fighter.id} is down and owes a turn")
    if not fighter.able and (fighter.prepared or fighter.delayed):
        found.append(f"{fighter.id} cannot act and has something prepared")
    if ((fighter.wounded > 0 or fighter.disabled) and not fighter.dying) != (fighter.lethal_check != NEVER):
        found.append(f"the lethal check of {fighter.id}")
    if (fighter.staggered or fighter.unconscious) != (fighter.subdual_check != NEVER):
        found.append(f"the subdual check of {fighter.id}")
    if fighter.conviction < 0 or fighter.wounded < 0:
        found.append(f"{fighter.id} has less than nothing")
    return found


def crowded(fray: Fray) -> list[str]:
    """Between turns no two who are up stand on one square."""
    up = [fighter for fighter in fray.fighters if fighter.able and not fighter.hidden]
    return [f"{a.id} and {b.id}" for a in up for b in up if a.id < b.id and a.cell == b.cell]


def some_ruling(scene: Scene, dicey: Dicey) -> tuple[str, dict[str, Any]]:
    ids = [fighter.id for fighter in scene.fray.fighters]
    who = dicey.pick(ids)
    yes = dicey.below(2) == 1
    square = f"{dicey.below(12)},{dicey.below(5)}"
    every: list[tuple[str, dict[str, Any]]] = [
        ("mark", {"who": who, "state": dicey.pick(list(ON_TRACKS))}),
        ("mark", {"who": who, "state": dicey.pick(["Dazed", "Wounded", "Staggered"])}),
        ("clear", {"who": who, "state": dicey.pick(list(ON_TRACKS))}),
        ("save", {"who": who, "save": dicey.pick(["fort", "ref", "will", "toughness"]), "dc": 5 + dicey.below(25), "damage": 4}),
        ("blast", {"at": square, "radius_ft": 10, "save": "ref", "dc": 15, "damage": 4}),
        ("pushing", {"who": who, "pushes": yes}),
        ("reactions", {"who": who, "allowed": yes}),
        ("react", {"who": who, "act": dicey.pick(list(REACTIONS))}),
        ("trigger", {"who": who, "cause": dicey.pick(ids)}),
        ("place", {"who": who, "next_to": dicey.pick(ids), "behind": yes}),
        ("modify", {"who": who, "slot": "defense", "amount": dicey.below(9) - 4, "rounds": dicey.below(3), "once": yes}),
        ("move", {"who": who, "to": square}),
        ("pass_time", {"amount": 1 + dicey.below(3), "unit": dicey.pick(["rounds", "minutes"])}),
        ("award", {"who": who, "points": dicey.below(5) - 2, "insist": yes}),
        ("side", {"who": who, "side": dicey.pick(["heroes", "foes"])}),
        ("set", {"who": who, "stat": dicey.pick(["bound", "yielded", "escaped", "surprised"]), "value": yes}),
        ("remove", {"who": who}),
    ]
    return every[dicey.below(len(every))]


def some_answer(scene: Scene, dicey: Dicey) -> str:
    """An option, holds, preparations and charges more often than the rest."""
    ids = [option.id for option in scene.fight.questions[0].options]
    kinds = sorted({id.split(":")[0] for id in ids} - {"yield"}) or ["yield"]
    lively = [kind for kind in kinds if kind in ("hold", "pin", "bind", "blow", "prepare", "attack", "charge", "escape", "yes")]
    kind = dicey.pick(lively if lively and dicey.below(5) < 3 else kinds)
    return dicey.pick([id for id in ids if id.split(":")[0] == kind])


def some_scene(dicey: Dicey) -> Scene:
    offered = [one for one in DECLARED if one.kind != SEVERAL and one.low == one.high]
    options: dict[str, Any] = {one.name: dicey.pick(list(one.values)) for one in offered if dicey.below(8) == 0}
    if dicey.below(3) == 0:
        options["conviction_extra"] = [dicey.pick(["reroll", "extra_check", "keep_dodge", "escape_death", "push"])]
    return Scene(
        one("ann", [3, 2], conviction=3, **WRESTLER), one("dan", [2, 1], conviction=2, can_parry=True, abilities={"str": 2}),
        one("eve", [2, 3], weapons=[SWORD, BOW]), foe("bob", [6, 2], conviction=1, **WRESTLER),
        foe("cy", [7, 3], fight_on=True), foe("dee", [7, 1], weapons=[BOW, CUDGEL]),
        map=["." * 12] * 5, options=options, roll=dicey.below(3) == 0,
    )  # fmt: skip


@pytest.mark.parametrize("rulings", [0, 1])
@pytest.mark.parametrize("seed", range(40))
def test_answers_and_rulings_at_random_leave_a_sound_fight(seed: int, rulings: int) -> None:
    dicey = Dicey(f"sound {seed} {rulings}")
    scene = some_scene(dicey)
    for number in range(40):
        if not scene.fight.questions:
            break
        if rulings and dicey.below(3) == 0:
            name, args = some_ruling(scene, dicey)
            try:
                scene.rule(name, **args)
            except Refusal:
                continue
        else:
            scene.do(some_answer(scene, dicey))
        assert faults(scene.fray) == [], f"seed {seed}, step {number}: {scene.fight.events[-1].text}"
        if not rulings and scene.fight.questions and not isinstance(scene.fight.questions[0].question, YesNo):
            assert crowded(scene.fray) == [], f"seed {seed}, step {number}"
        if number % 8 == 7:
            written = SYSTEM.export(scene.fray)
            assert SYSTEM.export(SYSTEM.build(json.loads(json.dumps(written)))) == written
    again = fight_of(json.loads(json.dumps(scene.fight.record)))
    assert again.battle.key() == scene.fight.battle.key()
