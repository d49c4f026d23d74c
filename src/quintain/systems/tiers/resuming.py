"""Taking up a fight where it was written down: the round and its stage, what everybody has done in it, the GM's words."""

from __future__ import annotations

from quintain.engine.battle import Force
from quintain.engine.event import Outcome
from quintain.engine.refusal import Malformed, within
from quintain.systems.tiers.battle import Improvised, TiersBattle
from quintain.systems.tiers.building import Data, flag, number, part, place_in, rows, text
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.stat_block import KINDS
from quintain.systems.tiers.vocabulary import ACTIONS, DEFENSES, NONE, POSITIONS, STANCES, WOUNDS


def take_up(battle: TiersBattle, data: Data) -> None:
    """What `exporting.state_data` writes; nothing for a fight that has not begun."""
    for creature, one in zip(battle.creatures, rows(data, "combatants"), strict=True):
        do_now(creature, part(one, "now"))
        learned = part(one, "learned")
        for figure in DEFENSES:
            bounds = learned.get(figure)
            if isinstance(bounds, list):
                creature.learned = {**creature.learned, figure: (int(bounds[0]), int(bounds[1]))}
    state = data.get("state")
    if not isinstance(state, dict):
        return
    battle.begun = True
    battle.round, battle.stage = number(state, "round"), number(state, "stage")
    battle.position = POSITIONS.index(text(state, "position", "risky"))
    battle.arrivals, battle.end_refused = number(state, "arrivals"), number(state, "end_refused")
    battle.truce_refused = flag(state, "truce_offered")
    for place, one in enumerate(rows(state, "improvised")):
        with within("state", "improvised", place):
            battle.improvised.append(offer_from(battle, one))
    battle.forbidden = {pattern: str(why) for pattern, why in part(state, "forbidden").items()}
    for one in rows(state, "forces"):
        battle.forces.append(force_from(one))
    outcome = part(state, "outcome")
    if outcome:
        battle.outcome = Outcome(text(outcome, "result"), text(outcome, "winner"), text(outcome, "why"))


def do_now(creature: Creature, data: Data) -> None:
    if not data:
        return
    if text(data, "stance"):
        creature.stance = STANCES.index(text(data, "stance"))
    creature.acted, creature.slept = flag(data, "acted"), number(data, "slept")
    creature.acts_used, creature.reacts_used = number(data, "acts_used"), number(data, "reacts_used")
    creature.extra_acts, creature.extra_reacts = number(data, "extra_acts"), number(data, "extra_reacts")
    creature.haste_used, creature.slow_paid = flag(data, "haste_used"), flag(data, "slow_paid")
    creature.surprised, creature.ambushing = flag(data, "surprised"), flag(data, "ambushing")


def offer_from(battle: TiersBattle, data: Data) -> Improvised:
    wound = place_in(WOUNDS, text(data, "wound"), "wound") if text(data, "wound") else NONE
    defense = place_in(DEFENSES, text(data, "defense"), "Defense") if text(data, "defense") else NONE
    target = named(battle, text(data, "target")) if text(data, "target") else NONE
    kind = KINDS.index(text(data, "kind")) if text(data, "kind") else NONE
    who, action = named(battle, text(data, "who")), place_in(ACTIONS, text(data, "action"), "Action")
    needed, level = number(data, "number", 10), number(data, "severity")
    return Improvised(who, text(data, "what"), action, needed, defense, target, wound, level, kind)


def named(battle: TiersBattle, id: str) -> int:
    creature = battle.creature(id)
    if creature is None:
        raise Malformed(f"there is no combatant called {id!r}: there are {', '.join(one.id for one in battle.creatures)}.")
    return creature.index


def force_from(data: Data) -> Force:
    faces = data.get("faces")
    answers = {name: int(str(value)) for name, value in part(data, "answers").items()}
    return Force(
        text(data, "who", "*"), text(data, "what", "*"), [int(str(face)) for face in faces] if isinstance(faces, list) else [], answers
    )
