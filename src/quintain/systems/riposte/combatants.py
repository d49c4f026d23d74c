"""From a combatant's row to the fighter it is: stat block, weapons, traits, and where it stands when the fight starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM, PLAYERS
from quintain.engine.refusal import Illegal, within
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.fields_rows import load_combatant, load_state, weapon_of
from quintain.systems.riposte.layout import place_of, side_number
from quintain.systems.riposte.sheet import Fighter, Skirmish
from quintain.systems.riposte.stats import Block, Grant, Modifier, Traits, Weapon, combine, no_traits
from quintain.systems.riposte.traits import add_named, hearty, read_trait, rune_traits

if TYPE_CHECKING:
    from quintain.systems.riposte.checks_files import HomeTrait
    from quintain.systems.riposte.fields_files import BlockModel, CombatantModel, StateModel, WeaponModel

ROLES = {"attack": v.ATTACKING, "riposte": v.RIPOSTING, "both": v.EITHER}
FOLLOW_THROUGHS = {"attack": v.FOLLOW_ATTACK, "riposte": v.FOLLOW_RIPOSTE}
HEALTHS = {"always": v.ALWAYS, "below half": v.CORNERED, "above seven tenths": v.CONTROLLED}
DEFAULT_STAT = 2
SPENT = (v.DOWN, v.FALLEN, v.STABILISED, v.DEAD, v.SPARED, v.CAPTURED)
"""Those who are out in these ways have lost their last HP, unless their row says otherwise."""


def make_fighter(battle: Skirmish, row: CombatantModel) -> Fighter:
    """A combatant from its row: side by kind, controller by kind and the switch for companions (RI-65, RI-115, RI-116)."""
    assert row.block is not None
    block = make_block(row.block)
    if row.state is not None:
        change_block(block, row.state)
    kind = row.kind or row.block.kind
    side = row.side
    controller = row.controller or (GM if kind == "npc" else PLAYERS)
    # Out of a running fight everything stands as it is written, whatever an opening would make of it.
    taken_up = row.state is not None
    if kind == "extra" and not taken_up and battle.switches.extras == "ally_phase":
        side, controller = v.ALLIES, GM
    elif kind == "extra" and not taken_up and battle.switches.extras == "shared":
        controller = PLAYERS
    fighter = Fighter(row.id, row.name or row.block.name, side, controller, kind, block)
    with within("side"):
        fighter.team = side_number(battle, side)
    fighter.hidden = row.hidden
    fighter.significant = row.block.significant if row.significant is None else row.significant
    load_combatant(fighter, row)
    waits = not taken_up and row.arrives > max(1, battle.round) and row.status == v.UP
    fighter.set_status(v.RESERVE if waits else row.status)
    fighter.hp = health_of(fighter, row)
    if row.weapon >= len(block.weapons) and block.weapons:
        raise Illegal(
            f"{fighter.name} carries {len(block.weapons)} weapons, counted from 0: weapon {row.weapon} is not among them.", ("weapon",)
        )
    fighter.weapon = row.weapon if block.weapons else -1
    if row.at is not None:
        with within("at"):
            fighter.place = place_of(battle.ground, row.at)
    elif row.status == v.FALLEN:
        raise Illegal(f"{fighter.name} has fallen and needs a place where the body lies (at:).")
    if row.state is not None:
        load_state(fighter, row.state)
    return fighter


def health_of(fighter: Fighter, row: CombatantModel) -> int:
    """The HP a row gives, or all; those who lost their last ones have none. Nobody fights with none (RI-103)."""
    most = fighter.block.max_hp
    hp = row.hp
    if hp is None:
        hp = 0 if fighter.status in SPENT else most
    if hp > most:
        raise Illegal(f"{fighter.name} cannot have {hp} HP: its most is {most}.", ("hp",))
    if hp == 0 and fighter.status in (v.UP, v.RESERVE):
        sentence = f"{fighter.name} has 0 HP and cannot be {fighter.status}: give it HP, or a status such as fallen or dead."
        raise Illegal(sentence, ("hp",))
    return hp


def change_block(block: Block, state: StateModel) -> None:
    """What the GM has changed in a stat block in the course of the fight."""
    if state.max_hp is not None:
        block.max_hp = state.max_hp
    for stat, value in state.stats.items():
        block.stats[v.BASE_STATS.index(stat)] = value
    block.refresh()


def make_block(model: BlockModel) -> Block:
    """Named traits and home-made ones become rows; Hearty is added to the hit points (RI-130, RI-144)."""
    traits = no_traits()
    names: list[str] = []
    abilities: dict[str, int] = {}
    for trait in model.traits:
        if not isinstance(trait, str):
            traits = combine(traits, home_made(trait))
            names.append(trait.name)
            continue
        names.append(trait)
        add_named(traits, trait)
        named = read_trait(trait)
        if named is not None:
            abilities[named.name] = named.level
    missing = 0 if model.calculated else DEFAULT_STAT
    given = {str(stat): value for stat, value in model.stats.items()}
    direct: list[int | None] = [None] * len(v.CALCULATED)
    for stat, value in model.calculated.items():
        direct[v.CALCULATED.index(stat)] = value
    block = Block(
        model.level, model.creature, model.hp + (hearty(model.level) if "Hearty" in abilities else 0),
        [given.get(stat, missing) for stat in v.BASE_STATS], model.mov, [make_weapon(weapon) for weapon in model.weapons], traits,
    )  # fmt: skip
    block.trait_names, block.direct, block.quirks = names, direct, list(model.quirks)
    block.flight, block.ride, block.sing = ("Flight" in abilities, "Ride" in abilities, "Sing" in abilities)
    block.pass_level, block.provoke = abilities.get("Pass", 0), abilities.get("Provoke", 0)
    block.source = model.model_dump(mode="json", exclude_defaults=True)
    block.refresh()
    return block


def home_made(model: HomeTrait) -> Traits:
    """RI-144."""
    modifiers = [
        Modifier(v.STAT_NAMES.index(row.stat), row.amount, ROLES[row.scope], HEALTHS[row.when]) for row in model.modifiers
    ]
    grants = [
        Grant(model.name, FOLLOW_THROUGHS[row.slot], row.count, v.BASE_STATS.index(row.chance) if row.chance is not None else -1)
        for row in model.follow_throughs
    ]
    strikes = model.strikes
    return Traits(modifiers, grants, 0, [strikes.attack, strikes.riposte, strikes.follow_attack, strikes.follow_riposte])


def make_weapon(model: WeaponModel) -> Weapon:
    """Skills on a weapon that go by level read that of whoever holds it (RI-144)."""
    traits = rune_traits(model.rune, model.rune_level)
    for stat, amount in model.stats.items():
        traits.modifiers.append(Modifier(v.BASE_STATS.index(stat), amount))
    for trait in model.traits:
        if isinstance(trait, str):
            add_named(traits, trait)
        else:
            traits = combine(traits, home_made(trait))
    return weapon_of(model, traits)
