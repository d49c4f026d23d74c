"""What may be chosen on one's turn, at what cost, and why not (chapters E, L, M). `why_not` is the one source of legality."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.battle import Battle
from quintain.engine.question import Closed, Option, Question
from quintain.engine.seat import may_answer
from quintain.engine.tactic import Tactic
from quintain.systems.escalation import blocks as b
from quintain.systems.escalation import flow, linked, shaking, tactics, targeting, turn_acts, words
from quintain.systems.escalation.moves import Going, goings, read_going, why_not_go, why_stuck
from quintain.systems.escalation.positions import allies_of, engaged_mask, members, nearby, next_to
from quintain.systems.escalation.printed import Power
from quintain.systems.escalation.sheet import (
    ALL_ACTIONS,
    AMBUSH,
    DYING,
    HAS_MOVE,
    HAS_QUICK,
    HAS_STANDARD,
    STABLE,
    UP,
    Fighter,
    Readied,
    Skirmish,
)

if TYPE_CHECKING:
    from quintain.engine.protocol import OptionView

ON_TARGETS = ("use", "coup", "swoop")
ON_ALLIES = ("stabilise", "potion", "help")
WITH_A_NUMBER = ("use", "coup", "swoop", "reload", "stunt", "break")
WITH_A_POWER = ("use", "coup", "swoop", "reload")
WITH_A_NAME = ("stabilise", "potion", "help", "disengage", "release")


@final
class TurnOption(Option):
    """One thing to do on a turn."""

    def __init__(self, kind: str, power: int = -1, to: str = "", going: Going | None = None) -> None:
        self.kind: str = kind
        self.power: int = power
        self.to: str = to
        self.going: Going | None = going
        self.rolls: bool = kind in ("coup", "swoop", "disengage", "stabilise", "try rally", "stunt", "confused")

    def id(self) -> str:
        if self.going is not None:
            return f"move/{self.going.id()}"
        parts = [self.kind]
        if self.power >= 0:
            parts.append(str(self.power))
        if self.to:
            parts.append(self.to)
        return ":".join(parts)

    def label(self, battle: Battle) -> str:
        return words.turn_option(battle, self.kind, self.power, self.to, self.going)

    def group(self) -> str:
        if self.going is not None or self.kind == "disengage":
            return "move"
        if self.kind in ON_TARGETS or self.kind == "confused":
            return "attack" if self.rolls else "power"
        return "other"

    def target(self) -> str:
        return self.going.target() if self.going is not None else self.to if self.kind != "disengage" else ""

    def named_units(self) -> list[str]:
        if self.going is not None:
            return self.going.named_units()
        return self.to.split("+") if self.to else []

    def show(self, battle: Battle, who: str, shown: OptionView) -> None:
        from quintain.systems.escalation.screen import show_turn

        assert isinstance(battle, Skirmish)
        show_turn(battle, who, self, shown)

    def weighs(self) -> bool:
        return self.rolls


def read_option(text: str) -> TurnOption | None:
    """The text of a turn option back into one; None where it means nothing."""
    if text.startswith("move/"):
        going = read_going(text[5:])
        return TurnOption("move", going=going) if going is not None else None
    parts = text.split(":")
    if parts[0] in WITH_A_NUMBER:
        if len(parts) < 2 or not parts[1].isdecimal() or len(parts[1]) > 4 or len(parts) > 3:
            return None
        return TurnOption(parts[0], int(parts[1]), parts[2] if len(parts) == 3 else "")
    if parts[0] in WITH_A_NAME:
        return TurnOption(parts[0], -1, parts[1] if len(parts) > 1 else "") if len(parts) <= 2 else None
    if text in ("rally", "try rally", "ready", "delay", "flee", "end", "confused"):
        return TurnOption(text)
    return None


@final
class TurnQuestion(Question):
    """A combatant's turn: what does it do next?"""

    def __init__(self, battle: Skirmish, fighter: Fighter) -> None:
        super().__init__(battle, "turn", fighter.id)
        self.skirmish: Skirmish = battle
        self.fighter: Fighter = fighter

    def title(self) -> str:
        return words.turn_title(self.skirmish, self.fighter)

    def options(self) -> list[Option]:
        found: list[Option] = []
        for option in candidates(self.skirmish, self.fighter):
            if not why_not(self.skirmish, self.fighter, option):
                found.append(option)
        return found

    def closed(self) -> list[Closed]:
        battle, fighter = self.skirmish, self.fighter
        shut: list[Closed] = []
        for power in fighter.block.powers:
            reason = _why_not_at_all(battle, fighter, power)
            if reason and not power.trigger and not waits(fighter, power):
                shut.append(Closed(power.name, reason))
        for option in candidates(battle, fighter):
            if option.kind in WITH_A_POWER or option.kind == "try rally":
                continue
            reason = why_not(battle, fighter, option)
            if reason:
                shut.append(Closed(option.label(battle), reason, [each for each in option.named_units() if each in battle.index]))
        return shut

    def why_not(self, option: Option) -> str:
        if not isinstance(option, TurnOption):
            return "that is nothing to do on a turn"
        return why_not(self.skirmish, self.fighter, option)

    def find(self, id: str) -> Option | None:
        return read_option(id)

    def choose(self, tactic: Tactic) -> Option:
        return tactics.choose_turn(self.skirmish, self.fighter, tactic)

    def offers(self, seat: str) -> list[Option]:
        """ES-84: during a PC's turn every player, not only that PC's own, may propose to flee."""
        flee = TurnOption("flee")
        if self.why_not(flee) or not any(may_answer(each.controller, seat) for each in flow.voters(self.skirmish)):
            return []
        return [flee]

    def withdrawn(self) -> bool:
        battle = self.skirmish
        return (
            bool(battle.decided)
            or self.fighter.state != UP
            or bool(self.fighter.conditions & b.CANNOT_ACT)
            or battle.turn != self.fighter.number
            or battle.flight >= 0
            or bool(battle.calls)
        )


def _why_not_at_all(battle: Skirmish, fighter: Fighter, power: Power) -> str:
    """Why a power cannot be used now, whoever the target."""
    if not can_pay(fighter, power.action):
        return f"no {b.ACTIONS[power.action]} action left"
    reason = targeting.why_not_usable(battle, fighter, power)
    if reason:
        return reason
    return "" if targeting.legal_targets(battle, fighter, power) else "no legal target"


# -- everything one might ask for ----------------------------------------------------------------------------------------


def candidates(battle: Skirmish, fighter: Fighter) -> list[TurnOption]:
    """What people would look for on a turn, possible or not."""
    found: list[TurnOption] = []
    if fighter.conditions & b.CONFUSED:
        found.append(TurnOption("confused"))
    for power in fighter.block.powers:
        if not power.trigger and not waits(fighter, power):
            _power_candidates(battle, fighter, power, found)
    for going in goings(battle, fighter):
        found.append(TurnOption("move", going=going))
    _disengage_candidates(battle, fighter, found)
    for ally in allies_of(battle, fighter):
        if ally.state in (DYING, STABLE):
            found.append(TurnOption("stabilise", -1, ally.id))
        if fighter.potions:
            found.append(TurnOption("potion", -1, ally.id))
        if ally.gasp is not None:
            found.append(TurnOption("help", -1, ally.id))
    if fighter.potions:
        found.append(TurnOption("potion", -1, fighter.id))
    for power in fighter.block.powers:
        if fighter.unloaded >> power.number & 1:
            found.append(TurnOption("reload", power.number))
    for victim in members(battle, fighter.engaged):
        if victim.grabber == fighter.number:
            found.append(TurnOption("release", -1, victim.id))
    if battle.any_linked:
        found.extend(shaking.candidates(battle, fighter))
    for place in range(len(battle.stunts)):
        found.append(TurnOption("stunt", place))
    if fighter.block.kind == b.PC:
        found.extend([TurnOption("rally"), TurnOption("try rally"), TurnOption("flee")])
    found.extend([TurnOption("ready"), TurnOption("delay"), TurnOption("end")])
    return found


def waits(fighter: Fighter, power: Power) -> bool:
    """Does this attack wait until another one grants it, or the GM calls for it?"""
    return power.needs.granted and not fighter.called >> power.number & 1 and not linked.is_unlocked(fighter, power)


def _power_candidates(battle: Skirmish, fighter: Fighter, power: Power, found: list[TurnOption]) -> None:
    if not one_target(power):
        found.append(_use(power, ""))
        return
    for target in targeting.legal_targets(battle, fighter, power):
        if power.targets.who == b.SELF:
            found.append(_use(power, ""))
            break
        found.append(_use(power, target.id))
        if power.kind == b.MELEE and power.rolls and is_helpless(target):
            found.append(TurnOption("coup", power.number, target.id))
    if power.kind == b.MELEE and power.rolls and fighter.airborne:
        for target in battle.fighters:
            seen = target.state == UP and target.team != fighter.team and not target.hidden
            if target.airborne and seen and nearby(target, fighter):
                found.append(TurnOption("swoop", power.number, target.id))


def _use(power: Power, to: str) -> TurnOption:
    option = TurnOption("use", power.number, to)
    option.rolls = power.rolls
    return option


def one_target(power: Power) -> bool:
    """Is its (first) target named with the option? Otherwise targets are asked for once their number is known."""
    wanted = power.targets
    if power.also is not None or wanted.and_engaged:
        return False
    return wanted.count.dice is None and wanted.count.flat == 1 and not wanted.every and not wanted.random


def _disengage_candidates(battle: Skirmish, fighter: Fighter, found: list[TurnOption]) -> None:
    """ES-56, R-26: from all foes, from a single one among several, or from two of more; larger sets can be asked for by id."""
    foes = members(battle, engaged_mask(battle, fighter))
    if not foes:
        return
    found.append(TurnOption("disengage"))
    if len(foes) < 2 or not battle.house.partial_disengage:
        return
    for foe in foes:
        found.append(TurnOption("disengage", -1, foe.id))
    if len(foes) > 2:
        for place, foe in enumerate(foes):
            for other in foes[place + 1 :]:
                found.append(TurnOption("disengage", -1, f"{foe.id}+{other.id}"))


def chosen_foes(battle: Skirmish, fighter: Fighter, to: str) -> int:
    """The foes named ("a+b"; everyone it is engaged with where none is); 0 if one of them is no such foe."""
    foes = engaged_mask(battle, fighter)
    if not to:
        return foes
    mask = 0
    for name in to.split("+"):
        foe = battle.named(name)
        if foe is None or not foes & foe.bit:
            return 0
        mask |= foe.bit
    return mask


def is_helpless(target: Fighter) -> bool:
    return bool(target.conditions & b.HELPLESS) or target.state in (DYING, STABLE)


# -- legality ----------------------------------------------------------------------------------------------------------


def can_pay(fighter: Fighter, action: int) -> bool:
    """ES-27, ES-28: a standard action may serve as a move or a quick one, a move as a quick one; never upwards."""
    if action == b.STANDARD:
        return bool(fighter.actions & HAS_STANDARD)
    if action == b.MOVE:
        return bool(fighter.actions & (HAS_STANDARD | HAS_MOVE))
    if action == b.QUICK:
        return fighter.actions != 0
    return True


def pay(fighter: Fighter, action: int) -> None:
    """The cheapest action that will do is spent."""
    if action == b.STANDARD:
        fighter.actions &= ~HAS_STANDARD
    elif action == b.MOVE:
        fighter.actions &= ~HAS_MOVE if fighter.actions & HAS_MOVE else ~HAS_STANDARD
    elif action == b.QUICK:
        if fighter.actions & HAS_QUICK:
            fighter.actions &= ~HAS_QUICK
        elif fighter.actions & HAS_MOVE:
            fighter.actions &= ~HAS_MOVE
        else:
            fighter.actions &= ~HAS_STANDARD
    if fighter.spare and not fighter.actions & HAS_STANDARD:
        fighter.spare -= 1
        fighter.actions |= HAS_STANDARD
    if fighter.gasp is not None and action <= b.QUICK:
        fighter.actions = 0


def cost_of(battle: Skirmish, fighter: Fighter, option: TurnOption) -> int:
    """Which action an option takes."""
    kind = option.kind
    if kind == "use":
        return fighter.block.powers[option.power].action if option.power < len(fighter.block.powers) else b.STANDARD
    if kind in ("move", "disengage"):
        return b.MOVE
    if kind == "reload":
        return fighter.block.powers[option.power].reload
    if kind == "stunt":
        return battle.stunts[option.power].action if option.power < len(battle.stunts) else b.MOVE
    if kind == "break":
        ending = shaking.found(battle, option.to, option.power)
        return ending.effect.ends_by if ending is not None else b.FREE
    if kind in ("end", "delay", "flee", "try rally", "release"):
        return b.FREE
    return b.STANDARD


def why_not(battle: Skirmish, fighter: Fighter, option: TurnOption) -> str:
    """Why this may not be done now; "" when it may."""
    if option.kind == "end":
        return ""
    if option.power >= len(fighter.block.powers) and option.kind in WITH_A_POWER:
        return "there is no such power"
    cost = cost_of(battle, fighter, option)
    if not can_pay(fighter, cost):
        return f"no {b.ACTIONS[cost]} action left"
    if cost == b.FREE and battle.refuse_free and option.kind in ("use", "release"):
        return "the GM allows no more free actions"
    kind = option.kind
    if kind in ON_TARGETS:
        return _why_not_power(battle, fighter, option)
    if kind == "move":
        return why_not_go(battle, fighter, option.going) if option.going is not None else "no way is named"
    if kind == "disengage":
        return _why_not_disengage(battle, fighter, option.to)
    if kind in ON_ALLIES:
        return _why_not_ally(battle, fighter, option)
    return _why_not_other(battle, fighter, option)


def _why_not_power(battle: Skirmish, fighter: Fighter, option: TurnOption) -> str:
    power = fighter.block.powers[option.power]
    if fighter.conditions & b.CONFUSED and power.rolls:
        return "confused: the next attack goes at a random ally"
    if power.trigger or waits(fighter, power):
        return "only when something sets it off"
    reason = targeting.why_not_usable(battle, fighter, power)
    if reason:
        return reason
    if option.kind == "swoop":
        return _why_not_swoop(battle, fighter, power, option.to)
    if option.to == "":
        if one_target(power) and power.targets.who != b.SELF:
            return "a target must be named"
        return "" if targeting.legal_targets(battle, fighter, power) else "no legal target"
    target = battle.named(option.to)
    if target is None:
        return "nobody of that name is here"
    if option.kind == "coup":
        return _why_not_coup(battle, fighter, power, target)
    return targeting.why_not_target(battle, fighter, power, target)


def _why_not_coup(battle: Skirmish, fighter: Fighter, power: Power, target: Fighter) -> str:
    """ES-160: all three actions, one helpless enemy engaged with you and nobody else."""
    if power.kind != b.MELEE or not power.rolls or not one_target(power):
        return "that is no blow for it"
    if fighter.actions != ALL_ACTIONS:
        return "it takes the move and the quick action too"
    if not is_helpless(target):
        return f"{target.name} is not helpless"
    if not fighter.engaged & target.bit:
        return "not engaged with it"
    if engaged_mask(battle, fighter) & ~target.bit:
        return "others are engaged with you"
    return targeting.why_not_target(battle, fighter, power, target)


def _why_not_swoop(battle: Skirmish, fighter: Fighter, power: Power, to: str) -> str:
    """ES-79, R-36: a free flyer, an airborne enemy nearby, a move action and the melee attack in one turn."""
    target = battle.named(to)
    if battle.house.slip_past:
        return "at this table a swoop slips past"
    if target is None or target.state != UP or target.team == fighter.team or not nearby(fighter, target):
        return "no enemy of that name is nearby"
    if target.hidden:
        return "nobody here has seen it"
    if power.kind != b.MELEE or not power.rolls:
        return "only a melee attack can be made in passing"
    if not fighter.airborne or not target.airborne:
        return "both must be in the air"
    if engaged_mask(battle, fighter):
        return "only while free"
    if not fighter.actions & HAS_MOVE or not fighter.actions & HAS_STANDARD:
        return "it takes a move and a standard action"
    return why_stuck(battle, fighter) or targeting.why_not_in_passing(battle, fighter, power, target)


def _why_not_disengage(battle: Skirmish, fighter: Fighter, to: str) -> str:
    foes = engaged_mask(battle, fighter)
    if not foes:
        return "not engaged"
    if fighter.conditions & b.STUCK:
        return "stuck"
    if fighter.conditions & b.NO_DISENGAGE:
        return "no disengaging for now"
    if fighter.disengage_failed and not battle.house.retry_disengage:
        return "failed once this turn already"
    if not to:
        return ""
    if not battle.house.partial_disengage:
        return "one disengages from everyone or from nobody"
    return "" if chosen_foes(battle, fighter, to) else "not engaged with it"


def _why_not_ally(battle: Skirmish, fighter: Fighter, option: TurnOption) -> str:
    ally = battle.named(option.to)
    if ally is None or ally.team != fighter.team or not ally.is_present():
        return "no ally of that name is here"
    if option.kind == "potion":
        return _why_not_potion(battle, fighter, ally)
    if ally.number == fighter.number:
        return "not on oneself"
    if not next_to(battle, fighter, ally):
        return f"not next to {ally.name}"
    if option.kind == "help":
        return "" if ally.gasp is not None else f"{ally.name} is not at its last gasp"
    return "" if ally.state == DYING else f"{ally.name} is not dying"


def _why_not_potion(battle: Skirmish, fighter: Fighter, ally: Fighter) -> str:
    if fighter.potions < 1:
        return "no potion left"
    if ally.block.recovery_die == 0:
        return f"{ally.name} has no recoveries"
    if ally.conditions & b.NO_RECOVERY:
        return f"{ally.name} cannot use recoveries for now"
    if ally.number == fighter.number or next_to(battle, fighter, ally):
        return ""
    return f"not next to {ally.name}"


def _why_not_other(battle: Skirmish, fighter: Fighter, option: TurnOption) -> str:
    kind = option.kind
    if kind == "rally":
        return _why_not_rally(fighter)
    if kind == "try rally":
        return _why_not_try_rally(fighter)
    if kind == "delay":
        return _why_not_delay(battle, fighter)
    if kind == "ready":
        return "a readied action is held already" if fighter.readied is not None else ""
    if kind == "flee":
        return _why_not_flee(battle, fighter)
    if kind == "reload":
        return "" if fighter.unloaded >> option.power & 1 else "it is loaded"
    if kind == "release":
        victim = battle.named(option.to)
        return "" if victim is not None and victim.grabber == fighter.number else "it holds nobody of that name"
    if kind == "stunt":
        return _why_not_stunt(battle, fighter, option.power)
    if kind == "break":
        return shaking.why_not(battle, fighter, option)
    if kind == "confused":
        return "" if fighter.conditions & b.CONFUSED and turn_acts.confused_power(battle, fighter) is not None else "not confused"
    return "that is nothing to do on a turn"


def _why_not_rally(fighter: Fighter) -> str:
    """ES-86, ES-87: once per battle; again only after a save."""
    if fighter.block.kind != b.PC:
        return "only player characters rally"
    if fighter.conditions & b.NO_RECOVERY:
        return "no recoveries for now"
    if fighter.rallies == 0 or fighter.rally_allowed:
        return ""
    return "barred from rallying this round" if fighter.rally_barred else "a save comes first"


def _why_not_try_rally(fighter: Fighter) -> str:
    if fighter.block.kind != b.PC or fighter.rallies == 0:
        return "the first rally needs no save"
    if fighter.rally_allowed or fighter.rally_barred:
        return "one try per turn"
    return "" if fighter.actions & HAS_STANDARD else "no standard action left to rally with"


def _why_not_delay(battle: Skirmish, fighter: Fighter) -> str:
    """ES-10, R-05: only before any standard, move or quick action."""
    if battle.stepped_in:
        return "this is the delayed turn"
    if battle.phase == AMBUSH:
        return "not in an ambush round"
    allowance = ALL_ACTIONS & ~HAS_MOVE if fighter.conditions & b.LOSES_MOVE else ALL_ACTIONS
    return "" if fighter.actions & allowance == allowance else "something has been done already this turn"


def _why_not_flee(battle: Skirmish, fighter: Fighter) -> str:
    if fighter.team != 0 or fighter.block.kind != b.PC:
        return "only the party flees"
    return "refused this turn already" if battle.flight_refused else ""


def _why_not_stunt(battle: Skirmish, fighter: Fighter, place: int) -> str:
    if place >= len(battle.stunts):
        return "no such stunt"
    stunt = battle.stunts[place]
    if stunt.whom >= 0 and stunt.whom != fighter.number:
        return "it is offered to somebody else"
    return why_stuck(battle, fighter)


# -- doing it ------------------------------------------------------------------------------------------------------------


def perform(battle: Skirmish, fighter: Fighter, option: TurnOption) -> None:
    """Carry an option out. Legality has been checked; things set off on the way may still change it."""
    kind = option.kind
    before = fighter.lasting.copy() if battle.any_linked and fighter.lasting else []
    if kind in ON_TARGETS:
        turn_acts.use_power(battle, fighter, option)
    elif kind == "move" and option.going is not None:
        turn_acts.go(battle, fighter, option)
    elif kind == "disengage":
        turn_acts.disengage(battle, fighter, option.to)
    elif kind in ON_ALLIES:
        turn_acts.tend(battle, fighter, option)
    elif kind in ("rally", "try rally"):
        turn_acts.rally(battle, fighter, kind == "try rally")
    elif kind == "ready":
        turn_acts.ready(battle, fighter)
    elif kind == "flee":
        battle.flight = fighter.number
    elif kind == "reload":
        pay(fighter, cost_of(battle, fighter, option))
        fighter.unloaded &= ~(1 << option.power)
    elif kind == "release":
        victim = battle.named(option.to)
        if victim is not None:
            victim.grabber = -1
            linked.let_go(battle, victim)
    elif kind == "break":
        shaking.perform(battle, fighter, option)
    elif kind == "stunt":
        turn_acts.stunt(battle, fighter, option.power)
    elif kind == "confused":
        turn_acts.confused_attack(battle, fighter)
    if before and cost_of(battle, fighter, option) <= b.QUICK:
        linked.happens(battle, fighter, b.DOES_ACT, 0, before)
    battle.mark("action")


def readied_option(battle: Skirmish, holder: Fighter, readied: Readied, actor: Fighter) -> TurnOption | None:
    """ES-25: the readied option with its target filled in, if it can be done now."""
    option = read_option(readied.option.replace("*", actor.id))
    if option is None:
        return None
    kept = holder.actions
    holder.actions = ALL_ACTIONS
    reason = why_not(battle, holder, option)
    holder.actions = kept
    return None if reason else option

