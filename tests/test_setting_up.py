"""./play and ./test in a clone: what they run, what they say when something is missing, how they go on where they were stopped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from quintain import _build
from tools import building, environment, page, playing, setting, testing
from tools.lock_page import LOCK, completed

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(("words", "command"), [
    ("", ""), ("terminal", "play"), ("terminal --both", "play --both"), ("riposte/ferry --seed 3", "play riposte/ferry --seed 3"),
    ("mine.yaml", "play mine.yaml"), ("--resume", "play --resume"), ("forecast clash/hall -n 10", "forecast clash/hall -n 10"),
    ("samples", "samples"), ("--help", "--help"), ("--version", "--version"),
])  # fmt: skip
def test_what_play_runs(words: str, command: str) -> None:
    assert playing.as_command(words.split()) == command.split()


def test_the_system_that_is_wanted_is_compiled_first() -> None:
    assert playing.wanted_system(["forecast", "tiers/bridge"]) == "tiers"
    assert playing.wanted_system(["mine/file.yaml"]) == playing.wanted_system([]) == "riposte"


def test_playing_installs_what_playing_imports_and_the_rest_comes_later() -> None:
    first, then = environment.requirements("play"), environment.requirements("lab")
    assert set(first) < set(then) < set(environment.requirements("dev"))
    assert not [need for need in first if need.startswith(("altair", "vl-convert", "mypy>", "setuptools"))]


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone of nothing: the folders that setting up writes to."""
    places = {
        "BUILD": tmp_path / "build", "LOG": tmp_path / "build" / "log", "VENV": tmp_path / ".venv", "WEB": tmp_path / "web",
        "DIST": tmp_path / "web" / "dist", "PYTHON": tmp_path / ".venv" / "bin" / "python",
    }  # fmt: skip
    for module in (setting, environment, page, building, playing, testing):
        for name, place in places.items():
            if hasattr(module, name):
                monkeypatch.setattr(module, name, place)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "build").mkdir()
    return tmp_path


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


def test_without_a_network_it_says_so_and_names_the_log(clone: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program(clone / ".venv/bin/python", '[ "$3" = --version ] && exit 0; echo "NewConnectionError: no route"; exit 1')
    with pytest.raises(setting.Failed, match=r"could not be installed \(no network\?\)\. What pip said is in .*log\."):
        environment.make_environment("play")
    assert "no route" in (clone / "build" / "log").read_text(encoding="utf-8")
    assert "no route" not in "".join(capfd.readouterr())
    assert not environment.environment_is_ready("play")


def test_wheels_kept_earlier_are_enough(clone: Path) -> None:
    wheels = environment.wheels_kept()
    assert wheels is not None
    (wheels / "some.whl").touch()
    (clone / ".venv/lib/python3/site-packages").mkdir(parents=True)
    program(clone / ".venv/bin/python", 'case "$*" in *--version*|*--no-index*) exit 0;; esac; exit 1')
    environment.make_environment("play")
    assert environment.environment_is_ready("play") and not environment.environment_is_ready("lab")


def test_where_nothing_can_be_kept_pip_installs_all_the_same(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (clone / "home").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(clone / "home"))
    (clone / ".venv/lib/python3/site-packages").mkdir(parents=True)
    program(clone / ".venv/bin/python", "exit 0")
    environment.make_environment("play")
    assert environment.wheels_kept() is None and environment.environment_is_ready("play")


def test_what_was_interrupted_is_installed_again_over_what_is_there(clone: Path) -> None:
    (clone / ".venv/lib/python3/site-packages").mkdir(parents=True)
    program(clone / ".venv/bin/python", '[ "$3" = install ] && [ ! -f go ] && exit 1; exit 0')
    with pytest.raises(setting.Failed):
        environment.make_environment("play")
    program(clone / ".venv/bin/python", "exit 0")
    environment.make_environment("play")
    assert "--ignore-installed" in (clone / "build" / "log").read_text(encoding="utf-8")
    assert environment.environment_is_ready("play") and not (clone / "build" / "venv-unfinished").exists()


def test_a_clone_that_cannot_be_written_to_gets_a_sentence(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (clone / "file").touch()
    monkeypatch.setattr(setting, "BUILD", clone / "file" / "build")
    with pytest.raises(setting.Failed, match="put the clone where you may write"):
        environment.make_environment("play")


def test_a_second_caller_waits_or_leaves_it(clone: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lock = str(clone / "build" / "some")
    code = f"import fcntl, time; f = open({lock!r}, 'a'); fcntl.flock(f, fcntl.LOCK_EX); print(flush=True); time.sleep(1)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdout.readline()
        with setting.only_one("some") as mine:
            assert not mine
        with setting.only_one("some", wait="waiting for the other") as mine:
            assert mine and other.wait(20) == 0
    assert "waiting for the other" in capfd.readouterr().err


def a_small_page(clone: Path) -> Path:
    (clone / "web").mkdir()
    (clone / "web" / "package.json").write_text("{}", encoding="utf-8")
    program(clone / "bin" / "node", 'echo "v22.12.0"; [ "$1" = --version ] && exit 0\n'
            'case "$*" in *"run build"*) mkdir -p dist && echo page > dist/index.html;; esac')  # fmt: skip
    program(clone / "bin" / "npm", "exit 1")
    return clone / "bin"


def test_the_page_is_built_once_for_each_content_of_its_sources(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{a_small_page(clone)}:/usr/bin:/bin")
    assert page.page_is_wanted() and page.build_page() == ""
    assert not page.page_is_wanted() and (clone / "web" / "dist" / "index.html").is_file()
    (clone / "web" / "more.ts").touch()
    assert page.page_is_wanted()


def test_without_node_the_page_is_missing_in_a_sentence_and_the_fight_is_in_the_terminal(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    a_small_page(clone)
    monkeypatch.setattr(page, "_node_packages", list)
    monkeypatch.setattr(playing, "install_node", lambda: None)
    program(clone / "bin" / "node", 'echo "v18.4.0"')
    monkeypatch.setenv("PATH", f"{clone / 'bin'}:/usr/bin:/bin" if not os.path.exists("/usr/bin/node") else str(clone / "bin"))
    assert playing.with_page([]) == ["play"] and playing.with_page(["serve", "--port", "1"]) == ["serve", "--port", "1"]
    assert "takes Node 20.19 or newer" in capfd.readouterr().err


def test_a_compiled_build_is_used_when_it_is_ready_and_of_these_sources(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "WHOLE", clone / "build" / "compiled")
    monkeypatch.setattr(building, "PART", clone / "build" / "compiled-part")
    monkeypatch.setattr(_build, "compiled", lambda: False)
    monkeypatch.setenv("QUINTAIN_BEHIND", f"mark:{clone / 'build'}")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    assert building.compiled_now("mark") is None and "PYTHONPATH" not in _build.child_environment()
    for name in ("compiled-part", "compiled"):
        folder = clone / "build" / name
        (folder / "quintain" / "space").mkdir(parents=True)
        (folder / "quintain" / "space" / "grid.cpython-311.so").touch()
        (folder / "quintain-sources").write_text("mark", encoding="utf-8")
        assert building.compiled_now("mark") == folder and _build.child_environment()["PYTHONPATH"] == str(folder)
    assert building.compiled_now("other") is None


def test_setting_up_moves_one_line_on_a_terminal() -> None:
    code = "import time; from tools.setting import moving\nwith moving('doing this'): time.sleep(0.4)\nprint('after')"
    shell = f"import pty, sys; sys.exit(pty.spawn([sys.executable, '-c', {code!r}]) >> 8)"
    command = [sys.executable, "-c", shell]
    run = subprocess.run(command, capture_output=True, cwd=ROOT, check=True, timeout=60, stdin=subprocess.DEVNULL)
    assert run.stdout.count(b"\r") > 3 and b"doing this (0 s)" in run.stdout
    assert run.stdout.count(b"\n") == 1 and run.stdout.endswith(b"after\r\n")


def test_the_pages_lock_names_every_machine_and_no_address() -> None:
    lock = json.loads(LOCK.read_text(encoding="utf-8"))
    assert completed(lock) == lock, "run: python tools/lock_page.py"
    assert not [name for name, entry in lock["packages"].items() if "resolved" in entry]


@pytest.mark.parametrize("build", [building.WHOLE, None])
def test_the_test_command_begins_with_what_fails_soonest_and_leaves_nothing_out(
    build: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick, whole = testing.steps(True, []), testing.steps(False, [])
    assert [title for title, _ in quick] == ["style", "quick tests"]
    titles = [title for title, _ in whole]
    assert titles[:2] == ["style", "quick tests"] and titles[2].startswith("types") and len(titles) == 6
    ran: set[Path] = set()

    def running(*given: str, environment: dict[str, str] | None = None, waiting: int = 0) -> int:
        """What pytest would collect: the paths that are named, or everything, without what is ignored."""
        named = [ROOT / word for word in given if not word.startswith("-")] or [ROOT / "tests"]
        found = {path for one in named for path in ([one] if one.is_file() else one.rglob("test_*.py"))}
        ignored = [ROOT / word.removeprefix("--ignore=") for word in given if word.startswith("--ignore=")]
        globs = [word.removeprefix("--ignore-glob=") for word in given if word.startswith("--ignore-glob=")]
        ran.update(
            path for path in found
            if not any(path == one or one in path.parents for one in ignored) and not any(path.match(glob) for glob in globs)
        )  # fmt: skip
        return 0

    monkeypatch.setattr(testing, "on_all_cores", running)
    monkeypatch.setattr(testing, "compiled_now", lambda mark: build)
    assert [step([]) for step in (testing.quick_tests, testing.compiled_tests, testing.other_tests)] == [0, 0, 0]
    assert ran == set((ROOT / "tests").rglob("test_*.py"))


def test_the_importers_tests_run_again_when_what_they_stand_on_changes(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, ...]] = []
    page, passed = clone / "importer" / "page.py", clone / "passed"
    page.parent.mkdir()
    page.write_text("GRAMMAR = 1\n", encoding="utf-8")
    monkeypatch.setattr(testing, "ROOT", clone)
    monkeypatch.setattr(testing, "IMPORTER_PASSED", passed)
    monkeypatch.setattr(testing, "importer_stands_on", lambda: iter([page]))
    monkeypatch.setattr(testing, "compiled_now", lambda mark: None)

    def passing(*given: str, environment: dict[str, str]) -> int:
        ran.append(given)
        return 0

    monkeypatch.setattr(testing, "on_all_cores", passing)
    assert [testing.importer_tests(), testing.importer_tests()] == [0, 0] and ran == [("importer/tests",)]
    page.write_text("GRAMMAR = 2\n", encoding="utf-8")
    assert testing.importer_tests() == 0 and len(ran) == 2
    monkeypatch.setattr(testing, "on_all_cores", lambda *given, environment: 1)
    page.write_text("GRAMMAR = 3\n", encoding="utf-8")
    assert [testing.importer_tests(), testing.importer_tests()] == [1, 1], "what failed is not marked as passed"


def test_the_importers_tests_stand_on_all_that_files_of_its_system_may_say() -> None:
    stands = set(testing.importer_stands_on())
    escalation = ROOT / "src" / "quintain" / "systems" / "escalation"
    declared = {escalation / name for name in ("fields.py", "block_fields.py", "file_vocabulary.py", "files.py", "published.py")}
    assert declared <= stands and set(escalation.glob("fields_*.py")) <= stands
    assert {ROOT / "src" / "quintain" / "cli" / "importing.py", *(ROOT / "importer" / "src").rglob("*.py")} <= stands


def test_what_cannot_be_installed_for_the_tests_is_named(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    program(clone / "bin" / "apt-get", "exit 100")
    monkeypatch.setenv("PATH", str(clone / "bin"))
    monkeypatch.setattr(testing, "program", lambda name: None)
    testing.install_programs()
    said = capfd.readouterr().err
    assert "chromium and postgresql and openssl could not be installed" in said and "log" in said
