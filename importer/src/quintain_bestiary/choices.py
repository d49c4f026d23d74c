"""Texts that leave something open: "this; OR that", "choose one of the following", a die that picks from a list below."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from quintain_bestiary.phrases import CONDITION, pattern
from quintain_bestiary.speaker import SELF
from quintain_bestiary.text import DICE, Row, Value

Read: TypeAlias = Callable[[str], "tuple[list[Row], list[str]]"]
"""Reads a marked text: its rows, and the words that were not understood."""


@dataclass(frozen=True)
class Choice:
    """A text before a choice, who chooses, and between what."""

    before: str
    by: str
    options: tuple[str, str]
    single: bool = False
    """Not chosen: the second is for an attack at one enemy only."""


_CHOOSES = pattern(
    r"(?P<before>.*?)(?:^|,? and |; |\. )(?:the target|it)(?: must choose one: | must choose | chooses? one: | chooses? between )"
    r"(?P<first>.{5,160}?)[;,]? (?-i:OR) (?P<second>.{5,200}?)\.?$"
)
_OWN_CHOICE = pattern(rf"(?P<before>){SELF} can choose one: (?P<first>.{{5,160}}?)[;,]? (?-i:OR) (?P<second>.{{5,200}}?)\.?$")
_AVOIDS = pattern(
    rf"(?P<before>.*?),? and (?P<first>the target is (?:{CONDITION}) \([a-z ]{{4,12}} ends\)); (?-i:OR) the target can choose to avoid"
    r" the [a-z]+ effect by (?P<second>taking [^;.]{3,60}?damage)(?: to [^;]{3,40})?\.*$"
)
_EITHER = pattern(
    r"(?P<before>.*?)(?:^|; |\. )(?:the target|it) chooses one: either [^().;,]{3,60} \((?P<first>[^()]{5,80})\), or [^().;,]{3,60}"
    r" \((?P<second>[^()]{5,80})\)\.?$"
)
"""Two ways to take it, each with what it means in brackets."""
_WHICHEVER = pattern(
    r"(?P<before>(?:.*?, )?)(?P<first>the target is either .{5,60}?) \(if [^()]{3,40}\), or (?P<second>takes .{5,60}?)",
    r" \(if [^()]{3,40}\)\.?$",
)
"""Which of the two is known to whoever runs the creature."""
_TARGETS = re.compile(r"(?P<before>)(?P<first>[^.]{5,100}?), OR (?P<second>[^;]{5,60}; .{5,120}|.{5,120}) \(target's choice\)\.?$")
_SINGLE = re.compile(r"(?P<before>)(?P<first>[^.]{5,160}?); OR (?P<second>[^.]{5,200}?) if used against a single enemy\.?$")
_PLAIN = re.compile(r"(?P<before>)(?P<first>[^.]{5,160}?);? OR (?P<second>[^.]{5,160}?)\.?$")
_CONDITIONAL = pattern(r" (?:if|against|when|while) ")
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (_AVOIDS, "target"), (_CHOOSES, "target"), (_OWN_CHOICE, "attacker"), (_TARGETS, "target"), (_SINGLE, "single"),
    (_PLAIN, "attacker"),
)  # fmt: skip
_VERBS = (
    (re.compile(r"^being ", re.IGNORECASE), "is "), (re.compile(r"^taking ", re.IGNORECASE), "takes "),
    (re.compile(r"^take ", re.IGNORECASE), "takes "), (re.compile(r"^lose ", re.IGNORECASE), "loses "),
    (
        re.compile(rf"^as a free action, it moves next to ({SELF})(?: \([^()]{{3,60}}\))?,? who engages it", re.IGNORECASE),
        r"it is pulled into engagement with \1",
    ),
)  # fmt: skip


def split_choice(text: str) -> Choice | None:
    """The choice a text ends with, if it does."""
    either = _WHICHEVER.match(text)
    if either and not _CONDITIONAL.search(either["before"]):
        first = re.sub(r"\beither ", "", either["first"], count=1, flags=re.IGNORECASE)
        return Choice(either["before"].strip(" ,;"), "attacker", (_spoken(first), _spoken(either["second"])))
    if " OR " not in text:
        told = _EITHER.match(text) if "either" in text else None
        ways = [_spoken(told[name]) for name in ("first", "second")] if told else []
        return Choice(told["before"].strip(" ,;"), "target", (ways[0], ways[1])) if told else None
    for form, by in _FORMS:
        match = form.match(text)
        if match is None or (form is _PLAIN and _CONDITIONAL.search(match["second"])):
            continue
        first, second = (_spoken(match[name].strip(" ,;")) for name in ("first", "second"))
        return Choice(match["before"].strip(" ,;"), "attacker" if by == "single" else by, (first, second), by == "single")
    return None


def _spoken(part: str) -> str:
    """An option as a clause of its own: "being dazed" becomes "is dazed"."""
    for form, instead in _VERBS:
        part = form.sub(instead, part)
    return part


def choice_rows(choice: Choice, read: Read) -> list[Row] | None:
    """The rows of a choice; None where it cannot be offered. Whoever is struck may be offered something that the GM applies."""
    options: list[Value] = []
    readable = 0
    for place, part in enumerate(choice.options):
        rows, kept = read(part)
        readable += bool(rows)
        if not rows and choice.by == "attacker":
            return None
        if choice.single:
            rows = [{**row, "against": "single" if place else "not_single"} for row in rows]
        if kept and choice.by == "attacker":
            return None
        listed: list[Value] = list(rows)
        listed.extend({"text": words} for words in kept)
        options.append(listed or [{"text": part}])
    if not readable:
        return None
    if choice.single:
        return [row for listed in options if isinstance(listed, list) for row in listed if isinstance(row, dict)]
    return [{"choose": {"by": choice.by, "options": options}}]


# -- lists below an attack ---------------------------------------------------------------------------------------------

ROLL_FOR = pattern(
    rf"(?:,? and |^)(?:(?P<several>if the attack hits 2 or more targets), )?roll (?:an? )?(?P<dice>{DICE}|d\d{{1,3}})"
    r"(?: against each hit target)?(?: after the attack)? (?:for|to determine) [^.;]{3,60}$"
)
CHOOSE_BELOW = pattern(
    rf"(?:(?P<quick>{SELF} can cast one of the following [a-z -]{{3,40}} as a quick action this turn)"
    r"|choose one effect(?:, and then (?P<then>.{5,80}?))?"
    r"|(?P<head>one effect triggers based on [^.;]{3,60}?)(?: \(gm's choice\))?)\.?$"
)
_RESULT = re.compile(r"(?P<span>\d{1,2}(?:-\d{1,2})?)(?:\. [^:]{2,40}| \([^()]{2,40}\))?: ?(?P<rest>.*)$", re.DOTALL)
_NEXT_RESULT = re.compile(r"(?<=[.;]) (?=\d{1,2}\. [A-Za-z ]{3,30}: ?)")


def results_of(label: str, text: str) -> list[tuple[str, str]]:
    """The results of a table that one paragraph holds: the faces and what they bring."""
    found: list[tuple[str, str]] = []
    for part in _NEXT_RESULT.split(f"{label}: {text}"):
        match = _RESULT.match(part.strip())
        if match is None:
            return []
        found.append((match["span"], match["rest"].strip()))
    return found
