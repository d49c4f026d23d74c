"""Traits that change one of the creature's own attacks as it is printed: other effects, other ends, another way to use it.

Such a sentence is understood before the attack it speaks of has been read, so it is kept and applied at the end. A change that
does not find in the attack what it speaks of leaves everything as it was, and the trait stays text.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable

from quintain_bestiary.phrases import CONDITION, ONE_TYPE, pattern, type_name, until_at
from quintain_bestiary.speaker import OWN_ATTACK, SELF, Speaker
from quintain_bestiary.text import Row, Value

Amend = Callable[[list[Row], Row], bool]
"""Changes the attacks or the block; False, and nothing changed, where that cannot be done."""

_FACES = r"(?:even|odd|\d{1,2}\+)"
_SINGLE = pattern(
    rf"when {SELF} makes an? (?P<attack>{OWN_ATTACK}) attack, it (?:can|may) (?:choose to )?target (?:only one|a single)"
    r" nearby enemy\. if (?:it does|so), it (?:gains|gets|has) a"
    r" \+(?P<bonus>\d) attack bonus [^.]{0,20} ?and the hit effects are save ends\.?$"
)
_INSTEAD = pattern(
    rf"when {SELF} rolls a natural (?P<faces>{_FACES}) with an? (?P<attack>{OWN_ATTACK}) attack and hits, the target is"
    rf" (?P<now>{CONDITION})(?P<end> \([^()]{{5,30}}\)| until [^.]{{5,40}}) instead of (?P<was>{CONDITION})\.?$"
)
_VENOM = pattern(
    rf"(?:the|{SELF}'s|its) (?P<attack>{OWN_ATTACK}) attack deals (?P<more>\d{{1,3}}) extra ongoing (?:(?P<type>{ONE_TYPE}) )?damage"
    rf"(?: \(\d{{1,3}} total\))?(?P<apart>, but the target must succeed on two saves \([^()]{{5,60}}\))?\.?$"
)
_LINK = pattern(
    rf"each time a hit enemy rolls the save against (?P<state>{CONDITION}), one of its allies(?: \(of {SELF}'s choice\))? takes"
    rf" (?P<amount>\d{{1,3}}) (?:(?P<type>{ONE_TYPE}) )?damage\.?$"
)
_AGAIN = pattern(
    rf"{SELF} can use (?P<attack>{OWN_ATTACK}|[a-z' ]{{3,30}}?) as its standard action during the round after it uses"
    rf" [^.]{{3,40}} as a free"
    rf" action\.(?P<spares> [^.]{{3,40}} doesn't deal miss damage to {SELF} when used as a standard action\.)?$"
)
_OTHER = pattern(
    rf"(?:{SELF}'s|the|its) (?P<attack>{OWN_ATTACK}) attack instead (?P<verb>dazes|weakens|hampers|stuns|confuses) the target"
    r" (?P<end>\([^()]{5,30}\)|until [^.]{5,40})\.?$"
)
_DOES = {"dazes": "dazed", "weakens": "weakened", "hampers": "hampered", "stuns": "stunned", "confuses": "confused"}
_BOTH = pattern(
    rf"{SELF} can make one (?P<one>close|ranged|melee) attack and one (?P<other>close|ranged|melee) attack each round"
    rf" as a standard action\."
)


def amend_of(name: str, text: str, speaker: Speaker) -> tuple[Amend, str] | None:
    """The change that a trait describes, and the words of it that stay text; None where it describes none."""
    marked = speaker.mark(text).strip()
    for phrase, reader in _READERS:
        match = phrase.match(marked)
        if match:
            return reader(match, name, speaker), speaker.unmark(marked[match.end() :]).strip()
    return None


def _named(attacks: list[Row], name: str) -> Row | None:
    return next((row for row in attacks if str(row.get("name", "")).lower() == name.lower()), None)


def _rows_of(attack: Row) -> list[list[Value]]:
    """The hit line and the effects of every rider."""
    hit, riders = attack.get("hit"), attack.get("riders")
    found = [hit] if isinstance(hit, list) else []
    for rider in riders if isinstance(riders, list) else []:
        effects = rider.get("effects") if isinstance(rider, dict) else None
        found += [effects] if isinstance(effects, list) else []
    return found


def _single(match: re.Match[str], name: str, speaker: Speaker) -> Amend:
    """The attack at one target only: better aimed, and what it does lasts until a save."""
    attack, bonus = speaker.attack_meant(match["attack"]), int(match["bonus"])

    def apply(attacks: list[Row], block: Row) -> bool:
        found = _named(attacks, attack)
        printed = found.get("bonus") if found else None
        if found is None or not isinstance(printed, int):
            return False
        made: Row = {**copy.deepcopy(found), "name": f"{attack} ({name})", "bonus": printed + bonus}
        targets = made.get("targets")
        made["targets"] = {**(targets if isinstance(targets, dict) else {}), "count": 1}
        lasting = [row for rows in _rows_of(made) for row in rows if isinstance(row, dict) and "inflict" in row]
        for row in lasting:
            row["until"] = "save"
        if lasting:
            attacks.append(made)
        return bool(lasting)

    return apply


def _instead(match: re.Match[str], name: str, speaker: Speaker) -> Amend:
    """Another condition in the place of one that the attack has on such a roll."""
    attack = speaker.attack_meant(match["attack"])
    end = until_at(match["end"], 0)

    def apply(attacks: list[Row], block: Row) -> bool:
        found = _named(attacks, attack)
        riders = found.get("riders") if found else None
        roll = f"natural {match['faces'].lower()}"
        for rider in riders if end and isinstance(riders, list) else []:
            if not isinstance(rider, dict) or rider.get("when") not in (roll, f"{roll} hit"):
                continue
            effects = rider.get("effects")
            if end and isinstance(riders, list) and effects and effects == _inflicting(effects, match["was"]):
                if rider["when"] == roll:  # a miss with such a roll does what it always did
                    riders.append({**copy.deepcopy(rider), "when": f"{roll} miss"})
                now: list[Value] = [{"inflict": [match["now"].lower()], "until": end.rule}]
                rider |= {"when": f"{roll} hit", "effects": now}
                return True
        return False

    return apply


def _other(match: re.Match[str], name: str, speaker: Speaker) -> Amend:
    """ "The roar instead weakens the target": in the place of the only condition that the attack has."""
    attack, end = speaker.attack_meant(match["attack"]), until_at(f" {match['end']}", 0)

    def apply(attacks: list[Row], block: Row) -> bool:
        found = _named(attacks, attack)
        rows = [row for listed in _rows_of(found) for row in listed] if found else []
        lasting = [row for row in rows if isinstance(row, dict) and "inflict" in row]
        if end is None or len(lasting) != 1:
            return False
        lasting[0] |= {"inflict": [_DOES[match["verb"].lower()]], "until": end.rule}
        return True

    return apply


def _inflicting(effects: Value, condition: str) -> list[Value]:
    """Of these rows, those that bring this condition and no other."""
    rows = effects if isinstance(effects, list) else []
    return [row for row in rows if isinstance(row, dict) and row.get("inflict") == [condition.lower()]]


def _venom(match: re.Match[str], name: str, speaker: Speaker) -> Amend:
    """More ongoing damage; and, where it says so, a save of its own for the condition that came along with it."""
    attack, kind = speaker.attack_meant(match["attack"]), type_name(match["type"]) if match["type"] else ""

    def apply(attacks: list[Row], block: Row) -> bool:
        found = _named(attacks, attack)
        hit = found.get("hit") if found else None
        for place, row in enumerate(hit if isinstance(hit, list) else []):
            amount = row.get("ongoing") if isinstance(row, dict) and row.get("type", "") == kind else None
            if isinstance(row, dict) and isinstance(hit, list) and isinstance(amount, int):
                row["ongoing"] = amount + int(match["more"])
                if match["apart"] and "conditions" in row:
                    hit.insert(place + 1, {"inflict": row.pop("conditions"), "until": row.get("until", "save")})
                return True
        return False

    return apply


def _link(match: re.Match[str], name: str, speaker: Speaker) -> Amend:
    """Every save against a condition hurts one of the others."""
    hurt: Row = {"damage": int(match["amount"]), "on": "random_other", "count": 1}
    hurt |= {"type": type_name(match["type"])} if match["type"] else {}

    def apply(attacks: list[Row], block: Row) -> bool:
        changed = False
        for row in [row for attack in attacks for rows in _rows_of(attack) for row in rows]:
            if isinstance(row, dict) and row.get("inflict") == [match["state"].lower()] and str(row.get("until")).endswith("save"):
                failed: list[Value] = [dict(hurt)]
                saved: list[Value] = [dict(hurt)]
                row |= {"each_failed_save": failed, "after_save": saved}
                changed = True
        return changed

    return apply


def _again(match: re.Match[str], name: str, speaker: Speaker) -> Amend:
    """An attack that was granted may be used on the next turn as well."""
    meant = match["attack"]
    attack = speaker.attack_meant(meant) if re.fullmatch(OWN_ATTACK, meant) else meant

    def apply(attacks: list[Row], block: Row) -> bool:
        found = _named(attacks, attack)
        needs = found.get("needs") if found else None
        if found is None or not isinstance(needs, list) or "granted" not in needs:
            return False
        riders = found.setdefault("riders", [])
        if not isinstance(riders, list):
            return False
        for rider in riders if match["spares"] else []:
            effects = rider.get("effects") if isinstance(rider, dict) else None
            own = isinstance(effects, list) and all(isinstance(row, dict) and row.get("on") == "self" for row in effects)
            if isinstance(rider, dict) and own:
                rider["needs"] = ["granted"]
        opened: list[Value] = [{"unlocks": str(found["name"]).lower(), "on": "self", "until": "end of own next turn"}]
        riders.append({"when": "always", "name": name, "once": "turn", "needs": ["granted"], "effects": opened})
        return True

    return apply


def _both(match: re.Match[str], name: str, speaker: Speaker) -> Amend:
    """Two attacks of different kinds with one action: whichever comes first grants the other, once a round."""

    def apply(attacks: list[Row], block: Row) -> bool:
        usual = [row for row in attacks if "needs" not in row and "trigger" not in row and "action" not in row]
        kinds = [[row for row in usual if row.get("kind") == match[key].lower()] for key in ("one", "other")]
        if not all(kinds) or match["one"].lower() == match["other"].lower():
            return False
        rows = block.setdefault("occasions", [])
        for first, second in ((kinds[0], kinds[1]), (kinds[1], kinds[0])):
            granted: list[Value] = [[{"attack": row["name"]}] for row in second]
            effect: Value = {"choose": {"options": granted}} if len(second) > 1 else {"attack": second[0]["name"]}
            for row in first:
                occasion: Row = {"name": name, "when": "attacking", "with": row["name"], "once": "round", "opportunity": "never"}
                if isinstance(rows, list):
                    rows.append({**occasion, "effects": [effect]})
        return True

    return apply


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str, Speaker], Amend]], ...] = (
    (_SINGLE, _single), (_INSTEAD, _instead), (_OTHER, _other), (_VENOM, _venom), (_LINK, _link), (_AGAIN, _again), (_BOTH, _both),
)  # fmt: skip
