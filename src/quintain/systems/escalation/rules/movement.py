"""Moving, engaging, disengaging, opportunity attacks, interception (chapters H and K)."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.dice import D20
from quintain.engine.question import Option, Plain, Question
from quintain.engine.rows import all_stakes
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.play import sentences, sentences_stakes, tactics_moves, tactics_replies
from quintain.systems.escalation.printed import occasion_rows as h
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.printed.summaries import all_rows
from quintain.systems.escalation.rules import conditions, reactions
from quintain.systems.escalation.rules import resolve as attacks
from quintain.systems.escalation.rules.answers import ActNow, Reaction, yes_or_no
from quintain.systems.escalation.rules.figures import size_of
from quintain.systems.escalation.rules.melee import may_intercept, may_strike
from quintain.systems.escalation.rules.move_options import (
    AWAY,
    BEHIND,
    ENGAGE,
    FLY,
    LAND,
    SLIP,
    STAY,
    ZONE,
    Going,
    goings,
    read_going,
    why_held,
    why_not_go,
    why_not_there,
    why_stuck,
)
from quintain.systems.escalation.rules.positions import (
    engage,
    engaged_mask,
    enter_zone,
    has_moved,
    in_turn_order,
    members,
    part_ways,
    set_beside,
)
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish, set_off_occasion
from quintain.systems.escalation.rules.strike import Strike, While
from quintain.systems.escalation.rules.terms import disengage_terms
from quintain.systems.escalation.traits import bonuses, linked_effects, occasions

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

# -- the move itself ---------------------------------------------------------------------------------------------------


def move(battle: Skirmish, mover: Fighter, going: Going) -> bool:
    """R-20: opportunity attacks for leaving first, then interception on the way. True: it got where it wanted."""
    if going.what.leaves and (not _is_seen_moving(battle, mover) or why_stuck(mover)):
        return False
    leaving = engaged_mask(battle, mover)
    if leaving and going.what.leaves:
        if not opportunity(battle, mover, leaving, True):
            return False
        _is_left(battle, mover, leaving & mover.engaged)
        if mover.state != UP:
            return False
    if why_not_go(battle, mover, going):
        return False
    return arrive(battle, mover, going)


def _is_seen_moving(battle: Skirmish, mover: Fighter) -> bool:
    """ES-30: it sets out, and those who lie in wait for that come first. False: it goes nowhere any more."""
    if not battle.occasions >> b.WHEN_ENEMY_MOVES & 1:
        return True
    for number in in_turn_order(battle):
        holder = battle.fighters[number]
        if holder.team != mover.team and mover.is_present():
            occasions.happen(battle, b.WHEN_ENEMY_MOVES, holder, mover)
    return mover.can_act()


def chase(battle: Skirmish, mover: Fighter, goal: Fighter) -> None:
    """A move as a free action to engage this one, where it is nearby."""
    if not mover.can_act() or goal.state != UP:
        return
    going = Going(ENGAGE, goal.id)
    if why_not_go(battle, mover, going):
        return
    if battle.any_readied and not battle.procedures.fire_readied(battle, mover, "moves", goal.id):
        return
    move(battle, mover, going)


def _is_left(battle: Skirmish, mover: Fighter, foes: int) -> None:
    """ES-30: those left behind may hold a power that answers it."""
    for foe in members(battle, foes):
        if (foe.block.reactions or battle.any_linked) and mover.is_present():
            reactions.notice(battle, b.ENEMY_LEAVES, mover, foe)
        if battle.occasions >> b.WHEN_ENEMY_LEAVES & 1 and mover.is_present():
            occasions.happen(battle, b.WHEN_ENEMY_LEAVES, foe, mover)
            set_off_occasion(battle, b.WHEN_ENEMY_LEAVES, foe, mover)


def _carried(battle: Skirmish, mover: Fighter) -> list[Fighter]:
    """ES-161: a grabber drags smaller victims along and lets go of those as large as itself, or stuck (ES-159)."""
    victims = [other for other in members(battle, mover.engaged) if other.grabber == mover.number]
    return [other for other in victims if size_of(other) < size_of(mover) and not other.conditions & b.STUCK]


def arrive(battle: Skirmish, mover: Fighter, going: Going) -> bool:
    """The way is clear of those left behind: go there, unless somebody steps in."""
    if going.kind in (FLY, LAND):
        mover.airborne = going.kind == FLY
        if battle.telling:
            battle.tell(sentences.moved(battle, mover, going.kind, []))
        return True
    left = members(battle, mover.engaged)
    carried, start = _carried(battle, mover), mover.zone
    if battle.turn == mover.number:
        mover.moved = True
    part_ways(battle, mover, mover.engaged)
    has_moved(battle, mover)
    arrived = _settle(battle, mover, going, [each for each in left if each not in carried])
    for victim in carried:
        if victim.is_present() and victim.zone == start and mover.state == UP:
            part_ways(battle, victim, victim.engaged)
            has_moved(battle, victim)
            if victim.zone != mover.zone:
                enter_zone(battle, victim, mover.zone)
            engage(mover, victim)
            victim.grabber = mover.number
    return arrived


def _settle(battle: Skirmish, mover: Fighter, going: Going, left: list[Fighter]) -> bool:
    if mover.lasting:
        conditions.end_engagement_effects(battle, mover)
    for other in left:
        if other.lasting:
            conditions.end_engagement_effects(battle, other)
    if going.kind in (ENGAGE, SLIP):
        return _into_melee(battle, mover, going)
    if battle.past and not _gets_past(battle, mover, going, None):
        return False
    friends = _still_there(battle, mover, going)
    for ally in friends:
        mover.behind |= ally.bit if going.kind == BEHIND else 0
        set_beside(mover, ally)
    if going.kind == ZONE:
        enter_zone(battle, mover, battle.ground().zones.number(going.to))
    if battle.telling:
        names = [going.to] if going.kind == ZONE else [each.id for each in friends]
        battle.tell(sentences.moved(battle, mover, going.kind, names))
    return True


def _still_there(battle: Skirmish, mover: Fighter, going: Going) -> list[Fighter]:
    """Of those it is going to whoever is there as it arrives; who gives cover, or is met besides the first, on its feet."""
    found: list[Fighter] = []
    for name in going.named_units():
        one = battle.named(name)
        lying = name == going.to and going.kind != BEHIND
        if one is not None and one.zone == mover.zone and (one.state == UP or (lying and one.is_present())):
            found.append(one)
    return found


def _into_melee(battle: Skirmish, mover: Fighter, going: Going) -> bool:
    goal = battle.named(going.to)
    if goal is None:
        return False
    if going.kind == SLIP:
        mover.slipping = True
    if not _gets_past(battle, mover, going, goal):
        return False
    if battle.occasions >> b.WHEN_ENEMY_COMES & 1 and not _is_met(battle, mover, [goal.id, *going.also]):
        return False
    there = _still_there(battle, mover, going)
    if goal not in there:
        return False
    for met in there:
        engage(mover, met)
    if battle.telling:
        battle.tell(sentences.moved(battle, mover, ENGAGE, [each.id for each in there]))
    # contact is made, then a readied action against whoever comes to engage, then the rest of the turn.
    for met in there:
        if mover.state != UP or not met.engaged & mover.bit:
            continue
        if battle.any_readied:
            battle.procedures.fire_readied(battle, mover, "engages", met.id)
        if met.block.reactions or battle.any_linked:
            reactions.notice(battle, b.ENEMY_ENGAGES, mover, met)
        if battle.occasions:
            occasions.happen(battle, b.WHEN_ENEMY_ENGAGES, met, mover)
            occasions.happen(battle, b.WHEN_ENGAGES, mover, met)
            for ally in members(battle, met.engaged & ~mover.bit) if battle.occasions >> b.WHEN_ALLY_ENGAGES & 1 else []:
                if ally.team == mover.team:
                    occasions.happen(battle, b.WHEN_ALLY_ENGAGES, ally, met)
    return True


def _is_met(battle: Skirmish, mover: Fighter, names: list[str]) -> bool:
    """ES-30: just before contact is made, those it comes at may have something to say. False: it does not get there."""
    for name in names:
        met = battle.named(name)
        if met is not None and mover.state == UP:
            occasions.happen(battle, b.WHEN_ENEMY_COMES, met, mover)
    return mover.can_act() and not why_stuck(mover)


# -- interception ------------------------------------------------------------------------------------------------------


@final
class InterceptQuestion(Reaction):
    """Step in the way, or not."""

    def __init__(self, battle: Skirmish, defender: Fighter, mover: Fighter, goal: Fighter | None) -> None:
        super().__init__(battle, "intercept", defender, mover)
        self.goal: Fighter | None = goal

    def title(self) -> str:
        at = f" at {self.goal.name}" if self.goal is not None else ""
        return f"{self.other.name} rushes past {self.holder.name}{at}: step in the way?"

    def between(self) -> list[str]:
        return [self.other.id] if self.goal is None else [self.other.id, self.goal.id]

    def options(self) -> list[Option]:
        return [Plain("yes", f"Intercept {self.other.name}"), Plain("no", "Let it pass")]

    def stakes(self) -> list[Stake]:
        """How they are between whom it lies: whoever steps in, and whom the mover is after."""
        people = [self.holder, self.goal] if self.goal is not None else [self.holder]
        return all_stakes([sentences_stakes.health(self.skirmish, self.holder, each) for each in people])

    def choose(self, tactic: Tactic) -> Option:
        goal = self.goal
        return yes_or_no(goal is None or tactics_replies.wants_to_intercept(goal, tactic.level))

    def still_may(self) -> bool:
        return self.other.state == UP and may_intercept(self.skirmish, self.holder, self.other, self.goal)


def _gets_past(battle: Skirmish, mover: Fighter, going: Going, goal: Fighter | None) -> bool:
    """Nobody steps in its way, and meanwhile it was neither held nor has its way been barred."""
    held = why_stuck(mover)  # whoever teleports may be
    if _intercepted(battle, mover, goal) or not mover.can_act() or why_stuck(mover) != held:
        return False
    return going.kind == AWAY or not why_not_there(battle, mover, Going(going.kind, going.to))


def _intercepted(battle: Skirmish, mover: Fighter, goal: Fighter | None) -> bool:
    """ES-62, ES-64, R-22: one of those who may stops the mover; their side chooses, first in the order by default."""
    stopped = False
    for number in in_turn_order(battle):
        defender = battle.fighters[number]
        if not may_intercept(battle, defender, mover, goal):
            continue
        answer = battle.ask(InterceptQuestion(battle, defender, mover, goal))
        if answer is None or answer.id() != "yes" or mover.state != UP or not may_intercept(battle, defender, mover, goal):
            continue
        if battle.any_readied and not _still_steps_in(battle, defender, mover, goal):
            continue
        if engaged_mask(battle, defender):
            defender.barred_way = True
            part_ways(battle, defender, defender.engaged)
        has_moved(battle, defender)
        engage(defender, mover)
        stopped = True
        battle.note("intercept", defender.id)
        if battle.telling:
            battle.tell(sentences.intercepted(defender, mover, goal))
        if battle.occasions:
            occasions.happen(battle, b.WHEN_INTERCEPTED, mover, defender)
        if not battle.switches.multi_intercept:
            break
    return stopped


def _still_steps_in(battle: Skirmish, defender: Fighter, mover: Fighter, goal: Fighter | None) -> bool:
    """R-10: intercepting is a move, so it sets off what was readied against one; can it still be done?"""
    able = battle.procedures.fire_readied(battle, defender, "moves", mover.id)
    return able and mover.state == UP and may_intercept(battle, defender, mover, goal)


# -- opportunity attacks -----------------------------------------------------------------------------------------------


@final
class OpportunityQuestion(Reaction):
    """Strike at whoever drew it, or not."""

    def __init__(self, battle: Skirmish, striker: Fighter, actor: Fighter) -> None:
        super().__init__(battle, "opportunity", striker, actor)

    def title(self) -> str:
        return f"{self.other.name} leaves an opening: does {self.holder.name} strike?"

    def options(self) -> list[Option]:
        words = f"Strike at {self.other.name}"
        return [ActNow(words, "use", self.holder.block.basic_melee, self.other.id, True), Plain("no", "Hold back")]

    def stakes(self) -> list[Stake]:
        return all_stakes([sentences_stakes.health(self.skirmish, self.holder, self.other)])

    def still_may(self) -> bool:
        return self.other.state == UP and may_strike(self.skirmish, self.holder, self.other)


def opportunity(battle: Skirmish, actor: Fighter, foes: int, moving: bool) -> bool:
    """ES-53 to ES-60, R-31: each of them may strike, in the order. False: the act that drew them does not happen."""
    if foes == 0 or actor.block.draws_no_opportunity:
        return True
    about = actor.id if _cannot_stop(battle, actor, foes) else ""
    coarse = about == "" and not battle.matters(actor.id) and _falls_or_not(battle, actor, foes)
    for number in in_turn_order(battle):
        if not foes >> number & 1:
            continue
        if not actor.can_act():
            return False
        foes &= ~(1 << number)
        striker = battle.fighters[number]
        if not may_strike(battle, striker, actor):
            continue
        slips = b.SLIPS_ALL | (b.SLIPS_MOVING if moving else 0)
        if actor.block.bonuses and bonuses.slips(battle, actor, slips, striker):
            continue
        answer = battle.ask(OpportunityQuestion(battle, striker, actor))
        if answer is None or answer.id() != "yes" or not may_strike(battle, striker, actor):
            continue
        if battle.any_readied and not _still_strikes(battle, striker, actor):
            continue
        strike_back(battle, striker, actor, about, _most_harm(battle, foes) if coarse else -1)
        if moving and why_stuck(actor):
            return False
    return actor.can_act()


def _still_strikes(battle: Skirmish, striker: Fighter, actor: Fighter) -> bool:
    """R-10: an opportunity attack is an attack, so it sets off what was readied against one; can it still be made?"""
    able = battle.procedures.fire_readied(battle, striker, "attacks", actor.id)
    return able and may_strike(battle, striker, actor) and actor.is_present()


def _blows(battle: Skirmish, foes: int) -> list[Power]:
    """The basic melee attacks of these."""
    return [foe.block.powers[foe.block.basic_melee] for foe in members(battle, foes) if foe.block.basic_melee >= 0]


def _most_harm(battle: Skirmish, foes: int) -> int:
    """The most that a basic melee attack of each of these could deal, all of them crits."""
    most = sum([2 * each.amount.most() for power in _blows(battle, foes) for each in all_rows(power)])
    for foe in members(battle, foes):
        if foe.block.basic_melee >= 0:
            most += 2 * (foe.block.flank.most() + foe.block.staggered_damage.most() + max(0, foe.modifiers[b.ON_DAMAGE]))
    return most


def _minds_its_health(battle: Skirmish, actor: Fighter) -> bool:
    """Do its attacks, or fear, look at how hurt it is?"""
    if battle.any_fear or actor.block.staggered_damage.twice_mean or actor.block.occasion_mask or battle.occasions & h.WATCHED:
        return True
    needed = [power.needs for power in actor.block.powers]
    needed.extend([rider.needs for power in actor.block.powers for rider in power.riders])
    return any(needs.staggered or needs.not_staggered for needs in needed)


def _may_come_otherwise(battle: Skirmish, actor: Fighter, foes: int) -> bool:
    """Might anything but the blows themselves have a say in what these opportunity attacks do to the actor?"""
    if actor.mob >= 0 or actor.block.reactions or battle.any_readied or battle.any_bonus:
        return True
    return _minds_its_health(battle, actor) or any(foe.has_effects_for_some for foe in members(battle, foes))


def _cannot_stop(battle: Skirmish, actor: Fighter, foes: int) -> bool:
    """Is it certain that these opportunity attacks neither drop the actor nor hinder it, only harm it?"""
    if _may_come_otherwise(battle, actor, foes) or _most_harm(battle, foes) >= actor.hp:
        return False
    return all(_only_harms(each) for power in _blows(battle, foes) for each in all_rows(power))


def _falls_or_not(battle: Skirmish, actor: Fighter, foes: int) -> bool:
    """Where odds are about others: does the damage of these opportunity attacks matter only by whether it fells the actor?"""
    if actor.block.dies_like_a_pc() or actor.block.resist or actor.block.no_miss_damage or actor.has_effects_for_some:
        return False
    if _may_come_otherwise(battle, actor, foes) or any(foe.block.staggered_damage.twice_mean for foe in members(battle, foes)):
        return False
    for power in _blows(battle, foes):
        if power.riders or power.crit or len(power.hit) != 1 or not _only_harms(power.hit[0]):
            return False
        if any(each.amount.dice is not None for each in power.miss):
            return False
    return True


def _only_harms(row: Effect) -> bool:
    if row.on != b.ON_TARGET:
        return False
    if row.op == b.LASTING:
        return row.conditions == 0 and not row.modifiers
    return row.op in (b.DAMAGE, b.EXTRA_DAMAGE, b.HALF_DAMAGE)


def strike_back(battle: Skirmish, striker: Fighter, actor: Fighter, about: str = "", slack: int = -1) -> None:
    """ES-59, ES-100: one basic melee attack, no flexible attack, no limited power."""
    strike = Strike(striker, striker.block.powers[striker.block.basic_melee])
    strike.about = about
    strike.slack = slack
    strike.opportunity = True
    strike.flexible = False
    striker.opportunities += 1
    battle.note("opportunity", striker.id)
    if battle.telling:
        battle.tell(sentences.OPPORTUNITY.of([striker, actor]))
    attacks.make_attack(battle, strike, [actor])


# -- disengaging -------------------------------------------------------------------------------------------------------


def disengage(battle: Skirmish, mover: Fighter, foes: int) -> bool:
    """ES-56: 11+ with -1 for each foe past the first, and whatever those foes and the mover's own gifts add."""
    if why_held(mover):
        return False
    roll = battle.roll_while(
        While(lambda: mover.state == UP and not why_held(mover) and foes & engaged_mask(battle, mover) != 0), mover.id, "disengage",
        D20, mover.id,
    )  # fmt: skip
    if roll.void:  # by the GM's word nobody holds it any more, or nothing gets it away, or it is gone
        return mover.state == UP and not why_held(mover)
    foes &= engaged_mask(battle, mover)
    terms = disengage_terms(battle, mover, foes)
    success = roll.at_least(11 - terms.total, "success")
    if battle.telling:
        battle.tell(sentences.disengaged(mover, roll, terms, success))
    if battle.occasions and members(battle, foes):
        occasions.happen(battle, b.WHEN_DISENGAGES if success else b.WHEN_FAILS_DISENGAGE, mover, members(battle, foes)[0])
        if mover.got_away:
            success, mover.got_away = mover.state == UP, False
    if success:
        left = members(battle, foes)
        if battle.any_linked and mover.lasting:
            linked_effects.disengaged(battle, mover, foes)
        part_ways(battle, mover, foes)
        for each in [mover, *left]:
            if each.lasting:
                conditions.end_engagement_effects(battle, each)
        _is_left(battle, mover, foes)
        if battle.occasions:
            _check_is_seen(battle, mover, foes, True)
        return mover.state == UP
    mover.disengage_failed = True
    if battle.occasions:
        _check_is_seen(battle, mover, foes, False)
    return False


def _check_is_seen(battle: Skirmish, mover: Fighter, foes: int, success: bool) -> None:
    """ES-56: a disengage check is made, or failed: occasions of those it wants to get away from."""
    for foe in members(battle, foes):
        occasions.happen(battle, b.WHEN_ENEMY_DISENGAGES if success else b.WHEN_ENEMY_FAILS_DISENGAGE, foe, mover)
        if success:
            set_off_occasion(battle, b.WHEN_ENEMY_DISENGAGES, foe, mover)


@final
class GoQuestion(Question):
    """Where to go with a move that is already paid for: after a disengage check, or a free move."""

    def __init__(self, battle: Skirmish, mover: Fighter, about: str, free_only: bool) -> None:
        super().__init__(battle, about, mover.id)
        self.skirmish: Skirmish = battle
        self.mover: Fighter = mover
        self.free_only: bool = free_only

    def title(self) -> str:
        return f"Where does {self.mover.name} go?"

    def options(self) -> list[Option]:
        found: list[Option] = [Going(STAY)]
        for going in goings(self.skirmish, self.mover):
            if not self.why_not(going):
                found.append(going)
        return found

    def why_not(self, option: Option) -> str:
        if not isinstance(option, Going):
            return "that is no move"
        if option.kind == STAY:
            return ""
        if self.about == "teleport":
            return why_not_there(self.skirmish, self.mover, option)
        return why_not_go(self.skirmish, self.mover, option)

    def find(self, id: str) -> Option | None:
        return read_going(id)

    def choose(self, tactic: Tactic) -> Option:
        if self.about == "teleport":
            return tactics_moves.where_to_teleport(self.skirmish, self.mover, tactic.level)
        return tactics_moves.where_to_go(self.skirmish, self.mover, tactic.level)

    def withdrawn(self) -> bool:
        battle, mover = self.skirmish, self.mover
        held = self.about != "teleport" and why_stuck(mover)
        return bool(battle.decided) or not mover.can_act() or bool(held)


def go_on(battle: Skirmish, mover: Fighter, about: str) -> None:
    """ES-57: the rest of a successful disengage is a normal move with the same action."""
    if not mover.can_act():
        return
    answer = battle.ask(GoQuestion(battle, mover, about, False))
    if isinstance(answer, Going) and answer.kind != STAY and mover.state == UP:
        move(battle, mover, answer)


def rush(battle: Skirmish, mover: Fighter, goal: Fighter) -> None:
    """Straight at somebody, nearby or faraway: those left behind may strike, others may step in the way (R-20)."""
    if mover.state != UP or goal.state != UP or goal.team == mover.team or why_stuck(mover) or mover.engaged & goal.bit:
        return
    if battle.any_readied and not battle.procedures.fire_readied(battle, mover, "moves", goal.id):
        return
    if mover.zone != goal.zone:
        if mover.engaged and not move(battle, mover, Going(AWAY)):
            return
        if goal.state == UP and mover.zone != goal.zone:
            arrive(battle, mover, Going(ZONE, battle.ground().zones.names[goal.zone]))
    move(battle, mover, Going(ENGAGE, goal.id))


def free_move(battle: Skirmish, mover: Fighter, teleport: bool) -> None:
    """A move as a free action; teleporting draws nothing (ES-165)."""
    if not mover.can_act() or (why_stuck(mover) and not teleport):
        return
    answer = battle.ask(GoQuestion(battle, mover, "teleport" if teleport else "free move", not teleport))
    if isinstance(answer, Going) and answer.kind != STAY and mover.state == UP:
        if battle.any_readied and not battle.procedures.fire_readied(battle, mover, "moves", answer.to):
            return
        if not teleport:
            move(battle, mover, answer)
        elif _is_seen_moving(battle, mover) and not why_not_there(battle, mover, answer):
            arrive(battle, mover, answer)
