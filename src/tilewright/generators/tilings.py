"""Aztec diamonds to be tiled by dominoes, and hexagons to be tiled by lozenges."""

from __future__ import annotations

from tilewright.errors import PuzzleError
from tilewright.model.lattices import TRIANGLE
from tilewright.model.puzzle import MAX_CELLS, Board, Piece, Puzzle


def aztec(order: int) -> Puzzle:
    """The Aztec diamond of an order n, 2n rows of 2, 4, ..., 2n, 2n, ..., 4, 2 squares, for dominoes.

    It has 2^(n(n+1)/2) tilings (Elkies, Kuperberg, Larsen and Propp 1992).
    """
    if order < 1:
        raise PuzzleError(f"the order of an Aztec diamond is 1 or more, not {order:,}")
    area = 2 * order * (order + 1)
    _check_size(f"the Aztec diamond of order {order:,}", area)
    cells = [
        (x, y)
        for y in range(2 * order)
        for x in range(max(order - 1 - y, y - order), order + min(y + 1, 2 * order - y))
    ]
    piece = Piece.of("domino", [(0, 0), (1, 0)], copies=area // 2)
    return Puzzle(Board.of(cells), (piece,), title=f"The Aztec diamond of order {order}")


def hexagon(a: int, b: int, c: int) -> Puzzle:
    """The hexagon of triangles with the sides a, b, c, a, b, c, for lozenges.

    Its tilings are the plane partitions in a box of a x b x c, of which MacMahon's formula gives the number.
    """
    if min(a, b, c) < 1:
        raise PuzzleError(f"the sides of a hexagon are 1 or more, not {a:,}, {b:,} and {c:,}")
    area = 2 * (a * b + b * c + c * a)
    _check_size(f"the hexagon with the sides {a:,}, {b:,} and {c:,}", area)
    last = b + c - 1
    shift = c + (last + c) % 2  # keeps triangles that point up so
    cells = []
    for y in range(b + c):  # from the bottom
        left = -1 - y if y < c else y - 2 * c
        right = 2 * a - 1 + y if y < b else 2 * a + 2 * b - 2 - y
        cells += [(x + shift, last - y) for x in range(left, right + 1)]
    piece = Piece.of("lozenge", [(0, 0), (1, 0)], lattice=TRIANGLE, copies=area // 2)
    return Puzzle(Board.of(cells), (piece,), title=f"A {a} x {b} x {c} hexagon of lozenges", lattice=TRIANGLE)


def _check_size(name: str, area: int) -> None:
    if area > MAX_CELLS:
        raise PuzzleError(f"{name} has {area:,} cells; at most {MAX_CELLS:,} are accepted")
