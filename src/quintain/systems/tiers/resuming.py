"""Taking up a fight where it was written down: the round and its stage, what everybody has done in it, the GM's words."""

from __future__ import annotations

from quintain.engine.battle import Force
from quintain.engine.event import Outcome
from quintain.engine.plain_data import Data, number, part, rows, text
from quintain.engine.refusal import within
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.fields_rows import improvised_of, load_now, load_state
from quintain.systems.tiers.vocabulary import DEFENSES, STANCES


def take_up(battle: TiersBattle, data: Data) -> None:
    """What `exporting.state_data` writes; nothing for a fight that has not begun."""
    for creature, one in zip(battle.creatures, rows(data, "combatants"), strict=True):
        now = part(one, "now")
        load_now(creature, now)
        if text(now, "stance"):
            creature.stance = STANCES.index(text(now, "stance"))
        learned = part(one, "learned")
        for figure in DEFENSES:
            bounds = learned.get(figure)
            if isinstance(bounds, list):
                creature.learned = {**creature.learned, figure: (int(bounds[0]), int(bounds[1]))}
    state = data.get("state")
    if not isinstance(state, dict):
        return
    battle.begun = True
    battle.round = number(state, "round")
    load_state(battle, state)
    for place, one in enumerate(rows(state, "improvised")):
        with within("state", "improvised", place):
            battle.improvised.append(improvised_of(one, battle))
    battle.forbidden = {pattern: str(why) for pattern, why in part(state, "forbidden").items()}
    for one in rows(state, "forces"):
        battle.forces.append(force_from(one))
    outcome = part(state, "outcome")
    if outcome:
        battle.outcome = Outcome(text(outcome, "result"), text(outcome, "winner"), text(outcome, "why"))


def force_from(data: Data) -> Force:
    faces = data.get("faces")
    answers = {name: int(str(value)) for name, value in part(data, "answers").items()}
    return Force(
        text(data, "who", "*"), text(data, "what", "*"), [int(str(face)) for face in faces] if isinstance(faces, list) else [], answers
    )
