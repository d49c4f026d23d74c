"""What people did, in order, for the undo tree: brought up to date with each change, not made anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.event import Event
from quintain.engine.record import Entry

if TYPE_CHECKING:
    from quintain.engine.history import Taken
    from quintain.engine.protocol import HistoryNode
    from quintain.engine.recorded import Recorded


MOST_GROWN = 6
"""So many personal entries of a branch are shown."""
MOST_NAMED = 3
"""So many of the personal entries that a change of the past leaves no room for are named; the others are counted."""
PASSING = ("turn", "round", "phase")
"""Kinds of events that tell how the fight goes on, not what somebody did."""


class UndoTree:
    """The nodes of a fight's history. Those of the past stay the same objects as long as that past stands."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._nodes: list[HistoryNode] = []

    def nodes(self, fight: Recorded) -> list[HistoryNode]:
        """What people did, in order; then the branches that were left, and what was taken back and can still be done again."""
        self._follow(fight)
        found = list(self._nodes)
        for number, branch in enumerate(fight.branches):
            found.extend(self._grown(fight, branch, number))
        found.extend(self._grown(fight, fight.to_redo, -1))
        return found

    def dropped(self, fight: Recorded) -> str:
        """Right after a change of the past, in words: what people did later and can no longer do, as it was called until now."""
        lost = [entry for entry in fight.dropped if entry.is_personal() and entry.do != "go"]
        if not lost:
            return ""
        told = {self._entries[node["entry"]]: node["label"] for node in self._nodes}
        names = [told.get(entry, _words(fight, entry)).rstrip(".") for entry in lost[:MOST_NAMED]]
        if len(lost) > MOST_NAMED:
            names.append(f"{len(lost) - MOST_NAMED} more")
        one = len(lost) == 1
        return f"{'This' if one else 'These'} can no longer be done after it and {'is' if one else 'are'} dropped: {'; '.join(names)}."

    def _grown(self, fight: Recorded, branch: list[Taken], number: int) -> list[HistoryNode]:
        """The first personal entries of a branch, from the one where it grew."""
        if not branch:
            return []
        at = branch[-1].at
        before = next((node["entry"] for node in reversed(self._nodes) if node["entry"] < at), -1)
        found: list[HistoryNode] = []
        for taken in reversed(branch):
            for entry in taken.entries if len(found) < MOST_GROWN else []:
                if entry.is_personal() and len(found) < MOST_GROWN:
                    node: HistoryNode = {
                        "entry": -1, "parent": before, "label": _at_whom(fight, entry), "by": entry.by, "round": fight.battle.round,
                        "live": False,
                    }  # fmt: skip
                    if number >= 0:
                        node["branch"] = number
                    found.append(node)
        return found

    def _follow(self, fight: Recorded) -> None:
        """Make again what has changed: from where the record differs, and the last personal entry before it, told only now perhaps."""
        start = same_start(self._entries, fight.written)
        self._entries = list(fight.written)
        while self._nodes and (self._nodes[-1]["entry"] >= start or "event" not in self._nodes[-1]):
            start = min(start, self._nodes.pop()["entry"])
        if self._nodes:
            start = min(start, self._nodes.pop()["entry"])
        events, at = fight.told, len(fight.told)
        while at > 0 and events[at - 1].entry > start:
            at -= 1
        before = self._nodes[-1]["entry"] if self._nodes else -1
        round = events[at - 1].round if at > 0 else 0
        latest, told, open = -1, None, False
        for place in range(start, len(fight.written)):
            if fight.written[place].is_personal():
                if latest >= 0:
                    self._nodes.append(_node(fight, latest, before, told, round))
                    before = latest
                latest, told, open = place, None, True
            while at < len(events) and events[at].entry - 1 <= place:
                event = events[at]
                # It is called after the first line that stands by itself, that of its dice too, until somebody else's turn comes.
                if open and not event.cause:
                    told = None if event.kind in PASSING and event.entry - 1 > latest else event
                    open = False
                round = event.round
                at += 1
        if latest >= 0:
            self._nodes.append(_node(fight, latest, before, told, round))


def _node(fight: Recorded, place: int, before: int, told: Event | None, round: int) -> HistoryNode:
    """A personal entry: the line that it is called after, or what was written."""
    entry = fight.written[place]
    if told is None:
        return {"entry": place, "parent": before, "label": _words(fight, entry), "by": entry.by, "round": round, "live": True}
    return {
        "entry": place, "parent": before, "label": told.text, "by": entry.by, "round": told.round, "live": True, "event": told.number,
    }  # fmt: skip


def _words(fight: Recorded, entry: Entry) -> str:
    """What somebody did that no line tells yet, such as a declaration that is not open: who, and the first word of what."""
    if entry.do == "go":
        return "The held result stands"
    who = entry.at.partition(":")[2].partition("#")[0]
    what = entry.names()[0].replace("_", " ").strip()
    # Whoever has gone since is still called by name.
    names = {unit.id: unit.name for battle in (fight.checkpoints[0].battle, fight.battle) for unit in battle.units}
    if who in names:
        return f"{names[who]}: {what}"
    # Of a side whose members may go in any order, the answer is whose turn it is.
    return names.get(what, f"{entry.do} {what}")


def _at_whom(fight: Recorded, entry: Entry) -> str:
    """The same with everybody whom the answer names: for the GM, who is told of branches that no line tells any more."""
    units = [fight.battle.find(part) for part in entry.names()[1:]]
    return ", ".join([_words(fight, entry), *(unit.name for unit in units if unit is not None)])


def same_start(before: list[Entry], after: list[Entry]) -> int:
    """How many entries at the beginning are the very same."""
    most = min(len(before), len(after))
    if before[:most] == after[:most]:
        return most
    same = 0
    while before[same] is after[same]:
        same += 1
    return same
