"""Words with nothing in them to apply in a fight: stories, climbing and swimming, tables that stand elsewhere.

What is recognised here is kept as text all the same, and counted apart. In doubt a text is not a story.
"""

from __future__ import annotations

import re

from quintain.library.bestiary_phrases import pattern

_RULES = pattern(
    r"\d|\b(?:if|unless|saves?|rolls?|rolling|until|when(?:ever)?|while|damage|instead|can't|cannot|must|may|can|attack(?:s|ed|er)?"
    r"|takes?|turns?|battles?|combat|fight(?:s|ing)?|gains?|loses?|bonus|penalty|recover(?:y|ies)|ends?|actions?|each|hits?|hp"
    r"|enem(?:y|ies)|all(?:y|ies)|targets?|moves?|moving|engage[sd]?|disengages?|intercepts?|fl(?:y|ies|ying|ight)|immun(?:e|ity)"
    r"|resist(?:s|ance)?|vulnerable|die|dies|dead|initiative|nearby|far ?away|defen[cs]es?|heals?|drops?|teleports?"
    r"|invisib(?:le|ility)|attacking|crit(?:ical)?|mooks?|creatures?|pcs?|characters?|rounds?|gm|spells?|magic|rules?|abilit(?:y|ies)|counts?|treats?|same|half"
    r"|double|once|twice|triggers?|effects?|escalation|choose|weapons?|armou?r|icons?|level|random(?:ly)?|add|use[sd]?|using)\b"
)
"""Words that a rule can hardly do without."""
_HARMLESS = (
    r"[a-z' -]{3,60} can (?:use [a-z ]{3,30} to )?climb on (?:ceilings and walls|walls and ceilings|walls or ceilings)"
    r" as (?:easily|well) as it moves on the ground(?:, and so can its rider)?",
    r"[a-z' -]{3,40} (?:swims? well and can breathe underwater(?:, though they prefer not to)?"
    r"|breathes? underwater and swims? very well"
    r"|can (?:swim and )?breathe (?:underwater|water)(?: \([^()]*\))?)",
    r"[a-z' -]{3,60} (?:can )?(?:move|pass|flow|phase)s? through (?:solid objects|walls)(?:,? but (?:it )?(?:can't|cannot) end its"
    r" (?:movement|turn|move) (?:in|inside) (?:them|one|a solid object|solid objects))?",
    r"(?:this monster|when building battles using this monster, it)(?: only)? counts as half a normal monster"
    r"(?: when building battles)?",
    r"and that's half a normal mook!?",
    r"(?:use|roll(?: randomly)? on) (?:the )?[a-z ]{3,30}(?: table)?(?: unless you know this beast's story already)?",
    r"(?:choose one|as per the [a-z ]{3,30}abilities|status)",
    r"checks to hear [a-z ]{3,40} take a -\d penalty",
    r"seeing through the shapechange requires a DC \d+ skill check",
    r"a successful DC \d+ skill check is required to see through the shapechange",
    r"(?:as a standard action, )[a-z' -]{3,40} can change (?:its|her|his) form to that of any (?:humanoid|large or medium creature)"
    r"(?: or fish \([^()]*\))?, or (?:turn )?back (?:in)?to (?:its own shape|her true form)",
)
_NOTHING = pattern("|".join(_HARMLESS))
_SENTENCES = re.compile(r"(?<=[.!?])(?<!vs\.)(?<!etc\.)\s+|\n+")


def tells_nothing(text: str) -> bool:
    """Is there nothing in this text to apply in a fight?"""
    return all(_is_known(sentence) or _RULES.search(sentence) is None for sentence in _sentences(text))


def is_story(name: str, text: str) -> bool:
    """Is a trait of this name nothing to apply in a fight? A name that says something ("Flight") needs a text that is known."""
    sentences = _sentences(text)
    if not sentences or not tells_nothing(text):
        return False
    return all(_is_known(sentence) for sentence in sentences) or _RULES.search(name) is None


def _sentences(text: str) -> list[str]:
    return [sentence.strip().rstrip(".!: ") for sentence in _SENTENCES.split(text.strip()) if sentence.strip()]


def _is_known(sentence: str) -> bool:
    return _NOTHING.fullmatch(sentence) is not None
