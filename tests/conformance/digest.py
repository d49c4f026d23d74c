"""Print a digest of the events of many fights, to compare two builds: `python -m tests.conformance.digest FIRST NAME=COUNT ...`."""

from __future__ import annotations

import hashlib
import json
import sys

from quintain import compiled
from quintain.engine import sample_fight
from quintain.engine.sample import Tactics
from tests.conformance.enrolled import Listening, encounter


def digest(name: str, first: int, count: int) -> str:
    """One hash over every event of fights `first` to `first + count - 1`."""
    enc = encounter(name)
    whole = hashlib.sha256()
    for number in range(first, first + count):
        reading = Listening(Tactics(enc.system, {"*": ("steady", "reckless", "careful", "random")[number % 4]}))
        battle = sample_fight(enc.system, enc.battle(), reading, f"digest:{number}")
        for event in reading.events:
            whole.update(json.dumps(event.as_data(), sort_keys=True, default=str).encode())
        assert battle.outcome is not None
        whole.update(json.dumps(battle.outcome.as_data()).encode())
    return whole.hexdigest()


def main() -> None:
    first, *wanted = sys.argv[1:]
    counts = dict(word.split("=") for word in wanted)
    print(json.dumps({"compiled": compiled(), **{name: digest(name, int(first), int(count)) for name, count in counts.items()}}))


if __name__ == "__main__":
    main()
