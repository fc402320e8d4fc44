r"""The lattice of quarter squares: squares cut into four triangles by their diagonals; eight motions.

A square takes 3 by 3 coordinates, and each of its triangles has those of the middle of its long side, so with
x and y modulo 3 the cells are the upper triangle (1, 0), the left (0, 1), the right (2, 1) and the lower
(1, 2)::

    +-------+
    | \ v / |        . v .
    | >   < |        > . <      as in puzzle files
    | / ^ \ |        . ^ .
    +-------+

This is the tetrakis square tiling. Half a square, the cell of polyaboloes, is two neighbouring triangles of a
square, in four ways; so every shape of half squares joined by whole sides is one of quarter squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tilewright.model.lattices.lattice import (
    Cell,
    Corner,
    Lattice,
    Motion,
    Point,
    Polyforms,
    Position,
    Side,
    Stencil,
    TextDrawing,
    affine,
)
from tilewright.model.lattices.square import MOTIONS

UPPER, RIGHT, LOWER, LEFT = _AROUND = ((1, 0), (2, 1), (1, 2), (0, 1))
"""The triangles of the square at (0, 0), clockwise."""


def _kind(cell: Cell) -> Cell:
    return (cell[0] % 3, cell[1] % 3)


def _is_cell(cell: Cell) -> bool:
    return _kind(cell) in _AROUND


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The two triangles of the same square along the short sides, and the one across the long side."""
    x, y = cell
    dx, dy = x % 3 - 1, y % 3 - 1  # from the middle of the square to the long side
    return tuple(sorted(((x + dx, y + dy), (x - dx - dy, y - dx - dy), (x - dx + dy, y + dx - dy))))


def _anchor(cells: Iterable[Cell]) -> Cell:
    positions = list(cells)
    left, top = min(x for x, _ in positions), min(y for _, y in positions)
    return (left - left % 3, top - top % 3)


def _outline(cell: Cell) -> tuple[Point, ...]:
    x, y = cell[0] // 3, cell[1] // 3
    corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
    first = _AROUND.index(_kind(cell))
    return (corners[first], corners[(first + 1) % 4], (x + 0.5, y + 0.5))


def _about_middle(motion: Motion) -> Motion:
    """The motion of squares, about the middle (1, 1) of one, where it carries all triangles to triangles."""
    x, y = motion((1, 1))
    return affine(motion, (1 - x, 1 - y))


_BY_NAME = {motion.name: _about_middle(motion) for motion in MOTIONS["all"]}


def _vertex(x: int, y: int, wide: int, high: int) -> Corner:
    """The corner at the upper left of the square (x, y), with the eight triangles around it."""
    left, top = 3 * x, 3 * y
    around = ((0, -2), (1, -1), (1, 0), (0, 1), (-1, 1), (-2, 0), (-2, -1), (-1, -2))
    return Corner((wide * x, high * y), tuple([(left + dx, top + dy) for dx, dy in around]), tuple(range(8)))


def _stencil(cell: Cell, small: bool) -> Stencil:  # noqa: FBT001
    """A triangle of a square of nine columns and five lines, borders included; see :func:`_positions`."""
    x, y = cell[0] // 3, cell[1] // 3
    left, top = 8 * x, 4 * y
    number = _AROUND.index(_kind(cell))
    upper, right, lower, lefty = around = [(3 * x + dx, 3 * y + dy) for dx, dy in _AROUND]
    signs = (("/", 6, 1), ("\\", 6, 3), ("/", 2, 3), ("\\", 2, 1))  # between each triangle and the next one
    short = [
        Side(around[(number + step) % 4], sign, ((left + column, top + line),))
        for step, (sign, column, line) in ((1, signs[number]), (-1, signs[number - 1]))
    ]
    ends = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
    middle = Corner((left + 4, top + 2), (upper, right, lower, lefty), (7, 1, 3, 5))
    inside, letter, border = _positions(number, left, top)
    beyond = [near for near in _neighbours(cell) if near not in around]
    long = Side(beyond[0], "-" if number % 2 == 0 else "|", border)
    return Stencil(
        inside,
        letter,
        (*short, long),
        (middle, _vertex(*ends[number], 8, 4), _vertex(*ends[(number + 1) % 4], 8, 4)),
    )


def _positions(
    number: int, left: int, top: int
) -> tuple[tuple[Position, ...], Position, tuple[Position, ...]]:
    r"""The positions inside a triangle, that of its letter, and those of its long side::

    +-------+
    |\ ... /|
    |.\.../.|
    ...
    """
    if number % 2 == 0:
        line, border = (top + 1, top) if number == 0 else (top + 3, top + 4)
        inside = tuple((column, line) for column in range(left + 3, left + 6))
        return inside, (left + 4, line), tuple((column, border) for column in range(left + 1, left + 8))
    first, outer, border = (left + 5, left + 7, left + 8) if number == 1 else (left + 1, left + 1, left)
    inside = (*((column, top + 2) for column in range(first, first + 3)), (outer, top + 1), (outer, top + 3))
    return inside, (first + 1, top + 2), tuple((border, line) for line in range(top + 1, top + 4))


HALVES = tuple((_AROUND[k], _AROUND[(k + 1) % 4]) for k in range(4))
"""The halves of the square at (0, 0): what polyaboloes are made of."""

_COLOURINGS: Mapping[tuple[int, ...], str] = {
    (1, 1): "Give the right and lower triangles of squares colour 0, the upper and left ones colour 1.",
    (1, 2): "Give the upper and right triangles of squares colour 1, the lower and left ones colour 2.",
}
"""Sentences for colourings modulo 3, by their weights."""

_NAMES = tuple(f"{prefix}abolo" for prefix in ("mon", "di", "tri", "tetr", "pent", "hex", "hept"))

QUARTER_SQUARE = Lattice(
    name="quarter-square",
    dimension=2,
    motions={mode: tuple([_BY_NAME[motion.name] for motion in motions]) for mode, motions in MOTIONS.items()},
    neighbours=_neighbours,
    anchor=_anchor,
    outline=_outline,
    classes=tuple(sorted(_AROUND)),
    text=TextDrawing(
        place=lambda cell: (cell[0], cell[1], 0),
        cell_at=lambda column, row, layer: (column, row) if _is_cell((column, row)) else None,
        stencil=_stencil,
        letter_on="piece",
        period=(3, 3),
        signs={"v": UPPER, ">": LEFT, "<": RIGHT, "^": LOWER},
        dots="row",
        rule="each square is three columns wide and three lines high: '.v.', '>.<', '.^.'",
        hint="triangles are 'v', '>', '<' and '^'",
    ),
    polyforms=Polyforms("tetrakis polyaboloes", tuple(f"tetrakis {name}" for name in _NAMES), "es", 10, 7),
    block_polyforms=Polyforms("polyaboloes", _NAMES, "es", 8, 6, blocks=HALVES),
    is_cell=_is_cell,
    is_translation=lambda vector: _kind(vector) == (0, 0),
    cell_rule="coordinates that are (1, 0), (0, 1), (2, 1) or (1, 2) modulo 3",
    translation_rule="multiples of 3",
    max_generated_size=14,
    colouring_name=lambda weights, modulus: _COLOURINGS.get(weights, "") if modulus == 3 else "",
)
"""The lattice; its polyforms are A197465: 1, 2, 2, 6, 8, 22, ..., of halves A006074: 1, 3, 4, 14, ..."""
