"""What ./test does: style, types, the tests on plain Python and again on the compiled build, in the order that finds faults soonest.

    ./test            everything
    ./test --quick    style and the quick tests: for every day
    ./test --long     everything, with the large numbers that are promised: takes hours
    ./test WORDS      everything, with these arguments for pytest
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.building import WHOLE, can_compile, compile_package, compiled_environment, compiled_now, source_fingerprint
from tools.environment import PYTHON, install_node, make_environment
from tools.page import build_page, npm_command, page_is_wanted
from tools.setting import BUILD, ROOT, Failed, moving, name_of, replace_file, run, say

QUICK = (
    "tests/test_structure.py", "tests/test_clauses.py", "tests/test_setting_up.py",
    "tests/space", "tests/playthroughs", "tests/engine", "tests/systems", "tests/conformance/test_shared.py",
)  # fmt: skip
LONGER = (
    "test_tactics.py", "test_content.py", "test_random_play.py", "test_odds.py", "test_export*.py", "test_secre*.py", "test_twins.py",
    "test_gm_commands.py", "test_views.py", "test_hostile.py",
)  # fmt: skip
"""Tests that play or compare many fights: they run on the compiled build where there is one, not in the daily round."""
COMPILED = ("tests/playthroughs", "tests/engine", "tests/space", "tests/conformance", "tests/systems")
"""What calls the rules directly: all of it runs compiled, and what is quick on plain Python too. The rest calls them through these."""
PROGRAMS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "chrome"), "postgresql": ("postgres",), "openssl": ("openssl",),
}  # fmt: skip
"""What the tests use beside Python, by the name of Debian's package."""
LOG = BUILD / "programs.log"
TYPES_LOG = BUILD / "types.log"
IMPORTER_PASSED = ROOT / "importer" / "tests" / "passed"
"""The fingerprint of what the importer's tests last passed with."""


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
    if quick:
        return [style, ("quick tests", lambda: quick_tests(rest))]
    known = [style] if rest else [style, ("quick tests", lambda: quick_tests([]))]
    return [
        *known,
        ("types, and what the tests use: programs, the page, the compiled build", types_while_making_ready),
        ("tests of rules and engine, compiled", lambda: compiled_tests(rest)),
        ("tests of lab, library, terminal, table and page", lambda: other_tests(rest)),
        *([] if rest else [("tests of the importer", importer_tests)]),
    ]


def tool(module: str, *options: str, environment: dict[str, str] | None = None) -> int:
    code = subprocess.call([PYTHON, "-m", module, *options], env=environment)
    if code != 0:
        say(f"again with: {name_of(PYTHON)} -m {module} {' '.join(options)}")
    return code


def on_all_cores(*options: str, environment: dict[str, str] | None = None, waiting: int = 0) -> int:
    """Run tests on all cores, those that failed last time first; with more at once where they often wait."""
    workers = ("-n", str(min(4, os.cpu_count() or 1) + waiting), "--dist", "worksteal")
    return tool("pytest", "-q", "--failed-first", *workers, *options, environment=environment)


def quick_tests(rest: list[str]) -> int:
    return on_all_cores(*QUICK, *(f"--ignore-glob=*/{name}" for name in LONGER), *rest)


def compiled_tests(rest: list[str]) -> int:
    if compiled_now(source_fingerprint()) != WHOLE:
        say("there is no C compiler here, so the tests run on plain Python only")
        longer = [str(path) for folder in QUICK for name in LONGER for path in sorted(Path(folder).rglob(name))]
        return 0 if rest else on_all_cores("tests/conformance", *longer)
    chosen = rest if set(rest) - {"--long"} else [*COMPILED, *rest]
    return on_all_cores(*chosen, environment={**compiled_environment(WHOLE), "QUINTAIN_TESTS": "compiled"})


def other_tests(rest: list[str]) -> int:
    """What has not run yet: on the compiled build, where there is one, as people run these programs after the first minutes.
    Chosen tests run on plain Python here: compiled they have run before."""
    done = [*QUICK, *COMPILED]
    if set(rest) - {"--long"}:
        return on_all_cores(*rest)
    environment = compiled_environment(compiled_now(source_fingerprint()))
    return on_all_cores(*(f"--ignore={path}" for path in done), *rest, environment=environment, waiting=1)


def importer_tests() -> int:
    """The importer is a guest: its tests run where it, or what it stands on, is not as it was when they last passed."""
    fingerprint = importer_fingerprint()
    if IMPORTER_PASSED.is_file() and IMPORTER_PASSED.read_text(encoding="utf-8").strip() == fingerprint:
        say(f"unchanged since they passed ({name_of(IMPORTER_PASSED)}); they run with: ./test importer/tests")
        return 0
    code = on_all_cores("importer/tests", environment=compiled_environment(compiled_now(source_fingerprint())))
    if code == 0:
        replace_file(IMPORTER_PASSED, fingerprint + "\n")
    return code


def importer_fingerprint() -> str:
    """One fingerprint for the importer, its tests, and what the core publishes for it."""
    fingerprint = hashlib.sha256()
    for path in sorted(importer_stands_on()):
        fingerprint.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return fingerprint.hexdigest()


def importer_stands_on() -> Iterator[Path]:
    yield from (ROOT / "importer").rglob("*.py")
    library, escalation = ROOT / "src/quintain/library", ROOT / "src/quintain/systems/escalation"
    yield from (library / "problems.py", library / "text.py", library / "importing.py", ROOT / "src/quintain/cli/importing.py")
    yield from (escalation / "published.py", *escalation.glob("*fi*.py"))  # fields, and the words and models of files
    yield from (escalation / "file_format").rglob("*.py")
    yield from (escalation / "printed").rglob("*.py")


def types_while_making_ready() -> int:
    """Types are checked on one core, and half of compiling works on one: side by side they leave none idle."""
    types = [str(PYTHON), "-m", "mypy", "--cache-dir=build/mypy", "src", "tests", "tools", "importer/src", "importer/tests"]
    with TYPES_LOG.open("w+", encoding="utf-8") as said:
        checking = subprocess.Popen(types, stdout=said, stderr=subprocess.STDOUT)
        try:
            install_programs()
            make_page()
            make_compiled()
            code = checking.wait()
        finally:
            checking.terminate()
        said.seek(0)
        print(said.read(), end="", flush=True)
    if code != 0:
        say(f"again with: {name_of(PYTHON)} {' '.join(types[1:])}")
    return code


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
    """Chromium for the page, PostgreSQL and a certificate for the hosted table: installed where that may be done, named where not."""
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
