"""What a combatant brings to the fight and never changes in it: abilities, roles, weapons, powers (TO-27..TO-44)."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.fields_blocks import BlockFields, Power, Weapon
from quintain.systems.toughness.scores import ADEPT, WARRIOR, feat_total

BARE: Final = Weapon("bare", "bare hands", 0, v.GRAPPLE, False, natural=True)
"""Everybody's: the barehanded blow (TO-59)."""
GRIP: Final = Weapon("hold", "bare hands", 0, v.GRAPPLE, False, natural=True)
"""What one takes hold with (TO-60)."""


@final
class Block(BlockFields):
    """A stat block with the figures that follow from it (`fields.py`). Shared between copies; the fight never writes to it."""

    def feat(self, slot: str) -> int:
        """TO-44: the plain sum of whatever is filed in a slot."""
        return feat_total(self.feats, slot)

    def grapple(self, same_size: bool) -> int:
        """TO-31; with `grapple_size: same` the attack figure of the size takes the place of the special one."""
        return self.bcb + self.strength + self.size_to_grapple(same_size) + self.feat("grapple")

    def size_to_grapple(self, same_size: bool) -> int:
        """TO-39, TOR-50."""
        return self.size_in_attack if same_size else self.size_in_grapple

    def save(self, save: str) -> int:
        """TO-41: Fortitude, Reflex or Will."""
        if save == "fort":
            return self.fort
        return self.ref if save == "ref" else self.will

    def likeness(self) -> tuple[object, ...]:
        """Two of one stat block have the same."""
        return (
            tuple(self.abilities), tuple([(role.name, role.level, role.good_save) for role in self.roles]), self.size,
            tuple(self.feats), self.armor, tuple([weapon.key for weapon in self.weapons]),
            tuple([power.key for power in self.powers]), self.typed_bcb, self.minion,
        )  # fmt: skip

    def ability(self, name: str) -> int:
        return self.abilities[v.ABILITIES.index(name)]

    def level_in(self, role: str) -> int:
        return sum([one.level for one in self.roles if one.name == role])

    def power_difficulty(self, power: Power) -> int:
        """TO-104: 10, half the adept level, and the key ability."""
        return 10 + self.level_in(ADEPT) // 2 + self.ability(power.ability)

    @property
    def core_warrior(self) -> bool:
        return self.roles[0].name == WARRIOR

    def weapon_named(self, key: str) -> Weapon | None:
        if key == BARE.key:
            return BARE
        for weapon in self.weapons:
            if weapon.key == key:
                return weapon
        return None

    def power_named(self, key: str) -> Power | None:
        for power in self.powers:
            if power.key == key:
                return power
        return None
