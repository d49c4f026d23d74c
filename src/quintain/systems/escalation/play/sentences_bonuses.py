"""Standing rows as plain sentences, for whoever may see them."""

from __future__ import annotations

from quintain.systems.escalation.play.sentences_conditions import any_of, faces_text, filter_words, needs_words, such
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.bonus_rows import Standing

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
            parts.append(f"attacks with a natural {faces_text(faces)} {what}")
    if row.miss_chance or row.miss_chance_times:
        more = f" + {5 * row.miss_chance_times} times the escalation die" if row.miss_chance_times else ""
        parts.append(f"{5 * row.miss_chance}{more} % of attacks miss it before they are rolled")
    if row.shrugs:
        parts.append(f"damage of {row.shrugs} or less is none")
    if row.absorbs:
        parts.append(f"the first {row.absorbs} damage on each turn is none")
    return parts + [what for holds, what in (
        (row.spares_misses, "misses deal no damage"), (row.vulnerable, "vulnerable"), (row.dazes, "dazed"),
        (row.slays_on_crit, "a crit drops it"), (row.triple_on_crit, "crits are doubled once more"),
        (row.escalates, "adds the escalation die"), (row.no_escalation, "no escalation die"),
        (row.slips & b.SLIPS_ALL, "draws no opportunity attacks"),
        (row.slips & b.SLIPS_MOVING, "draws none by moving"),
        (row.slips & b.SLIPS_PAST, "cannot be intercepted"),
    ) if holds]  # fmt: skip


def _with(row: Standing) -> str:
    parts: list[str] = []
    if row.attacks:
        parts.append(" or ".join(row.attacks))
    if row.kinds != 7:
        parts.append(any_of(b.ATTACK_KINDS, row.kinds))
    if row.defences != 7:
        parts.append(f"against {any_of(b.DEFENCES, row.defences)}")
    parts += [name for holds, name in (
        (row.opportunity, "opportunity"), (row.spell, "spell"), (row.weapon, "weapon"), (row.limited, "limited"),
        (row.at_will, "at-will"), (row.magic, "magic"),
    ) if holds]  # fmt: skip
    return f"(attacks: {', '.join(parts)})" if parts else ""


def _against(row: Standing) -> str:
    return f"against: {such(row.against)}" if row.against else ""


def _per(row: Standing) -> str:
    if not row.per:
        return f"(at most {row.most})" if row.most else ""
    kind = f" ({', '.join([filter_words(each) for each in row.counting])})" if row.counting else ""
    most = f" (at most {row.most})" if row.most else ""
    return f"for each {_PER[row.per]}{kind}{most}"


def _when(row: Standing) -> str:
    parts = needs_words(row.needs) if row.needs.any else []
    if row.company:
        parts.append(f"an ally is nearby that is {', '.join([filter_words(each) for each in row.company])}")
    return f"while {' and '.join(parts)}" if parts else ""
