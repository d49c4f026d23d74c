"""Ranking: which figures and which abilities move the result most, each changed alone and measured on the same dice."""

from __future__ import annotations

from quintain.engine import Malformed, Refusal, Unavailable
from quintain.lab.compare import Difference
from quintain.lab.export import Rows
from quintain.lab.finding import Finding
from quintain.lab.forecast import Forecast, checked_fights
from quintain.lab.intervals import Estimate, clear_among
from quintain.lab.measure import Measure
from quintain.lab.run import INTERRUPTS, Cancelled, Progress, Runner, Watch, nothing_known, run_many, runner
from quintain.lab.setting import Setting, setting_of
from quintain.lab.variant import (
    abilities_of,
    block_figures,
    chosen,
    figures_of,
    kinds_of,
    with_figure_of,
    without_ability,
)
from quintain.library.encounters import Encounter

MOST_STALEMATES = 0.2
"""Somebody without the only attack there is makes a stalemate, which says nothing about the attack."""


class Lever:
    """One thing that could be changed, and what changing it does to the party's wins, or to whatever the ranking goes by."""

    def __init__(self, who: str, what: str, kind: str, change: str, effect: Difference, measure: Measure) -> None:
        self.who = who
        self.what = what
        self.kind = kind
        """"figure" or "ability"."""
        self.change = change
        self.effect = effect
        self.measure = measure
        self.moved: Estimate = effect.by[measure.name]
        """By how much the change moves what the ranking goes by."""
        self.clear = self.moved.excludes(0.0)
        """Clear of zero also when it is one of many that were tried."""

    @property
    def wins(self) -> Estimate:
        return self.effect.wins

    def as_data(self) -> dict[str, object]:
        return {
            "who": self.who,
            "what": self.what,
            "kind": self.kind,
            "change": self.change,
            "wins": self.wins.as_data(),
            "moved": self.moved.as_data(),
            "margin": self.effect.margin.as_data(),
            "clear": self.clear,
        }


class Ranking(Finding):
    """All levers, the strongest first."""

    def __init__(self, encounter: Encounter, base: Forecast, measure: Measure) -> None:
        self.encounter = encounter
        self.base = base
        self.measure = measure
        self.wanted = 0
        """How many changes were to be tried."""
        self.tried = 0
        self.levers: list[Lever] = []
        self.left_out: list[str] = []
        """What could not be changed, and why."""

    @property
    def unfinished(self) -> bool:
        return self.tried < self.wanted

    def sort(self) -> None:
        """The strongest first; judges which are clear among as many as there are."""
        for one, clear in zip(self.levers, clear_among([one.moved for one in self.levers]), strict=True):
            one.clear = clear
        self.levers.sort(key=lambda one: (-abs(one.moved.value), -abs(one.effect.margin.value), one.who, one.what))

    def by_combatant(self) -> dict[str, Lever]:
        """The strongest lever of each combatant or kind of combatant."""
        found: dict[str, Lever] = {}
        for one in self.levers:
            found.setdefault(one.who, one)
        return found

    @property
    def sentence(self) -> str:
        return f"Interrupted: {self.tried} of {self.wanted} changes were tried. {self._found}" if self.unfinished else self._found

    @property
    def _found(self) -> str:
        what = f"the wins of the {self.base.party}" if self.measure.name == "wins" else self.measure.words
        clear = [one for one in self.levers if one.clear]
        if not clear:
            return f"Nothing that was tried moves {what} clearly, with {self.base.fights:,} fights each."
        first = clear[0]
        by = f"{self.measure.points(first.moved)}{' points' if self.measure.percent else ''}"
        return (
            f"{first.who}: {first.change} moves {what} most, by {by}, {first.moved.n:,} fights on the same dice. "
            f"{len(clear)} of {len(self.levers)} changes are clear of chance, counting that so many were tried."
        )

    def rows(self) -> Rows:
        return [
            {
                "who": one.who, "what": one.what, "kind": one.kind, "change": one.change,
                **one.moved.columns(self.measure.name), "fights": one.moved.n,
            }
            for one in self.levers
        ]  # fmt: skip

    def as_data(self) -> dict[str, object]:
        return {
            "encounter": self.encounter.name,
            "unfinished": self.unfinished,
            "command": self.command,
            "sentence": self.sentence,
            "measure": self.measure.name,
            "wins": self.base.wins.as_data(),
            "levers": [one.as_data() for one in self.levers],
            "left out": list(self.left_out),
        }


def rank(
    encounter: Encounter,
    who: str = "*",
    fights: int = 1_000,
    seed: str | int = 1,
    tactics: str | dict[str, str] = "steady",
    figures: bool = True,
    abilities: bool = True,
    processes: int | None = None,
    cluster: str = "",
    measure: str | Measure = "wins",
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Ranking:
    """Change each figure of each kind of combatant by a tenth (at least 1) up and down, and take each ability away.

    `measure` says what they are ranked by (`measure.NAMES`).
    """
    checked_fights(fights)
    judged = Measure(measure) if isinstance(measure, str) else measure
    if not figures and not abilities:
        raise Malformed("there is nothing to rank without figures and without abilities: leave one of them in.")
    trials = Trials(encounter, tactics, seed, [] if judged.kept else [judged.name])
    base = trials.setting(encounter)
    for kind, ids in _groups(encounter, set(chosen(encounter, who))).items():
        for figure, value in figures_to_change(encounter, ids[0]).items() if figures else ():
            trials.add_figure(kind, ids, figure, value)
        for ability in abilities_of(encounter.system, encounter, ids[0]) if abilities else ():
            trials.add_ability(kind, ids, ability)
    with runner(processes, cluster) as started:
        return _ranked(encounter, trials, base, fights, started, judged, Watch(progress, cancelled))


def _ranked(
    encounter: Encounter,
    every: Trials,
    base: Setting,
    fights: int,
    runs: Runner,
    measure: Measure,
    watch: Watch,
) -> Ranking:
    """All trials at once as far as there is room; interrupted, those that are done are kept."""
    trials = every.found
    settings = [base, *(setting for trial in trials for _, setting in trial.ends if setting is not None)]
    whose = [trial for trial in trials for _, setting in trial.ends if setting is not None]
    result: Ranking | None = None
    try:
        for place, tally in run_many(settings, fights, runs, watch):
            one = Forecast(settings[place], tally, fights, "done")
            if result is None:
                result = Ranking(encounter, one, measure)
                result.left_out = every.left_out
                result.wanted = len(trials)
                continue
            trial = whose[place - 1]
            trial.found.append(one)
            if len(trial.found) == sum(1 for _, setting in trial.ends if setting is not None):
                result.tried += 1
                _judge(result, trial)
    except INTERRUPTS as why:
        if result is None or not result.levers:
            raise nothing_known(why) from None
    assert result is not None
    if not result.levers:
        raise Unavailable(f"nothing could be changed. {' '.join(result.left_out[:3])}")
    result.sort()
    return result


def figures_to_change(encounter: Encounter, id: str) -> dict[str, int]:
    """The figures its stat block is written with; where the data has none, whatever the GM may set."""
    written = block_figures(encounter, id)
    return {name: value for name, value in written.items() if not name.split(".")[-1].isdigit()} or figures_of(encounter, id)


def _groups(encounter: Encounter, wanted: set[str]) -> dict[str, list[str]]:
    """Combatants of one kind are changed together; everybody belongs to one group."""
    found: dict[str, list[str]] = {}
    seen: set[str] = set()
    for kind, ids in sorted(kinds_of(encounter).items(), key=lambda pair: -len(pair[1])):
        mine = [id for id in ids if id in wanted and id not in seen]
        if mine:
            found[mine[0] if len(mine) == 1 else kind] = mine
            seen.update(mine)
    order = [unit.id for unit in encounter.battle().units]
    return dict(sorted(found.items(), key=lambda pair: order.index(pair[1][0])))


class Trial:
    """One thing to change: two ends to compare, one of which may be the encounter as it is (no setting of its own)."""

    def __init__(self, who: str, what: str, kind: str, ends: list[tuple[str, Setting | None]]) -> None:
        self.who = who
        self.what = what
        self.kind = kind
        self.ends = ends
        self.found: list[Forecast] = []
        """Forecasts of those ends that have settings, in order."""


class Trials:
    """Everything that could be changed, and what could not, with the reason."""

    def __init__(self, encounter: Encounter, tactics: str | dict[str, str], seed: str | int, further: list[str]) -> None:
        self.encounter = encounter
        self.tactics = tactics
        self.seed = seed
        self.further = further
        self.found: list[Trial] = []
        self.left_out: list[str] = []

    def setting(self, encounter: Encounter) -> Setting:
        found = setting_of(encounter, self.tactics, self.seed)
        found.further = self.further
        return found

    def add_figure(self, kind: str, ids: list[str], figure: str, value: int) -> None:
        """Down a step against up a step; where one of them is refused, against the encounter as it is."""
        step = max(1, round(abs(value) / 10))
        ends: list[tuple[str, Setting | None]] = []
        why = ""
        for towards in (value - step, value + step):
            try:
                ends.append((str(towards), self.setting(with_figure_of(self.encounter, ids, figure, towards))))
            except Refusal as no:
                why = no.sentence
        if not ends:
            self.left_out.append(f"{kind}.{figure}: {why}")
            return
        if len(ends) == 1:
            whole: tuple[str, Setting | None] = (str(value), None)
            ends = [whole, *ends] if ends[0][0] == str(value + step) else [*ends, whole]
        self.found.append(Trial(kind, figure, "figure", ends))

    def add_ability(self, kind: str, ids: list[str], ability: str) -> None:
        without = without_ability(self.encounter, ids, ability)
        if without is None:
            self.left_out.append(f"{kind}: {ability} cannot be left out of its data")
            return
        try:
            self.found.append(Trial(kind, ability, "ability", [("without", self.setting(without)), ("with", None)]))
        except Refusal as no:
            self.left_out.append(f"{kind}: {ability}: {no.sentence}")


def _judge(result: Ranking, trial: Trial) -> None:
    """A trial whose ends are measured becomes a lever."""
    measured = iter(trial.found)
    first, other = (next(measured) if setting is not None else result.base for _, setting in trial.ends)
    names = [name for name, _ in trial.ends]
    if trial.kind == "ability" and first.unresolved.value > result.base.unresolved.value + MOST_STALEMATES:
        result.left_out.append(f"{trial.who}: without {trial.what} most fights are never decided")
        return
    change = f"having {trial.what}" if trial.kind == "ability" else f"{trial.what} {names[0]} to {names[1]}"
    effect = Difference(first, other, names[0], names[1], [result.measure])
    result.levers.append(Lever(trial.who, trial.what, trial.kind, change, effect, result.measure))
