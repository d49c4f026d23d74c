"""How a table begins: which encounter, which seats with whom, and how it plays."""

from __future__ import annotations

import copy
import secrets
from functools import lru_cache
from typing import Any

from quintain.engine import GM, Refusal
from quintain.engine.battle import PLAYERS
from quintain.engine.seat import name_checked, settings_from
from quintain.engine.session import Session
from quintain.library.encounters import Encounter, from_data, play, sample
from quintain.library.shipped import samples
from quintain.table.carrying import in_a_campaign
from quintain.table.errors import Problem, problem_of
from quintain.table.rows import SeatRow

YOU = "you"
STEADY = "steady"
DEFAULT_ENCOUNTER = "riposte/ferry"
SETTINGS: dict[str, Any] = {
    "level": "enforce", "dice": "server", "knowledge": "learned", "undo": "propose", "hold": False, "declarations": "open",
}  # fmt: skip
ALONE: dict[str, Any] = {**SETTINGS, "knowledge": "open", "undo": "anyone"}


@lru_cache(maxsize=256)
def shipped(name: str) -> Encounter:
    """A shipped encounter: read once, shared by all its tables."""
    return sample(name)


def encounter_of(given: object) -> Encounter:
    """The encounter a request names, or carries as data."""
    try:
        if isinstance(given, str):
            if given not in samples():
                raise Problem("missing", f"There is no shipped encounter called {given[:60]!r}.")
            return shipped(given)
        return from_data(given, "encounter")
    except Refusal as no:
        raise problem_of(no) from None


class Start:
    """Everything a new table is made from, checked."""

    def __init__(
        self, encounter: Encounter, name: str, seats: list[str] | None, alone: bool, gm: str, settings: dict[str, Any], seed: str
    ) -> None:
        self.source = encounter
        self.alone = alone
        self.gm = STEADY if alone and gm == "person" else gm
        if self.gm != "person":
            try:
                encounter.system.tactic(self.gm)
            except Refusal as no:
                raise problem_of(no) from None
        self.name = name or encounter.name
        self.seconds = int(settings.get("seconds", 0))
        given = {field: value for field, value in settings.items() if field != "seconds"}
        self.settings = {**(ALONE if alone else SETTINGS), **given}
        self.seed = seed or secrets.token_hex(16)
        self.creator = YOU if alone else GM
        self.seats = self._seats(seats)
        self.encounter = self._assigned()

    def _seats(self, names: list[str] | None) -> list[SeatRow]:
        """Who plays whom: the party is dealt out to the seats in turn; without names there is one seat for each of them."""
        party = [unit for unit in self.source.battle().units if unit.controller == PLAYERS]
        if self.alone:
            return [SeatRow(YOU, "player", [unit.id for unit in party])]
        try:
            wanted = [name_checked(name) for name in names or [unit.name for unit in party]]
        except Refusal as no:
            raise problem_of(no) from None
        if len({name.casefold() for name in wanted}) != len(wanted):
            raise Problem("malformed", "Two seats have the same name.")
        found = [SeatRow(name, "player") for name in wanted]
        for place, unit in enumerate(party):
            if found:
                found[place % len(found)].units.append(unit.id)
        return [SeatRow(GM, "gm"), *found]

    def _assigned(self) -> Encounter:
        """The encounter with its party in the hands of the seats."""
        data = copy.deepcopy(self.source.data)
        owner = {unit: seat.seat for seat in self.seats for unit in seat.units}
        rows = data.get("combatants")
        for row in rows if isinstance(rows, list) else []:
            if isinstance(row, dict) and row.get("id") in owner:
                row["controller"] = owner[str(row["id"])]
        if not self.alone:
            in_a_campaign(data, self.source.system_name)
        try:
            return from_data(data, self.source.name)
        except Refusal as no:
            raise problem_of(no) from None

    def session(self) -> Session:
        """The first fight, ready to be played."""
        auto = {GM: self.gm} if self.gm != "person" else {}
        names = [seat.seat for seat in self.seats if seat.role != "gm"]
        try:
            settings = settings_from({**self.settings, "seats": names})
            return Session.start(play(self.encounter, self.seed, auto=auto, salt=secrets.token_hex(16)), settings)
        except Refusal as no:
            raise problem_of(no) from None
