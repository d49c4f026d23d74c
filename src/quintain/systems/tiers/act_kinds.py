"""The Acts of a turn, a row each: all that is said of an Act at once. Whether it may be done is asked in `legality.py`, what it does
stands in `performing.py`; everybody else reads the rows."""

from __future__ import annotations

from typing import Final

# Where the rows of a screen begin.
POWER_RANK: Final = 100
ATTACK_RANK: Final = 1000
AID_RANK: Final = 2000
OTHER_RANK: Final = 3000
MOVE_RANK: Final = 4000
GEAR_RANK: Final = 6000
LAST_RANK: Final = 9000


class ActRow:
    """One line of a screen for all ways of an Act: its id and words, and what tells the ways apart. Empty words are the button's."""

    def __init__(self, id: str, label: str = "", way: str = "", value: str = "") -> None:
        self.id = id
        self.label = label
        self.way = way
        self.value = value


class ActKind:
    """What all Acts of a kind have in common. In `words` and `row` stand in braces what `sentences.filled` knows of an Act."""

    def __init__(
        self, group: str, heading: str, rank: int, verb: str, words: str = "", row: ActRow | None = None, fold: str = "",
        named: tuple[str, ...] = (), brings: str = "", free: bool = False, stress: int = 0, beacon: int = 0, secretive: bool = True,
    ) -> None:  # fmt: skip
        self.group = group
        self.heading = heading
        """Where a screen has it, by `rank`; and by `fold`, where it does not show it at once."""
        self.rank = rank
        self.verb = verb
        self.words = words
        """Of the button; empty where `sentences.act_words` has more to say."""
        self.row = row
        self.fold = fold
        self.named = named
        """What its id can name besides whom it is aimed at and a detail: "item", "action", "square"."""
        self.brings = brings
        """What is hoped of its roll; empty where it is none, or where that hangs on the power."""
        self.free = free
        """It takes no Act."""
        self.stress = stress
        self.beacon = beacon
        """Stress and Beacon Points that it costs by itself."""
        self.secretive = secretive
        """Its outcome can rest on something that an adversary keeps secret."""


NEXT: Final = "next"
"""Who goes next is no Act of a turn, but is shown like one."""
FIRST: Final = "first"
"""Nor is that somebody unseen goes before, whom nobody could be asked about."""

ACT_KINDS: Final = {
    "stop": ActKind("", "turn", LAST_RANK, "End the turn", "End the turn", free=True),
    "attack": ActKind("attack", "attack", ATTACK_RANK, "Strike", named=("item", "action"), brings="hit"),
    "smash": ActKind(
        "attack", "attack", ATTACK_RANK + 900, "Strike the tank", fold="More attacks", named=("item", "action"), brings="hit",
        row=ActRow("smash", "Strike the tank", "how"), secretive=False,
    ),
    "power": ActKind("power", "power", POWER_RANK, "", named=("item", "action", "square")),
    "advance": ActKind("move", "move", MOVE_RANK, "Advance", named=("square",), row=ActRow("advance", "Advance")),
    "maneuver": ActKind("move", "move", MOVE_RANK + 50, "Maneuver", named=("square",), row=ActRow("maneuver", "Maneuver")),
    "stand": ActKind("move", "move", AID_RANK - 100, "Stand up", "Stand up", secretive=False),
    "leave": ActKind("move", "move", MOVE_RANK + 100, "Leave", "Leave the battlefield", fold="Leave", free=True),
    "resist": ActKind(
        "wounds", "aid", AID_RANK + 50, "Shake off", "Shake off {wound}", ActRow("resist", "Shake off a wound", "wound", "{wound}"),
        brings="better", secretive=False,
    ),
    "ready": ActKind(
        "gear", "gear", GEAR_RANK, "Change hands", "", ActRow("ready", "Change what is in hand", "what"), "Gear",
        secretive=False,
    ),
    "drop": ActKind(
        "gear", "gear", GEAR_RANK + 50, "Let go", "Let go of {thing} (free)", ActRow("drop", "Let go", "what", "{thing}"), "Gear",
        free=True,
    ),
    "pickup": ActKind(
        "gear", "gear", GEAR_RANK + 20, "Pick up", "Pick up {thing}", ActRow("pickup", "Pick up", "what", "{thing}"), "Gear",
        secretive=False,
    ),
    "reload": ActKind(
        "gear", "gear", OTHER_RANK, "Reload", "Reload {thing}", ActRow("reload", "Reload", "what", "{thing}"), secretive=False
    ),
    "aid": ActKind(  # TI-45
        "help", "aid", AID_RANK + 100, "Aid", "Aid {whom}'s next roll ({price})",
        ActRow("aid", "Aid somebody", "whom", "{whom}"), stress=1, secretive=False,
    ),
    "objective": ActKind(
        "help", "other", OTHER_RANK + 50, "Work on", "Work on {detail} ({action})",
        ActRow("objective:{detail}", "Work on {detail}", "Action", "{action}"),
        named=("action",), brings="success", secretive=False,
    ),
    "other": ActKind("help", "other", OTHER_RANK + 60, "Do", brings="success"),
    "slowed": ActKind(
        "extra", "turn", OTHER_RANK + 100, "Push on", "Push on though Slowed: one more Act ({price})", free=True, stress=1
    ),
    "beacon": ActKind(
        "extra", "turn", GEAR_RANK + 100, "Beacon Point", "Spend a Beacon Point for one more {bought}", fold="Beacon Points",
        free=True, beacon=1,
    ),
    FIRST: ActKind("", "turn", LAST_RANK - 1, "Let another go first", "Let {whom} go first", free=True),
    NEXT: ActKind("", "turn", 0, "Next", "{whom}", ActRow("next:{id}"), free=True),
}  # fmt: skip
