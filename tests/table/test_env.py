"""The environments for learning programs pass PettingZoo's own tests, and play the rules' fights."""

from __future__ import annotations

import warnings

import numpy
import pytest
from pettingzoo.test import api_test, parallel_api_test

from quintain.engine import GM, PLAYERS
from quintain.engine.view import visible_units
from quintain.systems import system, system_names
from quintain.table.env import FIGURES, MOST_OPTIONS, MOST_UNITS, aec_env, parallel_env


@pytest.mark.parametrize("name", system_names())
def test_the_turn_environment_passes_pettingzoos_test(name: str) -> None:
    env = aec_env(system(name).standard)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=60, verbose_progress=False)
    assert env.board.answers


def test_the_parallel_environment_passes_pettingzoos_test() -> None:
    env = parallel_env("clash/standard")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(env, num_cycles=60)
    assert env.board.answers


def test_the_same_seed_and_actions_give_the_same_fight() -> None:
    stories = []
    for _ in range(2):
        env = aec_env("riposte/ferry")
        env.reset(seed=7)
        rng = numpy.random.default_rng(3)
        for _ in range(40):
            observation, _, ended, broken, _ = env.last()
            if ended or broken:
                break
            assert observation is not None
            env.step(int(rng.choice(numpy.flatnonzero(observation["action_mask"]))))
        stories.append([event.text for event in env.board.fight.events])
    assert stories[0] == stories[1] and stories[0]


@pytest.mark.parametrize("name", system_names())
def test_who_is_hidden_leaves_no_trace(name: str) -> None:
    """No empty row among those who are seen, no option, no title: an agent learns of nobody whom players do not know."""
    env = aec_env(system(name).standard)
    env.reset(seed=3)
    rng, fight, asked = numpy.random.default_rng(1), env.board.fight, 0
    hidden = next(unit for unit in fight.battle.units if unit.controller == GM)
    fight.rule("hide", who=hidden.id)
    env._look()
    for _ in range(60):
        if env.board.over or hidden.id in visible_units(fight.system, fight.battle, PLAYERS):
            break
        if env.agent_selection == PLAYERS:
            asked += 1
            rows = env.observe(PLAYERS)["observation"].reshape(MOST_UNITS, FIGURES)[:, 0]
            assert list(rows[: int(rows.sum())]) == [1.0] * (len(fight.battle.units) - 1)
            info = env.infos[PLAYERS]
            question = next(one for one in fight.view(PLAYERS)["questions"] if one["id"] == info["question"])
            assert info["title"] == question["title"] and hidden.name not in info["title"]
            assert [id for id, _ in info["options"]] == [option["id"] for option in question["options"]]
        env.step(int(rng.choice(numpy.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert asked


def test_what_the_mask_forbids_is_refused() -> None:
    env = aec_env("riposte/ferry")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        env.step(MOST_OPTIONS - 1)
