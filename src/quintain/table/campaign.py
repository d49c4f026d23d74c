"""From one fight to the next at the same table, and a whole table as one file."""

from __future__ import annotations

import copy
from typing import Any

from quintain.engine import GM, Refusal
from quintain.engine.battle import PLAYERS
from quintain.engine.fight import Fight
from quintain.engine.seat import settings_from
from quintain.engine.session import Session
from quintain.library.encounters import Encounter, fight_of, play
from quintain.systems import system, system_names
from quintain.table.carrying import carried_over, in_a_campaign, people_of
from quintain.table.errors import Problem, problem_of
from quintain.table.rows import FightRow, SeatRow, TableRow

Data = dict[str, Any]
FORMAT = 1


def next_encounter(wanted: Encounter, before: Fight | None, owners: dict[str, str]) -> tuple[Encounter, str]:
    """For a table that has played: the party in the hands of the seats, as the last fight left it; and a remark on that."""
    data = copy.deepcopy(wanted.data)
    for row in people_of(data):
        if str(row.get("id")) in owners:
            row["controller"] = owners[str(row["id"])]
    in_a_campaign(data, wanted.system_name)
    try:
        return carried_over(data, wanted, before)
    except Refusal as no:
        raise problem_of(no) from None


def owners_of(session: Session, seats: dict[str, SeatRow], wanted: Encounter) -> dict[str, str]:
    """Who runs whom in the next fight: as it was in the last; newcomers of the party are dealt out among the players."""
    now = {unit.id: unit.controller for unit in session.fight.battle.units if unit.controller not in (GM, PLAYERS)}
    players = [seat.seat for seat in seats.values() if seat.role == "player"]
    found: dict[str, str] = {}
    for place, unit in enumerate(unit for unit in wanted.battle().units if unit.controller == PLAYERS):
        found[unit.id] = now.get(unit.id) or (players[place % len(players)] if players else GM)
    return found


def next_session(before: Session, wanted: Encounter, seats: dict[str, SeatRow], gm: str) -> tuple[Session, str]:
    """The table's next fight, with the same people and the same settings; and a sentence on what could not be carried over."""
    encounter, said = next_encounter(wanted, before.fight, owners_of(before, seats, wanted))
    auto = {GM: gm} if gm != "person" else {}
    auto.update({name: tactic for name, tactic in before.fight.automatic.auto.items() if name in seats})
    try:
        return Session.start(play(encounter, "", auto=auto), settings_from(before.settings.as_data())), said
    except Refusal as no:
        raise problem_of(no) from None


def forked(session: Session) -> Session:
    """Another session that has come the same way so far."""
    try:
        return Session.start(fight_of(dict(session.record(GM))), settings_from(session.agreed.as_data()))
    except Refusal as no:
        raise problem_of(no) from None


# -- a table as one file -------------------------------------------------------------------------------------------------


def exported(row: TableRow, seats: list[SeatRow], fights: list[tuple[FightRow, list[Data]]]) -> Data:
    """Everything of a table but its secrets, which are hashed anyway."""
    return {
        "quintain_table": FORMAT, "name": row.name, "system": row.system, "seconds": row.seconds, "fight": row.fight,
        "alone": row.alone, "gm": row.gm, "forked": row.forked,
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
            self.forked = bool(data.get("forked"))
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
            known = {GM, *session.agreed.seats, *session.agreed.watchers}
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
