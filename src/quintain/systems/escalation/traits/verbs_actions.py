"""Verbs of attacks and actions: attacks granted, powers that come back, the escalation die, choices, tables, text for the GM."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.question import Choice, Option
from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import occasion_rows as h
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, GrantedAttack, Verb
from quintain.systems.escalation.rules import initiative, turn_actions
from quintain.systems.escalation.rules import resolve as attacks
from quintain.systems.escalation.rules.answers import Named
from quintain.systems.escalation.rules.positions import nearby
from quintain.systems.escalation.rules.sheet import HAS_STANDARD, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish, set_off_occasion
from quintain.systems.escalation.rules.strike import Strike
from quintain.systems.escalation.rules.turn_options import pays_quick
from quintain.systems.escalation.traits import amounts, granted_attacks, recipients
from quintain.systems.escalation.traits.choices import look_up, pick
from quintain.systems.escalation.traits.verb import Act, ActiveVerb


@final
class GrantAttack(ActiveVerb):
    """R-32, R-78: another attack, made once what granted it is resolved (`granted_attacks.py`)."""

    def words_in_full(self, row: Effect) -> str:
        return f"{row.name} attack" if row.times == 1 else f"{row.times} {row.name} attacks"

    def carry_out(self, act: Act) -> None:
        row = act.row
        assert isinstance(row, GrantedAttack)
        act.strike.grants.append(row)
        act.strike.granted_against.append(act.target.number)


@final
class Compel(ActiveVerb):
    def on_one(self, act: Act, one: Fighter) -> None:
        _compel(act.battle, act.user, one)


def _compel(battle: Skirmish, user: Fighter, puppet: Fighter) -> None:
    """The target makes a basic attack at one of its own allies, whom the attacker names."""
    power = granted_attacks.named_attack(puppet, "basic")
    if power is None or puppet.state != UP or puppet.conditions & b.CANNOT_ACT:
        return
    within = [each for each in battle.fighters if each.state == UP and each.number != puppet.number and nearby(each, puppet)]
    allies = [each for each in within if each.team == puppet.team]
    if not allies:
        return
    options: list[Option] = [Named(each.id, battle.name_of(each.id)) for each in allies]
    answer = battle.ask(Choice(battle, "compel", user.id, f"At whom does {puppet.name} strike?", options))
    chosen = battle.named(answer.id()) if answer is not None else None
    if chosen is not None and turn_actions.sets_off_and_draws(battle, puppet, power, [chosen]):
        strike = Strike(puppet, power)
        strike.depth = 1
        strike.flexible = False
        attacks.make_attack(battle, strike, [chosen])


@final
class Regain(ActiveVerb):
    """A use of a power comes back: the user's, unless the row says whose."""

    def carry_out(self, act: Act) -> None:
        if act.row.on == b.ON_TARGET:
            self.on_one(act, act.user)
            return
        for one in recipients.whom(act.battle, act.strike, act.row, act.target):
            self.on_one(act, one)

    def on_one(self, act: Act, one: Fighter) -> None:
        _regain(one, act.row.name, act.row.extra)


def _regain(user: Fighter, name: str, beyond: int) -> None:
    """One use comes back; `beyond`: even where none is spent, as one more."""
    for power in user.block.powers:
        named = name.lower() in (power.name.lower(), power.pool or power.name.lower())
        if named or (name == "any" and user.used[power.number]):
            user.used[power.number] = max(-beyond, user.used[power.number] - 1)
            user.out[power.number] = 0
            if name == "any":
                return


@final
class MoreActions(ActiveVerb):
    """Another action, on this turn or on the next one of its own."""

    def on_one(self, act: Act, one: Fighter) -> None:
        if act.battle.turn == one.number:
            one.actions |= act.row.which
        elif act.row.which == HAS_STANDARD:
            one.spare += 1
            if act.battle.telling:
                act.battle.tell(sentences.roused(act.battle, one))


@final
class ShiftInitiative(ActiveVerb):
    def on_one(self, act: Act, one: Fighter) -> None:
        rolled = amounts.rolled_amount(act.battle, act.user, act.row.amount, "initiative")
        initiative.shift(act.battle, one, act.row.times * rolled)


@final
class MoveDie(ActiveVerb):
    """ES-36: the escalation die goes up or down."""

    def carry_out(self, act: Act) -> None:
        set_die(act.battle, act.battle.escalation + act.row.amount.flat)


def set_die(battle: Skirmish, value: int) -> None:
    """The escalation die stays between 0 and 6 (ES-36)."""
    shown = battle.escalation
    battle.escalation = max(0, min(6, value))
    if battle.telling:
        battle.tell(sentences.escalation(battle))
    if battle.occasions and battle.escalation != shown:
        for fighter in battle.fighters:
            if fighter.is_present():
                set_off_occasion(battle, h.ESCALATION, fighter, fighter)
                if battle.escalation > shown:
                    set_off_occasion(battle, h.ESCALATION_RISES, fighter, fighter)


@final
class Choose(ActiveVerb):
    """One of several things, as the attacker or whoever is struck says; some for a quick action."""

    def carry_out(self, act: Act) -> None:
        if not act.row.costs_quick or pays_quick(act.battle, act.user):
            act.follow_with(pick(act.battle, act.strike, act.row, act.target), act.target)


@final
class Table(ActiveVerb):
    """What a die of its own says."""

    def carry_out(self, act: Act) -> None:
        act.follow_with(look_up(act.battle, act.strike, act.row), act.target)


@final
class Text(ActiveVerb):
    """What only people can apply is told to the GM."""

    def words(self, row: Effect) -> str:
        return row.text

    def carry_out(self, act: Act) -> None:
        if act.battle.telling:
            act.battle.tell(sentences.by_hand(act.battle, act.user, act.strike.power.name, act.row))


ACTIONS: Final[list[Verb]] = [
    GrantAttack(b.GRANT_ATTACK, "another attack"), Compel(b.COMPEL, "a blow at an ally"), Regain(b.REGAIN, "a power comes back"),
    MoreActions(b.MORE_ACTIONS, "another action"), ShiftInitiative(b.SHIFT_INITIATIVE),
    MoveDie(b.ESCALATION, "the escalation die moves"), Choose(b.CHOOSE), Table(b.TABLE, "whatever a die says"), Text(b.TEXT),
    Verb(b.ALSO_AT, "the roll counts against more enemies"),
]  # fmt: skip

ANSWERS: Final[list[Verb]] = [
    Verb(b.HALVE), Verb(b.DEFENCE_BONUS), Verb(b.FOIL), Verb(b.WARD), Verb(b.NEGATE), Verb(b.REDIRECT),
    Verb(b.REROLL, "the attack is rolled again"),
]  # fmt: skip
"""What turns a blow before its damage: `rules/turned_hits.py` reads these."""
