"""Challenge Scores (3.3), Action Scores (3.6), and how two scores are compared (CL-54, CL-55)."""

from __future__ import annotations

from typing import Final

from quintain.engine.dice import D20, Dice, Table
from quintain.engine.roll import Roll
from quintain.engine.stream import Faces
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.declaration import Declaration
from quintain.systems.clash.round import Turn
from quintain.systems.clash.sheet import ClashBattle, ClashUnit
from quintain.systems.clash.zones import Place

MISSES_BY: Final = 10
FLEEING_MISSES_BY: Final = 3
DEFENDING_MISSES_BY: Final = 1
"""The margin from which on an attack misses, by what the target is doing (CL-55)."""

PREPARED: Final = 3
"""What Prepare adds to every score of the next round (CL-50)."""


class SurgedDie(Dice):
    """A d20 with the d6 of a Surge beside it (CL-46): the total is both, the natural face the d20's."""

    def __init__(self) -> None:
        super().__init__("d20 + d6")

    def throw(self, source: Faces) -> list[int]:
        return [source.face(20, 1), source.face(6, 1)]

    def make_table(self) -> Table:
        return Table([(die + surge, die, 0, 1) for die in range(1, 21) for surge in range(1, 7)])


SURGED: Final = SurgedDie()


# -- Challenge Scores ----------------------------------------


def cs_at(battle: ClashBattle, place: Place) -> int:
    """The CS of a place: its zone's if defined, else the map's (CL-15, CL-17)."""
    if place.zone < 0:
        return battle.cs
    zone = battle.field.zones[place.zone]
    base = zone.cs if zone.has_cs else battle.cs
    return base + battle.checks.get("zone:" + zone.id, 0) if battle.checks else base


def cs_of(battle: ClashBattle, at: int) -> int:
    """The CS of an object or hazard: its own if defined, else its zone's, else the map's, as the GM adjusts it (CL-16, CL-17)."""
    unit = battle.unit(at)
    base = unit.score if unit.scored else cs_at(battle, unit.place())
    return base + battle.checks.get("object:" + unit.id, 0)


def cs_of_feat(battle: ClashBattle, id: str, place: Place) -> int:
    feat = battle.feat(id)
    assert feat is not None
    base = feat.cs if feat.has_cs else cs_at(battle, place)
    return base + battle.checks.get("feat:" + id, 0)


def cs_of_passage(battle: ClashBattle, a: int, b: int) -> int:
    """The CS of a `needs_check` edge: its own, else the entered zone's, else the map's (CL-08)."""
    passage = battle.field.passage(a, b)
    base = passage.cs if passage is not None and passage.has_cs else cs_at(battle, Place(b))
    if not battle.checks:
        return base
    first, second = sorted([battle.field.zones[a].id, battle.field.zones[b].id])
    return base + battle.checks.get(f"edge:{first}-{second}", 0)


# -- Action Scores ----------------------------------------


def attribute_of(battle: ClashBattle, unit: ClashUnit, declared: Declaration) -> tuple[str, int]:
    """The attribute behind an action, by name and value (section 8.1)."""
    if battle.switches.flat:
        return ("Attribute", unit.sheet.flat if declared.action != v.NOTHING else 0)
    which = v.NOBODY
    if declared.ability >= 0 and unit.sheet.abilities[declared.ability].attribute >= 0:
        which = unit.sheet.abilities[declared.ability].attribute
    elif declared.attacks():
        which = unit.sheet.attack.attribute
    elif declared.deed == v.FEAT:
        feat = battle.feat(declared.what)
        which = feat.attribute if feat is not None else v.NOBODY
    else:
        for one in v.STANDARD_ACTIONS[declared.action].attributes:
            if which < 0 or unit.attribute(one) > unit.attribute(which):
                which = one
    return (v.ATTRIBUTES[which].capitalize(), unit.attribute(which)) if which >= 0 else ("", 0)


def terms(battle: ClashBattle, at: int, declared: Declaration) -> list[tuple[str, int]]:
    """Everything that goes into a score besides the d20, term by term (CL-29, CL-31)."""
    unit = battle.unit(at)
    found: list[tuple[str, int]] = []
    if unit.is_player():
        attribute, value = attribute_of(battle, unit, declared)
        if value:
            found.append((attribute, value))
    else:
        found.append(npc_base(battle, at))
    bonus = v.STANDARD_ACTIONS[declared.action].bonus
    if bonus and (unit.is_player() or battle.switches.npc_adds_bonus):
        found.append((v.STANDARD_ACTIONS[declared.action].name, bonus))
    if unit.prepared:
        found.append(("Prepared", unit.prepared))
    if declared.deed == v.FEAT:
        feat = battle.feat(declared.what)
        if feat is not None and unit.id in feat.bonus:
            found.append((feat.name, feat.bonus[unit.id]))
    if unit.mods or battle.zone_mods:
        found.extend(modifiers(battle, at, declared))
    return found


def bonus_of(battle: ClashBattle, at: int, declared: Declaration) -> int:
    """All that goes into a score besides the d20."""
    total = 0
    for _, value in terms(battle, at, declared):
        total += value
    return total


def modifiers(battle: ClashBattle, at: int, declared: Declaration) -> list[tuple[str, int]]:
    """The situational bonuses and penalties that count now; all add up (CL-33), one instance per ability (R-72). Those of a zone
    are for whoever opened the round in it (R-77)."""
    unit = battle.unit(at)
    here = unit.zone if battle.now is None else battle.turn(at).opened.zone
    mods = [mod for mod in unit.mods if mod.kind == "score"] + [mod for zone, mod in battle.zone_mods if zone == here]
    return [(mod.reason, mod.value) for mod in mods if mod.fits(v.ACTIONS[declared.action], declared.what)]


def npc_base(battle: ClashBattle, at: int) -> tuple[str, int]:
    """An NPC's own score, or the CS of the zone in which it began the round, else the map's (CL-21)."""
    unit = battle.unit(at)
    if unit.scored:
        return ("Action Score", unit.score)
    if battle.now is None:
        return ("Challenge Score", cs_at(battle, unit.place()))
    turn = battle.turn(at)
    return ("Challenge Score", cs_at(battle, turn.end if battle.switches.npc_zone_end else turn.opened))


def acts(battle: ClashBattle, at: int) -> Declaration | None:
    """What this unit really does in the round, as last compared; None for one who takes no part."""
    return battle.turn(at).acts


def carried_out(battle: ClashBattle, at: int) -> Declaration | None:
    """The same; None also for one whose action comes to nothing (CL-76)."""
    turn = battle.turn(at)
    return turn.acts if not turn.lost else None


def may_act(battle: ClashBattle, at: int) -> Declaration | None:
    """What this unit does in the round as things stand now; None for one who can take no part (CL-26)."""
    unit = battle.unit(at)
    declared = battle.turn(at).declared
    if declared is None or unit.arrives or not unit.is_character():
        return None
    if unit.state == v.ACTIVE:
        return declared
    if unit.state == v.INCAPACITATED and declared.action == v.REVIVE:
        return declared
    return None


def score_dice(battle: ClashBattle, at: int) -> Dice | None:
    """What a unit rolls for its score as things stand: a d20, with the d6 of a Surge where one is committed (CL-28, CL-46); None for
    a unit that rolls nothing: an NPC, or an incapacitated one that does not revive."""
    unit = battle.unit(at)
    if not unit.is_player() or not unit.is_character() or unit.arrives:
        return None
    declared = may_act(battle, at)
    if declared is None:
        return D20 if unit.state == v.ACTIVE else None
    return SURGED if declared.action == v.REVIVE and declared.surge else D20


def pay(battle: ClashBattle, at: int, declared: Declaration) -> None:
    """The Ardor and the Surge that a declaration costs (CL-107)."""
    if declared.ability >= 0:
        unit, turn = battle.unit(at), battle.turn(at)
        turn.ardor_paid = min(unit.ardor, unit.sheet.abilities[declared.ability].cost)
        unit.ardor -= turn.ardor_paid
    if declared.action == v.RECOVER or (declared.action == v.REVIVE and declared.surge):
        unit, turn = battle.unit(at), battle.turn(at)
        turn.surges_paid = min(unit.surges, 1)
        unit.surges -= turn.surges_paid


def take_back_payment(battle: ClashBattle, at: int) -> None:
    """What was paid for something that the unit does not do after all."""
    unit, turn = battle.unit(at), battle.turn(at)
    unit.ardor = min(unit.max_ardor, unit.ardor + turn.ardor_paid)
    unit.surges = min(unit.max_surges, unit.surges + turn.surges_paid)
    turn.ardor_paid = turn.surges_paid = 0


def fix_score(battle: ClashBattle, at: int) -> None:
    """Work out a unit's AS from its die, or from what the GM has set (CL-79 b)."""
    turn = battle.turn(at)
    unit = battle.unit(at)
    declared = may_act(battle, at)
    turn.acts = declared
    turn.has_score = False
    turn.open = False
    turn.die = None
    if declared is None:
        if unit.state != v.ACTIVE or not unit.is_character() or unit.arrives:
            return
        declared = Declaration(battle.names, v.NOTHING)
    die = turn.roll if unit.is_player() else None
    if unit.is_player() and die is None:
        return
    turn.die = die
    turn.bonus = bonus_of(battle, at, declared)
    turn.has_score = True
    if die is None:
        turn.value = turn.bonus
    elif die.settled:
        turn.value = die.total() + turn.bonus
    else:
        turn.open = True


def shows_score(battle: ClashBattle, unit: ClashUnit) -> bool:
    """May everybody know this unit's score, or the CS of an object or hazard (section 7)?"""
    if not unit.is_character():
        return not unit.sheet.secret_cs
    return unit.is_player() or battle.switches.show_npc_scores == "yes"


def is_known(battle: ClashBattle, at: int) -> bool:
    """Do all know this unit's score by now, or the CS of a hazard?"""
    return shows_score(battle, battle.unit(at)) and not battle.unit(at).hidden and not battle.turn(at).open


# -- comparing (the one place) ----------------------------------------


def result(attack: int, defence: int, misses_by: int, attack_roll: Roll | None = None, defence_roll: Roll | None = None) -> int:
    """Attack meets or exceeds defence: a Full Hit; beaten by `misses_by` or more: a Miss; else a Glancing Hit (CL-54, CL-55).
    Everything that compares two scores, or a score with a CS, asks here: rules, odds and tactics.

    A roll beside a number is one that can still fall in several ways, in the exact reading; the number is what is added to it.
    """
    margin = defence - attack
    if attack_roll is not None:
        return attack_roll.band([margin - misses_by + 1, margin])
    if defence_roll is not None:
        return v.FULL - defence_roll.band([1 - margin, misses_by - margin])
    if margin <= 0:
        return v.FULL
    return v.MISS if margin >= misses_by else v.GLANCING


def meets(score: int, needed: int) -> bool:
    """A plain check passes or fails; equal is enough (CL-16)."""
    return result(score, needed, 1) == v.FULL


def open_roll(turn: Turn) -> Roll | None:
    """The roll behind a score that can still fall in several ways."""
    return turn.die if turn.open else None


def known_part(turn: Turn) -> int:
    """The score, or what is added to a roll that is still open."""
    return turn.bonus if turn.open else turn.value


def value_of(turn: Turn) -> int:
    """The score as a number; in the exact reading this splits into every number it can still be."""
    roll = open_roll(turn)
    return roll.total() + turn.bonus if roll is not None else turn.value


def reaches(turn: Turn, number: int) -> bool:
    """Does this unit's score meet a number (CL-16)?"""
    return turn.has_score and band_of(turn, number, 1) == v.FULL


def band_of(turn: Turn, number: int, misses_by: int) -> int:
    """The band of this unit's score against a number."""
    return result(known_part(turn), number, misses_by, open_roll(turn))


def band_against(attack: int, turn: Turn, misses_by: int) -> int:
    """The band of a fixed attacking score against this unit's score."""
    return result(attack, known_part(turn), misses_by, None, open_roll(turn))


def is_helpless(battle: ClashBattle, at: int) -> bool:
    """Is every attack on it a Full Hit (`incapacitated_defence`, R-32)?"""
    return battle.switches.incapacitated_defence == "helpless" and battle.unit(at).state == v.INCAPACITATED


def defends_itself(battle: ClashBattle, at: int) -> bool:
    """Does its own score defend it? One without, and by a switch an incapacitated one, is attacked against a CS (CL-53, CL-73)."""
    lies = battle.switches.incapacitated_defence == "challenge_score" and battle.unit(at).state == v.INCAPACITATED
    return battle.turn(at).has_score and not lies


def cs_attacked(battle: ClashBattle, at: int) -> int:
    """The CS that defends a target without a score: an object's, or that of where a unit opened the round (CL-16, CL-17, R-77)."""
    return cs_of(battle, at) if battle.unit(at).unit_class == v.OBJECT else cs_at(battle, battle.turn(at).opened)


def missed_by(battle: ClashBattle, at: int) -> int:
    """The bands follow what the target itself is doing (CL-38, CL-42, CL-44, CL-55)."""
    declared = acts(battle, at)
    if declared is not None and declared.action == v.DEFEND:
        return DEFENDING_MISSES_BY
    return FLEEING_MISSES_BY if declared is not None and declared.action == v.FLEE else MISSES_BY
