"""The JSON objects keep to what docs/reference/json.md says."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from support.cli import NOTHING_FITS, printed_json, puzzle_file, run
from tilewright.solve.estimation.sweep_size import Forecast
from tilewright.solve.estimation.tree_size import Estimate

DOCS = Path(__file__).resolve().parents[2] / "docs" / "reference" / "json.md"

HEAD = {"command": str, "file": str, "title": str, "motions": (str, type(None)), "use": str}
SEARCH = {
    "status": str,
    "solutions": int,
    "nodes": int,
    "seconds": float,
    "share": float,
    "engine": str,
    "engine_reason": str,
    "note": str,
    "proof": str,
}
TABLE = {
    "status": str,
    "states": int,
    "seconds": float,
    "share": float,
    "engine": str,
    "engine_reason": str,
    "note": str,
}
REDUCED = {
    "status": str,
    "dead_item": type(None),
    "options": int,
    "options_remaining": int,
    "options_removed": dict,
    "items": int,
    "items_remaining": int,
    "items_removed": dict,
    "rounds": int,
    "steps": int,
    "seconds": float,
    "output": type(None),
}
FORCED = {
    "status": str,
    "has_solution": bool,
    "always": list,
    "never": list,
    "undecided": list,
    "sometimes": int,
    "placements": int,
    "searches": int,
    "nodes": int,
    "seconds": float,
    "engine": str,
    "output": type(None),
}
DRAWN = {**TABLE, "seed": int, "drawn": int, "solutions": int}
BEST = {**TABLE, "maximise": bool, "cost": int}
GUESS = {**HEAD, "unique": bool, "seed": int, "engines": list, "sequential_monte_carlo": type(None)}
COUNTED = {"labelled": int, "up_to_symmetry": int, "symmetries": dict}
PUZZLE = {
    "title": str,
    "source": str,
    "lattice": str,
    "cells": int,
    "optional_cells": int,
    "forced": int,
    "pieces": list,
    "cell_costs": list,
    "placement_costs": list,
    "expect": list,
}
ITEMS = {"title": str, "source": str, "items": list, "options": list, "expect": list}
LISTED = {"name": str, "group": str, "tags": list}

Schema = dict[str, Any]
CASES: list[tuple[list[str], Schema]] = [
    (["solve", "PUZZLE"], {**HEAD, "question": str, "found": list, **SEARCH, "output": type(None)}),
    (["solve", "PUZZLE", "-o", "OUT"], {**HEAD, "question": str, **SEARCH, "output": str}),
    (["count", "PUZZLE"], {**HEAD, **SEARCH}),
    (["reduce", "PUZZLE"], {**HEAD, **REDUCED}),
    (["count", "PUZZLE", "--unique", "--labelled"], {**HEAD, **COUNTED, **SEARCH}),
    (["count", "PUZZLE", "--by", "V3"], {**HEAD, **SEARCH, "by": dict}),
    (
        ["count", "PUZZLE", "--by", "V3", "--nodes", "1"],
        {**HEAD, **SEARCH, "solutions": type(None), "by": dict},
    ),
    (
        ["count", "PUZZLE", "--modulo", "3"],
        {**HEAD, **SEARCH, "solutions": type(None), "modulus": int, "residue": int},
    ),
    (["optimise", "PUZZLE"], {**HEAD, **BEST, "found": list, "output": type(None)}),
    (["optimise", "PUZZLE", "--count-optima", "-o", "OUT"], {**HEAD, **BEST, "optima": int, "output": str}),
    (["optimise", "NONE"], {**HEAD, **BEST, "cost": type(None), "found": list, "output": type(None)}),
    (["sample", "PUZZLE"], {**HEAD, **DRAWN, "found": list, "output": type(None)}),
    (["sample", "PUZZLE", "-n", "3", "-o", "OUT"], {**HEAD, **DRAWN, "output": str}),
    (["estimate", "PUZZLE"], {**GUESS, "frontier": dict, "kasteleyn": dict}),
    (["estimate", "PUZZLE", "--engine", "dense"], {**GUESS, "frontier": type(None), "kasteleyn": type(None)}),
    (["estimate", "PUZZLE", "--engine", "frontier"], {**GUESS, "frontier": dict, "kasteleyn": type(None)}),
    (
        ["estimate", "PUZZLE", "--engine", "sequential-monte-carlo"],
        {**GUESS, "frontier": type(None), "kasteleyn": type(None), "sequential_monte_carlo": dict},
    ),
    (["forced", "PUZZLE"], {**HEAD, **FORCED}),
    (["why", "PUZZLE"], {**HEAD, "reason": type(None), **SEARCH}),
    (["why", "NONE"], {**HEAD, "reason": dict, "status": str, "solutions": int}),
    (["show", "PUZZLE"], {"command": str, "file": str, **PUZZLE, "output": type(None)}),
    (["show", "ITEMS"], {"command": str, "file": str, **ITEMS, "output": type(None)}),
    (["why", "ITEMS"], {**HEAD, "reason": dict, "status": str, "solutions": int}),
    (
        ["verify", "PUZZLE", "SOLUTIONS"],
        {
            "command": str,
            "file": str,
            "solutions_file": str,
            "valid": bool,
            "solutions": int,
            "wrong": int,
            "repeats": int,
            "faults": list,
            "faults_total": int,
        },
    ),
    (["convert", "PUZZLE", "TARGET"], {"command": str, "source": str, "target": str}),
    (["catalog", "list"], {"command": str, "puzzles": list}),
    (["catalog", "search", "chessboard"], {"command": str, "puzzles": list}),
    (["catalog", "show", "pentominoes-3x20"], {"command": str, "name": str, **PUZZLE}),
]


@pytest.mark.parametrize(("words", "schema"), CASES, ids=[" ".join(words) for words, _ in CASES])
def test_keys_and_types(tmp_path: Path, words: list[str], schema: Schema) -> None:
    path = puzzle_file(tmp_path)
    run("solve", path, "-o", tmp_path / "s.json")
    names = {
        "PUZZLE": path,
        "NONE": puzzle_file(tmp_path, NOTHING_FITS, "none.txt"),
        "ITEMS": puzzle_file(tmp_path, "a b\na\n", "items.dlx"),
        "OUT": tmp_path / "out.json",
        "SOLUTIONS": tmp_path / "s.json",
        "TARGET": tmp_path / "target.toml",
    }
    body = printed_json(run(*(names.get(word, word) for word in words), "--json"))
    assert set(body) == set(schema)
    for key, kind in schema.items():
        assert isinstance(body[key], kind), key
    for puzzle in body.get("puzzles", []):
        assert set(puzzle) == {*LISTED, *(ITEMS if "items" in puzzle else PUZZLE)}


def test_every_key_is_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", text[text.index("## JSON") :]))
    for _, schema in CASES:
        assert set(schema) <= named
    assert {field.name for field in fields(Forecast)} <= named
    assert {field.name for field in fields(Estimate)} <= named
    assert set(LISTED) <= named


@pytest.mark.parametrize("limit", [[], ["--nodes", "10"]])
def test_the_status_goes_with_the_exit_code(limit: list[str]) -> None:
    result = run("count", "catalog:pentominoes-3x20", "--json", *limit)
    assert (result.exit_code, printed_json(result)["status"]) == ((3, "limit") if limit else (0, "complete"))
