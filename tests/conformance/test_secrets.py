"""No hidden field ever reaches a player: what differs only in secrets looks the same, and hidden units are nowhere."""

from __future__ import annotations

import json

import pytest

from quintain.engine import Fight, Refusal, Unit, view
from quintain.engine.seat import may_answer
from quintain.engine.view import own_units
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter


def seat_of(fight: Fight) -> list[str]:
    """Seats to look from: any player, each named seat, and somebody who runs nobody."""
    seats = {"ann", "stranger"}
    for unit in fight.battle.units:
        seats.update(part for part in unit.controller.split("+") if part not in ("gm", "players"))
    return sorted(seats)


def seen(fight: Fight, seat: str) -> str:
    return json.dumps(view(fight, seat), default=str, sort_keys=True)


def odds_seen(fight: Fight, seat: str) -> list[object]:
    """The odds this seat is shown of the first options of its own questions."""
    shown: list[object] = []
    for asked in fight.questions:
        if may_answer(asked.controller, seat) and asked.controller != "gm":
            weighing = [option.id for option in asked.options if option.weighs]
            shown.extend(fight.odds(asked.id, id, seat).as_data() for id in weighing[:2])
    return shown[:4]


def on_the_way(name: str, seed: str, answers: int) -> Fight:
    dicey = Dicey(f"{seed} {name}")
    fight = play(encounter(name), seed=seed)
    for _ in range(answers):
        if not fight.questions:
            break
        asked = fight.questions[dicey.below(len(fight.questions))]
        fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)
    return fight


def foes(fight: Fight, seat: str) -> list[Unit]:
    own = own_units(fight.battle, seat)
    return [unit for unit in fight.battle.units if unit.id not in own and unit.controller == "gm"]


def secret_figures(fight: Fight, seat: str) -> list[tuple[str, str, int]]:
    """Figures of the GM's units that this seat may not know: unit, stat, another value for it."""
    found: list[tuple[str, str, int]] = []
    for unit in foes(fight, seat)[:4]:
        shown = [stat.name for stat in fight.system.unit_stats if fight.system.mask(fight.battle, unit, stat) is not None]
        for stat in fight.system.unit_stats:
            if not stat.settable or stat.kind != "int" or fight.system.audience(fight.battle, unit, stat) != "gm":
                continue
            value = fight.system.read_stat(fight.battle, unit, stat)
            if isinstance(value, int) and stat.name.removeprefix("max_") not in shown:  # everybody sees how many tenths of it are left
                found.append((unit.id, stat.name, min(stat.high, value + 1)))
    return found


Figure = tuple[str, str, int]


def with_figures(fight: Fight, figures: list[Figure]) -> Fight | None:
    """The same fight with these secret figures changed as far as they can be; None where none can, or where it leads elsewhere."""
    twin = fight.fork()
    changed = [changes(twin, who, stat, value) for who, stat, value in figures]
    return twin if any(changed) and [a.id for a in twin.questions] == [a.id for a in fight.questions] else None


def changes(fight: Fight, who: str, stat: str, value: int) -> bool:
    """One more; where the rules do not allow it, one less, or five more (feet)."""
    for wanted in (value, value - 2, value + 4):
        try:
            fight.rule("set", who=who, stat=stat, value=wanted)
            return True
        except Refusal:
            pass
    return False


@pytest.mark.parametrize("answers", [0, 6, 14])
@pytest.mark.parametrize("name", ENCOUNTERS)
def test_states_that_differ_only_in_secrets_give_equal_views(name: str, answers: int) -> None:
    """All secret figures of a foe at once; one by one where they cannot be changed together, or where the twins differ."""
    fight = on_the_way(name, "secrets", answers)
    if not fight.questions:
        fight.undo()
    for seat in seat_of(fight)[:2]:
        before, secret = seen(fight, seat), secret_figures(fight, seat)
        for foe in dict.fromkeys(who for who, _, _ in secret):
            figures = [figure for figure in secret if figure[0] == foe]
            together = with_figures(fight, figures)
            if together is not None and seen(together, seat) == before:
                continue
            for figure in figures:
                twin = with_figures(fight, [figure])
                if twin is not None:
                    assert seen(twin, seat) == before, f"{seat} learns {figure[1]} of {foe}"
            assert together is None, f"{seat} learns something of {foe}'s {[stat for _, stat, _ in figures]}"


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_odds_shown_to_a_player_tell_no_secret(name: str) -> None:
    fight = on_the_way(name, "secrets", 6)
    if not fight.questions:
        fight.undo()
    told = odds_seen(fight, "ann")
    compared = 0
    for who, stat, value in secret_figures(fight, "ann"):
        twin = with_figures(fight, [(who, stat, value)]) if compared < 5 else None
        if twin is not None:
            assert odds_seen(twin, "ann") == told, f"ann learns {stat} of {who} from odds"
            compared += 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_secrets_and_a_leak_of_one_is_noticed(system: str) -> None:
    """The comparison above can fail: seen with the GM's eyes, such differences show."""
    name = next(name for name in ENCOUNTERS if name.startswith(f"{system}/"))
    fight = on_the_way(name, "leak", 2)
    figures = secret_figures(fight, "ann")
    assert figures, "there is nothing the GM alone may know"
    whole = stats_seen(fight, "gm")
    twins = [with_figures(fight, [(who, stat, value)]) for who, stat, value in figures]
    assert any(twin is not None and stats_seen(twin, "gm") != whole for twin in twins)


def stats_seen(fight: Fight, seat: str) -> str:
    return json.dumps(view(fight, seat)["units"], default=str, sort_keys=True)


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_hidden_unit_is_nowhere_in_a_players_view(name: str) -> None:
    fight = on_the_way(name, "hidden", 0)
    target = foes(fight, "ann")[-1:]
    if not target:
        pytest.skip("there is no foe here to hide")
    unit = fight.battle.find(target[0].id)
    assert unit is not None
    fight.rule("hide", who=unit.id)
    dicey = Dicey(f"hidden {name}")
    for _ in range(12):
        hidden = fight.battle.find(unit.id)
        if not fight.questions or hidden is None or not hidden.hidden:
            break
        for seat in ("ann", "stranger"):
            shown = view(fight, seat)
            units = shown["units"]
            assert isinstance(units, list)
            assert unit.id not in [one["id"] for one in units]
            parts = json.dumps([shown["board"], shown["log"], shown["questions"]], default=str)
            assert f'"{unit.id}"' not in parts and f":{unit.id}" not in parts, f"{seat} sees {unit.id}"
        asked = fight.questions[dicey.below(len(fight.questions))]
        fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_the_seed_is_not_shown_before_the_end(name: str) -> None:
    fight = play(encounter(name), seed="c0ffee-canary-seed")
    for seat in ("ann", "stranger", "gm"):
        assert "canary" not in seen(fight, seat)
    fight.automate("*", "steady")
    assert "canary" in seen(fight, "ann")
