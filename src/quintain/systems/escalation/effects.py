"""Carrying out effect rows: what a hit, a miss, a rider or a power does besides its own damage."""

from __future__ import annotations

from typing import final

from quintain.engine.dice import Die, Handful
from quintain.engine.question import Choice, Option, Plain, Question
from quintain.engine.tactic import Tactic
from quintain.systems.escalation import blocks as b
from quintain.systems.escalation import (
    conditions,
    dispelling,
    initiative,
    lasting_words,
    movement,
    targeting,
    turn_acts,
    words,
)
from quintain.systems.escalation import happenings as h
from quintain.systems.escalation import resolve as attacks
from quintain.systems.escalation.deeds import Amount, Effect
from quintain.systems.escalation.figures import fits_filter, fits_filters, is_called, resists_at
from quintain.systems.escalation.harm import (
    change_recoveries,
    gain_temp_hp,
    harm,
    heal,
    outgrow,
    set_off_occasion,
    use_recovery,
)
from quintain.systems.escalation.positions import (
    are_enemies,
    engage,
    engaged_mask,
    enter_zone,
    has_moved,
    members,
    nearby,
    part_ways,
)
from quintain.systems.escalation.printed import Power
from quintain.systems.escalation.sheet import (
    DYING,
    GONE,
    HAS_QUICK,
    HAS_STANDARD,
    STABLE,
    UP,
    Fighter,
    Lasting,
    Skirmish,
)
from quintain.systems.escalation.strike import Strike

MOST_GRANTS = 5


def rolled_amount(battle: Skirmish, roller: Fighter, amount: Amount, what: str, about: str = "") -> int:
    """An amount with its dice, if it has any, thrown."""
    if amount.dice is None:
        return battle.escalation * amount.times if amount.read_off == b.OFF_THE_DIE else amount.flat
    return battle.roll(roller.id, what, amount.dice, about=about).total() * amount.times + amount.flat


def read_off(battle: Skirmish, amount: Amount, natural: int) -> int:
    """What the escalation die or the attack roll shows; nothing was rolled: 0."""
    if amount.read_off == b.OFF_THE_DIE:
        return battle.escalation * amount.times
    return natural * amount.times if natural <= 20 else 0


def roll_counted(battle: Skirmish, strike: Strike, effect: Effect, target: Fighter) -> int:
    """So much for each of those it is counted by, up to the limit; the dice of all of them in one throw."""
    if effect.against and not fits_filters(battle, strike.attacker, target, effect.against):
        return 0
    many = _counted_by(battle, strike.attacker, target, effect)
    if effect.most:
        many = min(many, effect.most)
    if many == 0 or not effect.amount.groups:
        return many * effect.amount.flat
    dice = Handful([(count * many, sides) for count, sides in effect.amount.groups])
    return battle.roll(strike.attacker.id, "damage", dice, about=strike.about).total() + many * effect.amount.flat


def _counted_by(battle: Skirmish, attacker: Fighter, target: Fighter, effect: Effect) -> int:
    """How many there are of those that this damage is counted by."""
    if effect.for_each == b.PER_ALLY_ON_TARGET:
        people = [each for each in members(battle, engaged_mask(battle, target)) if each.number != attacker.number]
        people = [each for each in people if each.team == attacker.team]
    elif effect.for_each == b.PER_CREATURE_HIT:
        people = [each for each in battle.fighters if f"@{attacker.id}" in each.hits_taken]
    else:
        people = [each for each in battle.fighters if each.team == attacker.team and UP < each.state < GONE]
    return len([each for each in people if all(fits_filter(battle, attacker, each, one) for one in effect.counting)])


_NOT_ON_TARGET = (
    b.ON_SELF, b.ON_ALLY, b.ON_EACH_ALLY, b.ON_EACH_OTHER, b.ON_RANDOM_OTHER, b.ON_ONE_ENGAGED, b.ON_ONE_NEARBY, b.ON_ALL_ALLIES,
    b.ON_RANDOM_CREATURE, b.ON_RANDOM_NEARBY, b.ON_ALLY_OR_SELF,
    b.ON_ALLIES_OF_TARGET,
)  # fmt: skip
_NOT_AT_TARGET = (b.GRANT_ATTACK, b.REGAIN, b.ESCALATION, b.ALSO_AT, b.OPENING, b.TEXT, b.DISPEL)
_AT_TARGET = (b.HARDEN, b.CHOOSE, b.TABLE)


def leaves_target_alone(effect: Effect) -> bool:
    """R-44, ES-108: does it touch only others than the target?"""
    if effect.op == b.POP_FREE:
        return effect.which == b.POP_SELF
    if effect.op in _AT_TARGET:
        return False
    return effect.on in _NOT_ON_TARGET or effect.op in _NOT_AT_TARGET


def carry_out(
    battle: Skirmish, strike: Strike, effect: Effect, target: Fighter, natural: int, resisted: bool, times: int
) -> None:
    """One row, on everyone it falls on."""
    user = strike.attacker
    if effect.op == b.GRANT_ATTACK:
        strike.grants.append(effect)
        strike.granted_against.append(target.number)
    elif effect.op == b.ESCALATION:
        set_die(battle, battle.escalation + effect.amount.flat)
    elif effect.op == b.REGAIN:
        for each in recipients(battle, strike, effect, target) if effect.on != b.ON_TARGET else [user]:
            _regain(each, effect.name, effect.extra)
    elif effect.op == b.TEXT:
        if battle.telling:
            battle.tell(words.by_hand(battle, user, strike.power.name, effect))
    elif effect.op == b.DISPEL:
        dispelling.dispel(battle, user)
    elif effect.op == b.HARDEN:
        if effect.which == 1:
            conditions.harden_ongoing(battle, target, effect.save)
        else:
            conditions.harden(battle, target, user, strike.naming, effect.save)
    elif effect.op == b.CHOOSE:
        if effect.costs_quick and not _pays_quick(battle, user):
            return
        for row in pick(battle, strike, effect, target):
            carry_out(battle, strike, row, target, natural, False, 1)
    elif effect.op == b.TABLE:
        for row in look_up(battle, strike, effect):
            carry_out(battle, strike, row, target, natural, False, 1)
    else:
        for each in recipients(battle, strike, effect, target):
            on_one(battle, strike, effect, each, target, natural, resisted, times)


def pick(battle: Skirmish, strike: Strike, effect: Effect, target: Fighter) -> list[Effect]:
    """One of several things happens: the attacker, or whoever is struck, says which."""
    chooser = target if effect.which == 1 else strike.attacker
    answer = battle.ask(PickQuestion(battle, chooser, strike.power.name, effect, target))
    place = int(answer.id()) - 1 if answer is not None else 0
    return effect.choices[place]


def chosen_rows(battle: Skirmish, strike: Strike, target: Fighter) -> list[Effect]:
    """What of the choices in a hit line happens to this target, said before damage is rolled."""
    found: list[Effect] = []
    for effect in strike.power.hit:
        if effect.op not in (b.CHOOSE, b.TABLE):
            continue
        if not effect.against or fits_filters(battle, strike.attacker, target, effect.against):
            found.extend(_settled(battle, strike, effect, target))
    return found


def _settled(battle: Skirmish, strike: Strike, effect: Effect, target: Fighter) -> list[Effect]:
    """What a choice or a table comes to, with those inside it."""
    found: list[Effect] = []
    for row in pick(battle, strike, effect, target) if effect.op == b.CHOOSE else look_up(battle, strike, effect):
        if row.op in (b.CHOOSE, b.TABLE):
            found.extend(_settled(battle, strike, row, target))
        else:
            found.append(row)
    return found


def look_up(battle: Skirmish, strike: Strike, effect: Effect) -> list[Effect]:
    """A die of its own says what happens."""
    face = rolled_amount(battle, strike.attacker, effect.amount, "table")
    for low, high, rows in effect.results:
        if low <= face <= high:
            return rows
    return []


@final
class PickQuestion(Question):
    """Which of several things an effect brings. The struck takes what hurts least; the attacker what is listed first, unless that
    is damage of a type that the target resists and something else is not."""

    def __init__(self, battle: Skirmish, chooser: Fighter, name: str, effect: Effect, target: Fighter) -> None:
        super().__init__(battle, "choose", chooser.id)
        self.foe: Fighter = target
        self.name: str = name
        self.effect: Effect = effect

    def title(self) -> str:
        return f"{self.name}: which of these?"

    def options(self) -> list[Option]:
        return [Plain(str(place), lasting_words.rows(rows)) for place, rows in enumerate(self.effect.choices, 1)]

    def choose(self, tactic: Tactic) -> Option:
        found = self.options()
        best = 0
        if self.effect.which == 1:
            costs = [sum([price(row) for row in rows]) for rows in self.effect.choices]
            best = costs.index(min(costs))
        elif all(len(rows) == 1 and rows[0].damage_type for rows in self.effect.choices):
            kinds = [rows[0].damage_type for rows in self.effect.choices]
            open_to = [place for place, kind in enumerate(kinds) if kind not in self.foe.block.immune]
            open_to = [place for place in open_to if not resists_at(self.foe, False, kinds[place])] or open_to
            best = open_to[0] if open_to else 0
        return found[best]

    def withdrawn(self) -> bool:
        return False


def price(row: Effect) -> int:
    """Roughly how much a row hurts, in half hit points; what only the game master can apply is left to people."""
    conditions_hurt = 20 * len(b.names_of(row.conditions))
    return row.amount.twice_mean + 4 * row.ongoing + conditions_hurt + (1000 if row.op == b.TEXT else 0)


def set_die(battle: Skirmish, value: int) -> None:
    """The escalation die stays between 0 and 6 (ES-36)."""
    shown = battle.escalation
    battle.escalation = max(0, min(6, value))
    if battle.telling:
        battle.tell(words.escalation(battle))
    if battle.occasions and battle.escalation != shown:
        for fighter in battle.fighters:
            if fighter.is_present():
                set_off_occasion(battle, h.ESCALATION, fighter, fighter)
                if battle.escalation > shown:
                    set_off_occasion(battle, h.ESCALATION_RISES, fighter, fighter)


def _regain(user: Fighter, name: str, beyond: int) -> None:
    """One use comes back; `beyond`: even where none is spent, as one more."""
    for power in user.block.powers:
        named = name.lower() in (power.name.lower(), power.pool or power.name.lower())
        if named or (name == "any" and user.used[power.number]):
            user.used[power.number] = max(-beyond, user.used[power.number] - 1)
            user.out[power.number] = 0
            if name == "any":
                return


def recipients(battle: Skirmish, strike: Strike, effect: Effect, target: Fighter) -> list[Fighter]:
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
        return allies if effect.on == b.ON_EACH_ALLY else _one_ally(battle, user, effect, allies)
    if effect.on == b.ON_ALLY_OR_SELF:
        return _one_ally(battle, user, effect, own_side(battle, user, effect))
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
    return [each for each in found if not effect.blunts or not any(one.effect.blunts == effect.blunts for one in each.lasting)]


def one_foe(battle: Skirmish, user: Fighter, foes: list[Fighter]) -> list[Fighter]:
    if len(foes) < 2:
        return foes
    answer = battle.ask(FoeQuestion(battle, user, [each.id for each in foes]))
    chosen = battle.named(answer.id()) if answer is not None else None
    return [chosen] if chosen is not None else []


class FoeQuestion(Choice):
    """Which of several enemies it falls on; the machine picks the one with the fewest hit points left."""

    def __init__(self, battle: Skirmish, user: Fighter, ids: list[str]) -> None:
        options: list[Option] = [Plain(each, battle.name_of(each)) for each in ids]
        super().__init__(battle, "enemy", user.id, "Which enemy?", options)
        self.skirmish: Skirmish = battle

    def choose(self, tactic: Tactic) -> Option:
        best = self._options[0]
        lowest = 1_000_000
        for option in self._options:
            foe = self.skirmish.named(option.id())
            if foe is not None and foe.hp < lowest:
                best, lowest = option, foe.hp
        return best


def such(battle: Skirmish, effect: Effect, user: Fighter, people: list[Fighter]) -> list[Fighter]:
    """Of these, only those that a row is for."""
    if not effect.among:
        return people
    return [each for each in people if all(fits_filter(battle, user, each, one) for one in effect.among)]


def _one_ally(battle: Skirmish, user: Fighter, effect: Effect, allies: list[Fighter]) -> list[Fighter]:
    """One nearby ally; or several, as many as the row says, one question after another."""
    if effect.op in (b.FREE_MOVE, b.SLIP_AWAY):
        allies = [each for each in allies if each.state == UP]
    found: list[Fighter] = []
    most = effect.count.flat if effect.count.dice is None else rolled_amount(battle, user, effect.count, "how many")
    for _ in range(max(1, most)):
        left = [each for each in allies if each not in found and each.is_present()]
        if not left:
            break
        question = AllyQuestion(battle, user, [each.id for each in left], effect.op in (b.HEAL, b.RECOVERY, b.TEMP_HP))
        answer = battle.ask(question)
        chosen = battle.named(answer.id()) if answer is not None else None
        if chosen is None:
            break
        found.append(chosen)
    return found


def one_friend(battle: Skirmish, user: Fighter, friends: list[Fighter]) -> Fighter | None:
    """One of these, as its friend says; or nobody."""
    found = _one_ally(battle, user, Effect(b.DAMAGE), friends)
    return found[0] if found else None


class AllyQuestion(Choice):
    """Which nearby ally gets the benefit of an effect, or nobody."""

    def __init__(self, battle: Skirmish, user: Fighter, ids: list[str], healing: bool) -> None:
        options: list[Option] = [Plain(each, battle.name_of(each)) for each in ids]
        options.append(Plain("nobody", "Nobody"))
        super().__init__(battle, "ally", user.id, "Which nearby ally?", options)
        self.skirmish: Skirmish = battle
        self.healing: bool = healing

    def choose(self, tactic: Tactic) -> Option:
        best = self._options[0]
        lowest = 1_000_000
        for option in self._options:
            ally = self.skirmish.named(option.id())
            if ally is None or not self.healing:
                continue
            share = ally.hp * 1000 // ally.max_hp
            if share < lowest:
                best, lowest = option, share
        return best


def _drawn(battle: Skirmish, user: Fighter, effect: Effect, people: list[Fighter]) -> list[Fighter]:
    """So many of these, drawn by lot; all of them where there are no more."""
    wanted = rolled_amount(battle, user, effect.count, "how many")
    return people if wanted >= len(people) else _by_lot(battle, user, people, wanted)


def _random_others(battle: Skirmish, user: Fighter, effect: Effect, foes: list[Fighter]) -> list[Fighter]:
    return _by_lot(battle, user, foes, rolled_amount(battle, user, effect.count, "how many"))


def _by_lot(battle: Skirmish, user: Fighter, foes: list[Fighter], wanted: int) -> list[Fighter]:
    found: list[Fighter] = []
    while foes and len(found) < wanted:
        place = 0
        if len(foes) > 1:
            place = battle.roll(user.id, "random target", Die(len(foes))).total() - 1
        found.append(foes.pop(place))
    return found


def on_one(
    battle: Skirmish,
    strike: Strike,
    effect: Effect,
    one: Fighter,
    target: Fighter,
    natural: int,
    resisted: bool,
    times: int,
) -> None:
    user, op, name = strike.attacker, effect.op, strike.naming
    if op == b.LASTING:
        conditions.start(battle, one, effect, user, name, resisted, times, target.number)
    elif op == b.DAMAGE:
        amount = effect.amount
        if effect.per:
            times = how_many(battle, effect.per, one)
            if not times:
                return
            amount = amount.repeated(times)
        if effect.for_each:
            dealt = roll_counted(battle, strike, effect, target)
        elif amount.read_off == b.OFF_FAILURES:
            dealt = strike.failures * amount.times
        else:
            dealt = read_off(battle, amount, natural) if amount.read_off else rolled_amount(battle, user, amount, "damage")
        die = natural if one.number == target.number and natural <= 20 else 21 if one.number == user.number else 0
        taken = harm(battle, one, [dealt], [effect.damage_type], user, die, 0, name, strike.power.spell)
        if effect.then and taken >= effect.enough:
            for row in effect.then:
                carry_out(battle, strike, row, one, natural, False, 1)
    elif op == b.HEAL:
        heal(battle, one, rolled_amount(battle, user, effect.amount, "healing"), name)
    elif op == b.RECOVERY:
        if one.block.recovery_die:
            use_recovery(battle, one, effect.amount, 0, name, not effect.free_recovery)
    elif op == b.TEMP_HP:
        gain_temp_hp(battle, one, rolled_amount(battle, user, effect.amount, "temporary hp"))
    elif op == b.GRAB:
        if not effect.alone or not any(other.grabber == user.number for other in battle.fighters):
            grab(battle, user, one)
    elif op == b.RUSH:
        movement.rush(battle, user, one)
    elif op == b.UNMARK:
        conditions.end_all(battle, one, [each for each in one.lasting if each.effect.mark == effect.name.lower()], "given up")
    elif op == b.GET_AWAY:
        user.got_away = True
    elif op == b.POP_FREE:
        if effect.which == b.POP_SELF and not user.conditions & b.STUCK:
            strike.left |= engaged_mask(battle, user)
        pop_free(battle, user, one, effect.which)
    elif op == b.FREE_MOVE or op == b.TELEPORT:
        if not effect.costs_quick or _pays_quick(battle, one):
            movement.free_move(battle, one, op == b.TELEPORT)
    elif op == b.SLIP_AWAY:
        foes = engaged_mask(battle, one)
        if one.state == UP and foes and movement.disengage(battle, one, foes):
            movement.go_on(battle, one, "go on")
    elif op == b.WORSEN:
        conditions.worsen(battle, one, effect, user, name, rolled_amount(battle, user, effect.amount, "damage"))
    elif op == b.RECOVERIES:
        change_recoveries(battle, one, effect.times, name)
    elif op == b.MORE_ACTIONS:
        if battle.turn == one.number:
            one.actions |= effect.which
        elif effect.which == HAS_STANDARD:
            one.spare += 1
            if battle.telling:
                battle.tell(words.roused(battle, one))
    elif op == b.COMPEL:
        _compel(battle, user, one)
    elif op == b.LAST_GASP:
        start_last_gasp(battle, one, effect, user, name)
    elif op == b.PULL:
        if effect.which == 1:
            standing = [each for each in battle.fighters if each.state == UP and each.number != user.number and nearby(each, user)]
            found = _one_ally(battle, user, effect, [each for each in standing if not are_enemies(each, user)])
            if not found:
                return
            user = found[0]
        if one.state == UP and user.state == UP and are_enemies(one, user) and not one.conditions & b.STUCK:
            has_moved(battle, one)
            if one.zone != user.zone:
                part_ways(battle, one, one.engaged)
                enter_zone(battle, one, user.zone)
            engage(user, one)
    elif op == b.PUSH:
        push(battle, user, one, effect.which == 1)
    elif op == b.SHIFT_INITIATIVE:
        initiative.shift(battle, one, effect.times * rolled_amount(battle, user, effect.amount, "initiative"))
    elif op == b.ROLL_SAVE:
        saved = conditions.save(battle, one, effect.save, "save")
        for row in effect.on_save if saved else effect.on_failed_save:
            carry_out(battle, strike, row, one, natural, False, 1)
    elif op == b.CHASE:
        movement.chase(battle, user, one)
    elif op == b.FRESH_HP:
        outgrow(battle, one, effect.amount.flat)
    elif op == b.SHAKE_OFF:
        conditions.shake_off(battle, one, effect.which)
    elif op == b.OPENING:
        movement.opportunity(battle, user, one.bit, False)
    elif op == b.SLAY:
        harm(battle, one, [max(one.hp, one.max_hp)], [""], user, 21, 0, name)


def how_many(battle: Skirmish, per: str, target: Fighter) -> int:
    """What damage is counted by: recoveries the target has left, or foes engaged with it (all of them, or those called so)."""
    if per == "recovery":
        return max(0, target.recoveries)
    name = per.removeprefix("besetter").strip()
    foes = [each for each in members(battle, engaged_mask(battle, target)) if each.team != target.team]
    return len([each for each in foes if not name or is_called(each, name)])


def _pays_quick(battle: Skirmish, fighter: Fighter) -> bool:
    """A quick action on its own turn, where it still has one."""
    if battle.turn != fighter.number or not fighter.actions & HAS_QUICK:
        return False
    fighter.actions &= ~HAS_QUICK
    return True


def _compel(battle: Skirmish, user: Fighter, puppet: Fighter) -> None:
    """The target makes a basic attack at one of its own allies, whom the attacker names."""
    power = _named_attack(puppet, "basic")
    if power is None or puppet.state != UP or puppet.conditions & b.CANNOT_ACT:
        return
    within = [each for each in battle.fighters if each.state == UP and each.number != puppet.number and nearby(each, puppet)]
    allies = [each for each in within if each.team == puppet.team]
    if not allies:
        return
    options: list[Option] = [Plain(each.id, battle.name_of(each.id)) for each in allies]
    answer = battle.ask(Choice(battle, "compel", user.id, f"At whom does {puppet.name} strike?", options))
    chosen = battle.named(answer.id()) if answer is not None else None
    if chosen is not None and turn_acts.sets_off_and_draws(battle, puppet, power, [chosen]):
        strike = Strike(puppet, power)
        strike.depth = 1
        strike.flexible = False
        attacks.make_attack(battle, strike, [chosen])


def grab(battle: Skirmish, grabber: Fighter, victim: Fighter) -> None:
    """ES-161: engaged with the grabber, and held."""
    if not victim.is_present() or grabber.state != UP or not nearby(grabber, victim):
        return
    engage(grabber, victim)
    victim.grabber = grabber.number
    if battle.telling:
        battle.tell(words.grabbed(battle, grabber, victim))


def pop_free(battle: Skirmish, user: Fighter, target: Fighter, which: int) -> None:
    """ES-165: the named engagements end, nobody strikes. The stuck cannot pop free (ES-159)."""
    mover = user if which in (b.POP_SELF, b.POP_SELF_FROM_TARGET) else target
    if which in (b.POP_ALLY_FROM_TARGET, b.POP_ALLY):
        held = [each for each in members(battle, engaged_mask(battle, target)) if each.number != user.number]
        found = _one_ally(battle, user, Effect(b.POP_FREE), [each for each in held if not are_enemies(each, user)])
        if not found:
            return
        mover = found[0]
    if mover.conditions & b.STUCK:
        return
    mask = mover.engaged
    if which == b.POP_TARGET:
        mask = user.bit
    elif which in (b.POP_SELF_FROM_TARGET, b.POP_ALLY_FROM_TARGET):
        mask = target.bit
    part_ways(battle, mover, mask)
    if battle.telling:
        battle.tell(words.popped(battle, mover))
    conditions.end_engagement_effects(battle, mover)


def push(battle: Skirmish, user: Fighter, target: Fighter, far: bool) -> None:
    """The target ends up free of the attacker; faraway, where there is room next door, free of everybody and over there."""
    if target.conditions & b.STUCK or not target.is_present():
        return
    zones = battle.ground().zones
    open_zones = [zone for zone in zones.neighbours(target.zone) if battle.room[zone]] if far else []
    pop_free(battle, user, target, b.POP_TARGET_FROM_ALL if open_zones else b.POP_TARGET)
    if open_zones:
        has_moved(battle, target)
        enter_zone(battle, target, open_zones[0])
        if battle.telling:
            battle.tell(words.pushed(battle, target, zones.names[open_zones[0]]))


def start_last_gasp(battle: Skirmish, victim: Fighter, effect: Effect, source: Fighter, name: str) -> None:
    """ES-167: last-gasp saves begin."""
    if victim.gasp is not None or victim.block.immune_conditions & effect.conditions:
        return
    if effect.on_the_fallen and victim.state not in (DYING, STABLE):
        return
    victim.gasp = Lasting(name, source.number, effect, 0, b.END_OF_BATTLE, 16, 1)
    victim.gasp_turns = 0
    victim.gasp_fails = 0
    if battle.telling:
        battle.tell(words.last_gasp_began(battle, victim))


def carry_out_grants(battle: Skirmish, strike: Strike) -> None:
    """Attacks that riders granted, each made as a free action once the attack is resolved (R-32, R-78)."""
    grants, against = strike.grants, strike.granted_against
    strike.grants, strike.granted_against = [], []
    for place, effect in enumerate(grants):
        if strike.opportunity and not any(rider.opportunity == 1 and effect in rider.effects for rider in strike.power.riders):
            continue  # an opportunity attack grants nothing more, unless a trait says so of opportunity attacks
        if strike.depth > 0 and strike.depth >= (battle.escalation if effect.chain == b.BY_THE_DIE else effect.chain):
            continue
        if effect.chain == b.BY_THE_DIE and battle.escalation == 0:
            continue
        if strike.depth >= MOST_GRANTS or strike.attacker.state != UP or (battle.refuse_free and not strike.paid):
            return
        if effect.costs_quick and not _pays_quick(battle, strike.attacker):
            continue
        for user in _who_attacks(battle, strike.attacker, effect, against[place]):
            for _ in range(effect.times):
                _granted_attack(battle, strike, user, effect, against[place])


def _who_attacks(battle: Skirmish, attacker: Fighter, effect: Effect, against: int) -> list[Fighter]:
    """The attacker itself; or one of its nearby allies, or each of them, who has such an attack and somebody to make it at."""
    if effect.on not in (b.ON_ALLY, b.ON_EACH_ALLY):
        return [attacker]
    able: list[Fighter] = []
    for ally in battle.fighters:
        if ally.state == UP and not are_enemies(ally, attacker) and nearby(ally, attacker) and ally.number != attacker.number:
            power = _named_attack(ally, effect.name)
            if power is not None and not ally.conditions & b.CANNOT_ACT and _granted_at(battle, ally, power, effect, against):
                able.append(ally)
    able = such(battle, effect, attacker, able)
    return able if effect.on == b.ON_EACH_ALLY else _one_ally(battle, attacker, effect, able)


def _named_attack(user: Fighter, name: str) -> Power | None:
    """An attack by its name; "basic" is the basic melee attack, or else the basic ranged one."""
    block = user.block
    if name.lower() == "basic":
        number = block.basic_melee if block.basic_melee >= 0 else block.basic_ranged
        return block.powers[number] if number >= 0 else None
    for power in block.powers:
        if power.name.lower() == name.lower():
            return power
    return None


def _granted_at(
    battle: Skirmish, user: Fighter, power: Power, effect: Effect, against: int, strike: Strike | None = None
) -> list[Fighter]:
    """At whom a granted attack may go."""
    legal = targeting.legal_targets(battle, user, power)
    if effect.reach:
        legal = [each for each in battle.fighters if each.state == UP and are_enemies(each, user) and nearby(each, user)]
    if effect.which == b.AT_SAME:
        return [each for each in legal if each.number == against]
    if effect.which == b.AT_OTHER:
        return [each for each in legal if each.number != against]
    if effect.which == b.AT_NEW and strike is not None:
        return [each for each in legal if each.number != against and each.number not in strike.aimed]
    return legal


def _granted_attack(battle: Skirmish, strike: Strike, user: Fighter, effect: Effect, against: int) -> None:
    power = _named_attack(user, effect.name)
    if power is None or user.state != UP or (effect.spends and targeting.why_spent(battle, user, power)):
        return
    legal = _granted_at(battle, user, power, effect, against, strike)
    if effect.which == b.AT_LEFT:
        targets = [each for each in members(battle, strike.left) if each.state == UP and nearby(each, user)]
    elif effect.reach:
        targets = one_foe(battle, user, legal)
    else:
        targets = targeting.choose_targets(battle, user, power, legal) if legal else []
    if targets and turn_acts.sets_off_and_draws(battle, user, power, targets):
        if effect.spends:
            targeting.count_use(battle, user, power)
        more = Strike(user, power)
        more.depth = strike.depth + 1
        more.halved, more.plain = effect.halved, effect.plain
        more.aimed = [*strike.aimed, against] if effect.which == b.AT_NEW else []
        if effect.extra:
            more.extra, more.why_extra = effect.extra * more.depth, "following up"
        attacks.make_attack(battle, more, targets)


