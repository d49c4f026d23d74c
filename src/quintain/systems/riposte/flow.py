"""The shape of a fight: deployment, rounds of phases, turns, the end (chapters D, G, H).

One step is a phase's start, one choice of who goes next, or one deed of the acting fighter; the cursor (`stage`, `phase`,
`acting`) stands on the battle.
"""

from __future__ import annotations

from typing import Final

from quintain.engine.system import forbidden
from quintain.systems.riposte import options as o
from quintain.systems.riposte import sentences
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.actions import Deployment, NextTurn, Turn
from quintain.systems.riposte.conditions import settle, stabilise
from quintain.systems.riposte.goals import UNRESOLVED, check_goals, is_telling_step
from quintain.systems.riposte.movement import Range, Way, put_near, walk
from quintain.systems.riposte.options import Deed, Pick, Put
from quintain.systems.riposte.other_actions import attempt, heal, sing, use_thing
from quintain.systems.riposte.resolve import engage, equip
from quintain.systems.riposte.sheet import Fighter, Skirmish


def step(battle: Skirmish) -> None:
    """From one joint to the next."""
    if battle.stage == v.DEPLOYMENT:
        deploy(battle)
    elif battle.stage == v.PHASE_START:
        start_phase(battle)
    elif battle.acting:
        act(battle)
    else:
        choose_next(battle)


# -- before the first round (RI-75 to RI-80) ---------------------------------------------------------------------------


def deploy(battle: Skirmish) -> None:
    """Rearrange inside the box until the fight is started; then round 1 begins."""
    question = Deployment(battle)
    if question.placed() and battle.ground.box:
        answer = battle.ask(question)
        if isinstance(answer, Put) and answer.who:
            put(battle, answer.who, answer.at)
            return
    battle.round = 1
    battle.phase = first_phase(battle)
    battle.stage = v.PHASE_START
    arrivals(battle)


def put(battle: Skirmish, who: str, place: int) -> None:
    """Place somebody; whoever stood there changes places with it (RI-78). Somebody unseen gives way unseen (RI-76)."""
    fighter = battle.fighter(who)
    if fighter is None:
        return
    other = battle.occupant(place, fighter)
    start = fighter.place
    fighter.place = place
    if other is not None:
        other.place = start
        if not fighter.knows_of(other):
            put_near(battle, other, place)
    sentences.tell_place(battle, fighter)


def first_phase(battle: Skirmish) -> int:
    """Heroes, unless the table has decided on an ambush (R35)."""
    first = battle.switches.first_phase
    return next(number for number, teams in enumerate(battle.phases) if battle.sides[teams[0]].split(":")[0] == first)


# -- rounds and phases (RI-64 to RI-72) --------------------------------------------------------------------------------


def start_phase(battle: Skirmish) -> None:
    """Recovery first, then movement and action anew (RI-71); a side with nobody up has no phase (RI-66)."""
    teams = battle.phases[battle.phase]
    members = [fighter for fighter in battle.crew if fighter.up and fighter.team in teams]
    battle.provokers_met = []
    if not members:
        next_phase(battle)
        return
    if battle.telling:
        sentences.tell_phase(battle)
    for fighter in members:
        if not fighter.recovered:
            recover(battle, fighter)
            fighter.recovered = True
    for fighter in members:
        fighter.movement = fighter.block.mov
        fighter.acted = False
        fighter.waiting = False
        fighter.restarted = False
        fighter.turn_over = fighter.had_turn
    battle.stage = v.PHASE


def recover(battle: Skirmish, fighter: Fighter) -> None:
    """Ground first, then the rune Blessed (RI-49, RI-139)."""
    most = fighter.block.max_hp
    if battle.cover_of(fighter) == v.HEAVY and fighter.hp < most:
        amount = max(1, most // 10) if battle.switches.recovery_percent else v.HEAVY_RECOVERY
        regain(battle, fighter, amount, "Heavy ground", "RI-49")
    weapon = fighter.in_hand()
    if weapon is not None and weapon.blessing and fighter.hp < most:
        regain(battle, fighter, weapon.blessing, "rune Blessed", "RI-139")


def regain(battle: Skirmish, fighter: Fighter, amount: int, source: str, clause: str) -> None:
    before = fighter.hp
    fighter.hp = min(fighter.block.max_hp, before + amount)
    if battle.telling:
        sentences.tell_recovery(battle, fighter, fighter.hp - before, source, clause)


def choose_next(battle: Skirmish) -> None:
    """Who goes next, or the end of the phase (RI-67 to RI-69)."""
    question = NextTurn(battle)
    ready = question.ready()
    if not ready:
        end_phase(battle)
        return
    if len(ready) == 1:
        # With one left there is nothing to choose, unless the GM forbids that one.
        if battle.forbidden and forbidden(battle, question, Pick(ready[0].id)):
            stop_phase(battle)
        else:
            begin_turn(battle, ready[0])
        return
    answer = battle.ask(question)
    if answer is None and question.withdrawn():
        return  # a ruling has left one, or none
    if not isinstance(answer, Pick) or answer.who == o.END_PHASE:
        stop_phase(battle)
    else:
        fighter = battle.fighter(answer.who)
        if fighter is not None and battle.acts_now(fighter):
            begin_turn(battle, fighter)


def stop_phase(battle: Skirmish) -> None:
    """The phase is ended before everybody has had a turn (RI-68, RI-69)."""
    sentences.tell_phase_end(battle)
    end_phase(battle)


def begin_turn(battle: Skirmish, fighter: Fighter) -> None:
    battle.acting = fighter.id
    fighter.had_turn = True


def end_phase(battle: Skirmish) -> None:
    check_goals(battle)
    next_phase(battle)


def next_phase(battle: Skirmish) -> None:
    """The next side, or the next round."""
    battle.acting = ""
    battle.stage = v.PHASE_START
    battle.phase += 1
    if battle.phase < len(battle.phases):
        return
    battle.phase = 0
    battle.reached("round")
    if battle.round >= battle.switches.round_cap and not battle.uncapped:
        battle.end(UNRESOLVED, "", f"{battle.round} rounds have passed without a decision")
    battle.round += 1
    for fighter in battle.crew:
        fighter.had_turn = False
        fighter.recovered = False
    if battle.merged != battle.merge_next:
        battle.merged = battle.merge_next
        battle.arrange_phases()
    arrivals(battle)


def arrivals(battle: Skirmish) -> None:
    """Those from the reserve whose round has come (RI-74, R40)."""
    for fighter in battle.crew:
        if fighter.status == v.RESERVE and fighter.arrives and fighter.arrives <= battle.round:
            arrive(battle, fighter)


def arrive(battle: Skirmish, fighter: Fighter) -> bool:
    """Onto the map, at its place or as near as there is room; False when there is none, and it waits in the reserve."""
    if not put_near(battle, fighter, fighter.place):
        return False
    battle.set_status(fighter, v.UP)
    fighter.hidden = False
    fighter.waiting = True
    sentences.tell_arrival(battle, fighter)
    return True


# -- a turn (RI-37 to RI-43) -------------------------------------------------------------------------------------------


def act(battle: Skirmish) -> None:
    """One deed of whoever's turn it is."""
    question, answer = Turn(battle, battle.acting), None
    if not question.withdrawn():
        answer = battle.ask(question)
        battle.ordered_by = battle.reading.answered_by
    fighter = battle.up_fighter(question.who)
    if fighter is None or question.withdrawn():
        battle.acting = ""
    elif isinstance(answer, Deed):
        perform(battle, fighter, answer)
    else:
        # The GM's word leaves it nothing to do.
        end_turn(battle, fighter)


def perform(battle: Skirmish, fighter: Fighter, deed: Deed) -> None:
    """Go, take the weapon in hand, act; the action closes the turn (R32, RI-42)."""
    verb = deed.verb
    if verb == o.CROSS:
        cross(battle, fighter, deed.at)
        return
    if deed.at != o.HERE and deed.at != fighter.place:
        way = deed.way
        if way is None:
            there = Range(battle, fighter, fighter.movement)
            if not there.may_stop(deed.at):
                put_by_word(battle, fighter, deed.at)
                way = Way(fighter.place, [], [])
            else:
                way = there.way(deed.at)
        if not walk(battle, fighter, way):
            return
    if deed.weapon != o.AS_IS:
        equip(battle, fighter, deed.weapon)
    if verb in (o.MOVE, o.EQUIP):
        return
    if verb == o.PAUSE:
        battle.acting = ""
        other = battle.fighter(deed.aim)
        if other is not None:
            begin_turn(battle, other)
    elif verb == o.LEAVE:
        leave(battle, fighter)
    elif o.VERBS[verb].aims:
        take_action(battle, fighter, deed)
    else:
        if battle.telling:
            sentences.tell_turn_end(battle, fighter)
        end_turn(battle, fighter)


def put_by_word(battle: Skirmish, fighter: Fighter, place: int) -> None:
    """The GM insisted on a move that the rules do not allow: there, or as near as there is room, with all movement spent."""
    start, paid = fighter.place, fighter.movement
    put_near(battle, fighter, place)
    fighter.movement = 0
    if battle.telling:
        sentences.tell_walk(battle, fighter, start, paid)
    if is_telling_step(battle, fighter):
        check_goals(battle)


def take_action(battle: Skirmish, fighter: Fighter, deed: Deed) -> None:
    """The one action of a turn; goals are looked at when it is done (RI-40, RI-83)."""
    fighter.acted = True
    other = battle.fighter(deed.aim)
    if deed.verb == o.CHECK:
        attempt(battle, fighter, deed.aim, deed.stat)
    elif deed.verb == o.USE:
        thing = battle.object_by_id(deed.aim)
        if thing is not None:
            use_thing(battle, fighter, thing)
    elif other is None or other.up == (deed.verb == o.STABILISE):
        sentences.tell_in_vain(battle, fighter)  # The GM has insisted on what cannot be (R60, R61).
    elif deed.verb == o.ENGAGE:
        engage(battle, fighter, other)
    else:
        HELP[deed.verb](battle, fighter, other)
    after_action(battle, fighter.id)


HELP: Final = {o.HEAL: heal, o.SING: sing, o.STABILISE: stabilise}
"""The skills used on a friend (RI-60)."""


def after_action(battle: Skirmish, id: str) -> None:
    """The action ends the turn, unless movement may follow it (RI-29, RI-42, RI-126)."""
    fighter = battle.fighter(id)
    if fighter is not None and (not fighter.up or not fighter.block.ride or fighter.movement == 0):
        end_turn(battle, fighter)
    elif fighter is None and battle.acting == id:
        battle.acting = ""
    check_goals(battle)
    battle.reached("action")


def end_turn(battle: Skirmish, fighter: Fighter) -> None:
    fighter.turn_over = True
    fighter.movement = 0
    if battle.acting == fighter.id:
        battle.acting = ""
    battle.reached("turn")


def cross(battle: Skirmish, fighter: Fighter, place: int) -> None:
    """A change of zone paid with the action (RI-97)."""
    fighter.acted = True
    fighter.place = place
    sentences.tell_cross(battle, fighter)
    after_action(battle, fighter.id)


def leave(battle: Skirmish, fighter: Fighter) -> None:
    """Off the map by an exit, for good (RI-89)."""
    sentences.tell_leave(battle, fighter)
    battle.set_status(fighter, v.ESCAPED)
    end_turn(battle, fighter)
    check_goals(battle)
    battle.reached("action")


def after(battle: Skirmish) -> None:
    """The fight is decided: the death rule is settled (RI-86)."""
    battle.acting = ""
    sentences.tell_end(battle)
    settle(battle)
