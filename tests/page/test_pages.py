"""The pages around the table: start, rules, builder, lab, replay and review, each by what somebody comes for."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, Page, Route, expect

from tests.page.axe import AXE, in_both_themes, serious
from tests.page.hands import DESKTOP, PHONE, SYSTEMS, Person
from tests.page.running import ROOT, WEB, Service

PATIENCE = 90_000
"""Milliseconds: fights are counted meanwhile, perhaps on a busy machine."""
SHORT = "clash/spines"
"""Two people against a wall: the quickest of the shipped encounters to count."""
SOURCES = WEB / "src"
TABLET = (820, 1180)
BESTIARY_PAGE = """---
level: 3
---
```statblock
layout: Basic 13th Age Monster Layout
name: Reed Stalker
size: normal
level: 3
levelOrdinal: 3rd
role: troop
type: beast
initiative: 5
actions:
  - name: "Bite +8 vs. AC"
    desc: "10 damage"
ac: 18
pd: 16
md: 14
hp: 40
```
"""
"""A creature made up for this test, as a page of a bestiary has it."""


@pytest.fixture
def reader(browser: Browser) -> Iterator[Person]:
    person = Person(browser, "reader", DESKTOP)
    person.context.set_default_timeout(PATIENCE)
    yield person
    person.page.goto("about:blank")  # what is still counted for this page is given up
    person.close()


def nothing_wrong(person: Person) -> None:
    assert person.problems == []
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"
    if AXE.is_file():
        assert serious(person.page) == []


def api(page: Page, method: str, path: str, body: Any = None) -> Any:
    """What the page would be told, asked for from inside it."""
    return page.evaluate(
        "async ([method, path, body]) => await (await fetch(path, {method, headers: {'content-type': 'application/json'},"
        " body: body === null ? undefined : JSON.stringify(body)})).json()",
        [method, path, body],
    )


@pytest.fixture(scope="module")
def record(browser: Browser, shared: Service, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole fight as a file."""
    page = browser.new_page()
    page.goto(shared.address)
    job = api(page, "POST", "/api/lab", {"kind": "forecast", "encounter": SHORT, "fights": 1, "band": False})
    until = time.monotonic() + PATIENCE / 1000
    while api(page, "GET", f"/api/lab/{job['job']}")["state"] == "running":
        assert time.monotonic() < until, "a fight was not fought in time"
        page.wait_for_timeout(100)
    found = api(page, "POST", f"/api/lab/{job['job']}/watch", {"fight": 1})["record"]
    page.close()
    path = tmp_path_factory.mktemp("records") / "fight.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


# -- start -----------------------------------------------------------------------------------------------------------------


def test_start_page_shows_five_systems_and_plays_before_the_encounters_are_known(browser: Browser, shared: Service) -> None:
    person = Person(browser, "hasty", PHONE)
    page = person.page
    waiting: list[Route] = []
    page.route("**/api/systems", lambda route: waiting.append(route))
    try:
        page.goto(shared.address)
        expect(page.locator("main .card h2")).to_have_count(5)
        expect(page.locator("[data-play-now]")).to_be_enabled()
        person.press(page.locator("[data-play-now]"))
        page.wait_for_selector("[data-board]", timeout=PATIENCE)
        assert waiting, "the list was asked for"
        assert person.problems == []
    finally:
        page.unroute_all(behavior="ignoreErrors")
        person.close()


def test_each_system_introduces_itself_in_five_steps(reader: Person, shared: Service) -> None:
    page = reader.page
    for system in SYSTEMS:
        page.goto(f"{shared.address}/#/learn/{system}")
        titles = []
        for step in range(1, 6):
            expect(page.locator("main")).to_contain_text(f"{step} / 5")
            titles.append(page.locator("h1").inner_text())
            if step < 5:
                page.keyboard.press("ArrowRight")
        assert len(set(titles)) == 5, f"{system}: {titles}"
    nothing_wrong(reader)


def test_words_of_the_difficulty_scale_are_in_the_catalogue(reader: Person, shared: Service) -> None:
    reader.page.goto(shared.address)
    encounters = [one for card in api(reader.page, "GET", "/api/systems") for one in card["encounters"]]
    found = {one["difficulty"]["word"] for one in encounters if one.get("difficulty")}
    catalogue = (SOURCES / "text" / "en" / "start.ts").read_text(encoding="utf-8")
    assert found and [word for word in found if f'"difficulty.{word}"' not in catalogue] == []


# -- rules -----------------------------------------------------------------------------------------------------------------


def test_rules_are_found_by_their_ids(reader: Person, shared: Service) -> None:
    page = reader.page
    page.goto(f"{shared.address}/#/rules/riposte")
    clauses = page.locator("dl > div")
    expect(clauses.first).to_be_visible()
    every = clauses.count()
    last = clauses.last.locator("dt").inner_text()
    page.locator("[data-search]").fill(last)
    expect(clauses).not_to_have_count(every)
    assert all(last in text for text in clauses.all_inner_texts())
    page.locator("[data-search]").fill("no clause says this")
    expect(clauses).to_have_count(0)
    expect(page.locator(".empty")).to_be_visible()
    nothing_wrong(reader)


def test_rules_name_what_a_table_may_play_otherwise_in_words(reader: Person, shared: Service) -> None:
    page = reader.page
    page.goto(f"{shared.address}/#/rules/clash")
    page.locator("[data-search]").fill("conflict_tie")
    clause = page.locator("#CL-78")
    expect(clause).to_contain_text("House rule: Who wins a tie in a conflict. Usually player characters; or NPCs")
    assert "_" not in clause.locator("dd").inner_text().replace(clause.locator(".id").inner_text(), "")
    page.locator("[data-search]").fill("those tied roll off")
    expect(clause).to_be_visible()
    nothing_wrong(reader)


# -- builder ---------------------------------------------------------------------------------------------------------------


def saved(person: Person, path: Path) -> str:
    with person.page.expect_download() as download:
        person.press(person.page.locator("[data-save]"))
    download.value.save_as(path)
    return path.read_text(encoding="utf-8")


def test_builder_says_beside_a_field_what_would_be_right(reader: Person, shared: Service, tmp_path: Path) -> None:
    page = reader.page
    page.goto(f"{shared.address}/#/build/riposte/cellar")
    expect(page.locator("[data-wins]")).to_contain_text("%", timeout=PATIENCE)  # how hard it is, counted while one builds
    reader.without_counting()
    reader.press(page.locator("[data-combatant]").first)
    field = page.locator("[data-field='combatants.0.block.hp']")
    before = int(field.input_value())
    field.fill("many")
    field.press("Tab")
    said = page.locator("label.field .wrong").first
    expect(said).to_be_visible(timeout=PATIENCE)
    assert len(said.inner_text().split()) > 3, "a wrong figure is answered by a sentence"
    expect(page.locator("[data-wrong]")).to_be_visible()
    expect(page.locator("[data-play]")).to_be_disabled()
    expect(field).to_have_value("many")
    field.fill(str(before + 1))
    field.press("Tab")
    expect(page.locator("label.field .wrong")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("[data-play]")).to_be_enabled(timeout=PATIENCE)
    assert f"hp: {before + 1}" in saved(reader, tmp_path / "saved.yaml")
    reader.press(page.locator("[data-undo]"))
    expect(field).to_have_value("many")
    reader.press(page.locator("[data-undo]"))
    expect(field).to_have_value(str(before))
    nothing_wrong(reader)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_a_fight_from_nothing_shows_its_people_and_says_what_is_missing(system: str, reader: Person, shared: Service) -> None:
    """Before a fight can begin everybody stands where the file has them, and what keeps it from beginning is a sentence."""
    page = reader.page
    reader.without_counting()
    page.goto(f"{shared.address}/#/build/new/{system}")
    page.wait_for_selector("[data-combatant]")
    tokens = page.locator(".map .token.party, .sketch .token.party, .where [data-unit]")
    expect(tokens).to_have_count(page.locator("[data-combatant]").count(), timeout=PATIENCE)
    names = [token.locator("text").first.text_content() for token in tokens.all()]
    assert all(name and name.isupper() for name in names), names
    seen = "() => document.querySelector('[data-wrong]') || !document.querySelector('[data-play]').disabled"
    page.wait_for_function(seen, timeout=PATIENCE)
    if page.locator("[data-wrong]").count():
        expect(page.locator(".hard > .wrong")).to_contain_text("put somebody on")
    reader.press(page.locator("[data-add]").nth(len(names)))  # the party's own blocks come first
    expect(page.locator("[data-play]")).to_be_enabled(timeout=PATIENCE)
    expect(page.locator("[data-wrong]")).to_have_count(0)
    reader.picture(f"build-new-{system}")
    nothing_wrong(reader)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_an_encounter_is_changed_saved_and_opened_again(system: str, reader: Person, shared: Service, tmp_path: Path) -> None:
    """A twin, a name, ground or a place, a house rule and a goal; the file that is saved opens as what it was."""
    page = reader.page
    reader.without_counting()
    page.goto(f"{shared.address}/#/build/{SYSTEMS[system]}")
    page.wait_for_selector("[data-combatant]")
    page.locator("[data-name]").fill("A night of their own")
    page.locator("[data-name]").press("Tab")
    people = page.locator("[data-combatant]")
    before = people.count()
    reader.press(page.locator(f"[data-twin='{before - 1}']"))
    expect(people).to_have_count(before + 1)
    reader.press(page.locator(f"[data-twin='{before}']"))  # and a third, who goes again
    expect(people).to_have_count(before + 2)
    reader.press(page.locator(f"[data-fewer='{before + 1}']"))
    expect(people).to_have_count(before + 1)
    reader.press(page.locator(f"[data-combatant='{before}']"))
    page.locator("[data-unit-name]").fill("Old Somebody")
    page.locator("[data-unit-name]").press("Tab")
    drawn = ""
    if page.locator("[data-map]").count():
        reader.press(page.locator("[data-brush=wall]"))
        page.locator("[data-map]").focus()
        for key in ("ArrowLeft", "ArrowUp", "ArrowUp", "Enter"):
            page.keyboard.press(key)
    else:
        drawn = "Old mill"
        if not page.locator("[data-zone-new]").is_visible():
            reader.press(page.locator("section.where summary"))
        page.locator("[data-zone-new]").fill(drawn)
        page.locator("[data-zone-new]").press("Enter")
        expect(page.locator("[data-zone]").last).to_have_value(drawn)
    if system == "riposte":  # the goals are a form: a third one, to defeat somebody
        expect(page.locator("[data-play]")).to_be_enabled(timeout=PATIENCE)
        reader.press(page.locator("[data-goals] [data-more]"))
        page.locator("[data-field='objectives.2.type']").select_option("defeat")
        if not page.locator("[data-goals] details[open] .pill:visible").count():
            page.locator("[data-goals] details[open] select.further").last.select_option("who")
        reader.press(page.locator("[data-goals] details[open] .pill:visible").last)
        assert page.locator("[data-goals] textarea").count() == 0
    expect(page.locator("[data-play]")).to_be_enabled(timeout=PATIENCE)
    expect(page.locator("[data-wrong]")).to_have_count(0)
    first = saved(reader, tmp_path / "first.yaml")
    assert "A night of their own" in first and "Old Somebody" in first and drawn in first
    page.goto(f"{shared.address}/#/build")
    page.locator("[data-open]").set_input_files(tmp_path / "first.yaml")
    expect(page.locator("[data-name]")).to_have_value("A night of their own", timeout=PATIENCE)
    expect(people).to_have_count(before + 1)
    assert yaml.safe_load(saved(reader, tmp_path / "second.yaml")) == yaml.safe_load(first)
    nothing_wrong(reader)


def test_stat_blocks_come_from_the_shelf_from_a_file_and_from_a_bestiary(reader: Person, shared: Service, tmp_path: Path) -> None:
    page = reader.page
    reader.without_counting()
    page.goto(f"{shared.address}/#/build/escalation/toll")
    page.wait_for_selector("[data-combatant]")
    people = page.locator("[data-combatant]")
    before = people.count()
    reader.press(page.locator("[data-add]").first)
    expect(people).to_have_count(before + 1)
    path = tmp_path / "toll.yaml"
    saved(reader, path)
    reader.press(page.locator("[data-from=import]"))
    page.locator("[data-import-file]").set_input_files(path)
    expect(page.locator("[data-told]")).to_contain_text("read")
    reader.press(page.locator("[data-from=import]"))
    page.locator("[data-page]").fill("no creature at all")
    reader.press(page.locator("[data-read]"))
    expect(page.locator("[data-told].wrong")).to_contain_text("No stat block", timeout=PATIENCE)
    expect(page.locator("[data-page]")).to_have_value("no creature at all")
    page.locator("[data-page]").fill(BESTIARY_PAGE)
    reader.press(page.locator("[data-read]"))
    expect(page.locator("[data-told]")).to_contain_text("Reed Stalker read", timeout=PATIENCE)
    # One more from the shelf brings its own figures; those that were changed here keep theirs, after a reload too.
    for hp in ("90", ""):
        reader.press(page.locator("[data-add=slag-hound]"))
        if hp:
            page.locator("[data-form] label.field", has_text="HP").locator("input").first.fill(hp)
            page.keyboard.press("Tab")
    figures = page.locator(".pick", has_text="Slag hound").filter(has_text=re.compile("(44|90) hp"))
    expect(figures).to_have_count(3, timeout=PATIENCE)
    page.reload()
    expect(figures).to_have_count(3, timeout=PATIENCE)
    page.goto(f"{shared.address}/#/build/new/riposte")  # from nothing: the heroes alone, and what is missing is said
    expect(page.locator(".hard .wrong")).to_contain_text("no enemy", timeout=PATIENCE)
    reader.press(page.locator("[data-add]").last)
    expect(page.locator(".hard .wrong")).to_have_count(0, timeout=PATIENCE)
    nothing_wrong(reader)


# -- lab -------------------------------------------------------------------------------------------------------------------


def test_lab_counts_compares_and_shows_a_fight(reader: Person, shared: Service) -> None:
    page = reader.page
    page.goto(f"{shared.address}/#/lab/{SHORT}")
    expect(page.locator("[data-result]")).to_contain_text("%", timeout=PATIENCE)
    page.locator("select[data-fights]").select_option("10000")
    reader.press(page.locator("[data-cancel]"))
    expect(page.locator("[data-count]")).to_be_visible()
    assert int(str(page.locator("[data-result]").get_attribute("data-fights"))) < 10_000, "what was there stays"
    page.locator("select[data-fights]").select_option("200")
    expect(page.locator("[data-result]")).to_have_attribute("data-fights", "200", timeout=PATIENCE)
    expect(page.locator("[data-count]")).to_be_visible(timeout=PATIENCE)
    read = page.locator("[data-result] .parts b").all_inner_texts()
    assert any(not one[0].isdigit() for one in read) or sum(int(one.split()[0]) for one in read) == 100, read
    reader.press(page.locator("[data-compare-tactics]"))
    expect(page.locator("[data-compared] li")).to_have_count(3, timeout=PATIENCE)
    reader.press(page.locator("[data-bar]").first)
    nothing_wrong(reader)
    reader.press(page.locator("[data-watch-bar]"))
    page.wait_for_selector("main.replay [data-board]", timeout=PATIENCE)
    scrub = page.locator("[data-scrub]")
    expect(scrub).to_have_value("0")
    reader.press(page.locator("[data-on]"))
    expect(scrub).to_have_value("1")
    reader.press(page.locator("[data-to-lab]"))  # as it was left, without counting again
    expect(page.locator("[data-result]")).to_have_attribute("data-fights", "200")
    expect(page.locator("[data-count]")).to_be_visible()
    expect(page.locator("select[data-fights]")).to_have_value("200")
    nothing_wrong(reader)


def test_what_is_changed_of_the_builders_draft_in_the_lab_stays_changed(reader: Person, shared: Service) -> None:
    page = reader.page
    reader.without_counting()
    page.goto(f"{shared.address}/#/build/riposte/ferry")
    reader.press(page.locator("[data-lab]"))
    expect(page.locator("[data-result]")).to_contain_text("%", timeout=PATIENCE)
    page.locator("select[data-fights]").select_option("200")
    slider = page.locator("[data-slider]").first
    many = int(slider.input_value()) + 1
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-cancel]")).to_be_visible()  # it counts anew
    expect(page.locator("[data-count]")).to_be_visible(timeout=PATIENCE)
    expect(slider).to_have_value(str(many))
    reader.press(page.locator("[data-watch]").first)
    reader.press(page.locator("[data-to-lab]"))
    expect(page.locator("[data-slider]").first).to_have_value(str(many))
    nothing_wrong(reader)


def test_lab_sweeps_and_tunes_a_figure_and_a_slider_changes_the_fight(reader: Person, shared: Service) -> None:
    page = reader.page
    page.goto(f"{shared.address}/#/lab/riposte/ferry")
    page.wait_for_selector("[data-result]", timeout=PATIENCE)
    reader.press(page.locator("[data-cancel], [data-count]").first)
    page.wait_for_selector("[data-figure]", timeout=PATIENCE)
    page.locator("[data-figure]").select_option("hp")
    page.locator("[data-from]").fill("1")
    page.locator("[data-to]").fill("2")
    reader.press(page.locator("[data-sweep]"))
    expect(page.locator("[data-plot] circle")).to_have_count(2, timeout=PATIENCE)
    reader.press(page.locator("[data-tune]"))
    reader.press(page.locator("[data-stop-vary]"))
    expect(page.locator("[data-tune]")).to_be_enabled()
    expect(page.locator("[data-cancelled]")).to_contain_text("Stopped")
    slider = page.locator("[data-slider]").first
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-reset]")).to_be_visible()
    expect(page.locator("[data-compare]")).to_be_visible()
    reader.press(page.locator("[data-build]"))
    page.wait_for_selector("[data-combatant]", timeout=PATIENCE)
    nothing_wrong(reader)


# -- replay and review -----------------------------------------------------------------------------------------------------


def test_a_record_is_opened_scrubbed_checked_and_saved(reader: Person, shared: Service, record: Path, tmp_path: Path) -> None:
    page = reader.page
    page.goto(f"{shared.address}/#/replay")
    page.locator("[data-file]").set_input_files(record)
    page.wait_for_selector("main.replay [data-board]", timeout=PATIENCE)
    scrub = page.locator("[data-scrub]")
    last = str(scrub.get_attribute("max"))
    scrub.fill(last)
    expect(page.locator(".tale li").last).to_be_visible()
    scrub.focus()
    page.keyboard.press("ArrowLeft")
    expect(scrub).to_have_value(str(int(last) - 1))
    reader.press(page.locator("[data-fair]"))
    expect(page.locator("[data-fair-dice=true]")).to_be_visible(timeout=PATIENCE)
    assert json.loads(saved(reader, tmp_path / "again.json")) == json.loads(record.read_text(encoding="utf-8"))
    # Dragged over the whole fight and back at once, it asks for the last moment and for few on the way.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/view?at=" in request.url else None)
    page.evaluate(
        "() => { const scrub = document.querySelector('[data-scrub]');"
        " for (const at of [...Array(Number(scrub.max) + 1).keys()].flatMap((one) => [one, scrub.max - one]))"
        " { scrub.value = at; scrub.dispatchEvent(new Event('input', { bubbles: true })); } }"
    )
    expect(page.locator("footer")).to_contain_text(f"Moment 0 of {last}")
    page.wait_for_load_state("networkidle")
    assert len(asked) <= 4, asked
    nothing_wrong(reader)


def test_a_die_that_was_changed_is_found(reader: Person, shared: Service, record: Path, tmp_path: Path) -> None:
    page = reader.page
    changed = json.loads(record.read_text(encoding="utf-8"))
    roll = next(entry for entry in reversed(changed["entries"]) if entry["do"] == "roll" and entry["by"] == "seed")
    roll["faces"][0] = 1 if roll["faces"][0] != 1 else 2
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(changed), encoding="utf-8")
    page.goto(f"{shared.address}/#/replay")
    page.locator("[data-file]").set_input_files(path)
    page.wait_for_selector("main.replay [data-board]", timeout=PATIENCE)
    reader.press(page.locator("[data-fair]"))
    expect(page.locator("[data-fair-dice=false]")).to_be_visible(timeout=PATIENCE)
    nothing_wrong(reader)


def test_a_review_shows_curve_luck_and_another_roll(reader: Person, shared: Service, record: Path) -> None:
    page = reader.page
    page.goto(f"{shared.address}/#/review")
    page.locator("[data-file]").set_input_files(record)
    page.wait_for_selector("[data-review]", timeout=PATIENCE)
    expect(page.locator("[data-split]")).to_be_visible()
    for turn in page.locator("[data-turn]").all()[:3]:  # what it was is said under the board
        reader.press(turn)
        expect(page.locator(".said")).to_contain_text(" ".join(turn.locator("b.grow").inner_text().split()[:2]))
    scrub = page.locator("[data-scrub]")
    entries = json.loads(record.read_text(encoding="utf-8"))["entries"]
    at, roll = next((at, entry) for at, entry in enumerate(entries) if entry["do"] == "roll" and len(entry["faces"]) == 1)
    scrub.fill(str(at))
    face = page.locator("[data-face-if]")
    expect(face).to_have_value(str(roll["faces"][0]), timeout=PATIENCE)
    face.fill(str(2 if roll["faces"][0] == 1 else 1))
    reader.press(page.locator("[data-run-if]"))
    expect(page.locator("[data-other]")).to_contain_text("%", timeout=PATIENCE)
    reader.press(page.locator("[data-to-replay]"))
    page.wait_for_selector("main.replay [data-board]", timeout=PATIENCE)
    expect(page.locator("[data-scrub]")).to_have_attribute("max", str(len(entries)))
    reader.press(page.locator("[data-to-review]"))
    page.wait_for_selector("[data-review]", timeout=PATIENCE)
    nothing_wrong(reader)


# -- all of them -----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm ci in web/")
def test_every_page_is_readable_in_both_themes(browser: Browser, shared: Service) -> None:
    """On a phone and a tablet nothing is wider than the screen, nothing on a phone smaller than 16 pixels, and axe-core content."""
    pages = {
        "": "[data-encounter]", "learn/tiers": "dl", "rules/clash": "dl", "build": ".pick a",
        "build/tiers/kiln-yard": "[data-combatant]", "lab": ".pick a",
        f"lab/{SHORT}": "[data-result]", "replay": ".pick a", "review": "[data-file]",
    }  # fmt: skip
    wrong: list[str] = []
    person = Person(browser, "reader", PHONE)
    page = person.page
    person.context.set_default_timeout(PATIENCE)
    person.without_counting()
    try:
        for address, seen in pages.items():
            page.goto(f"{shared.address}/#/{address}")
            page.wait_for_selector(seen, state="attached")
            if seen == "[data-combatant]":
                person.press(page.locator(seen).first)
                page.wait_for_selector("[data-form] fieldset")
            for size in (PHONE, TABLET, *([] if address else [DESKTOP])):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                name = f"page-{address.replace('/', '-') or 'start'}-{size[0]}"
                person.picture(f"{name}-light")
                in_dark = partial(person.picture, f"{name}-dark") if size == PHONE else str
                wrong += [f"{address} {size}: {one}" for one in in_both_themes(page, in_dark)]
                if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                    wrong.append(f"{address} {size}: wider than the screen")
                if size == PHONE:
                    wrong += [f"{address}: {one}" for one in page.evaluate(SMALL)]
            page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.goto("about:blank")
        assert person.problems == []
    finally:
        person.close()
    assert wrong == []


SMALL = """() => [...document.querySelectorAll('main *')].filter((one) => !one.closest('svg, .sr') && one.getClientRects().length
  && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && parseFloat(getComputedStyle(one).fontSize) < 16)
  .map((one) => getComputedStyle(one).fontSize + ' ' + one.textContent.trim().slice(0, 40)).slice(0, 5)"""


def test_no_text_stands_outside_the_catalogue() -> None:
    """Words between tags, and in attributes that are read aloud or shown."""
    between = re.compile(r">([^<>{}]*[A-Za-z]{3,}[^<>{}]*)<")
    spoken = re.compile(r"""\b(?:aria-label|title|placeholder|alt|aria-valuetext)="([^"{]*[A-Za-z]{3,}[^"{]*)\"""")
    wrong = []
    for path in sorted(SOURCES.rglob("*.svelte")):
        text = path.read_text(encoding="utf-8")
        text = re.sub(r"<script.*?</script>|<style.*?</style>|<!--.*?-->", "", text, flags=re.DOTALL)
        text = re.sub(r"\{[^{}]*\}", "{}", re.sub(r"\{[^{}]*\}", "{}", re.sub(r"\{[^{}]*\}", "{}", text)))
        found = [*between.findall(text), *spoken.findall(text)]
        wrong += [f"{path.name}: {one.strip()}" for one in found if one.strip() not in ("Quintain", "Deutsch", "English")]
    assert wrong == []


def test_the_catalogue_and_the_colours_hold_nothing_that_no_page_shows() -> None:
    """A key stands in the page as it is, or behind a beginning that is put together with data."""
    pages = [path for ending in ("*.svelte", "*.ts") for path in SOURCES.rglob(ending) if "text" not in path.parts]
    code = "\n".join(path.read_text(encoding="utf-8") for path in pages if path.name != "api.d.ts")
    begun = tuple(re.findall(r"[`\"]([a-zA-Z.]+\.)\$\{", code))
    catalogue = "\n".join(path.read_text(encoding="utf-8") for path in (SOURCES / "text" / "en").glob("*.ts"))
    keys = re.findall(r'^ +"([^"]+)":', catalogue, re.MULTILINE)
    assert len(keys) > 700 and [key for key in keys if f'"{key}"' not in code and not key.startswith(begun)] == []
    styles = code + "".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.css"))
    declared = set(re.findall(r"(--[a-z][\w-]*):", styles))
    assert len(declared) > 40 and {name for name in declared if f"var({name}" not in styles} == set()


def test_pictures_of_the_documentation_are_those_it_shows() -> None:
    shown: set[str] = set()
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        shown |= set(re.findall(r"pictures/([\w-]+\.png)", page.read_text(encoding="utf-8")))
    assert shown == {path.name for path in (ROOT / "docs" / "pictures").glob("*.png")}
