"""From one fight to the next at the same table, and a whole table as one file."""

from __future__ import annotations

import copy
from typing import Any

from quintain.engine import GM, Refusal
from quintain.engine.battle import PLAYERS
from quintain.engine.fight import Fight
from quintain.engine.seat import settings_from
from quintain.engine.session import Session
from quintain.library.encounters import Encounter, fight_of, from_data, play
from quintain.systems import system, system_names
from quintain.table.errors import Problem, problem_of
from quintain.table.rows import FightRow, SeatRow, TableRow

Data = dict[str, Any]
FORMAT = 1

LASTING: dict[str, tuple[str, ...]] = {
    "clash": ("health", "surges", "ardor"),
    "tiers": ("hp", "stress", "soak_marked", "uses"),
    "riposte": ("hp", "weapon"),
    "toughness": ("conviction",),
    "escalation": ("start.hp", "start.recoveries", "start.overdraft", "start.wounds", "start.potions", "start.spent"),
}
"""What of a combatant lasts from one fight to the next, by the fields of an encounter file."""


def next_encounter(wanted: Encounter, before: Fight | None, owners: dict[str, str]) -> Encounter:
    """An encounter for a table that has played: its party in the hands of the seats, as the last fight left it.

    Whoever of the party has the same id in both comes along; where the file cannot take what was carried over, it starts fresh.
    """
    data = copy.deepcopy(wanted.data)
    left = _left(before) if before is not None and before.system.name == wanted.system_name else {}
    for row in _people(data):
        if str(row.get("id")) in owners:
            row["controller"] = owners[str(row["id"])]
    carried = copy.deepcopy(data)
    for row in _people(carried):
        for path, value in left.get(str(row.get("id")), {}).items():
            _put(row, path, value)
    for tried in (carried, data):
        try:
            return from_data(tried, wanted.name)
        except Refusal as no:
            refused = no
    raise problem_of(refused)


def _left(fight: Fight) -> dict[str, Data]:
    """By the party's ids, what lasts of each."""
    try:
        rows = _people(fight.export())
    except Refusal:
        return {}
    party = {unit.id for unit in fight.battle.units if unit.controller != GM}
    found: dict[str, Data] = {}
    for row in rows:
        if str(row.get("id")) in party:
            paths = LASTING.get(fight.system.name, ())
            found[str(row["id"])] = {path: _get(row, path) for path in paths if _get(row, path) is not None}
    return found


def _people(data: Data) -> list[Data]:
    rows = data.get("combatants")
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _get(row: Data, path: str) -> Any:
    here: Any = row
    for part in path.split("."):
        here = here.get(part) if isinstance(here, dict) else None
    # Whoever was down at the end comes to the next fight on their feet, barely.
    return max(1, here) if path.rsplit(".", 1)[-1] in ("hp", "health") and isinstance(here, int) else here


def _put(row: Data, path: str, value: Any) -> None:
    *above, last = path.split(".")
    here = row
    for part in above:
        here = here.setdefault(part, {})
    here[last] = value


def owners_of(session: Session, seats: dict[str, SeatRow], wanted: Encounter) -> dict[str, str]:
    """Who runs whom in the next fight: as it was in the last; newcomers of the party are dealt out among the players."""
    now = {unit.id: unit.controller for unit in session.fight.battle.units if unit.controller not in (GM, PLAYERS)}
    players = [seat.seat for seat in seats.values() if seat.role == "player"]
    found: dict[str, str] = {}
    for place, unit in enumerate(unit for unit in wanted.battle().units if unit.controller == PLAYERS):
        found[unit.id] = now.get(unit.id) or (players[place % len(players)] if players else GM)
    return found


def next_session(before: Session, wanted: Encounter, seats: dict[str, SeatRow], gm: str) -> Session:
    """The table's next fight, with the same people and the same settings."""
    encounter = next_encounter(wanted, before.fight, owners_of(before, seats, wanted))
    auto = {GM: gm} if gm != "person" else {}
    auto.update({name: tactic for name, tactic in before.fight.house.auto.items() if name in seats})
    try:
        return Session.start(play(encounter, "", auto=auto), settings_from(before.settings.as_data()))
    except Refusal as no:
        raise problem_of(no) from None


def forked(session: Session) -> Session:
    """Another session that has come the same way so far."""
    try:
        return Session.start(fight_of(dict(session.record(GM))), settings_from(session.settings.as_data()))
    except Refusal as no:
        raise problem_of(no) from None


# -- a table as one file -------------------------------------------------------------------------------------------------


def exported(row: TableRow, seats: list[SeatRow], fights: list[tuple[FightRow, list[Data]]]) -> Data:
    """Everything of a table but its secrets, which are hashed anyway."""
    return {
        "quintain_table": FORMAT, "name": row.name, "system": row.system, "seconds": row.seconds, "fight": row.fight,
        "alone": row.alone, "gm": row.gm,
        "seats": [{"seat": seat.seat, "role": seat.role, "units": seat.units} for seat in seats],
        "fights": [
            {"name": fight.name, "system": fight.system, "rules": fight.rules, "result": fight.result, "ops": ops}
            for fight, ops in fights
        ],
    }  # fmt: skip


class Imported:
    """A table's file, read and checked."""

    def __init__(self, data: Data) -> None:
        try:
            if data.get("quintain_table") != FORMAT:
                raise Problem("malformed", f"This is no file of a table (quintain_table: {FORMAT}).")
            self.name = str(data["name"])[:80]
            self.system = _known(data["system"])
            self.seconds = max(0, min(86_400, int(data["seconds"])))
            self.alone = bool(data["alone"])
            self.gm = str(data["gm"])[:40]
            self.seats = [SeatRow(str(s["seat"])[:40], _role(s["role"]), [str(u) for u in s["units"]]) for s in data["seats"]]
            self.fights: list[tuple[FightRow, list[Data]]] = [
                (FightRow(n, str(f["name"])[:200], _known(f["system"]), str(f["rules"])[:40], str(f["result"])[:200]), list(f["ops"]))
                for n, f in enumerate(data["fights"])
            ]
            self.fight = int(data["fight"])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise Problem("malformed", "This is no whole file of a table: something is missing or of another kind.") from None
        if not self.fights or not 0 <= self.fight < len(self.fights) or len({seat.seat for seat in self.seats}) != len(self.seats):
            raise Problem("malformed", "This is no whole file of a table: its fights or its seats do not fit.")
        if (self.alone and len(self.seats) != 1) or (not self.alone and not any(seat.role == "gm" for seat in self.seats)):
            raise Problem("malformed", "A table has a GM's seat, or one seat alone.")

    @property
    def owner(self) -> str:
        return self.seats[0].seat if self.alone else next(seat.seat for seat in self.seats if seat.role == "gm")


def checked_fights(imported: Imported) -> None:
    """Play every fight of the file again; what does not fit is refused. Done in a worker, since it may take a while."""
    for fight, ops in imported.fights:
        try:
            session = Session.restore(system(fight.system), ops)
            known = {GM, *session.settings.seats}
            if not {seat.seat for seat in imported.seats} <= known:
                raise Problem("malformed", "The seats of this file are not those of its fights.")
        except Refusal as no:
            raise problem_of(no) from None
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            raise Problem("malformed", f"The fight {fight.name[:60]!r} of this file cannot be read.") from None


def _known(name: object) -> str:
    if name not in system_names():
        raise ValueError
    return str(name)


def _role(role: object) -> str:
    if role not in ("gm", "player", "spectator", "screen"):
        raise ValueError
    return str(role)
