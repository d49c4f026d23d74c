"""Zero hit points and what can follow (part P)."""

from __future__ import annotations

from quintain.engine.battle import GM
from quintain.engine.event import Event
from quintain.engine.question import Option, Plain, Question
from quintain.engine.tactic import Tactic
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.conditions import restore, source_gone
from quintain.systems.tiers.sentences import figures_of
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.stress import private_to, spend_beacon
from quintain.systems.tiers.vocabulary import DEAD, UNCONSCIOUS, UP


class FateQuestion(Question):
    """TI-140: a Beacon Point against death? TI-141: dead, or unconscious and dying?"""

    def __init__(self, battle: TiersBattle, creature: Creature, by_gm: bool) -> None:
        super().__init__(battle, "fate" if by_gm else "beacon", creature.id)
        self.creature = creature
        self.by_gm = by_gm
        self.status = creature.status
        self.stable = creature.stable

    def title(self) -> str:
        return f"{self.creature.name} is at 0 HP."

    def options(self) -> list[Option]:
        if self.by_gm:
            return [Plain("dead", "It dies"), Plain("unconscious", "It falls unconscious and is dying")]
        found: list[Option] = []
        if self.creature.beacon > 0:
            found.append(Plain("beacon", "Spend a Beacon Point and live"))
        return [*found, Plain("die", "Die")]

    def choose(self, tactic: Tactic) -> Option:
        return self.options()[0]

    def controller(self) -> str:
        return GM if self.by_gm else self.creature.controller

    def withdrawn(self) -> bool:
        """Settled meanwhile by the GM's word, or no longer at 0 HP."""
        creature = self.creature
        return super().withdrawn() or creature.hp > 0 or creature.status != self.status or creature.stable != self.stable

    def standing(self, order: str) -> str:
        if self.by_gm:
            return "dead" if order == "always" else "unconscious"
        return "beacon" if order == "always" else "die"


def lose_hp(battle: TiersBattle, creature: Creature, points: int, why: str, clause: str) -> None:
    """TI-73, TI-142: down to 0, never below; then the creature's fate. Damage to the unconscious asks again (TI-143)."""
    if points <= 0 or not creature.is_present():
        return
    battle.note("harm", creature.id, min(points, creature.hp))
    was_winded = creature.is_winded()
    creature.hp = max(0, creature.hp - points)
    if battle.telling:
        winded = " and is Winded" if creature.is_winded() and creature.hp > 0 and not was_winded else ""
        text = f"{creature.name} loses {points} HP{winded}."
        public = f"{creature.name} is hurt{winded}."
        math = [(why, points), ("HP now", creature.hp)]
        audience, private = figures_of(creature), private_to(creature)
        battle.tell(Event("harm", text, [creature.id], math, clause, audience, public, private))
    if creature.hp == 0:
        at_zero(battle, creature)


def at_zero(battle: TiersBattle, creature: Creature) -> None:
    """TI-140 to TI-143, as the table plays it (`zero_hp`, `npc_zero_hp`)."""
    if not creature.is_present():
        return
    switches = battle.switches
    fallen = creature.status == UNCONSCIOUS
    if switches.zero_hp == "lethal":
        die(battle, creature)
    elif switches.zero_hp == "knockout" and not fallen:
        fall(battle, creature, False)
    elif creature.sheet.is_pc:
        _player_fate(battle, creature)
    else:
        _other_fate(battle, creature)


def _player_fate(battle: TiersBattle, creature: Creature) -> None:
    if creature.beacon > 0:
        question = FateQuestion(battle, creature, False)
        answer = battle.ask(question)
        if question.withdrawn():
            return
        if answer is not None and answer.id() == "beacon" and creature.beacon > 0:
            spend_beacon(battle, creature, "and lives")
            fall(battle, creature, True)
            return
    die(battle, creature)


def _other_fate(battle: TiersBattle, creature: Creature) -> None:
    word = battle.switches.npc_zero_hp
    if battle.switches.zero_hp == "knockout":
        word = "dead"
    if word == "ask":
        question = FateQuestion(battle, creature, True)
        answer = battle.ask(question)
        if question.withdrawn():
            return
        word = "dead" if answer is None else answer.id()
    if word == "dead":
        die(battle, creature)
    else:
        fall(battle, creature, False)


def fall_by_word(battle: TiersBattle, creature: Creature) -> None:
    """The GM set it to 0 HP: it lies there, or is dead, as the table plays it, and nobody is asked."""
    switches = battle.switches
    lives = creature.sheet.is_pc or switches.zero_hp == "knockout" or switches.npc_zero_hp == "unconscious"
    if switches.zero_hp == "lethal" or not lives:
        creature.status = DEAD
    else:
        creature.status = UNCONSCIOUS
        creature.stable = creature.sheet.is_pc and switches.zero_hp != "knockout"


def fall(battle: TiersBattle, creature: Creature, stable: bool) -> None:
    """Unconscious at 0 HP: Incapacitated; dying unless stable."""
    was_up = creature.status == UP
    creature.status = UNCONSCIOUS
    creature.stable = stable
    if was_up:
        battle.note("down", creature.id)
    if battle.telling:
        words = "stable" if stable else "dying"
        battle.tell(
            Event("down", f"{creature.name} lies unconscious, {words}.", [creature.id], clause="TI-140" if stable else "TI-141")
        )


def die(battle: TiersBattle, creature: Creature) -> None:
    if creature.status == UP:
        battle.note("down", creature.id)
    creature.status = DEAD
    creature.hp = 0
    battle.note("dead", creature.id)
    if battle.telling:
        battle.tell(Event("death", f"{creature.name} is dead.", [creature.id], clause="TI-140" if creature.sheet.is_pc else "TI-141"))
    source_gone(battle, creature)


def recover(battle: TiersBattle, creature: Creature) -> None:
    """TI-144: a quarter of maximum HP, rounded up."""
    restore(battle, creature, (creature.max_hp + 3) // 4, "a quarter of maximum HP", "TI-144")
