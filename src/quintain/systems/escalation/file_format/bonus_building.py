"""From a checked `bonuses` row of a content file to what the rules read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.systems.escalation.file_format import phrases
from quintain.systems.escalation.printed import bonus_rows
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import NO_NEEDS, Filter

if TYPE_CHECKING:
    from quintain.systems.escalation.file_format.block_files import BonusRow


def standing(row: BonusRow) -> bonus_rows.Standing:
    """The row as the rules read it; it must say at least one thing that holds."""
    made = bonus_rows.Standing(row.name)
    _figures(row, made)
    made.needs = phrases.read_needs(row.needs) if row.needs else NO_NEEDS
    made.company = _filters(row.company)
    made.for_ = b.FORS.index(row.for_)
    made.whom = _filters(row.whom)
    made.against = _filters([row.against] if isinstance(row.against, str) else row.against)
    phrases.read_with(row.with_, made)
    made.types = [each.lower() for each in row.types]
    made.except_types = [each.lower() for each in row.except_]
    made.per = b.BONUS_PERS.index(row.per)
    made.counting = _filters(row.counting)
    made.most = row.max
    made.resist = row.resist or 0
    made.misses_on = phrases.read_faces(row.misses_on.lower()) if row.misses_on else 0
    made.ignores_on = phrases.read_faces(row.ignores_on.lower()) if row.ignores_on else 0
    if row.miss_chance:
        percent, times = phrases.read_figure(row.miss_chance)
        if percent % 5 or not 0 <= percent <= 95 or times % 5:
            raise ValueError(f"a miss chance is a percentage from 5 to 95 in steps of 5, or 5x escalation, not {row.miss_chance}")
        made.miss_chance, made.miss_chance_times = percent // 5, times // 5
    made.shrugs = row.shrugs
    made.absorbs, made.dazes = row.absorbs, row.dazes
    made.spares_misses, made.vulnerable = row.spares_misses, row.vulnerable
    made.slays_on_crit, made.triple_on_crit = row.slays_on_crit, row.triple_on_crit
    made.escalates = row.escalates
    made.no_escalation = row.no_escalation
    made.slips = sum([1 << b.SLIPS.index(each) for each in row.slips])
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


def _filters(words: list[str]) -> list[Filter]:
    return [phrases.read_filter(each) for each in words if each]
