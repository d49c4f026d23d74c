"""`quintain` alone: open the page; where a server of ours already runs on this machine, that one."""

from __future__ import annotations

import os
import sys
import urllib.request
import webbrowser


def open_page() -> int:
    """Serve the page and open it; the link is printed for where there is no browser."""
    from quintain.table.config import config_from

    here = f"http://127.0.0.1:{config_from('').port}/"
    if runs_at(here):
        print(f"Quintain is running already, at {here}", flush=True)
        if has_screen():
            webbrowser.open(here)
        return 0
    from quintain.table.serve import main

    return main(open_browser=has_screen())


def runs_at(address: str) -> bool:
    """Whether a server of Quintain answers there."""
    try:
        with urllib.request.urlopen(f"{address}openapi.json", timeout=2) as answer:
            return b'"Quintain"' in answer.read(2000)
    except (OSError, ValueError):
        return False


def has_screen() -> bool:
    """Whether a browser window can be opened; in a bare terminal a text browser would take the terminal instead."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
