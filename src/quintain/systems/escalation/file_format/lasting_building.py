"""Rows that last, from the checked file to what the rules read: conditions, modifiers, marks, and all that hangs on them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from quintain.systems.escalation.file_format import phrases
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import NOTHING, Effect, LastingEffect
from quintain.systems.escalation.traits.verbs import lasting_effect

if TYPE_CHECKING:
    from quintain.systems.escalation.file_format.block_files import EffectRow

    Reader = Callable[[EffectRow], Effect]


def lasting(row: EffectRow, effect: Reader) -> LastingEffect:
    """A row that lasts, as the rules read it; `effect` reads the rows inside it."""
    made = lasting_effect()
    named = [row.inflict] if isinstance(row.inflict, str) else list(row.inflict or [])
    made.conditions = phrases.read_conditions(named + row.conditions)
    if row.invisible:
        made.conditions |= b.INVISIBLE
        made.on = b.ON_SELF
    if row.ongoing is not None:
        amount = phrases.read_amount(str(row.ongoing))
        made.ongoing = amount.twice_mean // 2
        made.ongoing_dice = amount if amount.groups or amount.read_off else NOTHING
    made.versus = b.VERSUS.index(row.versus or "")
    made.with_power = row.with_
    made.cumulative = row.cumulative
    made.most = row.most
    made.weak_to = (row.vulnerable_to or "").lower()
    if made.weak_to == "source":
        made.weak_to, made.versus = "", b.VERSUS_SOURCE
        made.conditions |= b.VULNERABLE
    mods = dict(row.modifiers)
    mods.update(row.modifier or {})
    made.modifiers = modifiers(mods) if mods else []
    made.until, made.save = phrases.read_until(row.until or "save")
    made.on_failed_save = [effect(each) for each in row.each_failed_save]
    made.failed_save_written = written(row.each_failed_save)
    made.failed_saves = [[effect(each) for each in one] for one in row.failed_saves]
    made.failed_saves_written = [written(one) for one in row.failed_saves]
    _states(row, made)
    made.on_save = [effect(each) for each in row.after_save]
    made.counts_failures = any(each.amount.read_off == b.OFF_FAILURES for each in made.on_save)
    if row.after_save_natural:
        made.on_save_faces = phrases.read_faces(row.after_save_natural.lower())
    made.ends_when = [phrases.read_happening(each) for each in row.ends_when]
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
    made.deals = phrases.read_amount(row.deals) if row.deals is not None else NOTHING
    made.follows = row.follows
    made.linked = bool(made.ends_when) or made.each_time_when >= 0 or made.ends_by >= 0
    return tagged(made, row)


def _states(row: EffectRow, made: LastingEffect) -> None:
    """Marks, what attackers gain against the bearer, fear of one foe, an attack unlocked, resistances."""
    made.mark, made.by = (row.mark or "").lower(), row.by.lower()
    if row.exposes is not None:
        plain = {name: value for name, value in row.exposes.items() if isinstance(value, int)}
        made.exposes = modifiers({str(name): value for name, value in plain.items()})
        for name, value in row.exposes.items():
            if isinstance(value, str) and name == "damage":
                made.exposes_damage = phrases.read_amount(value)
            elif isinstance(value, str):
                if name not in ("attack", "crit") or value != "escalation":
                    raise ValueError(f"{name} of exposes is a number, not {value!r}; only attack and crit may be escalation")
                made.exposes_die = 1 if name == "attack" else made.exposes_die
                made.exposes_crit_die = made.exposes_crit_die or name == "crit"
    made.others = modifiers(row.others) if row.others is not None else []
    made.fear_of = row.fear_of or 0
    made.images = row.images or 0
    made.more_attacks = (row.more_attacks or "").lower()
    made.unlocks, made.reaches = (row.unlocks or "").lower(), (row.reaches or "").lower()
    made.resists = {name.lower(): number for name, number in (row.resists or {}).items()}
    made.unresists = (row.unresists or "").lower()
    made.immune_to = (row.immune_to or "").lower()
    made.recovery_save = row.recovery_save or 0
    made.blunts = b.BLUNTS.index(row.blunts or "")
    made.every = row.every
    made.rest_on = phrases.read_filters(row.rest_on)
    made.attacks_only = phrases.read_filters(row.attacks_only or "")
    made.counted = b.COUNTED.index(row.counted)
    made.more_targets, made.fewer_death_saves = row.more_targets or 0, row.fewer_death_saves or 0
    made.surely = b.SURELY.index(row.surely or "")
    if row.empower is not None:
        made.empower, made.or_miss = phrases.read_amount(row.empower), row.or_miss
        if made.empower.read_off == b.OFF_THE_ROLL:
            raise ValueError("empower is a number, dice or escalation, not natural")


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


def modifiers(said: dict[str, int]) -> list[int]:
    values = [0] * len(b.MODIFIERS)
    for name, value in said.items():
        if name == "defences":
            for place in (b.ON_AC, b.ON_PD, b.ON_MD):
                values[place] = value
        elif name in b.MODIFIERS:
            values[b.MODIFIERS.index(name)] = value
        else:
            raise ValueError(f"{name!r} cannot be modified; write one of {', '.join(b.MODIFIERS)}, defences")
    return values
