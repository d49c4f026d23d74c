"""The traits of a block, one after another: each goes to the readers in turn, and what none of them takes stays text.

Optional traits that are switched off, and options that were not chosen, are read on a copy, for the account only.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Collection
from dataclasses import replace

from quintain_bestiary.amends import amend_of
from quintain_bestiary.answers import take_answers
from quintain_bestiary.bargains import take_extras
from quintain_bestiary.battle_moments import apart
from quintain_bestiary.drafts import NOTHING, PARTLY, TEXT, WHOLE, Account, Imported, free_name, whole_text
from quintain_bestiary.forms import read_form
from quintain_bestiary.gathering import holds_attack
from quintain_bestiary.labels import Use
from quintain_bestiary.limited_uses import take_powers
from quintain_bestiary.linked_sentences import read_in_state, take_leaning
from quintain_bestiary.occasions import take_occasions
from quintain_bestiary.pages import Entry, Option, RawBlock
from quintain_bestiary.phrases import pattern
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.standing import take_standing
from quintain_bestiary.stories import is_story, tells_nothing
from quintain_bestiary.text import Row, folded
from quintain_bestiary.traits import is_figure, read_trait, share_uses, weaknesses
from quintain_bestiary.triggers import Triggers, read_triggers
from quintain_bestiary.variations import take_variations


def write_traits(raw: RawBlock, done: Imported, uses: dict[str, Use], speaker: Speaker) -> None:
    """Every trait, option and optional extra of a page, written into the block or kept as a note."""
    lists = {one.of for one in raw.options}
    always = readable(raw.traits, lists)
    for place, entry in enumerate(raw.traits):
        if holds_attack(entry.name):
            continue
        fate, kept = _read_one_trait(entry, always[place], done.block, uses, speaker)
        if fate != WHOLE:
            done.note(entry.name, whole_text(entry), "trait")
        done.accounts.append(Account("trait", entry.name, fate, entry.text, kept))
        _keep_amend(entry, always[place], fate, done, speaker)
    for one in raw.options:
        _read_option(one, done, uses, speaker)
    _share(done)
    always = readable(raw.nastier, lists)
    for place, entry in enumerate(raw.nastier):
        # Switched off: counted as what it would become, on a copy of the block.
        fate, kept = _read_one_trait(entry, always[place], copy.deepcopy(done.block), copy.deepcopy(uses), speaker)
        done.note(entry.name, whole_text(entry), "nastier")
        done.accounts.append(Account("nastier", entry.name, fate, entry.text, kept))
        _keep_amend(entry, always[place], fate, done, speaker)
    _, strange = weaknesses(raw.vulnerability)
    if strange:
        done.note("Vulnerability", strange, "trait")
    if raw.mook and raw.size != "normal":
        done.note("Size", f"A {raw.size} mook.", "trait")


_HEADER = pattern(
    r"\bchoose (?:one|either|two)\b(?! random)|different abilities based on|\bone of the following\b(?! [a-z ]{0,20}attacks: )"
    r"|\broll a d\d+ (?:on|to determine)\b"
)
_MORE_OF_THESE = pattern(r"\badd (?:one|two|one or two) (?:more|other) [a-z]+s\b")
_ONLY_SOME = pattern(
    r"\bonly\)|\bforms?\)|\bicon|\bfollowing\b|^\d|\d\s?-\s?\d|\broll\b|\beffect$|^path of\b"
)
_NATURE = pattern(r"(?:undead|plant|humanoid)(?: nature)?$")
"""What a creature is besides; one of several must be chosen."""


def readable(entries: tuple[Entry, ...], lists: Collection[str] = ()) -> list[bool]:
    """Which traits of a block always hold: not the items of a list to choose from, nor what only some of its forms have.

    `lists`: headings whose items have been taken out, so that what stands below them are traits again.
    """
    if any(_MORE_OF_THESE.search(entry.text) for entry in entries):
        return [False] * len(entries)
    made: list[bool] = []
    natures = [entry.name for entry in entries if _NATURE.match(entry.name.strip())]
    choosing = False
    for entry in entries:
        opens = _HEADER.search(entry.text) is not None and not entry.riders and entry.name not in lists
        choosing = choosing or opens
        some = _ONLY_SOME.search(entry.name.strip()) is not None or (len(natures) > 1 and entry.name in natures)
        made.append(not choosing and not entry.riders and not some and len(entry.name) <= 60)
    return made


def _read_one_trait(
    entry: Entry, always: bool, block: Row, uses: dict[str, Use], speaker: Speaker
) -> tuple[str, tuple[str, ...]]:
    """Writes what a trait means into the block; gives back its fate and the words that stay text."""
    stated = read_in_state(entry, block, uses, speaker) if speaker.states else None
    if stated:
        _write_occasions(stated.rows, block)
        kept = tuple(words for words in stated.left if not tells_nothing(words))
        return (PARTLY, kept) if kept else (WHOLE, ())
    text = apart(entry.text, speaker)
    if always:
        leaned = take_leaning(free_name(entry.name, block), text, block, speaker)
        if leaned != text:
            return (WHOLE, ()) if tells_nothing(leaned) else (PARTLY, (leaned,))
    left = take_variations(entry.name, text, block, speaker, uses) if always else text
    if not left:
        return WHOLE, ()
    if left == text:
        left = take_standing(entry.name, text, block, speaker) if always and not is_figure(entry.name) else text
    if left == text:
        understood = read_trait(entry.name, text, block, uses)
        if understood is not None:
            whole = understood and not entry.riders
            return (WHOLE, ()) if whole else (PARTLY, (text,))
        if _TABLE.search(entry.name):
            return TEXT, (text,)
    waiting = tuple(speaker.attacks[name] for name, use in uses.items() if "granted" in use.needs and name in speaker.attacks)
    left = take_answers(entry.name, left, block, speaker, waiting) if always and left else left
    left = take_occasions(left, speaker, uses) if left else ""
    left = take_extras(entry.name, left, block, speaker, uses) if always and left else left
    left = take_powers(entry.name, left, block, speaker, uses) if always and left else left
    waiting = tuple(speaker.attacks[name] for name, use in uses.items() if "granted" in use.needs and name in speaker.attacks)
    found = Triggers(left=[left] if left else [])
    if always and left:
        name = free_name(entry.name, block)
        found = read_form(name, left, speaker, waiting) or read_triggers(name, left, speaker, waiting)
        for use in [uses[folded(each)] for each in found.waits if folded(each) in uses]:
            use.needs += [] if "granted" in use.needs else ["granted"]
    _write_occasions(found.rows, block)
    if found.powers:
        powers = block.setdefault("powers", [])
        if isinstance(powers, list):
            powers.extend(found.powers)
    if not found.rows and not found.powers and left.split() == text.split():
        return (NOTHING if is_story(entry.name, whole_text(entry)) else TEXT), (text,)
    kept = tuple(words for words in found.left if not tells_nothing(words))
    return (WHOLE, ()) if not kept and not entry.riders else (PARTLY, kept or (text,))


_TABLE = re.compile(r"\d\s?-\s?\d|\broll\b", re.IGNORECASE)
"""A heading that is a line of a table of results."""


def _write_occasions(found: list[Row], block: Row) -> None:
    rows = block.setdefault("occasions", []) if found else None
    if isinstance(rows, list):
        rows.extend(found)


_TITLED = re.compile(r"^[A-Z][A-Za-z' ]{2,30}\u2014(?=[A-Z])")
"""A title of its own before the text of an option."""


def _read_option(one: Option, done: Imported, uses: dict[str, Use], speaker: Speaker) -> None:
    """One of several to choose from: read into the block where it was chosen, else counted as what it would become."""
    entry = one.entry
    block, ways = (done.block, uses) if one.on else (copy.deepcopy(done.block), copy.deepcopy(uses))
    read = replace(entry, text=_TITLED.sub("", entry.text))
    fate, kept = _read_one_trait(read, not entry.riders, block, ways, speaker)
    if not one.on:
        done.note(f"{entry.name} (to choose: {one.of})", whole_text(entry), "option")
    elif fate != WHOLE:
        done.note(entry.name, whole_text(entry), "nastier" if one.nastier else "trait")
    done.accounts.append(Account("trait" if one.on else "option", entry.name, fate, entry.text, kept))


def _keep_amend(entry: Entry, always: bool, fate: str, done: Imported, speaker: Speaker) -> None:
    """A trait that changes printed attacks waits until these have been read."""
    found = amend_of(entry.name, entry.text, speaker) if always and fate in (TEXT, NOTHING) else None
    if found:
        done.amends.append((len(done.accounts) - 1, done.notes[-1], *found))


def _share(done: Imported) -> None:
    """A group ability that is a power of its own: the trait that says how often it can be used by all of them together."""
    for place, account in enumerate(done.accounts):
        if account.what == "trait" and account.fate == TEXT and share_uses(account.said, done.block.get("powers")):
            done.accounts[place] = replace(account, fate=WHOLE, kept=())
            done.notes[:] = [note for note in done.notes if note.get("text") != account.said]
