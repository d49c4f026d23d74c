"""The small phrases that the effects grammar is built of: amounts, damage types, ends of effects, filters.

Patterns are written in pieces and compiled by `pattern`; every repetition in them is bounded or separated by a word, so
that a hostile text costs no more than a long one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from quintain_bestiary.attacks import CONDITIONS
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.text import DICE, Row, Value


@dataclass
class Place:
    """Where a text stands, as far as that changes its meaning."""

    speaker: Speaker
    hits_only: bool
    """Read only after a hit, so that "extra damage" joins the damage of that hit."""
    free_action: bool = False
    about_self: bool = False
    """The clause before spoke of the creature itself, so "it" means that."""
    until: str = ""
    """An end named at the head of the sentence."""
    versus: str = ""
    """Between whom it counts, named at the head of the sentence."""


@dataclass
class Clause:
    """One clause, read: its rows and where it ends."""

    rows: list[Row]
    end: int
    several: bool = False
    """Its save ends what was said before it as well."""
    open: bool = False
    """It names no end of its own: a later clause of the sentence must."""
    more: str = ""
    """A part of it that only the game master can apply."""


Reader: TypeAlias = Callable[[str, int, Place], Clause | None]


def pattern(*pieces: str) -> re.Pattern[str]:
    """Pieces of a pattern, joined; case never matters."""
    return re.compile("".join(pieces), re.IGNORECASE)


DAMAGE_TYPES = (
    "fire", "cold", "acid", "lightning", "thunder", "poison", "psychic", "holy", "negative energy", "negative", "force",
    "necrotic", "unholy",
)  # fmt: skip
ONE_TYPE = "|".join(DAMAGE_TYPES)
_OR_TYPE = rf"(?:,|/| or| and|, or|, and) ?(?:{ONE_TYPE})"
TYPE = rf"(?:(?:automatic |magical )?(?P<type>{ONE_TYPE})(?P<types>(?:{_OR_TYPE}){{0,6}}) )?"
AMOUNT = rf"(?P<amount>{DICE} ?x ?\d{{1,2}}|{DICE}(?: ?\+ ?\d{{1,3}})?(?! ?x)|\d{{1,4}}(?!d\d|\d| ?x ?\d))"
CONDITION = "|".join((*CONDITIONS, "unconscious"))
STATE = "|".join((*CONDITIONS, "staggered", "grabbed"))
TARGET = r"(?:(?:the |that |each |a humanoid )?targets?|it|they|that (?:enemy|creature)|the victim)"
GLOSS = r"(?:\s?\((?![^()]*\bsave)[^()]{0,90}\))?"
"""A bracketed reminder of what a condition does."""


def amount(text: str) -> int | str:
    """A figure as a number, dice as text without spaces."""
    packed = text.replace(" ", "")
    return int(packed) if packed.isdigit() else packed


def type_name(words: str) -> str:
    """A damage type by its full name."""
    return "negative energy" if words.lower().startswith("negative") else words.lower()


@dataclass(frozen=True)
class Until:
    """When an effect ends, in the words of the stat-block format, and how far the phrase reached."""

    rule: str
    end: int
    several: bool = False
    """ "save ends both": one save for all that was said so far."""
    more: str = ""
    """Another way out inside the same brackets ("or taking 10 damage ends")."""


_SAVE = (
    r"(?:(?P<kind>easy|hard|difficult|normal|same)\s+)?save,?\s*(?:\(?(?P<before>\d{1,2})\+\)?,?\s*)?ends?"
    r"(?:\s+(?P<several>both|all)(?: effects| conditions)?)?(?:\s*,?\s*\(?(?P<after>\d{1,2})\+\)?)?"
)
_SAVE_IN_BRACKETS = pattern(rf"\s*,?\s*\({_SAVE}(?P<more>[;,]? [^()]{{1,160}})?\)")
_SAVE_BARE = pattern(rf"\s*,?\s+{_SAVE}(?=[.;,]|$)")
_WHOSE = rf"(?P<whose>its|their|his|her|(?:the )?target's|that (?:enemy|creature)'s|{SELF}'s?|your)"
_TURN = pattern(r"\s*,?\s*until (?:the )?(?P<edge>end|start|beginning) of ", _WHOSE, r" (?:next )?turn\b")
_BATTLE = pattern(r"\s*,?\s*(?:until (?:the )?end of (?:the )?battle|for the rest of (?:the|this) battle)\b")
_ENGAGED = pattern(
    r"\s+while (?:it's |it is |the target is |they are |still )?(?:still )?engaged",
    rf"(?: with (?:{SELF}|it|(?:the|an?) [a-z-]+))?",
)
_SOURCE_DROPS = pattern(rf"\s*,?\s*until {SELF} (?:drops(?: to 0 (?:hp|hit points))?|dies|is slain)")
_NOT_ENGAGED = pattern(
    r"\s*\((?:no save,? )?(?:ends when (?:the )?(?:victim|target|it)(?:'s| is) no longer engaged with ",
    rf"(?:{SELF}|the [a-z ]{{3,25}}|it)|disengaging or popping free ends)\)"
)
_THIS_TURN = pattern(r"\s*,?\s*until the end of (?:the|this) turn\b")
_UNTIL_SAVED = pattern(r"\s*,?\s*until (?:it|they|the target) saves?(?=[.;,]|$)")
_WITH_ONGOING = pattern(r"\s*\(save once for (?:both|all|the)(?: effects?)?(?:,? and| with) the ongoing damage\)")
"""One save for a condition and for the ongoing damage that the hit has started."""
_KINDS = {"easy": "easy save", "hard": "hard save", "difficult": "hard save"}


POINTER = pattern(r"see (?:below|above|[^()]{3,40} (?:below|above))$")
"""A pointer to another paragraph, which is read for itself."""


def until_at(text: str, at: int, own: bool = False) -> Until | None:
    """The end of an effect written at this place; `own` says that "its" means the creature itself."""
    save = _SAVE_IN_BRACKETS.match(text, at) or _SAVE_BARE.match(text, at)
    figure = int((save["before"] or save["after"] or 11) if save else 11)
    if save and 2 <= figure <= 20:
        more = (save.groupdict().get("more") or "").strip(" ;,")
        return Until(_save_rule(save), save.end(), bool(save["several"]), "" if POINTER.match(more) else more)
    turn = _TURN.match(text, at)
    if turn:
        edge = "end" if turn["edge"].lower() == "end" else "start"
        return Until(f"{edge} of {_whose(turn['whose'], own)} next turn", turn.end())
    battle = _BATTLE.match(text, at)
    if battle:
        return Until("end of battle", battle.end())
    for rule, found in (
        ("while engaged", _ENGAGED.match(text, at) or _NOT_ENGAGED.match(text, at)), ("source drops", _SOURCE_DROPS.match(text, at)),
        ("while ongoing", _WITH_ONGOING.match(text, at)),
        ("end of turn", _THIS_TURN.match(text, at)), ("while affected", _UNTIL_SAVED.match(text, at)),
    ):  # fmt: skip
        if found:
            return Until(rule, found.end())
    return None


def shared_save(text: str) -> str:
    """The save that ends all that was said so far, named in words that were not read; "" where there is none."""
    for save in _SAVE_IN_BRACKETS.finditer(text):
        if save["several"]:
            return _save_rule(save)
    return ""


def _save_rule(save: re.Match[str]) -> str:
    figure = save["before"] or save["after"]
    if figure:
        return {6: "easy save", 11: "save", 16: "hard save"}.get(int(figure), f"save {int(figure)}+")
    return _KINDS.get((save["kind"] or "").lower(), "save")


def _whose(word: str, own: bool) -> str:
    if re.match(SELF, word) or (own and word.lower() in ("its", "their", "his", "her")):
        return "own"
    return "own" if word.lower() == "your" else "target's"


_FILTER = pattern(
    r"(?:(?:if |while )?(?:(?:the )?target|it|they)(?:'s| is| are)|an?|any)(?: already)? ",
    rf"(?P<states>(?:{STATE})(?:(?:,? or |, )(?:{STATE})){{0,5}})",
    r"(?: (?:target|enemy|creature|foe)s?)?(?: after taking the damage)?",
)
_TAKING = pattern(
    r"(?:if |while )?(?:(?:the target|it)(?:'s| is)|an? (?:target|creature|enemy)(?: that's| that is)?)(?: already)?",
    rf" taking ongoing (?:(?P<type>{ONE_TYPE}) )?damage",
)
_HURT = pattern(
    r"(?:if )?(?:the target|it) has (?P<hp>[1-9]\d{0,2}) (?:hp|hit points) or (?:fewer|less)(?: (?:after|once) [a-z ]{3,25})?"
)


_OTHER_FILTERS: tuple[tuple[re.Pattern[str], str], ...] = (
    (pattern(r"(?:if )?(?:the target|it)(?:'s| is) (?:large|huge) or (?:bigger|larger)"), "large"),
    (pattern(rf"(?:if )?(?:(?:the target|it)(?:'s| is) |(?<=if ))smaller than (?:{SELF}|it)"), "smaller"),
    (pattern(r"(?:if )?the (?:breath|attack) targeted multiple enemies"), "not_single"),
    (pattern(r"(?:if )?the (?:breath|attack) targeted a single enemy"), "single"),
    (pattern(rf"(?:if )?(?:the target|it)(?:'s| is) the only creature engaged with (?:{SELF}|it)"), "sole"),
    (pattern(rf"(?:if )?this is the first time {SELF} has attacked the target this battle"), "not_attacked"),
    (pattern(rf"(?:if )?(?:the target|it)(?:'s| is) engaged with {SELF}(?=,)"), "engaged_with_it"),
    (pattern(r"if no allies are affected by a save ends effect(?=,)"), "not_friends_affected"),
    (pattern(r"(?:if )?(?:the target|it)(?:'s| is) engaged with two or more (?:foes|enemies)"), "beset 2"),
    (pattern(rf"(?:if )?(?:{SELF}s?|the [a-z]+s) and (?:its|their) allies outnumber their enemies"), "outnumbered"),
    (pattern(r"(?:if )?(?:the|a) target is staggered by this attack"), "just_staggered"),
)
_HIT_BEFORE = pattern(
    rf"(?:if )?the target has been hit by at least one (?P<attack>{OWN_ATTACK}|[a-z]+) attack earlier in the battle"
)


_SUFFERS = pattern(r"(?:if )?the target is(?P<not>n't)?(?: already)? affected by (?P<name>[a-z' ]{3,30}?)(?: already)?(?=,)")


_FOLK_NAMES = {"dwarves": "dwarf", "elves": "elf", "half-elves": "half-elf"}
_FOLK = pattern(r"(?P<folk>dwarves|elves|half-elves|humans|gnomes|halflings|orcs|giants|dragons|demons|devils|constructs|undead)$")


def _other_filter(text: str, at: int, speaker: Speaker | None) -> tuple[Value, int] | None:
    for phrase, word in _OTHER_FILTERS:
        match = phrase.match(text, at)
        if match:
            return word, match.end()
    match = _FOLK.match(text, at)
    if match:
        return f"called {_FOLK_NAMES.get(match['folk'].lower()) or match['folk'].lower().removesuffix('s')}", match.end()
    match = _SUFFERS.match(text, at)
    if match:
        return f"{'not_' if match['not'] else ''}marked {match['name'].lower()}", match.end()
    match = _HIT_BEFORE.match(text, at)
    if match and speaker is not None:
        return f"hit by {speaker.unmark(match['attack']).lower()}", match.end()
    return None


def filter_at(text: str, at: int, speaker: Speaker | None = None) -> tuple[Value, int] | None:
    """Whom an effect is limited to ("a staggered target", "the target is dazed or stuck"), and where that ends."""
    taking = _TAKING.match(text, at)
    if taking:
        return (f"ongoing {type_name(taking['type'])}" if taking["type"] else "ongoing"), taking.end()
    hurt = _HURT.match(text, at)
    if hurt:
        return f"hp {hurt['hp']}-", hurt.end()
    match = _FILTER.match(text, at)
    if match is None:
        return _other_filter(text, at, speaker)
    states: list[Value] = list(re.findall(STATE, match["states"].lower()))
    return (states[0] if len(states) == 1 else states), match.end()
