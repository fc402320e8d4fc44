"""Sticks: the edges of the square lattice, as cells of polysticks; eight motions.

A stick (x, y) lies with its middle there in half units: x odd and y even, it is level from the vertex
(x - 1, y) to (x + 1, y); x even and y odd, it is upright. Vertices have both coordinates even. Sticks that
share a vertex are neighbours. Two pieces cross at a vertex when one passes it level and the other upright.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.model.lattices.lattice import Cell, Lattice, Point
from tilewright.model.lattices.square import MOTIONS

HALF_WIDTH = 0.14
"""Half the width of a stick as it is drawn, in its length."""


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
    held = list(cells)
    left, top = min(x for x, _ in held), min(y for _, y in held)
    return (left - left % 2, top - top % 2)


def _passed(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    held = set(cells)
    vertices = {vertex for cell in held for vertex in ends(cell)}
    return tuple(
        sorted(
            (x, y)
            for x, y in vertices
            if {(x - 1, y), (x + 1, y)} <= held or {(x, y - 1), (x, y + 1)} <= held
        )
    )


def _outline(cell: Cell) -> tuple[Point, ...]:
    """A stick pointed at both ends, so that sticks at right angles share a side there."""
    x, y = cell[0] / 2, cell[1] / 2
    half, wide = 0.5, HALF_WIDTH
    thin = half - wide
    if is_level(cell):
        return (
            (x - half, y),
            (x - thin, y - wide),
            (x + thin, y - wide),
            (x + half, y),
            (x + thin, y + wide),
            (x - thin, y + wide),
        )
    return (
        (x, y - half),
        (x + wide, y - thin),
        (x + wide, y + thin),
        (x, y + half),
        (x - wide, y + thin),
        (x - wide, y - thin),
    )


def _is_stick(cell: Cell) -> bool:
    return sum(cell) % 2 == 1


def _both_even(vector: Cell) -> bool:
    return vector[0] % 2 == 0 and vector[1] % 2 == 0


STICK = Lattice(
    name="stick",
    dimension=2,
    motions=MOTIONS,
    neighbours=_neighbours,
    anchor=_anchor,
    outline=_outline,
    classes=((1, 0), (0, 1)),
    is_translation=_both_even,
    is_cell=_is_stick,
    passed=_passed,
)
