"""Moments of the whole battle, and who else must be there: somebody sets out or comes, the die rises, the last of a mob falls.

Beside them stand rewordings: sentences that say their moment last, or lean on the one before, in the order the readers know.
"""

from __future__ import annotations

import re

from quintain_bestiary.moments import THEN, THEREUPON, ZERO, Moment, Reader, plain
from quintain_bestiary.phrases import ONE_TYPE, STATE, pattern, type_name
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.text import DICE, Row, Value, number

# -- company -------------------------------------------------------------------------------------------------------------

_COUNT = r"(?P<count>two|three|four|five|six)"
_KIND = r"(?P<kind>[a-z' -]{3,40}?)"
_CONDITIONS = (
    pattern(r"until the escalation die is (?P<below>[2-6])\+,? "),
    pattern(r"on (?:rounds|turns) when the escalation die is (?P<die>even|odd|\d\+),? "),
    pattern(rf"(?:if |while )?{SELF} has at least {_COUNT} (?:{_KIND} )?allies in the battle,? "),
    pattern(rf"(?:if|while|when) there are {_COUNT} or more (?P<own>[a-z' -]{{3,40}}?) in the battle,? "),
    pattern(r"if there are more (?P<more>[a-z' -]{3,40}?) in the battle than their enemies, "),
    pattern(r"if any enemy in the battle has (?P<hp>[1-9]\d{0,2}) (?:hp|hit points) or fewer, "),
)
_AND_COMPANY = pattern(rf" and there are {_COUNT} or more (?P<own>[a-z' -]{{3,40}}?) in the battle(?=, )")


def condition_at(text: str, speaker: Speaker) -> tuple[str, int] | None:
    """What must be so of the die or of the others there, at the head of a text, and where that ends."""
    for phrase in _CONDITIONS:
        found = phrase.match(text)
        need = _need(found.groupdict(), speaker) if found else ""
        if found and need:
            return need, found.end()
    return None


def take_company(sentence: str, speaker: Speaker) -> tuple[str, list[str]]:
    """ "When ... and there are three or more hounds in the battle, ...": the sentence without that, and what it needs."""
    found = _AND_COMPANY.search(sentence)
    need = _need(found.groupdict(), speaker) if found else ""
    if found is None or not need:
        return sentence, []
    return sentence[: found.start()] + sentence[found.end() :], [need]


def _need(said: dict[str, str | None], speaker: Speaker) -> str:
    die = said.get("die")
    if die:
        return f"escalation_{die.lower()}" if die.isalpha() else f"escalation {die}"
    if said.get("below"):
        return f"escalation {int(said['below'] or 2) - 1}-"
    if said.get("hp"):
        return f"enemies 1+ hp {said['hp']}-"
    own, more = said.get("own"), said.get("more")
    if own:
        return f"allies {number((said['count'] or 'two').lower()) - 1}+ called {_single(own)}" if is_own(own, speaker) else ""
    if more:
        return f"outnumber {_single(more)}" if is_own(more, speaker) else ""
    kind = f" called {_single(said['kind'] or '')}" if said.get("kind") else ""
    return f"allies {number((said['count'] or 'two').lower())}+{kind}" if said.get("count") else ""


def _single(words: str) -> str:
    said = words.lower().strip()
    return f"{said[:-3]}f" if said.endswith("ves") else said[:-1] if said.endswith("s") and not said.endswith("ss") else said


def is_own(words: str, speaker: Speaker) -> bool:
    """Is it the creature's own kind that these words name?"""
    return all(word in speaker.words or _single(word) in speaker.words for word in words.lower().split())


# -- moments -------------------------------------------------------------------------------------------------------------


def _with_need(when: str, *needs: str, once: str = "") -> Reader:
    def read(found: re.Match[str], speaker: Speaker) -> Moment | None:
        state = found.groupdict().get("state")
        listed: list[Value] = [each.replace("STATE", (state or "").lower()) for each in needs]
        row: Row = {"when": when, "needs": listed}
        return Moment(row | ({"once": once, "shared": True} if once else {}), found.end(), True, when == "drops")

    return read


def _last_of_mob(found: re.Match[str], speaker: Speaker) -> Moment | None:
    return _with_need("drops", "last", once="battle")(found, speaker) if is_own(found["own"], speaker) else None


def _of_the_mob(found: re.Match[str], speaker: Speaker) -> Moment | None:
    return Moment({"when": "ally_drops", "against": f"called {speaker.name.lower()}"}, found.end(), True)


def _near_the_hurt(found: re.Match[str], speaker: Speaker) -> Moment | None:
    if not is_own(found["own"], speaker):
        return None
    needs: list[Value] = ["hurt" if found["how"].lower() == "damaged" else "self_staggered"]
    when = "enemy_turn_end" if found["edge"].lower() == "end" else "enemy_turn_start"
    return Moment({"when": when, "within": "engaged", "needs": needs}, found.end())


def _seen_moving(found: re.Match[str], speaker: Speaker) -> Moment | None:
    row: Row = {"when": "enemy_moves", "within": "nearby"}
    said = found.groupdict()
    if "rest" not in said:
        return Moment(row, found.end())
    kind, figure = said["kind"] or "", said["figure"]
    given = f"the target must roll a {kind}save{f' ({figure}+)' if figure else ''}; on a failure, it's {said['rest']}"
    return Moment(row, found.end(), given=given)


def _one_of_those(found: re.Match[str], speaker: Speaker) -> Moment | None:
    among: list[Value] = [f"under {speaker.attack_meant(found['attack']).lower()}", found["state"].lower()]
    row: Row = {"when": "turn_end" if found["edge"].lower() == "end" else "turn_start"}
    return Moment(row, found.end(), True, False, given=f"one nearby enemy {found['given']}", among=among)


_MOVE = r"(?:use|uses|takes?) a move action to move"
_WHEN: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (pattern(words, THEREUPON), reader)
    for words, reader in (
        (rf"(?:an enemy near {SELF}|a nearby enemy) {_MOVE}", _seen_moving),
        (
            rf"(?:one of {SELF}'s allies|an ally of {SELF}) (?:moves to engage|engages) (?:a creature|an enemy) engaged with {SELF}",
            plain("ally_engages", True),
        ),
        (r"the escalation die (?:increases|goes up|rises)", plain("escalation_rises", True, False)),
        (rf"{SELF} starts its turn and no enem(?:y|ies) can see it", _with_need("turn_start", "unseen")),
        (rf"no enem(?:y is|ies are) (?P<state>{STATE}) at the start of {SELF}'s turn", _with_need("turn_start", "enemies 0 STATE")),
        (r"a member of the mob (?:dies|drops(?: to 0 hp)?|is slain)", _of_the_mob),
        (r"the last mook in a mob of (?P<own>[a-z' -]{3,40}?) (?:dies|drops(?: to 0 hp)?)", _last_of_mob),
    )
)
_BARE: tuple[tuple[re.Pattern[str], Reader], ...] = (
    (pattern(rf"reduced to {ZERO},? (?={SELF})"), plain("drops", True)),
    (
        pattern(r"the last mook in a mob of (?P<own>[a-z' -]{3,40}?) (?:dies|drops(?: to 0 hp)?),? (?=it deals)"),
        _last_of_mob,
    ),
)
_OTHERWISE: tuple[tuple[re.Pattern[str], Reader], ...] = (
    (
        pattern(
            r"(?:each|an?) (?:enemy|creature) engaged with an? (?P<how>damaged|staggered) (?P<own>[a-z' -]{3,40}?)"
            rf" at the (?P<edge>start|end) of its turn{THEN}"
        ),
        _near_the_hurt,
    ),
    (
        pattern(
            r"(?:characters|enemies|creatures|pcs) must (?:succeed at|make) an? (?P<kind>easy |hard |normal )?save"
            r"(?: \((?P<figure>\d{1,2})\+\))? when they (?:attempt|try) to move or (?:their movement ends and )?they (?:become|are)"
            r" (?P<rest>[^.;]{3,60})"
        ),
        _seen_moving,
    ),
    (
        pattern(
            rf"one enemy of {SELF}'s choice that is (?P<state>{STATE}) from its (?P<attack>{OWN_ATTACK})(?: attack)?"
            rf" (?P<given>(?:takes|is) [^.;]{{3,60}}?) at the (?P<edge>start|end) of {SELF}'s turn"
        ),
        _one_of_those,
    ),
)


def moment_of_battle(text: str, speaker: Speaker, headed: bool) -> Moment | None:
    """The moment a sentence begins with, where it is one of the whole field; `headed`: "when" stood before it."""
    for phrase, reader in (*_WHEN, *_BARE, *_OTHERWISE) if headed else _OTHERWISE:
        found = phrase.match(text)
        made = reader(found, speaker) if found else None
        if made is not None:
            return made
    return None


# -- other words for the same --------------------------------------------------------------------------------------------

_SAID_LAST = pattern(
    rf"(?P<often>(?:in addition,? )?(?:(?:once|twice) per battle,? )?)(?P<act>{SELF} [^.;,]{{5,140}}?)"
    rf" when (?:it|they|{SELF}) (?:becomes?|is|are) (?P<first>first )?staggered(?P<end>\.|$)"
)
_CHOSEN = pattern(
    rf"(?P<who>one enemy of {SELF}'s choice that is (?:{STATE}) from its {OWN_ATTACK}(?: attack)?) [^.;]{{3,60}}?"
    rf"(?P<edge> at the (?:start|end) of {SELF}'s turn)"
)
_SUCH = pattern(rf"one such (?:(?:{STATE}) )?enemy of (?:its|{SELF}'s) choice (?P<given>(?:takes|is) [^.;]{{3,60}}?)(?=\.|$)")
_AND_SO_ON = pattern(r"(?<=, etc\.) (?=use )")
_HOW_OFTEN = pattern(
    rf"(?P<before>[^.]{{20,260}})\. (?:{SELF}|it) can use this ability (?P<often>once|twice) per (?P<per>round|battle)\."
)


def reworded(marked: str, speaker: Speaker) -> str:
    """A marked text with its moments first, and with "such an enemy" and "this ability" said in full."""
    marked = _AND_SO_ON.sub("\n", marked)
    marked = _SAID_LAST.sub(lambda found: _moment_first(found, speaker), marked)
    chosen = _CHOSEN.search(marked)
    if chosen:
        who, edge = chosen["who"], chosen["edge"]
        marked = _SUCH.sub(lambda found: f"{who} {found['given']}{edge}", marked)
    return _HOW_OFTEN.sub(lambda found: f"{found['often']} per {found['per']}, {_small(found['before'])}.", marked)


def _moment_first(found: re.Match[str], speaker: Speaker) -> str:
    act = re.sub(r" as a free action$", "", found["act"])
    free = "as a free action " if act != found["act"] else ""
    moment = f"{speaker.itself('it')} is {found['first'] or ''}staggered"
    return f"{found['often']}{free}when {moment}, {act}{found['end']}"


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


_AND_WHEN = pattern(r", and when(?:ever)? it (?P<moment>successfully disengages|disengages|is staggered|drops to 0 hp), ")


def apart(text: str, speaker: Speaker) -> str:
    """A bonus and a moment in one sentence ("gains a +2 bonus to disengage checks, and when it disengages, ..."): two of them."""
    return _AND_WHEN.sub(lambda found: f". When the {speaker.name.lower()} {found['moment']}, ", text)


IGNORED = pattern(rf"\.? creatures that resist (?P<type>{ONE_TYPE}) damage ignore this effect(?=\.|$)")


def ignored_by(tail: str, moment: Moment) -> str:
    """ "Creatures that resist fire damage ignore this effect": the text without that, and the moment limited to the others."""
    found = IGNORED.search(tail)
    if found is None:
        return tail
    moment.against = f"not_resists {type_name(found['type'])}"
    return tail[: found.start()] + tail[found.end() :]


_HARM = rf"(?:{DICE}|\d{{1,3}})(?: (?:{ONE_TYPE}))? damage"
PLAINLY: tuple[tuple[re.Pattern[str], str], ...] = (
    (pattern(rf"^{SELF} deals ({_HARM}) to (?:anybody|anyone|each creature|everyone) engaged with it(?: at the time)?"),
     r"each enemy engaged with it takes \1"),
    (pattern(rf"^(?:{SELF} )?[a-z' -]{{5,120}}, (?:causing|dealing) ({_HARM})(?: plus (\d{{1,3}} ongoing [a-z ]{{0,20}}damage))"
     r" to all nearby enemies( \([^()]{0,20}save ends\))"), r"each nearby enemy takes \1 and \2\3"),
    (pattern(rf"^(?:{SELF} )?[a-z' -]{{5,120}}, (?:causing|dealing) ({_HARM}) to (?:anyone|each enemy|all enemies)"
     rf" (?:it is |it's )?engaged with(?: it)? and ({DICE}|two|three) other nearby enemies"),
     r"each enemy engaged with it takes \1. \2 other nearby enemies take \1"),
    (pattern(rf"^({SELF}) becomes [a-z ]{{3,40}} until the end of the battle, gaining (an? \+\d bonus to [^.;,]{{3,30}})(?=\.|$)"),
     r"\1 gains \2 until the end of the battle"),
    (pattern(rf"^other ({SELF}) gain \+(\d) to damage until the end of the battle \(max \+(\d)\)"),
     r"\1 gains +\2 to damage until the end of the battle (to a maximum of +\3)"),
    (pattern(rf"\bregenerates (?=(?:{DICE}|\d{{1,3}}) hit points)"), "heals "),
    (pattern(rf"(?<= )({SELF}) can then (?:perform|make|use) its ({OWN_ATTACK}) attack as a free action"
     r" on the (?:creature|target) it is engaged with"), r"\1 can make a \2 attack as a free action"),
    (pattern(r" that interrupts the move\b|(?<=as a free action) that turn\b| \(so it could [^()]{5,140}\)"), ""),
    (pattern(rf"(?<=vulnerable to )({ONE_TYPE})(?= until)"), r"\1 damage"),
    (pattern(r"(?<=attack) against one of those enemies\b"), ""),
    (pattern(r"^each creature (?:that|who) isn't allied with it (?=must|takes)"), "each foe in the battle "),
)  # fmt: skip
"""The same in words the effects grammar knows."""


# -- attacks that a moment opens up --------------------------------------------------------------------------------------

_OPENED = pattern(
    rf"(?:it|{SELF}) (?:can make an? (?P<now>{OWN_ATTACK})(?: attack)? that turn(?: as a standard action)?"
    rf"|[a-z ]{{3,40}}?(?: as a free action)?, (?:acquiring|gaining) its (?P<ever>{OWN_ATTACK})(?: attack)?)\.?$"
)


def opened(tail: str, speaker: Speaker) -> Row | None:
    """An attack it may use from this moment on, for the turn or for the battle."""
    found = _OPENED.match(tail.strip())
    if found is None:
        return None
    name = speaker.attack_meant(found["now"] or found["ever"])
    return {"unlocks": name.lower(), "on": "self", "until": "end of turn" if found["now"] else "end of battle"}


def unlocked_by(rows: list[Row]) -> list[str]:
    """The attacks that these occasions open up, so that they wait until then."""
    effects = [one for row in rows for one in (row["effects"] if isinstance(row["effects"], list) else [])]
    return [str(one["unlocks"]) for one in effects if isinstance(one, dict) and "unlocks" in one]


# -- what a consequence says of its moment -------------------------------------------------------------------------------

_JUST_BEFORE = pattern(r" just before being engaged\b")
_ONE_OF_THEM = pattern(r"^one (?P<who>[a-z' -]{3,40}?) in the battle (?=can )")


def before_contact(tail: str, row: Row) -> str:
    """ "... just before being engaged": what follows comes while the enemy is still on its way."""
    found = _JUST_BEFORE.search(tail) if row["when"] == "enemy_engages" else None
    if found is None:
        return tail
    row["when"] = "enemy_comes"
    return tail[: found.start()] + tail[found.end() :]


def one_of_them(tail: str, row: Row, speaker: Speaker) -> str:
    """ "One hound in the battle can ...": only one of all that have the trait, each time."""
    found = _ONE_OF_THEM.match(tail)
    if found is None or not is_own(found["who"], speaker):
        return tail
    row |= {"once": row.get("once", "round"), "shared": True}
    return f"{speaker.itself('it')} {tail[found.end() :]}"
