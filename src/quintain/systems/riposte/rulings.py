from __future__ import annotations
from quintain.engine.system import Ruling
RULINGS: dict[str, Ruling] = {}
