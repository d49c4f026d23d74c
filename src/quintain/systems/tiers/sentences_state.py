"""What the log tells of hit points, Stress, wounds and boons. Nothing is told where nobody listens."""

from __future__ import annotations

from quintain.engine.event import Event
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.audience import figures_of, private_to
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.sentences import effect_words, say
from quintain.systems.tiers.sheet import Creature, Effect

# -- wounds and boons -----------------------------------------------------------------------------------------------


def tell_effect(battle: TiersBattle, holder: Creature, effect: Effect) -> None:
    """A wound or boon as it is from now on."""
    if not battle.telling:
        return
    event = Event(word_for(effect), f"{holder.name}: {effect_words(battle, effect)}.", [holder.id], clause="TI-148")
    if effect.hides():
        event.audience, event.public = f"side:{holder.side}", f"{holder.name} slips out of sight."
    battle.tell(event)


def tell_wound_lower(battle: TiersBattle, holder: Creature, effect: Effect, why: str) -> None:
    if battle.telling:
        text = f"{holder.name}: {v.WOUNDS[effect.kind]} down to {effect.level} ({why})."
        battle.tell(Event("wound", text, [holder.id], clause="TI-113"))


def tell_over(battle: TiersBattle, holder: Creature, effect: Effect, why: str) -> None:
    """A wound or boon is over; `why` is empty for a boon whose time is."""
    if battle.telling:
        clause = "TI-148" if not effect.is_boon else effect.what().clause if why else "TI-149"
        text = f"{holder.name} is no longer {effect.what().name}{f' ({why})' if why else ''}."
        battle.tell(Event(word_for(effect), text, [holder.id], clause=clause))


def word_for(effect: Effect) -> str:
    return "boon" if effect.is_boon else "wound"


# -- hit points -----------------------------------------------------------------------------------------------------


def tell_harm(battle: TiersBattle, creature: Creature, points: int, was_winded: bool, why: str, clause: str) -> None:
    if battle.telling:
        winded = " and is Winded" if creature.is_winded() and creature.hp > 0 and not was_winded else ""
        text, public = f"{creature.name} loses {points} HP{winded}.", f"{creature.name} is hurt{winded}."
        math = [(why, points), ("HP now", creature.hp)]
        battle.tell(Event("harm", text, [creature.id], math, clause, figures_of(creature), public, private_to(creature)))


def tell_healing(battle: TiersBattle, creature: Creature, gained: int, woke: bool, points: int, why: str, clause: str) -> None:
    if battle.telling:
        wakes = " and wakes" if woke else ""
        text, public = f"{creature.name} regains {gained} HP{wakes}.", f"{creature.name} regains strength{wakes}."
        audience = figures_of(creature)
        battle.tell(Event("healing", text, [creature.id], [(why, points)], clause, audience, public, audience))


def tell_down(battle: TiersBattle, creature: Creature) -> None:
    say(battle, "down", creature, f"lies unconscious, {'stable' if creature.stable else 'dying'}", fate_clause(creature))


def tell_death(battle: TiersBattle, creature: Creature) -> None:
    say(battle, "death", creature, "is dead", fate_clause(creature))


def fate_clause(creature: Creature) -> str:
    return "TI-140" if creature.sheet.is_pc else "TI-141"


# -- Stress and Beacon Points ---------------------------------------------------------------------------------------


def tell_stress(battle: TiersBattle, creature: Creature, change: int, what: str, clause: str) -> None:
    if battle.telling and change:
        text = f"{creature.name} {f'takes {change}' if change > 0 else f'clears {-change}'} Stress: {what}."
        now, known = [("Stress now", creature.stress)], private_to(creature)
        battle.tell(Event("stress", text, [creature.id], now, clause, known, math_for=known))


def tell_beacon(battle: TiersBattle, creature: Creature, what: str) -> None:
    if battle.telling:
        battle.tell(Event("beacon", f"{creature.name} spends a Beacon Point {what}.", [creature.id], clause="TI-121"))
