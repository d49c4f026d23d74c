"""Seats: what a seat may be called, for whom it may answer, and how a table has agreed to play."""

from __future__ import annotations

from typing import Final

from quintain.engine.battle import GM, PLAYERS
from quintain.engine.given import given, one_of, quoted
from quintain.engine.refusal import Malformed, Unavailable

NOBODY: Final = ""
"""The eyes of somebody who only watches: they run nobody and see what everybody sees."""
RESERVED: Final = (
    "gm", "players", "player", "seat", "side", "all", "everybody", "nobody", "owner", "engine", "seed", "script",
    "order", "tactic", "table",
)  # fmt: skip
"""Words with a meaning of their own in a record, an audience or a standing order."""
LONGEST_NAME: Final = 40
MOST_SEATS: Final = 40
LEVELS_OF_HELP: Final = ("board", "assist", "enforce")
UNDO: Final = ("gm", "own", "anyone", "propose")
KNOWLEDGE: Final = ("open", "learned", "hidden")
DICE: Final = ("server", "typed")
DECLARATIONS: Final = ("open", "secret")


def name_checked(name: object) -> str:
    """What a player's seat may be called; a refusal says why not. Checked once, where a seat is made."""
    if not isinstance(name, str) or not name or name != name.strip():
        raise Malformed("a seat has a name: a text without spaces around it.")
    if len(name) > LONGEST_NAME:
        raise Malformed(f"the name of a seat has at most {LONGEST_NAME} letters.")
    if name.casefold() in RESERVED:
        raise Malformed(f"{name!r} means something else here: call the seat otherwise.")
    if not all(sign.isalnum() or sign in " _-.'" for sign in name):
        raise Malformed("the name of a seat has letters, figures, spaces and _ - . ' only.")
    return name


def is_reserved_id(id: str) -> bool:
    """May no combatant be called so? Where somebody is handed to a tactic or given an order, these words mean people."""
    return id.casefold() in (GM, PLAYERS)


def looker(seat: object) -> str:
    """Whose eyes these are: "gm", "players", a seat, or one person at several seats as "ann+bob"; "seat:ann" is ann.

    The GM is "gm" and nothing else: no list and no prefix makes a seat the GM's.
    """
    if not isinstance(seat, str) or not seat:
        raise Malformed("a seat is named by a text: gm, players, or the name of a seat.")
    name = seat.removeprefix("seat:")
    if name == seat and seat in (GM, PLAYERS):
        return seat
    if any(part in (GM, "") or ":" in part for part in name.split("+")):
        raise Malformed(f"{quoted(seat)} is no player's seat: the GM is gm alone, and several seats are joined as ann+bob.")
    return name


def may_answer(controller: str, seat: str) -> bool:
    """May this seat answer for this controller? The GM may for everybody, and is never one of several."""
    if seat == GM:
        return True
    if controller == seat:
        return True
    if "+" not in controller and "+" not in seat:
        return controller == PLAYERS and seat != NOBODY
    names = controller.split("+")
    return (PLAYERS in names and seat != NOBODY) or any(one in names for one in seat.split("+") if one != GM)


def auto_key(auto: dict[str, str], controller: str) -> str:
    """The key of `auto` that hands what is asked of a controller to a tactic, or ""; of several, each must be handed over."""
    if controller in auto or "+" not in controller:
        return controller if controller in auto else ""
    names = controller.split("+")
    return names[0] if all(name in auto for name in names) else ""


def controller_checked(name: object) -> str:
    """Who may run a combatant: gm, players, a seat, or several seats as "ann+bob"."""
    if name in (GM, PLAYERS):
        return str(name)
    if not isinstance(name, str) or not name.strip():
        raise Malformed("to names who runs it from now on: gm, players, or a seat.")
    return "+".join([name_checked(part) for part in name.split("+")])


class Settings:
    """What a table has agreed on; a session reads it. `settings_from` checks and reads its data."""

    def __init__(self, seats: list[str] | None = None) -> None:
        self.seats = [name_checked(name) for name in seats or []]
        """The players' seats, by name. The GM's is "gm" and not among them."""
        self.watchers: list[str] = []
        """Spectators and shared screens, by name: they look and do nothing."""
        self.speakers: list[str] = []
        """Who may answer for units and questions that belong to "players"; empty: every seat."""
        self.level = "enforce"
        """How much the software insists: "board", "assist" (the GM may wave illegal things through), "enforce"."""
        self.dice = "server"
        """Who throws for the players: "server" (the seed, unless the GM says otherwise) or "typed" (each seat types in its own)."""
        self.hold = False
        """Results wait for the GM before their consequences are written."""
        self.declarations = "open"
        """Whether players see what others of their side have declared before all is revealed."""
        self.knowledge = "learned"
        """Whose knowledge odds use: "open" (true figures of visible enemies), "learned" (what was seen), "hidden" (no odds then)."""
        self.undo = "gm"
        """Who may take back: "gm", "own" (each what they did last), "anyone", "propose" (players ask, the GM agrees)."""

    def as_data(self) -> dict[str, object]:
        return {
            "seats": list(self.seats), "watchers": list(self.watchers), "speakers": list(self.speakers),
            "level": self.level, "dice": self.dice,
            "hold": self.hold, "declarations": self.declarations, "knowledge": self.knowledge, "undo": self.undo,
        }  # fmt: skip

    def throwing(self) -> list[str]:
        """Who throws real dice and types them in, until they or the GM say otherwise: the players, where they do at this table."""
        return [*self.seats, PLAYERS] if self.dice == "typed" else []

    def may_speak(self, seat: str) -> bool:
        """May this seat answer for "players"?"""
        return seat == GM or seat in (self.speakers or self.seats)

    def may_answer(self, controller: str, seat: str) -> bool:
        """May this seat answer for this controller, at this table?"""
        if PLAYERS not in controller.split("+"):
            return may_answer(controller, seat)
        return self.may_speak(seat) or seat in controller.split("+")


def settings_from(data: object) -> Settings:
    """Settings from plain data; what is left out keeps its default."""
    settings = Settings()
    if not isinstance(data, dict):
        raise Malformed("the settings of a table are a mapping.")
    for name, value in data.items():
        if name == "seats":
            settings.seats = _names(name, value)
        elif name == "watchers":
            settings.watchers = _names(name, value)
        elif name == "speakers":
            settings.speakers = _names(name, value)
        elif name == "level":
            settings.level = one_of(value, LEVELS_OF_HELP, name)
        elif name == "dice":
            settings.dice = one_of(value, DICE, name)
        elif name == "knowledge":
            settings.knowledge = one_of(value, KNOWLEDGE, name)
        elif name == "undo":
            settings.undo = one_of(value, UNDO, name)
        elif name == "declarations":
            settings.declarations = one_of(value, DECLARATIONS, name)
        elif name == "hold":
            settings.hold = given(value, bool, name)
        else:
            raise Malformed(f"settings have {', '.join(Settings().as_data())}, not {quoted(name)}.")
    if any(name in settings.seats for name in settings.watchers):
        raise Malformed("whoever watches has no player's seat: a name is among seats or among watchers, not both.")
    for name in settings.speakers:
        if name not in settings.seats:
            raise Unavailable(f"{name!r} is to speak for the players and has no seat here.")
    return settings


def _names(field: str, value: object) -> list[str]:
    if not isinstance(value, list):
        raise Malformed(f"{field} is a list of names of seats.")
    if len(value) > MOST_SEATS:
        raise Malformed(f"a table has at most {MOST_SEATS} seats.")
    names = [name_checked(name) for name in value]
    if len({name.casefold() for name in names}) != len(names):
        raise Malformed(f"{field} names a seat twice: capitals do not tell two seats apart.")
    return names
