"""The import itself: pages in, a file of stat blocks and the account of it out."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from quintain.library.problems import Problem
from quintain_bestiary.blocks import import_block
from quintain_bestiary.drafts import Imported
from quintain_bestiary.layout import meant
from quintain_bestiary.pages import Pages, RawBlock, read_pages, read_text
from quintain_bestiary.report import Tally, report_lines, tally, texts_left, unread_damage
from quintain_bestiary.text import Row, folded, slug


class NoSuchBlock(ValueError):
    """A name was asked for that no page has; the sentence says which come close."""


class NoSuchTrait(ValueError):
    """An optional trait was asked for that no creature has; the sentence says what there is."""


@dataclass
class Bestiary:
    """Everything one import found."""

    blocks: list[Imported]
    pages: Pages

    @property
    def problems(self) -> list[Problem]:
        return self.pages.problems

    def named(self, name: str) -> Imported:
        """The block of that name (case, punctuation and spaces do not matter), or of that id."""
        wanted = folded(name)
        for one in self.blocks:
            if wanted in (folded(one.raw.name), folded(one.id)):
                return one
        close = difflib.get_close_matches(wanted, [folded(one.raw.name) for one in self.blocks], 3)
        names = [one.raw.name for one in self.blocks if folded(one.raw.name) in close]
        hint = f" Did you mean {' or '.join(names)}?" if names else ""
        raise NoSuchBlock(f"No stat block is called '{name[:80]}'.{hint}")

    def require_traits(self, with_traits: Iterable[str], names: list[str] | None = None) -> None:
        """Refuses a name that fits no optional trait of the chosen creatures (of all, if none is named)."""
        blocks = [self.named(name) for name in names] if names else self.blocks
        for wanted in with_traits:
            if not any(meant(one.raw.name, trait, {folded(wanted)}) for one in blocks for trait in one.optional):
                raise NoSuchTrait(f"No optional trait is called '{wanted[:80]}'.{_instead(wanted, blocks)}")

    def tally(self) -> Tally:
        return tally(self.blocks, self.pages.read, len(self.pages.without_block), self.problems)

    def report(self) -> str:
        return "\n".join(report_lines(self.tally()))

    def texts_left(self) -> list[str]:
        """What attacks, riders and traits leave to the game master, a line each, with the reason."""
        return texts_left(self.blocks)

    def unread_damage(self, names: list[str] | None = None) -> list[str]:
        """A sentence for each attack of the chosen blocks whose damage could not be read."""
        return unread_damage([self.named(name) for name in names] if names else self.blocks)

    def content(self, names: list[str] | None = None) -> Row:
        """The chosen blocks (all, if none is named) as one content file."""
        chosen = [self.named(name) for name in names] if names else self.blocks
        return {"system": "escalation", "blocks": {one.id: one.block for one in chosen}}

    def to_yaml(self, names: list[str] | None = None) -> str:
        return yaml.dump(self.content(names), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)

    def write(self, path: Path, names: list[str] | None = None) -> int:
        """Writes a file of stat blocks; gives back how many."""
        text = self.to_yaml(names)
        path.write_text(text, encoding="utf-8")
        return len(names) if names else len(self.blocks)


class _Dumper(yaml.SafeDumper):
    """Plain YAML: nothing is written by reference, so that a person can edit one block without touching another."""

    def ignore_aliases(self, data: object) -> bool:
        return True


_MOST_SHOWN = 8


def _instead(wanted: str, blocks: list[Imported]) -> str:
    """What could have been meant, or, where nothing comes close, what there is."""
    having = [one for one in blocks if one.optional]
    called_so = {folded(trait): trait for one in having for trait in one.optional}
    close = difflib.get_close_matches(folded(wanted), list(called_so), 3)
    if close:
        return f" Did you mean {' or '.join(called_so[one] for one in close)}?"
    if not having:
        return " There is nothing to switch on in these stat blocks."
    shown = "; ".join(f"{one.raw.name}: {', '.join(one.optional)}" for one in having[:_MOST_SHOWN])
    more = f"; and those of {len(having) - _MOST_SHOWN} more creatures" if len(having) > _MOST_SHOWN else ""
    return f" There are: {shown}{more}."


def import_bestiary(
    path: Path, nastier: bool = False, with_traits: Sequence[str] = (), progress: Callable[[float], None] | None = None
) -> Bestiary:
    """Reads one page, or every markdown page under a folder; `nastier` switches all nastier traits on, `with_traits` the
    optional traits of these names ("Grim", or "Reed stalker: Grim" for one creature only), in whoever has them.
    `progress` is told what share of the blocks has been read, from 0 to 1."""
    return _imported(read_pages(path), nastier, with_traits, progress)


def import_text(
    text: str, shown: str = "this text", nastier: bool = False, with_traits: Sequence[str] = ()
) -> Bestiary:
    """Reads the stat blocks of one page's text."""
    pages = Pages(read=1)
    read_text(text, shown, pages)
    return _imported(pages, nastier, with_traits)


def _imported(
    pages: Pages, nastier: bool, with_traits: Sequence[str], progress: Callable[[float], None] | None = None
) -> Bestiary:
    blocks: list[Imported] = []
    taken: set[str] = set()
    names = frozenset(map(folded, with_traits))
    for raw in pages.blocks:
        blocks.append(import_block(raw, _free_id(raw, taken), nastier, names))
        if progress is not None:
            progress(len(blocks) / len(pages.blocks))
    found = Bestiary(blocks, pages)
    if blocks:
        found.require_traits(with_traits)
    return found


def _free_id(raw: RawBlock, taken: set[str]) -> str:
    wanted = slug(raw.name)
    free, count = wanted, 1
    while free in taken:
        count += 1
        free = f"{wanted}-{count}"
    taken.add(free)
    return free
