"""The command `review`: how a fight went, what turned it, and what was luck."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from quintain.cli.starts import AsJson, Cluster, Jobs, Output, Seed, check_outputs, command, show, working
from quintain.engine import GM, Malformed
from quintain.lab.curve import FIGHTS


def register(app: typer.Typer) -> None:
    app.command("review")(review_command)


def review_command(
    record: Annotated[Path, typer.Argument(help="The record of a fight: what play keeps, or save or watch --record wrote.")],
    seat: Annotated[str, typer.Option(help="As this seat may know it.")] = GM,
    tactic: Annotated[str, typer.Option(help="Who goes on with the fight from every joint: steady, careful or reckless.")] = "steady",
    fights: Annotated[int, typer.Option("--fights", "-n", help="Fights from every joint; more where the chance moves.")] = FIGHTS,
    seed: Seed = "1",
    curve: Annotated[bool, typer.Option("--curve", help="The curve alone, without decisions and turning points.")] = False,
    at: Annotated[int, typer.Option("--at", help="What if: at this entry of the record (counted from 0) ...")] = -1,
    option: Annotated[str, typer.Option("--option", help="... this option had been chosen, by its id.")] = "",
    faces: Annotated[str, typer.Option("--faces", help="... these faces had come up: 20 or 3,5.")] = "",
    processes: Jobs = 0,
    cluster: Cluster = "",
    out: Output = None,
    as_json: AsJson = False,
) -> None:
    """How a fight went: the chance to win along it, what turned it, what was luck, and what would have been better."""
    from quintain.lab.review import review
    from quintain.lab.review_text import review_view

    check_outputs(out)
    shown = [int(face) for face in faces.replace(",", " ").split()] if faces.replace(",", "").replace(" ", "").isdigit() else []
    if faces and not shown:
        raise Malformed(f"{faces!r} are no faces: write 20, or 3,5 for two dice.")
    what_if = at >= 0 or bool(option) or bool(faces)
    with working("reviewing") as bar:
        found = review(
            record, seat, tactic, fights, seed, curve_only=curve or what_if, processes=processes or None, cluster=cluster, progress=bar
        )  # fmt: skip
    options = {"seat": seat, "tactic": tactic, "fights": fights, "seed": seed, "curve": curve}
    found.command = command("review", [str(record)], None, **options)
    if what_if:
        other = found.what_if(at, option, shown or None)
        if as_json:
            print(json.dumps(other.as_data(), indent=1, ensure_ascii=False))
            return
        Console(highlight=False, markup=False).print(other.sentence, soft_wrap=True)
        _side_by_side(found.as_data()["curve"], other.as_data()["curve"])
        return
    show(found, review_view(found), out, as_json)


def _side_by_side(real: object, other: object) -> None:
    """Both courses, joint by joint: as it was, and as it might have been."""
    assert isinstance(real, list) and isinstance(other, list)
    mine = {point["joint"]: point for point in real}
    print(f"{'':<32} {'as it was':>12} {'if':>6}")
    for point in other:
        was = mine.get(point["joint"])
        shown = f"{100 * was['win']:.0f} %" if was is not None else ""
        print(f"{point['label'][:32]:<32} {shown:>12} {100 * point['win']:.0f} %")
    sys.stdout.flush()
