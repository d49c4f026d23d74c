"""The command `review`: how a fight went, what turned it, and what was luck."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quintain.cli.starts import AsJson, Cluster, Jobs, Output, Seed, check_outputs, command, is_record, show, working
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

    check_outputs(out)
    shown = [int(face) for face in faces.replace(",", " ").split()] if faces.replace(",", "").replace(" ", "").isdigit() else []
    if faces and not shown:
        raise Malformed(f"{faces!r} are no faces: write 20, or 3,5 for two dice.")
    what_if = at >= 0 or bool(option) or bool(faces)
    if what_if and at < 0:
        raise Malformed("say with --at at which entry of the record (counted from 0) this would have been otherwise.")
    if not is_record(str(record)):
        raise Malformed(f"{record} is no record of a fight: play keeps one, quintain watch ENCOUNTER --record FILE writes one.")
    options: dict[str, object] = {"seat": seat, "tactic": tactic, "fights": fights, "seed": seed, "curve": curve}
    with working("reviewing") as bar:
        found = review(
            record, seat, tactic, fights, seed, curve_only=curve or what_if, processes=processes or None, cluster=cluster, progress=bar
        )  # fmt: skip
        if what_if and found.unfinished:
            raise KeyboardInterrupt
        other = found.what_if(at, option, shown or None) if what_if else None
    if other is None:
        found.command = command("review", [str(record)], None, **options)
        show(found, out, as_json)
        return
    other.command = command("review", [str(record)], None, **options, at=str(at), option=option, faces=faces)
    show(other, out, as_json)
