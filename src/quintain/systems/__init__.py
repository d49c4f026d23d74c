"""The rule systems: the five that ship, and those that other packages register under `quintain.systems`."""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points
from types import ModuleType

from quintain.engine import System, Unavailable

SHIPPED = ("clash", "escalation", "riposte", "tiers", "toughness")
ENROLLED: dict[str, str] = {}
"""Systems that are being written and not yet installed: name -> module."""


def enrol(module: str) -> str:
    """Make a system known by the module that exports its SYSTEM, without installing a package; returns its name."""
    found = getattr(importlib.import_module(module), "SYSTEM", None)
    if not isinstance(found, System):
        raise Unavailable(f"the module {module!r} exports no SYSTEM.")
    if found.name in SHIPPED:
        raise Unavailable(f"there is already a system called {found.name!r}: give yours another name.")
    ENROLLED[found.name] = module
    return found.name


def system_names() -> list[str]:
    """The names of every system there is."""
    return sorted({*SHIPPED, *ENROLLED, *(point.name for point in entry_points(group="quintain.systems"))})


def is_system(name: str) -> bool:
    """Whether there is a system of this name. Other packages are only looked through where it is none of the known ones."""
    return name in SHIPPED or name in ENROLLED or name in system_names()


def system(name: str) -> System:
    """A system by its name."""
    found = getattr(system_module(name), "SYSTEM", None)
    if not isinstance(found, System):
        raise Unavailable(f"the package of {name!r} exports no SYSTEM.")
    return found


def system_module(name: str) -> ModuleType:
    """The package a system lives in; its doors are the modules of that package."""
    if name in SHIPPED:
        return importlib.import_module(f"quintain.systems.{name}")
    if name in ENROLLED:
        return importlib.import_module(ENROLLED[name])
    for point in entry_points(group="quintain.systems", name=name):
        return importlib.import_module(point.module)
    raise Unavailable(f"there is no system called {name!r}: there are {', '.join(system_names())}.")
