"""Verbs of place: grabs, pushes and pulls, popping free, moves that cost nothing, openings for others."""

from __future__ import annotations

from typing import Any, Final, final

from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Effect, Reader, Verb
from quintain.systems.escalation.rules import conditions, movement
from quintain.systems.escalation.rules.positions import (
    are_enemies,
    engage,
    engaged_mask,
    enter_zone,
    has_moved,
    members,
    nearby,
    nearby_allies,
    part_ways,
)
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.turn_options import pays_quick
from quintain.systems.escalation.traits import recipients
from quintain.systems.escalation.traits.verb import Act, ActiveVerb


@final
class Grab(ActiveVerb):
    """ES-161; some hold only one at a time."""

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.alone = row.grab == "one"

    def on_one(self, act: Act, one: Fighter) -> None:
        battle, grabber = act.battle, act.user
        if act.row.alone and any(other.grabber == grabber.number for other in battle.fighters):
            return
        there = one.is_present() and grabber.state == UP and nearby(grabber, one)
        if there and are_enemies(grabber, one):  # a confused one holds no friend: engagement is with enemies (ES-46)
            engage(grabber, one)
            one.grabber = grabber.number
            if battle.telling:
                battle.tell(sentences.GRABBED.of([grabber, one]))


@final
class PopFree(ActiveVerb):
    """ES-165."""

    def on_one(self, act: Act, one: Fighter) -> None:
        if act.row.which == b.POP_SELF and not act.user.conditions & b.STUCK:
            act.strike.left |= engaged_mask(act.battle, act.user)
        pop_free(act.battle, act.user, one, act.row.which, act.row)


def pop_free(battle: Skirmish, user: Fighter, target: Fighter, which: int, row: Effect) -> None:
    """ES-165: the named engagements end, nobody strikes. The stuck cannot pop free (ES-159)."""
    mover = user if which in (b.POP_SELF, b.POP_SELF_FROM_TARGET) else target
    if which in (b.POP_ALLY_FROM_TARGET, b.POP_ALLY):
        held = [each for each in members(battle, engaged_mask(battle, target)) if each.number != user.number]
        found = recipients.one_ally(battle, user, row, [each for each in held if not are_enemies(each, user)])
        if not found:
            return
        mover = found[0]
    if mover.conditions & b.STUCK:
        return
    mask = mover.engaged
    if which == b.POP_TARGET:
        mask = user.bit
    elif which in (b.POP_SELF_FROM_TARGET, b.POP_ALLY_FROM_TARGET):
        mask = target.bit
    part_ways(battle, mover, mask)
    if battle.telling:
        battle.tell(sentences.POPPED.of([mover]))
    conditions.end_engagement_effects(battle, mover)


@final
class Push(ActiveVerb):
    """The target ends up free of the attacker; faraway, where there is room next door, free of everybody and over there."""

    def on_one(self, act: Act, one: Fighter) -> None:
        battle = act.battle
        if one.conditions & b.STUCK or not one.is_present():
            return
        zones = battle.ground().zones
        open_zones = [zone for zone in zones.neighbours(one.zone) if battle.room[zone]] if act.row.which == 1 else []
        pop_free(battle, act.user, one, b.POP_TARGET_FROM_ALL if open_zones else b.POP_TARGET, act.row)
        if open_zones:
            has_moved(battle, one)
            enter_zone(battle, one, open_zones[0])
            if battle.telling:
                battle.tell(sentences.pushed(one, zones.names[open_zones[0]]))


@final
class Pull(ActiveVerb):
    """The target is engaged with the attacker, or with one of its allies, wherever it was."""

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.which = 1 if row.engage == "ally" else 0

    def on_one(self, act: Act, one: Fighter) -> None:
        battle, user = act.battle, act.user
        if act.row.which == 1:
            found = recipients.one_ally(battle, user, act.row, nearby_allies(battle, user))
            if not found:
                return
            user = found[0]
        if one.state == UP and user.state == UP and are_enemies(one, user) and not one.conditions & b.STUCK:
            has_moved(battle, one)
            if one.zone != user.zone:
                part_ways(battle, one, one.engaged)
                enter_zone(battle, one, user.zone)
            engage(user, one)


@final
class FreeMove(ActiveVerb):
    """A move, or a teleport, that takes no action, or a quick one."""

    def read(self, made: Effect, row: Any, reader: Reader) -> None:
        made.on = b.ONS.index(getattr(row, self.said))
        made.costs_quick = row.action == "quick"

    def on_one(self, act: Act, one: Fighter) -> None:
        if not act.row.costs_quick or pays_quick(act.battle, one):
            movement.free_move(act.battle, one, self.op == b.TELEPORT)


@final
class SlipAway(ActiveVerb):
    """ES-56: a disengage check without an action."""

    def on_one(self, act: Act, one: Fighter) -> None:
        foes = engaged_mask(act.battle, one)
        if one.state == UP and foes and movement.disengage(act.battle, one, foes):
            movement.go_on(act.battle, one, "go on")


@final
class GetAway(ActiveVerb):
    """Its failed disengage check succeeds after all."""

    def on_one(self, act: Act, one: Fighter) -> None:
        act.user.got_away = True


@final
class Rush(ActiveVerb):
    def on_one(self, act: Act, one: Fighter) -> None:
        movement.rush(act.battle, act.user, one)


@final
class Chase(ActiveVerb):
    def on_one(self, act: Act, one: Fighter) -> None:
        movement.chase(act.battle, act.user, one)


@final
class Opening(ActiveVerb):
    """Those it falls on may make an opportunity attack at the attacker."""

    def on_one(self, act: Act, one: Fighter) -> None:
        movement.opportunity(act.battle, act.user, one.bit, False)


MOVEMENT: Final[list[Verb]] = [
    Grab(b.GRAB, "grab", "grabbed"), PopFree(b.POP_FREE, "pop_free", "pops free", words=b.POPS),
    Push(b.PUSH, "push", "pushed away", words=("nearby", "faraway")), Pull(b.PULL, "engage", "pulled into melee"),
    FreeMove(b.FREE_MOVE, "free_move", "a free move"), FreeMove(b.TELEPORT, "teleport", "a teleport"),
    SlipAway(b.SLIP_AWAY, "slip_away", "a disengage check"), GetAway(b.GET_AWAY, "get_away", "gets away after all"),
    Rush(b.RUSH, "rush", "goes at somebody"), Chase(b.CHASE, "chase", "moves to engage it"),
    Opening(b.OPENING, "opening", "an opportunity attack"),
]  # fmt: skip
