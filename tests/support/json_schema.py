"""The JSON Schema in docs/reference, and the validation of JSON against it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from tilewright.cli.json_output import MAX_EXACT_FLOAT

SCHEMA_FILE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "tilewright.schema.json"


@cache
def schema() -> dict[str, Any]:
    """The schema of all JSON that the command line prints and of the solution files that it writes."""
    body: dict[str, Any] = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return body


def command_names() -> list[str]:
    """The commands that have a definition."""
    return [entry["if"]["properties"]["command"]["const"] for entry in schema()["$defs"]["result"]["allOf"]]


def top_level_keys(name: str) -> set[str]:
    """All keys that the object of a command can have, besides ``KEY_text``."""
    return _keys(_definition(name.replace(" ", "-")))


def _keys(part: dict[str, Any]) -> set[str]:
    values = {key for key, value in part.get("properties", {}).items() if value is not False}
    parts = [*part.get("allOf", []), *(part[word] for word in ("then", "else") if word in part)]
    if "$ref" in part:
        parts.append(_definition(part["$ref"].removeprefix("#/$defs/")))
    return values.union(*map(_keys, parts))


def _definition(name: str) -> dict[str, Any]:
    fields: dict[str, Any] = schema()["$defs"][name]
    return fields


@cache
def _validator() -> Any:
    return jsonschema_rs.validator_for(schema())


def schema_errors(body: object) -> list[str]:
    """What the schema finds wrong with a JSON value, each with its place."""
    return [
        f"{'/'.join(map(str, error.instance_path))}: {error.message}"
        for error in _validator().iter_errors(body)
    ]


def load_valid_json(text: str) -> Any:
    """The value of a JSON text; AssertionError unless it agrees with the schema."""
    body = json.loads(text, parse_constant=_reject_constant)
    assert schema_errors(body) == [], text[:2000]
    if isinstance(body, dict):
        for key, value in body.items():
            if isinstance(value, int):
                wanted = str(value) if abs(value) > MAX_EXACT_FLOAT else None
                assert body.get(f"{key}_text") == wanted, key
    return body


def _reject_constant(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")
