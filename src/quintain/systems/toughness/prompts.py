"""Questions asked in the middle of something: Dodge or Parry, Conviction, delayed turns, where to go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from quintain.engine.question import Option, Plain, Question
from quintain.engine.rows import stake
from quintain.engine.tactic import RECKLESS, Tactic
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.acts import Act, parse_act
from quintain.systems.toughness.conditions import light_marks, to_mend
from quintain.systems.toughness.defense import better_guard, guard_value, loses_guard, may_parry, recovery_bonus
from quintain.systems.toughness.fields_blocks import Weapon
from quintain.systems.toughness.ground import NOWHERE
from quintain.systems.toughness.moves import reachable, retreat_stops, retreat_ways, way_among, why_no_way
from quintain.systems.toughness.scores import WARRIOR
from quintain.systems.toughness.sheet import Attempt, Fighter, Fray
from quintain.systems.toughness.stakes import check_at_stake, shield_at_stake

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

YES: Final = Plain("yes", "Yes")
NO: Final = Plain("no", "No")
DODGING: Final = Plain(v.DODGE, "Dodge")
PARRYING: Final = Plain(v.PARRY, "Parry")


class Telling(Plain):
    """An answer after which dice fall at once: its odds are worth showing."""

    def weighs(self) -> bool:
        return True


class Answering(Plain):
    """An answer to what another does: its odds hang on figures of that other one.

    `by`, `weapon` and `critical` say what is answered: an attack that is coming, or with `landed` a blow that has hit.
    """

    def __init__(
        self, id: str, label: str, by: str = "", weapon: Weapon | None = None, critical: bool = False, landed: bool = False
    ) -> None:
        super().__init__(id, label)
        self.by = by
        self.weapon = weapon
        self.critical = critical
        self.landed = landed

    def weighs(self) -> bool:
        return self.landed


class Again(Telling):
    """An answer to whether a die is rolled again: what it was for, and whom it is about."""

    def __init__(self, id: str, label: str, what: str, about: str) -> None:
        super().__init__(id, label)
        self.what = what
        self.about = about

    def weighs(self) -> bool:
        """Of initiative there is nothing to tell before everybody has rolled."""
        return self.what != "initiative"


@mypyc_attr(allow_interpreted_subclasses=True)
class YesNo(Question):
    """A question with two answers. Subclasses say the title, the words and how a tactic decides."""

    def __init__(self, fray: Fray, about: str, who: str, yes: str = "Yes", no: str = "No") -> None:
        super().__init__(fray, about, who)
        self.fray = fray
        self.yes, self.no = yes, no

    def fighter(self) -> Fighter:
        return self.fray.here(self.who)

    def wants(self, level: int) -> bool:
        """What a tactic of this level (0 reckless, 1 steady, 2 careful) does."""
        return False

    def option(self, id: str, words: str) -> Option:
        """The answer as an option: a `Telling`, `Answering` or `Again` where its odds are worth showing."""
        return Plain(id, words)

    def options(self) -> list[Option]:
        return [self.option("yes", self.yes), self.option("no", self.no)]

    def withdrawn(self) -> bool:
        """By the GM's word the one asked is gone or dead, or the answer would change nothing any more."""
        fighter = self.fray.fighter(self.who)
        return fighter is None or fighter.dead or self.is_pointless(fighter)

    def is_pointless(self, fighter: Fighter) -> bool:
        raise NotImplementedError

    def why_not(self, option: Option) -> str:
        return "" if option.id() in ("yes", "no") else "that is not among the options"

    def choose(self, tactic: Tactic) -> Option:
        return YES if self.wants(tactic.level) else NO

    def kind(self) -> str:
        return "reaction"

    def standing(self, order: str) -> str:
        return "yes" if order == "always" else "no"


def agrees(question: YesNo) -> bool:
    """Asked, is the answer yes? It is not where the question is withdrawn."""
    option = question.fray.ask(question)
    return option is not None and option.id() == "yes"


def spends(fray: Fray, fighter: Fighter, question: YesNo, use: str) -> bool:
    """TO-106: asked, and where the answer is yes, a point is gone. `use` names it for statistics."""
    if not agrees(question) or not fray.still_here(fighter) or fighter.conviction < 1:
        return False
    fighter.conviction -= 1
    fray.note(f"use:Conviction ({use})", fighter.id)
    return True


@final
class GuardQuestion(Question):
    """TO-37: Dodge or Parry, the defender's choice before the attack is rolled."""

    def __init__(self, fray: Fray, attack: Attempt, target: Fighter, weapon: Weapon) -> None:
        super().__init__(fray, "guard", target.id)
        self.fray = fray
        self.attack = attack
        self.attacker = attack.fighter.id
        self.weapon = weapon

    def title(self) -> str:
        name = self.fray.name_of(self.who)
        return f"{self.fray.name_of(self.attacker)} attacks {name} with {self.weapon.name}: dodge or parry?"

    def concerns(self) -> list[str]:
        return [self.attacker]

    def between(self) -> list[str]:
        return [self.attacker, self.who]

    def title_unseen(self) -> str:
        return f"{self.fray.name_of(self.who)} is attacked with {self.weapon.name}: dodge or parry?"

    def kind(self) -> str:
        return "reaction"

    def options(self) -> list[Option]:
        target = self.fray.here(self.who)
        by, weapon = self.attacker, self.weapon
        options: list[Option] = [Answering(v.DODGE, f"Dodge ({guard_value(target, v.DODGE):+d})", by, weapon)]
        if may_parry(self.fray, target, weapon):
            options.append(Answering(v.PARRY, f"Parry ({guard_value(target, v.PARRY):+d})", by, weapon))
        return options

    def choose(self, tactic: Tactic) -> Option:
        target = self.fray.here(self.who)
        return PARRYING if better_guard(self.fray, target, self.weapon) == v.PARRY else DODGING

    def obvious(self) -> str:
        """TOR-73: the higher one, unless they are equal or a bonus for one roll hangs on which it is."""
        target = self.fray.here(self.who)
        dodge, parry = guard_value(target, v.DODGE), guard_value(target, v.PARRY)
        if dodge == parry or any(one.once and one.slot in (v.DODGE, v.PARRY) for one in target.modifiers):
            return ""
        return better_guard(self.fray, target, self.weapon)

    def withdrawn(self) -> bool:
        """By the GM's word the attack is not made any more (TOR-70), or there is nothing to choose."""
        fray, attack = self.fray, self.attack
        if not attack.begins(fray) or not attack.may_roll(fray):
            return True
        target = fray.here(self.who)
        return target.helpless or not may_parry(fray, target, self.weapon) or loses_guard(fray, target, attack.fighter)

    def standing(self, order: str) -> str:
        return v.PARRY if order == "always" else v.DODGE


def why_no_shield(fray: Fray, fighter: Fighter) -> str:
    """TO-23, TO-100, TO-106: why the shield sign cannot be used now; "" for a warrior up, with a point left and marks worth wiping."""
    block = fighter.block
    if fighter.dead:
        return "the dead use nothing"
    if fighter.helpless:
        return "the helpless take no actions, free ones included"
    if not block.core_warrior and not (fray.switches.any_warrior and block.level_in(WARRIOR) > 0):
        return "only those whose first role is warrior can do that"
    if fighter.conviction < 1:
        return "no Conviction is left"
    if not fighter.bruised and not fighter.hurt:
        return "there is no Bruised or Hurt mark to wipe"
    if not light_marks(fray, fighter, False):
        return "a worse state keeps every Bruised and Hurt mark in place"
    return "its Toughness die has fallen" if fray.saving == fighter.id else ""


@final
class ShieldQuestion(YesNo):
    """TO-100: spend a point to wipe Bruised and Hurt before the Toughness die."""

    def __init__(self, fray: Fray, who: str, by: str, weapon: Weapon | None, critical: bool, lethal: bool) -> None:
        super().__init__(fray, "shield", who, "Spend one Conviction: wipe Bruised and Hurt", "Keep it")
        self.lethal = lethal
        self.by = by
        self.weapon = weapon
        self.critical = critical

    def title(self) -> str:
        return f"{self.fighter().name} is hit. Spend Conviction to wipe all Bruised and Hurt before the Toughness save?"

    def between(self) -> list[str]:
        return [self.by, self.who]

    def stakes(self) -> list[Stake]:
        return shield_at_stake(self.fray, self.fighter(), self.lethal)

    def option(self, id: str, words: str) -> Option:
        return Answering(id, words, self.by, self.weapon, self.critical, landed=True)

    def wants(self, level: int) -> bool:
        """When it wipes two Hurt marks or more and a point is left for a dying check; the reckless do not think of it."""
        fighter = self.fighter()
        return level > RECKLESS and len(fighter.hurt) >= 2 and fighter.conviction >= 2

    def is_pointless(self, fighter: Fighter) -> bool:
        return not fighter.reactions or not fighter.is_present() or why_no_shield(self.fray, fighter) != ""


@final
class FloorQuestion(YesNo):
    """TO-107: before a recovery or dying check, one point makes the total at least 10."""

    def __init__(self, fray: Fray, check: Attempt, state: str) -> None:
        keep = "Let it fail" if fray.switches.floor_after else "Roll without"
        super().__init__(fray, "floor", check.fighter.id, "Spend one Conviction", keep)
        self.check = check
        self.state = state

    def title(self) -> str:
        fighter = self.fighter()
        if self.fray.switches.floor_after:
            return f"{fighter.name} fails the check against {self.state}. Spend Conviction for a total of at least 10?"
        if self.state == "Dying":
            return f"{fighter.name} is dying and checks against {fighter.dying_dc}. Spend Conviction for a total of at least 10?"
        return f"{fighter.name} checks to recover from {self.state}. Spend Conviction for a total of at least 10?"

    def stakes(self) -> list[Stake]:
        fighter = self.fighter()
        dying = self.state == "Dying"
        if self.fray.switches.floor_after:
            return [stake(f"{'this is death' if dying else 'it fails'}; 10 would do", "bad")]
        return check_at_stake(recovery_bonus(self.fray, fighter), fighter.dying_dc if dying else 10, dying)

    def option(self, id: str, words: str) -> Option:
        return Plain(id, words) if self.fray.switches.floor_after else Telling(id, words)

    def wants(self, level: int) -> bool:
        """On a dying check while 10 is still enough; never otherwise."""
        return self.state == "Dying" and self.fighter().dying_dc <= 10

    def is_pointless(self, fighter: Fighter) -> bool:
        too_late = self.fray.switches.floor_after and not self.check.would_gain(self.fray)
        return fighter.conviction < 1 or not self.check.goes_on(self.fray) or too_late


@final
class HeartQuestion(YesNo):
    """TO-99: after the fight one point removes every Bruised, Dazed and Hurt mark."""

    def __init__(self, fray: Fray, who: str) -> None:
        super().__init__(fray, "heart", who, "Wipe them", "Let them fade")

    def title(self) -> str:
        return f"The fight is over. Spend Conviction to wipe every Bruised, Dazed and Hurt mark of {self.fighter().name}?"

    def stakes(self) -> list[Stake]:
        one = self.fighter()
        marks = len(one.bruised) + len(one.dazed) + len(one.hurt)
        cost, left = self.fray.switches.heart_cost, f"{one.conviction} of {one.conviction_max} left"
        return [stake(f"{marks} mark{'' if marks == 1 else 's'} for {cost} Conviction, {left}")]

    def is_pointless(self, fighter: Fighter) -> bool:
        return fighter.conviction < self.fray.switches.heart_cost or not light_marks(self.fray, fighter, True)


@final
class EscapeDeathQuestion(YesNo):
    """TOR-33 `escape_death`: one point instead of the dying check."""

    def __init__(self, fray: Fray, who: str) -> None:
        super().__init__(fray, "escape death", who)

    def title(self) -> str:
        return f"{self.fighter().name} is dying. Spend Conviction to be out of danger at once?"

    def stakes(self) -> list[Stake]:
        fighter = self.fighter()
        return check_at_stake(recovery_bonus(self.fray, fighter), fighter.dying_dc, True)

    def wants(self, level: int) -> bool:
        return True

    def is_pointless(self, fighter: Fighter) -> bool:
        return not fighter.dying or fighter.conviction < 1 or not self.fray.awaits_fate(fighter)


@final
class StepInQuestion(YesNo):
    """TO-21: take the delayed turn now, directly after the turn that has just ended?"""

    def __init__(self, fray: Fray, who: str) -> None:
        super().__init__(fray, "step in", who, "Step in now", "Wait on")

    def title(self) -> str:
        return f"{self.fighter().name} is waiting. Take the delayed turn now?"

    def wants(self, level: int) -> bool:
        return True

    def is_pointless(self, fighter: Fighter) -> bool:
        return not fighter.delayed or not fighter.able or fighter.owes > 0


@final
class TrackQuestion(Question):
    """TO-121: which track shall the mending help with?"""

    def __init__(self, fray: Fray, who: str) -> None:
        super().__init__(fray, "track", who)
        self.fray = fray

    def title(self) -> str:
        return f"{self.fray.name_of(self.who)} is mended: a recovery check on which track?"

    def stakes(self) -> list[Stake]:
        """TO-121: how the recovery check stands."""
        return check_at_stake(recovery_bonus(self.fray, self.fray.here(self.who)), 10, False)

    def options(self) -> list[Option]:
        fighter = self.fray.here(self.who)
        lethal, subdual = to_mend(self.fray, fighter, True), to_mend(self.fray, fighter, False)
        options: list[Option] = [Plain("lethal", f"Lethal: {lethal}")] if lethal else []
        return [*options, Plain("subdual", f"Subdual: {subdual}")] if subdual else options

    def choose(self, tactic: Tactic) -> Option:
        """Whatever keeps it from fighting comes first."""
        fighter = self.fray.here(self.who)
        options = self.options()
        return options[-1] if fighter.unconscious or not fighter.disabled else options[0]

    def withdrawn(self) -> bool:
        fighter = self.fray.fighter(self.who)
        return fighter is None or not fighter.is_present() or len(self.options()) < 2


# -- where to go (TO-15, TO-17, TO-19) ---------------------------------------------------------------------------------

STAY = Plain("stay", "Stay here (the action is used all the same)")


@final
class WhereQuestion(Question):
    """The squares a move or a retreat may go to; staying is always possible."""

    def __init__(self, fray: Fray, who: str, how: str) -> None:
        super().__init__(fray, "where", who)
        self.fray = fray
        self.how = how

    def title(self) -> str:
        return f"Where does {self.fray.name_of(self.who)} {self.how}?"

    def cells(self) -> list[int]:
        fighter = self.fray.here(self.who)
        if self.how == "retreat":
            return retreat_stops(self.fray, fighter)
        found = reachable(self.fray, fighter, fighter.speed_ft, False)
        return [cell for cell in found.stops() if cell != fighter.cell]

    def square(self, cell: int) -> Act:
        return Act(self.how, cell=cell, spot=self.fray.ground.spot(cell))

    def options(self) -> list[Option]:
        """Each with its way, all found by one search."""
        squares: list[Option] = [STAY]
        fray, fighter = self.fray, self.fray.here(self.who)
        if self.how == "retreat":
            before = retreat_ways(fray, fighter)
            for cell in retreat_stops(fray, fighter):
                act = self.square(cell)
                act.way = way_among(before, fighter, cell)
                squares.append(act)
            return squares
        around = reachable(fray, fighter, fighter.speed_ft)
        through = reachable(fray, fighter, fighter.speed_ft, False) if fray.hazards else around
        for cell in self.cells():
            act = self.square(cell)
            act.way = (around if around.may_stop(cell) else through).path(cell)
            squares.append(act)
        return squares

    def find(self, id: str) -> Option | None:
        if id == STAY.id():
            return STAY
        act = parse_act(self.fray, id)
        return act if act is not None and act.kind == self.how and act.cell != NOWHERE else None

    def why_not(self, option: Option) -> str:
        if option.id() == STAY.id():
            return ""
        if not isinstance(option, Act) or option.kind != self.how:
            return "that is not a square to go to"
        return why_no_way(self.fray, self.fray.here(self.who), option.cell, self.how == "retreat")

    def choose(self, tactic: Tactic) -> Option:
        """Away from the nearest able foe, as far as it goes."""
        fray, fighter = self.fray, self.fray.here(self.who)
        foes = [foe for foe in fray.foes_of(fighter) if foe.able]
        best, best_feet = NOWHERE, min([fray.feet(fighter, foe) for foe in foes], default=0)
        for cell in self.cells():
            feet = min([fray.ground.feet(cell, foe.cell) for foe in foes], default=0)
            if feet > best_feet:
                best, best_feet = cell, feet
        return STAY if best == NOWHERE else self.square(best)

    def withdrawn(self) -> bool:
        fray = self.fray
        fighter = fray.fighter(self.who)
        return fighter is None or not fighter.able or fighter.prone or fighter.held_by != "" or fray.has_lost_turn(fighter)
