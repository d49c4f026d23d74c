"""What makes no sense in an encounter although each row may be written so: names that point nowhere, states that cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.plain_data import take_words
from quintain.engine.refusal import Illegal, Unavailable, within
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import SEEMS, read_declaration
from quintain.systems.clash.sheet import ClashBattle, ClashUnit, Feat, Goal, Modifier

if TYPE_CHECKING:
    from quintain.systems.clash.files import EncounterModel


def check_new(known: list[str], id: str, what: str) -> None:
    """Declarations and rulings name things by id, so no two may have the same."""
    if id in known:
        raise Illegal(f"there is already {what} called {id!r}: give each an id of its own.", ("id",))


def check_unit(battle: ClashBattle, unit: ClashUnit) -> None:
    """A combatant, an object or a hazard by itself: how it stands, and where."""
    if unit.state == v.INCAPACITATED and (unit.takes() != v.HEALTH or not unit.is_character()):
        raise Illegal(f"{unit.name} has no Health and is never incapacitated: write active, defeated, dead or gone.", ("state",))
    if unit.takes() == v.HEALTH:
        if unit.state == v.ACTIVE and unit.health == 0:
            raise Illegal(f"{unit.name} is at 0 Health: then it is not active; give it Health or another state.", ("health",))
        if unit.state == v.INCAPACITATED and unit.health > 0:
            raise Illegal(f"{unit.name} is incapacitated with {unit.health} Health: that is 0, or the state is active.", ("health",))
    elif unit.takes() == v.MARKS and unit.state == v.ACTIVE and unit.marks == 0:
        raise Illegal(f"{unit.name} has no mark left: then it is not active; give it a mark or another state.", ("marks",))
    if unit.zone >= 0 and battle.field.zones[unit.zone].off and unit.state in (v.ACTIVE, v.INCAPACITATED):
        name = battle.field.zones[unit.zone].id
        raise Illegal(f"{name!r} is off the map: put {unit.name} into a zone that is not, or let it be gone.", ("at",))


def check_people(battle: ClashBattle, model: EncounterModel) -> None:
    """What combatants name: wards, bluffs, work under way, modifiers."""
    sides = [unit.side for unit in battle.crew if unit.is_character()]
    if model.party not in sides:
        raise Unavailable(f"nobody here is on the side {model.party!r}: party names one of {words_of(sides)}.", ("party",))
    for number, row in enumerate(model.combatants):
        unit = battle.unit(number)
        with within("combatants", number):
            if row.ward and battle.at(row.ward) < 0 and battle.feat(row.ward) is None:
                raise Unavailable(f"{row.ward!r} is neither here nor a feat: ward names whom or what it minds.", ("ward",))
            if row.seems:
                check_seeming(battle, unit, row.seems)
            if row.busy and battle.feat(row.busy_on) is None:
                raise Unavailable(f"{unit.name} is busy on {row.busy_on!r}, which is no feat here.", ("busy_on",))
            for place, mod in enumerate(unit.mods):
                with within("modifiers", place):
                    check_scope(battle, mod)


def check_seeming(battle: ClashBattle, unit: ClashUnit, text: str) -> None:
    if unit.is_player():
        raise Illegal(f"{unit.name} is a player's, and only NPCs bluff.", ("seems",))
    found = read_declaration(text, battle.names)
    known = [ability.id for ability in unit.sheet.abilities]
    if found is None or SEEMS in text or (found.ability_id and found.ability_id not in known):
        raise Unavailable(f"{text!r} is not a declaration, such as defend or standing_attack@ID.", ("seems",))


def check_scope(battle: ClashBattle, mod: Modifier) -> None:
    scope = mod.scope
    if scope and scope not in v.ACTIONS and (not scope.startswith("feat:") or battle.feat(scope[5:]) is None):
        raise Unavailable(f"{scope!r} is neither an action ({', '.join(v.ACTIONS)}) nor feat:ID.", ("scope",))


def check_things(battle: ClashBattle, model: EncounterModel) -> None:
    """Objects: who carries them, which way they open."""
    first = len(model.combatants)
    for number, row in enumerate(model.objects):
        thing = battle.unit(first + number)
        with within("objects", number):
            if row.holder:
                check_holder(battle, thing, row.holder)
                thing.holder = battle.at(row.holder)
            ends = [battle.field.zone_named(name) for name in row.gate]
            if ends and (len(ends) != 2 or v.NOBODY in ends or battle.field.passage(ends[0], ends[1]) is None):
                raise Unavailable("gate names the two zones of an edge.", ("gate",))


def check_holder(battle: ClashBattle, thing: ClashUnit, id: str) -> None:
    at = battle.at(id)
    if at < 0 or not battle.unit(at).is_character():
        raise Unavailable(f"{thing.id} is carried by {id!r}, who is not here.", ("holder",))
    if not thing.sheet.portable:
        raise Illegal(f"{thing.name} cannot be carried: make it portable, or leave holder out.", ("holder",))
    if not battle.together(battle.unit(at).place(), thing.place()):
        raise Illegal(f"{thing.name} is carried by {id!r} and so is where that one is.", ("at",))


def check_work(battle: ClashBattle) -> None:
    """Feats, goals and timers: whom, what and which side they name."""
    known = [unit.id for unit in battle.units]
    for number, feat in enumerate(battle.feats):
        with within("feats", number):
            check_feat(battle, feat, known)
    sides = ["", *[unit.side for unit in battle.crew if unit.is_character()]]
    for number, goal in enumerate(battle.goals):
        with within("goals", number):
            check_goal(battle, goal)
            check_winner(goal.winner, sides)
    for number, timer in enumerate(battle.timers):
        with within("timers", number):
            check_winner(timer.winner, sides)


def check_feat(battle: ClashBattle, feat: Feat, known: list[str]) -> None:
    for name, ids in (("who", feat.who), ("bonus", list(feat.bonus)), ("waived", list(feat.waived)), ("by", list(feat.by))):
        for id in ids:
            if id not in known:
                raise Unavailable(f"the feat {feat.id} names {id!r}, who is not there.", (name,))
    if feat.needs and battle.feat(feat.needs) is None:
        raise Unavailable(f"the feat {feat.id} needs {feat.needs!r}, which is not there.", ("needs",))
    if needs_itself(battle, feat):
        raise Illegal(f"the feat {feat.id} would have to be done before itself.", ("needs",))
    if feat.thing and (battle.at(feat.thing) < 0 or battle.unit(battle.at(feat.thing)).unit_class != v.OBJECT):
        raise Unavailable(f"the feat {feat.id} needs {feat.thing!r} at hand, which is no object here.", ("thing",))
    if feat.stops and feat.stops not in [timer.id for timer in battle.timers]:
        raise Unavailable(f"the feat {feat.id} stops {feat.stops!r}, which is no timer here.", ("stops",))


def needs_itself(battle: ClashBattle, feat: Feat) -> bool:
    first: Feat | None = feat
    for _ in battle.feats:
        first = battle.feat(first.needs) if first is not None and first.needs else None
        if first is feat:
            return True
    return False


def check_goal(battle: ClashBattle, goal: Goal) -> None:
    at = battle.at(goal.id)
    if goal.kind == "feat":
        if battle.feat(goal.id) is None:
            raise Unavailable(f"a goal names the feat {goal.id!r}, which is not there.", ("feat",))
    elif at < 0 or battle.unit(at).unit_class == v.HAZARD or (battle.unit(at).unit_class == v.OBJECT) != (goal.kind == "object"):
        raise Unavailable(f"a goal names {goal.id!r}, which is not there as such.", (goal.kind,))


def check_winner(winner: str, sides: list[str]) -> None:
    if winner not in sides:
        raise Unavailable(f"{winner!r} cannot win: the sides are {words_of(sides[1:])}.", ("winner",))


def words_of(names: list[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def take_rulings(battle: ClashBattle, model: EncounterModel) -> None:
    """What the GM has ruled for good in a fight that is taken up again (CL-16, CL-104)."""
    from quintain.systems.clash.rulings import check_named

    for check, value in model.checks.items():
        with within("checks", check):
            battle.checks = {**battle.checks, check_named(battle, check)[0]: value}
    for number, waved in enumerate(model.waved):
        id, _, text = waved.partition(":")
        if id not in battle.index or read_declaration(text, battle.names) is None:
            raise Unavailable(f"waved is ID:DECLARATION with the id of a unit that is here, not {waved!r}.", ("waved", number))
        battle.waved = {**battle.waved, waved: True}
    take_words(battle, model.forbidden, model.forces)
