"""Who may React to what: before a roll, on a hit, after it, at a step of a move (part G, TI-R13).

Each is offered to exactly those who may take it, the players' side first, one React per creature and event (TI-53).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.battle import Battle
from quintain.engine.question import Option, Plain
from quintain.engine.tactic import RECKLESS, Tactic
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.attack import Attack, best_swings
from quintain.systems.tiers.battle import CreatureQuestion, TiersBattle
from quintain.systems.tiers.conditions import gain
from quintain.systems.tiers.estimates import open_aim
from quintain.systems.tiers.options import named_by
from quintain.systems.tiers.sentences import price_words
from quintain.systems.tiers.sentences_round import tell_aid, tell_in_vain
from quintain.systems.tiers.sentences_stakes import aid_stakes, hit_stakes, knows, price_stakes, stake
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.situation import can_go_on, can_react, has_line, hidden_from, threatens, threatens_at
from quintain.systems.tiers.stat_block import Item, Power, boon_of
from quintain.systems.tiers.stress import beacon_words, pay, spend_react
from quintain.systems.tiers.tactics_careful import aids, interposes, least_to_parry, parry_chance, wards_off
from quintain.systems.tiers.throws import Hit, Parry, Throw, Throwing

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake


class React(Option):
    """One thing a creature may do as a React."""

    def __init__(
        self, what: str, words: str, power: int = v.NONE, item: Item | None = None, action: int = v.NONE, param: int = v.NONE
    ) -> None:
        self.what = what
        self.words = words
        self.power = power
        self.item = item
        self.action = action
        self.param = param
        self.aim = ""
        """Id of whoever a strike is aimed at."""
        self.made: Throw | None = None
        """The roll that it helps, or that follows it."""

    def target(self) -> str:
        return self.aim

    def id(self) -> str:
        parts = named_by(self.what, self.power, self.item, self.action)
        if self.param >= 0:
            parts.append(v.ENERGIES[self.param].lower())
        return ":".join(parts)

    def label(self, battle: Battle) -> str:
        return self.words

    def stress(self, creature: Creature) -> int:
        """The Stress it costs."""
        return 1 if self.what == "aid" else creature.sheet.powers[self.power].stress if self.power >= 0 else 0

    def weighs(self) -> bool:
        return self.what in ("strike", "counter", "parry") or self.made is not None


def cost_words(creature: Creature, power: Power) -> str:
    return f" ({price_words(creature, power.stress)})" if power.stress else ""


NO_REACT: Final = Plain("no", "Don't React")
NOWHERE: Final[list[int]] = []


class ReactQuestion(CreatureQuestion):
    """Does a creature React? Asked only of those who have something to React with."""

    def kind(self) -> str:
        return "reaction"

    def between(self) -> list[str]:
        return self.concerns()

    def options(self) -> list[Option]:
        return [NO_REACT, *self.reacts()]

    def reacts(self) -> list[Option]:
        """What it may do as things stand."""
        raise NotImplementedError

    def withdrawn(self) -> bool:
        return super().withdrawn() or not self.reacts()

    def standing(self, order: str) -> str:
        """An order to React always takes the first there is, and spends no Beacon Points on it."""
        return next(iter(self.payable()), "") if order == "always" else "no"

    def payable(self) -> list[str]:
        """The ids of what it may do without a Beacon Point."""
        creature = self.creature
        found = self.reacts() if creature.reacts_left() > 0 else []
        return [one.id() for one in found if isinstance(one, React) and one.stress(creature) <= creature.free_stress()]


# -- a roll is announced --------------------------------------------------------------------------------------------


class RollQuestion(ReactQuestion):
    """An ally is about to roll, or is about to be attacked: Aid (TI-48), or a power that answers it (TI-52)."""

    def __init__(self, battle: TiersBattle, creature: Creature, made: Throw) -> None:
        super().__init__(battle, "before roll", creature)
        self.made = made
        self.roller = made.roller
        self.attack = made.attack
        self.target = made.target
        self.aided = False

    def title(self) -> str:
        what = "roll"
        if self.target is not None and self.attack is not None:
            what = f"attack {self.target.name} with {self.attack.name()}"
        return f"{self.roller.name} is about to {what}. Does {self.creature.name} React?{beacon_words(self.creature)}"

    def concerns(self) -> list[str]:
        return [self.roller.id] if self.target is None else [self.roller.id, self.target.id]

    def title_unseen(self) -> str:
        return f"Somebody is about to roll. Does {self.creature.name} React?{beacon_words(self.creature)}"

    def stakes(self) -> list[Stake]:
        """What Aid is worth and what it costs; how whoever is about to be attacked is."""
        battle, creature, attack, target = self.arena, self.creature, self.attack, self.target
        found: list[Stake] = []
        aids = not self.aided and can_aid(battle, creature, self.roller)
        if attack is not None and target is not None:
            if aids:
                found += aid_stakes(creature, attack, target, open_aim(battle, attack, target))
            if not battle.hostile(creature, target) and knows(creature, target):
                found += stake(f"{target.name} has {target.hp} of {target.max_hp} HP")
        return [*found, *price_stakes(creature, 1)] if aids else found

    def options(self) -> list[Option]:
        helps = not self.arena.hostile(self.creature, self.roller)
        let_be: Option = Throwing(self.arena, "no", "Don't React", self.made) if helps else NO_REACT
        return [let_be, *self.reacts()]

    def reacts(self) -> list[Option]:
        battle, creature, roller = self.arena, self.creature, self.roller
        found: list[Option] = []
        if creature is roller or not can_react(battle, creature):
            return found
        if not self.aided and can_aid(battle, creature, roller):
            found.append(self._aid())
        target, attack = self.target, self.attack
        if target is None or attack is None:
            return found
        for place in wards(battle, creature, attack, target):
            found.extend(self._wards(place, attack, target))
        return found

    def _aid(self) -> React:
        found = React("aid", f"Aid {self.roller.name}: {price_words(self.creature, 1)}, +1 Tier and a second throw")
        found.made = self.made
        return found

    def _wards(self, place: int, attack: Attack, target: Creature) -> list[React]:
        """One shielding power, once for each type of the attack."""
        power = self.creature.sheet.powers[place]
        found: list[React] = []
        for energy in range(len(v.ENERGIES)):
            if attack.energy() >> energy & 1:
                words = f"{power.name}: {target.name} Resistant {v.ENERGIES[energy]}{cost_words(self.creature, power)}"
                found.append(React("ward", words, place, param=energy))
        return found

    def choose(self, tactic: Tactic) -> Option:
        battle, attack, target, creature = self.arena, self.attack, self.target, self.creature
        if tactic.level == RECKLESS or attack is None or target is None or creature is self.roller:
            return NO_REACT
        if creature.reacts_left() <= 0 or not can_react(battle, creature):
            return NO_REACT
        if not self.aided and can_aid(battle, creature, self.roller) and aids(battle, creature, attack, target):
            return self._aid()
        places = wards(battle, creature, attack, target)
        return self._wards(places[0], attack, target)[0] if places and wards_off(battle, creature, attack, target) else NO_REACT

    def withdrawn(self) -> bool:
        return super().withdrawn() or bool(self.made.why_lost(self.arena))

    def is_about(self, about: str) -> bool:
        """ "aid" is the word for it where Aid is all that could be done."""
        return super().is_about(about) or (about == "aid" and all(option.id() == "aid" for option in self.reacts()))

    def standing(self, order: str) -> str:
        """An order to React always is one to aid; powers are asked."""
        if order != "always":
            return "no"
        return "aid" if "aid" in self.payable() else ""


def can_aid(battle: TiersBattle, creature: Creature, roller: Creature) -> bool:
    """TI-48: an ally with a box of Stress to spare, whose Aid the GM has not refused."""
    if creature.max_stress == 0 or creature.aid_refused or battle.hostile(creature, roller):
        return False
    return creature.can_pay_react(1)


def wards(battle: TiersBattle, creature: Creature, attack: Attack, target: Creature) -> list[int]:
    """The places of its powers that can shield this target against this attack."""
    if creature.sheet.shields == 0 or target is creature or attack.energy() == 0 or battle.hostile(creature, target):
        return NOWHERE
    feet = battle.feet(creature, target)
    return [place for place in creature.reacts_by(v.SHIELD) if feet <= creature.sheet.powers[place].within]


def roll_announced(battle: TiersBattle, made: Throw) -> int:
    """The event before every Action Roll; returns the index of whoever aids it, or -1."""
    roller, attack, target = made.roller, made.attack, made.target
    aider = roller.aided_by  # TI-45: an Aid given ahead goes into the next Action Roll, and is the one aider of it
    for creature in battle.in_order():
        if creature is roller:
            continue
        if not can_react(battle, creature):
            continue
        may = aider < 0 and can_aid(battle, creature, roller)
        if not may and (attack is None or target is None or not wards(battle, creature, attack, target)):
            continue
        question = RollQuestion(battle, creature, made)
        question.aided = aider >= 0
        answer = battle.ask(question)
        if answer is None and made.why_lost(battle):
            return aider
        if isinstance(answer, React) and can_react(battle, creature):
            if answer.what == "aid" and can_aid(battle, creature, roller):
                spend_react(battle, creature)
                aider = creature.index
                battle.note("use:Aid", creature.id)
                pay(battle, creature, 1, f"aiding {roller.name}")
                tell_aid(battle, creature, roller, False)
            elif answer.what == "ward" and target is not None and creature.may_use(answer.power):
                shield(battle, creature, target, answer)
    return aider


def shield(battle: TiersBattle, creature: Creature, target: Creature, answer: React) -> None:
    """A power that makes an attacked ally Resistant to one of the attack's types."""
    power = creature.sheet.powers[answer.power]
    spend_react(battle, creature)
    use_up(battle, creature, answer.power)
    if not target.is_present():
        tell_in_vain(battle, creature, power.name, target, f"{target.name} is gone", "TI-52")
        return
    gain(battle, target, boon_of(v.B_RESISTANT, power.quality, creature.index, answer.param, power.rounds))


def use_up(battle: TiersBattle, creature: Creature, place: int) -> None:
    """Pay for a power: a use, and its Stress."""
    power = creature.sheet.powers[place]
    battle.note(power.used, creature.id)
    if power.uses:
        creature.uses[place] -= 1
    pay(battle, creature, power.stress, power.name)


# -- a hit is judged ------------------------------------------------------------------------------------------------


def can_answer(battle: TiersBattle, creature: Creature, hit: Hit) -> bool:
    """Has this creature any React to this hit: its own parry, or stepping in for an ally beside it (TI-50, TI-52)?"""
    if creature is hit.target:
        if hit.unseen or hit.attack.kind != v.MELEE or creature.sheet.parries == 0:
            return False
    elif hit.interposed or battle.hostile(creature, hit.target) or not _beside(battle, creature, hit):
        return False
    if not can_react(battle, creature) or creature.index in hit.reacted:
        return False
    return creature is not hit.target or creature.reacts_by(v.PARRY) != []


def _beside(battle: TiersBattle, creature: Creature, hit: Hit) -> bool:
    return creature is not hit.attack.attacker and battle.feet(creature, hit.target) <= 5


class HitQuestion(ReactQuestion):
    """A hit is judged, and no damage thrown yet: turn it aside (a power), or interpose (TI-50)."""

    def __init__(self, battle: TiersBattle, creature: Creature, hit: Hit) -> None:
        super().__init__(battle, "hit", creature)
        self.hit = hit

    def title(self) -> str:
        hit = self.hit
        what = f"{hit.attack.attacker.name} hits {hit.target.name} with {hit.attack.name()}"
        return f"{what}. Does {self.creature.name} React?{beacon_words(self.creature)}"

    def concerns(self) -> list[str]:
        return [self.hit.attack.attacker.id, self.hit.target.id]

    def title_unseen(self) -> str:
        return f"A blow lands. Does {self.creature.name} React?{beacon_words(self.creature)}"

    def stakes(self) -> list[Stake]:
        return hit_stakes(self.arena, self.creature, self.hit)

    def reacts(self) -> list[Option]:
        battle, creature, hit = self.arena, self.creature, self.hit
        found: list[Option] = []
        if not can_answer(battle, creature, hit):
            return found
        if creature is hit.target:
            for place in creature.reacts_by(v.PARRY):
                power = creature.sheet.powers[place]
                for action in (v.SKIRMISH, v.FINESSE):
                    words = f"{power.name} with {v.ACTIONS[action]}{cost_words(creature, power)}"
                    option = React("parry", words, place, action=action)
                    option.made = Parry(creature, action, hit, power.name)
                    found.append(option)
            return found
        return [React("interpose", f"Interpose: take the hit for {hit.target.name}")]

    def withdrawn(self) -> bool:
        return super().withdrawn() or not self.hit.lands(self.arena) or self.is_harmless()

    def is_harmless(self) -> bool:
        """TI-70: is its target Immune to it, as far as whoever is asked may know?"""
        return knows(self.creature, self.hit.target) and not self.hit.can_harm(self.arena)

    def choose(self, tactic: Tactic) -> Option:
        battle, hit, creature = self.arena, self.hit, self.creature
        if tactic.level == RECKLESS or creature.reacts_left() <= 0 or self.is_harmless():
            return NO_REACT
        if creature is not hit.target:
            steps_in = interposes(battle, creature, hit.attack, hit.target) and can_answer(battle, creature, hit)
            return React("interpose", "Interpose") if steps_in else NO_REACT
        best: Option = NO_REACT
        chance = least_to_parry(battle, creature, hit.attack)
        for option in self.reacts():
            if isinstance(option, React) and option.what == "parry":
                beats = parry_chance(creature, option.action, hit.numbers[0])
                if beats > chance:
                    best, chance = option, beats
        return best


# -- strikes in return ----------------------------------------------------------------------------------------------


def melee_choices(creature: Creature, feet: int) -> list[tuple[Item, int]]:
    """The basic melee attacks it has at this distance, best Action of each weapon first (TI-40)."""
    found: list[tuple[Item, int]] = []
    for item in creature.held:
        if item.melee >= feet:
            for action in best_swings(creature, item):
                found.append((item, action))
    return found


def strike_power(battle: TiersBattle, creature: Creature) -> int:
    """TI-R12, `reaction_strike`: the power its Reaction Strikes come of, -1 where everybody has them, -2 where it has none."""
    if battle.switches.reaction_strike == "all":
        return v.NONE
    return next(iter(creature.reacts_by(v.STRIKE)), -2)


class StrikeQuestion(ReactQuestion):
    """A chance for a basic melee attack as a React: a Reaction Strike (TI-51), or a power that answers a hit in kind."""

    def __init__(self, battle: TiersBattle, creature: Creature, target: Creature, power: int, leaving: bool) -> None:
        passing = power < 0 or creature.sheet.powers[power].form == v.STRIKE
        super().__init__(battle, "strike" if passing else "answer", creature)
        self.passing = passing
        self.leaving = leaving
        self.target = target
        self.x, self.y = target.x, target.y
        self.power = power

    def title(self) -> str:
        if not self.passing:
            what = f"{self.creature.name} was hit by {self.target.name}: {self.creature.sheet.powers[self.power].name}?"
        else:
            what = f"{self.target.name} moves through {self.creature.name}'s reach. Reaction Strike?"
        return what + beacon_words(self.creature)

    def concerns(self) -> list[str]:
        return [self.target.id]

    def between(self) -> list[str]:
        return [self.target.id] if self.passing else [self.target.id, self.creature.id]

    def title_unseen(self) -> str:
        return f"Does {self.creature.name} strike at somebody unseen?{beacon_words(self.creature)}"

    def reacts(self) -> list[Option]:
        battle, creature, target = self.arena, self.creature, self.target
        found: list[Option] = []
        if not can_react(battle, creature) or not target.is_present():
            return found
        if self.power >= 0 and not creature.may_use(self.power):
            return found
        what = "strike" if self.passing else "counter"
        cost = cost_words(creature, creature.sheet.powers[self.power]) if self.power >= 0 else ""
        for item, action in melee_choices(creature, battle.feet(creature, target)):
            strike = React(what, f"Strike {target.name} with {item.name} ({v.ACTIONS[action]}){cost}", self.power, item, action)
            strike.aim = target.id
            found.append(strike)
        return found

    def withdrawn(self) -> bool:
        battle, target, creature = self.arena, self.target, self.creature
        if super().withdrawn() or not battle.hostile(creature, target) or hidden_from(battle, target, creature):
            return True
        if not has_line(battle, creature, target) or not threatens(battle, creature, target):
            return True
        if not self.passing:
            return False
        # TI-R12: whoever was about to leave takes no such step any more. TI-51: whoever comes threatens its enemy by now.
        ended = not can_go_on(battle, target) if self.leaving else threatens(battle, target, creature)
        return ended or target.x != self.x or target.y != self.y

    def choose(self, tactic: Tactic) -> Option:
        found = self.reacts() if self.creature.reacts_left() > 0 else []
        return found[0] if found else NO_REACT


def may_strike(battle: TiersBattle, creature: Creature, mover: Creature, x: int, y: int, leaving: bool) -> bool:
    """TI-51, TI-R12: does the step of `mover` to (x, y) give this creature a Reaction Strike?

    Leaving: it threatens the mover now and would not there. Entering (asked once the mover stands there, with the square it
    came from): it did not before, does now, and the mover does not threaten it.
    """
    if not threatens(battle, creature, mover) or threatens_at(battle, creature, x, y, mover.sheet.size):
        return False
    if not battle.hostile(creature, mover) or not can_react(battle, creature):
        return False
    if not leaving and threatens(battle, mover, creature):
        return False
    if strike_power(battle, creature) < v.NONE:
        return False
    # TI-58: a strike is an attack, and no wall may be between.
    return not hidden_from(battle, mover, creature) and has_line(battle, creature, mover)


def counters(battle: TiersBattle, hit: Hit) -> int:
    """The place of a power of the creature hit that answers a melee hit by one it threatens, or -1."""
    creature, attacker = hit.target, hit.attack.attacker
    if hit.unseen or hit.attack.kind != v.MELEE or creature.index in hit.reacted or creature is attacker:
        return v.NONE
    if attacker.status != v.UP or not can_react(battle, creature) or not threatens(battle, creature, attacker):
        return v.NONE
    if not has_line(battle, creature, attacker):
        return v.NONE
    return next(iter(creature.reacts_by(v.COUNTER)), v.NONE)
