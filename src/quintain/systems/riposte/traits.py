"""Named traits and runes, as rows of what they bring (section 8 of the rules). Numbers only; the rules read them."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.stats import Block, Grant, Modifier, Traits, combine, no_traits

STAT: Final = " (STAT)"
LEVEL: Final = " 1-3"
"""What is written behind the names of some traits."""


@final
class Trait:
    """A named trait: what it does in a few words, what is written behind its name, and what it brings, as far as a row can say it."""

    def __init__(
        self, does: str, takes: str = "", role: int = v.EITHER, when: int = v.ALWAYS, knack: int = 0, personal: bool = False
    ) -> None:
        self.does = does
        self.takes = takes
        self.role, self.when = role, when
        """In which role and at which health a tenth of the level is added to the stat behind its name (RI-129, RI-130)."""
        self.knack = knack
        self.personal = personal
        """Is it of a person, and never of a weapon?"""


TRAITS: Final[dict[str, Trait]] = {
    "Bold": Trait("DEX %: one more follow-through attack"),
    "Hearty": Trait("a fifth of the level as HP", personal=True),
    "Flight": Trait("every square costs 1, blockers too", personal=True),
    "Ride": Trait("may move on after its action", personal=True),
    "Sing": Trait("a friend's turn starts anew", personal=True),
    "Armored": Trait("in its figures already", personal=True),
    "Runed": Trait("in its figures already", personal=True),
    "Superiority": Trait("STR %: the defender does not strike", knack=v.SUPERIORITY),
    "Foresight": Trait("INT %: the defender does not strike", knack=v.FORESIGHT),
    "Desperation": Trait("SPD %: follow-through attacks come before the riposte", knack=v.DESPERATION),
    "Vantage": Trait("DEX %: the riposte comes before the attack", knack=v.VANTAGE),
    "Patience": Trait("DEX %: the riposte comes after the follow-through attacks", knack=v.PATIENCE),
    "Cautious": Trait("above half HP: no follow-throughs for either", knack=v.CAUTIOUS),
    "Buckler": Trait("DEX %: halves physical damage", knack=v.BUCKLER),
    "Escutcheon": Trait("DEX %: halves magical damage", knack=v.ESCUTCHEON),
    "Shadow Strike": Trait("follow-throughs right behind the first slot", knack=v.SHADOW_STRIKE),
    "Sweep": Trait("nobody ripostes", knack=v.SWEEP),
    "Practiced Aggression": Trait("a tenth of the level to a stat when attacking", STAT, v.ATTACKING),
    "Elegant Riposte": Trait("a tenth of the level to a stat when attacked", STAT, v.RIPOSTING),
    "Cornered Strike": Trait("a tenth of the level to a stat below half HP", STAT, when=v.CORNERED),
    "Controlled Strike": Trait("a tenth of the level to a stat above seven tenths of HP", STAT, when=v.CONTROLLED),
    "Provoke": Trait("foes pay more to leave a square near it; in its zone they must engage it first", LEVEL, personal=True),
    "Pass": Trait("walks through enemies, and past provokers of its level", LEVEL, personal=True),
}
"""By name (RI-126 to RI-140). Armored and Runed are already in a stat block's numbers (RI-128)."""

RUNE_STATS: Final[dict[str, tuple[int, int]]] = {
    "Heavy": (v.MIGHT, 1), "Light": (v.SPD, 1), "Seeking": (v.ACCURACY, 5), "Evasive": (v.DODGE, 5), "Wicked": (v.CRITICAL, 5),
    "Defensive": (v.CON, 2), "Resistant": (v.WIS, 2),
}  # fmt: skip
"""Runes that add to a stat: to which, and how much a level (RI-139)."""
BLESSING_PER_LEVEL: Final = 3
THROWN_RANGE: Final = [1, 2]
SLOW: Final = [Modifier(v.SPD, -5), Modifier(v.MIGHT, -5)]
OTHER_RUNES: Final[dict[str, tuple[str, Traits]]] = {
    "Blessed": ("{blessing} HP when the owner's phase starts", no_traits()),
    "Thrown": (
        "reaches 1 and 2, -2 Might, -10 Accuracy",
        Traits([Modifier(v.MIGHT, -2), Modifier(v.ACCURACY, -10)], [], 0, [1, 1, 1, 1]),
    ),
    "Brave": ("-5 SPD, -5 Might, attacks strike twice", Traits(SLOW, [], 0, [2, 1, 2, 1])),
    "Hero": ("-5 SPD, -5 Might, everything strikes twice", Traits(SLOW, [], 0, [2, 2, 2, 2])),
    "Shadow Strike": (TRAITS["Shadow Strike"].does, Traits([], [], v.SHADOW_STRIKE, [1, 1, 1, 1])),
    "Sweep": (TRAITS["Sweep"].does, Traits([], [], v.SWEEP, [1, 1, 1, 1])),
}
"""What the others do, in words and in rows (RI-137 to RI-139); Blessed and the range of Thrown work on the weapon itself."""
RUNES: Final = (*RUNE_STATS, *OTHER_RUNES)


def rune_words(rune: str, level: int) -> str:
    """What a rune does at its level."""
    if rune not in RUNE_STATS:
        return OTHER_RUNES[rune][0].replace("{blessing}", str(BLESSING_PER_LEVEL * level))
    stat, times = RUNE_STATS[rune]
    return f"+{times * level} {v.STAT_NAMES[stat]}"


def rune_traits(rune: str, level: int) -> Traits:
    """What a rune brings while its weapon is in hand."""
    if rune in RUNE_STATS:
        stat, times = RUNE_STATS[rune]
        return Traits([Modifier(stat, times * level)], [], 0, [1, 1, 1, 1])
    return combine(no_traits(), OTHER_RUNES[rune][1]) if rune else no_traits()


@final
class Named:
    """A trait as written: its name, and the stat or level behind it."""

    def __init__(self, name: str, stat: int, level: int) -> None:
        self.name: str = name
        self.stat: int = stat
        self.level: int = level


def read_trait(text: str) -> Named | None:
    """"Provoke 1", "Elegant Riposte (STR)" or a plain name; None where there is no such trait."""
    name, _, rest = text.partition("(")
    name, stat = name.strip(), rest.rstrip(")").strip()
    kind = TRAITS.get(name)
    if kind is not None and kind.takes == STAT:
        return Named(name, v.BASE_STATS.index(stat), 0) if stat in v.BASE_STATS else None
    if stat:
        return None
    if kind is not None and not kind.takes:
        return Named(name, -1, 0)
    title, _, level = name.rpartition(" ")
    kind = TRAITS.get(title)
    if kind is not None and kind.takes == LEVEL and level in ("1", "2", "3"):
        return Named(title, -1, int(level))
    return None


def adds_up(name: str) -> bool:
    """Does a trait count as often as it is given?"""
    return name == "Bold" or TRAITS[name].takes == STAT


def trait_words(text: str) -> str:
    """What a trait does; its stat or level, written behind it, is in the name. Of a home-made one nothing is known."""
    trait = read_trait(text)
    return TRAITS[trait.name].does if trait is not None else ""


ABILITIES: Final = ("Flight", "Ride", "Sing")


def abilities_of(block: Block) -> list[str]:
    """The abilities a block has now, as traits are written."""
    found = [name for name, has in zip(ABILITIES, (block.flight, block.ride, block.sing), strict=True) if has]
    if block.provoke:
        found.append(f"Provoke {block.provoke}")
    if block.pass_level:
        found.append(f"Pass {block.pass_level}")
    return found


def with_abilities(written: list[object], block: Block) -> list[object]:
    """Traits as they are written, the abilities among them (which the GM may give or take as stats) as the block has them now."""
    now = abilities_of(block)
    kept: list[object] = []
    for text in written:
        trait = read_trait(text) if isinstance(text, str) else None
        if trait is None or text in now or not (trait.name in ABILITIES or trait.level):
            kept.append(text)
    return kept + [ability for ability in now if ability not in kept]


def hearty(level: int) -> int:
    """The hit points that Hearty adds (RI-130)."""
    return level // 5


def add_named(traits: Traits, text: str) -> None:
    """Put what a named trait brings among the others of its owner."""
    trait = read_trait(text)
    if trait is None:
        return
    kind = TRAITS[trait.name]
    if kind.takes == STAT:
        traits.modifiers.append(Modifier(trait.stat, 0, kind.role, kind.when, True))
    elif trait.name == "Bold":
        traits.grants.append(Grant("Bold", v.FOLLOW_ATTACK, 1, v.DEX))
    traits.knacks |= kind.knack
