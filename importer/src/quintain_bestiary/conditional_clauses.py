"""Clauses with a condition of their own: openings, harm for whoever gets away, random creatures, powers used for free; and
sentences that change what the sentence before them brought."""

from __future__ import annotations

import re

from quintain_bestiary.phrases import (
    AMOUNT,
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
from quintain_bestiary.text import DICE, Row, Value, number

_OPENS = pattern(rf"(?:the )?target (?:can|may) make an opportunity attack against {SELF}(?: as a free action)?")
_LEAVES = pattern(rf"(?:{TARGET} )?takes ", AMOUNT, " ", TYPE, rf"damage (?:if|when) (?:{TARGET}) disengages from (?:{SELF}|it)")
_ANYBODY = pattern(
    rf"(?P<count>{DICE}|one|two|three) random nearby (?:non-(?P<not>[a-z]+) )?creatures? (?:each )?takes? ",
    AMOUNT, " ", TYPE, "damage",
)  # fmt: skip
_MOB = pattern(rf"{SELF} mob takes ", AMOUNT, rf" damage(?: \(killing {SELF} first\))?")
_USES = pattern(rf"(?:{SELF}|it) can use (?:its )?(?P<name>[a-z' -]{{3,40}}?) as a free action")
_ANSWER = pattern(
    rf"the next time the target attacks, if it includes {SELF}(?: [a-z]+)? in the attack,? {SELF}(?: [a-z]+)?"
    rf" (?:may|can) make a free (?P<attack>{OWN_ATTACK})"
    r" attack against the target"
)
_QUICK_MOVE = pattern(
    r"as a quick action this turn,? (?:it )?(?:can|may) move(?: normally)?"
    r"(?:,? even (?:if|when|though) it has (?:already )?moved(?: this turn)?)?"
)
_NO_RESISTANCE = pattern(rf"(?:{TARGET} )?loses all (?:of )?its resistances")
_HELPED = pattern(r"(?:the )?target (?:heals ", AMOUNT, r" (?:hp|hit points)|(?P<moves>moves as a free action))")
_STIRRED = pattern(r"(?:the )?target adds the escalation die to its attacks")
_FAILURES = pattern(
    rf"(?:{TARGET} )?takes? (?P<amount>\d{{1,3}}) ", TYPE,
    r"damage for each failed save against (?:the effect|it)(?: before [^.;]{5,60})?$",
)  # fmt: skip


_D20 = pattern(rf"(?:{TARGET} )?takes a (?P<value>-\d) penalty to all d20 rolls")
_D20_MORE = pattern(r"the penalty to all d20 rolls increases by (?P<value>-\d)(?: \([^()]{3,60}\))?")
_FOR_EACH = pattern(
    rf"(?:{TARGET} )?takes ", AMOUNT, r" (?:extra )?", TYPE,
    r"damage for each (?:(?P<recovery>unexpended recovery (?:it|the target) has)",
    r"|(?P<kind>(?!enem|creature|all)[a-z-]+)(?: \( ?#[^()]{3,60}\))? engaged with (?:it|the target))",
)  # fmt: skip
_UNDERLING = pattern(
    r"(?:until (?:the start of its next turn|its next turn starts), )?the first time (?:an|any) attack (?:would hit|hits)"
    rf" {SELF}, it (?:can|may) (?:partially|partly) avoid (?:that|the) attack if it has a nearby (?P<kind>[a-z-]+) ally;"
    r" it (?:only takes|takes only) half (?:the )?damage(?: from (?:the|that) attack)?,? and (?:that|the|its) ally takes"
    r" the (?:rest|other half)"
)
_JOINED = pattern(r"(?<= ally)\. (?=it (?:only takes|takes only) half (?:the )?damage)")


def joined(text: str) -> str:
    """Two sentences that are one rule, as one."""
    return _JOINED.sub("; ", text)


def _d20(value: int) -> Row:
    return {"modifier": {"attack": value, "save": value, "disengage": value}}


def _counted(text: str, at: int, place: Place) -> Clause | None:
    """Penalties to every d20, and damage by what there is of something."""
    match = _D20.match(text, at)
    if match:
        end = until_at(text, match.end())
        rule = end.rule if end else place.until
        return Clause([{**_d20(int(match["value"])), "until": rule}], end.end if end else match.end()) if rule else None
    match = _D20_MORE.match(text, at)
    if match:
        return Clause([{**_d20(int(match["value"])), "cumulative": True, "until": "while affected"}], match.end())
    match = _FOR_EACH.match(text, at)
    if match:
        per = "recovery" if match["recovery"] else f"besetter {match['kind'].lower().removesuffix('s')}"
        return Clause([{**_harm(match), "per": per}], match.end())
    match = _UNDERLING.match(text, at)
    if match is None or (place.until and not place.until.startswith("start of ")):
        return None
    row: Row = {"blunts": "bearer", "rest_on": f"called {match['kind'].lower()}", "on": "self", "until": "start of own next turn"}
    return Clause([row], match.end())


def narrow(text: str, at: int, place: Place) -> Clause | None:
    """The clauses of this chapter, the first that fits."""
    match = _OPENS.match(text, at)
    if match:
        return Clause([{"opening": True}], match.end())
    match = _LEAVES.match(text, at)
    if match:
        bite: Row = {"when": "disengages from source", "effects": [_harm(match)], "once": True}
        return Clause([{"each_time": bite, "until": "while engaged"}], match.end())
    match = _ANYBODY.match(text, at)
    if match:
        count = match["count"] if "d" in match["count"].lower() else number(match["count"])
        row: Row = {**_harm(match), "on": "random_creature", "count": count}
        return Clause([row | ({"among": f"not_called {match['not'].lower()}"} if match["not"] else {})], match.end())
    match = _MOB.match(text, at)
    if match:
        return Clause([{"damage": amount(match["amount"]), "on": "self"}], match.end())
    match = _HELPED.match(text, at)
    if match:
        helped: Row = {"free_move": "target"} if match["moves"] else {"heal": amount(match["amount"])}
        return Clause([helped], match.end())
    match = _STIRRED.match(text, at)
    if match and place.until:
        return Clause([{"inflict": ["escalates"], "until": place.until}], match.end())
    match = _FAILURES.match(text, at)
    if match:
        kind: Row = {"type": type_name(match["type"])} if match["type"] else {}
        return Clause([{"damage": f"failures x{int(match['amount'])}", **kind}], match.end())
    return _counted(text, at, place) or _act(text, at, place)


def _act(text: str, at: int, place: Place) -> Clause | None:
    match = _USES.match(text, at)
    if match and match["name"].lower() in place.speaker.powers:
        return Clause([{"attack": place.speaker.powers[match["name"].lower()], "spends": True}], match.end())
    match = _ANSWER.match(text, at)
    if match:
        free: Row = {"when": "attacks source", "effects": [{"attack": place.speaker.attack_meant(match["attack"]), "at": "same"}]}
        return Clause([{"each_time": free, "until": "end of battle", "ends_when": ["attacks"]}], match.end())
    match = _QUICK_MOVE.match(text, at)
    if match:
        return Clause([{"free_move": "self", "action": "quick"}], match.end())
    match = _NO_RESISTANCE.match(text, at)
    if match:
        end = until_at(text, match.end())
        rule = end.rule if end else place.until
        later = until_at(text, shared.end()) if (shared := _AND_IS.match(text, match.end())) else None
        rule = rule or (later.rule if later else "")
        return Clause([{"unresists": "all", "until": rule}], end.end if end else match.end()) if rule else None
    return None


_AND_IS = pattern(r" and is [a-z]+")


def _harm(match: re.Match[str]) -> Row:
    row: Row = {"damage": amount(match["amount"])}
    return row | ({"type": type_name(match["type"])} if match["type"] else {})


# -- what changes the sentence before it -------------------------------------------------------------------------------

_OR_DROPS = pattern(rf",? or (?:until )?{SELF} (?:drops(?: to 0 (?:hp|hit points))?|dies|is slain)(?:,? whichever comes first)?")
_BREAKS = pattern(
    rf"(?:it|the target) can end the effect by attacking {SELF}",
    rf"(?P<drops>,? or (?:it ends )?if {SELF} drops(?: to 0 (?:hp|hit points))?)?$",
)
_RESISTERS = pattern(rf"(?:creatures|targets|enemies) that resist (?P<type>{ONE_TYPE})(?: damage)? ignore this effect$")
_ON_SAVE = pattern(rf"when (?:the target|it) saves, (?:{TARGET}) takes (?P<amount>\d{{1,3}}) ", TYPE, r"damage$")
_LASTS = ("ongoing", "inflict", "modifier", "each_time", "mark", "exposes", "unresists", "vulnerable_to")


def or_source_drops(text: str, at: int, rows: list[Row]) -> int:
    """ "... or until the hound drops, whichever comes first": another end of what was just read."""
    match = _OR_DROPS.match(text, at)
    lasting = [row for row in rows if "until" in row]
    if match is None or not lasting:
        return at
    for row in lasting:
        _also_ends(row, "source drops")
    return match.end()


def _also_ends(row: Row, word: str) -> None:
    named = row.get("ends_when", [])
    row["ends_when"] = [*(named if isinstance(named, list) else []), word]


def hangs_on_before(sentence: str, rows: list[Row]) -> bool:
    """A sentence about the effects before it: what ends them, whom they leave alone, what the save against them brings."""
    lasting = [row for row in rows if any(verb in row for verb in _LASTS)]
    if not lasting:
        return False
    match = _BREAKS.match(sentence)
    if match:
        for row in lasting:
            _also_ends(row, "attacks source")
            if match["drops"]:
                _also_ends(row, "source drops")
        return True
    match = _RESISTERS.match(sentence)
    if match and not any("against" in row for row in lasting):
        for row in lasting:
            row["against"] = f"not_resists {type_name(match['type'])}"
        return True
    match = _ON_SAVE.match(sentence)
    saved = [row for row in lasting if "save" in str(row.get("until", ""))]
    if match and len(saved) == 1 and "after_save" not in saved[0]:
        harm: list[Value] = [_harm(match)]
        saved[0]["after_save"] = harm
        return True
    return False
