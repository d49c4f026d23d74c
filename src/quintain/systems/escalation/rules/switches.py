"""The house rules of a battle: every switch this system offers, with its values, the first being the default."""

from __future__ import annotations

from typing import Final, final

SWITCHES: Final[dict[str, tuple[str, ...]]] = {
    "lasting_wounds": ("off", "on"),
    "meaningful_death": ("off", "on", "coma_always"),
    "redirect": ("random", "gm"),
    "companion_escalation": ("off", "on"),
    "crit_ongoing": ("off", "on"),
    "damage_rolls": ("once", "per_target"),
    "expanded_crit_hits": ("off", "on"),
    "friendly_miss_damage": ("on", "off"),
    "hit_while_down_fails": ("off", "on"),
    "init_tie": ("bonus", "pcs_first", "rolloff"),
    "intercept_scope": ("behind", "any_free"),
    "interrupted_action": ("kept", "lost"),
    "multi_intercept": ("off", "on"),
    "oa_cap": ("none", "one_per_round"),
    "ongoing_stack": ("by_name", "all"),
    "partial_disengage": ("on", "off"),
    "party_down": ("defeat", "play_on"),
    "ready_quick": ("off", "on"),
    "recharge_retry": ("auto", "roll"),
    "retry_disengage": ("on", "off"),
    "reveal": ("staggered_only", "hp_bars", "all"),
    "spirit_unconscious": ("off", "on"),
    "stray_hits": ("off", "on"),
    "surprised_react": ("off", "on"),
    "swoop": ("strike", "slip_past"),
    "unarmed_odd": ("plus_d3", "d3_only"),
    "unarmed_str": ("plain", "scaled"),
    "wound_timing": ("end", "at_drop"),
}


@final
class House:
    """The switches as the rules read them. Never changes during a fight."""

    def __init__(self, chosen: dict[str, str]) -> None:
        for name, value in chosen.items():
            if name not in SWITCHES:
                raise ValueError(f"there is no switch {name!r}; there are {', '.join(SWITCHES)}")
            if value not in SWITCHES[name]:
                raise ValueError(f"the switch {name} takes {' or '.join(SWITCHES[name])}, not {value!r}")
        self.chosen: dict[str, str] = dict(chosen)
        self.lasting_wounds: bool = self.is_on("lasting_wounds")
        self.wound_at_drop: bool = self.value("wound_timing") == "at_drop"
        self.meaningful_death: str = self.value("meaningful_death")
        self.redirect_by_gm: bool = self.value("redirect") == "gm"
        self.companion_escalation: bool = self.is_on("companion_escalation")
        self.crit_ongoing: bool = self.is_on("crit_ongoing")
        self.damage_per_target: bool = self.value("damage_rolls") == "per_target"
        self.expanded_crit_hits: bool = self.is_on("expanded_crit_hits")
        self.friendly_miss_damage: bool = self.is_on("friendly_miss_damage")
        self.hit_while_down_fails: bool = self.is_on("hit_while_down_fails")
        self.pcs_first: bool = self.value("init_tie") == "pcs_first"
        self.roll_off_ties: bool = self.value("init_tie") == "rolloff"
        self.any_free_intercepts: bool = self.value("intercept_scope") == "any_free"
        self.interrupted_action_lost: bool = self.value("interrupted_action") == "lost"
        self.multi_intercept: bool = self.is_on("multi_intercept")
        self.one_opportunity: bool = self.value("oa_cap") == "one_per_round"
        self.ongoing_all: bool = self.value("ongoing_stack") == "all"
        self.partial_disengage: bool = self.is_on("partial_disengage")
        self.play_on: bool = self.value("party_down") == "play_on"
        self.ready_quick: bool = self.is_on("ready_quick")
        self.recharge_roll: bool = self.value("recharge_retry") == "roll"
        self.retry_disengage: bool = self.is_on("retry_disengage")
        self.reveal: str = self.value("reveal")
        self.spirit_unconscious: bool = self.is_on("spirit_unconscious")
        self.stray_hits: bool = self.is_on("stray_hits")
        self.surprised_react: bool = self.is_on("surprised_react")
        self.slip_past: bool = self.value("swoop") == "slip_past"
        self.unarmed_d3_only: bool = self.value("unarmed_odd") == "d3_only"
        self.unarmed_scaled: bool = self.value("unarmed_str") == "scaled"

    def value(self, name: str) -> str:
        return self.chosen.get(name, SWITCHES[name][0])

    def is_on(self, name: str) -> bool:
        return self.value(name) == "on"
