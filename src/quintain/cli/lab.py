"""The commands of the lab: forecast, compare, sweep, tune, rank, watch, bench."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Protocol

import typer
from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from quintain._build import compiled, how_built
from quintain.cli.menu import is_number
from quintain.cli.show import for_screen
from quintain.cli.tools import is_record
from quintain.engine import Fight, Malformed, Unavailable
from quintain.lab.compare import compare
from quintain.lab.export import check_writable, kind_of
from quintain.lab.forecast import MOST_FIGHTS, checked_fights, forecast
from quintain.lab.intervals import proportion
from quintain.lab.rank import rank
from quintain.lab.run import Progress as Report
from quintain.lab.setting import WIN, tactics_from
from quintain.lab.sweep import spread, sweep
from quintain.lab.tally import Tally
from quintain.lab.tune import tune
from quintain.lab.variant import Ruled, variant_from
from quintain.library.encounters import Encounter, load, resume

Where = Annotated[str, typer.Argument(help="A shipped encounter (see: quintain samples), a file, or the record of a fight.")]
Fights = Annotated[int, typer.Option("--fights", "-n", help="How many fights.")]
Seed = Annotated[str, typer.Option(help="Where the dice come from; the same seed gives the same result.")]
TacticNames = Annotated[str, typer.Option("--tactics", help="For all sides (careful), or for each (heroes=careful,foes=steady).")]
Jobs = Annotated[int, typer.Option("--processes", "-j", help="How many processes; 0 for all cores.")]
Cluster = Annotated[str, typer.Option(help="Address of a Dask scheduler, such as tcp://10.0.0.1:8786.")]
Sets = Annotated[list[str] | None, typer.Option("--set", help="Another figure: ogre.hp=60, ogre.hp+=5, grunt.hp*=1.2.")]
Adds = Annotated[list[str] | None, typer.Option("--add", help="More of somebody: grunt:2.")]
Removes = Annotated[list[str] | None, typer.Option("--remove", help="Fewer of somebody: grunt:2.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="A switch of the rules: flee_margin=5.")]
Output = Annotated[
    list[Path] | None,
    typer.Option("--out", "-o", help="Also write it to this file: .html, .svg, .png, .json, .csv or .parquet."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print as JSON.")]


def register(app: typer.Typer) -> None:
    """Add these commands to the app."""
    app.command("forecast")(forecast_command)
    app.command("compare")(compare_command)
    app.command("sweep")(sweep_command)
    app.command("tune")(tune_command)
    app.command("rank")(rank_command)
    app.command("watch")(watch_command)
    app.command("bench")(bench_command)


def forecast_command(
    encounter: Where,
    fights: Fights = 10_000,
    seed: Seed = "1",
    tactics: TacticNames = "steady",
    within: Annotated[str, typer.Option(help="Stop when the wins are known this well to either side: 1%.")] = "",
    set: Sets = None,
    add: Adds = None,
    remove: Removes = None,
    option: Options = None,
    spread_tactics: Annotated[bool, typer.Option("--spread", help="Show the spread over the tactics of both sides instead.")] = False,
    processes: Jobs = 0,
    cluster: Cluster = "",
    out: Output = None,
    as_json: AsJson = False,
) -> None:
    """Who wins, how long it takes, who falls, what is left: many sampled fights, with error bars."""
    _check_outputs(out)
    start = _start(encounter, set, add, remove, option)
    if spread_tactics:
        with _counted("points", 0) as tick:
            found = spread(_encounter(start), None, fights, seed, processes or None, cluster, lambda point, one: tick())
        from quintain.lab.text import sweep_view

        _show(found, sweep_view(found), out, as_json)
        return
    wanted = _share(within) if within else 0.0
    if within and wanted <= 0:
        raise Malformed("within is a share above 0 and below 50 %, such as 1 %: no number of fights knows the wins to 0 %.")
    rows = any(path.suffix in (".csv", ".parquet") for path in out or [])
    with _progress(fights) as report:
        one = forecast(
            start, fights, seed, tactics_from(tactics), wanted, processes or None, cluster, rows=rows, progress=report
        )
    from quintain.lab.text import forecast_view

    _show(one, forecast_view(one), out, as_json)


def compare_command(
    encounters: Annotated[list[str], typer.Argument(help="Two or more encounters; or one, with overrides or tactics to compare.")],
    fights: Fights = 10_000,
    seed: Seed = "1",
    tactics: Annotated[
        list[str] | None, typer.Option("--tactics", help="For all; or give it twice and more to compare tactics.")
    ] = None,
    set: Sets = None,
    add: Adds = None,
    remove: Removes = None,
    option: Options = None,
    processes: Jobs = 0,
    cluster: Cluster = "",
    out: Output = None,
    as_json: AsJson = False,
) -> None:
    """The same dice for all: what difference does it make, and how sure is that?

    With one encounter, the overrides (--set, --add, --remove, --option) make the second one.
    """
    _check_outputs(out)
    starts = [_named(name) for name in encounters]
    if set or add or remove or option:
        starts.append(variant_from(starts[-1], set or [], add or [], remove or [], option or []))
    named = [tactics_from(text) for text in tactics or ["steady"]]
    chosen = named[0] if len(named) == 1 else named
    total = fights * max(len(starts), len(named))
    with _progress(total, pieces=fights) as report:
        found = compare(
            *starts, fights=fights, seed=seed, tactics=chosen, processes=processes or None, cluster=cluster, progress=report
        )
    from quintain.lab.text import comparison_view

    _show(found, comparison_view(found), out, as_json)


def sweep_command(
    encounter: Where,
    vary: Annotated[list[str], typer.Argument(help="One or two of: levy.hp=10..30:5, levy=1..6 (how many), option.name=a,b.")],
    fights: Fights = 2_000,
    seed: Seed = "1",
    tactics: TacticNames = "steady",
    processes: Jobs = 0,
    cluster: Cluster = "",
    out: Output = None,
    as_json: AsJson = False,
) -> None:
    """Vary one or two things over ranges: a table and a heat map."""
    from quintain.lab.parameter import parameter_from
    from quintain.lab.text import sweep_view

    _check_outputs(out)
    varied = [parameter_from(text) for text in vary]
    points = 1
    for one in varied:
        points *= len(one.values)
    with _counted("points", points) as tick:
        found = sweep(
            _named(encounter), *varied, fights=fights, seed=seed, tactics=tactics_from(tactics), processes=processes or None,
            cluster=cluster, done=lambda point, one: tick(),
        )  # fmt: skip
    _show(found, sweep_view(found), out, as_json)


def tune_command(
    encounter: Where,
    change: Annotated[list[str], typer.Option("--change", help="What may be changed: levy=1..6 (how many), levy.hp=10..30.")],
    wins: Annotated[str, typer.Option(help="The share of wins to reach.")] = "70%",
    within: Annotated[str, typer.Option(help="How near is near enough.")] = "2%",
    fights: Annotated[int, typer.Option("--fights", "-n", help="At most so many fights for each value tried.")] = 4_000,
    seed: Seed = "1",
    tactics: TacticNames = "steady",
    processes: Jobs = 0,
    cluster: Cluster = "",
    out: Output = None,
    as_json: AsJson = False,
) -> None:
    """Make it as winnable as you want, by changing what you allow."""
    from quintain.lab.text import tuning_view

    _check_outputs(out)
    with _waiting("tuning"):
        found = tune(
            _named(encounter), *change, wins=_share(wins), within=_share(within), fights=fights, seed=seed,
            tactics=tactics_from(tactics), processes=processes or None, cluster=cluster,
        )  # fmt: skip
    _show(found, tuning_view(found), out, as_json)
    if not found.reached:
        raise SystemExit(1)


def rank_command(
    encounter: Where,
    who: Annotated[str, typer.Option(help="Whose figures: an id, a kind, a side; * for everybody.")] = "*",
    fights: Fights = 1_000,
    seed: Seed = "1",
    tactics: TacticNames = "steady",
    figures: Annotated[bool, typer.Option(help="Change figures.")] = True,
    abilities: Annotated[bool, typer.Option(help="Take abilities away.")] = True,
    processes: Jobs = 0,
    cluster: Cluster = "",
    out: Output = None,
    as_json: AsJson = False,
) -> None:
    """Which figures and which abilities move the result most."""
    from quintain.lab.text import ranking_view

    _check_outputs(out)
    with _counted("changes", 0) as tick:
        found = rank(
            _named(encounter), who, fights, seed, tactics_from(tactics), figures, abilities, processes or None, cluster,
            lambda what: tick(),
        )  # fmt: skip
    _show(found, ranking_view(found), out, as_json)


def watch_command(
    encounter: Where,
    which: Annotated[str, typer.Argument(help="The number of a fight; or median, closest win, worst loss, longest ...")] = "median",
    fights: Fights = 1_000,
    seed: Seed = "1",
    tactics: TacticNames = "steady",
    set: Sets = None,
    add: Adds = None,
    remove: Removes = None,
    option: Options = None,
    record: Annotated[Path | None, typer.Option(help="Write the fight's record to this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Events as JSON, one to a line.")] = False,
) -> None:
    """A sampled fight in full: the very one that was counted, or a representative one picked among --fights."""
    from quintain.lab.setting import Stage, setting_of

    start = _start(encounter, set, add, remove, option)
    if record is not None:
        check_writable(record)
        if isinstance(start, Ruled):
            raise Malformed("a change that only the GM's word can make is not part of an encounter file: watch it without --record.")
    if is_number(which.removeprefix("-")):
        if not 1 <= int(which) <= MOST_FIGHTS:
            raise Unavailable(f"fights are counted from 1 to {MOST_FIGHTS:,}; there is no fight {which}.")
        stage = Stage(setting_of(start, tactics_from(tactics), seed))
        number, fight = int(which), stage.watch(int(which))
    else:
        with _progress(fights) as report:
            one = forecast(start, fights, seed, tactics_from(tactics), progress=report)
        number = one.pick(which)
        fight = one.watch(number)
    _tell(fight, number, which, as_json)
    if record is not None:
        record.write_text(json.dumps(fight.record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def bench_command(
    fights: Annotated[int, typer.Option("--fights", "-n", help="Fights for the rate of each encounter.")] = 400,
    long: Annotated[bool, typer.Option("--long", help="10,000 fights of every shipped encounter too.")] = False,
    compiled_at: Annotated[str, typer.Option("--compiled", help="Where a compiled build stands, if not in build/compiled.")] = "",
    as_json: AsJson = False,
) -> None:
    """Measure this machine: fights per second of each system, interpreted and compiled, side by side."""
    from quintain.lab.bench import bench, bench_text

    checked_fights(fights)
    if compiled_at and not (Path(compiled_at) / "quintain").is_dir():
        raise Unavailable(f"there is no compiled build in {compiled_at}: pip install --target makes one where there is a C compiler.")
    found = bench(fights, long, lambda what: print(f"... {what}", file=sys.stderr), compiled_at)
    print(json.dumps(found, indent=1) if as_json else bench_text(found))


# -- what the commands share --------------------------------------------------------------------------------------------------


def _start(
    name: str, set: list[str] | None, add: list[str] | None, remove: list[str] | None, option: list[str] | None
) -> Encounter | Fight:
    """An encounter with the overrides of the command line, or a fight under way from its record."""
    if is_record(name):
        if set or add or remove or option:
            raise Malformed("a fight under way is changed by rulings while it is played, not by --set and its kin.")
        return resume(name)
    return variant_from(_named(name), set or [], add or [], remove or [], option or [])


def _named(name: str) -> Encounter:
    if not name.strip():
        raise Malformed("name a shipped encounter (quintain samples lists them) or a file.")
    if is_record(name):
        raise Malformed(f"{name} is the record of a fight; this needs an encounter. forecast and odds take records too.")
    return load(name)


def _encounter(start: Encounter | Fight) -> Encounter:
    if isinstance(start, Fight):
        raise Malformed("this needs an encounter, not the record of a fight.")
    return start


def _share(text: str) -> float:
    """70%, 70 % or 0.7"""
    try:
        return float(text.strip().removesuffix("%")) / 100 if text.strip().endswith("%") else float(text)
    except ValueError:
        raise Malformed(f"{text!r} is no share: write 70% or 0.7.") from None


def _check_outputs(out: list[Path] | None) -> None:
    """What cannot be written is said before the fights are sampled, not after."""
    for path in out or []:
        kind_of(str(path))
        check_writable(path)


class Result(Protocol):
    """What every result of the lab can do."""

    def as_data(self) -> dict[str, object]: ...

    def save(self, path: str) -> None: ...


def _show(result: Result, view: RenderableType, out: list[Path] | None, as_json: bool) -> None:
    """Print a result and write it to the files that were asked for."""
    if as_json:
        print(json.dumps(result.as_data(), indent=1, ensure_ascii=False))
    else:
        Console(highlight=False).print(view)
    for path in out or []:
        result.save(str(path))
        print(f"written to {path}", file=sys.stderr)


def _tell(fight: Fight, number: int, which: str, as_json: bool) -> None:
    for event in fight.events:
        print(json.dumps(event.as_data(), ensure_ascii=False) if as_json else for_screen(event.text))
    outcome = fight.outcome
    if outcome is None:
        return
    if as_json:
        print(json.dumps({"fight": number, "outcome": outcome.as_data()}))
    else:
        won = f", {outcome.winner} win" if outcome.winner else ""
        picked = "" if which.isdigit() else f" ({which})"
        last = f"Fight {number}{picked}, seed {fight.seed}: {outcome.result}{won} ({outcome.why}), {fight.battle.round} rounds."
        print("\n" + for_screen(last))


def _screen() -> Console:
    console = Console(stderr=True, highlight=False)
    if not compiled() and console.is_terminal:
        console.print(how_built(), style="dim")
    return console


@contextmanager
def _progress(fights: int, pieces: int = 0) -> Iterator[Report]:
    """A bar with the current estimate. `pieces`: several forecasts of so many fights one after the other."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=_screen(), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("sampling", total=fights)
        before = 0

        def report(tally: Tally) -> None:
            nonlocal before
            share = proportion(tally.results[WIN], tally.n)
            bar.update(task, completed=before + tally.n, description=f"wins {share.shown} ({share.interval})")
            if pieces and tally.n >= pieces:
                before += tally.n

        yield report


@contextmanager
def _counted(what: str, total: int) -> Iterator[Tick]:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=_screen(), transient=True, disable=not sys.stderr.isatty()) as bar:
        yield Tick(bar, bar.add_task(what, total=total or None))


class Tick:
    """One more is done."""

    def __init__(self, bar: Progress, task: TaskID) -> None:
        self._bar = bar
        self._task = task

    def __call__(self) -> None:
        self._bar.advance(self._task)


@contextmanager
def _waiting(what: str) -> Iterator[None]:
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"), console=_screen(), transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        bar.add_task(what)
        yield
