"""How the server is set up, and what it says where that cannot be."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from quintain.engine import Malformed, Unavailable
from quintain.table.config import config_from
from quintain.table.serve import backup, main
from quintain.table.sqlite import SqliteBackend
from quintain.table.store import StoreDown
from tests.table.running import free_port


def test_settings_come_from_the_file_then_the_environment_then_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "quintain.toml"
    file.write_text('port = 1001\nidle = 5\nworkers = 3\ncreating = "local"\n', encoding="utf-8")
    monkeypatch.setenv("QUINTAIN_IDLE", "6")
    monkeypatch.setenv("QUINTAIN_WORKERS", "4")
    found = config_from(str(file), workers=5, host=None)
    assert (found.port, found.idle, found.workers, found.creating, found.host) == (1001, 6, 5, "local", "0.0.0.0")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"creating": "Local"}, "anyone or local"), ({"metrics": "none"}, "local or anyone"), ({"limits": "off"}, "usual or none"),
        ({"port": 99_999}, "from 1 to 65535"), ({"port": "http"}, "whole number"), ({"workers": 0}, "from 1 to"),
        ({"idle": -1}, "from 0"), ({"colour": "red"}, "no setting"),
        ({"public": "table.example"}, "such as https://table.example"),
    ],
)  # fmt: skip
def test_a_setting_that_means_nothing_is_refused_and_never_taken_for_another(given: dict[str, object], said: str) -> None:
    with pytest.raises(Malformed, match=said):
        config_from("", **given)


def test_what_cannot_be_opened_is_said_in_a_sentence(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("no folder", encoding="utf-8")
    where = {"host": "127.0.0.1", "port": free_port(), "open_browser": False}
    with pytest.raises(Unavailable, match="cannot be used"):
        main(data=str(taken), **where)  # type: ignore[arg-type]
    with pytest.raises(Unavailable, match=r"cannot be reached.*port 1 "):
        main(database="postgresql://somebody@127.0.0.1:1/nothing", **where)  # type: ignore[arg-type]
    with pytest.raises(Unavailable, match=r"none of PostgreSQL's") as no:
        main(database="mysql//somebody:password@127.0.0.1", **where)  # type: ignore[arg-type]
    assert "password" not in str(no.value)


def test_only_its_owner_reads_the_database_and_its_copies(tmp_path: Path) -> None:
    SqliteBackend(tmp_path / "quintain.sqlite").close()
    assert backup(str(tmp_path / "copy"), data=str(tmp_path)) == 0
    for name in ("quintain.sqlite", "copy"):
        assert stat.S_IMODE(os.stat(tmp_path / name).st_mode) == 0o600


def test_a_backup_leaves_other_files_alone(tmp_path: Path) -> None:
    SqliteBackend(tmp_path / "quintain.sqlite").close()
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann, this is no database. " * 40, encoding="utf-8")
    before = other.read_bytes()
    with pytest.raises(Unavailable, match="another kind of file"):
        backup(str(other), data=str(tmp_path))
    assert other.read_bytes() == before
    with pytest.raises(StoreDown, match="another kind of file"):
        SqliteBackend(other)
