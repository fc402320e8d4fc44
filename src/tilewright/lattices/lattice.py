"""What a lattice is: data and four small functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

Cell = tuple[int, ...]
"""Integer coordinates of a cell, as many as the lattice has; for the square lattice (x, y), y downwards."""

Point = tuple[float, float]
"""A point of the drawing plane; x to the right, y downwards, one unit a cell's side."""


@dataclass(frozen=True)
class Motion:
    """A symmetry of the lattice that fixes the origin's class: ``cell -> matrix * cell + offset``."""

    name: str
    matrix: tuple[tuple[int, ...], ...]
    offset: Cell
    proper: bool  # False when it turns a left hand into a right one

    def __call__(self, cell: Cell) -> Cell:
        return tuple(
            sum(a * x for a, x in zip(row, cell, strict=True)) + shift
            for row, shift in zip(self.matrix, self.offset, strict=True)
        )


@dataclass(frozen=True)
class Lattice:
    """Cells with neighbours, translations and motions.

    ``motions`` maps a mode (``fixed``, ``rotation``, ``reflection``, ``all``) to a group of motions,
    the identity first. ``anchor(cells)`` is the translation to subtract so that the cells come to
    their canonical position: equal for all translates of the same shape.
    """

    name: str
    dimension: int
    motions: Mapping[str, tuple[Motion, ...]]
    neighbours: Callable[[Cell], tuple[Cell, ...]]
    anchor: Callable[[Iterable[Cell]], Cell]
    is_translation: Callable[[Cell], bool]
    outline: Callable[[Cell], tuple[Point, ...]]  # corners of the cell, in order

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
    return tuple(x + y for x, y in zip(a, b, strict=True))


def subtract(a: Cell, b: Cell) -> Cell:
    """The difference of two cells as vectors."""
    return tuple(x - y for x, y in zip(a, b, strict=True))
