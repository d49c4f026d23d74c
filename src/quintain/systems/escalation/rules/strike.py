"""An attack being made: what is known of it between declaring and its last consequence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from quintain.engine.roll import Roll
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.bonus_rows import NO_WARDS, Standing
from quintain.systems.escalation.printed.rows import Effect, GrantedAttack, Rider
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules.sheet import UP, Fighter

# What most attacks have none of: shared by all of them, so never added to, only replaced.
NO_KEYS: Final[list[str]] = []
UNTOLD: Final[list[tuple[str, int]]] = []
NO_DICE: Final[dict[str, list[int]]] = {}
NOBODY: Final[list[int]] = []
NO_GRANTS: Final[list[GrantedAttack]] = []
NO_RIDERS: Final[list[Rider]] = []
NO_ROWS: Final[list[Effect]] = []
NO_LASTING: Final[list[Lasting]] = []


@final
class Terms:
    """A sum; where somebody is to be told, with each term and its source, and what its dice showed."""

    def __init__(self, told: bool) -> None:
        self.told: bool = told
        self.total: int = 0
        self.listed: list[tuple[str, int]] = [] if told else UNTOLD
        self.faces: dict[str, list[int]] = {} if told else NO_DICE

    def add(self, source: str, value: int) -> None:
        if value:
            self.total += value
            if self.told:
                self.listed.append((source, value))

    def add_dice(self, label: str, value: int, faces: list[int]) -> None:
        """A throw; a second one of the same words has a number."""
        name, number = label, 2
        while name in self.faces:
            name, number = f"{label} ({number})", number + 1
        self.faces[name] = faces
        self.total += value
        self.listed.append((name, value))


NO_TERMS: Final = Terms(False)
UNTOLD_SUM: Final = Terms(False)
"""Where damage adds up that nobody is told of; what it comes to there means nothing."""


class Awaited:
    """What dice are thrown for; this as it stands: something that no ruling makes pointless."""

    def holds(self) -> bool:
        """Are they still awaited, after a ruling?"""
        return True


ALWAYS: Final = Awaited()


@final
class There(Awaited):
    """Awaited as long as somebody is there."""

    def __init__(self, one: Fighter) -> None:
        self.one: Final = one

    def holds(self) -> bool:
        return self.one.is_present()


@final
class Lies(Awaited):
    """Awaited as long as something lies on somebody."""

    def __init__(self, each: Lasting, on: Fighter) -> None:
        self.each: Final = each
        self.on: Final = on

    def holds(self) -> bool:
        return self.each in self.on.lasting


@final
class While(Awaited):
    """Awaited as long as something is so."""

    def __init__(self, still: Callable[[], bool]) -> None:
        self.still: Final[Callable[[], bool]] = still

    def holds(self) -> bool:
        return self.still()


@final
class Strike(Awaited):
    """One attack: who, with what, and how it differs from a plain use of it."""

    def __init__(self, attacker: Fighter, power: Power) -> None:
        self.attacker: Fighter = attacker
        self.power: Power = power
        self.target: Fighter = attacker
        """At whom its d20 is being thrown, or was last."""
        self.naming: str = power.name
        """Under which name its effects go: the attack's, or that of the flexible attack chosen."""
        self.opportunity: bool = False
        self.about: str = ""
        """Whose fate alone the dice of this attack touch, where that is certain; odds about others need not split them."""
        self.flexible: bool = power.flexible
        self.slack: int = -1
        """Of an opportunity attack whose exact damage matters only by whether it fells: what others may still deal; else -1."""
        self.coup: bool = False
        self.extra: int = 0
        self.why_extra: str = ""
        self.depth: int = 0
        self.wards: list[Standing] = NO_WARDS
        """The standing rows between this attack and the target whose roll is being judged or whose damage is dealt."""
        self.halved: bool = False
        self.plain: bool = False
        """Does it set off no riders?"""
        self.aimed: list[int] = NOBODY
        """Of granted attacks: whom those before it in the chain went at."""
        self.roll: Roll | None = None
        """The last attack roll made with it."""
        self.struck: list[int] = NOBODY
        """Whom it has hit."""
        self.paid: bool = False
        """Are the attacks it grants part of an action that was paid for, rather than free actions (ES-29)?"""
        self.near: int = 0
        """Which of its targets were nearby as it was declared (bits by number)."""
        self.left: int = 0
        """Whom its maker has popped free of by it (bits by number)."""
        self.failures: int = 0
        """How many saves failed against the effect whose last save brings this about."""
        self.grants: list[GrantedAttack] = NO_GRANTS
        self.granted_against: list[int] = NOBODY

    def holds(self) -> bool:
        return self.can_be_made_at(self.target)

    def misses_after_all(self, target: Fighter, blow: Blow) -> None:
        """A hit is undone."""
        blow.hit = blow.crit = False
        self.attacker.hit_this_turn &= ~target.bit

    def can_be_made_at(self, target: Fighter) -> bool:
        """An attack needs somebody up to make it until its d20 is rolled (R-85), and a target that is there."""
        return self.attacker.state == UP and target.is_present() and not self.is_out_of_reach(target)

    def is_out_of_reach(self, target: Fighter) -> bool:
        """ES-43, ES-52: has it, or the attacker, been moved away since the attack was declared?"""
        parted = bool(self.near & target.bit) and target.zone != self.attacker.zone
        return parted and self.power.targets.range in (b.ENGAGED, b.NEARBY)

    def goes_at(self, targets: list[Fighter]) -> None:
        """It is declared at these as well: who of them is nearby now is reached only for as long."""
        zone = self.attacker.zone
        for each in targets:
            if each.zone == zone:
                self.near |= each.bit


@final
class Blow:
    """What came of an attack on one target."""

    def __init__(self, target: int) -> None:
        self.target: int = target
        self.natural: int = 0
        self.margin: int = 0
        self.defence: int = 0
        """The defence that its total was compared with."""
        self.terms: Terms = NO_TERMS
        """What was added to its d20."""
        self.crit_floor: int = 20
        self.never: int = 0
        """The natural rolls that miss whatever they add up to."""
        self.surely: int = 0
        """What effects on its maker make sure of: a hit, a crit."""
        self.hit: bool = False
        self.crit: bool = False
        self.fumble: bool = False
        self.unseen: bool = False
        self.void: bool = False
        """Did its die fall away, since a ruling left nobody to throw it or nobody to aim at?"""
        self.redirected: bool = False
        self.astray: bool = False
        """Has it gone astray into a friend of its maker's? Then it is no hit but for whom it harms (R-82)."""
        self.escalated: bool = False
        self.without_die: bool = False
        """Did the attacker add the escalation die, or decline to (where the target makes that a choice)?"""
        self.retried: bool = False
        """Has its maker rolled it again?"""
        self.again: bool = False
        """Had the attacker hit this target before on this turn?"""
        self.halved: bool = False
        self.wards: list[Standing] = NO_WARDS
        """What stands between it and its damage by powers used against it."""
        self.answered: Power | None = None
        self.answered_by: int = -1
        """A power used against it that does something once the attack has missed after all, and who used it."""
        self.rest_to: int = -1
        """Who takes the other half of its damage."""
        self.harmless: bool = False
        """Does it deal no damage, though it hits?"""
        self.harmed: bool = False
        """Did it lose hit points by this blow, hit or miss?"""
        self.tally: Terms = UNTOLD_SUM
        """How its damage adds up, where somebody is told."""
        self.flexible: Rider | None = None
        self.riders: list[Rider] = NO_RIDERS
        self.counted: list[str] = NO_KEYS
        """Riders that wait for their second time, and whose label fitted."""
        self.chosen: list[Effect] = NO_ROWS
        """What was chosen of the things its hit line leaves open."""

    def rows(self, line: list[Effect]) -> list[Effect]:
        return line + self.chosen if self.chosen else line
