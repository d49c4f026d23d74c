"""The most common wordings of a bestiary, and what becomes of each of their uses.

A use is *wholly* applied when its paragraph became rules to the last word, applied *in part* when the use itself became
rules and other words of its paragraph did not. It comes *at the game master's word* when its moment is beyond the rules, but
the rules carry it out once the game master applies its paragraph; and it is *text* when not even that. Where words stayed text, a
reason is named, so that nobody has to guess whether the grammar or the rules fell short.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from quintain_bestiary.attacks import CONDITIONS
from quintain_bestiary.drafts import NOTHING, PARTLY, TEXT, WHOLE, Account
from quintain_bestiary.labels import label
from quintain_bestiary.text import Row, Value

COMMON_WORDINGS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("N damage", r"\b(?:\d+d\d+|\d+) (?!(?:extra )?ongoing )(?:extra )?(?:[a-z]+ ){0,2}?damage\b"),
        ("is dazed, hampered, confused ...", rf"\b(?:is|are|it's|becomes)(?: also)? (?:{'|'.join(CONDITIONS)})\b"),
        ("save ends", r"\bsave ends\b"),
        ("N ongoing damage", r"\b\d+ ongoing (?:[a-z]+ ){0,2}damage\b"),
        ("as a free action", r"\bas a free action\b"),
        (
            "can make a / another attack",
            r"\b(?:can|may) (?:also )?make (?:an?|another|one|two) (?:[a-z',-]+ ){1,6}?attack",
        ),
        ("half damage", r"\bhalf[- ]damage\b"),
        ("N per battle", r"\b(?:\d ?/ ?battle|(?:once|twice) per battle)\b"),
        ("until the end of its next turn", r"\buntil (?:the )?end of (?:its|their) next turn\b"),
        ("until the end of the battle", r"\buntil the end of the battle\b"),
    )
)
"""The ten most common effect wordings of an open bestiary of 633 stat blocks. Counting runs of two to six words, with
figures, damage types and conditions folded, gives the same ten (and "the target", which says nothing by itself)."""

IN_ATTACKS = ("attack", "unrolled", "action", "rider", "use")
"""The paragraphs under an attack: the attack itself, riders, limited uses, actions without a roll."""


def common(text: str) -> bool:
    """Does a paragraph hold any of the common wordings?"""
    return any(pattern.search(text.lower()) for _, pattern in COMMON_WORDINGS)


def wording_fates(pattern: re.Pattern[str], accounts: Iterable[Account]) -> Counter[str]:
    """How many uses of a wording were applied wholly, in part, or stayed text; and how many of these were just not read."""
    fates: Counter[str] = Counter()
    for account in accounts:
        uses = len(pattern.findall(account.said.lower()))
        left = uses if account.fate in (TEXT, NOTHING) else 0
        if account.fate == PARTLY:
            left = min(uses, sum(len(pattern.findall(text.lower())) for text in account.kept))
        fates[WHOLE if account.fate == WHOLE else PARTLY] += uses - left
        called = min(left, sum(carried(pattern, text, rows) for text, rows in account.offered))
        fates[CALLED] += called
        left -= called
        fates[TEXT] += left
        if left and why(account) in UNREAD:
            fates[NOT_READ] += left
    return fates


def label_fates(accounts: Iterable[Account]) -> dict[str, Counter[str]]:
    """How many uses of each rider label work wholly, in part, or stayed text; the most common first."""
    found: dict[str, Counter[str]] = {}
    for account in accounts:
        if account.what in ("rider", "use"):
            fates = found.setdefault(account.name, Counter())
            carried_out = account.fate == TEXT and any(rows for _, rows in account.offered)
            fates[CALLED if carried_out else account.fate] += 1
            if account.fate == TEXT and not carried_out and why(account) in UNREAD:
                fates[NOT_READ] += 1
    return dict(sorted(found.items(), key=lambda entry: (-total(entry[1]), entry[0])))


def total(fates: Counter[str]) -> int:
    """How many uses there are, whatever became of them."""
    return fates[WHOLE] + fates[PARTLY] + fates[CALLED] + fates[TEXT]


CALLED = "called"
"""The game master says when; the rules carry it out."""


def carried(wording: re.Pattern[str], text: str, rows: Iterable[Row]) -> int:
    """How many uses of a wording in a text are carried out when the game master applies it."""
    uses = len(wording.findall(text.lower()))
    name = next((name for name, pattern in COMMON_WORDINGS if pattern is wording), "")
    if name == "N per battle":
        return uses  # a note counts its uses
    every = [row for one in rows for row in _all_rows(one)]
    if name == "as a free action":
        return uses if every else 0
    return min(uses, sum(1 for row in every if _CARRIES[name](row))) if name in _CARRIES else 0


def _all_rows(value: Value) -> Iterator[Row]:
    """A row and all rows that hang on it."""
    if isinstance(value, dict):
        yield value
        for one in value.values():
            yield from _all_rows(one)
    elif isinstance(value, list):
        for one in value:
            yield from _all_rows(one)


def _until(row: Row) -> str:
    return str(row.get("until", ""))


_CARRIES: dict[str, Callable[[Row], bool]] = {
    "N damage": lambda row: "damage" in row,
    "is dazed, hampered, confused ...": lambda row: bool({"inflict", "conditions", "vulnerable_to", "last_gasp"} & set(row)),
    "save ends": lambda row: "save" in _until(row) or "shake_off" in row,
    "N ongoing damage": lambda row: "ongoing" in row,
    "can make a / another attack": lambda row: "attack" in row,
    "half damage": lambda row: "resists" in row,
    "until the end of its next turn": lambda row: _until(row).startswith("end of") and "turn" in _until(row),
    "until the end of the battle": lambda row: _until(row) == "end of battle",
}


EARLIER = "depends on what happened earlier, or counts something"
REASONS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        (
            "brings creatures into the fight, or out of it",
            r"\badd (?:an?|another|one|\d)\b|\badds? [a-z0-9]+ [a-z ]+ to the (?:battle|fight|mob)\b|\bspawns?\b|\bsummon"
            r"|\bjoins? the (?:battle|fight)\b|\bcoalesces?\b|\bremove (?:it|the|that)\b|\bfrom play\b|\bbecomes a living\b"
            r"|\breturn one\b|\bexplodes\b|\bappears next to\b|\brejoins\b|\blaughing up\b|\bmook dies\b|\bto life\b",
        ),
        (
            "about what the rules do not keep: items, armour, icons, memory, skills",
            r"\bmagic(?:al)? items?\b|\barmou?r\b|\bicon(?:ic)?\b|\brelationships?\b|\bskill checks?\b|\bbackgrounds?\b"
            r"|\bresurrect|\bmemor|\bdisease\b|\bheal-up\b|\bclimb|\bstructure\b|\bsteals? an? (?!escalation)|\bfull moon\b"
            r"|\bhear\b|\brace\b|\bitems?\b|\bsearch for\b|\bmistrust\b|\bpuns?\b",
        ),
        (
            "swallowed, carried, ridden or possessed",
            r"\bswallow|\binside\b|\brid(?:es|ing|er)\b|\bcarr(?:y|ies)\b|\bcomes with it\b|\bmoves with\b|\bburrow",
        ),
        (
            "points to another paragraph",
            r"\bsee (?:below|above|\w+)|\bas above\b|\babilit(?:y|ies) triggers?\b|\btriggers (?:one|two)\b|\bfrom the table\b"
            r"|\bfollowing\b|\bdemonic advantage\b|\bspecial attack\b|\btrap\b|\bhaze\b|\bstench\b|\brot\b|\bboth effects\b",
        ),
        (
            "spells and powers of a character are lost, copied or cancelled",
            r"\bspells?\b|\bpowers?\b|\btalents?\b|\blimited[- ]use\b|\bcancel",
        ),
        (
            "leaves a choice to somebody",
            r"\bdamage type may be\b|\bchosen type\b|\bchoice\b|\bdamage of (?:the|an?)\b|^or \b|\bor (?:take|be)\b|\beither\b",
        ),
        (
            "takes its targets in a way of its own",
            r"^(?:plus|including|not engaged|with the|with a|that |on its|hit by|all non-|each |1d2 |the nearby|wearing|engaged with)"
            r"|\bper point\b|\bsplit evenly\b|\bdivided between\b|\bsingle (?:enemy|target)\b|\bmultiple enemies\b",
        ),
        (
            "compares the roll with a score, or changes other dice",
            r"\bconstitution\b|\bdexterity\b|\bwisdom\b|\bintelligence\b|\broll twice\b|\breroll|\bextra d20\b|\bd20 rolls\b"
            r"|\broll 1d|\broll a d",
        ),
        (
            "the target must act in a certain way",
            r"\bmust use its\b|\bmakes? (?:a basic|an at-will|a melee) attack\b|\bcontrolled\b|\bcan't (?:attack|willingly|target)\b"
            r"|\bmust (?:choose|move)\b|\bwon't\b|\bchooses?\b|\bmoves toward\b|\bmoves? (?:next|to)\b",
        ),
        (
            "depends on the place, the form or how it moved",
            r"\bform\b|\bflying\b|\bflight\b|\blair\b|\bground\b|\bwater\b|\blarger size\b|\bnormal size\b|\bsmall(?:er)?\b"
            r"|\blarge or bigger\b|\bmoves? before\b|\bfirst moves\b|\balready moved\b|\balready made\b|\bgreen walk\b",
        ),
        (
            EARLIER,
            r"\bfor each\b|\bfor every\b|\bearlier\b|\bthis battle\b|\blast turn\b|\bequal to\b|\bfirst time\b|\bnext time\b"
            r"|\bonce (?:the|it|a)\b|\bsubsequent\b|\bboth attacks\b|\bper point\b|\bwhen(?:ever)?\b|\bafter\b|\bat the start\b",
        ),
        (
            "helps or orders allies",
            r"\ball(?:y|ies)\b|\bnearby (?!enem|creature)[a-z]+s? (?:can|gains?|makes?)\b|\beach [a-z -]+ (?:gains?|deals?)\b",
        ),
    )
)
"""Why words stayed text, in the order in which the reasons are tried; what fits none was simply not read."""

NOT_READ = "another wording that the grammar does not know"


BY_LABEL = "hangs on a condition, or a table, that only its label names"
AT_A_MOMENT = "waits for a moment, or does something at it, that was not understood"
UNREAD = (NOT_READ, BY_LABEL, AT_A_MOMENT)
"""Reasons that are the grammar's, not the rules'."""
STORY = "tells a story; there is nothing to apply"
_TELLS_RULES = re.compile(
    r"\b(?:if|unless|saves?|rolls?|until|when|while|damage|instead|only|can't|cannot|must|may|can|attacks?|takes?|turns?|battle"
    r"|gains?|loses?|bonus|penalty|recover(?:y|ies)|ends?|action|each|or|hits?|hp|enem(?:y|ies)|allies|targets?)\b"
)


def reason(text: str) -> str:
    """Why a text is left to the game master."""
    said = text.lower()
    if not _TELLS_RULES.search(said):
        return STORY
    return next((name for name, pattern in REASONS if pattern.search(said)), NOT_READ)


def reasons(accounts: Iterable[Account]) -> Counter[str]:
    """Why paragraphs of attacks and riders stayed text, wholly or in part: each paragraph counts once."""
    return Counter(why(account) for account in accounts if account.fate != WHOLE)


def why(account: Account) -> str:
    """Why words of one paragraph stayed text."""
    if account.what == "rider" and account.fate == TEXT and label(account.name) is None:
        return BY_LABEL
    said = " ".join(account.kept) or account.said
    found = reason(said)
    waits = account.what in ("trait", "option", "nastier") and found == EARLIER and _WAITS.search(said)
    return AT_A_MOMENT if waits else found


_WAITS = re.compile(
    r"(?:^|[.;] )(?:(?:once|twice|thrice) (?:per|each|a) [a-z]+,? (?:as a free action,? )?)?"
    r"(?:when(?:ever)?|each time|every time|the first time|at the (?:start|end) of)\b",
    re.IGNORECASE,
)
"""A trait that says when it comes into play."""
