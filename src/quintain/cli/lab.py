"""The commands of the lab: forecast, compare, sweep, tune, rank, watch, bench."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from quintain.cli.overrides import Adds, Changes, Options, Removes, Sets
from quintain.cli.starts import (
    AsJson,
    By,
    Cluster,
    Fights,
    Jobs,
    Output,
    Seed,
    TacticNames,
    Where,
    check_outputs,
    command,
    named,
    share,
    show,
    start,
    working,
)
from quintain.engine import Fight, Malformed, Unavailable
from quintain.lab.export import check_writable
from quintain.lab.forecast import MOST_FIGHTS, checked_fights, forecast
from quintain.lab.measure import NAMES, Measure
from quintain.lab.setting import tactics_from
from quintain.start import INTERRUPTED


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
    by: By = None,
    spread_tactics: Annotated[bool, typer.Option("--spread", help="Show the spread over the tactics of both sides instead.")] = False,
    band: Annotated[bool, typer.Option(help="Play some of the fights carefully as well, to show how much hangs on tactics.")] = True,
    processes: Jobs = 0,
    cluster: Cluster = "",
    out: Output = None,
    as_json: AsJson = False,
) -> None:
    """Who wins, how long it takes, who falls, what is left: many sampled fights, with error bars."""
    check_outputs(out)
    changes = Changes(set, add, remove, option)
    wanted = share(within) if within else 0.0
    if within and wanted <= 0:
        raise Malformed("within is a share above 0 and below 50 %, such as 1 %: no number of fights knows the wins to 0 %.")
    begun = start(encounter, changes)
    if spread_tactics:
        if isinstance(begun, Fight):
            raise Malformed("the spread over tactics needs an encounter, not the record of a fight.")
        if within or tactics != "steady":
            raise Malformed("the spread over tactics plays so many fights (-n) of all of them: leave --within and --tactics out.")
        from quintain.lab.sweep import spread

        with working("points") as bar:
            found = spread(begun, None, fights, seed, processes or None, cluster, progress=bar, measures=by or ["wins"])
        found.command = command("forecast", [encounter], changes, fights=fights, seed=seed, spread=True, by=by)
        show(found, out, as_json)
        return
    rows = any(path.suffix in (".csv", ".parquet") for path in out or [])
    with working("sampling") as bar:
        one = forecast(
            begun, fights, seed, tactics_from(tactics), wanted, processes or None, cluster, rows=rows, progress=bar,
            counted=bar.counted, measures=by or [], band=band,
        )  # fmt: skip
    options = {"fights": fights, "seed": seed, "tactics": tactics, "within": within, "by": by}
    one.command = command("forecast", [encounter], changes, **options, **({} if band else {"no-band": True}))
    show(one, out, as_json)


def compare_command(
    encounters: Annotated[list[str], typer.Argument(help="Two or more encounters; or one, with variants, overrides or tactics.")],
    fights: Fights = 10_000,
    seed: Seed = "1",
    tactics: Annotated[
        list[str] | None, typer.Option("--tactics", help="For all; or give it twice and more to compare tactics.")
    ] = None,
    variants: Annotated[
        list[str] | None,
        typer.Option("--variant", help='A named variant of the last encounter; may be given again: "tougher: ogre.hp=60; +grunt:2".'),
    ] = None,
    set: Sets = None,
    add: Adds = None,
    remove: Removes = None,
    option: Options = None,
    by: By = None,
    processes: Jobs = 0,
    cluster: Cluster = "",
    out: Output = None,
    as_json: AsJson = False,
) -> None:
    """The same dice for all: what difference does it make, and how sure is that?

    With one encounter, the overrides (--set, --add, --remove, --option) make the second one, and every --variant one more.
    """
    from quintain.lab.compare import compare
    from quintain.lab.variant import named_variant

    check_outputs(out)
    changes = Changes(set, add, remove, option)
    starts = [named(name) for name in encounters]
    last = starts[-1]
    if changes:
        starts.append(changes.of(last))
    starts += [named_variant(last, text) for text in variants or []]
    plays = [tactics_from(text) for text in tactics or ["steady"]]
    if len(starts) == 1 and len(plays) == 1:
        raise Malformed("compare needs something to compare with: another encounter, --variant, --set, or --tactics twice.")
    chosen = plays[0] if len(plays) == 1 else plays
    with working("sampling") as bar:
        found = compare(
            *starts, fights=fights, seed=seed, tactics=chosen, measures=by or [], processes=processes or None, cluster=cluster,
            progress=bar, counted=bar.counted,
        )  # fmt: skip
    options = {"variant": variants, "fights": fights, "seed": seed, "tactics": tactics or ["steady"], "by": by}
    found.command = command("compare", encounters, changes, **options)
    show(found, out, as_json)


def sweep_command(
    encounter: Where,
    vary: Annotated[list[str], typer.Argument(help="One or two of: levy.hp=10..30:5, levy=1..6 (how many), option.name=a,b.")],
    fights: Fights = 2_000,
    seed: Seed = "1",
    tactics: TacticNames = "steady",
    set: Sets = None,
    add: Adds = None,
    remove: Removes = None,
    option: Options = None,
    by: By = None,
    processes: Jobs = 0,
    cluster: Cluster = "",
    out: Output = None,
    as_json: AsJson = False,
) -> None:
    """Vary one or two things over ranges: a table and a heat map."""
    from quintain.lab.parameter import parameter_from
    from quintain.lab.sweep import sweep

    check_outputs(out)
    changes = Changes(set, add, remove, option)
    varied = [parameter_from(text) for text in vary]
    begun = changes.of(named(encounter))
    with working("points") as bar:
        found = sweep(
            begun, *varied, fights=fights, seed=seed, tactics=tactics_from(tactics), measures=by or ["wins"],
            processes=processes or None, cluster=cluster, progress=bar,
        )  # fmt: skip
    found.command = command("sweep", [encounter, *vary], changes, fights=fights, seed=seed, tactics=tactics, by=by)
    show(found, out, as_json)


def tune_command(
    encounter: Where,
    change: Annotated[list[str], typer.Option("--change", help="What may be changed: levy=1..6 (how many), levy.hp=10..30.")],
    wins: Annotated[str, typer.Option(help="The share of wins to reach.")] = "70%",
    goal: Annotated[str, typer.Option("--goal", help="Another target instead of wins: down=50%, death=5%, left=40, rounds=5.")] = "",
    within: Annotated[str, typer.Option(help="How near is near enough.")] = "2%",
    fights: Annotated[int, typer.Option("--fights", "-n", help="At most so many fights for each value tried.")] = 4_000,
    seed: Seed = "1",
    tactics: TacticNames = "steady",
    set: Sets = None,
    add: Adds = None,
    remove: Removes = None,
    option: Options = None,
    processes: Jobs = 0,
    cluster: Cluster = "",
    out: Output = None,
    as_json: AsJson = False,
) -> None:
    """Make it as winnable, as costly or as long as you want, by changing what you allow."""
    from quintain.lab.tune import tune

    check_outputs(out)
    changes = Changes(set, add, remove, option)
    name, _, written = (goal or f"wins={wins}").partition("=")
    measure = Measure(name.strip())
    begun = changes.of(named(encounter))
    with working("tuning") as bar:
        found = tune(
            begun, *change, measure=measure, target=measure.target(written), within=share(within), fights=fights, seed=seed,
            tactics=tactics_from(tactics), processes=processes or None, cluster=cluster, progress=bar,
        )  # fmt: skip
    options = {"change": change, **({"goal": goal} if goal else {"wins": wins}), "within": within}
    found.command = command("tune", [encounter], changes, **options, fights=fights, seed=seed, tactics=tactics)
    show(found, out, as_json)
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
    set: Sets = None,
    add: Adds = None,
    remove: Removes = None,
    option: Options = None,
    by: Annotated[str, typer.Option("--by", help=f"What they are ranked by: {', '.join(NAMES)}.")] = "wins",
    processes: Jobs = 0,
    cluster: Cluster = "",
    out: Output = None,
    as_json: AsJson = False,
) -> None:
    """Which figures and which abilities move the result most."""
    from quintain.lab.rank import rank

    check_outputs(out)
    changes = Changes(set, add, remove, option)
    begun = changes.of(named(encounter))
    with working("changes") as bar:
        found = rank(
            begun, who, fights, seed, tactics_from(tactics), figures, abilities, processes or None, cluster, measure=by, progress=bar,
        )  # fmt: skip
    less = {**({} if figures else {"no-figures": True}), **({} if abilities else {"no-abilities": True})}
    found.command = command("rank", [encounter], changes, who=who, fights=fights, seed=seed, tactics=tactics, by=by, **less)
    show(found, out, as_json)


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
    from quintain.cli.menu import is_number
    from quintain.lab.setting import Stage, setting_of
    from quintain.lab.variant import Ruled

    begun = start(encounter, Changes(set, add, remove, option))
    if record is not None:
        check_writable(record)
        if isinstance(begun, Ruled):
            raise Malformed("a change that only the GM's word can make is not part of an encounter file: watch it without --record.")
    if is_number(which.removeprefix("-")):
        if not 1 <= int(which) <= MOST_FIGHTS:
            raise Unavailable(f"fights are counted from 1 to {MOST_FIGHTS:,}; there is no fight {which}.")
        stage = Stage(setting_of(begun, tactics_from(tactics), seed))
        number, fight = int(which), stage.watch(int(which))
    else:
        with working("sampling") as bar:
            one = forecast(begun, fights, seed, tactics_from(tactics), progress=bar, counted=bar.counted, band=False)
        if one.unfinished:
            print(f"quintain: interrupted: {one.fights:,} of {one.asked:,} fights are too few to pick from.", file=sys.stderr)
            raise SystemExit(INTERRUPTED)
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


def _tell(fight: Fight, number: int, which: str, as_json: bool) -> None:
    from quintain.cli.show import for_screen

    for event in fight.told:
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
