"""What the JavaScript is checked against, and which findings count."""

from __future__ import annotations

from typing import Any

import pytest
from javascript_types import declarations, type_of
from lint_javascript import ROOT, UNCHECKED, with_exceptions


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({}, "unknown"),
        ({"type": "integer", "minimum": 0}, "number"),
        ({"enum": ["all", "any"], "type": "string"}, '"all" | "any"'),
        ({"anyOf": [{"$ref": "#/components/schemas/Step-Output"}, {"type": "null"}]}, "Step_Output | null"),
        ({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, "(string | null)[]"),
        ({"type": "array", "prefixItems": [{"type": "number"}, {"type": "string"}]}, "[number, string]"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Record<string, boolean>"),
        (
            {
                "properties": {"a": {"type": "number"}, "b": {"const": "x"}},
                "required": ["a"],
                "type": "object",
            },
            '{ "a": number; "b"?: "x"; }',
        ),
    ],
)
def test_json_schemas_as_types(schema: dict[str, Any], written: str) -> None:
    assert type_of(schema) == written


def test_models_and_elements_are_declared() -> None:
    text = declarations()
    assert 'interface PlacementModel { "piece": string; "cells": ((number)[])[]; }' in text
    assert '  "main": HTMLElementTagNameMap["main"];\n' in text
    assert "    : Path extends `post /puzzle` ? PuzzleView\n" in text
    assert text.index("/runs/${string}/levels") < text.index("`get /runs/${string}`")
    assert '"new-run": { "puzzle": HTMLElementTagNameMap["select"]; ' in text


def test_findings_in_unchecked_files_do_not_count_but_must_be_there() -> None:
    output = "a.js(1,2): error TS1: one\n  more of it\nb.js(3,4): error TS2: other\n  more of that\n"
    assert with_exceptions(output, []) == output.splitlines()
    assert with_exceptions(output, ["b.js"]) == output.splitlines()[:2]
    assert with_exceptions(output, ["a.js", "c.js"]) == [
        *output.splitlines()[2:],
        "c.js has no findings: take it from tools/javascript/unchecked.txt",
    ]


def test_unchecked_files_are_there() -> None:
    assert [name for name in UNCHECKED.read_text().split() if not (ROOT / name).is_file()] == []
