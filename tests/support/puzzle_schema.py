"""The published schema of puzzles as documents; ``python -m support.puzzle_schema`` in tests writes it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from tilewright.documents import schema

SCHEMA_FILE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "puzzle.schema.json"


def schema_text() -> str:
    """The text of the file."""
    return json.dumps(schema(), indent=2) + "\n"


@cache
def _validator() -> Any:
    return jsonschema_rs.validator_for(json.loads(SCHEMA_FILE.read_text(encoding="utf-8")))


def document_errors(document: object) -> list[str]:
    """What the published schema finds wrong with a document, each with its place."""
    return [
        f"{'/'.join(map(str, error.instance_path))}: {error.message}"
        for error in _validator().iter_errors(document)
    ]


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
