"""YAML and JSON text as plain data that remembers where everything stood.

Read as YAML 1.2: `yes`, `no` and `on` are words, `1:30` is a word, `010` is ten. One document to a file; no tags, no
field twice, no figure that is not a number, and nothing so large, so deep or so full of repetitions that reading it
would hang. JSON is read as the YAML it almost is.
"""

from __future__ import annotations

import json
import re
from pathlib import Path as FilePath
from typing import NoReturn, Protocol

import yaml

from quintain.engine.given import quoted
from quintain.engine.refusal import Malformed
from quintain.library.problems import FileProblem, Path, Problem, shown

LARGEST = 2_000_000
LARGEST_YAML = 500_000
"""YAML is read slowly, since every part remembers its place: larger files are written as JSON."""
SMALL_JSON = 100_000
"""Smaller JSON is read like YAML, so that a problem is named with its line."""
DEEPEST = 40
MOST_VALUES = 200_000
MOST_DIGITS = 18

_TOO_DEEP = f"this is nested too deeply; at most {DEEPEST} levels are read"

_NULL = ("", "~", "null", "Null", "NULL")
_TRUE = ("true", "True", "TRUE")
_FALSE = ("false", "False", "FALSE")
_WHOLE = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+")
_DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?")
_SURROGATES = re.compile(r"\\(?:u([dD][89abAB]..)\\u([dD][c-fC-F]..)|.)")
_NO_NUMBER = re.compile(r"[-+]?\.(inf|Inf|INF|nan|NaN|NAN)|[-+]?Infinity|NaN")

_Loader: type[yaml.CSafeLoader] | type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Document:
    """A file as data, with the line and column of every part of it."""

    def __init__(self, name: str, data: object, places: dict[Path, tuple[int, int]]) -> None:
        self.name = name
        self.data = data
        self.places = places

    def problem(self, path: Path, what: str) -> Problem:
        """Something wrong at that path; where the file has no such part, the line is that of the part around it."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.places:
                line, column = self.places[path[:length]]
                return Problem(self.name, line, column, path, what)
        return Problem(self.name, 0, 0, path, what)


def path_given(path: object) -> str | FilePath:
    """A path as whoever calls names it."""
    if isinstance(path, (str, FilePath)):
        return path
    raise Malformed(f"a file is named by its path, not {quoted(path)}.")


def is_there(path: str) -> bool:
    """Is there such a file? A text that can be no path names none."""
    try:
        return FilePath(path).exists()
    except (OSError, ValueError):
        return False


def read_file(path: str | FilePath) -> Document:
    """The document in a file, or a FileProblem."""
    name = str(path)
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST + 1)
    except FileNotFoundError:
        _refuse(name, 0, 0, "there is no such file; give the path of a YAML or JSON file")
    except IsADirectoryError:
        _refuse(name, 0, 0, "this is a folder; give the path of a YAML or JSON file in it")
    except OSError as problem:
        _refuse(name, 0, 0, f"the file cannot be read ({problem.strerror or type(problem).__name__})")
    except ValueError:
        _refuse(name, 0, 0, "no file can be called so; give the path of a YAML or JSON file")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        _refuse(name, line, 0, "this is not text in UTF-8; save the file as UTF-8")
    return read_text(text, name)


def read_text(text: str, name: str = "text") -> Document:
    """The document in a text, or a FileProblem that names `name`."""
    if len(text) > LARGEST:
        _refuse(name, 0, 0, f"the file is too large; at most {LARGEST:,} characters are read")
    is_json = text.lstrip()[:1] in ("{", "[")
    if is_json and len(text) > SMALL_JSON:
        quick = _read_json(text, name)
        if quick is not None:
            return quick
    if len(text) > LARGEST_YAML:
        _refuse(name, 0, 0, f"the file is too large; at most {LARGEST_YAML:,} characters of YAML are read, and {LARGEST:,} of JSON")
    given = text
    if is_json:
        text = _SURROGATES.sub(_one_character, text.replace("\t", " "))
    try:
        _check_events(text, name)
        root = yaml.compose(text, _Loader)
    except yaml.MarkedYAMLError as problem:
        # JSON may hold what YAML may not: a field's name of more than 1024 characters.
        quick = _read_json(given, name) if is_json else None
        if quick is not None:
            return quick
        _refuse(name, *_place(problem.problem_mark or problem.context_mark), _syntax_sentence(problem, text))
    except yaml.YAMLError as problem:
        position = getattr(problem, "position", 0)
        _refuse(name, text.count("\n", 0, position) + 1, 0, "there is a character here that a text file cannot hold")
    if root is None:
        _refuse(name, 1, 1, "the file is empty; an encounter or a stat block was expected")
    return _Builder(name).document(root)


def as_yaml(data: object) -> str:
    """Plain data as YAML that `read_text` reads as the same data: words that it would take for figures are quoted."""
    return yaml.dump(data, Dumper=_Writer, sort_keys=False, allow_unicode=True)


class _Writer(yaml.SafeDumper):
    """Writes for YAML 1.2, as it is read here."""


def _written(writer: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    figures = (_WHOLE, _BASED, _DECIMAL, _NO_NUMBER)
    quoted = text in (*_NULL, *_TRUE, *_FALSE) or any(figure.fullmatch(text) for figure in figures)
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style="'" if quoted else None)


_Writer.add_representer(str, _written)


def _read_json(text: str, name: str) -> Document | None:
    """Large JSON as data without places; None where it is no JSON, so that reading it as YAML may say why."""
    values = [0]

    def pairs(found: list[tuple[str, object]]) -> dict[str, object]:
        values[0] += len(found)
        made = dict(found)
        if len(made) != len(found):
            twice = next(key for place, (key, _) in enumerate(found) if key in [other for other, _ in found[:place]])
            _refuse(name, 0, 0, f"{shown(twice)} is there twice in one block")
        if values[0] > MOST_VALUES:
            _refuse(name, 0, 0, f"too much to read; at most {MOST_VALUES:,} values")
        return made

    def whole(digits: str) -> int:
        if len(digits.lstrip("-")) > MOST_DIGITS:
            _refuse(name, 0, 0, f"a figure may have at most {MOST_DIGITS} digits")
        return int(digits)

    def no_number(word: str) -> NoReturn:
        _refuse(name, 0, 0, f"{word} is no number")

    try:
        data = json.loads(text, object_pairs_hook=pairs, parse_int=whole, parse_constant=no_number)
    except (ValueError, RecursionError):
        return None
    if _depth(data) > DEEPEST:
        _refuse(name, 0, 0, _TOO_DEEP)
    return Document(name, data, {(): (1, 1)})


def _depth(data: object) -> int:
    """How deeply blocks and lists are nested, up to one more than is read."""
    level: list[object] = [data]
    depth = -1
    while level and depth <= DEEPEST:
        level = [one for one in level if isinstance(one, (dict, list))]
        depth += 1
        level = [part for one in level for part in (one.values() if isinstance(one, dict) else one)]  # type: ignore[attr-defined]
    return depth


def _check_events(text: str, name: str) -> None:
    """Refuse, before anything is built, what no file of ours needs."""
    depth = 0
    documents = 0
    for event in yaml.parse(text, _Loader):
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                _refuse(name, *_place(event.start_mark), "a second document begins here; put each into its own file")
        elif isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                _refuse(name, *_place(event.start_mark), _TOO_DEEP)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        tag = getattr(event, "tag", None)
        if tag is not None and isinstance(event, yaml.NodeEvent):
            what = f"tags such as {shown(tag)} are not used here; write the plain value"
            _refuse(name, *_place(event.start_mark), what)


class _Builder:
    """Turns YAML nodes into data, and notes where each stood."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.places: dict[Path, tuple[int, int]] = {}
        self.values = 0
        self.open: set[int] = set()

    def document(self, root: yaml.Node) -> Document:
        self.places[()] = _place(root.start_mark)
        return Document(self.name, self.value(root, ()), self.places)

    def value(self, node: yaml.Node, path: Path) -> object:
        self.values += 1
        if self.values > MOST_VALUES:
            self.refuse(node, path, f"too much to read; at most {MOST_VALUES:,} values, repeats included")
        if len(path) > DEEPEST:
            self.refuse(node, path, _TOO_DEEP)
        if isinstance(node, yaml.ScalarNode):
            return self.scalar(node, path)
        if id(node) in self.open:
            self.refuse(node, path, "this part contains itself; write it out")
        self.open.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            result: object = [self.item(child, (*path, place)) for place, child in enumerate(node.value)]
        else:
            result = self.mapping(node, path)
        self.open.discard(id(node))
        return result

    def item(self, node: yaml.Node, path: Path) -> object:
        self.places[path] = _place(node.start_mark)
        return self.value(node, path)

    def mapping(self, node: yaml.Node, path: Path) -> dict[str, object]:
        fields: dict[str, object] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self.refuse(key_node, path, "a field's name must be a plain word, not a list or a block")
            key = str(key_node.value)
            if key in fields:
                first = self.places[*path, key][0]
                self.refuse(key_node, (*path, key), f"this field stands here twice, first on line {first}; keep one")
            self.places[*path, key] = _place(key_node.start_mark)
            fields[key] = self.value(value_node, (*path, key))
        return fields

    def scalar(self, node: yaml.ScalarNode, path: Path) -> object:
        text: str = node.value
        if node.style:  # quoted, or a block of text
            return text
        if text in _NULL:
            return None
        if text in _TRUE or text in _FALSE:
            return text in _TRUE
        if _WHOLE.fullmatch(text) or _BASED.fullmatch(text):
            if len(text) > MOST_DIGITS:
                self.refuse(node, path, f"a figure may have at most {MOST_DIGITS} digits")
            return int(text, 0) if text[:2] in ("0x", "0o") else int(text)
        if _DECIMAL.fullmatch(text):
            figure = float(text)
            if figure in (float("inf"), float("-inf")):
                self.refuse(node, path, f"{shown(text)} is too large a figure")
            return figure
        if _NO_NUMBER.fullmatch(text):
            self.refuse(node, path, f"{text} is not a figure the rules can use; write a number, or quote it as a word")
        return text

    def refuse(self, node: yaml.Node, path: Path, what: str) -> NoReturn:
        line, column = _place(node.start_mark)
        raise FileProblem([Problem(self.name, line, column, path, what)])


def _one_character(escape: re.Match[str]) -> str:
    """JSON escapes a character outside the basic plane as two halves, which YAML refuses: write it as itself."""
    if escape[1] is None:
        return escape[0]
    return bytes.fromhex(escape[1] + escape[2]).decode("utf-16-be")


class _Mark(Protocol):
    line: int
    column: int


def _place(mark: _Mark | None) -> tuple[int, int]:
    return (mark.line + 1, mark.column + 1) if mark is not None else (0, 0)


def _syntax_sentence(problem: yaml.MarkedYAMLError, text: str) -> str:
    """PyYAML's complaint with the advice that usually helps."""
    said = problem.problem or "this cannot be read"
    advice = "check the indentation and quotes around here"
    line = text.splitlines()[problem.problem_mark.line : problem.problem_mark.line + 1] if problem.problem_mark else []
    if "cannot start any token" in said and line and re.match(r" *\t", line[0]):
        said, advice = "a line is indented with a tab", "indent with spaces"
    elif "mapping values are not allowed" in said:
        said, advice = "a colon stands where no field can begin", "quote the text, or indent it like its neighbours"
    elif "undefined alias" in said:
        advice = "name it with & before it is used with *, or quote it if it is a word"
    return f"{said}; {advice}"


def _refuse(name: str, line: int, column: int, what: str) -> NoReturn:
    raise FileProblem([Problem(name, line, column, (), what)])
