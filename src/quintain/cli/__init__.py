"""The command `quintain`."""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quintain._build import VERSION, compiled, how_built
from quintain.cli.overrides import Adds, Changes, Options, Removes, Sets
from quintain.start import end

if TYPE_CHECKING:
    from quintain.engine import Fight
    from quintain.library.problems import Problem

app = typer.Typer(
    name="quintain", no_args_is_help=False, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip
DEFAULT = "riposte/ferry"
MOST_DOUBTS = 5
"""So many dice that are not the seed's are named; where one is, the next ones usually are too."""

ELSEWHERE = {
    "quintain.cli.files": {
        "new": "Write a small, commented encounter to begin with: it checks and plays as it is.",
        "show": "Print a shipped encounter as the file it is, with how hard it was measured to be.",
    },
    "quintain.cli.odds": {
        "odds": "Exact odds of what can be chosen, at the open questions of a record or at everybody's first choice in an encounter.",
    },
    "quintain.cli.review": {
        "review": "How a fight went: the chance to win along it, what turned it, what was luck, and what would have been better.",
    },
    "quintain.cli.serve": {
        "serve": "Open the table on this machine: a page for GM and players.",
        "backup": "Copy all tables into one file, also while the server runs.",
    },
    "quintain.cli.importing": {
        "import": "Import stat blocks for the escalation system.",
    },
    "quintain.cli.lab": {
        "forecast": "Who wins, how long it takes, who falls, what is left: many sampled fights, with error bars.",
        "compare": "The same dice for all: what difference does it make, and how sure is that?",
        "sweep": "Vary one or two things over ranges: a table and a heat map.",
        "tune": "Make it as winnable, as costly or as long as you want, by changing what you allow.",
        "rank": "Which figures and which abilities move the result most.",
        "watch": "A sampled fight in full: the very one that was counted, or a representative one picked among --fights.",
        "bench": "Measure this machine: fights per second of each system, interpreted and compiled, side by side.",
    },
}
"""The commands of the other modules, with what --help says of them: a module is imported when one of its commands is used."""

LASTING = (None, "play", "serve", "backup")
"""Commands that take an interrupt in their own way. The others it ends at once (`quintain.start`), until there is something to report
(`quintain.cli.starts.working`)."""
SELDOM = 50_000
"""What a command loads stays: looking through it for garbage after every few hundred objects takes a tenth of its start."""


def main() -> None:
    """Run the command; what cannot be done is said in a sentence."""
    if sys.argv[1:] == ["--version"]:
        print(f"quintain {VERSION}")
        return
    gc.set_threshold(SELDOM)
    register(sys.argv[1:])
    try:
        if sys.argv[1:] == ["samples"]:
            samples_command()  # without reading its words, of which it has none: that takes longer than the list
        else:
            app()
    except BrokenPipeError:
        raise SystemExit(0) from None
    except OSError as problem:
        print(f"quintain: {problem.filename or 'a file'} cannot be used: {problem.strerror or problem}.", file=sys.stderr)
        raise SystemExit(2) from None
    except Exception as no:
        from quintain.engine.refusal import Refusal, ReplayMismatch

        if not isinstance(no, (Refusal, ReplayMismatch)):
            raise
        print(f"quintain: {no}", file=sys.stderr)
        raise SystemExit(2) from None
    finally:
        gc.freeze()  # or leaving would take the time to look through all of it once more


def _asked(words: list[str]) -> str:
    """Which command is asked for."""
    return next((word for word in words if not word.startswith("-")), "")


def register(words: list[str]) -> None:
    """Add the commands of the other modules: wholly where one of them is asked for, by their names where they are only listed."""
    asked = _asked(words)
    present = {command.name for command in app.registered_commands}
    for module, commands in ELSEWHERE.items():
        if asked in commands and asked not in present:
            importlib.import_module(module).register(app)
        elif not present & set(commands):
            for name, summary in commands.items():
                app.command(name, help=summary)(_listed_only)


def _listed_only() -> None:
    raise AssertionError("a command is registered before it is run")


@app.callback(invoke_without_command=True)
def start(context: typer.Context) -> None:
    """Run, play and balance tabletop-RPG combats.

    Without a command it opens the page; --version says which version this is.
    """
    if context.invoked_subcommand in LASTING and signal.getsignal(signal.SIGINT) is end:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if context.invoked_subcommand is None:
        from quintain.cli.opening import open_page

        raise SystemExit(open_page())


@app.command("play")
def play_command(
    encounter: Annotated[str, typer.Argument(help="A shipped encounter (see: quintain samples) or a file.")] = "",
    seed: Annotated[str, typer.Option(help="Where the dice come from; the same seed throws the same dice.")] = "",
    tactic: Annotated[str, typer.Option(help="Who plays the other side: reckless, steady, careful or random.")] = "steady",
    both: Annotated[bool, typer.Option("--both", help="Play both sides and the GM yourself.")] = False,
    dice: Annotated[bool, typer.Option("--dice", help="Type in your own dice.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the fight kept last (or with the record given).")] = False,
    set: Sets = None,
    add: Adds = None,
    remove: Removes = None,
    option: Options = None,
) -> int:
    """Play a fight in the terminal."""
    from rich.console import Console

    from quintain.cli.keep import fresh_place, kept_place
    from quintain.cli.play import Session, player_seat
    from quintain.engine import GM

    console = Console(highlight=False)
    changes = Changes(set, add, remove, option)
    fight, name = _resumed(encounter) if resume else _started(encounter or DEFAULT, seed, tactic, both, changes)
    if not compiled() and not os.environ.get("QUINTAIN_SAID"):
        console.print(how_built(), style="dim")
    seat = GM if both else player_seat(fight)
    if dice:
        for controller in seat.split("+"):
            fight.type_dice(controller)
    console.print("Type a number to choose, help for everything else.", style="dim")
    kept = (Path(encounter) if encounter else kept_place()) if resume else fresh_place()
    return Session(fight, name, console, input, seat, kept).run()


def _started(encounter: str, seed: str, tactic: str, both: bool, changes: Changes) -> tuple[Fight, str]:
    import secrets

    from quintain.engine import GM, Malformed
    from quintain.library.encounters import load, play

    enc = load(encounter)
    if changes:
        from quintain.lab.variant import Ruled

        enc = changes.of(enc)
        if isinstance(enc, Ruled):
            raise Malformed("this change is no part of an encounter file: say it while playing, with gm on and set.")
    enc.system.tactic(tactic)
    return play(enc, seed=seed, auto={} if both else {GM: tactic}, salt=secrets.token_hex(16)), enc.name


def _resumed(record: str) -> tuple[Fight, str]:
    from quintain.cli.keep import kept_place
    from quintain.library.encounters import resume
    from quintain.library.problems import FileProblem

    path = Path(record) if record else kept_place()
    if not path.exists():
        raise FileProblem([read_problem(path)])
    fight = resume(path)
    return fight, str(fight.encounter.get("name", "fight"))


def read_problem(path: Path) -> Problem:
    from quintain.library.problems import Problem

    return Problem(str(path), 0, 0, (), "there is no kept fight here; start one with: quintain play")


@app.command("samples")
def samples_command() -> None:
    """List the shipped encounters, with how hard each was measured to be."""
    from quintain.cli.files import difficulty_words
    from quintain.library.shipped import heading, samples

    for name in samples():
        title, summary = heading(name)
        print(f"{name:<22} {title}: {summary}")
        print(f"{'':<22} {difficulty_words(name)}")


@app.command("check")
def check_command(files: Annotated[list[Path], typer.Argument(help="Encounter files or records.")]) -> None:
    """Check files: silence and a word of praise, or every problem with its line and what would be right."""
    from quintain.engine.refusal import Refusal, ReplayMismatch

    wrong = 0
    for file in files:
        try:
            print(f"{file}: {_checked(file)}")
        except (Refusal, ReplayMismatch) as no:
            wrong += 1
            print(str(no), file=sys.stderr)
    if wrong:
        raise SystemExit(1)


def _checked(file: Path) -> str:
    from quintain.engine import Malformed
    from quintain.library.encounters import load, resume
    from quintain.library.text import read_file

    data = read_file(file).data
    if isinstance(data, dict) and "entries" in data:
        fight = resume(file)
        if fight.doubts:
            raise Malformed("\n".join([f"{file}: {doubt}" for doubt in fight.doubts[:MOST_DOUBTS]]))
        over = fight.outcome.result if fight.outcome is not None else "not over"
        return f"a good record of {fight.system.title}: {len(fight.written)} entries, {over}."
    enc = load(file)
    return f"a good encounter of {enc.system.title}: {len(enc.battle().units)} combatants."


@app.command("replay")
def replay_command(
    record: Annotated[Path, typer.Argument(help="A record: what play keeps, or save wrote.")],
    as_json: Annotated[bool, typer.Option("--json", help="Events as JSON, one to a line.")] = False,
) -> None:
    """Replay a record and print what happened."""
    from quintain.cli.show import for_screen
    from quintain.library.encounters import resume

    fight = resume(record)
    for event in fight.told:
        print(json.dumps(event.as_data(), ensure_ascii=False) if as_json else for_screen(event.text))
    if fight.outcome is not None:
        print(json.dumps({"outcome": fight.outcome.as_data()}) if as_json else f"{fight.outcome.result}: {fight.outcome.why}")


@app.command("schema")
def schema_command(
    system: Annotated[str, typer.Argument(help="Which rule system.")],
    kind: Annotated[str, typer.Argument(help="encounter or combatant.")] = "encounter",
) -> None:
    """Print the JSON Schema of a system's files, for editors."""
    from quintain.library.encounters import models
    from quintain.library.schema import schema_text

    known = models(system)
    if kind not in known:
        raise SystemExit(f"quintain: {system} has files of these kinds: {', '.join(known)}.")
    print(schema_text(known[kind], f"{system} {kind}"), end="")

