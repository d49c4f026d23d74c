"""A fight as a notebook shows it: where it stands, who is there, what is asked, the last lines of the log."""

from __future__ import annotations

from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from quintain.engine.battle import Battle
    from quintain.engine.protocol_odds import OddsData
    from quintain.engine.recorded import Recorded
    from quintain.engine.system import System

LINES = 8


def chart_of(what: object, *how: object) -> Any:
    """An Altair chart of it. The lab draws; it stands above the engine, so it is fetched by its name, and only when asked for."""
    return import_module("quintain.lab.chart").chart(what, *how)


def units_html(system: System, battle: Battle) -> str:
    """A row for each unit: its side, its name and id, how it is."""
    rows = "".join(
        f"<tr><td>{escape(unit.side)}</td><td>{escape(unit.name)}</td><td><code>{escape(unit.id)}</code></td>"
        f"<td>{escape(system.status(battle, unit))}</td></tr>"
        for unit in battle.units
    )
    return f"<table><thead><tr><th>side</th><th>name</th><th>id</th><th></th></tr></thead><tbody>{rows}</tbody></table>"


def fight_html(fight: Recorded) -> str:
    system, battle = fight.system, fight.battle
    over = fight.outcome
    where = f"{over.result}: {over.why}" if over is not None else system.heading(battle)
    asked = "".join([f"<li>{escape(one.title)} <code>{escape(one.id)}</code></li>" for one in fight.open_now])
    told = "".join([f"<li>{escape(event.text)}</li>" for event in fight.told[-LINES:]])
    questions = f"<p>Asked now:</p><ul>{asked}</ul>" if asked else ""
    log = f"<p>Last:</p><ul>{told}</ul>" if told else ""
    return f"<div><h3>{escape(system.title)}: {escape(where)}</h3>{units_html(system, battle)}{questions}{log}</div>"


def odds_html(odds: dict[str, object]) -> str:
    """The chances of an option and what may become of whom, as the seat that asked may know them."""
    data = cast("OddsData", odds)
    rows = [(one["label"], percent_of(one["low"], one["high"])) for one in data["chances"]]
    rows += [(f"{one['name']}: {fate['text']}", percent_of(fate["share"])) for one in data["fates"] for fate in one["outcomes"]]
    rows += [(one["label"], percent_of(one.get("low", one["share"]), one["share"])) for one in data["back"]]
    body = "".join(f"<tr><td>{escape(label)}</td><td>{escape(shown)}</td></tr>" for label, shown in rows)
    basis = f"sampled, n = {data['sampled']:,}" if "sampled" in data else "exact" if data["exact"] else ""
    unknown = f"not known: {', '.join(data['unknown'])}" if data["unknown"] else ""
    said = "; ".join(part for part in (basis, unknown, data["note"]) if part)
    return f"<div><table><tbody>{body}</tbody></table><p>{escape(said)}</p></div>"


def percent_of(low: float, high: float | None = None) -> str:
    """A chance, or its lowest and highest; never 0 or 100 unless it is."""
    if high is not None and high != low:
        return f"{percent_of(low)} to {percent_of(high)}"
    if low in (0.0, 1.0):
        return f"{100 * low:.0f} %"
    return "< 1 %" if low < 0.01 else "> 99 %" if low > 0.99 else f"{100 * low:.0f} %"
