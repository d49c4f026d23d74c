"""What a trait makes of the creature's own attacks: they deal more, hit for sure, go at more targets, are rolled again.

Clauses for the effects grammar, and sentences that name such a thing without a moment before it.
"""

from __future__ import annotations

import re

from quintain_bestiary.phrases import (
    AMOUNT,
    ONE_TYPE,
    TYPE,
    Clause,
    Place,
    amount,
    pattern,
    type_name,
    until_at,
)
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.text import DICE, Row, Value, number

_BATTLE = r"(?: (?:this|that|in this|during the) battle)?"
_EXTRA = rf"(?:an )?(?:\+|(?:extra|additional) )?{AMOUNT} (?:extra |additional )?{TYPE}(?:extra )?damage"
_NEXT = pattern(
    rf"(?:its|his|her|{SELF}'s) next (?:(?P<attack>{OWN_ATTACK}) )?attack{_BATTLE} deals {_EXTRA}"
    r"(?: on a hit|(?P<miss>,? hit or miss))?"
)
_WITH_NEXT = pattern(
    rf"{SELF} deals {_EXTRA} with its next (?:(?P<attack>{OWN_ATTACK}) )?attack{_BATTLE}(?P<miss>,? hit or miss)?"
)
_FROM_NOW = pattern(rf"(?:{SELF}'s |its |the )?(?P<attack>{OWN_ATTACK})(?: attacks?)? (?:now )?deals {_EXTRA}")
_GROWS = pattern(
    rf"{SELF} gains a (?P<value>\+\d) attack bonus and deals \+(?P<amount>{DICE}|\d{{1,2}}) damage"
)
_GROWS_TO = pattern(rf" \(max(?:imum)?(?: bonus)?(?: of)? \+(?P<most>\d{{1,2}})(?:, \+(?P<dice>{DICE}|\d{{1,2}}))?\)")
_AT_MOST = pattern(rf" \(max(?:imum)?(?: of)?:? (?P<most>{DICE}|\+?\d{{1,3}})\)")
_SURE = pattern(
    rf"{SELF} automatically hits with its next (?P<attack>{OWN_ATTACK}) attack{_BATTLE}"
    rf"(?:, and (?:the )?target takes {_EXTRA})?"
)
_SURE_CRIT = pattern(
    rf"the next attack{_BATTLE} {SELF} makes against the target that hits is a critical hit"
)
_DISPELS = pattern(
    rf"(?:{SELF}|it) can (?:cancel|end) (?:one|a) magical effect(?: (?:created|caused|made) by a spell(?: or (?:a )?magic item)?)?"
    rf"(?: that is affecting (?:{SELF}|it) or a nearby creature)?(?: \(including [a-z ]{{3,40}}\))?"
)
_DEATH_SAVE = pattern(
    r"(?:the )?target loses (?:a|one) death save (?:until the end of|for the rest of) the battle"
    r"(?: \((?:effectively|in effect|that is),? [^()]{5,120}\))?"
)
_ITS_CRITS = pattern(
    rf"the crit(?:ical hit)? range of (?:attacks by {SELF}|{SELF}'s attacks) against the target expands by"
    r" (?:the escalation die|(?P<value>\d))"
)
_HEADCOUNT = pattern(
    r"each enemy in the battle takes a penalty to (?P<rolls>its attacks|all defences|its attacks and all defences) equal to the"
    r" number of (?:living )?(?P<kind>[a-z -]{3,40}?) in the battle \(max(?:imum)?(?: of)? -?(?P<most>\d)\)"
    rf" until the end of (?:the attacking [a-z]+|{SELF})'s next turn"
)


def empowers(text: str, at: int, place: Place) -> Clause | None:
    """ "Its next attack this battle deals 2d6 extra fire damage", "its bite deals an additional 1d6 damage until ..."."""
    following = _NEXT.match(text, at) or _WITH_NEXT.match(text, at)
    if following:
        row = _more(following, place, "next attack")
        return Clause([row | ({"or_miss": True} if following["miss"] else {})], following.end())
    growing = _GROWS.match(text, at)
    if growing:
        return _grows(growing, text)
    match = _FROM_NOW.match(text, at)
    end = until_at(text, match.end(), True) if match else None
    if match is None or end is None:
        return None
    row, stop = _more(match, place, end.rule), end.end
    most = _AT_MOST.match(text, stop)
    if most:
        times = _how_often(match["amount"], most["most"])
        if not times:
            return None
        row |= {"cumulative": True, "most": times}
        stop = most.end()
    return Clause([row], stop, more=end.more)


def _more(match: re.Match[str], place: Place, until: str) -> Row:
    row: Row = {"empower": amount(match["amount"]), "on": "self", "until": until}
    if match["type"]:
        row["type"] = type_name(match["type"])
    if match["attack"]:
        row["with"] = place.speaker.attack_meant(match["attack"])
    return row


def _grows(match: re.Match[str], text: str) -> Clause | None:
    """ "It gains a +2 attack bonus and deals +1d6 damage until the end of the battle (maximum bonus +6, +3d6)"."""
    end = until_at(text, match.end(), True)
    most = _GROWS_TO.match(text, end.end) if end else None
    if end is None or end.rule != "end of battle":
        return None
    bonus: Row = {"modifier": {"attack": int(match["value"])}, "on": "self", "until": end.rule}
    dice: Row = {"empower": amount(match["amount"]), "on": "self", "until": end.rule}
    if most is None:
        return Clause([bonus, dice], end.end, more=end.more)
    times = _how_often(match["amount"], most["dice"] or "")
    if not times:
        return None
    bonus |= {"cumulative": True, "most": int(most["most"])}
    dice |= {"cumulative": True, "most": times}
    return Clause([bonus, dice], most.end())


def _how_often(once: str, most: str) -> int:
    """How many times an amount goes into its maximum: 1d6 into 4d6 four times; 0 where it does not."""
    first, last = re.fullmatch(r"(\d+)(d\d+)?", once), re.fullmatch(r"\+?(\d+)(d\d+)?", most)
    if first is None or last is None or first[2] != last[2] or int(last[1]) % int(first[1]):
        return 0
    return int(last[1]) // int(first[1])


def surely(text: str, at: int, place: Place) -> Clause | None:
    """ "It automatically hits with its next bite attack", "the next attack that hits it is a critical hit"."""
    match = _SURE.match(text, at)
    if match:
        name = place.speaker.attack_meant(match["attack"])
        rows: list[Row] = [{"surely": "hit", "on": "self", "until": "next attack", "with": name}]
        if match["amount"]:
            rows.append(_more(match, place, "next attack"))
        return Clause(rows, match.end())
    crit = _SURE_CRIT.match(text, at)
    if crit is None:
        return None
    early: list[Value] = ["hits"]
    return Clause([{"surely": "crit", "on": "self", "versus": "target", "until": "end of battle", "ends_when": early}], crit.end())


def dispels(text: str, at: int, place: Place) -> Clause | None:
    """ "It can cancel one magical effect created by a spell"."""
    match = _DISPELS.match(text, at)
    return Clause([{"dispel": True}], match.end()) if match else None


def death_nears(text: str, at: int, place: Place) -> Clause | None:
    """ "The target loses a death save", "the crit range of its attacks against the target expands by the escalation die"."""
    match = _DEATH_SAVE.match(text, at)
    if match:
        row: Row = {"fewer_death_saves": 1, "until": "end of battle"}
        return Clause([row | ({"cumulative": True} if "cumulative" in match.group(0).lower() else {})], match.end())
    crits = _ITS_CRITS.match(text, at)
    if crits is None:
        return None
    end = until_at(text, crits.end())
    by: Value = int(crits["value"]) if crits["value"] else "escalation"
    rule = end.rule if end else place.until or "end of battle"
    return Clause([{"exposes": {"crit": by}, "by": "source", "until": rule}], end.end if end else crits.end())


_ALL_CRITS = pattern(
    r"the crit(?:ical hit)? range of attacks by (?P<one>[a-z-]{3,20}) and (?P<two>[a-z-]{3,20}) in the battle expands by (?P<value>\d)"
)


def all_crits(text: str, at: int, place: Place) -> Clause | None:
    """ "The crit range of attacks by hounds and drovers in the battle expands by 1": for whoever is one or the other, once."""
    match = _ALL_CRITS.match(text, at)
    if match is None:
        return None
    one, two = (match[key].lower().removesuffix("s") for key in ("one", "two"))
    made: Row = {"modifier": {"crit": int(match["value"])}, "on": "all_allies", "until": "end of battle", "cumulative": True}
    both: list[Value] = [f"called {two}", f"not_called {one}"]
    return Clause([{**made, "among": f"called {one}"}, {**made, "among": both}], match.end())


def headcount(text: str, at: int, place: Place) -> Clause | None:
    """ "Each enemy in the battle takes a penalty to its attacks equal to the number of hounds in the battle (max -5) until ..."."""
    match = _HEADCOUNT.match(text, at)
    if match is None or not _own_kind(match["kind"], place.speaker):
        return None
    rolls: dict[str, Value] = {}
    rolls |= {"attack": -1} if "attacks" in match["rolls"].lower() else {}
    rolls |= {"defences": -1} if "defences" in match["rolls"].lower() else {}
    row: Row = {"modifier": rolls, "counted": "same", "most": int(match["most"]), "on": "all_foes", "until": "end of own next turn"}
    return Clause([row], match.end())


def _own_kind(words: str, speaker: Speaker) -> bool:
    """Are these words its own name in the plural?"""
    plain = speaker.unmark(words).lower().split()
    return all(any(one in speaker.words for one in _singular(word)) for word in plain)


def _singular(word: str) -> tuple[str, ...]:
    return word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ves$", "f", word)


READERS = (empowers, surely, dispels, death_nears, headcount, all_crits)


# Sentences without a moment of their own --------------------------------------------------------------------------------

_ROLLS_AGAIN = pattern(
    rf"(?P<often>once|twice) per (?P<per>battle|round),? {SELF} (?:gets to|can|may) reroll a missed (?P<attack>{OWN_ATTACK}) attack"
    rf"(?:,? and deals (?P<amount>{DICE}|\d{{1,3}}) (?:(?P<type>{ONE_TYPE}) )?damage if it still miss(?:es)?)?\.?$"
)
_ABUSED = pattern(
    rf"keep track of [^.]{{3,20}} attacks that hit {SELF}[^.]{{0,30}}\. [^.]{{0,40}}{SELF} can target an additional enemy"
    rf"[^.]{{0,30}} with its (?P<attack>{OWN_ATTACK}) attack for each of those hits\."
)
_AT_THE_FALLEN = pattern(
    rf"when(?:ever)? {SELF} drops an enemy[^,.]{{0,40}}, [^.]{{5,120}}\. (?:the|that) creature must begin making last gasp saves"
    rf"[^.]{{0,60}}\. on the fourth [^.]{{5,70}}\b(?P<after>dies\b[^.]{{0,60}})\."
    rf"(?: if (?:{SELF}|the [a-z]+) is stunned or moved away[^.]{{5,80}}, the creature doesn't have to make [^.]{{5,40}}\.)?"
)
_HEALS_WHILE = pattern(
    rf"at the start of its turn, {SELF} heals (?P<amount>\d{{1,3}}) (?:hp|hit points)\. if it doesn't heal up to [^.,]{{0,10}}maximum"
    r"[^.,]{0,12}, it loses [^.]{0,20}\bheal\b[^.]{0,30} until the end of the battle\.?"
)


def own_sentences(marked: str, name: str, speaker: Speaker) -> tuple[list[Row], str, list[str]]:
    """Occasions of sentences like these, the text without them, and words of them that stay text."""
    rows: list[Row] = []
    told: list[str] = []
    for phrase, reader in _SENTENCES:
        match = phrase.search(marked)
        if match and (match.start() == 0 or marked[: match.start()].rstrip().endswith((".", "!"))):
            rows.extend(reader(match, name, speaker))
            after = match.groupdict().get("after")
            told.extend([f"the target {speaker.unmark(after).strip()}"] if after and " and " in after else [])
            marked = f"{marked[: match.start()]}{marked[match.end() :]}".strip()
    return rows, marked, told


def _harm(match: re.Match[str]) -> Row:
    row: Row = {"damage": amount(match["amount"])}
    return row | ({"type": type_name(match["type"])} if match["type"] else {})


def _rolls_again(match: re.Match[str], name: str, speaker: Speaker) -> list[Row]:
    effects: list[Value] = [{"reroll": 0}]
    if match["amount"]:
        effects.append({"miss_damage" if key == "damage" else key: value for key, value in _harm(match).items()})
    row: Row = {"when": "attacking", "roll": "miss", "with": speaker.attack_meant(match["attack"]), "once": match["per"].lower()}
    times = number(match["often"].lower())
    return [{**row, **({"times": times} if times > 1 else {}), "effects": effects}]


def _abused(match: re.Match[str], name: str, speaker: Speaker) -> list[Row]:
    more: Row = {"more_targets": 1, "with": speaker.attack_meant(match["attack"]), "on": "self", "cumulative": True}
    effects: list[Value] = [{**more, "until": "end of battle"}]
    return [{"when": "attacked", "roll": "hit", "effects": effects}]


def _at_the_fallen(match: re.Match[str], name: str, speaker: Speaker) -> list[Row]:
    effects: list[Value] = [{"last_gasp": "slain"}]
    return [{"when": "fells_enemy", "effects": effects}]


def _heals_while(match: re.Match[str], name: str, speaker: Speaker) -> list[Row]:
    state = f"out of {name.lower()}"
    spent: Row = {"mark": state, "on": "self", "until": "end of battle", "against": "hurt"}
    effects: list[Value] = [{"heal": int(match["amount"]), "on": "self"}, spent]
    return [{"when": "turn_start", "against": f"not_marked {state}", "effects": effects}]


_SENTENCES = (
    (_ROLLS_AGAIN, _rolls_again), (_ABUSED, _abused), (_AT_THE_FALLEN, _at_the_fallen), (_HEALS_WHILE, _heals_while),
)  # fmt: skip
