"""The options of an open question as a menu that fits the screen: one line a row, folds opened by name, squares on the board."""

from __future__ import annotations

import time

from rich.cells import cell_len
from rich.text import Text

from quintain.cli.draw import Squares
from quintain.cli.show import odds_words, wrapped
from quintain.engine import Fight
from quintain.engine.protocol import View
from quintain.engine.protocol_questions import ClosedView, OptionView, QuestionView

ODDS_SECONDS = 0.35
ODDS_WAYS = 400
"""What takes more work, or can come out in more ways, is worked out only when asked for."""
WAITING_SECONDS = 1.5
MOST_WAYS = 20_000
"""What can come out in more ways is not waited for at a table."""
MOST_ROWS = 24
"""No menu lists more lines than this before its folds, however tall the screen."""


class Patience:
    """How long to go on working out odds: so many seconds of work, and not much longer of waiting where the machine is busy."""

    def __init__(self, seconds: float) -> None:
        self.endless = seconds <= 0
        self._work = time.process_time() + seconds
        self._wait = time.monotonic() + max(WAITING_SECONDS, seconds)

    @property
    def over(self) -> bool:
        return not self.endless and (time.process_time() > self._work or time.monotonic() > self._wait)


class Row:
    """One line of the menu: ways of doing one thing to one target, the best first."""

    def __init__(self, option: OptionView) -> None:
        self.label = option["row_label"]
        self.fold = option["fold"]
        self.options = [option]

    @property
    def best(self) -> OptionView:
        return self.options[0]


class Menu:
    """One question's options as rows, numbered through; odds once worked out are kept."""

    def __init__(self, fight: Fight, view: View, question: QuestionView, seat: str, width: int, height: int) -> None:
        self.fight = fight
        self.question = question
        self.seat = seat
        self.width = width
        self.height = height
        self.names = {unit["id"]: unit["name"] for unit in view["units"]}
        self.squares: dict[str, list[OptionView]] = {}
        """Options that are squares, by their row."""
        rows: dict[str, Row] = {}
        for option in sorted(question["options"], key=lambda one: one["rank"]):
            if option["kind"] == "square":
                self.squares.setdefault(option["row"], []).append(option)
            elif option["row"] in rows:
                rows[option["row"]].options.append(option)
            else:
                rows[option["row"]] = Row(option)
        last = [row for row in rows.values() if row.best["kind"] == "pass" and not row.fold]
        first = [row for row in rows.values() if not row.fold and row not in last]
        self.rows = [*first, *last, *[row for row in rows.values() if row.fold]]
        self.shown = self._shown(len(first), len(last))
        self._odds: dict[str, str] = {}
        self.ranges = False
        """Was a chance shown that depends on what this seat cannot know?"""
        self.unworked = False
        """Are there odds that would have taken too long?"""

    def _shown(self, first: int, last: int) -> list[int]:
        """Which rows are listed: what there is room for of those without a fold, and always what ends the turn."""
        room = min(MOST_ROWS, max(6, self.height - len(self.folds()) - len(self.squares) - last))
        return [*range(min(first, room)), *range(first, first + last)]

    def folds(self) -> dict[str, list[int]]:
        """Rows that wait behind a line, by its name."""
        found: dict[str, list[int]] = {}
        for place, row in enumerate(self.rows):
            if row.fold:
                found.setdefault(row.fold, []).append(place)
        return found

    # -- what is meant by what was typed ---------------------------------------------------------------------------

    def named(self, text: str) -> str:
        """What was typed, as an option id: a number, a number and a way ("3.2"), an id, a square, or whose or which square.

        "" where it is none of them.
        """
        number, dot, way = text.partition(".")
        if is_number(number) and 1 <= int(number) <= len(self.rows):
            options = self.rows[int(number) - 1].options
            if not dot:
                return options[0]["id"]
            if is_number(way) and 1 <= int(way) <= len(options):
                return options[int(way) - 1]["id"]
        if any(option["id"] == text for option in self.question["options"]):
            return text
        return self._on_square(text) or self._by_target(text)

    def _on_square(self, text: str) -> str:
        """A square, or a word for which of several sets of squares is meant: a verb, or somebody's name or id."""
        word, square = "", square_from(text)
        if square is None:
            word, _, rest = text.partition(" ")
            square = square_from(rest)
        if square is None:
            return ""
        for options in self.squares.values():
            for option in options:
                if option.get("square") == square and (not word or self._is_about(option, word.lower())):
                    return option["id"]
        return ""

    def _is_about(self, option: OptionView, word: str) -> bool:
        if option["verb"].lower() == word:
            return True
        return any(id.lower() == word or self.names.get(id, "").lower().startswith(word) for id in option["targets"])

    def _by_target(self, text: str) -> str:
        """The one row aimed at somebody whose name or id this is."""
        word = text.lower()
        found = [
            row
            for row in self.rows
            if any(id.lower() == word or self.names.get(id, "").lower() == word for id in row.best["targets"])
        ]
        return found[0].best["id"] if len(found) == 1 else ""

    def later_square(self, text: str) -> tuple[str, list[int]] | None:
        """An act and a square, where the square is asked for next: the act's id, and the square."""
        word, _, rest = text.partition(" ")
        square = square_from(rest)
        for option in self.question["options"]:
            if square is not None and option["group"] == "move" and option["verb"].lower() == word.lower() and "square" not in option:
                return option["id"], square
        return None

    # -- showing ---------------------------------------------------------------------------------------------------

    def text(self) -> Text:
        """The rows there is room for with their odds, the squares, and a line for each fold."""
        until = Patience(ODDS_SECONDS)
        drawn = Text()
        for place in self.shown:
            self._append(drawn, place, until)
        for row in self.squares:
            drawn.append_text(self._squares(row))
        more = [place for place, row in enumerate(self.rows) if not row.fold and place not in self.shown]
        if more:
            drawn.append(f"  {len(more)} more: {more[0] + 1} to {more[-1] + 1}  ")
            drawn.append("(list)\n", style="cyan")
        for name, places in self.folds().items():
            count = sum(len(self.rows[place].options) for place in places)
            numbers = f"{places[0] + 1}" if len(places) == 1 else f"{places[0] + 1} to {places[-1] + 1}"
            drawn.append(f"  {name}: {numbers}", style="bold")
            drawn.append(f", {count} ways  " if count > len(places) else "  ")
            drawn.append(f"(list {name.lower()})\n", style="cyan")
        return drawn

    def opened(self, name: str) -> Text | None:
        """One fold, or the ways of one row by its number, in full; None where there is neither."""
        until = Patience(3 * ODDS_SECONDS)
        drawn = Text()
        if is_number(name) and 1 <= int(name) <= len(self.rows):
            for way, option in enumerate(self.rows[int(name) - 1].options, 1):
                self._line(drawn, f"{int(name)}.{way}", way_words(option) or option["label"], option, until)
            return drawn
        for fold, places in self.folds().items():
            if fold.lower() == name.lower():
                for place in places:
                    self._append(drawn, place, until)
                return drawn
        return None

    def opened_all(self) -> Text:
        """Every row."""
        until = Patience(3 * ODDS_SECONDS)
        drawn = Text()
        for place in range(len(self.rows)):
            self._append(drawn, place, until)
        for row in self.squares:
            drawn.append_text(self._squares(row))
        return drawn

    def with_odds(self) -> Text:
        """Every row that leads to dice with its odds, however long that takes."""
        drawn = Text()
        for place, row in enumerate(self.rows):
            if row.best["dice"]:
                self._append(drawn, place, Patience(0))
        return drawn

    def _append(self, drawn: Text, place: int, until: Patience) -> None:
        row = self.rows[place]
        label = row.label
        if len(row.options) > 1:
            best = way_words(row.best)
            label += f" ({best}; {len(row.options) - 1} other way{'s' if len(row.options) > 2 else ''})"
        elif row.best["ways"] and row.best["row_label"] != row.best["label"]:
            label += f" ({way_words(row.best)})"
        self._line(drawn, str(place + 1), label, row.best, until)

    def _line(self, drawn: Text, number: str, label: str, option: OptionView, until: Patience) -> None:
        said = label + remarks(option)
        line = wrapped(said, self.width, f"  {number:>3}  ", " " * 9)
        drawn.append(line[:7], style="bold cyan")
        drawn.append(line[7:])
        if option["dice"]:
            found = self._odds_of(option, until)
            room = self.width - cell_len(line.splitlines()[-1]) - 3
            if found:
                drawn.append(f"   {found}" if len(found) <= room else f"\n          {found}", style="green")
        for stake in option["stakes"]:
            drawn.append("\n" + wrapped(stake["text"], self.width, " " * 9, " " * 11), style="yellow")
        drawn.append("\n")

    def _odds_of(self, option: OptionView, until: Patience) -> str:
        """An option's odds for its line; nothing where working them out would take too long."""
        id = option["id"]
        if id in self._odds:
            return self._odds[id]
        if until.over:
            self.unworked = True
            return ""
        try:
            found = self.fight.odds(self.question["id"], id, self.seat, most=MOST_WAYS if until.endless else ODDS_WAYS)
        except Exception:
            # Too many ways, or a defect of the rules: odds N says which, and the other options can be chosen all the same.
            self.unworked = True
            return ""
        self.ranges = self.ranges or any(low < high for low, high in found.ranges.values())
        self._odds[id] = odds_words(found)
        return self._odds[id]

    def _squares(self, row: str) -> Text:
        options = self.squares[row]
        example = options[0].get("square", [0, 0])
        verb = f"{options[0]['verb'].lower()} " if len(self.squares) > 1 else ""
        if len(self.squares) > 1 and options[0]["targets"]:
            verb = f"{options[0]['targets'][0]} "
        said = f": {len(options)} squares, marked + above; type one, such as {verb}{example[0]},{example[1]}\n"
        drawn = Text.assemble((f"  {options[0]['row_label']}", "bold"), said)
        warnings = list(dict.fromkeys(one["text"] for option in options for one in option["warnings"]))
        for why in warnings[:4]:
            drawn.append(wrapped(f"! {why}", self.width, "       ", " " * 9) + "\n", style="yellow")
        return drawn


def way_words(option: OptionView) -> str:
    """What tells an option apart from the others of its row."""
    said = [value if name in ("how", "gives") or value.startswith("then ") else f"{name} {value}" for name, value in option["ways"]]
    return ", ".join(said)


def remarks(option: OptionView) -> str:
    """What an option costs and warns of, for the end of its line; what every act of its kind costs is left out."""
    prices = [f"{cost['label']} {cost['amount']}" if cost.get("amount", 1) > 1 else cost["label"] for cost in option["costs"]]
    kept = [price for price in prices if not price.endswith(("action", "full round")) and price != "Act"]
    parts = [", ".join(kept), "; ".join(warning["text"] for warning in option["warnings"])]
    said = "; ".join(part for part in parts if part)
    return f" [{said}]" if said else ""


def is_number(text: str) -> bool:
    """A whole number as people type it: neither a superscript nor thousands of digits, which Python would not read."""
    return text.isascii() and text.isdigit() and len(text) < 10


def square_from(text: str) -> list[int] | None:
    """A square as people type it: "5,4" or "5, 4"."""
    x, comma, y = text.replace(" ", "").partition(",")
    return [int(x), int(y)] if comma and is_number(x) and is_number(y) else None


def reach_of(question: QuestionView | None) -> Squares:
    """The squares to point out: those of the options, or where the question says that one can go."""
    if question is None:
        return set()
    return {(x, y) for x, y, what, *_ in question.get("reach", []) if what == 1}


def risky_of(question: QuestionView | None) -> Squares:
    """Of those the squares whose option warns of something."""
    options = question["options"] if question is not None else []
    squares = [option["square"] for option in options if option["kind"] == "square" and option["warnings"] and "square" in option]
    return {(square[0], square[1]) for square in squares}


def closed(rows: list[ClosedView], width: int, most: int = 3) -> Text:
    """What is not possible, and why; the first few, those with one reason together."""
    reasons: dict[str, list[str]] = {}
    for row in rows:
        if row["label"] not in reasons.setdefault(row["why"], []):
            reasons[row["why"]].append(row["label"])
    drawn = Text()
    for why, labels in list(reasons.items())[:most]:
        named = labels if len(labels) <= 2 or most > 3 else [labels[0], f"{len(labels) - 1} more"]
        drawn.append(wrapped(f"{', '.join(named)}: {why}", width, "    -  ", " " * 9) + "\n", style="dim")
    rest = sum(len(labels) for labels in list(reasons.values())[most:])
    if rest:
        drawn.append(f"    -  {rest} more {'is' if rest == 1 else 'are'} not possible: type closed\n", style="dim")
    return drawn
