"""What ./test does: style, types, the tests on plain Python and again on the compiled build."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from tools.building import WHOLE, can_compile, compile_package, compiled_environment, compiled_now, source_mark
from tools.environment import PYTHON, make_environment
from tools.setting import ROOT, moving, name_of, say

COMPILED_TESTS = ("tests/engine", "tests/space", "tests/conformance", "tests/systems")


def set_up() -> None:
    """Everything for working on the sources: what the tests need, and the compiled build where there is a compiler."""
    make_environment("dev")
    if can_compile():
        with moving("compiling"):
            compile_package(strict=True, wait="waiting for the compilation that runs behind")


def check_everything(rest: list[str]) -> int:
    """Style, types, tests interpreted, tests compiled; the first failure ends it."""
    set_up()
    os.chdir(ROOT)
    workers = ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "worksteal"]
    suites = [folder for folder in COMPILED_TESTS if Path(folder).is_dir()]
    plain = dict(os.environ)
    checks: list[tuple[str, list[str], dict[str, str]]] = [
        ("style", ["ruff", "check", "."], plain),
        ("types", ["mypy", "--cache-dir=build/mypy", "src", "tests", "tools"], plain),
        ("tests, interpreted", ["pytest", "-q", *workers, *rest], plain),
    ]
    if compiled_now(source_mark()):
        compiled = {**compiled_environment(WHOLE), "QUINTAIN_TESTS": "compiled"}
        checks.append(("tests, compiled", ["pytest", "-q", *workers, *(rest or suites)], compiled))
    else:
        say("there is no C compiler here, so the tests run on plain Python only")
    for title, (module, *options), environment in checks:
        say(title)
        start = time.monotonic()
        code = subprocess.call([PYTHON, "-m", module, *options], env=environment)
        if code != 0:
            say(f"failed: {title} (again with: {name_of(PYTHON)} -m {module} {' '.join(options)})")
            return code
        if module != "pytest":
            say(f"{title}: {time.monotonic() - start:.0f} s")
    return 0
