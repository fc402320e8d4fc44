"""What the JavaScript is checked against, and when."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import lint_javascript
import pytest
from javascript_types import declarations, type_of

from tilewright.web.pages import static_directories


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


@pytest.mark.parametrize(("variable", "status"), [("", 0), ("true", 1)])
def test_no_npm_is_an_error_in_ci_alone(
    variable: str,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(lint_javascript, "BUILD", tmp_path)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CI", variable)
    assert lint_javascript.main() == status
    assert capsys.readouterr().err == "The types of the JavaScript are not checked: there is no npm here.\n"


def test_every_module_is_checked() -> None:
    """tsconfig.json names the directories of the families, whose addresses modules use."""
    config = json.loads((lint_javascript.ROOT / "tsconfig.json").read_text())["compilerOptions"]
    assert config["strict"] and config["checkJs"]
    assert {f"{address}/*" for address in static_directories()} <= set(config["paths"])
