"""The layout holds: dependencies point one way, and rules code touches nothing outside itself."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tools import compiled_modules

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "quintain"
IMPORTER = PACKAGE.parents[1] / "importer" / "src" / "quintain_bestiary"
SYSTEMS = sorted(path.name for path in (PACKAGE / "systems").iterdir() if (path / "__init__.py").is_file())

RULES = ("quintain.engine", "quintain.space", "quintain.systems")
MAY_IMPORT = {
    "engine": ("quintain.engine",),
    "space": ("quintain.space",),
    "library": (*RULES, "quintain.library", "quintain._build"),
    "lab": (*RULES, "quintain.lab", "quintain.library", "quintain._build", "quintain._lazily"),
    "table": (*RULES, "quintain.table", "quintain.lab", "quintain.library", "quintain._build"),
}
"""What each part of the package may import of the package. A system may import its own modules, space and engine."""

IMPURE = {
    "asyncio", "datetime", "fileinput", "glob", "http", "io", "logging", "multiprocessing", "os", "pathlib", "pickle",
    "random", "secrets", "shutil", "socket", "subprocess", "sys", "tempfile", "threading", "time", "uuid", "warnings",
}  # fmt: skip
SEED_IS_DRAWN = ("recorded.py", "secrets")
"""The one exception: a fight that is given no seed draws one before any rule is read."""
IMPURE_CALLS = {"print", "open", "input", "id", "exec", "eval"}


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Everything in a file that has a meaning to Python."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports_of(path: Path, root: Path = PACKAGE.parent) -> set[str]:
    """The full names of the modules a file imports, also inside functions and for type checking."""
    found: set[str] = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            folder = list(path.relative_to(root).parent.parts)
            base = ".".join(folder[: len(folder) + 1 - node.level]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            # `from quintain import engine` names a part, `from quintain.engine.roll import Roll` lies in one.
            if module in ("quintain", "quintain.systems"):
                found.update(f"{module}.{name.name}" for name in node.names)
            else:
                found.add(module)
    return found


def inside(module: str, parts: tuple[str, ...]) -> bool:
    return any(module == part or module.startswith(part + ".") for part in parts)


def sources(part: str) -> list[Path]:
    folder = IMPORTER if part == "importer" else PACKAGE / part
    return sorted(folder.rglob("*.py"))


def wrong_imports(part: str, allowed: tuple[str, ...]) -> list[str]:
    return [
        f"{path.relative_to(PACKAGE)} imports {module}"
        for path in sources(part)
        for module in sorted(imports_of(path))
        if inside(module, ("quintain",)) and not inside(module, allowed)
    ]


@pytest.mark.parametrize("part", sorted(MAY_IMPORT))
def test_each_part_imports_only_what_lies_below_it(part: str) -> None:
    assert wrong_imports(part, MAY_IMPORT[part]) == []


def test_the_importer_stands_on_what_is_published_for_it() -> None:
    published = ("quintain.systems.escalation.published", "quintain.library.problems", "quintain.library.text")
    wrong = [
        f"{path.name} imports {module}"
        for path in sources("importer")
        for module in sorted(imports_of(path, IMPORTER.parent))
        if inside(module, ("quintain",)) and not inside(module, published)
    ]
    assert wrong == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_system_imports_space_and_engine_but_no_other_system(system: str) -> None:
    own = f"quintain.systems.{system}"
    assert wrong_imports(f"systems/{system}", (own, "quintain.space", "quintain.engine")) == []


def test_the_importer_uses_only_what_a_system_publishes() -> None:
    used: set[str] = set()
    for path in (PACKAGE.parent.parent / "importer").rglob("*.py"):
        for node in nodes_of(path):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("quintain.systems."):
                used.add(node.module or "")
    assert {name for name in used if not name.endswith(".published")} == set()


@pytest.mark.parametrize("part", ["engine", "space", "systems"])
def test_rules_code_reaches_for_no_chance_clock_or_file(part: str) -> None:
    wrong: list[str] = []
    for path in sources(part):
        impure = {name for name in imports_of(path) if name.split(".")[0] in IMPURE and (path.name, name) != SEED_IS_DRAWN}
        wrong += [f"{path.relative_to(PACKAGE)} imports {name}" for name in sorted(impure)]
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
                wrong.append(f"{path.relative_to(PACKAGE)}:{node.lineno} calls {node.func.id}()")
    assert wrong == []


@pytest.mark.parametrize("part", ["engine", "space", "systems"])
def test_rules_code_keeps_nothing_in_module_level_variables(part: str) -> None:
    wrong: list[str] = []
    for path in sources(part):
        for node in nodes_of(path):
            if isinstance(node, ast.Global):
                wrong.append(f"{path.relative_to(PACKAGE)}:{node.lineno} changes {', '.join(node.names)}")
    assert wrong == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_pydantic_stays_at_the_door_for_files(system: str) -> None:
    users = [path for path in sources(f"systems/{system}") if any(inside(n, ("pydantic",)) for n in imports_of(path))]
    assert [path.name for path in users if not path.name.endswith("files.py")] == []


DOORS = {
    "system", "switches", "sheet", "flow", "actions", "legality", "building", "exporting", "sentences", "board", "screen", "odds",
    "tactics", "rulings", "files", "conditions", "resolve",
}  # fmt: skip
"""Every system keeps these jobs in modules of these names; what needs more room goes on in `sentences_NAME`, `tactics_NAME` ..."""

SAME_NAMES = {
    "building": {"build"}, "exporting": {"exported"}, "files": {"MODELS", "encounter", "newcomer"},
    "switches": {"Switches", "DECLARED"}, "rulings": {"RULINGS"}, "flow": {"step"}, "board": {"board", "bar"},
    "screen": {
        "CONSEQUENCES", "row_reads", "description", "standing", "health", "vitals", "conditions", "usable", "show_option",
    },
    "odds": {"fates", "headlines_for", "achieved", "back", "unknown"},
}  # fmt: skip
"""What the doors are called inside those modules."""

LONGEST_FILE = 600
"""So many lines a file may have that somebody reads from its top."""


def test_no_file_is_long() -> None:
    root = PACKAGE.parents[1]
    found = [path for folder in ("src", "tests", "tools", "importer") for path in sorted((root / folder).rglob("*.py"))]
    lengths = {path.relative_to(root).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in found}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


VAGUE = {
    "build", "called", "company", "deeds", "export", "extras", "fate", "house", "kit", "leaving", "legal", "loose", "narrow",
    "people", "plain", "plan", "shaking", "spirit", "things", "words",
}  # fmt: skip
"""Names of modules that tell a stranger nothing, or that a door has under another name."""

HISTORY = {"corners", "edges", "gaps", "handy", "look", "review", "storm"}
"""Tests are named by the chapter that they hold the rules to, not by when or why they were written."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_the_same_doors(system: str) -> None:
    present = {path.stem for path in sources(f"systems/{system}")}
    assert DOORS - present == set()
    assert (PACKAGE / "systems" / system / "content").is_dir()


@pytest.mark.parametrize("module", sorted(SAME_NAMES))
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_doors_have_the_same_names_inside(system: str, module: str) -> None:
    (path,) = [path for path in sources(f"systems/{system}") if path.stem == module]
    assert SAME_NAMES[module] - defined_in(path) == set()


def defined_in(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.update(target.id for target in targets if isinstance(target, ast.Name))
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_modules_of_a_system_are_named_for_what_they_hold(system: str) -> None:
    assert {path.stem for path in sources(f"systems/{system}")} & VAGUE == set()


def test_tests_are_named_for_what_they_hold() -> None:
    tests = [*Path(__file__).parent.rglob("test_*.py"), *PACKAGE.parents[1].glob("importer/tests/test_*.py")]
    named = {path.relative_to(PACKAGE.parents[1]).as_posix() for path in tests if HISTORY & set(path.stem.split("_"))}
    assert named == {"tests/lab/test_review.py"}, "which holds the lab's reviews of fights"


RETIRED = {
    "engine": {"house", "deed", "deeds", "mark", "marks"},
    "space": {"field", "mark", "marks"},
    "library": {"house", "deed", "deeds"},
    "lab": {"house", "deed", "deeds", "field"},
    "table": {"house", "deed", "deeds", "marks"},
    "cli": {"house", "deed", "deeds"},
    "importer": {"house", "deed", "deeds"},
}
"""Words that a part does not use in its names, because they mean something else (docs/architecture.md, Words)."""
WRITTEN = {("records.py", "house"), ("protocol_board.py", "marks"), ("protocol_board.py", "mark"), ("protocol_units.py", "marks")}
"""Names in records and in the protocol stay as they are."""


def words_in_names(path: Path) -> set[str]:
    """The words of all names that a file defines or uses, in small letters."""
    found: set[str] = set()
    for node in nodes_of(path):
        for kind in ("id", "attr", "arg", "name"):
            name = getattr(node, kind, None)
            if isinstance(name, str) and not isinstance(node, ast.alias):
                found.update(word.lower() for word in re.findall("[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name))
    return found


@pytest.mark.parametrize("part", sorted(RETIRED))
def test_one_word_means_one_thing(part: str) -> None:
    used = [(path.name, word) for path in sources(part) for word in sorted(words_in_names(path) & RETIRED[part])]
    assert [one for one in used if one not in WRITTEN] == []


LARGEST_CYCLE = 5
"""How many modules of a part may import each other in a circle."""


def modules_of(part: str) -> dict[str, Path]:
    names = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in sources(part)}
    return {name: path for name, path in names.items() if path.name != "__init__.py"}


def imports_within(names: dict[str, Path]) -> dict[str, set[str]]:
    """What each of these modules imports of the others, also inside functions and for type checking."""
    imported: dict[str, set[str]] = {}
    for name, path in names.items():
        found = {f"{one}.{each}" for one, each in imported_names(path)} | {one for one, _ in imported_names(path)}
        imported[name] = found & set(names)
    return imported


def circles_of(part: str) -> list[list[str]]:
    """The modules of a part that import each other, directly or not."""
    names = modules_of(part)
    imported = imports_within(names)
    reached = {name: reachable(name, imported) for name in names}
    circles = {frozenset(other for other in reached[name] if name in reached[other]) for name in names}
    return [sorted(circle) for circle in circles if len(circle) > 1]


def imported_names(path: Path) -> set[tuple[str, str]]:
    nodes = [node for node in nodes_of(path) if isinstance(node, ast.ImportFrom)]
    return {(node.module or "", name.name) for node in nodes for name in node.names}


def reachable(start: str, imported: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    ahead = [start]
    while ahead:
        for name in imported[ahead.pop()] - found:
            found.add(name)
            ahead.append(name)
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_declarations_import_nothing_that_follows_from_them(system: str) -> None:
    names = modules_of(f"systems/{system}")
    read = reachable(f"quintain.systems.{system}.fields", imports_within(names))
    assert [name for name in sorted(read) if "Generated by tools/generate.py" in names[name].read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("part", [*(f"systems/{name}" for name in SYSTEMS), "engine", "lab", "library", "cli", "table", "space"])
def test_only_a_handful_of_modules_import_each_other_in_a_circle(part: str) -> None:
    assert [circle for circle in circles_of(part) if len(circle) > LARGEST_CYCLE] == []


def classes_in(path: Path) -> list[ast.ClassDef]:
    return [node for node in nodes_of(path) if isinstance(node, ast.ClassDef)]


def is_compiled(path: Path) -> bool:
    part = path.relative_to(PACKAGE).parts[0] if path.is_relative_to(PACKAGE) else ""
    return part in ("engine", "space", "systems") and compiled_modules.is_compiled(path.relative_to(PACKAGE))


def is_closed(found: ast.ClassDef) -> bool:
    """Whether mypyc keeps interpreted code from extending this class. It lets errors be extended."""
    error = {ast.unparse(base) for base in found.bases} & {"Exception", "Refusal", "Malformed"}
    return not error and not any("allow_interpreted_subclasses" in ast.unparse(mark) for mark in found.decorator_list)


def test_compiled_classes_that_interpreted_code_extends_allow_it() -> None:
    """Of the core also those that a system extends: while a table's first system is compiled, the others run on it as plain Python."""
    everything = [*PACKAGE.rglob("*.py"), *Path(__file__).parent.rglob("*.py")]
    core = [path for path in everything if is_compiled(path) and "systems" not in path.parts]
    closed = {(path.stem, found.name) for path in everything if is_compiled(path) for found in classes_in(path) if is_closed(found)}
    closed_core = {(path.stem, found.name) for path in core for found in classes_in(path) if is_closed(found)}
    wrong: list[str] = []
    for path in everything:
        if path in core:
            continue
        shut = closed_core if is_compiled(path) else closed
        ours = [node for node in nodes_of(path) if isinstance(node, ast.ImportFrom) and "quintain" in (node.module or "")]
        modules = {name.asname or name.name: (node.module or "").split(".")[-1] for node in ours for name in node.names}
        for found in classes_in(path):
            bases = [ast.unparse(base).split(".")[-1] for base in found.bases]
            wrong += [f"{path.name}: {found.name} extends {base}" for base in bases if (modules.get(base, ""), base) in shut]
    assert wrong == []
