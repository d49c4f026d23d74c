"""Rows that last, from the checked file to what the rules read: conditions, modifiers, marks, and all that hangs on them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from quintain.systems.escalation.fields_blocks import LastingEffect
from quintain.systems.escalation.fields_rows import load_lasting
from quintain.systems.escalation.file_format import phrases
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import NOTHING, Effect
from quintain.systems.escalation.traits.verbs import lasting_effect

if TYPE_CHECKING:
    from quintain.systems.escalation.file_format.block_files import EffectRow

    Reader = Callable[[EffectRow], Effect]


def lasting(row: EffectRow, effect: Reader) -> LastingEffect:
    """A row that lasts, as the rules read it; `effect` reads the rows inside it."""
    made = lasting_effect()
    load_lasting(made, row)
    named = [row.inflict] if isinstance(row.inflict, str) else list(row.inflict or [])
    made.conditions = phrases.read_conditions(named + row.conditions)
    if row.invisible:
        made.conditions |= b.INVISIBLE
        made.on = b.ON_SELF
    if row.ongoing is not None:
        amount = phrases.read_amount(str(row.ongoing))
        made.ongoing = amount.twice_mean // 2
        made.ongoing_dice = amount if amount.groups or amount.read_off else NOTHING
    made.most = row.most
    if made.weak_to == "source":
        made.weak_to, made.versus = "", b.VERSUS_SOURCE
        made.conditions |= b.VULNERABLE
    mods = dict(row.modifiers)
    mods.update(row.modifier or {})
    made.modifiers = phrases.read_modifiers(mods) if mods else []
    made.until, made.save = phrases.read_until(row.until or "save")
    failing(made, row.each_failed_save, row.failed_saves, effect)
    _exposes(row, made)
    made.on_save = [effect(each) for each in row.after_save]
    made.counts_failures = any(each.amount.read_off == b.OFF_FAILURES for each in made.on_save)
    if row.each_time is not None:
        made.each_time_when, _ = phrases.read_happening(row.each_time.when)
        if made.each_time_when == b.TAKES_DAMAGE:
            raise ValueError("each_time cannot be damage; write what the bearer does, such as 'attacks source' or 'fails a save'")
        made.each_time = [effect(each) for each in row.each_time.effects]
        made.each_time_once = row.each_time.once
    if row.ends_by is not None:
        made.ends_by = b.ACTIONS.index(row.ends_by.action)
        made.ends_by_whom = b.BREAKERS.index(row.ends_by.who)
        made.ends_by_rows = [effect(each) for each in row.ends_by.effects]
    if made.empower.read_off == b.OFF_THE_ROLL:
        raise ValueError("empower is a number, dice or escalation, not natural")
    made.linked = bool(made.ends_when) or made.each_time_when >= 0 or made.ends_by >= 0
    return tagged(made, row)


def failing(made: LastingEffect, each_time: list[EffectRow], in_turn: list[list[EffectRow]], effect: Reader) -> None:
    """What failed saves against it do: each of them, and the first, the second, the third."""
    made.on_failed_save, made.failed_save_written = [effect(each) for each in each_time], written(each_time)
    made.failed_saves = [[effect(each) for each in one] for one in in_turn]
    made.failed_saves_written = [written(one) for one in in_turn]


def _exposes(row: EffectRow, made: LastingEffect) -> None:
    """What attackers gain against the bearer."""
    if row.exposes is not None:
        plain = {name: value for name, value in row.exposes.items() if isinstance(value, int)}
        made.exposes = phrases.read_modifiers({str(name): value for name, value in plain.items()})
        for name, value in row.exposes.items():
            if isinstance(value, str) and name == "damage":
                made.exposes_damage = phrases.read_amount(value)
            elif isinstance(value, str):
                if name not in ("attack", "crit") or value != "escalation":
                    raise ValueError(f"{name} of exposes is a number, not {value!r}; only attack and crit may be escalation")
                made.exposes_die = 1 if name == "attack" else made.exposes_die
                made.exposes_crit_die = made.exposes_crit_die or name == "crit"


STATE_VERBS = (
    "mark", "exposes", "others", "fear_of", "unlocks", "reaches", "resists", "unresists", "immune_to", "recovery_save", "each_time",
    "more_attacks", "blunts", "empower", "surely", "more_targets", "fewer_death_saves", "images", "deals", "attacks_only",
)  # fmt: skip
"""The verbs of what lasts that say more than a condition, ongoing damage or a modifier."""
LASTS = ("ongoing", "inflict", "modifier", "invisible", "vulnerable_to", *STATE_VERBS)
_RICH = {
    *STATE_VERBS,
    "after_save", "after_save_natural", "ends_when", "by", "every", "rest_on", "or_miss", "counted", "ends_by", "follows",
}  # fmt: skip


def tagged(made: LastingEffect, row: EffectRow) -> LastingEffect:
    """Beside the plain figures, what else it says: for files, and to tell it from its like."""
    made.written = row.model_dump(mode="json", exclude_defaults=True, include=_RICH)
    if not made.mark:
        made.written.pop("mark", None)
    made.tag = json.dumps(made.written, sort_keys=True) if made.written else ""
    return made


def written(listed: list[EffectRow]) -> list[dict[str, object]]:
    """Rows as they stand in a file."""
    return [each.model_dump(mode="json", exclude_defaults=True) for each in listed]
