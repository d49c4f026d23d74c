"""Measure how hard every shipped encounter is and write it down, for the lists of encounters: `python tools/difficulty.py [NAME ...]`.

One file for each system, in its content folder. Run it again after a change of rules, tactics or content; with names, only those.
"""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

from quintain.lab.difficulty import difficulty
from quintain.lab.intervals import Estimate
from quintain.library.encounters import sample
from quintain.library.shipped import MEASURED, samples

FIGHTS = 1_000
HEAD = "# How hard each encounter is, as measured by tools/difficulty.py: shares of fights as low, figure and high (95 %).\n"
SYSTEMS = Path(__file__).resolve().parent.parent / "src" / "quintain" / "systems"


def row_of(name: str) -> dict[str, object]:
    found = difficulty(sample(name), FIGHTS, seed="difficulty")
    shares = {"win": found.wins, "falls": found.falls, "dies": found.dies}
    return {"word": found.word, **{what: ends(share) for what, share in shares.items()}, "n": FIGHTS, "budget": found.budget}


def ends(share: Estimate) -> list[float]:
    return [round(share.low, 4), round(share.value, 4), round(share.high, 4)]


def main() -> None:
    for name in sys.argv[1:] or samples():
        system, _, encounter = name.partition("/")
        path = SYSTEMS / system / "content" / MEASURED
        rows = yaml.safe_load(path.read_text(encoding="utf-8")) if path.is_file() else {}
        rows[encounter] = row_of(name)
        text = yaml.safe_dump(dict(sorted(rows.items())), sort_keys=False, default_flow_style=None, width=140, allow_unicode=True)
        path.write_text(HEAD + text, encoding="utf-8")
        print(name, rows[encounter], flush=True)


if __name__ == "__main__":
    main()
