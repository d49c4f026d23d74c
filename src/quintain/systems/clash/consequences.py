"""Writing everything at once (CL-83): marks, Health, positions, objects, progress; then states, timers and the end."""

from __future__ import annotations

from typing import final

from quintain.engine.roll import Roll, added
from quintain.systems.clash import sentences
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.conditions import (
    a_round_on,
    burden,
    carry_along,
    is_spent,
    let_go,
    next_modifiers,
    set_stamina,
    update_state,
)
from quintain.systems.clash.conflict import handlings
from quintain.systems.clash.declaration import Declaration
from quintain.systems.clash.feats import complete, progress_dice, skill_result, waived_for, workers
from quintain.systems.clash.movement import next_place
from quintain.systems.clash.revival import is_slain, recovery
from quintain.systems.clash.round import Round, Strike
from quintain.systems.clash.scores import PREPARED, acts, band_against, carried_out, cs_at, missed_by, result
from quintain.systems.clash.sheet import ClashBattle, ClashUnit, Feat, Revert, Timer, dice_of
from quintain.systems.clash.zones import BAND, Passage, Place


@final
class UnitTotals:
    """What the round does to one unit, added up before anything is written (CL-27)."""

    def __init__(self) -> None:
        self.damage: list[Roll] = []
        self.healing: list[Roll] = []
        self.dice: int = 0
        """How many d6 of healing it gets."""
        self.marks: int = 0
        self.revived: bool = False
        self.killed: bool = False
        self.hit_by: list[int] = []


@final
class RoundTotals:
    """The totals of all units; most rounds do nothing to most of them."""

    def __init__(self, units: int) -> None:
        self.units: list[UnitTotals | None] = [None] * units

    def of(self, at: int) -> UnitTotals:
        found = self.units[at]
        if found is None:
            found = self.units[at] = UnitTotals()
        return found


def write(battle: ClashBattle) -> None:
    """(g) and (h): all consequences at once, then states (CL-27, CL-75)."""
    now = battle.this_round()
    totals = RoundTotals(len(battle.units))
    if battle.telling:
        sentences.tell_ways(battle)
    for strike in now.strikes:
        enter_strike(battle, totals, strike)
    for at in battle.cast():
        enter_recovery(battle, totals, at)
    work_on_feats(battle)
    handle_objects(battle)
    if battle.telling:
        sentences.tell_met(battle)
    burdens = [strike for strike in now.strikes if strike.band == v.FULL and strike.ability >= 0]
    acting = [(at, carried_out(battle, at)) for at in battle.cast()]
    prepared = [at for at, declared in acting if declared is not None and declared.action == v.PREPARE]
    take_places(battle)
    for at in range(len(battle.units)):
        if is_changed(battle, totals, at):
            apply(battle, totals.of(at), at)
    for strike in burdens:
        after_effects(battle, strike)
    carry_along(battle)
    leave_map(battle)
    for at in battle.cast():
        if battle.unit(at).state == v.GONE:
            let_go(battle, at)
    lose_objects_off_map(battle)
    for at, unit in enumerate(battle.crew):
        ready = at in prepared and (unit.state == v.ACTIVE or not battle.switches.prepare_lost)
        if not unit.arrives:  # Gone after the next round also for one who has no part in it (CL-50, R-40).
            unit.prepared = PREPARED if ready else 0
    now.written = True
    battle.reached("action")


def is_changed(battle: ClashBattle, totals: RoundTotals, at: int) -> bool:
    """Has the round hurt or healed this unit, or has the GM's word, or brought it to nothing (R-76)?"""
    sums, unit = totals.units[at], battle.unit(at)
    if (sums is not None and (sums.hit_by or sums.healing)) or has_word(battle, at):
        return True
    return battle.version > 0 and unit.state == v.ACTIVE and is_spent(unit)


# -- hits ----------------------------------------


def enter_strike(battle: ClashBattle, totals: RoundTotals, strike: Strike) -> None:
    """One attack's share: a Full Hit takes two marks and a Glancing Hit one; a target with Health is dealt dice (CL-57, CL-62..67)."""
    rolls: list[Roll] = []
    if strike.band != v.MISS:
        victim, sums = battle.unit(strike.victim), totals.of(strike.victim)
        sums.hit_by.append(strike.attacker)
        if victim.takes() == v.MARKS:
            sums.marks += 2 if strike.band == v.FULL else 1
        elif strike.dice > 0:
            thrown = battle.this_round().thrown.get(f"damage:{strike.pair()}")
            rolls = thrown.first(battle, strike.dice) if thrown is not None else []
            sums.damage.extend(rolls)
        if victim.state == v.INCAPACITATED:
            sums.killed = is_slain(battle, strike.victim)
    count(battle, strike, rolls)
    if battle.telling:
        sentences.tell_strike(battle, strike, rolls)


def count(battle: ClashBattle, strike: Strike, rolls: list[Roll]) -> None:
    """For odds and statistics."""
    attacker = battle.unit(strike.attacker)
    if strike.reaches:
        battle.note(("miss", "glancing", "full")[strike.band], attacker.id)
    if strike.band != v.MISS:
        battle.note("hit", attacker.id)
        if battle.unit(strike.victim).takes() == v.MARKS:
            battle.note("mark", attacker.id, 2 if strike.band == v.FULL else 1)
        for roll in rolls:
            if roll.settled:
                battle.note("damage", attacker.id, roll.total())
    if strike.ability >= 0:
        battle.note("use:" + attacker.sheet.abilities[strike.ability].name, attacker.id)


def enter_recovery(battle: ClashBattle, totals: RoundTotals, at: int) -> None:
    """Recover, revive and abilities that heal (CL-45..47, 8.4)."""
    found = recovery(battle, at)
    if found is None:
        return
    declared = found.declared
    rolls = battle.this_round().thrown[f"{found.how}:{at}"].first(battle, found.dice) if found.dice > 0 else []
    sums = totals.of(found.whom)
    sums.healing.extend(rolls)
    sums.dice += found.dice
    unit = battle.unit(at)
    if declared.action == v.RECOVER:
        inspired = unit.ardor < unit.max_ardor and rolls[0].natural_is(6)  # CL-45
        unit.ardor += 1 if inspired else 0
        if battle.telling:
            sentences.tell_recover(battle, at, rolls, inspired)
    elif declared.action == v.REVIVE:
        sums.revived = found.dice > 0
        if battle.telling:
            sentences.tell_revive(battle, at, rolls)
    elif found.dice == 0:
        sentences.tell_no_heal(battle, at, declared)
    else:
        if declared.action == v.IMPROVISE:  # An attack's use is counted with the attack.
            battle.note("use:" + declared.ability_name, unit.id)
        if battle.telling:
            sentences.tell_heal(battle, at, found.whom, declared.ability_name, rolls)


def total_of(rolls: list[Roll]) -> int:
    roll = summed(rolls)
    return roll.total() if roll is not None else 0


def apply(battle: ClashBattle, sums: UnitTotals, at: int) -> None:
    """Write one unit's marks and Health, damage and healing netted (CL-71, CL-72), and its state (CL-69, CL-74)."""
    unit = battle.unit(at)
    was, before = unit.state, unit.stamina()
    if unit.takes() == v.MARKS:
        marks, taken, given = by_word(battle, at)
        set_stamina(unit, marks - taken + given - sums.marks)
    elif sums.killed:
        unit.state = v.DEAD  # Also one who would have got up in this round: it was hit lying down.
        sentences.tell_state(battle, at)
        return
    elif was == v.INCAPACITATED and not sums.revived and not has_word(battle, at):
        return  # Damage has no further effect on a unit already at 0 (CL-73).
    else:
        set_stamina(unit, health_left(battle, sums, at))
    fell = update_state(battle, at)
    count_change(battle, sums, unit, was, before - unit.stamina(), fell)
    if battle.telling and (fell or sums.revived or was != unit.state or unit.state == v.ACTIVE):
        sentences.tell_state(battle, at)


def count_change(battle: ClashBattle, sums: UnitTotals, unit: ClashUnit, was: str, lost: int, fell: bool) -> None:
    """For odds and statistics."""
    if sums.damage:
        battle.note("hurt", unit.id)
    if lost > 0:
        battle.note("marked" if unit.takes() == v.MARKS else "harm", unit.id, lost)
    if was == v.INCAPACITATED and unit.state == v.ACTIVE:
        battle.note("up", unit.id)
    if fell:
        battle.note("down", unit.id)
        for attacker in dict.fromkeys(sums.hit_by):
            battle.note("drop", battle.unit(attacker).id)


def health_left(battle: ClashBattle, sums: UnitTotals, at: int) -> int:
    """Health after all damage and healing. What no healing could make good is not counted further."""
    health, harmed, healed = by_word(battle, at)
    harm = summed(sums.damage)
    if harm is not None and harm.at_least(health - harmed + healed + 6 * sums.dice):
        return 0
    damage = harm.total() if harm is not None else 0
    return new_health(battle, health, battle.unit(at).max_health, damage + harmed, total_of(sums.healing) + healed)


def by_word(battle: ClashBattle, at: int) -> tuple[int, int, int]:
    """What it had before the GM's word in this round, what that has taken and what it has given: netted with the rest (R-76)."""
    turn = battle.turn(at)
    return (turn.before_word, turn.hurt_by_word, turn.healed_by_word) if has_word(battle, at) else (battle.unit(at).stamina(), 0, 0)


def has_word(battle: ClashBattle, at: int) -> bool:
    """Has the GM hurt or healed it in this round (R-76)? Of one taken out of the fight since then nothing is netted any more."""
    turn = battle.turn(at)
    return (turn.hurt_by_word > 0 or turn.healed_by_word > 0) and battle.unit(at).state in (v.ACTIVE, v.INCAPACITATED)


def summed(rolls: list[Roll]) -> Roll | None:
    if not rolls:
        return None
    return rolls[0] if len(rolls) == 1 else added(rolls)


def new_health(battle: ClashBattle, old: int, most: int, damage: int, healing: int) -> int:
    """Netted by default; `same_round_healing` may put one before the other (R-41)."""
    rule = battle.switches.same_round_healing
    if rule == "heal_first":
        return min(most, old + healing) - damage
    if rule == "damage_first" and old > 0:
        left = max(0, old - damage)
        return left + healing if left > 0 else 0
    return old - damage + healing


def after_effects(battle: ClashBattle, strike: Strike) -> None:
    """What a Full Hit with an ability adds: hinder, pin, shift, step (8.4)."""
    attacker = battle.unit(strike.attacker)
    ability = attacker.sheet.abilities[strike.ability]
    target = battle.unit(strike.target)
    declared = battle.turn(strike.attacker).declared
    if target.state in (v.ACTIVE, v.INCAPACITATED) and target.is_character():
        burden(target, ability)
        if ability.shift > 0:
            shift(battle, strike, declared)
        if battle.telling and (ability.hinder or ability.pin):
            sentences.tell_burden(battle, strike.target, ability)
    if ability.step and declared is not None and declared.path:
        beyond = next_place(battle, strike.attacker, attacker.place(), declared.path[0], False)
        if beyond is not None:
            attacker.put(beyond)
        elif battle.telling:
            sentences.tell_stopped(battle, strike.attacker)


def shift(battle: ClashBattle, strike: Strike, declared: Declaration | None) -> None:
    """The attacker moves the target by one zone: to the one declared, else away (8.4)."""
    target = battle.unit(strike.target)
    field = battle.field
    if field.mode != v.FIXED:
        there = field.beyond(battle.unit(strike.attacker).place(), target.place(), BAND)
        target.put(Place(v.NOBODY, round(there.x, 2), round(there.y, 2)))
        return
    ways = [zone for zone in field.around[target.zone] if not field.zones[zone].off]
    if declared is not None and declared.action == v.STANDING_ATTACK and declared.path and declared.path[0].zone in ways:
        target.zone = declared.path[0].zone
    elif ways:
        target.zone = ways[-1]


# -- places, objects, feats ----------------------------------------


def take_places(battle: ClashBattle) -> None:
    """Everybody arrives where the round took them, also those who fall in it (CL-75)."""
    for at in battle.cast():
        battle.unit(at).put(battle.turn(at).end)
    carry_along(battle)


def leave_map(battle: ClashBattle) -> None:
    """Who went off the map by an exit is gone (CL-113)."""
    for at in battle.cast():
        unit = battle.unit(at)
        if unit.zone >= 0 and battle.field.zones[unit.zone].off and unit.state in (v.ACTIVE, v.INCAPACITATED):
            unit.state = v.GONE
            sentences.tell_state(battle, at)


def lose_objects_off_map(battle: ClashBattle) -> None:
    """What was carried off the map is gone, also where its bearer fell on the way out (CL-75, CL-112)."""
    for at in battle.things:
        thing = battle.unit(at)
        if thing.zone >= 0 and thing.state == v.ACTIVE and battle.field.zones[thing.zone].off:
            thing.state = v.GONE
            thing.holder = v.NOBODY
            sentences.tell_state(battle, at)


def handle_objects(battle: ClashBattle) -> None:
    """Objects taken, dropped and worked by those whose claim stands (CL-76, CL-89)."""
    for at in battle.cast():
        declared = acts(battle, at)
        if declared is None:
            continue
        turn = battle.turn(at)
        for one in handlings(declared):
            if one.aim >= 0 and not (turn.lost if one is declared else turn.fumbled):
                handle_object(battle, at, one)


def handle_object(battle: ClashBattle, at: int, declared: Declaration) -> None:
    """One object taken, worked or put down."""
    thing = battle.unit(declared.aim)
    if thing.unit_class != v.OBJECT:
        return
    before = thing.holder
    if declared.deed == v.TAKE:
        if before == at:
            return  # The GM has handed it over meanwhile.
        thing.holder = at
    elif declared.deed == v.DROP:
        if thing.holder != at:
            return  # Another unit has taken it at the same moment.
        thing.holder = v.NOBODY
        thing.put(battle.turn(at).strike)
    else:
        thing.used_by = battle.unit(at).side
        work_gate(battle, declared.aim)
    sentences.tell_object(battle, at, declared, before)


def work_gate(battle: ClashBattle, at: int) -> None:
    """A winch and the like shuts an open way, or opens a shut one."""
    gate = battle.unit(at).sheet.gate
    if len(gate) != 2:
        return
    a, b = battle.field.zone_named(gate[0]), battle.field.zone_named(gate[1])
    passage = battle.field.passage(a, b) if a >= 0 and b >= 0 else None
    if passage is not None:
        p = passage
        battle.field = battle.field.with_passage(Passage(p.a, p.b, not p.blocks_move, p.blocks_sight, p.needs_check, p.has_cs, p.cs))


def work_on_feats(battle: ClashBattle) -> None:
    """Progress, passes and failures (CL-93..97, CL-100). A feat is done at the end of the round."""
    now = battle.this_round()
    at_work = workers(battle)
    for at, feat in at_work:
        if waived_for(battle, at, feat.id):
            work_waived(battle, at, feat)
        elif feat.effort:
            work_effort(battle, now, at, feat)
        else:
            result = skill_result(battle, at, feat)
            if result == v.PASSED:
                complete(battle, feat)
            feat.partial = feat.partial or result == v.PARTIAL
            if battle.telling:
                sentences.tell_skill(battle, at, feat, result)
    for feat in battle.feats:
        if feat.effort and not feat.done and feat.goal > 0 and feat.progress >= feat.goal:
            complete(battle, feat)
            sentences.tell_feat_done(battle, feat)
    for at, feat in at_work:
        if feat.done:
            battle.note("done", battle.unit(at).id)


def work_effort(battle: ClashBattle, now: Round, at: int, feat: Feat) -> None:
    count = progress_dice(battle, at, feat.id)
    rolls = now.thrown[f"progress:{at}"].first(battle, count) if count > 0 else []
    gained = total_of(rolls)
    if battle.switches.effort_shared:
        feat.progress += gained
        reached = feat.progress
    else:
        id = battle.unit(at).id
        reached = feat.by.get(id, 0) + gained
        feat.by[id] = reached
        feat.progress = max(feat.progress, reached)
    if battle.telling:
        sentences.tell_effort(battle, at, feat, reached, gained, count)


def work_waived(battle: ClashBattle, at: int, feat: Feat) -> None:
    """No roll needed, but it takes its rounds (CL-100)."""
    unit = battle.unit(at)
    if unit.busy_on != feat.id or unit.busy <= 0:
        unit.busy_on = feat.id
        unit.busy = max(1, feat.waived[unit.id])
    unit.busy -= 1
    if unit.busy == 0:
        unit.busy_on = ""
        complete(battle, feat)
    sentences.tell_waived(battle, at, feat)


# -- (i) the end of the round ----------------------------------------


def close_round(battle: ClashBattle, decided: bool) -> None:
    """Timers tick after all has been written; this round's modifiers and changes fall away (CL-83, CL-102, CL-105)."""
    if battle.telling and battle.switches.show_npc_scores == "after_round":
        sentences.tell_scores_after(battle)
    for timer in list(battle.timers):
        if timer in battle.timers:  # Not deleted while one before it struck.
            tick(battle, timer, decided)
    for unit in battle.crew:
        next_modifiers(unit)
    if battle.zone_mods:
        later = [(zone, a_round_on(mod)) for zone, mod in battle.zone_mods]
        battle.zone_mods = [(zone, mod) for zone, mod in later if mod is not None]
    for change in reversed(battle.reverts):
        take_back(battle, change)
    battle.reverts = []


def tick(battle: ClashBattle, timer: Timer, decided: bool) -> None:
    """One round less; at 0 it is heard and strikes, unless what the round itself has written decides the fight (R-75)."""
    if timer.stopped or timer.left <= 0:
        return
    timer.left -= 1
    if timer.left == 0 and decided:
        return
    if battle.telling:
        sentences.tell_timer(battle, timer)
    if timer.left == 0:
        run_out(battle, timer)


def take_back(battle: ClashBattle, change: Revert) -> None:
    if change.kind == "map":
        battle.cs = change.value
    elif change.kind == "zone":
        battle.field = battle.field.with_cs(change.id, change.had, change.value)
    elif change.kind == "check":
        battle.checks = {name: value for name, value in battle.checks.items() if name != change.name}
        if change.had:
            battle.checks[change.name] = change.value
    else:
        battle.unit(change.id).scored = change.had
        battle.unit(change.id).score = change.value


def run_out(battle: ClashBattle, timer: Timer) -> None:
    """A timer at 0: its strike on everybody, and the end, if that is what it brings (CL-102, CL-112)."""
    if timer.full <= 0:
        return
    now = battle.this_round()
    now.striking = timer.id
    for at in battle.cast():
        if battle.unit(at).is_active() and strikes_now(battle):
            strike_by_timer(battle, timer, at)
    now.striking = ""


def strikes_now(battle: ClashBattle) -> bool:
    """Does the timer that has run out still strike: not deleted, stopped or wound up again meanwhile (CL-103)?"""
    now = battle.now
    return now is not None and any(one.id == now.striking and one.left == 0 and not one.stopped for one in battle.timers)


def strike_by_timer(battle: ClashBattle, timer: Timer, at: int) -> None:
    unit, turn, misses_by = battle.unit(at), battle.turn(at), missed_by(battle, at)
    if turn.has_score:
        band = band_against(timer.strike, turn, misses_by)
    else:
        band = result(timer.strike, cs_at(battle, turn.opened), misses_by)  # CL-53
    count = (0, timer.glancing, timer.full)[band]
    rolls: list[Roll] = []
    if unit.takes() == v.HEALTH and count > 0:
        roll = battle.roll("", "damage", dice_of(count), "all", unit.id, against=unit.id)
        if not roll.void:
            rolls.append(roll)
            set_stamina(unit, unit.health - roll.total())
        elif not unit.is_active() or not strikes_now(battle):
            return
    if unit.takes() == v.MARKS:
        set_stamina(unit, unit.marks - band)  # One for a Glancing Hit, two for a Full one (CL-63).
    if update_state(battle, at):
        battle.note("down", unit.id)
    if battle.telling:
        sentences.tell_timer_strike(battle, timer, at, band, rolls)
