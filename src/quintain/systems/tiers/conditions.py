"""Wounds and boons: how they start, run and end (parts M and O). What they do stands where it is done, by their clause."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.dice import Dice
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.awaiting import await_handful
from quintain.systems.tiers.battle import Awaited, TiersBattle
from quintain.systems.tiers.pools import BOX
from quintain.systems.tiers.sentences_state import (
    tell_boon,
    tell_boon_over,
    tell_healing,
    tell_wound,
    tell_wound_lower,
    tell_wound_over,
)
from quintain.systems.tiers.sheet import Creature, Effect

VETO: Final = "act:"
"""Orders are vetoed as Acts of whoever is charmed."""


def refresh(creature: Creature) -> None:
    """The quick masks after a change of the lists."""
    bits = 0
    for effect in creature.wounds:
        bits |= 1 << effect.kind
    creature.wound_bits = bits
    bits = 0
    for effect in creature.boons:
        bits |= 1 << effect.kind
    creature.boon_bits = bits


def _same(a: Effect, b: Effect, by_source: bool) -> bool:
    return a.kind == b.kind and a.param == b.param and (not by_source or a.source == b.source)


def inflict(battle: TiersBattle, holder: Creature, effect: Effect) -> None:
    """TI-148: one instance per name and parameter; of two the higher severity stays (TI-R30)."""
    if effect.level <= 0 or effect.kind >= v.FIRST_EVENT:
        return
    effect = effect.dated(battle.round)
    by_source = effect.kind in (v.TERRIFIED, v.CHARMED, v.DOMINATED)
    if effect.kind == v.GOADED:
        # TI-103: only the newest goader counts.
        holder.wounds = [other for other in holder.wounds if other.kind != v.GOADED or other.trait]
    holder.wounds = joined(holder.wounds, effect, by_source, battle.switches.same_wound == "add")
    refresh(holder)
    tell_wound(battle, holder, holder.wounds[-1])


def joined(effects: list[Effect], effect: Effect, by_source: bool, adding: bool) -> list[Effect]:
    """These and one more, which comes last: of two of one name and parameter the stronger stays, or the longer of equals; or, where
    the table plays so, their levels add up to 5 at most. What is printed on the sheet stays beside it."""
    kept: list[Effect] = []
    for other in effects:
        if other.trait or not _same(other, effect, by_source):
            kept.append(other)
        elif adding:
            effect = effect.changed(min(5, effect.level + other.level), effect.left, effect.counting)
        elif other.level > effect.level or (other.level == effect.level and _lasts_longer(other, effect)):
            effect = other
    return [*kept, effect]


def _lasts_longer(a: Effect, b: Effect) -> bool:
    return a.left == 0 or (b.left != 0 and a.left > b.left)


def bestow(battle: TiersBattle, holder: Creature, effect: Effect) -> None:
    """Give a boon. healing works at once (TI-134)."""
    if effect.kind == v.B_HEALING:
        heal_by_dice(battle, holder, effect.level)
        return
    holder.boons = joined(holder.boons, effect.dated(battle.round), False, False)
    refresh(holder)
    tell_boon(battle, holder, holder.boons[-1])


def end_wound(battle: TiersBattle, holder: Creature, effect: Effect, why: str) -> None:
    if effect not in holder.wounds:
        return
    holder.wounds = [other for other in holder.wounds if other is not effect]
    refresh(holder)
    if effect.kind == v.CHARMED and battle.forbidden and not holder.has(v.CHARMED):
        # What the GM vetoed was orders of the charmer.
        vetoes = f"{VETO}{holder.id}:"
        battle.forbidden = {about: word for about, word in battle.forbidden.items() if not about.startswith(vetoes)}
    tell_wound_over(battle, holder, effect, why)


def end_wounds(battle: TiersBattle, holder: Creature, kind: int, why: str) -> None:
    """End every instance of a wound that is not printed on the sheet."""
    for effect in list(holder.wounds):
        if effect.kind == kind and not effect.trait:
            end_wound(battle, holder, effect, why)


def end_boons(battle: TiersBattle, holder: Creature, kind: int, why: str, param: int = v.NONE, printed: bool = False) -> None:
    """End every instance of a boon, or the one about this; what is printed on the sheet only by the GM's word."""
    kept = [
        effect for effect in holder.boons
        if effect.kind != kind or (effect.trait and not printed) or param not in (v.NONE, effect.param)
    ]  # fmt: skip
    if len(kept) < len(holder.boons):
        holder.boons = kept
        refresh(holder)
        tell_boon_over(battle, holder, kind, why)


def lower(battle: TiersBattle, holder: Creature, effect: Effect, why: str) -> None:
    """TI-113: one severity step less; at 0 it is gone. A fixed wound works fully until then (TI-R31)."""
    if effect not in holder.wounds:
        return
    level = effect.level - 1
    if battle.switches.fixed_severity == "clear" and effect.kind not in v.GRADED_WOUNDS:
        level = 0
    if level <= 0:
        end_wound(battle, holder, effect, why)
        return
    less = effect.changed(level, effect.left, effect.counting)
    holder.wounds = [less if other is effect else other for other in holder.wounds]
    tell_wound_lower(battle, holder, less, why)


def can_shake_off(holder: Creature) -> list[Effect]:
    """The wounds a Resistance Roll may lower: not those printed on the sheet (TI-R65), nor events (TI-126, TI-R34)."""
    return [effect for effect in holder.wounds if not effect.trait and effect.kind < v.FIRST_EVENT]


def wound_id(effect: Effect) -> str:
    """A wound by name, and by source or parameter where there may be several."""
    return f"{v.WOUNDS[effect.kind]}.{effect.source}.{effect.param}"


def wound_by_id(creature: Creature, id: str) -> Effect | None:
    for effect in can_shake_off(creature):
        if wound_id(effect) == id:
            return effect
    return None


# -- durations (TI-149) ---------------------------------------------------------------------------------------------


def turn_begins(holder: Creature) -> None:
    """From here on this turn counts for what was gained before it."""
    holder.wounds = [_counting(effect) for effect in holder.wounds]
    holder.boons = [_counting(effect) for effect in holder.boons]


def _counting(effect: Effect) -> Effect:
    if effect.left == 0 or effect.counting:
        return effect
    return effect.changed(effect.level, effect.left, True)


def turn_ends(battle: TiersBattle, holder: Creature) -> None:
    """One turn less for what was there when it began; what has none left ends."""
    for effect in holder.wounds:
        if effect.left == 1 and effect.counting:
            end_wound(battle, holder, effect, "its time is over")
    for effect in holder.boons:
        if effect.left == 1 and effect.counting:
            tell_boon_over(battle, holder, effect.kind, "")
    holder.wounds = [_shorter(effect) for effect in holder.wounds]
    holder.boons = [_shorter(effect) for effect in holder.boons if effect.left != 1 or not effect.counting]
    refresh(holder)


def _shorter(effect: Effect) -> Effect:
    return effect.changed(effect.level, effect.left - 1, True) if effect.left and effect.counting else effect


def source_gone(battle: TiersBattle, gone: Creature) -> None:
    """TI-R57, TI-R59: when its source is dead or gone, goaded and charmed end, which need it there; other wounds stay."""
    for holder in battle.creatures:
        if not (holder.has(v.GOADED) or holder.has(v.CHARMED)):
            continue
        for effect in list(holder.wounds):
            if effect.source == gone.index and effect.kind in (v.GOADED, v.CHARMED) and not effect.trait:
                end_wound(battle, holder, effect, f"{gone.name} is gone")


# -- hit points restored --------------------------------------------------------------------------------------------


def restore(battle: TiersBattle, creature: Creature, points: int, why: str, clause: str) -> None:
    """HP back, never above the maximum; waking whoever lies unconscious (TI-142). The dead stay dead; who left recovers (TI-R71)."""
    if creature.status not in (v.UP, v.UNCONSCIOUS, v.FLED, v.SURRENDERED) or points <= 0:
        return
    before = creature.hp
    creature.hp = min(creature.max_hp, creature.hp + points)
    gained = creature.hp - before
    battle.note("healed", creature.id, gained)
    woke = creature.status == v.UNCONSCIOUS and creature.hp > 0
    if woke:
        creature.status = v.UP
        creature.stable = True
    tell_healing(battle, creature, gained, woke, points, why, clause)


@final
class Healing(Awaited):
    """The dice of healing."""

    def __init__(self, healed: Creature, quality: int) -> None:
        self.healed = healed
        self.quality = quality

    def dice_now(self, battle: TiersBattle) -> Dice | None:
        """TI-134: 1 + Tier step dice (TI-R46)."""
        count = 1 + self.healed.tier if battle.switches.healing_dice == "one_plus_tier" else 1
        return BOX.handful(count, v.STEP_DIE[min(5, self.quality)]) if self.healed.is_present() else None


def heal_by_dice(battle: TiersBattle, creature: Creature, quality: int) -> None:
    """TI-134: at once."""
    thrown = await_handful(battle, creature, "healing", Healing(creature, quality), creature.id)
    if thrown is not None:
        restore(battle, creature, thrown[1].total(), thrown[0].name, "TI-134")


# -- energy types (TI-69 to TI-72, TI-110, TI-135, TI-136) ----------------------------------------------------------


TICK_TYPES: Final = {v.BLIGHTED: v.ENTROPIC, v.BURNING: v.THERMAL, v.CORRODING: v.CHEMICAL}
"""The type of the damage that ticking wounds do (TI-92, TI-94, TI-95), in the order in which they tick."""
IMMUNE: Final = "Immune"
"""How damage comes to nothing by TI-70."""
TYPE_BOONS: Final = (1 << v.B_RESISTANT) | (1 << v.B_IMMUNE)


def covered_by(creature: Creature, boon: int) -> int:
    """The types a boon (Resistant, Immune, Deflecting) covers, as a mask."""
    return types_named(creature.boons, boon) if creature.has_boon(boon) else 0


def vulnerable_to(creature: Creature) -> int:
    return types_named(creature.wounds, v.VULNERABLE) if creature.has(v.VULNERABLE) else 0


def types_named(effects: list[Effect], kind: int) -> int:
    mask = 0
    for effect in effects:
        if effect.kind == kind and effect.param >= 0:
            mask |= 1 << effect.param
    return mask


def is_immune(creature: Creature, energy: int) -> bool:
    """TI-70: only if every type is covered."""
    if creature.boon_bits == 0:
        return False
    return energy != 0 and energy & ~covered_by(creature, v.B_IMMUNE) == 0


def after_types(battle: TiersBattle, creature: Creature, amount: int, energy: int, sheltered: bool) -> tuple[int, str]:
    """The damage after halving and doubling, each at most once and cancelling each other (TI-72); with the reason in words.

    `sheltered` comes from cover, the boon or the GM's word, as far as it counts here (TI-87, TI-129).
    """
    if not sheltered and not creature.boon_bits & TYPE_BOONS and not creature.has(v.VULNERABLE):
        return amount, ""
    if is_immune(creature, energy):
        return 0, IMMUNE
    halves = sheltered or energy & (covered_by(creature, v.B_RESISTANT) | covered_by(creature, v.B_IMMUNE)) != 0
    doubles = energy & vulnerable_to(creature) != 0
    if halves and doubles:
        return amount, "halved and doubled"
    if halves:
        return (amount // 2 if battle.switches.half_damage_round == "down" else (amount + 1) // 2), "halved"
    if doubles:
        return amount * 2, "doubled"
    return amount, ""


def deflects(creature: Creature, energy: int) -> bool:
    """TI-130."""
    return energy & covered_by(creature, v.B_DEFLECTING) != 0


def fortified(creature: Creature, defense: int) -> bool:
    """TI-132."""
    return creature.has_boon(v.B_FORTIFIED) and any(one.kind == v.B_FORTIFIED and one.param == defense for one in creature.boons)


def exposed(creature: Creature, defense: int) -> bool:
    """TI-102."""
    return creature.has(v.EXPOSED) and any(effect.kind == v.EXPOSED and effect.param == defense for effect in creature.wounds)


def weakness(battle: TiersBattle, creature: Creature) -> int:
    """Effect dice lost: Weakened, or what sickened gives; the higher counts (TI-106, TI-111, TI-R38)."""
    if creature.wound_bits == 0:
        return 0
    lost = creature.severity(v.WEAKENED)
    if creature.has(v.SICKENED):
        sick = creature.severity(v.SICKENED) if battle.switches.sickened_weakened == "severity" else 1
        lost = max(lost, sick)
    return lost


def goader_of(creature: Creature) -> int:
    for effect in creature.wounds:
        if effect.kind == v.GOADED:
            return effect.source
    return v.NONE
