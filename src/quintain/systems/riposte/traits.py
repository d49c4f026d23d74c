"""Named traits and runes, as rows of what they bring (section 8 of the rules). Numbers only; the rules read them."""

from __future__ import annotations

from typing import Final, final

from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.stats import Block, Grant, Modifier, Traits, no_traits

BY_STAT: Final[dict[str, tuple[int, int]]] = {
    "Practiced Aggression": (v.ATTACKING, v.ALWAYS),
    "Elegant Riposte": (v.RIPOSTING, v.ALWAYS),
    "Cornered Strike": (v.EITHER, v.CORNERED),
    "Controlled Strike": (v.EITHER, v.CONTROLLED),
}
"""Skills that add a tenth of the level to one base stat: in which role and at which health (RI-129, RI-130)."""

BY_LEVEL: Final = ("Provoke", "Pass")
OWN: Final = ("Hearty", "Flight", "Ride", "Sing", "Armored", "Runed")
PLAIN: Final = ("Bold", *OWN)
"""Armored and Runed are already in a stat block's numbers (RI-128)."""

ADDING: Final = ("Bold", *BY_STAT)
"""Traits that count as often as they are given."""

TRAIT_DOES: Final[dict[str, str]] = {
    "Bold": "DEX %: one more follow-through attack", "Hearty": "a fifth of the level as HP",
    "Flight": "every square costs 1, blockers too", "Ride": "may move on after its action",
    "Sing": "a friend's turn starts anew", "Desperation": "SPD %: follow-through attacks come before the riposte",
    "Vantage": "DEX %: the riposte comes before the attack",
    "Patience": "DEX %: the riposte comes after the follow-through attacks",
    "Superiority": "STR %: the defender does not strike", "Foresight": "INT %: the defender does not strike",
    "Cautious": "above half HP: no follow-throughs for either", "Buckler": "DEX %: halves physical damage",
    "Escutcheon": "DEX %: halves magical damage", "Shadow Strike": "follow-throughs right behind the first slot",
    "Sweep": "nobody ripostes", "Provoke": "foes pay more to leave a square near it",
    "Pass": "walks through enemies, and past provokers of its level",
    "Practiced Aggression": "a tenth of the level to a stat when attacking",
    "Elegant Riposte": "a tenth of the level to a stat when attacked",
    "Cornered Strike": "a tenth of the level to a stat below half HP",
    "Controlled Strike": "a tenth of the level to a stat above seven tenths of HP",
    "Armored": "in its figures already", "Runed": "in its figures already",
}  # fmt: skip
"""What the named traits do, in a few words (RI-127 to RI-140)."""

RUNE_STATS: Final[dict[str, tuple[int, int]]] = {
    "Heavy": (v.MIGHT, 1),
    "Light": (v.SPD, 1),
    "Seeking": (v.ACCURACY, 5),
    "Evasive": (v.DODGE, 5),
    "Wicked": (v.CRITICAL, 5),
    "Defensive": (v.CON, 2),
    "Resistant": (v.WIS, 2),
}
"""Runes that add to a stat: to which, and how much a level (RI-139)."""
BLESSING_PER_LEVEL: Final = 3
THROWN_RANGE: Final = [1, 2]
OTHER_RUNES: Final[dict[str, str]] = {
    "Blessed": "{blessing} HP when the owner's phase starts",
    "Thrown": "reaches 1 and 2, -2 Might, -10 Accuracy",
    "Brave": "-5 SPD, -5 Might, attacks strike twice",
    "Hero": "-5 SPD, -5 Might, everything strikes twice",
    "Shadow Strike": "follow-throughs right behind the first slot",
    "Sweep": "nobody ripostes",
}
"""What the others do (RI-137 to RI-139)."""
RUNES: Final = (*RUNE_STATS, *OTHER_RUNES)


def rune_words(rune: str, level: int) -> str:
    """What a rune does at its level."""
    if rune not in RUNE_STATS:
        return OTHER_RUNES[rune].replace("{blessing}", str(BLESSING_PER_LEVEL * level))
    stat, times = RUNE_STATS[rune]
    return f"+{times * level} {v.STAT_NAMES[stat]}"


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
    stat = rest.rstrip(")").strip()
    name = name.strip()
    if name in BY_STAT:
        return Named(name, v.BASE_STATS.index(stat), 0) if stat in v.BASE_STATS else None
    if stat:
        return None
    if name in PLAIN or name in v.KNACKS:
        return Named(name, -1, 0)
    title, _, level = name.rpartition(" ")
    if title in BY_LEVEL and level in ("1", "2", "3"):
        return Named(title, -1, int(level))
    return None


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
        if trait is None or text in now or not (trait.name in ABILITIES or trait.name in BY_LEVEL):
            kept.append(text)
    return kept + [ability for ability in now if ability not in kept]


def trait_words(name: str) -> str:
    """What a trait does; its stat or level, written behind it, is in the name."""
    for known, does in TRAIT_DOES.items():
        if name.startswith(known):
            return does
    return ""


def hearty(level: int) -> int:
    """The hit points that Hearty adds (RI-130)."""
    return level // 5


def add_named(traits: Traits, text: str) -> None:
    """Put what a named trait brings among the others of its owner."""
    trait = read_trait(text)
    if trait is None:
        return
    if trait.name in BY_STAT:
        role, when = BY_STAT[trait.name]
        traits.modifiers.append(Modifier(trait.stat, 0, role, when, True))
    elif trait.name == "Bold":
        traits.grants.append(Grant("Bold", v.FOLLOW_ATTACK, 1, v.DEX))
    elif trait.name in v.KNACKS:
        traits.knacks |= v.KNACKS[trait.name]


def rune_traits(rune: str, level: int) -> Traits:
    """What a rune brings while its weapon is in hand; Blessed and Thrown work on the weapon itself."""
    traits = no_traits()
    if rune in RUNE_STATS:
        stat, times = RUNE_STATS[rune]
        traits.modifiers.append(Modifier(stat, times * level))
    elif rune == "Thrown":
        traits.modifiers.extend([Modifier(v.MIGHT, -2), Modifier(v.ACCURACY, -10)])
    elif rune == "Brave" or rune == "Hero":
        traits.modifiers.extend([Modifier(v.SPD, -5), Modifier(v.MIGHT, -5)])
        traits.strikes = [2, 1, 2, 1] if rune == "Brave" else [2, 2, 2, 2]
    elif rune == "Shadow Strike":
        traits.knacks |= v.SHADOW_STRIKE
    elif rune == "Sweep":
        traits.knacks |= v.SWEEP
    return traits
