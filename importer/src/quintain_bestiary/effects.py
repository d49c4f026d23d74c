"""Chapter three of the bestiary importer: what an attack or a rider does.

A text is read clause by clause. A clause that the grammar knows becomes an effect row of the stat-block format. One that it
does not know is kept as text for the game master to apply; where others may lean on it ("on a failure, it ..."), everything
behind it is kept too, and where it holds no such word and the next clause names its own subject, reading goes on. A clause
followed by a condition the grammar does not know ("if it is smaller than ...") is kept: better applied by hand than always.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from quintain_bestiary.choices import choice_rows, split_choice
from quintain_bestiary.clauses import READERS
from quintain_bestiary.conditional_clauses import hangs_on_before, joined, or_source_drops
from quintain_bestiary.counts import another_end, bought_off
from quintain_bestiary.harm import choices_of_type
from quintain_bestiary.lasting import linked
from quintain_bestiary.phrases import (
    AMOUNT,
    CONDITION,
    POINTER,
    TARGET,
    TYPE,
    Clause,
    Place,
    amount,
    filter_at,
    pattern,
    shared_save,
    until_at,
)
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.text import Row, Value


@dataclass
class Effects:
    """What a text does: rows the rules apply, and wording kept for the game master."""

    rows: list[Row] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)
    """What must be true of the creature or the die before any of it happens."""
    once: str = ""
    """How often it happens at most: once per turn, round or battle."""

    def written(self) -> list[Value]:
        """As the format has them: what was kept stands at the end, in words."""
        written: list[Value] = list(self.rows)
        written.extend({"text": text} for text in self.kept)
        return written


SENTENCE_END = re.compile(r"(?:[.!](?=\s|$)(?<!esc\.)(?<!vs\.)(?<!etc\.)|\n)\s*")
_LINK = pattern(
    r"\s*[,;]?\s*(?:and then|then|and also|and|plus|but)\s+(?:then\s+|also\s+|as a free action,?\s+)?",
    r"|\s*[,;]\s+(?:also )?",
)
_LEAD = pattern(
    r"as above,? and |in addition to any other effect,? |in addition,? |also,? |and |then |\.\.\.and ",
    r"|(?:the )?target (?:must )?chooses? one: (?:it )?",
)
_FLAVOUR = pattern(
    r",?\s+(?:as (?!an? (?:free|quick|move|standard|interrupt) action)|from |by the |with a |released by |that ignores its )",
    r"(?P<said>[^;,()]{0,160}(?:, the [^;,()]{3,50})?(?=$|, and )|(?:(?!damage|\d)[^;()]){0,160}(?=$))",
)
_ASIDE = re.compile(r"\s?\((?P<said>[^()]{1,200})\)")
_REMINDER = pattern(
    r"-4 (?:to )?(?:attacks?|all defences)(?: and (?:all )?defences)?$|makes only basic attacks$|basic attacks only$"
    r"|in addition to double damage|it will take opportunity attacks|or choose not to move$|including the target$|(?:non-)?cumulative$"
    rf"|{SELF} can grab any number of (?:enemies|creatures) simultaneously$"
    r"|it can move if it doesn't engage$"
)
_TAKEN_BACK = pattern(r"if (?:it|that|this) hits,? it (?:does|deals) no damage")
"""What follows a clause and changes it beyond what the rules can say."""
SAVE_THEN = pattern(
    r"(?<=\bsave)\. (?=(?:on a fail|if it fails))|(?<=\+\))\. (?=(?:on a fail|if it fails))|\. (?=on a success,)"
)
"""A save and what hangs on it belong into one sentence."""
_MUST_SAVE = pattern(
    rf"(?:{TARGET} )?(?:must )?(?:immediately )?rolls? an? (?:immediate )?(?:(?P<kind>easy|hard|normal) )?save",
    r"(?: \((?P<figure>\d{1,2})\+\))?; (?:on a fail(?:ure|ed save)|if it fails),? ",
)
_ON_SUCCESS = pattern(r"; on a success,? ")
_NOTHING = pattern(
    r"[a-z ]{0,30}effects? depends? on the (?:natural )?roll$",
    rf"|{SELF} can grab any number of (?:enemies|creatures) simultaneously$",
    r"|the grabbed [a-z]+ can't move except to [^.]{5,60}disengage, and disengage attempts take a -5 penalty unless [^.]{5,80}$",
    rf"|{SELF} gains a \+4 attack bonus against any enemy (?:it is|it's) grabbing$",
)
"""Reminders of what the rules do anyway (ES-161), and words that only point to the riders."""
_SMALLER = pattern(rf" if (?:it's|it is|the target is) smaller than (?:{SELF}|it|the [a-z]+)(?: \(see below\))?")
_RULES_WORD = pattern(r"\b(?:if|unless|until|while|when|save|saves|each|half|per|instead|equal|attack)\b")
_RULES = pattern(
    r"\b(?:if|unless|saves?|rolls?|chooses?|until|when|whenever|while|damage|instead|on a|each|only|can't|cannot|must|may"
    r"|attacks?|takes?|turn|battle)\b"
)
"""A sentence with none of these words tells a story; what follows it does not lean on it."""
_CONDITIONAL = pattern(
    r"\b(?:if|unless|when|whenever|while|until (?!(?:the )?end of)|on a|only|instead|or|each time|choos(?:es?|ing)|chosen"
    r"|saves?|rolls?|once|type)\b"
)
"""Words on which what follows may hang; a clause without them can be kept while the next one is read."""
_STORY_LINK = pattern(r"; |,? and (?:then )?|, ")
_SUBJECT = pattern(rf"(?:the |that )?target\b|{SELF}|each |all |one |\d")
_ELSEWHERE = pattern(r"\bmove to another nearby enemy and\b")
"""After this, "against it" means that other enemy."""
_AROUND = pattern(r"while in the (?P<what>[a-z]+), ")
_AFTER_UNTIL = pattern(rf"(?P<versus> against the target)?, | (?=the target |{SELF})")
_FREE_ACTION = pattern(r"as a free action,? ")
_IF_NOT = pattern(r"[;,] ", AMOUNT, " ", TYPE, r"damage if (?:they don't|it doesn't|it isn't|not)$")
_OTHERWISE = pattern(r"\s*[,;]? or ", AMOUNT, " ", TYPE, r"damage (?:(?:against|vs\.?) )?(?=\S)")


_LABEL_INSIDE = re.compile(r"(?<=damage) (?=[A-Z][a-z]+(?:-[a-z]+)?: [A-Z])")
"""Another paragraph, with its label, that the page has run into this one."""


def read_effects(text: str, speaker: Speaker, hits_only: bool, rider: bool = False) -> Effects:
    """All effects of a text, in its order. A rider may begin with what it needs ("If the escalation die is even, ...")."""
    effects = Effects()
    marked = joined(SAVE_THEN.sub("; ", speaker.mark(_LABEL_INSIDE.sub(". ", text))))
    if rider:
        marked = _take_needs(marked, effects)
    marked = _NORMAL.sub(lambda match: _NORMALLY[match.lastgroup or ""], marked)
    marked, chosen = _take_choice(marked, speaker, hits_only)
    marked = _MARKED.sub(lambda match: _unveil(match, effects, speaker), marked)
    at = 0
    while at < len(marked):
        end = SENTENCE_END.search(marked, at)
        stop, following = (end.start(), end.end()) if end else (len(marked), len(marked))
        sentence = marked[at:stop].strip()
        if sentence and not (effects.rows and not effects.kept and hangs_on_before(sentence, effects.rows)):
            kept = read_sentence(sentence, Place(speaker, hits_only), effects)
            rest = marked[following:].strip()
            if kept and _RULES.search(kept) and (_CONDITIONAL.search(kept) or not _SUBJECT.match(rest)):
                effects.kept.append(speaker.unmark(f"{kept}. {rest}" if rest else kept).strip(" ,;"))
                break
            if kept:
                effects.kept.append(speaker.unmark(kept))
        at = following
    if chosen:
        effects.rows.extend(chosen)
    if rider and not effects.rows and (effects.needs or effects.once):
        return Effects(kept=[text.strip(" .")])
    if _taken_back(effects) and not effects.rows:
        return Effects(kept=[text.strip(" .")])
    return effects


_FOR_SOME = pattern(rf"(?:the )?(?P<name>{CONDITION}) part of the effect only (?:affects|applies to)\b")


def _taken_back(effects: Effects) -> bool:
    """ "The hampered part of the effect only affects ...": whom it means is for the game master, so the rules leave it out."""
    limits = [match for match in (_FOR_SOME.match(text) for text in effects.kept) if match]
    for limit in limits:
        for row in effects.rows:
            for key in ("inflict", "conditions"):
                named = row.get(key)
                if isinstance(named, list) and limit["name"].lower() in named:
                    row[key] = [name for name in named if name != limit["name"].lower()]
            if row.get("conditions") == []:
                del row["conditions"]
        effects.rows = [row for row in effects.rows if row.get("inflict") != []]
    return bool(limits)


_NEEDS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (pattern(rf"^each time {SELF} makes a natural (?:odd|even) roll (?:when using|with) this attack, "), "", ""),
    (pattern(rf"(?:^|(?<=\. ))if this is {SELF}'s first attack (?:during its|this) turn,? "), "", "turn"),
    (pattern(rf"(?:^|(?<=\. ))unless {SELF} is staggered,? "), "not_staggered", ""),
    (pattern(rf"(?:^|(?<=\. ))(?:if|while) {SELF} is staggered,? "), "self_staggered", ""),
    (pattern(rf"(?:^|(?<=\. ))if (?:{SELF} is |it's )?(?:not engaged|unengaged),? "), "free", ""),
    (pattern(r"(?:^|(?<=\. ))if the escalation die is (?P<die>even|odd|\d\+),? "), "die", ""),
    (pattern(r"(?:^|(?<=\. ))once (?:per|each) (?P<per>battle|round|turn),? "), "", "per"),
    (pattern(r"(?<!even) if it has already (?:moved|made a flying move)(?: on its turn| this turn)?(?=\.?$)"), "moved", ""),
    (pattern(r" if the escalation die is (?P<die>even|odd|\d\+)(?=\.?$)"), "die", ""),
    (
        pattern(r"\.? this (?:effect|ability) can (?:only )?(?:occur|happen)(?: only)? once per (?P<per>battle|round|turn)(?=\.?$)"),
        "", "per",
    ),
)  # fmt: skip


def _take_needs(text: str, effects: Effects) -> str:
    """Takes out what the whole rider hangs on; where it speaks of one sentence of several, it stays and is not read."""
    for phrase, need, once in _NEEDS:
        match = phrase.search(text)
        rules_before = match is not None and _RULES.search(text[: match.start()]) and match.end() < len(text.rstrip("."))
        if match is None or rules_before or re.search(r"\.\s+\S", text[match.end() :]):
            continue
        said = match.groupdict()
        if said.get("die"):
            need = f"escalation_{said['die'].lower()}" if said["die"].isalpha() else f"escalation {said['die']}"
        if need:
            effects.needs.append(need)
        effects.once = said["per"].lower() if once == "per" else once or effects.once
        text = text[: match.start()] + text[match.end() :]
    return text


_INSTEAD = pattern(rf"the target is (?P<now>{CONDITION}) instead of (?P<was>{CONDITION})$")
"""Lasts as long as the condition of the hit line that it stands for."""
_NORMAL = pattern(
    r"(?P<stack>\. unlike most effects, let it stack\.?)"
    rf"|(?P<uncounted>\. this use of {OWN_ATTACK} doesn't count (?:toward|against) the (?:\d/battle|once per battle) limit\.?)|"
    r"(?P<half>\. that attack only deals half damage\.?)"
    r"|(?P<creature>\. a creature can have only one mark at a time\.?)"
    rf"|(?P<fresh>\. each enemy can only be targeted once by an? {OWN_ATTACK} attack on each of"
    rf" (?:{SELF}|the [a-z ]{{3,20}})'s turns\.?)"
    r"|(?P<third>\. if it (?:gets|scores|rolls) (?:another|a second) natural even hit,"
    rf" it (?:can|may) make (?:a|one) third (?:\(and (?:final|last)\) )?{OWN_ATTACK} attack[^.]{{0,90}}\.?)"
)
_NORMALLY = {
    "stack": " (cumulative)", "fresh": " against a target not taken yet", "uncounted": "", "half": " for half damage", "creature": "",
    "third": ", and if that is a natural even hit, make a third attack",
}  # fmt: skip
"""Sentences that change the one before them, drawn into it; and reminders of what the rules do anyway."""


def _take_choice(marked: str, speaker: Speaker, hits_only: bool) -> tuple[str, list[Row]]:
    """Takes out the choice a text ends with, and reads it; gives back what stands before it."""
    choice = split_choice(marked)
    if choice is None:
        return marked, []

    def read(part: str) -> tuple[list[Row], list[str]]:
        below = Effects()
        instead = _INSTEAD.match(part)
        if instead and instead["was"].lower() in speaker.ends:
            return [{"inflict": [instead["now"].lower()], "until": speaker.ends[instead["was"].lower()]}], []
        kept = read_sentence(SAVE_THEN.sub("; ", part), Place(speaker, hits_only), below)
        words = [*below.kept, *([speaker.unmark(kept)] if kept else [])]
        return below.rows, words

    rows = choice_rows(choice, read)
    return (marked, []) if rows is None else (choice.before, rows)


_MARKED = pattern(
    rf"{TARGET} (?:is|becomes|feels|lies) (?P<what>(?!(?:also )?(?:{CONDITION}))[^().;,]{{3,70}}?)",
    r" (?P<end>\((?P<save>(?:easy |hard |normal )?save) ends(?P<figure>, \d{1,2}\+)?\)|until [^.;,()]{5,60})[.;] ",
    rf"while (?:under|in|{TARGET} is|overcome|encased|marked)[^,.;()]{{0,40}}, (?P<rest>[^.;]{{5,160}})",
)
"""An effect with a name of its own ("is encased in ice (save ends). While under the effect, ...")."""


def _unveil(match: re.Match[str], effects: Effects, speaker: Speaker) -> str:
    """What the named effect does, with its end; the name itself is kept as a story."""
    if re.search(r"\bsave ends\b|\buntil\b", match["rest"]):
        return match.group(0)
    effects.kept.append(speaker.unmark(match["what"]))
    end = f"({match['save']} ends both{match['figure'] or ''})" if match["save"] else match["end"]
    return f"{match['rest']} {end}"


def read_sentence(sentence: str, place: Place, effects: Effects) -> str:
    """Reads one sentence into `effects`; gives back what was not understood."""
    return "" if _NOTHING.match(sentence) else _Sentence(sentence, place, effects).read()


class _Sentence:
    """One sentence on its way: the rows so far, and from where on its words must be kept."""

    def __init__(self, text: str, place: Place, effects: Effects) -> None:
        self.text = text
        self.place = place
        self.effects = effects
        self.rows: list[Row] = []
        self.open_from = -1
        """Where a clause began that names no end yet ("is dazed and ..."); -1: none is waiting."""
        self.kept_from = 0

    def read(self) -> str:
        at, against = _head(self.text, self.place)
        while at < len(self.text):
            bought = bought_off(self.text[at:], self.rows)
            if bought:
                at = self.kept_from = at + bought
                continue
            at, limit = self.past_filter(self.past_until(at))
            clause = first_reading(self.text, at, self.place)
            end, condition = _tail(self.text, clause, self.place) if clause else (-1, None)
            if clause is None or end < 0:
                at = self.past_story(at)
                if at < 0:
                    break
                continue
            self.settle_ends(clause, at)
            for row in clause.rows:
                _limit(row, condition if condition is not None else limit if limit is not None else against)
            if not self.take(clause):
                break
            self.place.about_self = re.match(SELF, self.text[at:]) is not None
            link = _LINK.match(self.text, end)
            if link and "free action" in link.group(0).lower():
                self.place.free_action = True
            at = self.kept_from = link.end() if link else end
            if not link and end < len(self.text):
                break
        return self.rest()

    def past_filter(self, at: int) -> tuple[int, Value]:
        """ "..., and if the target has 40 hp or fewer, it's weakened": whom the next clause is limited to."""
        limited = filter_at(self.text, at, self.place.speaker) if self.text[at : at + 3].lower() == "if " else None
        if limited and self.text[limited[1] : limited[1] + 2] == ", ":
            return limited[1] + 2, limited[0]
        return at, None

    def past_until(self, at: int) -> int:
        """ "Until the end of its next turn, ...": the end of what follows stands first."""
        around = _AROUND.match(self.text, at)
        if around and around["what"].lower() in self.place.speaker.clings:
            self.place.until = "end of battle"
            return around.end()
        along = linked(self.text, at)
        if along:
            self.place.until = along[0]
            return along[1]
        first = until_at(self.text, at)
        if first and first.rule != "while engaged":
            after = _AFTER_UNTIL.match(self.text, first.end)
            if after:
                self.place.until, self.place.versus = first.rule, "target" if after["versus"] else ""
                return after.end()
        return at

    def past_story(self, at: int) -> int:
        """Over words that tell no rule, to a clause that does; -1 where there is none. The story is kept."""
        for link in _STORY_LINK.finditer(self.text, at):
            said = self.text[at : link.start()]
            if _CONDITIONAL.search(said) or len(said) > 160:
                return -1
            until, versus = self.place.until, self.place.versus
            clause = first_reading(self.text, self.past_until(link.end()), self.place)
            self.place.until, self.place.versus = until, versus
            about_target = re.match(rf"(?:{TARGET})\b", said, re.IGNORECASE) is not None
            named = _SUBJECT.match(self.text, link.end()) is not None
            named = named or self.text[link.end() :].startswith("until the end of the battle, ")
            act = clause is not None and re.match(SELF, said) is not None and all(_own_act(row) for row in clause.rows)
            if clause and (about_target or named or act) and _tail(self.text, clause, self.place)[0] >= 0:
                self.effects.kept.append(self.place.speaker.unmark(said).strip(" ,;"))
                self.kept_from = link.end()
                return link.end()
        return -1

    def settle_ends(self, clause: Clause, at: int) -> None:
        """One save for several effects, or an end that an earlier clause was waiting for."""
        if clause.several and clause.rows and {"mark", "exposes"} & set(clause.rows[0]):
            _hangs_along(self.rows, clause)
            self.open_from = -1
        elif clause.several:
            _one_save(self.rows, clause)
            self.open_from = -1
        elif clause.open:
            self.open_from = at if self.open_from < 0 else self.open_from
        elif self.open_from >= 0 and clause.rows and "until" in clause.rows[0]:
            _share_end(self.rows, clause)
            self.open_from = -1

    def take(self, clause: Clause) -> bool:
        """Adds what a clause does; False where it speaks of an effect that is not there."""
        if clause.more:
            self.effects.kept.append(self.place.speaker.unmark(clause.more))
        if self.rows and "free_move" in self.rows[-1] and _ELSEWHERE.search(self.text):
            for row in clause.rows:
                row |= {"at": "other"} if row.get("at") == "same" else {}
        if clause.rows and "each_failed_save" in clause.rows[0]:
            return _hang_on(clause.rows[0]["each_failed_save"], self.effects.rows + self.rows)
        self.rows.extend(clause.rows)
        return True

    def rest(self) -> str:
        if self.open_from >= 0:
            self.rows = [row for row in self.rows if "until" in row or "inflict" not in row]
            self.kept_from = self.open_from
        kept = self.text[self.kept_from :].strip(" ,;.!")
        rule = shared_save(kept)
        for row in self.rows if rule else ():
            if "ongoing" in row:
                row["until"] = rule
        self.effects.rows.extend(choices_of_type(self.rows))
        return kept


def first_reading(sentence: str, at: int, place: Place) -> Clause | None:
    saved = _roll_save(sentence, at, place)
    if saved is not None:
        return saved
    for reader in READERS:
        clause = reader(sentence, at, place)
        if clause is not None:
            return clause
    return None


def _roll_save(sentence: str, at: int, place: Place) -> Clause | None:
    """ "The target must roll a save; on a failure, it's dazed until the end of its next turn": to the sentence's end."""
    match = _MUST_SAVE.match(sentence, at)
    if match is None:
        return None
    parts = _ON_SUCCESS.split(sentence[match.end() :], 1)
    difficulty = int(match["figure"] or _DIFFICULTIES[(match["kind"] or "normal").lower()])
    if not 2 <= difficulty <= 20:
        return None
    outcomes: dict[str, Value] = {"difficulty": difficulty}
    for name, part in zip(("failure", "success"), parts, strict=False):
        below = Effects()
        kept = read_sentence(part, Place(place.speaker, False), below)
        if not below.rows:
            return None
        below.kept += [place.speaker.unmark(kept)] if kept else []
        outcomes[name] = below.written()
    return Clause([{"roll_save": outcomes}], len(sentence))


_DIFFICULTIES = {"easy": 6, "normal": 11, "hard": 16}


def _head(sentence: str, place: Place) -> tuple[int, Value]:
    """Words before the first clause: "In addition,", "As a free action,", "If the target is staggered,"."""
    at = 0
    lead = _LEAD.match(sentence, at)
    at = lead.end() if lead else at
    free = _FREE_ACTION.match(sentence, at)
    if free:
        place.free_action, at = True, free.end()
    if sentence[at : at + 3].lower() in ("if ", "whi"):
        limited = filter_at(sentence, at, place.speaker)
        if limited and sentence[limited[1] : limited[1] + 2] == ", ":
            return limited[1] + 2, limited[0]
    return at, None


def _tail(sentence: str, clause: Clause, place: Place) -> tuple[int, Value]:
    """Where the clause really ends, and a condition written behind it; -1 where a condition is not understood."""
    end = or_source_drops(sentence, clause.end, clause.rows)
    aside = _ASIDE.match(sentence, end)
    if aside and _REMINDER.match(aside["said"]):
        end = aside.end()
    elif aside and clause.rows and "until" in clause.rows[-1] and (early := another_end(aside["said"])):
        clause.rows[-1] |= early
        end = aside.end()
    elif aside and POINTER.match(aside["said"]):
        end = aside.end()
    elif aside and "save" not in aside["said"].lower():
        clause.more = f"{clause.more}; {aside['said']}" if clause.more else aside["said"]
        end = aside.end()
    flavour = _FLAVOUR.match(sentence, end) if _may_be_told(clause) else None
    if flavour and not _RULES_WORD.search(flavour["said"]):
        end = flavour.end()
    smaller = _SMALLER.match(sentence, end) if place.speaker.big else None
    end = smaller.end() if smaller else end
    limited = filter_at(sentence, end + 1, place.speaker) if sentence[end : end + 4].lower() == " if " else None
    if limited:
        other = _IF_NOT.match(sentence, limited[1])
        if other and clause.rows and "damage" in clause.rows[0] and isinstance(limited[0], str):
            clause.rows.append({"damage": amount(other["amount"]), "against": f"not_{limited[0]}"})
            return other.end(), limited[0]
        return limited[1], limited[0]
    otherwise = _OTHERWISE.match(sentence, end) if clause.rows else None
    if otherwise and "ongoing" in clause.rows[0]:
        limited = filter_at(sentence, otherwise.end(), place.speaker)
        if limited and isinstance(limited[0], str):
            clause.rows[0]["against"] = f"not_{limited[0]}"
            clause.rows.append({"damage": amount(otherwise["amount"]), "against": limited[0]})
            return limited[1], None
    if otherwise and "damage" in clause.rows[0] and (limited := filter_at(sentence, otherwise.end(), place.speaker)):
        more = _difference(clause.rows[0], otherwise["amount"])
        if more is not None:
            clause.rows.append({"extra_damage": more, "against": limited[0]})
            return limited[1], None
    link = _LINK.match(sentence, end)
    if link and _TAKEN_BACK.match(sentence, link.end()):
        return -1, None
    if end >= len(sentence) or link:
        return end, None
    if re.match(r"\s*[,;]? or\b", sentence[end:]):
        return end, None
    return -1, None


def _own_act(row: Row) -> bool:
    """Whether only the creature itself can be meant to do this."""
    return "attack" in row or row.get("free_move") == "self" or row.get("teleport") == "self" or row.get("pop_free") == "self"


def _may_be_told(clause: Clause) -> bool:
    """Only harm is followed by a story ("... from a kick", "... as its knees give way")."""
    told = {"damage", "extra_damage", "ongoing", "inflict", "last_gasp", "pop_free", "worsen"}
    return bool(clause.rows) and bool(told & set(clause.rows[-1]))


def _difference(row: Row, other: str) -> int | None:
    first, second = row["damage"], amount(other)
    return second - first if isinstance(first, int) and isinstance(second, int) and second > first else None


def _hang_on(harm: Value, rows: list[Row]) -> bool:
    """Puts "each time it fails the save" on the lasting effect it speaks of: the last one before it."""
    for row in reversed(rows):
        if "ongoing" in row or "inflict" in row:
            row["each_failed_save"] = harm
            return True
    return False


def _limit(row: Row, against: Value) -> None:
    if against is not None and "against" not in row:
        row["against"] = against


def _hangs_along(rows: list[Row], clause: Clause) -> None:
    """ "Save ends both", said of a state that is no condition: it lasts as long as what was said before it."""
    rule = clause.rows[0]["until"]
    before = [row for row in rows if {"ongoing", "inflict", "modifier"} & set(row) and row.get("on", "target") == "target"]
    for row in before:
        row["until"] = rule
    if before:
        for row in clause.rows:
            row["until"] = "while affected"


def _one_save(rows: list[Row], clause: Clause) -> None:
    """ "Save ends both": ongoing damage carries the conditions that end with it; conditions alone share one row."""
    ours = [row for row in rows if {"ongoing", "inflict", "modifier"} & set(row)]
    lasting = [row for row in (*ours, *clause.rows) if row.get("on", "target") == "target"]
    carrier = next((row for row in lasting if "ongoing" in row), next((row for row in lasting if "inflict" in row), lasting[0]))
    conditions: list[Value] = []
    changes: dict[str, Value] = {}
    for row in lasting:
        found = row.get("inflict", row.get("conditions"))
        conditions.extend(found if isinstance(found, list) else [])
        changed = row.get("modifier", row.get("modifiers"))
        changes |= changed if isinstance(changed, dict) else {}
    key = "conditions" if "ongoing" in carrier else "inflict"
    if conditions:
        carrier[key] = conditions
    if changes and "modifier" not in carrier:
        carrier["modifiers"] = changes
    carrier["until"] = clause.rows[-1].get("until", "save")
    rows[:] = [row for row in rows if row is carrier or not any(row is one for one in lasting)]
    clause.rows = [] if any(row is carrier for row in rows) else [carrier]


def _share_end(rows: list[Row], clause: Clause) -> None:
    """ "Is stuck and takes 5 ongoing damage until ...": the open condition ends as the later clause does.

    Two conditions share one save: "is stuck and can't make ranged attacks (save ends)".
    """
    closing = clause.rows[0]
    named = closing.get("inflict")
    waiting = [row for row in rows if "inflict" in row and "until" not in row]
    if isinstance(named, list) and "versus" not in closing:
        for row in reversed(waiting):
            found = row["inflict"]
            named[:0] = found if isinstance(found, list) else []
        rows[:] = [row for row in rows if not any(row is one for one in waiting)]
    for row in rows:
        if "inflict" in row and "until" not in row:
            row["until"] = clause.rows[0]["until"]
