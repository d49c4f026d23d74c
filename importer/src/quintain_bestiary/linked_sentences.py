"""Traits of sentences that lean on one another: a form or a shelter taken at a moment and what it means while it lasts, an
invocation and what it brings turn by turn, a state that another trait of the block names.

What begins is a mark on the creature; what it means hangs on that mark.
"""

from __future__ import annotations

import re

from quintain_bestiary.battle_moments import moment_of_battle
from quintain_bestiary.labels import Use
from quintain_bestiary.moments import moment_at
from quintain_bestiary.pages import Entry
from quintain_bestiary.phrases import pattern, until_at
from quintain_bestiary.speaker import SELF, Speaker
from quintain_bestiary.standing import standing_rows
from quintain_bestiary.text import DICE, Row, Value, folded, number
from quintain_bestiary.triggers import Triggers, read_triggers

_BECOMES = pattern(
    rf"when(?:ever)? (?P<when>[^.;]{{5,90}}?, )(?:it|{SELF}) becomes (?:a creature of |made of )?(?P<form>[a-z ]{{3,30}}?)"
    r"(?P<end> until the (?:end|start) of its next turn| until the end of the battle)\. while (?:made of |in |it's |as )?(?P=form)"
    rf"(?: form)?, (?:it|{SELF}) (?P<gain>[^.;]{{5,120}}?)\.(?: |$)"
)
_SHELTERS = pattern(
    rf"(?P<times>once|twice) per battle,? as an interrupt action, {SELF} can gain resist damage (?P<least>\d{{1,2}})\+ against attacks"
    rf" that target (?P<one>AC|PD|MD)(?: or (?P<two>AC|PD|MD))?\. the resistance ends when {SELF} makes an attack\.?$"
)
_INVOKES = pattern(
    rf"once per battle, {SELF} can make this (?:invocation|chant|prayer|call) as a (?P<action>quick|move|standard) action"
    rf"(?: if it has used (?P<other>[a-z' ]{{3,40}}?))?\. (?P<rest>at the start of each of {SELF}'s turns.+)$"
)
_UNTIL_IT_SUCCEEDS = pattern(r",? until the roll succeeds")
_VANISHES = pattern(
    rf"while not engaged, {SELF} can turn invisible as an at-will (?P<action>standard|move|quick) action\. it becomes visible when it"
    rf" attacks\.(?: (?:{SELF}|it) takes (?P<harm>{DICE}|\d{{1,3}}) damage each time it uses invisibility while it's staggered\.?)?$"
)
_CRIES = pattern(
    rf"{SELF} (?P<verb>[a-z]{{3,15}})s as a free action when (?:it is )?first staggered"
    r"(?: (?:or|and)(?: also)? when the (?:escalation )?die (?:becomes|turns) (?P<die>even|odd))?\.{0,3}$"
)


def take_leaning(name: str, text: str, block: Row, speaker: Speaker) -> str:
    """Writes such a trait into the block, and gives back what of it was not read; all of it where nothing was."""
    marked = speaker.mark(text)
    for phrase, reader in ((_SHELTERS, _shelter), (_INVOKES, _invocation), (_VANISHES, _vanishing), (_CRIES, _cry), (_BECOMES, _form)):
        found = phrase.match(marked)
        rows = reader(name, found, speaker) if found else None
        if found is None or rows is None:
            continue
        for key, value in rows.items():
            listed = block.setdefault(key, [])
            if isinstance(listed, list) and isinstance(value, list):
                listed.extend(value)
        return speaker.unmark(marked[found.end() :]).strip()
    return text


def _marked(words: str) -> str:
    return f"marked {words}"


def _form(name: str, found: re.Match[str], speaker: Speaker) -> Row | None:
    """ "When it fails a save, it becomes bark until the end of its next turn. While made of bark, it gains ..."."""
    moment = moment_at(found["when"], speaker, True) or moment_of_battle(found["when"], speaker, True)
    end = until_at(found["end"], 0, True)
    held = standing_rows(name, f"{speaker.itself('it')} {found['gain']}", speaker)
    if moment is None or moment.end < len(found["when"]) or end is None or not held:
        return None
    form = found["form"].lower()
    needs: list[Value] = [_marked(form)]
    effects: list[Value] = [{"mark": form, "on": "self", "until": end.rule}]
    return {
        "occasions": [{"name": name, **moment.row, "effects": effects}], "bonuses": [{**row, "needs": needs} for row in held],
    }  # fmt: skip


def _shelter(name: str, found: re.Match[str], speaker: Speaker) -> Row | None:
    """ "As an interrupt action, it can gain resist damage 18+ ... The resistance ends when it makes an attack"."""
    mark = folded(name)
    defences: list[Value] = [each.upper() for each in (found["one"], found["two"]) if each]
    effects: list[Value] = [{"mark": mark, "on": "self", "until": "end of battle", "ends_when": ["attacks"]}]
    row: Row = {"name": name, "when": "aimed_at", "versus": defences, "once": "battle", "asks": True, "interrupt": True}
    times = number(found["times"].lower())
    bonus: Row = {"name": name, "resist": int(found["least"]), "with": list(defences), "needs": [_marked(mark)]}
    return {"occasions": [{**row, **({"times": times} if times > 1 else {}), "effects": effects}], "bonuses": [bonus]}


def _invocation(name: str, found: re.Match[str], speaker: Speaker) -> Row | None:
    """A power that is used once, and from then on a die at the start of each turn."""
    mark = folded(name)
    rest = found["rest"]
    stops = _UNTIL_IT_SUCCEEDS.search(rest)
    brings = read_triggers(name, speaker.unmark(_UNTIL_IT_SUCCEEDS.sub("", rest)), speaker)
    if not brings.rows or brings.left or brings.powers:
        return None
    for row in brings.rows:
        known = row.get("needs")
        row["needs"] = [*(known if isinstance(known, list) else []), _marked(mark)]
        row |= {"once": "battle"} if stops else {}
    begins: list[Value] = [{"mark": mark, "on": "self", "until": "end of battle"}]
    power: Row = {"name": name, "kind": "close", "action": found["action"].lower(), "usage": "1/battle"}
    if found["other"]:
        power["needs"] = [_marked(folded(found["other"]))]
    return {"powers": [{**power, "targets": {"who": "self"}, "hit": begins}], "occasions": list(brings.rows)}


def _vanishing(name: str, found: re.Match[str], speaker: Speaker) -> Row | None:
    """ "While not engaged, it can turn invisible as an at-will standard action": until its next attack."""
    hit: list[Value] = [{"invisible": True, "until": "next attack"}]
    if found["harm"]:
        hit.append({"damage": found["harm"].replace(" ", ""), "on": "self", "against": "staggered"})
    power: Row = {"name": name, "kind": "close", "action": found["action"].lower(), "needs": ["free"], "targets": {"who": "self"}}
    return {"powers": [{**power, "hit": hit}]}


def _cry(name: str, found: re.Match[str], speaker: Speaker) -> Row | None:
    """ "It bellows as a free action when first staggered or when the die becomes even", where it has a bellow attack."""
    attack = speaker.attacks.get(found["verb"].lower())
    if attack is None:
        return None
    effects: list[Value] = [{"attack": attack}]
    rows: list[Value] = [{"name": name, "when": "staggered", "once": "battle", "asks": True, "effects": effects}]
    if found["die"]:
        needs: list[Value] = [f"escalation_{found['die'].lower()}"]
        rows.append({"name": f"{name} (die)", "when": "escalation", "needs": needs, "asks": True, "effects": list(effects)})
    return {"occasions": rows}


# -- states that another trait names -------------------------------------------------------------------------------------

_STATE_TITLE = re.compile(r"[A-Za-z]{2,15}ing$")
_STATE_TEXT = pattern(r"while the escalation die is (?P<die>even|odd|[2-6]\+), ")
_OPPOSITE = {"escalation_odd": "escalation_even", "escalation_even": "escalation_odd"}


def states_of(traits: tuple[Entry, ...]) -> dict[str, str]:
    """ "Fading: While the escalation die is odd, ...": the need that "while fading" stands for, by that word."""
    made: dict[str, str] = {}
    for entry in traits:
        found = _STATE_TEXT.match(entry.text) if _STATE_TITLE.match(entry.name.strip(" .:")) else None
        if found:
            die = found["die"].lower()
            made[entry.name.strip(" .:").lower()] = f"escalation_{die}" if die.isalpha() else f"escalation {die}"
    return made


def read_in_state(entry: Entry, block: Row, uses: dict[str, Use], speaker: Speaker) -> Triggers | None:
    """A trait about the creature while it is in such a state ("the phased shade ..."); None where it is none, or is not read."""
    word, need, text = _in_state(entry, speaker)
    found = read_triggers(entry.name if len(entry.name) <= 60 else word.capitalize(), text, speaker) if need else Triggers()
    if not found.rows or found.powers:
        return None
    for row in found.rows:
        known = row.get("needs")
        row["needs"] = [*(known if isinstance(known, list) else []), need]
    _barred_while(entry, word, need, uses, block, speaker)
    return found


def _in_state(entry: Entry, speaker: Speaker) -> tuple[str, str, str]:
    """The state, what it needs, and the text said without it."""
    for word, need in speaker.states.items():
        done = f"{word[:-3]}ed"
        who = re.compile(rf"\b(?:the {done} (?P<one>[a-z-]+)|an? (?P<two>[a-z-]+) that(?:'s| is) {word})\b", re.IGNORECASE)
        if who.search(entry.text):
            return word, need, who.sub(lambda found: f"the {found['one'] or found['two']}", entry.text)
    return "", "", entry.text


def _barred_while(entry: Entry, word: str, need: str, uses: dict[str, Use], block: Row, speaker: Speaker) -> None:
    """ "While fading, creatures can't intercept it ... while fading the shade can't attack", said in a long heading."""
    heading = speaker.mark(entry.name)
    if re.search(rf"while {word},? {SELF} can't attack\b", heading, re.IGNORECASE) and need in _OPPOSITE:
        for use in uses.values():
            use.needs.append(_OPPOSITE[need])
    if re.search(rf"while {word}, {SELF} can move but creatures can't intercept it", heading, re.IGNORECASE):
        rows = block.setdefault("bonuses", [])
        if isinstance(rows, list):
            rows.append({"name": word.capitalize(), "slips": ["interception"], "needs": [need]})
