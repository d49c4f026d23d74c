"""The switches of section 4, each declared once: clause, what it decides, values with their meaning, the default first."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.switches import FLAG, NUMBER, Declared
from quintain.engine.switches import Switches as DeclaredSwitches

MOST: Final = 1_000_000
SIGHT: Final = "sight"


@final
class Switches(DeclaredSwitches):
    """The switches as this table plays them. Immutable."""

    def __init__(self, chosen: dict[str, object]) -> None:
        super().__init__(chosen)
        self.one_of(
            "zone_mode", "CL-01", "how the battlefield is divided",
            {"fixed": "drawn zones", "fluid": "feet, zones form around units", "mixed": "both"},
        )  # fmt: skip
        self.flat = self.one_of(
            "attribute_mode", "CL-29", "the attribute behind an action",
            {
                "by_action": "each action has its own",
                "flat": "one number behind every action: flat of the stat block, else its weapon's attribute",
            },
        ) == "flat"  # fmt: skip
        self.conflict_tie = self.one_of(
            "conflict_tie", "CL-78", "who wins a tie in a conflict",
            {
                "pc_first": "player characters",
                "npc_first": "NPCs",
                "rolloff": "those tied roll off",
                "nobody": "nobody",
                "gm": "the GM says",
            },
        )  # fmt: skip
        self.cover_between = self.one_of(
            "cover_between", "CL-41", "where a coverer must be against a ranged attack",
            {"route_and_target": "on the way, or with the target", "strict": "on the way only", "inclusive": "with the attacker too"},
        )  # fmt: skip
        self.cover_takes_damage = self.one_of(
            "cover_takes_damage", "CL-42", "who is hurt when a lent score counts",
            {"target": "the target", "coverer": "the coverer"},
        ) == "coverer"  # fmt: skip
        self.secret_declarations = self.one_of(
            "declarations", "CL-24", "whether players hear each other's declarations",
            {"open": "as they are made", "secret": "when all are in"},
        ) == "secret"  # fmt: skip
        self.death_rule = self.one_of(
            "death_rule", "CL-73", "when the fallen die",
            {"none": "never by a rule", "full_hit": "by a Full Hit lying down", "third_down": "with the third fall"},
        )  # fmt: skip
        self.effort_bands = self.one_of(
            "effort_bands", "CL-96", "what short attempts bring in a Feat of Effort",
            {"margin10": "1d6 where less than 10 is missing", "success_only": "nothing", "always": "1d6"},
        )  # fmt: skip
        self.one_of(
            "fluid_adjacent_limit", "CL-10", "whether exactly the limit of a distance counts as within",
            {"exclusive": "no", "inclusive": "yes"},
        )  # fmt: skip
        self.clusters = self.one_of(
            "fluid_grouping", "CL-12", "who shares a fluid zone",
            {
                "pairwise": "two within 10 feet of each other",
                "cluster": "a chain of units, each within 10 feet of the next: for melee, range, help and objects",
            },
        ) == "cluster"  # fmt: skip
        self.foe_at_zero = self.one_of(
            "foe_at_zero", "CL-74", "what becomes of Foes at 0 Health",
            {"defeated": "out of the fight", "incapacitated": "they lie there and may revive"},
        )  # fmt: skip
        self.incapacitated_defence = self.one_of(
            "incapacitated_defence", "CL-73", "what attacks on the incapacitated are held against",
            {"own_score": "their score of the round", "challenge_score": "the CS of the zone", "helpless": "nothing: a Full Hit"},
        )  # fmt: skip
        self.free_handling = self.one_of(
            "interact_cost", "CL-04", "what handling an object costs",
            {"action": "the action", "free_once": "nothing for one object a round: it is handled beside any action"},
        ) == "free_once"  # fmt: skip
        self.moving_target_reach = self.one_of(
            "moving_target_reach", "CL-84", "where a moving target can be met",
            {"any": "anywhere on its way", "start": "where it starts", "end": "where it ends"},
        )  # fmt: skip
        self.mutual_fall = self.one_of(
            "mutual_fall", "CL-111", "who wins when both sides fall in one round",
            {"draw": "nobody", "party_wins": "the party", "party_loses": "the others"},
        )  # fmt: skip
        self.nat20_auto = self.one_of(
            "nat20_revive", "CL-47", "whether a natural 20 gets up by itself",
            {"needs_success": "the check must be met", "auto_success": "it does"},
        ) == "auto_success"  # fmt: skip
        self.npc_adds_bonus = self.one_of(
            "npc_action_bonus", "CL-31", "whether the action's bonus is added to an NPC's score",
            {"none": "no", "add": "yes"},
        ) == "add"  # fmt: skip
        self.npc_zone_end = self.one_of(
            "npc_default_zone", "CL-21", "whose CS an NPC without a score uses",
            {"start": "of the zone it begins the round in", "end": "of the zone it ends in"},
        ) == "end"  # fmt: skip
        self.npc_intent_locked = self.one_of(
            "npc_intent_lock", "CL-104", "whether the GM may change announced intents",
            {"open": "yes", "locked": "no"},
        ) == "locked"  # fmt: skip
        self.npc_score_locked = self.one_of(
            "npc_score_lock", "CL-20", "whether the GM may change NPC scores once players have declared",
            {"never": "yes", "after_declaration": "no"},
        ) == "after_declaration"  # fmt: skip
        self.prepare_lost = self.one_of(
            "prepare_if_dropped", "CL-50", "what Prepare gives to one who falls in that round",
            {"keep": "the bonus all the same", "lose": "nothing"},
        ) == "lose"  # fmt: skip
        self.damage_to_revivers = self.one_of(
            "revive_damage", "CL-73", "when damage dice are thrown at one who tries to get up",
            {"needed": "where it does get up", "all": "in any case"},
        ) == "all"  # fmt: skip
        self.same_round_healing = self.one_of(
            "same_round_healing", "CL-71", "in which order damage and healing of a round count",
            {"net": "together", "heal_first": "healing first", "damage_first": "damage first"},
        )  # fmt: skip
        self.show_npc_scores = self.one_of(
            "show_npc_scores", "CL-31", "when players see NPC scores",
            {"no": "never", "after_round": "when the round is over", "yes": "at once"},
        )  # fmt: skip
        self.side_beaten = self.one_of(
            "side_beaten", "CL-111", "when a side is beaten",
            {"none_active": "nobody of it is active", "none_can_revive": "nor can anybody revive"},
        )  # fmt: skip
        self.tend_nat20 = self.one_of(
            "tend_nat20", "CL-47", "whose natural 20 counts with a tender's help",
            {"score_used": "that of the score used", "own_only": "one's own", "either": "either"},
        )  # fmt: skip
        self.tend_surge_adds = self.one_of(
            "tend_surge", "CL-48", "whether the d6 of a Surge counts with a tender's score",
            {"own_only": "no", "adds": "yes"},
        ) == "adds"  # fmt: skip
        bands = "do the bands of Defend count with a lent score?"
        self.cover_grants_defend = self.flag("cover_grants_defend", "CL-42", bands, "no", "yes")
        shared = "do several who work on a Feat of Effort add to one total?"
        self.declared.append(Declared("effort_shared", "CL-97", shared, FLAG, {"true": "yes", "false": "each has a total"}, 0, 0))
        self.effort_shared = chosen.get("effort_shared", True) is not False
        self.feat_partial_margin = self.number(
            "feat_partial_margin", "CL-94", "a Feat of Skill missed by so little is a partial success", 0, MOST, {0: "never"}
        )
        self.max_rounds = self.number("max_rounds", "CL-114", "after so many rounds nobody has won", 0, MOST, {50: "rounds"})
        reach, zones = "how many zones a ranged attack reaches that names no range", {"2": "zones", SIGHT: "as far as one sees"}
        self.declared.append(Declared("ranged_default_range", "CL-61", reach, NUMBER, zones, 0, MOST))
        self.ranged_default_range = chosen.get("ranged_default_range", 2)


DECLARED: Final[list[Declared]] = Switches({}).declared
