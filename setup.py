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
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

sys.path.insert(0, str(Path(__file__).resolve().parent))

from tools.compiled_modules import COMPILED, is_compiled, runs_seldom
from tools.page import DIST, build_page

PACKAGE = Path("src", "quintain")
NOTE = "_build_note.txt"
SLOWING = ("-Wall", "-Wextra", "-Wsign-compare", "-Werror", "-g", "-O")
"""How flags begin that compiling inherits from Python's own build: warnings double its time, and mypyc sets the others itself."""
QUICK = ("-g0", "-w", "-fcommon", "-fvisibility=hidden")
OFTEN, SELDOM = ("-O1",), ("-Og",)
"""How modules are compiled in which sampled fights spend their time, and all the others. More than -O1 gains nothing."""
SHIMS_AT_ONCE = 8
CORE = "quintain_core"


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


def extensions(found: dict[str, list[str]]) -> list[Extension]:
    """What mypyc makes of these groups; of groups that it made before, it takes what it kept."""
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = "src"
    options = ["--config-file=", "--explicit-package-bases", "--ignore-missing-imports", "--no-site-packages"]
    files = [file for members in found.values() for file in members]
    separate: list[tuple[list[str], str | None]] = [(members, name) for name, members in found.items()]
    pieces = os.name == "posix"  # see BuildExtensions
    return list(mypycify([*options, *files], opt_level="1", separate=separate, multi_file=pieces, include_runtime_files=True))


def promised() -> list[Extension]:
    """The libraries by name: what is in them, and the modules they open, is worked out while they are built."""
    return [Extension(f"{name}__mypyc", []) for name in groups()]


def is_library(extension: Extension) -> bool:
    return str(extension.name).endswith("__mypyc")


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
        """mypyc makes a library of each group and, for each module, a small one that only opens its group's. With gcc and its like
        both are compiled in few large pieces, the longest first: headers are read seldom, and every core works to the end. Core is
        compiled while mypyc still works on the systems, which takes it half a minute on one core."""
        if self.compiler.compiler_type != "unix":
            self.know(extensions(groups()))
            super().build_extensions()
            return
        inherited = self.compiler.compiler_so
        self.compiler.set_executable("compiler_so", [word for word in inherited if not word.startswith(SLOWING)])
        with ThreadPoolExecutor(self.parallel) as cores:
            jobs = self.compile_in_pieces(cores, extensions({name: members for name, members in groups().items() if name == CORE}))
            everything = extensions(groups())
            self.know(everything)  # so that nothing of them stays behind where something fails
            jobs += self.compile_in_pieces(cores, [one for one in everything if one.name not in {name for name, _ in jobs}])
            list(cores.map(self.build_shim, *zip(*enumerate(self.shims_at_once(everything)), strict=True)))
        libraries = [one for one in everything if is_library(one)]
        for library in libraries:
            library.depends = [*library.depends, *library.sources]
            library.sources = []
            library.extra_objects = [path for name, job in jobs if name == library.name for path in job.result()]
        self.extensions = libraries
        try:
            super().build_extensions()
        finally:
            self.extensions = everything

    def know(self, found: list[Extension]) -> None:
        """setuptools prepares extensions before any of these is built."""
        self.distribution.ext_modules = found
        self.swig_opts = None  # can be read once only
        self.finalize_options()

    def is_old(self, extension: Extension) -> bool:
        target = Path(self.get_ext_fullpath(extension.name))
        made = target.stat().st_mtime if target.is_file() else 0
        return bool(self.force) or any(os.path.getmtime(path) > made for path in [*extension.sources, *extension.depends])

    def compile_in_pieces(self, cores: ThreadPoolExecutor, found: list[Extension]) -> list[tuple[str, Future[list[str]]]]:
        """Begin to compile two pieces of each library, by how often its modules run."""
        pieces = []
        for library in found:
            if not is_library(library) or not self.is_old(library):
                continue
            runtime = [f'#include "{path.name}"' for folder in library.include_dirs for path in Path(folder).glob("*_extra_ops.h")]
            parts = {OFTEN: ["#include <CPy.h>", *runtime], SELDOM: ["#include <CPy.h>", *runtime]}
            for source in library.sources:
                flags = SELDOM if runs_seldom(Path(source).stem.replace("___", ".")) else OFTEN
                parts[flags].append(f'#include "{Path(source).resolve()}"')
            pieces += [(library, flags, lines) for flags, lines in parts.items()]
        return [
            (library.name, cores.submit(self.compile_piece, f"{library.name}{flags[0]}.c", lines, library.include_dirs, flags))
            for library, flags, lines in sorted(pieces, key=lambda piece: -len(piece[2]))
        ]

    def compile_piece(self, name: str, lines: list[str], folders: list[str], flags: tuple[str, ...]) -> list[str]:
        piece = Path(self.build_temp, name)
        piece.parent.mkdir(parents=True, exist_ok=True)
        piece.write_text("\n".join([*lines, ""]), encoding="utf-8")
        return list(self.compiler.compile([str(piece)], include_dirs=[*self.include_dirs, *folders], extra_postargs=[*flags, *QUICK]))

    def shims_at_once(self, found: list[Extension]) -> list[list[Extension]]:
        """One library opens several modules, each under a name of its own, and is copied to each of them."""
        rows: list[list[Extension]] = []
        for shim in found:
            if is_library(shim) or not self.is_old(shim):
                continue
            last = shim.name.rpartition(".")[2]
            free = (row for row in rows if len(row) < SHIMS_AT_ONCE and last not in {one.name.rpartition(".")[2] for one in row})
            row = next(free, None)
            if row is None:
                rows.append(row := [])
            row.append(shim)
        return rows

    def build_shim(self, number: int, row: list[Extension]) -> None:
        lines = []
        for index, source in enumerate(source for shim in row for source in shim.sources):
            name = "PyInit___init__"  # each shim has one, for another compiler
            lines += [f"#define {name} {name}{index}", f'#include "{Path(source).resolve()}"', f"#undef {name}"]
        objects = self.compile_piece(f"shims_{number}.c", lines, [], SELDOM)
        library = Path(self.build_temp, f"shims_{number}.so")
        self.compiler.link_shared_object(objects, str(library), library_dirs=self.library_dirs)
        for shim in row:
            target = Path(self.get_ext_fullpath(shim.name))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(library, target)

    def run(self) -> None:
        try:
            super().run()
        except (Exception, SystemExit) as problem:  # the latter is how mypyc refuses
            if required():
                raise
            for output in self.get_outputs():
                Path(output).unlink(missing_ok=True)
            self.extensions = []
            why = "mypyc refused the sources" if isinstance(problem, SystemExit) else f"compiling failed ({type(problem).__name__})"
            leave_note(self.build_lib, f"{why} when it was installed")
            print(f"quintain: compiling failed, installing plain Python instead: {problem}", file=sys.stderr)


building = not {"egg_info", "dist_info", "editable_wheel", "sdist"} & set(sys.argv)
reason = why_pure() if building else "it runs from the source tree"
if building and reason:
    if required():
        raise SystemExit(f"quintain cannot be compiled: {reason}")
    print(f"quintain: installing plain Python, which is slower: {reason}", file=sys.stderr)

commands = {"build_py": BuildPython, "build_ext": BuildExtensions, "sdist": SourceArchive}
setup(ext_modules=[] if reason else promised(), cmdclass=commands)
