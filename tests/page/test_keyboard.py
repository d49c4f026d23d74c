"""Everything by keyboard: each control is reached, shows that it has the focus, and what lies over the rest keeps it until Escape."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.hands import DESKTOP, PHONE, Person, open_seeded
from tests.page.running import Service
from tests.page.test_quality import alone

TABLET = (900, 1000)

FOCUSED = """() => {
  const now = document.activeElement;
  if (!now || now === document.body) return null;
  const seen = now.dataset.walked !== undefined;
  now.dataset.walked = "";
  const styled = (one) => getComputedStyle(one);
  const drawn = (one) => styled(one).outlineStyle !== "none" && parseFloat(styled(one).outlineWidth) >= 2;
  const point = now.querySelector(".node");  // a point of the history has no outline: its mark grows
  const label = now.closest("label");
  const ring = point ? parseFloat(styled(point).strokeWidth) >= 4 : drawn(now) || (label !== null && drawn(label));
  const box = (label && now.matches(".sr") ? label : now).getBoundingClientRect();
  const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  return { seen, wrong: ring && inside ? "" : `${ring ? "out of sight" : "no ring"}: ${now.outerHTML.slice(0, 120)}` };
}"""

MISSED = """() => [...document.querySelectorAll(
  "a[href], button, input, select, textarea, summary, [role=button], [role=application]")]
  .filter((one) => !one.disabled && one.tabIndex >= 0 && one.dataset.walked === undefined
    && one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert], [aria-hidden=true]"))
  .map((one) => one.outerHTML.slice(0, 120))"""

UNREACHABLE = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  .filter((one) => one.tabIndex < 0 && !one.disabled
    && one.checkVisibility({ visibilityProperty: true }) && !one.closest("[aria-hidden=true]"))
  .map((one) => one.outerHTML.slice(0, 120))"""


def walk(page: Page, most: int = 400) -> list[str]:
    """Go through the page with Tab until it begins again; what is wrong on the way, and what was never reached."""
    page.evaluate(
        "() => { document.activeElement?.blur();"
        " document.querySelectorAll('[data-walked]').forEach((one) => delete one.dataset.walked); }"
    )
    wrong: list[str] = []
    ends = 0
    for _ in range(most):
        page.keyboard.press("Tab")
        found: dict[str, Any] | None = page.evaluate(FOCUSED)
        ends += found is None  # behind the last control, and before the first
        if ends > 1 or (found is not None and found["seen"]):
            break
        if found is not None and found["wrong"]:
            wrong.append(found["wrong"])
    return [*wrong, *(f"not reached: {one}" for one in [*page.evaluate(MISSED), *page.evaluate(UNREACHABLE)])]


@pytest.mark.parametrize(
    ("address", "seen"),
    [
        ("", "[data-encounter]"), ("rules/clash", "dl"), ("build/tiers/kiln-yard", "[data-play]:enabled"), ("replay", ".pick a"),
        ("learn/tiers", "dl"),
    ],
)
def test_every_control_of_a_page_is_reached_by_tab(address: str, seen: str, browser: Browser, shared: Service) -> None:
    person = Person(browser, "keys", DESKTOP)
    person.without_counting()
    try:
        person.page.goto(f"{shared.address}/#/{address}")
        person.page.wait_for_selector(seen, state="attached")
        if address.startswith("build"):
            person.press(person.page.locator("[data-combatant]").first)
            person.page.wait_for_selector("[data-form] fieldset")
        if address.startswith("rules"):
            person.page.locator("[data-search]").fill("tie")  # a few clauses stand for all
        assert walk(person.page) == []
    finally:
        person.page.goto("about:blank")
        person.close()


@pytest.mark.parametrize("encounter", ["riposte/ferry", "escalation/toll"])
def test_a_turn_is_taken_and_the_map_moved_by_keys(encounter: str, browser: Browser, shared: Service) -> None:
    """A grid and a board of places: rows by their numbers, Enter takes, M goes to the map, L to the log."""
    with Person(browser, "keys", DESKTOP) as person:
        page = person.page
        alone(person, shared, encounter)
        for _ in range(20):
            if page.locator("[data-row]:visible").count() and person.asked:
                break
            person.act()
            person.caught_up()
        assert walk(page) == []
        version = page.evaluate("() => window.__live.view.version")
        page.keyboard.press("1")
        row = page.locator("[data-row] > button").first
        expect(row).to_have_attribute("aria-expanded", "true")
        expect(row).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_function("(version) => window.__live.view.version > version", arg=version)
        page.keyboard.press("m")
        board = page.locator("[role=application]")
        expect(board).to_be_focused()
        moved = "() => document.querySelector('[role=application] svg > g').getAttribute('transform')"
        for key in ("+", "-", "Shift+ArrowLeft", "Shift+ArrowDown"):
            before = page.evaluate(moved)
            page.keyboard.press(key)
            assert page.evaluate(moved) != before, f"{key} moves nothing"
        page.keyboard.press("0")
        page.keyboard.press("ArrowRight")
        expect(page.locator("[role=application] .cursor")).to_have_count(1)
        expect(page.locator("[role=application] ~ .sr, [role=application] > .sr").first).not_to_be_empty()
        page.keyboard.press("l")
        expect(page.locator(".log .says").last).to_be_focused()


def kept_inside(page: Page, opener: str, box: str, press: str = "Enter") -> None:
    """Opened by a key, the focus is in it and stays in it whichever way one goes; Escape closes it and leads back."""
    page.locator(opener).first.focus()
    page.keyboard.press(press)
    expect(page.locator(box)).to_be_visible()
    inside = f"() => document.querySelector({box!r}).contains(document.activeElement)"
    page.wait_for_function(inside)
    for key in ["Tab"] * 12 + ["Shift+Tab"] * 14:
        page.keyboard.press(key)
        assert page.evaluate(inside), f"{key} leads out of {box}"
    page.keyboard.press("Escape")
    expect(page.locator(box)).to_be_hidden()
    expect(page.locator(opener).first).to_be_focused()


def test_what_lies_over_the_table_keeps_the_focus_and_escape_closes_it(browser: Browser, shared: Service) -> None:
    with Person(browser, "gm", DESKTOP) as gm:
        page = gm.page
        open_seeded(gm, shared.address, "escalation/toll", "1")
        assert walk(page) == []
        kept_inside(page, ".menu > button", ".menu .list")
        gm.press(page.locator("[data-rail][data-stance=foe]:visible").last)
        gm.press(page.locator("[data-hide]"))  # something happens
        page.wait_for_selector("[data-step]")
        kept_inside(page, "[data-step]", "[data-stepping]")
        page.locator("[data-change]").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".rulings")).to_be_visible()
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.querySelector('.rulings').contains(document.activeElement)")
        page.keyboard.press("Escape")
        expect(page.locator(".rulings")).to_have_count(0)
        page.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
        expect(page.locator("aside.sheet .pane")).to_be_in_viewport()  # a tablet held upright has room for the sheet under the board
        page.set_viewport_size({"width": TABLET[0], "height": PHONE[1]})
        page.locator("aside.sheet .shut").press("Enter")  # the sheet lies over the board now
        expect(page.locator("aside.sheet")).to_be_hidden()
        kept_inside(page, ".strip [data-rail]", ".gm.drawer aside.sheet")


def test_what_happened_is_stepped_through_again(browser: Browser, shared: Service) -> None:
    """On a phone: forward and back through what happened, the board as it stood at each, and back to now."""
    with Person(browser, "again", PHONE) as person:
        page = person.page
        alone(person, shared, "riposte/ferry")
        for _ in range(8):
            person.act()
            person.caught_up()
            if page.evaluate("() => window.__live.recent.length > 2"):
                break
        person.press(page.locator("[data-tab=log]"))
        person.press(page.locator("[data-step]"))
        stepping = page.locator("[data-stepping]")
        first = stepping.inner_text()
        person.press(page.locator("[data-step-on]"))
        assert stepping.inner_text() != first
        person.picture("again-phone")
        person.press(page.locator("[data-step-back]"))
        assert stepping.inner_text() == first
        versions = "() => [window.__live.moment?.version ?? -1, window.__live.view.version]"
        then, now = page.evaluate(versions)
        assert 0 <= then <= now
        person.press(page.locator("[data-step-end]"))
        expect(stepping).to_have_count(0)
        assert page.evaluate(versions)[0] == -1
