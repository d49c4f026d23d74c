"""Carrying out what was chosen: acts, walking, prepared actions that interrupt, and pushing (TO-10..TO-23, TO-84)."""

from __future__ import annotations

from typing import Final

from quintain.systems.toughness import moves, sentences
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.act_kinds import ACT_KINDS
from quintain.systems.toughness.acts import Act
from quintain.systems.toughness.blocks import BARE, GRIP
from quintain.systems.toughness.conditions import drop_weapon, let_go, part_if_apart, start_dying, stop_acting
from quintain.systems.toughness.endings import end_if_decided
from quintain.systems.toughness.grapple import Struggle, bind, blow_in_hold, escape, hold, holds, pin, untie
from quintain.systems.toughness.legality import why_power_fails
from quintain.systems.toughness.order import move_ahead
from quintain.systems.toughness.powers import meet_hazard, mend, use_area_power, use_save_power
from quintain.systems.toughness.preparations import APPROACH, plan_of
from quintain.systems.toughness.prepared import (
    FireQuestion,
    any_prepared,
    newly_fallen,
    prepared_act,
    waits_for,
    waits_for_fall,
)
from quintain.systems.toughness.prompts import WhereQuestion, agrees
from quintain.systems.toughness.recovery import AT_ONCE, first_aid, recover
from quintain.systems.toughness.resolve import Attack, attack, finishing_blow, use_shield
from quintain.systems.toughness.sheet import Fighter, Fray

CHARGE_BONUS: Final = 2
RETREAT_BONUS: Final = 2
DEFENSIVE_PENALTY: Final = 4
DEFENSIVE_GUARD: Final = 2
TOTAL_DEFENSE: Final = 4


def perform(fray: Fray, fighter: Fighter, act: Act) -> None:
    """One act of a turn with everything it causes: interruptions, the act, pushing, the test for the end (TO-111)."""
    cost = ACT_KINDS[act.kind].takes
    was_disabled = fighter.disabled
    made = carry_out(fray, fighter, act, "")
    if cost == v.STANDARD:
        fray.standard_used = True
    elif cost == v.MOVE:
        fray.moves_used += 1
    elif cost == v.FULL:
        fray.turn_done = True
    if was_disabled or fighter.push_word:
        push_if_pushed(fray, fighter, act.kind, was_disabled, made, fray.moves_used >= 2)
    settle(fray, fighter)
    fray.reached("action")


def push_if_pushed(fray: Fray, fighter: Fighter, kind: str, was_disabled: bool, made: bool, second_move: bool = False) -> None:
    """TO-84: a Disabled combatant that strained itself is Dying as soon as the act is done. `made`: was it more than declared?"""
    if ACT_KINDS[kind].takes == v.FREE or not fray.still_here(fighter):
        return
    strained = was_disabled and pushes(fray, fighter, kind, second_move, made)
    if fighter.push_word != FREE_TURN:
        fighter.push_word = 0
    if strained and fighter.disabled and not fighter.dying and not fighter.dead:
        sentences.tell_done(fray, "pushed", fighter)
        start_dying(fray, fighter)


FREE_TURN: Final = -2
"""A `push_word` that lasts for the turn: bought with Conviction (TOR-33)."""


def pushes(fray: Fray, fighter: Fighter, kind: str, second_move: bool, made: bool = True) -> bool:
    """Does this act push? A free action never does; else the GM's word comes first, then the table's switch.

    A standard action does by what it is: an attack that is not `made` is none. A full round and a second move do by being taken.
    """
    cost, how = ACT_KINDS[kind].takes, fray.switches.pushed
    if cost == v.FREE:
        return False
    if fighter.push_word != 0:
        return fighter.push_word > 0
    if how == "gm_only":
        return False
    if (ACT_KINDS[kind].strains and made) or cost == v.FULL or (cost == v.MOVE and second_move):
        return True
    return how == "any_standard" and cost == v.STANDARD


# -- act by act ----------------------------------------------------------------------------------------------------


def carry_out(fray: Fray, fighter: Fighter, act: Act, how: str) -> bool:
    """Was an attack, a struggle or a power more than declared: has its first die fallen (TO-84)?

    `how`: "prepared" for a prepared action, for the sentence of an attack.
    """
    kind = act.kind
    if ACT_KINDS[kind].weapon:
        return carry_out_attack(fray, fighter, act, how)
    if kind == "power":
        return carry_out_power(fray, fighter, act)
    if ACT_KINDS[kind].group == "grapple":
        return carry_out_grapple(fray, fighter, act, how)
    if kind in ("move", "retreat"):
        carry_out_move(fray, fighter, act)
    elif kind in ("aid", "untie", "check", "shield", "keepdodge", "freepush"):
        carry_out_care(fray, fighter, act)
    else:
        carry_out_simple(fray, fighter, act)
    return True


def carry_out_attack(fray: Fray, fighter: Fighter, act: Act, how: str) -> bool:
    """TO-13, TO-14, TO-18, TO-58: stances count from the declaration, so they are taken before interruptions."""
    extra, target = 0, fray.fighter(act.whom)
    weapon = fighter.block.weapon_named(act.tool) if act.tool != v.HOLD else GRIP
    if target is None or weapon is None:
        return False
    if act.kind == "charge":
        extra, how = CHARGE_BONUS, "charging"
        fighter.stance_defense -= CHARGE_BONUS
    elif act.kind == "fullout":
        extra, how = act.x, "all out"
        fighter.stance_defense -= act.x
    elif act.kind == "defensive":
        extra, how = -DEFENSIVE_PENALTY, "defensively"
        fighter.stance_guard += DEFENSIVE_GUARD
    made = Attack(fighter, target, weapon, act.intent == v.LETHAL_INTENT, extra, how)
    if act.kind == "charge" and not run_charge(fray, made):
        sentences.tell_lost(fray, fighter, f"charge at {target.name}", "TO-13")
        return False
    interrupt(fray, "attack", fighter, target)
    finishing = act.kind == "finish"  # TO-58, TO-115
    clause = why_lost(fray, made) or ("TO-58" if finishing and (target.spared or not target.helpless) else "")
    if clause:
        sentences.tell_lost(fray, fighter, f"attack on {target.name}", clause)
    elif act.tool == v.HOLD:
        hold(fray, made)
    elif finishing:
        finishing_blow(fray, made)
    else:
        attack(fray, made)
    return made.die is not None


def why_lost(fray: Fray, made: Attack) -> str:
    """By which clause an attack is off after an interruption; "" where it is not."""
    return made.lost_by(fray) or ("" if made.begins(fray) else "TO-23")


def goes_on(fray: Fray, fighter: Fighter) -> bool:
    """Is it still there, up, and its turn not lost? One that reacts and is struck so that it owes a turn does not go on (TO-23)."""
    return fray.still_here(fighter) and fighter.able and not fray.has_lost_turn(fighter)


def run_charge(fray: Fray, made: Attack) -> bool:
    """The run of a charge; False when it was stopped on the way, or its target is not there any more."""
    fighter, target = made.fighter, made.target
    way = moves.charge_way(fray, fighter, target, made.weapon.reach_ft)
    sentences.tell_done(fray, "charge", fighter, target.name, target)
    arrived = walk(fray, fighter, way) or fighter.held_by == target.id  # seized by whom it charges, it may strike
    return arrived and why_lost(fray, made) == ""


def carry_out_move(fray: Fray, fighter: Fighter, act: Act) -> None:
    """TO-15, TO-19."""
    if act.kind == "retreat":
        fighter.stance_defense += RETREAT_BONUS
    cell, way = act.cell, act.way
    if not act.spot:
        option = fray.ask(WhereQuestion(fray, fighter.id, act.kind))
        if option is None:
            sentences.tell_lost(fray, fighter, act.kind, "TO-61" if fighter.held_by else ACT_KINDS[act.kind].clause)
        if not isinstance(option, Act):
            return
        cell = option.cell
    if act.kind == "retreat":
        way = moves.retreat_way(fray, fighter, cell)
    elif not way:
        way = moves.way_to(fray, fighter, cell, fighter.speed_ft)
    sentences.tell_move(fray, fighter, act.kind, cell, len(way))
    arrived = walk(fray, fighter, way)
    if not arrived and fray.still_here(fighter) and not fighter.escaped and way and fighter.cell != way[-1]:
        sentences.tell_stopped(fray, fighter)
    if arrived and act.kind == "retreat" and fighter.cell in fray.exits and fighter.able:
        fighter.escaped = True
        stop_acting(fray, fighter)
        sentences.tell_done(fray, "escaped", fighter)


def walk(fray: Fray, fighter: Fighter, way: list[int]) -> bool:
    """Square by square where a reaction is prepared or a hazard lies there; True when it gets to the end.

    One seized on the way stops there (TO-61), and so does one whose way is closed by then.
    """
    watched = any_prepared(fray, fighter)
    if not watched and not fray.hazards:
        if way:
            fighter.cell = way[-1]
            part_if_apart(fray, fighter)
        return True
    start = fighter.cell
    interrupt(fray, "move", fighter, None)
    if not may_walk_on(fray, fighter) or fighter.cell != start:
        return False
    walked = 0
    ahead = moves.free_part(fray, fighter, way) if watched else way
    while ahead:
        before, cell = fighter.cell, ahead[0]
        fighter.cell = cell
        walked += 1
        part_if_apart(fray, fighter)
        if meet_hazards(fray, fighter):
            watched = True  # what is asked and thrown for it gives the GM room to move somebody
        interrupt_approach(fray, fighter, before)
        if not may_walk_on(fray, fighter) or fighter.cell != cell:
            return False
        ahead = moves.free_part(fray, fighter, way[walked:]) if watched else way[walked:]
    return walked == len(way)


def meet_hazards(fray: Fray, fighter: Fighter) -> bool:
    """TO-102: those on its square, one after the other while it stays there; are there any?"""
    cell = fighter.cell
    dangers = [hazard for hazard in fray.hazards if cell in hazard.cells]
    for hazard in dangers:
        if fighter.cell == cell:
            meet_hazard(fray, fighter, hazard)
            settle(fray, None)
    return bool(dangers)


def may_walk_on(fray: Fray, fighter: Fighter) -> bool:
    """TO-61, TO-117: neither seized by now, nor thrown down."""
    return goes_on(fray, fighter) and not fighter.held_by and not fighter.prone


def carry_out_power(fray: Fray, fighter: Fighter, act: Act) -> bool:
    """TO-103..TO-105, TO-121."""
    power = fighter.block.power_named(act.tool)
    if power is None:
        return False
    fighter.used[fighter.block.powers.index(power)] += 1
    fray.note(f"use:{power.name}", fighter.id)
    target = fray.fighter(act.whom) if act.whom else None
    interrupt(fray, "power", fighter, target)
    if power.kind == v.ATTACK_POWER:
        interrupt(fray, "attack", fighter, target)
    if not goes_on(fray, fighter) or fighter.held_by or why_power_fails(fray, fighter, act, power):
        sentences.tell_lost(fray, fighter, power.name, sentences.POWER_CLAUSES[power.kind])
        return False
    if target is None:
        use_area_power(fray, fighter, act.cell, power)
    elif power.kind == v.ATTACK_POWER:
        made = Attack(fighter, target, power.weapon, power.lethal, 0, "")
        attack(fray, made)
        return made.die is not None
    elif power.kind == v.SAVE_POWER:
        return use_save_power(fray, fighter, target, power)
    else:
        return mend(fray, fighter, target, power)
    return True


def carry_out_grapple(fray: Fray, fighter: Fighter, act: Act, how: str) -> bool:
    """TO-60..TO-63, TO-122."""
    if act.kind == "release":
        let_go(fray, fighter)
        return True
    target = fray.fighter(act.whom if act.kind == "hold" else fighter.held_by if act.kind == "escape" else fighter.holding)
    if target is None:
        return False
    tried = Struggle(fighter, target, fighter)
    if act.kind == "escape":
        escape(fray, tried)
        return tried.die is not None
    made = Attack(fighter, target, GRIP if act.kind == "hold" else BARE, False, 0, how or "to hold")
    interrupt(fray, "attack", fighter, target)
    clause = "TO-61" if fighter.held_by else why_lost(fray, made)
    if not clause and act.kind != "hold" and not holds(fighter, target):
        clause = "TO-63"
    if clause:
        sentences.tell_lost(fray, fighter, f"grip on {target.name}", clause)
    elif act.kind == "hold":
        hold(fray, made)
    elif act.kind == "pin":
        pin(fray, tried)
    elif act.kind == "bind":
        bind(fray, tried)
    else:
        blow_in_hold(fray, tried)
    return made.die is not None or tried.die is not None


def carry_out_care(fray: Fray, fighter: Fighter, act: Act) -> None:
    """First aid, untying, and what Conviction buys on one's own turn."""
    ally = fray.fighter(act.whom)
    if act.kind == "shield":
        use_shield(fray, fighter)
    elif ally is not None and act.kind == "aid":
        first_aid(fray, fighter, ally)
    elif ally is not None and act.kind == "untie":
        untie(fray, fighter, ally)
    elif ACT_KINDS[act.kind].point:
        fighter.conviction -= 1
        fray.note("use:Conviction (extra)", fighter.id)
        sentences.tell_spent(fray, fighter, ACT_KINDS[act.kind].done, ACT_KINDS[act.kind].clause)
        if act.kind == "keepdodge":
            fighter.keeps_dodge = True
        elif act.kind == "freepush":
            fighter.push_word = FREE_TURN
        else:
            recover(fray, fighter, act.whom == "lethal", AT_ONCE)


def carry_out_simple(fray: Fray, fighter: Fighter, act: Act) -> None:
    """TO-16, TO-18..TO-20: acts that change one thing, or nothing but the story."""
    kind, what = act.kind, ""
    if kind == "stand":
        fighter.prone = False
    elif kind == "total":
        fighter.stance_guard += TOTAL_DEFENSE
    elif kind == "draw":
        fighter.in_hand = [weapon.key for weapon in fighter.block.weapons].index(act.tool)
        what = fighter.block.weapons[fighter.in_hand].name
    elif kind == "pickup":
        fighter.in_hand, fighter.dropped = fighter.dropped, v.EMPTY_HANDED
    elif kind == "drop":
        drop_weapon(fighter)
    elif kind == "yield":
        fighter.yielded = True
        stop_acting(fray, fighter)  # TO-07: out of the order, and out of the count for its side
    elif kind == "prepare":
        if not any_prepared(fray, None):
            for one in fray.fighters:
                one.known_depth = one.depth
        fighter.prepared = act.tool
        sentences.tell_prepared(fray, fighter, act.tool)
    elif kind == "end":
        fray.turn_done = True
    if ACT_KINDS[kind].done:
        sentences.tell_done(fray, kind, fighter, what)


# -- prepared actions ----------------------------------------------------------------------------------------------


def interrupt(fray: Fray, trigger: str, cause: Fighter, target: Fighter | None) -> None:
    """TO-17: all who prepared for this may act just before it completes, in roster order, until the one who does it is felled."""
    if not any_prepared(fray, cause):
        return
    for fighter in fray.fighters.copy():
        if fray.still_here(fighter) and fray.still_here(cause) and cause.able and waits_for(fighter, trigger, cause, target):
            react(fray, fighter, cause, "", trigger, target)


def interrupt_approach(fray: Fray, mover: Fighter, before: int) -> None:
    """TO-17: the mover has just come within another's reach."""
    for fighter in fray.fighters.copy():
        if not fray.still_here(fighter) or not mover.able or not waits_for(fighter, APPROACH, mover, None):
            continue
        within = moves.own_reach_ft(fighter)
        if fray.feet(fighter, mover) <= within < fray.ground.feet(fighter.cell, before):
            react(fray, fighter, mover, "", APPROACH)


def interrupt_falls(fray: Fray, cause: Fighter | None, among: list[Fighter]) -> None:
    """TO-17: those who prepared for a fall act as soon as one of these is down; `cause` is who brought it about, if any.

    Every fall counts, a hazard's, a failed check's and one by the GM's word too (TOR-69), and is answered or let pass once.
    """
    for fallen in newly_fallen(fray, among):
        for fighter in fray.fighters.copy():
            if fray.still_here(fighter) and fray.still_here(fallen) and waits_for_fall(fighter, fallen):
                by = cause if cause is not None and fray.still_here(cause) and not cause.hidden else fallen
                react(fray, fighter, by, fallen.id)


def settle(fray: Fray, cause: Fighter | None) -> None:
    """TO-17, TO-111: an act, a check or a hazard is done: falls are answered, and the fight may be over."""
    interrupt_falls(fray, cause, fray.fighters)
    end_if_decided(fray)


def react(
    fray: Fray, fighter: Fighter, cause: Fighter | None, fallen: str, trigger: str = "", target: Fighter | None = None
) -> None:  # fmt: skip
    """Ask, move it ahead of the one who set it off, and carry the prepared action out. `trigger`: what `cause` is about to do (to
    `target`), where that is what set it off."""
    by = cause.id if cause is not None else ""
    if prepared_act(fray, fighter, by, fallen) is None:
        return
    if not agrees(FireQuestion(fray, fighter.id, by, fallen, trigger, target)):
        return
    act = prepared_act(fray, fighter, by, fallen)
    if act is None:
        return
    words = sentences.action_words(fray, fighter, plan_of(fighter.prepared))
    fighter.prepared = ""
    if cause is not None:
        move_ahead(fray, fighter, cause)
    was_disabled = fighter.disabled
    fray.note("use:Prepare", fighter.id)
    sentences.tell_done(fray, "reaction", fighter, words)
    made = carry_out(fray, fighter, act, "prepared")
    push_if_pushed(fray, fighter, act.kind, was_disabled, made)
    settle(fray, fighter)
