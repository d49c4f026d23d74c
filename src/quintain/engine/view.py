"""The fight as one seat may see it, in the shapes of `protocol`. Reduced here, by what each stat, option and event declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quintain.engine.battle import GM, Unit
from quintain.engine.event import Event
from quintain.engine.given import given
from quintain.engine.questions import question_view
from quintain.engine.record import copied_plain
from quintain.engine.recorded import Recorded
from quintain.engine.seat import looker, may_answer
from quintain.engine.story import moments, story
from quintain.engine.view_since import with_since
from quintain.engine.viewer import ASKS_SEES, Viewer, known_stats, may_see, own_sides, own_units, visible_units

if TYPE_CHECKING:
    from quintain.engine.asked import OpenQuestion
    from quintain.engine.protocol import EventView, OutcomeView, Role, Term, View
    from quintain.engine.protocol_questions import QuestionView
    from quintain.engine.protocol_units import Figure, UnitView

__all__ = ["Viewer", "event_view", "known_stats", "may_see", "own_sides", "own_units", "view", "visible_units"]


def view(fight: object, seat: object = GM) -> View:
    """Everything a screen needs for this seat: where the round stands, board, units, open questions, log, outcome."""
    seen, who = given(fight, Recorded, "a fight"), looker(seat)
    copied: Any = copied_plain(scene(seen, who))
    shown: View = copied
    shown["log"] = log_view(seen, who)
    shown["can_undo"] = _can_undo(seen, who)
    if "outcome" in shown:
        shown["outcome"]["moments"] = moments(seen.system, shown["log"])
    return shown


def scene(fight: Recorded, seat: str) -> View:
    """The same without the log and without who may take back, which a session keeps for each seat.

    Seats share what they are shown alike: nobody may change it.
    """
    battle, system = fight.battle, fight.system
    viewer = Viewer(system, battle, seat, fight.sheets)
    heading: Any = _whole(viewer, "heading")
    bar: Any = _whole(viewer, "bar")
    board: Any = _whole(viewer, "board")
    notices: Any = _whole(viewer, "notices")
    shown: View = {
        "system": system.name,
        "name": _name(fight.brought),
        "seat": seat,
        "role": role_of(viewer),
        "version": 0,
        "round": battle.round,
        "heading": heading,
        "bar": bar,
        "board": board,
        "notices": notices,
        "units": unit_views(viewer),
        "questions": questions_view(fight, viewer),
        "log": [],
        "fairness": {"algorithm": fight.algorithm, "commitment": fight.sheets.commitment},
        "can_undo": False,
        "can_redo": viewer.gm and bool(fight.to_redo),
        "doubts": fight.sheets.doubts,
    }
    if viewer.gm:
        shown["history"] = fight.undo_tree.nodes(fight)
    if fight.outcome is not None:
        shown["outcome"] = outcome_view(fight, viewer)
        shown["fairness"]["seed"] = fight.seeds.values[fight.drawing]
        shown["fairness"]["salt"] = fight.seeds.salts[fight.drawing]
    return shown


def _whole(viewer: Viewer, name: str) -> object:
    """A part of the view that is about no unit in particular, shared with all who may see the same of it."""
    viewer.look_at(None)
    known = viewer.kept(name)
    if known is not None:
        return known.value
    system, battle = viewer.system, viewer.battle
    made: object
    if name == "heading":
        made = system.heading(battle) if viewer.gm else system.heading_for(battle, viewer.visible)
    elif name == "bar":
        made = system.bar(battle, viewer)
    elif name == "board":
        made = system.board(battle, viewer)
    else:
        made = system.notices(battle, viewer)
    return viewer.keep(name, viewer.asked, made)


def role_of(viewer: Viewer) -> Role:
    if viewer.gm:
        return "gm"
    return "player" if viewer.own else "spectator"


def _name(encounter: dict[str, object]) -> str:
    name = encounter.get("name") or encounter.get("title")
    return name if isinstance(name, str) else ""


def _can_undo(fight: Recorded, seat: str) -> bool:
    """Is there anything that this seat did, or for the GM that anybody did?"""
    seats = seat.split("+")
    return any(entry.is_personal() and (seat == GM or entry.by in seats) for entry in reversed(fight.written))


# -- combatants --------------------------------------------------------------------------------------------------------


def unit_views(viewer: Viewer) -> list[UnitView]:
    """Those this seat knows of. Seats that may know the same of a unit are shown the very same."""
    sheets = viewer.sheets
    units = [unit for unit in viewer.battle.units if viewer.sees(unit.id)]
    names = tuple([f"{unit.id} {unit.name}" for unit in units])
    signs = sheets.signs.get(names)
    if signs is None:
        if len(sheets.signs) > MOST_SIGNS:
            sheets.signs.clear()
        signs = sheets.signs[names] = initials(units)
    found: list[Any] = []
    for unit in units:
        viewer.look_at(unit)
        known = viewer.kept("row")
        if known is not None:
            found.append(known.value)
        else:
            row = unit_view(viewer, unit, signs[unit.id])
            # Its sign among those who are shown depends on who that is.
            found.append(viewer.keep("row", viewer.asked | ASKS_SEES, row))
    viewer.look_at(None)
    return found


def unit_view(viewer: Viewer, unit: Unit, sign: str) -> UnitView:
    """A unit for the viewer that looks at it."""
    system, battle = viewer.system, viewer.battle
    words: Any = _part(viewer, unit, "words")
    vitals: Any = _part(viewer, unit, "vitals")
    tracks: Any = _part(viewer, unit, "tracks")
    conditions: Any = _part(viewer, unit, "conditions")
    abilities: Any = _part(viewer, unit, "abilities")
    sheet: Any = _part(viewer, unit, "figures")
    made: Any = {
        "id": unit.id,
        "name": unit.name,
        "initials": sign,
        "side": unit.side,
        "stance": system.stance(battle, unit, viewer),
        "yours": viewer.runs(unit),
        "vitals": vitals,
        "tracks": tracks,
        "conditions": conditions,
        "abilities": abilities,
        "figures": sheet,
        "learned": [],
        **words,
    }
    shown: UnitView = made
    gm = viewer.gm
    if vitals and vitals[0].get("most") and vitals[0]["look"] != "pips":
        shown["part"] = max(0.0, min(1.0, vitals[0]["value"] / vitals[0]["most"]))
        if vitals[0]["harm"]:
            shown["part"] = 1.0 - shown["part"]
    elif gm and system.part_left(battle, unit) >= 0:
        shown["part"] = system.part_left(battle, unit)
    if viewer.is_with(unit):
        shown["controller"] = unit.controller
        tactic = viewer.sheets.tactic_of(unit)
        if tactic:
            shown["auto"] = tactic
    if gm:
        shown["hidden"] = system.is_secret(battle, unit)
    if unit.learned and (gm or not viewer.runs(unit)):
        shown["learned"] = [[system.figure_name(name), _range(low, high)] for name, (low, high) in unit.learned.items()]
    return shown


def _in_words(viewer: Viewer, unit: Unit) -> dict[str, object]:
    """What is said of a unit in words: what it is, how it is, where, and what it has announced."""
    system, battle = viewer.system, viewer.battle
    state = system.standing_of(battle, unit)
    shown: dict[str, object] = {
        "kind": system.description(battle, unit, viewer),
        "state": state,
        "health": system.health(battle, unit, viewer) or ("" if state == "up" else state),
        "status": system.status_for(battle, unit, viewer),
        "where": system.place_of(battle, unit, viewer),
    }
    said, at, truly = system.intent(battle, unit, viewer)
    if said:
        shown["intent"] = said
        shown["intends"] = [id for id in at if viewer.sees(id)]
        bound = system.bound_for(battle, unit, viewer)
        if bound:
            shown["bound"] = bound
        if truly and viewer.gm:
            shown["truly"] = truly
    if system.has_acted(battle, unit, viewer):
        shown["acted"] = True
    return shown


def _part(viewer: Viewer, unit: Unit, name: str) -> object:
    """A part of a unit's sheet, shared with all who may see the same of it."""
    known = viewer.kept(name) or (viewer.kept_figures(unit) if name == "figures" else None)
    if known is not None:
        return known.value
    system, battle, before = viewer.system, viewer.battle, viewer.asked
    viewer.asked = 0
    made: object
    if name == "words":
        made = _in_words(viewer, unit)
    elif name == "vitals":
        made = system.vitals(battle, unit, viewer)
    elif name == "tracks":
        made = system.tracks(battle, unit, viewer)
    elif name == "conditions":
        made = with_since(battle, unit, system.conditions(battle, unit, viewer))
    elif name == "abilities":
        made = system.usable(battle, unit, viewer)
    else:
        made = figures(viewer, unit)
    asked = viewer.asked
    viewer.asked = before
    return viewer.keep(name, asked, made)


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
    sheets, gm = viewer.sheets, viewer.gm
    read = sheets.figures(unit)
    for place, stat in enumerate(sheets.figure_stats):
        value = read.values[place] if viewer.is_told(unit, read.audiences[place]) else read.masks[place]
        if stat.kind == "data" and isinstance(value, dict):
            for label, words in value.items():
                found.append({"id": f"{stat.name}:{label}", "label": label, "value": words, "doc": stat.doc, "group": stat.name})
        if not isinstance(value, (str, int)) or value == "" or value is False:
            continue
        key = (stat.name, gm and stat.settable, value is True, value)
        row = sheets.rows.get(key)
        if row is None:
            row = {"id": stat.name, "label": stat.label, "value": value, "doc": stat.doc, "group": stat.group}
            if gm and stat.settable:
                row["set"] = stat.name
            sheets.rows[key] = row
        found.append(row)
    return found


MOST_SIGNS = 30
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NUMBERS = "123456789" + LETTERS
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"]
SPARE = [one + other for one in LETTERS for other in NUMBERS]


def initials(units: list[Unit]) -> dict[str, str]:
    """Two letters, or a letter and a digit, for each of these, all different. Jackal 1 and Jackal 2, of one kind, share their letter;
    so do a Jackal and a Jackal 2, and the First and the Second Jackal.

    Only those who are shown are counted: somebody unseen takes no sign away, or it could be told that there is somebody.
    """
    numbered = {unit.id: _numbered(unit.name) for unit in units}
    kinds: dict[str, list[str]] = {}
    for kind, number in numbered.values():
        if number:
            kinds.setdefault(kind, []).append(number)
    for unit in units:
        kind, number = numbered[unit.id]
        if not number and kind in kinds and "1" not in kinds[kind]:
            kinds[kind].append("1")
            numbered[unit.id] = (kind, "1")  # the first of its kind, named before there was a second
    for unit in units:
        kind, number = numbered[unit.id]
        if number and len(kinds[kind]) == 1 and unit.name.split()[0].lower() in ORDINALS:
            numbered[unit.id] = (unit.name, "")  # a First Mate without a second is no number
    letters: dict[str, str] = {}
    found: dict[str, str] = {}
    taken: set[str] = set()
    for unit in units:
        kind, number = numbered[unit.id]
        if number and kind not in letters:
            # The whole kind gets its signs at once, so that nobody between them takes one away.
            letters[kind] = _letter(kind, kinds[kind], taken)
            taken.update([letters[kind] + one for one in kinds[kind]])
        sign = letters[kind] + number if number else ""
        if not sign or sign in found.values():
            sign = next(one for one in _signs(unit.name) if one not in taken)
        taken.add(sign)
        found[unit.id] = sign
    return found


def _numbered(name: str) -> tuple[str, str]:
    """A kind and its number as one sign (10 is A): ("sedge jackal", "2"); no number where there is none, or too high a one."""
    words = name.lower().split()
    if len(words) > 1 and words[0] in ORDINALS:
        return " ".join(words[1:]), NUMBERS[ORDINALS.index(words[0])]
    number = words[-1] if len(words) > 1 else ""
    if not 1 <= len(number) <= 2 or not number.isdecimal() or not 1 <= int(number) <= len(NUMBERS):
        return " ".join(words), ""
    return " ".join(words[:-1]), NUMBERS[int(number) - 1]


def _letter(kind: str, numbers: list[str], taken: set[str]) -> str:
    """The letter of a kind, with which all its numbers are free: of its last word ("Hound" of a slag hound), of one before, or any."""
    words = [word for word in reversed(kind.upper().split()) if word[0].isalnum()]
    letters: list[str] = [word[0] for word in words]
    letters.extend([sign for sign in "".join(words) + LETTERS if sign.isalnum()])
    free = [letter for letter in letters if not any(letter + number in taken for number in numbers)]
    return (free or letters)[0]


def _signs(name: str) -> list[str]:
    """Signs for a name, the best first: its two words' letters, its first two letters, its letter and a digit ..."""
    words = ["".join([sign for sign in word if sign.isalnum()]) for word in name.split()]
    words = [word for word in words if word] or ["?"]
    first = words[0][0].upper()
    best: list[str] = [first + words[1][0].upper()] if len(words) > 1 else []
    best.extend([first + letter.lower() for letter in words[0][1:]])
    best.extend([first + digit for digit in "123456789"])
    return [sign for sign in best if len(sign) == 2] + SPARE


# -- questions ---------------------------------------------------------------------------------------------------------


MOST_OPTIONS = 500


def questions_view(fight: Recorded, viewer: Viewer) -> list[QuestionView]:
    """The open questions. Where many are asked at once, options are listed until there are `MOST_OPTIONS` of them, or another question
    with as many as the last would lead far beyond that: first of those that are not answered yet, in order. Whoever is asked sees the
    others when those before them are answered, and may answer all the same.
    """
    asked = shown_questions(fight, viewer)
    found: dict[int, QuestionView] = {}
    listed = last = 0
    for place in sorted(range(len(asked)), key=lambda place: bool(asked[place].picked)):
        enough = listed >= MOST_OPTIONS or 2 * (listed + last) > 3 * MOST_OPTIONS
        found[place] = question_view(asked[place], viewer, len(asked) > 1, enough)
        last = len(found[place]["options"]) or last
        listed += len(found[place]["options"])
    return [found[place] for place in range(len(asked))]


def shown_questions(fight: Recorded, viewer: Viewer) -> list[OpenQuestion]:
    """The open questions a seat may know of: none that others are asked about somebody it knows nothing of, or they could be counted.

    Where nothing else is open, one is left, of which such a seat is told no more than who is asked.
    """
    known = [asked for asked in fight.open_now if may_answer(asked.controller, viewer.seat) or viewer.is_seen(asked.who)]
    return known or fight.open_now[:1]


# -- what happened -----------------------------------------------------------------------------------------------------


def told_to(event: Event, audience: str, seat: str) -> bool:
    """Does this audience of an event include the seat? Settled when it was told: see `Event.runners`."""
    if seat == GM or audience == "all":
        return True
    if audience.startswith("side:"):
        return any(may_answer(runner, seat) for runner in event.runners.get(audience, []))
    return audience.startswith("seat:") and any(one in audience[5:].split("+") for one in seat.split("+"))


def is_told(event: Event, seat: str) -> bool:
    """Is this seat told anything of an event?"""
    return bool(event.public) or told_to(event, event.audience, seat)


def telling_of(event: Event, seat: str) -> int:
    """In which way this seat is told of an event: seats of whom this is equal are told the same."""
    if seat == GM:
        return 0
    if not told_to(event, event.audience, seat):
        return 1
    whole = not event.against_for or told_to(event, event.against_for, seat)
    return 2 + (2 if told_to(event, event.math_for, seat) else 0) + (1 if whole else 0)


def event_view(event: Event, seat: str) -> EventView | None:
    """An event as this seat is told it, numbered as the fight numbers it; None where it is told nothing.

    Whoever numbers it for the seat also adds its `cause`.
    """
    if not told_to(event, event.audience, seat):
        if not event.public:
            return None
        kind = event.kind if event.kind in ("undone", "changed") else "public"
        told: EventView = {"number": event.number, "round": event.round, "kind": kind, "text": event.public, "who": [], "terms": []}
        if event.open_terms:
            _add_arithmetic(event, told)
        return told
    shown: EventView = {
        "number": event.number, "round": event.round, "kind": event.kind, "text": event.text,
        "who": list(event.who), "terms": [],
    }  # fmt: skip
    if told_to(event, event.math_for, seat):
        _add_arithmetic(event, shown)
        if event.against_for and not told_to(event, event.against_for, seat):
            shown.pop("against", None)
    if event.dealt:
        shown["damage"] = [_term(label, value, [value]) for label, value in event.dealt]
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
    """The terms of the sum; what it was compared with stands among them and parts the two sides.

    Where a die is no term of the sum it was thrown against it: a percentile roll under a chance. Then the die is what is compared, and
    the sum is what that chance is made of.
    """
    math, thrown_faces = event.arithmetic()
    if not math and not thrown_faces and event.against is None:
        return
    terms: list[Term] = []
    labels = [label for label, _ in math]
    thrown = [label for label in thrown_faces if label not in labels and (event.against is None or label != event.against[0])]
    if thrown:
        shown["terms"] = [_term(label, sum(thrown_faces[label]), thrown_faces[label]) for label in thrown]
        if event.against is not None:
            shown["against"] = _term(event.against[0], event.against[1], [])
    for place, (label, value) in enumerate(math):
        faces = thrown_faces.get(label, [])
        if len(faces) > 1 and labels.count(label) == len(faces):
            faces = [faces[labels[:place].count(label)]]  # One term for each die.
        if event.against is not None and "against" not in shown and event.against == (label, value):
            shown["against"] = _term(label, value, faces)
            shown["terms"] = terms
            terms = []
        else:
            terms.append(_term(label, value, faces))
    if "against" not in shown and not thrown:
        shown["terms"] = terms
        if event.against is not None:
            shown["against"] = _term(event.against[0], event.against[1], thrown_faces.get(event.against[0], []))
    elif terms:
        shown["against_terms"] = terms


def _term(label: str, value: int, faces: list[int]) -> Term:
    row: Term = {"label": label, "value": value}
    if faces:
        row["faces"] = list(faces)
    return row


def log_view(fight: Recorded, seat: str) -> list[EventView]:
    """The log for a seat, numbered without gaps so that nothing can be counted out of it."""
    lines: list[EventView] = []
    numbers: list[int] = []
    for event in fight.told:
        shown = event_view(event, seat)
        numbers.append(len(lines) + 1 if shown is not None else 0)
        if shown is not None:
            shown["number"] = numbers[-1]
            cause = numbers[-1 - event.cause] if event.cause < len(numbers) else 0
            if event.cause and cause:
                shown["cause"] = cause
            lines.append(shown)
    return lines


def outcome_view(fight: Recorded, viewer: Viewer) -> OutcomeView:
    """How it ended; which lines turned it is added by whoever numbers them (`story.moments`)."""
    outcome = fight.battle.outcome
    assert outcome is not None
    shown: OutcomeView = {
        "result": outcome.result, "winner": outcome.winner, "why": outcome.why, "rounds": fight.battle.round,
        "story": story(fight, viewer), "moments": [],
    }  # fmt: skip
    if outcome.winner and (viewer.gm or viewer.sides):
        shown["won"] = outcome.winner in fight.system.sided_with(viewer)
    return shown
