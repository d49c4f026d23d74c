"""The two tracks of marks: how states start, bite, climb, block each other and end (TO-67..TO-89)."""

from __future__ import annotations

from typing import Final

from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.clock import DAY, HOUR, MINUTE, NEVER, ROUND
from quintain.systems.toughness.fields import LETHAL, SUBDUAL
from quintain.systems.toughness.fields_states import give_state, lapse, take_mark, timed_states
from quintain.systems.toughness.sentences import say, tell_done, tell_ended, tell_marked, tell_rolled_over
from quintain.systems.toughness.sheet import Fighter, Fray

INTERVALS: Final[dict[str, int]] = {"Staggered": MINUTE, "Unconscious": MINUTE, "Wounded": HOUR, "Disabled": DAY}
"""TO-90: how long from one recovery check to the next."""


# -- what states do to rolls ----------------------------------------------------------------------------------------


def toughness_penalty(fray: Fray, fighter: Fighter, lethal: bool) -> int:
    """TO-73..TO-76: what the marks take from a Toughness save. Hurt and Wounded always count, Bruised and Dazed against subdual."""
    once = fray.switches.once_per_state
    total = 0
    if lethal or not fray.switches.lethal_only:
        total += weight_of(len(fighter.hurt), once) + weight_of(fighter.wounded, once)
    if not lethal:
        total += weight_of(len(fighter.bruised), once) + weight_of(len(fighter.dazed), once)
    return total


def weight_of(marks: int, once: bool) -> int:
    """TOR-12: marks add up, or with `mark_penalties: once` each state counts a single time."""
    return min(1, marks) if once else marks


def wounded_penalty(fray: Fray, fighter: Fighter, counts: bool) -> int:
    """TO-76: 2, once, on every d20 but Toughness saves and CON checks. `counts`: does the switch let it reach this roll?

    With `wounded_penalty_lasts: one_round` only for a round after each wound (TOR-14).
    """
    if fighter.wounded == 0 or not counts:
        return 0
    return 2 if not fray.switches.wounded_one_round or fighter.reeling_until > fray.now else 0


def worst(fighter: Fighter, lethal: bool) -> int:
    """The degree of the worst state on a track."""
    if fighter.dying if lethal else fighter.unconscious:
        return v.FOURTH
    if fighter.disabled if lethal else fighter.staggered:
        return v.THIRD
    if fighter.wounded if lethal else fighter.dazed:
        return v.SECOND
    return v.FIRST if (fighter.hurt if lethal else fighter.bruised) else v.NONE


def worst_state(fighter: Fighter, lethal: bool) -> str:
    """The worst state on a track by its name, "" for none."""
    return LETHAL[worst(fighter, True)] if lethal else SUBDUAL[worst(fighter, False)]


def blocked(fray: Fray, fighter: Fighter, degree: int, lethal: bool) -> bool:
    """TO-88: does something more serious keep the state of this degree from going?

    On its own track; with `hourglass_scope: both` on the other too, where lethal counts as more serious on equal degree.
    """
    if not fray.switches.tracks_block_each_other:
        return worst(fighter, lethal) > degree
    least = degree if not lethal else degree + 1
    return worst(fighter, True) >= least or worst(fighter, False) > degree


def degree_of(missed: int, face: int, minion: bool) -> int:
    """TO-67, TO-71, TO-120: the degree of a Toughness save missed by so much."""
    place = 0
    while place < len(v.FAILED_BY) and missed < v.FAILED_BY[place]:
        place += 1
    degree = v.DEGREES[place]
    if minion and degree != v.NONE:
        return v.FOURTH
    return min(degree, v.FIRST) if face == 20 else degree


# -- taking harm ---------------------------------------------------------------------------------------------------


def climbed(fighter: Fighter, degree: int, lethal: bool) -> int:
    """TO-87: a once-only state that is held already gives way to the next; BEYOND where the track ends: beyond Dying lies death."""
    if degree == v.THIRD and (fighter.disabled if lethal else fighter.staggered):
        degree = v.FOURTH
    return v.BEYOND if degree == v.FOURTH and (fighter.dying if lethal else fighter.unconscious) else degree


def marks_of(fray: Fray, fighter: Fighter, degree: int, lethal: bool) -> tuple[int, int]:
    """TO-69, TO-87, TO-89: what a failed save of this degree marks on either track, both judged by the marks held before."""
    subdual = climbed(fighter, degree, False)
    deadly = climbed(fighter, degree, True) if lethal else v.NONE
    if subdual != v.BEYOND:
        return subdual, deadly
    if not lethal and not fray.switches.no_overflow:
        deadly = climbed(fighter, v.FOURTH, True)
    return v.NONE, deadly


def suffer(fray: Fray, fighter: Fighter, degree: int, lethal: bool, kill: bool = False, by: str = "") -> None:
    """TO-69, TO-70: mark what a failed save brings.

    `by` is the striker, for statistics; "" where there is none.
    """
    if fighter.dead:
        return
    subdual, deadly = marks_of(fray, fighter, degree, lethal)
    if (kill or subdual != v.NONE or deadly != v.NONE) and fray.matters(fighter.id):
        fray.note("marked", fighter.id)
        if by:
            fray.note("mark", by)
    if fray.telling and not kill:
        tell_rolled_over(fray, fighter, *rolled_over(degree, subdual, deadly, lethal))
    bring(fray, fighter, subdual, v.BEYOND if kill else deadly, by)


def bring(fray: Fray, fighter: Fighter, subdual: int, deadly: int, by: str) -> None:
    """Mark these degrees, with the turn they cost."""
    was_up = not fighter.helpless
    if subdual != v.NONE:
        mark(fray, fighter, SUBDUAL[subdual])
    if deadly == v.BEYOND:
        mark_dead(fray, fighter)
    elif deadly != v.NONE:
        mark(fray, fighter, LETHAL[deadly])
    credit(fray, fighter, by, was_up)
    settle_debt(fray, fighter, max(subdual, deadly))


def rolled_over(degree: int, subdual: int, lethal: int, both: bool) -> tuple[list[str], list[str]]:
    """TO-87, TO-89: which states were held already, and what they give way to on each track; nothing where nothing rolls over."""
    held: list[str] = []
    given: list[str] = []
    if subdual not in (v.NONE, degree):
        held.append(SUBDUAL[degree])
        given.append(SUBDUAL[subdual])
    if lethal != v.NONE and (not both or lethal != degree):
        held.append(LETHAL[degree] if both else SUBDUAL[v.FOURTH])
        given.append("dead" if lethal == v.BEYOND else LETHAL[lethal])
    return held, given


def settle_debt(fray: Fray, fighter: Fighter, degree: int) -> None:
    """TO-77: from the second degree on a turn is owed; Unconscious, Dying and death wipe every debt."""
    if fighter.unconscious or fighter.dying or fighter.dead:
        fighter.owes = 0
    elif degree >= v.SECOND:
        owe_turn(fray, fighter)


def credit(fray: Fray, fighter: Fighter, by: str, was_up: bool) -> None:
    """For odds and statistics: the striker has felled or killed it. None is credited with felling itself.

    Odds that leave a combatant's rolls aside leave its fall aside as well.
    """
    if not by or by == fighter.id or not fray.matters(fighter.id):
        return
    if was_up and (fighter.dead or fighter.helpless):
        fray.note("drop", by)
    if fighter.dead:
        fray.note("kill", by)


def inflict(fray: Fray, fighter: Fighter, state: str, by: str = "") -> None:
    """TO-104: one named state as if by damage, with roll-over, owed turn and all. Its other track is left alone."""
    if fighter.dead:
        return
    if state == "Dead":
        mark_dead(fray, fighter)
    elif give_state(fighter, fray.now + MINUTE, state):
        tell_marked(fray, fighter, state)
    elif state in SUBDUAL:
        suffer(fray, fighter, SUBDUAL.index(state), False, False, by)
    else:
        degree = LETHAL.index(state)
        deadly = climbed(fighter, degree, True)
        if fray.telling:
            tell_rolled_over(fray, fighter, *rolled_over(degree, v.NONE, deadly, True))
        bring(fray, fighter, v.NONE, deadly, by)


def mark(fray: Fray, fighter: Fighter, state: str) -> None:
    """Mark a state, with its clock (TO-73 to TO-76, TO-80 to TO-85)."""
    now = fray.now
    if state == "Bruised":
        fighter.bruised.append(now + MINUTE)
    elif state == "Dazed":
        fighter.dazed.append(now + MINUTE)
    elif state == "Staggered":
        fighter.staggered = True
        expose(fray, fighter)
        if not fighter.unconscious:
            fighter.subdual_check = first_check(fray, MINUTE)
    elif state == "Unconscious":
        fighter.unconscious = True
        fighter.subdual_check = first_check(fray, MINUTE)
        collapse(fray, fighter)
    elif state == "Hurt":
        fighter.hurt.append(now + MINUTE)
    elif state == "Wounded":
        if worst(fighter, True) < v.SECOND:
            fighter.lethal_check = first_check(fray, HOUR)
        fighter.wounded += 1
        fighter.reeling_until = now + ROUND
        expose(fray, fighter)
    elif state == "Disabled":
        if not fighter.dying:
            fighter.lethal_check = first_check(fray, DAY)
        fighter.disabled = True
        expose(fray, fighter)
    else:
        start_dying(fray, fighter)
        return
    tell_marked(fray, fighter, state)


def start_dying(fray: Fray, fighter: Fighter) -> None:
    """TO-85, TO-92: helpless, with a check at every own turn; `adversary_dying` may spare the dice."""
    if fighter.side != v.HEROES and fray.switches.adversary_dying == "dead":
        mark_dead(fray, fighter)
        return
    fighter.dying = True
    fighter.dying_dc = 10
    fighter.lethal_check = NEVER
    fighter.owes = 0
    collapse(fray, fighter)
    tell_marked(fray, fighter, "Dying")


def mark_dead(fray: Fray, fighter: Fighter) -> None:
    """TO-86: out of the fight, and nothing applies to it any more."""
    if fighter.dead:
        return
    fighter.dead = True
    fighter.owes = 0
    collapse(fray, fighter)
    break_hold_on(fray, fighter)
    tell_done(fray, "death", fighter)


def collapse(fray: Fray, fighter: Fighter) -> None:
    """TO-81, TO-23, TO-63: prone, empty-handed, holding nobody, with nothing prepared or delayed."""
    fighter.prone = True
    drop_weapon(fighter)
    stop_acting(fray, fighter)
    if fighter.id == fray.actor:
        fray.turn_lost = True


def stop_acting(fray: Fray, fighter: Fighter) -> None:
    """TO-23, TO-63: nothing is prepared, no turn waited for, nobody held any more."""
    fighter.prepared = ""
    fighter.delayed = False
    let_go(fray, fighter)


def drop_weapon(fighter: Fighter) -> None:
    if fighter.in_hand != v.EMPTY_HANDED:
        weapon = fighter.weapon_in_hand()
        if weapon is not None and not weapon.natural:
            fighter.dropped = fighter.in_hand
            fighter.dropped_at = fighter.cell
            fighter.in_hand = v.EMPTY_HANDED


def first_check(fray: Fray, interval: int) -> int:
    """TO-90: a full interval after the mark, or with `first_check: next_turn` at once."""
    return fray.now + (1 if fray.switches.check_next_turn else interval)


# -- effects several states share ----------------------------------------------------------------------------------


def owe_turn(fray: Fray, fighter: Fighter) -> None:
    """TO-77: the next turn is forfeited; struck in one's own turn, the rest of it is lost, which pays if nothing was done yet."""
    fighter.prepared = ""
    let_go(fray, fighter)
    if fighter.delayed:
        fighter.delayed = False
        return
    if fighter.id == fray.actor:
        fray.turn_lost = True
        if not fighter.owes and not fray.standard_used and fray.moves_used == 0 and not fray.turn_done:
            return
    fighter.owes = fighter.owes + 1 if fray.switches.turns_add_up else 1


def expose(fray: Fray, fighter: Fighter) -> None:
    """TO-78: one round, the latest end counts."""
    fighter.exposed_until = max(fighter.exposed_until, fray.now + ROUND)


def let_go(fray: Fray, holder: Fighter) -> None:
    """TO-63: end the hold this one has on another, if any. A bound victim stays bound."""
    if not holder.holding:
        return
    held = fray.fighter(holder.holding)
    holder.holding = ""
    if held is not None:
        held.held_by = ""
        held.pinned = False
        say(fray, "released", f"{held.name} is free of {holder.name}'s hold.", [holder.id, held.id], "TO-63")


def part_if_apart(fray: Fray, fighter: Fighter) -> None:
    """TO-63: a hold ends when the two are out of reach of each other."""
    held, holder = fray.fighter(fighter.holding), fray.fighter(fighter.held_by)
    if held is not None and fray.feet(fighter, held) > 5:
        let_go(fray, fighter)
    if holder is not None and fray.feet(fighter, holder) > 5:
        let_go(fray, holder)


def break_hold_on(fray: Fray, held: Fighter) -> None:
    """End the hold another has on this one."""
    holder = fray.fighter(held.held_by)
    if holder is not None:
        holder.holding = held.held_by = ""
        held.pinned = False


def come_back(fray: Fray, fighter: Fighter) -> None:
    """TOR-59: a combatant that yielded and is attacked again is back in the order, at its old place."""
    if fighter.yielded:
        fighter.yielded = False
        tell_done(fray, "returned", fighter)


# -- ending --------------------------------------------------------------------------------------------------------


def expire(fray: Fray, fighter: Fighter) -> None:
    """TO-06 a, TO-88: marks that have run out go, unless something worse stands on their track."""
    now = fray.now
    run_on = fray.switches.timers_run
    if fighter.dazed or fighter.hurt or fighter.bruised:
        for state, degree, lethal in TIMED:
            ends = ends_of(fighter, state)
            if is_over(ends, now) and (run_on or not blocked(fray, fighter, degree, lethal)):
                set_ends(fighter, state, [end for end in ends if end > now])
                tell_ended(fray, fighter, state)
    for state in lapse(fighter, now):
        tell_ended(fray, fighter, state)
    if fighter.modifiers:
        fighter.modifiers = [one for one in fighter.modifiers if one.until == NEVER or one.until > now]


TIMED: Final = (("Dazed", v.SECOND, False), ("Hurt", v.FIRST, True), ("Bruised", v.FIRST, False))
"""The states whose marks run out by themselves, with degree and track (lethal or not), the worse of a track first."""


def ends_of(fighter: Fighter, state: str) -> list[int]:
    """When each mark of a timed state runs out; [] for any other."""
    if state == "Bruised":
        return fighter.bruised
    if state == "Dazed":
        return fighter.dazed
    return fighter.hurt if state == "Hurt" else []


def set_ends(fighter: Fighter, state: str, ends: list[int]) -> None:
    if state == "Bruised":
        fighter.bruised = ends
    elif state == "Dazed":
        fighter.dazed = ends
    else:
        fighter.hurt = ends


def expire_all(fray: Fray) -> None:
    now = fray.now
    for fighter in fray.fighters:
        if not fighter.dead and may_have_run_out(fighter, now):
            expire(fray, fighter)


def may_have_run_out(fighter: Fighter, now: int) -> bool:
    """Is there anything on it whose time is over by now?"""
    if fighter.modifiers or timed_states(fighter):
        return True
    return is_over(fighter.dazed, now) or is_over(fighter.bruised, now) or is_over(fighter.hurt, now)


def is_over(marks: list[int], now: int) -> bool:
    return any(end <= now for end in marks)


def to_mend(fray: Fray, fighter: Fighter, lethal: bool) -> str:
    """TO-88, TO-121: the worst state of a track, if it is one with a regular CON check that nothing blocks. Dying has its own."""
    state = worst_state(fighter, lethal)
    return state if state in INTERVALS and not blocked(fray, fighter, worst(fighter, lethal), lethal) else ""


def lift(fray: Fray, fighter: Fighter, state: str) -> None:
    """TO-91: the state goes, or one mark of Wounded; the interval of the next one starts now."""
    if state == "Wounded" and fray.switches.clears_whole_state:
        fighter.wounded = 0
    else:
        take_mark(fighter, state)
    tell_ended(fray, fighter, state)
    restart_checks(fray, fighter, state in LETHAL)


def restart_checks(fray: Fray, fighter: Fighter, lethal: bool) -> None:
    """TO-90, TO-91: the next check of a track is a whole interval away."""
    interval = INTERVALS.get(worst_state(fighter, lethal), 0)
    set_check(fighter, lethal, fray.now + interval if interval else NEVER)
    expire(fray, fighter)


def set_check(fighter: Fighter, lethal: bool, time: int) -> None:
    if lethal:
        fighter.lethal_check = time
    else:
        fighter.subdual_check = time


def pull_back_from_death(fray: Fray, fighter: Fighter) -> None:
    """TO-94: no longer Dying; Disabled and Unconscious are marked if not there already, without climbing or an owed turn."""
    fighter.dying = False
    fighter.dying_dc = 10
    tell_ended(fray, fighter, "Dying")
    fighter.lethal_check = fray.now + DAY
    if not fighter.disabled:
        fighter.disabled = True
        fighter.lethal_check = first_check(fray, DAY)
        tell_marked(fray, fighter, "Disabled")
    if not fighter.unconscious:
        fighter.unconscious = True
        fighter.subdual_check = first_check(fray, MINUTE)
        tell_marked(fray, fighter, "Unconscious")


def light_marks(fray: Fray, fighter: Fighter, dazed_too: bool) -> list[str]:
    """TO-99, TO-100: the states whose marks heart or shield wipes; with `conviction_hourglass: obey` only those nothing blocks."""
    obey = fray.switches.wiping_obeys
    return [
        state for state, degree, lethal in TIMED
        if ends_of(fighter, state) and (dazed_too or state != "Dazed") and not (obey and blocked(fray, fighter, degree, lethal))
    ]  # fmt: skip


def clear_light_marks(fray: Fray, fighter: Fighter, dazed_too: bool) -> None:
    for state in light_marks(fray, fighter, dazed_too):
        set_ends(fighter, state, [])
