"""Variants: overrides on an encounter, generic over systems; what is not there gets a sentence."""

from __future__ import annotations

import copy
import importlib
import pickle

import pytest

import quintain as q
from quintain.engine import Malformed, Refusal, Unavailable
from quintain.lab import forecast, variant
from quintain.lab.variant import (
    Step,
    chosen,
    count_from,
    figures_of,
    option_from,
    set_from,
    variant_from,
    with_number,
    without_ability,
)
from quintain.library.encounters import Encounter, blocks
from tests.lab.conftest import two_a_side
from tests.support import stats_of

FERRY = "riposte/ferry"


def test_a_figure_in_the_data_is_changed_there_and_what_follows_from_it_too() -> None:
    changed = variant(q.sample(FERRY), set={"levy.hp": 30})
    unit = changed.battle().find("levy")
    assert getattr(unit, "hp") == 30  # noqa: B009
    assert changed.name == "Ferry Landing, levy.hp 30"


def test_a_figure_deeper_in_the_data_is_found_by_its_name() -> None:
    enc = q.sample(FERRY)
    before = figures_of(enc, "vail")["stats.STR"]
    assert figures_of(variant(enc, set={"vail.STR": Step("+", 2)}), "vail")["stats.STR"] == before + 2
    assert figures_of(variant(enc, set={"vail.stats.STR": 3}), "vail")["stats.STR"] == 3


def test_a_whole_side_or_everybody_may_be_meant() -> None:
    enc = q.sample(FERRY)
    assert chosen(enc, "heroes") == ["odalys", "tamsin", "wren", "ivo"]
    assert len(chosen(enc, "*")) == 10 and chosen(enc, "ditch-levy") == ["levy"]
    doubled = variant(enc, set={"enemies.hp": Step("*", 2)})
    assert figures_of(doubled, "levy")["hp"] == 2 * figures_of(enc, "levy")["hp"]


def test_a_figure_that_is_not_in_the_data_is_set_as_the_gm_would() -> None:
    changed = variant(two_a_side(), set={"ann.heart": 1, "cid.skill": 3})
    battle = changed.battle()
    assert (getattr(battle.find("ann"), "heart"), getattr(battle.find("cid"), "skill")) == (1, 3)  # noqa: B009
    again = pickle.loads(pickle.dumps(changed))
    assert again.battle().key() == battle.key()


def test_more_and_fewer_of_a_creature() -> None:
    enc = q.sample(FERRY)
    more = variant(enc, add={"levy": 2})
    assert [unit.id for unit in more.battle().units if unit.id.startswith("levy")] == ["levy", "levy-2", "levy-3"]
    assert chosen(more, "levy") == ["levy"] and len(chosen(more, "ditch-levy")) == 3
    places = {str(entry["at"]) for entry in more.data["combatants"]}  # type: ignore[attr-defined]
    assert len(places) == 12
    assert len(with_number(more, "ditch-levy", 1).battle().units) == 10
    assert len(variant(enc, remove={"hound": 1}).battle().units) == 9
    assert len(enc.battle().units) == 10


def test_a_shipped_stat_block_joins_the_other_side() -> None:
    changed = variant(q.sample(FERRY), remove={"hound": 1}, add={"hound": 1})
    newcomer = changed.battle().units[-1]
    assert newcomer.side == "enemies" and newcomer.id.startswith("hound")


def test_a_variant_can_be_sampled_and_watched() -> None:
    found = forecast(variant(q.sample(FERRY), set={"levy.hp": 30}, add={"hound": 1}), 20, processes=1)
    fight = found.watch(3)
    assert [unit.id for unit in fight.battle.units if unit.id.startswith("hound")] == ["hound", "hound-2"]
    assert stats_of(fight, "gm", "levy")["max_hp"] == 30
    assert fight.outcome is not None and found.tally.rounds[2] == fight.battle.round


def test_an_option_of_the_rules() -> None:
    changed = variant(q.sample(FERRY), option={"player_death": "permadeath"})
    assert changed.data["options"] == {"player_death": "permadeath"}


def test_an_ability_is_left_out_of_the_data() -> None:
    enc = q.sample(FERRY)
    without = without_ability(enc, ["tamsin"], "Vantage")
    assert without is not None
    block = next(entry["block"] for entry in without.data["combatants"] if entry["id"] == "tamsin")  # type: ignore[attr-defined]
    assert "Vantage" not in block["traits"] and "Bold" in block["traits"]
    assert without_ability(enc, ["tamsin"], "Juggling") is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"sets": ["levy.hpp=3"]}, "levy has no figure called 'hpp'"),
        ({"sets": ["levy.hpp=3"]}, "did you mean hp"),
        ({"sets": ["nobody.hp=3"]}, "nobody here is called 'nobody': there are odalys"),
        ({"sets": ["levy=3"]}, "write who.figure, such as odalys"),
        ({"sets": ["levy.hp"]}, "sets nothing"),
        ({"sets": ["levy.name+=2"]}, "no number to be changed"),
        ({"sets": ["levy.hp=plenty"]}, "hp"),
        ({"adds": ["dragon:2"]}, "Shipped stat blocks: archer"),
        ({"adds": ["levy:many"]}, "such as grunt:2"),
        ({"adds": ["levy:900"]}, "from 0 to 200"),
        ({"removes": ["levy:3"]}, "there are only 1"),
        ({"options": ["player_death=often"]}, "stabilise or permadeath"),
        ({"options": ["player_death"]}, "write name=value"),
    ],
)
def test_what_is_not_there_gets_a_sentence(words: dict[str, list[str]], said: str) -> None:
    everything = {"sets": [], "adds": [], "removes": [], "options": [], **words}
    with pytest.raises(Refusal) as refused:
        variant_from(q.sample(FERRY), **everything)
    assert said in str(refused.value)


def test_words_of_the_command_line() -> None:
    assert set_from("ogre.hp=60") == ("ogre.hp", 60) and set_from("ogre.fast = true") == ("ogre.fast", True)
    name, step = set_from("ogre.hp*=1.5")
    assert name == "ogre.hp" and isinstance(step, Step) and step.applied(10) == 15
    assert count_from("grunt:2") == ("grunt", 2) and count_from("grunt") == ("grunt", 1)
    assert option_from("flee_margin=5") == ("flee_margin", 5)
    with pytest.raises(Malformed, match="no number to change"):
        set_from("ogre.hp+=many")


def test_taking_everybody_out_gets_a_sentence() -> None:
    with pytest.raises(Refusal):
        variant(q.sample(FERRY), remove={"*": 10})
    with pytest.raises(Unavailable, match="everybody is on the side"):
        forecast(variant(q.sample("tiers/standard"), remove={"foes": len(chosen(q.sample("tiers/standard"), "foes"))}), 10)


def test_many_more_do_not_try_the_same_squares_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A square that was refused to one is refused to the next one like it: sixty more of tiers took a minute."""
    module, tried = importlib.import_module("quintain.lab.variant"), 0
    check = module.from_data

    def counted(data: object, name: str = "") -> Encounter:
        nonlocal tried
        tried += 1
        found: Encounter = check(data, name)
        return found

    monkeypatch.setattr(module, "from_data", counted)
    enc = q.sample("tiers/standard")
    many_more = variant(enc, add={"hulk": 8})
    assert len(many_more.battle().units) == len(enc.battle().units) + 8 and tried <= 60, "it was 152"


def test_stat_blocks_are_read_once_and_belong_to_whoever_asks() -> None:
    first = blocks("riposte")
    kept = copy.deepcopy(first)
    for block in first.values():
        block.clear()
    assert blocks("riposte") == kept
