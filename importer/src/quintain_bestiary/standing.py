"""Traits that hold as long as something is so: bonuses, resistance, slipping away, the escalation die.

A sentence is read whole or not at all: a condition before or behind it, then one clause after the other. What is read becomes a
row under `bonuses`, or a figure of the block where it holds always. Sentences that are not read are given back; where one of
them takes something back ("this ability ends if ..."), nothing of the trait is read: better applied by hand than always.
"""

from __future__ import annotations

import re

from quintain_bestiary.limits import ANY_TYPE, BEFORE, BEHIND, Reading, needs_of
from quintain_bestiary.phrases import pattern, type_name
from quintain_bestiary.speaker import SELF, Speaker
from quintain_bestiary.standing_bonuses import BONUSES
from quintain_bestiary.standing_presence import PRESENCE
from quintain_bestiary.standing_protection import PROTECTION
from quintain_bestiary.text import Row, Value, folded

_CLAUSES = (*PRESENCE, *PROTECTION, *BONUSES)
_LEAD = pattern(r"in addition,? |also,? |moreover,? |but ")
_LINK = pattern(r",? and (?:then )?(?:also )?|, |; ")
_GLOSS = pattern(
    r" ?\((?:half damage if[^()]*|weapon attacks that roll less than[^()]*|disengaging from one requires[^()]*|-4 attack)\)"
)
SENTENCES = re.compile(r"(?<=[.!])(?<!vs\.)(?<!etc\.)\s+|\n+")
_RESTRICTS = pattern(
    r"\b(?:this (?:ability|power|effect|trait|resistance|bonus)|unless|no longer|loses? (?:this|that|the|its)|ends? (?:if|when|for)"
    r"|only (?:if|when|while)|must be in|form to use|except)\b"
)
_BYPASSED = pattern(rf"attacks that deal (?P<type>{ANY_TYPE}) damage ignore this ability")
_FADES = pattern(
    r"this ability (?:does not|doesn't) (?P<weak>work against attacks it is vulnerable to)"
    r"(?:, and ends when the escalation die is (?P<die>[2-6])\+)?"
)
_EXPLAINS = pattern(
    r"an attacker (?:must )?rolls? the miss chance [^.;,]{3,40}|creatures that have no blood .{3,110}"
    rf"|(?:it|{SELF}) does take full damage [^.;,]{{3,70}}"
    r"|you can't make it re-?roll .{3,240}"
    rf"|(?:this monster's|{SELF}'s) type is \[[a-z]+\]|that's all attacks"
)
"""Sentences that only say again, or say more closely, what the rules do anyway."""


def mark_own(text: str, speaker: Speaker) -> str:
    """The text with every mention of the creature marked, its kind in the plural ("hounds gain ...") included."""
    text = speaker.mark(text)
    forms: list[str] = []
    for word in sorted(speaker.words, key=len, reverse=True):
        forms.append(rf"{re.escape(word)}(?:e?s)?")
        if word.endswith("f"):
            forms.append(rf"{re.escape(word[:-1])}ves")
    called = rf"(?:{'|'.join(forms) or '(?!)'})(?:[ -](?:{'|'.join(forms) or '(?!)'}))*"
    doing = r"(?= (?:gains?|have|has|is|are|can|can't|cannot|takes?|adds?|don't|doesn't|ignores?|deals?|uses?|may)\b)"
    starts = r"(?:^|(?<=[.!] )|(?<=, )|(?<= even )|(?<= odd ))"
    subject = rf"{starts}(?P<of>(?:all |each |every )?(?:the |this |an? )?(?:[a-z-]+ )?){called}{doing}"
    names = "|".join(rf"{re.escape(word)}(?:e?s)?" for word in folded(speaker.name).split(" ") if word in speaker.words) or "(?!)"
    other = rf"(?P<before>\b(?:by|against|from) )(?P<who>(?:the |an? )?(?:{names})(?:[ -](?:{names}))*)(?=[ ,.]|$)"
    text = re.sub(rf"{SELF} of {called}\b", lambda match: speaker.note(speaker.unmark(match.group(0))), text, flags=re.IGNORECASE)

    def replace(match: re.Match[str]) -> str:
        if re.search(r"\b(?:enem|all(?:y|ies)|target|other|nearby|lower|while|when|if|against)", match.group(0), re.IGNORECASE):
            return match.group(0)
        return speaker.note(match.group(0))

    text = re.sub(subject, replace, text, flags=re.IGNORECASE)
    return re.sub(other, lambda match: match["before"] + speaker.note(match["who"]), text, flags=re.IGNORECASE)


def take_standing(name: str, text: str, block: Row, speaker: Speaker) -> str:
    """Writes what a trait says for as long as something is so into the block, and gives back the sentences it did not read."""
    left: list[str] = []
    read: list[Reading] = []
    bypassed = ""
    sentences = [one for one in SENTENCES.split(mark_own(text, speaker)) if one.strip()]
    for sentence in sentences:
        found = Reading(" ".join(name.split()).strip(" .:") or "Trait", speaker)
        said = _GLOSS.sub("", sentence).strip().rstrip(".")
        known, fades = _BYPASSED.fullmatch(said), _FADES.fullmatch(said)
        if known and read:
            bypassed = type_name(known["type"])
        elif fades and read:
            bypassed = "weakness" if fades["weak"] else bypassed
            for row in [row for one in read for row in one.rows] if fades["die"] else []:
                _add_lists(row, {"needs": [f"escalation {int(fades['die']) - 1}-"]})
        elif read and _EXPLAINS.fullmatch(said):
            continue
        elif not _bare(said, read) and read_sentence(said, found):
            read.append(found)
        else:
            left.append(sentence)
    if not read or any(_RESTRICTS.search(one) for one in left):
        return text
    for found in read:
        for row in found.rows if bypassed else ():
            row["except"] = [bypassed]
        _write(found, block)
    left = [one for one in left if not _EXPLAINS.fullmatch(one.strip().rstrip("."))]
    return speaker.unmark(" ".join(left)).strip()


def standing_rows(name: str, sentence: str, speaker: Speaker) -> list[Row]:
    """The rows of one marked sentence; none where it is not read whole, or says more than rows can."""
    found = Reading(name, speaker)
    return found.rows if read_sentence(sentence, found) and not found.figures else []


def _bare(sentence: str, read: list[Reading]) -> bool:
    """Does it begin with "it" where nothing before was read, so that nobody knows who is meant?"""
    return not read and re.match(r"(?:it|they|she|he) ", sentence, re.IGNORECASE) is not None


def read_sentence(sentence: str, found: Reading) -> bool:
    """One sentence: a condition, clauses, perhaps a condition behind them."""
    lead = _LEAD.match(sentence)
    at = lead.end() if lead else 0
    limits: list[Row] = []
    before = BEFORE.match(sentence, at)
    if before:
        limits.append(needs_of(before))
        at = before.end()
    while at < len(sentence):
        at = _clause(sentence, at, found)
        if at < 0:
            return False
        behind = BEHIND.match(sentence, at)
        if behind:
            limits.append(needs_of(behind))
            at = behind.end()
        link = _LINK.match(sentence, at)
        if at < len(sentence) and (link is None or link.end() >= len(sentence)):
            return False
        at = link.end() if link else at
    for row in found.rows:
        for each in limits:
            _add_lists(row, each)
    return bool(found.rows or found.figures) and not (limits and found.figures)


def _add_lists(row: Row, more: Row) -> None:
    for key, value in more.items():
        known = row.get(key)
        row[key] = [*(known if isinstance(known, list) else []), *(value if isinstance(value, list) else [])]


def _clause(sentence: str, at: int, found: Reading) -> int:
    """Reads the clause at this place; -1 where none is known."""
    for phrase, meaning in _CLAUSES:
        match = phrase.match(sentence, at)
        if match is None or not (match.end() == len(sentence) or _goes_on(sentence, match.end())):
            continue
        before = len(found.rows)
        if meaning(match, found):
            return match.end()
        del found.rows[before:]
    return -1


def _goes_on(sentence: str, end: int) -> bool:
    return _LINK.match(sentence, end) is not None or BEHIND.match(sentence, end) is not None


# -- into the block ------------------------------------------------------------------------------------------------------


def _write(found: Reading, block: Row) -> None:
    for row in found.rows:
        if not _as_figure(row, block):
            rows = block.setdefault("bonuses", [])
            if isinstance(rows, list) and row not in rows:
                rows.append(row)
    for key, value in found.figures.items():
        known = block.get(key)
        if isinstance(known, list) and isinstance(value, list):
            known.extend(one for one in value if one not in known)
        elif key != "fear" or not isinstance(known, int) or (isinstance(value, int) and value > known):
            block[key] = value


_ALWAYS: dict[str, str] = {"disengage": "disengage_bonus", "save": "save_bonus", "escalates": "uses_escalation"}


def _as_figure(row: Row, block: Row) -> bool:
    """A row that holds always, and for which the block has a figure of its own, becomes that figure."""
    said = {key: value for key, value in row.items() if key != "name"}
    for key, figure in _ALWAYS.items():
        if set(said) == {key} and not isinstance(said[key], str) and figure not in block:
            block[figure] = said[key]
            return True
    held = said.get("disengage")
    if set(said) == {"disengage", "for"} and said["for"] == "engaged" and isinstance(held, int) and "hold_penalty" not in block:
        block["hold_penalty"] = -held
        return True
    return _as_resistance(said, block)


def _as_resistance(said: Row, block: Row) -> bool:
    needed = said.get("resist")
    plain = set(said) <= {"resist", "types", "with", "except"} and said.get("with", ["weapon"]) in (["weapon"], ["spell"])
    if not plain or not isinstance(needed, int) or needed > 20 or ("with" in said and "types" in said):
        return False
    if "except" in said and ("resist" in block or "types" in said):
        return False
    kinds = said.get("types") or said.get("with") or ["all"]
    resist = block.setdefault("resist", {})
    if isinstance(resist, dict) and isinstance(kinds, list):
        resist.update({str(kind): needed for kind in kinds})
    other: Value = said.get("except")
    if other:
        block["resist_except"] = other
    return True
