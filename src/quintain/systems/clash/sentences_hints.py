"""What a button says of a declaration besides its name: the score it gives, what it is good for, what it costs."""

from __future__ import annotations

from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration
from quintain.systems.clash.feats import waived_for
from quintain.systems.clash.legality import reaches_now, strikes_from
from quintain.systems.clash.revival import needed_to_rise
from quintain.systems.clash.scores import bonus_of, cs_of_feat
from quintain.systems.clash.sheet import Ability, ClashBattle, ClashUnit


def hint_for(battle: ClashBattle, at: int, option: Declaration, first: bool) -> str:
    """In a few words, what an action is good for only with the first of its kind; "" where the name says it all."""
    if option.attacks():
        parts = [cost_words(battle.unit(at), option)]
        if option.aim >= 0 and not option.far and not reaches_now(battle, at, option):
            parts.append("if it comes as announced")
        return ", ".join([part for part in parts if part])
    parts = [score_words(battle, at, option)]
    if option.action == v.REVIVE:
        parts.append(f"{needed_to_rise(battle, at)} gets you up")
    elif option.action == v.IMPROVISE:
        parts.append(improvised(battle, at, option))
    elif first:
        parts.append(v.STANDARD_ACTIONS[option.action].use)
    return ", ".join([part for part in parts if part])


def score_words(battle: ClashBattle, at: int, option: Declaration) -> str:
    """What a player's unit rolls; NPCs have their score."""
    if not battle.unit(at).is_player():
        return ""
    bonus = bonus_of(battle, at, option)
    dice = "d20 + d6" if option.surge else "d20"
    if bonus:
        return f"{dice} {'-' if bonus < 0 else '+'} {abs(bonus)}"
    return dice if option.surge else ""


def improvised(battle: ClashBattle, at: int, option: Declaration) -> str:
    if option.ability >= 0:
        return cost_words(battle.unit(at), option)
    if option.what:
        if waived_for(battle, at, option.what):
            return "no roll needed"
        return f"against {cs_of_feat(battle, option.what, strikes_from(battle, at, option))}"
    return "" if option.deed else "anything else, by the GM's word"


def cost_words(unit: ClashUnit, option: Declaration) -> str:
    cost = unit.sheet.abilities[option.ability].cost if option.ability >= 0 else 0
    return f"{cost} Ardor" if cost else ""


# -- the sheet ----------------------------------------


def attack_words(unit: ClashUnit) -> str:
    """The basic attack in a line."""
    attack = unit.sheet.attack
    if not unit.is_character():
        return ""
    reach = "" if not attack.ranged else ", as far as one sees" if attack.range < 0 else f", up to {attack.range} zones"
    kind = "ranged" if attack.ranged else "melee"
    return f"{attack.name}: {kind}{reach}, {v.ATTRIBUTES[attack.attribute].capitalize()}, {attack.full}d6 or {attack.glancing}d6"


def ability_words(ability: Ability) -> str:
    """A special ability in a line: what it costs, what it rides on, what it does."""
    parts = [f"{ability.cost} Ardor"] if ability.cost else []
    if ability.rhythm:
        parts.append(f"{ability.rhythm} rounds")
    if ability.targets == "ally_in_zone":
        parts.append(f"an ally in the zone heals {ability.heal}d6")
        return f"{ability.name} ({', '.join(parts)})"
    if ability.targets != "one":
        parts.append("all enemies in the zone")
    if ability.attribute != v.NOBODY:
        parts.append(v.ATTRIBUTES[ability.attribute].capitalize())
    parts.append(f"{ability.full}d6 or {ability.glancing}d6")
    effects = [f"-{ability.hinder} next round"] if ability.hinder else []
    effects += ["no movement next round"] if ability.pin else []
    effects += ["pushed one zone"] if ability.shift else []
    effects += ["a step afterwards"] if ability.step else []
    effects += [f"heals the attacker {ability.heal}d6"] if ability.heal else []
    if effects:
        parts.append("Full Hit: " + " and ".join(effects))
    return f"{ability.name} ({', '.join(parts)})"
