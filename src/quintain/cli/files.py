"""Commands for authors of encounters: `new` writes one to begin with, `show` prints a shipped one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from quintain.engine.refusal import Unavailable
from quintain.library.problems import did_you_mean
from quintain.library.shipped import TEMPLATE, content, measured, samples
from quintain.systems import system_names


def register(app: typer.Typer) -> None:
    app.command("new")(new_command)
    app.command("show")(show_command)


def new_command(
    system: Annotated[str, typer.Argument(help="Which rule system: clash, tiers, riposte, toughness or escalation.")],
    file: Annotated[Path | None, typer.Argument(help="The file to write; left out, it is printed.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write a small, commented encounter to begin with: it checks and plays as it is."""
    if system not in system_names():
        hint = did_you_mean(system, system_names())
        raise Unavailable(f"there is no system called {system!r}: there are {', '.join(system_names())}. {hint}".rstrip())
    source = content(system).joinpath(TEMPLATE)
    if not source.is_file():
        raise Unavailable(f"{system} comes without an encounter to begin with; quintain show prints one of its own.")
    text = source.read_text(encoding="utf-8")
    if file is None:
        print(text, end="")
        return
    if file.exists() and not force:
        raise Unavailable(f"{file} is there already: name another file, or write over it with --force.")
    from quintain.cli.keep import written_text  # with the engine, which printing needs none of

    try:
        written_text(text, file)
    except OSError as problem:
        raise Unavailable(f"{file} cannot be written: {problem.strerror}.") from None
    print(f"written to {file}. Next: quintain check {file}, quintain play {file}, quintain forecast {file}")


def show_command(sample: Annotated[str, typer.Argument(help="A shipped encounter: see quintain samples.")]) -> None:
    """Print a shipped encounter as the file it is, with how hard it was measured to be."""
    if sample not in samples():
        hint = did_you_mean(sample, samples())
        raise Unavailable(f"there is no shipped encounter called {sample!r}. {hint}".rstrip() + " quintain samples lists them.")
    system, _, name = sample.partition("/")
    print(content(system).joinpath(f"{name}.yaml").read_text(encoding="utf-8"), end="")
    print(f"# {difficulty_words(sample)}", file=sys.stderr)


def difficulty_words(sample: str) -> str:
    """How hard a shipped encounter is, in a few words for a list."""
    try:
        row = measured(sample)
    except Unavailable:
        return "not measured"
    low, _, high = row["win"]
    falls = f"somebody down in {100 * row['falls'][1]:.0f} %"
    budget = f"; by the book: {row['budget']}" if row["budget"] else ""
    return f"{row['word']}: won {100 * low:.0f} to {100 * high:.0f} %, {falls}{budget}"
