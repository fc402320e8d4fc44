"""The convex figures of the tangram: of the 20 convex polygons of 16 half squares, 13 can be made.

F. T. Wang and C.-C. Hsiung, A theorem on the tangram, American Mathematical Monthly 49 (1942).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from tilewright import catalogue, count
from tilewright.model.lattices import QUARTER_SQUARE, Cell
from tilewright.model.pieces import canonical
from tilewright.model.puzzle import Board, Puzzle

HALVES = 16
"""Half squares in the seven pieces."""

Cuts = tuple[int, int, int, int]
"""The sides of the half squares that are cut off at the corners of a rectangle, from the upper left."""


def octagon(wide: int, high: int, cuts: Cuts) -> list[Cell]:
    """The quarter squares of a rectangle without its corners."""
    cells: list[Cell] = []
    for x, y, (dx, dy) in product(range(wide), range(high), ((1, 0), (0, 1), (2, 1), (1, 2))):
        column, row = x + (dx + 0.5) / 3, y + (dy + 0.5) / 3  # within the triangle
        sides = (column + row, wide - column + row, wide - column + high - row, column + high - row)
        if all(distance > cut for distance, cut in zip(sides, cuts, strict=True)):
            cells.append((3 * x + dx, 3 * y + dy))
    return cells


def convex_polygons() -> set[tuple[Cell, ...]]:
    """All convex polygons of 16 half squares, up to motions."""
    polygons = set()
    for wide in range(1, HALVES + 2):
        for high in range(1, wide + 1):
            for a, b, c, d in product(range(high + 1), repeat=4):
                is_polygon = max(a + b, c + d) <= wide and max(b + c, d + a) <= high
                if is_polygon and 2 * wide * high - a * a - b * b - c * c - d * d == HALVES:
                    cells = octagon(wide, high, (a, b, c, d))
                    assert len(cells) == 2 * HALVES
                    polygons.add(canonical(cells, lattice=QUARTER_SQUARE))
    return polygons


def test_thirteen_of_twenty_can_be_made() -> None:
    polygons = convex_polygons()
    known = {}
    for entry in catalogue.search("tangram"):
        puzzle = catalogue.load(entry.name)
        assert isinstance(puzzle, Puzzle)
        figure = canonical(puzzle.board.cells, lattice=QUARTER_SQUARE)
        if figure in polygons:
            known[figure] = puzzle
    assert (len(polygons), len(known)) == (20, 13)
    puzzle = next(iter(known.values()))
    for cells in polygons:
        solutions = count(replace(puzzle, board=Board.of(cells))).solutions
        assert solutions == (known[cells].expect[0].count if cells in known else 0)
