"""The GM's word: the rulings every system has. Each is recorded, told, and undone like everything else."""

from __future__ import annotations

from quintain.engine.battle import Battle, Force
from quintain.engine.event import Event, Outcome
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.room import MOST_COMBATANTS, long_ids
from quintain.engine.seat import controller_checked
from quintain.engine.system import Ruling, System, stat_named, unit_named


def text_of(args: dict[str, object], name: str, default: str = "") -> str:
    value = args.get(name, default)
    if not isinstance(value, str):
        raise Malformed(f"{name} is a text, not {value!r}.")
    return value


def number_of(args: dict[str, object], name: str, default: int = 0) -> int:
    value = args.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Malformed(f"{name} is a whole number, not {value!r}.")
    return value


def flag_of(args: dict[str, object], name: str, default: bool = False) -> bool:
    value = args.get(name, default)
    if not isinstance(value, bool):
        raise Malformed(f"{name} is true or false, not {value!r}.")
    return value


def told(battle: Battle, text: str, who: list[str] | None = None, audience: str = "all", public: str = "") -> None:
    """Tell that the GM ruled something."""
    if battle.telling:
        battle.tell(Event("ruling", text, who, audience=audience, public=public))


class SetStat(Ruling):
    def __init__(self) -> None:
        super().__init__(
            "set", "Set any figure of a combatant.", {"who": "unit: whose", "stat": "stat: which", "value": "any: to what"}
        )

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        unit = unit_named(battle, args.get("who"))
        stat = stat_named(system, text_of(args, "stat"))
        if not stat.settable:
            raise Illegal(f"{stat.name} is worked out from other figures: set those instead.")
        value = stat.checked(args.get("value"))
        before = system.read_stat(battle, unit, stat)
        system.write_stat(battle, unit, stat, value)
        audience = "all" if system.audience(battle, unit, stat) == "all" and not unit.hidden else "gm"
        told(battle, f"The GM sets {stat.name} of {unit.name} from {before} to {value}.", [unit.id], audience)
        system.stat_changed(battle, unit, stat)


class AddUnit(Ruling):
    def __init__(self) -> None:
        super().__init__("add", "Bring a newcomer into the fight.", {"unit": "data: the stat block, with id, side and place"})

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        data = args.get("unit")
        if not isinstance(data, dict):
            raise Malformed("unit is a stat block: a mapping with at least an id.")
        if len(battle.units) >= MOST_COMBATANTS:
            raise Illegal(f"a fight holds {MOST_COMBATANTS} combatants at most.")
        for _, what in long_ids([data]):
            raise Malformed(f"{what}.")
        unit = system.add_unit(battle, data)
        told(battle, f"{unit.name} joins the fight.", [unit.id])


class RemoveUnit(Ruling):
    def __init__(self) -> None:
        super().__init__("remove", "Take a combatant out of the fight.", {"who": "unit: whom"})

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        unit = unit_named(battle, args.get("who"))
        told(battle, f"{unit.name} is taken out of the fight.", [unit.id], "gm" if unit.hidden else "all")
        system.remove_unit(battle, unit)


class MoveUnit(Ruling):
    def __init__(self) -> None:
        super().__init__("move", "Put a combatant somewhere else.", {"who": "unit: whom", "to": "place: where"})

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        unit = unit_named(battle, args.get("who"))
        system.move_unit(battle, unit, args.get("to"))
        told(battle, f"The GM moves {unit.name}.", [unit.id], "gm" if unit.hidden else "all")


class Hide(Ruling):
    def __init__(self, hide: bool) -> None:
        super().__init__(
            "hide" if hide else "reveal",
            "Hide a combatant from the players." if hide else "Show a hidden combatant.",
            {"who": "unit: whom"},
        )
        self._hide = hide

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        unit = unit_named(battle, args.get("who"))
        if self._hide:
            told(battle, f"{unit.name} is hidden now.", [unit.id], "gm")
        unit.hidden = self._hide
        if not self._hide:
            told(battle, f"{unit.name} comes into view.", [unit.id])


class HandOver(Ruling):
    def __init__(self) -> None:
        super().__init__("hand_over", "Let somebody else run a combatant.", {"who": "unit: whom", "to": "controller: to whom"})

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        unit = unit_named(battle, args.get("who"))
        to = unit.controller = controller_checked(args.get("to"))
        told(battle, f"{unit.name} is run by {to} from now on.", [unit.id], "gm" if unit.hidden else "all")


class ForceDie(Ruling):
    def __init__(self) -> None:
        super().__init__(
            "force",
            "Fix the faces, or the answer, of the next roll of a kind before it is thrown.",
            {"who": "unit or *: who rolls", "what": "text: what for", "faces": "list?: faces", "answers": "data?: question -> answer"},
        )

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        faces = args.get("faces", [])
        answers = args.get("answers", {})
        if not isinstance(faces, list) or not all(isinstance(face, int) and not isinstance(face, bool) for face in faces):
            raise Malformed("faces is a list of whole numbers, one for each die.")
        if not isinstance(answers, dict) or not all(
            isinstance(name, str) and isinstance(answer, int) for name, answer in answers.items()
        ):
            raise Malformed("answers maps what is asked of the roll to its answer, such as hit: true.")
        if not faces and not answers:
            raise Malformed("force needs faces, or answers, or both.")
        fixed = {name: int(answer) for name, answer in answers.items()}
        battle.forces = [*battle.forces, Force(text_of(args, "who", "*"), text_of(args, "what", "*"), list(faces), fixed)]
        told(battle, "The GM fixes a coming roll.", [], "gm")


class Forbid(Ruling):
    def __init__(self) -> None:
        super().__init__(
            "forbid",
            "Forbid an option (a target, a hover) until it is allowed again.",
            {"about": "text?: which kind of question", "who": "unit?: whose", "option": "text: option id", "why": "text?: reason"},
        )

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        about, who, option = text_of(args, "about", "*"), text_of(args, "who", "*"), text_of(args, "option")
        for name, given in (("about", about), ("who", who)):
            if not given or ":" in given:
                raise Malformed(f"{name} is one name, or * for any, not {given!r}.")
        if not option:
            raise Malformed("option is what may not be chosen: an option's id, a deed such as wait, or * for everything.")
        why = text_of(args, "why", "the GM does not allow it")
        pattern = f"{about}:{who}:{option}"
        battle.forbidden = {**battle.forbidden, pattern: why}
        told(battle, f"The GM forbids {option}: {why}.", [], audience_of(system, battle, pattern))


class Allow(Ruling):
    def __init__(self) -> None:
        super().__init__("allow", "Lift what was forbidden.", {"option": "text: option id"})

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        wanted = text_of(args, "option")
        kept = {pattern: why for pattern, why in battle.forbidden.items() if pattern.split(":", 2)[2] != wanted}
        if len(kept) == len(battle.forbidden):
            raise Unavailable(f"{wanted!r} is not forbidden.")
        battle.forbidden = kept
        told(battle, f"The GM allows {wanted} again.", [], audience_of(system, battle, wanted))


def audience_of(system: System, battle: Battle, text: str) -> str:
    """Who may read this text: nobody but the GM if it names somebody whom only the GM knows of."""
    return "gm" if any(unit.id in text and system.is_secret(battle, unit) for unit in battle.units) else "all"


class EndFight(Ruling):
    def __init__(self) -> None:
        super().__init__(
            "end", "End the fight now.", {"result": "text: how", "winner": "side?: who won", "why": "text?: reason"}
        )

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        winner = text_of(args, "winner")
        battle.outcome = Outcome(text_of(args, "result", "broken off"), winner, text_of(args, "why", "the GM ends it"))
        told(battle, f"The GM ends the fight: {battle.outcome.why.rstrip('.')}.")


class Remark(Ruling):
    def __init__(self) -> None:
        super().__init__("note", "Write a line into the log.", {"text": "text: the line", "secret": "bool?: for the GM only"})

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        told(battle, text_of(args, "text"), [], "gm" if flag_of(args, "secret") else "all")


COMMON: dict[str, Ruling] = {
    ruling.name: ruling
    for ruling in (
        SetStat(), AddUnit(), RemoveUnit(), MoveUnit(), Hide(True), Hide(False), HandOver(), ForceDie(), Forbid(), Allow(),
        EndFight(), Remark(),
    )
}  # fmt: skip


def ruling_named(system: System, name: str) -> Ruling:
    """The system's own ruling of this name, or the common one."""
    ruling = system.rulings.get(name) or COMMON.get(name)
    if ruling is None:
        known = sorted({*system.rulings, *COMMON})
        raise Unavailable(f"there is no ruling called {name!r}: there are {', '.join(known)}.")
    return ruling


def apply_ruling(system: System, battle: Battle, name: str, args: dict[str, object]) -> None:
    """Check what was given against what the ruling takes, and carry it out."""
    ruling = ruling_named(system, name)
    for given in args:
        if given not in ruling.fields:
            raise Malformed(f"{name} takes {', '.join(ruling.fields) or 'nothing'}, not {given!r}.")
    for field, meaning in ruling.fields.items():
        if field not in args and not meaning.split(":", 1)[0].endswith("?"):
            raise Malformed(f"{name} needs {field} ({meaning}).")
    ruling.apply(system, battle, args)
    system.changed(battle)
