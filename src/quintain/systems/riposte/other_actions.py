"""Other things to do than striking: objects, checks and tasks, mending, singing (chapters F and 8.3 to 8.5)."""

from __future__ import annotations

from typing import Final

from quintain.engine.roll import Roll
from quintain.systems.riposte import sentences
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.ground import Square
from quintain.systems.riposte.movement import make_room
from quintain.systems.riposte.resolve import passes, percent_die
from quintain.systems.riposte.sheet import Effect, Fighter, Skirmish, Task, Thing
from quintain.systems.riposte.tactics_tables import Ranges

TIERS: Final[dict[str, int]] = {
    "Trivial": 100, "Easy": 75, "Average": 50, "Difficult": 25, "Legendary": 0, "Impossible": -25,
}  # fmt: skip
TIER_STEP: Final = 25
HARDEST: Final = -25
EASIEST: Final = 100
TASK_DAMAGE: Final = 2
CHECK: Final = "check"


def tier_name(bonus: int) -> str:
    return next(name for name, of_tier in TIERS.items() if of_tier == bonus)


def heal(battle: Skirmish, fighter: Fighter, friend: Fighter) -> None:
    """The user's Might with the healing weapon comes back to a friend, no roll (RI-124)."""
    before = friend.hp
    friend.hp = min(friend.block.max_hp, before + max(0, fighter.figures(v.EITHER).might))
    battle.note("heal", fighter.id, friend.hp - before)
    weapon = fighter.in_hand()
    if weapon is not None:
        battle.note(weapon.use_note, fighter.id)
    if battle.telling:
        sentences.tell_heal(battle, fighter, friend, friend.hp - before)


def sing(battle: Skirmish, fighter: Fighter, friend: Fighter) -> None:
    """A friend's turn starts anew with full movement, once per phase (RI-127)."""
    friend.restarted = True
    friend.acted = False
    friend.turn_over = False
    friend.movement = friend.block.mov
    battle.note("use:Sing", fighter.id)
    sentences.tell_sing(battle, fighter, friend)


# -- objects -----------------------------------------------------------------------------------------------------------


def use_thing(battle: Skirmish, fighter: Fighter, thing: Thing) -> None:
    """RI-59."""
    if thing.uses > 0:
        thing.uses -= 1
    sentences.tell_use(battle, fighter, thing)
    for effect in thing.effects:
        take_effect(battle, effect, "RI-59")


def take_effect(battle: Skirmish, effect: Effect, clause: str) -> None:
    """What an object or a finished task brings about, by the clause of either."""
    if effect.kind == "open" or effect.kind == "close":
        set_blockers(battle, effect.places, v.OPEN if effect.kind == "open" else v.OBJECT)
    elif effect.kind == "goal":
        for goal in battle.goals:
            if goal.label == effect.text:
                goal.declared = True
    elif effect.kind == "stance":
        a, b = battle.sides.index(effect.sides[0]), battle.sides.index(effect.sides[1])
        battle.set_stance(a, b, v.STANCE_NAMES.index(effect.text))
        sentences.tell_stance(battle, effect.sides[0], effect.sides[1], battle.stance(a, b))
    elif effect.kind == "note":
        sentences.tell(battle, "effect", effect.text, [], clause)
    for id in effect.who:
        touch(battle, effect.kind, id)


def touch(battle: Skirmish, kind: str, id: str) -> None:
    """Free somebody, make somebody give way, or make somebody flee (RI-87, RI-90)."""
    fighter = battle.fighter(id)
    if fighter is None:
        return
    if kind == "free":
        fighter.freed = True
        sentences.tell(battle, "effect", f"{fighter.name} is free.", [id], "RI-87")
    elif kind == "flee" and (fighter.status == v.UP or fighter.status == v.RESERVE):
        fighter.gave_way = True
        battle.set_status(fighter, v.FLED)
        sentences.tell(battle, "effect", f"{fighter.name} gives way and flees.", [id], "RI-90")
    elif kind == "stance":
        fighter.gave_way = True


def set_blockers(battle: Skirmish, places: list[int], blocker: int) -> None:
    old = [battle.ground.squares[place] for place in places]
    new = [Square(square.terrain, square.cost, blocker, square.roofed) for square in old]
    battle.ground = battle.ground.changed(dict(zip(places, new, strict=True)))
    battle.ranges = Ranges()
    make_room(battle)


# -- checks and tasks --------------------------------------------------------------------------------------------------


def attempt(battle: Skirmish, fighter: Fighter, task_id: str, stat: int) -> None:
    """One d% against tier and stat; a critical success in a task brings two more attempts at once (RI-62, RI-142)."""
    if not may_check(battle, fighter.id, task_id):
        sentences.tell_in_vain(battle, fighter)
        return
    critical = check(battle, fighter.id, task_id, stat, True)
    task = battle.task(task_id)
    if not critical or task is None or task.hp == 0:
        return
    for _ in range(2):
        if may_check(battle, fighter.id, task_id):
            check(battle, fighter.id, task_id, stat, False)


def may_check(battle: Skirmish, who: str, task_id: str) -> bool:
    """Is there still somebody to try, and something to be tried?"""
    task = battle.task(task_id)
    return battle.up_fighter(who) is not None and task is not None and task.open


def check(battle: Skirmish, fighter_id: str, task_id: str, stat: int, first: bool) -> bool:
    """A single die; True when it was a critical success. Only the first can be critical or cost the party anything."""
    roll = battle.roll(fighter_id, CHECK, percent_die(battle.switches), against=task_id)
    fighter = battle.up_fighter(fighter_id)
    task = battle.task(task_id)
    if roll.void or fighter is None or task is None or not task.open:
        return False
    figure = fighter.figures(v.EITHER).stats[stat]
    passed = passes(battle.switches, roll, task.tier + figure, "pass")
    battle.note("pass" if passed else "fail", fighter_id)
    if battle.telling:
        clause = "RI-62" if first else "RI-142"
        sentences.tell_check(battle, fighter, task, v.STAT_NAMES[stat], task.tier, figure, roll, passed, clause)
    if not passed:
        if first:
            lose_ground(battle, task, figure, roll)
        return False
    critical = first and passes(battle.switches, roll, fighter.figures(v.EITHER).stats[v.LUK], "critical")
    advance(battle, task, figure, roll)
    if critical and task.hp == 0:
        sentences.tell_task(battle, task, "a critical success: the GM adds a boon", "RI-142")
    return critical


def advance(battle: Skirmish, task: Task, figure: int, roll: Roll) -> None:
    """Two off the task, one more for each harder tier this die passes as well (RI-63)."""
    if task.hp > 0:
        damage = TASK_DAMAGE
        tier = task.tier - TIER_STEP
        while tier >= HARDEST and passes(battle.switches, roll, tier + figure, "tier"):
            damage += 1
            tier -= TIER_STEP
        task.left = max(0, task.left - damage)
        sentences.tell_task(battle, task, f"{damage} done, {task.left} left")
    if task.left == 0:
        finish(battle, task)


def finish(battle: Skirmish, task: Task) -> None:
    task.open = False
    task.done = True
    sentences.tell_task(battle, task, "done")
    for effect in task.effects:
        take_effect(battle, effect, "RI-63")


def lose_ground(battle: Skirmish, task: Task, figure: int, roll: Roll) -> None:
    """As many points of the party's pool as tiers the die missed by; at 0 the task is lost (RI-143)."""
    if not battle.switches.party_hp or task.party_hp < 0:
        return
    missed = 1
    tier = task.tier + TIER_STEP
    while tier <= EASIEST and not passes(battle.switches, roll, tier + figure, "tier"):
        missed += 1
        tier += TIER_STEP
    task.party_hp = max(0, task.party_hp - missed)
    if task.party_hp == 0:
        task.open = False
    lost = "" if task.open else ", and the task is lost"
    sentences.tell_task(battle, task, f"the party loses {missed}, {task.party_hp} left{lost}", "RI-143")
