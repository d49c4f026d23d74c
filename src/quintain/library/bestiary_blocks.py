"""Chapter seven of the bestiary importer: a raw stat block becomes a block of the escalation system's format.

Beside the block stands an account of what became of every paragraph, which the report adds up.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import replace

from quintain.library.bestiary_amends import amend_of
from quintain.library.bestiary_answers import take_answers
from quintain.library.bestiary_attacks import AttackLine, attack_line, attacks_inside, unrolled_line
from quintain.library.bestiary_drafts import NOTHING, PARTLY, TEXT, WHOLE, Account, Draft, Imported, rest_of, whole_text
from quintain.library.bestiary_effects import Effects, read_effects
from quintain.library.bestiary_extras import end_alike, take_extras
from quintain.library.bestiary_field import apart
from quintain.library.bestiary_forms import read_form
from quintain.library.bestiary_labels import Use, folded_label, label, tag, use
from quintain.library.bestiary_layout import chosen, laid_out, option_names
from quintain.library.bestiary_leaning import read_in_state, states_of, take_leaning
from quintain.library.bestiary_occasions import take_occasions
from quintain.library.bestiary_offers import attach_offers
from quintain.library.bestiary_pages import Entry, Option, RawBlock
from quintain.library.bestiary_phrases import AMOUNT, TYPE, amount
from quintain.library.bestiary_riders import split_charge, split_closest, split_faces, write_riders, written
from quintain.library.bestiary_speaker import Speaker
from quintain.library.bestiary_standing import take_standing
from quintain.library.bestiary_stories import is_story, tells_nothing
from quintain.library.bestiary_text import DICE, Row, Value, folded
from quintain.library.bestiary_traits import is_figure, read_trait, share_uses, weaknesses
from quintain.library.bestiary_triggers import Triggers, read_triggers, readable
from quintain.library.bestiary_uses import take_powers
from quintain.library.bestiary_variations import change_attack, take_variations

_CLINGS = re.compile(r"\bthe ([a-z]+) [^.]{0,60}remains around the target until the end of the battle", re.IGNORECASE)
_USE_LABELS = ("limited use", "quick use")


def import_block(raw: RawBlock, block_id: str, nastier: bool = False, with_names: frozenset[str] = frozenset()) -> Imported:
    """The block of one page, as far as the grammar goes; the rest as notes. `nastier` switches its optional extras on,
    `with_names` (folded) those of its optional traits that are called so."""
    laid = laid_out(raw)
    raw = chosen(laid, with_names)
    if nastier:
        raw = replace(raw, traits=(*raw.traits, *raw.nastier), nastier=())
    done = Imported(block_id, raw, _figures(raw), optional=option_names(laid))
    drafts = _drafts(raw, done)
    names = [draft.line.name for draft in drafts]
    speaker = Speaker.of(raw.name, raw.type, raw.family, names, big=raw.size in ("large", "huge"))
    for draft in drafts:
        tag(draft.line.tag, draft.use)
        draft.use.line = draft.text
        _read_uses(draft, done)
    uses = {folded(draft.line.name): draft.use for draft in drafts}
    if _leads_with_use(raw, drafts):
        done.accounts.append(Account("trait", raw.traits[0].name, WHOLE, raw.traits[0].text))
        raw = replace(raw, traits=raw.traits[1:])
    raw = replace(raw, traits=tuple(map(_with_its_limit, raw.traits)), nastier=tuple(map(_with_its_limit, raw.nastier)))
    speaker.states = states_of(raw.traits)
    _read_traits(raw, done, uses, speaker)
    _read_stray_uses(raw, drafts)
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
        row = _attack(draft, speaker, done)
        (powers if draft.line.bonus is None else attacks).append(row)
        _comes_back(draft.use.back, row, done.block)
        (powers if draft.line.bonus is None else attacks).extend(_instead(row, one) for one in draft.line.targets.others)
        if draft.use.variant:
            (powers if draft.line.bonus is None else attacks).append(_variant(row, draft.use.variant))
    _amend(done, attacks)
    occasions = done.block.get("occasions", [])
    everything = [*attacks, *powers, *(occasions if isinstance(occasions, list) else [])]
    for draft in drafts:
        _aim_at_those_hit(draft, everything, done, speaker)
    _mark_called(done, everything)
    _repeat_granted(everything)
    if attacks:
        done.block["attacks"] = attacks
    of_traits = done.block.get("powers", [])
    powers += of_traits if isinstance(of_traits, list) else []
    _repeat_granted([*attacks, *powers])
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


def _mark_called(done: Imported, attacks: list[Value]) -> None:
    """Which of the attacks that wait are called for by another attack of the block."""
    granted = {str(row["attack"]).lower() for row in _grants(attacks)} | set(_unlocked(attacks))
    done.accounts = [
        replace(account, called=account.waits and account.name.lower() in granted) for account in done.accounts
    ]


_SO_OFTEN = re.compile(
    r"(?:[\w' -]{3,60} )?(?:up to )?(?P<often>once|twice|(?:three|four|five) times) (?:per|each) battle\.?$", re.IGNORECASE
)


def _with_its_limit(entry: Entry) -> Entry:
    """A trait below which stands nothing but how often it can be used, as one sentence."""
    below = entry.riders[0] if len(entry.riders) == 1 else None
    often = _SO_OFTEN.match(below.text) if below is not None and folded_label(below.name) in _USE_LABELS else None
    if often is None or not re.match(r"as an? (?:standard|move|quick|free) action, ", entry.text, re.IGNORECASE):
        return entry
    return Entry(entry.name, f"{often['often'].capitalize()} per battle, {entry.text[0].lower()}{entry.text[1:]}", ())


def _rows_of(value: Value) -> list[Row]:
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def _unlocked(value: Value) -> Iterator[str]:
    """Attacks that something in here allows for a while."""
    inner = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    if isinstance(value, dict) and isinstance(value.get("unlocks"), str):
        yield str(value["unlocks"]).lower()
    for one in inner:
        yield from _unlocked(one)


def _repeat_granted(attacks: list[Value]) -> None:
    """Another attack that consists of several is granted with all of them, unless "a single" one was said."""
    several = {
        str(one["name"]): count for one in attacks if isinstance(one, dict) and isinstance(count := one.get("attacks"), int)
    }
    for one in attacks:
        if isinstance(one, dict):
            for grant in _grants({key: value for key, value in one.items() if key != "name"}):
                count = several.get(str(grant["attack"]), 1)
                if count > 1 and grant["attack"] != one["name"] and "times" not in grant:
                    grant["times"] = count


def _grants(value: Value) -> Iterator[Row]:
    """All rows in here that grant an attack."""
    inner = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    if isinstance(value, dict) and isinstance(value.get("attack"), str):
        yield value
    for one in inner:
        yield from _grants(one)


def _figures(raw: RawBlock) -> Row:
    block: Row = {
        "name": raw.name, "level": raw.level, "category": "mook" if raw.mook else raw.size, "role": raw.role,
        "type": raw.type, "initiative": raw.initiative, "ac": raw.ac, "pd": raw.pd, "md": raw.md, "hp": raw.hp,
    }  # fmt: skip
    types, _ = weaknesses(raw.vulnerability)
    if types:
        block["weak_to"] = list(types)
    return block


# Attacks --------------------------------------------------------------------------------------------------------------


def _drafts(raw: RawBlock, done: Imported) -> list[Draft]:
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


def _holds_attack(text: str) -> bool:
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


def _read_uses(draft: Draft, done: Imported) -> None:
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


def _leads_with_use(raw: RawBlock, drafts: list[Draft]) -> bool:
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


def _read_stray_uses(raw: RawBlock, drafts: list[Draft]) -> None:
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


def _attack(draft: Draft, speaker: Speaker, done: Imported) -> Row:
    line = draft.line
    speaker.current = line.name
    row: Row = {"name": line.name, "kind": line.kind}
    draft.use.write(row)
    if line.bonus is not None:
        row["bonus"], row["defence"] = line.bonus, line.defence
    if line.targets.attacks != 1:
        row["attacks"] = line.targets.attacks
    if line.targets.different:
        row["different_targets"] = True
    row["targets"] = dict(line.targets.row)
    if line.targets.needs:
        before = row.get("needs")
        row["needs"] = [*(before if isinstance(before, list) else []), *line.targets.needs]
    if draft.use.only and "filter" not in line.targets.row:
        row["targets"] = {**line.targets.row, "filter": draft.use.only}
    if draft.use.instead:
        draft.text = draft.use.instead
    split_closest(draft)
    split_faces(draft)
    split_charge(draft)
    hit = read_effects(draft.text, speaker, hits_only=True)
    if not hit.rows:
        _damage_at_least(draft.text, hit)
    row["hit"] = []
    write_riders(draft, row, hit, speaker, done)
    row["hit"] = written(hit)
    change_attack(row, draft.use.changes)
    whom = "" if speaker.big and line.targets.kept == "smaller than it" else line.targets.kept
    limited = next((match for match in map(_ON_A_CRIT.match, hit.kept) if match), None)
    if limited:
        row["crit_total"] = int(limited["amount"])
        hit.kept.remove(limited.group(0))
        row["hit"] = written(hit)
    faster = _IF_FASTER.match(whom)
    if faster and line.bonus is not None:
        bonuses = done.block.setdefault("bonuses", [])
        more: Row = {"name": line.name, "attack": int(faster["bonus"]) - line.bonus, "with": [line.name], "against": "slower"}
        if isinstance(bonuses, list):
            bonuses.append(more)
        whom = ""
    whom = "" if draft.use.trigger and _THE_TRIGGER.match(whom) else whom
    kept = (*hit.kept, *(text for text in (whom, line.note) if text), *draft.use.kept)
    works = bool(hit.rows) or _does_something(row)
    fate = TEXT if not works else PARTLY if kept else WHOLE
    waits = "granted" in draft.use.needs
    if kept or fate == TEXT:
        row["text"] = draft.said
    what = "unrolled" if line.bonus is None else "attack"
    done.accounts.append(Account(what, line.name, fate, draft.printed.get(draft.text, draft.text), kept, waits))
    return row


def _comes_back(moments: list[Row], row: Row, block: Row) -> None:
    """What gives a use of the attack back: its own miss, or an occasion of the creature."""
    for moment in moments:
        back: list[Value] = [{"regain": row["name"]}]
        if moment["when"] == "miss":
            missed = row.setdefault("miss", [])
            if isinstance(missed, list):
                missed.extend(back)
            continue
        rows = block.setdefault("occasions", [])
        if isinstance(rows, list):
            rows.append({"name": _free_name(f"{row['name']} comes back", block), **moment, "effects": back})


def _variant(row: Row, other: Use) -> Row:
    """The same attack, used in another way at times."""
    made: Row = {**copy.deepcopy(row), "name": f"{row['name']} ({other.action or 'first round'})"}
    if not other.trigger:
        made.pop("trigger", None)
    other.write(made)
    riders = made.get("riders", [])
    if other.price and isinstance(riders, list):
        price: Row = {"when": "always", "name": "Price", "once": "turn", "effects": [{"damage": other.price, "on": "self"}]}
        made["riders"] = [*riders, price]
    targets = made.get("targets")
    if other.only and isinstance(targets, dict):
        targets["filter"] = other.only
    return made


_THE_TRIGGER = re.compile(r"(?:that triggered the attack|the triggering enemy)$")
_ON_A_CRIT = re.compile(r"but only (?P<amount>\d{1,3}) damage on a crit$")
_IF_FASTER = re.compile(r"or (?P<bonus>\+\d{1,2}) vs\.? (?:ac|pd|md) if the [a-z]{3,20} has a higher initiative$")
_THOSE_HIT = re.compile(
    r"(?:hit by (?:an? )?(?:natural (?:odd|even) )?(?P<attack>[a-z' ]{3,40}?)(?P<later> last turn)?|from (?P<other>[a-z' ]{3,40}))$"
)


def _aim_at_those_hit(draft: Draft, everything: list[Value], done: Imported, speaker: Speaker) -> None:
    """ "One creature hit by its bolt": the attack that the bolt grants goes at the bolt's target; "different from": at another."""
    match = _THOSE_HIT.match(draft.line.targets.kept)
    named = speaker.attacks.get(folded(match["attack"] or match["other"])) if match else None
    rows = [row for row in everything if isinstance(row, dict)]
    granting = [row for row in rows if row.get("name") == named and "kind" in row]
    grants = [one for row in granting for one in _grants(row) if one.get("attack") == draft.line.name]
    mine = [row for row in rows if row.get("name") == draft.line.name and "kind" in row]
    opened = match is not None and match["later"] is not None and draft.line.name.lower() in set(_unlocked(list(granting)))
    if match is None or not (opened if match["later"] else grants) or len(mine) != 1 or "granted" not in draft.use.needs:
        return
    for grant in grants:
        grant["at"] = "same" if match["attack"] else "other"
        if match["attack"] and mine[0]["kind"] == "melee" and granting[0]["kind"] != "melee":
            grant["reach"] = True
    for place, account in enumerate(done.accounts):
        if account.what == "attack" and account.name == draft.line.name and draft.line.targets.kept in account.kept:
            kept = tuple(text for text in account.kept if text != draft.line.targets.kept)
            done.accounts[place] = replace(account, kept=kept, fate=WHOLE if not kept else account.fate)
            if not kept:
                mine[0].pop("text", None)


def _instead(row: Row, targets: Row) -> Row:
    """The same attack at other targets; its uses are those of the first."""
    needs = targets.get("needs")
    whom: Row = {key: value for key, value in targets.items() if key != "needs"}
    group = "group" if whom.get("in_group") else "others"
    made: Row = {**copy.deepcopy(row), "name": f"{row['name']} ({'faraway' if whom.get('range') == 'far_only' else group})"}
    made["targets"] = whom
    made["uses_of"] = row["name"]
    bonus = whom.pop("bonus", None)
    if bonus is not None:
        made["bonus"] = bonus
    if needs:
        before = row.get("needs")
        made["needs"] = [*(before if isinstance(before, list) else []), needs]
    return made


_FIRST_DAMAGE = re.compile(rf"{AMOUNT} {TYPE}damage\b", re.IGNORECASE)


def _damage_at_least(text: str, hit: Effects) -> None:
    """A hit line that begins with damage deals it, however its conditions read; the wording stays beside it."""
    match = _FIRST_DAMAGE.match(text)
    if match:
        row: Row = {"damage": amount(match["amount"])}
        if match["type"]:
            row["type"] = match["type"].lower()
        hit.rows.append(row)


def _does_something(row: Row) -> bool:
    """Whether a rider, the miss or the crit of an attack has an effect the rules apply."""
    riders = row.get("riders")
    places = [row.get("miss"), row.get("crit")]
    places += [rider.get("effects") for rider in riders if isinstance(rider, dict)] if isinstance(riders, list) else []
    effects = [effect for place in places if isinstance(place, list) for effect in place]
    return any(isinstance(effect, dict) and "text" not in effect for effect in effects)


# Traits ---------------------------------------------------------------------------------------------------------------


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
        leaned = take_leaning(_free_name(entry.name, block), text, block, speaker)
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
        name = _free_name(entry.name, block)
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


def _write_occasions(found: list[Row], block: Row) -> None:
    rows = block.setdefault("occasions", []) if found else None
    if isinstance(rows, list):
        rows.extend(found)


def _free_name(name: str, block: Row) -> str:
    """Two occasions of one block never share a name, because their uses are kept by it."""
    rows = block.get("occasions", [])
    taken = [row.get("name") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    free, count = name, 1
    while free in taken:
        count += 1
        free = f"{name} ({count})"
    return free


_TABLE = re.compile(r"\d\s?-\s?\d|\broll\b", re.IGNORECASE)
"""A heading that is a line of a table of results."""


def _share(done: Imported) -> None:
    """A group ability that is a power of its own: the trait that says how often it can be used by all of them together."""
    for place, account in enumerate(done.accounts):
        if account.what == "trait" and account.fate == TEXT and share_uses(account.said, done.block.get("powers")):
            done.accounts[place] = replace(account, fate=WHOLE, kept=())
            done.notes[:] = [note for note in done.notes if note.get("text") != account.said]


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


def _read_traits(raw: RawBlock, done: Imported, uses: dict[str, Use], speaker: Speaker) -> None:
    lists = {one.of for one in raw.options}
    always = readable(raw.traits, lists)
    for place, entry in enumerate(raw.traits):
        if _holds_attack(entry.name):
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
