"""A thin session over a fight, until the engine's own is there: the same calls, whole views instead of changes."""

from __future__ import annotations

from typing import Any

from quintain.engine import GM, Fight
from quintain.engine.refusal import Malformed, NotYours, Stale
from quintain.library.encounters import Encounter, play

Op = dict[str, Any]


class Session:
    def __init__(self, fight: Fight, settings: dict[str, Any]) -> None:
        self.fight = fight
        self.settings = settings
        self.journal: list[Op] = []
        self.keys: dict[str, Op] = {}

    @property
    def version(self) -> int:
        return len(self.journal)

    def do(self, seat: str, command: dict[str, Any], version: int, key: str) -> Op:
        known = self.keys.get(f"{seat}/{key}")
        if known is not None:
            return known
        if version > self.version:
            raise Stale("this version is not there yet.")
        events = len(self.fight.events)
        self.apply(seat, command)
        self.journal.append({"seat": seat, "command": command, "key": key})
        receipt = {"version": self.version, "events": len(self.fight.events) - events}
        self.keys[f"{seat}/{key}"] = receipt
        return receipt

    def apply(self, seat: str, command: dict[str, Any]) -> None:
        fight, do = self.fight, command.get("do")
        try:
            if do == "answer":
                fight.answer(command["question"], command.get("option", ""), seat, bool(command.get("insist", False)))
            elif do == "enter":
                fight.enter(command["question"], command["faces"], seat)
            elif do == "rule":
                fight.rule_with(command["ruling"], dict(command.get("args", {})), seat)
            elif do == "undo":
                fight.undo(bool(command.get("fresh", False)))
            elif do == "redo":
                fight.redo()
            elif do in ("auto", "order", "amend") and seat != GM and do == "amend":
                raise NotYours("only the GM may change the past.")
            elif do == "amend":
                fight.amend(command["entry"], command.get("value", ""), command.get("faces"))
            elif do == "auto":
                fight.automate(command["who"], command.get("tactic", ""))
            elif do == "order":
                fight.order(command["who"], command["about"], command["order"])
            else:
                raise Malformed(f"there is no command {do!r}.")
        except (KeyError, TypeError, AttributeError) as problem:
            raise Malformed(f"the command {do!r} lacks something: {problem}.") from None

    def view(self, seat: str, role: str = "player") -> dict[str, Any]:
        shown: dict[str, Any] = dict(self.fight.view(seat))
        shown.update(version=self.version, role=role, name=str(self.fight.encounter.get("name", "")))
        return shown

    def changes(self, seat: str, since: int) -> dict[str, Any]:
        return {"version": self.version, "since": since, "whole": True}

    @property
    def over(self) -> str:
        return self.fight.outcome.result if self.fight.outcome is not None else ""


def start(encounter: Encounter, seed: str, settings: dict[str, Any], auto: dict[str, str]) -> Session:
    return Session(play(encounter, seed, auto=auto), settings)


def restore(head: dict[str, Any], encounter: Encounter, ops: list[Op]) -> Session:
    session = start(encounter, head["seed"], head["settings"], head["auto"])
    for op in ops:
        session.do(op["seat"], op["command"], session.version, op["key"])
    return session
