"""What a standing trait hangs on: when it holds, against whom, with which attacks. All in the words of the stat-block format."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from quintain_bestiary.attacks import CONDITIONS
from quintain_bestiary.phrases import DAMAGE_TYPES, pattern, type_name
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.text import Row, Value

ANY_TYPE = "|".join(DAMAGE_TYPES)
STATE = "|".join((*CONDITIONS, "staggered"))
ITS = r"(?:its|their|his|her|the)"
IT = rf"(?:{SELF}|it|they|she|he|them)"
_ENEMY = r"(?:enem(?:y|ies)|creatures?|targets?|foes?)"
_IS = r"(?:'s| is| are|'re)"


@dataclass
class Reading:
    """What a sentence has come to so far: rows of the trait's name, and figures of the block itself."""

    name: str
    speaker: Speaker
    rows: list[Row] = field(default_factory=list)
    figures: Row = field(default_factory=dict)

    def row(self, said: Row | None = None, /, **figures: Value) -> Row:
        """A new row with these figures."""
        made: Row = {"name": self.name, **(said or {}), **figures}
        self.rows.append(made)
        return made


Meaning = Callable[[re.Match[str], Reading], bool]

# -- when it holds -------------------------------------------------------------------------------------------------------

_DIE = (
    r"the escalation die(?:'s value)?(?: is|'s| reaches)? "
    r"(?P<die>even|odd|\d\+|\d or (?:above|higher|more)|\d or (?:below|lower|less))"
)
_COMPANY = (
    r"(?:one or more|at least one) (?P<lower>lower-level )?(?P<nonmook>non-mook )?(?:(?P<called>[a-z-]{3,20}) )?"
    r"all(?:y|ies) (?:are|is) nearby(?: it)?"
)
_WHILES: tuple[tuple[str, str], ...] = (
    (_DIE, "die"),
    (rf"(?:{IT}{_IS} )?not staggered|{IT} (?:isn't|aren't|is not) staggered", "not_staggered"),
    (rf"(?:{IT}{_IS} )?staggered", "self_staggered"),
    (rf"{IT} (?:isn't|aren't|is not) engaged|(?:{IT}{_IS} )?(?:unengaged|not engaged)", "free"),
    (rf"(?:{IT}{_IS} )?(?:flying|in the air|airborne)", "airborne"),
    (r"at least one creature in the battle is staggered or unconscious", "blood"),
    (_COMPANY, "company"),
)
_WHILE = "|".join(f"(?:{words})" for words, _ in _WHILES)
BEFORE = pattern(rf"(?:while|when(?:ever)?|if|as long as|on (?:rounds|turns) (?:when|while)) (?P<while>{_WHILE}),? ")
BEHIND = pattern(
    rf",? (?:(?:while|when|if|as long as) (?P<while>{_WHILE})|until it (?P<hurt>takes|is dealt) damage",
    r"|until the (?:escalation )?die is (?P<below>[2-6])\+)",
)


def needs_of(match: re.Match[str]) -> Row:
    """What a condition before or behind a sentence asks of the creature: needs, or company."""
    said = match.groupdict()
    if said.get("hurt"):
        return {"needs": ["unhurt"]}
    if said.get("below"):
        return {"needs": [f"escalation {int(said['below']) - 1}-"]}
    for phrase, need in _WHILES:
        found = re.fullmatch(phrase, said["while"] or "", re.IGNORECASE)
        if found and need == "die":
            return {"needs": [_die_need(found["die"].lower())]}
        if found and need == "company":
            return {"company": _company(found)}
        if found:
            return {"needs": [need]}
    return {}


def _die_need(said: str) -> str:
    if said in ("even", "odd"):
        return f"escalation_{said}"
    return f"escalation {said[0]}{'-' if said.endswith(('below', 'lower', 'less')) else '+'}"


def _company(match: re.Match[str]) -> list[Value]:
    found: list[Value] = []
    found += ["lower_level"] if match["lower"] else []
    found += ["not_mook"] if match["nonmook"] else []
    found += [f"called {match['called'].lower()}"] if match["called"] else []
    return found or ["not_itself"]


# -- against whom --------------------------------------------------------------------------------------------------------

_LIST = rf"(?P<states>(?:{STATE})(?:(?:, | or |, or )(?:{STATE})){{0,4}})"
_KIND_OF = "humanoid|undead|construct|beast|demon|devil|dragon|giant|plant|ooze|spirit|aberration"
_AGAINST: tuple[tuple[str, Callable[[re.Match[str]], Value]], ...] = (
    (
        r"(?:any |an )?enem(?:y|ies)(?: that's| that are)? taking ongoing damage or that (?:has|have) an ongoing condition",
        lambda match: "affected",
    ),
    (
        rf"(?:any |an? )?{_ENEMY}(?: that's| that are| that is)? taking ongoing (?:(?P<type>{ANY_TYPE}) )?damage",
        lambda match: f"ongoing {type_name(match['type'])}" if match["type"] else "ongoing",
    ),
    (rf"(?:any |an? |the )?{_LIST} {_ENEMY}", lambda match: _states(match["states"])),
    (rf"(?:any |an? )?{_ENEMY} (?:that's|that is|that are|who are|who is) {_LIST}", lambda match: _states(match["states"])),
    (
        rf"(?:any |an? )?(?P<type>{_KIND_OF})s?(?: enem(?:y|ies)| creatures?)?",
        lambda match: f"type {match['type'].lower()}",
    ),
    (
        rf"(?:any |an? )?{_ENEMY} (?:that(?:'s| is| are) )?engaged with (?:one (?:or more )?of )?(?:{SELF}'s|its|their) allies",
        lambda match: "ally_engaged",
    ),
    (r"(?:a )?far ?away enem(?:y|ies)", lambda match: "faraway"),
    (
        rf"(?:an? )?{_ENEMY} (?:with|that ha(?:s|ve)) (?P<hp>\d{{1,3}}) (?:hp|hit points) or (?:fewer|less)",
        lambda match: f"hp {match['hp']}-",
    ),
    (r"any creature it is grabbing|(?:an )?enem(?:y|ies) it's grabbing", lambda match: "grabbed"),
    (
        rf"(?:an )?enem(?:y|ies) (?:who|that) (?:aren't|isn't|are not) engaged with {IT}|unengaged enemies",
        lambda match: "not_engaged_with_it",
    ),
    (
        rf"(?:an? )?{_ENEMY} that (?:hasn't|haven't|has not) (?:yet )?(?:acted|taken a turn)(?: yet)?(?: (?:this|in the) battle)?",
        lambda match: "not_acted",
    ),
)


def _states(words: str) -> Value:
    found: list[Value] = [str(one) for one in re.findall(STATE, words.lower())]
    return found[0] if len(found) == 1 else found


WHOM = "|".join(f"(?:{re.sub(r'[(][?]P<[a-z]+>', '(?:', words)})" for words, _ in _AGAINST)


def whom(words: str) -> Value:
    """The filter that words about the other side stand for."""
    for phrase, meaning in _AGAINST:
        match = re.fullmatch(phrase, words, re.IGNORECASE)
        if match:
            return meaning(match)
    return None


# -- with which attacks --------------------------------------------------------------------------------------------------

_KIND = r"melee|ranged|close(?:-quarters)?|opportunity|spell|weapon"
_DEFENCES = r"(?:AC|PD|MD)(?:(?:,? and |,? or )(?:AC|PD|MD)){0,2}"
ATTACKS = (
    rf"(?:(?:an? |all )?(?:{_KIND})(?:(?:, | and | or )(?:{_KIND})){{0,2}} attacks?(?: rolls?)?|(?:all )?spells"
    rf"|(?:{ITS} |an? |all )?{OWN_ATTACK}(?: attacks?)?|attacks (?:against|targeting|that target|vs\.?) {_DEFENCES})"
)
WITH = rf" (?:with|to|on|for|of) (?:{ITS} )?(?P<with>{ATTACKS})"
TAIL = (
    rf"(?: against (?:(?P<by>{ATTACKS})(?: by (?P<bywhom>{WHOM}))?|attacks by (?P<bywhom2>{WHOM})|(?P<whom>{WHOM})))?"
    r"(?: \([^()]{1,60}, for instance\))?"
)


def with_words(words: str, speaker: Speaker) -> list[Value]:
    """The attacks that are meant: kinds, defences, or the name of one of its own."""
    said = words.lower()
    mark = re.search(OWN_ATTACK, words)
    found: list[Value] = [speaker.attack_meant(mark.group(0))] if mark else []
    found += [word for word in ("melee", "ranged", "close", "opportunity", "spell", "weapon") if re.search(rf"\b{word}", said)]
    return found + [name for name in ("AC", "PD", "MD") if re.search(rf"\b{name.lower()}\b", said)]


def limit(row: Row, said: dict[str, str | None], words: str, found: Reading) -> bool:
    """Against whom a row counts and with which attacks; for defences, attacks mean those of others. Always True."""
    kinds = with_words(f"{words} {said.get('by') or ''}", found.speaker) if words or said.get("by") else []
    if kinds:
        row["with"] = kinds
    other = said.get("whom") or said.get("bywhom") or said.get("bywhom2")
    if other:
        row["against"] = whom(other)
    return True


# -- figures -------------------------------------------------------------------------------------------------------------

FIGURES = {
    "attack": "attack", "attacks": "attack", "attack rolls": "attack", "attack roll": "attack", "all attacks": "attack",
    "damage": "damage", "ac": "ac", "pd": "pd", "md": "md", "all defences": "defences", "all defenses": "defences",
    "defences": "defences", "defenses": "defences", "defence": "defences", "saves": "save", "save": "save", "all saves": "save",
    "saving throws": "save", "disengage checks": "disengage", "initiative": "initiative", "all its defences": "defences",
    "all its attacks": "attack",
}  # fmt: skip
_FIGURE = "|".join(sorted((re.escape(one) for one in FIGURES), key=len, reverse=True))
LISTED = rf"(?P<figures>(?:{ITS} )?(?:{_FIGURE})\b(?:(?:, and |, | and )(?:{ITS} )?(?:{_FIGURE})\b){{0,3}})"
DIES = r"(?:(?P<times>twice|double|triple|three times|quadruple) )?the (?:current )?(?:value of the )?escalation die"
_TIMES = {"twice": 2, "double": 2, "triple": 3, "three times": 3, "quadruple": 4}


def die(times: str | None) -> str:
    """The escalation die, or a multiple of it, as a figure."""
    return f"{_TIMES[times.lower()]}x escalation" if times else "escalation"


def named(words: str) -> list[str]:
    """The figures that are named."""
    return [FIGURES[one.lower()] for one in re.findall(rf"\b(?:{_FIGURE})\b", words, re.IGNORECASE)]
