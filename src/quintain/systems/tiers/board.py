"""The battlefield as data for screens: squares with their terrain, creatures, items that lie about, the stages of the round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quintain.engine.rows import bar_row, counter, notice
from quintain.engine.rows import terrain as terrain_row
from quintain.systems.tiers import vocabulary as v
from quintain.systems.tiers.battle import Goal, TiersBattle
from quintain.systems.tiers.battlefield import DIFFICULT, EXIT, HARD, HAZARD, IMPASSABLE, SOFT, TANK, WALL, Battlemap
from quintain.systems.tiers.sheet import Creature
from quintain.systems.tiers.stat_block import Rider

if TYPE_CHECKING:
    from quintain.engine.protocol import Notice
    from quintain.engine.protocol_board import Bar, BarRow, Counter, GridBoard, Mark, Terrain
    from quintain.engine.viewer import Viewer

GROUNDS: Final[tuple[tuple[int, str, str, str, str, str], ...]] = (
    (WALL, "wall", "closed, no line through it", "all", "wall", "#"),
    (HAZARD, "hazard", "", "nothing", "hazard", "!"),
    (TANK, "tank", "water; can be burst", "nothing", "water", "~"),
    (HARD, "hard cover", "Sheltered behind it", "nothing", "object", "o"),
    (IMPASSABLE, "impassable", "closed", "move", "wall", "X"),
    (SOFT, "soft cover", "Concealed behind it or in it", "nothing", "cover", "c"),
    (DIFFICULT, "difficult", "costs twice", "nothing", "rough", "d"),
)
"""By the bit that decides how a square is drawn: its name, what it does, what it blocks, its look and letter."""


def board(battle: TiersBattle, viewer: Viewer) -> GridBoard:
    battlemap = battle.map
    known: dict[int, int] = {}
    terrains: list[Terrain] = []
    rows: list[list[int]] = []
    for y in range(battlemap.height):
        row: list[int] = []
        for x in range(battlemap.width):
            bits = battlemap.terrain[y * battlemap.width + x] & ~EXIT
            number = known.get(bits, -1)
            if number < 0:
                number = len(terrains)
                known[bits] = number
                terrains.append(terrain(bits, battlemap.hazard))
            row.append(number)
        rows.append(row)
    return {
        "kind": "grid", "width": battlemap.width, "height": battlemap.height, "unit": "5 feet", "terrains": terrains, "ground": rows,
        "marks": marks(battle, battlemap, viewer.gm),
        "stands": [
            {"id": one.id, "at": [one.x, one.y], "size": one.sheet.size, "under": one.status != v.UP}
            for one in battle.creatures
            if viewer.sees(one.id) and one.is_present()
        ],
    }  # fmt: skip


def terrain(bits: int, hazard: Rider | None) -> Terrain:
    """One kind of ground: drawn by the weightiest of its bits, saying what all of them do (TI-80, TI-84, TI-87)."""
    names: list[str] = []
    does: list[str] = []
    blocks, look, letter = "nothing", "plain", "."
    for bit, name, words, block, drawn, sign in GROUNDS:
        if not bits & bit:
            continue
        if not names:
            look, letter = drawn, sign
        if block != "nothing":
            blocks = "all" if block == "all" or blocks == "all" else block
        names.append(name)
        if bit == HAZARD and hazard is not None:
            does.append(f"{v.WOUNDS[hazard.wound]} {hazard.severity} to whoever enters")
        elif words:
            does.append(words)
    cost = 0 if bits & (WALL | IMPASSABLE) else 10 if bits & DIFFICULT else 5
    return terrain_row(str(bits), ", ".join(names) or "open ground", "; ".join(does), cost, blocks, look, letter)


def marks(battle: TiersBattle, battlemap: Battlemap, gm: bool) -> list[Mark]:
    """Exits, objectives with a square of their own, and what lies on the ground, as far as it is seen."""
    found: list[Mark] = []
    if battlemap.has_exit:
        squares = [[cell % battlemap.width, cell // battlemap.width] for cell, bits in enumerate(battlemap.terrain) if bits & EXIT]
        found.append({"id": "exit", "name": "exit", "does": "leave the battlefield here", "squares": squares, "look": "exit"})
    for clock in battle.clocks:
        if not clock.secret and clock.x >= 0:
            found.append(
                {"id": f"clock:{clock.name}", "name": clock.name, "does": "stand beside it to work on it",
                 "squares": [[clock.x, clock.y]], "look": "goal"}
            )  # fmt: skip
    for number, lying in enumerate(battle.lying_for(not gm)):
        found.append(
            {"id": f"item:{number}", "name": lying.item.name, "does": "can be picked up", "squares": [[lying.x, lying.y]],
             "look": "object"}
        )  # fmt: skip
    return found


# -- where the round stands ---------------------------------------------------------------------------------------------


def in_stage(creature: Creature, stage: int) -> bool:
    """Does its turn come in this stage, as far as it has said (TI-24 to TI-27)?"""
    if creature.status != v.UP:
        return False
    if not creature.sheet.is_pc:
        return stage == v.STAGE_MONSTERS
    if stage == v.STAGE_RASH:
        return creature.stance == v.RASH
    return stage == v.STAGE_CAUTIOUS and creature.stance in (v.CAUTIOUS, 0)


def shown_stage(battle: TiersBattle, visible: list[str]) -> int:
    """The stage that somebody who knows of these takes it to be: not one in which only others act."""
    stage = battle.stage
    if stage in (v.STAGE_BEFORE, v.STAGE_STANCES):
        return stage
    for earlier in range(stage, v.STAGE_STANCES, -1):
        if earlier == v.STAGE_AMBUSH:
            seen = any(one.ambushing and one.id in visible for one in battle.creatures)
        else:
            seen = any(in_stage(one, earlier) and one.id in visible for one in battle.creatures)
        if seen:
            return earlier
    return v.STAGE_STANCES


def bar(battle: TiersBattle, viewer: Viewer) -> Bar:
    """The five stages, each with who acts in it."""
    now = battle.stage if viewer.gm else shown_stage(battle, viewer.visible)
    rows: list[BarRow] = []
    for stage in range(v.STAGE_STANCES, v.STAGE_CAUTIOUS + 1):
        if stage == v.STAGE_AMBUSH:
            units = [one.id for one in battle.creatures if one.ambushing and viewer.sees(one.id)]
            if not units and now != stage:
                continue
        else:
            units = [one.id for one in battle.creatures if in_stage(one, stage) and viewer.sees(one.id)]
        state = "done" if stage < now else "now" if stage == now else "waiting"
        rows.append(bar_row(f"stage:{stage}", v.STAGES[stage][:1].upper() + v.STAGES[stage][1:], state, units=units))
    counters: list[Counter] = [
        counter(f"clock:{clock.name}", clock.name, clock.filled, clock_words(clock.rounds), clock.size)
        for clock in battle.clocks
        if viewer.gm or not clock.secret
    ]
    return {"kind": "stages", "rows": rows, "counters": counters}


def clock_words(rounds: int) -> str:
    return f"an objective; until round {rounds}" if rounds else "an objective"


def heading_for(battle: TiersBattle, stage: int, visible: list[str]) -> str:
    """Where the fight stands for somebody who knows of these only."""
    if stage < v.STAGE_STANCES:
        return "Before the fight"
    text = f"Round {battle.round}, stage {stage}: {v.STAGES[stage]}"
    who = turn_shown(battle, visible)
    return f"{text}, {battle.name_of(who)} acts" if who else text


def turn_shown(battle: TiersBattle, visible: list[str]) -> str:
    """Whose turn it is for somebody who knows of these only: while somebody unseen goes first, of whoever was to go."""
    turns = [battle.creatures[one].id for one in (battle.acting, battle.put_off) if one >= 0]
    return next((id for id in turns if id in visible), "")


def notices(battle: TiersBattle, viewer: Viewer) -> list[Notice]:
    """Objectives, and how else the fight can be decided."""
    found: list[Notice] = []
    for goal in battle.goals:
        if viewer.gm or (goal.kind == "reach" and goal.side in viewer.sides):
            found.append(notice("goal", goal.side, goal_words(battle, goal)))
    for clock in battle.clocks:
        if viewer.gm or not clock.secret:
            full = clock.filled >= clock.size
            found.append(notice("task", clock.name, clock_words(clock.rounds), full, clock.filled, clock.size))
    return found


def goal_words(battle: TiersBattle, goal: Goal) -> str:
    if goal.kind == "drop":
        return f"lose once {goal.count} of them are down"
    if goal.kind == "rout":
        return f"flee once {goal.count} of them are down"
    if goal.kind == "reach":
        return "win when all who are up have left by an exit"
    return f"may offer peace once {battle.name_of(goal.who)} is Winded"
