"""Polyforms: every connected shape of n cells of a lattice, up to the motions of a mode."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tilewright.errors import PuzzleError
from tilewright.lattices import SQUARE, Cell, Lattice

Shape = tuple[Cell, ...]
"""Cells of a shape, sorted, at the canonical place among its translates."""

KINDS = {"free": "all", "one-sided": "rotation", "fixed": "fixed"}
"""How people say which shapes count as the same, and the mode whose motions carry one to the other."""

MAX_SIZE = 14
"""The largest number of cells that is generated; the square lattice has 901,971 free shapes of 14."""


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


def polyforms(size: int, mode: str = "all", lattice: Lattice = SQUARE) -> tuple[Shape, ...]:
    """Every connected shape of ``size`` cells, one canonical shape for each class under a mode, sorted.

    On the square lattice: A000105 for ``all``, A000988 for ``rotation``, A001168 for ``fixed``.
    PuzzleError for a size below 1 or above MAX_SIZE.
    """
    if not 1 <= size <= MAX_SIZE:
        raise PuzzleError(f"shapes of {size} cells were asked for; expected 1 to {MAX_SIZE} cells")
    images = _imager(mode, lattice)
    found: set[Shape] = {min(images((cell,))) for cell in lattice.classes}
    for _ in range(size - 1):
        found = _grown(found, images, lattice)
    return tuple(sorted(found))


def _imager(mode: str, lattice: Lattice) -> Callable[[Shape], set[Shape]]:
    """A function to all images of a shape; it remembers where each motion takes each cell."""
    remembered: list[tuple[Callable[[Cell], Cell], dict[Cell, Cell]]] = [
        (motion, {}) for motion in lattice.motions[mode]
    ]

    def images(shape: Shape) -> set[Shape]:
        found = set()
        for motion, known in remembered:
            for cell in shape:
                if cell not in known:
                    known[cell] = motion(cell)
            found.add(lattice.normalise([known[cell] for cell in shape]))
        return found

    return images


def _grown(shapes: set[Shape], images: Callable[[Shape], set[Shape]], lattice: Lattice) -> set[Shape]:
    """The canonical shapes with one cell more.

    Each connected shape has a cell whose removal leaves it connected, so each is reached. Once a shape is
    found all its images are marked: a class costs its images once, every further candidate one look-up.
    """
    zero = (0,) * lattice.dimension
    seen: set[Shape] = set()
    found: set[Shape] = set()
    for shape in shapes:
        border = {near for cell in shape for near in lattice.neighbours(cell)}.difference(shape)
        for added in border:
            wider = (*shape, added)
            in_place = lattice.anchor(wider) == zero  # the usual case, and four times quicker
            candidate = tuple(sorted(wider)) if in_place else lattice.normalise(wider)
            if candidate not in seen:
                same = images(candidate)
                seen |= same
                found.add(min(same))
    return found
