"""What a combatant is called gives nobody a say over anybody else: ids that mean people, or that a seat has for its name."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from quintain.engine import GM, NotYours, Refusal, Session, settings_from
from quintain.engine.seat import RESERVED, is_reserved_id
from quintain.library.encounters import Encounter, encounter_in, fight_of, from_data, play, sample
from quintain.library.text import Document
from quintain.table.client import Server, ServiceError

SAMPLES = {
    "riposte": "riposte/ferry", "clash": "clash/standard", "tiers": "tiers/standard", "toughness": "toughness/standard",
    "escalation": "escalation/toll",
}  # fmt: skip


def called(book: str, id: str, how: Any = from_data) -> Encounter:
    """A shipped encounter with its first hero called otherwise."""
    data: Any = copy.deepcopy(sample(SAMPLES[book]).data)
    old = data["combatants"][0]["id"]
    found: Encounter = how(renamed(data, old, id))
    return found


def renamed(data: Any, old: str, new: str) -> Any:
    if isinstance(data, dict):
        return {name: part if name == "use" else renamed(part, old, new) for name, part in data.items()}
    if isinstance(data, list):
        return [renamed(part, old, new) for part in data]
    return new if data == old else data


@pytest.mark.parametrize("book", SAMPLES)
@pytest.mark.parametrize("id", ["gm", "players"])
def test_nobody_can_be_called_what_means_people(book: str, id: str) -> None:
    with pytest.raises(Refusal, match=f"nobody can be called '{id}', which means people here"):
        called(book, id)


@pytest.mark.parametrize("book", SAMPLES)
def test_a_newcomer_cannot_either_and_nothing_has_changed(book: str) -> None:
    fight = play(sample(SAMPLES[book]), "1")
    encounter: Any = fight.encounter
    data = copy.deepcopy(encounter["combatants"])[0]
    if isinstance(data.get("at"), list):
        data["at"] = [1, 1]
    before, units = copy.deepcopy(fight.record), len(fight.battle.units)
    for id in ("gm", "players"):
        with pytest.raises(Refusal, match="nobody can be called"):
            fight.rule("add", unit={**data, "id": id})
    assert fight.record == before and len(fight.battle.units) == units


def test_a_record_that_has_one_is_opened_still() -> None:
    fight = play(called("riposte", "nomen"), "1")
    encounter: Any = fight.encounter
    fight.rule("add", unit={**copy.deepcopy(encounter["combatants"])[0], "id": "nomina", "at": [1, 1]})
    record = json.loads(json.dumps(fight.record).replace("nomen", "gm").replace("nomina", "players"))
    again = fight_of(record)
    assert again.record == record and {"gm", "players"} <= {unit.id for unit in again.battle.units}


def seated(encounter: Encounter) -> Session:
    """Ann runs the first hero, Ben the second; the GM the foes."""
    session = Session.start(play(encounter, "1"), settings_from({"seats": ["ann", "ben"]}))
    heroes = [unit.id for unit in session.fight.battle.units if unit.controller == "players"]
    for hero, seat in zip(heroes, ["ann", "ben", "ben", "ben", "ben"], strict=False):
        session.do(GM, {"do": "hand_over", "who": hero, "to": seat})
    return session


OVER_OTHERS: list[dict[str, Any]] = [
    {"do": "automate", "who": "", "tactic": "steady"}, {"do": "order", "who": "", "about": "*", "order": "never"},
    {"do": "type_dice", "who": "", "on": True},
]  # fmt: skip


def who_may(session: Session, id: str) -> list[str]:
    """Which of these commands about somebody called so each of these seats may give."""
    found = []
    for seat in ("ann", "ben"):
        for command in OVER_OTHERS:
            try:
                session.do(seat, {**command, "who": id})
                found.append(f"{seat} {command['do']}")
            except Refusal as no:
                found.append(no.kind)
    return found


@pytest.mark.parametrize("id", ["gm", "players"])
def test_in_an_old_record_it_gives_no_say_over_others(id: str) -> None:
    """Whoever ran it could hand everything of the GM's to a tactic."""
    session = seated(called("toughness", id, lambda data: encounter_in(Document("record", {}, {}), data)))
    for command in OVER_OTHERS:
        with pytest.raises(NotYours, match="name yourself"):
            session.do("ann", {**command, "who": id})
    assert not session.fight.automatic.auto and not session.fight.automatic.orders and not session.fight.automatic.typed


@pytest.mark.parametrize("book", SAMPLES)
def test_every_other_word_is_a_name_like_any_other(book: str) -> None:
    """What may be done with somebody called so, and what a seat is shown, is what it is with a plain name."""
    plain = seated(called(book, "nomen"))
    may = who_may(plain, "nomen")
    shown = {seat: renamed(plain.view(seat), "nomen", "") for seat in (GM, "ann", "ben")}
    for word in [*RESERVED, "public", "everyone", "side", "auto"]:
        if is_reserved_id(word):
            continue
        session = seated(called(book, word))
        assert who_may(session, word) == may, word
        for seat in shown:
            assert renamed(session.view(seat), word, "").keys() == shown[seat].keys()
            assert len(session.view(seat)["units"]) == len(shown[seat]["units"]) and said(session, seat) == said(plain, seat), word


def said(session: Session, seat: str) -> tuple[int, int, list[str]]:
    view = session.view(seat)
    return len(view["questions"]), len(view["log"]), [line["text"] for line in view["log"]]


def test_one_called_like_anothers_seat_gives_no_say_over_that_seat() -> None:
    """Ann runs somebody called ben, and could hand all of Ben's to a tactic."""
    session = seated(called("toughness", "ben"))
    for command in OVER_OTHERS:
        for seat in ("ann", "ben"):
            with pytest.raises(NotYours):
                session.do(seat, {**command, "who": "ben"})
    session.do("ann", {"do": "automate", "who": "ann", "tactic": "steady"})  # it is hers by her own name
    assert list(session.fight.automatic.auto) == ["ann"]


def test_at_a_table_it_is_refused_in_words(server: Server) -> None:
    data = server.call("GET", "/api/encounters/riposte/ferry")
    old = data["combatants"][0]["id"]
    with pytest.raises(ServiceError, match="nobody can be called 'gm', which means people here: give it another id") as no:
        server.open(renamed(data, old, "gm"))
    assert no.value.status == 400
    gm, _ = server.open("riposte/ferry", seats=["Ann"])
    with pytest.raises(ServiceError, match="nobody can be called 'players'"):
        gm.rule("add", unit={**data["combatants"][0], "id": "players", "at": [1, 1]})
    gm.close()
