"""When a trait comes into play: the moments the grammar knows ("When an enemy misses the stalker with a melee attack, ...").

A moment is read at the head of a sentence. What it leaves is the consequence, which the effects grammar reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from quintain_bestiary.phrases import ONE_TYPE, STATE, pattern, type_name
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.text import DICE, Row, Value


@dataclass
class Moment:
    """A moment in the words of the stat-block format, and where its consequence begins."""

    row: Row
    end: int
    about_self: bool = False
    """ "It" in the consequence means the creature itself."""
    other: bool = True
    """There is somebody else whom effects may fall on: the attacker, the enemy whose turn it is."""
    also: str = ""
    """A second moment with the same consequence."""
    hits_only: bool = False
    given: str = ""
    """What the consequence is, where the sentence says so before the moment."""
    told: str = ""
    """Words inside it that stay text."""
    among: list[Value] = field(default_factory=list)
    """What all of those must be on whom its effects fall."""
    against: str = ""
    """Whom of several the effects are limited to."""


Reader = Callable[[re.Match[str], Speaker], Moment | None]

FACES = r"(?:even|odd|\d{1,2}\+|\d{1,2}-\d{1,2}|\d{1,2} or \d{1,2}|\d{1,2})"
_LEVEL = r"(?: of level (?P<level>\d{1,2}) or lower)?"
_FOE = rf"(?:an?|any|each) (?P<near>nearby or far ?away |nearby |engaged )?(?:enemy|creature|attacker|foe){_LEVEL}"
_ENGAGED = rf"(?P<engaged> (?:(?:that's|that is|who is) )?engaged with {SELF}| {SELF} is engaged with)?"
_ATTACK = rf"an? (?:enemy's )?attack(?: that deals (?P<type>{ONE_TYPE}) damage)?"
_ATTACKER = rf"(?:{_FOE}{_ENGAGED}|(?P<attack_itself>{_ATTACK}))"
_ME = rf"(?:{SELF}|it|her|him)"
_KIND = r"(?:(?P<kind>melee|ranged|close|opportunity)(?: weapon)? )?"
_DEFENCE = r"(?:AC|PD|MD)(?: or (?:AC|PD|MD))?"
_SURVIVES = (
    r"(?:,? (?:but|and|provided)(?: that)? (?:it |she |he )?(?:survives(?: the (?:blow|attack))?|doesn't kill it))?"
)
THEREUPON = r"(?:, (?:hit or miss,? )?| (?=(?:it|she|he) (?:makes|takes|heals|gains|deals|does)\b))"
"""A moment ends with a comma; words that go on before it are a condition of their own."""
_WITH_ATTACK = (
    rf"(?: with (?:an? {_KIND}attack(?: roll)?(?P<versus> (?:against|vs\.?) {_DEFENCE})?|a (?P<spell>spell)))?"
)
_AND_ROLLS = (
    rf"(?:,? and (?:(?P<late>misses|hits)|rolls a (?:natural )?(?P<faces>{FACES})(?: (?P<rolled>hit|miss))?(?: attack roll|"
    rf" roll)?))?"
)
_EDGE = r"(?P<edge>start|beginning|end)"
_REACH = r"(?P<reach>engaged with|next to|nearby|near)"
THEN = r"(?= takes?\b| must\b| rolls?\b| is\b| are\b)"
_UP_TO_DIE = (
    r"(?:the (?:roll|result) is|it's|you roll|the die roll is) (?:equal to or less than|less than or equal to) the escalation die,? "
)

# Fields of a moment ---------------------------------------------------------------------------------------------------


def _attack_fields(said: dict[str, str | None]) -> Row:
    """Which attacks: of a kind, against a defence, of a damage type."""
    row: Row = {}
    kind = (said.get("kind") or "").lower()
    if kind == "opportunity":
        row["opportunity"] = "only"
    elif kind:
        kinds: list[Value] = [kind]
        row["kinds"] = kinds
    defences: list[Value] = list(re.findall(r"\b(?:AC|PD|MD)\b", (said.get("versus") or "").upper()))
    if defences:
        row["versus"] = defences
    if said.get("type"):
        types: list[Value] = [type_name(said["type"] or "")]
        row["types"] = types
    if said.get("spell"):
        row["spell"] = True
    return row


def _label(result: str, faces: str | None) -> Row:
    """What the attack came to, and its natural die."""
    said = f"natural {faces.lower().replace(' or ', '/')}" if faces else ""
    label = " ".join(part for part in (said, result) if part)
    return {"roll": label} if label else {}


def _result(said: dict[str, str | None]) -> str:
    words = " ".join((said.get(key) or "").lower() for key in ("verb", "late", "rolled"))
    if "hits or misses" in words:
        return ""
    return (
        "crit"
        if "crit" in words
        else "miss"
        if "miss" in words
        else "hit"
        if "hit" in words or "struck" in words
        else ""
    )


def _attacked(found: re.Match[str], speaker: Speaker) -> Moment | None:
    """An attack on it is resolved; the attacker is the other."""
    said = found.groupdict()
    result = _result(said)
    if result == "crit" and said.get("faces"):
        return None
    row: Row = {"when": "attacked", **_attack_fields(said), **_label(result, said.get("faces"))}
    near = (said.get("near") or "").strip().lower()
    if said.get("engaged") or near == "engaged":
        row["within"] = "engaged"
    elif near == "nearby":
        row["within"] = "nearby"
    if said.get("level"):
        row["against"] = f"level {int(said['level'])}-"
    if said.get("weapon"):
        weapons: list[Value] = [said["weapon"].lower()]
        row["weapons"] = weapons
    about_self = bool(said.get("attack_itself")) or "befalls" in said
    given, told = said.get("given") or "", speaker.unmark(said.get("told") or "").strip()
    return Moment(row, found.end(), about_self, given=f"the target takes {given}" if given else "", told=told)


def _watching(when: str) -> Reader:
    """An attack on anybody is resolved; whoever made it is the other."""

    def read(found: re.Match[str], speaker: Speaker) -> Moment | None:
        said = found.groupdict()
        row: Row = {"when": when, **_attack_fields(said), **_label(_result(said), said.get("faces"))}
        near = (said.get("near") or "").strip().lower()
        if near in ("nearby", "engaged"):
            row["within"] = near
        return Moment(row, found.end())

    return read


def _attacking(found: re.Match[str], speaker: Speaker) -> Moment | None:
    """An attack of its own is resolved; its target is the other."""
    said = found.groupdict()
    result = "hit" if said.get("slower") else _result(said)
    if result == "crit" and said.get("faces"):
        return None
    row: Row = {"when": "attacking", **_attack_fields(said), **_label(result, said.get("faces"))}
    if said.get("attack"):
        row["with"] = speaker.attack_meant(said["attack"])
    if said.get("state"):
        row["against"] = said["state"].lower()
    elif said.get("taking"):
        row["against"] = f"ongoing {type_name(said['ongoing'])}" if said.get("ongoing") else "ongoing"
    elif said.get("met"):
        row["against"] = "engaged_with_it"
    if said.get("uses"):
        row["once"] = "turn"
    if said.get("sort"):
        meant = [name for name in speaker.attacks.values() if name.lower().startswith(said["sort"].lower())]
        if len(set(meant)) != 1:
            return None
        row["with"] = meant[0]
    need = next((word for word in ("none_hit", "second_hit", "charged") if said.get(word)), "")
    if need:
        needs: list[Value] = [need]
        row["needs"] = needs
        row |= {"once": "turn"} if need == "none_hit" else {}
    if said.get("slower"):
        row["against"] = "slower"
    given = said.get("given") or ("The attack deals double damage" if said.get("triple") else "")
    if said.get("triple"):
        return Moment(row, found.end(), True, hits_only=True, given=given)
    hits, begins = result in ("hit", "crit"), f"the target {given}" if given else ""
    return Moment(row, found.end(), True, hits_only=hits, given=begins, told=speaker.unmark(said.get("told") or ""))


def _struck(found: re.Match[str], speaker: Speaker) -> Moment | None:
    return Moment({"when": "struck", "roll": f"natural 1-{found['most']}"}, found.end(), True)


def _with_the_die(found: re.Match[str], speaker: Speaker) -> Moment | None:
    return Moment({"when": "attacked", "escalated": True}, found.end(), True)


def _enemy_turn(found: re.Match[str], speaker: Speaker) -> Moment | None:
    """An enemy's turn starts or ends within its reach."""
    said = found.groupdict()
    when = "enemy_turn_end" if said["edge"].lower() == "end" else "enemy_turn_start"
    row: Row = {"when": when, "within": "engaged" if "engaged" in said["reach"].lower() else "nearby"}
    if said.get("unresisted"):
        row["against"] = f"not_resists {type_name(said['unresisted'])}"
    if said.get("odd_or_even"):
        needs: list[Value] = [f"escalation_{said['odd_or_even'].lower()}"]
        row["needs"] = needs
    given = said.get("given") or ""
    also = "enemy_engages" if said.get("engages") else ""
    return Moment(row, found.end(), also=also, given=f"the target takes {given}" if given else "")


def _own_turn(found: re.Match[str], speaker: Speaker) -> Moment | None:
    said = found.groupdict()
    row: Row = {"when": "turn_end" if said["edge"].lower() == "end" else "turn_start"}
    if said.get("sides"):
        row["chance"] = f"d{said['sides']} up to escalation"
    if said.get("unhurt"):
        unhurt: list[Value] = ["not_staggered"]
        row["needs"] = unhurt
    made = Moment(row, found.end(), about_self=True, other=False)
    if said.get("grabbed"):
        made.given, made.against = f"each enemy engaged with it takes {said['given']}", "grabbed"
    return made


def plain(when: str, about_self: bool = False, other: bool = True) -> Reader:
    """A moment with nothing but a few details of its own."""

    def read(found: re.Match[str], speaker: Speaker) -> Moment | None:
        said = found.groupdict()
        row: Row = {"when": when}
        if said.get("first"):
            row["once"] = "battle"
        if said.get("faces"):
            row["roll"] = f"natural {said['faces'].lower()}"
        if (said.get("near") or "").strip() in ("nearby", "engaged"):
            row["within"] = said["near"].strip().lower()
        if said.get("least") or said.get("above"):
            row["least"] = int(said["least"] or int(said["above"]) + 1)
        if said.get("type"):
            types: list[Value] = [type_name(said["type"])]
            row["types"] = types
        if said.get("die"):
            needs: list[Value] = [f"escalation {said['die']}+"]
            row |= {"needs": needs, "once": "battle"}
        if said.get("unengaged"):
            free: list[Value] = ["free"]
            row["needs"] = free
        return Moment(row, found.end(), about_self, other)

    return read


def _hurt_others(found: re.Match[str], speaker: Speaker) -> Moment | None:
    return Moment({"when": "staggers_enemy" if "staggered" in found.group(0).lower() else "fells_enemy"}, found.end())


# What stands behind "when" --------------------------------------------------------------------------------------------

_OWN_VERB = r"(?P<verb>hits|misses|crits|(?:scores|rolls) a critical hit)"
_OWN_TARGET = (
    rf"(?: (?:against )?(?:an?|the) (?:(?P<state>{STATE}) )?(?:enemy|target|creature|foe)"
    rf"(?P<taking> (?:that(?:'s| is) )?(?:already )?taking ongoing (?:(?P<ongoing>{ONE_TYPE}) )?damage)?)?"
)
_OWN_ATTACK = (
    rf"(?: (?:with|on) (?:an? |its |her |his |any )?(?:(?P<attack>{OWN_ATTACK})(?: attack)?|{_KIND}attack)(?: roll)?)?"
)
ZERO = r"0 (?:hp|hit points)(?: or (?:below|lower|fewer|less))?"

_WHEN: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (pattern(words, THEREUPON), reader)
    for words, reader in (
        # an enemy's turn
        (rf"{_FOE} is (?P<reach>engaged with) {SELF}(?: \(or grabbed by it\))? at the {_EDGE} of (?:its|their) turn", _enemy_turn),
        (rf"{_FOE} (?P<edge>start|end)s its turn {_REACH} {SELF}", _enemy_turn),
        (
            rf"{_FOE} (?P<engages>engages) {SELF} or (?P<edge>start)s its turn (?P<reach>engaged with) {SELF}",
            _enemy_turn,
        ),
        # anybody's attacks
        (rf"{_FOE} rolls a natural (?P<faces>{FACES}) with an attack(?: roll)?", _watching("enemy_attacks")),
        (rf"{_FOE} makes an? {_KIND}attack", _watching("enemy_attacks")),
        (
            rf"an? (?P<near>nearby )?ally(?: of {SELF})? (?P<verb>hits|misses|crits|scores a critical hit)"
            rf"(?: with an? {_KIND}attack)?",
            _watching("ally_attacks"),
        ),
        # attacks on it
        (
            rf"{_FOE} makes an (?P<weapon>unarmed) attack against {_ME}(?P<told> or otherwise grapples with (?:{_ME}|the [a-z]+))?",
            _attacked,
        ),
        (
            rf"{_ATTACKER} (?P<verb>hits or misses|hits|misses|attacks|strikes|crits|targets|(?:scores|rolls) a critical hit"
            rf" against)"
            rf" {_ME}{_WITH_ATTACK}{_AND_ROLLS}{_SURVIVES}",
            _attacked,
        ),
        (rf"{_ATTACKER} makes an? {_KIND}attack(?: roll)? against {_ME}{_AND_ROLLS}", _attacked),
        (
            rf"{_ATTACKER} rolls a natural (?P<faces>{FACES})(?: (?P<rolled>hit|miss))? (?:attack roll |roll |attack )?"
            rf"(?:(?:with|on) an? {_KIND}attack(?: roll)? )?against {_ME}",
            _attacked,
        ),
        (
            rf"{_ATTACKER} (?P<verb>misses|hits) with an? {_KIND}attack(?P<versus> against {_DEFENCE})?(?: against"
            rf" {_ME})?{_AND_ROLLS}",
            _attacked,
        ),
        (
            rf"(?P<befalls>{SELF} is) (?P<verb>hit|missed|struck|crit) by (?:an? {_KIND}attack(?P<versus> against {_DEFENCE})?"
            rf"|a (?P<late>critical) hit){_SURVIVES}",
            _attacked,
        ),
        (rf"(?P<befalls>{SELF} is) targeted by an? {_KIND}attack", _attacked),
        (rf"(?P<befalls>{SELF} survives) a (?P<verb>critical) hit(?P<versus> to (?:AC|PD|MD))?", _attacked),
        (rf"(?P<befalls>{SELF} is) targeted by a natural attack roll of (?P<most>\d{{1,2}}) or less", _struck),
        # its own attacks
        (
            rf"{SELF} {_OWN_VERB}{_OWN_TARGET}{_OWN_ATTACK}(?: against (?:an?|the) (?:enemy|target|creature))?"
            rf"(?: with a natural (?P<faces>{FACES})(?: attack)? roll)?",
            _attacking,
        ),
        (
            rf"{SELF} (?:rolls|gets) a natural (?P<faces>{FACES})(?: (?P<rolled>hit|miss))?(?: roll| attack roll|"
            rf" attack)?{_OWN_ATTACK}(?P<met> against (?:an enemy|a creature) engaged with (?:it|her|him|{SELF}))?"
            r"(?: and (?P<verb>hits|misses))?",
            _attacking,
        ),
        (rf"{SELF} makes an (?P<kind>opportunity) attack", _attacking),
        (rf"{SELF} rolls a natural (?P<faces>{FACES}) when using an? (?P<sort>[a-z]{{4,20}})", _attacking),
        (rf"one of {SELF}'s attacks (?P<verb>misses) (?P<none_hit>all (?:of )?(?:its )?targets)", _attacking),
        (rf"both (?P<attack>{OWN_ATTACK}) attacks (?P<verb>hit) (?P<second_hit>the same target)", _attacking),
        (rf"{SELF} (?P<uses>uses) (?:its |the )?(?P<attack>{OWN_ATTACK})(?: attack)?", _attacking),
        (rf"you choose to add the escalation die to an attack against {SELF}", _with_the_die),
        (rf"{SELF} is (?P<unhurt>not staggered) at the {_EDGE} of its turn", _own_turn),
        # what befalls it
        (
            rf"{SELF} (?:is|becomes) (?P<first>first )?staggered(?: during a fight| by an attack)?",
            plain("staggered", True),
        ),
        (
            rf"{SELF} (?:drops to {ZERO}|is reduced to {ZERO}|reaches {ZERO}|is slain|dies|is killed|is destroyed)",
            plain("drops", True),
        ),
        (rf"the attack roll that (?:kills|slays) {SELF} is a natural (?P<faces>{FACES}) roll", plain("drops", True)),
        (rf"{SELF} fails a disengage check", plain("fails_disengage", True)),
        (rf"{SELF} (?:successfully disengages|succeeds (?:at|on) a disengage check)", plain("disengages", True)),
        (rf"{SELF} fails a save(?: against an effect(?: created by an enemy)?)?", plain("failed_save", True, False)),
        (rf"{SELF} succeeds (?:at|on|with) a save", plain("made_save", True, False)),
        (
            rf"{SELF} takes (?:(?P<least>\d{{1,3}}) or more |more than (?P<above>\d{{1,3}}) )?(?:(?P<type>{ONE_TYPE}) )?damage"
            rf"(?: from (?:a single|an) attack)?",
            plain("damaged", True),
        ),
        (rf"{SELF} (?:heals|is healed)", plain("healed", True, False)),
        # others fall
        (
            rf"{SELF}(?:'s attack)? (?:drops|reduces|slays|kills) (?:an?|any) (?:enemy|creature)(?: to {ZERO})?",
            plain("fells_enemy", True),
        ),
        (
            rf"(?:an?|any) (?:enemy|creature) is (?:staggered|dropped to {ZERO}|dropped|slain) by {SELF}'s attacks?",
            _hurt_others,
        ),
        (
            rf"(?:an?|one of {SELF}'s) (?P<near>nearby )?(?:ally|allies)(?: of {SELF})? (?:drops(?: to {ZERO})?|dies|is slain)",
            plain("ally_drops", True),
        ),
        (rf"(?:an?|any) (?P<near>nearby )?enemy (?:drops(?: to {ZERO})?|is slain|dies)", plain("enemy_drops", True)),
        (r"(?:an?|any) (?P<near>nearby )?enemy (?:is|becomes) staggered", plain("enemy_staggered", True)),
        # moving
        (
            rf"(?P<unengaged>{SELF} is unengaged and )?an enemy (?:moves to engage|engages) (?:{SELF}|it)(?: while it's unengaged)?",
            plain("enemy_engages"),
        ),
        (
            rf"{SELF} moves to engage (?:an enemy|a creature)(?: (?:that )?it (?:wasn't|was not) engaged with at the start of"
            rf" its turn)?",
            plain("engages"),
        ),
        (rf"(?:an enemy|a creature) intercepts {SELF}", plain("intercepted")),
        (
            rf"(?:an enemy|a creature) (?:fails a disengage check (?:against|from) {SELF}|fails to disengage from {SELF}"
            rf"|tries to disengage from {SELF} and fails)",
            plain("enemy_fails_disengage"),
        ),
        (rf"(?:an enemy|a creature) disengages or moves away from {SELF}", plain("enemy_leaves")),
        (rf"(?:an enemy|a creature) (?:successfully )?disengages from {SELF}", plain("enemy_disengages")),
        # the die
        (r"the escalation die (?:reaches|becomes) (?P<die>[1-6])\+?", plain("escalation", True, False)),
    )
)

# Sentences that name their moment in another way -----------------------------------------------------------------------

_OTHERWISE: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (pattern(words), reader)
    for words, reader in (
        (
            rf"at the {_EDGE} of (?:each of )?(?:{SELF}'s?|its) turns?,? (?:roll (?:a |1)d(?P<sides>\d{{1,2}})[.;] if"
            rf" {_UP_TO_DIE})?",
            _own_turn,
        ),
        (
            rf"roll (?:a |1)d(?P<sides>\d{{1,2}}) at the {_EDGE} of each of {SELF}'s turns[.;] if {_UP_TO_DIE}",
            _own_turn,
        ),
        (r"at the start of (?:each|every|the|a) battle,? ", plain("battle_start", True, False)),
        (
            rf"(?:all |each )?(?:enemies|enemy|creatures?)(?: (?:who|that) do not resist (?P<unresisted>{ONE_TYPE}) and)?(?:"
            rf" who| that)?"
            rf" (?P<edge>start|end)s? (?:their|its) turns? {_REACH} {SELF}{THEN}",
            _enemy_turn,
        ),
        (
            rf"(?:each|an?) (?:enemy|creature) {_REACH} {SELF} at the {_EDGE} of (?:its|their) turns?{THEN}",
            _enemy_turn,
        ),
        (rf"(?=(?:each|an?) (?:enemy|creature) engaged with {SELF} at the {_EDGE} of {SELF}'s turn{THEN})", _own_turn),
        (
            rf"(?:targets|creatures|enemies) (?:engulfed/)?(?P<grabbed>grabbed) by (?:{SELF}|the [a-z]+) take"
            rf" (?P<given>[^.;]{{1,40}}? damage)"
            rf" at the {_EDGE} of (?:{SELF}|the [a-z]+)'s turn",
            _own_turn,
        ),
        (
            rf"(?P<near>nearby )?(?:targets|enemies|creatures) who (?P<verb>attack) {SELF} and roll a (?:natural"
            rf" )?(?P<faces>{FACES}){THEN}",
            _attacked,
        ),
        (
            rf"deal (?P<given>[^.;]{{1,40}}? damage) to any (?:enemy|creature) that (?P<verb>targets) {SELF} with an attack"
            rf" that deals"
            rf" (?P<type>{ONE_TYPE}) damage",
            _attacked,
        ),
        (
            rf"{SELF} deals (?P<given>[^.;]{{1,40}}? damage) to each (?:enemy|creature) that (?P<edge>start|end)s"
            rf" (?:its?|their) turn"
            rf" {_REACH} {SELF}",
            _enemy_turn,
        ),
        (
            rf"(?:when the escalation die is (?P<odd_or_even>even|odd), )?each (?:enemy|creature) (?P<reach>engaged with) {SELF}"
            rf" takes (?P<given>[^.;]{{1,40}}? damage) at the {_EDGE} of its turn",
            _enemy_turn,
        ),
        (
            rf"(?:creatures|enemies|targets) (?P<verb>hit) by {SELF}'s (?P<attack>{OWN_ATTACK})(?: attack)? that are already"
            rf" (?P<state>{STATE}) are also (?=\S)",
            _attacking,
        ),
        (
            rf"{SELF} deals (?P<given>[^.;]{{1,40}}? damage) to a target it (?P<verb>misses) with an? {_KIND}attack",
            _attacking,
        ),
        (
            rf"{SELF} that (?P<verb>scores a critical hit) against an? (?P<state>{STATE}) enemy (?P<told>[^.]{{5,160}})\. "
            r"the [a-z-]{3,15} enemy (?=is\b)",
            _attacking,
        ),
        (rf"on a natural (?P<faces>{FACES}) (?P<rolled>hit|miss) with (?P<attack>{OWN_ATTACK}), ", _attacking),
        (
            rf"(?P<verb>crit)(?:s|ical hits) with (?:{SELF}'s |its |the )?(?P<attack>{OWN_ATTACK})(?: attack)? deal (?P<triple>triple)"
            r" damage instead of (?:the normal )?double(?: damage)?",
            _attacking,
        ),
        (rf"on a (?P<late>critical) hit with (?P<attack>{OWN_ATTACK}), ", _attacking),
        (
            rf"(?P<state>{STATE}) (?:creatures|enemies|targets) (?:(?:who|that) are )?(?P<verb>hit) by (?:{SELF}'s )?"
            rf"(?P<attack>{OWN_ATTACK})(?: attack)? also (?P<given>take [^.;]{{3,60}}?)(?=\.|$)",
            _attacking,
        ),
        (
            rf"(?:{SELF}'s |the |its )?(?P<attack>{OWN_ATTACK})(?: attack)? (?:instead )?deals"
            rf" (?P<given>\+(?:{DICE}|\d{{1,3}}) damage) on a"
            rf" (?P<verb>hit) if {SELF} (?P<charged>(?:first moves|moves first) before attacking an enemy it (?:was"
            rf" not|wasn't) engaged with"
            r" at the start of its turn)",
            _attacking,
        ),
        (
            rf"{SELF} deals (?P<given>\+{DICE} damage) with its attacks against (?:enemies|targets) (?:that have|with) a"
            rf" (?P<slower>lower initiative) than (?:it|{SELF})",
            _attacking,
        ),
        (
            rf"using (?:an? |its )?(?P<attack>{OWN_ATTACK}),? a natural attack roll of (?P<faces>{FACES}) inflicts ",
            _attacking,
        ),
    )
)


def moment_at(text: str, speaker: Speaker, headed: bool) -> Moment | None:
    """The moment a sentence begins with; `headed`: "when" or its like stood before it."""
    for phrase, reader in (*_WHEN, *_OTHERWISE) if headed else _OTHERWISE:
        found = phrase.match(text)
        if found:
            made = reader(found, speaker)
            if made is not None:
                return made
    return None
