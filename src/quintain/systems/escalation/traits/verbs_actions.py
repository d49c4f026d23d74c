"""Verbs of attacks and actions: attacks granted, powers that come back, the escalation die, choices, tables, text for the GM."""

from __future__ import annotations

from typing import Any, Final, final

from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.bonus_rows import Standing
from quintain.systems.escalation.printed.rows import Effect, GrantedAttack, Reader, Verb
from quintain.systems.escalation.rules import initiative, turn_actions
from quintain.systems.escalation.rules import resolve as attacks
from quintain.systems.escalation.rules.answers import OneOf, one_of
from quintain.systems.escalation.rules.positions import nearby_allies
from quintain.systems.escalation.rules.sheet import HAS_STANDARD, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish, set_off_occasion
from quintain.systems.escalation.rules.strike import Strike, There
from quintain.systems.escalation.rules.turn_options import pays_quick
from quintain.systems.escalation.traits import amounts, granted_attacks, recipients
from quintain.systems.escalation.traits.choices import look_up, pick
from quintain.systems.escalation.traits.verb import Act, ActiveVerb


@final
class GrantAttack(ActiveVerb):
    """R-32, R-78: another attack, made once what granted it is resolved (`granted_attacks.py`)."""

    def make(self) -> Effect:
        return GrantedAttack(self)

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        super().read(made, row, reader)
        assert isinstance(made, GrantedAttack)
        made.chain = most_in_a_chain(row.chain)
        made.halved, made.reach, made.spends, made.plain = row.halved, row.reach, row.spends, row.plain

    def words_in_full(self, row: Effect) -> str:
        whom = {b.AT_SAME: " against that one", b.AT_OTHER: " against another"}.get(row.which, "")
        often = "" if row.times == 1 else f" {row.times} times"
        return f"{'an ally makes' if row.on == b.ON_ALLY else 'it makes'} {row.name}{often}{whom}"

    def carry_out(self, act: Act) -> None:
        row = act.row
        assert isinstance(row, GrantedAttack)
        act.strike.grants = [*act.strike.grants, row]
        act.strike.granted_against = [*act.strike.granted_against, act.target.number]


@final
class Compel(ActiveVerb):
    """The target makes a basic attack at one of its own allies, whom the attacker names."""

    def on_one(self, act: Act, one: Fighter) -> None:
        battle, power, allies = act.battle, granted_attacks.named_attack(one, "basic"), nearby_allies(act.battle, one)
        if power is None or not allies or not one.can_act():
            return
        chosen = one_of(battle, OneOf(battle, "compel", act.user, f"At whom does {one.name} strike?", allies))
        if chosen is not None and one.can_act() and turn_actions.sets_off_and_draws(battle, one, power, [chosen]):
            strike = Strike(one, power)
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
        """One use comes back; `extra`: even where none is spent, as one more."""
        name = act.row.name
        for power in one.block.powers:
            named = name.lower() in (power.name.lower(), power.pool or power.name.lower())
            if named or (name == "any" and one.used[power.number]):
                one.used[power.number] = max(-act.row.extra, one.used[power.number] - 1)
                one.out[power.number] = 0
                if name == "any":
                    return


@final
class MoreActions(ActiveVerb):
    """Another action, on this turn or on the next one of its own."""

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.which = 1 << b.ACTIONS.index(row.more_actions)

    def on_one(self, act: Act, one: Fighter) -> None:
        if act.battle.turn == one.number:
            one.actions |= act.row.which
        elif act.row.which == HAS_STANDARD:
            one.spare += 1
            if act.battle.telling:
                act.battle.tell(sentences.ROUSED.of([one]))


@final
class ShiftInitiative(ActiveVerb):
    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.times = -1 if row.initiative.startswith("-") else 1
        made.amount = reader.amount(row.initiative.lstrip("+-"))

    def on_one(self, act: Act, one: Fighter) -> None:
        rolled = amounts.rolled_amount(act.battle, act.user, act.row.amount, "initiative", "", There(one))
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
        battle.tell(sentences.ESCALATION.of([], battle.escalation))
    if battle.occasions and battle.escalation != shown:
        for fighter in battle.fighters:
            if fighter.is_present():
                set_off_occasion(battle, b.WHEN_ESCALATION, fighter, fighter)
                if battle.escalation > shown:
                    set_off_occasion(battle, b.WHEN_ESCALATION_RISES, fighter, fighter)


@final
class Choose(ActiveVerb):
    """One of several things, as the attacker or whoever is struck says; some for a quick action."""

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.costs_quick = row.action == "quick"
        made.which = 1 if row.choose.by == "target" else 0
        made.choices = [reader.effects(one) for one in row.choose.options]

    def carry_out(self, act: Act) -> None:
        if not act.row.costs_quick or pays_quick(act.battle, act.user):
            act.follow_with(pick(act.battle, act.strike, act.row, act.target), act.target)


@final
class Table(ActiveVerb):
    """What a die of its own says."""

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.amount = reader.amount(row.table.dice)
        for span, listed in row.table.results.items():
            low, high = reader.span(span)
            made.results.append((low, high, reader.effects(listed)))

    def carry_out(self, act: Act) -> None:
        act.follow_with(look_up(act.battle, act.strike, act.row, act.target), act.target)


@final
class Text(ActiveVerb):
    """What only people can apply is told to the GM."""

    def words(self, row: Effect) -> str:
        return row.text

    def carry_out(self, act: Act) -> None:
        if act.battle.telling:
            act.battle.tell(sentences.by_hand(act.user, act.strike.power.name, act.row))


def most_in_a_chain(said: bool | int | str) -> int:
    """How many attacks may follow one another."""
    if isinstance(said, str):
        return b.BY_THE_DIE
    return (99 if said else 0) if isinstance(said, bool) else said


@final
class DefenceBonus(Verb):
    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.modifiers = reader.modifiers(row.defence)


@final
class Ward(Verb):
    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.ward = Standing("ward")
        made.ward.resist = row.ward


@final
class Redirect(Verb):
    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.which = b.REDIRECTS.index(row.redirect.to)
        made.save, made.grabbed_save = row.redirect.save, row.redirect.grabbed_save


@final
class Reroll(Verb):
    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        super().read(made, row, reader)
        made.without_die = row.without_die


ACTION_VERBS: Final[list[Verb]] = [
    GrantAttack(b.GRANT_ATTACK, "attack", "another attack", "name"), Compel(b.COMPEL, "compel", "a blow at an ally"),
    Regain(b.REGAIN, "regain", "a power comes back", "name"), MoreActions(b.MORE_ACTIONS, "more_actions", "another action"),
    ShiftInitiative(b.SHIFT_INITIATIVE, "initiative", "another place in the order"),
    MoveDie(b.ESCALATION, "escalation", "the escalation die moves", "number"),
    Choose(b.CHOOSE, "choose"), Table(b.TABLE, "table", "whatever a die says"), Text(b.TEXT, "text"),
    Verb(b.ALSO_AT, "also_at", "the roll counts against more enemies", "times"),
]  # fmt: skip

ANSWERS: Final[list[Verb]] = [
    Verb(b.HALVE, "halve", "half the damage"), DefenceBonus(b.DEFENCE_BONUS, "defence", "a better defence"),
    Verb(b.FOIL, "foil", "the hit comes to nothing", words=b.FOILS), Ward(b.WARD, "ward", "resistance"),
    Verb(b.NEGATE, "negate", "the attack does nothing"), Redirect(b.REDIRECT, "redirect", "the attack goes at somebody else"),
    Reroll(b.REROLL, "reroll", "the attack is rolled again", "number"),
]  # fmt: skip
"""What turns a blow before its damage: `rules/turned_hits.py` reads these."""
