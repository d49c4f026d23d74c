"""The clauses of the effects grammar, in the order in which they are tried.

A reader gets a marked text (see `bestiary_speaker`) and a place in it, and gives back the effect rows that begin there,
or None. Rows are written in the words of the stat-block format.
"""

from __future__ import annotations

from quintain.library import bestiary_deeds as deeds
from quintain.library import bestiary_harm as harm
from quintain.library import bestiary_lasting as lasting
from quintain.library.bestiary_phrases import Reader

READERS: tuple[Reader, ...] = (
    lasting.each_failed_save,
    harm.damage_to_many,
    lasting.ongoing,
    harm.damage,
    harm.half_damage,
    harm.double_damage,
    lasting.condition,
    lasting.verbs,
    deeds.more_attacks,
    deeds.pop_free,
    lasting.modifier,
    lasting.small_bans,
    deeds.grab,
    deeds.healing,
    lasting.last_gasp,
    deeds.free_move,
    lasting.crit_range,
    deeds.single_things,
    harm.loses_hp,
    deeds.pulled,
)
