"""Boards and pieces on any lattice, for the words of ``oracles.toml``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from tilewright.model.lattices import LATTICES
from tilewright.model.pieces import piece_set, set_motions
from tilewright.model.puzzle import Board, Piece, Puzzle

Vertex = tuple[int, ...]


def copies_of(word: int | Sequence[int] | str, most: int) -> tuple[int, int]:
    """How many copies a word means: any number, so many, or from so many to so many."""
    if word == "any":
        return 0, most
    if isinstance(word, int):
        return word, word
    if isinstance(word, str) or len(word) != 2:
        raise ValueError(f"copies {word!r}: expected 'any', a number, or two")
    return word[0], word[1]


def polyforms(
    *,
    lattice: str,
    board: str,
    size: Sequence[int],
    pieces: Sequence[str],
    copies: int | Sequence[int] | str = 1,
    without: Sequence[str] = (),
    crossings: bool = True,
) -> Puzzle:
    """A board on any lattice filled with the pieces of sets by name, but for those that are left out.

    ``box`` is of cubes, or a row on the line; ``parallelogram`` of hexagons or triangles; ``hexagon`` of
    triangles or hexagons, with sides of so many; ``grid`` of sticks around so many squares.
    """
    cells = BOARDS[board](lattice, size)
    named = [(set_motions(word), piece) for word in pieces for piece in piece_set(word)]
    return Puzzle(
        Board.of(cells),
        tuple(
            Piece.of(
                name,
                shape,
                lattice=LATTICES[lattice],
                copies=copies_of(copies, -(-len(cells) // len(shape))),
                motions=motions,
            )
            for motions, (name, shape) in named
            if name not in without
        ),
        lattice=LATTICES[lattice],
        crossings=crossings,
    )


def _parallelogram(lattice: str, size: Sequence[int]) -> list[Vertex]:
    """Of triangles, each rhombus of the grid is two: (x, y) shifted half a side a line."""
    rhombi = product(range(size[0]), range(size[1]))
    if lattice == "hexagon":
        return list(rhombi)
    return [(2 * x - y + k, y) for x, y in rhombi for k in (0, 1)]


def _regular_hexagon(lattice: str, size: Sequence[int]) -> list[Vertex]:
    side = size[0]
    if lattice == "hexagon":
        near = range(1 - side, side)
        return [(q, r) for q in near for r in near if abs(q + r) < side]
    widths = [(y, min(y, 2 * side - 1 - y)) for y in range(2 * side)]
    return [(x, y) for y, wide in widths for x in range(-wide, 2 * side + 1 + wide)]


def _stick_grid(lattice: str, size: Sequence[int]) -> list[Vertex]:
    return [(x, y) for x in range(2 * size[0] + 1) for y in range(2 * size[1] + 1) if (x + y) % 2]


BOARDS: dict[str, Callable[[str, Sequence[int]], list[Vertex]]] = {
    "box": lambda lattice, size: list(product(*map(range, size))),
    "parallelogram": _parallelogram,
    "hexagon": _regular_hexagon,
    "grid": _stick_grid,
}
