"""Heesch numbers: how often copies of a polyform can surround it, by the core; all coronas are checked.

Corona k are the copies that share at least a corner with those of corona k - 1, and none with earlier ones.
They surround these: each cell that shares a corner with a copy of corona k - 1 is covered. The union of all
copies up to each corona has no hole; with holes, the last one may have some (Kaplan's Hc and Hh).

C. S. Kaplan, Heesch numbers of unmarked polyforms, arXiv 2105.09438 (2021).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tilewright._core import CoronaSearch
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.pieces.polyforms import Shape
from tilewright.model.shape import Shape as DrawnShape
from tilewright.model.shape import holes as holes_in
from tilewright.polyforms.plane import Plane, plane_of, touching
from tilewright.solving.steps import Progress, StepLoop, StepSize
from tilewright.wording import counted

Rings = tuple[tuple[Shape, ...], ...]
"""The shape alone, the copies of its first corona, those of the second, and so on."""

FIRST_NODES = 1000  # of the first step


@dataclass(frozen=True)
class HeeschNumber:
    """How many coronas there are: ``number`` with a witness; ``is_final`` if one more is impossible."""

    number: int
    is_final: bool
    rings: Rings


@dataclass(frozen=True)
class HeeschNumbers:
    """The numbers without holes, and with holes in the last corona."""

    without_holes: HeeschNumber
    with_holes: HeeschNumber

    @property
    def are_final(self) -> bool:
        """Whether both are final: the shape does not tile the plane."""
        return self.without_holes.is_final and self.with_holes.is_final


def no_coronas(shape: Shape, *, is_final: bool = False) -> HeeschNumbers:
    """Numbers of a shape of which no coronas are known; final for one with a hole, which no copy fills."""
    number = HeeschNumber(0, is_final, ((shape,),))
    return HeeschNumbers(number, number)


def more_coronas(
    shape: Shape, lattice: Lattice, known: HeeschNumbers, most: int, nodes: int, loop: StepLoop
) -> HeeschNumbers:
    """The numbers with up to ``most`` coronas, from what is known.

    ``nodes`` bounds each search of one number. Cancelled where a limit of the loop comes first.
    """
    plane = plane_of(lattice)
    while not known.are_final and known.without_holes.number < most:
        level = known.without_holes.number + 1
        with_holes = known.with_holes
        if with_holes.number < level:
            with_holes = _searched(plane, shape, level, with_holes, nodes, loop, holes=True)
        without = known.without_holes
        if with_holes.is_final:
            without = replace(without, is_final=True)
        elif with_holes.number == level:
            without = _searched(plane, shape, level, without, nodes, loop, holes=False)
            if without.is_final:  # a corona with holes is the last one
                with_holes = replace(with_holes, is_final=True)
        is_stuck = without == known.without_holes
        known = HeeschNumbers(without, with_holes)
        if is_stuck:
            break
    return known


def _searched(
    plane: Plane, shape: Shape, level: int, known: HeeschNumber, nodes: int, loop: StepLoop, *, holes: bool
) -> HeeschNumber:
    """What is known after a search for so many coronas: the same where the bound of nodes came first."""
    rows = plane.core_shape(shape)
    search = CoronaSearch(plane.core, rows, level, holes)
    is_done = False

    def advance(units: int) -> bool:
        nonlocal is_done
        is_done = search.advance(units)
        return is_done or search.nodes >= nodes

    def progress() -> Progress:
        return Progress(0.0, search.nodes, 0, 0, loop.seconds, None, words=counted(level, "corona"))

    loop.run(advance, StepSize(FIRST_NODES), progress)
    if not is_done:
        return known
    if search.copies is None:
        return replace(known, is_final=True)
    copies: list[list[Shape]] = [[] for _ in range(level + 1)]
    for *isometry, ring in search.copies:
        copies[ring].append(plane.copy(rows, isometry))
    rings = tuple(map(tuple, copies))
    check_coronas(shape, rings, plane.lattice, holes=holes)
    return HeeschNumber(level, False, rings)


def check_coronas(shape: Iterable[Cell], rings: Rings, lattice: Lattice, *, holes: bool) -> None:
    """ValueError, which says why, unless these are coronas; ``holes`` allows some in the last one.

    The check knows cells, neighbours and outlines alone and shares nothing with the search.
    """
    images = {lattice.normalise(image) for image in lattice.images(list(shape), "all")}
    ring_of: dict[Cell, int] = {}
    for number, ring in enumerate(rings):
        for copy in ring:
            if lattice.normalise(copy) not in images:
                raise ValueError(f"{copy} is no image of the shape")
            for cell in copy:
                if cell in ring_of:
                    raise ValueError(f"the cell {cell} is covered twice")
                ring_of[cell] = number
    if len(rings[0]) != 1:
        raise ValueError("the first ring is not one copy")
    last = len(rings) - 1
    for number, ring in enumerate(rings):
        for copy in ring:
            around = {near for cell in copy for near in touching(lattice, cell)} - set(copy)
            bare = around - ring_of.keys()
            if number < last and bare:
                raise ValueError(f"the cell {min(bare)} next to ring {number} is not covered")
            if number and min((ring_of[near] for near in around - bare), default=-1) != number - 1:
                raise ValueError(f"the copy {copy} of ring {number} does not follow ring {number - 1}")
    for number in range(last + (not holes)):
        union = [cell for cell, ring_number in ring_of.items() if ring_number <= number]
        if holes_in(DrawnShape.of(lattice, union)):
            raise ValueError(f"the rings up to {number} have a hole")
