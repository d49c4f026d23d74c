"""Everything a combatant can do on its turn, as options (TO-10..TO-23); `legality` says which are open now."""

from __future__ import annotations

from typing import final

from quintain.engine.battle import Battle
from quintain.engine.question import Option
from quintain.systems.toughness import vocabulary as v
from quintain.systems.toughness.act_kinds import ACT_KINDS
from quintain.systems.toughness.fields_blocks import Power, Weapon
from quintain.systems.toughness.ground import NOWHERE, is_count
from quintain.systems.toughness.preparations import FALL, TRIGGERS
from quintain.systems.toughness.sentences import act_label
from quintain.systems.toughness.sheet import Fighter, Fray


@final
class Act(Option):
    """One thing to do. The id is built from the parts: "attack:broadsword:crane:lethal", "move:@3,4", "stand"."""

    def __init__(
        self, kind: str, whom: str = "", tool: str = "", intent: str = "", x: int = 0, cell: int = NOWHERE, spot: str = ""
    ) -> None:
        self.kind = kind
        self.whom = whom
        self.tool = tool
        self.intent = intent
        self.x = x
        self.cell = cell
        self.spot = spot
        self.way: list[int] = []
        """The squares of a move, where they were worked out for the choice."""

    def id(self) -> str:
        parts = [self.kind]
        if self.kind == "fullout":
            parts.append(str(self.x))
        if self.tool:
            parts.append(self.tool)
        if self.whom:
            parts.append(self.whom)
        if self.intent:
            parts.append(self.intent)
        if self.spot:
            parts.append("@" + self.spot)
        return ":".join(parts)

    def label(self, battle: Battle) -> str:
        assert isinstance(battle, Fray)
        return act_label(battle, self.kind, self.whom, self.tool, self.intent, self.x, self.spot)

    def group(self) -> str:
        return ACT_KINDS[self.kind].group

    def target(self) -> str:
        return self.whom

    def weighs(self) -> bool:
        return ACT_KINDS[self.kind].rolls


def parse_act(fray: Fray, text: str) -> Act | None:
    """An act from its id, legal or not; None where the text means nothing."""
    parts = text.split(":")
    kind = parts[0]
    if kind not in ACT_KINDS:
        return None
    rest = parts[1:]
    spot = rest.pop()[1:] if rest and rest[-1].startswith("@") else ""
    act: Act | None = None
    if kind == "charge" and len(rest) == 2 and rest[0] == v.HOLD:
        act = Act(kind, rest[1], v.HOLD)
    elif ACT_KINDS[kind].weapon:
        x = int(rest.pop(0)) if kind == "fullout" and rest and is_count(rest[0]) else 0
        if len(rest) == 3 and rest[2] in (v.LETHAL_INTENT, v.SUBDUAL_INTENT):
            act = Act(kind, rest[1], rest[0], rest[2], x)
    elif kind == "power":
        act = Act(kind, rest[1] if len(rest) > 1 else "", rest[0] if rest else "", spot=spot)
    elif kind in ("hold", "aid", "untie", "check"):
        act = Act(kind, rest[0]) if len(rest) == 1 else None
    elif kind == "draw":
        act = Act(kind, tool=rest[0]) if len(rest) == 1 else None
    elif kind == "prepare":
        act = Act(kind, tool=":".join(rest)) if len(rest) >= 2 else None
    elif not rest:
        act = Act(kind, spot=spot)
    if act is None or (act.whom and kind != "check" and fray.fighter(act.whom) is None):
        return None  # nobody of that name: refused like a combatant nobody knows of
    if act.spot:
        act.cell = fray.ground.cell(act.spot)
    return act


def usual_intent(fighter: Fighter, weapon: Weapon | None) -> str:
    """TO-46: the weapon's own kind, or subdual where prisoners are wanted."""
    return v.LETHAL_INTENT if weapon is not None and weapon.lethal and not fighter.block.captures else v.SUBDUAL_INTENT


# -- listing -------------------------------------------------------------------------------------------------------


def candidate_acts(fray: Fray, fighter: Fighter) -> list[Act]:
    """Everything worth judging for the list of a turn; `why_not_act` decides."""
    acts: list[Act] = []
    foes = [foe for foe in fray.foes_of(fighter) if foe.is_present() and not foe.hidden]
    for foe in foes:
        acts += weapon_acts(fighter, foe)
        acts.append(Act("hold", foe.id))
    acts += [Act("pin"), Act("blow"), Act("bind"), Act("escape"), Act("release")]
    for power in fighter.block.powers:
        acts += power_acts(fray, fighter, power, foes)
    acts += [Act("move"), Act("retreat")]
    acts += [Act("total"), Act("item"), Act("stand"), Act("pickup"), Act("handle"), Act("task"), Act("shield")]
    acts += [Act("keepdodge"), Act("freepush"), Act("check", "lethal"), Act("check", "subdual")]
    acts += [Act("draw", tool=weapon.key) for weapon in fighter.block.weapons]
    for ally in fray.allies_of(fighter):
        acts += [Act("aid", ally.id), Act("untie", ally.id)]
    acts += prepare_acts(fighter)
    acts += [Act("drop"), Act("delay"), Act("yield"), Act("end")]
    return acts


def weapon_acts(fighter: Fighter, foe: Fighter) -> list[Act]:
    acts: list[Act] = []
    for weapon in fighter.ready_weapons():
        usual = v.LETHAL_INTENT if weapon.lethal else v.SUBDUAL_INTENT
        intents = [v.SUBDUAL_INTENT] if weapon.form == v.GRAPPLE else [usual, v.SUBDUAL_INTENT if weapon.lethal else v.LETHAL_INTENT]
        for intent in intents:
            for kind in ("attack", "charge", "finish", "defensive"):
                acts.append(Act(kind, foe.id, weapon.key, intent))
            for x in range(1, 6):
                acts.append(Act("fullout", foe.id, weapon.key, intent, x))
    acts.append(Act("charge", foe.id, v.HOLD))
    return acts


def power_acts(fray: Fray, fighter: Fighter, power: Power, foes: list[Fighter]) -> list[Act]:
    if power.kind == v.AREA_POWER:
        cells = sorted({foe.cell for foe in foes})
        return [Act("power", tool=power.key, cell=cell, spot=fray.ground.spot(cell)) for cell in cells]
    if power.kind == v.MENDING:
        return [Act("power", ally.id, power.key) for ally in [fighter, *fray.allies_of(fighter)]]
    return [Act("power", foe.id, power.key) for foe in foes]


def prepare_acts(fighter: Fighter) -> list[Act]:
    """What people are likely to prepare; any other plan may be answered by its id."""
    actions: list[str] = []
    for weapon in fighter.ready_weapons():
        actions.append("attack:" + weapon.key)
        if weapon.form != v.GRAPPLE:
            actions.append(f"attack:{weapon.key}:{v.SUBDUAL_INTENT if weapon.lethal else v.LETHAL_INTENT}")
    actions += ["power:" + power.key for power in fighter.block.powers if power.kind != v.MENDING]
    actions += ["hold", "total", "move", "item", "handle"]
    if fighter.holding:
        actions += ["pin", "blow"]
    if fighter.prone:
        actions.append("stand")
    if fighter.dropped != v.EMPTY_HANDED:
        actions.append("pickup")
    actions += ["draw:" + weapon.key for weapon in fighter.block.weapons if not fighter.wields(weapon)]
    help_given = ["aid", *["power:" + power.key for power in fighter.block.powers if power.kind == v.MENDING]]
    acts: list[Act] = []
    for trigger in TRIGGERS:
        for action in [*help_given, *actions] if trigger == FALL else actions:
            acts.append(Act("prepare", tool=f"{trigger}:{action}"))
    return acts
