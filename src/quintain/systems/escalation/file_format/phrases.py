"""Reading the small phrases of a content file: dice, labels of riders, ends of effects, usages, filters, needs.

Each function takes text and gives numbers, or raises a ValueError that says what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from quintain.systems.escalation.printed import bonus_rows
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import NO_NEEDS, Amount, Crowd, Filter, Needs
from quintain.systems.escalation.printed.stat_block import Power


def read_amount(text: str) -> Amount:
    """`10`, `3d8+4`, `2d6+1d3+4`, `1d6-1`; `escalation` (`escalation x3`) and `natural` are read off."""
    word = text.strip().lower()
    if word and word in b.READ_OFF:
        return Amount([], 0, b.READ_OFF.index(word))
    shown = re.fullmatch(r"(escalation|natural|failures) ?x ?([1-9]\d{0,2})", word)
    if shown:
        return Amount([], 0, b.READ_OFF.index(shown.group(1)), int(shown.group(2)))
    groups: list[tuple[int, int]] = []
    flat = 0
    compact = text.replace(" ", "").lower()
    multiplied = re.fullmatch(r"(\d*)d(\d+)x(\d{1,2})", compact)
    if multiplied and int(multiplied.group(2)) and int(multiplied.group(3)):
        return Amount([(int(multiplied.group(1) or "1"), int(multiplied.group(2)))], 0, b.OFF_NOTHING, int(multiplied.group(3)))
    if not re.fullmatch(r"[+-]?(\d*d\d+|\d+)([+-](\d*d\d+|\d+))*", compact):
        raise ValueError(f"{text!r} is no amount; write a number or dice such as 3d8+4")
    for sign, term in re.findall(r"([+-]?)(\d*d\d+|\d+)", compact):
        if "d" not in term:
            flat += -int(term) if sign == "-" else int(term)
            continue
        count, sides = term.split("d")
        if sign == "-" or int(sides) < 1 or int(count or "1") < 1:
            raise ValueError(f"{text!r} is no amount; dice can only be added")
        groups.append((int(count or "1"), int(sides)))
    return Amount(groups, flat)


def read_faces(text: str) -> int:
    """`even`, `odd`, `16+`, `1-5`, `5-`, `7`, `5/10/15/20`, joined by `or`: the faces as bits."""
    faces = 0
    for part in text.split(" or "):
        faces |= _faces_of(part.strip())
    return faces


def _faces_of(part: str) -> int:
    if part == "even":
        return sum([1 << face for face in range(2, 21, 2)])
    if part == "odd":
        return sum([1 << face for face in range(1, 21, 2)])
    if re.fullmatch(r"\d+\+", part):
        return _run(int(part[:-1]), 20)
    if re.fullmatch(r"\d+-", part):
        return _run(1, int(part[:-1]))
    if re.fullmatch(r"\d+-\d+", part):
        low, high = part.split("-")
        return _run(int(low), int(high))
    if re.fullmatch(r"\d+([/,] ?\d+)*", part):
        faces = 0
        for face in re.split(r"[/,] ?", part):
            faces |= _run(int(face), int(face))
        return faces
    raise ValueError(f"{part!r} names no faces of a d20; write even, odd, 16+, 1-5 or 5/10/15/20")


def _run(low: int, high: int) -> int:
    if not 1 <= low <= high <= 20:
        raise ValueError(f"{low} to {high} are not faces of a d20")
    return sum([1 << face for face in range(low, high + 1)])


def read_label(text: str) -> tuple[int, bool, bool, bool]:
    """A rider's label (ES-170): the faces, and whether it fires on a hit, on a miss, only on a crit."""
    label = " ".join(text.lower().replace("\u2013", "-").split())
    if label == "crit":
        return b.ANY_FACE, True, False, True
    if label in ("always", ""):
        return b.ANY_FACE, True, True, False
    on_hit, on_miss = True, True
    if label.endswith("hit or miss"):
        label = label[: -len("hit or miss")]
    elif label.endswith("hit"):
        label, on_miss = label[:-3], False
    elif label.endswith("miss"):
        label, on_hit = label[:-4], False
    label = label.strip()
    if label.startswith("natural"):
        return read_faces(label[len("natural"):].strip()), on_hit, on_miss, False
    if label:
        raise ValueError(f"{text!r} is no label of a rider; write e.g. 'natural even hit', 'natural 16+', 'miss' or 'crit'")
    return b.ANY_FACE, on_hit, on_miss, False


def read_above(text: str) -> tuple[str, int]:
    """`natural above con hit`: the label without that condition, and the ability it names; -1 where it names none."""
    return _without(text, "natural above", b.ABILITIES)


def read_beats(text: str) -> tuple[str, int]:
    """`beats MD`, `beats MD miss`: the label without that condition, and the other defence it names; -1 where it names none."""
    return _without(text, "beats", b.DEFENCES)


def _without(text: str, start: str, names: tuple[str, ...]) -> tuple[str, int]:
    label = " ".join(text.lower().split())
    for place, name in enumerate(names):
        if found := re.match(rf"{start} {name.lower()}\b ?", label):
            return label[found.end() :] or "always", place
    return text, -1


def read_per(text: str) -> str:
    """What damage is counted by: `recovery`, `besetter`, `besetter hound`."""
    word = " ".join(text.lower().split())
    if not re.fullmatch(r"recovery|besetter(?: [a-z' -]+)?", word):
        raise ValueError(f"{text!r} is nothing to count damage by; write recovery, besetter or 'besetter hound'")
    return word


def read_until(text: str) -> tuple[int, int]:
    """When an effect ends, and the save that ends it."""
    phrase = " ".join(text.lower().split())
    for name, number in (("save", 11), ("easy save", 6), ("hard save", 16)):
        if phrase == name:
            return b.UNTIL_SAVE, number
    found = re.fullmatch(r"save (\d+)\+", phrase)
    if found:
        return b.UNTIL_SAVE, int(found.group(1))
    if phrase in b.UNTILS:
        return b.UNTILS.index(phrase), 0
    raise ValueError(f"{text!r} is no end of an effect; write one of: {', '.join(b.UNTILS)}, easy save, hard save, save N+")


def until_said(until: int, save: int) -> str:
    """... and back into words."""
    return f"save {save}+" if until == b.UNTIL_SAVE else b.UNTILS[until]


def read_usage(text: str, power: Power) -> None:
    """ES-155: at-will, n/battle, n/round, recharge n+, daily, cyclic."""
    phrase = " ".join(text.lower().split())
    simple = {"at-will": b.AT_WILL, "daily": b.DAILY, "cyclic": b.CYCLIC}
    if phrase in simple:
        power.usage = simple[phrase]
        power.uses = 0 if phrase == "at-will" else 1
        return
    found = re.fullmatch(r"(\d+)/(battle|round)", phrase)
    if found:
        power.usage = b.PER_BATTLE if found.group(2) == "battle" else b.PER_ROUND
        power.uses = int(found.group(1))
        return
    found = re.fullmatch(r"(\d*d\d+(?:[+-]\d+)?)/battle", phrase)
    if found:
        power.usage, power.uses_dice = b.PER_BATTLE, read_amount(found.group(1))
        power.uses = max(1, power.uses_dice.twice_mean // 2)
        return
    found = re.fullmatch(r"recharge (\d+)\+", phrase)
    if not found:
        raise ValueError(f"{text!r} is no usage; write at-will, 1/battle, 1d3/battle, 1/round, recharge 16+, daily or cyclic")
    power.usage, power.uses, power.recharge = b.RECHARGE, 1, int(found.group(1))


FILTER_PATTERNS: Final[list[tuple[str, Callable[..., tuple[int, int, str]]]]] = [
    (r"hp (\d+)-", lambda most: (b.HP_OR_FEWER, int(most), "")),
    (r"level (\d+)-", lambda most: (b.LEVEL_OR_LESS, int(most), "")),
    (r"beset (\d+)(?: by ([a-z' -]+))?", lambda least, by: (b.IS_BESET, int(least), by or "")),
    (r"hit by ([^:]+?)(?: (\d+) times)?", lambda by, times: (b.WAS_HIT_BY, int(times or "1"), "@" if by == "source" else by)),
    (r"ally(?: called ([a-z' -]+))?", lambda called: (b.IS_FRIEND, 0, called or "")),
    (r"(ac|pd|md) (\d+)-", lambda defence, most: (b.DEFENCE_AT_MOST, int(most), defence)),
]
"""Filters with figures, and the kind, the number and the words of each."""


def read_filter(text: str) -> Filter:
    """Staggered, grabbed, ongoing (fire), free, engaged, mook, type humanoid, hp 40-, level 3-, resists fire, a condition.

    not_ may stand before any of them.
    """
    word = " ".join(text.lower().split())
    negated = word.startswith("not_")
    if negated:
        word = word[4:]
    if word in b.FILTERS:
        return Filter(b.FILTERS.index(word), negated)
    if word in b.CONDITIONS:
        return Filter(b.HAS_CONDITION + b.CONDITIONS.index(word), negated)
    for pattern, made in FILTER_PATTERNS:
        if found := re.fullmatch(pattern, word):
            kind, number, words = made(*found.groups())
            return Filter(kind, negated, number, words)
    starts = (
        ("ongoing ", b.HAS_ONGOING), ("type ", b.OF_TYPE), ("resists ", b.RESISTS), ("called ", b.IS_CALLED), ("marked ", b.IS_MARKED),
        ("under ", b.IS_UNDER), ("role ", b.OF_ROLE),
    )  # fmt: skip
    for start, kind in starts:
        if word.startswith(start):
            return Filter(kind, negated, 0, word[len(start) :])
    known = ", ".join(b.FILTERS + b.CONDITIONS)
    raise ValueError(
        f"{text!r} says nothing about a target; write one of: {known}, 'ongoing fire', 'type undead', 'hp 40-', 'level 3-', 'md 15-', "
        "'resists fire', 'called hound', 'role leader', 'marked cloaked', 'under Dirge', 'beset 2', 'beset 2 by hound', "
        "'hit by Snap', 'hit by Snap 2 times', 'ally', 'ally called hound', or not_ before one of them"
    )


def read_filters(said: str | list[str]) -> list[Filter]:
    """One filter or several."""
    return [read_filter(each) for each in ([said] if isinstance(said, str) else said) if each]


def read_needs(words: list[str]) -> Needs:
    """What a row needs before it counts."""
    if not words:
        return NO_NEEDS
    needs = Needs()
    for word in words:
        _need(needs, " ".join(word.lower().split()))
    needs.any = True
    return needs


NEEDS = {
    "self_staggered": "staggered", "not_staggered": "not_staggered", "target_staggered": "target_staggered",
    "escalation_even": "die_even", "escalation_odd": "die_odd", **{word: word for word in (
        "free", "engaged", "moved", "charged", "airborne", "unhurt", "blood", "second_hit", "all_hit", "all_missed", "first_attack",
        "single", "several", "several_hit", "none_hit", "has_move", "came_flying", "nobody_under", "fresh", "new_hit", "strayed",
        "first_round", "started_free", "hurt", "unseen", "last", "not_last_turn", "granted",
    )},
}  # fmt: skip
"""The needs that are a plain word, and the figure that keeps each."""


def _need(needs: Needs, word: str) -> None:
    if word in NEEDS:
        setattr(needs, NEEDS[word], True)
    elif found := re.fullmatch(r"escalation (\d)([+-])", word):
        setattr(needs, "die_at_least" if found.group(2) == "+" else "die_at_most", int(found.group(1)))
    elif re.fullmatch(r"hp [1-9]\d{0,3}\+", word):
        needs.hp_at_least = int(word[3:-1])
    elif re.match(r"(?:allies|enemies|outnumber)\b", word):
        needs.crowds = [*needs.crowds, _crowd(word)]
    elif word.startswith("marked "):
        needs.marks = [*needs.marks, word[len("marked ") :]]
    else:
        raise ValueError(
            f"{word!r} is nothing an attack can need; write {', '.join(NEEDS)}, 'escalation 3+', 'escalation 2-', 'hp 10+', "
            "'marked cloaked', 'allies 2+ called hound', 'enemies 0 hampered' or 'outnumber hound'"
        )


def _crowd(word: str) -> Crowd:
    """`allies 2+ called hound`, `enemies 0 hampered`, `enemies 1+ hp 40-`, `outnumber hound`."""
    more = re.fullmatch(r"outnumber(?: ([a-z' -]+))?", word)
    if more:
        return Crowd(False, 0, 999, [], more.group(1) or "*")
    found = re.fullmatch(r"(allies|enemies) (?:([1-9]\d?)\+|0)(?: (.+))?", word)
    if not found:
        raise ValueError(f"{word!r} counts nobody; write e.g. 'allies 2+ called hound', 'enemies 0 hampered' or outnumber")
    such = [read_filter(found.group(3))] if found.group(3) else []
    least = int(found.group(2) or "0")
    return Crowd(found.group(1) == "enemies", least, 999 if least else 0, such)


def read_span(text: str) -> tuple[int, int]:
    """Faces of a table: `3`, `1-2`, `5+`."""
    found = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2})|(\+))?", text.strip())
    if not found:
        raise ValueError(f"{text!r} names no results of a die; write 3, 1-2 or 5+")
    low = int(found.group(1))
    return low, int(found.group(2) or low) if not found.group(3) else 999


def read_happening(text: str) -> tuple[int, int]:
    """What ends an effect, or sets it off: `attacks source`, `hit MD`, `damage 10+`."""
    word = " ".join(text.split())
    found = re.fullmatch(r"damage (\d{1,3})\+", word)
    if found:
        return b.TAKES_DAMAGE, int(found.group(1))
    if word not in b.HAPPENINGS:
        raise ValueError(f"{text!r} is nothing that happens to the bearer of an effect; write one of: {', '.join(b.HAPPENINGS)}")
    return b.HAPPENINGS.index(word), 0


def read_figure(text: str) -> tuple[int, int]:
    """A standing figure: `2`, `-4`, `escalation`, `-escalation`, `2x escalation`: the number, and how often the die is added."""
    word = " ".join(text.lower().split())
    found = re.fullmatch(r"([+-]?)(?:(\d{1,2})x )?escalation", word)
    if found:
        times = int(found.group(2) or "1")
        return 0, -times if found.group(1) == "-" else times
    if not re.fullmatch(r"[+-]?\d{1,3}", word):
        raise ValueError(f"{text!r} is no figure; write a number, escalation, or 2x escalation")
    return int(word), 0


def read_with(words: list[str], row: bonus_rows.Standing) -> None:
    """Which attacks a row speaks of: by kind, defence or name; spell, weapon, magic, limited, at_will, opportunity."""
    kinds = defences = 0
    for word in words:
        if word in b.ATTACK_KINDS:
            kinds |= 1 << b.ATTACK_KINDS.index(word)
        elif word in b.DEFENCES:
            defences |= 1 << b.DEFENCES.index(word)
        elif word in ("opportunity", "spell", "weapon", "limited", "at_will", "magic"):
            setattr(row, word, True)
        else:
            row.attacks.append(word.lower())
    row.kinds, row.defences = kinds or 7, defences or 7


def read_conditions(words: list[str]) -> int:
    """The names of conditions as bits."""
    mask = 0
    for word in words:
        name = word.strip().lower()
        if name not in b.CONDITIONS:
            raise ValueError(f"{word!r} is no condition; the conditions are {', '.join(b.CONDITIONS)}")
        mask |= 1 << b.CONDITIONS.index(name)
    return mask


def read_modifiers(said: dict[str, int]) -> list[int]:
    """Bonuses and penalties by name, as the list of all of them."""
    values = [0] * len(b.MODIFIERS)
    for name, value in said.items():
        if name == "defences":
            for place in (b.ON_AC, b.ON_PD, b.ON_MD):
                values[place] = value
        elif name in b.MODIFIERS:
            values[b.MODIFIERS.index(name)] = value
        else:
            raise ValueError(f"{name!r} cannot be modified; write one of {', '.join(b.MODIFIERS)}, defences")
    return values


def modifiers_said(values: list[int]) -> dict[str, int]:
    """... and back into their names."""
    return {b.MODIFIERS[place]: value for place, value in enumerate(values) if value}
