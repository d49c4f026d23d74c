"""axe-core in a page: what it finds that is serious, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.page.running import WEB

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"


def serious(page: Page, again: bool = False) -> list[str]:
    """What axe-core finds that is serious or critical; `again` in the other theme, where nothing but the colours differs."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    only = ", runOnly: ['color-contrast', 'link-in-text-block']" if again else ""
    found: Any = page.evaluate(f"async () => await axe.run(document, {{resultTypes: ['violations']{only}}})")
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:4]
    ]


def in_both_themes(page: Page, in_dark: Callable[[], object] = lambda: None) -> list[str]:
    """What axe-core finds in light, then in dark, where something more may be done; the page is left light."""
    wrong = [f"light: {one}" for one in serious(page)]
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html[data-theme=dark]")
    in_dark()
    wrong += [f"dark: {one}" for one in serious(page, again=True)]
    page.emulate_media(color_scheme="light")
    page.wait_for_selector("html[data-theme=light]")
    return wrong
