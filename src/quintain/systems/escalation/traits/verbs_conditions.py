"""Verbs of what lasts: conditions begin, get worse, harder to save against, or end; last gasps; a save at once."""

from __future__ import annotations

from typing import Any, Final, final

from quintain.systems.escalation.fields_blocks import LastingEffect
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.play import sentences, sentences_effects
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, Reader, Verb
from quintain.systems.escalation.rules import conditions
from quintain.systems.escalation.rules.sheet import DYING, STABLE, Fighter
from quintain.systems.escalation.rules.strike import There
from quintain.systems.escalation.traits import amounts, dispelling
from quintain.systems.escalation.traits.verb import Act, ActiveVerb


@final
class Last(ActiveVerb):
    """ES-157 to ES-159: a condition, ongoing damage, a modifier or a state begins."""

    def make(self) -> Effect:
        return LastingEffect(self)

    def words(self, row: Effect) -> str:
        assert isinstance(row, LastingEffect)
        return sentences_effects.effect_words(Lasting("an effect", 0, row, row.ongoing, row.until, row.save, 1))

    def words_in_full(self, row: Effect) -> str:
        return f"{self.words(row)} ({sentences_effects.end_of(row)})"

    def on_one(self, act: Act, one: Fighter) -> None:
        row = act.row
        assert isinstance(row, LastingEffect)
        conditions.start(act.battle, one, row, act.user, act.strike.naming, act.resisted, act.times, act.target.number)


@final
class Worsen(ActiveVerb):
    """Ongoing damage grows."""

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.amount = reader.amount(row.worsen)
        made.save = reader.until(row.until)[1] if row.until else 0

    def on_one(self, act: Act, one: Fighter) -> None:
        more = amounts.rolled_amount(act.battle, act.user, act.row.amount, "damage", "", There(one))
        conditions.worsen(act.battle, one, act.row, act.user, act.strike.naming, more)


@final
class Harden(ActiveVerb):
    """Saves against what this attack brought, or against all ongoing damage, get harder."""

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.save, made.which = row.harden, 1 if row.hardens == "ongoing" else 0

    def carry_out(self, act: Act) -> None:
        def of_this(each: Lasting) -> bool:
            return each.ongoing > 0 if act.row.which == 1 else each.name == act.strike.naming and each.source == act.user.number

        conditions.harden(act.battle, act.target, act.row.save, of_this)


_SHAKEN: Final = ("every effect on it ends", "a save against one effect", "a save against each effect", "one effect on it ends")
"""By the words of `SHAKES`."""


@final
class ShakeOff(ActiveVerb):
    """Effects end, or a save against them is rolled at once."""

    def words_in_full(self, row: Effect) -> str:
        return _SHAKEN[row.which]

    def on_one(self, act: Act, one: Fighter) -> None:
        conditions.shake_off(act.battle, one, act.row.which)


@final
class Unmark(ActiveVerb):
    """A state of this name ends."""

    def on_one(self, act: Act, one: Fighter) -> None:
        marked = [each for each in one.lasting if each.effect.mark == act.row.name.lower()]
        conditions.end_all(act.battle, one, marked, "given up")


@final
class Dispel(ActiveVerb):
    """One effect of a spell ends."""

    def carry_out(self, act: Act) -> None:
        dispelling.dispel(act.battle, act.user)


@final
class RollSave(ActiveVerb):
    """A save at once, and what follows where it fails or succeeds."""

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.save = row.roll_save.difficulty
        made.on_failed_save = reader.effects(row.roll_save.failure)
        made.on_save = reader.effects(row.roll_save.success)

    def words_in_full(self, row: Effect) -> str:
        brings = f"a save ({row.save}+)"
        brings += f"; on a failure: {sentences_effects.rows(row.on_failed_save)}" if row.on_failed_save else ""
        return brings + (f"; on a success: {sentences_effects.rows(row.on_save)}" if row.on_save else "")

    def on_one(self, act: Act, one: Fighter) -> None:
        saved = conditions.save(act.battle, one, act.row.save, "save")
        if one.is_present():
            act.follow_with(act.row.on_save if saved else act.row.on_failed_save, one)


@final
class LastGasp(ActiveVerb):
    """ES-167: last-gasp saves begin."""

    def make(self) -> Effect:
        return LastingEffect(self)

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        super().read(made, row, reader)
        assert isinstance(made, LastingEffect)
        if row.last_gasp == "slain":
            made.on_the_fallen = True
        else:
            made.conditions = reader.conditions([row.last_gasp])

    def on_one(self, act: Act, one: Fighter) -> None:
        row = act.row
        assert isinstance(row, LastingEffect)
        if one.gasp is not None or one.block.immune_conditions & row.conditions:
            return
        if row.on_the_fallen and one.state not in (DYING, STABLE):
            return
        one.gasp = Lasting(act.strike.naming, act.user.number, row, 0, b.END_OF_BATTLE, 16, 1)
        one.gasp_turns = one.gasp_fails = 0
        if act.battle.telling:
            act.battle.tell(sentences.LAST_GASP_BEGAN.of([one]))


CONDITIONS: Final[list[Verb]] = [
    Last(b.LASTING), Worsen(b.WORSEN, "worsen", "worse ongoing damage"), Harden(b.HARDEN, "harden"),
    ShakeOff(b.SHAKE_OFF, "shake_off", "effects end", words=b.SHAKES), Unmark(b.UNMARK, "unmark", "a state ends", "name"),
    Dispel(b.DISPEL, "dispel", "one effect of a spell ends"), RollSave(b.ROLL_SAVE, "roll_save", "a save at once"),
    LastGasp(b.LAST_GASP, "last_gasp", "last gasp saves", "name"),
]  # fmt: skip
