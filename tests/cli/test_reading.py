"""The terminal reads views and nothing else: it takes no id and no label apart."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import quintain.cli

FOLDER = Path(quintain.cli.__file__).parent
SCREEN = ("draw.py", "menu.py", "play.py", "sheet.py", "show.py")
TAKING_APART = {"split", "rsplit", "partition", "rpartition", "startswith", "endswith", "removeprefix", "removesuffix", "index"}
NOT_APART = ("'id'", ".id", "'label'", "'row'", "'row_label'", ".at", "'title'")


def tree_of(name: str) -> ast.Module:
    return ast.parse((FOLDER / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_no_pattern_is_matched_in_the_terminal(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        assert "re" not in names and not (isinstance(node, ast.ImportFrom) and node.module == "re")


@pytest.mark.parametrize("name", SCREEN)
def test_no_id_and_no_label_is_taken_apart(name: str) -> None:
    """Only what a person typed, and a name for a search by its beginning."""
    for node in ast.walk(tree_of(name)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TAKING_APART:
            taken = ast.unparse(node.func.value)
            assert not any(word in taken for word in NOT_APART), ast.unparse(node)


@pytest.mark.parametrize("name", SCREEN)
def test_screens_do_not_look_into_the_battle(name: str) -> None:
    for node in ast.walk(tree_of(name)):
        if isinstance(node, ast.Attribute) and node.attr in ("units", "options", "question", "pending"):
            assert "battle" not in ast.unparse(node) or name == "play.py", ast.unparse(node)
