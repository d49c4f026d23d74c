"""Occasions in plain sentences: when they come, on what they hang, and what happens then."""

from __future__ import annotations

from quintain.systems.escalation.play import sentences_effects
from quintain.systems.escalation.play.sentences_conditions import any_of, faces_text, needs_words, such
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.occasion_rows import Occasion

_MOMENTS = (
    "at the start of its turn", "at the end of its turn", "at the start of an enemy's turn", "at the end of an enemy's turn",
    "when it is attacked", "when it attacks", "when it becomes staggered", "when it drops", "when an enemy becomes staggered",
    "when an enemy drops", "when an ally becomes staggered", "when an ally drops", "when it staggers an enemy",
    "when it drops an enemy", "when an enemy engages it", "when it moves to engage", "when an enemy leaves it",
    "when an enemy disengages from it", "when an enemy fails to disengage from it", "when it disengages",
    "when it fails to disengage", "when it is intercepted", "when it fails a save", "when it makes a save",
    "when it takes damage", "when it is healed", "when the battle begins", "when the escalation die changes",
    "before it is attacked", "when it is struck, before any damage", "before an enemy attacks", "when an enemy attacks",
    "when an ally attacks",
    "when an enemy comes to engage it, before contact", "when an enemy sets out to move",
    "when an ally engages an enemy engaged with it", "when the escalation die rises",
)  # fmt: skip

def occasion_text(each: Occasion) -> str:
    """One occasion as a sentence."""
    text = _MOMENTS[each.when] + "".join(_limits(each))
    if each.once:
        often = "once" if each.times == 1 else f"{each.times} times"
        text += f", {often} per {b.ONCES[each.once]}{' for all of them together' if each.shared else ''}"
    if each.nth:
        text += f", only time {each.nth} that this happens"
    if each.save:
        text += f", if it makes a save ({each.save}+)"
    if each.die:
        text += (
            f", if a d{each.die} shows {f'{each.die_least}+' if each.die_least else 'no more than the escalation die'}"
        )
    text += ", it may: " if each.asks else ": "
    text += "; ".join([sentences_effects.part(row) for row in each.effects()])
    return text[0].upper() + text[1:] + "."


def _limits(each: Occasion) -> list[str]:
    parts: list[str] = []
    label = each.label
    if each.opportunity == 1:
        parts.append(" with an opportunity attack")
    elif each.kinds != 7:
        parts.append(f" with a {any_of(b.ATTACK_KINDS, each.kinds)} attack")
    if each.versus != 7:
        parts.append(f" against {any_of(b.DEFENCES, each.versus)}")
    parts += [f" with {words}" for holds, words in (
        (each.spell, "a spell"), (each.limited, "a limited attack"), (each.escalated, "the escalation die"),
        (each.with_power, each.with_power),
    ) if holds]  # fmt: skip
    if label.only_crit:
        parts.append(" (a crit)")
    elif label.on_hit != label.on_miss:
        parts.append(" (a hit)" if label.on_hit else " (a miss)")
    if label.faces != b.ANY_FACE:
        parts.append(f" (natural {faces_text(label.faces)})")
    for word, names in (("", each.types), ("not ", each.except_types), ("", each.weapons), ("not ", each.not_weapons)):
        if names:
            parts.append(f" ({word}{' or '.join(names)})")
    if each.least:
        parts.append(f" ({each.least} or more)")
    if each.within:
        parts.append(f" ({'engaged with it' if each.within == b.WITHIN_ENGAGED else 'nearby'})")
    if each.against:
        parts.append(f" ({such(each.against)})")
    needs = needs_words(each.needs) if each.needs.any else []
    return [*parts, f", if {' and '.join(needs)}"] if needs else parts
