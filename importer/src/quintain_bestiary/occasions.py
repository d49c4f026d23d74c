"""When an attack that waits may be made: traits and riders that say so ("Once per battle, the ogre can make a shove
attack as a move action", "When it is first staggered, it makes a thrash attack as a free action").
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from quintain_bestiary.battle_moments import take_company
from quintain_bestiary.labels import Use
from quintain_bestiary.phrases import STATE, pattern
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.stories import tells_nothing
from quintain_bestiary.text import folded, number

_FACES = r"(?P<faces>even|odd|\d{1,2}\+|\d{1,2}-\d{1,2}|\d{1,2})"
_MAKES = (
    rf"(?:{SELF}|it|she|he) (?:can |may )?(?:make|use)s? (?:an? |its |the )?(?P<attack>{OWN_ATTACK})(?: ranged| melee)?(?: attacks?)?"
    r"(?P<aim> against (?:the attacker|that (?:enemy|attacker|creature|target)|it|an? (?P<state>"
    + STATE
    + r") enemy|(?:one of )?(?:an enemy|the enem(?:y|ies)) it's grabbing|one (?:target|enemy) engaged with it))?"
)
_ACTION = r"(?: as an? (?P<action>quick|free|standard|move|interrupt) action)"
_TAIL = (
    r"(?P<aim2> against (?:the attacker|that (?:enemy|attacker|creature)|it|one (?:target|enemy) engaged with it))?"
    r"(?: (?:after|before) (?:the|that|its|the target's) attack)?(?: that turn| this turn)?(?: \((?P<often>once) per round\))?$"
)
_FILLER = r"(?:[^.;,]{0,80}, |[^.;]{0,120}\. )?"
_DIE = r"when the escalation die is (?P<die>even|odd|\d\+)"

_FREELY = pattern(
    r"(?P<instead>instead of [a-z]+ing [^.;,]{3,60}, )?",
    r"(?:(?P<times>once|twice|thrice|\d times) (?:per|each) (?P<per>battle|round|turn)(?: during its turn)?,? )?",
    rf"(?:as an? (?P<early>quick|free|standard|move) action(?: during its turn)?,? )?(?:{_DIE},? )?",
    rf"(?:{SELF} can (?P<story>[^.;,]{{5,90}}?) and (?=it makes? ))?",
    rf"{_MAKES}(?:{_ACTION})?(?: {_DIE.replace('die>', 'die2>')})?{_TAIL}",
)
_STAGGERED = pattern(
    rf"(?:when|the first time) {SELF} (?:is|becomes) (?:first )?staggered(?: by an attack| during a fight)?,? {_FILLER}",
    rf"(?:{_MAKES}){_ACTION}{_TAIL}",
)
_DROPS = pattern(
    rf"when(?:ever)? {SELF} (?:drops to 0 (?:hp|hit points)|is slain|dies),? {_FILLER}{_MAKES}{_ACTION}{_TAIL}"
)
_ENGAGES = pattern(
    rf"when(?:ever)? an enemy (?:moves to )?engages? {SELF}(?P<free> while it's unengaged)?,? ",
    rf"(?:it can meet that enemy halfway and (?=make)|)(?:{_MAKES}|make an? (?P<attack2>{OWN_ATTACK})(?: attack)?){_ACTION}{_TAIL}",
)
_CHARGES = pattern(
    rf"if {SELF} is (?P<need>unengaged) and moves to engage an enemy(?: \([^()]{{3,40}}\))?, {_MAKES}{_ACTION}{_TAIL}"
)
_ONE_OF_THEM = pattern(
    rf"(?:each|every) round, one (?:of them|{SELF}|[a-z -]{{3,30}}?)(?: (?:in|of) (?:{SELF}|[a-z' -]{{3,30}}?))? can make an? "
    rf"(?P<attack>{OWN_ATTACK}) attack as a (?P<action>quick|free) action$"
)
_GRABBING = pattern(rf"when {SELF} starts its turn grabbing an enemy, {_MAKES}{_ACTION}{_TAIL}")
_ATTACKED = pattern(
    rf"when(?:ever)? an? (?:nearby )?enemy (?:engaged with {SELF} )?(?:attacks and )?rolls a natural {_FACES}(?: attack)?",
    rf"(?: (?P<result>hit|miss|roll))? (?:with an attack )?against (?:{SELF}|it), {_MAKES}{_ACTION}{_TAIL}",
)


@dataclass
class _Occasion:
    """How an attack comes to be made."""

    attack: str
    action: str = ""
    usage: str = ""
    trigger: str = ""
    natural: str = ""
    needs: list[str] = field(default_factory=list)
    only: str = ""
    """Which targets it takes then."""
    shared: bool = False


def take_occasions(text: str, speaker: Speaker, uses: dict[str, Use], under_attack: bool = False) -> str:
    """Reads the sentences that say when an attack is made, and gives back the others.

    Under an attack, "it can make a bite attack as a free action" hangs on that attack's roll: there, only what is said of
    later turns ("when it starts its turn grabbing an enemy") is an occasion.
    """
    marked = speaker.mark(text)
    whole = None if under_attack else _occasion(marked.strip().rstrip("."), speaker)
    if whole and _give(whole, uses):
        return ""
    left: list[str] = []
    for sentence in re.split(r"(?<=[.!])\s+", marked):
        alone, needs = take_company(sentence.strip().rstrip("."), speaker)
        found = _occasion(alone, speaker)
        if found:
            found.needs += needs
        held = found is not None and found.only == "grabbed" and found.usage != "1/round"
        if found is None or (under_attack and not held) or not _give(found, uses):
            left.append(speaker.unmark(sentence))
    return " ".join(left)


def _give(found: _Occasion, uses: dict[str, Use]) -> bool:
    """Writes the occasion into the use of its attack; only an attack that waits for one takes it."""
    use = uses.get(folded(found.attack))
    if use is not None and use.trigger and use.variant is None and found.needs == ["charged"]:
        # something else sets it off already: on its own turn it comes besides
        use.variant = Use(action="standard", needs=["charged"])
        return True
    if use is None or "granted" not in use.needs:
        return False
    use.shared = use.shared or found.shared
    use.needs = [need for need in use.needs if need != "granted"] + found.needs
    use.action, use.usage = found.action if found.action != "standard" else "", found.usage or use.usage
    use.trigger, use.natural = found.trigger, found.natural
    use.only = found.only
    return True


def _occasion(sentence: str, speaker: Speaker) -> _Occasion | None:
    for reader in (_triggered, _freely):
        found = reader(sentence, speaker)
        if found:
            return found
    return None


def _triggered(sentence: str, speaker: Speaker) -> _Occasion | None:
    """An attack that something sets off."""
    for phrase, trigger in ((_STAGGERED, "self_staggered"), (_DROPS, "self_drops"), (_ENGAGES, "enemy_engages")):
        match = phrase.match(sentence)
        if match:
            named = match["attack"] or match.groupdict().get("attack2") or ""
            made = _Occasion(speaker.attack_meant(named), _off_turn(match["action"]), trigger=trigger)
            made.usage = "1/battle" if "first" in sentence[: match.start("action")].lower() else ""
            return made
    match = _ATTACKED.match(sentence)
    if match is None:
        return None
    trigger = {"hit": "self_hit", "miss": "self_missed"}.get((match["result"] or "").lower(), "self_attacked")
    name = speaker.attack_meant(match["attack"])
    return _Occasion(name, _off_turn(match["action"]), trigger=trigger, natural=match["faces"].lower())


def _off_turn(action: str) -> str:
    return "interrupt" if action.lower() == "interrupt" else "free"


def _freely(sentence: str, speaker: Speaker) -> _Occasion | None:
    """An attack that may be made on the own turn."""
    shared = _ONE_OF_THEM.match(sentence)
    if shared:
        name = speaker.attack_meant(shared["attack"])
        return _Occasion(name, shared["action"].lower(), "1/round", shared=True)
    comes = _CHARGES.match(sentence)
    if comes:
        standard = comes["action"].lower() == "standard" and not comes["aim"] and not comes["aim2"]
        return _Occasion(speaker.attack_meant(comes["attack"]), needs=["charged"]) if standard else None
    held = _GRABBING.match(sentence)
    match = held or _FREELY.match(sentence)
    if match is None:
        return None
    said = match.groupdict()
    action = (said["action"] or said.get("early") or "").lower()
    often, die = said.get("times"), said.get("die") or said.get("die2")
    story = said.get("story")
    if story and not tells_nothing(story):
        return None
    plainly = not (action or often or die or said.get("instead"))
    if said.get("instead") and not said["aim"]:
        return None
    if (plainly and said["aim"]) or action == "interrupt" or (said.get("aim2") and not held):
        return None
    made = _Occasion(speaker.attack_meant(said["attack"]), action)
    if often:
        per = "round" if said["per"].lower() == "turn" else said["per"].lower()
        made.usage = f"{number(often.lower().removesuffix(' times'))}/{per}"
    elif said.get("often") or action in ("free", "quick"):
        made.usage = "1/round"
    if die:
        made.needs.append(f"escalation_{die.lower()}" if die.isalpha() else f"escalation {die}")
    made.only = "grabbed" if held or "grabbing" in (said["aim"] or "").lower() else (said["state"] or "").lower()
    return made
