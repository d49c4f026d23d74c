"""Carrying out what was chosen on a turn (part F), and Action Rolls that are no attacks."""

from __future__ import annotations

from typing import Final

from quintain.engine.question import Option
from quintain.engine.tactic import Tactic
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.act_kinds import ACT_KINDS
from quintain.systems.tiers.attack import Attack, best_swings, state_defense
from quintain.systems.tiers.battle import Clock, ForcedQuestion, Improvised, Lying, TiersBattle
from quintain.systems.tiers.conditions import end_effects, end_kind, gain, source_gone, wound_by_id
from quintain.systems.tiers.forced_movement import teleport
from quintain.systems.tiers.legality import (
    changed_gear,
    feet_of,
    lying_near,
    price_of,
    twin_items,
    way_of,
    why_not_power,
)
from quintain.systems.tiers.movement import approaches, walk
from quintain.systems.tiers.options import Act
from quintain.systems.tiers.reactions import use_up
from quintain.systems.tiers.resolve import attack_on, make_attack
from quintain.systems.tiers.rolling import announce, fails_unrolled, is_final, steps_above, throw
from quintain.systems.tiers.sentences_round import (
    tell_aid,
    tell_check,
    tell_clock,
    tell_improvised,
    tell_in_vain,
    tell_left,
    tell_let_go,
    tell_no_tank,
    tell_picked_up,
    tell_readied,
    tell_reloaded,
    tell_slip,
)
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.stat_block import Item, Power, Rider, boon_of
from quintain.systems.tiers.stress import buy_with_beacon, pay
from quintain.systems.tiers.suffering import shake_off
from quintain.systems.tiers.targets import (
    ANYWHERE,
    area_targets,
    attack_of,
    burst_targets,
    hide_from,
    tank_for,
    why_not_target,
    why_unable,
)
from quintain.systems.tiers.throws import Slipping, TaskRoll
from quintain.systems.tiers.zero_hp import recover


def perform(battle: TiersBattle, actor: Creature, act: Act) -> None:
    """One choice of a turn, with all that follows from it."""
    if ACT_KINDS[act.what].free:
        _perform_free(battle, actor, act)
        return
    x, y = actor.x, actor.y
    actor.spend_act()
    battle.though_stunned = actor.has(v.STUNNED)
    if battle.though_stunned:
        pay(battle, actor, 1, "acting while stunned")
    if act.what in ("attack", "smash"):
        _attack(battle, actor, act)
    elif act.what == "power":
        _power(battle, actor, act)
    elif act.what in ("advance", "maneuver"):
        move(battle, actor, act, x, y)
    else:
        _other(battle, actor, act)
    battle.reached("action")


def _perform_free(battle: TiersBattle, actor: Creature, act: Act) -> None:
    if act.what == "drop":
        for item in actor.held:
            if item.id == act.detail:
                let_go(battle, actor, item, actor.x, actor.y, battle.unseen_place(actor))
                break
    elif act.what == "leave":
        actor.status = v.FLED
        source_gone(battle, actor)
        tell_left(battle, actor)
    elif act.what == "slowed":
        actor.slow_paid = True
        pay(battle, actor, price_of(actor, act), "pushing on though slowed")
    else:
        buy_with_beacon(battle, actor, act.detail)


def let_go(battle: TiersBattle, holder: Creature, item: Item, x: int, y: int, of: int = v.NONE) -> None:
    """TI-38, TI-R11: it lies there now; unseen where it is `of` somebody unseen."""
    holder.release(item)
    battle.ground = [*battle.ground, Lying(x, y, item, of)]
    tell_let_go(battle, holder, item)


# -- attacks and powers ---------------------------------------------------------------------------------------------


def _attack(battle: TiersBattle, actor: Creature, act: Act) -> None:
    """A basic attack; or one on the tank, perhaps by a power."""
    if act.power >= 0:
        use_up(battle, actor, act.power)
    target = tank_for(battle, actor) if act.what == "smash" else battle.creature(act.aim)
    if target is None:
        tell_no_tank(battle, actor)
        return
    attack = attack_of(actor, act)
    attack_on(battle, attack, target)
    _thrown(battle, attack, target)


def _thrown(battle: TiersBattle, attack: Attack, target: Creature) -> None:
    """A melee weapon that was thrown lies where its target stands."""
    item = attack.item
    if not attack.is_made or item is None or attack.kind != v.RANGED or not item.melee:
        return
    if item in attack.attacker.held and not item.tags & v.NATURAL:
        let_go(battle, attack.attacker, item, target.x, target.y)


def _power(battle: TiersBattle, actor: Creature, act: Act) -> None:
    power = actor.sheet.powers[act.power]
    use_up(battle, actor, act.power)
    target = battle.creature(act.aim) if act.aim else None
    if power.form == v.ATTACK:
        _attack_power(battle, actor, act, power, target)
        return
    # Can it not be used so any more, now that it is paid for?
    gone = f"{target.name} is gone" if target is not None and not target.is_present() else ""
    why = why_unable(battle, actor) or gone or why_not_power(battle, actor, act)
    if why:
        tell_in_vain(battle, actor, power.name, target, why, "TI-44")
    elif power.form == v.TWIN and target is not None:
        twin(battle, actor, target, act.action)
    elif power.form == v.HIDE:
        slip_away(battle, actor, power)
    elif power.form == v.HEAL and target is not None:
        gain(battle, target, boon_of(v.B_HEALING, power.quality, actor.index))
    elif power.form == v.SALVE and target is not None:
        effect = wound_by_id(target, act.detail)
        if act.detail == "recover":
            recover(battle, target)
        elif effect is not None:
            end_effects(battle, target, [effect], power.name)
    elif power.form == v.BESTOW and target is not None:
        gain(battle, target, boon_of(power.boon, power.quality, actor.index, power.param, power.rounds))
    elif power.form == v.TELEPORT:
        teleport(battle, actor, act.x, act.y)


def _attack_power(battle: TiersBattle, actor: Creature, act: Act, power: Power, target: Creature | None) -> None:
    attack = attack_of(actor, act)
    if power.burst:
        attack.targets = burst_targets(battle, actor, power)
    elif power.square:
        attack.targets = area_targets(battle, actor, power, act.x, act.y)
        attack.ox = 2 * act.x + power.square // 5
        attack.oy = 2 * act.y + power.square // 5
    elif target is not None:
        attack.targets = [target]
    if not attack.targets:
        tell_in_vain(battle, actor, power.name, None, "nobody is there", "TI-54")
    make_attack(battle, attack)
    if target is not None:
        _thrown(battle, attack, target)


class SecondQuestion(ForcedQuestion):
    """Twin Knives: whom does the second blade strike, and how?"""

    def __init__(self, battle: TiersBattle, actor: Creature, item: Item, first: str) -> None:
        super().__init__(battle, "second blade", actor)
        self.item = item
        self.first = first

    def title(self) -> str:
        return f"{self.creature.name}: whom does the second blade strike?"

    def options(self) -> list[Option]:
        found: list[Option] = []
        for other in self.arena.creatures:
            attack = Attack(self.creature, self.item, None, v.FINESSE, v.MELEE)
            if not why_not_target(self.arena, attack, other):
                for action in best_swings(self.creature, self.item):
                    found.append(Act("attack", aim=other.id, action=action, item=self.item))
        return found

    def choose(self, tactic: Tactic) -> Option:
        options = self.options()
        return next((option for option in options if option.target() == self.first), options[0])

    def withdrawn(self) -> bool:
        return why_unable(self.arena, self.creature) != "" or self.item not in self.creature.held or not self.options()


def twin(battle: TiersBattle, actor: Creature, target: Creature, action: int) -> None:
    """One basic melee attack with each of two Agile weapons, each with the Action its wielder likes (TI-40)."""
    items = twin_items(actor)
    if len(items) < 2:
        return
    attack_on(battle, Attack(actor, items[0], None, action if action >= 0 else best_swings(actor, items[0])[0], v.MELEE), target)
    if why_unable(battle, actor) or items[1] not in actor.held:
        return
    question = SecondQuestion(battle, actor, items[1], target.id)
    if not question.options():
        return
    answer = battle.ask(question)
    if not isinstance(answer, Act) or answer.item is None:
        return
    other = battle.creature(answer.aim)
    if other is not None and other.is_present():
        attack_on(battle, Attack(actor, answer.item, None, answer.action, v.MELEE), other)


# -- Action Rolls that are no attacks -------------------------------------------------------------------------------


def check(battle: TiersBattle, made: TaskRoll) -> int:
    """TI-05, TI-06: -1 for a failure, else the critical multiplier; LOST where it is not thrown any more."""
    if fails_unrolled(battle, made):
        return -1
    if not announce(battle, made):
        return LOST
    while True:
        roll = throw(battle, made, "")
        if roll.void:
            return LOST
        success = battle.verdicts[made.roller.index] = roll.at_least(made.number, "success")
        tell_check(battle, made, success)
        if is_final(battle, made, success):
            return steps_above(roll, made.number) if success else -1


LOST: Final = -2


def senses_of(battle: TiersBattle, name: str, action: int) -> int:
    """TI-93, TI-97: what a roll that is no attack involves: sight for Survey, else nothing, unless the GM has said so."""
    word = battle.senses.get(name, -1)
    return word if word >= 0 else (v.SIGHT if action == v.SURVEY else 0)


def slip_away(battle: TiersBattle, actor: Creature, power: Power) -> None:
    """One Prowl roll against the Ward of each enemy that is not adjacent and has a line; Hidden from those beaten."""
    made = Slipping(actor, power.name)
    if not announce(battle, made):
        return
    while True:
        roll = throw(battle, made, actor.id)
        if roll.void:
            return
        tell_slip(battle, made)
        slipped = False
        for enemy in hide_from(battle, actor):
            if roll.at_least(state_defense(enemy, v.WARD, None), "hide"):
                slipped = True
                gain(battle, actor, boon_of(v.B_HIDDEN, 0, actor.index, enemy.index, power.rounds))
        # Hidden from nobody: the roll has failed, and Aid or a Beacon Point may throw it again (TI-48, TI-121).
        if is_final(battle, made, slipped):
            return


def work_on(battle: TiersBattle, actor: Creature, act: Act) -> None:
    """TI-147: an Action Roll against the objective's number; success ticks 1 + the critical multiplier."""
    clock = battle.clock(act.detail)
    if clock is None:
        return
    number = v.OBJECTIVE_TN[clock.difficulty] + battle.encounter_tier
    steps = check(battle, TaskRoll(actor, act.action, number, senses_of(battle, clock.name, act.action), clock.name))
    if steps >= 0:
        tick(battle, clock.name, 1 + steps)


def tick(battle: TiersBattle, name: str, segments: int) -> None:
    """So many segments more of an objective, if it is there still."""
    old = battle.clock(name)
    if old is not None:
        filled = max(0, min(old.size, old.filled + segments))
        clock = Clock(old.name, old.size, filled, old.actions, old.difficulty, old.rounds, old.secret, old.x, old.y)
        battle.clocks = [clock if one is old else one for one in battle.clocks]
        tell_clock(battle, clock, False)


def improvise(battle: TiersBattle, actor: Creature, place: int) -> None:
    """TI-47, TI-13: what the GM accepted, with the Action and the number or Defense the GM named."""
    if place >= len(battle.improvised):
        return
    offer = battle.improvised[place]
    # What the GM accepted is accepted once.
    battle.improvised = battle.improvised[:place] + battle.improvised[place + 1 :]
    if offer.target >= 0 and offer.defense >= 0:
        _improvised_attack(battle, actor, offer, battle.creatures[offer.target])
        return
    steps = check(battle, TaskRoll(actor, offer.action, offer.number, senses_of(battle, offer.label, offer.action)))
    if steps != LOST and actor.status == v.UP:
        tell_improvised(battle, actor, offer.label, steps >= 0)


def _improvised_attack(battle: TiersBattle, actor: Creature, offer: Improvised, target: Creature) -> None:
    """TI-13: an attack like any other, on the Defense the GM picked: its target may Soak, resist or be covered for."""
    power = Power("improvised", offer.label, v.ATTACK)
    power.kind = offer.kind
    if offer.kind < 0:
        power.kind = v.MELEE if battle.feet(actor, target) <= 5 else v.RANGED
    power.action, power.defenses, power.within = offer.action, [offer.defense], ANYWHERE
    if offer.wound >= 0:
        power.riders = [Rider(offer.wound, offer.level, v.NONE, 0, 0, v.NONE)]
    attack_on(battle, Attack(actor, None, power, offer.action, power.kind), target)


# -- moves and gear -------------------------------------------------------------------------------------------------


def move(battle: TiersBattle, actor: Creature, act: Act, x: int, y: int) -> None:
    """TI-41, TI-42, from where it stood when it was chosen; TI-109: approaching what terrifies costs 1 Stress."""
    careful = act.what == "maneuver"
    path = act.path
    if path is None:
        path = way_of(battle, actor, act, feet_of(actor, act.what))
    dares = approaches(battle, actor, path)
    if dares:
        pay(battle, actor, 1, "approaching what terrifies")
    walk(battle, actor, path if actor.x == x and actor.y == y else [], careful, dares)


def _other(battle: TiersBattle, actor: Creature, act: Act) -> None:
    what, detail = act.what, act.detail
    why = why_unable(battle, actor)
    if why:
        tell_in_vain(battle, actor, "Act", None, why, "TI-35")
    elif what == "stand":
        end_kind(battle, actor, v.DOWNED, False, "it stands up")
    elif what == "resist":
        effect = wound_by_id(actor, detail)
        if effect is not None:
            shake_off(battle, actor, effect, True)
    elif what == "ready":
        ready(battle, actor, detail)
    elif what == "pickup":
        pick_up(battle, actor, detail)
    elif what == "reload":
        actor.unloaded = [id for id in actor.unloaded if id != detail]
        tell_reloaded(battle, actor, detail)
    elif what == "aid":
        aid_ahead(battle, actor, act)
    elif what == "objective":
        work_on(battle, actor, act)
    elif what == "other":
        improvise(battle, actor, int(detail))


def aid_ahead(battle: TiersBattle, actor: Creature, act: Act) -> None:
    """TI-45: the ally's next Action Roll before the aider's next turn is aided."""
    target = battle.creature(act.aim)
    if target is None:
        return
    pay(battle, actor, price_of(actor, act), f"aiding {target.name}")
    why = why_unable(battle, actor) or ("" if target.is_present() else f"{target.name} is gone")
    if why:
        tell_in_vain(battle, actor, "Aid", target, why, "TI-45")
        return
    target.aided_by = actor.index
    tell_aid(battle, actor, target, True)


def ready(battle: TiersBattle, actor: Creature, detail: str) -> None:
    """TI-38."""
    changed = changed_gear(actor, detail.split("+"))
    if changed is not None:
        actor.held, actor.readied = changed
    tell_readied(battle, actor)


def pick_up(battle: TiersBattle, actor: Creature, detail: str) -> None:
    """TI-37."""
    lying = lying_near(battle, actor, detail)
    if lying is not None:
        battle.ground = [other for other in battle.ground if other is not lying]
        actor.held = [*actor.held, lying.item]
        tell_picked_up(battle, actor, lying.item)
