"""The shape of a round and of the fight: turns in order, delayed turns, the aftermath (TO-02..TO-08, TO-21, TO-112, TO-116)."""

from __future__ import annotations

from typing import Final

from quintain.systems.toughness import order
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.actions import TurnQuestion, may_act_on
from quintain.systems.toughness.acts import Act
from quintain.systems.toughness.conditions import expire_all, light_marks, part_if_apart
from quintain.systems.toughness.endings import end_if_decided
from quintain.systems.toughness.moves import approach
from quintain.systems.toughness.perform import FREE_TURN, meet_hazards, perform, settle
from quintain.systems.toughness.prompts import HeartQuestion, StepInQuestion, agrees
from quintain.systems.toughness.recovery import due_checks, dying_at_round_start, dying_check, first_aid, rolls_dying
from quintain.systems.toughness.resolve import use_heart
from quintain.systems.toughness.sentences import say, tell_done, tell_order, tell_round
from quintain.systems.toughness.sheet import Fighter, Fray


def begin(fray: Fray) -> None:
    """TO-03, TO-04: initiative, every combatant in roster order, then roll-offs. A written-out fight goes on where it was."""
    order.roll_for_order(fray)
    if fray.round == 0:
        order.settle_order(fray)
        fray.round = 1
    for fighter in fray.fighters:
        if fighter.place == v.NO_PLACE:
            order.place_by_initiative(fray, fighter)
    tell_order(fray, order.turn_order(fray))
    tell_round(fray)
    end_if_decided(fray)


def step(fray: Fray) -> None:
    """One turn, or the start of a new round."""
    if fray.boundary:
        fray.boundary = False
        if take_delayed_turn(fray):
            return
    fighter = order.next_in_round(fray)
    if fighter is None:
        next_round(fray)
        return
    fray.cursor = fighter.place
    expire_all(fray)
    turn(fray, fighter)


def next_round(fray: Fray) -> None:
    """TO-02."""
    if fray.round >= fray.switches.round_cap and not fray.uncapped:
        fray.end("unresolved", "", f"no decision after {fray.round} rounds")
    fray.round += 1
    new_round(fray)
    opening = [cell for round, cell in fray.gates if round <= fray.round]
    if opening:
        fray.exits = [*fray.exits, *[cell for cell in opening if cell not in fray.exits]]
        fray.gates = [gate for gate in fray.gates if gate[0] > fray.round]
        say(fray, "exit", "A way out opens.", [], "TO-15")
    tell_round(fray)
    checks_of_the_round(fray)
    fray.reached("round")


def checks_of_the_round(fray: Fray) -> None:
    """TOR-41: dying checks as a round begins, where the table has them then."""
    for id in dying_at_round_start(fray):
        fighter = fray.fighter(id)
        if fighter is not None:
            dying_check(fray, fighter)
            settle(fray, None)
            fray.reached("action")


def new_round(fray: Fray) -> None:
    fray.cursor = 0
    for fighter in fray.fighters:
        fighter.acted = False


# -- turns ---------------------------------------------------------------------------------------------------------


def turn(fray: Fray, fighter: Fighter) -> None:
    """TO-06: endings, checks, a forfeited turn, or else the turn itself."""
    open_turn(fray, fighter)
    due_checks(fray, fighter)
    settle(fray, None)
    fray.reached("action")
    if not fray.still_here(fighter):
        close_turn(fray)
        return
    meet_hazards(fray, fighter)  # TO-102: whoever starts its turn in one meets it again
    if not fray.still_here(fighter) or (fray.round == 1 and fighter.surprised):
        close_turn(fray)
        return
    fighter.surprised = False
    if fighter.owes:
        fighter.owes -= 1
        if fighter.able:
            tell_done(fray, "forfeit", fighter)
    elif fighter.able:
        act_out(fray, fighter)
    close_turn(fray)


def open_turn(fray: Fray, fighter: Fighter) -> None:
    """TO-06 a, TOR-56: stances, preparations and a delay that was not used end here, whether or not the turn is forfeited."""
    fighter.acted = True
    end_stances(fighter)
    fighter.keeps_dodge = False
    if fighter.push_word == FREE_TURN:
        fighter.push_word = 0
    fresh_turn(fray, fighter.id)


def end_stances(fighter: Fighter) -> None:
    fighter.stance_defense = 0
    fighter.stance_guard = 0
    fighter.prepared = ""
    fighter.delayed = False


def fresh_turn(fray: Fray, actor: str) -> None:
    fray.actor = actor
    fray.standard_used = False
    fray.moves_used = 0
    fray.turn_lost = False
    fray.turn_done = False
    fray.stepped_in = False


def close_turn(fray: Fray) -> None:
    fresh_turn(fray, "")
    fray.boundary = True
    fray.reached("turn")


def act_out(fray: Fray, fighter: Fighter) -> None:
    """Ask and carry out until the turn is used up, ended or lost."""
    asked = 0
    while may_act_on(fray, fighter.id) and asked < MOST_ACTS:
        asked += 1
        option = fray.ask(TurnQuestion(fray, fighter.id))
        if option is None or not isinstance(option, Act):
            continue
        if option.kind == "delay":
            fighter.delayed = True
            tell_done(fray, "delay", fighter)
            return
        perform(fray, fighter, option)


MOST_ACTS: Final = 50
"""Free actions have no limit of their own (TO-20); a turn has this one, so that every fight ends."""


# -- delayed turns -------------------------------------------------------------------------------------------------


def take_delayed_turn(fray: Fray) -> bool:
    """TO-21: directly after a turn, a combatant that waits may take its whole turn now and keeps that place. True when one did."""
    waiting = [fighter for fighter in fray.fighters if fighter.delayed]
    if not waiting:
        return False
    waiting.sort(key=order.place_in_order)
    for id in [fighter.id for fighter in waiting]:
        if not waits(fray, id):
            continue
        if agrees(StepInQuestion(fray, id)) and waits(fray, id):
            fighter = fray.here(id)
            fighter.delayed = False
            fighter.acted = True
            order.move_behind(fray, fighter, fray.cursor)
            fray.cursor = fighter.place
            tell_done(fray, "step in", fighter)
            fresh_turn(fray, id)
            fray.stepped_in = True
            fray.reached("action")
            act_out(fray, fighter)
            close_turn(fray)
            return True
    return False


def waits(fray: Fray, id: str) -> bool:
    """It may have just chosen to wait: then the turn that ended was its own, and it waits for another's."""
    fighter = fray.fighter(id)
    return fighter is not None and fighter.delayed and fighter.able and not fighter.owes and fighter.place != fray.cursor


# -- the aftermath -------------------------------------------------------------------------------------------------


def after(fray: Fray) -> None:
    """TO-112: stances and owed turns lapse, dying goes on round by round to its end, and the heart sign opens."""
    for fighter in fray.fighters:
        fighter.owes = 0
        end_stances(fighter)
    fray.actor = ""
    fray.saving = ""
    see_to_the_dying(fray)
    for id in [fighter.id for fighter in fray.fighters]:
        offer_heart(fray, id)
        see_to_the_dying(fray)  # by the GM's word somebody may be Dying by now


def see_to_the_dying(fray: Fray) -> None:
    """Every place in the order in turn: the dying check, the able tend them."""
    while any(rolls_dying(fray, one) and fray.holds_place(one) for one in fray.fighters):
        fighter = order.next_in_round(fray)
        if fighter is None:
            fray.later += 1
            new_round(fray)
            checks_of_the_round(fray)
            continue
        fighter.acted = True
        fray.cursor = fighter.place
        expire_all(fray)
        due_checks(fray, fighter)
        if fray.still_here(fighter) and fighter.able:
            tend(fray, fighter)


def tend(fray: Fray, healer: Fighter) -> None:
    """TO-98 when nobody is in the way any more: the able go to a dying ally and try, one try a round."""
    dying = [ally for ally in fray.allies_of(healer) if ally.dying and ally.is_present()]
    if not dying:
        return
    patient = min(dying, key=lambda ally: fray.feet(healer, ally))
    walked = 0
    while fray.feet(healer, patient) > 5 and walked < 2:
        way = approach(fray, healer, patient, healer.speed_ft, 5)
        if not way:
            return
        healer.prone = False
        healer.cell = way[-1]
        part_if_apart(fray, healer)
        walked += 1
    if walked < 2:
        first_aid(fray, healer, patient)


def offer_heart(fray: Fray, id: str) -> None:
    """TO-99: one point removes every Bruised, Dazed and Hurt mark of its owner, whatever stands above them."""
    fighter = fray.fighter(id)
    if fighter is None or fighter.dead or not light_marks(fray, fighter, True):
        return
    if fighter.conviction < fray.switches.heart_cost:
        return
    if agrees(HeartQuestion(fray, id)):
        use_heart(fray, fighter)
