"""Prepared actions when their time comes: who waits for what, whether it can be done, and the question whether to do it (TO-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.question import Option, Plain
from quintain.engine.rows import stake
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.acts import Act, usual_intent
from quintain.systems.toughness.conditions_shown import state_words
from quintain.systems.toughness.ground import NOWHERE
from quintain.systems.toughness.legality import why_not_done
from quintain.systems.toughness.preparations import ATTACK, FALL, Plan, plan_of
from quintain.systems.toughness.prompts import Answering, YesNo
from quintain.systems.toughness.sentences import action_words
from quintain.systems.toughness.sheet import Fighter, Fray

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


def any_prepared(fray: Fray, other_than: Fighter | None) -> bool:
    for fighter in fray.fighters:  # noqa: SIM110 - compiled, a loop costs less than a generator
        if fighter.prepared and fighter is not other_than:
            return True
    return False


def may_react(fighter: Fighter) -> bool:
    """TO-22, TO-23: something prepared, able, no turn owed, and the GM does not refuse it."""
    return fighter.prepared != "" and fighter.able and not fighter.owes and fighter.reactions


def waits_for(fighter: Fighter, trigger: str, cause: Fighter, target: Fighter | None) -> bool:
    """Has it prepared for what this one does? Unless one is named, for what a foe does; of attacks, those on its own side."""
    if not may_react(fighter) or fighter is cause or cause.hidden:
        return False
    plan = plan_of(fighter.prepared)
    if plan.trigger != trigger:
        return False
    if plan.whom and plan.whom != cause.id:
        return False
    if fighter.side == cause.side:
        return plan.whom != ""
    return trigger != ATTACK or (target is not None and target.side == fighter.side)


def waits_for_fall(fighter: Fighter, fallen: Fighter) -> bool:
    """Has it prepared for the fall of this one: of an ally, or of the one named?"""
    if not may_react(fighter) or fighter is fallen or fallen.hidden:
        return False
    plan = plan_of(fighter.prepared)
    if plan.trigger != FALL:
        return False
    return plan.whom == fallen.id if plan.whom else fighter.side == fallen.side


def newly_fallen(fray: Fray, among: list[Fighter]) -> list[Fighter]:
    """Who of these is further down than when this was last asked; nobody where nobody has prepared."""
    if not any_prepared(fray, None):
        return []
    fallen = [one for one in among if one.depth > one.known_depth]
    for one in among:
        one.known_depth = one.depth
    return fallen


# -- what is done --------------------------------------------------------------------------------------------------


def prepared_act(fray: Fray, fighter: Fighter, cause: str, fallen: str) -> Act | None:
    """The prepared action, done to whom the plan names, else to the cause or for the fallen; None where it cannot be."""
    plan = plan_of(fighter.prepared)
    act = act_of(fray, fighter, plan, cause, fallen)
    return act if why_not_done(fray, fighter, act) == "" else None


def act_of(fray: Fray, fighter: Fighter, plan: Plan, cause: str, fallen: str) -> Act:
    kind = plan.kind
    if kind == "attack" or kind == "defensive":
        return Act(kind, plan.target or cause, plan.tool, plan.intent or usual_intent(fighter, fighter.block.weapon_named(plan.tool)))
    if kind == "hold":
        return Act(kind, plan.target or cause)
    if kind == "aid":
        return Act(kind, plan.target or fallen)
    power = fighter.block.power_named(plan.tool) if kind == "power" else None
    if power is None:
        return Act(kind, tool=plan.tool)
    if power.kind == v.MENDING:
        return Act(kind, plan.target or fallen or fighter.id, plan.tool)
    if power.kind != v.AREA_POWER:
        return Act(kind, plan.target or cause, plan.tool)
    middle = fray.fighter(plan.target or cause)
    cell = middle.cell if middle is not None else NOWHERE
    return Act(kind, tool=plan.tool, cell=cell, spot=fray.ground.spot(cell) if cell >= 0 else "")


@final
class Prepared(Plain):
    """A yes by which what was prepared is done: its odds are those of the act."""

    def __init__(self, words: str, act: Act) -> None:
        super().__init__("yes", words, act.whom)
        self.act = act

    def weighs(self) -> bool:
        return self.act.weighs()


@final
class FireQuestion(YesNo):
    """TO-17: the trigger has come; take the prepared action, or let it pass."""

    def __init__(self, fray: Fray, who: str, cause: str, fallen: str, trigger: str, target: Fighter | None) -> None:
        super().__init__(fray, "prepared", who, "Do it now", "Let it pass")
        self.cause = cause
        self.fallen = fallen
        self.trigger = trigger
        self.target = target

    def title(self) -> str:
        fray, fighter = self.fray, self.fighter()
        words = action_words(fray, fighter, plan_of(fighter.prepared))
        if self.fallen:
            return f"{fray.name_of(self.fallen)} falls, as {fighter.name} was prepared for. Do it: {words}?"
        if not self.cause:
            return f"Now, says the GM. {fighter.name} prepared for this. Do it: {words}?"
        return f"{fray.name_of(self.cause)} sets off what {fighter.name} prepared. Do it: {words}?"

    def between(self) -> list[str]:
        return [self.cause] if self.cause and not self.fallen else []

    def option(self, id: str, words: str) -> Option:
        act = prepared_act(self.fray, self.fighter(), self.cause, self.fallen) if id == "yes" else None
        return Prepared(words, act) if act is not None else Answering(id, words)

    def stakes(self) -> list[Stake]:
        """In what state the one answered and the one who answers are, as everybody sees it."""
        other = self.fray.fighter(self.cause or self.fallen)
        people = [self.fighter()] if other is None or other is self.fighter() else [other, self.fighter()]
        return [stake(f"{one.name}: {', '.join(state_words(one)) or 'unharmed'}") for one in people]

    def wants(self, level: int) -> bool:
        return not self.fighter().disabled or self.fighter().block.fight_on

    def is_pointless(self, fighter: Fighter) -> bool:
        """It may not react, what was prepared cannot be done any more, or what would set it off does not happen."""
        if not may_react(fighter) or prepared_act(self.fray, fighter, self.cause, self.fallen) is None:
            return True
        cause = self.fray.fighter(self.cause)
        if cause is None:
            return self.cause != ""
        waits = not self.trigger or (cause.able and waits_for(fighter, self.trigger, cause, self.target))
        return not waits
