"""Texts that stand in an attack become notes too, so that the GM can apply them by name."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect
from quintain.systems.escalation.printed.stat_block import Block, Note


def add_texts(block: Block) -> None:
    """Every text in the lines and riders of an attack, under the attack's name and the line's."""
    for power in block.powers:
        for name, rows in (("hit", power.hit), ("miss", power.miss), ("crit", power.crit)):
            _add(block, power.name, name, rows)
        for rider in power.riders:
            _add(block, power.name, rider.name or "rider", rider.effects)
    for occasion in block.occasions:
        _add(block, occasion.name, "when its moment comes", occasion.effects())


def _add(block: Block, attack: str, line: str, rows: list[Effect]) -> None:
    for row in texts_in(rows):
        title = f"{attack}: {line}"
        taken = [note.name for note in block.notes]
        count = 1
        while (title if count == 1 else f"{title} ({count})") in taken:
            count += 1
        note = Note(title if count == 1 else f"{title} ({count})", row.text, "rider", attack, 0, row.offers)
        block.notes.append(note)
        row.name = note.name


def texts_in(rows: list[Effect]) -> list[Effect]:
    """The texts among these rows, and in what hangs on their saves, choices and tables."""
    found: list[Effect] = []
    for row in rows:
        if row.op == b.TEXT:
            found.append(row)
        found.extend(texts_in(row.on_save))
        found.extend(texts_in(row.on_failed_save))
        for choice in row.choices:
            found.extend(texts_in(choice))
        for _, _, results in row.results:
            found.extend(texts_in(results))
    return found
