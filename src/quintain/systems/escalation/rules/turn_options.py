"""What people may look for on a turn, as options, and which action each takes (chapter E); whether it is allowed is in legality.py."""

from __future__ import annotations

from typing import Final, final

from quintain.engine.battle import Battle
from quintain.engine.question import Option
from quintain.systems.escalation.fields_sheet import Lasting
from quintain.systems.escalation.play import sentences
from quintain.systems.escalation.printed import vocabulary as b
from quintain.systems.escalation.printed.stat_block import Power
from quintain.systems.escalation.rules import targeting
from quintain.systems.escalation.rules.move_options import Going, goings, read_going
from quintain.systems.escalation.rules.positions import allies_of, engaged_mask, members, nearby
from quintain.systems.escalation.rules.sheet import DYING, HAS_MOVE, HAS_QUICK, HAS_STANDARD, STABLE, UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish
from quintain.systems.escalation.rules.turn_kinds import AS_SAID, TURN_KINDS, TurnKind
from quintain.systems.escalation.traits import linked_effects


@final
class TurnOption(Option):
    """One thing to do on a turn."""

    def __init__(self, kind: str, power: int = -1, to: str = "", going: Going | None = None) -> None:
        self.kind: str = kind
        self.power: int = power
        self.to: str = to
        self.going: Going | None = going
        self.what: TurnKind = TURN_KINDS[kind]
        self.rolls: bool = self.what.rolls
        self.heals: bool = self.what.heals
        """Does it heal, or help to hold on, with dice that are no check?"""

    def id(self) -> str:
        if self.going is not None:
            return f"move/{self.going.id()}"
        parts = [self.kind]
        if self.power >= 0:
            parts.append(str(self.power))
        if self.to:
            parts.append(self.to)
        return ":".join(parts)

    def label(self, battle: Battle) -> str:
        return sentences.turn_option(battle, self.kind, self.power, self.to, self.going)

    def group(self) -> str:
        if self.what.group == "attack":
            return "attack" if self.rolls else "power"
        return "move" if self.what.group == "move" else "other"

    def target(self) -> str:
        return self.going.target() if self.going is not None else self.to if self.kind != "disengage" else ""

    def named_units(self) -> list[str]:
        if self.going is not None:
            return self.going.named_units()
        return self.to.split("+") if self.to else []

    def weighs(self) -> bool:
        return self.rolls or self.heals


def read_option(text: str) -> TurnOption | None:
    """The text of a turn option back into one; None where it means nothing."""
    if text.startswith("move/"):
        going = read_going(text[5:])
        return TurnOption("move", going=going) if going is not None else None
    parts = text.split(":")
    what = TURN_KINDS.get(parts[0])
    if what is None or what.word == "move":
        return None
    if what.takes in ("power", "number"):
        if len(parts) < 2 or not parts[1].isdecimal() or len(parts[1]) > 4 or len(parts) > 3:
            return None
        return TurnOption(parts[0], int(parts[1]), parts[2] if len(parts) == 3 else "")
    if what.takes == "name":
        return TurnOption(parts[0], -1, parts[1] if len(parts) > 1 else "") if len(parts) <= 2 else None
    return TurnOption(text) if len(parts) == 1 else None


def candidates(battle: Skirmish, fighter: Fighter) -> list[TurnOption]:
    """What people would look for on a turn, possible or not."""
    found: list[TurnOption] = []
    if fighter.conditions & b.CONFUSED:
        found.append(TurnOption("confused"))
    for power in fighter.block.powers:
        if not power.trigger and not waits(fighter, power):
            _power_candidates(battle, fighter, power, found)
    for going in goings(battle, fighter):
        found.append(TurnOption("move", going=going))
    _disengage_candidates(battle, fighter, found)
    for ally in allies_of(battle, fighter):
        if ally.state in (DYING, STABLE):
            found.append(TurnOption("stabilise", -1, ally.id))
        if fighter.potions:
            found.append(TurnOption("potion", -1, ally.id))
        if ally.gasp is not None:
            found.append(TurnOption("help", -1, ally.id))
    if fighter.potions:
        found.append(TurnOption("potion", -1, fighter.id))
    for power in fighter.block.powers:
        if fighter.unloaded >> power.number & 1:
            found.append(TurnOption("reload", power.number))
    for victim in members(battle, fighter.engaged):
        if victim.grabber == fighter.number:
            found.append(TurnOption("release", -1, victim.id))
    if battle.any_linked:
        found.extend(ending_candidates(battle, fighter))
    for place in range(len(battle.stunts)):
        found.append(TurnOption("stunt", place))
    if fighter.block.kind == b.PC:
        found.extend([TurnOption("rally"), TurnOption("try rally"), TurnOption("flee")])
    found.extend([TurnOption("ready"), TurnOption("delay"), TurnOption("end")])
    return found


def waits(fighter: Fighter, power: Power) -> bool:
    """Does this attack wait until another one grants it, or the GM calls for it?"""
    return power.needs.granted and not fighter.called >> power.number & 1 and not linked_effects.is_unlocked(fighter, power)


def _power_candidates(battle: Skirmish, fighter: Fighter, power: Power, found: list[TurnOption]) -> None:
    if not one_target(power):
        found.append(_use(power, ""))
        return
    for target in targeting.legal_targets(battle, fighter, power):
        if power.targets.who == b.SELF:
            found.append(_use(power, ""))
            break
        found.append(_use(power, target.id))
        if power.kind == b.MELEE and power.rolls and is_helpless(target):
            found.append(TurnOption("coup", power.number, target.id))
    if power.kind == b.MELEE and power.rolls and fighter.airborne:
        for target in battle.fighters:
            seen = target.state == UP and target.team != fighter.team and not target.hidden
            if target.airborne and seen and nearby(target, fighter):
                found.append(TurnOption("swoop", power.number, target.id))


def _use(power: Power, to: str) -> TurnOption:
    option = TurnOption("use", power.number, to)
    option.rolls = power.rolls
    option.heals = power.heals or power.heals_self > 0
    return option


def one_target(power: Power) -> bool:
    """Is its (first) target named with the option? Otherwise targets are asked for once their number is known."""
    wanted = power.targets
    if power.also is not None or wanted.and_engaged:
        return False
    return wanted.count.dice is None and wanted.count.flat == 1 and not wanted.every and not wanted.random


def _disengage_candidates(battle: Skirmish, fighter: Fighter, found: list[TurnOption]) -> None:
    """ES-56, R-26: from all foes, from a single one among several, or from two of more; larger sets can be asked for by id."""
    foes = members(battle, engaged_mask(battle, fighter))
    if not foes:
        return
    found.append(TurnOption("disengage"))
    if len(foes) < 2 or not battle.switches.partial_disengage:
        return
    for foe in foes:
        found.append(TurnOption("disengage", -1, foe.id))
    if len(foes) > 2:
        for place, foe in enumerate(foes):
            for other in foes[place + 1 :]:
                found.append(TurnOption("disengage", -1, f"{foe.id}+{other.id}"))


def chosen_foes(battle: Skirmish, fighter: Fighter, to: str) -> int:
    """The foes named ("a+b"; everyone it is engaged with where none is); 0 if one of them is no such foe."""
    foes = engaged_mask(battle, fighter)
    if not to:
        return foes
    mask = 0
    for name in to.split("+"):
        foe = battle.named(name)
        if foe is None or not foes & foe.bit:
            return 0
        mask |= foe.bit
    return mask


def is_helpless(target: Fighter) -> bool:
    return bool(target.conditions & b.HELPLESS) or target.state in (DYING, STABLE)


PAYS: Final[list[int]] = [HAS_STANDARD, HAS_MOVE | HAS_STANDARD, HAS_QUICK | HAS_MOVE | HAS_STANDARD, 0, 0]
"""ES-27, ES-28: what may pay for a standard, a move and a quick action; a free one and an interrupt take nothing."""


def can_pay(fighter: Fighter, action: int) -> bool:
    return action > b.QUICK or fighter.actions & PAYS[action] != 0


def pay(fighter: Fighter, action: int) -> None:
    """The cheapest action that will do is spent."""
    left = fighter.actions & PAYS[action]
    if left & HAS_QUICK:
        fighter.actions &= ~HAS_QUICK
    elif left & HAS_MOVE:
        fighter.actions &= ~HAS_MOVE
    else:
        fighter.actions &= ~left
    if fighter.spare and not fighter.actions & HAS_STANDARD:
        fighter.spare -= 1
        fighter.actions |= HAS_STANDARD
    if fighter.gasp is not None and action <= b.QUICK:
        fighter.actions = 0


def cost_of(battle: Skirmish, fighter: Fighter, option: TurnOption) -> int:
    """Which action an option takes."""
    cost = option.what.cost
    if cost != AS_SAID:
        return cost
    if option.kind == "stunt":
        return battle.stunts[option.power].action if option.power < len(battle.stunts) else b.MOVE
    if option.kind == "break":
        ending = effect_to_end(battle, option.to, option.power)
        return ending.effect.ends_by if ending is not None else b.FREE
    if option.power >= len(fighter.block.powers):
        return b.STANDARD
    power = fighter.block.powers[option.power]
    return power.reload if option.kind == "reload" else power.action


def effect_to_end(battle: Skirmish, bearer_id: str, place: int) -> Lasting | None:
    """The effect of this number on somebody, if an action can end it."""
    bearer = battle.named(bearer_id)
    if bearer is None or not 0 <= place < len(bearer.lasting) or bearer.lasting[place].effect.ends_by < 0:
        return None
    return bearer.lasting[place]


def has_quick(battle: Skirmish, fighter: Fighter) -> bool:
    return battle.turn == fighter.number and bool(fighter.actions & HAS_QUICK)


def pays_quick(battle: Skirmish, fighter: Fighter) -> bool:
    """A quick action on its own turn, where it still has one."""
    if not has_quick(battle, fighter):
        return False
    fighter.actions &= ~HAS_QUICK
    return True


def ending_candidates(battle: Skirmish, fighter: Fighter) -> list[TurnOption]:
    """All that this one might end: on itself, and on its allies."""
    listed: list[TurnOption] = []
    for bearer in battle.fighters:
        if bearer.team != fighter.team or not bearer.is_present():
            continue
        for place, each in enumerate(bearer.lasting):
            who = b.BY_BEARER if bearer.number == fighter.number else b.BY_ALLY
            if each.effect.ends_by >= 0 and each.effect.ends_by_whom & who:
                listed.append(TurnOption("break", place, bearer.id))
    return listed
