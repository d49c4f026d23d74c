"""On whom an effect falls: everybody a row means, one of them somebody chooses, or some drawn by lot."""

from __future__ import annotations

from typing import final

from quintain.engine.question import Plain
from quintain.systems.escalation.fields_blocks import LastingEffect
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, Verb
from quintain.systems.escalation.rules.answers import OneOf, one_of
from quintain.systems.escalation.rules.figures import fits_all
from quintain.systems.escalation.rules.positions import are_enemies, engaged_mask, nearby
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import Strike
from quintain.systems.escalation.traits import amounts


def whom(battle: Skirmish, strike: Strike, effect: Effect, target: Fighter) -> list[Fighter]:
    """On whom a row falls."""
    user = strike.attacker
    if effect.on == b.ON_TARGET:
        return [target] if target.is_present() else []
    if effect.on == b.ON_SELF:
        return [user] if user.is_present() else []
    if effect.on == b.ON_EACH_HIT:
        return such(battle, effect, user, [battle.fighters[each] for each in strike.struck if battle.fighters[each].is_present()])
    if effect.on in (b.ON_ALL_ALLIES, b.ON_ALL_FOES):
        friends = effect.on == b.ON_ALL_ALLIES
        there = [each for each in battle.fighters if each.is_present() and are_enemies(each, user) != friends]
        return such(battle, effect, user, there)
    if effect.on == b.ON_ALLIES_OF_TARGET:
        friends_of = [each for each in battle.fighters if each.team == target.team and each.number != target.number]
        here = [each for each in friends_of if (each.state == UP or (effect.fallen and each.is_present())) and nearby(each, target)]
        return _drawn(battle, user, effect, such(battle, effect, user, here))
    around = [each for each in battle.fighters if each.is_present() and nearby(each, user) and each.number != user.number]
    if effect.on in (b.ON_ALLY, b.ON_EACH_ALLY):
        allies = such(battle, effect, user, [each for each in around if not are_enemies(each, user)])
        return allies if effect.on == b.ON_EACH_ALLY else one_ally(battle, user, effect, allies)
    if effect.on == b.ON_ALLY_OR_SELF:
        return one_ally(battle, user, effect, own_side(battle, user, effect))
    hostile = [each for each in around if are_enemies(each, user) and (each.state == UP or effect.fallen)]
    foes = such(battle, effect, user, hostile)
    if effect.on in (b.ON_EACH_CREATURE, b.ON_RANDOM_CREATURE):
        anybody = such(battle, effect, user, [each for each in around if each.state == UP])
        return anybody if effect.on == b.ON_EACH_CREATURE else _random_others(battle, user, effect, anybody)
    if effect.on == b.ON_EACH_NEARBY:
        return foes
    if effect.on == b.ON_RANDOM_NEARBY:
        return _random_others(battle, user, effect, foes)
    if effect.on == b.ON_RANDOM_OTHER:
        return _random_others(battle, user, effect, [each for each in foes if each.number != target.number])
    held = engaged_mask(battle, user)
    if effect.on in (b.ON_ONE_ENGAGED, b.ON_ONE_NEARBY):
        if effect.on == b.ON_ONE_ENGAGED:
            foes = [each for each in foes if held & each.bit]
        return one_foe(battle, user, foes)
    return [
        each
        for each in foes
        if held & each.bit and not (effect.on == b.ON_EACH_OTHER and each.number == target.number)
    ]


def own_side(battle: Skirmish, user: Fighter, effect: Effect) -> list[Fighter]:
    """The user and its nearby allies, as far as a row is for them; of what takes the edge off blows, nobody gets a second."""
    alone = effect.on == b.ON_SELF
    there = [user] if alone else [each for each in battle.fighters if nearby(each, user) and not are_enemies(each, user)]
    found = such(battle, effect, user, [each for each in there if each.is_present()])
    blunts = effect.blunts if isinstance(effect, LastingEffect) else 0
    return [each for each in found if not blunts or not any(one.effect.blunts == blunts for one in each.lasting)]


def one_foe(battle: Skirmish, user: Fighter, foes: list[Fighter]) -> list[Fighter]:
    if len(foes) < 2:
        return foes
    chosen = one_of(battle, FoeQuestion(battle, "enemy", user, "Which enemy?", foes))
    return [chosen] if chosen is not None else []


@final
class FoeQuestion(OneOf):
    """Which of several enemies it falls on; the machine picks the one with the fewest hit points left."""

    def measure(self, one: Fighter) -> int:
        return one.hp


def such(battle: Skirmish, effect: Effect, user: Fighter, people: list[Fighter]) -> list[Fighter]:
    """Of these, only those that a row is for."""
    return [each for each in people if fits_all(battle, user, each, effect.among)]


def one_ally(battle: Skirmish, user: Fighter, effect: Effect, allies: list[Fighter]) -> list[Fighter]:
    """One nearby ally; or several, as many as the row says, one question after another."""
    if effect.op in (b.FREE_MOVE, b.SLIP_AWAY):
        allies = [each for each in allies if each.state == UP]
    found: list[Fighter] = []
    most = effect.count.flat if effect.count.dice is None else amounts.rolled_amount(battle, user, effect.count, "how many")
    for _ in range(max(1, most)):
        left = [each for each in allies if each not in found and each.is_present()]
        if not left:
            break
        chosen = one_of(battle, AllyQuestion(battle, user, left, effect.op in (b.HEAL, b.RECOVERY, b.TEMP_HP)))
        if chosen is None:
            break
        found.append(chosen)
    return found


def one_friend(battle: Skirmish, user: Fighter, friends: list[Fighter]) -> Fighter | None:
    """One of these, as its friend says; or nobody."""
    found = one_ally(battle, user, Effect(Verb(b.DAMAGE)), friends)
    return found[0] if found else None


@final
class AllyQuestion(OneOf):
    """Which nearby ally gets the benefit of an effect, or nobody; the machine heals whoever is worst off."""

    def __init__(self, battle: Skirmish, user: Fighter, allies: list[Fighter], healing: bool) -> None:
        super().__init__(battle, "ally", user, "Which nearby ally?", allies)
        self._options.append(Plain("nobody", "Nobody"))
        self.healing: bool = healing

    def measure(self, one: Fighter) -> int:
        return one.hp * 1000 // one.max_hp if self.healing else 0


def _drawn(battle: Skirmish, user: Fighter, effect: Effect, people: list[Fighter]) -> list[Fighter]:
    """So many of these, drawn by lot; all of them where there are no more."""
    wanted = amounts.rolled_amount(battle, user, effect.count, "how many")
    return people if wanted >= len(people) else amounts.by_lot(battle, user, people, wanted)


def _random_others(battle: Skirmish, user: Fighter, effect: Effect, foes: list[Fighter]) -> list[Fighter]:
    return amounts.by_lot(battle, user, foes, amounts.rolled_amount(battle, user, effect.count, "how many"))
