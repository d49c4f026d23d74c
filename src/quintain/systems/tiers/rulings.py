"""The GM's commands of this book (TI-146). Each refuses before it changes anything, or changes and tells."""

from __future__ import annotations

from typing import Annotated

from quintain.engine.commands import Commands, Takes
from quintain.engine.event import Outcome
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import told
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.audience import figures_of
from quintain.systems.tiers.battle import PAIR_HIDDEN, PAIRS, Clock, Improvised, TiersBattle
from quintain.systems.tiers.battlefield import CLOSED, HAZARD, TERRAINS, feet_between
from quintain.systems.tiers.conditions import VETO, end_effects, gain, source_gone
from quintain.systems.tiers.fields import MOST_BEACON
from quintain.systems.tiers.fields_rows import clock_of
from quintain.systems.tiers.file_words import place_in, place_or_none
from quintain.systems.tiers.forced_movement import burst_tank
from quintain.systems.tiers.performing import tick
from quintain.systems.tiers.resolve import disarm
from quintain.systems.tiers.sheet import Creature, Effect
from quintain.systems.tiers.stat_block import boon_of
from quintain.systems.tiers.stress import add_stress, buy_with_beacon
from quintain.systems.tiers.wound_choices import items_to_strike_away
from quintain.systems.tiers.zero_hp import die, fall, recover

COMMANDS = Commands()
Who = Annotated[Creature, Takes("whom")]
Present = Annotated[Creature, Takes("whom", present=True)]
Somebody = Creature | None
OnOff = Annotated[bool, Takes("true or false")]
Rounds = Annotated[int, Takes("turns it lasts; 0 until it is ended", low=0, high=99)]
Level = Annotated[int | None, Takes("1 to 5", low=1, high=5)]


# -- before the fight and in stage 1 --------------------------------------------------------------------------------


@COMMANDS.command(
    "Make somebody Surprised, or not.", "surprise", flag="surprised", yes="is Surprised", no="is not Surprised", known="all",
)  # fmt: skip
@COMMANDS.command("Put somebody on watch, or not.", "watch", flag="watchful", yes="is on watch", no="is not on watch", known="gm")
@COMMANDS.command("Refuse somebody's Aid, or allow it.", "refuse_aid", flag="aid_refused", yes="cannot aid", no="can aid", known="all")
def say_of(battle: TiersBattle, who: Who, flag: str, yes: str, no: str, known: str, on: OnOff = True) -> None:
    setattr(who, flag, on)
    told(battle, f"{who.name} {yes if on else no}.", [who.id], known)


@COMMANDS.command("Make somebody Ambushing, or not.")
def ambush(battle: TiersBattle, who: Who, on: OnOff = True) -> None:
    if on and (battle.stage > v.STAGE_AMBUSH or who.acted):
        raise Illegal(f"{who.name} cannot ambush any more this round: that stage is over, or its turn is.")
    who.ambushing = who.lurking = on
    if who.ambushing and (battle.switches.ambush_turn == "instead" or not who.sheet.is_pc):
        who.stance = v.AMBUSHING
    elif who.stance == v.AMBUSHING:
        who.stance = v.UNDECIDED if who.sheet.is_pc else v.CAUTIOUS
    told(battle, f"{who.name} is {'' if who.ambushing else 'not '}Ambushing.", [who.id])


def why_not_hurried(who: Creature) -> str:
    """Why it cannot act at once; "" if it can."""
    able = not who.sheet.is_pc and who.is_up() and not who.acted and not who.surprised
    return "" if able else f"{who.name} has no turn to take now."


@COMMANDS.command("Let an NPC act while the players dither.")
def hurry(battle: TiersBattle, who: Who) -> None:
    """TI-28."""
    if battle.stage != v.STAGE_STANCES or battle.acting >= 0:
        raise Illegal("only while the players are choosing their stances.")
    if why := why_not_hurried(who):
        raise Illegal(why)
    battle.hurried = who.index
    told(battle, f"The GM does not wait: {who.name} acts.", [who.id])


# -- attacks --------------------------------------------------------------------------------------------------------


@COMMANDS.command("Set the position of the next attack.")
def position(battle: TiersBattle, position: Annotated[str, Takes(one_of=v.POSITIONS)]) -> None:
    """TI-62."""
    battle.position = v.POSITIONS.index(position)
    told(battle, f"The next attack is {position}.")


@COMMANDS.command("Say whether armor suits.")
def armor(battle: TiersBattle, who: Who, suits: Annotated[str, Takes(one_of=("yes", "no", "book"))]) -> None:
    """TI-74."""
    who.armor_word = {"yes": 1, "no": -1, "book": 0}[suits]
    words = {"yes": "helps now", "no": "does not help now", "book": "goes by the book again"}[suits]
    told(battle, f"{who.name}'s armor {words}.", [who.id], figures_of(who))


@COMMANDS.command("Say what depends on sight or sound.")
def senses(
    battle: TiersBattle, what: Annotated[str, Takes("name of a power or weapon")],
    depends_on: Annotated[str, Takes("sight, sound, wholly sight, wholly sound, neither")],
) -> None:  # fmt: skip
    """What depends on sight or sound."""
    known = {"bare hands"}
    for creature in battle.creatures:
        known.update([item.name for item in creature.sheet.items] + [power.name for power in creature.sheet.powers])
    known.update([clock.name for clock in battle.clocks] + [offer.label for offer in battle.improvised])
    if what not in known:
        raise Unavailable(f"nobody here has a weapon, power or task called {what!r}.")
    mask = 0
    for word in [part.strip() for part in depends_on.split(",") if part.strip()]:
        if word not in v.SENSES and word != "neither":
            raise Malformed(f"depends_on lists {', '.join(v.SENSES)}, or neither; not {word!r}.")
        mask |= v.SENSES.get(word, 0)
    battle.senses = {**battle.senses, what: mask}
    # Section 7: what an adversary could do is not said before it does it.
    theirs = {power.name for creature in battle.creatures if not creature.sheet.is_pc for power in creature.sheet.powers}
    told(battle, f"{what} involves {depends_on}.", [], "gm" if what in theirs else "all")


@COMMANDS.command("Override cover, hiding or flanking for a pair.")
def pair(
    battle: TiersBattle, who: Annotated[Creature, Takes("who is")], to: Annotated[Creature, Takes("in respect of whom")],
    what: Annotated[int, Takes(one_of=PAIRS, read=PAIRS.index)], is_: Annotated[str, Takes(one_of=("yes", "no", "map"))],
) -> None:  # fmt: skip
    """TI-90."""
    if who is to:
        raise Malformed("a pair is two creatures.")
    battle.set_pair(what, who, to, {"yes": 1, "no": -1, "map": 0}[is_])
    words = f"{who.name} {PAIRS[what]} in respect of {to.name}: {is_}."
    told(battle, words, [who.id, to.id], "gm" if what == PAIR_HIDDEN else "all")


@COMMANDS.command("Say what becomes of resisted and soaked wounds.")
def lessen(battle: TiersBattle, wounds: Annotated[str, Takes(one_of=("avoid", "lower", "book"))]) -> None:
    """Is a resisted or soaked wound avoided, or only lowered by 1?"""
    battle.lessen = "" if wounds == "book" else wounds
    told(battle, f"Resisted and soaked wounds: {wounds}.")


@COMMANDS.command("Veto an order to a charmed creature.")
def veto(
    battle: TiersBattle, who: Who, option: Annotated[str, Takes("option id")],
    why: Annotated[str, Takes("reason")] = "it would endanger itself",
) -> None:  # fmt: skip
    """TI-96: an order to a charmed creature is refused."""
    if not who.has(v.CHARMED):
        raise Illegal(f"{who.name} is not charmed.")
    if option == "stop":
        raise Illegal("whoever is charmed may always end the turn: veto what it is told to do.")
    battle.forbidden = {**battle.forbidden, f"{VETO}{who.id}:{option}": why}
    told(battle, f"The GM vetoes an order to {who.name}.", [who.id])


@COMMANDS.command("Accept something else as an Act.")
def improvise(
    battle: TiersBattle, who: Who, what: Annotated[str, Takes("what it is")],
    action: Annotated[int, Takes("Action", read=lambda name: place_in(v.ACTIONS, name, "Action"))],
    number: Annotated[int, Takes("target number")] = 10,
    defense: Annotated[
        int, Takes("Defense of an improvised attack", read=lambda name: place_or_none(v.DEFENSES, name, "Defense"))
    ] = v.NONE,
    target: Annotated[Somebody, Takes("its target")] = None,
    wound: Annotated[int, Takes("wound on success", read=lambda name: place_or_none(v.WOUNDS, name, "wound"))] = v.NONE,
    severity: Annotated[int | None, Takes("its severity", low=1, high=5)] = None,
    kind: Annotated[str, Takes("melee, ranged, touch; by the distance if left out", one_of=v.KINDS[:v.AREA])] = "",
) -> None:  # fmt: skip
    """TI-47, TI-13: accept something else as an Act."""
    if (defense >= 0) != (target is not None):
        raise Malformed("an improvised attack needs both a defense and a target.")
    if wound > v.DISARMED:
        raise Illegal(f"{v.WOUNDS[wound]} is an event, not a lasting wound: let the roll be made, then move it by hand.")
    if wound >= 0 and target is None:
        raise Malformed("a wound comes of an improvised attack: name a defense and a target too.")
    usual = v.WOUND_SEVERITY[wound] if wound >= 0 else 0
    level = usual if severity is None else severity
    if not what:
        raise Malformed("what says what it is: a few words for the button.")
    way = v.KINDS.index(kind) if kind else v.NONE
    offer = Improvised(who.index, what, action, number, defense, index_of(target), wound, level, way)
    battle.improvised = [*battle.improvised, offer]
    told(battle, f"{who.name} may {offer.label} ({v.ACTIONS[action]}).", [who.id], figures_of(who))


# -- fates ----------------------------------------------------------------------------------------------------------


@COMMANDS.command("Decide who is dead, dying or stable.")
def fate(battle: TiersBattle, who: Who, is_: Annotated[str, Takes(one_of=("dead", "dying", "stable"))]) -> None:
    """TI-141."""
    if not who.is_present() and (who.status != v.DEAD or is_ == "dead"):
        raise Illegal(f"{who.name} is not in the fight any more.")
    if not who.is_present() and battle.standing_at(who.x, who.y, who.sheet.size, who) is not None:
        raise Illegal(f"somebody stands where {who.name} lies: move one of them first.")
    told(battle, f"The GM decides {who.name}'s fate.", [who.id])
    who.hp = 0
    if is_ == "dead":
        die(battle, who)
    else:
        who.status = v.UNCONSCIOUS
        fall(battle, who, is_ == "stable")


@COMMANDS.command("Mark somebody as surrendered.", "surrender", status="surrendered", does="surrenders")
@COMMANDS.command("Mark somebody as fled.", "flee", status="fled", does="flees")
def leave_fight(battle: TiersBattle, who: Present, status: str, does: str) -> None:
    who.status = v.STATUSES.index(status)
    told(battle, f"{who.name} {does}.", [who.id])
    source_gone(battle, who)


@COMMANDS.command("End the fight now.")
def end(
    battle: TiersBattle, result: Annotated[str, Takes(one_of=v.END_REASONS)],
    winner: Annotated[str, Takes("who won", kind="side")] = "", why: Annotated[str | None, Takes("reason")] = None,
) -> None:  # fmt: skip
    """TI-33: with any of the five reasons."""
    sides = sorted({unit.side for unit in battle.units})
    if winner and winner not in sides:
        raise Unavailable(f"there is no side called {winner!r}: there are {', '.join(sides)}.")
    battle.outcome = Outcome(result, winner, f"the GM ends it: {result}" if why is None else why)
    told(battle, f"The GM ends the fight: {result}.")


@COMMANDS.command("Award Beacon Points.")
def beacon(battle: TiersBattle, who: Who, points: Annotated[int, Takes("how many")] = 1) -> None:
    if not who.sheet.is_pc:
        raise Illegal("only player characters have Beacon Points.")
    if who.beacon + points < 0:
        raise Malformed(f"{who.name} has {who.beacon} Beacon Points.")
    if who.beacon + points > MOST_BEACON:
        raise Malformed(f"nobody has more than {MOST_BEACON} Beacon Points: {who.name} can get {MOST_BEACON - who.beacon}.")
    who.beacon += points
    told(battle, f"{who.name} {'gains' if points >= 0 else 'loses'} {abs(points)} Beacon Points.", [who.id])


@COMMANDS.command("Spend a Beacon Point for an Act or React.", "spend_beacon")
def spend(
    battle: TiersBattle, who: Present,
    for_: Annotated[str, Takes(one_of=("act", "react"))],
) -> None:  # fmt: skip
    """TI-121: a Beacon Point for an Act or a React, at any moment."""
    if who.beacon <= 0:
        raise Illegal(f"{who.name} has no Beacon Point.")
    buy_with_beacon(battle, who, for_)


@COMMANDS.command("Grant a Recover.", "recover")
def grant_recover(battle: TiersBattle, who: Who, downtime: Annotated[bool, Takes("for 1 Stress")] = False) -> None:
    """TI-144; in downtime for 1 Stress."""
    if not who.is_present() and not (downtime and who.status in (v.FLED, v.SURRENDERED)):
        raise Illegal(f"{who.name} is beyond recovery.")
    if downtime:
        if who.free_stress() < 1:
            raise Illegal(f"{who.name} has no free Stress box.")
        add_stress(battle, who, 1, "recovering in downtime", "TI-144")
    told(battle, f"{who.name} recovers.", [who.id])
    recover(battle, who)


@COMMANDS.command("Bring Soak Boxes back for a new adventure.")
def restore_soak(battle: TiersBattle, who: Annotated[Somebody, Takes("whom, or everybody")] = None) -> None:
    """TI-78: Load is chosen for the next adventure."""
    chosen = [who] if who else list(battle.creatures)
    for creature in chosen:
        creature.soak_marked = 0
    words = "Soak Boxes come back: " + ", ".join(creature.name for creature in chosen) + "."
    if all(creature.sheet.is_pc for creature in chosen):
        told(battle, words)
    else:
        told(battle, words, [who.id] if who else [], "gm", "Soak Boxes come back.")


# -- wounds and boons -----------------------------------------------------------------------------------------------


def param_of(kind: v.EffectKind, energy: str, defense: str, needed: bool, hidden_from: Somebody = None) -> int:
    """The type or Defense a wound or boon is about, there where it needs one, and only there; or from whom somebody is Hidden."""
    if kind is v.BOON_KINDS[v.B_HIDDEN]:
        return index_of(hidden_from)
    if not kind.about:
        return v.NONE
    named, a_name = (defense, "Defense") if kind.about == "defense" else (energy, "energy type")
    if named:
        return place_in(v.ABOUT[kind.about], named, a_name)
    if needed:
        raise Malformed(f"{kind.name} names {'a' if kind.about == 'defense' else 'an'} {a_name}.")
    return v.NONE


def index_of(who: Somebody) -> int:
    return who.index if who is not None else v.NONE


def source_of(kind: int, who: Creature, source: Somebody) -> int:
    """Whom a wound comes from."""
    if v.WOUND_KINDS[kind].by_somebody:
        if source is None:
            raise Malformed(f"{v.WOUNDS[kind]} comes from somebody: name them under source.")
        if source is who:
            raise Malformed(f"{who.name} cannot be {v.WOUNDS[kind]} by itself.")
    return index_of(source)


Wound = Annotated[int, Takes("which", read=lambda name: place_in(v.WOUNDS, name, "wound"))]
Boon = Annotated[int, Takes("which", read=lambda name: place_in(v.BOONS, name, "boon"))]
ThisType = Annotated[str, Takes("the one about this type")]
ThisDefense = Annotated[str, Takes("the one about this Defense")]


@COMMANDS.command("Inflict a wound.", "wound")
def give_wound(
    battle: TiersBattle, who: Present, wound: Wound, severity: Level = None,
    source: Annotated[Somebody, Takes("from whom")] = None, energy: Annotated[str, Takes("type")] = "",
    defense: Annotated[str, Takes("Defense")] = "", rounds: Rounds = 0,
    exactly: Annotated[bool, Takes("lower an existing one too")] = False,
) -> None:  # fmt: skip
    """With `exactly` an existing one is set to this severity; else the higher stays, as the book has it."""
    if wound >= v.FIRST_EVENT:
        raise Illegal(f"{v.WOUNDS[wound]} is an event, not a lasting wound: move or disarm instead.")
    level = v.WOUND_SEVERITY[wound] if severity is None else severity
    by, param = source_of(wound, who, source), param_of(v.WOUND_KINDS[wound], energy, defense, True)
    told(battle, f"The GM wounds {who.name}.", [who.id])
    gain(battle, who, Effect(wound, level, by, param, rounds), exactly)


@COMMANDS.command("Strike an item from somebody's hands.", "disarm")
def take_item(
    battle: TiersBattle, who: Present, item: Annotated[str, Takes("id or name of the item; the main weapon if left out")] = "",
) -> None:  # fmt: skip
    """TI-98: it lies in the square of whoever held it."""
    for held in items_to_strike_away(who):
        if item in ("", held.id, held.name):
            disarm(battle, who, held.id)
            return
    names = ", ".join(held.name for held in items_to_strike_away(who)) or "nothing"
    raise Unavailable(f"{who.name} does not hold {item!r}, but {names}." if item else f"{who.name} has empty hands.")


@COMMANDS.command("End a wound.", "end_wound")
def take_wound(
    battle: TiersBattle, who: Who, wound: Wound, source: Annotated[Somebody, Takes("the one from whom")] = None,
    energy: ThisType = "", defense: ThisDefense = "",
) -> None:  # fmt: skip
    """Every one of that name, or the one about this type, Defense or source; also one printed on the sheet."""
    param, by = param_of(v.WOUND_KINDS[wound], energy, defense, False), index_of(source)
    of_kind = [effect for effect in who.wounds if effect.kind == wound]
    found = [effect for effect in of_kind if param in (v.NONE, effect.param) and by in (v.NONE, effect.source)]
    if not found:
        raise Unavailable(f"{who.name} is not {v.WOUNDS[wound]}{' in that way' if of_kind else ''}.")
    end_effects(battle, who, found, "the GM's word")


@COMMANDS.command("Grant a boon.", "boon")
def give_boon(
    battle: TiersBattle, who: Present, boon: Boon, quality: Level = None,
    from_: Annotated[Somebody, Takes("Hidden from whom")] = None, energy: Annotated[str, Takes("type")] = "",
    defense: Annotated[str, Takes("Defense")] = "", rounds: Rounds = 0,
) -> None:  # fmt: skip
    if boon == v.B_HEALING:
        raise Illegal("healing works by dice at once: use recover, or set hp.")
    param = param_of(v.BOON_KINDS[boon], energy, defense, True, from_)
    told(battle, f"The GM grants {who.name} something.", [who.id])
    gain(battle, who, boon_of(boon, quality or 0, v.NONE, param, rounds))


@COMMANDS.command("End a boon.", "end_boon")
def take_boon(
    battle: TiersBattle, who: Who, boon: Boon, from_: Annotated[Somebody, Takes("Hidden from whom")] = None,
    energy: ThisType = "", defense: ThisDefense = "",
) -> None:  # fmt: skip
    param = param_of(v.BOON_KINDS[boon], energy, defense, False, from_)
    found = [effect for effect in who.boons if effect.kind == boon and param in (v.NONE, effect.param)]
    if not found:
        raise Unavailable(f"{who.name} is not {v.BOONS[boon]}.")
    end_effects(battle, who, found, "the GM's word")


@COMMANDS.command("Set the number against wounds.")
def resist_number(battle: TiersBattle, base: Annotated[int, Takes("5, 10 or 15")]) -> None:
    """TI-R41: 5, 10 or 15 plus Tier against wounds."""
    if base not in (5, 10, 15):
        raise Malformed("base is 5, 10 or 15.")
    battle.resist_base = base
    told(battle, f"Shaking off wounds needs {base} plus Tier.")


# -- objectives and ground ------------------------------------------------------------------------------------------


def clock_named(battle: TiersBattle, name: str) -> Clock:
    clock = battle.clock(name)
    if clock is not None:
        return clock
    names = ", ".join(clock.name for clock in battle.clocks) or "none"
    raise Unavailable(f"there is no objective called {name!r}: there are {names}.")


@COMMANDS.command("Open a skill objective.", "objective")
def open_clock(
    battle: TiersBattle, name: Annotated[str, Takes("what")], size: Annotated[int, Takes("4, 6 or 8")] = 4,
    actions: Annotated[str, Takes("Actions")] = "", position: Annotated[str, Takes("controlled, risky, desperate")] = "risky",
    rounds: Annotated[int, Takes("last round", low=0, high=1_000)] = 0, secret: Annotated[bool, Takes("for the GM only")] = False,
) -> None:  # fmt: skip
    """TI-147."""
    if not name or ":" in name or "@" in name:
        raise Malformed("name says what it is about, without : and @.")
    if battle.clock(name) is not None:
        raise Unavailable(f"there is already an objective called {name!r}.")
    if size not in (4, 6, 8):
        raise Malformed("size is 4, 6 or 8.")
    fitting = [word.strip() for word in actions.split(",") if word.strip()]
    clock = clock_of({
        "name": name, "size": size, "actions": fitting, "position": position, "rounds": rounds, "secret": secret,
    })  # fmt: skip
    battle.clocks = [*battle.clocks, clock]
    told(battle, f"An objective: {name}.", [], "gm" if clock.secret else "all")


@COMMANDS.command("Fill segments of an objective.", "tick")
def tick_clock(
    battle: TiersBattle, name: Annotated[str, Takes("which")], segments: Annotated[int, Takes("how many")] = 1,
) -> None:  # fmt: skip
    tick(battle, clock_named(battle, name).name, segments)


@COMMANDS.command("Close an objective.", "close")
def close_clock(battle: TiersBattle, name: Annotated[str, Takes("which")]) -> None:
    closed = clock_named(battle, name)
    battle.clocks = [clock for clock in battle.clocks if clock is not closed]
    told(battle, f"The objective {name} is closed.", [], "gm" if closed.secret else "all")


@COMMANDS.command("Change a square.")
def terrain(
    battle: TiersBattle, x: Annotated[int, Takes("column")], y: Annotated[int, Takes("row")],
    is_: Annotated[str, Takes("terrain tags, or open")],
) -> None:  # fmt: skip
    if not battle.map.inside(x, y, 1):
        raise Malformed("that square is off the map.")
    bits = 0
    for word in [part.strip() for part in is_.split(",") if part.strip()]:
        if word not in TERRAINS and word != "open":
            raise Malformed(f"is lists {', '.join(TERRAINS)}, or open; not {word!r}.")
        bits |= TERRAINS.get(word, 0)
    if bits & CLOSED and any(
        one.is_present() and feet_between(x, y, 1, one.x, one.y, one.sheet.size) == 0 for one in battle.creatures
    ):
        raise Illegal("somebody stands there: move them first.")
    if bits & HAZARD and battle.map.hazard is None:
        raise Illegal("this battlefield does not say what a hazard does.")
    battle.map = battle.map.changed([y * battle.map.width + x], bits, -1)
    told(battle, f"The ground at {x},{y} is {is_} now.")


@COMMANDS.command("Burst the tank.")
def burst(battle: TiersBattle) -> None:
    if battle.tank_burst:
        raise Illegal("it has burst already.")
    burst_tank(battle)


RULINGS = COMMANDS.rulings
