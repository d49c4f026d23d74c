"""The benchmark: what this machine does, plain Python and compiled side by side in one run. Trust ratios more than figures.

Each measurement runs in a process of its own that prints one line of JSON, so that both builds are measured in the same way.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from rich.table import Table

from quintain._build import compiled
from quintain.engine import Refusal
from quintain.lab.forecast import forecast
from quintain.lab.run import runner, usable_processes
from quintain.lab.setting import Stage, setting_of
from quintain.lab.tally import count_fights
from quintain.lab.variant import variant
from quintain.library.encounters import Encounter, play, sample
from quintain.library.shipped import samples
from quintain.systems import system, system_names

Found = dict[str, Any]
SIZES = (2, 4, 8, 16, 32)
ANSWERS = 200


def bench(
    fights: int = 400, long: bool = False, tell: Callable[[str], None] = lambda what: None, compiled_at: str = ""
) -> Found:
    """Measure everything. `long` adds 10,000 fights of every shipped encounter. `compiled_at` names another compiled build."""
    builds = _builds(compiled_at)
    found: Found = {"processes": usable_processes(), "builds": list(builds), "calibration": calibration(), "systems": {}}
    for name in standard_encounters():
        tell(name)
        found["systems"][name] = {
            build: _elsewhere(path, ["rate", name, str(fights if build == "compiled" else max(40, fights // 8))])
            for build, path in builds.items()
        }
    fastest = list(builds.items())[-1]
    if long:
        found["ten thousand"] = {}
        for name in samples():
            tell(f"10,000 fights of {name}")
            found["ten thousand"][name] = _elsewhere(fastest[1], ["many", name, "10000"])
    tell("memory")
    small, large = (_elsewhere(fastest[1], ["memory", next(iter(standard_encounters())), str(n)]) for n in (2_000, 20_000))
    found["memory"] = {"2,000 fights": small, "20,000 fights": large}
    found["calibration after"] = calibration()
    found["build of the rest"] = fastest[0]
    return found


def standard_encounters() -> list[str]:
    """The encounter of each system that stands for it."""
    names: list[str] = []
    for name in system_names():
        try:
            shipped = samples(name)
            wanted = system(name).standard
        except (ImportError, Refusal):
            continue
        if shipped:
            names.append(wanted if wanted in shipped else shipped[0])
    return names


def calibration() -> float:
    """Seconds for a fixed loop of plain arithmetic: how fast this machine is just now."""
    start = time.perf_counter()
    total = 0
    for number in range(3_000_000):
        total = (total * 31 + number) & 0xFFFF
    return round(time.perf_counter() - start, 4)


def _builds(compiled_at: str) -> dict[str, str]:
    """Where each build stands: the sources interpreted, and the compiled package if there is one."""
    here = Path(__file__).resolve().parent.parent.parent
    if compiled():
        root = here.parent.parent
        source = root / "src"
        return {**({"interpreted": str(source)} if (source / "quintain").is_dir() else {}), "compiled": str(here)}
    beside = Path(compiled_at) if compiled_at else here.parent / "build" / "compiled"
    return {"interpreted": str(here), **({"compiled": str(beside)} if (beside / "quintain").is_dir() else {})}


def _elsewhere(path: str, arguments: list[str]) -> Found:
    """One measurement in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-m", "quintain.lab.bench", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        return {"problem": (done.stderr.strip().splitlines() or ["failed"])[-1]}
    measured: Found = json.loads(done.stdout.splitlines()[-1])
    return measured


# -- what one process measures ----------------------------------------------------------------------------------------------


def measure_rate(name: str, fights: int) -> Found:
    encounter = sample(name)
    found: Found = {"compiled": compiled()}
    stage = Stage(setting_of(encounter, "steady", "bench"))
    count_fights(stage, 1, max(2, fights // 20))
    start, spent = time.perf_counter(), time.process_time()
    count_fights(stage, 1, fights)
    found["fights/s"] = fights / (time.perf_counter() - start)
    found["fights/CPU s"] = fights / (time.process_time() - spent)
    processes = min(2, usable_processes())
    with runner(2) as runs:
        forecast(encounter, 400, seed="warm", runs=runs)
        many = max(800, fights * 2)
        start = time.perf_counter()
        forecast(encounter, many, seed="bench", runs=runs)
        found["fights/s, 2 processes"] = many / (time.perf_counter() - start)
    found["processes"] = processes
    found["odds, s"] = measure_odds(encounter)
    found["answer, ms"], found["answers"] = measure_answer(encounter)
    found["by size"] = measure_sizes(encounter, max(10, fights // 10))
    return found


def measure_odds(encounter: Encounter) -> float | None:
    """Seconds for the odds of one full engagement: the first option met whose dice follow at once."""
    fight = play(encounter, seed="bench")
    for _ in range(400):
        if not fight.questions:
            return None
        asked = fight.questions[0]
        weighty = [option for option in asked.shown() if option.weighs]
        if weighty and asked.question is not None:
            start = time.perf_counter()
            try:
                fight.odds(asked.id, weighty[-1].id)
            except Refusal:
                return None
            return time.perf_counter() - start
        fight.answer(asked.id, _tactical(fight, asked))
    return None


def measure_answer(encounter: Encounter) -> tuple[float, int]:
    """Milliseconds for one more answer in a fight of 200 answers, or of as many as the longest of some larger fights has.

    The median of the last fifth: a single pause of the memory's cleaning would otherwise decide it.
    """
    best, most = 0.0, 0
    for each in (0, 6, 12):
        try:
            fight = play(mirrored(encounter, each) if each else encounter, seed="bench")
        except Refusal:
            continue
        answers, last = 0, 0.0
        times: list[float] = []
        while fight.questions and answers < ANSWERS:
            asked = fight.questions[0]
            chosen = _tactical(fight, asked)
            start = time.perf_counter()
            fight.answer(asked.id, chosen)
            last = time.perf_counter() - start
            times.append(last)
            answers += 1
        if answers > most:
            tail = times[-max(1, len(times) // 5) :]
            best, most = 1000 * median(tail), answers
        if most >= ANSWERS:
            break
    return best, most


def _tactical(fight: Any, asked: Any) -> str:
    """What a steady player would take."""
    if asked.question is None:
        return "go"
    chosen: str = asked.question.choose(fight.system.tactic("steady")).id()
    return chosen


def measure_sizes(encounter: Encounter, fights: int) -> Found:
    """How fights per second fall with the number of combatants: copies of one from either side."""
    sized: Found = {}
    for each in SIZES:
        try:
            changed = mirrored(encounter, each)
        except Refusal as no:
            sized[f"{each}v{each}"] = {"problem": str(no).splitlines()[0][:120]}
            continue
        stage = Stage(setting_of(changed, "steady", "bench"))
        start = time.process_time()
        done = 0
        while done < fights and time.process_time() - start < 3.0:
            done += 1
            stage.run(done)
        sized[f"{each}v{each}"] = {"fights/CPU s": done / (time.process_time() - start)}
    return sized


def mirrored(encounter: Encounter, each: int) -> Encounter:
    """So many on either side: the first of the party and the first of the others, copied."""
    party = encounter.system.party
    units = encounter.battle().units
    ours = next(unit.id for unit in units if unit.side == party)
    theirs = next(unit.id for unit in units if unit.side not in (party, ""))
    keep = {ours, theirs}
    rest = [unit.id for unit in units if unit.id not in keep]
    return variant(variant(encounter, remove=dict.fromkeys(rest, 1)), add={ours: each - 1, theirs: each - 1})


def measure_many(name: str, fights: int) -> Found:
    """So many fights of an encounter with set-up: reading the file, starting the processes, counting."""
    start = time.perf_counter()
    found = forecast(sample(name), fights, seed="bench")
    return {"seconds": time.perf_counter() - start, "wins": str(found.wins), "compiled": compiled()}


def measure_memory(name: str, fights: int) -> Found:
    """The most memory this process ever had, in MB."""
    import resource

    forecast(sample(name), fights, seed="bench", processes=1)
    return {"MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


# -- showing ----------------------------------------------------------------------------------------------------------------


def bench_text(found: Found) -> str:
    from quintain.lab.text import as_text

    parts = [as_text(_rates(found), 130), as_text(_sizes(found), 130)]
    if "ten thousand" in found:
        parts.append(as_text(_many(found), 130))
    memory = ", ".join(f"{name}: {_number(one, 'MB')} MB" for name, one in found["memory"].items())
    parts.append(f"Memory ({found['build of the rest']}): {memory}")
    loop = f"{found['calibration']} s before, {found['calibration after']} s after"
    parts.append(f"Calibration loop: {loop}; {found['processes']} cores.")
    return "\n\n".join(parts)


def _rates(found: Found) -> Table:
    table = Table(title="Fights per second, and more", title_justify="left", box=None, pad_edge=False, header_style="bold")
    for name in ("encounter", "build", "per CPU second", "1 process", "2 processes", "odds of an engagement", "one more answer"):
        table.add_column(name, justify="left" if name in ("encounter", "build") else "right")
    for encounter, builds in found["systems"].items():
        for build, one in builds.items():
            odds = one.get("odds, s")
            answer = f"{one['answer, ms']:.2f} ms (of {one['answers']})" if "answer, ms" in one else one.get("problem", "")
            table.add_row(
                encounter,
                build,
                _number(one, "fights/CPU s"),
                _number(one, "fights/s"),
                _number(one, "fights/s, 2 processes"),
                f"{1000 * odds:.1f} ms" if odds is not None else "",
                answer,
            )
        if len(builds) == 2 and all("fights/s" in one for one in builds.values()):
            slow, fast = builds["interpreted"], builds["compiled"]
            ratios = [fast[name] / slow[name] for name in ("fights/CPU s", "fights/s", "fights/s, 2 processes")]
            table.add_row("", "ratio", *(f"x {ratio:.1f}" for ratio in ratios), "", f"x {slow['answer, ms'] / fast['answer, ms']:.1f}")
    return table


def _sizes(found: Found) -> Table:
    table = Table(title="Fights per CPU second by size", title_justify="left", box=None, pad_edge=False, header_style="bold")
    for name in ("encounter", "build", *(f"{each}v{each}" for each in SIZES)):
        table.add_column(name, justify="left" if name in ("encounter", "build") else "right")
    for encounter, builds in found["systems"].items():
        for build, one in builds.items():
            sizes = one.get("by size", {})
            cells = [_number(sizes.get(f"{each}v{each}", {}), "fights/CPU s") for each in SIZES]
            table.add_row(encounter, build, *cells)
    return table


def _many(found: Found) -> Table:
    title = f"10,000 fights with set-up, all cores ({found['build of the rest']})"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for name in ("encounter", "seconds", "wins"):
        table.add_column(name)
    for encounter, one in found["ten thousand"].items():
        table.add_row(encounter, _number(one, "seconds"), one.get("wins", one.get("problem", "")))
    return table


def _number(one: Found, name: str) -> str:
    value = one.get(name)
    if not isinstance(value, float | int):
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


if __name__ == "__main__":
    what, which, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    measure = {"rate": measure_rate, "many": measure_many, "memory": measure_memory}[what]
    print(json.dumps(measure(which, count)))
