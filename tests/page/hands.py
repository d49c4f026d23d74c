"""What people do with the page: everything here goes through what is on the screen."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.page.running import PICTURES

PHONE = (360, 740)
DESKTOP = (1440, 900)
SYSTEMS = {
    "riposte": "riposte/ferry", "clash": "clash/toll", "tiers": "tiers/standard", "toughness": "toughness/standard",
    "escalation": "escalation/toll",
}  # fmt: skip


class Person:
    """Somebody at a browser of their own. What their page receives and what goes wrong in it is kept."""

    def __init__(self, browser: Browser, name: str, size: tuple[int, int], dark: bool = False, language: str = "en") -> None:
        self.name = name
        phone = size[0] < 600
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, device_scale_factor=2 if phone else 1, has_touch=phone,
            is_mobile=phone, color_scheme="dark" if dark else "light", locale=language, reduced_motion="reduce",
        )  # fmt: skip
        self.context.set_default_timeout(30_000)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.received: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(f"{name}: {error}"))
        self.page.on("console", lambda said: self.problems.append(f"{name}: {said.text}") if said.type == "error" else None)
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.received.append(str(frame))))
        self.page.on("response", lambda answer: self._keep(answer))

    def _keep(self, answer: object) -> None:
        url = getattr(answer, "url", "")
        if "/api/" in url:
            try:
                self.received.append(answer.text())  # type: ignore[attr-defined]
            except Exception:
                return  # a body that is already gone with its page

    def close(self) -> None:
        self.context.close()

    # -- looking ---------------------------------------------------------------------------------------------------------

    @property
    def asked(self) -> bool:
        return self.page.locator("[data-lamp=on]").count() > 0

    @property
    def over(self) -> bool:
        return self.page.locator("[data-ending]").count() > 0

    def picture(self, name: str) -> Path:
        PICTURES.mkdir(parents=True, exist_ok=True)
        path = PICTURES / f"{name}.png"
        self.page.screenshot(path=path)
        return path

    # -- doing -----------------------------------------------------------------------------------------------------------

    def press(self, target: Locator) -> None:
        target.scroll_into_view_if_needed()
        target.click()

    def settle(self) -> None:
        """Wait until what was sent has been answered."""
        expect(self.page.locator("[data-sent]")).to_have_count(0, timeout=30_000)

    def act(self) -> str:
        """Answer what is asked, by the first thing that is offered; returns what kind of thing it was, "" where nothing is asked."""
        page = self.page
        if page.locator("[data-go-on]").count():
            self.press(page.locator("[data-go-on]").first)
        if not self.asked:
            return ""
        cards, rows = page.locator("[data-option]:enabled:visible"), page.locator("[data-row] > button:enabled:visible")
        faces, passing = page.locator("[data-face]:enabled"), page.locator("[data-pass]:enabled:visible")
        lamp = page.locator("button[data-lamp=on]:visible")
        if lamp.count() and not (faces.count() or cards.count() or rows.count() or passing.count()):
            self.press(lamp.first)  # the GM looks at somebody else's sheet: back to who is asked
        did = ""
        if faces.count():
            self.press(faces.first)
            did = "dice"
        elif cards.count():
            self.press(cards.first)
            did = "card"
        elif rows.count():
            if not page.locator("[data-row].open:visible").count():
                self.press(rows.first)
            self.press(page.locator("[data-answer]:enabled:visible").first)
            did = "row"
        elif passing.count():
            self.press(passing.first)
            did = "pass"
        self.settle()
        return did

    def round(self) -> int:
        text = self.page.locator("[data-round]").first.inner_text()
        found = re.search(r"\d+", text)
        return int(found.group()) if found else 0


def open_table(gm: Person, address: str, encounter: str, names: list[str]) -> dict[str, str]:
    """The GM opens a table from the start page; returns each seat's link as the page shows it."""
    page = gm.page
    page.goto(address)
    page.wait_for_selector("[data-encounter]")
    if not page.locator(f"[data-encounter='{encounter}']").count():
        while page.locator("[data-more]").count():
            gm.press(page.locator("[data-more]").first)
    button = page.locator(f"[data-encounter='{encounter}']")
    if button.get_attribute("aria-pressed") != "true":
        gm.press(button)
    page.locator("[data-names]").fill(", ".join(names))
    gm.press(page.locator("[data-open-table]"))
    page.wait_for_selector("[data-seat]")
    return {name: str(page.locator(f"[data-seat='{name}'] [data-link]").get_attribute("href")) for name in names}


def join(person: Person, link: str) -> None:
    person.page.goto(link)
    person.page.wait_for_selector("[data-board]", timeout=15_000)
    assert "join" not in person.page.url, "the secret stays in the address"
