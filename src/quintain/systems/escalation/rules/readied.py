"""Readied actions going off (ES-19 to ES-25)."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.question import Option, Plain
from quintain.engine.refusal import Illegal
from quintain.engine.rows import all_stakes
from quintain.systems.escalation.fields_blocks import Readied
from quintain.systems.escalation.play import sentences, sentences_stakes
from quintain.systems.escalation.rules import actions, legality, turn, turn_options
from quintain.systems.escalation.rules.answers import ActNow, Reaction
from quintain.systems.escalation.rules.initiative import note_readied, put_ahead
from quintain.systems.escalation.rules.sheet import ALL_ACTIONS, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


@final
class FireQuestion(Reaction):
    """ES-19: the condition has come up. Take the readied action, or keep it."""

    def __init__(self, battle: Skirmish, holder: Fighter, actor: Fighter, act: turn_options.TurnOption) -> None:
        super().__init__(battle, "fire", holder, actor)
        self.act: turn_options.TurnOption = act

    def title(self) -> str:
        return f"{self.other.name} sets off what {self.holder.name} readied. Do it now?"

    def options(self) -> list[Option]:
        act = self.act
        return [ActNow(f"Do it now: {self._words()}", act.kind, act.power, act.to, act.rolls), Plain("no", "Keep it ready")]

    def _words(self) -> str:
        act = self.act
        if act.what.takes != "power":
            return act.label(self.skirmish)
        at = f" at {self.skirmish.name_of(act.to)}" if act.to else ""
        return f"{self.holder.block.powers[act.power].name}{at}"

    def stakes(self) -> list[Stake]:
        """How whoever set it off is, and whom it goes at."""
        target = self.skirmish.named(self.act.to)
        people = [self.other, target] if target is not None and target.number != self.other.number else [self.other]
        return all_stakes([sentences_stakes.health(self.skirmish, self.holder, each) for each in people])

    def still_may(self) -> bool:
        """ES-25: what cannot be done when its moment comes is not asked about, and stays readied."""
        battle, holder = self.skirmish, self.holder
        if not holder.can_act() or holder.readied is None:
            return False
        return legality.readied_option(battle, holder, holder.readied, self.other) is not None


def fire_readied(battle: Skirmish, actor: Fighter, act: str, about: str) -> bool:
    """ES-19 to ES-25: whoever readied for this goes first. False: the actor can no longer act."""
    for number in _owners_side_first(battle):
        holder = battle.fighters[number]
        readied = holder.readied
        if readied is None or not _sets_off(readied, holder, actor, act, about) or battle.turn == number:
            continue
        if not holder.can_act() or (holder.gasp is not None and holder.gasp_turns > 0):
            continue  # ES-25; at the last gasp nothing but saves is left after the first turn (ES-167)
        option = legality.readied_option(battle, holder, readied, actor)
        if option is None:
            continue
        _offer(battle, holder, actor, option)
        if not actor.can_act():
            return False
    return actor.state == UP


def set_off(battle: Skirmish, holder: Fighter, cause: Fighter) -> None:
    """R-86: the GM says that the moment has come; whoever holds the action is asked as with any other trigger."""
    if battle.turn == holder.number:
        raise Illegal(f"it is {holder.name}'s own turn: what is readied can be done from its end on.")  # ES-19
    readied = holder.readied
    option = legality.readied_option(battle, holder, readied, cause) if readied is not None else None
    if readied is None or option is None:
        raise Illegal(f"{holder.name} has readied nothing that can be done now.")
    _offer(battle, holder, cause, option)


def _offer(battle: Skirmish, holder: Fighter, cause: Fighter, option: turn_options.TurnOption) -> None:
    readied = holder.readied
    answer = battle.ask(FireQuestion(battle, holder, cause, option))
    if answer is not None and answer.id() == "yes" and holder.readied is readied:
        _fire(battle, holder, option)


def _owners_side_first(battle: Skirmish) -> list[int]:
    """R-75: of several set off at once those on the side whose turn it is go first, then the others, each in order of battle."""
    team = battle.fighters[battle.turn].team if battle.turn >= 0 else -1
    own = [number for number in battle.order if battle.fighters[number].team == team]
    return own + [number for number in battle.order if battle.fighters[number].team != team]


def _sets_off(readied: Readied, holder: Fighter, actor: Fighter, act: str, about: str) -> bool:
    if readied.whom >= 0:
        if readied.whom != actor.number:
            return False
    elif actor.team == holder.team:
        return False
    if actor.hidden and actor.team != holder.team:
        return False
    if readied.on == "engages":
        return act == "engages" and about == holder.id
    return readied.on == act


def _fire(battle: Skirmish, holder: Fighter, option: turn_options.TurnOption) -> None:
    """ES-21 to ES-24: the place moves ahead of whose turn it is; used before its own turn this round it is that turn."""
    holder.readied = None
    note_readied(battle)
    acting = battle.turn
    if acting >= 0 and acting in battle.order:
        put_ahead(battle, holder, acting)
    if battle.telling:
        battle.tell(sentences.FIRED.of([holder], holder.initiative))
    its_turn = not holder.acted
    holder.acted = True
    if its_turn:
        holder.revealed_count = True
        battle.turn = holder.number
        turn.fresh_turn(holder)
        turn.start_step(battle, holder)
    kept = holder.actions
    holder.actions = ALL_ACTIONS
    again = actions.TurnQuestion(battle, holder)
    if holder.can_act() and not again.why_not(option):
        actions.perform(battle, holder, option)
    holder.actions = kept
    if its_turn:
        turn.end_of_turn(battle, holder)
        battle.turn = acting
