"""Play some fights with whatever version is on the path, and write their records down.

    python tests/conformance/golden/write.py FILE NAME [HOW MANY]
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from quintain.engine import Fight, Refusal
from quintain.library.encounters import play, sample, samples

TACTICS = ("steady", "reckless", "random", "careful")


def played(name: str, seed: str) -> Fight:
    """A little of a fight: people answer at random, take back, change a die; the rest is left to tactics, or open."""
    rng = random.Random(f"golden {name} {seed}")
    fight = play(sample(name), seed=seed)
    if rng.random() < 0.1:
        fight.hold_results(True)
    for _ in range(rng.randrange(4, 24)):
        if not fight.questions:
            break
        asked = rng.choice(fight.questions)
        try:
            fight.answer(asked.id, rng.choice(asked.options).id)
            if rng.random() < 0.1:
                fight.undo(rng.random() < 0.5)
            if rng.random() < 0.05:
                fight.rule("note", text="something the GM says", secret=rng.random() < 0.5)
            places = [place for place, entry in enumerate(fight.entries) if entry.do == "roll" and entry.by == "seed"]
            if places and rng.random() < 0.05:
                place = rng.choice(places)
                fight.amend(place, faces=[max(1, face - 1) for face in fight.entries[place].faces])
        except Refusal:
            continue
    if rng.random() < 0.25:
        fight.automate("*", rng.choice(TACTICS))
    return fight


def main(path: Path, version: str, many: int) -> None:
    rows: list[object] = []
    names = samples()
    for number in range(many):
        name = names[number % len(names)]
        fight = played(name, f"{version} {number}")
        present = sorted(unit.id for unit in fight.battle.units if unit.is_present())
        over = [fight.outcome.result, fight.outcome.winner] if fight.outcome is not None else []
        rows.append({"record": fight.record, "standing": [fight.battle.round, present, over, len(fight.entries)]})
    path.write_text(json.dumps(rows), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 200)
