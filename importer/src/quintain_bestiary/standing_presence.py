"""Clauses of standing traits about what a creature does by being there, and what it is spared: presence that dazes, the first damage
of each turn, company counted by kind or by mob, being rooted to the spot."""

from __future__ import annotations

import re

from quintain_bestiary.limits import IT, Meaning, Reading
from quintain_bestiary.phrases import AMOUNT, TYPE, amount, pattern, type_name
from quintain_bestiary.speaker import SELF
from quintain_bestiary.text import DICE, Row, Value

_KINDS = "humanoid|undead|construct|beast|demon|devil|dragon|giant|plant|ooze|spirit|aberration|elemental"
_GLOSS = r"(?: \(-4 (?:to )?attacks?\))?"
_IGNORES_FIRST = pattern(rf"{IT} ignores the first (?P<n>\d{{1,3}}) damage dealt to (?:it|them) (?:each|every) turn")
_DAZES = pattern(
    rf"while (?P<where>engaged with|nearby) {SELF}, (?P<non>(?:non-(?:{_KINDS})(?:,? and | or |, | )){{0,3}})(?:enemies|creatures)"
    rf" are dazed{_GLOSS}"
)
_KIN_DAMAGE = pattern(
    rf"{SELF}'s attacks deal \+(?P<n>\d{{1,2}}) damage for each other (?:allied creature with (?:the )?(?P<type>{_KINDS}|{SELF}) type"
    rf"|(?P<kind>{_KINDS}) ally) in the battle(?: \(max(?:imum)?(?: of)? \+(?P<most>\d{{1,2}})\))?"
)
_MOBS = pattern(
    rf"for every (?:separate )?mob of (?P<kind>{SELF}|[a-z -]{{3,30}}?)(?: mooks)? in the battle(?: \([^()]{{3,60}}\))?,"
    rf" add a \+(?P<attack>\d) bonus to (?:{SELF}'s|its) attacks and (?:\+(?P<more>\d{{1,2}}) to its )?damage"
)
_BURNS_THE_WEAK = pattern(
    rf"while engaged with {IT}, enemies with (?P<hp>\d{{1,3}}) (?:hp|hit points) or fewer are dazed{_GLOSS},"
    rf" (?:do not|don't) (?:add|use) the escalation die(?: to their attacks)?, and take ",
    AMOUNT, " ", TYPE, r"damage at the start of their turns?",
)  # fmt: skip
_ROOTED = pattern(
    rf"(?:although [^.;,]{{5,100}} out of (?:combat|battle), )?(?:in battle,? )?{IT} (?:can't|cannot) move and is stuck"
    r"(?: except for its teleport(?:ation)?(?: ability)?)?"
)
_TIRING = pattern(
    rf"{SELF} (?:has [^.;,]{{5,60}} and )?takes (?P<amount>{DICE}|\d{{1,3}}) damage at the end of each round that it flies"
    r"(?: during battle)?"
)


def _ignores_first(match: re.Match[str], found: Reading) -> bool:
    found.row(absorbs=int(match["n"]))
    return True


def _dazes(match: re.Match[str], found: Reading) -> bool:
    """ "While engaged with the bloom, non-undead creatures are dazed": its enemies are, whoever else may be."""
    row = found.row({"dazes": True, "for": "nearby" if match["where"].lower() == "nearby" else "engaged"})
    others: list[Value] = [f"not_type {kind}" for kind in re.findall(_KINDS, match["non"].lower())]
    if others:
        row["whom"] = others
    return True


def _kin_damage(match: re.Match[str], found: Reading) -> bool:
    kind = found.speaker.unmark(match["type"] or match["kind"]).lower().removeprefix("the ")
    row = found.row({"damage": int(match["n"]), "per": "ally", "counting": [f"type {kind}"]})
    if match["most"]:
        row["max"] = int(match["most"])
    return True


def _mobs(match: re.Match[str], found: Reading) -> bool:
    """ "For every separate mob of wisp mooks in the battle, add a +1 bonus to the wisp's attacks and +2 to its damage"."""
    kind = found.speaker.unmark(match["kind"]).lower().removeprefix("the ").removeprefix("a ").removesuffix(" mooks").strip()
    more = int(match["more"] or match["attack"])
    found.row({"attack": int(match["attack"]), "damage": more, "per": "mob", "counting": [f"called {kind}"]})
    return True


def _also(found: Reading, row: Row) -> None:
    rows = found.figures.setdefault("occasions", [])
    if isinstance(rows, list):
        rows.append({"name": found.name, **row})


def _burns_the_weak(match: re.Match[str], found: Reading) -> bool:
    """ "While engaged with it, enemies with 90 hp or fewer are dazed, ..., and take 4d10 fire damage at the start of their turn"."""
    found.figures["fear"] = int(match["hp"])
    harm: Row = {"damage": amount(match["amount"])}
    if match["type"]:
        harm["type"] = type_name(match["type"])
    _also(found, {"when": "enemy_turn_start", "within": "engaged", "against": f"hp {match['hp']}-", "effects": [harm]})
    return True


def _rooted(match: re.Match[str], found: Reading) -> bool:
    _also(found, {"when": "battle_start", "effects": [{"inflict": ["stuck"], "on": "self", "until": "end of battle"}]})
    return True


def _tiring(match: re.Match[str], found: Reading) -> bool:
    harm: Row = {"damage": amount(match["amount"]), "on": "self"}
    _also(found, {"when": "turn_end", "needs": ["airborne"], "effects": [harm]})
    return True


PRESENCE: tuple[tuple[re.Pattern[str], Meaning], ...] = (
    (_IGNORES_FIRST, _ignores_first), (_DAZES, _dazes), (_KIN_DAMAGE, _kin_damage), (_MOBS, _mobs),
    (_BURNS_THE_WEAK, _burns_the_weak), (_ROOTED, _rooted), (_TIRING, _tiring),
)  # fmt: skip
