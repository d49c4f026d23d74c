"""From a checked `bonuses` row of a content file to what the rules read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.systems.escalation.fields_rows import load_bonus
from quintain.systems.escalation.file_format import phrases
from quintain.systems.escalation.printed import bonus_rows

if TYPE_CHECKING:
    from quintain.systems.escalation.file_format.block_files import BonusRow


def standing(row: BonusRow) -> bonus_rows.Standing:
    """The row as the rules read it; it must say at least one thing that holds."""
    made = bonus_rows.Standing(row.name)
    load_bonus(made, row)
    _figures(row, made)
    phrases.read_with(row.with_, made)
    if row.miss_chance:
        percent, times = phrases.read_figure(row.miss_chance)
        if percent % 5 or not 0 <= percent <= 95 or times % 5:
            raise ValueError(f"a miss chance is a percentage from 5 to 95 in steps of 5, or 5x escalation, not {row.miss_chance}")
        made.miss_chance, made.miss_chance_times = percent // 5, times // 5
    crits = made.slays_on_crit or made.triple_on_crit or made.absorbs or made.dazes or made.vulnerable
    if not (made.touches or made.wards() or made.shrugs or crits or made.escalates or made.no_escalation or made.slips):
        raise ValueError(f"the bonus {row.name!r} changes nothing; write a figure such as attack: 2, or resist, slips, escalates ...")
    return made


def _figures(row: BonusRow, made: bonus_rows.Standing) -> None:
    said = {
        "attack": row.attack, "ac": row.ac, "pd": row.pd, "md": row.md, "damage": row.damage, "save": row.save,
        "disengage": row.disengage, "crit": row.crit, "initiative": row.initiative, "miss_damage": row.miss_damage,
    }  # fmt: skip
    for defence in ("ac", "pd", "md"):
        said[defence] = said[defence] if said[defence] is not None else row.defences
    for place, name in enumerate(bonus_rows.STANDING):
        text = said[name]
        if text is not None:
            made.values[place], made.times[place] = phrases.read_figure(text)
            made.touches |= 1 << place
