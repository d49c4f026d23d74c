"""The virtual environment .venv: what is installed in it, in three steps, each once for each content of pyproject.toml.

- `play` is what playing needs and no more, so that a first fight is on the screen soon;
- `lab` adds the rest of what a user's pip would install, and what compiling needs: ./play installs it behind;
- `dev` adds what the tests and checks need.

Wheels once fetched are kept in the user's cache folder (XDG_CACHE_HOME), so that another clone is set up without a network.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.page import NODE_PACKAGE
from tools.setting import BUILD, ROOT, Failed, moving, name_of, only_one, replace_file, run

VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LATER = ("altair", "vl-convert-python")
"""Of the dependencies, those that nothing but the charts of the lab needs."""
BUILD_TOOLS = ("setuptools>=77", "wheel", "mypy>=1.15", "mypy-extensions")
STEPS = ("play", "lab", "dev")
LOG = BUILD / "setup.log"
NO_NETWORK = re.compile(r"name resolution|Connection|ConnectTimeout|Network is unreachable|ProxyError|No matching distribution")


def environment_is_ready(step: str) -> bool:
    """Whether .venv has what this step installs. Quick: it is asked at every start."""
    stamp = VENV / f"quintain-{step}"
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == _fingerprint(step) and PYTHON.exists()


def make_environment(step: str) -> None:
    """Install what the step needs; a second caller waits for the first."""
    if environment_is_ready(step):
        return
    with only_one("lock", wait="waiting for another set-up of this clone"):
        if environment_is_ready(step):
            return
        LOG.unlink(missing_ok=True)
        unfinished = BUILD / "venv-unfinished"
        if not _works() or _is_making():
            _create_venv()
        with moving("installing what it needs into .venv"):
            over = unfinished.exists()
            unfinished.touch()
            _install(requirements(step), over)
        _link_sources()
        for done in STEPS[: STEPS.index(step) + 1]:
            replace_file(VENV / f"quintain-{done}", _fingerprint(done))
        unfinished.unlink(missing_ok=True)


def install_node() -> None:
    """Node for building the page, where this machine has none: it comes as a Python package. Failing is for the caller to notice."""
    with only_one("lock", wait="waiting for another set-up of this clone"), contextlib.suppress(Failed):
        _install([NODE_PACKAGE], over=False)


def requirements(step: str) -> list[str]:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [need for need in project["dependencies"] if step != "play" or not need.startswith(LATER)]
    if step != "play":
        wanted += BUILD_TOOLS
    if step == "dev":
        wanted += project["optional-dependencies"]["dev"]
    return list(wanted)


def _fingerprint(step: str) -> str:
    """One fingerprint for what a step installs with which Python."""
    described = (ROOT / "pyproject.toml").read_bytes() + Path(__file__).read_bytes() + step.encode()
    return hashlib.sha256(described).hexdigest()


def _is_making() -> bool:
    return (BUILD / "venv-making").exists()


def _works() -> bool:
    try:
        quiet = subprocess.DEVNULL
        return subprocess.call([PYTHON, "-m", "pip", "--version"], stdin=quiet, stdout=quiet, stderr=quiet) == 0
    except OSError:
        return False


def _create_venv() -> None:
    """Make .venv with whatever this machine has for it."""
    making = BUILD / "venv-making"
    making.touch()
    base = getattr(sys, "_base_executable", "") or sys.executable
    with moving("making .venv"):
        for command in (
            [base, "-m", "venv", "--clear", str(VENV)],
            [base, "-m", "virtualenv", "--clear", str(VENV)],
            ["virtualenv", "--clear", "--python", base, str(VENV)],
            ["uv", "venv", "--clear", "--seed", "--python", base, str(VENV)],
        ):
            run(command, LOG)
            if _works():
                making.unlink()
                return
    shutil.rmtree(VENV, ignore_errors=True)
    raise Failed(
        "a virtual environment could not be made. On Debian and Ubuntu: apt install python3-venv. "
        f"Elsewhere: pip install virtualenv, then again. (What was tried is in {name_of(LOG)}.)"
    )


def _link_sources() -> None:
    """Let .venv find the sources where they are edited; relative, so that the clone may be moved."""
    site = next(VENV.rglob("site-packages"))
    folders = [os.path.relpath(ROOT / folder, site) + "\n" for folder in ("src", "importer/src")]
    (site / "quintain-sources.pth").write_text("".join(folders), encoding="utf-8")


def _install(needs: list[str], over: bool) -> None:
    """Install from the wheels kept earlier if they do, else fetch them. Over: take nothing that is there for whole."""
    options = ["--no-compile", *(["--ignore-installed"] if over else [])]  # Python compiles what is imported, and keeps it
    kept = wheels_kept()
    from_kept = ["install", "--no-index", f"--find-links={kept}", *options, *needs]
    if kept is not None and any(kept.iterdir()) and _pip(*from_kept):
        return
    if kept is not None and _pip("download", f"--dest={kept}", *needs) and _pip(*from_kept):
        return
    if _pip("install", *options, *needs):
        return
    said = LOG.read_text(encoding="utf-8", errors="replace")
    why = "no network?" if NO_NETWORK.search(said) else "pip says why"
    raise Failed(f"the packages it needs could not be installed ({why}). What pip said is in {name_of(LOG)}.")


def wheels_kept() -> Path | None:
    """Where fetched wheels are kept for this Python and machine; None where nothing can be kept."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = Path(cache, "quintain", f"wheels-{sys.implementation.cache_tag}")
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    return None


def _pip(*arguments: str) -> bool:
    quiet = ("--disable-pip-version-check", "--no-input", "--retries=1")
    return run([PYTHON, "-m", "pip", *arguments[:1], *quiet, *arguments[1:]], LOG)
