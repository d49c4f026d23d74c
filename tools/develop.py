"""Set up .venv and the compiled build, then play or test. Needs nothing but Python itself; repeats only what changed.

    python tools/develop.py play [ARGUMENTS OF quintain play]
    python tools/develop.py test [ARGUMENTS OF pytest]
    python tools/develop.py setup

- .venv holds the dependencies and a link to the sources, so that what is edited is what runs;
- build/compiled holds the package as pip installs it, compiled; putting it on PYTHONPATH is what "compiled" means here.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
COMPILED = ROOT / "build" / "compiled"
TREE = ROOT / "build" / "tree"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
BUILD_TOOLS = ("setuptools>=77", "wheel", "mypy>=1.15", "mypy-extensions")
COMPILED_TESTS = ("tests/engine", "tests/space", "tests/conformance", "tests/systems")


def main(arguments: list[str]) -> int:
    os.chdir(ROOT)
    os.environ.pop("PYTHONPATH", None)
    os.environ.pop("PYTHONHOME", None)
    match arguments:
        case ["play", *rest]:
            set_up("")
            return subprocess.call([PYTHON, "-m", "quintain", "play", *rest], env=compiled_environment())
        case ["test", *rest]:
            set_up("dev", strict=can_compile())
            return check_everything(rest)
        case ["setup"]:
            set_up("dev", strict=can_compile())
            return 0
    print(__doc__)
    return 2


def check_everything(rest: list[str]) -> int:
    """Style, types, tests interpreted, tests compiled; the first failure ends it."""
    workers = ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "worksteal"]
    suites = [folder for folder in COMPILED_TESTS if Path(folder).is_dir()]
    plain = dict(os.environ)
    checks: list[tuple[str, list[str], dict[str, str]]] = [
        ("style", ["ruff", "check", "."], plain),
        ("types", ["mypy", "--cache-dir=build/mypy", "src", "tests", "tools"], plain),
        ("tests, interpreted", ["pytest", "-q", *workers, *rest], plain),
    ]
    if is_compiled():
        compiled = {**compiled_environment(), "QUINTAIN_TESTS": "compiled"}
        checks.append(("tests, compiled", ["pytest", "-q", *workers, *(rest or suites)], compiled))
    else:
        say("there is no C compiler here, so the tests run on plain Python only")
    for title, (module, *options), environment in checks:
        say(title)
        start = time.monotonic()
        code = subprocess.call([PYTHON, "-m", module, *options], env=environment)
        if code != 0:
            say(f"failed: {title} (again with: {PYTHON.relative_to(ROOT)} -m {module} {' '.join(options)})")
            return code
        if module != "pytest":
            say(f"{title}: {time.monotonic() - start:.0f} s")
    return 0


def compiled_environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(COMPILED)}


def can_compile() -> bool:
    """Whether a failing compilation is to be taken seriously here."""
    pure = os.environ.get("QUINTAIN_PURE", "") not in ("", "0")
    return not pure and any(shutil.which(name) for name in (os.environ.get("CC", "cc"), "gcc", "clang", "cl"))


def is_compiled() -> bool:
    return any(path.suffix in (".so", ".pyd") for path in (COMPILED / "quintain" / "space").glob("grid.*"))


def set_up(extra: str, strict: bool = False) -> None:
    """Bring .venv and build/compiled up to date; a second caller waits for the first.

    Strict: a package that does not compile is an error instead of a reason to run it as plain Python.
    """
    with only_one():
        make_environment(extra)
        compile_package(strict)


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    (ROOT / "build").mkdir(exist_ok=True)
    with open(ROOT / "build" / "lock", "w", encoding="utf-8") as lock:
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make_environment(extra: str) -> None:
    """Install what pyproject.toml names, once for each content of it."""
    described = (ROOT / "pyproject.toml").read_bytes() + (ROOT / "setup.py").read_bytes()
    mark = hashlib.sha256(described).hexdigest()
    stamp = VENV / "quintain-setup"
    # What was set up for testing serves for playing as well.
    if stamp.is_file() and stamp.read_text(encoding="utf-8") in (f"{extra} {mark}", f"dev {mark}"):
        return
    if not works(PYTHON):
        create_venv()
    say("setting up .venv (the first time takes a minute or two)")
    pip("install", "--upgrade", *BUILD_TOOLS)
    pip("install", "--no-build-isolation", "--editable", f".[{extra}]" if extra else ".")
    stamp.write_text(f"{extra} {mark}", encoding="utf-8")


def works(python: Path) -> bool:
    try:
        return subprocess.call([python, "-c", "import pip"], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def create_venv() -> None:
    """Make .venv with whatever this machine has for it."""
    for command in (
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        [sys.executable, "-m", "virtualenv", "--clear", str(VENV)],
        ["virtualenv", "--clear", "--python", sys.executable, str(VENV)],
        ["uv", "venv", "--clear", "--seed", "--python", sys.executable, str(VENV)],
    ):
        with contextlib.suppress(OSError):
            subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if works(PYTHON):
            return
    shutil.rmtree(VENV, ignore_errors=True)
    raise SystemExit(
        "A virtual environment could not be made. On Debian and Ubuntu: apt install python3-venv. "
        "Elsewhere: pip install virtualenv, then again."
    )


def pip(*arguments: str) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    if subprocess.call([PYTHON, "-m", "pip", *arguments[:1], *quiet, *arguments[1:]]) != 0:
        raise SystemExit(f"pip could not finish: pip {' '.join(arguments)}")


def compile_package(strict: bool) -> None:
    """Install the package into build/compiled as a user's pip would, once for each content of the sources."""
    mark = source_mark()
    stamp = COMPILED / "quintain-sources"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == mark and (is_compiled() or not strict):
        return
    say("compiling")
    start = time.monotonic()
    if strict:
        os.environ["QUINTAIN_COMPILED"] = "1"
    mirror_sources()
    fresh = ROOT / "build" / "compiled-new"
    shutil.rmtree(fresh, ignore_errors=True)
    pip("install", "--no-build-isolation", "--no-deps", "--no-compile", "--target", str(fresh), str(TREE))
    (fresh / "quintain-sources").write_text(mark, encoding="utf-8")
    shutil.rmtree(COMPILED, ignore_errors=True)
    fresh.rename(COMPILED)
    how = subprocess.run(
        [PYTHON, "-c", "from quintain._build import how_built; print(how_built())"],
        env=compiled_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    say(f"{how.stdout.strip()} ({time.monotonic() - start:.0f} s)")


def built_from() -> list[Path]:
    """Every file the package is built from."""
    files = [ROOT / name for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in")]
    for folder in ("src", "docs/rules"):
        files += [path for path in sorted((ROOT / folder).rglob("*")) if path.is_file()]
    return [path for path in files if path.is_file() and "__pycache__" not in path.parts and ".egg-info" not in str(path)]


def mirror_sources() -> None:
    """Bring build/tree up to date, where the package is built: what did not change is not compiled again."""
    wanted = {TREE / source.relative_to(ROOT): source for source in built_from()}
    present = [path for folder in ("src", "docs") for path in (TREE / folder).rglob("*") if path.is_file()]
    if not {path for path in present if ".egg-info" not in str(path)} <= set(wanted):
        shutil.rmtree(TREE)  # a file is gone: let nothing of it stay behind
    for copy, source in wanted.items():
        if not copy.is_file() or copy.read_bytes() != source.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)


def source_mark() -> str:
    """One mark for all the sources, this Python and the choice of building it pure."""
    mark = hashlib.sha256(sys.version.encode() + os.environ.get("QUINTAIN_PURE", "").encode())
    for path in built_from():
        mark.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return mark.hexdigest()


def say(text: str) -> None:
    print(f"--- {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
