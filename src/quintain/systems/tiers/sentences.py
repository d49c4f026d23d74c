"""Options, effects and states in plain language; events of the plainest kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import Battle
from quintain.engine.event import Event
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.act_kinds import ACT_KINDS
from quintain.systems.tiers.battle import UNSEEN, TiersBattle
from quintain.systems.tiers.sheet import Creature, Effect
from quintain.systems.tiers.stat_block import Item

if TYPE_CHECKING:
    from quintain.systems.tiers.options import Act

COUNTED = {"2": "second", "3": "third", "4": "fourth"}
"""Of several pieces of the same gear."""


def say(battle: TiersBattle, kind: str, creature: Creature, words: str, clause: str, audience: str = "all") -> None:
    """ "Ann " and what she does; the plainest of events."""
    if battle.telling:
        battle.tell(Event(kind, f"{creature.name} {words}.", [creature.id], clause=clause, audience=audience))


def meaning_of(wound: int, severity: int) -> str:
    """ " (a d6 of Thermal damage ...)" for a wound of this severity; "" for none."""
    kind = v.WOUND_KINDS.get(wound)
    if kind is None or not kind.does:
        return ""
    return f" ({kind.does.format(severity if wound == v.WEAKENED else v.STEP_DIE[min(5, severity)])})"


def number_from(text: str) -> int:
    """A whole number written in plain digits; -1 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else -1


def effect_words(battle: TiersBattle, effect: Effect, gm: bool = False) -> str:
    """A wound or boon with all that belongs to it: "Exposed 1 (Iron)", "goaded 1 (by Orsolya), 1 round left"."""
    text = f"{effect.what().name} {effect.level}"
    inside = inside_words(battle, effect, gm)
    if inside:
        text += f" ({inside})"
    if effect.trait:
        text += ", by nature"
    if effect.left:
        text += f", {effect.left} turn{'s' if effect.left > 1 else ''} left"
    return text


def inside_words(battle: TiersBattle, effect: Effect, gm: bool) -> str:
    """What a wound or boon is about: a Defense, a type, a creature. Whoever is out of sight is named to the GM only."""
    what = effect.what()
    if what.about and effect.param >= 0:
        return v.ABOUT[what.about][effect.param]
    if effect.hides() and 0 <= effect.param < len(battle.creatures):
        other = battle.creatures[effect.param]
        return f"from {UNSEEN if battle.is_unseen(other) and not gm else other.name}"
    if what.by_somebody and 0 <= effect.source < len(battle.creatures):
        source = battle.creatures[effect.source]
        return f"by {UNSEEN if source.hidden and not gm else source.name}"
    return ""


def effects_words(battle: TiersBattle, effects: list[Effect], whole: bool = True) -> str:
    """All these wounds or boons; or what everybody can see of them."""
    return "; ".join([effect_words(battle, effect) for effect in effects if whole or effect.shows()])


def status_words(battle: TiersBattle, creature: Creature, gm: bool = False) -> str:
    """One short public phrase (section 7): state, Winded, stance, budgets of player characters, wounds and visible boons."""
    if creature.status == v.DEAD:
        return "dead"
    if creature.status in (v.FLED, v.SURRENDERED):
        return "fled" if creature.status == v.FLED else "surrendered"
    parts: list[str] = []
    if creature.status == v.UNCONSCIOUS:
        parts.append("unconscious, stable" if creature.stable else "unconscious, dying")
    elif creature.is_winded():
        parts.append("Winded")
    if creature.surprised:
        parts.append("Surprised")
    if creature.sheet.is_pc and creature.status != v.UNCONSCIOUS:
        parts.append(v.STANCES[creature.stance])
        parts.append(f"{counted(creature.acts_left(), 'Act')}, {counted(creature.reacts_left(), 'React')}")
    for effect in [*creature.wounds, *creature.boons]:
        if effect.shows() or (not effect.trait and (creature.sheet.is_pc or gm)):
            parts.append(effect_words(battle, effect, gm))
    return "; ".join(parts)


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def item_words(item: Item) -> str:
    """A piece of gear, told apart from another of the same name."""
    number = item.id.rpartition("-")[2]
    return f"{COUNTED[number]} {item.name}" if number in COUNTED else item.name


def thing_words(id: str) -> str:
    """An item by its id: "dagger-2" is the second dagger."""
    name, _, number = id.rpartition("-")
    return f"{COUNTED[number]} {name}" if name and number in COUNTED else id


def act_words(battle: Battle, act: Act) -> str:
    """The button for an option of a turn."""
    assert isinstance(battle, TiersBattle)
    aim = battle.name_of(act.aim) if act.aim else ""
    actor = acting(battle)
    what = act.what
    if what == "attack" and act.item is not None:
        verb = "Shoot" if act.detail and not act.item.melee else ("Throw at" if act.detail else "Strike")
        target = battle.creature(act.aim)
        far = act.detail and actor is not None and target is not None and battle.feet(actor, target) > act.item.ranged
        return f"{verb} {aim} with {item_words(act.item)} ({v.ACTIONS[act.action]}{', long range: -1 Tier' if far else ''})"
    if what == "smash" and actor is not None:
        if act.power >= 0:
            return f"{_power_words(act, actor, '')} on the tank"
        how = f"{item_words(act.item)} ({v.ACTIONS[act.action]})" if act.item is not None and act.action >= 0 else "that"
        return f"{'Shoot' if act.detail else 'Strike'} the tank with {how}"
    if what == "power" and actor is not None:
        return _power_words(act, actor, aim)
    if what in ("advance", "maneuver"):
        through = f" by way of {act.detail.replace(':', ' and ')}" if act.detail else ""
        return f"{ACT_KINDS[what].verb} to {act.x},{act.y}{through}{act.warning(battle)}"
    if what == "ready":
        held = [item.id for item in actor.held] if actor is not None else []
        parts = [f"{'stow' if one in held else 'draw'} {thing_words(one)}" for one in act.detail.split("+")]
        return " and ".join(parts).capitalize()
    if what == "other":
        place = number_from(act.detail)
        return f"Do: {battle.improvised[place].label}" if 0 <= place < len(battle.improvised) else "Do something else"
    return filled(battle, act, ACT_KINDS[what].words) or what


def filled(battle: Battle, act: Act, words: str) -> str:
    """Words of a kind of Act, said of this one."""
    if "{" not in words:
        return words
    return words.format(
        id=act.aim, whom=battle.name_of(act.aim), detail=act.detail, bought=act.detail.capitalize(), thing=thing_words(act.detail),
        wound=act.detail.split(".")[0], action=v.ACTIONS[act.action], price=price_words(acting(battle), ACT_KINDS[act.what].stress),
    )  # fmt: skip


def price_words(payer: Creature | None, stress: int) -> str:
    """What a price comes to: Stress, or the Beacon Point that alone covers it (TI-121)."""
    short = payer is not None and payer.free_stress() < stress and payer.beacon > 0
    return "a Beacon Point" if short else f"{stress} Stress"


def acting(battle: Battle) -> Creature | None:
    """Whose turn it is."""
    assert isinstance(battle, TiersBattle)
    return battle.creatures[battle.acting] if battle.acting >= 0 else None


def _power_words(act: Act, actor: Creature, aim: str) -> str:
    power = actor.sheet.powers[act.power]
    text = power.name
    if act.item is not None:
        text += f" with {act.item.name}"
    if act.action >= 0:
        text += f" ({v.ACTIONS[act.action]})"
    if aim:
        text += f" on {aim}"
    if act.detail:
        text += f": {act.detail.split('.')[0]}"
    if act.x >= 0:
        text += f" at {act.x},{act.y}"
    price = [price_words(actor, power.stress)] if power.stress else []
    if power.uses:
        price.append(f"{actor.uses[act.power]} left")
    return f"{text} ({', '.join(price)})" if price else text
