"""Traits that begin to hold in the middle of a fight: a form that is taken, an ability that is gained until the end of the battle.

What begins is a mark on the creature; what it means hangs on that mark.
"""

from __future__ import annotations

import re

from quintain_bestiary.phrases import CONDITION, pattern
from quintain_bestiary.speaker import SELF, Speaker
from quintain_bestiary.text import Row, Value, folded
from quintain_bestiary.triggers import Triggers, read_triggers

_ROLLED = (
    rf"^roll a d(?P<sides>\d{{1,2}}) at the start of each of {SELF}'s turns\. if you roll (?:less than or equal to|equal to or less"
    rf" than) the escalation die,? (?:it|{SELF}) shifts into (?P<form>[a-z ]{{3,30}}) form until the end of the battle\."
    r" while in this form,?"
)
_STOP = r"(?: \(and you stop rolling [^()]{3,60}\))?[:.]?\s*$"
_AURA = pattern(rf"{_ROLLED} each enemy engaged with (?:it|{SELF}) is (?P<condition>{CONDITION}){_STOP}")
_IMPROVED = pattern(rf"{_ROLLED} (?:it|{SELF}) gains the following improved attack{_STOP}")
_GAINS = pattern(
    rf"^(?P<moment>.{{5,120}}, ){SELF} gains the following ability until the end of the battle: (?P<ability>.{{10,200}})$"
)


def read_form(name: str, text: str, speaker: Speaker, waiting: tuple[str, ...]) -> Triggers | None:
    """The rows of such a trait; None where it is none. `waiting`: attacks of the block that wait to be allowed."""
    marked = speaker.mark(text)
    aura, improved, gains = (phrase.match(marked) for phrase in (_AURA, _IMPROVED, _GAINS))
    if aura:
        return Triggers(_aura(name, aura))
    if improved and len(waiting) > 1:
        named = [attack for attack in waiting if set(folded(attack).split()) & set(folded(improved["form"]).split())]
        if len(named) == 1:
            return read_triggers(name, text, speaker, (named[0],))
    return _gained(name, gains, speaker) if gains else None


def _aura(name: str, match: re.Match[str]) -> list[Row]:
    """From then on, whoever is engaged with it suffers from a condition: those who are, and those who will be."""
    form = match["form"].lower()
    suffers: Row = {"inflict": [match["condition"].lower()], "until": "while engaged"}
    begins: list[Value] = [{"mark": form, "on": "self", "until": "end of battle"}, {**suffers, "on": "each_engaged"}]
    first: Row = {"name": name, "when": "turn_start", "chance": f"d{match['sides']} up to escalation", "once": "battle"}
    later: list[Row] = [
        {"name": f"{name} ({how})", "when": when, "needs": [f"marked {form}"], "effects": [dict(suffers)]}
        for how, when in (("engaged", "enemy_engages"), ("engaging", "engages"))
    ]
    return [{**first, "effects": begins}, *later]


def _gained(name: str, match: re.Match[str], speaker: Speaker) -> Triggers | None:
    """ "When such a thing happens, it gains the following ability until the end of the battle: ..."."""
    mark = folded(name)
    gains = read_triggers(name, speaker.unmark(f"{match['moment']}this creature heals 1 hp."), speaker)
    ability = read_triggers(name, speaker.unmark(match["ability"]), speaker)
    if len(gains.rows) != 1 or gains.left or not ability.rows or ability.left or ability.powers:
        return None
    begins: list[Value] = [{"mark": mark, "on": "self", "until": "end of battle"}]
    first: Row = {**gains.rows[0], "once": "battle", "effects": begins}
    rows = [first]
    for row in ability.rows:
        needs = row.get("needs", [])
        more: list[Value] = [*(needs if isinstance(needs, list) else []), f"marked {mark}"]
        rows.append({**row, "name": f"{name} (gained)", "needs": more})
    return Triggers(rows)
