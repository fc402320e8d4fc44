"""Aztec diamonds and hexagons: published counts, shapes, errors."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.generator_counts import count_solutions
from support.independent_counts import hexagon as independent_hexagon
from tilewright.errors import PuzzleError
from tilewright.generators.tilings import aztec, hexagon
from tilewright.model.puzzle import Puzzle


@pytest.mark.parametrize("order", [1, 2, 3, 5])
def test_aztec_diamonds(order: int) -> None:
    puzzle = aztec(order)
    rows = [sum(y == row for _, y in puzzle.board.required) for row in range(2 * order)]
    assert rows == [*range(2, 2 * order + 1, 2), *range(2 * order, 1, -2)]
    assert count_solutions(puzzle) == 2 ** (order * (order + 1) // 2)


@pytest.mark.parametrize("sides", [(1, 1, 1), (2, 2, 2), (1, 2, 3), (3, 2, 1), (2, 3, 4), (4, 1, 2)])
def test_hexagons(sides: tuple[int, int, int]) -> None:
    cells, expected = independent_hexagon(*sides)
    puzzle = hexagon(*sides)
    assert len(puzzle.board.required) == len(cells)
    assert min(map(min, puzzle.board.required)) >= 0
    assert count_solutions(puzzle) == expected


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: aztec(0), "is 1 or more, not 0"),
        (lambda: aztec(1000), "has 2,002,000 cells"),
        (lambda: hexagon(1, 0, 2), "are 1 or more, not 1, 0 and 2"),
        (lambda: hexagon(500, 500, 500), "has 1,500,000 cells"),
    ],
)
def test_errors(make: Callable[[], Puzzle], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        make()
