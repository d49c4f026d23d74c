"""From checked data to sheets and battles, and back. What a file may say is in `files.py`; here it is plain already."""

from __future__ import annotations

from typing import Final

from quintain.engine.plain_data import Data, flag, number, part, rows, square, text, words
from quintain.engine.reading import Reading
from quintain.engine.refusal import Malformed, Unavailable, within
from quintain.space.alike import Alike
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battle import PAIRS, Lying, TiersBattle
from quintain.systems.tiers.battlefield import TERRAINS, Battlemap
from quintain.systems.tiers.conditions import refresh
from quintain.systems.tiers.fields_rows import (
    clock_of,
    goal_of,
    item_of,
    load_combatant,
    load_fighter,
    load_power,
    rider_of,
    wave_of,
)
from quintain.systems.tiers.file_words import about_of, place_in, somebody
from quintain.systems.tiers.sheet import ARCHETYPES, Creature, Effect, max_hp_of
from quintain.systems.tiers.stat_block import Item, Power, Sheet, boon_of
from quintain.systems.tiers.switches import Switches
from quintain.systems.tiers.tactics_careful import menace_of


def items_from(block: Data) -> list[Item]:
    """Every item with an id of its own: a second dagger is "dagger-2"."""
    found: list[Item] = []
    listed = block.get("items")
    given: list[Data] = []
    names: list[str] = []
    for one in listed if isinstance(listed, list) else []:
        name = one if isinstance(one, str) else text(one, "name")
        names.append(name)
        given.append({**v.ARMORY.get(name, {}), **({} if isinstance(one, str) else one)})
    for name, data, id in zip(names, given, item_ids(names), strict=True):
        found.append(item_of(data, text(data, "id") or id, name))
    return found


def item_ids(names: list[str]) -> list[str]:
    """The ids of things with these names, in their order."""
    found: list[str] = []
    for place, name in enumerate(names):
        id = name.replace(" ", "-").replace(":", "-").replace("+", "-").replace("@", "-").lower()
        same = names[:place].count(name)
        found.append(id if same == 0 else f"{id}-{same + 1}")
    return found


def power_from(data: Data) -> Power:
    name = text(data, "name")
    power = Power(name.lower().replace(" ", "-"), name, v.FORMS.index(text(data, "form", "attack")))
    load_power(power, data)
    return power


def attributes_of(block: Data, ratings: list[int]) -> list[int]:
    """Given, or counted: one size up per Action of the attribute rated 1 or more."""
    given = part(block, "attributes")
    dice: list[int] = []
    for at, name in enumerate(v.ATTRIBUTES):
        if name.lower() in given:
            dice.append(number(given, name.lower()))
        else:
            rated = sum(1 for rating in ratings[4 * at : 4 * at + 4] if rating > 0)
            dice.append((0, 4, 6, 8, 10)[rated])
    return dice


def sheet_from(block: Data) -> Sheet:
    sheet = Sheet()
    sheet.data = block
    load_combatant(sheet, block)
    ratings = part(block, "ratings")
    sheet.ratings = [number(ratings, name.lower()) for name in v.ACTIONS]
    sheet.dice = attributes_of(block, sheet.ratings)
    sheet.items = items_from(block)
    sheet.powers = [power_from(one) for one in rows(block, "powers")]
    sheet.shields = sum(1 for power in sheet.powers if power.form == v.SHIELD)
    sheet.parries = sum(1 for power in sheet.powers if power.form == v.PARRY)
    sheet.menace = menace_of(sheet)
    return sheet


def creature_from(data: Data, switches: Switches) -> Creature:
    """A combatant of an encounter: its stat block, and how it enters the fight."""
    block = part(data, "block")
    sheet = sheet_from(block)
    id = text(data, "id")
    name = text(data, "name") or text(block, "name", id)
    creature = Creature(id, name, text(data, "side"), text(data, "controller", "gm"), sheet, 0)
    creature.tier = number(block, "tier", 1)
    _derive(creature, block, switches)
    creature.hp = min(creature.max_hp, number(data, "hp", creature.max_hp))
    creature.stress = min(creature.max_stress, number(data, "stress"))
    load_fighter(creature, data)
    creature.hidden = flag(data, "unrevealed")
    creature.unloaded = words(data, "unloaded")
    _equip(creature, data)
    creature.uses = [power.uses for power in sheet.powers]
    given = data.get("uses")
    if isinstance(given, list):
        creature.uses = [int(str(one)) for one in given]
    creature.stance = v.UNDECIDED if sheet.is_pc else v.CAUTIOUS
    for trait in rows(block, "traits"):
        _effect(creature, trait, True)
    for effect in rows(data, "effects"):
        _effect(creature, effect, False)
    if flag(data, "hiding"):
        creature.boons = [*creature.boons, boon_of(v.B_HIDDEN, 0)]
    refresh(creature)
    creature.x, creature.y = square(data, "at")
    return creature


def _derive(creature: Creature, block: Data, switches: Switches) -> None:
    """TI-12, TI-14 and the table of section 2, where the block does not say otherwise."""
    sheet = creature.sheet
    base = [7 + creature.tier + face for face in sheet.dice]
    creature.iron = number(block, "iron", base[0])
    creature.ward = number(block, "ward", base[1])
    creature.grit = number(block, "grit", base[2])
    if sheet.archetype in ARCHETYPES:
        creature.max_hp = max_hp_of(sheet.archetype, creature.tier, sheet.dice)
    creature.max_hp = number(block, "hp", creature.max_hp)
    creature.stride = number(block, "stride", 25)
    load = number(block, "load")
    if load:
        creature.stride += 5 if load <= 3 else (-5 if load == 6 else 0)
    creature.soak = number(block, "soak")
    creature.max_stress = number(block, "stress", 10 if sheet.is_pc else 0)
    creature.beacon = number(block, "beacon", switches.beacon_start) if sheet.is_pc else 0


def _equip(creature: Creature, data: Data) -> None:
    """What is in hand: what the encounter says, else as much of the list as two hands hold; the rest is Readied."""
    wanted = words(data, "held") if "held" in data else None
    hands = 0
    for item in creature.sheet.items:
        fits = item.id in wanted if wanted is not None else hands + item.hands <= 2
        if item.tags & v.NATURAL or fits:
            creature.held.append(item)
            hands += 0 if item.tags & v.NATURAL else item.hands
        else:
            creature.readied.append(item)


def _effect(creature: Creature, data: Data, is_trait: bool) -> None:
    is_boon = text(data, "wound") == ""
    kind = place_in(v.BOONS, text(data, "boon"), "boon") if is_boon else place_in(v.WOUNDS, text(data, "wound"), "wound")
    usual = (v.BOON_KINDS if is_boon else v.WOUND_KINDS)[kind].usual
    param = number(data, "hidden_from", v.NONE) if is_boon and kind == v.B_HIDDEN else about_of(data)
    effect = Effect(
        kind, number(data, "level") or usual, number(data, "source", v.NONE), param, number(data, "rounds"),
        flag(data, "counting"), is_trait, number(data, "since"), is_boon,
    )  # fmt: skip
    creature.keep([*creature.effects(is_boon), effect], is_boon)


# -- the battlefield and the encounter ------------------------------------------------------------------------------


_fields: Final[Alike[Battlemap]] = Alike()


def field_from(data: Data, switches: Switches) -> Battlemap:
    """Rows of characters with a legend, or just a width and a height of open ground."""
    drawn = words(data, "rows")
    width = len(drawn[0]) if drawn else number(data, "width", 20)
    height = len(drawn) if drawn else number(data, "height", 12)
    legend = part(data, "legend")
    terrain: list[int] = []
    for y in range(height):
        for x in range(width):
            bits = 0
            if drawn:
                for name in words(legend, drawn[y][x]):
                    bits |= TERRAINS[name]
            terrain.append(bits)
    hazard = rider_of(part(data, "hazard")) if part(data, "hazard") else None
    made_from = (width, height, tuple(terrain), switches.diagonals)
    known = _fields.find(made_from) if hazard is None else None
    if known is not None:
        return known
    field = Battlemap(width, height, terrain, hazard, switches.diagonals == "alternate")
    return _fields.keep(made_from, field, len(terrain)) if hazard is None else field


def build(data: Data) -> TiersBattle:
    """The battle an encounter starts from."""
    switches = Switches(dict(part(data, "options")))
    battle = TiersBattle(Reading(), field_from(part(data, "map"), switches), switches, data)
    many = len(rows(data, "combatants"))
    for number_of_row, one in enumerate(rows(data, "combatants")):
        with within("combatants", number_of_row):
            creature = creature_from(one, switches)
            check_names(creature, many)
            place(battle, creature)
    battle.encounter_tier = number(data, "encounter_tier") or max(
        (creature.tier for creature in battle.creatures if creature.sheet.is_pc), default=1
    )
    battle.clocks = [clock_of(one) for one in rows(data, "clocks")]
    for one in rows(data, "ground"):
        item = items_from({"items": [part(one, "item")]})[0]
        battle.ground.append(Lying(*square(one, "at"), item, somebody(battle, text(one, "of"))))
    standing_words(battle, part(data, "words"))
    battle.goals = [goal_of(one) for one in rows(data, "goals")]
    battle.waves = [wave_of(one) for one in rows(data, "waves")]
    for number_of_row, wave in enumerate(battle.waves):
        for place_in_wave, one in enumerate(wave.units):
            with within("waves", number_of_row, "combatants", place_in_wave):
                check_names(creature_from(one, switches), many)
    return battle


def check_names(creature: Creature, many: int) -> None:
    """Whom its effects come from, whom it hides from and who aids it are combatants of the list, which has so many."""
    for effect in [*creature.wounds, *creature.boons]:
        named = effect.param if effect.hides() else v.NONE
        if max(effect.source, named) >= many:
            raise Malformed(
                f"an effect of {creature.name} names combatant {max(effect.source, named)}: they are counted from 0 to {many - 1}."
            )
    if creature.aided_by >= many:
        raise Malformed(f"{creature.name} is aided by combatant {creature.aided_by}: they are counted from 0 to {many - 1}.")


def standing_words(battle: TiersBattle, data: Data) -> None:
    """What the GM had said before the fight was written down."""
    for one in rows(data, "pairs"):
        what = PAIRS.index(text(one, "what"))
        first, second = number(one, "who"), number(one, "to")
        if max(first, second) >= len(battle.creatures):
            raise Malformed("a pair names two of the combatants by their places in the list, counted from 0.", ("words",))
        battle.set_pair(what, battle.creatures[first], battle.creatures[second], 1 if text(one, "is") == "yes" else -1)
    battle.senses = {name: sum(v.SENSES[word] for word in words(part(data, "senses"), name)) for name in part(data, "senses")}
    battle.lessen = text(data, "lessen")
    battle.resist_base = number(data, "resist_base", 10)


def place(battle: TiersBattle, creature: Creature) -> None:
    """Put a creature where it is to stand; somewhere closed or taken is refused."""
    size = creature.sheet.size
    if not battle.map.enterable(creature.x, creature.y, size):
        raise Malformed(f"{creature.name} cannot stand at {creature.x},{creature.y}: it is closed or off the map.", ("at",))
    other = battle.standing_at(creature.x, creature.y, size, creature)
    if other is not None and creature.is_present():
        raise Malformed(f"{creature.name} cannot stand at {creature.x},{creature.y}: {other.name} is there.", ("at",))
    battle.join(creature)


def join_fight(battle: TiersBattle, data: Data) -> Creature:
    """A newcomer in mid-fight (TI-145): at the square named, or the nearest free one; no declaration means Cautious (TI-R54)."""
    creature = creature_from(data, battle.switches)
    if creature.id in battle.index:
        raise Unavailable(f"there is already a combatant called {creature.id!r}.")
    spot = battle.free_spot(creature)
    if spot is None:
        raise Unavailable(f"there is no room for {creature.name}.")
    return join_at(battle, creature, spot)


def join_at(battle: TiersBattle, creature: Creature, spot: tuple[int, int]) -> Creature:
    check_names(creature, len(battle.creatures))
    creature.stance = v.CAUTIOUS
    creature.x, creature.y = spot
    battle.join(creature)
    return creature


def newcomer_of(battle: TiersBattle, wave: int, place: int, id: str) -> Creature:
    """One of a wave under an id of its own. Built once; whoever comes later is a copy."""
    data = battle.waves[wave].units[place]
    key = wave * 1000 + place
    if key not in battle.built:
        battle.built[key] = creature_from(data, battle.switches)
    creature = battle.built[key].copy()
    creature.id = id
    if not text(data, "name") and "name" not in part(data, "block"):
        creature.name = id
    return creature
