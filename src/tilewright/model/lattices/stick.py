"""Sticks: the edges of the square lattice, as cells of polysticks; eight motions.

A stick (x, y) lies with its middle there in half units: x odd and y even, it is level from the vertex
(x - 1, y) to (x + 1, y); x even and y odd, it is upright. Vertices have both coordinates even. Sticks that
share a vertex are neighbours. Two pieces cross at a vertex when one passes it level and the other upright.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.model.lattices.lattice import (
    NAMED_SHAPES,
    Cell,
    Lattice,
    Point,
    Polyforms,
    TextDrawing,
    greek_names,
)
from tilewright.model.lattices.square import MOTIONS

HALF_WIDTH = 0.14  # half the width of a stick as it is drawn, in its length


def is_level(cell: Cell) -> bool:
    """Whether a stick goes from left to right."""
    return cell[0] % 2 == 1


def ends(cell: Cell) -> tuple[Cell, Cell]:
    """The two vertices that a stick joins."""
    x, y = cell
    return ((x - 1, y), (x + 1, y)) if is_level(cell) else ((x, y - 1), (x, y + 1))


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    near = {stick for x, y in ends(cell) for stick in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))}
    return tuple(sorted(near - {cell}))


def _anchor(cells: Iterable[Cell]) -> Cell:
    positions = list(cells)
    left, top = min(x for x, _ in positions), min(y for _, y in positions)
    return (left - left % 2, top - top % 2)


def _passed(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    positions = set(cells)
    vertices = {vertex for cell in positions for vertex in ends(cell)}
    return tuple(
        (x, y)
        for x, y in sorted(vertices)
        if {(x - 1, y), (x + 1, y)} <= positions or {(x, y - 1), (x, y + 1)} <= positions
    )


def _outline(cell: Cell) -> tuple[Point, ...]:
    """A stick pointed at both ends, so that sticks at right angles share a side there."""
    x, y = cell[0] / 2, cell[1] / 2
    half, wide = 0.5, HALF_WIDTH
    thin = half - wide
    level = ((-half, 0), (-thin, -wide), (thin, -wide), (half, 0), (thin, wide), (-thin, wide))
    return tuple((x + a, y + b) if is_level(cell) else (x - b, y + a) for a, b in level)


def _is_stick(cell: Cell) -> bool:
    return sum(cell) % 2 == 1


def _both_even(vector: Cell) -> bool:
    return vector[0] % 2 == 0 and vector[1] % 2 == 0


def _colouring_name(weights: tuple[int, ...], modulus: int) -> str:
    words = {(1, 0): "upright sticks black, the level", (0, 1): "level sticks black, the upright"}
    return f"Colour the {words[weights]} ones white." if modulus == 2 and weights in words else ""


STICK = Lattice(
    name="stick",
    dimension=2,
    motions=MOTIONS,
    neighbours=_neighbours,
    anchor=_anchor,
    outline=_outline,
    classes=((1, 0), (0, 1)),
    text=TextDrawing(
        place=lambda cell: (cell[0], cell[1], 0),
        cell_at=lambda column, row, layer: (column, row) if (column + row) % 2 else None,
        stencil=None,
        period=(2, 2),
        signs={"+": (0, 0), "-": (1, 0), "|": (0, 1)},
        dots="none",
        rule="vertices, '+', are two columns and two lines apart, with sticks, '-' and '|', between them",
        hint="sticks are '-' and '|', vertices '+'",
    ),
    polyforms=Polyforms("polysticks", greek_names("stick", 6), "s", 6, 4, NAMED_SHAPES["stick"]),
    is_translation=_both_even,
    is_cell=_is_stick,
    translation_rule="even numbers, so that vertices come to lie on vertices",
    cell_rule="one odd and one even number, a stick's middle in half lengths",
    passed=_passed,
    ends=ends,
    max_generated_size=10,
    colouring_name=_colouring_name,
)
