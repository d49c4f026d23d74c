"""Attack against Defense, damage against Toughness (TO-46..TO-58, TO-65..TO-72)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from quintain.engine.roll import Roll
from quintain.systems.toughness import sentences
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.attempts import GONE, decide, failed_by, meets
from quintain.systems.toughness.blocks import GRIP
from quintain.systems.toughness.conditions import clear_light_marks, come_back, suffer, toughness_penalty
from quintain.systems.toughness.defense import (
    attack_bonus,
    attack_slot,
    attack_terms,
    bare_guard,
    better_guard,
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
from quintain.systems.toughness.legality import why_cannot_hold
from quintain.systems.toughness.moves import why_out_of_reach
from quintain.systems.toughness.prompts import GuardQuestion, ShieldQuestion, agrees, why_no_shield
from quintain.systems.toughness.sheet import Attempt, Fighter, Fray
from quintain.systems.toughness.stakes import attack_at_stake, save_at_stake

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

MISS: Final = 0
HIT: Final = 1
THREAT: Final = 2

# -- attack against Defense -----------------------------------------------------------------------------------------


@final
class Attack(Attempt):
    """An attack as declared (TO-46): who strikes whom with what, to kill or not, what the manoeuvre adds, and the guard against it."""

    def __init__(self, attacker: Fighter, target: Fighter, weapon: Weapon, lethal: bool, extra: int, how: str) -> None:
        super().__init__(attacker, "attack", target.id, target)
        self.target: Final[Fighter] = target
        self.weapon: Final[Weapon] = weapon
        self.lethal: Final[bool] = lethal and weapon.form != v.GRAPPLE
        self.extra: Final[int] = extra
        self.how: Final[str] = how
        self.chosen_guard: str = ""

    def bonus(self, fray: Fray) -> int:
        return attack_bonus(fray, self.fighter, self.target, self.weapon, self.lethal) + self.extra

    def guard(self, fray: Fray) -> str:
        """TO-37: as chosen, where there still is a choice by now; the higher one, where nobody has chosen."""
        return guard_without_choice(fray, self) or self.chosen_guard or better_guard(fray, self.target, self.weapon)

    def defense(self, fray: Fray) -> int:
        return defense(fray, self.target, self.fighter, self.weapon, self.guard(fray))

    def judge(self, fray: Fray, roll: Roll) -> int:
        """TO-47, TO-51: a total of Defense or more hits, or confirms. TO-48, TO-49: a natural 20 always does, a natural 1 never."""
        name = "hit" if self.what == "attack" else "confirmed"
        return HIT if meets(roll, self.bonus(fray), self.defense(fray), name, natural_20=True, natural_1=True) else MISS

    def begins(self, fray: Fray) -> bool:
        """TO-23, TO-77: not out of the fight, nor of its turn, while Dodge or Parry was chosen."""
        return self.goes_on(fray) and not fray.has_lost_turn(self.fighter)

    def may_roll(self, fray: Fray) -> bool:
        return self.lost_by(fray) == ""

    def lost_by(self, fray: Fray) -> str:
        """Either may have been felled, seized, moved or disarmed by now: by which clause the attack is off; "" where it is not."""
        attacker, target = self.fighter, self.target
        if attacker.held_by and (attacker.pinned or attacker.held_by != target.id):  # the held strike at the holder only
            return "TO-61"
        if self.weapon is GRIP and (why_cannot_hold(attacker, target) or fray.has_lost_turn(attacker)):
            return "TO-60"
        stands = self.goes_on(fray) and attacker.wields(self.weapon) and attacker.side != target.side
        return "" if stands and why_out_of_reach(fray, attacker, target, self.weapon) == "" else "TO-54"

    def goes_on(self, fray: Fray) -> bool:
        """TOR-70: who is by now dead, helpless or gone strikes nobody, and who is dead or gone is not struck."""
        return fray.still_here(self.fighter) and self.fighter.able and fray.takes_part(self.target)

    def held_as(self, fray: Fray, verdict: int) -> list[str]:
        attempt = f"{self.fighter.name} against {self.target.name}, {self.weapon.name}"
        return [attempt, sentences.ATTACK_WORDS[self.what][verdict]]

    def at_stake(self, fray: Fray, face: int) -> list[Stake]:
        return attack_at_stake(fray, self.fighter, self.target, face, self.bonus(fray), self.defense(fray))

    def use_up(self, fray: Fray) -> None:
        """TO-56: what was given for one roll has counted, if that roll was made."""
        if self.die is not None:
            self.fighter.use_up(attack_slot(fray, self.weapon))
            self.fighter.use_up("threat")
            self.target.use_up("defense")
            self.target.use_up(self.guard(fray))


def attack(fray: Fray, made: Attack) -> None:
    """TO-53: attack die, confirmation die on a threat, Toughness die on a hit."""
    result = attack_roll(fray, made)
    critical = result == THREAT and confirmed(fray, made)  # TO-51, TO-52
    made.use_up(fray)
    if result == MISS:
        return
    if not made.goes_on(fray):  # TOR-70
        sentences.tell_lost(fray, made.fighter, f"attack on {made.target.name}", "TO-54")
        return
    hurt(fray, ToughnessSave(made.target, made.fighter, made.weapon, critical, made.lethal))  # TO-65
    made.fighter.use_up("damage")


def attack_roll(fray: Fray, made: Attack) -> int:
    """TO-47: d20 + bonus against Defense, by the guard that is chosen first."""
    come_back(fray, made.target)  # TOR-59
    made.chosen_guard = choice_of_guard(fray, made)  # TO-37
    verdict = GONE
    if made.begins(fray):
        fray.note("use:" + made.weapon.name, made.fighter.id)
        verdict = decide(fray, made)  # TO-47 to TO-49
    if verdict == GONE:
        sentences.tell_lost(fray, made.fighter, f"attack on {made.target.name}", made.lost_by(fray) or "TO-54")
        return MISS
    threat = threat_of(fray, made.fighter, made.target, made.weapon)
    if verdict == HIT and made.rolled().natural_at_least(threat, "threat"):  # TO-50: a threat needs a hit first
        verdict = THREAT
    count_and_tell(fray, made, verdict != MISS)
    return verdict


def confirmed(fray: Fray, made: Attack) -> bool:
    """TO-51: the same bonus against the same Defense once more; it cannot threaten again."""
    made.what, made.floor, made.paid = "confirmation", False, False
    verdict = decide(fray, made)
    if verdict != GONE:
        count_and_tell(fray, made, verdict == HIT)
    return verdict == HIT


def count_and_tell(fray: Fray, made: Attack, hit: bool) -> None:
    """The arithmetic of an attack or confirmation, and what it gives away of a secret Defense."""
    if hit:
        fray.note("hit" if made.what == "attack" else "crit", made.fighter.id)
    if fray.telling:
        target, weapon = made.target, made.weapon
        terms = attack_terms(fray, made.fighter, target, weapon, made.lethal)
        parts = defense_terms(fray, target, made.fighter, weapon, made.guard(fray))
        how = made.how if made.what == "attack" else ""
        sentences.tell_attack(fray, made, target, weapon, made.lethal, made.extra, how, hit, terms, parts)
        learn_defense(fray, made, target, weapon, hit)


def choice_of_guard(fray: Fray, made: Attack) -> str:
    """TO-37: Dodge or Parry, before the roll, "" where nobody chooses. One that is plainly higher is taken without asking (TOR-73)."""
    if guard_without_choice(fray, made):
        return ""
    option = fray.ask(GuardQuestion(fray, made, made.target, made.weapon))
    return option.id() if option is not None else ""


def guard_without_choice(fray: Fray, made: Attack) -> str:
    """TO-37, TO-38: the guard where there is nothing to choose; "" where there is."""
    target = made.target
    if target.helpless or not may_parry(fray, target, made.weapon):
        return v.DODGE
    if loses_guard(fray, target, made.fighter):
        return v.DODGE if bare_guard(target, v.DODGE) >= bare_guard(target, v.PARRY) else v.PARRY
    return ""


def finishing_blow(fray: Fray, made: Attack) -> None:
    """TO-58: no attack roll, a confirmed critical, the save is rolled."""
    attacker = made.fighter
    come_back(fray, made.target)
    fray.note("use:" + made.weapon.name, attacker.id)
    fray.note("hit", attacker.id)
    fray.note("crit", attacker.id)
    sentences.tell_done(fray, "finish", attacker, f"{made.target.name} a finishing blow with {made.weapon.name}", made.target)
    hurt(fray, ToughnessSave(made.target, attacker, made.weapon, True, made.lethal))
    attacker.use_up("damage")


# -- damage against Toughness --------------------------------------------------------------------------------------

@final
class ToughnessSave(Attempt):
    """A Toughness save against a weapon's damage, or with no weapon behind it against a damage bonus of its own (TO-65)."""

    def __init__(
        self, target: Fighter, striker: Fighter | None, weapon: Weapon | None, critical: bool, lethal: bool, own: int = 0
    ) -> None:
        super().__init__(target, "toughness", target.id)
        self.striker: Final[Fighter | None] = striker
        self.weapon: Final[Weapon | None] = weapon
        self.critical: Final[bool] = critical
        self.lethal: Final[bool] = lethal
        self.own: Final[int] = own

    def bonus(self, fray: Fray) -> int:
        return toughness(fray, self.fighter, self.lethal)

    def difficulty(self, fray: Fray) -> int:
        """TO-65: 15 + damage bonus."""
        if self.striker is None or self.weapon is None:
            return 15 + self.own
        return 15 + damage_bonus(fray, self.striker, self.weapon, self.critical)

    def judge(self, fray: Fray, roll: Roll) -> int:
        """TO-66, TO-67: by how much it is failed, as a place in FAILED_BY. TO-71: with a natural 20 by the first degree at most, which
        does not protect minions (TO-120)."""
        spared = not self.fighter.block.minion
        if spared and (fray.switches.reroll or self.floor):  # there a total of 20 may be no natural 20
            spared = roll.natural_at_least(20)
        return failed_by(roll, self.bonus(fray), self.difficulty(fray), v.FAILED_BY, spared, "degree")

    def degree(self, verdict: int) -> int:
        """TO-67, TO-120: a minion that fails falls."""
        return v.FOURTH if self.fighter.block.minion and v.DEGREES[verdict] != v.NONE else v.DEGREES[verdict]

    def by(self) -> str:
        return self.striker.id if self.striker is not None else ""

    def held_as(self, fray: Fray, verdict: int) -> list[str]:
        return [f"Toughness of {self.fighter.name} against {self.difficulty(fray)}", sentences.DEGREE_WORDS[self.degree(verdict)]]

    def at_stake(self, fray: Fray, face: int) -> list[Stake]:
        return save_at_stake(fray, self.fighter, face, self.bonus(fray), self.difficulty(fray), self.lethal, self.striker)


def hurt(fray: Fray, save: ToughnessSave) -> None:
    """TO-65..TO-72: d20 + Toughness against 15 + damage bonus, and what failing it marks."""
    target = save.fighter
    offer_shield(fray, save)  # TO-100
    if not fray.takes_part(target):
        return
    outer = fray.saving  # the GM may order a save while another is in the air
    verdict = decide(fray, save)  # TO-66
    fray.saving = outer
    if verdict == GONE:
        return
    degree = save.degree(verdict)  # TO-67
    kill = save.lethal and verdict == v.BY_20  # TO-70
    tell_harm(fray, save, degree, kill)
    target.use_up("toughness")
    if degree != v.NONE:
        suffer(fray, target, degree, save.lethal, kill, save.by())  # TO-69


def tell_harm(fray: Fray, save: ToughnessSave, degree: int, kill: bool) -> None:
    """The arithmetic of the save, and what it gives away of a secret Toughness."""
    if fray.telling:
        difficulty, penalty = save.difficulty(fray), toughness_penalty(fray, save.fighter, save.lethal)
        sentences.tell_save(fray, save, penalty, difficulty, degree, kill)
        learn_toughness(fray, save, penalty, difficulty, degree, save.striker)


def offer_shield(fray: Fray, save: ToughnessSave) -> None:
    """TO-22, TO-100: a warrior may wipe Bruised and Hurt between hit and Toughness die, if the GM lets it react."""
    target = save.fighter
    if not target.reactions or not fray.takes_part(target) or why_no_shield(fray, target):
        return
    if agrees(ShieldQuestion(fray, target.id, save.by(), save.weapon, save.critical, save.lethal)):
        use_shield(fray, target)


def use_shield(fray: Fray, fighter: Fighter) -> None:
    fighter.conviction -= 1
    clear_light_marks(fray, fighter, False)
    fray.note("use:Conviction (shield)", fighter.id)
    sentences.tell_shield(fray, fighter)


def use_heart(fray: Fray, fighter: Fighter) -> None:
    """TO-99: after the fight, one point for every Bruised, Dazed and Hurt mark."""
    fighter.conviction -= fray.switches.heart_cost
    fray.note("use:Conviction (heart)", fighter.id)
    clear_light_marks(fray, fighter, True)
    sentences.say(fray, "conviction", f"{fighter.name} recovers from every Bruised, Dazed and Hurt mark.", [fighter.id], "TO-99")
