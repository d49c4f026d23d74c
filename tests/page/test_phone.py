"""What a player sees on a phone without scrolling, and what the words of a choice come to."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.page.hands import DESKTOP, LOOK, PHONE, SYSTEMS, Person, join, open_seeded
from tests.page.running import Service
from tests.page.test_newcomer import act_until, seated

IN_SIGHT = """() => {
  const pane = document.getElementById("pane").getBoundingClientRect();
  const whole = (one) => { const box = one.getBoundingClientRect(); return box.top >= pane.top - 1 && box.bottom <= pane.bottom + 1; };
  const parts = [...document.querySelector(".row.open").querySelectorAll(".head, .figures, .fate, .ways > *")];
  return {
    names: [...document.querySelectorAll("[data-row] .name")].filter(whole).length,
    out: parts.filter((one) => !whole(one)).map((one) => one.className || one.tagName),
  };
}"""

COVERED = """() => {
  const centre = (one) => { const box = one.getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; };
  const board = document.querySelector("[data-board]").getBoundingClientRect();
  const inside = (one) => one.x > board.x && one.x < board.right && one.y > board.y && one.y < board.bottom;
  const seen = [...document.querySelectorAll("[data-unit] .hit")].map(centre).filter(inside);
  const marks = [...document.querySelectorAll(".outside .hit")].map(centre);
  return marks.filter((mark) => seen.some((one) => Math.hypot(one.x - mark.x, one.y - mark.y) < 20));
}"""

BOTH_WAYS = """() => window.__acting.menu?.rows.find((row) => {
  const said = (one, part) => one.ways.find(([name]) => name === part)?.[1];
  const ways = row.options.filter((one) => said(one, "how") === "Move and Attack").map((one) => said(one, "going"));
  return new Set(ways).size > 1;
})?.id ?? ''"""

POOLED = """() => {
  const pooled = (one) => one.terms.filter((term) => / best/.test(term.label)).length > 1;
  return window.__live.view.log.findLast(pooled)?.text ?? '';
}"""

SET = "() => window.__acting.setIn(window.__acting.rowOf(window.__acting.openRow)).id"


@pytest.mark.parametrize("system", SYSTEMS)
def test_two_acts_and_the_whole_form_of_the_open_one_are_in_sight(browser: Browser, shared: Service, system: str) -> None:
    with Person(browser, "newcomer", PHONE) as person:
        page = person.page
        seated(person, shared, SYSTEMS[system])
        for _ in range(60):
            thrown = "() => window.__acting.menu.rows.filter((row) => row.options[0].dice).length > 1"
            if page.evaluate(LOOK)["rows"] and page.evaluate(thrown):
                break
            person.act()
            person.caught_up()
        page.wait_for_function("() => Object.keys(window.__acting.odds).length > 0")
        row = page.evaluate("() => window.__acting.menu.rows.find((row) => row.options[0].dice).id")
        person.press(page.locator(f"[data-row='{row}'] > button"))
        page.wait_for_timeout(300)
        found = page.evaluate(IN_SIGHT)
        person.picture(f"open-{system}-phone")
        assert found["out"] == [], "a part of the open act is out of sight"
        assert found["names"] >= 2, "no second act is in sight"


def test_what_is_told_in_public_is_told_above_the_question_as_well(browser: Browser, shared: Service) -> None:
    """An attack on a foe whose figures are not known reaches a player by its words alone: they name whom it is about."""
    person = Person(browser, "newcomer", PHONE)
    page = person.page
    last: dict[str, Any] = {"kind": "", "text": "", "who": []}
    try:
        seated(person, shared, "toughness/standard")
        for _ in range(60):
            person.act()
            person.caught_up()
            last = page.evaluate("() => window.__live.view.log.at(-1)")
            if last["kind"] == "public" and " attacks " in last["text"]:
                break
        assert len(last["who"]) == 2, "who attacks, and whom"
        expect(page.locator("[data-step]")).to_contain_text(last["text"].rsplit(": ", 1)[-1])
        assert person.problems == []
    finally:
        person.close()


def test_marks_at_the_edge_cover_nobody_who_is_in_the_picture(browser: Browser, shared: Service) -> None:
    with Person(browser, "newcomer", PHONE) as person:
        page = person.page
        seated(person, shared, "riposte/ferry")
        looked = 0
        for _ in range(14):
            person.act()
            person.caught_up()
            looked += page.locator(".outside").count()
            assert page.evaluate(COVERED) == []
        assert looked, "nobody was ever outside the picture"


def test_only_what_can_be_chosen_is_a_choice(browser: Browser, shared: Service) -> None:
    """Striking and then going differs from going and then striking; what an ability gives follows from the ability."""
    with Person(browser, "newcomer", PHONE) as person:
        page = person.page
        seated(person, shared, "clash/toll")
        row = ""
        for _ in range(40):
            row = page.evaluate(BOTH_WAYS)
            if row:
                break
            person.act()
            person.caught_up()
        person.press(page.locator(f"[data-row='{row}'] > button"))
        form = page.locator(".row.open")
        how = form.locator(".pick select").filter(has_text="Move and Attack")
        if how.count():
            how.last.select_option("Move and Attack")
        else:
            person.press(form.locator("[role=radio]").filter(has_text="Move and Attack"))
        going = form.locator("[role=radiogroup][aria-label=going], .pick:has-text('going')")
        expect(going).to_have_count(1)
        expect(form.locator("[aria-label=gives], .pick:has-text('gives')")).to_have_count(0)
        before = page.evaluate(SET)
        if going.locator("select").count():
            going.locator("select").select_option(index=1)
        else:
            person.press(going.locator("[role=radio][aria-checked=false]"))
        assert page.evaluate(SET) != before


def test_the_reveal_tells_the_worst_news_first_and_shows_the_row_it_tells(browser: Browser, shared: Service) -> None:
    with Person(browser, "newcomer", PHONE) as person:
        page = person.page
        seated(person, shared, "clash/toll")
        for _ in range(3):
            act_until(person, "[data-reveal-row]")
            if page.locator("[data-reveal-row]").count() > 3:
                break
            person.act()
            person.caught_up()
        rows = page.locator("[data-reveal-row]")
        expect(page.locator("[data-reveal-row].told")).to_have_count(1)
        assert "told" in str(rows.first.get_attribute("class")).split()
        person.press(rows.last.locator("button"))
        assert "told" in str(rows.last.get_attribute("class")).split()
        expect(rows.last).to_be_in_viewport(ratio=0.9)


def test_of_many_asked_of_the_gm_the_gm_is_waited_for(browser: Browser, shared: Service) -> None:
    """Ten intents are one person's: whoever waits and the shared screen say so, instead of three of ten names."""
    gm, ana, screen = (Person(browser, name, size) for name, size in (("gm", DESKTOP), ("ana", PHONE), ("screen", (1920, 1080))))
    try:
        gm.page.goto(shared.address)
        links = open_seeded(gm, shared.address, "clash/toll", "3")
        seats = f"{shared.address}/api/tables/{gm.table()}/seats"
        made = gm.context.request.post(seats, data={"seat": "screen", "role": "screen"}, headers={"origin": shared.address})
        join(ana, links["ana"])
        join(screen, made.json()["url"])
        expect(ana.page.locator("[data-lamp]")).to_have_text("Waiting for GM")
        expect(screen.page.locator(".asks b")).to_have_text("GM is asked")
        screen.picture("tv-asked")
        for person in (gm, ana, screen):
            assert person.problems == []
    finally:
        for person in (gm, ana, screen):
            person.close()


def test_a_pool_of_dice_is_told_in_words(browser: Browser, shared: Service) -> None:
    """Dice lie boxed beside their words: their faces are not said twice, and what is added has its plus."""
    with Person(browser, "newcomer", PHONE) as person:
        page = person.page
        seated(person, shared, "tiers/standard")
        told = ""
        for _ in range(60):
            told = page.evaluate(POOLED)
            if told:
                break
            person.act()
            person.caught_up()
        person.press(page.locator("[data-tab=log]"))
        person.press(page.locator(".log .says").filter(has_text=told).last)
        words = page.locator(".math").filter(has_text="best of").last
        expect(words).to_contain_text("+")
        assert "(" not in words.inner_text() and "best!" not in page.locator("body").inner_text()


OVERLAPPING = """() => [...document.querySelectorAll("[data-reveal-row] svg")].flatMap((svg) => {
  const boxes = [...svg.querySelectorAll("text")].map((one) => ({ said: one.textContent, at: one.getBoundingClientRect() }));
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom;
  const hit = (one, i) => boxes.slice(i + 1).filter((other) => meet(one.at, other.at)).map((other) => [one.said, other.said]);
  return boxes.flatMap(hit);
})"""


def test_at_a_desk_the_reveal_keeps_room_for_its_longest_name(browser: Browser, shared: Service) -> None:
    with Person(browser, "newcomer", DESKTOP) as person:
        page = person.page
        page.goto(shared.address)
        wanted = {"encounter": "clash/dunes", "seats": ["ana"], "gm": "steady", "seed": "12"}
        made = person.context.request.post(f"{shared.address}/api/tables", data=wanted, headers={"origin": shared.address})
        join(person, made.json()["links"][0]["url"])
        act_until(person, "[data-reveal-row]:has-text('Candle Witch')")
        person.picture("reveal-desktop")
        assert page.evaluate(OVERLAPPING) == []
