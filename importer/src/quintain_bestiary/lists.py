"""Lists below an attack: the results of a die, or the things to choose from."""

from __future__ import annotations

import re

from quintain_bestiary.choices import CHOOSE_BELOW, ROLL_FOR, results_of
from quintain_bestiary.drafts import PARTLY, TEXT, WHOLE, Account, Draft, Imported
from quintain_bestiary.effects import Effects, read_effects
from quintain_bestiary.labels import folded_label, label
from quintain_bestiary.pages import Entry
from quintain_bestiary.phrases import pattern
from quintain_bestiary.speaker import Speaker
from quintain_bestiary.text import Row, Value


def take_lists(draft: Draft, hit: Effects, speaker: Speaker, done: Imported, riders: list[Value]) -> list[Entry]:
    """Riders that are the results of a die, or the things to choose from; gives back the other riders."""
    kept = hit.kept[-1] if hit.kept else ""
    roll = ROLL_FOR.search(speaker.mark(kept))
    listed = [(rider, found) for rider in draft.riders if (found := results_of(folded_label(rider.name), rider.text))]
    if roll and listed:
        results: dict[str, Value] = {}
        for rider, found in listed:
            told: list[str] = []
            for span, text in found:
                effects = read_effects(text, speaker, hits_only=False)
                results[span] = effects.written() or [{"text": text}]
                told.extend(effects.kept if effects.rows else [text])
            works = any(_rules_in(results[span]) for span, _ in found)
            fate = WHOLE if not told else PARTLY if works else TEXT
            done.accounts.append(Account("rider", folded_label(rider.name), fate, rider.text, tuple(told)))
        dice = roll["dice"] if roll["dice"][0].isdigit() else f"1{roll['dice']}"
        table: Row = {"table": {"dice": dice, "results": results}}
        hit.kept[-1:] = [text for text in [speaker.unmark(speaker.mark(kept)[: roll.start()]).strip(" ,;")] if text]
        if roll["several"]:
            riders.append({"when": "hit", "name": "Table", "once": "turn", "needs": ["several_hit"], "effects": [table]})
        else:
            hit.rows.append(table)
        return [rider for rider in draft.riders if not any(rider is one for one, _ in listed)]
    return _take_options(draft, hit, speaker, done, riders)


_SUBSTITUTE = pattern(r"\bsubstitute any of the following effects, by choice or at random$")
_TITLE = re.compile(r"^[A-Z][^.!]{3,60}[.!] (?=The target )")


def take_substitutes(draft: Draft, hit: Effects, speaker: Speaker, done: Imported) -> list[Entry]:
    """ "Substitute any of the following effects, by choice or at random": what a hit does, one of them, or one that a die picks.

    Gives back the other riders. The machine lets the die pick.
    """
    caller = next((rider for rider in draft.riders if rider.riders and _SUBSTITUTE.search(rider.name.rstrip(" :."))), None)
    below = caller.riders if caller else ()
    if caller is None or [one.name for one in below] != [str(face) for face in range(1, len(below) + 1)]:
        return draft.riders
    results: dict[str, Value] = {}
    for one in below:
        effects = read_effects(_TITLE.sub("", one.text), speaker, hits_only=False)
        results[one.name] = effects.written()
        fate = TEXT if not effects.rows else PARTLY if effects.kept else WHOLE
        done.accounts.append(Account("rider", folded_label(one.name), fate, one.text, tuple(effects.kept)))
    done.accounts.append(Account("rider", folded_label(caller.name), WHOLE, caller.text))
    picked: list[Value] = [{"table": {"dice": f"1d{len(below)}", "results": results}}]
    ways: list[Value] = [picked, *results.values(), *([usual] if (usual := hit.written()) else [])]
    draft.use.kept.extend(hit.kept)
    hit.kept.clear()
    hit.rows[:] = [{"choose": {"by": "attacker", "options": ways}}]
    return [rider for rider in draft.riders if rider is not caller]


def _rules_in(rows: Value) -> bool:
    return isinstance(rows, list) and any(isinstance(row, dict) and "text" not in row for row in rows)


def _take_options(draft: Draft, hit: Effects, speaker: Speaker, done: Imported, riders: list[Value]) -> list[Entry]:
    """ "Choose one effect": the riders with nothing but a name that follow are what there is to choose from."""
    kept = speaker.mark(hit.kept[-1]) if hit.kept else ""
    head = CHOOSE_BELOW.search(kept)
    caller = next((rider for rider in draft.riders if CHOOSE_BELOW.match(speaker.mark(rider.text))), None)
    if (head is None or not head["head"]) and caller is None:
        return draft.riders
    after = draft.riders[draft.riders.index(caller) + 1 :] if caller else draft.riders
    named: list[Entry] = []
    for rider in after:
        if label(rider.name) is not None or not rider.text:
            break
        named.append(rider)
    options: list[Value] = []
    accounts: list[Account] = []
    for rider in named:
        effects = read_effects(rider.text, speaker, hits_only=False)
        options.append(effects.written() or [{"text": rider.text}])
        fate = WHOLE if effects.rows and not effects.kept else PARTLY if effects.rows else TEXT
        accounts.append(Account("rider", folded_label(rider.name), fate, rider.text, tuple(effects.kept)))
    if len(options) < 2 or all(account.fate == TEXT for account in accounts):
        return draft.riders
    done.accounts.extend(accounts)
    choice: Row = {"choose": {"by": "attacker", "options": options}}
    if caller is None:
        hit.kept[-1:] = [text for text in [speaker.unmark(kept[: head.start() if head else 0]).strip(" ,;")] if text]
        hit.rows.append(choice)
    else:
        when, asked = label(caller.name), CHOOSE_BELOW.match(speaker.mark(caller.text))
        if when is None or asked is None:
            return draft.riders
        if asked["quick"]:
            choice["action"] = "quick"
        then = read_effects(speaker.unmark(asked["then"]), speaker, hits_only=False) if asked["then"] else Effects()
        effects_of: list[Value] = [choice, *then.written()]
        riders.append({"when": when.when, "name": caller.name, "effects": effects_of})
        fate = PARTLY if then.kept else WHOLE
        done.accounts.append(Account("rider", folded_label(caller.name), fate, caller.text, tuple(then.kept)))
    taken = [*named, *([caller] if caller else [])]
    return [rider for rider in draft.riders if not any(rider is one for one in taken)]
