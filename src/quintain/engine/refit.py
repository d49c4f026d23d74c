"""After a change of the past: what came later is kept exactly where its name comes up again and it is still legal."""

from __future__ import annotations

from quintain.engine.battle import Battle
from quintain.engine.dice import Dice
from quintain.engine.event import Event
from quintain.engine.feed import Asked
from quintain.engine.play import PlayReading
from quintain.engine.reading import FightOver
from quintain.engine.record import ASIDES, Automation, Entry
from quintain.engine.refusal import Refusal
from quintain.engine.roll import Roll
from quintain.engine.ruling import apply_ruling
from quintain.engine.stream import Seeds
from quintain.engine.system import System, why_not


class RefitReading(PlayReading):
    """Plays on from a changed past, and takes each answer, die and ruling out of `pool` that still fits. What is left fell away."""

    def __init__(
        self,
        system: System,
        entries: list[Entry],
        position: int,
        counts: dict[str, int],
        automation: Automation,
        seeds: Seeds,
        script: list[int],
        events: list[Event],
        pool: list[Entry],
    ) -> None:
        super().__init__(system, entries, position, counts, automation, seeds, script, events)
        self.pool = pool

    def open_ask(self, battle: Battle, asked: Asked) -> None:
        if not self._refit(battle, asked):
            super().open_ask(battle, asked)

    def open_roll(self, battle: Battle, key: str, who: str, what: str, dice: Dice, audience: str, about: str) -> Roll:
        for entry in list(self.pool):
            if entry.at == key and entry.do == "rule":
                self._rules_again(battle, entry)
            elif entry.at == key and entry.do == "roll" and entry.value == dice.name and _can_show(dice, entry.faces):
                self._write(battle, entry)
                return self.fed_roll(battle, self.entries[-1], who, what, dice, audience)
        return super().open_roll(battle, key, who, what, dice, audience, about)

    def open_hold(self, battle: Battle, key: str) -> bool:
        for entry in list(self.pool):
            if entry.at != key:
                continue
            if entry.do == "go":
                self._write(battle, entry)
                return False
            if entry.do == "rule" and self._rules_again(battle, entry):
                return True
        # What comes later need not stop here: a hold that leaves no trace was passed. Dice left over are no such thing.
        return super().open_hold(battle, key) if all(entry.do in ASIDES or entry.do == "roll" for entry in self.pool) else False

    def after_end(self, battle: Battle) -> None:
        super().after_end(battle)
        for entry in list(self.pool):
            if entry.do == "rule" and entry.at == "end":
                self._rules_again(battle, entry)

    # -- taking from the pool ----------------------------------------------------------------------------------------

    def _refit(self, battle: Battle, asked: Asked) -> bool:
        """Take the next later entry that still fits one of these questions; False where none does."""
        for entry in list(self.pool):
            if entry.at not in asked.keys:
                continue
            if entry.do == "rule" and self._rules_again(battle, entry):
                self._void(asked)
                self._withdraw(asked)
                self._withdraw_empty(asked)
                return True
            if entry.do == "answer":
                place = asked.keys.index(entry.at)
                option = asked.questions[place].find(entry.value)
                if option is not None and not why_not(asked.questions[place], option):
                    self._remark(battle, entry)
                    self.pool.remove(entry)
                    if entry.by == "order":
                        self.count_order(battle, asked.questions[place])
                    self.give(asked, place, option, entry.by)
                    return True
        return False

    def _rules_again(self, battle: Battle, entry: Entry) -> bool:
        """A later ruling once more, with the dice it threw; False where it is refused now, and then nothing is written."""
        entries, pool, events, counts = len(self.entries), list(self.pool), len(self.events), dict(self.counts)
        self._write(battle, entry)
        try:
            apply_ruling(self.system, battle, entry.value, entry.args)
        except Refusal:
            del self.entries[entries:]
            del self.events[events:]
            self.position = entries
            self.pool = [one for one in pool if one is not entry]
            self.counts = counts
            return False
        if battle.outcome is not None and not battle.closing:
            raise FightOver()
        return True

    def _write(self, battle: Battle, entry: Entry) -> None:
        """Out of the pool and into the record, behind what a hold had left unread: from where other dice come, above all."""
        self.read_asides(battle)
        self._remark(battle, entry)
        self.pool.remove(entry)
        self.entries.append(entry.copy())
        self.position = len(self.entries)

    def _remark(self, battle: Battle, entry: Entry) -> None:
        """What was taken back before a later entry is still said before it, and results are held from the same place on."""
        for remark in self.pool[: self.pool.index(entry)]:
            if remark.do in ("undone", "hold"):
                self.pool.remove(remark)
                self.entries.append(remark.copy())
                self._aside(battle, self.entries[-1])
                self.position = len(self.entries)


def _can_show(dice: Dice, faces: list[int]) -> bool:
    try:
        dice.check(faces)
    except Refusal:
        return False
    return True
