"""The house-rule switches, each declared once: clause, what it decides, values with their meaning, the default first."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.switches import Declared
from quintain.engine.switches import Switches as DeclaredSwitches


@final
class Switches(DeclaredSwitches):
    """The switches as set for one fight."""

    def __init__(self, chosen: dict[str, object]) -> None:
        super().__init__(dict(chosen))
        self.at_or_below = self.one_of(
            "percentile.compare", "RI-02", "what a die must show to pass",
            {"below": "less than the chance", "at_or_below": "the chance or less"},
        ) == "at_or_below"  # fmt: skip
        self.from_one = self.one_of(
            "percentile.range", "RI-01", "how two ten-sided dice are read",
            {"0-99": "double zero is 0", "1-100": "double zero is 100"},
        ) == "1-100"  # fmt: skip
        self.separate_crit = self.one_of(
            "strike.crit_roll", "RI-06", "which die says whether a hit is critical",
            {"shared": "the die that hit", "separate": "a second die"},
        ) == "separate"  # fmt: skip
        self.magic_vs_defense = self.one_of(
            "damage.magic_vs", "RI-08", "what meets magical weapons",
            {"resistance": "Resistance", "defense": "Defense"},
        ) == "defense"  # fmt: skip
        self.soak_both = self.one_of(
            "terrain.soak", "RI-47", "what the Defense of the ground helps against",
            {"defense": "physical hits", "both": "magical ones too"},
        ) == "both"  # fmt: skip
        self.recovery_percent = self.one_of(
            "terrain.recovery", "RI-49", "how much HP Heavy ground gives back",
            {"flat": "10", "percent": "a tenth of the maximum, at least 1"},
        ) == "percent"  # fmt: skip
        self.flier_cover = self.one_of(
            "flight.terrain_bonus", "RI-51", "whether fliers profit from the ground they are over",
            {"on": "they do", "off": "they do not"},
        ) == "on"  # fmt: skip
        self.diagonal = self.one_of(
            "grid.metric", "RI-32", "how squares are counted",
            {"orthogonal": "columns and rows added", "diagonal": "a diagonal step is one"},
        ) == "diagonal"  # fmt: skip
        self.line_of_sight = self.one_of(
            "grid.line_of_sight", "RI-14", "whether what is struck from afar must be seen",
            {"off": "no", "on": "walls between hide it"},
        ) == "on"  # fmt: skip
        passing = self.one_of(
            "grid.pass_through", "RI-55", "through whom one may walk",
            {"friends": "friends", "nobody": "nobody", "anybody": "anybody"},
        )  # fmt: skip
        self.pass_nobody = passing == "nobody"
        self.pass_anybody = passing == "anybody"
        self.interleave = self.one_of(
            "turns.order", "RI-67", "whether turns of one phase may be mixed",
            {"atomic": "one whole turn after the other", "interleave": "a hero may let another act before its own action"},
        ) == "interleave"  # fmt: skip
        self.switch_any_time = self.one_of(
            "weapon.switch", "RI-35", "when weapons may be changed",
            {"own_turn": "on one's own turn", "any_time": "also as an attack comes"},
        ) == "any_time"  # fmt: skip
        self.riposte_optional = self.one_of(
            "riposte.choice", "RI-17", "whether a riposte may be held back",
            {"forced": "it comes by itself", "optional": "the defender is asked"},
        ) == "optional"  # fmt: skip
        self.provoke_once = self.one_of(
            "provoke.zone", "RI-100", "what Provoke binds in a zone",
            {"every_engagement": "every engagement", "once_per_phase": "until each provoker has been engaged in this phase"},
        ) == "once_per_phase"  # fmt: skip
        self.provoke_players = self.one_of(
            "provoke.who", "RI-100", "whose Provoke binds in a zone",
            {"all": "anybody's", "players": "only the party's"},
        ) == "players"  # fmt: skip
        self.merged = self.one_of(
            "enemy_teams", "RI-70", "whether teams of enemies have phases of their own",
            {"separate": "each has one", "merged": "all share one"},
        ) == "merged"  # fmt: skip
        self.first_phase = self.one_of(
            "first_phase", "RI-64", "whose phase comes first",
            {"heroes": "the heroes'", "enemies": "the enemies'", "allies": "the allies'", "independents": "the independents'"},
        )  # fmt: skip
        self.extras = self.one_of(
            "extras", "RI-116", "who runs companions",
            {"shared": "all players together", "assigned": "one player each", "ally_phase": "they act with the allies"},
        )  # fmt: skip
        self.player_death = self.one_of(
            "player_death", "RI-108", "what becomes of heroes at 0 HP",
            {
                "stabilise": "whoever of the party falls can be stabilised, and is lost if left behind",
                "permadeath": "whoever of the party falls is dead",
                "wipe_only": "whoever of the party falls lives if anyone of it gets through",
            },
        )  # fmt: skip
        self.allies_stabilise = self.one_of(
            "stabilise.who", "RI-112", "who may stabilise",
            {"players": "those whom players run", "heroes_and_allies": "heroes and allies"},
        ) == "heroes_and_allies"  # fmt: skip
        self.gm_after_win = self.one_of(
            "stabilise.after_win", "RI-114", "what becomes of the fallen after a victory",
            {"automatic": "they are stabilised", "gm": "the GM says"},
        ) == "gm"  # fmt: skip
        self.nonlethal = self.one_of(
            "lethal.default", "RI-104", "what automatic play does with the felled",
            {"lethal": "kills them", "nonlethal": "spares them"},
        ) == "nonlethal"  # fmt: skip
        self.party_hp = self.one_of(
            "task.party_hp", "RI-143", "whether failed checks of a task cost the party",
            {"off": "no", "on": "the task has HP of the party, too"},
        ) == "on"  # fmt: skip
        self.closed_forecast = self.one_of(
            "forecast", "RI-13", "who sees the forecast of an engagement",
            {"open": "everybody, for both parties", "closed": "players only their own side's figures"},
        ) == "closed"  # fmt: skip
        self.weapon_cycle = self.one_of(
            "weapon_cycle", "RI-125", "whether weapon colours beat each other",
            {"off": "no", "on": "red over green over blue over red"},
        ) == "on"  # fmt: skip
        cap = "after so many rounds a fight ends unresolved"
        self.round_cap = self.number("round_cap", "", cap, 1, 1_000_000, {30: "rounds"})


DECLARED: Final[list[Declared]] = Switches({}).declared
DEATH_RULES: Final[dict[str, str]] = next(switch.values for switch in DECLARED if switch.name == "player_death")
