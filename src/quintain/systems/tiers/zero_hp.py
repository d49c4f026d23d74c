"""Zero hit points and what can follow (part P)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM
from quintain.engine.question import Option, Plain
from quintain.engine.tactic import Tactic
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battle import CreatureQuestion, TiersBattle
from quintain.systems.tiers.conditions import restore, source_gone
from quintain.systems.tiers.sentences_stakes import zero_stakes
from quintain.systems.tiers.sentences_state import tell_death, tell_down, tell_harm
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.stress import spend_beacon

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


class FateQuestion(CreatureQuestion):
    """TI-140: a Beacon Point against death? TI-141: dead, or unconscious and dying?"""

    def __init__(self, battle: TiersBattle, creature: Creature, by_gm: bool) -> None:
        super().__init__(battle, "fate" if by_gm else "beacon", creature)
        self.by_gm = by_gm
        self.status = creature.status
        self.stable = creature.stable

    def title(self) -> str:
        return f"{self.creature.name} is at 0 HP."

    def stakes(self) -> list[Stake]:
        return zero_stakes(self.creature)

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

    def is_settled(self) -> bool:
        """Settled meanwhile by the GM's word, or no longer at 0 HP."""
        creature = self.creature
        return super().withdrawn() or creature.hp > 0 or creature.status != self.status or creature.stable != self.stable

    def withdrawn(self) -> bool:
        """Also where the Beacon Point is gone, and nothing is left to choose."""
        return self.is_settled() or len(self.options()) == 1

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
    tell_harm(battle, creature, points, was_winded, why, clause)
    if creature.hp == 0:
        at_zero(battle, creature)


def at_zero(battle: TiersBattle, creature: Creature) -> None:
    """TI-140 to TI-143, as the table plays it (`zero_hp`, `npc_zero_hp`)."""
    if not creature.is_present():
        return
    switches = battle.switches
    fallen = creature.status == v.UNCONSCIOUS
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
        if question.is_settled():
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
        if question.is_settled():
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
        creature.status = v.DEAD
    else:
        creature.status = v.UNCONSCIOUS
        creature.stable = creature.sheet.is_pc and switches.zero_hp != "knockout"


def fall(battle: TiersBattle, creature: Creature, stable: bool) -> None:
    """Unconscious at 0 HP: Incapacitated; dying unless stable."""
    was_up = creature.status == v.UP
    creature.status = v.UNCONSCIOUS
    creature.stable = stable
    if was_up:
        battle.note("down", creature.id)
    tell_down(battle, creature)


def die(battle: TiersBattle, creature: Creature) -> None:
    if creature.status == v.UP:
        battle.note("down", creature.id)
    creature.status = v.DEAD
    creature.hp = 0
    battle.note("dead", creature.id)
    tell_death(battle, creature)
    source_gone(battle, creature)


def recover(battle: TiersBattle, creature: Creature) -> None:
    """TI-144: a quarter of maximum HP, rounded up."""
    restore(battle, creature, (creature.max_hp + 3) // 4, "a quarter of maximum HP", "TI-144")
