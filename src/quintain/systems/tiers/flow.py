"""The shape of a fight: surprise, the five stages of a round, a turn, and how it all ends (parts C, D, E)."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.dice import Dice
from quintain.engine.room import MOST_COMBATANTS
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.act_kinds import FIRST
from quintain.systems.tiers.actions import (
    ActQuestion,
    AwarenessQuestion,
    EndQuestion,
    NextQuestion,
    ShakeQuestion,
    StanceQuestion,
    TruceQuestion,
    may_be_surprised,
    may_shake_off,
)
from quintain.systems.tiers.awaiting import await_handful
from quintain.systems.tiers.battle import Awaited, Goal, TiersBattle, Wave
from quintain.systems.tiers.building import join_at, newcomer_of
from quintain.systems.tiers.conditions import (
    TICK_TYPES,
    is_immune,
    restore,
    turn_begins,
    turn_ends,
    wound_by_id,
)
from quintain.systems.tiers.forced_movement import quench
from quintain.systems.tiers.legality import may_go_on
from quintain.systems.tiers.options import Act
from quintain.systems.tiers.performing import perform
from quintain.systems.tiers.pools import BOX
from quintain.systems.tiers.rolling import is_final, is_lost, push, throw
from quintain.systems.tiers.sentences_round import (
    tell_arrival,
    tell_clock,
    tell_hurry,
    tell_prowl,
    tell_round,
    tell_stage,
    tell_stance,
    tell_surprise,
    tell_survey,
    tell_truce,
    tell_turn,
)
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.situation import left_to_dice, lies_in_wait
from quintain.systems.tiers.suffering import shake_off, suffer
from quintain.systems.tiers.throws import Prowl, Survey, Threat
from quintain.systems.tiers.zero_hp import lose_hp

MOST_ROUNDS: Final = 40

# -- entering combat (part C) ---------------------------------------------------------------------------------------


def begin(battle: TiersBattle) -> None:
    """TI-16 to TI-22: who is Surprised, and who lies in ambush."""
    for creature in battle.creatures:
        if not may_be_surprised(battle, creature):
            continue
        answer = battle.ask(AwarenessQuestion(battle, creature))
        if answer is None:
            continue
        word = answer.id()
        creature.watchful = word != "roll-unwatchful"
        creature.surprised = word == "surprised"
        creature.awareness = "roll" if word.startswith("roll") else word
    opposed_rolls(battle)
    for creature in battle.creatures:
        if lies_in_wait(creature):
            creature.ambushing = any(other.surprised and other.side != creature.side for other in battle.creatures)
    tell_surprise(battle)


def opposed_rolls(battle: TiersBattle) -> None:
    """TI-17: every Prowl roll in roster order, then every Survey roll of those left to the dice.

    A roll is known by the number it sets, so the totals are compared as numbers.
    """
    prowls: list[Prowl] = []
    for lurker in battle.creatures:
        if lies_in_wait(lurker) and left_to_dice(battle, lurker):
            prowls.append(Prowl(lurker))
            prowls[-1].pushed = push(battle, prowls[-1], prowls[-1])
            throw(battle, prowls[-1], lurker.id)
    for made in prowls:
        if made.roll is not None and not made.roll.void and lies_in_wait(made.roller):
            made.total = made.roll.total()
            tell_prowl(battle, made)
    for creature in battle.creatures:
        if creature.awareness == "roll" and may_be_surprised(battle, creature):
            survey(battle, Survey(creature, prowls))


def survey(battle: TiersBattle, made: Survey) -> None:
    """One noticer's roll: meeting the lurkers' best is noticing (TI-R04, TI-R05); a Beacon Point may throw it again (TI-121)."""
    if not made.totals():
        return
    made.pushed = push(battle, made, made)
    while True:
        roll = throw(battle, made, made.roller.id)
        if roll.void:
            return
        best = battle.switches.surprise_target == "best"
        aware = roll.at_least(max(made.totals()) if best else min(made.totals()), "notice")
        tell_survey(battle, made, aware)
        if is_final(battle, made, aware):
            if not is_lost(battle, made):
                made.roller.surprised = not aware
            return


# -- the round (part D) ---------------------------------------------------------------------------------------------


def step(battle: TiersBattle) -> None:
    """One joint further: stage 1 whole, or one turn, or the passage to the next stage."""
    if battle.stage == v.STAGE_BEFORE:
        begin_round(battle)
        return
    if battle.stage == v.STAGE_STANCES:
        declare(battle)
        go_to(battle, v.STAGE_AMBUSH)
        return
    sleepers(battle)
    group = waiting(battle)
    if not group:
        if battle.stage == v.STAGE_CAUTIOUS:
            end_round(battle)
        else:
            go_to(battle, battle.stage + 1)
        return
    creature = choose_next(battle, group)
    if creature is not None:
        go(battle, creature)
        check_end(battle)


def go(battle: TiersBattle, creature: Creature) -> None:
    """A turn, as it comes in this stage."""
    if battle.stage == v.STAGE_AMBUSH and battle.switches.ambush_turn == "extra":
        take_extra_turn(battle, creature)
    else:
        take_turn(battle, creature)


def go_first(battle: TiersBattle, creature: Creature, other: Creature) -> None:
    """Somebody unseen goes before the one whose turn has begun; to whoever knows nothing of it that turn goes on."""
    before = battle.put_off
    if before < 0:
        battle.put_off = creature.index
    go(battle, other)
    battle.put_off = before
    battle.acting = creature.index
    check_end(battle)


def take_extra_turn(battle: TiersBattle, creature: Creature) -> None:
    """TI-R07, `ambush_turn`: the ambush is a full turn besides the usual one of this round, which is still to come."""
    declared = creature.stance if creature.sheet.is_pc else v.CAUTIOUS
    creature.stance = v.AMBUSHING
    take_turn(battle, creature)
    creature.ambushing = creature.acted = False
    creature.acts_used = creature.extra_acts = 0
    if creature.stance == v.AMBUSHING:
        creature.stance = declared


def begin_round(battle: TiersBattle) -> None:
    """TI-29: budgets refill."""
    battle.round += 1
    battle.stage = v.STAGE_STANCES
    for creature in battle.creatures:
        creature.acts_used = creature.reacts_used = creature.extra_acts = creature.extra_reacts = 0
        creature.haste_used = creature.slow_paid = creature.acted = False
        creature.slept = 0
        creature.stance = v.UNDECIDED if creature.sheet.is_pc else v.CAUTIOUS
        if battle.round > 1:
            creature.surprised = creature.ambushing = False
        if creature.ambushing and (battle.switches.ambush_turn == "instead" or not creature.sheet.is_pc):
            creature.stance = v.AMBUSHING
    tell_round(battle)
    arrive(battle)


def go_to(battle: TiersBattle, stage: int) -> None:
    battle.stage = stage
    if battle.telling and stage > v.STAGE_AMBUSH:
        tell_stage(battle, waiting(battle))


def declare(battle: TiersBattle) -> None:
    """TI-23: each player picks openly. TI-28: meanwhile the GM may let an NPC act at once, again and again."""
    while True:
        hurry(battle)
        creature = _undecided(battle)
        if creature is None:
            return
        answer = battle.ask(StanceQuestion(battle, creature))
        if answer is None:
            continue
        # TI-R08: two Reacts while undecided have settled it.
        if creature.stance == v.UNDECIDED:
            creature.stance = v.RASH if answer.id() == "rash" else v.CAUTIOUS
        tell_stance(battle, creature)


def _undecided(battle: TiersBattle) -> Creature | None:
    for creature in battle.creatures:
        if creature.sheet.is_pc and creature.status == v.UP and creature.stance == v.UNDECIDED and not creature.surprised:
            return creature
    return None


def hurry(battle: TiersBattle) -> None:
    """TI-28: the NPC the GM named takes its turn now."""
    if battle.hurried < 0:
        return
    creature = battle.creatures[battle.hurried]
    battle.hurried = v.NONE
    if creature.is_up() and not creature.acted and not creature.sheet.is_pc:
        tell_hurry(battle, creature)
        take_turn(battle, creature)
        check_end(battle)


def waiting(battle: TiersBattle) -> list[Creature]:
    """Who still has a turn in this stage. In an ambush player characters go first (TI-R07)."""
    group = [creature for creature in battle.creatures if creature.status == v.UP and battle.has_turn_now(creature)]
    if battle.stage == v.STAGE_AMBUSH:
        first = [creature for creature in group if creature.sheet.is_pc]
        return first or group
    return group


def sleepers(battle: TiersBattle) -> None:
    """The start of turn of those who lie unconscious in this stage: the dying tick on (TI-143), all regenerate (TI-R53)."""
    for creature in list(battle.creatures):
        if creature.status == v.UNCONSCIOUS and battle.has_turn_now(creature):
            if creature.slept:
                continue
            battle.acting = creature.index
            creature.slept = 1
            start_of_turn(battle, creature)
            if creature.status == v.UNCONSCIOUS:
                turn_ends(battle, creature)
                creature.slept = 2
            battle.acting = v.NONE


def choose_next(battle: TiersBattle, group: list[Creature]) -> Creature | None:
    """TI-25 to TI-27: the group orders itself."""
    if len(group) == 1:
        return group[0]
    by_gm = not group[0].sheet.is_pc
    answer = battle.ask(NextQuestion(battle, group[0].side, group, by_gm))
    if not isinstance(answer, Act):
        return None
    creature = battle.creature(answer.aim)
    return creature if creature is not None and creature.status == v.UP and battle.has_turn_now(creature) else None


def end_round(battle: TiersBattle) -> None:
    """TI-20, TI-29: Surprise ends with round 1; what was unused is lost."""
    battle.reached("round")
    for creature in battle.creatures:
        creature.surprised = creature.ambushing = False
    for clock in battle.clocks:
        if clock.rounds == battle.round and clock.filled < clock.size:
            tell_clock(battle, clock, True)
    check_end(battle)
    if battle.round >= MOST_ROUNDS and not battle.uncapped:
        battle.end("unresolved", "", f"nothing is decided after {MOST_ROUNDS} rounds")
    battle.stage = v.STAGE_BEFORE


# -- a turn (part E) ------------------------------------------------------------------------------------------------


def take_turn(battle: TiersBattle, creature: Creature) -> None:
    """TI-34 to TI-36: start, Acts, end."""
    battle.acting = creature.index
    creature.acted = True
    creature.slow_paid = False
    tell_turn(battle, creature)
    for other in battle.creatures:
        # TI-45: an Aid given ahead lapses when the aider's next turn comes.
        if other.aided_by == creature.index:
            other.aided_by = v.NONE
    if not creature.slept:
        start_of_turn(battle, creature)
    if creature.status == v.UP:
        spend_acts(battle, creature)
    if creature.is_present():
        end_of_turn(battle, creature)
    battle.acting = v.NONE
    battle.reached("turn")


def spend_acts(battle: TiersBattle, creature: Creature) -> None:
    """TI-35: Acts in any order; stopping early is allowed."""
    tries = 0
    while may_go_on(battle, creature) and tries < 40:
        tries += 1
        answer = battle.ask(ActQuestion(battle, creature))
        if not isinstance(answer, Act):
            check_end(battle)
            continue
        if answer.what == "stop":
            break
        other = battle.creature(answer.aim) if answer.what == FIRST else None
        if other is not None:
            go_first(battle, creature, other)
            continue
        perform(battle, creature, answer)
        check_end(battle)


TICKS: Final = ((v.BLEEDING, 0), *TICK_TYPES.items())


def start_of_turn(battle: TiersBattle, creature: Creature) -> None:
    """TI-34: ticking wounds in their order, then regeneration; dropping to 0 HP loses the turn (TI-R10)."""
    turn_begins(creature)
    quench(battle, creature)
    if battle.switches.tick_order == "heal_first":
        regenerate(battle, creature)
    was_up = creature.status == v.UP
    if was_up or not creature.stable:
        for wound, energy in TICKS:
            if creature.has(wound):
                tick_wound(battle, creature, wound, energy)
                if creature.status != v.UP and (was_up or not creature.is_present()):
                    return
                was_up = creature.status == v.UP  # perhaps woken by the GM's word
    if battle.switches.tick_order != "heal_first":
        regenerate(battle, creature)


def regenerate(battle: TiersBattle, creature: Creature) -> None:
    """TI-138; whoever lies unconscious wakes by it, stable (TI-R53) or dying (TI-R66)."""
    if creature.has_boon(v.B_REGENERATING) and creature.is_present():
        restore(battle, creature, creature.quality(v.B_REGENERATING) + creature.tier, "regenerating", "TI-138")


@final
class Tick(Awaited):
    """The die of a ticking wound."""

    def __init__(self, creature: Creature, wound: int, energy: int) -> None:
        self.creature = creature
        self.wound = wound
        self.energy = energy

    def dice_now(self, battle: TiersBattle) -> Dice | None:
        """One step die (TI-R64); none where it can do nothing (TI-91, TI-143, TI-R69)."""
        creature = self.creature
        if not creature.is_present() or not creature.has(self.wound) or (creature.status == v.UNCONSCIOUS and creature.stable):
            return None
        if not creature.sheet.living if self.wound == v.BLEEDING else is_immune(creature, self.energy):
            return None
        return BOX.handful(1, v.STEP_DIE[min(5, creature.severity(self.wound))])


def tick_wound(battle: TiersBattle, creature: Creature, wound: int, energy: int) -> None:
    """TI-91 to TI-95: one step die (TI-R64). Bleeding is no damage: no type, no Soak, no halving."""
    thrown = await_handful(battle, creature, v.WOUNDS[wound], Tick(creature, wound, energy), creature.id)
    if thrown is None:
        return
    dice, roll = thrown
    why, clause = f"{v.WOUNDS[wound]} {dice.name.removeprefix('1')}", v.WOUND_KINDS[wound].ticks
    if energy:
        threat = Threat(v.NONE, v.IRON, None, False, battle.switches.soak_scope == "any_damage", energy)
        suffer(battle, creature, roll.total(), threat, why, clause)
    else:
        lose_hp(battle, creature, roll.total(), why, clause)


def end_of_turn(battle: TiersBattle, creature: Creature) -> None:
    """TI-36: one free Resistance Roll against one wound; then durations run (TI-149)."""
    if may_shake_off(battle, creature):
        answer = battle.ask(ShakeQuestion(battle, creature))
        effect = wound_by_id(creature, answer.id()) if answer is not None else None
        if effect is not None:
            shake_off(battle, creature, effect)
            # The odds of it end here.
            battle.reached("action")
    if creature.slept != 2 and creature.is_present():
        turn_ends(battle, creature)


# -- arrivals and endings -------------------------------------------------------------------------------------------


def arrive(battle: TiersBattle) -> None:
    """Newcomers whose round has come."""
    for number, wave in enumerate(battle.waves):
        if battle.round >= wave.first and (battle.round - wave.first) % wave.every == 0 and not _is_done(battle, wave):
            for place, data in enumerate(wave.units):
                while True:
                    battle.arrivals += 1
                    id = f"{data['id']}-{battle.arrivals}"
                    if id not in battle.index:
                        break
                newcomer = newcomer_of(battle, number, place, id)
                spot = battle.free_spot(newcomer)
                if spot is None or len(battle.units) >= MOST_COMBATANTS:
                    # Nobody can squeeze in: they come no more this time.
                    continue
                tell_arrival(battle, join_at(battle, newcomer, spot))


def _is_done(battle: TiersBattle, wave: Wave) -> bool:
    clock = battle.clock(wave.until)
    return clock is not None and clock.filled >= clock.size


def check_end(battle: TiersBattle) -> None:
    """TI-33: goals first; then, where a side has nobody up, the end is proposed."""
    for goal in battle.goals:
        check_goal(battle, goal)
    if not battle.end_is_due():
        return
    answer = battle.ask(EndQuestion(battle))
    if answer is None:
        return
    if answer.id() == "on":
        battle.end_refused = battle.round
        return
    standing = [side for side in battle.sides() if battle.up(side)]
    winner = standing[0] if len(standing) == 1 else ""
    battle.end(answer.id(), winner, f"nobody of the {battle.beaten()} is up")


def check_goal(battle: TiersBattle, goal: Goal) -> None:
    """Asked after every Act, so that nothing is gathered before it is wanted."""
    if goal.kind == "ceasefire":
        offer_truce(battle, goal)
        return
    down = away = up = 0
    for creature in battle.creatures:
        if creature.side == goal.side:
            status = creature.status
            down += status in (v.DEAD, v.UNCONSCIOUS)
            away += status == v.FLED
            up += creature.is_up()
    if goal.kind == "drop" and down >= goal.count:
        battle.end("defeat", _rival(battle, goal), f"{down} of the {goal.side} are down")
    elif goal.kind == "rout" and down >= goal.count and up:
        for creature in battle.creatures:
            if creature.side == goal.side and creature.is_up():
                creature.status = v.FLED
        battle.end("retreat", _rival(battle, goal), f"the {goal.side} flee, {down} of them down")
    elif goal.kind == "reach" and away and not up:
        battle.end("retreat", goal.side, f"{away} of the {goal.side} are through")


def _rival(battle: TiersBattle, goal: Goal) -> str:
    """The side against which a goal is."""
    others = [side for side in battle.sides() if side != goal.side]
    return others[0] if others else ""


def offer_truce(battle: TiersBattle, goal: Goal) -> None:
    """A leader who is Winded may offer a ceasefire, once."""
    leader = battle.creature(goal.who)
    if leader is None or not leader.is_up() or not leader.is_winded() or battle.truce_refused or battle.acting >= 0:
        return
    rival = _rival(battle, goal)
    offer = battle.ask(TruceQuestion(battle, leader, goal.side, True))
    battle.truce_refused = offer is not None
    if offer is None or offer.id() != "yes":
        return
    tell_truce(battle, leader)
    answer = battle.ask(TruceQuestion(battle, leader, rival, False))
    if answer is not None and answer.id() == "yes":
        battle.end("ceasefire", rival, f"{leader.name} offered a ceasefire, and it was accepted")


def after(battle: TiersBattle) -> None:
    """Survivors of a fight live: whoever lies unconscious is looked after (TI-R48)."""
    for creature in battle.creatures:
        if creature.status == v.UNCONSCIOUS:
            creature.stable = True


