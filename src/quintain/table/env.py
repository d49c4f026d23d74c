"""Environments for learning programs, as PettingZoo has them: over the engine itself, with masks of what is legal.

    env = aec_env("riposte/ferry")            # players and the GM in turn, whoever is asked
    env = parallel_env("clash/standard")      # clash: every combatant declares at once

An action is the place of an option in the open question's list; `infos[agent]["options"]` has their ids and labels in the same order.
An observation is a dictionary: "observation", figures of everybody the agent may see, and "action_mask". The reward is 1 for the
side that wins and -1 for the others, at the end. Needs the extra `agents` (pip install quintain[agents]).
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from quintain.engine import GM, PLAYERS, Fight, Unit
from quintain.engine.asked import OpenOption, OpenQuestion
from quintain.engine.view import Viewer, own_units, visible_units
from quintain.library.encounters import Encounter, load, play

MOST_OPTIONS = 1024
MOST_UNITS = 40
FIGURES = 6
"""Of each combatant: there at all, own, of the own side, up, how much is left (0 to 1), asked now."""
Observation = dict[str, NDArray[Any]]
LONGEST = 5_000
"""Answers after which a fight is broken off as a draw."""


class Board:
    """A fight as figures, for both environments."""

    def __init__(self, encounter: str | Encounter) -> None:
        self.encounter = load(encounter) if isinstance(encounter, str) else encounter
        self.fight: Fight = play(self.encounter, seed=0)
        self.answers = 0

    def begin(self, seed: int | None) -> None:
        self.fight = play(self.encounter, seed="" if seed is None else seed)
        self.answers = 0

    @property
    def over(self) -> bool:
        return self.fight.outcome is not None

    @property
    def too_long(self) -> bool:
        return self.answers >= LONGEST and not self.over

    def waiting(self) -> list[OpenQuestion]:
        return [asked for asked in self.fight.questions if not asked.picked]

    def options(self, asked: OpenQuestion) -> list[OpenOption]:
        """What whoever is asked may choose, as at a table: nothing is aimed at somebody whom that seat knows nothing of."""
        return self.fight.options_for(asked, seat_of(asked))[:MOST_OPTIONS]

    def take(self, asked: OpenQuestion, action: int) -> None:
        options = self.options(asked)
        if not 0 <= action < max(1, len(options)):
            raise ValueError(f"action {action} is not legal here: there are {len(options)} options, see the action mask.")
        self.answers += 1
        self.fight.answer(asked.id, options[action].id if options else "go", seat_of(asked))

    def observe(self, seat: str, asked: OpenQuestion | None) -> Observation:
        """What this seat may know, and what it may choose."""
        battle, system = self.fight.battle, self.fight.system
        own, seen = own_units(battle, seat), visible_units(system, battle, seat)
        sides = {unit.side for unit in battle.units if unit.id in own}
        left = system.left(battle)
        rows = numpy.zeros((MOST_UNITS, FIGURES), dtype=numpy.float32)
        # Somebody unseen leaves no row empty, or it could be told that there is somebody.
        for place, unit in enumerate([unit for unit in battle.units if unit.id in seen][:MOST_UNITS]):
            mine = unit.id in own
            known = seat == GM or unit.side in sides
            rows[place] = (1, mine, unit.side in sides, unit.is_present(), share(left, unit) if known else 0.5,
                           asked is not None and asked.who == unit.id)  # fmt: skip
        mask = numpy.zeros(MOST_OPTIONS, dtype=numpy.int8)
        if asked is not None:
            mask[: max(1, len(self.options(asked)))] = 1
        return {"observation": rows.ravel(), "action_mask": mask}

    def reward(self, seat: str) -> float:
        outcome = self.fight.outcome
        if outcome is None or not outcome.winner:
            return 0.0
        party = outcome.winner == self.fight.system.party
        return 1.0 if party == (seat != GM) else -1.0

    def info(self, asked: OpenQuestion | None) -> dict[str, Any]:
        if asked is None:
            return {}
        options = [(option.id, option.label) for option in self.options(asked)]
        title = asked.title_for(Viewer(self.fight.system, self.fight.battle, seat_of(asked)))
        return {"question": asked.id, "title": title, "options": options}


def seat_of(asked: OpenQuestion) -> str:
    """Whoever is asked; of several, the first."""
    return asked.controller.split("+")[0]


def share(left: dict[str, dict[str, object]], unit: Unit) -> float:
    row = left.get(unit.id, {})
    have, most = row.get("hp", row.get("health")), row.get("of")
    if isinstance(have, int) and isinstance(most, int) and most > 0:
        return max(0.0, min(1.0, have / most))
    return 1.0 if row.get("up", True) else 0.0


def observation_space() -> gymnasium.spaces.Dict:
    return gymnasium.spaces.Dict({
        "observation": gymnasium.spaces.Box(0.0, 1.0, (MOST_UNITS * FIGURES,), numpy.float32),
        "action_mask": gymnasium.spaces.Box(0, 1, (MOST_OPTIONS,), numpy.int8),
    })  # fmt: skip


class TurnEnv(AECEnv):  # type: ignore[misc]
    """One agent for the players and one for the GM, asked in turn as the rules ask."""

    metadata = {"name": "quintain_v0", "is_parallelizable": False, "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, encounter: str | Encounter, render_mode: str | None = None) -> None:
        super().__init__()
        self.board = Board(encounter)
        self.render_mode = render_mode
        self.possible_agents = [PLAYERS, GM]
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(MOST_OPTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.board.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._look()

    def asked(self) -> OpenQuestion | None:
        waiting = self.board.waiting()
        return waiting[0] if waiting else None

    def _look(self) -> None:
        asked = self.asked()
        self.infos = {agent: {} for agent in self.agents}
        if asked is not None:
            self.agent_selection = GM if asked.controller == GM else PLAYERS
            self.infos[self.agent_selection] = self.board.info(asked)

    def observe(self, agent: str) -> Observation:
        asked = self.asked()
        mine = asked is not None and agent == self.agent_selection and not self.terminations.get(agent, False)
        return self.board.observe(agent, asked if mine else None)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        asked = self.asked()
        assert asked is not None and action is not None
        self.board.take(asked, int(action))
        if self.board.over:
            self.rewards = {one: self.board.reward(one) for one in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.board.too_long:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if not self.board.over:
            self._look()

    def render(self) -> str | None:
        return "\n".join(event.text for event in self.board.fight.told[-10:])

    def close(self) -> None:
        """Nothing is held open."""


class TogetherEnv(ParallelEnv):  # type: ignore[misc]
    """Clash: every combatant is an agent, and all declare at once. Whoever is not asked has nothing to choose (action 0)."""

    metadata = {"name": "quintain_together_v0", "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, encounter: str | Encounter, render_mode: str | None = None) -> None:
        self.board = Board(encounter)
        self.render_mode = render_mode
        self.possible_agents = [unit.id for unit in self.board.fight.battle.units]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        found: gymnasium.spaces.Space[Any] = self._spaces()[0][agent]
        return found

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        found: gymnasium.spaces.Space[Any] = self._spaces()[1][agent]
        return found

    def _spaces(self) -> tuple[dict[str, Any], dict[str, Any]]:
        if not hasattr(self, "_made"):
            seen = {agent: observation_space() for agent in self.possible_agents}
            self._made = (seen, {agent: gymnasium.spaces.Discrete(MOST_OPTIONS) for agent in self.possible_agents})
        return self._made

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.board.begin(seed)
        self.agents = list(self.possible_agents)
        return self._told()

    def questions(self) -> dict[str, OpenQuestion]:
        """What each agent is asked now: its own question, or its controller's first where a question is nobody's in particular."""
        found: dict[str, OpenQuestion] = {}
        for asked in self.board.waiting():
            who = asked.who if asked.who in self.agents else self._speaker(asked)
            if who and who not in found:
                found[who] = asked
        return found

    def _speaker(self, asked: OpenQuestion) -> str:
        units = self.board.fight.battle.units
        return next((unit.id for unit in units if unit.id in self.agents and unit.controller == asked.controller), self.agents[0])

    def _told(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        asked = self.questions()
        seen: dict[str, Observation] = {}
        for agent in self.agents:
            unit = self.board.fight.battle.find(agent)
            seat = unit.controller.split("+")[0] if unit is not None else PLAYERS
            seen[agent] = self.board.observe(seat, asked.get(agent))
            if agent not in asked:
                seen[agent]["action_mask"][0] = 1
        return seen, {agent: self.board.info(asked.get(agent)) for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:  # fmt: skip
        for agent, asked in self.questions().items():
            now = next((one for one in self.board.waiting() if one.id == asked.id), None)
            if now is not None and agent in actions:
                self.board.take(now, int(actions[agent]))
        over, too_long = self.board.over, self.board.too_long
        seen, infos = self._told()
        rewards: dict[str, float] = {}
        for agent in self.agents:
            unit = self.board.fight.battle.find(agent)
            rewards[agent] = self.board.reward(unit.controller if unit is not None else PLAYERS) if over else 0.0
        ended, broken = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, too_long)
        if over or too_long:
            self.agents = []
        return seen, rewards, ended, broken, infos

    def render(self) -> str | None:
        return "\n".join(event.text for event in self.board.fight.told[-10:])


def aec_env(encounter: str | Encounter = "riposte/ferry") -> TurnEnv:
    return TurnEnv(encounter)


def parallel_env(encounter: str | Encounter = "clash/standard") -> TogetherEnv:
    return TogetherEnv(encounter)
