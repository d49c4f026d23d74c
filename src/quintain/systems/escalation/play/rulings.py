"""The GM's commands of this book (ES-141). Each is recorded, told and undone like everything else."""

from __future__ import annotations

from typing import Annotated

from quintain.engine.commands import Commands, Takes, kept
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import told
from quintain.engine.system import unit_named
from quintain.systems.escalation.fields_blocks import Call, LastingEffect
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.file_format import building, phrases
from quintain.systems.escalation.files import StuntRow
from quintain.systems.escalation.play import sentences_effects
from quintain.systems.escalation.play.board import is_unseen
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.rules import conditions, fallen, gm_calls, initiative, readied, rest
from quintain.systems.escalation.rules.harm import UNROLLED, harm, leave
from quintain.systems.escalation.rules.positions import enter_zone, has_moved, part_ways
from quintain.systems.escalation.rules.sheet import KNOCKED_OUT, SLAIN, UP, Fighter
from quintain.systems.escalation.rules.skirmish import NO_NATURAL, Skirmish
from quintain.systems.escalation.traits.verbs import lasting_effect
from quintain.systems.escalation.traits.verbs_actions import set_die

COMMANDS = Commands()
Who = Annotated[Fighter, Takes("whom")]
Whose = Annotated[Fighter, Takes("whose")]
Somebody = Fighter | None
Yes = Annotated[bool, Takes("default yes")]


def zone_of(battle: Skirmish, name: object) -> int:
    """A zone by its name."""
    zones = battle.ground().zones
    zone = zones.number(name) if isinstance(name, str) else -1
    if zone < 0:
        raise Unavailable(f"there is no zone {name!r}: there are {', '.join(zones.names)}.")
    return zone


# -- escalation die (ES-39, ES-40, ES-73) -----------------------------------------------------------------------------


@COMMANDS.command("The heroes dodge the fight: the die does not rise next round (ES-39).")
def _hold_escalation(battle: Skirmish) -> None:
    battle.held = True
    told(battle, "The escalation die will not rise next round.", [], "gm")


@COMMANDS.command("Fighting has all but stopped: the die goes to 0 (ES-40).")
def _reset_escalation(battle: Skirmish) -> None:
    battle.escalation = 0
    told(battle, "The escalation die goes back to 0.")


@COMMANDS.command("Set the escalation die.")
def _set_escalation(battle: Skirmish, value: Annotated[int, Takes("0 to 6", low=0, high=6)]) -> None:
    set_die(battle, value)
    told(battle, f"The GM sets the escalation die to {value}.")


@COMMANDS.command("Raise the die by 1 after an ambush (ES-73).")
def _advance_after_ambush(battle: Skirmish, advance: Yes = True) -> None:
    """ES-73: said during the ambush it takes effect after it; in the first round it is made up for, or taken back; never twice."""
    if battle.round > 1 or battle.opener < 0 or battle.phase == b.REST:
        raise Illegal("there was no ambush just now.")
    word = 1 if advance else 2
    if word == battle.ambush_raise:
        raise Illegal(f"the die {'goes' if word == 1 else 'does not go'} up after this ambush already.")
    before, battle.ambush_raise = (battle.ambush_raise, word)
    if battle.phase == b.AMBUSH:
        told(battle, f"The GM: the escalation die {'goes up by 1' if word == 1 else 'stays as it is'} after the ambush.")
    elif word == 1 or before == 1:
        set_die(battle, battle.escalation + (1 if word == 1 else -1))


@COMMANDS.command("Allow no more free actions (ES-29).")
def _refuse_free(battle: Skirmish, refuse: Yes = True) -> None:
    battle.refuse_free = refuse
    told(battle, "No more free actions for now." if battle.refuse_free else "Free actions are allowed again.")


# -- places (ES-45, ES-65) ----------------------------------------------------------------------------------------------


@COMMANDS.command("Say whether a mover goes past a defender (ES-65).")
def _rule_past(
    battle: Skirmish, mover: Annotated[Fighter, Takes("who moves")], defender: Annotated[Fighter, Takes("who may step in")],
    past: Yes = True,
) -> None:  # fmt: skip
    battle.past = {**battle.past, mover.number * 1000 + defender.number: past}
    word = "goes past" if past else "does not go past"
    told(battle, f"The GM rules: {mover.name} {word} {defender.name}.", [mover.id, defender.id])


@COMMANDS.command("What somebody readied for has happened (R-86).")
def _set_off(
    battle: Skirmish, who: Annotated[Fighter, Takes("who holds it")],
    cause: Annotated[Somebody, Takes("who brought it about")] = None,
) -> None:  # fmt: skip
    if not who.can_act():
        raise Illegal(f"{who.name} cannot act.")
    if who.readied is None:
        raise Illegal(f"{who.name} has readied nothing.")
    told(battle, f"The GM rules: the moment has come that {who.name} waited for.", [who.id])
    readied.set_off(battle, who, cause or who)


@COMMANDS.command("Put somebody in a zone.")
def _set_zone(battle: Skirmish, who: Who, zone: Annotated[str, Takes("where")]) -> None:
    put(battle, who, zone_of(battle, zone))
    public = "" if who.hidden else f"The GM moves {who.name}."
    where = f"The GM puts {who.name} in {battle.ground().zones.names[who.zone]}."
    told(battle, where, [who.id], "gm" if is_unseen(who) else "all", public)


def put(battle: Skirmish, who: Fighter, zone: int) -> None:
    """Into a zone, out of every melee it does not reach there."""
    if zone != who.zone:
        part_ways(battle, who, who.engaged)
        has_moved(battle, who)
        enter_zone(battle, who, zone)


@COMMANDS.command("Say whether a zone has room, and head-room for flyers (ES-45, ES-76).")
def _has_room(
    battle: Skirmish, zone: Annotated[str, Takes("which")], room: Yes = True,
    head_room: Annotated[bool | None, Takes("unchanged by default")] = None,
) -> None:  # fmt: skip
    at = zone_of(battle, zone)
    battle.room[at] = room
    battle.head_room[at] = kept(head_room, battle.head_room[at])
    told(battle, f"There is {'room' if room else 'no room'} in {battle.ground().zones.names[at]}.")


@COMMANDS.command("Say whether somebody is a legal target (ES-66).")
def _legal_target(
    battle: Skirmish, target: Who, legal: Yes = True,
    who: Annotated[Somebody, Takes("for this attacker only")] = None,
) -> None:  # fmt: skip
    code = target.number
    if who is not None:
        code += (who.number + 1) * 1000
    battle.banned_targets = [each for each in battle.banned_targets if each != code]
    battle.allowed_targets = [each for each in battle.allowed_targets if each != code]
    (battle.allowed_targets if legal else battle.banned_targets).append(code)
    told(battle, f"The GM rules: {target.name} is {'a' if legal else 'no'} legal target.", [target.id])


# -- the order ------------------------------------------------------------------------------------------------------------


@COMMANDS.command("Give one of a group its own count (R-04).", "split_initiative")
@COMMANDS.command("Change somebody's count.")
def _set_initiative(battle: Skirmish, who: Who, count: Annotated[int, Takes("the count")]) -> None:
    who.initiative = count
    if who.number in battle.order:
        initiative.place_by_count(battle, who)
    told(battle, f"{who.name} acts on count {who.initiative} from now on.", [who.id], "all" if who.team == 0 else "gm")


@COMMANDS.command("Let one act ahead of another on the same count (ES-06).")
def _reorder(
    battle: Skirmish, who: Annotated[Fighter, Takes("who")], ahead_of: Annotated[Fighter, Takes("ahead of whom")],
) -> None:  # fmt: skip
    """ES-06: the order inside a group that shares a count."""
    if who.initiative != ahead_of.initiative or who.number == ahead_of.number:
        raise Illegal(f"{who.name} and {ahead_of.name} do not share a count.")
    if who.number not in battle.order or ahead_of.number not in battle.order:
        raise Illegal("the order has not been rolled yet.")
    battle.order.remove(who.number)
    battle.order.insert(battle.order.index(ahead_of.number), who.number)
    told(battle, f"{who.name} acts ahead of {ahead_of.name}.", [who.id, ahead_of.id])


# -- attacks (ES-92, ES-95, ES-104, ES-118, ES-120) ---------------------------------------------------------------------


def _lasting_of(until: str, condition: str = "", ongoing: int = 0, type: str = "") -> LastingEffect:
    effect = lasting_effect()
    try:
        if condition:
            effect.conditions = phrases.read_conditions([condition])
        effect.until, effect.save = phrases.read_until(until)
    except ValueError as problem:
        raise Malformed(f"{problem}.") from None
    if ongoing < 0:
        raise Malformed(f"ongoing damage is 1 or more, not {ongoing}.")
    effect.ongoing, effect.damage_type = ongoing, type
    return effect


@COMMANDS.command("A crit does something more (ES-92).", "crit_bonus", called="crit_bonus")
@COMMANDS.command("A fumble in a precarious place goes wrong (ES-95).", "mishap", called="mishap")
@COMMANDS.command("A stray shot hurts somebody (ES-106).", "redirect", called="redirect")
def _extra(
    battle: Skirmish, called: str, who: Who, damage: Annotated[int, Takes("so much")] = 0,
    type: Annotated[str, Takes("damage type")] = "", ongoing: Annotated[int, Takes("ongoing damage")] = 0,
    condition: Annotated[str, Takes("a condition")] = "", until: Annotated[str, Takes("when it ends (default: save)")] = "save",
    by: Annotated[Somebody, Takes("whose doing")] = None, text: Annotated[str, Takes("what happens")] = "",
) -> None:  # fmt: skip
    """More harm, or a condition, by the GM's word."""
    effect = _lasting_of(until, condition, ongoing, type)
    if damage < 0 or (not damage and not effect.conditions and not ongoing and not text):
        raise Malformed(f"{called} needs damage, ongoing, a condition or a text.")
    source = by or who
    told(battle, f"{called.replace('_', ' ').capitalize()} for {who.name}. {text}".strip(), [who.id])
    if damage:
        harm(battle, who, [damage], [type], source, UNROLLED if type else NO_NATURAL, 0, called, ordinary=called == "mishap")
    if (effect.conditions or ongoing) and who.is_present():
        conditions.start(battle, who, effect, source, called)


@COMMANDS.command("Somebody suffers a condition.")
def _condition(
    battle: Skirmish, who: Who, condition: Annotated[str, Takes(", ".join(b.CONDITIONS[:9]))],
    until: Annotated[str, Takes("when it ends (default: save)")] = "save", by: Annotated[Somebody, Takes("whose doing")] = None,
) -> None:  # fmt: skip
    effect = _lasting_of(until, condition)
    if not effect.conditions:
        raise Malformed("name a condition.")
    words = sentences_effects.condition_words(condition.strip().lower())
    verb = "has" if " " in words or words == "fear" else "is"
    told(battle, f"The GM: {who.name} {verb} {words}.", [who.id])
    conditions.start(battle, who, effect, by or who, words)


@COMMANDS.command("A condition or another lasting effect ends.")
def _end_condition(battle: Skirmish, who: Whose, condition: Annotated[str, Takes("which, or what it comes from")]) -> None:
    wanted = condition.strip().lower()
    bit = 1 << b.CONDITIONS.index(wanted) if wanted in b.CONDITIONS else 0
    wanted = sentences_effects.condition_words(wanted)
    ended = [one for one in who.lasting if one.name.lower() == wanted or one.conditions & bit]
    gasp = who.gasp if who.gasp is not None and wanted in (who.gasp.name.lower(), "last gasp") else None
    if not ended and gasp is None:
        there = ", ".join(sorted({one.name for one in who.lasting} | ({who.gasp.name} if who.gasp is not None else set())))
        raise Illegal(f"{who.name} has no {condition!r}: there is {there or 'nothing'}.")
    told(battle, f"The GM: {wanted} ends for {who.name}.", [who.id])
    if gasp is not None:  # ES-167
        who.gasp = None
    conditions.end_all(battle, who, ended, "the GM")


@COMMANDS.command("A bonus or penalty; +2 and -2 are standard (ES-104).")
def _modifier(
    battle: Skirmish, who: Whose,
    on: Annotated[str, Takes("attack, ac, pd, md, defences, damage, save, disengage or crit")],
    value: Annotated[int, Takes("default 2")] = 2, until: Annotated[str, Takes("default end of battle")] = "end of battle",
    name: Annotated[str, Takes("where it comes from")] = "",
) -> None:  # fmt: skip
    on = on.lower()
    slots = ("ac", "pd", "md") if on == "defences" else (on,)
    if any(slot not in b.MODIFIERS for slot in slots):
        raise Malformed(f"on is one of {', '.join(b.MODIFIERS)}, defences; not {on!r}.")
    effect = _lasting_of(until)
    effect.modifiers = [value if slot in slots else 0 for slot in b.MODIFIERS]
    if name:
        _give_way(who, name, [b.MODIFIERS.index(slot) for slot in slots])
    conditions.start(battle, who, effect, who, name or _another_circumstance(who))
    told(battle, f"The GM: {value:+d} {on} for {who.name}.", [who.id])


def _give_way(who: Fighter, name: str, places: list[int]) -> None:
    """R-81: what the GM gave by this name before is replaced on these rolls and defences, however long it was to last."""
    kept: list[Lasting] = []
    for old in who.lasting:
        if old.name == name and old.source == who.number and old.modifiers and not old.conditions and not old.ongoing:
            left = [0 if place in places else value for place, value in enumerate(old.modifiers)]
            if not any(left):
                continue
            old = old.copy()
            old.modifiers = left
        kept.append(old)
    who.lasting = kept


def _another_circumstance(who: Fighter) -> str:
    """R-81: what is given without a name is a circumstance of its own and adds to the others; the same name again replaces."""
    taken = [each.name for each in who.lasting]
    number = 1
    while (name := "circumstances" if number == 1 else f"circumstances {number}") in taken:
        number += 1
    return name


@COMMANDS.command("Say whether somebody is staggered (ES-118).")
def _set_staggered(battle: Skirmish, who: Who, staggered: Yes = True) -> None:
    if who.mob >= 0:
        raise Illegal("mooks are never staggered.")
    who.staggered_word = 1 if staggered else 2
    told(battle, f"{who.name} counts as {'staggered' if staggered else 'not staggered'}.", [who.id])


@COMMANDS.command("Somebody felled is only knocked out, or slain after all (ES-120).")
def _spare(battle: Skirmish, who: Who, alive: Yes = True) -> None:
    if who.state not in (SLAIN, KNOCKED_OUT):
        raise Illegal(f"{who.name} has not been felled.")
    who.state = KNOCKED_OUT if alive else SLAIN
    told(battle, f"{who.name} is {'only knocked out' if alive else 'slain after all'}.", [who.id])


@COMMANDS.command("Use a piece of a stat block that is text: what of it the rules know is carried out (ES-170).", "apply")
def _apply_note(
    battle: Skirmish, who: Whose, note: Annotated[str, Takes("which")],
    on: Annotated[object, Takes("on whom, one id or several", kind="list")] = (),
    part: Annotated[int, Takes("only this one of its effects, counted from 1")] = 0,
) -> None:  # fmt: skip
    """Text of a stat block whose moment the rules cannot see: told, its uses counted, and what of it the rules know carried out."""
    notes = who.block.notes
    place = next((at for at, one in enumerate(notes) if one.name.lower() == note.lower()), -1)
    if place < 0:
        raise Unavailable(f"{who.name} has no note {note!r}: there are {', '.join([one.name for one in notes]) or 'none'}.")
    text = notes[place]
    if text.uses and who.notes_used.count(text.name) >= text.uses:
        raise Illegal(f"{text.name} has been used {text.uses} times.")
    if part < 0 or part > len(text.effects):
        raise Malformed(f"part is one of the {len(text.effects)} effects of {text.name}, counted from 1; not {part}.")
    targets = _named_in(battle, on)
    rows_now = gm_calls.rows_of(text, part - 1)
    if rows_now:
        if battle.phase == b.REST or not battle.begun:
            raise Illegal(f"{text.name} is for a battle under way.")
        if not targets and gm_calls.wants_target(rows_now):
            brings = sentences_effects.rows(rows_now)
            raise Malformed(f"say on whom {text.name} falls: on=ID, or several with commas between. It brings {brings}.")
    who.notes_used = [*who.notes_used, text.name]
    whom = ", ".join([each.name for each in battle.fighters if targets & each.bit and not each.hidden])
    public = f"{who.name} uses {text.name}{f' on {whom}' if whom else ''}."
    said = f"{public[:-1]}: {text.text}" if text.text else public
    told(battle, said, [who.id], "gm" if who.team else "all", "" if who.hidden else public)
    if rows_now:
        battle.calls = [*battle.calls, Call(who.number, -1, place, targets, part - 1)]


def _named_in(battle: Skirmish, said: object) -> int:
    """Combatants named by one id, by several with commas between, or by a list of them, as bits."""
    mask = 0
    listed = [one.strip() for one in said.split(",")] if isinstance(said, str) else said
    for each in listed if isinstance(listed, list | tuple) else [None]:
        if not isinstance(each, str):
            raise Malformed(f"on is an id or a list of ids, not {said!r}.")
        unit = unit_named(battle, each)
        if isinstance(unit, Fighter):
            mask |= unit.bit
    return mask


@COMMANDS.command("Call for an attack that waits to be granted.")
def _call_attack(
    battle: Skirmish, who: Whose, attack: Annotated[str, Takes("its name")],
) -> None:  # fmt: skip
    """An attack that waits for something the rules cannot see: on its own turn it is among the options, else it comes at once."""
    waiting = [power for power in who.block.powers if power.needs.granted]
    found = [power for power in who.block.powers if power.name.lower() == attack.lower()]
    if not found:
        there = ", ".join([power.name for power in waiting]) or "none that waits"
        raise Unavailable(f"{who.name} has no attack called {attack!r}: there is {there}.")
    if not found[0].needs.granted:
        raise Illegal(f"{found[0].name} of {who.name} does not wait for anything; it can be chosen on a turn.")
    if who.state != UP or battle.phase == b.REST or not battle.begun:
        raise Illegal(f"{who.name} cannot attack now.")
    number = found[0].number
    if battle.turn == who.number:
        who.called |= 1 << number
    else:
        battle.calls = [*battle.calls, Call(who.number, number)]
    told(battle, f"The GM calls for {found[0].name} of {who.name}.", [who.id])


# -- stunts, spirit, rest, the end -----------------------------------------------------------------------------------------


@COMMANDS.command("Offer a daring move (ES-75).")
def _stunt(
    battle: Skirmish, ability: Annotated[str, Takes(one_of=tuple(b.ABILITIES))],
    dc: Annotated[int, Takes("difficulty")], name: Annotated[str, Takes("what")] = "a stunt",
    who: Annotated[Somebody, Takes("for whom")] = None,
    action: Annotated[str, Takes(one_of=tuple(b.ACTIONS[:3]))] = "move",
    on_success: Annotated[str, Takes("what then")] = "it works",
    on_failure: Annotated[str, Takes("what then")] = "the move is lost",
    failure_damage: Annotated[int, Takes("damage on a failure")] = 0,
    stealth: Annotated[int, Takes("for a stealth check, what being invisible adds: 5 or more (ES-107)")] = 0,
) -> None:  # fmt: skip
    """ES-75, R-34: offer a daring move; it appears among the options of the turn."""
    if failure_damage < 0:
        raise Malformed(f"failure_damage is 1 or more, not {failure_damage}.")
    if stealth and stealth < 5:
        raise Malformed(f"being invisible adds at least 5 to a stealth check, not {stealth}.")
    harm_done = [{"damage": failure_damage, "on": "self"}] if failure_damage else []
    said = StuntRow.model_validate({
        "name": name, "ability": ability, "dc": dc, "action": action, "stealth": stealth,
        "on_success": [{"text": on_success}], "on_failure": [{"text": on_failure}, *harm_done],
    })  # fmt: skip
    battle.stunts = [*battle.stunts, building.stunt(said, -1 if who is None else who.number)]
    told(battle, f"A stunt is possible: {name} ({ability.upper()}, DC {dc}).", [] if who is None else [who.id])


@COMMANDS.command("Grant a bonus for a story told in spirit (ES-81).")
def _grant_spirit(
    battle: Skirmish, giver: Annotated[Fighter, Takes("whose story")], ally: Annotated[Fighter, Takes("who is inspired")],
    stat: Annotated[str, Takes(one_of=fallen.STATS)] = "attack",
    bonus: Annotated[int, Takes("1, the first of a battle 2")] = 1, rounds: Annotated[int, Takes("1 or 2")] = 1,
) -> None:  # fmt: skip
    reason = fallen.may_fight_in_spirit(battle, giver)
    if reason:
        raise Illegal(f"{reason}.")
    if rounds not in (1, 2):
        raise Malformed("a story carries for 1 or 2 rounds.")
    if bonus != 1 and not (bonus == 2 and not battle.spirit_used):
        raise Illegal("a story earns +1; only the first of a battle may earn +2.")
    if ally.team != giver.team or ally.state != UP:
        raise Illegal(f"{ally.name} is no ally on its feet.")
    initiative.back_in_order(battle, giver)  # ES-83: it ends at the giver's place, so there must be one
    fallen.grant(battle, giver, ally, stat, bonus, rounds)


@COMMANDS.command("A player proposes to flee (ES-84).")
def _propose_flight(battle: Skirmish, who: Annotated[Fighter, Takes("whose player")]) -> None:
    """ES-84: during a PC's turn any player may propose to flee; the vote comes at once."""
    if who.team != 0 or who.block.kind != b.PC:
        raise Illegal("only the party's players propose to flee.")
    if battle.turn < 0 or battle.fighters[battle.turn].block.kind != b.PC or battle.fighters[battle.turn].team != 0:
        raise Illegal("flight can be proposed during a PC's turn only.")
    battle.flight = who.number
    told(battle, f"{who.name}'s player proposes to flee.", [who.id])


@COMMANDS.command("Everything back (ES-139).")
def _full_heal_up(battle: Skirmish) -> None:
    rest.full_heal_up(battle)
    told(battle, "The GM gives the party a full heal-up.")


@COMMANDS.command("The party suffers a campaign loss.")
def _campaign_loss(
    battle: Skirmish, what: Annotated[str, Takes("which")] = "the story takes a turn for the worse",
) -> None:  # fmt: skip
    battle.campaign_losses += 1
    told(battle, f"A campaign loss: {what}.")


@COMMANDS.command("End this battle.")
def _end_battle(battle: Skirmish, outcome: Annotated[str, Takes(one_of=("victory", "defeat", "draw", "fled"))]) -> None:
    """The battle is over as the GM says; on a day of several, a victory leads to the rest and the next battle."""
    if battle.phase == b.REST:
        raise Illegal("no battle is going on.")
    battle.decided, battle.ended = outcome, True
    told(battle, f"The GM ends the battle: {outcome}.")


RULINGS = COMMANDS.rulings


def take_out(battle: Skirmish, who: Fighter, state: int) -> None:
    """Somebody leaves the fight by the GM's word; a mook takes its share of the pool along."""
    if who.mob >= 0 and who.state == UP:
        battle.pools[who.mob] = max(0, battle.pools[who.mob] - min(who.max_hp, battle.pools[who.mob]))
    leave(battle, who, state)
