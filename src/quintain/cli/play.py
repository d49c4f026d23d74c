"""A fight in the terminal: the board, whose say it is, numbered options with their odds, the log; and everything can be taken back."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from rich.console import Console

from quintain.cli import draw, show
from quintain.engine import GM, PLAYERS, Event, Fight, OpenOption, OpenQuestion, Refusal, Unavailable, view
from quintain.engine.refusal import ReplayMismatch, RuleError
from quintain.engine.ruling import COMMON
from quintain.engine.view import event_view, own_sides, own_units
from quintain.library.clauses import clause_text

ODDS_WAYS = 100_000
"""What can come out in more ways is not waited for at a table."""
HELP = """
  N, or an option's id     choose it            odds N          its odds in full
  look                     the board again      who [NAME]      everybody, or one sheet
  log [N]                  the last N lines, with their arithmetic and clause
  rules RI-07              what that clause of the rule book says
  undo, undo fresh, redo   take back (with the same or with other dice), do again
  dice NAME | dice off     type in the dice of a combatant or of all; enter 4 or 4 7
  hand WHO TACTIC          let a tactic play a combatant, a side or gm; take WHO takes it back
  order WHO ABOUT always|never|ask    answer such questions in advance
  rule NAME key=value ...  the GM's word: rule set who=vail stat=hp value=3; rulings lists them
  die N FACES              change a die already thrown: entry N of the record (rolls lists them)
  hold on|off              stop before consequences are written
  gm on|off                see everything, or only what the players may
  save FILE, export FILE   keep the fight; write it as a new encounter
  quit                     stop; the fight is kept and --resume goes on with it
"""


def kept_place() -> Path:
    """Where the fight in progress is kept, so that nothing is lost."""
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return state / "quintain" / "last.fight.json"


def write_record(fight: Fight, path: Path) -> None:
    """A record as a file, JSON or YAML by its name; replaced as a whole, never half written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    record = fight.record
    text = json.dumps(record) if path.suffix == ".json" else yaml.safe_dump(record, sort_keys=False, allow_unicode=True)
    draft = path.with_name(path.name + ".new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


class Session:
    """One person at a terminal, for the players, for the GM, or for both."""

    def __init__(self, fight: Fight, name: str, console: Console, ask: Callable[[str], str], seat: str, kept: Path) -> None:
        self.fight = fight
        self.name = name
        self.console = console
        self.ask = ask
        self.seat = seat
        self.kept = kept
        self.seen = 0
        self.numbered: list[OpenOption] = []
        self.explained = False
        self.drawn: object = None
        self.drawn_reach: set[tuple[int, int]] = set()

    # -- the loop --------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until it is over or the person stops."""
        try:
            while self.fight.questions:
                self.show_events()
                self.keep()
                self.show_question()
                line = self.ask("> ").strip()
                if line and not self.obey(line):
                    break
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        self.keep()
        if self.fight.outcome is not None:
            self.show_events()
            self.show_end()
        else:
            self.console.print(f"The fight is kept in {self.kept}; go on with: quintain play --resume", soft_wrap=True)
        return 0

    def keep(self) -> None:
        try:
            write_record(self.fight, self.kept)
        except OSError as problem:
            self.console.print(f"The fight could not be kept in {self.kept}: {problem}", style="red", soft_wrap=True)

    def obey(self, line: str) -> bool:
        """Carry out what was typed; False when the person wants to stop."""
        try:
            words = shlex.split(line)
        except ValueError:
            words = line.split()
        if not words:
            return True
        verb = words[0].lower()
        if verb in ("quit", "exit", "q"):
            return False
        try:
            known = getattr(self, f"do_{verb}", None)
            if known is not None:
                known(words[1:])
            else:
                self.choose(line)
        except (Refusal, ReplayMismatch) as no:
            self.console.print(f"  {no}", style="red", soft_wrap=True)
        except RuleError as problem:
            self.console.print(f"  A defect in the rules as written ({problem}); nothing was changed.", style="red")
        return True

    # -- showing ---------------------------------------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        return view(self.fight, self.seat)

    def width(self) -> int:
        return min(self.console.width, 100)

    def show_board(self) -> None:
        shown = self.view()
        reach = show.reach_of(self.asked()) if self.fight.questions else set()
        self.console.print()
        self.console.print(show.heading(shown, self.name, self.width()))
        self.console.print(show.scene(shown, self.width(), reach))
        legend = draw.legend(shown)
        if legend and not self.explained:
            self.console.print(f"    {legend}", style="dim", soft_wrap=True)
        self.explained = True
        self.drawn = self.fight.battle.key()
        self.drawn_reach = reach

    def show_events(self) -> None:
        fresh = self.fight.events[self.seen :]
        self.seen = len(self.fight.events)
        lines = [line for line in (self.told(event) for event in fresh) if line is not None]
        for line in lines[-24:]:
            self.console.print(show.event_line(line), end="", soft_wrap=True)
        if len(lines) > 24:
            self.console.print(f"  ({len(lines) - 24} lines before these: log {len(lines)})", style="dim")

    def told(self, event: Event) -> dict[str, object] | None:
        battle = self.fight.battle
        return event_view(event, self.seat, own_sides(battle, own_units(battle, self.seat)))

    def show_question(self) -> None:
        asked = self.asked()
        if self.drawn != self.fight.battle.key() or self.drawn_reach != show.reach_of(asked):
            self.show_board()
        self.console.print()
        self.console.print(f"  {asked.title}", style="bold", soft_wrap=True)
        if len(self.fight.questions) > 1:
            waiting = sum(1 for open in self.fight.questions if not open.picked)
            self.console.print(f"  (declared in secret, all at once; {waiting} still to declare)", style="dim")
        if asked.pending is not None:
            self.console.print(f"  enter the faces of {asked.pending.dice.name}, such as: enter 4", style="dim")
            self.numbered = []
            return
        lines, self.numbered = show.options(self.fight, asked, self.seat, self.width())
        self.console.print(lines, end="")
        self.console.print(show.closed(asked), end="")

    def show_end(self) -> None:
        outcome = self.fight.outcome
        assert outcome is not None
        self.show_board()
        winner = f", won by {outcome.winner}" if outcome.winner else ""
        self.console.print(f"\n  It is over: {outcome.result}{winner}. {outcome.why}", style="bold", soft_wrap=True)
        self.console.print(f"  The dice came from the seed {self.fight.seed}, whose hash was shown from the start.", style="dim")

    def asked(self) -> OpenQuestion:
        """The question to answer next: in a declaration, the first without an answer."""
        for asked in self.fight.questions:
            if not asked.picked:
                return asked
        return self.fight.questions[0]

    # -- choosing --------------------------------------------------------------------------------------------------

    def option(self, text: str) -> str:
        """What was typed, as an option id: a number, an id, or what stands after the colon of one."""
        asked = self.asked()
        if text.isdigit() and 1 <= int(text) <= len(self.numbered):
            return self.numbered[int(text) - 1].id
        ids = [option.id for option in asked.options]
        if text in ids:
            return text
        short = [id for id in ids if show.short_id(id) == text]
        if len(short) == 1:
            return short[0]
        if text.isdigit():
            last = len(self.numbered)
            raise Unavailable(f"there are options 1 to {last} here." if last else "there are no numbered options here.")
        return text

    def choose(self, text: str) -> None:
        asked = self.asked()
        if asked.pending is not None:
            self.do_enter(text.split())
            return
        wanted = self.option(text)
        if asked.question is not None and asked.question.find(wanted) is None:
            raise Unavailable(f"{text!r} is neither an option here nor a command; type help for the commands.")
        self.fight.answer(asked.id, wanted, by="" if self.seat != GM else GM)

    # -- commands --------------------------------------------------------------------------------------------------

    def do_help(self, words: list[str]) -> None:
        self.console.print(HELP, highlight=False)

    def do_look(self, words: list[str]) -> None:
        self.explained = False
        self.show_board()

    def do_closed(self, words: list[str]) -> None:
        self.console.print(show.closed(self.asked(), most=200), end="", soft_wrap=True)

    def do_who(self, words: list[str]) -> None:
        shown = self.view()
        known = show.sheet(shown, " ".join(words)) if words else show.units(shown, self.width())
        self.console.print(known, end="", soft_wrap=True)

    def do_odds(self, words: list[str]) -> None:
        if not words:
            raise Unavailable("say which option: odds 1.")
        found = self.fight.odds(self.asked().id, self.option(words[0]), self.seat, most=ODDS_WAYS)
        self.console.print(show.odds_table(found), end="", soft_wrap=True)

    def do_log(self, words: list[str]) -> None:
        count = int(words[0]) if words and words[0].isdigit() else 12
        lines = [line for line in (self.told(event) for event in self.fight.events) if line is not None]
        for line in lines[-count:]:
            self.console.print(show.event_line(line, opened=True), end="", soft_wrap=True)

    def do_rules(self, words: list[str]) -> None:
        if not words:
            raise Unavailable("say which clause: rules RI-07. The log (log 5) names them.")
        self.console.print(f"  {words[0].upper()}: {clause_text(words[0])}", soft_wrap=True)

    def do_undo(self, words: list[str]) -> None:
        self.fight.undo(fresh=bool(words) and words[0] == "fresh")
        self.after_change("Taken back.")

    def do_redo(self, words: list[str]) -> None:
        self.fight.redo()
        self.after_change("Done again.")

    def after_change(self, said: str) -> None:
        self.seen = len(self.fight.events)
        self.console.print(f"  {said}", style="dim")
        self.drawn = None

    def do_enter(self, words: list[str]) -> None:
        if not words or not all(word.lstrip("-").isdigit() for word in words):
            raise Unavailable("type the faces as numbers: enter 4, or enter 4 7 for two dice.")
        self.fight.enter(self.asked().id, [int(word) for word in words])

    def do_dice(self, words: list[str]) -> None:
        who = words[0] if words else "*"
        if who == "off":
            for name in list(self.fight.house.typed):
                self.fight.type_dice(name, on=False)
            self.console.print("  The seed throws all dice again.", style="dim")
            return
        self.fight.type_dice("*" if who in ("all", "*") else who)
        self.console.print("  Dice are typed in from now on; dice off ends it.", style="dim")

    def do_hand(self, words: list[str]) -> None:
        if not words:
            raise Unavailable("say whom: hand gm steady, or hand tamsin careful.")
        self.fight.automate(words[0], words[1] if len(words) > 1 else "steady")

    def do_take(self, words: list[str]) -> None:
        if not words or words[0] not in self.fight.house.auto:
            raise Unavailable(f"handed over are: {', '.join(self.fight.house.auto) or 'nobody'}.")
        self.fight.automate(words[0], "")

    def do_order(self, words: list[str]) -> None:
        if len(words) != 3:
            raise Unavailable("say who, about what, and always, never, ask or an option: order tamsin riposte always.")
        self.fight.order(words[0], words[1], words[2])

    def do_rulings(self, words: list[str]) -> None:
        for ruling in [*COMMON.values(), *self.fight.system.rulings.values()]:
            takes = ", ".join(f"{name} ({meaning})" for name, meaning in ruling.fields.items())
            self.console.print(f"  {ruling.name}: {ruling.doc} Takes {takes or 'nothing'}.", highlight=False, soft_wrap=True)

    def do_rule(self, words: list[str]) -> None:
        if not words:
            raise Unavailable("say what: rule set who=vail stat=hp value=3. rulings lists them.")
        args: dict[str, object] = {}
        for word in words[1:]:
            name, sign, value = word.partition("=")
            if not sign:
                raise Unavailable(f"{word!r} should be key=value.")
            args[name] = yaml.safe_load(value)
        self.fight.rule_with(words[0], args)

    def do_rolls(self, words: list[str]) -> None:
        for place, entry in list(enumerate(self.fight.entries))[-60:]:
            if entry.do == "roll":
                self.console.print(f"  {place:>4}  {entry.at:<28} {entry.value:<8} {entry.faces} by {entry.by}", highlight=False)

    def do_die(self, words: list[str]) -> None:
        if len(words) < 2 or not all(word.isdigit() for word in words):
            raise Unavailable("say which entry and what it shows: die 12 4. rolls lists them.")
        self.fight.amend(int(words[0]), faces=[int(word) for word in words[1:]])
        lost = len(self.fight.fell_away)
        self.after_change("Changed." + (f" {lost} later entries no longer fit and fell away." if lost else ""))

    def do_hold(self, words: list[str]) -> None:
        self.fight.hold_results(not words or words[0] != "off")

    def do_gm(self, words: list[str]) -> None:
        self.seat = GM if not words or words[0] != "off" else player_seat(self.fight)
        self.drawn = None

    def do_save(self, words: list[str]) -> None:
        if not words:
            raise Unavailable("say where: save tonight.yaml.")
        try:
            write_record(self.fight, Path(words[0]))
        except OSError as problem:
            raise Unavailable(f"{words[0]} cannot be written: {problem.strerror}.") from None
        self.console.print(f"  Kept in {words[0]}.", style="dim", soft_wrap=True)

    def do_export(self, words: list[str]) -> None:
        if not words:
            raise Unavailable("say where: export later.yaml.")
        text = yaml.safe_dump(self.fight.export(), sort_keys=False, allow_unicode=True)
        try:
            Path(words[0]).write_text(text, encoding="utf-8")
        except OSError as problem:
            raise Unavailable(f"{words[0]} cannot be written: {problem.strerror}.") from None
        self.console.print(f"  Written as an encounter to {words[0]}.", style="dim", soft_wrap=True)


def player_seat(fight: Fight) -> str:
    """One person for all players: every seat that runs somebody."""
    seats = {part for unit in fight.battle.units for part in unit.controller.split("+") if part != GM}
    return "+".join(sorted(seats)) or PLAYERS
