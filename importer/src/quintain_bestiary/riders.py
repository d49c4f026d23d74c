"""Chapter five of the bestiary importer: what stands under an attack, and what that changes in the attack itself.

A rider's label says when it fires. Some riders fire with the attack's own hit or miss line, some belong to a save that
the hit started, some are a part of the hit line that only counts at times.
"""

from __future__ import annotations

import re

from quintain_bestiary.drafts import PARTLY, TEXT, WHOLE, Account, Draft, Imported, rest_of, whole_text
from quintain_bestiary.effects import Effects, read_effects
from quintain_bestiary.labels import Label, folded_label, label
from quintain_bestiary.lists import take_lists, take_substitutes
from quintain_bestiary.named_riders import after_the_save, by_the_save, named_rider
from quintain_bestiary.pages import Entry
from quintain_bestiary.phrases import CONDITION
from quintain_bestiary.speaker import SELF, Speaker
from quintain_bestiary.target_changes import charge_rider, follows_up, of_a_friend, strays
from quintain_bestiary.text import Row, Value

_FAILED_SAVE = re.compile(
    r"each failed save(?: \([a-z ]{3,30}\))?$|target fails (?:a save|to save) against (?:(?:the|that) )?[a-z ]{3,30}$"
)
_MARKED_ONLY = re.compile(r"(?:the )?target (?:feels|is|becomes) [^().;,]{3,40} \(save ends\)$", re.IGNORECASE)
_FAILED_IN_TURN = re.compile(r"(?P<which>first|second|third) failed save(?: against [a-z ]{3,20})?$")
_CHARGES = (
    r"(?:first moves|moves first) before attacking an enemy it (?:was not|wasn't|isn't|is not) engaged with"
    r" at the start of its turn"
)
_CHARGE_HIT = re.compile(rf",? or (?P<amount>\d{{1,3}}) damage if [^.;,]{{3,40}} {_CHARGES}$", re.IGNORECASE)
_STANDARD_HIT = re.compile(r",? or (?P<amount>\d{1,3}) (?:[a-z]+ )?damage if used as a standard action$", re.IGNORECASE)
_CLOSEST = re.compile(r",? and (?:the )?closest target hit (?P<what>is [^.;]{5,120})$", re.IGNORECASE)


def write_riders(draft: Draft, row: Row, hit: Effects, speaker: Speaker, done: Imported) -> None:
    riders: list[Value] = []
    speaker.ends = {str(name): str(one.get("until")) for one in hit.rows for name in _conditions(one)}
    draft.riders = take_substitutes(draft, hit, speaker, done)
    draft.riders = take_lists(draft, hit, speaker, done, riders)
    if draft.closest and (first := label(draft.closest.name)):
        _place_rider(first, "Closest target", read_effects(draft.closest.text, speaker, True), row, riders)
    for rider in draft.riders:
        when = label(rider.name)
        in_turn = _FAILED_IN_TURN.match(folded_label(rider.name))
        if charge_rider(draft, rider, done.block) or (in_turn and _on_nth_failed_save(rider, in_turn["which"], hit, speaker)):
            done.accounts.append(Account("rider", folded_label(rider.name), WHOLE, rider.text))
        elif _FAILED_SAVE.match(folded_label(rider.name)) and (story := _on_failed_save(rider, hit, speaker, riders)) is not None:
            if story:
                done.note(rider.name, whole_text(rider), "rider", draft.line.name)
            fate = PARTLY if story else WHOLE
            done.accounts.append(Account("rider", folded_label(rider.name), fate, rider.text, tuple(story)))
        elif folded_label(rider.name) == "aftereffect" and (story := after_the_save(rider, hit, speaker, riders)) is not None:
            if story:
                done.note(rider.name, whole_text(rider), "rider", draft.line.name)
            done.accounts.append(Account("rider", "aftereffect", PARTLY if story else WHOLE, rider.text, tuple(story)))
        elif by_the_save(rider, hit, speaker):
            done.accounts.append(Account("rider", folded_label(rider.name), WHOLE, whole_text(rider)))
        elif (named := named_rider(rider, speaker, hit, riders, done)) is not None:
            done.accounts.append(Account("rider", folded_label(rider.name), PARTLY if named else WHOLE, rider.text, tuple(named)))
            if named:
                done.note(rider.name, whole_text(rider), "rider", draft.line.name)
        elif when is not None and strays(rider, when, row, riders, speaker):
            done.accounts.append(Account("rider", folded_label(rider.name), WHOLE, rider.text))
        elif _AS_ABOVE.match(rider.text) and when is not None and (above := _as_above(rider, when, riders)) is not None:
            riders.append(above)
            done.accounts.append(Account("rider", folded_label(rider.name), WHOLE, rider.text))
        elif when is not None and _ANOTHER_TOO.match(speaker.mark(rider.text)) and (also := _to_another(hit)):
            riders.append({"when": when.when, "name": rider.name, "effects": also})
            done.accounts.append(Account("rider", folded_label(rider.name), WHOLE, rider.text))
        elif when is not None and _while_marked(rider, when, speaker, riders):
            done.accounts.append(Account("rider", folded_label(rider.name), WHOLE, rider.text))
        elif when is None or not rider.text or rider.riders:
            understood = draft.as_traits.get(rider.name)
            fate = WHOLE if understood else TEXT if understood is None else PARTLY
            if not understood:
                done.note(rider.name, whole_text(rider), "rider", draft.line.name)
            kept = () if understood else (rider.text,)
            done.accounts.append(Account("rider", folded_label(rider.name), fate, rider.text, kept))
        else:
            effects = read_effects(of_a_friend(rider, when, hit, riders), speaker, when.hits_only, rider=True)
            follows_up(when, effects.rows)
            _half_to_others(effects, hit)
            if when.when != "miss" or when.once or when.needs or effects.once or effects.needs:
                _work_out_half(effects, hit)
            fate = TEXT if not effects.rows else PARTLY if effects.kept else WHOLE
            printed = draft.printed.get(rider.text, rider.text)
            done.accounts.append(Account("rider", folded_label(rider.name), fate, printed, tuple(effects.kept)))
            _leave_to_other_faces(when, rider.text, effects, hit, riders)
            _place_rider(when, rider.name, effects, row, riders)
    riders.extend(_more_after_a_charge(draft, hit))
    if riders:
        row["riders"] = riders


def _conditions(row: Row) -> list[Value]:
    found = row.get("inflict", [])
    return found if isinstance(found, list) else []


_INSTEAD_OF = re.compile(rf"\binstead of (?P<condition>{CONDITION})\b", re.IGNORECASE)
_SOME_FACES = re.compile(r"natural (?P<faces>even|odd|(?P<least>\d{1,2})\+)(?: hit| hit or miss)?$")


def _leave_to_other_faces(when: Label, text: str, effects: Effects, hit: Effects, riders: list[Value]) -> None:
    """ "Natural 18+: the target is confused instead of dazed": the hit's own condition is for rolls of 17 or less."""
    instead, some = _INSTEAD_OF.search(text), _SOME_FACES.match(when.when)
    if instead is None or some is None or not effects.rows or when.once or when.needs or when.against is not None:
        return
    if any("choose" in row for row in effects.rows):
        return
    other = {"even": "odd", "odd": "even"}.get(some["faces"]) or f"1-{int(some['least']) - 1}"
    for place, row in enumerate(hit.rows):
        if row.get("inflict") == [instead["condition"].lower()] and other != "1-0":
            usual: list[Value] = [hit.rows.pop(place)]
            riders.append({"when": f"natural {other} hit", "name": "Otherwise", "effects": usual})
            return


def _work_out_half(effects: Effects, hit: Effects) -> None:
    """ "Natural even miss: half damage": only the miss line itself can halve, so a rider says how much that is."""
    for place, row in enumerate(effects.rows):
        if row.get("damage") != "half":
            continue
        dealt = [one for one in _printed(hit) if "damage" in one and "on" not in one]
        amounts = [one["damage"] for one in dealt]
        flat = [value for value in amounts if isinstance(value, int)]
        if not flat or len(flat) < len(amounts):
            effects.kept.append("half damage")
            effects.rows[place : place + 1] = []
            return
        effects.rows[place] = {"miss_damage": sum(flat) // 2}
        if "type" in dealt[0]:
            effects.rows[place]["type"] = dealt[0]["type"]
        return


def _printed(hit: Effects) -> list[Row]:
    """The rows of a hit line; of a choice between damage types the first."""
    rows: list[Row] = []
    for row in hit.rows:
        choice = row.get("choose")
        options = choice.get("options") if isinstance(choice, dict) else None
        first = options[0] if isinstance(options, list) and options else None
        rows.extend([one for one in first if isinstance(one, dict)] if isinstance(first, list) else [row])
    return rows


def _effects_of(rider: Value) -> list[Row]:
    listed = rider.get("effects") if isinstance(rider, dict) else None
    return [row for row in listed if isinstance(row, dict)] if isinstance(listed, list) else []


def _on_failed_save(rider: Entry, hit: Effects, speaker: Speaker, riders: list[Value]) -> list[str] | None:
    """ "Each failed save: the target takes 8 damage" belongs to the lasting effect of the hit; gives back what is only told."""
    effects = read_effects(rider.text, speaker, hits_only=False)
    if not effects.rows or not all(_may_follow_a_save(row) for row in effects.rows):
        return None
    lasting = [row for row in hit.rows if "ongoing" in row or "inflict" in row or "mark" in row]
    if not lasting and riders:
        lasting = [row for row in _effects_of(riders[-1]) if "modifier" in row or "inflict" in row or "ongoing" in row]
    if not lasting and hit.kept and _MARKED_ONLY.match(hit.kept[-1]):
        lasting.append({"inflict": [], "until": "save"})
        hit.rows.extend(lasting)
    lasting = [row for row in lasting if "save" in str(row.get("until", "save"))]
    if lasting and (named := _OF_CONDITION.search(folded_label(rider.name))) and named["name"] not in _conditions(lasting[-1]):
        lasting = [row for row in _brought_by_failures(lasting[-1]) if named["name"] in _conditions(row)]
    if not lasting:
        return None
    lasting[-1]["each_failed_save"] = list(effects.rows)
    return effects.kept


_OF_CONDITION = re.compile(rf" against (?P<name>{CONDITION})$")


def _brought_by_failures(row: Row) -> list[Row]:
    """What earlier failed saves have put on it ("Target fails a save against stunned", where the third failure stuns)."""
    steps = row.get("failed_saves", [])
    listed = [step for step in steps if isinstance(step, list)] if isinstance(steps, list) else []
    return [one for step in listed for one in step if isinstance(one, dict)]


_AS_ABOVE = re.compile(r"as above, but (?P<kind>easy |hard )?save ends\.?$", re.IGNORECASE)


def _as_above(rider: Entry, when: Label, riders: list[Value]) -> Row | None:
    """ "As above, but save ends": the condition of the rider before it, with another end."""
    match = _AS_ABOVE.match(rider.text)
    before = riders[-1] if riders else None
    rows = before.get("effects") if isinstance(before, dict) else None
    if match is None or not isinstance(rows, list):
        return None
    harder: list[Value] = [
        {**row, "until": f"{match['kind'] or ''}save".lower()} for row in rows if isinstance(row, dict) and "inflict" in row
    ]
    return {"when": when.when, "name": rider.name, "effects": harder} if harder else None


_WHILE_MARKED = re.compile(
    rf"(?P<first>.+?), or if {SELF} was (?P<mark>[a-z]+) when it attacked, the [a-z]+ is (?P<end>(?:easy |hard )?save) ends\.?$",
    re.IGNORECASE,
)


def _while_marked(rider: Entry, when: Label, speaker: Speaker, riders: list[Value]) -> bool:
    """ "Confused until the end of its next turn, or if the fiend was cloaked when it attacked, the confusion is save ends"."""
    match = _WHILE_MARKED.match(speaker.mark(rider.text))
    effects = read_effects(speaker.unmark(match["first"]), speaker, when.hits_only) if match else Effects()
    if match is None or len(effects.rows) != 1 or effects.kept or "inflict" not in effects.rows[0]:
        return False
    longer: list[Value] = [{**effects.rows[0], "until": match["end"].lower()}]
    riders.append({"when": when.when, "name": rider.name, "effects": effects.written()})
    mark = match["mark"].lower()
    riders.append({"when": when.when, "name": f"{rider.name} ({mark})", "effects": longer, "needs": [f"marked {mark}"]})
    return True


_ANOTHER_TOO = re.compile(
    rf"choose another nearby enemy; it also suffers from the [a-z/ ]{{3,40}} effect until the end of {SELF}'s next turn\.?$",
    re.IGNORECASE,
)


def _to_another(hit: Effects) -> list[Value]:
    """ "Choose another nearby enemy; it also suffers from ...": what the hit line put on its target, on one of the others."""
    lasting = [row for row in hit.rows if "each_time" in row and row.get("until") == "end of own next turn"]
    return [{**row, "on": "random_other", "count": 1} for row in lasting]


def _half_to_others(effects: Effects, hit: Effects) -> None:
    """ "Half damage to a different nearby enemy": how much that is."""
    for row in effects.rows:
        if row.get("damage") == "half" and "on" in row:
            dealt = [one["damage"] for one in _printed(hit) if "damage" in one and "on" not in one]
            flat = [value for value in dealt if isinstance(value, int)]
            row["damage"] = sum(flat) // 2


def _on_nth_failed_save(rider: Entry, which: str, hit: Effects, speaker: Speaker) -> bool:
    """ "Second failed save: the target is helpless": what the failures of one effect bring, in their order."""
    effects = read_effects(rider.text, speaker, hits_only=False)
    lasting = [row for row in hit.rows if "ongoing" in row or "inflict" in row]
    if not lasting or not effects.rows or effects.kept or not all(_may_follow_a_save(row) for row in effects.rows):
        return False
    steps = lasting[-1].get("failed_saves", [])
    if not isinstance(steps, list) or len(steps) != ("first", "second", "third").index(which):
        return False
    lasting[-1]["failed_saves"] = [*steps, list(effects.rows)]
    return True


def _may_follow_a_save(row: Row) -> bool:
    """What a failed save may bring: printed damage, a condition, a penalty; to the one who failed."""
    if "worsen" in row or "mark" in row:
        return "type" not in row
    return "on" not in row and ("inflict" in row or "modifier" in row or isinstance(row.get("damage"), int))


def _place_rider(when: Label, name: str, effects: Effects, row: Row, riders: list[Value]) -> None:
    """A plain miss or crit has its own place on the attack; everything else is a rider."""
    rows = written(effects, _whom(when, row))
    once, needs = when.once or effects.once, [*when.needs, *effects.needs]
    if when.when in ("miss", "crit") and not once and not needs:
        place = row.setdefault(when.when, [])
        if isinstance(place, list):
            place.extend(rows)
        return
    rider: dict[str, Value] = {"when": when.when, "name": name, "effects": rows}
    if once:
        rider["once"] = once
    if when.nth > 1:
        rider["nth"] = when.nth
    if needs:
        rider["needs"] = list(needs)
    riders.append(rider)


def split_closest(draft: Draft) -> None:
    """ "... and the closest target hit is dazed": a rider for the first target that is hit."""
    match = _CLOSEST.search(draft.text.rstrip(" ."))
    if match:
        draft.text = rest_of(draft, draft.text, draft.text[: match.start()])
        draft.closest = Entry("First hit each turn", f"The target {match['what']}", ())


_ON_SOME_FACES = re.compile(
    r",? and each time this attack has a natural (?P<faces>even|odd|\d{1,2}\+)(?: attack)? roll, (?P<rest>[^.;]{10,160})$",
    re.IGNORECASE,
)


def split_faces(draft: Draft) -> None:
    """ "... and each time this attack has a natural even roll, it can ...": a rider written into the hit line."""
    match = _ON_SOME_FACES.search(draft.text.rstrip(" ."))
    if match:
        draft.text = rest_of(draft, draft.text, draft.text[: match.start()])
        draft.riders = [*draft.riders, Entry(f"Natural {match['faces']}", match["rest"][0].upper() + match["rest"][1:], ())]


def split_charge(draft: Draft) -> None:
    """ "20 damage, or 30 damage if it first moves before attacking ...": a rider that needs a charge."""
    match = _CHARGE_HIT.search(draft.text.rstrip(" ."))
    if match:
        draft.text = rest_of(draft, draft.text, draft.text[: match.start()])
        draft.charge = int(match["amount"])
    match = _STANDARD_HIT.search(draft.text.rstrip(" ."))
    if match and not draft.charge:
        draft.text = rest_of(draft, draft.text, draft.text[: match.start()])
        draft.charge, draft.charge_needs = int(match["amount"]), "first_attack"


def _more_after_a_charge(draft: Draft, hit: Effects) -> list[Value]:
    """The difference between the damage of a charge and that of a plain hit."""
    printed = [row["damage"] for row in _printed(hit) if "damage" in row and "on" not in row]
    if not draft.charge or len(printed) != 1 or not isinstance(printed[0], int) or printed[0] >= draft.charge:
        return []
    effects: list[Value] = [{"extra_damage": draft.charge - printed[0]}]
    name = "Charge" if draft.charge_needs == "charged" else "Standard action"
    return [{"when": "hit", "name": name, "effects": effects, "needs": [draft.charge_needs]}]


def _whom(when: Label, row: Row) -> Value:
    """Whom a label is limited to; "for the fourth time" counts the hits of the attack it stands under."""
    attack, targets = str(row["name"]), row["targets"]
    if when.against == "not_ally" and isinstance(targets, dict) and targets.get("who") != "creature":
        return None
    if isinstance(when.against, str) and when.against.startswith("hit by * "):
        return when.against.replace("*", attack.lower(), 1)
    return when.against


def written(effects: Effects, against: Value = None) -> list[Value]:
    """Effects as the format has them, limited to such targets where the label says so."""
    if against is not None:
        effects = Effects([{"against": against, **row} for row in effects.rows], effects.kept)
    return effects.written()
