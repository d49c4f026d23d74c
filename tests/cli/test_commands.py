"""The commands as typed in a shell."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer

import quintain as q
from quintain.cli import ELSEWHERE
from quintain.cli.opening import runs_at
from quintain.engine.stream import commitment
from quintain.library.encounters import load, play, sample, samples


def quintain(*words: str, typed: str = "", home: Path | None = None) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "COLUMNS": "80"}
    if home is not None:
        env["XDG_STATE_HOME"] = str(home)
    return subprocess.run(
        [sys.executable, "-m", "quintain", *words], input=typed, capture_output=True, text=True, env=env, check=False, timeout=120
    )


def test_play_needs_no_configuration_and_resumes(tmp_path: Path) -> None:
    first = quintain("play", typed="1\nquit\n", home=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "Ferry Landing" in first.stdout and "go on with" in first.stdout
    again = quintain("play", "--resume", typed="", home=tmp_path)
    assert again.returncode == 0, again.stderr
    assert "who goes next?" in again.stdout


def test_a_chosen_seed_is_hashed_with_a_salt(tmp_path: Path) -> None:
    record = tmp_path / "fight.json"
    said = quintain("play", "--seed", "7", typed=f"save {record}\nquit\n", home=tmp_path).stdout
    seed = json.loads(record.read_text(encoding="utf-8"))["seed"]
    assert seed["value"] == "7" and len(seed["salt"]) == 32
    assert commitment("7", seed["salt"]) in said.replace("\n", "") and commitment("7") not in said


def test_without_a_word_it_opens_the_page_and_prints_the_link(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {**os.environ, "QUINTAIN_PORT": str(port), "QUINTAIN_DATA": str(tmp_path), "QUINTAIN_HOST": "127.0.0.1"}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        env.pop(name, None)
    command = [sys.executable, "-m", "quintain"]
    server = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert server.stdout is not None
        assert server.stdout.readline() == f"Quintain is at http://127.0.0.1:{port}/\n"
        for _ in range(600):
            if runs_at(f"http://127.0.0.1:{port}/"):
                break
            time.sleep(0.1)
        again = subprocess.run(command, env=env, capture_output=True, text=True, check=True, timeout=120)
        assert again.stdout == f"Quintain is running already, at http://127.0.0.1:{port}/\n"
    finally:
        server.terminate()
        server.communicate(timeout=60)
    assert not runs_at(f"http://127.0.0.1:{port}/")


def test_nothing_kept_is_said_in_a_sentence(tmp_path: Path) -> None:
    run = quintain("play", "--resume", home=tmp_path)
    assert run.returncode == 2 and "start one with" in run.stderr and "Traceback" not in run.stderr


def test_odds_of_what_can_be_done() -> None:
    run = quintain("odds", "riposte/ferry")
    assert run.returncode == 0, run.stderr
    assert "hit" in run.stdout and "%" in run.stdout


def test_replay_prints_events_as_text_and_json(tmp_path: Path) -> None:
    fight = play(sample("riposte/ferry"), seed="replay", auto={"*": "steady"})
    path = tmp_path / "fight.json"
    path.write_text(json.dumps(fight.record), encoding="utf-8")
    shown = quintain("replay", str(path), "--json")
    lines = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [line["text"] for line in lines[:-1]] == [event.text for event in fight.events]
    assert fight.outcome is not None and lines[-1]["outcome"]["result"] == fight.outcome.result
    assert quintain("check", str(path)).returncode == 0


def test_check_names_the_dice_of_a_record_that_its_seed_does_not_draw(tmp_path: Path) -> None:
    record = json.loads(json.dumps(play(sample("riposte/ferry"), seed="meddled", auto={"*": "steady"}).record))
    place = max(place for place, entry in enumerate(record["entries"]) if entry["do"] == "roll" and entry["value"] == "d%")
    drawn = record["entries"][place]["faces"][0]
    told = drawn + 1 if drawn < 50 else drawn - 1
    record["entries"][place]["faces"] = [told]
    record["entries"] = record["entries"][: place + 1]
    path = tmp_path / "fight.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    run = quintain("check", str(path))
    assert run.returncode == 1
    assert f"{path}: Not what the seed draws: entry {place + 1} of the record has" in run.stderr
    assert f"show {told}, the seed {drawn}." in run.stderr
    replayed = quintain("replay", str(path))
    assert replayed.returncode == 0 and f"show {told}, the seed {drawn}." in replayed.stdout


BROKEN = {
    "a missing file": (None, "there is no such file"),
    "no yaml": ("a: [1, 2", "line"),
    "not a mapping": ("- 1\n- 2\n", "must be a block of fields"),
    "an unknown system": ("system: chess\ncombatants: []\n", "system must be one of"),
    "a misspelt field": ("system: riposte\nname: X\ncombatant: []\n", "combatants"),
    "a record of nothing": ("quintain: 1\nsystem: riposte\nentries: []\n", "missing"),
}


@pytest.mark.parametrize("case", sorted(BROKEN))
def test_a_bad_file_gets_a_sentence_and_never_a_traceback(case: str, tmp_path: Path) -> None:
    text, said = BROKEN[case]
    path = tmp_path / "bad.yaml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    run = quintain("check", str(path))
    assert run.returncode == 1
    assert said in run.stderr and "Traceback" not in run.stderr
    assert str(path) in run.stderr


@pytest.mark.parametrize("words", [
    ("play", "riposte/nowhere"), ("play", "nowhere.yaml"), ("odds", "riposte/ferry", "--who", "nobody"), ("schema", "chess"),
    ("schema", "riposte", "poem"), ("replay", "nowhere.json"), ("play", "--tactic", "brilliant"), ("import", "nowhere"),
])  # fmt: skip
def test_what_cannot_be_done_is_said_in_a_sentence(words: tuple[str, ...], tmp_path: Path) -> None:
    run = quintain(*words, home=tmp_path)
    assert run.returncode != 0
    assert run.stderr.strip() and "Traceback" not in run.stderr


def test_schemas_and_samples_are_listed() -> None:
    schema = quintain("schema", "riposte")
    assert json.loads(schema.stdout)["type"] == "object"
    listed = quintain("samples")
    assert "riposte/ferry" in listed.stdout and listed.returncode == 0


def test_the_version_is_said_in_a_line() -> None:
    run = quintain("--version")
    assert run.returncode == 0 and run.stdout == f"quintain {q.__version__}\n"


def test_samples_are_listed_with_their_title_and_summary() -> None:
    listed = quintain("samples").stdout.splitlines()
    loaded = {name: load(name) for name in samples()}
    told = [[name, f"{enc.name}: {' '.join(enc.summary.split())}"] for name, enc in loaded.items()]
    assert [line.split(maxsplit=1) for line in listed[::2]] == told


def test_samples_are_listed_with_how_hard_they_are() -> None:
    listed = quintain("samples").stdout.splitlines()
    for name, line in zip(samples(), listed[1::2], strict=True):
        found = q.difficulty(name)
        assert line.strip().startswith(f"{found.word}: won ") and (not found.budget or found.budget in line)


@pytest.mark.parametrize("system", ["clash", "tiers", "riposte", "toughness", "escalation"])
def test_a_new_encounter_checks_and_plays(system: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    assert "quintain check" in quintain("new", system, str(path)).stdout
    text = path.read_text(encoding="utf-8")
    assert text == quintain("new", system).stdout and text.count("#") >= 5
    fight = play(load(path), seed=1, auto={"*": "steady"})
    assert fight.outcome is not None
    refused = quintain("new", system, str(path))
    assert refused.returncode == 2 and "is there already" in refused.stderr


def test_a_shipped_encounter_is_shown_as_the_file_it_is(tmp_path: Path) -> None:
    shown = quintain("show", "riposte/ferry")
    path = tmp_path / "ferry.yaml"
    path.write_text(shown.stdout, encoding="utf-8")
    assert load(path).data == sample("riposte/ferry").data and "won" in shown.stderr
    for words in (("show", "riposte/fery"), ("new", "ripost")):
        wrong = quintain(*words)
        assert wrong.returncode == 2 and "did you mean" in wrong.stderr


def imported_by(*words: str) -> set[str]:
    """The modules that a command imports."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "quintain", *words], capture_output=True, text=True, check=True, timeout=120
    )
    return {line.split("|")[-1].strip() for line in run.stderr.splitlines()}


def test_help_and_samples_import_only_what_they_need() -> None:
    heavy = {"numpy", "rich.console", "altair", "quintain.lab", "quintain.library.encounters", "quintain.systems.riposte"}
    assert not imported_by("--help") & {*heavy, "quintain.engine", "yaml", "pydantic"}
    assert not imported_by("samples") & heavy


def test_help_lists_every_command_as_its_own_help_begins() -> None:
    for module, commands in ELSEWHERE.items():
        app = typer.Typer()
        importlib.import_module(module).register(app)
        helps = {str(one.name): inspect.cleandoc(str(one.callback.__doc__)) for one in app.registered_commands if one.callback}
        assert {name: text.split("\n")[0] for name, text in helps.items()} == commands


def test_the_package_gives_its_names_when_asked() -> None:
    code = "import quintain.odds, quintain as q; print(all(getattr(q, n) is not None for n in q.__all__), callable(q.odds))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert run.stdout == "True True\n"
    with pytest.raises(AttributeError, match="no attribute 'sample_fight'"):
        _ = q.sample_fight  # type: ignore[attr-defined]
