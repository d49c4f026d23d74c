"""Events and options in plain language, with the arithmetic, and who is told which of it (section on secrecy of the reference)."""

from __future__ import annotations

from typing import Final

from quintain.engine.battle import GM, PLAYERS
from quintain.engine.event import Event
from quintain.engine.roll import Roll
from quintain.systems.toughness.act_kinds import ACT_KINDS
from quintain.systems.toughness.fields import STATE
from quintain.systems.toughness.fields_blocks import Power, Weapon
from quintain.systems.toughness.ground import SQUARE_FT
from quintain.systems.toughness.preparations import Plan, plan_of
from quintain.systems.toughness.sheet import Attempt, Fighter, Fray

DEGREE_WORDS: Final = ("no harm done", "first degree", "second degree", "third degree", "fourth degree")
RECOVERY: Final = 10
FIRST_AID: Final = 15
"""What recovery checks (TO-90) and first aid (TO-98) have to reach."""
FLOOR: Final = 10
"""What a point of Conviction lifts a total to (TO-107), or the die (TOR-34)."""
SAVE_NAMES: Final[dict[str, str]] = {"fort": "Fortitude", "ref": "Reflex", "will": "Will"}


def roll_name(what: str) -> str:
    """What a die is for, in words."""
    return f"the {SAVE_NAMES[what]} save" if what in SAVE_NAMES else what


def say(fray: Fray, kind: str, text: str, who: list[str], clause: str) -> None:
    """Something everybody sees."""
    if fray.telling:
        fray.tell(Event(kind, text, who, clause=clause))


def is_open(fray: Fray, fighter: Fighter) -> bool:
    return fray.open_to(fighter) != GM


def owner_of(fighter: Fighter) -> str:
    """The audience that runs this one."""
    if fighter.controller == GM:
        return GM
    return f"side:{fighter.side}" if fighter.controller == PLAYERS else f"seat:{fighter.controller}"


def face_of(roll: Roll) -> int:
    return roll.faces[0] if roll.faces else 0


def sum_of(face: int, bonus: int) -> str:
    """The arithmetic of a die and a bonus: "12 + 6 = 18"."""
    return f"{face} {'+' if bonus >= 0 else '-'} {abs(bonus)} = {face + bonus}"


def tell_die(
    fray: Fray, kind: str, who: list[str], face: int, math: list[tuple[str, int]], text: str, clause: str, audience: str = "all",
    public: str = "", against: tuple[str, int] | None = None, verdict: str = "",
) -> None:  # fmt: skip
    """The event of a d20: what it showed, what counts beside it, what the sum was compared with, and what came of it in a word."""
    event = Event(kind, text, who, [("d20", face), *math], clause, audience, public)
    if face:
        event.faces = {"d20": [face]}
    event.against, event.verdict = against, verdict
    fray.tell(event)


# -- the order and the clock ---------------------------------------------------------------------------------------


def tell_initiative(fray: Fray, fighter: Fighter, faces: list[int], terms: list[tuple[str, int]]) -> None:
    if fray.telling:
        face = faces[0] if faces else 0
        text = f"Initiative of {fighter.name}: {sum_of(face, fighter.initiative - face)}."
        tell_die(fray, "initiative", [fighter.id], face, terms, text, "TO-03", fray.open_to(fighter))


def tell_roll_off(fray: Fray, fighter: Fighter, faces: list[int]) -> None:
    """TO-04: level in initiative and DEX with another, it rolls once more; nothing is added (TOR-71)."""
    if fray.telling and faces:
        text = f"Roll-off of {fighter.name}: {faces[0]}."
        tell_die(fray, "initiative", [fighter.id], faces[0], [], text, "TO-04", fray.open_to(fighter))


def tell_order(fray: Fray, order: list[Fighter]) -> None:
    if fray.telling:
        seen = [fighter.name for fighter in order if not fighter.hidden]
        say(fray, "order", f"Turn order: {', '.join(seen)}.", [], "TO-02")


def tell_round(fray: Fray) -> None:
    if fray.telling:
        say(fray, "round", f"Round {fray.round}.", [], "TO-01")


# -- attack and damage ---------------------------------------------------------------------------------------------


ATTACK_WORDS: Final = {"attack": ("miss", "hit"), "confirmation": ("an ordinary hit", "a critical hit")}


def tell_attack(
    fray: Fray, made: Attempt, target: Fighter, weapon: Weapon, lethal: bool, extra: int, how: str, hit: bool,
    terms: list[tuple[str, int]], defense: list[tuple[str, int]],
) -> None:  # fmt: skip
    """An attack or its confirmation: the whole to the GM, to the others as much as section 7 of the book lets them see.

    `terms` are what went to the die, `defense` what the Defense is made of, each by name.
    """
    attacker, what, face, bonus = made.fighter, made.what, face_of(made.rolled()), made.bonus(fray)
    against = sum([amount for _name, amount in defense])
    result = ATTACK_WORDS[what][1 if hit else 0]
    if what == "attack":
        manner = f" ({how})" if how else ""
        subduing = "" if lethal or not weapon.lethal else ", to subdue"
        start = f"{attacker.name} attacks {target.name} with {weapon.name}{manner}{subduing}"
    else:
        start = f"{attacker.name} threatens a critical hit on {target.name}"
    math = [term for term in [*terms, (how or "manoeuvre", extra)] if term[1]]
    math += [("against Defense", against), *[(f"Defense: {name}", amount) for name, amount in defense if amount]]
    clause, told = "TO-47" if what == "attack" else "TO-51", result + naturally(face, bonus, against, hit)
    if "a natural" in told and what == "attack" and is_open(fray, attacker):  # else the clause would give the die away
        clause = "TO-48" if hit else "TO-49"
    full = f"{start}: {sum_of(face, bonus)} against Defense {against}: {told}."
    seen = f"{start}: {sum_of(face, bonus)}: {told}." if is_open(fray, attacker) else f"{start}: {result}."
    everybody = is_open(fray, attacker) and is_open(fray, target)
    who, audience, public = [attacker.id, target.id], "all" if everybody else GM, "" if everybody else seen
    tell_die(fray, what, who, face, math, full, clause, audience, public, ("against Defense", against), result)


LIFTED: Final = " (lifted by Conviction: no natural 20)"


def naturally(face: int, bonus: int, number: int, made: bool) -> str:
    """What the sum does not say: that the face alone decides, or that a die which was lifted to 20 does not (TO-108)."""
    if made != (face + bonus >= number):
        return f" (a natural {face})" if face == (20 if made else 1) else ""
    return LIFTED if face == 20 and not made else ""


def tell_save(fray: Fray, save: Attempt, penalty: int, difficulty: int, degree: int, kill: bool) -> None:
    """A Toughness save. The degree is everybody's; the Difficulty of an adversary's blow is not."""
    target, face, bonus = save.fighter, face_of(save.rolled()), save.bonus(fray)
    lifted = face == 20 and (degree > 1 or kill) and not target.block.minion
    result = ("missed by 20 or more, a killing blow" if kill else DEGREE_WORDS[degree]) + (LIFTED if lifted else "")
    full = f"Toughness of {target.name}: {sum_of(face, bonus)} against {difficulty}: {result}."
    seen = f"Toughness of {target.name}: {sum_of(face, bonus)}: {result}."
    if not is_open(fray, target):
        seen = f"{target.name} shrugs it off." if degree == 0 else f"{target.name} takes it badly: {result}."
    math = [("Toughness", bonus + penalty), *([("marks", -penalty)] if penalty else []), ("against", difficulty)]
    audience = "all" if fray.switches.open_rolls else GM
    clause = "TO-70" if kill else "TO-66" if degree == 0 else "TO-67"
    if degree and not kill and is_open(fray, target):  # else the clause would give secrets away
        if target.block.minion:
            clause = "TO-120"
        elif face == 20 and not lifted:
            clause = "TO-71"
    verdict = "killed" if kill else DEGREE_WORDS[degree]
    tell_die(fray, "toughness", [target.id], face, math, full, clause, audience, seen, ("against", difficulty), verdict)


def tell_rolled_over(fray: Fray, fighter: Fighter, held: list[str], given: list[str]) -> None:
    """TO-87: what is held once only gives way to what comes after it; TO-89: a subdual blow to what is on the other track."""
    if held:
        text = f"{fighter.name} is {' and '.join(held)} already: it counts as {' and '.join(given)}."
        across = held == ["Unconscious"]
        say(fray, "roll-over", text, [fighter.id], "TO-89" if across else "TO-87")


def tell_lost(fray: Fray, fighter: Fighter, what: str, clause: str) -> None:
    """A declared act comes to nothing: the one who does it cannot act any more (TO-23), or the act is not possible (`clause`)."""
    if fray.telling and fray.still_here(fighter):
        stopped = not fighter.able or fray.has_lost_turn(fighter)
        say(fray, "lost", f"{fighter.name}'s {what} comes to nothing.", [fighter.id], "TO-23" if stopped else clause)


def tell_marked(fray: Fray, fighter: Fighter, state: str) -> None:
    if fray.telling:
        fray.tell(Event("state", f"{fighter.name} is {state}.", [fighter.id], clause=STATE[state].clause, data={"state": state}))


def tell_ended(fray: Fray, fighter: Fighter, state: str) -> None:
    if fray.telling:
        text = f"{fighter.name} is no longer {state}." if not MARKS.get(state) else f"A mark of {state} leaves {fighter.name}."
        fray.tell(Event("ended", text, [fighter.id], clause=STATE[state].clause, data={"state": state}))


MARKS: Final[dict[str, bool]] = {"Bruised": True, "Dazed": True, "Hurt": True, "Wounded": True}


# -- recovery, Conviction, aid -------------------------------------------------------------------------------------


def tell_check(fray: Fray, check: Attempt, state: str, made: bool) -> None:
    if fray.telling:
        fighter, face, bonus = check.fighter, face_of(check.rolled()), check.bonus(fray)
        least = FLOOR + bonus if fray.switches.floor_on_die else FLOOR
        lifted = f", lifted to {least} by Conviction" if check.floor and face + bonus < least else ""
        against, verdict = ("against", RECOVERY), "recovered" if made else "not yet"
        text = f"{fighter.name} tries to recover from {state}: {sum_of(face, bonus)} against {RECOVERY}{lifted}: {verdict}."
        math = [("CON", bonus), against]
        tell_die(fray, "recovery", [fighter.id], face, math, text, "TO-90", fray.open_to(fighter), "", against, verdict)


def tell_dying_check(fray: Fray, check: Attempt, verdict: int) -> None:
    """`verdict`: 0 it has failed, 1 it is made, 2 by 10 or more."""
    if fray.telling:
        fighter, face, bonus = check.fighter, face_of(check.rolled()), check.bonus(fray)
        difficulty, end = fighter.dying_dc, ("the end", "holding on", "out of danger")[verdict]
        least = FLOOR + bonus if fray.switches.floor_on_die else FLOOR
        lifted = f", at least {least} by Conviction" if check.floor else ""
        text = f"{fighter.name} is dying: {sum_of(face, bonus)}{lifted} against {difficulty}: {end}."
        against, clause = ("against", difficulty), ("TO-95", "TO-93", "TO-94")[verdict]
        seen = f"{fighter.name} is dying: {end}." if is_open(fray, fighter) else ""
        audience = "all" if fray.switches.open_rolls else owner_of(fighter)
        tell_die(fray, "dying", [fighter.id], face, [("CON", bonus), against], text, clause, audience, seen, against, end)


def tell_spent(fray: Fray, fighter: Fighter, words: str, clause: str) -> None:
    """A point of Conviction, and on what."""
    if fray.telling:
        text = f"{fighter.name} spends Conviction {words}."
        fray.tell(Event("conviction", text, [fighter.id], clause=clause, audience=fray.open_to(fighter)))


def tell_shield(fray: Fray, fighter: Fighter) -> None:
    """That the marks are gone is everybody's; that an adversary has Conviction is not."""
    if fray.telling:
        text = f"{fighter.name} spends Conviction and shakes off every Bruised and Hurt mark."
        public = f"{fighter.name} shakes off every Bruised and Hurt mark."
        fray.tell(Event("conviction", text, [fighter.id], clause="TO-100", audience=fray.open_to(fighter), public=public))


def tell_aid(fray: Fray, aid: Attempt, patient: Fighter, made: bool) -> None:
    if fray.telling:
        healer, face, bonus, result = aid.fighter, face_of(aid.rolled()), aid.bonus(fray), "saved" if made else "no use yet"
        start, against = f"{healer.name} gives first aid to {patient.name}", ("against", FIRST_AID)
        text, who = f"{start}: {sum_of(face, bonus)} against {FIRST_AID}: {result}.", [healer.id, patient.id]
        math, seen = [("medicine", bonus), against], f"{start}: {result}."
        tell_die(fray, "aid", who, face, math, text, "TO-98", fray.open_to(healer), seen, against, result)


# -- grappling -----------------------------------------------------------------------------------------------------


def tell_opposed(fray: Fray, first: Attempt, second: Attempt, wins: bool) -> None:
    if not fray.telling:
        return
    one, face, bonus = first.fighter, face_of(first.rolled()), first.bonus(fray)
    other, other_face, other_bonus = second.fighter, face_of(second.rolled()), second.bonus(fray)
    mine, theirs = sum_of(face, bonus), sum_of(other_face, other_bonus)
    winner = one.name if wins else other.name
    full = f"{one.name} and {other.name} wrestle: {mine} to {theirs}: {winner} prevails."
    everybody = is_open(fray, one) and is_open(fray, other)
    seen = f"{one.name} and {other.name} wrestle: {winner} prevails."
    against = (f"grapple of {other.name}", other_face + other_bonus)
    who, audience, public = [one.id, other.id], "all" if everybody else GM, "" if everybody else seen
    tell_die(fray, "opposed", who, face, [("grapple", bonus), against], full, "TO-60", audience, public, against, f"{winner} prevails")


# -- powers, hazards -----------------------------------------------------------------------------------------------


POWER_CLAUSES: Final = ("TO-103", "TO-104", "TO-105", "TO-121")
"""By the kind of power."""


def tell_power(fray: Fray, user: Fighter, power: Power, target: Fighter | None) -> None:
    if fray.telling:
        at = f" on {target.name}" if target is not None else ""
        who = [user.id] if target is None else [user.id, target.id]
        fray.tell(Event("power", f"{user.name} uses {power.name}{at}.", who, clause=POWER_CLAUSES[power.kind]))


def tell_other_save(fray: Fray, attempt: Attempt, difficulty: int, made: bool, against: str) -> None:
    if fray.telling:
        fighter, save, face, bonus = attempt.fighter, attempt.what, face_of(attempt.rolled()), attempt.bonus(fray)
        result = "made" if made else "failed"
        told = result + naturally(face, bonus, difficulty, made)
        start = f"{SAVE_NAMES[save]} save of {fighter.name} against {against}"
        seen = f"{start}: {sum_of(face, bonus)}: {told}." if is_open(fray, fighter) else f"{start}: {result}."
        text, number = f"{start}: {sum_of(face, bonus)} against {difficulty}: {told}.", ("against", difficulty)
        math, (audience, public) = [(SAVE_NAMES[save], bonus), number], ("all", "") if fray.switches.open_rolls else (GM, seen)
        tell_die(fray, "save", [fighter.id], face, math, text, "TO-101", audience, public, number, result)


# -- acts ----------------------------------------------------------------------------------------------------------

DONE: Final[dict[str, tuple[str, str]]] = {
    "step in": ("steps in", "TO-21"), "pushed": ("has strained itself", "TO-84"),
    "held": ("holds {}", "TO-61"), "pinned": ("pins {}", "TO-62"), "bound": ("ties {} up", "TO-122"), "freed": ("unties {}", "TO-122"),
    "returned": ("had yielded and is attacked: back in the fight", "TO-07"),
    "death": ("is dead", "TO-86"), "forfeit": ("is reeling and loses this turn", "TO-77"), "hazard": ("gets into {}", "TO-102"),
    "escaped": ("escapes", "TO-15"), "reaction": ("acts first: {}", "TO-17"),
}  # fmt: skip
"""What happened that everybody sees and is no act, by the kind of the event, with its clause."""


def tell_done(fray: Fray, kind: str, fighter: Fighter, what: str = "", other: Fighter | None = None) -> None:
    if fray.telling:
        words, clause = DONE[kind] if kind in DONE else (ACT_KINDS[kind].done, ACT_KINDS[kind].clause)
        who = [fighter.id] if other is None else [fighter.id, other.id]
        say(fray, kind, f"{fighter.name} {words.replace('{}', what)}.", who, clause)


def tell_move(fray: Fray, fighter: Fighter, kind: str, cell: int, squares: int) -> None:
    """`squares`: how many it enters on the way."""
    if fray.telling:
        how, clause = ACT_KINDS[kind].done, ACT_KINDS[kind].clause
        where = f"to {fray.ground.spot(cell)}" if fray.switches.tells_squares else place_words(fray, cell, fighter)
        far = "" if fray.switches.tells_squares else f"{squares * SQUARE_FT} ft{', ' if where else ''}"
        fray.tell(Event(kind, f"{fighter.name} {how} {far}{where}.", [fighter.id], clause=clause, data={"at": fray.ground.xy(cell)}))


def tell_stopped(fray: Fray, fighter: Fighter) -> None:
    """A move that was announced has ended short of its square."""
    if fray.telling:
        place = place_words(fray, fighter.cell, fighter)
        where = f" than {fray.ground.spot(fighter.cell)}" if fray.switches.tells_squares else f": {place}" if place else ""
        data: dict[str, object] = {"at": fray.ground.xy(fighter.cell)}
        fray.tell(Event("stopped", f"{fighter.name} gets no further{where}.", [fighter.id], clause="TO-19", data=data))


def place_words(fray: Fray, cell: int, mover: Fighter | None = None) -> str:
    """A square in words: beside whom it is, or how far from the nearest of those whom everybody sees; "" where there is nobody."""
    others = [one for one in fray.fighters if one is not mover and one.is_present() and not one.hidden and one.cell >= 0]
    if not others:
        return ""
    side = mover.side if mover is not None else ""
    others.sort(key=lambda one: (fray.ground.feet(cell, one.cell), one.side == side or not one.able))
    feet = fray.ground.feet(cell, others[0].cell)
    if feet > SQUARE_FT:
        return f"{feet} ft from {others[0].name}"
    beside = [one.name for one in others if fray.ground.feet(cell, one.cell) <= SQUARE_FT]
    return f"beside {' and '.join(beside[:2])}" if len(beside) < 3 else f"among {', '.join(beside[:2])} and others"


def tell_prepared(fray: Fray, fighter: Fighter, plan: str) -> None:
    if fray.telling:
        text = f"{fighter.name} prepares: {plan_words(fray, fighter, plan)}."
        public = f"{fighter.name} prepares something."
        fray.tell(Event("prepared", text, [fighter.id], clause="TO-17", audience=owner_of(fighter), public=public))


def plan_words(fray: Fray, fighter: Fighter, text: str) -> str:
    """A trigger and its action for people."""
    plan = plan_of(text)
    return f"{action_words(fray, fighter, plan)} {when_words(fray, plan)}"


def when_words(fray: Fray, plan: Plan) -> str:
    """What sets a plan off."""
    foe = fray.name_of(plan.whom) if plan.whom else "a foe"
    ally = fray.name_of(plan.whom) if plan.whom else "an ally"
    return {
        "approach": f"when {foe} comes within reach",
        "attack": f"when {foe} attacks" + ("" if plan.whom else " this side"),
        "power": f"when {foe} uses a power",
        "move": f"when {foe} moves",
        "fall": f"when {ally} falls",
        "word": "when the GM says that its moment has come",
    }.get(plan.trigger, plan.trigger)


def action_words(fray: Fray, fighter: Fighter, plan: Plan) -> str:
    to = fray.name_of(plan.target) if plan.target else ""
    if plan.kind in ("attack", "defensive"):
        weapon = fighter.block.weapon_named(plan.tool)
        end = " to subdue" if plan.intent == "subdual" else " to kill" if plan.intent else ""
        how = " defensively" if plan.kind == "defensive" else ""
        return f"attack{f' {to}' if to else ''}{how} with {weapon.name if weapon is not None else plan.tool}{end}"
    if plan.kind == "power":
        power = fighter.block.power_named(plan.tool)
        return f"use {power.name if power is not None else plan.tool}{f' on {to}' if to else ''}"
    if plan.kind == "draw":
        drawn = fighter.block.weapon_named(plan.tool)
        return f"draw {drawn.name if drawn is not None else plan.tool}"
    if plan.kind == "prepare":
        return f"prepare to {plan_words(fray, fighter, plan.tool)}"
    words = ACT_KINDS[plan.kind].prepared if plan.kind in ACT_KINDS else plan.kind
    return f"{words}{f' of {to}' if plan.kind == 'hold' else f' to {to}'}" if to else words


def act_label(fray: Fray, kind: str, whom: str, tool: str, intent: str, x: int, spot: str) -> str:
    """An act as a button."""
    actor, label = fray.fighter(fray.actor), ACT_KINDS[kind].label
    name = fray.name_of(whom) if whom else ""
    if label:
        weapon = actor.block.weapon_named(tool) if actor is not None and tool else None
        return label.replace("{whom}", name).replace("{track}", whom).replace("{thing}", weapon.name if weapon is not None else tool)
    if ACT_KINDS[kind].weapon:
        return attack_label(actor, kind, name, tool, intent, x)
    if kind == "power":
        power = actor.block.power_named(tool) if actor is not None else None
        at = name or f"square {spot}"
        return f"{power.name if power is not None else tool}: {at}"
    if kind == "move":
        return f"Move to {spot}" if spot else "Move"
    if kind == "retreat":
        return f"Retreat to {spot}" if spot else "Retreat (full round, Defense +2)"
    return f"Prepare: {plan_words(fray, actor, tool)}" if actor is not None else kind


MANNERS: Final[dict[str, str]] = {
    "attack": "Attack {} with {}", "defensive": "Attack {} with {} defensively, -4 for Dodge and Parry +2",
    "fullout": "All out at {} with {}, +X and Defense -X", "charge": "Charge {} with {}, +2 and Defense -2",
    "finish": "Finishing blow on {} with {}",
}  # fmt: skip


def attack_label(actor: Fighter | None, kind: str, name: str, tool: str, intent: str, x: int) -> str:
    weapon = actor.block.weapon_named(tool) if actor is not None else None
    what = "a hold" if tool == "hold" else weapon.name if weapon is not None else tool
    end = "" if weapon is None or (intent == "lethal") == weapon.lethal else " (to subdue)" if intent == "subdual" else " (to kill)"
    return MANNERS[kind].replace("X", str(x)).format(name, what) + end
