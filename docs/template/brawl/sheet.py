"""What a fighter and a fight have. Every field is carried by `copy`, and by `key` where it matters for what follows."""

from __future__ import annotations

from quintain.engine import Battle, Reading, Unit


class Fighter(Unit):
    def __init__(self, id: str, name: str, side: str, controller: str, skill: int, most: int, hp: int) -> None:
        super().__init__(id, name, side, controller)
        self.skill, self.most, self.hp = skill, most, hp

    def copy(self) -> Fighter:
        other = Fighter(self.id, self.name, self.side, self.controller, self.skill, self.most, self.hp)
        self.copy_common(other)
        return other

    def key(self) -> tuple[object, ...]:
        return (self.id, self.side, self.controller, self.hidden, self.skill, self.most, self.hp)

    def is_present(self) -> bool:
        return self.hp > 0


class Fray(Battle):
    def __init__(self, reading: Reading) -> None:
        super().__init__(reading)
        self.turn = 0
        """Whose turn comes next, by the order of the combatants. Whatever a later step needs stands on the battle."""

    def copy(self) -> Fray:
        other = Fray(self.reading)
        self.copy_common(other)
        other.turn = self.turn
        return other

    def key(self) -> tuple[object, ...]:
        return (self.turn, *(unit.key() for unit in self.units))

    def fighter(self, id: str) -> Fighter | None:
        unit = self.find(id)
        return unit if isinstance(unit, Fighter) else None
