"""What one answer costs a live table, and what a live fight weighs: `PYTHONPATH=src python tools/session_price.py [ENCOUNTER ...]`.

A table of six seats plays a standard encounter: the GM, three players among whom the heroes are dealt out, a spectator and a
shared screen. A fight that ends is taken back a little, with other dice, until 300 answers are given. The price is the processor
time of the command and of what all six are then told, written as the frames that the service sends, the median of the last 60 answers;
"copied" is the same with plain copies for callers of their own instead of frames (`Session.changes` without `shared`). A
busy machine makes processor time longer:
the very same fight is played `--runs` times, and "quickest" counts of each answer the quickest run.
With `--crowd N` instead: fights of N against N, as many as there is room for; the dearest of 150 answers, of what the GM and a
player are then told, of both together, and of how long a tactic thinks; "automatic" are 40 commands that let tactics play everybody,
with what is then told. The garbage collector is set as the service sets it.
The weight is what the session allocates and still holds, everybody having looked.
"""

from __future__ import annotations

import argparse
import copy
import gc
import json
import secrets
import time
import tracemalloc
from hashlib import sha256
from statistics import median, quantiles
from typing import Any

from quintain._build import how_built
from quintain.engine import GM, PLAYERS, Refusal, Session, settings_from
from quintain.lab.bench import mirrored, standard_encounters
from quintain.library.encounters import Encounter, from_data, play, sample
from quintain.table.live import frame
from quintain.table.memory import Collector

SEATS = ["ann", "bob", "cat"]
WATCHERS = ["sam", "wall"]
EVERYBODY = [GM, *SEATS, *WATCHERS]
ANSWERS = 300
CROWD_ANSWERS = 150
CROWD_COMMANDS = 40


class SameSeeds:
    """Instead of the operating system's random numbers: the same seeds each time, so that the same fights are measured."""

    def __init__(self) -> None:
        self.drawn = 0

    def token_hex(self, nbytes: int | None = None) -> str:
        self.drawn += 1
        return sha256(str(self.drawn).encode()).hexdigest()[: 2 * (nbytes or 32)]


def table(name: str) -> Session:
    secrets.token_hex = SameSeeds().token_hex
    session = Session.start(play(sample(name), seed="price"), settings_from({"seats": SEATS, "watchers": WATCHERS, "undo": "anyone"}))
    heroes = [unit.id for unit in session.fight.battle.units if unit.controller == PLAYERS]
    for place, hero in enumerate(heroes):
        session.do(GM, {"do": "hand_over", "who": hero, "to": SEATS[place % len(SEATS)]})
    return session


def next_answer(session: Session) -> dict[str, object]:
    """The steady tactic's answer for whoever is asked; a fight that is over is taken back a little."""
    fight = session.fight
    while not fight.questions:
        places = [place for place, entry in enumerate(fight.entries) if entry.is_personal()]
        session.do(GM, {"do": "undo", "entry": places[max(0, len(places) - 15)], "fresh": True})
    asked = next((one for one in fight.questions if not one.picked), fight.questions[0])
    tactic = fight.system.tactic("steady")
    tactic.begin("price")
    assert asked.question is not None
    return {"do": "answer", "question": session.id_of(GM, asked.id), "option": tactic.answer(asked.question).id()}


def played(name: str, shared: bool = True) -> tuple[list[float], list[float], int]:
    """Milliseconds of each command and of what everybody is then told, of the last 60 answers; and the length of the record."""
    session = table(name)
    for seat in EVERYBODY:
        session.view(seat)
    since = dict.fromkeys(EVERYBODY, session.version)
    doing: list[float] = []
    telling: list[float] = []
    for _ in range(ANSWERS):
        command = next_answer(session)
        start = time.process_time()
        session.do(GM, command)
        middle = time.process_time()
        for seat in EVERYBODY:
            new = session.changes(seat, since[seat], shared)
            if shared:
                frame("changes", changes=new)
            since[seat] = session.version
        doing.append(1000 * (middle - start))
        telling.append(1000 * (time.process_time() - middle))
    return (doing[-60:], telling[-60:], len(session.fight.entries))


def price(name: str, runs: int) -> dict[str, object]:
    each = [played(name) for _ in range(runs)]
    doing, telling = [[min(times) for times in zip(*[one[part] for one in each], strict=True)] for part in (0, 1)]
    both = [one + other for one, other in zip(doing, telling, strict=True)]
    copying = played(name, shared=False)
    copied = [one + other for one, other in zip(copying[0], copying[1], strict=True)]
    first = [one + other for one, other in zip(each[0][0], each[0][1], strict=True)]
    return {
        "encounter": name, "together ms": round(median(first), 2), "quickest ms": round(median(both), 2),
        "of it answer": round(median(doing), 2), "six seats": round(median(telling), 2),
        "90 % below": round(quantiles(both, n=10)[-1], 2), "copied ms": round(median(copied), 2), "entries": each[0][2],
    }  # fmt: skip


def after_answers(name: str) -> Session:
    session = table(name)
    for _ in range(ANSWERS):
        session.do(GM, next_answer(session))
    for seat in EVERYBODY:
        session.view(seat)
    return session


def weights(name: str) -> dict[str, object]:
    """Kilobytes held after so many answers, beyond what all fights share in caches: the session, and the fight alone."""
    warm = after_answers(name)
    del warm
    gc.collect()
    tracemalloc.start()
    session = after_answers(name)
    gc.collect()
    held = tracemalloc.get_traced_memory()[0]
    fight = session.fight
    del session
    gc.collect()
    alone = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert fight.entries
    return {"session KB": held // 1024, "fight KB": alone // 1024}


def on_open_ground(name: str, size: int) -> Encounter:
    """So many on either side, copies of all who fight there, on ground that is wide enough and has nothing in it."""
    data: dict[str, Any] = copy.deepcopy(sample(name).data)
    high = 2 + size // 3
    heroes = [one for one in data["combatants"] if one["block"].get("pc") or one["block"].get("kind") == "pc"]
    foes = [one for one in data["combatants"] if one not in heroes]
    data["combatants"] = []
    for number in range(size):
        for side, them in enumerate((heroes, foes)):
            one = {**copy.deepcopy(them[number % len(them)]), "id": f"{'ab'[side]}{number}"}
            one["at"] = [1 + 14 * side + 2 * (number // high), 1 + 2 * (number % high)]
            data["combatants"].append(one)
    if isinstance(data["map"], dict):
        data["map"] = {"width": 24, "height": 2 * high + 2}
    else:
        data["map"] = ["." * 24] * (2 * high + 2)
        data["objectives"] = [{"type": "rout"}]
        data.pop("box")
    return from_data(data)


def crowded(name: str, size: int) -> Encounter:
    """So many on either side, or as many as there is room for."""
    if name.startswith(("riposte/", "tiers/")):
        return on_open_ground(name, size)
    while True:
        try:
            return mirrored(sample(name), size)
        except Refusal:
            size -= 5


def crowd(name: str, size: int) -> dict[str, object]:
    secrets.token_hex = SameSeeds().token_hex
    encounter = crowded(name, size)
    session = Session.start(play(encounter, seed="crowd"), settings_from({"seats": SEATS, "watchers": WATCHERS, "undo": "anyone"}))
    for seat in EVERYBODY:
        session.view(seat)
    thinking: list[float] = []
    doing: list[float] = []
    telling: list[float] = []
    for _ in range(CROWD_ANSWERS):
        start = time.process_time()
        command = next_answer(session)
        thinking.append(1000 * (time.process_time() - start))
        start = time.process_time()
        session.do(GM, command)
        middle = time.process_time()
        for seat in EVERYBODY:
            frame("changes", changes=session.changes(seat, session.version - 1, True))
        doing.append(1000 * (middle - start))
        telling.append(1000 * (time.process_time() - middle))
    both = [one + other for one, other in zip(doing, telling, strict=True)]
    alone = [spent for spent, _, _ in by_itself(encounter)]
    return {
        "encounter": name, "combatants": len(session.fight.battle.units), "together 99 % below": round(quantiles(both, n=100)[-1], 1),
        "dearest together ms": round(max(both), 1),
        "automatic ms": round(median(alone), 1), "dearest automatic ms": round(max(alone), 1), "answer ms": round(median(doing), 1),
        "dearest answer ms": round(max(doing), 1), "telling ms": round(median(telling), 1),
        "95 % below": round(quantiles(telling, n=20)[-1], 1), "dearest telling ms": round(max(telling), 1),
        "a tactic's thinking ms": round(median(thinking), 1), "dearest": round(max(thinking), 1),
    }  # fmt: skip


def by_itself(encounter: Encounter) -> list[tuple[float, int, int]]:
    """Tactics play everybody: of each command the milliseconds with what is then told, and the answers and lines it led to."""
    session = Session.start(play(encounter, seed="crowd"), settings_from({"seats": SEATS, "watchers": WATCHERS}))
    fight = session.fight
    for seat in EVERYBODY:
        session.view(seat)
    found: list[tuple[float, int, int]] = []
    while fight.questions and len(found) < CROWD_COMMANDS:
        entries, lines = len(fight.entries), len(fight.events)
        start = time.process_time()
        session.do(GM, {"do": "automate", "who": "*", "tactic": "steady"})
        for seat in EVERYBODY:
            frame("changes", changes=session.changes(seat, session.version - 1, True))
        found.append((1000 * (time.process_time() - start), len(fight.entries) - entries, len(fight.events) - lines))
    return found


def main() -> None:
    print(how_built())
    Collector()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--crowd", type=int, default=0)
    parser.add_argument("--runs", type=int, default=3)
    chosen = parser.parse_args()
    for name in chosen.names or standard_encounters():
        found = crowd(name, chosen.crowd) if chosen.crowd else {**price(name, chosen.runs), **weights(name)}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
