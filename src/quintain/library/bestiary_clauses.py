"""The clauses of the effects grammar, in the order in which they are tried.

A reader gets a marked text (see `bestiary_speaker`) and a place in it, and gives back the effect rows that begin there,
or None. Rows are written in the words of the stat-block format.
"""

from __future__ import annotations

from quintain.library import bestiary_changes as changes
from quintain.library import bestiary_counts as counts
from quintain.library import bestiary_deeds as deeds
from quintain.library import bestiary_feats as feats
from quintain.library import bestiary_grants as grants
from quintain.library import bestiary_harm as harm
from quintain.library import bestiary_lasting as lasting
from quintain.library import bestiary_narrow as narrow
from quintain.library import bestiary_own as own
from quintain.library import bestiary_states as states
from quintain.library.bestiary_phrases import Reader

READERS: tuple[Reader, ...] = (
    lasting.each_failed_save,
    narrow.narrow,
    counts.counted,
    counts.follows_the_die,
    counts.later,
    counts.way_out,
    counts.stronger_blows,
    counts.small_things,
    states.each_time,
    states.unlocks,
    feats.worsens,
    feats.to_others,
    feats.piles_up,
    harm.damage_to_many,
    lasting.ongoing,
    changes.next_attack,
    *own.READERS,
    harm.damage,
    harm.counted_damage,
    harm.half_damage,
    harm.double_damage,
    lasting.vulnerable_to,
    lasting.own_condition,
    lasting.condition,
    lasting.harder,
    lasting.verbs,
    grants.more_attacks,
    grants.another_target,
    grants.ally_attacks,
    grants.own_basic,
    deeds.unusual,
    deeds.pop_free,
    states.opening,
    changes.modifier,
    changes.small_bans,
    changes.escalates,
    deeds.grab,
    deeds.healing,
    lasting.last_gasp,
    feats.slips_away,
    deeds.grows,
    deeds.free_move,
    changes.crit_range,
    deeds.single_things,
    harm.loses_hp,
    deeds.pulled,
    deeds.pushed,
    deeds.shaken_off,
    states.fear,
    states.resistance,
    feats.recoveries,
    feats.the_die,
    feats.compels,
    states.mark,
)
