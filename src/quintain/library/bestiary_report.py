"""The account of an import: what became rules, what was kept as text, page by page troubles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from quintain.library.bestiary_attacks import CONDITIONS
from quintain.library.bestiary_blocks import PARTLY, TEXT, WHOLE, Account, Imported
from quintain.library.bestiary_labels import COMMON_LABELS
from quintain.library.problems import Problem

COMMON_WORDINGS: tuple[tuple[str, str], ...] = (
    ("N damage", r"\b(?:\d+d\d+|\d+) (?:extra )?(?:[a-z]+ ){0,2}?(?<!ongoing )damage\b"),
    ("is dazed, hampered, confused ...", rf"\b(?:is|are|it's|becomes)(?: also)? (?:{'|'.join(CONDITIONS)})\b"),
    ("save ends", r"\bsave ends\b"),
    ("N ongoing damage", r"\b\d+ ongoing (?:[a-z]+ ){0,2}damage\b"),
    ("as a free action", r"\bas a free action\b"),
    ("can make a / another attack", r"\b(?:can|may) (?:also )?make (?:an?|another|one|two) (?:[a-z',-]+ ){1,6}?attack"),
    ("half damage", r"\bhalf[- ]damage\b"),
    ("N per battle", r"\b(?:\d ?/ ?battle|(?:once|twice) per battle)\b"),
    ("until the end of its next turn", r"\buntil (?:the )?end of (?:its|their) next turn\b"),
    ("until the end of the battle", r"\buntil the end of the battle\b"),
)
"""The ten most common effect wordings of an open bestiary, as they are counted in attacks and riders."""


@dataclass(frozen=True)
class Share:
    """So many of so many."""

    good: int
    total: int

    def __str__(self) -> str:
        part = f" ({100 * self.good / self.total:.1f} %)" if self.total else ""
        return f"{self.good:,} of {self.total:,}{part}"


@dataclass
class Tally:
    """Everything the report says, as figures."""

    pages: int
    without_block: int
    blocks: int
    problems: list[Problem]
    fates: dict[str, Counter[str]] = field(default_factory=dict)
    waiting: int = 0
    labels: dict[str, Counter[str]] = field(default_factory=dict)
    wordings: dict[str, Share] = field(default_factory=dict)
    texts: Counter[str] = field(default_factory=Counter)
    unread_labels: Counter[str] = field(default_factory=Counter)

    @property
    def attack_lines(self) -> Share:
        """Working attacks of all attack lines, rolled or not."""
        fates = self.fates.get("attack", Counter()) + self.fates.get("unrolled", Counter())
        return Share(fates[WHOLE] + fates[PARTLY], sum(fates.values()))

    @property
    def texts_kept(self) -> int:
        return sum(self.texts.values())

    @property
    def all_blocks_in(self) -> bool:
        return self.blocks > 0 and not self.problems


def tally(imported: Iterable[Imported], pages: int, without_block: int, problems: list[Problem]) -> Tally:
    """Adds up the accounts of all blocks."""
    blocks = list(imported)
    made = Tally(pages, without_block, len(blocks), problems)
    said: list[str] = []
    kept: list[str] = []
    for block in blocks:
        for account in block.accounts:
            _count(account, made)
            if account.what in ("attack", "unrolled", "action", "rider", "use"):
                said.append(account.said.lower())
                kept.extend(text.lower() for text in account.kept)
        for note in block.notes:
            made.texts[str(note.get("kind", "trait"))] += 1
        made.texts["in an attack"] += _texts_in(block.block)
    for name, pattern in COMMON_WORDINGS:
        uses, left = (sum(len(re.findall(pattern, text)) for text in texts) for texts in (said, kept))
        made.wordings[name] = Share(uses - left, uses)
    return made


def _count(account: Account, made: Tally) -> None:
    what = "rider" if account.what == "use" else account.what
    made.fates.setdefault(what, Counter())[account.fate] += 1
    made.waiting += account.waits
    if what == "rider":
        made.labels.setdefault(account.name, Counter())[account.fate] += 1
        if account.fate == TEXT:
            made.unread_labels[account.name] += 1


def _texts_in(value: object) -> int:
    """How many manual `text` effects stand in the attacks of a block."""
    if isinstance(value, list):
        return sum(_texts_in(one) for one in value)
    if not isinstance(value, dict):
        return 0
    inner = sum(_texts_in(one) for key, one in value.items() if key != "notes")
    return inner + (1 if set(value) <= {"text", "against"} and "text" in value else 0)


_WHAT = (
    ("action", "other actions (stances, changes of shape, tables)"),
    ("rider", "riders"),
    ("trait", "traits"),
    ("nastier", "optional nastier traits"),
)


def report_lines(made: Tally) -> list[str]:
    """The report, for a terminal or a file."""
    lines = [
        f"Pages read: {made.pages:,}, of which {made.without_block:,} hold no stat block.",
        f"Stat blocks imported: {made.blocks:,}."
        + (f" Not imported: {len(made.problems):,}, see below." if made.problems else " None was left out."),
        f"Attack lines that work: {made.attack_lines}.",
    ]
    for what, words in (("attack", "rolled"), ("unrolled", "without a roll")):
        lines.append(f"  {words}: {_fates(made.fates.get(what, Counter()))}")
    lines.append(f"  {made.waiting:,} of them wait for a rider, a trigger or the game master to call for them.")
    for what, words in _WHAT:
        lines.append(f"{words.capitalize()}: {_fates(made.fates.get(what, Counter()))}")
    lines += ["", "The ten most common rider labels, and how many of their uses work (whole or in part):"]
    for name in COMMON_LABELS:
        fates = made.labels.get(name, Counter())
        lines.append(f"  {name:<28} {Share(fates[WHOLE] + fates[PARTLY], sum(fates.values()))}")
    lines += ["", "The ten most common effect wordings in attacks and riders, and how many are applied by the rules:"]
    lines += [f"  {name:<34} {share}" for name, share in made.wordings.items()]
    lines += ["", f"Kept as readable text with a manual apply: {made.texts_kept:,}"]
    lines += [f"  {kind:<14} {count:,}" for kind, count in made.texts.most_common()]
    if made.problems:
        lines += ["", "Not imported:"] + [f"  {problem}" for problem in made.problems]
    return lines


def _fates(fates: Counter[str]) -> str:
    total = sum(fates.values())
    return f"{total:,} in all; {fates[WHOLE]:,} wholly rules, {fates[PARTLY]:,} in part, {fates[TEXT]:,} kept as text"
