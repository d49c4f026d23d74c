"""Chapter six of the bestiary importer: traits that are figures of the stat block in disguise.

"Resist fire 16+", "Flight", "Fear" and their like become fields the rules know. A trait may do so and still keep its
wording, where it says more than the field does. Everything else stays text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from quintain_bestiary.attacks import CONDITIONS
from quintain_bestiary.labels import Use
from quintain_bestiary.phrases import DAMAGE_TYPES, amount
from quintain_bestiary.text import DICE, Row, Value, folded, number

_TYPE = "|".join(DAMAGE_TYPES)
_ENERGY = ("acid", "cold", "fire", "lightning", "thunder")
_PSEUDO = {
    "damage": ("all",), "weapon damage": ("weapon",), "weapons": ("weapon",), "weapon": ("weapon",),
    "non-spell damage": ("weapon",), "spell damage": ("spell",), "spells": ("spell",), "energy": _ENERGY,
    "energy damage": _ENERGY,
}  # fmt: skip
_WHO = r"[a-z' -]{2,60}"
_TYPES = rf"(?P<types>(?:{_TYPE})(?:(?:,| and| or|, and) (?:{_TYPE})){{0,6}})"
_RESIST = re.compile(rf"^(?:resists? (?P<what>[a-z, -]+?)|(?P<kind>{_TYPE}) resistance) (?P<least>[1-9]|1\d|20)\+$")
_RESIST_EXCEPT = re.compile(
    rf"\bresist damage (?P<least>[1-9]|1\d|20)\+ to all damage (?:\([^()]*\) )?except {_TYPES} damage"
    rf"(?: and (?P<also>{_TYPE}) damage)?(?P<more> and [a-z]+)?"
)
_FEAR = re.compile(
    r"(?:(?P<most>[1-9]\d{0,2}) (?:hp|hit points) or fewer|fewer than (?P<below>[1-9]\d{0,2}) (?:hp|hit points))"
    r"[^.]{0,20} (?:are|is|it's) dazed"
)
_ESCALATOR = re.compile(rf"^{_WHO} adds? the escalation die to (?:its|their|his|her) attacks?(?: rolls?)?$")
_GROUNDED = re.compile(r"^(?:if|when|while)\b|\bcan still (?:target|reach|attack) (?:it|them)\b|\blimited flight\b|\bunless\b")
"""A flight that is none in battle, or only at times."""
_STRINGS = re.compile(
    r"\b(?:penalty|bonus|can't|cannot|actions?|if|must|staggered|rounds?|turns? (?!easily)|escalation|needs?|intercepted)\b"
)
_NO_OPPORTUNITY = re.compile(r"\b(?:can't|cannot) make opportunity attacks$")
_DRAWS_NONE = re.compile(r"\bimmune to opportunity attacks$")
_EVASIVE = re.compile(r"\btakes? no damage from miss(?:ed attacks|es)$")
_DISENGAGE = re.compile(rf"^{_WHO} (?:gains?|has|have|gets?) a \+(?P<n>\d) bonus to disengage checks$")
_HOLD = re.compile(
    r"\b(?:enemies|creatures)[a-z' -]{0,50} takes? a -(?P<n>\d) penalty to disengage (?:checks|attempts)"
    r"(?: from (?:it|[a-z' -]{3,30}))?$"
)
_SAVES = re.compile(
    rf"^{_WHO} (?:gains?|has|have|takes?) an? (?P<n>[+-]\d) (?:bonus|penalty) to (?:all )?(?:saves|saving throws)$"
)
_IMMUNE_EFFECTS = re.compile(r"\bimmune to effects\b")
_SAYS_AGAIN = re.compile(r"^they can't be dazed|^you can damage|^when an attack applies a condition")
_IMMUNE = re.compile(rf"^{_WHO} (?:is|are) immune to {_TYPES} damage$")
_REGENERATES = re.compile(r"\bheals (?P<n>\d{1,3}) (?:hp|hit points) at the start of (?:its|[a-z' -]{3,30}'s) turn\b")
_ATTACKED = re.compile(
    rf"^when(?:ever)? an enemy (?:that's |that is )?(?:engaged with {_WHO} (?:attacks|hits or misses) {_WHO}"
    rf"|makes a natural (?P<parity>odd|even) melee attack roll against {_WHO})(?: with a melee attack)?,"
    rf" (?:that|the) (?:enemy|attacker) takes (?P<amount>{DICE}|\d{{1,4}}) (?:(?P<type>{_TYPE}) )?damage$"
)
_SENSES = re.compile(r"\b(?:detects?|sees?|notices?) (?:creatures using )?invisib(?:ility|le)\b|\btrue seeing\b")
_TIMES = re.compile(
    r"\bcan use (?:its |her |his |their |the )?(?P<attack>[^.;0-9]{3,40}?) (?:only )?"
    rf"(?P<dice>{DICE}(?: ?\+ ?\d{{1,2}})?|[1-9]) times (?:per|a|each|during (?:a|the)) (?:battle|combat)\b"
)
_NEVER_TWICE = re.compile(r",? (?:but|and) never two turns in a row")
_FOR_EVERY = re.compile(
    rf"^for every (?P<n>two|three|four|five|six) {_WHO} in the battle(?: \(round up\))?, one (?:of them )?can use "
    r"(?P<attack>[^.;,]{3,40}?)(?: as a free action)?(?: once)? during the battle$"
)
_PACK = re.compile(
    r"\bgains? a \+(?P<per>\d) (?:attack )?bonus(?: to attacks?(?: rolls?)?(?: and damage)?)? for each other"
    r" [a-z -]{3,30} engaged with the target \(max(?:imum)? \+(?P<most>\d)(?: bonus)?\)"
)
_MOST_REGENERATIONS = re.compile(r"\b(?P<n>five|four|three|two|\d) times per battle\b")


def read_trait(name: str, text: str, block: Row, uses: dict[str, Use]) -> bool | None:
    """Writes what a trait means into the block: True when that is all of it, False when its text is needed too,
    None when nothing of it was understood."""
    said = " ".join(text.lower().split()).rstrip(" .")
    title = " ".join(name.lower().split()).rstrip(" .:")
    for reader in _READERS:
        understood = reader(title, said, block)
        if understood is not None:
            return understood
    if title == "group ability":
        return _shared_uses(said, uses)
    return _times_per_battle(said, uses)


def is_figure(name: str) -> bool:
    """Is the name of a trait all that must be read of it ("Resist fire 16+")?"""
    match = _RESIST.match(" ".join(name.lower().split()).rstrip(" .:"))
    return match is not None and bool(_resisted(match["what"] or match["kind"]))


def _resistance(title: str, said: str, block: Row) -> bool | None:
    match = _RESIST.match(title)
    if match:
        kinds = _resisted(match["what"] or match["kind"])
        if kinds and "while" not in said:
            _add_resist(block, kinds, int(match["least"]))
            return True
        return None
    match = _RESIST_EXCEPT.search(said)
    if match:
        # Where weapons of some kind are excepted as well, only spells are surely resisted; the rest is told.
        _add_resist(block, ("spell",) if match["more"] else ("all",), int(match["least"]))
        block["resist_except"] = list(_types(f"{match['types']} {match['also'] or ''}"))
        return title == "ghostly" and not match["more"]
    return None


def _resisted(words: str) -> tuple[str, ...]:
    if words in _PSEUDO:
        return _PSEUDO[words]
    words = words.removesuffix(" damage")
    parts = [part.strip() for part in re.split(r",| and ", words) if part.strip()]
    return tuple(parts) if parts and all(part in DAMAGE_TYPES for part in parts) else ()


def _add_resist(block: Row, kinds: tuple[str, ...], least: int) -> None:
    known = block.setdefault("resist", {})
    if isinstance(known, dict):
        known.update(dict.fromkeys(kinds, least))


def _types(words: str) -> list[str]:
    return ["negative energy" if one.startswith("negative") else one for one in re.findall(_TYPE, words)]


def _flight(title: str, said: str, block: Row) -> bool | None:
    if title not in ("flight", "flying", "flier", "flyer") or _GROUNDED.search(said):
        return None
    block["flies"] = True
    return _STRINGS.search(said) is None


def _fear(title: str, said: str, block: Row) -> bool | None:
    match = _FEAR.search(said) if title in ("fear", "fear aura") else None
    if match is None:
        return None
    block["fear"] = int(match["most"]) if match["most"] else int(match["below"]) - 1
    return True


def _single_fields(title: str, said: str, block: Row) -> bool | None:
    for pattern, key in (
        (_ESCALATOR, "uses_escalation"), (_NO_OPPORTUNITY, "makes_no_opportunity"),
        (_DRAWS_NONE, "draws_no_opportunity"), (_EVASIVE, "no_miss_damage"),
    ):  # fmt: skip
        match = pattern.search(said)
        if match:
            block[key] = True
            return _alone(said, match)
    for pattern, key in ((_DISENGAGE, "disengage_bonus"), (_HOLD, "hold_penalty"), (_SAVES, "save_bonus")):
        match = pattern.search(said)
        if match and "grabbed" not in said:
            block[key] = int(match["n"])
            return _alone(said, match)
    if _SENSES.search(said):
        block["sees_invisible"] = True
        return False
    return None


def _alone(said: str, match: re.Match[str]) -> bool:
    """Whether nothing stands before the sentence that was read."""
    return ". " not in said[: match.start()]


_TRADES = re.compile(
    rf"^when(?:ever)? {_WHO} would suffer (?:any|one) of (?:the following|these) conditions, it ignores (?:the|that) condition"
    rf" and takes (?P<price>\d{{1,3}}) damage instead: (?P<list>(?:{'|'.join(CONDITIONS)})"
    rf"(?:(?:, or |, | or )(?:{'|'.join(CONDITIONS)})){{0,9}})$"
)


def _immunity(title: str, said: str, block: Row) -> bool | None:
    trades = _TRADES.match(said)
    if trades:
        named: list[Value] = list(re.findall("|".join(CONDITIONS), trades["list"]))
        block["immune_conditions"], block["immune_price"] = named, int(trades["price"])
        return True
    match = _IMMUNE.match(said)
    if match:
        block["immune"] = list(_types(match["types"]))
        return True
    if _IMMUNE_EFFECTS.search(said) and ("immun" in title or title == "ooze"):
        everything: list[Value] = [*CONDITIONS, "ongoing"]
        block["immune_conditions"] = everything
        return all(_SAYS_AGAIN.search(sentence) for sentence in said.split(". ")[1:])
    return None


def _weakness(title: str, said: str, block: Row) -> bool | None:
    types = weaknesses(said)[0] if title == "vulnerability" else []
    if not types:
        return None
    known = block.setdefault("weak_to", [])
    if isinstance(known, list):
        known.extend(kind for kind in types if kind not in known)
    return True


def _regeneration(title: str, said: str, block: Row) -> bool | None:
    match = _REGENERATES.search(said)
    if match is None or "regenerat" not in title:
        return None
    times = _MOST_REGENERATIONS.search(said)
    words = {"two": 2, "three": 3, "four": 4, "five": 5}
    limit = (words.get(times["n"]) or int(times["n"])) if times else 0
    block["regeneration"] = {"amount": int(match["n"]), "times": limit}
    return False


def _thorns(title: str, said: str, block: Row) -> bool | None:
    match = _ATTACKED.match(said)
    if match is None or "thorns" in block:
        return None
    thorns: dict[str, Value] = {
        "damage": amount(match["amount"]), "when": f"natural {match['parity']}" if match["parity"] else "always",
    }  # fmt: skip
    if match["type"]:
        thorns["type"] = _types(match["type"])[0]
    block["thorns"] = thorns
    return True


def _pack(title: str, said: str, block: Row) -> bool | None:
    """A bonus for company around the target; a bonus to damage beside it stays text."""
    match = _PACK.search(said)
    if match is None:
        return None
    block["pack_bonus"] = {"per": int(match["per"]), "max": int(match["most"])}
    return False


_READERS: tuple[Callable[[str, str, Row], bool | None], ...] = (
    _resistance, _flight, _fear, _single_fields, _immunity, _weakness, _regeneration, _thorns, _pack,
)  # fmt: skip


def _times_per_battle(said: str, uses: dict[str, Use]) -> bool | None:
    """ "Can use its breath 1d3 + 1 times per battle, but never two turns in a row"."""
    match = _TIMES.search(said)
    found = uses.get(folded(match["attack"])) if match else None
    if match is None or found is None:
        return None
    found.usage = f"{match['dice'].replace(' ', '')}/battle"
    apart = _NEVER_TWICE.match(said, match.end())
    if apart:
        found.needs.append("not_last_turn")
    return (apart.end() if apart else match.end()) == len(said) and ". " not in said[: match.start()]


def _shared_uses(said: str, uses: dict[str, Use]) -> bool | None:
    """ "For every two of them (round up), one can use the hymn once": the uses of the hymn are shared."""
    words = f" {folded(said)} "
    named = [found for name, found in uses.items() if f" use {name} " in words or f" or {name} " in words]
    for found in named:
        found.shared, found.usage = True, found.usage or "1/battle"
    every = _FOR_EVERY.match(said)
    if every and len(named) == 1:
        named[0].per = number(every["n"])
    return None if not named else every is not None and len(named) == 1


def share_uses(text: str, powers: Value) -> bool:
    """ "For every two of them (round up), one of them can use the shield wall once": the uses of a power are shared. Found?"""
    every = _EVERY.match(" ".join(text.lower().split()).rstrip(" ."))
    for row in powers if every and isinstance(powers, list) else ():
        if every and isinstance(row, dict) and folded(every["name"]) == folded(str(row.get("name", ""))):
            row["group_per"] = number(every["n"])
            row["group_uses"] = True
            return True
    return False


_EVERY = re.compile(
    r"for every (?P<n>two|three|four|five|six) [a-z' -]{3,40} in the battle(?: \(round up(?:, ignore mooks)?\))?,?"
    r" one of them can use (?P<name>[a-z' -]{3,40}?)(?: as a free action)? once(?: as a free action)? during the battle$"
)


def weaknesses(text: str) -> tuple[list[str], str]:
    """The `vulnerability` line: damage types it names plainly, and the text where it says more."""
    said = " ".join(text.lower().split()).rstrip(" .")
    if not said:
        return [], ""
    parts = [part.strip() for part in re.split(r",| and ", said)]
    if all(part in DAMAGE_TYPES for part in parts):
        return _types(", ".join(parts)), ""
    return [], text
