"""Polyforms: every connected shape of n cells of a lattice, up to the motions of a mode."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.errors import PuzzleError
from tilewright.model.lattices import SQUARE, Cell, Lattice
from tilewright.model.pieces.generation import Growth

Shape = tuple[Cell, ...]
"""Cells of a shape, sorted, at the canonical place among its translates."""

KINDS = {"free": "all", "one-sided": "rotation", "fixed": "fixed"}
"""How people say which shapes count as the same, and the mode whose motions carry one to the other."""

MAX_SIZES = {"line": 100, "square": 13, "cube": 9, "hexagon": 11, "triangle": 15, "stick": 10}
"""The most cells of a shape that is generated. It bounds the memory: two million fixed shapes at most."""


def canonical(cells: Iterable[Cell], mode: str = "all", lattice: Lattice = SQUARE) -> Shape:
    """The first of a shape's images under the motions of a mode: equal exactly for shapes that are the same.

    ``mode`` is ``all`` (free), ``rotation`` (one-sided), ``reflection`` or ``fixed``.
    """
    held = list(cells)
    return min(lattice.normalise(map(motion, held)) for motion in lattice.motions[mode])


def is_canonical(cells: Iterable[Cell], mode: str = "all", lattice: Lattice = SQUARE) -> bool:
    """Whether no image of a shape comes before it, and it lies at the canonical place, its cells sorted."""
    held = tuple(cells)
    if len(set(held)) != len(held) or lattice.normalise(held) != held:
        return False
    return all(held <= lattice.normalise(map(motion, held)) for motion in lattice.motions[mode])


def largest(lattice: Lattice) -> int:
    """The most cells of a shape that is generated."""
    return MAX_SIZES.get(lattice.name, 8)


def polyforms(size: int, mode: str = "all", lattice: Lattice = SQUARE) -> tuple[Shape, ...]:
    """Every connected shape of ``size`` cells, one canonical shape for each class under a mode, sorted.

    On the square lattice: A000105 for ``all``, A000988 for ``rotation``, A001168 for ``fixed``.
    PuzzleError for a size below 1 or above ``largest(lattice)``, and for a mode that the lattice has not.
    """
    if not 1 <= size <= largest(lattice):
        raise PuzzleError(
            f"shapes of {size} cells were asked for; expected 1 to {largest(lattice)} cells "
            f"on the {lattice.name} lattice"
        )
    if mode not in lattice.motions:
        raise PuzzleError(f"there is no mode {mode!r}; expected one of {', '.join(lattice.motions)}")
    growth = Growth(lattice, mode, size)
    found = {min(growth.images(growth.word([cell]))) for cell in lattice.classes}
    for _ in range(size - 1):
        found = growth.grown(found)
    cells = {letter: growth.cell(letter) for word in found for letter in word}
    return tuple(tuple([cells[letter] for letter in word]) for word in sorted(found))
