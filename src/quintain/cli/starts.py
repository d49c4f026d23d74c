"""What commands that take an encounter share: which one, with which changes; where results go; how far the work is."""

from __future__ import annotations

import json
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

from quintain._build import compiled, how_built
from quintain.cli.overrides import Changes
from quintain.engine import Fight, Malformed
from quintain.lab.display import view
from quintain.lab.export import check_writable, kind_of
from quintain.lab.finding import Finding
from quintain.lab.intervals import proportion
from quintain.lab.measure import NAMES, WIN
from quintain.lab.tally import Tally
from quintain.library.encounters import Encounter, load, resume
from quintain.library.text import read_file
from quintain.start import INTERRUPTED

SECONDS_A_PICTURE = 0.1

Where = Annotated[str, typer.Argument(help="A shipped encounter (see: quintain samples), a file, or the record of a fight.")]
Fights = Annotated[int, typer.Option("--fights", "-n", help="How many fights.")]
Seed = Annotated[str, typer.Option(help="Where the dice come from; the same seed gives the same result.")]
TacticNames = Annotated[str, typer.Option("--tactics", help="For all sides (careful), or for each (heroes=careful,foes=steady).")]
Jobs = Annotated[int, typer.Option("--processes", "-j", help="How many processes; 0 for all cores.")]
Cluster = Annotated[str, typer.Option(help="Address of a Dask scheduler, such as tcp://10.0.0.1:8786.")]
By = Annotated[list[str] | None, typer.Option("--by", help=f"Judged by: {', '.join(NAMES)}.")]
Output = Annotated[
    list[Path] | None,
    typer.Option("--out", "-o", help="Also write it to this file: .html, .svg, .png, .json, .csv or .parquet."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print as JSON.")]


def start(name: str, changes: Changes) -> Encounter | Fight:
    """An encounter with the overrides of the command line, or a fight under way from its record."""
    if is_record(name):
        if changes:
            raise Malformed("a fight under way is changed by rulings while it is played, not by --set and its kin.")
        return resume(name)
    return changes.of(named(name))


def is_record(source: str) -> bool:
    """Is this a file that holds the record of a fight?"""
    if not Path(source).is_file():
        return False
    data = read_file(source).data
    return isinstance(data, dict) and "entries" in data


def named(name: str) -> Encounter:
    if not name.strip():
        raise Malformed("name a shipped encounter (quintain samples lists them) or a file.")
    if is_record(name):
        raise Malformed(f"{name} is the record of a fight; this needs an encounter. forecast, odds and review take records.")
    return load(name)


def share(text: str) -> float:
    """70%, 70 % or 0.7"""
    try:
        return float(text.strip().removesuffix("%")) / 100 if text.strip().endswith("%") else float(text)
    except ValueError:
        raise Malformed(f"{text!r} is no share: write 70% or 0.7.") from None


def command(name: str, where: list[str], changes: Changes | None = None, **options: object) -> str:
    """The command line that makes a result again, with what was left to its default written out."""
    words = ["quintain", name, *where, *(changes.words() if changes is not None else [])]
    for option, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            if one is True:
                words.append(f"--{option}")
            elif one not in (None, False, ""):
                words += [f"--{option}", str(one)]
    return shlex.join(words)


def check_outputs(out: list[Path] | None) -> None:
    """What cannot be written is said before the fights are sampled, not after."""
    for path in out or []:
        kind_of(str(path))
        check_writable(path)


def show(result: Finding, out: list[Path] | None, as_json: bool) -> None:
    """Print a result and write it to the files that were asked for; one that was interrupted ends the command with its own status."""
    with interrupts(signal.SIG_IGN):
        if as_json:
            print(json.dumps(result.as_data(), indent=1, ensure_ascii=False), flush=True)
        else:
            Console(highlight=False, markup=False, emoji=False).print(view(result))
    for path in out or []:
        result.save(str(path))
        print(f"written to {path}", file=sys.stderr)
    if result.unfinished:
        raise SystemExit(INTERRUPTED)


@contextmanager
def interrupts(handled: Callable[[int, FrameType | None], object] | signal.Handlers) -> Iterator[None]:
    """What an interrupt does meanwhile: while fights are sampled it ends them, what was found is printed to its end. Before and after,
    it ends the command at once (`quintain.cli.main`). Whoever started the command so that it ignores them is not asked again."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, handled)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def screen() -> Console:
    console = Console(stderr=True, highlight=False)
    if not compiled() and console.is_terminal:
        console.print(how_built(), style="dim")
    return console


class Bar:
    """A bar that knows its end. It is called with the share that is done.

    It draws itself when it is told something, some times a second, and not by a thread: beside a thread, processes that sample could
    not be forked, and each would begin by importing everything again.
    """

    def __init__(self, bar: Progress, what: str) -> None:
        self._bar = bar
        self._task = bar.add_task(what, total=1.0)
        self._drawn = 0.0

    def __call__(self, done: float) -> None:
        self._bar.update(self._task, completed=done)
        now = monotonic()
        if now - self._drawn > SECONDS_A_PICTURE:
            self._drawn = now
            self._bar.refresh()

    def counted(self, tally: Tally) -> None:
        """Say how the wins stand; and while the processes are at work, load what will show the result."""
        import quintain.lab.text  # noqa: F401

        wins = proportion(tally.results[WIN], tally.n)
        self._bar.update(self._task, description=f"wins {wins.shown} ({wins.interval})")


@contextmanager
def working(what: str) -> Iterator[Bar]:
    """A bar while the work goes on. Interrupted before there is anything to report, the command says so and ends."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    try:
        with (
            interrupts(signal.default_int_handler),
            Progress(*columns, console=screen(), transient=True, auto_refresh=False, disable=not sys.stderr.isatty()) as bar,
        ):
            yield Bar(bar, what)
    except KeyboardInterrupt:
        print("quintain: interrupted before there was anything to report.", file=sys.stderr)
        raise SystemExit(INTERRUPTED) from None
