"""A bestiary written for the purpose, imported whole: blocks, notes, report, file; and the rules accept all of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from quintain.systems.escalation.published import stat_block
from quintain_bestiary import Bestiary, NoSuchBlock, import_bestiary, import_text
from quintain_bestiary.report import Share

CROAKER = """\
# Gulch croaker

```statblock
layout: Basic Layout
name: "Gulch croaker"
size: "large"
level: "4"
levelOrdinal: "4th"
role: "wrecker"
type: "beast"
initiative: "8"
vulnerability: "cold"
actions:
    - name: "Crushing bulk +9 vs. AC (2 attacks)"
      desc: "13 damage"
      traits:
          - name: "Natural even hit"
            desc: "The croaker can make a _sticky tongue_ attack as a free action."
          - name: "Miss"
            desc: "4 damage."
          - name: "Both attacks hit in the rain"
            desc: "The croaker licks its eye."
    - name: "R: Bile +8 vs. PD (1d3 nearby enemies in a group)"
      desc: "9 acid damage, and 5 ongoing acid damage (hard save ends, 16+)"
      traits:
          - name: "Crit"
            desc: "The target is dazed (save ends)."
          - name: "Natural 16+"
            desc: "The target is weakened (save ends), and its boots dissolve."
          - name: "Limited use"
            desc: "2/battle, as a quick action."
    - name: "R: Slime rain (1d4 nearby enemies)"
      desc: "6 acid damage"
    - name: "Puff up"
      desc: "The croaker doubles in size and looks offended."
triggered_actions:
    - name: "[Special trigger] C: Sticky tongue +9 vs. PD (one nearby enemy)"
      desc: "The target pops free from each enemy engaged with it<br/>C: Gulp +7 vs. PD (one enemy it's grabbing)-20 damage"
      traits:
          - name: "Each failed save"
            desc: "Nothing much happens."
traits:
    - name: "Resist acid 16+"
      desc: "Whoever throws acid at it must roll 16+ or deal half."
    - name: "Damp"
      desc: "It is always damp."
nastier_traits:
    - name: "Very damp"
      desc: "It is even damper."
ac: "19"
pd: "18"
md: "13"
hp: "108"
```
"""

MITE = """\
```statblock
name: "Lamp mite"
size: "normal"
level: "1"
role: "mook"
mook: "yes"
type: "beast"
initiative: "4"
actions:
    - name: "[Group ability] Singe +6 vs. PD"
      desc: "3 fire damage, and the target is vulnerable until the end of its next turn"
      traits:
          - name: "Natural 18+ hit"
            desc: "The mite can make a singe attack against a different target as a free action."
ac: "16"
pd: "15"
md: "11"
hp: "7"
```
"""


@pytest.fixture
def found(tmp_path: Path) -> Bestiary:
    (tmp_path / "Beast").mkdir()
    (tmp_path / "Beast" / "Gulch-croaker.md").write_text(CROAKER, encoding="utf-8")
    (tmp_path / "Beast" / "Lamp-mite.md").write_text(MITE, encoding="utf-8")
    (tmp_path / "Beast" / "Beast.md").write_text("# Beasts\n\nA family.\n", encoding="utf-8")
    return import_bestiary(tmp_path)


def attack(found: Bestiary, block: str, name: str) -> dict[str, Any]:
    rows: Any = found.named(block).block
    return next(row for row in rows["attacks"] + rows.get("powers", []) if row["name"] == name)


def test_figures_traits_and_weaknesses_stand_in_the_block(found: Bestiary) -> None:
    block = found.named("gulch croaker").block
    assert (block["level"], block["category"], block["role"], block["hp"]) == (4, "large", "wrecker", 108)
    assert (block["resist"], block["weak_to"]) == ({"acid": 16}, ["cold"])


def test_riders_misses_and_crits_find_their_places(found: Bestiary) -> None:
    bulk = attack(found, "Gulch croaker", "Crushing bulk")
    assert bulk["attacks"] == 2
    assert bulk["miss"] == [{"damage": 4}]
    assert bulk["riders"] == [
        {"when": "natural even hit", "name": "Natural even hit", "effects": [{"attack": "Sticky tongue"}]}
    ]
    bile = attack(found, "Gulch croaker", "Bile")
    assert (bile["usage"], bile["action"]) == ("2/battle", "quick")
    assert bile["crit"] == [{"inflict": ["dazed"], "until": "save"}]
    assert bile["riders"][0]["effects"] == [{"inflict": ["weakened"], "until": "save"}, {"text": "its boots dissolve"}]


def test_triggered_attacks_wait_and_attacks_inside_a_text_become_attacks(found: Bestiary) -> None:
    assert attack(found, "Gulch croaker", "Sticky tongue")["needs"] == ["granted"]
    gulp = attack(found, "Gulch croaker", "Gulp")
    assert (gulp["bonus"], gulp["hit"], gulp["targets"]["filter"]) == (7, [{"damage": 20}], "grabbed")


def test_an_attack_without_a_roll_becomes_a_power(found: Bestiary) -> None:
    rain = attack(found, "Gulch croaker", "Slime rain")
    assert "bonus" not in rain
    assert (rain["targets"]["count"], rain["hit"]) == ("1d4", [{"damage": 6, "type": "acid"}])


def test_a_group_ability_of_a_mook_is_kept(found: Bestiary) -> None:
    singe = attack(found, "Lamp mite", "Singe")
    assert (singe["group_uses"], singe["usage"]) == (True, "1/battle")
    assert singe["riders"][0]["effects"] == [{"attack": "Singe", "at": "other"}]


def test_everything_else_is_kept_as_notes_that_say_where_they_belong(found: Bestiary) -> None:
    notes = [(note["name"], note["kind"], note.get("under", "")) for note in found.named("Gulch croaker").notes]
    assert notes == [
        ("Puff up", "action", ""),
        ("Damp", "trait", ""),
        ("Very damp", "nastier", ""),
        ("Crushing bulk: Both attacks hit in the rain", "rider", "Crushing bulk"),
        ("Sticky tongue: Each failed save", "rider", "Sticky tongue"),
    ]


def test_a_note_has_a_name_of_its_own_and_the_uses_its_text_allows() -> None:
    trait = """    - name: "Sulk"
      desc: "Twice per battle, the mite goes out."
    - name: "Sulk"
      desc: "It glowers."
"""
    found = import_text(MITE.replace('ac: "16"', f'traits:\n{trait}ac: "16"'))
    assert found.named("Lamp mite").notes == [
        {"name": "Sulk", "text": "Twice per battle, the mite goes out.", "kind": "trait", "uses": 2},
        {"name": "Sulk (again 1)", "text": "It glowers.", "kind": "trait"},
    ]


def test_the_report_counts_what_works_and_what_was_kept(found: Bestiary) -> None:
    made = found.tally()
    assert (made.pages, made.blocks, made.without_block, made.problems) == (3, 2, 1, [])
    # bulk, bile, slime rain, tongue, gulp, singe; "Puff up" is no attack
    assert made.attack_lines == Share(6, 6)
    assert made.waiting == 1
    assert made.labels["natural even hit"] == {"whole": 1}
    assert made.labels["natural 16+"] == {"partly": 1}
    assert made.wordings["as a free action"] == {"whole": 2, "partly": 0, "called": 0, "text": 0}
    # five notes and "its boots dissolve"
    assert made.texts_kept == 6
    report = found.report()
    assert "Attack lines that work: 6 of 6 (100.0 %)." in report
    assert "Stat blocks imported: 2. None was left out." in report


def test_a_report_names_every_page_that_stayed_out() -> None:
    report = import_text("```statblock\nname: Nobody\n```\n", "nobody.md").report()
    assert "Not imported: 1, see below." in report
    assert "nobody.md line 2, field level: the stat block of Nobody has no level" in report


def test_names_choose_blocks_and_an_unknown_name_gets_a_hint(found: Bestiary) -> None:
    assert found.named("LAMP-MITE").id == "lamp-mite"
    with pytest.raises(NoSuchBlock, match=r"No stat block is called 'Lamp might'\. Did you mean Lamp mite\?"):
        found.named("Lamp might")


def test_the_written_file_reads_back_and_the_rules_accept_every_block(found: Bestiary, tmp_path: Path) -> None:
    out = tmp_path / "monsters.yaml"
    assert found.write(out) == 2
    data = yaml.safe_load(out.read_text(encoding="utf-8"))
    assert data == found.content()
    assert data["system"] == "escalation"
    for name, mapping in data["blocks"].items():
        assert stat_block(mapping, name).name == found.named(name).raw.name
    assert found.write(out, ["lamp mite"]) == 1
    assert list(yaml.safe_load(out.read_text(encoding="utf-8"))["blocks"]) == ["lamp-mite"]


EMBEDDED = """\
```statblock
name: "Hedge imp"
level: "3"
role: "spoiler"
type: "spirit"
initiative: "7"
actions:
    - name: "Prick +8 vs. AC"
      desc: "8 damage"
    - name: "Prick +6 vs. PD"
      desc: "Effect depends on the roll"
      traits:
          - name: "Pack hunger"
            desc: "The imp gains a +1 bonus to attack for each other imp engaged with the target (max +3 bonus)."
traits:
    - name: "[Special trigger] C: Jump out +9 vs. AC (one nearby enemy) \u2014 10 damage, and 5 ongoing damage Miss"
      desc: "2 damage."
ac: "18"
pd: "15"
md: "16"
hp: "40"
```
"""


def test_an_attack_in_the_name_of_a_trait_and_two_attacks_of_one_name() -> None:
    found = import_text(EMBEDDED)
    jump = attack(found, "Hedge imp", "Jump out")
    assert jump["needs"] == ["granted"]
    assert jump["hit"] == [{"damage": 10}, {"ongoing": 5, "until": "save"}]
    assert jump["miss"] == [{"damage": 2}]
    second = attack(found, "Hedge imp", "Prick (2)")
    assert second["hit"] == []
    assert found.named("Hedge imp").block["pack_bonus"] == {"per": 1, "max": 3}
    # of the two pricks the second does nothing the rules apply
    assert found.tally().attack_lines == Share(2, 3)
    assert stat_block(dict(found.named("Hedge imp").block)).name == "Hedge imp"


def test_a_block_with_nothing_but_triggered_actions_uses_them_on_its_turn() -> None:
    text = EMBEDDED.replace("actions:", "triggered_actions:")
    assert "needs" not in attack(import_text(text), "Hedge imp", "Prick")


def test_the_page_in_the_documentation_is_read_as_documented() -> None:
    told = (Path(__file__).parents[2] / "docs" / "importing.md").read_text(encoding="utf-8")
    assert import_text(told).blocks == []
    found = import_text(told.split("````markdown\n")[1].split("````")[0])
    assert found.problems == []
    claws = attack(found, "Reed stalker", "Hooked claws")
    assert (claws["attacks"], claws["hit"]) == (2, [{"damage": 7}])
    assert claws["riders"][0]["effects"] == [{"inflict": ["stuck"], "until": "hard save"}]
    assert found.named("Reed stalker").block["weak_to"] == ["cold"]
