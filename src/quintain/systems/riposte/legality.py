"""Why somebody may not do something now: the one source of legality of a turn (chapters C to F, J and K)."""

from __future__ import annotations

from quintain.systems.riposte import options as o
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.movement import Range, may_stand, why_not_past_provokers
from quintain.systems.riposte.options import Deed
from quintain.systems.riposte.sheet import Fighter, Skirmish
from quintain.systems.riposte.stats import supports

NOT_HERE = "it is not in this fight any more"


def why_not_deed(battle: Skirmish, fighter: Fighter, deed: Deed, there: Range) -> str:
    """Why this fighter may not do this now; "" when it may."""
    verb = deed.verb
    if fighter.acted and verb not in (o.WAIT, o.MOVE, o.EQUIP):
        return "its action is spent"
    if verb == o.CROSS:
        return "" if deed.at in battle.ground.linked(fighter.place) else "there is no link that way"  # RI-95, RI-97
    if deed.at != o.HERE:
        why = why_not_go(battle, fighter, deed.at, there)
        if why:
            return why
    place = deed.place_for(fighter)
    if verb == o.MOVE:
        return "it is there already" if deed.at == fighter.place else ""
    if verb == o.EQUIP:
        return ""
    if verb == o.PAUSE:
        return why_not_pause(battle, fighter, deed.aim)
    if verb == o.LEAVE:
        return "" if battle.ground.is_exit[place] else "there is no exit"
    if verb == o.ENGAGE:
        return why_not_engage(battle, fighter, deed, place)
    if o.VERBS[verb].aims == o.FRIEND:
        return why_not_help(battle, fighter, deed, place)
    if verb == o.USE:
        return why_not_use(battle, deed, place)
    return why_not_check(battle, fighter, deed) if verb == o.CHECK else ""


def why_not_go(battle: Skirmish, fighter: Fighter, place: int, there: Range) -> str:
    """RI-38, RI-44, RI-45, RI-52 to RI-55."""
    if place == fighter.place or there.may_stop(place):
        return ""
    other = battle.known_at(fighter, place)
    if other is not None:
        return f"{other.name} stands there"
    if not may_stand(battle, fighter, place):
        word = battle.ground.ground_word(place)
        return f"there is a {word}" if not battle.ground.may_hover(place) or not fighter.block.flight else word
    cost = Range(battle, fighter, 999).cost[place]
    if cost < 0:
        return "there is no way there"
    return f"it takes {cost} movement and {fighter.movement} is left"


def why_not_pause(battle: Skirmish, fighter: Fighter, aim: str) -> str:
    """R33; or for somebody hidden, where it has come to this one's turn unasked."""
    if aim:
        return "" if any(other.id == aim for other in battle.may_go_first(fighter)) else NOT_HERE
    if not battle.switches.interleave:
        return "a turn begun is finished first"
    if fighter.side != v.HEROES:
        return "only heroes may take turns about"
    others = [other for other in battle.crew if other is not fighter and battle.acts_now(other)]
    return "" if others else "nobody else has a turn left"


def why_not_engage(battle: Skirmish, fighter: Fighter, deed: Deed, place: int) -> str:
    """RI-14, RI-33, RI-36, RI-73, RI-94, RI-100."""
    target = battle.up_fighter(deed.aim)
    if target is None or not fighter.knows_of(target):
        return NOT_HERE
    if target is fighter or battle.are_friends(fighter, target):
        return f"{target.name} is a friend"
    if battle.forbidden:
        why = why_barred(battle, fighter, target)
        if why:
            return why
    number = deed.weapon_for(fighter)
    if number < 0:
        return "no weapon is in hand"
    weapon = fighter.block.weapons[number]
    if not battle.ground.is_grid:
        if target.place != place:
            return f"{target.name} is in another zone"
        return why_not_past_provokers(battle, fighter, target, place)
    distance = battle.ground.distance(place, target.place)
    if not supports(weapon, distance):
        supported = " or ".join([str(known) for known in weapon.distances])
        return f"{target.name} is {distance} away and {weapon.name} reaches {supported}"
    if not battle.in_sight(place, target.place):
        return f"a wall stands between it and {target.name}"
    return ""


def why_barred(battle: Skirmish, fighter: Fighter, target: Fighter) -> str:
    """The GM's reason against a target: what is forbidden as "engage:bob" is so from every square, with every weapon (RI-120)."""
    for pattern, why in battle.forbidden.items():
        about, whose, option = pattern.split(":", 2)
        if option == f"engage:{target.id}" and about in ("*", "turn") and whose in ("*", fighter.id):
            return why
    return ""


def why_not_help(battle: Skirmish, fighter: Fighter, deed: Deed, place: int) -> str:
    """RI-60, RI-112, RI-124, RI-127."""
    friend = battle.fighter(deed.aim)
    if friend is None or not fighter.knows_of(friend):
        return NOT_HERE
    if friend is fighter:
        return "it must be somebody else"
    if deed.verb == o.STABILISE:
        return why_not_stabilise(battle, fighter, friend, place)
    if not friend.up:
        return NOT_HERE
    if not battle.are_friends(fighter, friend):
        return f"{friend.name} is no friend"
    if deed.verb == o.SING:
        return why_not_sing(battle, fighter, friend, place)
    number = deed.weapon_for(fighter)
    if number < 0 or not fighter.block.weapons[number].heals:
        return "that takes a weapon that heals"
    if battle.ground.within(place, friend.place, fighter.block.weapons[number].distances):
        return ""
    if not battle.ground.is_grid:
        return f"{friend.name} is in another zone"
    return f"{friend.name} is {battle.ground.distance(place, friend.place)} away"


def why_not_sing(battle: Skirmish, fighter: Fighter, friend: Fighter, place: int) -> str:
    if not fighter.block.sing:
        return "it cannot sing so"
    if not (friend.had_turn and friend.turn_over and friend.team in battle.phases[battle.phase]):
        return f"{friend.name} has not acted in this phase"
    if friend.restarted:
        return f"{friend.name} has been sung for in this phase"
    return "" if battle.ground.within(place, friend.place, [1]) else f"{friend.name} is too far away"


def why_not_stabilise(battle: Skirmish, fighter: Fighter, friend: Fighter, place: int) -> str:
    if friend.status != v.FALLEN:
        return f"{friend.name} has not fallen"
    if not fighter.is_run_by_players and not (battle.switches.allies_stabilise and fighter.side in (v.HEROES, v.ALLIES)):
        return "only a character run by a player may do that"
    return "" if battle.ground.within(place, friend.place, v.BESIDE) else f"{friend.name} is too far away"


def why_not_use(battle: Skirmish, deed: Deed, place: int) -> str:
    thing = battle.object_by_id(deed.aim)
    if thing is None or thing.uses == 0:
        return "there is nothing to use"
    return "" if battle.ground.within(place, thing.place, v.BESIDE) else f"{thing.label} is too far away"


def why_not_check(battle: Skirmish, fighter: Fighter, deed: Deed) -> str:
    """RI-62, RI-63, RI-141."""
    task = battle.task(deed.aim)
    if task is None or not task.open:
        return "there is no such task"
    if not fighter.is_run_by_players:
        return "only a character run by a player may try"
    return "" if deed.stat in v.CHECK_STATS else "a check is made with STR, INT, DEX, SPD, CON or WIS"
