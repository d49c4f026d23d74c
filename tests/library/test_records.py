"""Records as files: what people have set up at the table comes back with them."""

from __future__ import annotations

import json

from quintain.engine.record import Automation, automation_from
from quintain.library.encounters import fight_of, play, sample
from quintain.library.records import AutomationModel


def test_a_record_with_standing_orders_can_be_read_again() -> None:
    fight = play(sample("tiers/standard"), seed="orders")
    fight.order("orsolya", "strike", "always")
    fight.order("*", "redo", "never")
    again = fight_of(json.loads(json.dumps(fight.record)))
    assert again.automation.orders == [("orsolya", "strike", "always"), ("*", "redo", "never")]
    assert again.record == fight.record


def test_how_a_table_plays_is_read_as_it_was_written() -> None:
    automation = Automation()
    automation.auto, automation.orders, automation.typed = {"gm": "steady"}, [("*", "redo", "never")], ["ann"]
    automation.hold, automation.level, automation.resting, automation.declarations = True, "assist", 2, "secret"
    written = json.loads(json.dumps(automation.as_data()))
    assert set(written) == set(AutomationModel.model_fields)
    assert automation_from(AutomationModel.model_validate(written).model_dump()).as_data() == automation.as_data()
