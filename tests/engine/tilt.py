"""A tiny made-up system, to show the engine's hard cases: a tilt with lances, shields and friends who step in.

Each round everybody secretly picks whom to ride at; then the riders go in order. A strike is d6 + skill against 4; the target may
raise a shield (once a fight, strike at -2), and one friend may step in. A hit costs d4 heart; at 0 heart a rider is out.
"""

from __future__ import annotations

import json

from quintain.engine import (
    D4,
    D6,
    GM,
    Automation,
    Battle,
    Choice,
    Event,
    Fight,
    Illegal,
    Option,
    Plain,
    Question,
    Reading,
    Stat,
    System,
    Tactic,
    Unavailable,
    Unit,
    fight_from,
)

CAP = 20


class Rider(Unit):
    def __init__(self, id: str, name: str, side: str, controller: str, skill: int, heart: int) -> None:
        super().__init__(id, name, side, controller)
        self.skill = skill
        self.heart = heart
        self.shield = True
        self.secret = 0

    def copy(self) -> Rider:
        twin = Rider(self.id, self.name, self.side, self.controller, self.skill, self.heart)
        self.copy_common(twin)
        twin.shield = self.shield
        twin.secret = self.secret
        return twin

    def key(self) -> tuple[object, ...]:
        return (self.id, self.side, self.skill, self.heart, self.shield)

    def is_present(self) -> bool:
        return self.heart > 0


class Tilt(Battle):
    def __init__(self, reading: Reading) -> None:
        super().__init__(reading)
        self.order: list[str] = []
        self.aims: dict[str, str] = {}

    def copy(self) -> Tilt:
        twin = Tilt(self.reading)
        self.copy_common(twin)
        twin.order = list(self.order)
        twin.aims = dict(self.aims)
        return twin

    def key(self) -> tuple[object, ...]:
        return (tuple(unit.key() for unit in self.units), tuple(self.order), tuple(sorted(self.aims.items())))

    def rider(self, id: str) -> Rider:
        unit = self.find(id)
        assert isinstance(unit, Rider)
        return unit

    def foes(self, id: str) -> list[str]:
        me = self.rider(id)
        return [unit.id for unit in self.units if unit.side != me.side and unit.is_present()]

    def friends(self, id: str) -> list[str]:
        me = self.rider(id)
        return [unit.id for unit in self.units if unit.side == me.side and unit.id != id and unit.is_present()]


class Ride(Option):
    def __init__(self, at: str) -> None:
        self.at = at

    def id(self) -> str:
        return f"ride:{self.at}"

    def label(self, battle: Battle) -> str:
        return f"Ride at {battle.name_of(self.at)}"

    def target(self) -> str:
        return self.at

    def weighs(self) -> bool:
        return True


class Aim(Question):
    """Whom does this rider ride at?"""

    def __init__(self, battle: Tilt, who: str) -> None:
        super().__init__(battle, "aim", who)
        self.tilt = battle

    def title(self) -> str:
        return f"Whom does {self.battle.name_of(self.who)} ride at?"

    def options(self) -> list[Option]:
        return [Ride(foe) for foe in self.tilt.foes(self.who)]

    def find(self, id: str) -> Option | None:
        return Ride(id[5:]) if id.startswith("ride:") and id[5:] in self.battle.index else None

    def why_not(self, option: Option) -> str:
        if isinstance(option, Ride) and option.at in self.tilt.foes(self.who):
            return ""
        return "only a foe who still sits in the saddle can be ridden at"

    def choose(self, tactic: Tactic) -> Option:
        """The weakest foe whom nobody of ours has picked yet, else the weakest."""
        taken = [option.target() for _, option in self.earlier]
        foes = sorted(self.tilt.foes(self.who), key=lambda foe: (foe in taken, self.tilt.rider(foe).heart, foe))
        return Ride(foes[0])

    def withdrawn(self) -> bool:
        return super().withdrawn() or not self.tilt.foes(self.who)


def yes_no(battle: Tilt, about: str, who: str, title: str) -> Question:
    return Choice(battle, about, who, title, [Plain("yes", "Yes"), Plain("no", "No")], default="yes")


def begin(tilt: Tilt) -> None:
    tilt.round = 0


def step(tilt: Tilt) -> None:
    """Joints: the declaration of a round, then each rider."""
    if not tilt.order:
        if tilt.round >= CAP and not tilt.uncapped:
            tilt.end("unresolved", "", "nobody falls")
        tilt.round += 1
        declare(tilt)
        tilt.reached("round")
        return
    rider = tilt.order.pop(0)
    if tilt.is_present(rider):
        ride(tilt, rider)
        tilt.reached("action")


def declare(tilt: Tilt) -> None:
    riders = [unit.id for unit in tilt.units if unit.is_present()]
    answers = tilt.ask_all([Aim(tilt, rider) for rider in riders])
    for rider, option in zip(riders, answers, strict=True):
        if isinstance(option, Ride):
            tilt.aims[rider] = option.at
            tilt.order.append(rider)
    if tilt.telling:
        tilt.tell(Event("reveal", "All lower their lances.", data=dict(tilt.aims)))


def ride(tilt: Tilt, rider: str) -> None:
    target = tilt.aims[rider]
    if not tilt.is_present(target):
        return
    malus = 0
    if tilt.rider(target).shield:
        raised = tilt.ask(yes_no(tilt, "shield", target, "Raise the shield?"))
        if raised is not None and raised.id() == "yes":
            tilt.rider(target).shield = False
            malus = 2
    target = step_in(tilt, target)
    if not tilt.is_present(rider) or not tilt.is_present(target):
        return
    roll = tilt.roll(rider, "strike", D6, against=target)
    while True:
        if roll.void or not tilt.is_present(rider) or not tilt.is_present(target):
            return
        need = 4 - tilt.rider(rider).skill + malus
        hit = roll.at_least(need, "hit")
        if not tilt.hold("strike"):
            break
    if hit:
        strike(tilt, rider, target)


def step_in(tilt: Tilt, target: str) -> str:
    """One of several friends may take the blow; asked in order until one does."""
    if not tilt.is_present(target):
        return target
    for friend in tilt.friends(target):
        if not tilt.is_present(friend):
            continue
        answer = tilt.ask(Choice(tilt, "step_in", friend, "Step in?", [Plain("no", "No"), Plain("yes", "Yes")]))
        if answer is not None and answer.id() == "yes":
            return friend
    return target


def strike(tilt: Tilt, rider: str, target: str) -> None:
    tilt.note("hit", rider)
    roll = tilt.roll(rider, "harm", D4, about=target, against=target)
    if roll.void:
        return
    harm = roll.total()
    hurt = tilt.rider(target)
    hurt.heart = max(0, hurt.heart - harm)
    tilt.note("damage", rider, harm)
    if tilt.telling:
        tilt.tell(Event("hit", f"{tilt.name_of(rider)} hits {hurt.name} for {harm}.", [rider, target], [("d4", harm)]))
    if hurt.heart == 0:
        tilt.note("drop", rider)
        check_end(tilt)


def check_end(tilt: Tilt) -> None:
    sides = {unit.side for unit in tilt.units if unit.is_present()}
    if len(sides) <= 1:
        tilt.end("won" if sides else "draw", "".join(sides), "the others are out")


class TiltSystem(System):
    def __init__(self) -> None:
        super().__init__("tilt", "Tilt", "1")
        self.party = "red"
        self.unit_stats = [
            Stat("heart", low=0, high=99),
            Stat("skill", audience="side"),
            Stat("shield", "bool", audience="owner"),
            Stat("secret", audience="gm"),
        ]

    def build(self, data: dict[str, object]) -> Battle:
        tilt = Tilt(Reading())
        riders = data["riders"]
        assert isinstance(riders, list)
        for rider in riders:
            tilt.add_unit(Rider(*rider))
        return tilt

    def export(self, battle: Battle) -> dict[str, object]:
        riders = [unit for unit in battle.units if isinstance(unit, Rider)]
        return {"riders": [[r.id, r.name, r.side, r.controller, r.skill, r.heart] for r in riders]}

    def begin(self, battle: Battle) -> None:
        assert isinstance(battle, Tilt)
        begin(battle)

    def step(self, battle: Battle) -> None:
        assert isinstance(battle, Tilt)
        step(battle)

    def changed(self, battle: Battle) -> None:
        sides = {unit.side for unit in battle.units if unit.is_present()}
        if len(sides) <= 1 and battle.outcome is None and battle.begun:
            from quintain.engine import Outcome

            battle.outcome = Outcome("won", "".join(sides), "the others are out")

    def add_unit(self, battle: Battle, data: dict[str, object]) -> Unit:
        if not isinstance(data.get("id"), str):
            raise Illegal("a rider needs an id.")
        id = str(data["id"])
        rider = Rider(id, id.title(), str(data.get("side", "blue")), GM, 1, 5)
        battle.add_unit(rider)
        return rider

    def move_unit(self, battle: Battle, unit: Unit, where: object) -> None:
        raise Unavailable("there is only one lane.")

    def fates(self, before: Battle, after: Battle, who: str, option: Option) -> tuple[tuple[str, str], ...]:
        fates = []
        for unit in after.units:
            if isinstance(unit, Rider):
                fates.append((unit.id, f"{unit.heart} heart"))
        if isinstance(after, Tilt) and isinstance(option, Ride):
            fates.append(("aims", ", ".join(f"{rider} at {aim}" for rider, aim in after.aims.items())))
        return tuple(fates)

    def left(self, battle: Battle) -> dict[str, dict[str, object]]:
        return {unit.id: {"up": unit.is_present()} for unit in battle.units}


SYSTEM = TiltSystem()
TWO_A_SIDE: dict[str, object] = {
    "riders": [
        ["ann", "Ann", "red", "ann", 1, 6],
        ["bob", "Bob", "red", "bob", 1, 6],
        ["cid", "Cid", "blue", GM, 1, 6],
        ["dan", "Dan", "blue", GM, 1, 6],
    ]
}
DUEL: dict[str, object] = {"riders": [["ann", "Ann", "red", "ann", 1, 3], ["cid", "Cid", "blue", GM, 1, 3]]}


# -- fights of it --------------------------------------------------------------------------------------------------------


def tilt(data: dict[str, object] = TWO_A_SIDE, dice: list[int] | None = None, automation: Automation | None = None) -> Fight:
    return Fight(SYSTEM, SYSTEM.build(data), data, "test", dice, automation)


def declared(dice: list[int] | None = None) -> Fight:
    """Two a side, everybody has declared: ann and bob at cid, cid and dan at ann."""
    fight = tilt(dice=dice)
    for who, at in (("ann", "cid"), ("bob", "cid"), ("cid", "ann"), ("dan", "ann")):
        fight.answer(f"aim:{who}#1", f"ride:{at}")
    return fight


def ids(fight: Fight) -> list[str]:
    return [asked.id for asked in fight.questions]


def check_replays(fight: Fight) -> None:
    """The record, through JSON and back, leads to the same events and the same open questions."""
    record = json.loads(json.dumps(fight.record))
    again = fight_from(SYSTEM, SYSTEM.build(record["encounter"]), record)
    assert [event.as_data() for event in again.events] == [event.as_data() for event in fight.events]
    assert ids(again) == ids(fight)
    assert again.battle.key() == fight.battle.key()
    assert again.record == fight.record
    assert again.doubts == []
