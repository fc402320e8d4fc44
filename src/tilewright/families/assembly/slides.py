"""Along which directions pieces slide on a lattice, and which cells a sliding cell meets on its way.

A cell that slides by one step sweeps a body: the cell itself, drawn out along the step. It meets every cell
whose inside has a point in common with the inside of that body. For flat-faced cells both bodies are convex,
and convex bodies are apart when a plane separates them whose normal is that of a face of one of them, or at
right angles to an edge of each (the separating axis theorem). Balls meet when their centres come nearer than
a diameter. Everything is computed in whole numbers: coordinates are multiples of a unit along each axis, and
whether bodies overlap does not depend on the units.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from tilewright.errors import UnsupportedError
from tilewright.families.assembly.bodies import (
    AXES,
    NO_SHIFT,
    Body,
    Vector,
    balls_meet,
    cross,
    dot,
    nearest,
    units,
)
from tilewright.model.lattices import SQUARE, Cell, Lattice
from tilewright.model.lattices.lattice import add, subtract

KEPT_CELLS = 1 << 16
"""Of how many cells the classes are kept."""


@dataclass(frozen=True)
class Slides:
    """The directions of a lattice, one of each two that are opposite, and what cells meet along them.

    A step along a direction is the whole vector. ``met[d][k]`` has the cells, relative to a cell of class
    ``k``, that this cell meets during one step along ``directions[d]``; cells of one class are translates of
    each other.
    """

    lattice: Lattice
    directions: tuple[Cell, ...]
    met: tuple[tuple[tuple[Cell, ...], ...], ...]

    @cached_property
    def class_of(self) -> Callable[[Cell], int]:
        """The class of a cell, as a position in the lattice's ``classes``; ValueError for what is no cell.

        The cells of assemblies of one puzzle are the same again and again, so answers are kept.
        """
        lattice, numbers = self.lattice, _numbered_classes(self.lattice)

        def number_of(cell: Cell) -> int:
            number = numbers.get(lattice.class_of(cell))
            if number is None:
                raise ValueError(f"{cell} is no cell of the lattice {lattice.name}")
            return number

        return lru_cache(KEPT_CELLS)(number_of)

    def split(self, shift: Cell) -> tuple[Cell, int]:
        """The direction of a shift and its number of steps; ValueError when it goes along none."""
        for direction in self.directions:
            for signed in (direction, subtract(NO_SHIFT, direction)):
                axis = next(k for k, part in enumerate(signed) if part)
                steps = shift[axis] // signed[axis]
                if steps > 0 and shift == tuple(steps * part for part in signed):
                    return signed, steps
        raise ValueError(f"{shift} goes along no direction of the lattice")


@cache
def slides_of(lattice: Lattice) -> Slides:
    """How pieces slide on a lattice; UnsupportedError for a lattice on which they do not."""
    if not lattice.directions:
        message = f"assemblies are taken apart in space only, and the lattice is {lattice.name}"
        if lattice is SQUARE:
            cubes = "one layer of BurrTools' cubes can be read on the lattice cube"
            raise UnsupportedError(f"{message}; {cubes}", parameter="lattice")
        raise UnsupportedError(message)
    return Slides(lattice, lattice.directions, _met_by_classes(lattice))


def met_at_once(
    slides: Slides, cells: Mapping[int, Collection[Cell]]
) -> dict[tuple[int, Cell], tuple[int, ...]]:
    """The pieces that each piece meets within a step along each direction, forwards and backwards."""
    owner = {cell: piece for piece, positions in cells.items() for cell in positions}
    numbers: dict[tuple[int, Cell], set[int]] = {}
    for direction, met in zip(slides.directions, slides.met, strict=True):
        back = subtract(NO_SHIFT, direction)
        for piece, positions in cells.items():
            for cell in positions:
                for offset in met[slides.class_of(cell)]:
                    other = owner.get(add(cell, offset), piece)
                    if other != piece:  # what a piece meets forwards meets the piece backwards
                        numbers.setdefault((piece, direction), set()).add(other)
                        numbers.setdefault((other, back), set()).add(piece)
    return {key: tuple(sorted(others)) for key, others in sorted(numbers.items())}


def direction_name(direction: Cell) -> str:
    """The name of a direction: ``+x``, or ``+x -y`` for a slanting one; steps that are longer in brackets."""
    return " ".join(
        ("+" if part > 0 else "-") + axis for part, axis in zip(direction, "xyz", strict=True) if part
    )


def _numbered_classes(lattice: Lattice) -> dict[Cell, int]:
    return {lattice.class_of(cell): number for number, cell in enumerate(lattice.classes)}


def _met_by_classes(lattice: Lattice) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
    """What each class of cells meets along each direction; see :class:`Slides`.

    A motion of the lattice carries a cell that slides, and what it meets, to another cell, along another
    direction: so only one of each orbit of classes and directions is computed from bodies.
    """
    numbers = _numbered_classes(lattice)
    motions = [motion for motion in lattice.motions["all"] if motion.divisor == 1]
    cells: dict[tuple[int, Cell], tuple[Cell, ...]] = {}
    for direction in lattice.directions:
        for number, cell in enumerate(lattice.classes):
            if (number, direction) in cells:
                continue
            met = _met(lattice, cell, direction)
            for motion in motions:
                there = motion(cell)
                onwards = subtract(motion(add(cell, direction)), there)
                image = numbers[lattice.class_of(there)], onwards
                if onwards in lattice.directions and image not in cells:
                    cells[image] = tuple(sorted(subtract(motion(add(cell, one)), there) for one in met))
    classes = range(len(lattice.classes))
    return tuple(tuple(cells[number, along] for number in classes) for along in lattice.directions)


def _met(lattice: Lattice, cell: Cell, step: Cell) -> tuple[Cell, ...]:
    """The cells, relative to a cell, that it meets during one step: each is next to it or to another one."""
    meets = _meets(lattice, cell, step)
    seen, cells, todo = {cell}, [], [cell]
    while todo:
        for near in lattice.neighbours(todo.pop()):
            if near not in seen:
                seen.add(near)
                if meets(near):
                    cells.append(subtract(near, cell))
                    todo.append(near)
    return tuple(sorted(cells))


def _meets(lattice: Lattice, cell: Cell, step: Cell) -> Callable[[Cell], bool]:
    """Whether a cell that moves by a step meets another one."""
    if lattice.is_round:
        touching = nearest(lattice, cell)
        return lambda other: balls_meet(subtract(other, cell), step, touching)
    swept = _Swept(Body.of(lattice, cell), units(lattice, step))
    return lambda other: swept.meets(Body.of(lattice, other))


class _Swept:
    """What a body covers while it moves by a step."""

    def __init__(self, body: Body, step: Vector) -> None:
        self._body, self._step = body, step
        self._edges = (*body.edges, step)
        self._own = {*body.normals, *(cross(step, edge) for edge in body.edges)} - {NO_SHIFT}

    def meets(self, other: Body) -> bool:
        """Whether its inside and that of another body have a point in common."""
        if any(self._is_apart(axis, other) for axis in AXES):  # most are
            return False
        axes = {*self._own, *other.normals}
        axes.update(cross(mine, edge) for mine in self._edges for edge in other.edges)
        axes.discard(NO_SHIFT)
        return not any(self._is_apart(axis, other) for axis in axes)

    def _is_apart(self, axis: Vector, other: Body) -> bool:
        along = dot(axis, self._step)
        mine = [dot(axis, corner) for corner in self._body.corners]
        low, high = min(mine) + min(0, along), max(mine) + max(0, along)
        theirs = [dot(axis, corner) for corner in other.corners]
        return high <= min(theirs) or max(theirs) <= low
