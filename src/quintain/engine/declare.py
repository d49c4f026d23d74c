"""Facts of a system, each declared once: fields of sheets and stat blocks, conditions. (Switches: `engine/switches.py`.)

A system's `fields.py` lists them. `tools/generate.py` writes the modules that follow from the list (constructor, copy, key, file
models, loading, exporting, which conditions are held); the stat list and the rows of screens are read from the list itself.
"""

from __future__ import annotations

from typing import Any, Final, final

from quintain.engine.system import Stat


@final
class Kind:
    """What the values of a field are: pieces of Python, in which {} stands for the value.

    `copy` makes an independent one, `key` what counts in comparisons. `file` is the type in a file ("" for the same), `absent` what a
    file that is silent means, `load` turns a file's value into the field's, `save` the other way round. `count` says how often a
    condition of this kind is held, `stat` what kind of figure a sheet shows; `time`: the value is the time at which it "ends", or
    something is "due", or a list of such ("many"). `plain`: which reader of `engine/plain_data.py` takes it from plain rows.
    """

    def __init__(
        self, type: str, default: str, copy: str = "{}", key: str = "{}", file: str = "", absent: str = "", load: str = "{}",
        save: str = "{}", count: str = "{}", stat: str = "data", time: str = "", plain: str = "",
    ) -> None:  # fmt: skip
        self.type: Final[str] = type
        self.default: Final[str] = default
        self.copy: Final[str] = copy
        self.key: Final[str] = key
        self.file: Final[str] = file or type
        self.absent: Final[str] = absent
        self.load: Final[str] = load
        self.save: Final[str] = save
        self.count: Final[str] = count
        self.stat: Final[str] = stat
        self.time: Final[str] = time
        self.plain: Final[str] = plain or READERS.get(self.file, "text")


READERS: Final = {"int": "number", "bool": "flag", "list[str]": "words"}
"""The reader of plain data for a type; a text for any other."""
INT: Final = Kind("int", "0", stat="int")
BOOL: Final = Kind("bool", "False", key="flag", stat="bool")
"""All fields of this kind together make one number in a key."""
TEXT: Final = Kind("str", '""', stat="text")
NAMES: Final = Kind("list[str]", "[]", copy="{}.copy()", key="tuple({})", count="len({})")
FIXED: Final = Kind("object", "None")
"""Shared between copies."""


@final
class Field:
    """One field of a sheet; one whose name has a dot ("effect.most") is kept by what the sheet holds.

    `file`: the name by which a file says it, "=" for the same name, "" where no file does; a last "_" is not written ("with_").
    `by_hand`: a file says it, but loading and exporting (unless `save` is given) need judgement and are written by hand. `sees`:
    who sees it on the sheet ("all", "side", "owner", "gm"; "" where nobody does), and then the GM may set it within `low` and
    `high`, which bind a plain number in a file as well. `key`: what counts in comparisons instead of what its kind says, "" for
    nothing.
    `file_type`, `absent` and `bounds`: the type in a file, what silence means there and further arguments of the model's field,
    where they differ from those of the kind; so `load` and `save`. `in_model=False`: the model's field is written by hand (it
    names models that stand there). `said`: what the file's field is described as, where that is not `doc`; `bounds` replace `low`
    and `high` there. `when`: it is exported only where this holds. `in_file=True`: a file says it, and no field of the sheet keeps
    it as it is.
    `derived`: how it follows from the fields before it (a piece of Python), for figures that nobody writes; of a sheet that changes,
    a figure that is shown and kept nowhere. `choices`: the words of a figure whose value is the number of one.
    """

    def __init__(
        self, name: str, kind: Kind, doc: str, default: str = "", file: str = "=", sees: str = "", low: int | None = None,
        high: int | None = None, key: str = "=", by_hand: bool = False, file_type: str = "", bounds: str = "", copy: str = "",
        absent: str = "", derived: str = "", load: str = "", save: str = "",
        in_model: bool = True, said: str = "", when: str = "", in_file: bool = False, choices: tuple[str, ...] = (),
        plain: str = "",
    ) -> None:  # fmt: skip
        self.name: Final[str] = name
        self.kind: Final[Kind] = kind
        self.doc: Final[str] = doc
        self.default: Final[str] = default or kind.default
        self.required: Final[bool] = default == ""
        self.file: Final[str] = name if file == "=" else file
        self.sees: Final[str] = sees
        self.said: Final[str] = said or doc
        self.when: Final[str] = when
        self.in_file: Final[bool] = in_file
        self.choices: Final[tuple[str, ...]] = choices
        self.plain: Final[str] = plain or kind.plain
        self.low: Final[int | None] = low
        self.high: Final[int | None] = high
        self.key: Final[str] = kind.key if key == "=" else key
        self.by_hand: Final[bool] = by_hand
        self.file_type: Final[str] = file_type or kind.file
        self.bounds: Final[str] = bounds
        self.copy: Final[str] = copy or kind.copy
        self.absent: Final[str] = absent or kind.absent or self.default
        self.derived: Final[str] = derived
        self.in_model: Final[bool] = in_model
        self.load: Final[str] = load or kind.load
        self.saves: Final[bool] = self.file != "" and not derived and (save != "" or not (in_file or by_hand))
        self.loads: Final[bool] = not in_file and not by_hand and not derived and (self.file != "" or load != "")
        self.save: Final[str] = save or kind.save

    def stat(self) -> Stat:
        """The field on the sheet, as the GM may set it."""
        low = self.low if self.low is not None else -1_000_000
        high = self.high if self.high is not None else 1_000_000
        kind = "choice" if self.choices else self.kind.stat
        return Stat(self.name, kind, self.sees, self.doc, low, high, list(self.choices), derived=self.derived != "")


@final
class Record:
    """A class of sheet: `name` is the generated class, on top of `base`, whose constructor takes `takes`.

    Without a base the constructor takes the fields that `takes` names. A `name` that is `of` is the whole class, with copy and key;
    "" is none: then only what a file says is generated.
    `key_takes`: arguments of its key. `model`: the generated model of what a file says, "" for none; `of` is the finished class and
    `given` what loading and exporting are given besides, as "name: Type" (exporting only: `given_more`). What never changes is
    `frozen`: its constructor takes every field that is not derived, in order; those with a default of their own may be left out;
    it has a key where it is `keyed`.
    `fixed` is what is built step by step and never changes after that: no copy, no key, and its file is kept as it was written.
    `plain`: rows are plain data that has been checked already. `loads=False`, `exports=False`: a row is
    read by hand, nobody writes one. `check`: a function that
    raises a ValueError where the whole row makes no sense.
    """

    def __init__(
        self, name: str, base: str, takes: str, fields: list[Field], key_takes: str = "", model: str = "", of: str = "",
        given: str = "", given_more: str = "", frozen: bool = False, fixed: bool = False, plain: bool = False, doc: str = "",
        exports: bool = True, check: str = "", keyed: bool = False, loads: bool = True,
    ) -> None:  # fmt: skip
        self.name: Final[str] = name
        self.base: Final[str] = base
        self.takes: Final[str] = takes
        self.fields: Final[list[Field]] = fields
        self.key_takes: Final[str] = key_takes
        self.model: Final[str] = model
        self.of: Final[str] = of
        self.given: Final[str] = given
        self.given_more: Final[str] = given_more
        self.frozen: Final[bool] = frozen
        self.fixed: Final[bool] = fixed
        self.plain: Final[bool] = plain
        self.doc: Final[str] = doc
        self.check: Final[str] = check
        self.keyed: Final[bool] = keyed
        self.loads: Final[bool] = loads
        self.exports: Final[bool] = exports and not fixed


@final
class State:
    """A condition: its name, what it does in words, and how a screen shows it (`tone`: bad, good or neutral).

    `field` says where it is kept, `held` (a piece of Python about `one` and `now`) when it is held, where that is not simply the
    field, and `shown` under which further condition people are told of it. `effects`: what it adds to which slot of the sheet while
    it is held. `given`: may a power bring it?
    """

    def __init__(
        self, id: str, name: str, does: str, icon: str, clause: str, field: Field | None = None, tone: str = "bad", held: str = "",
        shown: str = "", effects: list[tuple[str, int]] | None = None, given: bool = False,
    ) -> None:  # fmt: skip
        self.id: Final[str] = id
        self.name: Final[str] = name
        self.does: Final[str] = does
        self.icon: Final[str] = icon
        self.clause: Final[str] = clause
        self.field: Final[Field | None] = field
        self.tone: Final[str] = tone
        self.held: Final[str] = held or (field.kind.count.format(f"one.{field.name}") if field is not None else "")
        self.shown: Final[str] = shown
        self.given: Final[bool] = given
        self.effects: Final[list[tuple[str, int]]] = effects or []


@final
class Words:
    """Words that a file may say, and the numbers by which rules know them, counted from `first`: "PC pc, COMPANION companion".

    Each is a constant and its word, or either alone; a constant that begins the list stands for the empty word, one after all the
    words has none. `named` is the tuple of the words ("" for none); `bits`: each number is a bit of its own. `doc`: what they are.
    "GRAVE = STUNNED | HELPLESS": a constant that follows from others.
    """

    def __init__(self, named: str, doc: str, listed: str, first: int = 0, bits: bool = False) -> None:
        self.named: Final[str] = named
        self.doc: Final[str] = doc
        self.numbers: Final[dict[str, str]] = {}
        self.words: Final[list[str]] = []
        if " = " in listed:
            constant, _, value = listed.partition(" = ")
            self.numbers[constant] = value
            return
        for place, entry in enumerate(listed.split(", ")):
            constant, _, word = entry.partition(" ")
            if constant.isupper():
                self.numbers[constant] = str(1 << place if bits else first + place)
            else:
                word = entry
            if word or place == 0:
                self.words.append(word)


def stats_of(fields: list[Field]) -> list[Stat]:
    """The figures of a sheet that somebody sees, in the order of their declaration."""
    return [field.stat() for field in fields if field.sees]


def in_file(name: str, type: str, doc: str, absent: str = "None", bounds: str = "", save: str = "", when: str = "") -> Field:
    """What a file says and no sheet keeps as it is."""
    return Field(name, FIXED, doc, file_type=type, absent=absent, bounds=bounds, in_file=True, save=save, when=when)


def given(one: object, fields: list[Field]) -> dict[str, Any]:
    """What the constructor of something frozen was given, to make another like it."""
    return {field.name: getattr(one, field.name) for field in fields if not field.in_file and not field.derived}


def named(fields: list[Field], names: str) -> list[Field]:
    """The fields of these names that a sheet keeps, in this order."""
    kept = {field.name: field for field in fields if not field.derived}
    return [kept[name] for name in names.split()]


def also(
    fields: list[Field], name: str, said: str = "", file: str = "", file_type: str = "", absent: str = "", save: str = "",
) -> Field:  # fmt: skip
    """What another row says of one of these fields, with words, a name, a type or a silence of its own. It is loaded by hand there."""
    [field] = named(fields, name)
    return Field(
        field.name, field.kind, field.doc, file=file or field.file, low=field.low, high=field.high, bounds=field.bounds, by_hand=True,
        said=said or field.said, file_type=file_type or field.file_type, absent=absent or field.absent, save=save,
    )  # fmt: skip
