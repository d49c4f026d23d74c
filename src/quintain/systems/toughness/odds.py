"""What the odds of an option report: the states everybody concerned ends in; and the exact fate of a dying combatant."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from quintain.engine.exact import ExactReading
from quintain.engine.question import Option
from quintain.engine.sample import Tactics
from quintain.engine.system import System
from quintain.systems.toughness import guesses
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.act_kinds import ACT_KINDS
from quintain.systems.toughness.acts import Act
from quintain.systems.toughness.blocks import GRIP, Block
from quintain.systems.toughness.conditions import clear_light_marks
from quintain.systems.toughness.fields import LETHAL, SUBDUAL
from quintain.systems.toughness.fields_blocks import Power, Weapon
from quintain.systems.toughness.fields_states import times_held
from quintain.systems.toughness.guesses import conceal
from quintain.systems.toughness.powers import caught
from quintain.systems.toughness.prepared import Prepared
from quintain.systems.toughness.prompts import Again, Answering, Telling
from quintain.systems.toughness.recovery import dying_check, first_aid, rolls_dying
from quintain.systems.toughness.sentences import SAVE_NAMES
from quintain.systems.toughness.sheet import Fighter, Fray
from quintain.systems.toughness.switches import Switches

UNHARMED = "unharmed"
MOST_FATES = 2
"""Of an area the joint fates of so many are told, foes first: all of them together would be thousands of ways."""


def meant(option: Option) -> Option:
    """The act itself where an answer sets off what was prepared."""
    return option.act if isinstance(option, Prepared) else option


def concerned(fray: Fray, who: str, option: Option) -> list[str]:
    """Whose fates an option is about: its target, those caught in an area, the one held."""
    if isinstance(option, Again):
        return [option.about]
    if not isinstance(option, Act):
        return [who]
    if option.whom and fray.fighter(option.whom) is not None:
        return [option.whom]
    if option.kind in ("pin", "blow", "bind"):
        return [fray.here(who).holding]
    return in_area(fray, who, option)[:MOST_FATES] or [who]


def power_of(fray: Fray, who: str, option: Option) -> Power | None:
    """The power that an act uses, if any."""
    actor = fray.fighter(who)
    return actor.block.power_named(option.tool) if actor is not None and isinstance(option, Act) and option.kind == "power" else None


def in_area(fray: Fray, who: str, option: Option) -> list[str]:
    """Whom an area power is seen to catch, foes first; nobody where the option is none."""
    power = power_of(fray, who, option)
    if power is None or power.kind != v.AREA_POWER or not isinstance(option, Act):
        return []
    inside = [id for id in caught(fray, option.cell, power.radius_ft) if not fray.here(id).hidden]
    return sorted(inside, key=lambda id: fray.here(id).side == fray.here(who).side)


def apart(fray: Fray, own: list[str], who: str, option: Option) -> list[str]:
    """TO-105: an area that catches many is told one by one. A prepared combatant may spoil it for all of them: then it is not."""
    inside = in_area(fray, who, option)
    spoiled = any(one.prepared and (not one.hidden or one.id in own) for one in fray.fighters)
    return inside if len(inside) > MOST_FATES and not spoiled else []


def fate_apart(before: Fray, after: Fray, id: str) -> tuple[str, str]:
    old, new = before.fighter(id), after.fighter(id)
    if old is None:
        return (id, UNHARMED)
    return (old.name, UNHARMED if new is None else change_in_words(old, new))


def asked_about(fray: Fray, who: str, option: Option) -> list[str]:
    """Rolls that touch nobody but others are not split."""
    return [*concerned(fray, who, option), who]


def fates(before: Fray, after: Fray, who: str, option: Option) -> tuple[tuple[str, str], ...]:
    """Each one's new states; the actor's too where the act changed them (pushing, a prepared answer)."""
    found: list[tuple[str, str]] = []
    named = concerned(before, who, meant(option))
    if who not in named:
        named = [*named, who]
    for id in named:
        old, new = before.fighter(id), after.fighter(id)
        if old is None or new is None:
            continue
        change = change_in_words(old, new)
        if change == UNHARMED and old.dying and not old.dead:
            change = "still Dying"
        if id != who or change != UNHARMED or len(named) == 1:
            found.append((new.name, change))
    return tuple(found)


def compared_with(fray: Fray, who: str, option: Option) -> Fray:
    """TO-100: the one who uses the shield reads what the blow does then: wiped marks and new ones do not make up for each other."""
    if not isinstance(option, Answering) or not option.landed or option.id() != "yes":
        return fray
    wiped = fray.copy()
    clear_light_marks(wiped, wiped.here(who), False)
    return wiped


def change_in_words(old: Fighter, new: Fighter) -> str:
    """What has been marked, and what has been lifted."""
    if new.dead:
        return "Dead" if not old.dead else UNHARMED
    gained: list[str] = []
    lifted: list[str] = []
    for state in (*SUBDUAL[1:], *LETHAL[1:], "held", "pinned", "bound"):
        had, has = times_shown(old, state), times_shown(new, state)
        if has > had:
            gained.append(state)
        elif has < had:
            lifted.append(f"no longer {state}")
    return " + ".join([*gained, *lifted]) if gained or lifted else UNHARMED


def times_shown(fighter: Fighter, state: str) -> int:
    """How often it holds this state; the pinned are held as well."""
    return 1 if state == "held" and fighter.held_by else times_held(fighter, 0, state)


CARE: Final = ("aid", "check", "untie")


def headlines_for(fray: Fray, who: str, option: Option) -> list[str]:
    """What is worth a figure: an attack hits, marks and fells, first aid saves, mending mends; of what rolls nothing, none."""
    option = meant(option)
    if isinstance(option, Answering):
        marks = [f"mark:{option.by}", f"drop:{option.by}"]
        return [] if not option.by else marks if option.landed else [f"hit:{option.by}", *marks]
    if isinstance(option, Again) and option.what in ("attack", "confirmation"):
        return ["hit", "mark", "crit", "drop", "kill"]
    if not isinstance(option, Act):
        return check_headlines(fray, who, option)
    if option.kind in CARE:
        return ["saved", "better"] if option.kind == "aid" else ["better"]
    power = power_of(fray, who, option)
    if power is not None and power.kind == v.MENDING:
        return ["better"]
    shown = ["hit"] if option.kind == "power" else ACT_KINDS[option.kind].chances
    return [*shown, *[name for name in ("mark", "crit", "drop", "kill") if name not in shown]] if shown else []


def check_headlines(fray: Fray, who: str, option: Option) -> list[str]:
    """Of an answer about a check or first aid: the dying may be saved, any other get better."""
    if isinstance(option, Again) and option.what not in ("first aid", "recovery", "dying"):
        return []
    patient = fray.fighter(option.about if isinstance(option, Again) else who)
    if patient is not None and patient.dying:
        return ["saved"]
    return ["better"] if isinstance(option, Telling) else []


def achieved(before: Fray, after: Fray, who: str, option: Option) -> list[str]:
    """Is the patient out of danger, or better off?"""
    option = meant(option)
    if isinstance(option, Answering):
        return []
    whom = option.whom if isinstance(option, Act) else option.about if isinstance(option, Again) else who
    old, new = before.fighter(whom), after.fighter(whom)
    if old is None or new is None or new.dead:
        return []
    if old.dying and not new.dying:
        return ["saved", "better"]
    return ["better"] if "no longer" in change_in_words(old, new) else []


def back(before: Fray, after: Fray, who: str) -> list[tuple[str, int]]:
    """What an act costs the actor: each state it comes to, by straining (TO-84) or by an answer to the act."""
    old, new = before.fighter(who), after.fighter(who)
    if old is None or new is None:
        return []
    change = change_in_words(old, new)
    if change == UNHARMED or (old.dying and not new.dying and not new.dead):
        return []  # TO-94: out of danger, which is no loss
    return [(state, 1) for state in change.split(" + ") if not state.startswith("no longer")]


# -- what players may know -------------------------------------------------------------------------------------------


def unknown(fray: Fray, own: list[str], who: str, option: Option) -> list[str]:
    """Adversaries' figures are the GM's: odds that would give them away are not shown to players (section 7)."""
    option = meant(option)
    if isinstance(option, Answering):
        return unknown_blow(fray, own, who, option)
    if isinstance(option, Again):
        return unknown_again(fray, own, option)
    if not isinstance(option, Act):
        return []
    missing: list[str] = []
    for id in touched(fray, who, option):
        fighter = fray.fighter(id)
        if fighter is not None and is_unknown(fray, own, fighter):
            missing.append(f"{fighter.name}'s figures{range_in_words(fray, own, who, option, fighter)}")
    if option.kind in ("move", "retreat"):
        missing.append("what may be on the way")
    missing += [f"what {name} has prepared" for name in who_waits(fray, own, option)]
    return missing


def who_waits(fray: Fray, own: list[str], option: Option) -> list[str]:
    """Who is seen to have prepared something that this may set off (TO-17): what it is, is the GM's to know."""
    if not isinstance(option, Act) or not ACT_KINDS[option.kind].announced:
        return []
    return [fighter.name for fighter in fray.fighters if fighter.prepared and is_unknown(fray, own, fighter)]


def unknown_again(fray: Fray, own: list[str], option: Again) -> list[str]:
    """A die that is rolled again would give away what it is rolled against; checks of one's own body have open numbers."""
    if fray.switches.open_rolls or option.what in OPEN_NUMBERS:
        return []
    target = fray.fighter(option.about)
    if option.what in ("attack", "confirmation"):
        return [f"{target.name}'s figures"] if target is not None and is_unknown(fray, own, target) else []
    return ["what it is rolled against"]


OPEN_NUMBERS: Final = ("initiative", "recovery", "dying", "first aid")


def is_unknown(fray: Fray, own: list[str], fighter: Fighter) -> bool:
    """A combatant in sight whose sheet this seat may not see: an adversary's, or another player's own."""
    return not fighter.hidden and fighter.id not in own and not fray.is_shared(fighter)


def unknown_blow(fray: Fray, own: list[str], who: str, option: Answering) -> list[str]:
    """The one who answers another's act does not know how good that other is, nor how hard it strikes."""
    actor = fray.fighter(option.by or fray.actor)
    if fray.switches.open_rolls or (actor is not None and actor.id != who and (actor.id in own or fray.is_shared(actor))):
        return []
    if actor is None or actor.id == who or actor.hidden:
        return ["how hard the blow is"]
    return [f"{actor.name}'s figures"]


def touched(fray: Fray, who: str, option: Act) -> list[str]:
    """Everybody whose figures enter: those whose fates are told, everybody in an area, the holder of one who breaks out."""
    if option.kind == "aid":
        return [who]  # first aid asks nothing of whom it is given to
    found = [who, *concerned(fray, who, option)]
    if option.kind == "escape":
        found.append(fray.here(who).held_by)
    return found + [id for id in in_area(fray, who, option) if id not in found]


def attack_of(fray: Fray, who: str, option: Act) -> Weapon | None:
    """What an act strikes with against Defense; None where it does not."""
    if option.kind == "hold" or option.tool == v.HOLD:
        return GRIP
    if ACT_KINDS[option.kind].weapon:
        return fray.here(who).block.weapon_named(option.tool) if option.kind != "finish" else None
    power = power_of(fray, who, option)
    return power.weapon if power is not None and power.kind == v.ATTACK_POWER else None


def figures_asked(fray: Fray, who: str, option: Act) -> list[str]:
    """Which figures of the other side decide this act, beside Defense."""
    if ACT_KINDS[option.kind].group == "grapple" or option.tool == v.HOLD:
        return [guesses.GRAPPLING]
    if option.kind == "finish":
        return [guesses.TOUGHNESS]
    power = power_of(fray, who, option)
    return [SAVE_NAMES[power.save]] if power is not None and power.save else []


def range_in_words(fray: Fray, own: list[str], who: str, option: Act, target: Fighter) -> str:
    """What a player may reckon with against this act, before what everybody sees to change it."""
    parts: list[str] = []
    weapon = attack_of(fray, who, option)
    if weapon is not None and target.id == option.whom and not target.helpless:
        low, high = guesses.defense_range(fray, own, target, guesses.figure_for(fray, target, fray.here(who), weapon))
        parts.append(f"Defense {low}" if low == high else f"Defense {low} to {high}")
    for figure in figures_asked(fray, who, option):
        low, high = guesses.figure_range(fray, own, target, figure)
        parts.append(f"{figure} {low:+d}" if low == high else f"{figure} {low:+d} to {high:+d}")
    return f" ({', '.join(parts)})" if parts else ""


def suppose(fray: Fray, own: list[str], who: str, option: Option, best: bool) -> list[str]:
    """For a player's range: the figures of everybody concerned as low, or as high, as they may be from what everybody has seen.

    Helpless targets have a Defense that everybody can work out (TO-57).
    """
    if isinstance(option, Answering):
        return suppose_blow(fray, own, who, option, best)
    if not isinstance(option, Act) or who not in own:
        return []
    power, weapon = power_of(fray, who, option), attack_of(fray, who, option)
    chances = ACT_KINDS["hold" if option.tool == v.HOLD else option.kind].chances
    if power is not None and power.kind != v.MENDING:
        chances = ["hit"] if weapon is None else ["hit", "crit"]
    if not chances:
        return []
    conceal(fray, own)
    for id in touched(fray, who, option):
        fighter = fray.fighter(id)
        if fighter is not None and is_unknown(fray, own, fighter):
            figure = guesses.IN_MELEE if weapon is None else guesses.figure_for(fray, fighter, fray.here(who), weapon)
            low, high = guesses.defense_range(fray, own, fighter, figure)
            guesses.replace_by_guess(fray, own, fighter, low if best else high, best)
    return chances


def suppose_blow(fray: Fray, own: list[str], who: str, option: Answering, best: bool) -> list[str]:
    """For the defender: how likely the attack hits; for the one hit: how likely the blow marks it, and fells it."""
    striker, weapon = fray.fighter(option.by), option.weapon
    if striker is None or weapon is None or who not in own or not is_unknown(fray, own, striker):
        return []
    conceal(fray, own)
    if option.landed:
        guesses.strike_as_guessed(fray, own, striker, weapon, option.critical, not best)
        return [f"mark:{striker.id}", f"drop:{striker.id}"]
    low, high = guesses.defense_range(fray, own, striker, guesses.IN_MELEE)
    guesses.replace_by_guess(fray, own, striker, low if best else high, best)
    return [f"hit:{striker.id}"]


# -- dying, solved exactly -----------------------------------------------------------------------------------------


MOST_KNOWN: Final = 200
_known: dict[tuple[object, ...], tuple[Switches, list[Block], dict[str, Fraction]]] = {}
"""Fates, with the switches and stat blocks by which they were worked out: by who dies and who helps, and all that the fight changes of
the two."""


def known_fate(system: System, fray: Fray, who: str, healer: str = "") -> dict[str, Fraction]:
    """`dying_fate`, worked out once as long as nothing changes for the two of them: whose turn it is does not count."""
    if fray.forces or fray.forbidden:
        return dying_fate(system, fray, who, healer)
    two = [fray.here(id) for id in (who, healer) if id]
    key = (who, healer, fray.saving, *[one.key_at(fray.now) for one in two])
    known, blocks = _known.get(key), [one.block for one in two]
    if known is None or known[0] is not fray.switches or any(a is not b for a, b in zip(known[1], blocks, strict=True)):
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        known = _known[key] = fray.switches, blocks, dying_fate(system, fray, who, healer)
    return known[2]


def dying_fate(system: System, fray: Fray, who: str, healer: str = "", policy: str = "steady") -> dict[str, Fraction]:
    """How a Dying combatant ends: alone, or with a healer who tries first aid in every round before its check.

    Runs the very rules (TO-92..TO-98, TO-107), every way the dice can fall; equal states are merged round by round.
    Where nothing is rolled for it (not Dying, or `adversary_dying: out`), both chances are 0.
    """
    ends: dict[str, Fraction] = {"dead": Fraction(0), "saved": Fraction(0)}
    if not rolls_dying(fray, fray.here(who)):
        return ends
    waiting: dict[tuple[int, int], tuple[Fray, Fraction]] = {}
    start = fray.copy()
    start.closing = True  # wherever it is, its checks fall due in the end
    for other in [one.id for one in start.fighters if one.id not in (who, healer)]:
        start.drop_unit(other)  # nobody else counts in this, and every way is a copy
    if healer:
        start.here(healer).cell = start.here(who).cell
    waiting[(start.here(who).dying_dc, start.here(who).conviction)] = (start, Fraction(1))
    while waiting:
        following: dict[tuple[int, int], tuple[Fray, Fraction]] = {}
        for state, weight in waiting.values():
            for after, chance in rounds_of_dying(system, state, who, healer, policy):
                fighter = after.here(who)
                share = weight * chance
                if fighter.dead:
                    ends["dead"] += share
                elif not fighter.dying:
                    ends["saved"] += share
                else:
                    key = (fighter.dying_dc, fighter.conviction)
                    known = following.get(key)
                    following[key] = (after, share + (known[1] if known is not None else Fraction(0)))
        waiting = following
    return ends


def rounds_of_dying(
    system: System, fray: Fray, who: str, healer: str, policy: str
) -> list[tuple[Fray, Fraction]]:
    """One round of it: the healer's try, then the check; every way it can go."""
    tactics = Tactics(system, {"*": policy})
    tactics.begin("dying")
    reading = ExactReading(system, tactics)
    found: list[tuple[Fray, Fraction]] = []
    while True:
        state = fray.copy()
        reading.start_path([], 0, {})
        state.read_by(reading)
        patient = state.here(who)
        if healer:
            first_aid(state, state.here(healer), patient)
        if patient.dying:
            dying_check(state, patient)
        leaf = reading.leaf(state)
        found.append((state, Fraction(leaf.over, leaf.under)))
        if not reading.next_path():
            return found


def fate_in_words(system: System, fray: Fray, fighter: Fighter) -> dict[str, str]:
    """For the owner of a dying combatant: how it ends alone, and with the best healer of its side at its side every round."""
    if not rolls_dying(fray, fighter) or fighter.dead:
        return {}
    found = {"dying alone": chance_in_words(known_fate(system, fray, fighter.id))}
    healers = [
        ally for ally in fray.allies_of(fighter)
        if ally.able and not ally.hidden and (fray.is_shared(ally) or ally.controller == fighter.controller)
    ]  # fmt: skip
    if healers:
        best = max(healers, key=lambda ally: ally.block.medicine)
        found[f"dying with first aid by {best.name} every round"] = chance_in_words(known_fate(system, fray, fighter.id, best.id))
    return found


def chance_in_words(fate: dict[str, Fraction]) -> str:
    return f"saved {float(100 * fate['saved']):.1f} %, dead {float(100 * fate['dead']):.1f} %"
