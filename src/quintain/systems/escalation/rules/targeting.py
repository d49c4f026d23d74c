"""Targets (chapter I) and whether a power can be used at all: one source of legality for both."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.battle import Battle
from quintain.engine.question import Option, Question
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.play import sentences, tactics_values
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import conditions
from quintain.systems.escalation.rules.figures import defence_of, fits_filters, hp_of, meets_needs, target_meets
from quintain.systems.escalation.rules.positions import engaged_mask, line_of, members, nearby_allies
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import There
from quintain.systems.escalation.traits import amounts, linked_effects

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import OptionView


def why_not_usable(battle: Skirmish, user: Fighter, power: Power) -> str:
    """Why this power cannot be used now, targets apart; "" when it can (ES-155, ES-159, ES-173)."""
    if power.usage != b.AT_WILL:
        spent = why_spent(battle, user, power)
        if spent:
            return spent
    if power.per_round and user.used_round[power.shares] >= power.per_round:
        return "used this round already"
    if user.conditions & b.HAMPERED and _is_attack(power) and power.number not in (user.block.basic_melee, user.block.basic_ranged):
        return "hampered: basic attacks only"
    if user.conditions & b.CONFUSED and power.limited():
        return "confused: no limited powers"
    if user.conditions & b.NO_ATTACK and power.rolls:
        return "no attacks for now"
    if user.conditions & b.NO_SPELLS and power.spell:
        return "no spells for now"
    if user.unloaded >> power.number & 1:
        return "it must be reloaded first"
    if power.escapes and user.engaged == 0:
        return "not engaged"
    if power.escapes and user.conditions & b.STUCK and all(each.op == b.POP_FREE for each in power.hit):
        return "stuck: nobody pops free"
    if power.kind == b.RANGED:
        if user.grabber >= 0:
            return "grabbed: no ranged attacks"
        if user.conditions & b.NO_RANGED:
            return "no ranged attacks for now"
    if power.needs.granted and not user.called >> power.number & 1 and not linked_effects.is_unlocked(user, power):
        return "only another attack can grant it"
    if power.needs.nobody_under and linked_effects.holds_somebody(battle, user, power):
        return "somebody still suffers from it"
    if power.needs.not_last_turn and user.last_turn_uses >> power.shares & 1:
        return "never two turns in a row"
    return meets_needs(battle, user, power.needs)


def _is_attack(power: Power) -> bool:
    """Does it go against somebody? Healing and the like are no attacks (ES-159)."""
    return power.rolls or power.targets.who in (b.ENEMY, b.CREATURE)


def why_spent(battle: Skirmish, user: Fighter, power: Power) -> str:
    number = power.shares
    if user.out[number]:
        return "lost for this battle" if power.usage == b.RECHARGE else "spent until the next full heal-up"
    if power.usage == b.PER_ROUND:
        used = user.used_round[number]
        if power.group_uses:
            alike = [each for each in battle.fighters if each.block.id == user.block.id and each.team == user.team]
            used = sum([each.used_round[number] for each in alike])
        return "used this round already" if used >= power.uses else ""
    used = battle.shared_uses.get(shared_name(user, power), 0) if power.group_uses else user.used[number]
    return "used up for this battle" if used >= most_uses(battle, user, power) else ""


def most_uses(battle: Skirmish, user: Fighter, power: Power) -> int:
    """How often it can be used in this battle (ES-155); shared uses may grow with the number of the block (ES-173)."""
    uses = user.limits.get(power.shares, power.uses)
    if not power.group_per:
        return uses
    alike = [each for each in battle.fighters if each.block.id == user.block.id and each.part == user.part and each.team == user.team]
    return uses * ((len(alike) + power.group_per - 1) // power.group_per)


def roll_limits(battle: Skirmish, fighter: Fighter) -> None:
    """Powers whose uses per battle are rolled, when it begins."""
    for power in fighter.block.powers:
        if power.uses_dice.dice is not None and power.shares == power.number:
            limit = amounts.rolled_amount(battle, fighter, power.uses_dice, "uses", "", There(fighter))
            fighter.limits = {**fighter.limits, power.number: max(0, limit)}


def shared_name(user: Fighter, power: Power) -> str:
    return f"{user.block.id}:{power.shares}"


def count_use(battle: Skirmish, user: Fighter, power: Power) -> None:
    """ES-155: a use is gone; a cyclic power costs nothing while the die is even and above 0."""
    user.used_round[power.shares] += 1
    user.called &= ~(1 << power.number)
    if battle.turn == user.number:
        user.turn_uses |= 1 << power.shares
    if power.reload != b.FREE:
        user.unloaded |= 1 << power.number
    if power.usage in (b.AT_WILL, b.PER_ROUND):
        return
    if power.usage == b.CYCLIC and battle.escalation > 0 and battle.escalation % 2 == 0:
        return
    if power.group_uses:
        key = shared_name(user, power)
        battle.shared_uses[key] = battle.shared_uses.get(key, 0) + 1
    elif power.pool:
        for each in user.block.powers:
            if each.pool == power.pool:
                user.used[each.number] += 1
    else:
        user.used[power.shares] += 1
    if power.usage == b.DAILY:
        user.out[power.shares] = 1


def why_not_target(battle: Skirmish, user: Fighter, power: Power, target: Fighter) -> str:
    """Why this creature is no legal target; "" when it is (ES-66)."""
    if battle.banned_targets or battle.allowed_targets:
        word = _gms_word(battle, user, target)
        if word >= 0:
            return "the GM rules it out" if word == 0 else "" if target.is_present() else "it is not in the fight"
    wanted = power.targets
    who = _why_not_whom(user, target, wanted.who)
    if who:
        return who
    if wanted.range == b.ENGAGED:
        if not user.engaged & target.bit and not (
            user.has_effects_for_some and user.zone == target.zone and linked_effects.reaches(user, power)
        ):
            return "not engaged with it"
    elif wanted.range == b.NEARBY:
        if user.zone != target.zone:
            return "it is faraway"
    elif wanted.range == b.FAR_ONLY and user.zone == target.zone:
        return "it is not faraway"
    return _why_not_it(battle, user, power, target)


def why_not_in_passing(battle: Skirmish, user: Fighter, power: Power, target: Fighter) -> str:
    """ES-79: why a blow in passing may not go at this creature, although reach is no matter."""
    if battle.banned_targets and _gms_word(battle, user, target) == 0:
        return "the GM rules it out"
    return _why_not_it(battle, user, power, target)


def _why_not_it(battle: Skirmish, user: Fighter, power: Power, target: Fighter) -> str:
    """Why it is no target for this power, whoever and wherever it is."""
    wanted = power.targets
    if user.has_effects_for_some and power.rolls and any(
        each.versus == target.number and each.conditions & b.NO_ATTACK for each in user.lasting
    ):
        return "it may not be attacked for now"
    if user.has_effects_for_some and power.rolls and linked_effects.bound_to_others(battle, user, target):
        return "it must attack others"
    if wanted.hp_or_fewer and hp_of(battle, target) > wanted.hp_or_fewer:
        return "it has too many hit points"
    if user.has_effects_for_some and linked_effects.unlocked_for(user, power) not in (-1, target.number):
        return "it may go at somebody else only"
    if target.has_effects_for_some and conditions.is_immune_to(target, power.name):
        return "it is immune to this for now"
    if wanted.filter and not fits_filters(battle, user, target, wanted.filter):
        return "it is not the kind of target this needs"
    if power.needs.any and not target_meets(user, target, power.needs):
        return "it is not staggered" if power.needs.target_staggered else "not come at on this turn"
    return ""


def _gms_word(battle: Skirmish, user: Fighter, target: Fighter) -> int:
    """ES-66, `legal_target`: 1 legal, 0 not, -1 nothing said. A word about this attacker goes before one about everybody."""
    own = (user.number + 1) * 1000 + target.number
    for code in (own, target.number):
        if code in battle.banned_targets:
            return 0
        if code in battle.allowed_targets:
            return 1
    return -1


def _why_not_whom(user: Fighter, target: Fighter, who: int) -> str:
    """ES-01, ES-69: enemies, allies; oneself only where it says so."""
    if not target.is_present():
        return "it is not in the fight"
    if target.hidden and target.team != user.team:
        return "nobody here has seen it"
    if who == b.ENEMY:
        return "" if target.team != user.team else "it is no enemy"
    if who == b.SELF:
        return "" if target.number == user.number else "it works on its user only"
    if target.number == user.number:
        return "" if who == b.ALLY_OR_SELF else "not on oneself"
    if who in (b.ALLY, b.ALLY_OR_SELF):
        return "" if target.team == user.team else "it is no ally"
    return ""


def legal_targets(battle: Skirmish, user: Fighter, power: Power) -> list[Fighter]:
    """Everyone this power may be aimed at now."""
    found = [
        each for each in battle.fighters if each.is_present() and not why_not_target(battle, user, power, each)
    ]
    return _foremost(battle, found, power.targets.foremost) if power.targets.foremost else found


def _foremost(battle: Skirmish, found: list[Fighter], which: int) -> list[Fighter]:
    """Of these, whoever has the fewest or most of something; several where they are level. The fallen only where nobody stands."""
    standing = [each for each in found if each.state == UP] or found
    word = b.FOREMOST[which]
    sign = 1 if word.startswith("lowest") else -1
    what = word[-2:]
    values = [sign * (hp_of(battle, each) if what == "hp" else defence_of(each, b.DEFENCES.index(what.upper()))) for each in standing]
    return [each for place, each in enumerate(standing) if values[place] == min(values)]


def runs(battle: Skirmish, user: Fighter, size: int, legal: list[Fighter]) -> list[list[Fighter]]:
    """ES-67: the unbroken runs of so many legal targets in a zone's line; shorter ones where none is that long."""
    lines: list[list[Fighter]] = []
    seen: list[int] = []
    for one in legal:
        place = one.zone * 1000 + one.team
        if place not in seen:
            seen.append(place)
            line = line_of(battle, one.zone, one.team)
            lines.append([each for each in line if not (each.hidden and user.team != each.team)])
    found: list[list[Fighter]] = []
    for length in range(size, 0, -1):
        for line in lines:
            for start in range(len(line) - length + 1):
                run = line[start : start + length]
                if all(each in legal for each in run):
                    found.append(run)
        if found:
            break
    # nobody stands any more: one of the fallen
    return found or [[one] for one in legal]


@final
class AimOption(Option):
    """One target, or a run of them, by number."""

    def __init__(self, ids: list[str], power: Power | None = None) -> None:
        self.ids: list[str] = ids
        self.power: Power | None = power
        """What goes at them, where it is to be shown."""

    def id(self) -> str:
        return "at:" + "+".join(self.ids)

    def label(self, battle: Battle) -> str:
        return ", ".join([sentences.described(battle, battle.name_of(each)) for each in self.ids]) if self.ids else "No more targets"

    def target(self) -> str:
        return self.ids[0] if self.ids else ""

    def named_units(self) -> list[str]:
        return self.ids

    def show(self, battle: Battle, who: str, shown: OptionView) -> None:
        shown["verb"], shown["group"] = "At", "attack"
        if not self.ids:
            shown["kind"] = "pass"


@final
class AimQuestion(Question):
    """Which target, or which run of the line."""

    def __init__(
        self, battle: Skirmish, user: Fighter, power: Power, picked: list[int], size: int, barred: list[int]
    ) -> None:
        super().__init__(battle, "aim", user.id)
        self.barred: list[int] = barred
        self.skirmish: Skirmish = battle
        self.user: Fighter = user
        self.power: Power = power
        self.picked: list[int] = picked
        self.size: int = size

    def title(self) -> str:
        return f"{self.power.name}: whom does it go at?"

    def still_legal(self) -> list[Fighter]:
        legal = legal_targets(self.skirmish, self.user, self.power)
        return [each for each in legal if each.number not in self.picked and each.number not in self.barred]

    def options(self) -> list[Option]:
        legal = self.still_legal()
        if self.power.targets.in_group and self.size > 1:
            found = runs(self.skirmish, self.user, self.size, legal)
            return [AimOption([each.id for each in run], self.power) for run in found]
        options: list[Option] = [AimOption([each.id], self.power) for each in legal]
        if self.picked and (self.power.targets.up_to or only_fallen(legal)):
            options.append(AimOption([]))
        return options

    def choose(self, tactic: Tactic) -> Option:
        legal = self.still_legal()
        if self.power.targets.in_group and self.size > 1:
            best = tactics_values.best_run(self.skirmish, self.user, self.power, runs(self.skirmish, self.user, self.size, legal))
            return AimOption([each.id for each in best])
        if self.picked and only_fallen(legal) and legal[0].team != self.user.team:
            return AimOption([])
        return AimOption([tactics_values.best_target(self.skirmish, self.user, self.power, legal).id])

    def withdrawn(self) -> bool:
        return self.user.state != UP or bool(self.skirmish.decided) or not self.still_legal()


def only_fallen(legal: list[Fighter]) -> bool:
    """Is nobody left but those lying unconscious? An attack on several need not go at them."""
    return all(each.state != UP for each in legal)


def choose_targets(
    battle: Skirmish, user: Fighter, power: Power, legal: list[Fighter], first: Fighter | None = None
) -> list[Fighter]:
    """The targets of one attack, of those in `legal`, and those who come with them."""
    chosen = _choose_targets(battle, user, power, legal, first)
    if power.also is not None and chosen:
        more = [each for each in legal_targets(battle, user, power.also) if each not in chosen]
        second = _choose_targets(battle, user, power.also, more) if more else []
        chosen = _still_legal(battle, user, power, chosen) + second
    if power.targets.and_engaged:
        held = 0
        for each in chosen:
            held |= engaged_mask(battle, each)
        chosen = chosen + [each for each in members(battle, held & ~user.bit) if each.team == user.team]
    return chosen


def _choose_targets(
    battle: Skirmish, user: Fighter, power: Power, legal: list[Fighter], first: Fighter | None = None
) -> list[Fighter]:
    """How many is rolled first (section 6, step 5), then they are named."""
    wanted = power.targets
    if wanted.who == b.SELF:
        return [user]
    barred = [each.number for each in legal_targets(battle, user, power) if each not in legal]
    count = 99 if wanted.every else amounts.own_amount(battle, user, wanted.count, "targets")
    if user.has_effects_for_some:
        count += linked_effects.more_targets(user, power)
    legal = [each for each in legal_targets(battle, user, power) if each.number not in barred]
    if not legal:
        return []
    if wanted.every:
        # melee with the unconscious is dormant, so "each enemy engaged with it" leaves them out
        standing = [each for each in legal if each.state == UP] if wanted.range == b.ENGAGED else legal
        return standing or legal
    fallen = power.rolls and any(each.state != UP for each in legal)
    if len(legal) <= count and not wanted.up_to and not wanted.in_group and not fallen:
        return legal
    if wanted.random:
        return amounts.by_lot(battle, user, legal, count)
    if wanted.in_group and count > 1:
        return _ask_aim(battle, AimQuestion(battle, user, power, [], count, barred))
    picked: list[int] = []
    if first is not None and first in legal:
        picked.append(first.number)
    while len(picked) < count:
        taken = picked + barred
        left = [each for each in legal_targets(battle, user, power) if each.number not in taken]
        if not left:
            break
        if len(left) == 1 and not picked:
            picked.append(left[0].number)
            break
        named = _ask_aim(battle, AimQuestion(battle, user, power, picked, 1, barred))
        if not named:
            break
        picked.append(named[0].number)
    return _still_legal(battle, user, power, [battle.fighters[number] for number in picked])


def _still_legal(battle: Skirmish, user: Fighter, power: Power, chosen: list[Fighter]) -> list[Fighter]:
    """Those of them whom no ruling has taken away while the others were named."""
    return [each for each in chosen if not why_not_target(battle, user, power, each)]


def _ask_aim(battle: Skirmish, question: AimQuestion) -> list[Fighter]:
    answer = battle.ask(question)
    if not isinstance(answer, AimOption):
        return []
    found = [battle.named(id) for id in answer.ids]
    return [each for each in found if each is not None]


def uses_left(battle: Skirmish, one: Fighter, power: Power) -> int:
    """How often a limited power can still be used."""
    if one.out[power.number]:
        return 0
    if power.usage == b.PER_ROUND:
        return max(0, power.uses - one.used_round[power.number])
    used = battle.shared_uses.get(shared_name(one, power), 0) if power.group_uses else one.used[power.number]
    return max(0, most_uses(battle, one, power) - used)


def confused_power(battle: Skirmish, fighter: Fighter) -> Power | None:
    """The basic attack a confused creature makes, if any ally is nearby: the melee one, or else one it can shoot now."""
    if not nearby_allies(battle, fighter):
        return None
    block = fighter.block
    for number in (block.basic_melee, block.basic_ranged):
        if number >= 0 and not why_not_usable(battle, fighter, block.powers[number]):
            return block.powers[number]
    return None
