"""The fight as one seat may see it, in the shapes of `protocol`. Reduced here, by what each stat, option and event declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quintain.engine.battle import GM, Unit
from quintain.engine.event import Event
from quintain.engine.questions import question_view
from quintain.engine.record import plain_copy
from quintain.engine.seat import looker, may_answer
from quintain.engine.story import moments, story
from quintain.engine.viewer import Viewer, known_stats, may_see, own_sides, own_units, visible_units

if TYPE_CHECKING:
    from quintain.engine.asked import OpenQuestion
    from quintain.engine.fight import Fight
    from quintain.engine.protocol import (
        EventView,
        Figure,
        HistoryNode,
        OutcomeView,
        QuestionView,
        Role,
        Term,
        UnitView,
        View,
    )

__all__ = ["Viewer", "event_view", "known_stats", "may_see", "own_sides", "own_units", "view", "visible_units"]


def view(fight: Fight, seat: str = GM) -> View:
    """Everything a screen needs for this seat: where the round stands, board, units, open questions, log, outcome."""
    seat = looker(seat)
    shown = scene(fight, seat)
    units: Any = plain_copy(shown["units"])
    shown["units"] = units
    shown["log"] = log_view(fight, seat)
    if "outcome" in shown:
        shown["outcome"]["moments"] = moments(fight.system, shown["log"])
    return shown


def scene(fight: Fight, seat: str) -> View:
    """The same with an empty log, which a session keeps for each seat. Seats share what they are shown alike: nobody may change it."""
    battle, system = fight.battle, fight.system
    viewer = Viewer(system, battle, seat, fight.sheets)
    shown: View = {
        "system": system.name,
        "name": _name(fight.encounter),
        "seat": seat,
        "role": role_of(viewer),
        "version": 0,
        "round": battle.round,
        "heading": system.heading(battle) if viewer.gm else system.heading_for(battle, viewer.visible),
        "bar": system.bar(battle, viewer),
        "board": system.board(battle, viewer),
        "notices": system.notices(battle, viewer),
        "units": unit_views(viewer),
        "questions": questions_view(fight, viewer),
        "log": [],
        "fairness": {"algorithm": fight.algorithm, "commitment": fight.commitment},
        "can_undo": _can_undo(fight, seat),
        "can_redo": viewer.gm and bool(fight.undone),
        "doubts": fight.doubts,
    }
    if viewer.gm:
        shown["history"] = history(fight)
    if fight.outcome is not None:
        shown["outcome"] = outcome_view(fight, viewer)
        shown["fairness"]["seed"] = fight.seeds.values[fight.drawing]
        shown["fairness"]["salt"] = fight.seeds.salts[fight.drawing]
    return shown


def role_of(viewer: Viewer) -> Role:
    if viewer.gm:
        return "gm"
    return "player" if viewer.own else "spectator"


def _name(encounter: dict[str, object]) -> str:
    name = encounter.get("name") or encounter.get("title")
    return name if isinstance(name, str) else ""


def _can_undo(fight: Fight, seat: str) -> bool:
    """Is there anything that this seat did, or for the GM that anybody did?"""
    seats = seat.split("+")
    return any(entry.is_personal() and (seat == GM or entry.by in seats) for entry in reversed(fight.entries))


# -- combatants --------------------------------------------------------------------------------------------------------


def unit_views(viewer: Viewer) -> list[UnitView]:
    """Those this seat knows of. Seats that stand to a unit alike, and know of the same others, are shown the same of it."""
    sheets, units = viewer.sheets, [unit for unit in viewer.battle.units if viewer.sees(unit.id)]
    signs = sheets.signs.get(viewer.sees_all)
    if signs is None:
        signs = sheets.signs[viewer.sees_all] = initials(units)
    found: list[UnitView] = []
    for unit in units:
        key = (unit.id, viewer.gm, unit.id in viewer.own, viewer.of_sides, viewer.sees_all)
        known: Any = sheets.units.get(key)
        if known is None:
            viewer.alone = False
            known = unit_view(viewer, unit, signs[unit.id])
            if not viewer.alone:
                sheets.units[key] = known
        found.append(known)
    return found


def unit_view(viewer: Viewer, unit: Unit, sign: str) -> UnitView:
    system, battle = viewer.system, viewer.battle
    state = system.standing_of(battle, unit)
    vitals = system.vitals(battle, unit, viewer)
    shown: UnitView = {
        "id": unit.id,
        "name": unit.name,
        "initials": sign,
        "side": unit.side,
        "stance": system.stance(battle, unit, viewer),  # type: ignore[typeddict-item]
        "kind": system.description(battle, unit, viewer),
        "yours": viewer.runs(unit),
        "state": state,  # type: ignore[typeddict-item]
        "health": system.health(battle, unit, viewer) or ("" if state == "up" else state),
        "status": system.status_for(battle, unit, viewer),
        "vitals": vitals,
        "tracks": system.tracks(battle, unit, viewer),
        "conditions": system.conditions(battle, unit, viewer),
        "abilities": system.usable(battle, unit, viewer),
        "figures": figures(viewer, unit),
        "learned": [],
        "where": system.place_of(battle, unit, viewer),
    }
    if vitals and vitals[0].get("most") and vitals[0]["look"] != "pips":
        shown["part"] = max(0.0, min(1.0, vitals[0]["value"] / vitals[0]["most"]))
        if vitals[0]["harm"]:
            shown["part"] = 1.0 - shown["part"]
    elif viewer.gm and system.part_left(battle, unit) >= 0:
        shown["part"] = system.part_left(battle, unit)
    said, at, truly = system.intent(battle, unit, viewer)
    if said:
        shown["intent"] = said
        shown["intends"] = [id for id in at if viewer.sees(id)]
        if viewer.gm and truly:
            shown["truly"] = truly
    if viewer.gm or unit.side in viewer.sides:
        shown["controller"] = unit.controller
    if viewer.gm:
        shown["hidden"] = system.is_secret(battle, unit)
    elif unit.id not in viewer.own:
        shown["learned"] = [[system.figure_name(name), _range(low, high)] for name, (low, high) in unit.learned.items()]
    if system.has_acted(battle, unit, viewer):
        shown["acted"] = True
    return shown


def _range(low: int, high: int) -> str:
    """What is known of a figure; bounds beyond any figure mean that there is none on that side."""
    if low == high:
        return str(low)
    if low <= -90:
        return f"at most {high}"
    return f"at least {low}" if high >= 90 else f"{low} to {high}"


def figures(viewer: Viewer, unit: Unit) -> list[Figure]:
    """The rest of the sheet, in the order in which the system declares it; what is empty or false is left out."""
    found: list[Figure] = []
    elsewhere = viewer.system.shown_elsewhere
    for stat in viewer.system.unit_stats:
        if stat.name in elsewhere:
            continue
        value = viewer.read(unit, stat)
        if stat.kind == "data" and isinstance(value, dict):
            for label, words in value.items():
                found.append({"id": f"{stat.name}:{label}", "label": label, "value": words, "doc": stat.doc, "group": stat.name})
        if not isinstance(value, (str, int)) or value == "" or value is False:
            continue
        row: Figure = {"id": stat.name, "label": stat.label, "value": value, "doc": stat.doc, "group": stat.group}
        if viewer.gm and stat.settable:
            row["set"] = stat.name
        found.append(row)
    return found


SPARE = [one + other for one in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for other in "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"]


def initials(units: list[Unit]) -> dict[str, str]:
    """Two letters, or a letter and a digit, for each of these, all different.

    Only those who are shown are counted: somebody unseen takes no sign away, or it could be told that there is somebody.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for unit in units:
        for sign in _signs(unit.name):
            if sign not in taken:
                taken.add(sign)
                found[unit.id] = sign
                break
    return found


def _signs(name: str) -> list[str]:
    """Signs for a name, the best first: its two words' letters, its letter and number, its first two letters ..."""
    words = ["".join([sign for sign in word if sign.isalnum()]) for word in name.split()]
    words = [word for word in words if word] or ["?"]
    first = words[0][0].upper()
    best: list[str] = []
    if len(words) > 1 and words[-1].isdigit():
        best.extend([word[0].upper() + words[-1] for word in words[:-1]])
    elif len(words) > 1:
        best.append(first + words[1][0].upper())
    best.extend([first + letter.lower() for letter in words[0][1:]])
    best.extend([first + digit for digit in "123456789"])
    return [sign for sign in best if len(sign) == 2] + SPARE


# -- questions ---------------------------------------------------------------------------------------------------------


def questions_view(fight: Fight, viewer: Viewer) -> list[QuestionView]:
    asked = shown_questions(fight, viewer)
    return [question_view(question, viewer, len(asked) > 1) for question in asked]


def shown_questions(fight: Fight, viewer: Viewer) -> list[OpenQuestion]:
    """The open questions a seat may know of: none that others are asked about somebody it knows nothing of, or they could be counted.

    Where nothing else is open, one is left, of which such a seat is told no more than who is asked.
    """
    known = [asked for asked in fight.questions if may_answer(asked.controller, viewer.seat) or viewer.is_seen(asked.who)]
    return known or fight.questions[:1]


# -- what happened -----------------------------------------------------------------------------------------------------


def told_to(event: Event, audience: str, seat: str) -> bool:
    """Does this audience of an event include the seat? Settled when it was told: see `Event.runners`."""
    if seat == GM or audience == "all":
        return True
    if audience.startswith("side:"):
        return any(may_answer(runner, seat) for runner in event.runners.get(audience, []))
    return audience.startswith("seat:") and any(one in audience[5:].split("+") for one in seat.split("+"))


def event_view(event: Event, seat: str) -> EventView | None:
    """An event as this seat is told it, numbered as the fight numbers it; None where it is told nothing.

    Whoever numbers it for the seat also adds its `cause`.
    """
    if not told_to(event, event.audience, seat):
        if not event.public:
            return None
        kind = event.kind if event.kind in ("undone", "changed") else "public"
        return {"number": event.number, "round": event.round, "kind": kind, "text": event.public, "who": [], "terms": []}
    shown: EventView = {
        "number": event.number, "round": event.round, "kind": event.kind, "text": event.text,
        "who": list(event.who), "terms": [],
    }  # fmt: skip
    if told_to(event, event.math_for, seat):
        _add_arithmetic(event, shown)
    if event.verdict:
        shown["verdict"] = event.verdict
    if event.clause:
        shown["clause"] = event.clause
    if seat == GM:
        if event.entry > 0:
            shown["entry"] = event.entry - 1
        if event.audience != "all":
            shown["audience"] = event.audience
    return shown


def _add_arithmetic(event: Event, shown: EventView) -> None:
    """The terms of the sum; what it was compared with stands among them and parts the two sides."""
    terms: list[Term] = []
    for label, value in event.math:
        if event.against is not None and "against" not in shown and event.against == (label, value):
            shown["against"] = {"label": label, "value": value}
            shown["terms"] = terms
            terms = []
            continue
        row: Term = {"label": label, "value": value}
        faces = event.faces.get(label)
        if faces:
            row["faces"] = list(faces)
        terms.append(row)
    if "against" not in shown:
        shown["terms"] = terms
        if event.against is not None:
            shown["against"] = {"label": event.against[0], "value": event.against[1]}
    elif terms:
        shown["against_terms"] = terms


def log_view(fight: Fight, seat: str) -> list[EventView]:
    """The log for a seat, numbered without gaps so that nothing can be counted out of it."""
    lines: list[EventView] = []
    numbers: list[int] = []
    for event in fight.events:
        shown = event_view(event, seat)
        numbers.append(len(lines) + 1 if shown is not None else 0)
        if shown is not None:
            shown["number"] = numbers[-1]
            cause = numbers[-1 - event.cause] if event.cause < len(numbers) else 0
            if event.cause and cause:
                shown["cause"] = cause
            lines.append(shown)
    return lines


def history(fight: Fight) -> list[HistoryNode]:
    """What people did, in order; then what was taken back and can still be done again."""
    said: dict[int, Event] = {}
    for event in fight.events:
        if event.cause == 0 and event.entry - 1 not in said:
            said[event.entry - 1] = event
    found: list[HistoryNode] = []
    before = -1
    for place, entry in enumerate(fight.entries):
        if not entry.is_personal():
            continue
        event_told = said.get(place)
        node: HistoryNode = {
            "entry": place, "parent": before, "label": event_told.text if event_told is not None else f"{entry.do} {entry.value}",
            "by": entry.by, "round": event_told.round if event_told is not None else fight.battle.round, "live": True,
        }  # fmt: skip
        if event_told is not None:
            node["event"] = event_told.number
        found.append(node)
        before = place
    for taken in fight.undone[-1:]:
        for entry in taken.entries:
            if entry.is_personal():
                found.append(
                    {"entry": -1, "parent": before, "label": f"{entry.do} {entry.value}", "by": entry.by,
                     "round": fight.battle.round, "live": False}
                )  # fmt: skip
    return found


def outcome_view(fight: Fight, viewer: Viewer) -> OutcomeView:
    """How it ended; which lines turned it is added by whoever numbers them (`story.moments`)."""
    outcome = fight.battle.outcome
    assert outcome is not None
    shown: OutcomeView = {
        "result": outcome.result, "winner": outcome.winner, "why": outcome.why, "rounds": fight.battle.round,
        "story": story(fight, viewer), "moments": [],
    }  # fmt: skip
    sides = viewer.sides if not viewer.gm else [fight.system.party]
    if sides:
        shown["won"] = outcome.winner in sides
    return shown
