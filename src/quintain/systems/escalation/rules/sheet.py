"""What a combatant and a battle have, and who may see which of it.

Combatants are known by their number, the place in `battle.units`, which never changes: whoever leaves stays listed with a
state that says so. Sets of combatants (whom one is engaged with, behind, beside) are bits by number.
"""

from __future__ import annotations

from typing import Final, final

from quintain.engine.declare import stats_of
from quintain.engine.system import Stat
from quintain.systems.escalation.fields import FIGHTER
from quintain.systems.escalation.fields_sheet import FighterFields
from quintain.systems.escalation.printed import vocabulary as b

# states
UP: Final = 0
DYING: Final = 1
STABLE: Final = 2
COMATOSE: Final = 3
DEAD: Final = 4
SLAIN: Final = 5
KNOCKED_OUT: Final = 6
GONE: Final = 7
WAITING: Final = 8  # belongs to a later battle of the day, or is a reinforcement yet to come
STATES: Final = ("up", "dying", "stable", "comatose", "dead", "slain", "knocked_out", "gone", "waiting")

# actions left, as bits
HAS_STANDARD: Final = 1
HAS_MOVE: Final = 2
HAS_QUICK: Final = 4
ALL_ACTIONS: Final = 7


@final
class Fighter(FighterFields):
    """A combatant: its fields are declared in `fields.py`."""

    def is_present(self) -> bool:
        return self.state <= STABLE

    def can_act(self) -> bool:
        """ES-119, ES-159: neither down nor stunned, helpless or barred from every action."""
        return self.state == UP and not self.conditions & b.CANNOT_ACT

    def can_choose(self) -> bool:
        """R-85: awake, so that what an attack, an effect or a trait leaves open is put to it; the stunned are awake."""
        return self.state == UP and not self.conditions & b.HELPLESS

    def kin(self) -> str:
        return f"{self.name_of_kind()}/{self.block.name}/{self.block.defences}"

    def copy(self) -> Fighter:
        other = Fighter(self.id, self.name, self.side, self.controller, self.block, self.number)
        self.copy_common(other)
        self.copy_fields(other)
        return other

    def key(self) -> tuple[object, ...]:
        return (self.id, self.side, self.controller, self.hidden, self.key_fields())


UNIT_STATS: Final = [
    Stat("kind", "text", "all", "pc, companion, npc or monster", derived=True),
    Stat("level", "int", "all", "level", derived=True),
    Stat("category", "text", "all", "mook, normal, large ...", derived=True),
    Stat("role", "text", "all", "role", derived=True),
    Stat("state", "choice", "all", "up, dying, stable ...", choices=list(STATES)),
    *stats_of(FIGHTER),
    Stat("staggered", "bool", "all", "at half or less", derived=True),
    Stat("delaying", "bool", "all", "has suspended its turn", settable=False),
    Stat("where", "text", "all", "zone", derived=True),
    Stat("engaged_with", "data", "all", "enemies it is in melee with", derived=True),
    Stat("behind_whom", "data", "all", "allies it stands behind", derived=True),
    Stat("next_to_whom", "data", "all", "allies it is next to", derived=True),
    Stat("conditions_shown", "data", "all", "conditions and effects with their ends", derived=True),
    Stat("powers_shown", "data", "all", "powers and what is left of them", derived=True),
    Stat("attacks_shown", "data", "all", "attacks", derived=True),
    Stat("traits_shown", "data", "all", "what holds while its conditions do, what happens by itself, and when", derived=True),
    Stat("notes_shown", "data", "gm", "text for the GM to apply by hand", derived=True),
]


HIDDEN_OF_FOES: Final = (
    "hp", "max_hp", "temp_hp", "ac", "pd", "md", "init_bonus", "recoveries", "recoveries_max", "overdraft", "attacks_shown",
    "powers_shown", "traits_shown", "potions", "death_fails", "wounds", "rallies", "interrupt_used",
)  # fmt: skip
