"""What ./test does: style, types, the tests on plain Python and again on the compiled build, in the order that finds faults soonest.

    ./test            everything
    ./test --quick    style and the quick tests: for every day
    ./test --long     everything, with the large numbers that are promised: takes hours
    ./test WORDS      everything, with these arguments for pytest
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tools.building import WHOLE, can_compile, compile_package, compiled_environment, compiled_now, source_mark
from tools.environment import PYTHON, install_node, make_environment
from tools.page import build_page, npm_command, page_is_wanted
from tools.setting import BUILD, ROOT, Failed, moving, name_of, run, say

QUICK = (
    "tests/test_structure.py", "tests/test_clauses.py", "tests/test_setting_up.py",
    "tests/space", "tests/playthroughs", "tests/engine", "tests/systems",
)  # fmt: skip
COMPILED = ("tests/playthroughs", "tests/engine", "tests/space", "tests/conformance", "tests/systems")
"""What runs again compiled: everything that calls the rules directly. The rest calls them through these."""
PROGRAMS = {"chromium": ("chromium", "chromium-browser", "google-chrome", "chrome"), "postgresql": ("postgres",)}
"""What the tests use beside Python, by the name of Debian's package."""
LOG = BUILD / "programs.log"


def set_up() -> None:
    """Everything for working on the sources: what the tests need, and the compiled build where there is a compiler."""
    make_environment("dev")
    make_page()
    make_compiled()


def check_everything(rest: list[str]) -> int:
    """Each step begins when the one before it passed; the first failure ends it."""
    start = time.monotonic()
    os.chdir(ROOT)
    make_environment("dev")
    quick = "--quick" in rest
    rest = [word for word in rest if word != "--quick"]
    for title, step in steps(quick, rest):
        began = time.monotonic()
        say(title)
        code = step()
        if code != 0:
            say(f"failed: {title}")
            return code
        say(f"{title}: {time.monotonic() - began:.0f} s")
    say(f"all is well ({time.monotonic() - start:.0f} s)")
    return 0


def steps(quick: bool, rest: list[str]) -> list[tuple[str, Callable[[], int]]]:
    """Cheap first: style, then the tests that fail soonest when something is wrong, types, both builds, everything."""
    style = ("style", lambda: tool("ruff", "check", "."))
    first = ("quick tests", lambda: on_all_cores(*QUICK))
    if quick:
        return [style, ("quick tests", lambda: on_all_cores(*QUICK, *rest))]
    known = [style] if rest else [style, first]
    return [
        *known,
        ("types", lambda: tool("mypy", "--cache-dir=build/mypy", "src", "tests", "tools")),
        ("what the tests use: programs, the page, the compiled build", make_ready),
        ("tests, compiled", lambda: compiled_tests(rest)),
        ("tests, interpreted", lambda: interpreted_tests(rest)),
    ]


def tool(module: str, *options: str, environment: dict[str, str] | None = None) -> int:
    code = subprocess.call([PYTHON, "-m", module, *options], env=environment)
    if code != 0:
        say(f"again with: {name_of(PYTHON)} -m {module} {' '.join(options)}")
    return code


def on_all_cores(*options: str, environment: dict[str, str] | None = None) -> int:
    """Run tests on all cores, those that failed last time first."""
    workers = ("-n", str(min(4, os.cpu_count() or 1)), "--dist", "worksteal")
    return tool("pytest", "-q", "--failed-first", *workers, *options, environment=environment)


def compiled_tests(rest: list[str]) -> int:
    if compiled_now(source_mark()) != WHOLE:
        say("there is no C compiler here, so the tests run on plain Python only")
        return 0
    chosen = rest if set(rest) - {"--long"} else [*COMPILED, *rest]
    return on_all_cores(*chosen, environment={**compiled_environment(WHOLE), "QUINTAIN_TESTS": "compiled"})


def interpreted_tests(rest: list[str]) -> int:
    """What has not run yet. The conformance suite runs where it is much quicker, on the compiled build; what compares both builds runs
    here, and all of it where there is no compiler."""
    done = list(QUICK)
    if compiled_now(source_mark()) == WHOLE:
        done += [str(path) for path in sorted(Path("tests/conformance").glob("test_*.py")) if path.name != "test_compiled.py"]
    return on_all_cores(*(rest or [f"--ignore={path}" for path in done]))


def make_ready() -> int:
    install_programs()
    make_page()
    make_compiled()
    return 0


def make_compiled() -> None:
    if can_compile():
        with moving("compiling"):
            compile_package(strict=True, wait="waiting for the compilation that runs behind")


def make_page() -> None:
    if page_is_wanted():
        with moving("building the page"):
            if not npm_command():
                install_node()
            missing = build_page()
        if missing:
            raise Failed(f"{missing}.")


def install_programs() -> None:
    """Chromium for the page, PostgreSQL for the hosted table: installed where that may be done, named where not."""
    missing = [package for package, names in PROGRAMS.items() if not any(program(name) for name in names)]
    if not missing:
        return
    root = [] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["sudo", "-n"]
    install = [*root, "apt-get", "install", "--yes", "--no-install-recommends", *missing]
    if shutil.which("apt-get"):
        with moving(f"installing {' and '.join(missing)}"):
            quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            if run(install, LOG, quiet) or (run([*root, "apt-get", "update"], LOG, quiet) and run(install, LOG, quiet)):
                return
    say(f"{' and '.join(missing)} could not be installed ({name_of(LOG)}): the tests that use them say so. Install it by hand.")


def program(name: str) -> str | None:
    """Where a program is: on the PATH, or where Debian keeps PostgreSQL's."""
    found = shutil.which(name)
    return found or next((str(path) for path in Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), None)
