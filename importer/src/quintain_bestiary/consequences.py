"""What comes of a moment: the words behind it, with everybody called as the effects grammar calls them, and read by that.

A consequence that makes no sense at its moment, or hangs on words that were not understood, is none.
"""

from __future__ import annotations

import re

from quintain_bestiary.battle_moments import PLAINLY
from quintain_bestiary.effects import Effects, read_effects
from quintain_bestiary.moments import Moment
from quintain_bestiary.phrases import ONE_TYPE, pattern
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.text import DICE, Row
from quintain_bestiary.wordings import STORY, reason

_THAT_ONE = pattern(
    r"\b(?:that|the|this|said) (?:triggering |[a-z]+-up )?(?:enemy|creature|attacker|foe|opponent)(?!'s| of| is engaged| engaged)\b"
)
_AGAINST_IT = pattern(r"(?<=\bto )(?:that attacker|them)\b|(?<=\bagainst )them\b")
_OWN_VERBS = r"(?:can|may|gains?|heals?|makes?|regains?|pops?|teleports?|deals?|moves?|uses?|also|immediately|adds?"
_HE_HEAD = pattern(rf"(?:^|(?<=, )|(?<=, and )|(?<= and )|(?<=; ))(?:it|she|he|they) (?={_OWN_VERBS})\b)")
_HE_FIRST = pattern(r"^(?:it|she|he) (?=[a-z]+s? )")
_HE_SUFFERS = pattern(r"(?:^|(?<=, ))(?:it|she|he|they) (?=(?:takes|must|rolls|loses|is|becomes)\b)")
_OTHERS_FIRST = pattern(r"(?:each|all|one|any) (?:[a-z]+ )?(?:enem(?:y|ies)|creatures?|foes?)\b")
"""Where a consequence begins with somebody else, "it takes" and "it is" mean that one."""
_MAY = pattern(rf"^(?:then )?(?:{SELF}|it|she|he) (?:can|may) ")


def consequence(moment: Moment, tail: str, free: bool, speaker: Speaker) -> tuple[Effects, bool]:
    """What happens, with everybody called as the effects grammar calls them."""
    tail = _NOT_REALLY.sub("", tail)
    spared = _SPARED.match(tail) if moment.row["when"] == "attacking" and moment.hits_only else None
    if spared:
        effects, asks = consequence(moment, tail[spared.end() :], free, speaker)
        if effects.rows:
            effects.rows.insert(0, {"spares": "doubling" if spared["more"] else "damage"})
        return effects, asks
    said = moment.given + (
        f". {tail.strip(' ,.')}" if moment.given and tail.strip(" .,") else "" if moment.given else tail
    )
    attacking = moment.row["when"] == "attacking"
    if _BEYOND.search(said) or (attacking and "once" not in moment.row and _HE_SUFFERS.match(said)):
        return Effects(), False
    said = _AGAINST_IT.sub("the target", _THAT_ONE.sub("the target", said.strip()))
    if moment.about_self:
        others = _OTHERS_FIRST.match(said) is not None
        for phrase in (_HE_FIRST, _HE_HEAD, *(() if others else (_HE_SUFFERS,))):
            if not attacking or phrase is _HE_HEAD or "once" in moment.row:
                said = phrase.sub(lambda found: f"{speaker.itself(found.group(0).strip())} ", said)
    for phrase, plainly in (*_PLAINLY, *PLAINLY):
        said = phrase.sub(plainly, said)
    either = _MOVE_OR_STRIKE.match(said)
    if either:
        strike: Row = {"attack": speaker.attack_meant(either["attack"])}
        return Effects([{"choose": {"by": "attacker", "options": [[strike], [{"free_move": "self"}]]}}]), True
    asks = _MAY.match(said) is not None
    if free:
        said = f"as a free action, {said}"
    many = _MANY.match(said)
    read = f"the target {said[many.end() :]}" if many else said
    effects = read_effects(read, speaker, moment.hits_only and not many, rider=True)
    on = _many(many.group(0).lower()) if many else ""
    return _cleaned(effects, said, moment, on, speaker.unmark(read)), asks and not many


_MOVE_OR_STRIKE = pattern(
    rf"(?:{SELF}|it|she|he) can (?:move or make an? (?P<attack>{OWN_ATTACK}) attack) as a free action\.?$"
)
_SPARED = pattern(r"instead of (?:taking|dealing) (?P<more>extra )?damage, (?=the target )")
_NOT_REALLY = pattern(r"(?<= is a critical hit) instead\b")
"""An "instead" that only says again what the word before it says."""
_BEYOND = pattern(
    r"\binstead\b|\bbefore (?:the|that|its) attack\b|\bunless it has somehow\b"
)
"""Words that turn a consequence into something else than what its clauses say."""
_PLAINLY: tuple[tuple[re.Pattern[str], str], ...] = (
    (pattern(r"\b(?:must )?attempts? an? (?=(?:easy |hard |normal )?save)"), "must roll a "),
    (pattern(r"\bmust save(?: \((\d{1,2})\+\))? or becomes? "), r"must roll a save (\1+); on a failure, it's "),
    (pattern(r"\bif (?:the save fails|they fail)\b"), "if it fails"),
    (pattern(r"\bthey're\b"), "it's"),
    (pattern(r" \(fyi,[^()]{3,120}\)"), ""),
    (pattern(rf"\b(is vulnerable) ({ONE_TYPE})(?= until| \()"), r"\1 to \2 damage"),
    (pattern(r"\bthat ally (?=can roll a save)"), "the target "),
    (pattern(r"^you are\b"), "the target is"),
    (pattern(r" against the target that is targeting it\b"), " against the target as a free action"),
    (pattern(rf"\bheals ({DICE}|\d{{1,3}}) damage before taking any damage from the attack\b"), r"heals \1 hp"),
    (pattern(rf"^({SELF}) [a-z ]{{3,60}} using (?:its|the) (?={OWN_ATTACK} attack)"), r"\1 makes a "),
    (
        pattern(rf"^use ({OWN_ATTACK}) as a free action, but only against the target\b"),
        r"it can make a \1 attack against the target as a free action",
    ),
    (pattern(r"[.;] this does not count as a use of [^.]{1,40}(?=\.|$)"), ""),
    (pattern(r"\byour next turn after you make the attack\b"), "the target's next turn"),
    (pattern(r"\bto a nearby (?:hidden )?(?=location)"), "to nearby "),
    (pattern(r" if it's expended\b"), ""),
    (pattern(r"\bimmediately "), ""),
    (pattern(r" from an? counter-?attack\b| (?:just )?before (?:it|she|he) dies\b"), ""),
    (pattern(rf" before {SELF} dies\b"), ""),
    (pattern(rf"^(?:{SELF}'s [a-z' -]{{3,40}}? deals? |deal )([^.;]{{1,40}}? damage) to the target\b"), r"the target takes \1"),
    (pattern(rf"^{SELF} [a-z ]{{3,60}} at the target, which takes "), "the target takes "),
    (pattern(rf"^{SELF} deals ([^.;]{{1,20}} ongoing [a-z ]{{0,20}}damage) to each enemy engaged with"
    rf" (?:it|{SELF})"), r"each enemy engaged with it takes \1"),
    (pattern(r"(?<=make )an opportunity attack(?= against (?:the target|it)\b)"), "a basic attack as a free action"),
    (pattern(r"(?<=make )a (?:final|melee) attack\b"), "a basic attack"),
    (pattern(rf"(?<=make a )({OWN_ATTACK}) (?:melee|ranged|close) (?=attack\b)"), r"\1 "),
)  # fmt: skip
_MANY = pattern(
    rf"(?:(?:each|all) (?:nearby )?(?:enemy|enemies|creature) engaged with (?:{SELF}|it)(?: at the (?:start|end) of {SELF}'s turn)?"
    rf"|each nearby (?:enemy|creature)|each foe in the battle|all nearby enemies"
    rf"|one (?:of the )?enem(?:y|ies) engaged with (?:{SELF}|it)|one nearby enemy)"
    r" (?=(?:takes?|is|are|must|rolls?|gains?|pops?)\b)"
)


def _many(words: str) -> str:
    """On whom of several it falls."""
    if words.startswith("each foe"):
        return "all_foes"
    one = words.startswith("one ")
    if "engaged" in words:
        return "one_engaged" if one else "each_engaged"
    return "one_nearby" if one else "each_creature" if "creature" in words else "each_nearby"


def _cleaned(effects: Effects, said: str, moment: Moment, on: str, begins: str) -> Effects:
    """The rows with whom they fall on; nothing where the text went on with another choice."""
    if any(re.match(r"or\b", text, re.IGNORECASE) for text in effects.kept):
        return Effects()
    if effects.kept and effects.rows and begins.startswith(effects.kept[0]) and reason(effects.kept[0]) != STORY:
        return Effects()  # what was read hangs on words that were not
    for row in effects.rows:
        if on and "on" not in row and "attack" not in row:
            row["on"] = on
        if row.get("on") == "random_other" and moment.row["when"] in _ALONE:
            row["on"] = "random_nearby"
            row |= {"among": "not_engaged_with_it"} if re.search(r"\bother nearby\b", said) else {}
        if moment.among:
            row["among"] = list(moment.among)
        if moment.against:
            row["against"] = moment.against
        if row.get("at") == "other" and not re.search(r"\b(?:different|another|other|second|new)\b", said):
            row["at"] = "any"
    return effects


_ALONE = ("drops", "staggered", "turn_start", "turn_end", "battle_start", "escalation", "escalation_rises")
"""Moments about the creature itself: nobody is a target from whom others could be told apart."""
_NEVER = ("halve", "miss_damage", "harden", "text")
_ON_HITS = ("extra_damage", "double_damage", "spares")
_NOBODY = ("attack", "escalation", "free_move", "teleport", "regain")
_WITH_TARGET = ("attacking", "attacked", "fells_enemy", "staggers_enemy", "enemy_drops", "enemy_staggered")


def may_happen(row: Row, moment: Moment) -> bool:
    """Does an effect make sense at this moment? What falls on a target needs one."""
    if any(verb in row for verb in _NEVER) or row.get("damage") == "half":
        return False
    if any(verb in row for verb in _ON_HITS):
        return moment.row["when"] == "attacking" and moment.hits_only
    if moment.other and not (moment.about_self and moment.row["when"] not in _WITH_TARGET):
        return True
    if row.get("at") == "same" and not moment.other:
        return False
    return "on" in row or any(verb in row for verb in _NOBODY) or row.get("pop_free") == "self"


def only_told(row: Row) -> list[str]:
    """What a choice offers that the rules cannot carry out."""
    offered = row.get("choose")
    ways = offered.get("options") if isinstance(offered, dict) else None
    effects = [effect for way in ways if isinstance(way, list) for effect in way] if isinstance(ways, list) else []
    return [str(effect["text"]) for effect in effects if isinstance(effect, dict) and "text" in effect]
