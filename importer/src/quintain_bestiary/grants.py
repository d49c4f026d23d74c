"""Clauses that grant attacks: the creature strikes again, at somebody else, or has an ally strike."""

from __future__ import annotations

from quintain_bestiary.phrases import Clause, Place, pattern
from quintain_bestiary.speaker import OWN_ATTACK, SELF
from quintain_bestiary.text import Row, Value, number

_ORDINAL = r"(?:second|third|fourth|fifth)"
_MORE = pattern(
    rf"(?:{SELF} |it |they |the (?!target|ally|enem)[a-z-]+ (?:[a-z-]+ )?)?(?:can |may |must )?(?:also |immediately )?",
    r"(?:makes?|uses?|rolls?) ",
    r"(?:(?P<times>two|three) (?:more )?",
    rf"|(?:another|one|its|their|an?(?: single| follow-up| {_ORDINAL}(?P<upto> or {_ORDINAL})?)?) )?",
    r"(?:\((?:but not a third|no more)\) )?",
    rf"(?:(?P<attack>{OWN_ATTACK})(?: spell)?(?: attacks?| ability)?",
    r"|(?P<same>(?:additional |second |melee )?attacks?|the attack again))(?: roll)?",
    r"(?: \(one attack roll\))?",
)
_AT = pattern(
    r" against (?:(?P<group>the same group|a random enemy that is nearby the target of the [a-z]+ attack)",
    r"|(?P<fresh>a target not taken yet|a different target it has not already targeted this turn)",
    r"|(?P<same>the target|that target|the same target|that enemy|that attacker|it|them)",
    r"|(?P<other>(?:an?|another|one) (?:(?:different|other|second|new|single|random) ){0,2}(?:nearby |engaged )?",
    r"(?:target|enemy|creature)(?: engaged with it)?))(?P<or> or another creature engaged with it)?",
)
_COST = pattern(r" (?:as a (?P<cost>free|quick) action|immediately)")
_ASIDE = pattern(
    r"(?: this turn| \((?:no more|but not a third)\)|,? (?:but )?ignor(?:e|ing) this trigger[^.;,]{0,40}",
    r"| with a -\d attack penalty",
    r"| without (?:taking|provoking) an opportunity attack|, even if [^.;,]{1,40}| instead of a standard action",
    r"| \(but never more than three total attacks[^()]{0,80}\)|,? either this turn,? or on its next turn",
    r"|, if it has one)",
)
_BY_THE_DIE = pattern(
    r" \((?:this|it) can (?:keep going|go on|continue)(?:,| up)? to a (?:maximum|total)(?: number)? of attacks"
    r" (?:equal to|that equals) the escalation die ?\+ ?1\)"
)
"""So many attacks in all: the die tells how many more than the first."""
_STILL_COUNTED = pattern(r",? but it is still only (?:once|twice) per battle")
_THIRD = pattern(
    r",? followed by a third (?:and (?:final|last) )?(?:different |new )?(?:nearby )?enemy"
    r" if the (?:second|previous)(?: attack| one)? is (?:also|again) a natural even (?:hit|roll)",
    rf"|,? and if that(?: one)? is(?: also)? a natural even (?:hit|roll),? (?:it can )?make a third (?:{OWN_ATTACK})? ?(?:attack)?",
)
_ON_AND_ON = pattern(rf"; keep making {OWN_ATTACK}s?(?: attacks)? until you run out of targets[^.;]{{0,80}}")
_PENALTY = pattern(r" with a (?P<value>-\d) attack penalty")
_DUPLICATE = pattern(
    rf"a duplicate of {SELF} appears next to another nearby enemy and makes an identical (?P<attack>{OWN_ATTACK}) attack"
    r" against that target"
)
_SINGLE = pattern(r"\ba single |\(one attack roll\)")
_AGAIN = pattern(rf"\b(?:{_ORDINAL}|another|additional|again)\b")


def more_attacks(text: str, at: int, place: Place) -> Clause | None:
    """ "The naga can make a bite attack against a different enemy as a free action"."""
    double = _DUPLICATE.match(text, at)
    if double:
        return Clause([{"attack": place.speaker.attack_meant(double["attack"]), "at": "other", "reach": True}], double.end())
    match = _MORE.match(text, at)
    if match is None:
        return None
    again = _AGAIN.search(match.group(0)) is not None
    if match["same"] and not again and not match["times"]:
        return None
    name = place.speaker.attack_meant(match["attack"]) if match["attack"] else place.speaker.current
    row: Row = {"attack": name}
    if match["times"]:
        row["times"] = number(match["times"])
    elif _SINGLE.search(match.group(0)):
        row["times"] = 1
    end, cost, aim = _how(text, match.end())
    said = text[match.end() : end].lower()
    if not name or not (cost or place.free_action or again or aim == "other" or "a random enemy that is nearby" in said):
        return None
    if aim:
        row["at"] = aim
    if aim == "new":
        row["chain"] = True
    worse = _PENALTY.search(text, match.end(), end)
    if worse:
        row["extra"] = int(worse["value"])
    if cost == "quick":
        row["action"] = "quick"
    counted = _STILL_COUNTED.match(text, end)
    if counted:
        row["spends"], end = True, counted.end()
    return Clause([row], _chained(text, end, row, bool(match["upto"])))


def _chained(text: str, at: int, row: Row, upto: bool) -> int:
    """ "... a second, and if that is even too, a third": how many attacks may follow one another."""
    by_die = _BY_THE_DIE.match(text, at)
    if by_die:
        row["chain"] = "escalation"
        return by_die.end()
    third, on = _THIRD.match(text, at), _ON_AND_ON.match(text, at)
    if third or upto:
        row["chain"] = 2
    elif on:
        row["chain"] = True
    found = third or on
    return found.end() if found else at


def _how(text: str, at: int) -> tuple[int, str, str]:
    """The phrases behind "a bite attack", in whatever order: at whom, for which action."""
    cost, aim, going = "", "", True
    while going:
        target, action, aside = _AT.match(text, at), _COST.match(text, at), _ASIDE.match(text, at)
        if target:
            anybody = target["or"] or target["group"] or "single" in (target["other"] or "")
            aim = "any" if anybody else "same" if target["same"] else "new" if target["fresh"] else "other"
        elif action:
            cost = (action["cost"] or "free").lower()
        found = target or action or aside
        at, going = (found.end(), True) if found else (at, False)
    return at, cost, aim


_TARGETS = pattern(
    rf"(?:{SELF} can (?:also )?target (?:an?other|a (?:second )?different) (?:nearby )?(?:enemy|creature) with",
    rf" (?:(?P<attack>{OWN_ATTACK})|the (?:attack|ability))|the attack targets another nearby enemy)",
    r"(?P<three> unless it's already targeted three enemies this way)?",
)
_ENGAGED_ALLY = pattern(
    r"if (?:an|any|one) ally is engaged with (?:the|that) (?:target|enemy), (?:it|that ally) (?:can|may) make a basic attack"
    r" against (?:the target|it) as a free action"
)
_ALLY = pattern(
    rf"(?:one|any|an) (?:of {SELF}'s )?(?:nearby )?(?:(?!enem|target)[a-z-]+ )?all(?:y|ies)(?: of {SELF})?",
    r"(?P<engaged> engaged with (?:the target|(?:the )?targeted enemy))? (?:can|may) (?:also )?",
    r"make an? (?:basic |melee |basic melee )?attack(?P<same> against (?:it|the target))?",
    r"(?P<free> as an? (?:free|interrupt) action)?",
)


def another_target(text: str, at: int, place: Place) -> Clause | None:
    """ "The caller can target another nearby enemy with its lightning": the same attack, once more, at somebody else."""
    match = _TARGETS.match(text, at)
    if match is None:
        return None
    row: Row = {"attack": place.speaker.attack_meant(match["attack"]) if match["attack"] else place.speaker.current, "at": "other"}
    if match["three"]:
        row["chain"] = 2
    elif "nearby" not in match.group(0).lower():
        row |= {"at": "new", "chain": True}
    return Clause([row], match.end())


_KIN = pattern(
    r"(?P<count>one|up to two|up to three|up to four|up to five) nearby ",
    rf"(?P<kind>{SELF}|(?!ally|enem|creature|target)[a-z-]+(?: [a-z-]+)?)",
    rf" can (?:each )?make an? (?P<attack>[a-z' -]{{3,40}}?|{OWN_ATTACK}) attack(?: \([a-z ]{{3,20}}\))? as a free action",
)
_LESSER = pattern(
    r"one nearby lower-level (?P<mook>mook) makes an attack as a free action",
    rf"|one of {SELF}'s nearby allies of its level or lower can make a basic attack",
    rf"(?: as {SELF} [^.;]{{3,40}}?(?= for half damage|$))?(?P<half> for half damage)?",
)
_ALL_AROUND = pattern(r"any (?P<kind>(?!enem|creature)[a-z-]+) engaged with the target can attack it as a free action")


def _kin_attacks(text: str, at: int, place: Place) -> Clause | None:
    """Allies of a kind, or of lower level, strike."""
    around = _ALL_AROUND.match(text, at)
    if around:
        return Clause([{"attack": "basic", "on": "each_ally", "at": "same"}], around.end())
    lesser = _LESSER.match(text, at)
    if lesser:
        among: list[Value] = ["lower_level", "mook"] if lesser["mook"] else [f"level {place.speaker.level}-"]
        row: Row = {"attack": "basic", "on": "ally", "among": among}
        return Clause([row | ({"halved": True} if lesser["half"] else {})], lesser.end())
    match = _KIN.match(text, at)
    if match is None or match["attack"].lower() in ("fungal", "basic", "melee"):
        return None
    kind = place.speaker.unmark(match["kind"]).lower().removesuffix("s")
    row = {"attack": place.speaker.unmark(match["attack"]).lower(), "on": "ally", "among": f"called {kind}"}
    count = number(match["count"].lower().removeprefix("up to "))
    return Clause([row | ({"count": count} if count > 1 else {})], match.end())


def ally_attacks(text: str, at: int, place: Place) -> Clause | None:
    """ "One nearby ally can make a basic attack as a free action"."""
    kin = _kin_attacks(text, at, place)
    if kin:
        return kin
    engaged = _ENGAGED_ALLY.match(text, at)
    if engaged:
        return Clause([{"attack": "basic", "on": "ally", "at": "same"}], engaged.end())
    match = _ALLY.match(text, at)
    if match is None or not (match["free"] or place.free_action):
        return None
    row: Row = {"attack": "basic", "on": "ally"}
    if match["engaged"] or match["same"]:
        row["at"] = "same"
    return Clause([row], match.end())


_BASIC = pattern(rf"(?:{SELF}|it) (?:can |may )?(?:also )?makes? a basic attack")


def own_basic(text: str, at: int, place: Place) -> Clause | None:
    """ "The stalker can make a basic attack against the target as a free action"."""
    match = _BASIC.match(text, at)
    if match is None:
        return None
    end, cost, aim = _how(text, match.end())
    if cost != "free" and not place.free_action:
        return None
    row: Row = {"attack": "basic"}
    if aim:
        row["at"] = aim
    return Clause([row], end)
