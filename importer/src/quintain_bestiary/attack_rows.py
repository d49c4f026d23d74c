"""An attack that was gathered from a page becomes a row of the block, and so do its other ways and other targets.

Attacks of one block call for one another; who calls for whom, how often and at whom is settled once all of them are rows.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import replace

from quintain_bestiary.drafts import PARTLY, TEXT, WHOLE, Account, Draft, Imported, free_name
from quintain_bestiary.effects import Effects, read_effects
from quintain_bestiary.labels import Use
from quintain_bestiary.phrases import AMOUNT, TYPE, amount
from quintain_bestiary.riders import split_charge, split_closest, split_faces, write_riders, written
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.text import Row, Value, folded
from quintain_bestiary.variations import change_attack


def attack_row(draft: Draft, speaker: Speaker, done: Imported) -> Row:
    """One attack with its riders, and the account of it."""
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


_THE_TRIGGER = re.compile(r"(?:that triggered the attack|the triggering enemy)$")
_ON_A_CRIT = re.compile(r"but only (?P<amount>\d{1,3}) damage on a crit$")
_IF_FASTER = re.compile(r"or (?P<bonus>\+\d{1,2}) vs\.? (?:ac|pd|md) if the [a-z]{3,20} has a higher initiative$")
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


def variant_row(row: Row, other: Use) -> Row:
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


def row_instead(row: Row, targets: Row) -> Row:
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


def comes_back(moments: list[Row], row: Row, block: Row) -> None:
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
            rows.append({"name": free_name(f"{row['name']} comes back", block), **moment, "effects": back})


_THOSE_HIT = re.compile(
    r"(?:hit by (?:an? )?(?:natural (?:odd|even) )?(?P<attack>[a-z' ]{3,40}?)(?P<later> last turn)?|from (?P<other>[a-z' ]{3,40}))$"
)


def aim_at_those_hit(draft: Draft, everything: list[Value], done: Imported, speaker: Speaker) -> None:
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


def mark_called(done: Imported, attacks: list[Value]) -> None:
    """Which of the attacks that wait are called for by another attack of the block."""
    granted = {str(row["attack"]).lower() for row in _grants(attacks)} | set(_unlocked(attacks))
    done.accounts = [
        replace(account, called=account.waits and account.name.lower() in granted) for account in done.accounts
    ]


def repeat_granted(attacks: list[Value]) -> None:
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


def _unlocked(value: Value) -> Iterator[str]:
    """Attacks that something in here allows for a while."""
    inner = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    if isinstance(value, dict) and isinstance(value.get("unlocks"), str):
        yield str(value["unlocks"]).lower()
    for one in inner:
        yield from _unlocked(one)
