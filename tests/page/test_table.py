"""A GM and two players in three browsers play fights of all five systems through the page alone."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, expect

from tests.page.hands import DESKTOP, PHONE, SYSTEMS, Person, join, open_table
from tests.page.running import Service

ROUNDS = 2
STEPS = 160


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_a_gm_and_two_players_play_through_the_page_alone(system: str, browser: Browser, service: Service) -> None:
    gm, ana, bo = Person(browser, "gm", DESKTOP), Person(browser, "ana", PHONE), Person(browser, "bo", PHONE)
    people = [gm, ana, bo]
    try:
        links = open_table(gm, service.address, SYSTEMS[system], ["ana", "bo"])
        gm.picture(f"{system}-seats")
        gm.press(gm.page.locator("[data-to-table]"))
        gm.page.wait_for_selector("[data-board]")
        before = told_so_far(gm)
        hidden = hide_last_foe(gm)
        join(ana, links["ana"])
        join(bo, links["bo"])
        done = play(people, system, service)
        for person in people:
            assert person.problems == [], person.problems
        assert done["row"] + done["card"] + done["pass"] >= 6
        for player in (ana, bo):
            leaked = [frame[:200] for frame in player.received if hidden in without(frame, before)]
            assert leaked == [], f"{player.name} was told of {hidden}"
    finally:
        for person in people:
            person.close()


def told_so_far(gm: Person) -> list[str]:
    """The lines of the log until now. Who is told is settled when it is told: these stay, whoever is hidden afterwards."""
    found = gm.page.evaluate(
        "async () => (await (await fetch(`/api/tables/${location.hash.split('/')[2]}/view`)).json()).log.map((line) => line.text)"
    )
    return [str(line) for line in found]


def without(frame: str, lines: list[str]) -> str:
    for line in lines:
        frame = frame.replace(json.dumps(line, ensure_ascii=False), '""')
    return frame


def hide_last_foe(gm: Person) -> str:
    """The GM hides somebody before anything is done; returns a name that players must not read from now on."""
    row = gm.page.locator("[data-rail][data-stance=foe]:visible").last
    name = str(row.get_attribute("data-name"))
    gm.press(row)
    gm.press(gm.page.locator("[data-hide]"))
    expect(gm.page.locator("[data-hide][aria-pressed=true]")).to_have_count(1)
    expect(gm.page.locator(".log .ruling").last).to_contain_text(f"{name} is hidden now", timeout=10_000)
    return name


def play(people: list[Person], system: str, service: Service) -> dict[str, int]:
    """Several rounds with an undo, a ruling and a lost connection on the way; returns what was done how often."""
    gm, ana, bo = people
    done = {"row": 0, "card": 0, "pass": 0, "dice": 0}
    undone = ruled = restarted = False
    start = gm.round()
    for step in range(STEPS):
        moved = False
        for person in (ana, bo, gm):
            did = person.act()
            if not did:
                continue
            moved = True
            done[did] += 1
            if did == "row" and person is ana:
                ana.picture(f"{system}-phone")
            if person is ana and not undone and ana.page.locator("[data-undo]").count():
                undone = take_back(ana, gm)
        if not ruled and step >= 3:
            ruled = rule(gm)
            gm.picture(f"{system}-gm")
        if not restarted and step >= 5:
            restarted = lose_connection(people, service)
        if any(person.over for person in people) or (gm.round() >= start + ROUNDS and undone and ruled and restarted):
            break
        if not moved:
            gm.page.wait_for_timeout(150)
    assert undone and ruled and restarted
    return done


def take_back(player: Person, gm: Person) -> bool:
    """What the player did is taken back: at once, or when the GM agrees."""
    player.press(player.page.locator("[data-undo]"))
    player.page.wait_for_timeout(300)
    if gm.page.locator("[data-agree]").count():
        gm.press(gm.page.locator("[data-agree]").first)
    return True


def rule(gm: Person) -> bool:
    """The GM changes a figure where it stands in the sheet."""
    page = gm.page
    row = page.locator("[data-rail][data-stance=party]:visible").first
    name = str(row.get_attribute("data-name"))
    gm.press(row)
    gm.press(page.locator("[data-set]:visible").first)
    field = page.locator("[data-set-value]").first
    before = int(field.input_value())
    field.fill(str(max(1, before - 1)))
    field.press("Enter")
    expect(page.locator(".log .ruling").last).to_contain_text(name, timeout=10_000)
    return True


def lose_connection(people: list[Person], service: Service) -> bool:
    """The server goes away and comes back: everybody sees it, and nothing is lost."""
    lines = people[1].page.locator("[data-log-size]").first.get_attribute("data-log-size")
    service.stop()
    expect(people[1].page.locator("[data-offline]")).to_be_visible(timeout=10_000)
    people[1].picture("offline")
    service.start()
    for person in people:
        expect(person.page.locator("[data-offline]")).to_have_count(0, timeout=20_000)
        person.problems = [problem for problem in person.problems if "WebSocket" not in problem and "ERR_CONNECTION" not in problem]
    after = people[1].page.locator("[data-log-size]").first.get_attribute("data-log-size")
    assert int(after or 0) >= int(lines or 0)
    return True
