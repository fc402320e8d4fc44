"""The line: cells (x,), two neighbours each, and two motions: as it is, and turned end to end."""

from __future__ import annotations

from tilewright.model.lattices.lattice import (
    Cell,
    Lattice,
    Point,
    Polyforms,
    Stencil,
    TextDrawing,
    least_coordinates,
    linear,
)
from tilewright.model.lattices.square import box_colouring_name, box_stencil

IDENTITY = linear("identity", ((1,),), proper=True)
END_TO_END = linear("mirror end to end", ((-1,),), proper=False)
BOTH = (IDENTITY, END_TO_END)


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    return ((cell[0] - 1,), (cell[0] + 1,))


def _outline(cell: Cell) -> tuple[Point, ...]:
    (x,) = cell
    return ((x, 0), (x + 1, 0), (x + 1, 1), (x, 1))


def _stencil(cell: Cell, small: bool) -> Stencil:  # noqa: FBT001
    return box_stencil(cell[0], 0, lambda x, y: (x,) if y == 0 else (), small=small)


LINE = Lattice(
    name="line",
    dimension=1,
    motions={
        "fixed": (IDENTITY,),
        "upright": (IDENTITY,),
        "rotation": (IDENTITY,),
        "reflection": BOTH,
        "all": BOTH,
    },
    neighbours=_neighbours,
    anchor=least_coordinates,
    outline=_outline,
    classes=((0,),),
    text=TextDrawing(
        place=lambda cell: (cell[0], 0, 0),
        cell_at=lambda column, row, layer: (column,) if row == 0 else None,
        stencil=_stencil,
        letter_on="piece",
        rule="on the line lattice all cells are in one line",
    ),
    polyforms=Polyforms("bars", (), "", 100, 0),
    max_generated_size=100,
    colouring_name=box_colouring_name,
)
