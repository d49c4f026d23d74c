"""One readable fight for each system, kept in the repository and read in review; and old records keep replaying.

After a change that is meant to change fights: `python -m tests.playthroughs.test_pinned` writes the playthroughs anew. Records are
only ever added: what people have saved must go on replaying.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quintain.engine import Automation, Fight, Seeds
from quintain.engine.stream import MIX
from quintain.library.encounters import fight_of, sample
from quintain.systems import SHIPPED, system

HERE = Path(__file__).resolve().parent
RECORDS = sorted((HERE / "records").glob("*.json"))
REWORDED: list[tuple[str, str]] = []
"""What is told in other words since records were kept that tell it: the words in them, and those of today."""


def as_told_today(text: str, reworded: list[tuple[str, str]] = REWORDED) -> str:
    for before, now in reworded:
        text = text.replace(before, now)
    return text


def pinned(name: str) -> Fight:
    """Dice of the first generator, so that the playthroughs change with the rules only."""
    automation, found = Automation(), sample(system(name).standard)
    automation.auto["*"] = "steady"
    return Fight(found.system, found.battle(), found.data, "", None, automation, seeds=Seeds("pinned", "", MIX))


def written(fight: Fight) -> str:
    """A fight as people read it: each event with its arithmetic and clause."""
    lines = [f"{fight.system.title}: {fight.encounter.get('name')}", ""]
    last = -1
    for event in fight.events:
        if event.round != last:
            last = event.round
            lines.append(f"-- round {last} --")
        terms = ", ".join(f"{label} {value}" for label, value in event.math)
        clause = f" [{event.clause}]" if event.clause else ""
        secret = f" ({event.audience} only)" if event.audience != "all" else ""
        lines.append(f"{event.text}{secret}" + (f"  {{{terms}}}" if terms else "") + clause)
    assert fight.outcome is not None
    return "\n".join([*lines, "", f"{fight.outcome.result}: {fight.outcome.why}"]) + "\n"


@pytest.mark.parametrize("name", SHIPPED)
def test_the_pinned_playthrough_is_what_the_rules_play(name: str) -> None:
    kept = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert written(pinned(name)) == kept


def test_there_is_a_record_of_every_system() -> None:
    assert {path.name.split("-")[0] for path in RECORDS} == set(SHIPPED)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_old_records_keep_replaying(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    fight = fight_of(kept["record"])
    told, log = [event.text for event in fight.events], [as_told_today(text) for text in kept["log"]]
    if kept["record"]["rules"] == fight.system.version:
        assert told == log
    else:
        # A later version may tell more; what was told is told again, in the same order.
        rest = iter(told)
        assert [text for text in log if text not in rest] == []
    ended = {name: as_told_today(text) for name, text in kept["outcome"].items()}
    assert fight.outcome is not None and fight.outcome.as_data() == ended


def test_only_what_a_kept_record_tells_is_reworded() -> None:
    logs = [path.read_text(encoding="utf-8") for path in RECORDS]
    assert [before for before, _ in REWORDED if not any(before in log for log in logs)] == []
    assert as_told_today("Ann acts Cautiously.", [("acts Cautiously", "is cautious")]) == "Ann is cautious."


def main() -> None:
    """Write the playthroughs anew, and a record for each system and version that has none yet."""
    (HERE / "records").mkdir(exist_ok=True)
    for name in SHIPPED:
        fight = pinned(name)
        (HERE / f"{name}.txt").write_text(written(fight), encoding="utf-8")
        kept = HERE / "records" / f"{name}-{fight.system.version}.json"
        if not kept.exists():
            assert fight.outcome is not None
            whole = {"record": fight.record, "log": [event.text for event in fight.events], "outcome": fight.outcome.as_data()}
            kept.write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
