"""Measure the first minute in a real fresh clone, and print it beside the last figures, which stand in tools/bench_start.json.

    python tools/bench_start.py            the start, the second start, --help, samples, one answer
    python tools/bench_start.py --build    the whole build as well: minutes
    python tools/bench_start.py --keep     and keep the figures as the last ones

The clone is of what is committed; the caches of pip, of fetched wheels and of npm are empty. Wall time depends on what else runs, so
CPU time and the speed of a fixed loop stand beside it.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tools" / "bench_start.json"
LINES = {
    "first ./play, page": 90.0, "first ./play, terminal": 60.0, "second ./play, page": 2.0, "second ./play, terminal": 2.0,
    "--help, CPU": 0.25, "samples, CPU": 0.4, "build, all systems": 120.0,
}  # fmt: skip
"""What is promised, in seconds, on two quiet cores."""


def main(words: list[str]) -> int:
    figures: dict[str, float] = {"calibration loop, CPU": calibration()}
    folder = Path(tempfile.mkdtemp(prefix="quintain-start-"))
    try:
        measure(folder, "--build" in words, figures)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    show(figures, json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {})
    if "--keep" in words:
        about = {"python": platform.python_version(), "cores": os.cpu_count() or 1}
        kept = {**about, **{name: round(value, 2) for name, value in figures.items()}}
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return 0


def measure(folder: Path, build: bool, figures: dict[str, float]) -> None:
    for kind in ("terminal", "page"):
        clone = folder / kind / "quintain"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        environment = newcomer(folder / kind)
        started = terminal if kind == "terminal" else page
        for time_round in ("first", "second"):
            wall, cpu = timed(lambda run=started, at=clone, env=environment: run(at, env))  # type: ignore[misc]
            figures[f"{time_round} ./play, {kind}"] = wall
            figures[f"{time_round} ./play, {kind}, CPU"] = cpu
            stop_behind(clone)
    python, clone = folder / "terminal/quintain/.venv/bin/python", folder / "terminal/quintain"
    for name in ("--help", "samples"):
        command = [str(python), "-m", "quintain", name]
        quick = [timed(lambda run=command, at=clone: run_quietly(run, at))[1] for _ in range(4)]  # type: ignore[misc]
        figures[f"{name}, CPU"] = min(quick)
    if build:
        wall, cpu = timed(lambda: run_quietly([sys.executable, str(clone / "tools"), "finish"], clone))
        figures["build, all systems"], figures["build, all systems, CPU"] = wall, cpu


def newcomer(home: Path) -> dict[str, str]:
    """The environment of somebody who has nothing yet: caches, data and settings are empty."""
    inherited = ("VIRTUAL_ENV", "PYTHONPATH", "DISPLAY", "BROWSER")
    environment = {name: value for name, value in os.environ.items() if name not in inherited}
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "npm_config_cache"):
        environment[name] = str(home / name)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return {**environment, "PIP_NO_CACHE_DIR": "1", "QUINTAIN_PORT": str(port), "QUINTAIN_HOST": "127.0.0.1"}


def terminal(clone: Path, environment: dict[str, str]) -> None:
    """Until the first question of the fight stands on the screen; then leave."""
    command = ["./play", "riposte/ferry"]
    done = subprocess.run(command, cwd=clone, env=environment, input="quit\n", text=True, capture_output=True, check=True)
    assert "Start the fight" in done.stdout, done.stdout + done.stderr


def page(clone: Path, environment: dict[str, str]) -> None:
    """Until the page answers; then stop the server."""
    address = f"http://127.0.0.1:{environment['QUINTAIN_PORT']}/"
    server = subprocess.Popen(["./play"], cwd=clone, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while server.poll() is None:
            try:
                with urllib.request.urlopen(address, timeout=5) as answer:
                    assert b"not built" not in answer.read()
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("./play ended before the page answered")
    finally:
        server.terminate()
        server.wait()


def stop_behind(clone: Path) -> None:
    """End what ./play left running behind, so that it does not disturb what is measured next."""
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if str(clone / "tools").encode() in words and b"finish" in words:
            os.killpg(int(place.name), signal.SIGKILL)


def timed(action: Callable[[], None]) -> tuple[float, float]:
    """Seconds of wall time, and of CPU time of the processes that ended in it."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    action()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - start, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run_quietly(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def calibration() -> float:
    """A fixed piece of work: what it takes says how fast this machine is just now."""
    start = time.process_time()
    total = 0
    for number in range(10_000_000):
        total += number & 7
    return time.process_time() - start


def show(figures: dict[str, float], last: dict[str, float]) -> None:
    print(f"{'seconds':<36}{'now':>9}{'last':>9}{'line':>9}")
    for name, value in figures.items():
        before, line = last.get(name), LINES.get(name)
        print(f"{name:<36}{value:>9.2f}{f'{before:.2f}' if before is not None else '':>9}{f'{line:g}' if line else '':>9}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
