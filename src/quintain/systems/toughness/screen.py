"""What a screen shows of a combatant and of an act: the two ladders, states as rows, weapons and powers, rows of options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.declare import State
from quintain.engine.question import Option
from quintain.engine.rows import ability, condition, cost, vital, warning
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.act_kinds import (
    ACT_KINDS,
    AID_RANK,
    ATTACK_RANK,
    CHARGE_RANK,
    FOLDED_RANK,
    POWER_RANK,
)
from quintain.systems.toughness.acts import Act
from quintain.systems.toughness.blocks import BARE
from quintain.systems.toughness.board import ends_at
from quintain.systems.toughness.clock import MINUTE, NEVER, ROUND, round_of, rounds_left
from quintain.systems.toughness.conditions import ends_of
from quintain.systems.toughness.conditions_shown import marks_in_full
from quintain.systems.toughness.fields import LETHAL_STATES, ON_TRACKS, STATE, SUBDUAL_STATES, WORST_FIRST
from quintain.systems.toughness.fields_blocks import Power, Weapon
from quintain.systems.toughness.fields_states import states_shown, times_held
from quintain.systems.toughness.ground import NOWHERE
from quintain.systems.toughness.moves import charge_way, retreat_way, way_to
from quintain.systems.toughness.perform import pushes
from quintain.systems.toughness.preparations import plan_of
from quintain.systems.toughness.recovery import rolls_dying
from quintain.systems.toughness.sentences import SAVE_NAMES, action_words, plan_words, when_words
from quintain.systems.toughness.sheet import Fighter, Fray

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import OptionView
    from quintain.engine.protocol_units import Ability, Condition, Rung, Track, Vital
    from quintain.engine.viewer import Viewer

CONSEQUENCES: Final = {
    "toughness", "state", "death", "critical", "held", "pinned", "bound", "freed", "released", "returned", "hazard", "save",
    "pushed", "stopped", "opposed",
}  # fmt: skip
"""Kinds of events that follow from the attack, move or power before them."""


# -- combatants --------------------------------------------------------------------------------------------------------

WORST_ON_TRACKS = [*reversed(LETHAL_STATES), *reversed(SUBDUAL_STATES)]


def row_reads(fray: Fray, one: Fighter) -> dict[str, object]:
    """See `System.row_reads`: who holds it or is held, whether it is exposed, and how many rounds its marks still run.

    What is prepared, how a dying one fares and where in the order something ends is made anew each time.
    """
    now = fray.now
    exposed = one.exposed_until > now
    held = (fray.name_of(one.held_by), fray.name_of(one.holding)) if one.held_by or one.holding else None
    ends = [*one.bruised, *one.dazed, *one.hurt]
    left = [rounds_left(end, now) for end in ends]
    checks = (rounds_left(one.subdual_check, now), rounds_left(one.lethal_check, now))
    reads: dict[str, object] = {"words": (exposed, held), "vitals": None, "tracks": (left, checks), "abilities": None}
    if one.dead or not rolls_dying(fray, one):
        reads["figures"] = (exposed, held)
    if not exposed and not one.prepared and 1 not in left:
        began = [round_of(end - MINUTE) - fray.later <= fray.round for end in ends]
        reads["conditions"] = (held, left, checks, began, fray.later)
        if "figures" in reads:
            reads["row"] = reads["conditions"]
    return reads


def standing(fray: Fray, one: Fighter) -> str:
    if one.dead:
        return "dead"
    if one.escaped:
        return "gone"
    return "down" if one.helpless else "up"


def health(fray: Fray, one: Fighter, viewer: Viewer) -> str:
    """The worst state everybody sees, in a word."""
    if one.dead:
        return "dead"
    return next((state for state in WORST_FIRST if times_held(one, 0, state)), "unharmed")


def vitals(fray: Fray, one: Fighter, viewer: Viewer) -> list[Vital]:
    if not one.conviction_max or not viewer.may(one, "conviction"):
        return []
    return [vital("conviction", "Conviction", one.conviction, one.conviction_max, "pips", set="conviction" if viewer.gm else "")]


def tracks(fray: Fray, one: Fighter, viewer: Viewer) -> list[Track]:
    """Both ladders, the lightest first; when a mark clears is its owner's to know."""
    clears: dict[str, str] = {}
    if viewer.may(one, "ladders"):
        for row in marks_in_full(fray, one):
            state, when = str(row["state"]), str(row["clears"])
            clears[state] = f"{clears[state]}; {when}" if state in clears else when
    return [
        {"id": "subdual", "label": "Subdual", "rungs": [rung(one, state, clears) for state in SUBDUAL_STATES]},
        {"id": "lethal", "label": "Lethal", "rungs": [rung(one, state, clears) for state in LETHAL_STATES]},
    ]


def rung(one: Fighter, state: State, clears: dict[str, str]) -> Rung:
    return {"name": state.name, "marks": times_held(one, 0, state.id), "does": state.does, "clears": clears.get(state.id, "")}


def conditions(fray: Fray, one: Fighter, viewer: Viewer) -> list[Condition]:
    """The declared conditions as rows, the worst first; who holds whom only where both are known."""
    found: list[Condition] = []
    whole = viewer.may(one, "ladders")
    held = states_shown(one, fray.now)
    marked = [state for state in WORST_ON_TRACKS if state.id in held] if held else []
    ladders = marks_in_full(fray, one) if whole and marked else []
    for state in marked:
        count = times_held(one, 0, state.id)
        ends, at, since = "", "", ""
        if whole:
            rows = [str(row["clears"]) for row in ladders if row["state"] == state.id]
            ends = rows[0] if rows else ""
            times = ends_of(one, state.id)
            at = ends_at(fray, min(times), viewer) if times else ""
            since = began(fray, min(times), MINUTE) if times else ""
        level = count if count > 1 else 0
        found.append(condition(state.id.lower(), state.name, state.does, state.tone, state.icon, level, since=since, ends=ends,
                               ends_at=at, clause=state.clause))  # fmt: skip
    for id in held:
        if id not in ON_TRACKS and not (id == "holding" and not viewer.sees(one.holding)):
            found.append(circumstance(fray, one, STATE[id], viewer))
    for number, mod in enumerate(one.modifiers):
        if whole:
            ends = "one roll" if mod.once else "" if mod.until == NEVER else "for a time"
            kind = "good" if mod.amount > 0 else "bad"
            name = f"{mod.slot} {mod.amount:+d}"
            found.append(condition(f"modifier:{number}", name, "the GM's word", kind, ends=ends, clause="TO-56"))
    return found


def circumstance(fray: Fray, one: Fighter, state: State, viewer: Viewer) -> Condition:
    """The row of a condition that stands on neither track, with what only the fight can tell of it."""
    name, does, source, at, since = state.name, state.does, "", "", ""
    if state.id in ("held", "pinned"):
        source = fray.name_of(one.held_by) if viewer.sees(one.held_by) else ""
    elif state.id == "holding":
        name = f"holding {fray.name_of(one.holding)}"
    elif state.field is not None and state.field.kind.time == "ends":
        end = int(getattr(one, state.field.name))
        at, since = ends_at(fray, end, viewer), began(fray, end, ROUND)
    elif state.id == "prepared" and viewer.may(one, "prepared"):
        does = plan_words(fray, one, one.prepared)
    return condition(state.id, name, does, state.tone, state.icon, source=source, since=since, ends_at=at, clause=state.clause)


def began(fray: Fray, end: int, length: int) -> str:
    """Since when something lasts that ends then and lasts so long; "" where it was brought along."""
    number = round_of(end - length) - fray.later
    return f"round {number}" if 1 <= number <= fray.round else ""


def description(fray: Fray, one: Fighter, viewer: Viewer) -> str:
    parts = [one.block.size] if one.block.size.lower() not in ("medium", "") else []
    if viewer.may(one, "roles"):
        parts.extend([f"{role.name} {role.level}" for role in one.block.roles])
    return " ".join(parts)


def usable(fray: Fray, one: Fighter, viewer: Viewer) -> list[Ability]:
    held = one.weapon_in_hand()
    found: list[Ability] = []
    if not viewer.may(one, "weapons"):
        if held is not None:
            found.append(ability(f"weapon:{held.key}", held.name, "attack", "", "in hand"))
        return found
    for weapon in one.block.weapons:
        found.append(weapon_row(weapon, "in hand" if one.wields(weapon) else ""))
    for number, power in enumerate(one.block.powers):
        left, most = (power.uses - one.used[number], power.uses) if power.uses >= 0 else (-1, -1)
        found.append(ability(f"power:{power.key}", power.name, "power", power_words(one, power), "standard action", left, most))
    return found


def weapon_row(weapon: Weapon, held: str) -> Ability:
    kind = f"{v.FORMS[weapon.form]}, {'lethal' if weapon.lethal else 'subdual'}"
    reach = ["range", f"{weapon.increment_ft} ft increments"] if weapon.is_ranged else ["reach", f"{weapon.reach_ft} ft"]
    threat = f"{weapon.threat} to 20" if weapon.threat < 20 else "20"
    figures = [["damage", f"{weapon.damage:+d}"], reach, ["threat", threat]]
    return ability(f"weapon:{weapon.key}", weapon.name, "attack", kind, held, figures=figures)


def power_words(one: Fighter, power: Power) -> str:
    if power.kind == v.MENDING:
        return f"an ally within {power.range_ft} ft makes a recovery check"
    where = f"within {power.range_ft} ft"
    if power.kind == v.AREA_POWER:
        where = f"everybody within {power.radius_ft} ft of a square {where}"
    harm = power.state or f"{power.damage:+d} {'lethal' if power.lethal else 'subdual'} damage"
    if power.save:
        against = f"{SAVE_NAMES[power.save]} {one.block.power_difficulty(power)}"
        return f"{where}: {harm}, {against} {'negates' if power.negates else 'lessens it'}"
    return f"{where}: an attack, {harm}"


# -- acts --------------------------------------------------------------------------------------------------------------

TAKES: Final = ("free", "move action", "standard action", "full round")


MANNERS: Final[dict[str, str]] = {
    "attack": "plain", "defensive": "defensive: -4, Dodge and Parry +2", "charge": "charge: +2, Defense -2",
    "finish": "finishing blow",
}  # fmt: skip


def show_option(battle: Fray, who: str, option: Option, shown: OptionView) -> None:
    if isinstance(option, Act):
        show_act(battle, who, option, shown)
    else:
        option.show(battle, who, shown)


def show_act(fray: Fray, who: str, act: Act, shown: OptionView) -> None:
    """One row an able foe; weapon, kill or subdue, and how are its ways."""
    fighter = fray.fighter(who)
    if fighter is None:
        return
    kind = ACT_KINDS[act.kind]
    if kind.takes != v.FREE:
        shown["costs"].append(cost(TAKES[kind.takes], 1))
    if kind.point:
        shown["costs"].append(cost("Conviction", kind.point))
    shown["verb"], shown["group"], shown["fold"], shown["rank"] = kind.verb, kind.heading, kind.fold, kind.rank
    if kind.weapon:
        show_attack(fray, fighter, act, shown)
    elif act.kind == "power":
        show_power(fray, fighter, act, shown)
    elif act.kind == "prepare":
        plan = plan_of(act.tool)
        shown["row"], shown["row_label"] = "prepare", "Prepare"
        shown["ways"] = [["when", when_words(fray, plan).removeprefix("when ")], ["what", action_words(fray, fighter, plan)]]
    else:
        show_rest(fray, fighter, act, shown)
    if fighter.disabled and pushes(fray, fighter, act.kind, fray.moves_used >= 1 and kind.takes == v.MOVE):
        shown["warnings"].append(warning("strain", "straining while Disabled means dying"))
        shown["rank"] += 300


def show_rest(fray: Fray, fighter: Fighter, act: Act, shown: OptionView) -> None:
    if act.kind == "end":
        shown["kind"] = "pass"
    elif act.kind in ("move", "retreat") and act.cell != NOWHERE:
        show_walk(fray, fighter, act, shown)
    elif act.kind == "hold":
        shown["row"], shown["row_label"] = f"hold:{act.whom}", act.label(fray)
    elif act.kind == "draw":
        weapon = fighter.block.weapon_named(act.tool)
        shown["row"], shown["row_label"] = "draw", "Draw"
        shown["ways"] = [["what", weapon.name if weapon is not None else act.tool]]
    elif act.kind == "check":
        shown["targets"] = []
        shown["row"], shown["row_label"] = "check", "Conviction: a recovery check now"
        shown["ways"] = [["track", act.whom]]
    elif act.kind not in ("move", "retreat", "aid", "untie"):
        shown["row_label"] = act.label(fray)


def show_walk(fray: Fray, fighter: Fighter, act: Act, shown: OptionView) -> None:
    shown["kind"] = "square"
    shown["row"], shown["row_label"] = act.kind, shown["verb"]
    shown["square"] = fray.ground.xy(act.cell)
    shown["costs"] = []
    way = act.way
    if not way:
        way = retreat_way(fray, fighter, act.cell) if act.kind == "retreat" else way_to(fray, fighter, act.cell, fighter.speed_ft)
    shown["path"] = [fray.ground.xy(cell) for cell in way]
    warn_of_hazards(fray, way, shown)


def warn_of_hazards(fray: Fray, way: list[int], shown: OptionView) -> None:
    for hazard in fray.hazards:
        if fray.knows_of(hazard) and any(cell in hazard.cells for cell in way):
            shown["warnings"].append(warning("strain", f"through {hazard.name}"))


def show_attack(fray: Fray, fighter: Fighter, act: Act, shown: OptionView) -> None:
    target = fray.fighter(act.whom)
    if target is None:
        return
    weapon = BARE if act.tool == "hold" else fighter.block.weapon_named(act.tool)
    shown["verb"], shown["group"] = "Attack", "attack"
    shown["row"], shown["row_label"] = f"attack:{target.id}", f"Attack {target.name}"
    manner = f"all out: +{act.x}, Defense -{act.x}" if act.kind == "fullout" else MANNERS[act.kind]
    intent = "kill" if act.intent == "lethal" else "subdue"
    shown["ways"] = [["weapon", "a hold" if act.tool == "hold" else weapon.name if weapon is not None else act.tool], ["to", intent]]
    usual = weapon is None or (act.intent == "lethal") == weapon.lethal
    marks = sum([times_held(target, 0, state) for state in ("Hurt", "Wounded", "Disabled", "Staggered")])
    rank = ATTACK_RANK + 20 * (5 - min(5, marks))
    rank += (0 if usual else 4) + (6 if weapon is BARE and fighter.armed else 0)
    if act.kind == "charge":
        shown["verb"], shown["row"], shown["row_label"] = "Charge", f"charge:{target.id}", f"Charge {target.name}"
        shown["rank"] = rank + CHARGE_RANK + (0 if target.able else FOLDED_RANK)
        shown["fold"] = "" if target.able else "The beaten"
        way = charge_way(fray, fighter, target, weapon.reach_ft if weapon is not None else 5)
        shown["path"] = [fray.ground.xy(cell) for cell in way]
        warn_of_hazards(fray, way, shown)
        return
    if act.kind == "finish" or not target.able:
        shown["row"], shown["fold"] = f"finish:{target.id}", "The beaten"
        shown["row_label"] = f"{'Finishing blow on' if act.kind == 'finish' else 'Attack'} {target.name}"
        shown["rank"] = rank + FOLDED_RANK
    else:
        shown["ways"].append(["how", manner])
        order = {"attack": 0, "defensive": 8}.get(act.kind, 9 + act.x)
        shown["rank"] = rank + order
    if act.kind == "fullout":
        shown["warnings"].append(warning("lost", f"Defense -{act.x} until its next turn"))


def show_power(fray: Fray, fighter: Fighter, act: Act, shown: OptionView) -> None:
    power = fighter.block.power_named(act.tool)
    if power is None:
        return
    shown["verb"], shown["group"], shown["rank"] = power.name, "power", POWER_RANK
    shown["row"], shown["row_label"] = f"power:{power.key}", power.name
    if power.uses >= 0:
        left = power.uses - fighter.used[fighter.block.powers.index(power)]
        shown["costs"].append(cost(f"of {left} uses left", 1))
    if power.kind == v.MENDING:
        shown["group"], shown["rank"] = "aid", AID_RANK + 20
    if act.whom:
        shown["ways"] = [["whom", fray.name_of(act.whom)]]
    if act.cell != NOWHERE:
        shown["square"] = fray.ground.xy(act.cell)
        shown["ways"] = [["at", act.spot]]
    if power.kind == v.AREA_POWER and act.cell != NOWHERE:
        ground = fray.ground
        cells = [cell for cell in range(ground.grid.cells) if ground.feet(cell, act.cell) <= power.radius_ft]
        shown["area"] = [fray.ground.xy(cell) for cell in cells]
        taken = [one for one in fray.fighters if one.is_present() and one.cell in cells and not one.hidden]
        shown["caught"] = [one.id for one in taken]
        friends = [one for one in taken if one.side == fighter.side]
        for one in friends:
            shown["warnings"].append(warning("friend", f"takes {'itself' if one is fighter else one.name} too", [one.id]))
        shown["rank"] += 10 * len(friends) + max(0, 5 - len(taken))

