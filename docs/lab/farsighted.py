"""Does `farsighted` beat `careful` on every shipped encounter? Measures it, and writes the table in docs/lab.md.

    python docs/lab/farsighted.py                           # ten more fights of every encounter, over and over, until interrupted
    python docs/lab/farsighted.py clash/ferry tiers/standard --fights 200
    python docs/lab/farsighted.py --table                   # only the table, from what has been measured so far

Several may run side by side, each on encounters of its own. What is measured is kept in farsighted.jsonl, ten fights to a line.

The criterion was written down before the fights were run, and their seed was never used while the tactic was made:

- An encounter is played twice on the same dice: both sides careful, and then with the party farsighted. Intervals are paired, 95 %.
- What counts is the margin of the result: the share of its health that the party has left, less the share that the others have left.
  It is there in every fight, also where a careful party nearly always wins and wins could show nothing; a lost one counts below zero.
- Farsighted beats careful where the interval of the mean difference in margin lies above zero. Wins stand beside it.
- When to stop is decided by the clock, never by what has come out.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import quintain as q
from quintain.engine.remains import margin_of
from quintain.lab.intervals import Estimate, mean, paired_shares
from quintain.lab.measure import WIN
from quintain.lab.setting import Stage, setting_of

HERE = Path(__file__).resolve().parent
KEPT = HERE / "farsighted.jsonl"
PAGE = HERE.parent / "lab.md"
BEGIN, END = "<!-- farsighted: begin -->", "<!-- farsighted: end -->"
SEED = "beats-4"
CHUNK = 10


class Contest:
    """One encounter, with the fights measured so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.room = -1.0
        self.wins: tuple[list[int], list[int]] = ([], [])
        self.left: tuple[list[float], list[float]] = ([], [])
        self.seconds = 0.0
        self._stages: list[Stage] = []

    def take(self, row: dict[str, list[list[float]] | float | int]) -> None:
        """Fights measured earlier; those already known, or not yet due, are left aside."""
        wins, left, room, seconds = row["wins"], row["left"], row["room"], row["seconds"]
        assert isinstance(wins, list) and isinstance(left, list) and isinstance(room, float) and isinstance(seconds, float)
        if row["first"] != len(self.wins[0]) + 1:
            return
        self.room = room
        self.seconds += seconds
        for place in (0, 1):
            self.wins[place].extend(int(one) for one in wins[place])
            self.left[place].extend(left[place])

    def more(self) -> None:
        """Ten fights more."""
        enc = q.sample(self.name)
        if not self._stages:
            party = enc.system.party
            self._stages = [Stage(setting_of(enc, one, SEED)) for one in ("careful", {party: "farsighted", "*": "careful"})]
        if self.room < 0:
            self.room = q.forecast(enc, 2_000, seed="room", tactics="careful", processes=1).wins.value
        first = len(self.wins[0]) + 1
        started = time.process_time()
        wins: list[list[int]] = [[], []]
        left: list[list[float]] = [[], []]
        for place, stage in enumerate(self._stages):
            for number in range(first, first + CHUNK):
                battle, _ = stage.run(number)
                wins[place].append(1 if stage.setting.code(battle.outcome) == WIN else 0)
                share = margin_of(stage.system, battle, stage.system.left(battle), stage.setting.party)
                left[place].append(round(share, 4))
        seconds = round(time.process_time() - started, 1)
        row = {"encounter": self.name, "first": first, "wins": wins, "left": left, "room": self.room, "seconds": seconds}
        with KEPT.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps(row) + "\n")
        self.take(json.loads(json.dumps(row)))

    def more_wins(self) -> Estimate:
        pairs = list(zip(*self.wins, strict=True))
        return paired_shares(pairs.count((1, 1)), pairs.count((1, 0)), pairs.count((0, 1)), len(pairs))

    def more_left(self) -> Estimate:
        gaps = [far - careful for careful, far in zip(*self.left, strict=True)]
        return mean(sum(gaps), sum(gap * gap for gap in gaps), len(gaps))

    def line(self) -> str:
        n = len(self.wins[0])
        wins, left = self.more_wins(), self.more_left()
        verdict = "not shown" if left.low <= 0 else "yes, and by wins" if wins.low > 0 else "yes"
        shares = " | ".join(f"{100 * sum(one) / n:.0f} %" for one in self.wins)
        room = f"{100 * self.room:.1f} %"
        return f"| `{self.name}` | {room} | {n} | {shares} | {points(wins)} | {points(left)} | {verdict} | {self.seconds / n:.1f} |"


def points(figure: Estimate) -> str:
    text = f"{100 * figure.value:+.1f} ({100 * figure.low:+.1f} to {100 * figure.high:+.1f})"
    return f"**{text}**" if figure.low > 0 else text


def known(names: Sequence[str]) -> dict[str, Contest]:
    contests = {name: Contest(name) for name in names}
    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    for row in sorted((json.loads(line) for line in lines), key=lambda row: int(row["first"])):
        if row["encounter"] in contests:
            contests[row["encounter"]].take(row)
    return contests


def write_table() -> None:
    head = "| encounter | room | fights | careful | farsighted | more wins, points | margin, points | beats careful | s per fight |"
    lines = [head, "|" + " --- |" * 9]
    lines += [one.line() for one in known(q.samples()).values() if one.wins[0]]
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{rest.split(END)[1]}", encoding="utf-8")


def main(words: list[str]) -> None:
    if "--table" in words:
        write_table()
        return
    most = int(words[words.index("--fights") + 1]) if "--fights" in words else 1_000_000
    contests = known([word for word in words if "/" in word] or q.samples())
    while True:
        due = [one for one in contests.values() if len(one.wins[0]) < most]
        if not due:
            return
        for one in due:
            one.more()
            print(one.line(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
