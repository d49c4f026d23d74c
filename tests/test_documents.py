"""What the pages for programmers name is there: files, modules, and the names in them."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    "docs/architecture.md", "docs/adding-a-system.md", "docs/service.md", "docs/lab.md", "docs/lab-review.md", "importer/README.md",
]  # fmt: skip
OWNERS = {
    "battle": "Battle", "roll": "Roll", "SYSTEM": "System", "fight": "Fight", "forecast": "Forecast", "review": "Review",
    "result": "Finding", "question": "Question", "reading": "Reading",
}  # fmt: skip
"""What an object of a usual name is."""
NO_NAMES = {"py", "yaml", "md", "json", "html", "csv", "NAME"}
"""What stands behind a dot that is no name: endings of files, and where a name is to be put."""


@cache
def files() -> list[str]:
    found = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    return found or [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py")]


@cache
def names() -> dict[str, set[str]]:
    """What every module and every class of the package and the tools defines, and what its objects have."""
    found: dict[str, set[str]] = {}
    bases: dict[str, list[str]] = {}
    for file in files():
        if not file.endswith(".py") or not file.startswith(("src/", "tools/", "tests/")):
            continue
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        module = Path(file).parent.name if file.endswith("__init__.py") else Path(file).stem
        found.setdefault(module, set()).update(bound(tree.body))
        for path in (Path(file), *Path(file).parents[:-2]):
            found.setdefault(path.parent.name, set()).add(path.stem)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                own = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)}
                found.setdefault(node.name, set()).update(own | bound(node.body))
                bases.setdefault(node.name, []).extend(ast.unparse(base).split(".")[-1] for base in node.bases)
    for name in list(bases):
        for base in above(name, bases):
            found[name] |= found.get(base, set())
            found.setdefault(f"any {base}", set()).update(found[name])
    return found


def above(name: str, bases: dict[str, list[str]]) -> set[str]:
    found: set[str] = set()
    ahead = [name]
    while ahead:
        new = {base for base in bases.get(ahead.pop(), []) if base not in found}
        found |= new
        ahead += new
    return found


def bound(body: list[ast.stmt]) -> set[str]:
    found: set[str] = set()
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.update(target.id for target in targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.ImportFrom):
            found.update(name.name for name in node.names)
    return found


def is_there(path: str) -> bool:
    """A file or folder of the clone; from its root, or by the end of its path."""
    pattern = re.sub(r"<\w+>|\*|NAME", "[^/]*", path.rstrip("/").replace(".", r"\."))
    return any(re.search(f"(^|/){pattern}(/|$)", file) for file in files())


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = re.findall(r"`((?:[\w<>*.-]+/)*[\w<>*-]+\.py|(?:[\w<>*.-]+/)+)`", text)
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert [path for path in named if not is_there(path)] == []
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_name_with_its_owner_is_there(page: str) -> None:
    """`Fight.amend`, `battle.hold(...)`, `sample.MOST_BARRED`: where the part before the dot is known, it has the part behind it."""
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    known, wrong = names(), []
    for owner, name in re.findall(r"`(?:[\w.]+\.)?(\w+)\.(\w+)(?:\(.*?\))?`", text):
        has = known.get(OWNERS.get(owner, owner))
        has = has and has | known.get(f"any {OWNERS.get(owner, '')}", set())
        if has is not None and name not in has and name not in NO_NAMES:
            wrong.append(f"{owner}.{name}")
    assert wrong == []


def test_headings_that_the_architecture_page_lists_are_its_own() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    headings = {line.removeprefix("## ").lower().replace(" ", "-") for line in text.splitlines() if line.startswith("## ")}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) == headings
