"""Makes the pictures that the README shows, from a running service: `python -m tests.page.pictures`."""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Locator, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.page.hands import PHONE, Person, join, open_table
from tests.page.running import CHROMIUM, ROOT, Service, build, why_not
from tests.page.test_pages import api

PICTURES = ROOT / "docs" / "pictures"
WIDE = (1280, 800)
PATIENCE = 300_000
TURNS = 14
REVIEWED = {"kind": "forecast", "encounter": "riposte/ferry", "fights": 2, "band": False, "seed": "picture"}
"""Of these, the last is a fight that turns: all but lost when the mender falls, and won by the one who stands on the keep."""


def taken(person: Person, name: str, part: Locator | None = None) -> None:
    """A picture of the page, or of a part of it."""
    person.page.wait_for_timeout(400)
    (part or person.page).screenshot(path=PICTURES / f"{name}.png")
    print(PICTURES / f"{name}.png")


def patient(person: Person, selector: str, state: Literal["attached", "detached"] = "attached") -> None:
    """Wait for what is counted meanwhile; on a slow machine the picture is taken without it."""
    with contextlib.suppress(PlaywrightTimeout):
        person.page.wait_for_selector(selector, state=state, timeout=PATIENCE / 3)


def start(browser: Browser, service: Service) -> None:
    person = Person(browser, "reader", WIDE)
    person.page.goto(service.address)
    person.page.wait_for_selector("[data-encounter]")
    taken(person, "start")
    person.close()


def table(browser: Browser, service: Service) -> None:
    """The GM, and a player on a phone who is asked."""
    gm, ana = Person(browser, "gm", WIDE, counts=True), Person(browser, "ana", PHONE)
    links = open_table(gm, service.address, "escalation/toll", ["Ana"])
    gm.press(gm.page.locator("[data-to-table]"))
    gm.page.wait_for_selector("[data-board]")
    join(ana, links["Ana"])
    for _ in range(TURNS):
        for person in (gm, ana):
            person.act()
    for _ in range(100):
        if ana.asked:
            break
        gm.act()
        ana.page.wait_for_timeout(200)
    rows = ana.page.locator("[data-row] > button:enabled:visible").filter(has_text="Attack")
    rows = rows if rows.count() else ana.page.locator("[data-row] > button:enabled:visible")
    if rows.count():
        ana.press(rows.first)
    patient(ana, ".inside .odds")
    taken(ana, "phone")
    for _ in range(TURNS):
        if gm.page.locator("[data-whole]").count() > 1:
            break
        for person in (ana, gm):
            person.act()
            person.page.wait_for_timeout(200)
    patient(gm, ".row .odds")
    patient(gm, "[data-winning]")
    taken(gm, "gm")
    gm.close()
    ana.close()


def builder(browser: Browser, service: Service) -> None:
    person = Person(browser, "builder", WIDE)
    person.context.set_default_timeout(PATIENCE)
    person.page.goto(f"{service.address}/#/build/tiers/kiln-yard")
    person.page.wait_for_selector("[data-wins]")
    patient(person, "[data-stop]", "detached")
    for place in range(1, 3):  # two more of a kind, each with what it does to the fight
        person.press(person.page.locator("[data-twin]").nth(1))
        patient(person, f"[data-point='{place}']")
        patient(person, "[data-stop]", "detached")
    taken(person, "builder")
    person.close()


def review(browser: Browser, service: Service) -> None:
    """A fight that tactics played and that turned, looked back at."""
    person = Person(browser, "reader", WIDE)
    page = person.page
    person.context.set_default_timeout(PATIENCE)
    page.goto(f"{service.address}/#/review")
    page.wait_for_selector("[data-file]", state="attached")
    job = api(page, "POST", "/api/lab", REVIEWED)["job"]
    while api(page, "GET", f"/api/lab/{job}")["state"] == "running":
        page.wait_for_timeout(200)
    found = api(page, "POST", f"/api/lab/{job}/watch", {"fight": REVIEWED["fights"]})["record"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fight.json"
        path.write_text(json.dumps(found), encoding="utf-8")
        page.locator("[data-file]").set_input_files(path)
        page.wait_for_selector("[data-review]")
    person.press(page.locator("button.turn").first)
    page.wait_for_timeout(2000)  # the board comes to that moment
    taken(person, "review")
    person.close()


def main(wanted: list[str]) -> int:
    """All of them, or those named: `python -m tests.page.pictures review`."""
    reason = why_not()
    if reason:
        print(reason, file=sys.stderr)
        return 1
    build()
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, Service(Path(name)) as service, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for make in (start, table, builder, review):
            if not wanted or make.__name__ in wanted:
                make(browser, service)
        browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
