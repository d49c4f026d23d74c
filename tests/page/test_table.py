"""A GM and two players in three browsers play fights of all five systems through the page alone."""

from __future__ import annotations

import json
import re
import time
from itertools import takewhile
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from tests.page.axe import AXE, in_both_themes
from tests.page.hands import DESKTOP, LOOK, NOTHING, PHONE, Done, Person, join, open_seeded
from tests.page.running import Service

ROUNDS = 2
STEPS = 90
PATIENCE = 60.0
"""Seconds that nobody may be asked in, on a busy machine."""


class Plan(NamedTuple):
    """A fight whose dice bring a question out of turn, and what it is about."""

    encounter: str
    seed: str
    reaction: str
    ana: str = ""
    """What ana does where she can: the beginning of its row's name."""


PLANS = {
    "riposte": Plan("riposte/cellar", "1", "lethal"),  # whoever strikes somebody down is asked whether to kill
    "clash": Plan("clash/standard", "2", "lent", "Cover"),  # whoever is covered is asked whose score to take
    "tiers": Plan("tiers/toll-gang", "1", "before roll"),  # friends are asked for aid before a roll
    "toughness": Plan("toughness/vault", "2", "floor"),  # whoever is dying is asked for Conviction
    "escalation": Plan("escalation/ambush", "1", "interrupt"),
}


@pytest.mark.parametrize("system", sorted(PLANS))
def test_a_gm_and_two_players_play_through_the_page_alone(system: str, browser: Browser, shared: Service) -> None:
    """Several rounds, with a reaction, something taken back, a ruling and a lost connection; players learn no secret."""
    plan = PLANS[system]
    gm, ana, bo = Person(browser, "gm", DESKTOP), Person(browser, "ana", PHONE), Person(browser, "bo", PHONE)
    people = [gm, ana, bo]
    try:
        links = open_seeded(gm, shared.address, plan.encounter, plan.seed)
        before = told_so_far(gm)
        hidden = hide_last_foe(gm)
        gm.press(gm.page.locator("[data-whole-side]"))
        join(ana, links["ana"])
        join(bo, links["bo"])
        played = Played(plan, system, gm, ana, bo)
        played.through()
        assert played.reacted, f"nobody was asked about {plan.reaction}"
        assert played.undone and played.ruled and played.cut
        assert played.looked or not AXE.is_file(), "nobody was asked with rows to choose from"
        assert played.wrong == []
        assert all(played.changes) and (system != "clash" or any("→" in change for change in played.changes)), played.changes
        for person in people:
            assert person.problems == [], person.problems
        for player in (ana, bo):
            unseen = takewhile(lambda frame: not comes_into_view(frame, hidden), player.received)
            leaked = [frame[:200] for frame in unseen if hidden in without(frame, before)]
            assert leaked == [], f"{player.name} was told of {hidden}"
    finally:
        for person in people:
            person.close()


class Played:
    """A fight under way: who is asked answers, and on the way something is taken back, ruled and cut off."""

    def __init__(self, plan: Plan, system: str, gm: Person, ana: Person, bo: Person) -> None:
        self.plan, self.system = plan, system
        self.gm, self.ana, self.bo = gm, ana, bo
        self.people = [ana, bo, gm]
        self.reacted = self.undone = self.ruled = self.cut = self.looked = False
        self.wrong: list[str] = []
        self.changes: list[str] = []
        """What the last round did to each, as the reveal says it: "16 → 6"."""
        self.patience = time.monotonic() + PATIENCE

    def through(self) -> None:
        for _ in range(STEPS):
            person, done = self.somebody()
            if not done.how:
                return
            self.gm.caught_up()
            if done.about == self.plan.reaction and not self.reacted:
                self.reacted = True
            if person is not self.gm:
                self.between(person, done)
            over = self.gm.round() > ROUNDS and self.reacted and self.undone and self.ruled and self.cut
            if over or self.gm.over:
                self.ana.picture(f"{self.system}-phone")
                self.gm.picture(f"{self.system}-gm")
                return

    def somebody(self) -> tuple[Person, Done]:
        """Wait until somebody is asked, and let them answer; nothing once the fight is over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for person in self.people:
                person.caught_up()
                if person is self.ana and not self.looked and AXE.is_file():
                    self.look_closely(person)
                if self.system == "clash" and not any("→" in change for change in self.changes):
                    self.changes += person.page.locator("[data-change] b:visible").all_inner_texts()
                done = person.act(self.plan.ana if person is self.ana else "", never=self.reacted)
                if done.how:
                    return person, done
            if self.gm.over:
                return self.gm, NOTHING
        raise AssertionError("nobody is asked and nothing goes on")

    def look_closely(self, player: Person) -> None:
        """What is asked, with its first row open, the sheet and the log: axe-core finds nothing serious, on phone and desktop."""
        page = player.page
        seen = page.evaluate(LOOK)
        if seen["going"] or not (seen["asked"] and seen["rows"]):
            return
        self.looked = True
        player.press(page.locator("[data-row] > button:visible").first)
        self.wrong += [f"open row: {one}" for one in in_both_themes(page)]
        if self.system in ("tiers", "escalation"):
            return  # the rest looks like that of the others
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        page.wait_for_selector(".player.wide")
        self.wrong += [f"desktop: {one}" for one in in_both_themes(page)]
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.wait_for_selector(".player:not(.wide)")
        for tab in ("sheet", "log", "act"):
            player.press(page.locator(f"[data-tab={tab}]"))
            if tab != "act":
                self.wrong += [f"{tab}: {one}" for one in in_both_themes(page)]

    def between(self, person: Person, done: Done) -> None:
        if not self.undone:
            self.undone = take_back(person, self.gm)
        elif not self.ruled:
            self.ruled = rule(self.gm)
        elif not self.cut:
            self.cut = lose_connection(self.ana)


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


def comes_into_view(frame: str, name: str) -> bool:
    """Whether a rule shows everybody who was hidden: from then on it is no secret."""
    return bool(re.search(rf'"kind":"reveal","text":"{re.escape(name)} ', frame.replace('": "', '":"').replace('", "', '","')))


def hide_last_foe(gm: Person) -> str:
    """The GM hides somebody before anything is done; returns a name that players must not read from now on."""
    row = gm.page.locator("[data-rail][data-stance=foe]:visible").last
    name = str(row.get_attribute("data-name"))
    gm.press(row)
    gm.press(gm.page.locator("[data-hide]"))
    expect(gm.page.locator("[data-hide][aria-pressed=true]")).to_have_count(1)
    expect(gm.page.locator(".log .ruling").last).to_contain_text(f"{name} is hidden now", timeout=30_000)
    return name


def take_back(player: Person, gm: Person) -> bool:
    """The player takes back what they just did, where the table still allows it: then the GM could have it done again."""
    undo, going = player.page.locator("[data-undo]"), player.page.locator("[data-go-on]")
    player.caught_up()
    if going.count():
        player.press(going)  # the reveal lies over the board
    if not undo.count():
        return False
    player.press(undo)
    player.page.wait_for_selector(".toast")
    gm.caught_up()
    if gm.page.locator("[data-agree]").count():  # this table lets players propose
        gm.press(gm.page.locator("[data-agree]").first)
        expect(gm.page.locator("[data-agree]")).to_have_count(0)
        gm.caught_up()
    return bool(gm.page.evaluate("() => window.__live.view.can_redo"))


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
    expect(page.locator(".log .ruling").last).to_contain_text(name, timeout=30_000)
    return True


def lose_connection(player: Person) -> bool:
    """The line breaks and comes back: the player is told, looking goes on, and nothing is lost."""
    lines = int(player.page.locator("[data-log-size]").first.get_attribute("data-log-size") or 0)
    lamp = player.page.locator("[data-lamp]").first
    before = lamp.bounding_box()
    player.cut_line()
    expect(player.page.locator("[data-offline]")).to_be_visible(timeout=30_000)
    assert lamp.bounding_box() == before, "what is under the finger moved"
    player.picture("offline")
    player.mend_line()
    expect(player.page.locator("[data-offline]")).to_have_count(0, timeout=30_000)
    player.caught_up()
    assert int(player.page.locator("[data-log-size]").first.get_attribute("data-log-size") or 0) >= lines
    return True


def test_a_server_that_restarts_loses_nothing(browser: Browser, service: Service) -> None:
    """Everybody sees that it is gone, comes back by themselves, and the same question is open."""
    gm, ana = Person(browser, "gm", DESKTOP), Person(browser, "ana", PHONE)
    try:
        links = open_seeded(gm, service.address, "riposte/cellar", "1")
        join(ana, links["ana"])
        ana.act()
        title = ana.page.locator("[data-lamp] .title").inner_text()
        service.stop()
        expect(ana.page.locator("[data-offline]")).to_be_visible(timeout=30_000)
        service.start()
        for person in (gm, ana):
            expect(person.page.locator("[data-offline]")).to_have_count(0, timeout=30_000)
            person.caught_up()
        assert ana.page.locator("[data-lamp] .title").inner_text() == title
        assert ana.act().how
    finally:
        gm.close()
        ana.close()
