"""Clauses that last: ongoing damage, conditions, bonuses and penalties, and what ends them."""

from __future__ import annotations

import re

from quintain.library.bestiary_harm import typed
from quintain.library.bestiary_phrases import (
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
from quintain.library.bestiary_speaker import SELF
from quintain.library.bestiary_text import DICE, Row, Value

_ONGOING = pattern(
    rf"(?:(?:{TARGET}|the attack|{SELF}) )?(?:also )?(?:takes?|deals?|suffers?)?\s?",
    r"(?:(?P<before>ongoing) )?(?P<amount>\d{1,3}) (?:(?P<after>ongoing) )?",
    TYPE,
    r"(?:damage|(?<=energy )(?=$|;))(?: instead of \d{1,3})?(?: from (?:an? )?[a-z]+(?: [a-z]+)?)?",
)
_TO_RANDOM = pattern(r" to a random nearby enemy")
_LISTED = rf"(?:{CONDITION}){GLOSS}"
_CONDITION = pattern(
    rf"(?:{TARGET} can't take any actions and is|{TARGET}(?:'s| is| are| becomes?| falls)?|is|are|becomes?|falls)?",
    r"(?: also| now| instead){0,2} ?",
    rf"(?P<list>{_LISTED}(?:(?:, and |, | and ){_LISTED}){{0,4}})",
    r"(?P<all> to all attacks)?(?P<narrow> to | against |)",
)
_AS_STORY = pattern(r" as (?!an? (?:free|quick) action)[^().;]{1,140}(?= \()")
_DOING = {
    "daz": "dazed", "weaken": "weakened", "hamper": "hampered", "stunn": "stunned", "stun": "stunned", "confus": "confused"
}  # fmt: skip
_VERB = pattern(
    rf"(?:(?P<story>[^.;]{{0,120}}?)(?: that also|, | and ))? ?(?P<verb>{'|'.join(_DOING)})(?:e?s|ing) (?:the target|them|it)\b"
)
_INSTEAD = pattern(rf" instead of (?:{CONDITION})")
_NOT = r"(?:can't|cannot|does not|doesn't)"
_NO_ESCALATION = pattern(rf"{TARGET} (?:also )?{_NOT} (?:add|use) the escalation die(?: to its attacks)?")
_LOSES_MOVE = pattern(rf"(?:{TARGET} )?(?:also )?loses its next move action")
_NO_OPPORTUNITY = pattern(rf"{TARGET} {_NOT} make opportunity attacks")
_LAST_GASP = pattern(rf"{TARGET} (?:must |also )?(?:starts?|begins?|makes?) ?(?:making |to make )?last gasp saves")
_EACH_FAILURE = pattern(
    rf"(?:each time {TARGET} fails (?:the|its|a|this|to) save,? {TARGET} takes ", AMOUNT, " ", TYPE, "damage",
    rf"|(?:{TARGET} )?takes (?P<amount2>{DICE}|\d{{1,4}}) (?:(?P<type2>{ONE_TYPE}) )?damage each time it fails the save)",
)  # fmt: skip


def ongoing(text: str, at: int, place: Place) -> Clause | None:
    """ "5 ongoing poison damage (hard save ends, 16+)"."""
    match = _ONGOING.match(text, at)
    if match is None or not (match["before"] or match["after"]):
        return None
    clause = typed({"ongoing": int(match["amount"])}, match, match.end(), text)
    other = _TO_RANDOM.match(text, clause.end)
    if other:
        clause.rows[0]["on"], clause.end = "random_other", other.end()
    end = until_at(text, clause.end)
    if end is None:
        clause.rows[0]["until"] = place.until or "save"
        return clause
    clause.rows[0]["until"], clause.end, clause.several = end.rule, end.end, end.several
    clause.more = "; ".join(part for part in (clause.more, end.more) if part)
    return clause


def condition(text: str, at: int, place: Place) -> Clause | None:
    """ "The target is dazed and weakened (save ends both)", "it's stuck until the end of its next turn"."""
    match = _CONDITION.match(text, at)
    if match is None or (match["narrow"] or "").strip():
        return None
    said = re.findall(CONDITION, re.sub(r"\([^()]*\)", "", match["list"]).lower())
    names: list[Value] = ["helpless" if name == "unconscious" else name for name in said]
    row: Row = {"inflict": names}
    story = _AS_STORY.match(text, match.end())
    end = until_at(text, story.end() if story else match.end())
    instead = _INSTEAD.match(text, end.end if end else match.end())
    stop = instead.end() if instead else end.end if end else match.end()
    if end is None:
        end = until_at(text, stop)
        stop = end.end if end else stop
    if end is None and not place.until:
        return Clause([row], stop, open=True)
    row["until"] = place.until or (end.rule if end else "save")
    several = end is not None and end.several and len(names) == 1
    return Clause([row], stop, several, more=end.more if end else "")


def verbs(text: str, at: int, place: Place) -> Clause | None:
    """ "... a burst of light that also dazes the target (save ends)"."""
    match = _VERB.match(text, at)
    end = until_at(text, match.end()) if match else None
    if match is None or end is None or _RULES.search(match["story"] or ""):
        return None
    return Clause([{"inflict": [_DOING[match["verb"].lower()]], "until": end.rule}], end.end, more=match["story"] or "")


_RULES = pattern(r"\b(?:if|unless|until|when|while|saves?|each|can|may|must|damage|or|instead|roll)\b")


def small_bans(text: str, at: int, place: Place) -> Clause | None:
    """Things the target may not do for a while."""
    for found, name, usual in (
        (_NO_ESCALATION.match(text, at), "no_escalation", ""),
        (_LOSES_MOVE.match(text, at), "loses_move", "end of target's next turn"),
        (_NO_OPPORTUNITY.match(text, at), "no_opportunity", ""),
    ):
        if found is None:
            continue
        end = until_at(text, found.end())
        rule = end.rule if end else (usual or place.until)
        if rule:
            return Clause([{"inflict": [name], "until": rule}], end.end if end else found.end())
    return None


def last_gasp(text: str, at: int, place: Place) -> Clause | None:
    """ "The target must start making last gasp saves": helpless when the fourth one fails."""
    match = _LAST_GASP.match(text, at)
    return Clause([{"last_gasp": "helpless"}], match.end()) if match else None


def each_failed_save(text: str, at: int, place: Place) -> Clause | None:
    """Harm for each save that fails: it belongs to the lasting effect before it."""
    match = _EACH_FAILURE.match(text, at)
    if match is None:
        return None
    row: Row = {"damage": amount(match["amount"] or match["amount2"])}
    kind = match["type"] or match["type2"]
    if kind:
        row["type"] = type_name(kind)
    return Clause([{"each_failed_save": [row]}], match.end())


# Bonuses and penalties ------------------------------------------------------------------------------------------------

_ROLLS = {
    "attack": "attack", "attacks": "attack", "attack rolls": "attack", "melee attacks": "attack",
    "all defences": "defences", "all defenses": "defences", "all its defences": "defences",
    "all its defenses": "defences", "defences": "defences", "defenses": "defences", "ac": "ac", "pd": "pd", "md": "md",
    "saves": "save", "all saves": "save", "saving throws": "save", "disengage checks": "disengage", "damage": "damage",
}  # fmt: skip
_ROLL = "|".join(sorted(_ROLLS, key=len, reverse=True))
_MODIFIER = pattern(
    rf"(?:(?P<who>{TARGET}|{SELF}|(?:all|each of) (?:{SELF}'s |its )?nearby allies|each (?:nearby )?ally) )?",
    r"(?:also |can )?(?:takes?|gains?|gets?|adds?|suffers?) ",
    r"(?:an? )?(?P<cumulative>cumulative )?(?P<value>[+-]\d) (?:(?:bonus|penalty) )?",
    r"(?:to |(?P<short>attack|ac|pd|md|damage|save) (?:bonus|penalty))",
    rf"(?P<rolls>(?:{_ROLL})(?:(?:, and |, | and )(?:{_ROLL})){{0,4}})?(?: \((?:non-)?cumulative!?\))?",
)
_MAXIMUM = r"(?: \((?:down )?to a maximum of \d+\+\))?"
_CRIT_RANGE = pattern(
    rf"(?:the crit range (?:for|of) (?P<this>this|the) attack|{SELF}'s crit range)",
    r" expands by (?:a cumulative )?(?P<value>\d)",
    _MAXIMUM,
)
_MORE_MAXIMUM = pattern(_MAXIMUM)


def modifier(text: str, at: int, place: Place) -> Clause | None:
    """ "The guard gains a +2 bonus to all defences until the start of its next turn"."""
    match = _MODIFIER.match(text, at)
    if match is None or not (match["short"] or match["rolls"]):
        return None
    who = (match["who"] or "").lower()
    own = bool(re.match(SELF, who))
    end = until_at(text, match.end(), own)
    rule = end.rule if end else place.until
    if not rule:
        return None
    value = int(match["value"])
    names = [match["short"]] if match["short"] else re.findall(_ROLL, match["rolls"], re.IGNORECASE)
    changes: dict[str, Value] = {_ROLLS.get(name.lower(), name.lower()): value for name in names}
    row: Row = {"modifier": changes, "until": rule}
    on = "self" if own else "each_ally" if "all" in who else "target"
    if on != "target":
        row["on"] = on
    more = "the change is cumulative" if match["cumulative"] else ""
    return Clause([row], end.end if end else match.end(), more=more)


def crit_range(text: str, at: int, place: Place) -> Clause | None:
    """ "The wolf's crit range expands by 1 until the end of the battle"."""
    match = _CRIT_RANGE.match(text, at)
    if match is None:
        return None
    end = until_at(text, match.end(), True)
    if end is None and not match["this"]:
        return None
    stop = end.end if end else match.end()
    maximum = _MORE_MAXIMUM.match(text, stop)
    row: Row = {"modifier": {"crit": int(match["value"])}, "on": "self", "until": end.rule if end else "end of battle"}
    return Clause([row], maximum.end() if maximum else stop)
