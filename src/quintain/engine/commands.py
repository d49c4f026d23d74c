"""The GM's commands of a book, each declared once: a function whose parameters say what it takes.

    WHO = Annotated[Creature, Takes("whom")]

    @COMMANDS.command("Make somebody Surprised, or not.")
    def surprise(battle: TiersBattle, who: WHO, on: Annotated[bool, Takes("true or false")] = True) -> None:

Form, check and use follow from the signature: the name, the kind and the meaning of each field, whether it may be left out, what it is
then, which words or numbers are possible. A parameter that is called like a word of Python has an underscore behind it (`is_`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import NoneType, UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from quintain.engine.battle import Battle, Unit
from quintain.engine.refusal import Illegal, Malformed
from quintain.engine.ruling import flag_of, number_of, text_of
from quintain.engine.system import Ruling, System, unit_named

Work = TypeVar("Work", bound=Callable[..., None])
KINDS: Final = {int: "int", bool: "bool", str: "text", list: "list", dict: "data"}


class Takes:
    """What a parameter means, and what it may be: one of these words, a number from `low` to `high`, somebody who is still there.

    `kind` is what a form shows where the type does not say it ("place", "side", "controller", "list"); such a value is handed on
    as it was given, unless the type is a text. `read` turns a text into what the function takes, or refuses it.
    """

    def __init__(
        self, doc: str = "", one_of: tuple[str, ...] = (), low: int | None = None, high: int | None = None, kind: str = "",
        present: bool = False, read: Callable[[str], object] | None = None,
    ) -> None:  # fmt: skip
        self.doc: Final[str] = doc or ", ".join(one_of)
        self.one_of: Final[tuple[str, ...]] = one_of
        self.low: Final[int | None] = low
        self.high: Final[int | None] = high
        self.kind: Final[str] = kind
        self.present: Final[bool] = present
        self.read: Final[Callable[[str], object] | None] = read


class Parameter:
    """One parameter of a command."""

    def __init__(self, parameter: inspect.Parameter, hint: Any) -> None:
        self.name: Final[str] = parameter.name.removesuffix("_")
        self.parameter: Final[str] = parameter.name
        self.required: Final[bool] = parameter.default is inspect.Parameter.empty
        self.default: Final[Any] = None if self.required else parameter.default
        taken = get_args(hint)[1] if get_origin(hint) is Annotated else Takes()
        self.takes: Final[Takes] = taken
        plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        if get_origin(plain) in (Union, UnionType):
            plain = next(part for part in get_args(plain) if part is not NoneType)
        self.type: Final[Any] = get_origin(plain) or plain
        is_unit = isinstance(self.type, type) and issubclass(self.type, Unit)
        self.kind: Final[str] = taken.kind or ("text" if taken.read else "unit" if is_unit else KINDS.get(self.type, "any"))

    def field(self) -> str:
        """As a ruling lists it: "int?: how many"."""
        return f"{self.kind}{'' if self.required else '?'}: {self.takes.doc}"

    def read(self, battle: Battle, args: dict[str, object]) -> object:
        """What was given, checked; the default where nothing was."""
        given = args.get(self.name)
        if given is None and (self.name not in args or self.default is None) and not self.required:
            return self.default
        if self.takes.read is not None:
            return self.takes.read(self._one_of(text_of(args, self.name)))
        if self.kind == "unit":
            if given == "" and not self.required:
                return self.default
            unit = unit_named(battle, given)
            assert isinstance(unit, self.type)
            if self.takes.present and not unit.is_present():
                raise Illegal(f"{unit.name} is not in the fight any more.")
            return unit
        if self.type is int:
            return self._within(number_of(args, self.name))
        if self.type is bool:
            return flag_of(args, self.name)
        if self.type is str:
            return self._one_of(text_of(args, self.name))
        return given

    def _within(self, value: int) -> int:
        low, high = self.takes.low, self.takes.high
        if low is not None and high is not None and not low <= value <= high:
            raise Malformed(f"{self.name} is a whole number from {low} to {high}, not {value}.")
        return value

    def _one_of(self, value: str) -> str:
        if self.takes.one_of and value not in self.takes.one_of and value != self.default:
            raise Malformed(f"{self.name} is one of {', '.join(self.takes.one_of)}, not {value!r}.")
        return value


class Command(Ruling):
    """A ruling whose work is done by a function that takes its parameters by name."""

    def __init__(self, name: str, doc: str, work: Callable[..., None], fixed: dict[str, str]) -> None:
        hints = get_type_hints(work, include_extras=True)
        listed = list(inspect.signature(work).parameters.values())
        self.parameters = [Parameter(one, hints[one.name]) for one in listed[1:] if one.name not in fixed]
        super().__init__(name, doc, {one.name: one.field() for one in self.parameters})
        self._battle: type[Battle] = hints[listed[0].name]
        self._work = work
        self._fixed = fixed

    def apply(self, system: System, battle: Battle, args: dict[str, object]) -> None:
        assert isinstance(battle, self._battle)
        self._work(battle, **self._fixed, **{one.parameter: one.read(battle, args) for one in self.parameters})


class Commands:
    """The commands of a book, by name."""

    def __init__(self) -> None:
        self.rulings: dict[str, Ruling] = {}

    def command(self, doc: str, name: str = "", **fixed: str) -> Callable[[Work], Work]:
        """Make a function a command; it goes by its own name unless another is given. `fixed` parameters are the command's own."""

        def enrol(work: Work) -> Work:
            called = name or work.__name__.strip("_")
            self.rulings[called] = Command(called, doc, work, fixed)
            return work

        return enrol


Value = TypeVar("Value")


def kept(given: Value | None, before: Value) -> Value:
    """What was given, or what it was before where nothing was."""
    return before if given is None else given
