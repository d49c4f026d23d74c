"""Events and options in plain language. What only the GM may know has a public form for everybody else (section 7)."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import Battle
from quintain.engine.event import Event
from quintain.engine.question import Option
from quintain.engine.roll import Roll
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.play.board import is_unseen
from quintain.systems.escalation.play.sentences_effects import effect_words, part, until_words
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.occasion_rows import Occasion
from quintain.systems.escalation.printed.rows import Effect
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules.figures import is_staggered
from quintain.systems.escalation.rules.sheet import STATES, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.strike import NO_TERMS, UNTOLD_SUM, Blow, Strike, Terms
from quintain.systems.escalation.rules.turn_kinds import MOVE_KINDS, TURN_KINDS


def _event(
    kind: str, clause: str, text: str, who: list[Fighter], math: list[tuple[str, int]] | None = None, math_for: str = "all"
) -> Event:
    return Event(kind, text, [each.id for each in who], math, clause, math_for=math_for)


def _rolled(
    kind: str, clause: str, text: str, who: list[Fighter], roll: Roll, terms: Terms, needed: int, verdict: str
) -> Event:
    """A d20, what is added to it term by term, the number it had to reach, and what came of it."""
    told = _event(kind, clause, text, who, [("d20", _die(roll)), *terms.listed])
    told.faces = {"d20": list(roll.faces)}
    told.against = ("needed", needed)
    told.verdict = verdict
    return told


def _figures(one: Fighter, kind: str, clause: str, text: str, public: str, who: list[Fighter]) -> Event:
    """Section 7: of somebody of the party everybody hears the figures, of others the GM."""
    return _event(kind, clause, text, who) if one.team == 0 else _secret(kind, clause, text, public, who)


def _secret(kind: str, clause: str, text: str, public: str, who: list[Fighter]) -> Event:
    hidden = any(each.hidden for each in who)
    return Event(kind, text, [each.id for each in who], None, clause, "gm", "" if hidden else public)


@final
class Said:
    """A plain event: its kind, the clause it follows from, and its sentence, with {} for the names of those it is about and for
    whatever else is said."""

    def __init__(self, kind: str, clause: str, text: str) -> None:
        self.kind: Final[str] = kind
        self.clause: Final[str] = clause
        self.text: Final[str] = text

    def of(self, who: list[Fighter], *more: object) -> Event:
        return _event(self.kind, self.clause, self.text.format(*[each.name for each in who], *more), who)


NO_RECOVERY: Final = Said("recovery", "ES-113", "{} cannot use a recovery now ({}).")
NO_HEALING: Final = Said("heal", "ES-112", "{} gets no hit points back now ({}).")
UNHARMED: Final = Said("harm", "ES-163", "{} takes no damage.")
DROPPED: Final = Said("drop", "ES-119", "{} falls unconscious and is dying.")
DEATH_SAVE_FAILED: Final = Said("death save", "ES-123", "{} has failed {} of {} death saves.")
STABLE: Final = Said("stable", "ES-127", "{} is stable.")
WOUNDED: Final = Said("wound", "ES-131", "{} takes a lasting wound: at most {} hit points.")
COUP: Final = Said("attack", "ES-160", "{} deals {} a coup de grace with {}: a critical hit without a roll.")
STRAY: Final = Said("stray shot", "ES-106", "A natural 1 into the melee: {}'s shot goes at {} instead of {}.")
PASSED_THROUGH: Final = Said("unseen", "ES-104", "{}'s attack does nothing to {}.")
REROLL: Final = Said("reroll", "ES-103", "{} rolls again: two weapons.")
ESCALATION: Final = Said("escalation", "ES-36", "The escalation die shows {}.")
GRABBED: Final = Said("grab", "ES-161", "{} grabs {}.")
ROUSED: Final = Said("action", "ES-27", "{} has one more standard action on its next turn.")
POPPED: Final = Said("pop free", "ES-165", "{} pops free.")
OUTGROWN: Final = Said("outgrown", "ES-117", "{} is whole again, with {} hit points more.")
LAST_GASP_BEGAN: Final = Said("last gasp", "ES-167", "{} must make last-gasp saves.")
OCCASION: Final = Said("reaction", "ES-30", "{}: {}.")
FOILED: Final = Said("reaction", "ES-30", "{1}: the attack on {0} comes to nothing.")
REDIRECTED: Final = Said("reaction", "ES-31", "The blow meant for {1} goes at {2} instead.")
NEGATED: Final = Said("reaction", "ES-31", "{1}: the attack does nothing to {0}.")
TURNED_ASIDE: Final = Said("reaction", "ES-31", "{1}, +{2}: the blow at {0} misses after all.")
OPPORTUNITY: Final = Said("opportunity", "ES-59", "{1} leaves an opening: opportunity attack by {0}.")
STEPPED_IN: Final = Said("delay", "ES-12", "{} steps in, at count {} from now on.")
DELAYS: Final = Said("delay", "ES-10", "{} delays.")
FIRED: Final = Said("ready", "ES-21", "{} does what was readied, at count {} from now on.")
READY_LOST: Final = Said("ready", "ES-23", "What {} readied is lost.")
AMBUSH: Final = Said("ambush", "ES-71", "An ambush! {} opens it.")
ROUND_BEGINS: Final = Said("round", "ES-36", "Round {}. The escalation die shows {}.")
TURN_BEGINS: Final = Said("turn", "ES-26", "{}'s turn (count {}).")
HEAL_UP_DUE: Final = Said("rest", "ES-138", "{} battles since the last full heal-up: one is due.")
QUICK_REST: Final = Said("rest", "ES-134", "The party takes a quick rest.")
HEALED_UP: Final = Said("rest", "ES-139", "A full heal-up: hit points, recoveries and powers are back.")


def name_for(one: Fighter, other: Fighter) -> str:
    """Somebody's name as an enemy may hear it: nobody names whom nobody has seen (section 7)."""
    return "somebody unseen" if other.hidden and other.team != one.team else other.name


def _die(roll: Roll) -> int:
    return roll.faces[0] if roll.faces else 0


def hardened(target: Fighter, number: int) -> Event:
    need = f"{number}+ on their saves" if number <= 20 else "more than any save"
    return _event("effect", "ES-157", f"The effects on {target.name} now need {need}.", [target])


def recoveries_changed(fighter: Fighter, by: int, why: str) -> Event:
    how = "loses" if by < 0 else "gains"
    text = f"{fighter.name} {how} {abs(by)} recover{'y' if abs(by) == 1 else 'ies'} ({why}); {fighter.recoveries} left."
    return _event("recovery", "ES-113", text, [fighter])


def pushed(target: Fighter, zone: str) -> Event:
    text = f"{target.name} is pushed away to {zone}."
    if is_unseen(target):
        return _secret("move", "ES-165", text, f"{target.name} is pushed away.", [target])
    return _event("move", "ES-165", text, [target])


def shifted(fighter: Fighter, by: int) -> Event:
    return _event("initiative", "ES-05", f"{fighter.name} acts {'later' if by < 0 else 'earlier'} from now on.", [fighter])


def effect_started(battle: Skirmish, target: Fighter, source: Fighter, each: Lasting) -> Event:
    text = f"{target.name}: {effect_words(each)} ({each.name}; {until_words(battle, target, each)})."
    clause = "ES-158" if each.ongoing else "ES-159" if each.conditions else "ES-104"
    return _event("effect", clause, text, [target, source])


def effect_ended(target: Fighter, each: Lasting, why: str) -> Event:
    return _event("effect ended", "ES-34", f"{target.name} is rid of {effect_words(each)}: {why}.", [target])


def saved(fighter: Fighter, roll: Roll, number: int, terms: Terms, success: bool) -> Event:
    text = f"{fighter.name} {'succeeds' if success else 'fails'} at a save ({number}+)."
    return _rolled("save", "ES-157", text, [fighter], roll, terms, number, "saved" if success else "failed")


def _with_tally(told: Event, source: Fighter, tally: Terms) -> Event:
    """With how the damage adds up; dice that a player's character threw fell before everybody's eyes."""
    if tally.told:
        told.math = tally.listed
        told.faces = tally.faces
        told.open_terms = source.team == 0
    return told


def harmed(
    target: Fighter, source: Fighter, dealt: int, soaked: int, why: str, tally: Terms = UNTOLD_SUM
) -> Event:
    off = f", {soaked} of it off temporary hit points" if soaked else ""
    because = f" ({why})" if why else ""
    left = "" if target.team == 0 else " left"
    text = f"{target.name} takes {dealt} damage{off}{because}: {target.hp} of {target.max_hp} hit points{left}."
    public = f"{target.name} takes {dealt} damage{because}."
    return _with_tally(_figures(target, "harm", "ES-109", text, public, [target, source]), source, tally)


def mob_harmed(
    battle: Skirmish, target: Fighter, source: Fighter, dealt: int, victims: list[Fighter], standing: int,
    tally: Terms = UNTOLD_SUM,
) -> Event:  # fmt: skip
    known = [each for each in victims if not each.hidden]
    seen = sum([1 for each in battle.fighters if each.mob == target.mob and each.state == UP and not each.hidden])
    public = f"{target.name}'s mob takes {dealt} damage.{_mob_after(known, seen)}"
    text = f"{target.name}'s mob takes {dealt} damage.{_mob_after(victims, standing)} Pool {battle.pools[target.mob]}."
    return _with_tally(_secret("harm", "ES-171", text, public, [target, source, *known]), source, tally)


def _mob_after(victims: list[Fighter], standing: int) -> str:
    """Who of a mob falls and how many stand."""
    fallen = ", ".join([each.name for each in victims])
    still = "none stands" if standing == 0 else "1 stands" if standing == 1 else f"{standing} stand"
    return f" {fallen} {'falls' if len(victims) == 1 else 'fall'}; {still}." if victims else f" {still.capitalize()}."


def staggered(target: Fighter, now: bool) -> Event:
    return _event("staggered", "ES-117", f"{target.name} is {'staggered' if now else 'no longer staggered'}.", [target])


def felled(target: Fighter, source: Fighter, spared: bool) -> Event:
    how = "knocked out" if spared else "slain"
    return _event("drop", "ES-120" if spared else "ES-109", f"{target.name} is {how}.", [target, source])


def died(fighter: Fighter, why: str, truly: bool, four_failures: bool) -> Event:
    how = "dies" if truly else "falls into a coma"
    clause = "ES-133" if not truly else "ES-123" if four_failures else "ES-124"
    return _event("death", clause, f"{fighter.name} {how}: {why}.", [fighter])


def death_save(fighter: Fighter, roll: Roll, band: int) -> Event:
    how = ("fails", "wakes", "wakes and can act at once")[band]
    text = f"{fighter.name} rolls a death save and {how}."
    return _rolled("death save", "ES-122", text, [fighter], roll, NO_TERMS, 20 if band == 2 else 16, how.split()[0])


def healed(fighter: Fighter, amount: int, woke: bool, why: str) -> Event:
    wakes = " and wakes" if woke else ""
    text = f"{fighter.name} regains {amount} hit points{wakes} ({why}): {fighter.hp} of {fighter.max_hp}."
    public = f"{fighter.name} regains {amount} hit points ({why})."
    return _figures(fighter, "heal", "ES-126" if woke else "ES-112", text, public, [fighter])


def recovery(fighter: Fighter, roll: Roll, terms: Terms, overdrawn: bool, why: str) -> Event:
    clause = "ES-115" if overdrawn else "ES-113"
    text = f"{fighter.name} uses a recovery for {terms.total} ({why}); {fighter.recoveries} left."
    if fighter.team != 0:
        # section 7: an enemy's recoveries are the GM's affair
        text = text.replace(f"{fighter.recoveries} left", "none was left") if overdrawn else text
        return _secret("recovery", clause, text, f"{fighter.name} uses a recovery ({why}).", [fighter])
    if overdrawn:
        text = f"{fighter.name} has no recovery left: half the healing, {terms.total}, and -1 to attacks and defences ({why})."
    told = _event("recovery", clause, text, [fighter], terms.listed)
    told.faces = {"recovery dice": list(roll.faces)}
    return told


def temporary(fighter: Fighter) -> Event:
    text = f"{fighter.name} has {fighter.temp_hp} temporary hit points."
    return _figures(fighter, "heal", "ES-162", text, f"{fighter.name} has temporary hit points.", [fighter])


def out_of_reach(strike: Strike, target: Fighter) -> Event:
    text = f"{target.name} is out of reach of {strike.power.name} by now."
    return _event("attack", "ES-52" if strike.power.targets.range == b.ENGAGED else "ES-43", text, [strike.attacker, target])


def unseen(attacker: Fighter, target: Fighter, roll: Roll, chance: int, missed: bool) -> Event:
    how = "misses outright" if missed else "finds it"
    text = f"{attacker.name} strikes at the unseen {target.name} and {how}."
    return _rolled("unseen", "ES-108", text, [attacker, target], roll, NO_TERMS, chance + 1, "miss" if missed else "found")


def images(attacker: Fighter, target: Fighter, roll: Roll, needed: int, found: bool) -> Event:
    text = f"{attacker.name} {'finds' if found else 'strikes one of the images of'} {target.name}."
    return _rolled("unseen", "ES-108", text, [attacker, target], roll, NO_TERMS, needed, "found" if found else "an image")


def rolled_again(attacker: Fighter, penalty: int) -> Event:
    at = f", at {penalty}" if penalty else ""
    return _event("reroll", "ES-31", f"{attacker.name} must roll again{at}.", [attacker])


def attack_roll(strike: Strike, target: Fighter, blow: Blow) -> Event:
    attacker, power = strike.attacker, strike.power
    how = "crits" if blow.crit else "hits" if blow.hit else "fumbles against" if blow.fumble else "misses"
    total = blow.natural + blow.terms.total
    shown = f"natural {blow.natural}, total {total}" if attacker.team == 0 else f"natural {blow.natural}"
    text = f"{attacker.name} {how} {target.name} with {power.name} ({shown} against {b.DEFENCES[power.defence]})."
    clause = "ES-92" if blow.crit else "ES-89" if blow.hit else "ES-95" if blow.fumble else "ES-96"
    math_for = "all" if attacker.team == 0 else "gm"
    told = _event("attack", clause, text, [attacker, target], [("d20", blow.natural), *blow.terms.listed], math_for)
    told.faces = {"d20": [blow.natural]}
    told.against = (f"{b.DEFENCES[power.defence]} of {target.name}", blow.defence)
    told.against_for = "all" if target.team == 0 else "gm"
    told.verdict = "critical hit" if blow.crit else "hit" if blow.hit else "fumble" if blow.fumble else "miss"
    return told


def hit_reason(strike: Strike, multiplier: int, blow: Blow) -> str:
    times = f", x{multiplier}" if multiplier > 1 else ""
    return f"{strike.power.name}{times}{', halved' if blow.halved else ''}"


def by_hand(user: Fighter, name: str, effect: Effect) -> Event:
    said = f"{name} of {user.name}: {effect.text}"
    if effect.offers:
        said += f" (apply {effect.name!r}: {'; '.join([part(each) for each in effect.offers])})"
    return _secret("by hand", "ES-170", said, f"{user.name}'s {name} has a further effect.", [user])


def last_gasp_over(victim: Fighter, roll: Roll | None) -> Event:
    text = f"{victim.name} shakes it off."
    if roll is None:
        return _event("last gasp", "ES-167", text, [victim])
    return _rolled("last gasp", "ES-167", text, [victim], roll, NO_TERMS, 16, "saved")


def last_gasp_failed(victim: Fighter, roll: Roll) -> Event:
    text = f"{victim.name} fails a last-gasp save ({victim.gasp_fails} of 4)."
    return _rolled("last gasp", "ES-167", text, [victim], roll, NO_TERMS, 16, "failed")


def reaction(holder: Fighter, power: Power) -> Event:
    clause = "ES-31" if power.action == b.INTERRUPT else "ES-30"
    return _event("reaction", clause, f"{holder.name} uses {power.name}.", [holder])


def occasion_die(battle: Skirmish, holder: Fighter, each: Occasion, roll: Roll, allowed: bool) -> Event:
    wanted = f"{each.die_least}+" if each.die_least else f"{battle.escalation} or less"
    text = f"{holder.name}: {each.name} {'comes about' if allowed else 'does not come about'} ({wanted})."
    told = _event("reaction", "ES-30", text, [holder], [(f"d{each.die}", _die(roll))])
    told.faces = {f"d{each.die}": list(roll.faces)}
    told.against = ("needed", each.die_least) if each.die_least else ("at most", battle.escalation)
    told.verdict = "comes about" if allowed else "does not"
    return told


def moved(battle: Skirmish, mover: Fighter, kind: str, names: list[str]) -> Event:
    what = MOVE_KINDS[kind]
    text = f"{mover.name} {what.told.format(battle.name_of(names[0]) if names else '')}"
    text += f" and {', '.join([battle.name_of(each) for each in names[1:]])}." if len(names) > 1 else "."
    if is_unseen(mover) and what.leaves:
        # section 7: where somebody invisible goes only the GM knows
        return _secret("move", "ES-50", text, f"{mover.name} moves unseen.", [mover])
    if any_hidden(battle, names):
        return _secret("move", what.clause, text, f"{mover.name} moves.", [mover])
    return _event("move", what.clause, text, [mover])


def any_hidden(battle: Skirmish, names: list[str]) -> bool:
    """Is one of these somebody whom others know nothing of?"""
    found = [battle.named(each) for each in names]
    return any(each is not None and each.hidden for each in found)


def intercepted(defender: Fighter, mover: Fighter, goal: Fighter | None) -> Event:
    text = f"{defender.name} steps into the way of {mover.name}, who "
    if goal is None:
        return _event("intercept", "ES-64", f"{text}gets no further.", [defender, mover])
    return _event("intercept", "ES-64", f"{text}does not get at {goal.name}.", [defender, mover, goal])


def disengaged(mover: Fighter, roll: Roll, terms: Terms, success: bool) -> Event:
    how = "disengages" if success else "fails to disengage"
    clause, verdict = ("ES-57", "away") if success else ("ES-58", "failed")
    return _rolled("disengage", clause, f"{mover.name} {how} (11+).", [mover], roll, terms, 11, verdict)


def initiative(fighter: Fighter, roll: Roll, terms: Terms, count: int) -> Event:
    whose = fighter.name if fighter.block.kind <= b.COMPANION else fighter.block.name
    made = _event("initiative", "ES-04", f"{whose}: initiative {count}.", [fighter])
    made.math = [("d20", _die(roll)), *terms.listed]
    made.faces = {"d20": list(roll.faces)}
    made.verdict = str(count)
    if fighter.team != 0:
        made.audience = "gm"
    return made


def readied(fighter: Fighter, what: str, when: str) -> Event:
    text = f"{fighter.name} readies: {what}. {when}."
    return _figures(fighter, "ready", "ES-17", text, f"{fighter.name} readies something.", [fighter])


def used(fighter: Fighter, power: Power, targets: list[Fighter]) -> Event:
    on = ", ".join([each.name for each in targets if each.number != fighter.number])
    return _event("use", "ES-155", f"{fighter.name} uses {power.name}{' on ' + on if on else ''}.", [fighter, *targets])


def checked(fighter: Fighter, what: str, roll: Roll, terms: Terms, dc: int, level: int) -> Event:
    text = f"{fighter.name} {'succeeds' if level else 'fails'} ({what}, DC {dc})."
    clause, verdict = "ES-127" if what == "stabilise" else "ES-75", "success" if level else "failed"
    return _rolled("check", clause, text, [fighter], roll, terms, dc, verdict)


def battle_begins(title: str) -> Event:
    return _event("battle", "ES-03", f"{title} begins." if title else "The battle begins.", [])


def set_up(battle: Skirmish, fighter: Fighter, kind: str, to: str) -> Event:
    cover = " and ".join([battle.name_of(each) for each in to.split("+")])
    place = f"behind {cover}" if kind == "behind" else f"faraway, in {to}"
    text = f"{fighter.name} starts {place}."
    if kind == "behind" and any_hidden(battle, to.split("+")):
        return _secret("set-up", "ES-03", text, f"{fighter.name} starts behind cover.", [fighter])
    return _event("set-up", "ES-03", text, [fighter])


def flight(agreed: bool) -> Event:
    text = "All agree: the party flees with its fallen." if agreed else "Not all agree to flee: the fight goes on."
    return _event("flee", "ES-84", text, [])


def inspired(giver: Fighter, ally: Fighter, stat: str, bonus: int, rounds: int) -> Event:
    text = f"{giver.name} fights in spirit: {ally.name} has +{bonus} {stat} for {rounds} round{'s' if rounds > 1 else ''}."
    return _event("spirit", "ES-81", text, [ally])


def battle_over(result: str) -> Event:
    return _event("battle", "ES-85" if result == "fled" else "ES-138", f"The battle is over: {result}.", [])


def recharged(fighter: Fighter, power: Power, roll: Roll, kept: bool) -> Event:
    how = "is ready again" if kept else "is out for the next battle"
    text = f"{fighter.name}: {power.name} {how} ({power.recharge}+)."
    return _rolled("recharge", "ES-136", text, [fighter], roll, NO_TERMS, power.recharge, "ready" if kept else "out")


# -- options -------------------------------------------------------------------------------------------------------------


def turn_title(fighter: Fighter) -> str:
    left = [word for bit, word in ((1, "standard"), (2, "move"), (4, "quick")) if fighter.actions & bit]
    return f"{fighter.name}'s turn: {', '.join(left) or 'no action'} left"


def turn_option(battle: Battle, kind: str, power: int, to: str, going_: Option | None) -> str:
    if going_ is not None:
        return going_.label(battle)
    if kind == "disengage":
        name = " and ".join([battle.name_of(each) for each in to.split("+")]) if to else ""
        return f"Disengage from {name} only (11+)" if to else "Disengage (11+) and move"
    if kind == "stunt":
        return _stunt_label(battle, power)
    if kind == "break":
        return _break_label(battle, power, to)
    name, label = battle.name_of(to) if to else "", TURN_KINDS[kind].label
    return label.format(name) if label else _power_label(battle, kind, power, name)


def _break_label(battle: Battle, place: int, to: str) -> str:
    bearer = battle.named(to) if isinstance(battle, Skirmish) else None
    if bearer is None or place >= len(bearer.lasting):
        return "End an effect"
    each = bearer.lasting[place]
    return f"End {each.name} on {bearer.name}: {effect_words(each)} ({b.ACTIONS[each.effect.ends_by]})"


def _stunt_label(battle: Battle, place: int) -> str:
    if isinstance(battle, Skirmish) and place < len(battle.stunts):
        stunt = battle.stunts[place]
        return f"{stunt.name} ({b.ABILITIES[stunt.ability].upper()}, DC {stunt.dc})"
    return "Attempt a stunt"


def _power_label(battle: Battle, kind: str, power: int, name: str) -> str:
    used_by = ""
    if isinstance(battle, Skirmish) and battle.turn >= 0:
        powers = battle.fighters[battle.turn].block.powers
        if power < len(powers):
            used_by = powers[power].name
            if powers[power].flexible and kind == "use":
                used_by += " (flexible)"
    verb = TURN_KINDS[kind].verb
    label = f"{verb} with {used_by}" if verb else used_by
    if not name:
        return label
    target = described(battle, name)
    return f"{label}: {target}"


def described(battle: Battle, name: str) -> str:
    """ES-66: a target with its category."""
    for unit in battle.units:
        if unit.name == name and isinstance(unit, Fighter) and unit.block.kind >= b.NPC:
            return f"{name} ({unit.block.category})"
    return name


def status(battle: Skirmish, fighter: Fighter) -> str:
    """One short public phrase."""
    parts: list[str] = []
    if fighter.state != UP:
        parts.append(STATES[fighter.state].replace("_", " "))
    elif is_staggered(fighter):
        parts.append("staggered")
    for each in fighter.lasting:
        parts.append(effect_words(each))
    if fighter.delaying:
        parts.append("delaying")
    if fighter.grabber >= 0:
        parts.append("grabbed")
    if fighter.gasp is not None:
        parts.append("last gasp")
    return ", ".join(parts)
