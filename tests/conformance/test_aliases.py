"""Whatever a fight or a session hands out is the caller's own: nothing that is done to it changes what happened or may be done."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quintain.engine import GM, Fight, Session, fight_from, settings_from, view
from quintain.engine.asked import OpenOption
from quintain.engine.event import Event
from quintain.engine.history import Taken
from quintain.engine.record import Automation, Entry
from quintain.engine.seat import Settings
from quintain.library.encounters import play
from tests.conformance.enrolled import ENCOUNTERS, SYSTEMS, Dicey, encounter
from tests.conformance.test_history import SMALL, plain

PLAIN = (Event, Entry, Taken, Automation, Settings, OpenOption)
"""What is handed out and has fields of its own that may be written."""
PROPERTIES = ("math", "faces")


def wrecked(thing: Any) -> None:
    """Write into all that can be written into, from within."""
    if isinstance(thing, dict):
        for part in list(thing.values()):
            wrecked(part)
        thing.clear()
        thing["wrecked"] = True
    elif isinstance(thing, list):
        for part in thing:
            wrecked(part)
        thing[:] = ["wrecked"]
    elif isinstance(thing, PLAIN):
        fields = [*getattr(type(thing), "__slots__", ()), *getattr(thing, "__dict__", {}), *PROPERTIES]
        for name in [name for name in fields if not name.startswith("_") and hasattr(thing, name)]:
            part = getattr(thing, name)
            wrecked(part)
            if isinstance(part, str):
                setattr(thing, name, "wrecked")
            elif isinstance(part, int):
                setattr(thing, name, 99)


def everything(session: Session) -> str:
    """All that is shown and kept, read from what the engine itself reads."""
    fight = session.fight
    return json.dumps([
        fight.record, [event.kept_data() for event in fight.told], [taken.as_data() for taken in fight.to_redo],
        [[taken.as_data() for taken in branch] for branch in fight.branches], fight.script_left,
        [(asked.id, asked.title, [option.as_data() for option in asked.shown()]) for asked in fight.open_now],
        session.journal, [session.view(seat) for seat in (GM, "ann", "wall")], [view(fight, seat) for seat in (GM, "ann")],
    ], sort_keys=True)  # fmt: skip


def played(name: str) -> Session:
    """Somewhere in a fight, with something taken back and a branch that was left."""
    settings = settings_from({"seats": ["ann"], "watchers": ["wall"], "undo": "anyone"})
    fight, dicey = play(encounter(name), seed="aliases"), Dicey(f"aliases {name}")
    fight.add_script([1, 1])
    session = Session.start(fight, settings)
    for number in range(12):
        if not session.fight.questions:
            break
        asked = session.fight.questions[dicey.below(len(session.fight.questions))]
        options = asked.options
        option = options[dicey.below(len(options))].id
        session.do(GM, {"do": "answer", "question": session.id_of(GM, asked.id), "option": option})
        if number in (4, 7, 11):
            session.do(GM, {"do": "undo"})
    session.do(GM, {"do": "rule", "ruling": "note", "args": {"text": "aliases"}})
    session.do(GM, {"do": "undo"})
    return session


def handed_out(session: Session) -> list[Any]:
    fight = session.fight
    asked = fight.questions
    found: list[Any] = [
        fight.log, fight.events, fight.entries, fight.automation, fight.encounter, fight.undone, fight.left, fight.fell_away,
        fight.script, fight.record, fight.export(), fight.dice_state(), fight.script_left, fight.doubts, session.settings,
        session.journal, session.ops_since(0), session.record(GM), session.export(GM), asked,
    ]  # fmt: skip
    found += [fight.view(seat) for seat in (GM, "ann")] + [session.view(seat) for seat in (GM, "ann", "wall")]
    found += [session.changes(seat, 1) for seat in (GM, "ann", "wall")]
    for one in list(asked):
        found += [one.options, one.closed, one.not_possible(), fight.options_for(one, GM), fight.options_for(one, "ann")]
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_handed_out_may_be_wrecked(system: str) -> None:
    session = played(SMALL.get(system, ENCOUNTERS)[0])
    before = everything(session)
    for number, thing in enumerate(handed_out(session)):
        wrecked(thing)
        assert everything(session) == before, f"thing {number} that is handed out is the fight's own"


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_an_operation_returns_may_be_wrecked_and_so_may_what_it_was_given(system: str) -> None:
    session = played(SMALL.get(system, ENCOUNTERS)[0])
    fight, asked = session.fight.fork(), session.fight.questions[0]
    if asked.options:
        told = fight.answer(asked.id, asked.options[0].id)
        twin = session.fight.fork()
        twin.answer(asked.id, asked.options[0].id)
        wrecked(told)
        assert plain(fight.record) == plain(twin.record)
        assert [event.kept_data() for event in fight.told] == [event.kept_data() for event in twin.told]
    args: dict[str, Any] = {"text": "mine", "secret": True}
    told = fight.rule_with("note", args)
    record = plain(fight.record)
    wrecked(args)
    wrecked(told)
    assert plain(fight.record) == record
    data = plain(record)
    loaded = fight_from(fight.system, fight.system.build(plain(fight.encounter)), data)
    wrecked(data)
    assert plain(loaded.record) == record
    ops = session.journal
    restored = Session.restore(fight.system, ops)
    shown = everything(restored)
    wrecked(ops)
    assert everything(restored) == shown == everything(session)
    agreed = settings_from({"seats": ["ann"]})
    started = Session.start(Fight(fight.system, fight.system.build(plain(fight.encounter)), fight.encounter, "seed"), agreed)
    seen = plain(started.view("ann"))
    wrecked(agreed)
    assert plain(started.view("ann")) == seen
