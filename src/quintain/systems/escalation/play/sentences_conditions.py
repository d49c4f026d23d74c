"""On what something hangs, in plain language: filters, needs, faces of a die, one of several words."""

from __future__ import annotations

from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Crowd, Filter, Needs


def any_of(names: tuple[str, ...], bits: int) -> str:
    """Those of these words that the bits say."""
    return " or ".join([name for place, name in enumerate(names) if bits >> place & 1])


def such(wanted: list[Filter]) -> str:
    """Any of these filters."""
    return " or ".join([filter_words(each) for each in wanted])


def faces_text(faces: int) -> str:
    """Faces of a d20 as people write them."""
    shown = [face for face in range(1, 21) if faces >> face & 1]
    if shown == list(range(2, 21, 2)):
        return "even"
    if shown == list(range(1, 21, 2)):
        return "odd"
    if len(shown) > 1 and shown == list(range(shown[0], shown[-1] + 1)):
        return f"{shown[0]}+" if shown[-1] == 20 else f"{shown[0]}-{shown[-1]}"
    return "/".join([str(face) for face in shown])


def filter_words(wanted: Filter) -> str:
    """What a filter asks for, for people."""
    said = _filter_words(wanted.kind, wanted.number, wanted.word)
    return f"not {said}" if wanted.negated else said


def _filter_words(kind: int, number: int, word: str) -> str:
    if kind >= b.HAS_CONDITION:
        return b.CONDITIONS[kind - b.HAS_CONDITION].replace("_", " ")
    if kind < len(b.FILTERS):
        return f"{b.FILTERS[kind].replace('_', ' ')} {word}".strip()
    often = f" {number} times" if number > 1 else ""
    return {
        b.HP_OR_FEWER: f"{number} hp or fewer", b.LEVEL_OR_LESS: f"level {number} or less", b.RESISTS: f"resists {word}",
        b.IS_UNDER: f"under {word}", b.WAS_HIT_BY: f"hit by {'it' if word == '@' else word}{often}",
        b.IS_BESET: f"beset by {number} {word}".strip(), b.DEFENCE_AT_MOST: f"with {word.upper()} {number} or less",
        b.IS_FRIEND: f"an ally called {word}" if word else "an ally",
    }.get(kind, word)  # fmt: skip


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
    return found + [crowd_words(crowd) for crowd in needs.crowds]


def crowd_words(crowd: Crowd) -> str:
    """What must be so of the others, in a phrase."""
    if crowd.outnumbers:
        return "while its side is the larger one"
    who = f"{'enemies' if crowd.enemies else 'allies'}{f' ({such(crowd.such)})' if crowd.such else ''}"
    return f"with {crowd.least} or more {who}" if crowd.least else f"without {who}"
