"""Boards on surfaces on which places that cover the same cells by different ways round are distinct."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.lattices import SQUARE, Cell, Lattice
from tilewright.model.layout import Join, JoinedRectangle
from tilewright.model.pieces.piece import Piece
from tilewright.model.surfaces import Surface


def parallel_puzzle(
    pieces: Sequence[Piece], lattice: Lattice, surface: Surface, title: str = ""
) -> ExactCoverPuzzle:
    """The puzzle to fill a surface with any number of each piece; its options are all ways of all places.

    PuzzleError where the lattice or the pieces do not fit the surface.
    """
    cells = [(x, y) for x in range(surface.width) for y in range(surface.height) if lattice.is_cell((x, y))]
    surface.check(lattice, cells)
    names: dict[Cell, str] = {cell: f"{cell[0]},{cell[1]}" for cell in cells}
    options: list[Option] = []
    for piece in pieces:
        surface.check_ways(piece.name, piece.orientations(lattice))
        for place in ways_on_surface(piece, lattice, surface):
            options.append(Option([names[cell] for cell in place], piece.name, piece.cost))
    layout = None
    if lattice is SQUARE:
        wrap = surface.wrap
        layout = JoinedRectangle(tuple(cells), surface.width, surface.height, wrap.across, wrap.down)
    return ExactCoverPuzzle([Item(name) for name in names.values()], options, title=title, layout=layout)


def ways_on_surface(piece: Piece, lattice: Lattice, surface: Surface) -> Iterator[tuple[Cell, ...]]:
    """The cells of each place of a piece; where it would cover a cell twice there is none.

    Of the copies of a place in the unwrapped plane one has its least column and row in the rectangle.
    """
    for way in piece.orientations(lattice):
        left, low = (min(values) for values in zip(*(cell for cell, _ in way), strict=True))
        for x in range(surface.width):
            for y in range(surface.height):
                step = (x - left, y - low)
                if not lattice.is_translation(step):
                    continue
                moved = [(a + step[0], b + step[1]) for (a, b), _ in way]
                if surface.wrap.down is Join.OPEN and max(b for _, b in moved) >= surface.height:
                    continue
                place = {cell for one in moved if (cell := surface.taken_back(one)) is not None}
                if len(place) == len(way):
                    yield tuple(sorted(place))
