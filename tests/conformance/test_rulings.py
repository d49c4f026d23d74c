"""Random rulings fired at every question, nested ones included, leave a sound fight."""

from __future__ import annotations

import pytest

from quintain.engine import Defect, Fight, Refusal, Stat
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, Dicey, check_replays, check_sound, encounter


def some_value(dicey: Dicey, stat: Stat) -> object:
    if stat.kind == "bool":
        return dicey.below(2) == 1
    if stat.kind == "choice":
        return dicey.pick(stat.choices)
    if stat.kind == "int":
        low, high = max(stat.low, 0), min(stat.high, 40)
        return low + dicey.below(max(1, high - low + 1))
    return "word"


def some_ruling(fight: Fight, dicey: Dicey) -> tuple[str, dict[str, object]]:
    units = [unit.id for unit in fight.battle.units]
    who = dicey.pick(units)
    kind = dicey.below(12)
    if kind < 6:
        settable = [stat for stat in fight.system.unit_stats if stat.settable]
        stat = settable[dicey.below(len(settable))]
        return "set", {"who": who, "stat": stat.name, "value": some_value(dicey, stat)}
    if kind == 6:
        return "remove", {"who": who}
    if kind == 7:
        return dicey.pick(["hide", "reveal"]), {"who": who}
    if kind == 8:
        return "hand_over", {"who": who, "to": dicey.pick(["gm", "players", "ann"])}
    if kind == 9:
        other = fight.battle.find(dicey.pick(units))
        at = getattr(other, "at", None) if other is not None else None
        return "move", {"who": who, "to": at if isinstance(at, (list, str)) else [1, 1]}
    if kind == 10:
        names = sorted(name for name, ruling in fight.system.rulings.items())
        if names:
            ruling = fight.system.rulings[dicey.pick(names)]
            return ruling.name, {field: filled(dicey, units, meaning) for field, meaning in ruling.fields.items()}
    return "note", {"text": "a line"}


def filled(dicey: Dicey, units: list[str], meaning: str) -> object:
    """A value that could be meant, for a field of a ruling."""
    kind = meaning.split(":", 1)[0].rstrip("?").strip()
    if kind == "unit":
        return dicey.pick(units)
    if kind == "int":
        return dicey.below(8)
    if kind == "bool":
        return dicey.below(2) == 1
    if kind == "list":
        return [dicey.pick(units)]
    return dicey.pick(["yes", "heroes", "enemies", "word"])


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("name", ENCOUNTERS)
def test_random_rulings_at_every_question_leave_a_sound_fight(name: str, seed: str) -> None:
    dicey = Dicey(f"rulings {seed} {name}")
    fight = play(encounter(name), seed=f"rulings {seed}")
    taken = 0
    for turn in range(70):
        if not fight.questions:
            break
        if dicey.below(3) == 0:
            ruling, args = some_ruling(fight, dicey)
            before = [entry.as_data() for entry in fight.entries]
            try:
                fight.rule_with(ruling, args)
                taken += 1
            except Defect:
                raise
            except Refusal:
                assert [entry.as_data() for entry in fight.entries] == before
            check_sound(fight)
            continue
        asked = fight.questions[dicey.below(len(fight.questions))]
        if not asked.options:
            fight.rule("end", result="broken off")
            break
        fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)
        if turn % 10 == 0:
            check_sound(fight)
    assert taken > 0
    check_replays(fight)
    fight.automate("*", "steady")
    assert fight.outcome is not None
    check_replays(fight)


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_undo_at_any_depth_and_back_again(name: str) -> None:
    dicey = Dicey(f"undo {name}")
    fight = play(encounter(name), seed="undo")
    for _ in range(25):
        if not fight.questions:
            break
        asked = fight.questions[dicey.below(len(fight.questions))]
        fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)
    end = fight.record
    undone = 0
    while undone < 12 and any(entry.is_personal() for entry in fight.entries):
        fight.undo()
        undone += 1
    check_replays(fight)
    for _ in range(undone):
        fight.redo()
    again = fight.record
    # Where the fight was over its seed had been shown: the record then keeps the seed that was to come instead.
    seeds = [again.pop("seed"), end.pop("seed")]
    assert again == end and (seeds[0] == seeds[1] or fight.outcome is not None)
    check_replays(fight)
