"""An evening at a table: a GM and three players on phones, a shared screen and somebody who looks on, with all that goes wrong.

One player comes late, one loses the connection again and again, one is replaced by a tactic and comes back, the GM's laptop sleeps,
the server is restarted. The client is `tests.table.phone`, which knows the documents alone.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from quintain.systems import system, system_names
from tests.support import many
from tests.table.phone import No, Phone, plain
from tests.table.postgres import PostgresServer
from tests.table.running import Process

PLAYERS = ["Ann", "Bob", "Cy"]


def played(phones: list[Phone], rng: random.Random, answers: int) -> None:
    """Whoever is asked answers, each for themselves; the GM for the rest, and for whoever is not here."""
    given, end = 0, time.monotonic() + 120
    while given < answers and "outcome" not in phones[0].view:
        assert time.monotonic() < end, "nobody is asked anything"
        before = given
        for phone in phones[1:]:
            given += answered(phone, rng)
        if given == before:
            given += answered(phones[0], rng)


def answered(phone: Phone, rng: random.Random) -> bool:
    phone.quiet()
    if not (asked := phone.mine()):
        return False
    question = rng.choice(asked)
    try:
        phone.do("answer", question=question["id"], option=rng.choice(question["options"])["id"])
    except No as no:
        if no.kind not in ("stale", "illegal", "missing"):
            raise
        return False
    return True


def all_caught_up(phones: list[Phone]) -> None:
    for phone in phones:
        phone.caught_up()


def evening(name: str, addresses: list[str], restart: Callable[[], list[str]]) -> None:
    """`restart` says what everybody hears of it."""
    rng = random.Random(name)
    here, there = addresses[0], addresses[-1]
    gm = Phone(here)
    links = gm.open(system(name).standard, PLAYERS, name="Friday", seed="1", settings={"undo": "propose"})
    for seat, role in (("Wall", "screen"), ("Eve", "spectator")):
        links[seat] = gm.at("POST", "/seats", {"seat": seat, "role": role})["url"]
    assert [one["seat"] for one in gm.at("GET", "")["seats"]] == ["gm", *PLAYERS, "Wall", "Eve"]
    ann, bob = Phone(here).enter(links["Ann"]), Phone(there).enter(links["Bob"])
    wall, eve = Phone(there).enter(links["Wall"]), Phone(here).enter(links["Eve"])
    for phone in (gm, ann, bob, wall, eve):
        phone.join()
    played([gm, ann, bob], rng, 4)

    # Cy is late.
    cy = Phone(there).enter(links["Cy"])
    cy.join()
    everybody = [gm, ann, bob, cy, wall, eve]
    all_caught_up(everybody)
    gm.until(lambda: {one["seat"] for one in gm.presence if one["present"]} == {"gm", *PLAYERS, "Wall", "Eve"})

    # Bob's connection breaks: what he missed comes as changes, once.
    for _ in range(3):
        bob.drop()
        played([gm, ann, cy], rng, 2)
        bob.join()
    all_caught_up(everybody)

    # Cy goes out for a while: a tactic plays; he keeps looking, and is back.
    gm.do("automate", who="Cy", tactic="steady")
    gm.until(lambda: next(one for one in gm.presence if one["seat"] == "Cy").get("auto") == "steady")
    played([gm, ann, bob], rng, 3)
    assert not cy.mine() or "outcome" in cy.view
    gm.do("automate", who="Cy", tactic="")
    cy.until(lambda: "auto" not in next(one for one in cy.presence if one["seat"] == "Cy"))

    # The GM's laptop sleeps: nothing is read there, and it wakes on a dead connection.
    gm.drop()
    for phone in (ann, bob, cy):
        answered(phone, rng)
    gm.join()
    all_caught_up(everybody)

    # What is hidden is hidden on every phone, from the screen and from Eve.
    foe = next((one["id"] for one in gm.view["units"] if one["controller"] == "gm"), "")
    if foe and "outcome" not in gm.view:
        gm.rule("hide", who=foe)
        gm.rule("note", text="Zzyxq sneaks up", secret=True)
        for phone in (ann, bob, cy, wall, eve):
            phone.until(lambda phone=phone: foe not in {one["id"] for one in phone.view["units"]})
            assert "Zzyxq" not in str(phone.at("GET", "/view"))
        gm.rule("reveal", who=foe)

    # Ann takes something back: the GM says no, then yes.
    if "outcome" not in gm.view:
        for answer in ("decline", "agree"):
            ann.caught_up()
            assert "GM" in ann.do("undo")["said"]
            gm.until(lambda: bool(gm.view["proposals"]))
            gm.do(answer, proposal=gm.view["proposals"][0]["proposal"])
        gm.at("PATCH", "/settings", {"level": "assist", "knowledge": "hidden"})
        played([gm, ann, bob, cy], rng, 2)
        gm.at("PATCH", "/settings", {"level": "enforce", "knowledge": "learned"})
    for phone in (bob, eve):
        with pytest.raises(No) as no:
            phone.rule("note", text="I am the GM now.")
        assert no.value.kind == "not_yours"
    all_caught_up(everybody)

    # The server is restarted under them.
    goodbye = restart()
    all_caught_up(everybody)
    assert all(phone.byes == goodbye for phone in everybody)
    gm.rule("note", text="Back again.")
    for phone in everybody:
        phone.until(lambda phone=phone: any(line["text"] == "Back again." for line in phone.view["log"]))
    all_caught_up(everybody)

    # Bob lost his phone: a new link, and the old one is worth nothing.
    link = gm.renewed("Bob")
    with pytest.raises(No):
        bob.until(lambda: False, 20)
    with pytest.raises(No):
        bob.at("GET", "/view")
    bob = Phone(there).enter(link)
    bob.join()
    everybody[2] = bob

    # The fight ends, its record is everybody's, and another begins.
    if "outcome" not in gm.view:
        gm.rule("end", result="ceasefire" if name == "tiers" else "draw", why="Late")
    played([gm, ann, bob, cy], rng, 100)  # what a book asks when it is over
    for phone in everybody:
        phone.until(lambda phone=phone: "outcome" in phone.view)
    record = eve.at("GET", "/fights/0/record")
    assert ann.ask("POST", "/api/fair", {"record": record})["ok"]
    gm.at("POST", "/fights", {"encounter": system(name).standard, "after": 0})
    for phone in everybody:
        phone.until(lambda phone=phone: "outcome" not in phone.view)
    played([gm, ann, bob, cy], rng, 3)
    all_caught_up(everybody)

    # The whole table as a file, and from it another table that is the same.
    file = gm.at("GET", "/export")
    other = Phone(there)
    found = other.ask("POST", "/api/import", file)
    other.table, other.seat = found["table"], found["seat"]
    other.join()
    assert plain(other.view) == plain(gm.view)
    assert other.at("GET", "/export") == file
    for phone in (*everybody, other):
        phone.open_wires.close()


@pytest.mark.parametrize("name", system_names())
def test_an_evening_with_three_phones(tmp_path: Path, name: str) -> None:
    server = Process(tmp_path)

    def restart() -> list[str]:
        assert server.stop() == 0
        server.start()
        return ["The server is stopping; it will be back."]

    try:
        evening(name, [server.address], restart)
    finally:
        server.stop()


@pytest.mark.parametrize("name", system_names()[: many(1, 5)])
def test_an_evening_at_two_servers_of_one_database(tmp_path: Path, postgres: PostgresServer, name: str) -> None:
    base = postgres.new_base()
    servers = [Process(tmp_path, base), Process(tmp_path, base)]

    def restart() -> list[str]:
        servers[1].kill()
        servers[1].start()
        return []

    try:
        evening(name, [server.address for server in servers], restart)
    finally:
        for server in servers:
            server.stop()
