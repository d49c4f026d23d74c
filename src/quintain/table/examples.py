"""Examples of requests and answers, as the OpenAPI document shows them; a test holds each against its schema."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]

REQUESTS: dict[tuple[str, str], Data] = {
    ("post", "/api/tables"): {
        "encounter": "riposte/ferry", "name": "Friday", "seats": ["Ann", "Bob"], "settings": {"undo": "propose", "seconds": 90},
    },
    ("post", "/api/play"): {"encounter": "riposte/ferry"},
    ("post", "/api/enter"): {"token": "kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g"},
    ("post", "/api/tables/{t}/commands"): {
        "key": "5f0c", "version": 1794807183809001, "command": {"do": "answer", "question": "q3", "option": "engage:vail"},
    },
    ("patch", "/api/tables/{t}/settings"): {"level": "assist", "dice": "typed"},
    ("post", "/api/tables/{t}/seats"): {"seat": "Wall", "role": "screen"},
    ("post", "/api/tables/{t}/seats/{seat}/renew"): {"hours": 24},
    ("post", "/api/tables/{t}/seats/{seat}/units"): {"units": ["tamsin"]},
    ("post", "/api/tables/{t}/fights"): {"encounter": "riposte/cellar", "after": 0},
    ("post", "/api/tables/{t}/odds"): {"question": "q3", "options": ["engage:vail"], "budget_ms": 500},
    ("post", "/api/lab"): {"kind": "forecast", "encounter": "riposte/ferry", "fights": 400},
    ("post", "/api/lab/{job}/watch"): {"fight": 17},
    ("post", "/api/check"): {"encounter": "system: riposte\ncombatants: []\n"},
    ("post", "/api/encounters/export"): {"encounter": {"system": "riposte", "name": "Two at a ford", "combatants": []}},
    ("post", "/api/import/bestiary"): {"text": "Wight, undead: ..."},
}  # fmt: skip

_LINK: Data = {
    "seat": "Ann", "role": "player", "url": "http://192.0.2.7:8765/#/join/kq5l3m0p4yVtUuXn1s6iZc2bWd8eRf7g",
    "qr": "<svg ...></svg>",
}  # fmt: skip
_SETTINGS: Data = {
    "level": "enforce", "dice": "server", "knowledge": "learned", "undo": "propose", "hold": False, "declarations": "open",
    "seconds": 90,
}  # fmt: skip
_FIGHT: Data = {"id": 0, "name": "The ferry", "state": "running", "result": "", "rules": "4", "note": ""}
_CLAUSE: Data = {"id": "RI-07", "chapter": "Strikes", "text": "What does not hit does nothing."}

ANSWERS: dict[str, Any] = {
    "Opened": {"table": "k3v0d8a1zq7m", "seat": "gm", "role": "gm", "links": [_LINK], "gm": {**_LINK, "seat": "gm", "role": "gm"}},
    "Link": _LINK,
    "Changed": {"settings": _SETTINGS},
    "FightInfo": _FIGHT,
    "TableInfo": {
        "table": "k3v0d8a1zq7m", "name": "Friday", "system": "riposte", "settings": _SETTINGS, "fights": [_FIGHT], "fight": 0,
        "seats": [{"seat": "Ann", "role": "player", "present": False, "left_seconds": 40, "units": ["tamsin"]}],
        "alone": False, "forked": False, "you": {"seat": "Ann", "role": "player"},
    },
    "OddsAnswer": {
        "odds": {
            "engage:vail": {
                "exact": True, "sampled": 0, "headline": {"label": "hit", "low": 0.55, "high": 0.55}, "chances": [], "bar": [],
                "fates": [], "back": [], "figures": [], "assumed": [], "unknown": [], "cut": 0.0, "note": "",
            },
        },
        "left_out": ["engage:levy"],
    },
    "Checked": {
        "ok": False, "problems": [{"path": ["combatants", 0, "hp"], "line": 7, "text": "a whole number is wanted here."}],
        "summary": "",
    },
    "Blocks": {"blocks": {"wight": {"name": "Wight"}}, "report": "1 block was read.", "left": []},
    "ReplayInfo": {
        "replay": "h2Jq0c5sVb1nYx7tKp3uEw", "frames": 61, "rounds": [{"round": 1, "frame": 4}], "name": "The ferry",
        "system": "riposte", "rules": "4", "now": "4",
    },
    "Record": {"record": {"quintain": 1, "system": "riposte", "entries": []}},
    "ClauseText": _CLAUSE,
}  # fmt: skip
"""By the name of the schema."""
