"""Clauses that put a state on somebody: a mark with a name, an opening for others to use, fear of one foe, resistance, an attack
unlocked for a later turn, harm each time the bearer does something."""

from __future__ import annotations

import re

from quintain_bestiary.phrases import (
    AMOUNT,
    CONDITION,
    ONE_TYPE,
    TARGET,
    TYPE,
    Clause,
    Place,
    amount,
    pattern,
    type_name,
    until_at,
)
from quintain_bestiary.speaker import OWN_ATTACK, SELF
from quintain_bestiary.text import DICE, Row, Value

KIND = r"(?!enem|target|all\b|creatures?\b|its\b|nearby\b)[a-z'-]+(?: (?!attacks?\b|gain|add|deal)[a-z'-]+){0,2}?"
"""Creatures by name: "orcs", "silver hounds"."""

# -- harm each time ----------------------------------------------------------------------------------------------------

_WHEN = (
    ("attacks source", rf"attacks {SELF}"),
    ("attacks otherwise", r"makes a non-basic attack"),
    ("fails a save", r"fails a save"),
    ("hit by source", rf"{SELF} hits it with an attack"),
    ("acts", r"takes an action"),
    ("spends a recovery", r"spends? a recovery"),
    ("engaged or left", r"(?:is engaged or left|an enemy engages it or disengages from it)"),
)
_DOES = "|".join(phrase for _, phrase in _WHEN)
_TAKES_EACH = pattern(
    rf"(?:{TARGET} )?(?:also )?takes ", AMOUNT, " ", TYPE, rf"damage (?:each time|whenever) (?:{TARGET} )?(?P<does>{_DOES})"
)  # fmt: skip
_EACH_TIME = pattern(
    rf"each time {TARGET} (?P<does>{_DOES})(?P<battle> this battle)?,? {TARGET} (?:[a-z ]{{3,40}} and )?takes ",
    rf"(?:(?P<ongoing>{DICE}|\d{{1,3}}) ongoing (?P<otype>(?:{ONE_TYPE}) )?",
    rf"|(?P<amount>{DICE}|\d{{1,3}}) (?P<type>(?:{ONE_TYPE}) )?)damage",
)
_ONGOING_EACH = pattern(
    rf"(?:{TARGET} )?takes (?P<amount>\d{{1,3}}) ongoing (?P<type>(?:{ONE_TYPE}) )?damage each time (?P<does>{_DOES})"
)
_FIRST_SAVE = pattern(
    rf"(?:{TARGET} )?takes ", AMOUNT, " ", TYPE,
    r"damage the first time (?:it|the target) (?:succeeds at|makes) (?:a|any) save before the end of (?P<whose>its) next turn",
)  # fmt: skip


def _happening(said: str) -> str:
    return next(name for name, phrase in _WHEN if re.fullmatch(phrase, said, re.IGNORECASE))


def _harm(value: int | str, kind: str | None) -> Row:
    row: Row = {"damage": value}
    if kind:
        row["type"] = type_name(kind.strip())
    return row


def each_time(text: str, at: int, place: Place) -> Clause | None:
    """ "Takes 10 psychic damage each time it attacks the lurker (save ends)"."""
    first = _FIRST_SAVE.match(text, at)
    if first:
        once: Row = {"when": "saves", "effects": [_harm(amount(first["amount"]), first["type"])], "once": True}
        return Clause([{"each_time": once, "until": "end of target's next turn"}], first.end())
    match = _ONGOING_EACH.match(text, at)
    if match:
        end = until_at(text, match.end())
        kind: Row = {"type": type_name(match["type"].strip())} if match["type"] else {}
        again: Row = {"ongoing": int(match["amount"]), "until": end.rule if end else "save"}
        return _until(text, match.end(), place, _happening(match["does"]), [again | kind])
    match = _TAKES_EACH.match(text, at)
    if match:
        effects: list[Value] = [_harm(amount(match["amount"]), match["type"])]
        return _until(text, match.end(), place, _happening(match["does"]), effects)
    match = _EACH_TIME.match(text, at)
    if match is None:
        return None
    if match["ongoing"]:
        burns: Row = {"ongoing": amount(match["ongoing"]), "until": "save"}
        effects = [burns | ({"type": type_name(match["otype"].strip())} if match["otype"] else {})]
    else:
        effects = [_harm(amount(match["amount"]), match["type"])]
    ends = "end of battle" if match["battle"] else ""
    return _until(text, match.end(), place, _happening(match["does"]), effects, ends)


def _until(text: str, at: int, place: Place, when: str, effects: list[Value], ends: str = "") -> Clause | None:
    end = until_at(text, at)
    rule = ends or (end.rule if end else place.until)
    if not rule or (end and end.several):
        return None
    return Clause([{"each_time": {"when": when, "effects": effects}, "until": rule}], end.end if end else at)


# -- marks -------------------------------------------------------------------------------------------------------------

_MARK = pattern(
    rf"(?:{TARGET} )?(?:is|becomes|feels|lies) (?:now |also )?",
    r"(?:affected by |under |marked with |marked as |overcome by )?(?:an? |the )?",
    rf"(?P<name>(?!(?:also )?(?:{CONDITION}|grabbed|staggered|immune|vulnerable|swallowed|taking|pulled|moved))[a-z' -]{{3,40}}?)",
    r"(?=,? \((?:easy |hard |normal |difficult )?save)",
)
_NO_NAME = pattern(r"\b(?:damage|penalty|bonus|attack|only|can't|cannot|able|if|and|or|until|while|save|turn|but)\b")
_OWN_MARK = pattern(
    rf"{SELF} becomes (?P<name>[a-z]{{3,20}}) until it's hit by an attack against (?P<defence>AC|PD|MD)",
    r" or until it misses with a natural odd attack roll",
)


def mark(text: str, at: int, place: Place) -> Clause | None:
    """ "The target is bewitched (save ends)": the state and its end are kept by the rules, what it means is told."""
    own = _OWN_MARK.match(text, at)
    if own:
        ends: list[Value] = [f"hit {own['defence'].upper()}", "misses odd"]
        row: Row = {"mark": own["name"].lower(), "on": "self", "until": "end of battle", "ends_when": ends}
        return Clause([row], own.end())
    match = _MARK.match(text, at)
    if match is None or _NO_NAME.search(match["name"]):
        return None
    end = until_at(text, match.end())
    if end is None:
        return None
    name = place.speaker.unmark(match["name"]).lower()
    more = "; ".join(part for part in (name, end.more) if part)
    return Clause([{"mark": name, "until": end.rule}], end.end, end.several, more=more)


# -- openings for others -----------------------------------------------------------------------------------------------

_OPENING = pattern(
    rf"(?:all )?(?:(?P<kind>{KIND}) attacks|(?:melee )?attacks by (?P<kind2>{KIND})) against (?:the target|it) ",
    r"gain an attack bonus equal to the escalation die",
)
_OPENING_CRIT = pattern(
    rf"the crit range (?:for|of) (?:all |attacks by )?(?P<kind>{KIND}|{SELF}) against (?:that|the) target expands by (?P<value>\d)"
)
_OPENING_DAMAGE = pattern(
    rf"(?:melee )?attacks by (?P<kind>{KIND}) deal \+(?P<value>{DICE}|\d{{1,2}}) damage against (?:the target|it)"
    r"(?: \(non-cumulative\))?"
)
_OPENING_KIND = pattern(
    rf"(?:all nearby |nearby )?(?P<kind>{KIND}|{SELF}s?) gain a \+(?P<value>\d) attack bonus against (?:the target|it)",
    r"(?P<turn> on their next turn)?",
)
_DEFENCES_DIE = pattern(rf"(?:{TARGET} )?takes a penalty to all defences equal to the escalation die")
_ADD_DIE = pattern(
    r"(?P<one>undead|plant|demon|devil|beast)(?: creatures)?(?: and (?P<two>undead|plant|demon|devil|beast)(?: creatures)?)?"
    r"(?: in (?:the|this) battle)? (?:add the escalation die to|use the escalation die for) their attacks against (?:the target|it)"
)


def _singular(kind: str, place: Place) -> str:
    said = place.speaker.unmark(kind).lower()
    said = said.removeprefix("the ").removeprefix("all ").removeprefix("each ").strip()
    return said[:-1] if said.endswith("s") and not said.endswith("ss") else said


def opening(text: str, at: int, place: Place) -> Clause | None:
    """ "Until the end of the battle, all reed hound attacks against the target gain an attack bonus equal to ..."."""
    readings: list[tuple[re.Match[str] | None, Row, list[str]]] = []
    match = _OPENING.match(text, at)
    readings.append((match, {"attack": "escalation"}, [match["kind"] or match["kind2"]] if match else []))
    match = _DEFENCES_DIE.match(text, at)
    readings.append((match, {"attack": "escalation"}, [""]))
    match = _ADD_DIE.match(text, at)
    readings.append((match, {"attack": "escalation"}, [one for one in (match["one"], match["two"]) if one] if match else []))
    match = _OPENING_DAMAGE.match(text, at)
    readings.append((match, {"damage": amount(match["value"])} if match else {}, [match["kind"]] if match else []))
    match = _OPENING_KIND.match(text, at)
    readings.append((match, {"attack": int(match["value"])} if match else {}, [match["kind"]] if match else []))
    for found, gains, kinds in readings:
        if found is not None:
            return _opened(text, found, gains, kinds, place)
    match = _OPENING_CRIT.match(text, at)
    if match is None:
        return None
    clause = _opened(text, match, {"crit": int(match["value"])}, [match["kind"]], place)
    if clause:
        clause.rows[0]["cumulative"] = True
    return clause


def _opened(text: str, match: re.Match[str], gains: Row, kinds: list[str], place: Place) -> Clause | None:
    end = until_at(text, match.end())
    rule = end.rule if end else place.until
    if match.groupdict().get("turn"):
        rule = "end of own next turn"
    if not rule:
        return None
    rows: list[Row] = []
    for kind in kinds:
        row: Row = {"exposes": dict(gains), "until": rule}
        if kind:
            row["by"] = _singular(kind, place)
        rows.append(row)
    return Clause(rows, end.end if end else match.end(), bool(end and end.several))


# -- fear, resistance, immunity, attacks unlocked ----------------------------------------------------------------------

FEAR_BY_LEVEL = (7, 9, 12, 15, 18, 24, 30, 36, 48, 60, 72, 96, 120, 144, 192)
"""The threshold of an ordinary fear aura, by level."""
_FEAR = pattern(
    rf"{SELF} gains a fear aura against the target(?P<end> \(save ends\)| until the end of the battle)(?: as [^.;]{{3,80}})?"
)
_FEAR_BY_HP = pattern(
    rf"while engaged with {SELF}, if the scared target has (?P<hp>\d{{1,3}}) hp or fewer, it's dazed(?: \([^()]*\))?",
    r" and does not add the escalation die to its attacks",
)
_FEAR_ANYWAY = pattern(rf"(?:{TARGET} )?is affected by {SELF}'s fear aura even if it has more than \d{{1,3}} (?:hp|hit points)")
_RESISTS = pattern(
    rf"{SELF} gains resist (?P<what>spell|weapon|{ONE_TYPE})(?: damage)? (?P<least>\d{{1,2}})\+"
    r"(?P<target> against the target's (?:spells|attacks))?"
)
_UNRESISTS = pattern(rf"(?:{TARGET} )?loses (?:all |any )?(?:its )?(?P<type>{ONE_TYPE}) resistance")
_IMMUNE_TO = pattern(rf"(?:{TARGET} )?is immune to (?P<after>the aftereffect of )?(?P<attack>{OWN_ATTACK})(?: attacks?)?")
_LATER = r"(?:during its next turn|at the start of its next turn)"
_STILL = r"(?: if it's (?:still )?engaged with (?:the|that) target)?"
_UNLOCKS = pattern(
    rf"(?:{SELF} |it )?can make an? (?P<attack>{OWN_ATTACK}) attack(?P<same> against (?:the|that) target)?(?: as a standard action)?",
    rf" {_LATER}(?: as a standard action)?(?P<still>{_STILL})",
    rf"|if it's still engaged with the target {_LATER}, it can make an? (?P<attack2>{OWN_ATTACK}) attack",
)


def fear(text: str, at: int, place: Place) -> Clause | None:
    """ "The lich gains a fear aura against the target (save ends)"."""
    gaze = _FEAR_BY_HP.match(text, at)
    if gaze:
        return Clause([], gaze.end())
    anyway = _FEAR_ANYWAY.match(text, at)
    end = until_at(text, anyway.end()) if anyway else None
    rule = end.rule if end else place.until
    if anyway and rule:
        return Clause([{"fear_of": 9999, "until": rule}], end.end if end else anyway.end())
    match = _FEAR.match(text, at)
    if match is None:
        return None
    named = _FEAR_BY_HP.search(text)
    level = min(max(place.speaker.level, 0), len(FEAR_BY_LEVEL) - 1)
    threshold = int(named["hp"]) if named else FEAR_BY_LEVEL[level]
    return Clause([{"fear_of": threshold, "until": "save" if "save" in match["end"] else "end of battle"}], match.end())


def resistance(text: str, at: int, place: Place) -> Clause | None:
    """ "The naga gains resist spell damage 16+ against the target's spells until the end of the battle"; or loses some."""
    match = _RESISTS.match(text, at)
    if match:
        row: Row = {"resists": {match["what"].lower(): int(match["least"])}, "on": "self"}
        if match["target"]:
            row["versus"] = "target"
    else:
        match = _UNRESISTS.match(text, at)
        row = {"unresists": type_name(match["type"])} if match else {}
    if match is None:
        match = _IMMUNE_TO.match(text, at)
        if match:
            after = " aftereffect" if match["after"] else ""
            row = {"immune_to": f"{place.speaker.attack_meant(match['attack']).lower()}{after}"}
    end = until_at(text, match.end(), "on" in row) if match else None
    rule = end.rule if end else place.until
    if match is None or not rule:
        return None
    row["until"] = rule
    return Clause([row], end.end if end else match.end())


def unlocks(text: str, at: int, place: Place) -> Clause | None:
    """ "The hound can make a throat bite attack during its next turn": an attack that waits, opened up for that turn."""
    match = _UNLOCKS.match(text, at)
    if match is None:
        return None
    name = place.speaker.attack_meant(match["attack"] or match["attack2"])
    if name.lower() not in place.speaker.waits:
        return None
    row: Row = {"unlocks": name.lower(), "on": "self", "until": "end of own next turn"}
    if match["same"] or match["attack2"] or match["still"]:
        row["versus"] = "target"
    return Clause([row], match.end())
