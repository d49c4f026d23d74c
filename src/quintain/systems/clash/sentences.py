"""Events in plain language. Scores and Health of NPCs stay with the GM (section 7)."""

from __future__ import annotations

from typing import TypeAlias

from quintain.engine.battle import GM, PLAYERS
from quintain.engine.event import Event
from quintain.engine.roll import Roll
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration
from quintain.systems.clash.round import Strike
from quintain.systems.clash.scores import (
    acts,
    carried_out,
    cs_at,
    cs_attacked,
    cs_of,
    cs_of_feat,
    defends_itself,
    is_helpless,
    missed_by,
    reaches,
    shows_score,
    terms,
)
from quintain.systems.clash.sentences_declarations import aims_of, doing
from quintain.systems.clash.sheet import HIGHEST, LOWEST, SCORE, Ability, ClashBattle, ClashUnit, Feat, Goal, Timer


def tell_start(battle: ClashBattle) -> None:
    said = f"No Challenge Score is given for this place: {battle.cs} counts." if battle.filled else ""
    battle.tell(Event("start", said or f"The challenge of this place is {battle.cs}.", clause="CL-15"))


def tell_round(battle: ClashBattle) -> None:
    battle.tell(Event("round", f"Round {battle.round}.", clause="CL-22"))


def tell_arrival(battle: ClashBattle, at: int) -> None:
    unit = battle.unit(at)
    battle.tell(Event("arrival", f"{unit.name} arrives.", [unit.id], clause="CL-22"))


def tell_intent(battle: ClashBattle, at: int) -> None:
    """The stated intent for all, told in the same way whether it is true or not; the GM reads the truth in a line of its own."""
    unit, turn = battle.unit(at), battle.turn(at)
    stated, true = doing(battle, turn.stated, True), doing(battle, turn.declared)
    battle.tell(Event("intent", f"{unit.name} means to {stated}.", [unit.id, *aims_of(battle, turn.stated)], clause="CL-22"))
    if stated != true or turn.stated is not turn.declared:
        who = [unit.id, *aims_of(battle, turn.declared)]
        battle.tell(Event("truth", f"In truth {unit.name} means to {true}.", who, clause="CL-23", audience=GM))


def unless_hidden(unit: ClashUnit, text: str) -> str:
    """What everybody is told of a unit, if everybody may know of it."""
    return "" if unit.hidden else text


def tell_declarations(battle: ClashBattle, asked: list[int]) -> None:
    for at in asked:
        unit = battle.unit(at)
        declared = battle.turn(at).declared
        text, openly = f"{unit.name} will {doing(battle, declared)}.", f"{unit.name} will {doing(battle, declared, True)}."
        event = Event("declare", text, [unit.id, *aims_of(battle, declared)], clause="CL-24")
        if text != openly:
            event.audience, event.public = GM, unless_hidden(unit, openly)
        battle.tell(event)


Revealed: TypeAlias = dict[str, tuple[tuple[object, ...], tuple[object, ...]]]
"""By unit: what everybody was told of what it truly does, and what the GM was."""


def tell_reveal(battle: ClashBattle, told: Revealed) -> None:
    """What everybody truly does, and with which score (CL-79); after a ruling, of whom it is something else now than was `told`."""
    for at in battle.cast():
        unit, turn = battle.unit(at), battle.turn(at)
        if not turn.has_score:
            continue
        declared = acts(battle, at) or Declaration(battle.names, v.NOTHING)
        roll = turn.die
        math = [] if roll is None else [("d20", roll.faces[0] if roll.faces else 0)]
        if roll is not None and len(roll.faces) > 1:
            math.append(("Surge d6", roll.faces[1]))
        math.extend(terms(battle, at, declared))
        act, shown = doing(battle, declared, False, True), doing(battle, declared, True, True)
        known = shows_score(battle, unit)
        score = f", with a score of {turn.value}" if known else ""
        data: dict[str, object] = {"unit": unit.id, "score": turn.value, "declared": declared.id()}
        who, clause = [unit.id, *aims_of(battle, declared)], "CL-29" if unit.is_player() else "CL-31"
        event = Event("score", f"{unit.name} {act}{score}.", who, math, clause, math_for="all" if known else GM, data=data)
        if roll is not None:
            event.faces = {label: [face] for label, face in zip(("d20", "Surge d6"), roll.faces, strict=False)}
        if act != shown:
            event.audience, event.public = GM, unless_hidden(unit, f"{unit.name} {shown}{score}.")
        openly = (unit.hidden, event.public or event.text, math if known else None)
        before, now = told.get(unit.id), (openly, (event.text, math))
        if before == now:
            continue
        if before is not None and before[0] == openly:
            event.audience, event.public = GM, ""
        told[unit.id] = now
        battle.tell(event)


def tell_scores_after(battle: ClashBattle) -> None:
    """Where the table shows NPC scores after the round (section 7)."""
    shown: list[str] = []
    who: list[str] = []
    for at in battle.cast():
        unit, turn = battle.unit(at), battle.turn(at)
        if turn.has_score and not unit.is_player() and not unit.hidden:
            shown.append(f"{unit.name} {turn.value}")
            who.append(unit.id)
    if shown:
        battle.tell(Event("scores", f"The scores of the round: {', '.join(shown)}.", who, clause="CL-31"))


def tell_ways(battle: ClashBattle) -> None:
    """Movement that was stopped, conflicts as they came out, parts that were lost."""
    now = battle.this_round()
    for at in battle.cast():
        unit, turn = battle.unit(at), battle.turn(at)
        if turn.stopped:
            tell_stopped(battle, at)
        if turn.fumbled:
            who = [unit.id, *secret_aim(battle, at)]
            battle.tell(Event("lost", f"{unit.name} does not get hold of it: {turn.fumbled}.", who, clause=turn.clause))
        if turn.lost and not turn.stopped:
            who = [unit.id, *secret_aim(battle, at)]
            battle.tell(Event("lost", f"{unit.name}'s action comes to nothing: {turn.lost}.", who, clause=turn.clause))
    for conflict in now.settled:
        about, winner = conflict.about, conflict.won_by
        name = battle.unit(winner).name if winner >= 0 else "Nobody"
        who = [battle.unit(winner).id] if winner >= 0 else []
        if battle.at(about) >= 0 and battle.unit(battle.at(about)).is_secret():
            who.append(about)
        battle.tell(Event("conflict", f"{name} is first at {battle.name_of(about)}.", who, clause="CL-76"))


def tell_stopped(battle: ClashBattle, at: int) -> None:
    unit, turn = battle.unit(at), battle.turn(at)
    clause = "CL-76" if turn.stopped == turn.blocked else "CL-08"
    battle.tell(Event("stopped", f"{unit.name} does not get through: {turn.stopped}.", [unit.id], clause=clause))


def secret_aim(battle: ClashBattle, at: int) -> list[str]:
    """What a unit's deed concerns, if only the GM knows of it."""
    declared = acts(battle, at)
    if declared is None:
        return []
    aims = [declared.aim, declared.handling.aim if declared.handling is not None else v.NOBODY]
    return [battle.unit(aim).id for aim in aims if aim >= 0 and battle.unit(aim).is_secret()]


def tell_strike(battle: ClashBattle, strike: Strike, rolls: list[Roll]) -> None:
    """One attack: the band for all, the figures for those who may know them."""
    attacker, target = battle.unit(strike.attacker), battle.unit(strike.target)
    who = [attacker.id, target.id]
    with_what = "" if strike.ability < 0 else f" with {attacker.sheet.abilities[strike.ability].name}"
    if not strike.reaches:
        text = f"{attacker.name} cannot reach {target.name}: the attack is lost."
        battle.tell(Event("no reach", text, who, clause="CL-85"))
        return
    learn_from(battle, strike)
    math, open_to_all = strike_math(battle, strike)
    figures = f" ({math[0][1]} against {math[1][1]})" if math and open_to_all else "" if math else ", who lies there helpless"
    named = strike.lender >= 0 and not battle.unit(strike.lender).hidden
    lent = f", who defends with {battle.unit(strike.lender).name}'s score" if named else ""
    text = f"{attacker.name} attacks {target.name}{with_what}{lent}{figures}: {v.BANDS[strike.band]}"
    damage = sum([roll.total() for roll in rolls])
    victim = battle.unit(strike.victim)
    public_damage = victim.unit_class == v.OBJECT or figures_for(victim) == "all"
    told = f" for {damage}" if rolls and public_damage else ""
    if strike.victim != strike.target:
        told += f", taken by {battle.unit(strike.victim).name}"
    data: dict[str, object] = {"attacker": attacker.id, "target": target.id, "band": v.BANDS[strike.band]}
    if named:
        data["lender"] = battle.unit(strike.lender).id
    known = "all" if open_to_all else GM
    clause = "CL-55" if math else "CL-73"
    event = Event("attack", f"{text}{told}.", who, math, clause, math_for=known, data=data, verdict=v.BANDS[strike.band])
    if math:
        compared_with(battle, event, [strike.attacker, strike.lender if strike.lender >= 0 else strike.target])
    if public_damage:
        event.dealt = [("d6", face) for roll in rolls for face in roll.faces]
    battle.tell(event)
    if rolls and not public_damage:
        tell_dealt(battle, strike, rolls, damage)


def compared_with(battle: ClashBattle, event: Event, whose: list[int]) -> None:
    """Of two figures that were compared the second is what the first was held against; behind each stand the dice of its score."""
    event.against = event.math[1]
    for at in whose:
        unit, roll = battle.unit(at), battle.turn(at).die
        if roll is not None and roll.faces and any(label == unit.name for label, _ in event.math):
            event.faces[unit.name] = list(roll.faces)


def held_round(battle: ClashBattle) -> list[list[str]]:
    """Every attack of the round with its band, as it waits for the GM's nod."""
    now = battle.now
    found: list[list[str]] = []
    for strike in now.strikes if now is not None else []:
        band = v.BANDS[strike.band] if strike.reaches else "out of reach"
        found.append([f"{battle.unit(strike.attacker).name} against {battle.unit(strike.target).name}", band])
    return found


def learn_from(battle: ClashBattle, strike: Strike) -> None:
    """A band that everybody sees narrows an NPC's hidden score, where the other score is known."""
    one, other = battle.unit(strike.attacker), battle.unit(strike.target)
    if not one.is_character() or strike.lender >= 0 or one.hidden or other.hidden:
        return
    if is_helpless(battle, strike.target) or not defends_itself(battle, strike.target):
        return
    attack, defence = battle.turn(strike.attacker).value, battle.turn(strike.target).value
    misses_by = missed_by(battle, strike.target)
    if one.is_player() and not other.is_player():
        bounds = [(attack + misses_by, HIGHEST), (attack + 1, attack + misses_by - 1), (LOWEST, attack)]
        learn_score(battle, other, bounds[strike.band][0], bounds[strike.band][1])
    elif other.is_player() and not one.is_player():
        bounds = [(LOWEST, defence - misses_by), (defence - misses_by + 1, defence - 1), (defence, HIGHEST)]
        learn_score(battle, one, bounds[strike.band][0], bounds[strike.band][1])


def learn_score(battle: ClashBattle, unit: ClashUnit, low: int, high: int) -> None:
    """Learn the score without what everybody knows to be added; what contradicts the past replaces it."""
    known = unit.prepared
    declared = acts(battle, battle.at(unit.id))
    if declared is not None and battle.switches.npc_adds_bonus:
        known += v.STANDARD_ACTIONS[declared.action].bonus
    for mod in unit.mods:
        if mod.kind == "score" and mod.source:
            known += mod.value
    before = unit.learned.get(SCORE, (LOWEST, HIGHEST))
    if low - known > before[1] or high - known < before[0]:
        unit.learned = {}
    battle.learn(unit.id, SCORE, low - known, high - known)


def tell_dealt(battle: ClashBattle, strike: Strike, rolls: list[Roll], damage: int) -> None:
    """Damage against a Foe is known to whoever rolled it."""
    attacker, victim = battle.unit(strike.attacker), battle.unit(strike.victim)
    text = f"{attacker.name} deals {damage} to {victim.name}."
    battle.tell(with_dice(Event("damage", text, [attacker.id, victim.id], clause="CL-64", audience=run_by(attacker)), rolls))


def run_by(unit: ClashUnit) -> str:
    """Whoever runs a unit, as an audience."""
    return "all" if unit.controller == PLAYERS else GM if unit.controller == GM else f"seat:{unit.controller}"


def figures_for(unit: ClashUnit) -> str:
    """Who may know a unit's Health, Surges and Ardor: of PCs everybody, of NPCs whoever runs them (section 7)."""
    return "all" if unit.is_player() else run_by(unit)


def tell_figures(battle: ClashBattle, event: Event, whose: ClashUnit, public: str) -> None:
    """An event with figures of one unit; others are told no more than that it happened."""
    event.audience = figures_for(whose)
    event.public = "" if event.audience == "all" else unless_hidden(whose, public)
    battle.tell(event)


def strike_math(battle: ClashBattle, strike: Strike) -> tuple[list[tuple[str, int]], bool]:
    """Attacking and defending score by name, and whether everybody may know both; none where nothing is compared."""
    if is_helpless(battle, strike.target):
        return [], True
    attacker, target = battle.unit(strike.attacker), battle.unit(strike.target)
    is_hazard = not attacker.is_character()
    attack = cs_of(battle, strike.attacker) if is_hazard else battle.turn(strike.attacker).value
    open_to_all = shows_score(battle, attacker)
    defender = battle.unit(strike.lender) if strike.lender >= 0 else target
    if strike.lender < 0 and not defends_itself(battle, strike.target):
        needed = cs_attacked(battle, strike.target)
        return [(attacker.name, attack), ("Challenge Score", needed)], open_to_all and not target.sheet.secret_cs
    known = open_to_all and shows_score(battle, defender) and not defender.hidden
    return [(attacker.name, attack), (defender.name, battle.turn(battle.at(defender.id)).value)], known


# -- recovery, states ----------------------------------------


def with_dice(event: Event, rolls: list[Roll], verdict: str = "") -> Event:
    """The same with its d6, a term each."""
    faces = [face for roll in rolls for face in roll.faces]
    event.math = [("d6", face) for face in faces]
    event.faces = {"d6": faces} if faces else {}
    event.verdict = verdict
    return event


def tell_recover(battle: ClashBattle, at: int, rolls: list[Roll], ardor: bool) -> None:
    unit = battle.unit(at)
    shown = rolls[0].total()
    more = " and a point of Ardor" if ardor else ""
    event = Event("recover", f"{unit.name} recovers {shown}{more}.", [unit.id], clause="CL-45")
    tell_figures(battle, with_dice(event, rolls, "recovers"), unit, f"{unit.name} recovers.")


def tell_revive(battle: ClashBattle, at: int, rolls: list[Roll]) -> None:
    unit = battle.unit(at)
    if not rolls:
        if unit.state == v.INCAPACITATED:  # Not one whom the GM's word has woken meanwhile.
            battle.tell(Event("revive", f"{unit.name} does not get up.", [unit.id], clause="CL-46", verdict="stays down"))
        return
    total = sum([roll.total() for roll in rolls])
    event = Event("revive", f"{unit.name} comes to and gains {total}.", [unit.id], clause="CL-46")
    tell_figures(battle, with_dice(event, rolls, "gets up"), unit, f"{unit.name} comes to.")


def tell_heal(battle: ClashBattle, at: int, whom: int, name: str, rolls: list[Roll]) -> None:
    unit, target = battle.unit(at), battle.unit(whom)
    text = f"{unit.name} uses {name}: {target.name} regains {sum([roll.total() for roll in rolls])}."
    event = Event("heal", text, [unit.id, target.id], clause="CL-57")
    tell_figures(battle, with_dice(event, rolls, "heals"), target, unless_hidden(unit, f"{unit.name} uses {name} on {target.name}."))


def tell_no_heal(battle: ClashBattle, at: int, declared: Declaration) -> None:
    """A healing ability that finds nobody to heal: told, so that nobody waits for it (8.4)."""
    unit, ability = battle.unit(at), battle.unit(at).sheet.abilities[declared.ability]
    target = battle.unit(declared.aim) if declared.aim >= 0 else None
    why = "nobody is named"
    if target is not None:
        lacks = "awake" if not target.is_active() else "there" if target.takes() == v.HEALTH else "one who has Health"
        why = f"{target.name} is not {lacks}"
    who = [unit.id, target.id] if target is not None else [unit.id]
    battle.tell(Event("lost", f"{unit.name} uses {ability.name} to no avail: {why}.", who, clause="CL-85"))


def tell_state(battle: ClashBattle, at: int) -> None:
    """How a unit stands after the round's changes: figures for PCs, marks, a bar for Foes."""
    if not battle.telling:
        return
    unit = battle.unit(at)
    if unit.state != v.ACTIVE:
        broken = unit.unit_class == v.OBJECT and unit.state == v.DEFEATED
        said = "breaks" if broken else v.STATES[unit.state][0]
        battle.tell(Event("state", f"{unit.name} {said}.", [unit.id], clause=clause_of_fall(unit), data={"state": unit.state}))
    elif unit.takes() == v.MARKS:
        clause = "CL-88" if unit.unit_class == v.OBJECT else "CL-63"
        battle.tell(Event("state", f"{unit.name} has {unit.marks}/{unit.most_marks()} left.", [unit.id], clause=clause))
    elif unit.takes() == v.HEALTH:
        exact = f"{unit.name} has {unit.health} of {unit.max_health} Health."
        clause = "CL-88" if unit.unit_class == v.OBJECT else "CL-71" if unit.is_player() else "CL-64"
        tell_figures(battle, Event("state", exact, [unit.id], clause=clause), unit, f"{unit.name} stands at {unit.bar()} tenths.")


def clause_of_fall(unit: ClashUnit) -> str:
    """Which clause puts a unit out: that of its class, for the defeated."""
    if unit.state == v.DEFEATED:
        own = {v.PEON: "CL-62", v.GRUNT: "CL-63", v.OBJECT: "CL-88"}
        return own.get(unit.unit_class, v.STATES[v.DEFEATED][1])
    return v.STATES[unit.state][1]


def tell_waking(battle: ClashBattle, at: int) -> None:
    unit = battle.unit(at)
    battle.tell(Event("state", f"{unit.name} wakes with 1 Health when all is over.", [unit.id], clause="CL-110"))


def tell_burden(battle: ClashBattle, at: int, ability: Ability) -> None:
    unit = battle.unit(at)
    if ability.hinder:
        text = f"{ability.name}: {unit.name} has -{ability.hinder} next round."
        battle.tell(Event("burden", text, [unit.id], clause="CL-57"))
    if ability.pin:
        battle.tell(Event("burden", f"{ability.name}: {unit.name} cannot move next round.", [unit.id], clause="CL-57"))


# -- objects, feats, timers ----------------------------------------


def tell_object(battle: ClashBattle, at: int, declared: Declaration, before: int) -> None:
    """What somebody does with an object, and from whom it is taken (R-74)."""
    unit, thing = battle.unit(at), battle.unit(declared.aim)
    who = [unit.id, thing.id]
    taken = ""
    if declared.deed == v.TAKE and before >= 0 and before != at:
        taken = f" from {battle.unit(before).name}"
        who.append(battle.unit(before).id)
    battle.tell(Event("object", f"{unit.name} {v.HANDLES[declared.deed][2]} {thing.name}{taken}.", who, clause="CL-89"))


def tell_met(battle: ClashBattle) -> None:
    """Improvised on an object, on a hazard or on nothing: was the CS met (CL-16, CL-51)? What comes of it is the GM's word."""
    for at in battle.cast():
        declared, turn = carried_out(battle, at), battle.turn(at)
        if declared is None or declared.action != v.IMPROVISE or declared.deed or declared.ability >= 0:
            continue
        if not turn.has_score or (declared.aim >= 0 and battle.unit(declared.aim).is_character()):
            continue
        unit, who, secret = battle.unit(at), [battle.unit(at).id], False
        if declared.aim >= 0:
            thing = battle.unit(declared.aim)
            needed, name, secret = cs_of(battle, declared.aim), thing.name, thing.sheet.secret_cs
            who.append(thing.id)
        else:
            needed = cs_at(battle, turn.strike)
            name = battle.field.zones[turn.strike.zone].name if turn.strike.zone >= 0 else "this place"
        known = shows_score(battle, unit) and not secret
        said = "meets" if reaches(turn, needed) else "falls short of"
        text = f"{unit.name} {said} the challenge of {name}{f' ({turn.value} against {needed})' if known else ''}."
        verdict = "met" if said == "meets" else "not met"
        tell_against(battle, at, Event("met", text, who, clause="CL-16", verdict=verdict), needed, known)


def tell_against(battle: ClashBattle, at: int, event: Event, needed: int, known: bool) -> None:
    """An event with a unit's score and the CS it was held against, told to all or to the GM alone."""
    unit = battle.unit(at)
    event.math = [(unit.name, battle.turn(at).value), ("Challenge Score", needed), *event.math]
    event.math_for = "all" if known else GM
    compared_with(battle, event, [at])
    battle.tell(event)


def tell_no_work(battle: ClashBattle, at: int, feat: Feat, why: str) -> None:
    text = f"{battle.unit(at).name} cannot work on {feat.name}: {why}."
    battle.tell(Event("lost", text, [battle.unit(at).id], clause="CL-92", audience=feat_audience(feat)))


def rounds_words(count: int, what: str = "round") -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def feat_audience(feat: Feat) -> str:
    return GM if feat.hidden else "all"


def tell_skill(battle: ClashBattle, at: int, feat: Feat, result: int) -> None:
    unit, turn = battle.unit(at), battle.turn(at)
    said = "a partial success" if result == v.PARTIAL else "done" if result == v.PASSED else "failed"
    needed = cs_of_feat(battle, feat.id, turn.strike)
    text = f"{unit.name} tries {feat.name}: {figures(battle, unit, turn.value, needed)}{said}."
    clause = "CL-93" if result != v.PARTIAL else "CL-94"
    event = Event("feat", text, [unit.id], clause=clause, audience=feat_audience(feat), verdict=said)
    tell_against(battle, at, event, needed, shows_score(battle, unit))


def figures(battle: ClashBattle, unit: ClashUnit, score: int, needed: int) -> str:
    """A score against a CS, where everybody may know the score (section 7)."""
    return f"{score} against {needed}, " if shows_score(battle, unit) else ""


def tell_effort(battle: ClashBattle, at: int, feat: Feat, reached: int, gained: int, dice: int) -> None:
    unit, turn = battle.unit(at), battle.turn(at)
    needed = cs_of_feat(battle, feat.id, turn.strike)
    rolled = f"{dice}d6 for {gained}" if dice else "no progress"
    against = figures(battle, unit, turn.value, needed)
    text = f"{unit.name} works on {feat.name}: {against}{rolled}; {reached} of {feat.goal}."
    data: dict[str, object] = {"feat": feat.id, "progress": feat.progress, "goal": feat.goal}
    event = Event("progress", text, [unit.id], [("progress", gained)], "CL-96", feat_audience(feat), data=data, verdict=rolled)
    tell_against(battle, at, event, needed, shows_score(battle, unit))


def tell_feat_done(battle: ClashBattle, feat: Feat) -> None:
    battle.tell(Event("feat done", f"{feat.name} is done.", [], clause="CL-97", audience=feat_audience(feat)))


def tell_waived(battle: ClashBattle, at: int, feat: Feat) -> None:
    unit = battle.unit(at)
    left = "done" if feat.done else rounds_words(unit.busy, "more round")
    text = f"{unit.name} works on {feat.name} without a roll: {left}."
    battle.tell(Event("feat", text, [unit.id], clause="CL-100", audience=feat_audience(feat)))


def tell_timer(battle: ClashBattle, timer: Timer) -> None:
    said = f"{timer.name}: {rounds_words(timer.left)} left." if timer.left else timer.text or f"{timer.name} has run out."
    quiet = timer.hidden and timer.left > 0
    battle.tell(Event("timer", said, [], clause="CL-102", audience=GM if quiet else "all"))


def tell_timer_strike(battle: ClashBattle, timer: Timer, at: int, band: int, rolls: list[Roll]) -> None:
    """Like an attack: the band for all, the damage for those who may know it."""
    unit, turn = battle.unit(at), battle.turn(at)
    damage = sum([roll.total() for roll in rolls])
    hurt = f" for {damage}" if rolls and unit.is_player() else ""
    text = f"{timer.name} strikes {unit.name}: {v.BANDS[band]}{hurt}."
    defence = (unit.name, turn.value) if turn.has_score else ("Challenge Score", cs_at(battle, turn.opened))
    math = [(timer.name, timer.strike), defence]
    event = Event("attack", text, [unit.id], math, "CL-91", math_for="all" if shows_score(battle, unit) else GM, verdict=v.BANDS[band])
    compared_with(battle, event, [at])
    if unit.is_player():
        event.dealt = [("d6", face) for roll in rolls for face in roll.faces]
    battle.tell(event)
    if rolls and not unit.is_player():
        text = f"{timer.name} deals {damage} to {unit.name}."
        battle.tell(with_dice(Event("damage", text, [unit.id], clause="CL-64", audience=figures_for(unit)), rolls))
    if band != v.MISS:
        tell_state(battle, at)


def goal_reached(battle: ClashBattle, goal: Goal) -> str:
    if goal.kind == "feat":
        feat = battle.feat(goal.id)
        return f"{feat.name if feat is not None else goal.id} is done"
    name = battle.name_of(goal.id)
    return f"{name} has left the map" if goal.kind == "object" else f"{name} is down"


def place_words(battle: ClashBattle, unit: ClashUnit) -> str:
    if unit.zone != v.NOBODY:
        return battle.field.zones[unit.zone].name
    return f"({unit.x:g}, {unit.y:g})"
