"""The commands of the lab."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import quintain as q
from quintain.cli.lab import register
from quintain.cli.starts import working
from quintain.engine import Refusal
from quintain.lab.bench import bench_text, calibration, mirrored, standard_encounters
from tests.lab.conftest import two_a_side

CELLAR = "riposte/cellar"


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    register(made)
    return made


def one_line(text: str) -> str:
    return " ".join(text.split())


def said(app: typer.Typer, *words: str) -> str:
    result = CliRunner().invoke(app, list(words), env={"COLUMNS": "140"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def test_forecast_prints_and_writes(app: typer.Typer, tmp_path: Path) -> None:
    page, table = tmp_path / "cellar.html", tmp_path / "cellar.csv"
    text = said(app, "forecast", CELLAR, "-n", "60", "-j", "1", "-o", str(page), "-o", str(table), "--set", "odalys.hp+=3")
    assert "The heroes win" in text and "60 fights, seed 1" in text and "odalys.hp +3" in text
    assert page.stat().st_size > 10_000 and len(table.read_text(encoding="utf-8").splitlines()) == 61


def test_forecast_as_json_is_what_the_library_says(app: typer.Typer) -> None:
    found = json.loads(said(app, "forecast", CELLAR, "-n", "40", "-j", "1", "--json", "--tactics", "heroes=careful,*=reckless"))
    assert found["command"] == f"quintain forecast {CELLAR} --fights 40 --seed 1 --tactics 'heroes=careful,*=reckless'"
    found["command"] = ""
    assert found == json.loads(
        json.dumps(q.forecast(q.sample(CELLAR), 40, tactics={"heroes": "careful", "*": "reckless"}, processes=1).as_data())
    )


def test_compare_a_house_rule_in_one_line(app: typer.Typer) -> None:
    text = said(app, "compare", CELLAR, "-n", "60", "-j", "1", "--set", "heroes.hp*=0.5")
    assert "on the same dice" in text and "heroes.hp *0.5" in text


def test_sweep_tune_and_rank(app: typer.Typer) -> None:
    assert "at each of 2 points" in one_line(said(app, "sweep", CELLAR, "heroes.hp=10,20", "-n", "40", "-j", "1"))
    assert "heroes.hp" in said(app, "tune", CELLAR, "--change", "heroes.hp=4..12", "--wins", "50%", "-n", "60", "-j", "1")
    text = said(app, "rank", CELLAR, "--who", "odalys", "-n", "10", "-j", "1", "--no-abilities")
    assert "odalys" in text and "on the same dice" in text


def test_watch_tells_the_very_fight(app: typer.Typer, tmp_path: Path) -> None:
    record = tmp_path / "fight.json"
    text = said(app, "watch", CELLAR, "3", "--seed", "9", "--record", str(record))
    assert "Fight 3, seed 9:3:" in text and len(text.splitlines()) > 10
    assert q.fight_of(json.loads(record.read_text(encoding="utf-8"))).outcome is not None
    assert "(median)" in said(app, "watch", CELLAR, "median", "-n", "20")
    last = said(app, "watch", CELLAR, "3", "--seed", "9", "--json").splitlines()[-1]
    assert json.loads(last)["fight"] == 3


def test_forecast_from_the_record_of_a_fight(app: typer.Typer, tmp_path: Path) -> None:
    fight = q.play(q.sample(CELLAR), seed=2)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(fight.record), encoding="utf-8")
    assert "from here" in said(app, "forecast", str(path), "-n", "20", "-j", "1")
    with pytest.raises(Refusal, match="changed by rulings"):
        said(app, "forecast", str(path), "--set", "odalys.hp=3")


@pytest.mark.parametrize(
    "words",
    [
        ["forecast", "riposte/nowhere"],
        ["forecast", CELLAR, "-n", "0"],
        ["forecast", CELLAR, "--within", "soon"],
        ["forecast", CELLAR, "--set", "odalys.luckiness=3"],
        ["forecast", CELLAR, "--tactics", "heroes="],
        ["compare", CELLAR],
        ["sweep", CELLAR, "odalys"],
        ["tune", CELLAR, "--change", "odalys.hp=1..5", "--wins", "170%"],
        ["rank", CELLAR, "--who", "nobody"],
        ["watch", CELLAR, "funniest", "-n", "5"],
        ["forecast", ""],
        ["forecast", CELLAR, "-n", "-5"],
        ["forecast", CELLAR, "--within", "0%"],
        ["forecast", CELLAR, "-j", "100000"],
        ["forecast", CELLAR, "-j", "-1", "-n", "10"],
        ["forecast", CELLAR, "--set", "odalys.hp=[1"],
        ["forecast", CELLAR, "--option", "player_death=["],
        ["forecast", CELLAR, "--add", "odalys:-2"],
        ["forecast", CELLAR, "-n", "10", "-o", "/nowhere/at/all.html"],
        ["forecast", CELLAR, "-n", "10", "-o", "report.docx"],
        ["forecast", CELLAR, "-n", "10", "-o", "/.html"],
        ["forecast", CELLAR, "-n", "10", "--cluster", "nonsense"],
        ["sweep", CELLAR, "odalys.hp=1..100000000"],
        ["sweep", CELLAR, "odalys.hp=[1,2"],
        ["tune", CELLAR, "--change", "odalys.hp=1..5", "--within", "-5%"],
        ["rank", CELLAR, "--no-figures", "--no-abilities"],
        ["watch", CELLAR, "0"],
        ["watch", CELLAR, "99999999999999999999"],
        ["watch", CELLAR, "1", "--record", "/nowhere/at/all.json"],
        ["bench", "-n", "0"],
        ["bench", "--compiled", "/nowhere"],
    ],
)
def test_bad_input_gets_a_sentence(app: typer.Typer, words: list[str]) -> None:
    with pytest.raises(Refusal) as refused:
        said(app, *words)
    assert str(refused.value).rstrip().endswith((".", "?")) and "Traceback" not in str(refused.value)


def test_a_target_that_cannot_be_reached_is_an_answer_and_an_exit_code(app: typer.Typer) -> None:
    words = ["tune", CELLAR, "--change", "odalys.hp=19..20", "--wins", "1%", "-n", "40", "-j", "1"]
    result = CliRunner().invoke(app, words, env={"COLUMNS": "140"})
    assert result.exit_code == 1
    said = " ".join(result.stdout.split())
    assert "1 % cannot be reached" in said and "Allow odalys.hp below 19" in said


@pytest.mark.parametrize("name", ["clash/toll", "toughness/standard", CELLAR])
def test_reports_fit_80_columns_and_no_figure_is_parted_from_its_percent(app: typer.Typer, name: str) -> None:
    for words in (["forecast", name, "-n", "30"], ["compare", name, "--tactics", "steady", "--tactics", "careful", "-n", "20"]):
        lines = CliRunner().invoke(app, [*words, "-j", "1"], env={"COLUMNS": "80"}).stdout.splitlines()
        assert lines and all(len(line) <= 80 for line in lines)
        assert not any(line.lstrip().startswith(("%", "±")) for line in lines)


def listen_to_interrupts() -> None:
    """What a shell starts in the background ignores interrupts, and so would its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def interrupted(*words: str) -> tuple[str, str, int]:
    """A command that was given one Ctrl-C after a while: what it said, and its exit status. On a busy machine it is given longer."""
    out, err, status = "", "", 0
    for wait in (4, 12, 60, 180):
        running = subprocess.Popen(
            [sys.executable, "-m", "quintain", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "COLUMNS": "120"}, start_new_session=True, preexec_fn=listen_to_interrupts,
        )  # fmt: skip
        time.sleep(wait)
        os.killpg(running.pid, signal.SIGINT)
        try:
            out, err = running.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            out, err = running.communicate()
        status = running.returncode
        if out:
            break
    return out, err, status


def test_an_interrupt_still_reports() -> None:
    out, err, status = interrupted("forecast", CELLAR, "-n", "5000000", "-j", "2")
    assert out.startswith("Interrupted: ") and "of 5,000,000 fights are counted" in out, err
    assert status == 130


def test_an_interrupt_while_the_encounter_is_read_ends_the_command_without_a_traceback(tmp_path: Path) -> None:
    pipe = tmp_path / "slow.yaml"
    os.mkfifo(pipe)
    running = subprocess.Popen(
        [sys.executable, "-m", "quintain", "forecast", str(pipe)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=listen_to_interrupts,
    )  # fmt: skip
    with pipe.open("w"):  # opens when the command reads
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=120)
    assert (out, err, running.returncode) == ("", "quintain: interrupted.\n", 130)


PRESSED_WHILE_LOADING = """
import os, signal, sys
from quintain.start import main

class Press:
    def find_spec(self, name, *rest):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Press())
main()
"""


@pytest.mark.parametrize("words", [("forecast", CELLAR, "-n", "5000000"), ("play", CELLAR), ("samples",)])
def test_an_interrupt_while_the_command_is_loaded_is_answered_in_a_word(words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRESSED_WHILE_LOADING, *words], capture_output=True, text=True, timeout=120, check=False,
        stdin=subprocess.DEVNULL, preexec_fn=listen_to_interrupts,
    )  # fmt: skip
    assert (done.stdout, done.stderr, done.returncode) == ("", "quintain: interrupted.\n", 130)


def hold_interrupts_back() -> None:
    listen_to_interrupts()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def test_an_interrupt_that_was_held_back_while_python_started_is_answered_in_a_word() -> None:
    # as ./play starts it: whenever it is pressed, nothing but the command itself tells of it
    for wait in range(8):
        running = subprocess.Popen(
            [sys.executable, "-m", "quintain", "forecast", CELLAR, "-n", "5000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True, preexec_fn=hold_interrupts_back,
        )  # fmt: skip
        time.sleep(wait / 150)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=120)
        assert (out, err, running.returncode) == ("", "quintain: interrupted.\n", 130)


def test_one_press_ends_a_whole_comparison() -> None:
    out, err, status = interrupted("compare", CELLAR, "--set", "heroes.hp*=0.5", "-n", "5000000", "-j", "2", "--json")
    assert status == 130, err
    found = json.loads(out)
    assert found["unfinished"] is True and len({one["fights"] for one in found["forecasts"]}) == 1


def test_a_sweep_by_several_measures_fits_80_columns(app: typer.Typer) -> None:
    words = ["sweep", CELLAR, "odalys.hp=5,10", "--by", "down", "--by", "left", "--by", "wins", "-n", "10", "-j", "1"]
    text = CliRunner().invoke(app, words, env={"COLUMNS": "80"}).stdout
    assert "…" not in text and all(f"{word}\n" in text for word in ("somebody down", "health left")) and "█" in text


def test_everybody_is_meant_by_a_star(app: typer.Typer) -> None:
    text = one_line(said(app, "compare", CELLAR, "--set", "*.hp*=3", "-n", "40", "-j", "1"))
    assert "*.hp *3" in text and "rounds +" in text


def test_several_variants_with_names(app: typer.Typer) -> None:
    words = ["compare", CELLAR, "--variant", "weak: heroes.hp*=0.5", "--variant", "more: +hound:2; heroes.hp=40"]
    text = one_line(said(app, *words, "-n", "40", "-j", "1"))
    assert "weak: " in text and "more: " in text
    assert "Again: quintain compare riposte/cellar --variant 'weak: heroes.hp*=0.5' --variant" in text
    with pytest.raises(Refusal, match="names no variant"):
        said(app, "compare", CELLAR, "--variant", "weak", "-n", "10")


def test_overrides_work_wherever_an_encounter_is_taken(app: typer.Typer) -> None:
    for words in (
        ["sweep", CELLAR, "odalys.hp=10,20"],
        ["tune", CELLAR, "--change", "odalys.hp=4..40", "--goal", "rounds=3", "--within", "49%"],
        ["rank", CELLAR, "--who", "odalys", "--no-abilities", "--by", "rounds"],
    ):
        text = one_line(said(app, *words, "--set", "levy.hp=1", "-n", "20", "-j", "1"))
        assert "--set levy.hp=1" in text and "Again: quintain" in text


@pytest.mark.parametrize("name", ["clash/standard", "escalation/toll", "toughness/standard", "tiers/standard", CELLAR])
def test_every_fight_of_every_system_as_parquet(app: typer.Typer, name: str, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "fights.parquet"
    said(app, "forecast", name, "-n", "12", "-j", "1", "-o", str(path), "--no-band")
    assert parquet.read_table(str(path)).num_rows == 12


# -- the benchmark, without its clock ---------------------------------------------------------------------------------------


def test_the_benchmark_knows_every_system() -> None:
    assert {name.split("/")[0] for name in standard_encounters()} == {name.split("/")[0] for name in q.samples()}
    assert calibration() > 0


def test_an_encounter_of_any_size() -> None:
    sized = mirrored(q.sample("riposte/ferry"), 4)
    sides = [unit.side for unit in sized.battle().units]
    assert sides.count("heroes") == 4 and sides.count("enemies") == 4
    with pytest.raises(Refusal):
        mirrored(two_a_side(), 4)


def test_the_benchmark_shows_ratios() -> None:
    rates = {"fights/CPU s": 110.0, "fights/s": 100.0, "fights/s, 2 processes": 180.0}
    one = {**rates, "odds, s": 0.01, "answer, ms": 2.0, "answers": 200, "by size": {}}
    two = {**one, "fights/CPU s": 880.0, "fights/s": 800.0, "fights/s, 2 processes": 1500.0, "answer, ms": 0.5}
    text = bench_text(
        {
            "systems": {"riposte/ferry": {"interpreted": one, "compiled": two}},
            "memory": {"2,000 fights": {"MB": 50.0}, "20,000 fights": {"MB": 50.4}},
            "build of the rest": "compiled",
            "calibration": 0.2,
            "calibration after": 0.2,
            "processes": 2,
        }
    )
    assert "x 8.0" in text and "x 4.0" in text and "Calibration loop: 0.2 s" in text


def test_the_bar_of_a_terminal_runs_no_thread_beside_which_processes_could_not_be_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    before = threading.active_count()
    with working("sampling") as bar:
        bar(0.5)
        assert threading.active_count() == before
