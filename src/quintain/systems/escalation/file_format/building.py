"""From a checked encounter to a battle; the way back is in exporting.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM, PLAYERS
from quintain.engine.plain_data import take_words
from quintain.engine.reading import Reading
from quintain.engine.refusal import Malformed, within
from quintain.space.zones import Edge, Zones
from quintain.systems.escalation.fields_blocks import Ground, LastingEffect, Part, Readied, Stunt
from quintain.systems.escalation.fields_rows import load_laid, load_resume, load_start
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.file_format import phrases
from quintain.systems.escalation.file_format.block_building import block_from, effect
from quintain.systems.escalation.file_format.exporting import FIGURES, UNDER_WAY
from quintain.systems.escalation.file_format.lasting_building import failing, written
from quintain.systems.escalation.printed import tables
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.rows import Amount
from quintain.systems.escalation.printed.stat_block import Block, Power
from quintain.systems.escalation.printed.summaries import summarise
from quintain.systems.escalation.rules import turn_options
from quintain.systems.escalation.rules.conditions import notice, recompute
from quintain.systems.escalation.rules.flow import mob_pools
from quintain.systems.escalation.rules.harm import wear_wounds
from quintain.systems.escalation.rules.positions import engage, set_beside
from quintain.systems.escalation.rules.procedures import PROCEDURES
from quintain.systems.escalation.rules.sheet import DYING, STATES, UP, WAITING, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.switches import Switches
from quintain.systems.escalation.traits.verbs import VERBS, effect_of, lasting_effect

if TYPE_CHECKING:
    from quintain.systems.escalation.files import (
        BattleRow,
        CombatantRow,
        EncounterRow,
        LastingRow,
        ResumeRow,
        StartRow,
        StuntRow,
        ZoneRow,
    )


def build(model: EncounterRow, reading: Reading) -> Skirmish:
    """The battle that a checked encounter describes."""
    switches = Switches(dict(model.options))
    parts: list[Part] = []
    for place, said in enumerate(model.battles or [model]):
        if not model.battles:
            parts.append(_part(said))
            continue
        with within("battles", place):
            parts.append(_part(said))
    battle = Skirmish(reading, switches, parts, PROCEDURES)
    battle.battles_since_heal_up = model.battles_since_heal_up
    battle.campaign_losses = model.campaign_losses
    battle.rest_after = model.rest_after
    built: dict[str, Block] = {}
    for key, row in model.blocks.items():
        built[key] = block_from(row)
        built[key].id = key
        add_unarmed(built[key], switches)
    for place, person in enumerate(model.combatants):
        with within("combatants", place):
            key = person.use or ""
            if key not in built:
                raise Malformed(f"there is no stat block called {key!r} in this encounter.", ("use",))
            enlist(battle, person, built[key])
    for place, person in enumerate(model.combatants):
        with within("combatants", place):
            relate(battle, battle.fighters[place], person)
    battle.pools = mob_pools(battle)
    battle.look_around()
    battle.room = list(parts[0].ground.room)
    battle.head_room = list(parts[0].ground.head_room)
    if model.resume is not None:
        with within("resume"):
            _resume(battle, model.resume)
    for place, person in enumerate(model.combatants):
        with within("combatants", place, "start"):
            _take_up(battle, person)
    battle.any_readied = any(each.readied is not None for each in battle.fighters)
    return battle


def _part(row: BattleRow) -> Part:
    stunts = [stunt(each) for each in row.stunts]
    as_said = row.model_dump(mode="json", exclude_defaults=True, include=_OF_A_BATTLE)
    return Part(row.name, _ground(row.zones), row.ambush, row.set_up == "ask", row.full_heal_up_before, stunts, as_said)


def stunt(said: StuntRow, whom: int = -1) -> Stunt:
    """A daring move as a file or the GM describes it; `whom` it is offered to."""
    on_success, on_failure = [effect(each) for each in said.on_success], [effect(each) for each in said.on_failure]
    ability, action = b.ABILITIES.index(said.ability), b.ACTIONS.index(said.action)
    as_said = {
        **said.model_dump(mode="json", include={"name", "ability", "dc", "action", "stealth"}),
        "on_success": written(said.on_success), "on_failure": written(said.on_failure),
    }  # fmt: skip
    return Stunt(said.name, ability, said.dc, action, on_success, on_failure, said.stealth, whom, as_said)


_OF_A_BATTLE = {"name", "zones", "ambush", "set_up", "full_heal_up_before", "stunts"}


def _ground(said: list[ZoneRow]) -> Ground:
    """Zones as written; without any, one field with a rear for each side that the GM may open (ES-03, ES-45)."""
    if not said:
        names = ["field", "rear", "far side"]
        zones = Zones(names, [Edge(0, 1), Edge(0, 2)])
        return Ground(zones, [True, False, False], [True, True, True])
    names = [zone.name for zone in said]
    edges: list[Edge] = []
    seen: set[tuple[int, int]] = set()
    for place, zone in enumerate(said):
        for other in zone.links:
            if other not in names:
                path = ("zones", place, "links", zone.links.index(other))
                raise Malformed(f"the zone {zone.name!r} is linked to {other!r}, which is not there.", path)
            pair = (min(place, names.index(other)), max(place, names.index(other)))
            if pair not in seen:
                seen.add(pair)
                edges.append(Edge(pair[0], pair[1]))
    try:
        zones = Zones(names, edges)
    except ValueError as problem:
        raise Malformed(f"{problem}.", ("zones",)) from None
    return Ground(zones, [zone.has_room for zone in said], [zone.head_room for zone in said])


def enlist(battle: Skirmish, row: CombatantRow, block: Block) -> Fighter:
    """One more combatant, in its zone and side."""
    controller = row.controller or (PLAYERS if row.side == "party" else GM)
    fighter = Fighter(row.id or block.id, row.name or block.name, row.side, controller, block, len(battle.fighters))
    if row.side not in battle.sides:
        battle.sides = [*battle.sides, row.side]
    fighter.team = battle.sides.index(row.side)
    fighter.hidden = row.hidden
    fighter.part = row.battle - 1
    ground = battle.parts[fighter.part].ground
    zone = ground.zones.number(row.zone) if row.zone else 0
    if zone < 0:
        there = ", ".join(ground.zones.names)
        raise Malformed(f"{fighter.id} stands in {row.zone!r}, which is no zone: there are {there}.", ("zone",))
    fighter.zone = zone
    if row.airborne is not None:
        fighter.airborne = row.airborne and block.flies
    if row.start is not None:
        _bring(fighter, row.start)
    battle.lines = max(battle.lines, fighter.number, fighter.line)
    if fighter.team != 0 and fighter.part != battle.part and fighter.state == UP:
        fighter.state = WAITING
    if block.mook:
        fighter.mob = _mob_of(battle, fighter)
    battle.add_unit(fighter)
    battle.fighters.append(fighter)
    return fighter


def _mob_of(battle: Skirmish, fighter: Fighter) -> int:
    """ES-171: mooks of one block on one side in one battle are a mob."""
    highest = -1
    for other in battle.fighters:
        highest = max(highest, other.mob)
        if other.mob >= 0 and other.block.id == fighter.block.id and other.side == fighter.side and other.part == fighter.part:
            return other.mob
    return highest + 1


def _bring(fighter: Fighter, start: StartRow) -> None:
    """What somebody brings from earlier battles, or from the middle of this one."""
    for name, value in start.figures.items():
        kept = FIGURES[name]
        setattr(fighter, kept, type(getattr(fighter, kept))(value))
    load_start(fighter, start)
    wear_wounds(fighter)
    fighter.hp = min(fighter.max_hp, fighter.max_hp if start.hp is None else start.hp)
    _check_powers(fighter, start)
    for entry in fighter.block.powers:
        fighter.out[entry.number] = 1 if entry.name in start.spent else 0
        fighter.used[entry.number] = start.used.get(entry.name, 0)
        if entry.name in start.unloaded:
            fighter.unloaded |= 1 << entry.number
    fighter.state = STATES.index(start.state)
    if fighter.state == UP and fighter.hp < 1:
        if not fighter.block.dies_like_a_pc():
            raise Malformed(f"{fighter.id} starts with {fighter.hp} hit points; it needs at least 1.", ("start", "hp"))
        fighter.state = DYING
    fighter.staggered_word = 0 if start.staggered is None else 1 if start.staggered else 2
    _bring_uses(fighter, start)


def _check_powers(fighter: Fighter, start: StartRow) -> None:
    there = [entry.name for entry in fighter.block.powers]
    for field in ("spent", "used", "unloaded", "limits", "used_round", "last_turn", "turn_before"):
        for name in getattr(start, field):
            if name not in there:
                raise Malformed(f"{fighter.id} has no {name!r}: there are {', '.join(there) or 'none'}.", ("start", field))


def _bring_uses(fighter: Fighter, start: StartRow) -> None:
    """What has been used this round or this battle, one thing at a time."""
    for entry in fighter.block.powers:
        fighter.used_round[entry.number] = start.used_round.get(entry.name, 0)
        if entry.name in start.limits:
            fighter.limits[entry.number] = start.limits[entry.name]
        if entry.name in start.last_turn:
            fighter.turn_uses |= 1 << entry.number
        if entry.name in start.turn_before:
            fighter.last_turn_uses |= 1 << entry.number
    for place, key in enumerate(start.riders_used):
        number, _, _ = key.partition(":")
        if number != "*" and not (number.isdecimal() and len(number) < 5 and int(number) < len(fighter.block.powers)):
            sentence = f"{key!r} is no rider of {fighter.id}: write the number of its power, from 0, or *, a colon and its name."
            raise Malformed(sentence, ("start", "riders_used", place))
    fighter.rally_barred, fighter.rally_allowed = start.rally == "barred", start.rally == "allowed"
    fighter.learned = {name: (low, high) for name, (low, high) in start.learned.items()}


def _resume(battle: Skirmish, said: ResumeRow) -> None:
    """Take a battle up in its middle: the order, the die, what the GM has ruled."""
    battle.resumed = True
    battle.round = said.round
    load_resume(battle, said)
    _rulings(battle, said)
    for place, id in enumerate(said.order):
        number = _number(battle, id, "order", place)
        if number in battle.order:
            raise Malformed(f"{id!r} stands twice in the order.", ("order", place))
        battle.order.append(number)
    for one in battle.fighters:
        if battle.phase == b.ROUNDS and one.is_present() and one.part <= 0 and one.number not in battle.order:
            raise Malformed(f"{one.id} is in the battle to be taken up, but not in its order.", ("order",))
    battle.last = _number(battle, said.last, "last") if said.last else -1
    for mob, pool in enumerate(said.pools[: len(battle.pools)]):
        battle.pools[mob] = pool
    battle.any_delaying = True


def _lasting(battle: Skirmish, one: Fighter, said: LastingRow) -> Lasting:
    """Something that lies on somebody in a battle that is taken up."""
    made = effect(said.more) if said.more is not None else lasting_effect()
    if not isinstance(made, LastingEffect):
        raise Malformed(f"more of {said.name!r} says what lasts (a condition, a modifier, a state), not something done at once.")
    made.until, made.save = phrases.read_until(said.until)
    failing(made, said.each_failed_save, said.failed_saves, effect)
    source = _number(battle, said.source, "source") if said.source else one.number
    lasting = Lasting(said.name, source, made, said.ongoing, made.until, made.save, said.turns)
    load_laid(lasting, said)
    notice(battle, made)
    lasting.versus = _number(battle, said.versus, "versus") if said.versus else -1
    return lasting


def _rulings(battle: Skirmish, said: ResumeRow) -> None:
    """What the GM has ruled so far (ES-45, ES-65, ES-66, ES-75), and how an ambush stands."""
    for place, past in enumerate(said.past):
        with within("past", place):
            battle.past[_number(battle, past.mover, "mover") * 1000 + _number(battle, past.defender, "defender")] = past.past
    for place, target in enumerate(said.targets):
        with within("targets", place):
            code = _number(battle, target.target, "target")
            if target.who:
                code += (_number(battle, target.who, "who") + 1) * 1000
        (battle.allowed_targets if target.legal else battle.banned_targets).append(code)
    for place, zone in enumerate(said.zones):
        number = battle.ground().zones.number(zone.name)
        if number < 0:
            raise Malformed(f"the battle to be taken up names the zone {zone.name!r}, which is not there.", ("zones", place))
        battle.room[number], battle.head_room[number] = zone.has_room, zone.head_room
    if said.stunts is None:
        battle.stunts = list(battle.parts[0].stunts)
    else:
        for place, row in enumerate(said.stunts):
            battle.stunts.append(stunt(row, _number(battle, row.who, "stunts", place, "who") if row.who else -1))
    battle.opener = _number(battle, said.opener, "opener") if said.opener else -1
    for place, name in enumerate(said.surprised):
        battle.surprised |= 1 << _number(battle, name, "surprised", place)
    take_words(battle, said.forbidden, said.forces)


def _take_up(battle: Skirmish, row: CombatantRow) -> None:
    """What lies on somebody, a grab, a readied action (ES-19) and last-gasp saves (ES-167) go on where they were."""
    one, start = battle.named(row.id or ""), row.start
    if one is None or start is None:
        return
    for name in () if battle.resumed else (*UNDER_WAY, "used_round", "rally", "met", "turn_before"):
        if getattr(start, name):
            raise Malformed(f"{name} belongs to a battle under way; without `resume` it would mean nothing.", (name,))
    if start.grabbed_by:
        with within("grabbed_by"):
            holder = _in_reach(battle, one, start.grabbed_by, "held by", ally=False)
        engage(one, holder)  # ES-161
        one.grabber = holder.number
    for place, id in enumerate(start.met):
        one.met |= 1 << _number(battle, id, "met", place)
    for place, each in enumerate(start.effects):
        with within("effects", place):
            one.lasting.append(_lasting(battle, one, each))
    for place, name in enumerate(start.attacked):
        one.attacked |= 1 << _number(battle, name, "attacked", place)
    recompute(one)
    held = start.readied
    if held is not None:
        option = turn_options.read_option(held.action.replace("*", "somebody"))
        if option is None or option.power >= len(one.block.powers):
            sentence = f"{one.id} holds {held.action!r} ready, which is nothing to do on a turn."
            raise Malformed(sentence, ("readied", "action"))
        whom = _number(battle, held.whom, "readied", "whom") if held.whom else -1
        one.readied = Readied(held.action, b.STANDARD, held.when, whom, held.said)
    gasp = start.last_gasp
    if gasp is not None:
        made = LastingEffect(VERBS[b.LAST_GASP])
        made.conditions = phrases.read_conditions(gasp.conditions)
        made.on_the_fallen = gasp.fallen
        source = _number(battle, gasp.source, "last_gasp", "source") if gasp.source else one.number
        one.gasp = Lasting(gasp.name, source, made, 0, b.END_OF_BATTLE, 16, 1)
        one.gasp_turns, one.gasp_fails = gasp.turns, gasp.failures


def _number(battle: Skirmish, id: str, *path: str | int) -> int:
    found = battle.named(id)
    if found is None:
        raise Malformed(f"the battle to be taken up names {id!r}, who is not in it.", path)
    return found.number


def relate(battle: Skirmish, one: Fighter, row: CombatantRow) -> None:
    """Whom somebody is in melee with, behind or next to: all in its zone (ES-42, ES-48)."""
    for place, name in enumerate(row.engaged):
        with within("engaged", place):
            engage(one, _in_reach(battle, one, name, "engaged with", False))
    for place, name in enumerate(row.behind):
        with within("behind", place):
            one.behind |= _in_reach(battle, one, name, "behind", True).bit
    for place, name in enumerate(row.beside):
        with within("beside", place):
            set_beside(one, _in_reach(battle, one, name, "beside", True))


def _in_reach(battle: Skirmish, one: Fighter, name: str, how: str, ally: bool) -> Fighter:
    other = battle.named(name)
    if other is None:
        there = ", ".join(sorted(each.id for each in battle.fighters))
        raise Malformed(f"{one.id} is {how} {name!r}, who is not in the fight: there are {there}.")
    if (other.team == one.team) != ally or other.number == one.number:
        raise Malformed(f"{one.id} is {how} {name}, who is {'no ally' if ally else 'no enemy'}.")
    if other.zone != one.zone or other.part != one.part:
        raise Malformed(f"{one.id} is {how} {name}, who is in another {'zone' if other.part == one.part else 'battle'}.")
    return other


def add_unarmed(block: Block, switches: Switches) -> None:
    """ES-102: any PC can punch: STR + level - 2 against AC."""
    if block.kind != b.PC or any(entry.name == "Unarmed" for entry in block.powers):
        return
    made = Power("Unarmed", len(block.powers))
    made.rolls = made.unarmed = True
    modifier = block.modifier(b.STR)
    made.bonus = modifier + block.level - 2
    hit = effect_of(b.DAMAGE)
    times = block.multiplier() if switches.unarmed_scaled else 1
    hit.amount = Amount(tables.unarmed_dice(block.level, switches.unarmed_d3_only), modifier * times)
    made.hit = [hit]
    summarise(made)
    block.powers.append(made)
    if block.basic_melee < 0:
        block.basic_melee = made.number
        block.plan.append(made.number)
