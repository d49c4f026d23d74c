"""Packages whose names are fetched from their modules when they are first used, so that a command imports only what it needs."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType


def lazily(package: str, homes: dict[str, tuple[str, ...]]) -> None:
    """Let a package have the names of these modules. Where a name is a module's too, the package has what the module holds under it:
    `quintain.odds` is the function, also after the module of that name was imported."""
    names = {name: module for module, listed in homes.items() for name in listed}

    class Package(ModuleType):
        def __getattr__(self, name: str) -> object:
            if name not in names:
                raise AttributeError(f"module {package!r} has no attribute {name!r}")
            found: object = getattr(importlib.import_module(names[name]), name)
            setattr(self, name, found)
            return found

        def __setattr__(self, name: str, value: object) -> None:
            if not (name in names and isinstance(value, ModuleType)):
                super().__setattr__(name, value)

        def __dir__(self) -> list[str]:
            return sorted({*super().__dir__(), *names})

    sys.modules[package].__class__ = Package
