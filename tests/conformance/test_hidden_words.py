"""What somebody unseen does is told to the GM alone, without a public form that would name them."""

from __future__ import annotations

import quintain as q
from quintain.engine import Event


def test_what_a_hidden_combatant_does_has_no_public_form() -> None:
    fight = q.play(q.sample("toughness/standard"), seed=1)
    fight.rule("hide", who="brawler")
    event = Event("prepared", "Brawler prepares to strike.", ["brawler"], audience="gm", public="Brawler prepares something.")
    fight.battle.tell(event)
    assert (event.audience, event.public) == ("gm", "")
