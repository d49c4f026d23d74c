"""A fight of riposte driven by whims: rulings and answers at random, and exports held against what they were made from."""

from __future__ import annotations

import json

from quintain.engine import Fight, Stream, sample_fight
from quintain.engine.sample import SampleReading, Tactics
from quintain.library.encounters import from_data
from quintain.systems.riposte import SYSTEM
from quintain.systems.riposte import vocabulary as v
from quintain.systems.riposte.fields import STATUSES
from quintain.systems.riposte.sheet import Effect, Fighter, Skirmish
from quintain.systems.riposte.vocabulary import BASE_STATS, CALCULATED
from tests.systems.riposte.scene import field, person

Row = dict[str, object]


def effects_of(effects: list[Effect]) -> list[object]:
    return [(effect.kind, effect.who, effect.places, effect.sides, effect.text) for effect in effects]


def fighter_digest(fighter: Fighter) -> object:
    block = fighter.block
    figures = [block.figures(weapon, role, fighter.hp).stats for weapon in range(-1, len(block.weapons)) for role in range(3)]
    return (
        fighter.key(), fighter.name, fighter.side, block.level, block.creature, block.max_hp, block.stats, block.mov, block.direct,
        sorted(block.trait_names), block.flight, block.ride, block.sing, block.pass_level, block.provoke, block.quirks, figures,
        [(weapon.name, weapon.distances, weapon.blessing, weapon.slays, weapon.heals) for weapon in block.weapons],
    )  # fmt: skip


def digest(battle: Skirmish) -> object:
    """Everything about a fight that can matter for how it goes on, or be seen of it."""
    ground = battle.ground
    return (
        battle.key(), battle.round, battle.sides, battle.phases, battle.more_to_come, battle.forbidden,
        [square.sign() for square in ground.squares], ground.walk, ground.fly, ground.exits, ground.box,
        [(goal.kind, goal.label, goal.who, goal.count, goal.area, goal.required, goal.hidden, goal.declared) for goal in battle.goals],
        [(task.id, task.label, task.hp, task.tier, task.left, task.open, effects_of(task.effects)) for task in battle.tasks],
        [(thing.id, thing.label, thing.place, thing.uses, effects_of(thing.effects)) for thing in battle.things],
        [(force.who, force.what, force.faces, force.answers) for force in battle.forces],
        battle.outcome.as_data() if battle.outcome is not None else None,
        [fighter_digest(fighter) for fighter in battle.crew],
    )  # fmt: skip


def joint(fight: Fight) -> Skirmish:
    battle = fight.checkpoints[-1].battle
    assert isinstance(battle, Skirmish)
    return battle


def check_export(battle: Skirmish) -> None:
    """Export, load, export: the same fight and the same text; and both go on alike."""
    written = json.loads(json.dumps(SYSTEM.export(battle)))
    again = from_data(written)
    loaded = again.battle()
    assert isinstance(loaded, Skirmish)
    assert digest(loaded) == digest(battle)
    assert json.loads(json.dumps(SYSTEM.export(loaded))) == written
    if battle.forces or battle.outcome is not None:
        return
    ends = []
    for start in (battle, loaded):
        end = sample_fight(SYSTEM, start, SampleReading(Tactics(SYSTEM, {"*": "steady"})), "onward")
        ends.append((end.key(), end.outcome.as_data() if end.outcome is not None else {}))
    assert ends[0] == ends[1]


class Whims:
    """Rulings and answers at random, from a numbered stream."""

    def __init__(self, seed: str, fight: Fight) -> None:
        self.stream = Stream(f"whims:{seed}")
        self.fight = fight

    def below(self, number: int) -> int:
        return self.stream.face(number, 0)

    def one(self, things: list[str]) -> str:
        return things[self.below(len(things))]

    def somebody(self) -> str:
        return self.one([unit.id for unit in self.fight.battle.units])

    def spot(self) -> object:
        ground = field(self.fight).ground
        if ground.grid is None:
            assert ground.zones is not None
            return self.one(ground.zones.names)
        return [self.below(ground.grid.width), self.below(ground.grid.height)]

    def figure(self) -> tuple[str, object]:
        flags = ["flight", "ride", "sing", "significant", "gave_way", "freed", "waiting", "acted", "had_turn"]
        numbers: list[tuple[str, object]] = [
            ("hp", self.below(30)), ("max_hp", 1 + self.below(12)), ("level", 1 + self.below(60)), ("mov", self.below(9)),
            ("provoke", self.below(4)), ("pass_level", self.below(4)), ("creature", "Dragon"), ("weapon", self.below(3) - 1),
            ("status", self.one(list(STATUSES))), ("arrives", self.below(6)), ("kind", self.one(["pc", "extra", "npc"])),
            (self.one(list(BASE_STATS)), self.below(20)), (self.one(list(CALCULATED)), self.below(40) - 10),
            (self.one(flags), self.below(2) == 1),
        ]  # fmt: skip
        return numbers[self.below(len(numbers))]

    def ruling(self) -> tuple[str, Row]:
        stat, value = self.figure()
        kinds: list[tuple[str, Row]] = [
            ("set", {"who": self.somebody(), "stat": stat, "value": value}),
            ("terrain", {"at": self.spot(), "terrain": "Difficult", "cost": 1 + self.below(15)}),
            ("terrain", {"at": self.spot(), "terrain": self.one(list(v.TERRAIN_NAMES[:4]))}),
            ("blocker", {"at": self.spot(), "blocker": self.one(["none", "object", "wall"]), "roofed": self.below(2) == 1}),
            ("hover", {"at": self.spot()}),
            ("remove", {"who": self.somebody()}),
            ("add", {"unit": person(f"new{self.below(99)}", self.spot(), traits=["Hearty"], level=20)}),
            ("side", {"who": self.somebody(), "to": self.one(field(self.fight).sides)}),
            ("team", {"name": f"team {self.below(9)}"}),
            ("merge", {"split": self.below(2) == 1}),
            ("stance", {"a": self.one(field(self.fight).sides), "b": self.one(field(self.fight).sides), "stance": "neutral"}),
            ("hide", {"who": self.somebody()}),
            ("hand_over", {"who": self.somebody(), "to": self.one(["gm", "players", "ann", "ann+bob"])}),
            ("object", {"id": f"o{self.below(9)}", "at": self.spot(), "note": "click"}),
            ("task", {"id": f"t{self.below(9)}", "hp": self.below(6), "flee": [self.somebody()], "party_hp": self.below(4)}),
            ("add_goal", {"label": f"goal {self.below(9)}", "hidden": self.below(2) == 1}),
            ("announce", {}),
            ("forbid", {"option": f"engage:{self.somebody()}", "why": "not today"}),
            ("force", {"who": self.somebody(), "what": "attack", "faces": [self.below(100)]}),
            ("exits", {"at": [self.spot()]}),
            ("box", {"at": [self.spot(), self.spot(), self.spot(), self.spot()]}),
            ("leave_box", {"who": self.somebody(), "to": self.spot()}),
            ("link", {"a": self.spot(), "b": self.spot(), "cut": self.below(2) == 1}),
            ("remove_object", {"id": f"o{self.below(9)}"}),
            ("reinforce", {"who": self.somebody()}),
            ("end_phase", {}),
            ("goal", {"label": self.one([goal.label for goal in field(self.fight).goals]), "not_met": self.below(4) > 0}),
            ("retreat", {"who": self.somebody(), "how": self.one(["retreated", "fled"])}),
            ("take_over", {"who": self.somebody(), "player": "zoe"}),
            ("assign", {"who": self.somebody(), "player": self.one(["", "ann"])}),
            ("deed", {"what": "shout", "action": self.below(2) == 1}),
            ("adjust_task", {"id": f"t{self.below(9)}", "left": self.below(4), "tier": "Easy"}),
            ("close_task", {"id": f"t{self.below(9)}", "done": self.below(2) == 1}),
            ("effect", {"kind": self.one(["free", "flee"]), "who": self.somebody()}),
            ("move", {"who": self.somebody(), "to": self.spot()}),
            ("reveal", {"who": self.somebody()}),
            ("allow", {"option": f"engage:{self.somebody()}"}),
            ("ground", self.ground()),
        ]
        return kinds[self.below(len(kinds))]

    def ground(self) -> Row:
        """Other ground, on squares or in zones, with room for everybody."""
        ids = [unit.id for unit in self.fight.battle.units] + [thing.id for thing in field(self.fight).things]
        if self.below(2):
            return {"mode": "zones", "zones": ["North", "South"], "links": [["North", "South"]], "exits": ["South"], "box": ["North"],
                    "places": {id: self.one(["North", "South"]) for id in ids}}  # fmt: skip
        rows = ["." * 10, "." * 10, "..H" + "." * 7]
        spots = {id: [place % 10, place // 10] for place, id in enumerate(ids)}
        return {"mode": "grid", "map": rows, "exits": [[9, 2]], "box": [[0, 0], [9, 2]], "places": spots}

    def go_on(self) -> None:
        asked = self.fight.questions[0]
        if asked.options:
            self.fight.answer(asked.id, asked.options[self.below(len(asked.options))].id)
        else:
            self.fight.rule("end", result="broken off")
