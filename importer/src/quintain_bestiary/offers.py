"""Chapter eight of the bestiary importer: what of a text that stayed text the rules carry out once the game master applies it.

A text stays text because its moment, its condition or one of its clauses is beyond the rules. The damage, the condition, the
attack it speaks of are not: they are found clause by clause, wherever they stand, and written beside the text. They never
happen by themselves. Whoever applies the text says on whom it falls, and sees what will be done.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from quintain_bestiary.drafts import WHOLE, Imported
from quintain_bestiary.effects import SAVE_THEN, SENTENCE_END, Effects, first_reading, read_sentence
from quintain_bestiary.phrases import Place, pattern, until_at
from quintain_bestiary.speaker import SELF, Speaker
from quintain_bestiary.text import Row, Value
from quintain_bestiary.unread_words import LOOSE, end_behind

MOST_OFFERS = 12
_LONGEST, _LONGEST_SENTENCE = 4000, 500
"""Of longer texts and sentences only the beginning is looked through."""
_NEEDS_AN_ATTACK = frozenset(
    ("halve", "negate", "reroll", "foil", "ward", "double_damage", "defence", "also_at", "harden", "worsen", "choose")
)
"""What can only be done to an attack on its way, or to an effect that an attack left."""
_LEANING = ("while ongoing", "while affected")
"""Ends that lean on an effect which the text itself may not bring."""
_START = re.compile(
    rf"(?<![\w'])(?=(?:{SELF}|as a free|the target|target|that |each |all |any |one |it\b|they|[+-]?\d|until |is |are |becom|gains?\b"
    r"|takes?\b|can |may |makes? |must |rolls? |heals? |pops? |loses? |teleports? |enem|creature|its |up to |two |another |stuns? ))",
    re.IGNORECASE,
)
_STATES_ONLY = re.compile(
    r"(?:\b(?:if|while|when|whenever|unless|that|who|whose|which|provided|because|not|isn't|no longer|being|already|some of|against"
    r"|immune to)(?: (?!,)[\w'-]+){0,3} |\b(?:if|while|when) [^,;.]{0,25})$",
    re.IGNORECASE,
)
"""Before a condition: it is spoken of, not inflicted."""
_COUNTED_ONLY = re.compile(
    r"\b(?:more than|at least|first|instead of|must deal|ignores?|up to|max(?:imum)?(?: of)?|fewer than|less than|total of|only"
    r"|reduced? (?:by|to)|after taking|takes? (?=\d+ or))\s?\+?$|\d\s?(?:\+|/|or)\s?$",
    re.IGNORECASE,
)
"""Before an amount of damage: it is spoken of, not dealt, or only the end of an amount that was not read whole."""
_DENIED = re.compile(r"\b(?:can't|cannot|doesn't|don't|do not|does not|never|without)\b[^.;]*$", re.IGNORECASE)


def offers(text: str, speaker: Speaker) -> list[Row]:
    """The rows that a text speaks of, each as far as it could be read by itself."""
    found: list[Row] = []
    marked = SAVE_THEN.sub("; ", speaker.mark(text[:_LONGEST]))
    for sentence in SENTENCE_END.split(marked):
        for row in _in_order(sentence[:_LONGEST_SENTENCE], speaker):
            if row not in found:
                found.append(row)
    return found[:MOST_OFFERS]


def _in_order(sentence: str, speaker: Speaker) -> list[Row]:
    """What a sentence speaks of, in its order: clauses of the grammar, then loose words between them."""
    found = _clauses(sentence, speaker)
    taken = [(start, end) for start, end, _ in found]
    for loose, make in LOOSE:
        for match in loose.finditer(sentence):
            row = make(match, speaker)
            free = all(match.end() <= start or match.start() >= end for start, end in taken)
            if row is not None and free and _is_done(sentence[: match.start()], row):
                found.append((match.start(), match.end(), [row]))
                taken.append((match.start(), match.end()))
    return [row for _, _, rows in sorted(found, key=lambda each: each[0]) for row in rows]


def _clauses(sentence: str, speaker: Speaker) -> list[tuple[int, int, list[Row]]]:
    """Wherever in a sentence a clause can be read: with everything behind it, or else alone."""
    found: list[tuple[int, int, list[Row]]] = []
    at = 0
    while at < len(sentence):
        read, end = _reading(sentence, at, speaker)
        judged = [row for place, row in enumerate(read) if place or _is_done(sentence[:at], row)]
        rows = [usable for usable in map(_usable, judged) if usable]
        if rows:
            found.append((at, end, rows))
        start = _START.search(sentence, max(end, at + 1))
        at = start.start() if start else len(sentence)
    return found


def _reading(sentence: str, at: int, speaker: Speaker) -> tuple[list[Row], int]:
    """What begins at a place, and how far it reaches."""
    effects = Effects()
    kept = read_sentence(sentence[at:], Place(speaker, False), effects)
    if effects.rows and not effects.kept:
        whole = sentence.rstrip(" ,;.!")
        return effects.rows, len(whole) - len(kept) if kept and whole.endswith(kept) else len(sentence)
    clause = first_reading(sentence, at, Place(speaker, False))
    if clause is None:
        return [], at
    for row in clause.rows:
        if "inflict" in row and "until" not in row:
            row["until"] = end_behind(sentence, clause.end)
    return clause.rows, clause.end


def _is_done(before: str, row: Row) -> bool:
    """Whether the words before a row let it happen, rather than speak of it."""
    if _DENIED.search(before):
        return False
    if "inflict" in row or "ongoing" in row:
        return _STATES_ONLY.search(before) is None
    return "damage" not in row or _COUNTED_ONLY.search(before) is None


def _usable(row: Row) -> Row | None:
    """A row as it can be carried out without an attack on its way."""
    if _NEEDS_AN_ATTACK & set(row) or row.get("damage") in ("half", "natural") or row.get("until") in _LEANING:
        return None
    for verb in ("extra_damage", "miss_damage"):
        if verb in row:
            row = {("damage" if key == verb else key): value for key, value in row.items()}
    row = {key: value for key, value in row.items() if key != "action"}  # whoever applies it has said that it is time
    return None if row.get("on") == "each_hit" else row


# Into the block -------------------------------------------------------------------------------------------------------


def attach_offers(done: Imported, speaker: Speaker) -> None:
    """Writes beside every text of a block what applying it brings; the account of the text says the same."""
    known: dict[str, list[Row]] = {}

    def offered(name: str, text: str) -> list[Row]:
        if text not in known:
            known[text] = offers(text, speaker)
        rows = copy.deepcopy(known[text])
        return [*rows, *_marks(name, text, rows)][:MOST_OFFERS]

    for note in done.notes:
        rows = _together(offered(str(note["name"]), text) for text in _left_of(done, note))
        if rows:
            note["effects"] = rows
    for name, row in _texts_in(done.block, ""):
        rows = _together([offered(name, str(row["text"]))])
        if rows:
            row["apply"] = rows
    done.accounts = [
        account
        if account.fate == WHOLE
        else replace(
            account,
            offered=tuple((text, tuple(offered(account.name, text))) for text in account.kept or (account.said,)),
        )
        for account in done.accounts
    ]


def _marks(name: str, text: str, rows: list[Row]) -> list[Row]:
    """Where a text names an end and nothing that was read has it: a mark with that end, so that saves and turns are kept."""
    ends = dict.fromkeys(named.rule for named in (until_at(text, match.start()) for match in _END.finditer(text)) if named)
    kept = {_kind_of_end(str(row.get("until", ""))) for row in rows}
    title = re.sub(r"\s*[(\[].*?[)\]]\s*", " ", name).strip(" :").lower()[:60] or "marked"
    return [{"mark": title, "until": end} for end in ends if end in _KEPT_ENDS and _kind_of_end(end) not in kept]


_END = pattern(r"(?= \(?(?:easy |hard |normal |difficult )?save ends|(?:\b|^)until (?:the )?(?:end|start) of)")
_KEPT_ENDS = frozenset(
    ("save", "easy save", "hard save", "end of target's next turn", "start of target's next turn", "end of own next turn",
     "start of own next turn", "end of battle")
)  # fmt: skip


def _kind_of_end(until: str) -> str:
    return "save" if "save" in until else "turn" if "turn" in until else until


def _together(lists: Iterable[list[Row]]) -> list[Value]:
    found: list[Value] = []
    for rows in lists:
        found.extend(row for row in rows if row not in found)
    return found[:MOST_OFFERS]


def _left_of(done: Imported, note: Row) -> list[str]:
    """What of a note the rules do not do by themselves."""
    said = str(note.get("text", ""))
    if note.get("kind") == "nastier":
        return [said]
    packed = " ".join(said.split())
    left = [text for account in done.accounts for text in account.kept if text and " ".join(text.split()) in packed]
    return list(dict.fromkeys(left)) or [said]


def _texts_in(value: Value, name: str) -> Iterator[tuple[str, Row]]:
    """The texts that stand in the attacks of a block, each with the name of what it stands under."""
    if isinstance(value, list):
        for one in value:
            yield from _texts_in(one, name)
    elif isinstance(value, dict):
        if "text" in value and set(value) <= {"text", "against"}:
            yield name, value
        for key, one in value.items():
            if key != "notes":
                yield from _texts_in(one, name if "when" in value and name else str(value.get("name", name)))
