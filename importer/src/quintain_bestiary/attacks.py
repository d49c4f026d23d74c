"""Chapter two of the bestiary importer: the attack line.

`[tag]? (R:|C:)? Name (+|-)N (note)? vs. AC|PD|MD (targets)?` says how an attack is made and at whom. What it does
stands in the text below it (see `effects`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from quintain_bestiary.text import DICE, Row, Value, number

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
    others: tuple[Row, ...] = ()
    """Other clauses of which the attacker may take one instead."""
    needs: tuple[str, ...] = ()
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
    granted = bool(_BY_TRIGGER.search(text)) and not _HIT_OFTEN.search(text)
    if not text:
        return Targets({"count": 1, "range": usual})
    repeated = _REPEATED.match(text)
    if repeated:
        row: Row = {"count": 1, "range": _range(repeated["range"], usual)}
        different = bool(repeated["each"] or repeated["different"]) and "different" in text
        return Targets(row, _count(repeated["count"])[0], different, text[repeated.end() :].strip(" ,;"), only_granted=granted)
    chosen = _CHOSEN.match(text)
    if chosen is None:
        return Targets({"count": 1, "range": usual}, kept=text, only_granted=granted)
    row = _chosen_row(chosen, usual)
    adjectives = f"{chosen['before']} {chosen['after']}"
    strange = re.findall(rf"\b(?:non-(?!{_STATES})[a-z]+)\b", adjectives)
    if "filter" not in row:
        _restrict(row, ["smaller"] if "smaller" in adjectives else ["marked infatuated"] if "infatuated" in adjectives else [])
    rest = _suffixes(text[chosen.end() :], row).strip(" ,;")
    rest = "" if rest == "includes +4 grab bonus" or _POINTER.match(rest) else rest
    if strange and _of_no_type(strange, row):
        strange = []
    needs: list[str] = []
    others: list[Row] = []
    if rest and not strange:
        rest = _further_targets(rest, row, kind, others, needs)
    return Targets(row, kept=text if strange else rest, others=tuple(others), needs=tuple(needs), only_granted=granted)


_POINTER = re.compile(r"see (?:below|above)$")
_TYPES = ("plant", "undead", "demon", "devil", "dragon", "construct", "beast", "humanoid", "elemental", "ooze", "giant", "spirit")
_FOREMOST = re.compile(r"with the (?P<way>lowest|fewest|least|highest|most) (?P<what>hit points|hp|ac|pd|md)$")
_PER_POINT = re.compile(r"per point (?:on|of) (?:the )?esc(?:\.|alation) die$")
_ALLIES_TOO = re.compile(
    r"(?:and any (?:[a-z]+ )?allies engaged with those enemies|also targets (?:its|the [a-z]+'s) allies engaged with the targets)$"
)
_BESIDES = re.compile(
    r"(?:and|plus) (?:(?P<one>one|two|1d3) (?P<range>nearby|far ?away) enem(?:y|ies)"
    r"|any enemy the [a-z ]{3,30} has grabbed)(?:, if any)?$"
)
_NAMES = r"[a-z]+(?: (?!or\b)[a-z]+)?"
_UNMET = re.compile(
    rf"not engaged with (?:(?P<it>it|the [a-z]+)|an? (?P<kinds>{_NAMES}(?:, {_NAMES}){{0,4}}(?:,? or {_NAMES})?))$"
)
_MET = re.compile(r"engaged with (?:one or more (?P<kind>[a-z]+)s|(?P<ally>an ally|the [a-z]+'s allies))$")
_SUFFERING = re.compile(r"suffering (?:from )?(?P<name>[a-z]+ [a-z]+)$")
_NOT_ACTED = re.compile(r"or has not acted (?:yet )?this battle$")
_INSTEAD = re.compile(
    r"or (?P<clause>.{5,80}?)(?: at (?P<bonus>[+-]\d{1,2}) vs\.? (?:ac|pd|md))?(?: if the escalation die is (?P<die>\d\+|even|odd))?$"
)
_HIT_OFTEN = re.compile(r"that has been hit (?P<often>once|twice|three times) by the [a-z ]{3,30} this battle$")


_OFTEN = {"once": 1, "twice": 2, "three times": 3}


def _of_no_type(strange: list[str], row: Row) -> bool:
    """ "Each nearby non-plant creature": neither of these types."""
    kinds = [word.removeprefix("non-") for word in strange]
    if "filter" in row or not all(kind in _TYPES for kind in kinds):
        return False
    row["filter"] = f"not_type {' or '.join(kinds)}"
    return True


def _further_targets(rest: str, row: Row, kind: str, others: list[Row], needs: list[str]) -> str:
    """What else a clause says of its targets: who stands out, who comes besides, who may be taken instead; gives back what is left."""
    foremost, besides, unmet, met = _FOREMOST.match(rest), _BESIDES.match(rest), _UNMET.match(rest), _MET.match(rest)
    marked, often = _SUFFERING.match(rest), _HIT_OFTEN.match(rest)
    if foremost and row["count"] == 1:
        what = foremost["what"] if len(foremost["what"]) == 2 else "hp"
        row["foremost"] = f"{'highest' if foremost['way'] in ('highest', 'most') else 'lowest'}_{what}"
    elif _PER_POINT.match(rest) and row["count"] == 1:
        row["count"] = "escalation"
        needs.append("escalation 1+")
    elif _ALLIES_TOO.match(rest):
        row["and_engaged"] = True
    elif besides and ("up_to" not in row or besides["range"] != "nearby"):
        row["also"] = _besides(besides)
    elif unmet and "filter" not in row:
        kinds = re.sub(r",? or |, ", " or ", unmet["kinds"] or "")
        row["filter"] = "not_engaged_with_it" if unmet["it"] else f"not_beset 1 by {kinds}"
    elif often and "filter" not in row:
        row["filter"] = f"hit by source {_OFTEN[often['often']]} times"
    elif marked and "filter" not in row:
        row["filter"] = f"marked {marked['name']}"
    elif met and "filter" not in row:
        row["filter"] = "ally_engaged" if met["ally"] else f"beset 1 by {met['kind']}"
    elif _NOT_ACTED.match(rest) and isinstance(row.get("filter"), list):
        row["filter"] = [*_listed(row["filter"]), "not_acted"]
    else:
        return _instead(rest, kind, others)
    return ""


def _listed(value: Value) -> list[Value]:
    return value if isinstance(value, list) else [value]


def _besides(match: re.Match[str]) -> Row:
    if not match["one"]:
        return {"count": "all", "range": "engaged", "filter": "grabbed"}
    count = match["one"] if "d" in match["one"] else number(match["one"])
    return {"count": count, "range": "nearby" if match["range"] == "nearby" else "far_only"}


def _instead(rest: str, kind: str, others: list[Row]) -> str:
    """ "... or one far away enemy": another clause that the attacker may choose."""
    match = _INSTEAD.match(rest)
    other = targets(match["clause"], kind) if match else None
    plain = other is not None and not other.kept and not other.others and not other.only_granted and other.attacks == 1
    if match is None or other is None or not plain or not _CHOSEN.match(match["clause"]):
        return rest
    written: Row = dict(other.row)
    if match["die"]:
        written["needs"] = f"escalation_{match['die']}" if match["die"].isalpha() else f"escalation {match['die']}"
    if match["bonus"]:
        written["bonus"] = int(match["bonus"])
    others.append(written)
    return ""


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
