"""Attack against Defense, damage against Toughness (TO-46..TO-58, TO-65..TO-72)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

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
from quintain.systems.toughness.rerolls import AtStake, OwnDie, own_d20, reaches_face
from quintain.systems.toughness.sentences import (
    DEGREE_WORDS,
    say,
    tell_attack,
    tell_finish,
    tell_lost,
    tell_save,
    tell_shield,
)
from quintain.systems.toughness.sheet import Fighter, Fray
from quintain.systems.toughness.stakes import attack_at_stake, save_at_stake

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake
from quintain.systems.toughness.vocabulary import GRAPPLE

BASE_DIFFICULTY: Final = 15


@final
class Damage(AtStake):
    """Where damage comes from: somebody's weapon, or with nobody behind it a bonus of its own.

    Its bonus is worked out when the save is compared, never before: the GM may change something in between (TO-65).
    """

    def __init__(
        self, target: Fighter, striker: Fighter | None, weapon: Weapon | None, critical: bool, lethal: bool, own: int = 0
    ) -> None:
        self.target: Final[Fighter] = target
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

    def at_stake(self, fray: Fray, face: int) -> list[Stake]:
        return save_at_stake(fray, self.target, face, self.bonus(fray), self.lethal, self.striker)


SAVED: Final = 5
MISS: Final = 0
HIT: Final = 1
THREAT: Final = 2

# -- attack against Defense -----------------------------------------------------------------------------------------


@final
class Attack(AtStake):
    """An attack as declared: by whom, on whom, with what, to kill or not, what the manoeuvre adds, and the guard against it.

    Its figures are worked out when a die is compared, never before: the GM may change something in between.
    """

    def __init__(
        self, attacker: Fighter, target: Fighter, weapon: Weapon, lethal: bool, extra: int, how: str, guard: str
    ) -> None:
        self.attacker: Final[Fighter] = attacker
        self.target: Final[Fighter] = target
        self.weapon: Final[Weapon] = weapon
        self.lethal: Final[bool] = lethal
        self.extra: Final[int] = extra
        self.how: Final[str] = how
        self.guard: Final[str] = guard
        self.rolled: bool = False

    def bonus(self, fray: Fray) -> int:
        return attack_bonus(fray, self.attacker, self.target, self.weapon, self.lethal) + self.extra

    def against(self, fray: Fray) -> int:
        return defense(fray, self.target, self.attacker, self.weapon, self.guard)

    def at_stake(self, fray: Fray, face: int) -> list[Stake]:
        return attack_at_stake(fray, self.attacker, self.target, face, self.bonus(fray), self.against(fray))

    def goes_on(self, fray: Fray) -> bool:
        """TOR-70: who is by now dead, helpless or gone strikes nobody, and who is dead or gone is not struck."""
        return fray.still_here(self.attacker) and self.attacker.able and fray.takes_part(self.target)

    def used_up(self, fray: Fray) -> None:
        """TO-56: what was given for one roll has counted, if that roll was made."""
        if not self.rolled:
            return
        self.attacker.use_up(attack_slot(fray, self.weapon))
        self.target.use_up("defense")
        self.target.use_up(self.guard)


def attack(fray: Fray, attacker: Fighter, target: Fighter, weapon: Weapon, lethal: bool, extra: int, how: str) -> None:
    """TO-53: attack die, confirmation die on a threat, Toughness die on a hit. `extra` is what the manoeuvre adds."""
    come_back(fray, target)
    guard = chosen_guard(fray, target, attacker, weapon)
    made = Attack(attacker, target, weapon, lethal and weapon.form != GRAPPLE, extra, how, guard)
    result = strike(fray, made)
    critical = result == THREAT and confirmed(fray, made)
    made.used_up(fray)
    if result == MISS:
        return
    if not made.goes_on(fray):
        tell_lost(fray, attacker, f"attack on {target.name}")
        return
    hurt(fray, Damage(target, attacker, weapon, critical, made.lethal))
    attacker.use_up("damage")


def strike(fray: Fray, made: Attack) -> int:
    """TO-47..TO-50: d20 + bonus against Defense, as MISS, HIT or THREAT. A threat below 20 needs a hit first."""
    attacker, target = made.attacker, made.target
    die = None
    if may_strike(fray, made):
        fray.note("use:" + made.weapon.name, attacker.id)
        die = attack_die(fray, made, "attack")
    while True:
        if die is None or not made.goes_on(fray):
            tell_lost(fray, attacker, f"attack on {target.name}")
            return MISS
        hit = hits(fray, made, die, "hit")
        if not fray.hold("attack"):
            break
    threat = hit and die.counts.natural_at_least(threat_of(fray, attacker, target, made.weapon), "threat")
    tell_compared(fray, made, die.counts, hit, "attack")
    if not hit:
        return MISS
    fray.note("hit", attacker.id)
    return THREAT if threat else HIT


def confirmed(fray: Fray, made: Attack) -> bool:
    """TO-51: the same bonus against the same Defense once more; it cannot threaten again."""
    die = attack_die(fray, made, "confirmation") if made.goes_on(fray) else None
    if die is None or not made.goes_on(fray):
        return False
    critical = hits(fray, made, die, "confirmed")
    tell_compared(fray, made, die.counts, critical, "confirmation")
    if critical:
        fray.note("crit", made.attacker.id)
    return critical


def attack_die(fray: Fray, made: Attack, what: str) -> OwnDie | None:
    """The d20 of an attack or its confirmation; None where by the GM's word nobody strikes any more (TOR-70, `may_roll`)."""
    attacker, target, outer = made.attacker, made.target, fray.striking
    fray.striking = made.weapon if attacker.wields(made.weapon) else None
    die = own_d20(fray, attacker, what, target.id, target, made)
    fray.striking = outer
    made.rolled = made.rolled or die is not None
    return die


def hits(fray: Fray, made: Attack, die: OwnDie, name: str) -> bool:
    """TO-47..TO-49: d20 + bonus of Defense or more hits, a natural 20 always, a natural 1 never."""
    bonus = made.bonus(fray)
    hit = reaches_face(die.counted(fray, bonus), made.against(fray) - bonus, 2, name)
    if fray.telling:
        fray.holding = [[f"{made.attacker.name} against {made.target.name}, {made.weapon.name}", "hit" if hit else "miss"]]
    return hit


def tell_compared(fray: Fray, made: Attack, roll: Roll, hit: bool, kind: str) -> None:
    """The arithmetic of an attack or confirmation, and what it gives away of a secret Defense."""
    if fray.telling:
        attacker, target, weapon = made.attacker, made.target, made.weapon
        terms = attack_terms(fray, attacker, target, weapon, made.lethal)
        parts = defense_terms(fray, target, attacker, weapon, made.guard)
        how, bonus, against = made.how if kind == "attack" else "", made.bonus(fray), made.against(fray)
        tell_attack(fray, attacker, target, weapon, made.lethal, roll, made.extra, how, against, bonus, hit, kind, terms, parts)
        learn_defense(fray, attacker, target, weapon, roll, bonus, hit)


def may_strike(fray: Fray, made: Attack) -> bool:
    """TO-23, TO-77: not by the GM's word, while Dodge or Parry was chosen, out of the fight or of its turn."""
    if not made.goes_on(fray):
        return False
    return not (fray.turn_lost if made.attacker.id == fray.actor else made.attacker.owes)


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
    hurt(fray, Damage(target, attacker, weapon, True, lethal and weapon.form != GRAPPLE))
    attacker.use_up("damage")


# -- damage against Toughness --------------------------------------------------------------------------------------


def hurt(fray: Fray, blow: Damage) -> None:
    """TO-65..TO-72: the Toughness save against 15 + damage bonus, and what failing it marks."""
    target = blow.target
    offer_shield(fray, target, blow)
    if not fray.takes_part(target):
        return
    lethal = blow.lethal
    outer = fray.saving  # the GM may order a save while another is in the air
    die = own_d20(fray, target, "toughness", target.id, stakes=blow)
    while True:
        if die is None or not fray.takes_part(target):
            fray.saving = outer
            return
        difficulty = BASE_DIFFICULTY + blow.bonus(fray)
        bonus = toughness(fray, target, lethal)
        roll = die.counted(fray, bonus)
        merciless = target.block.minion or ((fray.switches.reroll or die.floor) and not roll.natural_at_least(20))
        reached = band_reached(roll, difficulty - bonus, merciless)
        degree = degree_of(reached, target.block.minion)
        if fray.telling:
            fray.holding = [[f"Toughness of {target.name} against {difficulty}", DEGREE_WORDS[degree]]]
        if not fray.hold("toughness"):
            break
    fray.saving = outer
    kill = reached == 0 and lethal
    tell_save(fray, target, roll, bonus, toughness_penalty(fray, target, lethal), difficulty, degree, kill)
    if fray.telling:
        learn_toughness(fray, target, lethal, difficulty, degree, blow.striker, roll)
    target.use_up("toughness")
    if degree != NONE:
        suffer(fray, target, degree, lethal, kill, blow.by())


MISSED_BY: Final = (20, 15, 10, 5)
"""TO-67, TO-70: missed by so much or more is death (lethal), the fourth, the third and the second degree; by less the first."""


def band_reached(roll: Roll, needed: int, merciless: bool) -> int:
    """TO-67, TO-70, TO-71: how many of the five lines the die reaches: 0 is missed by 20 or more, SAVED is made.

    A natural 20 reaches at least the line of the first degree, except for minions (TO-120).
    """
    most = 10_000 if merciless else 20
    lines = [min(most, needed - missed + 1) for missed in MISSED_BY]
    lines.append(needed)
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


def offer_shield(fray: Fray, target: Fighter, blow: Damage) -> None:
    """TO-22, TO-100: a warrior may wipe Bruised and Hurt between hit and Toughness die, if the GM lets it react."""
    if target.reactions and fray.takes_part(target) and may_use_shield(fray, target):
        option = fray.ask(ShieldQuestion(fray, target.id, blow.by(), blow.weapon, blow.critical, blow.lethal))
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
    say(fray, "conviction", f"{fighter.name} recovers from every Bruised, Dazed and Hurt mark.", [fighter.id], "TO-99")
