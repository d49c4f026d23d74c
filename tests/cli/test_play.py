"""A fight in the terminal, typed as a person would."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from rich.cells import cell_len
from rich.console import Console

from quintain.cli.files import new_command
from quintain.cli.keep import fresh_place, kept_place
from quintain.cli.menu import Menu
from quintain.cli.play import Session, player_seat
from quintain.cli.show import notices, units
from quintain.engine import Event, Fight, Unavailable, view
from quintain.engine.protocol import View
from quintain.library.encounters import fight_of, load, play, sample, samples


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
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("quintain.cli.menu.ODDS_SECONDS", 0.1)
    return tmp_path / "state" / "last.fight.json"


def test_board_options_odds_and_reasons_are_on_the_screen(kept: Path) -> None:
    _, screen = run(["1", "2", "7,4"], kept)
    assert "Ferry Landing" in screen and "Tamsin Quill" in screen
    assert "who goes next?" in screen
    assert "marked + above" in screen
    assert "Engage Ditch Levy: 2 away" in screen  # why the Levy cannot be engaged from (7,4)
    board = screen[screen.rindex("marked + above") - 2500 : screen.rindex("marked + above")]
    assert "!" not in board  # no square warns of anything here


@pytest.mark.parametrize("name", ["clash/toll", "escalation/toll", "riposte/bridge", "tiers/kiln-yard", "toughness/pens"])
def test_nothing_is_wider_than_80_columns(name: str, kept: Path) -> None:
    looks = ["who", "list", "closed", "log 30", "odds 1", "help", "rulings", "rolls", "look"]
    seat, screen = session([], kept, name)
    seat.run()
    for _ in range(2):
        for line in looks:
            seat.obey(line)
        seat.obey(f"who {seat.fight.battle.units[0].id}")
        seat.obey("1")
        if seat.fight.questions:
            seat.show_events()
            seat.show_question()
    too_wide = [line for line in screen.getvalue().splitlines() if cell_len(line) > 80]
    assert not too_wide


def test_a_long_menu_is_folded_to_fit_the_screen_and_keeps_its_numbers(kept: Path) -> None:
    seat, screen = session(["parry"], kept, "toughness/standard")
    seat.run()
    question, shown = seat.asked(), seat.view()
    small = Menu(seat.fight, shown, question, seat.seat, 80, 10)
    large = Menu(seat.fight, shown, question, seat.seat, 80, 1_000)
    assert len(question["options"]) > 40
    assert len(small.text().plain.splitlines()) <= 22 and len(large.text().plain.splitlines()) <= 30
    assert [row.label for row in small.rows] == [row.label for row in large.rows]
    assert "End the turn" in small.text().plain
    seat.obey("list prepare")
    seat.obey("list 1")
    seat.obey("list dancing")
    assert "Prepare (when a foe comes" in screen.getvalue() and "  1.2  " in screen.getvalue()
    assert "there is no fold 'dancing' here" in screen.getvalue()


def test_a_way_of_a_row_is_chosen_by_its_number(kept: Path) -> None:
    seat, _ = session(["parry"], kept, "toughness/standard")
    seat.run()
    menu = seat.options()
    place, row = next((place, row) for place, row in enumerate(menu.rows, 1) if len(row.options) > 1)
    assert menu.named(str(place)) == row.options[0]["id"] and menu.named(f"{place}.2") == row.options[1]["id"]


def test_names_are_neither_markup_nor_emoji(kept: Path) -> None:
    lines = ["rule note text='[red]:skull: a[0] is :fire:[/red]'", "log 1"]
    _, screen = run(lines, kept)
    assert "[red]:skull: a[0] is :fire:[/red]" in screen


def test_looking_does_not_ask_again_and_enter_does(kept: Path) -> None:
    _, screen = run(["1", "who", "odds 1", "log", "nonsense"], kept)
    assert screen.count("who goes next?") == 1
    _, screen = run(["1", "who", ""], kept)
    assert screen.count("who goes next?") == 2


def test_no_wound_falls_off_the_end_of_a_line(kept: Path) -> None:
    wounds = [f"rule wound who=tam wound={wound}" for wound in ("bleeding", "blinded", "deafened", "downed", "rooted")]
    _, screen = run([*wounds, "who"], kept, "tiers/standard")
    last = screen[screen.rindex("Tam Hesper") :]
    assert all(wound in last for wound in ("bleeding 1", "blinded 4", "deafened 2", "downed 2", "rooted 3"))


def test_who_is_asked_the_same_again_and_again_is_told_of_standing_orders_once(kept: Path) -> None:
    """Ishmer strikes and declines to push each time; the order given then silences the question."""
    aside = [f"order {name} {about} never" for name in ("orsolya", "tam", "bricole") for about in ('"before roll"', "hit", "strike")]
    setup = ["rule move who=cutter to=[4,7]", "rule set who=ishmer stat=extra_acts value=9", "order * redo never"]
    setup += ['order * "push damage" never', "rule set who=cutter stat=max_hp value=900", "rule set who=cutter stat=hp value=900"]
    strikes = ["attack:staff:skirmish:@cutter", "no"] * 5
    _, screen = run(["1", "1", "1", "2", *aside, *setup, *strikes], kept, "tiers/standard")
    assert screen.count("push yourself for +1 Tier") == 5 and screen.count("tired of this?") == 1
    assert "order ishmer push never" in screen


def test_only_what_changed_is_drawn_again(kept: Path) -> None:
    _, screen = run(["1", "1"], kept, "tiers/standard")
    line = "Orsolya Venn           HP 41/41, Stress 0/10, Soak marked 0/4\n      Cautious"
    assert screen.count("Open Ground") == 1 and screen.count(line) == 1


def test_even_the_end_can_be_taken_back(kept: Path) -> None:
    fight, screen = run(["1", "hand players steady", "1", "who", "undo sideways", "undo"], kept)
    assert "It is over" in screen and "nothing is asked any more" in screen and "undo fresh for other dice" in screen
    assert "Taken back; people answer for players again." in screen
    assert fight.outcome is None and fight.questions[0].title == "Round 1, Heroes: who goes next?"
    fight, _ = run(["1", "hand players steady", "undo", "undo"], kept)
    assert fight.questions[0].title.startswith("Place your characters")


def test_a_group_and_a_square_name_an_option(kept: Path) -> None:
    _, screen = run(["odalys 1,2", "odalys 9,9"], kept)
    assert "Odalys Brandt is placed beside Wren Askar." in screen and "neither an option here nor a command" in screen


def test_a_defect_of_the_rules_does_not_end_the_session(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, screen = session([], kept)

    def broken(*_: object, **__: object) -> list[Event]:
        raise TypeError("no such thing")

    monkeypatch.setattr(seat, "answer", broken)
    assert seat.obey("1")
    assert "A defect in the rules as written (TypeError: no such thing)" in screen.getvalue()


def test_the_gm_may_ask_who_wins_from_here(kept: Path) -> None:
    _, screen = run(["1", "forecast", "gm on", "forecast 20", "forecast many"], kept)
    assert "type gm on first" in screen and "n = 20" in screen and "from 1 to 100000" in screen


def test_goals_and_tasks_stand_under_the_heading() -> None:
    goal = {"kind": "goal", "label": "Win", "text": "defeat Captain Vail", "done": False}
    task = {"kind": "task", "label": "Gate", "text": "12 HP", "done": True}
    assert notices(cast(View, {"notices": [goal, task]}), 80).plain == "  Goal, Win: defeat Captain Vail\n  Task, Gate: 12 HP (done)\n"
    assert notices(cast(View, {"notices": []}), 80).plain == ""


def test_players_are_shown_their_own_dice_only(kept: Path) -> None:
    seat, screen = session([], kept, "toughness/standard")
    seat.obey("rolls")
    assert "initiative:sefa" in screen.getvalue() and "initiative:ysolde" not in screen.getvalue()
    seat.obey("gm on")
    seat.obey("rolls")
    assert "initiative:ysolde" in screen.getvalue()


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


def test_where_there_is_nothing_to_show_that_is_said(kept: Path) -> None:
    _, screen = run(["odds", "odds 1", "closed", "rolls", "take bob", "take"], kept, "tiers/standard")
    assert "Nothing here leads to dice at once.\n" in screen and "Nothing that one would look for is closed here.\n" in screen
    assert "Later choices as by" in screen and "at either end" not in screen, "of what has no dice no share is known"
    assert "No dice of yours have been thrown of late.\n" in screen
    assert "bob is not handed over: to tactics are gm." in screen and "say whom: to tactics are gm." in screen


def test_an_act_and_a_square_are_understood_where_the_square_is_asked_later(kept: Path) -> None:
    fight, screen = run(["parry", "move 2, 5"], kept, "toughness/standard")
    moved = [event.data for event in fight.events if event.kind == "move"]
    assert {"at": [2, 5]} in moved, screen[-1500:]
    _, refused = run(["parry", "move 15,9", "fly 2,5"], kept, "toughness/standard")
    assert "15,9 is no free square in reach" in refused and "'fly 2,5' is neither an option" in refused


def test_examples_in_the_help_are_of_this_book_and_this_fight(kept: Path) -> None:
    _, screen = run(["help", "rules", "rule"], kept, "toughness/standard")
    assert "rules TO-07" in screen and "rule set who=brannoch stat=str value=3" in screen
    assert "RI-07" not in screen and "hp" not in screen
    fight, _ = run(["rule set who=brannoch stat=str value=2"], kept, "toughness/standard")
    assert any("sets str of Brannoch" in event.text for event in fight.events)


def test_a_question_mark_asks_for_help(kept: Path) -> None:
    screens = [run([asked], kept)[1] for asked in ("?", "h", "help")]
    assert "undo, undo fresh, redo" in screens[0] and screens[0] == screens[1] == screens[2]


def test_superscripts_and_endless_numbers_are_no_numbers(kept: Path) -> None:
    odd = ["\u00b2", "9" * 5000]
    lines = [f"{command}{number}" for number in odd for command in ("", "log ", "enter ", "die 1 ", "odds ")]
    _, screen = run(["gm on", *lines, *[f"forecast {number}" for number in odd]], kept)
    assert "defect" not in screen and "ValueError" not in screen
    assert "say how many fights" in screen


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
        if "dice" in asked:
            break
        engage = [option["id"] for option in asked["options"] if option["dice"]]
        seat.obey(engage[0] if engage else asked["options"][0]["id"])
    assert seat.asked()["dice"]["sides"] == [100]
    seat.obey("enter 250")
    assert "dice" in seat.asked()
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
    fight, screen = run(["1"] * 3 + ["who", "log", "hand players steady", "hand gm steady", "hand * steady"], kept, name)
    assert fight.outcome is not None
    assert "It is over" in screen and "Traceback" not in screen
    assert not [line for line in screen.splitlines() if cell_len(line) > 80]


def test_a_bluff_is_typed_as_one_number_that_seems_another_and_intents_stand_on_the_board(kept: Path) -> None:
    lines = ["gm on", "defend seems prepare", *["defend"] * 8, "look"]
    fight, screen = run(lines, kept, "clash/standard", auto=False)
    bluffs = [entry.value for entry in fight.entries if "~seems~" in entry.value]
    assert bluffs == ["defend~seems~prepare"] and "N seems M" in screen
    assert "-> Prepare (in truth: Defend)" in screen and "-> Defend" in screen


def test_a_held_result_is_shown_with_the_result(kept: Path) -> None:
    lines = ["gm on", "hold on", "1", "rule move who=tamsin to=[8,4]", "tamsin", "levy"]
    seat, screen = session(lines, kept, "riposte/ferry", auto=False)
    seat.run()
    held = seat.asked()["held"]
    assert held["what"] == "strike" and held["rows"]
    seat.show_question()
    assert held["rows"][0][0] in screen.getvalue()


# -- keeping the fight -------------------------------------------------------------------------------------------------


def test_on_a_disk_without_locks_a_fight_is_kept_all_the_same(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(lock: int, how: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", no_locks)
    alone, _ = session(["1"], kept)
    alone.run()
    assert alone.kept.path == kept and kept.is_file()


def test_two_terminals_do_not_share_a_file(kept: Path) -> None:
    first, _ = session(["1"], kept)
    second, _ = session(["1", "2"], kept)
    assert first.kept.path == kept and second.kept.path != kept
    first.run()
    second.run()
    assert fight_of(json.loads(first.kept.path.read_text(encoding="utf-8"))).record == first.fight.record
    assert fight_of(json.loads(second.kept.path.read_text(encoding="utf-8"))).record == second.fight.record
    assert first.fight.record != second.fight.record
    third, _ = session(["1"], second.kept.path)
    assert third.kept.path not in (first.kept.path, second.kept.path), "who came second has a file of its own too"


def test_a_new_fight_gets_a_file_of_its_own_and_resume_finds_the_last(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(kept.parent))
    one, two = fresh_place(), fresh_place()
    assert one != two
    for place in (one, two):
        seat, _ = session(["1"], place)
        assert seat.run() == 0 and kept_place() == place
    assert one.exists() and two.exists()


def test_a_failed_save_is_said_and_nothing_half_written_is_left(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, screen = session(["1"], kept)
    seat.run()
    before = kept.read_text(encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    seat.obey("2")
    assert seat.run() == 1
    assert "could not be kept" in screen.getvalue() and "The fight is not kept" in screen.getvalue()
    assert kept.read_text(encoding="utf-8") == before and not list(kept.parent.glob(f".{kept.name}.*[0-9a-f]"))
    seat.obey(f"export {kept.parent / 'later.yaml'}")
    assert "cannot be written" in screen.getvalue() and not (kept.parent / "later.yaml").exists()
    mine = kept.parent / "mine.yaml"
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(Unavailable, match="No space left on device"):
        new_command("riposte", mine, True)
    assert mine.read_text(encoding="utf-8") == "mine", "a new encounter replaces a file whole, or not at all"


def test_how_somebody_is_stands_whole_beside_a_board_too() -> None:
    shown = view(play(sample("toughness/standard"), seed="beside"), "gm")
    shown["units"][0]["status"] = "Wounded, Dazed, loses its turn, exposed"
    for width in (44, 60, 100):
        assert "Wounded, Dazed, loses its turn, exposed" in " ".join(units(shown, width).plain.split())
