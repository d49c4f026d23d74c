"""Derived numbers: what is added to an attack, what a defence comes to, who is staggered; each with its terms for the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Filter, Needs
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules.positions import counted_allies, engaged_mask, members
from quintain.systems.escalation.rules.sheet import ALL_ACTIONS, HAS_MOVE, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.traits import bonuses, crowds

WORST: Final = -4

OF_ATTACKS: Final = (b.ON_ATTACK, b.ON_DAMAGE, b.ON_CRIT)
OF_DEFENCES: Final = (b.ON_AC, b.ON_PD, b.ON_MD)


def counts_for_all(each: Lasting, place: int) -> bool:
    """Does this modifier count whatever the attack and whoever the opponent?"""
    if place in OF_ATTACKS:
        return each.versus < 0 and not each.effect.with_power
    return each.versus < 0 or place not in OF_DEFENCES


def for_all(lasting: list[Lasting], place: int) -> dict[str, int]:
    """What counts on every attack and against everybody, by name: of one name the largest, once (R-69)."""
    best: dict[str, int] = {}
    for each in lasting:
        if each.modifiers and counts_for_all(each, place) and abs(each.modifiers[place]) > abs(best.get(each.name, 0)):
            best[each.name] = each.modifiers[place]
    return best


def modifier_for_some_only(fighter: Fighter, place: int, power: Power, opponent: int) -> int:
    """What counts for this attack, or against this opponent, only; the same name counts once (R-69)."""
    best: dict[str, int] = {}
    for each in fighter.lasting:
        if each.effect.others and each.versus >= 0 and each.versus != opponent:
            best[each.name] = each.effect.others[place]
        if not each.modifiers or counts_for_all(each, place) or (each.versus >= 0 and each.versus != opponent):
            continue
        if place in OF_ATTACKS and each.effect.with_power and each.effect.with_power.lower() != power.name.lower():
            continue
        if abs(each.modifiers[place]) > abs(best.get(each.name, 0)):
            best[each.name] = each.modifiers[place]
    return sum(best.values())


def exposed(battle: Skirmish, target: Fighter, attacker: Fighter, place: int) -> int:
    """What this attacker gains against somebody by what lies on it for others to follow (ES-104). Named alike: once."""
    best: dict[str, int] = {}
    for each in target.lasting:
        effect = each.effect
        value = each.exposes[place] if each.exposes else 0
        if (effect.exposes_die and place == b.ON_ATTACK) or (effect.exposes_crit_die and place == b.ON_CRIT):
            value += battle.escalation
        if value and gains_by(battle, effect.by, each.source, attacker) and abs(value) > abs(best.get(each.name, 0)):
            best[each.name] = value
    return sum(best.values())


def gains_by(battle: Skirmish, by: str, source: int, attacker: Fighter) -> bool:
    """Is this attacker one of those that an effect helps: anybody, the source, its allies, those on its side that are called so?"""
    if not by:
        return True
    if by == "source":
        return attacker.number == source
    if attacker.team != battle.fighters[source].team:
        return False
    return attacker.number != source if by == "allies" else goes_by_name(attacker, by)


def goes_by_name(fighter: Fighter, word: str) -> bool:
    """Does its stat block go by that name, or is it of that type? "hound" and "hounds" mean the slag hound."""
    single = word.removesuffix("s")
    named = fighter.block.name.lower()
    return single in named or single == fighter.block.type.lower()


def is_weak_to(target: Fighter, damage_type: str, attacker: Fighter | None, spell: bool) -> bool:
    """Is it weak to damage of this type, to the attacks of such creatures, or to whatever is no spell (ES-164)?"""
    if damage_type and damage_type in target.block.weak_to:
        return True
    if not target.has_effects_for_some:
        return False
    wanted = (damage_type, attacker.block.type.lower() if attacker is not None else "", "" if spell else "weapon")
    return any(each.effect.weak_to != "" and each.effect.weak_to in wanted for each in target.lasting)


def is_any_of(fighter: Fighter, names: str) -> bool:
    """Does it go by one of these names, as in "hound or jackal"?"""
    return any(goes_by_name(fighter, name) for name in names.split(" or "))


def eased_crits(battle: Skirmish, target: Fighter, power: Power, attacker: Fighter) -> int:
    """How much more easily this attacker's attack crits it: vulnerable (ES-159), weak to it (ES-164), each once."""
    vulnerable = bool(target.conditions & b.VULNERABLE)
    weak = is_weak_to(target, power.damage_type, attacker, power.spell)
    if target.has_effects_for_some:
        for each in target.lasting:
            if each.versus == attacker.number and each.conditions & b.VULNERABLE:
                vulnerable = True
    if battle.any_aura and not vulnerable:
        vulnerable = bonuses.is_vulnerable(battle, target)
    return (2 if vulnerable else 0) + (2 if weak else 0)


def mob_standing(battle: Skirmish, fighter: Fighter) -> int:
    """ES-171: how many of the mob stand: pool / hp each, rounded up."""
    each = fighter.max_hp
    return (battle.pools[fighter.mob] + each - 1) // each


def hp_of(battle: Skirmish, fighter: Fighter) -> int:
    """Current hit points; of a mook, what it takes to fell the next of its mob."""
    if fighter.mob < 0:
        return fighter.hp
    if fighter.state != UP:
        return 0
    pool = battle.pools[fighter.mob]
    return pool - (mob_standing(battle, fighter) - 1) * fighter.max_hp


def is_staggered(fighter: Fighter) -> bool:
    """ES-117: half of the maximum, rounded down, or less. Mooks are never (R-56); the GM may overrule (ES-118)."""
    if fighter.mob >= 0:
        return False
    if fighter.staggered_word:
        return fighter.staggered_word == 1
    return fighter.hp <= fighter.max_hp // 2


def frightened(battle: Skirmish, fighter: Fighter) -> bool:
    """ES-166: engaged with a fearsome monster and at or below its threshold. Temporary hp do not count (R-76).

    The fear of some reaches everybody nearby.
    """
    if not battle.any_fear or (fighter.engaged == 0 and not battle.wide_fear):
        return False
    hp = hp_of(battle, fighter)
    if hp > battle.most_fear:
        return False
    around = engaged_mask(battle, fighter)
    if fighter.has_effects_for_some:
        for each in fighter.lasting:
            if each.effect.fear_of >= hp and around >> each.source & 1:
                return True
    if battle.wide_fear:
        for other in battle.fighters:
            apart = other.team == fighter.team or other.zone != fighter.zone or other.state != UP
            if other.block.fear_nearby and hp <= other.block.fear and not apart:
                return True
    return any(other.block.fear and hp <= other.block.fear for other in members(battle, around))


def is_shaken(battle: Skirmish, fighter: Fighter) -> bool:
    """ES-159, ES-166: does anything take 4 off its attacks: a condition, fear, somebody's presence?"""
    if fighter.conditions & (b.DAZED | b.WEAKENED | b.FEAR) or frightened(battle, fighter):
        return True
    return battle.any_dazing and bool(bonuses.dazed_by(battle, fighter))


def escalation_bonus(battle: Skirmish, fighter: Fighter) -> int:
    """ES-37, ES-38: PCs add the die; monsters and NPCs only where it is said so. Fear takes it away (ES-159, ES-166)."""
    if battle.escalation == 0:
        return 0
    uses = fighter.uses_escalation or bool(fighter.conditions & b.ESCALATES)
    if battle.any_bonus:
        if bonuses.no_die(battle, fighter):
            return 0
        uses = uses or bonuses.has_die(battle, fighter)
    if not uses and not (battle.switches.companion_escalation and fighter.block.kind == b.COMPANION):
        return 0
    if fighter.conditions & (b.FEAR | b.NO_ESCALATION) or frightened(battle, fighter):
        return 0
    return battle.escalation


def pack_bonus(battle: Skirmish, fighter: Fighter, target: Fighter) -> int:
    """So much per other creature of the same block engaged with the target; for a character, per ally that counts (ES-02)."""
    block = fighter.block
    if block.pack_per == 0:
        return 0
    others = 0
    if block.kind <= b.COMPANION:
        for ally in counted_allies(battle, fighter):
            if ally.engaged & target.bit:
                others += 1
        return min(others * block.pack_per, block.pack_max)
    for other in members(battle, target.engaged):
        if other.block.id == block.id and other.number != fighter.number and other.state == UP:
            others += 1
    return min(others * block.pack_per, block.pack_max)


def defence_against(battle: Skirmish, fighter: Fighter, power: Power, attacker: Fighter, opportunity: bool = False) -> int:
    """Its defence against this attack: what counts against this attacker or such attacks only included."""
    value = defence_of(fighter, power.defence)
    if fighter.has_effects_for_some:
        value += modifier_for_some_only(fighter, b.ON_AC + power.defence, power, attacker.number)
    if battle.any_bonus:
        value += bonuses.figure(battle, fighter, b.ON_AC + power.defence, power, attacker, opportunity)
    return value


def beats(battle: Skirmish, target: Fighter, power: Power, attacker: Fighter, opportunity: bool, margin: int, which: int) -> bool:
    """Would a total that is so far above (or below) the defence it was rolled against have reached this one too?"""
    return defence_against(battle, target, power, attacker, opportunity) + margin >= defence_of(target, which)


def printed_defence(fighter: Fighter, which: int) -> int:
    return fighter.ac if which == b.AC else fighter.pd if which == b.PD else fighter.md


def defence_of(fighter: Fighter, which: int) -> int:
    """A defence now: overdraft (ES-115), conditions (the worst penalty once, ES-159) and modifiers counted in."""
    value = printed_defence(fighter, which) - fighter.overdraft + fighter.modifiers[b.ON_AC + which]
    if fighter.state != UP or fighter.conditions & (b.WEAKENED | b.STUNNED | b.HELPLESS):
        value += WORST
    return value


def crit_floor(battle: Skirmish, fighter: Fighter, power: Power, target: Fighter, opportunity: bool = False) -> int:
    """ES-94, R-43: 20, lowered by every expansion, never below 2."""
    floor = fighter.crit_floor - fighter.modifiers[b.ON_CRIT] - eased_crits(battle, target, power, fighter)
    if fighter.has_effects_for_some:
        floor -= modifier_for_some_only(fighter, b.ON_CRIT, power, target.number)
    if target.has_effects_for_some:
        floor -= exposed(battle, target, fighter, b.ON_CRIT)
    if battle.any_bonus:
        floor -= bonuses.figure(battle, fighter, b.ON_CRIT, power, target, opportunity)
    return max(2, min(20, floor))


def damage_bonus(battle: Skirmish, fighter: Fighter, power: Power, target: Fighter, opportunity: bool = False) -> int:
    """What modifiers add to a hit's damage."""
    added = modifier_for_some_only(fighter, b.ON_DAMAGE, power, target.number) if fighter.has_effects_for_some else 0
    if battle.any_bonus:
        added += bonuses.figure(battle, fighter, b.ON_DAMAGE, power, target, opportunity)
    if target.has_effects_for_some:
        added += exposed(battle, target, fighter, b.ON_DAMAGE)
    return fighter.modifiers[b.ON_DAMAGE] + added


def resists_at(fighter: Fighter, power_is_spell: bool, damage_type: str, attacker: int = -1) -> int:
    """ES-163: the natural roll that full damage of this type needs against it; 0 where it does not resist."""
    needed = _resistance(fighter.block.resist, fighter.block.resist_except, power_is_spell, damage_type)
    if fighter.has_effects_for_some:
        for each in fighter.lasting:
            if each.effect.unresists and each.effect.unresists in (damage_type, "all"):
                return 0
            if each.effect.resists and each.versus in (-1, attacker):
                needed = max(needed, _resistance(each.effect.resists, [], power_is_spell, damage_type))
    return needed


def _resistance(resist: dict[str, int], except_types: list[str], power_is_spell: bool, damage_type: str) -> int:
    if not resist or damage_type in except_types:
        return 0
    needed = resist.get(damage_type, 0) if damage_type else 0
    needed = max(needed, resist.get("all", 0))
    return max(needed, resist.get("spell" if power_is_spell else "weapon", 0))


def stealth_bonus(fighter: Fighter, watcher: Fighter, amount: int = 5) -> int:
    """ES-107: being invisible adds 5 to stealth checks (the GM may raise it), nothing where sight is not needed."""
    return amount if fighter.conditions & b.INVISIBLE and not watcher.block.sees_invisible else 0


def unseen_bonus(battle: Skirmish, fighter: Fighter, amount: int) -> int:
    """ES-107: what being invisible adds against every enemy about; the keenest senses count."""
    watchers = [each for each in battle.fighters if each.state == UP and each.team != fighter.team]
    return min([stealth_bonus(fighter, each, amount) for each in watchers], default=0)


def fits_filters(battle: Skirmish, user: Fighter, target: Fighter, wanted: list[Filter]) -> bool:
    """Is the target what any of these filters says? No filter lets everyone pass."""
    if not wanted:
        return True
    return any(fits_filter(battle, user, target, each) for each in wanted)


def fits_all(battle: Skirmish, user: Fighter, target: Fighter, wanted: list[Filter]) -> bool:
    """Is the target everything these filters say?"""
    return not wanted or all(fits_filter(battle, user, target, each) for each in wanted)


def fits_filter(battle: Skirmish, user: Fighter, target: Fighter, wanted: Filter) -> bool:
    """Is the target what a filter says?"""
    if wanted.kind >= b.HAS_CONDITION:
        return _has_condition(battle, user, target, 1 << (wanted.kind - b.HAS_CONDITION)) != wanted.negated
    return _IS_SO[wanted.kind](battle, user, target, wanted) != wanted.negated


def _has_condition(battle: Skirmish, user: Fighter, target: Fighter, bit: int) -> bool:
    if bit == b.DAZED and battle.any_dazing and bonuses.dazed_by(battle, target):
        return True
    if target.conditions & bit or (bit == b.HELPLESS and target.state != UP):
        return True
    return bit == b.VULNERABLE and target.has_effects_for_some and _vulnerable_to(target, user)


def _vulnerable_to(target: Fighter, user: Fighter) -> bool:
    """Is it vulnerable to this one's attacks, or to those of its kind, if not to everybody's?"""
    for each in target.lasting:
        if each.versus == user.number and each.conditions & b.VULNERABLE:
            return True
        if each.effect.weak_to and each.effect.weak_to == user.block.type.lower():
            return True
    return False


def _friends_affected(battle: Skirmish, user: Fighter) -> bool:
    friends = [each for each in battle.fighters if each.is_present() and each.team == user.team and each.zone == user.zone]
    return any(one.until == b.UNTIL_SAVE for each in friends if each.number != user.number for one in each.lasting)


def _besetters(battle: Skirmish, target: Fighter, names: str) -> int:
    foes = [each for each in members(battle, engaged_mask(battle, target)) if each.team != target.team]
    return len([each for each in foes if not names or is_any_of(each, names)])


_IS_SO: Final[dict[int, Callable[[Skirmish, Fighter, Fighter, Filter], bool]]] = {
    b.IS_STAGGERED: lambda battle, user, one, wanted: is_staggered(one),
    b.IS_GRABBED: lambda battle, user, one, wanted: one.grabber == user.number,
    b.HAS_ONGOING: lambda battle, user, one, wanted: any(
        each.ongoing > 0 and wanted.word in ("", each.effect.damage_type) for each in one.lasting),
    b.IS_FREE: lambda battle, user, one, wanted: engaged_mask(battle, one) == 0,
    b.IS_ENGAGED: lambda battle, user, one, wanted: engaged_mask(battle, one) != 0,
    b.IS_MOOK: lambda battle, user, one, wanted: one.mob >= 0,
    b.IS_FARAWAY: lambda battle, user, one, wanted: one.zone != user.zone,
    b.IS_WITH_ALLY: lambda battle, user, one, wanted: any(
        each.team == user.team and each.number != user.number for each in members(battle, engaged_mask(battle, one))),
    b.HAS_ACTED: lambda battle, user, one, wanted: battle.round > 1 or one.acted,
    b.IS_LOWER: lambda battle, user, one, wanted: one.block.level < user.block.level,
    b.IS_AFFECTED: lambda battle, user, one, wanted: any(
        each.ongoing > 0 or (each.conditions != 0 and each.source != one.number) for each in one.lasting),
    b.IS_HURT: lambda battle, user, one, wanted: one.hp < one.max_hp,
    b.IS_MET: lambda battle, user, one, wanted: engaged_mask(battle, one) & user.bit != 0,
    b.IS_AIRBORNE: lambda battle, user, one, wanted: one.airborne,
    b.IS_ITSELF: lambda battle, user, one, wanted: one.number == user.number,
    b.IS_LARGE: lambda battle, user, one, wanted: size_of(one) > 0,
    b.IS_SMALLER: lambda battle, user, one, wanted: size_of(one) < size_of(user),
    b.IS_SOLE: lambda battle, user, one, wanted: engaged_mask(battle, user) == one.bit,
    b.IS_SINGLE: lambda battle, user, one, wanted: user.sequence[3] == 1,
    b.IS_SLOWER: lambda battle, user, one, wanted: one.initiative < user.initiative,
    b.IS_OUTNUMBERED: lambda battle, user, one, wanted: _standing(battle, one.team) < _standing(battle, user.team),
    b.WAS_ATTACKED: lambda battle, user, one, wanted: user.attacked & one.bit != 0,
    b.IS_RUSHED: lambda battle, user, one, wanted: user.moved and not user.met & one.bit,
    b.FRIENDS_AFFECTED: lambda battle, user, one, wanted: _friends_affected(battle, user),
    b.IS_STAGGERED_NOW: lambda battle, user, one, wanted: user.sequence[5] & one.bit != 0,
    b.HP_OR_FEWER: lambda battle, user, one, wanted: hp_of(battle, one) <= wanted.number,
    b.OF_TYPE: lambda battle, user, one, wanted: one.block.type.lower() in wanted.word.split(" or "),
    b.LEVEL_OR_LESS: lambda battle, user, one, wanted: one.block.level <= wanted.number,
    b.RESISTS: lambda battle, user, one, wanted: (
        wanted.word in one.block.resist or wanted.word in one.block.immune or "all" in one.block.resist),
    b.IS_CALLED: lambda battle, user, one, wanted: goes_by_name(one, wanted.word),
    b.IS_BESET: lambda battle, user, one, wanted: _besetters(battle, one, wanted.word) >= wanted.number,
    b.WAS_HIT_BY: lambda battle, user, one, wanted: (
        one.hits_taken.get(f"@{user.id}" if wanted.word == "@" else wanted.word, 0) >= wanted.number),
    b.IS_MARKED: lambda battle, user, one, wanted: has_mark(one, wanted.word),
    b.IS_UNDER: lambda battle, user, one, wanted: any(each.name.lower() == wanted.word for each in one.lasting),
    b.DEFENCE_AT_MOST: lambda battle, user, one, wanted: printed_defence(one, b.DEFENCES.index(wanted.word.upper())) <= wanted.number,
    b.IS_FRIEND: lambda battle, user, one, wanted: one.team == user.team and (not wanted.word or goes_by_name(one, wanted.word)),
    b.OF_ROLE: lambda battle, user, one, wanted: one.block.role.lower() == wanted.word,
}  # fmt: skip
"""What each kind of filter looks at; conditions go by their place."""


def has_mark(fighter: Fighter, name: str) -> bool:
    """Is it in a state of that name?"""
    return any(each.effect.mark == name for each in fighter.lasting)


def size_of(fighter: Fighter) -> int:
    """0 for folk of ordinary size, 1 large, 2 huge (ES-161, ES-172)."""
    return 2 if fighter.block.category == "huge" else 1 if fighter.block.category == "large" else 0


def _standing(battle: Skirmish, team: int) -> int:
    return len([each for each in battle.fighters if each.team == team and each.state == UP])


def meets_needs(battle: Skirmish, user: Fighter, needs: Needs) -> str:
    """Why the user cannot use a row with these needs; "" when it can. The target's part is in `target_meets`."""
    if not needs.any:
        return ""
    if needs.moved and not user.moved:
        return "only after moving"
    die = battle.escalation
    if needs.staggered and not is_staggered(user):
        return "only while staggered"
    if needs.not_staggered and is_staggered(user):
        return "not while staggered"
    if needs.die_even and die % 2:
        return "only while the escalation die is even"
    if needs.die_odd and die % 2 == 0:
        return "only while the escalation die is odd"
    if die < needs.die_at_least:
        return f"only at escalation {needs.die_at_least} or more"
    if die > needs.die_at_most:
        return f"only at escalation {needs.die_at_most} or less"
    if needs.airborne and not user.airborne:
        return "only in the air"
    if needs.unhurt and hp_of(battle, user) < user.max_hp:
        return "only while unhurt"
    if needs.blood and not any(each.is_present() and (each.state != UP or is_staggered(each)) for each in battle.fighters):
        return "only while somebody is staggered or down"
    if needs.free and engaged_mask(battle, user):
        return "only while free"
    if needs.engaged and not engaged_mask(battle, user):
        return "only while engaged"
    if needs.fresh and user.actions != ALL_ACTIONS:
        return "it takes all actions of the turn"
    if needs.has_move and not user.actions & HAS_MOVE:
        return "needs a move action"
    if needs.came_flying and (not user.block.flies or user.met or not user.moved):
        return "only after flying in"
    if needs.first_round and battle.round > 1:
        return "only in the first round"
    if needs.started_free and user.met:
        return "only on a turn begun free"
    if hp_of(battle, user) < needs.hp_at_least:
        return "it would cost too much"
    for mark in needs.marks:
        if not has_mark(user, mark):
            return f"only while {mark}"
    if needs.hurt and hp_of(battle, user) >= user.max_hp:
        return "only while hurt"
    return crowds.why_not(battle, user, needs) if needs.crowds or needs.last or needs.unseen else ""


def target_meets(user: Fighter, target: Fighter, needs: Needs) -> bool:
    """Is the target as a row needs it: staggered, or one the user has come at on this turn?"""
    if needs.charged and (not user.moved or user.met & target.bit):
        return False
    return not needs.target_staggered or is_staggered(target)
