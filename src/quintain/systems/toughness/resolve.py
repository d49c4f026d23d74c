"""Attack against Defense, damage against Toughness (TO-46..TO-58, TO-65..TO-72)."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.roll import Roll
from quintain.systems.toughness.conditions import (
    FIRST,
    FOURTH,
    NONE,
    SECOND,
    THIRD,
    clear_light_marks,
    come_back,
    suffer,
    toughness_penalty,
)
from quintain.systems.toughness.defense import (
    DODGE,
    PARRY,
    attack_bonus,
    attack_slot,
    attack_terms,
    bare_guard,
    damage_bonus,
    defense,
    defense_terms,
    loses_guard,
    may_parry,
    threat_of,
    toughness,
)
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.guesses import learn_defense, learn_toughness
from quintain.systems.toughness.prompts import GuardQuestion, ShieldQuestion, may_use_shield
from quintain.systems.toughness.rerolls import d20, floor_after, floor_before, lifted, reaches_face
from quintain.systems.toughness.sentences import (
    DEGREE_WORDS,
    tell_attack,
    tell_finish,
    tell_heart,
    tell_save,
    tell_shield,
)
from quintain.systems.toughness.sheet import Fighter, Fray
from quintain.systems.toughness.vocabulary import GRAPPLE

BASE_DIFFICULTY: Final = 15


@final
class Blow:
    """Where damage comes from: somebody's weapon, or with nobody behind it a bonus of its own.

    Its bonus is worked out when the save is compared, never before: the GM may change something in between (TO-65).
    """

    def __init__(self, striker: Fighter | None, weapon: Weapon | None, critical: bool, lethal: bool, own: int = 0) -> None:
        self.striker: Final[Fighter | None] = striker
        self.weapon: Final[Weapon | None] = weapon
        self.critical: Final[bool] = critical
        self.lethal: Final[bool] = lethal
        self.own: Final[int] = own

    def bonus(self, fray: Fray) -> int:
        if self.striker is None or self.weapon is None:
            return self.own
        return damage_bonus(fray, self.striker, self.weapon, self.critical)

    def by(self) -> str:
        return self.striker.id if self.striker is not None else ""


SAVED: Final = 5
MISS: Final = 0
HIT: Final = 1
THREAT: Final = 2

# -- attack against Defense -----------------------------------------------------------------------------------------


def attack(fray: Fray, attacker: Fighter, target: Fighter, weapon: Weapon, lethal: bool, extra: int, how: str) -> None:
    """TO-53: attack die, confirmation die on a threat, Toughness die on a hit. `extra` is what the manoeuvre adds."""
    lethal = lethal and weapon.form != GRAPPLE
    come_back(fray, target)
    guard = chosen_guard(fray, target, attacker, weapon)
    result = strike(fray, attacker, target, weapon, lethal, extra, how, guard)
    critical = result == THREAT and confirmed(fray, attacker, target, weapon, lethal, extra, guard)
    attacker.use_up(attack_slot(fray, weapon))
    target.use_up("defense")
    target.use_up(guard)
    if result != MISS and fray.still_here(target) and strikes_on(fray, attacker):
        hurt(fray, target, Blow(attacker, weapon, critical, lethal))
        attacker.use_up("damage")


def strikes_on(fray: Fray, attacker: Fighter) -> bool:
    """TOR-70: who is by now dead, helpless or gone strikes nobody."""
    return fray.still_here(attacker) and attacker.able


def strike(
    fray: Fray, attacker: Fighter, target: Fighter, weapon: Weapon, lethal: bool, extra: int, how: str, guard: str
) -> int:
    """TO-47..TO-50: the attack roll, as MISS, HIT or THREAT. A threat below 20 needs a hit first."""
    if not fray.still_here(target) or not fray.still_here(attacker) or not attacker.able:
        return MISS
    if (fray.turn_lost if attacker.id == fray.actor else attacker.owes) or not target.is_present():
        return MISS  # by the GM's word, while Dodge or Parry was chosen (TO-23, TO-77)
    fray.note("use:" + weapon.name, attacker.id)
    floor = False
    if fray.switches.floor_any:
        floor = floor_before(fray, attacker, "attack", target.id)
        if not fray.still_here(target) or not fray.still_here(attacker):
            return MISS
    had = attacker.conviction
    thrown = d20(fray, attacker, "attack", target.id, floor)
    if thrown.void:
        return MISS
    if fray.switches.floor_any:
        floor = floor or floor_after(fray, attacker, "attack", target.id, thrown, had)
    while True:
        if not strikes_on(fray, attacker) or not fray.still_here(target) or not target.is_present():
            return MISS
        bonus = attack_bonus(fray, attacker, target, weapon, lethal) + extra
        against = defense(fray, target, attacker, weapon, guard)
        roll = lifted(fray, thrown, bonus) if floor else thrown
        hit = reaches_face(roll, against - bonus, 2, "hit")
        if fray.telling:
            fray.holding = [[f"{attacker.name} against {target.name}, {weapon.name}", "hit" if hit else "miss"]]
        if not fray.hold("attack"):
            break
    threat = hit and roll.natural_at_least(threat_of(fray, attacker, target, weapon), "threat")
    if hit:
        fray.note("hit", attacker.id)
    if fray.telling:
        terms, parts = attack_terms(fray, attacker, target, weapon, lethal), defense_terms(fray, target, attacker, weapon, guard)
        tell_attack(fray, attacker, target, weapon, lethal, roll, extra, how, against, bonus, hit, "attack", terms, parts)
        learn_defense(fray, attacker, target, weapon, roll, bonus, hit)
    if not hit:
        return MISS
    return THREAT if threat else HIT


def confirmed(
    fray: Fray, attacker: Fighter, target: Fighter, weapon: Weapon, lethal: bool, extra: int, guard: str
) -> bool:
    """TO-51: the same bonus against the same Defense once more; it cannot threaten again."""
    if not fray.still_here(target) or not fray.still_here(attacker):
        return False
    floor = False
    if fray.switches.floor_any:
        floor = floor_before(fray, attacker, "confirmation", target.id)
        if not fray.still_here(target) or not fray.still_here(attacker):
            return False
    had = attacker.conviction
    roll = d20(fray, attacker, "confirmation", target.id, floor)
    if roll.void:
        return False
    if fray.switches.floor_any:
        floor = floor or floor_after(fray, attacker, "confirmation", target.id, roll, had)
    bonus = attack_bonus(fray, attacker, target, weapon, lethal) + extra
    against = defense(fray, target, attacker, weapon, guard)
    roll = lifted(fray, roll, bonus) if floor else roll
    critical = reaches_face(roll, against - bonus, 2, "confirmed")
    if critical:
        fray.note("crit", attacker.id)
    if fray.telling:
        terms, parts = attack_terms(fray, attacker, target, weapon, lethal), defense_terms(fray, target, attacker, weapon, guard)
        tell_attack(fray, attacker, target, weapon, lethal, roll, extra, "", against, bonus, critical, "confirmation", terms, parts)
        learn_defense(fray, attacker, target, weapon, roll, bonus, critical)
    return critical


def chosen_guard(fray: Fray, target: Fighter, attacker: Fighter, weapon: Weapon) -> str:
    """TO-37: Dodge or Parry, before the roll. Where one is plainly higher it is taken without asking (TOR-73)."""
    guard = guard_without_asking(fray, target, attacker, weapon)
    if guard:
        return guard
    option = fray.ask(GuardQuestion(fray, target.id, attacker.id, weapon))
    if option is None:  # the GM's word has settled it
        return guard_without_asking(fray, target, attacker, weapon) or DODGE
    return option.id()


def guard_without_asking(fray: Fray, target: Fighter, attacker: Fighter, weapon: Weapon) -> str:
    """TO-37, TO-38: the guard where there is nothing to choose; "" where there is."""
    if target.helpless or not may_parry(fray, target, weapon):
        return DODGE
    if loses_guard(fray, target, attacker):
        return DODGE if bare_guard(target, DODGE) >= bare_guard(target, PARRY) else PARRY
    return ""


def finishing_blow(fray: Fray, attacker: Fighter, target: Fighter, weapon: Weapon, lethal: bool) -> None:
    """TO-58: no attack roll, a confirmed critical, the save is rolled."""
    come_back(fray, target)
    fray.note("use:" + weapon.name, attacker.id)
    fray.note("hit", attacker.id)
    fray.note("crit", attacker.id)
    tell_finish(fray, attacker, target, weapon)
    hurt(fray, target, Blow(attacker, weapon, True, lethal and weapon.form != GRAPPLE))
    attacker.use_up("damage")


# -- damage against Toughness --------------------------------------------------------------------------------------


def hurt(fray: Fray, target: Fighter, blow: Blow) -> None:
    """TO-65..TO-72: the Toughness save against 15 + damage bonus, and what failing it marks."""
    offer_shield(fray, target, blow)
    floor = fray.switches.floor_any and floor_before(fray, target, "toughness", target.id)
    if target.dead or not fray.still_here(target):
        return
    lethal = blow.lethal
    outer = fray.saving  # the GM may order a save while another is in the air
    had = target.conviction
    thrown = d20(fray, target, "toughness", target.id, floor)
    if thrown.void:
        fray.saving = outer
        return
    if fray.switches.floor_any:
        floor = floor or floor_after(fray, target, "toughness", target.id, thrown, had)
    while True:
        difficulty = BASE_DIFFICULTY + blow.bonus(fray)
        roll = lifted(fray, thrown, toughness(fray, target, lethal)) if floor else thrown
        merciless = target.block.minion or ((fray.switches.reroll or floor) and not roll.natural_at_least(20))
        reached = band_reached(roll, difficulty - toughness(fray, target, lethal), merciless)
        if fray.telling:
            held = DEGREE_WORDS[degree_of(reached, target.block.minion)]
            fray.holding = [[f"Toughness of {target.name} against {difficulty}", held]]
        if not fray.hold("toughness"):
            break
    fray.saving = outer
    if not fray.still_here(target):
        return
    degree = degree_of(reached, target.block.minion)
    kill = reached == 0 and lethal
    penalty = toughness_penalty(fray, target, lethal)
    tell_save(fray, target, roll, toughness(fray, target, lethal), penalty, difficulty, degree, kill)
    if fray.telling:
        learn_toughness(fray, target, lethal, difficulty, degree, blow.striker, roll)
    target.use_up("toughness")
    if degree != NONE:
        suffer(fray, target, degree, lethal, kill, blow.by())


def band_reached(roll: Roll, needed: int, merciless: bool) -> int:
    """TO-67, TO-70, TO-71: how many of the five lines the die reaches: 0 is missed by 20 or more, SAVED is made.

    A natural 20 reaches at least the line of the first degree, except for minions (TO-120).
    """
    most = 10_000 if merciless else 20
    lines = [min(most, needed - 19), min(most, needed - 14), min(most, needed - 9), min(most, needed - 4), needed]
    return roll.band(lines, "degree")


def degree_of(reached: int, minion: bool) -> int:
    """TO-67, TO-120: the degree of failure for the lines reached."""
    if reached >= SAVED:
        return NONE
    if minion or reached <= 1:
        return FOURTH
    if reached == 2:
        return THIRD
    return SECOND if reached == 3 else FIRST


def offer_shield(fray: Fray, target: Fighter, blow: Blow) -> None:
    """TO-22, TO-100: a warrior may wipe Bruised and Hurt between hit and Toughness die, if the GM lets it react."""
    if target.reactions and may_use_shield(fray, target):
        option = fray.ask(ShieldQuestion(fray, target.id, blow.by(), blow.weapon, blow.critical))
        if option is not None and option.id() == "yes":
            use_shield(fray, target)


def use_shield(fray: Fray, fighter: Fighter) -> None:
    fighter.conviction -= 1
    clear_light_marks(fray, fighter, False)
    fray.note("use:Conviction (shield)", fighter.id)
    tell_shield(fray, fighter)


def use_heart(fray: Fray, fighter: Fighter) -> None:
    """TO-99: after the fight, one point for every Bruised, Dazed and Hurt mark."""
    fighter.conviction -= fray.switches.heart_cost
    fray.note("use:Conviction (heart)", fighter.id)
    clear_light_marks(fray, fighter, True)
    tell_heart(fray, fighter)
