"""Small scenes for the tests of riposte: people with plain figures, a bit of ground, scripted dice, answers.

Unless a test says otherwise a person has 20 HP, Might 10, Accuracy 60, Critical 0, Dodge 10, Avoid 0, Defense 3, Resistance 3,
SPD 5 and MOV 5: between two of them a strike has Hit Chance 60 - 10 = 50, Crit Chance 0 and deals 10 - 3 = 7.
"""

from __future__ import annotations

from quintain.engine import Fight, Session
from quintain.engine.event import Event
from quintain.library.encounters import Encounter, from_data, play
from quintain.systems.riposte.sheet import Fighter, Skirmish
from tests.support import check_done

Row = dict[str, object]
OPEN = ["........"] * 4


def blade(*distances: int, **more: object) -> Row:
    """A plain weapon that reaches these distances (1 if none is named)."""
    return {"name": "blade", "range": list(distances) or [1], **more}


def person(
    id: str,
    at: object,
    side: str = "heroes",
    *,
    hp: int = 20,
    might: int = 10,
    accuracy: int = 60,
    critical: int = 0,
    dodge: int = 10,
    avoid: int = 0,
    defense: int = 3,
    resistance: int = 3,
    spd: int = 5,
    mov: int = 5,
    level: int = 1,
    creature: str = "Human",
    weapons: list[object] | None = None,
    traits: list[object] | None = None,
    stats: dict[str, int] | None = None,
    kind: str = "",
    now: int | None = None,
    **row: object,
) -> Row:
    """A combatant with calculated stats given outright; `now` is its HP at the start."""
    block: Row = {
        "name": id.capitalize(), "hp": hp, "mov": mov, "level": level, "creature": creature,
        "kind": kind or ("pc" if side == "heroes" else "npc"), "stats": {"SPD": spd, **(stats or {})},
        "calculated": {
            "Might": might, "Accuracy": accuracy, "Critical": critical, "Dodge": dodge, "Avoid": avoid, "Defense": defense,
            "Resistance": resistance,
        },
        "weapons": [blade()] if weapons is None else weapons, "traits": traits or [],
    }  # fmt: skip
    found: Row = {"id": id, "side": side, "block": block, **row}
    if at is not None:
        found["at"] = at
    if now is not None:
        found["hp"] = now
    return found


def foe(id: str, at: object, **more: object) -> Row:
    side = str(more.pop("side", "enemies"))
    return person(id, at, side, **more)  # type: ignore[arg-type]


def scene(people: list[Row], rows: list[str] | None = None, /, **more: object) -> Encounter:
    data: Row = {"system": "riposte", "name": "scene", "combatants": people, **more}
    if data.get("mode") != "zones":
        data["map"] = rows or OPEN
    return from_data(data)


def begin(
    people: list[Row], dice: list[int] | None = None, rows: list[str] | None = None, /, **more: object
) -> Fight:
    """The scene, played from the start of the first phase; heroes stay where they are."""
    fight = play(scene(people, rows, **more), seed="scene", dice=dice or [])
    if fight.questions and fight.questions[0].about == "deploy":
        fight.answer(fight.questions[0].id, "start")
    return fight


# -- answering ---------------------------------------------------------------------------------------------------------


def asked(fight: Fight) -> str:
    """What is asked of whom: "turn:tamsin", "lethal:tamsin"; "" when nothing is."""
    return fight.questions[0].id.split("#")[0] if fight.questions else ""


def answer(fight: Fight, option: str) -> list[Event]:
    return fight.answer(fight.questions[0].id, option)


def turn(fight: Fight, who: str, *deeds: str) -> list[Event]:
    """Give somebody the next turn, if that is asked, and do these deeds."""
    if asked(fight) == "next:":
        answer(fight, who)
    events: list[Event] = []
    for deed in deeds:
        assert asked(fight) == f"turn:{who}", asked(fight)
        events.extend(answer(fight, deed))
    return events


def pass_phase(fight: Fight) -> None:
    """Everybody of this phase waits."""
    phase = heading(fight)
    while fight.questions and heading(fight) == phase:
        answer(fight, "end phase" if asked(fight) == "next:" else "wait")


def heading(fight: Fight) -> str:
    return fight.system.heading(fight.battle)


def offered(fight: Fight) -> list[str]:
    return [option.id for option in fight.questions[0].options]


# -- looking -----------------------------------------------------------------------------------------------------------


def field(fight: Fight) -> Skirmish:
    assert isinstance(fight.battle, Skirmish)
    return fight.battle


def who(fight: Fight, id: str) -> Fighter:
    found = field(fight).fighter(id)
    assert found is not None
    return found


def hp(fight: Fight, *ids: str) -> list[int]:
    return [who(fight, id).hp for id in ids]


def place(fight: Fight, id: str) -> str:
    return field(fight).ground.name(who(fight, id).place)


def strikes(fight: Fight) -> list[tuple[object, ...]]:
    """Every strike so far: who, in which slot, and what came of it."""
    found: list[tuple[object, ...]] = []
    for event in fight.events:
        if event.kind == "strike":
            data = event.data
            what = "miss" if not data["hit"] else "crit" if data["crit"] else "hit"
            found.append((event.who[0], data["slot"], what, data["damage"]))
    return found


def slots(fight: Fight) -> list[str]:
    """The slots of all strikes so far, in short: A, R, FA, FR."""
    short = {"attack": "A", "riposte": "R", "follow-through attack": "FA", "follow-through riposte": "FR"}
    return [short[str(event.data["slot"])] for event in fight.events if event.kind == "strike"]


def thrown(fight: Fight) -> list[int]:
    """Every face that was thrown."""
    return [face for entry in fight.entries if entry.do == "roll" for face in entry.faces]


def texts(fight: Fight, kind: str) -> list[str]:
    return [event.text for event in fight.events if event.kind == kind]


def finish(fight: Fight) -> None:
    check_done(fight)


def engaged(*people: Row, **more: object) -> Fight:
    """Ann, with typed dice, has engaged bob beside her: whatever is thrown first is awaited."""
    rest = [one for one in people if one["id"] not in ("ann", "bob")]
    ann = next((one for one in people if one["id"] == "ann"), person("ann", [1, 0]))
    bob = next((one for one in people if one["id"] == "bob"), foe("bob", [2, 0]))
    fight = begin([ann, bob, *rest, person("cat", [0, 3]), foe("dan", [7, 3])], **more)
    fight.type_dice("*")
    turn(fight, "ann", "engage:bob")
    return fight


def throw(fight: Fight, face: int) -> None:
    fight.enter(fight.questions[0].id, [face])


def withdrawn(fight: Fight) -> list[str]:
    return [entry.at.split("#")[0] for entry in fight.entries if entry.do == "withdrawn"]


def do(session: Session, option: str, seat: str = "gm") -> None:
    """Answer what this seat of a session is asked."""
    session.do(seat, {"do": "answer", "question": session.id_of(seat, session.fight.questions[0].id), "option": option})
