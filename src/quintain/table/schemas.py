"""JSON Schemas of typed dictionaries, with what their docstrings say: for the OpenAPI document."""

from __future__ import annotations

import ast
import inspect
import itertools
import types
import typing
from functools import lru_cache
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

Data = dict[str, Any]
REF = "#/components/schemas/"
PLAIN: dict[object, Data] = {
    str: {"type": "string"}, int: {"type": "integer"}, float: {"type": "number"}, bool: {"type": "boolean"},
    type(None): {"type": "null"}, Any: {}, object: {},
}  # fmt: skip


class Schemas:
    """Schemas as they are needed: typed dictionaries by name in `known`, everything else in place."""

    def __init__(self) -> None:
        self.known: dict[str, Data] = {}

    def of(self, shape: Any) -> Data:
        if shape in PLAIN:
            return dict(PLAIN[shape])
        if is_typeddict(shape):
            if shape.__name__ not in self.known:
                self.known[shape.__name__] = {}
                self.known[shape.__name__] = self._mapping(shape)
            return {"$ref": REF + shape.__name__}
        origin, args = get_origin(shape), get_args(shape)
        if origin in (Required, NotRequired):
            return self.of(args[0])
        if origin is Literal:
            return {"enum": list(args)}
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(one) for one in args]}
        if origin is list:
            return {"type": "array", "items": self.of(args[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(args[1]) or True}
        if origin is tuple:
            return {"type": "array", "prefixItems": [self.of(one) for one in args]}
        raise TypeError(f"{shape!r} has no schema")

    def _mapping(self, shape: Any) -> Data:
        hints = get_type_hints(shape, include_extras=True)
        said = described(shape)
        properties: Data = {}
        for name, hint in hints.items():
            found = self.of(hint)
            if name in said:
                found = {"allOf": [found], "description": said[name]} if "$ref" in found else {**found, "description": said[name]}
            properties[name] = found
        needed = [name for name, hint in hints.items() if name in shape.__required_keys__ and get_origin(hint) is not NotRequired]
        schema: Data = {"type": "object", "title": shape.__name__, "properties": properties, "required": needed}
        if shape.__doc__:
            schema["description"] = inspect.cleandoc(shape.__doc__)
        return schema


@lru_cache(maxsize=512)
def described(shape: Any) -> dict[str, str]:
    """What stands under each field of a class, as text."""
    try:
        tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(shape)))
    except (OSError, TypeError, SyntaxError):
        return {}
    body = typing.cast(ast.ClassDef, tree.body[0]).body
    found: dict[str, str] = {}
    for field, after in itertools.pairwise(body):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
            and isinstance(after.value.value, str)
        ):
            found[field.target.id] = " ".join(after.value.value.split())
    return found
