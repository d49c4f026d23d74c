"""Rounds and turns (chapters E and F): the start step, the actions, the end step, and whether the battle is over."""

from __future__ import annotations

from typing import Final

from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import occasion_rows as h
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules import actions, conditions, fallen, gm_calls, initiative, reactions, turn_options
from quintain.systems.escalation.rules.flight import vote_on_flight
from quintain.systems.escalation.rules.harm import death_save, heal
from quintain.systems.escalation.rules.sheet import (
    ALL_ACTIONS,
    COMATOSE,
    DEAD,
    DYING,
    GONE,
    HAS_MOVE,
    STABLE,
    UP,
    Fighter,
)
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.traits import linked_effects, occasions

MOST_ROUNDS: Final = 100


MOST_ASKED: Final = 60


def everybody(battle: Skirmish, when: int) -> None:
    """Occasions that come for all at once."""
    if battle.occasions >> when & 1:
        occasions.for_everybody(battle, when)
        _after_act(battle)


def start_round(battle: Skirmish) -> None:
    """ES-08, ES-36, ES-39: a new round; from the second on the die rises by 1, to 6 at most, unless it is held."""
    battle.round += 1
    shown = battle.escalation
    if battle.round > MOST_ROUNDS and not battle.uncapped:
        battle.end("unresolved", "", f"no end after {MOST_ROUNDS} rounds")
    if battle.round > 1:
        if battle.held:
            battle.held = False
        elif battle.escalation < 6:
            battle.escalation += 1
    battle.last = -1
    battle.order = [number for number in battle.order if _keeps_its_place(battle, battle.fighters[number])]
    for fighter in battle.fighters:
        fighter.acted = False
        fighter.flank_used = False
        fighter.barred_way = False
        fighter.opportunities = 0
        fighter.spirit_told = False
        for number, times in enumerate(fighter.used_round):
            if times:
                fighter.used_round[number] = 0
        if fighter.riders_used:
            fighter.riders_used = _still_used(fighter, b.ONCE_PER_ROUND)
    battle.reached("round")
    if battle.telling:
        battle.tell(sentences.ROUND_BEGINS.of([], battle.round, battle.escalation))
    if battle.any_linked:
        linked_effects.round_starts(battle)
    if battle.occasions and battle.escalation != shown:
        everybody(battle, b.WHEN_ESCALATION)
        everybody(battle, b.WHEN_ESCALATION_RISES)


def _keeps_its_place(battle: Skirmish, fighter: Fighter) -> bool:
    """ES-09, R-72: the fallen leave, except PCs, who may fight in spirit, and those at whose turn an effect still ends."""
    if fighter.is_present() or fighter.block.kind == b.PC:
        return True
    if not battle.any_clock:
        return False
    for other in battle.fighters:
        for each in other.lasting:
            if each.source == fighter.number and each.until in (b.END_OF_SOURCE, b.START_OF_SOURCE):
                return True
    return False


def _still_used(fighter: Fighter, clock: int) -> list[str]:
    """The once-only riders that stay used when a turn (1) or a round (2) begins."""
    kept: list[str] = []
    for used in fighter.riders_used:
        number, _, name = used.partition(":")
        if number == "*":
            counted = name.endswith("#")
            if counted or any(each.name == name and each.once > clock for each in fighter.block.occasions):
                kept.append(used)
            continue
        for rider in fighter.block.powers[int(number)].riders:
            same = rider.name == name or (rider.once == b.ONCE_PER_TARGET and name.startswith(f"{rider.name}@"))
            if same and rider.once > clock:
                kept.append(used)
                break
    return kept


def take_slot(battle: Skirmish, fighter: Fighter) -> None:
    """Its place in the order has come: a turn, the moment of the fallen, or just the end of what hung on it (R-72)."""
    fighter.acted = True
    if fighter.state in (UP, DYING, STABLE):
        if fighter.delaying:
            # ES-14, ES-15: the delay lapses; its end step comes right before the new start step.
            fighter.delaying = False
            end_step(battle, fighter)
            check_over(battle)
        if fighter.is_present() and not battle.decided:
            take_turn(battle, fighter, False)
        return
    conditions.count_down(battle, fighter, True)
    conditions.count_down(battle, fighter, False)
    if fighter.state in (COMATOSE, DEAD, GONE) and fighter.block.kind == b.PC:
        fallen.moment(battle, fighter)


def take_turn(battle: Skirmish, fighter: Fighter, started: bool) -> None:
    """ES-26 to ES-34. `started`: a delayed turn, whose start step was done when the delay was declared (ES-15)."""
    battle.turn = fighter.number
    fighter.acted = True
    fighter.revealed_count = True
    fighter.actions = ALL_ACTIONS
    if battle.any_bonus:
        for each in battle.fighters:
            each.absorbed = 0
    if not started:
        fresh_turn(fighter)
    battle.flight_refused = False
    if battle.telling:
        battle.tell(sentences.TURN_BEGINS.of([fighter], fighter.initiative))
    may_act = True
    if not started:
        may_act = start_step(battle, fighter)
    if battle.switches.spirit_unconscious and fighter.state in (DYING, STABLE) and fighter.block.kind == b.PC:
        fallen.moment(battle, fighter)
    if may_act and fighter.state == UP:
        _act(battle, fighter)
    if battle.flight >= 0:
        _vote(battle)
    if fighter.delaying:
        battle.turn = -1
        battle.last = fighter.number
        return
    end_of_turn(battle, fighter)
    if battle.flight >= 0:
        _vote(battle)
    close_turn(fighter)
    battle.turn = -1
    battle.last = fighter.number
    battle.reached("turn")


def _vote(battle: Skirmish) -> None:
    """ES-84: flight proposed while something else of this turn was still open is voted on before the turn is over."""
    if not battle.decided:
        vote_on_flight(battle)


def fresh_turn(fighter: Fighter) -> None:
    """What counts per turn starts anew. A delayed turn is the one that was put off, so nothing is fresh in it (R-40)."""
    if fighter.riders_used:
        fighter.riders_used = _still_used(fighter, b.ONCE_PER_TURN)
    fighter.hit_this_turn = 0
    fighter.disengage_failed = False
    fighter.rally_allowed = False
    fighter.rally_barred = False
    fighter.last_turn_uses, fighter.turn_uses = fighter.turn_uses, 0
    fighter.moved, fighter.met = False, fighter.engaged


def start_step(battle: Skirmish, fighter: Fighter) -> bool:
    """ES-26: effects that last until now end, start-of-turn abilities, the death save. False: no actions this turn."""
    if fighter.readied is not None:
        # ES-23: the next turn has come first.
        fighter.readied = None
        initiative.note_readied(battle)
        if battle.telling:
            battle.tell(sentences.READY_LOST.of([fighter]))
    conditions.count_down(battle, fighter, True)
    block = fighter.block
    hurt = fighter.state == UP and fighter.hp < fighter.max_hp
    if block.regeneration and hurt and (not block.regeneration_times or fighter.regenerated < block.regeneration_times):
        fighter.regenerated += 1
        heal(battle, fighter, block.regeneration, "regeneration")
    linked = battle.any_linked and bool(fighter.lasting)
    if linked or battle.occasions & h.TURNS:
        down = fighter.state in (DYING, STABLE)
        if linked:
            conditions.end_engagement_effects(battle, fighter)  # what was bound to a grab that is over
            linked_effects.happens(battle, fighter, b.STARTS_TURN)
        if battle.occasions & h.TURNS:
            occasions.at_turn(battle, fighter, True)
        _after_act(battle)
        if not down:  # whoever falls only now rolls its first death save on its next turn
            return fighter.state == UP
    if fighter.state in (DYING, STABLE):
        return death_save(battle, fighter)
    return True


def _act(battle: Skirmish, fighter: Fighter) -> None:
    """The actions of a turn, one question after another."""
    if fighter.gasp is not None and fighter.gasp.effect.on_the_fallen:
        fighter.gasp = None  # it is awake
    if fighter.gasp is not None and not _gasp_turn(battle, fighter):
        return
    if fighter.conditions & b.LOSES_MOVE:
        fighter.actions &= ~HAS_MOVE
    question = actions.TurnQuestion(battle, fighter)
    for _ in range(MOST_ASKED):
        if battle.decided or not fighter.can_act() or battle.turn != fighter.number:
            return
        if battle.flight >= 0:
            vote_on_flight(battle)
            continue
        if battle.calls:
            calls_decide(battle)
            continue
        if not fighter.actions and not _free_powers(fighter):
            return
        option = battle.ask(question)
        if option is None:
            continue
        if not isinstance(option, turn_options.TurnOption) or option.kind == "end":
            return
        if option.kind == "delay":
            fighter.delaying = True
            battle.any_delaying = True
            if battle.telling:
                battle.tell(sentences.DELAYS.of([fighter]))
            return
        actions.perform(battle, fighter, option)
        _after_act(battle)


def calls_decide(battle: Skirmish) -> bool:
    """What the GM has called for out of turn. True: the battle is decided by them."""
    gm_calls.carry_out_calls(battle)
    _after_act(battle)
    return bool(battle.decided)


def _after_act(battle: Skirmish) -> None:
    """What an act has set off, and whether the battle is over by it (R-73)."""
    if battle.set_off:
        reactions.settle(battle)
    check_over(battle)


def _free_powers(fighter: Fighter) -> bool:
    return any(power.action == b.FREE and not power.trigger for power in fighter.block.powers)


def _gasp_turn(battle: Skirmish, fighter: Fighter) -> bool:
    """ES-167: on the first turn one action (the save comes at its end); later turns are only saves. True: it may act."""
    if fighter.gasp_turns == 0:
        return True
    fighter.gasp_turns += 1
    return fallen.last_gasp_save(battle, fighter, True)


def end_of_turn(battle: Skirmish, fighter: Fighter) -> None:
    """The end step (R-71); of somebody who fell for good on this turn of its own only what hung on the turn's end is over (R-72)."""
    if battle.decided:
        return
    if fighter.is_present():
        end_step(battle, fighter)
    else:
        conditions.count_down(battle, fighter, False)


def end_step(battle: Skirmish, fighter: Fighter) -> None:
    """ES-34: ongoing damage and saves, effects lasting to this point, the interrupt back, unspent actions gone."""
    if fighter.gasp is not None and fighter.gasp.effect.on_the_fallen:
        fallen.gasp_of_the_fallen(battle, fighter)
    elif fighter.gasp is not None and fighter.gasp_turns == 0 and fighter.state == UP:
        fighter.gasp_turns = 1
        fallen.last_gasp_save(battle, fighter, False)
    if fighter.lasting:
        conditions.bite_and_save(battle, fighter)
    if battle.occasions:
        if battle.set_off:
            reactions.settle(battle)
        if battle.occasions & h.TURNS:
            occasions.at_turn(battle, fighter, False)
    conditions.count_down(battle, fighter, False)
    if battle.set_off:
        reactions.settle(battle)
    fighter.interrupt_used = False
    close_turn(fighter)


def close_turn(fighter: Fighter) -> None:
    """ES-34 (4): unspent actions vanish, and what was counted for this turn only."""
    fighter.actions = 0
    fighter.hit_this_turn = 0
    fighter.last_turn_uses = 0
    fighter.disengage_failed = False
    fighter.called = fighter.met = fighter.spare = 0
    fighter.moved = fighter.slipping = False


def check_over(battle: Skirmish) -> None:
    """R-73, R-74: once an act is resolved: does a side have nobody conscious left in the fight?"""
    if battle.decided or not battle.ranks_changed:
        return
    battle.ranks_changed = False
    party = False
    hopeful = False
    foes = False
    for fighter in battle.fighters:
        if fighter.team == 0:
            party = party or fighter.state == UP
            hopeful = hopeful or fighter.state <= STABLE
        elif fighter.state == UP:
            foes = True
    if battle.switches.play_on and not party and hopeful:
        party = True
    if not party and not foes:
        battle.decided = "draw"
    elif not party:
        battle.decided = "defeat"
    elif not foes:
        battle.decided = "victory"
