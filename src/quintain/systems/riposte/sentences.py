"""Events and options in plain language. Every function here is called with somebody listening, or tells nothing."""

from __future__ import annotations

from typing import Final

from quintain.engine.event import Event
from quintain.engine.roll import Roll
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.engagement import CYCLE_ACCURACY
from quintain.systems.riposte.goals import CLAUSES, UNRESOLVED
from quintain.systems.riposte.ground import Ground, place_data
from quintain.systems.riposte.sheet import Blow, Fighter, Skirmish, Task, Thing, side_name

Terms = list[tuple[str, int]]


def tell(
    battle: Skirmish, kind: str, text: str, who: list[str], clause: str, data: dict[str, object] | None = None
) -> None:
    if battle.telling:
        battle.tell(Event(kind, text, who, None, clause, data=data))


def with_roll(event: Event, roll: Roll | None, what: str, chance: int, verdict: str) -> Event:
    """The same with the percentile roll behind it: what the die showed, the chance it was held against, and what came of it."""
    if roll is not None and roll.faces:
        event.faces = {"d%": list(roll.faces)}
    event.against = (what, chance)
    event.verdict = verdict
    return event


def tell_apart(battle: Skirmish, event: Event, closed: bool, short: str, audience: str = "gm") -> None:
    """An event whose figures may be closed to others than its audience: they are told the short form, unless it names somebody they
    know nothing of."""
    if closed:
        known = [fighter for fighter in battle.crew if fighter.id in event.who and not fighter.hidden]
        event.audience, event.public = audience, short if len(known) == len(event.who) else ""
    battle.tell(event)


HP_WORDS: Final = ("below half", "hurt", "unhurt")


def hp_word(fighter: Fighter) -> str:
    """How hurt somebody looks to those who may not see the number (section 7)."""
    if fighter.hp >= fighter.block.max_hp:
        return HP_WORDS[2]
    return HP_WORDS[0 if 2 * fighter.hp < fighter.block.max_hp else 1]


def are_figures_closed(battle: Skirmish, fighter: Fighter) -> bool:
    """With closed forecasts the figures of everybody but the party are the GM's (section 7)."""
    return battle.switches.closed_forecast and not fighter.in_party


# -- strikes and engagements -------------------------------------------------------------------------------------------


def strike_terms(blow: Blow) -> Terms:
    """Where the Hit Chance comes from, term by term, and for a hit the damage (RI-04, RI-08)."""
    striker, target, ground = blow.striker, blow.target, f"{v.TERRAIN_NAMES[blow.cover]} ground"
    own, other = striker.figures(blow.role), target.figures(blow.other_role)
    terms: Terms = [(f"Accuracy of {striker.name}", own.accuracy), (f"Dodge of {target.name}", -other.dodge)]
    if v.COVER_DODGE[blow.cover]:
        terms.append((ground, -v.COVER_DODGE[blow.cover]))
    if blow.edge:
        terms.append(("weapon cycle", CYCLE_ACCURACY * blow.edge))
    if not blow.hit:
        return terms
    terms.append((f"Might of {striker.name}", own.might))
    if blow.slaying:
        terms.append((f"slays {target.name}", blow.slaying))
    if blow.edge:
        terms.append(("weapon cycle", blow.edge))
    name, resisted = ("Resistance", other.resistance) if blow.magical else ("Defense", other.defense)
    terms.append((f"{name} of {target.name}", -resisted))
    if blow.shelter:
        terms.append((ground, -blow.shelter))
    return terms


def shown_chance(chance: int) -> int:
    """A chance as shown to people: within 0 and 100 (RI-13)."""
    return max(0, min(100, chance))


def tell_strike(battle: Skirmish, blow: Blow, math: Terms) -> None:
    """What came of a strike, the guard before it (RI-136)."""
    striker, target, hit, crit = blow.striker, blow.target, blow.hit, blow.crit
    if blow.guard_die is not None and blow.tried_guard:
        tell_activation(battle, target, blow.guard, blow.guard_chance, blow.guard_die, blow.guarded, "RI-136")
    face = blow.die.faces[0] if blow.die is not None and blow.die.faces else 0
    chances = f"{face:02d} against {shown_chance(blow.hit_chance)}"
    if hit and blow.crit_die is not None and blow.crit_die.faces:
        chances += f", {blow.crit_die.faces[0]:02d} against {shown_chance(blow.crit_chance)}"
    elif hit:
        chances += f" / {shown_chance(blow.crit_chance)}"
    what, slot = "hits" if hit else "misses", v.SLOT_NAMES[blow.slot]
    harm = ""
    if hit:
        harm = (" critically" if crit else "") + f" for {blow.damage}" + (", halved" if blow.guarded else "")
    left = f", {target.hp} HP left" if hit else ""
    short = f"{striker.name} {what} {target.name}{harm} ({slot})."
    text = f"{striker.name} {what} {target.name}{harm}{left} ({slot}: {chances})."
    clause = "RI-07" if not hit else "RI-09" if crit else "RI-08"
    data: dict[str, object] = {
        "slot": slot, "roll": face, "hit_chance": blow.hit_chance, "crit_chance": blow.crit_chance, "hit": hit, "crit": crit,
        "damage": blow.damage, "hp": target.hp,
    }  # fmt: skip
    verdict = "critical hit" if crit else "hit" if hit else "miss"
    event = Event("strike", text, [striker.id, target.id], math, clause, data=data)
    with_roll(event, blow.die, "Hit Chance", blow.hit_chance, verdict)
    if hit and blow.crit_die is not None:
        event.faces["critical d%"] = list(blow.crit_die.faces)
    tell_apart(battle, event, battle.switches.closed_forecast, short)


def tell_no_strike(battle: Skirmish, blow: Blow, why: str, clause: str) -> None:
    """A slot that nobody strikes in, since things have changed meanwhile (R81)."""
    text = f"{blow.striker.name} does not strike {blow.target.name}: {why} ({v.SLOT_NAMES[blow.slot]})."
    tell(battle, "no_strike", text, [blow.striker.id, blow.target.id], clause, data={"slot": v.SLOT_NAMES[blow.slot]})


def held_strike(blow: Blow) -> list[list[str]]:
    """The result of a strike that waits for the GM's nod."""
    result = "miss" if not blow.hit else f"{'critical hit' if blow.crit else 'hit'}, {blow.damage} damage"
    if blow.hit and blow.damage >= blow.target.hp:
        result += f": {blow.target.name} is out"
    return [[f"{blow.striker.name} against {blow.target.name} ({v.SLOT_NAMES[blow.slot]})", result]]


def tell_engage(battle: Skirmish, attacker: Fighter, defender: Fighter, distance: int) -> None:
    weapon = attacker.in_hand()
    held = weapon.name if weapon is not None else "nothing"
    text = f"{attacker.name} engages {defender.name} with {held} at distance {distance}."
    tell(battle, "engage", text, [attacker.id, defender.id], "RI-14", data={"distance": distance})


def tell_activation(
    battle: Skirmish, owner: Fighter, label: str, chance: int, roll: Roll, fires: bool, clause: str
) -> None:
    """A trait that was rolled for. The die is everybody's; the chance is a base stat, which for others than the party the GM's."""
    face = roll.faces[0] if roll.faces else 0
    what = "works" if fires else "does not work"
    text = f"{label} of {owner.name} {what} ({face:02d} against {shown_chance(chance)})."
    data: dict[str, object] = {"roll": face, "chance": chance, "fires": fires}
    event = with_roll(Event("activation", text, [owner.id], None, clause, data=data), roll, "chance", chance, what)
    rolled = "" if battle.switches.closed_forecast else f" ({face:02d} rolled)"
    tell_apart(battle, event, not owner.in_party, f"{label} of {owner.name} {what}{rolled}.", f"side:{owner.side}")


def tell_equip(battle: Skirmish, fighter: Fighter) -> None:
    weapon = fighter.in_hand()
    tell(battle, "equip", f"{fighter.name} takes {weapon.name if weapon is not None else 'nothing'} in hand.", [fighter.id], "RI-35")


# -- coming and going: no square has a name, so a place is told by the way there and by who stands around --------------


def way_words(ground: Ground, start: int, end: int) -> str:
    """From one square to another: "3 right and 1 down"."""
    right, down = ground.columns[end] - ground.columns[start], ground.lines[end] - ground.lines[start]
    parts = [f"{abs(right)} {'right' if right > 0 else 'left'}"] if right else []
    return " and ".join([*parts, f"{abs(down)} {'down' if down > 0 else 'up'}"] if down else parts)


def seen_around(battle: Skirmish, place: int, apart: Fighter | None = None) -> list[Fighter]:
    """Everybody on the map whom all know of, the nearest first."""
    seen = [other for other in battle.crew if other.up and other is not apart and not other.hidden and other.place != v.NOWHERE]
    return sorted(seen, key=lambda other: battle.ground.steps(place, other.place))


def place_words(battle: Skirmish, place: int, apart: Fighter | None = None) -> str:
    """Where a place is: "in the Hall", or from whoever stands nearest: "beside Vail", "2 right and 1 down from Vail"."""
    ground = battle.ground
    if not ground.is_grid:
        return f"in {ground.name(place)}"
    near = seen_around(battle, place, apart)
    if not near:
        return f"in column {ground.columns[place] + 1}, row {ground.lines[place] + 1}"
    beside = [other.name for other in near if ground.steps(place, other.place) == 1]
    if near[0].place == place:
        return f"where {near[0].name} stands"
    if beside:
        return f"beside {' and '.join(beside[:2])}"
    level = ground.lines[near[0].place] == ground.lines[place]
    return f"{way_words(ground, near[0].place, place)} {'of' if level else 'from'} {near[0].name}"


def places_words(battle: Skirmish, places: list[int]) -> str:
    return ", ".join([place_words(battle, place) for place in places]) if len(places) <= 4 else f"on {len(places)} squares"


def tell_walk(battle: Skirmish, fighter: Fighter, start: int, paid: int) -> None:
    ground, place = battle.ground, fighter.place
    if ground.is_grid:
        cover = battle.cover_of(fighter)
        near = [other.name for other in seen_around(battle, place, fighter) if ground.steps(place, other.place) == 1]
        where = (f", beside {' and '.join(near[:2])}" if near else "") + (f", onto {v.TERRAIN_NAMES[cover]} ground" if cover else "")
        way = f"{way_words(ground, start, place) or 'nowhere'}{where + ',' if where else ''}"
    else:
        way = f"from {ground.name(start)} to {ground.name(place)}"
    data: dict[str, object] = {"paid": paid, "from": place_data(ground, start), "to": place_data(ground, place)}
    text = f"{fighter.name} goes {way} for {paid} movement."
    tell(battle, "walk", text, [fighter.id], "RI-45" if ground.is_grid else "RI-96", data=data)


def tell_whereabouts(battle: Skirmish, kind: str, fighter: Fighter, text: str, clause: str) -> None:
    """Somebody is somewhere now: `text` goes on with where that is."""
    said = f"{fighter.name} {text} {place_words(battle, fighter.place, fighter)}."
    tell(battle, kind, said, [fighter.id], clause, data={"to": place_data(battle.ground, fighter.place)})


def tell_shift(battle: Skirmish, fighter: Fighter) -> None:
    tell_whereabouts(battle, "shift", fighter, "cannot stay there and now stands", "RI-52")


def tell_cross(battle: Skirmish, fighter: Fighter) -> None:
    text = f"{fighter.name} spends the action to get to {battle.ground.name(fighter.place)}."
    tell(battle, "walk", text, [fighter.id], "RI-97")


def tell_run_into(battle: Skirmish, fighter: Fighter, other: Fighter) -> None:
    text = f"{fighter.name} runs into {other.name}, unseen until now, and stops."
    tell(battle, "reveal", text, [fighter.id, other.id], "RI-76", data={"to": place_data(battle.ground, fighter.place)})


def tell_into_view(battle: Skirmish, fighter: Fighter) -> None:
    tell(battle, "reveal", f"{fighter.name} comes into view.", [fighter.id], "RI-76")


def tell_arrival(battle: Skirmish, fighter: Fighter) -> None:
    tell_whereabouts(battle, "arrival", fighter, "arrives", "RI-74")


def tell_leave(battle: Skirmish, fighter: Fighter) -> None:
    ground = battle.ground
    text = f"{fighter.name} leaves by {'an exit' if ground.is_grid else ground.name(fighter.place)}."
    tell(battle, "leave", text, [fighter.id], "RI-89", data={"from": place_data(ground, fighter.place)})


# -- other deeds -------------------------------------------------------------------------------------------------------


def tell_heal(battle: Skirmish, fighter: Fighter, friend: Fighter, amount: int) -> None:
    text = f"{fighter.name} mends {friend.name}: {amount} HP regained, {friend.hp} of {friend.block.max_hp}."
    math: Terms = [(f"Might of {fighter.name}", fighter.figures(v.EITHER).might)]
    event = Event("heal", text, [fighter.id, friend.id], math, "RI-124", data={"amount": amount})
    closed = are_figures_closed(battle, friend) or are_figures_closed(battle, fighter)
    tell_apart(battle, event, closed, f"{fighter.name} mends {friend.name}.")


def tell_sing(battle: Skirmish, fighter: Fighter, friend: Fighter) -> None:
    tell(battle, "sing", f"{fighter.name} sings, and {friend.name} may act anew.", [fighter.id, friend.id], "RI-127")


def tell_stabilise(battle: Skirmish, fighter: Fighter, friend: Fighter) -> None:
    tell(battle, "stabilise", f"{fighter.name} stabilises {friend.name}.", [fighter.id, friend.id], "RI-112")


def tell_in_vain(battle: Skirmish, fighter: Fighter) -> None:
    tell(battle, "effect", f"The action of {fighter.name} comes to nothing.", [fighter.id], "RI-40")


def tell_use(battle: Skirmish, fighter: Fighter, thing: Thing) -> None:
    tell(battle, "object", f"{fighter.name} uses {thing.label}.", [fighter.id], "RI-59")


def tell_check(
    battle: Skirmish, fighter: Fighter, task: Task, stat: str, bonus: int, figure: int, roll: Roll, passed: bool, clause: str
) -> None:
    face = roll.faces[0] if roll.faces else 0
    chance = shown_chance(bonus + figure)
    what = "succeeds" if passed else "fails"
    text = f"{fighter.name} tries {task.label} with {stat} and {what} ({face:02d} against {chance})."
    math: Terms = [("tier", bonus), (stat, figure)]
    data: dict[str, object] = {"roll": face, "chance": bonus + figure, "passed": passed}
    event = Event("check", text, [fighter.id], math, clause, data=data)
    battle.tell(with_roll(event, roll, "chance", bonus + figure, "success" if passed else "failure"))


def tell_task(battle: Skirmish, task: Task, text: str, clause: str = "RI-63") -> None:
    tell(battle, "task", f"{task.label}: {text}.", [], clause, data={"left": task.left})


# -- phases, goals, fates ----------------------------------------------------------------------------------------------


def tell_phase(battle: Skirmish) -> None:
    tell_of_phase(battle, f"Round {battle.round}: {battle.phase_name()}.", "RI-64")


def tell_phase_end(battle: Skirmish) -> None:
    tell_of_phase(battle, f"The phase of {battle.phase_name()} is ended.", "RI-68" if battle.is_hero_phase() else "RI-69")


def tell_of_phase(battle: Skirmish, text: str, clause: str) -> None:
    """Where only hidden ones act, nobody else learns that there is such a phase (section 7)."""
    if battle.telling:
        battle.tell(Event("phase", text, [], None, clause, "all" if is_phase_known(battle) else "gm"))


def is_phase_known(battle: Skirmish) -> bool:
    """Whether somebody takes part in this phase whom players know of."""
    teams = battle.phases[battle.phase]
    return any(fighter.up and not fighter.hidden and fighter.team in teams for fighter in battle.crew)


def tell_recovery(battle: Skirmish, fighter: Fighter, amount: int, source: str, clause: str) -> None:
    text = f"{fighter.name} regains {amount} HP ({source}), {fighter.hp} of {fighter.block.max_hp}."
    event = Event("recovery", text, [fighter.id], [(source, amount)], clause)
    tell_apart(battle, event, are_figures_closed(battle, fighter), f"{fighter.name} regains strength.")


def tell_turn_end(battle: Skirmish, fighter: Fighter) -> None:
    tell(battle, "turn", f"{fighter.name} ends its turn.", [fighter.id], "RI-41")


def tell_place(battle: Skirmish, fighter: Fighter) -> None:
    tell_whereabouts(battle, "deploy", fighter, "is placed", "RI-77" if battle.ground.is_grid else "RI-102")


def tell_drop(battle: Skirmish, fighter: Fighter, clause: str) -> None:
    tell(battle, "drop", f"{fighter.name} is out: {fighter.status}.", [fighter.id], clause, data={"status": fighter.status})


def tell_settled(battle: Skirmish, fighter: Fighter, clause: str) -> None:
    tell(battle, "settled", f"{fighter.name} is {fighter.status}.", [fighter.id], clause, data={"status": fighter.status})


def tell_stance(battle: Skirmish, a: str, b: str, stance: int) -> None:
    text = f"{side_name(a)} and {side_name(b)} are {v.STANCE_NAMES[stance]} to each other now."
    tell(battle, "stance", text, [], "RI-73")


def tell_end(battle: Skirmish) -> None:
    if battle.outcome is not None:
        result, why = battle.outcome.result, battle.outcome.why
        clause = "RI-72" if result == UNRESOLVED else CLAUSES.get(why, "RI-85")
        tell(battle, "end", f"The fight is over ({result}): {why}.", [], clause)
