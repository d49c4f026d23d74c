"""The account of an import: what became rules, what was kept as text, page by page troubles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from quintain.library.problems import Problem
from quintain_bestiary.drafts import NOTHING, PARTLY, TEXT, WHOLE, Account, Imported
from quintain_bestiary.text import folded
from quintain_bestiary.wordings import (
    CALLED,
    COMMON_WORDINGS,
    IN_ATTACKS,
    NOT_READ,
    common,
    label_fates,
    reasons,
    total,
    why,
    wording_fates,
)


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
    same_names: dict[str, int] = field(default_factory=dict)
    waiting: int = 0
    called: int = 0
    labels: dict[str, Counter[str]] = field(default_factory=dict)
    """What became of the riders of each label, the most common label first."""
    wordings: dict[str, Counter[str]] = field(default_factory=dict)
    """What became of each use of the common wordings in attacks and riders."""
    elsewhere: dict[str, Counter[str]] = field(default_factory=dict)
    """The same in traits, those to choose from included."""
    optional: dict[str, Counter[str]] = field(default_factory=dict)
    """The same in nastier traits, which are switched off."""
    reasons: Counter[str] = field(default_factory=Counter)
    trait_reasons: Counter[str] = field(default_factory=Counter)
    """Why words of traits, nastier ones included, stayed text."""
    worded: Counter[str] = field(default_factory=Counter)
    """What became of the trait paragraphs, nastier ones included, that hold one of the common wordings."""
    texts: Counter[str] = field(default_factory=Counter)

    @property
    def attack_lines(self) -> Share:
        """Working attacks of all attack lines, rolled or not."""
        fates = self.fates.get("attack", Counter()) + self.fates.get("unrolled", Counter())
        return Share(fates[WHOLE] + fates[PARTLY], sum(fates.values()))

    @property
    def texts_kept(self) -> int:
        return sum(self.texts.values())


def tally(imported: Iterable[Imported], pages: int, without_block: int, problems: list[Problem]) -> Tally:
    """Adds up the accounts of all blocks."""
    blocks = list(imported)
    made = Tally(pages, without_block, len(blocks), problems)
    names = Counter(folded(block.raw.name) for block in blocks)
    for block in blocks:
        count = names.pop(folded(block.raw.name), 0)
        if count > 1:
            made.same_names[block.raw.name] = count
    accounts = [account for block in blocks for account in block.accounts]
    for account in accounts:
        made.fates.setdefault("rider" if account.what == "use" else account.what, Counter())[account.fate] += 1
        made.waiting += account.waits
        made.called += account.called
    for block in blocks:
        for note in block.notes:
            made.texts[str(note.get("kind", "trait"))] += 1
        made.texts["in an attack"] += _texts_in(block.block)
    under, traits, nastier = (_of(accounts, kinds) for kinds in (IN_ATTACKS, ("trait", "option"), ("nastier",)))
    for name, pattern in COMMON_WORDINGS:
        made.wordings[name] = wording_fates(pattern, under)
        made.elsewhere[name] = wording_fates(pattern, traits)
        made.optional[name] = wording_fates(pattern, nastier)
    made.labels = label_fates(accounts)
    made.reasons = reasons(under)
    made.trait_reasons = reasons(traits + nastier)
    made.worded = Counter(account.fate for account in traits + nastier if common(account.said))
    return made


def _of(accounts: list[Account], kinds: tuple[str, ...]) -> list[Account]:
    return [account for account in accounts if account.what in kinds]


def texts_left(imported: Iterable[Imported]) -> list[str]:
    """Every paragraph of which something stayed text: whose, what stayed, and why; attacks and riders first, then traits."""
    blocks = list(imported)
    lines: list[str] = []
    for kinds in (IN_ATTACKS, ("trait", "option", "nastier")):
        for block in blocks:
            for account in _of(block.accounts, kinds):
                if account.fate != WHOLE:
                    said = " / ".join(" ".join(text.split()) for text in account.kept) or account.said
                    lines.append(f"{block.raw.name}: {account.name}: {said} [{why(account)}]")
    return lines


_AMOUNT = re.compile(r"\s*(?:(?:deals?|takes?) )?(\d[\dd]*(?:\s?(?:[+/-]|or|to)\s?\d[\dd]*)*(?: \w+){0,2} damage)", re.IGNORECASE)


def unread_damage(imported: Iterable[Imported]) -> list[str]:
    """A sentence for every attack whose damage stayed text: without it the attack would hit and hurt nobody."""
    return [
        f'{block.raw.name}: {account.name}: the damage "{amount[1]}" could not be read. It stays text, and the GM applies it.'
        for block in imported
        for account in _of(block.accounts, ("attack", "unrolled"))
        for text in account.kept
        if (amount := _AMOUNT.match(text))
    ]


def _texts_in(value: object) -> int:
    """How many manual `text` effects stand in the attacks of a block."""
    if isinstance(value, list):
        return sum(_texts_in(one) for one in value)
    if not isinstance(value, dict):
        return 0
    inner = sum(_texts_in(one) for key, one in value.items() if key != "notes")
    return inner + (1 if set(value) <= {"text", "against", "apply"} and "text" in value else 0)


_WHAT = (
    ("action", "other actions (stances, changes of shape, tables)"),
    ("rider", "riders"),
    ("trait", "traits"),
    ("option", "traits of which one is to be chosen, as what they become when chosen"),
    ("nastier", "optional nastier traits, as what they become when switched on"),
)


def report_lines(made: Tally) -> list[str]:
    """The report, for a terminal or a file."""
    lines = [
        f"Pages read: {made.pages:,}, of which {made.without_block:,} hold no stat block.",
        f"Stat blocks imported: {made.blocks:,}."
        + (f" Not imported: {len(made.problems):,}, see below." if made.problems else " None was left out."),
        *[
            f"  {count} blocks are called {name}: each has an id of its own, and a name means the first of them."
            for name, count in made.same_names.items()
        ],
        f"Attack lines that work: {made.attack_lines}.",
    ]
    for what, words in (("attack", "rolled"), ("unrolled", "without a roll")):
        lines.append(f"  {words}: {_fates(made.fates.get(what, Counter()))}")
    lines.append(
        f"  {made.waiting:,} of them are not made on their own: {made.called:,} are called for by another attack's rider,"
        f" {made.waiting - made.called:,} by the game master."
    )
    for what, words in _WHAT:
        lines.append(f"{words.capitalize()}: {_fates(made.fates.get(what, Counter()))}")
    lines += _table("The ten most common rider labels of these pages", dict(list(made.labels.items())[:10]))
    lines += _table("The ten most common effect wordings, in attacks and riders", made.wordings)
    lines += _table("The same wordings in traits", made.elsewhere)
    lines += _table("The same wordings in nastier traits", made.optional)
    lines += ["", f"Paragraphs of traits, nastier ones included, with one of these wordings: {_fates(made.worded)}"]
    lines += [
        "",
        "'Work': by themselves. 'GM says': the game master applies the text, and the rules carry it out.",
        "'Text': told, and left to the game master; 'not read' is the part of it that only the grammar did not understand.",
    ]
    lines += ["", "Why words of attacks and riders stayed text, by paragraph:"]
    lines += [f"  {count:>5,}  {why}" for why, count in made.reasons.most_common()]
    lines += ["", "Why words of traits, nastier ones included, stayed text, by paragraph:"]
    lines += [f"  {count:>5,}  {why}" for why, count in made.trait_reasons.most_common()]
    lines += ["", f"Kept as readable text with a manual apply: {made.texts_kept:,}"]
    lines += [f"  {kind:<14} {count:,}" for kind, count in made.texts.most_common()]
    if made.problems:
        lines += ["", "Not imported:"] + [f"  {problem}" for problem in made.problems]
    return lines


def _table(title: str, rows: dict[str, Counter[str]]) -> list[str]:
    """A table of fates: how often, how many of that work by themselves, and how many with the game master's word."""
    head = f"{'uses':>6} {'wholly':>7} {'in part':>8} {'work':>8} {'GM says':>8} {'text':>6} {'not read':>9} {'in all':>8}"
    lines = ["", f"{title:<58} {head}"]
    for name, fates in rows.items():
        uses = total(fates)
        alone = _percent(fates[WHOLE] + fates[PARTLY], uses)
        figures = f"{uses:>6,} {fates[WHOLE]:>7,} {fates[PARTLY]:>8,} {alone:>8} {fates[CALLED]:>8,} {fates[TEXT]:>6,}"
        lines.append(f"  {name:<56} {figures} {fates[NOT_READ]:>9,} {_percent(uses - fates[TEXT], uses):>8}")
    return lines


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _fates(fates: Counter[str]) -> str:
    total = sum(fates.values())
    nothing = f", {fates[NOTHING]:,} with nothing to apply in a fight" if fates[NOTHING] else ""
    return f"{total:,} in all; {fates[WHOLE]:,} wholly rules, {fates[PARTLY]:,} in part, {fates[TEXT]:,} kept as text{nothing}"
