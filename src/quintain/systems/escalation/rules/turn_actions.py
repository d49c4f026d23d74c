"""Carrying out what was chosen on a turn: powers, moves, tending the fallen, rallying, readying, stunts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from quintain.engine.battle import Battle
from quintain.engine.dice import D20
from quintain.engine.question import Option, Plain, Question
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.fields_blocks import Readied, Stunt
from quintain.systems.escalation.file_vocabulary import IN_WORDS, SETS_OFF
from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import NOTHING
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import conditions, legality, movement, targeting, turn_options
from quintain.systems.escalation.rules import resolve as attacks
from quintain.systems.escalation.rules.answers import OwnChoice
from quintain.systems.escalation.rules.harm import drink_potion, stabilised, use_recovery
from quintain.systems.escalation.rules.melee import drawn_by
from quintain.systems.escalation.rules.move_options import goings
from quintain.systems.escalation.rules.positions import bits, nearby_allies, next_to
from quintain.systems.escalation.rules.sheet import DYING, HAS_MOVE, HAS_QUICK, HAS_STANDARD, UP, Fighter
from quintain.systems.escalation.rules.skirmish import NO_NATURAL, Skirmish
from quintain.systems.escalation.rules.strike import Strike, Terms, While
from quintain.systems.escalation.rules.targeting import confused_power
from quintain.systems.escalation.rules.terms import check_terms
from quintain.systems.escalation.traits import amounts, granted_attacks, linked_effects
from quintain.systems.escalation.traits.verb import carry_out as carry_out_row


def interrupted(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption, act: str) -> bool:
    """ES-20, R-12: readied actions go first. True: the declared act cannot happen any more, its action is not spent."""
    if not battle.any_readied:
        return False
    able = battle.procedures.fire_readied(battle, fighter, act, option.to)
    if able and not legality.why_not(battle, fighter, option):
        return False
    if battle.switches.interrupted_action_lost:
        turn_options.pay(fighter, turn_options.cost_of(battle, fighter, option))
    return True


def acts_of(power: Power) -> list[str]:
    """What using it is for those who hold something ready: an attack, a spell, or both."""
    found = ["attacks"] if power.rolls else []
    return [*found, "casts"] if power.spell else found


def use_power(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption) -> None:
    """ES-88: declared, set off, paid, targets named, opportunity attacks, then the attacks one after another (ES-169)."""
    power = fighter.block.powers[option.power]
    if battle.any_readied:
        acts = acts_of(power)
        if option.kind == "swoop":
            acts.append("moves")  # it is a move as well
        if any(interrupted(battle, fighter, option, act) for act in acts):
            return
    turn_options.pay(fighter, power.action)
    if option.kind == "coup":
        fighter.actions = 0
    if option.kind == "swoop":
        fighter.actions &= ~HAS_MOVE
    targeting.count_use(battle, fighter, power)
    first = battle.named(option.to) if option.to else None
    times = amounts.own_amount(battle, fighter, power.attacks, "attacks")
    if fighter.has_effects_for_some:
        times += linked_effects.more_attacks(fighter, power)
    if first is not None and power.attacks.dice is not None and targeting.why_not_target(battle, fighter, power, first):
        first = None  # taken away while that die was awaited: another is named
    struck: list[int] = []
    drawn = 0
    if power.tracks:
        fighter.sequence = [times, 0, 0, 0, 0, 0]
    for number in range(times):
        if number > 0 and (battle.decided or not fighter.can_act()):
            break
        targets = _targets(battle, fighter, power, first if number == 0 else None, struck)
        foes = drawn_by(battle, fighter, power, bits(targets)) & ~drawn  # ES-60: each enemy once for the whole act
        drawn |= foes
        if not targets:
            break
        if foes and not _still_made(battle, fighter, power, targets, foes):
            return
        struck.extend([each.number for each in targets])
        one_use(battle, fighter, power, option, targets)


def _targets(
    battle: Skirmish, fighter: Fighter, power: Power, first: Fighter | None, struck: list[int]
) -> list[Fighter]:
    if first is not None and turn_options.one_target(power) and not (
        fighter.has_effects_for_some and linked_effects.more_targets(fighter, power)
    ):
        return [first]
    legal = targeting.legal_targets(battle, fighter, power)
    if power.different_targets:
        legal = [each for each in legal if each.number not in struck]
    standing = [each for each in legal if each.state == UP]
    if power.rolls and struck and not standing:
        return []
    chosen = targeting.choose_targets(battle, fighter, power, legal, first)
    if power.different_targets:
        chosen = [each for each in chosen if each.number not in struck]
    return chosen


def sets_off_and_draws(battle: Skirmish, fighter: Fighter, power: Power, targets: list[Fighter]) -> bool:
    """An attack that is no action of a turn (granted, or in answer to something): it sets off what others hold ready (R-10)
    and draws like any other (ES-53, ES-54). False: it can no longer be made."""
    if battle.any_readied:
        if not all(battle.procedures.fire_readied(battle, fighter, act, "") for act in acts_of(power)):
            return False
        gone = [each for each in targets if not each.is_present() or targeting.why_not_target(battle, fighter, power, each)]
        for each in gone:
            targets.remove(each)
    foes = drawn_by(battle, fighter, power, bits(targets))
    return bool(targets) and (foes == 0 or _still_made(battle, fighter, power, targets, foes))


def _still_made(battle: Skirmish, fighter: Fighter, power: Power, targets: list[Fighter], foes: int) -> bool:
    """ES-60: those whom it draws may strike first; then it goes at those of its targets who are still where it reaches."""
    strike = Strike(fighter, power)
    strike.goes_at(targets)
    if not movement.opportunity(battle, fighter, foes, False):
        return False
    for each in targets.copy():
        if strike.is_out_of_reach(each):
            targets.remove(each)
            if battle.telling:
                battle.tell(sentences.out_of_reach(strike, each))
    return bool(targets)


def one_use(
    battle: Skirmish, fighter: Fighter, power: Power, option: turn_options.TurnOption, targets: list[Fighter]
) -> None:
    strike = Strike(fighter, power)
    strike.coup = option.kind == "coup"
    if strike.coup or fighter.conditions & b.HAMPERED:
        strike.flexible = False  # ES-159: a flexible attack is more than a basic one (ES-99)
    if option.kind == "swoop":
        strike.extra = -2
        strike.why_extra = "swoop"
    strike.paid = power.action != b.FREE
    if power.strikes:
        attacks.make_attack(battle, strike, targets)
        return
    battle.note(power.use_note, fighter.id)
    if battle.telling:
        battle.tell(sentences.used(fighter, power, targets))
    granted_attacks.work_on(battle, strike, targets)


def go(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption) -> None:
    """A move action (ES-50, ES-51, ES-55)."""
    if option.going is None or interrupted(battle, fighter, option, "moves"):
        return
    turn_options.pay(fighter, b.MOVE)
    movement.move(battle, fighter, option.going)


def disengage(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption) -> None:
    """ES-56 to ES-58, R-26: the check, then the move with the same action; the others left behind may strike."""
    if interrupted(battle, fighter, option, "moves"):
        return
    turn_options.pay(fighter, b.MOVE)
    foes = turn_options.chosen_foes(battle, fighter, option.to)
    if not movement.disengage(battle, fighter, foes):
        return
    battle.note("success", fighter.id)
    battle.reached("action")  # the check is what odds are about; where to go is another choice
    movement.go_on(battle, fighter, "go on")


def try_to_rally(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption) -> None:
    """ES-87, R-40: the save that allows another rally this turn, or bars it."""
    if conditions.save(battle, fighter, 11, "rally save", While(lambda: fighter.state == UP)):
        battle.note("success", fighter.id)
        fighter.rally_allowed = True
    else:
        fighter.rally_barred = True


def rally(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption) -> None:
    """ES-86."""
    turn_options.pay(fighter, b.STANDARD)
    fighter.rallies += 1
    fighter.rally_allowed = False
    fighter.rally_barred = True
    battle.note("use:Rally", fighter.id)
    use_recovery(battle, fighter, NOTHING, 0, "rally", own_act=True)


def tend(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption) -> None:
    """Stabilise (ES-127, ES-128), give a potion (ES-130), help somebody at the last gasp (ES-167)."""
    ally = battle.named(option.to)
    if ally is None:
        return
    turn_options.pay(fighter, b.STANDARD)
    if option.kind == "potion":
        battle.note("use:Potion", fighter.id)
        drink_potion(battle, ally, fighter)
    elif option.kind == "help":
        help_last_gasp(battle, ally)
    else:
        _stabilise(battle, fighter, ally)


def _stabilise(battle: Skirmish, fighter: Fighter, ally: Fighter) -> None:
    points = fighter.block.healing_background
    level = check(
        battle, fighter, "stabilise", lambda: check_terms(battle, fighter, b.WIS, "healing background", points), 10, 25,
        lambda: fighter.state == UP and ally.state == DYING and next_to(fighter, ally),
    )  # fmt: skip
    if level == 0:
        return
    stabilised(battle, ally)
    if level == 2 and fighter.actions & (HAS_QUICK | HAS_MOVE):
        # ES-128, R-60: a quick action was enough; the standard action comes back if one can pay.
        turn_options.pay(fighter, b.QUICK)
        fighter.actions |= HAS_STANDARD


def check(
    battle: Skirmish, fighter: Fighter, what: str, adds: Callable[[], Terms], low: int, high: int, still: Callable[[], bool]
) -> int:
    """ES-154: d20 and what is added to it then, against a DC; a natural 1 fails, a natural 20 succeeds. 2: it reached the higher
    number too. `still`: while what it is rolled."""
    roll = battle.roll_while(While(still), fighter.id, what, D20, fighter.id)
    if roll.void:
        return 0
    terms = adds()
    classes = [0] * 21
    for face in range(1, 21):
        total = face + terms.total
        classes[face] = 0 if face == 1 or (total < low and face != 20) else 2 if total >= high else 1
    level = roll.natural_in(classes, "success")
    if level:
        battle.note("success", fighter.id)
    if battle.telling:
        battle.tell(sentences.checked(fighter, what, roll, terms, low, level))
    return level


def help_last_gasp(battle: Skirmish, ally: Fighter) -> None:
    """ES-167: an extra save at 11+ that does not count when failed."""
    if conditions.save(battle, ally, 11, "last-gasp help", While(lambda: ally.gasp is not None)):
        ally.gasp = None
        if battle.telling:
            battle.tell(sentences.last_gasp_over(ally, None))


def stunt(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption) -> None:
    """ES-75, R-34: a skill check; the GM has said what comes of it."""
    offered = battle.stunts[option.power]
    turn_options.pay(fighter, offered.action)
    claimed = _background(battle, fighter, offered)
    if fighter.state != UP:
        return
    level = check(
        battle, fighter, "stunt",
        lambda: check_terms(battle, fighter, offered.ability, claimed.name, claimed.points, offered.stealth),
        offered.dc, 99, lambda: fighter.state == UP,
    )  # fmt: skip
    if fighter.state != UP:
        return
    strike = Strike(fighter, Power(offered.name, -1))
    for effect in offered.on_success if level else offered.on_failure:
        carry_out_row(battle, strike, effect, fighter, NO_NATURAL)


@final
class BackgroundOption(Plain):
    """One background claimed for a check."""

    def __init__(self, name: str, points: int) -> None:
        super().__init__(f"background:{name}", f"{name} +{points}" if points else "No background")
        self.name: str = name
        self.points: int = points


NO_BACKGROUND: Final = BackgroundOption("", 0)


def _background(battle: Skirmish, fighter: Fighter, stunt: Stunt) -> BackgroundOption:
    """ES-75, ES-154: at most one background is claimed. The machine claims none: whether one fits is for people."""
    if not fighter.block.backgrounds:
        return NO_BACKGROUND
    options: list[Option] = [NO_BACKGROUND]
    for name, points in fighter.block.backgrounds.items():
        options.append(BackgroundOption(name, points))
    bonus = check_terms(battle, fighter, stunt.ability).total
    needed = stunt.dc - bonus
    at_stake = [f"{bonus:+d} so far against {stunt.dc}: {5 * (21 - max(2, min(20, needed)))} %, 5 % more for each point"]
    answer = battle.ask(OwnChoice(battle, "background", fighter, "Which background helps?", options, at_stake))
    return answer if isinstance(answer, BackgroundOption) else NO_BACKGROUND


# -- confusion -----------------------------------------------------------------------------------------------------------


def confused_attack(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption) -> None:
    """ES-159: a basic attack at a random nearby ally; the die that picks it comes right after declaring (step 12).

    It is an attack like any other: it sets off what others hold ready, and a shot draws from every engaged enemy.
    """
    if interrupted(battle, fighter, option, "attacks"):
        return
    power = confused_power(battle, fighter)
    if power is None:
        return
    turn_options.pay(fighter, b.STANDARD)
    ally = amounts.drawn(battle, fighter, lambda: nearby_allies(battle, fighter))
    if ally is None or not fighter.can_act():
        return
    foes = drawn_by(battle, fighter, power, ally.bit)
    if foes and not _still_made(battle, fighter, power, [ally], foes):
        return
    targeting.count_use(battle, fighter, power)
    strike = Strike(fighter, power)
    strike.flexible = False
    attacks.make_attack(battle, strike, [ally])


LONGEST_WORDS: Final = 200

# -- readying --------------------------------------------------------------------------------------------------------------


@final
class ReadyOption(Plain):
    """An action to ready, by the id of the turn option it will be; "*" is whoever sets it off."""

    def __init__(self, option: str, words: str, whom: list[str] | None = None) -> None:
        super().__init__(option, words)
        self.words: str = words
        self.whom: list[str] = whom or []

    def named_units(self) -> list[str]:
        return self.whom


@final
class ReadyQuestion(Question):
    """ES-17, ES-18: which action is readied."""

    def __init__(self, battle: Skirmish, fighter: Fighter) -> None:
        super().__init__(battle, "ready", fighter.id)
        self.skirmish: Skirmish = battle
        self.fighter: Fighter = fighter

    def title(self) -> str:
        return f"What does {self.fighter.name} ready?"

    def options(self) -> list[Option]:
        found: list[Option] = []
        allowed = (b.STANDARD, b.MOVE, b.FREE, b.QUICK) if self.skirmish.switches.ready_quick else (b.STANDARD, b.MOVE, b.FREE)
        for power in self.fighter.block.powers:
            if power.trigger or power.needs.granted or power.action not in allowed:
                continue
            if not turn_options.one_target(power) or power.targets.who == b.SELF:
                found.append(ReadyOption(f"use:{power.number}", power.name))
                continue
            if power.targets.who in (b.ENEMY, b.CREATURE):
                found.append(ReadyOption(f"use:{power.number}:*", f"{power.name} at whoever sets it off"))
            for target in targeting.legal_targets(self.skirmish, self.fighter, power):
                found.append(ReadyOption(f"use:{power.number}:{target.id}", f"{power.name}: {target.name}", [target.id]))
        found.append(ReadyOption("move/engage:*", "Engage whoever sets it off"))
        for going in goings(self.skirmish, self.fighter):
            found.append(ReadyOption(f"move/{going.id()}", going.label(self.skirmish), going.named_units()))
        for option in turn_options.candidates(self.skirmish, self.fighter):
            if _can_be_readied(self.skirmish, self.fighter, option):
                found.append(ReadyOption(option.id(), option.label(self.skirmish), option.named_units()))
        return found

    def choose(self, tactic: Tactic) -> Option:
        return self.options()[0]

    def withdrawn(self) -> bool:
        return not self.fighter.can_act() or bool(self.skirmish.decided)


def _can_be_readied(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption) -> bool:
    """ES-18: of what is no power and no move: whatever takes a standard, a move or a free action."""
    if not option.what.readied:
        return False
    return battle.switches.ready_quick or turn_options.cost_of(battle, fighter, option) != b.QUICK


@final
class TriggerOption(Option):
    """What sets a readied action off: who, doing what."""

    def __init__(self, on: str, whom: str) -> None:
        self.on: str = on
        self.whom: str = whom

    def id(self) -> str:
        return f"{self.on}:{self.whom}"

    def target(self) -> str:
        return self.whom if self.on != IN_WORDS else ""

    def label(self, battle: Battle) -> str:
        if self.on == IN_WORDS:
            return f"When {self.whom} (at the GM's word)"
        who = battle.name_of(self.whom) if self.whom else "any enemy"
        return f"When {who} {SETS_OFF[self.on]}"


@final
class TriggerQuestion(OwnChoice):
    """ES-18, R-86: what sets it off: one of the things the rules can see, or any words, at the GM's word."""

    def __init__(self, battle: Skirmish, fighter: Fighter) -> None:
        super().__init__(battle, "trigger", fighter, "What sets it off?", [TriggerOption("attacks", "")])
        self.skirmish: Skirmish = battle

    def options(self) -> list[Option]:
        found: list[Option] = []
        others = [each for each in self.skirmish.fighters if each.state == UP and each.number != self.fighter.number]
        for on in SETS_OFF:
            found.append(TriggerOption(on, ""))
            found.extend([TriggerOption(on, other.id) for other in others if not other.hidden])
        return [*found, TriggerOption(IN_WORDS, "the GM says so")]

    def find(self, id: str) -> Option | None:
        if id.startswith(f"{IN_WORDS}:"):
            said = id.removeprefix(f"{IN_WORDS}:").strip()
            return TriggerOption(IN_WORDS, said) if 0 < len(said) <= LONGEST_WORDS else None
        return super().find(id)

    def why_not(self, option: Option) -> str:
        if isinstance(option, TriggerOption) and option.on == IN_WORDS:
            return ""
        return super().why_not(option)


def ready(battle: Skirmish, fighter: Fighter, option: turn_options.TurnOption) -> None:
    """ES-17: a standard action; the rest of the turn goes on."""
    chosen = battle.ask(ReadyQuestion(battle, fighter))
    if not isinstance(chosen, ReadyOption) or fighter.state != UP:
        return
    trigger = battle.ask(TriggerQuestion(battle, fighter))
    if not isinstance(trigger, TriggerOption) or fighter.state != UP or not fighter.actions & HAS_STANDARD:
        return
    turn_options.pay(fighter, b.STANDARD)
    whom = battle.named(trigger.whom) if trigger.whom else None
    number = whom.number if whom is not None else -1
    fighter.readied = Readied(chosen.id(), b.STANDARD, trigger.on, number, trigger.whom if trigger.on == IN_WORDS else "")
    battle.any_readied = True
    if battle.telling:
        battle.tell(sentences.readied(fighter, chosen.words, trigger.label(battle)))

