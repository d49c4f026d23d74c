"""What a combatant brings to the fight and never changes in it: abilities, roles, weapons, powers (TO-27..TO-44)."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.toughness.scores import (
    ADEPT,
    SIZE_IN_ATTACK_AND_DEFENSE,
    SIZE_IN_GRAPPLE,
    SIZE_IN_TOUGHNESS,
    WARRIOR,
    Role,
    base_combat_bonus,
    base_save,
)

MELEE: Final = 0
THROWN: Final = 1
MISSILE: Final = 2
GRAPPLE: Final = 3
POWER: Final = 4
FORMS: Final = ("melee", "thrown", "missile", "grapple", "power")

ATTACK_POWER: Final = 0
SAVE_POWER: Final = 1
AREA_POWER: Final = 2
MENDING: Final = 3
POWER_KINDS: Final = ("attack", "save", "area", "mend")

USUAL_CRITICAL: Final = -1
"""A weapon that says nothing about its critical bonus uses the table's (TO-52)."""

SLOTS: Final = (
    "melee", "ranged", "grapple", "defense", "dodge", "parry", "toughness", "fort", "ref", "will", "initiative", "damage",
    "threat", "medicine", "recovery",
)  # fmt: skip
"""Where a feat, a piece of gear or the GM's word can add something (TO-44, TO-56)."""

ABILITIES: Final = ("str", "dex", "con", "int", "wis", "cha")


@final
class Weapon:
    """Something to attack with. `form` decides the bonus used (TO-32) and what the defender may answer with (TO-37)."""

    def __init__(
        self,
        key: str,
        name: str,
        damage: int,
        form: int,
        lethal: bool,
        threat: int = 20,
        crit_bonus: int = USUAL_CRITICAL,
        reach_ft: int = 5,
        increment_ft: int = 0,
        max_increments: int = 0,
        adds_strength: bool = True,
        hands: int = 1,
        natural: bool = False,
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.damage: Final[int] = damage
        self.form: Final[int] = form
        self.lethal: Final[bool] = lethal
        self.threat: Final[int] = threat
        self.crit_bonus: Final[int] = crit_bonus
        self.reach_ft: Final[int] = reach_ft
        self.increment_ft: Final[int] = increment_ft
        self.max_increments: Final[int] = max_increments
        self.adds_strength: Final[bool] = adds_strength
        self.hands: Final[int] = hands
        self.natural: Final[bool] = natural

    @property
    def is_ranged(self) -> bool:
        return self.form == THROWN or self.form == MISSILE

    @property
    def far_ft(self) -> int:
        """How far it can be used at all: its reach, or all its increments (TO-33, TO-54)."""
        return self.increment_ft * self.max_increments if self.is_ranged else self.reach_ft


BARE: Final = Weapon("bare", "bare hands", 0, GRAPPLE, False, natural=True)
"""Everybody's: the barehanded blow (TO-59)."""


@final
class Power:
    """A supernatural power as data (TO-103, TO-104, TO-105, TO-121)."""

    def __init__(
        self,
        key: str,
        name: str,
        kind: int,
        range_ft: int,
        damage: int = 0,
        lethal: bool = True,
        threat: int = 20,
        crit_bonus: int = USUAL_CRITICAL,
        save: str = "",
        state: str = "",
        negates: bool = False,
        radius_ft: int = 0,
        ability: str = "wis",
        uses: int = -1,
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.kind: Final[int] = kind
        self.range_ft: Final[int] = range_ft
        self.save: Final[str] = save
        self.state: Final[str] = state
        self.negates: Final[bool] = negates
        self.radius_ft: Final[int] = radius_ft
        self.ability: Final[str] = ability
        self.uses: Final[int] = uses
        self.damage: Final[int] = damage
        self.lethal: Final[bool] = lethal
        self.weapon: Final[Weapon] = Weapon(
            key, name, damage, POWER, lethal, threat, crit_bonus, range_ft, adds_strength=False, natural=True
        )
        """How an attack power strikes: like a weapon of its own damage bonus, without Strength (TO-103)."""


@final
class Block:
    """A stat block with the figures that follow from it. Shared between copies; the fight never writes to it."""

    def __init__(
        self,
        abilities: list[int],
        roles: list[Role],
        size: str,
        feats: list[tuple[str, int, str]],
        armor: int,
        weapons: list[Weapon],
        powers: list[Power],
        speed_ft: int,
        bcb: int = -1,
        shield: bool = False,
        minion: bool = False,
        fight_on: bool = False,
        can_parry: bool = True,
        medicine: int | None = None,
        captures: bool = False,
        flees: bool = False,
    ) -> None:
        self.abilities: Final[list[int]] = abilities
        self.strength: Final[int] = abilities[0]
        self.dex: Final[int] = abilities[1]
        self.con: Final[int] = abilities[2]
        self.wis: Final[int] = abilities[4]
        self.roles: Final[list[Role]] = roles
        self.size: Final[str] = size
        self.feats: Final[list[tuple[str, int, str]]] = feats
        self.armor: Final[int] = armor
        self.weapons: Final[list[Weapon]] = weapons
        self.powers: Final[list[Power]] = powers
        self.speed_ft: Final[int] = speed_ft
        self.typed_bcb: Final[int] = bcb
        self.bcb: Final[int] = bcb if bcb >= 0 else base_combat_bonus(roles)
        self.shield: Final[bool] = shield
        self.minion: Final[bool] = minion
        self.fight_on: Final[bool] = fight_on
        self.can_parry: Final[bool] = can_parry
        self.captures: Final[bool] = captures
        """Its side wants prisoners: tactics strike to subdue, pin and bind."""
        self.flees: Final[bool] = flees
        """Tactics make for an exit once it is Wounded."""
        self.size_in_attack: Final[int] = SIZE_IN_ATTACK_AND_DEFENSE[size]
        self.size_in_grapple: Final[int] = SIZE_IN_GRAPPLE[size]
        self.size_in_toughness: Final[int] = SIZE_IN_TOUGHNESS[size]
        self.medicine: Final[int] = medicine if medicine is not None else self.wis
        self.melee: Final[int] = self.bcb + self.dex + self.size_in_attack + self.feat("melee")
        self.ranged: Final[int] = self.bcb + self.dex + self.size_in_attack + self.feat("ranged")
        self.dodge: Final[int] = self.dex + self.feat("dodge")
        self.parry: Final[int] = self.strength + self.feat("parry")
        self.toughness: Final[int] = self.con + self.size_in_toughness + self.feat("toughness") + armor
        self.fort: Final[int] = self.con + base_save(roles, "fort") + self.feat("fort")
        self.ref: Final[int] = self.dex + base_save(roles, "ref") + self.feat("ref")
        self.will: Final[int] = self.wis + base_save(roles, "will") + self.feat("will")
        self.threat_feats: Final[int] = self.feat("threat")
        self.damage_feats: Final[int] = self.feat("damage")
        self.defense_feats: Final[int] = self.feat("defense")

    def feat(self, slot: str) -> int:
        """TO-44: the plain sum of whatever is filed in a slot."""
        total = 0
        for filed, amount, _label in self.feats:
            if filed == slot:
                total += amount
        return total

    def grapple(self, same_size: bool) -> int:
        """TO-31; with `grapple_size: same` the attack figure of the size takes the place of the special one."""
        size = self.size_in_attack if same_size else self.size_in_grapple
        return self.bcb + self.strength + size + self.feat("grapple")

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
        return self.abilities[ABILITIES.index(name)]

    def level_in(self, role: str) -> int:
        total = 0
        for one in self.roles:
            if one.name == role:
                total += one.level
        return total

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
