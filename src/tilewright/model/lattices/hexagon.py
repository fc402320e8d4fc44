"""The hexagonal lattice: cells (q, r), axial coordinates; six neighbours; twelve motions.

q grows to the right, r to the lower right; hexagons stand on a corner, so rows are level. The middles of
neighbouring cells are one unit apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

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
    greek_names,
    least_coordinates,
    linear,
)

_TURNS = (
    ((1, 0), (0, 1)),
    ((0, -1), (1, 1)),
    ((-1, -1), (1, 0)),
    ((-1, 0), (0, -1)),
    ((0, 1), (-1, -1)),
    ((1, 1), (-1, 0)),
)
"""The matrices of the turns by 0 to 5 sixths."""


def turn_name(k: int) -> str:
    """The name of a turn by k sixths, clockwise."""
    return {0: "identity", 3: "half turn"}.get(k, f"turn by {60 * k} degrees")


def mirror_name(k: int) -> str:
    """The name of the mirror left-right with a turn by k sixths after it."""
    angle = (90 + 30 * k) % 180
    return {90: "mirror left-right", 0: "mirror up-down"}.get(angle, f"mirror in the axis at {angle} degrees")


TURNS: tuple[Motion, ...] = tuple(linear(turn_name(k), turn, proper=True) for k, turn in enumerate(_TURNS))
MIRRORS: tuple[Motion, ...] = tuple(
    linear(mirror_name(k), ((-a, b - a), (-c, d - c)), proper=False)
    for k, ((a, b), (c, d)) in enumerate(_TURNS)
)


def sixfold(turns: tuple[Motion, ...], mirrors: tuple[Motion, ...]) -> dict[str, tuple[Motion, ...]]:
    """The motions by mode, where sixths of a turn carry the lattice onto itself."""
    return {
        "fixed": turns[:1],
        "upright": turns,
        "rotation": turns,
        "reflection": (turns[0], turns[3], mirrors[0], mirrors[3]),
        "all": (*turns, *mirrors),
    }


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    q, r = cell
    return ((q, r - 1), (q + 1, r - 1), (q - 1, r), (q + 1, r), (q - 1, r + 1), (q, r + 1))


def _outline(cell: Cell) -> tuple[Point, ...]:
    q, r = cell
    x, y = q + r / 2, r * sqrt(3) / 2
    half, arm = 0.5, 1 / sqrt(3)
    return (
        (x, y - arm),
        (x + half, y - arm / 2),
        (x + half, y + arm / 2),
        (x, y + arm),
        (x - half, y + arm / 2),
        (x - half, y - arm / 2),
    )


def _cell_at(column: int, row: int, layer: int) -> Cell | None:
    return ((column - row) // 2, row) if (column - row) % 2 == 0 else None


def _corner(cells: Iterable[Cell]) -> Cell:
    positions = list(cells)
    left, top = min(2 * q + r for q, r in positions), min(r for _, r in positions)
    return ((left - top + (left + top) % 2) // 2, top)


def _stencil(cell: Cell, small: bool) -> Stencil:  # noqa: FBT001
    r"""A hexagon three columns wide between its upright sides; its slopes are one character each::

     / \
    | A |
     \ /
    """
    q, r = cell
    x, y = 2 * (2 * q + r), 2 * r
    return Stencil(
        ((x - 1, y), (x + 1, y)),
        (x, y),
        (
            Side((q - 1, r), "|", ((x - 2, y),)),
            Side((q + 1, r), "|", ((x + 2, y),)),
            Side((q, r - 1), "/", ((x - 1, y - 1),)),
            Side((q + 1, r - 1), "\\", ((x + 1, y - 1),)),
            Side((q - 1, r + 1), "\\", ((x - 1, y + 1),)),
            Side((q, r + 1), "/", ((x + 1, y + 1),)),
        ),
        (
            Corner((x, y - 1), (cell, (q, r - 1), (q + 1, r - 1))),
            Corner((x, y + 1), (cell, (q - 1, r + 1), (q, r + 1))),
        ),
    )


def _letter_stencil(cell: Cell) -> Stencil:
    """The letter, and a blank between two cells of a row."""
    q, r = cell
    x = 2 * q + r
    return Stencil((), (x, r), (Side((q - 1, r), " ", ((x - 1, r),)), Side((q + 1, r), " ", ((x + 1, r),))))


HEXAGON = Lattice(
    name="hexagon",
    dimension=2,
    motions=sixfold(TURNS, MIRRORS),
    neighbours=_neighbours,
    anchor=least_coordinates,
    outline=_outline,
    classes=((0, 0),),
    text=TextDrawing(
        place=lambda cell: (2 * cell[0] + cell[1], cell[1], 0),
        cell_at=_cell_at,
        stencil=_stencil,
        letter_stencil=_letter_stencil,
        period=(2, 1),
        dots="row",
        corner=_corner,
        rule="hexagons of a row are two columns apart, and each row is one column off the row above",
    ),
    polyforms=Polyforms("polyhexes", greek_names("hex", 7), "es", 7, 6, NAMED_SHAPES["hexagon"]),
    max_generated_size=11,
)
