"""The command `odds`: exact odds of what can be chosen now, for everybody who comes to a choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console

from quintain.cli import show
from quintain.cli.overrides import Adds, Changes, Removes, Sets
from quintain.cli.starts import start
from quintain.engine import GM, PLAYERS, Fight, Illegal, OpenQuestion, Unavailable, view
from quintain.engine.seat import may_answer
from quintain.engine.system import why_not
from quintain.library.encounters import play
from quintain.library.problems import did_you_mean
from quintain.odds import odds

MOST_ANSWERS = 400
MOST_SHOWN = 8
"""So many options of one combatant are shown where everybody's are."""


def register(app: typer.Typer) -> None:
    app.command("odds")(odds_command)


def odds_command(
    source: Annotated[str, typer.Argument(help="A shipped encounter, an encounter file, or a record.")] = "riposte/ferry",
    who: Annotated[str, typer.Option(help="Only what this combatant can do, and all of it.")] = "",
    option: Annotated[str, typer.Option(help="The whole distribution of this option, by its id.")] = "",
    seat: Annotated[str, typer.Option(help="As this seat may know it.")] = GM,
    seed: Annotated[str, typer.Option(help="Where dice before that come from.")] = "odds",
    set: Sets = None,
    add: Adds = None,
    remove: Removes = None,
) -> None:
    """Exact odds of what can be chosen, at the open questions of a record or at everybody's first choice in an encounter."""
    console = Console(highlight=False, markup=False, emoji=False)
    begun = start(source, Changes(set, add, remove, None))
    fight = begun if isinstance(begun, Fight) else play(begun, seed=seed)
    check_seat(fight, seat)
    if who and fight.battle.find(who) is None:
        known = [unit.id for unit in fight.battle.units]
        raise Unavailable(f"nobody here is called {who!r}: there are {', '.join(known)}. {did_you_mean(who, known)}".rstrip())
    fates = show.fates(view(fight, seat))  # at the moment asked about: to come to everybody's choice the fight goes on
    found: list[str] = []
    for asked in _weighty(fight, who, option, seat) if isinstance(begun, Fight) else _first_choices(fight, who, option, seat, seed):
        console.print(f"{fight.system.heading(fight.battle)}. {asked.title}", soft_wrap=True)
        found.append(asked.who)
        if option:
            _show_whole(console, fight, asked, option, seat)
            return
        _show_options(console, fight, asked, seat, 0 if who else MOST_SHOWN)
    if not found:
        wanted = f" with the option {option!r}" if option else ""
        comes = f"{who} comes to no choice" if who else "nobody comes to a choice"
        raise Unavailable(f"{comes} that leads to dice{wanted} in {source}.")
    idle = [unit.name for unit in fight.battle.units if unit.side and unit.id not in found]
    if idle and not who and seat == GM and not isinstance(begun, Fight):
        first = "round" if fight.battle.round == 1 else f"{fight.battle.round} rounds"
        console.print(f"Without a choice that leads to dice in the first {first}: {', '.join(idle)}.", soft_wrap=True)
    for line in fates:
        console.print(line, soft_wrap=True)


def _show_whole(console: Console, fight: Fight, asked: OpenQuestion, option: str, seat: str) -> None:
    assert asked.question is not None
    meant = asked.question.find(option)
    why = why_not(asked.question, meant) if meant is not None else ""
    if meant is not None and why:
        raise Illegal(f"{meant.label(asked.question.battle)}: {why}. What may be chosen is listed without --option.")
    priced = odds(fight, option, asked.id, seat)
    console.print(show.odds_table(priced, fight.system.headlines, console.width, most=60), end="")


def _show_options(console: Console, fight: Fight, asked: OpenQuestion, seat: str, most: int) -> None:
    weighty = sorted((one for one in asked.options if one.weighs), key=lambda one: not _at_a_foe(fight, asked.who, one.target))
    for one in weighty[: most or len(weighty)]:
        priced = odds(fight, one, asked.id, seat)
        console.print(f"  {one.id:<24} {one.label}: {show.headline(priced, fight.system.headlines)}", soft_wrap=True)
    if most and len(weighty) > most:
        console.print(f"  ... and {len(weighty) - most} more: --who {asked.who}", soft_wrap=True)


def _at_a_foe(fight: Fight, who: str, target: str) -> bool:
    unit, other = fight.battle.find(who), fight.battle.find(target)
    return other is not None and (unit is None or unit.side != other.side)


def _weighty(fight: Fight, who: str, option: str, seat: str) -> list[OpenQuestion]:
    """The open questions that this seat may answer, about this combatant if one is named, some option of which leads to dice."""
    return [
        asked
        for asked in fight.questions
        if asked.question is not None
        and (not who or asked.who == who)
        and may_answer(asked.controller, seat)
        and (asked.question.find(option) is not None if option else any(one.weighs for one in asked.options))
    ]


def _first_choices(fight: Fight, who: str, option: str, seat: str, seed: str) -> Iterator[OpenQuestion]:
    """Each combatant's first choice that leads to dice, as the fight comes to it with a steady tactic answering; where that is a yes
    or no (a reaction), the first with more to choose from too."""
    tactic = fight.system.tactic("steady")
    tactic.begin(seed)
    everybody = {who} if who else {unit.id for unit in fight.battle.units if unit.side}
    seen: set[str] = set()
    chose: set[str] = set()
    for _ in range(MOST_ANSWERS):
        for asked in _weighty(fight, who, option, seat):
            several = len(asked.options) > 2
            if asked.who not in (chose if several else seen):
                seen.add(asked.who)
                chose |= {asked.who} if several else set()
                yield asked
        if not fight.questions or everybody <= chose:
            return
        waiting = next((one for one in fight.questions if not one.picked), fight.questions[0])
        if waiting.question is None:
            return
        fight.answer(waiting.id, tactic.answer(waiting.question).id())


def check_seat(fight: Fight, seat: str) -> None:
    known = {GM, PLAYERS, *(part for unit in fight.battle.units for part in unit.controller.split("+"))}
    if not set(seat.split("+")) <= known:
        raise Unavailable(f"nobody sits at {seat!r} here: there are {', '.join(sorted(known))}.")
