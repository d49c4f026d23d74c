"""Wounds and boons: how they start, run and end (parts M and O). What they do stands where it is done, by their clause."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.dice import Dice
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.awaiting import await_handful
from quintain.systems.tiers.battle import Awaited, TiersBattle
from quintain.systems.tiers.pools import BOX
from quintain.systems.tiers.sentences_state import tell_effect, tell_healing, tell_over, tell_wound_lower
from quintain.systems.tiers.sheet import Creature, Effect

VETO: Final = "act:"
"""Orders are vetoed as Acts of whoever is charmed."""


def refresh(creature: Creature) -> None:
    """The quick masks after a change of the lists."""
    creature.wound_bits, creature.boon_bits = _mask(creature.wounds), _mask(creature.boons)


def _mask(effects: list[Effect]) -> int:
    bits = 0
    for effect in effects:
        bits |= 1 << effect.kind
    return bits


def gain(battle: TiersBattle, holder: Creature, effect: Effect, exactly: bool = False) -> None:
    """TI-148: a wound or boon more; of two of one name, parameter and source the stronger stays (TI-R30), or with `exactly` this one.

    healing works at once (TI-134).
    """
    if effect.is_boon and effect.kind == v.B_HEALING:
        heal_by_dice(battle, holder, effect.level)
        return
    if effect.level <= 0 or effect.kind >= v.FIRST_EVENT:
        return
    effects = holder.effects(effect.is_boon)
    if effect.kind == v.GOADED and not effect.is_boon:
        # TI-103: only the newest goader counts.
        effects = [other for other in effects if other.kind != v.GOADED or other.trait or other.source == effect.source]
    adding = battle.switches.same_wound == "add" and not effect.is_boon
    effects = joined(effects, effect.dated(battle.round), exactly, adding)
    holder.keep(effects, effect.is_boon)
    refresh(holder)
    tell_effect(battle, holder, effects[-1])


def joined(effects: list[Effect], effect: Effect, exactly: bool, adding: bool) -> list[Effect]:
    """These and one more, which comes last: of two that are the same the stronger stays, or the longer of equals; or, where the table
    plays so, their levels add up to 5 at most. What is printed on the sheet stays beside it."""
    kept: list[Effect] = []
    for other in effects:
        if other.trait or not effect.is_same(other):
            kept.append(other)
        elif exactly:
            continue
        elif adding:
            effect = effect.changed(min(5, effect.level + other.level), effect.left, effect.counting)
        elif other.level > effect.level or (other.level == effect.level and _lasts_longer(other, effect)):
            effect = other
    return [*kept, effect]


def _lasts_longer(a: Effect, b: Effect) -> bool:
    return a.left == 0 or (b.left != 0 and a.left > b.left)


def end_effects(battle: TiersBattle, holder: Creature, gone: list[Effect], why: str) -> None:
    """These wounds or boons are over; of several boons of a kind that is told once."""
    holder.wounds = [other for other in holder.wounds if other not in gone]
    holder.boons = [other for other in holder.boons if other not in gone]
    refresh(holder)
    for place, effect in enumerate(gone):
        if place == 0 or not effect.is_boon:
            tell_over(battle, holder, effect, why)
    if battle.forbidden and not holder.has(v.CHARMED):
        # What the GM vetoed was orders of the charmer.
        vetoes = f"{VETO}{holder.id}:"
        battle.forbidden = {about: word for about, word in battle.forbidden.items() if not about.startswith(vetoes)}


def end_kind(battle: TiersBattle, holder: Creature, kind: int, is_boon: bool, why: str) -> None:
    """Every wound, or boon, of a kind that is not printed on the sheet is over."""
    end_effects(battle, holder, [one for one in holder.effects(is_boon) if one.kind == kind and not one.trait], why)


def lower(battle: TiersBattle, holder: Creature, effect: Effect, why: str) -> None:
    """TI-113: one severity step less; at 0 it is gone. A fixed wound works fully until then (TI-R31)."""
    if effect not in holder.wounds:
        return
    level = effect.level - 1
    if battle.switches.fixed_severity == "clear" and effect.kind not in v.GRADED_WOUNDS:
        level = 0
    if level <= 0:
        end_effects(battle, holder, [effect], why)
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
    if not holder.wound_bits and not holder.boon_bits:
        return
    for effect in [*holder.wounds, *holder.boons]:
        if effect.left == 1 and effect.counting:
            end_effects(battle, holder, [effect], "" if effect.is_boon else "its time is over")
    holder.wounds = [_shorter(effect) for effect in holder.wounds]
    holder.boons = [_shorter(effect) for effect in holder.boons]


def _shorter(effect: Effect) -> Effect:
    return effect.changed(effect.level, effect.left - 1, True) if effect.left and effect.counting else effect


def source_gone(battle: TiersBattle, gone: Creature) -> None:
    """TI-R57, TI-R59: when its source is dead or gone, goaded and charmed end, which need it there; other wounds stay."""
    for holder in battle.creatures:
        if holder.has(v.GOADED) or holder.has(v.CHARMED):
            over = [one for one in holder.wounds if one.kind in (v.GOADED, v.CHARMED) and one.source == gone.index and not one.trait]
            end_effects(battle, holder, over, f"{gone.name} is gone")


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
