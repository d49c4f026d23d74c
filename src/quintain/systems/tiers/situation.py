"""Who threatens whom, who is in melee, flanked, covered or hidden (part L), from the map and the GM's word."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battle import PAIR_CONCEALED, PAIR_FLANKING, PAIR_HIDDEN, PAIR_SHELTERED, TiersBattle
from quintain.systems.tiers.battlefield import BLOCKED, CONCEALING, SHELTERING
from quintain.systems.tiers.sheet import Creature

UNABLE: Final = (1 << v.DOWNED) | (1 << v.STUNNED) | (1 << v.INCAPACITATED)


def can_threaten(battle: TiersBattle, creature: Creature) -> bool:
    """TI-88, apart from weapon and distance. Slowed ones only on their own turn (TI-107)."""
    if creature.status != v.UP or creature.surprised:
        return False
    if creature.wound_bits == 0:
        return True
    if creature.wound_bits & UNABLE:
        return False
    return not creature.has(v.SLOWED) or battle.acting == creature.index


def threatens(battle: TiersBattle, creature: Creature, target: Creature) -> bool:
    """TI-88: able to act, a melee weapon in hand, the target within its reach."""
    reach = creature.reach()
    return reach > 0 and 0 < battle.feet(creature, target) <= reach and can_threaten(battle, creature)


def threatens_at(battle: TiersBattle, creature: Creature, x: int, y: int, size: int) -> bool:
    """Would it threaten something of this size standing there?"""
    if battle.map.feet(creature.x, creature.y, creature.sheet.size, x, y, size) > creature.reach():
        return False
    return can_threaten(battle, creature)


def in_melee(battle: TiersBattle, creature: Creature, openly: bool = False) -> bool:
    """TI-89. `openly`: with somebody whom the players see; of others the log does not speak (section 7)."""
    if openly or battle.weigher < 0:
        return _in_melee(battle, creature, openly)
    known = battle.melee_known[creature.index] - 2 * battle.weighing
    if known < 0:
        known = 1 if _in_melee(battle, creature, False) else 0
        battle.melee_known[creature.index] = 2 * battle.weighing + known
    return known == 1


def _in_melee(battle: TiersBattle, creature: Creature, openly: bool) -> bool:
    own = creature.reach() if can_threaten(battle, creature) else 0
    x, y, size = creature.x, creature.y, creature.sheet.size
    for other in battle.creatures:
        if other.status != v.UP or other is creature:
            continue
        reach = other.reach()
        if is_far(other, x, y, size, max(own, reach)) or not battle.hostile(creature, other):
            continue
        if openly and battle.is_unseen(other):
            continue
        feet = battle.feet(creature, other)
        if feet > own and feet > reach:
            continue
        if feet <= own or can_threaten(battle, other):
            return True
    return False


def is_far(other: Creature, x: i64, y: i64, size: i64, feet: i64) -> bool:
    """Seen at a glance, from the corners: is it certainly further than this from something of this size there?"""
    across: i64 = other.x - x
    down: i64 = other.y - y
    if across < 0:
        across = -across
    if down < 0:
        down = -down
    larger: i64 = max(other.sheet.size, size)
    return 5 * (max(down, across) - larger) >= feet


def is_flanking(battle: TiersBattle, attacker: Creature, target: Creature, openly: bool = False) -> bool:
    """TI-122, TI-123: it and an ally (whom the players see: `openly`) threaten the target from opposite sides (TI-R44)."""
    if openly or battle.weigher < 0 or battle.weigher != attacker.index:
        return _is_flanking(battle, attacker, target, openly)
    known = battle.flank_known[target.index] - 2 * battle.weighing
    if known < 0:
        known = 1 if _is_flanking(battle, attacker, target, False) else 0
        battle.flank_known[target.index] = 2 * battle.weighing + known
    return known == 1


def _is_flanking(battle: TiersBattle, attacker: Creature, target: Creature, openly: bool) -> bool:
    if battle.pairs:
        word = battle.pair_word(PAIR_FLANKING, attacker, target)
        if word:
            return word > 0
    if not threatens(battle, attacker, target):
        return False
    for other in battle.creatures:
        if other.status != v.UP or other is attacker or other is target or battle.hostile(attacker, other):
            continue
        if openly and battle.is_unseen(other):
            continue
        if threatens(battle, other, target) and opposite(battle, target, attacker.x, attacker.y, attacker.sheet.size, other):
            return True
    return False


def opposite(battle: TiersBattle, target: Creature, x: int, y: int, size: int, other: Creature) -> bool:
    """Do the directions from the target's centre to a footprint and to another creature differ widely enough?"""
    tx, ty = 2 * target.x + target.sheet.size, 2 * target.y + target.sheet.size
    ux, uy = 2 * x + size - tx, 2 * y + size - ty
    vx, vy = 2 * other.x + other.sheet.size - tx, 2 * other.y + other.sheet.size - ty
    dot = ux * vx + uy * vy
    if dot >= 0:
        return False
    if battle.switches.flank_angle == 180:
        return ux * vy == uy * vx
    # cos 135 degrees squared is one half.
    return 2 * dot * dot >= (ux * ux + uy * uy) * (vx * vx + vy * vy)


def hidden_from(battle: TiersBattle, creature: Creature, viewer: Creature) -> bool:
    """TI-85: does the viewer not perceive it at all? The blind and deaf perceive nobody (TI-R32)."""
    if battle.pairs:
        word = battle.pair_word(PAIR_HIDDEN, creature, viewer)
        if word:
            return word > 0
    elif not creature.hidden and creature.boon_bits == 0 and viewer.wound_bits == 0:
        return False
    if creature is viewer:
        return False
    if creature.hidden and creature.side != viewer.side:
        return True
    if viewer.has(v.BLINDED) and viewer.has(v.DEAFENED):
        return True
    if not creature.has_boon(v.B_HIDDEN):
        return False
    for effect in creature.boons:
        if effect.kind == v.B_HIDDEN and (effect.param == viewer.index or (effect.param == v.NONE and creature.side != viewer.side)):
            return True
    return False


def perceived(battle: TiersBattle, one: Creature, own: list[str]) -> bool:
    """May whoever runs these know where it is (section 7)? Where they have nobody who faces it, they see what the party sees."""
    if one.id in own:
        return True
    if one.hidden or (one.lurking and battle.round == 0 and not one.sheet.is_pc):
        return False
    if not one.boon_bits and not battle.pairs and not any(other.has(v.BLINDED) for other in battle.creatures):
        return True
    viewers = [other for other in battle.creatures if other.id in own and other.side != one.side and other.is_present()]
    if not viewers:
        viewers = [other for other in battle.creatures if other.sheet.is_pc and other.side != one.side and other.is_present()]
    if not viewers:
        return not battle.is_unseen(one)
    return not all(hidden_from(battle, one, viewer) for viewer in viewers)


def lies_in_wait(creature: Creature) -> bool:
    return creature.lurking and creature.status == v.UP


def left_to_dice(battle: TiersBattle, lurker: Creature) -> bool:
    """TI-17: do the dice decide of somebody who faces this lurker?"""
    for one in battle.creatures:
        if one.awareness == "roll" and one.side != lurker.side and one.status == v.UP and not (one.lurking or one.surprised):
            return True
    return False


def line_between(battle: TiersBattle, a: Creature, b: Creature) -> int:
    return battle.map.line(a.x, a.y, a.sheet.size, b.x, b.y, b.sheet.size)


def has_line(battle: TiersBattle, a: Creature, b: Creature) -> bool:
    """TI-58: no wall between them."""
    return not battle.map.has_cover or not line_between(battle, a, b) & BLOCKED


def is_concealed(battle: TiersBattle, attacker: Creature, target: Creature, line: int) -> bool:
    """TI-84, TI-127: from the line or as a boon, never twice."""
    word = battle.pair_word(PAIR_CONCEALED, attacker, target)
    return word > 0 if word else target.has_boon(v.B_CONCEALED) or line & CONCEALING != 0


def is_sheltered(battle: TiersBattle, attacker: Creature, target: Creature, line: int) -> bool:
    """TI-87, TI-129."""
    word = battle.pair_word(PAIR_SHELTERED, attacker, target)
    return word > 0 if word else target.has_boon(v.B_SHELTERED) or line & SHELTERING != 0


def is_afraid(battle: TiersBattle, creature: Creature) -> bool:
    """TI-109: is a source of its terror present: up, and perceived (TI-R40)?"""
    return creature.has(v.TERRIFIED) and bool(fears(battle, creature))


def fears(battle: TiersBattle, creature: Creature) -> list[Creature]:
    """The sources of its terror that are present."""
    found: list[Creature] = []
    for effect in creature.wounds:
        if effect.kind == v.TERRIFIED and effect.source >= 0:
            source = battle.creatures[effect.source]
            if source.status == v.UP and not hidden_from(battle, source, creature):
                found.append(source)
    return found


STOPPING: Final = (1 << v.DOWNED) | (1 << v.ROOTED) | (1 << v.INCAPACITATED)


def can_go_on(battle: TiersBattle, mover: Creature) -> bool:
    """TI-R12: dropped, downed or rooted by a strike, it stops; stunned too, unless it has paid for that (TI-108)."""
    return mover.status == v.UP and not mover.wound_bits & STOPPING and (battle.though_stunned or not mover.has(v.STUNNED))


def can_react(battle: TiersBattle, creature: Creature) -> bool:
    """TI-30, TI-20, TI-104, TI-108: a React left, or a Beacon Point for one (TI-121), on somebody else's turn (TI-R09)."""
    if creature.status != v.UP or (battle.acting == creature.index and battle.switches.react_own_turn == "no"):
        return False
    if creature.reacts_left() <= 0 and not creature.may_buy_react():
        return False
    return creature.wound_bits == 0 or not creature.has(v.INCAPACITATED) or battle.switches.incapacitated_react == "yes"
