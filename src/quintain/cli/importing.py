"""The command `import`: stat blocks out of a user's own bestiary pages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from quintain.cli.starts import working
from quintain.engine import Unavailable
from quintain.library.importing import bestiary_reader


def register(app: typer.Typer) -> None:
    app.command("import")(import_command)


def import_command(
    source: Annotated[Path, typer.Argument(help="A page, or a folder of pages, of your own copy of an open bestiary.")],
    names: Annotated[list[str] | None, typer.Argument(help="Only these creatures.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the stat blocks to this file.")] = None,
    report: Annotated[bool, typer.Option("--report", help="Say in figures what became of every paragraph.")] = False,
    texts: Annotated[bool, typer.Option("--texts", help="List what attacks, riders and traits leave to the GM, and why.")] = False,
    nastier: Annotated[bool, typer.Option("--nastier", help="Switch the optional nastier traits on.")] = False,
    with_traits: Annotated[
        list[str] | None,
        typer.Option("--with", help="Switch an optional trait on by its name, in the creatures that have it; may be given again."),
    ] = None,
) -> None:
    """Import stat blocks for the escalation system."""
    reader = bestiary_reader()
    try:
        with working("stat blocks") as bar:
            found = reader.import_bestiary(source, nastier, with_traits or [], bar)
        found.require_traits(with_traits or [], names)
    except ValueError as no:
        raise Unavailable(str(no)) from None
    for problem in found.problems:
        print(problem, file=sys.stderr)
    if not found.blocks:
        raise Unavailable(f"no stat block was found in {source}: a page holds them as code blocks marked ```statblock.")
    if report or texts:
        print("\n".join(([found.report()] if report else []) + (found.texts_left() if texts else [])))
        return
    try:
        if output is None:
            print(found.to_yaml(names), end="")
        else:
            print(f"{found.write(output, names)} stat blocks written to {output}.")
        for warning in found.unread_damage(names):
            print(warning, file=sys.stderr)
    except ValueError as no:
        raise Unavailable(str(no)) from None
    except OSError as problem:
        raise Unavailable(f"{output} cannot be written: {problem.strerror}.") from None
