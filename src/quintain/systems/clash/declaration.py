"""What a unit does in a round, as it is declared (CL-25): action, target, way, order, ability, what is spent."""

from __future__ import annotations

import re
from typing import Final, final

from quintain.engine.battle import Battle
from quintain.engine.question import Option
from quintain.systems.clash import vocabulary as v

SEEMS: Final = "~seems~"
BESIDES: Final = "&"
"""Between an action and the object handled beside it."""

ID: Final = r"[a-z0-9_-]+"
NUMBER: Final = r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?"
WAY: Final = rf"(?:/(?:(?:by=)?{ID}|{NUMBER},{NUMBER}))"
WRITTEN: Final = re.compile(
    rf"(?P<action>[a-z_]+)(?:\+(?!surge(?:[^a-z0-9_-]|$))(?P<ability>{ID}))?(?P<surge>\+surge)?(?P<way>{WAY}*)"
    rf"(?:=(?:(?P<deed>take|use|drop)|feat:(?P<feat>{ID})))?(?:@(?P<aim>{ID})?(?P<after>(?<!@){WAY}*|{WAY}+))?"
)
"""An action as declarations write it: what rides on it, the way before it, what is improvised, its target, the way after it."""


@final
class Names:
    """The ids behind the indexes in declarations. Immutable."""

    def __init__(self, units: list[str], zones: list[str]) -> None:
        self.units: list[str] = units
        self.zones: list[str] = zones


@final
class Stop:
    """One step of a way: into a zone, up to a unit, or to a point in feet."""

    def __init__(self, zone: int = -1, beside: int = -1, x: float = 0.0, y: float = 0.0) -> None:
        self.zone: int = zone
        self.beside: int = beside
        self.x: float = x
        self.y: float = y

    def id(self, names: Names) -> str:
        if self.zone >= 0:
            return names.zones[self.zone]
        if self.beside >= 0:
            return "by=" + names.units[self.beside]
        return f"{_feet(self.x)},{_feet(self.y)}"


def _feet(value: float) -> str:
    return str(int(value)) if value == int(value) else str(round(value, 2))


@final
class Declaration(Option):
    def __init__(self, names: Names, action: int, target: int = -1) -> None:
        self.names: Names = names
        self.action: int = action
        self.aim: int = target
        """The unit it is aimed at, covers or tends; -1 for none."""
        self.path: list[Stop] = []
        self.after: bool = False
        """Is the movement made after the attack?"""
        self.ability: int = -1
        self.ability_id: str = ""
        self.ability_name: str = ""
        self.far: bool = False
        """Is the target out of reach as things stand? Then the label warns (CL-86)."""
        self.hint: str = ""
        """What a button says of it besides: what it is good for, what it costs. Filled where options are listed."""
        self.surge: bool = False
        self.deed: str = ""
        """Improvised: "feat", "take", "use", "drop", or "" for anything else."""
        self.what: str = ""
        """The feat worked on."""
        self.handling: Declaration | None = None
        """An object handled beside the action, where that is free once a round (`interact_cost`, R-30)."""
        self.seeming: Declaration | None = None
        """What the GM lets it seem to be; None where it seems what it is."""

    def id(self) -> str:
        """Such as standing_attack@gnat, move_to_attack/ramp@gnat, move_and_attack@gnat/ramp, revive+surge, improvise=feat:read; with
        movement after something that has no target standing_attack+whirl@/ramp."""
        parts = v.ACTIONS[self.action]
        if self.ability_id:
            parts += "+" + self.ability_id
        if self.surge:
            parts += "+surge"
        way = "".join(["/" + stop.id(self.names) for stop in self.path])
        if not self.after:
            parts += way
        if self.deed == v.FEAT:
            parts += "=feat:" + self.what
        elif self.deed:
            parts += "=" + self.deed
        if self.aim >= 0 or self.after:
            parts += "@" + self.target()
        if self.after:
            parts += way
        if self.handling is not None:
            parts += f"{BESIDES}{self.handling.deed}@{self.handling.target()}"
        if self.seeming is not None:
            parts += SEEMS + self.seeming.id()
        return parts

    def label(self, battle: Battle) -> str:
        from quintain.systems.clash.sentences_declarations import declaration_label

        return declaration_label(battle, self)

    def group(self) -> str:
        if self.action == v.NOTHING:
            return "other"
        if self.ability >= 0:
            return "ability"
        if self.attacks() and self.aim >= 0:
            return "attack, then move" if self.after else "attack"
        if self.action in (v.MOVE_FAR, v.FLEE):
            return "move"
        return "improvise" if self.action == v.IMPROVISE else "other"

    def target(self) -> str:
        return self.names.units[self.aim] if self.aim >= 0 else ""

    def weighs(self) -> bool:
        return self.action != v.NOTHING and not self.after

    def use(self, number: int, id: str, name: str) -> None:
        """Make this the use of an ability: its number on the sheet, its id and its name."""
        self.ability = number
        self.ability_id = id
        self.ability_name = name

    def attacks(self) -> bool:
        return self.action == v.MOVE_TO_ATTACK or self.action == v.MOVE_AND_ATTACK or self.action == v.STANDING_ATTACK


def read_declaration(text: str, names: Names) -> Declaration | None:
    """The declaration a text means, legal or not; None where it means nothing. The reverse of `id`."""
    true, _, seeming = text.partition(SEEMS)
    found = _read_intent(true, names)
    if found is not None and seeming:
        found.seeming = _read_intent(seeming, names)
        if found.seeming is None:
            return None
    return found


def _read_intent(text: str, names: Names) -> Declaration | None:
    main, besides, extra = text.partition(BESIDES)
    found = _read_action(main, names)
    if found is not None and besides:
        found.handling = _read_action(f"{v.ACTIONS[v.IMPROVISE]}={extra}", names)
        if found.handling is None or found.handling.deed == v.FEAT or found.handling.path:
            return None
    return found


def _read_action(text: str, names: Names) -> Declaration | None:
    parts = WRITTEN.fullmatch(text)
    if parts is None or parts["action"] not in v.ACTIONS or (parts["aim"] and parts["aim"] not in names.units):
        return None
    aim = names.units.index(parts["aim"]) if parts["aim"] else v.NOBODY
    found = Declaration(names, v.ACTIONS.index(parts["action"]), aim)
    found.ability_id, found.surge = parts["ability"] or "", parts["surge"] is not None
    found.deed, found.what = v.FEAT if parts["feat"] else parts["deed"] or "", parts["feat"] or ""
    found.after = bool(parts["after"])
    if found.after and parts["way"]:
        return None
    return found if _read_way(found, (parts["after"] or parts["way"]).split("/")[1:], names) else None


def _read_way(found: Declaration, steps: list[str], names: Names) -> bool:
    for step in steps:
        if step in names.zones:
            found.path.append(Stop(zone=names.zones.index(step)))
        elif step.startswith("by=") and step[3:] in names.units:
            found.path.append(Stop(beside=names.units.index(step[3:])))
        elif "," in step:
            x, _, y = step.partition(",")
            found.path.append(Stop(x=float(x), y=float(y)))
        else:
            return False
    return True
