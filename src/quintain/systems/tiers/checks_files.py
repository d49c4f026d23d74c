"""Kinds of values that content files share, and what makes no sense in a row although each of its fields may be written so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from quintain.systems.tiers import vocabulary as v

if TYPE_CHECKING:
    from quintain.systems.tiers.fields_files import (
        ClockModel,
        CombatantModel,
        EffectModel,
        GoalModel,
        ImprovisedModel,
        ItemModel,
        PowerModel,
        StateModel,
        WoundModel,
    )

Energy = Literal[
    "Chemical", "Electrical", "Entropic", "Glacial", "Kinetic", "Plasmic", "Psychic", "Radiant", "Temporal", "Thermal"
]
Defense = Literal["Iron", "Ward", "Grit"]
DieSize = Literal[0, 4, 6, 8, 10, 12]
Feet = Annotated[int, Field(ge=0, le=1000, multiple_of=5)]
Rating = Annotated[int, Field(ge=0, le=5)]
Sense = Literal["sight", "sound", "wholly sight", "wholly sound"]


def _known(value: str | None, names: tuple[str, ...], what: str) -> None:
    if value is not None and value.lower() not in [name.lower() for name in names]:
        raise ValueError(f"there is no {what} called {value!r}: there are {', '.join(names)}")


def wound_is_known(wound: WoundModel) -> None:
    _known(wound.wound, v.WOUNDS, "wound")


def item_is_known(item: ItemModel) -> None:
    _known(item.action, v.ACTIONS, "Action")


def power_makes_sense(power: PowerModel) -> None:
    _known(power.action, v.ACTIONS, "Action")
    _known(power.boon, v.BOONS, "boon")
    if power.form == "attack" and power.action is None:
        raise ValueError("an attack names the action it is rolled with")
    if power.form == "bestow" and power.boon is None:
        raise ValueError("a power that bestows something names the boon")
    if power.damage in ("power", "fixed") and power.die == 0:
        raise ValueError("damage needs a die")
    if power.damage in ("power", "fixed") and not power.energy:
        raise ValueError("damage needs at least one energy type")
    if power.damage == "fixed" and power.dice == 0:
        raise ValueError("fixed damage needs a number of dice")
    _usable(power)


def _usable(power: PowerModel) -> None:
    """Whatever could never be used, or would fail in use, is refused here."""
    form = v.FORM_KINDS[v.FORMS.index(power.form)]
    if power.react != form.react:
        raise ValueError(f"the form {power.form} is {'an Act' if power.react else 'a React'}: set react to {not power.react}")
    if form.reaches and not power.within:
        raise ValueError("say how far it reaches: within")
    if power.form == "heal" and not power.quality:
        raise ValueError("healing has a quality of 1 to 5")
    if power.form == "attack" and power.kind == "area" and not (power.square or power.burst):
        raise ValueError("an area is a square or a burst of so many feet")
    if power.square and not power.within:
        raise ValueError("say how far away the square may be: within")
    if power.square and power.damage == "weapon":
        raise ValueError("a square is filled by a power's own dice, not by a weapon")
    named = power.defenses or ["Iron"]
    for wound in power.wounds:
        if wound.against is not None and wound.against not in named:
            raise ValueError(f"{wound.wound} is tied to {wound.against}, which the attack is not rolled against")
    if power.boon is not None:
        _about(None, power.boon, power.boon_energy, power.boon_defense)


def effect_is_one(effect: EffectModel) -> None:
    if (effect.wound is None) == (effect.boon is None):
        raise ValueError("name a wound or a boon, one of them")
    _known(effect.wound, v.WOUNDS, "wound")
    _known(effect.boon, v.BOONS, "boon")
    if effect.boon is not None and effect.boon.lower() == "healing":
        raise ValueError("healing works at once and is over: give hp instead")
    if effect.wound is not None and effect.wound.lower() in [name.lower() for name in v.WOUNDS[v.FIRST_EVENT:]]:
        raise ValueError(f"{effect.wound} is an event, not something one has")
    _about(effect.wound, effect.boon, effect.energy, effect.defense)


def _about(wound: str | None, boon: str | None, energy: str | None, defense: str | None) -> None:
    """What is about an energy type or a Defense names one."""
    name = (wound or boon or "").lower()
    names, known = (v.WOUNDS, v.WOUND_KINDS) if wound is not None else (v.BOONS, v.BOON_KINDS)
    about = known[[one.lower() for one in names].index(name)].about
    if about == "energy" and (energy is None or defense is not None):
        raise ValueError(f"{name} is about an energy type: name one, and no Defense")
    if about == "defense" and (defense is None or energy is not None):
        raise ValueError(f"{name} is about a Defense: name one, and no energy type")


def block_is_whole(block: CombatantModel) -> None:
    from quintain.systems.tiers.building import items_from

    for name in block.ratings:
        _known(name, v.ACTIONS, "Action")
        if name != name.lower():
            raise ValueError(f"write the Action in small letters: {name.lower()}")
    for item in block.items:
        if isinstance(item, str) and item not in v.ARMORY:
            raise ValueError(f"there is no item called {item!r} in the book: there are {', '.join(v.ARMORY)}; or spell it out")
    listed = [item if isinstance(item, str) else item.model_dump(exclude_none=True) for item in block.items]
    ids = [item.id for item in items_from({"items": listed})]
    if len(set(ids)) != len(ids):
        raise ValueError(f"two items have the same id: {', '.join(sorted(ids))}")
    if block.hp is None and block.archetype == "none":
        raise ValueError("hp is needed where no archetype gives it")


def clock_makes_sense(clock: ClockModel) -> None:
    for name in clock.actions:
        _known(name, v.ACTIONS, "Action")
    if clock.filled > clock.size:
        raise ValueError(f"a clock of {clock.size} segments cannot have {clock.filled} filled")


def goal_is_whole(goal: GoalModel) -> None:
    if goal.kind in ("drop", "rout") and goal.count == 0:
        raise ValueError(f"{goal.kind} needs a count of 1 or more")
    if goal.kind == "ceasefire" and not goal.who:
        raise ValueError("a ceasefire needs who offers it")


def offer_makes_sense(offer: ImprovisedModel) -> None:
    if offer.action not in v.ACTIONS:
        raise ValueError(f"there is no Action called {offer.action!r}: there are {', '.join(v.ACTIONS)}")
    if (offer.defense is None) != (offer.target == ""):
        raise ValueError("an improvised attack needs both a defense and a target")
    if offer.wound is not None and (offer.wound not in v.WOUNDS[: v.DISARMED + 1] or not offer.severity or not offer.target):
        raise ValueError("a wound of an improvised attack has a name and a severity of 1 to 5, and the attack a target")


def state_in_a_round(state: StateModel) -> None:
    if state.stage > 0 and state.round == 0:
        raise ValueError("a stage of a round is in round 1 or later")
    for pattern in state.forbidden:
        if pattern.count(":") < 2:
            raise ValueError(f"what is forbidden is written as about:who:option, not {pattern!r}")
