"""What a screen shows of a fighter and of a choice: vitals, states, weapons and traits, rows of options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.question import Option
from quintain.engine.rows import ability, condition, cost, vital, warning
from quintain.systems.riposte import options as o
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.options import Deed
from quintain.systems.riposte.resolve import engagement_distance
from quintain.systems.riposte.sentences import HP_WORDS, are_figures_closed, hp_word
from quintain.systems.riposte.sheet import Fighter, Skirmish
from quintain.systems.riposte.stats import Weapon
from quintain.systems.riposte.traits import rune_words, trait_words

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import OptionView
    from quintain.engine.protocol_units import Ability, Condition, Vital
    from quintain.engine.viewer import Viewer

CONSEQUENCES: Final = {"strike", "activation", "drop", "settled", "stance", "shift", "effect", "task", "reveal"}
"""Kinds of events that follow from the engagement, walk or use before them."""

OUT: Final[dict[str, tuple[str, str, str]]] = {
    v.DOWN: ("down", "out of the fight", "RI-103"),
    v.FALLEN: ("down", "can be stabilised; lost if left behind", "RI-111"),
    v.STABILISED: ("down", "safe, and out of this fight", "RI-113"),
    v.DEAD: ("dead", "", "RI-103"),
    v.SPARED: ("down", "beaten and alive", "RI-104"),
    v.RETREATED: ("gone", "has left the field", "RI-106"),
    v.FLED: ("gone", "has left the field", "RI-90"),
    v.ESCAPED: ("gone", "has left the field", "RI-89"),
    v.CAPTURED: ("gone", "in the hands of the other side", "RI-114"),
    v.RESERVE: ("gone", "is still to come", "RI-74"),
}
"""How somebody is out: as what a screen shows it, what that means, and the clause."""


# -- fighters ----------------------------------------------------------------------------------------------------------


def row_reads(battle: Skirmish, fighter: Fighter) -> dict[str, object]:
    """See `System.row_reads`: the stage, whose turn it is, how sides stand to each other."""
    deployment, acting = battle.stage == v.DEPLOYMENT, (battle.acting == fighter.id, battle.is_put_off(fighter, []))
    return {
        "words": deployment, "vitals": acting, "tracks": None, "conditions": None, "abilities": None, "figures": None,
        "row": (deployment, acting, tuple(battle.stances)),
    }  # fmt: skip


def description(battle: Skirmish, fighter: Fighter, viewer: Viewer) -> str:
    known = [fighter.block.creature] if fighter.block.creature else []
    if viewer.may(fighter, "level"):
        known.insert(0, f"level {fighter.block.level}")
    return " ".join(known)


def standing(battle: Skirmish, fighter: Fighter) -> str:
    return "up" if fighter.up else OUT[fighter.status][0]


def vitals(battle: Skirmish, fighter: Fighter, viewer: Viewer) -> list[Vital]:
    found: list[Vital] = []
    if viewer.may(fighter, "hp"):
        found.append(vital("hp", "HP", fighter.hp, fighter.block.max_hp, set="hp" if viewer.gm else ""))
    acts = battle.acting == fighter.id or battle.is_put_off(fighter, viewer.visible)
    if acts and viewer.may(fighter, "movement"):
        found.append(vital("movement", "movement", fighter.movement, fighter.block.mov, "pips", set="movement" if viewer.gm else ""))
    return found


def health(battle: Skirmish, fighter: Fighter, viewer: Viewer) -> str:
    return hp_word(fighter) if fighter.up else fighter.status


def conditions(battle: Skirmish, fighter: Fighter, viewer: Viewer) -> list[Condition]:
    if not fighter.up:
        icon = "dead" if fighter.status == v.DEAD else "down"
        since = f"round {fighter.since}" if fighter.since else ""
        _, does, clause = OUT[fighter.status]
        return [condition("status", fighter.status, does, icon=icon, since=since, clause=clause)]
    found: list[Condition] = []
    if fighter.waiting:
        found.append(
            condition("waiting", "waits", "acts from the next phase of its side on", "neutral", "delay",
                      ends="start of its side's next phase", clause="RI-74")
        )  # fmt: skip
    if fighter.weapon < 0:
        does, ends = "reaches nobody: no attack, no riposte", "once it wields a weapon"
        found.append(condition("unarmed", "unarmed", does, ends=ends, clause="RI-36"))
    if fighter.block.is_stirred_by(v.CORNERED, fighter.hp) and viewer.may(fighter, "traits"):
        found.append(condition("cornered", "cornered", "below half its HP", "neutral", ends="half its HP or more", clause="RI-130"))
    if fighter.gave_way:
        found.append(condition("gave_way", "gives way", "talked or frightened out of the fight", "neutral", clause="RI-90"))
    if fighter.freed:
        found.append(condition("freed", "freed", "rescued", "good"))
    return found


def usable(battle: Skirmish, fighter: Fighter, viewer: Viewer) -> list[Ability]:
    """Weapons are everybody's; traits are their side's (section 7)."""
    found = [weapon_row(battle, fighter, number, weapon) for number, weapon in enumerate(fighter.block.weapons)]
    if viewer.may(fighter, "traits"):
        for name in fighter.block.trait_names:
            found.append(ability(f"trait:{name}", name, "trait", trait_words(name)))
    return found


def weapon_row(battle: Skirmish, fighter: Fighter, number: int, weapon: Weapon) -> Ability:
    held = number == fighter.weapon
    met = "Resistance" if weapon.magical and not battle.switches.magic_vs_defense else "Defense"
    does = "mends a friend" if weapon.heals else f"{'magical' if weapon.magical else 'physical'}: against {met}"
    if weapon.rune:
        does += f"; rune {weapon.rune} {weapon.rune_level}: {rune_words(weapon.rune, weapon.rune_level)}"
    if weapon.slays:
        does += f"; slays {', '.join(weapon.slays)}"
    reach = ", ".join([str(distance) for distance in weapon.distances])
    figures = [["reach", reach], ["Might", str(weapon.might)], ["Accuracy", str(weapon.accuracy)], ["Critical", str(weapon.critical)]]
    return ability(f"weapon:{number}", weapon.name, "attack", does, "in hand" if held else "", figures=figures)


# -- choices -----------------------------------------------------------------------------------------------------------


def show_option(battle: Skirmish, who: str, option: Option, shown: OptionView) -> None:
    if isinstance(option, Deed):
        show_deed(battle, who, option, shown)
    else:
        option.show(battle, who, shown)


def show_deed(battle: Skirmish, who: str, deed: Deed, shown: OptionView) -> None:
    """A deed as a screen shows it: one row an act and target; weapon and square are ways."""
    fighter = battle.fighter(who)
    kind = o.VERBS[deed.verb]
    shown["verb"] = kind.shown
    if fighter is None:
        return
    ground = battle.ground
    moves = deed.at != o.HERE and deed.at != fighter.place
    if deed.at != o.HERE:
        if ground.is_grid:
            shown["square"] = ground.spot(deed.at)
        else:
            shown["place"] = ground.name(deed.at)
    paid = 0
    if moves and deed.there is not None and deed.verb != o.CROSS:
        way = deed.there.way(deed.at)
        if ground.is_grid:
            shown["path"] = [ground.spot(place) for place in way.places]
        paid = deed.there.cost[deed.at]
        shown["costs"].append(cost("movement", paid))
    shown["group"] = kind.group
    shown["fold"] = kind.fold
    shown["rank"] = kind.rank + min(paid, 99)
    if deed.verb == o.WAIT or deed.verb == o.PAUSE:
        shown["kind"] = "pass"
    elif deed.verb == o.MOVE:
        shown["kind"] = "square" if ground.is_grid else "place"
        shown["row"], shown["row_label"] = "move", "Move"
    elif deed.verb == o.ENGAGE:
        show_engage(battle, fighter, deed, shown, paid)
    elif deed.verb != o.EQUIP and deed.verb != o.CROSS:
        shown["row"], shown["row_label"] = deed.gist(), deed.label_without_place(battle)
        if deed.stat >= 0:
            task = o.aim_name(battle, deed.verb, deed.aim)
            shown["row"], shown["row_label"] = f"check:{deed.aim}", f"Try {task}"
            shown["ways"].append(["with", v.BASE_STATS[deed.stat]])
            shown["rank"] += 50 - min(50, fighter.figures(v.EITHER).stats[deed.stat])
        elif moves:
            shown["ways"].append(["from", where_words(battle, deed.at)])
        target = battle.fighter(deed.aim) if deed.verb == o.HEAL else None
        if target is not None and target.hp >= target.block.max_hp:
            shown["fold"], shown["rank"] = "The unhurt", shown["rank"] + 400


def show_engage(battle: Skirmish, fighter: Fighter, deed: Deed, shown: OptionView, paid: int) -> None:
    """Whoever cannot strike back comes first, then the weakest; then the way that costs least."""
    target = battle.fighter(deed.aim)
    if target is None:
        return
    number = deed.weapon_for(fighter)
    weapon = fighter.block.weapons[number] if number >= 0 else None
    place = deed.place_for(fighter)
    shown["row"], shown["row_label"] = f"engage:{target.id}", f"Engage {target.name}"
    shown["ways"] = [["weapon", weapon.name if weapon is not None else "nothing"], ["from", where_words(battle, place)]]
    swept = fighter.block.figures(number, v.ATTACKING, fighter.hp).knacks & v.SWEEP != 0
    back = not swept and target.reaches(engagement_distance(battle, place, weapon, target))
    if back:
        shown["warnings"].append(warning("strike", f"{target.name} strikes back", [target.id]))
    cover = battle.cover_at(fighter, place)
    weakness = HP_WORDS.index(hp_word(target)) * 26 if are_figures_closed(battle, target) else min(80, target.hp)
    shown["rank"] = (400 if back else 0) + 4 * weakness + (0 if cover else 2) + min(paid, 1)
    if deed.weapon != o.AS_IS:
        shown["costs"].append(cost(f"takes the {weapon.name if weapon is not None else 'nothing'} in hand"))


def where_words(battle: Skirmish, place: int) -> str:
    if place == v.NOWHERE:
        return ""
    word = battle.ground.ground_word(place)
    name = battle.ground.short_name(place)
    return f"{name} ({word})" if word != "Basic" else name
