"""The ambush round before the first (ES-71 to ES-74)."""

from __future__ import annotations

from typing import final

from quintain.engine.question import Choice, Option, Plain
from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules import initiative, turn
from quintain.systems.escalation.rules.answers import OneOf, one_of
from quintain.systems.escalation.rules.positions import bits
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish


def begin_ambush(battle: Skirmish, side: str) -> None:
    """ES-71, ES-72: one of the ambushers is named, then all of them roll; the others are surprised."""
    battle.opener = _opener(battle, side)
    ambushers = [fighter for fighter in battle.fighters if fighter.is_present() and fighter.side == side]
    initiative.roll_initiative(battle, ambushers)
    initiative.set_order(battle, ambushers, side)
    battle.surprised = bits([each for each in battle.fighters if each.is_present() and each.side != side])
    battle.phase = b.AMBUSH
    battle.ambush_turns = 0
    battle.ambush_raise = 0
    turn.check_over(battle)
    if battle.decided:
        return
    if battle.telling:
        battle.tell(sentences.AMBUSH.of([battle.fighters[battle.opener]]))
    if battle.occasions:
        turn.everybody(battle, b.WHEN_BATTLE_START)


def _opener(battle: Skirmish, side: str) -> int:
    """One of those who are there, asked of the first of them; where that one is taken out meanwhile, of the next."""
    asked = -1
    while True:
        there = [each for each in battle.fighters if each.is_present() and each.side == side]
        able = [each for each in there if each.state == UP] or there
        if not able or able[0].number == asked or battle.decided:
            return able[0].number if able else asked
        asked = able[0].number
        opener = one_of(battle, OpenerQuestion(battle, "opener", able[0], "Who opens the ambush?", able))
        if opener is not None:
            return opener.number


@final
class OpenerQuestion(OneOf):
    """Which of the ambushers; the machine picks the one with the highest expected damage."""

    def measure(self, one: Fighter) -> int:
        return -one.block.threat


def ambush_step(battle: Skirmish) -> None:
    """ES-72: the named creature's turn, then that of its ally with the highest initiative. Then ES-73 and ES-74."""
    actor = -1
    if battle.ambush_turns == 0:
        actor = battle.opener
    elif battle.ambush_turns == 1:
        side = battle.fighters[battle.opener].side
        for number in battle.order:
            other = battle.fighters[number]
            if number != battle.opener and other.state == UP and other.side == side:
                actor = number
                break
    battle.ambush_turns += 1
    if actor >= 0 and battle.fighters[actor].state == UP:
        turn.take_turn(battle, battle.fighters[actor], False)
        turn.check_over(battle)
    if battle.ambush_turns < 2 or battle.decided:
        return
    _end_ambush(battle)


@final
class AfterAmbushQuestion(Choice):
    """ES-73: asked of the GM unless the GM has said so already."""

    def __init__(self, battle: Skirmish) -> None:
        answers: list[Option] = [Plain("no", "It stays as it is"), Plain("yes", "It goes up by 1")]
        title = "Does the escalation die go up after the ambush?"
        super().__init__(battle, "advance_after_ambush", "", title, answers, asked="gm")
        self.skirmish: Skirmish = battle

    def withdrawn(self) -> bool:
        return self.skirmish.ambush_raise != 0 or bool(self.skirmish.decided)


def _end_ambush(battle: Skirmish) -> None:
    if battle.ambush_raise == 0:
        answer = battle.ask(AfterAmbushQuestion(battle))
        if battle.decided:
            return
        if battle.ambush_raise == 0:
            battle.ambush_raise = 1 if answer is not None and answer.id() == "yes" else 2
    if battle.ambush_raise == 1:
        battle.escalation = min(6, battle.escalation + 1)
    others = [each for each in battle.fighters if battle.surprised & each.bit and each.is_present()]
    battle.surprised = 0
    initiative.roll_initiative(battle, others)
    initiative.set_order(battle, [each for each in battle.fighters if each.is_present()])
    battle.phase = b.ROUNDS
    if not battle.decided:
        turn.start_round(battle)
