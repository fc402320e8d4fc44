"""The names that people use for small polyforms, and the shapes that they name.

A prime marks the mirror image of the shape as it is drawn, where the two differ and a piece may not be
turned over. Polycubes have a name for each hand, for nobody turns a piece of wood inside out.
"""

from __future__ import annotations

from functools import cache

from tilewright.errors import PuzzleError
from tilewright.model.lattices import LATTICES, SQUARE, Cell, Lattice
from tilewright.model.lattices.square import SQUARE_DRAWINGS
from tilewright.model.pieces.polyforms import Shape, canonical

POLYOMINO_DRAWINGS: dict[str, str] = dict(SQUARE_DRAWINGS)
"""The polyominoes of up to five cells: each name with its drawing, lines from the top, ``#`` a cell."""


@cache
def named_shapes(lattice: Lattice) -> tuple[tuple[str, Shape], ...]:
    """Every name on a lattice with its shape as it is usually drawn, small ones first."""
    drawings = lattice.polyforms.drawings if lattice.polyforms else ()
    return tuple((name, shape_drawn(drawing, lattice)) for name, drawing in drawings)


def shape_drawn(drawing: str, lattice: Lattice) -> Shape:
    """The shape in a drawing as ``NamedDrawings`` have them."""
    cells = [
        (x, y, z)[: lattice.dimension]
        for z, layer in enumerate(drawing.split("/"))
        for y, line in enumerate(layer.split())
        for x, character in enumerate(line)
        if character != "."
    ]
    return lattice.normalise(cells)


def polyomino(name: str) -> Shape:
    """The cells of a named polyomino as it is usually drawn; ``F'`` is F turned over.

    PuzzleError when there is no such name.
    """
    plain = name.removesuffix("'")
    if plain not in POLYOMINO_DRAWINGS:
        raise PuzzleError(
            f"there is no polyomino named {name!r}; expected one of {', '.join(POLYOMINO_DRAWINGS)}"
        )
    shape = shape_drawn(POLYOMINO_DRAWINGS[plain], SQUARE)
    return shape if plain == name else mirrored(shape)


def mirrored(cells: Shape, lattice: Lattice = SQUARE) -> Shape:
    """The shape turned over, left to right."""
    mirror = next(motion for motion in lattice.motions["all"] if not motion.proper)
    return lattice.normalise(map(mirror, cells))


@cache
def _names(lattice: Lattice) -> dict[Shape, str]:
    mode = lattice.usual_motions
    return {canonical(shape, mode, lattice): name for name, shape in named_shapes(lattice)}


@cache
def _largest(lattice: Lattice) -> int:
    return max((len(shape) for _, shape in named_shapes(lattice)), default=0)


def name_of(cells: tuple[Cell, ...], lattice: Lattice = SQUARE) -> str | None:
    """The name of a small polyform, however it lies; None for others.

    In the plane mirror images have one name; in space each hand has its own.
    """
    if LATTICES.get(lattice.name) is not lattice or not 1 <= len(cells) <= _largest(lattice):
        return None
    if any(len(cell) != lattice.dimension or not lattice.is_cell(cell) for cell in cells):
        return None
    return _names(lattice).get(canonical(cells, lattice.usual_motions, lattice))
