"""What is asked in a round: intents of NPCs, declarations of players, lent scores, ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintain.engine.battle import GM
from quintain.engine.question import Closed, Option, Plain, Question
from quintain.engine.rows import stake
from quintain.engine.seat import may_answer
from quintain.engine.tactic import Tactic
from quintain.systems.clash import vocabulary as v
from quintain.systems.clash.attacks import cover_may_matter
from quintain.systems.clash.declaration import SEEMS, Declaration, Stop, read_declaration
from quintain.systems.clash.feats import feat_known, is_busy
from quintain.systems.clash.legality import (
    ability_named,
    allies_beside,
    end_of,
    made,
    may_yet_reach,
    movement_of,
    reaches_as_announced,
    silent,
    strikes_from,
    using,
    ways,
    why_illegal,
)
from quintain.systems.clash.revival import needed_to_rise, tend_may_matter
from quintain.systems.clash.round import Tie
from quintain.systems.clash.scores import meets
from quintain.systems.clash.sentences_declarations import declaration_words
from quintain.systems.clash.sentences_hints import hint_for
from quintain.systems.clash.sheet import ClashBattle

if TYPE_CHECKING:
    from quintain.engine.battle import Battle
    from quintain.engine.protocol_questions import Stake


def clash(battle: Battle) -> ClashBattle:
    assert isinstance(battle, ClashBattle)
    return battle


class Declare(Question):
    """A player's declaration, or an NPC's intent (CL-22..25). An NPC's answer may carry what it seems to be (CL-23)."""

    def __init__(self, battle: ClashBattle, at: int) -> None:
        self.npc = not battle.unit(at).is_player()
        super().__init__(battle, "intent" if self.npc else "declare", battle.unit(at).id)
        self.at = at

    def title(self) -> str:
        name = self.battle.name_of(self.who)
        return f"What does {name} intend?" if self.npc else f"What does {name} do this round?"

    def options(self) -> list[Option]:
        battle = clash(self.battle)
        found = [option for option in listed(battle, self.at) if not why_illegal(battle, self.at, option)]
        explained: set[int] = set()
        for option in found:
            option.far = is_far(battle, self.at, option)
            option.hint = hint_for(battle, self.at, option, option.action not in explained)
            explained.add(option.action)
        ordered: list[Option] = [option for option in found if not option.far]
        ordered.extend([option for option in found if option.far])
        return ordered

    def closed(self) -> list[Closed]:
        battle = clash(self.battle)
        found: list[Closed] = []
        for option in looked_for(battle, self.at):
            why = why_illegal(battle, self.at, option)
            if why:
                aimed = [battle.unit(option.aim).id] if option.aim >= 0 else []
                found.append(Closed(option.label(battle), why, aimed))
        return found

    def kind(self) -> str:
        return "declaration"

    def seems(self) -> str:
        """CL-23: an NPC's intent may be a bluff."""
        return SEEMS if self.npc else ""

    def why_not(self, option: Option) -> str:
        battle = clash(self.battle)
        if not isinstance(option, Declaration):
            return "that is not a declaration"
        why = why_illegal(battle, self.at, option)
        if why or option.seeming is None:
            return why
        if not self.npc:
            return "only the GM bluffs"
        why = why_illegal(battle, self.at, option.seeming)
        return f"it cannot even seem so: {why}" if why else ""

    def find(self, id: str) -> Option | None:
        battle = clash(self.battle)
        found = read_declaration(id, battle.names)
        for part in (found, found.seeming if found is not None else None):
            if part is None:
                continue
            if part.ability_id:
                number = ability_named(battle.unit(self.at), part.ability_id)
                if number < 0:
                    return None
                part.use(number, part.ability_id, battle.unit(self.at).sheet.abilities[number].name)
            if battle.unit(self.at).is_seated() and any(battle.unit(other).is_secret() for other in named_in(part)):
                return None
            if part.deed == v.FEAT and feat_known(battle, battle.unit(self.at), part.what) is None:
                return None
            part.far = is_far(battle, self.at, part)
        return found

    def choose(self, tactic: Tactic) -> Option:
        from quintain.systems.clash.tactics import choose_declaration

        return choose_declaration(clash(self.battle), self, tactic)

    def heard(self, option: Option, seat: str) -> str:
        """Players state what they do, so the others of the party hear it (R-73), without what only some of them know of."""
        battle = clash(self.battle)
        if self.npc or battle.switches.secret_declarations or not isinstance(option, Declaration) or battle.unit(self.at).hidden:
            return ""
        side = battle.unit(self.at).side
        party = [unit for unit in battle.crew if unit.side == side and unit.is_player()]
        if not any(may_answer(unit.controller, seat) for unit in party):
            return ""
        return declaration_words(battle, option, True)

    def seeming_from(self, text: str) -> Declaration | None:
        """A declaration from its text, if it is legal to seem so."""
        found = self.find(text)
        return found if isinstance(found, Declaration) and not self.why_not(found) else None

    def standing(self, order: str) -> str:
        """A standing "never": the player is away (R-56)."""
        return silent(clash(self.battle), self.at).id() if order == "never" else ""


def is_far(battle: ClashBattle, at: int, declared: Declaration) -> bool:
    """Is an attack's target out of reach, by where it is and where it says that it goes (CL-86)?"""
    if not declared.attacks() or declared.aim < 0:
        return False
    return not reaches_as_announced(battle, at, strikes_from(battle, at, declared), declared.aim)


def named_in(declared: Declaration) -> list[int]:
    found = [stop.beside for stop in declared.path if stop.beside >= 0]
    if declared.handling is not None:
        found.append(declared.handling.aim)
    return [*found, declared.aim] if declared.aim >= 0 else found


class LentScore(Question):
    """Does a covered or tended unit take the score lent to it, where that is higher (CL-39, CL-48, R-70)?"""

    def __init__(self, battle: ClashBattle, who: str, covered: bool, tended: bool) -> None:
        super().__init__(battle, "lent", who)
        self.covered = covered
        self.tended = tended

    def title(self) -> str:
        name = self.battle.name_of(self.who)
        if self.tended and self.covered:
            return f"{name} is tended and covered: revive and defend with a helper's score where it is higher?"
        if self.tended:
            return f"{name} is tended: revive with the helper's score where it is higher?{self.scores(v.TEND)}"
        return f"{name} is covered: defend with the coverer's score where it is higher?{self.scores(v.COVER)}"

    def scores(self, action: int) -> str:
        """The scores in question, as far as everybody may know them."""
        own, lent = self.own(), self.lent(action)
        said = [f"{self.battle.name_of(self.who)} has {own}"] if own is not None else []
        said.extend([f"{name} {score}" for name, score in lent])
        return f" ({', '.join(said)})" if said else ""

    def own(self) -> int | None:
        battle = clash(self.battle)
        turn = battle.turn(battle.at(self.who))
        return turn.value if turn.has_score and not turn.open else None

    def lent(self, action: int) -> list[tuple[str, int]]:
        """The scores of those who cover, or tend, as far as everybody may know them."""
        battle = clash(self.battle)
        found: list[tuple[str, int]] = []
        for other in battle.cast():
            one, turn = battle.unit(other), battle.turn(other)
            aims = turn.declared is not None and turn.declared.action == action and turn.declared.aim == battle.at(self.who)
            if aims and not one.hidden and one.is_player() and turn.has_score and not turn.open:
                found.append((one.name, turn.value))
        return found

    def stakes(self) -> list[Stake]:
        """What a helper's score would change, in figures."""
        battle, own = clash(self.battle), self.own()
        found: list[Stake] = []
        if own is None:
            return found
        for name, score in self.lent(v.COVER) if self.covered else []:
            found.append(stake(f"{name} covers with {score}: {score - own:+d} to your {own}", "good" if score > own else "neutral"))
        needed = needed_to_rise(battle, battle.at(self.who))
        for name, score in self.lent(v.TEND) if self.tended else []:
            rises = "you get up" if meets(max(score, own), needed) else "you stay down"
            alone = "get up" if meets(own, needed) else "stay down"
            found.append(stake(f"{name} tends with {score} against {needed}: {rises}; with your {own} you {alone}"))
        return found

    def options(self) -> list[Option]:
        """Two choices, each to be used or declined on its own (R-78)."""
        if not (self.tended and self.covered):
            return [Plain("yes", "Take the higher score"), Plain("no", "Rely on the own score")]
        return [
            Plain("yes", "Take the higher score, to revive and to defend"), Plain("tend", "Only to revive"),
            Plain("cover", "Only to defend"), Plain("no", "Rely on the own score"),
        ]  # fmt: skip

    def kind(self) -> str:
        return "reaction"

    def withdrawn(self) -> bool:
        """After a ruling all is compared again: is it still the same that is asked?"""
        from quintain.systems.clash.resolve import compare_if_ruled, is_asked_about_cover, is_asked_about_tending

        battle = clash(self.battle)
        compare_if_ruled(battle)
        at = battle.at(self.who)
        asked = (is_asked_about_cover(battle, at), is_asked_about_tending(battle, at))
        return super().withdrawn() or asked != (self.covered, self.tended)

    def obvious(self) -> str:
        """Nobody is asked where the score that is lent changes nothing, by what all know."""
        battle, at = clash(self.battle), self.battle.index[self.who]
        matters = (self.covered and cover_may_matter(battle, at)) or (self.tended and tend_may_matter(battle, at))
        return "" if matters else "yes"

    def choose(self, tactic: Tactic) -> Option:
        return Plain("yes", "Take the higher score")

    def standing(self, order: str) -> str:
        return "yes" if order == "always" else "no"


class TiedConflict(Question):
    """The GM breaks a tie in a conflict (R-27); automatic play takes the roster's order."""

    def __init__(self, battle: ClashBattle, tie: Tie) -> None:
        super().__init__(battle, "tie", "")
        self.tie = tie
        self.parties = tie.parties
        self.thing = tie.about.split("#", 1)[0]

    def title(self) -> str:
        return f"A tie over {self.battle.name_of(self.thing)}: who is faster?"

    def stakes(self) -> list[Stake]:
        battle = clash(self.battle)
        return [stake(f"{battle.unit(at).name} has {battle.turn(at).value}") for at in self.parties]

    def options(self) -> list[Option]:
        battle = clash(self.battle)
        return [Plain(battle.unit(at).id, battle.unit(at).name, battle.unit(at).id) for at in self.parties]

    def withdrawn(self) -> bool:
        """After a ruling all is compared again: are they still tied?"""
        from quintain.systems.clash.resolve import compare_if_ruled

        battle = clash(self.battle)
        compare_if_ruled(battle)
        return self.tie.seen != battle.this_round().compared

    def choose(self, tactic: Tactic) -> Option:
        return self.options()[0]

    def controller(self) -> str:
        return GM


# -- what is worth offering ----------------------------------------


def listed(battle: ClashBattle, at: int) -> list[Declaration]:
    """Everything worth offering: attacks that meet or may meet their target, moves, help, feats, objects."""
    unit = battle.unit(at)
    if not unit.is_present():
        return []
    if unit.state == v.INCAPACITATED:
        surged = made(battle, v.REVIVE)
        surged.surge = True
        return [made(battle, v.REVIVE), surged, made(battle, v.NOTHING)]
    if is_busy(battle, unit):
        return feat_options(battle, at)
    found = (
        attack_options(battle, at)
        + ability_options(battle, at)
        + feat_options(battle, at)
        + [made(battle, v.MOVE_FAR, v.NOBODY, way) for way in ways(battle, at, movement_of(battle, at, made(battle, v.MOVE_FAR)))]
        + [made(battle, v.DEFEND)]
        + ward_options(battle, at)
        + [made(battle, v.FLEE, v.NOBODY, way) for way in [[], *ways(battle, at, movement_of(battle, at, made(battle, v.FLEE)))]]
        + [made(battle, v.RECOVER), made(battle, v.PREPARE)]
        + object_options(battle, at)
        + [made(battle, v.IMPROVISE), made(battle, v.NOTHING)]
    )
    return found + handling_options(battle, at, found) if battle.switches.free_handling else found


def handling_options(battle: ClashBattle, at: int, found: list[Declaration]) -> list[Declaration]:
    """Every action that handles nothing itself, with an object at hand handled beside it (`interact_cost`, R-30)."""
    beside = [option for option in object_options(battle, at) if not option.path]
    both: list[Declaration] = []
    for extra in beside:
        for option in found:
            if option.deed == "" and option.action not in (v.REVIVE, v.NOTHING):
                joined = made(battle, option.action, option.aim, option.path, option.after)
                joined.use(option.ability, option.ability_id, option.ability_name)
                joined.handling = extra
                both.append(joined)
    return both


def enemies(battle: ClashBattle, at: int) -> list[int]:
    """Whom a unit may want to attack: enemies it can see, and enemies' things it can break."""
    unit = battle.unit(at)
    seen = [(other, them) for other, them in enumerate(battle.crew) if them.side != unit.side and them.is_there() and unit.knows(them)]
    return [other for other, them in seen if them.unit_class != v.HAZARD and (them.unit_class != v.OBJECT or them.takes())]


def attack_options(battle: ClashBattle, at: int) -> list[Declaration]:
    unit = battle.unit(at)
    here = unit.place()
    targets = enemies(battle, at)
    found = [made(battle, v.STANDING_ATTACK, other) for other in targets if may_yet_reach(battle, at, other)]
    near = ways(battle, at, movement_of(battle, at, made(battle, v.MOVE_AND_ATTACK)))
    if battle.field.mode != v.FIXED:
        near = [way for way in near if worth_going(battle, at, way[0])]
    for way in near:
        end = end_of(battle, at, way)
        for other in targets:
            if way[0].beside in (v.NOBODY, other) and reaches_as_announced(battle, at, end, other):
                found.append(made(battle, v.MOVE_AND_ATTACK if unit.sheet.attack.ranged else v.MOVE_TO_ATTACK, other, way))
    for other in targets:
        if reaches_as_announced(battle, at, here, other):
            found.extend([made(battle, v.MOVE_AND_ATTACK, other, way, True) for way in near if way[0].beside < 0])
    return found


def worth_going(battle: ClashBattle, at: int, stop: Stop) -> bool:
    """On maps in feet ends are many: into a zone, up to an enemy, or away. Others may be named by hand."""
    return stop.beside == v.NOBODY or battle.unit(stop.beside).side != battle.unit(at).side


def ability_options(battle: ClashBattle, at: int) -> list[Declaration]:
    unit = battle.unit(at)
    found: list[Declaration] = []
    for number, ability in enumerate(unit.sheet.abilities):
        if ability.targets == "ally_in_zone":
            aims = allies_beside(battle, at)
        elif unit.sweeps(number):
            aims = [v.NOBODY]
        else:
            aims = [other for other in enemies(battle, at) if may_yet_reach(battle, at, other)]
        for aim in aims:
            for way in [[], *(ways(battle, at, 1) if ability.step else [])]:
                found.append(using(battle, at, number, aim, way, way != []))
    return found


def ward_options(battle: ClashBattle, at: int) -> list[Declaration]:
    unit = battle.unit(at)
    found: list[Declaration] = []
    for other, them in enumerate(battle.crew):
        if other == at or not them.is_there() or not unit.knows(them):
            continue
        if them.side == unit.side or (them.unit_class == v.OBJECT and them.takes()):
            found.append(made(battle, v.COVER, other))
            if them.state == v.INCAPACITATED:
                found.append(made(battle, v.TEND, other))
    return found


def feat_options(battle: ClashBattle, at: int) -> list[Declaration]:
    found: list[Declaration] = []
    unit = battle.unit(at)
    for feat in battle.feats:
        way = way_into(battle, at, feat.zone) if feat.zone not in (v.NOBODY, unit.zone) else []
        found.append(made(battle, v.IMPROVISE, v.NOBODY, way, deed=v.FEAT, what=feat.id))
    return found


def way_into(battle: ClashBattle, at: int, zone: int) -> list[Stop]:
    for way in ways(battle, at, movement_of(battle, at, made(battle, v.IMPROVISE))):
        if end_of(battle, at, way).zone == zone:
            return way
    return []


def object_options(battle: ClashBattle, at: int) -> list[Declaration]:
    """Objects here and one step off: take, work, put down."""
    unit = battle.unit(at)
    found: list[Declaration] = []
    for other in battle.things:
        thing = battle.unit(other)
        if not thing.is_there() or not unit.knows(thing):
            continue
        if thing.holder == at:
            found.append(made(battle, v.IMPROVISE, other, deed=v.DROP))
            continue
        verbs = ([v.TAKE] if thing.sheet.portable else []) + ([v.USE] if thing.sheet.gate or not thing.sheet.portable else [])
        way: list[Stop] | None = [] if battle.together(unit.place(), thing.place()) else None
        if way is None:
            for step in ways(battle, at, movement_of(battle, at, made(battle, v.IMPROVISE))):
                if battle.together(end_of(battle, at, step), thing.place()):
                    way = step
                    break
        if way is not None:
            found.extend([made(battle, v.IMPROVISE, other, way, deed=verb) for verb in verbs])
    return found


def looked_for(battle: ClashBattle, at: int) -> list[Declaration]:
    """What people would look for on this sheet even when it is closed."""
    unit = battle.unit(at)
    found = [made(battle, v.RECOVER)] if unit.max_surges > 0 else []
    if unit.state == v.INCAPACITATED:
        surged = made(battle, v.REVIVE)
        surged.surge = True
        found = [surged]
    for number, ability in enumerate(unit.sheet.abilities):
        if ability.cost > unit.ardor or ability.rhythm:
            found.append(using(battle, at, number))
    known = [feat.id for feat in battle.feats if not feat.hidden and not feat.done]
    return found + [option for option in feat_options(battle, at) if option.what in known]
