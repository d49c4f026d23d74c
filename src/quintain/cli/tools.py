"""Commands that ask one thing: the odds of what can be done now, and the import of a bestiary."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from quintain.cli import show
from quintain.engine import GM, PLAYERS, Fight, OpenQuestion, Unavailable, view
from quintain.library.encounters import load, play, resume
from quintain.library.text import read_file
from quintain.odds import odds

MOST_ANSWERS = 400


def register(app: typer.Typer) -> None:
    app.command("odds")(odds_command)
    app.command("import")(import_command)


def odds_command(
    source: Annotated[str, typer.Argument(help="A shipped encounter, an encounter file, or a record.")] = "riposte/ferry",
    who: Annotated[str, typer.Option(help="Only what this combatant can do.")] = "",
    option: Annotated[str, typer.Option(help="The whole distribution of this option, by its id.")] = "",
    seat: Annotated[str, typer.Option(help="As this seat may know it.")] = GM,
    seed: Annotated[str, typer.Option(help="Where dice before that come from.")] = "odds",
) -> None:
    """Exact odds of what can be chosen now, at the open question of a record or the first attack of an encounter."""
    console = Console(highlight=False)
    fight, asked = _at_weighty_question(source, who, seed)
    _check_seat(fight, seat)
    console.print(f"{fight.system.heading(fight.battle)}. {asked.title}", soft_wrap=True)
    if option:
        found = odds(fight, option, asked.id, seat)
        console.print(show.odds_table(found, fight.system.headlines, console.width, most=60), end="")
        return
    for one in asked.options:
        if one.weighs:
            found = odds(fight, one, asked.id, seat)
            console.print(f"  {one.id:<24} {one.label}: {show.headline(found, fight.system.headlines)}", soft_wrap=True)
    for line in show.fates(view(fight, seat)):
        console.print(line, soft_wrap=True)


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
    from quintain.library.bestiary import NoSuchBlock, NoSuchTrait, import_bestiary

    try:
        found = import_bestiary(source, nastier, with_traits or [])
        found.require_traits(with_traits or [], names)
    except (NoSuchBlock, NoSuchTrait) as no:
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
    except NoSuchBlock as no:
        raise Unavailable(str(no)) from None
    except OSError as problem:
        raise Unavailable(f"{output} cannot be written: {problem.strerror}.") from None


def _at_weighty_question(source: str, who: str, seed: str) -> tuple[Fight, OpenQuestion]:
    """The fight at a question some option of which leads to dice."""
    if is_record(source):
        fight = resume(source)
        for asked in fight.questions:
            if any(option.weighs for option in asked.options):
                return fight, asked
        raise Unavailable("nothing that is asked at the end of this record leads to dice.")
    fight = play(load(source), seed=seed)
    tactic = fight.system.tactic("steady")
    tactic.begin(seed)
    for _ in range(MOST_ANSWERS):
        if not fight.questions:
            break
        for asked in fight.questions:
            if (not who or asked.who == who) and any(option.weighs for option in asked.options):
                return fight, asked
        asked = fight.questions[0]
        if asked.question is None:
            break
        asked = next((open for open in fight.questions if not open.picked), asked)
        assert asked.question is not None
        fight.answer(asked.id, tactic.answer(asked.question).id())
    raise Unavailable(f"{who or 'nobody'} comes to no choice that leads to dice in {source}.")


def _check_seat(fight: Fight, seat: str) -> None:
    known = {GM, PLAYERS, *(part for unit in fight.battle.units for part in unit.controller.split("+"))}
    if not set(seat.split("+")) <= known:
        raise Unavailable(f"nobody sits at {seat!r} here: there are {', '.join(sorted(known))}.")


def is_record(source: str) -> bool:
    """Is this a file that holds the record of a fight?"""
    if not Path(source).is_file():
        return False
    data = read_file(source).data
    return isinstance(data, dict) and "entries" in data
