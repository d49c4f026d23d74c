"""Accessibility, size, languages, types and speed of the page."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Response

from tests.page.hands import PHONE, Person
from tests.page.running import ROOT, WEB, Service

FIRST_LOAD = 300_000


def alone(person: Person, shared: Service, encounter: str) -> None:
    """At a table alone, a few answers into the fight."""
    person.page.goto(shared.address)
    person.page.wait_for_selector("[data-encounter]")
    table = person.page.evaluate(
        "async (encounter) => (await (await fetch('/api/play', {method: 'POST', headers: {'content-type': 'application/json'},"
        " body: JSON.stringify({encounter})})).json()).table",
        encounter,
    )
    person.page.goto(f"{shared.address}/#/t/{table}")
    person.page.wait_for_selector("[data-board]")


def test_first_load_stays_below_300_kilobytes_compressed(browser: Browser, shared: Service) -> None:
    person = Person(browser, "size", PHONE)
    sizes: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if answer.url.startswith(shared.address) and "/api/" not in answer.url:
            body = answer.body()
            sizes[answer.url] = len(body) if answer.url.endswith("woff2") else len(gzip.compress(body))

    person.page.on("response", weigh)
    try:
        alone(person, shared, "riposte/ferry")
        person.page.wait_for_timeout(300)
        assert 20_000 < sum(sizes.values()) < FIRST_LOAD, sizes
    finally:
        person.close()


def keys_of(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted((WEB / "src" / "text" / language).glob("*.ts")):
        found.update(re.findall(r'^\s+"([\w.\-? ]+)":\s+"((?:[^"\\]|\\.)*)"', path.read_text(encoding="utf-8"), re.MULTILINE))
    return found


def test_german_says_everything_that_english_says() -> None:
    english, german = keys_of("en"), keys_of("de")
    assert set(english) == set(german)
    gaps = {key for key in english if set(re.findall(r"\{(\w+)", english[key])) != set(re.findall(r"\{(\w+)", german[key]))}
    assert gaps == set()


def test_the_page_speaks_german(browser: Browser, shared: Service) -> None:
    person = Person(browser, "de", PHONE, language="de")
    try:
        person.page.goto(shared.address)
        person.page.wait_for_selector("[data-encounter]")
        assert person.page.get_by_text("Gleich spielen").is_visible()
        person.picture("start-german")
    finally:
        person.close()


def test_no_component_needs_a_hole_in_the_content_policy() -> None:
    wrong = [
        f"{path.relative_to(WEB)}: {what}"
        for path in sorted((WEB / "src").rglob("*.svelte"))
        for what in (' style="', "{@html")
        if what in path.read_text(encoding="utf-8")
    ]
    assert wrong == []


@pytest.mark.skipif(not (WEB / "node_modules").is_dir() or not shutil.which("node"), reason="npm ci in web/ was not run")
def test_the_types_are_those_of_the_openapi_document() -> None:
    packages = [*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT / "src")]  # compiled, where the tests are
    environment = {**os.environ, "PYTHON": sys.executable, "PYTHONPATH": os.pathsep.join(packages)}
    said = subprocess.run(["node", "scripts/types.mjs", "--check"], cwd=WEB, env=environment, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr


def test_lock_file_names_no_registry() -> None:
    text = Path(WEB / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in text
    assert json.loads(text)["lockfileVersion"] >= 3
