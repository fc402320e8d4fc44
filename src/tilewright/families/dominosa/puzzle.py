"""Dominosa: a whole set of dominoes is to be laid on a grid of numbers, each domino once."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from tilewright.errors import PuzzleError
from tilewright.families.dominosa.number_grid import NumberGrid, read_grid
from tilewright.generators import Generator, Parameter
from tilewright.model.puzzle import Board, Piece, Puzzle


def set_size(largest: int) -> int:
    """How many dominoes a double-``largest`` set has."""
    return (largest + 1) * (largest + 2) // 2


def domino_name(a: int, b: int) -> str:
    """The name of the piece with these two numbers, the smaller one first."""
    return f"{min(a, b)}-{max(a, b)}"


def check_grid(grid: NumberGrid) -> None:
    """PuzzleError when no whole set can lie on the grid: each number must stand there n + 2 times."""
    largest = grid.largest
    if largest < 1:
        raise PuzzleError("the grid has no number but 0; expected that of a double-1 set or larger")
    tally = Counter(grid.cells.values())
    for number in range(largest + 1):
        if tally[number] != largest + 2:
            raise PuzzleError(
                f"the number {number} stands {_times(tally[number])} in the grid; a double-{largest} set has "
                f"each number from 0 to {largest} {largest + 2} times, {2 * set_size(largest)} in all"
            )


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


def dominosa(grid: NumberGrid) -> Puzzle:
    """The puzzle of laying the double-n set on a grid, n being its largest number.

    The board's cells are coloured by their numbers, the dominoes by theirs. PuzzleError when the numbers
    are not those of the set.
    """
    check_grid(grid)
    largest = grid.largest
    pieces = tuple(
        Piece.of(domino_name(a, b), {(0, 0): str(a), (1, 0): str(b)})
        for a, b in combinations_with_replacement(range(largest + 1), 2)
    )
    board = Board.of({cell: str(number) for cell, number in grid.cells.items()})
    shape = f"a {grid.width} x {grid.height} grid" if grid.is_rectangle else f"{len(board.required)} cells"
    return Puzzle(board, pieces, title=f"Dominosa: the double-{largest} set on {shape}")


def dominosa_text(grid: str) -> Puzzle:
    """The same for a grid as text; FormatError, with line and column, when it is none."""
    return dominosa(read_grid(grid))


DOMINOSA = Generator(
    "dominosa",
    "a whole set of dominoes on a grid of numbers, each domino once",
    dominosa_text,
    (
        Parameter(
            "grid",
            "text",
            "The grid: rows of digits, or of numbers separated by commas; or a file with them.",
            required=True,
        ),
    ),
    ("dominosa '001 101'", "dominosa grid.txt -o grid.toml"),
)
"""``tilewright make dominosa``."""
