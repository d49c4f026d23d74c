"""Chapter seven of the bestiary importer: a raw stat block becomes a block of the escalation system's format.

Beside the block stands an account of what became of every paragraph, which the report adds up.
"""

from __future__ import annotations

import copy
import re
from dataclasses import replace

from quintain_bestiary.attack_rows import (
    aim_at_those_hit,
    attack_row,
    comes_back,
    mark_called,
    repeat_granted,
    row_instead,
    variant_row,
)
from quintain_bestiary.bargains import end_alike
from quintain_bestiary.drafts import PARTLY, WHOLE, Account, Imported, rest_of
from quintain_bestiary.gathering import drafts_of, leads_with_use, read_stray_uses, read_uses, with_its_limit
from quintain_bestiary.labels import label, tag
from quintain_bestiary.layout import chosen, laid_out, option_names
from quintain_bestiary.linked_sentences import states_of
from quintain_bestiary.occasions import take_occasions
from quintain_bestiary.offers import attach_offers
from quintain_bestiary.pages import Entry, RawBlock
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.standing import take_standing
from quintain_bestiary.stories import tells_nothing
from quintain_bestiary.text import Row, Value, folded
from quintain_bestiary.trait_rows import write_traits
from quintain_bestiary.traits import read_trait, weaknesses

_CLINGS = re.compile(r"\bthe ([a-z]+) [^.]{0,60}remains around the target until the end of the battle", re.IGNORECASE)


def import_block(raw: RawBlock, block_id: str, nastier: bool = False, with_names: frozenset[str] = frozenset()) -> Imported:
    """The block of one page, as far as the grammar goes; the rest as notes. `nastier` switches its optional extras on,
    `with_names` (folded) those of its optional traits that are called so."""
    laid = laid_out(raw)
    raw = chosen(laid, with_names)
    if nastier:
        raw = replace(raw, traits=(*raw.traits, *raw.nastier), nastier=())
    done = Imported(block_id, raw, _figures(raw), optional=option_names(laid))
    drafts = drafts_of(raw, done)
    names = [draft.line.name for draft in drafts]
    speaker = Speaker.of(raw.name, raw.type, raw.family, names, big=raw.size in ("large", "huge"))
    for draft in drafts:
        tag(draft.line.tag, draft.use)
        draft.use.line = draft.text
        read_uses(draft, done)
    uses = {folded(draft.line.name): draft.use for draft in drafts}
    if leads_with_use(raw, drafts):
        done.accounts.append(Account("trait", raw.traits[0].name, WHOLE, raw.traits[0].text))
        raw = replace(raw, traits=raw.traits[1:])
    raw = replace(raw, traits=tuple(map(with_its_limit, raw.traits)), nastier=tuple(map(with_its_limit, raw.nastier)))
    speaker.states = states_of(raw.traits)
    write_traits(raw, done, uses, speaker)
    read_stray_uses(raw, drafts)
    for draft in drafts:
        strange = [rider for rider in draft.riders if label(rider.name) is None]
        draft.text = rest_of(draft, draft.text, take_occasions(draft.text, speaker, uses, True))
        draft.riders = [
            Entry(one.name, rest_of(draft, one.text, take_occasions(one.text, speaker, uses, True)), one.riders)
            for one in draft.riders
        ]
        for one in strange:
            understood = read_trait(one.name, one.text, done.block, uses)
            if understood is None and not one.riders:
                left = take_standing(one.name, one.text, done.block, speaker)
                understood = None if left == one.text else tells_nothing(left)
            if understood is not None:
                draft.as_traits[one.name] = understood
    speaker.powers = {str(row["name"]).lower(): str(row["name"]) for row in _rows_of(done.block.get("powers"))}
    speaker.level = raw.level
    speaker.clings = frozenset(
        match.group(1).lower() for draft in drafts for rider in draft.riders for match in _CLINGS.finditer(rider.text)
    )
    speaker.waits = frozenset(draft.line.name.lower() for draft in drafts if "granted" in draft.use.needs)
    attacks: list[Value] = []
    powers: list[Value] = []
    for draft in drafts:
        row = attack_row(draft, speaker, done)
        (powers if draft.line.bonus is None else attacks).append(row)
        comes_back(draft.use.back, row, done.block)
        (powers if draft.line.bonus is None else attacks).extend(row_instead(row, one) for one in draft.line.targets.others)
        if draft.use.variant:
            (powers if draft.line.bonus is None else attacks).append(variant_row(row, draft.use.variant))
    _amend(done, attacks)
    occasions = done.block.get("occasions", [])
    everything = [*attacks, *powers, *(occasions if isinstance(occasions, list) else [])]
    for draft in drafts:
        aim_at_those_hit(draft, everything, done, speaker)
    mark_called(done, everything)
    repeat_granted(everything)
    if attacks:
        done.block["attacks"] = attacks
    of_traits = done.block.get("powers", [])
    powers += of_traits if isinstance(of_traits, list) else []
    repeat_granted([*attacks, *powers])
    if powers:
        done.block["powers"] = powers
    for what, text in raw.remarks:
        done.note(f"Printed {what}", text, "trait")
    attach_offers(done, speaker)
    end_alike(done.block)
    if done.notes:
        done.block["notes"] = list(done.notes)
    return done


def _amend(done: Imported, attacks: list[Value]) -> None:
    """What traits change in the attacks, now that these are there. Of switched-off traits only the account is changed."""
    for place, note, change, left in done.amends:
        off = done.accounts[place].what == "nastier"
        rows = [row for row in (copy.deepcopy(attacks) if off else attacks) if isinstance(row, dict)]
        block = copy.deepcopy(done.block) if off else done.block
        printed = len(rows)
        if not change(rows, block):
            continue
        if not off:
            attacks.extend(rows[printed:])
        untold = not left or tells_nothing(left)
        if not off and untold:
            done.notes.remove(note)
        done.accounts[place] = replace(done.accounts[place], fate=WHOLE if untold else PARTLY, kept=() if untold else (left,))


def _rows_of(value: Value) -> list[Row]:
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def _figures(raw: RawBlock) -> Row:
    block: Row = {
        "name": raw.name, "level": raw.level, "category": "mook" if raw.mook else raw.size, "role": raw.role,
        "type": raw.type, "initiative": raw.initiative, "ac": raw.ac, "pd": raw.pd, "md": raw.md, "hp": raw.hp,
    }  # fmt: skip
    types, _ = weaknesses(raw.vulnerability)
    if types:
        block["weak_to"] = list(types)
    return block
