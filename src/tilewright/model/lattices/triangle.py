"""The triangular lattice: cells (x, y), three neighbours, twelve motions.

Row y has its triangles side by side, x to the right; (x, y) points up when x + y is even, else down. Sides
are one unit long, so x goes in half units.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from tilewright.model.lattices.hexagon import mirror_name, sixfold, turn_name
from tilewright.model.lattices.lattice import (
    NAMED_SHAPES,
    Cell,
    Corner,
    Lattice,
    Motion,
    Point,
    Polyforms,
    Side,
    Stencil,
    TextDrawing,
)
from tilewright.model.lattices.square import POLYOMINO_PREFIXES

Strips = tuple[int, int, int]
"""In which strip between parallel lines a cell lies, for the three directions of the lines.

Strips are counted along three directions at 120 degrees, the first downwards, from a vertex. Their sum is -2
for triangles that point up and -1 for the others, so turns and mirrors about the vertex are permutations,
and ``s -> -1 - s`` is the half turn.
"""


def points_up(cell: Cell) -> bool:
    """Whether a triangle stands on its side."""
    return (cell[0] + cell[1]) % 2 == 0


def _strips(cell: Cell) -> Strips:
    x, y = cell
    slash = (x + y) // 2
    return (y, -1 - slash, (x - y) // 2 - points_up(cell))


def _from_strips(strips: Strips) -> Cell:
    y, left, _ = strips
    return (2 * (-1 - left) - y + (sum(strips) + 2), y)


def _motion(name: str, order: tuple[int, int, int], *, turned: bool) -> Motion:
    """The motion whose k-th new strip is the old one at ``order[k]``, after a half turn if ``turned``."""
    proper = order in ((0, 1, 2), (1, 2, 0), (2, 0, 1))

    def carry(cell: Cell) -> Cell:
        numbers = _strips(cell)
        a, b, c = (-1 - numbers[k] if turned else numbers[k] for k in order)
        return _from_strips((a, b, c))

    return Motion(name, proper, carry)


# Clockwise, a third of a turn carries the strips counted downwards to those counted to the upper left, and
# those to the upper right: the second new strip is the first old one.
_THIRDS = ((0, 1, 2), (2, 0, 1), (1, 2, 0))
_MIRRORED = ((0, 2, 1), (1, 0, 2), (2, 1, 0))
# A turn by k sixths is one by 2k thirds of a turn (k mod 3 of them), and a half turn when k is odd.
TURNS: tuple[Motion, ...] = tuple(
    _motion(turn_name(k), _THIRDS[2 * k % 3], turned=k % 2 == 1) for k in range(6)
)
MIRRORS: tuple[Motion, ...] = tuple(
    _motion(mirror_name(k), _MIRRORED[2 * k % 3], turned=k % 2 == 1) for k in range(6)
)


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    x, y = cell
    if points_up(cell):
        return ((x - 1, y), (x + 1, y), (x, y + 1))
    return ((x, y - 1), (x - 1, y), (x + 1, y))


def _even(vector: Cell) -> bool:
    return sum(vector) % 2 == 0


def _anchor(cells: Iterable[Cell]) -> Cell:
    positions = list(cells)
    left, top = min(x for x, _ in positions), min(y for _, y in positions)
    return (left - (left + top) % 2, top)


def _outline(cell: Cell) -> tuple[Point, ...]:
    x, y = cell
    left, tall = x / 2, sqrt(3) / 2
    top, foot = y * tall, (y + 1) * tall
    if points_up(cell):
        return ((left, foot), (left + 0.5, top), (left + 1, foot))
    return ((left, top), (left + 1, top), (left + 0.5, foot))


def _vertex(x: int, y: int, size: int) -> Corner:
    """The vertex x half units from the left and y rows from the top, with the six triangles around it."""
    around = ((x - 2, y - 1), (x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y), (x - 2, y))
    return Corner((x * size, y * size), around, (6, 7, 1, 2, 3, 5))


def _stencil(cell: Cell, small: bool) -> Stencil:  # noqa: FBT001
    r"""A triangle three lines high and six columns wide, or two and four when small::

          / \
         / A \
        +-----+
    """
    size = 2 if small else 3
    x, y = cell
    left, top = x * size, y * size
    up = points_up(cell)
    inside: list[tuple[int, int]] = []
    slopes: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for line in range(1, size):
        depth = size - line if up else line  # how far the slopes have come in from the triangle's corners
        inside += [(column, top + line) for column in range(left + depth + 1, left + 2 * size - depth)]
        slopes[0].append((left + depth, top + line))
        slopes[1].append((left + 2 * size - depth, top + line))
    base = top + size if up else top
    corners = ((x, y + 1), (x + 1, y), (x + 2, y + 1)) if up else ((x, y), (x + 2, y), (x + 1, y + 1))
    return Stencil(
        tuple(inside),
        (left + size, top + (size - 1 if up else 1)),
        (
            Side((x - 1, y), "/" if up else "\\", tuple(slopes[0])),
            Side((x + 1, y), "\\" if up else "/", tuple(slopes[1])),
            Side(
                (x, y + 1 if up else y - 1),
                "-",
                tuple((column, base) for column in range(left + 1, left + 2 * size)),
            ),
        ),
        tuple(_vertex(*corner, size) for corner in corners),
    )


def _colouring_name(weights: tuple[int, ...], modulus: int) -> str:
    return "Colour the triangles that point up black, the others white." if weights == (1, 1) else ""


TRIANGLE = Lattice(
    name="triangle",
    dimension=2,
    motions=sixfold(TURNS, MIRRORS),
    neighbours=_neighbours,
    anchor=_anchor,
    outline=_outline,
    classes=((0, 0), (1, 0)),
    text=TextDrawing(
        place=lambda cell: (cell[0], cell[1], 0),
        cell_at=lambda column, row, layer: (column, row),
        stencil=_stencil,
        indent=2,
        misreading=(
            (1, 0),
            "these triangles would be connected if up and down were exchanged; the first place of the first "
            "line points up, so begin each line with one dot or blank more, or less, or list 'cells'",
        ),
    ),
    polyforms=Polyforms(
        "polyiamonds",
        ("moniamond", "diamond", *(f"{p}iamond" for p in (*POLYOMINO_PREFIXES[2:8], "enne", "dec"))),
        "s",
        10,
        8,
        NAMED_SHAPES["triangle"],
    ),
    is_translation=_even,
    translation_rule="numbers with an even sum, so that triangles that point up still do",
    max_generated_size=15,
    colouring_name=_colouring_name,
)
