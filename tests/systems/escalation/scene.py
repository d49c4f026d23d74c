"""A small stage for scenes: who is there, scripted dice, answers one after another, and a check at the end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from quintain.engine import Automation, Budget, Event, Fight, Odds
from quintain.engine.asked import OpenQuestion
from quintain.library.encounters import from_data, play
from quintain.systems.escalation.file_format.exporting import exported
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules.sheet import Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.terms import attack_terms
from tests.support import check_done

SHORT = {
    "hound": "slag-hound", "slinger": "towpath-slinger", "cantor": "ash-cantor", "drudge": "furnace-drudge",
    "ossk": "marshal-ossk", "jackal": "sedge-jackal",
}  # fmt: skip
PARTY = ("odrun", "vessa", "ilse", "caul")

DUMMY: dict[str, object] = {
    "name": "Dummy", "level": 3, "initiative": 0, "ac": 18, "pd": 16, "md": 14, "hp": 100,
    "attacks": [{"name": "Swat", "bonus": 8, "defence": "AC", "hit": [{"damage": 5}]}],
}  # fmt: skip

BOW: dict[str, object] = {"name": "Bow", "kind": "ranged", "bonus": 5, "defence": "AC", "hit": [{"damage": 7}]}
SWORD: dict[str, object] = {"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}], "miss": [{"damage": 3}]}
YARD = [{"name": "yard", "links": ["gate"]}, {"name": "gate", "links": ["yard"]}]

HURT: dict[str, object] = {"damage": 4}


def person(id: str, /, **fields: object) -> dict[str, object]:
    """Somebody by name: the four of the party, or an adversary whose id begins with its kind ("hound-a")."""
    row: dict[str, object] = {"id": id, **fields}
    if "use" not in row and "block" not in row:
        kind = id.split("-")[0]
        row["use"] = SHORT.get(kind, kind)
    row.setdefault("side", "party" if id in PARTY else "foes")
    return row


def pc(id: str, /, **figures: object) -> dict[str, object]:
    """A plain character written for a scene; figures replace those of the block."""
    block: dict[str, object] = {
        "name": id.capitalize(), "kind": "pc", "level": 3, "initiative": 5, "ac": 18, "pd": 16, "md": 14, "hp": 40,
        "scores": {"con": 12}, "recovery_die": 8,
        "attacks": [{"name": "Sword", "bonus": 7, "defence": "AC", "hit": [{"damage": 10}], "miss": [{"damage": 3}]}],
    }  # fmt: skip
    place = _taken(figures, ["zone", "behind", "beside", "engaged", "start", "airborne"])
    side = figures.pop("side", "party")
    block.update(figures)
    return {"id": id, "side": side, "block": block, **place}


def dummy(id: str = "dummy", /, **figures: object) -> dict[str, object]:
    """Something to hit, written for a scene."""
    block = {**DUMMY, "name": f"Dummy {id}"}
    place = _taken(figures, ["zone", "behind", "beside", "engaged", "count", "airborne", "hidden", "battle"])
    block.update(figures)
    return {"id": id, "side": "foes", "block": block, **place}


def row(when: str, *effects: dict[str, object], **more: object) -> list[dict[str, object]]:
    """The occasions of somebody with one trait, which does this when its moment comes."""
    return [{"name": "Trait", "when": when, "effects": list(effects), **more}]


def _taken(figures: dict[str, object], names: list[str]) -> dict[str, object]:
    """What of these was said, taken out of the rest."""
    return {name: figures.pop(name) for name in names if name in figures}


class Scene:
    """A fight in which every question is answered by the test and every die is scripted."""

    def __init__(self, people: Sequence[object], dice: list[int], **more: object) -> None:
        automation = more.pop("automation", None)
        assert automation is None or isinstance(automation, Automation)
        rows = [person(each) if isinstance(each, str) else each for each in people]
        data: dict[str, object] = {"system": "escalation", "name": "scene", "combatants": rows, **more}
        self.fight: Fight = play(from_data(data), seed="scene", dice=dice, automation=automation)

    @property
    def battle(self) -> Skirmish:
        battle = self.fight.battle
        assert isinstance(battle, Skirmish)
        return battle

    def get(self, id: str) -> Fighter:
        found = self.battle.named(id)
        assert found is not None, id
        return found

    def hp(self, id: str) -> int:
        return self.get(id).hp

    def zone_of(self, id: str) -> str:
        return self.battle.ground().zones.names[self.get(id).zone]

    @property
    def asked(self) -> OpenQuestion:
        return self.fight.questions[0]

    @property
    def now(self) -> str:
        """What is asked of whom: "turn odrun"."""
        return f"{self.asked.about} {self.asked.who}" if self.fight.questions else "over"

    @property
    def options(self) -> list[str]:
        return [option.id for option in self.asked.options]

    @property
    def order(self) -> list[str]:
        return [self.battle.fighters[n].id for n in self.battle.order if self.battle.fighters[n].is_present()]

    def do(self, option: str, *dice: int) -> list[Event]:
        """Answer the open question; these dice fall next."""
        self.fight.add_script(list(dice))
        return self.fight.answer(self.asked.id, option)

    def rule(self, ruling: str, *dice: int, **args: object) -> list[Event]:
        self.fight.add_script(list(dice))
        return self.fight.rule_with(ruling, args)

    def end_turn(self, *dice: int) -> list[Event]:
        return self.do("end", *dice)

    def until(self, wanted: str) -> None:
        """End turns until this is asked; no dice may be needed on the way."""
        for _ in range(60):
            if self.now == wanted:
                return
            self.do("end" if self.now.startswith("turn ") else "no")
        raise AssertionError(f"{wanted} never came up, only {self.now}")

    def why_not(self, option: str) -> str:
        """Why an option is refused now."""
        try:
            fork = self.fight.fork()
            fork.answer(fork.questions[0].id, option)
        except Exception as refusal:
            return str(refusal)
        return ""

    def texts(self) -> list[str]:
        return [event.text for event in self.fight.events]

    def check_clean(self) -> None:
        check_done(self.fight)


def attack_bonus(
    battle: Skirmish, fighter: Fighter, power: Power, target: Fighter, extra: int = 0, opportunity: bool = False
) -> int:
    """What is added to the d20 of this attack, all in all (ES-89)."""
    return attack_terms(battle, fighter, power, target, extra, "", opportunity, told=False).total


def joint(fight: Fight) -> Skirmish:
    battle = fight.checkpoints[-1].battle
    assert isinstance(battle, Skirmish)
    return battle


def taken_up(scene: Scene) -> Scene:
    """The scene as it stood between two turns, loaded from its export."""
    other = Scene.__new__(Scene)
    other.fight = play(from_data(exported(joint(scene.fight))), seed="scene", dice=[])
    return other


def odds(scene: Scene, option: str, policy: str = "steady", budget: Budget | None = None) -> Odds:
    return scene.fight.odds(scene.asked.id, option, policy=policy, budget=budget)


def hp_odds(found: Odds, name: str) -> dict[int, Fraction]:
    """The hit points somebody is left with; 0 for the slain, whatever lies on them left out."""
    shown: dict[int, Fraction] = {}
    for fate, chance in found.of(name).items():
        hp = int(fate.split(" ")[0]) if fate[0].isdigit() else 0
        shown[hp] = shown.get(hp, Fraction(0)) + chance
    return shown


SELF: dict[str, object] = {"kind": "close", "action": "quick", "targets": {"who": "self"}}


def typed(people: Sequence[object], dice: list[int], **more: object) -> Scene:
    """Initiative by script, everything else typed."""
    scene = Scene(people, dice, **more)
    scene.fight.type_dice("*")
    return scene


def typing(people: Sequence[object], **more: object) -> Scene:
    """Everything is typed, initiative too."""
    automation = Automation()
    automation.typed = ["*"]
    return Scene(people, [], automation=automation, **more)


def open_id(scene: Scene) -> str:
    """The id of what is asked: "attack:ann#1"."""
    return scene.asked.id if scene.fight.questions else "over"


def throw(scene: Scene, *faces: int) -> None:
    """These dice fall, one roll after another."""
    for face in faces:
        scene.fight.enter(scene.asked.id, [face])
