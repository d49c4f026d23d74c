"""Commands as they come over a wire, and the receipts that answer them."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from quintain.engine.refusal import Malformed

_plain, _sorted = json.JSONEncoder(allow_nan=False).encode, json.JSONEncoder(sort_keys=True).encode
MOST_KEYS: Final = 500
"""So many of each seat's are known: those of others push out none."""
LONGEST_KEY: Final = 100

COMMANDS: Final[dict[str, dict[str, str]]] = {
    "answer": {"question": "text", "option": "text", "insist": "flag?"},
    "enter": {"question": "text", "faces": "faces"},
    "go": {"question": "text"},
    "rule": {"ruling": "text", "args": "mapping?"},
    "hand_over": {"who": "text", "to": "text"},
    "undo": {"to": "number?", "entry": "number?", "fresh": "flag?"},
    "agree": {"proposal": "number"},
    "decline": {"proposal": "number"},
    "redo": {"branch": "number?"},
    "amend": {"event": "number?", "entry": "number?", "value": "text?", "faces": "faces?"},
    "fork": {},
    "automate": {"who": "text", "tactic": "text"},
    "order": {"who": "text", "about": "text", "order": "text"},
    "type_dice": {"who": "text", "on": "flag"},
    "hold": {"on": "flag"},
    "level": {"level": "text"},
    "settings": {"settings": "mapping"},
}
"""What may be done, and what each command takes; a kind that ends in ? may be left out."""
KINDS: Final = {
    "text": "a text", "number": "a whole number", "flag": "true or false", "faces": "a list of whole numbers", "mapping": "a mapping",
}  # fmt: skip


class Receipt:
    """What became of a command that was accepted. `as_data` is what goes over the wire."""

    def __init__(self, version: int, events: list[int], said: str, fork: dict[str, object] | None, repeated: bool = False) -> None:
        self.version = version
        """The version of the session after it."""
        self.events = events
        """The numbers, as the seat counts them, of the lines it led to."""
        self.said = said
        """A sentence where something fell away, or waits for somebody; else empty."""
        self.fork = fork
        """Of "fork": the record of the new fight."""
        self.repeated = repeated
        """This key was used before: nothing was done now, and this is the receipt of then."""

    def as_data(self) -> dict[str, object]:
        shown: dict[str, object] = {
            "version": self.version, "events": list(self.events), "said": self.said, "repeated": self.repeated,
        }  # fmt: skip
        if self.fork is not None:
            shown["fork"] = self.fork
        return shown


class Keys:
    """The keys of the last commands, so that one sent twice is done once."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, tuple[str, Receipt]]] = {}
        self.given: dict[str, int] = {}
        """How many commands of each seat were carried out."""

    def receipt(self, seat: str, key: object, command: dict[str, Any]) -> Receipt | None:
        """The receipt of the command that this seat sent under this key; None where there was none."""
        if not isinstance(key, str) or len(key) > LONGEST_KEY:
            raise Malformed(f"a key is a text of at most {LONGEST_KEY} letters.")
        known = self._kept.get(seat, {}).get(key) if key else None
        if known is None:
            return None
        if known[0] != _digest(command):
            raise Malformed("this key was used for another command: take a new one.")
        return Receipt(known[1].version, list(known[1].events), known[1].said, None, True)

    def keep(self, seat: str, key: object, command: dict[str, Any], receipt: Receipt) -> None:
        self.given[seat] = self.given.get(seat, 0) + 1
        if not key:
            return
        kept = self._kept.setdefault(seat, {})
        kept[str(key)] = (_digest(command), Receipt(receipt.version, list(receipt.events), receipt.said, None))
        while len(kept) > MOST_KEYS:
            del kept[next(iter(kept))]


def command_checked(command: object) -> dict[str, Any]:
    """A command as plain data of its own, if it can be read as one."""
    if not isinstance(command, dict):
        raise Malformed('a command is a mapping with do, such as {"do": "answer", "question": "q7", "option": "wait"}.')
    do = command.get("do")
    if not isinstance(do, str) or do not in COMMANDS:
        raise Malformed(f"do is one of {', '.join(COMMANDS)}.")
    fields = COMMANDS[do]
    for name in command:
        if name != "do" and name not in fields:
            raise Malformed(f"{do} takes {', '.join(fields) or 'nothing else'}, not {str(name)[:40]!r}.")
    for name, kind in fields.items():
        if name not in command:
            if not kind.endswith("?"):
                raise Malformed(f"{do} needs {name}: {KINDS[kind]}.")
        elif not _is(kind.removesuffix("?"), command[name]):
            raise Malformed(f"{name} of {do} is {KINDS[kind.removesuffix('?')]}.")
    try:
        copied: dict[str, Any] = json.loads(_plain(command))
    except (ValueError, TypeError, RecursionError):
        raise Malformed("a command is plain data: texts, whole numbers, true or false, lists and mappings.") from None
    return copied


def is_about(command: dict[str, Any]) -> str:
    """What must not have changed since the caller looked: the "record", no more than the "past", or nothing."""
    if command["do"] in ("undo", "redo", "amend"):
        return "record"
    return "past" if command["do"] == "rule" else ""


def takes_back(command: dict[str, Any]) -> bool:
    """Whether what was told may no longer be so after it; what was taken back last can always be done again."""
    return command["do"] in ("undo", "agree", "amend") or "branch" in command


def _is(kind: str, value: object) -> bool:
    if kind == "text":
        return isinstance(value, str)
    if kind == "number":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "flag":
        return isinstance(value, bool)
    if kind == "mapping":
        return isinstance(value, dict)
    return isinstance(value, list) and all(isinstance(face, int) and not isinstance(face, bool) for face in value)


def _digest(command: dict[str, Any]) -> str:
    return hashlib.sha256(_sorted(command).encode()).hexdigest()[:16]
