"""A review in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quintain.engine.view import event_view
from quintain.lab.curve import Point
from quintain.lab.finding import Finding
from quintain.lab.intervals import Estimate
from quintain.lab.review import Review
from quintain.lab.text import Paragraph, made_by
from quintain.lab.whatif import WhatIf

BAR = 24


def review_view(review: Review) -> RenderableType:
    """The report of a review: the sentence, what turned it, the curve, and who could have chosen better."""
    parts: list[RenderableType] = []
    if review.unfinished:
        parts.append(Paragraph("Interrupted: this review is unfinished.", "yellow"))
    parts += [Paragraph(f"{review.encounter.name}: review", "bold"), Paragraph(review.sentence), Text("")]
    if not review.limited:
        parts += [*_turns(review), *_curve(review), *_decisions(review)]
    parts += _dice(review)
    basis = f"Sampled onward by {review.tactic} tactics, {review.fights:,} fights in all, seed {review.seed}; intervals are 95 %."
    parts.append(Paragraph("" if review.limited else basis, "dim"))
    return Group(*parts, *made_by(review.command))


def what_if_view(found: WhatIf) -> RenderableType:
    """Both courses, joint by joint: as it was, and as it might have been."""
    was = {point.joint: point.estimate for point in found.real_points}
    table = Table(box=None, pad_edge=False)
    for name in ("", "as it was", "if"):
        table.add_column(name, justify="left" if not name else "right")
    for point in {point.label: point for point in found.points}.values():
        real = was.get(point.joint)
        table.add_row(Text(point.label), _percent(real) if real is not None else "", _percent(point.estimate))
    return Group(Paragraph(found.sentence), Text(""), table, Text(""), *made_by(found.command))


def _percent(one: Estimate) -> Text:
    interval = "" if one.exact else f" ({100 * one.low:.0f} to {100 * one.high:.0f})"
    return Text(f"{100 * one.value:.0f} %{interval}")


def _turns(review: Review) -> list[RenderableType]:
    if not review.turns:
        return []
    lines: list[RenderableType] = [Text("Turning points", style="bold")]
    lines += [Paragraph(f"{turn.as_data(review.seat)['sentence']}", hang=2) for turn in review.turns]
    return [*lines, Text("")]


def _curve(review: Review) -> list[RenderableType]:
    """One line for every joint at which the chance moved; of several in one part of a round, each with whose doing it comes after."""
    table = Table(box=None, pad_edge=False, show_header=False)
    shown = None
    several = Counter(point.label for point in review.points)
    for at, point in enumerate(review.points):
        one = point.estimate
        value = f"{100 * one.value:.0f}"
        if value == shown:
            continue
        shown = value
        interval = "" if one.exact else f"{100 * one.low:.0f} to {100 * one.high:.0f}"
        bar = Text("█" * round(one.value * BAR), style="green")
        after = _doer(review, review.points[at - 1], point) if at and several[point.label] > 1 else ""
        table.add_row(Text(point.label), Text(after), f"{value:>3} %", Text(interval, style="dim"), bar)
    return [Text(f"The {review.party}: chance to win", style="bold"), table, Text("")]


def _doer(review: Review, before: Point, after: Point) -> str:
    """Who is the first that something was told of between two joints, as far as this seat heard it."""
    for event in review.fight.told:
        if before.entry < event.entry <= after.entry and event.who and event_view(event, review.seat) is not None:
            unit = review.fight.battle.find(event.who[0])
            return f"after {unit.name}" if unit is not None else ""
    return ""


def _decisions(review: Review) -> list[RenderableType]:
    found = review.costliest()
    if not review.judged:
        return []
    lines: list[RenderableType] = [Text("Decisions that cost most", style="bold")]
    for player, ones in found.items():
        lines.append(Text(player, style="dim"))
        lines += [Paragraph(f"  {one.sentence}", "" if one.clear else "dim", hang=4) for one in ones]
    if not found:
        lines.append(Paragraph("  None that sampling can tell from the best of what could be chosen."))
    return [*lines, Text("")]


def _dice(review: Review) -> list[RenderableType]:
    if not review.dice:
        return []
    lines: list[RenderableType] = [Text("Dice (50 is average, 100 the best they can show)", style="bold")]
    for one in review.dice:
        rank = one["rank"]
        told = f"{100 * rank['value']:.0f} ({100 * rank['low']:.0f} to {100 * rank['high']:.0f})"
        rolls = "1 roll" if one["rolls"] == 1 else f"{one['rolls']} rolls"
        lines.append(Paragraph(f"  {one['name']}: {told}, {rolls}", hang=4))
    return [*lines, Text("")]


VIEWS: dict[type[Finding], Callable[[Any], RenderableType]] = {Review: review_view, WhatIf: what_if_view}
