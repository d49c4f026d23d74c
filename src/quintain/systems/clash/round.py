"""The round under way: what each unit declares, where it goes, its score, every attack and every die. Gone at the joints."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import Battle
from quintain.engine.dice import Dice
from quintain.engine.roll import Roll
from quintain.systems.clash.declaration import Declaration
from quintain.systems.clash.zones import Place

UNASKED: Final = 0
TAKEN: Final = 1
DECLINED: Final = 2


class Turn:
    """One unit's part in the round under way."""

    def __init__(self, place: Place) -> None:
        self.declared: Declaration | None = None
        """What it truly does."""
        self.stated: Declaration | None = None
        """What everybody has been told that it does."""
        self.insisted: bool = False
        """Has the GM insisted on its way, which is shut or not there (CL-104)?"""
        self.ardor_paid: int = 0
        self.surges_paid: int = 0
        """What that has cost."""
        self.roll: Roll | None = None
        """What it has thrown for its score: kept also where the GM's word has given it another."""
        self.use_cover: int = UNASKED
        """Does it defend with a coverer's score, where that is better (CL-39)?"""
        self.use_tend: int = UNASKED
        """Does it revive with a tender's score, where that is better (CL-48)?"""
        self.unasked_in: int = -1
        """The version of the battle in which those two were settled without asking, since nothing hung on them."""
        self.hurt_by_word: int = 0
        self.healed_by_word: int = 0
        """What the GM has taken and given in this round: netted with what dice do (R-76)."""
        self.before_word: int = 0
        """Its Health, or its marks, before the GM's word."""
        self.opened: Place = place
        """Where it was when the round opened, whatever is ruled later (R-77)."""
        self.start: Place = place
        # Worked out by comparing (and worked out again when the GM changes something):
        self.acts: Declaration | None = None
        """What it really does: nothing for one who can take no part."""
        self.has_score: bool = False
        self.die: Roll | None = None
        """The roll behind the score, if there is one."""
        self.open: bool = False
        """Does the roll behind the score still have several ways to have fallen (the exact reading)?"""
        self.value: int = 0
        self.bonus: int = 0
        self.passed: list[Place] = []
        self.end: Place = place
        self.strike: Place = place
        self.lost: str = ""
        """Why the main part of its action does not happen: a lost conflict, the GM's word."""
        self.fumbled: str = ""
        """Why an object handled beside the action is not had: the action itself goes on (CL-76)."""
        self.clause: str = "CL-76"
        """By which clause that is lost."""
        self.blocked: str = ""
        """Why it does not move at all: a lost conflict over a way. The rest of its action goes on (CL-76)."""
        self.stopped: str = ""


@final
class Strike:
    """One attack on one target, as compared."""

    def __init__(self, attacker: int, target: int, ability: int) -> None:
        self.attacker: int = attacker
        self.target: int = target
        self.ability: int = ability
        self.reaches: bool = True
        self.lands: Place | None = None
        self.lenders: list[int] = []
        self.lender: int = -1
        """Whose score defended, if not the target's own."""
        self.band: int = 0
        self.dice: int = 0
        """How many d6 it deals; 0 where none are rolled."""
        self.victim: int = target
        """Whom it hurts: the target, unless the coverer takes it (`cover_takes_damage`)."""

    def pair(self) -> int:
        """Attacker and target in one number, to look things up by."""
        return self.attacker * 1000 + self.target


@final
class Thrown:
    """Dice thrown for one purpose. A Glancing Hit reads the first, a Full Hit all; what is not read stays aside (CL-87)."""

    def __init__(self) -> None:
        self.rolls: list[Roll] = []
        self.counts: list[int] = []

    def have(self) -> int:
        return sum(self.counts)

    def add(self, roll: Roll, count: int) -> None:
        self.rolls.append(roll)
        self.counts.append(count)

    def first(self, battle: Battle, count: int) -> list[Roll]:
        """The rolls that make up the first `count` dice."""
        if count == self.have():
            return self.rolls
        faces = [face for roll in self.rolls for face in roll.faces][:count]
        known = Roll(battle.reading, sum(faces), faces[0] if faces else 0, False)
        known.faces = faces
        return [known]


@final
class Conflict:
    """Actions that cannot all happen (CL-76). Declared by the GM, or seen by the software for one object."""

    def __init__(self, about: str, parties: list[int], winner: int, way: bool) -> None:
        self.about: str = about
        self.parties: list[int] = parties
        self.winner: int = winner
        self.way: bool = way
        """Is it about a way, so that the losers do not move?"""
        self.keeper: int = -1
        """Who holds the object and does something else: it may lose the object, never its own action."""
        self.won_by: int = -1
        """Who won when it was last settled (-1: nobody)."""


@final
class Tie:
    """Equal scores in a conflict: broken by a roll-off or by the GM (R-27)."""

    def __init__(self, about: str, parties: list[int], ask_gm: bool, rolls: dict[int, Roll]) -> None:
        self.about: str = about
        self.parties: list[int] = parties
        self.ask_gm: bool = ask_gm
        self.winner: int = -1
        self.rolls: dict[int, Roll] = rolls
        """Roll-offs over this, by unit: what has been thrown stays, also where a ruling has changed who is tied (CL-87)."""
        self.seen: int = -1
        """The version of the battle in which they were last found to be tied."""

    def settled(self) -> bool:
        return self.winner >= 0 or all(at in self.rolls for at in self.parties)


class Round:
    """The round under way. Gone at the joints."""

    def __init__(self, turns: list[Turn]) -> None:
        self.turns: list[Turn] = turns
        self.cast: list[int] = []
        """Who can take part, in roster order: the others are down or gone since earlier rounds."""
        self.compared: int = 0
        """The version of the battle that was last compared."""
        self.awaited: Dice | None = None
        """The dice with which a score is being rolled."""
        self.announced: bool = False
        """Are all intents of NPCs in?"""
        self.declared: bool = False
        """Are all declarations in?"""
        self.written: bool = False
        """Have the consequences been written?"""
        self.striking: str = ""
        """The timer that has run out and strikes."""
        self.strikes: list[Strike] = []
        self.coverers: list[int] = []
        """Who covers somebody."""
        self.thrown: dict[str, Thrown] = {}
        """Damage, recovery and progress dice thrown so far: kept when the GM changes a score (CL-87)."""
        self.ties: list[Tie] = []
        """Ties in conflicts, and how they were broken."""
        self.conflicts: list[Conflict] = []
        """Declared by the GM."""
        self.settled: list[Conflict] = []
        """Conflicts as they came out."""
        self.possible: dict[int, bool] = {}
        """The GM's word on single attacks, by attacker and target (CL-104)."""
        self.partial: list[str] = []
        """Feats whose failure the GM calls a partial success in this round."""
