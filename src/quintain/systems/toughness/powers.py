"""Other saves, hazards and powers (TO-101..TO-105, TO-121)."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import GM
from quintain.engine.roll import Roll
from quintain.systems.toughness.attempts import FAILED, GONE, MADE, decide, meets
from quintain.systems.toughness.conditions import come_back, inflict, to_mend
from quintain.systems.toughness.defense import save_bonus
from quintain.systems.toughness.fields_blocks import Hazard, Power
from quintain.systems.toughness.guesses import learn_save
from quintain.systems.toughness.order import turn_order
from quintain.systems.toughness.prompts import TrackQuestion
from quintain.systems.toughness.recovery import AT_ONCE, recover
from quintain.systems.toughness.resolve import ToughnessSave, hurt
from quintain.systems.toughness.sentences import tell_done, tell_lost, tell_other_save, tell_power
from quintain.systems.toughness.sheet import Attempt, Fighter, Fray


@final
class Save(Attempt):
    """TO-101: a Fortitude, Reflex or Will save, against a difficulty of its own or that of somebody's power."""

    def __init__(self, fighter: Fighter, save: str, own: int, user: Fighter | None = None, power: Power | None = None) -> None:
        super().__init__(fighter, save, fighter.id)
        self.own: Final[int] = own
        self.user: Final[Fighter | None] = user
        self.power: Final[Power | None] = power

    def difficulty(self) -> int:
        """TO-104."""
        return self.own if self.user is None or self.power is None else self.user.block.power_difficulty(self.power)

    def bonus(self, fray: Fray) -> int:
        return save_bonus(fray, self.fighter, self.what)

    def number(self, fray: Fray) -> int | None:
        """Against what is the GM's to know (section 7)."""
        return self.difficulty() if fray.switches.open_rolls or self.fighter.controller == GM else None

    def judge(self, fray: Fray, roll: Roll) -> int:
        """TO-101: d20 + save of the difficulty or more; a natural 20 succeeds, a natural 1 only fails where the table says so."""
        fails_on_1 = fray.switches.natural_1_fails_saves
        made = meets(roll, self.bonus(fray), self.difficulty(), "saved", natural_20=True, natural_1=fails_on_1)
        return MADE if made else FAILED

    def held_as(self, fray: Fray, verdict: int) -> list[str]:
        return [f"{self.what} save of {self.fighter.name}", "made" if verdict else "failed"]

    def held_under(self) -> str:
        return "save"


def saves(fray: Fray, attempt: Save, against: str) -> int:
    """TO-101: is the save MADE, FAILED, or GONE with the one who was to make it?"""
    verdict = decide(fray, attempt)
    if verdict == GONE:
        return GONE
    made, user = verdict == MADE, attempt.user
    tell_other_save(fray, attempt, attempt.difficulty(), made, against)
    if not made and user is not None and fray.is_shared(user):
        learn_save(fray, attempt, attempt.difficulty())
    attempt.fighter.use_up(attempt.what)
    return verdict


def face_damage(fray: Fray, fighter: Fighter, hazard: Hazard, user: Fighter | None = None, power: Power | None = None) -> None:
    """TO-102: a save that negates, or halves the damage bonus (rounded down, never up) before the Toughness save."""
    damage = hazard.damage
    if hazard.save:
        verdict = saves(fray, Save(fighter, hazard.save, hazard.difficulty, user, power), hazard.name)
        if verdict == GONE or (verdict == MADE and hazard.negates):
            return
        if verdict == MADE:
            damage = min(damage, damage // 2)
        elif user is not None and user.side != fighter.side and fray.matters(fighter.id):
            fray.note("hit", user.id)
    hurt(fray, ToughnessSave(fighter, user, None, False, hazard.lethal, damage))


def meet_hazard(fray: Fray, fighter: Fighter, hazard: Hazard) -> None:
    """TO-102: one gets into it, and from now on it is known."""
    if not fray.takes_part(fighter):
        return
    if hazard.name not in fray.met:
        fray.met = [*fray.met, hazard.name]
    tell_done(fray, "hazard", fighter, hazard.name)
    face_damage(fray, fighter, hazard)


def use_save_power(fray: Fray, user: Fighter, target: Fighter, power: Power) -> bool:
    """TO-104: the target saves against 10 + half the adept level + key ability, or takes the stated state. Does it save at all?"""
    come_back(fray, target)
    tell_power(fray, user, power, target)
    verdict = saves(fray, Save(target, power.save, 0, user, power), power.name)
    if verdict == GONE:
        tell_lost(fray, user, power.name, "TO-104")
    elif verdict == FAILED:
        fray.note("hit", user.id)
        inflict(fray, target, power.state, user.id)
    return verdict != GONE


def use_area_power(fray: Fray, user: Fighter, cell: int, power: Power) -> None:
    """TO-105: everybody inside, in turn order, each with save die and Toughness die before the next."""
    tell_power(fray, user, power, None)
    burst = Hazard(power.name, [], power.save, 0, power.negates, power.damage, power.lethal)
    for id in caught(fray, cell, power.radius_ft):
        target = fray.fighter(id)
        if target is None or not is_caught(fray, target, cell, power.radius_ft):
            continue
        come_back(fray, target)
        face_damage(fray, target, burst, user, power)


def caught(fray: Fray, cell: int, radius_ft: int) -> list[str]:
    """Who is in the area, in turn order; those without a place come last."""
    inside = [one for one in fray.fighters if is_caught(fray, one, cell, radius_ft)]
    ordered = [one.id for one in turn_order(fray) if one in inside]
    return ordered + [one.id for one in inside if one.id not in ordered]


def is_caught(fray: Fray, one: Fighter, cell: int, radius_ft: int) -> bool:
    """Is it in the area? Who is out of it before its own save is spared."""
    return one.cell >= 0 and one.is_present() and fray.ground.feet(one.cell, cell) <= radius_ft


def mend(fray: Fray, user: Fighter, target: Fighter, power: Power) -> bool:
    """TO-121: one recovery check at once for the worst state of the track the ally chooses, never Dying. Is it made?"""
    tell_power(fray, user, power, target)
    track = track_to_mend(fray, target)
    made = track != "" and fray.takes_part(target) and recover(fray, target, track == "lethal", AT_ONCE)
    if not made:
        tell_lost(fray, user, power.name, "TO-121")
    return made


def track_to_mend(fray: Fray, target: Fighter) -> str:
    """Nobody is asked where only one track has anything to mend."""
    lethal, subdual = to_mend(fray, target, True), to_mend(fray, target, False)
    if lethal and subdual:
        option = fray.ask(TrackQuestion(fray, target.id))
        if option is not None:
            return option.id()
        lethal, subdual = to_mend(fray, target, True), to_mend(fray, target, False)  # one of them is gone by the GM's word
    return "lethal" if lethal else "subdual" if subdual else ""
