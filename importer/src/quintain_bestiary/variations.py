"""Traits that change one of the creature's own attacks: "Pinning shot deals 1d6 extra damage on a natural even hit".

What only adds something at a roll becomes an occasion of that attack; what changes the attack itself (its defence, its damage
type, how often it is made) is kept with its use, and done when the attack is written. A sentence is read from its head; what
stands behind a part that holds by itself is given back as a sentence of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from quintain_bestiary.attacks import targets
from quintain_bestiary.effects import read_effects
from quintain_bestiary.labels import Use, label
from quintain_bestiary.phrases import ONE_TYPE, pattern, type_name
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.standing import SENTENCES
from quintain_bestiary.text import Row, Value, folded, number


class _Place:
    """What a sentence may change: the occasions it adds, and how the attacks are used and made."""

    def __init__(self, name: str, block: Row, speaker: Speaker, uses: dict[str, Use]) -> None:
        self.name = name
        self.block = block
        self.speaker = speaker
        self.uses = uses

    def attack(self, match: re.Match[str]) -> str:
        return self.speaker.attack_meant(match["attack"])

    def use(self, match: re.Match[str]) -> Use:
        return self.uses[folded(self.attack(match))]

    def at_roll(self, attack: str, roll: str, effects: list[Row]) -> str | None:
        """So much happens when that attack is rolled so."""
        if not effects:
            return None
        listed: list[Value] = list(effects)
        row: Row = {"name": self.name, "when": "attacking"}
        row |= {"roll": roll} if roll else {}
        rows = self.block.setdefault("occasions", [])
        if isinstance(rows, list):
            rows.append({**row, "with": attack, "effects": listed})
        return ""


Reader: TypeAlias = "Callable[[re.Match[str], _Place], str | None]"
"""Reads a sentence; gives back what is left of it, or None where it is not one of these."""


def take_variations(name: str, text: str, block: Row, speaker: Speaker, uses: dict[str, Use]) -> str:
    """Writes what a trait changes in the creature's attacks into the block and their uses; gives back what it did not read."""
    place = _Place(name, block, speaker, uses)
    printed = speaker.mark_subjects(speaker.mark(text))
    marked = _SHIFTS.sub(lambda match: _AT_A_SHIFT.format(match["who"]), printed)
    left: list[str] = []
    found = marked != printed
    for sentence in (one.strip() for one in SENTENCES.split(marked)):
        rest = _read(sentence, place)
        found = found or rest is not None
        said = sentence if rest is None else rest
        left.extend([said[:1].upper() + said[1:]] if said else [])
    return speaker.unmark(" ".join(left)).strip() if found else text


_SHIFTS = pattern(
    rf"(?:as mentioned above, )?(?P<who>{SELF}) can shift forms once per round as a quick action\."
    rf" when {SELF} shifts, it can (?=roll a save )"
)
_AT_A_SHIFT = "once per round as a quick action, {} can "
"""Which form it has is not kept: it fights in the one that gives most."""


def _read(sentence: str, place: _Place) -> str | None:
    for phrase, reader in _SENTENCES:
        match = phrase.match(sentence)
        rest = reader(match, place) if match else None
        if rest is not None:
            return rest
    return None


# -- what a roll adds ----------------------------------------------------------------------------------------------------


def _damage_at(match: re.Match[str], place: _Place) -> str | None:
    """ "Deals 1d6 extra damage on a natural even hit", "now deals 7 damage on a miss"."""
    when = label(match["when"])
    effects = read_effects(place.speaker.unmark(match["what"]), place.speaker, hits_only=True)
    if when is None or effects.kept or len(effects.rows) != 1:
        return None
    row = effects.rows[0]
    if not when.hits_only and "damage" in row:
        row = {"miss_damage": row["damage"], **{key: value for key, value in row.items() if key != "damage"}}
    return place.at_roll(place.attack(match), when.when, [row])


def _also_ongoing(match: re.Match[str], place: _Place) -> str | None:
    row: Row = {"ongoing": int(match["amount"]), "type": type_name(match["type"]), "until": "save"}
    return place.at_roll(place.attack(match), "hit", [row])


def _whoever(match: re.Match[str], place: _Place) -> str | None:
    """ "Targets hit by the dirge are dazed": what befalls the target of a hit, or every target."""
    verb = {"are": "is", "take": "takes", "may not": "can't"}.get(match["verb"].lower(), match["verb"])
    said = f"the target {verb} {match['rest']}".replace("of their next turn", "of its next turn")
    hit = "hit by" in match.group(0).lower()
    effects = read_effects(place.speaker.unmark(said), place.speaker, hits_only=hit)
    if effects.kept or any(row.get("on", "target") != "target" for row in effects.rows):
        return None
    return place.at_roll(place.attack(match), "hit" if hit else "", effects.rows)


def _first_bite(match: re.Match[str], place: _Place) -> str | None:
    """ "The first time each battle a creature takes damage from such an attack, it takes 10 extra damage": a mark tells who had it."""
    mark = folded(place.name)
    extra: Row = {"extra_damage": int(match["amount"]), "against": f"not_marked {mark}"}
    row: Row = {"name": place.name, "when": "attacking", "kinds": [match["kind"].lower()], "roll": "hit"}
    rows = place.block.setdefault("occasions", [])
    if isinstance(rows, list):
        rows.append({**row, "effects": [extra, {"mark": mark, "until": "end of battle"}]})
    return ""


def _above_a_score(match: re.Match[str], place: _Place) -> str | None:
    """ "If the natural roll with the snare is above the target's Constitution, it deals additional ongoing poison damage ..."."""
    times = {"": 1, "twice ": 2, "double ": 2, "triple ": 3}[(match["times"] or "").lower()]
    amount = "escalation" if times == 1 else f"escalation x{times}"
    burns: Row = {"ongoing": amount, "type": type_name(match["type"]), "until": "save"}
    rider: Row = {"when": f"natural above {match['score'][:3].lower()} hit", "name": place.name, "effects": [burns]}
    place.use(match).changes["riders"] = [rider]
    return ""


def _instead(match: re.Match[str], place: _Place) -> str | None:
    """ "On such a hit it deals 120 damage instead of 70": so much more."""
    more, when = int(match["now"]) - int(match["was"]), label(f"natural {match['faces']} hit")
    if more <= 0 or when is None:
        return None
    return place.at_roll(place.attack(match), when.when, [{"extra_damage": more}])


# -- what changes the attack itself --------------------------------------------------------------------------------------

_ON_ROLL = pattern(r"on a natural (?P<faces>even|odd|\d{1,2}\+|\d{1,2}-\d{1,2}), (?P<rest>the target .{5,120})$")


def _made_otherwise(match: re.Match[str], place: _Place) -> str | None:
    """ "Now targets MD and deals psychic damage, and ...": another defence, another type, and what else is said."""
    said = match.groupdict()
    rest = (said.get("rest") or "").rstrip(".").replace("with the attack", f"with {match['attack']}")
    on_roll = _ON_ROLL.match(rest)
    if on_roll:
        effects = read_effects(place.speaker.unmark(on_roll["rest"]), place.speaker, hits_only=False)
        if effects.kept or place.at_roll(place.attack(match), f"natural {on_roll['faces']}", effects.rows) is None:
            return None
        rest = ""
    changes = place.use(match).changes
    if said.get("defence"):
        changes["defence"] = said["defence"].upper()
    if said.get("type"):
        changes["type"] = type_name(said["type"])
    return rest


def _half_on_misses(match: re.Match[str], place: _Place) -> str | None:
    """ "Its attacks deal half damage on a miss": those that have no miss line of their own."""
    for use in place.uses.values():
        use.changes["half_on_miss"] = (match["kind"] or "").strip().lower()
    return ""


def _has_it(match: re.Match[str], place: _Place) -> str | None:
    """ "It gains a venom spit attack": one that waited is an attack like the others."""
    use = place.use(match)
    if "granted" not in use.needs:
        return None
    use.needs = [need for need in use.needs if need != "granted"]
    return ""


def _more_of_it(match: re.Match[str], place: _Place) -> str | None:
    place.use(match).changes["attacks"] = number(match["now"])
    return ""


def _quick_for_once(match: re.Match[str], place: _Place) -> str | None:
    """ "Once per battle, for one turn; the storm becomes a quick action to use": one more use of it, as a quick action."""
    use = place.use(match)
    if use.variant is not None:
        return None
    use.variant = Use("quick", "1/battle")
    return ""


def _one_of_several(match: re.Match[str], place: _Place) -> str | None:
    """ "Once per battle as a standard action, it can make one of the following attacks: ...": attacks that waited share one use."""
    named = [folded(place.speaker.unmark(one)) for one in re.split(r", or |, | or ", match["list"])]
    uses = [place.uses.get(name) for name in named]
    if len(named) < 2 or not all(use is not None and "granted" in use.needs for use in uses):
        return None
    place.speaker.pools.add(folded(place.name))
    for use in uses:
        if use is not None:
            use.needs = [need for need in use.needs if need != "granted"]
            use.usage = f"{number(match['times'])}/battle"
            use.changes["pool"] = folded(place.name)
    return ""


def _reaches_further(match: re.Match[str], place: _Place) -> str | None:
    place.use(match).changes["range"] = "faraway"
    return ""


def _now_close(match: re.Match[str], place: _Place) -> str | None:
    """ "Is now a close attack against 1d3 enemies in a group"."""
    found = targets(match["whom"], "close")
    if found.kept:
        return None
    place.use(match).changes |= {"kind": "close", "targets": dict(found.row)}
    return ""


# -- what changes the figures --------------------------------------------------------------------------------------------

_FIGURE = pattern(
    r"(?:(?:and )?add )?(?P<value>[+-]\d{1,2}) to (?:its |all )?(?P<what>AC|PD|MD|defen[cs]es|attacks)(?:, (?:and )?|\.?$)"
)


def _figures(match: re.Match[str], place: _Place) -> str | None:
    """ "-2 to all defences", "add +2 to the beast's AC, and add +1 to its PD": printed figures, changed before the fight."""
    said = re.sub(rf"(?:{SELF}|the [a-z]+ [a-z]+)'s ", "its ", match.group(0))
    found: dict[str, int] = {}
    at = 0
    while at < len(said):
        one = _FIGURE.match(said, at)
        if one is None:
            return None
        keys = ("ac", "pd", "md") if one["what"].lower().startswith("defen") else (one["what"].lower(),)
        found |= dict.fromkeys(keys, int(one["value"]))
        at = one.end()
    for key, value in found.items():
        known = place.block.get(key)
        if key == "attacks":
            _all_attacks(place, value)
        elif isinstance(known, int):
            place.block[key] = known + value
    return ""


def _all_attacks(place: _Place, value: int) -> None:
    for use in place.uses.values():
        use.changes["bonus"] = value


def _hit_points(match: re.Match[str], place: _Place) -> str | None:
    known = place.block.get("hp")
    place.block["hp"] = (known if isinstance(known, int) else 0) + int(match["more"])
    return ""


_ITS = rf"(?:in addition, )?(?:{SELF}'s |the |its )?(?P<attack>{OWN_ATTACK})(?: attacks?)?"
_SENTENCES: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (pattern(words), reader)
    for words, reader in (
        (
            rf"{_ITS} (?:now )?(?:also )?deals (?P<what>[^.;,]{{1,40}}? damage) on an? "
            r"(?P<when>(?:natural (?:even|odd|\d{1,2}\+|\d{1,2}-\d{1,2}) )?(?:hit|miss))\.?$",
            _damage_at,
        ),
        (rf"{_ITS} also deals (?P<amount>\d{{1,3}}) ongoing (?P<type>{ONE_TYPE})(?: damage)?\.?$", _also_ongoing),
        (
            rf"(?:in addition, )?(?:a target|targets|creatures|enemies) (?:hit by|of) (?:{SELF}'s |the )?(?P<attack>{OWN_ATTACK})"
            r"(?: attack)? (?P<verb>is|are|can't|may not|must|takes?) (?P<rest>[^.;]{3,120})\.?$",
            _whoever,
        ),
        (
            rf"when {SELF} rolls a natural (?P<faces>even|odd|\d{{1,2}}\+) hit with (?P<attack>{OWN_ATTACK})(?: attacks?)?,"
            r" it deals (?P<now>\d{1,3}) damage instead of (?P<was>\d{1,3})\.?$",
            _instead,
        ),
        (
            rf"the first time each battle a creature takes damage from {SELF}(?:'s)? (?P<kind>melee|ranged|close) attack,"
            r" it takes (?P<amount>\d{1,3}) extra damage\.?$",
            _first_bite,
        ),
        (
            rf"if the natural roll with (?P<attack>{OWN_ATTACK}) is above the target's (?P<score>strength|constitution|dexterity"
            rf"|intelligence|wisdom|charisma), it deals additional ongoing (?P<type>{ONE_TYPE}) damage equal to "
            r"(?P<times>twice |double |triple )?the escalation die \(save ends\)\.?$",
            _above_a_score,
        ),
        (
            rf"{_ITS} now targets (?P<defence>AC|PD|MD)(?: and deals (?P<type>{ONE_TYPE}) damage)?\.?$",
            _made_otherwise,
        ),
        (
            rf"{_ITS} (?:becomes [a-z ]{{3,30}}, )?(?:now )?deals (?P<type>{ONE_TYPE}) damage(?:, and (?P<rest>[^.;]{{10,200}}))?\.?$",
            _made_otherwise,
        ),
        (rf"{SELF}'s (?P<kind>melee |ranged |close )?attacks (?:now )?deal half damage on a miss\.?$", _half_on_misses),
        (rf"{SELF} gains an? (?P<attack>{OWN_ATTACK}) attack\.?$", _has_it),
        (rf"{SELF} can make (?P<now>two|three|four) (?P<attack>{OWN_ATTACK}) attacks instead of (?:one|two|three)\.?$", _more_of_it),
        (
            rf"once per battle,? for one turn[;,] (?P<attack>{OWN_ATTACK}) becomes a quick action(?: to use)?\.?$",
            _quick_for_once,
        ),
        (
            rf"(?P<times>once|twice) per battle as a standard action, {SELF} can make one of the following [a-z ]{{0,20}}attacks: "
            r"(?P<list>[^.;]{10,250}?) ?\.?$",
            _one_of_several,
        ),
        (rf"{_ITS} can also target far ?away enemies\.?$", _reaches_further),
        (rf"{_ITS} is now a close attack against (?P<whom>[^.;]{{5,60}})\.?$", _now_close),
        (r"(?:add )?[+-]\d{1,2} to [^.;]{2,80}\.?$", _figures),
        (r"[+-]\d{1,2}% to hit points \((?P<more>[+-]\d{1,3})\)\.?$", _hit_points),
    )
)


# -- the attack as it is written -----------------------------------------------------------------------------------------


def change_attack(row: Row, changes: Row) -> None:
    """Makes the changes that traits ask for in a written attack."""
    if not changes:
        return
    for key in ("defence", "kind", "attacks", "pool"):
        if key in changes:
            row[key] = changes[key]
    more, bonus, aims = changes.get("bonus"), row.get("bonus"), row.get("targets")
    if isinstance(more, int) and isinstance(bonus, int):
        row["bonus"] = bonus + more
    if isinstance(changes.get("targets"), dict):
        row["targets"] = changes["targets"]
    elif "range" in changes and isinstance(aims, dict):
        aims["range"] = changes["range"]
    for place in ("hit", "miss") if "type" in changes else ():
        listed = row.get(place)
        for effect in listed if isinstance(listed, list) else ():
            if isinstance(effect, dict) and "damage" in effect:
                effect["type"] = changes["type"]
    riders, more_riders = row.get("riders"), changes.get("riders")
    if isinstance(more_riders, list):
        row["riders"] = [*(riders if isinstance(riders, list) else []), *more_riders]
    if changes.get("half_on_miss") in ("", row["kind"]) and "miss" not in row and "bonus" in row:
        row["miss"] = [{"damage": "half"}]
