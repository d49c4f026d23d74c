"""Plain text out of a page's markup: what every chapter of the bestiary importer reads.

After `plain`, a text has straight quotes, ASCII hyphens for every dash that stands in a number or a word, single
spaces, and neither links, emphasis nor HTML. A line break written in the page survives as a newline, because the
grammar splits there.
"""

from __future__ import annotations

import html
import re
import unicodedata
from typing import TypeAlias

Value: TypeAlias = "bool | int | str | list[Value] | dict[str, Value] | None"
Row: TypeAlias = "dict[str, Value]"

DICE = r"[1-9]\d?d[1-9]\d{0,2}"
"""Dice as a pattern: some of them, with some sides."""

LONGEST_TEXT = 6000
"""No field of a real stat block comes near this; longer ones are cut, so that a hostile page costs little."""

_LINK = re.compile(r"\[\[(?:[^|\[\]]{0,300}\|)?([^\[\]]{0,300})\]\]")
_DICE_CODE = re.compile(r"`dice:\s*([^`]{1,40})`")
_BREAK = re.compile(r"<\s*br\s*/?\s*>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,80}>")
_EMPHASIS = re.compile(r"(?<![\w*_])([*_]{1,3})(?=\S)([^*_\n]{1,300})(?<=\S)\1(?![\w*_])")
_SPACES = re.compile(r"[^\S\n]+")
_DASH_IN_NUMBER = re.compile(r"(?<=\d)[\u2012-\u2015](?=\d)")
_MINUS = re.compile(r"[\u2010-\u2014\u2212](?=\d)")

_CHARACTERS = str.maketrans(
    {
        "\u00a0": " ", "\u2007": " ", "\u2009": " ", "\u202f": " ", "\u200b": "", "\ufeff": "", "\u00ad": "",
        "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2026": "...", "\u00d7": "x",
        "\u2010": "-", "\u2011": "-", "\u2212": "-", "\r": "\n", "\t": " ",
    }
)  # fmt: skip


def plain(value: object) -> str:
    """The readable text of a field, whatever markup it was written in."""
    if value is None or isinstance(value, bool):
        return ""
    text = html.unescape(str(value)[:LONGEST_TEXT])
    text = _LINK.sub(r"\1", text)
    text = _DICE_CODE.sub(r"\1", text)
    text = _DASH_IN_NUMBER.sub("-", text)
    text = _MINUS.sub("-", text)
    text = text.translate(_CHARACTERS)
    text = _SPACES.sub(" ", text.replace("\n", " "))
    text = _TAG.sub("", _BREAK.sub("\n", text))
    text = _EMPHASIS.sub(r"\2", text)
    return "\n".join(line.strip() for line in text.split("\n")).strip()


def folded(text: str) -> str:
    """A name as it is compared: lower case, plain letters and figures only, single spaces."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("'", ""))
    return " ".join(re.findall(r"[a-z0-9]+", "".join(one for one in letters if not unicodedata.combining(one))))


def slug(text: str) -> str:
    """An id for a file: the folded name with hyphens."""
    return folded(text).replace(" ", "-") or "unnamed"


def leading_integer(text: str) -> int | None:
    """The whole number a field begins with ("25 (in lair: 26)" gives 25); dice ("2d10") are not one."""
    match = re.match(r"\s*\+?(-?\d{1,4})(?![\dd])", text)
    return int(match.group(1)) if match else None


SMALL_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "once": 1, "twice": 2, "thrice": 3,
}  # fmt: skip


def number(word: str) -> int:
    """A small number written in figures or as a word."""
    return SMALL_NUMBERS.get(word.lower()) or int(word)
