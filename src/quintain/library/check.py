"""A document against a pydantic model: the model, or every problem as a sentence.

Besides pydantic's own errors, a model's validator may point at the part that is wrong:
`raise PydanticCustomError("square", "two units stand on {square}", {"square": "3,4", "path": ["units", 2, "at"]})`;
the path is taken from where the validator's own model stands.
"""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from quintain.library.problems import FileProblem, Path, Problem, did_you_mean, listed, shown
from quintain.library.schema import Schema, Shape, child, has_child
from quintain.library.text import Document

ModelType = TypeVar("ModelType", bound=BaseModel)


def checked(document: Document, model: type[ModelType]) -> ModelType:
    """The document as this model, or a FileProblem with every problem of it."""
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        raise FileProblem(problems(document, model, error)) from None


def problems(document: Document, model: type[BaseModel], error: ValidationError) -> list[Problem]:
    """A sentence for each part of the document that is wrong, in the order of the file."""
    schema = Schema(model)
    found: dict[Path, list[str]] = {}
    for detail in error.errors(include_url=False):
        path = _path_in(document.data, detail)
        sentences = found.setdefault(path, [])
        sentence = _sentence(detail, path, schema, document)
        if sentence not in sentences:
            sentences.append(sentence)
    # Where a value may be one of several kinds, pydantic says of each kind why it is not that one.
    all_problems = [document.problem(path, "; or ".join(sentences)) for path, sentences in found.items()]
    return sorted(all_problems, key=lambda problem: (problem.line, problem.column))


def _path_in(data: object, detail: ErrorDetails) -> Path:
    """Where the error lies in the document. Pydantic also names the alternatives it tried, which are no places."""
    path: list[str | int] = []
    here = data
    location = [*detail["loc"]]
    for place, part in enumerate(location):
        key = str(part) if isinstance(here, dict) else part
        if has_child(here, key):
            here = child(here, key)
        elif not (place == len(location) - 1 and detail["type"] == "missing"):
            continue
        path.append(key)
    path.extend(detail.get("ctx", {}).get("path", []))
    return tuple(path)


def _sentence(detail: ErrorDetails, path: Path, schema: Schema, document: Document) -> str:
    kind = detail["type"]
    if kind == "missing":
        shape = schema.at(path, document.data)
        return f"this is missing; it must be {shape.words()}" if shape.known else "this is missing and must be given"
    if kind == "extra_forbidden":
        return _unknown_field(path, schema.at(path[:-1], document.data))
    if kind in ("literal_error", "enum"):
        choices = schema.at(path, document.data).choices()
        return _not_one_of(detail["input"], choices or _words_in(str(detail.get("ctx", {}).get("expected", ""))))
    if kind == "union_tag_invalid":
        field = str(detail["ctx"]["discriminator"]).strip("'")
        return f"{field}: {_not_one_of(detail['ctx']['tag'], _words_in(str(detail['ctx']['expected_tags'])))}"
    if kind == "union_tag_not_found":
        field = str(detail["ctx"]["discriminator"]).strip("'")
        return f"the field {field} is missing, which says what this is"
    if kind in ("value_error", "assertion_error"):
        return str(detail["ctx"]["error"])
    return _by_kind(detail, schema.at(path, document.data))


def _unknown_field(path: Path, around: Shape) -> str:
    known = around.fields()
    hint = did_you_mean(path[-1], known)
    choice = f"known fields are {listed(sorted(known), 'and')}" if known else "nothing of that name can stand here"
    return f"there is no field of this name; {hint + ' ' if hint else ''}{choice}"


def _not_one_of(value: object, choices: list[str]) -> str:
    hint = did_you_mean(value, choices)
    return f"{shown(value)} is not possible here; {hint + ' ' if hint else ''}it must be {listed(choices)}"


def _words_in(row: str) -> list[str]:
    """Pydantic's row of words, `'a', 'b' or 'c'`, as a list."""
    return [word.strip(" '") for word in row.replace(" or ", ", ").split(",")]


_WORDS: dict[str, str] = {
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "multiple_of": "must be a multiple of {multiple_of}",
    "too_short": "must have at least {min_length} entries, and has {actual_length}",
    "too_long": "must have at most {max_length} entries, and has {actual_length}",
    "string_too_short": "must have at least {min_length} letters",
    "string_too_long": "must have at most {max_length} letters",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be text (quote it if it looks like a number)",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "set_type": "must be a list",
    "dict_type": "must be a block of fields",
    "model_type": "must be a block of fields",
    "model_attributes_type": "must be a block of fields",
    "none_required": "must be left empty",
}


def _by_kind(detail: ErrorDetails, shape: Shape) -> str:
    kind = detail["type"]
    context: dict[str, Any] = detail.get("ctx", {})
    value = detail["input"]
    if kind == "string_pattern_mismatch":
        meant = shape.description() or f"it must match {context['pattern']}"
        return f"{shown(value)} is not written as it must be; {meant}"
    if kind not in _WORDS:
        return detail["msg"]
    said = _WORDS[kind].format(**context)
    if kind.endswith(("too_short", "too_long")):
        return said
    more = shape.words() if shape.known and kind.endswith(("_type", "_parsing", "from_float")) else ""
    return f"{said}, not {shown(value)}{f'; right would be {more}' if more else ''}"
