"""What a lattice is: data and a few small functions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

Cell = tuple[int, ...]
"""Integer coordinates of a cell, as many as the lattice has; for the square lattice (x, y), y downwards."""

Point = tuple[float, float]
"""A point of the drawing plane; x to the right, y downwards, one unit a cell's side."""


@dataclass(frozen=True)
class Motion:
    """A symmetry of the lattice: it carries cells to cells, and neighbours to neighbours."""

    name: str
    proper: bool  # False when it turns a left hand into a right one
    carry: Callable[[Cell], Cell]

    def __call__(self, cell: Cell) -> Cell:
        return self.carry(cell)


def linear(name: str, matrix: tuple[tuple[int, ...], ...], *, proper: bool) -> Motion:
    """The motion ``cell -> matrix * cell``, in one, two or three dimensions."""
    return Motion(name, proper, _CARRIERS[len(matrix)](matrix))


Carry = Callable[[Cell], Cell]
Matrix = tuple[tuple[int, ...], ...]


# Written out, for setting up a puzzle is mostly carrying cells: these are some four times quicker than a sum
# over a row.


def _on_a_line(matrix: Matrix) -> Carry:
    ((a,),) = matrix
    return lambda cell: (a * cell[0],)


def _in_the_plane(matrix: Matrix) -> Carry:
    (a, b), (c, d) = matrix

    def carry(cell: Cell) -> Cell:
        x, y = cell
        return (a * x + b * y, c * x + d * y)

    return carry


def _in_space(matrix: Matrix) -> Carry:
    (a, b, c), (d, e, f), (g, h, i) = matrix

    def carry(cell: Cell) -> Cell:
        x, y, z = cell
        return (a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z)

    return carry


_CARRIERS: dict[int, Callable[[Matrix], Carry]] = {1: _on_a_line, 2: _in_the_plane, 3: _in_space}


def always(cell: Cell) -> bool:
    """Whether integers are a cell, or a vector a translation, where all are."""
    return True


def passes_nothing(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The junctions that cells pass straight, on a lattice where nothing can be crossed."""
    return ()


@dataclass(frozen=True)
class Lattice:
    """Cells with neighbours, translations and motions.

    ``motions`` maps a mode (``fixed``, ``upright``, ``rotation``, ``reflection``, ``all``) to a group of
    motions, the identity first; ``usual_motions`` is the mode of pieces of wood or card. ``anchor(cells)``
    is the translation to subtract so that the cells come to their canonical position: equal for all
    translates of the same shape, and a function of the least of each coordinate alone. ``classes`` has one
    cell for each class that no translation joins. ``passed(cells)`` are the junctions that a piece on these
    cells passes straight: another piece that passes the same junction crosses it. Empty but for sticks.
    """

    name: str
    dimension: int  # how many integers a cell has
    motions: Mapping[str, tuple[Motion, ...]] = field(hash=False)
    neighbours: Callable[[Cell], tuple[Cell, ...]]
    anchor: Callable[[Iterable[Cell]], Cell]
    outline: Callable[[Cell], tuple[Point, ...]]  # corners of the cell in the drawing plane, in order
    classes: tuple[Cell, ...]
    is_translation: Callable[[Cell], bool] = always
    is_cell: Callable[[Cell], bool] = always
    passed: Callable[[Iterable[Cell]], tuple[Cell, ...]] = passes_nothing
    usual_motions: str = "all"

    @property
    def can_cross(self) -> bool:
        """Whether two pieces on different cells of this lattice can cross each other."""
        return self.passed is not passes_nothing

    def normalise(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The sorted cells, moved to the canonical position among their translates."""
        held = list(cells)
        shift = self.anchor(held)
        return tuple(sorted(subtract(cell, shift) for cell in held))

    def components(self, cells: Iterable[Cell]) -> list[list[Cell]]:
        """The connected components of a set of cells, each sorted, in order of their first cells."""
        left = set(cells)
        parts = []
        for start in sorted(left):
            if start not in left:
                continue
            left.discard(start)
            part, todo = [start], [start]
            while todo:
                for near in self.neighbours(todo.pop()):
                    if near in left:
                        left.discard(near)
                        part.append(near)
                        todo.append(near)
            parts.append(sorted(part))
        return parts


def add(a: Cell, b: Cell) -> Cell:
    """The sum of two cells as vectors."""
    return tuple(map(operator.add, a, b))


def subtract(a: Cell, b: Cell) -> Cell:
    """The difference of two cells as vectors."""
    return tuple(map(operator.sub, a, b))
