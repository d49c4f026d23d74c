"""Where people start (ES-03): in front, behind an ally, or faraway where there is room."""

from __future__ import annotations

from typing import final

from quintain.engine.question import Option, Plain, Question
from quintain.engine.tactic import Tactic
from quintain.systems.escalation.play import sentences, tactics_moves
from quintain.systems.escalation.rules.positions import enter_zone, has_moved
from quintain.systems.escalation.rules.sheet import UP, Fighter
from quintain.systems.escalation.rules.skirmish import Skirmish


@final
class Behind(Plain):
    """ES-48: behind one ally, or several."""

    def __init__(self, allies: list[Fighter]) -> None:
        self.allies: list[str] = [ally.id for ally in allies]
        words = f"Behind {' and '.join([ally.name for ally in allies])}"
        super().__init__(f"behind:{'+'.join(self.allies)}", words, self.allies[0] if len(allies) == 1 else "")

    def named_units(self) -> list[str]:
        return self.allies


@final
class SetUpQuestion(Question):
    """ES-03: where somebody starts: in front, behind an ally, or faraway where there is room."""

    def __init__(self, battle: Skirmish, fighter: Fighter) -> None:
        super().__init__(battle, "set up", fighter.id)
        self.skirmish: Skirmish = battle
        self.fighter: Fighter = fighter

    def title(self) -> str:
        return f"Where does {self.fighter.name} start?"

    def kind(self) -> str:
        return "setup"

    def options(self) -> list[Option]:
        battle, fighter = self.skirmish, self.fighter
        found: list[Option] = [Plain("front", "In front, free")]
        cover = [ally for ally in battle.fighters if _can_cover(fighter, ally)]
        for ally in cover:
            found.append(Behind([ally]))
        cover = [ally for ally in cover if _known_to(fighter, ally)]
        if len(cover) > 1:
            found.append(Behind(cover))
        zones = battle.ground().zones
        for zone in zones.neighbours(fighter.zone):
            foes = [each for each in battle.fighters if each.team != fighter.team and each.is_present() and each.zone == zone]
            if battle.room[zone] and not any(_known_to(fighter, each) for each in foes):
                found.append(Plain(f"zone:{zones.names[zone]}", f"Faraway, in {zones.names[zone]}"))
        return found

    def find(self, id: str) -> Option | None:
        """ES-48: behind any of several, too: "behind:odrun+ilse"."""
        kind, _, to = id.partition(":")
        if kind != "behind" or "+" not in to:
            return super().find(id)
        allies: list[Fighter] = []
        for name in to.split("+"):
            ally = self.skirmish.named(name)
            if ally is None or ally in allies or not _can_cover(self.fighter, ally):
                return None
            allies.append(ally)
        return Behind(allies)

    def why_not(self, option: Option) -> str:
        return "" if self.find(option.id()) is not None else "nobody can start there"

    def choose(self, tactic: Tactic) -> Option:
        return tactics_moves.where_to_start(self.skirmish, self.fighter, tactic.level)


def _known_to(fighter: Fighter, other: Fighter) -> bool:
    """Does whoever runs this one know that the other is there (section 7)?"""
    return not other.hidden or fighter.controller in ("gm", other.controller)


def _can_cover(fighter: Fighter, ally: Fighter) -> bool:
    same = ally.team == fighter.team and ally.zone == fighter.zone and ally.number != fighter.number
    return same and ally.state == UP and not ally.behind


def set_up(battle: Skirmish, fighter: Fighter) -> None:
    if fighter.behind or fighter.mob >= 0 or (fighter.team != 0 and not fighter.block.ranged_fighter):
        return
    answer = battle.ask(SetUpQuestion(battle, fighter))
    if answer is None:
        return
    kind, _, to = answer.id().partition(":")
    if kind == "behind":
        for name in to.split("+"):
            ally = battle.named(name)
            if ally is not None:
                fighter.behind |= ally.bit
    elif kind == "zone":
        has_moved(battle, fighter)
        enter_zone(battle, fighter, battle.ground().zones.number(to))
    if battle.telling and kind != "front":
        battle.tell(sentences.set_up(battle, fighter, kind, to))
