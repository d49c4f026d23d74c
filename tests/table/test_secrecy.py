"""Nothing secret reaches a player: every byte of every frame and answer is searched, and twins that differ in secrets are compared."""

from __future__ import annotations

import copy
import itertools
import json
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from quintain.library.encounters import sample
from quintain.systems import system, system_names
from quintain.table.client import Seat, Server, ServiceError
from tests.support import many

HIDDEN = "Zzyxq"
"""A name that stands nowhere else."""


class Listening(Seat):
    """A seat that keeps everything it was sent, to the byte."""

    def __init__(self, server: Server, table: str, name: str, role: str) -> None:
        super().__init__(server, table, name, role)
        self.heard: list[str] = []

    def _read(self, until: float) -> dict[str, Any]:
        got = super()._read(until)
        self.heard.append(json.dumps(got, sort_keys=True))
        return got

    def call(self, method: str, path: str, body: object = None) -> Any:
        try:
            got = super().call(method, path, body)
        except ServiceError as no:
            self.heard.append(str(no))
            raise
        self.heard.append(json.dumps(got, sort_keys=True))
        return got


def listening(seat: Seat) -> Listening:
    return Listening(seat.server, seat.table, seat.name, seat.role)


def with_canary(name: str) -> tuple[dict[str, Any], str]:
    """The standard encounter with one foe marked by its name; and that foe's id."""
    data = copy.deepcopy(sample(system(name).standard).data)
    rows: Any = data["combatants"]
    foes = [row for row in rows if row.get("controller") in ("gm", "", None) and row.get("side") not in ("heroes", "party")]
    foes[-1]["name"] = HIDDEN
    return data, str(foes[-1]["id"])


def play_on(gm: Seat, players: list[Listening], rng: random.Random, turns: int, id: str) -> None:
    """The GM answers everything, players ask and err, and the GM rules in secret now and then."""
    for turn in range(turns):
        question = gm.wait(10)
        if question is None:
            return
        try:
            gm.answer(question["id"], rng.choice(question["options"])["id"])
            if turn % 4 == 1:
                gm.rule("note", text=f"{HIDDEN} lurks", secret=True)
        except ServiceError:
            continue
        if gm.over or is_revealed(gm, id):  # from here on the record is everybody's, or somebody has run into the hidden one
            return
        for player in players:
            err(player, rng, id, turn)


def is_revealed(gm: Seat, id: str) -> bool:
    """Whether the fight itself has brought to light who was hidden."""
    return any(line["kind"] == "reveal" and id in line["who"] for line in gm.view["log"])


def until_revealed(heard: list[str]) -> list[str]:
    return list(itertools.takewhile(lambda text: '"kind": "reveal"' not in text or HIDDEN not in text, heard))


def err(player: Listening, rng: random.Random, id: str, turn: int) -> None:
    """What a curious player might try, one thing after the other, over HTTP and over the socket: every refusal is searched as well."""
    commands = (
        {"do": "answer", "question": "q1", "option": f"attack:{id}"},
        {"do": "automate", "who": id, "tactic": "steady"},
        {"do": "hand_over", "who": id, "to": player.name},
        {"do": "order", "who": id, "about": "turn", "order": "always"},
        {"do": "undo"},
    )
    paths = ("", "/view", "/fights/0/record", "/export", "/view?as=gm")
    command, key = commands[turn % 5], str(rng.random())
    try:
        if turn // 5 % 2:
            player.do(command, key)
        else:
            player.call("POST", "/commands", {"key": key, "version": 0, "command": command})
    except ServiceError as no:
        assert no.status < 500 and no.kind != "unavailable"  # noqa: PT017
    try:
        player.call("GET", paths[turn % 5])
    except ServiceError as no:
        assert no.status < 500  # noqa: PT017


def leaks(heard: list[str]) -> list[str]:
    """Where the canary shows, in what a player was sent."""
    found = []
    for text in heard:
        at = re.search(HIDDEN, text, re.IGNORECASE)
        if at:
            found.append(text[max(0, at.start() - 80) : at.end() + 80])
    return found


@pytest.mark.parametrize("name", system_names())
def test_a_hidden_combatant_leaves_no_trace(address: str, name: str) -> None:
    """Several sessions side by side: each waits most of the time."""
    with ThreadPoolExecutor(many(1, 8)) as side_by_side:
        for found in side_by_side.map(lambda seed: traces(Server(address), address, name, seed, many(10, 60)), range(many(1, 200))):
            assert not found, found[:2]


def traces(server: Server, address: str, name: str, seed: int, turns: int) -> list[str]:
    """Play with a hidden foe; where it shows in anything that players and screens are sent."""
    data, id = with_canary(name)
    gm, links = server.open(data, seats=["Ann", "Bob"], seed=str(seed), settings={"undo": "gm"})
    screen = gm.call("POST", "/seats", {"seat": "Screen", "role": "screen"})["url"]
    players = [listening(Server(address).enter(link)) for link in [*links.values(), screen]]
    gm.rule("hide", who=id)
    gm.follow()
    told = {player.name: len(player.call("GET", "/view")["log"]) for player in players}  # before it was hidden it was no secret
    for player in players:
        player.heard.clear()
        player.follow()
        player.heard.clear()
    play_on(gm, players, random.Random(seed), turns, id)
    found: list[str] = []
    for player in players:
        drain(player)
        revealed = is_revealed(gm, id)
        if not revealed:
            view = player.call("GET", "/view")
            found += leaks([json.dumps({**view, "log": view["log"][told[player.name] :]})])
        found += leaks(changes_only(until_revealed(player.heard) if revealed else player.heard))
        player.close()
    assert any(HIDDEN in unit["name"] for unit in gm.view["units"])
    gm.close()
    return found


def changes_only(heard: list[str]) -> list[str]:
    """Everything but whole views, whose log begins before the secret was one."""
    return [text for text in heard if '"log":' not in text]


def drain(seat: Seat) -> None:
    try:
        while True:
            seat._read(time.monotonic() + 0.1)
    except TimeoutError:
        pass


def test_the_search_notices_a_leak() -> None:
    assert leaks(['{"text": "zzyxq strikes"}'])
    assert not leaks(["there is nobody of that name"])


# -- twins -------------------------------------------------------------------------------------------------------------


def told(server: Server, address: str, data: dict[str, Any], seed: int, notes: int) -> list[str]:
    """Everything a player is sent while the GM does secret things, or nothing."""
    gm, links = server.open(data, seats=["Ann"], seed=str(seed))
    ann = listening(Server(address).enter(links["Ann"]))
    ann.follow()
    drain(ann)
    heard, first = len(ann.heard), ann.version
    for note in range(notes):
        gm.rule("note", text=f"secret {note}", secret=True)
    gm.rule("note", text="All see this.")
    ann.wait_until(lambda view: any("All see this." in line["text"] for line in view["log"]))
    gm.close()
    ann.close()
    return [strip(one, first) for one in ann.heard[heard:]]


@pytest.mark.parametrize("name", system_names())
def test_secret_doings_of_the_gm_do_not_show_in_numbers_or_frames(server: Server, address: str, name: str) -> None:
    data = with_canary(name)[0]
    with ThreadPoolExecutor(many(1, 8)) as side_by_side:
        assert not any(side_by_side.map(lambda seed: pairs_differ(server, address, data, seed), range(many(1, 1_000))))


def pairs_differ(server: Server, address: str, data: dict[str, Any], seed: int) -> bool:
    quiet, busy = told(server, address, data, seed, 0), told(server, address, data, seed, 3)
    return quiet != busy


def strip(text: str, first: int) -> str:
    """Numbers begin where the table was loaded; how they go on must be the same."""
    got = json.loads(text)
    if got["type"] == "changes":
        for name in ("version", "since"):
            got["changes"][name] -= first
    return json.dumps(got, sort_keys=True)
