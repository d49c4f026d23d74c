"""An open question as one seat may see it, its options as rows for a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from quintain.engine.asked import WholeQuestion
from quintain.engine.battle import GM, Battle
from quintain.engine.play import SHOWN_TO_ALL
from quintain.engine.question import Option, Question
from quintain.engine.seat import may_answer
from quintain.engine.system import System
from quintain.engine.viewer import Viewer

if TYPE_CHECKING:
    from quintain.engine.asked import OpenQuestion
    from quintain.engine.protocol_board import Square
    from quintain.engine.protocol_questions import ClosedView, DiceView, HeldDice, OptionView, QuestionView
    from quintain.engine.recorded import Recorded

PASSES = frozenset(("no", "none", "end", "stop", "wait", "nothing", "go", "take", "ask"))
"""Ids of options that do nothing: shown last, as what lets it be."""


LATER = "What can be chosen here is shown once some of those before it are answered."


def question_view(asked: OpenQuestion, viewer: Viewer, together: bool, folded: bool = False) -> QuestionView:
    """An open question: whole for whoever answers it, for others only that somebody is asked; `folded`, without what can be chosen.

    Options aimed at a unit that this seat knows nothing of (a hidden one of another player's, say) are not shown to it.
    """
    mine = may_answer(asked.controller, viewer.seat)
    shown: QuestionView = {
        "id": asked.id if mine else "",
        "yours": mine,
        "asked": seats_of(asked, viewer),
        "kind": kind_of(asked) if mine or together else "choice",  # type: ignore[typeddict-item]
        "options": [],
        "closed": [],
        "stakes": [],
        "orders": [],
    }
    if asked.secret and (mine or (together and asked.controller != GM)):
        # Whether the GM's are in would tell of rulings that void what they chose: of somebody unseen, say, who is gone.
        shown["declared"] = bool(asked.picked)
    if mine:
        _for_whoever_answers(asked, viewer, shown, folded)
    else:
        _for_others(asked, viewer, shown)
    return shown


def _for_whoever_answers(asked: OpenQuestion, viewer: Viewer, shown: QuestionView, folded: bool) -> None:
    """The whole of it."""
    shown["about"] = asked.about
    shown["who"] = asked.who
    question = asked.question
    shown["title"] = asked.title_for(viewer)
    if asked.secret:
        shown["picked"] = asked.picked
    if question is not None and folded:
        shown["title"] = f"{shown['title']} {LATER}"
    elif question is not None:
        whole = asked.whole
        if whole is None:
            whole = asked.whole = made_whole(asked, question)
        shown["options"] = options_view(asked, question, viewer, whole)
        shown["closed"] = closed_view(whole, viewer)
        shown["stakes"] = whole.stakes
        shown["orders"] = whole.orders
        all_shown = shown["options"] is whole.rows
        reach = whole.reach if all_shown else question.reach() or reach_of(shown["options"])
        if reach:
            shown["reach"] = reach
        between = question.between()
        if between and all(viewer.sees(one) for one in between):
            shown["between"] = between
        seems = question.seems()
        if seems:
            shown["seems"] = seems
        if viewer.gm and asked.fight.automatic.level != "enforce":
            shown["mayinsist"] = True
    elif asked.pending is not None:
        shown["dice"] = dice_view(asked)
    else:
        shown["options"] = [plain_view("go", "Let it stand")]
        rows = [list(row) for row in asked.fight.battle.holding]
        shown["held"] = {"what": asked.held_what(), "rows": rows, "dice": held_dice(asked.fight)}


def held_dice(fight: Recorded) -> list[HeldDice]:
    """What was thrown since somebody last answered, or let a result stand."""
    found: list[HeldDice] = []
    for place in range(len(fight.written) - 1, -1, -1):
        entry = fight.written[place]
        if entry.do in ("answer", "go"):
            break
        if entry.do == "roll":
            unit = fight.battle.find(entry.whose())
            about = entry.at.partition(":")[0].replace("_", " ").replace("-", " ")
            what = about if unit is None else f"{unit.name}: {about}"
            found.append({"entry": place, "what": what, "name": entry.value, "faces": list(entry.faces)})
    return found[::-1]


def _for_others(asked: OpenQuestion, viewer: Viewer, shown: QuestionView) -> None:
    """What a seat that is not asked is told: whose turn it is, and what anybody may propose."""
    question = asked.question
    turn = viewer.system.turn_shown(viewer.battle, viewer.visible) if asked.controller == GM and not viewer.sees(asked.who) else ""
    if turn:
        shown["who"] = turn
    if question is None:
        return
    said = asked.heard_by(viewer.seat) if asked.secret else ""
    if said:
        shown["who"] = asked.who
        shown["picked"] = asked.picked
        shown["said"] = said
    if question.kind() in SHOWN_TO_ALL and viewer.sees(asked.who):
        shown["who"] = asked.who
    offers = question.offers(viewer.seat)
    if offers:
        shown["id"] = asked.id
        for option in offers:
            row = option_view(question, option, viewer, len(shown["options"]))
            if row is not None:
                shown["options"].append(row)


def seats_of(asked: OpenQuestion, viewer: Viewer) -> list[str]:
    """Who may answer; of several, those with somebody whom this seat knows of."""
    seats = asked.controller.split("+")
    if viewer.gm or len(seats) < 2:
        return seats
    known = {seat for unit in viewer.battle.units if viewer.sees(unit.id) for seat in unit.controller.split("+")}
    return [seat for seat in seats if seat in known] or seats


def kind_of(asked: OpenQuestion) -> str:
    """The sort of question; several at once are a declaration."""
    if asked.pending is not None:
        return "dice"
    if asked.question is None:
        return "held"
    return "declaration" if asked.secret else asked.question.kind()


def orders(question: Question) -> list[str]:
    """The standing orders that answer such a question; where both would take the same answer, that is "never"."""
    always, never = question.standing("always"), question.standing("never")
    found = [order for order, id in (("always", always != never and always), ("never", never)) if id]
    return [*found, "ask"] if found else []


# -- options -----------------------------------------------------------------------------------------------------------


def made_whole(asked: OpenQuestion, question: Question) -> WholeQuestion:
    """The question as whoever knows of everybody is shown it."""
    asked.judge()
    options = asked.listed()
    rows = [option_row(asked.fight.system, question, option, place) for place, option in enumerate(options)]
    named = {one for option in options for one in option.named_units()}
    for row in rows:
        if row["caught"]:
            named.update(row["caught"])
        for warning in row["warnings"]:
            if "who" in warning:
                named.update(warning["who"])
    _say_standing(question, rows)
    closed: list[ClosedView] = [{"label": no.label, "why": no.why, "targets": list(no.targets)} for no in asked.not_possible()]
    return WholeQuestion(rows, sorted(named), closed, question.stakes(), orders(question), question.reach() or reach_of(rows))


def options_view(asked: OpenQuestion, question: Question, viewer: Viewer, whole: WholeQuestion) -> list[OptionView]:
    """Every option as a screen needs it, in the order of the rules; `rank` says in which order rows are shown.

    Whoever may choose them all and knows of everybody named in them is shown the same rows; for others they are made again, as if the
    rest did not exist.
    """
    if viewer.gm:
        return whole.rows
    options = [option for option in asked.listed() if not question.not_yours(option, viewer.seat)]
    if len(options) == len(whole.rows) and all(viewer.is_seen(one) for one in whole.named):
        return whole.rows
    found: list[OptionView] = []
    for option in options:
        row = option_view(question, option, viewer, len(found))
        if row is not None:
            found.append(row)
    _say_standing(question, found)
    return found


def _say_standing(question: Question, rows: list[OptionView]) -> None:
    """Say on the options themselves which a standing order would take."""
    always, never = question.standing("always"), question.standing("never")
    for row in rows if always or never else []:
        if row["id"] == never:
            row["standing"] = "never"
        elif row["id"] == always:
            row["standing"] = "always"


def option_view(question: Question, option: Option, viewer: Viewer, place: int) -> OptionView | None:
    """One option; None where it is aimed at somebody this seat knows nothing of."""
    if not all(viewer.is_seen(one) for one in option.named_units()):
        return None
    shown = option_row(viewer.system, question, option, place)
    shown["caught"] = [one for one in shown["caught"] if viewer.sees(one)]
    shown["warnings"] = [row for row in shown["warnings"] if all(viewer.is_seen(one) for one in row.get("who", []))]
    return shown


def option_row(system: System, question: Question, option: Option, place: int) -> OptionView:
    """One option, for somebody who knows of everybody."""
    battle: Battle = question.battle
    id, label, named, index = option.id(), option.label(battle), option.named_units(), battle.index
    # A copy is half the work of writing it out, and half as large: it knows that its keys are texts.
    row: dict[str, object] = BLANK.copy()
    row["id"] = row["row"] = id
    row["label"] = row["row_label"] = label
    if id not in PASSES:
        row["kind"] = "act"
    row["group"] = option.group() or "other"
    row["ways"] = []
    row["rank"] = 100 + place
    row["targets"] = [one for one in named if one in index] if named else []
    row["caught"] = []
    row["costs"] = []
    row["warnings"] = []
    row["stakes"] = []
    row["dice"] = option.weighs()
    made: Any = row
    shown: OptionView = made
    system.show_option(battle, question.who, option, shown)
    if not shown["verb"]:
        shown["verb"] = shown["row_label"]
    if shown["caught"]:
        shown["caught"] = [one for one in shown["caught"] if one in index]
    return shown


def plain_view(id: str, label: str) -> OptionView:
    """An option that is no more than its words and lets things be."""
    return {
        "id": id, "label": label, "kind": "pass", "verb": label, "group": "turn", "row": id, "row_label": label, "ways": [],
        "rank": 0, "fold": "", "targets": [], "caught": [], "costs": [], "warnings": [], "stakes": [], "dice": False,
    }  # fmt: skip


BLANK: Final[dict[str, object]] = {name: part for name, part in plain_view("", "").items()}  # noqa: C416 (a new dictionary of texts)


def closed_view(whole: WholeQuestion, viewer: Viewer) -> list[ClosedView]:
    """What is not possible and why, but nothing that names somebody this seat knows nothing of."""
    return [no for no in whole.closed if all(viewer.is_seen(one) for one in no["targets"])]


def reach_of(options: list[OptionView]) -> list[list[int]]:
    """The squares that the options lead to."""
    found: list[list[int]] = []
    seen: set[tuple[int, int]] = set()
    for option in options:
        square: Square = option.get("square", [])
        if option["kind"] == "square" and square and (square[0], square[1]) not in seen:
            seen.add((square[0], square[1]))
            found.append([square[0], square[1], 1])
    return found


def dice_view(asked: OpenQuestion) -> DiceView:
    pending = asked.pending
    assert pending is not None
    dice = pending.dice
    return {"name": dice.name, "sides": dice.faces_of(), "low": dice.lowest(), "more": dice.goes_on(), "what": pending.what}
