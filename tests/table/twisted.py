"""Commands as a client sends them that has understood half of it: most are almost right, and about half of those are carried out."""

from __future__ import annotations

import random
from typing import Any

from quintain.engine.receipt import COMMANDS
from quintain.table.client import Seat, ServiceError
from quintain.table.errors import STATUS
from quintain.table.play import Table
from tests.support import many
from tests.table.running import SERVED

Data = dict[str, Any]
WORDS = ["", "x", "gm", "players", "*", "q1", "vail", "tamsin", "a" * 3000, "\u202e"]
OFTEN = {"answer": 8, "rule": 8, "enter": 2, "undo": 2, "automate": 2}
LOOKED_AT = many(1, 20)
"""Of so many commands, one has everybody's view compared too: a view costs more than the command."""


def some_value(rng: random.Random) -> Any:
    return rng.choice([*WORDS, 0, -1, 10**30, 1.5, True, None, [], {}, [1, 2]])


def some_field(rng: random.Random, field: Data) -> Any:
    """What somebody fills in."""
    if rng.random() < 0.15:
        return some_value(rng)
    if field.get("choices"):
        return rng.choice(field["choices"])[0]
    match field["kind"]:
        case "int":
            return rng.choice([0, 1, 2, 5, -3, 40, 10**12, field.get("low", 0), field.get("high", 7)])
        case "bool":
            return rng.random() < 0.5
        case "dice":
            return rng.choice(["2d6", "1d20+3", "9999999d9999999"])
        case _:
            return rng.choice([*WORDS, "draw", "2,3", [2, 3], 3, {"x": 1}])


def some_ruling(rng: random.Random, forms: list[Data]) -> Data:
    form = rng.choice(forms)
    fields = [field for field in form["fields"] if rng.random() < (0.95 if field["required"] else 0.4)]
    return {"do": "rule", "ruling": form["name"], "args": {field["name"]: some_field(rng, field) for field in fields}}


def some_part(rng: random.Random, name: str, view: Data) -> Any:
    """A value for one field of a command."""
    if rng.random() < 0.15:
        return some_value(rng)
    people = [unit["id"] for unit in view["units"]] + ["gm", "players", "Ann", "*"]
    proposals = [one["proposal"] for one in view.get("proposals", [])]
    match name:
        case "who" | "to":
            return rng.choice([*people, len(view["log"]), 1])
        case "tactic":
            return rng.choice(["steady", "", "", ""])
        case "order":
            return rng.choice(["ask", "always", "never"])
        case "about":
            return rng.choice(["turn", "strike", "intercept"])
        case "level":
            return rng.choice(["board", "assist", "enforce"])
        case "settings":
            return rng.choice([{"undo": "anyone"}, {"knowledge": "hidden"}, {"dice": "typed"}, {"seats": ["Ann"]}, {"seats": []}])
        case "faces":
            return [rng.randrange(1, 21) for _ in range(rng.randrange(1, 4))]
        case "proposal":
            return rng.choice([*proposals, 1])
        case "on" | "fresh" | "insist":
            return rng.random() < 0.5
        case _:
            return rng.choice([0, 1, 2, 5, len(view["log"]), "x"])


def some_command(rng: random.Random, view: Data, forms: list[Data]) -> Data:
    names = [*COMMANDS, "dance"]
    do = rng.choices(names, [OFTEN.get(name, 1) for name in names])[0]
    if do == "rule" and rng.random() < 0.9:
        return some_ruling(rng, forms)
    command = {"do": do}
    for name, kind in COMMANDS.get(do, {}).items():
        if rng.random() < (0.3 if kind.endswith("?") else 0.95):
            command[name] = some_part(rng, name, view)
    if do in ("answer", "go", "enter") and view["questions"] and rng.random() < 0.9:
        question = rng.choice(view["questions"])
        command["question"] = question["id"]
        if do == "answer":
            command["option"] = rng.choice(question["options"] or [{"id": "x"}])["id"]
    if rng.random() < 0.05:
        command[rng.choice(["question", "who", "extra"])] = some_value(rng)
    return command


def tried(seats: list[Seat], rng: random.Random, times: int) -> int:
    """Such commands over HTTP and over sockets: none is a fault, what is refused has changed nothing. How many were carried out."""
    faults, done = Table.faults, 0
    forms = seats[0].call("GET", "")["rulings"]
    for number in range(times):
        seat = rng.choice(seats)
        seat.follow()
        command = some_command(rng, seat.view, forms)
        looked = number % LOOKED_AT == 0
        before, views = inside(seat), [one.call("GET", "/view") for one in seats] if looked else []
        try:
            sent(seat, command, f"k{number}", rng)
            done += 1
        except (ConnectionError, ValueError) as no:
            raise AssertionError(f"a fault: {command} {no!r}") from None
        except ServiceError as no:
            assert 400 <= STATUS[no.kind] < 500, f"a fault: {command} {no}"  # noqa: PT017
            assert inside(seat) == before, f"a refused command changed something: {command}"
            after = [one.call("GET", "/view") for one in seats] if looked else []
            assert after == views, f"a refused command changed something: {command}"
    assert Table.faults == faults, "the rules failed"
    return done


def sent(seat: Seat, command: Data, key: str, rng: random.Random) -> None:
    if rng.random() < 0.5:
        seat.do(command, key)
    else:
        version = seat.version if rng.random() < 0.9 else rng.choice([0, 1, 2**50])
        seat.call("POST", "/commands", {"key": key, "version": version, "command": command})


def inside(seat: Seat) -> object:
    """What the server itself holds of the fight."""
    session = SERVED[seat.server.address].state.service.hall.tables[seat.table].session
    if session is None:
        return None
    fight = session.fight
    return (
        session.version, len(fight.entries), len(session.ledger.told), fight.battle.key(), [one.id for one in fight.questions],
        session.settings.as_data(), fight.automation.as_data(), [one.as_data() for one in session.proposals],
    )  # fmt: skip
