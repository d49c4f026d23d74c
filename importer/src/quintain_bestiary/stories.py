"""Words with nothing in them to apply in a fight: stories, climbing and swimming, tables that stand elsewhere.

What is recognised here is kept as text all the same, and counted apart. In doubt a text is not a story.
"""

from __future__ import annotations

import re

from quintain_bestiary.phrases import pattern

_RULES = pattern(
    r"\d|\b(?:if|unless|saves?|rolls?|rolling|until|when(?:ever)?|while|damage|instead|can't|cannot|must|may|can|attack(?:s|ed|er)?"
    r"|takes?|turns?|battles?|combat|fight(?:s|ing)?|gains?|loses?|bonus|penalty|recover(?:y|ies)|ends?|actions?|each|hits?|hp"
    r"|enem(?:y|ies)|all(?:y|ies)|targets?|moves?|moving|engage[sd]?|disengages?|intercepts?|fl(?:y|ies|ying|ight)|immun(?:e|ity)"
    r"|resist(?:s|ance)?|vulnerable|die|dies|dead|initiative|nearby|far ?away|defen[cs]es?|heals?|drops?|teleports?"
    r"|invisib(?:le|ility)|attacking|crit(?:ical)?|mooks?|creatures?|pcs?|characters?|rounds?|gm|spells?|magic|rules?|abilit(?:y|ies)|counts?|treats?|same|half"
    r"|double|once|twice|triggers?|effects?|escalation|choose|weapons?|armou?r|icons?|level|random(?:ly)?|add|use[sd]?|using)\b"
)
"""Words that a rule can hardly do without."""
_PLAIN = r"(?:(?!\b(?:attacks?|damage|bonus|penalty|saves?|enem(?:y|ies)|ally|allies|hits?|hp)\b)[^.;])"
"""Any words but those of harm."""
_HARMLESS = (
    rf"{_PLAIN}{{3,60}} can {_PLAIN}{{0,40}}climb {_PLAIN}{{0,20}}(?:walls|ceilings){_PLAIN}{{0,70}}",
    rf"{_PLAIN}{{3,50}} (?:swims?|breathes?|can swim|can breathe)\b{_PLAIN}{{0,30}}\b(?:water|underwater)\b{_PLAIN}{{0,90}}",
    rf"{_PLAIN}{{3,50}} breathes? underwater{_PLAIN}{{0,40}}",
    rf"{_PLAIN}{{3,60}} (?:moves?|pass|passes|flows?|phases?) through (?:solid objects|walls)\b{_PLAIN}{{0,70}}",
    rf"{_PLAIN}{{3,60}} counts as half a normal monster{_PLAIN}{{0,40}}|and that's half a normal [a-z]+!?",
    r"(?:use|roll(?: randomly)? on) (?:the )?[a-z ]{3,30}(?: table)?(?: unless you know [a-z' ]{3,40})?",
    r"choose one|as per the [a-z ]{3,30}abilities|status",
    r"checks to hear [a-z ]{3,40} take a -\d penalty",
    rf"{_PLAIN}{{3,60}} through the shapechange{_PLAIN}{{0,40}}|a successful DC \d+ skill check{_PLAIN}{{3,30}} the shapechange",
    rf"as a standard action, {_PLAIN}{{3,40}} can change (?:its|her|his) form to that of {_PLAIN}{{3,120}}",
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
