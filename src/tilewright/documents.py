"""Puzzles as documents: plain data for JSON, with TOML as the written form, of plain puzzles and of families.

The document of a puzzle with pieces, or of items and options, has the keys of a puzzle file, as
``tilewright.formats.toml`` declares them. That of a family's puzzle has the key ``kind``, the name of its
class in words, such as ``gunport-board``, and the fields of that class; its schema is made of their types.
``docs/reference/puzzle.schema.json`` is the published schema of all.
"""

from __future__ import annotations

import re
import tomllib
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from tilewright.errors import FormatError, PuzzleError, UnsupportedError
from tilewright.family import FAMILIES, FamilyPuzzle, kind_of
from tilewright.formats import toml
from tilewright.formats.toml.emitter import toml_text
from tilewright.formats.toml.fields import VERSION, document_schema
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Puzzle
from tilewright.registry import did_you_mean, load_attribute
from tilewright.wording import counted, quoted

Schema = dict[str, Any]


def to_document(puzzle: AnyPuzzle | FamilyPuzzle) -> dict[str, Any]:
    """All of a puzzle as plain data; :func:`from_document` makes an equal puzzle of it.

    UnsupportedError for a value that no document has.

        >>> from tilewright.families.gunport.board import GunportBoard
        >>> to_document(GunportBoard.rectangle(1, 2))
        {'version': 1, 'kind': 'gunport-board', 'cells': [[0, 0], [1, 0]], 'pieces': [], 'ports': []}
    """
    if isinstance(puzzle, Puzzle | ExactCoverPuzzle):
        return toml.to_document(puzzle)
    kind = next((name for name, one in kinds().items() if type(puzzle) is one), "")
    if not kind:
        raise UnsupportedError(f"there is no document of {quoted(puzzle)}; expected a puzzle")
    return {"version": VERSION, "kind": kind, **_plain(puzzle)}


def from_document(document: Mapping[str, Any]) -> AnyPuzzle | FamilyPuzzle:
    """The puzzle of a document. FormatError that names the key for what is not allowed.

    >>> from_document({"kind": "number-grid", "rows": [[0, 0], [0, 1], [1, 1]]}).largest
    1
    """
    if not isinstance(document, Mapping) or "kind" not in document:
        return toml.from_document(document)
    name, known = document["kind"], kinds()
    if not isinstance(name, str) or name not in known:
        near = did_you_mean(name, known) if isinstance(name, str) else ""
        raise FormatError(f"kind is {quoted(name)}; expected one of {', '.join(known)}{near}")
    version = document.get("version", VERSION)
    if version != VERSION or isinstance(version, bool):
        raise FormatError(f"version is {quoted(version)}; this Tilewright reads version {VERSION}")
    data = {key: value for key, value in document.items() if key not in ("kind", "version")}
    puzzle: FamilyPuzzle = _read_fields(known[name], data, "")
    return puzzle


def dumps(puzzle: AnyPuzzle | FamilyPuzzle) -> str:
    """The document as TOML text, for a file."""
    if isinstance(puzzle, Puzzle | ExactCoverPuzzle):
        return toml.dumps(puzzle)
    return toml_text(to_document(puzzle))


def loads(text: str) -> AnyPuzzle | FamilyPuzzle:
    """The puzzle in a TOML text. FormatError says where it is wrong."""
    if not kind_of(text):
        return toml.loads(text)
    try:
        return from_document(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"this is not TOML: {error}") from None


def loads_kind(text: str, expected: type[Any]) -> Any:
    """The puzzle of a family in a TOML text, of this class; FormatError where it is another."""
    puzzle = loads(text)
    if type(puzzle) is not expected:
        raise FormatError(f"this is a document of kind {kind_of(text)}; expected {_kind_name(expected)}")
    return puzzle


@cache
def kinds() -> dict[str, type[Any]]:
    """The classes of the families' puzzles by the names that documents have."""
    references = [reference for family in FAMILIES.values() for reference in family.puzzles]
    classes = [load_attribute(reference) for reference in references]
    return {_kind_name(one): one for one in classes if issubclass(one, FamilyPuzzle)}


def schema() -> Schema:
    """The JSON Schema (2020-12) of the documents of all puzzles."""
    whole = document_schema()
    for name, kind in kinds().items():
        version = {"description": "The version of these keys; 1 if it is not given.", "const": VERSION}
        own = _schema_of(kind)
        own["properties"] = {"version": version, "kind": {"const": name}, **own["properties"]}
        own["required"] = ["kind", *own["required"]]
        whole["$defs"][name] = own
        whole["oneOf"].append({"$ref": f"#/$defs/{name}"})
    return whole


def _kind_name(kind: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


# --- Values of types: what a field may be is said once, by its annotation.


def _plain(value: Any) -> Any:
    """A value of a family's puzzle as plain data; None, which TOML has not, is ""."""
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value) if each.init}
    if isinstance(value, frozenset):
        return [_plain(one) for one in sorted(value)]
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return "" if value is None else value


def _hints(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind) if each.init}


def _required(kind: type) -> list[str]:
    return [
        each.name
        for each in fields(kind)
        if each.init and each.default is MISSING and each.default_factory is MISSING
    ]


def _schema_of(hint: Any) -> Schema:
    """What a value of a type looks like."""
    if is_dataclass(hint) and isinstance(hint, type):
        return {
            "description": (hint.__doc__ or "").partition("\n\n")[0].replace("\n    ", " "),
            "type": "object",
            "properties": {name: _schema_of(one) for name, one in _hints(hint).items()},
            "required": _required(hint),
            "additionalProperties": False,
        }
    if hint in (int, bool, str):
        return {"type": {int: "integer", bool: "boolean", str: "string"}[hint]}
    arguments = get_args(hint)
    if type(None) in arguments:
        (inner,) = [one for one in arguments if one is not type(None)]
        return {"oneOf": [_schema_of(inner), {"const": ""}]}
    if get_origin(hint) is tuple and arguments[-1] is not ...:
        number = len(arguments)
        items = [_schema_of(one) for one in arguments]
        return {"type": "array", "prefixItems": items, "minItems": number, "maxItems": number}
    return {"type": "array", "items": _schema_of(arguments[0])}


def _read_fields(kind: type[Any], data: Any, path: str) -> Any:
    """A value of a dataclass from its fields as plain data."""
    hints = _hints(kind)
    where = path or "the document"
    if not isinstance(data, Mapping):
        raise FormatError(f"{where} is {quoted(data)}; expected a table with {', '.join(hints)}")
    for key in data:
        if key not in hints:
            near = did_you_mean(str(key), hints)
            raise FormatError(f"there is no key {quoted(key)} in {where}; expected {', '.join(hints)}{near}")
    for key in _required(kind):
        if key not in data:
            raise FormatError(f"{where} has no key {key!r}; expected {', '.join(hints)}")
    values = {
        key: _read(hints[key], value, f"{path}.{key}" if path else str(key)) for key, value in data.items()
    }
    try:
        return kind(**values)
    except PuzzleError as error:
        raise FormatError(str(error)) from None


def _read(hint: Any, value: Any, path: str) -> Any:
    """A value of a type from plain data. FormatError that names the path."""
    if is_dataclass(hint) and isinstance(hint, type):
        return _read_fields(hint, value, path)
    if hint in (int, bool, str):
        if type(value) is not hint:
            expected = {int: "a whole number", bool: "true or false", str: "a text"}[hint]
            raise FormatError(f"{path} is {quoted(value)}; expected {expected}")
        return value
    arguments = get_args(hint)
    if get_origin(hint) in (Union, types.UnionType):
        (inner,) = [one for one in arguments if one is not type(None)]
        return None if value == "" else _read(inner, value, path)
    if not isinstance(value, list | tuple):
        raise FormatError(f"{path} is {quoted(value)}; expected a list")
    is_fixed = get_origin(hint) is tuple and arguments[-1] is not ...
    if is_fixed and len(value) != len(arguments):
        raise FormatError(f"{path} has {counted(len(value), 'value')}; expected {len(arguments)}")
    inner_hints: Any = arguments if is_fixed else [arguments[0]] * len(value)
    collect: Callable[[Any], Any] = frozenset if get_origin(hint) is frozenset else tuple
    return collect(
        _read(one, each, f"{path}[{k}]") for k, (one, each) in enumerate(zip(inner_hints, value, strict=True))
    )
