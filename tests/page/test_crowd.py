"""Sixty combatants on one board: the page stays quick. The view is a real one, with its combatants multiplied. And sixty against
sixty, whose player is asked so much at once that not everything can be shown."""

from __future__ import annotations

import copy
import json
from typing import Any

from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.page.hands import DESKTOP, PHONE, Person
from tests.page.running import Service

CROWD = 60
FRAME = 33.0
"""Milliseconds of the page's main thread that one frame may take, so that thirty a second are shown on one core."""
EVERYBODY = 100.0
"""The same where all sixty move and change at once, which no act does."""

PAN = """async (steps) => {
  const svg = document.querySelector("[data-board] svg"), box = svg.getBoundingClientRect();
  const at = (kind, x, y) => (kind === "mousedown" ? svg : window).dispatchEvent(
    new MouseEvent(kind, { bubbles: true, clientX: box.left + x, clientY: box.top + y, view: window }));
  at("mousedown", 300, 200);
  for (let i = 1; i <= steps; i++) { at("mousemove", 300 + 4 * i, 200 + 2 * i); await new Promise(requestAnimationFrame); }
  at("mouseup", 300 + 4 * steps, 200 + 2 * steps);
}"""
ZOOM = """async (steps) => {
  const svg = document.querySelector("[data-board] svg"), box = svg.getBoundingClientRect();
  for (let i = 0; i < steps; i++) {
    svg.dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, deltaY: i % 20 < 10 ? -40 : 40,
      clientX: box.left + 300, clientY: box.top + 200, view: window }));
    await new Promise(requestAnimationFrame);
  }
}"""
CHANGE = """async (changes) => {
  for (const change of changes) { window.__live.deliver(change); await new Promise(requestAnimationFrame); }
}"""


OUTSIDE = """(all) => {
  const board = document.querySelector("[data-board]").getBoundingClientRect();
  const bodies = [...document.querySelectorAll("[data-unit] .body")];
  if (bodies.length < all) return [`${bodies.length} are drawn`];
  const out = (box) => box.left < board.left || box.right > board.right || box.top < board.top || box.bottom > board.bottom;
  return bodies.filter((one) => out(one.getBoundingClientRect())).map((one) => one.closest("[data-unit]").dataset.unit);
}"""
"""Who is drawn outside the board's window."""


class Frames:
    """How long the main thread works for a frame: its own time, so that other programs on the machine do not count."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.line = page.context.new_cdp_session(page)
        self.line.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent(self) -> float:
        found = self.line.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in found if one["name"] == "TaskDuration")) * 1000

    def each(self, script: str, given: object, frames: int) -> float:
        before = self.spent()
        self.page.evaluate(script, given)
        return (self.spent() - before) / frames


def crowded(view: dict[str, Any]) -> dict[str, Any]:
    """The same fight with sixty combatants, side by side on its grid."""
    made = copy.deepcopy(view)
    units, stands = made["units"], {stand["id"]: stand for stand in made["board"]["stands"]}
    width = made["board"]["width"]
    made["units"], made["board"]["stands"] = [], []
    for number in range(CROWD):
        unit = copy.deepcopy(units[number % len(units)])
        stand = copy.deepcopy(next(iter(stands.values())))
        unit["id"] = stand["id"] = f"unit-{number}"
        unit["initials"] = f"{number}"
        stand["at"] = [number % width, number // width]
        made["units"].append(unit)
        made["board"]["stands"].append(stand)
    made["questions"] = []
    made["bar"]["rows"] = []
    return made


def changed(view: dict[str, Any], step: int, everybody: bool) -> dict[str, Any]:
    """What an act changes: somebody takes a step, somebody loses a little, a line is told; or all of that for everybody."""
    board = copy.deepcopy(view["board"])
    for number, stand in enumerate(board["stands"]):
        if everybody or number == step:
            stand["at"] = [(stand["at"][0] + step) % board["width"], stand["at"][1]]
    harmed = [unit for number, unit in enumerate(view["units"]) if everybody or number == step + 1]
    units = [{**unit, "part": max(0.05, 1 - step / 20)} for unit in harmed]
    version = view["version"] + step
    told = {"number": version, "round": 1, "kind": "attack", "text": "Somebody strikes.", "who": ["unit-1", "unit-2"], "terms": []}
    changes = {"version": version, "since": version - 1, "whole": False, "events": [told], "taken_back": [], "gone": []}
    return {"type": "changes", "changes": {**changes, "view": {"board": board, "units": units}}}


def test_sixty_combatants_stay_quick(browser: Browser, shared: Service) -> None:
    person = Person(browser, "crowd", DESKTOP)
    page = person.page
    try:
        page.goto(shared.address)
        page.wait_for_selector("[data-encounter]")
        table = page.evaluate(
            "async () => (await (await fetch('/api/play', {method: 'POST', headers: {'content-type': 'application/json'},"
            " body: '{}'})).json()).table"
        )
        fetched = "async (path) => await (await fetch(path)).json()"
        info = page.evaluate(fetched, f"/api/tables/{table}")
        view = page.evaluate(fetched, f"/api/tables/{table}/view")
        many = crowded(view)
        sockets: list[WebSocketRoute] = []

        def answer(socket: WebSocketRoute) -> None:
            sockets.append(socket)
            socket.on_message(lambda said: socket.send(json.dumps({"type": "view", "view": many})) if "hello" in str(said) else None)

        def about(route: Route) -> None:
            route.fulfill(json=info)

        page.route_web_socket("**/live", answer)
        page.route(f"**/api/tables/{table}", about)
        page.goto(f"{shared.address}/#/t/{table}")
        page.wait_for_selector("[data-unit=unit-59]")
        person.picture("sixty")
        frames = Frames(page)
        took = {"pan": frames.each(PAN, 30, 30), "zoom": frames.each(ZOOM, 20, 20)}
        # Changes are handed to the page as the socket would, inside the page, so that no wire is measured.
        took["act"] = frames.each(CHANGE, [changed(many, step, False) for step in range(1, 9)], 8)
        later = {**many, "version": many["version"] + 8}
        took["everybody"] = frames.each(CHANGE, [changed(later, step, True) for step in range(1, 9)], 8)
        print("sixty combatants, ms of the main thread a frame:", {name: round(spent, 1) for name, spent in took.items()})
        assert max(took["pan"], took["zoom"], took["act"]) < FRAME, took
        assert took["everybody"] < EVERYBODY, took
    finally:
        person.close()


def sixty_a_side(encounter: dict[str, Any]) -> dict[str, Any]:
    """An encounter of clash with sixty on each side."""
    made = copy.deepcopy(encounter)
    heroes, foes = made["combatants"][:4], made["combatants"][4:]
    made["combatants"] = []
    for side in (heroes, foes):
        for number in range(CROWD):
            one = copy.deepcopy(side[number % len(side)])
            one["id"], one["name"] = f"{one['id']}-{number}", f"{one['id'].capitalize()} {number + 1}"
            made["combatants"].append(one)
    return made


def test_who_is_asked_very_much_at_once_is_led_through_it(browser: Browser, shared: Service) -> None:
    """Options are listed until there are so many; whoever turns to another is told when, and led back with one press."""
    with Person(browser, "crowd", PHONE) as person:
        page = person.page
        page.goto(shared.address)
        page.wait_for_selector("[data-encounter]")
        encounter = sixty_a_side(page.evaluate("async () => await (await fetch('/api/encounters/clash/toll')).json()"))
        table = page.evaluate(
            "async (encounter) => (await (await fetch('/api/play', {method: 'POST', headers: {'content-type': 'application/json'},"
            " body: JSON.stringify({encounter})})).json()).table",
            encounter,
        )
        page.goto(f"{shared.address}/#/t/{table}")
        expect(page.locator("[data-count-in]")).to_have_text("0 of 60 are in.")
        outside: list[str] = page.evaluate(OUTSIDE, 120)
        assert outside == [], "of sixty against sixty everybody has a place on the board of a phone"
        person.act()
        expect(page.locator("[data-count-in]")).to_have_text("1 of 60 are in.")
        person.press(page.locator(".which button").last)
        expect(page.locator("[data-later]")).to_be_visible()
        expect(page.locator("[data-row]")).to_have_count(0)
        person.picture("asked-sixty-phone")
        person.press(page.locator("[data-to-next]"))
        expect(page.locator("[data-row]:visible").first).to_be_visible()
        expect(page.locator("[data-later]")).to_have_count(0)
