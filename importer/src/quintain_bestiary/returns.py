"""Limited uses that say more than how often: what gives a use back, what it costs, in which round or against whom alone it counts.

Everything here reads a text in lower case, takes out what it understood, and gives back the rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from quintain_bestiary.text import Row

_NAME = r"[a-z' -]{3,40}?"


@dataclass
class Conditions:
    """What was found."""

    back: list[Row] = field(default_factory=list)
    """Moments that give the use back, as occasions have them; one whose moment is `miss` stands under the attack itself."""
    needs: list[str] = field(default_factory=list)
    only: str = ""
    """Which targets it takes."""
    answers: str = ""
    """Which kind of attack it answers."""
    versus: str = ""
    """... and against which defence."""
    price: int = 0
    """What a quick use costs in hit points."""
    first_round: bool = False
    """It can be used in the first round too, whatever else it needs."""
    usage: str = ""


_BACK: tuple[tuple[re.Pattern[str], Row], ...] = (
    (re.compile(r",? but missing with the attack doesn't expend it"), {"when": "miss"}),
    (
        re.compile(rf",? (?:but|and) the ability recharges when (?:the )?{_NAME} is (?:first )?staggered"),
        {"when": "staggered", "once": "battle"},
    ),
    (
        re.compile(rf",? (?:but|and) the ability recharges when (?:the )?{_NAME} hits with (?:its )?(?P<with>{_NAME})(?=[.,]|$)"),
        {"when": "attacking", "roll": "hit"},
    ),
    (
        re.compile(
            rf",? but (?:the )?{_NAME} regains the use of this attack if it's expended each time it uses its (?P<with>{_NAME}) attack"
        ),
        {"when": "attacking", "roll": "always"},
    ),
)  # fmt: skip
_UNTIL_IT_FELLS = re.compile(
    rf"^once (?:the )?{_NAME} has damaged an enemy with this attack, it can't use {_NAME} again until it drops an enemy to 0"
    r" (?:hp|hit points)(?: or lower| or below)?"
)
_PAID = re.compile(
    rf"^(?:the )?{_NAME} can take (?P<price>\d{{1,3}}) damage to make this (?:attack|power|spell) as a quick action"
    r"(?: \(once per round\))?\.?$"
)
_FIRST_OR = re.compile(r"\bduring its first turn of (?:a|the) battle and (?=when the escalation die is)")
_NEEDS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r",? (?:only )?during a surprise round or the first round of (?:the )?battle\b"), "first_round"),
    (re.compile(rf"\b(?:only )?when (?:the )?{_NAME} starts its turn (?:unengaged|not engaged)\b"), "started_free"),
)
_NO_FOE = re.compile(
    r"\b(?:only )?when no enemy is (?P<condition>dazed|weakened|vulnerable|stuck|hampered|confused|stunned|helpless)\b"
)
_MOOK = re.compile(r" per [a-z' -]{3,40} mook\b")
_ALONE = re.compile(rf"(?<=,) if (?:the )?{_NAME} (?:isn't|is not) already engaged,? (?:it )?(?=can )")
_AGAINST = re.compile(
    r"\bwhen an enemy (?:not engaged with|makes a melee attack against|attacks [a-z' -]{3,40}? with a spell)\b"
    r"|\battack against (?P<defence>ac|pd|md)\b"
)


def take_conditions(text: str) -> tuple[str, Conditions]:
    """What a limited use says besides how often; and the text without it."""
    found = Conditions()
    paid = _PAID.match(text)
    if paid:
        found.price = int(paid["price"])
        return "", found
    fells = _UNTIL_IT_FELLS.match(text)
    if fells:
        found.usage = "1/battle"
        found.back += [{"when": "fells_enemy"}, {"when": "miss"}]
        text = text[fells.end() :]
    for phrase, moment in _BACK:
        match = phrase.search(text)
        if match:
            said = match.groupdict().get("with")
            row: Row = dict(moment)
            found.back.append(row | ({"with": said} if said else {}))
            text = text[: match.start()] + text[match.end() :]
    if _FIRST_OR.search(text):
        found.first_round, text = True, _FIRST_OR.sub("", text)
    for phrase, need in _NEEDS:
        if phrase.search(text):
            found.needs.append(need)
            text = phrase.sub("", text, 1)
    nobody = _NO_FOE.search(text)
    if nobody:
        found.needs.append(f"enemies 0 {nobody['condition']}")
        text = text[: nobody.start()] + text[nobody.end() :]
    if _ALONE.search(text):
        found.only, text = "sole", _ALONE.sub(" this creature ", text, 1)
    return _MOOK.sub("", text), found


def take_attackers(text: str, found: Conditions) -> None:
    """Of an attack that answers others: which attacks, and whose."""
    for match in _AGAINST.finditer(text):
        if match["defence"]:
            found.versus = match["defence"].upper()
        elif "not engaged" in match.group(0):
            found.only = "not_engaged_with_it"
        elif "spell" in match.group(0):
            found.answers = "spell"
        else:
            found.answers = "melee"
