"""`quintain import`, as typed in a shell."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from quintain.library.encounters import from_data

PAGE = """\
```statblock
name: "Fen wisp"
level: "3"
role: "spoiler"
type: "spirit"
initiative: "9"
actions:
    - name: "C: Cold glow +8 vs. MD (one nearby enemy)"
      desc: "8 thunder damage"
      traits:
          - name: "Natural even hit"
            desc: "The target is hampered (easy save ends), and its lamp goes out."
ac: "18"
pd: "13"
md: "17"
hp: "40"
```
"""


def quintain(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "quintain", "import", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "Fen-wisp.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "pages" / "Broken.md").write_text("```statblock\nname: Broken\n```\n", encoding="utf-8")
    return tmp_path / "pages"


def test_the_report_says_what_came_in_and_what_did_not(folder: Path) -> None:
    run = quintain("--report", folder)
    assert run.returncode == 0
    assert "Stat blocks imported: 1. Not imported: 1, see below." in run.stdout
    assert "Attack lines that work: 1 of 1 (100.0 %)." in run.stdout
    assert "Broken.md line 2, field level: the stat block of Broken has no level" in run.stderr


def test_what_is_left_to_the_game_master_is_listed_with_its_reason(folder: Path) -> None:
    run = quintain("--texts", folder)
    assert run.returncode == 0
    assert run.stdout == "Fen wisp: natural even hit: its lamp goes out [tells a story; there is nothing to apply]\n"


@pytest.mark.parametrize("damage", ["6 + 1d4 damage", "17 or 20 cold damage"])
def test_damage_that_cannot_be_read_is_warned_of_and_not_offered_in_part(folder: Path, tmp_path: Path, damage: str) -> None:
    (folder / "Fen-wisp.md").write_text(PAGE.replace("8 thunder damage", damage), encoding="utf-8")
    run = quintain(folder, "-o", tmp_path / "out.yaml")
    sentence = f'Fen wisp: Cold glow: the damage "{damage}" could not be read. It stays text, and the GM applies it.'
    assert run.returncode == 0 and sentence in run.stderr
    (attack,) = yaml.safe_load((tmp_path / "out.yaml").read_text(encoding="utf-8"))["blocks"]["fen-wisp"]["attacks"]
    assert attack["hit"] == [{"text": damage}]


def test_damage_that_is_read_is_not_warned_of(folder: Path, tmp_path: Path) -> None:
    assert "damage" not in quintain(folder, "-o", tmp_path / "out.yaml").stderr


def test_blocks_of_the_same_name_are_all_written_and_the_report_says_so(folder: Path, tmp_path: Path) -> None:
    (folder / "Other.md").write_text(PAGE.replace('"Fen wisp"', '"fen-WISP"'), encoding="utf-8")
    assert "  2 blocks are called Fen wisp: each has an id of its own" in quintain("--report", folder).stdout
    assert quintain(folder, "-o", tmp_path / "all.yaml").returncode == 0
    data = yaml.safe_load((tmp_path / "all.yaml").read_text(encoding="utf-8"))
    assert list(data["blocks"]) == ["fen-wisp", "fen-wisp-2"]


def test_nastier_traits_are_switched_on_by_an_option(folder: Path) -> None:
    page = folder / "Fen-wisp.md"
    nastier = 'nastier_traits:\n    - name: "Fear aura"\n      desc: "Engaged enemies with 24 hp or fewer are dazed."\nac:'
    page.write_text(PAGE.replace("ac:", nastier, 1), encoding="utf-8")
    plain, nasty = (yaml.safe_load(quintain(page, *more).stdout)["blocks"]["fen-wisp"] for more in ((), ("--nastier",)))
    assert ("fear" in plain, nasty["fear"]) == (False, 24)
    note = {"name": "Fear aura", "text": "Engaged enemies with 24 hp or fewer are dazed.", "kind": "nastier"}
    assert plain["notes"] == [{**note, "effects": [{"inflict": ["dazed"], "until": "save"}]}]


def test_traits_to_choose_from_are_switched_on_by_their_names(folder: Path) -> None:
    page = folder / "Fen-wisp.md"
    glum = '    - name: "Glum"\n      desc: "The wisp takes no damage from missed attacks."\n'
    traits = f'traits:\n    - name: "Moods"\n      desc: "Choose ONE"\n{glum}ac:'
    page.write_text(PAGE.replace("ac:", traits, 1), encoding="utf-8")
    made = yaml.safe_load(quintain(page, "--with", "glum").stdout)["blocks"]["fen-wisp"]
    assert (made["no_miss_damage"], [note["name"] for note in made["notes"]]) == (True, ["Moods"])
    no = quintain(page, "--with", "Gleeful")
    assert (no.returncode, no.stderr) == (2, "quintain: No optional trait is called 'Gleeful'. There are: Fen wisp: Glum.\n")
    assert no.stdout == ""


def test_a_file_is_written_that_an_encounter_can_carry(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "wisps.yaml"
    run = quintain(folder, "fen WISP", "-o", out)
    assert (run.returncode, run.stdout) == (0, f"1 stat blocks written to {out}.\n")
    data = yaml.safe_load(out.read_text(encoding="utf-8"))
    data["combatants"] = [{"use": "odrun", "side": "party"}, {"use": "fen-wisp", "side": "foes", "count": 2}]
    assert [unit.id for unit in from_data(data).battle().units] == ["odrun", "fen-wisp-1", "fen-wisp-2"]


def test_one_page_goes_to_the_screen(folder: Path) -> None:
    run = quintain(folder / "Fen-wisp.md")
    assert run.returncode == 0
    assert list(yaml.safe_load(run.stdout)["blocks"]) == ["fen-wisp"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["{folder}", "Fen wasp"], "No stat block is called 'Fen wasp'. Did you mean Fen wisp?"),
        (["{folder}/nothing"], "there is no such file or folder"),
        (["{folder}/Broken.md"], "no stat block was found"),
        (["{folder}/Empty.md"], "a page holds them as code blocks marked ```statblock"),
        (["{folder}/Utf16.md"], "Utf16.md: the page is not text in UTF-8; save it as UTF-8"),
        (["{folder}/List.md"], "List.md line 4, field name: the stat block needs a name"),
        (["{folder}/elsewhere"], "no markdown page (*.md) was found here"),
        (["{folder}", "-o", "{folder}/no/such/place.yaml"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(folder: Path, words: list[str], sentence: str) -> None:
    (folder / "Empty.md").write_text("", encoding="utf-8")
    (folder / "Utf16.md").write_text(PAGE, encoding="utf-16")
    (folder / "List.md").write_text("```statblock\nlevel: 1\nhp: 3\nname: [a, b]\n```\n", encoding="utf-8")
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "notes.txt").write_text("nothing", encoding="utf-8")
    run = quintain(*(word.format(folder=folder) for word in words))
    assert run.returncode != 0
    assert sentence in run.stderr and "Traceback" not in run.stderr
