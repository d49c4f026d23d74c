"""Traits that happen by themselves when their moment comes: read into the occasions of a stat block.

A trait is taken apart into its sentences, each with those that hang on it, and every one is read by itself (see
`sentences`). A sentence of which the consequence cannot be read stays text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from quintain_bestiary.battle_moments import reworded, unlocked_by
from quintain_bestiary.effects import Effects, read_effects
from quintain_bestiary.own_attacks import own_sentences
from quintain_bestiary.phrases import ONE_TYPE, pattern, type_name
from quintain_bestiary.sentences import read_sentence, turns_a_hit
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.text import Row, Value


@dataclass
class Triggers:
    """What a text's moments came to."""

    rows: list[Row] = field(default_factory=list)
    powers: list[Row] = field(default_factory=list)
    """Powers that turn or soften a hit before its damage."""
    waits: list[str] = field(default_factory=list)
    """Attacks that are not to be had before one of these moments."""
    left: list[str] = field(default_factory=list)
    """Words the game master still has to apply."""


_GOES_ON = pattern(
    r"(?:on a (?:success|failure|fail)|if (?:it|the save|that save) (?:fails|succeeds)|if (?:the save|they) fails?|on an?"
    r" \d{1,2}\+|if the roll"
    r"|if (?:it's|you roll|the result) |in addition, the crit range of attacks by |the [a-z]+-up enemy is |this does"
    r" not count as a use |creatures that resist [a-z ]{3,20} damage ignore this effect"
    rf"|{SELF} can then (?:make|perform|use) its {OWN_ATTACK})"
)
"""A sentence that begins so belongs to the one before it."""
_SENTENCE = re.compile(r"(?<=[.!])(?<!vs\.)(?<!esc\.)(?<!etc\.)\s+|\n\s*")


def read_triggers(name: str, text: str, speaker: Speaker, waiting: tuple[str, ...] = ()) -> Triggers:
    """The occasions of one trait, and what of it was not read. `waiting`: attacks of the block that wait to be allowed."""
    made = Triggers()
    freed = _NEW_ATTACK.search(speaker.mark(text)) if len(waiting) == 1 else None
    if freed:
        effects: list[Value] = [{"unlocks": waiting[0], "on": "self", "until": "end of battle"}]
        row: Row = {"name": name, "when": "turn_start", "chance": f"d{freed['sides']} up to escalation", "once": "battle"}
        return Triggers([{**row, "effects": effects}], left=[f"{freed['form']} form"])
    marked = reworded(_own_name(speaker.mark(text), speaker), speaker)
    form = _FORM.search(marked)
    if form:
        marked = f"{marked[: form.start()]}it {form['gain']} until the end of the battle{form['stop'] or ''}.{marked[form.end() :]}"
        made.left.extend(f"{form['form']} form{form['more'] or ''}".split(" and ", 1))
    marked = _IF_IT_DOES.sub(lambda found: f"as a free action, {found['moment'][0].lower()}{found['moment'][1:]}it ", marked)
    own, marked, told = own_sentences(_AT_ONCE.sub(lambda found: found["then"], marked), name, speaker)
    made.rows.extend({"name": name, **row} for row in own)
    made.left.extend(told)
    marked = _OR_WHEN.sub(lambda found: _set_aside(found, made, speaker), marked)
    for sentence in _sentences(marked):
        kept: list[str] = []
        rows = _worse_when_staggered(sentence.strip(), speaker) or _by_result(sentence.strip(), speaker)
        if not rows:
            rows, kept = read_sentence(sentence.strip(), speaker)
        turned = None if rows else turns_a_hit(sentence.strip(), speaker)
        if turned:
            made.powers.append({"name": name, **turned[0]})
            made.left.extend(turned[1])
        elif made.rows and not rows and (spared := _NOT_SET_OFF.match(sentence)):
            _leave_out(made.rows, spared["what"])
        elif made.rows and not rows and _EVEN_THEN.match(sentence):
            made.rows[-1]["unhindered"] = True
        elif made.rows and not rows and (_EXPLAINS.match(sentence.strip()) or _follows_damage(sentence, made.rows[-1], speaker)):
            continue
        elif rows:
            made.waits.extend(unlocked_by(rows))
            made.rows.extend({"name": name, **row} for row in rows)
            made.left.extend(kept)
        else:
            made.left.append(speaker.unmark(sentence).strip())
    return made


_IF_IT_DOES = pattern(
    rf"(?P<moment>(?:the first time|when(?:ever)?|once per)[^.;]{{5,90}}, )(?:it|{SELF}) can choose to [a-z ]{{3,30}} as a free"
    r" action\. if it does, it (?=gains\b)"
)
"""A choice with a name of its own, drawn into what it means."""
_NOT_SET_OFF = pattern(
    rf"(?P<what>(?:(?:{ONE_TYPE})|opportunity) attacks(?: and (?:(?:{ONE_TYPE})|opportunity) attacks)?)"
    r" (?:don't|do not) trigger this ability\.?$"
)


def _leave_out(rows: list[Row], words: str) -> None:
    """ "Force attacks and opportunity attacks don't trigger this ability"."""
    types: list[Value] = [type_name(each) for each in re.findall(rf"\b(?:{ONE_TYPE})\b", words, re.IGNORECASE)]
    for row in rows:
        row |= {"except": types} if types else {}
        row |= {"opportunity": "never"} if "opportunity" in words.lower() else {}


_AT_ONCE = pattern(
    r"(?<=, )all [a-z\ue000-\uefff ]{3,40} can (?P<act>[a-z]{3,12}) as a free action\. when [a-z\ue000-\uefff ]{1,40} (?P=act),"
    r" (?P<then>[^.]{5,250}\.)(?: new (?P=act)s extend the duration [^.]{5,140}\.)?"
)
"""An act with a name ("all hounds can bay as a free action. When the hounds bay, ..."): what it brings."""
_OR_WHEN = pattern(r"(?<=[a-z\ue000-\uf8ff]) OR (?P<said>when [^,.]{5,80})(?=, )")
"""A second moment of the same sentence, told apart by capitals; where it is not understood, the first still holds."""
_NEW_ATTACK = pattern(
    rf"^roll a d(?P<sides>\d{{1,2}}) at the start of each of {SELF}'s turns\. if you roll (?:less than or equal to|equal to or"
    rf" less than)"
    rf" the escalation die,? (?:it|{SELF}) shifts into (?P<form>[a-z ]{{3,30}}) form until the end of the battle\. while in"
    rf" this form,?"
    rf" (?:it|{SELF}) gains the following improved attack(?: \(and you stop rolling [^()]{{3,60}}\))?[:.]?\s*$"
)
"""A form it takes for the rest of the battle, in which it has an attack that it had to wait for until then."""
_FORM = pattern(
    rf"(?:it|{SELF}) shifts into (?P<form>[a-z ]{{3,30}}) form until the end of the battle\. while in this form, (?:it|{SELF}) "
    r"(?P<gain>gains [^.;()]{3,60}?)(?P<more> and the [a-z ]{3,40} ability)?(?P<stop> \(and you stop rolling [^()]{3,60}\))?\."
)
"""A form it takes for the rest of the battle, as far as that is a bonus."""


def _set_aside(found: re.Match[str], made: Triggers, speaker: Speaker) -> str:
    made.left.append(speaker.unmark(found["said"]))
    return ""


_EXPLAINS = pattern(
    r"it can be an ongoing effect, an? (?:[^.]{5,120})\.$|use your sense of what is [^.]{5,220}\.$|\((?:note that|it"
    r" was) [^()]{5,260}\)$"
)
"""Advice to the game master on what the rules do anyway."""
_ENOUGH = pattern(
    r"if (?:it|the target|that (?:enemy|creature)) takes (?P<least>\d{1,3}) or more damage this way(?: (?:during|in) a single turn)?, "
    r"(?:it|the target)(?:'s| is) also (?P<rest>[^.;]{5,80})\.?$"
)


def _follows_damage(sentence: str, row: Row, speaker: Speaker) -> bool:
    """ "If it takes 31 or more damage this way, it's also confused until ...": hangs on the damage of the occasion before it."""
    match = _ENOUGH.match(sentence.strip())
    effects = row.get("effects")
    hurts = [one for one in effects if isinstance(one, dict) and "damage" in one] if isinstance(effects, list) else []
    more = read_effects(f"the target is {speaker.unmark(match['rest'])}", speaker, hits_only=False) if match else Effects()
    if match is None or len(hurts) != 1 or more.kept or not more.rows:
        return False
    hurts[0] |= {"enough": int(match["least"]), "then": more.written()}
    return True


_EVEN_THEN = pattern(
    rf"(?:it|{SELF}) can (?:heal|cancel|do this|use this)[a-z ]{{0,40}} even (?:if|while|when) (?:it's|it is) prevented from"
    rf" taking actions[^.]{{0,60}}\.?$"
)
_WORSE = pattern(
    rf"^(?P<moment>.{{5,80}}, )(?:it|{SELF}) takes (?P<least>[^.;,]{{3,30}} damage), or (?P<most>[^.;,]{{3,30}} damage) if"
    rf" (?:it's|it is) staggered\.?$"
)


def _worse_when_staggered(sentence: str, speaker: Speaker) -> list[Row]:
    """ "... it takes 1d6 damage, or 2d6 damage if it's staggered": two occasions, for before and after."""
    both = _WORSE.match(sentence)
    if both is None:
        return []
    made: list[Row] = []
    for harm, need in ((both["least"], "not_staggered"), (both["most"], "self_staggered")):
        rows, kept = read_sentence(f"{both['moment']}it takes {harm}.", speaker)
        if len(rows) != 1 or kept:
            return []
        needs: list[Value] = [need]
        made.append({**rows[0], "needs": needs})
    return made


def _own_name(marked: str, speaker: Speaker) -> str:
    """ "When a creature attacks grandmother": its name without an article, where it is attacked."""
    name = re.escape(speaker.name.lower().split(" (")[0])
    attacked = pattern(rf"(\b(?:attacks|hits|misses) )({name})(?=,)")
    return attacked.sub(lambda found: found[1] + speaker.note(found[2]), marked)


_BY_RESULT = pattern(
    rf"^(?P<moment>when(?:ever)? an? (?:enemy|creature) attacks {SELF}, )(?:it|that (?:enemy|creature)) takes"
    r" (?P<hit>[^.;,]{1,24} damage)(?: of [^.;,]{3,50})? on a hit,? or (?P<miss>[^.;,]{1,24} damage)(?: of that type)? on a miss\.?$"
)


def _by_result(sentence: str, speaker: Speaker) -> list[Row]:
    """ "When a creature attacks it, it takes 2d6 damage on a hit, or 4 damage on a miss": two occasions."""
    both = _BY_RESULT.match(sentence)
    made: list[Row] = []
    for result in ("hit", "miss") if both else ():
        rows, kept = read_sentence(f"{both['moment']}it takes {both[result]}." if both else "", speaker)
        if len(rows) != 1 or kept:
            return []
        made.append({**rows[0], "roll": result})
    return made


def _sentences(marked: str) -> list[str]:
    """Sentences, each with those that hang on it."""
    found: list[str] = []
    for sentence in _SENTENCE.split(marked):
        if found and _GOES_ON.match(sentence):
            found[-1] = f"{found[-1]} {sentence}"
        elif sentence.strip():
            found.append(sentence)
    return found
