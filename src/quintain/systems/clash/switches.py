"""The switches of section 4: what a table decides before the fight. The first value of each is the default."""

from __future__ import annotations

from typing import Final, final

SWITCHES: Final[dict[str, list[object]]] = {
    "zone_mode": ["fixed", "fluid", "mixed"],
    "attribute_mode": ["by_action", "flat"],
    "feat_partial_margin": [int],
    "max_rounds": [int],
    "conflict_tie": ["pc_first", "npc_first", "rolloff", "nobody", "gm"],
    "cover_between": ["route_and_target", "strict", "inclusive"],
    "cover_grants_defend": [False, True],
    "cover_takes_damage": ["target", "coverer"],
    "declarations": ["open", "secret"],
    "death_rule": ["none", "full_hit", "third_down"],
    "effort_bands": ["margin10", "success_only", "always"],
    "effort_shared": [True, False],
    "fluid_adjacent_limit": ["exclusive", "inclusive"],
    "fluid_grouping": ["pairwise", "cluster"],
    "foe_at_zero": ["defeated", "incapacitated"],
    "incapacitated_defence": ["own_score", "challenge_score", "helpless"],
    "interact_cost": ["action", "free_once"],
    "moving_target_reach": ["any", "start", "end"],
    "mutual_fall": ["draw", "party_wins", "party_loses"],
    "nat20_revive": ["needs_success", "auto_success"],
    "npc_action_bonus": ["none", "add"],
    "npc_default_zone": ["start", "end"],
    "npc_intent_lock": ["open", "locked"],
    "npc_score_lock": ["never", "after_declaration"],
    "prepare_if_dropped": ["keep", "lose"],
    "ranged_default_range": [int, "sight"],
    "same_round_healing": ["net", "heal_first", "damage_first"],
    "show_npc_scores": ["no", "after_round", "yes"],
    "side_beaten": ["none_active", "none_can_revive"],
    "tend_nat20": ["score_used", "own_only", "either"],
    "tend_surge": ["own_only", "adds"],
}
"""What is offered, the default first. `int` stands for any whole number from 0 on."""


@final
class Switches:
    """The options of section 4 as this table plays them. Immutable."""

    def __init__(self, values: dict[str, object]) -> None:
        self.values: dict[str, object] = values
        self.feat_partial_margin: int = _whole(values, "feat_partial_margin", 0)
        self.max_rounds: int = _whole(values, "max_rounds", 50)
        self.conflict_tie: str = str(values.get("conflict_tie", "pc_first"))
        self.cover_between: str = str(values.get("cover_between", "route_and_target"))
        self.cover_grants_defend: bool = values.get("cover_grants_defend") is True
        self.cover_takes_damage: bool = values.get("cover_takes_damage") == "coverer"
        self.secret_declarations: bool = values.get("declarations") == "secret"
        self.free_handling: bool = values.get("interact_cost") == "free_once"
        self.clusters: bool = values.get("fluid_grouping") == "cluster"
        self.death_rule: str = str(values.get("death_rule", "none"))
        self.effort_bands: str = str(values.get("effort_bands", "margin10"))
        self.effort_shared: bool = values.get("effort_shared") is not False
        self.foe_at_zero: str = str(values.get("foe_at_zero", "defeated"))
        self.incapacitated_defence: str = str(values.get("incapacitated_defence", "own_score"))
        self.moving_target_reach: str = str(values.get("moving_target_reach", "any"))
        self.mutual_fall: str = str(values.get("mutual_fall", "draw"))
        self.nat20_auto: bool = values.get("nat20_revive") == "auto_success"
        self.npc_adds_bonus: bool = values.get("npc_action_bonus") == "add"
        self.npc_zone_end: bool = values.get("npc_default_zone") == "end"
        self.npc_intent_locked: bool = values.get("npc_intent_lock") == "locked"
        self.npc_score_locked: bool = values.get("npc_score_lock") == "after_declaration"
        self.prepare_lost: bool = values.get("prepare_if_dropped") == "lose"
        self.same_round_healing: str = str(values.get("same_round_healing", "net"))
        self.show_npc_scores: str = str(values.get("show_npc_scores", "no"))
        self.side_beaten: str = str(values.get("side_beaten", "none_active"))
        self.tend_surge_adds: bool = values.get("tend_surge") == "adds"
        self.flat: bool = values.get("attribute_mode") == "flat"
        self.tend_nat20: str = str(values.get("tend_nat20", "score_used"))


def _whole(values: dict[str, object], name: str, default: int) -> int:
    value = values.get(name, default)
    return value if isinstance(value, int) else default


def check_switch(name: str, value: object) -> None:
    """Refuse a switch or a value that is not played, and say what is."""
    if name not in SWITCHES:
        raise ValueError(f"there is no switch called {name}: there are {', '.join(SWITCHES)}")
    allowed = SWITCHES[name]
    if int in allowed and isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return
    if not any(type(value) is type(one) and value == one for one in allowed):
        shown = ", ".join("any whole number from 0" if one is int else str(one).lower() for one in allowed)
        raise ValueError(f"{name} is one of {shown}, not {value!r}")
