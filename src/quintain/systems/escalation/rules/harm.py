"""Damage and healing, death and dying (chapters O and P)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from quintain.engine.dice import D20, Handful
from quintain.engine.question import Option, Plain
from quintain.systems.escalation.fields_blocks import SetOff
from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import occasion_rows as h
from quintain.systems.escalation.printed import tables
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.bonus_rows import Standing
from quintain.systems.escalation.printed.rows import NOTHING, Amount
from quintain.systems.escalation.rules import conditions
from quintain.systems.escalation.rules.answers import LeftOpen, chosen
from quintain.systems.escalation.rules.figures import is_staggered, mob_standing, resists_at
from quintain.systems.escalation.rules.positions import part_ways
from quintain.systems.escalation.rules.sheet import COMATOSE, DEAD, DYING, KNOCKED_OUT, SLAIN, STABLE, UP, Fighter
from quintain.systems.escalation.rules.skirmish import NO_NATURAL, Skirmish, set_off_occasion
from quintain.systems.escalation.rules.strike import UNTOLD_SUM, Terms, While
from quintain.systems.escalation.traits import bonuses, linked_effects

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

UNROLLED: Final = 0  # damage without an attack roll: resistance rolls a d20 of its own (ES-163)


def harm(
    battle: Skirmish,
    target: Fighter,
    amounts: list[int],
    types: list[str],
    source: Fighter,
    natural: int,
    halvings: int,
    why: str,
    spell: bool = False,
    ordinary: bool = False,
    humane: bool = False,
    wards: list[Standing] | None = None,
    tally: Terms = UNTOLD_SUM,
    astray: bool = False,
) -> int:
    """R-54: resistance halves, temporary hp go first, then hp. Halves round down once, at the end (R-52).

    `natural` is the attack die (21: resistance does not matter, 0: unrolled). `ordinary` damage is no magic: resistance to
    its type is immunity (ES-163). `humane` blows may knock out (ES-120). `wards` are the standing rows between this attack
    and its target, `tally` how the amounts came about, for telling. `astray`: it was meant for somebody else, so it is nobody's
    feat (R-82). Returns what was dealt.
    """
    if target.mob >= 0 and target.state == SLAIN:
        target = _next_of_mob(battle, target)
    if not target.is_present():
        return 0
    quarters = 0
    for place, amount in enumerate(amounts):
        quarters += _after_resistance(battle, target, amount * 4, types[place], natural, spell, ordinary, wards, source.number)
    if not target.is_present():  # gone while a die of its resistance was awaited
        return 0
    dealt = (quarters >> halvings) // 4
    if battle.any_bonus and 0 < dealt <= bonuses.shrugs(battle, target, types):
        dealt = 0
    if battle.any_bonus and target.block.bonuses and dealt > 0:
        dealt = bonuses.absorb(battle, target, dealt)
    if dealt <= 0:
        if battle.telling:
            battle.tell(sentences.UNHARMED.of([target]))
        return 0
    if tally.told:
        tally.add("halved" if halvings else "resisted" if dealt < tally.total else "slain by it", dealt - tally.total)
    battle.note("harm", target.id, dealt)
    if target.block.occasion_mask >> b.WHEN_DAMAGED & 1:
        set_off_occasion(battle, b.WHEN_DAMAGED, target, source, natural, dealt, tuple(types))
    up = target.state == UP
    if target.mob >= 0:
        felled = _harm_mob(battle, target, dealt, source, why, natural, tally)
    else:
        _lose_hp(battle, target, dealt, source, why, humane, natural, tally)
        felled = int(up and target.state != UP)
    if not astray:
        battle.note("damage", source.id, dealt)
        if felled:
            battle.note("drop", source.id, felled)
    if battle.any_linked and target.lasting:
        linked_effects.happens(battle, target, b.TAKES_DAMAGE, dealt)
    return dealt


def outgrow(battle: Skirmish, fighter: Fighter, more: int) -> None:
    """It has so many more hit points, and counts as unhurt with what it has then (ES-117). A mook's are its mob's (ES-171)."""
    if fighter.mob >= 0:
        return
    fighter.hp += more
    fighter.base_hp += fighter.hp - fighter.max_hp
    fighter.max_hp = fighter.hp
    if battle.telling:
        battle.tell(sentences.OUTGROWN.of([fighter], more))


def _all_see(battle: Skirmish, one: Fighter, source: Fighter, natural: int, dropped: bool, together: int = 1) -> None:
    """Somebody is staggered, or drops (of a mob so many together): its own occasions, then those of whoever watches it."""
    set_off_occasion(battle, b.WHEN_DROPS if dropped else b.WHEN_STAGGERED, one, source, natural, together)
    if not battle.occasions & h.WATCHED:
        return
    for holder in battle.fighters:
        if not holder.block.occasion_mask & h.WATCHED or not holder.is_present() or holder.number == one.number:
            continue
        if holder.team == one.team:
            set_off_occasion(battle, b.WHEN_ALLY_DROPS if dropped else b.WHEN_ALLY_STAGGERED, holder, one)
            continue
        if holder.number == source.number:
            set_off_occasion(battle, b.WHEN_FELLS_ENEMY if dropped else b.WHEN_STAGGERS_ENEMY, holder, one)
        set_off_occasion(battle, b.WHEN_ENEMY_DROPS if dropped else b.WHEN_ENEMY_STAGGERED, holder, one)


def _next_of_mob(battle: Skirmish, fallen: Fighter) -> Fighter:
    """ES-171: a blow at a mook that the same attack has already felled goes on into its mob."""
    for other in battle.fighters:
        if other.mob == fallen.mob and other.state == UP:
            return other
    return fallen


def _after_resistance(
    battle: Skirmish,
    target: Fighter,
    quarters: int,
    damage_type: str,
    natural: int,
    spell: bool,
    ordinary: bool,
    wards: list[Standing] | None,
    source: int,
) -> int:
    block = target.block
    if damage_type and damage_type in block.immune:
        return 0
    if natural > 20 or not (block.resist or wards or target.has_effects_for_some):
        return quarters
    needed = _needed(target, spell, damage_type, source, wards)
    if not needed:
        return quarters
    if ordinary and damage_type in block.resist:
        return 0
    resisted = natural < needed
    if natural == UNROLLED and needed <= 20:
        resisted = _resists_by_a_die(battle, target, spell, damage_type, source, wards)
    return quarters // 2 if resisted else quarters


def _resists_by_a_die(
    battle: Skirmish, target: Fighter, spell: bool, damage_type: str, source: int, wards: list[Standing] | None
) -> bool:
    """Where no attack roll says it, a d20 does, as long as there is anything to resist by."""
    roll = battle.roll_while(
        While(lambda: _needed(target, spell, damage_type, source, wards) > 0), target.id, "resistance", D20, target.id
    )
    return roll.below(_needed(target, spell, damage_type, source, wards), "resisted")


def _needed(target: Fighter, spell: bool, damage_type: str, source: int, wards: list[Standing] | None) -> int:
    """ES-163: the natural roll that full damage needs, by its own resistance and by what stands between it and the attack."""
    needed = resists_at(target, spell, damage_type, source)
    return max(needed, bonuses.resists(wards, damage_type)) if wards else needed


def _lose_hp(
    battle: Skirmish, target: Fighter, dealt: int, source: Fighter, why: str, humane: bool, natural: int, tally: Terms
) -> None:
    soaked = min(target.temp_hp, dealt)
    target.temp_hp -= soaked
    before = is_staggered(target)
    down_already = target.hp <= 0
    target.hp -= dealt - soaked
    pc = target.block.dies_like_a_pc()
    if not pc and target.hp < 0:
        target.hp = 0
    if battle.telling:
        battle.tell(sentences.harmed(target, source, dealt, soaked, why, tally))
    crossed = not before and is_staggered(target)
    if crossed and (target.hp > 0 or pc):
        _now_staggered(battle, target)
    if target.hp > 0:
        if crossed:
            _sets_off(battle, target, b.SELF_STAGGERED, source)
            if battle.occasions:
                _all_see(battle, target, source, natural, False)
        return
    if not down_already:
        _sets_off(battle, target, b.SELF_DROPS, source)
        if battle.occasions:
            _all_see(battle, target, source, natural, True)
    if not pc:
        _fall(battle, target, source, humane)
        return
    if not down_already:
        drop_pc(battle, target, source)
    elif dealt > soaked and battle.switches.hit_while_down_fails and target.state == DYING:
        fail_death_save(battle, target)
    if target.is_present() and target.hp <= -(target.max_hp // 2):
        target.villain_blow = source.named_villain and source.number != target.number
        die(battle, target, "hit points at minus half of the maximum", four_failures=False)


def _sets_off(battle: Skirmish, target: Fighter, trigger: int, source: Fighter) -> None:
    """ES-30: a power that answers this is remembered, and used once the act is resolved (`reactions.settle`)."""
    for number in target.block.reactions:
        if target.block.powers[number].trigger == trigger:
            battle.set_off.append(SetOff(target.number, trigger, source.number, target.engaged))
            return


def _now_staggered(battle: Skirmish, target: Fighter) -> None:
    battle.note("staggered", target.id)
    if battle.telling:
        battle.tell(sentences.staggered(target, True))


def drop_pc(battle: Skirmish, target: Fighter, source: Fighter) -> None:
    """ES-109, ES-119, ES-121: at 0 or less a PC is unconscious and dying."""
    target.state = DYING
    battle.ranks_changed = True
    first = not target.dropped
    target.dropped = True
    target.villain_blow = source.named_villain and source.number != target.number
    target.readied = None
    let_go(battle, target)
    conditions.end_with_source(battle, target)
    battle.note("dropped", target.id)
    if battle.telling:
        battle.tell(sentences.DROPPED.of([target]))
    if first and battle.switches.lasting_wounds and battle.switches.wound_at_drop:
        take_wound(battle, target)  # ES-131: one for the fight, however often


def let_go(battle: Skirmish, fighter: Fighter) -> None:
    """Whoever falls, or lies helpless, lets go of those it holds (R-25)."""
    for other in battle.fighters:
        if other.grabber == fighter.number:
            other.grabber = -1
            if other.lasting:
                conditions.end_engagement_effects(battle, other)


@final
class SpareQuestion(LeftOpen):
    """ES-120: does the blow that fells somebody kill? Either way it is out of the fight."""

    def __init__(self, battle: Skirmish, source: Fighter, target: Fighter) -> None:
        options: list[Option] = [Plain("slay", f"Slay {target.name}"), Plain("spare", f"Knock {target.name} out")]
        super().__init__(battle, "spare", source, f"{target.name} falls. Slay or spare?", options)
        self.fallen: Fighter = target

    def withdrawn(self) -> bool:
        """R-85; nor is there a choice where the GM has said what becomes of it."""
        return super().withdrawn() or self.fallen.state != UP or self.fallen.hp > 0

    def stakes(self) -> list[Stake]:
        up = sum([1 for each in self.skirmish.fighters if each.team == self.fallen.team and each.state == UP and not each.hidden])
        text = f"{self.fallen.name} is out either way; {up - 1} more of its side seen up"
        return [{"text": text, "kind": "neutral"}]


def _fall(battle: Skirmish, target: Fighter, source: Fighter, humane: bool) -> None:
    """ES-109, ES-120: a monster at 0 is slain, or knocked out where the attacker wants it and the blow allows it."""
    spared = False
    if humane and source.team == 0 and target.team != 0 and source.state == UP:
        answer = chosen(battle, SpareQuestion(battle, source, target))
        spared = answer is not None and answer.id() == "spare"
    if target.state == UP and target.hp <= 0:
        leave(battle, target, KNOCKED_OUT if spared else SLAIN)
        if battle.telling:
            battle.tell(sentences.felled(target, source, spared))


def leave(battle: Skirmish, fighter: Fighter, state: int) -> None:
    """ES-09: out of the order at once, out of every melee."""
    fighter.state = state
    battle.ranks_changed = True
    fighter.readied = None
    fighter.delaying = False
    part_ways(battle, fighter, fighter.engaged)
    let_go(battle, fighter)
    conditions.end_with_source(battle, fighter)
    fighter.grabber = -1
    fighter.behind = fighter.beside = 0
    clear = ~fighter.bit
    for other in battle.fighters:
        other.behind &= clear
        other.beside &= clear


def _harm_mob(
    battle: Skirmish, target: Fighter, dealt: int, source: Fighter, why: str, natural: int, tally: Terms
) -> int:
    """ES-171: the pool shrinks; the target falls first, then others engaged with the attacker, then by line. How many fall."""
    battle.pools[target.mob] = max(0, battle.pools[target.mob] - dealt)
    standing = mob_standing(battle, target)
    mob = [each for each in battle.fighters if each.mob == target.mob and each.state == UP]
    falling = len(mob) - standing
    victims = _who_falls(mob, target, source)[:falling] if falling > 0 else []
    for victim in victims:
        _sets_off(battle, victim, b.SELF_DROPS, source)
        if battle.occasions:
            _all_see(battle, victim, source, natural, True, len(victims))
        leave(battle, victim, SLAIN)
    if battle.telling:
        battle.tell(sentences.mob_harmed(battle, target, source, dealt, victims, standing, tally))
    return len(victims)


def _who_falls(mob: list[Fighter], target: Fighter, source: Fighter) -> list[Fighter]:
    ranked: list[tuple[int, int, Fighter]] = []
    for each in mob:
        rank = 0 if each.number == target.number else 1 if source.engaged & each.bit else 2
        ranked.append((rank, each.line, each))
    ranked.sort(key=_rank)
    return [each for _, _, each in ranked]


def _rank(row: tuple[int, int, Fighter]) -> tuple[int, int]:
    return (row[0], row[1])


# -- death (chapter P) -----------------------------------------------------------------------------------------------


def fail_death_save(battle: Skirmish, fighter: Fighter) -> None:
    """ES-123: four failures in one battle kill."""
    fighter.death_fails += 1
    needed = death_saves(fighter)
    if battle.telling:
        battle.tell(sentences.DEATH_SAVE_FAILED.of([fighter], fighter.death_fails, needed))
    if fighter.death_fails >= needed:
        why = "four failed death saves" if needed == 4 else f"{needed} failed death save{'' if needed == 1 else 's'}"
        die(battle, fighter, why, four_failures=True)


def death_saves(fighter: Fighter) -> int:
    """ES-123: how many failures kill; some attacks take one away."""
    needed = 4
    for each in fighter.lasting:
        needed -= each.effect.fewer_death_saves * each.piled
    return max(1, needed)


def die(battle: Skirmish, fighter: Fighter, why: str, four_failures: bool) -> None:
    """ES-123, ES-124; ES-133, R-64: under meaningful_death only a named villain's blow truly kills."""
    mode = battle.switches.meaningful_death
    truly = mode == "off" or (fighter.villain_blow and not (mode == "coma_always" and four_failures))
    leave(battle, fighter, DEAD if truly else COMATOSE)
    battle.note("dead" if truly else "coma", fighter.id)
    if battle.telling:
        battle.tell(sentences.died(fighter, why, truly, four_failures))


def death_save(battle: Skirmish, fighter: Fighter) -> bool:
    """ES-122, ES-129: 16+ wakes, a natural 20 also acts, less is a step towards the grave. True: it may act this turn."""
    roll = battle.roll_while(While(lambda: fighter.state in (DYING, STABLE)), fighter.id, "death save", D20, fighter.id)
    if roll.void:  # awake by the GM's word, or past saving
        return fighter.state == UP
    band = roll.band([16, 20], "death save")
    if battle.telling:
        battle.tell(sentences.death_save(fighter, roll, band))
    if band == 0:
        if fighter.state == DYING:
            fail_death_save(battle, fighter)
        return False
    use_recovery(battle, fighter, NOTHING, 0, "death save")
    return band == 2


def stabilised(battle: Skirmish, fighter: Fighter) -> None:
    """ES-127: still unconscious, no longer dying."""
    fighter.state = STABLE
    if battle.telling:
        battle.tell(sentences.STABLE.of([fighter]))


def take_wound(battle: Skirmish, fighter: Fighter) -> None:
    """ES-131, R-63: a lasting wound lowers the maximum by 2 + level, never below 1."""
    before = is_staggered(fighter)
    fighter.wounds += 1
    wear_wounds(fighter)
    if battle.telling:
        battle.tell(sentences.WOUNDED.of([fighter], fighter.max_hp))
        tell_staggered(battle, fighter, before)  # ES-132


def wear_wounds(fighter: Fighter) -> None:
    """ES-131, R-63: what wounds leave of the maximum, and hit points no higher than that."""
    fighter.max_hp = max(1, fighter.base_hp - fighter.wounds * (2 + fighter.block.level))
    fighter.hp = min(fighter.hp, fighter.max_hp)


def tell_staggered(battle: Skirmish, fighter: Fighter, before: bool) -> None:
    """ES-117: it has become staggered, or is so no longer."""
    if battle.telling and before != is_staggered(fighter):
        battle.tell(sentences.staggered(fighter, not before))


# -- healing (chapter O) ---------------------------------------------------------------------------------------------


def heal(battle: Skirmish, fighter: Fighter, amount: int, why: str) -> None:
    """ES-112, ES-126: up from 0 where it was below, never above the maximum; the dying and stable wake."""
    if not fighter.is_present():
        return
    if fighter.conditions & b.NO_HEAL:
        if battle.telling and amount > 0:
            battle.tell(sentences.NO_HEALING.of([fighter], why))
        return
    if fighter.mob >= 0:
        standing = mob_standing(battle, fighter)
        battle.pools[fighter.mob] = min(standing * fighter.max_hp, battle.pools[fighter.mob] + amount)
        return
    before = is_staggered(fighter)
    woke = fighter.state != UP and amount > 0
    fighter.hp = min(fighter.max_hp, max(0, fighter.hp) + amount)
    if woke:
        fighter.state = UP
    battle.note("healed", fighter.id, amount)
    if fighter.block.occasion_mask >> b.WHEN_HEALED & 1 and amount > 0:
        set_off_occasion(battle, b.WHEN_HEALED, fighter, fighter, NO_NATURAL, amount)
    if battle.any_linked and fighter.lasting and fighter.hp == fighter.max_hp:
        linked_effects.happens(battle, fighter, b.IS_WHOLE)
    if battle.telling:
        battle.tell(sentences.healed(fighter, amount, woke, why))
        tell_staggered(battle, fighter, before)


def use_recovery(
    battle: Skirmish, fighter: Fighter, bonus: Amount, cap: int, why: str, costs: bool = True, own_act: bool = False
) -> None:
    """ES-113 to ES-116: level recovery dice + CON modifier x multiplier; with none left half of it, and an overdraft. `own_act`:
    it does so itself, which nobody does who is down by then."""
    block = fighter.block
    if costs and fighter.conditions & b.NO_RECOVERY:
        if battle.telling:
            battle.tell(sentences.NO_RECOVERY.of([fighter], why))
        return
    needed = _recovery_save(fighter) if costs and fighter.has_effects_for_some else 0
    saved = not needed or conditions.save(battle, fighter, needed, "save", While(lambda: _recovery_save(fighter) > 0))
    if not saved and _recovery_save(fighter):  # else the GM has ended what it was rolled against
        if battle.telling and fighter.is_present():
            battle.tell(sentences.NO_RECOVERY.of([fighter], why))
        return
    groups = [(block.level, block.recovery_die)]
    groups.extend(bonus.groups)
    roll = battle.roll_while(
        While(lambda: not (costs and fighter.conditions & b.NO_RECOVERY) and (fighter.state == UP or not own_act)),
        fighter.id, "recovery", Handful(groups), fighter.id,
    )  # fmt: skip
    if roll.void:
        return
    terms = Terms(battle.telling)
    terms.add("recovery dice", roll.total())
    terms.add("CON", block.modifier(b.CON) * block.multiplier())  # ES-114
    terms.add("bonus", bonus.flat)
    if cap:
        terms.add(f"at most {cap}", min(0, cap - terms.total))
    overdrawn = costs and fighter.recoveries == 0
    if overdrawn:
        terms.add("halved", terms.total // 2 - terms.total)  # ES-115
        fighter.overdraft += 1
    elif costs:
        fighter.recoveries -= 1
    terms.add("at least 1", max(0, 1 - terms.total))
    battle.note("recovery", fighter.id)
    if battle.telling:
        battle.tell(sentences.recovery(fighter, roll, terms, overdrawn, why))
    heal(battle, fighter, terms.total, why)
    if costs and battle.any_linked and fighter.lasting:
        linked_effects.happens(battle, fighter, b.SPENDS_RECOVERY)


def _recovery_save(fighter: Fighter) -> int:
    """The save without which it uses no recovery, by what lies on it."""
    return max([each.effect.recovery_save for each in fighter.lasting], default=0)


def may_recover(battle: Skirmish, fighter: Fighter) -> bool:
    """Is it there; or in a coma, out of which it is brought once the battle is over (ES-133)?"""
    return fighter.is_present() or (fighter.state == COMATOSE and (battle.phase == b.REST or battle.decided != ""))


def change_recoveries(battle: Skirmish, fighter: Fighter, by: int, why: str) -> None:
    """Recoveries lost without healing, or regained; never fewer than none, never more than a heal-up gives (ES-113)."""
    if fighter.block.recovery_die:
        fighter.recoveries = max(0, min(fighter.recoveries_max, fighter.recoveries + by))
        if battle.telling:
            battle.tell(sentences.recoveries_changed(fighter, by, why))


def drink_potion(battle: Skirmish, drinker: Fighter, keeper: Fighter) -> None:
    """ES-130, ES-168: a recovery plus 1d8 to 4d8 by tier, capped."""
    keeper.potions -= 1
    tier = tables.tier(keeper.block.level)
    bonus = Amount([(tables.POTION_DICE[tier], 8)])
    use_recovery(battle, drinker, bonus, tables.POTION_CAP[tier], "potion")


def gain_temp_hp(battle: Skirmish, fighter: Fighter, amount: int) -> None:
    """ES-162: the higher of the two stays."""
    if not fighter.is_present():
        return
    fighter.temp_hp = max(fighter.temp_hp, amount)
    if battle.telling:
        battle.tell(sentences.temporary(fighter))
