"""The order of battle (chapters B to D): rolling, delaying, readying, and what each does to one's place in it."""

from __future__ import annotations

from typing import final

from quintain.engine.dice import D20
from quintain.engine.question import Option, Plain, Question
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.play import sentences, tactics_replies
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules import targeting
from quintain.systems.escalation.rules.answers import yes_or_no
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import ALWAYS, While
from quintain.systems.escalation.rules.terms import initiative_terms


def roll_initiative(battle: Skirmish, fighters: list[Fighter]) -> None:
    """ES-04, ES-06: a d20 for each PC, then one for each stat block among the rest, in roster order (section 6, step 1)."""
    for fighter in fighters:
        fighter.temp_hp = 0  # ES-162
        if fighter.block.kind <= b.COMPANION and fighter.is_present():
            fighter.initiative = _roll_count(battle, fighter)
    counts: dict[str, int] = {}
    others = [fighter for fighter in fighters if fighter.block.kind > b.COMPANION]
    units = [_unit_of(fighter) for fighter in others]
    for place, fighter in enumerate(others):
        if units[place] not in counts and fighter.is_present():
            counts[units[place]] = _roll_count(battle, fighter)
    for place, fighter in enumerate(others):
        if units[place] in counts:
            fighter.initiative = counts[units[place]]
            fighter.tie = 0


def _roll_count(battle: Skirmish, fighter: Fighter) -> int:
    audience = "all" if fighter.team == 0 else "gm"
    roll = battle.roll_while(ALWAYS, fighter.id, "initiative", D20, "", audience)
    if roll.void:  # gone while its die was awaited: the others of its kind still need a count
        alike = [each for each in battle.fighters if each.is_present() and _unit_of(each) == _unit_of(fighter)]
        if not alike or battle.ended:
            return fighter.initiative
        fighter = alike[0]
        roll = battle.roll_while(ALWAYS, "", "initiative", D20, "", audience)
    terms = initiative_terms(battle, fighter)
    count = roll.total() + terms.total
    fighter.tie = 0
    if battle.telling:
        battle.tell(sentences.initiative(fighter, roll, terms, count))
    return count


def goes_before(battle: Skirmish, one: Fighter, other: Fighter) -> bool:
    """ES-04, ES-08, R-02: higher count, then the roll-off if there is one, higher bonus, PCs before monsters, roster order."""
    if one.initiative != other.initiative:
        return one.initiative > other.initiative
    first, second = one.block.kind, other.block.kind
    if battle.switches.pcs_first and first != second:
        return first < second
    if one.tie != other.tie and not battle.switches.pcs_first:
        return one.tie > other.tie
    if one.init_bonus != other.init_bonus:
        return one.init_bonus > other.init_bonus
    return first < second if first != second else one.number < other.number


def _unit_of(fighter: Fighter) -> str:
    """Who rolls together: each PC for itself, the others by stat block (ES-06)."""
    return fighter.id if fighter.block.kind <= b.COMPANION else f"{fighter.side}:{fighter.block.id}"


def roll_off(battle: Skirmish, fighters: list[Fighter]) -> None:
    """R-02, `init_tie: rolloff`: those who share a count roll a d20 each, once, in roster order; what is still tied goes by bonus."""
    for fighter in fighters:
        if not fighter.tie and _is_tied(fighter, fighters):
            tie = _roll_tie(battle, fighter, fighters)
            for each in fighters:
                if _unit_of(each) == _unit_of(fighter):
                    each.tie = tie


def _roll_tie(battle: Skirmish, fighter: Fighter, fighters: list[Fighter]) -> int:
    audience = "all" if fighter.team == 0 else "gm"
    return battle.roll_while(While(lambda: _is_tied(fighter, fighters)), fighter.id, "initiative tie", D20, "", audience).total()


def _is_tied(fighter: Fighter, fighters: list[Fighter]) -> bool:
    """Does it share its count with somebody else who is there?"""
    others = [each for each in fighters if each.is_present() and _unit_of(each) != _unit_of(fighter)]
    return fighter.is_present() and any(each.initiative == fighter.initiative for each in others)


def set_order(battle: Skirmish, fighters: list[Fighter], sides: str = "") -> None:
    """Everyone with a count, highest first; whoever has come while these rolled joins them (ES-07), all or those of one side."""
    if battle.switches.roll_off_ties:
        roll_off(battle, fighters)
    battle.order = []
    for fighter in fighters:
        place_by_count(battle, fighter)
    for late in battle.fighters:
        if late.is_present() and late.number not in battle.order and sides in ("", late.side):
            join(battle, late)


def place_by_count(battle: Skirmish, fighter: Fighter) -> None:
    """Into the order where its count says; behind whoever stands at the same count and does not lose the tie."""
    battle.order = [number for number in battle.order if number != fighter.number]
    place = 0
    while place < len(battle.order) and goes_before(battle, battle.fighters[battle.order[place]], fighter):
        place += 1
    battle.order.insert(place, fighter.number)


def shift(battle: Skirmish, fighter: Fighter, by: int) -> None:
    """An effect moves somebody up or down the order, never below a count of 1."""
    if by == 0 or fighter.number not in battle.order:
        return
    fighter.initiative = max(min(1, fighter.initiative), fighter.initiative + by)
    place_by_count(battle, fighter)
    if battle.telling:
        battle.tell(sentences.shifted(fighter, by))


def back_in_order(battle: Skirmish, fighter: Fighter) -> None:
    """Somebody who had left is back by the GM's word: at its old count."""
    if battle.order and fighter.number not in battle.order:
        place_by_count(battle, fighter)
        fighter.acted = _has_passed(battle, fighter)


def join(battle: Skirmish, fighter: Fighter) -> None:
    """ES-07: a newcomer takes its block's count or rolls; it acts this round only if that count has not passed."""
    if not battle.order:
        return
    shared = -1
    for other in battle.fighters:
        same = other.block.id == fighter.block.id and other.side == fighter.side and other.number != fighter.number
        if same and other.block.kind > b.COMPANION and other.number in battle.order:
            shared = other.number
    if shared >= 0:
        fighter.initiative, fighter.tie = battle.fighters[shared].initiative, battle.fighters[shared].tie
    else:
        fighter.initiative = _roll_count(battle, fighter)
        if battle.switches.roll_off_ties:
            roll_off(battle, [*[battle.fighters[number] for number in battle.order], fighter])
    place_by_count(battle, fighter)
    fighter.acted = _has_passed(battle, fighter)
    targeting.roll_limits(battle, fighter)


def _has_passed(battle: Skirmish, fighter: Fighter) -> bool:
    """Has anybody placed below it acted already this round?"""
    place = battle.order.index(fighter.number)
    for number in battle.order[place + 1 :]:
        other = battle.fighters[number]
        if other.acted or battle.turn == number:
            return True
    return False


def put_after(battle: Skirmish, fighter: Fighter, other: int) -> None:
    """ES-12: directly after the turn that just ended, with its count; at the start of a round ahead of everyone."""
    if other < 0 and battle.order[0] == fighter.number:
        return  # the first place is its own already
    battle.order.remove(fighter.number)
    if other >= 0 and other in battle.order:
        battle.order.insert(battle.order.index(other) + 1, fighter.number)
        fighter.initiative = battle.fighters[other].initiative
    elif battle.order:
        fighter.initiative = battle.fighters[battle.order[0]].initiative
        battle.order.insert(0, fighter.number)
    else:
        battle.order.append(fighter.number)


def put_ahead(battle: Skirmish, fighter: Fighter, other: int) -> None:
    """ES-21: directly ahead of the combatant whose turn it is, with its count."""
    battle.order.remove(fighter.number)
    battle.order.insert(battle.order.index(other), fighter.number)
    fighter.initiative = battle.fighters[other].initiative


# -- delaying ----------------------------------------------------------------------------------------------------------


@final
class StepInQuestion(Question):
    """ES-11: in a gap between two turns, take the delayed turn or wait."""

    def __init__(self, battle: Skirmish, fighter: Fighter) -> None:
        super().__init__(battle, "step in", fighter.id)
        self.skirmish: Skirmish = battle
        self.fighter: Fighter = fighter

    def title(self) -> str:
        return f"{self.fighter.name} is delaying. Step in now?"

    def options(self) -> list[Option]:
        return [Plain("yes", "Step in now"), Plain("no", "Wait")]

    def choose(self, tactic: Tactic) -> Option:
        return yes_or_no(tactics_replies.wants_to_step_in(self.skirmish, self.fighter))

    def withdrawn(self) -> bool:
        return bool(self.skirmish.decided) or not can_step_in(self.skirmish, self.fighter)


def can_step_in(battle: Skirmish, fighter: Fighter) -> bool:
    return fighter.delaying and fighter.state == UP and battle.last != fighter.number


def next_to_step_in(battle: Skirmish) -> Fighter | None:
    """ES-11, R-08: ask those who delay, highest count first, whether they step into this gap."""
    if not battle.any_delaying:
        return None
    waiting = [fighter for fighter in battle.fighters if can_step_in(battle, fighter)]
    if not waiting:
        return None
    ranked: list[Fighter] = []
    for fighter in waiting:
        place = len([each for each in ranked if goes_before(battle, each, fighter)])
        ranked.insert(place, fighter)
    for fighter in ranked:
        answer = battle.ask(StepInQuestion(battle, fighter))
        if answer is not None and answer.id() == "yes" and can_step_in(battle, fighter):
            put_after(battle, fighter, battle.last)
            fighter.delaying = False
            fighter.acted = True
            if battle.telling:
                battle.tell(sentences.STEPPED_IN.of([fighter], fighter.initiative))
            return fighter
    return None


# -- readying ----------------------------------------------------------------------------------------------------------


def note_readied(battle: Skirmish) -> None:
    """Is anything readied at all? Asked at every act, so kept on the battle."""
    battle.any_readied = any(fighter.readied is not None for fighter in battle.fighters)
