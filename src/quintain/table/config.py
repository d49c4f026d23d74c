"""How the server runs: on the command line, by environment variables, or in a file."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from quintain.engine import Malformed

PREFIX = "QUINTAIN_"
CHOICES = {"creating": ("anyone", "local"), "metrics": ("local", "anyone"), "limits": ("usual", "none")}
BOUNDS = {"port": (1, 65_535), "idle": (0, 10**9), "workers": (1, 64)}


def default_data() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "quintain"


@dataclass
class Config:
    """Everything that can be set. Each is also read from the environment: QUINTAIN_PORT and so on."""

    host: str = "0.0.0.0"
    """Where it listens; 127.0.0.1 keeps it to this machine."""
    port: int = 8765
    database: str = ""
    """A PostgreSQL address (postgresql://...); empty: a file in `data`."""
    data: str = ""
    """The folder for the database file."""
    public: str = ""
    """The address people type, where a proxy stands before it: https://table.example."""
    idle: int = 60
    """Seconds after which a table nobody looks at leaves memory."""
    workers: int = 2
    """Processes for forecasts and odds."""
    creating: str = "anyone"
    """Who may open tables: "anyone" who reaches the server, or "local": only from this machine."""
    limits: str = "usual"
    """How often people may ask: "usual", or "none" for measurements."""
    announce: bool = False
    """Print the link of the table opened last when starting; for a server on one's own machine."""
    preload: bool = True
    """Read all rule systems when starting, so that the first table opens at once."""
    own_process: bool = False
    """Nothing else runs in this process: its garbage collector may be settled (`quintain.table.memory`). Set by `quintain serve`."""
    metrics: str = "local"
    """Who may read /metrics: "local" or "anyone"."""

    def folder(self) -> Path:
        return Path(self.data) if self.data else default_data()


def config_from(file: str = "", **given: Any) -> Config:
    """Settings of the file, over them those of the environment, over them what was given here."""
    config = Config()
    known = {field.name: field.type for field in fields(Config)}
    found: dict[str, Any] = {}
    path = file or os.environ.get(PREFIX + "CONFIG", "")
    if path:
        with open(path, "rb") as text:
            try:
                found.update(tomllib.load(text))
            except tomllib.TOMLDecodeError as problem:
                raise Malformed(f"{path}: {problem}.") from None
    for name in known:
        if PREFIX + name.upper() in os.environ:
            found[name] = os.environ[PREFIX + name.upper()]
    found.update({name: value for name, value in given.items() if value is not None})
    for name, value in found.items():
        if name not in known:
            raise Malformed(f"there is no setting {name!r}: there are {', '.join(known)}.")
        if known[name] == "int":
            least, most = BOUNDS[name]
            try:
                value = int(value)
            except (TypeError, ValueError):
                raise Malformed(f"the setting {name} is a whole number, not {value!r}.") from None
            if not least <= value <= most:
                raise Malformed(f"the setting {name} is a number from {least} to {most}, not {value}.")
        elif name in CHOICES and value not in CHOICES[name]:
            raise Malformed(f"the setting {name} is {' or '.join(CHOICES[name])}, not {value!r}.")
        elif known[name] == "bool" and not isinstance(value, bool):
            value = str(value).lower() in ("1", "true", "yes", "on")
        setattr(config, name, value)
    if config.public and not config.public.startswith(("http://", "https://")):
        raise Malformed(f"the setting public is a whole address, such as https://{config.public[:80]}.")
    return config
