"""What is declared, in plain language: on a button, and in a sentence; openly, without what only the GM knows of (section 7)."""

from __future__ import annotations

from typing import Final

from quintain.engine.battle import Battle
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration, Stop
from quintain.systems.clash.sheet import ClashBattle


def declaration_label(battle: Battle, declared: Declaration) -> str:
    """A declaration as a button says it."""
    assert isinstance(battle, ClashBattle)
    said = declaration_words(battle, declared)
    if declared.far:
        said += " (out of reach now)"
    if declared.hint:
        said += f" ({declared.hint})"
    if declared.seeming is not None:
        said += f" (seems: {declaration_words(battle, declared.seeming)})"
    return said


def declaration_words(battle: ClashBattle, declared: Declaration, openly: bool = False) -> str:
    """A declaration in words; `openly` without what only the GM knows of (section 7)."""
    said = v.STANDARD_ACTIONS[declared.action].name
    if declared.ability_id:
        name = declared.ability_name or declared.ability_id
        said = name if declared.action == v.IMPROVISE else f"{name} ({said})"
    aim = battle.unit(declared.aim).name if declared.aim >= 0 and not (openly and battle.unit(declared.aim).is_secret()) else ""
    if declared.action == v.IMPROVISE:
        said = improvised_words(battle, declared, said, aim, openly)
    elif aim:
        said = f"{said} {aim}" if declared.action in (v.COVER, v.TEND) else f"{said}: {aim}"
    if declared.path and not (openly and leads_to_secret(battle, declared)):
        way = way_words(battle, declared)
        said = f"{said} {way}" if declared.action == v.MOVE_FAR else f"{said}, {'then' if declared.after else 'going'} {way}"
    if declared.handling is not None:
        said = f"{said}, and besides: {declaration_words(battle, declared.handling, openly)}"
    return f"{said} with a Surge" if declared.surge else said


def leads_to_secret(battle: ClashBattle, declared: Declaration) -> bool:
    return any(stop.beside >= 0 and battle.unit(stop.beside).is_secret() for stop in declared.path)


def improvised_words(battle: ClashBattle, declared: Declaration, said: str, aim: str, openly: bool) -> str:
    if declared.deed == v.FEAT:
        feat = battle.feat(declared.what)
        if openly and feat is not None and feat.hidden:
            return said
        return f"Work on {feat.name if feat is not None else declared.what}"
    if declared.deed and aim:
        return f"{v.HANDLES[declared.deed][0]} {aim}"
    if declared.ability_id and aim:
        return f"{said}: {aim}"
    return f"{said} on {aim}" if aim else said


def way_words(battle: ClashBattle, declared: Declaration) -> str:
    """Where a way leads: to zones, to a point, beside somebody."""
    beside = declared.path[0].beside
    if beside < 0:
        return "to " + ", ".join([stop_words(battle, stop) for stop in declared.path])
    return "there" if beside == declared.aim and not declared.after else f"beside {battle.unit(beside).name}"


def stop_words(battle: ClashBattle, stop: Stop) -> str:
    if stop.zone >= 0:
        return battle.field.zones[stop.zone].name
    if stop.beside >= 0:
        return f"beside {battle.unit(stop.beside).name}"
    return point_words(battle, stop.x, stop.y)


def point_words(battle: ClashBattle, x: float, y: float) -> str:
    """A point on a map in feet has no name: it is told from whoever is nearest of those all know of."""
    seen = [unit for unit in battle.crew if unit.is_there() and not unit.is_secret() and unit.unit_class != v.HAZARD]
    if not seen:
        return f"({x:g}, {y:g})"
    near = min(seen, key=lambda unit: (unit.x - x) ** 2 + (unit.y - y) ** 2)
    right, down = x - near.x, y - near.y
    parts = [f"{abs(right):g} ft {'right' if right > 0 else 'left'}"] if right else []
    parts.extend([f"{abs(down):g} ft {'down' if down > 0 else 'up'}"] if down else [])
    return f"a point {' and '.join(parts)} {'from' if down else 'of'} {near.name}" if parts else f"where {near.name} is"


# -- declarations as sentences ----------------------------------------

DOES: Final = {"do": "does", "try": "tries", "reach": "reaches"}
"""Verbs that take more than an s."""


def doing(battle: ClashBattle, declared: Declaration | None, openly: bool = False, he_does: bool = False) -> str:
    """What is declared, as the end of a sentence: "move to the ramp and attack Ana", or "moves to the ramp and attacks Ana"."""
    if declared is None:
        declared = Declaration(battle.names, v.NOTHING)
    aim = battle.unit(declared.aim).name if declared.aim >= 0 and not (openly and battle.unit(declared.aim).is_secret()) else ""
    way = "" if not declared.path or (openly and leads_to_secret(battle, declared)) else way_words(battle, declared)
    if way and len(declared.path) > 1 and declared.path[0].beside < 0:
        *through, last = [stop_words(battle, stop) for stop in declared.path]
        way = f"through {', '.join(through)} to {last}"
    parts = deed_parts(battle, declared, aim, way, openly)
    if declared.handling is not None:
        parts.append(doing(battle, declared.handling, openly))
    return " and ".join([third_person(part) if he_does else part for part in parts])


def deed_parts(battle: ClashBattle, declared: Declaration, aim: str, way: str, openly: bool) -> list[str]:
    """The parts of a declaration in their order, each beginning with its verb."""
    move = [f"move {way}"] if way else []
    if declared.ability_id:
        used = f"use {declared.ability_name or declared.ability_id}{f' on {aim}' if aim else ''}"
        return [used, *move] if declared.after else [*move, used]
    if declared.attacks():
        blow = f"attack {aim or 'somebody'}"
        if declared.action == v.STANDING_ATTACK:
            return [f"stand and {blow}"]
        if declared.action == v.MOVE_TO_ATTACK:
            return [f"{'move ' + way if way else 'step up'} to {blow}"]
        if not move:
            return [f"{blow} on the spot"]
        return [blow, *move] if declared.after else [*move, blow]
    if declared.action == v.IMPROVISE:
        deed = improvised_deed(battle, declared, aim, openly)
        return [deed, *move] if declared.after else [*move, deed]
    more = ""
    if declared.action in (v.COVER, v.TEND):
        more = aim or "somebody"
    elif declared.action in (v.MOVE_FAR, v.FLEE):
        more = way or ("without moving" if declared.action == v.FLEE else "")
    elif declared.surge:
        more = "with a Surge"
    return [f"{v.STANDARD_ACTIONS[declared.action].words} {more}".strip()]


def improvised_deed(battle: ClashBattle, declared: Declaration, aim: str, openly: bool) -> str:
    feat = battle.feat(declared.what) if declared.deed == v.FEAT else None
    if feat is not None and not (openly and feat.hidden):
        return f"work on {feat.name}"
    if declared.deed in v.HANDLES and aim:
        return f"{v.HANDLES[declared.deed][1]} {aim}"
    return f"improvise on {aim}" if aim else "improvise"


def third_person(part: str) -> str:
    """ "stand and attack Ana" as "stands and attacks Ana"."""
    verb, _, rest = part.partition(" ")
    if rest.startswith("and "):
        rest = f"and {third_person(rest[4:])}"
    return f"{DOES.get(verb, verb + 's')} {rest}".strip()


def aims_of(battle: ClashBattle, declared: Declaration | None) -> list[str]:
    """At whom or what a declaration is aimed, where all may know of it: after whoever declares in what an event is about."""
    if declared is None or declared.aim < 0 or battle.unit(declared.aim).is_secret():
        return []
    return [battle.unit(declared.aim).id]
