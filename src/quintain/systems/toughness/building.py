"""From an encounter's checked rows to a fight: the ground, the sheets, and where a written-out fight goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM, PLAYERS, Force
from quintain.engine.reading import Reading
from quintain.engine.refusal import Malformed, within
from quintain.systems.toughness.blocks import BARE, FORMS, POWER_KINDS, USUAL_CRITICAL, Block, Power, Weapon
from quintain.systems.toughness.clock import GAP, NEVER, ROUND, round_of, stamp
from quintain.systems.toughness.ground import Ground, Hazard
from quintain.systems.toughness.preparations import PREPARABLE, TRIGGERS, plan_of
from quintain.systems.toughness.scores import USUAL_GOOD_SAVE, Role, usual_conviction
from quintain.systems.toughness.sheet import EMPTY_HANDED, HEROES, Fighter, Fray, Modifier
from quintain.systems.toughness.switches import Switches

if TYPE_CHECKING:
    from quintain.systems.toughness.files import (
        BlockModel,
        CombatantModel,
        EncounterModel,
        HazardModel,
        PowerModel,
        StateModel,
        WeaponModel,
    )

Clock = int | list[int]


def built(model: EncounterModel) -> Fray:
    """The fight an encounter starts from, or goes on from."""
    fray = Fray(Reading(), Ground(model.map), Switches(dict(model.options)))
    fray.name = model.name
    for number, spot in enumerate(model.exits):
        with within("exits", number):
            fray.exits.append(cell_of(fray, spot))
    for number, spot in enumerate(model.shut):
        with within("shut", number):
            shut = cell_of(fray, spot)
        fray.exits = [cell for cell in fray.exits if cell != shut]
    for number, gate in enumerate(model.gates):
        with within("gates", number, "at"):
            fray.gates.append((gate.round, cell_of(fray, gate.at)))
    for number, hazard in enumerate(model.hazards):
        with within("hazards", number):
            fray.hazards.append(hazard_of(fray, hazard))
    fray.round = model.round
    fray.cursor = model.reached * GAP
    fray.boundary = model.between_turns
    for number, row in enumerate(model.combatants):
        with within("combatants", number):
            add_combatant(fray, row)
    for number, row in enumerate(model.combatants):
        with within("combatants", number):
            take_hold(fray, row)
    what_the_gm_said(fray, model)
    return fray


def what_the_gm_said(fray: Fray, model: EncounterModel) -> None:
    """Options that are forbidden and dice that are fixed."""
    for pattern in model.forbidden:
        if pattern.count(":") < 2:
            raise Malformed(f"{pattern!r} is not written as about:who:option.", ("forbidden", pattern))
    fray.forbidden = dict(model.forbidden)
    fray.forces = [Force(row.who, row.what, list(row.faces), dict(row.answers)) for row in model.forces]


def take_hold(fray: Fray, row: CombatantModel) -> None:
    """Who holds whom, once everybody is there."""
    if not row.state.held_by:
        if row.state.pinned:
            raise Malformed(f"{row.id} cannot be pinned while nobody holds it: say held_by.", ("state", "pinned"))
        return
    held, holder = fray.here(row.id), fray.fighter(row.state.held_by)
    if holder is None or holder is held or holder.holding:
        why = "nobody else by that name has a hand free"
        raise Malformed(f"{row.id} cannot be held by {row.state.held_by!r}: {why}.", ("state", "held_by"))
    if not held.is_present() or not holder.able or fray.feet(holder, held) > BARE.reach_ft:
        why = "a hold needs both within reach of each other, and the holder up"
        raise Malformed(f"{row.id} cannot be held by {holder.id!r}: {why}.", ("state", "held_by"))
    held.held_by = holder.id
    held.pinned = row.state.pinned
    holder.holding = held.id


def cell_of(fray: Fray, spot: list[int]) -> int:
    grid = fray.ground.grid
    if not grid.contains(spot[0], spot[1]):
        raise Malformed(f"square {spot} is not on the map, which is {grid.width} by {grid.height}.")
    return grid.at(spot[0], spot[1])


def hazard_of(fray: Fray, row: HazardModel) -> Hazard:
    cells = [cell_of(fray, spot) for spot in row.squares]
    if row.sign:
        cells += [cell for cell, sign in enumerate(fray.ground.signs) if sign == row.sign]
    if not cells:
        raise Malformed(f"{row.name} covers no square: give squares, or a sign that is on the map.")
    return Hazard(
        row.name, cells, row.save or "", row.dc, row.success == "negates", row.damage, row.kind == "lethal", row.known
    )


def add_combatant(fray: Fray, row: CombatantModel) -> Fighter:
    """A fighter on its square; impossible squares are refused."""
    assert row.block is not None
    with within("at"):
        cell = cell_of(fray, row.at)
    if fray.ground.enter[cell] == 0:
        raise Malformed(f"{row.id} cannot stand on {row.at}: nobody gets in there.", ("at",))
    goes_on = fray.round > 0 and not fray.begun  # there somebody hidden or come back may share a square
    if fray.occupant(cell) is not None and not (row.state.dead or row.state.escaped or goes_on):
        raise Malformed(f"{row.id} cannot stand on {row.at}: somebody else does.", ("at",))
    fighter = fighter_of(row)
    fighter.cell = cell
    fray.add_unit(fighter)
    start_with(fray, fighter, row.state)
    return fighter


def fighter_of(row: CombatantModel) -> Fighter:
    assert row.block is not None
    controller = row.controller or (PLAYERS if row.side == HEROES else GM)
    fighter = Fighter(row.id, row.name or row.block.name, row.side, controller, sheet_of(row.block, row))
    usual = usual_conviction(fighter.block.roles) if row.side == HEROES else 0
    fighter.conviction_max = row.block.conviction if row.block.conviction is not None else usual
    fighter.conviction = row.conviction if row.conviction is not None else fighter.conviction_max
    fighter.surprised = row.surprised
    fighter.hidden = row.hidden
    if row.initiative is not None:
        fighter.initiative = row.initiative
        fighter.rolled = True
    return fighter


def start_with(fray: Fray, fighter: Fighter, state: StateModel) -> None:
    """Marks it brings along, their clocks counted from here, or from the start of a fresh fight."""
    fighter.bruised = [time_of(fray, left) for left in state.bruised]
    fighter.dazed = [time_of(fray, left) for left in state.dazed]
    fighter.hurt = [time_of(fray, left) for left in state.hurt]
    fighter.wounded = state.wounded
    fighter.staggered = state.staggered
    fighter.unconscious = state.unconscious
    fighter.disabled = state.disabled
    fighter.dying = state.dying
    fighter.dying_dc = state.dying_dc
    fighter.dead = state.dead
    fighter.prone = state.prone or (fray.round == 0 and (state.dying or state.unconscious))
    fighter.bound = state.bound
    fighter.yielded = state.yielded
    fighter.escaped = state.escaped
    fighter.owes = int(state.owes_turn)
    fighter.exposed_until = lasting(fray, state.exposed)
    fighter.reeling_until = lasting(fray, state.reeling)
    usual: Clock | None = 10 if state.unconscious or state.staggered else None
    fighter.subdual_check = due_at(fray, state.subdual_check if state.subdual_check is not None else usual)
    usual = None if state.dying else 14_400 if state.disabled else 600 if state.wounded else None
    fighter.lethal_check = due_at(fray, state.lethal_check if state.lethal_check is not None else usual)
    go_on_with(fray, fighter, state)


def go_on_with(fray: Fray, fighter: Fighter, state: StateModel) -> None:
    """What somebody in the middle of a fight has in hand, has prepared, and where it stands in the order."""
    for number, times in enumerate(state.used[: len(fighter.used)]):
        fighter.used[number] = times
    if state.in_hand is not None:
        fighter.in_hand = weapon_number(fighter, state.in_hand)
    if state.dropped and state.dropped_at is not None:
        fighter.dropped = weapon_number(fighter, state.dropped)
        fighter.dropped_at = cell_of(fray, state.dropped_at)
    if state.place:
        if any(other is not fighter and other.place == state.place * GAP for other in fray.fighters):
            raise Malformed(f"{fighter.id} cannot have place {state.place} in the order: somebody else has it.", ("state", "place"))
        fighter.place = state.place * GAP
        fighter.rolled = True
    fighter.prepared = state.prepared
    fighter.delayed = state.delayed
    fighter.acted = state.acted
    fighter.stance_defense = state.stance
    fighter.stance_guard = state.guard
    fighter.keeps_dodge = state.keeps_dodge
    fighter.push_word = state.push_word
    fighter.modifiers = [Modifier(one.slot, one.amount, due_at(fray, one.until), one.once) for one in state.modifiers]
    fighter.reactions = state.reactions
    fighter.spared = state.spared
    fighter.revealed = state.revealed
    for figure, bounds in state.learned.items():
        if bounds[0] > bounds[1]:
            raise Malformed(f"{figure} is written as its lowest and its highest, not {bounds}.", ("state", "learned", figure))
    fighter.learned = {figure: (bounds[0], bounds[1]) for figure, bounds in state.learned.items()}
    wrong = why_no_plan(state.prepared) if state.prepared else ""
    if wrong:
        raise Malformed(f"{fighter.id} cannot have prepared {state.prepared!r}: {wrong}.", ("state", "prepared"))


def why_no_plan(text: str, nested: bool = False) -> str:
    """Why this can be nobody's preparation, whatever has become of weapons and targets since (TO-17)."""
    plan = plan_of(text)
    if plan.trigger not in TRIGGERS:
        return f"a trigger is {', '.join(TRIGGERS)}"
    if plan.kind == "prepare" and not nested:
        return why_no_plan(plan.tool, True)
    return "" if plan.kind in PREPARABLE and plan.kind != "prepare" else "only standard and move actions can be prepared"


def weapon_number(fighter: Fighter, key: str) -> int:
    if not key:
        return EMPTY_HANDED
    for number, weapon in enumerate(fighter.block.weapons):
        if weapon.key == key:
            return number
    raise Malformed(f"{fighter.id} has no weapon with the key {key!r}: there are {', '.join(w.key for w in fighter.block.weapons)}.")


def now_of(fray: Fray) -> int:
    """The time it is, or at which a fresh fight will start."""
    return fray.now if fray.round else ROUND


def time_of(fray: Fray, left: Clock) -> int:
    """When something ends that still runs for so long."""
    now = now_of(fray)
    return now + left * ROUND if isinstance(left, int) else stamp(round_of(now) + left[0], left[1] * GAP)


def due_at(fray: Fray, left: Clock | None) -> int:
    return NEVER if left is None else time_of(fray, left)


def lasting(fray: Fray, left: bool | Clock) -> int:
    if isinstance(left, bool):
        return now_of(fray) + ROUND if left else NEVER
    return time_of(fray, left)


def sheet_of(model: BlockModel, row: CombatantModel) -> Block:
    """The stat block as the rules read it."""
    scores = model.abilities
    return Block(
        [scores.str_, scores.dex, scores.con, scores.int_, scores.wis, scores.cha],
        [Role(one.role, one.level, one.good_save or USUAL_GOOD_SAVE[one.role]) for one in model.roles],
        model.size,
        [(feat.slot, feat.amount, feat.label) for feat in model.feats],
        model.armor,
        [weapon_of(one) for one in model.weapons],
        [power_of(one) for one in model.powers],
        model.speed_ft,
        -1 if model.bcb is None else model.bcb,
        model.shield,
        model.minion,
        model.fight_on,
        model.can_parry,
        model.medicine,
        model.captures if row.captures is None else row.captures,
        model.flees if row.flees is None else row.flees,
    )


def weapon_of(row: WeaponModel) -> Weapon:
    most = row.max_increments if row.max_increments is not None else 5 if row.form == "thrown" else 10
    return Weapon(
        row.key,
        row.name,
        row.damage,
        FORMS.index(row.form),
        row.kind == "lethal",
        row.threat,
        USUAL_CRITICAL if row.crit_bonus is None else row.crit_bonus,
        row.reach_ft,
        row.increment_ft,
        most,
        row.strength == "add",
        row.hands,
        row.natural,
    )


def power_of(row: PowerModel) -> Power:
    return Power(
        row.key,
        row.name,
        POWER_KINDS.index(row.kind),
        row.range_ft,
        row.damage,
        row.harm == "lethal",
        row.threat,
        USUAL_CRITICAL if row.crit_bonus is None else row.crit_bonus,
        row.save or "",
        row.state or "",
        row.success == "negates",
        row.radius_ft,
        row.ability,
        -1 if row.uses is None else row.uses,
    )


