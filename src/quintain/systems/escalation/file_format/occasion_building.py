"""From the checked rows of a content file to occasions: traits that come into play at a moment of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quintain.systems.escalation.fields_rows import load_occasion
from quintain.systems.escalation.file_format import block_building, phrases
from quintain.systems.escalation.printed import occasion_rows as h
from quintain.systems.escalation.printed import summaries
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Rider
from quintain.systems.escalation.printed.stat_block import Block
from quintain.systems.escalation.traits.verbs import effect_of

if TYPE_CHECKING:
    from quintain.systems.escalation.file_format.block_files import BlockRow, OccasionRow, TypedDamageRow


def occasion(row: OccasionRow) -> h.Occasion:
    """One row as the rules read it."""
    faces, on_hit, on_miss, only_crit = phrases.read_label(row.roll)
    effects = [block_building.effect(each) for each in row.effects]
    made = h.Occasion(row.name, b.WHENS.index(row.when), Rider(row.name, faces, on_hit, on_miss, only_crit, effects))
    load_occasion(made, row)
    made.later = made.when in (b.WHEN_ENEMY_DISENGAGES, b.WHEN_ENEMY_LEAVES) and any(each.op == b.CHASE for each in effects)
    made.die, made.die_least = read_chance(row.chance)
    made.takes_action = (row.asks or made.label.grants_attack) and not row.unhindered
    if made.when == b.WHEN_ENEMY_ENGAGES and made.needs.free:
        made.alone, made.needs.free = True, False
    _refuse_nonsense(row, made)
    return made


def read_chance(text: str) -> tuple[int, int]:
    """`d20 11+`: that much or more; `d6 up to escalation`: no more than the escalation die shows."""
    if not text:
        return 0, 0
    found = re.fullmatch(r"d(\d+) (?:(\d+)\+|up to escalation)", " ".join(text.lower().split()))
    if not found or not 2 <= int(found.group(1)) <= 100:
        raise ValueError(f"{text!r} is no chance; write e.g. 'd20 11+' or 'd6 up to escalation'")
    return int(found.group(1)), int(found.group(2) or 0)


def _refuse_nonsense(row: OccasionRow, made: h.Occasion) -> None:
    """What would be silently ignored is refused."""
    when, label = made.when, made.label
    own = when == b.WHEN_ATTACKING
    for wrong, why in (
        (own and (row.save or row.chance or row.asks or row.within or row.types),
         "what its own attacks set off takes no save, chance, asks, within or types"),
        (when not in h.ROLLED and (row.kinds or row.versus or row.opportunity or row.spell or row.limited),
         "kinds, versus, opportunity, spell and limited are for attacks"),
        (when not in h.OF_OTHERS and (row.except_ or row.weapons or row.not_weapons),
         "except, weapons and not_weapons are for attacks of others"),
        (row.escalated and when != b.WHEN_ATTACKED, "escalated is for attacked"),
        (row.with_ and not own, "with names one of its own attacks, so it is for attacking"),
        (when not in h.ROLLED and (label.only_crit or not (label.on_hit and label.on_miss)),
         "hit, miss and crit are for attacked and attacking"),
        (when in (b.WHEN_AIMED_AT, b.WHEN_ENEMY_AIMS) and label.on_hit != label.on_miss, f"at {row.when} nothing has been rolled yet"),
        (label.faces != b.ANY_FACE and when not in h.WITH_FACES, f"there is no attack roll to read at {row.when}"),
        (own and (row.shared or row.nth), "what its own attacks set off is neither shared nor counted; leave out shared and nth"),
        (row.shared and not row.once, "shared says who counts uses together, so it wants a once"),
        (row.least and when not in (b.WHEN_DAMAGED, b.WHEN_HEALED, b.WHEN_DROPS),
         "least is for damaged, healed and drops (so many of a mob at once)"),
    ):  # fmt: skip
        if wrong:
            raise ValueError(f"{row.name!r}: {why}")


def add_occasions(row: BlockRow, block: Block) -> None:
    """The occasions of a block; thorns are one of them, and what its own attacks set off are riders of these attacks."""
    block.occasions = [occasion(each) for each in row.occasions]
    if row.thorns is not None:
        block.occasions.append(_thorns(row.thorns))
    for each in block.occasions:
        if each.when == b.WHEN_ATTACKING:
            _add_rider(block, each)
        else:
            block.occasion_mask |= 1 << each.when
        hurts = any(row.op == b.DAMAGE and row.on == b.ON_SELF for row in each.effects())
        block.tires = block.tires or (hurts and each.when == b.WHEN_TURN_END and each.needs.airborne)


def _thorns(row: TypedDamageRow) -> h.Occasion:
    """Damage to whoever attacks it from melee."""
    hurt = effect_of(b.DAMAGE)
    hurt.amount, hurt.damage_type = phrases.read_amount(row.damage), row.type.lower()
    faces, on_hit, on_miss, only_crit = phrases.read_label(row.when)
    made = h.Occasion("Thorns", b.WHEN_ATTACKED, Rider("Thorns", faces, on_hit, on_miss, only_crit, [hurt]))
    made.kinds, made.within = 1 << b.MELEE, b.WITHIN_ENGAGED
    return made


def _add_rider(block: Block, made: h.Occasion) -> None:
    rider = made.label
    rider.needs, rider.once, rider.times, rider.use_key = made.needs, made.once, made.times, made.use_key
    rider.against, rider.opportunity = made.against, made.opportunity
    rider.own_name = all(each.on == b.ON_SELF for each in rider.effects) or any(each.ongoing for each in rider.effects)
    for power in block.powers:
        if not power.rolls or not made.kinds >> power.kind & 1 or not made.versus >> power.defence & 1:
            continue
        if made.with_power and made.with_power.lower() != power.name.lower():
            continue
        if (made.spell and not power.spell) or (made.limited and not power.limited()):
            continue
        power.riders.append(rider)
        power.retries = power.retries or rider.rerolls
        power.tracks = power.tracks or summaries.hangs_on_the_act(power)
