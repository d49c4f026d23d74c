"""The line of what people did, which the GM goes back along: in order, each with its round and in words."""

from __future__ import annotations

from quintain.engine.battle import GM
from quintain.engine.view import view
from quintain.library.encounters import play, sample


def test_every_deed_has_the_round_it_was_done_in_and_a_name() -> None:
    """Declarations are told at the reveal only: until then the line names who declared, and keeps the round."""
    fight = play(sample("clash/standard"), seed=3)
    while fight.battle.round < 3 and fight.outcome is None:
        opened = next(one for one in fight.questions if not one.picked)
        fight.answer(opened.id, opened.options[0].id, GM)
    nodes = [node for node in view(fight)["history"] if node["live"]]
    rounds = [node["round"] for node in nodes]
    assert rounds == sorted(rounds) and rounds[0] < rounds[-1]
    assert not [node["label"] for node in nodes if node["label"].startswith("answer") or "@" in node["label"]]
