"""Along which directions pieces slide on a lattice, and which cells a sliding cell meets on its way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, Cell, Lattice
from tilewright.model.lattices.lattice import subtract


@dataclass(frozen=True)
class Slides:
    """The directions of a lattice, one of each two that are opposite, and what cells meet along them.

    A step along a direction is the whole vector. ``met[d][k]`` has the cells, relative to a cell of class
    ``k``, that this cell meets during one step along ``directions[d]``. ``class_of`` is the class of a cell:
    cells of one class are translates of each other. ``names`` are those of the directions, forwards and
    backwards.
    """

    directions: tuple[Cell, ...]
    met: tuple[tuple[tuple[Cell, ...], ...], ...]
    class_of: Callable[[Cell], int]
    names: tuple[tuple[str, str], ...]

    def split(self, shift: Cell) -> tuple[Cell, int]:
        """The direction of a shift and its number of steps; ValueError when it goes along none."""
        for direction in self.directions:
            for signed in (direction, subtract((0, 0, 0), direction)):
                axis = next(k for k, part in enumerate(signed) if part)
                steps = shift[axis] // signed[axis]
                if steps > 0 and shift == tuple(steps * part for part in signed):
                    return signed, steps
        raise ValueError(f"{shift} goes along no direction of the lattice")

    def direction_name(self, vector: Cell) -> str:
        """The name of a direction, forwards or backwards."""
        for direction, (forwards, backwards) in zip(self.directions, self.names, strict=True):
            if vector == direction:
                return forwards
            if vector == subtract((0, 0, 0), direction):
                return backwards
        raise ValueError(f"{vector} is no direction of the lattice")


@cache
def slides_of(lattice: Lattice) -> Slides:
    """How pieces slide on a lattice; UnsupportedError for a lattice on which they do not."""
    if lattice is CUBE:
        axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
        names = (("+x", "-x"), ("+y", "-y"), ("+z", "-z"))
        return Slides(axes, tuple(((axis,),) for axis in axes), lambda cell: 0, names)
    raise UnsupportedError(f"assemblies are taken apart in space only, and the lattice is {lattice.name}")
