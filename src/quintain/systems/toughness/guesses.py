"""What players may take an adversary's figures to be: the book's bounds, narrowed by open rolls that succeeded or failed.

Everything here follows from what everybody has seen. Nothing reads an adversary's sheet, nor the modifiers the GM gives it.
"""

from __future__ import annotations

from typing import Final

from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.blocks import Block
from quintain.systems.toughness.conditions import wounded_penalty
from quintain.systems.toughness.defense import circumstances, loses_guard, total_of
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.scores import WARRIOR, Role, character_level, role_base_save
from quintain.systems.toughness.sentences import SAVE_NAMES
from quintain.systems.toughness.sheet import Attempt, Fighter, Fray

IN_MELEE: Final = "Defense"
AT_RANGE: Final = "Defense at range"
OFF_GUARD: Final = "Defense off guard"
"""Three figures, as Dodge or Parry, Dodge alone, or neither counts (TO-37, TO-38); each at least as low as the one before it."""
TOUGHNESS: Final = "Toughness"
GRAPPLING: Final = "grapple"
ATTACKING: Final = "attack"
DAMAGE: Final = "damage"
LOWEST: Final = 0
HIGHEST: Final = 99
FAR_BELOW: Final = -99

BEYOND_PARTY: Final = 2
USUAL_FEATS: Final = 2
USUAL_GUARD: Final = 4
USUAL_ABILITY: Final = 4
USUAL_STRENGTH: Final = 5
USUAL_ARMOR: Final = 4
USUAL_WEAPON: Final = 4
LEAST: Final = -2
"""At most an adversary is taken to be two levels above the party, with feats of 2, abilities of 4 (Strength 5), armor and weapon of
4; at least to have no skill at all and an ability of -2. Its Defense is at least that of a combatant who has none."""


def figure_for(fray: Fray, target: Fighter, attacker: Fighter, weapon: Weapon) -> str:
    """Which of the three figures of Defense this attack is rolled against, by what everybody sees."""
    if loses_guard(fray, target, attacker):
        return OFF_GUARD
    near = weapon.form == v.MELEE or weapon.form == v.GRAPPLE or (fray.switches.parry_ranged and weapon.form != v.POWER)
    return IN_MELEE if near else AT_RANGE


def public_part(fray: Fray, target: Fighter, attacker: Fighter, weapon: Weapon) -> int:
    """What everybody sees to be added to the figure: stances, exposed, pinned, prone (TO-18, TO-62, TO-78, TO-117)."""
    guard = 0 if loses_guard(fray, target, attacker) else target.stance_guard
    return guard + total_of(circumstances(fray, target, attacker, weapon))


# -- learning ------------------------------------------------------------------------------------------------------


def learn_defense(fray: Fray, made: Attempt, target: Fighter, weapon: Weapon, hit: bool) -> None:
    """TO-47: an open total that hit is at least the Defense, one that missed is below it. Natural 20 and 1 tell nothing."""
    attacker, roll = made.fighter, made.rolled()
    if not fray.telling or not roll.settled or roll.forced is not None or target.helpless:
        return
    if fray.is_secret(attacker) or not fray.is_secret(target):
        return
    face = roll.total()
    if face == (20 if hit else 1):
        return
    edge = face + made.bonus(fray) - public_part(fray, target, attacker, weapon)
    low, high = (LOWEST, max(LOWEST, edge)) if hit else (min(HIGHEST, max(LOWEST, edge + 1)), HIGHEST)
    learn(fray, target, figure_for(fray, target, attacker, weapon), low, high)


def learn_grapple(fray: Fray, own: Attempt, others: Attempt, prevails: bool, wins_ties: bool) -> None:
    """TO-60: an open total has prevailed over a hidden d20 and bonus of another, or has not."""
    other, faces = others.fighter, own.rolled().faces
    if not fray.telling or not faces or fray.is_secret(own.fighter) or not fray.is_secret(other):
        return
    lowered = wounded_penalty(fray, other, fray.switches.wounded_on_attacks)
    edge = faces[0] + own.bonus(fray) + (1 if wins_ties else 0) + lowered
    if prevails:
        learn(fray, other, GRAPPLING, FAR_BELOW, edge - 2)
    else:
        learn(fray, other, GRAPPLING, edge - 20, HIGHEST)


def learn_save(fray: Fray, failed: Attempt, difficulty: int) -> None:
    """TO-101: a failed save is below a difficulty that people know; one that was made tells nothing, for a natural 20 makes any."""
    fighter = failed.fighter
    if fray.telling and failed.rolled().forced is None and fray.is_secret(fighter):
        lowered = wounded_penalty(fray, fighter, fray.switches.wounded_on_saves)
        learn(fray, fighter, SAVE_NAMES[failed.what], FAR_BELOW, difficulty - 2 + lowered)


def learn_toughness(fray: Fray, save: Attempt, penalty: int, difficulty: int, degree: int, by: Fighter | None) -> None:
    """TO-67: how badly a save was missed bounds the Toughness behind a hidden die; minions fall at any failure (TO-120).

    Only where every player may know how hard the blow was.
    """
    fighter = save.fighter
    if save.rolled().forced is not None or by is None or not fray.is_shared(by) or not fray.is_secret(fighter):
        return
    if degree == 0:
        learn(fray, fighter, TOUGHNESS, difficulty - 20 + penalty, HIGHEST)
    elif degree == 2 or degree == 3:
        learn(fray, fighter, TOUGHNESS, FAR_BELOW, difficulty - 5 * degree + 4 + penalty)
    else:
        learn(fray, fighter, TOUGHNESS, FAR_BELOW, difficulty - 2 + penalty)


def learn(fray: Fray, fighter: Fighter, figure: str, low: int, high: int) -> None:
    """Narrow a figure. Where that contradicts the past, something has changed since: the latest counts."""
    before = fighter.learned.get(figure, (FAR_BELOW, HIGHEST))
    if low > before[1] or high < before[0]:
        fighter.learned = {name: bounds for name, bounds in fighter.learned.items() if name != figure}
    fray.learn(fighter.id, figure, low, high)


# -- supposing -----------------------------------------------------------------------------------------------------


def defense_range(fray: Fray, own: list[str], target: Fighter, figure: str) -> tuple[int, int]:
    """The lowest and the highest this figure may be: the book's bounds by the party's level, then what was learned."""
    base = fray.switches.defense_base + target.block.size_in_attack
    guard = 0 if figure == OFF_GUARD else USUAL_GUARD
    low, high = base, base + party_level(fray, own) + BEYOND_PARTY + USUAL_FEATS + guard
    return within_learned(low, high, learned_range(target, figure))


def within_learned(low: int, high: int, learned: tuple[int, int]) -> tuple[int, int]:
    least, most = learned
    return max(least, min(most, low)), min(most, max(least, high))


def learned_range(target: Fighter, figure: str) -> tuple[int, int]:
    """What was learned of this figure of Defense, and of the others that it cannot be above or below."""
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


def figure_range(fray: Fray, own: list[str], fighter: Fighter, figure: str) -> tuple[int, int]:
    """The lowest and the highest that Toughness, the grapple bonus, a save, an attack or a damage bonus may be."""
    block = fighter.block
    level = party_level(fray, own) + BEYOND_PARTY
    if figure == TOUGHNESS:
        low, high = block.size_in_toughness + LEAST, block.size_in_toughness + USUAL_ABILITY + USUAL_FEATS + USUAL_ARMOR
    elif figure == GRAPPLING:
        sized = block.size_to_grapple(fray.switches.grapple_size_same)
        low, high = sized + LEAST, sized + level + USUAL_STRENGTH + USUAL_FEATS
    elif figure == ATTACKING:
        low, high = block.size_in_attack + LEAST, block.size_in_attack + level + USUAL_ABILITY + USUAL_FEATS
    elif figure == DAMAGE:
        low, high = LEAST, USUAL_WEAPON + USUAL_STRENGTH + USUAL_FEATS
    else:
        low, high = LEAST, role_base_save(Role(WARRIOR, level, "fort"), "fort") + USUAL_ABILITY + USUAL_FEATS
    return within_learned(low, high, fighter.learned.get(figure, (FAR_BELOW, HIGHEST)))


def party_level(fray: Fray, own: list[str]) -> int:
    """The level of the highest character this seat runs."""
    return max([1, *[character_level(fray.here(id).block.roles) for id in own if id in fray.index]])


def replace_by_guess(fray: Fray, own: list[str], target: Fighter, defense: int, weakest: bool) -> None:
    """Put a sheet of guesses in the place of the secret one: this Defense before what everybody sees, all else as low or as high as
    it may be."""
    block = target.block
    secret = defense - fray.switches.defense_base - block.size_in_attack
    sized = block.size_to_grapple(fray.switches.grapple_size_same)
    figures = (TOUGHNESS, GRAPPLING, ATTACKING, "Fortitude", "Reflex", "Will")
    guess = {figure: figure_range(fray, own, target, figure)[0 if weakest else 1] for figure in figures}
    attack = guess[ATTACKING] - block.size_in_attack
    know_only(target, {
        "defense": secret, "toughness": guess[TOUGHNESS] - block.size_in_toughness, "grapple": guess[GRAPPLING] - sized,
        "fort": guess["Fortitude"] - 2, "ref": guess["Reflex"], "will": guess["Will"], "melee": attack, "ranged": attack,
    }, weakest)  # fmt: skip
    target.conviction = 0


def know_only(fighter: Fighter, figures: dict[str, int], minion: bool = False) -> None:
    """A sheet of nothing but these figures, by slot, with nothing in hand."""
    feats = [(slot, amount, "") for slot, amount in figures.items()]
    fighter.block = Block(
        [0] * 6, [Role(WARRIOR, 1, "fort")], fighter.block.size, feats, 0, [], [], fighter.block.speed_ft, typed_bcb=0, minion=minion,
        can_parry=False,
    )  # fmt: skip
    fighter.in_hand = v.EMPTY_HANDED
    fighter.dropped = v.EMPTY_HANDED
    fighter.used = []
    fighter.modifiers = []


def strike_as_guessed(fray: Fray, own: list[str], striker: Fighter, weapon: Weapon, critical: bool, hardest: bool) -> None:
    """The secret damage bonus of a blow that has landed, as low or as high as it may be, whatever the weapon really does."""
    low, high = figure_range(fray, own, striker, DAMAGE)
    guess = high if hardest else low
    if critical and weapon.crit_bonus != v.USUAL_CRITICAL:
        guess += fray.switches.crit_default - weapon.crit_bonus
    know_only(striker, {"damage": guess - weapon.damage})


def conceal(fray: Fray, own: list[str]) -> None:
    """Before a player's odds: the hidden stand nowhere, hazards nobody has met are not there, and what others prepared is unknown."""
    for fighter in [one for one in fray.fighters if one.id not in own]:
        unseen = fighter.hidden and fighter.id != fray.actor
        if unseen:
            fighter.cell = -1
        if unseen or not fray.is_shared(fighter):
            fighter.prepared = ""
    fray.hazards = [hazard for hazard in fray.hazards if fray.knows_of(hazard)]
