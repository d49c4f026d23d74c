"""The compiled package in build/compiled: as pip installs it; putting it on PYTHONPATH is what "compiled" means here."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from pathlib import Path

from tools.environment import PYTHON
from tools.setting import BUILD, ROOT, Failed, name_of, only_one, replace_file, run

WHOLE = BUILD / "compiled"
PART = BUILD / "compiled-part"
TREE = BUILD / "tree"
LOG = BUILD / "compile.log"


def can_compile() -> bool:
    """Whether there is a C compiler, and it is wanted: then a failing compilation is to be taken seriously."""
    pure = os.environ.get("QUINTAIN_PURE", "") not in ("", "0")
    return not pure and any(shutil.which(name) for name in (os.environ.get("CC", "cc"), "gcc", "clang", "cl"))


def compiled_now(fingerprint: str) -> Path | None:
    """Where the sources of this fingerprint are compiled, wholly or (until that is done) core and one system."""
    for folder in (WHOLE, PART):
        if _stands(folder, fingerprint) and any((folder / "quintain" / "space").glob("grid.*.*")):
            return folder
    return None


def compiled_environment(folder: Path | None) -> dict[str, str]:
    """The environment in which this compiled package is the one that is imported."""
    return {**os.environ, "PYTHONPATH": str(folder)} if folder else dict(os.environ)


def compile_package(system: str = "", strict: bool = False, wait: str = "") -> bool:
    """Build the package into build/compiled, once for each content of the sources; False: somebody else is at it.

    With a system's name, only core and that one, into a folder of its own, to have it sooner. Strict: what does not compile is an
    error instead of a reason to run it as plain Python.
    """
    folder = PART if system else WHOLE
    with only_one("compile-lock", wait) as mine:
        if not mine:
            return False
        fingerprint = source_fingerprint()
        done = compiled_now(fingerprint)
        if done == WHOLE or (done and system) or (_stands(folder, fingerprint) and not strict):
            return True
        _build(folder, system, strict, fingerprint)
        return True


def is_built(fingerprint: str) -> bool:
    """Whether nothing is left to do: all is compiled, or it was tried and cannot be done here."""
    return _stands(WHOLE, fingerprint)


def _stands(folder: Path, fingerprint: str) -> bool:
    stamp = folder / "quintain-sources"
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == fingerprint


def _build(folder: Path, system: str, strict: bool, fingerprint: str) -> None:
    start = time.monotonic()
    environment = {**os.environ, "QUINTAIN_COMPILED": "1" if strict else "", "QUINTAIN_SYSTEMS": system}
    LOG.unlink(missing_ok=True)
    mirror_sources()
    fresh = BUILD / "compiled-new"
    shutil.rmtree(fresh, ignore_errors=True)
    options = ("--no-index", "--no-build-isolation", "--no-deps", "--no-compile", "--verbose", "--disable-pip-version-check")
    if not run([PYTHON, "-m", "pip", "install", *options, "--target", fresh, TREE], LOG, environment):
        raise Failed(f"the package could not be built; why is in {name_of(LOG)}.")
    replace_file(fresh / "quintain-sources", fingerprint)
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)
    with open(LOG, "a", encoding="utf-8") as log:
        print(f"built {system or 'all'} in {time.monotonic() - start:.0f} s", file=log)


def built_from() -> list[Path]:
    """Every file the package is built from."""
    files = [ROOT / name for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in")]
    files += [ROOT / "tools" / name for name in ("build_backend.py", "compiled_modules.py", "page.py", "setting.py")]
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


def source_fingerprint() -> str:
    """One fingerprint for all the sources, this Python and the choice of building it pure."""
    fingerprint = hashlib.sha256(sys.version.encode() + os.environ.get("QUINTAIN_PURE", "").encode())
    for path in built_from():
        fingerprint.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return fingerprint.hexdigest()
