"""The tiny system of the engine's tests, made known under its name so that the lab can use it like any other."""

from __future__ import annotations

import sys

import quintain.systems
from tests.engine import tilt

sys.modules.setdefault("quintain.systems.tilt", tilt)
if "tilt" not in quintain.systems.SHIPPED:
    quintain.systems.SHIPPED = (*quintain.systems.SHIPPED, "tilt")
