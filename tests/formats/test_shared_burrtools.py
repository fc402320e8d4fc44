"""The collected BurrTools files, where they are at hand: their counts are those that BurrTools finds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import tilewright
from tilewright.formats import load_puzzle

_CHECKOUT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("TILEWRIGHT_SHARED", _CHECKOUT.parent / "shared"))
TABLE = SHARED / "oracles" / "burrtools.tsv"
ROWS = [
    (file, int(problem), int(assemblies))
    for file, grid, problem, assemblies, *_ in (
        line.split("\t")
        for line in (TABLE.read_text().splitlines() if TABLE.is_file() else ())
        if line[0] != "#"
    )
    if grid == "0"
]


@pytest.mark.skipif(not ROWS, reason="the collected BurrTools files are not here")
def test_all_files_are_there() -> None:
    assert len(ROWS) >= 17


@pytest.mark.parametrize(("file", "problem", "assemblies"), ROWS)
def test_assemblies_up_to_symmetry(file: str, problem: int, assemblies: int) -> None:
    puzzle = load_puzzle(SHARED / "puzzles" / "burrtools" / file, problem=problem)
    assert tilewright.count(puzzle, unique=True).up_to_symmetry == assemblies
    assert all(known.count == assemblies for known in puzzle.expect)
