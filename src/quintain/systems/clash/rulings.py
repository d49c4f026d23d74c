"""The GM's commands of this book (CL-104). Each is told with the old and the new value."""

from __future__ import annotations

from quintain.engine.battle import GM, Battle
from quintain.engine.dice import D20
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import flag_of, text_of, told
from quintain.engine.system import Called, Ruling
from quintain.systems.clash.actions import Declare
from quintain.systems.clash.conditions import fell_by_word, let_go, refit, set_health, stand_up, update_state
from quintain.systems.clash.consequences import restore_marks
from quintain.systems.clash.declaration import ACTIONS, Declaration, read_declaration
from quintain.systems.clash.fields import CLASSES, STATE_WORDS
from quintain.systems.clash.round import Conflict
from quintain.systems.clash.rulings_map import MAP_RULINGS, clash, forget_revert, number_within, unit_at, whom, zone_at
from quintain.systems.clash.rulings_work import WORK_RULINGS, feat_at
from quintain.systems.clash.scores import pay
from quintain.systems.clash.sentences import deed_words
from quintain.systems.clash.sheet import ACTIVE, HEALTH, MARKS, ClashBattle, ClashUnit, Modifier, Revert

# -- scores ----------------------------------------


def set_score(battle: Battle, args: dict[str, object]) -> None:
    """Set or clear an NPC's AS, an object's or a hazard's CS (CL-20, CL-104)."""
    b = clash(battle)
    at = unit_at(b, args)
    unit = b.unit(at)
    if unit.is_player():
        raise Illegal(f"{unit.name} rolls for a score: give a modifier instead (R-13).")
    check_lock(b, unit)
    before = str(unit.score) if unit.scored else "none"
    value = number_within(args, "value", -50, 99) if args.get("value") is not None else None
    if flag_of(args, "this_round"):
        b.reverts = [*b.reverts, Revert("unit", at, unit.scored, unit.score)]
    else:
        forget_revert(b, "unit", at)
    unit.scored = value is not None
    unit.score = value if value is not None else 0
    after = str(unit.score) if unit.scored else "none"
    known = GM if unit.is_character() or unit.sheet.secret_cs else whom(unit)
    told(b, f"The GM changes the score of {unit.name} from {before} to {after}.", [unit.id], known)


def check_lock(b: ClashBattle, unit: ClashUnit) -> None:
    if b.switches.npc_score_locked and b.now is not None and b.now.declared and unit.is_character() and not unit.is_player():
        raise Illegal("scores are locked once all have declared (npc_score_lock).")


def roll_score(battle: Battle, args: dict[str, object]) -> None:
    """Set an NPC's AS by rolling d20 + n (R-17)."""
    b = clash(battle)
    at = unit_at(b, args)
    unit = b.unit(at)
    if unit.is_player():
        raise Illegal(f"{unit.name} rolls in step 4 like every player's unit.")
    if not unit.is_character():
        raise Illegal(f"{unit.name} has a Challenge Score: set it with score.")
    check_lock(b, unit)
    forget_revert(b, "unit", at)
    bonus = number_within(args, "bonus", -50, 79)
    shown = b.roll(unit.id, "NPC score", D20, GM, unit.id).total()
    before = str(unit.score) if unit.scored else "none"
    unit.scored = True
    unit.score = shown + bonus
    told(b, f"The GM rolls for {unit.name}: {shown} + {bonus}; the score goes from {before} to {unit.score}.", [unit.id], GM)


def modify(battle: Battle, args: dict[str, object]) -> None:
    """Give a modifier to a unit, a zone or a check (CL-16, CL-33, CL-99)."""
    b = clash(battle)
    value = number_within(args, "value", -99, 99)
    reason = text_of(args, "reason", "the GM's modifier")
    rounds = -1 if flag_of(args, "lasting") else 1
    scope = text_of(args, "action")
    if scope and scope not in ACTIONS and not scope.startswith("feat:"):
        raise Unavailable(f"action is one of {', '.join(ACTIONS)}, or feat:ID, not {scope!r}.")
    if scope.startswith("feat:"):
        feat_at(b, {"feat": scope[5:]})
    named = [name for name in ("who", "zone", "check") if name in args]
    if len(named) != 1:
        raise Malformed("a modifier is for one of who, zone or check.")
    if named[0] == "who":
        unit = b.unit(unit_at(b, args))
        if not unit.is_character():
            raise Illegal(f"{unit.name} has no Action Score: give the modifier for the check object:{unit.id}.")
        check_lock(b, unit)
        unit.mods = [*unit.mods, Modifier("score", value, reason, rounds, scope)]
        told(b, f"The GM gives {unit.name} {value:+d}: {reason}.", [unit.id], whom(unit) if unit.is_player() else GM)
    elif named[0] == "zone":
        zone = zone_at(b, text_of(args, "zone"))
        b.zone_mods = [*b.zone_mods, (zone, Modifier("score", value, reason, rounds, scope))]
        told(b, f"The GM gives everybody in {b.field.zones[zone].name} {value:+d}: {reason}.")
    else:
        change_check(b, text_of(args, "check"), value, reason, rounds < 0)


def change_check(b: ClashBattle, check: str, value: int, reason: str, lasting: bool) -> None:
    """The modifier of one CS, for this round or until it is set to 0 (CL-16, CL-104)."""
    check, audience = check_named(b, check)
    before = b.checks.get(check, 0)
    if lasting:
        forget_revert(b, "check", 0, check)
    else:
        b.reverts = [*b.reverts, Revert("check", 0, check in b.checks, before, check)]
    b.checks = {**b.checks, check: value}
    told(b, f"The GM changes the modifier of the check {check} from {before:+d} to {value:+d}: {reason}.", [], audience)


def check_named(b: ClashBattle, check: str) -> tuple[str, str]:
    """The check as it is looked up, and who may hear of it."""
    kind, _, id = check.partition(":")
    if kind == "feat":
        feat = feat_at(b, {"feat": id})
        return check, GM if feat.hidden else "all"
    if kind in ("object", "revive"):
        unit = b.unit(unit_at(b, {"who": id}))
        if unit.is_character() != (kind == "revive"):
            raise Illegal(f"{unit.name} has no such check.")
        return check, whom(unit)
    if kind == "zone":
        zone_at(b, id)
        return check, "all"
    if kind != "edge":
        raise Malformed("check is feat:ID, object:ID, zone:ID, edge:A-B or revive:ID.")
    for passage in b.field.passages:
        first, second = sorted([b.field.zones[passage.a].id, b.field.zones[passage.b].id])
        if id in (f"{first}-{second}", f"{second}-{first}"):
            return f"edge:{first}-{second}", "all"
    raise Unavailable(f"there is no edge {id!r}: it is written as two zones with - between.")


def clear_modifiers(battle: Battle, args: dict[str, object]) -> None:
    b = clash(battle)
    if ("who" in args) == ("zone" in args):
        raise Malformed("clear the modifiers of one: who, or zone.")
    if "zone" in args:
        zone = zone_at(b, text_of(args, "zone"))
        b.zone_mods = [(at, mod) for at, mod in b.zone_mods if at != zone]
        told(b, f"The GM clears the modifiers of {b.field.zones[zone].name}.")
        return
    unit = b.unit(unit_at(b, args))
    before = len(unit.mods) + len(unit.coming)
    unit.mods = []
    unit.coming = []
    told(b, f"The GM clears {before} modifiers of {unit.name}.", [unit.id], whom(unit))


# -- intents and declarations ----------------------------------------


def read_for(b: ClashBattle, at: int, text: str) -> Declaration:
    option = Declare(b, at).find(text)
    if not isinstance(option, Declaration):
        raise Malformed(f"{text!r} is not a declaration, such as standing_attack@ID or move_far/ZONE/ZONE.")
    return option


def state_intent(battle: Battle, args: dict[str, object]) -> None:
    """State an intent for an NPC that differs from the true one (CL-23)."""
    b = clash(battle)
    at = unit_at(b, args)
    check_npc(b, at)
    stated = read_for(b, at, text_of(args, "intent"))
    before = b.turn(at).stated
    b.turn(at).stated = stated
    said = f"{b.unit(at).name} now seems to intend: "
    was = deed_words(b, before) if before is not None else "nothing"
    public = "" if b.unit(at).is_secret() else f"{said}{deed_words(b, stated, True)}."
    told(b, f"{said}{deed_words(b, stated)}. (Stated before: {was}.)", [b.unit(at).id], GM, public)


def change_intent(battle: Battle, args: dict[str, object]) -> None:
    """Change an NPC's true intent, even after declarations (CL-104, R-45)."""
    b = clash(battle)
    at = unit_at(b, args)
    check_npc(b, at)
    if b.switches.npc_intent_locked:
        raise Illegal("true intents are locked once stated (npc_intent_lock).")
    option = read_for(b, at, text_of(args, "intent"))
    if option.seeming is not None:
        raise Malformed("give only what it truly does here; what it seems to do is changed with state_intent.")
    why = Declare(b, at).why_not(option)
    if why:
        raise Illegal(f"{deed_words(b, option)}: {why}.")
    before = b.turn(at).declared
    was = deed_words(b, before) if before is not None else "nothing"
    b.turn(at).declared = option
    if b.now is not None and b.now.declared:
        pay(b.unit(at), option)
    told(b, f"The GM changes what {b.unit(at).name} truly does from {was} to {deed_words(b, option)}.", [b.unit(at).id], GM)


def check_npc(b: ClashBattle, at: int) -> None:
    if b.unit(at).is_player():
        raise Illegal("that is a player's to declare.")
    if not b.unit(at).is_present():
        raise Illegal(f"{b.unit(at).name} takes no part in the round.")
    if b.now is None or not b.now.announced:
        raise Unavailable("intents are not all in yet: answer for it, a bluff as TRUE~seems~STATED.")


def wave_through(battle: Battle, args: dict[str, object]) -> None:
    """Allow a declaration that the rules would refuse (CL-104)."""
    b = clash(battle)
    at = unit_at(b, args)
    option = read_declaration(text_of(args, "declaration"), b.names)
    if option is None:
        raise Malformed(f"{text_of(args, 'declaration')!r} is not a declaration.")
    b.waved = {**b.waved, f"{b.unit(at).id}:{option.id()}": True}
    openly = b.unit(at).is_player() and deed_words(b, option) == deed_words(b, option, True)
    told(b, f"The GM lets {b.unit(at).name} do this: {deed_words(b, option)}.", [b.unit(at).id], "all" if openly else GM)


def void_declaration(battle: Battle, args: dict[str, object]) -> None:
    """A declaration already made comes to nothing; its score still defends."""
    b = clash(battle)
    at = unit_at(b, args)
    if b.now is None or b.turn(at).declared is None:
        raise Unavailable(f"{b.unit(at).name} has declared nothing that could be voided.")
    was = b.turn(at).declared
    assert was is not None
    seen = b.turn(at).stated or was
    b.turn(at).declared = Declaration(b.names, ACTIONS.index("nothing"))
    b.turn(at).stated = b.turn(at).declared
    unit = b.unit(at)
    text = f"The GM does not let {unit.name} do this: "
    public = "" if unit.is_secret() else f"{text}{deed_words(b, seen, True)}."
    told(b, f"{text}{deed_words(b, was)}.", [unit.id], GM, public)


# -- resolution ----------------------------------------


def declare_conflict(battle: Battle, args: dict[str, object]) -> None:
    """Say which actions cannot all happen, and, if wanted, which one does (CL-77)."""
    b = clash(battle)
    if b.now is None:
        raise Unavailable("no round is under way.")
    ids = args.get("units")
    if not isinstance(ids, list) or len(ids) < 2:
        raise Malformed("units is a list of at least two ids.")
    parties = [unit_at(b, {"who": id}) for id in ids]
    if len(set(parties)) < len(parties):
        raise Malformed("units names everybody once.")
    declared = [b.turn(at).declared for at in parties]
    way = flag_of(args, "way")
    if not way and all(one is not None and one.attacks() for one in declared):
        raise Illegal("attacks never conflict with each other (CL-77).")
    winner = unit_at(b, args, "winner") if "winner" in args else -1
    if winner >= 0 and winner not in parties:
        raise Malformed("winner is one of units.")
    about = text_of(args, "about", "the same thing")
    b.now.conflicts = [*b.now.conflicts, Conflict(about, parties, winner, way)]
    names = " and ".join([b.unit(at).name for at in parties])
    end = f": {b.unit(winner).name} prevails" if winner >= 0 else ""
    known = "all" if all(is_open(b, at) for at in parties) else GM
    told(b, f"The GM declares a conflict over {about} between {names}{end}.", [b.unit(at).id for at in parties], known)


def is_open(b: ClashBattle, at: int) -> bool:
    """Do all know what this unit truly does: a player's own affair, an honest intent, or one that is revealed (CL-23, CL-79)?"""
    turn = b.turn(at)
    return b.unit(at).is_player() or turn.stated is turn.declared or (b.now is not None and b.now.declared)


def rule_attack(battle: Battle, args: dict[str, object]) -> None:
    """Rule an attack possible or impossible (CL-104, R-07)."""
    b = clash(battle)
    if b.now is None:
        raise Unavailable("no round is under way.")
    attacker, target = unit_at(b, args), unit_at(b, args, "target")
    possible = flag_of(args, "possible", True)
    b.now.possible = {**b.now.possible, attacker * 1000 + target: possible}
    word = "possible" if possible else "impossible"
    names = f"{b.unit(attacker).name}'s attack on {b.unit(target).name}"
    known = "all" if is_open(b, attacker) else GM
    told(b, f"The GM rules {names} {word}.", [b.unit(attacker).id, b.unit(target).id], known)


def grant_movement(battle: Battle, args: dict[str, object]) -> None:
    """Grant a unit extra movement (CL-06)."""
    b = clash(battle)
    unit = b.unit(unit_at(b, args))
    extra = number_within(args, "extra", -9, 9, 1)
    rounds = -1 if flag_of(args, "lasting") else 1
    unit.mods = [*unit.mods, Modifier("move", extra, "extra movement", rounds)]
    told(b, f"The GM grants {unit.name} {extra} more movement.", [unit.id], whom(unit))


# -- Health, marks, states ----------------------------------------


def hurt(battle: Battle, args: dict[str, object]) -> None:
    """Damage by the GM's word; on marks the GM picks how many (R-48)."""
    change_health(clash(battle), args, -number_within(args, "amount", 0, 1000, 1))


def heal(battle: Battle, args: dict[str, object]) -> None:
    change_health(clash(battle), args, number_within(args, "amount", 0, 1000, 1))


def change_health(b: ClashBattle, args: dict[str, object], by: int) -> None:
    at = unit_at(b, args)
    unit = b.unit(at)
    was = unit.state
    if unit.takes() == MARKS:
        before, what = unit.marks, "marks"
        restore_marks(b, at, unit.marks + by)
        after = unit.marks
    elif unit.takes() == HEALTH:
        before, what = unit.health, "Health"
        net_word(b, at, by)
        set_health(unit, unit.health + by)
        stand_up(unit)
        update_state(b, at)
        after = unit.health
    else:
        raise Illegal(f"{unit.name} cannot be harmed.")
    if unit.state != ACTIVE:
        let_go(b, at)
    fell_by_word(b, at, was)
    known = whom(unit) if unit.is_player() or what == "marks" else GM
    told(b, f"The GM changes the {what} of {unit.name} from {before} to {after}.", [unit.id], known)


def net_word(b: ClashBattle, at: int, by: int) -> None:
    """While a round is under way the GM's word counts with what its dice do: all is netted when it is written (R-76)."""
    if b.now is None:
        return
    turn = b.turn(at)
    if turn.harmed == 0 and turn.healed == 0:
        turn.had = b.unit(at).health
    turn.harmed += max(0, -by)
    turn.healed += max(0, by)


def set_pool(battle: Battle, args: dict[str, object]) -> None:
    """Add or remove Surges and Ardor (CL-104, CL-108)."""
    b = clash(battle)
    unit = b.unit(unit_at(b, args))
    surges, ardor = number_within(args, "surges", -50, 50), number_within(args, "ardor", -50, 50)
    before = (unit.surges, unit.ardor)
    unit.surges = max(0, min(unit.max_surges, unit.surges + surges))
    unit.ardor = max(0, min(unit.max_ardor, unit.ardor + ardor))
    text = f"Surges and Ardor of {unit.name} go from {before[0]} and {before[1]} to {unit.surges} and {unit.ardor}."
    told(b, text, [unit.id], whom(unit) if unit.is_player() else GM)


def set_state(battle: Battle, args: dict[str, object]) -> None:
    """Change a unit's state, death and surrender included (CL-104)."""
    b = clash(battle)
    at = unit_at(b, args)
    unit = b.unit(at)
    state = text_of(args, "state")
    if state not in STATE_WORDS:
        raise Malformed(f"state is one of {', '.join(STATE_WORDS)}, not {state!r}.")
    before = unit.state
    put_state(b, at, state)
    told(b, f"{unit.name} is {unit.state} by the GM's word (before: {before}).", [unit.id], whom(unit))


def put_state(b: ClashBattle, at: int, state: str) -> None:
    """A state with what goes with it: awake means some Health, incapacitated none."""
    unit = b.unit(at)
    if state == "incapacitated" and (unit.takes() != HEALTH or not unit.is_character()):
        raise Illegal(f"{unit.name} has no Health and is never incapacitated (R-47).")
    unit.state = state
    if b.now is not None:
        b.turn(at).falling = False
    if state == ACTIVE and unit.takes() == HEALTH and unit.health == 0:
        unit.health = 1
    elif state == ACTIVE and unit.takes() == MARKS and unit.marks == 0:
        unit.marks = 1
    elif state == "incapacitated":
        unit.health = 0
        unit.down_since = b.round
    if state != ACTIVE:
        let_go(b, at)


def set_class(battle: Battle, args: dict[str, object]) -> None:
    b = clash(battle)
    at = unit_at(b, args)
    unit = b.unit(at)
    kind = text_of(args, "to")
    if kind not in CLASSES[:4] or not unit.is_character():
        raise Malformed(f"to is one of {', '.join(CLASSES[:4])}, for characters, not {kind!r}.")
    before = unit.unit_class
    unit.unit_class = kind
    refit(unit)
    told(b, f"{unit.name} counts as {kind} from now on (before: {before}).", [unit.id], whom(unit))


def rest(battle: Battle, args: dict[str, object]) -> None:
    """A night's rest between two encounters restores Health, Surges and Ardor (8.5, CL-110)."""
    b = clash(battle)
    if b.outcome is None:
        raise Illegal("pools refill between encounters only.")
    for at in b.roster():
        unit = b.unit(at)
        if unit.state == ACTIVE and unit.takes() == HEALTH:
            unit.health, unit.surges, unit.ardor = unit.max_health, unit.max_surges, unit.max_ardor
    told(b, "After a night's rest Health, Surges and Ardor are full again.")


WHO = "unit: whose"
DECLARED = "text: a declaration"
LASTING = "bool?: until cleared"
RULINGS: dict[str, Ruling] = {
    ruling.name: ruling
    for ruling in [
        *MAP_RULINGS,
        *WORK_RULINGS,
        Called(
            "score",
            "Set or clear an NPC's Action Score, or the CS of an object or hazard.",
            {"who": WHO, "value": "int?: left out to clear it", "this_round": "bool?: for this round only"},
            set_score,
        ),
        Called(
            "roll_score",
            "Roll d20 + bonus for an NPC's Action Score.",
            {"who": WHO, "bonus": "int?: added to the d20"},
            roll_score,
        ),
        Called(
            "modifier",
            "Give a bonus or penalty to a unit, a zone or a check.",
            {
                "value": "int: how much",
                "who": "unit?: for a unit",
                "zone": "text?: for everybody in a zone",
                "check": "text?: for a CS: feat:ID, object:ID, zone:ID, edge:A-B, revive:ID",
                "action": "text?: only for this action",
                "reason": "text?: why",
                "lasting": LASTING,
            },
            modify,
        ),
        Called(
            "clear_modifiers",
            "Clear all modifiers of a unit or a zone.",
            {"who": "unit?: whose", "zone": "text?: which zone's"},
            clear_modifiers,
        ),
        Called("state_intent", "Let an NPC seem to intend something.", {"who": WHO, "intent": DECLARED}, state_intent),
        Called("true_intent", "Change what an NPC truly does.", {"who": WHO, "intent": DECLARED}, change_intent),
        Called("wave_through", "Allow what the rules would refuse.", {"who": WHO, "declaration": DECLARED}, wave_through),
        Called("void", "A declaration already made comes to nothing.", {"who": WHO}, void_declaration),
        Called(
            "conflict",
            "Declare which actions cannot all happen, and who prevails if you wish.",
            {
                "units": "list: ids",
                "about": "text?: over what",
                "winner": "unit?: who prevails",
                "way": "bool?: is it about a way?",
            },
            declare_conflict,
        ),
        Called(
            "attack",
            "Rule an attack possible or impossible.",
            {"who": "unit: who attacks", "target": "unit: whom", "possible": "bool?: default true"},
            rule_attack,
        ),
        Called("movement", "Grant extra movement.", {"who": WHO, "extra": "int?: units", "lasting": LASTING}, grant_movement),
        Called("hurt", "Deal damage, or take marks.", {"who": "unit: whom", "amount": "int?: how much"}, hurt),
        Called("heal", "Heal, or give marks back.", {"who": "unit: whom", "amount": "int?: how much"}, heal),
        Called(
            "pools",
            "Add or remove Surges and Ardor.",
            {"who": WHO, "surges": "int?: more or less", "ardor": "int?: more or less"},
            set_pool,
        ),
        Called(
            "state",
            "Change a unit's state: dead, surrendered, awake again.",
            {"who": WHO, "state": "text: active, incapacitated, defeated, dead or gone"},
            set_state,
        ),
        Called("rest", "A night's rest after the fight.", {}, rest),
        Called("class", "Change how a unit takes damage.", {"who": WHO, "to": "text: pc, peon, grunt or foe"}, set_class),
    ]
}
