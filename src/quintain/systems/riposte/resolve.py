"""The strike and the engagement (chapters A to C, and the traits of section 8 that touch them)."""

from __future__ import annotations

from quintain.engine.dice import PERCENT, Die
from quintain.engine.question import Choice, Option, Plain
from quintain.engine.roll import Roll
from quintain.systems.riposte import words
from quintain.systems.riposte.conditions import drop
from quintain.systems.riposte.ground import COVER_DEFENSE, COVER_DODGE
from quintain.systems.riposte.plan import Numbers, Plan, activations, cycle_edge, is_calm
from quintain.systems.riposte.sheet import HOSTILE, NEUTRAL, Fighter, Skirmish
from quintain.systems.riposte.stats import (
    ATTACK,
    ATTACKING,
    BUCKLER,
    DEX,
    ESCUTCHEON,
    FOLLOW_ATTACK,
    RIPOSTING,
    SLOT_NAMES,
    Block,
    Figures,
    Weapon,
)
from quintain.systems.riposte.switches import Switches

PERCENT_FROM_ONE = Die(100, 1, "d%")
CYCLE_ACCURACY = 10
CRITICAL_TIMES = 3

RIPOSTE_YES: Option = Plain("yes", "Riposte")
RIPOSTE_NO: Option = Plain("no", "Hold back")


# -- the die (RI-01 to RI-03) ------------------------------------------------------------------------------------------


def percent_die(switches: Switches) -> Die:
    return PERCENT_FROM_ONE if switches.from_one else PERCENT


def read_percent(tens: int, ones: int, switches: Switches) -> int:
    """Two ten-sided dice, tens first; double zero is 0, or 100 where the die runs from 1 (RI-01, R2)."""
    face = tens * 10 + ones
    return 100 if face == 0 and switches.from_one else face


def passes(switches: Switches, roll: Roll, chance: int, name: str) -> bool:
    """Below the chance; 100 and more always, 0 and less never (RI-02, RI-03)."""
    if chance >= 100:
        chance = 1000
    elif chance <= 0:
        chance = -1000
    return roll.below(chance + 1 if switches.at_or_below else chance, name)


# -- the figures of a strike (RI-04 to RI-12) --------------------------------------------------------------------------


def strike_numbers(battle: Skirmish, striker: Fighter, target: Fighter, striker_role: int) -> Numbers:
    """Read afresh for every strike (RI-12)."""
    own = striker.figures(striker_role)
    other = target.figures(RIPOSTING if striker_role == ATTACKING else ATTACKING)
    weapon = striker.in_hand()
    return numbers_between(
        battle.switches, own, weapon, target.block, other, target.in_hand(), battle.cover_of(target)
    )


def numbers_between(
    switches: Switches,
    own: Figures,
    weapon: Weapon | None,
    target: Block,
    other: Figures,
    against: Weapon | None,
    cover: int,
) -> Numbers:
    """RI-04, RI-05 and RI-08 for given figures and weapons, the target being on ground of a kind."""
    might = own.might
    hit = own.accuracy - other.dodge - COVER_DODGE[cover]
    if weapon is not None:
        if weapon.slays and target.is_slain_by(weapon):
            might += 2 * weapon.might
        if switches.weapon_cycle:
            edge = cycle_edge(weapon, against)
            hit += edge * CYCLE_ACCURACY
            might += edge
    if own.magical and not switches.magic_vs_defense:
        soak = other.resistance + (COVER_DEFENSE[cover] if switches.soak_both else 0)
    else:
        soak = other.defense + COVER_DEFENSE[cover]
    return Numbers(hit, own.critical - other.avoid, max(0, might - soak))


# -- one strike (RI-06 to RI-11) ---------------------------------------------------------------------------------------


def strike(battle: Skirmish, striker: Fighter, target: Fighter, slot: int) -> None:
    """One d% for hit and critical; figures are read after the dice, and again if the GM changes something."""
    switches = battle.switches
    die = percent_die(switches)
    role = ATTACKING if slot in (ATTACK, FOLLOW_ATTACK) else RIPOSTING
    roll = battle.roll(striker.id, SLOT_NAMES[slot], die, against=target.id)
    crit_roll: Roll | None = None
    guard_roll: Roll | None = None
    while True:
        if roll.void or not battle.holds(striker) or not battle.holds(target):
            return
        numbers = strike_numbers(battle, striker, target, role)
        hit = passes(switches, roll, numbers.hit, "hit")
        crit = False
        guarded = False
        damage = 0
        if hit:
            if switches.separate_crit and crit_roll is None:
                crit_roll = battle.roll(striker.id, "critical", die)
                continue
            crit = passes(switches, roll if crit_roll is None else crit_roll, numbers.crit, "crit")
            damage = numbers.damage * CRITICAL_TIMES if crit else numbers.damage
            if damage > 0 and has_guard(striker, target, role):
                if guard_roll is None:
                    guard_roll = battle.roll(target.id, guard_name(striker), die)
                    continue
                chance = target.figures(RIPOSTING if role == ATTACKING else ATTACKING).stats[DEX]
                guarded = passes(switches, guard_roll, chance, "guard")
                if guarded:
                    damage //= 2
        if not battle.hold("strike"):
            break
    # The arithmetic as it stood for this strike: the blow itself may change figures that go by health.
    math = words.strike_terms(battle, striker, target, role, numbers, hit) if battle.telling else []
    guard_chance = target.figures(RIPOSTING if role == ATTACKING else ATTACKING).stats[DEX] if guard_roll is not None else 0
    before = target.hp
    target.hp = max(0, before - damage)
    weapon = striker.in_hand()
    if weapon is not None:
        battle.note(weapon.use_note, striker.id)
    if hit:
        battle.note("hit", striker.id)
        battle.note("damage", striker.id, before - target.hp)
        battle.note("harm", target.id, before - target.hp)
        if crit:
            battle.note("crit", striker.id)
        if guarded:
            battle.note(f"use:{guard_name(striker)}", target.id)
    if battle.telling:
        if guard_roll is not None:
            words.tell_activation(battle, target, guard_name(striker), guard_chance, guard_roll, guarded, "RI-136")
        words.tell_strike(battle, striker, target, slot, numbers, math, roll, crit_roll, hit, crit, guarded, damage)
    if target.hp == 0:
        drop(battle, target.id, striker.id)


def has_guard(striker: Fighter, target: Fighter, role: int) -> bool:
    """Buckler halves physical hits, Escutcheon magical ones (RI-136)."""
    knacks = target.figures(RIPOSTING if role == ATTACKING else ATTACKING).knacks
    return knacks & (ESCUTCHEON if striker.figures(role).magical else BUCKLER) != 0


def guard_name(striker: Fighter) -> str:
    return "Escutcheon" if striker.figures(ATTACKING).magical else "Buckler"


# -- the engagement (RI-14 to RI-31) -----------------------------------------------------------------------------------


def zone_distance(weapon: Weapon, defender: Fighter) -> int:
    """In a zone the attacker picks: the lowest distance without a riposte, else the lowest (RI-99)."""
    for distance in weapon.distances:
        if not defender.reaches(distance):
            return distance
    return weapon.distances[0]


def engagement_distance(battle: Skirmish, attacker: Fighter, defender: Fighter) -> int:
    """The attacker's position fixes the distance, or in a zone its choice (RI-34, RI-99)."""
    if battle.ground.is_grid:
        return battle.distance(attacker, defender)
    weapon = attacker.in_hand()
    return zone_distance(weapon, defender) if weapon is not None else 0


def engage(battle: Skirmish, attacker: Fighter, defender: Fighter) -> None:
    """A declared engagement, from its activation rolls to its last strike; it ends when either party is out (RI-25)."""
    open_hostilities(battle, attacker, defender)
    distance = engagement_distance(battle, attacker, defender)
    if battle.telling:
        words.tell_engage(battle, attacker, defender, distance)
    riposte = prepare_defence(battle, attacker, defender, distance)
    plan = declare(battle, attacker, defender, riposte)
    if plan is None:
        return
    for slot in plan.strikes():
        if not battle.holds(attacker) or not battle.holds(defender):
            break
        if slot in (ATTACK, FOLLOW_ATTACK):
            strike(battle, attacker, defender, slot)
        else:
            strike(battle, defender, attacker, slot)


def open_hostilities(battle: Skirmish, attacker: Fighter, defender: Fighter) -> None:
    """Attacking shows who hides, and makes enemies of neutrals (R37)."""
    if attacker.hidden:
        attacker.hidden = False
        words.tell_into_view(battle, attacker)
    if battle.stance(attacker.team, defender.team) == NEUTRAL:
        battle.set_stance(attacker.team, defender.team, HOSTILE)
        words.tell_stance(battle, battle.sides[attacker.team], battle.sides[defender.team], HOSTILE)
    if battle.switches.provoke_once and defender.block.provoke and defender.id not in battle.provokers_met:
        battle.provokers_met.append(defender.id)


def prepare_defence(battle: Skirmish, attacker: Fighter, defender: Fighter, distance: int) -> bool:
    """Whether a riposte will come: automatic in reach, unless a switch lets the defender choose (RI-17, R12, R17)."""
    switches = battle.switches
    if switches.switch_any_time and len(defender.block.weapons) > (0 if defender.weapon < 0 else 1):
        offer_switch(battle, defender, distance)
    if not battle.holds(defender) or not defender.reaches(distance):
        return False
    if not switches.riposte_optional:
        return True
    title = f"Does {defender.name} riposte against {attacker.name}?"
    answer = battle.ask(Choice(battle, "riposte", defender.id, title, [RIPOSTE_YES, RIPOSTE_NO], "yes"))
    return answer is not None and answer.id() == "yes"


def offer_switch(battle: Skirmish, defender: Fighter, distance: int) -> None:
    """Once per engagement, before the first strike (R17)."""
    options: list[Option] = []
    best = defender.weapon
    for number, weapon in enumerate(defender.block.weapons):
        options.append(Plain(str(number), f"Hold the {weapon.name}"))
        if weapon.reaches(distance) and (best < 0 or not defender.block.weapons[best].reaches(distance)):
            best = number
    title = f"Which weapon does {defender.name} hold as the attack comes?"
    answer = battle.ask(Choice(battle, "switch", defender.id, title, options, str(best)))
    if answer is not None and battle.holds(defender) and int(answer.id()) < len(defender.block.weapons):
        equip(battle, defender, int(answer.id()))


def equip(battle: Skirmish, fighter: Fighter, weapon: int) -> None:
    """Change what is in hand; free (RI-35, RI-57)."""
    if fighter.weapon == weapon:
        return
    fighter.weapon = weapon
    if battle.telling:
        words.tell_equip(battle, fighter)


def declare(battle: Skirmish, attacker: Fighter, defender: Fighter, riposte: bool) -> Plan | None:
    """Counts and order, after the activation rolls, each made only if it could change something (RI-27, R77)."""
    if not battle.holds(attacker) or not battle.holds(defender):
        return None
    plan = plan_between(attacker, defender, riposte)
    for activation in activations(plan.attacker, plan.defender):
        if not plan.would_change(activation):
            continue
        owner = attacker if activation.by_attacker else defender
        roll = battle.roll(owner.id, activation.label, percent_die(battle.switches))
        if not battle.holds(owner):
            return None
        chance = owner.figures(ATTACKING if activation.by_attacker else RIPOSTING).stats[activation.stat]
        fires = passes(battle.switches, roll, chance, "activation")
        if fires:
            plan.activate(activation)
            battle.note(f"use:{activation.label}", owner.id)
        if battle.telling:
            words.tell_activation(battle, owner, activation.label, chance, roll, fires)
    return plan


def plan_between(attacker: Fighter, defender: Fighter, riposte: bool) -> Plan:
    own = attacker.figures(ATTACKING)
    other = defender.figures(RIPOSTING)
    calm = is_calm(own, 2 * attacker.hp > attacker.block.max_hp, other, 2 * defender.hp > defender.block.max_hp)
    return Plan(own, other, riposte, calm)
