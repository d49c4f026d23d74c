"""Odds hold what they promise: the truth lies in every range, twins look alike, budgets and deadlines are kept."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from quintain.engine import GM, Budget, Fight, OpenQuestion, view
from quintain.engine.seat import may_answer
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, Dicey, encounter
from tests.conformance.test_secrets import changes, foes, with_figures
from tests.support import many

SEAT = "ann"
MOVES_THE_ORDER = ("initiative",)
"""Setting it changes who is asked next, which everybody sees."""
NO_FOES = ("clash/spines",)
STOPS = ("action", "consequences", "turn", "round", "")


def asked_of(fight: Fight, seat: str) -> list[OpenQuestion]:
    """The questions this seat is asked, the GM's aside."""
    return [one for one in fight.questions if one.controller != GM and may_answer(one.controller, seat) and one.question is not None]


def some(things: list[str], most: int, dicey: Dicey) -> list[str]:
    left = list(things)
    return [left.pop(dicey.below(len(left))) for _ in range(min(most, len(left)))]


def walk(name: str, seed: str, answers: int) -> tuple[Fight, Dicey]:
    """A fight of the encounter after so many answers, some by a tactic, some at random."""
    dicey = Dicey(f"{seed} {name}")
    fight = play(encounter(name), seed=seed)
    for _ in range(answers):
        if not fight.questions:
            break
        step(fight, dicey)
    return fight, dicey


def step(fight: Fight, dicey: Dicey) -> None:
    asked = fight.questions[dicey.below(len(fight.questions))]
    if asked.question is not None and dicey.below(4):
        fight.answer(asked.id, asked.question.choose(fight.system.tactic("steady")).id())
    else:
        fight.answer(asked.id, asked.options[dicey.below(len(asked.options))].id)


def untrue(fight: Fight, question: str, option: str) -> list[str]:
    """Every chance that is shown to the seat and does not hold the GM's figure."""
    shown = fight.odds(question, option, SEAT)
    truth = fight.odds(question, option, GM)
    if shown.is_empty() or truth.is_empty():
        return []
    if any(event.kind == "truth" and event.round == fight.battle.round for event in fight.events):
        # Somebody bluffs: what a player is shown believes what was announced, and says so.
        return [] if "as announced" in shown.note else [f"{option}: not said that intents are taken as announced"]
    found: list[str] = []
    points = {name: (shown.chances[name], shown.chances[name]) for name in fight.system.headlines if name in shown.chances}
    ranges = shown.ranges or points
    for name, (low, high) in ranges.items():
        real = truth.chances.get(name, Fraction(0))
        sampled = truth.interval(float(real)) + max(shown.interval(float(low)), shown.interval(float(high)))
        slack = float(truth.cut + shown.cut) + 2.5 * sampled
        if float(low) > float(real) + slack or float(real) > float(high) + slack:
            found.append(f"{name} of {option}: {float(low):.4f} to {float(high):.4f}, truly {float(real):.4f}")
    return found


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_what_a_player_is_shown_holds_the_truth(name: str) -> None:
    for number in range(many(1, 60)):
        fight, dicey = walk(name, f"truth:{number}", 0)
        for _ in range(many(18, 120)):
            if not fight.questions:
                break
            for asked in asked_of(fight, SEAT)[:1]:
                weighing = [option.id for option in asked.options if option.weighs]
                for option in some(weighing, many(1, 5), dicey):
                    wrong = untrue(fight, asked.id, option)
                    assert wrong == [], f"truth:{number}, entry {len(fight.entries)}, {asked.id}"
            step(fight, dicey)


# -- twins: what a seat cannot know does not show -----------------------------------------------------------------------


def kinds(asked: OpenQuestion, most: int) -> list[str]:
    """One option of each kind, those that lead to dice first."""
    found: dict[str, str] = {}
    for option in sorted(asked.options, key=lambda one: not one.weighs):
        found.setdefault(option.id.split(":")[0].split("@")[0].split("=")[0], option.id)
    return list(found.values())[:most]


def shown(fight: Fight, question: str, options: list[str], stops: tuple[str, ...], knowledge: str) -> list[str]:
    """The odds of these options as the seat is shown them, byte for byte."""
    found: list[str] = []
    for option in options:
        for stop in stops:
            odds = fight.odds(question, option, SEAT, stop=stop, knowledge=knowledge, budget=Budget(work=4_000, samples=60))
            found.append(f"{option} to {stop!r}: {json.dumps(odds.as_data(), sort_keys=True)}")
    return found


def unseen_figures(fight: Fight) -> list[tuple[str, str, int]]:
    """Figures of the GM's units that the seat is not shown: unit, stat, another value."""
    shown = {str(unit["id"]): dict(unit.get("stats", {})) for unit in seen_units(fight)}
    found: list[tuple[str, str, int]] = []
    for unit in foes(fight, SEAT):
        for stat in fight.system.unit_stats:
            if not stat.settable or stat.kind != "int" or stat.name in shown.get(unit.id, {}):
                continue
            value = fight.system.read_stat(fight.battle, unit, stat)
            if isinstance(value, int):
                found += [(unit.id, stat.name, other) for other in (value + 1, value - 2) if stat.low <= other <= stat.high]
    return found


def seen_units(fight: Fight) -> list[dict[str, Any]]:
    units: list[dict[str, Any]] = view(fight, SEAT)["units"]  # type: ignore[assignment]
    return units


def state_seen(fight: Fight) -> str:
    """What the seat sees, but for the log, which tells that the GM ruled something."""
    return json.dumps({name: part for name, part in view(fight, SEAT).items() if name != "log"}, default=str, sort_keys=True)


def twins(fight: Fight, dicey: Dicey, most: int, options: list[str]) -> list[tuple[str, Fight]]:
    """The same fight with one thing changed that the seat cannot know: a figure of a foe, if possible of one aimed at."""
    found: list[tuple[str, Fight]] = []
    figures = unseen_figures(fight)
    aimed = [row for row in figures if any(row[0] in option for option in options)]
    figures = aimed or figures
    for _ in range(min(most, len(figures))):
        who, stat, value = figures.pop(dicey.below(len(figures)))
        twin = with_figures(fight, [(who, stat, value)])
        if twin is not None and state_seen(twin) == state_seen(fight):
            found.append((f"{stat} of {who}: {value}", twin))
    return found


def hidden_pair(fight: Fight, dicey: Dicey) -> tuple[Fight, Fight] | None:
    """Two fights in which the same foe is hidden: it differs in what it is."""
    whom = foes(fight, SEAT)
    one, other = fight.fork(), fight.fork()
    for twin in (one, other):
        twin.rule("hide", who=whom[-1].id)
    unit = whom[-1]
    stats = [stat for stat in fight.system.unit_stats if stat.settable and stat.kind == "int" and stat.name not in MOVES_THE_ORDER]
    changed = 0
    while stats and changed < 3:
        stat = stats.pop(dicey.below(len(stats)))
        value = fight.system.read_stat(fight.battle, unit, stat)
        if isinstance(value, int):
            changed += changes(other, unit.id, stat.name, value + 1)
    same = [asked.id for asked in one.questions] == [asked.id for asked in other.questions]
    return (one, other) if changed and same else None


@pytest.mark.parametrize("knowledge", ["learned", *many(0, 1) * ["hidden"]])
@pytest.mark.parametrize("name", ENCOUNTERS)
def test_odds_of_every_kind_of_option_to_every_stop_tell_no_secret(name: str, knowledge: str) -> None:
    for number in range(many(1, 20)):
        fight, dicey = walk(name, f"twins:{number}", 4 + dicey_start(number))
        for _ in range(many(2, 12)):
            for _ in range(6):
                if fight.questions and not asked_of(fight, SEAT):
                    step(fight, dicey)
            if not fight.questions:
                break
            for asked in asked_of(fight, SEAT)[:1]:
                options = kinds(asked, many(3, 12))
                stops = STOPS[-dicey.below(4) - 1 :][: many(2, 5)]
                told = shown(fight, asked.id, options, stops, knowledge)
                for what, twin in twins(fight, dicey, many(3, 8), options):
                    assert shown(twin, asked.id, options, stops, knowledge) == told, f"twins:{number} at {asked.id}: {what}"
            step(fight, dicey)


def dicey_start(number: int) -> int:
    return 7 * (number % 5)


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_odds_tell_nothing_of_what_a_hidden_foe_is(name: str) -> None:
    compared = 0
    for number in range(10):
        if compared == many(1, 10):
            break
        fight, dicey = walk(name, f"hidden twins:{number}", 8 + dicey_start(number))
        for _ in range(40):
            if not fight.questions or (asked_of(fight, SEAT) and foes(fight, SEAT)):
                break
            step(fight, dicey)
        pair = hidden_pair(fight, dicey) if fight.questions and foes(fight, SEAT) else None
        for asked in asked_of(pair[0], SEAT)[:1] if pair is not None else []:
            for knowledge in ("open", "learned"):
                told = [shown(one, asked.id, kinds(asked, many(2, 12)), STOPS[:: many(3, 1)], knowledge) for one in pair or ()]
                assert told[0] == told[1]
            compared += 1
    assert compared or name in NO_FOES


def test_the_twins_can_fail() -> None:
    """Planted: with the GM's eyes such differences show."""
    fight, dicey = walk("toughness/standard", "twins:0", 9)
    different = 0
    for _ in range(8):
        for asked in fight.questions[:1]:
            options = kinds(asked, 6)
            for _, twin in twins(fight, dicey, 6, options):
                seen = [[json.dumps(one.odds(asked.id, option).as_data()) for option in options] for one in (fight, twin)]
                different += seen[0] != seen[1]
        step(fight, dicey)
    assert different
