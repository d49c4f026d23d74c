"""Every clause of every rules reference has a test, every mark names a clause, and every test asserts something."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
RULES = TESTS.parent / "docs" / "rules"
ASSERTING = ("check_", "assert_", "expect_")
"""How helpers that assert begin their names, so that a test which only calls them counts; so do asserting helpers of its own file."""


def clauses_of(system: str) -> list[str]:
    """The ids that begin a clause of the system's rules reference: `- **RI-07** ...`."""
    page = (RULES / f"{system}.md").read_text(encoding="utf-8")
    return re.findall(r"^\s*[-*] \*\*([A-Z]{2}-\d+)\*\*", page, re.MULTILINE)


SYSTEMS = sorted(path.stem for path in RULES.glob("*.md"))
CLAUSES = {system: clauses_of(system) for system in SYSTEMS}


Helpers = dict[str, ast.FunctionDef]


def all_tests() -> Iterator[tuple[str, ast.FunctionDef, Helpers]]:
    """Each test with where it stands and the other functions of its file."""
    for path in sorted(TESTS.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        helpers = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("test_")}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{path.relative_to(TESTS)}:{node.lineno} {node.name}", node, helpers


def marks_of(function: ast.FunctionDef) -> list[str]:
    """The ids in the clause marks of a test, and of the parameters it is run with."""
    return [
        argument.value
        for decorator in function.decorator_list
        for call in ast.walk(decorator)
        if isinstance(call, ast.Call) and name_of(call.func) == "clause"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def asserts(function: ast.FunctionDef, helpers: Helpers) -> bool:
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and not isinstance(node.test, ast.Constant):
            return True
        if not isinstance(node, ast.Call):
            continue
        called = name_of(node.func)
        if called.startswith(ASSERTING) or called in ("raises", "expect"):
            return True
        if called in helpers and asserts(helpers[called], {}):
            return True
    return False


MARKED = {mark for _, function, _ in all_tests() for mark in marks_of(function)}


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_clause_has_a_test(system: str) -> None:
    assert CLAUSES[system], f"docs/rules/{system}.md has no clauses"
    assert [clause for clause in CLAUSES[system] if clause not in MARKED] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_clause_is_written_twice(system: str) -> None:
    assert sorted(set(CLAUSES[system])) == sorted(CLAUSES[system])


def test_every_mark_names_a_clause() -> None:
    assert sorted(MARKED - {clause for clauses in CLAUSES.values() for clause in clauses}) == []


def test_every_test_asserts_something() -> None:
    assert [where for where, function, helpers in all_tests() if not asserts(function, helpers)] == []
