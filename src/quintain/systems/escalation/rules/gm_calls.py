"""What the GM calls for: attacks that wait for something the rules cannot see, and notes of a stat block (ES-141, ES-170)."""

from __future__ import annotations

from quintain.systems.escalation.fields_blocks import Call
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect
from quintain.systems.escalation.printed.stat_block import Note
from quintain.systems.escalation.rules import targeting, turn_actions, turn_options
from quintain.systems.escalation.rules.figures import fits_filters
from quintain.systems.escalation.rules.positions import members
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import NO_NATURAL, Skirmish
from quintain.systems.escalation.rules.strike import Strike
from quintain.systems.escalation.traits import granted_attacks, row_facts
from quintain.systems.escalation.traits.verb import carry_out as carry_out_row
from quintain.systems.escalation.traits.verb import carry_out_on


def carry_out_calls(battle: Skirmish) -> None:
    """Everything that was called for out of turn, in the order in which it was."""
    while battle.calls and not battle.decided:
        call = battle.calls.pop(0)
        if call.note >= 0:
            _apply(battle, call)
        else:
            _attack(battle, call)


def _attack(battle: Skirmish, call: Call) -> None:
    """As a free action, at whom its controller chooses."""
    fighter = battle.fighters[call.holder]
    power = fighter.block.powers[call.power]
    if not fighter.can_act():
        return
    fighter.called |= 1 << power.number
    usable = not targeting.why_not_usable(battle, fighter, power)
    legal = targeting.legal_targets(battle, fighter, power) if usable else []
    targets = targeting.choose_targets(battle, fighter, power, legal) if legal else []
    fighter.called &= ~(1 << power.number)
    if targets and turn_actions.sets_off_and_draws(battle, fighter, power, targets):
        targeting.count_use(battle, fighter, power)
        turn_actions.one_use(battle, fighter, power, turn_options.TurnOption("use", power.number), targets)
        battle.reached("action")


# -- notes -------------------------------------------------------------------------------------------------------------


_ITS_OWN_SIDE = (b.ON_SELF, b.ON_ALLY, b.ON_EACH_ALLY, b.ON_ALL_ALLIES)


def wants_target(rows: list[Effect]) -> bool:
    """Is there a row among these that falls on whomever the GM names, and on nobody else?"""
    return any(
        row.which == b.AT_SAME if row.op == b.GRANT_ATTACK else row.on == b.ON_TARGET and not row_facts.leaves_target_alone(row)
        for row in rows
    )


def rows_of(note: Note, part: int) -> list[Effect]:
    """What of a note is carried out: all of it, or one part."""
    return note.effects if part < 0 else [note.effects[part]]


def _apply(battle: Skirmish, call: Call) -> None:
    """The effects of a note: on those the GM named; where nobody was named, on those the text itself speaks of."""
    holder = battle.fighters[call.holder]
    note = holder.block.notes[call.note]
    strike = Strike(holder, note.power)
    named = [each for each in members(battle, call.targets) if each.is_present()]
    if call.targets and not named:
        return
    for row in rows_of(note, call.part):
        if named and row.on not in _ITS_OWN_SIDE and row.op not in (b.GRANT_ATTACK, b.ESCALATION, b.REGAIN):
            for each in named:
                _on_named(battle, strike, row, holder, each)
        elif not row.against or not named or fits_filters(battle, holder, named[0], row.against):
            carry_out_row(battle, strike, row, named[0] if named else holder, NO_NATURAL)
    granted_attacks.carry_out_grants(battle, strike)


def _on_named(battle: Skirmish, strike: Strike, row: Effect, holder: Fighter, one: Fighter) -> None:
    if not one.is_present() or (row.against and not fits_filters(battle, holder, one, row.against)):
        return
    if row.on == b.ON_TARGET:
        carry_out_row(battle, strike, row, one, NO_NATURAL)
    else:
        carry_out_on(battle, strike, row, one, one, NO_NATURAL)
