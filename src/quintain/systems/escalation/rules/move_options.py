"""Where a move may go, and why not (chapters G and H): the options of moving, apart from what moving does."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import Battle
from quintain.engine.question import Option
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules.figures import goes_by_name
from quintain.systems.escalation.rules.positions import next_to
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.turn_kinds import MOVE_KINDS, MoveKind

STAY: Final = "stay"
ENGAGE: Final = "engage"
SLIP: Final = "slip"
BESIDE: Final = "beside"
BEHIND: Final = "behind"
ZONE: Final = "zone"
AWAY: Final = "away"
FLY: Final = "fly"
LAND: Final = "land"


@final
class Going(Option):
    """Where a move goes: into melee, beside or behind somebody, into a zone, or simply clear of the melee."""

    def __init__(self, kind: str, to: str = "", also: list[str] | None = None) -> None:
        self.kind: str = kind
        self.to: str = to
        self.also: list[str] = also or []

    @property
    def what(self) -> MoveKind:
        return MOVE_KINDS[self.kind]

    def id(self) -> str:
        where = f"{self.kind}:{self.to}" if self.to else self.kind
        return "+".join([where, *self.also]) if self.also else where

    def label(self, battle: Battle) -> str:
        return self.what.label.format(" and ".join([battle.name_of(each) for each in [self.to, *self.also]]))

    def group(self) -> str:
        return "move"

    def target(self) -> str:
        return self.to if self.what.to in ("foe", "friend") else ""

    def named_units(self) -> list[str]:
        return [self.to, *self.also] if self.what.to in ("foe", "friend") else []


def read_going(text: str) -> Going | None:
    """The text of a move back into a move."""
    kind, _, rest = text.partition(":")
    what = MOVE_KINDS.get(kind)
    if what is None or bool(rest) != bool(what.to):
        return None
    names = rest.split("+") if what.several else [rest]
    return Going(kind, names[0], names[1:])


def why_held(mover: Fighter) -> str:
    """ES-159: why no check gets it away from anybody; "" where one may."""
    return "stuck" if mover.conditions & b.STUCK else "no disengaging for now" if mover.conditions & b.NO_DISENGAGE else ""


def why_stuck(mover: Fighter) -> str:
    """Why it cannot move at all."""
    if mover.conditions & b.STUCK:
        return "stuck"
    if mover.grabber >= 0:
        return "grabbed"
    return ""


def why_not_go(battle: Skirmish, mover: Fighter, going: Going) -> str:
    """Why this move is not possible, the cost apart; "" when it is."""
    return why_stuck(mover) or why_not_there(battle, mover, going)


def why_not_there(battle: Skirmish, mover: Fighter, going: Going) -> str:
    """Why it cannot go to that place, however it gets there."""
    if going.kind == ZONE:
        return _why_not_zone(battle, mover, going.to)
    if going.kind == AWAY:
        return "" if mover.engaged else "free already"
    if going.kind == FLY:
        return "" if mover.block.flies and not mover.airborne else "it does not fly, or is in the air already"
    if going.kind == LAND:
        return "" if mover.airborne else "on the ground already"
    other = battle.named(going.to)
    if other is None or not other.is_present() or (other.hidden and other.team != mover.team):
        return "nobody of that name is here"
    if other.zone != mover.zone:
        return "faraway: one move leads into the zone, the next to melee"
    if going.kind == SLIP:
        return why_not_slip(battle, mover) or _why_not_engage(battle, mover, other, [])
    if going.kind == ENGAGE:
        return _why_not_engage(battle, mover, other, going.also)
    if other.team != mover.team or other.number == mover.number:
        return "no ally"
    if going.kind == BESIDE:
        return "beside it already" if mover.beside & other.bit else ""
    return _why_not_behind(battle, mover, [other.id, *going.also])


def _why_not_behind(battle: Skirmish, mover: Fighter, names: list[str]) -> str:
    """ES-48: behind one or more allies on their feet in the zone."""
    mask = 0
    for name in names:
        ally = battle.named(name)
        if ally is None or ally.team != mover.team or ally.number == mover.number or ally.zone != mover.zone:
            return f"{battle.name_of(name)} is no ally nearby"
        if ally.state != UP:
            return "nobody hides behind the fallen"
        if mask & ally.bit:
            return f"{ally.name} is named twice"
        mask |= ally.bit
    return "behind it already" if mover.behind == mask else ""


def why_not_slip(battle: Skirmish, mover: Fighter) -> str:
    """R-36, `swoop: slip_past`: a flyer passes another flyer unhindered on its way to somebody else, at -2 to its attacks."""
    if not battle.switches.slip_past:
        return "at this table a swoop is a strike in passing"
    return "" if mover.airborne else "only in the air"


def _why_not_engage(battle: Skirmish, mover: Fighter, goal: Fighter, also: list[str]) -> str:
    """ES-51, R-19: an enemy in the zone, and with it any of its allies next to it."""
    if goal.team == mover.team:
        return "no enemy"
    if mover.engaged & goal.bit:
        return "engaged with it already"
    if mover.conditions & b.NO_ENGAGE or (mover.has_effects_for_some and any(_shuns(each, goal) for each in mover.lasting)):
        return "no engaging it for now"
    for name in also:
        other = battle.named(name)
        if other is None or other.hidden or other.state != UP or other.team != goal.team or not next_to(goal, other):
            return f"{battle.name_of(name)} is not next to {goal.name}"
    return ""


def _shuns(each: Lasting, goal: Fighter) -> bool:
    """Does an effect keep its bearer from engaging this one, by its name?"""
    return bool(each.conditions & b.NO_ENGAGE) and goes_by_name(goal, each.effect.by)


def _why_not_zone(battle: Skirmish, mover: Fighter, name: str) -> str:
    """ES-44, ES-45: a neighbouring zone with room."""
    zones = battle.ground().zones
    zone = zones.number(name)
    if zone < 0:
        return "there is no such zone"
    if zone == mover.zone:
        return "there already"
    if zone not in zones.neighbours(mover.zone):
        return "not a neighbouring zone"
    return "" if battle.room[zone] else "there is no room"


def _next_to_it(battle: Skirmish, goal: Fighter) -> list[str]:
    """R-19: those of its allies a newcomer can engage along with it."""
    found: list[str] = []
    for other in battle.fighters:
        ally = other.team == goal.team and other.number != goal.number and other.state == UP and not other.hidden
        if ally and next_to(goal, other):
            found.append(other.id)
    return found


def goings(battle: Skirmish, mover: Fighter) -> list[Going]:
    """Every move somebody might ask for; `why_not_go` says which are possible. Behind some of several: by their names."""
    found: list[Going] = []
    cover: list[str] = []
    for other in battle.fighters:
        if not other.is_present() or other.number == mover.number or other.zone != mover.zone:
            continue
        if other.team != mover.team:
            if not other.hidden:
                found.append(Going(ENGAGE, other.id))
                if mover.airborne and battle.switches.slip_past:
                    found.append(Going(SLIP, other.id))
                also = _next_to_it(battle, other)
                if also:
                    found.append(Going(ENGAGE, other.id, also))
        else:
            found.append(Going(BESIDE, other.id))
            if other.state == UP:
                found.append(Going(BEHIND, other.id))
                cover.append(other.id)
    if len(cover) > 1:
        found.append(Going(BEHIND, cover[0], cover[1:]))
    zones = battle.ground().zones
    for zone in zones.neighbours(mover.zone):
        found.append(Going(ZONE, zones.names[zone]))
    if mover.engaged:
        found.append(Going(AWAY))
    if mover.block.flies:
        found.append(Going(LAND if mover.airborne else FLY))
    return found
