"""Clauses in which something unusual is done: a disengage check, recoveries lost, worse ongoing damage, the die stolen, an
action more, an enemy made to strike its friend."""

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
from quintain_bestiary.speaker import SELF
from quintain_bestiary.text import DICE, Row, number

_SLIPS = pattern(
    rf"(?:{SELF} |it )can make a disengage check(?: this turn)? as a free action(?: this turn)?(?: after the attack)?"
)
_RECOVERY_SAVE = pattern(
    rf"when {TARGET} (?:tries|wants) to spend a recovery,? (?:they|it) (?:have to|has to|must) (?:first )?(?:succeed at|make)"
    r" a save \((?P<save>\d{1,2})\+\)(?: first)?"
)
_RECOVERY_HARDER = pattern(r"the save to spend a recovery is now a hard save \((?P<save>\d{1,2})\+\)")
_LOSES_RECOVERY = pattern(rf"(?:{TARGET} )?loses (?P<count>a|one|two) recover(?:y|ies)")
_GAINS_RECOVERY = pattern(
    rf"(?:if {TARGET} currently has less than its maximum recoveries, )?(?:{TARGET} )?gains a recovery!?"
)
_INCREASES = pattern(rf"increase the ongoing (?P<type>{ONE_TYPE}) damage by (?P<value>\d{{1,2}})")
_WORSENS = pattern(
    rf"(?:{TARGET}'s|the) ongoing (?:(?P<type>{ONE_TYPE}) )?damage(?P<all> for all enemies hit by the attack)? increases by",
    r" \+?(?P<value>\d{1,2})",
    r"(?: \(cumulative\))?(?P<hard> and becomes hard save ends(?: \(16\+\))?)?",
)
_STEALS_DIE = pattern(rf"{SELF} steals the escalation die")
_STOLEN = pattern(
    rf"while the escalation die is stolen, all (?:{SELF}|[a-z ]{{3,30}}) and their allies use it, and the adventurers do not"
)
_KIN_DIE = pattern(
    r"each (?P<one>[a-z]+) and (?P<two>[a-z]+) in (?:the|this) battle (?:adds the escalation die to|uses the escalation die for)"
    r" its attacks,? and the (?:pcs|heroes|adventurers) (?:don't|do not)"
)
_MORE_ACTIONS = pattern(
    rf"{SELF} gains (?:a second|an extra|an additional) (?P<action>standard|move|quick) action this turn(?:, but not a third)?"
)
_COMPELLED = pattern(
    rf"(?:the target|it) makes a basic attack against (?:a target|an enemy|a creature) of {SELF}'s choice"
    r"|the target makes (?:a|one) basic attack against its (?:nearest|closest)(?: or (?:most vulnerable|weakest))? ally"
    r"(?: \([^()]{3,60}\))?"
)
_MOVES_QUICK = pattern(
    rf"(?:{SELF} |it )?(?:may|can) move (?:again|normally) this turn as a quick action"
    r"(?: if it has already made a flying move on its turn)?"
    rf"|as a quick action this turn,? (?:{SELF}|it) can move normally even if it has already moved this turn"
)
_COLD_GROWS = pattern(
    rf"the damage for all subsequent (?:(?:{ONE_TYPE}) )?attacks this battle increases by (?P<value>\d)"
    r"(?: \(to a maximum of (?P<most>\d{1,2}) extra (?:[a-z]+ )?damage\))?"
)
_UNTIL_HITS = pattern(rf"{SELF} gains a \+(?P<value>\d) attack bonus until it hits(?P<stack> \(cumulative\))?")
_TO_OTHER = pattern(
    r"(?:(?P<half>half damage)|", AMOUNT, " ", TYPE, r"damage) to (?:(?P<different>a different nearby enemy|another nearby enemy)",
    rf"|one other engaged enemy(?P<engaged>)|a nearby (?:target|enemy) not engaged with {SELF}(?P<free>))",
)  # fmt: skip
_UP_TO = pattern(
    rf"up to (?P<count>two|three|four) nearby enemies take (?P<amount>\d{{1,3}}) ongoing (?P<type>(?:{ONE_TYPE}) )?damage"
)
_NEAREST = pattern(
    rf"(?:the |a )?(?:[a-z]+ )?target's (?:nearest|closest) ally takes (?P<amount>{DICE}|\d{{1,3}}) (?P<ongoing>ongoing )?",
    rf"(?P<type>(?:{ONE_TYPE}) )?damage",
)
"""The closest of the others is drawn by lot from those nearby."""
_EACH_VULNERABLE = pattern(
    rf"each enemy(?P<without> that doesn't have resistance to (?P<kind>{ONE_TYPE}) damage)?"
    rf" becomes vulnerable to (?P<type>{ONE_TYPE}) damage"
)
_EACH_STRUCK = pattern(
    r"each target that was hit takes a (?P<value>-\d) penalty(?: \(non-cumulative\))? to (?:all )?(?P<what>saves|attacks|defences)"
)
_EACH_ALIKE = pattern(
    rf"each (?P<kind>{SELF}|[a-z -]{{3,30}}?)(?: mooks?)? in the battle gains a \+(?P<value>\d) cumulative bonus to damage"
)


def slips_away(text: str, at: int, place: Place) -> Clause | None:
    """ "The archer can make a disengage check as a free action"."""
    match = _SLIPS.match(text, at)
    if match:
        return Clause([{"slip_away": True, "on": "self"}], match.end())
    match = _MOVES_QUICK.match(text, at)
    if match:
        return Clause([{"free_move": "self", "action": "quick"}], match.end())
    match = _MORE_ACTIONS.match(text, at)
    return Clause([{"more_actions": match["action"].lower(), "on": "self"}], match.end()) if match else None


def recoveries(text: str, at: int, place: Place) -> Clause | None:
    """ "The target loses a recovery"."""
    match = _RECOVERY_SAVE.match(text, at) if place.until else _RECOVERY_HARDER.match(text, at)
    if match:
        return Clause([{"recovery_save": int(match["save"]), "until": place.until or "end of battle"}], match.end())
    match = _LOSES_RECOVERY.match(text, at)
    if match:
        return Clause([{"recoveries": -number(match["count"])}], match.end())
    match = _GAINS_RECOVERY.match(text, at)
    return Clause([{"recoveries": 1}], match.end()) if match else None


def worsens(text: str, at: int, place: Place) -> Clause | None:
    """ "The target's ongoing fire damage increases by 5 and becomes hard save ends (16+)"."""
    more = _INCREASES.match(text, at)
    if more:
        return Clause([{"worsen": int(more["value"]), "type": type_name(more["type"])}], more.end())
    match = _WORSENS.match(text, at)
    if match is None or match["all"]:
        return None
    row: Row = {"worsen": int(match["value"])}
    if match["type"] and match.group(0).lower().startswith(("the target's", "it")):
        row["type"] = type_name(match["type"])
    if match["hard"]:
        row["until"] = "hard save"
    return Clause([row], match.end())


def the_die(text: str, at: int, place: Place) -> Clause | None:
    """ "The imp steals the escalation die until the end of its next turn": its side uses it, the other does not."""
    stolen = _STOLEN.match(text, at)
    if stolen:
        return Clause([], stolen.end())
    match = _STEALS_DIE.match(text, at)
    end = until_at(text, match.end(), True) if match else None
    if match and end:
        uses: Row = {"inflict": ["escalates"], "on": "all_allies", "until": end.rule}
        return Clause([uses, {"inflict": ["no_escalation"], "on": "all_foes", "until": end.rule}], end.end)
    match = _KIN_DIE.match(text, at)
    if match is None or not place.until:
        return None
    rows: list[Row] = [
        {"inflict": ["escalates"], "on": "all_allies", "among": f"called {match[one]}", "until": place.until} for one in ("one", "two")
    ]
    return Clause([*rows, {"inflict": ["no_escalation"], "on": "all_foes", "until": place.until}], match.end())


def compels(text: str, at: int, place: Place) -> Clause | None:
    """ "The target makes a basic attack against a target of the spinner's choice"."""
    match = _COMPELLED.match(text, at)
    return Clause([{"compel": "basic"}], match.end()) if match else None


def piles_up(text: str, at: int, place: Place) -> Clause | None:
    """Bonuses that grow with every blow, or last until one lands."""
    match = _COLD_GROWS.match(text, at)
    if match:
        row: Row = {"modifier": {"damage": int(match["value"])}, "on": "self", "until": "end of battle", "cumulative": True}
        return Clause([row | ({"most": int(match["most"])} if match["most"] else {})], match.end())
    match = _UNTIL_HITS.match(text, at)
    if match:
        row = {"modifier": {"attack": int(match["value"])}, "on": "self", "until": "end of battle", "ends_when": ["hits"]}
        return Clause([row | ({"cumulative": True} if match["stack"] else {})], match.end())
    match = _EACH_STRUCK.match(text, at)
    struck = until_at(text, match.end()) if match else None
    if match and struck:
        what = {"saves": "save", "attacks": "attack", "defences": "defences"}[match["what"].lower()]
        row = {"modifier": {what: int(match["value"])}, "on": "each_hit", "until": struck.rule}
        return Clause([row], struck.end)
    match = _EACH_ALIKE.match(text, at)
    end = until_at(text, match.end()) if match else None
    if match is None or end is None:
        return None
    kind = place.speaker.name.lower() if re.match(SELF, match["kind"]) else match["kind"].lower()
    row = {"modifier": {"damage": int(match["value"])}, "on": "all_allies", "among": f"called {kind}"}
    return Clause([{**row, "until": end.rule, "cumulative": True}], end.end)


def to_others(text: str, at: int, place: Place) -> Clause | None:
    """ "4 damage to one other engaged enemy", "up to three nearby enemies take 20 ongoing fire damage"."""
    match = _UP_TO.match(text, at)
    if match:
        burns: Row = {"ongoing": int(match["amount"]), "until": "save"}
        burns |= {"type": type_name(match["type"].strip())} if match["type"] else {}
        return Clause([burns, {**burns, "on": "random_other", "count": number(match["count"]) - 1}], match.end())
    match = _NEAREST.match(text, at)
    if match:
        burning = match["ongoing"] is not None
        harm: Row = {"ongoing": int(match["amount"]), "until": "save"} if burning else {"damage": amount(match["amount"])}
        harm |= {"type": type_name(match["type"].strip())} if match["type"] else {}
        return Clause([{**harm, "on": "random_other", "count": 1}], match.end())
    match = _EACH_VULNERABLE.match(text, at)
    if match:
        end = until_at(text, match.end())
        row: Row = {"vulnerable_to": type_name(match["type"]), "on": "all_foes", "until": end.rule if end else ""}
        if match["without"]:
            row["among"] = f"not_resists {type_name(match['kind'])}"
        return Clause([row], end.end) if end else None
    match = _TO_OTHER.match(text, at)
    if match is None:
        return None
    row = {"damage": "half" if match["half"] else amount(match["amount"]), "on": "random_other"}
    if match["type"]:
        row["type"] = type_name(match["type"])
    if match["engaged"] is not None:
        row["among"] = "engaged_with_it"
    elif match["free"] is not None:
        row["among"] = "not_engaged_with_it"
    return Clause([row], match.end())
