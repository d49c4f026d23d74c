"""From an encounter's checked rows to a fight: the ground, the sheets, and where a written-out fight goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM, PLAYERS
from quintain.engine.plain_data import take_words
from quintain.engine.reading import Reading
from quintain.engine.refusal import Malformed, within
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.blocks import BARE
from quintain.systems.toughness.clock import GAP
from quintain.systems.toughness.conditions import INTERVALS, set_check, worst_state
from quintain.systems.toughness.fields_rows import block_of, hazard_of, load_state
from quintain.systems.toughness.file_values import cell_of, now_of
from quintain.systems.toughness.ground import ground_of
from quintain.systems.toughness.preparations import why_no_plan
from quintain.systems.toughness.scores import usual_conviction
from quintain.systems.toughness.sheet import Fighter, Fray
from quintain.systems.toughness.switches import Switches

if TYPE_CHECKING:
    from quintain.systems.toughness.files import (
        CombatantModel,
        EncounterModel,
        StateModel,
    )


def build(model: EncounterModel) -> Fray:
    """The fight an encounter starts from, or goes on from."""
    fray = Fray(Reading(), ground_of(model.map), Switches(dict(model.options)))
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
            fray.hazards.append(hazard_of(hazard, fray))
    fray.round = model.round
    fray.cursor = model.reached * GAP
    fray.boundary = model.between_turns
    for number, row in enumerate(model.combatants):
        with within("combatants", number):
            add_combatant(fray, row)
    for number, row in enumerate(model.combatants):
        with within("combatants", number):
            take_hold(fray, row)
    take_words(fray, model.forbidden, model.forces)
    return fray


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


def add_combatant(fray: Fray, row: CombatantModel) -> Fighter:
    """A fighter on its square; impossible squares are refused."""
    assert row.block is not None
    with within("at"):
        cell = cell_of(fray, row.at)
    if fray.ground.enter[cell] == 0:
        raise Malformed(f"{row.id} cannot stand on {row.at}: nobody gets in there.", ("at",))
    goes_on = fray.round > 0 and not fray.begun  # there a hidden or returned combatant may share a square
    if fray.occupant(cell) is not None and not (row.state.dead or row.state.escaped or goes_on):
        raise Malformed(f"{row.id} cannot stand on {row.at}: somebody else does.", ("at",))
    fighter = fighter_of(row)
    fighter.cell = cell
    fray.add_unit(fighter)
    start_with(fray, fighter, row.state)
    return fighter


def fighter_of(row: CombatantModel) -> Fighter:
    assert row.block is not None
    controller = row.controller or (PLAYERS if row.side == v.HEROES else GM)
    fighter = Fighter(row.id, row.name or row.block.name, row.side, controller, block_of(row.block, row))
    usual = usual_conviction(fighter.block.roles) if row.side == v.HEROES else 0
    fighter.conviction_max = row.block.conviction if row.block.conviction is not None else usual
    fighter.conviction = row.conviction if row.conviction is not None else fighter.conviction_max
    fighter.surprised = row.surprised
    fighter.hidden = row.hidden
    if row.initiative is not None:
        fighter.initiative = row.initiative
        fighter.rolled = True
    return fighter


def start_with(fray: Fray, fighter: Fighter, state: StateModel) -> None:
    """Marks it brings along, their clocks counted from here, or from the start of a fresh fight; what it has in hand and its place."""
    load_state(fray, fighter, state)
    fighter.known_depth = fighter.depth
    if fray.round == 0 and (state.dying or state.unconscious):
        fighter.prone = True
    fighter.owes = int(state.owes_turn)
    for lethal, said in ((False, state.subdual_check), (True, state.lethal_check)):
        interval = INTERVALS.get(worst_state(fighter, lethal), 0)
        if said is None and interval:
            set_check(fighter, lethal, now_of(fray) + (0 if fray.switches.check_next_turn else interval))
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
    for figure, bounds in state.learned.items():
        if bounds[0] > bounds[1]:
            raise Malformed(f"{figure} is written as its lowest and its highest, not {bounds}.", ("state", "learned", figure))
    fighter.learned = {figure: (bounds[0], bounds[1]) for figure, bounds in state.learned.items()}
    wrong = why_no_plan(state.prepared) if state.prepared else ""
    if wrong:
        raise Malformed(f"{fighter.id} cannot have prepared {state.prepared!r}: {wrong}.", ("state", "prepared"))


def weapon_number(fighter: Fighter, key: str) -> int:
    if not key:
        return v.EMPTY_HANDED
    for number, weapon in enumerate(fighter.block.weapons):
        if weapon.key == key:
            return number
    raise Malformed(f"{fighter.id} has no weapon with the key {key!r}: there are {', '.join(w.key for w in fighter.block.weapons)}.")
