"""The GM's commands of this book (ES-141). Each is recorded, told and undone like everything else."""

from __future__ import annotations

from collections.abc import Callable

from quintain.engine.battle import Battle
from quintain.engine.refusal import Illegal, Malformed, Unavailable
from quintain.engine.ruling import flag_of, number_of, text_of, told
from quintain.engine.system import Called, Ruling, unit_named
from quintain.systems.escalation.file_format import phrases
from quintain.systems.escalation.play import sentences_effects
from quintain.systems.escalation.play.board import is_unseen
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Amount, Effect, LastingEffect
from quintain.systems.escalation.rules import conditions, fallen, gm_calls, initiative, readied, rest
from quintain.systems.escalation.rules.harm import harm, leave
from quintain.systems.escalation.rules.positions import enter_zone, has_moved, part_ways
from quintain.systems.escalation.rules.sheet import KNOCKED_OUT, SLAIN, UP, Fighter
from quintain.systems.escalation.rules.skirmish import AMBUSH, REST, Call, Skirmish, Stunt
from quintain.systems.escalation.traits.verbs import effect_of, lasting_effect
from quintain.systems.escalation.traits.verbs_actions import set_die

Work = Callable[[Skirmish, dict[str, object]], None]


def _skirmish(battle: Battle) -> Skirmish:
    if not isinstance(battle, Skirmish):
        raise Unavailable("this is no battle of this book.")
    return battle


def fighter_of(battle: Skirmish, args: dict[str, object], name: str) -> Fighter:
    unit = unit_named(battle, args.get(name))
    if not isinstance(unit, Fighter):
        raise Unavailable(f"{name} is no combatant.")
    return unit


def _zone_of(battle: Skirmish, args: dict[str, object]) -> int:
    name = text_of(args, "zone")
    zone = battle.ground().zones.number(name)
    if zone < 0:
        raise Unavailable(f"there is no zone {name!r}: there are {', '.join(battle.ground().zones.names)}.")
    return zone


# -- escalation die (ES-39, ES-40, ES-73) -----------------------------------------------------------------------------


def _hold_escalation(battle: Skirmish, args: dict[str, object]) -> None:
    battle.held = True
    told(battle, "The escalation die will not rise next round.", [], "gm")


def _reset_escalation(battle: Skirmish, args: dict[str, object]) -> None:
    battle.escalation = 0
    told(battle, "The escalation die goes back to 0.")


def _set_escalation(battle: Skirmish, args: dict[str, object]) -> None:
    value = number_of(args, "value")
    if not 0 <= value <= 6:
        raise Malformed(f"the escalation die shows 0 to 6, not {value}.")
    set_die(battle, value)
    told(battle, f"The GM sets the escalation die to {value}.")


def _advance_after_ambush(battle: Skirmish, args: dict[str, object]) -> None:
    """ES-73: said during the ambush it takes effect after it; in the first round it is made up for, or taken back; never twice."""
    if battle.round > 1 or battle.opener < 0 or battle.phase == REST:
        raise Illegal("there was no ambush just now.")
    word = 1 if flag_of(args, "advance", True) else 2
    if word == battle.ambush_raise:
        raise Illegal(f"the die {'goes' if word == 1 else 'does not go'} up after this ambush already.")
    before, battle.ambush_raise = battle.ambush_raise, word
    if battle.phase == AMBUSH:
        told(battle, f"The GM: the escalation die {'goes up by 1' if word == 1 else 'stays as it is'} after the ambush.")
    elif word == 1 or before == 1:
        set_die(battle, battle.escalation + (1 if word == 1 else -1))


def _refuse_free(battle: Skirmish, args: dict[str, object]) -> None:
    battle.refuse_free = flag_of(args, "refuse", True)
    told(battle, "No more free actions for now." if battle.refuse_free else "Free actions are allowed again.")


# -- places (ES-45, ES-65) ----------------------------------------------------------------------------------------------


def _rule_past(battle: Skirmish, args: dict[str, object]) -> None:
    mover, defender = fighter_of(battle, args, "mover"), fighter_of(battle, args, "defender")
    past = flag_of(args, "past", True)
    battle.past = {**battle.past, mover.number * 1000 + defender.number: past}
    word = "goes past" if past else "does not go past"
    told(battle, f"The GM rules: {mover.name} {word} {defender.name}.", [mover.id, defender.id])


def _set_off(battle: Skirmish, args: dict[str, object]) -> None:
    holder = fighter_of(battle, args, "who")
    cause = fighter_of(battle, args, "cause") if args.get("cause") else holder
    if holder.state != UP or holder.conditions & b.CANNOT_ACT:
        raise Illegal(f"{holder.name} cannot act.")
    if holder.readied is None:
        raise Illegal(f"{holder.name} has readied nothing.")
    told(battle, f"The GM rules: the moment has come that {holder.name} waited for.", [holder.id])
    readied.set_off(battle, holder, cause)


def _set_zone(battle: Skirmish, args: dict[str, object]) -> None:
    who = fighter_of(battle, args, "who")
    zone = _zone_of(battle, args)
    put(battle, who, zone)
    public = "" if who.hidden else f"The GM moves {who.name}."
    where = f"The GM puts {who.name} in {battle.ground().zones.names[zone]}."
    told(battle, where, [who.id], "gm" if is_unseen(who) else "all", public)


def put(battle: Skirmish, who: Fighter, zone: int) -> None:
    """Into a zone, out of every melee it does not reach there."""
    if zone != who.zone:
        part_ways(battle, who, who.engaged)
        has_moved(battle, who)
        enter_zone(battle, who, zone)


def _has_room(battle: Skirmish, args: dict[str, object]) -> None:
    zone = _zone_of(battle, args)
    battle.room[zone] = flag_of(args, "room", True)
    battle.head_room[zone] = flag_of(args, "head_room", battle.head_room[zone])
    name = battle.ground().zones.names[zone]
    told(battle, f"There is {'room' if battle.room[zone] else 'no room'} in {name}.")


def _legal_target(battle: Skirmish, args: dict[str, object]) -> None:
    target = fighter_of(battle, args, "target")
    code = target.number
    if "who" in args:
        code += (fighter_of(battle, args, "who").number + 1) * 1000
    legal = flag_of(args, "legal", True)
    battle.banned_targets = [each for each in battle.banned_targets if each != code]
    battle.allowed_targets = [each for each in battle.allowed_targets if each != code]
    (battle.allowed_targets if legal else battle.banned_targets).append(code)
    told(battle, f"The GM rules: {target.name} is {'a' if legal else 'no'} legal target.", [target.id])


# -- the order ------------------------------------------------------------------------------------------------------------


def _set_initiative(battle: Skirmish, args: dict[str, object]) -> None:
    who = fighter_of(battle, args, "who")
    who.initiative = number_of(args, "count")
    if who.number in battle.order:
        initiative.place_by_count(battle, who)
    told(battle, f"{who.name} acts on count {who.initiative} from now on.", [who.id], "all" if who.team == 0 else "gm")


def _reorder(battle: Skirmish, args: dict[str, object]) -> None:
    """ES-06: the order inside a group that shares a count."""
    who, other = fighter_of(battle, args, "who"), fighter_of(battle, args, "ahead_of")
    if who.initiative != other.initiative or who.number == other.number:
        raise Illegal(f"{who.name} and {other.name} do not share a count.")
    if who.number not in battle.order or other.number not in battle.order:
        raise Illegal("the order has not been rolled yet.")
    battle.order.remove(who.number)
    battle.order.insert(battle.order.index(other.number), who.number)
    told(battle, f"{who.name} acts ahead of {other.name}.", [who.id, other.id])


# -- attacks (ES-92, ES-95, ES-104, ES-118, ES-120) ---------------------------------------------------------------------


def _lasting_of(args: dict[str, object]) -> LastingEffect:
    effect = lasting_effect()
    condition = text_of(args, "condition")
    if condition:
        try:
            effect.conditions = phrases.read_conditions([condition])
        except ValueError as problem:
            raise Malformed(f"{problem}.") from None
    try:
        effect.until, effect.save = phrases.read_until(text_of(args, "until", "save"))
    except ValueError as problem:
        raise Malformed(f"{problem}.") from None
    effect.ongoing = number_of(args, "ongoing")
    if effect.ongoing < 0:
        raise Malformed(f"ongoing damage is 1 or more, not {effect.ongoing}.")
    effect.damage_type = text_of(args, "type")
    return effect


def _extra(battle: Skirmish, args: dict[str, object], name: str) -> None:
    """More harm, or a condition, by the GM's word."""
    who = fighter_of(battle, args, "who")
    damage = number_of(args, "damage")
    effect = _lasting_of(args)
    if damage < 0 or (not damage and not effect.conditions and not effect.ongoing and not args.get("text")):
        raise Malformed(f"{name} needs damage, ongoing, a condition or a text.")
    by = fighter_of(battle, args, "by") if "by" in args else who
    told(battle, f"{name.replace('_', ' ').capitalize()} for {who.name}. {text_of(args, 'text')}".strip(), [who.id])
    if damage:
        natural = 0 if text_of(args, "type") else 21
        harm(battle, who, [damage], [text_of(args, "type")], by, natural, 0, name, ordinary=name == "mishap")
    if (effect.conditions or effect.ongoing) and who.is_present():
        conditions.start(battle, who, effect, by, name)


def _crit_bonus(battle: Skirmish, args: dict[str, object]) -> None:
    _extra(battle, args, "crit_bonus")


def _mishap(battle: Skirmish, args: dict[str, object]) -> None:
    _extra(battle, args, "mishap")


def _redirect(battle: Skirmish, args: dict[str, object]) -> None:
    """A stray shot that found somebody: the GM simply says whom it hurts (ES-106)."""
    _extra(battle, args, "redirect")


def _modifier(battle: Skirmish, args: dict[str, object]) -> None:
    who = fighter_of(battle, args, "who")
    on = text_of(args, "on").lower()
    value = number_of(args, "value", 2)
    names = ("ac", "pd", "md") if on == "defences" else (on,)
    if any(name not in b.MODIFIERS for name in names):
        raise Malformed(f"on is one of {', '.join(b.MODIFIERS)}, defences; not {on!r}.")
    effect = _lasting_of({"until": args.get("until", "end of battle")})
    effect.modifiers = [value if name in names else 0 for name in b.MODIFIERS]
    conditions.start(battle, who, effect, who, text_of(args, "name") or _another_circumstance(who))
    told(battle, f"The GM: {value:+d} {on} for {who.name}.", [who.id])


def _another_circumstance(who: Fighter) -> str:
    """R-81: what is given without a name is a circumstance of its own and adds to the others; the same name again replaces."""
    taken = [each.name for each in who.lasting]
    number = 1
    while (name := "circumstances" if number == 1 else f"circumstances {number}") in taken:
        number += 1
    return name


def _set_staggered(battle: Skirmish, args: dict[str, object]) -> None:
    who = fighter_of(battle, args, "who")
    if who.mob >= 0:
        raise Illegal("mooks are never staggered.")
    now = flag_of(args, "staggered", True)
    who.staggered_word = 1 if now else 2
    told(battle, f"{who.name} counts as {'staggered' if now else 'not staggered'}.", [who.id])


def _spare(battle: Skirmish, args: dict[str, object]) -> None:
    who = fighter_of(battle, args, "who")
    alive = flag_of(args, "alive", True)
    if who.state not in (SLAIN, KNOCKED_OUT):
        raise Illegal(f"{who.name} has not been felled.")
    who.state = KNOCKED_OUT if alive else SLAIN
    told(battle, f"{who.name} is {'only knocked out' if alive else 'slain after all'}.", [who.id])


def _apply_note(battle: Skirmish, args: dict[str, object]) -> None:
    """Text of a stat block whose moment the rules cannot see: told, its uses counted, and what of it the rules know carried out."""
    who = fighter_of(battle, args, "who")
    name = text_of(args, "note")
    place = next((at for at, note in enumerate(who.block.notes) if note.name.lower() == name.lower()), -1)
    if place < 0:
        there = ", ".join([note.name for note in who.block.notes]) or "none"
        raise Unavailable(f"{who.name} has no note {name!r}: there are {there}.")
    note = who.block.notes[place]
    if note.uses and who.notes_used.count(note.name) >= note.uses:
        raise Illegal(f"{note.name} has been used {note.uses} times.")
    part = number_of(args, "part")
    if part < 0 or part > len(note.effects):
        raise Malformed(f"part is one of the {len(note.effects)} effects of {note.name}, counted from 1; not {part}.")
    targets = _named_in(battle, args, "on")
    rows_now = gm_calls.rows_of(note, part - 1)
    if rows_now:
        if battle.phase == REST or not battle.begun:
            raise Illegal(f"{note.name} is for a battle under way.")
        if not targets and gm_calls.wants_target(rows_now):
            brings = sentences_effects.rows(rows_now)
            raise Malformed(f"say on whom {note.name} falls: on=ID, or several with commas between. It brings {brings}.")
    who.notes_used = [*who.notes_used, note.name]
    whom = ", ".join([each.name for each in battle.fighters if targets & each.bit and not each.hidden])
    public = f"{who.name} uses {note.name}{f' on {whom}' if whom else ''}."
    said = f"{public[:-1]}: {note.text}" if note.text else public
    told(battle, said, [who.id], "gm" if who.team else "all", "" if who.hidden else public)
    if rows_now:
        battle.calls = [*battle.calls, Call(who.number, -1, place, targets, part - 1)]


def _named_in(battle: Skirmish, args: dict[str, object], name: str) -> int:
    """Combatants named by one id, by several with commas between, or by a list of them, as bits."""
    said = args.get(name, [])
    mask = 0
    for each in [one.strip() for one in said.split(",")] if isinstance(said, str) else said if isinstance(said, list) else [None]:
        if not isinstance(each, str):
            raise Malformed(f"{name} is an id or a list of ids, not {said!r}.")
        unit = unit_named(battle, each)
        if isinstance(unit, Fighter):
            mask |= unit.bit
    return mask


def _call_attack(battle: Skirmish, args: dict[str, object]) -> None:
    """An attack that waits for something the rules cannot see: on its own turn it is among the options, else it comes at once."""
    who = fighter_of(battle, args, "who")
    name = text_of(args, "attack")
    waiting = [power for power in who.block.powers if power.needs.granted]
    found = [power for power in who.block.powers if power.name.lower() == name.lower()]
    if not found:
        there = ", ".join([power.name for power in waiting]) or "none that waits"
        raise Unavailable(f"{who.name} has no attack called {name!r}: there is {there}.")
    if not found[0].needs.granted:
        raise Illegal(f"{found[0].name} of {who.name} does not wait for anything; it can be chosen on a turn.")
    if who.state != UP or battle.phase == REST or not battle.begun:
        raise Illegal(f"{who.name} cannot attack now.")
    number = found[0].number
    if battle.turn == who.number:
        who.called |= 1 << number
    else:
        battle.calls = [*battle.calls, Call(who.number, number)]
    told(battle, f"The GM calls for {found[0].name} of {who.name}.", [who.id])


# -- stunts, spirit, rest, the end -----------------------------------------------------------------------------------------


def _stunt(battle: Skirmish, args: dict[str, object]) -> None:
    """ES-75, R-34: offer a daring move; it appears among the options of the turn."""
    ability = text_of(args, "ability")
    if ability not in b.ABILITIES:
        raise Malformed(f"ability is one of {', '.join(b.ABILITIES)}, not {ability!r}.")
    action = text_of(args, "action", "move")
    if action not in b.ACTIONS[:3]:
        raise Malformed(f"action is standard, move or quick, not {action!r}.")
    stunt = Stunt(text_of(args, "name", "a stunt"), b.ABILITIES.index(ability), number_of(args, "dc"), b.ACTIONS.index(action))
    success, failure = text_of(args, "on_success", "it works"), text_of(args, "on_failure", "the move is lost")
    stunt.on_success = [_text_effect(success)]
    stunt.on_failure = [_text_effect(failure)]
    failed: list[dict[str, object]] = [{"text": failure}]
    if number_of(args, "failure_damage") < 0:
        raise Malformed(f"failure_damage is 1 or more, not {number_of(args, 'failure_damage')}.")
    if number_of(args, "failure_damage"):
        hurt = effect_of(b.DAMAGE)
        hurt.on = b.ON_SELF
        hurt.amount = Amount([], number_of(args, "failure_damage"))
        stunt.on_failure.append(hurt)
        failed.append({"damage": str(number_of(args, "failure_damage")), "on": "self"})
    stunt.stealth = number_of(args, "stealth")
    if stunt.stealth and stunt.stealth < 5:
        raise Malformed(f"being invisible adds at least 5 to a stealth check, not {stunt.stealth}.")
    if "who" in args:
        stunt.whom = fighter_of(battle, args, "who").number
    stunt.written = {
        "name": stunt.name, "ability": ability, "dc": stunt.dc, "action": action, "on_success": [{"text": success}],
        "on_failure": failed, "stealth": stunt.stealth,
    }  # fmt: skip
    battle.stunts = [*battle.stunts, stunt]
    told(battle, f"A stunt is possible: {stunt.name} ({ability.upper()}, DC {stunt.dc}).")


def _text_effect(text: str) -> Effect:
    effect = effect_of(b.TEXT)
    effect.text = text
    return effect


def _grant_spirit(battle: Skirmish, args: dict[str, object]) -> None:
    giver, ally = fighter_of(battle, args, "giver"), fighter_of(battle, args, "ally")
    stat, bonus, rounds = text_of(args, "stat", "attack"), number_of(args, "bonus", 1), number_of(args, "rounds", 1)
    reason = fallen.may_fight_in_spirit(battle, giver)
    if reason:
        raise Illegal(f"{reason}.")
    if stat not in fallen.STATS:
        raise Malformed(f"stat is one of {', '.join(fallen.STATS)}, not {stat!r}.")
    if rounds not in (1, 2):
        raise Malformed("a story carries for 1 or 2 rounds.")
    if bonus != 1 and not (bonus == 2 and not battle.spirit_used):
        raise Illegal("a story earns +1; only the first of a battle may earn +2.")
    if ally.team != giver.team or ally.state != UP:
        raise Illegal(f"{ally.name} is no ally on its feet.")
    initiative.back_in_order(battle, giver)  # ES-83: it ends at the giver's place, so there must be one
    fallen.grant(battle, giver, ally, stat, bonus, rounds)


def _propose_flight(battle: Skirmish, args: dict[str, object]) -> None:
    """ES-84: during a PC's turn any player may propose to flee; the vote comes at once."""
    who = fighter_of(battle, args, "who")
    if who.team != 0 or who.block.kind != b.PC:
        raise Illegal("only the party's players propose to flee.")
    if battle.turn < 0 or battle.fighters[battle.turn].block.kind != b.PC or battle.fighters[battle.turn].team != 0:
        raise Illegal("flight can be proposed during a PC's turn only.")
    battle.flight = who.number
    told(battle, f"{who.name}'s player proposes to flee.", [who.id])


def _full_heal_up(battle: Skirmish, args: dict[str, object]) -> None:
    rest.full_heal_up(battle)
    told(battle, "The GM gives the party a full heal-up.")


def _campaign_loss(battle: Skirmish, args: dict[str, object]) -> None:
    battle.campaign_losses += 1
    told(battle, f"A campaign loss: {text_of(args, 'what', 'the story takes a turn for the worse')}.")


def _end_battle(battle: Skirmish, args: dict[str, object]) -> None:
    """The battle is over as the GM says; on a day of several, a victory leads to the rest and the next battle."""
    outcome = text_of(args, "outcome")
    if outcome not in ("victory", "defeat", "draw", "fled"):
        raise Malformed(f"outcome is victory, defeat, draw or fled, not {outcome!r}.")
    if battle.phase == REST:
        raise Illegal("no battle is going on.")
    battle.decided = outcome
    told(battle, f"The GM ends the battle: {outcome}.")


class _OfTheBook(Called):
    """A command of this book, whose work is a function on its battle."""

    def __init__(self, name: str, doc: str, fields: dict[str, str], work: Work) -> None:
        super().__init__(name, doc, fields, _unused)
        self._own: Work = work

    def apply(self, system: object, battle: Battle, args: dict[str, object]) -> None:
        self._own(_skirmish(battle), args)


def _unused(battle: Battle, args: dict[str, object]) -> None:
    raise Unavailable("this command has no work of its own.")


HARM_FIELDS = {
    "who": "unit: whom", "damage": "int?: so much", "type": "text?: damage type", "ongoing": "int?: ongoing damage",
    "condition": "text?: a condition", "until": "text?: when it ends (default: save)", "by": "unit?: whose doing",
    "text": "text?: what happens",
}  # fmt: skip


def all_rulings() -> dict[str, Ruling]:
    """Every command of ES-141, and a few that tables ask for."""
    rulings: list[Ruling] = [
        _OfTheBook(
            "set_off", "What somebody readied for has happened (R-86).",
            {"who": "unit: who holds it", "cause": "unit?: who brought it about"}, _set_off,
        ),
        _OfTheBook("hold_escalation", "The heroes dodge the fight: the die does not rise next round (ES-39).", {}, _hold_escalation),
        _OfTheBook("reset_escalation", "Fighting has all but stopped: the die goes to 0 (ES-40).", {}, _reset_escalation),
        _OfTheBook("set_escalation", "Set the escalation die.", {"value": "int: 0 to 6"}, _set_escalation),
        _OfTheBook(
            "advance_after_ambush", "Raise the die by 1 after an ambush (ES-73).", {"advance": "bool?: default yes"},
            _advance_after_ambush,
        ),
        _OfTheBook("refuse_free", "Allow no more free actions (ES-29).", {"refuse": "bool?: default yes"}, _refuse_free),
        _OfTheBook(
            "rule_past", "Say whether a mover goes past a defender (ES-65).",
            {"mover": "unit: who moves", "defender": "unit: who may step in", "past": "bool?: default yes"}, _rule_past,
        ),
        _OfTheBook("set_zone", "Put somebody in a zone.", {"who": "unit: whom", "zone": "text: where"}, _set_zone),
        _OfTheBook(
            "has_room", "Say whether a zone has room, and head-room for flyers (ES-45, ES-76).",
            {"zone": "text: which", "room": "bool?: default yes", "head_room": "bool?: unchanged by default"}, _has_room,
        ),
        _OfTheBook(
            "split_initiative", "Give one of a group its own count (R-04).", {"who": "unit: whom", "count": "int: the count"},
            _set_initiative,
        ),
        _OfTheBook(
            "set_initiative", "Change somebody's count.", {"who": "unit: whom", "count": "int: the count"}, _set_initiative
        ),
        _OfTheBook(
            "reorder", "Let one act ahead of another on the same count (ES-06).",
            {"who": "unit: who", "ahead_of": "unit: ahead of whom"}, _reorder,
        ),
        _OfTheBook(
            "legal_target", "Say whether somebody is a legal target (ES-66).",
            {"target": "unit: whom", "legal": "bool?: default yes", "who": "unit?: for this attacker only"}, _legal_target,
        ),
        _OfTheBook(
            "stunt", "Offer a daring move (ES-75).",
            {
                "ability": "text: str, con, dex, int, wis or cha", "dc": "int: difficulty", "name": "text?: what",
                "who": "unit?: for whom", "action": "text?: standard, move or quick", "on_success": "text?: what then",
                "on_failure": "text?: what then", "failure_damage": "int?: damage on a failure",
                "stealth": "int?: for a stealth check, what being invisible adds: 5 or more (ES-107)",
            },
            _stunt,
        ),
        _OfTheBook(
            "grant_spirit", "Grant a bonus for a story told in spirit (ES-81).",
            {
                "giver": "unit: whose story", "ally": "unit: who is inspired", "stat": "text?: attack, ac, pd or md",
                "bonus": "int?: 1, the first of a battle 2", "rounds": "int?: 1 or 2",
            },
            _grant_spirit,
        ),
        _OfTheBook("crit_bonus", "A crit does something more (ES-92).", HARM_FIELDS, _crit_bonus),
        _OfTheBook("mishap", "A fumble in a precarious place goes wrong (ES-95).", HARM_FIELDS, _mishap),
        _OfTheBook("redirect", "A stray shot hurts somebody (ES-106).", HARM_FIELDS, _redirect),
        _OfTheBook(
            "set_staggered", "Say whether somebody is staggered (ES-118).", {"who": "unit: whom", "staggered": "bool?: default yes"},
            _set_staggered,
        ),
        _OfTheBook(
            "spare", "Somebody felled is only knocked out, or slain after all (ES-120).",
            {"who": "unit: whom", "alive": "bool?: default yes"}, _spare,
        ),
        _OfTheBook(
            "modifier", "A bonus or penalty; +2 and -2 are standard (ES-104).",
            {
                "who": "unit: whose", "on": "text: attack, ac, pd, md, defences, damage, save, disengage or crit",
                "value": "int?: default 2", "until": "text?: default end of battle", "name": "text?: where it comes from",
            },
            _modifier,
        ),
        _OfTheBook("full_heal_up", "Everything back (ES-139).", {}, _full_heal_up),
        _OfTheBook("campaign_loss", "The party suffers a campaign loss.", {"what": "text?: which"}, _campaign_loss),
        _OfTheBook("propose_flight", "A player proposes to flee (ES-84).", {"who": "unit: whose player"}, _propose_flight),
        _OfTheBook("end_battle", "End this battle.", {"outcome": "text: victory, defeat, draw or fled"}, _end_battle),
        _OfTheBook(
            "call_attack", "Call for an attack that waits to be granted.", {"who": "unit: whose", "attack": "text: its name"},
            _call_attack,
        ),
        _OfTheBook(
            "apply", "Use a piece of a stat block that is text: what of it the rules know is carried out (ES-170).",
            {
                "who": "unit: whose", "note": "text: which", "on": "list?: on whom, one id or several",
                "part": "int?: only this one of its effects, counted from 1",
            },
            _apply_note,
        ),
    ]  # fmt: skip
    return {ruling.name: ruling for ruling in rulings}


def take_out(battle: Skirmish, who: Fighter, state: int) -> None:
    """Somebody leaves the fight by the GM's word; a mook takes its share of the pool along."""
    if who.mob >= 0 and who.state == UP:
        battle.pools[who.mob] = max(0, battle.pools[who.mob] - min(who.max_hp, battle.pools[who.mob]))
    leave(battle, who, state)
