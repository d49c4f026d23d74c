"""Clauses that count something, follow the die, wait for a later moment, or leave a way out that costs an action."""

from __future__ import annotations

import re

from quintain_bestiary.phrases import (
    AMOUNT,
    CONDITION,
    GLOSS,
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

KIND = (
    r"(?!enem|target|all\b|creatures?\b|its\b|nearby\b)[a-z'-]+"
    r"(?: (?!attack|all(?:y|ies)\b|gain|add|deal|engaged|that)[a-z'-]+)?"
)

# -- counted -----------------------------------------------------------------------------------------------------------

_MOST = rf"(?: \(max(?:imum)?(?: of)? \+?(?P<most>{DICE}|\d{{1,3}})(?: damage| bonus)?(?:; [^()]{{3,40}})?\))?"
_FOR_EACH = pattern(
    rf"(?:{TARGET} takes |the attack deals )?(?P<plus>\+)?", AMOUNT, r" (?P<extra>extra |additional )?", TYPE, "damage for each ",
    rf"(?:other (?P<kind>{KIND}|{SELF}) engaged with (?:the target|it)|creature hit by {SELF} earlier in the battle)", _MOST,
)  # fmt: skip
_FOR_THE_FALLEN = pattern(
    rf"increase the damage by \+?(?P<amount>\d{{1,2}}) for each (?P<kind>{SELF}|{KIND})(?P<mook> mooks?)? that has dropped this battle"
)


def _name(kind: str, place: Place) -> str:
    said = place.speaker.unmark(kind).lower()
    for start in ("the ", "each ", "any ", "other "):
        said = said.removeprefix(start)
    return said.removesuffix("s") if not said.endswith("ss") else said


def counted(text: str, at: int, place: Place) -> Clause | None:
    """ "+1d4 damage for each other hound engaged with the target (max +3d4)"."""
    fallen = _FOR_THE_FALLEN.match(text, at)
    if fallen:
        called: list[Value] = [f"called {_name(fallen['kind'], place).removesuffix(' mook')}"]
        more: Row = {"extra_damage": int(fallen["amount"]), "for_each": "fallen_ally", "counting": called}
        return Clause([more], fallen.end()) if place.hits_only else None
    match = _FOR_EACH.match(text, at)
    if match is None:
        return None
    extra = bool(match["plus"] or match["extra"]) and place.hits_only
    row: Row = {"extra_damage" if extra else "damage": amount(match["amount"])}
    if match["type"]:
        row["type"] = type_name(match["type"])
    row["for_each"] = "ally_on_target" if match["kind"] else "creature_hit"
    if match["kind"] and match["kind"].lower() not in ("ally", "creature"):
        row["counting"] = f"called {_name(match['kind'], place)}"
    if match["most"]:
        unit, limit = (int(said.split("d")[0]) for said in (match["amount"], match["most"]))
        row["most"] = max(1, limit // unit)
    return Clause([row], match.end())


_FOLLOWS = pattern(
    rf"(?:{TARGET} takes )?ongoing (?:(?P<type>{ONE_TYPE}) )?damage equal to (?:(?P<before>twice|three times|\d{{1,2}} ?x) )?",
    r"the (?:value of the )?escalation die(?: value)?(?: times (?P<after>two|three|four|five|six|seven|eight|\d{1,2}))?",
    r"(?P<grows> \(so the amount keeps going up as the escalation die goes up[^()]{0,80}\))?",
)
_FACTORS = {"twice": 2, "three times": 3}
_FAILS = pattern(
    rf"each time {TARGET} fails (?:to save|the save|a save)(?: against [a-z ]{{3,20}})?,? {TARGET} takes? (?:(?P<type>{ONE_TYPE}) )?"
    r"damage equal to (?:(?P<factor>twice|three times) )?the (?:value of the )?escalation die(?: value)?"
)


def follows_the_die(text: str, at: int, place: Place) -> Clause | None:
    """ "Ongoing fire damage equal to the escalation die times seven", "each time it fails to save they take damage equal to ..."."""
    match = _FAILS.match(text, at)
    if match:
        value = f"escalation x{_FACTORS[match['factor'].lower()]}" if match["factor"] else "escalation"
        harm: Row = {"damage": value}
        harm |= {"type": type_name(match["type"])} if match["type"] else {}
        return Clause([{"each_failed_save": [harm]}], match.end())
    match = _FOLLOWS.match(text, at)
    if match is None:
        return None
    said = (match["before"] or match["after"] or "1").lower()
    times = _FACTORS.get(said) or number(said.rstrip("x "))
    row: Row = {"ongoing": f"escalation x{times}" if times > 1 else "escalation"}
    row |= {"type": type_name(match["type"])} if match["type"] else {}
    row |= {"follows": times} if match["grows"] else {}
    end = until_at(text, match.end())
    row["until"] = end.rule if end else place.until or "save"
    return Clause([row], end.end if end else match.end(), bool(end and end.several))


# -- later ---------------------------------------------------------------------------------------------------------------

_NEXT_START = pattern(
    r"at the start of the target's next turn, (?:it takes|the target takes|",
    rf"(?P<count>{DICE}|one|two|three|each) nearby all(?:y|ies) of the target (?:each )?takes?) ", AMOUNT, " ", TYPE, "damage",
)  # fmt: skip
_EACH_START = pattern(
    rf"(?:while grabbed, {TARGET} takes ", AMOUNT, " ", TYPE, "damage at the start of each of its turns",
    rf"|{TARGET} takes (?P<amount2>{DICE}|\d{{1,3}}) (?:(?P<type2>{ONE_TYPE}) )?damage at the start of each of its turns"
    r"(?P<held> while (?:it's |it is )?grabbed)?)",
)  # fmt: skip
_EACH_ROUND = pattern(
    rf"at the start of each round, (?:the )?target loses (?P<amount>{DICE}|\d{{1,2}}) points from (?:its|their) initiative count"
    r"(?: as [^().;]{3,80}(?= \())?"
)


def later(text: str, at: int, place: Place) -> Clause | None:
    """ "At the start of the target's next turn, ...", "while grabbed, it takes 9 damage at the start of each of its turns"."""
    match = _NEXT_START.match(text, at)
    if match:
        row: Row = {"damage": amount(match["amount"])}
        row |= {"type": type_name(match["type"])} if match["type"] else {}
        if match["count"]:
            each = match["count"].lower()
            row |= {"on": "allies_of_target", "count": 99 if each == "each" else each if "d" in each else number(each)}
        once: Row = {"when": "turn starts", "effects": [row], "once": True}
        return Clause([{"each_time": once, "until": "end of target's next turn"}], match.end())
    match = _EACH_START.match(text, at)
    if match:
        value, kind = match["amount"] or match["amount2"], match["type"] or match["type2"]
        row = {"damage": amount(value)}
        row |= {"type": type_name(kind)} if kind else {}
        end = until_at(text, match.end())
        held = match["held"] or match.group(0).lower().startswith("while")
        rule = "while grabbed" if held else end.rule if end else place.until
        if not rule:
            return None
        stop = match.end() if held or end is None else end.end
        return Clause([{"each_time": {"when": "turn starts", "effects": [row]}, "until": rule}], stop)
    match = _EACH_ROUND.match(text, at)
    end = until_at(text, match.end()) if match else None
    if match is None or end is None:
        return None
    slower: Row = {"initiative": f"-{match['amount']}"}
    return Clause([{"each_time": {"when": "round starts", "effects": [slower]}, "until": end.rule}], end.end)


# -- ways out ------------------------------------------------------------------------------------------------------------

_PULLED_OUT = pattern(
    rf"(?:{TARGET} )?(?:is|becomes) (?P<list>(?:{CONDITION}){GLOSS}(?: and (?:{CONDITION}){GLOSS})?)",
    r" until (?:it|the target) [a-z ]{3,40}?",
    r" (?:using|with|as) an? (?P<action>quick|move|standard) action",
    rf"(?:, which deals (?P<amount>{DICE}|\d{{1,3}}) (?P<ongoing>ongoing )?(?:(?P<type>{ONE_TYPE}) )?damage)?",
)
_UNTIL_WHOLE = pattern(
    rf"(?:{TARGET} )?(?:is|becomes) (?P<list>(?:{CONDITION}){GLOSS}(?: and (?:{CONDITION}){GLOSS})?)"
    r" until (?:it|the target) regains (?:its )?maximum (?:hp|hit points)"
)
_BOUGHT_OFF = pattern(
    r"the target can remove these conditions by taking (?:an additional )?", AMOUNT, " ", TYPE, "damage"
    rf"(?: and [^.;,]{{5,140}}, dealing (?P<others>\d{{1,3}}) (?:(?P<otype>{ONE_TYPE}) )?damage to each nearby ally)?",
)  # fmt: skip


def way_out(text: str, at: int, place: Place) -> Clause | None:
    """ "The target is dazed until it pulls the barb out using a quick action, which deals 10 ongoing damage"."""
    match = _UNTIL_WHOLE.match(text, at)
    if match:
        early: list[Value] = ["whole"]
        return Clause([{"inflict": _named(match["list"]), "until": "end of battle", "ends_when": early}], match.end())
    match = _PULLED_OUT.match(text, at)
    if match is None:
        return None
    ending: Row = {"action": match["action"].lower()}
    if match["amount"]:
        price: Row = {"ongoing" if match["ongoing"] else "damage": amount(match["amount"])}
        price |= {"type": type_name(match["type"])} if match["type"] else {}
        price |= {"until": "save"} if match["ongoing"] else {}
        ending["effects"] = [price]
    return Clause([{"inflict": _named(match["list"]), "until": "end of battle", "ends_by": ending}], match.end())


def _named(words: str) -> list[Value]:
    found = re.findall(CONDITION, re.sub(r"\([^()]*\)", "", words).lower())
    return ["helpless" if name == "unconscious" else name for name in found]


def bought_off(text: str, rows: list[Row]) -> int:
    """ "The target can remove these conditions by taking 10 damage": a free action, on the conditions before it. How far it went."""
    match = _BOUGHT_OFF.match(text)
    bearing = [row for row in rows if "inflict" in row and "ends_by" not in row]
    if match is None or len(bearing) != 1:
        return 0
    price: Row = {"damage": amount(match["amount"])}
    price |= {"type": type_name(match["type"])} if match["type"] else {}
    effects: list[Value] = [price]
    if match["others"]:
        spread: Row = {"damage": int(match["others"]), "on": "allies_of_target", "count": 99}
        effects.append(spread | ({"type": type_name(match["otype"])} if match["otype"] else {}))
    bearing[0]["ends_by"] = {"action": "free", "effects": effects}
    return match.end()


_ENDINGS: tuple[tuple[re.Pattern[str], Row], ...] = (
    (
        pattern(r"(?:or )?using an? (?P<action>quick|move|standard) action(?: to [a-z ]{3,40}?)?(?: also ends(?: it)?)?$"),
        {"who": "bearer"},
    ),
    (
        pattern(r"an ally next to (?:the target|it) can (?:also )?use an? (?P<action>quick|move|standard) action to [a-z ]{3,40}$"),
        {"who": "ally"},
    ),
    (pattern(rf"as does {SELF} making an? {OWN_ATTACK} attack again$"), {"when": "source again"}),
    (
        pattern(rf"(?:damage |it |the effect )?(?:also )?ends if (?:the target|it) is no longer engaged with (?:{SELF}|it)$"),
        {"when": "parted"},
    ),
    (pattern(r"(?:or )?taking (?P<least>\d{1,3})(?: or more)? damage (?:also )?ends(?: it)?$"), {"when": "damage"}),
    (pattern(r"(?:it )?also ends if the target takes (?P<least>\d{1,3})(?: or more)? damage$"), {"when": "damage"}),
)


def another_end(more: str) -> Row | None:
    """A further way out, named in brackets: what the row that lasts says of it."""
    for phrase, meant in _ENDINGS:
        match = phrase.match(more.strip(" ,;."))
        if match is None:
            continue
        if "who" in meant:
            ending: Row = {"action": match["action"].lower()}
            return {"ends_by": ending | ({"who": "ally"} if meant["who"] == "ally" else {})}
        when = f"damage {match['least']}+" if meant["when"] == "damage" else str(meant["when"])
        return {"ends_when": [when]}
    return None


# -- for others, for later ----------------------------------------------------------------------------------------------------

_NEXT_THAT_HITS = pattern(
    rf"(?P<who>each nearby (?P<not>non-(?P<role>leader|caster|mook) )?(?P<kind>{SELF}|{KIND})|{SELF}) deals?",
    rf" \+(?P<value>{DICE}|\d{{1,2}})",
    r" damage with its next attack(?: this battle)? that hits(?: this battle)?"
)
_ON_ITS_TURN = pattern(
    rf"one nearby (?:(?P<kind>{SELF}|{KIND}) )?ally deals \+(?P<value>{DICE}|\d{{1,2}}) damage on a hit during its next turn"
)
_NEXT_AT_TARGET = pattern(
    rf"the next attack {SELF} makes against the target this turn deals \+?(?P<value>{DICE}|\d{{1,2}}) (?:extra )?damage"
)
_MOVES_OR_STRIKES = pattern(
    rf"(?:as a free action, )?one nearby (?:(?P<kind>{SELF}|{KIND}) )?ally can move or make a basic attack"
    r"(?P<free> as a free action)?(?P<plain> \(doesn't trigger special abilities\))?"
)


def stronger_blows(text: str, at: int, place: Place) -> Clause | None:
    """ "Each nearby hound deals +3 damage with its next attack this battle that hits"."""
    match = _NEXT_THAT_HITS.match(text, at)
    if match:
        row = _more_damage(match["value"]) | {"until": "end of battle", "ends_when": ["hits"]}
        if not match["kind"]:
            return Clause([row | {"on": "self"}], match.end())
        among: list[Value] = [f"called {_name(match['kind'], place)}"]
        if match["not"]:
            among.append("not_mook" if match["role"].lower() == "mook" else f"not_role {match['role'].lower()}")
        return Clause([row | {"on": "each_ally", "among": among if len(among) > 1 else among[0]}], match.end())
    match = _ON_ITS_TURN.match(text, at)
    if match:
        row = _more_damage(match["value"]) | {"until": "end of target's next turn", "on": "ally"}
        return Clause([row | ({"among": f"called {_name(match['kind'], place)}"} if match["kind"] else {})], match.end())
    match = _NEXT_AT_TARGET.match(text, at)
    if match:
        gains: Row = {"damage": amount(match["value"])}
        row = {"exposes": gains, "by": "source", "until": "end of turn", "ends_when": ["attacked by source"]}
        return Clause([row], match.end())
    match = _MOVES_OR_STRIKES.match(text, at)
    if match is None or not (match["free"] or place.free_action or text[at:].lower().startswith("as a free")):
        return None
    of: Row = {"among": f"called {_name(match['kind'], place)}"} if match["kind"] else {}
    strike: Row = {"attack": "basic", "on": "ally", **of} | ({"plain": True} if match["plain"] else {})
    options: list[Value] = [[strike], [{"free_move": "ally", **of}]]
    return Clause([{"choose": {"by": "attacker", "options": options}}], match.end())


def _more_damage(value: str) -> Row:
    return {"modifier": {"damage": int(value)}} if value.isdigit() else {"deals": value}


# -- small things -------------------------------------------------------------------------------------------------------------

_NON_MAGICAL = pattern(rf"(?:{TARGET} )?(?:is|becomes) vulnerable to non-?magical attacks")
_HARDER_ONGOING = pattern(
    r"saves against (?:that|the) ongoing damage (?:become|are) (?P<kind>hard|easy) saves(?: \((?P<figure>\d{1,2})\+\))?"
)
_SHUNS = pattern(
    rf"(?:{TARGET} )?(?:can't|cannot) (?:move to engage an enemy|willingly engage (?P<kind>{SELF}|an? {KIND}|{KIND})"
    rf"(?: or any other (?P<other>{KIND}))?)"
)
_ALLY_POPS = pattern(rf"one of {SELF}'s allies engaged with the target can pop free")
_ON_THE_ROLL = pattern(
    r"(?:the )?target(?:'s [a-z]+)? (?:is|are) [^.;]{5,120}? (?:that depends|with an effect that depends) on the (?:natural )?roll$"
)
_ONCE_MORE = pattern(rf"{SELF} can use (?:its |the )?(?P<attack>{OWN_ATTACK}) an additional time this battle")
_ATTACKERS = pattern(
    rf"any (?P<one>{KIND})(?: or (?P<two>{KIND}))? attacking the target gains a \+(?P<value>\d) attack bonus"
)
_EASIER_CRITS = pattern(
    rf"the crit range for each (?P<kind>{SELF}|{KIND})(?: in the battle)? against the target expands by (?P<value>\d)"
    r"(?P<piles> \(cumulative\))?"
)


def small_things(text: str, at: int, place: Place) -> Clause | None:
    """Vulnerable to weapons, harder saves, no engaging, an ally that slips away, a use regained, openings for some."""
    match = _NON_MAGICAL.match(text, at)
    if match:
        return _with_end(text, match.end(), place, [{"vulnerable_to": "weapon"}])
    match = _HARDER_ONGOING.match(text, at)
    if match:
        least = int(match["figure"] or {"hard": 16, "easy": 6}[match["kind"].lower()])
        return Clause([{"harden": least, "hardens": "ongoing"}], match.end())
    match = _SHUNS.match(text, at)
    if match:
        kinds = [_name(re.sub(r"^an? ", "", kind), place) for kind in (match["other"] or match["kind"],) if kind]
        kept_off: Row = {"inflict": ["no_engage"]}
        return _with_end(text, match.end(), place, [kept_off | ({"by": kinds[0]} if kinds else {})])
    match = _ATTACKERS.match(text, at)
    if match:
        gains: Row = {"attack": int(match["value"])}
        helped = [match[one].lower() for one in ("one", "two") if match[one]]
        return _with_end(text, match.end(), place, [{"exposes": dict(gains), "by": kind} for kind in helped])
    match = _EASIER_CRITS.match(text, at)
    if match:
        row: Row = {"exposes": {"crit": int(match["value"])}, "by": _name(match["kind"], place), "until": "end of battle"}
        return Clause([row | ({"cumulative": True} if match["piles"] else {})], match.end())
    match = _ALLY_POPS.match(text, at)
    if match:
        return Clause([{"pop_free": "ally"}], match.end())
    match = _ONCE_MORE.match(text, at)
    if match:
        return Clause([{"regain": place.speaker.attack_meant(match["attack"]), "extra": 9}], match.end())
    match = _ON_THE_ROLL.match(text, at)
    return Clause([], match.end()) if match else None


def _with_end(text: str, at: int, place: Place, rows: list[Row]) -> Clause | None:
    end = until_at(text, at)
    rule = end.rule if end else place.until
    if not rule:
        return None
    several, more = (end.several, end.more) if end else (False, "")
    return Clause([{**row, "until": rule} for row in rows], end.end if end else at, several, more=more)
