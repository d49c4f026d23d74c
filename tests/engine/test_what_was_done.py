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


def test_a_deed_is_called_after_what_its_dice_made_of_it_and_never_by_an_id() -> None:
    """Where a side goes in any order, the answer is whose turn it is: a name."""
    for encounter in ("escalation/toll", "riposte/ferry"):
        fight = play(sample(encounter), seed=3)
        while len(fight.entries) < 120 and fight.outcome is None:
            opened = next(one for one in fight.questions if not one.picked)
            attack = next((one for one in opened.options if one.id.startswith(("use:", "engage"))), opened.options[0])
            fight.answer(opened.id, attack.id, GM)
        labels = [node["label"] for node in view(fight)["history"]]
        assert not [label for label in labels if label.startswith("answer ") or label.endswith(": use")]
        assert any(" hits " in label or " misses " in label for label in labels) or encounter != "escalation/toll"
