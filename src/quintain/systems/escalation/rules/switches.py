"""The switches a table may set before a fight, each declared once: clauses, what it decides, values with their meaning."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.switches import Declared
from quintain.engine.switches import Switches as DeclaredSwitches


@final
class Switches(DeclaredSwitches):
    """The switches as the rules read them. Never changes during a fight."""

    def __init__(self, chosen: dict[str, object]) -> None:
        super().__init__(chosen)
        self.lasting_wounds: bool = self.one_of(
            "lasting_wounds", "ES-131, ES-132", "a lasting wound for whoever drops in a fight",
            {"off": "none", "on": "2 + level off the maximum"},
        ) == "on"  # fmt: skip
        self.wound_at_drop: bool = self.one_of(
            "wound_timing", "R-62", "when a lasting wound is taken",
            {"end": "at the end of the fight", "at_drop": "at the first drop"},
        ) == "at_drop"  # fmt: skip
        self.meaningful_death: str = self.one_of(
            "meaningful_death", "ES-133, R-64", "who truly kills",
            {"off": "anybody", "on": "a named villain only; the others leave a coma",
             "coma_always": "as on, and four failed death saves are always a coma"},
        )  # fmt: skip
        self.redirect_by_gm: bool = self.one_of(
            "redirect", "ES-106, R-49", "which of several allies a stray shot finds",
            {"random": "a die says", "gm": "the GM says"},
        ) == "gm"  # fmt: skip
        self.companion_escalation: bool = self.one_of(
            "companion_escalation", "R-15", "whether companions add the escalation die",
            {"off": "no", "on": "yes"},
        ) == "on"  # fmt: skip
        self.crit_ongoing: bool = self.one_of(
            "crit_ongoing", "R-42", "whether a crit doubles ongoing damage",
            {"off": "no", "on": "yes"},
        ) == "on"  # fmt: skip
        self.damage_per_target: bool = self.one_of(
            "damage_rolls", "R-45", "damage dice of an attack on several",
            {"once": "once for all of them", "per_target": "for each of them"},
        ) == "per_target"  # fmt: skip
        self.expanded_crit_hits: bool = self.one_of(
            "expanded_crit_hits", "R-41", "whether a natural roll in an expanded crit range hits",
            {"off": "only if the total does", "on": "always"},
        ) == "on"  # fmt: skip
        self.friendly_miss_damage: bool = self.one_of(
            "friendly_miss_damage", "R-50", "miss damage of a stray shot to a friend",
            {"on": "it counts", "off": "none"},
        ) == "on"  # fmt: skip
        self.hit_while_down_fails: bool = self.one_of(
            "hit_while_down_fails", "R-57", "a hit on somebody who is dying",
            {"off": "lowers hit points", "on": "is a failed death save, too"},
        ) == "on"  # fmt: skip
        ties = self.one_of(
            "init_tie", "R-02", "ties in the order",
            {"bonus": "the higher bonus, then PCs", "pcs_first": "PCs first", "rolloff": "a d20 each"},
        )  # fmt: skip
        self.pcs_first: bool = ties == "pcs_first"
        self.roll_off_ties: bool = ties == "rolloff"
        self.any_free_intercepts: bool = self.one_of(
            "intercept_scope", "R-21", "who may step in the way",
            {"behind": "those behind whom the goal stands", "any_free": "anybody free"},
        ) == "any_free"  # fmt: skip
        self.interrupted_action_lost: bool = self.one_of(
            "interrupted_action", "R-12", "an act made impossible by an interruption",
            {"kept": "its action is not spent", "lost": "its action is spent"},
        ) == "lost"  # fmt: skip
        self.multi_intercept: bool = self.one_of(
            "multi_intercept", "R-22", "how many intercept one mover",
            {"off": "one", "on": "all who may"},
        ) == "on"  # fmt: skip
        self.one_opportunity: bool = self.one_of(
            "oa_cap", "R-29", "opportunity attacks of one creature",
            {"none": "one for each act that draws", "one_per_round": "one in a round"},
        ) == "one_per_round"  # fmt: skip
        self.ongoing_all: bool = self.one_of(
            "ongoing_stack", "R-70", "ongoing damage of one name",
            {"by_name": "the higher counts", "all": "all of it counts"},
        ) == "all"  # fmt: skip
        self.partial_disengage: bool = self.one_of(
            "partial_disengage", "R-26", "disengaging from some of several foes",
            {"on": "allowed", "off": "from all or from nobody"},
        ) == "on"  # fmt: skip
        self.play_on: bool = self.one_of(
            "party_down", "R-74", "the whole party is down",
            {"defeat": "defeat", "play_on": "played on while somebody may wake"},
        ) == "play_on"  # fmt: skip
        self.ready_quick: bool = self.one_of(
            "ready_quick", "R-09", "readying a quick action",
            {"off": "no", "on": "yes"},
        ) == "on"  # fmt: skip
        self.recharge_roll: bool = self.one_of(
            "recharge_retry", "R-67", "a recharge power that failed its roll, after the next battle",
            {"auto": "is back", "roll": "rolls again"},
        ) == "roll"  # fmt: skip
        self.retry_disengage: bool = self.one_of(
            "retry_disengage", "R-27", "a second disengage check on one turn",
            {"on": "with the standard action", "off": "no"},
        ) == "on"  # fmt: skip
        self.reveal: str = self.one_of(
            "reveal", "", "what players see of the health of monsters",
            {"staggered_only": "whether they are staggered", "hp_bars": "tenths", "all": "hit points"},
        )  # fmt: skip
        self.spirit_unconscious: bool = self.one_of(
            "spirit_unconscious", "R-37", "fighting in spirit while unconscious",
            {"off": "no", "on": "yes"},
        ) == "on"  # fmt: skip
        self.stray_hits: bool = self.one_of(
            "stray_hits", "R-82", "a stray shot into a friend",
            {"off": "is no hit for odds and riders", "on": "is a hit of the shooter's"},
        ) == "on"  # fmt: skip
        self.surprised_react: bool = self.one_of(
            "surprised_react", "R-16", "interrupts, opportunity attacks and interceptions of the surprised",
            {"off": "none", "on": "allowed"},
        ) == "on"  # fmt: skip
        self.slip_past: bool = self.one_of(
            "swoop", "R-36", "what a swoop is",
            {"strike": "a strike in passing", "slip_past": "past other flyers unhindered, at -2 to attacks"},
        ) == "slip_past"  # fmt: skip
        self.unarmed_d3_only: bool = self.one_of(
            "unarmed_odd", "R-47", "unarmed damage at odd levels",
            {"plus_d3": "a d3 more", "d3_only": "at level 1 a d3"},
        ) == "d3_only"  # fmt: skip
        self.unarmed_scaled: bool = self.one_of(
            "unarmed_str", "R-79", "STR in unarmed damage",
            {"plain": "as it is", "scaled": "times the multiplier of the level"},
        ) == "scaled"  # fmt: skip


DECLARED: Final[list[Declared]] = Switches({}).declared
