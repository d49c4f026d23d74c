"""The house-rule switches a table may set before a fight. The first value of each is the default."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.refusal import Unavailable

SWITCHES: Final[dict[str, list[str]]] = {
    "defense_base": ["10", "20"],
    "lost_turns": ["overlap", "cumulative"],
    "lethal_penalty_scope": ["all", "lethal_only"],
    "mark_penalties": ["stack", "once"],
    "wounded_penalty_lasts": ["until_recovered", "one_round"],
    "wounded_scope": ["all_d20", "no_saves", "ability_checks_only"],
    "subdual_overflow": ["dying", "none"],
    "nat1_saves": ["normal", "fail"],
    "threats": ["weapon", "natural_20_only"],
    "parry_ranged": ["no", "yes"],
    "unarmed_bonus": ["grapple", "melee"],
    "missile_strength": ["add", "none"],
    "intent_penalty": ["0", "4"],
    "hourglass_scope": ["track", "both"],
    "hourglass_timers": ["block", "run"],
    "heart_cost": ["1", "0"],
    "shield_who": ["core", "any_warrior_level"],
    "conviction_hourglass": ["exempt", "obey"],
    "conviction_floor": ["total", "die"],
    "conviction_when": ["before", "after"],
    "conviction_scope": ["recovery", "any_own_d20"],
    "dying_when": ["own_turn", "round_start"],
    "first_check": ["after_interval", "next_turn"],
    "recovery_clears": ["one_mark", "whole_state"],
    "pushed": ["strenuous", "any_standard", "gm_only"],
    "impaired_actions": ["full", "single"],
    "adversary_dying": ["roll", "dead", "out"],
    "helpless_defense": ["5", "10"],
    "grapple_size": ["special", "same"],
    "initiative_groups": ["each", "by_type", "by_side"],
    "open_rolls": ["off", "on"],
}
CRIT_DEFAULT: Final = "crit_default"
ROUND_CAP: Final = "round_cap"
EXTRA: Final = "conviction_extra"
EXTRAS: Final = ("reroll", "extra_check", "keep_dodge", "escape_death", "push")
USUAL_CAP: Final = 100


@final
class Switches:
    """The switches as set for one fight."""

    def __init__(self, chosen: dict[str, object]) -> None:
        for name, value in chosen.items():
            check_switch(name, value)
        self.chosen: dict[str, object] = dict(chosen)
        self.defense_base: int = int(self._value("defense_base"))
        self.turns_add_up: bool = self._is("lost_turns", "cumulative")
        self.lethal_only: bool = self._is("lethal_penalty_scope", "lethal_only")
        self.once_per_state: bool = self._is("mark_penalties", "once")
        self.wounded_on_attacks: bool = not self._is("wounded_scope", "ability_checks_only")
        self.wounded_on_saves: bool = self._is("wounded_scope", "all_d20")
        self.wounded_one_round: bool = self._is("wounded_penalty_lasts", "one_round")
        self.no_overflow: bool = self._is("subdual_overflow", "none")
        self.natural_1_fails_saves: bool = self._is("nat1_saves", "fail")
        self.only_20_threatens: bool = self._is("threats", "natural_20_only")
        self.parry_ranged: bool = self._is("parry_ranged", "yes")
        self.unarmed_melee: bool = self._is("unarmed_bonus", "melee")
        self.missiles_without_strength: bool = self._is("missile_strength", "none")
        self.intent_penalty: int = int(self._value("intent_penalty"))
        self.timers_run: bool = self._is("hourglass_timers", "run")
        self.heart_cost: int = int(self._value("heart_cost"))
        self.any_warrior: bool = self._is("shield_who", "any_warrior_level")
        self.signs_obey: bool = self._is("conviction_hourglass", "obey")
        self.floor_on_die: bool = self._is("conviction_floor", "die")
        self.floor_after: bool = self._is("conviction_when", "after")
        self.floor_any: bool = self._is("conviction_scope", "any_own_d20")
        self.dying_at_round_start: bool = self._is("dying_when", "round_start")
        self.tracks_block_each_other: bool = self._is("hourglass_scope", "both")
        self.initiative_groups: str = self._value("initiative_groups")
        self.check_next_turn: bool = self._is("first_check", "next_turn")
        self.clears_whole_state: bool = self._is("recovery_clears", "whole_state")
        self.pushed: str = self._value("pushed")
        self.single_when_impaired: bool = self._is("impaired_actions", "single")
        self.adversary_dying: str = self._value("adversary_dying")
        self.helpless_defense: int = int(self._value("helpless_defense"))
        self.grapple_size_same: bool = self._is("grapple_size", "same")
        self.open_rolls: bool = self._is("open_rolls", "on")
        crit = chosen.get(CRIT_DEFAULT, 3)
        self.crit_default: int = crit if isinstance(crit, int) else 3
        cap = chosen.get(ROUND_CAP, USUAL_CAP)
        self.round_cap: int = cap if isinstance(cap, int) else USUAL_CAP
        extra = chosen.get(EXTRA, [])
        names: list[object] = list(extra) if isinstance(extra, list) else []
        self.reroll: bool = "reroll" in names
        self.extra_check: bool = "extra_check" in names
        self.keep_dodge: bool = "keep_dodge" in names
        self.escape_death: bool = "escape_death" in names
        self.push_free: bool = "push" in names

    def _value(self, name: str) -> str:
        return str(self.chosen.get(name, SWITCHES[name][0]))

    def _is(self, name: str, value: str) -> bool:
        return self._value(name) == value


def check_switch(name: str, value: object) -> None:
    """Refuse a switch, or a value of one, that is not offered."""
    if name in (ROUND_CAP, CRIT_DEFAULT):
        low, high = (1, 10_000) if name == ROUND_CAP else (-1000, 1000)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise Unavailable(f"{name} is a whole number from {low} to {high}, not {value!r}.")
    elif name == EXTRA:
        if not isinstance(value, list) or not all(one in EXTRAS for one in value):
            raise Unavailable(f"conviction_extra is a list of {', '.join(EXTRAS)}, not {value!r}.")
    elif name not in SWITCHES:
        known = [*SWITCHES, CRIT_DEFAULT, EXTRA, ROUND_CAP]
        raise Unavailable(f"there is no switch called {name!r}: there are {', '.join(known)}.")
    elif isinstance(value, bool) or str(value) not in SWITCHES[name]:
        raise Unavailable(f"{name} is {' or '.join(SWITCHES[name])}, not {value!r}.")
