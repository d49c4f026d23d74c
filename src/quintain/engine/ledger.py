"""What each seat has been told: lines that are only ever added, numbered for each seat without gaps."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Final

from quintain.engine.battle import GM, PLAYERS, Battle
from quintain.engine.event import Event, event_from
from quintain.engine.journal import Told, text_of, text_with
from quintain.engine.seat import NOBODY
from quintain.engine.story import MOST_MOMENTS
from quintain.engine.view import event_view, is_told, telling_of, told_to, visible_units

if TYPE_CHECKING:
    from quintain.engine.protocol import EventView
    from quintain.engine.system import System

LINE: Final = 100
"""Characters that a line takes in a view besides its text."""
AT_A_TIME: Final = 64


class Ledger:
    """Everything told at a table. What a seat sees of an event was settled when it was told, so its lines never change.

    The fight's own log is the story as it now stands; it grows shorter when something is taken back. The ledger does not: what is gone
    from the fight's log is named by the line that took it back (`takes_back`), in the numbers of whoever reads it.
    """

    def __init__(self, turning: set[str] | None = None) -> None:
        self.turning: set[str] = turning or set()
        """Kinds of events that turn a fight."""
        self.told = Told()
        """Every event as it was told, once and for all."""
        self.backs: dict[int, array[int]] = {}
        """By the place of what took them back: the places of what is no longer so."""
        self.spared: dict[int, dict[str, int]] = {}
        """By the same, and by seat: how many of these, from the first on, that seat goes on hearing of as before; see `_by`."""
        self.was: dict[int, dict[str, int]] = {}
        """By the place of what was told to some anew, and by seat: the place at which the others had been told it and still are."""
        self.causes: array[int] = array("i")
        """Of each, the place of what it is a consequence of; -1 where it stands by itself."""
        self.sizes: array[int] = array("i")
        """Of each, how much of a view it takes, in characters."""
        self.gone = 0
        """How much of what was told is no longer so, in characters: it is shown for ever, struck out."""
        self.standing: array[int] = array("i")
        """Of each event of the fight as it stands: its place here."""
        self._lines: dict[str, array[int]] = {}
        """By seat: the places of what that seat was told."""
        self._turns: dict[str, array[int]] = {}
        """By seat: the numbers of those of its lines that turned the fight."""
        self._read: dict[str, int] = {}
        """By seat: how far `_lines` has been brought."""
        self.watchers: list[str] = []
        """Those who only watch: they are told what everybody is."""
        self.withheld: dict[str, list[int]] = {}
        """By seat that came when something had been told already: the places of lines about somebody it knew nothing of by then."""
        self._newest = 0
        """From this place on lines were told by the last operation."""
        self._shown: dict[tuple[int, int], EventView] = {}
        """Of those lines, by place and way of telling: what seats that are told alike share."""

    # -- telling -----------------------------------------------------------------------------------------------------

    def follow(self, before: list[Event], after: list[Event], changed: str, quiet: str) -> int:
        """The fight's log was `before` and is `after`: tell what is new, and take back what is gone. Returns how many lines came.

        Where something is gone and no event of the fight says so, `changed` is told to the GM and `quiet` to everybody else.
        """
        same = _common(before, after)
        start = self._newest = len(self.told)
        self._shown = {}
        if same < len(before):
            self._take_back(before[same:], after[same:], self.standing[same:].tolist(), changed, quiet)
        else:
            for event in after[same:]:
                self._go_on(event, [], {})
        return len(self.told) - start

    def _take_back(self, before: list[Event], after: list[Event], gone: list[int], changed: str, quiet: str) -> None:
        """What stood at these places was `before` and is `after`. Whoever has been told the same keeps it as it was told: what changed
        among lines that a seat never heard changes nothing for that seat."""
        del self.standing[len(self.standing) - len(gone) :]
        names: set[str] = set().union(*[event.addressed() for event in (*before, *after)])
        was: list[dict[str, int]] = [{} for _ in after]
        spared: dict[str, int] = {}
        for key in (NOBODY, PLAYERS, *sorted(names)):
            kept, spared[key] = _kept_by(key, before, after)
            for place, known in enumerate(was):
                stands = self._origin(key, gone[kept[place]]) if place in kept else -1
                if stands != _by(known, key, -1):
                    known[key] = stands
        # The GM, who hears all, is told all of it anew; so are those for whom something is gone that stood before it.
        rid = [key for key, number in spared.items() if number < len(gone)]
        anew = [
            all(is_told(event, key) and _by(known, key, -1) < 0 for key in rid) for event, known in zip(after, was, strict=True)
        ]
        undone = [place for place, event in enumerate(after) if event.kind == "undone" and anew[place]]
        by = next((place for place in undone if not was[place]), undone[0] if undone else -1)
        if by < 0:
            event = Event("changed", changed, audience="gm", public=quiet)
            # They are told the round too: whatever they do not hear of does not move it.
            event.round = next((one.round for place, one in enumerate(after) if anew[place]), 0)
            self.spared[len(self.told)] = spared
            self._add(event, gone, -1)
        for place, event in enumerate(after):
            if place == by:
                self.spared[len(self.told)] = spared
            self._go_on(event, gone if place == by else [], was[place])

    def _go_on(self, event: Event, back: list[int], was: dict[str, int]) -> None:
        """The next event of the fight."""
        cause = self.standing[-event.cause] if 0 < event.cause <= len(self.standing) else -1
        self.standing.append(len(self.told))
        if was:
            self.was[len(self.told)] = was
        self._add(event, back, cause)

    def forget(self, start: int) -> None:
        """What was told from place `start` on was not: the operation that told it has failed."""
        for place in range(start, len(self.told)):
            self.gone -= self._size(self.backs.pop(place, array("i")))
            self.spared.pop(place, None)
            self.was.pop(place, None)
        self.told.forget(start)
        self._shown = {}
        del self.causes[start:]
        del self.sizes[start:]

    def _add(self, event: Event, back: list[int], cause: int) -> None:
        if back:
            taken = self.backs[len(self.told)] = array("i", back)
            self.gone += self._size(taken)
        self.told.append(event)
        self.causes.append(cause)
        self.sizes.append(LINE + len(event.text))

    def _size(self, places: array[int]) -> int:
        return sum([self.sizes[place] for place in places])

    # -- reading -----------------------------------------------------------------------------------------------------

    def lines(self, seat: str, start: int = 0) -> list[EventView]:
        """What this seat was told from place `start` of the ledger on."""
        places = self._places(seat)
        return [self._line(seat, number) for number in range(bisect_left(places, start), len(places))]

    def numbers(self, seat: str, start: int) -> list[int]:
        """The numbers of those lines."""
        places = self._places(seat)
        return list(range(bisect_left(places, start) + 1, len(places) + 1))

    def taken_back(self, seat: str, start: int = 0) -> list[int]:
        """The numbers, as this seat counts, of what was taken back by something told from place `start` on."""
        found: list[int] = []
        self._places(seat)
        for place, back in self.backs.items():
            if place >= start:
                found.extend(self._numbers_of(seat, self._lost(seat, place, back)))
        return sorted(set(found))

    def gone_for(self, seat: str) -> int:
        """How much of what this seat was told is no longer so, in characters: of a player's, about so many a line."""
        return self.gone if seat == GM else 2 * LINE * len(self.taken_back(seat))

    def moments(self, seat: str) -> list[int]:
        """The numbers of the last lines that turned the fight, as this seat was told them: see `story.moments`."""
        self._places(seat)
        return self._turns[self._key(seat)][-MOST_MOMENTS:].tolist()

    def place_of(self, seat: str, number: int) -> int:
        """Where in the ledger line `number` of this seat stands; -1 where it has no such line."""
        places = self._places(seat)
        return places[number - 1] if 1 <= number <= len(places) else -1

    def stands_at(self, seat: str, number: int) -> int:
        """Which event of the fight as it stands, from 0, line `number` of this seat tells; -1 where it tells none."""
        place, key = self.place_of(seat, number), self._eyes(seat)
        return next((at for at, one in enumerate(self.standing) if place >= 0 and self._origin(key, one) == place), -1)

    def _line(self, seat: str, number: int) -> EventView:
        place = self._places(seat)[number]
        shown = self._told_as(place, self._eyes(seat))
        shown["number"] = number + 1
        back = self._numbers_of(seat, self._lost(seat, place, self.backs[place])) if place in self.backs else []
        if back:
            shown["takes_back"] = back
        cause = self._numbers_of(seat, [self.causes[place]]) if self.causes[place] >= 0 else []
        if cause:
            shown["cause"] = cause[0]
        return shown

    def _told_as(self, place: int, eyes: str) -> EventView:
        """The event as it is told to such eyes, for whoever numbers it."""
        event = self.told[place]
        key = (place, telling_of(event, eyes))
        shown = self._shown.get(key)
        if shown is None:
            shown = event_view(event, eyes)
            assert shown is not None
            if place >= self._newest:
                self._shown[key] = shown
        return {**shown}

    def _numbers_of(self, seat: str, back: list[int] | array[int]) -> list[int]:
        found: list[int] = []
        if not back:
            return found
        places = self._places(seat)
        key = self._eyes(seat)
        for one in back:
            place = self._origin(key, one) if self.was else one
            at = bisect_left(places, place)
            if at < len(places) and places[at] == place:
                found.append(at + 1)
        return found

    def _lost(self, seat: str, place: int, back: array[int]) -> array[int]:
        """What of this is no longer so for this seat."""
        spared = self.spared.get(place)
        return back if spared is None or seat == GM else back[_by(spared, self._eyes(seat), 0) :]

    def _is_news(self, seat: str, place: int) -> bool:
        """That something was changed is told to those for whom it was."""
        return self.told[place].kind != "changed" or len(self._lost(seat, place, self.backs[place])) > 0

    def _origin(self, key: str, place: int) -> int:
        """Where what stands at this place was told to such a seat."""
        was = self.was.get(place)
        origin = -1 if was is None or key == GM else _by(was, key, -1)
        return origin if origin >= 0 else place

    def _places(self, seat: str) -> array[int]:
        key = self._key(seat)
        places = self._lines.get(key)
        if places is None:
            places = self._lines[key] = array("i")
            self._turns[key] = array("i")
        read = self._read.get(key, 0)
        if read < self.told.count:
            eyes, withheld = self._eyes(seat), set(self.withheld.get(seat, []))
            for place in range(read, self.told.count):
                event = self.told[place]
                new = self._origin(eyes, place) == place and self._is_news(seat, place)
                if new and is_told(event, eyes) and place not in withheld:
                    places.append(place)
                    turns = event.kind in self.turning or event.verdict.startswith("crit")
                    if turns and told_to(event, event.audience, eyes):
                        self._turns[key].append(len(places))
            self._read[key] = self.told.count
        return places

    def _key(self, seat: str) -> str:
        return f"{seat} watches" if seat in self.watchers else seat

    def _eyes(self, seat: str) -> str:
        """Whoever only watches is nobody in particular."""
        return NOBODY if seat in self.watchers else seat

    # -- newcomers ---------------------------------------------------------------------------------------------------

    def withhold(self, system: System, battle: Battle, seats: list[str], end: int) -> dict[str, list[int]]:
        """New seats: of what was told before they came, before place `end`, they hear only what they may know now, so nothing of
        whoever is hidden by now. Returns the places of what each of them is not told."""
        hidden: dict[str, set[str]] = {}
        for seat in seats:
            seen = visible_units(system, battle, self._eyes(seat))
            hidden[seat] = {unit.id for unit in battle.units if unit.id not in seen}
        anybody: set[str] = set().union(*hidden.values())
        found: dict[str, list[int]] = {}
        for place in range(end if anybody else 0):
            event = self.told[place]
            about = any(one in anybody for one in event.who)
            for seat, unseen in hidden.items() if about else []:
                if any(one in unseen for one in event.who) and told_to(event, event.audience, self._eyes(seat)):
                    found.setdefault(seat, []).append(place)
        self.withheld.update(found)
        return found

    # -- keeping -----------------------------------------------------------------------------------------------------

    def kept(self, start: int, end: int) -> bytes:
        """What was told from `start` on and before `end`, as the text of a list, to be written down."""
        kept: list[bytes] = []
        for place in range(start, end):
            more: dict[str, object] = {}
            if place in self.backs:
                more["back"] = list(self.backs[place])
            if place in self.spared:
                more["spared"] = self.spared[place]
            if place in self.was:
                more["was"] = self.was[place]
            if self.causes[place] >= 0:
                more["cause_at"] = self.causes[place]
            text = self.told.text(place)
            kept.append(text_with(text, text_of(more)) if more else text)
        return b"[" + b",".join(kept) + b"]"

    def pack(self) -> None:
        """The operation that told something is accepted."""
        self.told.pack()

    def add_kept(self, kept: list[dict[str, Any]]) -> None:
        for data in kept:
            event = event_from(data)
            event.pack()
            for known, part in ((self.spared, "spared"), (self.was, "was")):
                if part in data:
                    known[len(self.told)] = dict(data[part])
            self._add(event, list(data.get("back", [])), data.get("cause_at", -1))


def _by(known: dict[str, int], key: str, other: int) -> int:
    """What is known of a seat: its own, or any player's, or everybody's."""
    for name in (key, PLAYERS) if key else ():
        if name in known:
            return known[name]
    return known.get(NOBODY, other)


def _kept_by(eyes: str, before: list[Event], after: list[Event]) -> tuple[dict[int, int], int]:
    """Of two stories: which events of the later one such a seat has been told already, as which of the earlier one, each line behind
    the last; and how many of the earlier one, from the first on, are as they were for it."""
    kept: dict[int, int] = {}
    new = [place for place, event in enumerate(after) if is_told(event, eyes)]
    for place, event in enumerate(before):
        if is_told(event, eyes):
            if len(kept) == len(new) or not _told_alike(event, after[new[len(kept)]], eyes):
                return (kept, place)
            kept[new[len(kept)]] = place
    return (kept, len(before))


def _told_alike(one: Event, other: Event, eyes: str) -> bool:
    """Are two events the same line to such a seat, whatever its number?"""
    told, again = event_view(one, eyes), event_view(other, eyes)
    assert told is not None and again is not None
    told["number"] = again["number"] = 0
    return told == again


def _common(before: list[Event], after: list[Event]) -> int:
    """How many events at the beginning are the same."""
    most = min(len(before), len(after))
    same = 0
    # All but the last few are the very same: they are compared many at a time.
    while same + AT_A_TIME <= most and before[same : same + AT_A_TIME] == after[same : same + AT_A_TIME]:
        same += AT_A_TIME
    while same < most and (before[same] is after[same] or before[same].kept_data() == after[same].kept_data()):
        same += 1
    return same
