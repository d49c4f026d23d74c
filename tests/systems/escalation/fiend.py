"""Scenes with a fiend: a foe that acts first and is engaged with Ann, and does what a test gives it to do."""

from __future__ import annotations

from tests.systems.escalation.scene import Scene, dummy, pc

Row = dict[str, object]


def attack(name: str, **more: object) -> Row:
    """An attack that hits whoever it is aimed at."""
    return {"name": name, "bonus": 30, "defence": "AC", "hit": [{"damage": 1}], **more}


def rider(when: str, *effects: Row, **more: object) -> Row:
    return {"when": when, "effects": list(effects), **more}


def own(name: str, *effects: Row, **more: object) -> Row:
    """A quick power of the fiend's on itself, once per battle."""
    return {"name": name, "action": "quick", "usage": "1/battle", "targets": {"who": "self"}, "hit": list(effects), **more}


def fiend(*attacks: Row, **figures: object) -> Row:
    return dummy("fiend", **{"attacks": list(attacks), "initiative": 30, "engaged": ["ann"], **figures})


def gifted(*powers: Row, **figures: object) -> Row:
    """A fiend with these powers and a plain attack: Swat +8 against AC, 5 damage; AC 18, 100 hit points."""
    return dummy("fiend", **{"powers": list(powers), "initiative": 30, "engaged": ["ann"], **figures})


def scene(*attacks: Row, people: list[object] | None = None, **figures: object) -> Scene:
    """Ann (count 5 + 10), Bob (count 0 + 5) and the fiend (count 31)."""
    return against(fiend(*attacks, **figures), people)


def gifted_scene(*powers: Row, **figures: object) -> Scene:
    return against(gifted(*powers, **figures))


def against(foe: Row, people: list[object] | None = None) -> Scene:
    others = people if people is not None else [pc("ann"), pc("bob", initiative=0)]
    return Scene([*others, foe], [10, 5, *[1] * (len(others) - 1)])
