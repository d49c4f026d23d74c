"""Riders that change the attack they stand under: at whom it really goes, what it deals to some, what it comes to after a charge."""

from __future__ import annotations

import re

from quintain_bestiary.drafts import Draft
from quintain_bestiary.effects import Effects, read_effects
from quintain_bestiary.labels import Label
from quintain_bestiary.pages import Entry
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.text import Row, Value

_STRAYS = re.compile(
    r"reroll (?:the|that|this) attack against (?:a|one) random nearby creature"
    r"(?:\. If the (?:rerolled|new|second) (?:attack|roll) is (?:also|again) a natural (?P<again>\d{1,2}-\d{1,2}),"
    r" (?P<rest>[^.]{5,100}?)(?:, but it doesn't get to make another attack)?)?\.?$",
    re.IGNORECASE,
)
_FROM = re.compile(r" from [a-z]+(?: [a-z]+){0,3}$", re.IGNORECASE)


def strays(rider: Entry, when: Label, row: Row, riders: list[Value], speaker: Speaker) -> bool:
    """ "Natural 1-5: reroll the attack against a random nearby creature. If that is also a natural 1-5, the archer takes 3 damage"."""
    match = _STRAYS.match(rider.text)
    faces = re.fullmatch(r"natural ([\d/+-]+)", when.when)
    if match is None or faces is None or when.once or when.needs or when.against is not None:
        return False
    if match["rest"]:
        effects = read_effects(_FROM.sub("", match["rest"]), speaker, hits_only=False)
        if not effects.rows or effects.kept or match["again"] != faces.group(1):
            return False
        riders.append({"when": when.when, "name": rider.name, "needs": ["strayed"], "effects": effects.written()})
    row["strays"] = faces.group(1)
    return True


_INSTEAD = re.compile(r" instead of (?P<amount>\d{1,3}) (?:[a-z]+ )?damage\b", re.IGNORECASE)
_SPOKEN = re.compile(r"\b(?:the|that) ally\b(?!')", re.IGNORECASE)
_ALIVE = re.compile(r"^if it wasn't killed by the attack, ", re.IGNORECASE)
_MOVES = re.compile(r"\band immediately moves as a free action", re.IGNORECASE)


def of_a_friend(rider: Entry, when: Label, hit: Effects, riders: list[Value]) -> str:
    """The text of a rider for hits on allies, as if it spoke of the target; damage it replaces is left to the other hits."""
    if not (isinstance(when.against, str) and when.against.startswith("ally")):
        return rider.text
    text = _MOVES.sub("and the target moves as a free action", _SPOKEN.sub("the target", _ALIVE.sub("", rider.text)))
    text = text.replace(", it adds the escalation die", ", the target adds the escalation die")
    instead = _INSTEAD.search(text)
    faces = {"natural even hit": "natural odd hit", "natural odd hit": "natural even hit"}.get(when.when)
    dealt = [row for row in hit.rows if "damage" in row and "on" not in row]
    if instead is None or faces is None or len(dealt) != 1 or dealt[0]["damage"] != int(instead["amount"]):
        return text
    usual: Row = {**dealt[0], "against": when.against}
    dealt[0]["against"] = f"not_{when.against}"
    riders.append({"when": faces, "name": "Otherwise", "effects": [usual]})
    return text[: instead.start()] + text[instead.end() :]


_CHARGES = (
    r"(?:first moves|moves first) before attacking an enemy it (?:was not|wasn't|isn't|is not) engaged with"
    r" at the start of its turn"
)
_CHARGE = re.compile(
    rf"the (?:crit range of the attack expands by (?P<crit>\d) and |attack )instead deals (?P<amount>\d{{1,3}}) damage on a hit"
    rf" if [^.;,]{{3,40}} {_CHARGES}$",
    re.IGNORECASE,
)


def charge_rider(draft: Draft, rider: Entry, block: Row) -> bool:
    """ "The attack instead deals 30 damage if it first moves before attacking ..."; its crit range may grow with it."""
    match = _CHARGE.match(rider.text.rstrip(" ."))
    if match is None or draft.charge:
        return False
    draft.charge = int(match["amount"])
    if match["crit"]:
        keen: Row = {"name": rider.name, "crit": int(match["crit"]), "against": "rushed", "with": [draft.line.name.lower()]}
        bonuses = block.setdefault("bonuses", [])
        if isinstance(bonuses, list):
            bonuses.append(keen)
    return True


def follows_up(when: Label, rows: list[Row]) -> None:
    """ "Second natural 11+ each turn: a third attack": what a granted attack sets off may grant another."""
    for row in rows:
        if when.nth > 1 and "attack" in row:
            row["chain"] = when.nth
