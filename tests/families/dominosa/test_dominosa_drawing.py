"""Drawings of grids: every number is visible, each domino has a border, files have their format."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tilewright.errors import UnsupportedError
from tilewright.families.dominosa.drawing import MAX_SHEET, grid_scene, grid_text, sheet_text
from tilewright.families.dominosa.puzzle import NumberGrid, dominosa, read_grid
from tilewright.model.puzzle import Solution
from tilewright.render.png import SCENE_WRITERS
from tilewright.solving import api

GRID = read_grid("001 101")
ONE = """\
+-------+---+
| 0   0 | 1 |
+-------+   |
| 1   0 | 1 |
+-------+---+
"""
UNCOVERED = """\
+-----------+
| 0   0   1 |
|           |
| 1   0   1 |
+-----------+
"""
SVG = "{http://www.w3.org/2000/svg}"


def every(grid: NumberGrid) -> list[Solution]:
    return list(api.solutions(dominosa(grid), threads=1))


def test_text() -> None:
    assert grid_text(GRID, plain=True) == UNCOVERED
    drawn = [grid_text(GRID, solution, plain=True) for solution in every(GRID)]
    assert ONE in drawn and len(set(drawn)) == 2
    assert grid_text(GRID, every(GRID)[0]).startswith("┌")
    assert sheet_text(GRID, every(GRID), plain=True).startswith("solution 1\n+---")


def test_gaps_and_wide_numbers() -> None:
    assert grid_text(read_grid("0.1"), plain=True) == "+---+   +---+\n| 0 |   | 1 |\n+---+   +---+\n"
    assert "| 10    3 |" in grid_text(read_grid("10,3"), plain=True)


def test_a_domino_is_open_inside_and_closed_outside() -> None:
    grid = read_grid("0001 1122 2201")
    for solution in every(grid):
        lines = grid_text(grid, solution, plain=True).splitlines()
        owner = {cell: k for k, p in enumerate(solution.placements) for cell in p.cells}
        for x, y in grid.cells:
            assert lines[2 * y + 1][4 * x + 2] == str(grid.cells[x, y])
            if (x + 1, y) in owner:
                assert (lines[2 * y + 1][4 * x + 4] == "|") == (owner[x, y] != owner[x + 1, y])
            if (x, y + 1) in owner:
                assert (lines[2 * y + 2][4 * x + 2] == "-") == (owner[x, y] != owner[x, y + 1])


def test_svg_has_every_number_in_its_cell() -> None:
    tree = ElementTree.fromstring(SCENE_WRITERS[".svg"](grid_scene(GRID, every(GRID)[:1], "A & B")).decode())
    words = [text.text for text in tree.iter(f"{SVG}text")]
    assert words == ["0", "0", "1", "1", "0", "1"]
    title = tree.find(f"{SVG}title")
    assert title is not None and title.text == "A & B"
    sheet = ElementTree.fromstring(SCENE_WRITERS[".svg"](grid_scene(GRID, every(GRID))).decode())
    assert len(list(sheet.iter(f"{SVG}text"))) == 14  # two grids with their numbers below


def test_png() -> None:
    for solutions in ([], every(GRID)[:1], every(GRID)):
        assert SCENE_WRITERS[".png"](grid_scene(GRID, solutions)).startswith(b"\x89PNG")


def test_a_sheet_has_a_limit() -> None:
    with pytest.raises(UnsupportedError, match="at most"):
        grid_scene(GRID, every(GRID)[:1] * (MAX_SHEET + 1))
