"""The questions of a round: awareness, stance, order, Acts, shaking off wounds, and how the fight ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.battle import GM
from quintain.engine.question import Closed, Option, Plain
from quintain.engine.system import forbidden
from quintain.engine.tactic import CAREFUL, RECKLESS, Tactic
from quintain.engine.view import own_units
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.act_kinds import ACT_KINDS, FIRST, NEXT
from quintain.systems.tiers.attack import common_tier
from quintain.systems.tiers.battle import CreatureQuestion, TableQuestion, TiersBattle
from quintain.systems.tiers.conditions import can_shake_off, wound_id
from quintain.systems.tiers.legality import acts, distinct, may_go_on, why_not, why_not_walk
from quintain.systems.tiers.movement import reachable
from quintain.systems.tiers.options import Act
from quintain.systems.tiers.pools import BOX
from quintain.systems.tiers.sentences import effect_words, number_from, price_words
from quintain.systems.tiers.sentences_stakes import shake_stakes
from quintain.systems.tiers.sheet import REMOVED, Creature
from quintain.systems.tiers.situation import hidden_from, lies_in_wait, perceived
from quintain.systems.tiers.suffering import why_not_shake, wound_number
from quintain.systems.tiers.tactics import choose_act, is_worth_rashness, rank_in_group, worst_wound
from quintain.systems.tiers.targets import attack_of, why_not_target
from quintain.systems.tiers.throws import ShakeOff, Throwing

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

MOST_SQUARES: Final = 200
"""No way leads through more."""


class AwarenessQuestion(CreatureQuestion):
    """TI-16, TI-18: does this creature notice the lurkers? The GM says, or lets the dice decide."""

    def __init__(self, battle: TiersBattle, creature: Creature) -> None:
        super().__init__(battle, "awareness", creature)

    def title(self) -> str:
        return f"Is {self.creature.name} aware of those who lie in wait?"

    def withdrawn(self) -> bool:
        return not may_be_surprised(self.arena, self.creature)

    def options(self) -> list[Option]:
        return [
            Plain("aware", "Aware"),
            Plain("surprised", "Surprised outright"),
            Plain("roll", "Let the dice decide: on watch"),
            Plain("roll-unwatchful", "Let the dice decide: not on watch (-1 Tier)"),
        ]

    def choose(self, tactic: Tactic) -> Option:
        wanted = self.creature.awareness
        if wanted == "roll" and not self.creature.watchful:
            wanted = "roll-unwatchful"
        return self.find(wanted) or self.options()[0]

    def controller(self) -> str:
        return GM


def may_be_surprised(battle: TiersBattle, creature: Creature) -> bool:
    """Those who face lurkers, and those the encounter says are in doubt; not who lies in wait, or is Surprised by the GM's word."""
    if creature.status != v.UP or creature.lurking or creature.surprised:
        return False
    return creature.awareness != "aware" or any(lies_in_wait(one) and one.side != creature.side for one in battle.creatures)


class StanceQuestion(CreatureQuestion):
    """TI-23: Rash or Cautious, openly, for this round. Withdrawn while the GM hurries somebody (TI-28)."""

    def __init__(self, battle: TiersBattle, creature: Creature) -> None:
        super().__init__(battle, "stance", creature)

    def title(self) -> str:
        return f"Round {self.arena.round}: does {self.creature.name} act Rashly or Cautiously?"

    def options(self) -> list[Option]:
        return [
            Plain("cautious", "Cautious: after the monsters, 2 Acts and 2 Reacts"),
            Plain("rash", "Rash: before the monsters, one Act and one React fewer"),
        ]

    def choose(self, tactic: Tactic) -> Option:
        return self.options()[1 if is_worth_rashness(self.arena, self.creature, tactic.level) else 0]

    def controller(self) -> str:
        """The owner's choice even for the charmed and dominated (TI-R33)."""
        return self.creature.controller

    def withdrawn(self) -> bool:
        settled = self.creature.surprised or self.creature.stance != v.UNDECIDED
        return self.arena.hurried >= 0 or self.creature.status != v.UP or settled


class NextQuestion(TableQuestion):
    """TI-25 to TI-27: who of the group goes next? The players agree, the GM says."""

    def __init__(self, battle: TiersBattle, side: str, group: list[Creature], by_gm: bool) -> None:
        super().__init__(battle, "next", side)
        self.group = group
        self.by_gm = by_gm

    def title(self) -> str:
        return "Who goes next?"

    def options(self) -> list[Option]:
        return [Act(NEXT, aim=creature.id) for creature in self.waiting()]

    def waiting(self) -> list[Creature]:
        return [creature for creature in self.group if creature.status == v.UP and self.arena.has_turn_now(creature)]

    def choose(self, tactic: Tactic) -> Option:
        best: Creature | None = None
        best_rank = 99
        for creature in self.waiting():
            rank = rank_in_group(self.arena, creature)
            if rank < best_rank:
                best, best_rank = creature, rank
        assert best is not None
        return Act(NEXT, aim=best.id)

    def obvious(self) -> str:
        """Where at most one of several is seen by all, that one begins: nobody is asked for the sake of the unseen. Its turn then lets
        others go first (`TiersBattle.may_go_first`)."""
        waiting = self.waiting()
        seen = [creature for creature in waiting if not self.arena.is_kept_secret(creature)]
        if len(seen) > 1:
            return ""
        able = [Act(NEXT, aim=creature.id) for creature in [*seen, *waiting]]
        return next((act.id() for act in able if not forbidden(self.arena, self, act)), "")

    def controller(self) -> str:
        if self.by_gm:
            return GM
        return "+".join(dict.fromkeys(creature.controller for creature in self.waiting())) or GM

    def withdrawn(self) -> bool:
        """Also where one is left, who then goes unasked."""
        return len(self.waiting()) < 2


class ActQuestion(CreatureQuestion):
    """TI-35: the next Act of this turn, or the end of it."""

    def __init__(self, battle: TiersBattle, creature: Creature) -> None:
        super().__init__(battle, "act", creature)

    def title(self) -> str:
        creature = self.creature
        if creature.acts_left() <= 0:
            bought = creature.beacon or creature.has_lost_act()
            return f"{creature.name}'s turn: no Act left{', unless one is bought' if bought else ''}."
        return f"{creature.name}'s turn: {creature.acts_left()} Act{'s' if creature.acts_left() != 1 else ''} left."

    def options(self) -> list[Option]:
        first = [Act(FIRST, aim=creature.id) for creature in self.arena.may_go_first(self.creature)]
        return [*acts(self.arena, self.creature), *first]

    def closed(self) -> list[Closed]:
        battle, creature = self.arena, self.creature
        found: list[Closed] = []
        if creature.acts_left() <= 0:
            return [Closed("Any Act", "no Act left")]
        for wound, why in ((v.STUNNED, f"each Act costs {price_words(creature, 1)}"), (v.ROOTED, "cannot move")):
            if creature.has(wound):
                found.append(Closed(v.WOUNDS[wound].capitalize(), why))
        if creature.has(v.DOWNED):
            found.append(Closed("Advance or Maneuver", "stand up first"))
        walks = creature.acts_left() > 1 and not why_not_walk(creature)
        nearer = reachable(battle, creature, creature.pace()).stops() if walks else []
        for item in distinct(creature.held):
            for other in battle.creatures:
                if hidden_from(battle, other, creature):
                    continue
                if other.status == v.UP and battle.hostile(creature, other) and item.die:
                    attack = attack_of(creature, Act("attack", "ranged" if item.ranged and not item.melee else "", item=item))
                    why = why_not_target(battle, attack, other)
                    if why and can_close_in(battle, creature, other, attack.farthest(), nearer):
                        why += "; with an Advance it costs 2 Acts"
                    if why:
                        found.append(Closed(f"{item.name} on {other.name}", why, [other.id]))
        return found

    def why_not(self, option: Option) -> str:
        if not isinstance(option, Act):
            return "that is not among the options"
        return why_not(self.arena, self.creature, option)

    def find(self, id: str) -> Option | None:
        """Nobody a player does not perceive can be aimed at in vain: there is no such option, as if there were nobody (section 7)."""
        act = parse(self.arena, self.creature, id)
        target = self.arena.creature(act.aim) if act is not None and act.aim else None
        if act is not None and target is not None and self.arena.is_unseen(target):
            seat = self.controller()
            known = seat == GM or perceived(self.arena, target, own_units(self.arena, seat))
            return act if known or not self.why_not(act) else None
        return act

    def choose(self, tactic: Tactic) -> Option:
        act = choose_act(self.arena, self.creature, tactic.level)
        if act.path is not None or not why_not(self.arena, self.creature, act):
            return act
        return Act("stop")

    def standing(self, order: str) -> str:
        return "stop" if order == "never" else ""

    def kind(self) -> str:
        return "turn"

    def withdrawn(self) -> bool:
        """Also where the GM's word leaves a side with nobody up: then the end is proposed first (TI-33)."""
        return not may_go_on(self.arena, self.creature) or self.arena.end_is_due()


def can_close_in(battle: TiersBattle, creature: Creature, target: Creature, reach: int, squares: list[int]) -> bool:
    """Is the target out of reach from here, and within it from a square that an Advance leads to?"""
    if battle.feet(creature, target) <= reach:
        return False
    size, width = creature.sheet.size, battle.map.width
    return any(
        battle.map.feet(cell % width, cell // width, size, target.x, target.y, target.sheet.size) <= reach for cell in squares
    )


def parse(battle: TiersBattle, creature: Creature, id: str) -> Act | None:
    """An option of a turn from its id; None where the text means nothing."""
    parts = id.split(":")
    if parts[0] not in ACT_KINDS or parts[0] == NEXT:
        return None
    act = Act(parts[0])
    rest = parts[1:]
    if len(rest) > MOST_SQUARES:
        return None
    if parts[0] == "power" or (parts[0] == "smash" and rest and number_from(rest[0]) >= 0):
        act.power = number_from(rest.pop(0)) if rest else -1
        if not 0 <= act.power < len(creature.sheet.powers):
            return None
    if rest and "item" in ACT_KINDS[act.what].named:
        for item in creature.held:
            if item.id == rest[0]:
                act.item = item
                rest.pop(0)
                break
    for part in rest:
        if not _read(battle, act, part):
            return None
    return act if act.id() == id else None


def _read(battle: TiersBattle, act: Act, part: str) -> bool:
    """One part of an id after the first: an Action, somebody aimed at, a square, or a detail."""
    if part.startswith("@"):
        act.aim = part[1:]
        return battle.creature(act.aim) is not None
    named = ACT_KINDS[act.what].named
    if "action" in named and act.action < 0 and part.capitalize() in v.ACTIONS:
        act.action = v.ACTIONS.index(part.capitalize())
        return True
    if "square" in named:
        x, comma, y = part.partition(",")
        if comma and number_from(x) >= 0 and number_from(y) >= 0:
            if act.what == "advance" and act.x >= 0:
                # Squares named before the last are those the way leads through.
                act.detail += f"{':' if act.detail else ''}{act.x},{act.y}"
            act.x, act.y = number_from(x), number_from(y)
            return True
    if act.detail:
        return False
    act.detail = part
    return True


def may_shake_off(battle: TiersBattle, creature: Creature) -> bool:
    """TI-36: is it up, and has it a wound that a Resistance Roll may lower?"""
    return creature.status == v.UP and bool(can_shake_off(creature)) and not why_not_shake(battle, creature)


class ShakeQuestion(CreatureQuestion):
    """TI-36: one free Resistance Roll at the end of the turn, against which wound?"""

    def __init__(self, battle: TiersBattle, creature: Creature) -> None:
        super().__init__(battle, "end of turn", creature)

    def title(self) -> str:
        return f"{self.creature.name} ends the turn: which wound to shake off?"

    def stakes(self) -> list[Stake]:
        """Where the number is its own; that of a wound's source is not always known."""
        if self.arena.switches.wound_tn == "source" or self.arena.switches.wound_resist == "auto":
            return []
        dice = BOX.pool(1 + common_tier(self.arena, self.creature, False, 0, None), 0, 0)
        return shake_stakes(wound_number(self.arena, self.creature, can_shake_off(self.creature)[0]), dice)

    def options(self) -> list[Option]:
        found: list[Option] = []
        for effect in can_shake_off(self.creature):
            words = f"Shake off {effect_words(self.arena, effect)}"
            found.append(Throwing(self.arena, wound_id(effect), words, ShakeOff(self.creature, effect)))
        return [*found, Plain("no", "None")]

    def choose(self, tactic: Tactic) -> Option:
        effect = worst_wound(self.creature)
        return Plain("no", "None") if effect is None else Plain(wound_id(effect), f"Shake off {v.WOUNDS[effect.kind]}")

    def controller(self) -> str:
        """The owner rolls, also for the charmed and dominated (TI-R33)."""
        return self.creature.controller

    def withdrawn(self) -> bool:
        return not may_shake_off(self.arena, self.creature)


def how_lost(battle: TiersBattle, side: str) -> str:
    """Retreat where somebody fled, surrender where somebody surrendered, death where all are dead, else defeat."""
    members = [creature for creature in battle.creatures if creature.side == side and creature.status != REMOVED]
    if any(creature.status == v.FLED for creature in members):
        return "retreat"
    if any(creature.status == v.SURRENDERED for creature in members):
        return "surrender"
    return "death" if members and all(creature.status == v.DEAD for creature in members) else "defeat"


class EndQuestion(TableQuestion):
    """TI-33: one side has nobody up. Is the fight decided, and how?"""

    def __init__(self, battle: TiersBattle) -> None:
        super().__init__(battle, "end", "")

    def title(self) -> str:
        return f"Nobody of the {self.arena.beaten()} is up any more. Is the fight over?"

    def options(self) -> list[Option]:
        likely = how_lost(self.arena, self.arena.beaten())
        reasons = [likely] + [other for other in ("defeat", "death", "surrender", "retreat", "ceasefire") if other != likely]
        found: list[Option] = [Plain(reason, f"Over, by {reason}") for reason in reasons]
        return [*found, Plain("on", "It goes on")]

    def withdrawn(self) -> bool:
        """Somebody of each side is up again."""
        return not self.arena.end_is_due()

    def choose(self, tactic: Tactic) -> Option:
        return self.options()[0]

    def controller(self) -> str:
        return GM


class TruceQuestion(TableQuestion):
    """A leader offers a ceasefire; do the others accept it?"""

    def __init__(self, battle: TiersBattle, leader: Creature, side: str, offering: bool) -> None:
        super().__init__(battle, "offer truce" if offering else "accept truce", side)
        self.leader = leader
        self.offering = offering

    def title(self) -> str:
        return f"{self.leader.name} is Winded: offer a ceasefire?" if self.offering else f"{self.leader.name} offers a ceasefire."

    def options(self) -> list[Option]:
        if self.offering:
            return [Plain("yes", "Offer it"), Plain("no", "Fight on")]
        return [Plain("no", "Fight on"), Plain("yes", "Accept: the fight ends")]

    def choose(self, tactic: Tactic) -> Option:
        if self.offering or tactic.level == RECKLESS:
            return self.options()[0]
        own = [creature for creature in self.arena.creatures if creature.side == self.side]
        hurt = any(creature.status != v.UP for creature in own)
        return self.options()[1 if hurt or tactic.level == CAREFUL else 0]

    def withdrawn(self) -> bool:
        """The leader is out, or has no reason to offer anything any more."""
        return not self.leader.is_up() or (self.offering and not self.leader.is_winded())

    def controller(self) -> str:
        if self.offering:
            return GM
        seats = [creature.controller for creature in self.arena.creatures if creature.side == self.side and creature.is_up()]
        return "+".join(dict.fromkeys(seats)) or GM


