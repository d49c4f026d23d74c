"""The book's switches, each declared once: file model, form, table in docs/rules and the rules' own reading follow from it."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.switches import Declared
from quintain.engine.switches import Switches as DeclaredSwitches


@final
class Switches(DeclaredSwitches):
    """What this table plays where the book leaves a choice."""

    def __init__(self, chosen: dict[str, object]) -> None:
        super().__init__(chosen)
        # The three the book itself names.
        self.zero_hp = self.one_of(
            "zero_hp", "TI-140, TI-142, TI-143", "What 0 HP means for a player character",
            {"beacon": "death, unless a Beacon Point is spent", "knockout": "unconscious and dying; a further hit kills",
             "lethal": "death, and nobody is asked"},
        )
        self.npc_zero_hp = self.one_of(
            "npc_zero_hp", "TI-141", "What 0 HP means for anyone else",
            {"dead": "death", "unconscious": "unconscious and dying", "ask": "as the GM says each time"},
        )
        self.soak_vs_wound = self.one_of(
            "soak_vs_wound", "TI-75", "What a Soak Box does against a wound",
            {"negate": "avoids it", "reduce": "lowers it by 1"},
        )
        # The rest, by the alphabet.
        self.adjacent_shot = self.one_of(
            "adjacent_shot", "TI-59", "Shooting a neighbour while in melee",
            {"exempt": "without penalty", "penalised": "-1 Tier"},
        )
        self.ambush_turn = self.one_of(
            "ambush_turn", "TI-21", "The turn of an ambusher in round 1",
            {"instead": "in place of the usual one", "extra": "besides the usual one, for which player characters declare"},
        )
        self.beacon_start = self.number(
            "beacon_start", "TI-121", "Beacon Points of a player character whose block does not say", 0, 9,
            {1: "one", 0: "none", 2: "two", 3: "three"},
        )
        self.botch_points = self.one_of(
            "botch_points", "TI-07", "Botches", {"off": "not counted", "count": "counted for each creature"},
        )
        self.crit_wound = self.one_of(
            "crit_wound", "TI-65", "The critical dice of a hit",
            {"off": "are always thrown", "on": "may all be given up for one wound no graver than the multiplier"},
        )
        self.decision_timer = self.number(
            "decision_timer", "TI-28", "Seconds to settle the stances before an NPC acts at once", 0, 3600,
            {0: "no limit", 30: "half a minute", 60: "a minute", 120: "two minutes"},
        )
        self.deep_penalty = self.one_of(
            "deep_penalty", "TI-03", "An effective Tier below 0",
            {"flat": "two d20s, the lower counts", "deeper": "one d20 more for each Tier below 0, the lowest counts"},
        )
        self.defense_bonus_cap = self.one_number_of(
            "defense_bonus_cap", "TI-61", "The most a Defense gains by the situation",
            {0: "no cap", 5: "one bonus", 10: "two bonuses"},
        )
        self.diagonals = self.one_of(
            "diagonals", "TI-41", "A diagonal step", {"5": "5 feet", "alternate": "every second one of a way counts 10 feet"},
        )
        self.fixed_severity = self.one_of(
            "fixed_severity", "TI-148", "A success against a wound of fixed severity",
            {"countdown": "lowers it by 1", "clear": "ends it"},
        )
        self.flank_angle = self.one_number_of(
            "flank_angle", "TI-122", "Opposite sides, in degrees", {135: "135 and more", 180: "straight across"},
        )
        self.forced_difficult = self.one_of(
            "forced_difficult", "TI-82", "Forced movement over difficult ground",
            {"free": "5 feet a square", "costs": "10 feet a square"},
        )
        self.gm_rolls = self.one_of(
            "gm_rolls", "", "Adversaries' dice", {"open": "everybody sees them", "hidden": "only the GM does"},
        )
        self.half_damage_round = self.one_of("half_damage_round", "TI-10", "Half damage", {"up": "rounded up", "down": "rounded down"})
        self.healing_dice = self.one_of(
            "healing_dice", "TI-134", "Dice of healing", {"one_plus_tier": "1 + Tier step dice", "one": "one step die"},
        )
        self.hidden_after_attack = self.one_of(
            "hidden_after_attack", "TI-86", "Hidden, after an attack", {"ends": "is over", "stays": "lasts on"},
        )
        self.hidden_vs_area = self.one_of(
            "hidden_vs_area", "TI-85", "Areas against the Hidden", {"hit": "strike them too", "immune": "spare them"},
        )
        self.incapacitated_react = self.one_of(
            "incapacitated_react", "TI-104", "Reacts of the Incapacitated", {"no": "none", "yes": "as usual"},
        )
        self.log_places = self.one_of(
            "log_places", "", "Where a move ends, in the log", {"words": "by whom one stands", "squares": "by column and row"},
        )
        self.npc_resist = self.one_of(
            "npc_resist", "TI-118", "Resisting without a Stress track",
            {"track_only": "impossible", "free_test": "for an NPC free, and only a success helps"},
        )
        self.overstress = self.one_of(
            "overstress", "TI-118", "A price of resisting beyond the track",
            {"cap": "fills the track", "refuse": "is not paid, and nothing is resisted"},
        )
        self.push_bundle = self.one_of(
            "push_bundle", "TI-57, TI-66", "A Push on the attack roll",
            {"separate": "buys +1 Tier", "together": "buys the Effect die of the hit as well"},
        )
        self.react_own_turn = self.one_of("react_own_turn", "TI-30", "Reacts on the own turn", {"no": "none", "yes": "possible"})
        self.reaction_strike = self.one_of(
            "reaction_strike", "TI-51", "Reaction Strikes",
            {"all": "for everybody who threatens", "power_only": "only by a power of the form `strike`"},
        )
        self.resist_amount = self.number(
            "resist_amount", "TI-115", "Damage that resisting takes off", 0, 99,
            {10: "as much as a Soak Box", 5: "half of that", 15: "half as much again", 20: "twice that"},
        )
        self.same_wound = self.one_of(
            "same_wound", "TI-148", "The same wound again",
            {"max": "the higher severity stays", "add": "severities add up, to 5 at most"},
        )
        self.sickened_weakened = self.one_of(
            "sickened_weakened", "TI-106", "Weakened by being sickened", {"1": "1", "severity": "its severity"},
        )
        self.slam_distance = self.one_of(
            "slam_distance", "TI-125", "The distance a collision counts",
            {"moved": "what was moved", "full": "all that was to be moved"},
        )
        self.soak_scope = self.one_of(
            "soak_scope", "TI-74", "What armor helps against",
            {"iron": "hits on Iron", "any_attack": "every attack", "any_damage": "all damage, ticks and hazards too"},
        )
        self.surprise_target = self.one_of(
            "surprise_target", "TI-17", "The number to notice lurkers", {"best": "their best roll", "worst": "their worst roll"},
        )
        self.tick_order = self.one_of(
            "tick_order", "TI-34", "At the start of a turn",
            {"damage_first": "wounds tick, then regeneration", "heal_first": "regeneration, then wounds tick"},
        )
        self.touch_is_melee = self.flag(
            "touch_is_melee", "TI-60", "Touch attacks on a target in melee", "meet its +5 Defense", "escape its +5 Defense",
        )
        self.weakened_mode = self.one_of(
            "weakened_mode", "TI-111", "Weakened takes", {"dice": "Effect dice", "flat": "points of damage"},
        )
        self.wound_resist = self.one_of(
            "wound_resist", "TI-113", "Shaking off a wound",
            {"free_test": "by a free roll", "auto": "without a roll", "stress": "always, at a price in Stress by the roll"},
        )
        self.wound_tn = self.one_of(
            "wound_tn", "TI-113", "The number to shake off a wound",
            {"own": "10 + own Tier", "source": "10 + the Tier of its source", "11": "11"},
        )  # fmt: skip


DECLARED: Final[list[Declared]] = Switches({}).declared
"""What can be set, in the order of the table in docs/rules."""
