"""What players may take an adversary's Defense to be: the book's bounds, narrowed by open attacks that hit or missed.

Everything here follows from what everybody has seen. Nothing reads an adversary's sheet, nor the modifiers the GM gives it.
"""

from __future__ import annotations

from typing import Final

from quintain.engine.roll import Roll
from quintain.systems.toughness.blocks import GRAPPLE, MELEE, POWER, Block, Weapon
from quintain.systems.toughness.defense import circumstances, loses_guard
from quintain.systems.toughness.scores import SIZE_IN_ATTACK_AND_DEFENSE, WARRIOR, Role
from quintain.systems.toughness.sheet import EMPTY_HANDED, Fighter, Fray

IN_MELEE: Final = "Defense"
AT_RANGE: Final = "Defense at range"
OFF_GUARD: Final = "Defense off guard"
"""Three figures, as Dodge or Parry, Dodge alone, or neither counts (TO-37, TO-38); each at least as low as the one before it."""
LOWEST: Final = 0
HIGHEST: Final = 99

BEYOND_PARTY: Final = 2
USUAL_FEATS: Final = 2
USUAL_GUARD: Final = 4
"""At most an adversary is taken to be two levels above the party, with feats of 2 and Dodge or Parry of 4, at least to have none."""


def figure_for(fray: Fray, target: Fighter, attacker: Fighter, weapon: Weapon) -> str:
    """Which of the three figures this attack is rolled against, by what everybody sees."""
    if loses_guard(fray, target, attacker):
        return OFF_GUARD
    near = weapon.form == MELEE or weapon.form == GRAPPLE or (fray.switches.parry_ranged and weapon.form != POWER)
    return IN_MELEE if near else AT_RANGE


def public_part(fray: Fray, target: Fighter, attacker: Fighter, weapon: Weapon) -> int:
    """What everybody sees to be added to the figure: stances, exposed, pinned, prone (TO-18, TO-62, TO-78, TO-117)."""
    total = 0 if loses_guard(fray, target, attacker) else target.stance_guard
    for _name, amount in circumstances(fray, target, attacker, weapon):
        total += amount
    return total


# -- learning ------------------------------------------------------------------------------------------------------


def learn_defense(
    fray: Fray, attacker: Fighter, target: Fighter, weapon: Weapon, roll: Roll, bonus: int, hit: bool
) -> None:
    """TO-47: an open total that hit is at least the Defense, one that missed is below it. Natural 20 and 1 tell nothing."""
    if not fray.telling or not roll.settled or roll.forced is not None or target.helpless:
        return
    if fray.is_secret(attacker) or not fray.is_secret(target):
        return
    face = roll.total()
    if face == (20 if hit else 1):
        return
    edge = face + bonus - public_part(fray, target, attacker, weapon)
    low, high = (LOWEST, max(LOWEST, edge)) if hit else (min(HIGHEST, max(LOWEST, edge + 1)), HIGHEST)
    figure = figure_for(fray, target, attacker, weapon)
    before = target.learned.get(figure, (LOWEST, HIGHEST))
    if low > before[1] or high < before[0]:
        # Something has changed since: the latest counts.
        target.learned = {name: bounds for name, bounds in target.learned.items() if name != figure}
    fray.learn(target.id, figure, low, high)


# -- supposing -----------------------------------------------------------------------------------------------------


def defense_range(fray: Fray, own: list[str], target: Fighter, figure: str) -> tuple[int, int]:
    """The lowest and the highest this figure may be: the book's bounds by the party's level, then what was learned."""
    base = fray.switches.defense_base + SIZE_IN_ATTACK_AND_DEFENSE[target.block.size]
    guard = 0 if figure == OFF_GUARD else USUAL_GUARD
    low, high = base, base + party_level(fray, own) + BEYOND_PARTY + USUAL_FEATS + guard
    least, most = learned_range(target, figure)
    return max(least, min(most, low)), min(most, max(least, high))


def learned_range(target: Fighter, figure: str) -> tuple[int, int]:
    """What was learned of this figure, and of the others that it cannot be above or below."""
    order = (IN_MELEE, AT_RANGE, OFF_GUARD)
    place = order.index(figure)
    low, high = target.learned.get(figure, (LOWEST, HIGHEST))
    for number, other in enumerate(order):
        if other in target.learned:
            if number > place and target.learned[other][0] <= high:
                low = max(low, target.learned[other][0])
            elif number < place and target.learned[other][1] >= low:
                high = min(high, target.learned[other][1])
    return low, high


def party_level(fray: Fray, own: list[str]) -> int:
    """The level of the highest character this seat runs."""
    most = 1
    for id in own:
        fighter = fray.fighter(id)
        if fighter is not None:
            most = max(most, sum([role.level for role in fighter.block.roles]))
    return most


def replace_by_guess(fray: Fray, target: Fighter, defense: int, minion: bool) -> None:
    """Put a sheet of guesses in the place of the secret one: this Defense before what everybody sees, and nothing else in it."""
    size = target.block.size
    secret = defense - fray.switches.defense_base - SIZE_IN_ATTACK_AND_DEFENSE[size]
    target.block = Block(
        [0] * 6, [Role(WARRIOR, 1, "fort")], size, [("defense", secret, "")], 0, [], [], target.block.speed_ft,
        bcb=0, minion=minion, can_parry=False,
    )  # fmt: skip
    target.in_hand = EMPTY_HANDED
    target.dropped = EMPTY_HANDED
    target.used = []
    target.modifiers = []
    target.conviction = 0


def forget_secrets(fray: Fray) -> None:
    """What adversaries have prepared and what nobody has met yet are no part of a player's odds."""
    for fighter in fray.fighters:
        if fray.is_secret(fighter):
            fighter.prepared = ""
    fray.hazards = [hazard for hazard in fray.hazards if hazard.known or hazard.name in fray.met]
