"""Clauses that change rolls for a while: bonuses and penalties, crit ranges, things somebody may not do."""

from __future__ import annotations

import re

from quintain_bestiary.phrases import TARGET, Clause, Place, pattern, until_at
from quintain_bestiary.speaker import OWN_ATTACK, SELF
from quintain_bestiary.text import Row, Value

_ROLLS = {
    "attack": "attack", "attacks": "attack", "attack rolls": "attack", "melee attacks": "attack", "hit": "attack",
    "all defences": "defences", "all defenses": "defences", "all its defences": "defences", "defence": "defences",
    "all its defenses": "defences", "defences": "defences", "defenses": "defences", "ac": "ac", "pd": "pd", "md": "md",
    "saves": "save", "all saves": "save", "saving throws": "save", "disengage checks": "disengage", "damage": "damage",
}  # fmt: skip
_ROLL = "|".join(sorted(_ROLLS, key=len, reverse=True))
_WHO = (
    rf"(?P<who>{TARGET}|(?P<both>{SELF} and its (?:nearby )?allies)|{SELF}"
    rf"|(?P<one>(?:one|an?) nearby (?:[a-z]+ )?ally|one ally of {SELF}'s choice)|(?P<foes>enemies)"
    rf"|(?:all |each )?nearby (?P<kin>{SELF}|(?!all|enem|creature)[a-z-]+(?: (?!gain|each|all(?:y|ies)\b)[a-z-]+)?)"
    rf"|(?P<allies>(?:all |each )?(?:of )?(?:{SELF}'s |its )?(?:nearby )?(?:(?P<of>(?!enem)[a-z]+) )?all(?:ies|y)))"
)
_GAINS = pattern(rf"(?:{_WHO} )?(?:also |can |each )?(?:takes?|gains?|gets?|adds?|suffers?) (?:an? )?")
_CHANGE = pattern(
    r"(?P<cumulative>cumulative )?(?P<value>[+-]\d{1,2}) (?:(?P<short>attack|ac|pd|md|damage|save|defence) )?",
    rf"(?:(?:bonus|penalty) ?)?(?:to (?:its |their )?(?P<rolls>(?:{_ROLL})\b(?:(?:, and |, | and )(?:{_ROLL})\b){{0,4}}))?",
)
_AND_CHANGE = pattern(r",? ?and (?:an? )?(?=[+-]\d)")
_CUMULATIVE = pattern(r" ?\((?P<non>non-?)?cumulative(?:!|,? (?:up )?to (?:a max(?:imum)? of )?[+-]?(?P<most>\d{1,2}))?\)")
_MOST = pattern(r" ?\((?:up |down )?to a max(?:imum)? of [+-]?(?P<most>\d{1,2})(?!\d|\+)(?: bonus)?\)")
_IF_MORE = pattern(rf"; the bonus is cumulative if more than one {OWN_ATTACK} attack hits")
_THIS_TURN = pattern(r" ?this turn(?= with| against|[.;,]|$)")
_AT_TARGET = pattern(r" ?against (?:the (?:same )?target|it|that (?:enemy|creature|target)|them)\b(?! or)")
_AT_SELF = pattern(rf" ?against {SELF}")
_WITH = pattern(rf" ?(?:with|to|on) (?:its |their )?(?P<attack>{OWN_ATTACK})(?: attacks?)?")
_NEXT = pattern(
    r" ?(?:with|on|to) (?:its|their) next (?:melee )?attack(?: roll)?(?: this battle| this turn)?(?: that hits)?(?: this battle)?"
)
_DEALS_MORE = pattern(rf"{SELF} deals (?P<value>\+\d{{1,2}}) damage(?= with its next)")
_INCREASES = pattern(
    rf"{SELF}'s (?P<rolls>(?:{_ROLL})\b(?:(?:, and |, | and )(?:{_ROLL})\b){{0,4}}) increases? by (?P<value>\+?\d)"
)
_MAXIMUM = r"(?: \((?:down )?to a maximum of (?P<floor>1\d|20|[2-9])\+\))?"
_CRIT_RANGE = pattern(
    rf"(?:the crit range (?:for|of) (?P<this>this|the) attack|(?:{SELF}'s|its) crit(?:ical hit)? range(?: for all attacks)?)",
    r" expands by (?P<cumulative>a cumulative )?(?P<value>\d)(?P<piles> \(cumulative\))?",
    _MAXIMUM,
)
_MORE_MAXIMUM = pattern(_MAXIMUM)
_NATURAL_TOO = pattern(r" that increases that ally's natural attack roll(?: \([^()]{3,200}\))?")
_NEXT_OF_ITS = pattern(
    rf"{SELF}'s next (?P<attack>{OWN_ATTACK}) attack against the target gains a \+(?P<value>\d) bonus to attack and damage"
)
_THEIR_CRIT = pattern(rf"the crit range of its attacks against {SELF} expands by (?P<value>\d)")
_KIN_DEFENCES = pattern(
    r"add a cumulative \+(?P<value>\d) to the defences of all (?P<kind>[a-z -]{3,30}?)s until the end of the [a-z]+' next turn"
)


class _Change:
    """A bonus or penalty on its way: on what, on whom, against whom, for how long."""

    def __init__(self, own: bool) -> None:
        self.own = own
        self.rolls: dict[str, Value] = {}
        self.cumulative = False
        self.most = 0
        self.versus = ""
        self.attack = ""
        self.until = ""
        self.more = ""

    def add(self, match: re.Match[str]) -> bool:
        """One "+2 attack bonus" or "-1 penalty to all defences"."""
        named = [match["short"]] if match["short"] else re.findall(_ROLL, match["rolls"] or "", re.IGNORECASE)
        value = int(match["value"])
        self.rolls |= {_ROLLS.get(name.lower(), name.lower()): value for name in named}
        self.cumulative = self.cumulative or bool(match["cumulative"])
        return bool(named)

    def suffixes(self, text: str, at: int, place: Place) -> int:
        """What stands behind, in whatever order; gives back where that ends."""
        going = True
        while going:
            was = at
            turn = _THIS_TURN.match(text, at)
            if turn:
                self.until, at = self.until or "end of turn", turn.end()
            for found in (_CUMULATIVE.match(text, at) or _IF_MORE.match(text, at), _MOST.match(text, at)):
                if found:
                    self.cumulative = self.cumulative or not found.groupdict().get("non")
                    self.most, at = int(found.groupdict().get("most") or self.most), found.end()
            at = self._against(text, at, place)
            end = until_at(text, at, self.own)
            if end:
                self.until, self.more, at = end.rule, end.more, end.end
            going = at > was
        return at

    def _against(self, text: str, at: int, place: Place) -> int:
        following = _NEXT.match(text, at)
        if following:
            self.until = "next attack"
            return following.end()
        attack = _WITH.match(text, at)
        if attack:
            self.attack = place.speaker.attack_meant(attack["attack"])
            return attack.end()
        for found, whom in ((_AT_TARGET.match(text, at), "target"), (_AT_SELF.match(text, at), "source")):
            if found:
                self.versus = whom
                return found.end()
        return at

    def row(self) -> Row:
        row: Row = {"modifier": self.rolls, "until": self.until}
        if self.cumulative:
            row["cumulative"] = True
        if self.cumulative and self.most:
            row["most"] = self.most
        if self.attack:
            row["with"] = self.attack
        return row


def modifier(text: str, at: int, place: Place) -> Clause | None:
    """ "The guard gains a +3 bonus to PD and MD until the end of its next turn"."""
    match = _GAINS.match(text, at)
    if match is None:
        return None
    who = match["who"] or ""
    own = bool(re.match(SELF, who)) or (who.lower() == "it" and place.about_self)
    change = _Change(own)
    item = _CHANGE.match(text, match.end())
    if item is None or not change.add(item):
        return None
    stop = item.end()
    link = _AND_CHANGE.match(text, stop)
    more = _CHANGE.match(text, link.end()) if link else None
    if more and change.add(more):
        stop = more.end()
    return _finished(change, match, text, stop, place)


def _finished(change: _Change, match: re.Match[str], text: str, stop: int, place: Place) -> Clause | None:
    end = change.suffixes(text, stop - 1 if text[stop - 1 : stop] == " " else stop, place)
    change.until, change.versus = change.until or place.until, change.versus or place.versus
    if not change.until:
        return None
    if match["kin"]:
        kind = place.speaker.unmark(match["kin"]).lower().removesuffix("s")
        rows = [] if change.versus or change.attack else [{**change.row(), "on": "each_ally", "among": f"called {kind}"}]
    elif match["allies"] or match["foes"] or match["both"] or match["one"]:
        rows = _for_others(change, match)
    else:
        rows = _for_one(change)
    higher = _NATURAL_TOO.match(text, end)
    if higher:
        change.more, end = higher.group(0).strip(), higher.end()
    return Clause(rows, end, more=change.more) if rows else None


def _for_one(change: _Change) -> list[Row]:
    """The creature itself, or the target."""
    row = change.row()
    if change.own and change.versus and change.until.startswith("while "):
        # It lasts as long as something on the target does, so the target bears it: easier to hit, for this one only.
        return [{**row, "modifier": {"defences": -value}, "versus": "source"} for value in _attack_only(change)]
    if change.own:
        row["on"] = "self"
        if change.versus:
            row["versus"] = "target"
    elif change.versus == "source":
        row["versus"] = "source"
    elif change.versus:
        return []
    return [row]


def _attack_only(change: _Change) -> list[int]:
    """The bonus to attacks, where the change is that and nothing else."""
    value = change.rolls.get("attack")
    return [value] if isinstance(value, int) and len(change.rolls) == 1 else []


def _for_others(change: _Change, match: re.Match[str]) -> list[Row]:
    """Allies of the creature; where all of them hit the target more easily, its defences are lower."""
    row = change.row()
    if change.versus == "target":
        if match["one"] or match["both"] or not set(change.rolls) <= {"attack", "damage", "crit"} or change.attack:
            return []
        gains = {key: value for key, value in row.items() if key != "modifier"}
        kind = match["of"].lower() if match["of"] and match["of"].lower() not in ("all", "each", "nearby", "its") else "allies"
        return [{"exposes": change.rolls, "by": kind, **gains}]
    if change.versus or match["foes"] or change.attack:
        return []
    if match["both"]:
        return [{**row, "on": "self"}, {**row, "on": "each_ally"}]
    row["on"] = "ally" if match["one"] else "each_ally"
    return [row]


def next_attack(text: str, at: int, place: Place) -> Clause | None:
    """ "The thug deals +6 damage with its next attack", "the guard's AC and PD increase by +1 until ..."."""
    match = _DEALS_MORE.match(text, at) or _INCREASES.match(text, at)
    if match is None:
        return None
    change = _Change(True)
    names = re.findall(_ROLL, match.groupdict().get("rolls") or "damage", re.IGNORECASE)
    change.rolls = {_ROLLS[name.lower()]: int(match["value"]) for name in names}
    end = change.suffixes(text, match.end(), place)
    change.until = change.until or place.until
    return Clause([{**change.row(), "on": "self"}], end, more=change.more) if change.until else None


def crit_range(text: str, at: int, place: Place) -> Clause | None:
    """ "The wolf's crit range expands by 1 until the end of the battle"."""
    row: Row
    kin = _KIN_DEFENCES.match(text, at)
    if kin:
        helped: Row = {"modifier": {"defences": int(kin["value"])}, "on": "all_allies", "among": f"called {kin['kind'].lower()}"}
        return Clause([{**helped, "until": "end of target's next turn", "cumulative": True}], kin.end())
    following = _NEXT_OF_ITS.match(text, at)
    if following:
        gains: Row = {"attack": int(following["value"]), "damage": int(following["value"])}
        name = place.speaker.attack_meant(following["attack"])
        row = {"modifier": gains, "on": "self", "versus": "target", "with": name, "until": "next attack"}
        return Clause([row], following.end())
    theirs = _THEIR_CRIT.match(text, at)
    ends = until_at(text, theirs.end()) if theirs else None
    if theirs and ends:
        return Clause([{"modifier": {"crit": int(theirs["value"])}, "versus": "source", "until": ends.rule}], ends.end)
    match = _CRIT_RANGE.match(text, at)
    if match is None:
        return None
    end = until_at(text, match.end(), True)
    rule = end.rule if end else place.until
    if not rule and not match["this"]:
        return None
    stop = end.end if end else match.end()
    maximum = _MORE_MAXIMUM.match(text, stop)
    row = {"modifier": {"crit": int(match["value"])}, "on": "self", "until": rule or "end of battle"}
    floor = match["floor"] or (maximum["floor"] if maximum else None)
    if match["cumulative"] or match["piles"]:
        row["cumulative"] = True
        row |= {"most": 20 - int(floor)} if floor else {}
    if place.versus:
        row["versus"] = "target"
    return Clause([row], maximum.end() if maximum else stop)


# What somebody may not do ---------------------------------------------------------------------------------------------

_NOT = r"(?:can't|cannot|does not|doesn't|can no longer)"
_THEY = rf"(?:{TARGET} )?(?:also |instead )?"
_BANS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (pattern(rf"{_THEY}{_NOT} (?:add|use) the escalation die(?: to its attacks)?"), "no_escalation", ""),
    (pattern(r"(?:the )?target's weapon attacks (?:do not|don't|can't) (?:add|use) the escalation die"), "no_weapon_die", ""),
    (pattern(rf"{_THEY}loses its next move action"), "loses_move", "end of target's next turn"),
    (pattern(rf"{_THEY}{_NOT} make opportunity attacks"), "no_opportunity", ""),
    (pattern(rf"{_THEY}{_NOT} (?:use|spend|heal using its own) recoveries(?:, even involuntarily)?"), "no_recovery", ""),
    (pattern(rf"{_THEY}{_NOT} cast (?:any )?(?:spells|a spell)(?P<more> or (?:speak|use [^().;,]{{5,60}}))?"), "no_spells", ""),
    (pattern(rf"{_THEY}{_NOT} make ranged attacks"), "no_ranged", ""),
    (pattern(rf"{_THEY}{_NOT} disengage"), "no_disengage", ""),
    (pattern(rf"{_THEY}{_NOT} attack {SELF}"), "no_attack", ""),
    (pattern(rf"{_THEY}{_NOT} attack(?= until )"), "no_attack", "anybody"),
    (
        pattern(rf"{_THEY}loses all (?:its )?actions during its next turn(?: and does nothing)?"),
        "no_actions", "end of target's next turn",
    ),
    (
        pattern(rf"{_THEY}loses the rest of its actions (?:that|this) turn(?: \(and stops moving[^()]{{0,30}}\))?"),
        "no_actions", "end of turn",
    ),
)  # fmt: skip
_ESCALATES = pattern(
    rf"(?:{SELF} |it )(?:gains the escalator ability(?: \([^()]{{1,80}}\))?|adds the escalation die to its attacks?(?: rolls?)?)"
)


def small_bans(text: str, at: int, place: Place) -> Clause | None:
    """Things the target may not do for a while."""
    for ban, name, usual in _BANS:
        found = ban.match(text, at)
        if found is None:
            continue
        end = until_at(text, found.end())
        anybody, usual = usual == "anybody", "" if usual == "anybody" else usual
        rule = end.rule if end else (usual or place.until)
        row: Row = {"inflict": [name]}
        if not rule:
            return Clause([row], found.end(), open=True)
        row["until"] = rule
        if name == "no_attack" and not anybody:
            row["versus"] = "source"
        more = "; ".join(part for part in ((found.groupdict().get("more") or "").strip(), end.more if end else "") if part)
        return Clause([row], end.end if end else found.end(), several=bool(end and end.several), more=more)
    return None


def escalates(text: str, at: int, place: Place) -> Clause | None:
    """ "Until the end of the battle, the brute adds the escalation die to its attacks"."""
    match = _ESCALATES.match(text, at)
    end = until_at(text, match.end(), True) if match else None
    rule = end.rule if end else place.until
    if match is None or not rule:
        return None
    return Clause([{"inflict": ["escalates"], "on": "self", "until": rule}], end.end if end else match.end())
