"""Does an event's arithmetic add up to what it says happened? One reader for each book that tells figures in `data`."""

from __future__ import annotations

import re
from collections.abc import Callable

from quintain.engine import Event, Fight
from quintain.systems.escalation.rules.skirmish import Skirmish as Fray
from quintain.systems.riposte.sheet import Skirmish


def why_wrong(fight: Fight, event: Event) -> str:
    """What does not add up in this event; "" where it does, or where there is nothing to add."""
    read = READERS.get((fight.system.name, event.kind))
    if read is not None:
        return read(fight, event)
    return why_wrong_sum(event)


def why_wrong_sum(event: Event) -> str:
    """The terms against the total told, or against the figure and the verdict told."""
    total, summed = event.data.get("total"), sum_of(event.math)
    if isinstance(total, int) and event.math and summed != total:
        return f"the terms sum to {summed}, not {total}"
    if event.against is None or not event.math:
        return ""
    told = MADE.get(event.verdict)
    # A natural 20 makes it and a natural 1 fails, whatever is added.
    made = {20: True, 1: False}.get(event.math[0][1] if event.math[0][0] == "d20" else 0, summed >= event.against[1])
    if told is None:
        return f"{event.verdict!r} says neither that it was made nor that it failed"
    return "" if told == made else f"{summed} against {event.against[1]} is told as {event.verdict}"


MADE = {
    **dict.fromkeys(("hit", "critical hit", "success", "saved", "wakes", "away", "ready", "found", "critical success", "done"), True),
    **dict.fromkeys(("miss", "fumble", "failed", "fails", "failure", "botch", "out", "a partial success"), False),
}
"""Words for what came of a sum that is compared with a figure."""


# -- riposte ---------------------------------------------------------------------------------------------------------------


def riposte_strike(fight: Fight, event: Event) -> str:
    """RI-02 to RI-11: the die against both chances, the damage from its terms."""
    data, terms = event.data, dict(event.math)
    hit_terms = sum(value for label, value in event.math[: hit_count(event)])
    if hit_terms != data["hit_chance"]:
        return f"the terms of the Hit Chance sum to {hit_terms}, not {data['hit_chance']}"
    roll, chance, crit_chance = int(str(data["roll"])), int(str(data["hit_chance"])), int(str(data["crit_chance"]))
    crit_roll = event.faces.get("critical d%", [roll])[0]  # strike.crit_roll: a die of its own
    hit = passes(fight, roll, chance)
    if hit != data["hit"]:
        return f"{roll} against {chance} is told as {'a hit' if data['hit'] else 'a miss'}"
    crit = hit and passes(fight, crit_roll, crit_chance)
    if crit != data["crit"]:
        return f"{crit_roll} against {crit_chance} is told as {'critical' if data['crit'] else 'not critical'}"
    damage = max(0, sum(value for label, value in event.math[hit_count(event) :])) * (3 if crit else 1) if hit else 0
    if data["damage"] not in (damage, damage // 2):
        return f"the terms of the damage come to {damage}, not {data['damage']}"
    return "" if terms else "no terms are told"


def hit_count(event: Event) -> int:
    """How many of the terms belong to the Hit Chance: those before the striker's Might."""
    for place, (label, _) in enumerate(event.math):
        if label.startswith("Might of"):
            return place
    return len(event.math)


def riposte_check(fight: Fight, event: Event) -> str:
    data = event.data
    chance, roll = sum(value for _, value in event.math), int(str(data["roll"]))
    if chance != data["chance"]:
        return f"the terms sum to {chance}, not {data['chance']}"
    return "" if passes(fight, roll, chance) == data["passed"] else f"{roll} against {chance} is told otherwise"


def passes(fight: Fight, roll: int, chance: int) -> bool:
    """RI-02, RI-03, with percentile.compare as this table plays it."""
    assert isinstance(fight.battle, Skirmish)
    return chance >= 100 or (chance > 0 and (roll < chance or (roll == chance and fight.battle.switches.at_or_below)))


# -- clash -----------------------------------------------------------------------------------------------------------------


def clash_score(fight: Fight, event: Event) -> str:
    total = sum(value for _, value in event.math)
    return "" if total == event.data["score"] else f"the terms sum to {total}, not {event.data['score']}"


def clash_attack(fight: Fight, event: Event) -> str:
    """CL-55: the margin gives the band; which limit counts depends on what the target does."""
    if "band" not in event.data or len(event.math) != 2:
        return ""
    margin = event.math[1][1] - event.math[0][1]
    dealt = re.search(r": .* for (\d+)", event.text)
    if event.dealt and (dealt is None or sum(value for _, value in event.dealt) != int(dealt[1])):
        return f"the dice of the damage sum to {sum(value for _, value in event.dealt)}"
    limits = [0, 2, 9]
    possible = {"Full Hit" if margin <= 0 else "Glancing Hit" if margin <= limit else "Miss" for limit in limits}
    return "" if event.data["band"] in possible else f"a margin of {margin} is told as {event.data['band']}"


# -- escalation ------------------------------------------------------------------------------------------------------------


def escalation_harm(fight: Fight, event: Event) -> str:
    """ES-92, ES-96, R-42: dice, what is printed and what is added come to the damage that is told."""
    dealt = re.search(r"takes (\d+) damage", event.text)
    total = sum(value for _, value in event.math)
    if event.math and (dealt is None or total != int(dealt[1])):
        return f"the terms of the damage sum to {total}"
    wrong = [label for label, value in event.math if label in event.faces and not event.faces[label]]
    return f"no faces of {wrong[0]}" if wrong else ""


def escalation_attack(fight: Fight, event: Event) -> str:
    """ES-89 to ES-95; at tables where all of an expanded crit range hits (R-41) such a die needs no total."""
    assert isinstance(fight.battle, Fray)
    if event.verdict == "critical hit" and fight.battle.switches.expanded_crit_hits:
        return ""
    return why_wrong_sum(event)


def escalation_recovery(fight: Fight, event: Event) -> str:
    """ES-113 to ES-115, ES-168: dice, CON and what is cut off or halved come to what is healed."""
    used, total = re.search(r"(?:uses a recovery for|half the healing,) (\d+)", event.text), sum_of(event.math)
    return "" if not event.math or (used is not None and total == int(used[1])) else f"the terms sum to {total}"


def escalation_initiative(fight: Fight, event: Event) -> str:
    return "" if not event.math or sum_of(event.math) == int(event.verdict) else f"the terms sum to {sum_of(event.math)}"


# -- toughness -------------------------------------------------------------------------------------------------------------

DEGREES = ("no harm done", "first degree", "second degree", "third degree", "fourth degree")


def toughness_attack(fight: Fight, event: Event) -> str:
    """TO-47 to TO-51: die and terms against the Defense that its own terms sum to; a natural 20 hits, a natural 1 misses."""
    assert event.against is not None
    place = event.math.index(event.against)
    total, defense = sum_of(event.math[:place]), sum_of(event.math[place + 1 :])
    if defense != event.against[1]:
        return f"the terms of the Defense sum to {defense}, not {event.against[1]}"
    face = 0 if "no natural" in event.text else event.math[0][1]
    hit = (total >= defense or face == 20) and face != 1
    return "" if hit == (event.verdict in ("hit", "a critical hit")) else f"{total} against {defense} is told as {event.verdict}"


def toughness_save(fight: Fight, event: Event) -> str:
    """TO-66 to TO-71, TO-120: how far the sum misses the Difficulty is the degree."""
    assert event.against is not None
    margin = event.against[1] - sum_of(event.math[:-1])
    target, mercy = fight.battle.find(event.who[0]), event.math[0][1] == 20 and "no natural" not in event.text
    if margin <= 0:
        degrees = {DEGREES[0]}
    elif getattr(getattr(target, "block", None), "minion", False):
        degrees = {DEGREES[4], *(["killed"] if margin >= 20 else [])}
    else:
        degrees = {DEGREES[1] if mercy else DEGREES[min(4, margin // 5 + 1)], *(["killed"] if margin >= 20 and not mercy else [])}
    return "" if event.verdict in degrees else f"missed by {margin} is told as {event.verdict}"


def toughness_check(fight: Fight, event: Event) -> str:
    """TO-90 to TO-101: die and bonus against a number; Conviction lifts what it lifts."""
    assert event.against is not None
    total, against = sum_of(event.math[:-1]), event.against[1]
    if "Conviction" in event.text:
        return ""
    natural = re.search(r"\(a natural (1|20)\)", event.text) if event.kind == "save" else None
    made = total >= against if natural is None else natural[1] == "20" == str(event.math[0][1])
    told = event.verdict in ("made", "recovered", "holding on", "out of danger", "saved")
    if event.kind == "dying" and (event.verdict == "out of danger") != (total >= against + 10):
        return f"{total} against {against} is told as {event.verdict}"
    return "" if made == told else f"{total} against {against} is told as {event.verdict}"


def sum_of(terms: list[tuple[str, int]]) -> int:
    return sum(value for _, value in terms)


def clash_met(fight: Fight, event: Event) -> str:
    """A score against the Challenge Score of a place."""
    assert event.against is not None
    return "" if (event.math[0][1] >= event.against[1]) == (event.verdict == "met") else f"{event.math} is told as {event.verdict}"


def clash_progress(fight: Fight, event: Event) -> str:
    gained = int(event.verdict.rpartition(" ")[2]) if event.verdict != "no progress" else 0
    return "" if event.math[-1] == ("progress", gained) else f"{event.math} is told as {event.verdict}"


def toughness_opposed(fight: Fight, event: Event) -> str:
    """TO-60: the higher sum prevails."""
    assert event.against is not None
    total, other = sum_of(event.math[:-1]), event.against[1]
    winner = fight.battle.find(event.who[0 if total > other else 1])
    wins = winner is None or event.verdict == f"{winner.name} prevails"
    return "" if wins or total == other else f"{total} to {other} is told as {event.verdict}"


READERS: dict[tuple[str, str], Callable[[Fight, Event], str]] = {
    ("riposte", "strike"): riposte_strike,
    ("riposte", "check"): riposte_check,
    ("clash", "score"): clash_score,
    ("clash", "attack"): clash_attack,
    ("clash", "met"): clash_met,
    ("clash", "progress"): clash_progress,
    ("escalation", "attack"): escalation_attack,
    ("escalation", "harm"): escalation_harm,
    ("escalation", "recovery"): escalation_recovery,
    ("escalation", "initiative"): escalation_initiative,
    ("toughness", "attack"): toughness_attack,
    ("toughness", "opposed"): toughness_opposed,
    ("toughness", "confirmation"): toughness_attack,
    ("toughness", "toughness"): toughness_save,
    **{("toughness", kind): toughness_check for kind in ("save", "recovery", "dying", "aid")},
}
