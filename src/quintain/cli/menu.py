"""The options of an open question as a numbered menu that fits the screen: long groups are folded into a line, opened by name."""

from __future__ import annotations

import re
import time

from rich.cells import cell_len
from rich.text import Text

from quintain.cli.show import headline, wrapped
from quintain.engine import Fight, OpenOption, OpenQuestion

SQUARES = 9
"""More squares than this to choose from are marked on the board instead of listed."""
SHORT = 3
"""Groups of so few lines are never folded."""
ODDS_SECONDS = 0.35
ODDS_WAYS = 400
"""What takes more work, or can come out in more ways, is worked out only when asked for."""
WAITING_SECONDS = 1.5
MOST_WAYS = 20_000
"""What can come out in more ways is not waited for at a table."""


class Patience:
    """How long to go on working out odds: so many seconds of work, and not much longer of waiting where the machine is busy."""

    def __init__(self, seconds: float) -> None:
        self.endless = seconds <= 0
        self._work = time.process_time() + seconds
        self._wait = time.monotonic() + max(WAITING_SECONDS, seconds)

    @property
    def over(self) -> bool:
        return not self.endless and (time.process_time() > self._work or time.monotonic() > self._wait)


class Menu:
    """One question's options in their groups, numbered through; odds once worked out are kept."""

    def __init__(self, fight: Fight, asked: OpenQuestion, seat: str, width: int, height: int) -> None:
        self.fight = fight
        self.asked = asked
        self.seat = seat
        self.width = width
        self.groups: dict[str, list[OpenOption]] = {}
        for option in sorted(asked.options, key=lambda one: one.label.startswith("End the ")):
            self.groups.setdefault(option.group, []).append(option)
        self.reach = reach_of(asked)
        self.numbered = [option for name in self.groups if not self._on_squares(name) for option in self.groups[name]]
        self._numbers = {option.id: number for number, option in enumerate(self.numbered, 1)}
        self._odds: dict[str, str] = {}
        self.ranges = False
        """Was a chance shown that depends on what this seat cannot know?"""
        self.unworked = False
        """Are there odds that would have taken too long?"""
        self.folded = self._folded(height)

    # -- what is meant by what was typed ---------------------------------------------------------------------------

    def named(self, text: str) -> str:
        """What was typed, as an option id: a number, an id, a square, or a group and a square. "" where it is none of them."""
        if is_number(text) and 1 <= int(text) <= len(self.numbered):
            return self.numbered[int(text) - 1].id
        everything = [option.id for members in self.groups.values() for option in members]
        if text in everything:
            return text
        short = [id for id in everything if short_id(id) == text.replace(" ", "")]
        if len(short) == 1:
            return short[0]
        group, _, square = text.partition(" ")
        inside = [option.id for option in self.groups.get(group.lower(), []) if short_id(option.id) == square.replace(" ", "")]
        return inside[0] if len(inside) == 1 else ""

    # -- showing ---------------------------------------------------------------------------------------------------

    def text(self) -> Text:
        """All groups, the long ones folded."""
        until = Patience(ODDS_SECONDS)
        drawn = Text()
        for name in self.groups:
            shown = self.folded.get(name, len(self.groups[name]))
            if shown:
                drawn.append_text(self._open_group(name, until, shown))
            if shown < len(self.groups[name]):
                drawn.append_text(self._rest_of(name, shown))
        return drawn

    def opened(self, name: str) -> Text:
        """One group in full."""
        return self._open_group(name, Patience(3 * ODDS_SECONDS), len(self.groups[name]))

    def opened_all(self) -> Text:
        """Every group in full."""
        until = Patience(3 * ODDS_SECONDS)
        drawn = Text()
        for name in self.groups:
            drawn.append_text(self._open_group(name, until, len(self.groups[name])))
        return drawn

    def with_odds(self) -> Text:
        """Every option that leads to dice with its odds, however long that takes."""
        drawn = Text()
        for option in self.numbered:
            if option.weighs:
                self._append(drawn, option, Patience(0))
        return drawn

    def _open_group(self, name: str, until: Patience, shown: int) -> Text:
        drawn = Text()
        if self._on_squares(name):
            return self._squares(name)
        if name and len(self.groups) > 1:
            drawn.append(f"  {name.capitalize()}\n", style="bold")
        for option in self.groups[name][:shown]:
            self._append(drawn, option, until)
        return drawn

    def _append(self, drawn: Text, option: OpenOption, until: Patience) -> None:
        number = self._numbers[option.id]
        label = wrapped(option.label, self.width, f"  {number:>3}  ", " " * 9)
        drawn.append(label[:7], style="bold cyan")
        drawn.append(label[7:])
        if option.weighs:
            found = self._odds_of(option, until)
            room = self.width - cell_len(label.splitlines()[-1]) - 3
            if found:
                drawn.append(f"   {found}" if len(found) <= room else f"\n          {found}", style="green")
        drawn.append("\n")

    def _odds_of(self, option: OpenOption, until: Patience) -> str:
        """An option's odds for its line; nothing where working them out would take too long."""
        if option.id in self._odds:
            return self._odds[option.id]
        if until.over:
            self.unworked = True
            return ""
        try:
            found = self.fight.odds(self.asked.id, option.id, self.seat, most=MOST_WAYS if until.endless else ODDS_WAYS)
        except Exception:
            # Too many ways, or a defect of the rules: odds N says which, and the other options can be chosen all the same.
            self.unworked = True
            return ""
        self.ranges = self.ranges or any(low < high for low, high in found.ranges.values())
        self._odds[option.id] = headline(found, self.fight.system.headlines)
        return self._odds[option.id]

    def _rest_of(self, name: str, shown: int) -> Text:
        """The line that stands for the options of a group that are not listed."""
        first, last = (self._numbers[self.groups[name][place].id] for place in (shown, -1))
        title = ("     ...", "") if shown else (f"  {name.capitalize() or 'Other'}:", "bold")
        return Text.assemble(title, f" {first} to {last}  ", (f"(list {name or 'other'})\n", "cyan"))

    def _squares(self, name: str) -> Text:
        squares = [short_id(option.id) for option in self.groups[name]]
        title = f"  {name.capitalize() or 'Squares'}"
        if self.reach:
            said = f": {len(squares)} squares, marked + above; type one, such as {squares[0]}\n"
            drawn = Text.assemble((title, "bold"), said)
            for why in list(dict.fromkeys(warning_of(option.label) for option in self.groups[name] if warning_of(option.label)))[:4]:
                drawn.append(wrapped(f"! {why}", self.width, "       ", " " * 9) + "\n", style="yellow")
            return drawn
        said = f": type {name} and a square: {' '.join(squares)}"
        return Text(wrapped(title + said, self.width, "", "       ") + "\n")

    # -- folding ---------------------------------------------------------------------------------------------------

    def _on_squares(self, name: str) -> bool:
        members = self.groups[name]
        return len(members) > SQUARES and all(square_of(one.id) is not None and not one.weighs for one in members)

    def _lines(self, name: str) -> int:
        if self._on_squares(name):
            return 1 if self.reach else 2
        heads = 1 if name and len(self.groups) > 1 else 0
        return heads + sum(_lines(option, self.width) for option in self.groups[name])

    def _folded(self, height: int) -> dict[str, int]:
        """How many options to list of groups that are too long: of those without odds none, of the others what there is room for."""
        lines = {name: self._lines(name) for name in self.groups}
        long = [name for name in lines if lines[name] > SHORT and not self._on_squares(name)]
        weighty = [name for name in long if any(one.weighs for one in self.groups[name])]
        found: dict[str, int] = {}
        for name in sorted((one for one in long if one not in weighty), key=lambda one: -lines[one]):
            if sum(1 if group in found else lines[group] for group in lines) <= height:
                return found
            found[name] = 0
        room = height - sum(1 if name in found else lines[name] for name in lines if name not in weighty)
        for place, name in enumerate(sorted(weighty, key=lambda one: lines[one])):
            share = room // (len(weighty) - place)
            if lines[name] > share:
                found[name] = self._fitting(name, share - 2)
                room -= 2 + sum(_lines(option, self.width) for option in self.groups[name][: found[name]])
            else:
                room -= lines[name]
        return found

    def _fitting(self, name: str, room: int) -> int:
        """How many of its first options go into so many lines."""
        used = 0
        for place, option in enumerate(self.groups[name]):
            used += _lines(option, self.width)
            if used > room:
                return place
        return len(self.groups[name])


def _lines(option: OpenOption, width: int) -> int:
    """How many lines an option takes, its odds included."""
    return 2 if option.weighs and len(option.label) > width - 38 else 1


def is_number(text: str) -> bool:
    """A whole number as people type it: neither a superscript nor thousands of digits, which Python would not read."""
    return text.isascii() and text.isdigit() and len(text) < 10


def square_of(id: str) -> tuple[int, int] | None:
    """The square an option id ends in, if it ends in one."""
    found = re.search(r"(\d+),(\d+)$", id)
    return (int(found.group(1)), int(found.group(2))) if found else None


def short_id(id: str) -> str:
    """What is enough to type for an option: the square it leads to, else what stands after the first colon of its id."""
    square = square_of(id)
    return f"{square[0]},{square[1]}" if square is not None else id.split(":", 1)[-1]


def reach_of(asked: OpenQuestion) -> set[tuple[int, int]]:
    """The squares that a group of options leads to, where there is just one such group."""
    groups: dict[str, set[tuple[int, int]]] = {}
    for option in asked.options:
        square = square_of(option.id)
        if square is not None and not option.weighs:
            groups.setdefault(option.group, set()).add(square)
    found = [squares for squares in groups.values() if len(squares) > SQUARES]
    return found[0] if len(found) == 1 else set()


def risky_of(asked: OpenQuestion) -> set[tuple[int, int]]:
    """Of those the squares whose option warns of something."""
    found = [(square_of(option.id), option) for option in asked.options if not option.weighs and warning_of(option.label)]
    return {square for square, _ in found if square is not None}


def warning_of(label: str) -> str:
    """What an option's label adds in brackets at its end."""
    found = re.search(r"\(([^()]*)\)$", label)
    return found.group(1) if found else ""


def closed(asked: OpenQuestion, width: int, most: int = 3) -> Text:
    """What is not possible, and why; the first few, those with one reason together."""
    reasons: dict[str, list[str]] = {}
    for label, why in asked.closed:
        if label not in reasons.setdefault(why, []):
            reasons[why].append(label)
    drawn = Text()
    for why, labels in list(reasons.items())[:most]:
        named = labels if len(labels) <= 2 or len(reasons) <= most else [labels[0], f"{len(labels) - 1} more"]
        drawn.append(wrapped(f"{', '.join(named)}: {why}", width, "    -  ", " " * 9) + "\n", style="dim")
    rest = sum(len(labels) for labels in list(reasons.values())[most:])
    if rest:
        drawn.append(f"    -  {rest} more {'is' if rest == 1 else 'are'} not possible: type closed\n", style="dim")
    return drawn
