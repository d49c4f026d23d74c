"""Encounters: loaded from files, shipped with a system, taken from a record or written by a running fight."""

from __future__ import annotations

import importlib
import pickle
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from html import escape
from pathlib import Path as FilePath
from typing import Any, TypeAlias

from pydantic import BaseModel, ValidationError

from quintain.engine import Automation, Battle, Fight, Malformed, Refusal, System, Unavailable, fight_from
from quintain.engine.display import chart_of, units_html
from quintain.engine.given import faces_given, given, mapping
from quintain.engine.play import tactic_checked
from quintain.engine.record import why_not_text
from quintain.engine.seat import is_reserved_id
from quintain.library.bounds import listed, too_large, too_much, waves
from quintain.library.check import checked, problems
from quintain.library.problems import FileProblem, Path, did_you_mean
from quintain.library.rows import expanded, named_twice, needs_expanding, possible
from quintain.library.schema import child, has_child
from quintain.library.shipped import content
from quintain.library.shipped import samples as samples
from quintain.library.text import Document, is_there, path_given, read_file, read_text
from quintain.systems import is_system, system, system_module, system_names

Blocks: TypeAlias = dict[str, dict[str, object]]
"""Stat blocks as files have them, by their names."""


class Encounter:
    """What a fight starts from: a system and its checked data, with every stat block written out."""

    def __init__(self, system_name: str, data: dict[str, object], name: str = "") -> None:
        self.system_name = system_name
        self.data = data
        self.name = name or str(data.get("name", "encounter"))
        self._template: Battle | None = None

    def __repr__(self) -> str:
        return f"<Encounter {self.name!r} of {self.system_name}>"

    def _repr_html_(self) -> str:
        """For notebooks: what it is called, and who is in it."""
        battle = self.battle()
        head = f"<h3>{escape(self.name)} ({escape(self.system.title)})</h3><p>{escape(self.summary)}</p>"
        return f"<div>{head}{units_html(self.system, battle)}</div>"

    def chart(self, fights: int = 400) -> Any:
        """The forecast of so many fights as an Altair chart."""
        return chart_of(self, fights)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Encounter, (self.system_name, self.data, self.name))

    @property
    def system(self) -> System:
        return system(self.system_name)

    @property
    def summary(self) -> str:
        return str(self.data.get("summary", ""))

    def battle(self) -> Battle:
        """A fresh battle to start from."""
        if self._template is None:
            self._template = self.system.build(self.data)
        return self._template.copy()


def play(
    encounter: object, seed: object = "", dice: object = None, auto: object = None, automation: object = None, salt: object = "",
) -> Fight:  # fmt: skip
    """A fight from an encounter: scripted faces first, then the seed. `auto` hands units, controllers or sides to tactics.

    A seed somebody chose needs a secret `salt`, or the hash shown beforehand tells it to whoever tries enough of them.
    """
    start = given(encounter, Encounter, "an encounter")
    automatic = Automation() if automation is None else given(automation, Automation, "what goes on without asking")
    for who, tactic in mapping(auto or {}, str, "auto").items():
        automatic.auto[who] = tactic_checked(start.system, tactic)
    chosen = str(seed) if isinstance(seed, int) and not isinstance(seed, bool) else given(seed, str, "a seed")
    why = why_not_text(chosen) or why_not_text(given(salt, str, "the salt"))
    if why:
        raise Malformed(f"a seed and its salt must fit into a record: {why}.")
    faces = None if dice is None else faces_given(dice)
    return Fight(start.system, start.battle(), start.data, chosen, faces, automatic, salt=given(salt, str, "the salt"))


# -- where encounters come from ----------------------------------------------------------------------------------------


def sample(name: object) -> Encounter:
    """A shipped encounter by its name."""
    name = given(name, str, "the name of a shipped encounter")
    system_name, _, file = name.partition("/")
    if not is_system(system_name) or name not in samples(system_name):
        hint = did_you_mean(name, samples())
        raise Unavailable(f"there is no shipped encounter called {name!r}. {hint}".rstrip() + _known(samples()))
    text = content(system_name).joinpath(f"{file}.yaml").read_text(encoding="utf-8")
    return from_document(read_text(text, name), name)


def load(source: object) -> Encounter:
    """An encounter from a file, or a shipped one by its name."""
    source = path_given(source)
    if isinstance(source, str) and not is_there(source) and not source.endswith((".yaml", ".yml", ".json")):
        return sample(source)
    return from_document(read_file(source), FilePath(source).stem)


def from_data(data: object, name: str = "") -> Encounter:
    """An encounter from plain data, such as a record carries or a running fight exports."""
    return from_document(Document(name or "encounter", data, {}), name)


def from_document(document: Document, name: str = "", recorded: bool = False) -> Encounter:
    """An encounter as a file has it: rows that stand for several combatants, or leave their ids to be found, are written out first.
    What stands in a `recorded` fight was played, whatever ids it gave."""
    found = _written_out(document, name, recorded)
    twice = None if recorded else named_twice(_mapping(document).get("combatants"))
    if twice is not None:
        path, id = twice
        raise FileProblem([document.problem(path, f"there is already a combatant called {id!r}: give each an id of its own.")])
    if not recorded:
        later = [str(row.get("id")) for rows in waves(found.data) for row in listed(rows) if isinstance(row, dict)]
        reserved = [id for id in (*found.battle().index, *later) if is_reserved_id(id)]
        if reserved:
            what = f"nobody can be called {reserved[0]!r}, which means people here: give it another id."
            raise FileProblem([document.problem(("combatants",), what)])
    return found


def _written_out(document: Document, name: str, recorded: bool) -> Encounter:
    data = _mapping(document)
    system_name = _system_name(document, data)
    beyond = too_large(data) or ([] if recorded else too_much(data))
    if beyond:
        raise FileProblem([document.problem(path, what) for path, what in beyond])
    rows, known = data.get("combatants"), blocks(system_name)
    if not isinstance(rows, list) or not needs_expanding(rows):
        return _checked(document, data, system_name, known, name)
    try:
        whole, origins = expanded(rows, _names(data, known), lambda some: _stands(data, system_name, known, some))
    except Refusal as no:
        raise FileProblem([document.problem(no.path, no.sentence)]) from None
    places = {path: place for path, place in document.places.items() if path[:1] != ("combatants",) or len(path) == 1}
    for number, origin in enumerate(origins):
        for path, place in document.places.items():
            if path[:2] == ("combatants", origin):
                places["combatants", number, *path[2:]] = place
    data = {**data, "combatants": whole}
    try:
        return _checked(Document(document.name, data, places), data, system_name, known, name)
    except FileProblem as no:
        raise FileProblem([replace(problem, path=_in_file(problem.path, origins)) for problem in no.problems]) from None


def _in_file(path: Path, origins: list[int]) -> Path:
    """Where the row of a combatant stands in the file."""
    if len(path) > 1 and path[0] == "combatants" and isinstance(path[1], int) and path[1] < len(origins):
        return ("combatants", origins[path[1]], *path[2:])
    return path


def _names(data: dict[str, object], known: Blocks) -> dict[str, str]:
    """What stat blocks are called, by the names under which they are used."""
    own = data.get("blocks")
    usable = {**known, **(own if isinstance(own, dict) else {})}
    return {key: str(block["name"]) for key, block in usable.items() if isinstance(block, dict) and block.get("name")}


def _stands(data: dict[str, object], system_name: str, known: Blocks, rows: list[object]) -> bool:
    """Can these combatants stand where they are said to?"""
    return possible(lambda: system(system_name).build(_door(system_name)({**data, "combatants": rows}, known)))


def _checked(document: Document, data: dict[str, object], system_name: str, known: Blocks, name: str) -> Encounter:
    """A refusal of a system's, while it reads or builds, becomes a problem of this file with its line and field."""
    resolve = _door(system_name)
    try:
        resolved = resolve(data, known)
        encounter = Encounter(system_name, resolved, str(resolved.get("name") or name))
        encounter.battle()
    except ValidationError as error:
        raise FileProblem(problems(document, models(system_name)["encounter"], error)) from None
    except FileProblem:
        raise
    except Refusal as no:
        raise FileProblem([document.problem(path_of(data, no), no.sentence)]) from None
    except ValueError as no:
        raise FileProblem([document.problem(path_named(data, str(no)), str(no))]) from None
    return encounter


def path_of(data: dict[str, object], no: Refusal) -> Path:
    """Where in the file a refusal stands: as it says; of a combatant, at the stat block it names if that is quoted."""
    if not no.path:
        return path_named(data, no.sentence)
    path = path_in(data, no.path)
    if len(path) == 2 and path[0] == "combatants" and f"'{child(child(child(data, 'combatants'), path[1]), 'use')}'" in no.sentence:
        return (*path, "use")
    return path


def path_in(data: dict[str, object], path: Path) -> Path:
    """Where in the file something stands that a system found in the resolved data.

    There every combatant's stat block is written out; the file may have it among its own `blocks`, or only name it.
    """
    if len(path) < 3 or path[0] != "combatants" or path[2] != "block":
        return path
    row = child(child(data, path[0]), path[1])
    if has_child(row, "block") or not has_child(row, "use"):
        return path
    name = child(row, "use")
    if isinstance(name, str) and has_child(child(data, "blocks"), name):
        return ("blocks", name, *path[3:])
    return (*path[:2], "use")


def path_named(data: dict[str, object], sentence: str) -> Path:
    """Where a refusal that does not say so probably stands: at what it quotes, else at the combatant it names."""
    for word in re.findall(r"'([^']+)'", sentence):
        found = paths_of(data, word)
        if found:
            return found[-1]
    rows = data.get("combatants")
    for place, row in enumerate(rows if isinstance(rows, list) else []):
        names = [child(row, "id"), child(row, "name"), child(row, "use"), child(child(row, "block"), "name")]
        for name in names:
            if isinstance(name, str) and name and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", sentence):
                return ("combatants", place)
    return ()


def paths_of(data: object, word: str) -> list[Path]:
    """Every part of plain data that is this word, or a field of this name, in the order of the file."""
    if data == word:
        return [()]
    parts: list[tuple[str | int, object]] = []
    if isinstance(data, dict):
        parts = list(data.items())
    elif isinstance(data, list):
        parts = list(enumerate(data))
    found: list[Path] = []
    for key, value in parts:
        if key == word:
            found.append((key,))
        found.extend([(key, *path) for path in paths_of(value, word)])
    return found


def fight_of(record: object, name: str = "record") -> Fight:
    """A fight again from its record."""
    return fight_from_document(Document(name, record, {}))


def resume(path: object) -> Fight:
    """A fight again from the file its record is kept in."""
    return fight_from_document(read_file(path_given(path)))


def fight_from_document(document: Document) -> Fight:
    from quintain.library.records import RecordModel  # needed for records alone, and takes long to make

    record = checked(document, RecordModel)
    encounter = encounter_in(document, as_played(record.encounter, record.system, str(record.rules)))
    if encounter.system_name != record.system:
        raise FileProblem([document.problem(("system",), f"the encounter in this record is of {encounter.system_name}")])
    return fight_from(encounter.system, encounter.battle(), record.model_dump())


def as_played(encounter: dict[str, object], system_name: str, version: str) -> dict[str, object]:
    """The encounter of a record under the rules it was played by: switches whose default has changed since are written out."""
    former = system(system_name).former_options(version) if is_system(system_name) else {}
    options = encounter.get("options", {})
    return {**encounter, "options": {**former, **options}} if former and isinstance(options, dict) else encounter


def encounter_in(document: Document, data: object) -> Encounter:
    """The encounter that a record carries; what is wrong with it is a problem of the record's file."""
    places = {path[1:]: place for path, place in document.places.items() if path[:1] == ("encounter",)}
    try:
        return from_document(Document(document.name, data, places), recorded=True)
    except FileProblem as no:
        raise FileProblem([replace(problem, path=("encounter", *problem.path)) for problem in no.problems]) from None


# -- the doors of a system that deal with files ---------------------------------------------------------------------------


def models(system_name: str) -> dict[str, type[BaseModel]]:
    """The pydantic models of a system's files: "encounter" and "combatant"."""
    found: dict[str, type[BaseModel]] = _files(system_name).MODELS
    return found


def blocks(system_name: str) -> Blocks:
    """The stat blocks a system ships, by name."""
    found: Blocks = {}
    folder = content(system_name)
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name) if folder.is_dir() else []:
        if entry.name.startswith("combatants") and entry.name.endswith(".yaml"):
            found.update(pickle.loads(_packed_blocks(entry.read_text(encoding="utf-8"), f"{system_name}/{entry.name}")))
    return found


@lru_cache(maxsize=32)
def _packed_blocks(text: str, name: str) -> bytes:
    """The stat blocks in a text. Reading it takes long, and every variant of an encounter wants them; unpacked they are its own."""
    found: Blocks = {}
    for key, block in _mapping(read_text(text, name)).items():
        assert isinstance(block, dict)
        found[key] = block
    return pickle.dumps(found)


def _files(system_name: str) -> Any:
    return importlib.import_module(f"{system_module(system_name).__name__}.files")


def _door(system_name: str) -> Callable[[dict[str, object], Blocks], dict[str, object]]:
    door: Callable[[dict[str, object], Blocks], dict[str, object]] = _files(system_name).encounter
    return door


def _mapping(document: Document) -> dict[str, object]:
    if not isinstance(document.data, dict):
        raise FileProblem([document.problem((), "this must be a block of fields, beginning with system: and combatants:")])
    return document.data


def _system_name(document: Document, data: dict[str, object]) -> str:
    name = data.get("system")
    if not isinstance(name, str) or not is_system(name):
        hint = did_you_mean(name, system_names())
        what = f"system must be one of {', '.join(system_names())}"
        raise FileProblem([document.problem(("system",) if "system" in data else (), f"{what}. {hint}".rstrip())])
    return name


def _known(names: list[str]) -> str:
    return f" There are {', '.join(names)}." if names else ""
