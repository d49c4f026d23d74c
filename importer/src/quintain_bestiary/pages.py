"""Chapter one of the bestiary importer: from a user's own markdown pages to raw stat blocks.

A page may hold one or more fenced code blocks with the info string `statblock`; each holds YAML. Everything a page can
get wrong (not readable, not text, no YAML, a missing figure) becomes a sentence that names the page and says what
would be right; it never stops the reading of the other pages.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from quintain.library.problems import FileProblem, Problem
from quintain.library.text import Document
from quintain.library.text import read_text as yaml_document
from quintain_bestiary.text import leading_integer, plain

LARGEST_PAGE = 1_000_000
"""Bytes. The largest page of a real bestiary is a fiftieth of this."""
MOST_ENTRIES = 200
"""Entries in one list of a block; and riders under one entry."""

CATEGORIES = ("normal", "large", "huge", "double-strength", "triple-strength", "weakling", "elite")


@dataclass(frozen=True)
class Entry:
    """A named paragraph of a block: an attack, a trait, or a rider under one of them."""

    name: str
    text: str
    riders: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Option:
    """A paragraph that a creature has only where it is chosen."""

    entry: Entry
    of: str
    """What it is to be chosen from: the name of the list, of a patron, or a circumstance."""
    nastier: bool = False
    on: bool = False
    passing: bool = False
    """One of a list that a rider sets off now and then: nobody has it for good, so it cannot be switched on."""


@dataclass(frozen=True)
class RawBlock:
    """One stat block as the page has it: figures read, paragraphs still prose."""

    page: str
    name: str
    family: str
    level: int
    size: str
    role: str
    type: str
    mook: bool
    initiative: int
    ac: int
    pd: int
    md: int
    hp: int
    vulnerability: str
    actions: tuple[Entry, ...]
    triggered: tuple[Entry, ...]
    traits: tuple[Entry, ...]
    nastier: tuple[Entry, ...]
    remarks: tuple[tuple[str, str], ...]
    """Figures that were not plain whole numbers: (field, the text as written)."""
    options: tuple[Option, ...] = ()
    """What is to be chosen, once the block is laid out."""


@dataclass
class Pages:
    """All that was found under one path."""

    blocks: list[RawBlock] = field(default_factory=list)
    without_block: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    read: int = 0


class _BadBlock(ValueError):
    """What is wrong with a block, and in which field."""

    def __init__(self, what: str, key: str = "") -> None:
        self.what = what
        self.key = key


def read_pages(path: Path) -> Pages:
    """Every stat block of a page, or of all markdown pages under a folder, in the order of their paths."""
    pages = Pages()
    if not path.exists():
        pages.problems.append(_page_problem(str(path), "there is no such file or folder"))
        return pages
    for page in _markdown_files(path):
        pages.read += 1
        shown = page.name if page == path else page.relative_to(path).as_posix()
        _read_page(page, shown, pages)
    if not pages.read:
        pages.problems.append(_page_problem(str(path), "no markdown page (*.md) was found here"))
    return pages


def _page_problem(page: str, what: str) -> Problem:
    return Problem(page, 0, 0, (), what)


def _markdown_files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    found: list[Path] = []
    for folder, _, names in os.walk(path):
        found.extend(Path(folder) / name for name in names if name.lower().endswith((".md", ".markdown")))
    return sorted(found)


def _read_page(page: Path, shown: str, pages: Pages) -> None:
    try:
        if page.stat().st_size > LARGEST_PAGE:
            pages.problems.append(_page_problem(shown, f"the page is larger than {LARGEST_PAGE:,} bytes; not read"))
            return
        text = page.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        pages.problems.append(_page_problem(shown, "the page is not text in UTF-8; save it as UTF-8"))
        return
    except OSError as error:
        why = error.strerror or "no reason given"
        pages.problems.append(_page_problem(shown, f"the page cannot be opened ({why})"))
        return
    read_text(text, shown, pages)


def read_text(text: str, shown: str, pages: Pages) -> None:
    """The blocks of one page's text; `shown` is how the page is named in sentences."""
    found = 0
    for above, fence in _statblock_fences(text):
        found += 1
        try:
            document = yaml_document(fence, shown)
            pages.blocks.append(_block(document, shown))
        except FileProblem as trouble:
            pages.problems.append(_further_down(trouble.problems[0], above))
        except _BadBlock as bad:
            path = (bad.key,) if bad.key else ()
            pages.problems.append(_further_down(document.problem(path, bad.what), above))
    if not found:
        pages.without_block.append(shown)


def _further_down(problem: Problem, lines: int) -> Problem:
    """A trouble in a block, at its line of the page."""
    return replace(problem, line=problem.line + lines) if problem.line else problem


_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*(.*?)[ \t]*$")


def _statblock_fences(text: str) -> Iterator[tuple[int, str]]:
    """The insides of the fenced code blocks whose info string is `statblock`, and how many lines stand above each."""
    inside: list[str] = []
    mark, wanted, above = "", False, 0
    for place, line in enumerate(text.splitlines(), 1):
        fence = _FENCE.match(line)
        if not mark:
            if fence:
                mark, above, inside = fence.group(1), place, []
                wanted = fence.group(2).split(" ")[0].lower() == "statblock"
        elif fence and not fence.group(2) and fence.group(1).startswith(mark):
            if wanted:
                yield above, "\n".join(inside)
            mark = ""
        else:
            inside.append(line)
    if mark and wanted:
        yield above, "\n".join(inside)


def _block(document: Document, page: str) -> RawBlock:
    fields = document.data
    if not isinstance(fields, dict):
        raise _BadBlock("the stat block must be a block of fields (name: ..., level: ... and so on)")
    name = "" if isinstance(fields.get("name"), (list, dict)) else plain(fields.get("name")).replace("\n", " ")
    if not name:
        raise _BadBlock('the stat block needs a name, such as  name: "Reed stalker"', "name")
    remarks: list[tuple[str, str]] = []
    level = _figure(fields, "level", name, remarks, 0, 15)
    size = plain(fields.get("size") or fields.get("strength")).lower() or "normal"
    if size not in CATEGORIES:
        remarks.append(("size", size))
        size = "normal"
    role = plain(fields.get("role")).lower() or "troop"
    mook = fields.get("mook") is True or plain(fields.get("mook")).lower() in ("yes", "true", "1") or role == "mook"
    return RawBlock(
        page=page, name=name, family=Path(page).parent.name, level=level, size=size, role=role,
        type=plain(fields.get("type")).lower() or "humanoid", mook=mook,
        initiative=_initiative(fields, level, remarks),
        ac=_figure(fields, "ac", name, remarks, 0, 99), pd=_figure(fields, "pd", name, remarks, 0, 99),
        md=_figure(fields, "md", name, remarks, 0, 99), hp=_figure(fields, "hp", name, remarks, 1, 9999),
        vulnerability=plain(fields.get("vulnerability")),
        actions=_entries(fields, "actions"), triggered=_entries(fields, "triggered_actions"),
        traits=_entries(fields, "traits"), nastier=_entries(fields, "nastier_traits"),
        remarks=tuple(remarks),
    )  # fmt: skip


def _figure(
    fields: dict[str, object], key: str, name: str, remarks: list[tuple[str, str]], least: int, most: int
) -> int:
    """A whole number; where the page has more than a number, its leading integer, and the text as a remark."""
    text = plain(fields.get(key))
    value = leading_integer(text)
    if value is None:
        what = f"'{text[:60]}' is no {key}" if text else f"the stat block of {name[:80]} has no {key}"
        raise _BadBlock(f"{what}; a whole number is needed", key)
    if not least <= value <= most:
        raise _BadBlock(f"{key} is {value}; it must lie between {least} and {most}", key)
    if not re.fullmatch(r"\+?-?\d+", text):
        remarks.append((key, text))
    return value


def _initiative(fields: dict[str, object], level: int, remarks: list[tuple[str, str]]) -> int:
    """Initiative is often prose ("same as rider"): then the level stands in for it, and the prose is kept."""
    text = plain(fields.get("initiative"))
    value = leading_integer(text)
    if value is None or not -20 <= value <= 99:
        remarks.append(("initiative", text or "not given"))
        return level
    if not re.fullmatch(r"\+?-?\d+", text):
        remarks.append(("initiative", text))
    return value


def _entries(fields: dict[str, object], key: str) -> tuple[Entry, ...]:
    """A list of {name, desc, traits}; what is shaped otherwise is read as far as it goes."""
    found = fields.get(key)
    if found is None:
        return ()
    items = found if isinstance(found, list) else [found]
    return tuple(entry for item in items[:MOST_ENTRIES] if (entry := _entry(item, 2)) is not None)


def _entry(item: object, depth: int) -> Entry | None:
    if not isinstance(item, dict):
        text = "" if isinstance(item, list) else plain(item)
        return Entry("", text) if text else None
    fields = {str(key): value for key, value in item.items()}
    below = fields.get("traits")
    riders: tuple[Entry, ...] = ()
    if depth and isinstance(below, list):
        riders = tuple(rider for one in below[:MOST_ENTRIES] if (rider := _entry(one, depth - 1)) is not None)
    name, text = plain(fields.get("name")).replace("\n", " "), plain(fields.get("desc"))
    return Entry(name, text, riders) if name or text or riders else None
