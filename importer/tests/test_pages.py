"""Pages of a bestiary: where a stat block stands, what it must hold, and what is said about pages that break the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain_bestiary import import_bestiary, import_text
from quintain_bestiary.pages import LARGEST_PAGE
from quintain_bestiary.text import plain

BLOCK = """\
name: "Reed stalker"
size: "normal"
level: "2"
role: "troop"
type: "beast"
initiative: "5"
actions:
    - name: "Hooked claws +7 vs. AC"
      desc: "7 damage"
ac: "18"
pd: "16"
md: "12"
hp: "36"
"""


def page(block: str, before: str = "", after: str = "") -> str:
    return f"---\naliases: [Whatever]\nlevel: 9\n---\n\n{before}```statblock\n{block}```\n{after}"


def test_a_page_gives_its_block_and_the_front_matter_is_ignored() -> None:
    found = import_text(page(BLOCK, "## The reeds\n\n", "\nMore prose.\n"))
    assert found.problems == []
    (one,) = found.blocks
    assert (one.id, one.raw.name, one.raw.level) == ("reed-stalker", "Reed stalker", 2)
    assert one.block["attacks"] == [
        {
            "name": "Hooked claws",
            "kind": "melee",
            "bonus": 7,
            "defence": "AC",
            "targets": {"count": 1, "range": "engaged"},
            "hit": [{"damage": 7}],
        }
    ]


def test_bare_numbers_and_a_bare_yes_are_read_like_quoted_ones() -> None:
    block = BLOCK.replace('"2"', "2").replace('"36"', "9").replace('role: "troop"', "role: mook\nmook: yes")
    (one,) = import_text(page(block)).blocks
    assert (one.raw.level, one.raw.hp, one.block["category"]) == (2, 9, "mook")


def test_the_role_mook_alone_makes_a_mook_and_its_size_is_kept_as_a_note() -> None:
    block = BLOCK.replace('"troop"', '"mook"').replace('"normal"', '"large"')
    (one,) = import_text(page(block)).blocks
    assert one.block["category"] == "mook"
    assert {"name": "Size", "text": "A large mook.", "kind": "trait"} in one.notes


@pytest.mark.parametrize(
    ("key", "said", "taken"),
    [("ac", "25 (in its den: 26)", 25), ("pd", "17 or 20", 17), ("initiative", "6 + 1d4", 6), ("initiative", "+7", 7)],
)
def test_a_figure_with_words_gives_its_leading_number(key: str, said: str, taken: int) -> None:
    old = {"ac": '"18"', "pd": '"16"', "initiative": '"5"'}[key]
    (one,) = import_text(page(BLOCK.replace(f"{key}: {old}", f'{key}: "{said}"'))).blocks
    assert one.block[key] == taken
    assert ((key, said) in one.raw.remarks) == (said != "+7")


@pytest.mark.parametrize("said", ["Special", "2d10 (see sluggish)", "as its rider", ""])
def test_an_initiative_in_words_falls_back_to_the_level_and_keeps_the_words(said: str) -> None:
    (one,) = import_text(page(BLOCK.replace('initiative: "5"', f'initiative: "{said}"'))).blocks
    assert one.block["initiative"] == 2
    assert one.notes[-1]["name"] == "Printed initiative"


def test_several_blocks_on_a_page_and_names_used_twice_all_get_their_own_id() -> None:
    found = import_text(page(BLOCK, after="```statblock\n" + BLOCK + "```\n"))
    assert [one.id for one in found.blocks] == ["reed-stalker", "reed-stalker-2"]


def test_other_code_blocks_and_pages_without_a_block_are_passed_over() -> None:
    found = import_text("# Family\n```yaml\nname: no\n```\n~~~\n```statblock\n~~~\n")
    assert (found.blocks, found.problems, found.pages.without_block) == ([], [], ["this text"])


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('name: "Reed stalker"\n', "", "this text line 7, field name: the stat block needs a name"),
        ('level: "2"\n', "", "the stat block of Reed stalker has no level; a whole number is needed"),
        ('"36"', '"many"', "this text line 19, field hp: 'many' is no hp; a whole number is needed"),
        ('"2"', '"40"', "level is 40; it must lie between 0 and 15"),
        ('"18"', '"999999999999999999999999"', "a whole number is needed"),
        ("actions:", "actions: [", "this text line 1"),
        ('"36"', "&x 3\nother: *x\nhp: *x", "hp"),
        (BLOCK, "- just\n- a list\n", "must be a block of fields"),
        (BLOCK, "!!python/object:os.system {}\n", "tags"),
        (BLOCK, "{" * 500 + "\n", "nested too deeply"),
        (BLOCK, "", "empty"),
    ],
)
def test_a_broken_block_gets_a_sentence_and_the_other_blocks_come_in(old: str, new: str, sentence: str) -> None:
    found = import_text(page(BLOCK.replace(old, new, 1), after="```statblock\n" + BLOCK + "```\n"))
    assert [one.raw.name for one in found.blocks] == ["Reed stalker"]
    (problem,) = found.problems
    assert sentence in str(problem)
    assert "Traceback" not in str(problem)


def test_a_fence_that_is_never_closed_still_counts() -> None:
    assert len(import_text("```statblock\n" + BLOCK).blocks) == 1


def test_lists_of_the_wrong_shape_are_read_as_far_as_they_go() -> None:
    block = BLOCK.replace(
        '    - name: "Hooked claws +7 vs. AC"\n      desc: "7 damage"\n',
        "    - just words\n    - [1, 2]\n    - {desc: 5}\n    - {name: Kick +3 vs. PD, desc: 4 damage, traits: no list}\n",
    )
    (one,) = import_text(page(block)).blocks
    attacks = one.block["attacks"]
    assert isinstance(attacks, list) and len(attacks) == 1
    assert [note["text"] for note in one.notes] == ["just words", "5"]


def test_folders_are_walked_in_order_and_unreadable_pages_are_named(tmp_path: Path) -> None:
    (tmp_path / "Beast" / "Reeds").mkdir(parents=True)
    (tmp_path / "Beast" / "Reeds" / "b.md").write_text(page(BLOCK), encoding="utf-8")
    (tmp_path / "Beast" / "a.MD").write_text(page(BLOCK.replace("Reed stalker", "Mud stalker")), encoding="utf-8")
    (tmp_path / "Beast" / "latin.md").write_bytes(b"```statblock\nname: caf\xe9\n```\n")
    (tmp_path / "Beast" / "big.md").write_bytes(b"x" * (LARGEST_PAGE + 1))
    (tmp_path / "Beast" / "gone.md").symlink_to(tmp_path / "nowhere.md")
    (tmp_path / "notes.txt").write_text("not a page", encoding="utf-8")
    found = import_bestiary(tmp_path)
    assert [one.raw.name for one in found.blocks] == ["Reed stalker", "Mud stalker"]
    assert found.blocks[0].raw.family == "Reeds"
    assert [str(problem).split(":")[0] for problem in found.problems] == ["Beast/big.md", "Beast/gone.md", "Beast/latin.md"]


def test_a_path_without_pages_is_said_to_have_none(tmp_path: Path) -> None:
    assert "no markdown page" in str(import_bestiary(tmp_path).problems[0])
    assert "no such file or folder" in str(import_bestiary(tmp_path / "nothing").problems[0])


def test_markup_becomes_plain_text_and_breaks_stay_breaks() -> None:
    said = "The [[Hound|slag hound]]\u2019s _bite_\u00a0deals **1\u20136** (`dice: 1d6`), \u20132 to hit<br/>&amp; <i>more</i>\u2026"
    assert plain(said) == "The slag hound's bite deals 1-6 (1d6), -2 to hit\n& more..."
    assert plain(None) == ""
    assert plain("snake_case_word and 2 * 3 * 4") == "snake_case_word and 2 * 3 * 4"


@given(st.text(max_size=400))
@settings(max_examples=150, deadline=None)
def test_no_text_whatever_brings_the_importer_down(text: str) -> None:
    found = import_text(text)
    assert found.report()


FIELDS = ["name", "size", "level", "role", "type", "initiative", "vulnerability", "actions", "traits", "ac", "hp", "mook"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=60) | st.sampled_from(["12", "Bite +5 vs. AC", "5 damage"]),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.sampled_from(["name", "desc", "traits"]), below, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=8))
@settings(max_examples=150, deadline=None)
def test_no_shape_of_a_block_brings_the_importer_down(fields: dict[str, object]) -> None:
    import yaml

    whole = {"name": "Thing", "level": 1, "ac": 1, "pd": 1, "md": 1, "hp": 1, **fields}
    found = import_text(f"```statblock\n{yaml.safe_dump(whole)}\n```\n")
    assert len(found.blocks) + len(found.problems) >= 1
    assert found.to_yaml() and found.report()
