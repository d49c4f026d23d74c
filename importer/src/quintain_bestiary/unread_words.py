"""Loose words of a text that no clause of the grammar covers: a condition, an attack, a bonus, wherever it is spoken of.

They only serve `offers`: what is found here is never done unless the game master applies the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from quintain_bestiary.phrases import (
    AMOUNT,
    CONDITION,
    ONE_TYPE,
    TYPE,
    amount,
    pattern,
    type_name,
    until_at,
)
from quintain_bestiary.speaker import OWN_ATTACK, Speaker
from quintain_bestiary.text import Row, Value

_HALF = re.compile(
    r"(?:natural (?P<least>\d{1,2})\+[^.;]{0,60} (?:or|unless) [^.;]{0,20}|\b(?:takes?|deals?|does|inflicts?) (?:it )?(?:only )?)"
    r"\bhalf[- ]damage\b(?! on a miss)",
    re.IGNORECASE,
)
_MISS = re.compile(r"\b(?:on an? (?:natural )?(?:even |odd )?miss|miss(?:es)?)\b", re.IGNORECASE)


def end_behind(sentence: str, at: int, otherwise: str = "save") -> str:
    """The end that is named behind a condition, or else anywhere in its sentence."""
    for place in (*range(at, len(sentence)), *range(at)):
        named = until_at(sentence, place)
        if named:
            return named.rule
    return otherwise


def _half(match: re.Match[str], speaker: Speaker) -> Row | None:
    """Half damage: from attacks that do not reach a natural roll, or from the next hit."""
    if match["least"]:
        least = int(match["least"])
        return {"resists": {"all": least}, "on": "self", "until": "end of battle"} if 2 <= least <= 20 else None
    if _MISS.search(match.string):
        return None
    return {"resists": {"all": 21}, "on": "self", "until": "end of own next turn", "ends_when": ["hit"]}


def _strikes(match: re.Match[str], speaker: Speaker) -> Row | None:
    return {"attack": speaker.attack_meant(match["attack"])}


def _inflicts(match: re.Match[str], speaker: Speaker) -> Row | None:
    said = match["conditions"].lower()
    if re.search(r"\bor\b", said):
        return None
    named: list[Value] = list(dict.fromkeys(re.findall(CONDITION, said)))
    return {"inflict": named, "until": end_behind(match.string, match.end())} if "unconscious" not in named else None


def _by_verb(match: re.Match[str], speaker: Speaker) -> Row | None:
    return {"inflict": [_VERBS[match["verb"].lower()]], "until": end_behind(match.string, match.end())}


def _changes(match: re.Match[str], speaker: Speaker) -> Row | None:
    """A bonus is for the creature, a penalty for whom it is applied to; both as long as the sentence says."""
    size = int(match["size"])
    rolls: dict[str, Value] = {}
    for word in re.findall(_ROLL, match["what"].lower()):
        rolls |= dict.fromkeys(_ROLLS[word.removesuffix("s").removesuffix(" roll")], size)
    until = end_behind(match.string, match.end(), "end of own next turn")
    if not rolls:
        return None
    return {"modifier": rolls, "until": until, "on": "self"} if size > 0 else {"modifier": rolls, "until": until}


def _resists(match: re.Match[str], speaker: Speaker) -> Row | None:
    kind = (match["kind"] or "all").lower()
    return {"resists": {kind: int(match["least"])}, "on": "self", "until": end_behind(match.string, match.end(), "end of battle")}


def _heals(match: re.Match[str], speaker: Speaker) -> Row | None:
    return {"heal": amount(match["amount"]), "on": "self"}


def _goes(match: re.Match[str], speaker: Speaker) -> Row | None:
    return {"free_move": "target" if _TARGET_MOVES.match(match.group(0)) else "self"}


def _plain(row: Row) -> Callable[[re.Match[str], Speaker], Row | None]:
    return lambda match, speaker: dict(row)


_VERBS = {
    "weakens": "weakened", "dazes": "dazed", "hampers": "hampered", "stuns": "stunned", "confuses": "confused",
}  # fmt: skip
_ROLLS: dict[str, tuple[str, ...]] = {
    "attack": ("attack",), "all attack": ("attack",), "ac": ("ac",), "pd": ("pd",), "md": ("md",), "defence": ("ac", "pd", "md"),
    "all defence": ("ac", "pd", "md"), "damage": ("damage",), "save": ("save",), "all save": ("save",),
    "disengage check": ("disengage",),
}  # fmt: skip
_BY_AN_ALLY: Row = {"attack": "basic", "on": "ally"}
_ROLL = r"(?:all )?(?:attack rolls?|attacks?|defences?|saves?)|ac|pd|md|damage|disengage checks?"
_ARTICLE = "an?|another|one|its|her|his|their|the|that|a single"
_MOVER = r"(?:\b(?:the )?target |\bthat (?:enemy|creature) |\bcan (?:immediately )?|\bit (?:immediately )?)"
_TARGET_MOVES = pattern(r"(?:the )?(?:target|that (?:enemy|creature))\b")
_ROLL_LIST = rf"(?P<what>(?:{_ROLL})(?:(?:,? and |, )(?:{_ROLL})){{0,3}})"
_CONDITION_LIST = rf"(?P<conditions>(?:{CONDITION})(?:(?:,? and |, |,? or )(?:{CONDITION})){{0,4}})"
LOOSE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Speaker], Row | None]], ...] = (
    (_HALF, _half),
    (pattern(rf"\b(?:makes?|making|uses?|using) (?:{_ARTICLE})? ?(?P<attack>{OWN_ATTACK})"), _strikes),
    (pattern(r"\ball(?:y|ies)\b[^.;]{0,80}? makes? an? (?:basic |melee |ranged )?attack\b"), _plain(_BY_AN_ALLY)),
    (pattern(rf"\b(?:is|are|it's|becomes?|become|gets)(?: also| now| then)? {_CONDITION_LIST}"), _inflicts),
    (pattern(rf"\b(?P<verb>{'|'.join(_VERBS)}) (?:the target|that|each|it|an? |one )"), _by_verb),
    (pattern(rf"(?P<size>[+-]\d{{1,2}}) (?:attack )?(?:bonus|penalty) to {_ROLL_LIST}\b"), _changes),
    (pattern(rf"\bresist (?:(?P<kind>{ONE_TYPE}) )?damage (?P<least>[2-9]|1\d|20)\+"), _resists),
    (pattern(rf"\b(?:regenerates?|gains?|heals?) {AMOUNT} (?:hit points|hp)\b"), _heals),
    (pattern(r"\bteleports?\b(?! (?:abilit|back to its home))"), _plain({"teleport": "self"})),
    (pattern(r"\bpop(?:s|ping)? free\b"), _plain({"pop_free": "self"})),
    (pattern(rf"{_MOVER}moves? (?:to|next|as|again|once|normally|anywhere)\b"), _goes),
    (pattern(rf"(?<!or more )(?<!ongoing ){AMOUNT} (?:extra )?{TYPE}damage\b"), lambda match, speaker: _dealt(match)),
)  # fmt: skip


def _dealt(match: re.Match[str]) -> Row | None:
    row: Row = {"damage": amount(match["amount"])}
    if match["type"]:
        row["type"] = type_name(match["type"])
    return row
