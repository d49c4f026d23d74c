"""Traits of several sentences that turn the attacks of others into something else: blows taken for an ally or passed on to an
enemy, an edge taken off, a save that hangs on the weapon, a trigger that names its attack by the heading alone.

A form is a run of sentences that belong together; it becomes powers and occasions of the block, and the sentences around it are
given back. Where the rest of the trait takes something back, that stays text beside what was read.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable

from quintain_bestiary.effects import read_effects
from quintain_bestiary.phrases import ONE_TYPE, pattern
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.text import Row, Value, number

_IT = rf"(?:{SELF}|it|she|he)"
_OFTEN = r"(?P<times>once|twice|thrice|(?:two|three|four) times) (?:per|each|a) (?P<per>battle|round)"
_SAVES = {"easy": 6, "normal": 11, "hard": 16}
_SAVE = r"an? (?P<save>easy|normal|hard) save(?: \((?P<figure>\d{1,2})\+\))?"
_INTERPOSES = pattern(
    rf"{_OFTEN} when {SELF} is (?:engaged with (?:enemies|an enemy|one or more enemies) and (?:is )?)?(?:the target of|targeted by)"
    rf" an attack, {_IT} (?:can|may) (?:try to |attempt to )?interpose"
    r" (?:one of those enemies|an enemy engaged with it)[^.;]{0,60} as a free action(?: after seeing the attack roll)?\. ",
    rf"that enemy rolls {_SAVE}; on a (?:failure|failed save), (?:it|that enemy) (?:becomes|is) the"
    rf" (?:target of (?:the|that) attack|attack's target|new target) instead(?: of {SELF})?\.?",
    rf"(?: if {SELF} tries to interpose an enemy it's grabbing, the save is (?P<held>easy|normal|hard)"
    r"(?: \((?P<held_figure>\d{1,2})\+\))?(?: instead)?\.?)?",
)
_STEPS_IN = pattern(
    rf"(?:while {SELF} is next to an ally, )?{_OFTEN} when an? (?:(?P<kind>melee|ranged|close|spell) )?attack (?:hits|targets)"
    rf" (?P<ally>a nearby ally|that ally|an ally next to it), {_IT} can (?:have the attack target itself instead|become the target"
    r" of the attack instead|try to intercept the attack) as an? (?P<action>free|interrupt) action\.",
    rf"(?: roll {_SAVE}; if it succeeds, {_IT} becomes the target of the attack instead\.)?",
    rf"(?: if the attack roll doesn't hit against {SELF}'s defen[cs]es, the attack misses\.)?",
    rf"(?: otherwise, {_IT} takes all damage and effects of the (?:attack|spell) for that ally\.)?",
    rf"(?: when {SELF} takes damage this way, it can make an? (?P<attack>{OWN_ATTACK}) attack during its next turn\.?)?",
)
_COATED = pattern(
    r"as a free action (?:at the (?:start|beginning) of (?:the|a|each) battle|when (?:the|a) battle (?:starts|begins)),"
    r"(?: and (?:also |then )?(?:again )?once (?:per|each|a) (?P<again>turn|round) as a (?P<cost>quick|move) action,)?"
    rf" {SELF} [a-z' -]{{3,60}} that coats it(?: or a nearby (?P<kind>[a-z]+)(?: [a-z]+)?)? in [a-z]{{3,20}}\."
    r" the next attack that hits (?:it|the [a-z -]{3,40}) this battle deals (?:only )?half damage\.?",
)
_BY_WEAPON = pattern(
    r"(?P<first>(?:enemies|creatures) who miss with an? (?P<kind>melee|ranged|close) attack must save \((?P<figure>\d{1,2})\+\) or"
    r" (?P<rest>[^.;]{5,90})\.)"
    r" the save is (?:easy|hard) \((?P<one_figure>\d{1,2})\+\) for (?:characters|enemies|those) who missed with"
    r" (?P<one_arm>[^.;,]{5,60}), (?:and )?(?:easy|hard) \((?P<two_figure>\d{1,2})\+\) for (?:characters|enemies|those) who missed"
    r" with (?P<two_arm>[^.;,]{5,60})\.?",
)
_ARMS = pattern(r"an (?P<bare>unarmed) attack|an? [a-z]+ weapon like an? (?P<one>[a-z]+)(?: or (?:an? )?(?P<two>[a-z]+))?")
_DEFENCE_HIT = pattern(
    rf"when an attack hits {SELF}, {_IT} gains an? \+(?P<n>\d) bonus to the defen[cs]e that the attack targeted until the end of"
    r" the battle or until (?:another|a new|the next) attack hits it"
    r"(?:, (?:in which case|when) (?:the|that|this) bonus (?:switches|moves|shifts) to the defen[cs]e (?:most recently|last) hit)?\.?",
)
_SPECIAL = pattern(r"use as a free action when (?:a|any) creature in the battle scores a critical hit\.?")
_STUCK_TOO = pattern(
    rf"when a (?:creature|enemy) is engaged with {SELF} or [a-z]+ from (?:its|{SELF}'s) (?P<attack>{OWN_ATTACK}) attack at the start"
    rf" of its turn, it takes (?P<n>\d{{1,3}}) (?:(?P<type>{ONE_TYPE}) )?damage\.?",
)
_SHARED_FALL = pattern(
    rf"when two or more (?:{SELF}|[a-z -]{{3,40}}?) in the same mob are dropped to 0 (?:hp|hit points) by an attack, as a free action"
    r" each dropped [a-z -]{3,40} attacks one random nearby (?P<but>non-[a-z -]{3,40} )?creature before it dies\. that creature takes"
    rf" (?P<amount>\d{{1,2}}d\d{{1,2}}|\d{{1,3}}) (?:(?P<type>{ONE_TYPE}) )?damage\.?",
)


_DEFENDS = pattern(
    rf"when a (?:creature|target) is [a-z]+ from {SELF}'s (?P<attack>{OWN_ATTACK}) attack, (?P<goes>it [a-z ]{{5,60}} next to {SELF}"
    rf" as a free action)[^.;]{{0,60}}\. the target takes half the damage of the next attack that hits {SELF}\."
    r"(?P<idle> during its turn, it doesn't attack[^.;]{0,80}\.)?"
    rf"(?P<again> each time the target fails its save, it will again defend {SELF} against the next attack that hits it, taking half"
    r" damage\.?)?"
)
_BOUND = pattern(
    rf"when you choose to add the escalation die to an attack against {SELF}, you must only attack (?P<whom>[^.;,]{{3,60}}?) until the"
    r" end of the battle(?: or until all [^.;,]{3,60} have dropped to 0 (?:hp|hit points))?\.?"
)


class _Made:
    """What a form has come to."""

    def __init__(self, name: str, speaker: Speaker, waiting: tuple[str, ...]) -> None:
        self.name: str = name
        self.speaker: Speaker = speaker
        self.waiting: tuple[str, ...] = waiting
        self.powers: list[Row] = []
        self.occasions: list[Row] = []
        self.told: str = ""
        """Words of it that stay text."""

    def answer(self, said: re.Match[str], trigger: str, action: str, effects: list[Value]) -> Row:
        """A power that answers a hit, so often."""
        times = number(said["times"].lower().removesuffix(" times"))
        row: Row = {"name": self.name, "kind": "close", "action": action, "usage": f"{times}/{said['per'].lower()}"}
        row |= {"trigger": trigger, "targets": {"who": "self"}, "hit": effects}
        self.powers.append(row)
        return row

    def occasion(self, when: str, effects: list[Value], **more: Value) -> None:
        self.occasions.append({"name": self.name, "when": when, **more, "effects": effects})


Form = Callable[[re.Match[str], _Made], bool]


def _save_of(kind: str | None, figure: str | None) -> int:
    return int(figure) if figure else _SAVES[kind.lower()] if kind else 0


def _interposes(said: re.Match[str], made: _Made) -> bool:
    """An enemy in melee with it takes the blow, unless it saves."""
    turned: Row = {"to": "one_engaged", "save": _save_of(said["save"], said["figure"])}
    if said["held"]:
        turned["grabbed_save"] = _save_of(said["held"], said["held_figure"])
    made.answer(said, "self_hit", "free", [{"redirect": turned}])
    return True


def _steps_in(said: re.Match[str], made: _Made) -> bool:
    """It takes the blow for an ally."""
    turned: Row = {"to": "self"}
    if said["save"]:
        turned["save"] = _save_of(said["save"], said["figure"])
    effects: list[Value] = [{"redirect": turned}]
    if said["attack"]:
        name = made.speaker.attack_meant(said["attack"])
        effects.append({"unlocks": name, "on": "self", "until": "end of own next turn"})
    row = made.answer(said, "ally_hit", said["action"].lower(), effects)
    if said["kind"]:
        row["answers"] = [said["kind"].lower()]
    if "nearby" in said["ally"].lower():
        row["within"] = "nearby"
    return True


def _coated(said: re.Match[str], made: _Made) -> bool:
    """The next hit on whoever is coated deals half damage."""
    coat: Row = {"blunts": "bearer", "on": "self", "until": "end of battle"}
    if said["kind"]:
        coat |= {"on": "ally_or_self", "among": f"called {said['kind'].lower()}"}
    made.occasion("battle_start", [coat], asks=True)
    if said["again"]:
        again: list[Value] = [dict(coat)]
        row: Row = {"name": made.name, "kind": "close", "action": said["cost"].lower(), "usage": "1/round"}
        made.powers.append({**row, "targets": {"who": "self"}, "hit": again})
    return True


def _by_weapon(said: re.Match[str], made: _Made) -> bool:
    """A save whose difficulty hangs on what the attack was made with."""
    state = said["rest"].removeprefix("becomes ").removeprefix("become ")
    found = read_effects(f"the target is {state}", made.speaker, hits_only=False)
    one, two = _arms(said["one_arm"]), _arms(said["two_arm"])
    if found.kept or not found.rows or not one or not two:
        return False
    kinds: list[Value] = [said["kind"].lower()]
    for figure, words in ((said["one_figure"], one), (said["two_figure"], two), (said["figure"], [])):
        failure: list[Value] = [copy.deepcopy(row) for row in found.rows]
        effects: list[Value] = [{"roll_save": {"difficulty": int(figure), "failure": failure}}]
        which: Row = {"weapons": list(words)} if words else {"not_weapons": [*one, *two]}
        made.occasion("attacked", effects, roll="miss", kinds=list(kinds), **which)
    return True


def _arms(words: str) -> list[str]:
    found = _ARMS.fullmatch(words.strip())
    if found is None:
        return []
    return ["unarmed"] if found["bare"] else [word.lower() for word in (found["one"], found["two"]) if word]


def _defence_hit(said: re.Match[str], made: _Made) -> bool:
    """A bonus to the defence that was hit last: a row for each."""
    for defence in ("AC", "PD", "MD"):
        bonus: Row = {"modifier": {defence.lower(): int(said["n"])}, "on": "self", "until": "end of battle", "ends_when": ["hit"]}
        made.occasion("attacked", [bonus], roll="hit", versus=[defence])
    return True


def _special(said: re.Match[str], made: _Made) -> bool:
    """What sets off the one attack of the block that waits."""
    if len(made.waiting) != 1:
        return False
    for when in ("enemy_attacks", "ally_attacks"):
        made.occasion(when, [{"attack": made.waiting[0]}], roll="crit", asks=True)
    made.occasion("attacking", [{"attack": made.waiting[0]}], roll="crit")
    return True


def _stuck_too(said: re.Match[str], made: _Made) -> bool:
    """An aura of the engaged that reaches those held by an attack as well."""
    harm: Row = {"damage": int(said["n"])}
    if said["type"]:
        harm["type"] = said["type"].lower()
    under = f"under {made.speaker.attack_meant(said['attack'])}"
    made.occasion("enemy_turn_start", [harm], against=["engaged_with_it", under])
    return True


def _shared_fall(said: re.Match[str], made: _Made) -> bool:
    """Of a mob, when several fall at once, each strikes at random."""
    harm: Row = {"damage": said["amount"] if "d" in said["amount"].lower() else int(said["amount"]), "on": "random_creature"}
    if said["type"]:
        harm["type"] = said["type"].lower()
    if said["but"]:
        harm["among"] = f"not_called {said['but'].lower().removeprefix('non-').strip()}"
    made.occasion("drops", [harm], least=2)
    return True


def _defends(said: re.Match[str], made: _Made) -> bool:
    """Somebody under its spell takes half of the next blow at it, and again after each failed save; and may not attack."""
    lasts: Row = {"until": "while affected"}
    guard: Row = {"blunts": "source", **lasts}
    effects: list[Value] = [guard]
    if said["idle"]:
        effects.append({"inflict": ["no_attack"], **lasts})
    if said["again"]:
        once_more: list[Value] = [dict(guard)]
        effects.append({**lasts, "each_time": {"when": "fails a save", "effects": once_more}})
    made.occasion("attacking", effects, roll="hit", **{"with": made.speaker.attack_meant(said["attack"])})
    made.told = said["goes"]
    return True


def _bound(said: re.Match[str], made: _Made) -> bool:
    """Whoever adds the die must stick to its kind."""
    named = made.speaker.unmark(said["whom"]).lower().removesuffix("s")
    if named != made.speaker.name.lower().removesuffix("s"):
        return False
    made.occasion("attacked", [{"attacks_only": f"called {named}", "until": "end of battle"}], escalated=True)
    return True


_FORMS: tuple[tuple[re.Pattern[str], Form], ...] = (
    (_INTERPOSES, _interposes), (_STEPS_IN, _steps_in), (_COATED, _coated), (_BY_WEAPON, _by_weapon), (_DEFENCE_HIT, _defence_hit),
    (_SPECIAL, _special), (_STUCK_TOO, _stuck_too), (_SHARED_FALL, _shared_fall),
    (_DEFENDS, _defends), (_BOUND, _bound),
)  # fmt: skip


def take_answers(name: str, text: str, block: Row, speaker: Speaker, waiting: tuple[str, ...]) -> str:
    """Writes what a trait makes of the attacks of others into the block, and gives back the sentences that were not read."""
    marked = " ".join(speaker.mark(text).split())
    for phrase, form in _FORMS:
        said = phrase.search(marked)
        if said is None or not _stands_alone(marked, said.start(), said.end()):
            continue
        made = _Made(" ".join(name.split()).strip(" .:") or "Trait", speaker, waiting)
        if not form(said, made):
            continue
        _write(block, "powers", made.powers)
        _write(block, "occasions", made.occasions)
        around = (marked[: said.start()].strip(), made.told, marked[said.end() :].strip())
        return speaker.unmark(" ".join(part for part in around if part))
    return text


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Does it begin with a sentence and end with one?"""
    begins = start == 0 or text[:start].rstrip().endswith((".", "!"))
    return begins and (end >= len(text) or text[end - 1] in ".!")


def _write(block: Row, key: str, made: list[Row]) -> None:
    rows = block.setdefault(key, []) if made else None
    if not isinstance(rows, list):
        return
    taken = {str(row.get("name")) for row in rows if isinstance(row, dict)}
    for place, row in enumerate(made):
        plain, count = str(row["name"]), place + 1
        row["name"] = plain if count == 1 else f"{plain} ({count})"
        while row["name"] in taken:
            count += 1
            row["name"] = f"{plain} ({count})"
        taken.add(str(row["name"]))
        rows.append(row)
