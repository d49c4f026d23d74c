"""The switches a table may set before a fight, each declared once: clause, what it decides, values with their meaning."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.switches import Declared
from quintain.engine.switches import Switches as DeclaredSwitches


@final
class Switches(DeclaredSwitches):
    """The switches as set for one fight."""

    def __init__(self, chosen: dict[str, object]) -> None:
        super().__init__(chosen)
        self.defense_base = self.one_number_of(
            "defense_base", "TO-34", "the two Defense formulas the book prints",
            {10: "10", 20: "20"},
        )  # fmt: skip
        self.turns_add_up = self.either(
            "lost_turns", "TO-77", "what several blows that cost a turn cost together",
            ("overlap", "one turn is owed at most"), ("cumulative", "one for each blow"),
        )  # fmt: skip
        self.lethal_only = self.either(
            "lethal_penalty_scope", "TO-75", "what Hurt and Wounded count against",
            ("all", "every Toughness save"), ("lethal_only", "those against lethal damage"),
        )  # fmt: skip
        self.once_per_state = self.either(
            "mark_penalties", "TO-73", "what several marks of one state cost",
            ("stack", "each mark -1"), ("once", "each state -1, however many marks"),
        )  # fmt: skip
        wounded_scope = self.one_of(
            "wounded_scope", "TO-76", "which rolls the -2 of Wounded reaches",
            {
                "all_d20": "attacks, grapples, saves, medicine",
                "no_saves": "all but saves",
                "ability_checks_only": "neither attacks nor saves",
            },
        )  # fmt: skip
        self.wounded_on_attacks = wounded_scope != "ability_checks_only"
        self.wounded_on_saves = wounded_scope == "all_d20"
        self.wounded_one_round = self.either(
            "wounded_penalty_lasts", "TO-76", "how long the -2 of Wounded lasts",
            ("until_recovered", "until recovered"), ("one_round", "a round after each wound"),
        )  # fmt: skip
        self.no_overflow = self.either(
            "subdual_overflow", "TO-89", "what befalls the Unconscious who are knocked out again",
            ("dying", "Dying"), ("none", "nothing"),
        )  # fmt: skip
        self.natural_1_fails_saves = self.either(
            "nat1_saves", "TO-101", "a natural 1 on Fortitude, Reflex and Will",
            ("normal", "means nothing"), ("fail", "fails"),
        )  # fmt: skip
        self.only_20_threatens = self.either(
            "threats", "TO-50", "which dice threaten a critical",
            ("weapon", "what weapon and feats say"), ("natural_20_only", "a natural 20"),
        )  # fmt: skip
        self.crit_default = self.number(
            "crit_default", "TO-52", "what a critical adds to damage where the weapon says nothing", -1_000, 1_000,
            {3: "the usual"},
        )  # fmt: skip
        self.parry_ranged = self.either(
            "parry_ranged", "TO-37", "whether Parry counts against what is thrown or shot",
            ("no", "no"), ("yes", "not against powers"),
        )  # fmt: skip
        self.unarmed_melee = self.either(
            "unarmed_bonus", "TO-59", "the bonus of a barehanded blow; a hold is taken with Grapple all the same",
            ("grapple", "grapple"), ("melee", "melee"),
        )  # fmt: skip
        self.missiles_without_strength = self.either(
            "missile_strength", "TO-65", "whether Strength adds to the damage of missiles",
            ("add", "unless the weapon leaves it out"), ("none", "never"),
        )  # fmt: skip
        self.intent_penalty = self.one_number_of(
            "intent_penalty", "TO-46", "what striking against the weapon's kind costs the attack",
            {0: "0", 4: "4"},
        )  # fmt: skip
        self.tracks_block_each_other = self.either(
            "hourglass_scope", "TO-88", "where a worse state keeps a lesser one from going",
            ("track", "its own track"), ("both", "either track, lethal counting as worse on equal degree"),
        )  # fmt: skip
        self.timers_run = self.either(
            "hourglass_timers", "TO-88", "whether timed marks wait for worse states to go",
            ("block", "wait as well"), ("run", "run out all the same"),
        )  # fmt: skip
        self.heart_cost = self.one_number_of(
            "heart_cost", "TO-99", "Conviction for wiping light marks after the fight",
            {1: "1", 0: "0"},
        )  # fmt: skip
        self.any_warrior = self.either(
            "shield_who", "TO-100", "who may wipe Bruised and Hurt in the fight",
            ("core", "whose core role is warrior"), ("any_warrior_level", "whoever has a warrior level"),
        )  # fmt: skip
        self.wiping_obeys = self.either(
            "conviction_hourglass", "TO-99", "whether worse states keep heart and shield from wiping marks",
            ("exempt", "no"), ("obey", "yes"),
        )  # fmt: skip
        self.floor_on_die = self.either(
            "conviction_floor", "TO-107", "what a point makes of a check",
            ("total", "the total is at least 10"), ("die", "the die counts as at least 10"),
        )  # fmt: skip
        self.floor_after = self.either(
            "conviction_when", "TO-107", "when the floor is asked for",
            ("before", "before the check"), ("after", "when it has failed and 10 would do"),
        )  # fmt: skip
        self.floor_any = self.either(
            "conviction_scope", "TO-107", "where the floor can be had; what it lifts is no natural 1, a die shared by a group is"
            " lifted for all of it, and tactics spend nothing on it",
            ("recovery", "recovery and dying checks"),
            ("any_own_d20", "attacks, confirmations, saves, grapples, initiative and first aid too"),
        )  # fmt: skip
        extra = self.any_of(
            "conviction_extra", "TO-108", "further uses of Conviction",
            {
                "reroll": "any own d20 again before its outcome is told; the better total counts,"
                " a second die of 1 to 10 counts 10 more and is no natural",
                "extra_check": "a recovery check at once",
                "keep_dodge": "Dodge and Parry back until the next turn",
                "escape_death": "out of Dying without a die",
                "push": "strain without dying",
            },
        )  # fmt: skip
        self.reroll = "reroll" in extra
        self.extra_check = "extra_check" in extra
        self.keep_dodge = "keep_dodge" in extra
        self.escape_death = "escape_death" in extra
        self.push = "push" in extra
        self.dying_at_round_start = self.either(
            "dying_when", "TO-92", "when dying checks fall",
            ("own_turn", "own turn"), ("round_start", "all at the start of the round"),
        )  # fmt: skip
        self.dying_anywhere = self.either(
            "dying_away", "TO-92", "when those check who are Dying and have left the field",
            ("after_the_fight", "once the fight is over"), ("own_turn", "as if they were there"),
        )  # fmt: skip
        self.check_next_turn = self.either(
            "first_check", "TO-90", "when the first recovery check falls",
            ("after_interval", "after interval"), ("next_turn", "next turn"),
        )  # fmt: skip
        self.clears_whole_state = self.either(
            "recovery_clears", "TO-91", "what a check clears of Wounded",
            ("one_mark", "one mark"), ("whole_state", "all marks of it"),
        )  # fmt: skip
        self.pushed = self.one_of(
            "pushed", "TO-84", "what strains a Disabled one",
            {
                "strenuous": "attacks, grapples, powers, full rounds, second moves",
                "any_standard": "every standard action",
                "gm_only": "what the GM says",
            },
        )  # fmt: skip
        self.single_when_impaired = self.either(
            "impaired_actions", "TO-83", "what the Staggered and Disabled may do",
            ("full", "all"), ("single", "one standard or move action a turn"),
        )  # fmt: skip
        self.adversary_dying = self.one_of(
            "adversary_dying", "TO-85", "what Dying is for adversaries",
            {"roll": "checks like a hero's", "dead": "death", "out": "down for good, no dice"},
        )  # fmt: skip
        self.helpless_defense = self.one_number_of(
            "helpless_defense", "TO-57", "Defense of the helpless before size",
            {5: "5", 10: "10"},
        )  # fmt: skip
        self.grapple_size_same = self.either(
            "grapple_size", "TO-39", "what size does to grappling",
            ("special", "the grapple figure"), ("same", "the attack figure"),
        )  # fmt: skip
        self.initiative_groups = self.one_of(
            "initiative_groups", "TO-03", "who shares an initiative die; each adds its own, and those level go in roster order",
            {"each": "each", "by_type": "one die for all of a stat block", "by_side": "one for a side"},
        )  # fmt: skip
        self.open_rolls = self.either(
            "open_rolls", "TO-47", "whether everybody sees the GM's dice and figures",
            ("off", "off"), ("on", "on"),
        )  # fmt: skip
        self.tells_squares = self.either(
            "places_told", "TO-19", "how the log tells a place",
            ("words", "by how far and who is near"), ("squares", "by its square, for a table with numbered squares"),
        )  # fmt: skip
        self.round_cap = self.number(
            "round_cap", "TO-111", "after how many rounds an undecided fight ends", 1, 10_000,
            {100: "the usual"},
        )  # fmt: skip


DECLARED: Final[list[Declared]] = Switches({}).declared
