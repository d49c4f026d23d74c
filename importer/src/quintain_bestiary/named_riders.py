"""Riders whose label is only a name: their text says when they fire. And what the saves against an attack leave behind."""

from __future__ import annotations

import copy
import re

from quintain_bestiary.drafts import Imported
from quintain_bestiary.effects import Effects, read_effects
from quintain_bestiary.labels import Label, label
from quintain_bestiary.pages import Entry
from quintain_bestiary.phrases import CONDITION
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.text import Row, Value

_AFTEREFFECT = re.compile(
    r"(?:in addition, )?(?:(?:when|once) (?:the|a) target saves against [a-z ]{2,60}?"
    r"(?:, | (?=(?:it|they) (?:becomes|is|takes?) )| if the save was a natural (?P<faces>odd|even) roll,? )"
    r"|if the target rolled an (?P<rolled>odd|even) save against [a-z ]{2,60}?, )(?P<rest>.+)$",
    re.IGNORECASE,
)


_THEY_SPEND = re.compile(r"until the end of the (?:day|battle),? each time they spend a recovery,? they also take ", re.IGNORECASE)
_IT_SPENDS = "until the end of the battle, each time the target spends a recovery, it takes "
"""The rules keep no day; the battle is what they keep of it."""


def after_the_save(rider: Entry, hit: Effects, speaker: Speaker, above: list[Value] | None = None) -> list[str] | None:
    """ "Aftereffect: when the target saves against it, it's dazed (save ends)" belongs to the lasting effect of the hit, or, where
    that has none, to that of the rider above it."""
    match = _AFTEREFFECT.match(rider.text.rstrip(" ."))
    lasting = [row for row in hit.rows if _ends_with_a_save(row)][-1:]
    if not lasting:
        lasting = _named_above(rider.text, above or [])
    if match is None or not lasting:
        return None
    effects = read_effects(_THEY_SPEND.sub(_IT_SPENDS, match["rest"]), speaker, hits_only=False)
    if not effects.rows:
        return None
    faces = match["faces"] or match["rolled"]
    for row in lasting:
        row["after_save"] = copy.deepcopy(effects.written())
        if faces:
            row["after_save_natural"] = faces.lower()
    return effects.kept


def _ends_with_a_save(row: Row) -> bool:
    return ("ongoing" in row or "inflict" in row) and "save" in str(row.get("until", "save"))


_CONDITION = re.compile(rf"\b(?:{CONDITION})\b", re.IGNORECASE)


def _named_above(text: str, above: list[Value]) -> list[Row]:
    """What the riders above put on the target: the conditions that are named, or what the last one brings."""
    brought: list[list[Row]] = []
    for one in above:
        listed = one.get("effects") if isinstance(one, dict) else None
        brought.append([row for row in listed if isinstance(row, dict) and _ends_with_a_save(row)] if isinstance(listed, list) else [])
    said = re.match(r"(?:when|once) (?:the|a) target saves against (?P<what>.{2,60}?) (?:it|they) ", text, re.IGNORECASE)
    named = [name.lower() for name in _CONDITION.findall(said["what"])] if said else []
    if named:
        return [row for rows in brought for row in rows if row.get("inflict") in [[name] for name in named]]
    return brought[-1][-1:] if brought else []


_BY_SAVE = re.compile(r"has different effects depending on the roll\.?$", re.IGNORECASE)
_SAVED = re.compile(r"save is (?P<how>failed|successful)(?: \([^()]{3,40}\))?(?:,? (?:and|but) (?P<rest>.+?))?\.?$", re.IGNORECASE)


def by_the_save(rider: Entry, hit: Effects, speaker: Speaker) -> bool:
    """ "The save has different effects depending on the roll", with the rolls below: what a failure and a success bring."""
    lasting = [row for row in hit.rows if "ongoing" in row]
    if not _BY_SAVE.search(rider.text) or not lasting or not rider.riders:
        return False
    found: dict[str, Value] = {}
    for one in rider.riders:
        match = _SAVED.match(one.text)
        rest = match["rest"] if match else None
        effects = read_effects(f"the {rest.removeprefix('the ')}", speaker, hits_only=False) if rest else Effects()
        if match is None or effects.kept or (rest and not effects.rows):
            return False
        if effects.rows and match["how"].lower() == "failed":
            found["each_failed_save"] = effects.written()
        elif effects.rows and "after_save" not in found:
            found |= {"after_save": effects.written(), "after_save_natural": one.name}
    lasting[-1] |= found
    return bool(found)


_LEADS: tuple[tuple[re.Pattern[str], Label], ...] = (
    (re.compile(rf"each time {SELF} hits with (?:the|this) attack, ", re.IGNORECASE), Label("hit")),
    (re.compile(r"if both (?:attacks|claws) hit(?: during the same turn)?, ", re.IGNORECASE), Label("hit", needs=("all_hit",))),
    (re.compile(r"if all (?:two|three|four) attacks hit, ", re.IGNORECASE), Label("hit", needs=("all_hit",))),
    (re.compile(rf"if {SELF} scores a crit(?:ical hit)? against the target, ", re.IGNORECASE), Label("crit")),
    (re.compile(r"so long as the attack hits one or more targets, ", re.IGNORECASE), Label("hit", "turn")),
    (re.compile(rf"(?={SELF} is [^.]{{3,80}} until the start of its next turn\b)", re.IGNORECASE), Label("always", "turn")),
    (re.compile(r"if the escalation die is even, (?=make another )", re.IGNORECASE), Label("always", "turn", ("escalation_even",))),
)
_FIRST_MISS = re.compile(rf"the first time each battle (?:the )?(?:{SELF}|{OWN_ATTACK}) misses, ", re.IGNORECASE)
_PACK = re.compile(
    rf"if more than one (?P<kind>{SELF}|[a-z-]+) is engaged with the target, each (?:{SELF}|[a-z-]+) melee attack that misses"
    r" that target deals half damage\.?$",
    re.IGNORECASE,
)
_EMBRACE = re.compile(
    rf"if the target is the only creature engaged with {SELF}, the attack deals (?P<amount>\d{{1,3}}) (?:[a-z]+ )?damage instead\.?$",
    re.IGNORECASE,
)
_CHALLENGE = re.compile(
    r"it (?:can|may) challenge (?:that|the) enemy\. If (?:it does|so), (?:until the end of|for the rest of) the battle"
    rf" (?:the [a-z]{{3,20}}|{SELF}) and the (?:target|enemy) each take a"
    r" (?P<value>-\d) attack penalty against any target except the other",
    re.IGNORECASE,
)


def named_rider(rider: Entry, speaker: Speaker, hit: Effects, riders: list[Value], done: Imported) -> list[str] | None:
    """A rider whose label is only a name: its text says when it fires. Gives back what of it is only told."""
    if label(rider.name) is not None and not _LEADS[1][0].match(rider.text):
        return None
    marked = speaker.mark(rider.text)
    special = _special(marked, speaker, hit, rider.name, riders)
    if special:
        return []
    mob = _MOB.match(marked)
    if mob:
        effects = read_effects(speaker.unmark(mob["rest"]), speaker, hits_only=True)
        if effects.rows and not effects.kept:
            done.block["crit_floor"] = int(mob["floor"])
            riders.append({"when": "crit", "name": rider.name, "effects": effects.written()})
            return []
    storm = _STORM.match(marked)
    if storm:
        return _self_and_after(rider.name, speaker.unmark(storm["rest"]), hit, speaker, riders)
    triggers = _triggered(rider, hit)
    for lead, when in (*_LEADS, (_FIRST_MISS, Label("miss", "battle")), *triggers):
        match = lead.match(marked)
        if match is None:
            continue
        rest = marked[match.end() :]
        dare = _CHALLENGE.match(rest)
        if dare:
            both: list[Value] = [
                {"others": {"attack": int(dare["value"])}, "versus": "source", "until": "end of battle"},
                {"others": {"attack": int(dare["value"])}, "on": "self", "versus": "target", "until": "end of battle"},
            ]
            riders.append({"when": when.when, "name": rider.name, "effects": both})
            return [speaker.unmark(rest[dare.end() :]).strip(" .")]
        effects = read_effects(speaker.unmark(rest), speaker, when.hits_only)
        if not effects.rows:
            return None
        if triggers:
            hit.kept = hit.kept[:-1]
        made: dict[str, Value] = {"when": when.when, "name": rider.name, "effects": effects.written()}
        made |= {"once": when.once} if when.once else {}
        made |= {"needs": list(when.needs)} if when.needs else {}
        riders.append(made)
        return effects.kept
    return None


def _triggered(rider: Entry, hit: Effects) -> list[tuple[re.Pattern[str], Label]]:
    """ "14 damage, and clever shield triggers": the rider of that name fires with the hit."""
    named = bool(hit.kept) and hit.kept[-1].lower() == f"{rider.name.lower().rstrip(': ')} triggers"
    return [(_ANYTHING, Label("hit"))] if named else []


_ANYTHING = re.compile("")
_STORM = re.compile(rf"(?:[^.]{{10,200}}\. )?(?P<rest>{SELF}'s crit(?:ical hit)? range for all attacks expands .+)$", re.IGNORECASE)
_MOB = re.compile(
    rf"the crit range for {SELF}?[a-z -]{{0,30}} is (?P<floor>1\d|20)\+\. Whenever {SELF} scores a critical hit, (?P<rest>.+)$",
    re.IGNORECASE,
)
_FOR_EACH = re.compile(
    rf"{SELF} takes (?P<amount>\d{{1,2}}d\d{{1,2}}|\d{{1,3}}) damage for each creature it targets with this attack\.?$", re.IGNORECASE
)


def _self_and_after(name: str, text: str, hit: Effects, speaker: Speaker, riders: list[Value]) -> list[str] | None:
    """What the attack brings its maker whenever it is made, and what the saves against it bring later."""
    first, _, second = text.partition(". ")
    effects = read_effects(first, speaker, hits_only=False)
    if not effects.rows or effects.kept:
        return None
    riders.append({"when": "always", "name": name, "effects": effects.written(), "once": "turn"})
    if not second:
        return []
    story = after_the_save(Entry(name, second, ()), hit, speaker)
    return [second] if story is None else story


def _special(marked: str, speaker: Speaker, hit: Effects, name: str, riders: list[Value]) -> bool:
    pack = _PACK.match(marked)
    dealt = [row["damage"] for row in hit.rows if "damage" in row and "on" not in row]
    flat = [value for value in dealt if isinstance(value, int)]
    if pack and flat:
        kind = speaker.unmark(pack["kind"]).lower().removeprefix("the ")
        half: list[Value] = [{"miss_damage": sum(flat) // 2, "against": f"beset 2 by {kind}"}]
        riders.append({"when": "miss", "name": name, "effects": half})
        return True
    each = _FOR_EACH.match(marked)
    if each:
        price: list[Value] = [{"damage": int(each["amount"]) if each["amount"].isdigit() else each["amount"], "on": "self"}]
        riders.append({"when": "always", "name": name, "effects": price})
        return True
    alone = _EMBRACE.match(marked)
    if alone and flat and int(alone["amount"]) > sum(flat):
        more: list[Value] = [{"extra_damage": int(alone["amount"]) - sum(flat), "against": "sole"}]
        riders.append({"when": "hit", "name": name, "effects": more})
        return True
    return False
