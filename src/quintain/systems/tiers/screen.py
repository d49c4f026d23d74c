"""What a screen shows of a creature and of an Act: vitals, wounds and boons as rows, powers, rows of options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.question import Option
from quintain.engine.rows import ability, condition, cost, vital, warning
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.act_kinds import ACT_KINDS, AID_RANK, OTHER_RANK
from quintain.systems.tiers.battle import UNSEEN, TiersBattle
from quintain.systems.tiers.legality import price_of
from quintain.systems.tiers.movement import WayRisks
from quintain.systems.tiers.options import Act
from quintain.systems.tiers.sentences import filled, inside_words, item_words, meaning_of
from quintain.systems.tiers.sheet import REMOVED, Creature, Effect
from quintain.systems.tiers.situation import hidden_from
from quintain.systems.tiers.stat_block import Item, Power
from quintain.systems.tiers.targets import area_targets, burst_targets

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import OptionView
    from quintain.engine.protocol_units import Ability, Condition, Vital
    from quintain.engine.viewer import Viewer

CONSEQUENCES: Final = {
    "damage", "wound", "down", "death", "soak", "resist", "harm", "disarm", "boon", "healing", "parry", "interpose",
    "types", "botch", "reveal", "terrain",
}  # fmt: skip
"""Kinds of events that follow from the Act, move or strike before them."""


# -- creatures ---------------------------------------------------------------------------------------------------------


def row_reads(battle: TiersBattle, one: Creature) -> dict[str, object]:
    """See `System.row_reads`: only wounds and boons, which name whom they come from, are read from more than the creature."""
    reads: dict[str, object] = {"vitals": None, "tracks": None, "abilities": None, "figures": None}
    if not one.wounds and not one.boons:
        reads["words"] = reads["conditions"] = reads["row"] = None
    return reads


def standing(battle: TiersBattle, one: Creature) -> str:
    if one.status == v.UP:
        return "up"
    if one.status == v.DEAD:
        return "dead"
    return "down" if one.status == v.UNCONSCIOUS else "gone"


def vitals(battle: TiersBattle, one: Creature, viewer: Viewer) -> list[Vital]:
    found: list[Vital] = []
    gm = viewer.gm
    if viewer.may(one, "hp"):
        found.append(vital("hp", "HP", one.hp, one.max_hp, set="hp" if gm else ""))
    if one.max_stress and viewer.may(one, "stress"):
        found.append(vital("stress", "Stress", one.stress, one.max_stress, "boxes", True, "stress" if gm else ""))
    if one.soak and viewer.may(one, "soak"):
        found.append(vital("soak", "Soak marked", one.soak_marked, one.soak, "boxes", True, "soak_marked" if gm else ""))
    if one.is_up() and viewer.may(one, "acts_left"):
        found.append(vital("acts", "Acts", one.acts_left(), look="pips"))
        found.append(vital("reacts", "Reacts", one.reacts_left(), look="pips"))
    if one.beacon and viewer.may(one, "beacon"):
        found.append(vital("beacon", "Beacon Points", one.beacon, look="pips", set="beacon" if gm else ""))
    return found


def health(battle: TiersBattle, one: Creature, viewer: Viewer) -> str:
    """What everybody sees: how it is out, or whether it is Winded (TI-15)."""
    if one.status == v.UNCONSCIOUS:
        return "unconscious" if one.stable else "dying"
    if one.status != v.UP:
        return {v.DEAD: "dead", v.FLED: "fled", v.SURRENDERED: "surrendered", REMOVED: "gone"}.get(one.status, "out")
    return "Winded" if one.is_winded() else "not Winded"


def conditions(battle: TiersBattle, one: Creature, viewer: Viewer) -> list[Condition]:
    """Wounds and boons, each a row; what is printed on an adversary's sheet stays there until it shows (section 7)."""
    found: list[Condition] = []
    if one.status == v.UNCONSCIOUS:
        dying = not one.stable
        name, icon = ("dying", "dying") if dying else ("unconscious", "down")
        does, ends = "Defenses 6, no Act, no React", "once it regains HP"
        found.append(condition("unconscious", name, does, icon=icon, ends=ends, clause="TI-140"))
    if one.surprised:
        does = "no Reacts, threatens nobody"
        found.append(condition("surprised", "Surprised", does, icon="stun", ends="end of round 1", clause="TI-20"))
    if one.is_winded() and one.is_up():
        found.append(condition("winded", "Winded", "at half its HP or below", "neutral", ends="above half its HP", clause="TI-15"))
    whole = viewer.may(one, "wounds")
    for name, effects in (("wound", one.wounds), ("boon", one.boons)):
        for number, effect in enumerate(effects):
            if whole or effect.shows():
                found.append(effect_row(battle, effect, f"{name}:{effect.kind}:{number}", viewer))
    return found


def effect_row(battle: TiersBattle, effect: Effect, id: str, viewer: Viewer) -> Condition:
    what, inside = effect.what(), inside_words(battle, effect, viewer.gm)
    does, look = (what.does, "good") if effect.is_boon else (meaning_of(effect.kind, effect.level).strip(" ()"), "bad")
    return condition(
        id, f"{what.name} ({inside})" if inside else what.name, does, look, what.icon, effect.level,
        source_of(battle, effect, viewer), f"round {effect.since}" if effect.since else "", ends_of(effect),
    )  # fmt: skip


def source_of(battle: TiersBattle, effect: Effect, viewer: Viewer) -> str:
    if not 0 <= effect.source < len(battle.creatures):
        return ""
    source = battle.creatures[effect.source]
    return source.name if viewer.sees(source.id) else UNSEEN


def ends_of(effect: Effect) -> str:
    if effect.trait:
        return "by nature"
    if effect.left:
        return f"{effect.left} turn{'s' if effect.left > 1 else ''} left"
    if not effect.is_boon:
        return "standing up" if effect.kind == v.DOWNED else "until shaken off"
    return "until it is used or lost" if effect.kind == v.B_HIDDEN else "the fight"


def usable(battle: TiersBattle, one: Creature, viewer: Viewer) -> list[Ability]:
    """What it holds is everybody's; its powers are its side's, or the GM's (section 7)."""
    found = [item_row(item, True) for item in one.held]
    if not viewer.may(one, "powers"):
        return found
    found.extend([item_row(item, False) for item in one.readied])
    for number, power in enumerate(one.sheet.powers):
        price = [f"{power.stress} Stress"] if power.stress else []
        price.insert(0, "React" if power.react else "Act")
        left, most = (one.uses[number], power.uses) if power.uses else (-1, -1)
        kind = "reaction" if power.react else "power"
        found.append(ability(f"power:{power.id}", power.name, kind, power_words(power), ", ".join(price), left, most))
    return found


def item_row(item: Item, held: bool) -> Ability:
    parts: list[str] = []
    if item.melee and item.die:
        parts.append(f"melee {item.melee}'")
    if item.ranged:
        parts.append(f"ranged {item.ranged}'")
    if item.die:
        parts.append(f"{' and '.join(v.energy_names(item.energy))} d{item.die}")
    parts.extend([f"{v.WOUNDS[rider.wound]} {rider.severity}" for rider in item.riders])
    kind = "attack" if item.die else "item"
    return ability(f"item:{item.id}", item_words(item), kind, ", ".join(parts), "in hand" if held else "readied")


def power_words(power: Power) -> str:
    """What a power does, from its row."""
    does, boon = v.FORM_KINDS[power.form].does, v.BOONS[power.boon] if power.boon >= 0 else ""
    parts = [does.format(feet=power.within, boon=boon, quality=power.quality) if does else attack_power_words(power)]
    parts.extend([f"{v.WOUNDS[rider.wound]} {rider.severity}" for rider in power.riders])
    if power.half_on_miss:
        parts.append("half damage on a miss")
    return ", ".join(parts)


def attack_power_words(power: Power) -> str:
    against = " or ".join([v.DEFENSES[defense] for defense in power.defenses])
    where = f"{power.square}' square within {power.within}'" if power.square else f"all within {power.burst}'" if power.burst else ""
    if not where:
        where = f"{v.KINDS[power.kind]}{f' {power.range or power.within}{chr(39)}' if power.range or power.within else ''}"
    damage = f"{' and '.join(v.energy_names(power.energy))} d{power.die}" if power.die else ""
    if power.damage == v.WEAPON_DAMAGE:
        damage = "weapon damage"
    action = f"{v.ACTIONS[power.action]} against {against}" if power.action >= 0 else f"against {against}"
    return ", ".join([part for part in (action, where, damage) if part])


# -- Acts --------------------------------------------------------------------------------------------------------------


def show_option(battle: TiersBattle, who: str, option: Option, shown: OptionView) -> None:
    if isinstance(option, Act):
        show_act(battle, who, option, shown)
    else:
        option.show(battle, who, shown)


def show_act(battle: TiersBattle, who: str, act: Act, shown: OptionView) -> None:
    """A power or a target is a row; whom, with what and where are its ways."""
    actor = battle.creature(who)
    kind = ACT_KINDS[act.what]
    shown["verb"], shown["group"], shown["fold"], shown["rank"] = kind.verb, kind.heading, kind.fold, kind.rank
    if actor is not None:
        if not kind.free:
            shown["costs"].append(cost("Act", 1))
        stress, points, free = 0, kind.beacon, actor.free_stress()
        for price in (1 if actor.has(v.STUNNED) and not kind.free else 0, price_of(actor, act)):
            # Each is paid in Stress, or by a Beacon Point of its own.
            stress, points = (stress + price, points) if stress + price <= free else (stress, points + 1)
        shown["costs"] += [cost(name, price) for name, price in (("Stress", stress), ("Beacon Point", points)) if price]
    row = kind.row
    if row is not None:
        shown["row"], shown["row_label"] = filled(battle, act, row.id), filled(battle, act, row.label) or shown["label"]
        if row.way:
            shown["ways"] = [[row.way, filled(battle, act, row.value) or shown["label"]]]
    if act.what == "stop":
        shown["kind"] = "pass"
    elif act.what in ("advance", "maneuver") and actor is not None:
        show_move(battle, act, shown)
    elif act.what == "attack" and act.item is not None and actor is not None:
        show_attack(battle, actor, act, shown)
    elif act.what == "power" and actor is not None:
        show_power(battle, actor, act, shown)


def show_move(battle: TiersBattle, act: Act, shown: OptionView) -> None:
    shown["kind"], shown["square"] = "square", [act.x, act.y]
    risks = act.risks
    if isinstance(risks, WayRisks) and not act.detail:
        width = battle.map.width
        met = risks.met(battle, act.x, act.y)
        shown["path"] = [[cell % width, cell // width] for cell in met.path]
        for striker in met.strikers:
            shown["warnings"].append(warning("strike", f"draws a strike from {striker.name}", [striker.id]))
        if met.hazard:
            shown["warnings"].append(warning("strain", "through a hazard"))
        if met.terror:
            shown["costs"].append(cost("Stress" if risks.mover.free_stress() else "Beacon Point", 1))
            shown["warnings"].append(warning("strain", "approaches what terrifies it"))


def show_attack(battle: TiersBattle, actor: Creature, act: Act, shown: OptionView) -> None:
    target = battle.creature(act.aim)
    item = act.item
    if target is None or item is None:
        return
    thrown = bool(act.detail)
    if thrown:
        shown["verb"] = "Throw" if item.melee else "Shoot"
    shown["row"] = f"attack:{target.id}"
    shown["row_label"] = f"Shoot {target.name}" if thrown and not item.melee else f"Strike {target.name}"
    shown["ways"] = [["weapon", item_words(item)], ["Action", v.ACTIONS[act.action]]]
    if thrown and item.melee:
        shown["ways"].append(["how", "thrown"])
    far = thrown and battle.feet(actor, target) > item.ranged
    if far:
        shown["warnings"].append(warning("other", "long range: -1 Tier"))
    rank = shown["rank"] + (0 if target.is_winded() else 40) + 20 - 2 * min(10, actor.rating(act.action))
    shown["rank"] = rank + (10 if far else 0) + (0 if target.is_up() else 500)
    if not battle.hostile(actor, target):
        shown["warnings"].append(warning("friend", f"{target.name} is a friend", [target.id]))
        shown["rank"] += 1000


def show_power(battle: TiersBattle, actor: Creature, act: Act, shown: OptionView) -> None:
    power = actor.sheet.powers[act.power]
    shown["verb"] = power.name
    shown["row"], shown["row_label"] = f"power:{power.id}", power.name
    rank = shown["rank"] + 20 * act.power
    if power.form in (v.HEAL, v.SALVE, v.BESTOW):
        shown["group"] = "aid"
        rank = AID_RANK + 10 * act.power
    elif power.form in (v.HIDE, v.TELEPORT):
        rank = OTHER_RANK + 10 * act.power
    if power.uses:
        shown["costs"].append(cost(f"of {actor.uses[act.power]} uses left", 1))
    if act.aim:
        target = battle.creature(act.aim)
        shown["ways"].append(["whom", battle.name_of(act.aim)])
        rank += 0 if target is not None and target.is_winded() else 5
    if act.item is not None:
        shown["ways"].append(["weapon", item_words(act.item)])
    if act.action >= 0:
        shown["ways"].append(["Action", v.ACTIONS[act.action]])
    if act.detail:
        shown["ways"].append(["what", act.detail.split(".")[0]])
    if act.x >= 0:
        shown["square"] = [act.x, act.y]
        shown["ways"].append(["at", f"{act.x},{act.y}"])
    if power.square or power.burst or power.kind == v.AREA:
        rank += show_area(battle, actor, act, power, shown)
    if power.form == v.TELEPORT:
        shown["fold"] = power.name
    shown["rank"] = rank


def show_area(battle: TiersBattle, actor: Creature, act: Act, power: Power, shown: OptionView) -> int:
    """The squares it fills and whom it takes, as far as its user perceives them; friends in it are warned of.

    Returns how much later it ranks than the best placement: many foes and no friend.
    """
    if power.square:
        side = power.square // 5
        shown["area"] = [
            [x, y]
            for y in range(act.y, min(battle.map.height, act.y + side))
            for x in range(act.x, min(battle.map.width, act.x + side))
        ]
        taken = area_targets(battle, actor, power, act.x, act.y)
    else:
        taken = burst_targets(battle, actor, power)
    seen = [other for other in taken if not hidden_from(battle, other, actor)]
    shown["caught"] = [other.id for other in seen]
    friends = [other for other in seen if not battle.hostile(actor, other)]
    for other in friends:
        who = "itself" if other is actor else other.name
        shown["warnings"].append(warning("friend", f"takes {who} too", [other.id]))
    # Whoever others may know nothing of moves no row.
    known = [other for other in seen if not other.hidden]
    near = sum([1 for other in known if not battle.hostile(actor, other)])
    return max(0, 8 - 2 * (len(known) - near)) + 8 * near


def description(battle: TiersBattle, one: Creature, viewer: Viewer) -> str:
    known = [one.sheet.archetype] if one.sheet.archetype != "none" and (one.sheet.is_pc or viewer.gm) else []
    if viewer.may(one, "tier"):
        known.insert(0, f"Tier {one.tier}")
    return " ".join(known)

