"""At 0 HP, and what becomes of those who fell once the fight is over (chapter K)."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from quintain.engine.battle import GM, PLAYERS
from quintain.engine.question import Choice, Option, Plain
from quintain.engine.record import AUTOMATIC
from quintain.engine.rows import stake
from quintain.systems.riposte import sentences
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.goals import anyone_escaped, party_up
from quintain.systems.riposte.sheet import Fighter, Skirmish

if TYPE_CHECKING:
    from quintain.engine.protocol_questions import Stake

KILL: Option = Plain(v.DEAD, "A killing blow")
SPARE: Option = Plain(v.SPARED, "Leave it alive")
RETREAT: Option = Plain(v.RETREATED, "It gets away")
RETREAT_YES: Option = Plain("yes", "It retreats")
RETREAT_NO: Option = Plain("no", "It does not")
CAPTURE: Option = Plain(v.CAPTURED, "Captured")
LOSE: Option = Plain(v.DEAD, "Dead")
SURVIVE: Option = Plain(v.STABILISED, "Comes round")

BLOW: list[Option] = [KILL, SPARE]
FATE: list[Option] = [SPARE, KILL, RETREAT]
FLIGHT: list[Option] = [RETREAT_YES, RETREAT_NO]
LOST: list[Option] = [CAPTURE, LOSE]
AFTER_WIN: list[Option] = [SURVIVE, CAPTURE, LOSE]

SURVIVOR_HP = 1
"""What those have who come through after all (R63)."""


@final
class Fate(Choice):
    """The fate of a combatant that has lost its last HP. Asked until it is settled: only a ruling on that combatant takes it away,
    not what becomes of the striker meanwhile (R82)."""

    def __init__(
        self, battle: Skirmish, about: str, fallen: Fighter, title: str, options: list[Option], default: str = "", by: str = "",
        asked: str = GM, ran_by: str = GM,
    ) -> None:  # fmt: skip
        super().__init__(battle, about, by, title, options, default, asked)
        self.skirmish: Skirmish = battle
        self.fallen: str = fallen.id
        self.status: str = v.FALLEN if about == "aftermath" else v.DOWN
        """How it lies there until this is answered."""
        self.ran_by: str = ran_by

    def controller(self) -> str:
        """The striker's controller, also where the striker is gone by now."""
        gone = not self._asked and self.skirmish.fighter(self.who) is None
        return self.ran_by if gone else super().controller()

    def withdrawn(self) -> bool:
        fallen = self.skirmish.fighter(self.fallen)
        return fallen is None or fallen.status != self.status or (self.about == "retreat" and not fallen.significant)

    def stakes(self) -> list[Stake]:
        """How it stands with the fallen, and how many of its side are left, where figures are open (RI-103)."""
        fallen = self.skirmish.fighter(self.fallen)
        if fallen is None or self.status != v.DOWN or sentences.are_figures_closed(self.skirmish, fallen):
            return []
        left = sum([1 for other in self.skirmish.crew if other.up and other.team == fallen.team and not other.hidden])
        others = f"{left} of its side {'is' if left == 1 else 'are'} still up" if left else "nobody of its side is left"
        return [stake(f"{fallen.name} has {fallen.hp} of {fallen.block.max_hp} HP and is out either way; {others}")]


def drop(battle: Skirmish, fighter: Fighter, by: str) -> None:
    """The last HP is gone: out at once, and then it is settled how (RI-103)."""
    battle.set_status(fighter, v.DOWN)
    battle.note("drop", by)
    battle.falling = fighter.id
    status, clause = what_becomes_of(battle, fighter, by)
    battle.falling = ""
    if battle.fighter(fighter.id) is not fighter or fighter.status != v.DOWN:
        return
    battle.set_status(fighter, status or v.SPARED)
    if battle.telling:
        sentences.tell_drop(battle, fighter, clause)


def what_becomes_of(battle: Skirmish, fighter: Fighter, by: str) -> tuple[str, str]:
    """How it is out, and the clause that says who decides that."""
    if fighter.stands_with_party:
        return party_fate(battle), "RI-108"
    if not battle.is_enemy(fighter):
        return said(Fate(battle, "fate", fighter, f"What becomes of {fighter.name}?", FATE)), "RI-107"
    ran_by, striker = battle.controller_of(by), battle.name_of(by)
    if fighter.significant:
        # The GM is asked first.
        title = f"{fighter.name} is beaten. Does it retreat?"
        if said(Fate(battle, "retreat", fighter, title, FLIGHT)) == "yes":
            return v.RETREATED, "RI-106"
    if battle.fighter(by) is not None:
        ran_by = battle.controller_of(by)
    if ran_by == GM:
        return said(Fate(battle, "fate", fighter, f"Is {fighter.name} dead?", BLOW, v.SPARED)), "RI-105"
    # The striker's player says, also where the striker is gone by now (R82).
    title, default = f"{striker} fells {fighter.name}. Does the blow kill?", v.SPARED if battle.switches.nonlethal else v.DEAD
    return said(Fate(battle, "lethal", fighter, title, BLOW, default, by, who_says(battle, by, ran_by), ran_by)), "RI-104"


def party_fate(battle: Skirmish) -> str:
    """The death rule of the table (RI-108 to RI-111)."""
    rule = battle.switches.player_death
    if rule == "permadeath":
        return v.DEAD
    return v.DOWN if rule == "wipe_only" else v.FALLEN


def said(fate: Fate) -> str:
    """What is said of the fallen; "" where nobody may say anything."""
    answer = fate.skirmish.ask(fate)
    return answer.id() if answer is not None else ""


def who_says(battle: Skirmish, by: str, ran_by: str) -> str:
    """Of a companion whom all run together, the player who gave the order; "" where that is not known, or for a riposte (R53)."""
    shared = ran_by == PLAYERS and battle.acting == by
    seat = battle.ordered_by
    if not shared or seat in (GM, PLAYERS) or seat.split(":", 1)[0] in AUTOMATIC:
        return ""
    return seat


def stabilise(battle: Skirmish, fighter: Fighter, friend: Fighter) -> None:
    """No roll; the friend survives whatever comes, and takes no further part (RI-112, RI-113)."""
    battle.set_status(friend, v.STABILISED)
    battle.note("stabilise", fighter.id)
    sentences.tell_stabilise(battle, fighter, friend)


def settle(battle: Skirmish) -> None:
    """The death rule, once the fight is over: by who is up and who has escaped as it ends (RI-86, RI-110, RI-114)."""
    leave_unsettled(battle)
    someone_up = party_up(battle)
    survivors = someone_up or anyone_escaped(battle)
    while (fighter := unsettled(battle)) is not None:
        was = fighter.status
        if was == v.DOWN:
            battle.set_status(fighter, v.STABILISED if survivors else v.DEAD)
        else:
            settle_fallen(battle, fighter, someone_up)
        if battle.telling and battle.fighter(fighter.id) is fighter:
            sentences.tell_settled(battle, fighter, "RI-110" if was == v.DOWN else "RI-114")
    for fighter in battle.crew:
        if fighter.status == v.STABILISED and fighter.hp == 0:
            fighter.hp = SURVIVOR_HP


def unsettled(battle: Skirmish) -> Fighter | None:
    """The next of the party who lies there; a ruling may fell or take away others while the GM is asked about one."""
    return next((one for one in battle.crew if one.stands_with_party and one.status in (v.DOWN, v.FALLEN)), None)


def leave_unsettled(battle: Skirmish) -> None:
    """The GM ended the fight while a fate was still being asked: the party by its rule, others live."""
    fighter = battle.fighter(battle.falling)
    battle.falling = ""
    if fighter is not None and fighter.status == v.DOWN:
        battle.set_status(fighter, party_fate(battle) if fighter.stands_with_party else v.SPARED)
        if battle.telling:
            clause = "RI-108" if fighter.stands_with_party else "RI-105" if battle.is_enemy(fighter) else "RI-107"
            sentences.tell_drop(battle, fighter, clause)


def settle_fallen(battle: Skirmish, fighter: Fighter, someone_up: bool) -> None:
    """Left behind if nobody of the party is up on the map; else it counts as stabilised (RI-114)."""
    if not someone_up:
        title = f"{fighter.name} is left behind. What happens?"
        status = said(Fate(battle, "aftermath", fighter, title, LOST)) or v.CAPTURED
    elif battle.switches.gm_after_win:
        status = said(Fate(battle, "aftermath", fighter, f"What becomes of {fighter.name}?", AFTER_WIN)) or v.STABILISED
    else:
        status = v.STABILISED
    if fighter.status == v.FALLEN:
        battle.set_status(fighter, status)
