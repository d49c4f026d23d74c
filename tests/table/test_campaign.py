"""A table's fights one after the other, and the whole table as one file: nothing is lost, nothing made up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quintain.systems import system, system_names
from quintain.table import rows
from quintain.table.client import Seat, Server, ServiceError
from quintain.table.serve import backup
from quintain.table.sqlite import SqliteBackend
from tests.support import many
from tests.table.running import serving


def played(server: Server, encounter: str, answers: int, seed: str = "7") -> tuple[Seat, dict[str, str]]:
    gm, links = server.open(encounter, seats=["Ann", "Bob"], gm="person", seed=seed)
    for _ in range(answers):
        question = gm.wait()
        if question is None:
            break
        gm.answer(question["id"], question["options"][0]["id"])
    return gm, links


@pytest.mark.parametrize("name", system_names())
def test_export_import_export_is_the_same_to_the_byte(server: Server, address: str, name: str) -> None:
    for number in range(many(1, 200)):
        out_and_in_again(server, address, name, str(7 + number))


def out_and_in_again(server: Server, address: str, name: str, seed: str = "7") -> None:
    gm, _ = played(server, system(name).standard, many(6, 60), seed)
    first = gm.call("GET", "/export")
    other = Server(address)
    opened = other.call("POST", "/api/import", first)
    again = Seat(other, opened["table"], opened["seat"], opened["role"])
    assert json.dumps(again.call("GET", "/export")) == json.dumps(first), "the file is not the same"
    old, new = gm.call("GET", "/view"), again.call("GET", "/view")
    assert {**old, "version": 0} == {**new, "version": 0}, "the table is not the same"
    assert len(opened["links"]) == 2 and opened["gm"]
    gm.close()


@pytest.mark.parametrize("harm", ["ops", "seats", "fight", "entry", "system"])
def test_a_damaged_file_is_refused(server: Server, harm: str) -> None:
    gm, _ = played(server, "clash/spines", 3)
    file = gm.call("GET", "/export")
    gm.close()
    if harm == "ops":
        del file["fights"][0]["ops"][1]
    elif harm == "seats":
        file["seats"].append({"seat": "Mallory", "role": "gm", "units": []})
    elif harm == "fight":
        file["fight"] = 7
    elif harm == "entry":
        file["fights"][0]["ops"][1]["entries"] = "none"
    else:
        file["system"] = "chess"
    with pytest.raises(ServiceError) as no:
        server.call("POST", "/api/import", file)
    assert 400 <= no.value.status < 500


def test_the_next_fight_has_the_same_people(server: Server, address: str) -> None:
    gm, links = played(server, "riposte/ferry", 3)
    ann = Server(address).enter(links["Ann"])
    ann.follow()
    before = {unit["id"] for unit in ann.view["units"] if unit["yours"]}
    assert gm.call("POST", "/fights", {"encounter": "riposte/cellar"})["id"] == 1
    ann.wait_until(lambda view: view["name"] != "", 10)
    ann.wait_until(lambda view: "Cellar" in view["name"] or "cellar" in view["name"].lower() or view["round"] == 0, 10)
    info = ann.call("GET", "")
    assert [fight["id"] for fight in info["fights"]] == [0, 1] and info["fight"] == 1
    assert {unit["id"] for unit in ann.call("GET", "/view")["units"] if unit["yours"]} == before
    assert gm.call("GET", "/fights/0/record")["system"] == "riposte"
    with pytest.raises(ServiceError):
        ann.call("GET", "/fights/0/record")
    gm.close()
    ann.close()


def test_the_next_fight_is_begun_once(strict_address: str, tmp_path: Path) -> None:
    """Asked for twice, or by two processes at once, with a clear answer to the second."""
    gm, _ = Server(strict_address).open("riposte/ferry", seats=["Ann"])
    cellar = {"encounter": "riposte/cellar", "after": 0}
    assert gm.call("POST", "/fights", cellar)["id"] == 1
    with pytest.raises(ServiceError) as no:
        gm.call("POST", "/fights", cellar)
    assert (no.value.status, no.value.kind) == (409, "stale")
    other = SqliteBackend(tmp_path / "quintain.sqlite")  # stands for another process, which was first by a moment
    assert other.writing is not None
    sql, values = rows.put_fight(gm.table, rows.FightRow(2, "Cellar Run", "riposte", "1"))
    other.writing.execute(sql, values)
    other.close()
    with pytest.raises(ServiceError) as no:
        gm.call("POST", "/fights", {"encounter": "riposte/cellar", "after": 1})
    assert (no.value.status, no.value.kind) == (409, "stale")
    assert gm.call("GET", "")["fight"] == 1 and gm.call("GET", "/view")["name"] == "Cellar Run"
    gm.rule("note", text="And it goes on.")
    gm.close()


def test_seats_keep_their_order_when_a_table_comes_back(tmp_path: Path) -> None:
    names = ["Zoe", "Ann"]
    with serving(tmp_path) as address:
        gm, _ = Server(address).open("clash/spines", seats=names)
        gm.call("POST", "/seats", {"seat": "Bob"})
        before = gm.call("GET", "/export")
        assert [seat["seat"] for seat in before["seats"]] == ["gm", *names, "Bob"]
    with serving(tmp_path) as address:
        again = Server(address)
        again.cookies = gm.server.cookies
        back = Seat(again, gm.table, "gm", "gm")
        assert back.call("GET", "/export") == before
        opened = again.call("POST", "/api/import", before)
        assert Seat(again, opened["table"], "gm", "gm").call("GET", "/export") == before


def test_a_fork_goes_its_own_way(server: Server) -> None:
    gm, _ = played(server, "clash/spines", 3)
    before = gm.call("GET", "/export")
    opened = gm.call("POST", "/fork")
    other = Seat(server, opened["table"], opened["seat"], opened["role"])
    other.rule("note", text="elsewhere")
    assert any("elsewhere" in line["text"] for line in other.call("GET", "/view")["log"])
    assert gm.call("GET", "/export") == before
    gm.close()
    other.close()


def test_a_backup_taken_while_playing_opens(tmp_path: Path) -> None:
    backed_up(tmp_path, many(2, 100))


def test_a_backup_does_not_wait_until_nothing_is_written(tmp_path: Path) -> None:
    """Under load every third one was refused: opening the database wrote to it, though its layout was today's."""
    server = SqliteBackend(tmp_path / "quintain.sqlite")
    assert server.writing is not None
    server.writing.execute(*rows.put_op("t", 0, 0, "kept"))
    server.writing.execute("BEGIN IMMEDIATE")
    server.writing.execute(*rows.put_op("t", 0, 1, "not yet"))
    assert backup(str(tmp_path / "copy.sqlite"), data=str(tmp_path)) == 0
    server.writing.execute("COMMIT")
    server.close()
    copy = SqliteBackend(tmp_path / "copy.sqlite")
    assert [rows.unpacked(row[0]) for row in copy.read("SELECT data FROM ops", ())] == ["kept"]
    copy.close()


def backed_up(tmp_path: Path, times: int) -> None:
    """Back up while playing, and open the copies, the last by a server: everything acknowledged before each is there."""
    with serving(tmp_path / "one") as address:
        gm, _ = played(Server(address), "clash/spines", 5)
        for number in range(times):
            (tmp_path / str(number)).mkdir()
            assert backup(str(tmp_path / str(number) / "quintain.sqlite"), data=str(tmp_path / "one")) == 0
            gm.rule("note", text=f"{number}")
        gm.close()
        last = gm.call("GET", "/export")
    whole = last["fights"][0]["ops"]
    for number in range(times):
        copy = SqliteBackend(tmp_path / str(number) / "quintain.sqlite")
        kept = [rows.unpacked(row[0]) for row in copy.read("SELECT data FROM ops WHERE table_id = ? ORDER BY n", (gm.table,))]
        copy.close()
        assert kept == whole[: len(kept)] and len(kept) >= len(whole) - times + number, "a copy lacks something"
    with serving(tmp_path / str(times - 1)) as address:
        server = Server(address)
        server.cookies = gm.server.cookies
        ops = Seat(server, gm.table, "gm", "gm").call("GET", "/export")["fights"][0]["ops"]
        assert ops == whole[: len(ops)] and len(ops) >= len(whole) - 1, "the copy lacks something"


GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_tables_exported_by_earlier_versions_open(server: Server, path: Path) -> None:
    """Files are only ever added: what people have saved must go on opening, and lead to the same."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    opened = server.call("POST", "/api/import", kept["file"])
    seat = Seat(server, opened["table"], opened["seat"], opened["role"])
    view = seat.call("GET", "/view")
    assert view["round"] == kept["round"] and {unit["id"] for unit in view["units"]} == set(kept["units"])
    assert len(view["log"]) == kept["lines"]
    assert seat.call("GET", "/export")["fights"] == kept["file"]["fights"]


def test_there_are_tables_of_earlier_versions() -> None:
    assert len(GOLDEN) >= 2


def test_a_record_of_older_rules_opens_and_says_so(server: Server) -> None:
    gm, _ = played(server, "clash/spines", 3)
    file = gm.call("GET", "/export")
    gm.close()
    file["fights"][0]["rules"] = "0.1"
    opened = server.call("POST", "/api/import", file)
    seat = Seat(server, opened["table"], opened["seat"], opened["role"])
    fight = seat.call("GET", "")["fights"][0]
    assert fight["rules"] == "0.1" and "0.1" in fight["note"]
