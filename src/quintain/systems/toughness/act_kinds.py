"""The acts of a turn, a row each: all that is said of an act at once. Whether it may be done is asked in `legality.py`, what it does
stands in `perform.py`; everybody else reads the rows (TO-10 to TO-20)."""

from __future__ import annotations

from typing import Final

from quintain.systems.toughness.vocabulary import FREE, FULL, MOVE, STANDARD

# Where the rows of a screen begin.
ATTACK_RANK: Final = 100
POWER_RANK: Final = 1000
CHARGE_RANK: Final = 1500
AID_RANK: Final = 2000
OTHER_RANK: Final = 3000
MOVE_RANK: Final = 4000
FOLDED_RANK: Final = 6000
LAST_RANK: Final = 9000

BLOW: Final = ["hit", "crit"]


class ActKind:
    """What all acts of a kind have in common: what it `takes` of a turn, every standard and move action being one to prepare (TO-17);
    where a screen has it (`heading`, `rank`, and `fold` if not at once); the words of the button (with {whom}, {thing}, {track}; empty
    where `sentences.act_label` has more to say), of a plan, and of the log (with {}) by its clause."""

    def __init__(
        self, takes: int, group: str = "other", verb: str = "", heading: str = "other", rank: int = OTHER_RANK, label: str = "",
        prepared: str = "", fold: str = "", done: str = "", clause: str = "", chances: list[str] | None = None,
        strains: bool = False, weapon: bool = False, announced: bool = False, rolls: bool = False, point: int = 0,
    ) -> None:  # fmt: skip
        self.takes, self.group, self.verb, self.heading, self.rank, self.label = takes, group, verb, heading, rank, label
        self.prepared, self.fold, self.done, self.clause = prepared, fold, done, clause
        self.chances: list[str] = chances or []
        """Of which chances a range can be given."""
        self.strains = strains
        """A standard action that pushes a Disabled combatant; so does every full-round action and a second move (TO-84)."""
        self.weapon = weapon
        """An attack with a weapon or bare hands."""
        self.announced = announced or weapon
        """It may set off what another has prepared (TO-17)."""
        self.rolls = rolls or weapon or strains
        self.point = point
        """Conviction that it costs by itself."""


ACT_KINDS: Final[dict[str, ActKind]] = {
    "attack": ActKind(STANDARD, "attack", chances=BLOW, strains=True, weapon=True),
    "defensive": ActKind(STANDARD, "defensive attack", chances=BLOW, strains=True, weapon=True),
    "charge": ActKind(FULL, "charge", done="charges {}", clause="TO-13", chances=BLOW, weapon=True),
    "fullout": ActKind(FULL, "full-out attack", chances=BLOW, weapon=True),
    "finish": ActKind(FULL, "attack", done="deals {}", clause="TO-58", chances=["kill"], weapon=True),
    "hold": ActKind(STANDARD, "grapple", "Take hold", "attack", ATTACK_RANK + 800, "Take hold of {whom}", "take hold", "Grapple",
                    chances=["hit", "hold"], strains=True, announced=True),
    "pin": ActKind(STANDARD, "grapple", "Pin", "attack", ATTACK_RANK, "Pin whom you hold", "pin whom it holds",
                   chances=["pin"], strains=True, announced=True),
    "blow": ActKind(STANDARD, "grapple", "Strike", "attack", ATTACK_RANK + 10, "Strike whom you hold (barehanded)",
                    "strike whom it holds", chances=["hit"], strains=True, announced=True),
    "bind": ActKind(FULL, "grapple", "Tie up", "attack", ATTACK_RANK + 5, "Tie up whom you have pinned (full round)",
                    chances=["bind"], announced=True, rolls=True),
    "escape": ActKind(STANDARD, "grapple", "Break out", "attack", 0, "Break out of the hold", "break out of the hold",
                      chances=["escape"], strains=True),
    "release": ActKind(FREE, "grapple", "Let go", "attack", LAST_RANK - 50, "Let go"),
    "power": ActKind(STANDARD, "power", strains=True, announced=True),
    "total": ActKind(STANDARD, verb="Total defense", label="Total defense: Dodge and Parry +4", prepared="go on total defense",
                     done="goes on total defense", clause="TO-18"),
    "aid": ActKind(STANDARD, "help", "First aid", "aid", AID_RANK - 100, "First aid for {whom}", "give first aid", rolls=True),
    "untie": ActKind(FULL, "help", "Untie", "aid", AID_RANK - 20, "Untie {whom} (full round)"),
    "item": ActKind(STANDARD, "other", "Use an item", "gear", FOLDED_RANK + 20, "Use an item", "use an item", "Items",
                    "uses an item", "TO-16"),
    "prepare": ActKind(STANDARD, "prepare", "Prepare", "ready", FOLDED_RANK + 100, fold="Prepare"),
    "move": ActKind(MOVE, "move", "Move", "move", MOVE_RANK, "", "move", done="moves", clause="TO-19", announced=True),
    "stand": ActKind(MOVE, "other", "Stand up", "move", AID_RANK - 50, "Stand up", "stand up", "", "stands up", "TO-117"),
    "draw": ActKind(MOVE, "other", "Draw", "gear", FOLDED_RANK, "Draw {thing}", "", "Items", "draws {}", "TO-19"),
    "pickup": ActKind(MOVE, "other", "Pick up", "gear", OTHER_RANK + 20, "Pick up what was dropped", "pick up what it dropped", "",
                      "picks up what it had dropped", "TO-19"),
    "handle": ActKind(MOVE, "other", "Handle", "gear", FOLDED_RANK + 25, "Handle an object", "handle an object", "Items",
                      "handles an object", "TO-19"),
    "retreat": ActKind(FULL, "retreat", "Retreat", "move", MOVE_RANK + 20, done="retreats", clause="TO-15", announced=True),
    "task": ActKind(FULL, "other", "Work", "other", FOLDED_RANK + 30, "Something that takes the whole round", "", "Items",
                    "does something that takes the whole round", "TO-12"),
    "drop": ActKind(FREE, "other", "Drop", "gear", FOLDED_RANK + 40, "Drop what is in hand", "", "Items",
                    "drops what it held", "TO-20"),
    "yield": ActKind(FREE, "other", "Yield", "turn", LAST_RANK - 10, "Yield", "", "Out of the ordinary", "yields", "TO-20"),
    "delay": ActKind(FREE, "other", "Delay", "turn", LAST_RANK - 20, "Delay the turn", "", "Out of the ordinary", "waits", "TO-21"),
    "end": ActKind(FREE, "other", "End the turn", "turn", LAST_RANK, "End the turn"),
    "shield": ActKind(FREE, "other", "Conviction", "aid", AID_RANK, "Spend Conviction: wipe Bruised and Hurt", point=1),
    "check": ActKind(FREE, "other", "Conviction", "aid", AID_RANK + 10, "Spend Conviction: a recovery check on the {track} track now",
                     done="for a recovery check at once", clause="TO-108", rolls=True, point=1),
    "keepdodge": ActKind(FREE, "other", "Conviction", "aid", AID_RANK + 60,
                         "Spend Conviction: keep Dodge and Parry until the next turn",
                         done="and keeps Dodge and Parry until its next turn", clause="TO-108", point=1),
    "freepush": ActKind(FREE, "other", "Conviction", "aid", AID_RANK + 70, "Spend Conviction: act this turn without pushing",
                        done="and acts this turn without pushing", clause="TO-108", point=1),
}  # fmt: skip
