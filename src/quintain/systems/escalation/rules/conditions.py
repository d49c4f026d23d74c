"""What lasts on a combatant: how it starts, bites at the end of a turn, and ends (ES-34, ES-35, ES-157 to ES-159)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, final

from quintain.engine.dice import D20
from quintain.engine.question import Choice, Option, Plain
from quintain.engine.roll import Roll
from quintain.engine.rows import all_stakes
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.fields_blocks import LastingEffect
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.play import sentences, sentences_effects
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import harm as harming
from quintain.systems.escalation.rules import skirmish
from quintain.systems.escalation.rules.figures import counts_for_all
from quintain.systems.escalation.rules.positions import engaged_mask
from quintain.systems.escalation.rules.sheet import DYING, STABLE, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import ALWAYS, NO_LASTING, Awaited, Lies, There
from quintain.systems.escalation.rules.terms import save_terms
from quintain.systems.escalation.traits import bonuses, linked_effects

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

FAILED: Final = ", failed save"
"""Under which name goes what a failed save brings."""
CLOCKED: Final = (
    1 << b.END_OF_TARGET | 1 << b.START_OF_TARGET | 1 << b.END_OF_SOURCE | 1 << b.START_OF_SOURCE | 1 << b.END_OF_TURN
)  # fmt: skip
"""The ends that come at a moment of somebody's turn, as bits."""
WELCOME: Final = b.ESCALATES | b.INVISIBLE
ENDS_ONE: Final = 3
"""Of what may be shaken off: one effect, without a save."""
UNTOUCHED: Final = [0, 0, 0, 0, 0, 0, 0, 0]


def recompute(fighter: Fighter) -> None:
    """The conditions as bits and the modifiers added up: different names add, the same name counts once (R-69).

    What counts for some attacks or opponents only is left to `figures`.
    """
    conditions = 0
    modified = False
    for_some = False
    for each in fighter.lasting:
        own = each.conditions & ~b.NO_ENGAGE if each.effect.by else each.conditions
        conditions |= own if each.versus < 0 else own & ~b.BETWEEN_TWO
        modified = modified or bool(each.modifiers)
        for_some = for_some or each.effect.with_power != "" or each.versus >= 0 or each.effect.weak_to != "" or each.effect.tag != ""
    fighter.conditions = conditions
    fighter.modifiers = _sum_modifiers(fighter.lasting) if modified else UNTOUCHED
    fighter.has_effects_for_some = for_some


def _sum_modifiers(lasting: list[Lasting]) -> list[int]:
    modified = [each for each in lasting if each.modifiers]
    if len(modified) == 1:
        return [value if value and counts_for_all(modified[0], place) else 0 for place, value in enumerate(modified[0].modifiers)]
    best: dict[str, list[int]] = {}
    for each in modified:
        kept = best.setdefault(each.name, [0, 0, 0, 0, 0, 0, 0, 0])
        for place, value in enumerate(each.modifiers):
            if abs(value) > abs(kept[place]) and counts_for_all(each, place):
                kept[place] = value
    total = [0, 0, 0, 0, 0, 0, 0, 0]
    for values in best.values():
        for place, value in enumerate(values):
            total[place] += value
    return total


def start(
    battle: Skirmish,
    target: Fighter,
    effect: LastingEffect,
    source: Fighter,
    name: str,
    resisted: bool = False,
    times: int = 1,
    struck: int = -1,
) -> bool:
    """A lasting effect begins, unless the target is immune. `resisted` halves its ongoing damage (ES-158).

    `struck` is the target of the attack that brought it about, where the effect may lie on somebody else.
    """
    block = target.block
    if effect.ongoing and (block.immune_ongoing or effect.damage_type in block.immune):
        return False
    if block.immune_price and effect.conditions & block.immune_conditions:
        harming.harm(battle, target, [block.immune_price], [""], source, skirmish.NO_NATURAL, 0, name)
        if not target.is_present():
            return False
    only_conditions = effect.conditions and not effect.ongoing and not effect.modifiers and not effect.tag
    if only_conditions and not effect.conditions & ~block.immune_conditions:
        return False
    if target.has_effects_for_some and is_immune_to(target, name):
        return False
    ongoing = _ongoing(battle, effect, source, target) * times
    if effect.ongoing_dice.dice is not None and not target.is_present():
        return False
    if resisted:
        ongoing //= 2
    if effect.ongoing and ongoing < 1 and not effect.follows and not effect.conditions and not effect.modifiers:
        return False
    turns = _moments(battle, effect.until, target, source)
    made = Lasting(name, source.number, effect, ongoing, effect.until, effect.save, turns)
    made.conditions &= ~block.immune_conditions
    made.versus = source.number if effect.versus == b.VERSUS_SOURCE else struck if effect.versus == b.VERSUS_TARGET else -1
    if effect.counted:
        made.modifiers = _counted(battle, target, made)
    _place(battle, target, made)
    recompute(target)
    if target.conditions & b.HELPLESS:
        harming.let_go(battle, target)
    notice(battle, effect)
    battle.note("effect", target.id)
    if battle.telling:
        battle.tell(sentences.effect_started(battle, target, source, made))
    return True


def notice(battle: Skirmish, effect: LastingEffect) -> None:
    """Something of this kind lies on somebody: the battle has to look for it from now on."""
    battle.any_clock = battle.any_clock or bool(CLOCKED >> effect.until & 1)
    battle.any_linked = battle.any_linked or effect.linked
    battle.any_fear, battle.most_fear = battle.any_fear or effect.fear_of > 0, max(battle.most_fear, effect.fear_of)
    battle.any_blunt = battle.any_blunt or effect.blunts > 0


def _counted(battle: Skirmish, target: Fighter, made: Lasting) -> list[int]:
    """So much for each of those that are counted, as they stand now. What lies there already lasts anew and is never less."""
    source, by, most = battle.fighters[made.source], made.effect.counted, made.effect.most
    number = 0
    for each in battle.fighters:
        if each.state == UP and (each.team == source.team) == (by != 3):
            alike = each.block.id == source.block.id if by == 1 else by == 3 or each.number != source.number
            number += 1 if alike else 0
    values = [value * number for value in made.effect.modifiers]
    if most:
        values = [max(-most, min(most, value)) for value in values]
    for old in target.lasting.copy():
        if old.name == made.name and old.effect.counted == by and old.effect.tag == made.effect.tag:
            values = [one if abs(one) > abs(values[at]) else values[at] for at, one in enumerate(old.modifiers)]
            target.lasting.remove(old)
    return values


def is_immune_to(fighter: Fighter, name: str) -> bool:
    """Has something made it immune to what goes by this name?"""
    return any(each.effect.immune_to != "" and each.effect.immune_to == name.lower() for each in fighter.lasting)


def _ongoing(battle: Skirmish, effect: LastingEffect, source: Fighter, target: Fighter) -> int:
    """Ongoing damage as printed; dice are rolled once, now."""
    dice = effect.ongoing_dice
    if dice.dice is not None:
        return battle.throw(source, "ongoing damage", dice.dice, "", There(target)).total() * dice.times + dice.flat
    return battle.escalation * dice.times if dice.read_off == b.OFF_THE_DIE else effect.ongoing


def _moments(battle: Skirmish, until: int, target: Fighter, source: Fighter) -> int:
    """How many turn ends (or starts) of its clock pass until it ends: the end of the turn going on does not count."""
    owner = target if until == b.END_OF_TARGET else source
    return 2 if until in (b.END_OF_TARGET, b.END_OF_SOURCE) and battle.turn == owner.number else 1


def _place(battle: Skirmish, target: Fighter, made: Lasting) -> None:
    """R-69, R-70, ES-159: the same effect of the same name is not had twice; the worse of two ongoing damages stays."""
    if made.effect.cumulative:
        _pile_up(target, made)
        return
    if not (battle.switches.ongoing_all and made.ongoing):
        for place, old in enumerate(target.lasting):
            if old.versus != made.versus or old.effect.with_power != made.effect.with_power:
                continue
            if old.effect.weak_to != made.effect.weak_to or old.effect.tag != made.effect.tag:
                continue
            if old.name == made.name and old.until == made.until and old.conditions == made.conditions:
                if old.ongoing and old.ongoing >= made.ongoing:
                    return
                if not _touches_the_same(old.modifiers, made.modifiers):
                    continue
                if old.modifiers != made.modifiers and old.source != made.source:
                    continue
                if old.ongoing:
                    made.save = old.save
                target.lasting[place] = made
                return
            same = made.conditions and old.conditions == made.conditions and not made.ongoing and not made.modifiers
            if same and old.until == made.until == b.UNTIL_SAVE and not old.ongoing:
                return
    target.lasting.append(made)


def _pile_up(target: Fighter, made: Lasting) -> None:
    """A cumulative modifier adds to what is there already, as far as its limit."""
    found = -1
    for place, old in enumerate(target.lasting):
        if not old.effect.cumulative or old.effect.tag != made.effect.tag:
            continue
        if old.name == made.name and old.versus == made.versus and old.until == made.until:
            found = place
            made.modifiers = [one + made.modifiers[at] for at, one in enumerate(old.modifiers)]
            made.exposes = [one + made.exposes[at] for at, one in enumerate(old.exposes)]
            made.piled = old.piled + 1
            break
    most = made.effect.most
    if most:
        made.piled = min(most, made.piled)
        made.modifiers = [max(-most, min(most, value)) for value in made.modifiers]
        made.exposes = [max(-most, min(most, value)) for value in made.exposes]
    if found < 0:
        target.lasting.append(made)
    else:
        target.lasting[found] = made


def _touches_the_same(old: list[int], made: list[int]) -> bool:
    """Do two sets of modifiers change the same rolls and defences, whatever the amounts?"""
    return [place for place, value in enumerate(old) if value] == [place for place, value in enumerate(made) if value]


def drop(battle: Skirmish, target: Fighter, ended: Lasting, why: str) -> None:
    """A lasting effect ends."""
    target.lasting = [each for each in target.lasting if each is not ended]
    recompute(target)
    if battle.telling:
        battle.tell(sentences.effect_ended(target, ended, why))
    if ended.until != b.WHILE_AFFECTED:
        end_dependent(battle, target)


def end_dependent(battle: Skirmish, target: Fighter) -> None:
    """What lasts only while something else of the same source does."""
    for each in target.lasting.copy():
        if each.until == b.WHILE_ONGOING:
            if not any(other.ongoing and other.source == each.source for other in target.lasting):
                drop(battle, target, each, "the ongoing damage is over")
        elif each.until == b.WHILE_AFFECTED and not _affected(target, each):
            drop(battle, target, each, "what caused it is over")


def _affected(target: Fighter, one: Lasting) -> bool:
    """Has it any other effect of the same attack?"""
    name = one.name.removesuffix(FAILED)
    return any(
        other.name == name and other.source == one.source and other.until != b.WHILE_AFFECTED for other in target.lasting
    )


def end_with_source(battle: Skirmish, source: Fighter) -> None:
    """The source is no longer up: what lasted only so long ends."""
    for fighter in battle.fighters:
        if not fighter.lasting:
            continue
        for each in fighter.lasting.copy():
            over = each.until == b.SOURCE_DROPS and each.source == source.number
            over = over or (each.effect.linked and each.source == source.number and (b.SOURCE_FALLS, 0) in each.effect.ends_when)
            over = over or (bool(each.effect.others) and each.versus == source.number)
            if over and each in fighter.lasting:
                drop(battle, fighter, each, f"{source.name} is down")


def harden(battle: Skirmish, target: Fighter, number: int, brought: Callable[[Lasting], bool]) -> None:
    """The saves against some of what lies on the target get harder; past 20 none helps while the source is up."""
    hardened = False
    for place, each in enumerate(target.lasting):
        if brought(each) and each.until == b.UNTIL_SAVE and each.save < number:
            until, save = (b.SOURCE_DROPS, 0) if number >= b.NO_SAVE else (b.UNTIL_SAVE, number)
            harder = each.copy()
            harder.until, harder.save = until, save
            target.lasting[place] = harder
            hardened = True
    if hardened and battle.telling:
        battle.tell(sentences.hardened(target, number))


def worsen(battle: Skirmish, target: Fighter, effect: Effect, source: Fighter, name: str, more: int) -> None:
    """Ongoing damage grows: that of a type, whoever caused it, or that of this very attack; and its save may get harder."""
    for place, each in enumerate(target.lasting):
        mine = each.effect.damage_type == effect.damage_type
        if not effect.damage_type:
            mine = each.name == name and each.source == source.number
        if not each.ongoing or not mine:
            continue
        worse = each.copy()
        if each.until == b.UNTIL_SAVE:
            worse.save = max(each.save, effect.save)
        worse.ongoing = each.ongoing + more
        target.lasting[place] = worse
        if battle.telling:
            battle.tell(sentences.effect_started(battle, target, source, worse))


def until_next_attack(fighter: Fighter, power: Power) -> list[Lasting]:
    """What ends when the attack it is about to make is resolved; what speaks of attacks of one name waits for one of these."""
    passing = [each for each in fighter.lasting if each.until == b.NEXT_ATTACK]
    return [each for each in passing if not each.effect.with_power or each.effect.with_power.lower() == power.name.lower()]


def end_all(battle: Skirmish, fighter: Fighter, ended: list[Lasting], why: str) -> None:
    for each in ended:
        if each in fighter.lasting:
            drop(battle, fighter, each, why)


def clear(target: Fighter) -> None:
    """R-68: the battle is over, everything on it ends."""
    if target.lasting:
        target.lasting = []
        recompute(target)
    target.gasp = None
    target.gasp_turns = 0
    target.gasp_fails = 0


def count_down(battle: Skirmish, owner: Fighter, at_start: bool) -> None:
    """The owner's turn starts or ends: whatever lasts to this moment ends, on whomever it lies (ES-26, ES-34, R-72)."""
    if not battle.any_clock:
        return
    left = False
    own = b.START_OF_TARGET if at_start else b.END_OF_TARGET
    others = b.START_OF_SOURCE if at_start else b.END_OF_SOURCE
    for fighter in battle.fighters:
        if not fighter.lasting:
            continue
        ending = NO_LASTING
        for each in fighter.lasting:
            until = each.until
            left = left or bool(CLOCKED >> until & 1)
            if until == own:
                ends = fighter.number == owner.number
            elif until == others:
                ends = each.source == owner.number
            else:
                ends = until == b.END_OF_TURN and not at_start
            if ends:
                ending = [*ending, each]
        for each in ending:
            if each not in fighter.lasting:
                continue
            if each.turns > 1:
                later = each.copy()
                later.turns -= 1
                fighter.lasting[fighter.lasting.index(each)] = later
            else:
                drop(battle, fighter, each, "its time is up")
    battle.any_clock = left


def bite_and_save(battle: Skirmish, fighter: Fighter) -> None:
    """ES-34 (1), ES-35: each effect in the order applied: its damage, then its save. A slain monster stops (R-71)."""
    end_engagement_effects(battle, fighter)
    end_dependent(battle, fighter)
    before = fighter.lasting.copy()
    for old in before:
        each = _as_it_is_now(fighter, old, before)
        if each is None:
            continue
        tough = fighter.block.saves_always and _may_save_anyway(battle, fighter, each)
        if each.until != b.UNTIL_SAVE and not each.ongoing and not tough and not each.effect.follows:
            continue
        if fighter.state not in (UP, DYING, STABLE):
            return
        if each.effect.follows:
            each = _read_again(battle, fighter, each)
        if each.ongoing:
            source = battle.fighters[each.source]
            harming.harm(battle, fighter, [each.ongoing], [each.effect.damage_type], source, skirmish.NO_NATURAL, 0, each.name)
        if each.until == b.UNTIL_SAVE and fighter.is_present() and each in fighter.lasting:
            _save_against(battle, fighter, each)
        elif tough and fighter.state == UP:
            _save_anyway(battle, fighter, each)


def _as_it_is_now(fighter: Fighter, old: Lasting, before: list[Lasting]) -> Lasting | None:
    """What lay on it before, as another effect has made it meanwhile (worse, harder to shake off); None where it is over."""
    if old in fighter.lasting:
        return old
    for each in fighter.lasting:
        if each.effect is old.effect and each.name == old.name and each.source == old.source and each not in before:
            return each
    return None


def _may_save_anyway(battle: Skirmish, fighter: Fighter, each: Lasting) -> bool:
    """Something an enemy did to it that would last to a moment, or to the end of the battle."""
    return battle.fighters[each.source].team != fighter.team and bool((CLOCKED | 1 << b.END_OF_BATTLE) >> each.until & 1)


def _save_anyway(battle: Skirmish, fighter: Fighter, each: Lasting) -> None:
    if save(battle, fighter, 11, "save", Lies(each, fighter)):
        drop(battle, fighter, each, "saved")


def _read_again(battle: Skirmish, fighter: Fighter, each: Lasting) -> Lasting:
    """Ongoing damage that follows the escalation die: as much as the die says now."""
    now = each.copy()
    now.ongoing = battle.escalation * each.effect.follows
    fighter.lasting[fighter.lasting.index(each)] = now
    return now


def _save_against(battle: Skirmish, fighter: Fighter, each: Lasting) -> None:
    if _shakes_off(battle, fighter, each) or not fighter.is_present() or each not in fighter.lasting:
        return
    rows = each.effect.on_failed_save
    if each.effect.failed_saves or each.effect.counts_failures:
        if each.failed < len(each.effect.failed_saves):
            rows = rows + each.effect.failed_saves[each.failed]
        counted = each.copy()
        counted.failed = each.failed + 1
        fighter.lasting[fighter.lasting.index(each)] = counted
    for effect in rows:
        source = battle.fighters[each.source]
        if effect.on != b.ON_TARGET:
            linked_effects.carry_out(battle, fighter, each, [effect])
        elif effect.op == b.DAMAGE and effect.amount.dice is None and not effect.amount.read_off:
            harming.harm(battle, fighter, [effect.amount.flat], [effect.damage_type], source, skirmish.NO_NATURAL, 0, each.name)
        elif isinstance(effect, LastingEffect) and effect.op == b.LASTING and fighter.is_present():
            start(battle, fighter, effect, source, f"{each.name}{FAILED}")
        elif fighter.is_present():
            linked_effects.carry_out(battle, fighter, each, [effect])


def _shakes_off(battle: Skirmish, fighter: Fighter, each: Lasting) -> bool:
    """A save against one effect; where it succeeds, the effect ends, and may leave something behind."""
    roll = battle.roll_while(Lies(each, fighter), fighter.id, "save", D20, fighter.id)
    damage_type = each.effect.damage_type if each.ongoing else ""
    if each not in fighter.lasting or not _judge_save(battle, fighter, each.save, roll, damage_type):
        return False
    drop(battle, fighter, each, "saved")
    after = each.effect.on_save and _on_such_a_face(roll, each.effect.on_save_faces)
    if after and not is_immune_to(fighter, f"{each.name} aftereffect"):
        linked_effects.carry_out(battle, fighter, each, each.effect.on_save)
    return True


def _on_such_a_face(roll: Roll, faces: int) -> bool:
    """Was the natural roll one of these?"""
    if faces == b.ANY_FACE:
        return True
    classes = [0] + [faces >> face & 1 for face in range(1, 21)]
    return bool(faces >> roll.natural() & 1) if roll.settled else bool(roll.natural_in(classes))


def shake_off(battle: Skirmish, fighter: Fighter, which: int) -> None:
    """Everything on it ends; or it rolls at once the save against one effect (the first that has one), or against each."""
    for each in fighter.lasting.copy():
        if each not in fighter.lasting:
            continue
        if which == 0:
            drop(battle, fighter, each, "shaken off")
        elif which == ENDS_ONE:
            _end_one(battle, fighter)
            return
        elif each.until == b.UNTIL_SAVE:
            _shakes_off(battle, fighter, each)
            if which == 1:
                return


def _end_one(battle: Skirmish, fighter: Fighter) -> None:
    """One thing that lies on it to its harm ends, whichever it likes; the machine ends what is worst."""
    theirs = [each for each in fighter.lasting if is_burden(each)]
    if not theirs:
        return
    ended = theirs[0]
    if len(theirs) > 1:
        answer = battle.ask(EndQuestion(battle, fighter, theirs))
        if answer is None:
            return
        ended = theirs[int(answer.id()) - 1]
    drop(battle, fighter, ended, "shaken off")


@final
class EndQuestion(Choice):
    """Which of what lies on somebody to its harm ends, of what still does. The machine ends what is worst."""

    def __init__(self, battle: Skirmish, fighter: Fighter, theirs: list[Lasting]) -> None:
        super().__init__(battle, "end effect", fighter.id, "Which effect ends?", [])
        self.skirmish: Skirmish = battle
        self.fighter: Fighter = fighter
        self.theirs: list[Lasting] = theirs

    def options(self) -> list[Option]:
        lying = [(place, each) for place, each in enumerate(self.theirs, 1) if each in self.fighter.lasting]
        return [Plain(str(place), sentences_effects.effect_words(each)) for place, each in lying]

    def stakes(self) -> list[Stake]:
        """When each of them would end by itself."""
        until = sentences_effects.until_words
        return all_stakes([f"{each.name}: {until(self.skirmish, self.fighter, each)}" for each in self.theirs])

    def choose(self, tactic: Tactic) -> Option:
        options = self.options()
        weights = [_weight(self.theirs[int(option.id()) - 1]) for option in options]
        return options[weights.index(max(weights))]

    def withdrawn(self) -> bool:
        return super().withdrawn() or not self.options()


def is_burden(each: Lasting) -> bool:
    """Does it lie on somebody to its harm?"""
    return each.ongoing > 0 or bool(each.conditions & ~WELCOME) or min(each.modifiers, default=0) < 0


def _weight(each: Lasting) -> int:
    """Roughly how much it hurts."""
    return 2 * each.ongoing + 20 * each.conditions.bit_count() - min(each.modifiers, default=0)


def save(battle: Skirmish, fighter: Fighter, number: int, what: str, awaited: Awaited = ALWAYS) -> bool:
    """ES-157: a bare d20, plus whatever modifies this creature's saves."""
    roll = battle.roll_while(awaited, fighter.id, what, D20, fighter.id)
    return _judge_save(battle, fighter, number, roll, "")


def _judge_save(battle: Skirmish, fighter: Fighter, number: int, roll: Roll, damage_type: str) -> bool:
    if roll.void:
        return False
    terms = save_terms(battle, fighter, damage_type)
    success = roll.at_least(number - terms.total, "success")
    if battle.telling:
        battle.tell(sentences.saved(fighter, roll, number, terms, success))
        if battle.any_bonus and fighter.team == 0:
            bonuses.told(battle, fighter, [name for name, _ in terms.listed])
    if fighter.block.occasion_mask:
        skirmish.set_off_occasion(battle, b.WHEN_MADE_SAVE if success else b.WHEN_FAILED_SAVE, fighter, fighter)
    if battle.any_linked and fighter.lasting:
        linked_effects.happens(battle, fighter, b.MAKES_SAVE if success else b.FAILS_SAVE)
    return success


def end_engagement_effects(battle: Skirmish, fighter: Fighter) -> None:
    """Effects that last while engaged with their source end with the engagement."""
    for each in fighter.lasting.copy():
        engaged_only = each.until == b.WHILE_ENGAGED or (each.effect.linked and (b.IS_PARTED, 0) in each.effect.ends_when)
        if engaged_only and not engaged_mask(battle, fighter) >> each.source & 1:
            drop(battle, fighter, each, "no longer engaged")
        elif each.until == b.WHILE_GRABBED and fighter.grabber != each.source:
            drop(battle, fighter, each, "no longer held")
