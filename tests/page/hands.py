"""What people do with the page: everything here goes through what is on the screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple, Self

from playwright.sync_api import Browser, BrowserContext, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.page.running import PICTURES

PHONE = (360, 740)
DESKTOP = (1440, 900)
SYSTEMS = {
    "riposte": "riposte/ferry", "clash": "clash/toll", "tiers": "tiers/standard", "toughness": "toughness/standard",
    "escalation": "escalation/toll",
}  # fmt: skip


LOOK = """() => {
  const some = (what) => [...document.querySelectorAll(what)].some((one) => one.checkVisibility() && !one.disabled);
  const question = window.__acting?.question;
  const [faces, cards, rows] = [some("[data-face]"), some("[data-option]"), some("[data-row] > button")];
  const lamp = some("[data-lamp=on]");
  const orders = some("[data-order=never]");
  return { going: some("[data-go-on]"), asked: lamp, orders, faces, cards, rows, kind: question?.kind ?? "",
    about: question?.about ?? "",
    elsewhere: some("button[data-lamp=on]") && !(faces || cards || rows || some("[data-pass]")) };
}"""
"""What is on the screen, in one look: a question for each would take longer than the fight."""

CAUGHT_UP = """async () => {
  const until = Date.now() + 15000;
  const line = () => window.__sockets.at(-1);
  const ready = () => line()?.readyState === WebSocket.OPEN && window.__live.view;
  while (!ready() && Date.now() < until) await new Promise((done) => setTimeout(done, 10));
  const socket = line();
  await new Promise((done) => {
    const heard = (message) => {
      if (!message.data.startsWith('{"type":"pong"')) return;
      socket.removeEventListener("message", heard);
      done();
    };
    socket.addEventListener("message", heard);
    socket.send('{"type":"ping"}');
    setTimeout(done, 15000);
  });
}"""
"""What is sent over a line comes in its order: behind the answer to a ping, everything is here that was done before it."""


ANSWERED = """async () => {
  const until = Date.now() + 30000;
  while (document.querySelector("[data-sent]") && Date.now() < until) await new Promise((done) => setTimeout(done, 5));
  if (document.querySelector("[data-sent]")) throw new Error("what was sent is not answered");
}"""


LINE = """(() => {
  const Real = window.WebSocket;
  const sockets = window.__sockets = [];
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      sockets.push(this);
      if (window.__cut) queueMicrotask(() => this.close());
    }
    send(data) {
      if (window.__counts || !data.startsWith('{"type":"winning"')) super.send(data);
    }
  };
})()"""
"""So that a test can cut the line of one browser, and no other; and so that nobody counts all the while who is winning, but where that
is what is tested."""


class Done(NamedTuple):
    """What somebody did: how it was answered, and what sort of question it was."""

    how: str
    kind: str
    about: str


NOTHING = Done("", "", "")


class Person:
    """Somebody at a browser of their own. What their page receives and what goes wrong in it is kept."""

    def __init__(
        self, browser: Browser, name: str, size: tuple[int, int], dark: bool = False, language: str = "en", counts: bool = False
    ) -> None:
        self.name = name
        phone = size[0] < 600
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, device_scale_factor=2 if phone else 1, has_touch=phone,
            is_mobile=phone, color_scheme="dark" if dark else "light", locale=language, reduced_motion="reduce",
        )  # fmt: skip
        self.context.set_default_timeout(30_000)
        self.context.add_init_script(LINE)
        if counts:
            self.context.add_init_script("window.__counts = true")
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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failed: type[BaseException] | None, *rest: object) -> None:
        """They leave; where the test went well until here, nothing may have gone wrong in their page."""
        self.close()
        assert failed is not None or self.problems == []

    def without_counting(self) -> None:
        """The builder counts fights after each change. Where that is not what is tested, no core need be busy with it."""
        given_up = {"job": "none", "kind": "forecast", "state": "cancelled", "progress": 0}
        self.page.route(
            "**/api/lab", lambda route: route.fulfill(status=202, json=given_up) if "#/build" in self.page.url else route.continue_()
        )
        self.page.route("**/api/lab/none", lambda route: route.fulfill(status=204))  # one given up as the next began

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
        target.click(timeout=10_000)

    def settle(self) -> None:
        """Wait until what was sent has been answered."""
        self.page.evaluate(ANSWERED)

    def act(self, wanted: str = "", never: bool = False) -> Done:
        """Answer what is asked by the first thing that is offered, or by the first row whose name begins like this.

        With `never`, what can be settled by a standing order is: it is not asked again.
        """
        page = self.page
        seen: dict[str, Any] = page.evaluate(LOOK)
        if seen["going"]:
            self.press(page.locator("[data-go-on]").first)
            seen = page.evaluate(LOOK)
        if not seen["asked"]:
            return NOTHING
        if seen["elsewhere"]:
            self.press(page.locator("button[data-lamp=on]:visible").first)  # the GM looks at somebody else's sheet
            seen = page.evaluate(LOOK)
        if never and seen["orders"]:
            self.press(page.locator("[data-order=never]").first)
            self.caught_up()
            seen = page.evaluate(LOOK)
            if not seen["asked"]:
                return Done("order", "reaction", "")
        try:
            did = self._answer(seen, wanted)
        except PlaywrightTimeout:
            return NOTHING  # somebody was faster, or an order answered it: whoever asks looks again
        self.settle()
        return Done(did, seen["kind"], seen["about"])

    def _answer(self, seen: dict[str, Any], wanted: str) -> str:
        page = self.page
        if seen["faces"]:
            self.press(page.locator("[data-face]:enabled").first)
            return "dice"
        if seen["cards"]:
            self.press(page.locator("[data-option]:enabled:visible").first)
            return "card"
        if seen["rows"]:
            rows = page.locator("[data-row]").filter(has_text=re.compile(f"^{wanted}")) if wanted else page.locator("[data-row]")
            row = rows.first if rows.count() else page.locator("[data-row]").first
            if "open" not in str(row.get_attribute("class")).split():
                self.press(row.locator("> button"))
            self.press(page.locator("[data-answer]:enabled:visible").first)
            return "row"
        self.press(page.locator("[data-pass]:enabled:visible").first)
        return "pass"

    def caught_up(self) -> None:
        """Wait until this page shows what the table has for its seat by now."""
        self.page.evaluate(CAUGHT_UP)

    def cut_line(self) -> None:
        self.page.evaluate("() => { window.__cut = true; window.__sockets.forEach((socket) => socket.close()); }")

    def mend_line(self) -> None:
        self.page.evaluate("() => { window.__cut = false; window.dispatchEvent(new Event('online')); }")

    def table(self) -> str:
        return self.page.url.rsplit("/", 1)[-1]

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


def open_seeded(gm: Person, address: str, encounter: str, seed: str, **settings: object) -> dict[str, str]:
    """A table whose dice are known beforehand, with two players; the GM sits down at it. Returns the players' links."""
    body = {"encounter": encounter, "seats": ["ana", "bo"], "seed": seed, "settings": settings}
    made = gm.context.request.post(f"{address}/api/tables", data=body, headers={"origin": address})
    assert made.ok, made.text()
    gm.page.goto(f"{address}/#/t/{made.json()['table']}")
    gm.page.wait_for_selector("[data-board]")
    return {link["seat"]: link["url"] for link in made.json()["links"]}


def join(person: Person, link: str) -> None:
    person.page.goto(link)
    person.page.wait_for_selector("[data-board]", timeout=15_000)
    assert "join" not in person.page.url, "the secret stays in the address"
