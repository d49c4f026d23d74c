"""A fight as a notebook shows it: where it stands, who is there, what is asked, the last lines of the log."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quintain.engine.battle import Battle
    from quintain.engine.fight import Fight
    from quintain.engine.system import System

LINES = 8


def units_html(system: System, battle: Battle) -> str:
    """A row for each unit: its side, its name and id, how it is."""
    rows = "".join(
        f"<tr><td>{escape(unit.side)}</td><td>{escape(unit.name)}</td><td><code>{escape(unit.id)}</code></td>"
        f"<td>{escape(system.status(battle, unit))}</td></tr>"
        for unit in battle.units
    )
    return f"<table><thead><tr><th>side</th><th>name</th><th>id</th><th></th></tr></thead><tbody>{rows}</tbody></table>"


def fight_html(fight: Fight) -> str:
    system, battle = fight.system, fight.battle
    over = fight.outcome
    where = f"{over.result}: {over.why}" if over is not None else system.heading(battle)
    asked = "".join([f"<li>{escape(one.title)} <code>{escape(one.id)}</code></li>" for one in fight.questions])
    told = "".join([f"<li>{escape(event.text)}</li>" for event in fight.events[-LINES:]])
    questions = f"<p>Asked now:</p><ul>{asked}</ul>" if asked else ""
    log = f"<p>Last:</p><ul>{told}</ul>" if told else ""
    return f"<div><h3>{escape(system.title)}: {escape(where)}</h3>{units_html(system, battle)}{questions}{log}</div>"
