"""What can be chosen in a fight, as objects: a turn's deed, who goes next, where to stand at the start.

A `Deed` is one choice of the acting fighter. Its parts are what the rules name one by one: go somewhere, take a weapon in
hand, then one action. Offering them as one choice changes no rule; each part is judged by its own clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from quintain.engine.battle import Battle
from quintain.engine.question import Option
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.ground import Ground

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import OptionView
    from quintain.systems.riposte.movement import Range, Way
    from quintain.systems.riposte.sheet import Fighter, Skirmish

WAIT: Final = 0
MOVE: Final = 1
EQUIP: Final = 2
ENGAGE: Final = 3
HEAL: Final = 4
SING: Final = 5
STABILISE: Final = 6
USE: Final = 7
CHECK: Final = 8
CROSS: Final = 9
LEAVE: Final = 10
PAUSE: Final = 11

@final
class Verb:
    """What everybody has to know of a verb: its word in ids, at whom or what it is aimed ("" for nothing), its heading and label in a
    plain list; on a screen its word, the heading, where its rows begin, and the fold they wait in."""

    def __init__(
        self, word: str, aims: str, heading: str, label: str, shown: str, group: str, rank: int, fold: str = ""
    ) -> None:
        self.word: Final[str] = word
        self.aims: Final[str] = aims
        self.heading: Final[str] = heading
        self.label: Final[str] = label
        self.shown: Final[str] = shown
        self.group: Final[str] = group
        self.rank: Final[int] = rank
        self.fold: Final[str] = fold


FOE: Final = "foe"
FRIEND: Final = "friend"
THING: Final = "thing"
TASK: Final = "task"
VERBS: Final[tuple[Verb, ...]] = (
    Verb("wait", "", "turn", "End the turn", "End the turn", "turn", 9000),
    Verb("move", "", "move", "Stay", "Move", "move", 4000),
    Verb("equip", "", "weapon", "Hold", "Hold", "gear", 5000, "What to hold"),
    Verb("engage", FOE, "engage", "Engage", "Engage", "attack", 0),
    Verb("heal", FRIEND, "help", "Mend", "Mend", "aid", 2000),
    Verb("sing", FRIEND, "help", "Sing for", "Sing", "aid", 2200),
    Verb("stabilise", FRIEND, "help", "Stabilise", "Stabilise", "aid", 1800),
    Verb("use", THING, "object", "Use", "Use", "other", 3000),
    Verb("check", TASK, "check", "Try", "Try", "other", 3200),
    Verb("cross", "", "move", "Cross by action", "Cross", "move", 4000),
    Verb("leave", "", "move", "Leave the field", "Leave", "move", 4200, "Leave"),
    Verb("pause", "", "turn", "Let another act first", "Let another act", "turn", 8999),
)
"""By the numbers above."""
BY_WORD: Final = {verb.word: number for number, verb in enumerate(VERBS)}

HERE: Final = v.NOWHERE
AS_IS: Final = -2
"""Keep the weapon that is in hand."""


@final
class Deed(Option):
    """One choice of the acting fighter: where to go first, what to hold, and what to do."""

    def __init__(
        self, ground: Ground, verb: int, aim: str = "", at: int = HERE, weapon: int = AS_IS, stat: int = -1
    ) -> None:
        self.ground: Ground = ground
        self.verb: int = verb
        self.aim: str = aim
        """The combatant, object or task it is aimed at."""
        self.at: int = at
        self.weapon: int = weapon
        self.stat: int = stat
        self.way: Way | None = None
        """The way there, where it has already been worked out."""
        self.there: Range | None = None
        """Where its fighter can get to, for whoever draws the way."""

    def leave_out_unchanged(self, fighter: Fighter) -> Deed:
        """The same without what is so already: the place the fighter stands on, the weapon in its hand."""
        if self.at == fighter.place and self.verb not in (MOVE, CROSS):
            self.at = HERE
        if self.weapon == fighter.weapon and self.verb != EQUIP:
            self.weapon = AS_IS
        return self

    def place_for(self, fighter: Fighter) -> int:
        return fighter.place if self.at == HERE else self.at

    def weapon_for(self, fighter: Fighter) -> int:
        return fighter.weapon if self.weapon == AS_IS else self.weapon

    def gist(self) -> str:
        """From wherever, with whatever: "engage:bob", "use:lever", "leave"."""
        text = VERBS[self.verb].word
        if self.aim:
            text += f":{self.aim}"
        if self.stat >= 0:
            text += f":{v.BASE_STATS[self.stat]}"
        return text

    def id(self) -> str:
        text = self.gist()
        if self.weapon != AS_IS:
            text += f"/{self.weapon}"
        if self.at != HERE:
            text += f"@{self.ground.short_name(self.at)}"
        return text

    def label(self, battle: Battle) -> str:
        text = self.label_without_place(battle)
        if self.at == HERE:
            return text
        where = self.ground.name(self.at)
        if self.verb == CROSS:
            return f"Spend the action to get to {where}"
        note = self._ground_note()
        return f"Go to {where}{note}" if self.verb == MOVE else f"Go to {where}{note}: {text[0].lower()}{text[1:]}"

    def _ground_note(self) -> str:
        word = self.ground.ground_word(self.at)
        if self.ground.is_exit[self.at]:
            return f" ({word}, exit)" if word != "Basic" else " (exit)"
        return f" ({word})" if word != "Basic" else ""

    def label_without_place(self, battle: Battle) -> str:
        """What is done, without where."""
        from quintain.systems.riposte.sheet import Skirmish

        assert isinstance(battle, Skirmish)
        text = VERBS[self.verb].label
        if self.aim and self.verb == PAUSE:
            return f"Let {battle.name_of(self.aim)} act first"
        if self.aim:
            text += f" {aim_name(battle, self.verb, self.aim)}"
        if self.stat >= 0:
            text += f" with {v.BASE_STATS[self.stat]}"
        if self.weapon != AS_IS:
            text += _weapon_words(battle, self.verb, self.weapon)
        return text

    def group(self) -> str:
        return VERBS[self.verb].heading

    def target(self) -> str:
        return self.aim if VERBS[self.verb].aims in (FOE, FRIEND) or self.verb == PAUSE else ""

    def weighs(self) -> bool:
        return self.verb in (ENGAGE, CHECK)


def aim_name(battle: Skirmish, verb: int, aim: str) -> str:
    known = battle.object_by_id(aim) if verb == USE else battle.task(aim) if verb == CHECK else None
    return known.label if known is not None else battle.name_of(aim)


def _weapon_words(battle: Skirmish, verb: int, weapon: int) -> str:
    acting = battle.fighter(battle.acting)
    if acting is None or weapon >= len(acting.block.weapons):
        return ""
    if weapon < 0:
        return " nothing" if verb == EQUIP else " with empty hands"
    name = acting.block.weapons[weapon].name
    return f" the {name}" if verb == EQUIP else f" with the {name}"


@final
class Pick(Option):
    """Who takes the next turn; "end" ends the phase."""

    def __init__(self, who: str) -> None:
        self.who: str = who

    def id(self) -> str:
        return self.who

    def label(self, battle: Battle) -> str:
        return "End the phase" if self.who == END_PHASE else battle.name_of(self.who)

    def target(self) -> str:
        return "" if self.who == END_PHASE else self.who

    def show(self, battle: Battle, who: str, shown: OptionView) -> None:
        shown["group"] = "turn"
        if self.who == END_PHASE:
            shown["kind"] = "pass"
            shown["rank"] = 9000
        shown["verb"] = "End the phase" if self.who == END_PHASE else "Next"


END_PHASE: Final = "end phase"


@final
class Put(Option):
    """Where a character stands when the fight starts; whoever was there changes places with it."""

    def __init__(self, ground: Ground, who: str, at: int) -> None:
        self.ground: Ground = ground
        self.who: str = who
        self.at: int = at

    def id(self) -> str:
        return START if not self.who else f"put:{self.who}@{self.ground.short_name(self.at)}"

    def label(self, battle: Battle) -> str:
        if not self.who:
            return "Start the fight"
        return f"{battle.name_of(self.who)} to {self.ground.name(self.at)}"

    def group(self) -> str:
        return self.who

    def target(self) -> str:
        return self.who

    def show(self, battle: Battle, who: str, shown: OptionView) -> None:
        shown["group"] = "turn"
        if not self.who:
            shown["verb"], shown["rank"] = "Start", 0
            return
        shown["verb"], shown["row"], shown["row_label"] = "Place", f"put:{self.who}", f"Place {battle.name_of(self.who)}"
        shown["ways"] = [["to", self.ground.short_name(self.at)]]
        if self.ground.is_grid:
            shown["kind"] = "square"
            shown["square"] = self.ground.spot(self.at)
        else:
            shown["kind"] = "place"
            shown["place"] = self.ground.name(self.at)


START: Final = "start"
