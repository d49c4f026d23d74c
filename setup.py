"""Build Quintain: the rules, the engine and the space they use are compiled with mypyc where that is possible, the page with Node.

The metadata stands in pyproject.toml. Environment:

- QUINTAIN_PURE=1 installs plain Python;
- QUINTAIN_SYSTEMS="riposte tiers" compiles core and these systems only, the others stay plain Python;
- QUINTAIN_COMPILED=1 makes the build fail instead of falling back to plain Python.

Compiled files go to the build directory or into the wheel, never beside the sources.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

sys.path.insert(0, str(Path(__file__).resolve().parent))

from tools.compiled_modules import COMPILED, is_compiled
from tools.page import DIST, build_page

PACKAGE = Path("src", "quintain")
NOTE = "_build_note.txt"
SLOWING = ("-Wall", "-Wextra", "-Wsign-compare", "-Werror", "-g", "-O")
"""How flags begin that compiling inherits from Python's own build: warnings double its time, and mypyc sets the others itself."""


def groups() -> dict[str, list[str]]:
    """The sources that mypyc compiles, in groups that the C compiler can work on side by side."""
    found: dict[str, list[str]] = {}
    wanted = os.environ.get("QUINTAIN_SYSTEMS", "").split()
    for pattern in COMPILED:
        for folder in sorted(path for path in PACKAGE.glob(pattern) if path.is_dir()):
            name = folder.name if pattern == "systems/*" else "core"
            if name == "core" or not wanted or name in wanted:
                members = [path for path in sorted(folder.rglob("*.py")) if is_compiled(path)]
                found.setdefault(f"quintain_{name}", []).extend(path.as_posix() for path in members)
    return {name: members for name, members in found.items() if members}


def why_pure() -> str:
    """What keeps this build from compiling; empty if nothing does."""
    if os.environ.get("QUINTAIN_PURE", "") not in ("", "0"):
        return "QUINTAIN_PURE was set when it was installed"
    try:
        import mypyc.build  # noqa: F401
    except ImportError:
        return "mypyc was missing when it was installed"
    return "" if has_compiler() else "no working C compiler was found when it was installed"


def has_compiler() -> bool:
    """Whether a C file that includes Python's headers compiles here."""
    from setuptools import Distribution

    command = build_ext(Distribution())
    command.ensure_finalized()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return PY_VERSION_HEX; }\n", encoding="utf-8")
        try:
            # build_ext makes its compiler only while it runs; these two calls are how distutils offers one.
            from setuptools._distutils.ccompiler import new_compiler
            from setuptools._distutils.sysconfig import customize_compiler

            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.compile([str(source)], output_dir=folder, include_dirs=command.include_dirs)
        except Exception:
            return False
    return True


def extensions() -> list[Extension]:
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = "src"
    options = ["--config-file=", "--explicit-package-bases", "--ignore-missing-imports", "--no-site-packages"]
    files = [file for members in groups().values() for file in members]
    separate: list[tuple[list[str], str | None]] = [(members, name) for name, members in groups().items()]
    return list(mypycify([*options, *files], opt_level="1", debug_level="0", separate=separate))


def required() -> bool:
    return os.environ.get("QUINTAIN_COMPILED", "") not in ("", "0")


def leave_note(build_lib: str, text: str) -> None:
    """Say in the package how it was built; `quintain.compiled()` and its kin read this."""
    Path(build_lib, "quintain", NOTE).write_text(text + "\n", encoding="utf-8")


def how_compiled() -> str:
    some = " and ".join(os.environ.get("QUINTAIN_SYSTEMS", "").split())
    return f"but of the systems only {some}" if some else "compiled"


def pack_page(build_lib: str) -> None:
    """The page goes with the package. Without it everything else works, and the server says what is missing."""
    missing = build_page()
    if missing:
        print(f"quintain: {missing}; everything else is installed.", file=sys.stderr)
    if DIST.joinpath("index.html").is_file():
        shutil.rmtree(Path(build_lib, "quintain", "page"), ignore_errors=True)
        shutil.copytree(DIST, Path(build_lib, "quintain", "page"))


def pack_rules(build_lib: str) -> None:
    """The rules reference goes with the package, so that clauses can be looked up wherever it runs."""
    shutil.copytree("docs/rules", Path(build_lib, "quintain", "rules"), dirs_exist_ok=True)


class BuildPython(build_py):
    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            leave_note(self.build_lib, reason or how_compiled())
            pack_rules(self.build_lib)
            pack_page(self.build_lib)


class SourceArchive(sdist):
    """The archive carries the built page, so that installing from it takes no Node."""

    def run(self) -> None:
        missing = build_page()
        if missing:
            print(f"quintain: {missing}; the archive goes without it.", file=sys.stderr)
        super().run()


class BuildExtensions(build_ext):
    """All extensions or none: half of them would not import."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        """Quick first: no warnings are looked for, and the longest files are begun first, so that every core works to the end."""
        if self.compiler.compiler_type == "unix":
            inherited = self.compiler.compiler_so
            self.compiler.set_executable("compiler_so", [word for word in inherited if not word.startswith(SLOWING)])
            for extension in self.extensions:
                own = extension.extra_compile_args
                extension.extra_compile_args = [*[word for word in own if not word.startswith("-W")], "-w"]
        self.extensions.sort(key=lambda one: -sum(os.path.getsize(source) for source in one.sources))
        super().build_extensions()

    def run(self) -> None:
        try:
            super().run()
        except Exception as problem:
            if required():
                raise
            for output in self.get_outputs():
                Path(output).unlink(missing_ok=True)
            self.extensions = []
            leave_note(self.build_lib, f"compiling failed when it was installed ({type(problem).__name__})")
            print(f"quintain: compiling failed, installing plain Python instead: {problem}", file=sys.stderr)


building = not {"egg_info", "dist_info", "editable_wheel", "sdist"} & set(sys.argv)
reason = why_pure() if building else "it runs from the source tree"
built: list[Extension] = []
if not reason:
    try:
        built = extensions()
    except SystemExit:
        reason = "mypyc refused the sources when it was installed"
if building and reason:
    if required():
        raise SystemExit(f"quintain cannot be compiled: {reason}")
    print(f"quintain: installing plain Python, which is slower: {reason}", file=sys.stderr)

setup(ext_modules=built, cmdclass={"build_py": BuildPython, "build_ext": BuildExtensions, "sdist": SourceArchive})
