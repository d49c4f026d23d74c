"""Standing rows as plain sentences, for whoever may see them."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.bonus_rows import Standing
from quintain.systems.escalation.printed.rows import Filter, Needs
from quintain.systems.escalation.traits import crowds

_FIGURES = (
    "attacks", "AC", "PD", "MD", "damage", "saves", "disengage checks", "crit range", "initiative", "damage on a miss",
)  # fmt: skip
_FOR = (
    "", "nearby allies", "it and its nearby allies", "enemies engaged with it", "nearby enemies", "all enemies", "its whole side",
)  # fmt: skip
_PER = (
    "", "other of its kind engaged with the target", "ally engaged with the target", "other of its kind nearby", "nearby ally",
    "enemy engaged with it", "nearby enemy", "enemy", "ally", "mob",
)  # fmt: skip


def sentence(row: Standing) -> str:
    """What the row does, when and for whom."""
    said = "; ".join(_what(row))
    for part in (_with(row), _against(row), _per(row), _when(row)):
        said += f" {part}" if part else ""
    whom = _FOR[row.for_] + (f" ({', '.join([filter_words(each) for each in row.whom])})" if row.whom else "")
    return f"{whom + ': ' if whom else ''}{said}."


def _what(row: Standing) -> list[str]:
    parts: list[str] = []
    for place, name in enumerate(_FIGURES):
        if row.touches >> place & 1:
            value, times = row.values[place], row.times[place]
            die = "the escalation die" if abs(times) == 1 else f"{abs(times)} times the escalation die"
            parts.append(f"{'-' if times < 0 else '+'}{die} to {name}" if times else f"{value:+d} to {name}")
    if row.resist:
        kinds = ", ".join(row.types) or "all damage"
        but = f" but {', '.join(row.except_types)}" if row.except_types else ""
        parts.append(f"half of {kinds}{but}" + ("" if row.resist > 20 else f" below a natural {row.resist}"))
    for faces, what in ((row.misses_on, "miss it"), (row.ignores_on, "do nothing to it")):
        if faces:
            parts.append(f"attacks with a natural {_faces(faces)} {what}")
    if row.miss_chance or row.miss_chance_times:
        more = f" + {5 * row.miss_chance_times} times the escalation die" if row.miss_chance_times else ""
        parts.append(f"{5 * row.miss_chance}{more} % of attacks miss it before they are rolled")
    if row.shrugs:
        parts.append(f"damage of {row.shrugs} or less is none")
    if row.absorbs:
        parts.append(f"the first {row.absorbs} damage on each turn is none")
    for flag, what in (
        (row.spares_misses, "misses deal no damage"), (row.vulnerable, "vulnerable"), (row.dazes, "dazed"),
        (row.slays_on_crit, "a crit drops it"), (row.triple_on_crit, "crits are doubled once more"),
        (row.escalates, "adds the escalation die"), (row.no_escalation, "no escalation die"),
        (row.slips & b.SLIPS_ALL, "draws no opportunity attacks"),
        (row.slips & b.SLIPS_MOVING, "draws none by moving"),
        (row.slips & b.SLIPS_PAST, "cannot be intercepted"),
    ):  # fmt: skip
        if flag:
            parts.append(what)
    return parts


def _faces(mask: int) -> str:
    found = [str(face) for face in range(1, 21) if mask >> face & 1]
    if len(found) > 2 and int(found[-1]) - int(found[0]) == len(found) - 1:
        return f"{found[0]} to {found[-1]}"
    return ", ".join(found)


def _with(row: Standing) -> str:
    parts: list[str] = []
    if row.attacks:
        parts.append(" or ".join(row.attacks))
    if row.kinds != 7:
        parts.append(" or ".join([name for place, name in enumerate(b.ATTACK_KINDS) if row.kinds >> place & 1]))
    if row.defences != 7:
        parts.append("against " + " or ".join([name for place, name in enumerate(b.DEFENCES) if row.defences >> place & 1]))
    flags = (
        (row.opportunity, "opportunity"), (row.spell, "spell"), (row.weapon, "weapon"), (row.limited, "limited"),
        (row.at_will, "at-will"), (row.magic, "magic"),
    )  # fmt: skip
    for flag, name in flags:
        if flag:
            parts.append(name)
    return f"(attacks: {', '.join(parts)})" if parts else ""


def _against(row: Standing) -> str:
    return f"against: {' or '.join([filter_words(each) for each in row.against])}" if row.against else ""


def _per(row: Standing) -> str:
    if not row.per:
        return f"(at most {row.most})" if row.most else ""
    kind = f" ({', '.join([filter_words(each) for each in row.counting])})" if row.counting else ""
    most = f" (at most {row.most})" if row.most else ""
    return f"for each {_PER[row.per]}{kind}{most}"


_NAMED = {
    b.RESISTS: "resists", b.IS_UNDER: "under", b.WAS_HIT_BY: "hit by", b.IS_BESET: "beset by", b.DEFENCE_AT_MOST: "with a low",
    b.IS_FRIEND: "an ally",
}


def filter_words(wanted: Filter) -> str:
    """What a filter asks for, for people."""
    kind = wanted.kind
    if kind >= b.HAS_CONDITION:
        said = b.CONDITIONS[kind - b.HAS_CONDITION].replace("_", " ")
    elif kind == b.HP_OR_FEWER:
        said = f"{wanted.number} hp or fewer"
    elif kind == b.LEVEL_OR_LESS:
        said = f"level {wanted.number} or less"
    elif kind in (b.OF_TYPE, b.IS_CALLED, b.IS_MARKED):
        said = wanted.word
    elif kind >= len(b.FILTERS):
        said = f"{_NAMED.get(kind, 'such')} {wanted.word}".strip()
    else:
        said = f"{b.FILTERS[kind].replace('_', ' ')} {wanted.word}".strip()
    return f"not {said}" if wanted.negated else said


def _when(row: Standing) -> str:
    parts = needs_words(row.needs) if row.needs.any else []
    if row.company:
        parts.append(f"an ally is nearby that is {', '.join([filter_words(each) for each in row.company])}")
    return f"while {' and '.join(parts)}" if parts else ""


def needs_words(needs: Needs) -> list[str]:
    """What must be so, for people."""
    said = (
        (needs.staggered, "it is staggered"), (needs.not_staggered, "it is not staggered"), (needs.free, "it is not engaged"),
        (needs.engaged, "it is engaged"), (needs.die_even, "the escalation die is even"), (needs.die_odd, "the escalation die is odd"),
        (needs.die_at_least > 0, f"the escalation die is {needs.die_at_least} or more"),
        (needs.target_staggered, "the other is staggered"), (needs.moved, "it has moved"), (needs.hurt, "it is hurt"),
        (needs.die_at_most < 6, f"the escalation die is {needs.die_at_most} or less"), (needs.unseen, "no enemy sees it"),
        (needs.last, "it is the last of them"), (needs.airborne, "it is in the air"), (needs.unhurt, "it is unhurt"),
        (needs.blood, "somebody is staggered or down"),
    )  # fmt: skip
    found = [words for holds, words in said if holds] + [f"it is {mark}" for mark in needs.marks]
    return found + [crowds.words(crowd).removeprefix("only ") for crowd in needs.crowds]
