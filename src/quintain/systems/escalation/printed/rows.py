"""What a printed row may do, whom, when and how much: filters, amounts, needs, effects and riders, all plain data.

A row has a verb (`traits/verbs.py`) and what belongs to it; `file_format/` turns text into rows, `rules/resolve.py` reads those
of an attack's own damage, the verbs carry out the others. Nothing here changes during a fight, so any number of fights share one row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, final

from mypy_extensions import mypyc_attr

from quintain.engine.dice import Handful
from quintain.systems.escalation.printed import vocabulary as b

if TYPE_CHECKING:
    from quintain.systems.escalation.printed.bonus_rows import Standing


def condition_names(conditions: int) -> list[str]:
    """The conditions of a bit mask by name."""
    return [name for place, name in enumerate(b.CONDITIONS) if conditions >> place & 1]


@final
class Filter:
    """Something that is so of a target, or is not: staggered, dazed, of a type, with so many hit points or fewer."""

    def __init__(self, kind: int, negated: bool = False, number: int = 0, word: str = "") -> None:
        self.kind: int = kind
        self.negated: bool = negated
        self.number: int = number
        self.word: str = word


@final
class Amount:
    """So many dice and a number: 3d8 + 4, or a printed 10; or read off the escalation die or the natural roll."""

    def __init__(self, groups: list[tuple[int, int]], flat: int = 0, read_off: int = b.OFF_NOTHING, times: int = 1) -> None:
        self.groups: list[tuple[int, int]] = list(groups)
        self.flat: int = flat
        self.times: int = times
        """What the dice, or what is read off, are multiplied by, as in 2d6 x 10."""
        self.read_off: int = read_off
        self.dice: Handful | None = Handful(self.groups) if self.groups else None
        mean = 2 * flat
        for count, sides in self.groups:
            mean += count * (sides + 1) * times
        self.twice_mean: int = mean + times * (6 if read_off == b.OFF_THE_DIE else 24 if read_off == b.OFF_THE_ROLL else 0)

    def most(self) -> int:
        most = self.flat + self.times * (6 if self.read_off == b.OFF_THE_DIE else 20 if self.read_off == b.OFF_THE_ROLL else 0)
        for count, sides in self.groups:
            most += count * sides * self.times
        return most

    def repeated(self, times: int) -> Amount:
        """So many times this: 1d6 three times is 3d6."""
        if times == 1:
            return self
        if self.read_off:
            return Amount([], self.flat * times, self.read_off, self.times * times)
        return Amount([(count * times, sides) for count, sides in self.groups], self.flat * times, b.OFF_NOTHING, self.times)

    def text(self) -> str:
        if self.read_off:
            return f"{b.READ_OFF[self.read_off]}x{self.times}" if self.times > 1 else b.READ_OFF[self.read_off]
        if not self.groups:
            return str(self.flat)
        dice = "+".join(f"{count}d{sides}" for count, sides in self.groups)
        if self.times > 1:
            return f"{dice}x{self.times}"
        return f"{dice}{self.flat:+d}" if self.flat else dice


NOTHING: Final = Amount([], 0)


@final
class Crowd:
    """So many on one side, the user not counted, that are all this; or more of the user's side, called so, than enemies."""

    def __init__(self, enemies: bool, least: int, most: int, such: list[Filter], outnumbers: str = "") -> None:
        self.enemies: bool = enemies
        self.least: int = least
        self.most: int = most
        self.such: list[Filter] = such
        self.outnumbers: str = outnumbers


@final
class Needs:
    """What must be true of the user, the target or the die before a row counts."""

    def __init__(self) -> None:
        self.staggered: bool = False
        self.not_staggered: bool = False
        self.target_staggered: bool = False
        self.free: bool = False
        self.engaged: bool = False
        self.granted: bool = False
        self.die_even: bool = False
        self.die_odd: bool = False
        self.die_at_least: int = 0
        self.not_last_turn: bool = False
        self.second_hit: bool = False
        self.moved: bool = False
        self.charged: bool = False
        self.airborne: bool = False
        self.unhurt: bool = False
        self.blood: bool = False
        """Somebody in the battle is staggered or down."""
        self.die_at_most: int = 6
        self.all_hit: bool = False
        self.all_missed: bool = False
        self.first_attack: bool = False
        self.single: bool = False
        self.several: bool = False
        self.several_hit: bool = False
        self.none_hit: bool = False
        """Of several targets of one attack, none is hit."""
        self.has_move: bool = False
        self.came_flying: bool = False
        self.nobody_under: bool = False
        """Nobody suffers from an effect of this very attack by this very creature."""
        self.fresh: bool = False
        """It has all its actions left on this turn."""
        self.new_hit: bool = False
        """The target was not hit by it before on this turn."""
        self.strayed: bool = False
        """The attack was rolled again against somebody else than it was meant for."""
        self.first_round: bool = False
        self.started_free: bool = False
        self.hp_at_least: int = 0
        """No enemy has one of these conditions."""
        self.marks: list[str] = []
        self.hurt: bool = False
        self.unseen: bool = False
        """No enemy can see it: hidden, or invisible to all of them."""
        self.last: bool = False
        """No other of its mob, or of its kind, stands."""
        self.crowds: list[Crowd] = []
        self.any: bool = False


NO_NEEDS: Final = Needs()


@final
class Reader:
    """How the parts of a file's row are read: the file format knows (`file_format/block_building.py`)."""

    def __init__(
        self, amount: Callable[[str], Amount], effects: Callable[[list[Any]], list[Effect]], conditions: Callable[[list[str]], int],
        modifiers: Callable[[dict[str, int]], list[int]], until: Callable[[str], tuple[int, int]],
        span: Callable[[str], tuple[int, int]],
    ) -> None:  # fmt: skip
        self.amount: Callable[[str], Amount] = amount
        self.effects: Callable[[list[Any]], list[Effect]] = effects
        self.conditions: Callable[[list[str]], int] = conditions
        self.modifiers: Callable[[dict[str, int]], list[int]] = modifiers
        self.until: Callable[[str], tuple[int, int]] = until
        self.span: Callable[[str], tuple[int, int]] = span


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb:
    """What a row does, by its number, and how that is said; `traits/verbs_*.py` hold each verb's words with what it does.

    `said` is the field of a file's row that says it. What stands in it is read as `takes` has it: an "amount", a plain "number", a
    "name", how many "times", the "save" it needs, or which of these words. Verbs with more to say override `read`.
    """

    def __init__(self, op: int, said: str = "", brings: str = "something else", takes: str = "", words: tuple[str, ...] = ()) -> None:
        self.op: int = op
        self.said: str = said
        self.brings: str = brings
        self.takes: str = takes
        self.which: tuple[str, ...] = words

    def make(self) -> Effect:
        """An empty row with this verb."""
        return Effect(self)

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        """Fill a row from what a file says."""
        said = getattr(row, self.said)
        if self.which:
            made.which = self.which.index(said)
        elif self.takes == "amount":
            made.amount = reader.amount(said)
            if row.then and (self.op != b.DAMAGE or not row.enough):
                raise ValueError("then belongs to damage, with enough: how much of it must be taken")
        elif self.takes == "number":
            made.amount = Amount([], said)
        elif self.takes == "times":
            made.times = said
        elif self.takes == "save":
            made.save = said
        elif self.takes == "name":
            made.name, made.times, made.extra = said, row.times, row.extra
            made.costs_quick, made.which = row.action == "quick", b.ATS.index(row.at)

    def words(self, row: Effect) -> str:
        """In a few words, for the label of an option."""
        return self.brings

    def words_in_full(self, row: Effect) -> str:
        """With its figures, for sheets and the GM."""
        return self.words(row)


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """One row: what it does, to whom, how much."""

    def __init__(self, verb: Verb) -> None:
        self.verb: Verb = verb
        self.op: int = verb.op
        self.on: int = b.ON_TARGET
        self.amount: Amount = NOTHING
        self.damage_type: str = ""
        self.against: list[Filter] = []
        self.count: Amount = NOTHING
        self.until: int = b.UNTIL_SAVE
        self.save: int = 11
        self.conditions: int = 0
        self.ongoing: int = 0
        self.modifiers: list[int] = []
        self.most: int = 0
        self.which: int = 0
        self.name: str = ""
        self.times: int = 1
        self.choices: list[list[Effect]] = []
        self.ward: Standing | None = None
        """A resistance against the attack that set it off."""
        self.alone: bool = False
        """A grab that needs the grabber to hold nobody else."""
        self.free_recovery: bool = False
        self.enough: int = 0
        self.then: list[Effect] = []
        """Of damage that is no attack's own: what follows where so much or more of it is taken."""
        self.without_die: bool = False
        """Of an attack that must be rolled again: the second time without the escalation die."""
        self.costs_quick: bool = False
        self.on_failed_save: list[Effect] = []
        self.on_save: list[Effect] = []
        """What a save at once brings when it succeeds; of a lasting effect: what the save that ends it brings."""
        self.text: str = ""
        self.offers: list[Effect] = []
        """Of a text: what of it the GM may have carried out."""
        self.for_each: int = b.PER_NOTHING
        self.counting: list[Filter] = []
        """Of those the damage is counted by, only such."""
        self.fallen: bool = False
        """May fall on those lying unconscious too."""
        self.among: list[Filter] = []
        """Of those on whom it falls, only such."""
        self.results: list[tuple[int, int, list[Effect]]] = []
        self.extra: int = 0
        """What a granted attack adds to its roll, once more for each further one in a chain."""
        self.grabbed_save: int = 0
        """Of a blow turned on an enemy: the save of one that is grabbed."""
        self.per: str = ""
        """So much damage for each: `recovery` the target has left, `besetter` of it."""


@final
class GrantedAttack(Effect):
    """A row that grants an attack."""

    def __init__(self, verb: Verb) -> None:
        super().__init__(verb)
        self.chain: int = 0
        """How many attacks one after another this may grant, where granted attacks grant more; 0: only the first."""
        self.halved: bool = False
        self.plain: bool = False
        """A granted attack that sets off no riders."""
        self.reach: bool = False
        """A granted attack may go at any nearby enemy, engaged or not."""
        self.spends: bool = False
        """A granted attack, or power, costs one of its uses, and needs one."""


@final
class Rider:
    """A label under an attack (ES-170): on which faces and results it fires, and what it does then."""

    def __init__(self, name: str, faces: int, on_hit: bool, on_miss: bool, only_crit: bool, effects: list[Effect]) -> None:
        self.name: str = name
        self.faces: int = faces
        self.on_hit: bool = on_hit
        self.on_miss: bool = on_miss
        self.only_crit: bool = only_crit
        self.once: int = b.ONCE_NEVER_MIND
        self.above: int = -1
        """Fires only where the natural roll is above this ability score of the target; -1: whatever the target's scores."""
        self.beats: int = -1
        """Fires only where the total would have hit this defence too; -1: whatever the other defences."""
        self.nth: int = 1
        """Fires only this time, counted from 1, that its label fits, within what `once` says."""
        self.needs: Needs = NO_NEEDS
        self.use_key: str = ""
        """Of a rider that counts for several attacks together: under which key its uses are kept."""
        self.times: int = 1
        self.own_name: bool = False
        """A trait for its maker, whatever the attack: what it brings goes by the trait's name, not by the attack's."""
        self.against: list[Filter] = []
        self.opportunity: int = 0
        """Fires with any attack (0), with opportunity attacks only (1), with all others (2)."""
        self.effects: list[Effect] = effects
        self.grants_attack: bool = any(effect.op == b.GRANT_ATTACK for effect in effects)
        self.rerolls: bool = any(effect.op == b.REROLL for effect in effects)
        """Its maker may roll such an attack again; what else the rider says is for the second roll."""

    def fits(self, natural: int, hit: bool, crit: bool) -> bool:
        if self.only_crit:
            return crit
        return bool(self.faces >> natural & 1) and (self.on_hit if hit else self.on_miss)
