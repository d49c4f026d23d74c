"""What everything that can be called answers to values of the wrong type: `python -m tests.conformance.wrong_types SYSTEM`."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable
from typing import Any

import quintain
from quintain import compiled, play, sample
from quintain.engine import GM, Budget, Defect, Fight, Refusal, Session, fight_from, settings_from, view
from quintain.engine.menu import menu_odds
from quintain.engine.receipt import COMMANDS
from quintain.engine.ruling import COMMON
from quintain.library.shipped import samples
from quintain.odds import odds, within
from tests.conformance.enrolled import ENCOUNTERS, encounter

WRONG: dict[str, object] = {
    "nothing": None, "true": True, "figure": 7, "below zero": -1, "huge": 10**30, "part": 1.5, "no number": float("nan"), "text": "x",
    "half a character": "\ud800", "long": "y" * 5_001, "bytes": b"x", "list": [], "figures": [1], "texts": ["x"], "lists": [[1]],
    "mapping": {}, "odd mapping": {1: 2}, "mapping of lists": {"x": [None]}, "tuple": (1,), "set": {1}, "object": ...,
}  # fmt: skip
RIGHT: dict[str, object] = {"text": "x", "int": 1, "bool": True, "list": [], "data": {}}
Work = Callable[[], object]


def answered(work: Work) -> str:
    """The sentence of its refusal; nothing where it is taken. Anything else comes out: it should have been a refusal."""
    try:
        work()
    except Defect as no:
        raise AssertionError(no.sentence) from no
    except Refusal as no:
        return f"{no.kind}: {no.sentence}"
    return ""


def begun(name: str) -> Fight:
    fight = play(encounter(name), seed="wrong types")
    asked = fight.questions[0]
    fight.answer(asked.id, asked.options[0].id)
    return fight


def table(fight: Fight) -> Session:
    return Session.start(fight.fork(), settings_from({"seats": ["ann"], "watchers": ["wall"], "undo": "anyone"}))


def of_a_fight(fight: Fight) -> dict[str, Callable[[Any], object]]:
    """Every method of a fight with one argument wrong, by name and argument."""
    asked = fight.questions[0]
    option = next((one.id for one in asked.options if one.weighs), asked.options[0].id)
    right: dict[str, dict[str, Any]] = {
        "answer": {"question_id": asked.id, "option_id": option, "by": GM, "insist": False},
        "enter": {"question_id": asked.id, "faces": [1], "by": GM}, "rule_with": {"ruling": "note", "args": {"text": "x"}, "by": GM},
        "undo": {"fresh": False, "by": GM}, "undo_to": {"place": 0, "fresh": False, "by": GM},
        "redo": {"seat": GM}, "take_up": {"branch": 0},
        "amend": {"place": 0, "value": "x", "faces": None}, "automate": {"who": GM, "tactic": "steady", "seat": GM},
        "order": {"who": "*", "about": "*", "order": "ask", "seat": GM}, "type_dice": {"who": "*", "on": True, "seat": GM},
        "hold_results": {"on": True}, "set_level": {"level": "assist"}, "add_script": {"faces": [1]}, "view": {"seat": GM},
        "heard_of": {"place": 0, "seat": GM}, "may_redo": {"seat": GM},
        "put_back": {"undone": [], "left": []}, "restore": {"kept": None},
        "odds": {"question_id": asked.id, "option_id": option, "seat": GM, "policy": "steady", "stop": "action", "most": 10,
                 "knowledge": "learned", "budget": None, "assume": None, "after": None},
        "options_for": {"asked": asked, "seat": GM}, "knows": {"question_id": asked.id, "option_id": option},
        "opens": {"question_id": asked.id, "after": [option], "seat": GM, "budget": Budget(10)},
    }  # fmt: skip
    found: dict[str, Callable[[Any], object]] = {"Fight.rule.ruling": lambda wrong: fight.fork().rule(wrong, text="x")}
    found["Fight.rule.by"] = lambda wrong: fight.fork().rule("note", by=wrong, text="x")
    for method, arguments in right.items():
        for name in arguments:
            found[f"Fight.{method}.{name}"] = lambda wrong, method=method, arguments=arguments, name=name: getattr(  # type: ignore[misc]
                fight.fork(), method
            )(**{**arguments, name: wrong})
    return found


def of_a_table(fight: Fight) -> dict[str, Callable[[Any], object]]:
    """Every command of a session with one field wrong, and everything else that it is asked."""
    option, who = fight.questions[0].options[0].id, fight.battle.units[0].id
    right: dict[str, dict[str, Any]] = {
        "answer": {"question": "q1", "option": option}, "enter": {"question": "q1", "faces": [1]}, "go": {"question": "q1"},
        "rule": {"ruling": "note", "args": {"text": "x"}}, "hand_over": {"who": who, "to": "ann"}, "amend": {"entry": 0, "value": "x"},
        "agree": {"proposal": 1}, "decline": {"proposal": 1}, "automate": {"who": GM, "tactic": "steady"},
        "order": {"who": "*", "about": "*", "order": "ask"}, "type_dice": {"who": "*", "on": True}, "hold": {"on": True},
        "level": {"level": "assist"}, "settings": {"settings": {"undo": "gm"}},
    }  # fmt: skip
    at = table(fight)

    def commanded(command: dict[str, object]) -> object:
        nonlocal at
        at.do(GM, command)
        at = table(fight)
        return None

    found: dict[str, Callable[[Any], object]] = {
        "do.seat": lambda wrong: at.do(wrong, {"do": "undo"}), "do.command": lambda wrong: at.do(GM, wrong),
        "do.do": lambda wrong: at.do(GM, {"do": wrong}), "do.version": lambda wrong: table(fight).do(GM, {"do": "undo"}, wrong),
        "do.key": lambda wrong: table(fight).do(GM, {"do": "undo"}, None, wrong), "view.seat": lambda wrong: at.view(wrong),
        "changes.seat": lambda wrong: at.changes(wrong, 1), "changes.since": lambda wrong: at.changes(GM, wrong),
        "question.seat": lambda wrong: at.question(wrong, "q1"), "question.id": lambda wrong: at.question(GM, wrong),
        "id_of.seat": lambda wrong: at.id_of(wrong, "x"), "id_of.name": lambda wrong: at.id_of(GM, wrong),
        "record": lambda wrong: at.record(wrong), "export": lambda wrong: at.export(wrong),
        "ops_since": lambda wrong: at.ops_since(wrong),
        "start.fight": lambda wrong: Session.start(wrong), "start.settings": lambda wrong: Session.start(fight.fork(), wrong or 0),
        "restore.system": lambda wrong: Session.restore(wrong, at.journal), "settings_from": lambda wrong: settings_from(wrong),
        "restore.operations": lambda wrong: Session.restore(fight.system, wrong),
        "restore.operation": lambda wrong: Session.restore(fight.system, [wrong]),
    }  # fmt: skip
    for do, fields in COMMANDS.items():
        for name in [*fields, "other"]:
            found[f"do.{do}.{name}"] = lambda wrong, do=do, name=name: commanded({"do": do, **right.get(do, {}), name: wrong})  # type: ignore[misc]
    return found


def of_the_package(fight: Fight, name: str) -> dict[str, Callable[[Any], object]]:
    start, asked = encounter(name), fight.questions[0].id
    option = fight.questions[0].options[0].id
    found: dict[str, Callable[[Any], object]] = {
        "view.fight": lambda wrong: view(wrong), "view.seat": lambda wrong: view(fight, wrong), "sample": sample, "samples": samples,
        "load": quintain.load, "resume": quintain.resume, "fight_of": quintain.fight_of, "from_data": quintain.from_data,
        "fight_from.system": lambda wrong: fight_from(wrong, start.battle(), fight.record),
        "fight_from.template": lambda wrong: fight_from(start.system, wrong, fight.record),
        "fight_from.record": lambda wrong: fight_from(start.system, start.battle(), wrong),
        "play.encounter": play, "within": within, "menu_odds.fight": lambda wrong: menu_odds(wrong, asked, GM, Budget(10)),
        "menu_odds.question": lambda wrong: menu_odds(fight, wrong, GM, Budget(10)),
        "menu_odds.seat": lambda wrong: menu_odds(fight, asked, wrong, Budget(10)),
        "menu_odds.budget": lambda wrong: menu_odds(fight, asked, GM, wrong),
        "odds.fight": lambda wrong: odds(wrong, option), "odds.option": lambda wrong: odds(fight, wrong, budget=Budget(10)),
    }  # fmt: skip
    for argument in ("seed", "dice", "auto", "automation", "salt"):
        found[f"play.{argument}"] = lambda wrong, argument=argument: play(start, **{argument: wrong})  # type: ignore[misc]
    for argument in ("question", "seat", "policy", "stop", "knowledge", "assume", "after"):
        found[f"odds.{argument}"] = lambda wrong, argument=argument: odds(  # type: ignore[misc]
            fight, option, **{"budget": Budget(10), argument: wrong}
        )
    return found


def of_files(fight: Fight, name: str) -> dict[str, Callable[[Any], object]]:
    """Records and encounters with one field wrong."""
    found: dict[str, Callable[[Any], object]] = {}
    record, data = fight.record, encounter(name).data
    places: list[tuple[str, dict[str, Any], list[str | int]]] = [("record", record, []), ("record", record, ["seed"])]
    places += [("record", record, ["house"]), ("record", record, ["entries", 0])]
    places += [("data", data, []), ("data", data, ["combatants", 0])]
    for what, whole, path in places:
        part: Any = whole
        for step in path:
            part = part[step]
        for field in part:

            def changed(wrong: object, what: str = what, whole: Any = whole, path: Any = path, field: str = field) -> object:
                twin = copy.deepcopy(whole)
                inside = twin
                for step in path:
                    inside = inside[step]
                inside[field] = wrong
                return quintain.fight_of(twin) if what == "record" else quintain.from_data(twin)

            found[".".join([what, *[str(step) for step in path], field])] = changed
    return found


def of_rulings(fight: Fight) -> dict[str, Callable[[Any], object]]:
    """Every ruling with one of its fields wrong."""
    found: dict[str, Callable[[Any], object]] = {}
    for ruling, one in {**COMMON, **fight.system.rulings}.items():
        kinds = {name: field.split(":")[0].rstrip("?") for name, field in one.fields.items()}
        right = {name: fight.battle.units[0].id if kind == "unit" else RIGHT.get(kind, "x") for name, kind in kinds.items()}
        for name in right:
            found[f"ruling.{ruling}.{name}"] = lambda wrong, ruling=ruling, right=right, name=name: fight.fork().rule_with(  # type: ignore[misc]
                ruling, {**right, name: wrong}
            )
    return found


def answers(system: str) -> dict[str, str]:
    """Everything that was tried, and what was said."""
    name = next(name for name in ENCOUNTERS if name.startswith(f"{system}/"))
    fight = begun(name)
    tried = {
        **of_a_fight(fight), **of_a_table(fight), **of_the_package(fight, name), **of_files(fight, name), **of_rulings(fight),
    }  # fmt: skip
    before, found = json.dumps(fight.record), {}
    for what, work in tried.items():
        for kind, wrong in WRONG.items():
            found[f"{what} = {kind}"] = answered(lambda work=work, wrong=wrong: work(wrong))  # type: ignore[misc]
    assert json.dumps(fight.record) == before
    return found


def main() -> None:
    print(json.dumps({"compiled": compiled(), "answers": answers(sys.argv[1])}))


if __name__ == "__main__":
    main()
