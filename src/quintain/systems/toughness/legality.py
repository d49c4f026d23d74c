"""What is legal and why not: the one source for every act of a turn (TO-10..TO-23)."""

from __future__ import annotations

from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.act_kinds import ACT_KINDS
from quintain.systems.toughness.acts import Act
from quintain.systems.toughness.blocks import BARE
from quintain.systems.toughness.conditions import to_mend
from quintain.systems.toughness.fields_blocks import Power, Weapon
from quintain.systems.toughness.ground import NOWHERE
from quintain.systems.toughness.moves import charge_way, why_no_way, why_out_of_reach
from quintain.systems.toughness.preparations import FALL, WORD, Plan, plan_of, why_no_plan
from quintain.systems.toughness.prompts import why_no_shield
from quintain.systems.toughness.sheet import Fighter, Fray

# -- what a turn has room for --------------------------------------------------------------------------------------


def why_no_room(fray: Fray, fighter: Fighter, cost: int) -> str:
    """TO-10, TO-11: a standard and a move action, two moves, or one full-round action."""
    done = fray.moves_used + (1 if fray.standard_used else 0)
    if cost == v.FREE:
        return ""
    if fray.switches.single_when_impaired and (fighter.staggered or fighter.disabled):
        if cost == v.FULL or done:
            return "Staggered and Disabled allow one action a turn"
        return ""
    if cost == v.FULL:
        return "a full-round action needs the whole turn" if done else ""
    if done >= 2:
        return "both actions of this turn are used"
    if cost == v.STANDARD and fray.standard_used:
        return "the standard action of this turn is used"
    return ""


# -- legality ------------------------------------------------------------------------------------------------------


def why_not_act(fray: Fray, fighter: Fighter, act: Act) -> str:
    """Why this act may not be taken now; "" when it may."""
    if not fighter.able:
        return f"{fighter.name} cannot act"
    return why_no_room(fray, fighter, ACT_KINDS[act.kind].takes) or why_not_done(fray, fighter, act)


def judged(fray: Fray, fighter: Fighter, acts: list[Act]) -> list[tuple[Act, str]]:
    """Each of `candidate_acts` with why it may not be taken now, what several have in common being worked out once: one weapon at one
    foe is judged alike with either intent, and full out whatever it adds."""
    found: list[tuple[Act, str]] = []
    known: dict[tuple[str, str, str], str] = {}
    for act in acts:
        if not ACT_KINDS[act.kind].weapon:
            found.append((act, why_not_act(fray, fighter, act)))
            continue
        key = ("attack" if act.kind == "defensive" else act.kind, act.whom, act.tool)
        if key not in known:
            known[key] = why_not_act(fray, fighter, act)
        found.append((act, known[key]))
    return found


def why_not_done(fray: Fray, fighter: Fighter, act: Act) -> str:
    """Why this act cannot be carried out as things are, whatever the turn has room for; "" when it can."""
    held = why_held_back(fighter, act)
    if held:
        return held
    kind = act.kind
    if ACT_KINDS[kind].weapon:
        return why_not_weapon(fray, fighter, act)
    if ACT_KINDS[kind].group == "grapple":
        return why_not_grapple(fray, fighter, act)
    if kind == "power":
        return why_not_power(fray, fighter, act)
    if kind in ("move", "retreat", "stand", "draw", "pickup", "drop"):
        return why_not_move(fray, fighter, act)
    if kind in ("aid", "untie"):
        return why_not_help(fray, fighter, act)
    return why_not_other(fray, fighter, act)


def why_held_back(fighter: Fighter, act: Act) -> str:
    """TO-61, TO-62: who is held may attack the holder, escape or act freely; who is pinned may not attack."""
    if not fighter.held_by or ACT_KINDS[act.kind].takes == v.FREE or act.kind == "escape":
        return ""
    if fighter.pinned:
        return "pinned: only an escape or a free action is possible"
    if act.kind in ("attack", "defensive", "fullout") and act.whom == fighter.held_by:
        return ""
    return "held: only an attack on the holder, an escape or a free action is possible"


def why_no_foe(fray: Fray, fighter: Fighter, id: str) -> str:
    """Can this one be attacked at all?"""
    target = fray.fighter(id)
    if target is None or target.hidden or target is fighter:
        return "there is nobody to attack by that name"
    if not target.is_present():
        return f"{target.name} is no longer in the fight"
    if target.side == fighter.side:
        return f"{target.name} is on the same side"
    return ""


def why_not_weapon(fray: Fray, fighter: Fighter, act: Act) -> str:
    """TO-13, TO-14, TO-46, TO-54, TO-58: attacks of every manner with a weapon or bare hands."""
    nobody = why_no_foe(fray, fighter, act.whom)
    if nobody:
        return nobody
    target = fray.here(act.whom)
    if act.tool == v.HOLD:
        if act.kind != "charge":
            return "to take hold is an act of its own"
        return why_not_charge(fray, fighter, target, BARE) or why_cannot_hold(fighter, target)
    weapon = fighter.block.weapon_named(act.tool)
    if weapon is None:
        return f"{fighter.name} has no such weapon"
    if not fighter.wields(weapon):
        return f"{weapon.name} is not in hand: draw it first"
    if weapon.form == v.GRAPPLE and act.intent == v.LETHAL_INTENT:
        return "grapple attacks are always subdual"
    if act.kind == "charge":
        return why_not_charge(fray, fighter, target, weapon)
    if act.kind == "finish":
        return why_not_finish(fray, fighter, target, weapon)
    if act.kind == "fullout" and not 1 <= act.x <= 5:
        return "a full-out attack adds 1 to 5"
    return why_out_of_reach(fray, fighter, target, weapon)


def why_not_charge(fray: Fray, fighter: Fighter, target: Fighter, weapon: Weapon) -> str:
    """TO-13."""
    if weapon.form != v.MELEE and weapon.form != v.GRAPPLE:
        return "a charge ends in a melee or grapple attack"
    if fighter.prone:
        return "a charge starts on one's feet"
    if not charge_way(fray, fighter, target, weapon.reach_ft):
        return f"there is no straight free run of 10 to {2 * fighter.speed_ft} ft to {target.name}"
    return ""


def why_not_finish(fray: Fray, fighter: Fighter, target: Fighter, weapon: Weapon) -> str:
    """TO-58, TO-115."""
    if not target.helpless:
        return f"{target.name} is not helpless"
    if target.spared:
        return f"the GM rules out a finishing blow on {target.name}"
    feet = fray.feet(fighter, target)
    return f"{target.name} is {feet} ft away, out of reach" if feet > weapon.reach_ft else ""


def why_not_grapple(fray: Fray, fighter: Fighter, act: Act) -> str:
    """TO-60..TO-63, TO-122."""
    if act.kind == "hold":
        nobody = why_no_foe(fray, fighter, act.whom)
        if nobody:
            return nobody
        target = fray.here(act.whom)
        return why_out_of_reach(fray, fighter, target, BARE) or why_cannot_hold(fighter, target)
    if act.kind == "escape":
        return "" if fighter.held_by else f"nobody holds {fighter.name}"
    target_or_none = fray.fighter(fighter.holding)
    if target_or_none is None:
        return f"{fighter.name} holds nobody"
    if act.kind == "pin" and target_or_none.pinned:
        return f"{target_or_none.name} is pinned already"
    if act.kind == "bind" and not target_or_none.pinned:
        return f"{target_or_none.name} is not pinned"
    return ""


def why_cannot_hold(fighter: Fighter, target: Fighter) -> str:
    """TO-63: one who owes a turn holds nobody."""
    if fighter.owes:
        return f"{fighter.name} owes a turn"
    if fighter.holding:
        return f"{fighter.name} holds somebody already"
    if target.held_by:
        return f"{target.name} is held already"
    return ""


def why_not_power(fray: Fray, fighter: Fighter, act: Act) -> str:
    """TO-103..TO-105, TO-121."""
    power = fighter.block.power_named(act.tool)
    if power is None:
        return f"{fighter.name} has no such power"
    if fighter.has_used_up(power):
        return f"{power.name} is used up for this fight"
    return why_power_fails(fray, fighter, act, power)


def why_power_fails(fray: Fray, fighter: Fighter, act: Act, power: Power) -> str:
    """Why a power does nothing from here to there, used up or not."""
    if power.kind == v.AREA_POWER:
        if act.cell == NOWHERE:
            return "an area power needs a square as its middle"
        feet = fray.ground.feet(fighter.cell, act.cell)
        return f"that is {feet} ft away, and {power.name} reaches {power.range_ft} ft" if feet > power.range_ft else ""
    if power.kind == v.MENDING:
        return why_not_mend(fray, fighter, act.whom, power)
    return why_no_foe(fray, fighter, act.whom) or why_out_of_reach(fray, fighter, fray.here(act.whom), power.weapon)


def why_not_mend(fray: Fray, fighter: Fighter, id: str, power: Power) -> str:
    """TO-121: refused for Dying and for states without a CON check."""
    ally = fray.fighter(id)
    if ally is None or ally.side != fighter.side or not ally.is_present():
        return "mending helps an ally who is there"
    if fray.feet(fighter, ally) > power.range_ft:
        return f"{ally.name} is out of reach"
    if not to_mend(fray, ally, True) and not to_mend(fray, ally, False):
        return f"{ally.name} is Dying" if ally.dying else f"{ally.name} has no state that a recovery check would lift"
    return ""


def why_not_move(fray: Fray, fighter: Fighter, act: Act) -> str:
    """TO-15, TO-19, TO-20."""
    kind = act.kind
    if kind == "stand":
        return "" if fighter.prone else f"{fighter.name} is on its feet"
    if kind == "draw":
        weapon = fighter.block.weapon_named(act.tool)
        if weapon is None or weapon.natural:
            return f"{fighter.name} has no such weapon to draw"
        if fighter.dropped != v.EMPTY_HANDED and fighter.block.weapons[fighter.dropped] is weapon:
            return f"{weapon.name} lies on the ground"
        return f"{weapon.name} is in hand already" if fighter.wields(weapon) else ""
    if kind == "pickup":
        near = fighter.dropped != v.EMPTY_HANDED and fray.ground.feet(fighter.cell, fighter.dropped_at) <= 5
        return "" if near else "nothing of its own lies there"
    if kind == "drop":
        held = fighter.weapon_in_hand()
        return "" if held is not None and not held.natural else "there is nothing in hand"
    if fighter.prone:
        return f"{fighter.name} is prone: stand up first"
    if not act.spot:
        return ""
    if act.cell == NOWHERE:
        return "that is no square of this battlefield"
    return why_no_way(fray, fighter, act.cell, kind == "retreat")


def why_not_help(fray: Fray, fighter: Fighter, act: Act) -> str:
    """TO-98, TO-122."""
    ally = fray.fighter(act.whom)
    if ally is None or not ally.is_present() or ally.side != fighter.side or ally is fighter:
        return "help goes to an ally who is there"
    if fray.feet(fighter, ally) > 5:
        return f"{ally.name} is out of reach"
    if act.kind == "aid":
        return "" if ally.dying else f"{ally.name} is not dying"
    return "" if ally.bound else f"{ally.name} is not bound"


def why_not_other(fray: Fray, fighter: Fighter, act: Act) -> str:
    """Free actions, preparing, the extra uses of Conviction, and what only the table can fill with meaning."""
    kind = act.kind
    if kind == "shield":
        return why_no_shield(fray, fighter)
    if kind == "delay":
        fresh = not fray.standard_used and fray.moves_used == 0 and not fighter.delayed and not fray.stepped_in
        return "" if fresh else "only at the start of a turn"
    if kind == "prepare":
        return why_not_prepare(fray, fighter, act.tool)
    if kind == "keepdodge":
        return why_no_extra(fighter, fray.switches.keep_dodge)
    if kind == "freepush":
        return why_no_extra(fighter, fray.switches.push) or ("" if fighter.disabled else "it is not Disabled")
    if kind == "check":
        wrong = why_no_extra(fighter, fray.switches.extra_check)
        state = to_mend(fray, fighter, act.whom == "lethal")
        return wrong or ("" if state else "there is no state on that track that a check would lift")
    return ""


def why_no_extra(fighter: Fighter, offered: bool) -> str:
    """TO-108: further uses of Conviction only where the table has switched them on."""
    if not offered:
        return "this table does not use that"
    return "" if fighter.conviction > 0 else "no Conviction is left"


def why_not_prepare(fray: Fray, fighter: Fighter, text: str) -> str:
    """TO-17: a trigger and any standard or move action; see `preparations` for how they are written.

    Unless a target is named, what is done to a foe is done to the one who sets it off, and help goes to the one who falls.
    """
    plan, wrong = plan_of(text), why_no_plan(text)
    if wrong:
        return wrong
    if plan.whom:
        other = fray.fighter(plan.whom)
        if plan.trigger == WORD or other is None or other.hidden or other is fighter or not other.is_present():
            return "there is nobody by that name to wait for"
    return why_not_prepare(fray, fighter, plan.tool) if plan.kind == "prepare" else why_not_plan(fray, fighter, plan)


def why_not_plan(fray: Fray, fighter: Fighter, plan: Plan) -> str:
    """What is wrong with the action of a plan, as far as that can be said beforehand."""
    kind, block = plan.kind, fighter.block
    if kind == "attack" or kind == "defensive":
        weapon = block.weapon_named(plan.tool)
        if weapon is None or not fighter.wields(weapon):
            return "the weapon is not in hand"
        if plan.intent not in ("", v.LETHAL_INTENT, v.SUBDUAL_INTENT):
            return "the intent is lethal or subdual"
        if weapon.form == v.GRAPPLE and plan.intent == v.LETHAL_INTENT:
            return "grapple attacks are always subdual"
        return why_no_foe_planned(fray, fighter, plan)
    if kind == "power":
        power = block.power_named(plan.tool)
        if power is None or plan.intent:
            return f"{fighter.name} has no such power"
        return why_no_ally_planned(fray, fighter, plan) if power.kind == v.MENDING else why_no_foe_planned(fray, fighter, plan)
    if kind == "draw":
        drawn = block.weapon_named(plan.tool)
        known = drawn is not None and not drawn.natural and not plan.intent and not plan.target
        return "" if known else f"{fighter.name} has no such weapon to draw"
    if plan.tool or plan.intent or (plan.target and kind != "hold" and kind != "aid"):
        return "that cannot be prepared"
    if kind == "hold":
        return why_no_foe_planned(fray, fighter, plan)
    if kind == "aid":
        return why_no_ally_planned(fray, fighter, plan)
    if (kind == "pin" or kind == "blow") and not fighter.holding:
        return f"{fighter.name} holds nobody"
    return ""


def why_no_foe_planned(fray: Fray, fighter: Fighter, plan: Plan) -> str:
    """A named target must be a foe; without one, the cause must be able to be one."""
    if plan.target:
        return why_no_foe(fray, fighter, plan.target)
    cause = fray.fighter(plan.whom) if plan.trigger != FALL else None
    return "say against whom" if cause is not None and cause.side == fighter.side else ""


def why_no_ally_planned(fray: Fray, fighter: Fighter, plan: Plan) -> str:
    """Help needs a patient: the ally named, or the one who falls."""
    ally = fray.fighter(plan.target or (plan.whom if plan.trigger == FALL else ""))
    if ally is None:
        return "" if plan.trigger == FALL and not plan.target else "say for which ally"
    if ally.side != fighter.side or not ally.is_present() or (ally is fighter and plan.kind == "aid"):
        return "help goes to an ally who is there"
    return ""

