"""Clauses that last: ongoing damage, conditions, vulnerability, and what makes them harder to shake off."""

from __future__ import annotations

import re

from quintain_bestiary.counts import another_end
from quintain_bestiary.harm import typed
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

_ONGOING = pattern(
    rf"(?:(?:{TARGET}|the attack|(?P<self>{SELF})) )?(?:also )?(?:(?P<takes>takes?|suffers?)|deals?|does(?: an)? extra)?\s?",
    rf"(?:(?P<before>ongoing) )?(?P<amount>{DICE}|\d{{1,3}}) (?:(?P<after>ongoing) )?",
    TYPE,
    r"(?:damage|(?<=energy )(?=$|;)|(?P<bare>negative energy)(?=$|;))(?: instead of \d{1,3})?(?: each turn)?",
    r"(?: from (?:an? )?[a-z]+(?: [a-z]+)?)?",
)
_TO_RANDOM = pattern(r" to a random nearby enemy(?P<fallen> \(including an unconscious one\))?")
_LISTED = rf"(?:{CONDITION}){GLOSS}"
_CONDITION = pattern(
    rf"(?:{TARGET} can't take any actions and is|{TARGET}(?:'s| is| are| becomes?| falls)?|is|are|becomes?|falls)?",
    r"(?: also| now| instead){0,2} ?",
    rf"(?P<list>{_LISTED}(?:(?:, and |, | and ){_LISTED}){{0,4}})",
    r"(?P<all> to all attacks)?(?P<narrow> to | against |)",
)
_AS_STORY = pattern(
    rf" (?P<rule>so long as (?:{SELF}|the [a-z ]{{3,30}}) does not move or die)(?= \()"
    r"| as (?!an? (?:free|quick) action)[^().;]{1,140}(?= \()| from (?!the |it\b)[^().;,]{1,80}(?= until| \()"
    r"|,? depending on [^().;]{1,60}(?= \()"
)
_DOING = {
    "daz": "dazed", "weaken": "weakened", "hamper": "hampered", "stunn": "stunned", "stun": "stunned", "confus": "confused"
}  # fmt: skip
_VERB = pattern(
    rf"(?:(?P<story>[^.;]{{0,120}}?)(?: that also|, | and )|(?:{SELF}|it) (?:also )?)? ?",
    rf"(?:(?P<verb>{'|'.join(_DOING)})(?:e?s|ing) (?:the target|them|it)\b|(?:the [a-z]+ )?leav(?:es|ing) (?:the target|them|it)"
    rf" (?P<left>{CONDITION}))",
)
_OR_AGAIN = pattern(rf" or until {SELF} makes another (?P<attack>{OWN_ATTACK}) attack")
_INSTEAD = pattern(rf" instead(?: of (?:{CONDITION})(?:(?:, and |, | and )(?:{CONDITION})){{0,3}})?")
_LAST_GASP = pattern(rf"{TARGET} (?:must |also )?(?:starts?|begins?|makes?) ?(?:making |to make )?last gasp saves")
_EACH_FAILURE = pattern(
    rf"(?:each time {TARGET} fails (?:the|its|a|this|to) save,? {TARGET} takes ", AMOUNT, " ", TYPE, "damage",
    rf"|(?:{TARGET} )?takes (?P<amount2>{DICE}|\d{{1,4}}) (?:(?P<type2>{ONE_TYPE}) )?damage each time it fails the save)",
)  # fmt: skip


_WORSE_EACH = pattern(
    rf"each time {TARGET} fails (?:the|its|a|this) save,? the ongoing damage increases by (?P<value>\d{{1,2}})(?:, cumulative)?"
)


_BY_THE_DIE = pattern(
    rf"(?:{TARGET} takes )?ongoing (?:(?P<type>{ONE_TYPE}) )?damage equal to ",
    r"(?P<twice>twice |double |triple )?the escalation die(?: value)?",
    r"(?: times (?P<times>two|three|four|five|six|seven|eight|ten|\d{1,2}))?",
)
_TIMES = {"twice": 2, "double": 2, "triple": 3, "seven": 7, "eight": 8, "ten": 10}


def _by_the_die(text: str, at: int, place: Place) -> Clause | None:
    """ "Ongoing fire damage equal to the escalation die times seven": so much when it begins."""
    match = _BY_THE_DIE.match(text, at)
    if match is None:
        return None
    said = (match["times"] or match["twice"] or "one").strip().lower()
    times = _TIMES.get(said) or number(said)
    end = until_at(text, match.end())
    row: Row = {"ongoing": "escalation" if times == 1 else f"escalation x{times}"}
    row |= {"type": type_name(match["type"])} if match["type"] else {}
    row["until"] = end.rule if end else place.until or "save"
    return Clause([row], end.end if end else match.end(), several=bool(end and end.several), more=end.more if end else "")


def ongoing(text: str, at: int, place: Place) -> Clause | None:
    """ "5 ongoing poison damage (hard save ends, 16+)"."""
    counted = _by_the_die(text, at, place)
    if counted:
        return counted
    match = _ONGOING.match(text, at)
    if match is None or not (match["before"] or match["after"]):
        return None
    clause = typed({"ongoing": amount(match["amount"])}, match, match.end(), text)
    if match["bare"]:
        clause.rows[0]["type"] = "negative energy"
    if match["self"] and match["takes"]:
        clause.rows[0]["on"] = "self"
    other = _TO_RANDOM.match(text, clause.end)
    if other:
        clause.rows[0]["on"], clause.end = "random_other", other.end()
        clause.rows[0] |= {"fallen": True} if other["fallen"] else {}
    end = until_at(text, clause.end)
    if end is None:
        clause.rows[0]["until"] = place.until or "save"
        return clause
    clause.rows[0]["until"], clause.end, clause.several = end.rule, end.end, end.several
    early = another_end(end.more)
    if early:
        clause.rows[0] |= early
    clause.more = "; ".join(part for part in (clause.more, "" if early else end.more) if part)
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
    early = another_end(end.more) if end else None
    if end and end.rule == "while engaged" and place.until not in ("", "while engaged"):
        early = {"ends_when": ["parted"]}
    again = _OR_AGAIN.match(text, stop)
    if again and place.speaker.attack_meant(again["attack"]) == place.speaker.current:
        early, stop = {"ends_when": ["source again"]}, again.end()
    if early:
        row |= early
    more = end.more if end and not early else ""
    if story and story["rule"]:
        more = "; ".join(part for part in (place.speaker.unmark(story["rule"]), more) if part)
    return Clause([row], stop, several, more=more)


_OWN = pattern(
    rf"{SELF} (?:is|becomes) (?:also )?(?P<list>{_LISTED}(?:(?:, and |, | and ){_LISTED}){{0,4}})(?= until )",
)


def own_condition(text: str, at: int, place: Place) -> Clause | None:
    """ "The stalker is dazed until the start of its next turn"."""
    match = _OWN.match(text, at)
    end = until_at(text, match.end(), own=True) if match else None
    if match is None or end is None or end.several or place.speaker.unmark(text[at]).lower() in ("it", "she", "he", "they"):
        return None  # a bare "it" may be either
    names: list[Value] = list(re.findall(CONDITION, re.sub(r"\([^()]*\)", "", match["list"]).lower()))
    return Clause([{"inflict": names, "on": "self", "until": end.rule}], end.end, more=end.more)


def verbs(text: str, at: int, place: Place) -> Clause | None:
    """ "... a burst of light that also dazes the target (save ends)"."""
    match = _VERB.match(text, at)
    end = until_at(text, match.end()) if match else None
    if match is None or end is None or _RULES.search(match["story"] or ""):
        return None
    name = (match["left"] or _DOING[(match["verb"] or "daz").lower()]).lower()
    return Clause([{"inflict": [name], "until": end.rule}], end.end, more=match["story"] or "")


_RULES = pattern(r"\b(?:if|unless|until|when|while|saves?|each|can|may|must|damage|or|instead|rolls? (?:an?|\d))\b")


def last_gasp(text: str, at: int, place: Place) -> Clause | None:
    """ "The target must start making last gasp saves": helpless when the fourth one fails."""
    match = _LAST_GASP.match(text, at)
    return Clause([{"last_gasp": "helpless"}], match.end()) if match else None


def each_failed_save(text: str, at: int, place: Place) -> Clause | None:
    """Harm for each save that fails: it belongs to the lasting effect before it."""
    worse = _WORSE_EACH.match(text, at)
    if worse:
        return Clause([{"each_failed_save": [{"worsen": int(worse["value"])}]}], worse.end())
    match = _EACH_FAILURE.match(text, at)
    value = amount(match["amount"] or match["amount2"]) if match else None
    if match is None or not isinstance(value, int):
        return None
    row: Row = {"damage": value}
    kind = match["type"] or match["type2"]
    if kind:
        row["type"] = type_name(kind)
    return Clause([{"each_failed_save": [row]}], match.end())


# Vulnerable to something ----------------------------------------------------------------------------------------------

_VULNERABLE = pattern(
    rf"(?:{TARGET}(?:'s| is| becomes?)|is|becomes?)?(?: also| now)? ?vulnerable{GLOSS} to ",
    rf"(?:(?P<type>{ONE_TYPE}) (?:damage|attacks?)|(?:all )?attacks by (?P<kind>undead|demons?|devils?|beasts?)(?: creatures)?",
    rf"|attacks? by {SELF}'s (?P<allies>allies)|(?P<self>{SELF})'s attacks|(?P<attack>{OWN_ATTACK})(?: attacks?)?)",
)


def vulnerable_to(text: str, at: int, place: Place) -> Clause | None:
    """ "The target becomes vulnerable to cold damage until the end of the battle"."""
    match = _VULNERABLE.match(text, at)
    end = until_at(text, match.end()) if match else None
    rule = end.rule if end else place.until
    if match is None or not rule:
        return None
    stop, more = (end.end, end.more) if end else (match.end(), "")
    if match["attack"]:
        name = place.speaker.attack_meant(match["attack"])
        row: Row = {"modifier": {"crit": 2}, "on": "self", "versus": "target", "with": name, "until": rule}
        return Clause([row], stop, more=more)
    if match["allies"]:
        return Clause([{"exposes": {"crit": 2}, "by": "allies", "until": rule}], stop, more=more)
    what = type_name(match["type"]) if match["type"] else "source" if match["self"] else match["kind"].lower().removesuffix("s")
    several = end is not None and end.several
    return Clause([{"vulnerable_to": what, "until": rule}], stop, several, more=more)


# Harder to shake off --------------------------------------------------------------------------------------------------

_NEVER_SAVED = pattern(
    rf"the ongoing (?:(?:{ONE_TYPE}) )?damage can't be saved against while (?:{SELF}|the [a-z ]{{3,25}}) that inflicted it"
    r" (?:still )?(?:lives|is alive)(?: and is in the battle)?"
)
_ONLY_TWENTY = pattern(
    rf"{TARGET} can (?:now )?only save against (?:the )?[a-z ]{{3,20}} with a natural 20"
    rf"(?P<drops> \(or until (?:{SELF}|the [a-z]+) drops\))?"
)
_HARDER = pattern(
    r"the save (?:is|becomes|is now) (?:an? )?(?:(?P<kind>easy|hard)(?: save)?)?(?: ?\(?(?P<figure>\d{1,2})\+\)?)?(?: instead)?$"
)


def harder(text: str, at: int, place: Place) -> Clause | None:
    """What the attack has just put on the target cannot be saved against any more, or less easily."""
    never = _NEVER_SAVED.match(text, at)
    if never:
        return Clause([{"harden": 21}], never.end())
    twenty = _ONLY_TWENTY.match(text, at)
    if twenty:
        return Clause([{"harden": 20}], twenty.end(), more=(twenty["drops"] or "").strip(" ()"))
    match = _HARDER.match(text, at)
    if match is None or not (match["kind"] or match["figure"]):
        return None
    return Clause([{"harden": int(match["figure"] or {"easy": 6, "hard": 16}[match["kind"].lower()])}], match.end())


# For as long as something else lasts ----------------------------------------------------------------------------------

_WHILE = pattern(
    rf"(?:while {TARGET} is taking (?:the |that |this )?(?:ongoing )?(?:(?:{ONE_TYPE}) )?(?:ongoing )?damage(?: from this attack)?"
    rf"|until {TARGET} saves(?: against (?:it|that damage|the [a-z ]{{3,30}}))?"
    r"|while (?:under (?:the|this) effect|in this position)),? "
)


def linked(text: str, at: int) -> tuple[str, int] | None:
    """ "While the target is taking the ongoing damage, ...", "until the target saves, ...": the end of what follows."""
    match = _WHILE.match(text, at)
    if match is None:
        return None
    return ("while ongoing" if "damage" in match.group(0).lower() else "while affected"), match.end()
