"""The GM's commands of this book (TI-146). Each refuses before it changes anything, or changes and tells."""

from __future__ import annotations

from quintain.engine.battle import Battle
from quintain.engine.event import Outcome
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import flag_of, number_of, text_of, told
from quintain.engine.system import Called, Ruling, unit_named
from quintain.systems.tiers.audience import figures_of
from quintain.systems.tiers.battle import PAIR_HIDDEN, PAIRS, Improvised, TiersBattle
from quintain.systems.tiers.battlefield import CLOSED, HAZARD, TERRAINS, feet_between
from quintain.systems.tiers.conditions import VETO, bestow, end_wound, inflict, source_gone, take_boons
from quintain.systems.tiers.fields import MOST_BEACON
from quintain.systems.tiers.fields_rows import clock_of
from quintain.systems.tiers.file_words import place_in, place_or_none
from quintain.systems.tiers.forced_movement import burst_tank
from quintain.systems.tiers.performing import tick
from quintain.systems.tiers.sheet import Creature, Mark
from quintain.systems.tiers.stress import add_stress, spend_beacon
from quintain.systems.tiers.vocabulary import (
    ACTIONS,
    AMBUSHING,
    AREA,
    B_DEFLECTING,
    B_FORTIFIED,
    B_HIDDEN,
    B_IMMUNE,
    B_RESISTANT,
    BOON_QUALITY,
    BOONS,
    CAUTIOUS,
    CHARMED,
    DEAD,
    DEFENSES,
    DISARMED,
    DOMINATED,
    END_REASONS,
    ENERGIES,
    EXPOSED,
    FIRST_EVENT,
    FLED,
    GOADED,
    KINDS,
    NONE,
    POSITIONS,
    SENSES,
    STAGE_AMBUSH,
    STAGE_STANCES,
    SURRENDERED,
    TERRIFIED,
    UNCONSCIOUS,
    UNDECIDED,
    VULNERABLE,
    WOUND_SEVERITY,
    WOUNDS,
)
from quintain.systems.tiers.zero_hp import die, fall, recover


def arena(battle: Battle) -> TiersBattle:
    assert isinstance(battle, TiersBattle)
    return battle


def creature_named(battle: Battle, args: dict[str, object], name: str = "who") -> Creature:
    unit = unit_named(battle, args.get(name))
    assert isinstance(unit, Creature)
    return unit


def one_of(args: dict[str, object], name: str, words: tuple[str, ...] | list[str]) -> str:
    value = text_of(args, name)
    if value not in words:
        raise Malformed(f"{name} is one of {', '.join(words)}, not {value!r}.")
    return value


def here(battle: Battle, args: dict[str, object], name: str = "who") -> Creature:
    """Somebody who is still in the fight."""
    creature = creature_named(battle, args, name)
    if not creature.is_present():
        raise Illegal(f"{creature.name} is not in the fight any more.")
    return creature


# -- before the fight and in stage 1 --------------------------------------------------------------------------------


def surprise(battle: Battle, args: dict[str, object]) -> None:
    creature = creature_named(battle, args)
    creature.surprised = flag_of(args, "on", True)
    told(battle, f"{creature.name} is {'' if creature.surprised else 'not '}Surprised.", [creature.id])


def ambush(battle: Battle, args: dict[str, object]) -> None:
    creature = creature_named(battle, args)
    on = flag_of(args, "on", True)
    if on and (arena(battle).stage > STAGE_AMBUSH or creature.acted):
        raise Illegal(f"{creature.name} cannot ambush any more this round: that stage is over, or its turn is.")
    creature.ambushing = creature.lurking = on
    if creature.ambushing and (arena(battle).switches.ambush_turn == "instead" or not creature.sheet.is_pc):
        creature.stance = AMBUSHING
    elif creature.stance == AMBUSHING:
        creature.stance = UNDECIDED if creature.sheet.is_pc else CAUTIOUS
    told(battle, f"{creature.name} is {'' if creature.ambushing else 'not '}Ambushing.", [creature.id])


def watch(battle: Battle, args: dict[str, object]) -> None:
    creature = creature_named(battle, args)
    creature.watchful = flag_of(args, "on", True)
    told(battle, f"{creature.name} is {'' if creature.watchful else 'not '}on watch.", [creature.id], "gm")


def hurry(battle: Battle, args: dict[str, object]) -> None:
    """TI-28."""
    field = arena(battle)
    creature = creature_named(battle, args)
    if field.stage != STAGE_STANCES or field.acting >= 0:
        raise Illegal("only while the players are choosing their stances.")
    if creature.sheet.is_pc or not creature.is_up() or creature.acted or creature.surprised:
        raise Illegal(f"{creature.name} has no turn to take now.")
    field.hurried = creature.index
    told(battle, f"The GM does not wait: {creature.name} acts.", [creature.id])


# -- attacks --------------------------------------------------------------------------------------------------------


def position(battle: Battle, args: dict[str, object]) -> None:
    """TI-62."""
    word = one_of(args, "position", POSITIONS)
    arena(battle).position = POSITIONS.index(word)
    told(battle, f"The next attack is {word}.")


def armor(battle: Battle, args: dict[str, object]) -> None:
    """TI-74."""
    creature = creature_named(battle, args)
    word = one_of(args, "suits", ["yes", "no", "book"])
    creature.armor_word = {"yes": 1, "no": -1, "book": 0}[word]
    words = {"yes": "helps now", "no": "does not help now", "book": "goes by the book again"}[word]
    told(battle, f"{creature.name}'s armor {words}.", [creature.id], figures_of(creature))


def senses(battle: Battle, args: dict[str, object]) -> None:
    """What depends on sight or sound."""
    field = arena(battle)
    name = text_of(args, "what")
    known = {"bare hands"}
    for creature in field.creatures:
        known.update([item.name for item in creature.sheet.items] + [power.name for power in creature.sheet.powers])
    known.update([clock.name for clock in field.clocks] + [offer.label for offer in field.improvised])
    if name not in known:
        raise Unavailable(f"nobody here has a weapon, power or task called {name!r}.")
    mask = 0
    for word in [part.strip() for part in text_of(args, "depends_on").split(",") if part.strip()]:
        if word not in SENSES and word != "neither":
            raise Malformed(f"depends_on lists {', '.join(SENSES)}, or neither; not {word!r}.")
        mask |= SENSES.get(word, 0)
    field.senses = {**field.senses, name: mask}
    # Section 7: what an adversary could do is not said before it does it.
    theirs = {power.name for creature in field.creatures if not creature.sheet.is_pc for power in creature.sheet.powers}
    told(battle, f"{name} involves {text_of(args, 'depends_on')}.", [], "gm" if name in theirs else "all")


def pair(battle: Battle, args: dict[str, object]) -> None:
    """TI-90."""
    field = arena(battle)
    first, second = creature_named(battle, args, "who"), creature_named(battle, args, "to")
    what = PAIRS.index(one_of(args, "what", PAIRS))
    word = one_of(args, "is", ["yes", "no", "map"])
    if first is second:
        raise Malformed("a pair is two creatures.")
    field.set_pair(what, first, second, {"yes": 1, "no": -1, "map": 0}[word])
    words = f"{first.name} {PAIRS[what]} in respect of {second.name}: {word}."
    told(battle, words, [first.id, second.id], "gm" if what == PAIR_HIDDEN else "all")


def lessen(battle: Battle, args: dict[str, object]) -> None:
    """Is a resisted or soaked wound avoided, or only lowered by 1?"""
    word = one_of(args, "wounds", ["avoid", "lower", "book"])
    arena(battle).lessen = "" if word == "book" else word
    told(battle, f"Resisted and soaked wounds: {word}.")


def refuse_aid(battle: Battle, args: dict[str, object]) -> None:
    creature = creature_named(battle, args)
    creature.aid_refused = flag_of(args, "on", True)
    told(battle, f"{creature.name} {'cannot' if creature.aid_refused else 'can'} aid.", [creature.id])


def veto(battle: Battle, args: dict[str, object]) -> None:
    """TI-96: an order to a charmed creature is refused."""
    creature = creature_named(battle, args)
    if not creature.has(CHARMED):
        raise Illegal(f"{creature.name} is not charmed.")
    option = text_of(args, "option")
    if option == "stop":
        raise Illegal("whoever is charmed may always end the turn: veto what it is told to do.")
    battle.forbidden = {**battle.forbidden, f"{VETO}{creature.id}:{option}": text_of(args, "why", "it would endanger itself")}
    told(battle, f"The GM vetoes an order to {creature.name}.", [creature.id])


def improvise(battle: Battle, args: dict[str, object]) -> None:
    """TI-47, TI-13: accept something else as an Act."""
    field = arena(battle)
    creature = creature_named(battle, args)
    action = place_in(ACTIONS, text_of(args, "action"), "Action")
    defense = place_or_none(DEFENSES, text_of(args, "defense"), "Defense")
    target = creature_named(battle, args, "target").index if args.get("target") else NONE
    if (defense >= 0) != (target >= 0):
        raise Malformed("an improvised attack needs both a defense and a target.")
    wound = place_or_none(WOUNDS, text_of(args, "wound"), "wound")
    if wound > DISARMED:
        raise Illegal(f"{WOUNDS[wound]} is an event, not a lasting wound: let the roll be made, then move it by hand.")
    if wound >= 0 and target < 0:
        raise Malformed("a wound comes of an improvised attack: name a defense and a target too.")
    level = number_of(args, "severity", WOUND_SEVERITY[wound] if wound >= 0 else 0)
    if wound >= 0 and not 1 <= level <= 5:
        raise Malformed("severity is 1 to 5.")
    if not text_of(args, "what"):
        raise Malformed("what says what it is: a few words for the button.")
    kind = KINDS.index(one_of(args, "kind", KINDS[:AREA])) if args.get("kind") else NONE
    number = number_of(args, "number", 10)
    offer = Improvised(creature.index, text_of(args, "what"), action, number, defense, target, wound, level, kind)
    field.improvised = [*field.improvised, offer]
    told(battle, f"{creature.name} may {offer.label} ({ACTIONS[action]}).", [creature.id], figures_of(creature))


# -- fates ----------------------------------------------------------------------------------------------------------


def fate(battle: Battle, args: dict[str, object]) -> None:
    """TI-141."""
    creature, field = creature_named(battle, args), arena(battle)
    word = one_of(args, "is", ["dead", "dying", "stable"])
    if not creature.is_present() and (creature.status != DEAD or word == "dead"):
        raise Illegal(f"{creature.name} is not in the fight any more.")
    if not creature.is_present() and field.standing_at(creature.x, creature.y, creature.sheet.size, creature) is not None:
        raise Illegal(f"somebody stands where {creature.name} lies: move one of them first.")
    told(battle, f"The GM decides {creature.name}'s fate.", [creature.id])
    creature.hp = 0
    if word == "dead":
        die(arena(battle), creature)
    else:
        creature.status = UNCONSCIOUS
        fall(arena(battle), creature, word == "stable")


def leave_fight(battle: Battle, args: dict[str, object], status: int, words: str) -> None:
    creature = here(battle, args)
    creature.status = status
    told(battle, f"{creature.name} {words}.", [creature.id])
    source_gone(arena(battle), creature)


def surrender(battle: Battle, args: dict[str, object]) -> None:
    leave_fight(battle, args, SURRENDERED, "surrenders")


def flee(battle: Battle, args: dict[str, object]) -> None:
    leave_fight(battle, args, FLED, "flees")


def end(battle: Battle, args: dict[str, object]) -> None:
    """TI-33: with any of the five reasons."""
    reason = text_of(args, "result", "ceasefire")
    if reason not in END_REASONS:
        raise Malformed(f"result is one of {', '.join(END_REASONS)}, not {reason!r}.")
    winner = text_of(args, "winner")
    sides = sorted({unit.side for unit in battle.units})
    if winner and winner not in sides:
        raise Unavailable(f"there is no side called {winner!r}: there are {', '.join(sides)}.")
    battle.outcome = Outcome(reason, winner, text_of(args, "why", f"the GM ends it: {reason}"))
    told(battle, f"The GM ends the fight: {reason}.")


def beacon(battle: Battle, args: dict[str, object]) -> None:
    creature = creature_named(battle, args)
    points = number_of(args, "points", 1)
    if not creature.sheet.is_pc:
        raise Illegal("only player characters have Beacon Points.")
    if creature.beacon + points < 0:
        raise Malformed(f"{creature.name} has {creature.beacon} Beacon Points.")
    if creature.beacon + points > MOST_BEACON:
        raise Malformed(f"nobody has more than {MOST_BEACON} Beacon Points: {creature.name} can get {MOST_BEACON - creature.beacon}.")
    creature.beacon += points
    told(battle, f"{creature.name} {'gains' if points >= 0 else 'loses'} {abs(points)} Beacon Points.", [creature.id])


def spend(battle: Battle, args: dict[str, object]) -> None:
    """TI-121: a Beacon Point for an Act or a React, at any moment."""
    creature = here(battle, args)
    word = one_of(args, "for", ["act", "react"])
    if creature.beacon <= 0:
        raise Illegal(f"{creature.name} has no Beacon Point.")
    spend_beacon(arena(battle), creature, f"for one more {word.capitalize()}")
    if word == "act":
        creature.extra_acts += 1
    else:
        creature.extra_reacts += 1


def grant_recover(battle: Battle, args: dict[str, object]) -> None:
    """TI-144; in downtime for 1 Stress."""
    creature = creature_named(battle, args)
    downtime = flag_of(args, "downtime")
    if not creature.is_present() and not (downtime and creature.status in (FLED, SURRENDERED)):
        raise Illegal(f"{creature.name} is beyond recovery.")
    if downtime:
        if creature.free_stress() < 1:
            raise Illegal(f"{creature.name} has no free Stress box.")
        add_stress(arena(battle), creature, 1, "recovering in downtime")
    told(battle, f"{creature.name} recovers.", [creature.id])
    recover(arena(battle), creature)


def restore_soak(battle: Battle, args: dict[str, object]) -> None:
    """TI-78: Load is chosen for the next adventure."""
    field = arena(battle)
    chosen = [creature_named(battle, args)] if args.get("who") else list(field.creatures)
    for creature in chosen:
        creature.soak_marked = 0
    words = "Soak Boxes come back: " + ", ".join(creature.name for creature in chosen) + "."
    if all(creature.sheet.is_pc for creature in chosen):
        told(battle, words)
    else:
        told(battle, words, [], "gm", "Soak Boxes come back.")


# -- wounds and boons -----------------------------------------------------------------------------------------------


def param_of(args: dict[str, object], about_type: bool, about_defense: bool, what: str, needed: bool) -> int:
    """The type or Defense a wound or boon is about: there where it needs one, and only there."""
    energy, defense = text_of(args, "energy"), text_of(args, "defense")
    if about_type and (energy or needed):
        if not energy:
            raise Malformed(f"{what} names an energy type.")
        return place_in(ENERGIES, energy, "energy type")
    if about_defense and (defense or needed):
        if not defense:
            raise Malformed(f"{what} names a Defense.")
        return place_in(DEFENSES, defense, "Defense")
    return NONE


def wound_param(kind: int, args: dict[str, object], needed: bool) -> int:
    return param_of(args, kind == VULNERABLE, kind == EXPOSED, WOUNDS[kind], needed)


def boon_param(battle: Battle, kind: int, args: dict[str, object], needed: bool) -> int:
    if kind == B_HIDDEN:
        return creature_named(battle, args, "from").index if args.get("from") else NONE
    return param_of(args, kind in (B_RESISTANT, B_IMMUNE, B_DEFLECTING), kind == B_FORTIFIED, BOONS[kind], needed)


def rounds_of(args: dict[str, object]) -> int:
    rounds = number_of(args, "rounds")
    if not 0 <= rounds <= 99:
        raise Malformed("rounds is 0 (until it is ended) to 99.")
    return rounds


def source_of(battle: Battle, kind: int, creature: Creature, args: dict[str, object]) -> int:
    """Whom a wound comes from; some come from somebody or are nothing."""
    source = creature_named(battle, args, "source").index if args.get("source") else NONE
    if kind in (CHARMED, DOMINATED, GOADED, TERRIFIED):
        if source < 0:
            raise Malformed(f"{WOUNDS[kind]} comes from somebody: name them under source.")
        if source == creature.index:
            raise Malformed(f"{creature.name} cannot be {WOUNDS[kind]} by itself.")
    return source


def give_wound(battle: Battle, args: dict[str, object]) -> None:
    """With `exactly` an existing one is set to this severity; else the higher stays, as the book has it."""
    creature = here(battle, args)
    kind = place_in(WOUNDS, text_of(args, "wound"), "wound")
    if kind >= FIRST_EVENT:
        raise Illegal(f"{WOUNDS[kind]} is an event, not a lasting wound: move or disarm instead.")
    level = number_of(args, "severity", WOUND_SEVERITY[kind])
    if not 1 <= level <= 5:
        raise Malformed("severity is 1 to 5.")
    source, param, rounds = source_of(battle, kind, creature, args), wound_param(kind, args, True), rounds_of(args)
    exactly = flag_of(args, "exactly")
    told(battle, f"The GM wounds {creature.name}.", [creature.id])
    if exactly:
        creature.wounds = [mark for mark in creature.wounds if mark.trait or mark.kind != kind or mark.param != param]
    inflict(arena(battle), creature, Mark(kind, level, source, param, rounds, False, False))


def take_wound(battle: Battle, args: dict[str, object]) -> None:
    """Every one of that name, or the one about this type, Defense or source; also one printed on the sheet."""
    creature = creature_named(battle, args)
    kind = place_in(WOUNDS, text_of(args, "wound"), "wound")
    param = wound_param(kind, args, False)
    source = creature_named(battle, args, "source").index if args.get("source") else NONE
    of_kind = [mark for mark in creature.wounds if mark.kind == kind]
    found = [mark for mark in of_kind if param in (NONE, mark.param) and source in (NONE, mark.source)]
    if not found:
        raise Unavailable(f"{creature.name} is not {WOUNDS[kind]}{' in that way' if of_kind else ''}.")
    for mark in found:
        end_wound(arena(battle), creature, mark, "the GM's word")


def give_boon(battle: Battle, args: dict[str, object]) -> None:
    creature = here(battle, args)
    kind = place_in(BOONS, text_of(args, "boon"), "boon")
    level = number_of(args, "quality", BOON_QUALITY[kind])
    if not 1 <= level <= 5:
        raise Malformed("quality is 1 to 5.")
    if BOONS[kind] == "healing":
        raise Illegal("healing works by dice at once: use recover, or set hp.")
    param, rounds = boon_param(battle, kind, args, True), rounds_of(args)
    told(battle, f"The GM grants {creature.name} something.", [creature.id])
    bestow(arena(battle), creature, Mark(kind, level, NONE, param, rounds, False, False))


def take_boon(battle: Battle, args: dict[str, object]) -> None:
    creature = creature_named(battle, args)
    kind = place_in(BOONS, text_of(args, "boon"), "boon")
    param = boon_param(battle, kind, args, False)
    if not any(mark.kind == kind and param in (NONE, mark.param) for mark in creature.boons):
        raise Unavailable(f"{creature.name} is not {BOONS[kind]}.")
    take_boons(arena(battle), creature, kind, param, "the GM's word")


def resist_number(battle: Battle, args: dict[str, object]) -> None:
    """TI-R41: 5, 10 or 15 plus Tier against wounds."""
    base = number_of(args, "base", 10)
    if base not in (5, 10, 15):
        raise Malformed("base is 5, 10 or 15.")
    arena(battle).resist_base = base
    told(battle, f"Shaking off wounds needs {base} plus Tier.")


# -- objectives and ground ------------------------------------------------------------------------------------------


def clock_place(battle: TiersBattle, name: str) -> int:
    for place, clock in enumerate(battle.clocks):
        if clock.name == name:
            return place
    names = ", ".join(clock.name for clock in battle.clocks) or "none"
    raise Unavailable(f"there is no objective called {name!r}: there are {names}.")


def open_clock(battle: Battle, args: dict[str, object]) -> None:
    """TI-147."""
    field = arena(battle)
    name = text_of(args, "name")
    if not name or ":" in name or "@" in name:
        raise Malformed("name says what it is about, without : and @.")
    if any(clock.name == name for clock in field.clocks):
        raise Unavailable(f"there is already an objective called {name!r}.")
    if number_of(args, "size", 4) not in (4, 6, 8):
        raise Malformed("size is 4, 6 or 8.")
    actions = [word.strip() for word in text_of(args, "actions").split(",") if word.strip()]
    clock = clock_of({**args, "actions": actions})
    field.clocks = [*field.clocks, clock]
    told(battle, f"An objective: {name}.", [], "gm" if clock.secret else "all")


def tick_clock(battle: Battle, args: dict[str, object]) -> None:
    field = arena(battle)
    tick(field, clock_place(field, text_of(args, "name")), number_of(args, "segments", 1))


def close_clock(battle: Battle, args: dict[str, object]) -> None:
    field = arena(battle)
    place = clock_place(field, text_of(args, "name"))
    secret_one = field.clocks[place].secret
    field.clocks = [clock for at, clock in enumerate(field.clocks) if at != place]
    told(battle, f"The objective {text_of(args, 'name')} is closed.", [], "gm" if secret_one else "all")


def terrain(battle: Battle, args: dict[str, object]) -> None:
    field = arena(battle)
    x, y = number_of(args, "x"), number_of(args, "y")
    if not field.field.inside(x, y, 1):
        raise Malformed("that square is off the map.")
    bits = 0
    for word in [part.strip() for part in text_of(args, "is").split(",") if part.strip()]:
        if word not in TERRAINS and word != "open":
            raise Malformed(f"is lists {', '.join(TERRAINS)}, or open; not {word!r}.")
        bits |= TERRAINS.get(word, 0)
    if bits & CLOSED and any(one.is_present() and feet_between(x, y, 1, one.x, one.y, one.sheet.size) == 0 for one in field.creatures):
        raise Illegal("somebody stands there: move them first.")
    if bits & HAZARD and field.field.hazard is None:
        raise Illegal("this battlefield does not say what a hazard does.")
    field.field = field.field.changed([y * field.field.width + x], bits, -1)
    told(battle, f"The ground at {x},{y} is {text_of(args, 'is')} now.")


def burst(battle: Battle, args: dict[str, object]) -> None:
    if arena(battle).tank_burst:
        raise Illegal("it has burst already.")
    burst_tank(arena(battle))


WHO = "unit: whom"
RULINGS: dict[str, Ruling] = {
    ruling.name: ruling
    for ruling in (
        Called("surprise", "Make somebody Surprised, or not.", {"who": WHO, "on": "bool?: true or false"}, surprise),
        Called("ambush", "Make somebody Ambushing, or not.", {"who": WHO, "on": "bool?: true or false"}, ambush),
        Called("watch", "Put somebody on watch, or not.", {"who": WHO, "on": "bool?: true or false"}, watch),
        Called("hurry", "Let an NPC act while the players dither.", {"who": WHO}, hurry),
        Called("position", "Set the position of the next attack.", {"position": "text: controlled, risky, desperate"}, position),
        Called("armor", "Say whether armor suits.", {"who": WHO, "suits": "text: yes, no, book"}, armor),
        Called(
            "senses", "Say what depends on sight or sound.",
            {"what": "text: name of a power or weapon", "depends_on": "text: sight, sound, wholly sight, wholly sound, neither"},
            senses,
        ),
        Called(
            "pair", "Override cover, hiding or flanking for a pair.",
            {"who": "unit: who is", "to": "unit: in respect of whom", "what": "text: concealed, sheltered, hidden, flanking",
             "is": "text: yes, no, map"}, pair,
        ),
        Called("lessen", "Say what becomes of resisted and soaked wounds.", {"wounds": "text: avoid, lower, book"}, lessen),
        Called("refuse_aid", "Refuse somebody's Aid, or allow it.", {"who": WHO, "on": "bool?: true or false"}, refuse_aid),
        Called(
            "veto", "Veto an order to a charmed creature.",
            {"who": WHO, "option": "text: option id", "why": "text?: reason"}, veto,
        ),
        Called(
            "improvise", "Accept something else as an Act.",
            {"who": WHO, "what": "text: what it is", "action": "text: Action", "number": "int?: target number",
             "defense": "text?: Defense of an improvised attack", "target": "unit?: its target", "wound": "text?: wound on success",
             "severity": "int?: its severity", "kind": "text?: melee, ranged, touch; by the distance if left out"}, improvise,
        ),
        Called("fate", "Decide who is dead, dying or stable.", {"who": WHO, "is": "text: dead, dying, stable"}, fate),
        Called("surrender", "Mark somebody as surrendered.", {"who": WHO}, surrender),
        Called("flee", "Mark somebody as fled.", {"who": WHO}, flee),
        Called(
            "end", "End the fight now.",
            {"result": "text: surrender, retreat, ceasefire, defeat, death", "winner": "side?: who won", "why": "text?: reason"}, end,
        ),
        Called("beacon", "Award Beacon Points.", {"who": WHO, "points": "int?: how many"}, beacon),
        Called("spend_beacon", "Spend a Beacon Point for an Act or React.", {"who": WHO, "for": "text: act, react"}, spend),
        Called("recover", "Grant a Recover.", {"who": WHO, "downtime": "bool?: for 1 Stress"}, grant_recover),
        Called("restore_soak", "Bring Soak Boxes back for a new adventure.", {"who": "unit?: whom, or everybody"}, restore_soak),
        Called(
            "wound", "Inflict a wound.",
            {"who": WHO, "wound": "text: which", "severity": "int?: 1 to 5", "source": "unit?: from whom", "energy": "text?: type",
             "defense": "text?: Defense", "rounds": "int?: turns it lasts", "exactly": "bool?: lower an existing one too"}, give_wound,
        ),
        Called(
            "end_wound", "End a wound.",
            {"who": WHO, "wound": "text: which", "source": "unit?: the one from whom", "energy": "text?: the one about this type",
             "defense": "text?: the one about this Defense"}, take_wound,
        ),
        Called(
            "boon", "Grant a boon.",
            {"who": WHO, "boon": "text: which", "quality": "int?: 1 to 5", "from": "unit?: Hidden from whom", "energy": "text?: type",
             "defense": "text?: Defense", "rounds": "int?: turns it lasts"}, give_boon,
        ),
        Called(
            "end_boon", "End a boon.",
            {"who": WHO, "boon": "text: which", "from": "unit?: Hidden from whom", "energy": "text?: the one about this type",
             "defense": "text?: the one about this Defense"}, take_boon,
        ),
        Called("resist_number", "Set the number against wounds.", {"base": "int: 5, 10 or 15"}, resist_number),
        Called(
            "objective", "Open a skill objective.",
            {"name": "text: what", "size": "int?: 4, 6 or 8", "actions": "text?: Actions",
             "position": "text?: controlled, risky, desperate", "rounds": "int?: last round",
             "secret": "bool?: for the GM only"}, open_clock,
        ),
        Called("tick", "Fill segments of an objective.", {"name": "text: which", "segments": "int?: how many"}, tick_clock),
        Called("close", "Close an objective.", {"name": "text: which"}, close_clock),
        Called("terrain", "Change a square.", {"x": "int: column", "y": "int: row", "is": "text: terrain tags, or open"}, terrain),
        Called("burst", "Burst the tank.", {}, burst),
    )
}  # fmt: skip
