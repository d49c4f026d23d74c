"""Files become data with places, and what cannot be read is answered with line, field and advice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from quintain.engine.record import why_not_plain
from quintain.library.problems import FileProblem
from quintain.library.text import DEEPEST, LARGEST, as_yaml, read_file, read_text


def refusal(text: str) -> str:
    with pytest.raises(FileProblem) as caught:
        read_text(text, "bridge.yaml")
    assert len(caught.value.problems) == 1
    return str(caught.value)


def test_every_part_of_a_file_knows_its_line_and_column() -> None:
    document = read_text("name: Bridge\nunits:\n  - id: ogre\n    hp: 31\n  - {id: imp, hp: 4}\n")
    assert document.data == {"name": "Bridge", "units": [{"id": "ogre", "hp": 31}, {"id": "imp", "hp": 4}]}
    assert document.places == {
        (): (1, 1),
        ("name",): (1, 1),
        ("units",): (2, 1),
        ("units", 0): (3, 5),
        ("units", 0, "id"): (3, 5),
        ("units", 0, "hp"): (4, 5),
        ("units", 1): (5, 5),
        ("units", 1, "id"): (5, 6),
        ("units", 1, "hp"): (5, 15),
    }


def test_a_problem_of_something_absent_points_at_what_is_around_it() -> None:
    document = read_text("a: 1\nunits:\n  - id: ogre\n", "x.yaml")
    problem = document.problem(("units", 0, "arms", 2, "might"), "this is missing")
    assert str(problem) == "x.yaml line 3, field units[0].arms[2].might: this is missing"
    assert (problem.line, problem.column) == (3, 5)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("12", 12), ("-3", -3), ("+4", 4), ("010", 10), ("0x1F", 31), ("0o17", 15),
        ("1.5", 1.5), (".5", 0.5), ("1e3", 1000.0),
        ("true", True), ("False", False), ("~", None), ("null", None), ("", None),
        ("yes", "yes"), ("no", "no"), ("on", "on"), ("1:30", "1:30"), ("2024-01-02", "2024-01-02"), ("1d6", "1d6"),
        ("1_000", "1_000"), ("'12'", "12"), ('"true"', "true"), ("1-2", "1-2"), ("=", "="), ("<<", "<<"),
    ],
)  # fmt: skip
def test_plain_words_are_read_as_the_later_yaml_reads_them(written: str, read: object) -> None:
    assert read_text(f"value: {written}\n").data == {"value": read}


def test_names_of_fields_are_always_words() -> None:
    assert read_text("1: a\non: b\nnull: c\n").data == {"1": "a", "on": "b", "null": "c"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a: 1\nb: 2\na: 3\n", "line 3, field a: this field stands here twice, first on line 1; keep one"),
        ("x: !!python/name:os.system\n", "line 1: tags such as 'tag:yaml.org,2002:python/name:os.system' are not used"),
        ("x: !dice 3d6\n", "line 1: tags such as '!dice' are not used here; write the plain value"),
        ("a: 1\n---\nb: 2\n", "line 2: a second document begins here; put each into its own file"),
        ("", "line 1: the file is empty"),
        ("# only a remark\n", "line 1: the file is empty"),
        ("a:\n\tb: 1\n", "line 2: a line is indented with a tab; indent with spaces"),
        ("a: b: c\n", "line 1: a colon stands where no field can begin"),
        ("a: [1, 2\nb: 3\n", "line 2: "),
        ("a: *ogre\n", "line 1: found undefined alias"),
        ("hp: .nan\n", "line 1, field hp: .nan is not a figure the rules can use"),
        ("hp: -.inf\n", "line 1, field hp: -.inf is not a figure"),
        ('{"hp": NaN}', "line 1, field hp: NaN is not a figure"),
        ("hp: 1e999\n", "line 1, field hp: '1e999' is too large a figure"),
        ("hp: " + "9" * 40 + "\n", "line 1, field hp: a figure may have at most 18 digits"),
        ("? [a, b]\n: 1\n", "line 1: a field's name must be a plain word"),
        ("a: &a [*a]\n", "field a[0]: this part contains itself; write it out"),
        ("a: \x07\n", "line 1: there is a character here that a text file cannot hold"),
    ],
)
def test_what_cannot_be_read_is_answered_with_the_line_and_advice(text: str, sentence: str) -> None:
    assert sentence in refusal(text)


def test_json_may_have_a_long_name_of_a_field_which_yaml_may_not() -> None:
    data = {"forbidden": {f"*:*:{'x' * 2_000}": "no", "\U0001f3b2": "\t"}}
    assert read_text(json.dumps(data)).data == data
    assert read_text(as_yaml(data)).data == data


def test_nesting_and_size_are_bounded() -> None:
    assert f"at most {DEEPEST} levels" in refusal("[" * 5000 + "]" * 5000)
    assert f"at most {DEEPEST} levels" in refusal("a: &a " + "[" * 30 + "]" * 30 + "\nb: " + "[" * 30 + "*a" + "]" * 30)
    assert f"at most {LARGEST:,} characters" in refusal("a" * (LARGEST + 1))


def test_repetition_that_explodes_is_refused_and_plain_repetition_is_not() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9))
    assert "at most 200,000 values" in refusal(bomb)
    document = read_text("sword: &sword {might: 5}\nogre: {arm: *sword}\n")
    assert document.data == {"sword": {"might": 5}, "ogre": {"arm": {"might": 5}}}


LETTERS = st.characters(
    codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co"), exclude_characters="\u2028\u2029\ufeff"
)
FIGURES = st.integers(-(10**15), 10**15) | st.floats(allow_nan=False, allow_infinity=False)
NAMES = st.text("abc -:#'\"", min_size=1, max_size=5)
DATA = st.recursive(
    st.none() | st.booleans() | FIGURES | st.text(LETTERS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)
ROWS = st.lists(st.integers(-(10**15), 10**15) | st.booleans() | st.text("abc:- "))


@given(st.dictionaries(st.text("xyz", min_size=1), DATA, min_size=1), st.sampled_from([None, 2, "\t"]), st.booleans())
def test_json_reads_as_json_does(data: dict[str, object], indent: int | str | None, ascii_only: bool) -> None:
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    assert read_text(text).data == data


@given(st.dictionaries(st.text("xyz", min_size=1), ROWS, min_size=1))
def test_what_a_yaml_writer_writes_is_read_back(data: dict[str, object]) -> None:
    assert read_text(yaml.safe_dump(data)).data == data


@given(st.text(max_size=60) | st.text("ab:-[]{}&*!|>'\"#\n \t%@`,?", max_size=40))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    try:
        said = str(read_text(text, "any.yaml").problem((), "fine"))
    except FileProblem as problem:
        said = str(problem)
    assert said.startswith("any.yaml line ")


def test_files_that_cannot_be_opened_are_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FileProblem, match=r"gone\.yaml: there is no such file"):
        read_file(tmp_path / "gone.yaml")
    with pytest.raises(FileProblem, match="this is a folder"):
        read_file(tmp_path)
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("a: 1\nname: Sänger\n".encode("latin-1"))
    with pytest.raises(FileProblem, match=r"latin\.yaml line 2: this is not text in UTF-8"):
        read_file(latin)
    marked = tmp_path / "marked.yaml"
    marked.write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert read_file(marked).data == {"a": 1}


@given(
    st.one_of(st.text(max_size=30), st.sampled_from(["1e5", "0o17", "NaN", ".inf", "0x1F", "1_000", "yes", "null", "~", "1:30", "1."]))
)
def test_whatever_may_stand_in_a_record_is_read_again_as_it_was_written(text: str) -> None:
    data = {"note": text, "list": [text, 10**15 - 1, 0.5, True, None]}
    if not why_not_plain(data):
        assert read_text(as_yaml(data)).data == data
        assert read_text(json.dumps(data)).data == data
