"""Interrupts and free actions out of turn (ES-30 to ES-32), and powers that answer a blow."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.question import Option, Plain
from quintain.engine.rows import all_stakes
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.fields_blocks import SetOff
from quintain.systems.escalation.play import sentences, sentences_effects, sentences_stakes, tactics_replies
from quintain.systems.escalation.printed import occasion_rows as h
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import attack_roll, targeting, turned_hits
from quintain.systems.escalation.rules.answers import ActNow, Reaction, Reply, yes_or_no
from quintain.systems.escalation.rules.figures import fits_filters
from quintain.systems.escalation.rules.harm import harm
from quintain.systems.escalation.rules.positions import engage, in_turn_order, members, nearby, part_ways
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import NO_NATURAL, Skirmish
from quintain.systems.escalation.rules.strike import Blow, Strike
from quintain.systems.escalation.rules.triggers import answers_hit, can_react
from quintain.systems.escalation.traits import amounts, bonuses, granted_attacks, linked_effects, occasions, row_facts
from quintain.systems.escalation.traits.verb import carry_out as carry_out_row

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


def pay(battle: Skirmish, fighter: Fighter, power: Power) -> None:
    """The use is counted; an interrupt is spent until the end of the next own turn (ES-31)."""
    targeting.count_use(battle, fighter, power)
    if power.action == b.INTERRUPT:
        fighter.interrupt_used = True
    battle.note(power.use_note, fighter.id)
    if battle.telling:
        battle.tell(sentences.reaction(fighter, power))


@final
class ReactQuestion(Reaction):
    """Use an interrupt, or not."""

    def __init__(self, battle: Skirmish, fighter: Fighter, power: Power, strike: Strike, target: Fighter, blow: Blow) -> None:
        super().__init__(battle, "interrupt", fighter, strike.attacker)
        self.power: Power = power
        self.strike: Strike = strike
        self.target: Fighter = target
        self.blow: Blow = blow

    def title(self) -> str:
        does = "hits" if self.blow.hit else "misses"
        return f"{sentences.name_for(self.target, self.strike.attacker)} {does} {self.target.name}: use {self.power.name}?"

    def between(self) -> list[str]:
        return [self.other.id, self.target.id]

    def stakes(self) -> list[Stake]:
        """What using it does to the blow; the total behind a foe's natural roll is the GM's to know."""
        found: list[Stake] = []
        target, attacker = self.target, self.strike.attacker
        same_side = target.team == self.holder.team
        for effect in self.power.hit:
            if effect.op == b.DEFENCE_BONUS:
                bonus = effect.modifiers[b.ON_AC + self.strike.power.defence]
                name = b.DEFENCES[self.strike.power.defence]
                if attacker.team == 0:
                    turns = self.blow.margin < bonus and self.blow.natural != 20
                    does = "turns the hit into a miss" if turns else "is not enough"
                    found.append({"text": f"{bonus:+d} {name} {does}", "kind": "good" if turns else "bad"})
                elif self.blow.natural == 20:
                    found.append({"text": "a natural 20 hits whatever the defence", "kind": "bad"})  # ES-91
                else:
                    most = self.blow.defence + bonus - 1 - self.blow.natural
                    text = f"{bonus:+d} {name} against its natural {self.blow.natural}: a miss if it adds {most:+d} or less"
                    found.append({"text": text, "kind": "neutral"})
            elif effect.op in (b.HALVE, b.NEGATE):
                found.append({"text": "half damage" if effect.op == b.HALVE else "the hit is undone", "kind": "good"})
        if same_side and target.mob < 0:
            found.append({"text": f"{target.name} has {target.hp} of {target.max_hp} hp", "kind": "neutral"})
        return found

    def options(self) -> list[Option]:
        return [Reply("yes", f"Use {self.power.name}", self.target.id), Reply("no", "Let it be", self.target.id)]

    def choose(self, tactic: Tactic) -> Option:
        use = tactics_replies.wants_interrupt(self.skirmish, self.who, self.power, self.strike, self.target, self.blow, tactic.level)
        return yes_or_no(use)

    def still_may(self) -> bool:
        battle, holder = self.skirmish, self.holder
        if not self.target.is_present() or not can_react(battle, holder, self.power):
            return False
        if self.blow.hit:
            attack_roll.read_again(battle, self.strike, self.target, self.blow)
            return answers_hit(battle, holder, self.power, self.strike, self.target)
        return self.strike.can_be_made_at(self.target)


def against_hit(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> Fighter:
    """After the d20 and before damage: powers that turn the blow or soften it, asked in the order of battle (R-75).

    Gives back whom the blow goes at in the end.
    """
    if not blow.hit:
        return target
    for number_in_order in in_turn_order(battle):
        holder = battle.fighters[number_in_order]
        if not holder.block.reactions or not blow.hit or holder.number == strike.attacker.number:
            continue
        if battle.supposing >= 0 and holder.team != battle.supposing:
            continue
        for number in holder.block.reactions:
            power = holder.block.powers[number]
            if not answers_hit(battle, holder, power, strike, target) or not can_react(battle, holder, power):
                continue
            if not power.trigger_faces >> min(blow.natural, 20) & 1 or (power.not_crits and blow.crit):
                continue
            answer = battle.ask(ReactQuestion(battle, holder, power, strike, target, blow))
            if answer is not None and answer.id() == "yes" and holder.state == UP:
                pay(battle, holder, power)
                target = turned_hits.soften(battle, strike, holder, target, blow, power)
    return target


def after_own_miss(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    """Powers by which the attacker rolls a miss again, at whatever price; the second roll counts."""
    attacker = strike.attacker
    for number in attacker.block.reactions:
        power = attacker.block.powers[number]
        if power.trigger != b.SELF_MISSES or blow.hit or not can_react(battle, attacker, power):
            continue
        answer = battle.ask(ReactQuestion(battle, attacker, power, strike, target, blow))
        if answer is None or answer.id() != "yes" or attacker.state != UP:
            continue
        pay(battle, attacker, power)
        for effect in power.hit:
            if effect.op == b.REROLL:
                attack_roll.roll_again(battle, strike, target, blow, effect.amount.flat, effect.without_die)
            elif effect.op == b.DAMAGE and effect.on == b.ON_SELF and not attacker.block.occasion_mask and not battle.any_linked:
                _pays_dearly(battle, attacker, power, effect)
            else:
                carry_out_row(battle, Strike(attacker, power), effect, attacker, NO_NATURAL)


def _pays_dearly(battle: Skirmish, attacker: Fighter, power: Power, effect: Effect) -> None:
    """The price in hit points. Where it surely only hurts, odds about somebody else need not know how much it was."""
    left = battle.pools[attacker.mob] if attacker.mob >= 0 else attacker.hp
    about = attacker.id if effect.amount.most() < left else ""
    dealt = amounts.rolled_amount(battle, attacker, effect.amount, "damage", about, amounts.alone(attacker))
    harm(battle, attacker, [dealt], [effect.damage_type], attacker, NO_NATURAL, 0, power.name)


def after_blows(battle: Skirmish, strike: Strike, blows: list[Blow]) -> None:
    """Occasions and powers of those struck that answer a hit, a miss, harm, being staggered or dropping."""
    for blow in blows:
        target = battle.fighters[blow.target]
        if target.block.occasion_mask >> b.WHEN_ATTACKED & 1 and not blow.unseen:
            occasions.attacked(battle, strike, blow, target)
        if blow.answered is not None and not blow.hit:
            _missed_after_all(battle, strike.attacker, battle.fighters[blow.answered_by], blow.answered)
        if battle.occasions & h.ANYBODYS and strike.power.rolls and not blow.unseen:
            occasions.seen(battle, strike, blow)
        if target.block.reactions and strike.depth == 0:
            _answers(battle, strike, target, blow)
    if battle.set_off:
        settle(battle)


def _missed_after_all(battle: Skirmish, attacker: Fighter, holder: Fighter, power: Power) -> None:
    """A power that answered a hit has made it a miss, and goes on from there."""
    if not holder.can_act():
        return
    strike = Strike(holder, power)
    for effect in power.miss:
        carry_out_row(battle, strike, effect, attacker, NO_NATURAL)
    granted_attacks.carry_out_grants(battle, strike)


def _answers(battle: Skirmish, strike: Strike, target: Fighter, blow: Blow) -> None:
    for number in target.block.reactions:
        power = target.block.powers[number]
        if any(effect.op in b.TURNS_A_HIT for effect in power.hit):
            continue
        wanted = power.trigger == (b.SELF_HIT if blow.hit else b.SELF_MISSED)
        wanted = wanted or power.trigger == b.SELF_ATTACKED or (power.trigger == b.SELF_DAMAGED and blow.harmed)
        wanted = wanted and bool(power.versus >> strike.power.defence & 1)
        if power.answers is not None:
            wanted = wanted and bonuses.speaks_of(power.answers, strike.power, strike.opportunity)
        if wanted and power.trigger_faces >> min(blow.natural, 20) & 1 and can_react(battle, target, power):
            answer_with(battle, target, power, strike.attacker)


def answer_with(battle: Skirmish, holder: Fighter, power: Power, against: Fighter) -> None:
    """A triggered power goes at whoever set it off, if that is somebody it may go at."""
    if power.targets.filter and not fits_filters(battle, holder, against, power.targets.filter):
        return
    if not may_answer(holder, power, against):
        return
    strike = _used(battle, TriggeredQuestion(battle, holder, power, against, True))
    if strike is None:
        return
    if power.rolls:
        if against.is_present() and battle.procedures.sets_off_and_draws(battle, holder, power, [against]):
            battle.procedures.make_attack(battle, strike, [against])
        return
    granted_attacks.work_on(battle, strike, [against])


def _used(battle: Skirmish, question: TriggeredQuestion) -> Strike | None:
    """The attack or power it makes by it, paid for; None where it lets it be."""
    answer = battle.ask(question)
    if answer is None or answer.id() != "yes" or question.holder.state != UP:
        return None
    pay(battle, question.holder, question.power)
    strike = Strike(question.holder, question.power)
    strike.depth = 1
    return strike


def settle(battle: Skirmish) -> None:
    """Powers and occasions set off by being staggered or dropping, in the order these came about, once the act is resolved (ES-30).

    Whoever drops does this as its last act, against those it was engaged with when it fell.
    """
    while battle.set_off:
        came = battle.set_off.pop(0)
        if came.trigger in (b.SELF_DROPS, h.QUEUED + b.WHEN_DROPS):
            _as_its_last(battle, came)
        else:
            _lived_through(battle, came)


def _lived_through(battle: Skirmish, came: SetOff) -> None:
    if came.trigger >= h.QUEUED:
        occasions.settle(battle, came)
        return
    holder = battle.fighters[came.holder]
    for number in holder.block.reactions:
        power = holder.block.powers[number]
        if power.trigger == came.trigger and can_react(battle, holder, power):
            _set_off_at_its_targets(battle, holder, power, battle.fighters[came.by])


def _as_its_last(battle: Skirmish, came: SetOff) -> None:
    """Whoever falls is up for this once more, in the midst of those it was engaged with."""
    holder = battle.fighters[came.holder]
    fallen, held = holder.state, holder.engaged
    if fallen == UP:
        return
    holder.state = UP
    for other in members(battle, came.engaged & ~held):
        if other.is_present() and other.zone == holder.zone:
            engage(holder, other)
    _lived_through(battle, came)
    if holder.state == UP and (holder.mob >= 0 or holder.hp <= 0):  # the GM may have raised it meanwhile
        holder.state = fallen
    part_ways(battle, holder, holder.engaged & ~held)


def _set_off_at_its_targets(battle: Skirmish, holder: Fighter, power: Power, by: Fighter) -> None:
    """At whom its own line says, whoever brought it about."""
    legal = targeting.legal_targets(battle, holder, power)
    if not legal:
        return
    strike = _used(battle, TriggeredQuestion(battle, holder, power, by, False))
    if strike is None:
        return
    targets = targeting.choose_targets(battle, holder, power, legal, by)
    if power.trigger != b.SELF_DROPS and not battle.procedures.sets_off_and_draws(battle, holder, power, targets):
        return
    if power.strikes:
        battle.procedures.make_attack(battle, strike, targets)
        return
    granted_attacks.work_on(battle, strike, targets)


@final
class TriggeredQuestion(Reaction):
    """Use a triggered power, or not."""

    def __init__(self, battle: Skirmish, holder: Fighter, power: Power, against: Fighter, at_them: bool) -> None:
        super().__init__(battle, "triggered", holder, against)
        self.power: Power = power
        self.at_them: bool = at_them
        """Does it go at whoever set it off?"""

    def title(self) -> str:
        return f"{self.power.name} against {sentences.name_for(self.holder, self.other)}?"

    def options(self) -> list[Option]:
        power = self.power
        yes: Option = Plain("yes", f"Use {power.name}")
        if power.rolls:
            yes = ActNow(f"Use {power.name}", "use", power.number, self.other.id if self.at_them else "", True)
        return [yes, Plain("no", "Let it be")]

    def stakes(self) -> list[Stake]:
        """What it does, and how whoever it goes at is."""
        found = [sentences_effects.rows(self.power.hit)]
        if self.at_them and self.other.number != self.holder.number:
            found.append(sentences_stakes.health(self.skirmish, self.holder, self.other))
        return all_stakes(found)

    def still_may(self) -> bool:
        if self.at_them and not may_answer(self.holder, self.power, self.other):
            return False
        return can_react(self.skirmish, self.holder, self.power)


def may_answer(holder: Fighter, power: Power, against: Fighter) -> bool:
    """Is whoever it answers there, and where an attack reaches; or does it fall on others than that one?"""
    if not power.rolls:
        return against.is_present() or any(row_facts.leaves_target_alone(row) for row in power.hit)
    return against.is_present() and (power.targets.range not in (b.ENGAGED, b.NEARBY) or nearby(holder, against))


def notice(battle: Skirmish, trigger: int, actor: Fighter, about: Fighter) -> None:
    """Something happened that may set off a free action: an enemy engages or leaves someone."""
    if battle.any_linked and about.lasting:
        linked_effects.happens(battle, about, b.IS_ENGAGED_OR_LEFT)
    if not about.block.reactions:
        return
    for number in about.block.reactions:
        power = about.block.powers[number]
        if power.trigger == trigger and can_react(battle, about, power):
            answer_with(battle, about, power, actor)
