"""Chapter two of the bestiary importer: the attack line.

`[tag]? (R:|C:)? Name (+|-)N (note)? vs. AC|PD|MD (targets)?` says how an attack is made and at whom. What it does
stands in the text below it (see `bestiary_effects`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from quintain.library.bestiary_text import DICE, Row, number

CONDITIONS = ("dazed", "weakened", "vulnerable", "stuck", "hampered", "confused", "stunned", "helpless")

GRAB_BONUS = 4
"""What a grabber adds against the one it holds (ES-161); the rules add it, so a line that includes it is put right."""

_NUMBER = r"(?:[1-9]\d?|one|two|three|four|five|six|seven)"
_HEADER = (
    r"(?:\d{1,2}\.\s+)?(?:\[(?P<tag>[^\[\]]{1,80})\]\s*)?"
    r"(?:(?P<mark>[RC]):\s*)?"
    r"(?P<name>[^\[\]+\n]{1,120}?)\s*"
    r"(?P<bonus>[+-]\s?\d{1,2})\s*"
    r"(?:\((?P<note>[^()]{0,120})\)\s*)?"
    r"(?:\s+or\s+[+-]\d{1,2}\s*)?"
    r"vs\.?\s*(?P<defence>AC|PD|MD)\b\s*"
    r"(?:\((?P<clause>[^()]{0,200})\))?"
)
_LINE = re.compile(_HEADER + r"(?P<rest>.*)$", re.IGNORECASE | re.DOTALL)
_UNROLLED = re.compile(
    r"(?:\[(?P<tag>[^\[\]]{1,80})\]\s*)?(?:(?P<mark>[RC]):\s*)?"
    r"(?P<name>[^()\n]{1,120}?)\s*(?:\((?P<clause>[^()]{0,200})\))?$"
)
_INSIDE = re.compile(
    r"(?:^|(?<=\n)|(?<=[.;:] ))\s*(?:\[[^\[\]]{1,80}\]\s*)?(?:[RC]:\s*)?"
    r"[A-Z][^\[\]+\n.:;]{1,60}?\s*[+-]\d{1,2}\s*vs\.?\s*(?:AC|PD|MD)\b"
)


@dataclass(frozen=True)
class Targets:
    """Whom an attack takes, in the words of the stat-block format, and what of the clause was not understood."""

    row: Row
    attacks: int | str = 1
    different: bool = False
    kept: str = ""
    only_granted: bool = False
    """The clause speaks of whoever set the attack off: it cannot be chosen on a turn."""


@dataclass(frozen=True)
class AttackLine:
    """The header of an attack, read."""

    name: str
    kind: str
    bonus: int | None
    """None: the attack needs no roll."""
    defence: str
    tag: str
    note: str
    targets: Targets
    rest: str
    """What follows the header on the same line; empty in a well-formed one."""


def attack_line(text: str) -> AttackLine | None:
    """A rolled attack's header, or None where the text is not one."""
    match = _LINE.match(text.strip())
    if match is None or not _tidy(match["name"]):
        return None
    kind = {"R": "ranged", "C": "close"}.get((match["mark"] or "").upper(), "melee")
    bonus, note = int(match["bonus"].replace(" ", "")), _tidy(match["note"] or "")
    if re.search(r"includes (?:the )?(?:\+4 )?grab bonus", f"{note} {match['clause']}"):
        bonus, note = bonus - GRAB_BONUS, ""
    elif note == f"+{bonus + GRAB_BONUS} against a grabbed enemy":
        note = ""
    return AttackLine(
        name=_tidy(match["name"]), kind=kind, bonus=bonus,
        defence=match["defence"].upper(), tag=_tidy(match["tag"] or ""), note=note,
        targets=targets(match["clause"] or "", kind), rest=match["rest"].strip(" .\u2014\u2013-"),
    )  # fmt: skip


def unrolled_line(text: str) -> AttackLine | None:
    """The header of something that needs no roll: `(R:|C:)? Name (targets)?`."""
    match = _UNROLLED.match(text.strip())
    if match is None:
        return None
    kind = {"R": "ranged", "C": "close"}.get((match["mark"] or "").upper(), "melee")
    clause = re.sub(r"^automatic hit against\s+", "", match["clause"] or "", flags=re.IGNORECASE)
    tag, name = _tidy(match["tag"] or ""), _tidy(match["name"])
    return AttackLine(name, kind, None, "", tag, "", targets(clause, kind), "") if name else None


def attacks_inside(text: str) -> Iterator[tuple[int, int]]:
    """Where another attack's line begins and ends in the middle of a text (some pages write two into one paragraph)."""
    starts = [match.start() for match in _INSIDE.finditer(text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=False):
        if attack_line(text[start:end]) is not None:
            yield start, end


def _tidy(text: str) -> str:
    return " ".join(text.split()).strip(" .,:;\u2014\u2013-")


_COUNT = rf"(?:{DICE}(?:\s*\+\s*\d{{1,2}})?|{_NUMBER}(?: or {_NUMBER})?)"
_RANGE = r"(?:nearby or far ?away|nearby|far ?away)"
_REPEATED = re.compile(
    rf"^(?:up to )?(?P<count>{_COUNT}) attacks?\b"
    r"(?:[,;]? (?:(?P<each>each )?(?:against|vs\.?)|can target)(?: a| one)?(?P<different> different)?"
    rf"(?: (?P<range>{_RANGE}))?(?: enem(?:y|ies)| targets?| creatures?)?)?"
)
_STATES = "|".join((*CONDITIONS, "staggered", "grabbed", "unconscious", "unengaged"))
_KNOWN = rf"(?:random|conscious|closest|different|other|living|engaged|{_STATES})"
_ADJECTIVES = rf"(?:(?:{_KNOWN}|smaller|infatuated|non-[a-z]+)(?:,? (?:or|and) |, | |$))*"
_DAMAGE = r"fire|cold|acid|lightning|thunder|poison|psychic|holy|force|negative energy"
_CHOSEN = re.compile(
    rf"^(?:vs\.? )?(?P<upto>up to )?(?:(?P<count>{_COUNT})|(?P<all>each|every|all)"
    rf"|(?:the|an?)(?: (?P<the>{_NUMBER}))?)?\s*"
    rf"(?P<before>{_ADJECTIVES})(?:(?P<range>{_RANGE})\s*)?(?P<after>{_ADJECTIVES})"
    r"(?P<who>enem(?:y|ies)|creatures?|targets?|foes?)\b(?:/bystanders)?"
)
_SUFFIXES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("group", re.compile(r"^,? in a (?:group|rough line|line)\b")),
    (
        "engaged",
        re.compile(
            r"^,? (?:that(?:'s| is| are) )?engaged with (?:it\b|(?:the )?(?!an? |one |all|[a-z' -]*\ball)[a-z'-]+(?: [a-z'-]+)?$)"
        ),
    ),
    ("grabbed", re.compile(r"^,? (?:that )?(?:it's|it is|it has|the [a-z ]{3,25} (?:is|has)) grabb(?:ing|ed)\b")),
    ("hp", re.compile(r"^ (?:with|that has) (?P<hp>[1-9]\d{0,2}) (?:hp|hit points) or (?:fewer|less)\b")),
    ("ongoing", re.compile(rf"^ (?:that(?:'s| is| are) )?taking ongoing (?:(?P<type>{_DAMAGE}) )?damage\b")),
    (
        "state",
        re.compile(rf"^ (?:that(?:'s| is| are)|who(?:'s| is)) (?P<state>(?:{_STATES})\b(?:(?:,? or |, )(?:{_STATES})\b){{0,4}})"),
    ),
    ("marked", re.compile(r"^ (?:(?:that(?:'s| is| are) )?affected by|suffering(?: from)?) (?:the )?(?P<mark>[a-z' ]{3,25})$")),
    ("battle", re.compile(r"^ in the battle\b")),
    ("or_one", re.compile(r"^,? or one enemy\b")),
    ("far_penalty", re.compile(r"^,? or (?:an? |one )?far ?away enemy at -(?P<penalty>\d) (?:atk|to attack|attack)\b")),
)
_BY_TRIGGER = re.compile(
    r"\b(?:triggering|triggered|hit by|it hits with|hit twice|attacking|that staggered|moving enemy)\b"
)


def targets(clause: str, kind: str) -> Targets:
    """The bracketed clause of an attack line; without one, the default of its kind (ES-169)."""
    text = " ".join(clause.lower().split()).strip(" .")
    usual = "engaged" if kind == "melee" else "nearby"
    granted = bool(_BY_TRIGGER.search(text))
    if not text:
        return Targets({"count": 1, "range": usual})
    repeated = _REPEATED.match(text)
    if repeated:
        row: Row = {"count": 1, "range": _range(repeated["range"], usual)}
        different = bool(repeated["each"] or repeated["different"]) and "different" in text
        return Targets(row, _count(repeated["count"])[0], different, text[repeated.end() :].strip(" ,;"), granted)
    chosen = _CHOSEN.match(text)
    if chosen is None:
        return Targets({"count": 1, "range": usual}, kept=text, only_granted=granted)
    row = _chosen_row(chosen, usual)
    adjectives = f"{chosen['before']} {chosen['after']}"
    strange = re.findall(rf"\b(?:non-(?!{_STATES})[a-z]+)\b", adjectives)
    if "filter" not in row:
        _restrict(row, ["smaller"] if "smaller" in adjectives else ["marked infatuated"] if "infatuated" in adjectives else [])
    rest = _suffixes(text[chosen.end() :], row).strip(" ,;")
    rest = "" if rest == "includes +4 grab bonus" else rest
    return Targets(row, kept=text if strange else rest, only_granted=granted)


def _chosen_row(chosen: re.Match[str], usual: str) -> Row:
    row: Row = {"count": 1, "range": _range(chosen["range"], usual)}
    if chosen["all"]:
        row["count"] = "all"
    elif chosen["count"] or chosen["the"]:
        row["count"], either = _count(chosen["count"] or chosen["the"])
        if chosen["upto"] or either:
            row["up_to"] = True
    adjectives = f"{chosen['before']} {chosen['after']}"
    if re.search(r"\brandom\b", adjectives):
        row["random"] = True
    if re.search(r"\bengaged\b", adjectives):
        row["range"] = "engaged"
    states = [state for state in re.findall(rf"\b(?:non-)?(?:{_STATES})\b", adjectives) if state != "unconscious"]
    _restrict(row, ["free" if state == "unengaged" else state.replace("non-", "not_") for state in states])
    if chosen["who"] == "creatures" or (chosen["all"] and chosen["who"] == "creature"):
        row["who"] = "creature"
    return row


def _suffixes(rest: str, row: Row) -> str:
    """Reads the phrases after "enemies"; gives back what is left over."""
    going = True
    while rest and going:
        going = False
        for what, pattern in _SUFFIXES:
            match = pattern.match(rest)
            if match:
                rest, going = rest[match.end() :], True
                _apply_suffix(what, match, row)
    return rest


def _apply_suffix(what: str, match: re.Match[str], row: Row) -> None:
    if what == "group":
        row["in_group"] = True
    elif what == "engaged":
        row["range"] = "engaged"
    elif what == "hp":
        row["hp_or_fewer"] = int(match["hp"])
    elif what == "far_penalty":
        row["range"], row["faraway_penalty"] = "faraway", int(match["penalty"])
    elif what == "battle":
        row["range"] = "faraway"
    elif what == "or_one":
        row["up_to"] = True
    elif what == "grabbed":
        _restrict(row, [what])
    elif what == "marked":
        _restrict(row, [f"marked {match['mark']}"])
    elif what == "ongoing":
        _restrict(row, [f"ongoing {match['type']}" if match["type"] else what])
    elif what == "state":
        _restrict(row, re.findall(_STATES, match["state"]))


def _restrict(row: Row, states: list[str]) -> None:
    if len(states) == 1:
        row["filter"] = states[0]
    elif states:
        row["filter"] = list(states)


def _range(words: str | None, usual: str) -> str:
    if not words:
        return usual
    if words.startswith("nearby or"):
        return "faraway"
    return "nearby" if words == "nearby" else "far_only"


def _count(words: str) -> tuple[int | str, bool]:
    """How many, and whether fewer may be chosen ("1 or 2")."""
    if re.match(r"\d+d\d", words):
        return words.replace(" ", ""), False
    parts = words.split(" or ")
    return number(parts[-1]), len(parts) > 1
