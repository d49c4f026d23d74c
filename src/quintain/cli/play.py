"""A fight in the terminal: the board, whose say it is, numbered options with their odds, the log; and everything can be taken back."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from quintain.cli import draw, show
from quintain.cli.keep import Kept, written
from quintain.cli.menu import MOST_WAYS, ODDS_WAYS, Menu, closed, is_number, reach_of, risky_of
from quintain.cli.sheet import sheet
from quintain.engine import GM, PLAYERS, Fight, Over, Refusal, Unavailable, view
from quintain.engine.protocol import View
from quintain.engine.protocol_questions import QuestionView
from quintain.engine.refusal import ReplayMismatch
from quintain.engine.ruling import COMMON
from quintain.engine.view import own_units
from quintain.lab.variant import value_from
from quintain.library.clauses import clause_text, clauses_of

FORECAST = 200
A_CLAUSE, A_RULING = "CLAUSE", "RULING"
"""Where the help has an example of this book and this fight."""
LOOKING = ("help", "look", "list", "closed", "who", "odds", "log", "rules", "rulings", "rolls", "forecast", "save", "export")
"""Commands that change nothing, after which the question need not be asked again."""
OFTEN, SMALL = 4, 4
"""So often the same small question, with so few options, is put before the standing orders are mentioned."""
HELP = """
  N, N.2, or an id         choose it, or its second way
  odds N, odds             its odds in full, or all odds
  Enter                    the question again
  list, list WHAT, list N  every row, one fold, or every way of a row
  look                     the board again
  who, who NAME            everybody, or one sheet
  closed                   all that is not possible, and why
  log [N]                  the last N lines, with their arithmetic and clause
  rules CLAUSE             what that clause of the rule book says
  undo, undo fresh, redo   take back (same or other dice), do again
  dice NAME | dice off     type in the dice of one, or of all: enter 4 7
  hand WHO TACTIC          let a tactic play a combatant, a side or gm
  take WHO                 and take it back
  order WHO ABOUT ORDER    answer such questions in advance: always, never, ask
  rule NAME key=value ...  the GM's word (rulings lists them), for example
                           RULING
  die N FACES              change a die already thrown: entry N of the record
                           (rolls lists them)
  hold on|off              stop before consequences are written
  gm on|off                see everything, or only what the players may
  forecast [N]             who wins from here, sampled in N fights (gm on)
  save FILE, export FILE   keep the fight; write it as a new encounter
  quit                     stop; the fight is kept and --resume goes on with it
"""


def asked_in(shown: View) -> QuestionView | None:
    """The question this seat answers next: in a declaration, the first without an answer."""
    mine = [question for question in shown["questions"] if question["yours"]]
    return next((question for question in mine if not question.get("picked")), mine[0] if mine else None)


class Session:
    """One person at a terminal, for the players, for the GM, or for both."""

    def __init__(self, fight: Fight, name: str, console: Console, ask: Callable[[str], str], seat: str, kept: Path) -> None:
        self.fight = fight
        self.name = name
        self.console = console
        self.ask = ask
        self.seat = seat
        self.kept = Kept(fight, kept)
        self.seen = 0
        self.menu: Menu | None = None
        """The open question's options, as long as nothing has changed."""
        self.handed: list[tuple[str, int]] = []
        """Who was handed to a tactic, and how long the record was then."""
        self.explained: set[str] = set()
        self.times: dict[str, int] = {}
        """How often each kind of question was put."""
        self.drawn: dict[str, Any] = {}
        """What of the view is on the screen already."""

    # -- the loop --------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until it is over or the person stops."""
        self.say(f"The dice come from a seed whose hash is {self.fight.commitment}.", "dim")
        try:
            while self.asks_more():
                continue
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        if self.keep():
            again = "go on with: quintain play --resume" if self.fight.outcome is None else "quintain replay shows it again."
            self.say(f"The fight is kept in {self.kept.path}; {again}")
            return 0
        self.say("The fight is not kept: what was done since the last save is lost when you leave.", "red")
        return 1

    def asks_more(self) -> bool:
        """Show what there is to show and take one line; False when that is all. Even the end can be taken back."""
        if self.menu is None:
            self.show_events()
            self.keep()
            if self.fight.questions:
                self.show_question()
            else:
                self.show_end()
        line = self.ask("> ").strip()
        if line:
            return self.obey(line)
        self.menu = None
        return bool(self.fight.questions)

    def keep(self) -> bool:
        """Keep the fight as it stands; False, with a sentence, where that failed."""
        try:
            self.kept.keep()
        except OSError as problem:
            self.say(f"The fight could not be kept in {self.kept.path}: {problem.strerror or problem}.", "red")
            return False
        return True

    def obey(self, line: str) -> bool:
        """Carry out what was typed; False when the person wants to stop."""
        try:
            words = shlex.split(line)
        except ValueError:
            words = line.split()
        if not words:
            return True
        verb = {"?": "help", "h": "help"}.get(words[0], words[0].lower())
        if verb in ("quit", "exit", "q"):
            return False
        try:
            known = getattr(self, f"do_{verb}", None)
            if known is not None:
                known(words[1:])
            else:
                self.choose(line)
            if known is None or verb not in LOOKING:
                self.menu = None
        except (Refusal, ReplayMismatch) as no:
            self.say(str(no), "red")
        except Exception as problem:
            # Whatever it is, nobody should lose a fight by it: the engine has put everything back.
            self.say(f"A defect in the rules as written ({type(problem).__name__}: {problem}); nothing was changed.", "red")
        return True

    # -- showing ---------------------------------------------------------------------------------------------------

    def say(self, text: str, style: str = "") -> None:
        self.put(Text(show.wrapped(text, self.width()), style=style))

    def put(self, shown: RenderableType, end: str = "\n") -> None:
        """Print as it is: names and texts of people are no markup, and nothing in them is an emoji."""
        self.console.print(shown, end=end, markup=False, emoji=False, highlight=False)

    def view(self) -> View:
        return view(self.fight, self.seat)

    def width(self) -> int:
        return min(self.console.width, 100)

    def height(self) -> int:
        """How many lines a menu may take so that it stands on one screen."""
        return max(14, self.console.height - 7) if self.console.is_terminal else 60

    def show_board(self, whole: bool = True) -> None:
        """The board and everybody; or, where nobody has moved, only those of whom something else is to be said."""
        shown = self.view()
        question = asked_in(shown)
        reach = reach_of(question)
        lines = {unit["id"]: show.unit_line(shown, unit, self.width()).plain for unit in shown["units"]}
        scene = [shown["board"], shown["notices"], sorted(reach), list(lines)]
        now = {"heading": shown["heading"], "scene": scene, "lines": lines}
        before, self.drawn = self.drawn, now
        if whole or before.get("scene") != now["scene"]:
            self.console.print()
            self.put(show.heading(shown, self.name, self.width()))
            self.put(show.notices(shown, self.width()), end="")
            self.put(show.order(shown, self.width()), end="")
            self.put(show.scene(shown, self.width(), reach, risky_of(question)))
            self.explain(draw.legend(shown))
            return
        if before["heading"] != now["heading"]:
            self.console.print()
            self.put(show.heading(shown, self.name, self.width()))
        for unit in shown["units"]:
            if before["lines"][unit["id"]] != lines[unit["id"]]:
                self.put(show.unit_line(shown, unit, self.width()), end="")

    def explain(self, said: str) -> None:
        """What is said only once."""
        if said and said not in self.explained:
            self.explained.add(said)
            self.say(said, "dim")

    def show_events(self) -> None:
        lines = self.view()["log"]
        lines, self.seen = lines[self.seen :], len(lines)
        most = max(12, self.console.height - 8) if self.console.is_terminal else 24
        if len(lines) > most:
            self.say(f"(before these: log {len(lines)} shows all {len(lines)} lines)", "dim")
        for line in lines[-most:]:
            self.put(show.event_line(line, self.width()), end="")

    def show_question(self) -> None:
        shown = self.view()
        found = asked_in(shown)
        self.show_board(whole=not self.drawn)
        self.console.print()
        if found is None:
            self.say("The GM is asked now: gm on answers, or hand gm steady lets a tactic do it.", "bold")
            self.menu = self.new_menu(shown, shown["questions"][0])
            return
        question = found
        names = {unit["id"]: unit["name"] for unit in shown["units"]}
        whose = names.get(question.get("who", ""), "") if "dice" in question else ""
        title = question.get("title", "")
        self.say(f"{whose}: {title}" if whose else title, "bold")
        for stake in question["stakes"]:
            self.say(stake["text"], "yellow")
        if question["kind"] == "declaration":
            waiting = sum(1 for open in shown["questions"] if not open.get("declared"))
            self.say(f"(declared in secret, all at once; {waiting} still to declare)", "dim")
        self.menu = self.new_menu(shown, question)
        if "dice" in question:
            self.say(f"enter the faces of {question['dice']['name']}, such as: enter 4", "dim")
            return
        for label, result in question["held"]["rows"] if "held" in question else []:
            self.say(f"{label}: {result}")
        self.put(self.menu.text(), end="")
        if self.menu.ranges:
            self.explain("(20–65%: between these, depending on what you cannot know; odds N says what that is)")
        if self.menu.unworked:
            self.say("(odds works out the chances that are missing here)", "dim")
        if "seems" in question:
            self.say("(a bluff: N seems M does the first and announces the second)", "dim")
        self.put(closed(question["closed"], self.width()), end="")
        self.hint_at_orders(question)

    def new_menu(self, shown: View, question: QuestionView) -> Menu:
        return Menu(self.fight, shown, question, self.seat, self.width(), self.height())

    def hint_at_orders(self, question: QuestionView) -> None:
        """Whoever is asked the same small thing again and again is told, once, how to answer it in advance."""
        about, who = question.get("about", ""), question.get("who", "")
        if not who or len(question["options"]) > SMALL or "never" not in question["orders"]:
            return
        self.times[about] = self.times.get(about, 0) + 1
        if self.times[about] == OFTEN:
            said = f'"{about}"' if " " in about else about
            never = f"order {who} {said} never, or order * {said} never,"
            self.explain(f"(tired of this? {never} answers it in advance; ask undoes it)")

    def show_end(self) -> None:
        shown = self.view()
        outcome = shown["outcome"]
        self.show_board()
        winner = f", won by the {outcome['winner']}" if outcome["winner"] else ""
        self.console.print()
        why = f"{outcome['why'][:1].upper()}{outcome['why'][1:].rstrip('.')}." if outcome["why"] else ""
        self.say(f"It is over: {outcome['result']}{winner}. {why}", "bold")
        names = {unit["id"]: unit["name"] for unit in shown["units"]}
        for one in outcome["story"]:
            self.say(f"{names[one['id']]}: {', '.join(f'{what} {figure}' for what, figure in one['rows'][:6])}")
        fairness = shown["fairness"]
        salted = f" (salt {fairness['salt']})" if fairness["salt"] else ""
        self.say(f"The dice came from the seed {fairness['seed']}{salted}, whose hash was shown at the start.", "dim")
        self.say("Enter leaves; undo takes the last choice back, and log, who and save work as before.", "dim")

    def asked(self) -> QuestionView:
        """The question to answer next: in a declaration, the first without an answer."""
        found = asked_in(self.view())
        if found is None and not self.fight.questions:
            raise Over("the fight is over: nothing is asked any more. undo takes the last choice back.")
        if found is None:
            raise Unavailable("somebody else is asked here: gm on answers for everybody.")
        return found

    # -- choosing --------------------------------------------------------------------------------------------------

    def options(self) -> Menu:
        if self.menu is None:
            self.menu = self.new_menu(self.view(), self.asked())
        return self.menu

    def option(self, text: str) -> str:
        """What was typed, as an option id."""
        found = self.options().named(text)
        if found:
            return found
        last = len(self.options().rows)
        if is_number(text):
            raise Unavailable(f"there are options 1 to {last} here." if last else "there are no numbered options here.")
        return text

    def choose(self, text: str) -> None:
        question = self.asked()
        if "dice" in question:
            self.do_enter(text.split())
            return
        later = self.options().later_square(text) if not self.options().named(text) else None
        if later is not None:
            self.go_to(later[0], later[1])
            return
        true, seems, stated = text.partition(" seems ")
        joiner = question.get("seems", "")
        wanted = self.option(true.strip())
        if seems and joiner:
            wanted = f"{wanted}{joiner}{self.option(stated.strip())}"
        if not self.fight.knows(question["id"], wanted):
            raise Unavailable(f"{text!r} is neither an option here nor a command; type help for the commands.")
        self.answer(question["id"], wanted)

    def answer(self, question: str, option: str) -> None:
        self.fight.answer(question, option, by="" if self.seat != GM else GM)

    def go_to(self, act: str, square: list[int]) -> None:
        """An act whose square is asked for next; where it cannot be reached, nothing is done."""
        before = len(self.fight.written)
        self.answer(self.asked()["id"], act)
        self.menu = None
        wanted = self.options().named(f"{square[0]},{square[1]}") if self.fight.questions else ""
        if not wanted:
            self.fight.undo_to(before)
            self.fight.to_redo.clear()
            raise Unavailable(f"{square[0]},{square[1]} is no free square in reach.")
        self.answer(self.asked()["id"], wanted)

    # -- commands --------------------------------------------------------------------------------------------------

    def do_help(self, words: list[str]) -> None:
        self.put(HELP.replace(A_CLAUSE, self.some_clause().ljust(len(A_CLAUSE))).replace(A_RULING, self.some_ruling()))

    def some_clause(self) -> str:
        """A clause of this book, for examples."""
        known = clauses_of(self.fight.system.name)
        return known[6]["id"] if len(known) > 6 else "of this book"

    def some_ruling(self) -> str:
        """A ruling that means something in this fight, with somebody this seat sees and a figure of this book."""
        units = self.view()["units"]
        stats = [stat.name for stat in self.fight.system.unit_stats if stat.settable and stat.kind == "int"]
        if not units or not stats:
            return "rule note text=hello"
        return f"rule set who={units[0]['id']} stat={'hp' if 'hp' in stats else stats[0]} value=3"

    def somebody(self) -> str:
        """Somebody of this fight, for examples."""
        units = self.view()["units"]
        return next((unit["id"] for unit in units if unit["yours"]), units[0]["id"] if units else "*")

    def do_look(self, words: list[str]) -> None:
        self.explained.clear()
        self.show_board()

    def do_list(self, words: list[str]) -> None:
        name = " ".join(words)
        found = self.options().opened(name) if words else self.options().opened_all()
        if found is None:
            folds = ", ".join(fold.lower() for fold in self.options().folds())
            raise Unavailable(f"there is no fold {name!r} here: there are {folds or 'none'}, and the rows by their numbers.")
        self.put(found, end="")

    def do_closed(self, words: list[str]) -> None:
        found = closed(self.asked()["closed"], self.width(), most=200)
        self.put(found or "  Nothing that one would look for is closed here.", end="" if found else "\n")

    def do_who(self, words: list[str]) -> None:
        shown = self.view()
        self.put(sheet(shown, " ".join(words), self.width()) if words else show.units(shown, self.width()), end="")

    def do_odds(self, words: list[str]) -> None:
        if not words:
            found = self.options().with_odds()
            self.put(found or "  Nothing here leads to dice at once.", end="" if found else "\n")
            return
        wanted = self.option(" ".join(words))
        question = self.asked()
        weighs = any(option["id"] == wanted and option["dice"] for option in question["options"])
        priced = self.fight.odds(question["id"], wanted, self.seat, most=MOST_WAYS if weighs else ODDS_WAYS)
        self.put(show.odds_table(priced, self.fight.system.headlines, self.width()), end="")

    def do_log(self, words: list[str]) -> None:
        count = int(words[0]) if words and is_number(words[0]) else 12
        lines = self.view()["log"]
        for line in lines[len(lines) - min(count, len(lines)) :]:
            self.put(show.event_line(line, self.width(), opened=True), end="")

    def do_rules(self, words: list[str]) -> None:
        if not words:
            raise Unavailable(f"say which clause: rules {self.some_clause()}. The log (log 5) names them.")
        self.say(f"{words[0].upper()}: {clause_text(words[0])}")

    def do_undo(self, words: list[str]) -> None:
        if words and words != ["fresh"]:
            raise Unavailable("say undo, or undo fresh for other dice.")
        who = self.handed_last()
        if who:
            self.fight.automatic.auto.pop(who, None)
            self.fight.undo_to(self.handed.pop()[1], fresh=bool(words))
            self.after_change(f"Taken back; people answer for {who} again.")
            return
        self.fight.undo(fresh=bool(words))
        self.after_change("Taken back.")

    def handed_last(self) -> str:
        """Who was handed to a tactic after the last thing a person did, so that taking back means taking over again."""
        while self.handed and (self.handed[-1][1] >= len(self.fight.written) or self.handed[-1][0] not in self.fight.automatic.auto):
            self.handed.pop()
        if not self.handed or any(entry.is_personal() for entry in self.fight.written[self.handed[-1][1] :]):
            return ""
        return self.handed[-1][0]

    def do_redo(self, words: list[str]) -> None:
        self.fight.redo()
        self.after_change("Done again.")

    def after_change(self, said: str) -> None:
        self.seen = len(self.view()["log"])
        self.say(said, "dim")
        self.drawn = {}

    def do_enter(self, words: list[str]) -> None:
        if not words or not all(is_number(word.removeprefix("-")) for word in words):
            raise Unavailable("type the faces as numbers: enter 4, or enter 4 7 for two dice.")
        self.fight.enter(self.asked()["id"], [int(word) for word in words])

    def do_dice(self, words: list[str]) -> None:
        who = words[0] if words else "*"
        if who == "off":
            for name in list(self.fight.automatic.typed):
                self.fight.type_dice(name, on=False)
            self.say("The seed throws all dice again.", "dim")
            return
        self.fight.type_dice("*" if who in ("all", "*") else who)
        self.say("Dice are typed in from now on; dice off ends it.", "dim")

    def do_hand(self, words: list[str]) -> None:
        if not words:
            raise Unavailable(f"say whom: hand gm steady, or hand {self.somebody()} careful.")
        tactic = words[1] if len(words) > 1 else "steady"
        before = len(self.fight.written)
        self.fight.automate(words[0], tactic)
        self.handed.append((words[0], before))
        self.say(f"{tactic} plays {words[0]} from now on; take {words[0]} ends it.", "dim")

    def do_take(self, words: list[str]) -> None:
        if not words or words[0] not in self.fight.automatic.auto:
            whom = f"{words[0]} is not handed over" if words else "say whom"
            raise Unavailable(f"{whom}: to tactics are {', '.join(self.fight.automatic.auto) or 'nobody'}.")
        self.fight.automate(words[0], "")
        self.say(f"People answer for {words[0]} again.", "dim")

    def do_order(self, words: list[str]) -> None:
        if len(words) != 3:
            example = f"order {self.somebody()} turn ask"
            raise Unavailable(f"say who, about what, and always, never, ask or an option: {example}.")
        self.fight.order(words[0], words[1], words[2])
        self.say(f"{words[0]}, {words[1]}: {words[2]}.", "dim")

    def do_rulings(self, words: list[str]) -> None:
        for ruling in [*COMMON.values(), *self.fight.system.rulings.values()]:
            takes = ", ".join(f"{name} ({meaning})" for name, meaning in ruling.fields.items())
            self.say(f"{ruling.name}: {ruling.doc} Takes {takes or 'nothing'}.")

    def do_rule(self, words: list[str]) -> None:
        if not words:
            raise Unavailable(f"say what: {self.some_ruling()}. rulings lists them.")
        args: dict[str, object] = {}
        for word in words[1:]:
            name, sign, value = word.partition("=")
            if not sign:
                raise Unavailable(f"{word!r} should be key=value.")
            args[name] = value_from(value)
        self.fight.rule_with(words[0], args)

    def do_rolls(self, words: list[str]) -> None:
        """The dice thrown of late with their entries; a player's own only."""
        own = own_units(self.fight.battle, self.seat)
        late = list(enumerate(self.fight.written))[-60:]
        thrown = [(place, entry) for place, entry in late if entry.do == "roll" and (self.seat == GM or entry.whose() in own)]
        for place, entry in thrown:
            line = f"{place:>4}  {entry.at:<26} {entry.value:<8} {entry.faces} by {entry.by}"
            self.put(show.wrapped(line, self.width(), "  ", " " * 10))
        if not thrown:
            self.put(f"  No dice{'' if self.seat == GM else ' of yours'} have been thrown of late.")

    def do_die(self, words: list[str]) -> None:
        if len(words) < 2 or not all(is_number(word) for word in words):
            raise Unavailable("say which entry and what it shows: die 12 4. rolls lists them.")
        self.fight.amend(int(words[0]), faces=[int(word) for word in words[1:]])
        self.after_change(f"Changed. {self.fight.undo_tree.dropped(self.fight)}".rstrip())

    def do_hold(self, words: list[str]) -> None:
        on = _on_or_off("hold", words)
        self.fight.hold_results(on)
        self.say("The fight stops before consequences are written." if on else "Consequences are written at once.", "dim")

    def do_gm(self, words: list[str]) -> None:
        on = _on_or_off("gm", words)
        self.seat = GM if on else player_seat(self.fight)
        self.say("You see everything, as the GM." if on else "You see what the players may.", "dim")
        self.drawn = {}

    def do_forecast(self, words: list[str]) -> None:
        """Who wins from here; from what the GM knows."""
        if self.seat != GM:
            raise Unavailable("a forecast knows everybody's figures, so it is for the GM: type gm on first.")
        if words and not (is_number(words[0]) and 1 <= int(words[0]) <= 100_000):
            raise Unavailable("say how many fights, from 1 to 100000: forecast 1000.")
        from quintain.lab.forecast import forecast

        self.say(forecast(self.fight, int(words[0]) if words else FORECAST).sentence)

    def do_save(self, words: list[str]) -> None:
        self.write(self.fight.record, words, "save tonight.yaml", "Kept in")

    def do_export(self, words: list[str]) -> None:
        self.write(self.fight.export(), words, "export later.yaml", "Written as an encounter to")

    def write(self, data: dict[str, object], words: list[str], example: str, said: str) -> None:
        if not words:
            raise Unavailable(f"say where: {example}.")
        try:
            written(data, Path(words[0]))
        except OSError as problem:
            raise Unavailable(f"{words[0]} cannot be written: {problem.strerror}.") from None
        self.say(f"{said} {words[0]}.", "dim")


def _on_or_off(verb: str, words: list[str]) -> bool:
    if words and words[0] not in ("on", "off"):
        raise Unavailable(f"say {verb} on or {verb} off.")
    return not words or words[0] == "on"


def player_seat(fight: Fight) -> str:
    """One person for all players: every seat that runs somebody."""
    seats = {part for unit in fight.battle.units for part in unit.controller.split("+") if part != GM}
    return "+".join(sorted(seats)) or PLAYERS
