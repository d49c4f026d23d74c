"""What a screen shows of a unit and of a declaration: vitals, what weighs on it, abilities, rows of options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.question import Option
from quintain.engine.rows import ability, condition, cost, vital, warning
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration
from quintain.systems.clash.legality import reaches_now
from quintain.systems.clash.sentences import place_words
from quintain.systems.clash.sentences_declarations import declaration_words, way_words
from quintain.systems.clash.sentences_hints import ability_words, attack_words
from quintain.systems.clash.sheet import ClashBattle, ClashUnit, Modifier

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import OptionView
    from quintain.engine.protocol_units import Ability, Condition, Vital
    from quintain.engine.viewer import Viewer

CONSEQUENCES: Final = {"damage", "burden", "state", "met"}
"""Kinds of events that follow from the attack or the deed before them."""
CLASS_NAMES: Final = {"pc": "player character", "peon": "Peon", "grunt": "Grunt", "foe": "Foe", "object": "object", "hazard": "hazard"}


# -- units -------------------------------------------------------------------------------------------------------------


def row_reads(battle: ClashBattle, unit: ClashUnit) -> dict[str, object]:
    """Where it is, what the round says of it and what it carries; what it has declared, works on and is carried by tells of
    others and is made anew each time."""
    turn = battle.turn_of(unit.id)
    rolled = (turn.value, turn.has_score, turn.open) if turn is not None else None
    carries = [(thing.name, thing.hidden) for thing in battle.carried_by(battle.at(unit.id))] if battle.things else []
    reads: dict[str, object] = {"vitals": None, "tracks": None, "abilities": None, "figures": (rolled, carries)}
    if not unit.busy and unit.holder == v.NOBODY:
        reads["conditions"] = None
        if turn is None or turn.stated is None:
            reads["words"] = where = place_words(battle, unit)
            reads["row"] = (rolled, carries, where)
    return reads


def description(battle: ClashBattle, unit: ClashUnit, viewer: Viewer) -> str:
    return unit.sheet.text if unit.unit_class == v.OBJECT and unit.sheet.text else CLASS_NAMES.get(unit.unit_class, unit.unit_class)


def standing(battle: ClashBattle, unit: ClashUnit) -> str:
    if unit.state == v.ACTIVE:
        return "gone" if unit.arrives else "up"
    return v.STATES[unit.state][2]


def vitals(battle: ClashBattle, unit: ClashUnit, viewer: Viewer) -> list[Vital]:
    """Health, or the hits a Peon or Grunt can take; of a Foe players see tenths (section 7)."""
    found: list[Vital] = []
    if unit.takes() == v.HEALTH:
        if viewer.may(unit, "health"):
            found.append(vital("health", "Health", unit.health, unit.max_health, set="health" if viewer.gm else ""))
        else:
            found.append(vital("health", "Health, tenths", unit.bar(), 10))
    elif unit.takes() == v.MARKS:
        found.append(vital("marks", "marks", unit.marks, unit.most_marks(), "boxes", set="marks" if viewer.gm else ""))
    for name, value, most in (("surges", unit.surges, unit.max_surges), ("ardor", unit.ardor, unit.max_ardor)):
        if most and viewer.may(unit, name):
            label = "Surges" if name == "surges" else "Ardor"
            found.append(vital(name, label, value, most, "pips", set=name if viewer.gm else ""))
    return found


def health(battle: ClashBattle, unit: ClashUnit, viewer: Viewer) -> str:
    """By what everybody sees of it: tenths of Health, or marks."""
    if unit.state != v.ACTIVE:
        return unit.state
    if unit.takes() == v.HEALTH:
        tenths = unit.bar()
        return "unhurt" if tenths >= 10 else "hurt" if tenths > 5 else "badly hurt"
    return "unhurt" if unit.takes() != v.MARKS or unit.marks >= unit.most_marks() else "hurt"


def conditions(battle: ClashBattle, unit: ClashUnit, viewer: Viewer) -> list[Condition]:
    found: list[Condition] = []
    if unit.state == v.INCAPACITATED:
        since = f"round {unit.down_since}" if unit.down_since > 0 else ""
        does = "can only Revive, or be tended"
        found.append(condition("incapacitated", "incapacitated", does, icon="down", since=since, clause="CL-46"))
    if unit.prepared:
        does = f"+{unit.prepared} to its score"
        found.append(condition("prepared", "prepared", does, "good", "ready", since="the last round", ends="end of the round"))
    whole = viewer.may(unit, "modifiers")
    for kind, mods in (("mod", unit.mods), ("coming", unit.coming)):
        for number, mod in enumerate(mods):
            if whole or mod.kind == "pin" or mod.source:
                found.append(modifier_row(f"{kind}:{number}", mod, kind == "coming"))
    if unit.busy:
        feat = battle.feat(unit.busy_on)
        known = feat is not None and (viewer.gm or not feat.hidden)
        what = feat.name if feat is not None and known else "something"
        found.append(condition("busy", f"busy {unit.busy}", f"works on {what}", "neutral", "bound", ends=f"{unit.busy} rounds"))
    if unit.holder != v.NOBODY:
        bearer = battle.unit(unit.holder)
        by = f"carried by {bearer.name}" if viewer.sees(bearer.id) else "carried off"
        found.append(condition("carried", by, "", "neutral", "held"))
    return found


def modifier_row(id: str, mod: Modifier, coming: bool) -> Condition:
    does = "cannot move" if mod.kind == "pin" else f"{mod.value:+d} to its {'movement' if mod.kind == 'move' else 'score'}"
    if mod.scope:
        does += f" for {mod.scope.replace('_', ' ')}"
    ends = "until it is cleared" if mod.rounds < 0 else f"{mod.rounds} rounds" if mod.rounds > 1 else "end of the round"
    since = "from the next round" if coming else "this round" if mod.rounds == 1 else ""
    good = mod.kind != "pin" and mod.value > 0
    icon = "stuck" if mod.kind == "pin" else "boon" if good else "weak"
    return condition(
        id, mod.reason or mod.source or mod.kind, does, "good" if good else "bad", icon,
        source=mod.source, since=since, ends=ends, clause="CL-33",
    )  # fmt: skip


def usable(battle: ClashBattle, unit: ClashUnit, viewer: Viewer) -> list[Ability]:
    if not viewer.may(unit, "attack"):
        return []
    found: list[Ability] = []
    if unit.is_character():
        attack = unit.sheet.attack
        figures = [["Full Hit", f"{attack.full}d6"], ["Glancing Hit", f"{attack.glancing}d6"]]
        found.append(ability("attack", attack.name, "attack", attack_words(unit), figures=figures))
    for one in unit.sheet.abilities:
        price = f"{one.cost} Ardor" if one.cost else ""
        found.append(ability(one.id, one.name, "power", ability_words(one), price, unit.ardor // one.cost if one.cost else -1))
    return found


# -- declarations ------------------------------------------------------------------------------------------------------

ATTACK_RANK: Final = 100
AID_RANK: Final = 2000
OTHER_RANK: Final = 3000
MOVE_RANK: Final = 4000
LAST_RANK: Final = 9000


def show_option(battle: ClashBattle, who: str, option: Option, shown: OptionView) -> None:
    if isinstance(option, Declaration):
        show_declaration(battle, who, option, shown)
    else:
        option.show(battle, who, shown)


def show_declaration(battle: ClashBattle, who: str, said: Declaration, shown: OptionView) -> None:
    """One row a target or an action; how, which way and what is spent are ways."""
    at = battle.at(who)
    unit = battle.unit(at)
    shown["label"] = declaration_words(battle, said)
    shown["verb"] = said.ability_name or v.STANDARD_ACTIONS[said.action].name
    if said.path:
        last = said.path[-1]
        if last.zone >= 0:
            shown["place"] = battle.field.zones[last.zone].id
    price = unit.sheet.abilities[said.ability].cost if said.ability >= 0 else 0
    if price:
        shown["costs"].append(cost("Ardor", price))
    if said.surge or said.action == v.RECOVER:
        shown["costs"].append(cost("Surge", 1))
    if said.attacks() or (said.ability >= 0 and said.aim >= 0):
        show_attack(battle, at, said, shown, price)
    else:
        show_other(battle, unit, said, shown)
    if said.hint:
        shown["ways"].append(["gives", said.hint])


def show_attack(battle: ClashBattle, at: int, said: Declaration, shown: OptionView, price: int) -> None:
    """Those who aim at me come first, then those in reach; a standing attack is the best way."""
    if said.aim < 0:
        shown["group"], shown["rank"] = "power", ATTACK_RANK + 50
        return
    target = battle.unit(said.aim)
    friend = target.side == battle.unit(at).side
    shown["group"] = "aid" if friend else "attack"
    verb = said.ability_name if friend else "Attack"
    shown["verb"] = verb
    shown["row"] = f"{'help' if friend else 'attack'}:{target.id}"
    shown["row_label"] = f"{verb} {target.name}" if not friend else f"{verb}: {target.name}"
    shown["ways"] = [["how", said.ability_name or v.STANDARD_ACTIONS[said.action].name]]
    if said.path:
        shown["ways"].append(["going", f"{'then ' if said.after else ''}{way_words(battle, said)}"])
    stated = battle.stated(said.aim)
    aims_at_me = stated is not None and stated.aim == at
    shown["rank"] = (AID_RANK if friend else ATTACK_RANK) + (0 if aims_at_me else 200) + 2 * price + (5 if said.after else 0)
    shown["rank"] += 10 * (5 - v.STANDARD_ACTIONS[said.action].bonus)
    if said.far:
        shown["rank"] += 1000
        shown["fold"] = "Out of reach now"
        shown["warnings"].append(warning("lost", f"{target.name} is out of reach now: lost unless it comes", [target.id]))
    elif not friend and not reaches_now(battle, at, said):
        shown["warnings"].append(warning("other", f"only if {target.name} comes as announced", [target.id]))


ROWS: Final = {
    v.MOVE_FAR: ("move", "move far", MOVE_RANK, "Move far"),
    v.FLEE: ("move", "flee", OTHER_RANK + 20, ""),
    v.DEFEND: ("other", "", OTHER_RANK + 10, ""),
    v.COVER: ("aid", "cover", OTHER_RANK + 30, ""),
    v.TEND: ("aid", "tend", AID_RANK + 10, ""),
    v.RECOVER: ("aid", "", OTHER_RANK + 50, ""),
    v.REVIVE: ("other", "revive", 0, ""),
    v.PREPARE: ("ready", "", LAST_RANK - 20, "More"),
}
"""By action: in which group it is shown, in a row with its like, at which rank, folded under what."""


def show_other(battle: ClashBattle, unit: ClashUnit, said: Declaration, shown: OptionView) -> None:
    action = said.action
    if action == v.NOTHING:
        shown["kind"], shown["group"], shown["rank"] = "pass", "turn", LAST_RANK
    elif action == v.IMPROVISE:
        plain = not said.deed and said.ability < 0
        shown["group"], shown["fold"] = "other", "More" if plain else ""
        shown["rank"] = LAST_RANK - 10 if plain else OTHER_RANK
        shown["row_label"] = declaration_words(battle, said)
        shown["verb"] = "Work" if said.deed == v.FEAT else shown["verb"]
    else:
        shown["group"], row, shown["rank"], shown["fold"] = ROWS[action]
        shown["row"], shown["row_label"] = row or shown["row"], v.STANDARD_ACTIONS[action].name
    if action == v.MOVE_FAR:
        shown["kind"] = "place"
    if action in (v.MOVE_FAR, v.FLEE):
        shown["ways"].append(["where", way_words(battle, said) if said.path else "stay here"])
    elif action in (v.COVER, v.TEND):
        shown["ways"].append(["whom", battle.unit(said.aim).name])
    elif action == v.RECOVER and unit.takes() == v.HEALTH and unit.health < unit.max_health:
        shown["rank"] = AID_RANK
    elif action == v.REVIVE:
        shown["rank"] = 1 if said.surge else 0
        shown["ways"].append(["with", "a Surge" if said.surge else "no Surge"])
    if v.STANDARD_ACTIONS[action].use and not said.hint:
        shown["ways"].append(["gives", v.STANDARD_ACTIONS[action].use])
