"""Clauses of standing traits that change figures: of the creature itself, of its allies, of its enemies."""

from __future__ import annotations

import re

from quintain_bestiary.limits import (
    ANY_TYPE,
    ATTACKS,
    DIES,
    FIGURES,
    IT,
    ITS,
    LISTED,
    STATE,
    TAIL,
    WHOM,
    WITH,
    Meaning,
    Reading,
    die,
    limit,
    named,
    whom,
    with_words,
)
from quintain_bestiary.phrases import pattern, type_name
from quintain_bestiary.speaker import OWN_ATTACK, SELF
from quintain_bestiary.text import Row, Value

_MOST = r"(?: \((?:to a )?max(?:imum)?(?: of|:)? [+-]?(?P<most>\d{1,2})(?: bonus| AC)?\))?"
_PER = (
    rf"(?: (?:for each|per) (?P<other>other )?(?P<counted>(?:[a-z'-]+ ){{0,3}}?[a-z'-]+|{SELF})(?=$|[,.]| \(| that| engaged"
    rf"| nearby(?! all)| against)(?: (?P<where>(?:that(?:'s| is) )?engaged with"
    rf" (?:the|its) (?:target(?: it's attacking)?|enemy)|nearby(?: it)?|engaged with (?:it|{SELF})))?)?"
)
_GAINS = rf"(?:(?:{IT} )?(?:also )?(?:gains?|has|have|gets?) )"
_BONUS = pattern(
    rf"(?:{_GAINS}(?:an? )?(?=\+)|(?:{IT} )?takes? an? (?=-))(?P<n>[+-]\d{{1,2}}) (?:(?P<kind>melee|ranged) )?",
    r"(?:(?P<short>attack|damage|AC|PD|MD|defence|save|initiative) )?(?:bonus|penalty|(?=to))",
    rf"(?: ?(?:to|on) (?:(?:{ITS} )?(?P<both>(?P<kind2>melee|ranged) attacks and (?:melee|ranged) damage)|{LISTED}",
    rf"|(?P<to>{ATTACKS})))?{_PER}{_MOST}{TAIL}(?:{WITH})?",
    re.sub(r"<(other|counted|where|most)>", r"<\1_2>", f"{_PER}{_MOST}"),
)
_WHICHEVER = pattern(
    rf"(?:{IT} )?gains? a (?P<n>\+\d) bonus (?:to|on) {LISTED}, or adds the escalation die, whichever is higher"
)
_EQUAL = pattern(rf"{_GAINS}(?:an? )?(?:(?P<short>attack|damage) )?bonus (?:to {LISTED} )?equal to {DIES}{TAIL}(?:{WITH})?")
_AS_MANY = pattern(rf"{_GAINS}a bonus to {LISTED} equal to the (?:current )?number of (?P<state>{STATE}) enemies in the battle")
_ADDS = pattern(
    rf"(?:{IT} )?(?:may )?adds? {DIES} to (?:{LISTED}|(?P<to>(?:{ITS} )?{OWN_ATTACK} attack(?: rolls?|s)?)",
    rf"|the damage it deals with its attacks(?P<miss>, hit or miss)?){TAIL}",
)
_USES = pattern(rf"{IT} (?:may |can )?uses? the escalation die")
_DEALS = pattern(
    rf"{IT} deals? (?:(?P<n>\d{{1,3}}) (?:extra|additional) damage|\+(?P<plus>\d{{1,3}}) damage"
    rf"|(?:extra|additional) damage equal to {DIES})(?: with its attacks)?",
    rf"(?P<miss>,? hit or miss)?(?:{WITH})?{TAIL}",
)
_BUILDS = pattern(
    rf"for each (?P<near>nearby )?enemy that is taking ongoing damage, {SELF}'s attacks deal an? (?:extra|additional) (?P<n>\d{{1,3}})"
    rf" (?:(?:{ANY_TYPE}) )?damage(?P<miss>, hit or miss)?"
)
_ATTACKS_DEAL = pattern(
    rf"(?:{SELF}'s|the) (?P<with>opportunity attacks|{OWN_ATTACK} attacks?) deals? (?:(?P<n>\d{{1,3}})"
    rf" (?:extra|additional)|\+(?P<plus>\d{{1,3}}))",
    rf" damage{TAIL}",
)
_MISSES_DEAL = pattern(
    rf"(?:{SELF}'s attacks that miss|(?:{SELF}'s|its) missed attacks) deal (?P<n>\d{{1,3}}) damage"
)
_SAVES_ALWAYS = pattern(
    rf"{IT} can roll (?:normal )?saves against effects that aren't save ends(?: \([^()]{{3,60}}, for example\))?"
)
_OVERWHELMS = pattern(rf"{SELF}'s attacks ignore any (?:sort|kind) of damage reduction or avoidance")
_CRIT = pattern(
    rf"(?:{SELF}'s|its|the) crit(?:ical hit)? range(?:{WITH}| of attacks by {IT})? (?:expands|increases) ",
    rf"(?:by (?:(?P<n>\d)|(?:a number equal to )?{DIES})|to (?P<to>\d{{1,2}})\+){TAIL}",
)
_VULNERABLE = pattern(
    rf"when(?:ever)? {IT} attacks (?P<whom>{WHOM}), (?:the target|that enemy|that creature|it) is vulnerable to (?:that|the) attack"
)
_ALLYS_CRIT = pattern(
    rf"when(?:ever)? a (?P<lower>lower level )?(?P<near>nearby )?ally of {SELF} attacks (?P<whom>{WHOM}),"
    rf" the crit range of that attack expands by (?:(?P<n>\d)|{DIES})"
)


def _bonus(match: re.Match[str], found: Reading) -> bool:
    """ "Gains a +2 attack bonus against staggered enemies"."""
    said = match.groupdict()
    for name in ("other", "counted", "where", "most"):
        said[name] = said[name] or said[f"{name}_2"]
    figures = named(said["figures"] or "")
    if said["short"]:
        figures = [FIGURES[said["short"].lower()]]
    if said["both"]:
        figures = ["attack", "damage"]
    if not figures and said["to"]:
        figures = ["attack"]
    counted = _count(said) if said["counted"] else {}
    if not figures or (said["counted"] and not counted):
        return False
    row = found.row(**dict.fromkeys(figures, int(said["n"] or 0)), **counted)
    if said["most"]:
        row["max"] = int(said["most"])
    words = " ".join(one for one in (said["kind"], said["kind2"], said["to"], said["with"]) if one)
    return limit(row, said, words, found)


def _count(said: dict[str, str | None]) -> Row:
    """What a bonus is counted by; empty where that is not known."""
    counted, where = (said["counted"] or "").lower(), (said["where"] or "").lower()
    own = re.fullmatch(SELF, said["counted"] or "") is not None
    place = "on_target" if re.search(r"with (?:the|its)\b", where) else "nearby" if "nearby" in where else ""
    if counted in ("ally", "of its allies") and place:
        return {"per": f"ally_{place}"}
    if counted == "nearby ally":
        return {"per": "ally_nearby"}
    if counted in ("enemy", "foe") and where and not place:
        return {"per": "enemy_engaged"}
    if own and said["other"] and place:
        return {"per": f"same_{place}"}
    if said["other"] and place and not own:
        return {"per": f"ally_{place}", "counting": [f"called {counted.removesuffix('s')}"]}
    if counted.startswith("nearby ") and not where:
        return {"per": "ally_nearby", "counting": [f"called {counted.removeprefix('nearby ')}"]}
    return {}


def _whichever(match: re.Match[str], found: Reading) -> bool:
    """Two rows of one name: the larger counts."""
    found.row(**dict.fromkeys(named(match["figures"]), int(match["n"])))
    found.row(**dict.fromkeys(named(match["figures"]), "escalation"))
    return True


def _equal(match: re.Match[str], found: Reading) -> bool:
    said = match.groupdict()
    figures = [str(said["short"]).lower()] if said["short"] else named(said["figures"] or "")
    return bool(figures) and limit(found.row(**dict.fromkeys(figures, die(said["times"]))), said, said["with"] or "", found)


def _as_many(match: re.Match[str], found: Reading) -> bool:
    counted: list[Value] = [match["state"].lower()]
    found.row(**dict.fromkeys(named(match["figures"]), 1), per="enemy", counting=counted)
    return True


def _adds(match: re.Match[str], found: Reading) -> bool:
    """ "Adds the escalation die to its attacks against ..."; without a limit it simply uses the die."""
    said = match.groupdict()
    figures = named(said["figures"] or "")
    if said["to"]:
        figures = ["attack"]
    elif said["figures"] is None:
        figures = ["damage", "miss_damage"] if said["miss"] else ["damage"]
    if "attack" in figures and not (said["to"] or said["whom"] or said["by"] or said["times"]):
        found.row(escalates=True)
        figures.remove("attack")
    return not figures or limit(found.row(**dict.fromkeys(figures, die(said["times"]))), said, said["to"] or "", found)


def _uses(match: re.Match[str], found: Reading) -> bool:
    found.row(escalates=True)
    return True


def _deals(match: re.Match[str], found: Reading) -> bool:
    said = match.groupdict()
    plain = said["n"] or said["plus"]
    figure: Value = int(plain) if plain else die(said["times"])
    row = found.row(damage=figure)
    if said["miss"]:
        row["miss_damage"] = figure
    return limit(row, said, said["with"] or "", found)


def _builds(match: re.Match[str], found: Reading) -> bool:
    counted: list[Value] = ["ongoing"]
    row = found.row(damage=int(match["n"]), per="enemy_nearby" if match["near"] else "enemy", counting=counted)
    if match["miss"]:
        row["miss_damage"] = int(match["n"])
    return True


def _attacks_deal(match: re.Match[str], found: Reading) -> bool:
    said = match.groupdict()
    row = found.row({"damage": int(said["n"] or said["plus"] or 0), "with": with_words(match["with"], found.speaker)})
    if said["whom"]:
        row["against"] = whom(said["whom"])
    return not (said["by"] or said["bywhom"] or said["bywhom2"])


def _misses_deal(match: re.Match[str], found: Reading) -> bool:
    found.row(miss_damage=int(match["n"]))
    return True


def _saves_always(match: re.Match[str], found: Reading) -> bool:
    found.figures["saves_always"] = True
    return True


def _overwhelms(match: re.Match[str], found: Reading) -> bool:
    found.figures["overwhelming"] = True
    return True


def _crit(match: re.Match[str], found: Reading) -> bool:
    said = match.groupdict()
    figure: Value = int(said["n"]) if said["n"] else 20 - int(said["to"]) if said["to"] else die(said["times"])
    return limit(found.row(crit=figure), said, said["with"] or "", found)


def _vulnerable(match: re.Match[str], found: Reading) -> bool:
    found.row(crit=2, against=whom(match["whom"]))
    return True


def _allys_crit(match: re.Match[str], found: Reading) -> bool:
    figure: Value = int(match["n"]) if match["n"] else die(match["times"])
    lower: Row = {"whom": ["lower_level"]} if match["lower"] else {}
    found.row({"crit": figure, "for": "allies" if match["near"] else "side", "against": whom(match["whom"]), **lower})
    return True


# -- enemies and allies ----------------------------------------------------------------------------------------------------

_HOLD = pattern(
    rf"(?:each |all )?(?:enem(?:y|ies)|creatures)(?: engaged with {IT})? takes? a -(?P<n>\d) penalty to disengage (?:checks|attempts)",
    rf"(?: (?:against|from) {IT})?",
)
_HARDER_TO_HIT = pattern(
    rf"(?:(?P<kind>ranged|melee|close|spell) )?attacks against {IT}(?: by (?P<whom>{WHOM}))? take a -(?P<n>\d) penalty",
    r"(?:, or a -(?P<far>\d) penalty if the attacker is far ?away)?",
)
_DISTRACTS = pattern(
    rf"(?:each )?enem(?:y|ies)(?P<where> engaged with {IT}| nearby {IT})? takes? a -(?P<n>\d) penalty to ",
    rf"(?:(?P<others>attack any other enemy than {SELF}|attacks against any (?:other )?(?:enemy|creature) other than {SELF})",
    rf"|{LISTED}(?: against ongoing (?P<type>{ANY_TYPE}) damage)?)",
)
_SAVES_DIE = pattern(rf"enemies take a penalty to saves(?: against ongoing (?P<type>{ANY_TYPE}) damage)? equal to the escalation die")
_AWED = pattern(
    r"while an enemy has (?P<hp>\d{1,3}) (?:hp|hit points) or fewer, it takes a -(?P<n>\d) penalty to (?P<limited>limited )?attacks"
    rf" against {IT}"
)
_ALLY = (
    rf"(?:(?P<both>{SELF} and )?(?:each|all) (?:of )?(?:(?:{SELF}'s|its) )?|{SELF}'s )(?P<near>nearby )?"
    r"(?:(?P<called>[a-z-]{3,20}) )?all(?:y|ies)(?: in the battle)?"
)
_LEADS = pattern(
    rf"{_ALLY} (?:gains?|has|have|gets?) (?:an? )?(?P<n>\+\d{{1,2}}) (?:(?P<short>attack|damage|AC) )?bonus(?: to {LISTED})?",
    rf"{TAIL}(?:{WITH})?",
)
_ALLIES_DIE = pattern(
    rf"(?:{SELF} and each of its (?P<near>nearby )?allies|(?P<all>all (?P<word>[a-z-]+)[a-z ]{{0,20}} in the battle))",
    r" can use the escalation die",
)
_WRACK = pattern(
    rf"while {SELF} is in the battle, (?:the )?(?:pcs|enemies) (?:don't|do not) add the escalation die to attack rolls, but it does"
)
_DIM = pattern(r"[^.;,]{0,60}\b(?:the )?pcs don't get to add the escalation die to their attacks")
_DARK = pattern(rf"(?P<who>{IT}) uses? the escalation die, and (?P<whom>any enemy engaged with it does|their enemies do) not")


def _hold(match: re.Match[str], found: Reading) -> bool:
    found.row({"disengage": -int(match["n"]), "for": "engaged"})
    return True


def _harder_to_hit(match: re.Match[str], found: Reading) -> bool:
    more: Row = {"with": [match["kind"].lower()]} if match["kind"] else {}
    if match["whom"]:
        more["against"] = whom(match["whom"])
    found.row({"defences": int(match["n"]), **more})
    if match["far"]:
        found.row({"defences": int(match["far"]), **more, "against": "faraway"})
    return True


def _distracts(match: re.Match[str], found: Reading) -> bool:
    said = match.groupdict()
    where = (said["where"] or "").strip().lower()
    row: Row = {"for": "engaged" if where.startswith("engaged") else "nearby" if where else "enemies"}
    if said["others"]:
        row |= {"attack": -int(said["n"] or 0), "against": "not_itself"}
    else:
        figures = named(said["figures"] or "")
        if not figures or (said["type"] and figures != ["save"]):
            return False
        row |= dict.fromkeys(figures, -int(said["n"] or 0))
    if said["type"]:
        row["types"] = [type_name(said["type"])]
    found.row(**row)
    return True


def _saves_die(match: re.Match[str], found: Reading) -> bool:
    row = found.row({"save": "-escalation", "for": "enemies"})
    if match["type"]:
        row["types"] = [type_name(match["type"])]
    return True


def _awed(match: re.Match[str], found: Reading) -> bool:
    row = found.row(defences=int(match["n"]), against=f"hp {match['hp']}-")
    if match["limited"]:
        row["with"] = ["limited"]
    return True


def _leads(match: re.Match[str], found: Reading) -> bool:
    said = match.groupdict()
    figures = [str(said["short"]).lower()] if said["short"] else named(said["figures"] or "")
    if not figures:
        return False
    row = found.row(**dict.fromkeys(figures, int(said["n"] or 0)))
    row["for"] = "side" if not said["near"] else "both" if said["both"] else "allies"
    called = (said["called"] or "other").lower()
    only: list[Value] = [] if called == "other" else [f"called {called}"]
    if not said["near"] and not said["both"]:
        only.append("not_itself")
    if only:
        row["whom"] = only
    return limit(row, said, said["with"] or "", found)


def _allies_die(match: re.Match[str], found: Reading) -> bool:
    if match["all"]:
        found.row({"escalates": True, "for": "side", "whom": [f"called {match['word'].lower()}"]})
        return True
    found.row({"escalates": True, "for": "both" if match["near"] else "side"})
    return True


def _wrack(match: re.Match[str], found: Reading) -> bool:
    found.row({"no_escalation": True, "for": "enemies"})
    found.row(escalates=True)
    return True


def _dim(match: re.Match[str], found: Reading) -> bool:
    found.row({"no_escalation": True, "for": "enemies"})
    return True


def _dark(match: re.Match[str], found: Reading) -> bool:
    row = found.row(escalates=True)
    engaged = "engaged" in match["whom"]
    if not engaged:
        # all of its kind: "the fen wardens use the die, and their enemies do not"
        kind = found.speaker.unmark(match["who"]).lower().removeprefix("the ")
        row |= {"for": "side", "whom": [f"called {re.sub('ves$', 'f', kind).removesuffix('s')}"]}
    found.row({"no_escalation": True, "for": "engaged" if engaged else "enemies"})
    return True


BONUSES: tuple[tuple[re.Pattern[str], Meaning], ...] = (
    (_WHICHEVER, _whichever), (_BONUS, _bonus), (_AS_MANY, _as_many), (_EQUAL, _equal), (_ADDS, _adds), (_DARK, _dark),
    (_BUILDS, _builds), (_DEALS, _deals), (_ATTACKS_DEAL, _attacks_deal),
    (_MISSES_DEAL, _misses_deal), (_SAVES_ALWAYS, _saves_always), (_OVERWHELMS, _overwhelms),
    (_CRIT, _crit), (_VULNERABLE, _vulnerable),
    (_ALLYS_CRIT, _allys_crit), (_HOLD, _hold),
    (_HARDER_TO_HIT, _harder_to_hit), (_SAVES_DIE, _saves_die), (_DISTRACTS, _distracts), (_AWED, _awed), (_LEADS, _leads),
    (_ALLIES_DIE, _allies_die), (_WRACK, _wrack), (_DIM, _dim), (_USES, _uses),
)  # fmt: skip
