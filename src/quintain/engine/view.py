"""The fight as one seat may see it. Reduced here, by what each stat and event declares; nothing secret goes further."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM, PLAYERS, Battle, Unit
from quintain.engine.event import Event
from quintain.engine.seat import looker, may_answer
from quintain.engine.system import Stat, System

if TYPE_CHECKING:
    from quintain.engine.asked import OpenQuestion
    from quintain.engine.fight import Fight


def own_units(battle: Battle, seat: str) -> list[str]:
    """The units a seat runs. One person at several seats is written "ann+bob"."""
    if seat == GM:
        return [unit.id for unit in battle.units]
    seats = seat.split("+")
    return [
        unit.id
        for unit in battle.units
        if unit.controller == PLAYERS or any(one in seats for one in unit.controller.split("+"))
    ]


def own_sides(battle: Battle, own: list[str]) -> list[str]:
    return sorted({unit.side for unit in battle.units if unit.id in own})


def visible_units(system: System, battle: Battle, seat: str) -> list[str]:
    """The units a seat may know of."""
    own = own_units(battle, seat)
    return [unit.id for unit in battle.units if seat == GM or system.sees_unit(battle, unit, own)]


def may_see(audience: str, seat: str, sides: list[str], owner: bool, side: str) -> bool:
    """Does this audience include the seat?"""
    if seat == GM or audience == "all":
        return True
    if audience == "side":
        return side in sides
    if audience == "owner":
        return owner
    if audience.startswith("side:"):
        return audience[5:] in sides
    return audience.startswith("seat:") and any(one in audience[5:].split("+") for one in seat.split("+"))


def view(fight: Fight, seat: str = GM) -> dict[str, object]:
    """Everything a screen needs for this seat: heading, board, notices, units, open questions, log, outcome."""
    seat = looker(seat)
    shown = scene(fight, seat)
    shown["log"] = log_view(fight, seat)
    return shown


def scene(fight: Fight, seat: str) -> dict[str, object]:
    """The same without the log, which a session keeps for each seat."""
    battle, system = fight.battle, fight.system
    visible = visible_units(system, battle, seat)
    own = own_units(battle, seat)
    asked = shown_questions(fight, seat, visible)
    shown: dict[str, object] = {
        "system": system.name,
        "seat": seat,
        "round": battle.round,
        "heading": system.heading(battle) if seat == GM else system.heading_for(battle, visible),
        "board": system.board(battle, visible),
        "notices": system.notices(battle, visible, seat == GM),
        "units": [unit_view(system, battle, unit, seat, own) for unit in battle.units if unit.id in visible],
        "questions": [question_view(question, seat, visible, len(asked) > 1) for question in asked],
        "commitment": fight.commitment,
    }
    if fight.outcome is not None:
        shown["outcome"] = fight.outcome.as_data()
        shown["seed"] = fight.seed
    return shown


def unit_view(system: System, battle: Battle, unit: Unit, seat: str, own: list[str]) -> dict[str, object]:
    shown: dict[str, object] = {"id": unit.id, "name": unit.name, "side": unit.side, "yours": seat != GM and unit.id in own}
    if seat == GM:
        shown["controller"] = unit.controller
        shown["hidden"] = unit.hidden
    status = system.status(battle, unit)
    if status:
        shown["status"] = status
    sides = own_sides(battle, own)
    stats: dict[str, object] = {}
    for stat in system.unit_stats:
        value = _stat_view(system, battle, unit, stat, seat, sides, unit.id in own)
        if value is not None:
            stats[stat.name] = value
    shown["stats"] = stats
    if seat != GM and unit.learned and unit.id not in own:
        shown["learned"] = {figure: [low, high] for figure, (low, high) in unit.learned.items()}
    return shown


def _stat_view(
    system: System, battle: Battle, unit: Unit, stat: Stat, seat: str, sides: list[str], owner: bool
) -> object:
    if may_see(system.audience(battle, unit, stat), seat, sides, owner, unit.side):
        return system.read_stat(battle, unit, stat)
    return system.mask(battle, unit, stat)


def shown_questions(fight: Fight, seat: str, visible: list[str]) -> list[OpenQuestion]:
    """The open questions a seat may know of: none that others are asked about somebody it knows nothing of, or they could be counted.

    Where nothing else is open, one is left, of which such a seat is told no more than who is asked.
    """
    known = [
        asked
        for asked in fight.questions
        if may_answer(asked.controller, seat) or asked.who not in fight.battle.index or asked.who in visible
    ]
    return known or fight.questions[:1]


def question_view(asked: OpenQuestion, seat: str, visible: list[str], together: bool) -> dict[str, object]:
    """An open question: whole for whoever answers it, for others only that somebody is asked.

    Options aimed at a unit that this seat knows nothing of (a hidden one of another player's, say) are not shown to it.
    """
    if not may_answer(asked.controller, seat):
        shown: dict[str, object] = {"controller": asked.controller, "yours": False}
        if asked.secret and together:
            shown["declared"] = bool(asked.picked)
        offers = asked.question.offers(seat) if asked.question is not None else []
        if offers:
            battle = asked.fight.battle
            shown["id"] = asked.id
            shown["offers"] = [{"id": option.id(), "label": option.label(battle)} for option in offers]
        return shown
    shown = {
        "id": asked.id,
        "about": asked.about,
        "who": asked.who,
        "controller": asked.controller,
        "yours": True,
        "title": asked.title,
        "options": [
            option.as_data() for option in asked.options if option.target not in asked.fight.battle.index or option.target in visible
        ],
        "closed": [{"label": label, "why": why} for label, why in asked.closed],
    }
    if asked.secret:
        shown["declared"] = bool(asked.picked)
        shown["picked"] = asked.picked
    if asked.pending is not None:
        shown["dice"] = asked.pending.dice.name
    return shown


def told_to(event: Event, audience: str, seat: str) -> bool:
    """Does this audience of an event include the seat? Settled when it was told: see `Event.runners`."""
    if seat == GM or audience == "all":
        return True
    if audience.startswith("side:"):
        return any(may_answer(runner, seat) for runner in event.runners.get(audience, []))
    return audience.startswith("seat:") and any(one in audience[5:].split("+") for one in seat.split("+"))


def event_view(event: Event, seat: str) -> dict[str, object] | None:
    """An event as this seat is told it; None where it is told nothing."""
    if told_to(event, event.audience, seat):
        shown = event.as_data()
        if seat != GM:
            shown.pop("audience", None)
            if not told_to(event, event.math_for, seat):
                shown.pop("math", None)
                shown.pop("data", None)
        return shown
    return event.public_data() if event.public else None


def log_view(fight: Fight, seat: str) -> list[dict[str, object]]:
    """The log for a seat, numbered without gaps so that nothing can be counted out of it."""
    lines: list[dict[str, object]] = []
    for event in fight.events:
        shown = event_view(event, seat)
        if shown is not None:
            if seat != GM:
                shown["number"] = len(lines) + 1
            lines.append(shown)
    return lines
