"""Forecast: what many sampled fights show, with error bars; and any one of them to watch in full."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from math import ceil, sqrt
from statistics import median_low

from quintain.engine import Fight, Malformed, RuleError, Unavailable
from quintain.lab.beside import Beside, Expected, run_with
from quintain.lab.combatants import Combatant, Length, combatants_of, folded, harms_of
from quintain.lab.export import Rows
from quintain.lab.finding import Finding
from quintain.lab.intervals import Estimate, Z, proportion, unpaired_shares
from quintain.lab.measure import DRAW, LOSS, RESULTS, UNRESOLVED, WIN, Measure, measures_from
from quintain.lab.run import CHUNK, INTERRUPTS, Cancelled, Counted, Enough, Progress, Runner, Watch, run, runner
from quintain.lab.setting import Setting, Stage, setting_of
from quintain.lab.solved import Solved, solved
from quintain.lab.tally import Tally, counted_as
from quintain.library.encounters import Encounter

MOST_FIGHTS = 100_000_000
FEWEST_BESIDE = 300
"""So many fights, or a twentieth of them, are played by another tactic as well."""
MATTERS = 0.05
"""A difference between two ways of playing that is worth a word."""


class Forecast(Finding):
    """The result. It displays itself in a notebook and prints as a short report."""

    def __init__(self, setting: Setting, tally: Tally, asked: int, stopped: str) -> None:
        self.setting = setting
        self.tally = tally
        self.asked = asked
        self.stopped = stopped
        """Why it stopped: "done", "enough" (the interval was narrow enough) or "interrupted"."""
        self.band: Band | None = None
        """The same fights played by another tactic, to see how much hangs on that."""
        self.stage = Stage(setting)
        self.length = Length(tally.lengths)
        self.combatants: list[Combatant] = combatants_of(self.stage, tally)
        self.solved: Solved | None = None
        """The exact result beside the sampled one, where the fight is small enough."""
        self.budget: str = self.stage.system.budget(self.stage.template)

    # -- figures -----------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.setting.encounter.name

    @property
    def system(self) -> str:
        return self.stage.system.title

    @property
    def party(self) -> str:
        return self.setting.party

    @property
    def tactics(self) -> dict[str, str]:
        """Which tactic answered for which side."""
        return {side: name for side, name in self.setting.tactics.items() if side != "*"}

    @property
    def seed(self) -> str:
        return self.setting.seed

    @property
    def counts_health(self) -> bool:
        """Has this book hit points, so that what is left may be shown as a share? Otherwise states speak for themselves."""
        system, template = self.stage.system, self.stage.template
        return all(system.staying_power(template, unit) < 0 for unit in template.units)

    @property
    def fights(self) -> int:
        return self.tally.n

    @property
    def wins(self) -> Estimate:
        return self.share(WIN)

    @property
    def losses(self) -> Estimate:
        return self.share(LOSS)

    @property
    def draws(self) -> Estimate:
        return self.share(DRAW)

    @property
    def unresolved(self) -> Estimate:
        return self.share(UNRESOLVED)

    def share(self, code: int) -> Estimate:
        return proportion(self.tally.results[code], self.tally.n)

    @property
    def unfinished(self) -> bool:
        return self.stopped == "interrupted"

    def measured(self, name: str) -> Estimate:
        """A measure of the fights by its name (`measure.NAMES`); those that a tally does not keep, if asked for beforehand."""
        return Measure(name).of(self.tally)

    @property
    def endings(self) -> dict[str, Estimate]:
        """How fights ended in the words of the rules, the most frequent first."""
        ordered = sorted(self.tally.endings.items(), key=lambda pair: (-pair[1], pair[0]))
        return {ending: proportion(count, self.tally.n) for ending, count in ordered}

    @property
    def harms(self) -> list[str]:
        """What harm is counted in here: damage, marks, or both."""
        return harms_of(self.tally)

    @property
    def measure(self) -> str:
        """What "dealt" and "taken" count first: damage, or marks."""
        return self.harms[0]

    def rounds(self) -> list[tuple[int, int, Estimate]]:
        """The distribution of length in few enough rows to read: first round, last round, share of fights."""
        return [(low, high, proportion(count, self.fights)) for low, high, count in folded(self.length.histogram)]

    def of(self, id: str) -> Combatant:
        for combatant in self.combatants:
            if combatant.id == id:
                return combatant
        raise Unavailable(f"nobody here is called {id!r}: there are {', '.join(one.id for one in self.combatants)}.")

    @property
    def sentence(self) -> str:
        """What it comes to, for a GM."""
        plain = f"The {self.party} win {self.wins.shown} of the fights ({self.wins.between}, n = {self.fights:,})"
        length = f"half of them take {self.length.median} {'round' if self.length.median == 1 else 'rounds'} or fewer"
        said = f"{plain}; {length}."
        if self.unfinished:
            said = f"Interrupted: {self.fights:,} of {self.asked:,} fights are counted. {said}"
        if self.tally.results[UNRESOLVED] == self.fights:
            said = (
                f"None of the {self.fights:,} fights came to a decision before the cap on rounds: neither side can finish the "
                "other. Change what they can do, or the goal of the encounter."
            )
        elif self.tally.results[UNRESOLVED] > 0.05 * self.fights:
            said += f" {self.unresolved.shown} of them were not decided before the cap on rounds."
        return f"{said} {self.band.sentence}" if self.band is not None and self.band.matters else said

    # -- single fights -------------------------------------------------------------------------------------------------

    def watch(self, number: int | str = "median") -> Fight:
        """Fight number n, the very one that was counted, in full; or a representative one by its name."""
        wanted = self.pick(number) if isinstance(number, str) else number
        if not isinstance(wanted, int) or wanted < 1 or wanted > self.fights:
            raise Unavailable(f"this forecast has fights 1 to {self.fights:,}, not {number!r}.")
        fight = self.stage.watch(wanted)
        if self.setting.code(fight.outcome) != self.tally.codes[wanted - 1]:
            raise RuleError(f"fight {wanted} played out otherwise than it was sampled: a defect of the rules as implemented")
        return fight

    def representative(self) -> dict[str, int]:
        """Fights worth watching, by what they stand for; only those that there are."""
        found: dict[str, int] = {}
        for name in REPRESENTATIVE:
            try:
                found[name] = self.pick(name)
            except Unavailable:
                continue
        return found

    def pick(self, name: str) -> int:
        """The number of a representative fight: "median", "worst loss", "closest win" and so on."""
        if name not in REPRESENTATIVE:
            raise Unavailable(f"{name!r} is not a kind of fight to pick: there are {', '.join(REPRESENTATIVE)}.")
        tally = self.tally
        if name == "median":
            middle = median_low(tally.rounds)
            usual = tally.results.index(max(tally.results))
            fits = [n for n in range(tally.n) if tally.rounds[n] == middle and tally.codes[n] == usual]
            fits = fits or [n for n in range(tally.n) if tally.rounds[n] == middle]
            typical = median_low([tally.margins[n] for n in fits])
            return next(n for n in fits if tally.margins[n] == typical) + 1
        if name == "longest":
            return tally.rounds.index(max(tally.rounds)) + 1
        code, best = (LOSS, min) if "loss" in name else (WIN, min if name == "closest win" else max)
        if name == "closest loss":
            best = max
        fits = [n for n in range(tally.n) if tally.codes[n] == code]
        if not fits:
            raise Unavailable(f"none of the {tally.n:,} fights was a {RESULTS[code]}, so there is no {name}.")
        wanted = best(tally.margins[n] for n in fits)
        return next(n for n in fits if tally.margins[n] == wanted) + 1

    # -- showing -------------------------------------------------------------------------------------------------------

    def as_data(self) -> dict[str, object]:
        return {
            "encounter": self.name,
            "system": self.setting.encounter.system_name,
            "rules": self.stage.system.version,
            "party": self.party,
            "tactics": self.tactics,
            "seed": self.seed,
            "fights": self.fights,
            "asked": self.asked,
            "stopped": self.stopped,
            "unfinished": self.unfinished,
            "command": self.command,
            "band": self.band.as_data() if self.band is not None else None,
            "from here": self.setting.record is not None,
            "wins": self.wins.as_data(),
            "losses": self.losses.as_data(),
            "draws": self.draws.as_data(),
            "unresolved": self.unresolved.as_data(),
            "somebody down": self.measured("down").as_data(),
            "somebody dies": self.measured("death").as_data(),
            "health left": self.measured("left").as_data(),
            "further": {one: Measure(one).of(self.tally).as_data() for one in self.setting.further},
            "endings": {ending: share.as_data() for ending, share in self.endings.items()},
            "length": self.length.as_data(),
            "exact": self.solved.as_data() if self.solved is not None else None,
            "budget": self.budget,
            "harm in": self.measure,
            "combatants": [combatant.as_data() for combatant in self.combatants],
            "watch": self.representative(),
        }

    def rows(self) -> Rows:
        """One row per fight; the margin only where a book has hit points to take shares of."""
        rows = self._rows()
        return rows if self.counts_health else [{name: row[name] for name in row if name != "margin"} for row in rows]

    def _rows(self) -> Rows:
        """Without `rows=True` at the forecast, only what is always kept: result, rounds and margin."""
        tally = self.tally
        if tally.rows is not None:
            # What was counted in other fights happened 0 times in this one; a figure of somebody who was not there stays empty.
            counted = dict.fromkeys((counted_as(what, who) for what, who in sorted(tally.noted)), 0)
            return [{**row, **{name: row.get(name, none) for name, none in counted.items()}} for row in tally.rows]
        return [
            {
                "fight": number,
                "seed": self.setting.seed_of(number),
                "party": RESULTS[code],
                "rounds": rounds,
                "margin": round(margin, 6),
            }
            for number, (code, rounds, margin) in enumerate(zip(tally.codes, tally.rounds, tally.margins, strict=True), 1)
        ]

    def __repr__(self) -> str:
        return f"<Forecast of {self.name!r}: {self.party} win {self.wins}>"


REPRESENTATIVE = ("median", "closest win", "clearest win", "closest loss", "worst loss", "longest")


def narrow_enough(within: float) -> Enough:
    """Stop when the interval of the party's wins goes no farther than this to either side."""

    def enough(tally: Tally) -> bool:
        return proportion(tally.results[WIN], tally.n).reach <= within

    return enough


def narrow_after(within: float) -> Expected:
    """How many fights that will probably take: where the reach of Wilson's interval, for many fights, comes to this."""

    def expected(tally: Tally) -> int:
        share = tally.results[WIN] / tally.n
        spread = Z * Z * share * (1 - share)
        # Solved for u = 1 / n: within - |1 - 2 share| * Z * Z / 2 * u = sqrt(spread * u + (Z * Z / 2 * u) ** 2)
        a, b = Z * Z * spread, within * Z * Z * abs(1 - 2 * share) + spread
        return ceil(2 * a / (sqrt(b * b + 4 * a * within * within) - b)) if a else ceil(b / (within * within))

    return expected


class Band:
    """The first fights of a forecast once more, played by another tactic: how much hangs on the way of playing."""

    def __init__(self, first: Forecast, other: Forecast) -> None:
        self.tactics = other.tactics
        self.other = other
        self.wins: Estimate = other.wins
        self.difference: Estimate = unpaired_shares(first.tally.results[WIN], first.fights, other.tally.results[WIN], other.fights)
        self.low = min(first.wins.low, self.wins.low)
        self.high = max(first.wins.high, self.wins.high)
        self.matters = self.difference.excludes(0.0) and abs(self.difference.value) >= MATTERS
        """Is the difference clear, and large enough to speak of?"""

    @property
    def sentence(self) -> str:
        played = " and ".join(dict.fromkeys(self.tactics.values()))
        said = f"Played {_adverb(played)} by all they win {self.wins.shown} ({self.wins.between}, n = {self.wins.n:,})"
        if self.matters:
            return f"{said}: the result hangs on how it is played."
        return f"{said}: no large difference."

    def as_data(self) -> dict[str, object]:
        return {
            "tactics": self.tactics,
            "wins": self.wins.as_data(),
            "difference": self.difference.as_data(),
            "low": self.low,
            "high": self.high,
            "matters": self.matters,
            "sentence": self.sentence,
        }


def _adverb(tactic: str) -> str:
    return {"careful": "carefully", "steady": "steadily", "reckless": "recklessly"}.get(tactic, tactic)


def forecast(
    what: Encounter | Fight,
    fights: int = 10_000,
    seed: str | int = 1,
    tactics: str | dict[str, str] = "steady",
    within: float = 0.0,
    processes: int | None = None,
    cluster: str = "",
    party: str = "",
    rows: bool = False,
    progress: Progress | None = None,
    runs: Runner | None = None,
    cancelled: Cancelled | None = None,
    counted: Counted | None = None,
    measures: Sequence[str] = (),
    band: bool = True,
) -> Forecast:
    """Sample many fights of an encounter, or of a fight from here on.

    `within=0.01` stops as soon as the wins are known to one percentage point to either side. `rows=True` keeps every fight's
    figures for export. The result depends on the seed only, not on processes or cluster. A fight of very few combatants is
    solved exactly as well, where that takes a second or two. `measures` names what else to count: "spent", "left.recoveries".

    Where everybody is steady, some of the fights are played carefully too, to show the band between the two; `band=False` leaves that
    out. `progress` is told the share that is done, from 0 to 1; `cancelled` is asked between chunks whether to stop, and what is
    counted by then is reported as unfinished.
    """
    setting = setting_of(what, tactics, seed, party)
    setting.further = [one.name for one in measures_from(measures) if not one.kept]
    beside = _other_tactic(setting) if band else None
    checked_fights(fights)
    watch = Watch(progress, cancelled)
    if runs is None and fights <= CHUNK and not cluster and not setting.thinking and (processes or 1) > 0:
        processes = 1
    with nullcontext(runs) if runs is not None else runner(processes, cluster) as started:
        if beside is None:
            found = forecast_of(setting, fights, started, within, rows, watch, counted)
        else:
            found = _with_band(setting, beside, fights, checked_width(within), rows, started, watch, counted)
    if not found.unfinished:
        try:
            found.solved = solved(found.stage)
            watch.at(1.0)
        except INTERRUPTS:
            found.stopped = "interrupted"
    return found


def _other_tactic(setting: Setting) -> Setting | None:
    """The same fights played carefully, where all are to be played steadily."""
    if any(name != "steady" for name in setting.tactics.values()):
        return None
    return Setting(setting.encounter, dict.fromkeys(setting.tactics, "careful"), setting.seed, setting.party, setting.record)


def _with_band(
    setting: Setting,
    beside: Setting,
    fights: int,
    within: float,
    rows: bool,
    runs: Runner,
    watch: Watch,
    counted: Counted | None,
) -> Forecast:
    """A forecast, and some of its fights played by another tactic too."""
    other = Beside(beside, lambda n: min(n, max(FEWEST_BESIDE, n // 20)))
    enough, expected = (narrow_enough(within), narrow_after(within)) if within else (None, None)
    tally, stopped = run_with(setting, other, fights, runs, enough, expected, watch, rows, counted)
    found = Forecast(setting, tally, fights, stopped)
    fewer = other.fights(found.fights)
    if other.tally.n < fewer:
        found.stopped = "interrupted"
    elif not found.unfinished:
        found.band = Band(found, Forecast(beside, other.tally, fewer, "done"))
    return found


def forecast_of(
    setting: Setting,
    fights: int,
    runs: Runner,
    within: float = 0.0,
    rows: bool = False,
    watch: Watch | None = None,
    counted: Counted | None = None,
) -> Forecast:
    """A forecast of a checked setting."""
    enough = narrow_enough(within) if checked_width(within) else None
    tally, stopped = run(setting, fights, runs, enough, watch, rows, counted)
    return Forecast(setting, tally, fights, stopped)


def checked_width(within: float) -> float:
    if within < 0 or within >= 0.5:
        raise Malformed("within is a share between 0 and 50 %, such as 1 %.")
    return within


def checked_fights(fights: int) -> int:
    if not isinstance(fights, int) or isinstance(fights, bool) or fights < 1:
        raise Malformed(f"a forecast needs at least one fight, not {fights!r}; 10,000 know a share to about one percentage point.")
    if fights > MOST_FIGHTS:
        raise Malformed(f"at most {MOST_FIGHTS:,} fights at once: {fights:,} would not tell you more.")
    return fights
