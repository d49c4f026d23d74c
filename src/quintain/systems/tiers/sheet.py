"""A combatant: printed sheet plus what changes in a fight, with the numbers that follow from it (section B of the book)."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.fields_sheet import CreatureFields
from quintain.systems.tiers.stat_block import Effect as Effect
from quintain.systems.tiers.stat_block import Item as Item
from quintain.systems.tiers.stat_block import Sheet as Sheet

REMOVED: Final = 5
"""Taken out by the GM: no longer part of the fight, though its place in the list stays."""


@final
class Creature(CreatureFields):
    """A combatant in a fight."""

    def __init__(self, id: str, name: str, side: str, controller: str, sheet: Sheet, index: int) -> None:
        super().__init__(id, name, side, controller)
        self.sheet = sheet
        self.index = index
        self._looked: list[Item] = self.held
        self._looked_at = -1
        self._reach = 0
        self._defensive = 0

    def copy(self) -> Creature:
        other = Creature(self.id, self.name, self.side, self.controller, self.sheet, self.index)
        self.copy_common(other)
        self.copy_fields(other)
        return other

    def key(self) -> tuple[object, ...]:
        return (self.id, self.side, self.controller, self.hidden, self.key_fields())

    def is_present(self) -> bool:
        return self.status == v.UP or self.status == v.UNCONSCIOUS

    def kin(self) -> str:
        sheet = self.sheet
        return f"{self.name_of_kind()}/{sheet.dice}/{sheet.ratings}/{[item.name for item in sheet.items]}"

    # -- effects ---------------------------------------------------------------------------------------------------

    def has(self, wound: int) -> bool:
        return (self.wound_bits >> wound) & 1 != 0

    def has_boon(self, boon: int) -> bool:
        return (self.boon_bits >> boon) & 1 != 0

    def effects(self, boons: bool) -> list[Effect]:
        return self.boons if boons else self.wounds

    def keep(self, effects: list[Effect], boons: bool) -> None:
        """From now on it has these wounds, or boons (`conditions.refresh` follows)."""
        if boons:
            self.boons = effects
        else:
            self.wounds = effects

    def severity(self, wound: int) -> int:
        """The highest severity of this wound; 0 without it."""
        if not self.has(wound):
            return 0
        return max([effect.level for effect in self.wounds if effect.kind == wound])

    def quality(self, boon: int) -> int:
        if not self.has_boon(boon):
            return 0
        return max([effect.level for effect in self.boons if effect.kind == boon])

    # -- derived ---------------------------------------------------------------------------------------------------

    def is_up(self) -> bool:
        return self.status == v.UP

    def is_incapacitated(self) -> bool:
        """TI-104, also from lying unconscious at 0 HP (TI-140)."""
        return self.status == v.UNCONSCIOUS or self.has(v.INCAPACITATED)

    def is_winded(self) -> bool:
        """TI-15."""
        return 2 * self.hp <= self.max_hp

    def free_stress(self) -> int:
        return max(0, self.max_stress - self.stress)

    def free_soak(self) -> int:
        return max(0, self.soak - self.soak_marked)

    def rating(self, action: int) -> int:
        return self.sheet.ratings[action]

    def die(self, attribute: int) -> int:
        return self.sheet.dice[attribute]

    def base_defense(self, defense: int) -> int:
        """TI-12, and the Defensive tag of what is held."""
        if defense == 1:
            return self.ward
        if defense == 2:
            return self.grit
        if self._looked is not self.held or self._looked_at != len(self.held):
            self._look()
        return self.iron + self._defensive

    def release(self, item: Item) -> None:
        """One thing less in hand; of two that are the same in all respects the other stays."""
        held = list(self.held)
        held.remove(item)
        self.held = held

    def pace(self) -> int:
        """Feet of one Advance; TI-137."""
        return self.stride * 2 if self.has_boon(v.B_QUICKENED) else self.stride

    def reach(self) -> int:
        """Feet its longest wielded melee weapon reaches; 0 with none."""
        if self._looked is not self.held or self._looked_at != len(self.held):
            self._look()
        return self._reach

    def _look(self) -> None:
        """What follows from the things in hand, until they change: another list, or a longer one."""
        self._looked = self.held
        self._looked_at = len(self.held)
        self._reach = self._defensive = 0
        for item in self.held:
            if item.melee > self._reach and item.die:
                self._reach = item.melee
            if item.tags & v.DEFENSIVE:
                self._defensive = 1

    # -- budgets (TI-30 to TI-32) ------------------------------------------------------------------------------------

    def act_budget(self) -> int:
        """Acts of this round before Hastened and Beacon extras. The Act bought while Slowed (TI-107) is the one it lost (TI-R67)."""
        budget = 1 if self.stance == v.RASH else 2
        return budget - 1 if self.has(v.SLOWED) and not self.slow_paid else budget

    def has_lost_act(self) -> bool:
        """TI-107, TI-R67: has being Slowed cost it an Act that can still be bought back?"""
        return self.has(v.SLOWED) and not self.slow_paid and self.acts_used <= self.act_budget()

    def react_budget(self) -> int:
        budget = 1 if self.stance == v.RASH else 2
        return budget - 1 if self.has(v.SLOWED) else budget

    def acts_left(self) -> int:
        """What is left is the budget as it stands now less what was used, never below 0 (TI-R61)."""
        haste = 1 if self.has_boon(v.B_HASTENED) and not self.haste_used else 0
        return max(0, self.act_budget() - self.acts_used) + self.extra_acts + haste

    def reacts_left(self) -> int:
        if self.surprised:
            return 0
        if self.wound_bits == 0 and self.boon_bits == 0:
            left = (1 if self.stance == v.RASH else 2) - self.reacts_used
            return left + self.extra_reacts if left > 0 else self.extra_reacts
        if self.has(v.STUNNED):
            return 0
        haste = 1 if self.has_boon(v.B_HASTENED) and not self.haste_used else 0
        return max(0, self.react_budget() - self.reacts_used) + self.extra_reacts + haste

    def spend_act(self) -> None:
        if self.acts_used < self.act_budget():
            self.acts_used += 1
        elif self.extra_acts > 0:
            self.extra_acts -= 1
        else:
            self.haste_used = True

    def spend_react(self) -> None:
        """A second React while undecided commits to Cautious (TI-R08)."""
        second = self.reacts_used > 0 or self.haste_used
        if self.reacts_used < self.react_budget():
            self.reacts_used += 1
        elif self.extra_reacts > 0:
            self.extra_reacts -= 1
        else:
            self.haste_used = True
        if second and self.stance == v.UNDECIDED and self.sheet.is_pc:
            self.stance = v.CAUTIOUS

    def may_use(self, place: int) -> bool:
        """Are there uses left of this power, and can its Stress be paid?"""
        power = self.sheet.powers[place]
        if power.uses and self.uses[place] <= 0:
            return False
        return self.can_pay_react(power.stress) if power.react else self.can_pay(power.stress)

    def can_pay(self, stress: int) -> bool:
        """TI-112; a Beacon Point covers one whole price (TI-121)."""
        return stress == 0 or self.free_stress() >= stress or self.beacon > 0

    def can_pay_both(self, first: int, second: int) -> bool:
        """Two prices one after the other, each in Stress or for a Beacon Point of its own."""
        if first == 0 or second == 0:
            return self.can_pay(first + second)
        free = self.free_stress()
        return first + second <= free or self.beacon > 1 or (self.beacon == 1 and min(first, second) <= free)

    def may_buy_react(self) -> bool:
        """TI-121: a Beacon Point for one more React; no help to those who cannot React at all (TI-20, TI-108)."""
        return self.beacon > 0 and not self.surprised and not self.has(v.STUNNED)

    def can_pay_react(self, stress: int) -> bool:
        """Can this React's Stress be paid, if the React itself has to be bought with a Beacon Point?"""
        if stress == 0 or self.free_stress() >= stress:
            return True
        return self.beacon > (1 if self.reacts_left() <= 0 else 0)

    def reacts_by(self, form: int) -> list[int]:
        """The places of its React powers of a form that it may use."""
        return [place for place, power in enumerate(self.sheet.powers) if power.form == form and self.may_use(place)]


def max_hp_of(archetype: str, tier: int, dice: list[int]) -> int:
    """TI-14."""
    base, per_tier = ARCHETYPES[archetype]
    return base + per_tier * tier + sum(dice)


ARCHETYPES: Final = {"Warrior": (11, 6), "Rogue": (6, 5), "Technician": (6, 5), "Wizard": (2, 4)}
