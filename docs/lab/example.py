"""Writes docs/lab-example.md with its pictures: python docs/lab/example.py. Every figure on that page comes from this run."""

from __future__ import annotations

import shlex
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

import quintain as q
from quintain.lab import Forecast
from quintain.lab.export import save_chart
from quintain.lab.plots import (
    comparison_chart,
    forecast_chart,
    ranking_chart,
    sweep_chart,
    tuning_chart,
)

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "lab-example.md"
NAME = "escalation/toll"
FIGHTS = 2_000
MORE = 4_000
TARGET = 0.65


def picture(chart: Any, name: str, words: str) -> str:
    """A chart in both colours, and the Markdown that shows the one that fits."""
    for theme, path in (("light", HERE / f"{name}.svg"), ("dark", HERE / f"{name}-dark.svg")):
        save_chart(chart, str(path), theme)
    dark = f'<source media="(prefers-color-scheme: dark)" srcset="lab/{name}-dark.svg">'
    return f'<picture>{dark}<img alt="{words}" src="lab/{name}.svg"></picture>'


def command(*words: str) -> str:
    return f"    quintain {shlex.join(words)}"


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())


def main() -> None:
    enc = q.sample(NAME)
    party = enc.system.party
    parts = [
        "# Balancing an encounter, from start to finish",
        f"The encounter is the shipped *{enc.name}* ([its file](../src/quintain/systems/escalation/content/toll.yaml)): {enc.summary} "
        f"The GM would like the party to win about {100 * TARGET:.0f} fights in 100. This page was written by "
        f"[a script](lab/example.py) on {date.today()} with Quintain {version('quintain')}; every figure on it is from one run, "
        "seed 1. The same rules give the same figures anywhere; rules or tactics changed since then may give others.",
        "## 1. What is it like now?",
        command("forecast", NAME, "-n", str(MORE)),
    ]
    first = q.forecast(enc, MORE)
    worst = sorted(first.combatants, key=lambda one: -(one.falls.value if one.falls is not None else 0.0))
    fallen = next(one for one in worst if one.side == party)
    parts += [
        quoted(first.sentence),
        picture(forecast_chart(first), "forecast", "How it ends, how long it takes, who falls, damage dealt and taken"),
        f"The book's own estimate: {first.budget}. Measured: {first.wins} wins. The one who falls most often on the party's side is "
        f"{fallen.name}, in {fallen.falls}.",
    ]
    unused = [f"{one.name}: {', '.join(one.never)}" for one in first.combatants if one.never]
    if unused:
        parts.append(f"What these fights did not test, because the tactics never used it: {'; '.join(unused)}.")
    parts += _watched(first)
    parts += _tactics(enc, party)
    parts += _ranked(enc)
    parts += _swept(enc)
    parts += _tuned(enc)
    PAGE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _watched(first: Forecast) -> list[str]:
    number = first.pick("worst loss")
    fight = first.watch(number)
    told = [event.text for event in fight.log if event.text][-8:]
    assert fight.outcome is not None
    return [
        "## 2. Why do they lose? Watch it",
        command("watch", NAME, str(number)),
        f"Fight {number} is the worst loss of the {first.fights:,}. Its last lines:",
        quoted("\n\n".join(told)),
    ]


def _tactics(enc: q.Encounter, party: str) -> list[str]:
    spread = q.spread(enc, ["reckless", "steady", "careful"], fights=FIGHTS)
    return [
        "## 3. How much of it is tactics?",
        command("forecast", NAME, "--spread", "-n", str(FIGHTS)),
        quoted(spread.sentence),
        picture(sweep_chart(spread), "spread", "Wins by the tactics of both sides"),
    ]


def _ranked(enc: q.Encounter) -> list[str]:
    ranking = q.rank(enc, who="foes", fights=FIGHTS // 2)
    return [
        "## 4. What moves the result?",
        command("rank", NAME, "--who", "foes", "-n", str(FIGHTS // 2)),
        quoted(ranking.sentence),
        picture(ranking_chart(ranking, 14), "rank", "The strongest changes, with their intervals"),
    ]


def _swept(enc: q.Encounter) -> list[str]:
    changed = q.compare(enc, q.variant(enc, add={"sedge-jackal": 1}), fights=FIGHTS)
    grid = q.sweep(enc, "sedge-jackal=3..8", "slag-hound=1..4", fights=FIGHTS // 4)
    return [
        "## 5. Try something",
        command("compare", NAME, "--add", "sedge-jackal:1", "-n", str(FIGHTS)),
        quoted(changed.sentence),
        picture(comparison_chart(changed), "compare", "Wins with and without one more jackal"),
        "More broadly, jackals against hounds:",
        command("sweep", NAME, "sedge-jackal=3..8", "slag-hound=1..4", "-n", str(FIGHTS // 4)),
        picture(sweep_chart(grid), "sweep", "A heat map of wins over the numbers of jackals and hounds"),
    ]


def _tuned(enc: q.Encounter) -> list[str]:
    wanted = f"{100 * TARGET:.0f}%"
    changes = ["sedge-jackal=1..12", "slag-hound.hp=20..70"]
    tuning = q.tune(enc, *changes, wins=TARGET, fights=FIGHTS)
    final = enc
    for parameter, value, _ in tuning.changes:
        final = parameter.applied(final, value)
    last = q.forecast(final, MORE, seed="fresh")
    words = ["tune", NAME, "--wins", wanted, *(word for change in changes for word in ("--change", change)), "-n", str(FIGHTS)]
    return [
        f"## 6. Make it {wanted.replace('%', ' %')}",
        command(*words),
        quoted(tuning.sentence),
        picture(tuning_chart(tuning), "tune", "Wins for each value tried, with the target"),
        f"It took {tuning.fights:,} fights. Once more, on dice of a third seed: the party wins {last.wins}, in "
        f"{last.length.mean.value:.1f} rounds on average.",
    ]


if __name__ == "__main__":
    main()
