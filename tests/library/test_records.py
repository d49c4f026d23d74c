"""Records as files: what people have set up at the table comes back with them."""

from __future__ import annotations

import json

from quintain.library.encounters import fight_of, play, sample


def test_a_record_with_standing_orders_can_be_read_again() -> None:
    fight = play(sample("tiers/standard"), seed="orders")
    fight.order("orsolya", "strike", "always")
    fight.order("*", "redo", "never")
    again = fight_of(json.loads(json.dumps(fight.record)))
    assert again.house.orders == [("orsolya", "strike", "always"), ("*", "redo", "never")]
    assert again.record == fight.record
