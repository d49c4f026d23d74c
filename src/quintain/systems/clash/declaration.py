"""What a unit does in a round, as it is declared (CL-25): action, target, way, order, ability, what is spent."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import Battle
from quintain.engine.question import Option
from quintain.systems.clash import vocabulary as v

DEEDS: Final = [v.FEAT, v.TAKE, v.USE, v.DROP]
SEEMS: Final = "~seems~"
BESIDES: Final = "&"
"""Between an action and the object handled beside it."""


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
        """Such as standing_attack@gnat, move_to_attack/ramp@gnat, move_and_attack@gnat/ramp, revive+surge, improvise=feat:read."""
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
        if self.aim >= 0:
            parts += "@" + self.names.units[self.aim]
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
    found = _read_plain(true, names)
    if found is not None and seeming:
        found.seeming = _read_plain(seeming, names)
        if found.seeming is None:
            return None
    return found


def _read_plain(text: str, names: Names) -> Declaration | None:
    main, besides, extra = text.partition(BESIDES)
    found = _read_action(main, names)
    if found is not None and besides:
        found.handling = _read_action(f"{v.ACTIONS[v.IMPROVISE]}={extra}", names)
        if found.handling is None or found.handling.deed == v.FEAT or found.handling.path:
            return None
    return found


def _read_action(text: str, names: Names) -> Declaration | None:
    before, at, after = text.partition("@")
    head, _, deed = before.partition("=") if "=" in before and "by=" not in before else _deed_split(before)
    first, *steps = head.split("/")
    name, *extras = first.split("+")
    if name not in v.ACTIONS:
        return None
    found = Declaration(names, v.ACTIONS.index(name))
    for extra in extras:
        if extra == "surge":
            found.surge = True
        else:
            found.ability_id = extra
    if deed and not _read_deed(found, deed):
        return None
    if at:
        who, *later = after.split("/")
        if who not in names.units:
            return None
        found.aim = names.units.index(who)
        if later and steps:
            return None
        found.after = bool(later)
        steps = steps or later
    return found if _read_way(found, steps, names) else None


def _deed_split(text: str) -> tuple[str, str, str]:
    """Cut the deed off a head whose way may hold "by=unit"."""
    for deed in DEEDS:
        sign = "=" + deed
        place = text.rfind(sign)
        if place >= 0 and (place + len(sign) == len(text) or text[place + len(sign)] == ":"):
            return text[:place], "=", text[place + 1 :]
    return text, "", ""


def _read_deed(found: Declaration, deed: str) -> bool:
    kind, _, what = deed.partition(":")
    if kind not in DEEDS or (kind == v.FEAT) != bool(what):
        return False
    found.deed = kind
    found.what = what
    return True


def _read_way(found: Declaration, steps: list[str], names: Names) -> bool:
    for step in steps:
        if step in names.zones:
            found.path.append(Stop(zone=names.zones.index(step)))
        elif step.startswith("by=") and step[3:] in names.units:
            found.path.append(Stop(beside=names.units.index(step[3:])))
        else:
            x, comma, y = step.partition(",")
            if not comma or not _is_number(x) or not _is_number(y):
                return False
            found.path.append(Stop(x=float(x), y=float(y)))
    return True


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    whole, _, part = digits.partition(".")
    return digits.isascii() and whole.isdigit() and (not part or part.isdigit()) and len(digits) < 12
