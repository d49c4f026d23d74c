"""The kinds of turn options and of moves, each declared once: what its id says, which action it takes, what is rolled, its words and
its row.

Whether it is allowed is in legality.py, what it does in actions.py; here is what everything else has to know of a kind.
"""

from __future__ import annotations

from typing import Final, final

from quintain.systems.escalation.printed import vocabulary as b

ATTACK_RANK: Final = 100
POWER_RANK: Final = 1000
ENGAGE_RANK: Final = 1500
AID_RANK: Final = 2000
MOVE_RANK: Final = 3000
FOLDED_RANK: Final = 6000
LAST_RANK: Final = 9000
FOLD: Final = "Out of the ordinary"

AS_SAID: Final = -1
"""The action that the power, the stunt or the effect asks for that it is about."""


@final
class TurnKind:
    """One kind of turn option.

    `takes`: what follows the word in its id: the number of a "power", another "number", a "name", or nothing. `on`: whom it falls on,
    a "target" of a power or an "ally". `dice`: what is thrown for it, an "attack" or a "check" (both are rolls), what "heals", or what
    "helps" to hold on; none for a power, which says so itself. `own`: no enemy's figure comes into it. `readied`: of what is no power
    and no move: may it be readied (ES-18)? `label`: what it is called in a list, with {} for whom. `verb`, `group`, `rank` and
    `fold`: its row on a screen.
    """

    def __init__(
        self, word: str, takes: str = "", on: str = "", cost: int = b.STANDARD, dice: str = "", own: bool = False,
        readied: bool = False, label: str = "", verb: str = "", group: str = "other", rank: int = 0, fold: str = "",
    ) -> None:  # fmt: skip
        self.word: Final[str] = word
        self.takes: Final[str] = takes
        self.on: Final[str] = on
        self.cost: Final[int] = cost
        self.dice: Final[str] = dice
        self.rolls: Final[bool] = dice in ("attack", "check")
        self.heals: Final[bool] = dice in ("heals", "helps")
        self.own: Final[bool] = own
        self.readied: Final[bool] = readied
        self.label: Final[str] = label
        self.verb: Final[str] = verb
        self.group: Final[str] = group
        self.rank: Final[int] = rank
        self.fold: Final[str] = fold


TURN_KINDS: Final[dict[str, TurnKind]] = {each.word: each for each in (
    TurnKind("use", "power", "target", AS_SAID, group="attack"),
    TurnKind("coup", "power", "target", b.STANDARD, "attack", verb="Coup de grace", group="attack"),
    TurnKind("swoop", "power", "target", b.STANDARD, "attack", verb="Swoop", group="attack"),
    TurnKind("confused", dice="attack", label="Confused: attack a random nearby ally", verb="Attack", group="attack"),
    TurnKind("move", cost=b.MOVE, group="move"),
    TurnKind("disengage", "name", cost=b.MOVE, dice="check", readied=True, verb="Disengage", group="move", rank=MOVE_RANK - 100),
    TurnKind("stabilise", "name", "ally", dice="check", own=True, readied=True, label="Stabilise {} (DC 10)",
             verb="Stabilise", group="aid", rank=AID_RANK - 100),
    TurnKind("help", "name", "ally", dice="helps", own=True, readied=True, label="Help {} hold on",
             verb="Help", group="aid", rank=AID_RANK - 90),
    TurnKind("rally", dice="heals", own=True, readied=True, label="Rally: use a recovery", verb="Rally", group="aid", rank=AID_RANK),
    TurnKind("try rally", cost=b.FREE, dice="check", own=True, label="Roll a save (11+) to rally again",
             verb="Rally again", group="aid", rank=AID_RANK + 10),
    TurnKind("break", "number", cost=AS_SAID, verb="Shake off", group="aid", rank=AID_RANK + 20),
    TurnKind("potion", "name", "ally", dice="heals", own=True, readied=True, label="Give {} a healing potion",
             verb="Potion", group="aid", rank=AID_RANK + 30),
    TurnKind("stunt", "number", cost=AS_SAID, dice="check", own=True, readied=True, verb="Stunt", rank=POWER_RANK + 300),
    TurnKind("reload", "power", cost=AS_SAID, own=True, readied=True, label="Reload",
             verb="Reload", group="gear", rank=POWER_RANK + 400),
    TurnKind("ready", label="Ready an action", verb="Ready", group="ready", rank=FOLDED_RANK, fold=FOLD),
    TurnKind("delay", cost=b.FREE, label="Delay", verb="Delay", group="turn", rank=FOLDED_RANK + 10, fold=FOLD),
    TurnKind("flee", cost=b.FREE, label="Propose that the party flees", verb="Flee", group="turn", rank=FOLDED_RANK + 20, fold=FOLD),
    TurnKind("release", "name", cost=b.FREE, own=True, readied=True, label="Let go of {}",
             verb="Let go", rank=FOLDED_RANK + 30, fold=FOLD),
    TurnKind("end", cost=b.FREE, label="End the turn", verb="End the turn", group="turn", rank=LAST_RANK),
)}  # fmt: skip



@final
class MoveKind:
    """One kind of move.

    `to`: what follows the word in its id: a "foe", a "friend", a "zone" or nothing; `several`: more of them may follow. `leaves`: does
    it lead out of a melee? `label`, `told`, `clause`: what it is called in a list and in the log, with {} for whom or where, and the
    clause it is told by. `verb`, `row`, `row_label`, `rank` and `fold`: its row on a screen.
    """

    def __init__(
        self, word: str, to: str = "", several: bool = False, leaves: bool = True, label: str = "", told: str = "moves",
        clause: str = "ES-50", verb: str = "", row: str = "", row_label: str = "", rank: int = MOVE_RANK, fold: str = "",
    ) -> None:  # fmt: skip
        self.word: Final[str] = word
        self.to: Final[str] = to
        self.several: Final[bool] = several
        self.leaves: Final[bool] = leaves
        self.label: Final[str] = label
        self.told: Final[str] = told
        self.clause: Final[str] = clause
        self.verb: Final[str] = verb
        self.row: Final[str] = row
        self.row_label: Final[str] = row_label
        self.rank: Final[int] = rank
        self.fold: Final[str] = fold


FRIENDS_RANK: Final = FOLDED_RANK - 200
MOVE_KINDS: Final[dict[str, MoveKind]] = {each.word: each for each in (
    MoveKind("stay", leaves=False, label="Stay", verb="Stay", rank=LAST_RANK),
    MoveKind("engage", "foe", several=True, label="Engage {}", told="engages {}", clause="ES-51",
             verb="Engage", row="engage", row_label="Engage", rank=ENGAGE_RANK),
    MoveKind("slip", "foe", label="Swoop past the flyers and engage {} (-2 to attacks this turn)",
             verb="Engage", row="engage", row_label="Engage", rank=ENGAGE_RANK + 5),
    MoveKind("beside", "friend", label="Go to {}", told="goes to {}", clause="ES-47",
             verb="Beside", row="beside", row_label="Move beside somebody", rank=FRIENDS_RANK, fold="Moves to friends"),
    MoveKind("behind", "friend", several=True, label="Go behind {}", told="goes behind {}", clause="ES-48",
             verb="Behind", row="behind", row_label="Move behind somebody", rank=FRIENDS_RANK, fold="Moves to friends"),
    MoveKind("zone", "zone", label="Move to {}", told="moves to {}", clause="ES-44",
             verb="Move", row="zone", row_label="Move to another place"),
    MoveKind("away", label="Get clear of the melee", told="gets clear of the melee", verb="Move away", rank=MOVE_RANK + 50),
    MoveKind("fly", leaves=False, label="Take to the air", told="takes to the air", clause="ES-76", verb="Fly"),
    MoveKind("land", leaves=False, label="Land", told="lands", clause="ES-76", verb="Land"),
)}  # fmt: skip
