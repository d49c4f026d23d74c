"""The house-rule switches: what a table may decide before the fight. The first value of each is the default."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.refusal import Unavailable

SWITCHES: Final[dict[str, list[str]]] = {
    "percentile.compare": ["below", "at_or_below"],
    "percentile.range": ["0-99", "1-100"],
    "strike.crit_roll": ["shared", "separate"],
    "damage.magic_vs": ["resistance", "defense"],
    "terrain.soak": ["defense", "both"],
    "terrain.recovery": ["flat", "percent"],
    "flight.terrain_bonus": ["on", "off"],
    "grid.metric": ["orthogonal", "diagonal"],
    "grid.line_of_sight": ["off", "on"],
    "grid.pass_through": ["friends", "nobody", "anybody"],
    "turns.order": ["atomic", "interleave"],
    "weapon.switch": ["own_turn", "any_time"],
    "riposte.choice": ["forced", "optional"],
    "provoke.zone": ["every_engagement", "once_per_phase"],
    "provoke.who": ["all", "players"],
    "enemy_teams": ["separate", "merged"],
    "first_phase": ["heroes", "enemies", "allies", "independents"],
    "extras": ["shared", "assigned", "ally_phase"],
    "player_death": ["stabilise", "permadeath", "wipe_only"],
    "stabilise.who": ["players", "heroes_and_allies"],
    "stabilise.after_win": ["automatic", "gm"],
    "lethal.default": ["lethal", "nonlethal"],
    "task.party_hp": ["off", "on"],
    "forecast": ["open", "closed"],
    "weapon_cycle": ["off", "on"],
}
ROUND_CAP: Final = "round_cap"
DEFAULT_ROUND_CAP: Final = 30


@final
class Switches:
    """The switches as set for one fight."""

    def __init__(self, chosen: dict[str, object]) -> None:
        self.chosen: dict[str, object] = dict(chosen)
        for name, value in chosen.items():
            check_switch(name, value)
        self.at_or_below: bool = self._is("percentile.compare", "at_or_below")
        self.from_one: bool = self._is("percentile.range", "1-100")
        self.separate_crit: bool = self._is("strike.crit_roll", "separate")
        self.magic_vs_defense: bool = self._is("damage.magic_vs", "defense")
        self.soak_both: bool = self._is("terrain.soak", "both")
        self.recovery_percent: bool = self._is("terrain.recovery", "percent")
        self.flier_cover: bool = self._is("flight.terrain_bonus", "on")
        self.diagonal: bool = self._is("grid.metric", "diagonal")
        self.line_of_sight: bool = self._is("grid.line_of_sight", "on")
        self.pass_nobody: bool = self._is("grid.pass_through", "nobody")
        self.pass_anybody: bool = self._is("grid.pass_through", "anybody")
        self.interleave: bool = self._is("turns.order", "interleave")
        self.switch_any_time: bool = self._is("weapon.switch", "any_time")
        self.riposte_optional: bool = self._is("riposte.choice", "optional")
        self.provoke_once: bool = self._is("provoke.zone", "once_per_phase")
        self.provoke_players: bool = self._is("provoke.who", "players")
        self.merged: bool = self._is("enemy_teams", "merged")
        self.first_phase: str = self._value("first_phase")
        self.extras: str = self._value("extras")
        self.player_death: str = self._value("player_death")
        self.allies_stabilise: bool = self._is("stabilise.who", "heroes_and_allies")
        self.gm_after_win: bool = self._is("stabilise.after_win", "gm")
        self.nonlethal: bool = self._is("lethal.default", "nonlethal")
        self.party_hp: bool = self._is("task.party_hp", "on")
        self.closed_forecast: bool = self._is("forecast", "closed")
        self.weapon_cycle: bool = self._is("weapon_cycle", "on")
        cap = chosen.get(ROUND_CAP, DEFAULT_ROUND_CAP)
        self.round_cap: int = cap if isinstance(cap, int) else DEFAULT_ROUND_CAP

    def _value(self, name: str) -> str:
        return str(self.chosen.get(name, SWITCHES[name][0]))

    def _is(self, name: str, value: str) -> bool:
        return self._value(name) == value


def check_switch(name: str, value: object) -> None:
    """Refuse a switch, or a value of one, that is not offered."""
    if name == ROUND_CAP:
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise Unavailable(f"round_cap is a whole number of rounds, 1 or more, not {value!r}.")
    elif name not in SWITCHES:
        raise Unavailable(f"there is no switch called {name!r}: there are {', '.join([*SWITCHES, ROUND_CAP])}.")
    elif value not in SWITCHES[name]:
        raise Unavailable(f"{name} is {' or '.join(SWITCHES[name])}, not {value!r}.")
