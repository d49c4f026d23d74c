"""What a player may still do hangs on what that player did and heard, not on how much the GM or others did unseen."""

from __future__ import annotations

from typing import Any

import pytest

from quintain.engine import GM, Full, Illegal, Session, settings_from
from quintain.engine import session as session_module
from quintain.engine.fight import MOST_ORDERS
from quintain.engine.receipt import MOST_KEYS
from quintain.engine.recorded import MOST_AT_A_PLACE
from quintain.library.encounters import play
from tests.conformance.enrolled import encounter

SEATS = ["ann", "ben"]
FULL = "at this place of the fight 500 things"


def at_table() -> Session:
    """Ann and ben each run heroes, and declare at once."""
    session = Session.start(play(encounter("clash/standard"), seed="bounds"), settings_from({"seats": SEATS, "undo": "anyone"}))
    for place, hero in enumerate([unit.id for unit in session.fight.battle.units if unit.controller == "players"]):
        session.do(GM, {"do": "hand_over", "who": hero, "to": SEATS[place % 2]})
    session.do(GM, {"do": "automate", "who": GM, "tactic": "steady"})
    return session


def declares(session: Session, seat: str, number: int) -> None:
    """Declares for the first hero that this seat is asked about, or declares otherwise."""
    asked = next(one for one in session.fight.questions if one.controller == seat)
    options = [option.id for option in session.fight.options_for(asked, seat)]
    session.do(seat, {"do": "answer", "question": session.id_of(seat, asked.id), "option": options[number % 2]})


def note(text: str = "psst") -> dict[str, Any]:
    return {"do": "rule", "ruling": "note", "args": {"text": text, "secret": True}}


def until(session: Session, text: str, full: str) -> None:
    """The GM says this in secret as often as may be."""
    said = ""
    for _ in range(MOST_AT_A_PLACE + 1):
        try:
            session.do(GM, note(text))
        except Full as no:
            said = no.sentence
            break
    assert full in said


def test_how_often_the_gm_spoke_in_secret_at_a_place_stops_no_player() -> None:
    session = at_table()
    declares(session, "ann", 0)
    until(session, "psst", FULL)
    declares(session, "ann", 1)
    session.do("ann", {"do": "undo"})
    declares(session, "ann", 1)


def test_how_often_others_changed_their_minds_stops_nobody_else() -> None:
    session = at_table()
    declares(session, "ann", 0)
    for number in range(MOST_AT_A_PLACE + 1):
        declares(session, "ben", number)
    with pytest.raises(Full, match=FULL):
        declares(session, "ben", 0)
    declares(session, "ann", 1)
    session.do(GM, note())


def test_a_record_that_the_gm_has_filled_in_secret_has_room_for_players() -> None:
    session = at_table()
    until(session, "x" * 4_900, "record of this fight is full")
    for number in range(60):
        declares(session, "ann", number)
    session.do(GM, {"do": "undo", "entry": len(session.fight.entries) - 90})
    session.do(GM, note("x" * 4_900))


def test_what_is_weighed_is_the_record_as_it_stands() -> None:
    """One long ruling is taken back, and another may stand in its place."""
    session = at_table()
    until(session, "x" * 4_900, "record of this fight is full")
    session.do(GM, {"do": "undo"})
    session.do(GM, note("x" * 4_000))


def test_what_only_the_gm_heard_of_being_taken_back_stops_no_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "MOST_GONE", 1_000)
    session = at_table()
    declares(session, "ann", 0)
    session.do(GM, note("x" * 4_000))
    session.do(GM, {"do": "undo"})
    session.do("ann", {"do": "undo"})
    with pytest.raises(Full, match="so much was taken back"):
        session.do(GM, {"do": "undo"})
    while session.ledger.gone_for("ann") < 1_000:
        session.do(GM, {"do": "rule", "ruling": "note", "args": {"text": "all hear this"}})
        session.do("ann", {"do": "undo"})
    with pytest.raises(Full, match="so much was taken back"):
        session.do("ann", {"do": "undo"})


def test_no_seat_pushes_out_the_keys_of_another() -> None:
    session = at_table()
    asked = next(one for one in session.fight.questions if one.controller == "ann")
    command = {"do": "answer", "question": session.id_of("ann", asked.id), "option": asked.options[0].id}
    session.do("ann", command, None, "mine")
    for number in range(MOST_KEYS // 2 + 1):
        session.do(GM, note(), None, f"note {number}")
        session.do(GM, {"do": "undo"}, None, f"back {number}")
        if number == 200:
            session = Session.restore(session.fight.system, session.journal)
    assert session.do("ann", command, None, "mine").repeated


def test_what_others_have_ordered_leaves_a_player_orders() -> None:
    session = at_table()
    session.fight.automatic.orders = [(GM, str(number), "ask") for number in range(MOST_ORDERS)]
    with pytest.raises(Illegal, match="standing orders"):
        session.do(GM, {"do": "order", "who": "*", "about": "*", "order": "ask"})
    session.do("ann", {"do": "order", "who": "ann", "about": "*", "order": "ask"})


def test_what_others_propose_leaves_a_player_proposals() -> None:
    session = at_table()
    declares(session, "ann", 0)
    session.do(GM, {"do": "settings", "settings": {"undo": "propose"}})
    for _ in range(session_module.MOST_PROPOSALS):
        session.do("ben", {"do": "undo"})
    with pytest.raises(Full, match="earlier proposals"):
        session.do("ben", {"do": "undo"})
    assert session.do("ann", {"do": "undo"}).said == "Proposed to the GM."
