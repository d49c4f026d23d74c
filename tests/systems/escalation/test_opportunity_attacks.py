"""Opportunity attacks that come before a shot: two odds that must agree, one with every total split."""

from __future__ import annotations

import pytest

from quintain import compiled
from quintain.engine import Budget, Odds
from quintain.systems.escalation.rules import movement
from tests.support import many
from tests.systems.escalation.scene import Scene, dummy, pc


def odds(scene: Scene, budget: Budget | None = None) -> Odds:
    return scene.fight.odds(scene.asked.id, "use:1:cid", policy="steady", budget=budget)


def shooter(hp: int) -> Scene:
    """A shot at Cid drawn upon by Ann and Bob, whose blades might fell the shooter first."""

    def blade(name: str, **more: object) -> dict[str, object]:
        attack = {"name": "Blade", "bonus": 7, "defence": "AC", "hit": [{"damage": "1d6+2"}], "miss": [{"damage": 1}]}
        return pc(name, attacks=[attack], engaged=["archer"], **more)

    bow = {"name": "Bow", "kind": "ranged", "bonus": 9, "defence": "AC", "hit": [{"damage": 6}]}
    stick = {"name": "Stick", "bonus": 1, "defence": "AC", "hit": [{"damage": 1}]}
    archer = dummy("archer", initiative=30, hp=hp, attacks=[stick, bow])
    return Scene([blade("ann", flank_damage="1d4"), blade("bob"), pc("cid"), archer, dummy("b")], [3, 2, 1, 20, 1])


@pytest.mark.skipif(compiled(), reason="compiled calls cannot be replaced for the comparison")
@pytest.mark.parametrize("hp", [7, 12, 18][: many(2, 3)])
def test_opportunity_attacks_that_may_fell_the_shooter_are_exact_without_splitting_every_total(
    hp: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = odds(shooter(hp))
    monkeypatch.setattr(movement, "_falls_or_not", lambda battle, actor, foes: False)
    monkeypatch.setattr(movement, "_cannot_stop", lambda battle, actor, foes: False)
    whole = odds(shooter(hp), Budget(1_000_000, 1_000_000_000))
    assert quick.of("Cid") == whole.of("Cid")
    assert quick.of("Dummy archer") == whole.of("Dummy archer")  # felled or not
    assert quick.leaves < whole.leaves
