"""The question of a turn: what to do now, from the acts that are legal (TO-10..TO-23)."""

from __future__ import annotations

from typing import final

from quintain.engine.question import Closed, Option, Question
from quintain.engine.tactic import Tactic
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.acts import Act, candidate_acts, parse_act
from quintain.systems.toughness.blocks import BARE
from quintain.systems.toughness.legality import judged, why_no_room, why_not_act
from quintain.systems.toughness.moves import reachable
from quintain.systems.toughness.sheet import Fighter, Fray
from quintain.systems.toughness.tactics import choose_act


@final
class TurnQuestion(Question):
    """Asked again and again in a turn until it is ended or used up.

    Moving and retreating are listed without a square, which is asked next; "move:@3,4" may be answered at once.
    """

    def __init__(self, fray: Fray, who: str) -> None:
        super().__init__(fray, "turn", who)
        self.fray = fray

    def title(self) -> str:
        fray, fighter = self.fray, self.fray.here(self.who)
        if fray.standard_used:
            left = "a move action is left"
        elif fray.moves_used:
            left = "a standard or a move action is left"
        else:
            left = "a standard and a move action, or two moves, or a full round (charge, all out, retreat, finishing blow)"
        warning = " Disabled: straining means dying." if fighter.disabled else ""
        return f"{fighter.name}'s turn: {left}.{warning}"

    def options(self) -> list[Option]:
        fray, fighter = self.fray, self.fray.here(self.who)
        return [act for act, why in judged(fray, fighter, candidate_acts(fray, fighter)) if not why]

    def closed(self) -> list[Closed]:
        """What people look for and cannot do: a blow with each ready weapon at each foe, holds, aid, powers."""
        return self.listing()[1]

    def listing(self) -> tuple[list[Option], list[Closed]]:
        fray, fighter = self.fray, self.fray.here(self.who)
        found: list[Option] = []
        shown: list[Closed] = []
        for act, why in judged(fray, fighter, candidate_acts(fray, fighter)):
            if not why:
                found.append(act)
            elif looked_for(fray, fighter, act):
                shown.append(Closed(act.label(fray), why, [act.whom] if act.whom in fray.index else []))
        return (found, shown)

    def reach(self) -> list[list[int]]:
        """Where a move action can go, each square with the one before it on the way; and where a foe stands who can be struck from
        here, or after the move."""
        fray, fighter = self.fray, self.fray.here(self.who)
        ground = fray.ground
        shown: list[list[int]] = []
        stops = [fighter.cell]
        if not why_not_act(fray, fighter, Act("move")):
            around = reachable(fray, fighter, fighter.speed_ft)
            through = reachable(fray, fighter, fighter.speed_ft, False) if fray.hazards else around
            stops += [cell for cell in through.stops() if cell != fighter.cell]
            ways: dict[int, int] = {}
            for cell in stops[1:]:
                found = around if around.may_stop(cell) else through
                steps: list[int] = []
                # Ways of one search meet for good: what is known of one need not be gone again.
                while cell != fighter.cell and (through is not around or cell not in ways):
                    steps.append(cell)
                    cell = found.parent(cell)
                for passed in reversed(steps):
                    ways.setdefault(passed, cell)
                    cell = passed
            for cell, before in ways.items():
                what = 1 if through.may_stop(cell) else 0
                shown.append([*ground.xy(cell), what, *ground.xy(before)])
        if fray.standard_used:
            return shown
        for foe in fray.foes_of(fighter):
            if foe.is_present() and not foe.hidden and foe.cell >= 0 and can_be_struck(fray, fighter, foe, stops):
                shown.append([*ground.xy(foe.cell), 2])
        return shown

    def why_not(self, option: Option) -> str:
        if not isinstance(option, Act):
            return "that is not among the options"
        return why_not_act(self.fray, self.fray.here(self.who), option)

    def find(self, id: str) -> Option | None:
        return parse_act(self.fray, id)

    def choose(self, tactic: Tactic) -> Option:
        return choose_act(self.fray, self.fray.here(self.who), tactic)

    def withdrawn(self) -> bool:
        return not has_the_turn(self.fray, self.who)


def can_be_struck(fray: Fray, fighter: Fighter, foe: Fighter, stops: list[int]) -> bool:
    """Is a foe within a ready weapon's reach or range from one of these squares? Walls in between are for the attack to say."""
    farthest = max([weapon.far_ft for weapon in fighter.ready_weapons()], default=0)
    return any(fray.ground.feet(cell, foe.cell) <= farthest for cell in stops)


def looked_for(fray: Fray, fighter: Fighter, act: Act) -> bool:
    """Is it worth saying why this cannot be done? Once for each weapon and foe, and nothing that nobody would try now."""
    kind = act.kind
    if kind in ("attack", "charge", "finish"):
        weapon = fighter.block.weapon_named(act.tool)
        if weapon is None or (act.intent == v.LETHAL_INTENT) != weapon.lethal or (weapon is BARE and fighter.armed):
            return False
        return kind != "finish" or fray.here(act.whom).helpless
    if kind == "stand":
        return fighter.prone
    if kind == "shield":
        return fighter.block.core_warrior and bool(fighter.bruised or fighter.hurt)
    if kind == "bind":
        return fighter.holding != ""
    if kind == "escape":
        return fighter.held_by != ""
    return kind in ("hold", "power", "aid")


def may_act_on(fray: Fray, who: str) -> bool:
    """Is there anything left to ask in this turn? Free actions alone do not keep it open."""
    if not has_the_turn(fray, who):
        return False
    fighter = fray.here(who)
    return why_no_room(fray, fighter, v.MOVE) == "" or why_no_room(fray, fighter, v.STANDARD) == ""


def has_the_turn(fray: Fray, who: str) -> bool:
    """Is it still this one's turn, neither lost nor ended, and can it act?"""
    fighter = fray.fighter(who)
    return fighter is not None and fray.actor == who and fighter.able and not fray.turn_lost and not fray.turn_done
