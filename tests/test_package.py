"""The package as somebody installs it: the sdist and the wheel, on a machine without compiler and Node."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import pytest

from tests.support import LONG

ROOT = Path(__file__).resolve().parents[1]
COMPILED = bool(os.environ.get(LONG))
"""In the long round the wheel is compiled and its page is the real one; else plain Python and a page of one line."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as git has them, with a page already built."""
    tree = tmp_path_factory.mktemp("package") / "tree"
    command = ["git", "ls-files", "-co", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file() and not name.startswith(("tests/", "docs/lab")) and (COMPILED or not name.startswith("web/")):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tree / name)
    if not COMPILED:
        (tree / "web" / "dist").mkdir(parents=True)
        (tree / "web" / "dist" / "index.html").write_text("the page", encoding="utf-8")
    return tree


@pytest.fixture(scope="module")
def sdist(tree: Path) -> Path:
    code = "import sys; sys.path.insert(0, 'tools'); import build_backend; build_backend.build_sdist('dist')"
    subprocess.run([sys.executable, "-c", code], cwd=tree, check=True, capture_output=True, timeout=600)
    return next((tree / "dist").glob("quintain-*.tar.gz"))


def test_the_sdist_carries_everything_that_installing_from_it_needs(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"web/dist/index.html", "setup.py", "tools/page.py", "tools/build_backend.py", "docs/rules/riposte.md", "LICENSE"} <= names
    assert {f"src/quintain/systems/riposte/content/{name}.yaml" for name in ("ferry", "cellar")} <= names
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


def test_a_wheel_of_it_works_without_compiler_and_node(sdist: Path, tmp_path: Path) -> None:
    build = {**os.environ, "QUINTAIN_PURE": "" if COMPILED else "1", "QUINTAIN_COMPILED": "1" if COMPILED else ""}
    build.pop("PYTHONPATH", None)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    offline = ["--no-index", "--no-deps"]
    subprocess.run([*pip, "wheel", "-q", *offline, "--no-build-isolation", "-w", tmp_path, sdist], env=build, check=True, timeout=3600)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True, timeout=120)
    bare = tmp_path / "bare" / "bin"
    wheel = next(tmp_path.glob("quintain-*.whl"))
    subprocess.run([*pip, "--python", bare / "python", "install", "-q", *offline, wheel], env=build, check=True, timeout=120)
    site = next((tmp_path / "bare").rglob("site-packages"))
    (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    for words, said in (
        (["--version"], "quintain "), (["samples"], "riposte/ferry"), (["check", "--help"], "Check files"),
        (["forecast", "riposte/ferry", "-n", "20", "-j", "1"], "Ferry Landing"),
    ):  # fmt: skip
        command = [str(bare / "quintain"), *words]
        run = subprocess.run(command, env={"PATH": str(bare)}, capture_output=True, text=True, timeout=300, check=False)
        assert run.returncode == 0 and said in run.stdout, run.stderr
    installed = site / "quintain"
    assert (installed / "page" / "index.html").is_file() and (installed / "rules" / "riposte.md").is_file()
    assert (installed / "_build_note.txt").read_text(encoding="utf-8").startswith("compiled" if COMPILED else "QUINTAIN_PURE")
