"""What every system's state has in common, and the verbs through which rules speak."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from quintain.engine.dice import Dice
from quintain.engine.event import Event, Outcome
from quintain.engine.question import Option, Question
from quintain.engine.reading import FightOver, Reading
from quintain.engine.refusal import Unavailable
from quintain.engine.roll import Roll

GM: Final = "gm"
PLAYERS: Final = "players"


@mypyc_attr(allow_interpreted_subclasses=True)
class Unit:
    """A combatant. Systems subclass it; every field they add is declared as a `Stat` and carried by copy and key."""

    def __init__(self, id: str, name: str, side: str, controller: str) -> None:
        self.id = id
        self.name = name
        self.side = side
        self.controller = controller
        self.hidden = False
        """Not yet revealed: only the GM knows that it is there."""
        self.learned: dict[str, tuple[int, int]] = {}
        """What everybody could work out of its secret figures so far: name -> lowest and highest possible."""

    def copy(self) -> Unit:
        """An independent copy of the changing part; what never changes may be shared."""
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """Two units with equal keys behave alike from here on. Clocks relative, no round number, no `id()`."""
        raise NotImplementedError

    def is_present(self) -> bool:
        """Still part of this fight, able to be asked? (Down but saving throws to make counts as present.)"""
        raise NotImplementedError

    def kin(self) -> str:
        """Units of equal kin have the same printed figures and go by the same name, so that what is learned of one holds for all.

        "" where nobody could know that."""
        return ""

    def name_of_kind(self) -> str:
        """Its name without a number: two that are called Hound 1 and Hound 2 are hounds."""
        return self.name.rstrip("0123456789").rstrip()

    def copy_common(self, other: Unit) -> None:
        """Carry the engine's own fields over to a copy."""
        other.side = self.side
        other.controller = self.controller
        other.hidden = self.hidden
        other.learned = self.learned  # never filled, always replaced: see `Battle.learn`


class Force:
    """A die or a result fixed by the GM for the next roll of this kind. `who` or `what` may be * for any."""

    def __init__(self, who: str, what: str, faces: list[int], answers: dict[str, int]) -> None:
        self.who = who
        self.what = what
        self.faces = faces
        self.answers = answers

    def fits(self, who: str, what: str) -> bool:
        return self.who in ("*", who) and self.what in ("*", what)

    def as_data(self) -> dict[str, object]:
        return {"who": self.who, "what": self.what, "faces": list(self.faces), "answers": dict(self.answers)}


@mypyc_attr(allow_interpreted_subclasses=True)
class Battle:
    """The state of a fight: the units, the round, the cursor of the flow, and all that a later step needs.

    Between two steps nothing is half-way: everything a later step needs stands here, never in a local variable.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.telling = reading.telling
        self.units: list[Unit] = []
        self.index: dict[str, int] = {}
        self.round = 0
        self.begun = False
        self.closing = False
        """The fight is decided and its aftermath is being settled."""
        self.uncapped = False
        """An exact solution wants no cap on rounds."""
        self.outcome: Outcome | None = None
        self.forbidden: dict[str, str] = {}
        """Options the GM forbids: "about:who:option id" (any part may be *) with the reason."""
        self.forces: list[Force] = []
        """Dice and results the GM has fixed in advance."""
        self.closed = False
        """The aftermath is settled too."""
        self.held_what = ""
        """What sort of result was held last: "strike", "attack"."""
        self.began: dict[str, dict[str, list[int]]] = {}
        """Of each unit, in which rounds its conditions began: see `view_since`. Always replaced, never filled; no rule reads it."""
        self.holding: list[list[str]] = []
        """The result that is held for the GM's nod, in pairs for people; written by whoever holds it, where somebody listens."""

    # -- what systems write ----------------------------------------------------------------------------------------

    def copy(self) -> Battle:
        """An independent copy, speaking to the same reading until `read_by` says otherwise."""
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """Two battles with equal keys go on alike. For merging equal states at the joints."""
        raise NotImplementedError

    def copy_common(self, other: Battle) -> None:
        """Carry the engine's own fields over to a copy, the units included."""
        other.units = [unit.copy() for unit in self.units]
        other.index = dict(self.index)
        other.round = self.round
        other.begun = self.begun
        other.closing = self.closing
        other.uncapped = self.uncapped
        other.outcome = self.outcome
        other.forbidden = dict(self.forbidden)
        other.forces = list(self.forces)
        other.closed = self.closed
        other.began = self.began

    # -- units -----------------------------------------------------------------------------------------------------

    def add_unit(self, unit: Unit) -> None:
        if unit.id in self.index:
            raise Unavailable(f"there is already a combatant called {unit.id!r}")
        self.index[unit.id] = len(self.units)
        self.units.append(unit)

    def drop_unit(self, id: str) -> None:
        """Take a unit out of the battle altogether. Whoever held its id finds it gone."""
        del self.units[self.index[id]]
        self.index = {unit.id: place for place, unit in enumerate(self.units)}

    def find(self, id: str) -> Unit | None:
        place = self.index.get(id, -1)
        return self.units[place] if place >= 0 else None

    def is_present(self, id: str) -> bool:
        unit = self.find(id)
        return unit is not None and unit.is_present()

    def controller_of(self, id: str) -> str:
        """Who answers for this combatant now. Systems override it where control changes hands."""
        unit = self.find(id)
        return unit.controller if unit is not None else GM

    def tactic_side(self, question: Question) -> str:
        """Under which side's tactic a question is answered in automatic play."""
        unit = self.find(question.who)
        return unit.side if unit is not None else ""

    def name_of(self, id: str) -> str:
        unit = self.find(id)
        return unit.name if unit is not None else id

    # -- the verbs -------------------------------------------------------------------------------------------------

    def ask(self, question: Question) -> Option | None:
        """Someone must choose. None: the question was withdrawn by a ruling; read the battle afresh and go on."""
        return self.reading.ask(self, question)

    def ask_all(self, questions: list[Question]) -> list[Option | None]:
        """Several must choose at once and in secret, each changeable until the last one is in."""
        return self.reading.ask_all(self, questions)

    def roll(self, who: str, what: str, dice: Dice, audience: str = "all", about: str = "", against: str = "") -> Roll:
        """Dice are needed. `who` throws them, `what` they are for; `about` names the only unit whose fate they touch, or
        several as "ann+bob"; `against` names the unit (or, in a system's own sense, the thing)
        without which they would be pointless.

        A ruling may come while they are awaited. Where `System.may_roll` then says no, the roll is withdrawn like a question: nothing
        is thrown, and what comes back is `void`.
        """
        return self.reading.roll(self, who, what, dice, audience, about, against)

    def tell(self, event: Event) -> None:
        """This happened. Guard the making of sentences with `if battle.telling:`, and nothing else."""
        if self.telling:
            self.reading.tell(self, event)

    def hold(self, what: str) -> bool:
        """The GM may change something before consequences are written. True: something changed, compare again."""
        self.held_what = what
        changed = self.reading.hold(self, what)
        if self.holding:
            self.holding = []  # what was held is written now; the next hold shows its own
        return changed

    def reached(self, place: str) -> None:
        """The rules have come to one of "consequences", "action", "turn", "round": there the exact reading may stop."""
        self.reading.reached(self, place)

    def note(self, what: str, who: str, amount: int = 1) -> None:
        """Count something: "hit", "damage", "use:Bold" ..."""
        self.reading.note(self, what, who, amount)

    def learn(self, id: str, figure: str, low: int, high: int) -> None:
        """What was told in public narrows a secret figure of it and its kin to this range. For odds and screens: no rule reads it."""
        unit = self.find(id) if self.telling else None
        if unit is None:
            return
        known = unit.learned.get(figure, (low, high))
        unit.learned = {**unit.learned, figure: (max(low, known[0]), min(high, known[1]))}
        kin = unit.kin()
        for other in self.units if kin else []:
            if other is not unit and other.kin() == kin:
                known = other.learned.get(figure, (low, high))
                narrowed = (max(low, known[0]), min(high, known[1]))
                if narrowed[0] <= narrowed[1]:
                    other.learned = {**other.learned, figure: narrowed}

    def matters(self, id: str) -> bool:
        """False where odds ask about others only: what touches this unit alone need not be worked out in a joint resolution."""
        return self.reading.matters(id)

    def end(self, result: str, winner: str, why: str) -> None:
        """The fight is decided. Leaves whatever was going on at once."""
        self.outcome = Outcome(result, winner, why)
        raise FightOver()

    def read_by(self, reading: Reading) -> None:
        self.reading = reading
        self.telling = reading.telling
