"""Occasions in plain sentences: when they come, on what they hang, and what happens then."""

from __future__ import annotations

from quintain.systems.escalation.play import sentences_effects
from quintain.systems.escalation.play.sentences_bonuses import filter_words, needs_words
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.occasion_rows import Occasion
from quintain.systems.escalation.printed.rows import Effect

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
_ON = (
    "", "itself: ", "an ally: ", "each nearby ally: ", "each enemy engaged with it: ", "each nearby enemy: ",
    "each other enemy engaged with it: ", "others nearby: ", "each nearby creature: ", "one enemy engaged with it: ",
    "one nearby enemy: ", "each ally: ", "each enemy: ", "each one hit: ", "creatures nearby, at random: ",
    "nearby enemies, at random: ", "itself or an ally: ",
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
    text += "; ".join([f"{_ON[row.on] if row.op != b.GRANT_ATTACK else ''}{_row_words(row)}" for row in each.effects()])
    return text[0].upper() + text[1:] + "."


def _limits(each: Occasion) -> list[str]:
    parts: list[str] = []
    label = each.label
    if each.opportunity == 1:
        parts.append(" with an opportunity attack")
    elif each.kinds != 7:
        kinds = [name for place, name in enumerate(b.ATTACK_KINDS) if each.kinds >> place & 1]
        parts.append(f" with a {' or '.join(kinds)} attack")
    if each.versus != 7:
        parts.append(
            f" against {' or '.join([name for place, name in enumerate(b.DEFENCES) if each.versus >> place & 1])}"
        )
    if each.spell:
        parts.append(" with a spell")
    if each.limited:
        parts.append(" with a limited attack")
    if each.escalated:
        parts.append(" with the escalation die")
    if each.with_power:
        parts.append(f" with {each.with_power}")
    if label.only_crit:
        parts.append(" (a crit)")
    elif label.on_hit != label.on_miss:
        parts.append(" (a hit)" if label.on_hit else " (a miss)")
    if label.faces != b.ANY_FACE:
        parts.append(f" (natural {faces_text(label.faces)})")
    if each.types:
        parts.append(f" ({' or '.join(each.types)})")
    if each.except_types:
        parts.append(f" (not {' or '.join(each.except_types)})")
    if each.weapons:
        parts.append(f" ({' or '.join(each.weapons)})")
    if each.not_weapons:
        parts.append(f" (not {' or '.join(each.not_weapons)})")
    if each.least:
        parts.append(f" ({each.least} or more)")
    if each.within:
        parts.append(f" ({'engaged with it' if each.within == b.WITHIN_ENGAGED else 'nearby'})")
    if each.against:
        parts.append(f" ({' or '.join([filter_words(one) for one in each.against])})")
    needs = needs_words(each.needs) if each.needs.any else []
    return [*parts, f", if {' and '.join(needs)}"] if needs else parts


def faces_text(faces: int) -> str:
    """Faces of a d20 as people write them."""
    shown = [face for face in range(1, 21) if faces >> face & 1]
    if shown == list(range(2, 21, 2)):
        return "even"
    if shown == list(range(1, 21, 2)):
        return "odd"
    if len(shown) > 1 and shown == list(range(shown[0], shown[-1] + 1)):
        return f"{shown[0]}+" if shown[-1] == 20 else f"{shown[0]}-{shown[-1]}"
    return "/".join([str(face) for face in shown])


def _row_words(row: Effect) -> str:
    if row.op == b.GRANT_ATTACK:
        whom = {b.AT_SAME: " against that one", b.AT_OTHER: " against another"}.get(row.which, "")
        who = "an ally makes" if row.on == b.ON_ALLY else "it makes"
        return f"{who} {row.name}{whom}"
    if row.op == b.HEAL:
        return f"heals {row.amount.text()} hp"
    if row.op == b.ROLL_SAVE:
        failed, made = sentences_effects.rows(row.on_failed_save), sentences_effects.rows(row.on_save)
        parts = [f"on a failure {failed}" if failed else "", f"on a success {made}" if made else ""]
        return f"a save ({row.save}+), {', '.join([part for part in parts if part])}"
    if row.op == b.SHAKE_OFF:
        return ("every effect on it ends", "a save against one effect", "a save against each effect")[row.which]
    only = f" (only {' or '.join([filter_words(one) for one in row.against])})" if row.against else ""
    if row.op != b.LASTING:
        return sentences_effects.rows([row]) + only
    end = {6: "easy save ends", 11: "save ends", 16: "hard save ends"}.get(row.save, f"save {row.save}+ ends")
    end = end if row.until == b.UNTIL_SAVE else f"until {b.UNTILS[row.until]}" if row.until in _MOMENTS_OF_END else b.UNTILS[row.until]
    return f"{sentences_effects.rows([row])} ({end}){only}"


_MOMENTS_OF_END = (
    b.END_OF_TARGET,
    b.START_OF_TARGET,
    b.END_OF_SOURCE,
    b.START_OF_SOURCE,
    b.END_OF_BATTLE,
    b.SOURCE_DROPS,
    b.NEXT_ATTACK,
    b.END_OF_TURN,
)
