"""Keep what a version has written (`write`): every record that stands today, with what it leads to. Says which do not, and why.

    python -m tests.conformance.golden.keep NAME [FILE]

Without a file, those that are kept are judged anew: only where a book's rule has changed.
"""

from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path
from typing import Any

from quintain.engine import Refusal
from tests.conformance.golden import FOLDER, hash_of, opened, read, standing, stats_of


def main(name: str, written: list[dict[str, Any]]) -> None:
    encounters: list[Any] = []
    stats: dict[str, list[str]] = {}
    rows: list[dict[str, Any]] = []
    left_out: list[str] = []
    for row in written:
        record = row["record"]
        try:
            fight = opened(record)
        except Refusal as no:
            left_out.append(f"{record['encounter'].get('name')}: {no.sentence}")
            continue
        if "standing" in row and json.loads(json.dumps(standing(fight))) != row["standing"]:
            left_out.append(f"{record['encounter'].get('name')}: leads elsewhere")
            continue
        judged = stats.setdefault(fight.system.name, row.get("stats") or stats_of(fight))
        encounter = record.pop("encounter")
        if encounter not in encounters:
            encounters.append(encounter)
        rows.append({"encounter": encounters.index(encounter), "record": record, "hash": hash_of(fight, judged)})
    data = json.dumps({"encounters": encounters, "stats": stats, "records": rows}, separators=(",", ":")).encode()
    (FOLDER / f"{name}.json.xz").write_bytes(lzma.compress(data, preset=9))
    print(f"{len(rows)} kept, {len(left_out)} left out")
    for why in left_out:
        print(f"  {why[:300]}")


if __name__ == "__main__":
    main(sys.argv[1], json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")) if len(sys.argv) > 2 else read(sys.argv[1]))
