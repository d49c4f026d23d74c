"""One attack as chosen, and the figures it is rolled with: Tier modifiers and the Defense it meets (part H)."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battle import TiersBattle
from quintain.systems.tiers.conditions import deflects, exposed, fortified, goader_of
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.situation import (
    hidden_from,
    in_melee,
    is_afraid,
    is_concealed,
    is_flanking,
    is_sheltered,
    line_between,
)
from quintain.systems.tiers.stat_block import Item, Power, Rider, swings

Terms = list[tuple[str, int]]

IRON_ALONE: Final = [v.IRON]
NO_RIDERS: Final[list[Rider]] = []


@final
class Attack:
    """How somebody attacks: weapon or power, Action, and whom. Lives for one Act or React only."""

    def __init__(self, attacker: Creature, item: Item | None, power: Power | None, action: int, kind: int) -> None:
        self.attacker = attacker
        self.item = item
        self.power = power
        self.action = action
        self.kind = kind
        self.targets: list[Creature] = []
        self.is_made = False
        """The blow or the shot has fallen, whatever came of it."""
        self.ox = -1
        self.oy = -1
        """Centre of a burst in doubled coordinates; -1: the attacker is the origin."""

    def name(self) -> str:
        if self.power is not None:
            return self.power.name
        return self.item.name if self.item is not None else "bare hands"

    def defenses(self) -> list[int]:
        return IRON_ALONE if self.power is None else self.power.defenses

    def damage(self) -> int:
        return v.WEAPON_DAMAGE if self.power is None else self.power.damage

    def energy(self) -> int:
        """The types of its damage (TI-11); 0 where it deals none."""
        if self.power is not None:
            if self.power.damage == v.NO_DAMAGE:
                return 0
            if self.power.energy:
                return self.power.energy
        return self.item.energy if self.item is not None else 0

    def riders(self) -> list[Rider]:
        if self.power is not None:
            return self.power.riders
        return self.item.riders if self.item is not None else NO_RIDERS

    def senses(self, battle: TiersBattle) -> int:
        """What the roll involves; the GM may have said otherwise (TI-146)."""
        if battle.senses:
            word = battle.senses.get(self.name(), -1)
            if word >= 0:
                return word
        return self.power.senses if self.power is not None else v.SIGHT

    def range(self) -> int:
        """Feet at no penalty; for anything but a ranged attack also the farthest."""
        power = self.power
        if power is not None and (power.range or power.within or power.burst):
            return power.range or power.within or power.burst
        if self.item is None:
            return 5
        return self.item.ranged if self.kind == v.RANGED else self.item.melee

    def farthest(self) -> int:
        """TI-58: a ranged attack carries twice its range."""
        if self.kind == v.RANGED and (self.power is None or not self.power.within):
            return 2 * self.range()
        return self.range()

    def line_to(self, battle: TiersBattle, target: Creature) -> int:
        """What is between the origin and the target."""
        if self.ox < 0:
            return line_between(battle, self.attacker, target)
        if not battle.map.has_cover:
            return 0
        x, y, size = centre_of(self.ox, self.oy)
        return battle.map.line(x, y, size, target.x, target.y, target.sheet.size)


def centre_of(ox: int, oy: int) -> tuple[int, int, int]:
    """The footprint around the centre of a square area, given in doubled coordinates.

    An even number of squares has its centre on a corner of the grid, which the four squares around it stand for; an odd
    number has it in the middle of one square.
    """
    if ox & 1:
        return ox // 2, oy // 2, 1
    return ox // 2 - 1, oy // 2 - 1, 2


def common_tier(battle: TiersBattle, roller: Creature, is_action: bool, senses: int, terms: Terms | None) -> int:
    """Tier and the modifiers of every roll: focused, terrified; for Action Rolls also Distracted, blinded, deafened."""
    tier = roller.tier
    if terms is not None:
        terms.append(("Tier", roller.tier))
    if roller.boon_bits == 0 and roller.wound_bits == 0:
        return tier
    if roller.has_boon(v.B_FOCUSED):
        tier += _term(terms, "focused", 1)
    if is_afraid(battle, roller):
        tier += _term(terms, "terrified", -1)
    if is_action:
        if roller.has(v.DISTRACTED) or roller.has(v.SICKENED):
            tier += _term(terms, "Distracted", -1)
        if roller.has(v.BLINDED) and senses & (v.SIGHT | v.WHOLLY_SIGHT):
            tier += _term(terms, "blinded", -1)
        if roller.has(v.DEAFENED) and senses & (v.SOUND | v.WHOLLY_SOUND):
            tier += _term(terms, "deafened", -1)
    return tier


def sense_lost(roller: Creature, senses: int) -> str:
    """What wholly depends on a lost sense fails without a roll: by which clause; "" where it is rolled."""
    if roller.has(v.BLINDED) and senses & v.WHOLLY_SIGHT:
        return "TI-93"
    return "TI-97" if roller.has(v.DEAFENED) and senses & v.WHOLLY_SOUND else ""


def _term(terms: Terms | None, name: str, shift: int) -> int:
    if terms is not None:
        terms.append((name, shift))
    return shift


def attack_tier(battle: TiersBattle, attack: Attack, target: Creature, terms: Terms | None, openly: bool = False) -> int:
    """TI-08: Tier and every modifier of this attack roll, each named source once. Push and Aid are added by the roll.

    `openly`: as if nobody were there whom the players do not see.
    """
    attacker = attack.attacker
    tier = common_tier(battle, attacker, True, attack.senses(battle), terms)
    if target.index >= 0 and is_flanking(battle, attacker, target):
        if (terms is None and not openly) or is_flanking(battle, attacker, target, True):
            tier += _term(terms, "Flanking", 1)
        elif not openly:
            tier += _term(terms, "helped", 1)
    if hidden_from(battle, attacker, target):
        tier += _term(terms, "Hidden", 1)
    if attacker.has(v.GOADED):
        goader = goader_of(attacker)
        if goader >= 0 and battle.creatures[goader] not in attack.targets:
            tier += _term(terms, "goaded", -1)
    item = attack.item
    if item is not None:
        if item.tags & v.AGILE and attack.action == v.SKIRMISH:
            tier += _term(terms, "Agile weapon", -1)
        elif item.tags & v.POWERFUL and attack.action == v.FINESSE:
            tier += _term(terms, "Powerful weapon", -1)
    if attack.kind == v.RANGED or attack.kind == v.AREA:
        feet = battle.feet(attacker, target)
        if attack.kind == v.RANGED and feet > attack.range():
            tier += _term(terms, "long range", -1)
        # TI-59, judged per target.
        if feet > 5 or battle.switches.adjacent_shot == "penalised":
            tier += _melee_term(battle, attacker, terms, openly, -1)
    return tier


def _melee_term(battle: TiersBattle, creature: Creature, terms: Terms | None, openly: bool, shift: int) -> int:
    """What being in melee shifts; the log names it so only where the players see with whom."""
    if not in_melee(battle, creature):
        return 0
    if (terms is None and not openly) or in_melee(battle, creature, True):
        return _term(terms, "in melee", shift)
    return 0 if openly else _term(terms, "hindered", shift)


def counts_as_melee(battle: TiersBattle, attack: Attack) -> bool:
    return attack.kind == v.MELEE or (attack.kind == v.TOUCH and battle.switches.touch_is_melee)


def state_defense(target: Creature, defense: int, terms: Terms | None) -> int:
    """The Defense as the target's own state leaves it, against whatever: rating, Surprised, Downed, Exposed, Fortified.

    Incapacitated: 6, whatever else (TI-61, TI-104, TI-R18).
    """
    if target.is_incapacitated():
        if terms is not None:
            terms.append(("Incapacitated", 6))
        return 6
    value = target.base_defense(defense)
    if terms is not None:
        terms.append((v.DEFENSES[defense], value))
    if target.surprised:
        value += _term(terms, "Surprised", -5)
    if target.wound_bits == 0 and target.boon_bits == 0:
        return value
    if target.has(v.DOWNED):
        value += _term(terms, "downed", -5)
    if exposed(target, defense):
        value += _term(terms, "Exposed", -5)
    if fortified(target, defense):
        value += _term(terms, "Fortified", 5)
    return value


def defense_against(
    battle: TiersBattle, attack: Attack, target: Creature, defense: int, terms: Terms | None, openly: bool = False
) -> int:
    """TI-61: the Defense this attack meets. Incapacitated overrides all but the GM's position (TI-R18). `openly`: as above."""
    value = state_defense(target, defense, terms)
    if not target.is_incapacitated():
        before = value
        if attack.kind != v.AREA and not counts_as_melee(battle, attack):
            value += _melee_term(battle, target, terms, openly, 5)
        if battle.map.has_cover or battle.pairs or target.boon_bits:
            line = attack.line_to(battle, target)
            if is_concealed(battle, attack.attacker, target, line):
                value += _term(terms, "Concealed", 5)
            if is_sheltered(battle, attack.attacker, target, line):
                value += _term(terms, "Sheltered", 5)
            if deflects(target, attack.energy()):
                value += _term(terms, "Deflecting", 5)
        cap = battle.switches.defense_bonus_cap
        if cap:
            gained = value - before + (5 if fortified(target, defense) else 0)
            if gained > cap:
                value += _term(terms, "most a Defense gains", cap - gained)
    if battle.position != 1:
        value += _term(terms, v.POSITIONS[battle.position], v.POSITION_SHIFT[battle.position])
    return value


def halved_by_cover(battle: TiersBattle, attack: Attack, target: Creature) -> bool:
    """TI-87, TI-129: half damage from this attack, by cover, the boon or the GM's word."""
    if not battle.map.has_cover and not battle.pairs:
        return target.has_boon(v.B_SHELTERED)
    return is_sheltered(battle, attack.attacker, target, attack.line_to(battle, target))


def effect_dice(attack: Attack) -> tuple[int, int, int]:
    """TI-63, TI-64: number and size of the Effect dice before criticals, and the attribute die thrown with them (0: none)."""
    power, item = attack.power, attack.item
    attacker = attack.attacker
    rating, attribute = attacker.rating(attack.action), attacker.die(attack.action // 4)
    if power is not None and power.damage == v.NO_DAMAGE:
        return 0, 0, 0
    if power is not None and power.damage == v.POWER_DAMAGE:
        return 1 + rating, power.die, 0  # TI-64
    if power is not None and power.damage == v.FIXED_DAMAGE:
        return power.dice, power.die, attribute
    if item is None:
        return 0, 0, attribute
    return (rating + 1) // 2, item_die(attacker, item), attribute  # TI-63; TI-10: half, rounded up


def item_die(holder: Creature, item: Item) -> int:
    """The Effect die of a weapon; some bite harder with both hands on them."""
    if item.two_die and len([other for other in holder.held if not other.tags & v.NATURAL]) == 1:
        return item.two_die
    return item.die


def best_swings(creature: Creature, item: Item) -> list[int]:
    """The Actions of a melee weapon (TI-40), the better one first."""
    actions = swings(item)
    if len(actions) > 1 and swing_worth(creature, item, v.FINESSE) > swing_worth(creature, item, v.SKIRMISH):
        actions.reverse()
    return actions


def swing_worth(creature: Creature, item: Item, action: int) -> int:
    """A rough order of the two ways to swing a weapon."""
    clumsy = (item.tags & v.AGILE and action == v.SKIRMISH) or (item.tags & v.POWERFUL and action == v.FINESSE)
    return 2 * creature.rating(action) - (3 if clumsy else 0)


def walled_off(battle: TiersBattle, x: int, y: int, side: int, one: Creature) -> bool:
    """TI-58: is a wall between somebody and the centre of the square area of `side` squares at (x, y)?"""
    if not battle.map.has_wall:
        return False
    size = one.sheet.size
    return battle.map.walled(2 * one.x + size, 2 * one.y + size, 2 * x + side, 2 * y + side)
