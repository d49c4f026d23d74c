"""Chapter four of the bestiary importer: when a rider fires, and how often an attack may be used.

A rider's label ("Natural even hit", "First natural 11+ each turn") is its condition; the label "Limited use" (or
"Quick use") is none, but says how the attack itself is used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from quintain_bestiary.phrases import filter_at
from quintain_bestiary.returns import take_attackers, take_conditions
from quintain_bestiary.text import Row, Value, number


@dataclass(frozen=True)
class Label:
    """When a rider fires, in the words of the stat-block format."""

    when: str
    once: str = ""
    needs: tuple[str, ...] = ()
    against: Value = None
    nth: int = 1
    """Only the second, the third time it fits."""

    @property
    def hits_only(self) -> bool:
        return self.when == "crit" or (self.when.endswith("hit") and "miss" not in self.when)


_FACES = r"(?:even|odd|\d{1,2}\+|\d{1,2}-\d{1,2}|\d{1,2}(?:(?:, or |, | or )\d{1,2})*)"
_NATURAL = re.compile(
    rf"(?:(?P<first>first|second|third) )?natural (?P<faces>{_FACES})(?: roll)?(?:,? (?P<result>hit or miss|hit|miss))?"
    r"(?P<each> each (?:turn|round|battle|attack))?"
)
_MISS_THAT = re.compile(rf"miss that's a natural (?P<faces>{_FACES})$")
_PLAIN = re.compile(r"(?:any )?(?P<result>hit or miss|hit|miss|crit|critical hit)\b")
_SECOND_HIT = re.compile(r"(?:both attacks hit|second hit against) the same target(?: in a round)?$")
_ABOVE = re.compile(
    r"(?P<hit>hit and )?natural (?:attack )?roll (?:is )?(?:above|over|higher than|exceeds) (?:(?:the )?target's )?"
    r"(?P<score>strength|constitution|dexterity|intelligence|wisdom|charisma)(?: attribute| score)?(?: \([a-z ]{3,20}\))?$"
)
_OF_SEVERAL: tuple[tuple[re.Pattern[str], Label], ...] = (
    (re.compile(r"both attacks hit different (?:targets|enemies)$"), Label("hit", needs=("all_hit", "new_hit"))),
    (re.compile(r"(?:dual hit|both attacks hit|all (?:two|three|four) attacks hit)$"), Label("hit", needs=("all_hit",))),
    (re.compile(r"(?:dual miss|both attacks miss|miss with both attacks)$"), Label("miss", needs=("all_missed",))),
)
_FIRST_OF = re.compile(rf"(?:first attack is a natural (?P<faces>{_FACES})(?: roll)?)$")
_COUNTED_HIT = re.compile(
    r"target is hit (?:by an? (?P<attack>[a-z' ]{3,40}) attack )?for the (?P<which>second|third|fourth|fifth) time this battle$"
)
_BEATS = re.compile(
    r"(?P<result>hit or miss|hit|miss),? (?:and )?(?:the )?attack (?:roll )?beats (?:the target's )?(?P<defence>ac|pd|md)$"
)
_PER_TARGET = re.compile(r",? \(?once per target(?: per| each)? battle\)?$")
_FRIEND = re.compile(r" against an? (?:(?P<kind>[a-z-]+) )?ally$")
_WEAK = re.compile(r"(?:the )?target has (?P<defence>ac|pd|md) (?P<most>\d{1,2}) or lower$")
_TIMES = {"first": 1, "second": 2, "third": 3}
_ORDER = {"second": 1, "third": 2, "fourth": 3, "fifth": 4}
_FIRST_PLAIN = re.compile(r"first (?P<result>hit|miss) each (?P<each>turn|round|battle)$")
_EACH = {"turn": "turn", "attack": "turn", "round": "round", "battle": "battle"}
_DIE = re.compile(r" when the escalation die is (?:(?P<parity>even|odd)|(?P<least>\d)\+)$")
_STAGGERED = re.compile(r" while (?:it's|it is|the [a-z ]{2,30} is) staggered$")


def folded_label(text: str) -> str:
    """A label as it is counted: case, dashes and a final colon folded away."""
    return re.sub(r"^crit(?:ical hit)?$", "crit", " ".join(text.lower().replace("\u2014", "-").split()).rstrip(" .:"))


def label(text: str) -> Label | None:
    """A rider's condition, or None where the grammar does not know it."""
    said = folded_label(text)
    once = ""
    tag = re.match(r"\[once per battle[^\]]*\] ", said)
    if tag:
        said, once = said[tag.end() :], "battle"
    per_target = _PER_TARGET.search(said)
    if per_target:
        said, once = said[: per_target.start()], "target"
    that = _MISS_THAT.match(said)
    if that and _on_a_d20(that["faces"]):
        return Label(f"natural {_faces(that['faces'])} miss")
    natural = _NATURAL.match(said)
    if natural:
        if not _on_a_d20(natural["faces"]):
            return None
        if bool(natural["first"]) != bool(natural["each"]):
            return None
        when = f"natural {_faces(natural['faces'])}" + (f" {natural['result']}" if natural["result"] else "")
        each = (natural["each"] or "").split(" ")[-1]
        found = _with_suffix(when, _EACH.get(each, once), said[natural.end() :])
        return replace(found, nth=_TIMES[natural["first"]]) if found and natural["first"] else found
    first = _FIRST_PLAIN.match(said)
    if first:
        return Label(first["result"], first["each"])
    if _SECOND_HIT.match(said):
        return Label("hit", needs=("second_hit",))
    for phrase, made in _OF_SEVERAL:
        if phrase.match(said):
            return made
    first_of = _FIRST_OF.match(said)
    if first_of and _on_a_d20(first_of["faces"]):
        return Label(f"natural {_faces(first_of['faces'])}", needs=("first_attack",))
    beats = _BEATS.match(said)
    if beats:
        return Label(f"beats {beats['defence'].upper()} {beats['result']}")
    weak = _WEAK.match(said)
    if weak:
        return Label("always", against=f"{weak['defence']} {weak['most']}-")
    counted = _COUNTED_HIT.match(said)
    if counted:
        return Label("hit", against=f"hit by {counted['attack'] or '*'} {_ORDER[counted['which']]} times")
    above = _ABOVE.match(said)
    if above:
        return Label(f"natural above {above['score'][:3]}" + (" hit" if above["hit"] else ""))
    plain = _PLAIN.match(said)
    if plain:
        return _with_suffix(plain["result"].replace("critical hit", "crit"), once, said[plain.end() :])
    return None


def _on_a_d20(faces: str) -> bool:
    figures = [int(figure) for figure in re.findall(r"\d+", faces)]
    return all(1 <= figure <= 20 for figure in figures) and ("-" not in faces or figures == sorted(figures))


def _faces(text: str) -> str:
    return re.sub(r", or |, | or ", "/", text)


def _with_suffix(when: str, once: str, suffix: str) -> Label | None:
    """Conditions behind the result: against whom, at which escalation die, in which state."""
    if not suffix or suffix == " on either attack":
        return Label(when, once)
    friend = _FRIEND.match(suffix)
    if friend or suffix == " against an enemy":
        kind = friend["kind"] if friend else None
        return Label(when, once, (), (f"ally called {kind}" if kind else "ally") if friend else "not_ally")
    if suffix == " with its first attack roll":
        return Label(when, once, ("first_attack",))
    if suffix.startswith(" against "):
        limited = filter_at(suffix, len(" against "))
        return Label(when, once, (), limited[0]) if limited and limited[1] == len(suffix) else None
    die = _DIE.match(suffix)
    if die:
        return Label(when, once, (f"escalation_{die['parity']}" if die["parity"] else f"escalation {die['least']}+",))
    return Label(when, once, ("self_staggered",)) if _STAGGERED.match(suffix) else None


# How an attack is used ------------------------------------------------------------------------------------------------


@dataclass
class Use:
    """How often, with which action and in which state an attack may be used."""

    action: str = ""
    usage: str = ""
    needs: list[str] = field(default_factory=list)
    trigger: str = ""
    natural: str = ""
    """On which faces of the attack that sets it off."""
    only: str = ""
    """Which targets it takes, where the occasion says so."""
    answers: str = ""
    versus: str = ""
    """Which attacks set it off: of this kind, against this defence."""
    price: int = 0
    """What using it this way costs in hit points."""
    back: list[Row] = field(default_factory=list)
    """Moments at which a use comes back."""
    shared: bool = False
    per: int = 0
    """One share of its uses for so many creatures of the block."""
    kept: list[str] = field(default_factory=list)
    variant: Use | None = None
    """Another way to use it, besides the usual one."""
    changes: Row = field(default_factory=dict)
    """What a trait changes in the attack itself: its defence, damage type, how often it is made ..."""
    line: str = ""
    """Its hit line, and what a trait says it does now instead."""
    instead: str = ""

    def write(self, row: Row) -> None:
        """Puts what was read onto an attack of the stat-block format."""
        if self.action:
            row["action"] = self.action
        if self.usage:
            row["usage"] = self.usage
        if self.shared:
            row["group_uses"] = True
        if self.per:
            row["group_per"] = self.per
        if self.trigger:
            row["trigger"] = self.trigger
        if self.natural:
            row["natural"] = self.natural
        if self.versus:
            row["versus"] = [self.versus]
        if self.answers:
            row["answers"] = [self.answers]
        if self.needs:
            row["needs"] = list(dict.fromkeys(self.needs))


_N = r"(?P<n>[1-9]\d?|once|twice|thrice|one|two|three)"
_FREQUENCY = re.compile(rf"\(?\b{_N}(?: ?/ ?|(?: times)? (?:per|each) )(?P<per>battle|round|day)\b\)?")
_ROLLED = r"natural (?:attack roll of )?(?P<natural>even|odd|\d{1,2}\+|\d{1,2}-\d{1,2})(?: (?:attack )?(?:roll|hit|attack))?"
_TRIGGERS = (
    (
        "self_missed",
        re.compile(rf"\b(?:only )?when (?:a nearby|an) enemy attacks [a-z' -]+ and misses with a {_ROLLED}"),
    ),
    (
        "self_attacked",
        re.compile(
            rf"\b(?:only )?when (?:a nearby|an) enemy(?: not engaged with [a-z' -]+?)? rolls a {_ROLLED}(?: with an attack)?"
            r" against [a-z' -]+"
        ),
    ),
    (
        "self_attacked",
        re.compile(rf"\b(?:only )?when (?:a nearby|an) enemy attacks [a-z' -]{{3,40}}? with a spell and rolls an? {_ROLLED}"),
    ),
    ("self_hit", re.compile(rf"\bwhen (?:a nearby|an) enemy attacks and rolls a {_ROLLED} against [a-z' -]+")),
    ("self_hit", re.compile(rf"\bwhen hit by a {_ROLLED} against (?:ac|pd|md)\b")),
    ("enemy_engages", re.compile(r"\bwhen an enemy engages [a-z' -]+")),
    ("self_attacked", re.compile(r"\bwhen an enemy makes a melee attack against [a-z' -]+")),
    ("self_missed", re.compile(r"\bwhen an enemy (?:engaged with [a-z' -]+ )?misses [a-z' -]+ with an attack\b")),
    ("self_staggered", re.compile(r"\bwhen (?:it is |it's |it becomes )?(?:first )?staggered\b")),
    ("self_drops", re.compile(r"\b(?:and )?when (?:it|(?:this|that|the) [a-z ]+) drops to 0 (?:hp|hit points)\b")),
)
_STATES = (
    ("not_staggered", re.compile(r"\b(?:but )?(?:only )?(?:not while staggered|while (?:it's|it is) not staggered)\b")),
    ("self_staggered", re.compile(r"\b(?:only )?while (?:it's |it is |the [a-z' -]+ is )?staggered\b")),
    ("escalation_even", re.compile(r"\b(?:only )?(?:when|if) the escalation die is even\b")),
    (
        "not_last_turn",
        re.compile(r"\b(?:cannot|can't) be used (?:on|in) two consecutive (?:rounds|turns)\b|\bnever two turns in a row\b"),
    ),
    ("moved", re.compile(r"^(?:the )?[a-z' -]{3,40} must move before making this attack\b")),
    ("has_move", re.compile(r"^(?:the )?[a-z' -]{3,40} must have its move action available to use [a-z' -]{3,40}")),
    (
        "came_flying",
        re.compile(
            r"\bonly when (?:the )?[a-z' -]{3,40} starts its turn flying and ends its turn engaged on the ground\b"
            r"|^(?:the )?[a-z' -]{3,40} (?:can|may) (?:make|use) this (?:attack|power) only (?:when|if) it (?:starts|begins) its turn"
            r" flying and (?:unengaged|not engaged)\b"
        ),
    ),
    (
        "nobody_under",
        re.compile(
            r"^once (?:the )?[a-z' -]{3,40} hits with [a-z' -]{3,40}, (?:it|she|he|they) can't use it again until the target saves"
            r"(?: against it)?"
        ),
    ),
    ("escalation_odd", re.compile(r"\b(?:only )?(?:when|if) the escalation die is odd\b")),
)
_DIE_AT_LEAST = re.compile(
    r"\b(?:only )?(?:when the escalation die(?: is)?|cannot be used until the escalation die reaches) (?P<n>\d)\+"
)
_ACTION = re.compile(
    r"\b(?:only )?(?:as an?|requires an?|requiring an?|as|as separate) (?P<action>quick|move|free|interrupt|standard) actions?\b"
    r"|\b(?P<bare>quick|free|standard) action\b"
)
_STORY = re.compile(
    r"(?<=\.) (?:(?!\b(?:if|unless|when(?:ever)?|while|until|can|cannot|can't|only|once|twice|again|must|may|not|no|or|instead|each"
    r"|rounds?|turns?|battle|actions?|attacks?|die|recharges?|targets?|enem(?:y|ies)|all(?:y|ies))\b)[^.\d(])+\.?$"
)
"""A last sentence without a word that a rule needs."""
_FILLER = re.compile(
    r"\b(?:this|these|the|an?) (?:attack|ability|power|spell)\b"
    r"|^[\w' -]{3,60}? can (?:only )?use [\w', -]{3,40}(?: only)?\b"
    r"|\b(?:the )?[a-z' -]{3,40}? can make an? [a-z' -]{3,40} attack(?: against (?:that enemy|it))?(?: before the attack)?"
    r"|\b(?:only|to use|or|and|but|each|instead of(?: a)?(?: standard action)?|requires?|once|usable|one of)\b"
)


_AT_TIMES = re.compile(
    r"^this (?:attack|power|ability|spell) only (?:requires|needs|takes|costs) a quick action(?: \(once (?:per|a|each) round\))?"
    r"(?: (?:instead of|rather than|not) a standard action)? "
    r"when (?:the escalation die is (?P<die>even|odd|\d\+)|used against an enemy [a-z' -]{2,40} is (?P<grabbed>grabbing)|.+)$"
)
_ONE_OF_ALL = re.compile(
    r"^regardless of the number of [a-z' -]{3,40} in the battle, only one [a-z' -]{3,40} can use this attack each round\.?$"
)
def use(text: str) -> Use:
    """Reads "2/battle, as a quick action when the escalation die is even"; what is left over is kept."""
    said = " ".join(text.lower().split())
    at_times = _AT_TIMES.match(said.strip(" ."))
    if at_times:
        return _quick_at_times(at_times, said)
    if _ONE_OF_ALL.match(said):
        return Use(usage="1/round", shared=True)
    rest, more = take_conditions(said)
    if more.price:
        return Use(variant=Use("quick", "1/round", [f"hp {more.price + 1}+"], price=more.price))
    found = _usual(rest)
    if found.trigger:
        take_attackers(said, more)
    found.only, found.answers, found.versus = more.only, more.answers, more.versus
    found.needs.extend(more.needs)
    found.usage = found.usage or more.usage
    found.back = more.back
    if more.first_round:
        found.variant = Use(usage=found.usage, needs=["first_round"])
    return found


def _quick_at_times(match: re.Match[str], said: str) -> Use:
    """ "This power only requires a quick action when the escalation die is even": at other times it is used as ever."""
    if match["die"]:
        need = f"escalation_{match['die']}" if match["die"].isalpha() else f"escalation {match['die']}"
        return Use(variant=Use("quick", "1/round", [need]))
    if match["grabbed"]:
        return Use(variant=Use("quick", "1/round", only="grabbed"))
    return Use(kept=[said.strip(" .")])


def _usual(rest: str) -> Use:
    found = Use()
    often = _FREQUENCY.search(rest)
    if often:
        found.usage = "daily" if often["per"] == "day" else f"{number(often['n'])}/{often['per']}"
        rest = _FREQUENCY.sub("", rest, 2)
    rest = _read_when(rest, found)
    first = rest.split(". ", 1)[0]
    action = _ACTION.search(first)
    leads = action is not None and not first[: action.start()].strip(" ,")
    if action and (leads or not re.search(r"\bif\b|\bwhen\b|\bwhile\b|\bagainst\b", first[action.end() :])):
        found.action = action["action"] or action["bare"]
        rest = _without(rest, action)
    rest = _STORY.sub("", " ".join(rest.split()))
    if re.sub(r"[^a-z0-9]", "", _FILLER.sub(" ", rest)):
        found.kept.append(rest.strip(" .,;"))
    _settle(found, rest)
    return found


def _read_when(rest: str, found: Use) -> str:
    """What sets the attack off, and in which state of the creature or the die it may be used."""
    for name, pattern in _TRIGGERS if "recharges" not in rest else ():
        match = pattern.search(rest)
        if match:
            first = not found.trigger
            found.trigger = found.trigger or name
            found.natural = match.groupdict().get("natural") or found.natural if first else found.natural
            if first:
                rest = _without(rest, match)
    for name, pattern in _STATES:
        match = pattern.search(rest)
        if match:
            found.needs.append(name)
            rest = _without(rest, match)
    least = _DIE_AT_LEAST.search(rest)
    if least:
        found.needs.append(f"escalation {least['n']}+")
        rest = _without(rest, least)
    return rest


def _without(text: str, match: re.Match[str]) -> str:
    return text[: match.start()] + text[match.end() :]


def _settle(found: Use, rest: str) -> None:
    """An attack off its own turn needs its trigger; where the trigger is prose, the game master calls it."""
    if found.action == "standard":
        found.action = ""
    if found.trigger and found.action not in ("free", "interrupt"):
        found.action = "free"
    off_turn = found.action == "interrupt" or re.search(r"\bwhen (?:an?|the|hit|a nearby)\b.*\benem|\bwhen hit\b", rest)
    if off_turn and not found.trigger:
        found.needs.append("granted")
        found.action = "" if found.action == "interrupt" else found.action


def tag(text: str, found: Use) -> None:
    """The bracket before an attack's name: group ability, special trigger, once per battle."""
    said = text.lower()
    if not said:
        return
    if said == "group ability":
        found.shared = True
        found.usage = found.usage or "1/battle"
    elif said == "once per battle":
        found.usage = found.usage or "1/battle"
    elif said in ("special trigger", "triggered action"):
        found.needs.append("granted")
    elif not said.startswith("usually "):
        found.kept.append(text)
