"""The shape of a round (3.5) and of the fight; how it ends (3.17)."""

from __future__ import annotations

from typing import Final

from quintain.engine.battle import GM
from quintain.engine.event import Outcome
from quintain.engine.question import Option, Question
from quintain.systems.clash import sentences
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.actions import Declare
from quintain.systems.clash.consequences import close_round
from quintain.systems.clash.declaration import Declaration
from quintain.systems.clash.legality import take_up
from quintain.systems.clash.resolve import resolve
from quintain.systems.clash.round import Round, Turn
from quintain.systems.clash.scores import may_act, pay
from quintain.systems.clash.sheet import ClashBattle, Goal

USES: Final = ["use:" + action.name for action in v.STANDARD_ACTIONS]
"""What is counted for the coverage of a forecast."""


def begin(battle: ClashBattle) -> None:
    """Sides are counted once, at the start: a challenge with one side only does not end because it is alone (CL-116)."""
    battle.lone = len(sides(battle)) < 2
    sentences.tell_start(battle)


def step(battle: ClashBattle) -> None:
    """One whole round, in the order of CL-22."""
    open_round(battle)
    announce(battle)
    declare(battle)
    spend(battle)
    resolve(battle)
    # (j) What the round has brought about is written before any timer ticks: it decides first; goals before timers.
    outcome = goal_outcome(battle) or sides_outcome(battle)
    close_round(battle, outcome is not None)
    battle.reached("round")
    outcome = outcome or goal_outcome(battle) or timer_outcome(battle) or sides_outcome(battle) or cap_outcome(battle)
    if outcome is not None:
        battle.end(outcome.result, outcome.winner, outcome.why)
    battle.now = None


def open_round(battle: ClashBattle) -> None:
    battle.round += 1
    for at, unit in enumerate(battle.crew):
        if unit.arrives and unit.arrives <= battle.round:
            unit.arrives = 0
            sentences.tell_arrival(battle, at)
    battle.now = Round([Turn(unit.place()) for unit in battle.crew])
    battle.now.cast = [at for at in battle.roster() if battle.unit(at).is_present()]
    if battle.telling:
        sentences.tell_round(battle)


def announce(battle: ClashBattle) -> None:
    """Steps 1 and 2: the GM decides what NPCs do and what they seem to do, and may adjust scores (CL-22, CL-23)."""
    asked: list[int] = []
    here, version = len(battle.units), -1
    while version != battle.version:  # Again only where a ruling meanwhile makes the GM declare for somebody else too.
        version = battle.version
        more = [at for at in battle.roster() if battle.unit(at).is_present() and not battle.unit(at).is_player()]
        more = [at for at in more if at < here and at not in asked]
        questions: list[Question] = [Declare(battle, at) for at in more]
        if questions:
            record(battle, more, battle.ask_all(questions))
        asked.extend(more)
    for at in asked:
        turn = battle.turn(at)
        if turn.declared is not None:
            turn.stated = turn.declared.seeming or bluff(battle, at) or turn.declared
    now = battle.this_round()
    now.announced = True
    while battle.hold("announcement"):
        pass
    if battle.telling:
        for at in asked:
            if battle.unit(at).is_present():
                sentences.tell_intent(battle, at)


def bluff(battle: ClashBattle, at: int) -> Declaration | None:
    """What the encounter lets an NPC seem to do in the first round."""
    seeming = battle.unit(at).sheet.seeming
    if not seeming or battle.round != 1:
        return None
    return Declare(battle, at).seeming_from(seeming)


def record(battle: ClashBattle, asked: list[int], answers: list[Option | None]) -> None:
    for place, answer in enumerate(answers):
        if isinstance(answer, Declaration):
            take_up(battle, asked[place], answer)


def declare(battle: ClashBattle) -> None:
    """Step 3: players declare, and all declarations are in before any die is rolled (CL-24)."""
    now = battle.this_round()
    if battle.version > 0:  # A ruling may have brought some back.
        now.cast = [at for at in battle.roster() if at in now.cast or battle.unit(at).is_present()]
    asked = [at for at in battle.roster() if battle.unit(at).is_present() and battle.unit(at).is_player()]
    questions: list[Question] = [Declare(battle, at) for at in asked]
    if questions:
        record(battle, asked, battle.ask_all(questions))
    for at in asked:
        battle.turn(at).stated = battle.turn(at).declared
    if battle.reading.seat != GM and not battle.reading.feeding:
        believe(battle)
    now.declared = True
    if battle.telling:
        sentences.tell_declarations(battle, [at for at in asked if battle.unit(at).is_present()])


def believe(battle: ClashBattle) -> None:
    """Odds worked out for a player's seat take NPCs at their word and know of nothing hidden (section 7)."""
    for at in battle.roster():
        unit = battle.unit(at)
        if not unit.is_player():
            battle.turn(at).declared = None if unit.hidden else battle.turn(at).stated
    for at in battle.hazards():
        if battle.unit(at).hidden:
            battle.unit(at).state = v.GONE
    for timer in battle.timers:
        timer.stopped = timer.stopped or timer.hidden


def spend(battle: ClashBattle) -> None:
    """What is declared and confirmed is spent, whatever comes of it (CL-107)."""
    for at in battle.cast():
        declared = may_act(battle, at)
        if declared is None:
            continue
        battle.note(USES[declared.action], battle.unit(at).id)
        pay(battle, at, declared)


# -- the end ----------------------------------------


def sides(battle: ClashBattle) -> list[str]:
    """The sides that still count, in roster order: someone active, or still to arrive (CL-111, R-54)."""
    found: list[str] = []
    for unit in battle.crew:
        if not unit.is_character() or unit.side in found:
            continue
        if unit.state == v.ACTIVE or (unit.state == v.INCAPACITATED and battle.switches.side_beaten == "none_can_revive"):
            found.append(unit.side)
    return found


def cap_outcome(battle: ClashBattle) -> Outcome | None:
    """CL-114."""
    if battle.round < battle.switches.max_rounds or battle.uncapped:
        return None
    return Outcome("stalemate", "", f"{battle.round} rounds have brought no decision")


def goal_outcome(battle: ClashBattle) -> Outcome | None:
    """CL-112."""
    for goal in battle.goals:
        if is_reached(battle, goal):
            return Outcome(goal.result, goal.winner, sentences.goal_reached(battle, goal))
    return None


def timer_outcome(battle: ClashBattle) -> Outcome | None:
    for timer in battle.timers:
        if timer.left == 0 and timer.result and not timer.stopped:
            return Outcome(timer.result, timer.winner, timer.text or f"{timer.name} has run out")
    return None


def sides_outcome(battle: ClashBattle) -> Outcome | None:
    """Only one side is left, or none (CL-111)."""
    left = sides(battle)
    if not left:
        return mutual_fall(battle)
    if len(left) > 1 or battle.lone:
        return None
    return Outcome("victory" if left[0] == battle.party else "defeat", left[0], "nobody else is left standing")


def mutual_fall(battle: ClashBattle) -> Outcome:
    """Nobody is left: a draw, unless the table plays it otherwise (R-55); a lone side is simply beaten."""
    others = [battle.unit(at).side for at in battle.roster() if battle.unit(at).side != battle.party]
    rule = battle.switches.mutual_fall
    if battle.lone:
        return Outcome("defeat", "", "nobody is left standing")
    if rule == "party_wins":
        return Outcome("victory", battle.party, "both sides fell, which counts as a victory here")
    if rule == "party_loses" and others:
        return Outcome("defeat", others[0], "both sides fell, which counts as a defeat here")
    return Outcome("draw", "", "both sides fell together")


def is_reached(battle: ClashBattle, goal: Goal) -> bool:
    if goal.kind == "feat":
        feat = battle.feat(goal.id)
        return feat is not None and feat.done
    at = battle.at(goal.id)
    if at < 0:
        return False
    if goal.kind == "object":
        return battle.unit(at).state == v.GONE
    return battle.unit(at).state in (v.DEFEATED, v.DEAD, v.INCAPACITATED)


def after(battle: ClashBattle) -> None:
    """After the encounter an incapacitated PC wakes with 1 Health; what was Prepared is lost (8.5, R-69)."""
    battle.now = None
    for at in battle.roster():
        unit = battle.unit(at)
        unit.prepared = 0
        if unit.state == v.INCAPACITATED and unit.unit_class == v.PC:
            unit.state = v.ACTIVE
            unit.health = 1
            unit.woken = True
            sentences.tell_waking(battle, at)
