"""Somebody who has never seen it plays a fight to its end, with one thumb, at 360 pixels."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.page.hands import PHONE, Person
from tests.page.running import Service


def test_a_newcomer_plays_from_the_start_page_to_the_end_with_one_thumb(browser: Browser, shared: Service) -> None:
    person = Person(browser, "newcomer", PHONE)
    page = person.page
    try:
        page.goto(shared.address)
        page.wait_for_selector("[data-encounter]")
        person.picture("start-phone")
        person.press(page.locator("[data-play-now]"))
        page.wait_for_selector("[data-placing]")
        place_two(person)
        idle = 0
        for turn in range(400):
            if person.over:
                break
            if turn == 12:
                person.picture("newcomer-phone")
            if person.act().how:
                idle = 0
            else:
                idle += 1
                page.wait_for_timeout(100)
            assert idle < 100, "nothing is asked and nothing goes on"
        assert person.over, "the fight did not end"
        person.picture("end-phone")
        assert page.locator("[data-again]").is_visible()
        wide, high = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert (wide, high) <= PHONE, "the page is larger than the phone"
        # Looking back: the count begins by itself. Its end is not waited for here.
        page.goto(f"{shared.address}/#/review/{page.url.rsplit('/', 1)[-1]}")
        expect(page.locator("progress, [data-review]").first).to_be_visible()
        expect(page.locator("main .wrong")).to_have_count(0)
        page.goto(shared.address)
        assert person.problems == []
    finally:
        person.close()


def place_two(person: Person) -> None:
    """Before the fight whoever is pressed is placed on the square that is pressed next, and nobody else."""
    page = person.page
    stands = "() => Object.fromEntries(window.__live.view.board.stands.map((stand) => [stand.id, stand.at.join()]))"
    for name in ("odalys", "wren"):
        before = page.evaluate(stands)
        page.locator(f"[data-unit={name}]").click()
        squares = page.evaluate("() => window.__acting.mapped.options.map((one) => one.square).filter(Boolean)")
        x, y = next(square for square in squares if ",".join(map(str, square)) not in before.values())
        here, (cx, cy) = page.locator(f"[data-unit={name}] .hit").bounding_box(), map(int, before[name].split(","))
        assert here is not None
        page.touchscreen.tap(here["x"] + (x - cx + 0.5) * here["width"], here["y"] + (y - cy + 0.5) * here["height"])
        person.press(page.locator("[data-answer]:visible"))
        person.settle()
        after = page.evaluate(stands)
        assert after[name] == f"{x},{y}", f"{name} was not placed"
        assert {**after, name: ""} == {**before, name: ""}, "somebody else moved too"
