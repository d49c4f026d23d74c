"""The GM's commands of this book (CL-104). Each is told with the old and the new value."""

from __future__ import annotations

from typing import Annotated

from quintain.engine.battle import GM
from quintain.engine.commands import Takes
from quintain.engine.dice import D20
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import told
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.actions import Declare
from quintain.systems.clash.conditions import (
    forget_word,
    is_spent,
    let_go,
    refit,
    set_stamina,
    stand_up,
    update_by_word,
)
from quintain.systems.clash.declaration import Declaration, read_declaration
from quintain.systems.clash.fields import CLASSES, STATE_WORDS
from quintain.systems.clash.legality import take_up
from quintain.systems.clash.resolve import NPC_SCORE
from quintain.systems.clash.round import Conflict, Round
from quintain.systems.clash.rulings_map import (
    COMMANDS,
    Lasting,
    ThisRound,
    Who,
    Whose,
    forget_revert,
    keep_revert,
    unit_at,
    whom,
    zone_at,
)
from quintain.systems.clash.rulings_work import feat_at
from quintain.systems.clash.scores import pay, take_back_payment
from quintain.systems.clash.sentences_declarations import declaration_words
from quintain.systems.clash.sheet import ClashBattle, ClashUnit, Modifier, Revert

Declared = Annotated[str, Takes("a declaration")]
Amount = Annotated[int, Takes("how much", low=0, high=1000)]

# -- scores ----------------------------------------


@COMMANDS.command("Set or clear an NPC's Action Score, or the CS of an object or hazard.", "score")
def set_score(
    battle: ClashBattle, who: Whose,
    value: Annotated[int | None, Takes("left out to clear it", low=-50, high=99)] = None,
    this_round: ThisRound = False,
) -> None:  # fmt: skip
    """Set or clear an NPC's AS, an object's or a hazard's CS (CL-20, CL-104)."""
    at = battle.at(who.id)
    if who.is_player():
        raise Illegal(f"{who.name} rolls for a score: give a modifier instead (R-13).")
    check_lock(battle, who)
    before = score_words(who)
    keep_revert(battle, this_round, Revert("unit", at, who.scored, who.score))
    who.scored = value is not None
    who.score = value if value is not None else 0
    known = GM if who.is_character() or who.sheet.secret_cs else whom(who)
    told(battle, f"The GM changes the score of {who.name} from {before} to {score_words(who)}.", [who.id], known)


def score_words(unit: ClashUnit) -> str:
    return str(unit.score) if unit.scored else "none"


def check_lock(b: ClashBattle, unit: ClashUnit) -> None:
    if b.switches.npc_score_locked and b.now is not None and b.now.declared and unit.is_character() and not unit.is_player():
        raise Illegal("scores are locked once all have declared (npc_score_lock).")


@COMMANDS.command("Roll d20 + bonus for an NPC's Action Score.")
def roll_score(
    battle: ClashBattle, who: Whose,
    bonus: Annotated[int, Takes("added to the d20", low=-50, high=79)] = 0,
) -> None:  # fmt: skip
    """Set an NPC's AS by rolling d20 + n (R-17)."""
    at = battle.at(who.id)
    if who.is_player():
        raise Illegal(f"{who.name} rolls in step 4 like every player's unit.")
    if not who.is_character():
        raise Illegal(f"{who.name} has a Challenge Score: set it with score.")
    if not who.is_present():
        raise Illegal(f"{who.name} takes no part now: set its score with score.")
    check_lock(battle, who)
    roll = battle.roll(who.id, NPC_SCORE, D20, GM, who.id)
    if roll.void:
        return
    forget_revert(battle, "unit", at)
    shown = roll.total()
    before = score_words(who)
    who.scored = True
    who.score = shown + bonus
    told(battle, f"The GM rolls for {who.name}: {shown} + {bonus}; the score goes from {before} to {who.score}.", [who.id], GM)


@COMMANDS.command("Give a bonus or penalty to a unit, a zone or a check.", "modifier")
def modify(
    battle: ClashBattle, value: Annotated[int, Takes("how much", low=-99, high=99)],
    who: Annotated[ClashUnit | None, Takes("for a unit")] = None,
    zone: Annotated[str | None, Takes("for everybody in a zone")] = None,
    check: Annotated[str | None, Takes("for a CS: feat:ID, object:ID, zone:ID, edge:A-B, revive:ID")] = None,
    action: Annotated[str, Takes("only for this action")] = "", reason: Annotated[str, Takes("why")] = "the GM's modifier",
    lasting: Lasting = False,
) -> None:  # fmt: skip
    """Give a modifier to a unit, a zone or a check (CL-16, CL-33, CL-99)."""
    rounds = -1 if lasting else 1
    if action and action not in v.ACTIONS and not action.startswith("feat:"):
        raise Unavailable(f"action is one of {', '.join(v.ACTIONS)}, or feat:ID, not {action!r}.")
    if action.startswith("feat:"):
        feat_at(battle, action[5:])
    if sum([who is not None, zone is not None, check is not None]) != 1:
        raise Malformed("a modifier is for one of who, zone or check.")
    if who is not None:
        if not who.is_character():
            raise Illegal(f"{who.name} has no Action Score: give the modifier for the check object:{who.id}.")
        check_lock(battle, who)
        who.mods = [*who.mods, Modifier("score", value, reason, rounds, action)]
        told(battle, f"The GM gives {who.name} {value:+d}: {reason}.", [who.id], whom(who) if who.is_player() else GM)
    elif zone is not None:
        at = zone_at(battle, zone)
        battle.zone_mods = [*battle.zone_mods, (at, Modifier("score", value, reason, rounds, action))]
        told(battle, f"The GM gives everybody in {battle.field.zones[at].name} {value:+d}: {reason}.")
    elif check is not None:
        change_check(battle, check, value, reason, lasting)


def change_check(b: ClashBattle, check: str, value: int, reason: str, lasting: bool) -> None:
    """The modifier of one CS, for this round or until it is set to 0 (CL-16, CL-104)."""
    check, words, audience = check_named(b, check)
    before = b.checks.get(check, 0)
    keep_revert(b, not lasting, Revert("check", 0, check in b.checks, before, check))
    b.checks = {**b.checks, check: value}
    told(b, f"The GM changes the modifier for {words} from {before:+d} to {value:+d}: {reason}.", [], audience)


def check_named(b: ClashBattle, check: str) -> tuple[str, str, str]:
    """The check as it is looked up, in words, and who may hear of it."""
    kind, _, id = check.partition(":")
    if kind == "feat":
        feat = feat_at(b, id)
        return check, feat.name, GM if feat.hidden else "all"
    if kind in ("object", "revive"):
        unit = b.unit(unit_at(b, id))
        if unit.is_character() != (kind == "revive"):
            raise Illegal(f"{unit.name} has no such check.")
        return check, f"{unit.name}'s getting up" if kind == "revive" else unit.name, whom(unit)
    if kind == "zone":
        return check, f"checks in {b.field.zones[zone_at(b, id)].name}", "all"
    if kind != "edge":
        raise Malformed("check is feat:ID, object:ID, zone:ID, edge:A-B or revive:ID.")
    for passage in b.field.passages:
        first, second = sorted([b.field.zones[passage.a].id, b.field.zones[passage.b].id])
        if id in (f"{first}-{second}", f"{second}-{first}"):
            ends = f"{b.field.zones[passage.a].name} and {b.field.zones[passage.b].name}"
            return f"edge:{first}-{second}", f"the way between {ends}", "all"
    raise Unavailable(f"there is no edge {id!r}: it is written as two zones with - between.")


@COMMANDS.command("Clear all modifiers of a unit or a zone.")
def clear_modifiers(
    battle: ClashBattle, who: Annotated[ClashUnit | None, Takes("whose")] = None,
    zone: Annotated[str | None, Takes("which zone's")] = None,
) -> None:  # fmt: skip
    if (who is not None) == (zone is not None):
        raise Malformed("clear the modifiers of one: who, or zone.")
    if zone is not None:
        gone = zone_at(battle, zone)
        battle.zone_mods = [(at, mod) for at, mod in battle.zone_mods if at != gone]
        told(battle, f"The GM clears the modifiers of {battle.field.zones[gone].name}.")
    elif who is not None:
        before = len(who.mods) + len(who.coming)
        who.mods = []
        who.coming = []
        told(battle, f"The GM clears {before} modifiers of {who.name}.", [who.id], whom(who))


# -- intents and declarations ----------------------------------------


def read_for(b: ClashBattle, at: int, text: str) -> Declaration:
    option = Declare(b, at).find(text)
    if not isinstance(option, Declaration):
        raise Malformed(f"{text!r} is not a declaration, such as standing_attack@ID or move_far/ZONE/ZONE.")
    return option


@COMMANDS.command("Let an NPC seem to intend something.")
def state_intent(battle: ClashBattle, who: Whose, intent: Declared) -> None:
    """State an intent for an NPC that differs from the true one (CL-23)."""
    at = battle.at(who.id)
    check_npc(battle, at)
    stated = read_for(battle, at, intent)
    before = battle.turn(at).stated
    battle.turn(at).stated = stated
    said = f"{who.name} now seems to intend: "
    was = declaration_words(battle, before) if before is not None else "nothing"
    public = "" if who.is_secret() else f"{said}{declaration_words(battle, stated, True)}."
    told(battle, f"{said}{declaration_words(battle, stated)}. (Stated before: {was}.)", [who.id], GM, public)


@COMMANDS.command("Change what an NPC truly does.", "true_intent")
def change_intent(battle: ClashBattle, who: Whose, intent: Declared) -> None:
    """Change an NPC's true intent, even after declarations (CL-104, R-45)."""
    at = battle.at(who.id)
    check_npc(battle, at)
    if battle.switches.npc_intent_locked:
        raise Illegal("true intents are locked once stated (npc_intent_lock).")
    option = read_for(battle, at, intent)
    if option.seeming is not None:
        raise Malformed("give only what it truly does here; what it seems to do is changed with state_intent.")
    take_back_payment(battle, at)
    why = Declare(battle, at).why_not(option)
    if why:
        raise Illegal(f"{declaration_words(battle, option)}: {why}.")
    before = battle.turn(at).declared
    was = declaration_words(battle, before) if before is not None else "nothing"
    take_up(battle, at, option)
    if battle.this_round().declared:
        pay(battle, at, option)
    told(battle, f"The GM changes what {who.name} truly does from {was} to {declaration_words(battle, option)}.", [who.id], GM)


def check_npc(b: ClashBattle, at: int) -> None:
    if b.unit(at).is_player():
        raise Illegal("that is a player's to declare.")
    if not b.unit(at).is_present():
        raise Illegal(f"{b.unit(at).name} takes no part in the round.")
    if not round_under_way(b).announced:
        raise Unavailable("intents are not all in yet: answer for it, a bluff as TRUE~seems~STATED.")


def round_under_way(b: ClashBattle) -> Round:
    """The round in which declarations still count: what it brings is not written yet (CL-83)."""
    if b.now is None:
        raise Unavailable("no round is under way.")
    if b.now.written:
        raise Unavailable("what this round brings is written already: wait for the next.")
    return b.now


@COMMANDS.command("Allow what the rules would refuse.")
def wave_through(battle: ClashBattle, who: Whose, declaration: Declared) -> None:
    """Allow a declaration that the rules would refuse (CL-104)."""
    option = read_declaration(declaration, battle.names)
    if option is None:
        raise Malformed(f"{declaration!r} is not a declaration.")
    battle.waved = {**battle.waved, f"{who.id}:{option.id()}": True}
    openly = who.is_player() and declaration_words(battle, option) == declaration_words(battle, option, True)
    told(battle, f"The GM lets {who.name} do this: {declaration_words(battle, option)}.", [who.id], "all" if openly else GM)


@COMMANDS.command("A declaration already made comes to nothing.", "void")
def void_declaration(battle: ClashBattle, who: Whose) -> None:
    """A declaration already made comes to nothing; its score still defends."""
    at = battle.at(who.id)
    turn = round_under_way(battle).turns[at]
    was = turn.declared
    if was is None:
        raise Unavailable(f"{who.name} has declared nothing that could be voided.")
    seen = turn.stated or was
    take_up(battle, at, Declaration(battle.names, v.NOTHING))
    turn.stated = turn.declared
    text = f"The GM does not let {who.name} do this: "
    public = "" if who.is_secret() else f"{text}{declaration_words(battle, seen, True)}."
    told(battle, f"{text}{declaration_words(battle, was)}.", [who.id], GM, public)


# -- resolution ----------------------------------------


@COMMANDS.command("Declare which actions cannot all happen, and who prevails if you wish.", "conflict")
def declare_conflict(
    battle: ClashBattle, units: Annotated[object, Takes("ids", kind="list")],
    about: Annotated[str, Takes("over what")] = "the same thing",
    winner: Annotated[ClashUnit | None, Takes("who prevails")] = None,
    way: Annotated[bool, Takes("is it about a way?")] = False,
) -> None:  # fmt: skip
    """Say which actions cannot all happen, and, if wanted, which one does (CL-77)."""
    now = round_under_way(battle)
    if not isinstance(units, list) or len(units) < 2:
        raise Malformed("units is a list of at least two ids.")
    parties = [unit_at(battle, str(id)) for id in units]
    if len(set(parties)) < len(parties):
        raise Malformed("units names everybody once.")
    declared = [battle.turn(at).declared for at in parties]
    if not way and all(one is not None and one.attacks() for one in declared):
        raise Illegal("attacks never conflict with each other (CL-77).")
    best = battle.at(winner.id) if winner is not None else v.NOBODY
    if winner is not None and best not in parties:
        raise Malformed("winner is one of units.")
    now.conflicts = [*now.conflicts, Conflict(about, parties, best, way)]
    names = " and ".join([battle.unit(at).name for at in parties])
    end = f": {winner.name} prevails" if winner is not None else ""
    known = "all" if all(is_open(battle, at) for at in parties) else GM
    told(battle, f"The GM declares a conflict over {about} between {names}{end}.", [battle.unit(at).id for at in parties], known)


def is_open(b: ClashBattle, at: int) -> bool:
    """Do all know what this unit truly does: a player's own affair, an honest intent, or one that is revealed (CL-23, CL-79)?"""
    turn = b.turn(at)
    return b.unit(at).is_player() or turn.stated is turn.declared or (b.now is not None and b.now.declared)


@COMMANDS.command("Rule an attack possible or impossible.", "attack")
def rule_attack(
    battle: ClashBattle, who: Annotated[ClashUnit, Takes("who attacks")], target: Who,
    possible: Annotated[bool, Takes("default true")] = True,
) -> None:  # fmt: skip
    """Rule an attack possible or impossible (CL-104, R-07)."""
    now = round_under_way(battle)
    attacker = battle.at(who.id)
    now.possible = {**now.possible, attacker * 1000 + battle.at(target.id): possible}
    word = "possible" if possible else "impossible"
    known = "all" if is_open(battle, attacker) else GM
    told(battle, f"The GM rules {who.name}'s attack on {target.name} {word}.", [who.id, target.id], known)


@COMMANDS.command("Grant extra movement.", "movement")
def grant_movement(
    battle: ClashBattle, who: Whose,
    extra: Annotated[int, Takes("units", low=-9, high=9)] = 1, lasting: Lasting = False,
) -> None:  # fmt: skip
    """Grant a unit extra movement (CL-06)."""
    rounds = -1 if lasting else 1
    who.mods = [*who.mods, Modifier("move", extra, "extra movement", rounds)]
    told(battle, f"The GM grants {who.name} {extra} more movement.", [who.id], whom(who))


# -- Health, marks, states ----------------------------------------


@COMMANDS.command("Deal damage, or take marks.")
def hurt(battle: ClashBattle, who: Who, amount: Amount = 1) -> None:
    """Damage by the GM's word; on marks the GM picks how many (R-48)."""
    change_health(battle, who, -amount)


@COMMANDS.command("Heal, or give marks back.")
def heal(battle: ClashBattle, who: Who, amount: Amount = 1) -> None:
    change_health(battle, who, amount)


def change_health(b: ClashBattle, unit: ClashUnit, by: int) -> None:
    at, before = b.at(unit.id), unit.stamina()
    if unit.takes() == v.UNBREAKABLE:
        raise Illegal(f"{unit.name} cannot be harmed.")
    net_word(b, at, by)
    set_stamina(unit, before + by)
    stand_up(unit)
    update_by_word(b, at)
    if unit.state != v.ACTIVE:
        let_go(b, at)
    what = "marks" if unit.takes() == v.MARKS else "Health"
    known = whom(unit) if unit.is_player() or what == "marks" else GM
    told(b, f"The GM changes the {what} of {unit.name} from {before} to {unit.stamina()}.", [unit.id], known)


def net_word(b: ClashBattle, at: int, by: int) -> None:
    """While a round is under way the GM's word counts with what its dice do: all is netted when it is written (R-76)."""
    if b.now is None:
        return
    turn = b.turn(at)
    if turn.hurt_by_word == 0 and turn.healed_by_word == 0:
        turn.before_word = b.unit(at).stamina()
    turn.hurt_by_word += max(0, -by)
    turn.healed_by_word += max(0, by)


@COMMANDS.command("Add or remove Surges and Ardor.", "pools")
def set_pool(
    battle: ClashBattle, who: Whose,
    surges: Annotated[int, Takes("more or less", low=-50, high=50)] = 0,
    ardor: Annotated[int, Takes("more or less", low=-50, high=50)] = 0,
) -> None:  # fmt: skip
    """Add or remove Surges and Ardor (CL-104, CL-108)."""
    before = (who.surges, who.ardor)
    who.surges = max(0, min(who.max_surges, who.surges + surges))
    who.ardor = max(0, min(who.max_ardor, who.ardor + ardor))
    text = f"Surges and Ardor of {who.name} go from {before[0]} and {before[1]} to {who.surges} and {who.ardor}."
    told(battle, text, [who.id], whom(who) if who.is_player() else GM)


@COMMANDS.command("Change a unit's state: dead, surrendered, awake again.", "state")
def set_state(
    battle: ClashBattle, who: Whose,
    state: Annotated[str, Takes(one_of=STATE_WORDS)],
) -> None:  # fmt: skip
    """Change a unit's state, death and surrender included (CL-104)."""
    at = battle.at(who.id)
    before = who.state
    put_state(battle, at, state)
    told(battle, f"{who.name} is {who.state} by the GM's word (before: {before}).", [who.id], whom(who))


def put_state(b: ClashBattle, at: int, state: str) -> None:
    """A state with what goes with it: awake means some Health, incapacitated none."""
    unit = b.unit(at)
    if state == v.INCAPACITATED and (unit.takes() != v.HEALTH or not unit.is_character()):
        raise Illegal(f"{unit.name} has no Health and is never incapacitated (R-47).")
    if state in (v.ACTIVE, v.INCAPACITATED) and unit.zone >= 0 and b.field.zones[unit.zone].off:
        raise Illegal(f"{unit.name} is off the map: move it onto the map first.")
    unit.state = state
    forget_word(b, at)
    if state == v.ACTIVE and is_spent(unit):
        set_stamina(unit, 1)
    elif state == v.INCAPACITATED:
        unit.health = 0
        unit.down_since = b.round
    if state != v.ACTIVE:
        let_go(b, at)


@COMMANDS.command("Change how a unit takes damage.", "class")
def set_class(
    battle: ClashBattle, who: Whose, to: Annotated[str, Takes("pc, peon, grunt or foe")],
) -> None:  # fmt: skip
    if to not in CLASSES[:4] or not who.is_character():
        raise Malformed(f"to is one of {', '.join(CLASSES[:4])}, for characters, not {to!r}.")
    before = who.unit_class
    who.unit_class = to
    refit(who)
    forget_word(battle, battle.at(who.id))
    told(battle, f"{who.name} counts as {to} from now on (before: {before}).", [who.id], whom(who))


@COMMANDS.command("A night's rest after the fight.")
def rest(battle: ClashBattle) -> None:
    """A night's rest between two encounters restores Health, Surges and Ardor (8.5, CL-110)."""
    if battle.outcome is None:
        raise Illegal("pools refill between encounters only.")
    for at in battle.roster():
        unit = battle.unit(at)
        if unit.state == v.ACTIVE and unit.takes() == v.HEALTH:
            unit.health, unit.surges, unit.ardor = (unit.max_health, unit.max_surges, unit.max_ardor)
    told(battle, "After a night's rest Health, Surges and Ardor are full again.")


RULINGS = COMMANDS.rulings
