"""What a file says and what a sheet keeps, where the one follows from the other by a rule."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quintain.systems.clash.sheet import ClashBattle

if TYPE_CHECKING:
    from quintain.systems.clash.fields_files import AttackModel


def short_name(id: str | None, name: str) -> str:
    """How declarations name an ability."""
    return id or re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


def reach_of(battle: ClashBattle, attack: AttackModel) -> int:
    """How far an attack goes, in zones; -1: as far as one sees."""
    if attack.kind != "ranged":
        return 0
    default = battle.switches.ranged_default_range
    return attack.range if attack.range is not None else default if isinstance(default, int) else -1
