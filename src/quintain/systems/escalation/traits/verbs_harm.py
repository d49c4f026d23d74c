"""Verbs of harm and healing: damage besides an attack's own, recoveries, temporary hit points, death at once."""

from __future__ import annotations

from typing import Any, Final, final

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, Reader, Verb
from quintain.systems.escalation.rules.figures import goes_by_name
from quintain.systems.escalation.rules.harm import change_recoveries, gain_temp_hp, harm, heal, outgrow, use_recovery
from quintain.systems.escalation.rules.positions import engaged_mask, members
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import NO_NATURAL, Skirmish
from quintain.systems.escalation.rules.strike import There
from quintain.systems.escalation.traits import amounts
from quintain.systems.escalation.traits.verb import Act, ActiveVerb


@final
class Damage(ActiveVerb):
    """Damage that is no attack's own; what follows where enough of it is taken."""

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        super().read(made, row, reader)
        made.enough, made.then = row.enough, reader.effects(row.then)

    def words(self, row: Effect) -> str:
        return damage_words(row)

    def on_one(self, act: Act, one: Fighter) -> None:
        row, natural = act.row, act.natural
        amount = row.amount
        if row.per:
            many = how_many(act.battle, row.per, one)
            if not many:
                return
            amount = amount.repeated(many)
        if row.for_each:
            dealt = amounts.roll_counted(act.battle, act.strike, row, act.target, amounts.alone(one))
        elif amount.read_off == b.OFF_FAILURES:
            dealt = act.strike.failures * amount.times
        elif amount.read_off:
            dealt = amounts.read_off(act.battle, amount, natural)
        else:
            dealt = amounts.rolled_amount(act.battle, act.user, amount, "damage", "", amounts.alone(one))
        die = natural if one.number == act.target.number and natural <= 20 else NO_NATURAL if one.number == act.user.number else 0
        taken = harm(
            act.battle, one, [dealt], [row.damage_type], act.user, die, 0, act.strike.naming, act.strike.power.spell
        )  # fmt: skip
        if row.then and taken >= row.enough:
            act.follow_with(row.then, one)


@final
class PartOfDamage(Verb):
    """More damage of a hit or a miss: read with the attack's own (`rules/damage.py`)."""

    def words(self, row: Effect) -> str:
        return damage_words(row)


def damage_words(row: Effect) -> str:
    return f"{row.amount.text()} {row.damage_type} damage".replace("  ", " ")


def how_many(battle: Skirmish, per: str, target: Fighter) -> int:
    """What damage is counted by: recoveries the target has left, or foes engaged with it (all of them, or those called so)."""
    if per == "recovery":
        return max(0, target.recoveries)
    name = per.removeprefix("besetter").strip()
    foes = [each for each in members(battle, engaged_mask(battle, target)) if each.team != target.team]
    return len([each for each in foes if not name or goes_by_name(each, name)])


@final
class Heal(ActiveVerb):
    def words_in_full(self, row: Effect) -> str:
        return f"heals {row.amount.text()} hp"

    def on_one(self, act: Act, one: Fighter) -> None:
        healed = amounts.rolled_amount(act.battle, act.user, act.row.amount, "healing", "", There(one))
        heal(act.battle, one, healed, act.strike.naming)


@final
class TemporaryHp(ActiveVerb):
    def words_in_full(self, row: Effect) -> str:
        return f"{row.amount.text()} {self.brings}"

    def on_one(self, act: Act, one: Fighter) -> None:
        gain_temp_hp(act.battle, one, amounts.rolled_amount(act.battle, act.user, act.row.amount, "temporary hp", "", There(one)))


@final
class Recovery(ActiveVerb):
    """ES-113: the target uses a recovery, or heals as if it did."""

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.amount, made.free_recovery = reader.amount(row.bonus), row.free

    def on_one(self, act: Act, one: Fighter) -> None:
        if one.block.recovery_die:
            use_recovery(act.battle, one, act.row.amount, 0, act.strike.naming, not act.row.free_recovery)


@final
class Recoveries(ActiveVerb):
    """Recoveries lost without healing, or regained."""

    def words(self, row: Effect) -> str:
        many = abs(row.times)
        return f"{'loses' if row.times < 0 else 'gains'} {many} recover{'y' if many == 1 else 'ies'}"

    def on_one(self, act: Act, one: Fighter) -> None:
        change_recoveries(act.battle, one, act.row.times, act.strike.naming)


@final
class FreshHp(ActiveVerb):
    """Heads that grow: more hit points, and unhurt again."""

    def on_one(self, act: Act, one: Fighter) -> None:
        outgrow(act.battle, one, act.row.amount.flat)


@final
class Slay(ActiveVerb):
    """Whatever hit points it has left are gone."""

    def on_one(self, act: Act, one: Fighter) -> None:
        harm(act.battle, one, [max(one.hp, one.max_hp)], [""], act.user, NO_NATURAL, 0, act.strike.naming)


HARM: Final[list[Verb]] = [
    Damage(b.DAMAGE, "damage", takes="amount"), PartOfDamage(b.EXTRA_DAMAGE, "extra_damage", takes="amount"),
    PartOfDamage(b.MISS_DAMAGE, "miss_damage", takes="amount"), Verb(b.HALF_DAMAGE, brings="half damage"),
    Verb(b.DOUBLE, "double_damage", "double damage"),
    Verb(b.SPARE, "spares", "in place of damage", words=b.SPARES), Heal(b.HEAL, "heal", "healing", "amount"),
    TemporaryHp(b.TEMP_HP, "temp_hp", "temporary hit points", "amount"), Recovery(b.RECOVERY, "recovery", "a recovery"),
    Recoveries(b.RECOVERIES, "recoveries", takes="times"),
    FreshHp(b.FRESH_HP, "fresh_hp", "more hit points, and unhurt again", "number"), Slay(b.SLAY, "slay", "drops at once"),
]  # fmt: skip
