"""The pages around the table: rules, builder, lab and replay, each by what somebody comes for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.hands import DESKTOP, Person
from tests.page.running import Service
from tests.page.test_quality import AXE, serious

PATIENCE = 60_000
"""Milliseconds: fights are counted meanwhile, perhaps on a busy machine."""


@pytest.fixture
def reader(browser: Browser) -> Iterator[Person]:
    person = Person(browser, "reader", DESKTOP)
    yield person
    person.close()


def nothing_wrong(person: Person) -> None:
    assert person.problems == []
    if AXE.is_file():
        assert serious(person.page) == []


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


def test_builder_takes_a_figure_refuses_a_wrong_one_and_saves(reader: Person, shared: Service, tmp_path: Path) -> None:
    page = reader.page
    page.goto(f"{shared.address}/#/build/riposte/cellar")
    reader.press(page.locator("[data-combatant='0']"))
    field = page.locator("[data-field][inputmode=numeric]").first
    name, before = str(field.get_attribute("data-field")), int(field.input_value())
    field.fill("many")
    field.press("Tab")
    said = page.locator("label.field .wrong").first
    expect(said).to_be_visible(timeout=PATIENCE)
    assert len(said.inner_text().split()) > 3, "a wrong figure is answered by a sentence"
    expect(page.locator("[data-play]")).to_be_disabled()
    field = page.locator(f"[data-field='{name}']")
    field.fill(str(before + 1))
    field.press("Tab")
    expect(page.locator("label.field .wrong")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("[data-play]")).to_be_enabled(timeout=PATIENCE)
    with page.expect_download() as saved:
        reader.press(page.locator("[data-save]"))
    path = tmp_path / "saved.yaml"
    saved.value.save_as(path)
    assert str(before + 1) in path.read_text(encoding="utf-8")
    nothing_wrong(reader)


def test_lab_counts_fights_and_one_of_them_is_watched(reader: Person, shared: Service) -> None:
    page = reader.page
    page.goto(f"{shared.address}/#/lab/riposte/cellar")
    expect(page.locator("[data-result]")).to_contain_text("%", timeout=PATIENCE)
    expect(page.locator("[data-count]")).to_be_visible(timeout=PATIENCE)
    nothing_wrong(reader)
    reader.press(page.locator("[data-watch]").first)
    page.wait_for_selector("main.replay [data-board]", timeout=PATIENCE)
    scrub = page.locator("input[type=range]")
    first = scrub.input_value()
    reader.press(page.locator("[data-on]"))
    expect(scrub).not_to_have_value(first)
    assert scrub.input_value() != first
    nothing_wrong(reader)
