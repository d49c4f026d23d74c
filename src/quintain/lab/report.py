"""Results as pages: complete in one file, light and dark, every figure with its n and interval."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from quintain._build import compiled
from quintain.lab import plots
from quintain.lab.compare import Comparison
from quintain.lab.difficulty import Difficulty
from quintain.lab.finding import Finding
from quintain.lab.forecast import Forecast
from quintain.lab.intervals import Estimate
from quintain.lab.look import Chart, rendered
from quintain.lab.measure import DRAW, LOSS, WIN, Measure
from quintain.lab.rank import Ranking
from quintain.lab.sweep import Sweep
from quintain.lab.text import SHORT, figure_heading, name_with_id, uses, usual_states
from quintain.lab.tune import Tuning

STYLE = """
.quintain{--ink:#1d2430;--soft:#5b6472;--grid:#e3e6ea;--paper:#ffffff;--band:#f5f6f8;--warn:#9a5410;
 color:var(--ink);background:var(--paper);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
 max-width:68rem;margin:0 auto;padding:1.5rem 1.25rem 3rem}
@media (prefers-color-scheme:dark){.quintain{--ink:#e8eaee;--soft:#a4acb9;--grid:#343b47;--paper:#171b22;--band:#1f252e;
 --warn:#e2a15f}}
.quintain h1{font-size:1.6rem;line-height:1.2;margin:0 0 .25rem}
.quintain h2{font-size:1.1rem;margin:2.2rem 0 .5rem}
.quintain p{margin:.4rem 0;max-width:46rem}
.quintain .lead{font-size:1.15rem}
.quintain .soft{color:var(--soft)}
.quintain .warn{color:var(--warn)}
.quintain .wide{overflow-x:auto}
.quintain table{border-collapse:collapse;font-size:.92rem;margin:.5rem 0;font-variant-numeric:tabular-nums}
.quintain th,.quintain td{padding:.3rem .8rem .3rem 0;text-align:left;border-bottom:1px solid var(--grid);white-space:nowrap}
.quintain td.words{white-space:normal;min-width:14rem}
.quintain th{color:var(--soft);font-weight:500}
.quintain .n{text-align:right}
.quintain .ci{color:var(--soft);font-size:.85em}
.quintain .kind{font-size:.75rem;border:1px solid var(--grid);border-radius:1rem;padding:.05rem .5rem;color:var(--soft)}
.quintain svg{max-width:100%;height:auto;display:block}
.quintain .charts{display:flex;flex-wrap:wrap;gap:1rem 2rem}
.quintain figure{margin:.5rem 0;max-width:100%}
.quintain td:first-child,.quintain th:first-child{position:sticky;left:0;background:var(--paper)}
@media (max-width:44rem){.quintain figure{overflow-x:auto}.quintain svg{max-width:none}
 .quintain td:first-child{white-space:normal;min-width:6.5rem}}
.quintain footer{margin-top:2.5rem;color:var(--soft);font-size:.85rem}
.quintain code{font-size:.9em;background:var(--band);padding:.05rem .3rem;border-radius:.2rem}
"""


def page(title: str, body: str) -> str:
    """A page of its own: no script, nothing fetched."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>html{{background:#fff}}"
        f"@media (prefers-color-scheme:dark){{html{{background:#171b22}}}}body{{margin:0}}{STYLE}</style></head>"
        f'<body><main class="quintain">{body}</main></body></html>\n'
    )


def fragment(body: str) -> str:
    """For a notebook's cell."""
    return f'<style>{STYLE}</style><div class="quintain">{body}</div>'


def picture(chart: Chart) -> str:
    return f"<figure>{rendered(chart, 'svg', 'page').decode()}</figure>"


def figure(estimate: Estimate | None) -> str:
    """A cell with a figure and its interval."""
    if estimate is None:
        return '<td class="n soft">-</td>'
    if estimate.exact:
        return f'<td class="n">{estimate.shown} <span class="kind">exact</span></td>'
    return f'<td class="n">{estimate.shown} <span class="ci">{estimate.interval}</span></td>'


def table(head: list[str], rows: list[list[str]]) -> str:
    """Cells come with their own td; a heading that ends in # stands over figures."""
    heads = "".join(f"<th{' class=n' if name.endswith('#') else ''}>{escape(name.rstrip('#'))}</th>" for name in head)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'


def cell(text: str, kind: str = "") -> str:
    return f"<td{f' class={kind}' if kind else ''}>{escape(text)}</td>"


def sampled(n: int, more: str = "", each: str = "") -> str:
    """The line that every sampled table carries; `each` says what the n fights are for."""
    return f'<p class="soft"><span class="kind">sampled</span> n = {n:,} fights{each}; small figures are 95 % intervals{more}.</p>'


def footer(seed: str, rules: str, command: str = "") -> str:
    built = "compiled" if compiled() else "plain Python"
    again = f"<br>Again: <code>{escape(command)}</code>" if command else ""
    return (
        f"<footer>Sampled with seed <code>{escape(seed)}</code> ({escape(rules)}, {built}); the same seed gives the same figures "
        "whatever the number of processes. Wilson intervals for shares; for means normal ones or, where they hang on rare events, "
        f"such as count those; paired intervals for differences on the same dice.{again}</footer>"
    )


# -- forecasts ----------------------------------------------------------------------------------------------------------------


def _forecast(forecast: Forecast) -> str:
    return _forecast_head(forecast) + picture(plots.forecast_chart(forecast))


def forecast_page(forecast: Forecast) -> str:
    damage = plots.damage_chart(forecast)
    charts = [plots.result_chart(forecast), plots.length_chart(forecast), plots.falls_chart(forecast)]
    pictures = "".join(picture(chart) for chart in [*charts, *([damage] if damage is not None else [])])
    parts = [_forecast_head(forecast), f'<div class="charts">{pictures}</div>']
    parts += [_results(forecast), _budget(forecast), _combatants(forecast), _states(forecast), _coverage(forecast), _watch(forecast)]
    parts.append(footer(forecast.seed, f"{forecast.system} {forecast.stage.system.version}", forecast.command))
    return page(f"{forecast.name}: forecast", "".join(parts))


def _forecast_head(forecast: Forecast) -> str:
    tactics = ", ".join(f"{side} {name}" for side, name in forecast.tactics.items())
    here = ", from a fight under way" if forecast.setting.record is not None else ""
    head = f"<h1>{escape(forecast.name)}</h1><p class='soft'>{escape(forecast.system)}{here}; tactics: {escape(tactics)}</p>"
    said = f"<p class='lead'>{escape(forecast.sentence)}</p>"
    if forecast.band is not None and not forecast.band.matters:
        said += f"<p class='soft'>{escape(forecast.band.sentence)}</p>"
    return head + said


def _results(forecast: Forecast) -> str:
    rows = [
        [cell(name), figure(share)]
        for name, share in (
            ("wins", forecast.wins),
            ("losses", forecast.losses),
            ("draws", forecast.draws),
            ("unresolved", forecast.unresolved),
        )
    ]
    rows += [[cell("somebody down at the end"), figure(forecast.measured("down"))]]
    rows += [[cell("somebody dead"), figure(forecast.measured("death"))]]
    rows += [[cell("health left, %, mean"), figure(forecast.measured("left"))]]
    rows += [[cell(Measure(name).words), figure(Measure(name).of(forecast.tally))] for name in forecast.setting.further]
    rows += [[cell("rounds, mean"), figure(forecast.length.mean)]]
    if forecast.solved is not None:
        exactly = ((WIN, "wins"), (LOSS, "losses"), (DRAW, "draws"))
        rows += [[cell(name), figure(forecast.solved.share(code))] for code, name in exactly]
    lengths = [
        [cell(str(first) if first == last else f"{first} to {last}"), figure(share)] for first, last, share in forecast.rounds()
    ]
    endings = [[cell(ending), figure(share)] for ending, share in list(forecast.endings.items())[:12]]
    return (
        f"<h2>Results</h2>{sampled(forecast.fights)}{table(['', 'share#'], rows)}"
        f"<h2>How fights ended</h2>{sampled(forecast.fights)}{table(['', 'share#'], endings)}"
        f"<h2>How long they took</h2>{sampled(forecast.fights)}{table(['rounds', 'share#'], lengths)}"
    )


def _budget(forecast: Forecast) -> str:
    if not forecast.budget:
        return ""
    return (
        f"<h2>The book's own estimate</h2><p>{escape(forecast.budget)} <span class='kind'>exact, by the book</span></p>"
        f"<p>Measured beside it: {escape(str(forecast.wins))} wins.</p>"
    )


def _combatants(forecast: Forecast) -> str:
    names = list(dict.fromkeys(name for one in forecast.combatants for name in one.left))
    head = ["combatant", "side", "falls#", *(f"{figure_heading(forecast, name)}#" for name in names)]
    head += [f"{name} {way}#" for name in forecast.harms for way in ("dealt", "taken")]
    rows = [
        [
            cell(name_with_id(one)),
            cell(one.side),
            figure(one.falls),
            *(figure(one.left.get(name)) for name in names),
            *(figure(way) for name in forecast.harms for way in one.harm[name]),
        ]
        for one in forecast.combatants
    ]
    basis = sampled(forecast.fights, "; shares are shares of fights, the rest are means per fight")
    return f"<h2>Combatants</h2>{basis}{table(head, rows)}"


def _states(forecast: Forecast) -> str:
    rows = [[cell(one.name), cell(usual_states(one), "words")] for one in forecast.combatants if one.usual_states]
    if not rows:
        return ""
    return f"<h2>How they end</h2>{sampled(forecast.fights, ' as is what stands in brackets')}{table(['', 'share of fights'], rows)}"


def _coverage(forecast: Forecast) -> str:
    if not any(one.used or one.never for one in forecast.combatants):
        return ""
    rows = []
    for one in forecast.combatants:
        never = ", ".join(one.never)
        rows.append([cell(one.name), cell(uses(one) or "nothing", "words"), f"<td class='words warn'>{escape(never)}</td>"])
    head = ["", "used (share of fights)", "never used, so not tested here"]
    return f"<h2>What was really tested</h2>{sampled(forecast.fights, ' as is what stands in brackets')}{table(head, rows)}"


def _watch(forecast: Forecast) -> str:
    rows = []
    for name, number in forecast.representative().items():
        rounds, margin = forecast.tally.rounds[number - 1], forecast.tally.margins[number - 1]
        row = [cell(name), cell(f"{number:,}", "n"), cell(str(rounds), "n")]
        rows.append([*row, cell(f"{100 * margin:+.0f} %", "n")] if forecast.counts_health else row)
    head = ["", "fight#", "rounds#", *(["left, party less others#"] if forecast.counts_health else [])]
    return f"<h2>Fights to watch</h2><p><code>quintain watch … NUMBER</code> shows any of them in full.</p>{table(head, rows)}"


# -- the other results ------------------------------------------------------------------------------------------------------


def comparison_page(comparison: Comparison) -> str:
    first = comparison.forecasts[0]
    title = f"{comparison.names[0]} and {len(comparison.names) - 1} more"
    return page(title, f"<h1>Comparison</h1>{_comparison(comparison)}{footer(first.seed, first.system, comparison.command)}")


def _comparison(comparison: Comparison) -> str:
    rows = []
    for place, (name, one) in enumerate(zip(comparison.names, comparison.forecasts, strict=True)):
        row = [cell(name), *(figure(measure.of(one.tally)) for measure in comparison.measures)]
        by = comparison.differences[place - 1].by if place else None
        rows.append([*row, *(cell(measure.points(by[measure.name]) if by else "-", "n") for measure in comparison.measures)])
    said = _unfinished(comparison.forecasts[0].fights, comparison.forecasts[0].asked, "fights") if comparison.unfinished else ""
    said += "".join(f"<p class='lead'>{escape(one.sentence)}</p>" for one in comparison.differences)
    names = [SHORT.get(measure.name, measure.name) for measure in comparison.measures]
    head = ["", *(f"{name}#" for name in names), *(f"difference in {name}#" for name in names)]
    basis = sampled(comparison.forecasts[0].fights, each=" each, on the same dice")
    return said + picture(plots.comparison_chart(comparison)) + basis + table(head, rows)


def _unfinished(done: int, wanted: int, what: str) -> str:
    return f"<p class='warn'>Interrupted: {done:,} of {wanted:,} {what} are done.</p>"


def sweep_page(sweep: Sweep) -> str:
    one = next(iter(sweep.points.values()))
    body = f"<h1>{escape(sweep.encounter.name)}</h1>{_sweep(sweep)}{footer(one.seed, one.system, sweep.command)}"
    return page(f"{sweep.encounter.name}: sweep", body)


def _sweep(sweep: Sweep) -> str:
    further = [one for one in sweep.measures if one.name not in ("wins", "losses", "rounds")]
    rows = [
        [
            *(cell(str(value)) for value in point), figure(one.wins), figure(one.losses), figure(one.length.mean),
            *(figure(measure.of(one.tally)) for measure in further),
        ]
        for point, one in sweep.points.items()
    ]
    refused = "".join(
        f"<p class='warn'>{escape(', '.join(str(value) for value in point))}: {escape(why)}</p>"
        for point, why in list(sweep.refused.items())[:5]
    )
    head = [*sweep.axes, "wins#", "losses#", "rounds#", *(f"{SHORT.get(one.name, one.name)}#" for one in further)]
    lead = f"<p class='lead'>{escape(sweep.sentence)}</p>"
    basis = sampled(sweep.fights, each=" at each point, on the same dice")
    return lead + picture(plots.sweep_chart(sweep)) + basis + table(head, rows) + refused


def tuning_page(tuning: Tuning) -> str:
    one = tuning.best.forecast
    body = f"<h1>{escape(tuning.encounter.name)}</h1>{_tuning(tuning)}{footer(one.seed, one.system, tuning.command)}"
    return page(f"{tuning.encounter.name}: tuning", body)


def _tuning(tuning: Tuning) -> str:
    ordered = sorted(tuning.tries.items(), key=lambda pair: [(value is not None, value or 0) for value in pair[0]])
    rows = [
        [
            *(cell("" if value is None else str(value), "n") for value in point),
            cell(tuning.measure.said(one.figure), "n"),
            cell(f"{one.figure.n:,}", "n"),
        ]
        for point, one in ordered
    ]
    head = [*(f"{one.label}#" for one in tuning.parameters), f"{tuning.measure.name}#", "n#"]
    tables = f"<h2>What was tried</h2>{table(head, rows)}"
    lead = f"<p class='lead'>{escape(tuning.sentence)}</p>"
    return lead + picture(plots.tuning_chart(tuning)) + sampled(tuning.fights, each=" in all") + tables


def difficulty_page(found: Difficulty) -> str:
    return page(f"{found.name}: difficulty", f"<h1>{escape(found.name)}: difficulty</h1>{_difficulty(found)}")


def _difficulty(found: Difficulty) -> str:
    return f"<p class='lead'>{escape(found.sentence)}</p>{picture(plots.difficulty_chart(found))}"


def ranking_page(ranking: Ranking) -> str:
    foot = footer(ranking.base.seed, ranking.base.system, ranking.command)
    body = f"<h1>{escape(ranking.encounter.name)}</h1>{_ranking(ranking)}{foot}"
    return page(f"{ranking.encounter.name}: what matters", body)


def _ranking(ranking: Ranking) -> str:
    measure = ranking.measure
    moved = f"{measure.name}{', points' if measure.percent else ''}#"
    rows = [
        [cell(one.who), cell(one.change), cell(measure.points(one.moved), "n"), cell("yes" if one.clear else "no")]
        for one in ranking.levers
    ]
    each = [[cell(who), cell(one.change), cell(measure.points(one.moved), "n")] for who, one in ranking.by_combatant().items()]
    left_out = f"<p class='soft'>{len(ranking.left_out)} could not be changed.</p>" if ranking.left_out else ""
    lead = f"<p class='lead'>{escape(ranking.sentence)}</p>"
    basis = sampled(ranking.base.fights, each=" for each change, on the same dice")
    strongest = f"<h2>The strongest of each</h2>{basis}{table(['who', 'change', moved], each)}" if len(each) > 1 else ""
    everything = f"<h2>All changes</h2>{basis}{table(['who', 'change', moved, 'clear'], rows)}"
    return lead + picture(plots.ranking_chart(ranking)) + strongest + everything + left_out


BODIES: dict[type[Finding], Callable[[Any], str]] = {
    Forecast: _forecast,
    Comparison: _comparison,
    Difficulty: _difficulty,
    Sweep: _sweep,
    Tuning: _tuning,
    Ranking: _ranking,
}
PAGES: dict[type[Finding], Callable[[Any], str]] = {
    Forecast: forecast_page,
    Comparison: comparison_page,
    Difficulty: difficulty_page,
    Sweep: sweep_page,
    Tuning: tuning_page,
    Ranking: ranking_page,
}
