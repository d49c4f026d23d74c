"""Clauses of standing traits about getting away, and about what attacks do to the creature: resistance, misses, fear, immunity."""

from __future__ import annotations

import re

from quintain_bestiary.limits import ANY_TYPE, ATTACKS, IT, STATE, Meaning, Reading, with_words
from quintain_bestiary.phrases import pattern, type_name
from quintain_bestiary.speaker import SELF
from quintain_bestiary.text import Row, Value

_NO_INTERCEPT = pattern(rf"(?:{IT} )?(?:can't|cannot) be intercepted(?: during its movement)?")
_NO_OPPORTUNITY = pattern(
    rf"(?:(?:{IT} )?(?:doesn't|don't|does not|do not) (?:provoke|suffer|take|draw) (?:opportunity )?attacks",
    r"(?P<moving> (?:by|when|while) (?:it )?mov(?:ing|es))?",
    rf"|enemies (?:can't|cannot) make opportunity attacks against {IT}",
    rf"|(?:{IT} )?ignores opportunity attacks|(?:{IT} is )?immune to opportunity attacks)",
)
_SHOOTS_IN_MELEE = pattern(
    rf"{IT} can make ranged attacks (?:in melee|while engaged) (?:and not provoke|without provoking) (?:opportunity )?attacks"
    r" from (?:those|enemies|creatures)(?: that)? it is engaged with"
)
_LEAVES = pattern(rf"when leaving engagement {IT} does not provoke attacks")
_MAKES_NONE = pattern(rf"(?:{IT} )?(?:can't|cannot|doesn't|don't) make opportunity attacks")
_AUTOMATIC = pattern(rf"(?:{IT} )?automatically (?:succeeds on all disengage checks|disengages when it moves)")
_HALF_FROM = pattern(rf"(?:{IT} )?(?:only takes?|takes? only) half damage from (?P<with>{ATTACKS})(?: that hit it)?")
_RESISTS = pattern(
    rf"(?:{IT} )?(?:has|have|gains?) resist (?P<what>damage|melee damage|ranged damage|weapons|weapon damage|spells|spell damage"
    rf"|(?:{ANY_TYPE})(?: damage)?) (?P<n>\d{{1,2}})\+",
    rf"(?: to all damage except (?P<except>{ANY_TYPE}) damage| unless the attack deals (?P<except2>{ANY_TYPE}) damage)?",
    rf"(?: (?:against|to) (?:all )?(?P<with>{ATTACKS}))?",
    rf"(?: and resist (?P<type2>{ANY_TYPE}) (?P<n2>\d{{1,2}})\+)?",
)
_HARDWOOD = pattern(
    rf"(?:{IT} )?has resist damage (?P<n>\d{{1,2}})\+ to all damage except (?P<type>{ANY_TYPE}) damage and melee "
    r"(?:(?P<weapon>weapon damage)|attacks against (?P<defence>AC|PD|MD)), which damages? it normally"
)
_TITLED = pattern(
    r"when an? (?:(?P<kind>ranged|melee|opportunity|close|limited|spell|weapon|magic) )?attack(?: \(not an at-will attack\))?",
    r"(?: against (?P<defences>(?:AC|PD|MD)(?: or (?:AC|PD|MD))?))?",
    rf"(?: that doesn't deal (?P<except>{ANY_TYPE}) damage)? targets {IT}(?P<flying> while it's flying)?,?",
    r" (?:the attacker must roll a natural (?P<n>\d{1,2})\+ on the attack roll or it only deals half damage",
    r"|it deals half damage unless the natural attack roll is (?P<n2>\d{1,2})\+)",
)
_OF_MAGIC = pattern(
    rf"(?:{IT} )?has resist damage (?P<n>\d{{1,2}})\+ to all damage from magic(?:al)? sources(?: \(even magic(?:al)? weapons\))?"
)
_SPARED = pattern(rf"(?P<will>at-will )?(?:and basic )?attacks (?:do not|don't) deal miss damage to {IT}")
_DREAD = pattern(rf"nearby enemies of {IT} are vulnerable to all attacks")
_MISSES = pattern(
    rf"when an attack hits {IT}, the attacker must roll a natural (?P<n>\d{{1,2}})\+(?: on the attack roll)?"
    r" or (?:it|the attack) misses(?: instead)?"
)
_PARITY = pattern(rf"natural (?P<parity>odd|even) attack rolls against {IT} automatically miss")
_PHASING = pattern(
    rf"{IT} takes no damage and (?:suffers no|no other) effects? from attacks with (?:a )?natural (?:attack )?rolls?"
    r" (?:less than|lower than|below|under) (?P<n>\d{1,2})\+"
    rf"(?: \(or (?P<m>\d{{1,2}})\+ for attacks that deal (?P<type>{ANY_TYPE}) damage\))?"
)
_MISS_CHANCE = pattern(rf"attacks against {IT} have an? (?P<n>\d{{2}})% miss chance")
_HEADSHOT = pattern(
    rf"a critical hit against {IT} (?:(?P<drops>drops it to 0 (?:hp|hit points))"
    r"|deals triple damage instead of (?:the normal )?double damage(?: for a crit)?)"
)
_SHRUGS = pattern(
    rf"(?:{IT} ignores damage that's less than (?P<below>\d{{1,3}})|when(?:ever)? {IT} takes (?P<n>\d{{1,3}}) damage or less from"
    rf" (?:any source|an attack|a non-(?P<type>{ANY_TYPE}) attack), it takes no damage instead)"
)
_FEARSOME = pattern(
    rf"(?:{SELF} has a fear aura: )?(?:while (?:engaged with|(?P<near>nearby)) {IT}, )?(?:if the target|enemies|creatures)"
    rf"(?: engaged with {IT})?(?: (?:who|that))?(?: with| have| has| who are| are)? (?:(?P<most>\d{{1,3}}) (?:hp|hit points) or fewer",
    r"|(?:fewer than|below|less than) (?P<below>\d{1,3}) (?:hp|hit points)),? (?:are|is|it's) dazed",
    r" and (?:do not|don't|does not|can't) (?:add|use) the escalation die(?: to (?:their|its) attacks)?",
)
_COUNTS_TWO = pattern(rf"(?:each (?:[a-z -]{{3,30}})|{IT}) counts as two (?:monsters|creatures) for the purpose of disengage checks")
_IMMUNE_TO = pattern(
    rf"{IT} (?:can't be|(?:is|are) immune to being) (?P<list>(?:made )?(?:{STATE})(?:(?:, | or |, or )(?:made )?(?:{STATE})){{0,6}})"
)
_SEES = pattern(
    rf"(?:{IT} can \"see\" in total darkness, and )?(?:{IT} )?(?:can )?(?:detects?|sees?|notices?) (?:creatures using )?"
    r"invisib(?:ility|le)(?: creatures| or visual illusions to hide)?"
)


def _slips(how: str) -> Meaning:
    def meaning(match: re.Match[str], found: Reading) -> bool:
        found.row(slips=["moving" if match.groupdict().get("moving") else how])
        return True

    return meaning


def _makes_none(match: re.Match[str], found: Reading) -> bool:
    found.figures["makes_no_opportunity"] = True
    return True


def _automatic(match: re.Match[str], found: Reading) -> bool:
    found.row(disengage=20)
    return True


def _half_from(match: re.Match[str], found: Reading) -> bool:
    found.row({"resist": 21, "with": with_words(match["with"], found.speaker)})
    return True


def _resists(match: re.Match[str], found: Reading) -> bool:
    said = match.groupdict()
    what = str(said["what"]).lower().removesuffix(" damage")
    row = found.row(resist=int(said["n"] or 0))
    kinds = with_words(said["with"] or "", found.speaker)
    if what in ("melee", "ranged", "weapons", "weapon", "spells", "spell"):
        kinds.append(what.removesuffix("s"))
    elif what != "damage":
        row["types"] = [type_name(what)]
    if kinds:
        row["with"] = kinds
    other = said["except"] or said["except2"]
    if other:
        row["except"] = [type_name(other)]
    if said["type2"]:
        found.row(resist=int(said["n2"] or 0), types=[type_name(said["type2"])])
    return True


def _hardwood(match: re.Match[str], found: Reading) -> bool:
    """All but one type, and all but melee weapons (or melee attacks against one defence)."""
    figures: Row = {"resist": int(match["n"]), "except": [type_name(match["type"])]}
    found.row({**figures, "with": ["ranged", "close"]})
    others: list[Value] = ["melee", "spell"] if match["weapon"] else ["melee"]
    others += [name for name in ("AC", "PD", "MD") if match["defence"] and name != match["defence"].upper()]
    found.row({**figures, "with": others})
    return True


def _titled(match: re.Match[str], found: Reading) -> bool:
    said = match.groupdict()
    kinds: list[Value] = [said["kind"].lower()] if said["kind"] else []
    kinds += re.findall("AC|PD|MD", (said["defences"] or "").upper())
    if not kinds:
        return False
    row = found.row({"resist": int(said["n"] or said["n2"] or 0), "with": kinds})
    if said["except"]:
        row["except"] = [type_name(said["except"])]
    if said["flying"]:
        row["needs"] = ["airborne"]
    return True


def _of_magic(match: re.Match[str], found: Reading) -> bool:
    found.row({"resist": int(match["n"]), "with": ["magic"]})
    return True


def _spared(match: re.Match[str], found: Reading) -> bool:
    found.row({"spares_misses": True} | ({"with": ["at_will"]} if match["will"] else {}))
    return True


def _dread(match: re.Match[str], found: Reading) -> bool:
    found.row({"vulnerable": True, "for": "nearby"})
    return True


def _misses(match: re.Match[str], found: Reading) -> bool:
    found.row(misses_on=f"1-{int(match['n']) - 1}")
    return True


def _parity(match: re.Match[str], found: Reading) -> bool:
    found.row(misses_on=match["parity"].lower())
    return True


def _phasing(match: re.Match[str], found: Reading) -> bool:
    least = int(match["n"])
    first = int(match["m"] or least)
    found.row(ignores_on=f"1-{first - 1}")
    if first < least:
        found.row({"ignores_on": f"{first}-{least - 1}", "except": [type_name(match["type"])]})
    return True


def _miss_chance(match: re.Match[str], found: Reading) -> bool:
    found.row(miss_chance=int(match["n"]))
    return int(match["n"]) % 5 == 0


def _headshot(match: re.Match[str], found: Reading) -> bool:
    found.row({"slays_on_crit" if match["drops"] else "triple_on_crit": True})
    return True


def _shrugs(match: re.Match[str], found: Reading) -> bool:
    row = found.row(shrugs=int(match["n"]) if match["n"] else int(match["below"]) - 1)
    if match["type"]:
        row["except"] = [type_name(match["type"])]
    return True


def _fearsome(match: re.Match[str], found: Reading) -> bool:
    found.figures["fear"] = int(match["most"]) if match["most"] else int(match["below"]) - 1
    if match["near"]:
        found.figures["fear_nearby"] = True
    return True


def _counts_two(match: re.Match[str], found: Reading) -> bool:
    found.figures["hold_penalty"] = 1
    return True


def _immune_to(match: re.Match[str], found: Reading) -> bool:
    if "staggered" in match["list"].lower():
        return False
    found.figures["immune_conditions"] = [str(one) for one in re.findall(STATE, match["list"].lower())]
    return True


def _sees(match: re.Match[str], found: Reading) -> bool:
    found.figures["sees_invisible"] = True
    return True


PROTECTION: tuple[tuple[re.Pattern[str], Meaning], ...] = (
    (_FEARSOME, _fearsome), (_NO_INTERCEPT, _slips("interception")), (_NO_OPPORTUNITY, _slips("opportunity")),
    (_SHOOTS_IN_MELEE, _slips("opportunity")), (_LEAVES, _slips("moving")), (_MAKES_NONE, _makes_none), (_AUTOMATIC, _automatic),
    (_HALF_FROM, _half_from), (_HARDWOOD, _hardwood), (_OF_MAGIC, _of_magic),
    (_RESISTS, _resists), (_TITLED, _titled), (_MISSES, _misses), (_PARITY, _parity),
    (_PHASING, _phasing), (_MISS_CHANCE, _miss_chance), (_HEADSHOT, _headshot), (_SHRUGS, _shrugs), (_COUNTS_TWO, _counts_two),
    (_IMMUNE_TO, _immune_to), (_SEES, _sees), (_SPARED, _spared), (_DREAD, _dread),
)  # fmt: skip
