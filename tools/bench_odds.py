"""What odds cost: per shipped encounter (and 30 against 30) the dearest option, the dearest menu, the longest stretch between two
looks at the clock (which is how late a deadline or a cancel can be noticed), and the memory beyond the fight. The garbage collector is
settled as in the processes that work out odds for tables.

`python tools/bench_odds.py [NAME ...] [--answers N] [--seeds N] [--size N] [--memory]`: seconds are CPU seconds of this process.
"""

from __future__ import annotations

import argparse
import time
import tracemalloc

from quintain import compiled
from quintain.engine import GM, Budget, Fight, Refusal
from quintain.engine.menu import OPTION_SECONDS
from quintain.lab.bench import mirrored
from quintain.library.encounters import Encounter, play, sample
from quintain.library.shipped import samples
from quintain.odds import menu_odds
from quintain.table.memory import nothing_old, read_once

MENU_SECONDS = 0.98
MOST_OPTIONS = 24


class Worst:
    """The dearest of something so far."""

    def __init__(self) -> None:
        self.cost = 0.0
        self.what = ""

    def note(self, cost: float, what: str) -> None:
        if cost > self.cost:
            self.cost, self.what = cost, what


class Watch:
    """A clock that keeps the longest time between two looks at it."""

    def __init__(self) -> None:
        self.last = time.process_time()
        self.longest = 0.0

    def __call__(self) -> float:
        now = time.process_time()
        self.longest = max(self.longest, now - self.last)
        self.last = now
        return now


class Measured:
    def __init__(self) -> None:
        self.option, self.menu, self.memory, self.stretch = Worst(), Worst(), Worst(), Worst()
        self.options = self.sampled = self.menus = self.left_out = 0


def measure(encounter: Encounter, seeds: int, answers: int, memory: bool, plain: bool) -> Measured:
    found = Measured()
    for seed in range(seeds):
        fight = play(encounter, seed=f"bench odds:{seed}")
        for number in range(answers):
            if not fight.questions:
                break
            asked = fight.questions[0]
            if asked.question is not None and number % 3 == seed % 3:
                where = f"seed {seed} answer {number} {asked.id}"
                for seat in sorted({GM, asked.controller.split("+")[0]}):
                    measure_menu(fight, asked.id, seat, f"{where} for {seat}", found)
                    measure_options(fight, asked.id, seat, f"{where} for {seat}", found, memory, plain)
            chosen = "go" if asked.question is None else asked.question.choose(fight.system.tactic("steady")).id()
            fight.answer(asked.id, chosen)
    return found


def measure_menu(fight: Fight, question: str, seat: str, where: str, found: Measured) -> None:
    start = time.process_time()
    rows = menu_odds(fight, question, seat, Budget(clock=time.process_time, seconds=MENU_SECONDS))
    found.menu.note(time.process_time() - start, where)
    found.menus += 1
    found.left_out += sum(1 for row in rows if row.how == "left out")


def measure_options(fight: Fight, question: str, seat: str, where: str, found: Measured, memory: bool, plain: bool) -> None:
    asked = next(one for one in fight.questions if one.id == question)
    options = [option.id for option in asked.options if option.weighs][:MOST_OPTIONS]
    options += [option.id for option in asked.options if not option.weighs][: MOST_OPTIONS // 4]
    for option in options:
        if memory:
            tracemalloc.start()
        start = time.process_time()
        watch = Watch()
        try:
            odds = fight.odds(question, option, seat, budget=None if plain else Budget(clock=watch, seconds=OPTION_SECONDS))
        except Refusal:
            continue
        finally:
            watch()
            spent = time.process_time() - start
            if not plain and not memory:
                found.stretch.note(watch.longest, f"{where} {option}")
            if memory:
                found.memory.note(tracemalloc.get_traced_memory()[1] / 1e6, f"{where} {option}")
                tracemalloc.stop()
        found.option.note(spent, f"{where} {option}")
        found.options += 1
        found.sampled += 1 if odds.sampled else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--answers", type=int, default=40)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--size", type=int, default=0, help="so many on either side instead of the encounter's own")
    parser.add_argument("--memory", action="store_true", help="measure memory too, which makes everything slower")
    parser.add_argument("--plain", action="store_true", help="without a clock: the budget counted in work")
    chosen = parser.parse_args()
    print("compiled" if compiled() else "interpreted")
    for name in chosen.names or samples():
        encounter = sample(name)
        if chosen.size:
            try:
                encounter = mirrored(encounter, chosen.size)
            except (Refusal, StopIteration) as no:
                print(f"{name}: {no}")
                continue
        read_once()
        with nothing_old():
            found = measure(encounter, chosen.seeds, chosen.answers, chosen.memory, chosen.plain)
        memory = f"; memory {found.memory.cost:.1f} MB ({found.memory.what})" if chosen.memory else ""
        print(
            f"{name}: option {1000 * found.option.cost:.0f} ms ({found.option.what}); menu {1000 * found.menu.cost:.0f} ms "
            f"({found.menu.what}); stretch {1000 * found.stretch.cost:.1f} ms ({found.stretch.what}); {found.options} options, "
            f"{found.sampled} sampled; {found.menus} menus, {found.left_out} options left out{memory}",
            flush=True,
        )


if __name__ == "__main__":
    main()
