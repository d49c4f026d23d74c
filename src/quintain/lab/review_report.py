"""A review as a page and as a chart."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import altair as alt

from quintain.lab.finding import Finding
from quintain.lab.look import COLOURS, INK, SOFT, WIDTH, Chart, data_of
from quintain.lab.report import cell, footer, page, picture, table
from quintain.lab.review import Review
from quintain.lab.whatif import WhatIf


def review_chart(review: Review) -> Chart:
    """The chance to win along the fight, with its intervals; turning points numbered."""
    rows: list[dict[str, Any]] = []
    for number, point in enumerate(review.points):
        one = point.estimate
        rows.append({"at": number, "label": point.label, "win": one.value, "low": one.low, "high": one.high})
    places = {id(point): number for number, point in enumerate(review.points)}
    turns = [
        {"at": places[id(turn.after)], "win": turn.after.estimate.value, "name": str(number)}
        for number, turn in enumerate(review.turns, 1)
    ]
    scale = alt.Scale(domain=[0, 1])
    base = alt.Chart(data_of(rows)).encode(x=alt.X("at:Q", title="joints of the fight", axis=alt.Axis(grid=False)))
    band = base.mark_area(opacity=0.25, color=COLOURS["win"], interpolate="step-after").encode(
        y=alt.Y("low:Q", scale=scale, title="chance to win", axis=alt.Axis(format="%")), y2="high:Q"
    )
    line = base.mark_line(color=COLOURS["win"], interpolate="step-after").encode(y=alt.Y("win:Q", scale=scale))
    numbered = alt.Chart(data_of(turns)).encode(x="at:Q", y=alt.Y("win:Q", scale=scale))
    dots = numbered.mark_point(filled=True, size=110, color=COLOURS["loss"], opacity=1)
    names = numbered.mark_text(dy=-13, color=INK, fontSize=12).encode(text="name:N")
    starts = _rounds(review)
    rules = alt.Chart(data_of(starts)).mark_rule(color=SOFT, strokeDash=[2, 4], opacity=0.5).encode(x="at:Q")
    title = alt.TitleParams(f"The {review.party}: chance to win", subtitle="sampled onward from every joint, 95 % intervals")
    return alt.layer(rules, band, line, dots, names).properties(width=2 * WIDTH, height=280, title=title)


def what_if_chart(found: WhatIf) -> Chart:
    """The chance to win along both courses, with their intervals."""
    scale = alt.Scale(domain=[0, 1])
    layers = []
    for name, points, colour in (("as it was", found.real_points, SOFT), ("if", found.points, COLOURS["win"])):
        rows = [{"course": name, **point.as_data()} for point in points]
        base = alt.Chart(data_of(rows)).encode(x=alt.X("joint:Q", title="joints of the fight", axis=alt.Axis(grid=False)))
        layers += [
            base.mark_area(opacity=0.2, color=colour, interpolate="step-after").encode(
                y=alt.Y("low:Q", scale=scale, title="chance to win", axis=alt.Axis(format="%")), y2="high:Q"
            ),
            base.mark_line(color=colour, interpolate="step-after").encode(y=alt.Y("win:Q", scale=scale), tooltip="course:N"),
        ]
    title = alt.TitleParams(f"The {found.party}: chance to win", subtitle=f"grey: as it was; colour: {found.what}, 95 % intervals")
    return alt.layer(*layers).properties(width=2 * WIDTH, height=280, title=title)


def what_if_page(found: WhatIf) -> str:
    foot = footer(found.seed, found.fight.system.title, found.command)
    return page("What if", f"<h1>What if</h1>{_what_if(found)}{foot}")


def _what_if(found: WhatIf) -> str:
    return f"<p class='lead'>{escape(found.sentence)}</p>{picture(what_if_chart(found))}"


def _rounds(review: Review) -> list[dict[str, Any]]:
    """Where a round begins."""
    found, last = [], None
    for number, point in enumerate(review.points):
        if point.round != last:
            found.append({"at": number, "round": point.round})
            last = point.round
    return found


def review_page(review: Review) -> str:
    foot = footer(review.seed, review.fight.system.title, review.command)
    return page(f"{review.encounter.name}: review", f"<h1>{escape(review.encounter.name)}: review</h1>{_review(review)}{foot}")


def _review(review: Review) -> str:
    warn = "<p class='warn'>Interrupted: this review is unfinished.</p>" if review.unfinished else ""
    lead = f"{warn}<p class='lead'>{escape(review.sentence)}</p>"
    if review.limited:
        return lead + _dice(review)
    return lead + picture(review_chart(review)) + _turns(review) + _split(review) + _decisions(review) + _dice(review)


def _turns(review: Review) -> str:
    if not review.turns:
        return ""
    told = "".join(f"<li>{escape(turn.as_data(review.seat)['sentence'])}</li>" for turn in review.turns)
    return f"<h2>Turning points</h2><ol>{told}</ol>"


def _split(review: Review) -> str:
    if not review.steps:
        return ""
    rows = [[cell("luck"), cell(review.luck.points(), "n")], [cell("decisions"), cell(review.decisions.points(), "n")]]
    rows += [[cell(f"decisions of the {side}"), cell(figure.points(), "n")] for side, figure in review.by_side().items()]
    if review.rulings.variance:
        rows.append([cell("rulings"), cell(review.rulings.points(), "n")])
    rows.append([cell("the whole difference"), cell(review.change.points(), "n")])
    said = "A choice is measured against what the tactic would have taken, on the same dice; the rest is what the dice did."
    return f"<h2>Luck and decisions</h2><p class='soft'>{said}</p>{table(['', 'points of the chance to win#'], rows)}"


def _decisions(review: Review) -> str:
    parts = ""
    for player, ones in review.costliest().items():
        rows = [
            [
                cell(str(one.choice.round), "n"), cell(one.choice.labels[one.choice.chosen], "words"),
                cell(one.choice.labels.get(one.better, ""), "words"),
                cell(one.cost.points() if one.cost is not None else "", "n"), cell("yes" if one.clear else "cannot be told apart"),
            ]
            for one in ones
        ]  # fmt: skip
        parts += f"<h3>{escape(player)}</h3>{table(['round#', 'chosen', 'better', 'by points#', 'clear'], rows)}"
    if not review.judged:
        return ""
    return f"<h2>Decisions that cost most</h2>{parts or '<p>None that sampling can tell from the best of what could be chosen.</p>'}"


def _dice(review: Review) -> str:
    rows = []
    for one in review.dice:
        rank = one["rank"]
        told = f"{100 * rank['value']:.0f} ({100 * rank['low']:.0f} to {100 * rank['high']:.0f})"
        rows.append([cell(one["name"]), cell(str(one["rolls"]), "n"), cell(told, "n")])
    if not rows:
        return ""
    return f"<h2>Dice</h2><p class='soft'>50 is average, 100 the best they can show.</p>{table(['', 'rolls#', 'rank#'], rows)}"


CHARTS: dict[type[Finding], Callable[[Any], Chart]] = {Review: review_chart, WhatIf: what_if_chart}
BODIES: dict[type[Finding], Callable[[Any], str]] = {Review: _review, WhatIf: _what_if}
PAGES: dict[type[Finding], Callable[[Any], str]] = {Review: review_page, WhatIf: what_if_page}
