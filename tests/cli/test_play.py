"""A fight in the terminal, typed as a person would."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from quintain.cli.play import Session, player_seat
from quintain.engine import Fight
from quintain.library.encounters import fight_of, load, play, samples


class Typed:
    """A person at the keyboard: types these lines, then leaves."""

    def __init__(self, lines: list[str], end: type[BaseException] = EOFError) -> None:
        self._lines: Iterator[str] = iter(lines)
        self._end = end

    def __call__(self, prompt: str) -> str:
        try:
            return next(self._lines)
        except StopIteration:
            raise self._end from None


def session(lines: list[str], kept: Path, name: str = "riposte/ferry", auto: bool = True) -> tuple[Session, io.StringIO]:
    enc = load(name)
    fight = play(enc, seed="terminal", auto={"gm": "steady"} if auto else {})
    screen = io.StringIO()
    console = Console(file=screen, width=80, highlight=False)
    return Session(fight, enc.name, console, Typed(lines), player_seat(fight), kept), screen


def run(lines: list[str], kept: Path, name: str = "riposte/ferry", auto: bool = True) -> tuple[Fight, str]:
    seat, screen = session(lines, kept, name, auto)
    assert seat.run() == 0
    return seat.fight, screen.getvalue()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "state" / "last.fight.json"


def test_board_options_odds_and_reasons_are_on_the_screen(kept: Path) -> None:
    _, screen = run(["1", "2", "7,4"], kept)
    assert "Ferry Landing" in screen and "Tamsin Quill" in screen
    assert "who goes next?" in screen
    assert "marked + above" in screen
    assert "2 away, out of reach" in screen  # why the Levy cannot be engaged from (7,4)


def test_no_line_is_broken_at_80_columns_on_the_board(kept: Path) -> None:
    _, screen = run(["1"], kept)
    board = [line for line in screen.splitlines() if line.startswith((" 0 ", " 7 "))]
    assert board and all(len(line) <= 80 for line in board)


def test_leaving_by_ctrl_c_keeps_the_fight_and_resume_goes_on(kept: Path) -> None:
    enc = load("riposte/ferry")
    fight = play(enc, seed="terminal", auto={"gm": "steady"})
    screen = io.StringIO()
    typed = Typed(["1", "2", "5,4"], KeyboardInterrupt)
    Session(fight, enc.name, Console(file=screen, width=80), typed, player_seat(fight), kept).run()
    assert "kept in" in screen.getvalue()
    again = fight_of(json.loads(kept.read_text(encoding="utf-8")))
    assert [asked.id for asked in again.questions] == [asked.id for asked in fight.questions]
    assert again.record == fight.record


def test_what_is_typed_wrongly_is_answered_with_a_sentence_and_changes_nothing(kept: Path) -> None:
    wrong = ["99", "nonsense", "odds", "rule", "rule set who=vail", "rule set hp", "die x", "hand", "take vail", "order a", "save",
             "enter 3", "redo", "rules", "rules XX-1", "hand gm brilliant", "odds 77", "export", "'unbalanced"]  # fmt: skip
    fight, screen = run(["1", *wrong], kept)
    assert len([entry for entry in fight.entries if entry.is_personal()]) == 1
    assert "Traceback" not in screen
    assert "neither an option here nor a command" in screen


def test_undo_redo_rulings_sheets_log_and_clauses(kept: Path) -> None:
    lines = ["1", "2", "7,4", "undo", "redo", "undo fresh", "rule set who=vail stat=hp value=3", "who vail", "who", "log 3",
             "rules RI-07", "rulings", "help", "look", "closed", "gm on", "gm off", "rolls"]  # fmt: skip
    fight, screen = run(lines, kept)
    vail = fight.battle.find("vail")
    assert vail is not None and vail.hp == 3  # type: ignore[attr-defined]
    assert "Taken back" in screen and "sets hp" in screen and "RI-07" in screen


def test_dice_are_typed_in_and_changed_afterwards(kept: Path) -> None:
    lines = ["1", "dice all", "rule move who=tamsin to=[9,5]", "2", "rule set who=tamsin stat=hp value=20"]
    seat, _ = session(lines, kept)
    seat.run()
    for _ in range(40):
        asked = seat.asked()
        if asked.pending is not None:
            break
        engage = [option.id for option in asked.options if option.weighs]
        seat.obey(engage[0] if engage else asked.options[0].id)
    assert seat.asked().pending is not None
    seat.obey("enter 250")
    assert seat.asked().pending is not None
    seat.obey("50")
    assert any(entry.do == "roll" and entry.faces == [50] for entry in seat.fight.entries)
    place = next(i for i, entry in enumerate(seat.fight.entries) if entry.do == "roll" and entry.faces == [50])
    seat.obey("dice off")
    seat.obey(f"die {place} 7")
    assert seat.fight.entries[place].faces == [7]


def test_a_fight_is_saved_exported_and_played_to_its_end_by_tactics(kept: Path, tmp_path: Path) -> None:
    record, later = tmp_path / "tonight.yaml", tmp_path / "later.yaml"
    fight, screen = run(["1", f"save {record}", f"export {later}", "hand players steady"], kept)
    assert fight.outcome is not None and "It is over" in screen
    assert load(later).battle().units
    assert "entries:" in record.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", samples())
def test_every_shipped_encounter_can_be_played_in_the_terminal(name: str, kept: Path) -> None:
    fight, screen = run(["1"] * 6 + ["who", "log", "hand players steady", "hand gm steady", "hand * steady"], kept, name)
    assert fight.outcome is not None
    assert "It is over" in screen and "Traceback" not in screen
