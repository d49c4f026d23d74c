"""Clauses that hurt at once: damage to the target, to many, to the creature itself."""

from __future__ import annotations

import re

from quintain_bestiary.phrases import AMOUNT, ONE_TYPE, TARGET, TYPE, Clause, Place, amount, pattern, type_name
from quintain_bestiary.speaker import SELF
from quintain_bestiary.text import DICE, Row, Value, number

_DAMAGE = pattern(
    rf"(?:(?P<subject>{TARGET}|{SELF}|both {SELF} and (?:its|the) target|this attack|the attack) )?",
    r"(?:also |immediately )?(?:takes?|deals?|does|suffers?)?\s?(?:an )?(?P<plus>\+)?",
    AMOUNT,
    r"(?: \(\d+(?:/\d+){1,3}\))? (?P<extra>extra |additional )?(?:special |energy )?",
    TYPE,
    r"(?P<extra2>extra )?damage(?! equal)",
)
_WITH_IT = rf"engaged with (?:{SELF}|it)"
_DAMAGE_TO = pattern(
    rf" to (?P<whom>each (?:other )?enemy {_WITH_IT}|each nearby (?:enemy|creature)|all nearby enemies",
    rf"|(?P<also>the target and (?:to )?)?(?P<count>{DICE}|one|two|three)(?: other)?(?: random)? nearby enem(?:y|ies)",
    rf"(?: of [^.;,]{{1,25}} choice)?|{SELF}|itself|the target)",
)
_MANY_TAKE = pattern(
    r"(?P<target>(?:the )?target and )?",
    r"(?P<whom>each (?:other )?nearby (?:enemy|creature)|all nearby enemies",
    rf"|each (?:other )?(?:enemy|creature) {_WITH_IT}",
    rf"|(?P<count>{DICE}|[1-9]\d?|one|two|three) (?:other )?(?:random )?(?:other )?nearby (?:conscious )?",
    r"(?:enem(?:y|ies)|ally of the target)(?: of [^.;,]{1,25} choice)?",
    rf"|{SELF})",
    r"(?: \(including (?:the target|allies)\))? (?:also )?(?:each )?takes? ",
    AMOUNT, " ", TYPE, "damage",
)  # fmt: skip
_COUNTED = pattern(
    rf"(?:(?:{TARGET} takes |the attack deals |deals? )?(?P<extra>extra )?",
    TYPE,
    r"damage equal to (?:(?P<factor>twice|three times|\d{1,2} ?x) )?the ",
    r"(?:(?P<natural>natural (?:attack|d20) roll)|(?:value of the )?escalation die)",
    rf"(?P<both> to both the target and {SELF})?|add the escalation die to the damage)",
)
_FACTORS = {"twice": 2, "three times": 3}
_ALONE = pattern(r" \(or (?P<amount>\d{1,3}) if used against a single (?:target|enemy)\)")
_OF_TYPE = pattern(
    r" of (?:the|an?) (?:following |chosen |energy |same ){0,3}(?:damage )?type[^.;]{0,120}| \((?:gm|your) choice\)"
)
_LOSES = pattern(rf"{SELF} loses ", AMOUNT, r" (?:hp|hit points)")
_DOUBLE = pattern(r"(?:the|this) attack (?:does|deals) double damage")
_HALF = pattern(r"(?:the target takes )?half[- ]damage(?! to)")


def typed(row: Row, match: re.Match[str], end: int, text: str = "") -> Clause:
    """Adds the damage type; where there is a choice of types, the first, and the choice as text."""
    if match["type"]:
        row["type"] = type_name(match["type"])
    more = f"the damage type may be {match['type']}{match['types']}" if match["types"] else ""
    kinds = re.findall(ONE_TYPE, f"{match['type']}{match['types']}", re.IGNORECASE) if match["types"] else []
    choice = _OF_TYPE.match(text, end)
    if choice:
        listed = re.findall(ONE_TYPE, choice.group(0), re.IGNORECASE)
        if listed:
            row["type"] = type_name(listed[0])
        kinds = listed or kinds
        more, end = more or f"damage{choice.group(0)}", choice.end()
    if len(kinds) > 1 and " and" not in (match["types"] or "") and ("damage" in row or "ongoing" in row):
        row[KINDS], more = [type_name(kind) for kind in kinds], ""
    return Clause([row], end, more=more)


KINDS = "one of these types"
"""A row on its way: the damage types of which the attacker chooses one."""


def choices_of_type(rows: list[Row]) -> list[Row]:
    """Rows whose damage type is open become a choice between them."""
    written: list[Row] = []
    for row in rows:
        kinds = row.pop(KINDS, None)
        if not isinstance(kinds, list):
            written.append(row)
            continue
        against: Row = {"against": row.pop("against")} if "against" in row else {}
        options: list[Value] = [[{**row, "type": kind}] for kind in kinds]
        written.append({"choose": {"by": "attacker", "options": options}, **against})
    return written


def damage(text: str, at: int, place: Place) -> Clause | None:
    """ "10 fire damage", "the target takes 1d6 extra damage", "the attack deals +5 damage"."""
    match = _DAMAGE.match(text, at)
    if match is None or text[match.end() : match.end() + 5] == " each":
        return None
    subject = (match["subject"] or "").lower()
    extra = bool(match["plus"] or match["extra"] or match["extra2"])
    value = amount(match["amount"])
    row: Row = {"extra_damage" if extra and place.hits_only else "damage": value}
    if subject.startswith("both"):
        clause = typed(row, match, match.end())
        clause.rows.append({**row, "on": "self"})
        return clause
    deals = re.search(r"\bdeals?\b|\bdoes\b", match.group(0), re.IGNORECASE)
    if (re.fullmatch(SELF, subject) or (subject == "it" and place.about_self)) and not deals:
        row = {"damage": value, "on": "self"}
    whom = _DAMAGE_TO.match(text, match.end())
    alone = _ALONE.match(text, match.end())
    if alone and "damage" in row:
        clause = typed(row, match, alone.end())
        clause.rows = [{**row, "against": "not_single"}, {**row, "damage": int(alone["amount"]), "against": "single"}]
        return clause
    if whom is None:
        return typed(row, match, match.end(), text)
    if whom["count"]:
        row = {"damage": value, "on": "random_other"}
        row["count"] = whom["count"] if "d" in whom["count"] else number(whom["count"])
        clause = typed(row, match, whom.end(), text)
        if whom["also"]:
            target: Row = {("extra_damage" if extra and place.hits_only else key): one for key, one in row.items() if key == "damage"}
            clause.rows.insert(0, target | ({"type": row["type"]} if "type" in row else {}))
        return clause
    on = _whom(whom["whom"].lower())
    row = {"damage": value} if on == "target" else {"damage": value, "on": on}
    return typed(row, match, whom.end(), text)


def _whom(words: str) -> str:
    if re.match(rf"{SELF}|itself", words):
        return "self"
    if "engaged" in words:
        return "each_other" if "other" in words else "each_engaged"
    if "creature" in words:
        return "each_creature"
    return "target" if words == "the target" else "each_nearby"


def damage_to_many(text: str, at: int, place: Place) -> Clause | None:
    """ "Each nearby enemy takes 5 cold damage", "1d3 random nearby enemies each take 8 damage"."""
    match = _MANY_TAKE.match(text, at)
    if match is None or (re.match(SELF, match["whom"]) and not match["target"]):
        return None
    row: Row = {"damage": amount(match["amount"])}
    if match["count"]:
        row["on"] = "random_other"
        row["count"] = match["count"] if "d" in match["count"] else number(match["count"])
    else:
        row["on"] = _whom(match["whom"].lower())
    clause = typed(row, match, match.end())
    if match["target"]:
        clause.rows.insert(0, {key: value for key, value in row.items() if key not in ("on", "count")})
    return clause


def counted_damage(text: str, at: int, place: Place) -> Clause | None:
    """ "Damage equal to the natural attack roll", "add the escalation die to the damage"."""
    match = _COUNTED.match(text, at)
    if match is None:
        return None
    added = match.group(0).lower().startswith("add")
    value = "natural" if match["natural"] else "escalation"
    if match["factor"]:
        value += f" x{_FACTORS.get(match['factor'].lower()) or int(match['factor'].lower().rstrip('x '))}"
    row: Row = {"extra_damage" if place.hits_only and (added or match["extra"]) else "damage": value}
    clause = typed(row, match, match.end())
    if match["both"]:
        clause.rows.append({**row, "on": "self"})
    return clause


def loses_hp(text: str, at: int, place: Place) -> Clause | None:
    """ "The brute loses 12 hit points": the price of its own attack."""
    match = _LOSES.match(text, at)
    return Clause([{"damage": amount(match["amount"]), "on": "self"}], match.end()) if match else None


def double_damage(text: str, at: int, place: Place) -> Clause | None:
    """ "The attack deals double damage": one doubling more."""
    match = _DOUBLE.match(text, at)
    return Clause([{"double_damage": True}], match.end()) if match else None


def half_damage(text: str, at: int, place: Place) -> Clause | None:
    """ "Half damage" after a miss; after a hit it would be someone else's rule."""
    match = _HALF.match(text, at)
    return None if match is None or place.hits_only else Clause([{"damage": "half"}], match.end())
