"""Which attacks a block has, wherever its page writes them: as entries, inside the text of others, as headings among the traits;
and what the page says apart from them about how often each may be used.
"""

from __future__ import annotations

import re

from quintain_bestiary.attacks import AttackLine, attack_line, attacks_inside, unrolled_line
from quintain_bestiary.drafts import PARTLY, TEXT, WHOLE, Account, Draft, Imported, whole_text
from quintain_bestiary.labels import Use, folded_label, use
from quintain_bestiary.pages import Entry, RawBlock
from quintain_bestiary.text import DICE

_USE_LABELS = ("limited use", "quick use")


def drafts_of(raw: RawBlock, done: Imported) -> list[Draft]:
    """Every attack of the block, also those written into the text of another one; what is none becomes a note.

    Where a block lists nothing but triggered actions, they are what it does on its turn.
    """
    drafts: list[Draft] = []
    for entry in (*raw.actions, *raw.triggered):
        triggered = entry in raw.triggered and bool(raw.actions)
        line = attack_line(entry.name) or _unrolled(entry)
        if line is None:
            kind = "triggered" if triggered else "action"
            done.note(entry.name, whole_text(entry), kind)
            done.accounts.append(Account("action", entry.name, TEXT, entry.text, (entry.text,)))
            continue
        saves = _AT_SAVE.match(entry.text) if line.bonus is None else None
        text, inside = _without_inside(f"The target must {entry.text[saves.end() :]}" if saves else entry.text)
        riders, more = _riders_without_inside(entry.riders)
        drafts.append(Draft(line, text, riders, Use(), triggered, whole_text(entry)))
        drafts.extend(_draft_inside(one) for one in (*inside, *more))
    for entry in raw.traits:
        drafts.extend(_draft_inside(one, entry.text) for one in _without_inside(entry.name)[1])
    _name_apart(drafts)
    return drafts


def _unrolled(entry: Entry) -> AttackLine | None:
    """An entry without a roll that still is an attack: it names its targets, and its text begins with damage."""
    saves = _AT_SAVE.match(entry.text)
    if saves and "(" not in entry.name:
        return unrolled_line(f"{entry.name} ({saves['clause']})")
    if "(" not in entry.name or not re.match(r"\d+ (?:[a-z]+ ){0,2}damage\b", entry.text):
        return None
    return unrolled_line(entry.name)


_AT_SAVE = re.compile(
    rf"(?P<clause>(?:{DICE}|one|two|three|each|all) (?:nearby(?: or far ?away)?|far ?away) enem(?:y|ies)(?: in a group)?)"
    r"(?: that can hear [a-z ]{3,30}?)? must (?:immediately )?(?=(?:roll|make) an? (?:(?:easy|hard|normal) )?save)",
    re.IGNORECASE,
)
"""Something that needs no roll, because its targets roll a save instead."""


def holds_attack(text: str) -> bool:
    return any(True for _ in attacks_inside(text))


def _without_inside(text: str) -> tuple[str, list[str]]:
    """A text without the attacks written into it, and those attacks."""
    spans = list(attacks_inside(text))
    return (text[: spans[0][0]].strip() if spans else text), [text[start:end].strip() for start, end in spans]


def _riders_without_inside(riders: tuple[Entry, ...]) -> tuple[list[Entry], list[str]]:
    kept: list[Entry] = []
    found: list[str] = []
    for rider in riders:
        text, inside = _without_inside(rider.text)
        kept.append(Entry(rider.name, text, rider.riders))
        found.extend(inside)
    return kept, found


_TRAILING_LABEL = re.compile(r"[ .]+(?P<label>Critical hit|Crit|Miss|Natural [a-z0-9+ -]{2,20})$", re.IGNORECASE)


def _draft_inside(text: str, below: str = "") -> Draft:
    """An attack written as one line, `header - what it does`; `below` is the text of a label at its end."""
    line = attack_line(text)
    assert line is not None, text
    rest, riders = line.rest, []
    trailing = _TRAILING_LABEL.search(rest) if below else None
    if trailing:
        rest, riders = rest[: trailing.start()], [Entry(trailing["label"], below)]
    said = f"{text} {below}".strip()
    return Draft(line, rest, riders, Use(), False, said)


def _name_apart(drafts: list[Draft]) -> None:
    """Two attacks of one block never share a name, because riders call them by it."""
    seen: dict[str, int] = {}
    for draft in drafts:
        name = draft.line.name
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            draft.line = AttackLine(**{**draft.line.__dict__, "name": f"{name} ({seen[name]})"})


def read_uses(draft: Draft, done: Imported) -> None:
    """Takes "Limited use" and its like out of the riders."""
    riders: list[Entry] = []
    for rider in draft.riders:
        if folded_label(rider.name) not in _USE_LABELS:
            riders.append(rider)
            continue
        read = use(rider.text)
        mine = draft.use
        mine.action, mine.usage = read.action or mine.action, read.usage or mine.usage
        mine.trigger, mine.natural = read.trigger or mine.trigger, read.natural or mine.natural
        mine.needs.extend(read.needs)
        mine.shared = mine.shared or read.shared
        mine.variant = read.variant or mine.variant
        mine.only, mine.answers, mine.versus = read.only or mine.only, read.answers or mine.answers, read.versus or mine.versus
        mine.back.extend(read.back)
        fate = TEXT if read.kept and not (read.usage or read.action or read.needs or read.back) else PARTLY if read.kept else WHOLE
        if read.kept:
            done.note(rider.name, whole_text(rider), "rider", draft.line.name)
        done.accounts.append(Account("use", folded_label(rider.name), fate, rider.text, tuple(read.kept)))
    draft.riders = riders
    if draft.triggered and not draft.use.trigger and not draft.use.action:
        draft.use.needs.append("granted")
    if draft.line.targets.only_granted and not draft.use.trigger:
        draft.use.needs.append("granted")


def leads_with_use(raw: RawBlock, drafts: list[Draft]) -> bool:
    """A "Quick use" that is the very first trait belongs to the attack right above it, the last of the actions."""
    first = raw.traits[0] if raw.traits else None
    if first is None or first.riders or folded_label(first.name) not in _USE_LABELS:
        return False
    above = [draft for draft in drafts if not draft.triggered]
    read = use(first.text)
    if not above or read.kept or read.trigger or not read.action or above[-1].use.action or above[-1].use.usage or len(above) < 2:
        return False
    mine = above[-1].use
    mine.action, mine.usage = read.action, read.usage
    mine.needs.extend(read.needs)
    return True


def read_stray_uses(raw: RawBlock, drafts: list[Draft]) -> None:
    """A limited use among the traits belongs to the attack that waits, where there is only one."""
    stray = [one for trait in raw.traits for one in (trait, *trait.riders) if folded_label(one.name) in _USE_LABELS]
    waiting = [draft for draft in drafts if draft.triggered and "granted" in draft.use.needs and not draft.line.targets.only_granted]
    if len(stray) != 1 or len(waiting) != 1:
        return
    read = use(stray[0].text)
    if read.kept or not (read.usage or read.action or read.trigger):
        return
    mine = waiting[0].use
    mine.needs = [need for need in mine.needs if need != "granted"] + read.needs
    mine.action, mine.usage, mine.trigger, mine.natural = read.action, read.usage, read.trigger, read.natural


_SO_OFTEN = re.compile(
    r"(?:[\w' -]{3,60} )?(?:up to )?(?P<often>once|twice|(?:three|four|five) times) (?:per|each) battle\.?$", re.IGNORECASE
)


def with_its_limit(entry: Entry) -> Entry:
    """A trait below which stands nothing but how often it can be used, as one sentence."""
    below = entry.riders[0] if len(entry.riders) == 1 else None
    often = _SO_OFTEN.match(below.text) if below is not None and folded_label(below.name) in _USE_LABELS else None
    if often is None or not re.match(r"as an? (?:standard|move|quick|free) action, ", entry.text, re.IGNORECASE):
        return entry
    return Entry(entry.name, f"{often['often'].capitalize()} per battle, {entry.text[0].lower()}{entry.text[1:]}", ())
